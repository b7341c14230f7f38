// A browser plays: by pointing, by keyboard with accessible names as the only output, and several pages at once.

import assert from "node:assert/strict";
import { atTable as at, faults, plies, shot, until, untilExactly } from "./page.mjs";
import { Pointer, numbers } from "./people.mjs";
import { test } from "./tries.mjs";

const point = (page, name) => page.locator(`[data-point="${name}"]`);

test("Cannon is played by pointing, dragging and typing; a refused pair is explained", () =>
  at(["cannon", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link");
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
    const person = new Pointer(page, numbers(5));
    for (let move = 0; move < 12; move += 1) assert.ok(await person.move());
    await shot(page, "cannon-1400");
    assert.deepEqual(await faults(page, 1400), []);
    assert.deepEqual(await faults(page, 360), []);
    await shot(page, "cannon-360");
  }));

test("a card game with secrets: each page sees its own hand, and a watcher none", () =>
  at(["cannon-buster", "--players", "3", "--seed", "1"], async (server, sit) => {
    const names = Object.keys(server.links).filter((name) => !["your link", "to watch"].includes(name));
    const pages = await Promise.all(names.map((name) => sit(name)));
    const watcher = await sit("to watch");
    assert.equal(pages.length, 3);
    const hands = await Promise.all(pages.map((page) => page.locator(".zone.own .card:not(.back)").count()));
    assert.ok(hands.every((cards) => cards > 0), `${hands}`);
    assert.equal(await watcher.locator(".zone.own").count(), 0);
    assert.ok((await watcher.locator(".card.back").count()) >= 3);
    const pick = numbers(9);
    for (let move = 0; move < 10; move += 1) {
      const isActing = () => document.querySelector(".acting:not(.sent)");
      const page = await Promise.any(pages.map((page) => page.waitForFunction(isActing).then(() => page)));
      const before = await plies(page);
      assert.ok(await new Pointer(page, pick).move());
      for (const one of [...pages, watcher]) await until(one, before + 1);
    }
    await shot(pages[0], "cards-1400");
    assert.deepEqual(await faults(pages[0], 1400), []);
    assert.deepEqual(await faults(pages[0], 360), []);
    await shot(pages[0], "cards-360");
    await shot(watcher, "cards-watched");
  }));

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

test("chess is played by keyboard, and each move is told as a sentence", () =>
  at(["chess", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link", { colorScheme: "dark" });
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
  }));

test("a lost connection comes back with the whole table", () =>
  at(["./examples/tic-tac-toe"], async (server, sit) => {
    const page = await sit("your link");
    await point(page, "b2").click();
    await until(page, 1);
    const other = await sit("your link");
    await page.context().setOffline(true);
    await point(other, "a1").click();
    await until(other, 2);
    await page.context().setOffline(false);
    // The browser says that there was no connection.
    page.faults = [];
    await page.reload();
    await until(page, 2);
    assert.equal(await point(page, "a1").getAttribute("aria-label"), await point(other, "a1").getAttribute("aria-label"));
  }));
