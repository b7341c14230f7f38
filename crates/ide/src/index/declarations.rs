//! The declarations of files and of variants' edits; the index collects them before the uses.

use crate::index::part_edits::parts;
use crate::index::{Indexer, Sort, up_to};
use linstock_check::Noun;
use linstock_syntax::ast::{
    BoardDecl, BoardItemKind, Clauses, Decl, DeclKind, Edit, EditKind, ListDecl, Name, OptionDecl,
    RulesFile, SideRegion, Tag,
};

/// Returns the declarations of a file, including those in the edits of a variant.
pub(super) fn decls(file: &RulesFile) -> Vec<(&[Tag], &Decl)> {
    match file {
        RulesFile::Game(game) => game.decls.iter().map(|d| (d.tags.as_slice(), d)).collect(),
        RulesFile::Variant(variant) => {
            let edits = variant.edits.iter();
            let brought = edits.filter_map(|edit| match &edit.kind {
                EditKind::Replace(decl) | EditKind::Add(decl) => Some((edit.tags.as_slice(), decl)),
                EditKind::Set { .. }
                | EditKind::Rename { .. }
                | EditKind::Remove { .. }
                | EditKind::Part(_) => None,
            });
            brought.collect()
        }
    }
}

impl Indexer {
    pub(super) fn declare_file(&mut self, file: &RulesFile) {
        let name = match file {
            RulesFile::Game(game) => &game.name,
            RulesFile::Variant(variant) => &variant.name,
        };
        self.extent = name.span;
        self.declare(Sort::Ruleset, name, &[]);
        for (tags, decl) in decls(file) {
            self.extent = decl.span;
            let all = [tags, &decl.tags].concat();
            self.declare_decl(&decl.kind, &all);
        }
        if let RulesFile::Variant(variant) = file {
            for edit in &variant.edits {
                self.declare_renamed(edit);
            }
            for (_, part) in parts(variant) {
                self.declare_part(part);
            }
        }
    }

    /// Declares the new names of a `rename`.
    fn declare_renamed(&mut self, edit: &Edit) {
        if let EditKind::Rename { kind, pairs } = &edit.kind
            && let Some(noun) = Noun::named(&kind.text)
        {
            for (_, new) in pairs {
                self.extent = new.span;
                self.declare(Sort::Declared(noun), new, &edit.tags);
            }
        }
    }

    fn declare_all<'n>(
        &mut self,
        noun: Noun,
        names: impl IntoIterator<Item = &'n Name>,
        tags: &[Tag],
    ) {
        for name in names {
            self.declare(Sort::Declared(noun), name, tags);
        }
    }

    fn declare_decl(&mut self, kind: &DeclKind, tags: &[Tag]) {
        match kind {
            DeclKind::Players(players) => self.declare_all(Noun::Player, &players.names, tags),
            DeclKind::Options(options) => {
                options
                    .iter()
                    .for_each(|option| self.declare_option(option));
            }
            DeclKind::Board(board) => self.declare_board(board),
            DeclKind::Pieces(pieces) => {
                self.declare_all(Noun::Piece, pieces.iter().map(|p| &p.name), tags);
            }
            DeclKind::Drawing(drawing) => self.declare_all(Noun::Drawing, [&drawing.name], tags),
            DeclKind::Line(line) => self.declare_all(Noun::Line, [&line.name], tags),
            DeclKind::List(list) => self.declare_list(list, tags),
            DeclKind::Zone(zone) => self.declare_all(Noun::Zone, [&zone.name], tags),
            DeclKind::Remember(memories) => {
                for memory in memories {
                    self.extent = memory.name.span.to(memory.start.span);
                    self.declare(Sort::Declared(Noun::Memory), &memory.name, &memory.tags);
                }
            }
            DeclKind::Fact(fact) => self.declare_all(Noun::Fact, [&fact.name], tags),
            DeclKind::Script(script) => {
                for function in &script.functions {
                    let name = &function.name;
                    self.declare(Sort::Declared(Noun::Script), name, &function.tags);
                }
            }
            DeclKind::Move(mv) => {
                self.declare_all(Noun::Move, [&mv.name], tags);
                self.declare_phases(&mv.body);
            }
            DeclKind::Routine(routine) => {
                self.declare_all(Noun::Routine, [&routine.name], tags);
                self.declare_phases(&routine.body);
            }
            DeclKind::Phase(phase) => {
                self.declare_all(Noun::Phase, [&phase.name], tags);
                self.declare_phases(&phase.body);
            }
            DeclKind::Play(body) => self.declare_phases(body),
            DeclKind::Clauses(clauses) => self.declare_clauses(clauses),
            DeclKind::Broken { keyword, names } => self.declare_broken(keyword, names),
            DeclKind::Score(_)
            | DeclKind::Hides(_)
            | DeclKind::Status(_)
            | DeclKind::Note(_)
            | DeclKind::Language(_)
            | DeclKind::Words(_)
            | DeclKind::Look(_) => {}
        }
    }

    fn declare_option(&mut self, option: &OptionDecl) {
        self.extent = up_to(option.name.span, option.doc.span);
        let id = self.declare(Sort::Declared(Noun::Option), &option.name, &option.tags);
        self.say(id, &option.doc.value);
    }

    fn declare_board(&mut self, board: &BoardDecl) {
        let whole = self.extent;
        for item in &board.items {
            match &item.kind {
                BoardItemKind::Layers(names) => self.declare_all(Noun::Layer, names, &item.tags),
                BoardItemKind::Region { name, points } => {
                    self.extent = name.span.to(points.span);
                    self.declare(Sort::Declared(Noun::Region), name, &item.tags);
                }
                BoardItemKind::Side { regions, .. } => {
                    for SideRegion { tags, name, points } in regions {
                        self.extent = name.span.to(points.span);
                        self.declare(Sort::Declared(Noun::Region), name, tags);
                    }
                }
                BoardItemKind::Next(_)
                | BoardItemKind::DrawnAs(_)
                | BoardItemKind::Map(_)
                | BoardItemKind::Wall(_)
                | BoardItemKind::Link(_)
                | BoardItemKind::Paint { .. }
                | BoardItemKind::Chequered(_)
                | BoardItemKind::Line { .. }
                | BoardItemKind::NoLine { .. }
                | BoardItemKind::Label { .. }
                | BoardItemKind::Show { .. } => {}
            }
            self.extent = whole;
        }
    }

    fn declare_list(&mut self, list: &ListDecl, tags: &[Tag]) {
        self.declare(Sort::Declared(Noun::List), &list.name, tags);
        for field in &list.fields {
            self.declare(Sort::Field, field, &[]);
        }
        for row in &list.rows {
            let last = row.values.last().map_or(row.name.span, |value| value.span);
            self.extent = row.name.span.to(last);
            self.declare(Sort::Declared(Noun::Row), &row.name, &row.tags);
        }
    }

    fn declare_clauses(&mut self, clauses: &Clauses) {
        for entry in &clauses.entries {
            self.extent = up_to(entry.tag.span, entry.text.last.span);
            let name = Name {
                text: entry.tag.text.clone(),
                span: entry.tag.span,
            };
            let id = self.declare(Sort::Clause, &name, &[]);
            let first = entry.text.cases.first().map(|(text, _)| text);
            self.say(id, &first.unwrap_or(&entry.text.last).written);
        }
    }

    /// Declares the names of a declaration that could not be parsed.
    fn declare_broken(&mut self, keyword: &str, names: &[Name]) {
        let noun = match keyword {
            "players" => Noun::Player,
            "options" => Noun::Option,
            "piece" => Noun::Piece,
            "remember" => Noun::Memory,
            "script" => Noun::Script,
            "board" => Noun::Region,
            "drawing" => Noun::Drawing,
            "line" => Noun::Line,
            "list" => Noun::List,
            "zone" => Noun::Zone,
            "fact" => Noun::Fact,
            "move" => Noun::Move,
            "to" => Noun::Routine,
            "phase" => Noun::Phase,
            _ => return,
        };
        self.declare_all(noun, names, &[]);
    }
}
