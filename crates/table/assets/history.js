// The list of moves.

import { ask, button, element } from "./panels.js";
import { say } from "./say.js";

/** The most texts that an entry with several events of chance names. */
const MOST_NAMED = 6;

/** The entries of the list, as JSON: only those that have changed are written again. */
let listed = [];

/**
 * Puts plies of chance that come one after the other together: lists of plies.
 * @param {import("./messages").Ply[]} plies
 */
function entries(plies) {
  const all = [];
  for (const ply of plies) {
    const last = all.at(-1);
    if (last && !ply.who && !last[0].who) last.push(ply);
    else all.push([ply]);
  }
  return all;
}

/**
 * What a ply says: its text, and what it has put on the board if that is not in it.
 * @param {{ t: string, put?: string }} ply
 */
export const textOf = ({ t, put }) => (put ? `${t}: ${put}` : t);

/**
 * The last move of a player, with those that others chose at the same time, and the events of chance after it, in words.
 * @param {import("./messages").Ply[]} history
 */
export function lastOf(history) {
  const last = Math.max(0, history.findLastIndex((ply) => ply.who));
  const isTogether = (at) => history[at]?.w && !history.slice(at + 1, last + 1).some((ply) => ply.who === history[at].who);
  let from = last;
  while (history[last]?.w && isTogether(from - 1)) from -= 1;
  const [first, ...others] = entries(history.slice(from));
  if (!first) return "";
  const all = [first, ...others].map((plies) => (plies[0].who ? `${plies[0].by} ${textOf(plies[0])}` : say("action", { by: plies[0].by, text: eventsOf(plies) })));
  return say("last-ply", { text: all.join("; ") });
}

/** Names several events of chance. Equal texts, as of cards that are dealt face down, are named once. */
export function eventsOf(plies) {
  const counts = new Map();
  for (const text of plies.map(textOf)) counts.set(text, (counts.get(text) ?? 0) + 1);
  const often = [...counts].sort(([, one], [, other]) => other - one);
  const named = often.slice(0, MOST_NAMED).map(([text, count]) => (count > 1 ? `${text} (${count} ×)` : text));
  const more = counts.size - named.length;
  if (more > 0) named.push(say("more-events", { count: more }));
  return named.join(", ");
}

/**
 * Shows the list of moves. Each is a button that opens a dialog; several events of chance are one entry, which opens. Entries that have
 * not changed stay.
 * @param {HTMLElement} list
 * @param {import("./messages").Snapshot} table
 * @param {import("./messages").Send} send
 */
export function showHistory(list, table, send, look) {
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
  const all = entries(table.history);
  const texts = all.map((plies) => JSON.stringify(plies));
  let same = 0;
  while (same < texts.length && texts[same] === listed[same]) same += 1;
  const open = new Set([...list.querySelectorAll("details[open]")].map((one) => one.closest("li").dataset.from));
  while (list.children.length > same) list.lastElementChild.remove();
  listed = texts;
  const ofPly = (ply) => {
    const item = element("li", { value: String(ply.n) }, [
      button(`${ply.by} ${textOf(ply)}`, () => openPly(ply, table, send, look), { class: "ply" }),
    ]);
    if (ply.c?.length) item.append(element("small", {}, table.studio ? ply.c.map(clauseLink) : ply.c.slice(0, 4).map(clauseName)));
    return item;
  };
  const ofEvents = (plies) => {
    const from = String(plies[0].n);
    const text = say("action", { by: plies[0].by, text: eventsOf(plies) });
    const opened = element("details", { open: open.has(from) ? "" : null }, [element("summary", {}, [text]), element("ol", {}, plies.map(ofPly))]);
    const item = element("li", { value: String(plies.at(-1).n) }, [opened]);
    item.dataset.from = from;
    return item;
  };
  list.append(...all.slice(same).map((plies) => (plies.length > 1 ? ofEvents(plies) : ofPly(plies[0]))));
  if (atEnd) list.scrollTop = list.scrollHeight;
}

/** Writes the name of a clause, with a comma before the next one. */
const clauseName = (clause, at, all) => element("span", {}, [at < all.length - 1 ? `${clause}, ` : clause]);

/** Makes a button for a clause: the designer's page then shows its rule. */
const clauseLink = (clause) =>
  button(clause, () => document.dispatchEvent(new CustomEvent("clause", { detail: clause })), { class: "clause-link" });

function openPly(ply, table, send, look) {
  const clauses = (ply.c ?? []).map((clause) => button(clause, () => send({ type: "look", word: clause }), { class: "clause" }));
  const actions = [[say("look-after"), () => look(ply.n)]];
  if (table.you.length && ply.who) actions.push([say("take-back-to"), () => send({ type: "back", ply: ply.n - 1 })]);
  const text = clauses.length ? [element("p", {}, [say("clauses-of-move"), ...clauses])] : [];
  ask(`${ply.n}. ${ply.by} ${textOf(ply)}`, text, actions, "ply");
}
