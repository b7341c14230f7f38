//! Replacements of declarations by a variant. Options, pieces, phases and memories are replaced one by one, in place.

use crate::names::nouns::Noun;
use crate::variants::changes::VariantChanges;
use crate::variants::renames::Renames;
use crate::variants::{MergedGame, key_of, name_of};
use linstock_base::{Diagnostic, Diagnostics};
use linstock_syntax::ast::{
    Decl, DeclKind, MemoryDecl, OptionDecl, Phase, PieceDecl, StmtDecl, StmtDeclKind, Tag,
};

impl MergedGame<'_> {
    pub(super) fn replace(
        &mut self,
        decl: &Decl,
        changes: &mut VariantChanges,
        out: &mut Diagnostics,
    ) {
        for one in one_by_one(decl) {
            self.replace_one(&one, changes, out);
        }
    }

    fn replace_one(&mut self, decl: &Decl, changes: &mut VariantChanges, out: &mut Diagnostics) {
        let Some(key) = key_of(&self.renames, &decl.kind) else {
            let wrong = Diagnostic::error(
                "E0422",
                decl.span,
                "this declaration cannot replace another one",
            );
            out.push(wrong.hint(
                "you can replace `players`, `board`, `play`, and declarations with a name, such as a move, a fact or a phase",
            ));
            return;
        };
        let at = name_of(&decl.kind).map_or(decl.span, |name| name.span);
        let done = match &decl.kind {
            DeclKind::Phase(phase) => self.replace_phase(phase),
            DeclKind::Options(options) => options.iter().all(|new| self.replace_option(new)),
            DeclKind::Pieces(pieces) => {
                let mut pieces = pieces.iter();
                pieces.all(|new| self.replace_piece(new, &decl.tags))
            }
            DeclKind::Remember(memories) => memories.iter().all(|new| self.replace_memory(new)),
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
            .to_mut()
            .iter_mut()
            .find(|d| key_of(&self.renames, &d.kind).as_deref() == Some(key));
        found.map(|old| *old = decl.clone()).is_some()
    }

    fn replace_piece(&mut self, new: &PieceDecl, tags: &[Tag]) -> bool {
        let renames = &self.renames;
        let lists = self
            .decls
            .to_mut()
            .iter_mut()
            .filter_map(|d| match &mut d.kind {
                DeclKind::Pieces(pieces) => Some((pieces, &mut d.tags)),
                _ => None,
            });
        for (list, list_tags) in lists {
            let is_it = |old: &&mut PieceDecl| renames.now(Noun::Piece, &old.name) == new.name.text;
            if let Some(old) = list.iter_mut().find(is_it) {
                *old = new.clone();
                list_tags.extend(tags.iter().cloned());
                return true;
            }
        }
        false
    }

    fn replace_option(&mut self, new: &OptionDecl) -> bool {
        let lists = self
            .decls
            .to_mut()
            .iter_mut()
            .filter_map(|d| match &mut d.kind {
                DeclKind::Options(options) => Some(options),
                _ => None,
            });
        let renames = &self.renames;
        let found = lists
            .flatten()
            .find(|old| renames.now(Noun::Option, &old.name) == new.name.text);
        found.map(|old| *old = new.clone()).is_some()
    }

    fn replace_memory(&mut self, new: &MemoryDecl) -> bool {
        let lists = self
            .decls
            .to_mut()
            .iter_mut()
            .filter_map(|d| match &mut d.kind {
                DeclKind::Remember(memories) => Some(memories),
                _ => None,
            });
        let found = lists.flatten().find(|old| old.name.text == new.name.text);
        found.map(|old| *old = new.clone()).is_some()
    }

    fn replace_phase(&mut self, phase: &Phase) -> bool {
        self.decls.to_mut().iter_mut().any(|d| match &mut d.kind {
            DeclKind::Play(body) => replace_phase_in(&self.renames, body, phase),
            _ => false,
        })
    }
}

/// Splits a declaration of several things into one for each. Each gets the tags before it.
fn one_by_one(decl: &Decl) -> Vec<Decl> {
    let with = |kind: DeclKind| Decl {
        kind,
        ..decl.clone()
    };
    let several: Vec<Decl> = match &decl.kind {
        DeclKind::Pieces(pieces) => {
            let each = pieces.iter().cloned();
            each.map(|piece| with(DeclKind::Pieces(vec![piece])))
                .collect()
        }
        DeclKind::Options(options) => {
            let each = options.iter().cloned();
            each.map(|mut option| {
                option.tags.splice(0..0, decl.tags.iter().cloned());
                with(DeclKind::Options(vec![option]))
            })
            .collect()
        }
        DeclKind::Remember(memories) => {
            let each = memories.iter().cloned();
            each.map(|mut memory| {
                memory.tags.splice(0..0, decl.tags.iter().cloned());
                with(DeclKind::Remember(vec![memory]))
            })
            .collect()
        }
        _ => Vec::new(),
    };
    if several.is_empty() {
        return vec![decl.clone()];
    }
    several
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
