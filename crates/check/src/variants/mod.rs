//! Lays variants over a game: sets, renames, replaces, removes or adds whole declarations, in order.

mod asks;
pub(crate) mod causes;
mod changes;
mod conditions;
mod declared;
mod parts;
mod removals;
pub(crate) mod renames;
mod replacements;
mod sought_part;
mod statements;

use crate::decl::mistakes::already_named;
use crate::names::nouns::Noun;
use crate::variants::changes::VariantChanges;
use crate::variants::declared::nothing_to;
use crate::variants::renames::{Rename, Renames};
use linstock_base::{Diagnostic, Diagnostics, Span, similar};
use linstock_syntax::ast::{
    Decl, DeclKind, Edit, EditKind, GameDecl, Name, QuotedText, Tag, Variant,
};
use std::borrow::Cow;

/// A game with variants laid over it.
pub(crate) struct MergedGame<'g> {
    /// The name of the root.
    pub name: String,
    /// The title of the root.
    pub title: String,
    /// The resulting declarations; borrowed from the game, unless a variant changes them.
    pub decls: Cow<'g, [Decl]>,
    /// The old names and their current ones.
    pub(crate) renames: Renames,
    /// The names that variants remove, with the places of the edits.
    pub removed: Vec<Name>,
    /// The head of the game itself, as the place of diagnostics about the whole.
    pub head: Span,
}

/// Lays variants over a game.
pub(crate) fn apply<'g>(
    game: &'g GameDecl,
    variants: &[&Variant],
    out: &mut Diagnostics,
) -> MergedGame<'g> {
    apply_first(game, variants, usize::MAX, out)
}

/// Lays the first `most_edits` changes of variants over a game.
pub(crate) fn apply_first<'g>(
    game: &'g GameDecl,
    variants: &[&Variant],
    most_edits: usize,
    out: &mut Diagnostics,
) -> MergedGame<'g> {
    let root = variants.first().filter(|v| v.of.text == game.name.text);
    let mut laid = MergedGame {
        name: game.name.text.clone(),
        title: game.title.value.clone(),
        decls: Cow::Borrowed(&game.decls),
        renames: Renames::default(),
        removed: Vec::new(),
        head: game.name.span,
    };
    let mut changes = VariantChanges::default();
    let mut left = most_edits;
    for variant in variants {
        laid.renames.begin(variant.name.span.file);
        for edit in variant.edits.iter().take(left) {
            left -= 1;
            laid.edit(edit, &mut changes, out);
        }
    }
    if let Some(root) = root {
        laid.name.clone_from(&root.name.text);
        laid.title.clone_from(&root.title.value);
    }
    laid
}

impl MergedGame<'_> {
    fn edit(&mut self, edit: &Edit, changes: &mut VariantChanges, out: &mut Diagnostics) {
        match &edit.kind {
            EditKind::Set { option, value } => {
                let name = self.name_now(Noun::Option, option);
                changes.setting(&name, value, out);
                self.set(option, value, edit, out);
            }
            EditKind::Rename { kind, pairs } => self.rename(kind, pairs, out),
            EditKind::Replace(decl) => self.replace(decl, changes, out),
            EditKind::Remove { kind, name } => self.remove((kind, name), changes, out),
            EditKind::Part(part) => self.part(part, changes, out),
            EditKind::Add(decl) => self.decls.to_mut().push(decl.clone()),
        }
    }

    fn set(&mut self, option: &Name, value: &QuotedText, edit: &Edit, out: &mut Diagnostics) {
        let name = self.name_now(Noun::Option, option);
        let renames = &self.renames;
        let mut options = self
            .decls
            .to_mut()
            .iter_mut()
            .filter_map(|d| match &mut d.kind {
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
                nothing_to("set", &format!("option `{}`", option.text), option.span)
                    .maybe_did_you_mean(similar(&option.text, known.iter().map(String::as_str)))
                    .hint(linstock_base::listed(
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
                    "E0417",
                    kind.span,
                    format!("`{}` cannot be renamed", kind.text),
                )
                .maybe_did_you_mean(similar(&kind.text, words))
                .hint(linstock_base::listed(
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
                    nothing_to("rename", &text, old.span)
                        .maybe_did_you_mean(similar(&old.text, known.clone()))
                        .hint(linstock_base::listed(&format!("{}s", kind.text), known)),
                );
                continue;
            }
            if known.contains(&new.text) && !pairs.iter().any(|(old, _)| old.text == new.text) {
                let taken = already_named(new.span, &noun.with_article(), &new.text);
                out.push(taken.hint(format!(
                    "choose another name for {text}, or also rename the other one"
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

    /// Returns the current name for a written one.
    pub(crate) fn name_now<'n>(&self, kind: Noun, name: &'n Name) -> Cow<'n, str> {
        self.renames.now(kind, name)
    }
}

/// Returns the name in a declaration; the first of several.
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
        DeclKind::Remember(memories) => memories.first().map(|m| &m.name),
        _ => None,
    }
}

/// Returns kind and name of a declaration; an edit finds it by these.
fn key_of(renames: &Renames, decl: &DeclKind) -> Option<String> {
    let named = |noun: Noun, name: &Name| {
        let kind = match noun {
            Noun::Routine | Noun::Memory => noun.keyword(),
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
        DeclKind::Remember(memories) => memories.first().and_then(|m| named(Noun::Memory, &m.name)),
        _ => None,
    }
}
