//! The meaning of a single word: a word of the language, a declared name, an argument, or a value that is handed on.

use crate::expr::context::{Expected, ExprContext};
use crate::expr::inline::CallExpr;
use crate::expr::truth_folding::negated;
use crate::expr::typed::{OfEach, Resolved, Typed, untagged, with_tags};
use crate::expr::vocabulary::Builtin;
use crate::expr::ways::Ways;
use crate::names::option_value::OptionValue;
use crate::names::{ArgType, Meaning, MemoryName, Region, name_at};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{
    Comparison, FiniteDomain, FormationRef, Member, MemberSet, MemoryId, MemoryRef, MemoryType,
    Node, Num, Owner, Place, Set, Truth, ZoneRef,
};
use linstock_syntax::ast::{Decl, DeclKind, Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Elaborates a word.
    pub(crate) fn word(
        &mut self,
        e: &Expr,
        name: &Name,
        context: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let ExprContext { expected, scope } = context;
        // Where a direction is expected, the word cannot mean a player of that name.
        let of_directions = match expected {
            Expected::Directions => true,
            Expected::Member(finite_domain) => self.is_of_directions(finite_domain),
            _ => false,
        };
        if of_directions && let Some(dir) = self.topology().direction(&name.text) {
            return untagged(Typed::Directions(self.way_of(dir)));
        }
        match self.meaning(name, scope)? {
            Meaning::Builtin(Builtin::Me) if name.text == "it" && expected == Expected::Set => {
                Err(self.it_of_point(e.span, scope))
            }
            Meaning::Builtin(Builtin::Me) if name.text == "it" && expected == Expected::Number => {
                Err(self.it_of_number(e.span))
            }
            Meaning::Builtin(builtin) => self.builtin(e, builtin),
            Meaning::Arg(arg, ty) => self.argument(e, arg, ty),
            Meaning::It => untagged(Typed::Place(Place::It)),
            Meaning::Param(value, caller) => {
                with_tags(self.in_caller_scope(caller, |r| r.elaborate(value, expected, caller))?)
            }
            Meaning::Fact => self.open_fact(e.span, CallExpr { name, args: &[] }, context),
            Meaning::Bound(finite_domain, member) => untagged(Typed::Member(finite_domain, member)),
            Meaning::Point(point) => untagged(Typed::Place(Place::Fixed(point))),
            Meaning::Dirs(dirs) => {
                self.check_forward(e, &dirs)?;
                untagged(Typed::Directions(Ways::one_step(dirs)))
            }
            Meaning::Broken => {
                self.check_ground(e, name)?;
                Err(self.excused(e.span))
            }
            declared => self.declared_word(e, declared),
        }
    }

    /// Reports a direction in a game without a board.
    fn check_ground(&mut self, e: &Expr, name: &Name) -> Checked<()> {
        if self.directions(&name.text).is_none() {
            return Ok(());
        }
        let is_board = |decl: &Decl| matches!(decl.kind, DeclKind::Board(_));
        let too_early = self.names.board.is_none()
            && self.decls().any(is_board)
            && !self.is_broken_kind("board");
        if too_early {
            let message = "a direction cannot be used before the board is known";
            let diagnostic = Diagnostic::error("E0672", e.span, message);
            let hint = "write a number: the size of the board comes first";
            return Err(self.once("board", diagnostic.hint(hint)));
        }
        self.board_or_report(e.span).map(|_| ())
    }

    /// Elaborates a declared name of the game or of each player.
    fn declared_word(&mut self, e: &Expr, meaning: Meaning<'_>) -> Resolved<Typed> {
        Ok(match meaning {
            // The clauses of a player's name do not belong to his pieces: see `coerce`.
            Meaning::Player(seat) => (Typed::Player(seat), Vec::new()),
            Meaning::Kind(kind) => (Typed::Kind(kind), self.kind_tags(kind)),
            Meaning::Layer(layer) => {
                let kinds = self.kinds_on(layer);
                (Typed::Set(Set::Pieces(kinds, Owner::Any)), Vec::new())
            }
            Meaning::Option(at) => return self.option_value(e, at),
            Meaning::Region(at) => {
                let region = &self.names.regions[at];
                match &region.what {
                    Region::Shared(points) => {
                        let set = Set::Fixed(points.clone());
                        (Typed::Set(set), region.tags.clone())
                    }
                    Region::PerPlayer(_) => (Typed::OfEach(OfEach::Region(at)), Vec::new()),
                }
            }
            Meaning::Line(line) => {
                let tags = self.names.lines[line.index()].tags.clone();
                (Typed::Line(line), tags)
            }
            Meaning::List(list) => {
                let finite_domain = FiniteDomain::Rows(list);
                let all =
                    vec![Node::plain(e.span, Truth::Fixed(true)); self.members(finite_domain)];
                let tags = self.names.lists[list.index()].tags.clone();
                (Typed::Members(finite_domain, MemberSet(all)), tags)
            }
            Meaning::Row(list, row) => {
                let rows = &self.names.lists[list.index()].what.rows;
                let tags = rows[row.index()].tags.clone();
                let member = Member::Fixed(row.0);
                (Typed::Member(FiniteDomain::Rows(list), member), tags)
            }
            Meaning::Zone(zone) => {
                self.check_resolved(zone, e.span)?;
                let named = &self.names.zones[zone.index()];
                match named.what.of_player {
                    true => (Typed::OfEach(OfEach::Zone(zone)), Vec::new()),
                    false => {
                        let tags = named.tags.clone();
                        (Typed::Zone(ZoneRef { zone, of: None }), tags)
                    }
                }
            }
            Meaning::Memory(memory) => return self.remembered_word(e, memory),
            // All other meanings are handled before.
            _ => return Err(self.excused(e.span)),
        })
    }

    fn argument(&mut self, e: &Expr, arg: linstock_model::ArgId, ty: ArgType) -> Resolved<Typed> {
        untagged(match ty {
            ArgType::Point => Typed::Place(Place::Arg(arg)),
            ArgType::Line(line) => Typed::Formation(FormationRef { arg, line }),
            ArgType::Number => Typed::Number(Num::Arg(arg)),
            ArgType::Seat => Typed::Member(FiniteDomain::Players, Member::Arg(arg)),
            ArgType::Row(list) => Typed::Member(FiniteDomain::Rows(list), Member::Arg(arg)),
            ArgType::Multiset(list) => Typed::ZonePartArg(arg, list),
            ArgType::Broken => return Err(self.excused(e.span)),
        })
    }

    /// Elaborates a word of the language that has a meaning by itself.
    fn builtin(&mut self, e: &Expr, builtin: Builtin) -> Resolved<Typed> {
        let of_all = |r: &Self, owner| Typed::Set(Set::Pieces(r.all_kinds(), owner));
        let players = |members| Typed::Members(FiniteDomain::Players, MemberSet(members));
        untagged(match builtin {
            Builtin::Me => Typed::Member(FiniteDomain::Players, Member::Me),
            Builtin::Opponent => Typed::Member(FiniteDomain::Players, self.opponent(e)?),
            Builtin::Nobody => Typed::Nobody,
            Builtin::Others => {
                let me = Node::plain(e.span, Member::Me);
                let others = self.single(FiniteDomain::Players, &me).into_iter();
                players(others.map(|is| Node::plain(e.span, negated(is))).collect())
            }
            Builtin::Players => {
                let all = Node::plain(e.span, Truth::Fixed(true));
                players(vec![all; self.names.players.len()])
            }
            Builtin::Own => of_all(self, Owner::Own),
            Builtin::Enemy => of_all(self, Owner::Enemy),
            Builtin::Empty => Typed::Set(Set::Empty),
            Builtin::Everything | Builtin::Nothing => {
                let board = self.board_or_report(e.span);
                let board = board?;
                Typed::Set(Set::Fixed(match builtin {
                    Builtin::Everything => board.every(),
                    _ => board.none(),
                }))
            }
            Builtin::Yes => Typed::Truth(Truth::Fixed(true)),
            Builtin::No => Typed::Truth(Truth::Fixed(false)),
            Builtin::Last => Typed::Last,
            Builtin::Box | Builtin::Chance => Typed::Special,
        })
    }

    fn option_value(&mut self, e: &Expr, at: usize) -> Resolved<Typed> {
        let option = self.names.options[at].clone();
        let typed = match &option.what {
            OptionValue::Truth(value) => Typed::Truth(Truth::Fixed(*value)),
            OptionValue::Num(n) => Typed::Number(Num::Fixed(*n)),
            OptionValue::Seat(seat) => Typed::Member(FiniteDomain::Players, Member::Fixed(seat.0)),
            OptionValue::Nothing => Typed::Nobody,
            // If another value of the option could be a player, a word means nobody.
            OptionValue::Word(_) if self.may_name_a_player(at) => Typed::Nobody,
            OptionValue::Word(word) => match self.directions(word) {
                Some(dirs) if self.names_only_directions(at) => {
                    self.check_forward(e, &dirs)?;
                    Typed::Directions(Ways::one_step(dirs))
                }
                _ => Typed::OptionWord,
            },
            OptionValue::List(_) => Typed::Numerals,
            OptionValue::Fraction(numerator, denominator) => {
                Typed::Fraction(*numerator, *denominator)
            }
            OptionValue::Broken => return Err(self.excused(e.span)),
        };
        Ok((typed, option.tags))
    }

    fn remembered_word(&mut self, e: &Expr, memory: MemoryId) -> Resolved<Typed> {
        let named = &self.names.memories[memory.index()];
        let MemoryName {
            per,
            of_piece,
            ty,
            is_point,
            ..
        } = named.what;
        if is_point {
            return untagged(Typed::Place(Place::Kept(memory)));
        }
        if per.is_some() || of_piece {
            return untagged(Typed::OfEach(OfEach::Memory(memory, ty)));
        }
        let read = MemoryRef { memory, of: None };
        Ok((remembered(read, ty, e), named.tags.clone()))
    }

    /// Elaborates `opponent`.
    fn opponent(&mut self, e: &Expr) -> Checked<Member> {
        if self.names.players.len() == 2 {
            let me = Node::plain(e.span, Member::Me);
            return Ok(Member::Next(Box::new(me)));
        }
        if self.is_broken_kind("players") {
            return Err(self.excused(e.span));
        }
        let diagnostic =
            Diagnostic::error("E0673", e.span, "`opponent` needs a game of two players")
                .hint("say `others`, or `next player after me`");
        Err(self.error(diagnostic))
    }

    /// Returns the name that an expression spells, if it is a single word.
    pub(crate) fn word_name(e: &Expr) -> Option<Name> {
        match &e.kind {
            ExprKind::Word(text) => Some(name_at(text, e.span)),
            _ => None,
        }
    }
}

/// Reads a memory. A truth is stored as a number, 1 for yes.
pub(crate) fn remembered(memory: MemoryRef, ty: MemoryType, e: &Expr) -> Typed {
    match ty {
        MemoryType::Num => Typed::Number(Num::Memory(memory)),
        MemoryType::Truth => {
            let plain = |kind| Box::new(Node::plain(e.span, kind));
            let (memory, yes) = (plain(Num::Memory(memory)), plain(Num::Fixed(1)));
            Typed::Truth(Truth::Compare(Comparison::Equal, memory, yes))
        }
        MemoryType::Seat => Typed::Member(FiniteDomain::Players, Member::Memory(memory)),
        MemoryType::Row(list) => Typed::Member(FiniteDomain::Rows(list), Member::Memory(memory)),
        MemoryType::Points => Typed::Set(Set::Memory(memory)),
    }
}
