// Shows the cards that the last move took from the table, such as a trick.

import { element, face } from "./panels.js";
import { say } from "./say.js";

/** The cards that the page's own player has chosen while others still choose. */
function pendingCards({ chosen, zones, you }) {
  const names = (chosen?.p ?? []).map(([, name]) => name);
  const own = zones.filter((zone) => zone.cards && you.includes(zone.owner)).flatMap((zone) => zone.cards);
  return names.flatMap((name) => own.filter((card) => card.n === name).slice(0, 1)).map((card) => ({ ...card, c: 1 }));
}

/**
 * The cards that went from the table between two snapshots: those of an open zone that is empty now, and those that the last moves added.
 * @param {import("./messages").Snapshot} before
 * @param {import("./messages").Snapshot} next
 */
export function takenCards(before, next) {
  const then = new Map(before.history.map((ply) => [ply.n, ply.t]));
  // A choice that others did not see may be shown only now.
  const fresh = new Set(next.history.filter((ply) => then.get(ply.n) !== ply.t).map((ply) => ply.n));
  const last = next.played.filter(({ ply }) => fresh.has(ply)).map(({ card }) => card);
  if (!last.length) return [];
  last.unshift(...pendingCards(before));
  const played = new Set(last.map((card) => card.n));
  const isEmpty = (zone) => next.zones.some((other) => other.label === zone.label && !other.size);
  const gone = before.zones.filter((zone) => zone.open && zone.size && isEmpty(zone)).flatMap((zone) => zone.cards);
  const cards = gone.filter((card) => !played.has(card.n));
  return cards.length ? [...cards, ...last] : [];
}

export class LastCards {
  constructor(root) {
    this.root = root;
    /** The number of plies after which they went. */
    this.ply = 0;
  }

  /**
   * Takes a snapshot and the one before it. The cards stay until others go, or moves are taken back.
   * @param {import("./messages").Snapshot} before
   * @param {import("./messages").Snapshot} next
   */
  follow(before, next) {
    if (!before || next.ply < this.ply || next.ply < before.ply) this.show([]);
    if (!before || next.ply <= before.ply) return;
    const cards = takenCards(before, next);
    if (!cards.length) return;
    this.ply = next.ply;
    this.show(cards);
  }

  /** @param {import("./messages").Card[]} cards */
  show(cards) {
    this.root.hidden = !cards.length;
    const items = cards.map((card) => element("li", {}, [element("span", { class: "card", title: card.t }, face(card.svg, card.t, card.c))]));
    this.root.replaceChildren(element("h3", {}, [say("last-cards")]), element("ul", { class: "cards" }, items));
  }
}
