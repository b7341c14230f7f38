// The colours of the TextMate grammar, by the library with which the editor reads it.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const FILES = {
  "source.linstock": "linstock.tmLanguage.json",
  "source.linstock-scenarios": "linstock-scenarios.tmLanguage.json",
};

async function coloured(scope, text) {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const file = path.join(__dirname, "..", "syntaxes", FILES[name]);
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  const grammar = await registry.loadGrammar(scope);
  let stack = textmate.INITIAL;
  const found = [];
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const token of tokens) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      const kind = token.scopes.at(-1).split(".")[0];
      if (word && token.scopes.length > 1) found.push(`${word}:${kind}`);
    }
  }
  return found.join(" ");
}

test("rules have colours", async () => {
  const text = '@CA-12 move small-step "{here} to" { # so\n  in-here in 2..3 own\n}\nmap """\n1 | move\n"""\nfact over-all = me -> box';
  assert.strictEqual(
    await coloured("source.linstock", text),
    '@CA-12:entity move:keyword small-step:entity ":string {:punctuation here:meta }:punctuation to:string ":string # so:comment ' +
      'in:keyword 2:constant ..:keyword 3:constant own:constant ' +
      'map:keyword """:string 1 | move:string """:string fact:keyword over-all:entity =:keyword me:constant ->:keyword box:constant',
  );
});

test("a quote within a text does not end it", async () => {
  assert.strictEqual(
    await coloured("source.linstock", 'note "a \\"b\\" c" # so'),
    'note:keyword ":string a:string \\":constant b:string \\":constant c:string ":string # so:comment',
  );
});

test("scenarios have colours, and moves are moves", async () => {
  const text = 'for duel\nscenario "a start" @P-1\nas red play move 3; a1   # both\nexpect count own is 3';
  assert.strictEqual(
    await coloured("source.linstock-scenarios", text),
    'for:keyword scenario:keyword "a start":entity @P-1:entity as:keyword red:variable play:keyword move:string 3:string ' +
      ";:punctuation a1:string # both:comment expect:keyword count:keyword own:constant is:keyword 3:constant",
  );
});
