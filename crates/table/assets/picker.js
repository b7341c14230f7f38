// Chooses a move part by part. It knows no elements of the page.

/** The most whole moves that are offered as buttons. */
const MOST_WHOLE = 12;

export class Picker {
  constructor(moves = []) {
    this.moves = moves.map((move) => ({
      text: move.t,
      points: move.p.filter(([kind]) => kind === "p").map(([, name]) => name),
      words: move.p.filter(([kind]) => kind === "w").map(([, name, title]) => ({ name, title: title ?? name })),
    }));
    /** The chosen parts, in order: {point} or {word}. */
    this.chosen = [];
    /** The point from which somebody asks why a move is not legal. */
    this.whyFrom = null;
  }

  get points() {
    return this.chosen.filter((part) => part.point).map((part) => part.point);
  }

  /** Moves that begin with the chosen parts. */
  matching() {
    const points = this.points;
    const words = this.chosen.filter((part) => part.word);
    return this.moves.filter(
      (move) =>
        points.every((point, at) => move.points[at] === point) &&
        words.every((part) => move.words[part.at]?.name === part.word),
    );
  }

  /** The place of the next word that tells moves apart. */
  place(moves) {
    const last = this.chosen.findLast((part) => part.word);
    let at = last ? last.at + 1 : 0;
    while (moves.length > 1 && moves.every((move) => move.words[at] && move.words[at].name === moves[0].words[at].name)) {
      at += 1;
    }
    return at;
  }

  /** What can be chosen next. */
  options() {
    const moves = this.matching();
    const count = this.points.length;
    const at = this.place(moves);
    const targets = new Set(moves.map((move) => move.points[count]).filter(Boolean));
    const whole = moves.filter((move) => move.points.length === count);
    const open = moves.filter((move) => move.points.length > count);
    const words = new Map();
    const listed = whole.length > MOST_WHOLE ? moves : open;
    for (const move of listed) {
      const word = move.words[at];
      if (word) words.set(word.name, word.title);
    }
    if (listed === open && words.size < 2 && whole.length <= MOST_WHOLE) words.clear();
    // Where too many moves need only words, those that are complete are offered whole.
    const ready = whole.length > MOST_WHOLE ? whole.filter((move) => move.words.length <= at) : whole;
    return { moves, targets, words, ready, at };
  }

  /** Chooses a point; returns whether it could be chosen. */
  choosePoint(point) {
    if (!this.options().targets.has(point)) return false;
    this.chosen.push({ point });
    return true;
  }

  chooseWord(word) {
    const { words, at } = this.options();
    if (!words.has(word)) return false;
    this.chosen.push({ word, at });
    return true;
  }

  back() {
    this.chosen.pop();
  }

  clear() {
    this.chosen = [];
  }

  /** The move that is chosen, if it is the only one and nothing is left to choose. */
  finished() {
    if (!this.chosen.length) return null;
    const moves = this.matching();
    const only = moves.length === 1 ? moves[0] : null;
    return only && only.points.length === this.points.length ? only.text : null;
  }
}
