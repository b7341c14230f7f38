// A server and pages for tests: starts `linstock serve`, opens its links in a browser, and looks for faults of accessibility.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
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

export const openBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Starts a server; returns its links by name. */
export async function serve(...args) {
  const state = mkdtempSync(join(tmpdir(), "linstock-browser-"));
  const child = spawn(linstock, ["serve", ...args, "--port", "0"], {
    cwd: root,
    env: { ...process.env, XDG_STATE_HOME: state },
  });
  let text = "";
  child.stderr.pipe(process.stderr);
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("Ctrl-C")) resolve();
    });
    child.on("exit", () => reject(new Error("the server ended")));
  });
  const links = Object.fromEntries([...text.matchAll(/^ {2}(.+?): (http\S+)$/gm)].map(([, name, url]) => [name, url]));
  return {
    links,
    end() {
      child.removeAllListeners("exit");
      child.kill();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Lets messages of the server arrive late, in their order: each by at most a time in milliseconds, or by `least` to `most`. */
export const delay = (page, most, least = 0) =>
  page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    let last = Promise.resolve();
    const later = (act) => {
      const due = sleep(least + Math.random() * (most - least));
      last = last.then(() => due).then(act);
    };
    server.onMessage((message) => later(() => socket.send(message)));
    server.onClose((code, reason) => later(() => socket.close({ code, reason })));
  });

/** Opens a link, and collects what goes wrong there. `before` gets the page before it is loaded. */
export async function open(browser, url, { before, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
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

/** Serious faults of accessibility at a width. */
export async function faults(page, width) {
  await page.setViewportSize({ width, height: 900 });
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

/** Waits until a page shows at least a number of plies. */
export const until = (page, count) =>
  page.waitForFunction((count) => Number(document.body.dataset.ply) >= count, count);

/** Waits until a page shows exactly a number of plies, as after a move is taken back. */
export const untilExactly = (page, count) =>
  page.waitForFunction((count) => Number(document.body.dataset.ply) === count, count);

/** Serves a game while something is tried: `tried` gets the server, and a function that opens one of its links. */
export async function atTable(browser, args, tried) {
  const server = await serve(...args);
  const pages = [];
  try {
    await tried(server, async (name, options) => {
      const page = await open(browser, server.links[name], options);
      pages.push(page);
      return page;
    });
    for (const page of pages) assert.deepEqual(page.faults, []);
  } catch (error) {
    for (const [at, page] of pages.entries()) console.log(`page ${at + 1}: ${JSON.stringify(await course(page))}`);
    throw error;
  } finally {
    server.end();
    for (const page of pages) await page.context().close();
  }
}
