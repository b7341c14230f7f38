// Looks at earlier positions of the game. The table sends each one that a person asks for.

/** The least time between two questions, in milliseconds: a slider asks often. */
const PAUSE = 300;

export class Past {
  /** `send` asks the table, `show` shows the page again, `tell` tells a sentence. */
  constructor(root, note, { send, show, tell }) {
    this.root = root;
    this.note = note;
    this.tools = { send, show, tell };
    this.slider = root.querySelector("#past-at");
    this.ends = { before: root.querySelector("#past-before"), after: root.querySelector("#past-after"), now: root.querySelector("#past-now") };
    /** The number of plies of the game. */
    this.ply = 0;
    /** The ply that the person wants to see; null for the present. */
    this.wanted = null;
    /** The earlier position that is shown. */
    this.view = null;
    this.asked = 0;
    this.timer = null;
    this.slider.addEventListener("input", () => this.look(Number(this.slider.value)));
    this.ends.before.addEventListener("click", () => this.look((this.wanted ?? this.ply) - 1));
    this.ends.after.addEventListener("click", () => this.look((this.wanted ?? this.ply) + 1));
    this.ends.now.addEventListener("click", () => this.look(this.ply));
  }

  /** Follows the game. Who looks at the past stays there, unless it was taken back. */
  follow(ply) {
    this.ply = ply;
    if (this.wanted !== null && this.wanted >= ply) this.leave();
    this.draw();
  }

  /** Looks at the position after a number of plies. */
  look(ply) {
    if (ply >= this.ply || ply < 0) {
      if (ply >= this.ply && this.wanted !== null) {
        this.leave();
        this.tools.tell("This is the game as it is now.");
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
      if (this.wanted !== null) this.tools.send({ type: "past", ply: this.wanted });
    }, pause);
  }

  /** Takes an earlier position. */
  receive(view) {
    if (this.wanted !== view.ply) return;
    this.view = view;
    this.tools.tell(`Position after move ${view.shown} of ${this.ply}: ${view.status}.`);
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
    this.slider.setAttribute("aria-valuetext", this.wanted === null ? "now" : `after move ${at} of ${this.ply}`);
    this.ends.before.disabled = at <= 0;
    this.ends.after.disabled = this.wanted === null;
    this.ends.now.hidden = this.wanted === null;
    this.note.hidden = !this.view;
    if (this.view) this.note.textContent = `You look at the past: the position after move ${this.view.shown} of ${this.ply}.`;
  }
}
