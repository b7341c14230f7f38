//! Random games of rules that check: what must hold at every ply.

use crate::program_tests::campaign::Finding;
use crate::program_tests::campaign::properties::{tally, timed};
use crate::program_tests::campaign::watch::on_a_core;
use crate::program_tests::secrets;
use linstock_base::Sources;
use linstock_play::ChanceMode;
use linstock_play::Rules;
use linstock_play::{Actor, Canvas, Observation, Order, Save, Session, Setup, Viewer};
use linstock_testing::side_by_side::{Parting, PlayedByBoth};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::time::Duration;

/// The number of games with rules that pass the check.
const GAMES: u64 = 50;
/// The largest number of plies in all games of one input together.
const PLIES: usize = 300;
/// At positions with more choices than this, only some are looked at.
const CHOICES: usize = 40;
/// After so long on a core no more games are begun with one input.
const LONG: Duration = Duration::from_secs(10);

/// Plays random games, compiled and plain side by side, and looks at every position from all sides.
pub(super) fn random_games(
    rules: &Arc<Rules>,
    sources: &Sources,
    seed: u64,
) -> Result<(), Finding> {
    let mut left = PLIES;
    let before = on_a_core().unwrap_or_default();
    for game in 0..GAMES {
        if left == 0 {
            break;
        }
        let mut random = Pcg64Mcg::seed_from_u64(seed ^ game);
        let faults = faults();
        let plies = one_game(rules, sources, &mut random, left.min(40))?;
        if self::faults() > faults && game > 3 {
            // Rules that fail fail again, and each time may take its fuel.
            break;
        }
        left -= plies.max(1).min(left);
        if on_a_core().unwrap_or_default().saturating_sub(before) > LONG {
            tally(
                "rules of which fewer games were played, since they take long",
                1,
            );
            break;
        }
        tally("games", 1);
        tally("plies", plies as u64);
    }
    Ok(())
}

/// Begins a game, lists its moves, plays one of them and shows the table.
pub(super) fn opened(rules: &Arc<Rules>, seed: u64) -> Result<(), Finding> {
    let begun = timed("begin", || {
        Session::begin(Arc::clone(rules), Setup::default())
    });
    let Some(mut session) = usual(begun)? else {
        return Ok(());
    };
    let Some(text) = any_choice(&session, seed)? else {
        return Ok(());
    };
    usual(timed("play", || session.play(&[text.as_str().into()])))?;
    let view = timed("view", || Observation::new(&session, Viewer::Table));
    match view.text(Canvas::default()).is_empty() {
        true => Err(Finding::new("an empty view", "")),
        false => Ok(()),
    }
}

/// Returns how many faults of the rules there were so far.
fn faults() -> u64 {
    super::properties::counted("faults in play")
}

fn one_game(
    rules: &Arc<Rules>,
    sources: &Sources,
    random: &mut Pcg64Mcg,
    most: usize,
) -> Result<usize, Finding> {
    let setup = Setup {
        chance: ChanceMode::Manual,
        sources: Some(Arc::new(sources.clone())),
        ..Setup::default()
    };
    let begun = timed("begin", || Session::begin(Arc::clone(rules), setup));
    let Some(mut session) = usual(begun)? else {
        return Ok(0);
    };
    let mut pair = match PlayedByBoth::start(rules, rules.model()) {
        Ok(pair) => pair,
        Err(_) => return Ok(0),
    };
    let mut earlier = Vec::new();
    for ply in 0..most {
        let differ =
            |what: String| Finding::new("compiled and plain differ", format!("ply {ply}: {what}"));
        let both = match pair.compare() {
            Ok(both) => both,
            Err(what) => return Err(differ(what)),
        };
        let Some(actor) = session.decider() else {
            break;
        };
        let Some(choices) = listed(&session, actor)? else {
            break;
        };
        if choices.is_empty() {
            return Err(Finding::new("nothing to choose", format!("ply {ply}")));
        }
        if ply % 3 == 0 {
            looked_at(&session, actor, &choices, &earlier, random)?;
        }
        let text = &choices[below(random, choices.len())];
        earlier.push(text.clone());
        let order = Order {
            actor: Some(actor),
            text: text.clone(),
        };
        if usual(timed("play", || session.play(&[order])))?.is_none() {
            return Ok(ply);
        }
        if both.repeated.contains(text) {
            tally("games left where several moves have one text", 1);
            break;
        }
        let Some((_, mv)) = both.moves.iter().find(|(other, _)| other == text) else {
            return Err(Finding::new("two lists that differ", text.clone()));
        };
        match pair.play(text, *mv) {
            Ok(()) => {}
            Err(Parting::PlainGaveUp) => {
                tally("games that were too much for the plain interpreter", 1);
                break;
            }
            Err(Parting::Differ(what)) => return Err(differ(what)),
        }
    }
    saved(&session)?;
    Ok(session.ply())
}

/// Takes what rules may do wrong in play and `check` cannot know for an answer; everything else refused is a finding.
pub(super) fn usual<T>(result: Result<T, linstock_play::Refusal>) -> Result<Option<T>, Finding> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(refusal) if refusal.code() == "script-error" => {
            super::properties::fault(&refusal.to_string());
            Ok(None)
        }
        Err(refusal) => Err(Finding::new("a listed move fails", refusal.to_string())),
    }
}

fn listed(session: &Session, actor: Actor) -> Result<Option<Vec<String>>, Finding> {
    let Some(choices) = usual(timed("moves", || session.choices(actor)))? else {
        return Ok(None);
    };
    let texts: Vec<String> = choices.into_iter().map(|choice| choice.text).collect();
    if texts.windows(2).any(|two| two[0] >= two[1]) {
        return Err(Finding::new("a list that is not sorted", texts.join(", ")));
    }
    Ok(Some(texts))
}

/// Returns one of what can be chosen, if there is anything.
pub(super) fn any_choice(session: &Session, number: u64) -> Result<Option<String>, Finding> {
    let Some(actor) = session.decider() else {
        return Ok(None);
    };
    let choices = listed(session, actor)?.unwrap_or_default();
    Ok(choices
        .get(usize::try_from(number).unwrap_or(0) % choices.len().max(1))
        .cloned())
}

fn looked_at(
    session: &Session,
    actor: Actor,
    choices: &[String],
    earlier: &[String],
    random: &mut Pcg64Mcg,
) -> Result<(), Finding> {
    let some = |all: &[String], random: &mut Pcg64Mcg| -> Vec<String> {
        (0..all.len().min(CHOICES).min(6))
            .map(|_| all[below(random, all.len())].clone())
            .collect()
    };
    for text in some(choices, random) {
        can_be_played(session, actor, &text)?;
        why_agrees(session, actor, &text, true)?;
    }
    for text in some(earlier, random)
        .iter()
        .filter(|text| !choices.contains(text))
    {
        why_agrees(session, actor, text, false)?;
    }
    for seat in session.model().seat_ids() {
        let view = Observation::new(session, Viewer::Seat(seat));
        if view.text(Canvas::default()).is_empty() || !view.json().is_object() {
            return Err(Finding::new("an empty view", ""));
        }
        secrets::nothing_hidden_shows(session, seat, random)
            .map_err(|what| Finding::new("a leak", what))?;
    }
    Ok(())
}

/// A listed move can be read, and played.
fn can_be_played(session: &Session, actor: Actor, text: &str) -> Result<(), Finding> {
    let order = Order {
        actor: Some(actor),
        text: text.to_owned(),
    };
    let mut copy = session.clone();
    usual(timed("play", || copy.play(&[order])))
        .map(|_| ())
        .map_err(|finding| Finding::new(finding.what, format!("{text}: {}", finding.detail)))
}

fn why_agrees(session: &Session, actor: Actor, text: &str, legal: bool) -> Result<(), Finding> {
    let why = timed("why", || session.why(Some(actor), text));
    let contradicts =
        |what: String| Finding::new("why contradicts the list", format!("{text}: {what}"));
    match why {
        Ok(why) if why.legal == legal => Ok(()),
        Ok(why) => Err(contradicts(why.reason)),
        Err(refusal) if refusal.code() == "script-error" => Ok(()),
        Err(refusal) => Err(contradicts(refusal.to_string())),
    }
}

fn saved(session: &Session) -> Result<(), Finding> {
    let save = Save::read(&Save::of(session).text())
        .and_then(|save| save.resume(Arc::clone(session.rules()), None));
    match save {
        Ok(resumed) if resumed.hash(Viewer::Table) == session.hash(Viewer::Table) => Ok(()),
        Ok(_) => Err(Finding::new(
            "a save leads elsewhere",
            Save::of(session).text(),
        )),
        Err(refusal) => Err(Finding::new(
            "a save cannot be resumed",
            refusal.to_string(),
        )),
    }
}

fn below(random: &mut Pcg64Mcg, most: usize) -> usize {
    (random.next_u64() % most.max(1) as u64) as usize
}
