//! What a form of expression reads of a position by itself.
//!
//! A walk ([`crate::visit`]) meets remembered values, zones, scripts and the parts of a form. What else a form reads is
//! told here, once for all that ask: whoever adds a form decides it here, since nothing compiles without.

use crate::{Headings, Member, Num, Owner, Set, Truth};

/// What a form reads besides remembered values, zones, scripts and its parts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FormReads {
    /// The pieces on the board.
    pub pieces: bool,
    /// Who is `me`.
    pub me: bool,
    /// Where steps lead: which links are there.
    pub steps: bool,
    /// Which move was made last.
    pub last_move: bool,
    /// Whether the position was there before: all of it.
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

    /// Formations are made of pieces, and which way they look may depend on who is `me`.
    const FORMATIONS: Self = Self {
        me: true,
        ..Self::PIECES
    };
}

impl Set {
    /// Returns what this set reads by itself.
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
    /// Returns what this condition reads by itself.
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
    /// Returns what this number reads by itself.
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
    /// Returns what this member reads by itself.
    #[must_use]
    pub fn reads(&self) -> FormReads {
        match self {
            Self::Me => FormReads::ME,
            // What is remembered of a piece goes where the piece goes.
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
