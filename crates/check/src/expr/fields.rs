//! Fields of rows, and rows as places on the board: `rank of k`, `boxes of s`, `side of g`, `area of here`.

use crate::decl::lists::as_number;
use crate::expr::numbers::field_of;
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::expr::types::Type;
use crate::names::{FieldType, Scope};
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{
    FiniteDomain, ListId, Member, MemberSet, Node, Num, Place, PointSet, Set, Truth, Value,
};
use linstock_syntax::ast::{Expr, Name};

impl<'a> Resolver<'a> {
    /// Elaborates a word before `of` that has no meaning by itself: a field of rows, or a part of a fraction.
    pub(crate) fn named_value_of(
        &mut self,
        name: &Name,
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let list = self.list_with(name);
        let is_part = ["numerator", "denominator"].contains(&name.text.as_str());
        let found = self.infer(of, scope);
        let of = match found {
            Ok(of) => of,
            // The field may exist; the mistake in the row is already reported.
            Err(reported) if list.is_some() || is_part => return Err(reported),
            Err(_) => return Err(self.unknown(name, scope)),
        };
        match (of.kind.ty(), &of.kind) {
            (_, Typed::Fraction(numerator, denominator)) if is_part => {
                let number = match name.text.as_str() {
                    "numerator" => *numerator,
                    _ => *denominator,
                };
                Ok((Typed::Number(Num::Fixed(number)), of.tags))
            }
            (Type::Row(list) | Type::Rows(list), _) => self.field_of_rows((name, list), of),
            _ if is_part => Err(self.type_mismatch(&of, ("an option that is a fraction", None))),
            _ => match list {
                Some(list) => {
                    let wanted = format!("a row of the list `{}`", self.list_name(list));
                    let rows = self.list_name(list);
                    let text = &name.text;
                    let hint = (of.kind.ty() == Type::Number).then(|| {
                        format!("rows have it, not numbers: choose the row, as in `k in {rows}`, and write `{text} of k`")
                    });
                    Err(self.type_mismatch(&of, (&wanted, hint.as_deref())))
                }
                None => Err(self.unknown(name, scope)),
            },
        }
    }

    /// Returns the list whose rows have a field of this name.
    pub(crate) fn list_with(&self, name: &Name) -> Option<ListId> {
        ListId::find(&self.names.lists, |list| {
            list.what.fields.contains(&name.text)
        })
    }

    /// Returns the field of one row, or the points of several.
    fn field_of_rows(&mut self, (name, list): (&Name, ListId), of: Node<Typed>) -> Resolved<Typed> {
        let field = self.field(list, name)?;
        let values = self.field_values(list, field);
        match self.names.lists[list.index()].what.types[field] {
            FieldType::Broken => Err(self.excused(name.span)),
            FieldType::Number => {
                let row = self.coerce_member(of, FiniteDomain::Rows(list))?;
                let values = values.iter().map(|value| as_number(value.as_ref()));
                untagged(Typed::Number(field_of(values.collect(), row)))
            }
            FieldType::Points => self.points_of((name, list), values, of),
            FieldType::Member(finite_domain) => {
                let row = self.coerce_member(of, FiniteDomain::Rows(list))?;
                let tags = row.tags.clone();
                let values = values.iter().map(|value| match value {
                    Some(Value::Seat(seat)) => seat.map(|seat| seat.0),
                    Some(Value::Row(_, row)) => row.map(|row| row.0),
                    _ => None,
                });
                let member = member_of(finite_domain, values.collect(), row);
                Ok((Typed::Member(finite_domain, member), tags))
            }
        }
    }

    /// Returns each row's value of a field; `None` for a wrong one.
    fn field_values(&self, list: ListId, field: usize) -> Vec<Option<Value>> {
        let rows = self.names.lists[list.index()].what.rows.iter();
        rows.map(|row| row.values.get(field).cloned()).collect()
    }

    /// Elaborates `boxes of s`, `boxes of (section where …)`: the points of one row, or of several.
    fn points_of(
        &mut self,
        (name, list): (&Name, ListId),
        values: Vec<Option<Value>>,
        of: Node<Typed>,
    ) -> Resolved<Typed> {
        let board = self.board_or_report(name.span);
        let none = board?.none();
        let sets = values.into_iter().map(|value| match value {
            Some(Value::Points(points)) => points,
            _ => none.clone(),
        });
        let sets: Vec<PointSet> = sets.collect();
        if of.kind.ty() == Type::Rows(list) {
            let members: Node<MemberSet> = self.coerce(of)?;
            let set = any_of(sets, members.kind.0, none);
            return Ok((Typed::Set(set), members.tags));
        }
        let row = self.coerce_member(of, FiniteDomain::Rows(list))?;
        let tags = row.tags.clone();
        Ok((Typed::Set(one_of(sets, row, none)), tags))
    }

    /// Elaborates `area of here`: the row of a list whose points contain a point.
    pub(crate) fn row_at(
        &mut self,
        (name, list): (&Name, ListId),
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        // What is wrong with the point comes first: a value that is not known may also be a row, which needs no board.
        let place: Node<Place> = self.check_as(of, scope)?;
        let board = self.board_or_report(name.span)?;
        let mut rows: Vec<Option<u8>> = vec![None; board.points()];
        for (at, row) in (0u8..).zip(&self.names.lists[list.index()].what.rows) {
            let sets = row.values.iter().filter_map(|value| match value {
                Value::Points(points) => Some(points),
                _ => None,
            });
            for point in sets.flat_map(PointSet::ones) {
                rows[point].get_or_insert(at);
            }
        }
        if rows.iter().all(Option::is_none) {
            let message = format!("the rows of `{}` have no points", name.text);
            let diagnostic = Diagnostic::error("E0617", name.span, message);
            return Err(self.error(
                diagnostic.hint("give each row its points: list area (boxes) { meadow a1..c3; … }"),
            ));
        }
        let tags = self.names.lists[list.index()].tags.clone();
        let member = match place.kind {
            Place::Fixed(point) => rows[point.index()].map_or(Member::None, Member::Fixed),
            place => Member::RowAt(list, rows, place),
        };
        let member = Typed::Member(FiniteDomain::Rows(list), member);
        Ok((member, [tags, place.tags].concat()))
    }
}

/// Makes `side of g`: the player or row in a field of a row.
fn member_of(finite_domain: FiniteDomain, values: Vec<Option<u8>>, row: Node<Member>) -> Member {
    match row.kind {
        Member::Fixed(at) => {
            let value = values.get(usize::from(at)).copied().flatten();
            value.map_or(Member::None, Member::Fixed)
        }
        Member::None => Member::None,
        _ => Member::Field(finite_domain, values, Box::new(row)),
    }
}

/// Returns the points of the given row.
pub(super) fn one_of(sets: Vec<PointSet>, row: Node<Member>, none: PointSet) -> Set {
    match row.kind {
        Member::Fixed(at) => Set::Fixed(sets.get(usize::from(at)).cloned().unwrap_or(none)),
        Member::None => Set::Fixed(none),
        _ => Set::Region(sets, Box::new(row)),
    }
}

/// Returns the union of the points of all rows for which a truth holds; rows with a fixed truth form one constant.
pub(super) fn any_of(sets: Vec<PointSet>, members: Vec<Node<Truth>>, none: PointSet) -> Set {
    let mut always = none.clone();
    let mut some = Vec::new();
    for (set, truth) in sets.into_iter().zip(members) {
        let span = truth.span;
        let fixed = |points| Box::new(Node::plain(span, Set::Fixed(points)));
        match truth.kind {
            Truth::Fixed(true) => always.union_with(&set),
            Truth::Fixed(false) => {}
            _ => {
                let part = Set::If(Box::new(truth), fixed(set), fixed(none.clone()));
                some.push(Node::plain(span, part));
            }
        }
    }
    if some.is_empty() {
        return Set::Fixed(always);
    }
    if !always.is_clear() {
        some.insert(0, Node::plain(some[0].span, Set::Fixed(always)));
    }
    Set::Or(some)
}
