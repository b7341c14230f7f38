// Shows the cards that the last move took from the table, such as a trick, and who took them.

import { element, face } from "./panels.js";
import { say } from "./say.js";

/** The cards that the page's own player has chosen while others still choose. */
function pendingCards({ chosen, zones, you }) {
  const names = (chosen?.p ?? []).map(([, name]) => name);
  const own = zones.filter((zone) => zone.cards && you.includes(zone.owner)).flatMap((zone) => zone.cards);
  return names.flatMap((name) => own.filter((card) => card.n === name).slice(0, 1)).map((card) => ({ ...card, c: 1 }));
}

/** Copies of cards by name, which can be taken out one by one. */
class Copies {
  #left = new Map();

  /** @param {import("./messages").Card[]} cards */
  constructor(cards) {
    for (const { n, c } of cards) this.#left.set(n, (this.#left.get(n) ?? 0) + c);
  }

  /** Takes out at most `count` copies of a card; returns how many it took. */
  take(name, count) {
    const there = Math.min(count, this.#left.get(name) ?? 0);
    this.#left.set(name, (this.#left.get(name) ?? 0) - there);
    return there;
  }
}

/** Cards without others, with the number of copies that are left. */
function without(cards, others) {
  const known = new Copies(others);
  return cards.map((card) => ({ ...card, c: card.c - known.take(card.n, card.c) })).filter((card) => card.c > 0);
}

/** The players who have taken cards: the owner of the zone to which they went, or else those whose score has grown. */
function takers(before, next, sources) {
  const sizes = new Map(before.zones.map((zone) => [zone.label, zone.size]));
  const grown = next.zones.filter((zone) => zone.owner && !sources.has(zone.label) && zone.size > (sizes.get(zone.label) ?? 0));
  const owners = new Set(grown.map((zone) => zone.owner));
  const scores = new Map(before.seats.map(({ name, score }) => [name, score]));
  const isTaker = owners.size === 1 ? ({ name }) => owners.has(name) : ({ name, score }) => score > scores.get(name);
  return next.seats.filter(isTaker).map(({ called, title }) => called ?? title);
}

/**
 * The cards that went from the table between two snapshots, and who took them: the cards that an open zone no longer has, and those that
 * the last moves added. No cards if only those of the moves went.
 * @param {import("./messages").Snapshot} before
 * @param {import("./messages").Snapshot} next
 */
export function takenCards(before, next) {
  const none = { cards: [], by: [] };
  const then = new Map(before.history.map((ply) => [ply.n, ply.t]));
  // A choice that others did not see may be shown only now.
  const fresh = new Set(next.history.filter((ply) => then.get(ply.n) !== ply.t).map((ply) => ply.n));
  const last = next.played.filter(({ ply }) => fresh.has(ply)).map(({ card }) => card);
  if (!last.length) return none;
  last.unshift(...pendingCards(before));
  // A card of the same name that was played came from a hand.
  const open = before.zones.filter((zone) => zone.open && zone.size).sort((one, other) => Number(!one.owner) - Number(!other.owner));
  const still = (label) => next.zones.find((zone) => zone.label === label)?.cards ?? [];
  const left = open.map((zone) => ({ label: zone.label, cards: without(zone.cards, still(zone.label)) }));
  const gone = without(left.flatMap(({ cards }) => cards), last);
  if (!gone.length) return none;
  const sources = new Set(left.filter(({ cards }) => cards.length).map(({ label }) => label));
  return { cards: [...gone, ...last], by: takers(before, next, sources) };
}

/** Does something with what the tab keeps while its page is loaded again. Browsers may forbid it. */
function kept(action) {
  try {
    return action(window.sessionStorage);
  } catch {
    return null;
  }
}

export class LastCards {
  /** `key` names the cards among what the tab keeps. */
  constructor(root, key) {
    this.root = root;
    this.key = key;
    /** The number of plies after which they went. */
    this.ply = 0;
  }

  /**
   * Takes a snapshot and the one before it. The cards stay until others go, or moves are taken back. Returns a sentence if cards
   * went.
   * @param {import("./messages").Snapshot} before
   * @param {import("./messages").Snapshot} next
   */
  follow(before, next) {
    if (!before) return this.again(next);
    if (next.ply < this.ply || next.ply < before.ply) this.show({ cards: [], by: [] });
    if (next.ply <= before.ply) return "";
    const taken = takenCards(before, next);
    if (!taken.cards.length) return "";
    this.ply = next.ply;
    const then = next.history.at(-1)?.t;
    kept((tab) => tab.setItem(this.key, JSON.stringify({ ...taken, ply: this.ply, then, you: next.you })));
    return this.show(taken);
  }

  /**
   * Shows the cards that the page showed before it was loaded again. If each player may have moved since, others may have gone.
   * @param {import("./messages").Snapshot} next
   */
  again({ history, seats, you }) {
    const known = kept((tab) => JSON.parse(tab.getItem(this.key)));
    const at = known?.you.join() === you.join() ? history.findIndex(({ n, t }) => n === known.ply && t === known.then) : -1;
    const isLast = at >= 0 && history.slice(at + 1).filter(({ who }) => who).length < seats.length;
    if (isLast) this.ply = known.ply;
    this.show(isLast ? known : { cards: [], by: [] });
    return "";
  }

  /**
   * Shows cards, and by whom they were taken; returns this as a sentence.
   * @param {{ cards: import("./messages").Card[], by: string[] }} taken
   */
  show({ cards, by }) {
    this.root.hidden = !cards.length;
    const items = cards.map((card) => element("li", {}, [element("span", { class: "card", title: card.t }, face(card.svg, card.t, card.c))]));
    const title = by.length ? say("last-cards-by", { who: by.join(", ") }) : say("last-cards");
    this.root.replaceChildren(element("h3", {}, [title]), element("ul", { class: "cards" }, items));
    return `${title}: ${cards.map((card) => (card.c > 1 ? `${card.c} × ${card.t}` : card.t)).join(", ")}.`;
  }
}
