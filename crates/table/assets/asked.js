// The question where the rules ask none: what all moves have in common.

import { say } from "./say.js";

/** The names of the words and items of a move; none without one. */
export const namesIn = (move) => (move?.p ?? []).filter(([kind]) => kind !== "p").map(([, name]) => name);

/**
 * The words with which all moves begin, and how many items they name: “pass: choose 3”.
 * @param {import("./messages").Snapshot} table
 */
export function asked({ moves, more }) {
  if (moves.length < 2 || more) return "";
  const words = [];
  for (const [at, [kind, name, title = name]] of moves[0].p.entries()) {
    if (kind !== "w" || !moves.every(({ p }) => p[at]?.[0] === "w" && p[at][1] === name)) break;
    words.push(title);
  }
  const counts = new Set(moves.map(({ p }) => p.filter(([kind]) => kind === "i").length));
  const [count] = counts;
  const items = counts.size === 1 && count > 1 ? say("choose-items", { count }) : "";
  return words.length && items ? `${words.join(" ")}: ${items}` : words.join(" ") || items;
}
