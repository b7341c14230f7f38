//! What one type is made of where another is expected: the whole table.
//!
//! | found | expected | becomes |
//! |---|---|---|
//! | a point | a set of points | the set of that point |
//! | a kind of piece | a set of points | where such pieces stand |
//! | a player who is named | a set of points | where his pieces stand |
//! | a formation that an argument is bound to | a set of points | its points |
//! | a player or row | players or rows | him or it alone |
//! | a player who is named | a player | he |
//! | `none` | a player or row | nobody |
//! | a kind of piece | a row of the pieces that zones hold | its row |
//! | a number | a row of a list | the row that is called by that number |
//! | a direction that is named | a row of the directions | its row |
//! | a direction as a value, or several | directions | those directions |
//!
//! Everything else is a mistake: "expected a number, found a set of points".

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::expr::elaborate::Expected;
use crate::check::expr::typed::{OfEach, Typed};
use crate::check::expr::types::Type;
use crate::check::expr::ways::Ways;
use crate::check::names::Scope;
use crate::check::report::advice::advice;
use crate::check::report::reported::{Checked, Reported};
use crate::model::{
    Family, FormationRef, KindId, Member, MemberSet, Node, Num, Owner, Place, Point, PointSet, Set,
    Truth, ZoneRef,
};
use crate::syntax::ast::{Expr, ExprKind, LogicOp};

/// What comes of a coercion: the value, or what was found, untouched.
pub(crate) type Coerced<T> = Result<Node<T>, Node<Typed>>;

/// A type that is expected of expressions.
pub(crate) trait ExpectedType: Sized {
    /// The type in the words of the language, with its article.
    const WORDS: &'static str;

    /// What it hands down to the parts of an expression.
    const EXPECTED: Expected = Expected::Any;

    /// Tells whether what is of a type is of this one, whoever's it is.
    fn accepts(ty: Type) -> bool;

    /// What to do about an expression of another type.
    fn hint(_found: Type) -> Option<&'static str> {
        None
    }

    /// Makes a value of this type.
    fn coerced(r: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self>;
}

impl ExpectedType for Num {
    const WORDS: &'static str = "a number";
    const EXPECTED: Expected = Expected::Number;

    fn accepts(ty: Type) -> bool {
        ty == Type::Number
    }

    fn hint(found: Type) -> Option<&'static str> {
        match found {
            Type::Set | Type::Kind | Type::Seats | Type::Rows(_) => {
                Some("to count them, say `count …`")
            }
            Type::Zone => Some("to count what lies there, say `size of …` or `copies of … in …`"),
            _ => None,
        }
    }

    fn coerced(_: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        node.refined(|typed| match typed {
            Typed::Number(num) => Ok(num),
            other => Err(other),
        })
    }
}

impl ExpectedType for Truth {
    const WORDS: &'static str = "a yes or no";
    const EXPECTED: Expected = Expected::Truth;

    fn accepts(ty: Type) -> bool {
        ty == Type::Truth
    }

    fn hint(found: Type) -> Option<&'static str> {
        let several = matches!(
            found,
            Type::Set | Type::Kind | Type::Place | Type::Zone | Type::Rows(_) | Type::Seats
        );
        several
            .then_some("to ask whether there is one, say `some …` or `no …`; of a point: `… is …`")
    }

    fn coerced(_: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        node.refined(|typed| match typed {
            Typed::Truth(truth) => Ok(truth),
            other => Err(other),
        })
    }
}

impl ExpectedType for Set {
    const WORDS: &'static str = "a set of points";
    const EXPECTED: Expected = Expected::Set;

    fn accepts(ty: Type) -> bool {
        ty.is_of_points()
    }

    fn coerced(r: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        let span = node.span;
        node.refined(|typed| {
            Ok(match typed {
                Typed::Set(set) => set,
                Typed::Place(place) => Self::At(place),
                Typed::Formation(formation) => Self::Line(formation),
                Typed::Kind(kind) => Self::Pieces(vec![kind], Owner::Any),
                Typed::Player(seat) => {
                    let seat = Node::plain(span, Member::Fixed(seat.0));
                    Self::Pieces(r.all_kinds(), Owner::Of(Box::new(seat)))
                }
                other => return Err(other),
            })
        })
    }
}

impl ExpectedType for Place {
    const WORDS: &'static str = "a point";

    fn accepts(ty: Type) -> bool {
        ty == Type::Place
    }

    fn coerced(_: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        node.refined(|typed| match typed {
            Typed::Place(place) => Ok(place),
            Typed::Set(Set::Fixed(points)) => match only(&points) {
                Some(point) => Ok(Self::Fixed(point)),
                None => Err(Typed::Set(Set::Fixed(points))),
            },
            other => Err(other),
        })
    }
}

/// Returns the point of a set that holds one.
fn only(points: &PointSet) -> Option<Point> {
    let mut all = points.ones();
    let first = all.next().and_then(Point::nth);
    first.filter(|_| all.next().is_none())
}

impl ExpectedType for ZoneRef {
    const WORDS: &'static str = "a zone";

    fn accepts(ty: Type) -> bool {
        ty == Type::Zone
    }

    fn coerced(_: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        node.refined(|typed| match typed {
            Typed::Zone(zone) => Ok(zone),
            other => Err(other),
        })
    }
}

impl ExpectedType for KindId {
    const WORDS: &'static str = "a piece";

    fn accepts(ty: Type) -> bool {
        ty == Type::Kind
    }

    fn coerced(_: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        node.refined(|typed| match typed {
            Typed::Kind(kind) => Ok(kind),
            other => Err(other),
        })
    }
}

impl ExpectedType for Ways {
    const WORDS: &'static str = "directions";
    const EXPECTED: Expected = Expected::Directions;

    fn accepts(ty: Type) -> bool {
        ty == Type::Directions
    }

    fn coerced(r: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        r.as_directions(node).refined(|typed| match typed {
            Typed::Directions(ways) => Ok(ways),
            other => Err(other),
        })
    }
}

/// Of which family they are, is to be asked before: see [`Resolver::members_of`].
impl ExpectedType for MemberSet {
    const WORDS: &'static str = "players or rows of a list";
    const EXPECTED: Expected = Expected::Members;

    fn accepts(ty: Type) -> bool {
        ty.family().is_some()
    }

    fn hint(found: Type) -> Option<&'static str> {
        hint_of_members(found)
    }

    fn coerced(r: &Resolver<'_>, mut node: Node<Typed>) -> Coerced<Self> {
        let family = match &node.kind {
            Typed::Member(family, _) => *family,
            Typed::Player(_) => Family::Players,
            _ => {
                return node.refined(|typed| match typed {
                    Typed::Members(_, set) => Ok(set),
                    other => Err(other),
                });
            }
        };
        r.tag_player(&mut node);
        let span = node.span;
        node.refined(|typed| match typed {
            Typed::Member(_, member) => Ok(Self(r.single(family, &Node::plain(span, member)))),
            Typed::Player(seat) => {
                let member = Node::plain(span, Member::Fixed(seat.0));
                Ok(Self(r.single(family, &member)))
            }
            other => Err(other),
        })
    }
}

fn hint_of_members(found: Type) -> Option<&'static str> {
    match found {
        Type::Number => Some("players are called by their names, or `me`"),
        Type::Seats | Type::Rows(_) => Some("of several, name one: `sole best p in … by …`"),
        _ => None,
    }
}

impl Node<Typed> {
    /// Makes a node of a part of what it is, or gives it back.
    fn refined<T>(self, part: impl FnOnce(Typed) -> Result<T, Typed>) -> Coerced<T> {
        let Self {
            tags,
            span,
            reason,
            kind,
        } = self;
        match part(kind) {
            Ok(kind) => Ok(Node {
                tags,
                span,
                reason,
                kind,
            }),
            Err(kind) => Err(Self {
                tags,
                span,
                reason,
                kind,
            }),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Makes what is expected of what was found, or reports that it cannot be.
    pub(crate) fn coerce<T: ExpectedType>(&mut self, node: Node<Typed>) -> Checked<Node<T>> {
        self.coerce_or(node, None)
    }

    /// Makes what is expected of what was found, or reports what to do with the word or form that stands there.
    pub(crate) fn coerce_or<T: ExpectedType>(
        &mut self,
        node: Node<Typed>,
        hint: Option<&str>,
    ) -> Checked<Node<T>> {
        if let Typed::OfEach(each) = node.kind
            && T::accepts(node.kind.ty())
        {
            return Err(self.whose(each, node.span));
        }
        match T::coerced(self, node) {
            Ok(node) => Ok(node),
            Err(node) => {
                let hint = T::hint(node.kind.ty()).or(hint);
                Err(self.type_mismatch(&node, (T::WORDS, hint)))
            }
        }
    }

    /// Makes a member of a family, or none.
    pub(crate) fn coerce_member(
        &mut self,
        mut node: Node<Typed>,
        family: Family,
    ) -> Checked<Node<Member>> {
        self.tag_player(&mut node);
        if self.is_of_directions(family) {
            node = self.as_one_value(node)?;
        }
        let Node {
            tags,
            span,
            reason,
            kind,
        } = node;
        let kind = match (family, kind) {
            (family, Typed::Member(of, member)) if family == of => member,
            (_, Typed::Nobody) => Member::None,
            (Family::Players, Typed::Player(seat)) => Member::Fixed(seat.0),
            (Family::Rows(list), Typed::Kind(kind)) if self.pieces_list() == Some(list) => {
                Member::Fixed(kind.0)
            }
            (Family::Rows(list), Typed::Number(Num::Fixed(number))) => {
                let (row, more) = self.row_called(span, list, number)?;
                let tags = [tags, more].concat();
                return Ok(Node {
                    tags,
                    span,
                    reason,
                    kind: row,
                });
            }
            (_, Typed::OfEach(each)) if Typed::OfEach(each).ty() == family_type(family) => {
                return Err(self.whose(each, span));
            }
            (family, kind) => {
                let found = Node {
                    tags,
                    span,
                    reason,
                    kind,
                };
                return Err(self.no_member(&found, family));
            }
        };
        Ok(Node {
            tags,
            span,
            reason,
            kind,
        })
    }

    /// Elaborates a member of a family, or none.
    pub(crate) fn member(
        &mut self,
        e: &Expr,
        family: Family,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        if let Some((value, caller)) = self.handed_on(e, scope) {
            self.is_needed(value.span, e.span);
            let node = self.in_caller_scope(caller, |r| r.member(value, family, caller))?;
            return Ok(self.node(e, node.tags, node.kind));
        }
        let node = self.elaborate(e, Expected::Member(family), scope)?;
        self.coerce_member(node, family)
    }

    /// Makes a set of members of what was found, with their family.
    pub(crate) fn members_of(&mut self, node: Node<Typed>) -> Checked<(Family, Node<MemberSet>)> {
        let mut node = self.as_values(node)?;
        if let Typed::Kind(kind) = node.kind {
            let family = Family::Rows(self.kinds_list()?);
            node.kind = Typed::Member(family, Member::Fixed(kind.0));
        }
        match node.kind.ty().family() {
            Some(family) => Ok((family, self.coerce(node)?)),
            None if node.kind.ty() == Type::Zone => self.rows_in(node),
            None => Err(self.type_mismatch(&node, (MemberSet::WORDS, None))),
        }
    }

    /// A player who stands for himself has the clauses of his name; his pieces have not.
    fn tag_player(&self, node: &mut Node<Typed>) {
        if let Typed::Player(seat) = node.kind {
            let named = &self.names.players[seat.index()];
            node.tags.extend_from_slice(&named.tags);
        }
    }

    /// Reports that something is no member of a family.
    fn no_member(&mut self, node: &Node<Typed>, family: Family) -> Reported {
        let found = node.kind.ty();
        match (family, found) {
            (Family::Rows(list), Type::Row(of)) => {
                let (list, of) = (self.list_name(list), self.list_name(of));
                let message = format!("expected a row of `{list}`, found one of `{of}`");
                let hint = format!("name a row of the list `{list}`");
                self.error(Diagnostic::error(node.span, message).hint(hint))
            }
            (Family::Rows(list), _) => {
                let wanted = format!("a row of the list `{}`", self.list_name(list));
                self.type_mismatch(node, (&wanted, None))
            }
            (Family::Players, Type::Word) if self.is_broken_kind("players") => {
                self.excused(node.span)
            }
            (Family::Players, Type::Row(_) | Type::Rows(_) | Type::Kind) => {
                self.type_mismatch(node, ("a player", None))
            }
            (Family::Players, _) => self.type_mismatch(node, ("a player", hint_of_members(found))),
        }
    }

    /// Reports that an expression has another type than is expected, and what to do about it.
    pub(crate) fn type_mismatch(
        &mut self,
        node: &Node<Typed>,
        (expected, hint): (&str, Option<&str>),
    ) -> Reported {
        let found = node.kind.ty();
        let words = self.type_words(found);
        let hint = hint.or_else(|| match (advice_for(words), found) {
            (Some(direction), _) => advice(expected, direction),
            (None, found) => advice(expected, found),
        });
        if let Some(fact) = self.fact_uses.get(&node.span).cloned() {
            let message = format!("expected {expected}, and the fact `{fact}` is {}", words);
            let diagnostic = Diagnostic::error(node.span, message)
                .label(what_it_is(words))
                .maybe_hint(hint.map(str::to_owned));
            return self.error(diagnostic.wherever(&fact));
        }
        let message = format!("expected {expected}, found {}", words);
        let mut diagnostic = Diagnostic::error(node.span, message)
            .label(what_it_is(words))
            .maybe_hint(hint.map(str::to_owned));
        if let Some(place) = self.needed.get(&node.span) {
            diagnostic = diagnostic.related(*place, format!("here it must be {expected}"));
        }
        self.error(diagnostic)
    }

    /// Returns the type of an expression in the words of the language, with its article.
    pub(crate) fn type_words(&self, ty: Type) -> &'static str {
        let directions = ty.family().is_some_and(|f| self.is_of_directions(f));
        let kinds =
            matches!(ty, Type::Row(list) | Type::Rows(list) if Some(list) == self.pieces_list());
        match ty {
            Type::Row(_) if kinds => "a kind of piece",
            Type::Rows(_) if kinds => "kinds of piece",
            Type::Row(_) if directions => "a direction",
            Type::Rows(_) if directions => "directions",
            _ => ty.words(),
        }
    }

    /// Reports something of which there is one each, where it is not said whose it is.
    pub(crate) fn whose(&mut self, each: OfEach, span: Span) -> Reported {
        let (message, hint) = match each {
            OfEach::Zone(zone) => {
                let text = &self.names.zones[zone.index()].text;
                (
                    format!("each player has a `{text}`"),
                    format!("say whose: `{text} of me`"),
                )
            }
            OfEach::Region(at) => {
                let text = &self.names.regions[at].text;
                (
                    format!("`{text}` is a region of each player"),
                    format!("say whose: `{text} of me`"),
                )
            }
            OfEach::Memory(memory, _) => return self.of_which_member(memory, span),
        };
        self.error(Diagnostic::error(span, message).hint(hint))
    }
}

/// The type for which there is advice about a direction that is a value.
fn advice_for(words: &str) -> Option<Type> {
    ["a direction", "directions"]
        .contains(&words)
        .then_some(Type::Directions)
}

fn family_type(family: Family) -> Type {
    match family {
        Family::Players => Type::Seat,
        Family::Rows(list) => Type::Row(list),
    }
}

/// What other parts of the checker ask for.
impl<'a> Resolver<'a> {
    /// Elaborates a number.
    pub(crate) fn num(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Num>> {
        self.check_as(e, scope)
    }

    /// Elaborates a yes or no; what the options decide is folded.
    pub(crate) fn truth(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Truth>> {
        self.check_as(e, scope)
    }

    /// Elaborates a set of points.
    pub(crate) fn set(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Set>> {
        self.check_as(e, scope)
    }

    /// Elaborates a single point.
    pub(crate) fn place(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Place>> {
        self.check_as(e, scope)
    }

    /// Elaborates a player, or none.
    pub(crate) fn seat(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Member>> {
        self.member(e, Family::Players, scope)
    }

    /// Elaborates a member of a family, or none.
    pub(crate) fn item(
        &mut self,
        e: &Expr,
        family: Family,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        self.member(e, family, scope)
    }

    /// Elaborates a set of players.
    pub(crate) fn seats(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<MemberSet>> {
        let expected = match &e.kind {
            ExprKind::Braces(_)
            | ExprKind::Logic {
                op: LogicOp::Or, ..
            } => Expected::Members,
            _ => Expected::Any,
        };
        if let ExprKind::Logic {
            op: LogicOp::And,
            left,
            ..
        } = &e.kind
        {
            let left = self.quietly(|r| r.infer(left, scope));
            if left.is_some_and(|left| {
                matches!(
                    left.kind,
                    Typed::Player(_) | Typed::Member(Family::Players, _)
                )
            }) {
                let diagnostic = Diagnostic::error(e.span, "nobody is two players at once");
                let hint = "several players stand in braces: `{white, black}`; after `seen by` they stand with commas between them";
                return Err(self.error(diagnostic.hint(hint)));
            }
        }
        let node = self.elaborate(e, expected, scope)?;
        self.players_of(node)
    }

    /// Elaborates a formation that an argument is bound to.
    pub(crate) fn formation(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<FormationRef> {
        let node = self.infer(e, scope)?;
        if let Typed::Formation(formation) = node.kind {
            return Ok(formation);
        }
        let message = "expected an argument that is bound to a line";
        let diagnostic = Diagnostic::error(e.span, message).hint("as `c` in: c in three");
        Err(self.error(diagnostic))
    }

    /// Makes a set of players of what was found.
    pub(crate) fn players_of(&mut self, node: Node<Typed>) -> Checked<Node<MemberSet>> {
        match node.kind.ty() {
            Type::Row(_) | Type::Rows(_) => Err(self.type_mismatch(&node, ("players", None))),
            Type::Seats => self.coerce(node),
            _ => {
                let seat = self.coerce_member(node, Family::Players)?;
                let members = self.single(Family::Players, &seat);
                Ok(Node {
                    tags: seat.tags,
                    span: seat.span,
                    reason: seat.reason,
                    kind: MemberSet(members),
                })
            }
        }
    }
}

/// Says what something is: `this is a zone`, `these are rows of a list`.
fn what_it_is(words: &str) -> String {
    let several = ["players", "rows of a list", "directions"].contains(&words);
    format!("{} {words}", if several { "these are" } else { "this is" })
}
