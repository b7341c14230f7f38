//! Names in declarations and in the edits of variants: first all that is declared, then what is used.

use crate::base::Span;
use crate::check::index::{Indexer, Sort, words};
use crate::check::names::nouns::Noun;
use crate::syntax::ast::{
    BoardDecl, BoardItemKind, BoardShape, ClauseEntry, Clauses, Decl, DeclKind, Edit, EditKind,
    HeadDecl, HeadKind, ListDecl, MemoryDecl, MoveDecl, Name, OptionChoice, OptionDecl, RulesFile,
    ScriptFnDecl, StatusDecl, StatusOf, StatusPlace, Stock, Tag, Worded, WordsEntry, ZoneDecl,
};

/// Returns the declarations of a file, those that the edits of a variant bring among them.
fn decls(file: &RulesFile) -> Vec<(&[Tag], &Decl)> {
    match file {
        RulesFile::Game(game) => game.decls.iter().map(|d| (d.tags.as_slice(), d)).collect(),
        RulesFile::Variant(variant) => {
            let edits = variant.edits.iter();
            let brought = edits.filter_map(|edit| match &edit.kind {
                EditKind::Replace(decl) | EditKind::Add(decl) => Some((edit.tags.as_slice(), decl)),
                EditKind::Set { .. } | EditKind::Rename { .. } | EditKind::Remove { .. } => None,
            });
            brought.collect()
        }
    }
}

/// What is declared first, so that it is known before its uses.
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
        }
    }

    /// What a variant calls otherwise is a name of its own.
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
            | DeclKind::Words(_) => {}
        }
    }

    fn declare_option(&mut self, option: &OptionDecl) {
        self.extent = option.name.span.to(option.doc.span);
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
                    for (tags, name, points) in regions {
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
            self.extent = entry.tag.span.to(entry.text.last.span);
            let name = Name {
                text: entry.tag.text.clone(),
                span: entry.tag.span,
            };
            let id = self.declare(Sort::Clause, &name, &[]);
            let first = entry.text.cases.first().map(|(text, _)| text);
            self.say(id, &first.unwrap_or(&entry.text.last).written);
        }
    }

    /// What cannot be read counts as declared.
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

/// What is used.
impl Indexer {
    pub(super) fn file(&mut self, file: &RulesFile) {
        for (tags, decl) in decls(file) {
            self.tags(tags);
            self.tags(&decl.tags);
            self.extent = decl.span;
            self.decl(&decl.kind);
            self.locals.clear();
        }
        if let RulesFile::Variant(variant) = file {
            self.uses(Sort::Ruleset, &variant.of);
            variant.edits.iter().for_each(|edit| self.edit(edit));
        }
    }

    fn edit(&mut self, edit: &Edit) {
        match &edit.kind {
            EditKind::Set { option, value } => {
                self.tags(&edit.tags);
                self.setting(option, value);
            }
            EditKind::Rename { kind, pairs } => {
                self.tags(&edit.tags);
                for (old, _) in pairs {
                    self.named_as(kind, old);
                }
            }
            EditKind::Remove { kind, name } => {
                self.tags(&edit.tags);
                self.named_as(kind, name);
            }
            EditKind::Replace(_) | EditKind::Add(_) => {}
        }
    }

    /// Notes a name after a word that says what it is.
    fn named_as(&mut self, kind: &Name, name: &Name) {
        match Noun::named(&kind.text) {
            Some(noun) => self.uses(Sort::Declared(noun), name),
            None => self.name(name),
        }
    }

    fn decl(&mut self, kind: &DeclKind) {
        match kind {
            DeclKind::Options(options) => options.iter().for_each(|o| self.option(o)),
            DeclKind::Board(board) => self.board(board),
            DeclKind::Pieces(pieces) => {
                for layer in pieces.iter().filter_map(|piece| piece.layer.as_ref()) {
                    self.uses(Sort::Declared(Noun::Layer), layer);
                }
            }
            DeclKind::Drawing(drawing) => {
                self.exprs(drawing.legend.iter().map(|(_, stands_for)| stands_for));
            }
            DeclKind::Line(line) => self.exprs([&line.points, &line.directions]),
            DeclKind::List(list) => {
                for shown in &list.shown {
                    self.uses(Sort::Field, shown);
                }
                for row in &list.rows {
                    self.tags(&row.tags);
                    self.exprs(&row.values);
                }
            }
            DeclKind::Zone(zone) => self.zone(zone),
            DeclKind::Remember(memories) => memories.iter().for_each(|m| self.memory(m)),
            DeclKind::Fact(fact) => {
                fact.params.iter().for_each(|name| drop(self.local(name)));
                self.expr(&fact.value);
            }
            DeclKind::Script(script) => {
                script.functions.iter().for_each(|f| self.script_fn(f));
            }
            DeclKind::Move(mv) => self.mv(mv),
            DeclKind::Routine(routine) => {
                routine
                    .params
                    .iter()
                    .for_each(|name| drop(self.local(name)));
                self.block(&routine.body);
            }
            DeclKind::Score(score) => {
                self.local(&score.player);
                self.expr(&score.value);
            }
            DeclKind::Hides(names) => names.iter().for_each(|name| self.name(name)),
            DeclKind::Status(status) => self.status(status),
            DeclKind::Phase(phase) => self.block(&phase.body),
            DeclKind::Play(body) => self.block(body),
            DeclKind::Clauses(clauses) => {
                clauses.entries.iter().for_each(|entry| self.clause(entry));
            }
            DeclKind::Players(_)
            | DeclKind::Note(_)
            | DeclKind::Language(_)
            | DeclKind::Words(_)
            | DeclKind::Broken { .. } => {}
        }
    }

    fn option(&mut self, option: &OptionDecl) {
        self.tags(&option.tags);
        for choice in &option.choices {
            match choice {
                OptionChoice::Word(name) if self.meant(&name.text).is_some() => self.name(name),
                // The words for truths are words of the language.
                OptionChoice::Word(name)
                    if !matches!(name.text.as_str(), "yes" | "no" | "none") =>
                {
                    self.extent = option.name.span.to(option.doc.span);
                    self.declare(Sort::Value, name, &[]);
                }
                OptionChoice::Word(_) | OptionChoice::Range { .. } => {}
            }
        }
        option.default.iter().for_each(|value| self.raw(value));
    }

    fn board(&mut self, board: &BoardDecl) {
        match &board.shape {
            BoardShape::Rows { width, height } => self.exprs([width, height]),
            BoardShape::Named { size, .. } => self.expr(size),
        }
        for item in &board.items {
            self.tags(&item.tags);
            self.board_item(&item.kind);
        }
    }

    fn board_item(&mut self, item: &BoardItemKind) {
        match item {
            BoardItemKind::Next(e) | BoardItemKind::DrawnAs(e) | BoardItemKind::Wall(e) => {
                self.expr(e);
            }
            BoardItemKind::Layers(_) | BoardItemKind::Map(_) => {}
            BoardItemKind::Region { points, .. }
            | BoardItemKind::Paint { points, .. }
            | BoardItemKind::Show { points, .. } => self.expr(points),
            BoardItemKind::Link(link) => {
                let locals = self.locals.len();
                for over in &link.over {
                    self.expr(&over.set);
                    self.local(&over.name);
                    self.exprs(&over.filter);
                }
                self.exprs([&link.from, &link.to]);
                self.exprs(&link.when);
                self.leave(locals);
            }
            BoardItemKind::Side {
                player, regions, ..
            } => {
                self.uses(Sort::Declared(Noun::Player), player);
                for (tags, _, points) in regions {
                    self.tags(tags);
                    self.expr(points);
                }
            }
        }
    }

    fn zone(&mut self, zone: &ZoneDecl) {
        for holding in &zone.holds {
            self.tags(&holding.tags);
            self.name(&holding.what);
            match &holding.stock {
                Stock::Empty => {}
                Stock::Each(copies) => self.exprs(copies),
                Stock::Field(name) => self.uses(Sort::Field, name),
                Stock::Listed(name) => self.uses(Sort::Declared(Noun::Option), name),
            }
        }
        for (tags, ..) in &zone.sight {
            self.tags(tags);
        }
    }

    fn memory(&mut self, memory: &MemoryDecl) {
        self.tags(&memory.tags);
        memory.of.iter().for_each(|name| self.name(name));
        self.expr(&memory.start);
        memory.ty.iter().for_each(|name| self.name(name));
    }

    fn script_fn(&mut self, function: &ScriptFnDecl) {
        self.tags(&function.tags);
        for (_, ty) in &function.params {
            self.name(ty);
        }
        let reads = function.reads.iter().flatten();
        reads
            .chain(&function.changes)
            .for_each(|name| self.name(name));
        function.result.iter().for_each(|ty| self.name(ty));
    }

    fn mv(&mut self, mv: &MoveDecl) {
        for name in &mv.params {
            self.local(name);
        }
        mv.heads.iter().for_each(|head| self.head(head));
        self.template(&mv.text);
        for (text, id) in self.locals.clone() {
            self.of_moves.insert((mv.name.text.clone(), text), id);
        }
        self.block(&mv.body);
    }

    fn head(&mut self, head: &HeadDecl) {
        self.tags(&head.tags);
        match &head.kind {
            HeadKind::Arg {
                name,
                domain,
                filter,
            } => {
                self.expr(domain);
                self.local(name);
                self.exprs(filter);
            }
            HeadKind::Let { name, value } => {
                self.expr(value);
                self.local(name);
            }
            HeadKind::When(e) | HeadKind::Weigh(e) => self.expr(e),
            HeadKind::SeenBy(who) => self.exprs(who),
            HeadKind::Leaves { cond, supposing } => {
                self.expr(cond);
                self.supposing(supposing.as_ref());
            }
            HeadKind::Warn { of, text, when } => {
                let locals = self.locals.len();
                self.subjects(of.as_ref());
                self.template(text);
                self.exprs(when);
                self.leave(locals);
            }
        }
    }

    fn supposing(&mut self, outcome: Option<&Name>) {
        for name in outcome {
            self.uses(Sort::Declared(Noun::Move), name);
        }
    }

    fn subjects(&mut self, of: Option<&StatusOf>) {
        for of in of {
            self.exprs(&of.rows);
            self.local(&of.name);
            self.exprs(&of.filter);
        }
    }

    fn status(&mut self, status: &StatusDecl) {
        self.subjects(status.of.as_ref());
        self.template(&status.text);
        self.exprs(&status.when);
        match &status.shown {
            StatusPlace::Warning { supposing } => self.supposing(supposing.as_ref()),
            StatusPlace::Table | StatusPlace::Prompt | StatusPlace::Result => {}
        }
    }

    fn clause(&mut self, entry: &ClauseEntry) {
        for (text, cond) in &entry.text.cases {
            self.template(text);
            self.expr(cond);
        }
        self.template(&entry.text.last);
    }

    /// Goes through what people read in place of names.
    pub(super) fn words_of(&mut self, file: &RulesFile) {
        for (_, decl) in decls(file) {
            if let DeclKind::Words(entries) = &decl.kind {
                entries.iter().for_each(|entry| self.words_entry(entry));
            }
        }
    }

    fn words_entry(&mut self, entry: &WordsEntry) {
        match &entry.what {
            Worded::Name(name) => {
                if let Some(id) = self.meant(&name.text) {
                    self.note(id, name.span, false);
                    self.say(id, &entry.text.written);
                }
            }
            Worded::Part { part, of } => {
                self.uses(Sort::Declared(Noun::Move), of);
                let found: Vec<(Span, String)> = words(part)
                    .map(|(span, word)| (span, word.to_owned()))
                    .collect();
                for (span, word) in found {
                    let key = (of.text.clone(), word);
                    match self.of_moves.get(&key) {
                        Some(&id) => self.note(id, span, false),
                        None => self.word(&key.1, span),
                    }
                }
            }
            Worded::Text(_) => {}
        }
        self.template(&entry.text);
    }
}
