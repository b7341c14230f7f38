//! The search for ways: positions are tried out on copies, one step after the other, all of a length together.

use crate::ir::Rules;
use crate::model::{MemoryType, Model, Point, RuleId, SeatId, TextPart};
use crate::play::notation;
use crate::play::routes::rank;
use crate::vm::{Move, Position, SpelledPosition, Turn};

/// The most positions that are tried: a way that is farther to seek has to be typed step by step.
const MOST_POSITIONS: usize = 20_000;

/// Whose moves of which rule are tried, and where they are to lead.
pub(crate) struct RouteSearch<'a> {
    pub rules: &'a Rules,
    pub me: SeatId,
    pub rule: RuleId,
    pub to: Point,
}

/// A position on the way.
pub(crate) struct RouteStop {
    /// Where the piece stands.
    pub point: Point,
    /// The stops before it, by their numbers, which are less than its own.
    pub before: Vec<usize>,
    pub state: Position,
    pub table: SpelledPosition,
}

impl RouteSearch<'_> {
    /// Returns the best ways from a point, each with all its points.
    pub fn ways(&self, state: &Position, from: Point) -> Vec<Vec<Point>> {
        let (stops, goals) = self.stops(state, from);
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for goal in goals {
            let alike = |kind: &&mut Vec<usize>| self.alike(&stops[kind[0]], &stops[goal]);
            match kinds.iter_mut().find(alike) {
                Some(kind) => kind.push(goal),
                None => kinds.push(vec![goal]),
            }
        }
        let Some(board) = &self.rules.model().board else {
            return Vec::new();
        };
        let ranked = rank::Ranked::new(board, &stops);
        kinds.iter().flat_map(|kind| ranked.best(kind)).collect()
    }

    /// Steps on from a position until the goal is reached; returns all stops, and which of them are at the goal.
    fn stops(&self, state: &Position, from: Point) -> (Vec<RouteStop>, Vec<usize>) {
        let mut stops = vec![RouteStop {
            point: from,
            before: Vec::new(),
            state: state.clone(),
            table: self.rules.spell_out(state),
        }];
        let mut seen = vec![from];
        let (mut latest, mut tried) = (vec![0], 0);
        while !latest.is_empty() {
            let mut next: Vec<usize> = Vec::new();
            for at in std::mem::take(&mut latest) {
                for (to, mv) in self.steps(&stops[at]) {
                    if seen.contains(&to) {
                        continue;
                    }
                    tried += 1;
                    if tried > MOST_POSITIONS {
                        return (stops, Vec::new());
                    }
                    let Some((state, table)) = self.stepped(&stops[at], (to, mv)) else {
                        continue;
                    };
                    let same = |n: &&usize| stops[**n].point == to && stops[**n].state == state;
                    if let Some(&there) = next.iter().find(same) {
                        stops[there].before.push(at);
                        continue;
                    }
                    next.push(stops.len());
                    stops.push(RouteStop {
                        point: to,
                        before: vec![at],
                        state,
                        table,
                    });
                }
            }
            seen.extend(next.iter().map(|&at| stops[at].point));
            let there = next.iter().filter(|&&at| stops[at].point == self.to);
            let goals: Vec<usize> = there.copied().collect();
            if !goals.is_empty() {
                return (stops, goals);
            }
            latest = next;
        }
        (stops, Vec::new())
    }

    /// Lists the moves of the rule from where the piece stands, each with where it leads.
    fn steps(&self, stop: &RouteStop) -> Vec<(Point, Move)> {
        let model = self.rules.model();
        let moves = self.rules.moves(&stop.state, self.me).into_iter();
        let step = |mv: Move| {
            let (id, args) = self.rules.args(&stop.state, mv);
            let rule = model.mv(id);
            let mut places = rule.text.iter().filter_map(|part| match part {
                TextPart::Place(_) => notation::value(model, part, &args, self.me),
                _ => None,
            });
            let point = |value| match value {
                Some(crate::model::ArgValue::Point(point)) => Some(point),
                _ => None,
            };
            let (from, to) = (point(places.next())?, point(places.next())?);
            (rule.rule == self.rule && from == stop.point).then_some((to, mv))
        };
        moves.filter_map(step).collect()
    }

    /// Tries a step; nothing if it asks chance, or if it is not the last one and does more than to move the piece.
    fn stepped(
        &self,
        stop: &RouteStop,
        (to, mv): (Point, Move),
    ) -> Option<(Position, SpelledPosition)> {
        let mut state = stop.state.clone();
        self.rules.apply(&mut state, mv).ok()?;
        let turn = self.rules.turn(&state);
        let table = self.rules.spell_out(&state);
        if to == self.to {
            return (turn != Turn::Chance).then_some((state, table));
        }
        let mine = turn == Turn::Players(vec![self.me]);
        let same_phase = self.rules.phase(&state) == self.rules.phase(&stop.state);
        let quiet = mine && same_phase && self.is_quiet(stop, (to, &table));
        quiet.then_some((state, table))
    }

    /// Tells whether nothing has changed but where the piece stands, numbers, and what goes with pieces.
    fn is_quiet(&self, stop: &RouteStop, (to, table): (Point, &SpelledPosition)) -> bool {
        let mut moved = stop.table.pieces.clone();
        let model = self.rules.model();
        let Some(piece) = stop.table.at(stop.point) else {
            return false;
        };
        let layer = model.layer_of(piece.kind);
        moved[stop.table.spot(layer, stop.point)] = None;
        moved[stop.table.spot(layer, to)] = Some(piece);
        moved == table.pieces && same_things(model, &stop.table, table)
    }

    /// Tells whether two ways come to the same: the same pieces, the same things remembered, the same end.
    fn alike(&self, one: &RouteStop, other: &RouteStop) -> bool {
        one.table.pieces == other.table.pieces
            && same_things(self.rules.model(), &one.table, &other.table)
            && self.rules.outcome(&one.state) == self.rules.outcome(&other.state)
    }
}

/// Tells whether what lies in zones is the same, and what is remembered, but for numbers and what goes with pieces.
fn same_things(model: &Model, one: &SpelledPosition, other: &SpelledPosition) -> bool {
    let values = one.memories.iter().zip(&other.memories);
    let mut kept = model.memories.iter().zip(values);
    one.zones == other.zones
        && kept.all(|(memory, (one, other))| {
            memory.of_piece || memory.ty == MemoryType::Num || one == other
        })
}
