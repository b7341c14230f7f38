//! The parts of a position that a form of expression reads directly.
//!
//! A walk ([`crate::visit`]) reports remembered values, zones, scripts and the operands of a form. The declaration of a form
//! says what else it reads.

/// What a form reads in addition to remembered values, zones, scripts and its parts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FormReads {
    /// The pieces on the board.
    pub pieces: bool,
    /// The player who is `me`.
    pub me: bool,
    /// Where steps lead, which depends on the links.
    pub steps: bool,
    /// The last move.
    pub last_move: bool,
    /// Whether the position occurred before, which depends on all of it.
    pub repetition: bool,
}

impl FormReads {
    pub(crate) const NOTHING: Self = Self {
        pieces: false,
        me: false,
        steps: false,
        last_move: false,
        repetition: false,
    };

    pub(crate) const PIECES: Self = Self {
        pieces: true,
        ..Self::NOTHING
    };

    pub(crate) const STEPS: Self = Self {
        steps: true,
        ..Self::NOTHING
    };

    pub(crate) const ME: Self = Self {
        me: true,
        ..Self::NOTHING
    };

    /// Formations are made of pieces, and their direction can depend on `me`.
    pub(crate) const FORMATIONS: Self = Self {
        me: true,
        ..Self::PIECES
    };

    pub(crate) const LAST_MOVE: Self = Self {
        last_move: true,
        ..Self::NOTHING
    };

    pub(crate) const REPETITION: Self = Self {
        repetition: true,
        ..Self::NOTHING
    };
}
