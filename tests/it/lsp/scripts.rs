//! Names in scripts: where they lead, and that they are renamed from there and from the rules.

use super::client::{Client, place, uri};
use super::texts::GAME;
use super::{duel, edited, of, params};
use lsp_types::request::{
    Completion, DocumentSymbolRequest, FoldingRangeRequest, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename,
};
use lsp_types::{
    CompletionResponse, DocumentSymbolResponse, GotoDefinitionResponse, Location, TextEdit,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const SCRIPT: &str = r#"/* How much was put down: "tally". */
fn weight(pos) {
    let of_me = `${few(pos, "red")} of "tally"`;
    if few(pos, "red") { return pos.remembered("tally", "red"); }
    max(pos.count("stone", pos.me()), pos.value("worth", "card", "ace"))
}

fn few(pos, who) { pos.remembered("tally", who) < 3 }
fn told(pos) {
    if pos.option("look") == "plain" { return yes(); }
    no("P-1", `#1 is "stone"`)
}
"#;

/// The ruleset with a script that names much.
fn scripted() -> (TempDir, PathBuf, Client) {
    let (place, folder) = duel();
    let script = folder.join("duel.rhai");
    std::fs::write(&script, SCRIPT).expect("written");
    let mut client = Client::new();
    client.open(&script);
    assert_eq!(client.checked(&script, 1), []);
    (place, folder, client)
}

fn shown(place: &Location) -> String {
    let uri = place.uri.as_str();
    let name = uri.rsplit('/').next().unwrap_or_default();
    let at = place.range.start;
    format!("{name}:{}:{}", at.line + 1, at.character + 1)
}

fn joined(places: &[Location]) -> String {
    places.iter().map(shown).collect::<Vec<_>>().join(" ")
}

#[test]
fn names_in_scripts_lead_to_their_declarations_and_uses() {
    let (_place, folder, mut client) = scripted();
    let script = folder.join("duel.rhai");
    let mut all = String::new();
    for (wanted, on) in [
        ("weight(", 1),
        ("few(pos, who", 1),
        ("\"red\")} of", 2),
        ("tally\", who", 2),
        ("stone\", pos", 0),
        ("worth", 0),
        ("ace", 0),
        ("look", 0),
        ("plain", 0),
        ("P-1", 0),
        ("max(", 0),
        ("stone\"`", 0),
        ("tally\". */", 0),
    ] {
        let at = place(&script, SCRIPT, wanted, on);
        let asked = serde_json::to_value(&at).expect("JSON");
        let found = client.ask::<GotoDefinition>(params(asked.clone()));
        let Ok(Some(GotoDefinitionResponse::Array(declared))) = found else {
            panic!("{found:?}");
        };
        let hover = client.ask::<HoverRequest>(params(asked.clone()));
        let hover = serde_json::to_value(hover.expect("answered")).expect("JSON");
        let told = hover.pointer("/contents/value").map_or("", |told| {
            told.as_str()
                .and_then(|told| told.lines().next())
                .unwrap_or_default()
        });
        let mut asked = asked;
        asked["context"] = json!({ "includeDeclaration": false });
        let uses = client.ask::<References>(params(asked)).expect("answered");
        let uses = joined(&uses.unwrap_or_default());
        let _ = writeln!(
            all,
            "{wanted}\n  is: {told}\n  declared: {}\n  used: {uses}",
            joined(&declared)
        );
    }
    insta::assert_snapshot!(all);
}

/// Gives the name at a place another name; returns the lines that change, or why it is refused.
fn renamed(
    client: &mut Client,
    folder: &Path,
    (path, text): (&Path, &str),
    (wanted, new): (&str, &str),
) -> String {
    let mut asked = serde_json::to_value(place(path, text, wanted, 0)).expect("JSON");
    asked["newName"] = new.into();
    let edit = match client.ask::<Rename>(params(asked)) {
        Ok(edit) => serde_json::to_value(edit).expect("JSON"),
        Err(error) => return format!("refused: {}\n", error.message),
    };
    let changes: BTreeMap<String, Vec<TextEdit>> = params(edit["changes"].clone());
    let mut all = String::new();
    for name in ["duel.game", "feud.game", "duel.rhai", "scenarios/s.scn"] {
        let path = folder.join(name);
        let old = std::fs::read_to_string(&path).expect("read");
        let edits = changes.get(uri(&path).as_str()).cloned();
        let text = edited(&old, &edits.unwrap_or_default());
        let pairs = old.lines().zip(text.lines());
        for (_, new) in pairs.filter(|(old, new)| old != new) {
            let _ = writeln!(all, "{name}: {new}");
        }
    }
    all
}

#[test]
fn a_name_is_changed_in_scripts_too_wherever_one_begins() {
    let (_place, folder, mut client) = scripted();
    let (script, game) = (folder.join("duel.rhai"), folder.join("duel.game"));
    client.open(&game);
    let mut all = String::new();
    for (in_game, wanted, new) in [
        (true, "tally of player", "heap"),
        (false, "tally\", who", "heap"),
        (false, "weight(", "heavy_weight"),
        (true, "weight(", "heavy-weight"),
        (false, "few(pos, who", "not_many"),
        (false, "few(pos, who", "told"),
        (false, "few(pos, who", "max"),
        (false, "few(pos, who", "not-many"),
        (true, "P-1 \"Each", "P-9"),
        (false, "stone\", pos", "pebble"),
        (false, "worth", "value-of"),
        (false, "max(", "least"),
    ] {
        let at = if in_game {
            (game.as_path(), GAME)
        } else {
            (script.as_path(), SCRIPT)
        };
        let outcome = renamed(&mut client, &folder, at, (wanted, new));
        let _ = writeln!(all, "== {wanted} -> {new}\n{outcome}");
    }
    insta::assert_snapshot!(all);
    let at = place(&script, SCRIPT, "tally\", who", 0);
    let ready = client.ask::<PrepareRenameRequest>(at).expect("answered");
    let ready = serde_json::to_value(ready).expect("JSON");
    assert_eq!(ready["placeholder"], "tally");
}

#[test]
fn nothing_is_renamed_while_a_text_cannot_be_read() {
    let (_place, folder, mut client) = scripted();
    let (script, game) = (folder.join("duel.rhai"), folder.join("duel.game"));
    client.open(&game);
    let at = (game.as_path(), GAME);
    let wrong = SCRIPT.replace("\"worth\"", "\"worth");
    client.write(&script, &wrong);
    let why = renamed(&mut client, &folder, at, ("tally of player", "heap"));
    assert!(
        why.starts_with("refused: `duel.rhai` cannot be read in line 5"),
        "{why}"
    );
    client.write(&script, SCRIPT);
    let broken = GAME.replace("k < 3 or near(there) is nothing", "k < 3 or or near(there)");
    client.write(&game, &broken);
    let at = (game.as_path(), broken.as_str());
    let why = renamed(&mut client, &folder, at, ("near(p)", "close"));
    assert!(
        why.starts_with("refused: `duel.game` cannot be read in line 15"),
        "{why}"
    );
}

#[test]
fn a_script_is_outlined_folded_and_coloured() {
    let (_place, folder, mut client) = scripted();
    let script = folder.join("duel.rhai");
    let symbols = client
        .ask::<DocumentSymbolRequest>(of(&script))
        .expect("answered");
    let Some(DocumentSymbolResponse::Nested(symbols)) = symbols else {
        panic!("{symbols:?}");
    };
    let symbols = symbols.into_iter().map(|symbol| {
        let lines = (symbol.range.start.line + 1, symbol.range.end.line + 1);
        format!(
            "{} {lines:?} {}",
            symbol.name,
            symbol.detail.unwrap_or_default()
        )
    });
    let symbols: Vec<_> = symbols.collect();
    let folds = client
        .ask::<FoldingRangeRequest>(of(&script))
        .expect("answered");
    let folds = folds.unwrap_or_default();
    let folds = folds
        .iter()
        .map(|fold| (fold.start_line + 1, fold.end_line + 1));
    let folds: Vec<_> = folds.collect();
    let coloured = super::coloured(&mut client, &script, SCRIPT);
    insta::assert_snapshot!(format!(
        "{}\nfolds: {folds:?}\n{coloured}",
        symbols.join("\n")
    ));
}

#[test]
fn what_may_be_named_in_quotes_is_offered() {
    let (_place, folder, mut client) = scripted();
    let script = folder.join("duel.rhai");
    let mut offered = |begun: &str| {
        let text = format!("{SCRIPT}fn more(pos, fx) {{ {begun}");
        client.write(&script, &text);
        let at = place(&script, &text, begun, begun.len());
        let items = client.ask::<Completion>(params(serde_json::to_value(at).expect("JSON")));
        let Ok(Some(CompletionResponse::Array(items))) = items else {
            panic!("{items:?}");
        };
        let labels = items.into_iter().map(|item| item.label);
        labels.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(offered("pos.own(\"st"), "stone rock");
    assert_eq!(offered("let a = 1; fx.set(\""), "tally");
    assert_eq!(offered("pos.value(\"worth\", \""), "card");
    assert_eq!(offered("pos.option(\""), "first look");
    assert_eq!(offered("no(\"P"), "P-1 A1");
    assert_eq!(offered("pos.row(\""), "");
    assert!(offered("few(pos, \"").contains("red"));
    assert!(offered("let a = fe").contains("few"));
    assert_eq!(offered("// \""), "");
}

/// A script with variables, parameters and constants.
const NAMED: &str = r#"const MOST = 3;
fn weight(pos) {
    let sum = 0;
    for (who, at) in ["red", "blue"] {
        let sum = few(pos, who) + at;
        if sum > global::MOST { return sum; }
    }
    let told = `${sum} of ${global::MOST}`;
    sum + told.len()
}

fn few(pos, who) {
    let of_who = #{ who: pos.remembered("tally", who) };
    of_who.who
}
"#;

#[test]
fn variables_and_constants_of_scripts_are_found_and_renamed() {
    let (_place, folder, mut client) = scripted();
    let script = folder.join("duel.rhai");
    client.write(&script, NAMED);
    let mut all = String::new();
    for (wanted, on) in [
        ("sum = 0", 0),
        ("sum > global", 0),
        ("sum} of", 0),
        ("MOST {", 0),
        ("who) + at", 0),
        ("who) };", 0),
        ("of_who.who", 0),
        ("who: pos", 0),
        (".who\n", 1),
    ] {
        let at = place(&script, NAMED, wanted, on);
        let asked = serde_json::to_value(&at).expect("JSON");
        let found = client.ask::<GotoDefinition>(params(asked.clone()));
        let Ok(Some(GotoDefinitionResponse::Array(declared))) = found else {
            panic!("{found:?}");
        };
        let hover = client.ask::<HoverRequest>(params(asked.clone()));
        let hover = serde_json::to_value(hover.expect("answered")).expect("JSON");
        let told = hover
            .pointer("/contents/value")
            .cloned()
            .unwrap_or_default();
        let mut asked = asked;
        asked["context"] = json!({ "includeDeclaration": false });
        let uses = client.ask::<References>(params(asked)).expect("answered");
        let uses = joined(&uses.unwrap_or_default());
        let _ = writeln!(
            all,
            "{wanted:?}\n  is: {told}\n  declared: {}\n  used: {uses}",
            joined(&declared)
        );
    }
    std::fs::write(&script, NAMED).expect("written");
    for (wanted, new) in [
        ("sum = 0", "total"),
        ("sum > global", "one"),
        ("MOST {", "LEAST"),
        ("who) + at", "player"),
        ("sum} of", "told"),
        ("sum} of", "who"),
        ("sum} of", "if"),
        ("sum} of", "so-many"),
        ("pos) {", "position"),
    ] {
        let outcome = renamed(&mut client, &folder, (&script, NAMED), (wanted, new));
        let _ = writeln!(all, "== {wanted} -> {new}\n{outcome}");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn variables_that_hold_are_offered() {
    let (_place, folder, mut client) = scripted();
    let script = folder.join("duel.rhai");
    let mut offered = |begun: &str| {
        let text = format!(
            "const MOST = 3; fn other(x) {{ let y = 1; }} fn more(pos, fx) {{ let a = 1; {begun}"
        );
        client.write(&script, &text);
        let at = place(&script, &text, begun, begun.len());
        let items = client.ask::<Completion>(params(serde_json::to_value(at).expect("JSON")));
        let Ok(Some(CompletionResponse::Array(items))) = items else {
            panic!("{items:?}");
        };
        let of_script = items.into_iter().filter(|item| {
            let detail = item.detail.as_deref().unwrap_or_default();
            detail.ends_with(" of a script") && !detail.starts_with("function")
        });
        let labels = of_script.map(|item| item.label);
        labels.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(offered("let b = "), "a fx pos");
    assert_eq!(offered("{ let c = 2; } if a > p"), "a fx pos");
    assert_eq!(offered("a + global::"), "MOST");
    assert_eq!(offered("pos.o"), "");
}
