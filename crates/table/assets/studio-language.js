// The language server, as the editor of the designer's page uses it. Messages go through the socket of the page.

const OWN = "rules:///";
const severities = [null, "error", "warning", "info", "hint"];

/** The offset of a place in a document. */
export function offset(doc, { line, character }) {
  if (line >= doc.lines) return doc.length;
  const at = doc.line(line + 1);
  return Math.min(at.from + character, at.to);
}

/** The place of an offset. */
export function place(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

export class Language {
  #send;
  #waiting = new Map();
  #open = new Map();
  #next = 1;

  /** `told` gets the diagnostics of a file. */
  constructor(send, told) {
    this.#send = (message) => send({ type: "lsp", message: { jsonrpc: "2.0", ...message } });
    this.told = told;
  }

  /** The server is a new one: it knows no texts. */
  begin() {
    for (const { refuse } of this.#waiting.values()) refuse(new Error("the connection was lost"));
    this.#waiting.clear();
    const open = [...this.#open];
    this.#open.clear();
    for (const [file, text] of open) this.update(file, text);
  }

  /** Tells the server the text of a file, if it has changed. */
  update(file, text) {
    if (this.#open.get(file) === text) return;
    const isNew = !this.#open.has(file);
    this.#open.set(file, text);
    const version = this.#next++;
    const uri = OWN + file;
    if (isNew) this.#notify("textDocument/didOpen", { textDocument: { uri, languageId: "linstock", version, text } });
    else this.#notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  /** Tells the server that a file is no longer open. */
  close(file) {
    if (this.#open.delete(file)) this.#notify("textDocument/didClose", { textDocument: { uri: OWN + file } });
  }

  saved(file) {
    if (this.#open.has(file)) this.#notify("textDocument/didSave", { textDocument: { uri: OWN + file } });
  }

  #notify(method, params) {
    this.#send({ method, params });
  }

  /** Asks about a place of a file; gives null if there is no answer. */
  async ask(method, file, params = {}) {
    const id = this.#next++;
    this.#send({ id, method: `textDocument/${method}`, params: { textDocument: { uri: OWN + file }, ...params } });
    return new Promise((resolve, refuse) => this.#waiting.set(id, { resolve, refuse }));
  }

  receive(message) {
    if (message.method === "textDocument/publishDiagnostics") {
      const file = fileOf(message.params.uri);
      if (file) this.told(file, message.params.diagnostics);
      return;
    }
    const asked = this.#waiting.get(message.id);
    if (!asked) return;
    this.#waiting.delete(message.id);
    if (message.error) asked.refuse(new Error(message.error.message));
    else asked.resolve(message.result);
  }
}

/** The name of a file in the folder of the rules; null for any other. */
export function fileOf(uri) {
  return uri.startsWith(OWN) ? decodeURIComponent(uri.slice(OWN.length)) : null;
}

/** The changes of a document that edits of the server mean. */
export function changes(doc, edits) {
  return edits.map((edit) => ({ from: offset(doc, edit.range.start), to: offset(doc, edit.range.end), insert: edit.newText }));
}

/** The files of an edit with the edits of each. */
export function filesOf(edit) {
  const all = edit.documentChanges
    ? edit.documentChanges.filter((one) => one.edits).map((one) => [one.textDocument.uri, one.edits])
    : Object.entries(edit.changes ?? {});
  return all.map(([uri, edits]) => [fileOf(uri), edits]);
}

/** Diagnostics as the editor shows them. */
export function shown(doc, diagnostics) {
  return diagnostics.map((one) => ({
    from: offset(doc, one.range.start),
    to: Math.max(offset(doc, one.range.end), offset(doc, one.range.start)),
    severity: severities[one.severity] ?? "error",
    message: one.message,
    source: one.code ? String(one.code) : undefined,
  }));
}

/** The words that an answer has, without marks of Markdown. */
export function plain(contents) {
  const text = Array.isArray(contents) ? contents.map(plain).join("\n\n") : (contents?.value ?? contents ?? "");
  return String(text).replace(/^```.*$/gm, "").replace(/\*\*|`/g, "").trim();
}

const kinds = { 2: "method", 3: "function", 6: "variable", 7: "class", 9: "namespace", 10: "property", 13: "enum", 14: "keyword", 20: "enum", 21: "constant" };

/** Completions at a place of a document. */
export async function completions(language, file, context) {
  const doc = context.state.doc;
  const word = context.matchBefore(/[\w@.-]*/);
  if (!context.explicit && (!word || word.from === word.to)) return null;
  const answer = await language.ask("completion", file, { position: place(doc, context.pos) });
  const items = answer?.items ?? answer ?? [];
  if (!items.length) return null;
  const begin = (item) => (item.textEdit ? offset(doc, (item.textEdit.range ?? item.textEdit.insert).start) : null);
  const typed = context.matchBefore(/[\w-]*/);
  const from = items.map(begin).find((at) => at !== null) ?? typed?.from ?? context.pos;
  return {
    from,
    options: items.map((item) => ({
      label: item.label,
      apply: item.textEdit?.newText ?? item.insertText ?? item.label,
      detail: item.detail?.split("\n")[0],
      info: item.documentation ? plain(item.documentation) : undefined,
      type: kinds[item.kind],
      boost: item.sortText?.startsWith("0") ? 10 : 0,
    })),
    validFor: /^[\w-]*$/,
  };
}

const colours = [
  "name", "name", "name", "value", "name", "name", "word", "name", "name", "name", "clause", "keyword", "comment", "string", "number",
];

/** The coloured parts of a text: from, to, colour. */
export function coloured(doc, data) {
  const parts = [];
  let line = 0;
  let column = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    line += data[at];
    column = data[at] ? data[at + 1] : column + data[at + 1];
    const from = offset(doc, { line, character: column });
    const to = Math.min(from + data[at + 2], doc.length);
    if (to > from) parts.push([from, to, colours[data[at + 3]] ?? "word"]);
  }
  return parts;
}
