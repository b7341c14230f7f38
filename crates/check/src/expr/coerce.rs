//! The coercions: which type is converted to which expected type.
//!
//! | found | expected | becomes |
//! |---|---|---|
//! | a point | a set of points | the set of that point |
//! | a kind of piece | a set of points | the points where such pieces are |
//! | a player by name | a set of points | the points where his pieces are |
//! | a formation bound to an argument | a set of points | its points |
//! | a player or row | players or rows | a set of one |
//! | a player by name | a player | that player |
//! | `none` | a player or row | nobody |
//! | a kind of piece | a row of the pieces that zones hold | its row |
//! | a number | a row of a list | the row with that number as its name |
//! | a direction by name | a row of the directions | its row |
//! | a direction as a value, or several | directions | those directions |
//!
//! Everything else is a mistake: "expected a number, found a set of points".

use crate::expr::context::Expected;
use crate::expr::typed::Typed;
use crate::expr::types::Type;
use crate::expr::vocabulary;
use crate::expr::ways::Ways;
use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_model::{
    FiniteDomain, KindId, Member, MemberSet, Node, Num, Owner, Place, Point, PointSet, Set, Truth,
    ZoneRef,
};
use linstock_syntax::ast::Expr;

/// The result of a coercion: the converted value, or the original one.
pub(crate) type Coerced<T> = Result<Node<T>, Node<Typed>>;

/// A type that a context may expect of an expression.
pub(crate) trait ExpectedType: Sized {
    /// The type in the words of the language, with its article.
    const WORDS: &'static str;

    /// The expectation for the parts of an expression of this type.
    const EXPECTED: Expected = Expected::Any;

    /// Returns whether a value of type `ty` can be converted to this type.
    fn accepts(ty: Type) -> bool;

    /// Returns advice about an expression of another type.
    fn hint(_found: Type) -> Option<&'static str> {
        None
    }

    /// Converts a value to this type.
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
            Type::Set => Some(
                "to count them, say `count …`; `or` joins points, and `except` takes points away",
            ),
            Type::Kind | Type::Seats | Type::Rows(_) => Some("to count them, say `count …`"),
            Type::Zone => Some("to count what it holds, say `size of …` or `copies of … in …`"),
            _ => None,
        }
    }

    fn coerced(_: &Resolver<'_>, node: Node<Typed>) -> Coerced<Self> {
        node.try_map(|typed| match typed {
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
        node.try_map(|typed| match typed {
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
        node.try_map(|typed| {
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
        node.try_map(|typed| match typed {
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
        node.try_map(|typed| match typed {
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
        node.try_map(|typed| match typed {
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
        r.as_directions(node).try_map(|typed| match typed {
            Typed::Directions(ways) => Ok(ways),
            other => Err(other),
        })
    }
}

/// The caller checks the finite domain first: see [`Resolver::members_of`].
impl ExpectedType for MemberSet {
    const WORDS: &'static str = "players or rows of a list";
    const EXPECTED: Expected = Expected::Members;

    fn accepts(ty: Type) -> bool {
        ty.finite_domain().is_some()
    }

    fn hint(found: Type) -> Option<&'static str> {
        hint_of_members(found)
    }

    fn coerced(r: &Resolver<'_>, mut node: Node<Typed>) -> Coerced<Self> {
        let finite_domain = match &node.kind {
            Typed::Member(finite_domain, _) => *finite_domain,
            Typed::Player(_) => FiniteDomain::Players,
            _ => {
                return node.try_map(|typed| match typed {
                    Typed::Members(_, set) => Ok(set),
                    other => Err(other),
                });
            }
        };
        r.tag_player(&mut node);
        let span = node.span;
        node.try_map(|typed| match typed {
            Typed::Member(_, member) => {
                Ok(Self(r.single(finite_domain, &Node::plain(span, member))))
            }
            Typed::Player(seat) => {
                let member = Node::plain(span, Member::Fixed(seat.0));
                Ok(Self(r.single(finite_domain, &member)))
            }
            other => Err(other),
        })
    }
}

pub(super) fn hint_of_members(found: Type) -> Option<&'static str> {
    match found {
        Type::Number => Some("write the name of a player, or `me`"),
        Type::Seats | Type::Rows(_) => Some(
            "to name one of several, write `sole best p in … by …`; to do something for each: for p in others { … }",
        ),
        _ => None,
    }
}

impl<'a> Resolver<'a> {
    /// Converts a value to the expected type, or reports that it cannot.
    pub(crate) fn coerce<T: ExpectedType>(&mut self, node: Node<Typed>) -> Checked<Node<T>> {
        self.coerce_or(node, None)
    }

    /// Converts a value to the expected type, or reports a mismatch with the hint for the `written` word or form.
    pub(crate) fn coerce_or<T: ExpectedType>(
        &mut self,
        node: Node<Typed>,
        written: Option<&Expr>,
    ) -> Checked<Node<T>> {
        if let Typed::OfEach(each) = node.kind
            && T::accepts(node.kind.ty())
        {
            return Err(self.whose(each, node.span));
        }
        match T::coerced(self, node) {
            Ok(node) => Ok(node),
            Err(node) => {
                let hint = T::hint(node.kind.ty()).or_else(|| vocabulary::hint(written?));
                Err(self.type_mismatch(&node, (T::WORDS, hint)))
            }
        }
    }

    /// Converts a value to a member of a finite domain, or to none.
    pub(crate) fn coerce_member(
        &mut self,
        mut node: Node<Typed>,
        finite_domain: FiniteDomain,
    ) -> Checked<Node<Member>> {
        self.tag_player(&mut node);
        if self.is_of_directions(finite_domain) {
            node = self.as_one_value(node)?;
        }
        let Node {
            tags,
            span,
            reason,
            kind,
        } = node;
        let kind = match (finite_domain, kind) {
            (finite_domain, Typed::Member(of, member)) if finite_domain == of => member,
            (_, Typed::Nobody) => Member::None,
            (FiniteDomain::Players, Typed::Player(seat)) => Member::Fixed(seat.0),
            (FiniteDomain::Rows(list), Typed::Kind(kind)) if self.pieces_list() == Some(list) => {
                Member::Fixed(kind.0)
            }
            (FiniteDomain::Rows(list), Typed::Number(Num::Fixed(number))) => {
                let (row, more) = self.row_called(span, list, number)?;
                let tags = [tags, more].concat();
                return Ok(Node {
                    tags,
                    span,
                    reason,
                    kind: row,
                });
            }
            (_, Typed::OfEach(each))
                if Typed::OfEach(each).ty() == finite_domain_type(finite_domain) =>
            {
                return Err(self.whose(each, span));
            }
            (finite_domain, kind) => {
                let found = Node {
                    tags,
                    span,
                    reason,
                    kind,
                };
                return Err(self.no_member(&found, finite_domain));
            }
        };
        Ok(Node {
            tags,
            span,
            reason,
            kind,
        })
    }

    /// Elaborates a member of a finite domain, or none.
    pub(crate) fn member(
        &mut self,
        e: &Expr,
        finite_domain: FiniteDomain,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        if let Some((value, caller)) = self.handed_on(e, scope) {
            self.note_needed(value.span, e.span);
            let node = self.in_caller_scope(caller, |r| r.member(value, finite_domain, caller))?;
            return Ok(self.node(e, node.tags, node.kind));
        }
        let node = self.elaborate(e, Expected::Member(finite_domain), scope)?;
        self.coerce_member(node, finite_domain)
    }

    /// Converts a value to a set of members, with their finite domain.
    pub(crate) fn members_of(
        &mut self,
        node: Node<Typed>,
    ) -> Checked<(FiniteDomain, Node<MemberSet>)> {
        let mut node = self.as_values(node)?;
        if let Typed::Kind(kind) = node.kind {
            let finite_domain = FiniteDomain::Rows(self.kinds_list()?);
            node.kind = Typed::Member(finite_domain, Member::Fixed(kind.0));
        }
        match node.kind.ty().finite_domain() {
            Some(finite_domain) => Ok((finite_domain, self.coerce(node)?)),
            None if node.kind.ty() == Type::Zone => self.rows_in(node),
            None if matches!(node.kind, Typed::ZonePartArg(..)) => self.rows_in(node),
            None => Err(self.type_mismatch(&node, (MemberSet::WORDS, None))),
        }
    }

    /// Adds the clauses of a player's name where it means the player; they do not belong to his pieces.
    fn tag_player(&self, node: &mut Node<Typed>) {
        if let Typed::Player(seat) = node.kind {
            let named = &self.names.players[seat.index()];
            node.tags.extend_from_slice(&named.tags);
        }
    }
}

fn finite_domain_type(finite_domain: FiniteDomain) -> Type {
    match finite_domain {
        FiniteDomain::Players => Type::Seat,
        FiniteDomain::Rows(list) => Type::Row(list),
    }
}
