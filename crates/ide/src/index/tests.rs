//! The occurrences of names in a small ruleset.

use crate::index::Index;
use crate::index::words_of_language;
use linstock_base::{CheckFuel, Sources};
use linstock_syntax::{keywords, parse_scenarios};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const GAME: &str = r##"game duel "Duel"
players red, blue
options { @A1 first red | blue "who begins"; look plain | fancy "how it is drawn" }
board 4 x 4 { drawn as look; region edge-row = row 1; red { home = row 1 }; blue { home = row 4 } }
@P-1 piece stone "s"
list card (worth) { ace 1; king 2 }
zone hand of player { holds card by worth; seen by owner }
remember { count-of of player = 0; held = none : card }
fact near(p) = next to p and (own stone except home of me)
fact rich(n) = some k in card where worth of k > n
move put "{there}" {
  there in empty and near(there) where some near(there)
  let k = count own
  when first is red else "{k} are there"
  stone: box -> there
  count-of of me = k
  bump(k)
}
to bump(n) { let m = n + 1; count-of of me = m }
play { phase battle { ask first: put; for p in players { if p is red { leave battle } } } }
words { there of put "an empty point"; near "it is near" }
clauses { P-1 "Stones." if look is plain else "Fancy stones." }
"##;

const VARIANT: &str = r##"variant feud of duel "Feud"
set first blue
rename piece stone to rock
replace fact near(p) = next to p and own rock
add at end of battle { tally of red = 0 }
add row queen 5 to card
replace condition of put with when near(there) is nothing
"##;

const SCENARIO: &str = "for duel\nscenario \"s\" @P-1\nset look fancy\ngiven at battle, blue to move { a1 -> b1 }\nplay a2\nexpect near(a2) is a1, red wins because @P-1\n";

fn index() -> (Sources, Index) {
    let sources = Sources::from([
        ("duel.game", GAME),
        ("feud.game", VARIANT),
        ("s.scn", SCENARIO),
    ]);
    let (files, found) = linstock_check::read(&sources, &CheckFuel::default());
    assert!(!found.has_errors(), "{found:?}");
    let scenario = sources.find("s.scn").expect("there");
    let (tree, found) = parse_scenarios(scenario, SCENARIO);
    assert!(!found.has_errors(), "{found:?}");
    let index = Index::new(&files, &tree);
    (sources, index)
}

#[test]
fn each_name_is_found_where_it_is_declared_and_used() {
    let (sources, index) = index();
    let mut told = String::new();
    for (id, symbol) in index.symbols() {
        let _ = write!(told, "{} {}:", symbol.sort.word(), symbol.text);
        for found in index.of(id) {
            let (line, column) = sources.line_column(found.span);
            let file = sources
                .get(found.span.file)
                .path
                .split('.')
                .next()
                .unwrap_or_default();
            let mark = if found.declares { "*" } else { "" };
            let _ = write!(told, " {file}:{line}:{column}{mark}");
            let text = sources.slice(found.span);
            assert!(
                text.trim_start_matches('@') == symbol.text,
                "{text} {symbol:?}"
            );
        }
        let said = symbol.said.as_deref().unwrap_or_default();
        let _ = writeln!(told, " [{}] {said}", symbol.tags.join(" "));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn a_name_is_found_by_any_byte_of_it() {
    let (sources, index) = index();
    let file = sources.find("duel.game").expect("there");
    let at = GAME.rfind("near(there)").expect("there");
    let name = |byte| index.at(file, byte).map(|found| sources.slice(found.span));
    assert_eq!(name(at), Some("near"));
    assert_eq!(name(at + 4), Some("near"));
    assert_eq!(name(at + 5), Some("there"));
    assert_eq!(name(at - 3), None);
    assert_eq!(name(usize::MAX), None);
}

#[test]
fn the_grammar_of_editors_has_the_words_of_the_language() {
    let grammar = include_str!("../../../../editors/vscode/syntaxes/linstock.tmLanguage.json");
    let grammar: serde_json::Value = serde_json::from_str(grammar).expect("JSON");
    let words = |part: &str| -> BTreeSet<String> {
        let pattern = grammar["repository"][part]["match"]
            .as_str()
            .expect("a pattern");
        let (_, words) = pattern.split_once(")(").expect("a list of words");
        let (words, _) = words.split_once(')').expect("a list of words");
        words.split('|').map(str::to_owned).collect()
    };
    let language: BTreeSet<String> = words_of_language().map(str::to_owned).collect();
    assert_eq!(words("words"), language);
    // A keyword that is also a word of the language can stand for a value anywhere in an expression.
    let keywords = keywords().into_iter().map(str::to_owned);
    let alone = keywords.flat_map(|k| k.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let alone: BTreeSet<String> = alone.filter(|k| !language.contains(k)).collect();
    assert_eq!(words("keywords"), alone);
}
