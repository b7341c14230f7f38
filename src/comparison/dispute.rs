//! A line of play after which two sets of rules disagree, as text and as scenarios.

use super::side::Side;
use crate::written_scenario;
use linstock_base::plural;
use linstock_play::{Actor, Session, Viewer, notation, quoted, result_text, to_move};
use linstock_study::comparison::{Disagreement, Disputed};
use serde_json::{Value, json};

/// The most moves that are named.
const NAMED: usize = 6;

/// Writes the line, and what the rules disagree about.
pub(super) fn text(sides: &[Side; 2], found: &Disagreement) -> String {
    let session = &found.sides[0];
    let moves: Vec<_> = session
        .history()
        .iter()
        .map(|ply| ply.text.as_str())
        .collect();
    let place = match moves.as_slice() {
        [] => "at the start".to_owned(),
        moves => format!(
            "after {}: {}",
            plural(moves.len(), "move"),
            moves.join("; ")
        ),
    };
    let sure = match found.is_shortest {
        true => "no shorter line has a disagreement",
        false => "the shortest line that was found",
    };
    let lines = sides.iter().zip(each(found));
    let lines: String = lines
        .map(|(side, told)| format!("  {}: {told}\n", side.name))
        .collect();
    format!("The rules disagree {place} ({sure}).\n{lines}")
}

/// Writes for each side what holds there.
fn each(found: &Disagreement) -> [String; 2] {
    let [left, right] = &found.sides;
    let both = |told: &dyn Fn(&Session) -> String| [told(left), told(right)];
    match &found.about {
        Disputed::Result | Disputed::Turn => both(&standing),
        Disputed::Moves(actor, only) => {
            let told = |session: &Session, here: &[String], there: &[String]| {
                let name = session.actor_name(*actor);
                let may = (!here.is_empty()).then(|| format!("{name} may play {}", few(here)));
                let not =
                    (!there.is_empty()).then(|| format!("{name} may not play {}", few(there)));
                let both: Vec<_> = may.into_iter().chain(not).collect();
                both.join(", and ")
            };
            [
                told(left, &only[0], &only[1]),
                told(right, &only[1], &only[0]),
            ]
        }
        Disputed::Odds(text) => both(&|session| {
            let outcomes = session.choices(Actor::Chance).unwrap_or_default();
            let total: u128 = outcomes.iter().map(|o| u128::from(o.weight)).sum();
            let weight = outcomes.iter().find(|o| o.text == *text);
            let weight = weight.map_or(0, |o| o.weight);
            format!("{text} comes {weight} times in {total}")
        }),
        Disputed::Board(point) => both(&|session| {
            let pieces = session.rules().pieces(session.state());
            let here: Vec<_> = pieces.iter().filter(|p| p.point == *point).collect();
            let owner = |seat| session.actor_name(Actor::Player(seat)).to_owned() + " ";
            let named = here
                .iter()
                .map(|p| p.owner.map_or_else(String::new, owner) + p.kind.as_str());
            match here.is_empty() {
                true => format!("{point} is empty"),
                false => format!("{point} is {}", named.collect::<Vec<_>>().join(" over ")),
            }
        }),
        Disputed::View(viewer) => both(&|session| match viewer {
            Viewer::Table | Viewer::Onlooker => "what lies in the zones differs".to_owned(),
            Viewer::Seat(seat) => format!(
                "{} sees something else of zones or of the last moves",
                session.actor_name(Actor::Player(*seat))
            ),
        }),
    }
}

fn few(texts: &[String]) -> String {
    let named: Vec<_> = texts.iter().take(NAMED).map(|text| quoted(text)).collect();
    match texts.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

fn standing(session: &Session) -> String {
    match session.rules().outcome(session.state()) {
        Some(outcome) => format!(
            "the game is over: {}",
            result_text(session.model(), &outcome)
        ),
        None => format!(
            "{} to move",
            to_move(session.model(), &session.turn()).join(" and ")
        ),
    }
}

/// Writes the disagreement as JSON.
pub(super) fn json(sides: &[Side; 2], found: &Disagreement) -> Value {
    let moves = found.sides[0].history();
    let moves: Vec<_> = moves.iter().map(|ply| ply.text.as_str()).collect();
    let [left, right] = each(found);
    json!({
        "moves": moves,
        "shortest": found.is_shortest,
        "left": left,
        "right": right,
        "scenario": scenarios(sides, found),
    })
}

/// Writes the line as a scenario for each side; if the sides are two games, only for the first.
pub(super) fn scenarios(sides: &[Side; 2], found: &Disagreement) -> String {
    let [left, right] = sides;
    let game = |side: &Side| written_scenario::game_of(&side.loaded);
    let mut text = written_scenario::file_line(&left.loaded);
    let title = |side: &Side| {
        format!(
            "where {} and {} disagree: {}",
            left.name, right.name, side.name
        )
    };
    text.push_str(&scenario((left, &title(left)), found, 0));
    if game(left) == game(right) {
        text.push('\n');
        text.push_str(&scenario((right, &title(right)), found, 1));
    }
    text
}

fn scenario((side, title): (&Side, &str), found: &Disagreement, at: usize) -> String {
    let session = &found.sides[at];
    let mut text = written_scenario::head(&side.loaded, title, &[]);
    text.push_str(&written_scenario::moves(session));
    match &found.about {
        Disputed::Moves(actor, only) => {
            text.push_str(&disputed_moves(session, *actor, [&only[at], &only[1 - at]]));
        }
        Disputed::Board(point) => {
            let told = each(found)[at].clone();
            let one = !told.contains(" over ");
            if one {
                text.push_str(&format!("expect {told}\n"));
            } else {
                text.push_str(&format!("# {point} differs\n"));
            }
        }
        Disputed::Odds(wanted) => {
            let outcomes = session.choices(Actor::Chance).unwrap_or_default();
            let total: u128 = outcomes.iter().map(|o| u128::from(o.weight)).sum();
            let odds = outcomes
                .iter()
                .map(|o| format!("{} = {}/{total}", o.text, o.weight));
            let odds: Vec<_> = odds.collect();
            text.push_str(&format!("chance are {}\n", odds.join(", ")));
            text.push_str(&format!("# they differ in `{wanted}`\n"));
        }
        Disputed::Result | Disputed::Turn | Disputed::View(_) => {}
    }
    text.push_str(&format!(
        "expect {}\n",
        written_scenario::expectation(session)
    ));
    text
}

/// Lists which of the disputed moves are legal, and which are refused.
fn disputed_moves(session: &Session, actor: Actor, [here, there]: [&[String]; 2]) -> String {
    let mut text = String::new();
    let plain = |text: &&String| !text.contains([',', ';', ' ']);
    let listed: Vec<_> = here.iter().filter(plain).take(NAMED).cloned().collect();
    let first = Some(actor) == session.decider();
    if first && !listed.is_empty() {
        text.push_str(&format!("moves include {}\n", listed.join(" ")));
    } else if first && let Ok(choices) = session.choices(actor) {
        text.push_str(&format!("moves count {}\n", choices.len()));
    }
    let readable = |text: &&String| notation::read(session.model(), text).is_ok();
    let by = match first {
        true => String::new(),
        false => format!("as {} ", session.actor_name(actor)),
    };
    for refused in there.iter().filter(readable).take(NAMED) {
        text.push_str(&format!("refuse {by}{refused}\n"));
    }
    text
}
