// Starts `linstock lsp` and hands it what is edited. All that is known of the language is known there.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
  const command = workspace.getConfiguration("linstock").get("path", "linstock");
  client = new LanguageClient(
    "linstock",
    "Linstock",
    { command, args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", language: "linstock" },
        { scheme: "file", language: "linstock-scenarios" },
        { scheme: "file", pattern: "**/*.rhai" },
        { scheme: "untitled", language: "linstock" },
      ],
    },
  );
  return client.start().catch((error) => {
    window.showErrorMessage(
      `Linstock could not be started as \`${command} lsp\`: ${error.message}. ` +
        "Install the program, or set `linstock.path` to where it is.",
    );
  });
}

exports.activate = (context) => {
  const restart = async () => {
    await exports.deactivate();
    await start();
  };
  context.subscriptions.push(commands.registerCommand("linstock.restart", restart));
  return start();
};

exports.deactivate = async () => {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
};
