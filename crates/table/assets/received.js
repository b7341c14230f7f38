// What comes from the table: a snapshot comes in full once, and then as what has changed.

/** The pieces of a text: the table cuts it in the same places. */
const pieces = /[^>}]*[>}]|[^>}]+$/g;

/** The messages of one connection. */
export class Received {
  /** The text of the snapshot that the page has. */
  #shown = "";

  /**
   * Reads a message.
   * @param {string} data
   * @returns {import("./messages").ServerMessage}
   */
  read(data) {
    const message = JSON.parse(data);
    if (message.type === "table") this.#shown = data;
    if (message.type !== "changes") return message;
    this.#shown = this.#joined(message);
    return JSON.parse(this.#shown);
  }

  /** @param {import("./messages").Changes} changes */
  #joined({ parts }) {
    const old = this.#shown.match(pieces) ?? [];
    return parts.map((part) => (typeof part === "string" ? part : old.slice(part[0], part[0] + part[1]).join(""))).join("");
  }
}
