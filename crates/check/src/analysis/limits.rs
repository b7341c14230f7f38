//! Limits on the size of a game, so that the check ends soon and every number fits its type.

use crate::names::MemoryName;
use crate::names::nouns::Noun;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::check_fuel::WRITTEN;
use linstock_base::{Diagnostic, Limit, Span};
use linstock_model::visit::Visitor;
use linstock_model::{
    DrawingId, FiniteDomain, FormationId, KindId, LayerId, ListId, Member, MemoryId, MemoryType,
    Node, Num, PhaseId, RowId, RuleId, ScriptId, SeatId, Set, Truth, ZoneId,
};

/// The limit of sorts without an own one: each item costs only time.
const fn others(what: &'static str) -> Limit {
    Limit {
        what,
        most: 10_000,
        remedy: "let some of them have parameters, and use them more than once",
    }
}

const HEADS: Limit = Limit {
    what: "arguments and conditions of a move",
    most: 64,
    remedy: "join conditions by `and`, or name them as a fact",
};

/// The most 64-bit words for zones and memories.
const WORDS: Limit = Limit {
    what: "things to keep of a position",
    most: 65_536,
    remedy: "a number for each row of each zone, and for each player, row or piece of which something is remembered",
};

impl Noun {
    /// Returns the limit for declarations of this noun.
    #[must_use]
    pub const fn limit(self) -> Limit {
        match self {
            Self::Player => SeatId::LIMIT,
            Self::Piece => KindId::LIMIT,
            Self::Layer => LayerId::LIMIT,
            Self::Option => others("options"),
            Self::Region => others("regions"),
            Self::Line => FormationId::LIMIT,
            Self::Drawing => DrawingId::LIMIT,
            Self::List => ListId::LIMIT,
            Self::Row => RowId::LIMIT,
            Self::Zone => ZoneId::LIMIT,
            Self::Memory => MemoryId::LIMIT,
            Self::Fact => others("facts"),
            Self::Routine => others("routines"),
            Self::Script => ScriptId::LIMIT,
            Self::Move => RuleId::LIMIT,
            Self::Phase => PhaseId::LIMIT,
        }
    }
}

/// The most levels of nesting after inlining. Every stage walks them recursively on a stack of 2 MiB.
pub(crate) const DEEPEST: usize = 300;

/// The most 64-bit words for the pieces of a position.
const MOST_WORDS: usize = 16_384;

/// A counter of the nodes that a copy writes.
pub(crate) struct WrittenParts(u64);

impl Visitor for WrittenParts {
    fn set(&mut self, _set: &Node<Set>) {
        self.0 += 1;
    }

    fn truth(&mut self, _truth: &Node<Truth>) {
        self.0 += 1;
    }

    fn number(&mut self, _number: &Num) {
        self.0 += 1;
    }

    fn member(&mut self, _member: &Member) {
        self.0 += 1;
    }
}

/// Makes the error about texts that are written out into each other too often.
pub(super) fn nested_too_deeply(span: Span, what: &str, label: &str) -> Diagnostic {
    Diagnostic::error("E0805", span, format!("{what} are nested too deeply")).label(label)
}

impl<'a> Resolver<'a> {
    /// Calls `body` one level deeper, unless the nesting of facts, routines and brackets is too deep.
    pub(crate) fn nested<T>(
        &mut self,
        span: Span,
        body: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Checked<T> {
        self.fuel
            .at(self.opened.first().map_or(span, |opened| opened.name.span));
        self.fuel.spend(WRITTEN);
        self.affordable()?;
        if self.depth == DEEPEST {
            let label = format!("more than {DEEPEST} levels, when each of them is written out");
            let diagnostic = nested_too_deeply(span, "the facts and routines around this", &label)
                .hint("use fewer facts and routines inside each other");
            return Err(self.once("depth", diagnostic));
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// Pays fuel for copies of the nodes that `walk` visits, before they are made; fails if they are too many.
    pub(crate) fn pay_for_copies(
        &mut self,
        copies: usize,
        walk: impl FnOnce(&mut WrittenParts),
    ) -> Checked<()> {
        let mut parts = WrittenParts(0);
        walk(&mut parts);
        let parts = usize::try_from(parts.0).unwrap_or(usize::MAX);
        self.pay_for_parts(parts.saturating_mul(copies))
    }

    /// Pays fuel for a number of nodes before they are written; fails if they are too many.
    pub(crate) fn pay_for_parts(&mut self, parts: usize) -> Checked<()> {
        let parts = u64::try_from(parts).unwrap_or(u64::MAX);
        self.fuel.spend(WRITTEN.saturating_mul(parts));
        self.affordable()
    }

    /// Fails if the fuel of this check is used up; reports that once.
    pub(crate) fn affordable(&mut self) -> Checked<()> {
        if self.fuel.is_used_up() {
            let failure = self.fuel.failure();
            return Err(self.once("work", failure));
        }
        Ok(())
    }

    /// Reports lists and moves that are too long. If some sort has more declarations than ids, the check ends.
    pub(crate) fn check_sizes(&mut self) -> Checked<()> {
        let rows = self.names.lists.iter().filter_map(|list| {
            let row = list.what.rows.get(RowId::LIMIT.most)?;
            let why = RowId::LIMIT.check(list.what.rows.len()).err()?;
            Some(why.at(row.span))
        });
        let heads = self.names.moves.iter().filter_map(|mv| {
            let why = HEADS.check(mv.what.heads.len()).err()?;
            Some(why.at(mv.span))
        });
        let found: Vec<Diagnostic> = rows.chain(heads).collect();
        let each = found.into_iter().map(|d| Err(self.error(d)));
        let each: Vec<Checked<()>> = each.collect();
        each.into_iter().collect::<Checked<()>>()?;
        self.fits
    }

    /// Reports a position that is too large for its players, pieces and board.
    pub(crate) fn check_position(&mut self) -> Checked<()> {
        let points = self
            .names
            .board
            .as_deref()
            .map_or(1, linstock_model::Board::points);
        let words = points.div_ceil(64) * self.names.players.len() * self.names.kinds.len();
        if words <= MOST_WORDS {
            return Ok(());
        }
        let message = "the board, the players and the kinds of piece together are too large";
        let diagnostic = Diagnostic::error("E0806", self.game.head, message).label("too large");
        Err(self.error(diagnostic.hint("declare fewer kinds of piece, or a smaller board")))
    }

    /// Reports the zone or memory with which a position becomes too large.
    pub(crate) fn check_kept(&mut self) -> Checked<()> {
        let zones = self.names.zones.iter().map(|zone| {
            let owners = if zone.what.of_player {
                self.names.players.len()
            } else {
                1
            };
            let rows = zone
                .what
                .list
                .map_or(0, |list| self.members(FiniteDomain::Rows(list)));
            (zone.span, rows * owners)
        });
        let memories = self.names.memories.iter();
        let memories = memories.map(|memory| (memory.span, self.words_of(memory.what)));
        let mut words = 0;
        let over = zones.chain(memories).find_map(|(span, more)| {
            words += more;
            let why = WORDS.check(words).err()?;
            Some((why, span))
        });
        match over {
            Some((why, span)) => Err(self.too_many(why, span)),
            None => Ok(()),
        }
    }

    /// Returns how many words a memory takes.
    fn words_of(&self, memory: MemoryName) -> usize {
        let board = self.names.board.as_deref();
        let points = board.map_or(1, linstock_model::Board::points);
        let second = memory
            .second
            .map_or(1, |finite_domain| self.members(finite_domain));
        let copies = match memory.per {
            Some(finite_domain) => self.members(finite_domain) * second,
            None if memory.of_piece => points,
            None => 1,
        };
        let size = match memory.ty {
            MemoryType::Points => points.div_ceil(64),
            _ => 1,
        };
        copies * size
    }
}
