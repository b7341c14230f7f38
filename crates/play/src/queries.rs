//! Queries about rules and positions for programs that embed the library, with names instead of numbers.
//!
//! The queries take [`Rules`] and a [`Position`], and return names of players and points, pieces with their places, texts
//! of moves, and clauses of a result.

use crate::Rules;
use crate::{notation, sentence, status_lines};
use linstock_engine::vm::{Fault, Fuel, Move, MoveList, Position};
use linstock_model::{Board, Ending, Point, SeatId, TagId};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The winners, in seat order; empty for a draw.
    pub winners: Vec<SeatId>,
    /// The reason, in words.
    pub reason: String,
    /// The reason as written in the rules, with braces.
    pub written: String,
    /// The clauses of the rules that decided it.
    pub tags: Vec<TagId>,
}

/// A piece with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlacedPiece {
    /// The name of its point.
    pub point: String,
    /// The name of its kind.
    pub kind: String,
    /// Its owner; `None` for a neutral piece.
    pub owner: Option<SeatId>,
}

impl Rules {
    /// Returns the name that `linstock play` takes.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// assert_eq!(rules.name(), "tic-tac-toe");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.model().name
    }

    /// Returns the title for people.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// assert_eq!(rules.title(), "Tic-tac-toe");
    /// ```
    #[must_use]
    pub fn title(&self) -> &str {
        &self.model().title
    }

    /// Returns the names of the players in seat order: [`SeatId`] `s` has index `s.0`.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// assert_eq!(rules.players(), ["x", "o"]);
    /// ```
    #[must_use]
    pub fn players(&self) -> &[String] {
        &self.model().players
    }

    /// Gives players names for people to read, by their names in the rules. Moves are written as before.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let mut rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// assert!(rules.call_players(&[("x".to_owned(), "Ann".to_owned())]).is_ok());
    /// assert!(rules.call_players(&[("y".to_owned(), "Bob".to_owned())]).is_err());
    /// ```
    ///
    /// # Errors
    /// If there is no such player, or two players would have the same name.
    pub fn call_players(&mut self, names: &[(String, String)]) -> Result<(), String> {
        for (player, name) in names {
            let players = self.players();
            let Some(player) = players
                .iter()
                .find(|p| p.eq_ignore_ascii_case(player))
                .cloned()
            else {
                let known = players.join(", ");
                return Err(format!(
                    "there is no player `{player}`; the players are {known}"
                ));
            };
            let is_same = |other: &&String| {
                **other != player && self.model().title(other).eq_ignore_ascii_case(name)
            };
            if let Some(other) = players.iter().find(is_same) {
                return Err(format!(
                    "`{other}` is called {name} already; choose another name"
                ));
            }
            self.set_title(player, name.clone());
        }
        Ok(())
    }

    /// Returns each option's name and value, in the order of the rules.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// assert_eq!(rules.options().count(), 0);
    /// ```
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        let options = self.model().options.iter();
        options.map(|option| (option.name.as_str(), option.value.as_str()))
    }

    /// Returns the names of the board's points. Empty for a game without a board.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// assert_eq!(rules.points()[..4], ["a1", "b1", "c1", "a2"]);
    /// ```
    #[must_use]
    pub fn points(&self) -> Vec<String> {
        let board = self.model().board.as_ref();
        board.map_or_else(Vec::new, |board| {
            each_point(board).map(|point| board.name(point)).collect()
        })
    }

    /// Returns the pieces on the board, point by point in the order of [`Rules::points`], the lowest layer first.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut position = rules.start()?;
    /// let centre = rules.find(&position, "b2")?.expect("it is empty");
    /// rules.apply(&mut position, centre)?;
    /// let piece = &rules.pieces(&position)[0];
    /// assert_eq!((piece.point.as_str(), piece.kind.as_str()), ("b2", "mark"));
    /// assert_eq!(piece.owner, Some(linstock::SeatId(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pieces(&self, position: &Position) -> Vec<PlacedPiece> {
        let (model, table) = (self.model(), self.spell_out(position));
        let Some(board) = &model.board else {
            return Vec::new();
        };
        let stacks = each_point(board).map(|point| (board.name(point), table.stack(point)));
        let placed = stacks.flat_map(|(point, stack)| {
            stack.map(move |piece| PlacedPiece {
                point: point.clone(),
                kind: model.kinds[piece.kind.index()].name.clone(),
                owner: piece.owner,
            })
        });
        placed.collect()
    }

    /// Writes a move as people do, in the position where it was listed.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let position = rules.start()?;
    /// let moves = rules.moves(&position, rules.me(&position))?;
    /// assert_eq!(rules.text(&position, moves[0]), "a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text(&self, position: &Position, mv: Move) -> String {
        let (id, args) = self.args(position, mv);
        notation::text(self.model(), id, &args, SeatId(mv.me))
    }

    /// Finds a legal choice by its text, including outcomes of chance. If several players choose at once, searches the
    /// choices of the first who still owes one.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let position = rules.start()?;
    /// assert!(rules.find(&position, "b2")?.is_some());
    /// assert!(rules.find(&position, "d4")?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`CompiledRules::moves`](linstock_engine::ir::CompiledRules::moves).
    pub fn find(&self, position: &Position, text: &str) -> Result<Option<Move>, Fault> {
        let mut moves = MoveList::default();
        self.moves_into(position, &mut moves)?;
        let mut listed = moves.iter();
        Ok(listed.find(|mv| self.text(position, *mv) == text))
    }

    /// Returns how the game ended; `None` while it goes on.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut position = rules.start()?;
    /// for text in ["a1", "a2", "b1", "b2", "c1"] {
    ///     let mv = rules.find(&position, text)?.expect("legal");
    ///     rules.apply(&mut position, mv)?;
    /// }
    /// let outcome = rules.outcome(&position).expect("the game is over");
    /// assert_eq!((outcome.winners, outcome.reason.as_str()), (vec![linstock::SeatId(0)], "three in a row"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self, state: &Position) -> Option<Outcome> {
        let (end, winners) = self.ended(state)?;
        let (table, args) = (self.spell_out(state), self.args_of_body(state, &end.bodies));
        let fuel = Fuel::of_texts();
        let evaluator = status_lines::evaluator(self, &table, &args, &fuel);
        // A value that cannot be evaluated does not change the result: the text stays as written, and adds the reason.
        let said = sentence::sentence(evaluator, &end.said);
        let reason = said.unwrap_or_else(|fault| format!("{} ({fault})", end.reason));
        Some(Outcome {
            reason: match reason.as_str() {
                Ending::WON if winners.is_empty() => Ending::NOBODY_WON.to_owned(),
                _ => reason,
            },
            winners,
            written: end.reason.clone(),
            tags: end.tags.clone(),
        })
    }

    /// Returns the clauses of the rulebook that decided a result.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut position = rules.start()?;
    /// for text in ["a1", "a2", "b1", "b2", "c1"] {
    ///     let mv = rules.find(&position, text)?.expect("legal");
    ///     rules.apply(&mut position, mv)?;
    /// }
    /// let outcome = rules.outcome(&position).expect("the game is over");
    /// assert_eq!(rules.clauses(&outcome), ["TT-2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clauses(&self, outcome: &Outcome) -> Vec<&str> {
        let tags = outcome.tags.iter();
        tags.map(|tag| self.model().tag(*tag)).collect()
    }
}

fn each_point(board: &Board) -> impl Iterator<Item = Point> + use<> {
    board.topology.iter()
}
