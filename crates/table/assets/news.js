// Tells what has happened since the last snapshot as sentences.

import { eventsOf, textOf } from "./history.js";
import { say } from "./say.js";

/** The most moves that are told one by one. */
const MOST_TOLD = 6;

/**
 * The sentences about what has happened; empty if nothing has.
 * @param {import("./messages").Snapshot} before
 * @param {import("./messages").Snapshot} next
 */
export function newsOf(before, next) {
  const news = [];
  if (before && next.ply > before.ply) {
    const known = new Map(before.history.map((ply) => [ply.n, ply.t]));
    // A choice that others did not see may be shown only now.
    const fresh = next.history.filter((ply) => known.get(ply.n) !== ply.t);
    for (const ply of fresh.filter((one) => one.who).slice(-MOST_TOLD)) news.push(say("plays", { by: ply.by, text: textOf(ply) }));
    const events = fresh.filter((one) => !one.who);
    if (events.length) news.push(`${say("action", { by: events[0].by, text: eventsOf(events) })}.`);
  } else if (before && next.ply < before.ply) {
    const again = choosingAgain(before, next);
    if (again) news.push(say("chooses-again", { by: again.called ?? again.title }));
    else news.push(next.ply ? say("taken-back", { count: next.ply }) : say("at-beginning"));
  }
  if (!before || before.status !== next.status || news.length) news.push(`${next.status}.`);
  if (next.acting && before?.acting !== next.acting) news.push(next.you.length > 1 ? "" : say("your-turn"));
  return news.filter(Boolean).join(" ");
}

/**
 * The seat that has taken back its choice while others still choose.
 * @param {import("./messages").Snapshot} before
 * @param {import("./messages").Snapshot} next
 */
function choosingAgain(before, next) {
  const owing = before.seats.map((seat) => seat.turn);
  const isOpen = owing.includes(true) && owing.every((owed, at) => !owed || next.seats[at].turn);
  return isOpen && next.ply === before.ply - 1 ? next.seats.find((seat, at) => seat.turn && !owing[at]) : undefined;
}
