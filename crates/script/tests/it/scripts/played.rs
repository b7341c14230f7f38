//! The fixture `scripted`, played: conditions, numbers, effects and an end that scripts decide.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::{Order, Refusal, Session, Setup};
use std::sync::Arc;

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/it/fixtures/scripted"
);

fn rules() -> Arc<Rules> {
    let text = |name: &str| std::fs::read_to_string(format!("{FOLDER}/{name}")).expect("a fixture");
    let sources = Sources::from(["scripted.game", "scripted.rhai"].map(|name| (name, text(name))));
    let rules = Rules::load(&sources, &Choices::default());
    Arc::new(rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain))))
}

fn session() -> Session {
    Session::begin(rules(), Setup::default()).expect("the game begins")
}

fn play(session: &mut Session, texts: &[&str]) -> Result<(), Refusal> {
    let orders: Vec<_> = texts
        .iter()
        .map(|text| Order {
            actor: None,
            text: (*text).to_owned(),
        })
        .collect();
    session.play(&orders).map(drop)
}

fn drawn(session: &Session) -> String {
    use linstock_play::{Observation, Viewer};
    Observation::new(session, Viewer::Table).text(Default::default())
}

#[test]
fn scripts_decide_conditions_effects_and_the_end() {
    let mut session = session();
    play(&mut session, &["a1", "d4", "b1", "d3"]).expect("legal moves");
    insta::assert_snapshot!("stones_and_walls", drawn(&session));
    let table = session.rules().spell_out(session.state());
    assert_eq!(format!("{:?}", table.memories[0]), "[Num(2), Num(2)]");
    play(&mut session, &["d1", "a4", "c1", "b4", "a2"]).expect("legal moves");
    let outcome = session.rules().outcome(session.state()).expect("the end");
    assert_eq!(outcome.reason, "stones enough");
    assert_eq!(session.model().tag(outcome.tags[0]), "SC-4");
}

#[test]
fn a_reason_that_a_script_gives_is_told_with_its_clause() {
    let script = "fn fits(pos, at) {\n  if at == \"a1\" { return no(\"SM-2\", `no stone on ${at}`); }\n  \
                  if at == \"b2\" { return false; }\n  yes()\n}\n";
    let rules = super::rules("@SM-1 fits(at: point) -> truth")
        .replace(
            "there in empty;",
            "there in empty where script fits(there);",
        )
        .replace("ask me: lay", "@SM-2 ask me: lay")
        .replace("clauses {", "clauses { SM-2 \"Corners stay free.\"; ");
    let sources = Sources::from([("small.game", rules.as_str()), ("s.rhai", script)]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
    let (rules, sources) = (Arc::new(rules), Arc::new(sources));
    // The answer itself carries the reason: the scripts' texts are not needed for it.
    for sources in [Some(sources), None] {
        let setup = Setup {
            sources,
            ..Setup::default()
        };
        let session = Session::begin(Arc::clone(&rules), setup).expect("the game begins");
        let said = |text| {
            let why = session.why(None, text).expect("readable");
            let clauses = why.clauses.iter().map(|&tag| session.model().tag(tag));
            (why.reason, clauses.collect::<Vec<_>>().join(" "))
        };
        let told = "`a1` is not legal: no stone on a1".to_owned();
        assert_eq!(said("a1"), (told, "SM-2 SM-1".to_owned()));
        // A bare `false` gives no reason.
        let told = "`b2` is not legal: `fits` says no".to_owned();
        assert_eq!(said("b2"), (told, "SM-1".to_owned()));
    }
}

#[test]
fn a_script_that_fails_in_the_middle_changes_nothing() {
    let mut session = session();
    play(&mut session, &["a1", "d4"]).expect("legal moves");
    let (state, hash) = (
        session.state().clone(),
        session.rules().hash(session.state()),
    );
    for (text, words) in [("trip a1", "tripped"), ("overreach a1", "overreached")] {
        let refusal = play(&mut session, &["c3", "c1", text]).expect_err("the script fails");
        assert_eq!(refusal.code(), "script-error");
        insta::assert_snapshot!(words, refusal.to_string());
        assert!(*session.state() == state, "{text} left something behind");
        assert_eq!(
            (session.rules().hash(session.state()), session.ply()),
            (hash, 2)
        );
    }
    play(&mut session, &["b1"]).expect("the game goes on");
}

#[test]
fn fifty_games_are_one_game() {
    let game = || {
        let mut session = session();
        play(&mut session, &["a1", "d4", "b1", "d3", "c2"]).expect("legal moves");
        let failed = play(&mut session, &["trip d4"])
            .expect_err("the script fails")
            .to_string();
        (
            session.rules().hash(session.state()),
            drawn(&session),
            failed,
        )
    };
    let first = game();
    for _ in 1..50 {
        assert_eq!(game(), first);
    }
}

#[test]
fn a_script_counts_in_the_hash_of_the_rules_and_its_comments_do_not() {
    use linstock_play::save::rules_hash;
    let text = |name: &str| std::fs::read_to_string(format!("{FOLDER}/{name}")).expect("a fixture");
    let hash = |script: String| {
        let sources = Sources::from([
            ("scripted.game", text("scripted.game")),
            ("scripted.rhai", script),
        ]);
        let rules = Rules::load(&sources, &Choices::default());
        let rules =
            rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
        rules_hash(&rules).to_owned()
    };
    let script = text("scripted.rhai");
    let plain = hash(script.clone());
    assert_eq!(hash(format!("// a comment\n{script}")), plain);
    assert_ne!(hash(format!("{script}\nfn other(pos) {{ 1 }}\n")), plain);
}
