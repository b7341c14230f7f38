//! What must hold of each input.

use crate::program_tests::campaign::edits::edited;
use crate::program_tests::campaign::inputs::CampaignInput;
use crate::program_tests::campaign::ready::{self, OpenedBy};
use crate::program_tests::campaign::watch::on_a_core;
use crate::program_tests::campaign::{Finding, play};
use crate::protocol::Server;
use crate::ruleset_loader::{self, RulesetRequest};
use linstock_base::{CheckFuel, Diagnostics, Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::save::rules_hash;
use linstock_play::{Save, Session, Viewer};
use linstock_script::Scripts;
use linstock_study::{chance_setup, smoke_test};
use linstock_syntax::{Dialect, formatted};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

thread_local! {
    static LONGEST: Cell<(&'static str, Duration)> = const { Cell::new(("nothing", Duration::ZERO)) };
    static FAULTS: RefCell<BTreeMap<String, u64>> = const { RefCell::new(BTreeMap::new()) };
    static UNTOLD: RefCell<BTreeMap<String, u64>> = const { RefCell::new(BTreeMap::new()) };
    static TALLY: RefCell<BTreeMap<&'static str, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts something of the current input.
pub(super) fn tally(what: &'static str, count: u64) {
    TALLY.with_borrow_mut(|tally| *tally.entry(what).or_default() += count);
}

/// Returns how often something was counted for the current input.
pub(super) fn counted(what: &'static str) -> u64 {
    TALLY.with_borrow(|tally| tally.get(what).copied().unwrap_or_default())
}

/// Takes the counts of the current input.
pub(super) fn tallied() -> BTreeMap<&'static str, u64> {
    TALLY.take()
}

/// The shortest processor time that is reported: the system measures no finer.
const WORTH_A_LOOK: Duration = Duration::from_millis(10);

/// Does what somebody would wait for, and notes how long it takes.
pub(super) fn timed<T>(what: &'static str, request: impl FnOnce() -> T) -> T {
    let (begun, before) = (Instant::now(), on_a_core());
    let done = request();
    let took = begun.elapsed();
    let took = match before {
        Some(before) if took > WORTH_A_LOOK => on_a_core().map_or(took, |now| now - before),
        _ => took,
    };
    if took > LONGEST.get().1 {
        LONGEST.set((what, took));
    }
    done
}

/// Takes the longest request of the current input.
pub(super) fn longest() -> (&'static str, Duration) {
    LONGEST.replace(("nothing", Duration::ZERO))
}

/// Holds an input against what must hold of its kind.
pub(super) fn hold(input: &CampaignInput) -> Result<(), Finding> {
    match input {
        CampaignInput::Formatted(text, dialect) => formatted_text(text, *dialect),
        CampaignInput::Rules(files, seed) => rules(files, *seed, Depth::Played),
        CampaignInput::Script(game, files, seed) => script((*game, files), *seed),
        CampaignInput::Scenarios(file, text) => scenarios(*file, text),
        CampaignInput::Save(game, moves, edits) => {
            let Some((session, text)) = ready::saved(*game, *moves)? else {
                return Ok(());
            };
            save(&session, &edited(&text, edits), edits.is_empty())
        }
        CampaignInput::Lines(opening, lines) => connection(*opening, lines),
        CampaignInput::Typed(opening, lines) => typed(*opening, lines),
    }
}

/// How far rules that check are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Depth {
    /// Up to 50 games are played, and every position looked at from all sides.
    Played,
    /// A game is begun, and a move is played.
    Opened,
}

impl Depth {
    /// Returns how far rules with an edited script are tried: the rest of them is that of a game which is played anyhow.
    fn of_script(seed: u64) -> Self {
        const ONE_IN: u64 = 10;
        match seed % ONE_IN {
            0 => Self::Played,
            _ => Self::Opened,
        }
    }
}

/// Every diagnostic stands at a place that exists; rules that check clean are played.
fn rules(files: &[(String, String)], seed: u64, depth: Depth) -> Result<(), Finding> {
    let sources = ready::sources(files);
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
    match found.is_empty() {
        true => tally("rules that check clean", 1),
        false => tally("rules with warnings", 1),
    }
    let rules = Arc::new(rules);
    try_out(&rules, &sources, seed, depth)?;
    faults(&rules);
    Ok(())
}

/// Where rules failed in play: counts whether `linstock check`, which plays, too, would have told.
fn faults(rules: &Rules) {
    let faults = FAULTS.take();
    if faults.is_empty() {
        return;
    }
    let fuel = CheckFuel::default();
    let told =
        chance_setup::find_fault(rules, &fuel).or_else(|| smoke_test::find_fault(rules, &fuel));
    if told.is_some() {
        tally("rules that fail in play, as check tells", 1);
    } else {
        UNTOLD.set(faults);
        tally("rules that fail in play, of which check says nothing", 1);
    }
}

/// Counts a fault of the rules in play, by what it says without names and numbers.
pub(super) fn fault(message: &str) {
    tally("faults in play", 1);
    let first = message.lines().next().unwrap_or_default();
    let parts = first.split('`').enumerate();
    let said: String = parts
        .map(|(at, part)| if at % 2 == 0 { part } else { "_" })
        .map(|part| part.replace(|c: char| c.is_ascii_digit(), "0"))
        .collect();
    FAULTS.with_borrow_mut(|faults| *faults.entry(said).or_default() += 1);
}

/// Takes the faults of the current input that `check` does not report.
pub(super) fn untold_faults() -> BTreeMap<String, u64> {
    FAULTS.take();
    UNTOLD.take()
}

/// A text that can be read is written in one way, and what is written stays as it is; of others each mistake has its place.
fn formatted_text(text: &str, dialect: Dialect) -> Result<(), Finding> {
    let sources = Sources::from([("edited", text)]);
    let (file, _) = sources.iter().next().expect("one text");
    let written = match timed("fmt", || formatted(file, text, dialect)) {
        Ok(written) => written,
        Err(found) => {
            tally("texts that cannot be read", 1);
            return places(&sources, &found);
        }
    };
    tally("texts formatted", 1);
    match formatted(file, &written, dialect) {
        Ok(again) if again == written => Ok(()),
        Ok(again) => Err(Finding::new(
            "formatted twice is different",
            format!("{written}\n---- again\n{again}"),
        )),
        Err(_) => Err(Finding::new("what was formatted cannot be read", written)),
    }
}

/// Checks a file as `linstock check` does; returns the first line of what is said.
pub(super) fn checked(path: &Path) -> String {
    let request = RulesetRequest {
        game: path.display().to_string(),
        ..RulesetRequest::default()
    };
    match ruleset_loader::check(&request, &Rc::default()) {
        Ok(_) => "no mistakes".to_owned(),
        Err(error) => error
            .text(Style::Plain)
            .lines()
            .next()
            .map(|line| line.chars().take(120).collect())
            .unwrap_or_default(),
    }
}

/// Plays rules, or opens a game by them.
fn try_out(rules: &Arc<Rules>, sources: &Sources, seed: u64, depth: Depth) -> Result<(), Finding> {
    if depth == Depth::Opened {
        tally("rules opened", 1);
        return play::opened(rules, seed);
    }
    // Edits of remarks and titles leave the rules as they were: to play them again would find nothing else.
    let hash = timed("hash", || rules_hash(rules));
    if ready::was_played(hash) {
        tally("rules that were played before", 1);
        return Ok(());
    }
    tally("rules played", 1);
    play::random_games(rules, sources, seed)?;
    ready::note_played(hash.to_owned());
    Ok(())
}

/// A script is read for a game that knows the rest already. With one that can be used the game is checked as a whole.
fn script((game, files): (usize, &[(String, String)]), seed: u64) -> Result<(), Finding> {
    let known = ready::scripted(game)?;
    let sources = ready::sources(files);
    let (scripts, found) = timed("scripts", || Scripts::load(known.model(), &sources));
    places(&sources, &found)?;
    match scripts {
        None if found.has_errors() => {
            tally("scripts with mistakes", 1);
            Ok(())
        }
        None => Err(Finding::new("no script and no error", "")),
        Some(_) => {
            tally("scripts that can be used", 1);
            rules(files, seed, Depth::of_script(seed))
        }
    }
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

/// Every diagnostic of a scenario file and of its scenarios stands at a place that exists.
fn scenarios(file: usize, text: &str) -> Result<(), Finding> {
    let mut runner = ready::runner(file)?;
    let report = timed("a scenario file", || runner.run("edited.scn", text));
    places(&report.sources, &report.found)?;
    for scenario in &report.scenarios {
        tally("scenarios run", 1);
        places(&report.sources, &scenario.found)?;
    }
    Ok(())
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

/// What is read of an answer. An `id` comes back as it was sent, also where it is a number that fits nowhere, such as `1e1300`.
#[derive(serde::Deserialize)]
struct ReadAnswer {
    ok: bool,
    error: Option<ReadError>,
}

#[derive(serde::Deserialize)]
struct ReadError {
    code: String,
}

/// Each line has one answer, which is JSON and carries the line's id; a fault of the program is none.
fn connection(opening: Option<OpenedBy>, lines: &[String]) -> Result<(), Finding> {
    let mut server = match opening {
        Some(opening) => ready::engine(opening)?,
        None => Server::default(),
    };
    for line in lines {
        tally("requests", 1);
        let line = legal_instead(&mut server, line);
        let (answer, quit) = timed("a line", || server.answer(line.as_bytes()));
        let read: ReadAnswer = serde_json::from_str(&answer).map_err(|error| {
            Finding::new(
                "an answer that is no JSON",
                format!("{line}\n{answer}\n{error}"),
            )
        })?;
        if read.ok {
            tally("requests done", 1);
        } else if read.error.is_none_or(|error| error.code == "fault") {
            return Err(Finding::new("a fault", format!("{line}\n{answer}")));
        }
        if quit {
            break;
        }
    }
    Ok(())
}

/// Each line typed has an answer that a terminal can show, and is no defect of the program.
fn typed(opening: OpenedBy, lines: &[String]) -> Result<(), Finding> {
    let mut repl = ready::keyboard(opening)?;
    for (at, line) in lines.iter().enumerate() {
        tally("typed lines", 1);
        let line = match line.contains('?') {
            true => line.replace('?', &repl.any_move(at * 7919)),
            false => line.clone(),
        };
        timed("a typed line", || repl.answer(&line))
            .map_err(|wrong| Finding::new("a typed line", format!("{line}\n{wrong}")))?;
    }
    Ok(())
}

/// Where a line plays a move `?`, one that is legal stands in its place.
fn legal_instead(server: &mut Server, line: &str) -> String {
    let Some(Ok(mut request)) = line
        .contains(r#""move":"?""#)
        .then(|| serde_json::from_str::<Value>(line))
    else {
        return line.to_owned();
    };
    let (answer, _) = server.answer(br#"{"cmd":"moves"}"#);
    let moves: Value = serde_json::from_str(&answer).unwrap_or_default();
    let all = moves["moves"].as_array().cloned().unwrap_or_default();
    if let Some(text) = all.get(line.len() % all.len().max(1)) {
        request["move"] = text.clone();
    }
    request.to_string()
}
