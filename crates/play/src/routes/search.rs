//! The search for routes: breadth first, on copies of the position, so that it finds the shortest routes first.

use crate::Rules;
use crate::notation;
use crate::routes::rank;
use crate::routes::stop::RouteStop;
use linstock_engine::vm::{Fuel, Move, Position, SpelledPosition, Turn};
use linstock_model::{MemoryType, Model, Point, RuleId, SeatId, TextPart};

/// The most positions that are searched. Longer routes must be typed step by step.
const MOST_POSITIONS: usize = 20_000;

/// A search: the player, the rule whose moves are the steps, and the goal.
pub(crate) struct RouteSearch<'a> {
    pub rules: &'a Rules,
    pub me: SeatId,
    pub rule: RuleId,
    pub to: Point,
    /// The remaining fuel of the search. Without fuel, it finds no route.
    pub fuel: Fuel,
}

impl RouteSearch<'_> {
    /// Returns the best routes from a point, each with all its points, and whether they are series.
    pub(crate) fn routes(&self, state: &Position, from: Point) -> (Vec<Vec<Point>>, bool) {
        let found = self.stops(state, from);
        if !found.1.is_empty() {
            return (self.best(&found).concat(), false);
        }
        // One way is enough of those that take the same pieces.
        let ways = self.best(&self.series(state, from)).into_iter();
        let ways = ways.filter_map(|ways| ways.into_iter().next());
        (ways.collect(), true)
    }

    /// Returns the best routes to each distinct position among the goals.
    fn best(&self, (stops, goals): &(Vec<RouteStop>, Vec<usize>)) -> Vec<Vec<Vec<Point>>> {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for &goal in goals {
            let alike = |kind: &&mut Vec<usize>| self.alike(&stops[kind[0]], &stops[goal]);
            match kinds.iter_mut().find(alike) {
                Some(kind) => kind.push(goal),
                None => kinds.push(vec![goal]),
            }
        }
        let Some(board) = &self.rules.model().board else {
            return Vec::new();
        };
        let ranked = rank::Ranked::new(board, stops);
        kinds.iter().map(|kind| ranked.best(kind)).collect()
    }

    fn start(&self, state: &Position, from: Point) -> RouteStop {
        RouteStop {
            point: from,
            before: Vec::new(),
            state: state.clone(),
            position: self.rules.spell_out(state),
        }
    }

    /// Searches for series: steps after each of which only this piece can go on, such as jumps that take. It visits all
    /// ways, whatever they do, since different ways may take different pieces. The goals are the stops at the target
    /// where the series ends, or else those where it can go on.
    fn series(&self, state: &Position, from: Point) -> (Vec<RouteStop>, Vec<usize>) {
        let mut stops = vec![self.start(state, from)];
        let (mut ended, mut open, mut waiting) = (Vec::new(), Vec::new(), vec![0]);
        while let Some(at) = waiting.pop() {
            for (to, mv) in self.steps(&stops[at]) {
                if stops.len() >= MOST_POSITIONS {
                    return (stops, Vec::new());
                }
                let Some(stop) = self.made(&stops[at], at, (to, mv)) else {
                    continue;
                };
                let goes_on = self.goes_on(&stops[at], &stop);
                if to == self.to && self.rules.turn(&stop.state) != Turn::Chance {
                    let goals = if goes_on { &mut open } else { &mut ended };
                    goals.push(stops.len());
                }
                if goes_on {
                    waiting.push(stops.len());
                }
                stops.push(stop);
            }
        }
        let goals = if ended.is_empty() { open } else { ended };
        (stops, goals)
    }

    /// Returns whether the piece goes on after a step, and nothing else can be chosen.
    fn goes_on(&self, before: &RouteStop, stop: &RouteStop) -> bool {
        let asked = self.rules.turn(&stop.state) == Turn::Players(vec![self.me])
            && self.rules.phase(&stop.state) == self.rules.phase(&before.state);
        if !asked {
            return false;
        }
        let steps = self.steps(stop);
        let moves = self.rules.moves_within(&stop.state, self.me, &self.fuel);
        let named = |mv: &Move| {
            let (id, _) = self.rules.args(&stop.state, *mv);
            let parts = &self.rules.model().mv(id).text;
            parts.iter().any(|part| matches!(part, TextPart::Place(_)))
        };
        let named = moves.into_iter().flatten().filter(named).count();
        !steps.is_empty() && named == steps.len()
    }

    /// Searches from a position until the goal is reached; returns all stops, and the indexes of those at the goal.
    fn stops(&self, state: &Position, from: Point) -> (Vec<RouteStop>, Vec<usize>) {
        let mut stops = vec![self.start(state, from)];
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
                    if let Some(stop) = self.stepped(&stops[at], at, (to, mv)) {
                        add_stop(&mut stops, &mut next, stop);
                    }
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

    /// Lists the moves of the rule from the piece's point, each with its target.
    fn steps(&self, stop: &RouteStop) -> Vec<(Point, Move)> {
        let model = self.rules.model();
        let moves = self.rules.moves_within(&stop.state, self.me, &self.fuel);
        let step = |mv: Move| {
            let (id, args) = self.rules.args(&stop.state, mv);
            let rule = model.mv(id);
            let mut places = rule.text.iter().filter_map(|part| match part {
                TextPart::Place(_) => notation::value(model, part, &args, self.me),
                _ => None,
            });
            let point = |value| match value {
                Some(linstock_model::ArgValue::Point(point)) => Some(point),
                _ => None,
            };
            let (from, to) = (point(places.next())?, point(places.next())?);
            (rule.rule == self.rule && from == stop.point).then_some((to, mv))
        };
        moves.into_iter().flatten().filter_map(step).collect()
    }

    /// Plays a step from the stop with index `at`, on a copy. Returns `None` if it leads to a chance node, or if it does
    /// more than move the piece and is not the last step.
    fn stepped(&self, stop: &RouteStop, at: usize, (to, mv): (Point, Move)) -> Option<RouteStop> {
        let made = self.made(stop, at, (to, mv))?;
        let turn = self.rules.turn(&made.state);
        let is_allowed = if to == self.to {
            turn != Turn::Chance
        } else {
            turn == Turn::Players(vec![self.me])
                && self.rules.phase(&made.state) == self.rules.phase(&stop.state)
                && self.only_moves_piece(stop, (to, &made.position))
        };
        is_allowed.then_some(made)
    }

    /// Plays a step from the stop with index `at`, on a copy.
    fn made(&self, stop: &RouteStop, at: usize, (to, mv): (Point, Move)) -> Option<RouteStop> {
        let mut state = stop.state.clone();
        self.rules.apply_within(&mut state, mv, &self.fuel).ok()?;
        Some(RouteStop {
            point: to,
            before: vec![at],
            position: self.rules.spell_out(&state),
            state,
        })
    }

    /// Returns whether a step changed nothing but the piece's point, numbers, and memories of pieces.
    fn only_moves_piece(
        &self,
        stop: &RouteStop,
        (to, position): (Point, &SpelledPosition),
    ) -> bool {
        let mut moved = stop.position.pieces.clone();
        let model = self.rules.model();
        let Some(piece) = stop.position.at(stop.point) else {
            return false;
        };
        let layer = model.layer_of(piece.kind);
        moved[stop.position.spot(layer, stop.point)] = None;
        moved[stop.position.spot(layer, to)] = Some(piece);
        moved == position.pieces && same_things(model, &stop.position, position)
    }

    /// Returns whether two routes lead to the same pieces, memories and result.
    fn alike(&self, one: &RouteStop, other: &RouteStop) -> bool {
        one.position.pieces == other.position.pieces
            && same_things(self.rules.model(), &one.position, &other.position)
            && self.rules.outcome(&one.state) == self.rules.outcome(&other.state)
    }
}

/// Returns whether zones and memories are equal, except for numbers and memories of pieces.
fn same_things(model: &Model, one: &SpelledPosition, other: &SpelledPosition) -> bool {
    let values = one.memories.iter().zip(&other.memories);
    let mut memories = model.memories.iter().zip(values);
    one.zones == other.zones
        && memories.all(|(memory, (one, other))| {
            memory.of_piece || memory.ty == MemoryType::Num || one == other
        })
}

/// Adds a stop, or adds a second way to an equal stop of this length (`next`).
fn add_stop(stops: &mut Vec<RouteStop>, next: &mut Vec<usize>, stop: RouteStop) {
    let same = |n: &&usize| stops[**n].point == stop.point && stops[**n].state == stop.state;
    if let Some(&equal) = next.iter().find(same) {
        stops[equal].before.extend(stop.before);
        return;
    }
    next.push(stops.len());
    stops.push(stop);
}
