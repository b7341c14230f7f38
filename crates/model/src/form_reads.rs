//! The parts of a position that a form of expression reads directly.
//!
//! A walk ([`crate::visit`]) reports remembered values, zones, scripts and the parts of a form. This file lists everything else
//! that a form reads. A new form does not compile until it has an entry here.

use crate::{Headings, Member, Num, Owner, Set, Truth};

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
    const NOTHING: Self = Self {
        pieces: false,
        me: false,
        steps: false,
        last_move: false,
        repetition: false,
    };

    const PIECES: Self = Self {
        pieces: true,
        ..Self::NOTHING
    };

    const STEPS: Self = Self {
        steps: true,
        ..Self::NOTHING
    };

    const ME: Self = Self {
        me: true,
        ..Self::NOTHING
    };

    /// Formations are made of pieces, and their direction can depend on `me`.
    const FORMATIONS: Self = Self {
        me: true,
        ..Self::PIECES
    };
}

impl Set {
    /// Returns what this set reads directly.
    #[must_use]
    pub fn reads(&self) -> FormReads {
        match self {
            Self::Pieces(_, Owner::Own | Owner::Enemy) => FormReads {
                me: true,
                ..FormReads::PIECES
            },
            Self::Pieces(_, Owner::Any | Owner::Of(_)) | Self::Empty => FormReads::PIECES,
            Self::Along { dirs, .. } => match dirs {
                Headings::Known(_) => FormReads::ME,
                Headings::Such(_) => FormReads::NOTHING,
            },
            Self::NextTo(_) | Self::Reached(_) => FormReads::STEPS,
            Self::Fixed(_)
            | Self::Region(..)
            | Self::And(_)
            | Self::Or(_)
            | Self::Except(..)
            | Self::At(_)
            | Self::Line(_)
            | Self::Ahead { .. }
            | Self::Edge(_)
            | Self::Memory(_)
            | Self::If(..)
            | Self::Where(..)
            | Self::Script(..) => FormReads::NOTHING,
        }
    }
}

impl Truth {
    /// Returns what this condition reads directly.
    #[must_use]
    pub fn reads(&self) -> FormReads {
        match self {
            Self::SomeLine(_) => FormReads::FORMATIONS,
            Self::Joined(_) => FormReads::STEPS,
            Self::LastIs(_) => FormReads {
                last_move: true,
                ..FormReads::NOTHING
            },
            Self::Seen(_) => FormReads {
                repetition: true,
                ..FormReads::NOTHING
            },
            Self::Fixed(_)
            | Self::And(_)
            | Self::Or(_)
            | Self::Not(_)
            | Self::Some(_)
            | Self::In(..)
            | Self::LineIn(..)
            | Self::SameSet(..)
            | Self::Compare(..)
            | Self::SameMember(..)
            | Self::Script(..) => FormReads::NOTHING,
        }
    }
}

impl Num {
    /// Returns what this number reads directly.
    #[must_use]
    pub fn reads(&self) -> FormReads {
        match self {
            Self::CountLines(_) => FormReads::FORMATIONS,
            Self::Fixed(_)
            | Self::Count(_)
            | Self::First(_)
            | Self::Drawn(..)
            | Self::Memory(_)
            | Self::Arg(_)
            | Self::Copies(..)
            | Self::Size(_)
            | Self::Field(..)
            | Self::Element(..)
            | Self::Sum(..)
            | Self::If(..)
            | Self::Script(..) => FormReads::NOTHING,
        }
    }
}

impl Member {
    /// Returns what this member reads directly.
    #[must_use]
    pub fn reads(&self) -> FormReads {
        match self {
            Self::Me => FormReads::ME,
            // A value of a piece moves with the piece.
            Self::Owner(_) | Self::At(_) | Self::Over(_) => FormReads::PIECES,
            Self::None
            | Self::Fixed(_)
            | Self::Arg(_)
            | Self::Memory(_)
            | Self::Pair(_)
            | Self::RowAt(..)
            | Self::Field(..)
            | Self::Next(_)
            | Self::First(_)
            | Self::If(..)
            | Self::Script(..) => FormReads::NOTHING,
        }
    }
}
