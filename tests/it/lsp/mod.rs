//! `linstock lsp`, as an editor uses it: over standard input and output.

mod client;
mod on_disk;
mod quick_fixes;
mod scripts;
mod texts;
mod variants;

use crate::terminal::PATIENCE;
use client::{Client, place, uri};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest,
    Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest, References, Rename,
    SemanticTokensFullRequest,
};
use lsp_types::{
    CompletionResponse, Diagnostic, DocumentSymbolResponse, GotoDefinitionResponse, HoverContents,
    SemanticTokensResult, TextDocumentPositionParams, TextEdit,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use texts::{GAME, SCENARIOS, SCRIPT, VARIANT};

/// A ruleset with a variant, a script and scenarios, in a folder of its own.
fn duel() -> (TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("made");
    let folder = place.path().canonicalize().expect("there").join("duel");
    std::fs::create_dir_all(folder.join("scenarios")).expect("made");
    for (name, text) in [
        ("duel.game", GAME),
        ("feud.game", VARIANT),
        ("duel.rhai", SCRIPT),
        ("scenarios/s.scn", SCENARIOS),
    ] {
        std::fs::write(folder.join(name), text).expect("written");
    }
    (place, folder)
}

fn told(found: &[Diagnostic]) -> Vec<String> {
    let line = |one: &Diagnostic| {
        let at = one.range.start;
        format!("{}:{} {}", at.line + 1, at.character + 1, one.message)
    };
    found.iter().map(line).collect()
}

fn params<P: serde::de::DeserializeOwned>(value: Value) -> P {
    serde_json::from_value(value).expect("as the protocol has it")
}

fn of<P: serde::de::DeserializeOwned>(path: &Path) -> P {
    params(json!({ "textDocument": { "uri": uri(path) } }))
}

/// Writes edits into a text.
fn edited(text: &str, edits: &[TextEdit]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    let byte = |text: &str, at: lsp_types::Position| {
        let line = text
            .split_inclusive('\n')
            .take(usize::try_from(at.line).expect("fits"));
        let start: usize = line.map(str::len).sum();
        let mut left = usize::try_from(at.character).expect("fits");
        let rest = text[start..].chars();
        let before = rest.take_while(|c| {
            let fits = left >= c.len_utf16();
            left = left.saturating_sub(c.len_utf16());
            fits
        });
        start + before.map(char::len_utf8).sum::<usize>()
    };
    let mut text = text.to_owned();
    for edit in edits {
        let range = byte(&text, edit.range.start)..byte(&text, edit.range.end);
        text.replace_range(range, &edit.new_text);
    }
    text
}

#[test]
fn mistakes_are_shown_while_one_types_and_can_be_mended() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    client.open(&game);
    assert_eq!(told(&client.checked(&game, 1)), [""; 0]);
    let at = place(&game, GAME, "fact near(p) = next to p and (own stone", 35).position;
    let stone = json!([{ "range": { "start": at, "end": at }, "text": "e" }]);
    let version = client.change(&game, &stone);
    let found = client.checked(&game, version);
    insta::assert_snapshot!(told(&found).join("\n"));
    let actions = client.ask::<CodeActionRequest>(params(json!({
        "textDocument": { "uri": uri(&game) },
        "range": found[0].range,
        "context": { "diagnostics": found },
    })));
    let actions = serde_json::to_value(actions.expect("answered")).expect("JSON");
    assert_eq!(actions[0]["title"], "Write `stone`");
    let edits = &actions[0]["edit"]["changes"][uri(&game).as_str()];
    let wrong = GAME.replacen("next to p and (own stone", "next to p and (own setone", 1);
    let edits: Vec<TextEdit> = params(edits.clone());
    let version = client.write(&game, &wrong);
    client.checked(&game, version);
    assert_eq!(edits[0].new_text, "stone");
    let version = client.write(&game, GAME);
    assert_eq!(told(&client.checked(&game, version)), [""; 0]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn an_open_text_stands_for_what_is_on_the_disk() {
    let (_place, folder) = duel();
    let (game, variant) = (folder.join("duel.game"), folder.join("feud.game"));
    let mut client = Client::new();
    client.open(&variant);
    assert_eq!(told(&client.checked(&variant, 1)), [""; 0]);
    // The piece that the variant renames is gone, in the editor alone.
    client.open_text(&game, &GAME.replace("stone", "pebble"));
    let version = client.write(&variant, &format!("{VARIANT}\n"));
    let found = told(&client.checked(&variant, version));
    assert!(found.iter().any(|line| line.contains("stone")), "{found:?}");
    client.tell_raw(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri(&game) } }),
    );
    let version = client.write(&variant, VARIANT);
    assert_eq!(told(&client.checked(&variant, version)), [""; 0]);
}

#[test]
fn names_lead_to_their_declarations_and_uses() {
    let (_place, folder) = duel();
    let (game, scenarios) = (folder.join("duel.game"), folder.join("scenarios/s.scn"));
    let mut client = Client::new();
    client.open(&game);
    client.open(&scenarios);
    let at = place(&scenarios, SCENARIOS, "near(", 1);
    let found = client.ask::<GotoDefinition>(params(serde_json::to_value(&at).expect("JSON")));
    let Ok(Some(GotoDefinitionResponse::Array(places))) = found else {
        panic!("{found:?}");
    };
    let shown = |place: &lsp_types::Location| {
        let name = place
            .uri
            .as_str()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        format!(
            "{name}:{}:{}",
            place.range.start.line + 1,
            place.range.start.character + 1
        )
    };
    let declared: Vec<_> = places.iter().map(shown).collect();
    assert_eq!(declared, ["duel.game:9:6", "feud.game:4:14"]);
    let mut asked = serde_json::to_value(&at).expect("JSON");
    asked["context"] = json!({ "includeDeclaration": false });
    let uses = client
        .ask::<References>(params(asked))
        .expect("answered")
        .expect("some");
    let uses: Vec<_> = uses.iter().map(shown).collect();
    assert_eq!(uses, ["duel.game:15:17", "duel.game:24:48", "s.scn:6:8"]);
}

#[test]
fn what_a_word_is_is_told() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    client.open(&game);
    let mut all = String::new();
    for wanted in [
        "near(there)",
        "first red",
        "P-1 piece",
        "me = tally",
        "stone: box",
        "own stone",
        "repeat",
        "fact rich",
        "4 x",
    ] {
        let at = place(&game, GAME, wanted, 0);
        let hover = client.ask::<HoverRequest>(params(serde_json::to_value(at).expect("JSON")));
        let text = match hover.expect("answered").map(|hover| hover.contents) {
            Some(HoverContents::Markup(text)) => text.value,
            other => format!("{other:?}"),
        };
        let _ = writeln!(all, "== {wanted}\n{text}\n");
    }
    insta::assert_snapshot!(all);
}

/// Returns the hover text of the word at a place.
fn told_at(client: &mut Client, at: TextDocumentPositionParams) -> String {
    let hover = client.ask::<HoverRequest>(params(serde_json::to_value(at).expect("JSON")));
    match hover.expect("answered").map(|hover| hover.contents) {
        Some(HoverContents::Markup(text)) => text.value,
        other => format!("{other:?}"),
    }
}

#[test]
fn the_value_of_a_fact_is_told() {
    let (_place, folder) = duel();
    let (game, scenarios) = (folder.join("duel.game"), folder.join("scenarios/s.scn"));
    let text = format!(
        "{GAME}fact laid = own stone or home of red\nfact many = count own stone\nfact few = many < 1\n"
    );
    let mut client = Client::new();
    client.open(&game);
    client.write(&game, &text);
    let mut told = |path: &Path, text: &str, wanted: &str| {
        let at = place(path, text, wanted, 0);
        let told = told_at(&mut client, at);
        told.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(
        told(&game, &text, "laid ="),
        "At the start of the game it is 4 points: a1, b1, c1, d1."
    );
    assert_eq!(
        told(&game, &text, "many ="),
        "At the start of the game it is 0."
    );
    assert_eq!(
        told(&game, &text, "few ="),
        "At the start of the game it holds."
    );
    // It takes an argument.
    assert_eq!(told(&game, &text, "near(p)"), "```");
    let given = "for duel\n\nscenario \"drawn\"\ngiven at battle, red to move \"\"\"\n. . . .\n. . . .\n. . . .\nS S . .\n\"\"\"\nexpect many is 2\n";
    client.open(&scenarios);
    client.write(&scenarios, given);
    let at = place(&scenarios, given, "many is", 0);
    let told = told_at(&mut client, at);
    assert!(
        told.ends_with("Where this scenario begins it is 2."),
        "{told}"
    );
}

#[test]
fn functions_of_scripts_are_told_and_offered() {
    let (_place, folder) = duel();
    let script = folder.join("duel.rhai");
    let mut client = Client::new();
    client.open(&script);
    let told = told_at(&mut client, place(&script, SCRIPT, "remembered", 0));
    assert!(told.starts_with("`pos.remembered("), "{told}");
    let mut offered = |begun: &str| {
        let text = format!("{SCRIPT}fn more(pos) {{ {begun}");
        client.write(&script, &text);
        let mut at = place(&script, &text, begun, begun.len());
        at.position.line = u32::try_from(text.matches('\n').count()).expect("fits");
        let items = client.ask::<Completion>(params(serde_json::to_value(at).expect("JSON")));
        let Ok(Some(CompletionResponse::Array(items))) = items else {
            panic!("{items:?}");
        };
        let labels = items.into_iter().map(|item| item.label);
        labels.collect::<Vec<_>>()
    };
    let of_pos = offered("pos.co");
    assert!(of_pos.contains(&"count".to_owned()) && !of_pos.contains(&"yes".to_owned()));
    assert!(offered("ye").contains(&"yes".to_owned()));
    assert!(offered("// pos.").is_empty());
}

#[test]
fn what_fits_is_offered() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    client.open(&game);
    let mut all = String::new();
    for begun in [
        "\n",
        "\nfact x(a, b) = own ",
        "\nfact x(a, b) = count own and n",
        "\nmove m \"{here}\" {\n  here in own\n  ",
        "\nto go() { leave ",
        "\nto go() { ask me: ",
        "\nfact x = look is ",
        "\nfact x = script ",
        "\nfact ",
        "\nto go() { win ",
        "\nto go() { forget ",
        "\nremember { kept of player = 0 }\nto go() { kept of ",
        "\nplay { repeat each player from ",
        "\n@",
        "\nnote \"a text ",
    ] {
        let text = format!("{GAME}{begun}");
        client.write(&game, &text);
        let mut at = place(&game, &text, begun, begun.len());
        at.position.line = u32::try_from(text.matches('\n').count()).expect("fits");
        let items = client.ask::<Completion>(params(serde_json::to_value(at).expect("JSON")));
        let Ok(Some(CompletionResponse::Array(items))) = items else {
            panic!("{items:?}");
        };
        let labels: Vec<_> = items.into_iter().map(|item| item.label).collect();
        let _ = writeln!(all, "{begun:?}: {}\n", labels.join(" "));
    }
    insta::assert_snapshot!(all);
}

/// In a scenario the moves are offered that are legal there, whatever the lines before expect.
#[test]
fn moves_that_are_legal_there_are_offered_in_scenarios() {
    let (_place, folder) = duel();
    let scenarios = folder.join("scenarios/s.scn");
    let mut client = Client::new();
    client.open(&scenarios);
    let head = "for duel\n\nscenario \"a\"\nplay a1\n\nscenario \"b\"\nset first blue\nplay a4\n";
    let lines = format!("{head}expect over\n");
    let table = [
        (format!("{head}play "), vec!["a1", "b1", "c1", "d1"]),
        (format!("{lines}play c"), vec!["a1", "b1", "c1", "d1"]),
        (format!("{lines}  play b1; "), vec!["b4", "c4", "d4"]),
        (format!("{lines}as red play"), vec!["play"]),
        (format!("{lines}as red play "), vec!["a1", "b1", "c1", "d1"]),
        (format!("{lines}as blue play "), vec![]),
        (format!("{lines}play b4; "), vec![]),
    ];
    for (text, wanted) in table {
        client.write(&scenarios, &text);
        let line = text.lines().last().expect("a line");
        let at = place(&scenarios, &text, line, line.len());
        let items = client.ask::<Completion>(params(serde_json::to_value(at).expect("JSON")));
        let Ok(Some(CompletionResponse::Array(items))) = items else {
            panic!("{items:?}");
        };
        let labels: Vec<_> = items.iter().map(|item| item.label.as_str()).collect();
        assert_eq!(labels, wanted, "{text}");
        let edits = items.iter().filter_map(|item| item.text_edit.clone());
        for edit in edits {
            let edit: TextEdit = params(serde_json::to_value(edit).expect("JSON"));
            let begun = usize::from(line.ends_with("play c"));
            let width = edit.range.end.character - edit.range.start.character;
            assert_eq!(usize::try_from(width), Ok(begun), "{text}");
        }
    }
}

#[test]
fn a_text_is_outlined_folded_and_coloured() {
    let (_place, folder) = duel();
    let (game, scenarios) = (folder.join("duel.game"), folder.join("scenarios/s.scn"));
    let mut client = Client::new();
    client.open(&game);
    client.open(&scenarios);
    let mut all = String::new();
    for path in [&game, &scenarios] {
        let symbols = client
            .ask::<DocumentSymbolRequest>(of(path))
            .expect("answered");
        let Some(DocumentSymbolResponse::Nested(symbols)) = symbols else {
            panic!("{symbols:?}");
        };
        for symbol in symbols {
            let inner = symbol.children.unwrap_or_default();
            let inner: Vec<_> = inner.into_iter().map(|child| child.name).collect();
            let detail = symbol.detail.unwrap_or_default();
            let line = symbol.range.start.line + 1;
            let _ = writeln!(all, "{line} {detail} {} {}", symbol.name, inner.join(" "));
        }
        let folds = client
            .ask::<FoldingRangeRequest>(of(path))
            .expect("answered")
            .expect("some");
        let folds: Vec<_> = folds
            .iter()
            .map(|f| format!("{}-{}", f.start_line + 1, f.end_line + 1))
            .collect();
        let _ = writeln!(all, "folds: {}\n", folds.join(" "));
    }
    let _ = writeln!(all, "{}", coloured(&mut client, &game, GAME));
    let _ = writeln!(all, "{}", coloured(&mut client, &scenarios, SCENARIOS));
    insta::assert_snapshot!(all);
}

/// Writes each coloured word with its kind.
fn coloured(client: &mut Client, path: &Path, text: &str) -> String {
    let kinds = [
        "namespace",
        "class",
        "enum",
        "enumMember",
        "type",
        "parameter",
        "variable",
        "property",
        "function",
        "method",
        "macro",
        "keyword",
        "comment",
        "string",
        "number",
    ];
    let tokens = client
        .ask::<SemanticTokensFullRequest>(of(path))
        .expect("answered");
    let Some(SemanticTokensResult::Tokens(tokens)) = tokens else {
        panic!("{tokens:?}");
    };
    let (mut line, mut start) = (0, 0);
    let mut all = String::new();
    for token in tokens.data {
        if token.delta_line > 0 {
            start = 0;
            all.push('\n');
        }
        line += token.delta_line;
        start += token.delta_start;
        let row = text
            .lines()
            .nth(usize::try_from(line).expect("fits"))
            .expect("a line");
        let units: Vec<u16> = row.encode_utf16().collect();
        let from = usize::try_from(start).expect("fits");
        let word = &units[from..from + usize::try_from(token.length).expect("fits")];
        let word = String::from_utf16(word).expect("whole characters");
        let kind = kinds[usize::try_from(token.token_type).expect("fits")];
        let _ = write!(all, "{word}:{kind} ");
    }
    all
}

/// Renames what begins with some text of the game; returns the texts as they are then, or why it is refused.
fn renamed(client: &mut Client, folder: &Path, wanted: &str, new: &str) -> Result<String, String> {
    let game = folder.join("duel.game");
    let mut asked = serde_json::to_value(place(&game, GAME, wanted, 0)).expect("JSON");
    asked["newName"] = new.into();
    let edit = client
        .ask::<Rename>(params(asked))
        .map_err(|error| error.message)?;
    let edit = serde_json::to_value(edit).expect("JSON");
    let changes: BTreeMap<String, Vec<TextEdit>> = params(edit["changes"].clone());
    let mut all = String::new();
    for name in ["duel.game", "feud.game", "duel.rhai", "scenarios/s.scn"] {
        let path = folder.join(name);
        let old = std::fs::read_to_string(&path).expect("read");
        let edits = changes
            .get(uri(&path).as_str())
            .cloned()
            .unwrap_or_default();
        let text = edited(&old, &edits);
        for (old, new) in old
            .lines()
            .zip(text.lines())
            .filter(|(old, new)| old != new)
        {
            let _ = writeln!(all, "{name}\n- {old}\n+ {new}");
        }
    }
    Ok(all)
}

#[test]
fn a_name_is_changed_everywhere_or_nowhere() {
    let (_place, folder) = duel();
    let mut client = Client::new();
    client.open(&folder.join("duel.game"));
    let mut all = String::new();
    for (wanted, new) in [
        ("stone \"s\"", "pebble"),
        ("red, blue", "scarlet"),
        ("there in", "spot"),
        ("near(p)", "close-to"),
        ("weight(", "heavy-weight"),
        ("P-1 \"Each", "P-9"),
        ("stone \"s\"", "red"),
        ("stone \"s\"", "two words"),
        ("stone \"s\"", "empty"),
        ("stone \"s\"", ""),
        ("plain |", "simple"),
        ("duel \"Duel\"", "fight"),
        ("ace 1", "one"),
        ("4 x 4", "x"),
    ] {
        let outcome = renamed(&mut client, &folder, wanted, new);
        let outcome = outcome.unwrap_or_else(|why| format!("refused: {why}\n"));
        let _ = writeln!(all, "== {wanted} -> {new}\n{outcome}");
    }
    insta::assert_snapshot!(all);
    let game = folder.join("duel.game");
    let at = place(&game, GAME, "P-1 piece", 0);
    let ready = client
        .ask::<PrepareRenameRequest>(at)
        .expect("answered")
        .expect("some");
    let ready = serde_json::to_value(ready).expect("JSON");
    assert_eq!(
        (&ready["placeholder"], &ready["range"]["start"]["character"]),
        (&json!("P-1"), &json!(1))
    );
}

#[test]
fn what_takes_long_comes_when_one_saves() {
    let (_place, folder) = duel();
    let (game, scenarios) = (folder.join("duel.game"), folder.join("scenarios/s.scn"));
    let mut client = Client::new();
    client.open(&game);
    while !client
        .wanted
        .iter()
        .any(|asked| asked == "workspace/codeLens/refresh")
    {
        client.next();
    }
    let lenses = client
        .ask::<CodeLensRequest>(of(&game))
        .expect("answered")
        .expect("some");
    let titles = lenses.iter().map(|lens| {
        let line = lens.range.start.line + 1;
        format!("{line}: {}", lens.command.as_ref().expect("a title").title)
    });
    assert_eq!(
        titles.collect::<Vec<_>>(),
        ["26: 1 scenario", "27: no scenario"]
    );
    client.open(&scenarios);
    assert_eq!(told(&client.checked(&scenarios, 1)), [""; 0]);
    let wrong = SCENARIOS.replace("moves count 4", "moves are a1");
    std::fs::write(&scenarios, &wrong).expect("written");
    let version = client.write(&scenarios, &wrong);
    assert_eq!(told(&client.checked(&scenarios, version)), [""; 0]);
    client.save(&scenarios);
    let found = client.shown_until(&scenarios, |found| !found.is_empty());
    assert!(found[0].message.contains("b1 c1 d1"), "{found:?}");
    let remedy = found[0].data.as_ref().expect("what would hold");
    assert_eq!(remedy[0]["title"], "Write what holds now");
}

#[test]
fn a_text_is_formatted_in_the_editor() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    let rough = "game x \"Zwölf 𝄞\"\nplayers a,b\n\n\n\nnote \"𝄞\"   ";
    client.open_text(&game, rough);
    let asked = json!({ "textDocument": { "uri": uri(&game) }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client
        .ask::<Formatting>(params(asked.clone()))
        .expect("answered")
        .expect("some");
    let neat = edited(rough, &edits);
    assert_eq!(neat, "game x \"Zwölf 𝄞\"\nplayers a, b\n\nnote \"𝄞\"\n");
    client.write(&game, &neat);
    let edits = client
        .ask::<Formatting>(params(asked.clone()))
        .expect("answered");
    assert_eq!(edits, Some(Vec::new()));
    client.write(&game, "game x \"X\"\nplayers a b");
    let edits = client.ask::<Formatting>(params(asked)).expect("answered");
    assert_eq!(edits, Some(Vec::new()), "what cannot be read stays");
}

#[test]
fn columns_are_utf_16_units() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    let line = "win me \"zwölf 𝄞𝄞\" nonsense";
    let text = GAME.replace("leave battle", line);
    client.open_text(&game, &text);
    let found = client.checked(&game, 1);
    let at = place(&game, &text, "nonsense", 0).position;
    assert_eq!(found[0].range.start, at, "{found:?}");
    // Text is put in after signs of two units.
    let start = place(&game, &text, "𝄞\"", 0).position;
    let end = place(&game, &text, " nonsense", 9).position;
    let range = json!({ "start": start, "end": end });
    let version = client.change(&game, &json!([{ "range": range, "text": "ß\"" }]));
    assert_eq!(told(&client.checked(&game, version)), [""; 0]);
}

#[test]
fn nonsense_is_refused_and_hinders_nothing() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::silent();
    let early = client
        .ask_raw("textDocument/hover", json!({}))
        .expect_err("too early");
    assert_eq!(early.code, -32002);
    client
        .ask_raw("initialize", json!({ "capabilities": {} }))
        .expect("begun");
    client.send_bytes(b"Content-Length: 9\r\n\r\n{\"oops\": ");
    client.send_bytes(b"Content-Length: 4\r\n\r\nnull");
    client.send_bytes(b"what?\r\n\r\n");
    client.open(&game);
    let far = json!({ "line": 4_294_967_295_u32, "character": 4_294_967_295_u32 });
    let everything = [
        "hover",
        "definition",
        "references",
        "completion",
        "rename",
        "prepareRename",
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
        "codeAction",
        "codeLens",
        "formatting",
        "documentHighlight",
    ];
    for method in everything {
        let method = format!("textDocument/{method}");
        let nowhere = uri(Path::new("/nowhere/at all.game"));
        for asked in [
            json!({ "textDocument": { "uri": nowhere }, "position": far, "context": { "includeDeclaration": true, "diagnostics": [] }, "newName": "x", "range": { "start": far, "end": far } }),
            json!({ "textDocument": { "uri": uri(&game) }, "position": far, "context": { "includeDeclaration": true, "diagnostics": [{ "range": { "start": far, "end": far }, "message": "x", "data": 7 }] }, "newName": "", "range": { "start": far, "end": far } }),
            json!({ "textDocument": 7 }),
            json!([]),
            Value::Null,
        ] {
            if let Err(error) = client.ask_raw(&method, asked.clone()) {
                assert_ne!(error.code, -32603, "{method} {asked} {}", error.message);
            }
        }
    }
    assert_eq!(
        client
            .ask_raw("textDocument/other", json!({}))
            .expect_err("unknown")
            .code,
        -32601
    );
    client.tell_raw("textDocument/didChange", json!({ "textDocument": 3 }));
    client.tell_raw(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": "file:///nowhere/x.scn" } }),
    );
    client.change(&game, &json!([{ "range": { "start": far, "end": { "line": 0, "character": 0 } }, "text": "\u{0}" }]));
    let version = client.write(&game, GAME);
    assert_eq!(told(&client.checked(&game, version)), [""; 0]);
    assert_eq!(client.vanish(), Some(1));
}

#[test]
fn a_text_cut_anywhere_is_answered() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    client.open(&game);
    for at in (0..GAME.len()).filter(|at| at % 37 == 0 && GAME.is_char_boundary(*at)) {
        let cut = &GAME[..at];
        client.write(&game, cut);
        let end = place(&game, &format!("{cut}\u{7}"), "\u{7}", 0);
        let end = serde_json::to_value(end).expect("JSON");
        client
            .ask::<Completion>(params(end.clone()))
            .expect("answered");
        client.ask::<HoverRequest>(params(end)).expect("answered");
        client
            .ask::<DocumentSymbolRequest>(of(&game))
            .expect("answered");
        client
            .ask::<SemanticTokensFullRequest>(of(&game))
            .expect("answered");
    }
}

#[test]
fn a_keystroke_in_the_largest_ruleset_is_answered_soon() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let folders = std::fs::read_dir(shipped)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let games = folders.map(|folder| {
        folder
            .join(folder.file_name().expect("a name"))
            .with_extension("game")
    });
    let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |found| found.len());
    let game = games.max_by_key(size).expect("some");
    let text = std::fs::read_to_string(&game).expect("read");
    let mut client = Client::new();
    client.open(&game);
    client.checked(&game, 1);
    let mut times = Vec::new();
    for keystroke in 0..6 {
        let at = place(&game, &text, "play {", 0).position;
        let (range, typed) = if keystroke % 2 == 0 {
            (json!({ "start": at, "end": at }), "x")
        } else {
            let end = lsp_types::Position::new(at.line, at.character + 1);
            (json!({ "start": at, "end": end }), "")
        };
        let began = Instant::now();
        let version = client.change(&game, &json!([{ "range": range, "text": typed }]));
        let found = client.checked(&game, version);
        times.push(began.elapsed());
        assert_eq!(found.is_empty(), keystroke % 2 == 1, "{:?}", told(&found));
    }
    times.sort();
    println!(
        "{}: median {:?}, longest {:?}",
        game.display(),
        times[3],
        times[5]
    );
    // What is built to be tested is slow, and other tests run beside it.
    let most = if cfg!(debug_assertions) {
        PATIENCE
    } else {
        Duration::from_millis(500)
    };
    assert!(times[3] < most, "{times:?}");
}

/// A fact whose value takes a while, behind facts of facts.
fn dear() -> String {
    let deep = (0..4).fold(
        "count (reached from it over everything)".to_owned(),
        |n, _| format!("count (everything where {n} > 1)"),
    );
    format!("{GAME}fact dear = {deep}\n")
}

#[test]
fn a_request_waits_for_no_other_and_can_be_cancelled() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    let text = dear();
    client.open_text(&game, &text);
    client.checked(&game, 1);
    let at = place(&game, &text, "fact dear", 5);
    // One write, so that the server reads the cancellation right after the request.
    let (slow, cancelled, fast) = client.together(|client| {
        let hover = serde_json::to_value(&at).expect("JSON");
        let slow = client.begin_raw("textDocument/hover", hover.clone());
        let cancelled = client.begin_raw("textDocument/hover", hover);
        client.tell_raw("$/cancelRequest", json!({ "id": cancelled }));
        client.tell_raw("$/cancelRequest", json!({ "id": 4711 }));
        let fast = client.begin_raw("textDocument/foldingRange", of(&game));
        (slow, cancelled, fast)
    });
    let answers = client.answers(3);
    assert!(answers[&fast].is_ok());
    assert!(answers[&slow].is_ok());
    let refused = answers[&cancelled].as_ref().expect_err("cancelled");
    assert_eq!(refused.code, -32800);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_text_beyond_the_limits_has_its_mistake_and_nothing_else() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let long_line = format!("{GAME}fact f = {}\n", "a ".repeat(50_000));
    let long_text = "# remark\n".repeat(400_000);
    for text in [long_line, long_text] {
        let mut client = Client::new();
        client.open_text(&game, &text);
        let found = client.checked(&game, 1);
        assert_eq!(found.len(), 1, "{found:?}");
        let begun = Instant::now();
        for method in [
            "foldingRange",
            "documentSymbol",
            "semanticTokens/full",
            "formatting",
            "codeLens",
        ] {
            let told = client.ask_raw(&format!("textDocument/{method}"), of(&game));
            assert_eq!(told.expect("answered"), Value::Null, "{method}");
        }
        assert!(begun.elapsed() < PATIENCE);
        assert_eq!(client.end(), Some(0));
    }
}
