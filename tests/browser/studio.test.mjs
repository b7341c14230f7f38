// The designer's page: a mistake is shown, a save changes the rules of the game, a scenario fails, a clause leads to its rule.

import assert from "node:assert/strict";
import { faults, open, shot, until } from "./page.mjs";
import { copied, replace, state } from "./studio.mjs";
import { test } from "./tries.mjs";

test("rules are edited beside the table", async () => {
  const game = await copied("examples/tic-tac-toe");
  try {
    const page = await open(game.server.links["your link"]);
    const editor = page.locator("#studio-text .cm-content");
    await editor.getByText("Tic-tac-toe").first().waitFor();
    await state(page, "The rules are right");
    await page.locator("[data-point=b2]").click();
    await until(page, 1);
    // The clause of the move is marked, and leads to its rule.
    await page.locator("#studio-text .cm-lit", { hasText: "TT-1" }).first().waitFor();
    await page.locator("#history .clause-link", { hasText: "TT-1" }).first().click();
    await page.locator("#studio-text .cm-activeLine", { hasText: "move put" }).waitFor();
    // A mistake is underlined while it is typed, and the game stays as it is.
    await replace(page, "in empty", "in emty");
    await page.locator("#studio-text .cm-lintRange-error").first().waitFor();
    await shot(page, "studio-mistake");
    await page.keyboard.press("Control+s");
    await state(page, "mistakes");
    await page.locator("#studio-problems", { hasText: "emty" }).waitFor();
    // It is corrected, and another rule is new: the game goes on, with the move that was played.
    await replace(page, "in emty", "in empty");
    await replace(page, "3 x 3", "4 x 4");
    await page.keyboard.press("Control+s");
    await page.locator("[data-point=d4]").waitFor();
    await until(page, 1);
    assert.ok(game.text("tic-tac-toe.game").includes("4 x 4"));
    // A scenario fails, with a picture.
    await page.locator("#studio-scenarios.failed li.failed img").first().waitFor();
    await shot(page, "studio-failed");
    await page.locator("#studio-scenarios li.failed button").first().click();
    await page.waitForFunction(() => document.querySelector("#studio-file").value.startsWith("scenarios/"));
    // A report.
    await page.locator("#studio-reports > summary").click();
    await page.getByRole("button", { name: "Coverage" }).click();
    await page.locator(".studio-report h1", { hasText: "Coverage" }).waitFor();
    await shot(page, "studio-report");
    assert.deepEqual(await faults(page, 1400), []);
    assert.deepEqual(await faults(page, 360), []);
    await shot(page, "studio-360");
    assert.deepEqual(page.faults, []);
    // A player sees no rules.
    const other = await open(game.server.links.o);
    assert.equal(await other.locator("#studio").count(), 0);
    assert.deepEqual(other.faults, []);
  } finally {
    await game.end();
  }
});
