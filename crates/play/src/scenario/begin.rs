//! The start of a scenario: the game's start, or the position of its `given`.

use crate::Rules;
use crate::impossible::{self, Unmet};
use crate::reference;
use crate::scenario::run::Stage;
use crate::scenario::unknown;
use crate::session::CHANCE;
use crate::{Actor, ChanceMode, Session, Setup, StartPosition, from_picture};
use linstock_base::{Diagnostic, Sources, Span};
use linstock_check::SetupBlock;
use linstock_engine::vm::{Fault, SpelledPosition};
use linstock_model::{Model, SeatId};
use linstock_syntax::ast;
use std::fmt::Display;
use std::sync::Arc;

/// A hint about a start without a drawing, which is easily overlooked.
const BOARD_AS_AT_START: &str = "without a drawing, the board is as at the first choice of the game; to begin with other pieces, draw the board behind `to move`";

impl Stage<'_> {
    /// Begins the game of a scenario. Leaves no session if its start is wrong.
    pub(super) fn begin(&mut self, given: Option<&ast::GivenDecl>, layout: Option<&SetupBlock>) {
        let rules = Arc::clone(&self.rules);
        let setup = Setup {
            chance: ChanceMode::Manual,
            sources: Some(Arc::clone(&self.bench.sources)),
            ..Setup::default()
        };
        self.session = match given {
            None => Session::begin(rules, setup)
                .map_err(|e| self.cannot_begin(&e, self.title))
                .ok(),
            Some(given) => layout.and_then(|layout| {
                let start = self.position(given, layout)?;
                let begun = Session::begin_at(rules, setup, start);
                begun.map_err(|e| self.cannot_begin(&e, given.span)).ok()
            }),
        };
    }

    /// Returns the text of the file at a place.
    fn written_at(&self, span: Span) -> Option<String> {
        self.text.get(span.range()).map(str::to_owned)
    }

    fn cannot_begin(&mut self, why: &impl Display, span: Span) {
        let message = format!("the game cannot begin like this: {why}");
        self.found.push(Diagnostic::error("E1006", span, message));
    }

    /// Reads the drawing and carries out the statements.
    fn position(&mut self, given: &ast::GivenDecl, layout: &SetupBlock) -> Option<StartPosition> {
        let rules = Arc::clone(&self.rules);
        let model = rules.model();
        let phase = self.phase(model, given);
        let to_move = self.seat(&given.to_move);
        let position = self.pieces(&rules, given);
        let (to_move, mut position) = (to_move?, position?);
        position.me = to_move;
        position.last = None;
        if let Err(fault) = carry_out(model, &mut position, layout) {
            self.misfit(&fault, given.span);
            return None;
        }
        let phase = phase?;
        if let Some(why) = impossible_position(model, (&position, &self.bench.sources), &phase) {
            let Unmet { said, reasons } = why;
            let message = format!("this position is impossible: {said}");
            let wrong =
                Diagnostic::error("E1007", given.span, message).label(reasons.join(", and "));
            let as_at_start = given.picture.is_none().then_some(BOARD_AS_AT_START);
            self.found
                .push(wrong.maybe_hint(as_at_start.map(str::to_owned)));
            return None;
        }
        Some(StartPosition {
            phase,
            to_move,
            table: position,
            text: self.written_at(given.span),
        })
    }

    /// Returns the phase in which a scenario begins; empty in a game without phases.
    fn phase(&mut self, model: &Model, given: &ast::GivenDecl) -> Option<String> {
        match &given.phase {
            Some(phase) if model.phases.contains(&phase.text) => Some(phase.text.clone()),
            Some(phase) if model.phases.is_empty() => {
                let message = "this game has no phases";
                let diagnostic = Diagnostic::error("E1008", phase.span, message);
                let hint = "omit `at` and the name: given white to move \"\"\"…\"\"\"";
                self.found.push(diagnostic.hint(hint));
                None
            }
            Some(phase) => {
                self.found.push(unknown("phase", phase, &model.phases));
                None
            }
            None if model.phases.is_empty() => Some(String::new()),
            None => {
                let message = "the scenario does not say in which phase it begins";
                let known = model.phases.join(", ");
                let diagnostic = Diagnostic::error("E1009", given.span, message);
                let hint = format!("write `given at PHASE, WHO to move`; the phases are: {known}");
                self.found.push(diagnostic.hint(hint));
                None
            }
        }
    }

    fn misfit(&mut self, fault: &Fault, span: Span) {
        let span = match fault {
            Fault::Statement(_, at) | Fault::Script(_, at) if *at != Span::default() => *at,
            _ => span,
        };
        self.found
            .push(Diagnostic::error("E1010", span, fault.to_string()));
    }

    /// Returns the drawn position, or the start position of the game if nothing is drawn.
    fn pieces(&mut self, rules: &Rules, given: &ast::GivenDecl) -> Option<SpelledPosition> {
        let Some(picture) = &given.picture else {
            let start = rules.start();
            let start = start.map_err(|fault| self.cannot_begin(&fault, given.span));
            return start.ok().map(|start| rules.spell_out(&start));
        };
        let position = from_picture(rules.model(), &picture.value);
        let wrong =
            |why| Diagnostic::error("E1011", picture.span, why).hint(letters(rules.model()));
        position.map_err(|why| self.found.push(wrong(why))).ok()
    }

    /// Finds a player, or chance.
    pub(super) fn actor(&mut self, name: &ast::Name) -> Option<Actor> {
        match name.text.as_str() {
            CHANCE => Some(Actor::Chance),
            _ => self.seat(name).map(Actor::Player),
        }
    }

    /// Finds a player.
    pub(super) fn seat(&mut self, name: &ast::Name) -> Option<SeatId> {
        let seat = self.rules.model().seat(&name.text);
        if seat.is_none() {
            let players = self.rules.model().players.clone();
            self.found.push(unknown("player", name, &players));
        }
        seat
    }
}

/// Carries out the statements of a start, then forgets the values that exist only during them.
fn carry_out(
    model: &Model,
    position: &mut SpelledPosition,
    SetupBlock { stmts, handed_on }: &SetupBlock,
) -> Result<(), Fault> {
    if handed_on.is_empty() {
        return reference::carry_out(model, position, stmts);
    }
    let mut wider = model.clone();
    wider.memories.extend(handed_on.iter().cloned());
    let known = position.memories.len();
    let values = handed_on.iter();
    let values = values.map(|memory| vec![memory.start.clone(); wider.copies(memory)]);
    position.memories.extend(values);
    let done = reference::carry_out(&wider, position, stmts);
    position.memories.truncate(known);
    done
}

/// Explains why a position is impossible, if it is.
fn impossible_position(
    model: &Model,
    (position, sources): (&SpelledPosition, &Sources),
    phase: &str,
) -> Option<Unmet> {
    let too_many = impossible::too_many(model, position).map(|said| Unmet {
        said,
        reasons: Vec::new(),
    });
    too_many.or_else(|| impossible::unmet(model, (position, sources), phase))
}

/// Explains how pieces are drawn, for a hint.
fn letters(model: &Model) -> String {
    let pieces = model
        .seat_ids()
        .zip(&model.players)
        .take(2)
        .map(|(seat, player)| {
            let owned = model.kinds.iter().filter(|kind| !kind.neutral);
            let letters = owned.map(|kind| match seat.0 {
                0 => format!("{} {}", kind.letter.to_ascii_uppercase(), kind.name),
                _ => format!("{} {}", kind.letter, kind.name),
            });
            format!("{player}: {}", letters.collect::<Vec<_>>().join(", "))
        });
    let mut pieces: Vec<String> = pieces.collect();
    let neutral = model.kinds.iter().filter(|kind| kind.neutral);
    let signs: Vec<String> = neutral
        .map(|kind| format!("{} {}", kind.letter, kind.name))
        .collect();
    if model.layers.len() > 1 {
        pieces.push(format!(
            "{}; what lies on a point is written in one word, the lowest first, `_` for a gap, `-` for nothing",
            signs.join(", ")
        ));
    } else {
        pieces.extend(signs);
        pieces.push("a dot is an empty point".to_owned());
    }
    pieces.join("; ")
}
