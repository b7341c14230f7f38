//! Sets of points that are the same in every position: a region, `row 3`, `2 north of a1`.

use linstock_model::{Board, Headings, Member, Node, Place, Point, PointSet, Set};

/// Returns the points of a set that is the same in every position and for every seat as `me`.
pub(crate) fn fixed_points(board: &Board, set: &Node<Set>) -> Option<PointSet> {
    let fixed = |s: &Node<Set>| fixed_points(board, s);
    match &set.kind {
        Set::Fixed(points) => Some(points.clone()),
        Set::Region(sets, seat) => match seat.kind {
            Member::Fixed(seat) => sets.get(usize::from(seat)).cloned(),
            _ => None,
        },
        Set::And(all) => all.iter().try_fold(board.every(), |mut points, s| {
            points.intersect_with(&fixed(s)?);
            Some(points)
        }),
        Set::Or(all) => all.iter().try_fold(board.none(), |mut points, s| {
            points.union_with(&fixed(s)?);
            Some(points)
        }),
        Set::Except(from, without) => {
            let mut points = fixed(from)?;
            points.difference_with(&fixed(without)?);
            Some(points)
        }
        Set::Along {
            from,
            dirs: Headings::Known(dirs),
            least,
            most,
            through: None,
        } if dirs.windows(2).all(|pair| pair[0] == pair[1]) => {
            let mut points = board.none();
            for start in fixed(from)?.ones() {
                let start = Point(u16::try_from(start).ok()?);
                for dir in dirs.first()?.iter() {
                    let ways = (i32::from(*least)..=i32::from(*most))
                        .map_while(|n| board.along(start, dir, n));
                    ways.for_each(|point| points.insert(point.index()));
                }
            }
            Some(points)
        }
        Set::Reflection(of, axis) => {
            let mirrored = board.topology.reflection(*axis)?;
            let mut points = board.none();
            let all = fixed(of)?;
            points.extend(all.ones().filter_map(|at| mirrored[at].map(Point::index)));
            Some(points)
        }
        Set::At(Place::Fixed(Point(at))) => {
            let mut points = board.none();
            points.insert(usize::from(*at));
            Some(points)
        }
        _ => None,
    }
}
