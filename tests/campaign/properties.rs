//! What must hold of each input.

use crate::base::{Diagnostics, Sources, Style};
use crate::check::Choices;
use crate::front::protocol::Server;
use crate::front::repl::ScriptedRepl;
use crate::internal_tests::campaign::corpus::GAMES;
use crate::internal_tests::campaign::edits::edited;
use crate::internal_tests::campaign::inputs::Input;
use crate::internal_tests::campaign::{Finding, play};
use crate::ir::Rules;
use crate::play::scenario::ScenarioRunner;
use crate::play::{Save, Session, Setup, Viewer};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

thread_local! {
    static LONGEST: Cell<(&'static str, Duration)> = const { Cell::new(("nothing", Duration::ZERO)) };
    static TALLY: RefCell<BTreeMap<&'static str, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts something of the input at hand.
pub(super) fn tally(what: &'static str, count: u64) {
    TALLY.with_borrow_mut(|tally| *tally.entry(what).or_default() += count);
}

/// Returns how often something was counted of the input at hand.
pub(super) fn counted(what: &'static str) -> u64 {
    TALLY.with_borrow(|tally| tally.get(what).copied().unwrap_or_default())
}

/// Takes what was counted of the input at hand.
pub(super) fn tallied() -> BTreeMap<&'static str, u64> {
    TALLY.take()
}

/// Does what somebody would wait for, and notes how long it takes.
pub(super) fn timed<T>(what: &'static str, request: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = request();
    let took = begun.elapsed();
    if took > LONGEST.get().1 {
        LONGEST.set((what, took));
    }
    done
}

/// Takes the longest request of the input at hand.
pub(super) fn longest() -> (&'static str, Duration) {
    LONGEST.replace(("nothing", Duration::ZERO))
}

/// Holds an input against what must hold of its kind.
pub(super) fn hold(input: &Input) -> Result<(), Finding> {
    match input {
        Input::Rules(files, seed) => rules(files, *seed),
        Input::Scenarios(files) => scenarios(files),
        Input::Save(game, moves, edits) => {
            let Some(session) = played(*game, *moves)? else {
                return Ok(());
            };
            let text = Save::of(&session).text();
            save(&session, &edited(&text, edits), edits.is_empty())
        }
        Input::Lines(lines) => connection(lines),
        Input::Typed(game, shared, lines) => typed((game, *shared), lines),
    }
}

fn sources(files: &[(String, String)]) -> Sources {
    let mut sources = Sources::new();
    for (name, text) in files {
        sources.add(name, text);
    }
    sources
}

/// Every diagnostic stands at a place that exists; rules that check clean are played.
fn rules(files: &[(String, String)], seed: u64) -> Result<(), Finding> {
    let sources = sources(files);
    let (rules, found) = timed("check", || Rules::check(&sources, &Choices::default()));
    places(&sources, &found)?;
    let Some(rules) = rules else {
        tally("rules with mistakes", 1);
        let silent = || {
            Finding::new(
                "no rules and no error",
                found.render(&sources, Style::Plain),
            )
        };
        return if found.has_errors() {
            Ok(())
        } else {
            Err(silent())
        };
    };
    if found.is_empty() {
        tally("rules that check clean", 1);
    } else {
        tally("rules with warnings", 1);
    }
    play::random_games(&Arc::new(rules), &sources, seed)
}

fn places(sources: &Sources, found: &Diagnostics) -> Result<(), Finding> {
    for diagnostic in found.iter() {
        let Some(span) = diagnostic.span else {
            if sources
                .iter()
                .all(|(_, source)| !source.text.contains("game "))
            {
                continue;
            }
            return Err(Finding::new("no place", diagnostic.message.clone()));
        };
        let related = diagnostic.related.iter().map(|(span, _)| *span);
        for span in std::iter::once(span).chain(related) {
            if sources.get(span.file).text.get(span.range()).is_none() {
                return Err(Finding::new(
                    "a place that is none",
                    diagnostic.message.clone(),
                ));
            }
        }
    }
    // Rendering must not fail either.
    let _ = found.render(sources, Style::Plain);
    Ok(())
}

fn scenarios(files: &[(String, String)]) -> Result<(), Finding> {
    let mut sources = Sources::new();
    for (name, text) in &files[1..] {
        sources.add(name, text);
    }
    let Ok(mut runner) = ScenarioRunner::new(sources) else {
        return Err(Finding::new(
            "a ruleset of the project does not load",
            files[1].0.clone(),
        ));
    };
    let report = timed("a scenario file", || runner.run(&files[0].0, &files[0].1));
    places(&report.sources, &report.found)?;
    for scenario in &report.scenarios {
        tally("scenarios run", 1);
        places(&report.sources, &scenario.found)?;
    }
    Ok(())
}

/// The smallest games of the project that load.
static SOUND: LazyLock<Vec<Arc<Rules>>> = LazyLock::new(|| {
    let loaded = GAMES
        .iter()
        .map(|game| Rules::load(&sources(&game.files), &Choices::default()));
    loaded
        .filter_map(Result::ok)
        .map(Arc::new)
        .take(12)
        .collect()
});

/// Plays some moves of a small game; nothing if its rules do not go so far.
fn played(game: usize, moves: u64) -> Result<Option<Session>, Finding> {
    let setup = Setup {
        seed: moves,
        ..Setup::default()
    };
    let rules = Arc::clone(&SOUND[game % SOUND.len()]);
    let Some(mut session) = play::usual(Session::begin(rules, setup))? else {
        return Ok(None);
    };
    for number in 0..moves {
        let Some(text) = play::any_choice(&session, number * 7919 + moves)? else {
            break;
        };
        if play::usual(session.play(&[text.as_str().into()]))?.is_none() {
            break;
        }
    }
    Ok(Some(session))
}

/// A save is refused, or leads to a game that saves as the same again.
fn save(session: &Session, text: &str, whole: bool) -> Result<(), Finding> {
    let resumed = timed("load", || Save::read(text)).and_then(|save| {
        let resumed = save.resume(Arc::clone(session.rules()), None)?;
        Ok((save, resumed))
    });
    match resumed {
        Ok((_, resumed)) => {
            tally("saves that load", 1);
            let again = Save::of(&resumed).text();
            let read = Save::read(&again)
                .map_err(|refusal| Finding::new("a save cannot be read", refusal.to_string()))?;
            let same = read.resume(Arc::clone(session.rules()), None);
            let same = same
                .map_err(|refusal| Finding::new("a save cannot be resumed", refusal.to_string()))?;
            if same.hash(Viewer::Table) != resumed.hash(Viewer::Table) {
                return Err(Finding::new("a save leads elsewhere", again));
            }
            if whole && resumed.hash(Viewer::Table) != session.hash(Viewer::Table) {
                return Err(Finding::new("a save leads elsewhere", text));
            }
            Ok(())
        }
        Err(refusal) if whole => Err(Finding::new(
            "a save cannot be resumed",
            refusal.to_string(),
        )),
        Err(_) => {
            tally("saves refused", 1);
            Ok(())
        }
    }
}

/// Each line has one answer, which is JSON and carries the line's id; a fault of the program is none.
fn connection(lines: &[String]) -> Result<(), Finding> {
    let mut server = Server::default();
    for line in lines {
        tally("requests", 1);
        let line = legal_instead(&mut server, line);
        let (answer, quit) = timed("a line", || server.answer(line.as_bytes()));
        let answer: Value = serde_json::from_str(&answer).map_err(|error| {
            Finding::new(
                "an answer that is no JSON",
                format!("{line}\n{answer}\n{error}"),
            )
        })?;
        if answer["ok"] == Value::Bool(true) {
            tally("requests done", 1);
        } else if answer["error"]["code"] == "fault" {
            return Err(Finding::new("a fault", format!("{line}\n{answer}")));
        }
        if quit {
            break;
        }
    }
    Ok(())
}

/// Each line typed has an answer that a terminal can show, and is no defect of the program.
fn typed((game, shared): (&str, bool), lines: &[String]) -> Result<(), Finding> {
    let seed = u64::try_from(lines.len()).unwrap_or(0);
    let Some(mut repl) = ScriptedRepl::begin(game, seed, shared) else {
        return Err(Finding::new("a game of the project does not begin", game));
    };
    for (at, line) in lines.iter().enumerate() {
        tally("typed lines", 1);
        let line = line.replace('?', &repl.any_move(at * 7919));
        timed("a typed line", || repl.answer(&line))
            .map_err(|wrong| Finding::new("a typed line", format!("{line}\n{wrong}")))?;
    }
    Ok(())
}

/// Where a line plays a move `?`, one that is legal stands in its place.
fn legal_instead(server: &mut Server, line: &str) -> String {
    let Ok(mut request) = serde_json::from_str::<Value>(line) else {
        return line.to_owned();
    };
    if request["move"] != "?" {
        return line.to_owned();
    }
    let (answer, _) = server.answer(br#"{"cmd":"moves"}"#);
    let moves: Value = serde_json::from_str(&answer).unwrap_or_default();
    let all = moves["moves"].as_array().cloned().unwrap_or_default();
    if let Some(text) = all.get(line.len() % all.len().max(1)) {
        request["move"] = text.clone();
    }
    request.to_string()
}
