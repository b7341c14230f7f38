//! Finds the shortest line of play after which two rulesets disagree.
//!
//! Plays both games with the same moves, as long as both allow them. First tries all short lines; then draws random games, each
//! shorter than the shortest line so far.

use crate::comparison::by_seats::by_seats;
use crate::finding::LinePly;
use crate::minimize::Minimizer;
use linstock_engine::vm::{SpelledPosition, Turn};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_play::{
    Actor, ChanceMode, ChoiceMade, Chooser, Observation, Order, Purpose, Refusal, Session, Setup,
    Viewer,
};
use std::sync::Arc;

/// The budget of the exhaustive phase, in positions.
const ALL_LINES: usize = 800;
/// The most random games; and the most games without improvement after a line was found.
const GAMES: u64 = 4_000;
const IN_VAIN: u64 = 300;
/// The most moves of a random game.
const LONGEST: usize = 400;
/// One of this many games compares what players see, since this takes longer than everything else.
const VIEWS_EVERY: u64 = 8;

/// A line of play after which two rulesets disagree. Up to there, both games have the same position, as far as they can tell.
#[derive(Debug)]
pub struct Disagreement {
    /// The game under the rules of each side, at the position.
    pub sides: [Session; 2],
    /// The subject of the disagreement.
    pub about: Disputed,
    /// No shorter line shows a disagreement.
    pub is_shortest: bool,
}

/// The subject of a disagreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Disputed {
    /// Whether the game is over, or who won it.
    Result,
    /// Who is to move.
    Turn,
    /// The choices of an actor: those that only the left side allows, and those that only the right side allows.
    Moves(Actor, [Vec<String>; 2]),
    /// The probability of an outcome of chance.
    Odds(String),
    /// The content of a point.
    Board(String),
    /// What a player sees, or everybody.
    View(Viewer),
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct DisagreementSearch {
    /// The seed of the random games.
    pub seed: u64,
}

/// Two games with the same moves.
#[derive(Clone, Debug)]
struct GamePair {
    sides: [Session; 2],
}

/// The choices of an actor, which both rules allow.
struct SharedChoices {
    actor: Actor,
    texts: Vec<String>,
}

/// The result of comparing a pair.
enum PairLook {
    Differs(Disputed),
    Same(Option<SharedChoices>),
}

impl DisagreementSearch {
    /// Searches for a short line; `stop` ends the search with the best line so far.
    ///
    /// # Errors
    /// If a game cannot begin, or its moves cannot be listed.
    pub fn find(
        &self,
        rules: [&Arc<Rules>; 2],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Disagreement>, Refusal> {
        let begin = |rules: &Arc<Rules>| {
            let setup = Setup {
                chance: ChanceMode::Manual,
                ..Setup::default()
            };
            Session::begin(Arc::clone(rules), setup)
        };
        let [left, right] = rules;
        let start = GamePair {
            sides: [begin(left)?, begin(right)?],
        };
        let (found, tried) = start.all_short_lines(stop)?;
        if found.is_some() {
            return Ok(found);
        }
        self.draw_games(&start, tried, stop)
    }

    /// Draws games, each shorter than the shortest line so far. No line of up to `tried` moves shows a disagreement.
    fn draw_games(
        &self,
        start: &GamePair,
        tried: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Disagreement>, Refusal> {
        let mut best: Option<Disagreement> = None;
        let (mut longest, mut last) = (LONGEST, GAMES);
        for number in 0..GAMES {
            if stop() || longest <= tried || number > last {
                break;
            }
            let mut chooser = Chooser::new(self.seed, Purpose::Search, number);
            let views = number.is_multiple_of(VIEWS_EVERY);
            let Some(found) = start.play_on(longest, views, &mut chooser)? else {
                continue;
            };
            let mut found = start.shortened(found, stop);
            let length = found.sides[0].ply();
            found.is_shortest = length == tried + 1;
            longest = length.saturating_sub(1);
            last = number + IN_VAIN;
            best = Some(found);
        }
        Ok(best)
    }
}

impl GamePair {
    /// Tries all lines of play, shorter ones first. Returns the disagreement, and the length up to which all lines
    /// were tried.
    fn all_short_lines(
        &self,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Option<Disagreement>, usize), Refusal> {
        let mut front = vec![self.clone()];
        let mut looked = 0;
        for length in 0.. {
            let mut next = Vec::new();
            for pair in front {
                looked += 1;
                if stop() || looked > ALL_LINES {
                    return Ok((None, usize::saturating_sub(length, 1)));
                }
                match pair.look(true)? {
                    PairLook::Differs(about) => {
                        return Ok((Some(pair.disagreement(about, true)), length));
                    }
                    PairLook::Same(None) => {}
                    // The budget is used up, so there is no need to make more positions.
                    PairLook::Same(Some(_)) if looked + next.len() > ALL_LINES => {}
                    PairLook::Same(Some(shared)) => {
                        for text in &shared.texts {
                            let mut after = pair.clone();
                            after.play(shared.actor, text)?;
                            next.push(after);
                        }
                    }
                }
            }
            if next.is_empty() {
                return Ok((None, length));
            }
            if looked + next.len() > ALL_LINES {
                return Ok((None, length));
            }
            front = next;
        }
        Ok((None, 0))
    }

    /// Plays a random game of up to `longest` moves to the first disagreement.
    fn play_on(
        &self,
        longest: usize,
        views: bool,
        chooser: &mut Chooser,
    ) -> Result<Option<Disagreement>, Refusal> {
        let mut pair = self.clone();
        for _ in 0..=longest {
            let shared = match pair.look(views)? {
                PairLook::Differs(about) => return Ok(Some(pair.disagreement(about, false))),
                PairLook::Same(shared) => shared,
            };
            let Some(shared) = shared else { break };
            let Some(at) = chooser.index(shared.texts.len()) else {
                break;
            };
            pair.play(shared.actor, &shared.texts[at])?;
        }
        Ok(None)
    }

    /// Leaves moves out of a line, as long as the rules disagree after the rest.
    fn shortened(&self, found: Disagreement, stop: &dyn Fn() -> bool) -> Disagreement {
        let plies = played(&found);
        let views = matches!(found.about, Disputed::View(_));
        let replay = |plies: &[LinePly], most: usize| {
            let found = self.replayed(plies, most, views).ok().flatten()?;
            Some(played(&found))
        };
        let minimizer = Minimizer {
            replay,
            is_over: stop,
        };
        let before = plies.len();
        let short = minimizer.shortened(plies);
        let found_again = (short.len() < before)
            .then(|| self.replayed(&short, short.len(), views).ok().flatten())
            .flatten();
        found_again.unwrap_or(found)
    }

    /// Plays moves in order, skips illegal ones, and stops at the first disagreement or after `most` moves.
    fn replayed(
        &self,
        plies: &[LinePly],
        most: usize,
        views: bool,
    ) -> Result<Option<Disagreement>, Refusal> {
        let mut pair = self.clone();
        let mut rest = plies.iter();
        loop {
            let shared = match pair.look(views)? {
                PairLook::Differs(about) => return Ok(Some(pair.disagreement(about, false))),
                PairLook::Same(shared) => shared,
            };
            let Some(shared) = shared.filter(|_| pair.sides[0].ply() < most) else {
                return Ok(None);
            };
            let next = rest.find(|ply| {
                ply.actor == shared.actor && shared.texts.binary_search(&ply.text).is_ok()
            });
            let Some(next) = next else { return Ok(None) };
            pair.play(next.actor, &next.text)?;
        }
    }

    fn disagreement(self, about: Disputed, is_shortest: bool) -> Disagreement {
        Disagreement {
            sides: self.sides,
            about,
            is_shortest,
        }
    }

    fn play(&mut self, actor: Actor, text: &str) -> Result<(), Refusal> {
        for side in &mut self.sides {
            let order = Order {
                actor: Some(actor),
                text: text.to_owned(),
            };
            side.play(&[order])?;
        }
        Ok(())
    }

    /// Compares the two games; returns the first difference, or the common choices.
    fn look(&self, views: bool) -> Result<PairLook, Refusal> {
        let [left, right] = &self.sides;
        let outcome = |side: &Session| {
            let outcome = side.rules().outcome(side.state());
            outcome.map(|outcome| outcome.winners)
        };
        if outcome(left) != outcome(right) {
            return Ok(PairLook::Differs(Disputed::Result));
        }
        let turn = left.turn();
        if turn != right.turn() {
            return Ok(PairLook::Differs(Disputed::Turn));
        }
        if let Some(point) = self.other_point() {
            return Ok(PairLook::Differs(Disputed::Board(point)));
        }
        let mut shared = None;
        for actor in actors(&turn) {
            let [ours, theirs] = [left.choices(actor)?, right.choices(actor)?];
            let total = |choices: &[ChoiceMade]| -> u128 {
                choices.iter().map(|c| u128::from(c.weight)).sum()
            };
            let only = |here: &[ChoiceMade], there: &[ChoiceMade]| {
                let missing =
                    |c: &&ChoiceMade| there.binary_search_by(|t| t.text.cmp(&c.text)).is_err();
                let missing = here.iter().filter(missing);
                missing.map(|c| c.text.clone()).collect::<Vec<_>>()
            };
            let apart = [only(&ours, &theirs), only(&theirs, &ours)];
            if apart.iter().any(|only| !only.is_empty()) {
                return Ok(PairLook::Differs(Disputed::Moves(actor, apart)));
            }
            let (all, all_there) = (total(&ours), total(&theirs));
            let other = ours.iter().zip(&theirs).find(|(here, there)| {
                u128::from(here.weight) * all_there != u128::from(there.weight) * all
            });
            if let Some((here, _)) = other {
                return Ok(PairLook::Differs(Disputed::Odds(here.text.clone())));
            }
            shared = shared.or(Some(SharedChoices {
                actor,
                texts: ours.into_iter().map(|choice| choice.text).collect(),
            }));
        }
        Ok(match self.other_view().filter(|_| views) {
            Some(viewer) => PairLook::Differs(Disputed::View(viewer)),
            None => PairLook::Same(shared),
        })
    }

    /// Returns a point whose content differs.
    fn other_point(&self) -> Option<String> {
        let spelled = |side: &Session| side.rules().spell_out(side.state());
        let names =
            |side: &Session, table: &SpelledPosition, point| -> Vec<(String, Option<SeatId>)> {
                let kind = |piece: linstock_engine::vm::Piece| {
                    let kind = &side.model().kinds[piece.kind.index()];
                    (kind.name.clone(), piece.owner)
                };
                table.stack(point).map(kind).collect()
            };
        let [left, right] = &self.sides;
        let (Some(ours), Some(theirs)) = (&left.model().board, &right.model().board) else {
            return None;
        };
        let tables = [spelled(left), spelled(right)];
        let other = ours.topology.iter().find(|&point| {
            let name = ours.name(point);
            let there = theirs.topology.find(&name);
            there.is_some_and(|there| {
                names(left, &tables[0], point) != names(right, &tables[1], there)
            })
        });
        other.map(|point| ours.name(point))
    }

    /// Returns a viewer (a player or the table) with different views.
    fn other_view(&self) -> Option<Viewer> {
        let [left, right] = &self.sides;
        let seats = left.model().seat_ids().map(Viewer::Seat);
        let mut viewers = std::iter::once(Viewer::Table).chain(seats);
        viewers.find(|viewer| {
            // Memories and the words of the rules do not count as part of the view.
            let seen = |side: &Session| {
                let all = Observation::new(side, *viewer).json();
                let players = &side.model().players;
                ["zones", "last", "outcomes"].map(|what| by_seats(&all[what], players))
            };
            seen(left) != seen(right)
        })
    }
}

/// Returns the moves of a line.
fn played(found: &Disagreement) -> Vec<LinePly> {
    let history = found.sides[0].history().iter();
    let plies = history.map(|ply| LinePly {
        actor: ply.actor,
        text: ply.text.clone(),
    });
    plies.collect()
}

fn actors(turn: &Turn) -> Vec<Actor> {
    match turn {
        Turn::Players(seats) => seats.iter().copied().map(Actor::Player).collect(),
        Turn::Chance => vec![Actor::Chance],
        Turn::Over => Vec::new(),
    }
}
