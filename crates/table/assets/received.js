// What comes from the table: a snapshot comes in full once, and then as what has changed. Its text has what concerns the page's party
// and what the party sees of the game apart; the page reads both as one object.

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
    if (message.type !== "table" && message.type !== "changes") return message;
    this.#shown = message.type === "table" ? data : this.#joined(message);
    const { type, own, view } = message.type === "table" ? message : JSON.parse(this.#shown);
    return { type, ...own, ...view };
  }

  /** @param {import("./messages").Changes} changes */
  #joined({ parts }) {
    const old = this.#shown.match(pieces) ?? [];
    return parts.map((part) => (typeof part === "string" ? part : old.slice(part[0], part[0] + part[1]).join(""))).join("");
  }
}
