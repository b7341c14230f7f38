//! Enters names before anything is resolved, so that a name may be used before its declaration.

use crate::Choices;
use crate::decl::mistakes::{already_named, reserved_word, second_one};
use crate::expr::vocabulary::is_word_of_language;
use crate::names::nouns::Noun;
use crate::names::{DrawingName, KindName, Named, Names};
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_base::check_fuel::NAME;
use linstock_model::LayerId;
use linstock_syntax::ast::{BoardDecl, BoardItemKind, DeclKind, Name, StmtDecl, StmtDeclKind, Tag};

/// One of the tables of [`Names`].
pub(crate) type NameTable<'a, T> = for<'n> fn(&'n mut Names<'a>) -> &'n mut Vec<Named<T>>;

impl<'a> Resolver<'a> {
    /// Enters every declared name, before anything is resolved.
    pub(crate) fn collect_names(&mut self, choices: &Choices) {
        let mut has_players = false;
        for decl in self.decls() {
            match &decl.kind {
                DeclKind::Players(_) if has_players => self.report(
                    second_one(decl.span, "a list of players")
                        .hint("name all players in one list, in seat order"),
                ),
                DeclKind::Players(names) => {
                    has_players = true;
                    for name in &names.names {
                        self.declare(Noun::Player, name, &decl.tags, (|n| &mut n.players, ()));
                    }
                    self.count_players(names, choices);
                }
                other => self.collect_name(other, &decl.tags),
            }
        }
        self.note_places();
        self.declare_pieces_as_rows();
        if has_players {
            return;
        }
        if !self.is_broken_kind("players") {
            self.report(
                Diagnostic::error("E0206", self.game.head, "the game has no players")
                    .hint("name them in seat order: players white, black"),
            );
        }
        self.names.broken_kinds.insert("players".to_owned());
    }

    /// Enters the names of a declaration other than `players`.
    fn collect_name(&mut self, kind: &'a DeclKind, tags: &'a [Tag]) {
        match kind {
            DeclKind::Pieces(pieces) => {
                for piece in pieces {
                    // Layer and letter are set once all pieces are known.
                    let what = KindName {
                        neutral: piece.neutral,
                        layer: LayerId(0),
                        letter: '?',
                    };
                    self.declare(Noun::Piece, &piece.name, tags, (|n| &mut n.kinds, what));
                }
            }
            DeclKind::Line(line) => {
                self.declare(Noun::Line, &line.name, tags, (|n| &mut n.lines, ()));
            }
            DeclKind::Drawing(d) => {
                let what = DrawingName {
                    picture: d.picture.span,
                    size: None,
                    laid: false,
                };
                self.declare(Noun::Drawing, &d.name, tags, (|n| &mut n.drawings, what));
            }
            DeclKind::Board(board) => self.declare_layers(board),
            DeclKind::List(list) => self.declare_list(list, tags),
            DeclKind::Zone(zone) => self.declare_zone(zone, tags),
            DeclKind::Fact(fact) => {
                self.declare(Noun::Fact, &fact.name, tags, (|n| &mut n.facts, fact));
            }
            DeclKind::Routine(r) => {
                self.declare(Noun::Routine, &r.name, tags, (|n| &mut n.routines, r));
                self.collect_phases(&r.body);
            }
            DeclKind::Move(mv) => {
                self.declare(Noun::Move, &mv.name, tags, (|n| &mut n.moves, mv));
                self.collect_phases(&mv.body);
            }
            DeclKind::Play(body) => self.collect_phases(body),
            DeclKind::Broken { keyword, names } => self.declare_broken(keyword, names),
            _ => {}
        }
    }

    /// Records the indices of facts and routines; of two with one name, the first.
    fn note_places(&mut self) {
        let names = &mut self.names;
        for (at, fact) in names.facts.iter().enumerate() {
            names.fact_places.entry(fact.text.clone()).or_insert(at);
        }
        for (at, routine) in names.routines.iter().enumerate() {
            let place = names.routine_places.entry(routine.text.clone());
            place.or_insert(at);
        }
    }

    fn declare_layers(&mut self, board: &'a BoardDecl) {
        for item in &board.items {
            if let BoardItemKind::Layers(names) = &item.kind {
                for name in names {
                    self.declare(Noun::Layer, name, &item.tags, (|n| &mut n.layers, ()));
                }
            }
        }
    }

    fn collect_phases(&mut self, body: &[StmtDecl]) {
        for stmt in body {
            if let StmtDeclKind::Phase(phase) = &stmt.kind {
                let name = self.canonical(Noun::Phase, &phase.name).into_owned();
                if self.names.phases.contains(&name) {
                    self.report(
                        already_named(phase.name.span, "a phase", &name)
                            .hint("give each phase its own name"),
                    );
                }
                let pushed = Noun::Phase
                    .limit()
                    .push::<u8, _>(&mut self.names.phases, name);
                if let Err(why) = pushed {
                    self.too_many(why, phase.name.span);
                }
            }
            stmt.blocks().for_each(|body| self.collect_phases(body));
        }
    }

    /// Returns whether something of this kind may have the name of a direction: a side of the table may, and a move
    /// that goes that way.
    fn may_be_called(&self, kind: Noun, text: &str) -> bool {
        let topology = self.topology();
        let is_direction = topology.direction(text).is_some();
        match kind {
            Noun::Player => is_direction,
            Noun::Move => is_direction || topology.is_relative(text),
            _ => false,
        }
    }

    /// Enters a name, unless it is taken.
    pub(crate) fn declare<T>(
        &mut self,
        kind: Noun,
        name: &Name,
        tags: &'a [Tag],
        (table, what): (NameTable<'a, T>, T),
    ) {
        self.fuel.at(name.span);
        self.fuel.spend(NAME);
        if self.affordable().is_err() {
            return;
        }
        let text = self.canonical(kind, name).into_owned();
        let tags = self.tags(tags);
        if is_word_of_language(&text) && !self.may_be_called(kind, &text) {
            self.report(reserved_word(name.span, &text));
            self.names.broken.push(text.clone());
        }
        let earlier = table(&mut self.names)
            .iter()
            .find(|n| n.text == text)
            .map(|n| n.span);
        if let Some(earlier) = earlier {
            // Each file is a game or a variant.
            let hint = match earlier.file == name.span.file {
                true => "give one of them another name",
                false => {
                    "write `replace` before it to replace the other one, or give one of them another name"
                }
            };
            self.report(
                already_named(name.span, &kind.with_article(), &text)
                    .related(earlier, "it is declared here")
                    .hint(hint),
            );
            self.names.broken_kinds.insert(kind.keyword().to_owned());
        }
        let named = Named {
            text: text.clone(),
            span: name.span,
            tags,
            what,
        };
        let pushed = kind.limit().push::<usize, _>(table(&mut self.names), named);
        if let Err(why) = pushed {
            self.too_many(why, name.span);
            self.names.broken.push(text);
        }
    }
}
