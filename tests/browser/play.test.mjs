// A browser plays: by pointing, by keyboard with accessible names as the only output, and several pages at once.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { faults, open, openBrowser, plies, serve, shot, until, untilExactly } from "./page.mjs";
import { test } from "./tries.mjs";

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const point = (page, name) => page.locator(`[data-point="${name}"]`);

/** Plays one move by pointing: what can be chosen now is all that is used. Returns false if nothing can be chosen. */
async function playOne(page, pick) {
  const before = await plies(page);
  for (let part = 0; part < 8; part += 1) {
    const choices = page.locator("#picker .move, #picker .word, .point.target");
    const count = await choices.count();
    if (!count) return false;
    await choices.nth(pick(count)).click();
    const dialog = page.locator("dialog[open]");
    if (await dialog.count()) await dialog.locator("#dialog-buttons button").first().click();
    const played = await page
      .waitForFunction(
        ([before, chosen]) =>
          Number(document.body.dataset.ply) > before || document.querySelectorAll("#picker .so-far").length > chosen,
        [before, 0],
        { timeout: 5000 },
      )
      .then(() => plies(page));
    if (played > before) return true;
  }
  throw new Error("a move has too many parts");
}

/** Numbers that are the same in every run. */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
}

test("Cannon is played by pointing, dragging and typing; a refused pair is explained", async () => {
  const server = await serve("cannon", "--seed", "1");
  try {
    const page = await open(browser, server.links["your link"]);
    await point(page, "b10").click();
    await until(page, 1);
    await point(page, "c1").click();
    await until(page, 2);
    // Not legal: the reason with its clause.
    await point(page, "h8").dragTo(point(page, "h7"));
    await page.locator("#answer.answer", { hasText: "CA-12" }).waitFor();
    await point(page, "h7").dragTo(point(page, "g6"));
    await until(page, 3);
    await page.locator("#text").fill("moves");
    await page.keyboard.press("Enter");
    await page.locator("#answer", { hasText: "moves:" }).waitFor();
    await page.locator("[data-command=undo]").click();
    await untilExactly(page, 2);
    await page.locator("[data-command=redo]").click();
    await until(page, 3);
    const pick = numbers(5);
    for (let ply = 0; ply < 12; ply += 1) if (!(await playOne(page, pick))) break;
    assert.ok((await plies(page)) > 8);
    await shot(page, "cannon-1400");
    assert.deepEqual(await faults(page, 1400), []);
    assert.deepEqual(await faults(page, 360), []);
    await shot(page, "cannon-360");
    assert.deepEqual(page.faults, []);
  } finally {
    server.end();
  }
});

test("a card game with secrets: each page sees its own hand, and a watcher none", async () => {
  const server = await serve("cannon-buster", "--players", "3", "--seed", "1");
  try {
    const names = Object.keys(server.links).filter((name) => !["your link", "to watch"].includes(name));
    const pages = await Promise.all(names.map((name) => open(browser, server.links[name])));
    const watcher = await open(browser, server.links["to watch"]);
    assert.equal(pages.length, 3);
    const hands = await Promise.all(pages.map((page) => page.locator(".zone.own .card:not(.back)").count()));
    assert.ok(hands.every((cards) => cards > 0), `${hands}`);
    assert.equal(await watcher.locator(".zone.own").count(), 0);
    assert.ok((await watcher.locator(".card.back").count()) >= 3);
    const pick = numbers(9);
    for (let turn = 0; turn < 10; turn += 1) {
      for (const page of pages) {
        if (await page.evaluate(() => document.body.classList.contains("acting"))) await playOne(page, pick);
      }
    }
    assert.ok((await plies(watcher)) >= 6);
    await shot(pages[0], "cards-1400");
    assert.deepEqual(await faults(pages[0], 1400), []);
    assert.deepEqual(await faults(pages[0], 360), []);
    await shot(pages[0], "cards-360");
    await shot(watcher, "cards-watched");
    for (const page of [...pages, watcher]) assert.deepEqual(page.faults, []);
  } finally {
    server.end();
  }
});

/** The accessible name of what has the focus. */
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);

/** Goes to a point by arrow keys, told only by accessible names such as `e2: white pawn`. */
async function walk(page, [column, row]) {
  for (let step = 0; step < 40; step += 1) {
    const name = (await focused(page)).split(":")[0];
    if (name === column + row) return;
    const sideways = column.charCodeAt(0) - name.charCodeAt(0);
    const key = sideways ? (sideways > 0 ? "ArrowRight" : "ArrowLeft") : Number(row) > Number(name.slice(1)) ? "ArrowUp" : "ArrowDown";
    await page.keyboard.press(key);
  }
  throw new Error("the point was not reached");
}

test("chess is played by keyboard, and each move is told as a sentence", async () => {
  const server = await serve("chess", "--seed", "1");
  try {
    const page = await open(browser, server.links["your link"], { colorScheme: "dark" });
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("Tab");
      if (/^[a-h][1-8]:/.test(await focused(page))) break;
    }
    assert.match(await focused(page), /^[a-h][1-8]:/);
    const moves = ["e2 e4", "e7 e5", "g1 f3", "b8 c6", "f1 c4", "f8 c5"];
    for (const [at, move] of moves.entries()) {
      const [from, to] = move.split(" ");
      await walk(page, from);
      assert.match(await focused(page), /you can choose it/);
      await page.keyboard.press("Enter");
      await walk(page, to);
      assert.match(await focused(page), /you can move here/);
      await page.keyboard.press("Enter");
      await until(page, at + 1);
      await page.waitForFunction(([from, to]) => document.querySelector("#news").textContent.includes(`${from}-${to}`), [from, to]);
    }
    await walk(page, "e4");
    assert.match(await focused(page), /e4: .*pawn/i);
    // Escape gives a chosen part back.
    await walk(page, "d2");
    await page.keyboard.press("Space");
    assert.equal(await point(page, "d2").getAttribute("aria-pressed"), "true");
    await page.keyboard.press("Escape");
    assert.equal(await point(page, "d2").getAttribute("aria-pressed"), "false");
    await shot(page, "chess-dark-1400");
    assert.deepEqual(await faults(page, 1400), []);
    assert.deepEqual(await faults(page, 360), []);
    await shot(page, "chess-dark-360");
    assert.deepEqual(page.faults, []);
  } finally {
    server.end();
  }
});

test("a lost connection comes back with the whole table", async () => {
  const server = await serve("./examples/tic-tac-toe");
  try {
    const page = await open(browser, server.links["your link"]);
    await point(page, "b2").click();
    await until(page, 1);
    const other = await open(browser, server.links["your link"]);
    await page.context().setOffline(true);
    await point(other, "a1").click();
    await until(other, 2);
    await page.context().setOffline(false);
    await page.reload();
    await until(page, 2);
    assert.equal(await point(page, "a1").getAttribute("aria-label"), await point(other, "a1").getAttribute("aria-label"));
  } finally {
    server.end();
  }
});
