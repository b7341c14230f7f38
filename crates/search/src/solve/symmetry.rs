//! Symmetries: reflections of the board that map each game to a game with the same result.
//!
//! A reflection is a symmetry if everything in the rules that names a point, a direction or an order of points stays as it is.
//! Only forms are accepted for which this is checked here; any other form means that there is no symmetry.

use linstock_engine::ir::Layout;
use linstock_engine::vm::Position;
use linstock_model::visit::{Visitor, Walk, walk_move};
use linstock_model::{
    Asked, Axis, Board, Dir, Dirs, Domain, FormationId, Head, Headings, Member, MemoryType, Model,
    MoveRule, Node, Num, Place, Point, PointSet, Set, Stmt, StmtKind, Truth, ValueExpr,
};
use linstock_play::Rules;
use std::sync::Arc;

/// Computes the keys of positions: mirror images have the same key.
#[derive(Debug)]
pub(super) struct PositionKeys {
    rules: Arc<Rules>,
    symmetries: Vec<Symmetry>,
    mirror: Position,
}

impl PositionKeys {
    pub(super) fn new(rules: &Arc<Rules>) -> Self {
        Self {
            rules: Arc::clone(rules),
            symmetries: Symmetry::all_of(rules.model(), &rules.layout),
            mirror: Position::blank(),
        }
    }

    /// Returns the key of a position: the smallest hash of the position and its mirror images.
    pub(super) fn of(&mut self, position: &Position) -> u64 {
        let mut key = self.rules.hash(position);
        for symmetry in &self.symmetries {
            symmetry.reflect(position, &mut self.mirror);
            key = key.min(self.rules.hash(&self.mirror));
        }
        key
    }
}

/// A reflection of the board that is a symmetry of the rules.
#[derive(Debug)]
struct Symmetry {
    /// The mirror point of each point, by number.
    points: Vec<usize>,
    /// The first word of the mask of each kind of piece and owner.
    masks: Vec<usize>,
    /// The number of words of a mask.
    width: usize,
}

impl Symmetry {
    /// Finds the symmetries of rules among the reflections of the board.
    fn all_of(model: &Model, layout: &Layout) -> Vec<Self> {
        let Some(board) = &model.board else {
            return Vec::new();
        };
        let directions = board.topology.every_direction().iter().map(Axis::Along);
        let mut all: Vec<Self> = Vec::new();
        for axis in directions.chain([Axis::Centre]) {
            let Some(check) = SymmetryCheck::new(model, board, axis) else {
                continue;
            };
            let is_new = all.iter().all(|known| known.points != check.points);
            if is_new && check.holds() {
                all.push(Self {
                    points: check.points,
                    masks: layout.masks().map(|(_, word)| word).collect(),
                    width: layout.width,
                });
            }
        }
        all
    }

    /// Writes the mirror image of a position.
    fn reflect(&self, position: &Position, into: &mut Position) {
        into.clone_from(position);
        for first in &self.masks {
            into.words[*first..first + self.width].fill(0);
            for at in 0..self.width {
                let mut bits = position.words[first + at];
                while bits != 0 {
                    let to = self.points[at * 64 + bits.trailing_zeros() as usize];
                    into.words[first + to / 64] |= 1 << (to % 64);
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// The check whether a reflection is a symmetry.
struct SymmetryCheck<'m> {
    model: &'m Model,
    board: &'m Board,
    points: Vec<usize>,
    /// The mirrored direction of each direction, by index.
    dirs: Vec<Option<Dir>>,
    /// Whether everything so far stays as it is.
    holds: bool,
}

impl<'m> SymmetryCheck<'m> {
    /// Begins the check; `None` if the reflection does not map the board to itself.
    fn new(model: &'m Model, board: &'m Board, axis: Axis) -> Option<Self> {
        let reflection = board.topology.reflection(axis)?;
        let mut points: Vec<usize> = (0..reflection.len()).collect();
        for point in board.topology.iter() {
            points[point.index()] = reflection[point.index()]?.index();
        }
        let all = board.topology.every_direction();
        let image = |point: Point| reflection[point.index()];
        let mirrored = |dir: Dir| {
            let step = |point: Point, dir: Dir| board.topology.along(point, dir, 1);
            all.iter().find(|to| {
                board.topology.iter().all(|point| {
                    let mirror = image(point).and_then(|point| step(point, *to));
                    mirror == step(point, dir).and_then(image)
                })
            })
        };
        let last = all.iter().last().map_or(0, |dir| dir.index() + 1);
        Some(Self {
            model,
            board,
            points,
            dirs: (0..last).map(|dir| mirrored(Dir::at(dir))).collect(),
            holds: true,
        })
    }

    /// Returns whether the reflection is a symmetry.
    fn holds(&self) -> bool {
        let mut check = Self {
            points: self.points.clone(),
            dirs: self.dirs.clone(),
            ..*self
        };
        check.check_board();
        for memory in self.model.memories.iter().filter(|memory| memory.live) {
            check.require(!memory.of_piece && memory.ty != MemoryType::Points);
        }
        for mv in self.model.moves.iter().filter(|mv| can_be_played(mv)) {
            check.check_move(mv);
        }
        self.model.play.walk(&mut check);
        self.model.score.walk(&mut check);
        check.holds
    }

    fn require(&mut self, holds: bool) {
        self.holds &= holds;
    }

    fn check_board(&mut self) {
        let board = self.board;
        self.require(board.links.is_empty() && self.is_dirs(board.next));
        self.require(self.is_dirs(board.topology.sides()));
        for wall in &board.walls {
            self.require(self.is_set(&wall.around));
        }
    }

    fn check_move(&mut self, mv: &MoveRule) {
        // A choice within a move keeps the move's arguments in the position.
        self.require(mv.given == 0 && !has_choice(&mv.body));
        for arg in &mv.args {
            self.require(!matches!(
                arg.domain,
                Domain::Line(_) | Domain::Inherited(_)
            ));
        }
        walk_move(self, mv);
        mv.body.walk(self);
    }

    /// Returns whether a set of points is its own mirror image.
    fn is_set(&self, set: &PointSet) -> bool {
        set.ones().all(|point| set.contains(self.points[point]))
    }

    /// Returns whether a set of directions is its own mirror image.
    fn is_dirs(&self, dirs: Dirs) -> bool {
        let mirrored = |dir: Dir| self.dirs[usize::from(dir.index())];
        dirs.iter()
            .all(|dir| mirrored(dir).is_some_and(|to| dirs.has(to)))
    }

    /// Returns whether a place is the same for a game and its mirror image.
    fn is_place(&self, place: Place) -> bool {
        match place {
            Place::Fixed(point) => self.points[point.index()] == point.index(),
            Place::Arg(_) | Place::It => true,
            Place::OnLine(..) | Place::Kept(_) => false,
        }
    }

    /// Returns whether the mirror images of a formation, seen from its rear or from its front, are the same formation.
    fn is_formation(&self, id: FormationId) -> bool {
        let with_opposites = |dirs: Dirs| {
            let opposites = dirs.iter().map(|dir| self.board.topology.opposite(dir));
            dirs.or(opposites.flatten().collect())
        };
        let all = &self.model.lines[id.index()].dirs;
        all.iter().all(|dirs| self.is_dirs(with_opposites(*dirs)))
    }
}

/// Returns whether a move is legal anywhere: the options may rule it out.
fn can_be_played(mv: &MoveRule) -> bool {
    let is_never =
        |head: &Head| matches!(head, Head::When(cond) if matches!(cond.kind, Truth::Fixed(false)));
    !mv.heads.iter().any(is_never)
}

fn has_choice(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| {
        matches!(stmt.kind, StmtKind::Ask(_)) || stmt.blocks().any(|block| has_choice(block))
    })
}

impl Visitor for SymmetryCheck<'_> {
    fn set(&mut self, set: &Node<Set>) {
        let holds = match &set.kind {
            Set::Fixed(points) => self.is_set(points),
            Set::Region(sets, _) => sets.iter().all(|set| self.is_set(set)),
            Set::At(place) => self.is_place(*place),
            Set::Along {
                dirs: Headings::Known(dirs),
                ..
            } => dirs.iter().all(|dirs| self.is_dirs(*dirs)),
            Set::Pieces(..)
            | Set::Empty
            | Set::And(_)
            | Set::Or(_)
            | Set::Except(..)
            | Set::NextTo(_)
            | Set::Reached(_)
            | Set::Edge(_)
            | Set::If(..)
            | Set::Where(..) => true,
            Set::Line(_)
            | Set::Along { .. }
            | Set::Ahead { .. }
            | Set::Reflection(..)
            | Set::Memory(_)
            | Set::Script(..) => false,
        };
        self.require(holds);
    }

    fn truth(&mut self, truth: &Node<Truth>) {
        let holds = match &truth.kind {
            Truth::In(place, _) => self.is_place(*place),
            Truth::SomeLine(line) => self.is_formation(*line),
            Truth::LineIn(..) | Truth::Seen(_) | Truth::Script(..) => false,
            Truth::Fixed(_)
            | Truth::And(_)
            | Truth::Or(_)
            | Truth::Not(_)
            | Truth::Some(_)
            | Truth::Joined(_)
            | Truth::SameSet(..)
            | Truth::Compare(..)
            | Truth::SameMember(..)
            | Truth::LastIs(_) => true,
        };
        self.require(holds);
        if let Truth::SomeLine(line) = &truth.kind {
            let model = self.model;
            model.lines[line.index()].points.walk(self);
        }
    }

    fn number(&mut self, number: &Num) {
        let holds = match number {
            Num::First(_) | Num::CountLines(_) | Num::Script(..) => false,
            Num::Fixed(_)
            | Num::Count(_)
            | Num::Drawn(..)
            | Num::Memory(_)
            | Num::Arg(_)
            | Num::Copies(..)
            | Num::Size(_)
            | Num::Field(..)
            | Num::Element(..)
            | Num::Sum(..)
            | Num::If(..) => true,
        };
        self.require(holds);
    }

    fn member(&mut self, member: &Member) {
        let holds = match member {
            Member::Owner(place) => self.is_place(*place),
            Member::At(_) | Member::Over(_) | Member::RowAt(..) | Member::Script(..) => false,
            Member::Me
            | Member::None
            | Member::Fixed(_)
            | Member::Arg(_)
            | Member::Memory(_)
            | Member::Pair(_)
            | Member::Field(..)
            | Member::Next(_)
            | Member::First(_)
            | Member::If(..) => true,
        };
        self.require(holds);
    }

    fn enters(&mut self, stmt: &Stmt) -> bool {
        let holds = match &stmt.kind {
            StmtKind::Move(from, to) => self.is_place(from.kind) && self.is_place(to.kind),
            StmtKind::Remember(_, value) => {
                !matches!(value, ValueExpr::Place(_) | ValueExpr::Set(_))
            }
            // Choices that are not played yet are kept in the position.
            StmtKind::Ask(ask) => !matches!(ask.who, Asked::Together(_)),
            StmtKind::Lay(_) | StmtKind::Script(..) => false,
            StmtKind::Take(..)
            | StmtKind::Put(..)
            | StmtKind::Transfer(..)
            | StmtKind::Forget(_)
            | StmtKind::If(..)
            | StmtKind::Repeat(..)
            | StmtKind::Each { .. }
            | StmtKind::Phase(..)
            | StmtKind::Leave(_)
            | StmtKind::Must(..)
            | StmtKind::End(_) => true,
        };
        self.require(holds);
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetry;
    use linstock_engine::vm::{MoveList, Position};
    use linstock_play::{GameRandom, Rules};
    use linstock_testing::games::{Setting, found, odd, share};

    fn symmetries(rules: &Rules) -> Vec<Symmetry> {
        Symmetry::all_of(rules.model(), &rules.layout)
    }

    #[test]
    fn symmetries_are_found() {
        let cases: [(Setting, usize); 4] = [
            // Four reflections of the square, and half a turn.
            (odd(&["examples/tic-tac-toe/tic-tac-toe.game"]), 5),
            (odd(&["rulesets/connect-four/connect-four.game"]), 1),
            (odd(&["examples/breakthrough/breakthrough.game"]), 1),
            // Half a turn exchanges the two sides of a player.
            (odd(&["rulesets/hex/hex.game"]), 0),
        ];
        for (setting, number) in cases {
            let rules = setting.rules();
            assert_eq!(symmetries(&rules).len(), number, "{}", rules.title());
        }
    }

    /// Returns the hashes of the positions after each move, in order; with a symmetry, those of their mirror images.
    fn hashes_after(rules: &Rules, position: &Position, symmetry: Option<&Symmetry>) -> Vec<u64> {
        let mut moves = MoveList::default();
        rules.moves_into(position, &mut moves).expect("it plays");
        let hash = |mv| {
            let mut next = position.clone();
            rules.apply(&mut next, mv).expect("it plays");
            let mut mirror = next.clone();
            if let Some(symmetry) = symmetry {
                symmetry.reflect(&next, &mut mirror);
            }
            rules.hash(&mirror)
        };
        let mut hashes: Vec<u64> = moves.iter().map(hash).collect();
        hashes.sort_unstable();
        hashes
    }

    #[test]
    fn the_mirror_images_of_positions_have_the_mirror_images_of_moves() {
        let mut tested = 0;
        let examples = [
            odd(&["examples/tic-tac-toe/tic-tac-toe.game"]),
            odd(&["examples/breakthrough/breakthrough.game"]),
        ];
        for setting in found().into_iter().chain(examples) {
            let rules = setting.rules();
            let symmetries = symmetries(&rules);
            let games = if symmetries.is_empty() { 0 } else { share(40) };
            tested += usize::from(games > 0);
            for game in 0..games {
                let mut random = GameRandom::new(1, game as u64);
                let mut position = rules.start().expect("it starts");
                let mut moves = MoveList::default();
                for _ in 0..80 {
                    if position.over.is_some() {
                        break;
                    }
                    for symmetry in &symmetries {
                        let mut mirror = Position::blank();
                        symmetry.reflect(&position, &mut mirror);
                        assert_eq!(
                            hashes_after(&rules, &position, Some(symmetry)),
                            hashes_after(&rules, &mirror, None),
                            "{}",
                            rules.title()
                        );
                    }
                    rules.moves_into(&position, &mut moves).expect("it plays");
                    let at = random.index(moves.len()).expect("a move");
                    let mv = moves.get(at).expect("a move");
                    rules.apply(&mut position, mv).expect("it plays");
                }
            }
        }
        assert!(tested > 3, "{tested} games have symmetries");
    }
}
