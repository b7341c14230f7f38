// Shows positions of the past. The table sends each one that a person asks for.

import { say } from "./say.js";

/** The least time between two requests, in milliseconds: a slider makes many. */
const PAUSE = 300;

export class Past {
  /** `send` sends a request to the table, `show` shows the page again, `tell` announces a sentence. */
  constructor(root, note, { send, show, tell }) {
    this.root = root;
    this.note = note;
    this.tools = { send, show, tell };
    /** @type {HTMLInputElement} */
    this.slider = root.querySelector("#past-at");
    this.ends = { before: root.querySelector("#past-before"), after: root.querySelector("#past-after"), now: root.querySelector("#past-now") };
    /** The number of plies of the game. */
    this.ply = 0;
    /** Whether the page shows the board from its other side. */
    this.turned = false;
    /** The ply that the person wants to see; null for the present. */
    this.wanted = null;
    /**
     * The position that is shown; null for the present.
     * @type {import("./messages").ShownPast}
     */
    this.view = null;
    this.asked = 0;
    this.timer = null;
    this.slider.addEventListener("input", () => this.look(Number(this.slider.value)));
    this.ends.before.addEventListener("click", () => this.look((this.wanted ?? this.ply) - 1));
    this.ends.after.addEventListener("click", () => this.look((this.wanted ?? this.ply) + 1));
    this.ends.now.addEventListener("click", () => this.look(this.ply));
  }

  /**
   * Takes the number of plies of the game, and from which side the board is shown. A person who looks at the past stays there, unless
   * that position was taken back.
   */
  follow(ply, turned) {
    this.ply = ply;
    if (this.wanted !== null && this.wanted >= ply) this.leave();
    const isTurned = turned !== this.turned;
    this.turned = turned;
    if (isTurned && this.wanted !== null) this.look(this.wanted);
    this.draw();
  }

  /** Asks for the position after a number of plies, or shows the present. */
  look(ply) {
    if (ply >= this.ply || ply < 0) {
      if (ply >= this.ply && this.wanted !== null) {
        this.leave();
        this.tools.tell(say("present"));
        this.tools.show();
      }
      return this.draw();
    }
    this.wanted = ply;
    this.draw();
    if (this.timer) return;
    const pause = Math.max(0, this.asked + PAUSE - Date.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.asked = Date.now();
      if (this.wanted !== null) this.tools.send({ type: "past", ply: this.wanted, turned: this.turned });
    }, pause);
  }

  /**
   * Takes a position of the past.
   * @param {import("./messages").ShownPast} view
   */
  receive(view) {
    if (this.wanted !== view.ply) return;
    this.view = view;
    this.tools.tell(say("past-told", { shown: view.shown, all: this.ply, status: view.status }));
    this.tools.show();
  }

  leave() {
    this.wanted = null;
    this.view = null;
  }

  draw() {
    const at = this.wanted ?? this.ply;
    this.root.hidden = !this.ply;
    this.slider.max = String(this.ply);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", this.wanted === null ? say("now") : say("past-at", { at, all: this.ply }));
    this.ends.before.disabled = at <= 0;
    this.ends.after.disabled = this.wanted === null;
    const focused = Object.values(this.ends).find((end) => end === document.activeElement);
    this.ends.now.hidden = this.wanted === null;
    // A button that can no longer be pressed loses the focus to the slider.
    if (focused && (focused.disabled || focused.hidden)) this.slider.focus();
    this.note.hidden = !this.view;
    if (this.view) this.note.textContent = say("past", { shown: this.view.shown, all: this.ply });
  }
}
