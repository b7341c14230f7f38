// Draws the board, and lets people point at it by mouse, finger and keyboard.

import { BoardKeys } from "./keys.js";
import { move, moved } from "./motion.js";
import { element, picture } from "./panels.js";
import { pinch } from "./pinch.js";
import { say } from "./say.js";

/** The size that a point should have on a screen. */
const TARGET = 44;
/** The least size of a point: a board that would be smaller scrolls. People can make small points larger. */
const LEAST = 16;
/** How far a pointer moves before it drags. */
const DRAG = 8;

export class BoardView {
  constructor(root, zoom, { tap, back }) {
    this.root = root;
    this.zoom = zoom;
    this.tap = tap;
    this.back = back;
    this.scale = 1;
    this.points = [];
    this.buttons = new Map();
    this.current = null;
    this.drag = null;
    this.keys = new BoardKeys();
    /** The points that can be chosen. */
    this.targets = new Set();
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.up(event));
    window.addEventListener("pointercancel", () => this.drop());
    window.addEventListener("resize", () => this.size());
    zoom.querySelector("#larger").addEventListener("click", () => this.resize(Math.max(1.25, TARGET / this.side)));
    pinch(root, (by, middle) => this.resize(by, middle));
    zoom.querySelector("#smaller").addEventListener("click", () => this.resize(0.8));
  }

  /** Shows a board; `chosen`, `targets` and `hinted` are names of points. */
  show(board, { chosen, targets, hinted }) {
    if (!board) {
      this.root.replaceChildren();
      this.zoom.hidden = true;
      return;
    }
    const focused = this.root.contains(document.activeElement) ? this.current : null;
    const before = this.board;
    const names = board.points.map((point) => point.n).join(" ");
    const isSame = names === this.names;
    if (names !== this.names) this.build(board);
    this.names = names;
    this.board = board;
    this.targets = targets;
    if (board.svg !== this.svg) {
      const drawing = picture(board.svg);
      drawing.removeAttribute("width");
      this.inner.querySelector("svg")?.remove();
      this.inner.prepend(drawing);
      this.svg = board.svg;
      if (isSame && before && board !== before) move(this.inner.firstElementChild, moved(before.points, board.points), board.side);
    }
    for (const point of board.points) {
      const button = this.buttons.get(point.n);
      const at = chosen.lastIndexOf(point.n);
      const says = [point.p ?? say("empty")];
      if (point.s) says.push(point.s.startsWith("`") ? say("marked", { sign: point.s.replaceAll("`", "") }) : point.s);
      if (point.m) says.push(say("changed"));
      if (targets.has(point.n)) says.push(chosen.length ? say("can-move-here") : say("can-choose"));
      if (hinted.includes(point.n)) says.push(say("hinted"));
      button.setAttribute("aria-label", `${point.n}: ${says.join(", ")}`);
      button.setAttribute("aria-pressed", String(at >= 0));
      button.classList.toggle("target", targets.has(point.n));
      button.classList.toggle("chosen", at >= 0);
      button.classList.toggle("hinted", hinted.includes(point.n));
      button.classList.toggle("further", chosen.length > 0);
      button.classList.toggle("filled", Boolean(point.p));
    }
    this.size();
    if (focused) return this.focus(focused);
    // The Tab key leads to a point that can be chosen.
    const first = board.points.find((point) => targets.has(point.n));
    if (first && !targets.has(this.current)) this.roam(first.n);
  }

  /** Makes a button for each point: rows of a grid, or a list. */
  build(board) {
    const [left, top, width, height] = board.box;
    const isGrid = board.points.every((point) => point.r !== undefined);
    this.buttons.clear();
    this.svg = null;
    this.inner = element("div", { class: "inner" });
    const group = element("div", { role: isGrid ? "grid" : "list", "aria-label": say("board"), "aria-describedby": "board-keys" });
    let row = null;
    for (const point of board.points) {
      const button = element("button", { type: "button", class: "point", tabindex: "-1" });
      button.dataset.point = point.n;
      const side = board.side;
      button.style.left = `${((point.x - side / 2 - left) / width) * 100}%`;
      button.style.top = `${((point.y - side / 2 - top) / height) * 100}%`;
      button.style.width = `${(side / width) * 100}%`;
      button.style.height = `${(side / height) * 100}%`;
      button.addEventListener("click", () => this.clicked(point.n));
      button.addEventListener("focus", () => this.roam(point.n));
      if (isGrid && (!row || row.dataset.row !== String(point.r))) {
        row = element("div", { role: "row" });
        row.dataset.row = String(point.r);
        group.append(row);
      }
      (row ?? group).append(element("div", { role: isGrid ? "gridcell" : "listitem" }, [button]));
      this.buttons.set(point.n, button);
    }
    this.points = board.points;
    this.ratio = height / width;
    this.inner.append(group);
    this.root.replaceChildren(this.inner);
    this.current = this.buttons.has(this.current) ? this.current : board.points[0]?.n;
    this.roam(this.current);
  }

  /** Fits the board into the window, or larger where the person wants it. */
  size() {
    if (!this.board || !this.inner) return;
    const [, , width, height] = this.board.box;
    const room = this.root.clientWidth;
    const tall = Math.max(320, window.innerHeight * 0.75);
    const least = (LEAST * width) / this.board.side;
    const fits = Math.max(least, Math.min(room, (tall * width) / height, width * 1.6));
    this.inner.style.width = `${Math.round(fits * this.scale)}px`;
    this.inner.style.height = `${Math.round(fits * this.scale * this.ratio)}px`;
    /** The side of a point in the window. */
    this.side = (fits / width) * this.board.side * this.scale;
    this.zoom.hidden = this.side >= TARGET && this.scale === 1;
    this.zoom.querySelector("#smaller").disabled = this.scale === 1;
  }

  /** Makes the board larger or smaller. What is in the middle stays there; without a middle, the current point is shown. */
  resize(by, middle) {
    const box = this.inner.getBoundingClientRect();
    const before = this.scale;
    this.scale = Math.min(6, Math.max(1, this.scale * by));
    this.size();
    if (!middle) return this.buttons.get(this.current)?.scrollIntoView({ block: "nearest", inline: "center" });
    const grown = this.scale / before - 1;
    this.root.scrollLeft += (middle[0] - box.left) * grown;
    this.root.scrollTop += (middle[1] - box.top) * grown;
  }

  roam(name) {
    for (const [other, button] of this.buttons) button.tabIndex = other === name ? 0 : -1;
    this.current = name;
  }

  focus(name) {
    this.roam(name);
    this.buttons.get(name)?.focus();
  }

  clicked(name) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    this.roam(name);
    this.tap(name);
  }

  key(event) {
    if (event.key === "Escape") {
      this.back();
    } else {
      const next = this.keys.next(event, this.points, this.current, this.targets);
      if (next === undefined) return;
      if (next) this.focus(next);
    }
    event.preventDefault();
  }

  // A mouse or a pen may drag; a finger scrolls, and taps twice.
  down(event) {
    const name = event.target.dataset?.point;
    if (!name || event.pointerType === "touch" || event.button !== 0) return;
    this.dragged = false;
    this.drag = { name, x: event.clientX, y: event.clientY, ghost: null };
  }

  move(event) {
    if (!this.drag) return;
    const { x, y, name } = this.drag;
    if (!this.drag.ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
      const piece = this.points.find((point) => point.n === name)?.p ?? name;
      this.drag.ghost = element("div", { class: "ghost", "aria-hidden": "true" }, [piece]);
      document.body.append(this.drag.ghost);
    }
    this.drag.ghost.style.left = `${event.clientX}px`;
    this.drag.ghost.style.top = `${event.clientY}px`;
  }

  up(event) {
    const drag = this.drag;
    this.drop();
    if (!drag?.ghost) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = under?.closest("[data-point]")?.getAttribute("data-point");
    this.dragged = Boolean(target && target === drag.name);
    if (target && target !== drag.name) this.tap(drag.name, target);
  }

  drop() {
    this.drag?.ghost?.remove();
    this.drag = null;
  }
}
