// People for tests: one plays by pointing at what the page offers; one plays by keyboard, and learns of the page only through the
// accessibility tree.

import assert from "node:assert/strict";
import { changed, course, eventually } from "./page.mjs";

/** The most parts of a move. */
const MOST_PARTS = 24;

/** Numbers that are the same in every run. */
export function numbers(seed) {
  let state = seed * 7919 + 17;
  return (limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
}

/** Somebody who plays on a page. `choose` chooses one part of a move. */
class Person {
  constructor(page, pick) {
    this.page = page;
    this.pick = pick;
    /** What was chosen, for messages. */
    this.log = [];
  }

  /** Plays one move; returns false if nothing can be chosen. */
  async move() {
    let before = await course(this.page);
    const { ply, seq } = before;
    for (let part = 0; part < MOST_PARTS; part += 1) {
      if (before.isAsked) await this.confirm();
      else if (!(await this.choose())) return false;
      const now = await changed(this.page, before);
      assert.equal(now.answer, "", `refused after ${this.log.slice(-4).join(" | ")}`);
      if (now.ply !== ply || now.seq !== seq) return true;
      before = now;
    }
    throw new Error(`a move has too many parts: ${this.log.slice(-MOST_PARTS).join(" | ")}`);
  }
}

/** Plays by mouse. */
export class Pointer extends Person {
  async choose() {
    const choices = this.page.locator("#picker .move, #picker .word, .point.target, button.card.can");
    const count = await choices.count();
    if (!count) return false;
    const one = choices.nth(this.pick(count));
    this.log.push(await one.evaluate((button) => button.getAttribute("aria-label") ?? button.textContent));
    await one.click();
    return true;
  }

  async confirm() {
    await this.page.locator("dialog[open] #dialog-buttons button").first().click();
  }

  async resign() {
    await this.page.locator("[data-command=resign]").click();
    await this.confirm();
  }
}

/** The roles of elements that Tab stops at. */
const STOPS = new Set(["button", "textbox", "combobox", "slider", "checkbox", "DisclosureTriangle", "link"]);
/** How often people look where the focus is, and go on from there. */
const MOST_TURNS = 12;
/** If more can be chosen, people do not go from one to the next. */
const FEW = 12;
const CHOICE = /you can (choose it|move here)/;

/** Plays by keyboard. All that it knows is the accessibility tree. */
export class Keyboard extends Person {
  async tree() {
    this.session ??= await this.page.context().newCDPSession(this.page);
    const { nodes } = await this.session.send("Accessibility.getFullAXTree");
    const known = new Map(nodes.map((node) => [node.nodeId, node]));
    const stops = [];
    // In the order of the page.
    const walk = (node, path) => {
      const role = node.role?.value;
      const name = node.name?.value ?? "";
      const has = (wanted) => node.properties?.find((one) => one.name === wanted)?.value.value;
      const inside = node.ignored || !name ? path : [...path, `${role} ${name}`];
      if (!node.ignored && (STOPS.has(role) || (role === "list" && has("focusable"))) && (has("focusable") || !has("disabled"))) {
        const place = path.find((one) => /^(grid|list) Board$/.test(one)) ? "board" : path.find((one) => one === "group Your move") ? "picker" : "";
        stops.push({ name, role, place: place || (path.some((one) => one.startsWith("dialog")) ? "dialog" : path.at(-1) ?? ""), isFocused: Boolean(has("focused")), isPressed: has("pressed") === "true", isDisabled: Boolean(has("disabled")) });
      }
      for (const id of node.childIds ?? []) if (known.has(id)) walk(known.get(id), inside);
    };
    walk(nodes[0], []);
    return stops;
  }

  async choose() {
    // The tree follows the page a little later.
    let found;
    const isThere = async () => (found = await this.choices()).choices.length;
    await eventually(isThere, "nothing can be chosen");
    const { stops, choices } = found;
    this.choosable = choices.length;
    const goal = choices[this.pick(choices.length)];
    this.log.push(goal.name);
    await this.go(stops, goal);
    await this.page.keyboard.press(this.pick(2) ? "Enter" : "Space");
    return true;
  }

  /** All stops, and those that choose a part of a move. */
  async choices() {
    const stops = await this.tree();
    const isCard = (stop) => stop.role === "button" && /^region (Cards|State)/.test(stop.place) && !stop.isPressed && !stop.isDisabled;
    const choices = stops.filter(
      (stop) => (stop.place === "board" && CHOICE.test(stop.name)) || (stop.place === "picker" && !/^Back/.test(stop.name)) || isCard(stop),
    );
    return { stops, choices };
  }

  /** Moves the focus to a stop. */
  async go(stops, goal) {
    const places = collapsed(stops);
    const at = places.findIndex((group) => group.some((stop) => stop.isFocused));
    const to = places.findIndex((group) => group.includes(goal));
    // Without a focus, the browser knows where it was, and we do not.
    if (at < 0) await this.page.keyboard.press("Tab");
    const key = to > at ? "Tab" : "Shift+Tab";
    if (at >= 0) for (let step = 0; step < Math.abs(to - at); step += 1) await this.page.keyboard.press(key);
    // The page may be drawn between two keys, and letters of a name that come late begin another name.
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const now = await this.tree();
      const groups = collapsed(now);
      const here = groups.findIndex((group) => group.some((stop) => stop.isFocused));
      const focused = now.find((stop) => stop.isFocused);
      const wanted = groups.findIndex((group) => group.some((stop) => isSame(stop, goal)));
      if (focused && isSame(focused, goal)) return;
      if (here === wanted && goal.place === "board") {
        await this.reach(goal);
        continue;
      }
      const back = here < 0 || here < wanted ? "Tab" : "Shift+Tab";
      for (let step = 0; step < Math.max(1, Math.abs(wanted - Math.max(here, 0))); step += 1) await this.page.keyboard.press(back);
    }
    const last = (await this.tree()).find((stop) => stop.isFocused);
    if (!last || !isSame(last, goal)) throw new Error(`the focus is at “${last?.name}”, not at “${goal.name}”`);
  }

  /** Goes to a point of the board: by its name, or from one point that can be chosen to the next. */
  async reach(goal) {
    const name = goal.name.split(":")[0];
    if (this.pick(4) || this.choosable > FEW) {
      for (const letter of name) await this.page.keyboard.press(letter);
      return;
    }
    await this.page.keyboard.press("Home");
    for (let step = 0; step <= FEW; step += 1) {
      const focused = (await this.tree()).find((stop) => stop.isFocused);
      if (focused && isSame(focused, goal)) return;
      await this.page.keyboard.press("PageDown");
    }
  }

  async confirm() {
    // The tree follows the page a little later.
    const isInDialog = async () => (await this.tree()).some((stop) => stop.isFocused && stop.place === "dialog");
    await eventually(isInDialog, "the dialog does not have the focus");
    await this.page.keyboard.press("Enter");
  }

  async resign() {
    const stops = await this.tree();
    await this.go(stops, stops.find((stop) => stop.name === "Resign"));
    await this.page.keyboard.press("Enter");
    await this.page.locator("dialog[open]").waitFor();
    await this.confirm();
  }
}

/** Whether a stop is the one that was chosen. What is on a point may have changed: a half-made move shows its piece where it goes. */
const isSame = (stop, goal) => stop.place === goal.place && pointOf(stop) === pointOf(goal);
const pointOf = ({ name, place }) => (place === "board" ? name.split(":")[0] : name);

/** Stops as Tab sees them: all points of the board are one. */
function collapsed(stops) {
  const groups = [];
  for (const stop of stops) {
    if (stop.place === "board" && groups.at(-1)?.[0].place === "board") groups.at(-1).push(stop);
    else groups.push([stop]);
  }
  return groups;
}
