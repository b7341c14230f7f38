//! Memories: their declarations, and the values they may hold.

use crate::decl::mistakes::no_owner;
use crate::expr::directions::DIRECTIONS;
use crate::expr::fixed_points::fixed_points;
use crate::expr::types::Type;
use crate::names::nouns::Noun;
use crate::names::{ListName, MemoryName, Named, Names, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span, similar};
use linstock_model::{
    FiniteDomain, ListId, Member, MemberBits, Memory, MemoryType, Node, Num, RowId, SeatId,
    SecondDomain, Sight, Truth, Value, ValueExpr,
};
use linstock_syntax::ast::{DeclKind, Expr, ExprKind, MemoryDecl, Name, SightDecl};

/// The word for pieces as the subjects of a memory.
const PIECE: &str = "piece";

/// The subjects of a memory.
#[derive(Default)]
struct Subjects {
    /// Each piece.
    of_piece: bool,
    /// These members of a finite domain.
    per: Option<(FiniteDomain, MemberBits)>,
    /// These members of a second domain: there is a value for each pair.
    second: Option<(FiniteDomain, MemberBits)>,
}

impl<'a> Resolver<'a> {
    /// Resolves the memories.
    pub(crate) fn memories(&mut self) -> Checked<Vec<Memory>> {
        let mut memories = Vec::new();
        let mut complete = Ok(());
        for decl in self.decls() {
            let DeclKind::Remember(list) = &decl.kind else {
                continue;
            };
            for memory in list {
                match self.memory(memory) {
                    Ok(resolved) => memories.push(resolved),
                    Err(reported) => {
                        self.names.broken.push(memory.name.text.clone());
                        complete = Err(reported);
                    }
                }
            }
        }
        complete.map(|()| memories)
    }

    fn memory(&mut self, decl: &'a MemoryDecl) -> Checked<Memory> {
        let Subjects {
            of_piece,
            per,
            second,
        } = self.subjects(decl)?;
        let declared = match &decl.ty {
            Some(ty) => Some(self.declared_type(ty)?),
            None => None,
        };
        let (value, ty) = self.start_of_memory(&decl.start, declared)?;
        let Some(start) = self.fixed_value(&value) else {
            return Err(self.error(not_known_before(decl.start.span)));
        };
        let (per, among) = per.unzip();
        let second = second.map(|(finite_domain, among)| SecondDomain {
            finite_domain,
            among,
            members: self.members(finite_domain),
        });
        let finite_domains = [per, second.as_ref().map(|second| second.finite_domain)];
        let check_owner = of_piece || finite_domains.contains(&Some(FiniteDomain::Players));
        let sight = self.memory_sight(decl, check_owner)?;
        let what = MemoryName {
            is_point: false,
            unsure: decl.ty.is_none() && is_none(&value),
            per,
            second: finite_domains[1],
            of_piece,
            ty,
            sight,
            counted: !decl.uncounted,
        };
        self.declare(
            Noun::Memory,
            &decl.name,
            &decl.tags,
            (|n: &mut Names<'a>| &mut n.memories, what),
        );
        let named = &self.names.memories[self.names.memories.len() - 1];
        Ok(Memory {
            name: named.text.clone(),
            per,
            of_piece,
            among: among.unwrap_or_else(|| MemberBits::from_iter([true])),
            second,
            ty,
            start,
            sight: sight.unwrap_or(Sight::Open),
            passing: false,
            uncounted: decl.uncounted,
            live: true,
            tags: named.tags.clone(),
        })
    }

    /// Resolves the subjects of a memory: `of player`, `of piece`, `of player of box`.
    fn subjects(&mut self, decl: &MemoryDecl) -> Checked<Subjects> {
        let mut subjects = Subjects::default();
        let [first, more @ ..] = &decl.of[..] else {
            return Ok(subjects);
        };
        let name = &decl.name.text;
        if let Some(piece) = decl.of.iter().find(|of| of.text == PIECE) {
            self.board_or_report(piece.span)?;
            if more.is_empty() {
                subjects.of_piece = true;
                return Ok(subjects);
            }
            let message = "a value of each piece cannot also be of players or rows";
            let diagnostic = Diagnostic::error("E0247", piece.span, message);
            return Err(self.error(diagnostic.hint(format!(
                "write `{name} of piece`, and declare another value for the others; pairs are of players and rows: `{name} of player of kinds`"
            ))));
        }
        if let Some(third) = more.get(1) {
            let message = "a value is remembered for one thing or for a pair, not for three";
            let diagnostic = Diagnostic::error("E0248", third.span, message).label("a third");
            return Err(self.error(diagnostic.hint(
                "declare a list with a row for each pair: list cell (file, rank) { a-1 1, 1; a-2 1, 2 }",
            )));
        }
        subjects.per = Some(self.remembered_for(first)?);
        if let Some(second) = more.first() {
            subjects.second = Some(self.remembered_for(second)?);
        }
        Ok(subjects)
    }

    /// Returns who sees a memory, if declared.
    fn memory_sight(&mut self, decl: &MemoryDecl, is_owned: bool) -> Checked<Option<Sight>> {
        let Some((span, sight)) = decl.sight else {
            return Ok(None);
        };
        if sight == SightDecl::Owner && !is_owned {
            let name = &decl.name.text;
            return Err(self.error(no_owner(span, name).hint(format!(
                "remember a value for each player or piece: `{name} of player`, `{name} of piece`; or hide it from everybody: `hidden`"
            ))));
        }
        Ok(Some(match sight {
            SightDecl::Open => Sight::Open,
            SightDecl::Hidden => Sight::Hidden,
            SightDecl::Owner => Sight::Owner,
        }))
    }

    /// Resolves an expression of a memory's type.
    pub(crate) fn memory_value(
        &mut self,
        e: &Expr,
        ty: MemoryType,
        scope: &Scope<'_>,
    ) -> Checked<ValueExpr> {
        match ty {
            MemoryType::Num => self.num(e, scope).map(ValueExpr::Num),
            MemoryType::Truth => self.truth(e, scope).map(ValueExpr::Truth),
            MemoryType::Seat => {
                let seat = self.seat(e, scope)?;
                Ok(ValueExpr::Member(FiniteDomain::Players, seat))
            }
            MemoryType::Row(list) => {
                let row = self.item(e, FiniteDomain::Rows(list), scope)?;
                Ok(ValueExpr::Member(FiniteDomain::Rows(list), row))
            }
            MemoryType::Points => self.set(e, scope).map(ValueExpr::Set),
        }
    }

    /// Elaborates the start value of a memory; its type is declared, or that of the start value.
    fn start_of_memory(
        &mut self,
        e: &Expr,
        declared: Option<MemoryType>,
    ) -> Checked<(ValueExpr, MemoryType)> {
        let scope = Scope::default();
        if let Some(ty) = declared {
            let value = self.memory_value(e, ty, &scope);
            return Ok((value?, ty));
        }
        let found = self.infer(e, &scope)?;
        let found = self.as_one_value(found)?;
        Ok(match found.kind.ty() {
            Type::Number => (ValueExpr::Num(self.coerce(found)?), MemoryType::Num),
            Type::Truth => (ValueExpr::Truth(self.coerce(found)?), MemoryType::Truth),
            Type::Seat | Type::Nothing => {
                let seat = self.coerce_member(found, FiniteDomain::Players)?;
                (
                    ValueExpr::Member(FiniteDomain::Players, seat),
                    MemoryType::Seat,
                )
            }
            Type::Row(list) => {
                let finite_domain = FiniteDomain::Rows(list);
                let row = self.coerce_member(found, finite_domain)?;
                (ValueExpr::Member(finite_domain, row), MemoryType::Row(list))
            }
            Type::Set | Type::Kind | Type::Place => {
                (ValueExpr::Set(self.coerce(found)?), MemoryType::Points)
            }
            _ => {
                let wanted = "a number, a yes or no, a player, a row of a list or a set of points";
                return Err(self.type_mismatch(&found, (wanted, None)));
            }
        })
    }

    /// Resolves `of player`, `of card`, `of pirate`, where `pirate` is a fact that names rows: the finite domain, and the subset.
    fn remembered_for(&mut self, of: &Name) -> Checked<(FiniteDomain, MemberBits)> {
        if of.text == "player" {
            return Ok((FiniteDomain::Players, MemberBits::players()));
        }
        let e = Expr {
            tags: Vec::new(),
            span: of.span,
            kind: ExprKind::Word(of.text.clone()),
        };
        let scope = Scope::default();
        if self.find(of, &scope).is_some() {
            let found = self.infer(&e, &scope)?;
            if found.kind.ty().finite_domain().is_some() {
                let (finite_domain, members) = self.members_of(found)?;
                let is = |truth: &Node<Truth>| match truth.kind {
                    Truth::Fixed(is) => Some(is),
                    _ => None,
                };
                let among: Option<MemberBits> = members.kind.0.iter().map(is).collect();
                if let Some(among) = among {
                    return Ok((finite_domain, among));
                }
            }
        }
        if self.find(of, &scope).is_none() && (self.is_excused(None, of) || self.is_near_rows(of)) {
            return Err(self.unknown(of, &scope));
        }
        let rows = match self.find(of, &scope) {
            Some(_) => "",
            None => "; for numbers, declare a list of them: list face { 1; 2; 3; 4; 5; 6 }",
        };
        let message = "expected `player`, `piece` or a list after `of`";
        let diagnostic = Diagnostic::error("E0250", of.span, message);
        let diagnostic = diagnostic.label("no value is remembered for this").hint(format!(
            "write `of player`, `of piece` or `of` and the name of a list, or leave out `of …`{rows}"
        ));
        Err(self.error(diagnostic.report_once_for(&of.text)))
    }

    /// Returns whether a name is similar to that of a list or a fact, which may name rows.
    fn is_near_rows(&self, name: &Name) -> bool {
        let lists = self.names.lists.iter().map(|list| list.text.as_str());
        let facts = self.names.facts.iter().map(|fact| fact.text.as_str());
        similar(&name.text, lists.chain(facts)).is_some()
    }

    /// Resolves the type in `leader = none : card`.
    fn declared_type(&mut self, ty: &Name) -> Checked<MemoryType> {
        if ty.text == "player" {
            return Ok(MemoryType::Seat);
        }
        let declared = |list: &Named<ListName>| list.text == ty.text && !list.what.of_directions;
        let mut found = ListId::find(&self.names.lists, declared);
        if found.is_none() && ty.text == DIRECTIONS {
            self.board_or_report(ty.span)?;
            found = Some(self.directions_list()?);
        }
        if found.is_none() && ty.text == "kind" && !self.names.kinds.is_empty() {
            found = Some(self.kinds_list()?);
        }
        let hint = match ty.text.as_str() {
            _ if found.is_some() => None,
            "point" | "points" | "set" => {
                Some("leave it out and start with no points: `spot = nothing`")
            }
            "number" | "int" => Some(
                "leave it out and start with a number: `turns = 0`; if there is no number yet, with one that is never used: `bid of player = -1`, and test `bid of p is -1`",
            ),
            "truth" | "bool" | "boolean" => Some("leave it out and start with `yes` or `no`"),
            "piece" => Some("to remember the kind of a piece, write `taken = none : kind`"),
            _ => None,
        };
        if let Some(hint) = hint {
            let message = format!("expected `player` or a list after `:`, found `{}`", ty.text);
            let diagnostic = Diagnostic::error("E0251", ty.span, message);
            return Err(self.error(diagnostic.hint(hint)));
        }
        found
            .map(MemoryType::Row)
            .ok_or_else(|| self.no_such(Noun::List, ty))
    }

    fn fixed_value(&self, value: &ValueExpr) -> Option<Value> {
        match value {
            ValueExpr::Num(Node {
                kind: Num::Fixed(n),
                ..
            }) => Some(Value::Num(*n)),
            ValueExpr::Truth(Node {
                kind: Truth::Fixed(t),
                ..
            }) => Some(Value::Truth(*t)),
            ValueExpr::Member(finite_domain, item) => {
                let at = match item.kind {
                    Member::Fixed(at) => Some(at),
                    Member::None => None,
                    _ => return None,
                };
                Some(match finite_domain {
                    FiniteDomain::Rows(list) => Value::Row(*list, at.map(RowId)),
                    FiniteDomain::Players => Value::Seat(at.map(SeatId)),
                })
            }
            ValueExpr::Set(set) => fixed_points(self.names.board.as_ref()?, set).map(Value::Points),
            _ => None,
        }
    }
}

/// Returns whether a value is `none`, which does not determine its type.
fn is_none(value: &ValueExpr) -> bool {
    matches!(value, ValueExpr::Member(_, node) if matches!(node.kind, Member::None))
}

/// Makes the error that a start value depends on the position.
fn not_known_before(start: Span) -> Diagnostic {
    let message = "expected a value that is known before the game begins";
    let diagnostic = Diagnostic::error("E0252", start, message).label("depends on the position");
    diagnostic.hint("start with a number, `yes`, `no`, `none`, a player, `nothing` or named points")
}
