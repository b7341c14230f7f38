//! Finds moves with equal texts and different effects: players can make only one of them.
//!
//! Rules in which this is possible are compiled again, so that they offer all such moves; then a few random games are played.

use linstock_base::{CheckFuel, Diagnostic};
use linstock_engine::vm::{Fuel, Move, Position, Turn};
use linstock_play::Rules;
use linstock_play::{Chooser, Purpose};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The fuel of all games.
const OPERATIONS: u64 = 10_000_000;
/// The most games, and the most choices of each.
const GAMES: u64 = 20;
const PLIES: u64 = 100;

/// Finds moves with equal texts and different effects, and reports each pair of rules once.
#[must_use]
pub fn find_shared(rules: &Rules, fuel: &Rc<CheckFuel>) -> Vec<Diagnostic> {
    // Compiling large rules again would take too long.
    if !rules.drops_repeats || fuel.spent() > fuel.left() / 4 {
        return Vec::new();
    }
    let Some(all) = rules.with_repeats(fuel) else {
        return Vec::new();
    };
    let mut search = AlikeSearch {
        rules: &all,
        spent: 0,
        told: BTreeSet::new(),
        found: Vec::new(),
    };
    for seed in 0..GAMES {
        search.game(seed);
        if search.spent > OPERATIONS {
            break;
        }
    }
    fuel.spend(search.spent);
    search.found
}

struct AlikeSearch<'r> {
    rules: &'r Rules,
    spent: u64,
    /// The pairs of rules already reported.
    told: BTreeSet<(usize, usize)>,
    found: Vec<Diagnostic>,
}

impl AlikeSearch<'_> {
    /// Plays a random game, up to its end or a fault.
    fn game(&mut self, seed: u64) -> Option<()> {
        let mut state = self.rules.start().ok()?;
        for ply in 0..PLIES {
            let fuel = Fuel::default();
            let choices = match self.rules.turn(&state) {
                Turn::Over => return None,
                Turn::Players(seats) => {
                    let moves = self
                        .rules
                        .moves_within(&state, *seats.first()?, &fuel)
                        .ok()?;
                    let moves: Vec<Move> = moves.into_iter().collect();
                    self.compare(&state, &moves, &fuel);
                    moves.into_iter().map(|mv| (mv, 1)).collect()
                }
                Turn::Chance => self.rules.outcomes_within(&state, &fuel).ok()?,
            };
            let mut chooser = Chooser::new(seed, Purpose::Move, ply);
            let picked = chooser.pick(choices.iter().map(|(_, weight)| *weight))?;
            let (mv, _) = choices.get(picked)?;
            self.rules.apply_within(&mut state, *mv, &fuel).ok()?;
            self.spent += fuel.spent();
            if self.spent > OPERATIONS {
                return None;
            }
        }
        None
    }

    /// Reports moves with equal texts that lead to different positions.
    fn compare(&mut self, state: &Position, moves: &[Move], fuel: &Fuel) {
        let mut by_text: BTreeMap<String, Move> = BTreeMap::new();
        for mv in moves {
            let text = self.rules.text(state, *mv);
            let Some(first) = by_text.get(&text).copied() else {
                by_text.insert(text, *mv);
                continue;
            };
            let pair = [first, *mv].map(|mv| self.rules.args(state, mv).0);
            let key = (pair[0].index(), pair[1].index());
            if self.told.contains(&key) {
                continue;
            }
            let after = |mv: Move| {
                let mut next = state.clone();
                self.rules.apply_within(&mut next, mv, fuel).ok()?;
                Some(next)
            };
            if after(first) != after(*mv) {
                self.told.insert(key);
                let found = self.diagnostic(state, &text, [first, *mv]);
                self.found.push(found);
            }
        }
    }

    /// Returns the diagnostic for a pair: the difference, and what to do.
    fn diagnostic(&self, state: &Position, text: &str, moves: [Move; 2]) -> Diagnostic {
        let model = self.rules.model();
        let [(a, of_a), (b, of_b)] = moves.map(|mv| self.rules.args(state, mv));
        let (first, second) = (model.mv(a), model.mv(b));
        let what = format!(
            "two moves can have the text `{text}`, and then only the first of them can be chosen"
        );
        let diagnostic = Diagnostic::warning("E0827", second.span, what);
        if first.rule != second.rule {
            return diagnostic
                .label(format!("`{}` can have the same text", first.name))
                .hint("give one of them another text, or allow each only where the other is not legal");
        }
        let differ = of_a
            .iter()
            .zip(&of_b)
            .zip(&second.args)
            .filter(|((a, b), _)| a != b);
        let names: Vec<String> = differ.map(|(_, arg)| format!("`{}`", arg.name)).collect();
        diagnostic
            .label(format!("they differ in {}", names.join(" and ")))
            .hint("write the difference into the text, in braces; or let the head of the move allow only one of them")
    }
}

#[cfg(test)]
mod tests {
    use super::find_shared;
    use linstock_base::{CheckFuel, Sources};
    use linstock_check::Choices;
    use linstock_play::Rules;
    use std::rc::Rc;

    /// The diagnostic about moves with equal texts.
    struct ToldTwins {
        message: String,
        label: String,
        /// The marked text.
        place: String,
    }

    /// Returns the diagnostics about the moves of a small game.
    fn found(moves: &str) -> Vec<ToldTwins> {
        let text = format!(
            "game x \"X\"\nplayers ann, ben\nboard 3 x 3\npiece man \"m\", king \"k\"\n{moves}\n\
             play {{ ann man: box -> a1; ben man: box -> c3; repeat 9 times {{ each player {{ ask me: go, run }} }} }}\n"
        );
        let sources = Sources::from([("x.game", text.as_str())]);
        let rules = Rules::load(&sources, &Choices::default());
        let rules =
            rules.unwrap_or_else(|e| panic!("{}", e.render(&sources, linstock_base::Style::Plain)));
        let found = find_shared(&rules, &Rc::new(CheckFuel::default()));
        let place = |at: linstock_base::Span| text[at.start as usize..at.end as usize].to_owned();
        found
            .into_iter()
            .map(|d| ToldTwins {
                message: d.message,
                label: d.label,
                place: d.span.map(place).unwrap_or_default(),
            })
            .collect()
    }

    const GO: &str = "move go \"{here}-{there}\" { here in own\n there in next to here and empty\n here -> there }\n";

    #[test]
    fn moves_that_are_called_alike_and_differ_are_told() {
        let run = "move run \"{here}-{there}\" { here in own\n there in next to here and empty\n here -> there\n there becomes king }";
        let told = found(&format!("{GO}{run}"));
        let [
            ToldTwins {
                message,
                label,
                place,
            },
        ] = told.as_slice()
        else {
            panic!("{} are reported", told.len());
        };
        assert!(
            message.starts_with("two moves can have the text `a1-"),
            "{message}"
        );
        assert_eq!(
            (label.as_str(), place.as_str()),
            ("`go` can have the same text", "run")
        );
    }

    #[test]
    fn an_argument_that_matters_and_is_not_named_is_told() {
        let run = "move run \"+{there}\" { there in empty\n k in kinds and {man, king}\n k: box -> there }";
        let told = found(&format!("{GO}{run}"));
        let [ToldTwins { label, .. }] = told.as_slice() else {
            panic!("{} are reported", told.len());
        };
        assert_eq!(label, "they differ in `k`");
    }

    #[test]
    fn moves_that_do_the_same_may_share_a_text() {
        let run = "move run \"{here}-{there}\" { here in own\n there in next to here and empty\n here -> there }";
        assert!(found(&format!("{GO}{run}")).is_empty());
    }
}
