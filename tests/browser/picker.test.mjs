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
