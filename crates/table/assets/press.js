// Lets a button stay while it is pressed: the browser makes no click of a press if the button is replaced before it is released. The
// page forgets a press if the moves or the questions change: the button could then mean something else.

/** How long after its release a press may become a click, in milliseconds. */
const LATE_CLICK = 100;

/** Stands for the space bar where a press with a pointer has the number of the pointer. */
const KEY = "key";

/** Returns whether a key presses a button. Space with Alt, Control or Meta belongs to the system, which may take the release. @type {(event: KeyboardEvent) => boolean} */
const isPress = ({ key, altKey, ctrlKey, metaKey }) => key === " " && !altKey && !ctrlKey && !metaKey;

/** The button of an event. @type {(event: Event) => Element?} */
const pressed = ({ target }) => (target instanceof Element ? target.closest("button, summary") : null);

export class Press {
  /** @param {() => void} draw Draws what came during a press. */
  constructor(draw) {
    this.draw = draw;
    this.isOn = false;
    /** The pointer that presses, or `KEY`. @type {number | string} */
    this.by = KEY;
    this.isWaiting = false;
    this.timer = 0;
    // A press on the board may be a long drag, and its points stay.
    window.addEventListener("pointerdown", (event) => event.button === 0 && pressed(event)?.closest("#board") === null && this.begin(event.pointerId), true);
    window.addEventListener("keydown", (event) => (isPress(event) ? pressed(event) && this.begin(KEY) : this.by === KEY && this.end()), true);
    window.addEventListener("pointerup", (event) => event.pointerId === this.by && this.endAfter(LATE_CLICK), true);
    window.addEventListener("keyup", (event) => event.key === " " && this.by === KEY && this.endAfter(LATE_CLICK), true);
    // If a menu opens, or the release is outside the window, the page may not see the release.
    for (const kind of ["pointercancel", "contextmenu", "blur"]) window.addEventListener(kind, () => this.end());
    window.addEventListener("pointermove", (event) => this.isOn && event.pointerId === this.by && !event.buttons && this.end());
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

  /** @param {number | string} by */
  begin(by) {
    this.isOn = true;
    this.by = by;
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
