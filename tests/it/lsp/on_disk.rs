//! Files that another program changes: an editor need not say so, and what is open beside them is checked again.

use super::client::{Client, place};
use super::texts::{GAME, SCRIPT};
use super::{duel, params, told};
use lsp_types::Diagnostic;
use lsp_types::request::Completion;
use serde_json::Value;

#[test]
fn a_file_that_another_program_changes_is_checked_without_an_edit() {
    let (_place, folder) = duel();
    let (game, script) = (folder.join("duel.game"), folder.join("duel.rhai"));
    let mut client = Client::new();
    client.open(&game);
    assert_eq!(told(&client.checked(&game, 1)), [""; 0]);
    std::fs::write(&script, SCRIPT.replace("pos.remembered", "pos.rememberd")).expect("written");
    let found = client.shown_until(&script, |found| !found.is_empty());
    assert!(told(&found)[0].contains("rememberd"), "{found:?}");
    // Written beside it, and given its name, as some programs save.
    let beside = folder.join("duel.rhai.new");
    std::fs::write(&beside, SCRIPT).expect("written");
    std::fs::rename(&beside, &script).expect("renamed");
    client.shown_until(&script, <[Diagnostic]>::is_empty);
    // The rules report a script that is gone.
    std::fs::remove_file(&script).expect("removed");
    let found = client.shown_until(&game, |found| !found.is_empty());
    assert!(told(&found)[0].contains("duel.rhai"), "{found:?}");
    std::fs::write(&script, SCRIPT).expect("written");
    client.shown_until(&game, <[Diagnostic]>::is_empty);
}

#[test]
fn a_game_that_is_changed_elsewhere_is_seen_in_a_variant_of_another_folder() {
    let (_place, folder) = duel();
    let game = folder.join("duel.game");
    let house = folder.with_file_name("house");
    std::fs::create_dir(&house).expect("made");
    let variant = house.join("close.game");
    let text = "variant close of duel \"Close\"\nreplace fact near(p) = next to p and own stone\n";
    std::fs::write(&variant, text).expect("written");
    let mut client = Client::new();
    client.open(&variant);
    assert_eq!(told(&client.checked(&variant, 1)), [""; 0]);
    let other = GAME.replace("fact near(p)", "fact beside(p)");
    let other = other.replace("near(there)", "beside(there)");
    std::fs::write(&game, other.replace("; near \"", "; beside \"")).expect("written");
    let found = client.shown_until(&variant, |found| !found.is_empty());
    assert!(told(&found)[0].contains("near"), "{found:?}");
    let at = place(&variant, text, "near(p)", 0);
    let offered = client.ask::<Completion>(params(serde_json::to_value(at).expect("JSON")));
    let offered: Value = serde_json::to_value(offered.expect("answered")).expect("JSON");
    assert!(offered.to_string().contains("\"beside\""), "{offered}");
    std::fs::write(&game, GAME).expect("written");
    client.shown_until(&variant, <[Diagnostic]>::is_empty);
}
