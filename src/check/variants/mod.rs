//! Lays variants over a game: whole declarations are set, renamed, replaced, removed or added, in order.

mod asks;
mod changes;
mod conditions;
mod declared;
mod parts;
mod removals;
pub(crate) mod renames;
mod sought_part;
mod statements;

use crate::base::{Diagnostic, Diagnostics, Span, did_you_mean};
use crate::check::names::nouns::Noun;
use crate::check::variants::changes::VariantChanges;
use crate::check::variants::renames::{Rename, Renames};
use crate::syntax::ast::{
    Decl, DeclKind, Edit, EditKind, GameDecl, Name, OptionDecl, Phase, PieceDecl, QuotedText,
    StmtDecl, StmtDeclKind, Tag, Variant,
};
use std::borrow::Cow;

/// A game with variants laid over it.
pub(crate) struct MergedGame {
    /// The name of the root.
    pub(crate) name: String,
    /// The title of the root.
    pub(crate) title: String,
    /// What is declared in the end.
    pub(crate) decls: Vec<Decl>,
    /// Old names and what they are called now.
    pub(crate) renames: Renames,
    /// What a variant takes away, and where.
    pub(crate) removed: Vec<Name>,
    /// Where the game itself begins, for findings about the whole.
    pub(crate) head: Span,
}

pub(crate) fn apply(game: &GameDecl, variants: &[&Variant], out: &mut Diagnostics) -> MergedGame {
    let root = variants.first().filter(|v| v.of.text == game.name.text);
    let mut laid = MergedGame {
        name: game.name.text.clone(),
        title: game.title.value.clone(),
        decls: game.decls.clone(),
        renames: Renames::default(),
        removed: Vec::new(),
        head: game.name.span,
    };
    let mut changes = VariantChanges::default();
    for variant in variants {
        laid.renames.begin(variant.name.span.file);
        for edit in &variant.edits {
            laid.edit(edit, &mut changes, out);
        }
    }
    if let Some(root) = root {
        laid.name.clone_from(&root.name.text);
        laid.title.clone_from(&root.title.value);
    }
    laid
}

impl MergedGame {
    fn edit(&mut self, edit: &Edit, changes: &mut VariantChanges, out: &mut Diagnostics) {
        match &edit.kind {
            EditKind::Set { option, value } => self.set(option, value, edit, out),
            EditKind::Rename { kind, pairs } => self.rename(kind, pairs, out),
            EditKind::Replace(decl) => self.replace(decl, changes, out),
            EditKind::Remove { kind, name } => self.remove((kind, name), changes, out),
            EditKind::Part(part) => self.part(part, changes, out),
            EditKind::Add(decl) => self.decls.push(decl.clone()),
        }
    }

    fn set(&mut self, option: &Name, value: &QuotedText, edit: &Edit, out: &mut Diagnostics) {
        let name = self.name_now(Noun::Option, option);
        let renames = &self.renames;
        let mut options = self.decls.iter_mut().filter_map(|d| match &mut d.kind {
            DeclKind::Options(options) => Some(options),
            _ => None,
        });
        if let Some(found) = options.find_map(|o| {
            o.iter_mut()
                .find(|o| renames.now(Noun::Option, &o.name) == name)
        }) {
            found.default = Some(value.clone());
            let new = edit.tags.iter().filter(|tag| {
                let mut old = found.tags.iter();
                old.all(|known| known.text != tag.text)
            });
            let new: Vec<Tag> = new.cloned().collect();
            found.tags.extend(new);
        } else {
            let known = self.option_names();
            out.push(
                Diagnostic::error(
                    option.span,
                    format!("there is no option `{}` to set", option.text),
                )
                .maybe_hint(did_you_mean(&option.text, known.iter().map(String::as_str)))
                .hint(crate::check::listed(
                    "options",
                    known.iter().map(String::as_str),
                )),
            );
        }
    }

    fn option_names(&self) -> Vec<String> {
        let names = |d: &Decl| match &d.kind {
            DeclKind::Options(options) => options
                .iter()
                .map(|o| self.name_now(Noun::Option, &o.name).into_owned())
                .collect(),
            _ => Vec::new(),
        };
        self.decls.iter().flat_map(names).collect()
    }

    fn rename(&mut self, kind: &Name, pairs: &[(Name, Name)], out: &mut Diagnostics) {
        let Some(noun) = Noun::named(&kind.text) else {
            let words = Noun::RENAMED.map(Noun::word);
            out.push(
                Diagnostic::error(
                    kind.span,
                    format!("`{}` is nothing that can be renamed", kind.text),
                )
                .maybe_hint(did_you_mean(&kind.text, words))
                .hint(crate::check::listed(
                    "what can be renamed",
                    words.into_iter(),
                )),
            );
            return;
        };
        let known = self.declared(noun);
        let mut renames = Vec::new();
        for (old, new) in pairs {
            let text = format!("{} `{}`", kind.text, old.text);
            if !known.contains(&old.text) {
                let known = known.iter().map(String::as_str);
                out.push(
                    Diagnostic::error(old.span, format!("there is no {text} to rename"))
                        .maybe_hint(did_you_mean(&old.text, known.clone()))
                        .hint(crate::check::listed(&format!("{}s", kind.text), known)),
                );
                continue;
            }
            if known.contains(&new.text) && !pairs.iter().any(|(old, _)| old.text == new.text) {
                let message = format!("there is already {} `{}`", noun.with_article(), new.text);
                let taken = Diagnostic::error(new.span, message).label("this name is taken");
                out.push(taken.hint(format!(
                    "choose another name for {text}, or rename the other one, too"
                )));
                continue;
            }
            renames.push(Rename {
                kind: noun,
                old: old.text.clone(),
                new: new.text.clone(),
                file: new.span.file,
            });
        }
        self.renames.extend(renames);
    }

    /// Returns what something that was written somewhere is called now.
    pub(crate) fn name_now<'n>(&self, kind: Noun, name: &'n Name) -> Cow<'n, str> {
        self.renames.now(kind, name)
    }

    fn replace(&mut self, decl: &Decl, changes: &mut VariantChanges, out: &mut Diagnostics) {
        let Some(key) = key_of(&self.renames, &decl.kind) else {
            let remembered = matches!(decl.kind, DeclKind::Remember(..));
            let wrong = Diagnostic::error(decl.span, "this declaration cannot replace another one");
            out.push(wrong.hint(if remembered {
                "what is remembered gets another start so: add at start of play { turns = 5 }"
            } else {
                "what has a name can be replaced: a move, fact, line, drawing or phase; and players, board and play"
            }));
            return;
        };
        let at = name_of(&decl.kind).map_or(decl.span, |name| name.span);
        let done = match &decl.kind {
            DeclKind::Phase(phase) => self.replace_phase(phase),
            DeclKind::Options(options) => self.replace_options(options),
            DeclKind::Pieces(pieces) => self.replace_pieces(pieces, &decl.tags),
            _ => self.replace_decl(&key, decl),
        };
        if done {
            changes.whole(&key, at, "replace", out);
        } else {
            let by_another = changes.removed(&key, at);
            out.push(self.nothing_called(&key, (at, by_another), "replace"));
        }
    }

    fn replace_decl(&mut self, key: &str, decl: &Decl) -> bool {
        let found = self
            .decls
            .iter_mut()
            .find(|d| key_of(&self.renames, &d.kind).as_deref() == Some(key));
        found.map(|old| *old = decl.clone()).is_some()
    }

    /// A piece is replaced where it stands, so that the others of its list stay.
    fn replace_pieces(&mut self, pieces: &[PieceDecl], tags: &[Tag]) -> bool {
        let renames = &self.renames;
        pieces.iter().all(|new| {
            let lists = self.decls.iter_mut().filter_map(|d| match &mut d.kind {
                DeclKind::Pieces(pieces) => Some((pieces, &mut d.tags)),
                _ => None,
            });
            for (list, list_tags) in lists {
                if let Some(old) = list
                    .iter_mut()
                    .find(|old| renames.now(Noun::Piece, &old.name) == new.name.text)
                {
                    *old = new.clone();
                    list_tags.extend(tags.iter().cloned());
                    return true;
                }
            }
            false
        })
    }

    fn replace_options(&mut self, options: &[OptionDecl]) -> bool {
        options.iter().all(|new| {
            let lists = self.decls.iter_mut().filter_map(|d| match &mut d.kind {
                DeclKind::Options(options) => Some(options),
                _ => None,
            });
            let renames = &self.renames;
            let found = lists
                .flatten()
                .find(|old| renames.now(Noun::Option, &old.name) == new.name.text);
            found.map(|old| *old = new.clone()).is_some()
        })
    }

    fn replace_phase(&mut self, phase: &Phase) -> bool {
        self.decls.iter_mut().any(|d| match &mut d.kind {
            DeclKind::Play(body) => replace_phase_in(&self.renames, body, phase),
            _ => false,
        })
    }
}

fn replace_phase_in(renames: &Renames, body: &mut [StmtDecl], phase: &Phase) -> bool {
    body.iter_mut().any(|stmt| match &mut stmt.kind {
        StmtDeclKind::Phase(old) if renames.now(Noun::Phase, &old.name) == phase.name.text => {
            old.name.clone_from(&phase.name);
            old.body.clone_from(&phase.body);
            true
        }
        _ => stmt
            .blocks_mut()
            .any(|body| replace_phase_in(renames, body, phase)),
    })
}

/// Returns the name of a declaration, where it is written; of a list, that of the first.
fn name_of(decl: &DeclKind) -> Option<&Name> {
    match decl {
        DeclKind::Drawing(d) => Some(&d.name),
        DeclKind::Line(l) => Some(&l.name),
        DeclKind::List(l) => Some(&l.name),
        DeclKind::Zone(z) => Some(&z.name),
        DeclKind::Fact(f) => Some(&f.name),
        DeclKind::Move(m) => Some(&m.name),
        DeclKind::Routine(r) => Some(&r.name),
        DeclKind::Phase(p) => Some(&p.name),
        DeclKind::Pieces(pieces) => pieces.first().map(|p| &p.name),
        DeclKind::Options(options) => options.first().map(|o| &o.name),
        _ => None,
    }
}

/// Returns kind and name of a declaration, by which an edit finds it.
fn key_of(renames: &Renames, decl: &DeclKind) -> Option<String> {
    let named = |noun: Noun, name: &Name| {
        let kind = match noun {
            Noun::Routine => noun.keyword(),
            _ => noun.word(),
        };
        Some(format!("{kind} {}", renames.now(noun, name)))
    };
    match decl {
        DeclKind::Drawing(d) => named(Noun::Drawing, &d.name),
        DeclKind::Line(l) => named(Noun::Line, &l.name),
        DeclKind::List(l) => named(Noun::List, &l.name),
        DeclKind::Zone(z) => named(Noun::Zone, &z.name),
        DeclKind::Fact(f) => named(Noun::Fact, &f.name),
        DeclKind::Move(m) => named(Noun::Move, &m.name),
        DeclKind::Routine(r) => named(Noun::Routine, &r.name),
        DeclKind::Phase(p) => named(Noun::Phase, &p.name),
        DeclKind::Pieces(pieces) => pieces.first().and_then(|p| named(Noun::Piece, &p.name)),
        DeclKind::Players(_) => Some("players".into()),
        DeclKind::Options(options) => options.first().and_then(|o| named(Noun::Option, &o.name)),
        DeclKind::Board(_) => Some("board".into()),
        DeclKind::Score(_) => Some("score".into()),
        DeclKind::Play(_) => Some("play".into()),
        DeclKind::Remember(_)
        | DeclKind::Script(_)
        | DeclKind::Status(_)
        | DeclKind::Hides(_)
        | DeclKind::Clauses(_)
        | DeclKind::Note(_)
        | DeclKind::Language(_)
        | DeclKind::Words(_)
        | DeclKind::Broken { .. } => None,
    }
}
