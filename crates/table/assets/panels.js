// The panels beside the board: players, cards and pieces, notes; and dialogs.

import { say } from "./say.js";

/** Makes an element. Texts are never read as HTML. */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function button(text, action, attributes = {}) {
  return element("button", { type: "button", onclick: action, ...attributes }, [text]);
}

/** Makes a text whose words of the game, which are between back quotes, are bold. */
export function worded(text) {
  const pieces = text.split("`");
  return pieces.length % 2 ? pieces.map((piece, at) => (at % 2 ? element("b", {}, [piece]) : piece)) : [text];
}

const skills = ["beginner", "casual", "strong", "best"];

/** The name of a skill, if it is a usual one; another, such as `best:2s`, is written as it is. */
const skillName = (skill) => (skills.includes(skill) ? say(`skill-${skill}`) : skill);

/**
 * Shows the players, and for the host their links and computer players.
 * @param {HTMLElement} list
 * @param {import("./messages").Snapshot} table
 * @param {import("./messages").Send} send
 */
export function showSeats(list, table, send, timeOf) {
  const open = new Set([...list.querySelectorAll("details[open]")].map((one) => one.getAttribute("data-seat")));
  list.replaceChildren(
    ...table.seats.map((seat) => {
      const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
      swatch.style.background = seat.fill;
      const says = [];
      if (table.you.includes(seat.name)) says.push(say("you"));
      if (seat.bot) says.push(say("computer", { skill: skillName(seat.bot) }));
      else if (!seat.here) says.push(seat.claimed ? say("away") : say("free"));
      if (seat.turn) says.push(say("to-move"));
      if (seat.score !== null && seat.score !== undefined) says.push(say("score", { score: seat.score }));
      const called = seat.called ? `${seat.called} (${seat.title})` : seat.title;
      const item = element("li", { class: seat.turn ? "turn" : null }, [
        swatch,
        element("span", { class: "who" }, [`${called}${says.length ? `: ${says.join(", ")}` : ""}`]),
        table.clock ? timeOf(seat) : null,
      ]);
      if (table.host) item.append(hostTools(seat, table, send, open.has(seat.name)));
      return item;
    }),
  );
  if (table.you.length && table.seats.length > 1) {
    list.append(element("li", {}, [button(say("your-name-open"), () => rename(table, send))]));
  }
  if (table.copy) {
    const tools = [element("summary", {}, [say("change-rules")]), element("p", {}, [say("copy-rules")])];
    const copy = element("details", { open: open.has("copy") ? "" : null }, [...tools, element("code", { class: "link" }, [table.copy])]);
    copy.dataset.seat = "copy";
    list.append(element("li", {}, [copy]));
  }
}

function rename(table, send) {
  const input = element("input", { id: "name", type: "text", maxlength: "40" });
  input.value = table.seats.find((seat) => seat.name === table.you[0])?.called ?? "";
  ask(say("your-name"), [element("label", { for: "name" }, [say("name")]), input], [[say("enter"), () => send({ type: "name", name: input.value })]]);
}

function hostTools(seat, table, send, isOpen) {
  const link = `${location.origin}${location.pathname}#${table.links[seat.name]}`;
  const copy = button(say("copy-link"), async (event) => {
    const from = event.currentTarget;
    try {
      await navigator.clipboard.writeText(link);
      from.textContent = say("copied");
    } catch {
      ask(say("secret-link"), [element("p", { class: "link" }, [link])], []);
    }
  });
  const choose = element("select", { "aria-label": say("who-plays", { seat: seat.title }) }, [
    element("option", { value: "" }, [say("person")]),
    ...skills.map((skill) => element("option", { value: skill }, [say("computer", { skill: skillName(skill) })])),
  ]);
  if (seat.bot && !skills.includes(seat.bot)) choose.append(element("option", { value: seat.bot }, [seat.bot]));
  choose.value = seat.bot ?? "";
  choose.addEventListener("change", () => send({ type: "bot", seat: seat.name, skill: choose.value || null }));
  const replace = () => send({ type: "new-link", seat: seat.name });
  const replaceAsked = () => ask(say("new-link-question", { seat: seat.called ?? seat.title }), [], [[say("new-link"), replace]]);
  const fresh = button(say("new-link"), () => (seat.claimed ? replaceAsked() : replace()));
  const tools = element("details", { open: isOpen ? "" : null }, [
    element("summary", { "aria-label": say("settings-of", { seat: seat.title }) }, [say("settings")]),
    element("div", { class: "tools" }, [choose, copy, fresh]),
  ]);
  tools.dataset.seat = seat.name;
  return tools;
}

/**
 * Makes an element of a picture from the server. Screen readers skip it: the text beside it has its name.
 * @param {string} svg
 * @returns {HTMLElement}
 */
export function picture(svg) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  drawing.setAttribute("aria-hidden", "true");
  drawing.removeAttribute("role");
  drawing.removeAttribute("aria-label");
  for (const title of drawing.querySelectorAll("title")) title.remove();
  return document.importNode(drawing, true);
}

/**
 * Shows a card as a picture. Screen readers read its name, and a tooltip shows it.
 * @param {string} svg
 * @param {string} name
 * @param {number} count
 */
export function face(svg, name, count) {
  const times = count > 1 ? [element("span", { class: "count", "aria-hidden": "true" }, [`×${count}`])] : [];
  return [picture(svg), element("span", { class: "name" }, [name]), ...times];
}

/**
 * The state of a button for a word or an item that people choose by its picture. A person may also point at what cannot be chosen: then
 * the page says why.
 * @param {{ names: Map<string, any>, items: { item: string }[] }} options
 */
const stateOf = (name, options) => {
  const isChosen = options.items.some(({ item }) => item === name);
  const can = options.names.has(name);
  return { isChosen, can, attributes: { "aria-pressed": isChosen ? "true" : null, "aria-disabled": can || isChosen ? null : "true" } };
};

/**
 * Shows zones. Where a player is to move, the player's own cards are buttons, and those of the table that can be chosen and that the
 * player does not hold.
 * @param {HTMLElement} root
 * @param {import("./messages").Snapshot} table
 */
export function showZones(root, table, options, choose) {
  const empty = table.zones.filter((zone) => !zone.size).map((zone) => zone.label);
  const none = empty.length ? [element("p", { class: "none" }, [say("empty-zones", { zones: empty.join(", ") })])] : [];
  const filled = table.zones.filter((zone) => zone.size);
  const held = new Set(filled.filter((zone) => zone.owner && zone.owner === table.acting).flatMap((zone) => zone.cards ?? []).map((card) => card.n));
  root.replaceChildren(
    ...filled.map((zone) => {
      const isOwn = table.you.includes(zone.owner);
      const cards = zone.cards
        ? zone.cards.map((card) => {
            const text = `${card.c > 1 ? `${card.c} × ` : ""}${card.t}${card.v ? ` (${card.v})` : ""}`;
            const { isChosen, can, attributes } = stateOf(card.n, options);
            const isButton = options.isOpen && (isOwn ? zone.owner === table.acting || can || isChosen : !zone.owner && !held.has(card.n) && (can || isChosen));
            const isPending = isOwn && options.pending.includes(card.n);
            const shown = face(card.svg, isPending ? `${text}, ${say("chosen")}` : text, card.c);
            const looks = { class: can ? "card can" : "card", "data-card": card.n, title: text, ...attributes };
            const made = isButton ? button("", () => choose(card.n), looks) : element("span", { class: isPending ? "card pending" : "card", title: text });
            made.replaceChildren(...shown);
            return element("li", {}, [made]);
          })
        : [element("li", {}, [element("span", { class: "card back" }, face(zone.svg, say("hidden-cards", { count: zone.size }), zone.size))])];
      return element("div", { class: isOwn ? "zone own" : "zone" }, [element("h3", {}, [zone.label]), element("ul", { class: "cards" }, cards)]);
    }),
    ...none,
  );
}

/**
 * Shows remembered numbers. Where a player is to move, the pits are buttons.
 * @param {import("./messages").Values} values
 */
function pits({ svg, size: [width, height], side, pits }, options, choose, isBoard) {
  const root = element("div", { class: "pits" }, [picture(svg)]);
  // In a game without a board they are in its place, and as large.
  const scale = isBoard ? Math.max(1, Math.min(1.6, (window.innerHeight * 0.75) / height)) : 1;
  root.style.width = `${Math.round(width * scale)}px`;
  for (const pit of options.isOpen ? pits : []) {
    const { isChosen, can, attributes } = stateOf(pit.n, options);
    const label = `${pit.t}: ${pit.v}${isChosen ? `, ${say("chosen")}` : can ? `, ${say("can-choose")}` : ""}`;
    const made = button("", () => choose(pit.n), { class: `point pit${can ? " target filled" : ""}`, "data-pit": pit.n, "aria-label": label, ...attributes });
    made.style.left = `${(pit.at[0] / width) * 100}%`;
    made.style.top = `${(pit.at[1] / height) * 100}%`;
    made.style.width = `${(side[0] / width) * 100}%`;
    made.style.height = `${(side[1] / height) * 100}%`;
    root.append(made);
  }
  return root;
}

export function showNotes(root, table, options, choose) {
  const isBoard = !table.board;
  root.replaceChildren(...table.values.map((values) => pits(values, options, choose, isBoard)), ...table.notes.map((note) => element("p", {}, [note])));
}

/**
 * Puts cards and pieces where people see them when they choose: without a board, in its place; below the board where there is no room
 * beside it.
 * @param {import("./messages").Snapshot} table
 */
export function placeZones({ board }, isNarrow) {
  const [zones, cards, notes, picker, seats] = ["zones", "last-cards", "notes", "picker", "seats"].map((id) => document.getElementById(id));
  const isBelow = !board || isNarrow;
  zones.classList.toggle("strip", Boolean(board) && isBelow);
  if (isBelow === Boolean(zones.closest("aside"))) {
    if (isBelow) picker.before(zones, cards);
    else seats.closest("section").after(zones, cards);
  }
  if (!board && notes.closest("aside")) cards.after(notes);
}

const dialogOfPage = () => /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));

/** Closes a dialog about something that no longer matters. */
export function closeQuestion(about) {
  const dialog = dialogOfPage();
  if (dialog.open && dialog.dataset.about === about) dialog.close();
}

/** Opens a dialog with a button for each action. Every button closes it. `about` says what it is about: see `closeQuestion`. */
export function ask(title, content, actions, about = "") {
  const dialog = dialogOfPage();
  dialog.dataset.about = about;
  document.getElementById("dialog-head").textContent = title;
  document.getElementById("dialog-text").replaceChildren(...content);
  const buttons = actions.map(([text, action]) =>
    button(text, () => {
      dialog.close();
      action();
    }),
  );
  buttons.push(button(say("close"), () => dialog.close()));
  document.getElementById("dialog-buttons").replaceChildren(...buttons);
  // In a field, Enter does what the first button does.
  const enter = (event) => {
    if (event.key !== "Enter") return;
    // The button that opened the dialog has the focus then, and must not be pressed by the same key.
    event.preventDefault();
    buttons[0].click();
  };
  for (const input of dialog.querySelectorAll("input")) input.addEventListener("keydown", enter);
  for (const clause of dialog.querySelectorAll("button.clause")) clause.addEventListener("click", () => dialog.close());
  dialog.showModal();
}
