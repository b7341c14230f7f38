// What tests of the designer's page share: a ruleset of one's own, and an editor that is used as people use it.

import { cpSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, open, remove, serve } from "./page.mjs";

const root = new URL("../..", import.meta.url).pathname;

/** Serves a copy of a game. `file` names one file of it instead of the folder. */
export async function copied(of, { file = "", args = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "linstock-game-"));
  cpSync(join(root, of), folder, { recursive: true });
  const server = await serve(join(folder, file), ...args);
  const end = async () => {
    await server.end();
    remove(folder);
  };
  const text = (name) => readFileSync(join(folder, name), "utf8");
  // While a file is written, it may be missing.
  const isIn = (name) => existsSync(join(folder, name));
  const has = (name, pattern) => eventually(() => isIn(name) && pattern.test(text(name)), `${name} never has ${pattern}`);
  return { folder, server, end, text, has };
}

/** Opens the host's page, and waits until its rules are checked and shown. */
export async function design(game, before) {
  const page = await open(game.server.links["your link"], { before });
  await state(page, "The rules are right");
  await shownFile(page);
  return page;
}

/** Waits until the page says something about the files. */
export const state = (page, text) => page.locator("#studio-state", { hasText: text }).waitFor();

/** Waits until the editor shows a file; by default any. */
export const shownFile = (page, name = "") => page.locator(`#studio-text .cm-content[aria-label^="Text of ${name}"]`).waitFor();

export const notice = (page, text) => page.locator(".studio-notice", { hasText: text });

export const editor = (page) => page.locator("#studio-text .cm-content");

/** Selects the next place of some words, with the panel for searching. */
export async function find(page, words) {
  await editor(page).focus();
  await page.keyboard.press("Control+f");
  await page.locator("#studio-text input[name=search]").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
}

/** Replaces words of the text in the editor. */
export async function replace(page, from, to) {
  await find(page, from);
  await page.keyboard.type(to);
}

/** Replaces the whole text. */
export async function replaceAll(page, text) {
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  if (text) await page.keyboard.insertText(text);
  else await page.keyboard.press("Delete");
}

export const save = (page) => page.keyboard.press("Control+s");

/** The text that the editor shows. */
export const shownText = (page) => editor(page).innerText();
