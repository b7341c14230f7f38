//! Which values of pieces a player reads of pieces of his own alone.

use crate::model::visit::{Visitor, walk_truth};
use crate::model::{Arg, ArgId, Domain, Member, MemoryRef, Node, Owner, Place, Set, Truth};

/// Returns the arguments that are always points on which a piece of `me` stands.
pub(crate) fn own_args(args: &[Arg]) -> Vec<ArgId> {
    let mut own = Vec::new();
    for (id, arg) in ArgId::all(args.len()).zip(args) {
        if let Domain::Points(set) = &arg.domain
            && are_own(set, &own)
        {
            own.push(id);
        }
    }
    own
}

/// Tells whether pieces of `me` stand on all points of a set, whatever the position; `own` are arguments of which this is known.
pub(crate) fn are_own(set: &Node<Set>, own: &[ArgId]) -> bool {
    match &set.kind {
        Set::Pieces(_, owner) => match owner {
            Owner::Own => true,
            Owner::Of(seat) => matches!(seat.kind, Member::Me),
            Owner::Any | Owner::Enemy => false,
        },
        Set::And(all) => all.iter().any(|set| are_own(set, own)),
        Set::Or(all) => all.iter().all(|set| are_own(set, own)),
        Set::Except(from, _) | Set::Where(from, _) => are_own(from, own),
        Set::If(_, then, otherwise) => are_own(then, own) && are_own(otherwise, own),
        Set::At(Place::Arg(arg)) => own.contains(arg),
        _ => false,
    }
}

/// Collects the remembered values that a condition asks of the candidate.
#[derive(Default)]
struct OfCandidate {
    found: Vec<*const MemoryRef>,
    /// Another `where` stands inside, with a candidate of its own.
    is_nested: bool,
}

impl Visitor for OfCandidate {
    fn memory(&mut self, memory: &MemoryRef) {
        let of = memory.of.as_ref().map(|of| &of.kind);
        if matches!(of, Some(Member::At(Place::It))) {
            self.found.push(std::ptr::from_ref(memory));
        }
    }

    fn set(&mut self, set: &Node<Set>) {
        self.is_nested |= matches!(set.kind, Set::Where(..));
    }
}

/// Returns the remembered values that the condition behind a `where` asks of the candidate, by where they stand; none if another
/// `where` stands inside.
pub(crate) fn asked_of_candidate(cond: &Node<Truth>) -> Vec<*const MemoryRef> {
    let mut asked = OfCandidate::default();
    walk_truth(&mut asked, cond);
    if asked.is_nested {
        Vec::new()
    } else {
        asked.found
    }
}
