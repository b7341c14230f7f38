//! Lists and zones: how they are declared.

use crate::base::{Diagnostic, did_you_mean};
use crate::check::Resolver;
use crate::check::decl::options::OptionValue;
use crate::check::expr::types::Type;
use crate::check::names::nouns::Noun;
use crate::check::names::{FieldType, ListName, Named, Names, RowName, Scope, ZoneName};
use crate::check::report::reported::Checked;
use crate::model::{Family, List, ListId, Member, Row, RowId, SeatId, Sight, Value, Zone};
use crate::syntax::ast::{self, DeclKind, Expr, Holding, Name, Stock};

/// The most copies of one thing.
const MOST_COPIES: i64 = 1_000_000;
const MOST_COPIES_EACH: u32 = 1_000_000;

/// The list of the kinds of piece, where zones hold some.
const PIECES: &str = "piece";

impl<'a> Resolver<'a> {
    /// Enters the names of a list and of its rows.
    pub(crate) fn declare_list(&mut self, decl: &'a ast::ListDecl, tags: &'a [ast::Tag]) {
        let mut rows: Vec<RowName> = Vec::new();
        for row in &decl.rows {
            if rows.iter().any(|r| r.name == row.name.text) {
                let message = format!("there is already a row `{}`", row.name.text);
                let diagnostic = Diagnostic::error(row.name.span, message).label("again");
                self.report(diagnostic.hint("give each row a name of its own"));
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
                let message = format!("the rows already have a `{}`", field.text);
                let diagnostic = Diagnostic::error(field.span, message).label("again");
                self.report(diagnostic.hint("give each value a name of its own"));
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

    /// Where some zone holds pieces, the kinds of piece are the rows of a list.
    pub(crate) fn declare_pieces_as_rows(&mut self) {
        let zones = self.decls().filter_map(|(_, _, d)| match d {
            DeclKind::Zone(zone) => Some(&zone.holds),
            _ => None,
        });
        if !zones.flatten().any(|h| self.kind(&h.what).is_some()) {
            return;
        }
        let own = self.names.lists.iter().find(|list| list.text == PIECES);
        if let Some(span) = own.map(|list| list.span) {
            let message = "the kinds of piece are the list `piece` already, as zones hold some";
            let diagnostic = Diagnostic::error(span, message).label("a second list of this name");
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

    /// Returns the list whose rows are the kinds of piece, which is made where the first rule needs it.
    pub(crate) fn kinds_list(&mut self) -> Checked<ListId> {
        if let Some(list) = self.pieces_list() {
            return Ok(list);
        }
        self.make_list_of_pieces();
        self.pieces_list()
            .ok_or_else(|| self.excused(self.game.head))
    }

    /// Returns the list whose rows are the kinds of piece, if some zone holds pieces or some rule needed it.
    pub(crate) fn pieces_list(&self) -> Option<ListId> {
        ListId::find(&self.names.lists, |list| list.what.of_pieces)
    }

    /// Resolves the lists with the numbers of their rows.
    pub(crate) fn lists(&mut self) -> Checked<Vec<List>> {
        let decls: Vec<&'a ast::ListDecl> = self
            .decls()
            .filter_map(|(_, _, d)| match d {
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

    /// Adds the list of directions, if a rule needed it.
    pub(crate) fn with_directions(&self, mut lists: Vec<List>) -> Vec<List> {
        let made = self.names.lists.iter().skip(lists.len());
        lists.extend(made.map(list));
        lists
    }

    /// `shown with number`: which of the values of each row it is.
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
            "no number of a row of `{}` is called `{}`",
            decl.name.text, name.text
        );
        let fields = list.fields.clone();
        let diagnostic = Diagnostic::error(name.span, message).hint(crate::check::listed(
            "each row has",
            fields.iter().map(String::as_str),
        ));
        self.report(diagnostic);
        None
    }

    fn rows(&mut self, at: usize, decl: &ast::ListDecl) -> Checked<()> {
        if decl.rows.is_empty() {
            let diagnostic = Diagnostic::error(decl.name.span, "a list has at least one row");
            return Err(self.error(diagnostic.hint("a row is a name and its numbers: ace 1, 4")));
        }
        let mut complete = Ok(());
        for (number, row) in decl.rows.iter().enumerate() {
            if row.values.len() != decl.fields.len() {
                let message = format!(
                    "`{}` has {} values, and `{}` has {}",
                    decl.name.text,
                    decl.fields.len(),
                    row.name.text,
                    row.values.len()
                );
                let fields = decl.fields.iter().map(|f| f.text.as_str());
                let diagnostic = Diagnostic::error(row.name.span, message)
                    .hint(crate::check::listed("the values are", fields))
                    .hint("a comma stands between two values");
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

    /// What is under a field's name, as the first row has it.
    ///
    /// What is wrong with it is said when the row is read: the rows of other lists are not known yet.
    fn field_type(&mut self, e: &Expr) -> FieldType {
        let found = self.quietly(|r| r.infer(e, &Scope::default()));
        match found.map(|found| found.kind.ty()) {
            Some(Type::Set | Type::Place | Type::Kind) => FieldType::Points,
            Some(Type::Seat) => FieldType::Member(Family::Players),
            Some(Type::Row(list)) => FieldType::Member(Family::Rows(list)),
            Some(_) => FieldType::Number,
            None => FieldType::Broken,
        }
    }

    fn field_value(&mut self, e: &Expr, ty: FieldType) -> Checked<Value> {
        let family = match ty {
            FieldType::Broken => {
                self.infer(e, &Scope::default())?;
                return Err(self.excused(e.span));
            }
            FieldType::Number => return self.fixed_num(e).map(Value::Num),
            FieldType::Points => return self.fixed_set(e).map(Value::Points),
            FieldType::Member(family) => family,
        };
        let at = match self.item(e, family, &Scope::default())?.kind {
            Member::Fixed(at) => Some(at),
            Member::None => None,
            _ => return Err(self.may_change(e.span)),
        };
        Ok(match family {
            Family::Rows(list) => Value::Row(list, at.map(RowId)),
            _ => Value::Seat(at.map(SeatId)),
        })
    }

    /// Enters the name of a zone.
    pub(crate) fn declare_zone(&mut self, decl: &'a ast::ZoneDecl, tags: &'a [ast::Tag]) {
        let what = ZoneName {
            of_player: decl.of_player,
            list: None,
        };
        self.declare(
            Noun::Zone,
            &decl.name,
            tags,
            (|n: &mut Names<'a>| &mut n.zones, what),
        );
    }

    /// Resolves the zones with what lies there at the start.
    pub(crate) fn zones(&mut self) -> Checked<Vec<Zone>> {
        let decls: Vec<&'a ast::ZoneDecl> = self
            .decls()
            .filter_map(|(_, _, d)| match d {
                DeclKind::Zone(zone) => Some(zone),
                _ => None,
            })
            .collect();
        let zones: Vec<_> = decls
            .iter()
            .enumerate()
            .map(|(at, decl)| {
                let zone = self.zone(at, decl);
                if zone.is_err() {
                    self.names.broken.push(decl.name.text.clone());
                }
                zone
            })
            .collect();
        zones.into_iter().collect()
    }

    fn zone(&mut self, at: usize, decl: &'a ast::ZoneDecl) -> Checked<Zone> {
        let mut start: Option<(ListId, Vec<u32>)> = None;
        for holding in &decl.holds {
            let (list, more) = self.holding(holding)?;
            match &mut start {
                None => start = Some((list, more)),
                Some((known, _)) if *known != list => {
                    let message = "a zone holds rows of one list only";
                    let diagnostic = Diagnostic::error(holding.what.span, message);
                    return Err(self.error(diagnostic.hint("declare a second zone")));
                }
                Some((_, all)) => {
                    let sums = all.iter_mut().zip(more);
                    sums.for_each(|(a, b)| *a = a.saturating_add(b).min(MOST_COPIES_EACH));
                }
            }
            let tags = self.tags(&holding.tags);
            self.names.zones[at].tags.extend(tags);
        }
        let Some((list, start)) = start else {
            let message = format!("it is not said what `{}` holds", decl.name.text);
            let diagnostic = Diagnostic::error(decl.name.span, message);
            return Err(self.error(diagnostic.hint("name a list, or a row of one: holds card")));
        };
        self.names.zones[at].what.list = Some(list);
        let sight = self.sight(decl)?;
        for (tags, ..) in &decl.sight {
            let tags = self.tags(tags);
            self.names.zones[at].tags.extend(tags);
        }
        let named = &self.names.zones[at];
        Ok(Zone {
            name: named.text.clone(),
            of_player: decl.of_player,
            list,
            start,
            sight,
            tags: named.tags.clone(),
        })
    }

    fn sight(&mut self, decl: &ast::ZoneDecl) -> Checked<Sight> {
        let name = &decl.name;
        let Some((_, span, sight)) = decl.sight.first() else {
            let message = format!("it is not said who sees what lies in `{}`", name.text);
            return Err(self.error(
                Diagnostic::error(name.span, message)
                    .hint("write one of: `open`, `hidden`, `seen by owner`"),
            ));
        };
        if let Some((_, again, _)) = decl.sight.get(1) {
            let message = "it is already said who sees it";
            return Err(self.error(
                Diagnostic::error(*again, message)
                    .related(*span, "it is said here")
                    .hint("keep one of them"),
            ));
        }
        if *sight == ast::SightDecl::Owner && !decl.of_player {
            let message = format!("`{}` has no owner", name.text);
            return Err(self.error(Diagnostic::error(*span, message).hint(format!(
                "give each player one: zone {} of player",
                name.text
            ))));
        }
        Ok(match sight {
            ast::SightDecl::Open => Sight::Open,
            ast::SightDecl::Hidden => Sight::Hidden,
            ast::SightDecl::Owner => Sight::Owner,
        })
    }

    /// Returns what a line says a zone holds, and how many of each row.
    fn holding(&mut self, holding: &Holding) -> Checked<(ListId, Vec<u32>)> {
        let (list, among) = self.held(&holding.what)?;
        self.names.used.insert(holding.what.text.clone());
        let rows = self.names.lists[list.index()].what.rows.len();
        let counts: Vec<i64> = match &holding.stock {
            Stock::Empty => vec![0; rows],
            Stock::Each(None) => vec![1; rows],
            Stock::Each(Some(number)) => vec![self.fixed_num(number)?; rows],
            Stock::Field(field) => {
                let at = self.field(list, field)?;
                let rows = &self.names.lists[list.index()].what.rows;
                rows.iter().map(|r| as_number(r.values.get(at))).collect()
            }
            Stock::Listed(option) => self.listed_rows(list, option)?,
        };
        let mut out = Vec::new();
        for (at, count) in counts.into_iter().enumerate() {
            let count = if among.is_none_or(|row| row == at) {
                count
            } else {
                0
            };
            match u32::try_from(count) {
                Ok(fits) if count <= MOST_COPIES => out.push(fits),
                _ => {
                    let message = format!("there cannot be {count} of anything");
                    return self.refuse(holding.what.span, message);
                }
            }
        }
        Ok((list, out))
    }

    /// Finds a list, or the row of one, that a zone holds.
    fn held(&mut self, name: &Name) -> Checked<(ListId, Option<usize>)> {
        if let (Some(list), Some(kind)) = (self.pieces_list(), self.kind(name)) {
            return Ok((list, Some(kind.index())));
        }
        let lists = &self.names.lists;
        if let Some(id) = ListId::find(lists, |list| list.text == name.text) {
            return Ok((id, None));
        }
        let mut known = ListId::all(lists.len()).zip(lists);
        let found = known.find_map(|(id, list)| {
            let row = list.what.rows.iter().position(|r| r.name == name.text)?;
            Some((id, Some(row)))
        });
        found.ok_or_else(|| self.no_such(Noun::List, name))
    }

    /// Finds a field of a list by its name.
    pub(crate) fn field(&mut self, list: ListId, name: &Name) -> Checked<usize> {
        let named = &self.names.lists[list.index()];
        if let Some(found) = named.what.fields.iter().position(|f| *f == name.text) {
            return Ok(found);
        }
        let (text, fields) = (named.text.clone(), named.what.fields.clone());
        let known = fields.iter().map(String::as_str);
        let message = format!("the rows of `{text}` have no `{}`", name.text);
        Err(self.error(
            Diagnostic::error(name.span, message)
                .maybe_hint(did_you_mean(&name.text, known.clone()))
                .hint(crate::check::listed("they have", known)),
        ))
    }

    /// Counts the rows that an option lists by their names: `holds chest from chest-values`.
    fn listed_rows(&mut self, list: ListId, option: &Name) -> Checked<Vec<i64>> {
        let crate::check::names::Meaning::Option(at) = self.meaning(option, &Scope::default())?
        else {
            return self.refuse(option.span, "expected an option that is a list of numbers");
        };
        let OptionValue::List(numbers) = self.names.options[at].what.clone() else {
            return self.refuse(option.span, "expected an option that is a list of numbers");
        };
        let mut counts = vec![0; self.names.lists[list.index()].what.rows.len()];
        for number in numbers {
            let rows = &self.names.lists[list.index()].what.rows;
            let text = number.to_string();
            let Some(at) = rows.iter().position(|r| r.name == text) else {
                let message = format!(
                    "`{}` has no row `{text}`, which the option lists",
                    self.names.lists[list.index()].text
                );
                return self.refuse(option.span, message);
            };
            counts[at] += 1;
        }
        Ok(counts)
    }
}

/// The number that a row has; 0 where it has something else.
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
