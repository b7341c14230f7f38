// What a person learns from the page: clauses, the rules, why something cannot be chosen; and that there is room for players.

import assert from "node:assert/strict";
import { atTable as at, close, faults, newPage, plies, resize, shot, until } from "./page.mjs";
import { test } from "./tries.mjs";

const point = (page, name) => page.locator(`[data-point="${name}"]`);
const card = (page, name) => page.locator(`.zone.own [data-card="${name}"]`);
const answer = (page, text) => page.locator("#answer", { hasText: text }).waitFor();
const type = async (page, text) => {
  await page.locator("#text").fill(text);
  await page.keyboard.press("Enter");
};

test("clauses can be read: typed, and from the list of moves", () =>
  at(["cannon", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link");
    await type(page, "CA-12");
    await answer(page, "CA-12  ");
    await type(page, "what CA-18");
    await answer(page, "CA-18  ");
    await type(page, "help");
    await answer(page, "rules CLAUSE");
    await page.locator("#answer .close").click();
    assert.equal(await page.locator("#answer").textContent(), "");
    await point(page, "b10").click();
    await until(page, 1);
    await page.locator("#history button.ply").first().click();
    const clause = page.locator("dialog[open] button.clause").first();
    const name = await clause.textContent();
    await clause.click();
    await answer(page, `${name}  `);
    const watcher = await sit("to watch");
    await type(watcher, "CA-12");
    await answer(watcher, "CA-12  ");
  }));

test("the rules open on a page of their own", () =>
  at(["cannon-ball", "--seed", "1", "--base-path", "/games"], async (server, sit) => {
    for (const how of ["link", "word"]) {
      const page = await sit(how === "link" ? "to watch" : "your link");
      const opens = how === "link" ? page.locator("#rules").click() : type(page, "rules");
      const [rules] = await Promise.all([page.context().waitForEvent("page"), opens]);
      const wrong = [];
      rules.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
      await rules.reload();
      await rules.locator("h2").first().waitFor();
      assert.ok((await rules.locator(".numbered").count()) > 20);
      assert.match(await rules.evaluate(() => getComputedStyle(document.body).fontFamily), /Georgia/);
      // The policy of the page allows nothing inside.
      assert.deepEqual(wrong, []);
      assert.deepEqual(await faults(rules, 360), []);
      await shot(rules, `rules-${how}`);
    }
  }));

test("cards of a set are chosen in any order, taken out again, and refused with a sentence", () =>
  at(["hearts", "--seed", "3"], async (server, sit) => {
    const page = await sit("your link");
    const names = await page.locator(".zone.own [data-card]").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
    const [last, first, middle] = [names.at(-1), names[0], names[5]];
    await card(page, last).click();
    await card(page, first).click();
    assert.equal(await card(page, last).getAttribute("aria-pressed"), "true");
    await shot(page, "set");
    assert.deepEqual(await faults(page, 360), []);
    await card(page, last).click();
    assert.equal(await card(page, last).getAttribute("aria-pressed"), null);
    await card(page, last).click();
    await card(page, middle).click();
    await page.waitForFunction(() => !document.body.classList.contains("acting") || document.querySelector("#history > li:last-child").textContent.includes("pass"));
    const history = await page.locator("#history > li").last().textContent();
    assert.ok([first, middle, last].every((name) => history.includes(name)), history);
  }));

test("chosen cards stay chosen while other players choose", () =>
  at(["hearts", "--seed", "3"], async (server, sit) => {
    const [ann, ben] = [await sit("ann"), await sit("ben")];
    const card = (page, place) => page.locator(".zone.own [data-card]").nth(place);
    await card(ann, 12).click();
    const before = await plies(ann);
    for (const place of [12, 0, 5]) await card(ben, place).click();
    await until(ann, before + 1);
    assert.equal(await card(ann, 12).getAttribute("aria-pressed"), "true");
    for (const place of [0, 5]) await card(ann, place).click();
    await until(ann, before + 2);
  }));

test("a card that cannot be played says why", () =>
  at(["hearts", "--seed", "3"], async (server, sit) => {
    const pages = [];
    for (const name of ["ann", "ben", "cem", "dan"]) pages.push(await sit(name));
    for (const page of pages) for (const place of [12, 0, 5]) await page.locator(".zone.own [data-card]").nth(place).click();
    for (let turn = 0; turn < 8; turn += 1) {
      const acting = await Promise.any(pages.map((page) => page.waitForFunction(() => document.querySelector(".acting:not(.sent) .zone.own .card.can")).then(() => page)));
      const refused = acting.locator(".zone.own [data-card][aria-disabled]");
      if (await refused.count()) {
        await refused.first().click({ force: true });
        await acting.locator("#answer:not(:empty)").waitFor();
        const text = await acting.locator("#answer").textContent();
        console.log(text);
        assert.doesNotMatch(text, /look like|knows no|has no word/);
        return;
      }
      const before = await plies(acting);
      await acting.locator(".zone.own .card.can").first().click();
      await until(acting, before + 1);
    }
    throw new Error("all cards could always be played");
  }));

test("on a small window, an answer is in sight", () =>
  at(["cannon", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await point(page, "b10").tap();
    await until(page, 1);
    await point(page, "c1").tap();
    await until(page, 2);
    await page.evaluate(() => window.scrollTo(0, 0));
    await point(page, "h8").tap();
    await point(page, "a8").tap();
    await answer(page, "h8-a8");
    const box = await page.locator("#answer").boundingBox();
    const scrolled = await page.evaluate(() => window.scrollY);
    assert.ok(box.y >= 0 && box.y + box.height <= 740, JSON.stringify({ box, scrolled }));
    await shot(page, "answer-360");
    assert.deepEqual(await faults(page, 360), []);
    // A keyboard on the screen goes away, so that it does not hide the answer.
    await type(page, "hint");
    await answer(page, "best move");
    assert.equal(await page.evaluate(() => document.activeElement.id), "");
    await page.locator("#answer .close").tap();
    // A finger's click comes after its touch.
    await page.locator("#answer:empty").waitFor({ state: "attached" });
    // From the list of moves, which is far below.
    await page.locator("#history button.ply").first().tap();
    await page.locator("dialog[open] button.clause").first().tap();
    await answer(page, "CA-");
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector("#answer").getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight + 1;
    });
  }));

test("a move with a typing error offers the nearest moves, and nonsense shows what moves look like", () =>
  at(["chess"], async (server, sit) => {
    const page = await sit("your link");
    await type(page, "e2-e9");
    const offered = page.locator("dialog[open] #dialog-buttons button");
    await offered.first().waitFor();
    assert.deepEqual((await offered.allTextContents()).slice(0, 2), ["e2-e4", "e2-e3"]);
    await offered.first().click();
    await until(page, 1);
    await type(page, "qwertz");
    await answer(page, "I don't understand qwertz. Moves look like");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#answer").textContent(), "");
  }));

test("a piece that is touched while somebody else is to move says who is to move", () =>
  at(["chess", "--name", "black=Ben"], async (server, sit) => {
    const [white, black] = [await sit("white"), await sit("black")];
    await point(white, "e2").click();
    await point(white, "e4").click();
    for (const page of [white, black]) await until(page, 1);
    await point(white, "d2").click();
    await answer(white, "It is not your turn. To move: Ben (black).");
    await answer(white, "d2");
  }));

test("pieces beside the board are below it where there is no room beside it", () =>
  at(["cannonball-colony", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link");
    const placed = async () => {
      const [zones, board, say] = await Promise.all(["#zones", "#board", "#say"].map((id) => page.locator(id).boundingBox()));
      return { isBelow: zones.y >= board.y + board.height && zones.y < say.y, isBeside: zones.x > board.x + board.width / 2 };
    };
    assert.deepEqual(await placed(), { isBelow: false, isBeside: true });
    for (const width of [360, 800]) {
      assert.deepEqual(await faults(page, width), []);
      assert.deepEqual(await placed(), { isBelow: true, isBeside: false });
    }
    await resize(page, 1400);
    assert.deepEqual(await placed(), { isBelow: false, isBeside: true });
  }));

test("many who watch leave room for players and the host, and one more tries again", () =>
  at(["./examples/tic-tac-toe"], async (server, sit) => {
    const page = await sit("to watch");
    // All from one page, as it costs less.
    await page.evaluate(async () => {
      const address = `ws://${location.host}${location.pathname}/socket`;
      window.sockets = Array.from({ length: 63 }, () => new WebSocket(address));
      const joined = window.sockets.map(
        (socket) =>
          new Promise((resolve) => {
            socket.addEventListener("open", () => socket.send('{"type":"hello","token":null}'));
            socket.addEventListener("message", resolve);
          }),
      );
      await Promise.all(joined);
    });
    const late = await newPage();
    await late.goto(server.links["to watch"]);
    await late.locator("#connection", { hasText: "too many people watch" }).waitFor();
    const [x, host] = [await sit("x"), await sit("your link")];
    await point(x, "b2").click();
    await until(host, 1);
    await page.evaluate(() => window.sockets.forEach((socket) => socket.close()));
    await until(late, 1);
    assert.match(await late.locator("#connection").textContent(), /You are watching/);
    await close(late);
  }));

test("pits are chosen by pointing, have names, and say why they cannot be chosen", () =>
  at(["kalah", "--seed", "1"], async (server, sit) => {
    const page = await sit("your link", { colorScheme: "dark" });
    const pit = (name) => page.locator(`[data-pit="${name}"]`);
    assert.match(await pit("s3").getAttribute("aria-label"), /s3: 4, you can choose it/);
    assert.match(await page.locator(".pits svg").textContent(), /s1.*4/);
    const colour = await page.locator(".pits svg text").last().evaluate((one) => getComputedStyle(one).fill);
    assert.equal(colour, await page.evaluate(() => getComputedStyle(document.body).color));
    await pit("n2").click({ force: true });
    await answer(page, "n2 is not one of your houses");
    await pit("s3").click();
    await until(page, 1);
    assert.match(await pit("s3").getAttribute("aria-label"), /s3: 0/);
    await shot(page, "pits");
    assert.deepEqual(await faults(page, 1400), []);
    assert.deepEqual(await faults(page, 360), []);
    await shot(page, "pits-360");
  }));
