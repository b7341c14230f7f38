//! Makes a line of play shorter: moves are left out, and other games are drawn that must be shorter.

use super::search::{Catch, Finder};
use super::{Line, LinePly, Patience, Witness};
use crate::play::transaction::{choices, owes};
use crate::vm::Budget;
use std::time::{Duration, Instant};

/// A line that was found soon is made shorter for so long at least.
const AT_LEAST: Duration = Duration::from_secs(3);
/// So many games are drawn that must be shorter, at most, before the last one that was.
const GAMES: u64 = 400;
/// Single pairs of moves are left out of lines of up to so many moves.
const PAIRS: usize = 40;

impl Finder<'_> {
    /// Makes a line shorter, for as long again as it took to find it.
    pub(super) fn shorten(&mut self, found: Catch, patience: Patience<'_>) -> Catch {
        let begun = Instant::now();
        let patience = Patience {
            deadline: patience
                .deadline
                .min(begun + AT_LEAST.max(begun - self.begun))
                .max(begun + AT_LEAST / 4),
            ..patience
        };
        let mut best = self.leave_out(found, patience);
        let mut in_vain = 0;
        while in_vain < GAMES && best.plies.len() > 1 && !patience.is_over() {
            in_vain += 1;
            if let Some(shorter) = self.draw_shorter(&best) {
                best = self.leave_out(shorter, patience);
                in_vain = 0;
            }
        }
        best
    }

    fn draw_shorter(&mut self, best: &Catch) -> Option<Catch> {
        let fewer = best.plies.len() - 1;
        let found = self.draw_game(fewer)?;
        let same_kind = std::mem::discriminant(&found.witness);
        let same_kind = same_kind == std::mem::discriminant(&best.witness);
        (same_kind && found.plies.len() <= fewer).then_some(found)
    }

    /// Leaves moves out, many at once at first, then few, as long as that makes the line shorter.
    fn leave_out(&self, mut best: Catch, patience: Patience<'_>) -> Catch {
        loop {
            let before = best.plies.len();
            let mut many = before / 2;
            while many > 0 {
                let mut at = 0;
                while at + many <= best.plies.len() && !patience.is_over() {
                    let rest = without(&best.plies, at..at + many);
                    match self.replayed(&rest, best.plies.len() - 1, &best.witness) {
                        Some(shorter) => best.plies = shorter,
                        None => at += many.div_ceil(2),
                    }
                }
                many /= 2;
            }
            self.leave_pairs_out(&mut best, patience);
            if best.plies.len() == before || patience.is_over() {
                return best;
            }
        }
    }

    /// Leaves out two moves from different places: one of each player, where they take turns.
    fn leave_pairs_out(&self, best: &mut Catch, patience: Patience<'_>) {
        let mut first = 0;
        while best.plies.len() <= PAIRS && first < best.plies.len() {
            let mut second = first + 1;
            let mut shorter = None;
            while second < best.plies.len() && shorter.is_none() && !patience.is_over() {
                let rest = without(&best.plies, second..second + 1);
                let rest = without(&rest, first..first + 1);
                shorter = self.replayed(&rest, best.plies.len() - 1, &best.witness);
                second += 1;
            }
            match shorter {
                Some(shorter) => best.plies = shorter,
                None => first += 1,
            }
        }
    }

    /// Plays moves in their order, passing over those that are not legal; returns what was played if that brings about what is
    /// wanted in up to so many moves.
    fn replayed(&self, plies: &[LinePly], most: usize, witness: &Witness) -> Option<Vec<LinePly>> {
        let rules = self.rules();
        let mut line: Line = self.start.clone();
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
            let found = choices(rules, (&line.state, ply.actor), &Budget::default()).ok()?;
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

    fn refuses(&self, line: &Line, witness: &Witness) -> bool {
        let Witness::Refused(text) = witness else {
            return false;
        };
        let turn = self.rules().turn(&line.state);
        let actor = crate::play::transaction::decider(&turn);
        actor.is_some_and(|actor| self.check.is_refused(line, actor, text))
    }
}

fn without(plies: &[LinePly], gone: std::ops::Range<usize>) -> Vec<LinePly> {
    let (before, after) = (&plies[..gone.start], &plies[gone.end..]);
    [before, after].concat()
}
