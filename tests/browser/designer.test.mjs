// The editor of the designer's page, and the mistakes that people make there.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Gate, close, eventually, shot, until } from "./page.mjs";
import { copied, design, editor, find, notice, replace, replaceAll, save, shownFile, shownText, state } from "./studio.mjs";
import { test } from "./tries.mjs";

const MAIN = "tic-tac-toe.game";
const SCENARIOS = "scenarios/games.scn";

/** Tries something on the host's page of a game of one's own. */
async function at({ before, ...options }, tried) {
  const game = await copied("examples/tic-tac-toe", options);
  try {
    const page = await design(game, before);
    await tried(page, game);
    assert.deepEqual(page.faults, []);
    await close(page);
  } finally {
    await game.end();
  }
}

/** Plays a move by pointing. */
async function play(page, name, count) {
  await page.locator(`[data-point="${name}"]`).click();
  await until(page, count);
}

/** Shows another file. */
async function file(page, name) {
  await page.locator("#studio-file").selectOption(name);
  await shownFile(page, name);
}

test("a file is opened like its folder", () =>
  at({ file: MAIN }, async (page) => {
    assert.equal(await page.locator("#studio-file").inputValue(), MAIN);
    await page.locator("#studio-scenarios summary", { hasText: "all 5 passed" }).waitFor();
    await replace(page, "3 x 3", "4 x 3");
    await save(page);
    await page.locator('[data-point="d3"]').waitFor();
  }));

test("pointing at a word tells what it means", () =>
  at({}, async (page) => {
    const word = editor(page).locator(".cm-line", { hasText: "there in empty" }).getByText("empty").first();
    const tip = page.locator("#studio-text .about");
    // The editor forgets the mouse when colours arrive at the same moment, until the mouse moves again.
    for (let tried = 0; tried < 7 && !(await tip.isVisible()); tried += 1) {
      await word.hover({ position: { x: 3 + (tried % 4), y: 5 } });
      await tip.waitFor({ timeout: 1000 * 2 ** tried }).catch(() => {});
    }
    await tip.waitFor();
    assert.match(await tip.textContent(), /empty/);
    await shot(page, "studio-hover");
    const text = await page.locator("#studio-text").boundingBox();
    // The editor puts it in its place in a later frame.
    await eventually(async () => {
      const box = await tip.boundingBox();
      return box.x >= 0 && box.width > 60 && box.y >= text.y - 200;
    });
    // It goes when the mouse goes.
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: "detached" });
  }));

test("saving closes the list of completions", () =>
  at({}, async (page) => {
    const list = page.locator("#studio-text .cm-tooltip-autocomplete");
    await replace(page, "3 own mark in all", "2 own mark in al");
    await list.waitFor();
    await page.keyboard.type("l");
    await save(page);
    await list.waitFor({ state: "detached" });
    await state(page, "The game goes on");
    assert.equal(await list.count(), 0);
  }));

test("a name is changed in all files", () =>
  at({}, async (page, game) => {
    await play(page, "b2", 1);
    await find(page, "piece mark");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F2");
    const name = page.locator("dialog[open] #studio-name");
    assert.equal(await name.inputValue(), "mark");
    // The old name is selected.
    await page.keyboard.type("stone");
    await shot(page, "studio-rename");
    await name.press("Enter");
    await page.locator("#studio-state", { hasText: "Not saved" }).waitFor();
    assert.match(await shownText(page), /piece stone/);
    await page.waitForFunction(() => [...document.querySelector("#studio-file").options].filter((one) => one.textContent.endsWith("•")).length === 2);
    await editor(page).focus();
    await save(page);
    await page.locator("#studio-scenarios summary", { hasText: "all 5 passed" }).waitFor();
    await state(page, "The game goes on");
    await game.has(MAIN, /3 own stone in all/);
    await game.has(SCENARIOS, /a1 is o stone/);
    await until(page, 1);
    // A word that cannot be renamed.
    await find(page, "board 3");
    await page.keyboard.press("Home");
    await page.keyboard.press("F2");
    await page.locator(".studio-notice button", { hasText: "Close" }).click();
  }));

test("F12 goes to where a name is declared, also in another file", () =>
  at({}, async (page) => {
    await find(page, "some three");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F12");
    await page.locator("#studio-text .cm-activeLine", { hasText: "line three" }).waitFor();
    await file(page, SCENARIOS);
    await find(page, "is o mark");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F12");
    await shownFile(page, MAIN);
    await page.locator("#studio-text .cm-activeLine", { hasText: "piece mark" }).waitFor();
  }));

test("a text that cannot be read is saved, and the game stays as it was", () =>
  at({}, async (page, game) => {
    await play(page, "b2", 1);
    await replace(page, "move put", "mov put {");
    await save(page);
    await state(page, "mistakes");
    await page.locator("#studio-problems", { hasText: MAIN }).waitFor();
    assert.match(game.text(MAIN), /mov put \{/);
    // The others play on.
    await play(page, "a1", 2);
    // Undo works after a save, too.
    await editor(page).focus();
    while (!/move put "/.test(await shownText(page))) await page.keyboard.press("Control+z");
    await save(page);
    await page.locator("#studio-problems").waitFor({ state: "hidden" });
    await until(page, 2);
  }));

test("an empty file is a mistake like others", () =>
  at({}, async (page, game) => {
    await play(page, "b2", 1);
    await replaceAll(page, "");
    await save(page);
    await state(page, "mistakes");
    assert.equal(game.text(MAIN), "");
    await shot(page, "studio-empty");
    await page.keyboard.press("Control+z");
    await save(page);
    await state(page, "The game goes on");
    await until(page, 1);
    await page.locator("#studio-scenarios summary", { hasText: "all 5 passed" }).waitFor();
    // A file of scenarios may be empty.
    await file(page, SCENARIOS);
    await editor(page).getByText("players take turns").first().waitFor();
    await replaceAll(page, "");
    await save(page);
    await page.locator("#studio-scenarios summary", { hasText: /none|failed/ }).waitFor();
  }));

test("a file that another program deletes can be saved again", () =>
  at({}, async (page, game) => {
    await play(page, "b2", 1);
    rmSync(join(game.folder, MAIN));
    await notice(page, "deleted").waitFor();
    await shot(page, "studio-deleted");
    assert.match(await shownText(page), /Tic-tac-toe/);
    await play(page, "a1", 2);
    await notice(page, "deleted").getByRole("button", { name: "Save it again" }).click();
    await game.has(MAIN, /game tic-tac-toe/);
    await state(page, "The game goes on");
    await until(page, 2);
    // A file of scenarios, closed instead.
    rmSync(join(game.folder, SCENARIOS));
    await page.locator("#studio-scenarios summary", { hasText: "none" }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll("#studio-file option").length === 1);
  }));

test("two pages of the same rules", () =>
  at({}, async (page, game) => {
    const other = await design(game);
    await replace(page, "3 x 3", "4 x 3");
    await save(page);
    // The other page shows the text that was saved, and both go on.
    await editor(other).getByText("4 x 3").first().waitFor();
    for (const one of [page, other]) await one.locator('[data-point="d3"]').waitFor();
    // A text that is not saved is not overwritten.
    await replace(other, "4 x 3", "4 x 4");
    await replace(page, "4 x 3", "5 x 3");
    await save(page);
    await notice(other, "Another program").waitFor();
    assert.match(await shownText(other), /4 x 4/);
    await shot(other, "studio-two-pages");
    await notice(other, "Another program").getByRole("button", { name: "Save my text anyway" }).click();
    await editor(page).getByText("4 x 4").first().waitFor();
    for (const one of [page, other]) await one.locator('[data-point="d4"]').waitFor();
    assert.equal(await notice(page, "").count(), 0);
    assert.match(game.text(MAIN), /4 x 4/);
    assert.deepEqual(other.faults, []);
    await close(other);
  }));

test("undo after a save changes the text, and another save the game", () =>
  at({}, async (page, game) => {
    await replace(page, "3 x 3", "4 x 3");
    await save(page);
    await page.locator('[data-point="d3"]').waitFor();
    await editor(page).focus();
    while (!/board 3 x 3/.test(await shownText(page))) await page.keyboard.press("Control+z");
    await state(page, "Not saved");
    await save(page);
    await page.locator('[data-point="d3"]').waitFor({ state: "detached" });
    assert.match(game.text(MAIN), /board 3 x 3/);
  }));

/** Like `at`, with a gate for the messages of the server. */
function atGate(tried) {
  const gate = new Gate();
  return at({ before: (page) => gate.stand(page) }, (page, game) => tried(page, game, gate));
}

const point = (page, name) => page.locator(`[data-point="${name}"]`);

test("a text that is saved while an earlier save is on its way is saved after it", () =>
  atGate(async (page, game, gate) => {
    gate.close();
    await replace(page, "3 x 3", "4 x 3");
    await save(page);
    await replace(page, "4 x 3", "5 x 3");
    await save(page);
    // What was not saved is not.
    await replace(page, "5 x 3", "6 x 3");
    gate.open();
    await point(page, "e3").waitFor();
    await page.locator("#studio-save:enabled").waitFor();
    assert.match(game.text(MAIN), /board 5 x 3/);
    // The table is that of a text only until the next one is saved.
    await page.evaluate(() => {
      new MutationObserver(() => (window.wasWider ||= Boolean(document.querySelector("[data-point=f3]")))).observe(document.querySelector("#board"), { childList: true });
    });
    gate.close();
    await save(page);
    // Back to the text that is on the disk, before the page knows that another one will be.
    await page.keyboard.press("Control+z");
    while (!/board 5 x 3/.test(await shownText(page))) await page.keyboard.press("Control+z");
    await save(page);
    await gate.holds('"type":"renewed"');
    gate.open();
    await page.waitForFunction(() => window.wasWider);
    await point(page, "f3").waitFor({ state: "detached" });
    assert.match(game.text(MAIN), /board 5 x 3/);
  }));

test("the page warns before it is closed until a save is done", () =>
  atGate(async (page, game, gate) => {
    const warns = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    assert.equal(await warns(), false);
    await replace(page, "3 x 3", "4 x 3");
    assert.equal(await warns(), true);
    gate.close();
    await save(page);
    assert.equal(await warns(), true);
    gate.open();
    await point(page, "d3").waitFor();
    await state(page, "The game goes on");
    assert.equal(await warns(), false);
    // A report that is refused changes nothing of the saves that are on their way.
    await page.locator("#studio-reports > summary").click();
    await page.locator("#report-with").fill("a/b");
    gate.close();
    await page.getByRole("button", { name: "Compare" }).click();
    await replace(page, "4 x 3", "5 x 3");
    await save(page);
    await replace(page, "5 x 3", "6 x 3");
    await save(page);
    gate.open();
    await notice(page, "").waitFor();
    await point(page, "f3").waitFor();
    assert.match(game.text(MAIN), /board 6 x 3/);
  }));

test("a rule under which the moves are not legal leaves the game as it is", () =>
  at({}, async (page, game) => {
    await play(page, "b2", 1);
    await play(page, "c3", 2);
    await replace(page, "3 x 3", "3 x 2");
    await save(page);
    await state(page, "The game stays under the old rules");
    await notice(page, "no longer legal").waitFor();
    await shot(page, "studio-stays");
    assert.equal(await page.locator('[data-point="c3"]').count(), 1);
    await play(page, "a1", 3);
    await notice(page, "no longer legal").getByRole("button", { name: "Go on under the new rules" }).click();
    await page.locator('[data-point="c3"]').waitFor({ state: "detached" });
    await until(page, 1);
    assert.equal(await page.locator("#history > li").count(), 1);
    // No move at all is legal: the game stays, and says so.
    await replace(page, "in empty", "in empty except b2");
    await save(page);
    await notice(page, "no longer legal").waitFor();
    await notice(page, "no longer legal").getByRole("button", { name: "Keep the old rules" }).click();
    assert.equal(await notice(page, "").count(), 0);
    await until(page, 1);
    // Another program mends the text.
    writeFileSync(join(game.folder, MAIN), game.text(MAIN).replace("in empty except b2", "in empty"));
    await page.waitForFunction(() => /same as before|goes on/.test(document.querySelector("#studio-state").textContent));
    await until(page, 1);
  }));

test("a report shows how far it is, and can be stopped", () =>
  at({}, async (page) => {
    await page.locator("#studio-reports > summary").click();
    await page.locator("#report-balance").fill("600");
    await page.getByRole("button", { name: "Balance" }).click();
    await page.locator("#studio-reports p", { hasText: /Playing Tic-tac-toe for about 10m: [\d,]+ games/ }).waitFor();
    await shot(page, "studio-progress");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#studio-reports p", { hasText: "Done" }).waitFor();
    await page.locator(".studio-report h1").waitFor();
  }));
