//! What the editor is offered to mend mistakes does mend them.

use super::client::{Client, uri};
use super::{duel, edited, params};
use crate::diagnostics::Broken;
use crate::fixture_files;
use lsp_types::request::CodeActionRequest;
use lsp_types::{CodeActionOrCommand, Diagnostic, TextEdit};
use serde_json::{Value, json};
use std::path::Path;

/// Returns what is offered for a mistake: the title, and the changes of a text.
fn offered(client: &mut Client, path: &Path, mistake: &Diagnostic) -> Vec<(String, Vec<TextEdit>)> {
    let asked = json!({
        "textDocument": { "uri": uri(path) },
        "range": mistake.range,
        "context": { "diagnostics": [mistake] },
    });
    let actions = client
        .ask::<CodeActionRequest>(params(asked))
        .expect("answered");
    let actions = actions.unwrap_or_default().into_iter().map(|action| {
        let CodeActionOrCommand::CodeAction(action) = action else {
            panic!("{action:?}");
        };
        let edit: Value = serde_json::to_value(action.edit).expect("JSON");
        let edits = &edit["changes"][uri(path).as_str()];
        (action.title, params(edits.clone()))
    });
    actions.collect()
}

/// Writes what is offered for each mistake of a broken text, and finds the mistake gone; returns how much was offered.
fn mended(client: &mut Client, path: &Path, broken: &Broken) -> usize {
    let Broken { name, text, .. } = broken;
    let (mut offers, mut is_edited) = (0, false);
    let version = client.write(path, text);
    for mistake in client.checked(path, version) {
        if mistake.data.is_none() {
            continue;
        }
        if is_edited {
            client.write(path, text);
            is_edited = false;
        }
        let all = offered(client, path, &mistake);
        assert!(!all.is_empty(), "{name}: {mistake:?}");
        for (title, edits) in all {
            offers += 1;
            is_edited = true;
            let version = client.write(path, &edited(text, &edits));
            let left = client.checked(path, version);
            let same = |one: &Diagnostic| {
                one.range.start == mistake.range.start && one.message == mistake.message
            };
            assert!(
                !left.iter().any(same),
                "{name}: {title}: {}",
                mistake.message
            );
        }
    }
    offers
}

/// Each mistake of each broken ruleset is gone where what is offered for it is written.
#[test]
fn what_is_offered_for_a_broken_ruleset_mends_it() {
    let place = tempfile::tempdir().expect("made");
    let place = place.path().canonicalize().expect("there");
    let [alone, over] = ["alone", "over"].map(|name| place.join(name).join("broken.game"));
    std::fs::create_dir_all(place.join("over")).expect("made");
    for game in fixture_files::in_folder("over", &["game"]) {
        let name = game.file_name().expect("a name");
        std::fs::copy(&game, over.with_file_name(name)).expect("copied");
    }
    let mut client = Client::new();
    client.open_text(&alone, "");
    client.open_text(&over, "");
    let mut offers = 0;
    for fixture in fixture_files::in_folder("bad", &["game", "diff"]) {
        let broken = Broken::read(&fixture);
        let is_variant = broken.text.lines().any(|line| line.starts_with("variant "));
        let path = if is_variant { &over } else { &alone };
        offers += mended(&mut client, path, &broken);
    }
    println!("{offers} were offered");
    assert!(offers > 100, "{offers} in all");
}

#[test]
fn a_name_that_is_misspelt_in_many_places_is_mended_in_all_of_them() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let mut client = Client::new();
    client.open(&game);
    let right = format!(
        "{}fact one = own stone\nfact two = enemy stone\n",
        super::GAME
    );
    let wrong = format!(
        "{}fact one = own setone\nfact two = enemy setone\n",
        super::GAME
    );
    let version = client.write(&game, &wrong);
    let found = client.checked(&game, version);
    let [mistake] = found.as_slice() else {
        panic!("{found:?}");
    };
    let [(title, edits)] = &offered(&mut client, &game, mistake)[..] else {
        panic!("{mistake:?}");
    };
    assert_eq!(title, "Write `stone` in 2 places");
    assert_eq!(edited(&wrong, edits), right);
    // Something else stands there by now.
    client.write(&game, &wrong.replace("setone", "sextone"));
    assert_eq!(offered(&mut client, &game, mistake), []);
}
