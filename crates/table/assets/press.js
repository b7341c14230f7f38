// Lets a button stay while it is pressed: the browser makes no click of a press if the button is replaced before it is released. The
// page forgets a press if the moves or the questions change: the button could then mean something else.

/** How long after its release a press may become a click, in milliseconds. */
const LATE_CLICK = 100;

/** The button of an event. @type {(event: Event) => Element?} */
const pressed = ({ target }) => (target instanceof Element ? target.closest("button, summary") : null);

export class Press {
  /** @param {() => void} draw Draws what came during a press. */
  constructor(draw) {
    this.draw = draw;
    this.isOn = false;
    this.isKey = false;
    this.isWaiting = false;
    this.timer = 0;
    // A press on the board may be a long drag, and its points stay.
    window.addEventListener("pointerdown", (event) => event.button === 0 && pressed(event)?.closest("#board") === null && this.begin(false), true);
    window.addEventListener("keydown", (event) => (event.key === " " ? pressed(event) && this.begin(true) : this.isKey && this.end()), true);
    for (const kind of ["pointerup", "keyup"]) window.addEventListener(kind, () => this.endAfter(LATE_CLICK), true);
    // Where a menu opens, or the release is outside the window, the page may not learn of it.
    for (const kind of ["pointercancel", "contextmenu", "blur"]) window.addEventListener(kind, () => this.end());
    window.addEventListener("pointermove", (event) => this.isOn && !this.isKey && !event.buttons && this.end());
    // What the click does is drawn at once.
    window.addEventListener(
      "click",
      () => {
        this.isOn = false;
        this.endAfter(0);
      },
      true,
    );
  }

  begin(isKey) {
    this.isOn = true;
    this.isKey = isKey;
    clearTimeout(this.timer);
  }

  endAfter(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), time);
  }

  end() {
    this.isOn = false;
    if (this.isWaiting) this.draw();
  }

  /** Forgets the press, so that the next drawing does not wait for it. */
  forget() {
    this.isOn = false;
  }

  /** Returns whether drawing must wait. If so, it is done after the press. */
  holds() {
    this.isWaiting = this.isOn;
    return this.isOn;
  }
}
