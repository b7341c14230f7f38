// A server and pages for tests: starts `linstock serve`, opens its links in a browser, and looks for faults of accessibility.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

const root = new URL("../..", import.meta.url).pathname;
const linstock = process.env.LINSTOCK ?? join(root, "target/release/linstock");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.SHOTS;
const assets = process.env.ASSETS;
const lateness = Number(process.env.LATE ?? 0);
const slowness = Number(process.env.SLOW ?? 1);

/** The longest time that something may take in a right program, in milliseconds. It only ends what would wait for ever. */
export const PATIENCE = 120000;
/** The longest time for the browser to start, in milliseconds. */
const START = 180000;
/** How long to wait for a browser to end, and for what a failed page says of itself, in milliseconds. */
const END = 20000;

/** The browser of all pages, once one is needed. */
let starting = null;
/** The servers that run. */
const servers = new Set();
process.on("exit", () => servers.forEach((child) => child.kill("SIGKILL")));

/** The browser. Another one starts if it has ended. */
async function browser() {
  const was = starting;
  // Another page may have started a new one in the meantime.
  if (was && !(await was).isConnected() && starting === was) starting = null;
  starting ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"], timeout: START });
  return starting;
}

/** Waits until something is done, has failed, or takes too long. */
const soon = (done) => Promise.race([done, sleep(END, "no answer", { ref: false })]).catch(String);

/** Ends the browser and all servers. */
export async function endAll() {
  const started = starting;
  starting = null;
  await Promise.all([...servers].map(ended));
  const opened = await started?.catch(() => null);
  // A second request kills a browser that does not follow the first one.
  for (let turn = 0; opened?.isConnected() && turn < 2; turn += 1) await soon(opened.close());
}

/** Kills a server, and waits until it has ended: it then writes no files any more. */
async function ended(child) {
  const isRunning = child.pid && child.exitCode === null && child.signalCode === null;
  const exit = isRunning && once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  servers.delete(child);
}

/** Removes a folder that a program may still have used a moment ago. */
export const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

/** Starts a server; returns its links by name. */
export async function serve(...args) {
  const state = mkdtempSync(join(tmpdir(), "linstock-browser-"));
  const child = spawn(linstock, ["serve", ...args, "--port", "0"], {
    cwd: root,
    env: { ...process.env, XDG_STATE_HOME: state },
  });
  servers.add(child);
  const end = async () => {
    await ended(child);
    remove(state);
  };
  let text = "";
  child.stderr.pipe(process.stderr);
  try {
    await new Promise((resolve, reject) => {
      child.stdout.on("data", (data) => {
        text += data;
        if (text.includes("Ctrl-C")) resolve();
      });
      child.on("error", reject);
      child.on("exit", () => reject(new Error("the server ended")));
    });
  } catch (error) {
    await end();
    throw error;
  }
  const links = Object.fromEntries([...text.matchAll(/^ {2}(.+?): (http\S+)$/gm)].map(([, name, url]) => [name, url]));
  return { links, end };
}

/** Waits until something is so. */
export async function eventually(check, otherwise = `never: ${check}`) {
  const end = Date.now() + PATIENCE;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(otherwise);
    await sleep(20);
  }
}

/** Lets messages between a page and the server arrive late, in their order: each by at most a time in milliseconds. */
const delay = (page, most) =>
  page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    const inOrder = () => {
      let last = Promise.resolve();
      return (act) => {
        const due = sleep(Math.random() * most);
        // The page may be gone.
        last = last.then(() => due).then(act).catch(() => {});
      };
    };
    const [toPage, toServer] = [inOrder(), inOrder()];
    server.onMessage((message) => toPage(() => socket.send(message)));
    server.onClose((code, reason) => toPage(() => socket.close({ code, reason })));
    socket.onMessage((message) => toServer(() => server.send(message)));
    socket.onClose((code, reason) => toServer(() => server.close({ code, reason })));
  });

/** Holds messages of the server back while it is closed, so that a test decides what the page does before they arrive. */
export class Gate {
  /** What is held; null while the gate is open. */
  #held = null;

  /** For `before` of a page. */
  stand(page) {
    return page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (this.#held) this.#held.push({ message: String(message), send: () => socket.send(message) });
        else socket.send(message);
      });
    });
  }

  close() {
    this.#held = [];
  }

  /** Lets everything through that was held, in its order, and what comes. */
  open() {
    const held = this.#held;
    this.#held = null;
    for (const { send } of held) send();
  }

  /** Waits until a message with a text is held. */
  holds = (text = "") => eventually(() => this.#held.some(({ message }) => message.includes(text)), `no message with "${text}" has come`);
}

/** Makes a context with one page. */
export async function newPage(options = {}) {
  const context = await (await browser()).newContext({ locale: "en-US", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  if (slowness > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slowness });
  return page;
}

/** Opens a link, and collects what goes wrong there. `before` gets the page before it is loaded. */
export async function open(url, { before, ...options } = {}) {
  const page = await newPage({ viewport: { width: 1400, height: 900 }, ...options });
  if (assets) {
    await page.route(/\.(js|css)$/, (route) => {
      const path = join(assets, new URL(route.request().url()).pathname.split("/").at(-1));
      return existsSync(path) ? route.fulfill({ path }) : route.continue();
    });
  }
  if (lateness) await delay(page, lateness);
  await before?.(page);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(url).host && !request.url().startsWith("data:")) page.faults.push(request.url());
  });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("#status").textContent);
  return page;
}

/** Closes a page. The browser may have ended, or no longer answer. */
export const close = (page) => soon(page.context().close());

/** Gives the window of a page another size, and waits until the page is laid out in it. */
export async function resize(page, width, height = 900) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((width) => window.matchMedia(`(width: ${width}px)`).matches, width);
  // The page learns of the size before it draws the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Serious faults of accessibility at a width. */
export async function faults(page, width) {
  await resize(page, width);
  // The content policy of the page forbids a script element.
  await page.evaluate(axe);
  const result = await page.evaluate(() => window.axe.run());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const serious = result.violations.filter((one) => ["serious", "critical"].includes(one.impact));
  const found = serious.map((one) => `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`);
  if (wide > 0) found.push(`the page is ${wide} px wider than the window of ${width} px`);
  return found;
}

/** Keeps a picture, if a folder for pictures is named. */
export async function shot(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

/** What a page shows of the course of the game. */
export const course = (page) =>
  page.evaluate(() => ({
    ply: Number(document.body.dataset.ply ?? 0),
    chosen: document.querySelector("#picker .so-far")?.textContent ?? "",
    status: document.querySelector("#status").textContent,
    isActing: document.body.classList.contains("acting"),
    isAsked: Boolean(document.querySelector("dialog[open]")),
    answer: document.querySelector("#answer.refused")?.textContent ?? "",
    seq: document.body.dataset.seq,
    isSent: document.body.classList.contains("sent"),
  }));

export const plies = (page) => page.evaluate(() => Number(document.body.dataset.ply));

/** Waits until a page shows something else than before, and every choice that was sent is answered. */
export async function changed(page, before) {
  let now;
  const isOther = async () => {
    now = await course(page);
    return !now.isSent && JSON.stringify(now) !== JSON.stringify(before);
  };
  await eventually(isOther, `nothing happened after ${JSON.stringify(before)}`);
  return now;
}

/** Waits until a page shows at least a number of plies. */
export const until = (page, count) =>
  page.waitForFunction((count) => Number(document.body.dataset.ply) >= count, count);

/** Waits until a page shows exactly a number of plies, as after a move is taken back. */
export const untilExactly = (page, count) =>
  page.waitForFunction((count) => Number(document.body.dataset.ply) === count, count);

/** Serves a game while something is tried: `tried` gets the server, and a function that opens one of its links. */
export async function atTable(args, tried) {
  const server = await serve(...args);
  const pages = [];
  try {
    await tried(server, async (name, options) => {
      const page = await open(server.links[name], options);
      pages.push(page);
      return page;
    });
    for (const page of pages) assert.deepEqual(page.faults, []);
  } catch (error) {
    for (const [at, page] of pages.entries()) console.log(`page ${at + 1}: ${JSON.stringify(await soon(course(page)))}`);
    throw error;
  } finally {
    await server.end();
    for (const page of pages) await close(page);
  }
}
