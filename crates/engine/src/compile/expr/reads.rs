//! Finds the bindings that an expression reads. Compiling an expression again under the same bindings gives the same
//! node, and many ways of choosing a move agree on the bindings that a condition reads. So the nodes are cached.

use crate::compile::expr::{Bind, Compiled, ExprCompiler, Offset};
use crate::compile::value_graph::{MaskNode, NumNode};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{ArgId, FormationRef, ListId, Node, Num, Place, ScriptId, Set, Truth};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The bindings that an expression reads.
#[derive(Debug, Default)]
pub(crate) struct BoundReads {
    /// The arguments, except those that only locate the rows below.
    args: SmallVec<[ArgId; 4]>,
    /// The rows in which places lie.
    rows: SmallVec<[(ListId, Place); 2]>,
    /// The candidate of a `where`, of its own or of one around it.
    it: bool,
    /// The candidate of a `where` around it.
    outer_it: bool,
    /// The number of nested conditions of its own `where`s during the walk.
    depth: usize,
    /// Whether it calls a script.
    pub asks: bool,
    /// Whether it has arithmetic that may fail.
    pub joins: bool,
}

impl Visitor for BoundReads {
    fn arg(&mut self, arg: ArgId) {
        if !self.args.contains(&arg) {
            self.args.push(arg);
        }
    }

    fn it(&mut self) {
        self.it = true;
        self.outer_it |= self.depth == 0;
    }

    fn row_at(&mut self, list: ListId, _rows: &[Option<u8>], place: Place) -> bool {
        if !self.rows.contains(&(list, place)) {
            self.rows.push((list, place));
        }
        self.outer_it |= place == Place::It && self.depth == 0;
        false
    }

    fn begin_where(&mut self, _from: &Node<Set>) {
        self.depth += 1;
    }

    fn end_where(&mut self) {
        self.depth -= 1;
    }

    fn script(&mut self, _script: ScriptId) {
        self.asks = true;
    }

    fn number(&mut self, number: &Num) {
        self.joins |= matches!(number, Num::Sum(op, ..) if op.may_fail());
    }
}

/// The values of the bindings that an expression reads.
type Bindings = SmallVec<[Binding; 4]>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Binding {
    Arg(Option<Bind>),
    Row(Option<u8>),
}

/// The cached results for the expressions of a program, by the place of the expression in the model.
#[derive(Debug, Default)]
pub(crate) struct KnownExpressions<'m> {
    of_truths: FxHashMap<ByPlace<'m, Truth>, Rc<BoundReads>>,
    of_sets: FxHashMap<ByPlace<'m, Set>, Rc<BoundReads>>,
    truths: FxHashMap<(ByPlace<'m, Truth>, Bindings), NumNode>,
    masks: FxHashMap<(ByPlace<'m, Truth>, Bindings), MaskNode>,
    /// Whether the points of sets can be listed as offsets.
    offsets: FxHashMap<(ByPlace<'m, Set>, Bindings), bool>,
}

/// An expression of the model, compared by its place in the model.
#[derive(Clone, Copy, Debug)]
struct ByPlace<'m, T>(&'m Node<T>);

impl<T> PartialEq for ByPlace<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for ByPlace<'_, T> {}

impl<T> std::hash::Hash for ByPlace<'_, T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

impl<'m> ExprCompiler<'m, '_> {
    /// Returns the bindings that a condition reads.
    pub(crate) fn reads(&mut self, truth: &'m Node<Truth>) -> Rc<BoundReads> {
        let known = self.known.of_truths.entry(ByPlace(truth));
        let reads = known.or_insert_with(|| {
            let mut reads = BoundReads::default();
            truth.walk(&mut reads);
            Rc::new(reads)
        });
        Rc::clone(reads)
    }

    /// Returns the bindings that a set reads.
    pub(super) fn reads_of_set(&mut self, set: &'m Node<Set>) -> Rc<BoundReads> {
        let known = self.known.of_sets.entry(ByPlace(set));
        let reads = known.or_insert_with(|| {
            let mut reads = BoundReads::default();
            set.walk(&mut reads);
            Rc::new(reads)
        });
        Rc::clone(reads)
    }

    /// Returns whether any of these bindings moves with the anchor.
    pub(super) fn moves_with_anchor(&self, reads: &BoundReads) -> bool {
        let is_anchored = |arg: &ArgId| {
            let bind = self.binds.get(arg.index());
            bind.is_some_and(|bind| bind.is_anchored())
        };
        let placed = |(list, place): &(ListId, Place)| {
            self.known_row(*list, *place).is_none()
                && match arg_of(*place) {
                    Some(arg) => is_anchored(&arg),
                    None => *place == Place::It && self.it.is_some(),
                }
        };
        reads.args.iter().any(is_anchored)
            || reads.it && self.it.is_some()
            || reads.rows.iter().any(placed)
    }

    /// Returns the row in which a place is assumed to lie, if there is one.
    pub(super) fn known_row(&self, list: ListId, place: Place) -> Option<Option<u8>> {
        let mut known = self.rows.iter().rev();
        let known = known.find(|known| (known.list, known.place) == (list, place))?;
        Some(known.row)
    }

    /// Compiles a condition that does not move with the anchor, once for equal bindings.
    pub(crate) fn truth_once(&mut self, truth: &'m Node<Truth>) -> Compiled<NumNode> {
        let reads = self.reads(truth);
        let was_plain = self.is_plain;
        self.is_plain = !reads.asks && !reads.joins;
        let compiled = match reads.asks || reads.outer_it {
            // A call of a script depends on the conditions around it.
            true => self.truth(truth),
            false => self.remembered_truth(truth, &reads),
        };
        self.is_plain = was_plain;
        compiled
    }

    fn remembered_truth(
        &mut self,
        truth: &'m Node<Truth>,
        reads: &BoundReads,
    ) -> Compiled<NumNode> {
        let key = (ByPlace(truth), self.bindings(reads));
        if let Some(known) = self.known.truths.get(&key) {
            return Ok(*known);
        }
        let before = std::mem::take(&mut self.joins_unsafely);
        let compiled = self.truth(truth);
        // So does arithmetic that may fail.
        if let (Ok(compiled), false) = (compiled, self.joins_unsafely) {
            self.known.truths.insert(key, compiled);
        }
        self.joins_unsafely |= before;
        compiled
    }

    /// Compiles a condition that moves with the anchor, once for equal bindings.
    pub(super) fn mask_once(
        &mut self,
        truth: &'m Node<Truth>,
        reads: &BoundReads,
    ) -> Compiled<MaskNode> {
        // If only some points are candidates, the node is valid only for these.
        if reads.asks || reads.joins || reads.outer_it || self.among.is_some() {
            return self.anchored_truth(truth);
        }
        let key = (ByPlace(truth), self.bindings(reads));
        if let Some(known) = self.known.masks.get(&key) {
            return Ok(*known);
        }
        let compiled = self.anchored_truth(truth)?;
        self.known.masks.insert(key, compiled);
        Ok(compiled)
    }

    /// Returns whether the points of a set can be listed as offsets from the anchor.
    pub(crate) fn has_offsets_once(&mut self, set: &'m Node<Set>) -> bool {
        let reads = self.reads_of_set(set);
        if reads.outer_it {
            return self.has_offsets(set);
        }
        let mut bindings = self.bindings(&reads);
        for binding in &mut bindings {
            // The size of the offset does not matter.
            if let Binding::Arg(Some(Bind::Point(offset) | Bind::Line(offset, _))) = binding {
                *offset = Offset::NONE;
            }
        }
        let key = (ByPlace(set), bindings);
        if let Some(known) = self.known.offsets.get(&key) {
            return *known;
        }
        let has = self.has_offsets(set);
        self.known.offsets.insert(key, has);
        has
    }

    /// Returns the values of the bindings that an expression reads.
    fn bindings(&self, reads: &BoundReads) -> Bindings {
        let bind = |arg: ArgId| self.binds.get(arg.index()).copied();
        let args = reads.args.iter().map(|arg| Binding::Arg(bind(*arg)));
        let rows = reads.rows.iter();
        let rows = rows.map(|(list, place)| match self.known_row(*list, *place) {
            Some(row) => Binding::Row(row),
            None => Binding::Arg(arg_of(*place).and_then(bind)),
        });
        args.chain(rows).collect()
    }
}

/// Returns the argument that a place depends on, if there is one.
fn arg_of(place: Place) -> Option<ArgId> {
    match place {
        Place::Arg(arg) | Place::OnLine(FormationRef { arg, .. }, _) => Some(arg),
        Place::It | Place::Fixed(_) | Place::Kept(_) => None,
    }
}
