//! Remembered values: how they are declared, and mentions of them.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::decl::board::fixed_points;
use crate::check::expr::directions::DIRECTIONS;
use crate::check::expr::types::Type;
use crate::check::expr::vocabulary;
use crate::check::names::nouns::Noun;
use crate::check::names::{ListName, Meaning, MemoryName, Named, Names, Scope};
use crate::check::report::reported::{Checked, Reported};
use crate::model::{
    Family, ListId, Member, MemberBits, MemberPair, Memory, MemoryId, MemoryRef, MemoryType, Node,
    Num, Place, RowId, SeatId, SecondFamily, Sight, TagId, Truth, Value, ValueExpr,
};
use crate::syntax::ast::{DeclKind, Expr, ExprKind, MemoryDecl, Name, SightDecl};

/// The word for pieces, as what values are remembered of.
const PIECE: &str = "piece";

/// Of whom or what a value is remembered.
#[derive(Default)]
struct Subjects {
    /// Of each piece.
    of_piece: bool,
    /// Of these members of a family.
    per: Option<(Family, MemberBits)>,
    /// Of each pair that they make with these.
    second: Option<(Family, MemberBits)>,
}

impl<'a> Resolver<'a> {
    /// Resolves the remembered values.
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
            let message = "expected a value that is known before the game begins";
            let diagnostic =
                Diagnostic::error(decl.start.span, message).label("depends on the position");
            return Err(self.error(diagnostic.hint(
                "begin with a number, `yes`, `no`, `none`, a player, `nothing` or named points",
            )));
        };
        let (per, among) = per.unzip();
        let second = second.map(|(family, among)| SecondFamily {
            family,
            among,
            members: self.members(family),
        });
        let families = [per, second.as_ref().map(|second| second.family)];
        let has_owner = of_piece || families.contains(&Some(Family::Players));
        let sight = self.memory_sight(decl, has_owner)?;
        let what = MemoryName {
            per,
            second: families[1],
            of_piece,
            ty,
            sight,
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

    /// Resolves of whom or what a value is remembered: `of player`, `of piece`, `of player of box`.
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
            let message = "what is remembered of pieces is remembered of them alone";
            let diagnostic = Diagnostic::error(piece.span, message);
            return Err(self.error(diagnostic.hint(format!(
                "write `{name} of piece`, and one such value for each of the others; pairs are of players and rows: `{name} of player of kinds`"
            ))));
        }
        if let Some(third) = more.get(1) {
            let message = "a value is remembered of two at most: of each pair of them";
            let diagnostic = Diagnostic::error(third.span, message).label("a third");
            return Err(self.error(diagnostic.hint(
                "let the rows of one list stand for two of them, a row for each pair: list cell (file, rank) { a-1 1, 1; a-2 1, 2 }",
            )));
        }
        subjects.per = Some(self.remembered_for(first)?);
        if let Some(second) = more.first() {
            subjects.second = Some(self.remembered_for(second)?);
        }
        Ok(subjects)
    }

    /// Returns who sees a remembered value, if that is said.
    fn memory_sight(&mut self, decl: &MemoryDecl, is_owned: bool) -> Checked<Option<Sight>> {
        let Some((span, sight)) = decl.sight else {
            return Ok(None);
        };
        if sight == SightDecl::Owner && !is_owned {
            let name = &decl.name.text;
            let diagnostic = Diagnostic::error(span, format!("`{name}` has no owner"));
            return Err(self.error(diagnostic.hint(format!(
                "remember one for each player or piece: `{name} of player`, `{name} of piece`; or let nobody see it: `hidden`"
            ))));
        }
        Ok(Some(match sight {
            SightDecl::Open => Sight::Open,
            SightDecl::Hidden => Sight::Hidden,
            SightDecl::Owner => Sight::Owner,
        }))
    }

    /// Resolves whose value is meant: a player, or a row of the list for which it is remembered.
    pub(crate) fn remembered_member(
        &mut self,
        name: &Name,
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        match self.meaning(name, &Scope::default())? {
            Meaning::Memory(id) => {
                let MemoryName {
                    per,
                    second,
                    of_piece,
                    ..
                } = self.names.memories[id.index()].what;
                if let Some(families) = per.zip(second) {
                    return self.remembered_pair((id, families), of, scope);
                }
                if !of_piece {
                    return self.member(of, per.unwrap_or(Family::Players), scope);
                }
                let found = self.infer(of, scope)?;
                if let Type::Set | Type::Kind | Type::Formation = found.kind.ty() {
                    let set = self.coerce(found)?;
                    return Ok(self.node(of, Vec::new(), Member::Over(Box::new(set))));
                }
                let place: Node<Place> = self.coerce(found)?;
                Ok(self.node(of, place.tags, Member::At(place.kind)))
            }
            Meaning::Broken => Err(self.excused(name.span)),
            _ => Err(self.not_remembered(name)),
        }
    }

    /// Resolves of which pair a value is meant: `me of ones` behind `sheet of`.
    fn remembered_pair(
        &mut self,
        (memory, families): (MemoryId, (Family, Family)),
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        let ExprKind::Of {
            head: first,
            of: second,
        } = &of.kind
        else {
            return Err(self.of_which_member(memory, of.span));
        };
        let first = self.member(first, families.0, scope);
        let second = self.member(second, families.1, scope);
        let (first, second) = (first?, second?);
        let tags = [&first.tags[..], &second.tags[..]].concat();
        let pair = MemberPair {
            first,
            second,
            families,
            members: self.members(families.1),
        };
        Ok(self.node(of, tags, Member::Pair(Box::new(pair))))
    }

    /// Reports a name under which nothing is remembered.
    pub(crate) fn not_remembered(&mut self, name: &Name) -> Reported {
        if vocabulary::is_word_of_language(&name.text) {
            let message = format!(
                "`{}` is a word of the language: nothing changes what it means",
                name.text
            );
            let diagnostic = Diagnostic::error(name.span, message);
            let hint = "declare a value of your own: remember { starter = none : player }";
            return self.error(diagnostic.hint(hint));
        }
        let message = format!("`{}` is not remembered", name.text);
        let diagnostic = Diagnostic::error(name.span, message);
        if self.names.noun_of(&name.text) == Some(Noun::Zone) {
            let hint = "what lies in a zone goes to another one: 3 coin: purse of me -> bank";
            return self.error(diagnostic.label("this is a zone").hint(hint));
        }
        self.error(diagnostic.hint("remembered values are declared in a block: remember { … }"))
    }

    /// Resolves a remembered value; `of` says whose.
    pub(crate) fn memory_ref(
        &mut self,
        name: &Name,
        of: Option<Node<Member>>,
    ) -> Checked<(MemoryRef, Vec<TagId>)> {
        let memory = match self.meaning(name, &Scope::default())? {
            Meaning::Memory(memory) => memory,
            Meaning::Broken => return Err(self.excused(name.span)),
            _ => return Err(self.not_remembered(name)),
        };
        let named = &self.names.memories[memory.index()];
        let MemoryName { per, of_piece, .. } = named.what;
        if (per.is_some() || of_piece) == of.is_some() {
            let of = of.map(Box::new);
            return Ok((MemoryRef { memory, of }, named.tags.clone()));
        }
        if of.is_none() {
            return Err(self.of_which_member(memory, name.span));
        }
        let message = format!("`{}` is remembered once, not of each player", name.text);
        let diagnostic = Diagnostic::error(name.span, message);
        Err(self.error(diagnostic.hint("leave out the `of …`")))
    }

    /// Reports what is remembered of each player, row or piece, where it is not said of which.
    pub(crate) fn of_which_member(&mut self, memory: MemoryId, span: Span) -> Reported {
        let named = &self.names.memories[memory.index()];
        let text = &named.text;
        let (each, hint) = match (named.what.per, named.what.second) {
            (None, _) => {
                let hint = format!("say of which, by where it stands: `{text} of here`");
                ("piece".to_owned(), hint)
            }
            (Some(first), Some(second)) => {
                let ((each, one), (other, another)) =
                    (self.example_of(first), self.example_of(second));
                let hint = format!(
                    "name both: `{text} of {one} of {another}`; if the first is more than a name, put it in brackets"
                );
                (format!("{each} and each {other}"), hint)
            }
            (Some(family), None) => {
                let (each, one) = self.example_of(family);
                let which = match family {
                    Family::Players => "say whose",
                    Family::Rows(_) => "say of which",
                };
                (each, format!("{which}: `{text} of {one}`"))
            }
        };
        let message = format!("`{text}` is remembered of each {each}");
        self.error(Diagnostic::error(span, message).hint(hint))
    }

    /// Returns what a member of a family is called, and how one is named.
    fn example_of(&self, family: Family) -> (String, &str) {
        match family {
            Family::Players => ("player".to_owned(), "me"),
            Family::Rows(list) => {
                let list = &self.names.lists[list.index()];
                let row = list.what.rows.first().map_or("", |r| r.name.as_str());
                (format!("row of `{}`", list.text), row)
            }
        }
    }

    /// Resolves an expression of a remembered value's type.
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
                Ok(ValueExpr::Member(Family::Players, seat))
            }
            MemoryType::Row(list) => {
                let row = self.item(e, Family::Rows(list), scope)?;
                Ok(ValueExpr::Member(Family::Rows(list), row))
            }
            MemoryType::Points => self.set(e, scope).map(ValueExpr::Set),
        }
    }

    /// Elaborates what a remembered value is at the start; its type is declared, or that of what it begins with.
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
                let seat = self.coerce_member(found, Family::Players)?;
                (ValueExpr::Member(Family::Players, seat), MemoryType::Seat)
            }
            Type::Row(list) => {
                let family = Family::Rows(list);
                let row = self.coerce_member(found, family)?;
                (ValueExpr::Member(family, row), MemoryType::Row(list))
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

    /// `of player`, `of card`, `of pirate` where `pirate` is a fact that names some rows: the family, and which of it.
    fn remembered_for(&mut self, of: &Name) -> Checked<(Family, MemberBits)> {
        if of.text == "player" {
            return Ok((Family::Players, MemberBits::players()));
        }
        let e = Expr {
            tags: Vec::new(),
            span: of.span,
            kind: ExprKind::Word(of.text.clone()),
        };
        let scope = Scope::default();
        if self.find(of, &scope).is_some() {
            let found = self.infer(&e, &scope)?;
            if found.kind.ty().family().is_some() {
                let (family, members) = self.members_of(found)?;
                let is = |truth: &Node<Truth>| match truth.kind {
                    Truth::Fixed(is) => Some(is),
                    _ => None,
                };
                let among: Option<MemberBits> = members.kind.0.iter().map(is).collect();
                if let Some(among) = among {
                    return Ok((family, among));
                }
            }
        }
        let message = "a value is remembered once a game, or `of player`, `of piece`, or of the rows of a list";
        let diagnostic = Diagnostic::error(of.span, message);
        Err(self.error(diagnostic.label("not remembered of this").hint(
            "write `of player`, `of piece` or `of` and the name of a list, or leave the `of …` out",
        )))
    }

    /// `leader = none : card`
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
                Some("leave it out and begin with no point: `spot = nothing`")
            }
            "number" | "int" => Some("leave it out and begin with a number: `turns = 0`"),
            "truth" | "bool" | "boolean" => Some("leave it out and begin with `yes` or `no`"),
            "piece" => Some("what kind of piece it is, is remembered so: `taken = none : kind`"),
            _ => None,
        };
        if let Some(hint) = hint {
            let message = format!(
                "after `:` stands `player` or the name of a list, found `{}`",
                ty.text
            );
            let diagnostic = Diagnostic::error(ty.span, message);
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
            ValueExpr::Member(family, item) => {
                let at = match item.kind {
                    Member::Fixed(at) => Some(at),
                    Member::None => None,
                    _ => return None,
                };
                Some(match family {
                    Family::Rows(list) => Value::Row(*list, at.map(RowId)),
                    Family::Players => Value::Seat(at.map(SeatId)),
                })
            }
            ValueExpr::Set(set) => fixed_points(self.names.board.as_ref()?, set).map(Value::Points),
            _ => None,
        }
    }
}
