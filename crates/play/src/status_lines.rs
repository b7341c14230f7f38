//! Lines of text from the rules: with the position (`status`), in the prompt (`prompt`), before a move (`warn`).

use crate::Rules;
use crate::reference::Evaluator;
use crate::sentence::sentence;
use crate::{Actor, LegalMove, Session, Viewer};
use linstock_base::Span;
use linstock_engine::vm::{Fault, Fuel, Move, Position, SpelledPosition, Turn};
use linstock_model::{ArgValue, LinePlace, SeatId, StatusLine};
use serde_json::{Value as Json, json};

/// A status line with its subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShownLine {
    player: Option<SeatId>,
    text: String,
}

/// Returns the status lines of a position, in the order of the rules, then by player or row. Includes the lines of the
/// result only if the game is over.
pub(crate) fn lines(rules: &Rules, position: &SpelledPosition, over: bool) -> Vec<ShownLine> {
    let model = rules.model();
    let (mut position, fuel) = (position.clone(), Fuel::of_texts());
    let acts = position.me;
    let mut lines = Vec::new();
    let shown = |status: &&StatusLine| match status.shown {
        LinePlace::Table => true,
        LinePlace::Result => over,
        LinePlace::Prompt | LinePlace::BeforeMove | LinePlace::BeforeMoves(_) => false,
    };
    for status in model.statuses.iter().filter(shown) {
        let players = model.seat_ids().map(Some).filter(|_| status.of_player);
        let once = (!status.of_player).then_some(None);
        for player in players.chain(once) {
            position.me = player.unwrap_or(acts);
            let evaluator = evaluator(rules, &position, &[], &fuel);
            lines.extend(text(evaluator, status).map(|text| ShownLine { player, text }));
        }
    }
    lines
}

/// Returns the lines for the prompt of the player to move, in the order of the rules, then the question.
#[must_use]
pub fn prompts(session: &Session) -> Vec<String> {
    let Some(Actor::Player(me)) = session.decider() else {
        return Vec::new();
    };
    let rules = session.rules();
    let statuses = rules.model().statuses.iter();
    let statuses = statuses.filter(|s| s.shown == LinePlace::Prompt);
    let position = SpelledPosition {
        me,
        ..rules.spell_out(session.state())
    };
    let fuel = Fuel::of_texts();
    let lines = statuses.filter_map(|status| text(evaluator(rules, &position, &[], &fuel), status));
    lines.chain(asked_of(session, me)).collect()
}

/// Returns the current question in words, if a viewer owes the choice; for the table, that of the first player who does.
pub(crate) fn question(session: &Session, viewer: Viewer) -> Option<String> {
    let Turn::Players(seats) = session.turn() else {
        return None;
    };
    let me = match viewer {
        Viewer::Table => seats.first(),
        Viewer::Seat(seat) => seats.iter().find(|owing| **owing == seat),
        Viewer::Onlooker => None,
    };
    asked_of(session, *me?)
}

fn asked_of(session: &Session, me: SeatId) -> Option<String> {
    let rules = session.rules();
    let asked = rules.question(session.state())?;
    let position = SpelledPosition {
        me,
        ..rules.spell_out(session.state())
    };
    let args = rules.enclosing_args(session.state());
    let fuel = Fuel::of_texts();
    text(evaluator(rules, &position, &args, &fuel), asked)
}

/// Returns the warnings of the rules before a legal move. Empty for an outcome of chance.
#[must_use]
pub fn warnings(session: &Session, legal: &LegalMove) -> Vec<String> {
    let rules = session.rules();
    let model = rules.model();
    let Actor::Player(me) = legal.actor() else {
        return Vec::new();
    };
    let (mv, args) = rules.args(session.state(), legal.mv());
    let foreseen = |line: &&StatusLine| matches!(line.shown, LinePlace::BeforeMoves(_));
    let foreseen: Vec<&StatusLine> = model.statuses.iter().filter(foreseen).collect();
    let warnings = &model.mv(mv).warnings;
    if foreseen.is_empty() && warnings.is_empty() {
        return Vec::new();
    }
    let position = SpelledPosition {
        me,
        ..rules.spell_out(session.state())
    };
    let seen = rules.repetitions(session.state());
    let (fuel, trials) = (Fuel::of_texts(), Fuel::default());
    let now = warnings.iter().filter_map(|warning| {
        let evaluator = evaluator(rules, &position, &args, &fuel);
        text(Evaluator { seen, ..evaluator }, warning)
    });
    let then = foreseen.into_iter().filter_map(|line| {
        let at = (session.state(), &position);
        made(rules, at, (legal.mv(), line), (&fuel, &trials))
    });
    now.chain(then).collect()
}

/// Writes a warning if its condition does not hold before a move, but holds after it. The fuel of its text comes first, then
/// that of playing the move.
fn made(
    rules: &Rules,
    (state, before): (&Position, &SpelledPosition),
    (mv, line): (Move, &StatusLine),
    (fuel, trials): (&Fuel, &Fuel),
) -> Option<String> {
    let LinePlace::BeforeMoves(supposing) = line.shown else {
        return None;
    };
    let holds = |position| {
        let evaluator = evaluator(rules, position, &[], fuel);
        line.when.as_ref().map_or(Ok(true), |c| evaluator.truth(c))
    };
    // If the move or the condition fails, playing the move reports it.
    let after = rules.left_by((state, before.me), (mv, supposing), trials);
    let after = after.ok()??;
    let after = SpelledPosition {
        me: before.me,
        ..rules.spell_out(&after)
    };
    if holds(before).ok()? {
        return None;
    }
    text(evaluator(rules, &after, &[], fuel), line)
}

/// Returns an evaluator for the conditions of lines.
pub(crate) fn evaluator<'a>(
    rules: &'a Rules,
    position: &'a SpelledPosition,
    args: &'a [Option<ArgValue>],
    fuel: &'a Fuel,
) -> Evaluator<'a> {
    Evaluator {
        scripts: rules.scripts.as_deref(),
        args,
        ..Evaluator::new(rules.model(), position, fuel)
    }
}

/// Writes a line. Returns `None` if its condition does not hold. A line that cannot be evaluated becomes the reason.
fn text(evaluator: Evaluator<'_>, status: &StatusLine) -> Option<String> {
    let told = worked_out(evaluator, status);
    told.unwrap_or_else(|fault| {
        Some(match evaluator.fuel.is_used_up() {
            true => {
                "this line is left out: working it out, with the lines before it, takes too long"
                    .to_owned()
            }
            false => format!("this line cannot be worked out: {fault}"),
        })
    })
}

/// Evaluates a line. Returns `None` if its condition does not hold.
fn worked_out(evaluator: Evaluator<'_>, status: &StatusLine) -> Result<Option<String>, Fault> {
    let when = status.when.as_ref();
    match when.map_or(Ok(true), |c| evaluator.truth(c))? {
        true => sentence(evaluator, &status.text).map(Some),
        false => Ok(None),
    }
}

/// A text of the rules that cannot be evaluated in a position: its place, and the fault.
pub type FaultyText = (Span, Fault);

/// Returns the first text of a position that cannot be evaluated: a line of the table, of the prompt or of the result,
/// the question, or the reason of the result. All of them share the fuel.
pub fn first_fault(rules: &Rules, state: &Position, fuel: &Fuel) -> Option<FaultyText> {
    let position = rules.spell_out(state);
    let over = rules.turn(state) == Turn::Over;
    let shown = |line: &&StatusLine| match line.shown {
        LinePlace::Table | LinePlace::Prompt => true,
        LinePlace::Result => over,
        LinePlace::BeforeMove | LinePlace::BeforeMoves(_) => false,
    };
    let mut lines = rules.model().statuses.iter().filter(shown);
    let of_lines = lines.find_map(|line| {
        let players = rules.model().seat_ids().filter(|_| line.of_player);
        let once = (!line.of_player).then_some(position.me);
        faulty_for((rules, fuel), &position, players.chain(once), (line, &[]))
    });
    let of_question = || {
        let (asked, args) = (rules.question(state)?, rules.enclosing_args(state));
        let Turn::Players(seats) = rules.turn(state) else {
            return None;
        };
        faulty_for((rules, fuel), &position, seats.into_iter(), (asked, &args))
    };
    let of_ending = || {
        let (end, _) = rules.ended(state)?;
        let args = rules.args_of_body(state, &end.bodies);
        let fault = sentence(evaluator(rules, &position, &args, fuel), &end.said).err()?;
        Some((rules.statement_at(state.pc), fault))
    };
    of_lines.or_else(of_question).or_else(of_ending)
}

/// Returns the fault of a line that cannot be evaluated for one of the players.
fn faulty_for(
    (rules, fuel): (&Rules, &Fuel),
    position: &SpelledPosition,
    mut players: impl Iterator<Item = SeatId>,
    (line, args): (&StatusLine, &[Option<ArgValue>]),
) -> Option<FaultyText> {
    players.find_map(|me| {
        let position = SpelledPosition {
            me,
            ..position.clone()
        };
        let fault = worked_out(evaluator(rules, &position, args, fuel), line).err()?;
        Some((line.span, fault))
    })
}

/// Returns the first warning before a move that cannot be evaluated.
pub fn first_faulty_warning(
    rules: &Rules,
    (state, me): (&Position, SeatId),
    mv: Move,
    fuel: &Fuel,
) -> Option<FaultyText> {
    let model = rules.model();
    if model.moves.iter().all(|mv| mv.warnings.is_empty()) {
        return None;
    }
    let (id, args) = rules.args(state, mv);
    let position = SpelledPosition {
        me,
        ..rules.spell_out(state)
    };
    let evaluator = Evaluator {
        seen: rules.repetitions(state),
        ..evaluator(rules, &position, &args, fuel)
    };
    model.mv(id).warnings.iter().find_map(|warning| {
        let fault = worked_out(evaluator, warning).err()?;
        Some((warning.span, fault))
    })
}

impl ShownLine {
    /// Writes it as a line of text: `red: cannon available`.
    pub(crate) fn text(&self, players: &[String]) -> String {
        match self.player {
            Some(seat) => format!("{}: {}\n", players[seat.index()], self.text),
            None => format!("{}\n", self.text),
        }
    }

    /// Returns it as JSON.
    pub(crate) fn json(&self, players: &[String]) -> Json {
        let player = self.player.map(|seat| players[seat.index()].as_str());
        json!({ "player": player, "text": self.text })
    }
}
