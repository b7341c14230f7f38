//! The features of a position that any ruleset has.

use super::lines::LinePatterns;
use linstock_engine::ir::{Layout, bits};
use linstock_engine::vm::{MoveList, Position};
use linstock_model::{FiniteDomain, KindId, MemoryId, MemoryType, ZoneId};
use linstock_play::Rules;
use std::ops::Range;

/// The features of a ruleset. Each adds its value, times a weight, to the account of a seat:
///
/// - a piece on a point, for its owner: the value is 1;
/// - a number that the game remembers, or the copies of a row in a zone: for its player, or for each seat with a weight of
///   its own if it belongs to no player;
/// - the score that a seat would have if the game ended now;
/// - for the player to move: 1, and the logarithm of the number of legal moves;
/// - in games of two, the content of each short line of points, for the first player.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    seats: usize,
    /// The masks of pieces with an owner.
    pieces: Vec<PieceMask>,
    /// The words of numbers, with their seats and the weight.
    numbers: Vec<(usize, usize, usize)>,
    /// The weight of the score, if the game has scores.
    score: Option<usize>,
    /// The first weight of the player to move: two for each seat.
    to_move: usize,
    /// The lines with the first of their weights.
    lines: Option<(LinePatterns, usize)>,
    weights: usize,
    /// The names of groups of weights, each with the number of the weight after its last one. They are the same under changed
    /// rules, if these still have the thing.
    groups: Vec<(String, usize)>,
}

/// Where a position keeps the pieces of a kind and an owner.
#[derive(Clone, Debug)]
pub(super) struct PieceMask {
    /// The words of the position.
    pub words: Range<usize>,
    pub kind: KindId,
    /// The owner's seat.
    pub owner: usize,
    /// The number of the weight of the first point.
    pub weight: usize,
}

/// A feature of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature {
    /// The seat whose account it adds to.
    pub seat: usize,
    /// The number of its weight.
    pub weight: usize,
    /// Its value.
    pub value: f32,
}

/// The largest number whose size counts. Larger ones are cut off, so that no sum is infinite.
const LARGEST: i64 = 1 << 20;

impl Features {
    pub(super) fn of(rules: &Rules) -> Self {
        let (model, layout) = (rules.model(), &rules.layout);
        let seats = model.players.len();
        let mut features = Self {
            seats,
            pieces: Vec::new(),
            numbers: Vec::new(),
            score: None,
            to_move: 0,
            lines: None,
            weights: 0,
            groups: Vec::new(),
        };
        for (piece, word) in layout.masks() {
            if let Some(owner) = piece.owner {
                features.pieces.push(PieceMask {
                    words: word..word + layout.width,
                    kind: piece.kind,
                    owner: owner.index(),
                    weight: features.weights,
                });
                features.weights += layout.points;
                let kind = &model.kinds[piece.kind.index()].name;
                let owner = &model.players[owner.index()];
                features.end_group(format!("piece {kind} of {owner}"));
            }
        }
        features.add_memories(rules);
        for (id, zone) in (0u8..).map(ZoneId).zip(&model.zones) {
            let owners = if zone.of_player { seats } else { 1 };
            for owner in 0..owners {
                let owner = zone.of_player.then_some(owner);
                let words = layout.rows(id, owner.unwrap_or(0));
                features.add_numbers(words, owner);
            }
            features.end_group(format!("zone {}", zone.name));
        }
        if !rules.scores.is_empty() {
            features.score = Some(features.weights);
            features.weights += 1;
            features.end_group("score".to_owned());
        }
        features.to_move = features.weights;
        features.weights += 2 * seats;
        features.end_group("player to move".to_owned());
        let board = model.board.as_ref().filter(|_| seats == 2);
        if let Some(lines) = board.and_then(|board| LinePatterns::of(board, layout)) {
            let first = features.weights;
            features.weights += lines.weights();
            features.lines = Some((lines, first));
            features.end_group("lines".to_owned());
        }
        features
    }

    /// Gives the weights since the last group a name.
    fn end_group(&mut self, name: String) {
        self.groups.push((name, self.weights));
    }

    /// Returns the names of groups of weights with their numbers.
    pub(super) fn groups(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        let ends = self.groups.iter().map(|(_, end)| *end);
        let starts = std::iter::once(0).chain(ends);
        let names = self.groups.iter();
        names
            .zip(starts)
            .map(|((name, end), start)| (name.as_str(), start..*end))
    }

    /// Adds the remembered numbers.
    fn add_memories(&mut self, rules: &Rules) {
        let (model, layout): (_, &Layout) = (rules.model(), &rules.layout);
        for (id, memory) in MemoryId::all(model.memories.len()).zip(&model.memories) {
            let is_number = memory.ty == MemoryType::Num && !memory.passing;
            let Some((first, _)) = layout.memory(id).filter(|_| is_number) else {
                continue;
            };
            let of_players = memory.per == Some(FiniteDomain::Players) && memory.second.is_none();
            for copy in 0..model.copies(memory) {
                self.add_numbers(first + copy..first + copy + 1, of_players.then_some(copy));
            }
            self.end_group(format!("remembered {}", memory.name));
        }
    }

    /// Adds numbers of a player, or numbers of nobody, which count for each seat by a weight of its own.
    fn add_numbers(&mut self, words: Range<usize>, owner: Option<usize>) {
        for word in words {
            let seats = owner.map_or(0..self.seats, |owner| owner..owner + 1);
            for seat in seats {
                self.numbers.push((word, seat, self.weights));
                self.weights += 1;
            }
        }
    }

    /// Returns the masks of pieces with an owner.
    pub(super) fn pieces(&self) -> &[PieceMask] {
        &self.pieces
    }

    /// Returns the number of weights.
    pub(super) fn len(&self) -> usize {
        self.weights
    }

    /// Returns the number of seats.
    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// Calls a function with each feature of a position that is not 0.
    #[inline]
    pub(super) fn each(
        &self,
        (rules, position): (&Rules, &Position),
        to_move: Option<ToMove>,
        mut see: impl FnMut(Feature),
    ) {
        let words = &position.words;
        for mask in &self.pieces {
            for point in bits(&words[mask.words.clone()]) {
                see(Feature {
                    seat: mask.owner,
                    weight: mask.weight + point as usize,
                    value: 1.0,
                });
            }
        }
        for &(word, seat, weight) in &self.numbers {
            let number = words[word].cast_signed().clamp(-LARGEST, LARGEST);
            if number != 0 {
                let value = number as f32;
                see(Feature {
                    seat,
                    weight,
                    value,
                });
            }
        }
        if let Some((weight, scores)) = self.score.zip(rules.scores_so_far(position)) {
            for (seat, score) in scores.iter().enumerate() {
                let value = (*score).clamp(-LARGEST, LARGEST) as f32;
                see(Feature {
                    seat,
                    weight,
                    value,
                });
            }
        }
        if let Some(ToMove { seat, choices }) = to_move {
            let weight = self.to_move + 2 * seat;
            for (weight, value) in [(weight, 1.0), (weight + 1, choices)] {
                see(Feature {
                    seat,
                    weight,
                    value,
                });
            }
        }
        if let Some((lines, first)) = &self.lines {
            lines.each(position, |weight| {
                see(Feature {
                    seat: 0,
                    weight: first + weight,
                    value: 1.0,
                });
            });
        }
    }

    /// Returns the first weight of a line's content, and how many of them count in a position.
    pub(super) fn of_lines(&self) -> (usize, usize) {
        let lines = self.lines.as_ref();
        lines.map_or((self.weights, 0), |(lines, first)| {
            (*first, lines.in_a_position())
        })
    }
}

/// The player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToMove {
    seat: usize,
    /// The logarithm of the number of legal moves and 1.
    choices: f32,
}

impl ToMove {
    /// Returns the player to move, if it is no outcome of chance and the moves are listed.
    pub(crate) fn of(rules: &Rules, position: &Position, moves: &MoveList) -> Option<Self> {
        let decision = rules.decision(position)?;
        let is_listed = !rules.is_chance(decision) && moves.drawn().is_none();
        is_listed.then(|| Self {
            seat: moves.seat().index(),
            choices: libm::logf(moves.len() as f32 + 1.0),
        })
    }
}
