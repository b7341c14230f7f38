// The page of a table: its socket, what is chosen, and what is shown.

import { BoardView } from "./board.js";
import { Clock, timeOf } from "./clock.js";
import { keepingFocus } from "./focus.js";
import { motionSwitch } from "./motion.js";
import { ask, button, element, showHistory, showNotes, showSeats, showZones, worded } from "./panels.js";
import { Past } from "./past.js";
import { Picker } from "./picker.js";

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
/** @type {(selector: string) => NodeListOf<HTMLButtonElement>} */
const all = (selector) => document.querySelectorAll(selector);
const token = location.hash.length > 1 ? location.hash.slice(1) : null;

let socket = null;
/** @type {import("./messages").Snapshot} */
let table = null;
let picker = new Picker();
let wait = 500;
let isOver = false;
/** The table has said why this page must try again. */
let isRefused = false;
let isWhy = false;
/** A move was sent, and the table has not answered. */
let isSent = false;
/** The question to the players that was told last. */
let proposed = "";
/** The table has changed since the answer that is shown. */
let isAnswerOld = false;
/** The designer's page, for the host of a table whose rules are in a folder. */
let studio = null;

const board = new BoardView(byId("board"), byId("zoom"), { tap, back });
const news = (text) => {
  byId("news").textContent = text;
};
const past = new Past(byId("past"), byId("past-note"), { send, show, tell: news });
const clock = new Clock(news);
motionSwitch(byId("motion"));

function connect() {
  const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${location.pathname}/socket`;
  socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    socket.send(JSON.stringify({ type: "hello", token }));
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    isSent = false;
    if (isOver) return;
    if (!isRefused && wait === 500) news("The connection is lost. Trying again …");
    if (!isRefused) byId("connection").textContent = "The connection is lost. Trying again …";
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  });
}

/**
 * Sends a message; returns whether there is a connection.
 * @type {import("./messages").Send}
 */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
    return true;
  }
  tell("There is no connection. Wait, and try again.", "refused");
  return false;
}

/** @param {import("./messages").ServerMessage} message */
function receive(message) {
  const wasSent = isSent;
  isSent = false;
  if (message.type === "table") return update(message, wasSent);
  if (wasSent) show();
  if (message.type === "past") return past.receive(message);
  if (message.type === "note") return tell(message.text, message.kind);
  if (message.type === "choose") {
    const buttons = message.moves.map((move) => [move, () => say(move)]);
    return ask(`Which do you mean by “${message.text}”?`, [], buttons);
  }
  if (message.type === "confirm") {
    const warnings = message.warnings.map((warning) => element("p", {}, [warning]));
    return ask(`Play ${message.text}?`, warnings, [[`Play ${message.text}`, () => say(message.text, true)]]);
  }
  if (message.type === "bye") {
    if (isOver) return;
    isOver = !message.again;
    isRefused = message.again;
    if (isOver) leaveTable();
    byId("connection").textContent = `The table says: ${message.reason}.`;
  }
}

/** Shows that nothing can be done here any more. */
function leaveTable() {
  document.body.classList.add("left");
  for (const control of all("main button, main input, main select")) control.disabled = true;
}

/**
 * Takes a snapshot. What was chosen for an earlier one is kept if the same moves are legal, as where others have chosen at the same time.
 * @param {import("./messages").Snapshot} next
 * @param {boolean} wasSent A move was sent for the earlier one.
 */
function update(next, wasSent) {
  wait = 500;
  isRefused = false;
  const before = table;
  const isSame =
    before?.acting === next.acting && (before?.seq === next.seq || (!wasSent && JSON.stringify(before.moves) === JSON.stringify(next.moves)));
  table = next;
  if (!isSame) picker = new Picker(next.moves);
  // An answer about an earlier position goes away when the game goes on once more.
  if (before && before.ply !== next.ply && isAnswerOld) clearAnswer();
  isAnswerOld = true;
  announce(before, next);
  clock.follow(next);
  past.follow(next.ply);
  show();
  announceProposal();
  clock.draw();
  if (next.studio) studio ??= import("./studio.js").then(({ openStudio }) => openStudio(token));
  studio?.then((opened) => opened.show(next));
}

/**
 * Tells the moves since the last snapshot as sentences.
 * @param {import("./messages").Snapshot} before
 * @param {import("./messages").Snapshot} next
 */
function announce(before, next) {
  const news = [];
  if (before && next.ply > before.ply) {
    const fresh = next.history.filter((ply) => ply.n > before.ply).slice(-6);
    for (const ply of fresh) news.push(`${ply.by} plays ${ply.t}.`);
  } else if (before && next.ply < before.ply) {
    news.push(next.ply ? `Moves were taken back: ${next.ply} are left.` : "The game is at its beginning.");
  }
  if (!before || before.status !== next.status || news.length) news.push(`${next.status}.`);
  if (next.acting && before?.acting !== next.acting) news.push(next.you.length > 1 ? "" : "It is your turn.");
  if (news.length) byId("news").textContent = news.filter(Boolean).join(" ");
}

function show() {
  keepingFocus(draw);
}

function draw() {
  const playing = table.you.length ? `You play ${table.you.map(titleOf).join(", ")}.` : "You watch.";
  const awaited = table.seats.filter((seat) => seat.turn && !seat.claimed && !seat.bot && !table.you.includes(seat.name));
  const nobody = `Nobody plays ${awaited.map((seat) => seat.title).join(", ")} yet: send the links, or let the computer play (Settings).`;
  const roles = table.host && awaited.length ? `${playing} ${nobody}` : playing;
  byId("connection").textContent = table.unkept ? `This game is not kept: ${table.unkept}` : roles;
  byId("status").textContent = table.status;
  document.title = table.acting ? `Your turn: ${table.game}` : table.game;
  byId("question").replaceChildren(...worded(table.question ?? ""));
  document.body.classList.toggle("acting", Boolean(table.acting));
  document.body.dataset.seq = String(table.seq);
  showProposal();
  // In the past, and until the table has answered, nothing can be chosen.
  const { view } = past;
  const options = isSent || view ? new Picker().options() : picker.options();
  const chosen = view ? [] : picker.points;
  document.body.classList.toggle("sent", isSent);
  document.body.classList.toggle("past", Boolean(view));
  past.draw();
  const shown = view ?? table;
  // Without a board, the cards are what people look at first.
  if (!table.board && byId("zones").closest("aside")) byId("picker").before(byId("zones"), byId("notes"));
  board.show(shown.board, { chosen, targets: isWhy ? new Set() : options.targets });
  showPicker(options);
  showSeats(byId("seats"), table, send, timeOf);
  const choice = { names: options.names, items: view ? [] : picker.items, isOpen: Boolean(table.acting && !isSent && !view) };
  const choosePicture = (name) => chooseWord(name, true);
  showZones(byId("zones"), { ...table, zones: shown.zones }, choice, choosePicture);
  showNotes(byId("notes"), shown, choice, choosePicture);
  showHistory(byId("history"), table, send, (ply) => past.look(ply));
  for (const command of all("[data-command]")) {
    const name = command.dataset.command;
    const can = { undo: table.undo, redo: table.redo, hint: table.acting, why: table.you.length && table.board, leave: true, "new-game": true };
    const may = name in can ? can[name] : table.you.length && !table.over;
    const isHere = { leave: !table.host && table.you.length, "new-game": table.host };
    command.hidden = !(name in isHere ? isHere[name] : table.you.length);
    command.disabled = !may;
  }
  byId("say").querySelector("label").textContent = table.you.length ? "Move, word or command" : "Word of the game";
}

const titleOf = (name) => table.seats.find((seat) => seat.name === name)?.title ?? name;

/** Shows the words that can be chosen, whole moves, and the way back. */
function showPicker(options) {
  const made = [];
  if (table.acting && picker.chosen.length) {
    const parts = picker.chosen.map((part) => part.point ?? part.word ?? part.title).join(" ");
    made.push(element("span", { class: "so-far" }, [`${parts} …`]));
    made.push(button("Back", back, { class: "back" }));
  }
  for (const move of options.ready) made.push(button(move.text, () => say(move.text), { class: "move", "data-move": move.text }));
  for (const [word, { title }] of options.words) made.push(button(title, () => chooseWord(word), { class: "word", "data-word": word }));
  if (table.more && !picker.chosen.length) made.push(element("span", {}, ["There are more moves: type them below."]));
  byId("picker").replaceChildren(...made);
}

function showProposal() {
  const { proposal } = table;
  const root = byId("proposal");
  root.hidden = !proposal && !table.outdated;
  if (table.outdated) {
    const text = "The rules of this game have changed since it was saved.";
    const tools = table.host ? [button("Play its moves again under the new rules", () => send({ type: "replay" }))] : [];
    root.replaceChildren(element("p", {}, [text]), ...tools);
    return;
  }
  if (!proposal) return;
  const moves = proposal.moves > 1 ? `the last ${proposal.moves} moves` : "the last move";
  const [own, wish] = {
    draw: ["offer a draw", "offers a draw"],
    back: [`ask to take back ${moves}`, `asks to take back ${moves}`],
    "new-game": ["ask for a new game", "asks for a new game"],
  }[proposal.wish];
  const buttons = proposal.own
    ? [button("Withdraw", () => send({ type: "answer", yes: false }))]
    : proposal.asked
      ? [button("Agree", () => send({ type: "answer", yes: true })), button("Refuse", () => send({ type: "answer", yes: false }))]
      : [];
  const text = proposal.own ? `You ${own}. The others are asked.` : `${proposal.by} ${wish}.`;
  root.replaceChildren(element("p", {}, [text]), ...buttons);
}

/** Tells a new question to the players after what was told last. */
function announceProposal() {
  const root = byId("proposal");
  const text = root.hidden ? "" : root.querySelector("p").textContent;
  if (text && text !== proposed) news(`${byId("news").textContent} ${text}`);
  proposed = text;
}

/** A person points at a point; a drag names two. */
function tap(point, target) {
  if (isSent) return;
  if (past.view) return tell("This is an earlier position. Go back to the game to move.", "answer");
  if (isWhy) return tapWhy(point, target);
  if (!table.acting) return send({ type: "look", word: point });
  const { chosen } = picker;
  if (target !== undefined) {
    if (picker.points.at(-1) !== point) {
      picker.clear();
      if (!picker.choosePoint(point)) return refuse([point, target]);
    }
    if (picker.choosePoint(target)) return chosenNow();
    return refuse([point, target]);
  }
  if (picker.choosePoint(point)) return chosenNow();
  if (chosen.length && picker.points.at(-1) === point) return back();
  if (picker.points.length) {
    const from = picker.points.at(-1);
    picker.clear();
    if (picker.choosePoint(point)) return chosenNow();
    return refuse([from, point]);
  }
  send({ type: "look", word: point });
}

function tapWhy(point, target) {
  if (target === undefined && !picker.whyFrom) {
    picker.whyFrom = point;
    return tell(`From ${point}: choose where it would go. Choose ${point} again to ask about it alone.`, "answer");
  }
  const from = target === undefined ? picker.whyFrom : point;
  const to = target ?? point;
  picker.whyFrom = null;
  toggleWhy(false);
  send({ type: "why", text: from === to ? from : `${from} ${to}` });
}

/** Asks why a pair of points is no move. */
function refuse([from, to]) {
  show();
  send({ type: "why", text: `${from} ${to}` });
}

/** Shows what was chosen. A person who chose a picture stays there; others go on to the buttons if there are no points. */
function chosenNow(isPicture = false) {
  clearAnswer();
  const move = picker.finished();
  if (move) return say(move);
  show();
  const options = picker.options();
  const targets = options.targets.size;
  const count = targets ? `${targets} points to choose from` : `${options.ready.length || options.words.size} moves to choose from`;
  byId("news").textContent = `${picker.points.at(-1) ?? "Chosen"}: ${count}.`;
  if (!targets && !isPicture) byId("picker").querySelector("button.move, button.word")?.focus();
}

/** A person chooses a word, or a card or pit by its picture. An item that is chosen already is taken out again. */
function chooseWord(word, isPicture = false) {
  if (picker.chooseWord(word)) return chosenNow(isPicture);
  if (picker.removeItem(word)) {
    show();
    return news(`${word}: no longer chosen.`);
  }
  const { items } = picker;
  if (items.length) {
    const all = [...items.map(({ title }) => title), word].join(", ");
    return tell(`No legal move has all of these: ${all}. Choose one again to take it out.`, "refused");
  }
  const parts = picker.chosen.map((part) => part.point ?? part.word);
  send({ type: "why", text: [...parts, word].join(" ") });
}

function back() {
  if (past.view) return past.look(past.ply);
  picker.back();
  show();
}

function say(text, sure = false) {
  clearAnswer();
  isSent = send({ type: "say", seq: table.seq, text, sure });
  picker.clear();
  show();
}

/** Shows an answer, and tells it. */
function tell(text, kind) {
  const answer = byId("answer");
  isAnswerOld = false;
  answer.className = kind;
  const close = button("×", clearAnswer, { class: "close", "aria-label": "Close the answer" });
  answer.replaceChildren(close, ...text.split("\n").map((line) => element("p", {}, worded(line))));
  news(text.replaceAll("`", ""));
  const { top, bottom } = answer.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) answer.scrollIntoView({ block: "nearest" });
}

function clearAnswer() {
  byId("answer").className = "";
  byId("answer").replaceChildren();
}

function toggleWhy(on) {
  isWhy = on;
  document.querySelector("[data-command=why]").setAttribute("aria-pressed", String(on));
  document.body.classList.toggle("why", on);
  if (table) show();
}

byId("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (!text || !table) return;
  byId("text").value = "";
  if (/^rules$/i.test(text) && !table.moves.some((move) => move.t === text)) return byId("rules").click();
  say(text);
});

for (const command of all("[data-command]")) {
  command.addEventListener("click", () => {
    const name = command.dataset.command;
    if (name === "why") {
      toggleWhy(!isWhy);
      if (isWhy) tell("Choose where a move would begin, and then where it would go.", "answer");
    } else if (name === "resign") {
      const all = table.seats.length > 2 ? [element("p", {}, ["The game then ends for all players."])] : [];
      ask("Give the game up?", all, [["Resign", () => send({ type: "resign" })]]);
    } else if (name === "leave") {
      askLeave();
    } else if (name === "new-game") {
      const text = table.over ? [] : [element("p", {}, ["This game is not over. The other players are asked first."])];
      ask("Begin a new game?", text, [["Begin", () => send({ type: "new-game" })]]);
    } else {
      if (name === "hint") tell("Thinking …", "answer");
      send({ type: /** @type {"undo"} */ (name) });
    }
  });
}

function askLeave() {
  const text = "Your seat becomes free: the host, or a computer player, can play on. The link stays valid, so you can come back.";
  const leave = () => send({ type: "leave" });
  const resign = () => send({ type: "resign" }) && leave();
  const actions = [["Leave the seat", leave]];
  if (!table.over) actions.push(["Resign and leave", resign]);
  ask("Leave the table?", [element("p", {}, [text])], actions);
}

// Escape goes one part back, wherever the focus is.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !byId("board").contains(event.target) && !document.querySelector("dialog[open]") && (picker.chosen.length || past.view)) back();
});
window.addEventListener("hashchange", () => location.reload());

connect();
