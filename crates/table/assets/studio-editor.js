// The editor of the designer's page. It is in a shadow tree, where its style needs no inline code of the page.

// @ts-ignore: the server serves it from `vendor`.
import * as cm from "./codemirror.js";
import { changes, coloured, completions, filesOf, place, plain, offset, shown } from "./studio-language.js";

const setColours = cm.StateEffect.define();
const setLit = cm.StateEffect.define();

const theme = cm.EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", color: "var(--ink)", backgroundColor: "var(--paper)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip .about": { padding: "0.25rem 0.5rem", maxWidth: "32rem", whiteSpace: "pre-wrap" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-button, .cm-textfield": { backgroundImage: "none", backgroundColor: "var(--button)", color: "var(--ink)" },
  ".cm-lit": { backgroundColor: "#ffd54a", borderRadius: "3px", fontWeight: "600" },
  ".cm-used": { textDecoration: "underline 2px #b58900" },
  ".c-keyword": { color: "var(--accent)", fontWeight: "600" },
  ".c-word": { color: "var(--accent)" },
  ".c-comment": { color: "var(--soft)", fontStyle: "italic" },
  ".c-string": { color: "var(--string)" },
  ".c-number, .c-value": { color: "var(--number)" },
  ".c-clause": { color: "var(--clause)" },
  // After the colours of the words, so that it counts.
  ".cm-lit, .cm-lit *, .cm-lit.c-clause": { color: "#1d1b18" },
});

/** Decorations that an effect sets, and that move with the text. */
const field = (effect) =>
  cm.StateField.define({
    create: () => cm.Decoration.none,
    update(marks, transaction) {
      const set = transaction.effects.find((one) => one.is(effect));
      return set ? set.value : marks.map(transaction.changes);
    },
    provide: (own) => cm.EditorView.decorations.from(own),
  });

const marks = new Map();
const mark = (name) => {
  if (!marks.has(name)) marks.set(name, cm.Decoration.mark({ class: name }));
  return marks.get(name);
};

/** Where clauses are: their tags at rules, and their entries at the start of a line. */
function* clausesIn(text) {
  for (const found of text.matchAll(/@([\p{L}\d][\p{L}\d-]*)|^[ \t]*([\p{L}\d][\p{L}\d-]*)(?=[ \t]+")/gmu)) {
    const name = found[1] ?? found[2];
    const from = found.index + found[0].length - name.length - (found[1] ? 1 : 0);
    yield { name, from, to: found.index + found[0].length, isRule: Boolean(found[1]) };
  }
}

/** The place of the rule of a clause: where a line begins with its tag, or its first tag, or its entry. */
export function ruleOf(text, clause) {
  const all = [...clausesIn(text)].filter((one) => one.name === clause);
  const begins = (one) => one.isRule && /^[ \t]*(@\S+[ \t]+)*$/.test(text.slice(text.lastIndexOf("\n", one.from - 1) + 1, one.from));
  return all.find(begins) ?? all.find((one) => one.isRule) ?? all[0] ?? null;
}

export class Editor {
  #language;
  #states = new Map();
  #colouring = null;
  #fixing = null;
  #lit = { last: new Set(), used: new Set() };
  #diagnostics = new Map();

  /** `on` gets news: changed(file), save(), opened(file, place). */
  constructor(root, language, on) {
    this.#language = language;
    this.on = on;
    this.file = null;
    const shadow = root.attachShadow({ mode: "open" });
    const host = document.createElement("div");
    host.style.height = "100%";
    shadow.append(host);
    this.view = new cm.EditorView({ parent: host, root: shadow, state: this.#state("") });
  }

  #state(text, file = null) {
    const language = this.#language;
    return cm.EditorState.create({
      doc: text,
      extensions: [
        theme,
        cm.lineNumbers(),
        cm.lintGutter(),
        cm.highlightSpecialChars(),
        cm.history(),
        cm.drawSelection(),
        cm.dropCursor(),
        cm.highlightActiveLine(),
        cm.highlightSelectionMatches(),
        cm.bracketMatching(),
        cm.indentUnit.of("  "),
        cm.search({ top: true }),
        field(setColours),
        field(setLit),
        cm.autocompletion({ override: [(context) => this.#completed(file, context)] }),
        cm.hoverTooltip((view, at) => this.#hover(file, view, at)),
        cm.EditorView.lineWrapping,
        cm.EditorView.contentAttributes.of({ tabindex: "0", "aria-label": file ? `Text of ${file}` : "No file is open" }),
        cm.EditorState.readOnly.of(!file),
        cm.EditorView.updateListener.of((update) => update.docChanged && this.#changed(file)),
        cm.keymap.of([
          { key: "Mod-s", preventDefault: true, run: (view) => (cm.closeCompletion(view), this.on.save(), true) },
          { key: "F2", run: () => (this.on.rename(), true) },
          { key: "F12", run: () => (this.define(), true) },
          ...cm.completionKeymap,
          ...cm.lintKeymap,
          ...cm.searchKeymap,
          ...cm.historyKeymap,
          ...cm.defaultKeymap,
        ]),
      ],
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** The text of an open file; undefined if it is not open. */
  textOf(file) {
    return file === this.file ? this.text : this.#states.get(file)?.doc.toString();
  }

  /** Shows a file. The first time, `text` is its text. */
  show(file, text) {
    if (this.file) this.#states.set(this.file, this.view.state);
    const known = this.#states.get(file);
    this.file = file;
    this.view.setState(known ?? this.#state(text, file));
    this.#language.update(file, this.text);
    this.#showDiagnostics(file);
    this.#showLit();
    this.#colour();
  }

  /** Forgets a file. */
  close(file) {
    this.#states.delete(file);
    this.#diagnostics.delete(file);
    this.#language.close(file);
    if (file !== this.file) return;
    this.file = null;
    this.view.setState(this.#state(""));
  }

  /** Replaces the text of an open file. */
  replace(file, text) {
    if (this.textOf(file) === undefined) return;
    if (file === this.file) {
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    } else {
      const state = this.#states.get(file);
      this.#states.set(file, state.update({ changes: { from: 0, to: state.doc.length, insert: text } }).state);
    }
    this.#language.update(file, text);
  }

  /** Moves the cursor, and shows its place. */
  select(from, to = from) {
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: cm.EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.view.focus();
  }

  line(number) {
    const { doc } = this.view.state;
    this.select(doc.line(Math.min(Math.max(number, 1), doc.lines)).from);
  }

  #changed(file) {
    this.on.changed(file);
    clearTimeout(this.#colouring);
    this.#colouring = setTimeout(() => {
      this.#language.update(file, this.textOf(file));
      this.#showLit();
      this.#colour();
    }, 120);
  }

  async #completed(file, context) {
    this.#language.update(file, context.state.doc.toString());
    return completions(this.#language, file, context).catch(() => null);
  }

  async #hover(file, view, at) {
    const { doc } = view.state;
    this.#language.update(file, doc.toString());
    const answer = await this.#language.ask("hover", file, { position: place(doc, at) }).catch(() => null);
    const text = answer && plain(answer.contents);
    if (!text) return null;
    const [from, to] = answer.range ? [offset(doc, answer.range.start), offset(doc, answer.range.end)] : [at, at];
    return {
      pos: from,
      end: to,
      create() {
        const dom = document.createElement("div");
        dom.className = "about";
        dom.textContent = text;
        return { dom };
      },
    };
  }

  /** Colours the words by what they name. */
  async #colour() {
    const { file } = this;
    const { doc } = this.view.state;
    const answer = await this.#language.ask("semanticTokens/full", file).catch(() => null);
    if (!answer || file !== this.file || doc !== this.view.state.doc) return;
    const parts = coloured(doc, answer.data).map(([from, to, colour]) => mark(`c-${colour}`).range(from, to));
    this.view.dispatch({ effects: setColours.of(cm.Decoration.set(parts, true)) });
  }

  /** Marks the clauses that decided the last move, and those that decided earlier ones. */
  light(last, used) {
    this.#lit = { last: new Set(last), used: new Set(used) };
    if (this.file) this.#showLit();
  }

  #showLit() {
    const parts = [];
    for (const { name, from, to } of clausesIn(this.text)) {
      if (this.#lit.last.has(name)) parts.push(mark("cm-lit").range(from, to));
      else if (this.#lit.used.has(name)) parts.push(mark("cm-used").range(from, to));
    }
    this.view.dispatch({ effects: setLit.of(cm.Decoration.set(parts, true)) });
  }

  /** Takes the diagnostics of a file. */
  diagnose(file, diagnostics) {
    this.#diagnostics.set(file, diagnostics);
    if (file !== this.file) return;
    this.#showDiagnostics(file);
    clearTimeout(this.#fixing);
    this.#fixing = setTimeout(() => this.#fix(file, diagnostics), 400);
  }

  #showDiagnostics(file, fixes = []) {
    const { state } = this.view;
    const all = shown(state.doc, this.#diagnostics.get(file) ?? []).map((one, at) => ({
      ...one,
      actions: (fixes[at] ?? []).map(({ title, edit }) => ({ name: title, apply: () => this.#apply(edit) })),
    }));
    this.view.dispatch(cm.setDiagnostics(state, all));
  }

  /** Finds the corrections of the first diagnostics. */
  async #fix(file, diagnostics) {
    const asked = diagnostics.slice(0, 5).map((one) => {
      if (!one.data) return [];
      const params = { range: one.range, context: { diagnostics: [one] } };
      return this.#language.ask("codeAction", file, params).catch(() => []);
    });
    const fixes = (await Promise.all(asked)).map((found) => (found ?? []).filter((one) => one.edit));
    if (file === this.file && this.#diagnostics.get(file) === diagnostics && fixes.some((found) => found.length)) this.#showDiagnostics(file, fixes);
  }

  /** Makes an edit in the files that are open. */
  #apply(edit) {
    for (const [file, edits] of filesOf(edit)) if (file && this.textOf(file) !== undefined) this.edit(file, edits);
  }

  /** The place of the cursor, for a request. */
  #position() {
    const { state } = this.view;
    this.#language.update(this.file, this.text);
    return { position: place(state.doc, state.selection.main.head) };
  }

  async define() {
    const answer = await this.#language.ask("definition", this.file, this.#position()).catch(() => null);
    const found = Array.isArray(answer) ? answer[0] : answer;
    if (found) this.on.opened(found.uri ?? found.targetUri, found.range ?? found.targetSelectionRange);
  }

  /** The name under the cursor. Fails if it cannot be renamed. */
  async renamed() {
    const answer = await this.#language.ask("prepareRename", this.file, this.#position());
    return answer?.placeholder ?? "";
  }

  /** The files that a new name changes, with the edits of each. */
  async rename(newName) {
    const answer = await this.#language.ask("rename", this.file, { ...this.#position(), newName });
    return filesOf(answer ?? {});
  }

  /** Makes edits in an open file. */
  edit(file, edits) {
    const state = file === this.file ? this.view.state : this.#states.get(file);
    const made = { changes: changes(state.doc, edits) };
    if (file === this.file) return this.view.dispatch(made);
    const next = state.update(made).state;
    this.#states.set(file, next);
    this.#language.update(file, next.doc.toString());
    this.on.changed(file);
  }

  offset(position) {
    return offset(this.view.state.doc, position);
  }
}
