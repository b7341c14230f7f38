//! The context of an expression: the expected type, and the meaning of its names.
//!
//! In `n < count own pawn` a number is expected on the right of `<`; in `{a, b}` next to a row, rows are.

use crate::expr::types::Type;
use crate::names::Scope;
use linstock_model::FiniteDomain;

/// The expected type of an expression, as far as that can decide its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expected {
    /// Nothing is expected.
    Any,
    Number,
    Truth,
    Set,
    Directions,
    Member(FiniteDomain),
    Members,
}

impl Expected {
    /// Returns the expected type next to something of type `ty`, unless one is already known.
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

/// The context of an expression: the expected type, and the meaning of its names.
#[derive(Clone, Copy)]
pub(crate) struct ExprContext<'c> {
    pub expected: Expected,
    pub scope: &'c Scope<'c>,
}

impl ExprContext<'_> {
    /// Returns the same context with another expected type.
    pub(super) fn expecting(self, expected: Expected) -> Self {
        Self { expected, ..self }
    }
}
