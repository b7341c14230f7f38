//! Members of families: players and rows of lists, one of them or several.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::decl::options::OptionValue;
use crate::check::expr::builtins::Builtin;
use crate::check::expr::elaborate::{ExpectedType, Resolved, bare};
use crate::check::expr::truths::{all_of, any_of, negated};
use crate::check::expr::types::{Type, is_word};
use crate::check::names::{ArgType, FieldType, Meaning, Scope, name_at};
use crate::model::{
    Family, Member, MemberSet, MemoryRef, MemoryType, Node, RowId, ScriptType, TagId, Truth,
};
use crate::syntax::ast::{Expr, ExprKind, LogicOp, Name};

impl ExpectedType for Member {
    const WORDS: &'static str = "a player";

    fn holds(ty: MemoryType) -> bool {
        matches!(ty, MemoryType::Seat | MemoryType::Row(_))
    }

    fn never(found: Type) -> bool {
        found.is_of_points() || matches!(found, Type::Truth | Type::Number)
    }

    fn hint(found: Type) -> Option<&'static str> {
        match found {
            Type::Number => Some("players are called by their names, or `me`"),
            Type::Seats | Type::Rows(_) => Some("of several, name one: `sole best p in … by …`"),
            _ => None,
        }
    }

    fn remembered(memory: MemoryRef, _span: Span) -> Self {
        Self::Memory(memory)
    }

    fn either(cond: Node<Truth>, then: Node<Self>, otherwise: Node<Self>) -> Resolved<Self> {
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        bare(Self::If(Box::new(cond), then, otherwise))
    }

    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        (e, _): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        match meaning {
            Meaning::Builtin(Builtin::Me) => bare(Self::Me),
            Meaning::Builtin(Builtin::Nobody) => bare(Self::None),
            Meaning::Builtin(Builtin::Opponent) => bare(r.opponent(e)?),
            Meaning::Player(seat) => {
                let tags = r.names.players[seat.index()].tags.clone();
                Some((Self::Fixed(seat.0), tags))
            }
            Meaning::Row(list, row) => {
                let tags = r.names.lists[list.index()].what.rows[row.index()]
                    .tags
                    .clone();
                Some((Self::Fixed(row.0), tags))
            }
            Meaning::Kind(kind) => {
                // Where a row of a list is wanted: a kind of piece in a zone.
                let tags = r.names.kinds[kind.index()].tags.clone();
                Some((Self::Fixed(kind.0), tags))
            }
            Meaning::Bound(_, item) => bare(item),
            Meaning::Arg(arg, ArgType::Seat | ArgType::Row(_)) => bare(Self::Arg(arg)),
            Meaning::Option(at) => {
                let seat = match r.names.options[at].what {
                    OptionValue::Seat(seat) => Self::Fixed(seat.0),
                    OptionValue::Nothing => Self::None,
                    _ => return r.misread::<Self, _>(e, scope),
                };
                Some((seat, r.names.options[at].tags.clone()))
            }
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Resolved<Self> {
        match &e.kind {
            ExprKind::NextPlayer(of) => bare(Self::Next(Box::new(r.seat(of, scope)?))),
            ExprKind::Of { head, of } if is_word(head, "owner") => {
                bare(Self::Owner(r.place(of, scope)?.kind))
            }
            ExprKind::Of { head, of } => {
                if let Some(row) = r.row_at((head, of), scope) {
                    return row;
                }
                if let Some(name) = Resolver::word_name(head)
                    && let Type::Row(list) = r.type_of(of, scope)
                    && let Some(FieldType::Member(_)) = r.field_meant(&name, list, scope)
                {
                    return r.member_of((&name, of), list, scope);
                }
                r.remembered_of(e, (head, of), scope)
            }
            ExprKind::Script { name, args } => {
                // Its family is known from its type, and was compared with what is wanted.
                let result = match r.type_of(e, scope) {
                    Type::Row(list) => ScriptType::Row(list),
                    _ => ScriptType::Player,
                };
                let (script, values) = r.script_call(name, args, Some(result), scope)?;
                bare(Self::Script(script, values))
            }
            ExprKind::Best {
                sole: true,
                over,
                by,
            } => bare(Self::First(r.best((over, by, true), scope)?)),
            _ => r.misread::<Self, _>(e, scope),
        }
    }
}

impl ExpectedType for MemberSet {
    const WORDS: &'static str = "players or rows of a list";

    fn holds(_ty: MemoryType) -> bool {
        false
    }

    fn never(found: Type) -> bool {
        Member::never(found)
    }

    fn hint(found: Type) -> Option<&'static str> {
        Member::hint(found)
    }

    /// What is remembered is one player or row, never several.
    fn remembered(memory: MemoryRef, span: Span) -> Self {
        let truth = Truth::SameMember(
            Box::new(Node::plain(span, Member::Memory(memory))),
            Box::new(Node::plain(span, Member::None)),
        );
        Self(vec![Node::plain(span, truth)])
    }

    fn either(cond: Node<Truth>, then: Node<Self>, otherwise: Node<Self>) -> Resolved<Self> {
        let pairs = then.kind.0.into_iter().zip(otherwise.kind.0);
        let either = |(then, otherwise)| {
            let (kind, tags) = Truth::either(cond.clone(), then, otherwise)?;
            let span = cond.span;
            Some(Node { tags, span, kind })
        };
        Some((Self(pairs.map(either).collect::<Option<_>>()?), Vec::new()))
    }

    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        (e, _): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        let all = |n: usize| vec![Node::plain(e.span, Truth::Fixed(true)); n];
        match meaning {
            Meaning::Builtin(Builtin::Players) => bare(Self(all(r.names.players.len()))),
            Meaning::Builtin(Builtin::Others) => {
                let me = Node::plain(e.span, Member::Me);
                let others = r.single(Family::Players, &me).into_iter();
                let others = others.map(|is| Node::plain(e.span, negated(is)));
                bare(Self(others.collect()))
            }
            Meaning::List(list) => {
                let tags = r.names.lists[list.index()].tags.clone();
                Some((Self(all(r.members(Family::Rows(list)))), tags))
            }
            _ => r.one(e, scope),
        }
    }

    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Resolved<Self> {
        match &e.kind {
            ExprKind::Range(first, last) => r.rows_between(e, (first, last), scope),
            ExprKind::Braces(parts) => r.any_item(e, parts, scope),
            ExprKind::Logic { op, left, right } => {
                r.one_family(&[left, right], scope)?;
                let (left, right) = (r.items(left, scope)?, r.items(right, scope)?);
                let pairs = left.kind.0.into_iter().zip(right.kind.0);
                let joined = pairs.map(|(a, b)| match op {
                    LogicOp::And => all_of(e.span, [a, b]),
                    LogicOp::Or => any_of(e.span, [a, b]),
                    LogicOp::Except => {
                        let not = Node::plain(b.span, negated(b));
                        all_of(e.span, [a, not])
                    }
                });
                Some((Self(joined.collect()), [left.tags, right.tags].concat()))
            }
            ExprKind::Where { of, cond } => {
                let it = Name {
                    text: "it".to_owned(),
                    span: e.span,
                };
                let members = r.filtered((&it, of, Some(cond)), scope)?;
                bare(Self(members))
            }
            ExprKind::Best {
                sole: false,
                over,
                by,
            } => bare(Self(r.best((over, by, false), scope)?)),
            _ => r.one(e, scope),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Resolves a player, or none.
    pub fn seat(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Member>> {
        self.item(e, Family::Players, scope)
    }

    /// Resolves a member of a family, or none.
    pub fn item(&mut self, e: &Expr, family: Family, scope: &Scope<'_>) -> Option<Node<Member>> {
        if let (Family::Rows(list), ExprKind::Number(n)) = (family, &e.kind) {
            return self.row_called(e, list, *n);
        }
        let ty = self.type_of(e, scope);
        let fits = match (family, ty) {
            (_, Type::Nothing | Type::Broken) => true,
            (Family::Players, ty) => !matches!(ty, Type::Row(_) | Type::Rows(_) | Type::Kind),
            (Family::Rows(list), Type::Row(of)) => list == of,
            (Family::Rows(list), Type::Kind) => self.pieces_list() == Some(list),
            (Family::Rows(_), _) => false,
        };
        if fits {
            return self.read(e, scope);
        }
        if let (Family::Rows(list), Type::Row(of)) = (family, ty) {
            let (list, of) = (self.list_name(list), self.list_name(of));
            let message = format!("expected a row of `{list}`, found one of `{of}`");
            let diagnostic = Diagnostic::error(e.span, message);
            self.report(diagnostic.hint(format!("name a row of the list `{list}`")));
            return None;
        }
        let wanted = match family {
            Family::Players => Member::WORDS.to_owned(),
            Family::Rows(list) => format!("a row of the list `{}`", self.list_name(list)),
        };
        self.mismatch(e, &wanted, scope)
    }

    fn row_called(
        &mut self,
        e: &Expr,
        list: crate::model::ListId,
        number: i64,
    ) -> Option<Node<Member>> {
        let text = number.to_string();
        let rows = &self.names.lists[list.index()].what.rows;
        if let Some(row) = RowId::find(rows, |row| row.name == text) {
            let tags = rows[row.index()].tags.clone();
            return Some(self.node(e, tags, Member::Fixed(row.0)));
        }
        let known: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        let message = format!("`{}` has no row `{text}`", self.list_name(list));
        self.report(
            Diagnostic::error(e.span, message).hint(crate::check::listed(
                "rows",
                known.iter().map(String::as_str),
            )),
        );
        None
    }

    fn list_name(&self, list: crate::model::ListId) -> String {
        self.names.lists[list.index()].text.clone()
    }

    fn opponent(&mut self, e: &Expr) -> Option<Member> {
        if self.names.players.len() == 2 {
            let me = Node::plain(e.span, Member::Me);
            return Some(Member::Next(Box::new(me)));
        }
        if self.is_broken_kind("players") {
            return None;
        }
        let diagnostic = Diagnostic::error(e.span, "`opponent` is clear only where two play")
            .hint("say `others`, or `next player after me`");
        self.report(diagnostic);
        None
    }

    /// Resolves a set of players or rows.
    pub fn items(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<MemberSet>> {
        self.read(e, scope)
    }

    /// Resolves a set of players.
    pub fn seats(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<MemberSet>> {
        match self.type_of(e, scope) {
            Type::Row(_) | Type::Rows(_) => self.mismatch(e, "players", scope),
            Type::Seats => self.items(e, scope),
            _ => {
                let seat = self.seat(e, scope)?;
                let members = self.single(Family::Players, &seat);
                Some(Node {
                    tags: seat.tags,
                    span: seat.span,
                    kind: MemberSet(members),
                })
            }
        }
    }

    /// Returns how many members a family has.
    pub fn members(&self, family: Family) -> usize {
        match family {
            Family::Players => self.names.players.len(),
            Family::Rows(list) => self.names.lists[list.index()].what.rows.len(),
        }
    }

    /// Returns the family of a player or row, or of a set of them.
    pub fn family_of(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Family> {
        match self.type_of(e, scope) {
            Type::Seat | Type::Seats => Some(Family::Players),
            Type::Row(list) | Type::Rows(list) => Some(Family::Rows(list)),
            _ => None,
        }
    }

    /// Sees to it that all players and rows among some expressions are of one family.
    pub fn one_family(&mut self, parts: &[&Expr], scope: &Scope<'_>) -> Option<()> {
        let mut known: Option<Family> = None;
        for part in parts {
            let Some(family) = self.family_of(part, scope) else {
                continue;
            };
            if *known.get_or_insert(family) != family {
                let message = "players and rows of different lists do not go together";
                let diagnostic =
                    Diagnostic::error(part.span, message).label("this is of another sort");
                self.report(diagnostic.hint("name players, or rows of one list"));
                return None;
            }
        }
        Some(())
    }

    /// The set that holds one member; none, if it is nobody.
    fn one(&mut self, e: &Expr, scope: &Scope<'_>) -> Resolved<MemberSet> {
        let Some(family) = self.family_of(e, scope) else {
            return self.misread::<MemberSet, _>(e, scope);
        };
        let item = self.item(e, family, scope)?;
        Some((MemberSet(self.single(family, &item)), item.tags))
    }

    /// Tells of each member of a family whether it is this one.
    pub fn single(&self, family: Family, item: &Node<Member>) -> Vec<Node<Truth>> {
        let members = RowId::all(self.members(family));
        members
            .map(|RowId(at)| {
                let member = Node::plain(item.span, Member::Fixed(at));
                let bare = Node::plain(item.span, item.kind.clone());
                Node::plain(item.span, same_member(bare, member))
            })
            .collect()
    }

    /// `treasure-hunter..captain`
    fn rows_between(
        &mut self,
        e: &Expr,
        (first, last): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<MemberSet> {
        // A number may be a row's name, and is one if the other end is a row.
        let family = [first, last]
            .into_iter()
            .find_map(|e| self.family_of(e, scope));
        let Some(family @ Family::Rows(_)) = family else {
            return self.misread::<MemberSet, _>(e, scope);
        };
        let (first, last) = (
            self.item(first, family, scope)?,
            self.item(last, family, scope)?,
        );
        let (Member::Fixed(from), Member::Fixed(to)) = (&first.kind, &last.kind) else {
            return self.fail(e.span, "a range goes from one row to another");
        };
        if from > to {
            let diagnostic =
                Diagnostic::error(e.span, "this counts backwards, so it means nothing");
            self.report(diagnostic.hint("the row that comes first in the list stands first"));
            return None;
        }
        let within = |at: usize| (usize::from(*from)..=usize::from(*to)).contains(&at);
        let members = 0..self.members(family);
        let members = members.map(|at| Node::plain(e.span, Truth::Fixed(within(at))));
        bare(MemberSet(members.collect()))
    }

    /// `{cannon-thief, destroyer}`
    fn any_item(&mut self, e: &Expr, parts: &[Expr], scope: &Scope<'_>) -> Resolved<MemberSet> {
        self.one_family(&parts.iter().collect::<Vec<_>>(), scope)?;
        let mut all: Option<Node<MemberSet>> = None;
        let mut tags: Vec<TagId> = Vec::new();
        for part in parts {
            let part = self.items(part, scope)?;
            tags.extend(&part.tags);
            all = Some(match all {
                None => part,
                Some(all) => {
                    let pairs = all.kind.0.into_iter().zip(part.kind.0);
                    let either = pairs.map(|(a, b)| any_of(e.span, [a, b]));
                    Node::plain(e.span, MemberSet(either.collect()))
                }
            });
        }
        let Some(all) = all else {
            return self.misread::<MemberSet, _>(e, scope);
        };
        Some((all.kind, tags))
    }

    /// Returns a name's meaning where it stands for a member of a family.
    pub fn bound_scope<'s>(
        &mut self,
        name: &Name,
        (family, item): (Family, Member),
        scope: &Scope<'s>,
    ) -> Scope<'s> {
        let mut inner = scope.clone();
        inner.bound.push((name.text.clone(), family, item));
        inner
    }

    /// Names the thing that an expression is, if it is a single word.
    pub fn word_name(e: &Expr) -> Option<Name> {
        match &e.kind {
            ExprKind::Word(text) => Some(name_at(text, e.span)),
            _ => None,
        }
    }
}

/// Tells whether two are the same, at once if both are known.
pub(crate) fn same_member(a: Node<Member>, b: Node<Member>) -> Truth {
    match (&a.kind, &b.kind) {
        (Member::Fixed(a), Member::Fixed(b)) => Truth::Fixed(a == b),
        (Member::None, Member::Fixed(_)) | (Member::Fixed(_), Member::None) => Truth::Fixed(false),
        _ => Truth::SameMember(Box::new(a), Box::new(b)),
    }
}
