// Shows how much time players have left. The table counts; between its messages the page counts on.

import { element } from "./panels.js";
import { say } from "./say.js";

/** When the person at the page is told how much time is left, in seconds. */
const TOLD = [60, 30, 10];

/** Writes a time such as `9:05`, or `0:07.3` near its end. */
export function written(milliseconds) {
  const tenths = Math.max(0, Math.ceil(milliseconds / 100));
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, String(seconds % 60).padStart(2, "0")];
  if (hours) return `${hours}:${String(minutes).padStart(2, "0")}:${rest}`;
  return seconds < 10 ? `${minutes}:${rest}.${tenths % 10}` : `${minutes}:${rest}`;
}

export class Clock {
  constructor(tell) {
    this.tell = tell;
    /** @type {import("./messages").Snapshot} */
    this.table = null;
    this.since = 0;
    this.told = Infinity;
    setInterval(() => this.draw(), 200);
  }

  /** @param {import("./messages").Snapshot} table */
  follow(table) {
    this.table = table.clock ? table : null;
    this.since = performance.now();
    this.told = Infinity;
  }

  /** The time that a seat has left now. */
  left(at) {
    const { clock, seats } = this.table;
    const passed = clock.runs && seats[at].turn ? performance.now() - this.since : 0;
    return Math.max(0, clock.left[at] - passed);
  }

  draw() {
    if (!this.table) return;
    for (const [at, seat] of this.table.seats.entries()) {
      const left = this.left(at);
      const shown = document.querySelector(`.time[data-seat="${CSS.escape(seat.name)}"]`);
      if (shown) shown.textContent = written(left);
      if (seat.name === this.table.acting && this.table.clock.runs) this.warn(Math.ceil(left / 1000));
    }
  }

  /** Tells the player who is to move that the time is short. */
  warn(seconds) {
    const next = TOLD.find((limit) => seconds <= limit && limit < this.told && seconds > limit - 5);
    if (!next) return;
    this.told = next;
    this.tell(say("seconds-left", { seconds: next }));
  }
}

/** The place for the time of a seat. */
export const timeOf = (seat) => {
  const time = element("span", { class: "time", role: "timer", "aria-label": say("time-of", { seat: seat.title }) });
  time.dataset.seat = seat.name;
  return time;
};
