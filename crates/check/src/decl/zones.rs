//! Zones: their owners, who sees them, and their contents at the start.

use crate::decl::lists::as_number;
use crate::decl::mistakes::no_owner;
use crate::names::nouns::Noun;
use crate::names::option_value::OptionValue;
use crate::names::{Meaning, Names, Scope, ZoneName};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{ListId, Sight, Zone};
use linstock_syntax::ast::{self, DeclKind, Holding, Name, Stock};

/// The most copies of a row in a zone at the start.
const MOST_AT_START: u32 = 1_000_000;

/// Words that people use for pieces of any kind.
const PIECES: [&str; 2] = ["piece", "pieces"];

impl<'a> Resolver<'a> {
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

    /// Resolves the zones with their contents at the start.
    pub(crate) fn zones(&mut self) -> Checked<Vec<Zone>> {
        let decls: Vec<&'a ast::ZoneDecl> = self
            .decls()
            .filter_map(|d| match &d.kind {
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
                    let message = "a zone holds rows of only one list";
                    let diagnostic = Diagnostic::error("E0307", holding.what.span, message);
                    return Err(self.error(diagnostic.hint("declare a second zone")));
                }
                Some((_, all)) => {
                    let sums = all.iter_mut().zip(more);
                    sums.for_each(|(a, b)| *a = a.saturating_add(b).min(MOST_AT_START));
                }
            }
            let tags = self.tags(&holding.tags);
            self.names.zones[at].tags.extend(tags);
        }
        let Some((list, start)) = start else {
            let message = format!("the zone `{}` does not say what it holds", decl.name.text);
            let diagnostic = Diagnostic::error("E0308", decl.name.span, message);
            return Err(self.error(diagnostic.hint("name a list or a row: holds card")));
        };
        self.names.zones[at].what.list = Some(list);
        let sight = self.sight(decl)?;
        for line in &decl.sight {
            let tags = self.tags(&line.tags);
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
        let Some(ast::SightLine { span, sight, .. }) = decl.sight.first() else {
            let message = format!(
                "the zone `{}` does not say who sees its contents",
                name.text
            );
            return Err(self.error(
                Diagnostic::error("E0309", name.span, message)
                    .hint("write `open`, `hidden` or `seen by owner`"),
            ));
        };
        if let Some(again) = decl.sight.get(1) {
            let message = "the zone already says who sees its contents";
            return Err(self.error(
                Diagnostic::error("E0310", again.span, message)
                    .related(*span, "here")
                    .hint("keep one of them"),
            ));
        }
        if *sight == ast::SightDecl::Owner && !decl.of_player {
            let hint = format!("give each player one: zone {} of player", name.text);
            return Err(self.error(no_owner(*span, &name.text).hint(hint)));
        }
        Ok(match sight {
            ast::SightDecl::Open => Sight::Open,
            ast::SightDecl::Hidden => Sight::Hidden,
            ast::SightDecl::Owner => Sight::Owner,
        })
    }

    /// Returns the list that a `holds` line names, and the number of copies of each row.
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
                Ok(fits) if fits <= MOST_AT_START => out.push(fits),
                _ => {
                    let message = format!("a zone cannot hold {count} copies of a row");
                    let hint = format!("it can hold 0 to {MOST_AT_START} copies of each row");
                    let diagnostic = Diagnostic::error("E0312", holding.what.span, message);
                    return Err(self.error(diagnostic.hint(hint)));
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
        found.ok_or_else(
            || match (PIECES.contains(&&*name.text), self.names.kinds.first()) {
                (true, Some(kind)) => {
                    let hint = format!("name a kind of piece: `holds {}`", kind.text);
                    let message = format!("a zone cannot hold `{}`", name.text);
                    let diagnostic = Diagnostic::error("E0313", name.span, message);
                    self.error(
                        diagnostic.hint(format!("{hint}; then it can hold pieces of every kind")),
                    )
                }
                _ => self.nothing_to_hold(name),
            },
        )
    }

    /// Counts the rows that an option lists by name: `holds chest from chest-values`.
    fn listed_rows(&mut self, list: ListId, option: &Name) -> Checked<Vec<i64>> {
        let numbers = match self.meaning(option, &Scope::default())? {
            Meaning::Option(at) => match &self.names.options[at].what {
                OptionValue::List(numbers) => Some(numbers.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(numbers) = numbers else {
            let message = "expected an option that is a list of numbers";
            return self.refuse("E0314", option.span, message);
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
                return self.refuse("E0316", option.span, message);
            };
            counts[at] += 1;
        }
        Ok(counts)
    }
}
