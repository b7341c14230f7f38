// What people learn of the course of a game: the last move and the last outcome of chance, what was taken, and which questions still matter;
// and the board from its other side.

import assert from "node:assert/strict";
import { atTable as at, faults, plies, resize, shot, until, untilExactly } from "./page.mjs";
import { test } from "./tries.mjs";

const point = (page, name) => page.locator(`[data-point="${name}"]`);
const card = (page, name) => page.locator(`.zone.own [data-card=${name}]`);
const type = async (page, text) => {
  const before = await plies(page);
  await page.locator("#text").fill(text);
  await page.keyboard.press("Enter");
  await until(page, before + 1);
};

test("the prize of a round stays in sight with the name of its winner", () =>
  at(["goofspiel", "--seed", "1"], async (server, sit) => {
    const [ann, ben, watcher] = [await sit("ann"), await sit("ben"), await sit("to watch")];
    // A watcher reads what all players saw.
    const [, prize] = (await watcher.locator("#history button.ply").first().textContent()).match(/prize (\w+)/);
    await card(ann, "three").click();
    await ann.locator("#pending:visible").waitFor();
    await card(ben, "ten").click();
    for (const page of [ann, ben, watcher]) {
      await page.locator("#last-cards h3", { hasText: "by ben" }).waitFor();
      const names = await page.locator("#last-cards .card .name").allTextContents();
      assert.deepEqual(names, [prize, "three", "ten"]);
      assert.match(await page.locator("#news").textContent(), /by ben: /);
    }
    await shot(watcher, "prize");
    // They stay after the page is loaded again, but not on a page that has not shown them.
    await watcher.reload();
    await watcher.locator("#last-cards h3", { hasText: "by ben" }).waitFor();
    assert.equal(await watcher.locator("#last-cards .card").count(), 3);
    const late = await sit("to watch");
    assert.equal(await late.locator("#last-cards").isVisible(), false);
    assert.deepEqual(await faults(ann, 360), []);
  }));

test("cards are offered in the order of their values", () =>
  at(["goofspiel", "--seed", "1"], async (server, sit) => {
    const page = await sit("ann");
    const texts = await page.locator("#picker .move, #picker .word").allTextContents();
    const order = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
    assert.deepEqual(texts.map((text) => text.replace("bid ", "")), order);
  }));

test("a choice that the others do not know is taken back without a question", () =>
  at(["goofspiel", "--seed", "1"], async (server, sit) => {
    const [ann, ben] = [await sit("ann"), await sit("ben")];
    const before = await plies(ann);
    await card(ann, "three").click();
    for (const page of [ann, ben]) await until(page, before + 1);
    await ann.locator("[data-command=undo]").click();
    for (const page of [ann, ben]) await untilExactly(page, before);
    assert.equal(await ben.locator("#proposal").isVisible(), false);
    await card(ann, "four").click();
    await card(ben, "five").click();
    await until(ann, before + 2);
  }));

test("the last throw of the die is in sight after the turn has passed", () =>
  at(["pig", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link");
    for (let turn = 0; turn < 20; turn += 1) {
      const before = await plies(page);
      const status = await page.locator("#status").textContent();
      await page.locator("[data-move=roll]").click();
      await until(page, before + 2);
      assert.match(await page.locator("#last").textContent(), /ann roll; chance: \d|ben roll; chance: \d/);
      if ((await page.locator("#status").textContent()) === status) continue;
      assert.match(await page.locator("#last").textContent(), /chance: 1$/);
      // The roll, and the one that ended the turn, have their clauses.
      assert.equal(await page.locator("#history li", { has: page.locator("small") }).count(), await page.locator("#history li").count());
      await shot(page, "pig");
      return;
    }
    throw new Error("no one in twenty throws");
  }));

test("questions that no longer matter go away", () =>
  at(["./examples/tic-tac-toe"], async (server, sit) => {
    const [x, o] = [await sit("x"), await sit("o")];
    // A name that somebody has is refused until another is chosen.
    await o.locator("#seats button", { hasText: "Your name" }).click();
    await o.locator("#name").fill("x");
    await o.keyboard.press("Enter");
    await o.locator("#answer", { hasText: "Somebody else is called x" }).waitFor();
    await o.locator("#seats button", { hasText: "Your name" }).click();
    await o.locator("#name").fill("Olga");
    await o.keyboard.press("Enter");
    await x.locator("#seats", { hasText: "Olga" }).waitFor();
    await o.waitForFunction(() => !document.querySelector("#answer").textContent);
    // A draw ends the question whether to resign, and an answer about a move.
    await o.locator("[data-command=resign]").click();
    await o.locator("dialog[open]").waitFor();
    await x.locator("#text").fill("qwertz");
    await x.keyboard.press("Enter");
    await x.locator("#answer.refused").waitFor();
    await x.locator("[data-command=offer-draw]").click();
    await o.waitForFunction(() => !document.querySelector("#proposal").hidden);
    await o.keyboard.press("Escape");
    await o.locator("#proposal button", { hasText: "Agree" }).waitFor();
    await x.locator("[data-command=resign]").click();
    await x.locator("dialog[open]").waitFor();
    await o.locator("#proposal button", { hasText: "Agree" }).click();
    await x.locator("#status", { hasText: "agreed on a draw" }).waitFor();
    await x.waitForFunction(() => !document.querySelector("dialog[open]") && !document.querySelector("#answer").textContent);
    for (const page of [x, o]) await page.locator("#proposal").waitFor({ state: "hidden" });
  }));

test("after the end, the last move can be taken back to try another", () =>
  at(["./examples/tic-tac-toe"], async (server, sit) => {
    const page = await sit("your link");
    for (const [count, name] of ["b2", "a1", "a2", "b1", "c2"].entries()) {
      await point(page, name).click();
      await until(page, count + 1);
    }
    const undo = page.locator("[data-command=undo]");
    assert.equal(await undo.textContent(), "Undo and play on");
    await undo.click();
    await page.locator("#status", { hasText: "x to move" }).waitFor();
    assert.equal(await undo.textContent(), "Undo");
  }));

test("a promotion is chosen by the name of the piece", () =>
  at(["chess"], async (server, sit) => {
    const page = await sit("your link");
    for (const move of ["a2-a4", "b7-b5", "a4-b5", "a7-a6", "b5-a6", "c8-b7", "a6-b7", "b8-c6"]) await type(page, move);
    await point(page, "b7").click();
    await point(page, "a8").click();
    const buttons = page.locator("#picker .move");
    assert.deepEqual((await buttons.allTextContents()).sort(), ["Bishop", "Knight", "Queen", "Rook"]);
    await shot(page, "promotion");
    await buttons.filter({ hasText: "Queen" }).click();
    await until(page, 9);
    assert.match(await point(page, "a8").getAttribute("aria-label"), /queen/);
  }));

test("players see the board from their own side, and can turn it", () =>
  at(["chess"], async (server, sit) => {
    const [white, black] = [await sit("white"), await sit("black")];
    const isAbove = (page, one, other) => page.evaluate(([one, other]) => {
      const top = (name) => document.querySelector(`[data-point="${name}"]`).getBoundingClientRect().top;
      return top(one) < top(other);
    }, [one, other]);
    assert.ok(await isAbove(white, "e8", "e2"));
    assert.ok(await isAbove(black, "e2", "e8"));
    const turn = black.locator("[data-command=turn]");
    assert.equal(await turn.getAttribute("aria-pressed"), "true");
    await shot(black, "turned");
    assert.deepEqual(await faults(black, 360), []);
    await resize(black, 1400);
    // Pieces are drawn where people point at them.
    await point(white, "e2").click();
    await point(white, "e4").click();
    await until(black, 1);
    await point(black, "e7").focus();
    // Up is towards the other player.
    await black.keyboard.press("ArrowUp");
    assert.equal(await black.evaluate(() => document.activeElement.dataset.point), "e6");
    await black.keyboard.press("ArrowLeft");
    assert.equal(await black.evaluate(() => document.activeElement.dataset.point), "f6");
    await point(black, "e7").click();
    await point(black, "e5").click();
    await until(white, 2);
    // Earlier positions are shown from the same side.
    await black.locator("#past-before").click();
    await black.locator("body.past").waitFor();
    assert.ok(await isAbove(black, "e2", "e8"));
    await turn.focus();
    await black.keyboard.press("Enter");
    await black.waitForFunction(() => {
      const top = (name) => document.querySelector(`[data-point="${name}"]`).getBoundingClientRect().top;
      return top("e8") < top("e2");
    });
    assert.equal(await turn.getAttribute("aria-pressed"), "false");
    await black.keyboard.press("Escape");
    await black.waitForFunction(() => !document.body.classList.contains("past"));
    assert.ok(await isAbove(black, "e8", "e2"));
    await point(white, "d2").click();
    await point(white, "d4").click();
    await until(black, 3);
    assert.ok(await isAbove(black, "e8", "e2"));
  }));

test("the page says who is to move in its own language", () =>
  at(["hex", "--language", "de"], async (server, sit) => {
    const page = await sit("your link");
    assert.match(await page.locator("#status").textContent(), /^am Zug: /);
  }));
