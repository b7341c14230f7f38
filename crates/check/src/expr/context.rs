//! Where an expression stands: what is expected there, and what its names stand for.
//!
//! In `n < count own pawn` a number is expected on the right of `<`; in `{a, b}` beside a row, rows are.

use crate::expr::types::Type;
use crate::names::Scope;
use linstock_model::FiniteDomain;

/// What is expected where an expression stands, as far as that can decide what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expected {
    /// It is not known.
    Any,
    Number,
    Truth,
    Set,
    Directions,
    Member(FiniteDomain),
    Members,
}

impl Expected {
    /// What is expected beside something of a type, where nothing else is known.
    pub(crate) fn beside(self, ty: Type) -> Self {
        match (self, ty) {
            (Self::Any, Type::Truth) => Self::Truth,
            (Self::Any, Type::Number) => Self::Number,
            (Self::Any, Type::Set | Type::Place | Type::Kind | Type::Formation) => Self::Set,
            (Self::Any, Type::Seats | Type::Rows(_)) => Self::Members,
            (Self::Any, Type::Directions) => Self::Directions,
            (Self::Any, Type::Row(list)) => Self::Member(FiniteDomain::Rows(list)),
            (expected, _) => expected,
        }
    }
}

/// Where an expression stands: what is expected there, and what its names stand for.
#[derive(Clone, Copy)]
pub(crate) struct ExprContext<'c> {
    pub expected: Expected,
    pub scope: &'c Scope<'c>,
}

impl ExprContext<'_> {
    /// The same place, where something else is expected.
    pub(super) fn expecting(self, expected: Expected) -> Self {
        Self { expected, ..self }
    }
}
