// Shows a half-made move: the table sends the board with the piece on its new point.

export class Ahead {
  /** @param {import("./messages").Send} send */
  constructor(send) {
    this.send = send;
    /**
     * The board with a half-made move, and the points that were chosen for it.
     * @type {import("./messages").ShownAhead}
     */
    this.shown = null;
    /** The page shows it. It stays until the table has answered a move. */
    this.isOn = false;
  }

  isOf(seq, points) {
    return this.shown?.seq === seq && this.shown.points.join(" ") === points.join(" ");
  }

  /** Asks how the board looks with the points that are chosen, if more will follow. */
  ask(table, picker) {
    const { points } = picker;
    const isOpen = points.length > 1 && points.length === picker.chosen.length && picker.options().targets.size > 0;
    if (isOpen && !this.isOf(table.seq, points)) this.send({ type: "ahead", points, turned: Boolean(table.turned) });
  }

  /** The board to show instead of that of the table; null without one. */
  board(table, picker, isSent) {
    if (!isSent) this.isOn = this.isOf(table.seq, picker.points);
    return this.isOn && this.shown ? this.shown.board : null;
  }

  drop() {
    this.shown = null;
  }
}
