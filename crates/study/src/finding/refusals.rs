//! Texts of illegal moves that are nearly legal, to see which clauses refuse them.

use super::carriers::Carriers;
use super::goal::{Goal, GoalCheck};
use super::{OpenChoices, TriedLine};
use linstock_engine::vm::Position;
use linstock_model::{ArgValue, FiniteDomain, Model, MoveId, Point, RowId, SeatId, TextPart};
use linstock_play::Rules;
use linstock_play::{Actor, ActorAt, Chooser, explain, notation};
use std::collections::VecDeque;

/// The most texts to keep.
const TEXTS: usize = 256;
/// The most positions of a game to keep.
const PASSED: usize = 4;

/// The texts of moves that were legal somewhere.
#[derive(Default)]
pub(super) struct KnownTexts {
    texts: Vec<String>,
    /// The last positions of the current game, with their choices.
    passed: VecDeque<(Position, OpenChoices)>,
}

impl KnownTexts {
    /// Stores a text.
    pub(super) fn keep(&mut self, text: String, chooser: &mut Chooser) {
        if self.texts.len() < TEXTS {
            self.texts.push(text);
        } else if let Some(at) = chooser.index(TEXTS) {
            self.texts[at] = text;
        }
    }

    /// Drops the positions of the previous game.
    pub(super) fn begin(&mut self) {
        self.passed.clear();
    }

    /// Stores a position of the game: a move that was legal there may be refused now.
    pub(super) fn pass(&mut self, state: Position, choices: OpenChoices) {
        if self.passed.len() == PASSED {
            self.passed.pop_front();
        }
        self.passed.push_back((state, choices));
    }

    /// Draws a move that the same actor could have chosen at its previous turn.
    fn earlier_text(&self, rules: &Rules, actor: Actor, chooser: &mut Chooser) -> Option<String> {
        let mut last = self.passed.iter().rev();
        let (state, choices) = last.find(|(_, choices)| choices.actor == actor)?;
        let at = chooser.index(choices.moves.len())?;
        Some(rules.text(state, choices.moves[at].0))
    }

    fn any(&self, chooser: &mut Chooser) -> Option<String> {
        let at = chooser.index(self.texts.len())?;
        self.texts.get(at).cloned()
    }
}

impl GoalCheck<'_> {
    /// Tries one move that may be refused; returns its text if the wanted clause refuses it.
    pub(super) fn probe(
        &self,
        (line, choices): (&TriedLine, &OpenChoices),
        known: &mut KnownTexts,
        chooser: &mut Chooser,
    ) -> Option<String> {
        if !self.carriers.as_ref().is_some_and(Carriers::may_refuse) {
            return None;
        }
        let model = self.rules.model();
        let drawn = chooser.index(choices.moves.len())?;
        let legal = self.rules.text(&line.state, choices.moves[drawn].0);
        known.keep(legal.clone(), chooser);
        let text = match chooser.index(8)? {
            0 => known.any(chooser)?,
            1 | 5 => known.earlier_text(self.rules, choices.actor, chooser)?,
            2 | 3 => self.made_up(line, chooser)?,
            4 => changed(model, &known.any(chooser)?, chooser)?,
            _ => changed(model, &legal, chooser)?,
        };
        self.is_refused(line, choices.actor, &text).then_some(text)
    }

    /// Returns whether the wanted clause refuses a move.
    pub(super) fn is_refused(&self, line: &TriedLine, actor: Actor, text: &str) -> bool {
        let Goal::Clause(tag) = self.wanted.goal else {
            return false;
        };
        let made = line.own_moves_in_a_row(self.rules, actor);
        let at = ActorAt::new(self.rules, &line.state, actor);
        let why = explain::why(at, &made, text, Some(self.sources));
        why.is_ok_and(|why| !why.legal && why.clauses.contains(&tag))
            && self.holds(&line.state).unwrap_or(false)
    }

    /// Makes up the text of a move that the `ask` offers, or of any move that may carry the clause.
    fn made_up(&self, line: &TriedLine, chooser: &mut Chooser) -> Option<String> {
        let model = self.rules.model();
        let offered = self.rules.offers(&line.state).iter().map(|item| item.mv);
        let about = MoveId::all(model.moves.len()).filter(|mv| {
            let carriers = self.carriers.as_ref();
            carriers.is_some_and(|carriers| carriers.is_in_move(mv.index()))
        });
        let all: Vec<MoveId> = offered.chain(about).collect();
        let mv = all[chooser.index(all.len())?];
        let holes = model.mv(mv).text.iter();
        let holes = holes.filter(|part| !matches!(part, TextPart::Literal(_)));
        let values: Option<Vec<ArgValue>> =
            holes.map(|hole| of_hole(model, hole, chooser)).collect();
        Some(notation::with_holes(model, mv, &values?))
    }
}

/// Draws a value for a hole of a text; `None` if this is not possible.
fn of_hole(model: &Model, hole: &TextPart, chooser: &mut Chooser) -> Option<ArgValue> {
    match hole {
        TextPart::Place(_) => point(model, chooser).map(ArgValue::Point),
        TextPart::Num(_) => Some(ArgValue::Num(number(chooser))),
        TextPart::Member(finite_domain, _) => member(model, *finite_domain, chooser),
        TextPart::Literal(_) | TextPart::Multiset(..) => None,
    }
}

/// Changes the values of one or two holes of a text.
fn changed(model: &Model, text: &str, chooser: &mut Chooser) -> Option<String> {
    let mut readings = notation::read(model, text).ok()?;
    let at = chooser.index(readings.len())?;
    let mut reading = readings.swap_remove(at);
    for _ in 0..=chooser.index(2)? {
        let Some(at) = chooser.index(reading.holes.len()) else {
            break;
        };
        reading.holes[at] = match reading.holes[at] {
            ArgValue::Point(old) => ArgValue::Point(point(model, chooser).unwrap_or(old)),
            ArgValue::Num(_) => ArgValue::Num(number(chooser)),
            ArgValue::Seat(_) => member(model, FiniteDomain::Players, chooser)?,
            ArgValue::Row(list, _) => member(model, FiniteDomain::Rows(list), chooser)?,
            same @ (ArgValue::Line(..) | ArgValue::Multiset(..)) => same,
        };
    }
    Some(notation::with_holes(model, reading.mv, &reading.holes))
}

fn point(model: &Model, chooser: &mut Chooser) -> Option<Point> {
    let points: Vec<Point> = model.board.as_ref()?.topology.iter().collect();
    points.get(chooser.index(points.len())?).copied()
}

fn number(chooser: &mut Chooser) -> i64 {
    let at = chooser.index(14).unwrap_or(0);
    i64::try_from(at).unwrap_or(0) - 1
}

fn member(model: &Model, finite_domain: FiniteDomain, chooser: &mut Chooser) -> Option<ArgValue> {
    match finite_domain {
        FiniteDomain::Players => {
            let seats: Vec<SeatId> = model.seat_ids().collect();
            let at = chooser.index(seats.len())?;
            Some(ArgValue::Seat(seats[at]))
        }
        FiniteDomain::Rows(list) => {
            let rows: Vec<RowId> = RowId::all(model.list(list).rows.len()).collect();
            let at = chooser.index(rows.len())?;
            Some(ArgValue::Row(list, rows[at]))
        }
    }
}
