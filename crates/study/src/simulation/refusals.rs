//! Refuses illegal candidates that a game would draw before a legal one, where most candidates are illegal.

use super::lane_draws::LaneDraws;
use crate::lanes::{LaneLegality, LaneStop};
use linstock_lanes::{LaneBits, ListedPositions, StrandRunner, each_lane};

/// After this many refused candidates of a lane, all others are tried out at once.
const MANY_REFUSED: u64 = 6;

/// In lanes with many refused candidates, tries out all others, and refuses those that the lane would draw before a legal one.
/// Returns the lanes in which only the executor can do this.
pub(super) fn refuse_what_is_drawn(
    legality: &mut LaneLegality,
    (runner, stop): (&mut StrandRunner<'_>, &LaneStop<'_>),
    (games, draws): (ListedPositions<'_>, &mut LaneDraws),
) -> LaneBits {
    let (mut alone, lens) = (0, games.lists.lens());
    for lane in each_lane(games.lanes) {
        if legality.refused.len(lane) < MANY_REFUSED {
            continue;
        }
        if !legality.finds(runner, stop, games, lane) {
            alone |= 1 << lane;
            continue;
        }
        let random = draws.of_lane(lane);
        loop {
            let mut next = random.clone();
            let left = lens[lane] - legality.refused.len(lane);
            let Some(drawn) = next.index(usize::try_from(left).unwrap_or(0)) else {
                break;
            };
            let index = legality.refused.index_of(lane, drawn as u64);
            if legality.candidates.contains(index) {
                break;
            }
            legality.refused.add(lane, index);
            *random = next;
        }
    }
    alone
}
