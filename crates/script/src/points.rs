//! Sets of points as a Rhai type.

use super::api_entry::{On, ScriptApiEntry, entry};
use super::world::{Native, World};
use linstock_model::{Point, PointSet};
use rhai::{Array, Dynamic, Engine, ImmutableString};
use std::sync::Arc;

/// A set of points.
#[derive(Clone, Debug)]
pub(super) struct Points {
    /// The points.
    pub set: PointSet,
    world: Arc<World>,
}

/// The functions on a set.
pub(super) const ENTRIES: [ScriptApiEntry; 11] = [
    entry!(
        On::Points,
        "and(points)",
        "the points in both sets",
        |a: &mut Points, b: Points| a.joined(|s| s.intersect_with(&b.set))
    ),
    entry!(
        On::Points,
        "or(points)",
        "the points in either set",
        |a: &mut Points, b: Points| a.joined(|s| s.union_with(&b.set))
    ),
    entry!(
        On::Points,
        "except(points)",
        "the points that are not in the other set",
        |a: &mut Points, b: Points| a.joined(|s| s.difference_with(&b.set))
    ),
    entry!(On::Points, "plus(point)", "the set and that point", plus),
    entry!(
        On::Points,
        "minus(point)",
        "the set without that point",
        minus
    ),
    entry!(
        On::Points,
        "has(point)",
        "whether the point is in the set; the same as `point in points`",
        has
    ),
    entry!(
        On::Points,
        "count()",
        "the number of points",
        |a: &mut Points| a.count()
    ),
    entry!(
        On::Points,
        "is_empty()",
        "whether the set has no point",
        |a: &mut Points| a.set.is_clear()
    ),
    entry!(
        On::Points,
        "first()",
        "the first point by row and column, or `()`",
        first
    ),
    entry!(
        On::Points,
        "list()",
        "a list of the names of the points, by row and column",
        list
    ),
    entry!(
        On::Points,
        "same(points)",
        "whether both sets have the same points",
        |a: &mut Points, b: Points| a.set == b.set
    ),
];

impl Points {
    /// Makes a set.
    pub(crate) fn new(set: PointSet, world: &Arc<World>) -> Self {
        Self {
            set,
            world: Arc::clone(world),
        }
    }

    fn joined(&self, join: impl FnOnce(&mut PointSet)) -> Self {
        let mut joined = self.clone();
        join(&mut joined.set);
        joined
    }

    fn count(&self) -> i64 {
        i64::try_from(self.set.count_ones(..)).unwrap_or(i64::MAX)
    }

    fn names(&self) -> impl Iterator<Item = ImmutableString> + '_ {
        self.set
            .ones()
            .map(|p| self.world.points.get(p).cloned().unwrap_or_default())
    }
}

impl IntoIterator for Points {
    type Item = ImmutableString;
    type IntoIter = std::vec::IntoIter<ImmutableString>;

    fn into_iter(self) -> Self::IntoIter {
        self.names().collect::<Vec<_>>().into_iter()
    }
}

/// Registers functions without a name in scripts: `for … in`, `point in points`, and sets in texts.
pub(super) fn add_to(engine: &mut Engine) {
    engine
        .register_type_with_name::<Points>("points")
        .register_iterator::<Points>()
        .register_fn("contains", has)
        .register_fn("to_string", |points: &mut Points| {
            points.names().collect::<Vec<_>>().join(", ")
        });
}

fn at(points: &Points, name: &str) -> Native<usize> {
    let Point(at) = points.world.point(name)?;
    Ok(usize::from(at))
}

fn has(points: &mut Points, point: &str) -> Native<bool> {
    Ok(points.set.contains(at(points, point)?))
}

fn plus(points: &mut Points, point: &str) -> Native<Points> {
    let at = at(points, point)?;
    Ok(points.joined(|s| s.insert(at)))
}

fn minus(points: &mut Points, point: &str) -> Native<Points> {
    let at = at(points, point)?;
    Ok(points.joined(|s| s.remove(at)))
}

fn first(points: &mut Points) -> Dynamic {
    points.names().next().map_or(Dynamic::UNIT, Dynamic::from)
}

fn list(points: &mut Points) -> Array {
    points.names().map(Dynamic::from).collect()
}
