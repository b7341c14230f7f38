//! Finds the uses of names in declarations and in the edits of variants, each with its span and sort.

use crate::index::declarations::decls;
use crate::index::{Indexer, Sort, up_to, words};
use linstock_base::Span;
use linstock_check::Noun;
use linstock_syntax::ast::{
    BoardDecl, BoardItemKind, BoardShape, ClauseEntry, DeclKind, Edit, EditKind, HeadDecl,
    HeadKind, LookItem, MemoryDecl, MoveDecl, Name, OptionChoice, OptionDecl, RulesFile,
    ScriptFnDecl, StatusDecl, StatusOf, StatusPlace, Stock, Worded, WordsEntry, ZoneDecl,
};

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
            EditKind::Part(_) | EditKind::Replace(_) | EditKind::Add(_) => {}
        }
    }

    /// Records a name after a word for its sort.
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
                if let Some(shown) = &list.shown {
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
                self.params(&fact.params);
                self.expr(&fact.value);
            }
            DeclKind::Script(script) => {
                script.functions.iter().for_each(|f| self.script_fn(f));
            }
            DeclKind::Move(mv) => self.mv(mv),
            DeclKind::Routine(routine) => {
                self.params(&routine.params);
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
            | DeclKind::Look(_)
            | DeclKind::Broken { .. } => {}
        }
    }

    fn option(&mut self, option: &OptionDecl) {
        self.tags(&option.tags);
        for choice in &option.choices {
            match choice {
                OptionChoice::Word(name) if self.meant(&name.text).is_some() => self.name(name),
                // The words for truths belong to the language.
                OptionChoice::Word(name)
                    if !matches!(name.text.as_str(), "yes" | "no" | "none") =>
                {
                    self.extent = up_to(option.name.span, option.doc.span);
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
            BoardShape::Drawn(_) => {}
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
            BoardItemKind::Layers(_) | BoardItemKind::Map(_) | BoardItemKind::Chequered(_) => {}
            BoardItemKind::Region { points, .. }
            | BoardItemKind::Paint { points, .. }
            | BoardItemKind::Label { points, .. }
            | BoardItemKind::Show { points, .. } => self.expr(points),
            BoardItemKind::Line { from, to } | BoardItemKind::NoLine { from, to } => {
                self.expr(from);
                self.expr(to);
            }
            BoardItemKind::Link(link) => {
                let locals = self.locals.len();
                if let Some(over) = &link.over {
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
                for region in regions {
                    self.tags(&region.tags);
                    self.expr(&region.points);
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
        for line in &zone.sight {
            self.tags(&line.tags);
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

    fn params(&mut self, names: &[Name]) {
        for name in names {
            self.local(name);
        }
    }

    fn mv(&mut self, mv: &MoveDecl) {
        self.params(&mv.params);
        mv.heads.iter().for_each(|head| self.head(head));
        self.template(&mv.text);
        for (text, id) in self.locals.clone() {
            self.of_moves.insert((mv.name.text.clone(), text), id);
        }
        self.block(&mv.body);
    }

    pub(super) fn head(&mut self, head: &HeadDecl) {
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
        if let Some(name) = outcome {
            self.uses(Sort::Declared(Noun::Move), name);
        }
    }

    fn subjects(&mut self, of: Option<&StatusOf>) {
        if let Some(of) = of {
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

    /// Visits the texts that people read instead of names.
    pub(super) fn words_of(&mut self, file: &RulesFile) {
        for (_, decl) in decls(file) {
            if let DeclKind::Words(entries) = &decl.kind {
                entries.iter().for_each(|entry| self.words_entry(entry));
            }
        }
    }

    /// Visits what pieces, lists and rows look like.
    pub(super) fn looks_of(&mut self, file: &RulesFile) {
        for (_, decl) in decls(file) {
            let DeclKind::Look(items) = &decl.kind else {
                continue;
            };
            items.iter().for_each(|item| self.look_item(item));
        }
    }

    fn look_item(&mut self, item: &LookItem) {
        let names: Vec<&Name> = match item {
            LookItem::Entry(entry) => {
                let names = entry.names.iter();
                names
                    .flat_map(|named| std::iter::once(&named.name).chain(&named.of))
                    .collect()
            }
            LookItem::Bar { name, .. } => vec![name],
        };
        for name in names {
            if let Some(id) = self.meant(&name.text) {
                self.note(id, name.span, false);
            }
        }
        match item {
            LookItem::Bar { most, .. } => self.expr(most),
            LookItem::Entry(entry) => {
                // A number may be drawn as a kind of piece.
                let drawn = entry.parts.iter();
                for part in drawn.filter(|part| part.property.text == "drawn as") {
                    if let Some(id) = self.meant(&part.value.value) {
                        self.note(id, part.value.span, false);
                    }
                }
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
            // The colour of a player, or a sign on the board.
            Worded::Part { part, of } if part.value == "colour" || of.text == "board" => {
                if let Some(id) = self.meant(&of.text) {
                    self.note(id, of.span, false);
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
