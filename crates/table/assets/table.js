// The page of a table: its socket, what is chosen, and what is shown.

import { Ahead } from "./ahead.js";
import { asked, namesIn } from "./asked.js";
import { BoardView } from "./board.js";
import { Clock, timeOf } from "./clock.js";
import { keepingFocus } from "./focus.js";
import { lastOf, showHistory } from "./history.js";
import { LastCards } from "./last-cards.js";
import { motionSwitch } from "./motion.js";
import { newsOf } from "./news.js";
import { ask, button, closeQuestion, element, placeZones, showNotes, showSeats, showZones, worded } from "./panels.js";
import { Past } from "./past.js";
import { Picker } from "./picker.js";
import { Press } from "./press.js";
import { Proposal } from "./proposal.js";
import { Received } from "./received.js";
import { say } from "./say.js";

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
/** Why there is no connection, in words; null while there is one. */
let noConnection = null;
let isWhy = false;
/** The number of texts that the table has not read yet. Until it has, nothing can be chosen: one of them may be a move. */
let unread = 0;
/** Whether the person wants to see the board from its other side; null without a wish. */
let wishedSide = null;
/** The table has changed since the answer that is shown. */
let isAnswerOld = false;
/** Whom the person plays, in words. */
let roles = "";
/** The points of the move that a hint has named. */
let hinted = [];
/** The designer's page, for the host of a table whose rules are in a folder. */
let studio = null;
/** There is no room beside the board. */
const narrow = window.matchMedia("(width < 60rem)");
narrow.addEventListener("change", () => table && show());

const board = new BoardView(byId("board"), byId("zoom"), { tap, back });
const news = (text) => {
  byId("news").textContent = text;
};
const press = new Press(show);
const past = new Past(byId("past"), byId("past-note"), { send, show, tell: news });
const clock = new Clock(news);
const lastCards = new LastCards(byId("last-cards"), `last-cards ${location.pathname}`);
const ahead = new Ahead(send);
const proposal = new Proposal(byId("proposal"), send);
motionSwitch(byId("motion"));

function connect() {
  const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${location.pathname}/socket`;
  socket = new WebSocket(address);
  const received = new Received();
  socket.addEventListener("open", () => {
    isRefused = false;
    socket.send(JSON.stringify({ type: "hello", token }));
    if (wishedSide !== null) socket.send(JSON.stringify({ type: "turn", turned: wishedSide }));
  });
  socket.addEventListener("message", ({ data }) => receive(received.read(data)));
  socket.addEventListener("close", () => {
    unread = 0;
    if (isOver) return;
    if (!isRefused && wait === 500) news(say("connection-lost"));
    if (!isRefused) noConnection = say("connection-lost");
    showConnection();
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  });
}

/** Requests that only look at something. */
const quiet = new Set(["ahead", "past", "turn"]);

/**
 * Sends a message; returns whether there is a connection.
 * @type {import("./messages").Send}
 */
function send(message) {
  // An answer is about the request before it, so the next request removes it.
  if (!quiet.has(message.type)) clearAnswer();
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
    return true;
  }
  tell(say("no-connection"), "refused");
  return false;
}

/** @param {import("./messages").ServerMessage} message */
function receive(message) {
  // These answer earlier requests, not a move that was sent since.
  if (message.type === "past") return past.receive(message);
  if (message.type === "ahead") {
    ahead.shown = message;
    return unread ? undefined : show();
  }
  // While a move is on its way, snapshots show what others did before it.
  if (message.type === "table") return update(message);
  if (message.type === "done") return tell(message.seats.some((seat) => table.you.includes(seat)) ? message.own : message.text, "answer");
  if (message.type === "heard") {
    unread = Math.max(0, unread - 1);
    return message.changed ? undefined : show();
  }
  if (message.type === "note") {
    if (message.kind === "hint") showHint(message.text);
    return tell(message.text, message.kind);
  }
  if (message.type === "choose") {
    const buttons = message.moves.map((move) => [move, () => play(move)]);
    return ask(say("which-move", { text: message.text }), [], buttons, "move");
  }
  if (message.type === "confirm") {
    const warnings = message.warnings.map((warning) => element("p", {}, [warning]));
    const move = { move: message.text };
    return ask(say("play-question", move), warnings, [[say("play-it", move), () => play(message.text, true)]], "move");
  }
  if (message.type === "bye") {
    if (isOver) return;
    isOver = !message.again;
    isRefused = message.again;
    if (isOver) leaveTable();
    noConnection = say("bye", { reason: reasonOf(message.reason) });
    showConnection();
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
 */
function update(next) {
  wait = 500;
  isRefused = false;
  // That there is no connection is no longer true.
  if (noConnection !== null) clearAnswer();
  noConnection = null;
  const before = table;
  const isSame = before?.acting === next.acting && (before?.seq === next.seq || JSON.stringify(before.moves) === JSON.stringify(next.moves));
  table = next;
  if (!isSame) picker = new Picker(next.moves);
  if (!isSame) closeQuestion("move");
  if (before && before.over !== next.over) closeQuestion("game");
  if (before && before.ply > next.ply) closeQuestion("ply");
  // An answer about an earlier position goes away when the game goes on once more, when it is the person's turn now, and at the end.
  const isOnTurn = Boolean(before && !before.acting && next.acting);
  if (before && (before.over !== next.over || isOnTurn || (isAnswerOld && before.ply !== next.ply))) clearAnswer();
  isAnswerOld = true;
  if (before?.ply !== next.ply) hinted = [];
  const told = newsOf(before, next);
  if (told) news(told);
  clock.follow(next);
  const taken = lastCards.follow(before, next);
  if (taken) news(`${byId("news").textContent} ${taken}`);
  if (!isSame) ahead.drop();
  if (before?.turned !== next.turned) ahead.drop();
  past.follow(next.ply, Boolean(next.turned));
  // A button that is pressed may no longer mean what the person wanted.
  const questions = ({ proposal, outdated, broken, over }) => JSON.stringify([proposal, outdated, broken, over]);
  if (!isSame || questions(before) !== questions(next)) press.forget();
  show();
  const question = proposal.news();
  if (question) news(`${byId("news").textContent} ${question}`);
  ahead.ask(table, picker);
  clock.draw();
  if (next.studio) studio ??= import("./studio.js").then(({ openStudio }) => openStudio(token));
  studio?.then((opened) => opened.show(next));
}

function show() {
  if (!isOver && !press.holds()) keepingFocus(draw);
}

/** Shows whether there is a connection; if so, whom the person plays. */
function showConnection() {
  const connected = table?.unkept ? say("unkept", { why: table.unkept }) : roles;
  byId("connection").textContent = noConnection ?? connected;
}

function draw() {
  const playing = table.you.length ? say("you-play", { seats: table.you.map(titleOf).join(", ") }) : say("you-watch");
  const awaited = table.seats.filter((seat) => seat.turn && !seat.claimed && !seat.bot && !table.you.includes(seat.name));
  const nobody = say("nobody-plays", { seats: awaited.map((seat) => seat.title).join(", ") });
  roles = table.host && awaited.length ? `${playing} ${nobody}` : playing;
  showConnection();
  byId("status").textContent = table.status;
  document.querySelector("h1").textContent = table.game;
  document.title = table.acting ? say("your-turn-title", { game: table.game }) : table.game;
  byId("question").replaceChildren(...worded(table.question ?? asked(table)));
  byId("last").hidden = !table.history.length || Boolean(past.view);
  byId("last").textContent = lastOf(table.history);
  byId("pending").hidden = !table.chosen || table.over;
  byId("pending").textContent = table.chosen ? say("you-have-chosen", { text: table.chosen.t }) : "";
  document.body.classList.toggle("acting", Boolean(table.acting));
  document.body.classList.toggle("broken", table.broken);
  document.body.dataset.seq = String(table.seq);
  document.body.dataset.ply = String(table.ply);
  proposal.show(table);
  // In the past, and until the table has answered, nothing can be chosen.
  const { view } = past;
  const options = unread || view ? new Picker().options() : picker.options();
  const chosen = view ? [] : picker.points;
  document.body.classList.toggle("sent", unread > 0);
  const wasPast = document.body.classList.contains("past");
  document.body.classList.toggle("past", Boolean(view));
  // An answer about an earlier position.
  if (wasPast && !view) clearAnswer();
  past.draw();
  const shown = view ?? table;
  placeZones(table, narrow.matches);
  const half = ahead.board(table, picker, unread > 0);
  board.show((!view && half) || shown.board, { chosen, targets: isWhy ? new Set() : options.targets, hinted: view ? [] : hinted });
  showPicker(options);
  showSeats(byId("seats"), table, send, timeOf);
  const choice = { names: options.names, items: view ? [] : picker.items, pending: view ? [] : namesIn(table.chosen), isOpen: Boolean(table.acting && !unread && !view) };
  const choosePicture = (name) => chooseWord(name, true);
  showZones(byId("zones"), { ...table, zones: shown.zones }, choice, choosePicture);
  showNotes(byId("notes"), shown, choice, choosePicture);
  showHistory(byId("history"), table, send, (ply) => past.look(ply));
  for (const command of all("[data-command]")) {
    const name = command.dataset.command;
    const can = { undo: table.undo, redo: table.redo, hint: table.acting, why: table.you.length && table.board, leave: true, "new-game": !table.broken, turn: true };
    const may = name in can ? can[name] : table.you.length && !table.over && !table.broken;
    const isHere = { leave: !table.host && table.you.length, "new-game": table.host, turn: table.turned !== null };
    if (name === "turn") command.setAttribute("aria-pressed", String(Boolean(table.turned)));
    if (name === "undo") command.textContent = table.over && table.undo ? say("undo-end") : say("undo");
    command.hidden = !(name in isHere ? isHere[name] : table.you.length);
    command.disabled = !may;
  }
  byId("say").querySelector("label").textContent = table.you.length && !table.outdated ? say("type-here") : say("type-word");
}

/** A reason of the table for ending the connection, in words. */
const reasonOf = (reason) => {
  const key = `bye-${reason}`;
  const text = say(key);
  return text === key ? reason : text;
};

const titleOf = (name) => table.seats.find((seat) => seat.name === name)?.title ?? name;

/** Shows the words that can be chosen, whole moves, and the way back. */
function showPicker(options) {
  const made = [];
  if (table.acting && picker.chosen.length) {
    const parts = picker.chosen.map((part) => part.point ?? part.title ?? part.word).join(", ");
    made.push(element("span", { class: "so-far" }, [`${parts} …`]));
    made.push(button(say("back"), back, { class: "back" }));
  }
  const labels = picker.labels(options.ready);
  for (const [at, { text }] of options.ready.entries()) made.push(button(labels[at], () => play(text), { class: "move", "data-move": text, title: text }));
  for (const [word, { title }] of options.words) made.push(button(title, () => chooseWord(word), { class: "word", "data-word": word }));
  if (table.more && !picker.chosen.length) made.push(element("span", {}, [say("more-moves")]));
  byId("picker").replaceChildren(...made);
}

/** A person points at a point; a drag names two. */
function tap(point, target) {
  if (unread) return;
  if (past.view) return tell(say("earlier-position"), "answer");
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
    return tell(say("ask-why-second", { point }), "answer");
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
  if (move) return play(move);
  show();
  ahead.ask(table, picker);
  const targets = tellChosen();
  if (!targets && !isPicture) byId("picker").querySelector("button.move, button.word")?.focus();
}

/** Tells the last part that is chosen, and how many points or moves can be chosen next. Returns the number of these points. */
function tellChosen() {
  const part = picker.chosen.at(-1);
  const chosen = part?.point ?? part?.title ?? part?.word;
  const options = picker.options();
  const targets = options.targets.size;
  const count = targets || options.ready.length || options.words.size;
  if (!part) news(say("nothing-chosen"));
  else news(targets ? say("points-to-choose", { chosen, count }) : say("moves-to-choose", { chosen, count }));
  return targets;
}

/** A person chooses a word, or a card or pit by its picture. An item that is chosen already is taken out again. */
function chooseWord(word, isPicture = false) {
  if (picker.chooseWord(word)) return chosenNow(isPicture);
  const name = picker.items.find(({ item }) => item === word)?.title;
  if (picker.removeItem(word)) {
    show();
    return news(say("no-longer-chosen", { name }));
  }
  const { items } = picker;
  if (items.length) {
    const all = [...items.map(({ title }) => title), word].join(", ");
    return tell(say("no-move-has-all", { names: all }), "refused");
  }
  const parts = picker.chosen.map((part) => part.point ?? part.word);
  send({ type: "why", text: [...parts, word].join(" ") });
}

function back() {
  if (past.view) return past.look(past.ply);
  if (!picker.chosen.length) return;
  picker.back();
  show();
  tellChosen();
  ahead.ask(table, picker);
}

/** Plays a move, or does what another text says. */
function play(text, sure = false) {
  clearAnswer();
  const wasSent = send({ type: "say", seq: table.seq, text, sure });
  if (wasSent) unread += 1;
  picker.clear();
  show();
  if (wasSent && text.trim().toLowerCase() === "hint") tell(say("thinking"), "answer");
}

/** Shows an answer, and tells it. */
function tell(text, kind) {
  const answer = byId("answer");
  isAnswerOld = false;
  answer.className = kind;
  const close = button("×", clearAnswer, { class: "close", "aria-label": say("close-answer") });
  answer.replaceChildren(close, ...text.split("\n").map((line) => element("p", {}, worded(line))));
  news(text.replaceAll("`", ""));
  const { top, bottom } = answer.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) answer.scrollIntoView({ block: "nearest" });
}

/** Marks the points of the move that a hint names. */
function showHint(text) {
  const move = table.moves.find((one) => text.includes(`\`${one.t}\``));
  hinted = (move?.p ?? []).filter(([kind]) => kind === "p").map(([, name]) => name);
  show();
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
  // A keyboard on the screen would hide the answer.
  if (window.matchMedia("(pointer: coarse)").matches) byId("text").blur();
  if (/^rules$/i.test(text) && !table.moves.some((move) => move.t === text)) return byId("rules").click();
  play(text);
});

for (const command of all("[data-command]")) {
  command.addEventListener("click", () => {
    const name = command.dataset.command;
    if (name === "why") {
      toggleWhy(!isWhy);
      if (isWhy) tell(say("ask-why-first"), "answer");
    } else if (name === "resign") {
      ask(say("give-up"), [element("p", {}, [afterResigning()])], [[say("resign"), () => send({ type: "resign" })]], "game");
    } else if (name === "turn") {
      wishedSide = !table.turned;
      send({ type: "turn", turned: wishedSide });
    } else if (name === "leave") {
      askLeave();
    } else if (name === "new-game") {
      const text = table.over ? [] : [element("p", {}, [say("not-over")])];
      ask(say("begin-new-game"), text, [[say("begin"), () => send({ type: "new-game" })]], "game");
    } else {
      const wasSent = send({ type: /** @type {"undo"} */ (name) });
      if (wasSent && name === "hint") tell(say("thinking"), "answer");
    }
  });
}

/** What happens to the others when the person resigns. */
function afterResigning() {
  const resigning = table.acting ?? table.you[0];
  const others = table.seats.filter((seat) => seat.name !== resigning);
  return others.length === 1 ? say("ends-for-other", { other: others[0].called ?? others[0].title }) : say("ends-for-all");
}

function askLeave() {
  const leave = () => send({ type: "leave" });
  const resign = () => send({ type: "resign" }) && leave();
  const actions = [[say("leave-seat"), leave]];
  if (!table.over) actions.push([say("resign-and-leave"), resign]);
  ask(say("leave-table"), [element("p", {}, [say("leaving")])], actions, "game");
}

// Escape goes one part back, wherever the focus is, or closes the answer.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  const isOpen = picker.chosen.length || past.view;
  if (!isOpen) clearAnswer();
  else if (!byId("board").contains(event.target)) back();
});
window.addEventListener("hashchange", () => location.reload());

connect();
