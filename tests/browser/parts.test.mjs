// Parts of the page that need no browser: the clock, the keys of the board, what moved, and the size of all.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { BoardKeys } from "../../crates/table/assets/keys.js";
import { Received } from "../../crates/table/assets/received.js";

const assets = new URL("../../crates/table/assets", import.meta.url).pathname;
/** The most that scripts and style may weigh, in bytes. */
const MOST_BYTES = 60 * 1024;

/** The files of the page: its style, its script, and what that imports. */
function files(name = "table.js", found = new Set(["table.css"])) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(`${assets}/${name}`, "utf8");
  for (const [, other] of text.matchAll(/^import .* from "\.\/(.+)";$/gm)) files(other, found);
  return found;
}

test("scripts and style are small", () => {
  // Each file is sent alone.
  const sizes = [...files()].map((name) => gzipSync(readFileSync(`${assets}/${name}`)).length);
  assert.ok(sizes.length > 8);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(all <= MOST_BYTES, `${all} bytes`);
  console.log(`${all} bytes of ${MOST_BYTES}`);
});

const points = ["a1", "b1", "a2", "b2", "a12"].map((n, at) => ({ n, x: at % 2, y: Math.floor(at / 2) }));
const press = (keys, key, current, targets = [], time = 0) => keys.next({ key, timeStamp: time }, points, current, new Set(targets));

test("keys lead to points by direction, by name and to what can be chosen", () => {
  const keys = new BoardKeys();
  assert.equal(press(keys, "ArrowRight", "a1"), "b1");
  assert.equal(press(keys, "ArrowLeft", "a1"), null);
  assert.equal(press(keys, "Home", "b2"), "a1");
  assert.equal(press(keys, "PageDown", "b1", ["a1", "b2"]), "b2");
  assert.equal(press(keys, "PageDown", "b2", ["a1", "b2"]), "a1");
  assert.equal(press(keys, "PageUp", "a1", ["a1", "b2"]), "b2");
  assert.equal(press(keys, "PageUp", "a1"), null);
  assert.equal(press(keys, "Enter", "a1"), undefined);
  assert.equal(press(keys, " ", "a1"), undefined);
});

test("letters that follow each other are one name", () => {
  const keys = new BoardKeys();
  assert.equal(press(keys, "a", "b2", [], 0), "a1");
  assert.equal(press(keys, "1", "a1", [], 300), "a1");
  assert.equal(press(keys, "2", "a1", [], 600), "a12");
  assert.equal(press(keys, "b", "a12", [], 5000), "b1");
  assert.equal(press(keys, "2", "b1", [], 5300), "b2");
  // No name begins so: the last letter begins another.
  assert.equal(press(keys, "a", "b2", [], 5600), "a1");
  assert.equal(press(keys, "z", "a1", [], 9000), null);
});

test("pieces that moved are paired, and others are not", async () => {
  globalThis.window = { matchMedia: () => ({ matches: false }) };
  const { moved } = await import("../../crates/table/assets/motion.js");
  const on = (...pieces) => pieces.map((p, at) => ({ n: `p${at}`, x: at, y: 0, ...(p && { p }) }));
  const names = (before, after) => moved(on(...before), on(...after)).map(([from, to]) => `${from.n}-${to.n}`);
  assert.deepEqual(names(["pawn", "", ""], ["", "pawn", ""]), ["p0-p1"]);
  // A capture: the piece that was taken goes nowhere.
  assert.deepEqual(names(["pawn", "rook", ""], ["", "pawn", ""]), ["p0-p1"]);
  assert.deepEqual(names(["", "", ""], ["pawn", "", ""]), []);
  assert.deepEqual(names(["king", "", "rook"], ["", "rook, king", ""]), ["p2-p1", "p0-p1"]);
});

test("drawing waits for the end of a press, however long it is", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.Element = class extends EventTarget {
    closest = (selector) => (selector === "#board" ? null : this);
  };
  const { Press } = await import("../../crates/table/assets/press.js");
  const tried = (...events) => {
    globalThis.window = new EventTarget();
    let drawn = 0;
    const press = new Press(() => (drawn += 1));
    const send = (kind, more = {}) => window.dispatchEvent(Object.defineProperty(Object.assign(new Event(kind), { button: 0, buttons: 1, pointerId: 1, ...more }), "target", { value: new Element() }));
    for (const [kind, more] of events.slice(0, -1)) send(kind, more);
    assert.ok(press.holds());
    context.mock.timers.tick(60000);
    assert.equal(drawn, 0);
    send(...events.at(-1));
    context.mock.timers.tick(1000);
    return drawn;
  };
  assert.equal(tried(["pointerdown"], ["pointerup"]), 1);
  assert.equal(tried(["pointerdown"], ["pointermove"], ["click"]), 1);
  assert.equal(tried(["keydown", { key: " " }], ["pointermove", { buttons: 0 }], ["keyup", { key: " " }]), 1);
  // Another key or finger that is released is not that of the press.
  assert.equal(tried(["keydown", { key: " " }], ["keyup", { key: "Shift" }], ["keyup", { key: " " }]), 1);
  assert.equal(tried(["pointerdown"], ["pointerup", { pointerId: 2 }], ["keyup", { key: " " }], ["pointerup"]), 1);
  // The page did not learn of the release.
  assert.equal(tried(["pointerdown"], ["contextmenu"]), 1);
  assert.equal(tried(["pointerdown"], ["pointermove", { buttons: 0 }]), 1);
  assert.equal(tried(["keydown", { key: " " }], ["keydown", { key: "Tab" }]), 1);
});

test("times are written as clocks show them", async () => {
  globalThis.document = {};
  const { written } = await import("../../crates/table/assets/clock.js");
  assert.equal(written(600000), "10:00");
  assert.equal(written(545000), "9:05");
  assert.equal(written(7250), "0:07.3");
  assert.equal(written(-5), "0:00.0");
  assert.equal(written(3600000), "1:00:00");
});

test("cards that went from the table are those of open zones, with the last ones that were played, and who took them", async () => {
  const { takenCards } = await import("../../crates/table/assets/last-cards.js");
  const card = (n) => ({ n, t: n, v: null, c: 1, svg: "" });
  const zone = (label, cards, open = true, owner = null) => ({ label, owner, open, size: cards.length, cards: cards.map(card) });
  const hidden = (label, size, owner) => ({ label, owner, open: false, size, cards: null });
  const plies = (...texts) => texts.map((t, at) => ({ n: at + 1, who: "a", by: "a", t }));
  const seats = (...scores) => scores.map((score, at) => ({ name: "abc"[at], title: "ABC"[at], called: at ? null : "Ann", score }));
  const names = (before, next) => takenCards({ seats: [], ...before }, { seats: [], ...next }).cards.map((one) => one.n);
  const takers = (before, next) => takenCards(before, next).by;
  const before = { history: plies("c2", "c3"), played: [], you: ["a"], chosen: null, zones: [zone("table of a", ["c2"]), zone("table of b", ["c3"]), zone("hand of c", ["c4"], false, "c")] };
  const next = { history: plies("c2", "c3", "c4"), played: [{ ply: 2, card: card("c3") }, { ply: 3, card: card("c4") }], zones: [zone("table of a", []), zone("table of b", []), zone("hand of c", [], false, "c")] };
  assert.deepEqual(names(before, next), ["c2", "c3", "c4"]);
  // A hand that is empty now is no trick, nor is a table on which cards are left.
  const hand = { ...before, zones: before.zones.slice(2) };
  assert.deepEqual(names(hand, next), []);
  assert.deepEqual(names(before, { ...next, zones: before.zones }), []);
  // The owner of the zone to which they went has taken them.
  const trick = (size) => [hidden("taken of a", 0, "a"), hidden("taken of b", size, "b")];
  const full = { ...before, seats: seats(0, 0), zones: [...before.zones, ...trick(0)] };
  const empty = { ...next, seats: seats(0, 0), zones: [...next.zones, ...trick(3)] };
  assert.deepEqual(takers(full, empty), ["B"]);
  // The own choice was made before, and that of another player is shown only now. The next prize is there already.
  const waiting = { seats: seats(0, 0), history: plies("bid 3"), played: [], you: ["a"], chosen: { t: "bid 3", p: [["w", "bid"], ["w", "3"]] }, zones: [zone("prize", ["9"]), zone("hand of a", ["3", "5"], true, "a")] };
  const shown = { seats: seats(0, 9), history: plies("bid 3", "bid 4"), played: [{ ply: 1, card: card("3") }, { ply: 2, card: card("4") }], zones: [zone("prize", ["7"]), zone("hand of a", ["5"], true, "a")] };
  assert.deepEqual(names(waiting, shown), ["9", "3", "4"]);
  assert.deepEqual(takers(waiting, shown), ["B"]);
  assert.deepEqual(takers(waiting, { ...shown, seats: seats(9, 9) }), ["Ann", "B"]);
  const watched = { ...waiting, chosen: null, history: plies("bid") };
  assert.deepEqual(names(watched, shown), ["9", "3", "4"]);
  // A prize that has the name of a bid is another card.
  const alike = { ...watched, zones: [zone("prize", ["4"]), zone("hand of b", ["4"], true, "b")] };
  assert.deepEqual(names(alike, { ...shown, zones: [zone("prize", ["7"]), zone("hand of b", [], true, "b")] }), ["4", "3", "4"]);
  // A prize that nobody has won, and that stays, was not taken.
  assert.deepEqual(names(watched, { ...shown, zones: [zone("prize", ["7", "9"]), shown.zones[1]] }), []);
});

test("the last move is told with the events of chance after it", async () => {
  const words = { action: "{by}: {text}", "last-ply": "Last: {text}" };
  globalThis.document = { getElementById: () => ({ textContent: JSON.stringify(words) }) };
  const { lastOf } = await import("../../crates/table/assets/history.js");
  const player = (t, more = {}) => ({ n: 1, who: "ann", by: "Ann", t, ...more });
  const chance = (t) => ({ n: 2, who: null, by: "chance", t });
  assert.equal(lastOf([]), "");
  assert.equal(lastOf([player("roll"), chance("4"), player("roll"), chance("1")]), "Last: Ann roll; chance: 1");
  const together = ["one", "two"].map((text, at) => ({ ...player(text, { w: true }), who: `p${at}` }));
  assert.equal(lastOf([...together, ...together]), "Last: Ann one; Ann two");
  assert.equal(lastOf([player("xb13", { put: "hit" })]), "Last: Ann xb13: hit");
  assert.equal(lastOf([chance("deal"), chance("deal")]), "Last: chance: deal (2 ×)");
});

test("a snapshot is put together from the one before and what has changed", () => {
  const received = new Received();
  const snapshot = { type: "table", own: { seq: 1 }, view: { board: { svg: "<g><a/><b/></g>" }, notes: ["ü {x} y"] } };
  const read = { type: "table", seq: 1, board: { svg: "<g><a/><b/></g>" }, notes: ["ü {x} y"] };
  assert.deepEqual(received.read(JSON.stringify(snapshot)), read);
  // Other messages change nothing.
  const note = { type: "note", kind: "answer", text: "<b>}" };
  assert.deepEqual(received.read(JSON.stringify(note)), note);
  // Its pieces: up to 1}, up to <g>, <a/>, <b/>, </g>, `"}`, up to {x}, `y"]}`, and the last }.
  const parts = ['{"type":"table","own":{"seq":2}', [1, 1], [3, 1], "<c/>", [4, 5]];
  const next = { ...read, seq: 2, board: { svg: "<g><b/><c/></g>" } };
  assert.deepEqual(received.read(JSON.stringify({ type: "changes", parts })), next);
  const same = JSON.stringify({ type: "changes", parts: [[0, 9]] });
  assert.deepEqual(received.read(same), next);
});
