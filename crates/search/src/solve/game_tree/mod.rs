//! The tree of a game that hides something, with the information sets of its players.
//!
//! An information set holds all nodes that its player cannot tell apart. Two nodes are in the same set if everything that the
//! player has seen on the way to them is equal: the views of the table after each ply, the player's own choices, and the choices of
//! others as far as the rules show them. So nobody forgets anything (perfect recall). Where a player has only one move, it
//! is played at once, and has no node.

mod seen_path;

use super::SolveLimit;
use super::payoffs::{Counted, Payoffs, payoffs_of};
use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
use linstock_model::SeatId;
use linstock_play::Rules;
use rustc_hash::FxHashMap;
use seen_path::{SeenPath, choice_key};

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// Chance chooses; the number of its first probability.
    Chance(u32),
    /// A player chooses, who knows only the information set.
    Decision(u32),
    /// The game is over; the number of the end.
    End(u32),
}

/// A node. Its children have consecutive numbers, higher than its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameNode {
    pub(super) kind: NodeKind,
    pub(super) first_child: u32,
    pub(super) children: u16,
    /// The number of plies before it.
    pub(super) ply: u16,
    parent: u32,
    /// The move that leads to it from its parent.
    mv: Move,
}

/// What a player knows where a choice must be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct InformationSet {
    pub(super) seat: u8,
    pub(super) ply: u16,
    /// The number of its first choice among those of all sets.
    pub(super) first: u32,
    pub(super) choices: u16,
    /// One of its nodes.
    example: u32,
}

/// The numbers of nodes of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TreeCounts {
    /// Nodes at which chance chooses.
    pub chance: usize,
    /// Nodes at which a player chooses.
    pub decisions: usize,
    /// Ends of the game.
    pub ends: usize,
    /// Information sets.
    pub information_sets: usize,
}

/// Why there is no tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// The limit was reached: the numbers of nodes by then, and the plies of the longest line.
    Limit {
        /// Whether the memory was used up, not the time.
        is_memory: bool,
        /// The nodes so far.
        counts: TreeCounts,
        /// The plies of the longest line so far.
        longest: usize,
    },
    /// Players who have seen the same have different moves.
    UnequalChoices,
    /// The rules failed.
    Fault(Fault),
}

impl From<Fault> for TreeError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The whole tree of a game.
#[derive(Debug)]
pub struct GameTree {
    pub(super) seats: usize,
    pub(super) nodes: Vec<GameNode>,
    pub(super) probabilities: Vec<f64>,
    pub(super) sets: Vec<InformationSet>,
    /// The keys of the choices of all information sets.
    choice_keys: Vec<u64>,
    ends: Vec<TreeEnd>,
    counts: TreeCounts,
}

/// An end of the game.
#[derive(Clone, Debug)]
struct TreeEnd {
    end: linstock_engine::vm::GameEnd,
    scores: Vec<i64>,
}

/// A node that is not expanded yet.
struct OpenNode {
    id: u32,
    /// The plies before the position.
    ply: u16,
    position: Position,
    seen: SeenPath,
}

/// What a player has seen where a choice must be made, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetWords {
    /// The player.
    pub seat: SeatId,
    /// The choices that the player knows of, in order.
    pub seen: Vec<String>,
    /// What the player can choose.
    pub choices: Vec<String>,
}

/// The approximate bytes of a node, with what the solver keeps for it.
const NODE: usize = size_of::<GameNode>() + 3 * size_of::<f64>();
/// The approximate bytes of an information set, with its keys and what the solver keeps for it.
const SET: usize = 400;
/// The approximate bytes of an end, with its scores and payoffs.
const END: usize = 128;
/// The most children of a node.
const MOST_CHILDREN: usize = u16::MAX as usize;

impl GameTree {
    /// Builds the tree of a game.
    ///
    /// # Errors
    /// If the limit is reached, or the rules fail.
    pub fn build(rules: &Rules, limit: &SolveLimit<'_>) -> Result<Self, TreeError> {
        let seats = rules.players().len();
        let mut builder = TreeBuilder {
            rules,
            tree: Self {
                seats,
                nodes: Vec::new(),
                probabilities: Vec::new(),
                sets: Vec::new(),
                choice_keys: Vec::new(),
                ends: Vec::new(),
                counts: TreeCounts::default(),
            },
            by_view: FxHashMap::default(),
            longest: 0,
            moves: MoveList::default(),
        };
        builder.build(limit)?;
        let mut tree = builder.tree;
        tree.counts.information_sets = tree.sets.len();
        Ok(tree)
    }

    /// Returns the numbers of nodes.
    #[must_use]
    pub fn counts(&self) -> TreeCounts {
        self.counts
    }

    /// Returns whether points are shared out: there are scores, and their sum is the same at every end.
    #[must_use]
    pub fn shares_out_points(&self) -> bool {
        let sum = |end: &TreeEnd| end.scores.iter().sum::<i64>();
        let first = self.ends.first().map(sum);
        let mut ends = self.ends.iter();
        ends.all(|end| !end.scores.is_empty() && Some(sum(end)) == first)
    }

    /// Returns the payoffs of each end.
    pub(super) fn payoffs(&self, counted: Counted) -> Vec<Payoffs> {
        let ends = self.ends.iter();
        ends.map(|end| payoffs_of(counted, (end.end, &end.scores), self.seats))
            .collect()
    }

    /// Returns the numbers of all information sets, those with the shortest lines first.
    #[must_use]
    pub fn sets_in_order(&self) -> Vec<usize> {
        let mut sets: Vec<usize> = (0..self.sets.len()).collect();
        sets.sort_by_key(|set| (self.sets[*set].ply, self.sets[*set].example));
        sets
    }

    /// Returns an information set in words, from one of its nodes.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn set_in_words(&self, rules: &Rules, set: usize) -> Result<SetWords, Fault> {
        let set = self.sets[set];
        let seat = SeatId(set.seat);
        let mut chosen = Vec::new();
        let mut at = set.example;
        while at != 0 {
            let node = self.nodes[at as usize];
            chosen.push(node.mv);
            at = node.parent;
        }
        let mut position = rules.start()?;
        let mut seen = Vec::new();
        for _ in 0..set.ply {
            let mv = match only_move(rules, &position)? {
                Some(only) => Some(only),
                None => chosen.pop(),
            };
            let Some(mv) = mv else { break };
            let is_own = SeatId(mv.me) == seat && !matches!(rules.turn(&position), Turn::Chance);
            if is_own || rules.seen_by(&position, mv)? >> seat.0 & 1 == 1 {
                seen.push(rules.text(&position, mv));
            }
            rules.apply(&mut position, mv)?;
        }
        let moves = rules.moves(&position, seat)?;
        let mut choices = vec![String::new(); usize::from(set.choices)];
        for mv in moves {
            let key = choice_key(rules, &position, mv);
            if let Some(number) = self.keys(&set).iter().position(|known| *known == key) {
                choices[number] = rules.text(&position, mv);
            }
        }
        Ok(SetWords {
            seat,
            seen,
            choices,
        })
    }

    fn keys(&self, set: &InformationSet) -> &[u64] {
        let first = set.first as usize;
        &self.choice_keys[first..first + usize::from(set.choices)]
    }
}

/// Returns the move of a position that leaves no choice.
fn only_move(rules: &Rules, position: &Position) -> Result<Option<Move>, Fault> {
    match rules.turn(position) {
        Turn::Over => Ok(None),
        Turn::Chance => {
            let outcomes = rules.outcomes(position)?;
            Ok((outcomes.len() == 1).then(|| outcomes[0].0))
        }
        Turn::Players(seats) => {
            let moves = rules.moves(position, seats[0])?;
            Ok((moves.len() == 1).then(|| moves[0]))
        }
    }
}

/// A tree that is being built.
struct TreeBuilder<'r> {
    rules: &'r Rules,
    tree: GameTree,
    /// The information set of each seat and hash of what it has seen.
    by_view: FxHashMap<(u8, u64), u32>,
    longest: usize,
    moves: MoveList,
}

impl TreeBuilder<'_> {
    fn build(&mut self, limit: &SolveLimit<'_>) -> Result<(), TreeError> {
        let start = self.rules.start()?;
        let nobody = Move {
            decision: 0,
            template: 0,
            me: 0,
            anchor: 0,
        };
        let mut seen = SeenPath::new(self.tree.seats);
        seen.look(self.rules, &start);
        self.tree.nodes.push(open_node(0, nobody));
        let root = OpenNode {
            id: 0,
            ply: 0,
            position: start,
            seen,
        };
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let is_memory = self.bytes() > limit.memory;
            if is_memory || (limit.stop)() {
                return Err(TreeError::Limit {
                    is_memory,
                    counts: self.tree.counts,
                    longest: self.longest,
                });
            }
            self.expand(node, &mut open)?;
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.tree.nodes.len() * NODE + self.tree.sets.len() * SET + self.tree.ends.len() * END
    }

    /// Plays moves that leave no choice, and gives the node what it is and its children.
    fn expand(&mut self, mut node: OpenNode, open: &mut Vec<OpenNode>) -> Result<(), TreeError> {
        let rules = self.rules;
        let outcomes = loop {
            self.longest = self.longest.max(usize::from(node.ply));
            if node.position.over.is_some() {
                self.end(&node);
                return Ok(());
            }
            let is_chance = matches!(rules.turn(&node.position), Turn::Chance);
            let outcomes = match is_chance {
                true => Some(rules.outcomes(&node.position)?),
                false => None,
            };
            rules.moves_into(&node.position, &mut self.moves)?;
            let only = match &outcomes {
                Some(outcomes) => (outcomes.len() == 1).then(|| outcomes[0].0),
                None => (self.moves.len() == 1).then(|| self.moves.get(0)).flatten(),
            };
            let Some(only) = only else { break outcomes };
            node.seen.play(rules, (&mut node.position, only))?;
            node.ply = next_ply(node.ply)?;
        };
        let children = match &outcomes {
            Some(outcomes) => self.chance(node.id, outcomes),
            None => self.decision(&node)?,
        };
        if children.len() > MOST_CHILDREN {
            return Err(Fault::statement("a decision has too many choices for a tree").into());
        }
        let first_child = number(self.tree.nodes.len());
        let here = &mut self.tree.nodes[node.id as usize];
        here.first_child = first_child;
        here.children = u16::try_from(children.len()).unwrap_or(u16::MAX);
        here.ply = node.ply;
        let ply = next_ply(node.ply)?;
        for (id, mv) in (first_child..).zip(&children) {
            self.tree.nodes.push(open_node(node.id, *mv));
            let (mut position, mut seen) = (node.position.clone(), node.seen.clone());
            seen.play(rules, (&mut position, *mv))?;
            open.push(OpenNode {
                id,
                ply,
                position,
                seen,
            });
        }
        Ok(())
    }

    fn end(&mut self, node: &OpenNode) {
        let Some(end) = node.position.over else {
            return;
        };
        let here = &mut self.tree.nodes[node.id as usize];
        here.kind = NodeKind::End(number(self.tree.ends.len()));
        here.ply = node.ply;
        self.tree.ends.push(TreeEnd {
            end,
            scores: self.rules.scores(&node.position),
        });
        self.tree.counts.ends += 1;
    }

    fn chance(&mut self, id: u32, outcomes: &[(Move, u64)]) -> Vec<Move> {
        let first = number(self.tree.probabilities.len());
        self.tree.nodes[id as usize].kind = NodeKind::Chance(first);
        let sum: f64 = outcomes.iter().map(|(_, weight)| *weight as f64).sum();
        let shares = outcomes.iter().map(|(_, weight)| *weight as f64 / sum);
        self.tree.probabilities.extend(shares);
        self.tree.counts.chance += 1;
        outcomes.iter().map(|(mv, _)| *mv).collect()
    }

    /// Finds or makes the information set of a node, and returns its moves in the order of the set's choices.
    fn decision(&mut self, node: &OpenNode) -> Result<Vec<Move>, TreeError> {
        let seat = self.moves.seat();
        let view = node.seen.of(seat);
        let keyed = self
            .moves
            .iter()
            .map(|mv| (choice_key(self.rules, &node.position, mv), mv));
        let mut keyed: Vec<(u64, Move)> = keyed.collect();
        let new = number(self.tree.sets.len());
        let id = *self.by_view.entry((seat.0, view)).or_insert(new);
        if id == new {
            self.tree.sets.push(InformationSet {
                seat: seat.0,
                ply: node.ply,
                first: number(self.tree.choice_keys.len()),
                choices: u16::try_from(keyed.len()).unwrap_or(u16::MAX),
                example: node.id,
            });
            self.tree
                .choice_keys
                .extend(keyed.iter().map(|(key, _)| *key));
        }
        let set = self.tree.sets[id as usize];
        let keys = self.tree.keys(&set);
        let place = |key: u64| keys.iter().position(|known| *known == key);
        if keyed.len() != keys.len()
            || set.ply != node.ply
            || keyed.iter().any(|(key, _)| place(*key).is_none())
        {
            return Err(TreeError::UnequalChoices);
        }
        keyed.sort_by_key(|(key, _)| place(*key));
        self.tree.nodes[node.id as usize].kind = NodeKind::Decision(id);
        self.tree.counts.decisions += 1;
        Ok(keyed.into_iter().map(|(_, mv)| mv).collect())
    }
}

fn open_node(parent: u32, mv: Move) -> GameNode {
    GameNode {
        kind: NodeKind::End(u32::MAX),
        first_child: 0,
        children: 0,
        ply: 0,
        parent,
        mv,
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn next_ply(ply: u16) -> Result<u16, TreeError> {
    let too_long = || Fault::statement("a game is too long for a tree");
    Ok(ply.checked_add(1).ok_or_else(too_long)?)
}
