//! The short rule sheet, and the warnings about unused declarations.

use crate::decl::map::MAP;
use crate::decl::mistakes::{listed_twice, second_one};
use crate::names::Named;
use crate::resolver::{Resolver, STATUSES};
use linstock_base::{Diagnostic, FileId, Language, Span, similar};
use linstock_model::{Figure, LayerId, Sheet, SheetEntry, TagId};
use linstock_syntax::ast::{BoardItemKind, Decl, DeclKind, Name, Tag};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the tags of a board, pieces, a list, a zone, options or memories; none of other declarations.
fn thing_tags<'t>(tags: &'t [Tag], decl: &'t DeclKind) -> Vec<&'t Tag> {
    let inner: Vec<&Tag> = match decl {
        DeclKind::Options(options) => options.iter().flat_map(|option| &option.tags).collect(),
        DeclKind::Remember(memories) => memories.iter().flat_map(|memory| &memory.tags).collect(),
        DeclKind::Board(_) | DeclKind::Pieces(_) | DeclKind::List(_) | DeclKind::Zone(_) => {
            Vec::new()
        }
        _ => return Vec::new(),
    };
    tags.iter().chain(inner).collect()
}

impl<'a> Resolver<'a> {
    /// Resolves clauses, readings, notes and statuses.
    pub(crate) fn sheet(&mut self) -> Sheet {
        let mut sheet = Sheet::default();
        let (mut clauses, mut readings) = (SheetEntries::default(), SheetEntries::default());
        for Decl { tags, span, kind } in self.decls() {
            self.tags(tags);
            match kind {
                DeclKind::Clauses(list) => {
                    let entries = list.entries.iter();
                    let entries: Vec<_> = entries.filter_map(|e| self.sheet_entry(e)).collect();
                    let known = if list.readings {
                        &mut readings
                    } else {
                        &mut clauses
                    };
                    entries.into_iter().for_each(|entry| known.add(entry));
                }
                DeclKind::Note(text) => sheet.notes.push((self.tags(tags), text.value.clone())),
                DeclKind::Language(name) => self.sheet_language(name, &mut sheet),
                other => {
                    sheet.terms.extend(terms(*span, other));
                    self.figures(tags, *span, other, &mut sheet);
                }
            }
        }
        let carried = self.carried.tags.iter();
        let carried = carried.filter_map(|tag| Some((*self.tag_ids.get(&tag.text)?, tag.span)));
        sheet.carriers = carried.collect();
        sheet.carriers.sort_unstable();
        sheet.carriers.dedup();
        sheet.of_things = self.of_things(&sheet.carriers);
        (sheet.clauses, sheet.readings) = (clauses.entries, readings.entries);
        self.check_doubles();
        let read = !self.is_broken_kind("clauses") && !self.is_broken_kind("readings");
        if !sheet.clauses.is_empty() && read {
            self.check_tags(&sheet);
        }
        sheet
    }

    /// Returns the tags that only such declarations carry.
    fn of_things(&self, carriers: &[(TagId, Span)]) -> Vec<TagId> {
        let places: BTreeSet<Span> = self
            .decls()
            .flat_map(|decl| thing_tags(&decl.tags, &decl.kind))
            .map(|tag| tag.span)
            .collect();
        let by_rules: BTreeSet<TagId> = carriers
            .iter()
            .filter(|(_, place)| !places.contains(place))
            .map(|(tag, _)| *tag)
            .collect();
        let all = carriers.iter().map(|(tag, _)| *tag);
        TagId::once_each(all.filter(|tag| !by_rules.contains(tag)))
    }

    fn sheet_entry(&mut self, entry: &linstock_syntax::ast::ClauseEntry) -> Option<SheetEntry> {
        let (text, hangs_on) = self.wording(&entry.text);
        Some(SheetEntry {
            heading: entry.heading.as_ref().map(|h| h.value.clone()),
            tag: self.tag(&entry.tag)?,
            text: text.unwrap_or_default(),
            hangs_on,
            unplayed: entry.unplayed.as_ref().map(|u| u.value.clone()),
        })
    }

    /// Sets the language of the sheet; a variant's choice goes before that of its game.
    fn sheet_language(&mut self, name: &Name, sheet: &mut Sheet) {
        if let Some(language) = Language::find(&name.text) {
            sheet.language = language;
            return;
        }
        let unknown = Diagnostic::error(
            "E0287",
            name.span,
            format!("a rule sheet cannot be written in `{}`", name.text),
        );
        let unknown = unknown.maybe_did_you_mean(similar(&name.text, Language::all()));
        self.report(unknown.hint(linstock_base::listed("languages", Language::all())));
    }

    /// Records the source tags of declarations.
    fn figures(&mut self, tags: &[Tag], span: Span, decl: &DeclKind, sheet: &mut Sheet) {
        let named = |word: &str, name: &Name| Some(format!("`{word} {}`", name.text));
        let what = match decl {
            DeclKind::Drawing(d) => named("drawing", &d.name),
            DeclKind::List(l) => named("list", &l.name),
            DeclKind::Zone(z) => named("zone", &z.name),
            DeclKind::Line(l) => named("line", &l.name),
            DeclKind::Fact(f) => named("fact", &f.name),
            DeclKind::Move(m) => named("move", &m.name),
            DeclKind::Board(board) => {
                for item in &board.items {
                    if let BoardItemKind::Region { name, .. } = &item.kind {
                        let what = format!("`region {}`", name.text);
                        self.figure((&item.tags, name.span), what, sheet);
                    }
                }
                Some("`board`".to_owned())
            }
            DeclKind::Players(_) => Some("`players`".to_owned()),
            DeclKind::Pieces(p) => {
                let names: Vec<&str> = p.iter().map(|p| p.name.text.as_str()).collect();
                Some(format!("`piece {}`", names.join(", ")))
            }
            DeclKind::Options(options) => {
                for option in options {
                    let what = format!("`option {}`", option.name.text);
                    self.figure((&option.tags, option.name.span), what, sheet);
                }
                None
            }
            _ => None,
        };
        if let Some(what) = what {
            self.figure((tags, span), what, sheet);
        }
    }

    fn figure(&mut self, (tags, span): (&[Tag], Span), what: String, sheet: &mut Sheet) {
        let is_status = |tag: &&Tag| STATUSES.contains(&tag.text.as_str());
        for status in tags.iter().filter(is_status) {
            let figure = Figure {
                status: status.text.clone(),
                what: what.clone(),
                tags: self.tags(tags),
                span,
            };
            sheet.figures.push(figure);
        }
    }

    /// Reports tags that the sheet does not list; warns of clauses that no rule carries.
    fn check_tags(&mut self, sheet: &Sheet) {
        let entries = || sheet.clauses.iter().chain(&sheet.readings);
        let listed = entries().map(|e| self.tags[e.tag.index()].clone());
        let listed: BTreeSet<String> = listed.collect();
        let carried = std::mem::take(&mut self.carried).tags;
        for tag in &carried {
            if !listed.contains(&tag.text) && !STATUSES.contains(&tag.text.as_str()) {
                let meant = || similar(&tag.text, listed.iter().map(String::as_str));
                let meant = if self.is_unread() { None } else { meant() };
                let diagnostic = Diagnostic::error(
                    "E0288",
                    tag.span,
                    format!("there is no clause `{}`", tag.text),
                )
                .label("a rule carries it")
                .maybe_did_you_mean_at(tag.text_span(), meant)
                .hint("list it in `clauses { … }` or `readings { … }`");
                self.report(diagnostic);
            }
        }
        if self.names.unread || self.diagnostics.has_errors() {
            return;
        }
        let carried: BTreeSet<&str> = carried.iter().map(|t| t.text.as_str()).collect();
        let spans = self.entry_spans();
        for entry in sheet.clauses.iter().filter(|e| e.unplayed.is_none()) {
            let name = self.tags[entry.tag.index()].clone();
            if !carried.contains(name.as_str()) {
                let span = spans.get(name.as_str()).copied().unwrap_or(self.game.head);
                let diagnostic =
                    Diagnostic::warning("E0289", span, format!("no rule carries `{name}`")).hint(
                        "tag the rule that implements it, or say why there is none: unplayed \"…\"",
                    );
                self.report(diagnostic);
            }
        }
    }

    /// Reports entries that the sheet lists twice, and a second score.
    fn check_doubles(&mut self) {
        let mut seen: BTreeMap<(&str, FileId), Span> = BTreeMap::new();
        let mut scored = false;
        for decl in self.decls() {
            if matches!(decl.kind, DeclKind::Score(_)) && std::mem::replace(&mut scored, true) {
                let diagnostic = second_one(decl.span, "a score");
                self.report(diagnostic.hint("a score is one number: add the two up"));
            }
            let DeclKind::Clauses(list) = &decl.kind else {
                continue;
            };
            for entry in &list.entries {
                // Only twice in one file is a mistake; a variant may restate a clause of its game.
                let twin = (entry.tag.text.as_str(), entry.tag.span.file);
                if let Some(earlier) = seen.get(&twin) {
                    let diagnostic = listed_twice(entry.tag.span, &entry.tag.text)
                        .related(*earlier, "it is listed here");
                    self.report(diagnostic.hint("give each clause and reading its own tag"));
                }
                seen.entry(twin).or_insert(entry.tag.span);
            }
        }
    }

    /// Returns the first place where each clause is listed.
    fn entry_spans(&self) -> BTreeMap<&'a str, Span> {
        let entries = self.decls().filter_map(|d| match &d.kind {
            DeclKind::Clauses(list) => Some(&list.entries),
            _ => None,
        });
        let mut spans = BTreeMap::new();
        for entry in entries.flatten() {
            spans
                .entry(entry.tag.text.as_str())
                .or_insert(entry.tag.span);
        }
        spans
    }

    /// Warns of declarations that are never used.
    pub(crate) fn check_unused(&mut self) {
        if self.diagnostics.has_errors() || self.names.unread {
            return;
        }
        for at in 0..self.names.moves.len() {
            if !self.names.asked.contains(&at) {
                let (name, span) = (self.names.moves[at].text.clone(), self.names.moves[at].span);
                let diagnostic = Diagnostic::warning(
                    "E0292",
                    span,
                    format!("no `ask` offers the move `{name}`"),
                )
                .hint("offer it in an `ask` of the sequence of play, or remove it");
                self.report(diagnostic);
            }
        }
        // A script may read any option and any region.
        let (options, regions) = match self.names.scripts.is_empty() {
            true => (self.names.options.as_slice(), self.names.regions.as_slice()),
            false => Default::default(),
        };
        let unused: Vec<_> = (self.unused("option", options))
            .chain(self.unused("fact", &self.names.facts))
            .chain(self.unused("routine", &self.names.routines))
            .chain(self.unused("region", regions))
            .chain(self.unused_layers())
            .chain(self.unread_map())
            .collect();
        for warning in unused {
            self.report(warning);
        }
    }

    /// Returns a warning for each layer on which no piece stands.
    fn unused_layers(&self) -> impl Iterator<Item = Diagnostic> {
        let layers = LayerId::all(self.names.layers.len()).zip(&self.names.layers);
        let unused = layers.filter(|(layer, _)| {
            let mut kinds = self.names.kinds.iter();
            kinds.all(|kind| kind.what.layer != *layer)
        });
        unused.map(|(_, layer)| {
            let name = &layer.text;
            let message = format!("no piece is on the layer `{name}`");
            Diagnostic::warning("E0319", layer.span, message)
                .hint(format!("write `piece … on {name}`, or remove the layer"))
        })
    }

    /// Returns a warning if no set of points refers to the map of the board.
    fn unread_map(&self) -> Option<Diagnostic> {
        let mut lines = self.items_of_boards().into_iter();
        let map = lines.find_map(|item| match &item.kind {
            BoardItemKind::Map(picture) => Some(picture.span),
            _ => None,
        })?;
        (!self.names.used.contains(MAP)).then(|| {
            Diagnostic::warning("E0320", map, "nothing uses the map of the board").hint(
                r#"name points by their signs, as in: region lake = map "~"; or remove the map"#,
            )
        })
    }

    /// Returns a warning for each unused entry of `named`.
    fn unused<T>(&self, kind: &str, named: &[Named<T>]) -> impl Iterator<Item = Diagnostic> {
        let unused = named
            .iter()
            .filter(|one| !self.names.used.contains(&one.text));
        unused.map(move |one| {
            Diagnostic::warning(
                "E0293",
                one.span,
                format!("nothing uses the {kind} `{}`", one.text),
            )
            .hint("use it, or remove it")
        })
    }
}

/// Returns the words that a declaration explains, each with its place.
fn terms(span: Span, decl: &DeclKind) -> Vec<(String, Span)> {
    let text = |name: &Name| name.text.clone();
    match decl {
        DeclKind::Fact(fact) => vec![(text(&fact.name), span)],
        DeclKind::Line(line) => vec![(text(&line.name), span)],
        DeclKind::Board(board) => {
            let items = board.items.iter();
            let names = items.flat_map(|item| match &item.kind {
                BoardItemKind::Region { name, .. } => vec![name],
                BoardItemKind::Side { regions, .. } => {
                    regions.iter().map(|region| &region.name).collect()
                }
                _ => Vec::new(),
            });
            names.map(|name| (text(name), name.span)).collect()
        }
        _ => Vec::new(),
    }
}

/// The entries of the sheet, one per tag; a variant's entry goes before that of its game.
#[derive(Default)]
struct SheetEntries {
    entries: Vec<SheetEntry>,
    places: BTreeMap<TagId, usize>,
}

impl SheetEntries {
    fn add(&mut self, entry: SheetEntry) {
        match self.places.get(&entry.tag) {
            Some(&at) => {
                let before = self.entries[at].heading.take();
                self.entries[at] = entry;
                let heading = &mut self.entries[at].heading;
                *heading = heading.take().or(before);
            }
            None => {
                self.places.insert(entry.tag, self.entries.len());
                self.entries.push(entry);
            }
        }
    }
}
