// Whole games: random legal moves to the end, on a page for each seat, while somebody watches. Some people point, the others play by
// keyboard. `npm test` plays a few games; `npm run thorough` plays all shipped ones, and each seat by both.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { Picker } from "../../crates/table/assets/picker.js";
import { Received } from "../../crates/table/assets/received.js";
import { changed, close, course, eventually, faults, open, serve, shot } from "./page.mjs";
import { Keyboard, Pointer, numbers } from "./people.mjs";
import { test } from "./tries.mjs";

const root = new URL("../..", import.meta.url).pathname;
const isThorough = Boolean(process.env.GAMES);
const QUICK = ["goofspiel", "cannon", "nine-mens-morris"];
const all = readdirSync(`${root}/rulesets`, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
const games = !isThorough ? QUICK : process.env.GAMES === "all" ? all.map((entry) => entry.name).sort() : process.env.GAMES.split(",");
/** After so many moves somebody resigns. */
const MOST_MOVES = Number(process.env.MOVES ?? (isThorough ? 200 : 24));
/** Each seat is played by both kinds of people in two rounds. */
const ROUNDS = Number(process.env.ROUNDS ?? (isThorough ? 2 : 1));
/** A list of more moves is not tried move by move. */
const MOST_TRIED = 500;

/** Returns the moves that nobody can choose part by part. */
function unreachable(moves) {
  const left = new Set(moves.map((move) => move.t));
  const visit = (picker) => {
    const done = picker.finished();
    if (done) return left.delete(done);
    const { ready, targets, words } = picker.options();
    for (const move of ready) left.delete(move.text);
    for (const point of targets) {
      picker.choosePoint(point);
      visit(picker);
      picker.back();
    }
    for (const word of words.keys()) {
      picker.chooseWord(word);
      visit(picker);
      picker.back();
    }
  };
  visit(new Picker(moves));
  return [...left];
}

/** Collects the last snapshot that a page got, and moves that could not be chosen. */
function listen(page) {
  page.lost = [];
  page.on("websocket", (socket) => {
    const received = new Received();
    socket.on("framereceived", ({ payload }) => {
      const message = received.read(payload);
      if (message.type !== "table") return;
      page.table = message;
      if (message.moves.length > MOST_TRIED) return;
      const lost = unreachable(message.moves);
      if (lost.length) page.lost.push(`${lost.length} of ${message.moves.length} after ply ${message.ply}: ${lost.slice(0, 5).join(", ")}`);
    });
  });
}

/** What a page shows of the game. Points are sorted, because some players see the board turned. */
const state = (page) =>
  page.evaluate(() => ({
    status: document.querySelector("#status").textContent,
    names: [...document.querySelectorAll("[data-point]")].map((point) => point.getAttribute("aria-label").replace(/, you can .*/, "")).sort(),
  }));

/** Waits until all pages show the same ply. */
async function together(pages) {
  const latest = Math.max(...pages.map((page) => page.table.seq));
  for (const page of pages) {
    await eventually(async () => Number((await course(page)).seq) >= latest, `a page does not show snapshot ${latest}`);
  }
}

async function playGame(game, round) {
  const server = await serve(game, "--seed", String(round + 1), "--language", "en");
  const took = { Pointer: 0, Keyboard: 0 };
  const opened = [];
  const sit = async (name) => {
    const page = await open(server.links[name], { before: listen });
    opened.push(page);
    return page;
  };
  try {
    const names = Object.keys(server.links).filter((name) => !["your link", "to watch"].includes(name));
    const pages = [];
    for (const name of names) pages.push(await sit(name));
    const watcher = await sit("to watch");
    const people = pages.map((page, at) => new ((at + round) % 2 ? Keyboard : Pointer)(page, numbers(at + 3 * round + 5)));
    let moves = 0;
    for (; moves < MOST_MOVES; moves += 1) {
      const at = await mover(pages);
      if (at < 0) break;
      const begun = performance.now();
      const { seq } = await course(pages[at]);
      const isPlayed = await people[at].move().catch((error) => {
        throw new Error(`${names[at]} (${people[at].constructor.name}), move ${moves + 1}: ${error.message}`, { cause: error });
      });
      assert.ok(isPlayed, `${names[at]} (${people[at].constructor.name}) is to move after ${moves} moves and can choose nothing after ${people[at].log.slice(-3).join(" | ")}: ${JSON.stringify(await course(pages[at]))}`);
      took[people[at].constructor.name] += performance.now() - begun;
      if ((await course(pages[at])).seq === seq) await changed(pages[at], { seq });
      if (moves === 11) await shot(pages[at], `${game}-middle`);
      if (moves % 10 === 0) await compare([...pages, watcher]);
    }
    // The last move may have ended the game.
    await together([...pages, watcher]);
    const isOver = pages[0].table.over;
    if (!isOver) {
      await people[0].resign();
      await pages[0].waitForFunction(() => document.querySelector("#status").textContent.includes("resigned"));
    }
    await together([...pages, watcher]);
    await compare([...pages, watcher]);
    assert.ok(watcher.table.over);
    console.log(`${game} ${round}: ${moves} moves, ${isOver ? watcher.table.status : "resigned"}; ${Math.round(took.Pointer)} ms pointing, ${Math.round(took.Keyboard)} ms by keyboard`);
    await shot(pages[0], `${game}-end`);
    const found = [...(await faults(pages[0], 1400)), ...(await faults(pages[0], 360))];
    await shot(pages[0], `${game}-360`);
    for (const page of [...pages, watcher]) found.push(...page.faults, ...page.lost);
    assert.deepEqual(found, []);
  } finally {
    await server.end();
    for (const page of opened) await close(page);
  }
}

/** The page whose player is to move, or -1 at the end. */
async function mover(pages) {
  let found = -1;
  const isKnown = async () => {
    for (const [at, page] of pages.entries()) {
      if (!page.table.acting || Number((await course(page)).seq) !== page.table.seq) continue;
      found = at;
      return true;
    }
    return pages.every((page) => page.table.over);
  };
  await eventually(isKnown, "nobody is to move, and the game is not over");
  return found;
}

/** All pages show the same game; where nothing is hidden, the same pieces. */
async function compare(pages) {
  await together(pages);
  const shown = await Promise.all(pages.map(state));
  for (const page of shown) {
    assert.equal(page.status, shown[0].status);
    if (!pages[0].table.hides) assert.deepEqual(page.names, shown[0].names);
  }
}

for (const game of games) {
  for (let round = 0; round < ROUNDS; round += 1) {
    test(`${game} is played to its end, round ${round + 1}`, () => playGame(game, round));
  }
}
