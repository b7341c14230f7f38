//! A variant beside its game, and what may be written in variants and scenarios.

use crate::lsp::client::{Client, place};
use crate::lsp::texts::{GAME, SCENARIOS, VARIANT};
use crate::lsp::{duel, of, params, told};
use lsp_types::CompletionResponse;
use lsp_types::request::{CodeLensRequest, Completion, References, Rename};
use std::fmt::Write as _;

/// The scenarios of the game are no mistakes, and the lenses of the variant count them.
#[test]
fn a_variant_beside_its_game_belongs_to_that_game() {
    let (_place, folder) = duel();
    let variant = folder.join("feud.game");
    let text = format!("{VARIANT}clauses {{ P-1 \"Each has rocks.\" }}\n");
    std::fs::write(&variant, &text).expect("written");
    let feuds =
        "for duel\nvariant feud\n\nscenario \"a feud\" @P-1\nplay a4\nexpect a4 is blue rock\n";
    let own = folder.join("scenarios/feud.scn");
    std::fs::write(&own, feuds).expect("written");
    let mut client = Client::new();
    client.open(&variant);
    while !client
        .wanted
        .iter()
        .any(|asked| asked == "workspace/codeLens/refresh")
    {
        client.next();
    }
    let shown = client.shown.values().flat_map(|(_, found)| told(found));
    assert_eq!(shown.collect::<Vec<_>>(), [""; 0]);
    let lenses = client
        .ask::<CodeLensRequest>(of(&variant))
        .expect("answered")
        .expect("some");
    let titles = lenses.into_iter().filter_map(|lens| lens.command);
    let titles: Vec<_> = titles.map(|command| command.title).collect();
    assert_eq!(titles, ["2 scenarios"]);
    assert_eq!(client.end(), Some(0));
}

/// A mistake in the game is reported there at once, and a moment later in the variant that causes it, without a save.
#[test]
fn what_a_variant_breaks_in_its_game_is_told_in_the_variant_while_one_types() {
    let (_place, folder) = duel();
    let variant = folder.join("feud.game");
    let mut client = Client::new();
    client.open(&variant);
    client.checked(&variant, 1);
    let broken = VARIANT.replace("= next to p and own rock", "= count own rock");
    for _ in 0..3 {
        client.write(&variant, &broken);
        let shown = client.shown_until(&variant, |found| !found.is_empty());
        assert!(told(&shown)[0].starts_with("4:"), "{shown:?}");
        client.write(&variant, VARIANT);
        client.shown_until(&variant, <[_]>::is_empty);
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn what_fits_in_variants_and_scenarios_is_offered() {
    let (_place, folder) = duel();
    let mut client = Client::new();
    let mut all = String::new();
    let texts = [
        (
            "duel.game",
            GAME,
            &["phase later { leave ", "fact late = last is "][..],
        ),
        (
            "feud.game",
            VARIANT,
            &[
                "set first ",
                "replace condition ",
                "replace move ",
                "rename player ",
                "remove ",
                "rename ",
            ],
        ),
        (
            "scenarios/s.scn",
            SCENARIOS,
            &[
                "refuse a1 because @P",
                "refuse a1 because ",
                "set first ",
                "moves of p",
                "moves ",
                "variant ",
                "expect a1 is empty because ",
            ],
        ),
    ];
    for (name, whole, begun) in texts {
        let path = folder.join(name);
        client.open(&path);
        for begun in begun {
            // The phase is being written in the sequence of play, which cannot be read so.
            let text = match begun.strip_prefix("phase") {
                Some(_) => whole.replace("  phase battle", &format!("  {begun}\n  phase battle")),
                None => format!("{whole}{begun}"),
            };
            client.write(&path, &text);
            let at = place(&path, &text, begun, begun.len());
            let at = if begun.starts_with("phase") {
                at
            } else {
                place(&path, &format!("{text}\u{7}"), "\u{7}", 0)
            };
            let at = serde_json::to_value(at).expect("JSON");
            let items = client.ask::<Completion>(params(at));
            let Ok(Some(CompletionResponse::Array(items))) = items else {
                panic!("{items:?}");
            };
            let labels: Vec<_> = items.into_iter().map(|item| item.label).collect();
            let _ = writeln!(all, "{name} {begun:?}: {}\n", labels.join(" "));
        }
        client.write(&path, whole);
    }
    insta::assert_snapshot!(all);
}

/// What is shown of a variant goes by the text of its game, also where only that is changed.
#[test]
fn a_variant_is_checked_again_when_its_game_changes() {
    let (_place, folder) = duel();
    let (game, variant) = (folder.join("duel.game"), folder.join("feud.game"));
    let mut client = Client::new();
    client.open(&variant);
    client.checked(&variant, 1);
    client.open(&game);
    client.write(&game, &GAME.replace("stone", "pebble"));
    let found = client.shown_until(&variant, |found| !found.is_empty());
    assert!(found[0].message.contains("`stone`"), "{found:?}");
    client.write(&game, GAME);
    client.shown_until(&variant, <[_]>::is_empty);
    assert_eq!(client.end(), Some(0));
}

/// A variant in another folder finds its game by name: what it names is renamed in the game, too, and in its scenarios.
#[test]
fn renaming_from_a_variant_in_another_folder_reaches_the_game() {
    let (_place, folder) = duel();
    let house = folder.with_file_name("house").join("swift.game");
    std::fs::create_dir_all(house.parent().expect("a folder")).expect("made");
    let text =
        "variant swift of duel \"Swift\"\nreplace fact near(p) = next to p and enemy stone\n";
    std::fs::write(&house, text).expect("written");
    let mut client = Client::new();
    client.open(&house);
    let at = place(&house, text, "near(p)", 0);
    let mut asked = serde_json::to_value(&at).expect("JSON");
    asked["newName"] = "close".into();
    let edit = client.ask::<Rename>(params(asked)).expect("renamed");
    let edit = serde_json::to_value(edit).expect("JSON");
    let changed: Vec<&String> = edit["changes"]
        .as_object()
        .expect("changes")
        .keys()
        .collect();
    for name in ["duel.game", "feud.game", "s.scn", "swift.game"] {
        assert!(changed.iter().any(|uri| uri.ends_with(name)), "{changed:?}");
    }
    let mut asked = serde_json::to_value(&at).expect("JSON");
    asked["context"] = serde_json::json!({ "includeDeclaration": true });
    let found = client.ask::<References>(params(asked)).expect("answered");
    assert_eq!(found.unwrap_or_default().len(), 6);
}

#[test]
fn a_text_that_was_never_saved_is_checked() {
    const WHOLE: &str = "game x \"X\"\nplayers a, b\nboard 3 x 3\npiece pawn \"p\"\n\
        move put \"{there}\" { there in empty; pawn: box -> there }\nplay { each player { ask me: put } }\n";
    let uri = "untitled:Untitled-1";
    let mut client = Client::new();
    for (version, text) in [(1, WHOLE), (2, &WHOLE.replace("pawn: box", "pwan: box"))] {
        let item = serde_json::json!({ "uri": uri, "languageId": "linstock", "version": version, "text": text });
        client.tell_raw(
            "textDocument/didOpen",
            serde_json::json!({ "textDocument": item }),
        );
        let waits = |client: &Client| {
            let shown = client.shown.get(uri);
            shown.is_none_or(|(shown, _)| *shown < Some(version))
        };
        while waits(&client) {
            client.next();
        }
        let (_, found) = &client.shown[uri];
        assert_eq!(found.len(), usize::from(version == 2), "{found:?}");
    }
}
