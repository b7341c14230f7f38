// Chooses a move part by part. It knows no elements of the page.

/** The most whole moves that are offered as buttons. */
const MOST_WHOLE = 12;

/** The words of a move; items that are written one after another are one set, which has no order. */
function wordsOf(parts) {
  const words = [];
  let isOpen = false;
  for (const [kind, name, title = name] of parts) {
    if (kind === "p") continue;
    if (kind === "i" && isOpen) words.at(-1).items.push({ name, title });
    else words.push(kind === "i" ? { items: [{ name, title }] } : { name, title });
    isOpen = kind === "i";
  }
  for (const word of words) if (word.items) word.name = word.items.map((item) => item.name).sort().join(" ");
  return words;
}

/** What is left of a list without the elements of another; null if it lacks one of them. */
function without(list, names) {
  const left = [...list];
  for (const name of names) {
    const at = left.findIndex((one) => one.name === name);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

export class Picker {
  /** @param {import("./messages").Move[]} moves */
  constructor(moves = []) {
    this.moves = moves.map((move) => ({
      text: move.t,
      points: move.p.filter(([kind]) => kind === "p").map(([, name]) => name),
      words: wordsOf(move.p),
      rule: move.r,
    }));
    /** The chosen parts, in order: {point}, {word, at, title}, or {item, at, title} for an item of a set. */
    this.chosen = [];
    /** The point from which somebody asks why a move is not legal. */
    this.whyFrom = null;
  }

  get points() {
    return this.chosen.filter((part) => part.point).map((part) => part.point);
  }

  /** The chosen items of the set that is chosen now: {item, title}. */
  get items() {
    const last = this.last();
    return last?.item ? this.chosen.filter((part) => part.item && part.at === last.at) : [];
  }

  itemsAt(at) {
    return this.chosen.filter((part) => part.item && part.at === at).map((part) => part.item);
  }

  /** The last part that is no point. */
  last() {
    return this.chosen.findLast((part) => !part.point);
  }

  /**
   * What buttons for whole moves say: after the points were chosen, what tells the moves apart, such as “Queen” and “Knight”.
   * @returns {string[]}
   */
  labels(ready) {
    const texts = ready.map((move) => move.text);
    if (ready.length < 2 || !this.points.length) return texts;
    const from = this.place(ready, 0);
    const named = ready.map((move) => move.words.slice(from).map(({ title, items }) => (items ? items.map((item) => item.title).join(" ") : title)));
    const isOneRule = ready.every((move) => move.rule === ready[0].rule);
    const labels = named.map((words, at) => (isOneRule ? words : [ready[at].rule ?? "", ...words]).join(" "));
    const isClear = labels.every(Boolean) && new Set(labels).size === labels.length;
    return isClear ? labels.map((label) => label[0].toUpperCase() + label.slice(1)) : texts;
  }

  /** Moves that begin with the chosen parts. A set may lack items until a later part is chosen. */
  matching() {
    const { points } = this;
    const last = this.last();
    const isAt = (move, part) => move.words[part.at]?.name === part.word;
    const has = (move, part) => {
      const left = without(move.words[part.at]?.items ?? [], this.itemsAt(part.at));
      return left && (part.at === last.at || !left.length);
    };
    return this.moves.filter(
      (move) =>
        points.every((point, at) => move.points[at] === point) &&
        this.chosen.every((part) => part.point || (part.item ? has(move, part) : isAt(move, part))),
    );
  }

  /** The place of the next word or set that tells moves apart. */
  place(moves, from) {
    let at = from;
    while (moves.length > 1 && moves.every((move) => move.words[at] && move.words[at].name === moves[0].words[at].name)) {
      at += 1;
    }
    return at;
  }

  /** The items that a move still needs for the set at a place. */
  needed(move, at) {
    return without(move.words[at]?.items ?? [], this.itemsAt(at)) ?? [];
  }

  /**
   * What can be chosen next: points, words and items by name, and whole moves. `names` has what people may choose by its picture: also
   * the words and items of moves that are offered whole, and those that follow the next word.
   */
  options() {
    const moves = this.matching();
    const count = this.points.length;
    const targets = new Set(moves.map((move) => move.points[count]).filter(Boolean));
    const whole = moves.filter((move) => move.points.length === count);
    const last = this.last();
    if (last?.item) return { moves, targets, ...this.optionsOfSet(moves, whole, last.at) };
    const open = moves.filter((move) => move.points.length > count);
    const at = this.place(moves, last ? last.at + 1 : 0);
    const isMany = whole.length > MOST_WHOLE;
    const words = this.named(isMany ? moves : open, at);
    if (!isMany && words.size < 2) words.clear();
    // Where too many moves need only words, those that are complete are offered whole.
    const ready = isMany ? whole.filter((move) => move.words.length <= at) : whole;
    return { moves, targets, words, names: this.ahead(moves, at, this.named(moves, at)), ready };
  }

  /** Adds the words and items that come after one word more, if they tell which word that is: then it need not be chosen first. */
  ahead(moves, at, names) {
    const several = new Set();
    for (const move of moves) {
      const { name: word, items } = move.words[at] ?? {};
      if (!word || items) continue;
      for (const [name, found] of this.named([move], at + 1)) {
        const known = names.get(name);
        if (!known) names.set(name, { ...found, via: { word, at } });
        else if (known.via && known.via.word !== word) several.add(name);
      }
    }
    for (const name of several) names.delete(name);
    return names;
  }

  /** What can be chosen while a set is chosen: its other items, or what comes after it where it is complete. */
  optionsOfSet(moves, whole, at) {
    const complete = moves.filter((move) => !this.needed(move, at).length);
    const next = this.place(complete, at + 1);
    const isMany = complete.length > MOST_WHOLE;
    const ready = complete.filter((move) => whole.includes(move) && (!isMany || move.words.length <= next));
    const words = this.named(moves, at);
    this.named(complete.filter((move) => !ready.includes(move)), next, words);
    return { words, names: words, ready };
  }

  /** The words and items of moves at a place, by name. */
  named(moves, at, into = new Map()) {
    for (const move of moves) {
      const word = move.words[at];
      if (word?.items) for (const item of this.needed(move, at)) into.set(item.name, { title: item.title, at, isItem: true });
      else if (word) into.set(word.name, { title: word.title, at, isItem: false });
    }
    return into;
  }

  /** Chooses a point; returns whether it could be chosen. */
  choosePoint(point) {
    if (!this.options().targets.has(point)) return false;
    this.chosen.push({ point });
    return true;
  }

  /** Chooses a word or an item; returns whether it could be chosen. */
  chooseWord(word) {
    const found = this.options().names.get(word);
    if (!found) return false;
    const { at, title, via } = found;
    if (via) this.chosen.push(via);
    this.chosen.push(found.isItem ? { item: word, at, title } : { word, at, title });
    return true;
  }

  /** Takes an item of the set that is being chosen out again; returns whether it was in it. */
  removeItem(name) {
    const last = this.last();
    const at = last?.item ? this.chosen.findLastIndex((part) => part.item === name && part.at === last.at) : -1;
    if (at < 0) return false;
    this.chosen.splice(at, 1);
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
    const last = this.last();
    const lacks = only && last?.item && this.needed(only, last.at).length > 0;
    return only && only.points.length === this.points.length && !lacks ? only.text : null;
  }
}
