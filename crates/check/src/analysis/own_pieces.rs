//! Which points always hold pieces of the acting player.

use linstock_model::{Arg, ArgId, Domain, Member, Node, Owner, Place, Set};

/// Returns the arguments that always are points with a piece of `me`.
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

/// Returns whether all points of a set hold pieces of `me` in every position; `own` are arguments known to do so.
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
