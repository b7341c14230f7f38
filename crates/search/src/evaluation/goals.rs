//! The goals of the players: where their pieces should stand, by the conditions under which the rules let a player win.
//!
//! A condition counts as far as it is about pieces in fixed regions: at least five own men next to a gate, no own man outside a
//! corner, no enemy king. The rest of it is left out, so a goal only says in which direction to play. (Such goals as a measure of
//! progress: S. Schiffel, M. Thielscher, "Fluxplayer: a successful general game player", 2007.)

use linstock_model::{
    Comparison, KindId, Member, Model, Node, Num, Owner, PointSet, SeatId, Set, Stmt, StmtKind,
    Topology, Truth,
};

/// Pieces that a player wants, or does not want, on the points of a region.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PieceGoal {
    /// The player who wins by it.
    pub seat: SeatId,
    /// The kind and the owner of the pieces.
    pub kind: KindId,
    pub owner: SeatId,
    /// Where the pieces count.
    pub region: PointSet,
    /// How many of them must stand there; 0 if none may.
    pub number: usize,
}

/// Pieces of a kind and an owner on the points of a region.
type PiecesIn = (KindId, SeatId, PointSet);

/// Finds the goals of all players.
pub(super) fn goals_of(model: &Model) -> Vec<PieceGoal> {
    let mut found = Vec::new();
    for seat in 0..model.players.len() {
        let Some(me) = SeatId::nth(seat) else {
            continue;
        };
        let mut search = GoalSearch {
            model,
            me,
            path: Vec::new(),
            found: &mut found,
        };
        search.block(&model.play);
        for mv in &model.moves {
            search.block(&mv.body);
        }
    }
    found
}

/// A walk over the statements, with one player as `me`.
struct GoalSearch<'m, 'f> {
    model: &'m Model,
    me: SeatId,
    /// The conditions on the way to a statement, each with the value that it must have.
    path: Vec<(&'m Node<Truth>, bool)>,
    found: &'f mut Vec<PieceGoal>,
}

impl<'m> GoalSearch<'m, '_> {
    fn block(&mut self, block: &'m [Stmt]) {
        for statement in block {
            match &statement.kind {
                StmtKind::If(condition, yes, no) => {
                    for (branch, holds) in [(yes, true), (no, false)] {
                        if self.truth(condition) != Some(!holds) {
                            self.path.push((condition, holds));
                            self.block(branch);
                            self.path.pop();
                        }
                    }
                }
                StmtKind::End(ending) => {
                    let winners = ending.winners.iter().flat_map(|winners| &winners.kind.0);
                    let wins = |condition: &Node<Truth>| self.truth(condition) == Some(true);
                    let winners: Vec<bool> = winners.map(wins).collect();
                    for seat in (0..winners.len()).filter(|seat| winners[*seat]) {
                        self.add_path(SeatId::nth(seat));
                    }
                }
                _ => statement.blocks().for_each(|block| self.block(block)),
            }
        }
    }

    /// Adds the goals of the conditions on the way to a win of a player.
    fn add_path(&mut self, winner: Option<SeatId>) {
        let Some(winner) = winner else {
            return;
        };
        for at in 0..self.path.len() {
            let (condition, holds) = self.path[at];
            self.add(winner, condition, holds);
        }
    }

    /// Adds the goals of a condition that must, or must not, hold.
    fn add(&mut self, winner: SeatId, condition: &Node<Truth>, holds: bool) {
        match &condition.kind {
            Truth::And(parts) | Truth::Or(parts) => {
                for part in parts {
                    self.add(winner, part, holds);
                }
            }
            Truth::Not(of) => self.add(winner, of, !holds),
            Truth::Some(set) => self.add_number(winner, set, usize::from(holds)),
            Truth::Compare(how, one, other) => {
                if let Some((set, number)) = counted((*how, holds), &one.kind, &other.kind) {
                    self.add_number(winner, set, number);
                }
            }
            _ => {}
        }
    }

    /// Adds the goal that a set holds a number of points, or no point.
    fn add_number(&mut self, winner: SeatId, set: &Node<Set>, number: usize) {
        let every = Topology::of(self.model.board.as_ref()).every();
        if number == 0
            && let Set::Except(all, but) = &set.kind
            && let Some(region) = self.fixed(all)
        {
            // Every point of a region must hold such a piece.
            let number = region.count_ones(..);
            for (kind, owner, points) in self.pieces(but).unwrap_or_default() {
                let region = both(&region, &points);
                self.push(winner, (kind, owner, region), number);
            }
            return;
        }
        for (kind, owner, region) in self.pieces(set).unwrap_or_default() {
            let elsewhere = without(&every, &region);
            match number == 0 && owner == winner && !elsewhere.is_clear() {
                // What must leave a region must go to the rest of the board.
                true => self.push(winner, (kind, owner, elsewhere), usize::MAX),
                false => self.push(winner, (kind, owner, region), number),
            }
        }
    }

    fn push(&mut self, seat: SeatId, (kind, owner, region): PiecesIn, number: usize) {
        let goal = PieceGoal {
            seat,
            kind,
            owner,
            region,
            number,
        };
        // What a player wants of the pieces of others is only that they are gone.
        let is_use = goal.owner == seat || number == 0;
        if is_use && !goal.region.is_clear() && !self.found.contains(&goal) {
            self.found.push(goal);
        }
    }

    /// Returns the value of a condition that depends only on `me`.
    fn truth(&self, condition: &Node<Truth>) -> Option<bool> {
        match &condition.kind {
            Truth::Fixed(truth) => Some(*truth),
            Truth::Not(of) => self.truth(of).map(|truth| !truth),
            Truth::And(parts) => self.all_are(parts, true),
            Truth::Or(parts) => self.all_are(parts, false).map(|none| !none),
            Truth::SameMember(one, other) => Some(self.member(one)? == self.member(other)?),
            _ => None,
        }
    }

    /// Returns whether all conditions have a value: false as soon as one is known to have the other.
    fn all_are(&self, parts: &[Node<Truth>], wanted: bool) -> Option<bool> {
        let known = || parts.iter().map(|part| self.truth(part));
        match known().any(|truth| truth == Some(!wanted)) {
            true => Some(false),
            false => known().all(|truth| truth.is_some()).then_some(true),
        }
    }

    /// Returns a member that depends only on `me`; the inner `None` is nobody.
    fn member(&self, member: &Node<Member>) -> Option<Option<usize>> {
        let seats = self.model.players.len();
        match &member.kind {
            Member::Me => Some(Some(self.me.index())),
            Member::None => Some(None),
            Member::Fixed(at) => Some(Some(usize::from(*at))),
            Member::Next(of) => Some(self.member(of)?.map(|at| (at + 1) % seats)),
            Member::Field(_, members, row) => {
                let row = self.member(row)?;
                Some(row.and_then(|row| members.get(row).copied()?.map(usize::from)))
            }
            _ => None,
        }
    }

    /// Returns the points of a set that depends only on `me`.
    fn fixed(&self, set: &Node<Set>) -> Option<PointSet> {
        match &set.kind {
            Set::Fixed(points) => Some(points.clone()),
            Set::Region(sets, of) => sets.get(self.member(of)??).cloned(),
            Set::And(parts) => {
                let mut sets = parts.iter().map(|part| self.fixed(part));
                let first = sets.next()??;
                sets.try_fold(first, |points, part| Some(both(&points, &part?)))
            }
            Set::Or(parts) => {
                let mut sets = parts.iter().map(|part| self.fixed(part));
                let mut points = sets.next()??;
                for part in sets {
                    points.union_with(&part?);
                }
                Some(points)
            }
            Set::Except(all, but) => Some(without(&self.fixed(all)?, &self.fixed(but)?)),
            Set::If(condition, yes, no) => match self.truth(condition)? {
                true => self.fixed(yes),
                false => self.fixed(no),
            },
            _ => None,
        }
    }

    /// Returns the pieces of which a set holds the points; conditions that are not about fixed regions are left out. `None` if it is not a
    /// set of pieces.
    fn pieces(&self, set: &Node<Set>) -> Option<Vec<PiecesIn>> {
        match &set.kind {
            Set::Pieces(kinds, owner) => {
                let every = Topology::of(self.model.board.as_ref()).every();
                let owners = self.owners(owner)?;
                let of = |kind: &KindId| {
                    let (kind, every) = (*kind, &every);
                    owners
                        .iter()
                        .map(move |owner| (kind, *owner, every.clone()))
                };
                Some(kinds.iter().flat_map(of).collect())
            }
            Set::And(parts) => {
                let mut found = parts.iter().filter_map(|part| self.pieces(part));
                let mut pieces = found.next()?;
                for other in found {
                    pieces.retain(|(kind, owner, _)| {
                        other.iter().any(|(k, o, _)| (k, o) == (kind, owner))
                    });
                }
                for region in parts.iter().filter_map(|part| self.fixed(part)) {
                    for (_, _, points) in &mut pieces {
                        points.intersect_with(&region);
                    }
                }
                Some(pieces)
            }
            Set::Or(parts) => {
                let pieces: Option<Vec<_>> = parts.iter().map(|part| self.pieces(part)).collect();
                Some(pieces?.into_iter().flatten().collect())
            }
            Set::Except(all, but) => {
                let mut pieces = self.pieces(all)?;
                if let Some(region) = self.fixed(but) {
                    for (_, _, points) in &mut pieces {
                        points.difference_with(&region);
                    }
                }
                Some(pieces)
            }
            Set::Where(of, _) => self.pieces(of),
            Set::If(condition, yes, no) => match self.truth(condition)? {
                true => self.pieces(yes),
                false => self.pieces(no),
            },
            _ => None,
        }
    }

    fn owners(&self, owner: &Owner) -> Option<Vec<SeatId>> {
        let all = (0..self.model.players.len()).filter_map(SeatId::nth);
        match owner {
            Owner::Any => Some(all.collect()),
            Owner::Own => Some(vec![self.me]),
            Owner::Enemy => Some(all.filter(|seat| *seat != self.me).collect()),
            Owner::Of(player) => Some(vec![SeatId::nth(self.member(player)??)?]),
        }
    }
}

/// Returns the set that a comparison counts, and how many points it must hold, if it is compared with a constant.
fn counted<'m>(
    (how, holds): (Comparison, bool),
    one: &'m Num,
    other: &'m Num,
) -> Option<(&'m Node<Set>, usize)> {
    let (set, constant, is_first) = match (one, other) {
        (Num::Count(set), Num::Fixed(constant)) => (set, *constant, true),
        (Num::Fixed(constant), Num::Count(set)) => (set, *constant, false),
        _ => return None,
    };
    // A lower bound of the count; an upper bound asks that there be none.
    let least = match (how, is_first, holds) {
        (Comparison::Equal, _, true) | (Comparison::AtMost, false, true) => constant,
        (Comparison::Less, true, false) => constant,
        (Comparison::Less, false, true) | (Comparison::AtMost, true, false) => constant + 1,
        (Comparison::Less | Comparison::AtMost, true, true)
        | (Comparison::Less | Comparison::AtMost, false, false) => 0,
        (Comparison::Equal, _, false) => return None,
    };
    Some((set, usize::try_from(least).ok()?))
}

fn both(one: &PointSet, other: &PointSet) -> PointSet {
    let mut points = one.clone();
    points.intersect_with(other);
    points
}

fn without(all: &PointSet, but: &PointSet) -> PointSet {
    let mut points = all.clone();
    points.difference_with(but);
    points
}
