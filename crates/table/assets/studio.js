// The designer's page: the text of the rules beside the table, what is wrong with it, scenarios, and reports.

import { ask, button, element } from "./panels.js";
import { Editor, ruleOf } from "./studio-editor.js";
import { Language, fileOf } from "./studio-language.js";
import { Reports } from "./studio-reports.js";

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
/** Whether the table has no rules until its host has mended them. */
const waits = () => document.body.classList.contains("broken");

/** Opens the designer's page. Returns what takes the snapshots of the table. */
export function openStudio(token) {
  const studio = new Studio(token);
  return { show: (table) => studio.table(table) };
}

class Studio {
  #socket = null;
  #wait = 500;
  #isOver = false;
  /** The text and the version of each file as they are on the disk. */
  #saved = new Map();
  /** The text of each file that was last sent to be saved. */
  #sent = new Map();
  /** The text of each file that is to be saved after the answer to an earlier save. */
  #again = new Map();
  /** What to do once a file has come. */
  #coming = new Map();
  #notices = new Map();
  #main = null;
  #files = [];

  constructor(token) {
    this.token = token;
    this.#build();
    this.language = new Language((message) => this.send(message), (file, found) => this.editor.diagnose(file, found));
    this.editor = new Editor(byId("studio-text"), this.language, {
      changed: () => this.#showState(),
      save: () => this.save(),
      rename: () => this.rename(),
      opened: (uri, range) => {
        const file = fileOf(uri);
        if (file) this.open(file, () => this.editor.select(this.editor.offset(range.start), this.editor.offset(range.end)));
      },
    });
    document.addEventListener("clause", (event) => this.clause(/** @type {CustomEvent} */ (event).detail));
    window.addEventListener("beforeunload", (event) => (this.#unsaved().length || this.#sent.size) && event.preventDefault());
    this.#connect();
  }

  #build() {
    const files = element("select", { id: "studio-file", onchange: (event) => this.open(event.target.value) });
    this.reports = new Reports(
      (message) => this.send(message),
      (scenario) => this.#create(`scenarios/found-${Date.now()}.scn`, scenario),
    );
    const section = element("section", { id: "studio", "aria-label": "Rules" }, [
      element("div", { class: "studio-bar" }, [
        element("label", { for: "studio-file" }, ["File"]),
        files,
        button("Save", () => this.save(), { id: "studio-save", title: "Ctrl-S" }),
        button("Rename …", () => this.rename(), { title: "F2: a new name for what is at the cursor" }),
        button("New scenarios …", () => this.create()),
        element("p", { id: "studio-state", role: "status" }, ["Connecting …"]),
      ]),
      element("div", { id: "studio-notices" }),
      element("div", { id: "studio-text" }),
      element("pre", { id: "studio-problems", tabindex: "0", role: "region", "aria-label": "Problems", hidden: "" }),
      element("details", { id: "studio-scenarios", open: "" }, [element("summary", {}, ["Scenarios"]), element("ul")]),
    ]);
    const style = element("link", { rel: "stylesheet", href: new URL("studio.css", import.meta.url).pathname });
    document.head.append(style);
    document.body.classList.add("designs");
    document.querySelector("main").prepend(section);
    document.querySelector("main").append(this.reports.root);
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(`${scheme}//${location.host}${location.pathname}/studio`);
    this.#socket.addEventListener("open", () => {
      this.#wait = 500;
      this.send({ type: "hello", token: this.token });
      this.language.begin();
    });
    this.#socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    this.#socket.addEventListener("close", () => {
      this.#sent.clear();
      this.#again.clear();
      this.reports.lost();
      if (this.#isOver) return;
      this.#state("The connection is lost. Trying again …");
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 8000);
    });
  }

  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message) {
    const take = {
      files: () => this.#listed(message),
      file: () => this.#came(message),
      saved: () => this.#stored(message),
      changed: () => this.#changed(message),
      conflict: () => this.#conflict(message),
      checking: () => this.#state("Checking …"),
      checked: () => this.#checked(message),
      renewed: () => this.#renewed(message),
      scenarios: () => this.#scenarios(message),
      report: () => this.reports.receive(message),
      progress: () => this.reports.told(message),
      refused: () => this.#refused(message),
      lsp: () => this.language.receive(message.message),
      bye: () => {
        this.#isOver = true;
        this.#state(`The rules cannot be edited: ${message.reason}.`);
      },
    };
    take[message.type]?.();
  }

  #state(text) {
    byId("studio-state").textContent = text;
  }

  /** The files whose text is neither saved nor on its way. */
  #unsaved() {
    const last = (file) => this.#again.get(file) ?? this.#sent.get(file) ?? this.#saved.get(file).text;
    return [...this.#saved.keys()].filter((file) => this.editor.textOf(file) !== last(file));
  }

  #showState() {
    const unsaved = this.#unsaved();
    byId("studio-save").disabled = !unsaved.length;
    for (const option of byId("studio-file").options) option.textContent = option.value + (unsaved.includes(option.value) ? " •" : "");
    if (unsaved.length) this.#state(`Not saved: ${unsaved.join(", ")}`);
  }

  #listed({ files, main }) {
    this.#main ??= main;
    const gone = [...this.#saved].filter(([file, saved]) => saved.version && !files.includes(file));
    for (const [file] of gone) this.#deleted(file);
    this.#list([...files, ...[...this.#saved.keys()].filter((file) => !files.includes(file))]);
    if (!this.editor.file) this.open(files.includes(main) ? main : files[0]);
  }

  /** Offers files. */
  #list(files) {
    this.#files = files;
    byId("studio-file").replaceChildren(...files.map((file) => element("option", { value: file }, [file])));
    if (this.editor.file) byId("studio-file").value = this.editor.file;
    this.#showState();
  }

  /** Another program has deleted a file that is open here. Its text stays until somebody saves or closes it. */
  #deleted(file) {
    this.#saved.set(file, { text: null, version: null });
    this.#notice(file, `Another program has deleted ${file}.`, [
      ["Save it again", () => this.save()],
      ["Close it", () => this.#close(file)],
    ]);
  }

  #close(file) {
    this.#saved.delete(file);
    this.editor.close(file);
    const files = this.#files.filter((one) => one !== file);
    this.#list(files);
    if (!this.editor.file && files.length) this.open(files[0]);
  }

  /** Shows a file, and then does something. */
  open(file, then = () => {}) {
    if (this.editor.textOf(file) === undefined) {
      this.#coming.set(file, then);
      return this.send({ type: "open", file });
    }
    this.editor.show(file);
    byId("studio-file").value = file;
    then();
  }

  #came({ file, text, version }) {
    this.#saved.set(file, { text, version });
    const then = this.#coming.get(file) ?? (() => {});
    this.#coming.delete(file);
    if (this.editor.textOf(file) === undefined) this.editor.show(file, text);
    byId("studio-file").value = this.editor.file;
    this.#showState();
    then();
  }

  save() {
    const unsaved = this.#unsaved();
    if (!unsaved.length && !this.#sent.size) return this.#state("Everything is saved.");
    for (const file of unsaved) {
      // Only the answer to an earlier save names the version of the file.
      const text = this.editor.textOf(file);
      if (this.#sent.has(file)) this.#again.set(file, text);
      else this.#save(file, text);
    }
  }

  #save(file, text) {
    this.#sent.set(file, text);
    this.#again.delete(file);
    this.send({ type: "save", file, text, version: this.#saved.get(file).version });
  }

  #stored({ file, version }) {
    this.#saved.set(file, { text: this.#sent.get(file) ?? this.#saved.get(file)?.text, version });
    this.#sent.delete(file);
    this.#notice(file, null);
    this.language.saved(file);
    this.#state("Saved.");
    this.#showState();
    if (this.#again.has(file)) this.#save(file, this.#again.get(file));
  }

  /** Another program has changed a file. */
  #changed(message) {
    const { file, text, version } = message;
    const saved = this.#saved.get(file);
    if (!saved || saved.version === version) return;
    if (this.editor.textOf(file) === text) {
      this.#saved.set(file, { text, version });
      return this.#showState();
    }
    if (this.editor.textOf(file) !== saved.text) return this.#conflict(message);
    this.#saved.set(file, { text, version });
    this.editor.replace(file, text);
    this.#showState();
  }

  #conflict({ file, text, version }) {
    this.#sent.delete(file);
    this.#again.delete(file);
    const keep = () => {
      this.#saved.set(file, { text, version });
      this.save();
    };
    const take = () => {
      this.#saved.set(file, { text, version });
      this.editor.replace(file, text);
      this.#showState();
    };
    this.#notice(file, `Another program has changed ${file}. It was not saved.`, [
      ["Save my text anyway", keep],
      ["Take the text on the disk", take],
    ]);
  }

  #checked({ clean, text }) {
    const problems = byId("studio-problems");
    problems.hidden = !text;
    problems.textContent = text;
    this.#state(clean ? "The rules are right." : `The rules have mistakes. ${waits() ? "The game waits" : "The game goes on under the old rules"}.`);
    if (!clean) this.#scenarios({ scenarios: [], text: "They are not run while the rules have mistakes." });
    this.#showState();
  }

  #renewed({ goes_on, text }) {
    if (goes_on) {
      this.#notice("game", null);
      return this.#state(`The game goes on: ${text}.`);
    }
    this.#state(waits() ? "The game waits." : "The game stays under the old rules.");
    // What was said about an earlier change no longer holds.
    byId("answer").className = "";
    byId("answer").replaceChildren();
    this.#notice("game", `${text[0].toUpperCase()}${text.slice(1)}`, [
      ["Go on under the new rules, as far as the moves are legal", () => this.send({ type: "go-back" })],
      [waits() ? "Wait for other rules" : "Keep the old rules for this game", () => {}],
    ]);
  }

  /** A file could not be opened or saved, or a report not be begun. */
  #refused({ text, file = null }) {
    if (file === null) this.reports.refused();
    this.#sent.delete(file);
    this.#again.delete(file);
    this.#coming.delete(file);
    if (this.#saved.has(file)) this.#showState();
    this.#notice("refused", text, [["Close", () => {}]]);
  }

  /** Shows a notice until it is answered; without a text, removes it. */
  #notice(name, text, actions = []) {
    if (text === null) this.#notices.delete(name);
    else {
      const close = (action) => () => {
        this.#notice(name, null);
        action();
      };
      const buttons = actions.map(([label, action]) => button(label, close(action)));
      this.#notices.set(name, element("div", { class: "studio-notice", role: "alert" }, [element("p", {}, [text]), ...buttons]));
    }
    byId("studio-notices").replaceChildren(...this.#notices.values());
  }

  #scenarios({ scenarios, text }) {
    const root = byId("studio-scenarios");
    const failed = scenarios.filter((one) => !one.passed);
    const passed = scenarios.length - failed.length;
    const head = failed.length ? `Scenarios: ${failed.length} failed, ${passed} passed` : `Scenarios: all ${passed} passed`;
    root.querySelector("summary").textContent = scenarios.length ? head : text ? "Scenarios: not run" : "Scenarios: none";
    root.classList.toggle("failed", failed.length > 0);
    const sorted = [...failed, ...scenarios.filter((one) => one.passed)];
    const items = sorted.map((one) => this.#scenario(one));
    if (text) items.unshift(element("li", {}, [text]));
    root.querySelector("ul").replaceChildren(...items);
  }

  #scenario(one) {
    const title = one.title || one.file;
    const go = () => this.open(one.file, () => one.line && this.editor.line(one.line));
    const item = element("li", { class: one.passed ? "passed" : "failed" }, [
      button(`${one.passed ? "✓" : "✗"} ${title}`, go, { "aria-label": `${title}: ${one.passed ? "passed" : "failed"}` }),
    ]);
    if (one.report) item.append(element("pre", { tabindex: "0", role: "region", "aria-label": `What failed in ${title}` }, [one.report]));
    if (one.picture) {
      const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(one.picture)}`;
      item.append(element("img", { src: source, alt: `The board at the first line that failed in ${title}` }));
    }
    return item;
  }

  create() {
    const input = element("input", { id: "studio-name", type: "text", value: "more", maxlength: "80" });
    ask("New scenarios", [element("label", { for: "studio-name" }, ["Name of the file, without its ending"]), input], [
      ["Make the file", () => this.#create(`scenarios/${input.value.trim()}.scn`)],
    ]);
  }

  #create(file, text) {
    if (this.#files.includes(file)) return this.open(file);
    const game = (this.#main ?? "").replace(/\.game$/, "");
    this.#saved.set(file, { text: "", version: null });
    this.#list([...this.#files, file]);
    this.editor.show(file, text ?? `for ${game}\n\nscenario "…"\n`);
    byId("studio-file").value = file;
    this.#showState();
  }

  async rename() {
    try {
      const old = await this.editor.renamed();
      const input = /** @type {HTMLInputElement} */ (element("input", { id: "studio-name", type: "text", maxlength: "80" }));
      input.value = old;
      ask(`A new name for ${old}`, [element("label", { for: "studio-name" }, ["Name"]), input], [
        ["Rename", () => this.#rename(input.value.trim())],
      ]);
      input.select();
    } catch (error) {
      this.#notice("refused", error.message, [["Close", () => {}]]);
    }
  }

  async #rename(name) {
    try {
      for (const [file, edits] of await this.editor.rename(name)) {
        if (!file) continue;
        if (this.editor.textOf(file) === undefined) {
          const own = this.editor.file;
          this.open(file, () => {
            this.editor.edit(file, edits);
            this.open(own);
          });
        } else this.editor.edit(file, edits);
      }
      this.#showState();
    } catch (error) {
      this.#notice("refused", error.message, [["Close", () => {}]]);
    }
  }

  /** Takes a snapshot: marks the clauses of the game. */
  table(table) {
    const clauses = table.history.map((ply) => ply.c ?? []);
    this.editor.light(clauses.at(-1) ?? [], clauses.flat());
    this.reports.clauses([...new Set(clauses.flat())]);
  }

  /** Goes to the rule of a clause: in the file that is shown, then in the others that are open, then in the game's. */
  clause(name) {
    const files = [this.editor.file, ...this.#saved.keys(), this.#main].filter(Boolean);
    const file = files.find((one) => ruleOf(this.editor.textOf(one) ?? "", name)?.isRule) ?? files.find((one) => ruleOf(this.editor.textOf(one) ?? "", name));
    const go = () => {
      const found = ruleOf(this.editor.text, name);
      if (found) this.editor.select(found.from, found.to);
    };
    this.open(file ?? this.#main, go);
  }
}
