//! Lists: from their declarations to their rows, with a value per column.

use crate::decl::mistakes::{already_named, reserved_word};
use crate::expr::types::Type;
use crate::expr::vocabulary::hides_values;
use crate::names::nouns::Noun;
use crate::names::{FieldType, ListName, Named, Names, RowName, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span, similar};
use linstock_model::{FiniteDomain, KindId, List, ListId, Member, Row, RowId, SeatId, Value};
use linstock_syntax::ast::{self, DeclKind, Expr, Name};

/// The name of the list of the kinds of piece, for zones that hold pieces.
const PIECES: &str = "piece";

// The kinds of piece may be the rows of a list.
const _: () = assert!(KindId::LIMIT.most <= RowId::LIMIT.most);

impl<'a> Resolver<'a> {
    /// Enters the names of a list and of its rows.
    pub(crate) fn declare_list(&mut self, decl: &'a ast::ListDecl, tags: &'a [ast::Tag]) {
        let mut rows: Vec<RowName> = Vec::new();
        for row in &decl.rows {
            if rows.iter().any(|r| r.name == row.name.text) {
                let diagnostic = already_named(row.name.span, "a row", &row.name.text);
                self.report(diagnostic.hint("give each row its own name"));
            }
            rows.push(RowName {
                name: row.name.text.clone(),
                span: row.name.span,
                tags: self.tags(&row.tags),
                values: Vec::new(),
            });
        }
        for (at, field) in decl.fields.iter().enumerate() {
            if decl.fields[..at]
                .iter()
                .any(|other| other.text == field.text)
            {
                let diagnostic = already_named(field.span, "a field", &field.text);
                self.report(diagnostic.hint("give each field its own name"));
            }
            if hides_values(&field.text) {
                self.report(reserved_word(field.span, &field.text));
            }
        }
        let types = vec![FieldType::Number; decl.fields.len()];
        let fields = decl.fields.iter().map(|f| f.text.clone()).collect();
        let what = ListName {
            fields,
            types,
            shown: None,
            rows,
            of_pieces: false,
            of_directions: false,
        };
        self.declare(
            Noun::List,
            &decl.name,
            tags,
            (|n: &mut Names<'a>| &mut n.lists, what),
        );
    }

    /// Enters the kinds of piece as the rows of a list, if some zone holds pieces.
    pub(crate) fn declare_pieces_as_rows(&mut self) {
        let zones = self.decls().filter_map(|d| match &d.kind {
            DeclKind::Zone(zone) => Some(&zone.holds),
            _ => None,
        });
        if !zones.flatten().any(|h| self.kind(&h.what).is_some()) {
            return;
        }
        let own = self.names.lists.iter().find(|list| list.text == PIECES);
        if let Some(span) = own.map(|list| list.span) {
            let message = "`piece` is already the list of the pieces, because a zone holds pieces";
            let diagnostic =
                Diagnostic::error("E0241", span, message).label("a second list of this name");
            self.report(diagnostic.hint("give this list another name"));
        }
        self.make_list_of_pieces();
    }

    fn make_list_of_pieces(&mut self) {
        let rows = self.names.kinds.iter().map(|kind| RowName {
            name: kind.text.clone(),
            span: kind.span,
            tags: kind.tags.clone(),
            values: Vec::new(),
        });
        let what = ListName {
            fields: Vec::new(),
            types: Vec::new(),
            shown: None,
            rows: rows.collect(),
            of_pieces: true,
            of_directions: false,
        };
        let named = Named {
            text: PIECES.to_owned(),
            span: self.game.head,
            tags: Vec::new(),
            what,
        };
        if let Err(why) = ListId::LIMIT.push::<u8, _>(&mut self.names.lists, named) {
            self.too_many(why, self.game.head);
        }
    }

    /// Returns the list whose rows are the kinds of piece; its first use creates it.
    pub(crate) fn kinds_list(&mut self) -> Checked<ListId> {
        if let Some(list) = self.pieces_list() {
            return Ok(list);
        }
        self.make_list_of_pieces();
        self.pieces_list()
            .ok_or_else(|| self.excused(self.game.head))
    }

    /// Returns the list whose rows are the kinds of piece, if some zone holds pieces or some rule used it.
    pub(crate) fn pieces_list(&self) -> Option<ListId> {
        ListId::find(&self.names.lists, |list| list.what.of_pieces)
    }

    /// Resolves the lists with the values of their rows.
    pub(crate) fn lists(&mut self) -> Checked<Vec<List>> {
        let decls: Vec<&'a ast::ListDecl> = self
            .decls()
            .filter_map(|d| match &d.kind {
                DeclKind::List(list) => Some(list),
                _ => None,
            })
            .collect();
        for (at, decl) in decls.iter().enumerate() {
            let first = decl.rows.first().map_or(&[][..], |row| &row.values);
            let types: Vec<_> = first.iter().map(|e| self.field_type(e)).collect();
            let types = types
                .into_iter()
                .chain(std::iter::repeat(FieldType::Broken));
            let known = self.names.lists[at].what.types.iter_mut();
            known.zip(types).for_each(|(known, ty)| *known = ty);
            self.names.lists[at].what.shown = self.shown_field(at, decl);
        }
        let mut complete = Ok(());
        for (at, decl) in decls.iter().enumerate() {
            complete = complete.and(self.rows(at, decl));
        }
        let lists = self.names.lists.iter().map(list);
        complete.map(|()| lists.collect())
    }

    /// Adds the list of directions, if a rule used it.
    pub(crate) fn with_directions(&self, mut lists: Vec<List>) -> Vec<List> {
        let made = self.names.lists.iter().skip(lists.len());
        lists.extend(made.map(list));
        lists
    }

    /// Resolves `shown with number` to a field.
    fn shown_field(&mut self, at: usize, decl: &ast::ListDecl) -> Option<usize> {
        let name = decl.shown.as_ref()?;
        let list = &self.names.lists[at].what;
        let found = list.fields.iter().position(|field| *field == name.text);
        if found
            .is_some_and(|field| matches!(list.types[field], FieldType::Number | FieldType::Broken))
        {
            return found;
        }
        let message = format!(
            "the rows of `{}` have no number `{}`",
            decl.name.text, name.text
        );
        let fields = list.fields.clone();
        let diagnostic = Diagnostic::error("E0242", name.span, message).hint(
            linstock_base::listed("each row has", fields.iter().map(String::as_str)),
        );
        self.report(diagnostic);
        None
    }

    fn rows(&mut self, at: usize, decl: &ast::ListDecl) -> Checked<()> {
        if decl.rows.is_empty() {
            let diagnostic =
                Diagnostic::error("E0243", decl.name.span, "a list has at least one row");
            return Err(self.error(diagnostic.hint("a row is a name and its values: ace 1, 4")));
        }
        let mut complete = Ok(());
        for (number, row) in decl.rows.iter().enumerate() {
            if row.values.len() != decl.fields.len() {
                let message = format!(
                    "a row of `{}` has {}, but `{}` has {}",
                    decl.name.text,
                    linstock_base::plural(decl.fields.len(), "value"),
                    row.name.text,
                    row.values.len()
                );
                let fields = decl.fields.iter().map(|f| f.text.as_str());
                let diagnostic = Diagnostic::error("E0244", row.name.span, message)
                    .hint(linstock_base::listed("the values are", fields))
                    .hint("write a comma between two values");
                complete = Err(self.error(diagnostic));
            }
            let types = self.names.lists[at].what.types.clone();
            let values = row.values.iter().zip(types);
            let values: Vec<_> = values.map(|(e, ty)| self.field_value(e, ty)).collect();
            match values.into_iter().collect::<Checked<Vec<_>>>() {
                Ok(values) => self.names.lists[at].what.rows[number].values = values,
                Err(reported) => complete = Err(reported),
            }
        }
        complete
    }

    /// Returns the type of a field, by its value in the first row.
    ///
    /// Mistakes in it are reported when the row is read: the rows of other lists are not known yet.
    fn field_type(&mut self, e: &Expr) -> FieldType {
        let found = self.try_out(|r| {
            let found = r.infer(e, &Scope::default())?;
            r.as_one_value(found)
        });
        match found.map(|found| found.kind.ty()) {
            Some(Type::Set | Type::Place) => FieldType::Points,
            Some(Type::Kind) => {
                let kinds = self.kinds_list();
                kinds.map_or(FieldType::Broken, |kinds| {
                    FieldType::Member(FiniteDomain::Rows(kinds))
                })
            }
            Some(Type::Seat) => FieldType::Member(FiniteDomain::Players),
            Some(Type::Row(list)) => FieldType::Member(FiniteDomain::Rows(list)),
            Some(Type::Directions) => {
                let directions = self.directions_list();
                directions.map_or(FieldType::Broken, |list| {
                    FieldType::Member(FiniteDomain::Rows(list))
                })
            }
            Some(_) => FieldType::Number,
            None => FieldType::Broken,
        }
    }

    fn field_value(&mut self, e: &Expr, ty: FieldType) -> Checked<Value> {
        let finite_domain = match ty {
            FieldType::Broken => {
                self.infer(e, &Scope::default())?;
                return Err(self.excused(e.span));
            }
            FieldType::Number => return self.fixed_num(e).map(Value::Num),
            FieldType::Points => return self.fixed_set(e).map(Value::Points),
            FieldType::Member(finite_domain) => finite_domain,
        };
        self.is_one_of_those(e, finite_domain)?;
        let at = match self.item(e, finite_domain, &Scope::default())?.kind {
            Member::Fixed(at) => Some(at),
            Member::None => None,
            _ => return Err(self.may_change(e.span)),
        };
        Ok(match finite_domain {
            FiniteDomain::Rows(list) => Value::Row(list, at.map(RowId)),
            FiniteDomain::Players => Value::Seat(at.map(SeatId)),
        })
    }

    /// Reports a value that is not a kind of piece or a single direction, if the first row's value is one.
    fn is_one_of_those(&mut self, e: &Expr, finite_domain: FiniteDomain) -> Checked<()> {
        let FiniteDomain::Rows(list) = finite_domain else {
            return Ok(());
        };
        let list = &self.names.lists[list.index()].what;
        let (message, hint) = match (list.of_pieces, list.of_directions) {
            (true, _) => (
                "expected a kind of piece, as in the first row",
                "name a kind without an owner, or `none`",
            ),
            (_, true) => (
                "expected one direction, as in the first row",
                "name one that is the same for all players, such as `north`; write a row for each direction",
            ),
            _ => return Ok(()),
        };
        let scope = Scope::default();
        // The read of the row reports a wrong name better.
        let known = self.try_out(|r| r.infer(e, &scope)).is_some();
        let found = self.try_out(|r| r.item(e, finite_domain, &scope));
        match found.map(|found| found.kind) {
            Some(Member::Fixed(_) | Member::None) => Ok(()),
            None if !known => Ok(()),
            _ => Err(self.error(Diagnostic::error("E0245", e.span, message).hint(hint))),
        }
    }

    /// Finds a field of a list by its name.
    pub(crate) fn field(&mut self, list: ListId, name: &Name) -> Checked<usize> {
        self.field_called(list, (&name.text, name.span))
    }

    /// Finds a field of a list, or reports that the rows do not have it.
    pub(crate) fn field_called(
        &mut self,
        list: ListId,
        (text, span): (&str, Span),
    ) -> Checked<usize> {
        let list = &self.names.lists[list.index()];
        if let Some(found) = list.what.fields.iter().position(|field| field == text) {
            return Ok(found);
        }
        let known = list.what.fields.iter().map(String::as_str);
        let message = format!("the rows of `{}` have no `{text}`", list.text);
        let diagnostic = Diagnostic::error("E0246", span, message)
            .maybe_did_you_mean(similar(text, known.clone()))
            .hint(linstock_base::listed("they have", known));
        Err(self.error(diagnostic))
    }
}

/// Returns a field as a number; 0 if it is not one.
pub(crate) fn as_number(value: Option<&Value>) -> i64 {
    match value {
        Some(Value::Num(number)) => *number,
        _ => 0,
    }
}

fn list(named: &Named<ListName>) -> List {
    List {
        name: named.text.clone(),
        fields: named.what.fields.clone(),
        shown: named.what.shown,
        rows: named.what.rows.iter().map(row).collect(),
        of_pieces: named.what.of_pieces,
        of_directions: named.what.of_directions,
        tags: named.tags.clone(),
    }
}

fn row(row: &RowName) -> Row {
    Row {
        name: row.name.clone(),
        values: row.values.clone(),
    }
}
