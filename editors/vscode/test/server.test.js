// `linstock lsp`, spoken to by the library that the extension is made of. LINSTOCK names the program.
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { pathToFileURL } = require("node:url");
const protocol = require("vscode-languageserver-protocol/node");

const PROGRAM = process.env.LINSTOCK ?? path.join(__dirname, "../../../target/release/linstock");

test("the program answers the editor's own client", async () => {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "zwölf spiele "));
  const file = path.join(folder, "x.game");
  const uri = pathToFileURL(file).href;
  const server = spawn(PROGRAM, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const exit = new Promise((done, failed) => server.on("exit", done).on("error", failed));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  const shown = new Map();
  let wake = () => {};
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (told) => {
    shown.set(told.version, told.diagnostics);
    wake();
  });
  const checked = async (version) => {
    while (!shown.has(version)) await new Promise((done) => { wake = done; });
    return shown.get(version).map((one) => one.message);
  };
  connection.listen();
  const told = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {},
  });
  assert.strictEqual(told.serverInfo.name, "linstock");
  await connection.sendNotification(protocol.InitializedNotification.type, {});

  const text = 'game x "X"\nplayers a, b\nboard 3 x 3 { }\npiece pawn "p"\nmove put "{there}" { there in empty; pawn: box -> there }\nplay { each player { ask me: put } }\n';
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "linstock", version: 1, text },
  });
  assert.deepStrictEqual(await checked(1), []);
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: { line: 4, character: 37 }, end: { line: 4, character: 41 } }, text: "pwan" }],
  });
  const [mistake] = await checked(2);
  assert.match(mistake, /did you mean `pawn`\?/);
  const position = { line: 3, character: 7 };
  const places = await connection.sendRequest(protocol.ReferencesRequest.type, {
    textDocument: { uri }, position, context: { includeDeclaration: true },
  });
  assert.deepStrictEqual(places.map((place) => place.uri), [uri]);
  const hover = await connection.sendRequest(protocol.HoverRequest.type, { textDocument: { uri }, position });
  assert.match(hover.contents.value, /^piece `pawn`/);

  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.strictEqual(await exit, 0);
  connection.dispose();
  fs.rmSync(folder, { recursive: true, maxRetries: 10 });
});
