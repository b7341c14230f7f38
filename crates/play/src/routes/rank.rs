//! Ranks routes of equal length: fewest diagonal steps first, then fewest turns.
//!
//! Dynamic programming over the stops of the search: the cost of a stop depends on the direction of the last step.

use crate::routes::stop::RouteStop;
use linstock_model::{Board, Heading, Point};

/// The most routes that are returned.
const MAX_ROUTES: usize = 10;

/// The cost of a route: diagonal steps, then turns.
type Cost = (usize, usize);

/// The last step of a route: its heading, the stop before it, and the least cost of a route that ends with this step.
struct Last {
    heading: Heading,
    before: usize,
    cost: Cost,
}

/// Stops with their costs.
pub(crate) struct Ranked<'a> {
    stops: &'a [RouteStop],
    lasts: Vec<Vec<Last>>,
}

impl<'a> Ranked<'a> {
    /// Computes the costs of all stops. A stop's predecessors come before it in the list.
    pub(super) fn new(board: &Board, stops: &'a [RouteStop]) -> Self {
        let mut lasts: Vec<Vec<Last>> = Vec::new();
        for stop in stops {
            let steps = stop.before.iter().map(|&before| {
                let heading = board.topology.heading(stops[before].point, stop.point);
                let slanting = usize::from(heading.slanting);
                let least = lasts[before].iter().map(|last| after(last, heading)).min();
                let (slants, turns) = least.unwrap_or_default();
                Last {
                    heading,
                    before,
                    cost: (slants + slanting, turns),
                }
            });
            let steps = steps.collect();
            lasts.push(steps);
        }
        Self { stops, lasts }
    }

    /// Returns the best routes to some stops.
    pub(super) fn best(&self, goals: &[usize]) -> Vec<Vec<Point>> {
        let costs = goals.iter().flat_map(|&goal| &self.lasts[goal]);
        let Some(least) = costs.map(|last| last.cost).min() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for &goal in goals {
            for last in self.lasts[goal].iter().filter(|l| l.cost == least) {
                self.follow((goal, last), &mut Vec::new(), &mut found);
            }
        }
        found
    }

    /// Follows the best routes back from a stop.
    fn follow(
        &self,
        (at, last): (usize, &Last),
        behind: &mut Vec<Point>,
        found: &mut Vec<Vec<Point>>,
    ) {
        if found.len() >= MAX_ROUTES {
            return;
        }
        behind.push(self.stops[at].point);
        let earlier = &self.lasts[last.before];
        let least = earlier.iter().map(|e| after(e, last.heading)).min();
        if least.is_none() {
            let start = self.stops[last.before].point;
            let points = behind.iter().rev().copied();
            found.push(std::iter::once(start).chain(points).collect());
        }
        for e in earlier
            .iter()
            .filter(|e| Some(after(e, last.heading)) == least)
        {
            self.follow((last.before, e), behind, found);
        }
        behind.pop();
    }
}

/// Returns the cost of a route that continues with a heading, without the step itself.
fn after(last: &Last, heading: Heading) -> Cost {
    let (slants, turns) = last.cost;
    (slants, turns + usize::from(last.heading != heading))
}
