// Measures how long a move of Cannon takes at 200 tables with four pages each, beside the same number of sockets of a bare echo.
//
//   cargo build --release --manifest-path benches/table/Cargo.toml
//   node --experimental-websocket benches/table/load.mjs [SECONDS]
//
// It fails if the 99th percentile of the moves is more than three times that of the echo, after 1000 moves and again after 4000. With a
// number of seconds, moves are played for so long, and the memory of the server is shown each minute.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Received } from "../../crates/table/assets/received.js";

const root = new URL("../..", import.meta.url).pathname;
const linstock = process.env.LINSTOCK ?? join(root, "target/release/linstock");
const echo = process.env.ECHO ?? join(root, "benches/table/target/release/echo");
const TABLES = Number(process.env.TABLES ?? 200);
/** Messages that are under way at once. */
const AT_ONCE = 4;
const MOVES = Number(process.env.MOVES ?? 1000);
/** Moves and echoes take turns, this many at a time: both meet nearly the same load of the machine. */
const ROUND = 50;
/** How many times longer than an echo a move may take, at the 99th percentile. */
const MOST = 3;
/** If the ratio is above that, it is looked at once more, after this many times the moves. */
const PATIENCE = 4;
const seconds = Number(process.argv[2] ?? 0);

const hex = (length) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join("");

/** Starts a program; returns it with what it prints until a text comes. */
async function start(program, args, until, env = {}) {
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env } });
  let text = "";
  child.stderr.pipe(process.stderr);
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes(until)) resolve();
    });
    child.on("exit", () => reject(new Error(`${program} ended`)));
  });
  return { child, text };
}

/** Makes the files of tables: one is begun, and the others are copies of it with other links. */
async function makeTables(state) {
  const env = { XDG_STATE_HOME: state };
  const { child } = await start(linstock, ["serve", "cannon", "--seed", "1", "--port", "0"], "Ctrl-C", env);
  child.removeAllListeners("exit");
  child.kill();
  const folder = join(state, "linstock/tables");
  const [name] = readdirSync(folder);
  const begun = JSON.parse(readFileSync(join(folder, name), "utf8").split("\n")[0]);
  rmSync(join(folder, name));
  const tables = [];
  for (let at = 0; at < TABLES; at += 1) {
    const table = { ...begun, id: hex(12), host: hex(32), seats: begun.seats.map(() => hex(32)) };
    // A table at which nobody sat down is not kept.
    writeFileSync(join(folder, `${table.id}.table`), `${JSON.stringify(table)}\n{"claim":{"seat":0}}\n`);
    tables.push(table);
  }
  return tables;
}

/** A socket with the last message as text, a way to wait for the next, and what all messages make. */
function connect(url) {
  const socket = new WebSocket(url, { headers: { origin: url.replace("ws:", "http:").replace(/(:\d+)\/.*/, "$1") } });
  const received = new Received();
  const page = { socket, last: null, waiting: null, unread: [], shown: null };
  socket.addEventListener("message", ({ data }) => {
    page.last = data;
    page.unread.push(data);
    page.waiting?.(data);
  });
  page.opened = new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", (event) => reject(new Error(event.message)));
  });
  page.until = (isRight) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer, but ${page.last?.slice(0, 200)}`)), 60000);
      page.waiting = (data) => {
        if (!isRight(data)) return;
        clearTimeout(timer);
        page.waiting = null;
        resolve(data);
      };
    });
  page.snapshot = () => {
    for (const data of page.unread.splice(0)) page.shown = received.read(data);
    return page.shown;
  };
  return page;
}

/** The number of a snapshot, from a message with all of it or with what has changed. */
const seqOf = (data) => Number(/^\{"type":"(?:table|changes).*?\\?"seq\\?":(\d+)/.exec(data)?.[1] ?? NaN);

/** Prepares a measurement: `measure(n)` does something n times, some at once, with one unit after the other; `times` are in milliseconds. */
function measuring(units, once) {
  const own = Array.from({ length: AT_ONCE }, (_, at) => units.filter((_, other) => other % AT_ONCE === at));
  const next = own.map(() => 0);
  const times = [];
  const measure = async (count) => {
    let left = count;
    const worker = async (at) => {
      while (left-- > 0) {
        const took = await once(own[at][next[at]++ % own[at].length]);
        if (took !== null) times.push(took);
      }
    };
    await Promise.all(own.map((_, at) => worker(at)));
  };
  return { times, measure };
}

const share = (times, part) => times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))];
const report = (name, times) =>
  console.log(`${name}: ${times.length} messages, median ${share(times, 0.5).toFixed(1)} ms, p99 ${share(times, 0.99).toFixed(1)} ms`);
const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

const state = mkdtempSync(join(tmpdir(), "linstock-load-"));
const children = [];
try {
  const tables = await makeTables(state);
  const served = await start(linstock, ["serve", "--resume", "--port", "0"], "Ctrl-C", { XDG_STATE_HOME: state });
  children.push(served.child);
  const port = /127\.0\.0\.1:(\d+)/.exec(served.text)[1];
  for (const table of tables) {
    const url = `ws://127.0.0.1:${port}/t/${table.id}/socket`;
    table.pages = [table.host, ...table.seats, null].map((token) => Object.assign(connect(url), { token }));
    for (const page of table.pages) {
      await page.opened;
      const shown = page.until((data) => seqOf(data) >= 0);
      page.socket.send(JSON.stringify({ type: "hello", token: page.token }));
      await shown;
    }
  }
  console.log(`${tables.length} tables, ${4 * tables.length} pages, ${memory(served.child.pid).toFixed(0)} MB`);
  const moves = measuring(tables, async (table) => {
    for (const page of table.pages.slice(1, 3)) {
      const seen = page.snapshot();
      if (!seen.moves?.length) continue;
      const move = seen.moves[Math.floor(Math.random() * seen.moves.length)].t;
      const answered = page.until((data) => seqOf(data) > seen.seq);
      const begun = performance.now();
      page.socket.send(JSON.stringify({ type: "say", seq: seen.seq, text: move, sure: true }));
      await answered;
      const took = performance.now() - begun;
      // The other pages follow.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return took;
    }
    // The game is over, or its snapshot is still under way.
    const host = table.pages[0];
    if (host.snapshot().over) host.socket.send(JSON.stringify({ type: "new-game" }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return null;
  });

  const bare = await start(echo, [state], "\n");
  children.push(bare.child);
  const sockets = Array.from({ length: 4 * TABLES }, () => connect(`ws://127.0.0.1:${bare.text.trim()}/`));
  for (const page of sockets) await page.opened;
  let count = 0;
  const echoes = measuring(sockets, async (page) => {
    const text = `{"play":{"player":"light","text":"b7-b6"},"n":${(count += 1)}}`;
    page.unread.length = 0;
    const answered = page.until((data) => data === text);
    const begun = performance.now();
    page.socket.send(text);
    await answered;
    const took = performance.now() - begun;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return took;
  });

  const watch = seconds ? setInterval(() => console.log(`memory: ${memory(served.child.pid).toFixed(0)} MB`), 60000) : null;
  const end = Date.now() + 1000 * seconds;
  const ratio = () => share(moves.times, 0.99) / share(echoes.times, 0.99);
  let tried = 0;
  const measure = async (isEnough) => {
    while (!isEnough()) {
      await moves.measure(ROUND);
      await echoes.measure(ROUND);
      tried += ROUND;
    }
  };
  // If the ratio were looked at more often, a good one would soon be found by chance.
  await measure(() => (seconds ? Date.now() >= end : tried >= MOVES));
  if (!seconds && ratio() > MOST) await measure(() => tried >= PATIENCE * MOVES);
  clearInterval(watch);
  report("tables", moves.times);
  report("echo", echoes.times);
  console.log(`memory: ${memory(served.child.pid).toFixed(0)} MB`);
  console.log(`p99 of tables is ${ratio().toFixed(2)} times that of the echo; it may be ${MOST}`);
  if (ratio() > MOST) process.exitCode = 1;
} finally {
  for (const child of children) {
    child.removeAllListeners("exit");
    child.kill();
  }
  rmSync(state, { recursive: true, force: true });
  setTimeout(() => process.exit(), 100);
}
