//! Shortens a line of play: leaves moves out, and draws other games, which must be shorter.

use super::search::{Finder, RawLine};
use super::{LinePly, StopSignal, TriedLine, Witness};
use crate::minimize::Minimizer;
use linstock_engine::vm::Fuel;
use linstock_play::{ActorAt, choices, decider, owes};

/// The most random games since the last improvement.
const GAMES: u64 = 400;

impl Finder<'_> {
    /// Shortens a line until the search must stop.
    pub(super) fn shorten(&mut self, found: RawLine, stop: &dyn StopSignal) -> RawLine {
        stop.found();
        let mut best = self.leave_out(found, stop);
        let mut in_vain = 0;
        while in_vain < GAMES && best.plies.len() > 1 && !stop.is_over() {
            in_vain += 1;
            if let Some(shorter) = self.draw_shorter(&best, stop) {
                best = self.leave_out(shorter, stop);
                in_vain = 0;
            }
        }
        best
    }

    fn draw_shorter(&mut self, best: &RawLine, stop: &dyn StopSignal) -> Option<RawLine> {
        let fewer = best.plies.len() - 1;
        let found = self.draw_game(fewer, stop)?;
        let same_kind = std::mem::discriminant(&found.witness);
        let same_kind = same_kind == std::mem::discriminant(&best.witness);
        (same_kind && found.plies.len() <= fewer).then_some(found)
    }

    /// Leaves moves out as long as this shortens the line.
    fn leave_out(&self, found: RawLine, stop: &dyn StopSignal) -> RawLine {
        let RawLine { plies, witness } = found;
        let minimizer = Minimizer {
            replay: |plies: &[LinePly], most: usize| self.replayed(plies, most, &witness),
            is_over: &|| stop.is_over(),
        };
        let plies = minimizer.shortened(plies);
        RawLine { plies, witness }
    }

    /// Plays moves in order and skips illegal ones. Returns the moves up to the one that reaches the goal; `None` after `most`
    /// moves without it.
    fn replayed(&self, plies: &[LinePly], most: usize, witness: &Witness) -> Option<Vec<LinePly>> {
        let rules = self.rules();
        let mut line: TriedLine = self.start.clone();
        let mut played = Vec::new();
        if self.refuses(&line, witness) {
            return Some(played);
        }
        for ply in plies {
            if played.len() >= most {
                return None;
            }
            if !owes(&rules.turn(&line.state), ply.actor) {
                continue;
            }
            let at = ActorAt::new(rules, &line.state, ply.actor);
            let found = choices(at, &Fuel::default()).ok()?;
            let at = found.binary_search_by(|choice| choice.text.as_str().cmp(&ply.text));
            let Ok(at) = at else { continue };
            let step = line.play(rules, ply.actor, found[at].mv()).ok()?;
            played.push(ply.clone());
            let met = match witness {
                Witness::Refused(_) => self.refuses(&line, witness),
                Witness::AtStart | Witness::Played => self.check.is_met(&line, &step).ok()?,
            };
            if met {
                return Some(played);
            }
        }
        None
    }

    fn refuses(&self, line: &TriedLine, witness: &Witness) -> bool {
        let Witness::Refused(text) = witness else {
            return false;
        };
        let turn = self.rules().turn(&line.state);
        let actor = decider(&turn);
        actor.is_some_and(|actor| self.check.is_refused(line, actor, text))
    }
}
