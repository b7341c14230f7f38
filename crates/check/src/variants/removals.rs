//! Removals by a variant, and what is removed with them: the offers of a move, and the words for a removed name.

use crate::names::nouns::Noun;
use crate::variants::changes::VariantChanges;
use crate::variants::renames::Renames;
use crate::variants::{MergedGame, asks, key_of};
use linstock_base::Diagnostics;
use linstock_syntax::ast::{Decl, DeclKind, Name, Worded, WordsEntry};

impl MergedGame<'_> {
    pub(super) fn remove(
        &mut self,
        (kind, name): (&Name, &Name),
        changes: &mut VariantChanges,
        out: &mut Diagnostics,
    ) {
        let key = format!("{} {}", kind.text, name.text);
        let renames = std::mem::take(&mut self.renames);
        let removed = take_out(self.decls.to_mut(), &renames, (kind, name));
        if removed {
            let decls = self.decls.to_mut().iter_mut();
            decls.for_each(|decl| forget(decl, &renames, (kind, name)));
        }
        self.renames = renames;
        if removed {
            changes.whole(&key, name.span, "remove", out);
            self.removed.push(name.clone());
        } else {
            let by_another = changes.removed(&key, name.span);
            out.push(self.nothing_called(&key, (name.span, by_another), "remove"));
        }
    }
}

/// Removes a declaration, or one name out of several; returns whether it was there.
fn take_out(decls: &mut Vec<Decl>, renames: &Renames, (kind, name): (&Name, &Name)) -> bool {
    let key = format!("{} {}", kind.text, name.text);
    let is_it = |kind: Noun, n: &Name| renames.now(kind, n) == name.text;
    let mut removed = false;
    decls.retain_mut(|decl| {
        let before = removed;
        match &mut decl.kind {
            DeclKind::Pieces(pieces) if kind.text == "piece" => {
                removed |= pieces.iter().any(|p| is_it(Noun::Piece, &p.name));
                pieces.retain(|p| !is_it(Noun::Piece, &p.name));
                !pieces.is_empty()
            }
            DeclKind::Options(options) if kind.text == "option" => {
                removed |= options.iter().any(|o| is_it(Noun::Option, &o.name));
                options.retain(|o| !is_it(Noun::Option, &o.name));
                true
            }
            DeclKind::Remember(memories) if kind.text == Noun::Memory.keyword() => {
                removed |= memories.iter().any(|m| m.name.text == name.text);
                memories.retain(|m| m.name.text != name.text);
                true
            }
            other => {
                removed |= key_of(renames, other).as_deref() == Some(key.as_str());
                removed == before
            }
        }
    });
    removed
}

/// Removes what refers only to a removed name: offers of a move, and words for the name.
fn forget(decl: &mut Decl, renames: &Renames, (kind, name): (&Name, &Name)) {
    let is_move = kind.text == "move";
    match &mut decl.kind {
        DeclKind::Words(entries) => entries.retain(|entry| !is_of(entry, renames, (kind, name))),
        DeclKind::Play(body) if is_move => asks::take_out(body, &|_| true, &name.text),
        DeclKind::Move(mv) if is_move => asks::take_out(&mut mv.body, &|_| true, &name.text),
        DeclKind::Routine(routine) if is_move => {
            asks::take_out(&mut routine.body, &|_| true, &name.text);
        }
        _ => {}
    }
}

/// Returns whether words in another file are for a removed name.
fn is_of(entry: &WordsEntry, renames: &Renames, (kind, name): (&Name, &Name)) -> bool {
    let now = |written: &Name| match Noun::called(&kind.text) {
        Some(noun) => renames.now(noun, written).into_owned(),
        None => written.text.clone(),
    };
    let named = match &entry.what {
        Worded::Name(what) => Some(what),
        Worded::Part { of, .. } if kind.text == "move" => Some(of),
        Worded::Part { .. } | Worded::Text(_) => None,
    };
    named.is_some_and(|what| what.span.file != name.span.file && now(what) == name.text)
}
