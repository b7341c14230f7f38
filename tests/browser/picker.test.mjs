// How a move is chosen part by part, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Picker } from "../../crates/table/assets/picker.js";

const move = (text, ...parts) => ({ t: text, p: parts.map((part) => (/^[a-z]\d$/.test(part) ? ["p", part] : ["w", part])) });

test("a pair of points is one move", () => {
  const picker = new Picker([move("a1-a2", "a1", "a2"), move("a1-a3", "a1", "a3"), move("b1-b2", "b1", "b2")]);
  assert.deepEqual([...picker.options().targets], ["a1", "b1"]);
  assert.ok(!picker.choosePoint("a2"));
  assert.ok(picker.choosePoint("a1"));
  assert.equal(picker.finished(), null);
  assert.deepEqual([...picker.options().targets], ["a2", "a3"]);
  assert.ok(picker.choosePoint("a3"));
  assert.equal(picker.finished(), "a1-a3");
  picker.back();
  assert.equal(picker.finished(), null);
});

test("a point alone is a move if no other begins there", () => {
  const picker = new Picker([move("a1", "a1"), move("a2", "a2"), move("pass", "pass")]);
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["pass"]);
  picker.choosePoint("a2");
  assert.equal(picker.finished(), "a2");
});

test("several texts for one pair are asked", () => {
  const picker = new Picker([move("a7-a8=q", "a7", "a8", "queen"), move("a7-a8=r", "a7", "a8", "rook")]);
  picker.choosePoint("a7");
  picker.choosePoint("a8");
  assert.equal(picker.finished(), null);
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["a7-a8=q", "a7-a8=r"]);
});

test("words tell moves with the same points apart, and may come first", () => {
  const picker = new Picker([move("fort a1", "fort", "a1"), move("road a1", "road", "a1"), move("road a2", "road", "a2")]);
  assert.deepEqual([...picker.options().words.keys()], ["fort", "road"]);
  picker.chooseWord("road");
  assert.deepEqual([...picker.options().targets], ["a1", "a2"]);
  picker.choosePoint("a2");
  assert.equal(picker.finished(), "road a2");
  picker.clear();
  picker.choosePoint("a1");
  assert.equal(picker.finished(), null);
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["fort a1", "road a1"]);
});

test("a series may go on or end", () => {
  const picker = new Picker([move("a1xa3", "a1", "a3"), move("a1xa3xa5", "a1", "a3", "a5")]);
  picker.choosePoint("a1");
  picker.choosePoint("a3");
  assert.equal(picker.finished(), null);
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["a1xa3"]);
  assert.deepEqual([...picker.options().targets], ["a5"]);
});

test("many moves of words are chosen word by word", () => {
  const cards = ["a", "b", "c", "d", "e", "f"];
  const pairs = cards.flatMap((one, at) => cards.slice(at).map((other) => move(`keep ${one} ${other}`, "keep", one, other)));
  const picker = new Picker([...pairs, move("pass", "pass")]);
  assert.deepEqual([...picker.options().words.keys()], ["keep", "pass"]);
  picker.chooseWord("keep");
  assert.deepEqual([...picker.options().words.keys()], cards);
  picker.chooseWord("e");
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["keep e e", "keep e f"]);
  picker.back();
  picker.chooseWord("f");
  assert.equal(picker.finished(), "keep f f");
  assert.ok(!picker.chooseWord("a"));
});

/** Moves that name a set of cards, in the order of the deck. */
const pass = (...sets) => sets.map((set) => ({ t: `pass ${set.join(" ")}`, p: [["w", "pass"], ...set.map((card) => ["i", card, card.toUpperCase()])] }));
const cards = ["h2", "h5", "h7", "hj", "hq", "ha"];
const threes = cards.flatMap((a, i) => cards.slice(i + 1).flatMap((b, j) => cards.slice(i + j + 2).map((c) => [a, b, c])));

test("the items of a set are chosen in any order, and taken out again", () => {
  const picker = new Picker(pass(...threes));
  assert.deepEqual([...picker.options().names.keys()].sort(), [...cards].sort());
  assert.ok(picker.chooseWord("ha"));
  assert.ok(picker.chooseWord("h2"));
  assert.ok(!picker.chooseWord("ha"));
  assert.equal(picker.finished(), null);
  assert.deepEqual(picker.items.map(({ item, title }) => item + title), ["haHA", "h2H2"]);
  assert.ok(picker.removeItem("ha") && !picker.removeItem("ha"));
  assert.ok(picker.chooseWord("hq"));
  assert.ok(picker.chooseWord("h7"));
  assert.equal(picker.finished(), "pass h2 h7 hq");
  picker.back();
  assert.equal(picker.finished(), null);
});

test("a set may be complete or go on, and may have equal items", () => {
  const picker = new Picker(pass([], ["1"], ["5"], ["1", "1"], ["1", "5"], ["1", "1", "5"]));
  assert.ok(picker.chooseWord("5"));
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["pass 5"]);
  assert.ok(picker.chooseWord("1"));
  assert.ok(picker.chooseWord("1"));
  assert.equal(picker.finished(), "pass 1 1 5");
  assert.ok(!picker.chooseWord("1"));
});

test("a set that is one of several moves with one item left is not played before it is chosen", () => {
  const picker = new Picker(pass(["h2", "h5"], ["h7", "ha"]));
  picker.chooseWord("ha");
  assert.equal(picker.finished(), null);
  picker.chooseWord("h7");
  assert.equal(picker.finished(), "pass h7 ha");
});

test("words may follow a set", () => {
  const give = (set, to) => ({ t: `give ${set.join(" ")} to ${to}`, p: [["w", "give"], ...set.map((card) => ["i", card]), ["w", "to"], ["w", to]] });
  const sets = [["h2"], ["h5"], ["h2", "h5"]];
  const picker = new Picker(sets.flatMap((set) => ["ann", "ben", "cem", "dan", "eve"].map((to) => give(set, to))));
  picker.chooseWord("h5");
  assert.deepEqual(picker.options().ready.map((one) => one.text).length, 5);
  picker.chooseWord("h2");
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["ann", "ben", "cem", "dan", "eve"].map((to) => `give h2 h5 to ${to}`));
});

test("an item may be chosen before the word that it implies", () => {
  const sets = [["1"], ["5"], ["1", "5"]];
  const picker = new Picker([{ t: "keep", p: [["w", "keep"]] }, ...sets.map((set) => ({ t: `again ${set.join(" ")}`, p: [["w", "again"], ...set.map((die) => ["i", die])] }))]);
  assert.deepEqual(picker.options().ready.length, 4);
  assert.ok(picker.chooseWord("5"));
  assert.deepEqual(picker.options().ready.map((one) => one.text), ["again 5"]);
  assert.ok(picker.chooseWord("1"));
  assert.equal(picker.finished(), "again 1 5");
  // Two words are possible before it: then the person must say which.
  const two = new Picker(["use", "fire"].flatMap((word) => ["a", "b"].map((card) => move(`${word} ${card}`, word, card))));
  assert.ok(!two.chooseWord("a"));
  assert.ok(two.chooseWord("use") && two.chooseWord("a"));
});

test("buttons for moves with the same points say what tells them apart", () => {
  const promoted = (name, title) => ({ t: `a7-a8=${name}`, p: [["p", "a7"], ["p", "a8"], ["w", name, title]], r: "promote" });
  const chess = new Picker([promoted("queen", "Dame"), promoted("rook", "Turm")]);
  assert.deepEqual(chess.labels(chess.options().ready), []);
  chess.choosePoint("a7");
  chess.choosePoint("a8");
  assert.deepEqual(chess.labels(chess.options().ready), ["Dame", "Turm"]);
  const shogi = new Picker([{ ...move("a7-a8", "a7", "a8"), r: "go" }, { ...move("a7-a8+", "a7", "a8"), r: "promote" }]);
  shogi.choosePoint("a7");
  shogi.choosePoint("a8");
  assert.deepEqual(shogi.labels(shogi.options().ready), ["Go", "Promote"]);
  const words = new Picker([{ ...move("fort a1", "fort", "a1"), r: "build" }, { ...move("road a1", "road", "a1"), r: "build" }]);
  words.choosePoint("a1");
  assert.deepEqual(words.labels(words.options().ready), ["Fort", "Road"]);
  // Nothing tells them apart but their texts.
  const alike = new Picker([move("a1!", "a1"), move("a1?", "a1")]);
  alike.choosePoint("a1");
  assert.deepEqual(alike.labels(alike.options().ready), ["a1!", "a1?"]);
});
