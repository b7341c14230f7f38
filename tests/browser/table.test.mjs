// What people see of each other, of what they have chosen, and of what has just happened; and the page in German.

import assert from "node:assert/strict";
import { Gate, atTable as at, faults, plies, shot, until } from "./page.mjs";
import { test } from "./tries.mjs";

const point = (page, name) => page.locator(`[data-point="${name}"]`);
const label = (page, name) => point(page, name).getAttribute("aria-label");
const own = (page, place) => page.locator(".zone.own [data-card]").nth(place);

test("names of people are in the status, the list of moves, what is read aloud and the end", () =>
  at(["./examples/tic-tac-toe", "--name", "x=Ann"], async (server, sit) => {
    const [x, o] = [await sit("x"), await sit("o")];
    await o.locator("#status", { hasText: "Ann (x) to move" }).waitFor();
    await point(x, "b2").click();
    await until(o, 1);
    assert.match(await o.locator("#news").textContent(), /Ann \(x\) plays b2/);
    assert.equal(await o.locator("#history button.ply").first().textContent(), "Ann (x) b2");
    await o.locator("#seats button", { hasText: "Your name" }).click();
    await o.locator("#name").fill("ann");
    await o.keyboard.press("Enter");
    await o.locator("#answer", { hasText: "Somebody else is called ann" }).waitFor();
    await o.locator("[data-command=resign]").click();
    await o.locator("dialog[open]", { hasText: "The game ends, and Ann wins." }).waitFor();
    await o.locator("#dialog-buttons button").first().click();
    await x.locator("#status", { hasText: "o resigned: Ann (x) wins" }).waitFor();
  }));

test("a choice is shown to its owner until all have chosen", () =>
  at(["goofspiel", "--seed", "1"], async (server, sit) => {
    const [one, other] = [await sit("ann"), await sit("ben")];
    // The prize has the name of a card in the hand, and is none of the cards that can be bid.
    assert.equal(await one.locator(".zone:not(.own) button[data-card]").count(), 0);
    await one.locator(".zone.own [data-card=three]").click();
    await one.locator("#pending", { hasText: "You have chosen: bid three" }).waitFor();
    assert.match(await one.locator(".zone.own .card.pending").textContent(), /three.*chosen/);
    await shot(one, "pending");
    assert.deepEqual(await faults(one, 1400), []);
    assert.equal(await other.locator("#pending").isVisible(), false);
    assert.equal(await other.locator(".pending").count(), 0);
    const before = await plies(one);
    await other.locator(".zone.own [data-card=four]").click();
    await until(one, before + 1);
    assert.equal(await one.locator("#pending").isVisible(), false);
  }));

test("a card is chosen though the page is drawn while it is pressed", () =>
  at(["goofspiel", "--seed", "1"], async (server, sit) => {
    const [one, other] = [await sit("ann"), await sit("ben")];
    await one.locator(".zone.own [data-card=three]").hover();
    await one.mouse.down();
    const news = await one.locator("#news").textContent();
    await other.locator(".zone.own [data-card=four]").click();
    // The page has taken the snapshot, and draws it after the press.
    await one.waitForFunction((news) => document.querySelector("#news").textContent !== news, news);
    await one.mouse.up();
    await one.locator("#last-cards h3", { hasText: "by ben" }).waitFor();
  }));

test("a press counts only for the question and the position in which it began", () =>
  at(["kalah", "--seed", "1"], async (server, sit) => {
    const [south, north] = [await sit("south"), await sit("north")];
    const pit = (page, name) => page.locator(`[data-pit=${name}]`);
    const proposal = (page, text) => page.locator("#proposal button", { hasText: text });
    await pit(south, "s1").click();
    for (const page of [south, north]) await until(page, 1);
    // The move is taken back, and another one is played.
    await pit(north, "n2").hover();
    await north.mouse.down();
    await south.locator("[data-command=undo]").click();
    await pit(south, "s2").click();
    await north.locator("#history", { hasText: "s2" }).waitFor();
    await north.mouse.up();
    await pit(north, "n3").click();
    for (const page of [south, north]) await until(page, 2);
    assert.match(await north.locator("#history").textContent(), /s2.*n3/);
    // The question whether a move is taken back becomes that for a draw.
    await south.locator("[data-command=undo]").click();
    await proposal(north, "Agree").hover();
    await north.mouse.down();
    await proposal(south, "Withdraw").click();
    await south.locator("[data-command=offer-draw]").click();
    await north.locator("#proposal", { hasText: "draw" }).waitFor();
    await north.mouse.up();
    await proposal(north, "Refuse").click();
    await south.locator("#answer", { hasText: "does not agree" }).waitFor();
    assert.doesNotMatch(await south.locator("#status").textContent(), /agreed/);
  }));

test("while a choice is on its way, choices of others do not open it again", () =>
  at(["goofspiel", "--players", "3", "--seed", "1"], async (server, sit) => {
    const gate = new Gate();
    const [one, other] = [await sit("ann", { before: (page) => gate.stand(page) }), await sit("ben")];
    // What the page shows whenever it begins or ends to wait for an answer.
    await one.evaluate(() => {
      window.shown = [];
      const note = () => {
        const waits = document.body.classList.contains("sent");
        if (waits !== Boolean(window.shown.at(-1)?.waits)) window.shown.push({ waits, isChosen: !document.querySelector("#pending").hidden });
      };
      new MutationObserver(note).observe(document.body, { attributeFilter: ["class"] });
    });
    // The choice of the other is on its way to the page while the page sends its own.
    gate.close();
    await other.locator(".zone.own [data-card=four]").click();
    await gate.holds();
    await one.locator(".zone.own [data-card=three]").click();
    gate.open();
    await one.locator("#pending", { hasText: "You have chosen: bid three" }).waitFor();
    assert.deepEqual(await one.evaluate(() => window.shown), [{ waits: true, isChosen: false }, { waits: false, isChosen: true }]);
  }));

test("events of chance are one entry with one stop of the keyboard, which opens", () =>
  at(["hearts", "--seed", "3"], async (server, sit) => {
    const page = await sit("your link");
    assert.equal(await plies(page), 52);
    assert.equal(await page.locator("#history > li").count(), 1);
    const summary = page.locator("#history summary");
    assert.match(await summary.textContent(), /^chance: deal/);
    const stops = () => page.evaluate(() => [...document.querySelectorAll("#history button")].filter((one) => one.checkVisibility()).length);
    assert.equal(await stops(), 0);
    await shot(page, "dealt");
    await summary.focus();
    await page.keyboard.press("Enter");
    assert.equal(await stops(), 52);
    await page.locator("#history button.ply").nth(3).click();
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    assert.deepEqual(await faults(page, 360), []);
    // It stays open while the game goes on.
    for (const place of [12, 0, 5]) await own(page, place).click();
    await until(page, 53);
    assert.equal(await page.locator("#history details[open]").count(), 1);
    await page.locator("#past-before").click();
    await page.locator("body.past").waitFor();
  }));

test("a half-made move shows its piece where it goes, and names it there", () =>
  at(["amazons", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link");
    await point(page, "d1").click();
    await point(page, "d7").click();
    await page.waitForFunction(() => document.querySelector("[data-point=d7]").getAttribute("aria-label").includes("amazon"));
    assert.match(await label(page, "d1"), /^d1: empty, you can move here$/);
    await shot(page, "half-made");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector("[data-point=d1]").getAttribute("aria-label").includes("amazon"));
    assert.match(await label(page, "d7"), /empty/);
    await point(page, "d7").click();
    await point(page, "d1").click();
    await until(page, 1);
    assert.match(await label(page, "d7"), /amazon/);
  }));

test("a trick stays in sight, and a set that is asked for is named", () =>
  at(["hearts", "--seed", "3"], async (server, sit) => {
    const pages = [];
    for (const name of ["ann", "ben", "cem", "dan"]) pages.push(await sit(name));
    assert.equal(await pages[0].locator("#question").textContent(), "pass: choose 3");
    for (const page of pages) for (const place of [12, 0, 5]) await own(page, place).click();
    for (let turn = 0; turn < 4; turn += 1) {
      assert.equal(await pages[0].locator("#last-cards").isVisible(), false);
      const acting = await Promise.any(pages.map((page) => page.waitForFunction(() => document.querySelector(".acting:not(.sent) .zone.own .card.can")).then(() => page)));
      const before = await plies(acting);
      await acting.locator(".zone.own .card.can").first().click();
      for (const page of pages) await until(page, before + 1);
    }
    for (const page of pages) assert.equal(await page.locator("#last-cards .card").count(), 4);
    await shot(pages[0], "trick");
    assert.deepEqual(await faults(pages[0], 360), []);
  }));

test("the page is in the language of the rules, or in another one", () =>
  at(["cannon-de", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link");
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    assert.match(await page.locator("#connection").textContent(), /^Sie spielen /);
    await page.locator("[data-command=resign]").click();
    await page.locator("dialog[open]", { hasText: "Das Spiel aufgeben?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#text").fill("undo");
    await page.keyboard.press("Enter");
    await page.locator("#answer", { hasText: "Sie haben keinen Zug" }).waitFor();
    const words = await page.locator("button:visible, h2:visible, label:visible").allTextContents();
    assert.ok(!words.some((word) => /Undo|Players|Moves|Rules|Resign/.test(word)), words.join(", "));
    await shot(page, "german");
    assert.deepEqual(await faults(page, 360), []);
  }));
