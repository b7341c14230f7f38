//! Lays variants over a game: whole declarations are set, renamed, replaced, removed or added, in order.

use crate::base::{Diagnostic, Diagnostics, FileId, Span, did_you_mean};
use crate::syntax::ast::{
    Decl, DeclKind, Edit, EditKind, Game, Name, OptionDecl, Phase, Stmt, StmtKind, Text, Variant,
};

/// A game with variants laid over it.
pub(super) struct Laid {
    /// The name of the root.
    pub name: String,
    /// The title of the root.
    pub title: String,
    /// What is declared in the end.
    pub decls: Vec<Decl>,
    /// Old names and what they are called now.
    pub renames: Vec<Rename>,
    /// Where the game itself begins, for findings about the whole.
    pub head: Span,
}

/// One name that is called otherwise outside the file that renamed it.
pub(super) struct Rename {
    /// What it is: `player`, `piece`, …
    pub kind: String,
    /// The old name.
    pub old: String,
    /// The new one.
    pub new: String,
    /// The variant file, which speaks in new names.
    pub file: FileId,
}

/// The kinds of names that can be renamed.
const RENAMED: [&str; 8] = [
    "player", "piece", "move", "option", "fact", "line", "phase", "region",
];

pub(super) fn apply(game: &Game, variants: &[&Variant], out: &mut Diagnostics) -> Laid {
    let root = variants.first().filter(|v| v.of.text == game.name.text);
    let mut laid = Laid {
        name: game.name.text.clone(),
        title: game.title.value.clone(),
        decls: game.decls.clone(),
        renames: Vec::new(),
        head: game.name.span,
    };
    let mut replaced: Vec<(String, Span)> = Vec::new();
    for variant in variants {
        for edit in &variant.edits {
            laid.edit(edit, &mut replaced, out);
        }
    }
    if let Some(root) = root {
        laid.name.clone_from(&root.name.text);
        laid.title.clone_from(&root.title.value);
    }
    laid
}

impl Laid {
    fn edit(&mut self, edit: &Edit, replaced: &mut Vec<(String, Span)>, out: &mut Diagnostics) {
        match &edit.kind {
            EditKind::Set { option, value } => self.set(option, value, edit, out),
            EditKind::Rename { kind, pairs } => self.rename(kind, pairs, out),
            EditKind::Replace(decl) => self.replace(decl, edit, replaced, out),
            EditKind::Remove { kind, name } => {
                let key = format!("{} {}", kind.text, name.text);
                let before = self.decls.len();
                self.decls
                    .retain(|d| key_of(&d.kind).as_deref() != Some(key.as_str()));
                if self.decls.len() == before {
                    out.push(self.nothing_called(&key, name.span, "remove"));
                }
            }
            EditKind::Add(decl) => {
                let mut decl = decl.clone();
                decl.tags.extend(edit.tags.iter().cloned());
                self.decls.push(decl);
            }
        }
    }

    fn set(&mut self, option: &Name, value: &Text, edit: &Edit, out: &mut Diagnostics) {
        let name = self.current("option", &option.text);
        let mut options = self.decls.iter_mut().filter_map(|d| match &mut d.kind {
            DeclKind::Options(options) => Some(options),
            _ => None,
        });
        if let Some(found) = options.find_map(|o| o.iter_mut().find(|o| o.name.text == name)) {
            found.default = Some(value.clone());
            found.tags.extend(edit.tags.iter().cloned());
        } else {
            let known = self.option_names();
            out.push(
                Diagnostic::error(
                    option.span,
                    format!("there is no option `{}` to set", option.text),
                )
                .maybe_hint(did_you_mean(&option.text, known.iter().map(String::as_str)))
                .hint(super::listed("options", known.iter().map(String::as_str))),
            );
        }
    }

    fn option_names(&self) -> Vec<String> {
        let names = |d: &Decl| match &d.kind {
            DeclKind::Options(options) => options.iter().map(|o| o.name.text.clone()).collect(),
            _ => Vec::new(),
        };
        self.decls.iter().flat_map(names).collect()
    }

    fn rename(&mut self, kind: &Name, pairs: &[(Name, Name)], out: &mut Diagnostics) {
        if !RENAMED.contains(&kind.text.as_str()) {
            out.push(
                Diagnostic::error(
                    kind.span,
                    format!("`{}` is nothing that can be renamed", kind.text),
                )
                .maybe_hint(did_you_mean(&kind.text, RENAMED))
                .hint(super::listed("what can be renamed", RENAMED.into_iter())),
            );
        }
        for (old, new) in pairs {
            let rename = Rename {
                kind: kind.text.clone(),
                old: old.text.clone(),
                new: new.text.clone(),
                file: new.span.file,
            };
            if !self.declares(&kind.text, &old.text) {
                out.push(Diagnostic::error(
                    old.span,
                    format!("there is no {} `{}` to rename", kind.text, old.text),
                ));
            }
            self.renames.push(rename);
        }
    }

    /// Tells whether a name of that kind is declared under that name now.
    fn declares(&self, kind: &str, name: &str) -> bool {
        self.decls.iter().any(|d| match &d.kind {
            DeclKind::Players(names) => kind == "player" && names.iter().any(|n| n.text == name),
            DeclKind::Pieces(pieces) => {
                kind == "piece" && pieces.iter().any(|p| p.name.text == name)
            }
            DeclKind::Options(options) => {
                kind == "option" && options.iter().any(|o| o.name.text == name)
            }
            other => {
                key_of(other).as_deref() == Some(&format!("{kind} {name}"))
                    || ["phase", "region"].contains(&kind)
            }
        })
    }

    fn current(&self, kind: &str, name: &str) -> String {
        self.renames
            .iter()
            .find(|r| r.kind == kind && r.new == name)
            .map_or(name, |r| &r.old)
            .to_owned()
    }

    fn replace(
        &mut self,
        decl: &Decl,
        edit: &Edit,
        replaced: &mut Vec<(String, Span)>,
        out: &mut Diagnostics,
    ) {
        let Some(key) = key_of(&decl.kind) else {
            out.push(Diagnostic::error(decl.span, "this declaration cannot replace another one").hint(
                "what has a name can be replaced: a move, fact, line, drawing or phase; and players, board and play",
            ));
            return;
        };
        if let Some((_, earlier)) = replaced
            .iter()
            .find(|(k, s)| *k == key && s.file != decl.span.file)
        {
            out.push(
                Diagnostic::error(decl.span, format!("two variants replace `{key}`"))
                    .related(*earlier, "the other one is here")
                    .hint("leave one of the two variants out"),
            );
        }
        let mut decl = decl.clone();
        decl.tags.extend(edit.tags.iter().cloned());
        replaced.push((key.clone(), decl.span));
        let done = match &decl.kind {
            DeclKind::Phase(phase) => self.replace_phase(phase),
            DeclKind::Options(options) => self.replace_options(options),
            _ => self.replace_decl(&key, &decl),
        };
        if !done {
            out.push(self.nothing_called(&key, decl.span, "replace"));
        }
    }

    fn replace_decl(&mut self, key: &str, decl: &Decl) -> bool {
        let found = self
            .decls
            .iter_mut()
            .find(|d| key_of(&d.kind).as_deref() == Some(key));
        found.map(|old| *old = decl.clone()).is_some()
    }

    fn replace_options(&mut self, options: &[OptionDecl]) -> bool {
        options.iter().all(|new| {
            let lists = self.decls.iter_mut().filter_map(|d| match &mut d.kind {
                DeclKind::Options(options) => Some(options),
                _ => None,
            });
            let found = lists.flatten().find(|old| old.name.text == new.name.text);
            found.map(|old| *old = new.clone()).is_some()
        })
    }

    fn replace_phase(&mut self, phase: &Phase) -> bool {
        self.decls.iter_mut().any(|d| match &mut d.kind {
            DeclKind::Play(body) => replace_phase_in(body, phase),
            _ => false,
        })
    }

    fn nothing_called(&self, key: &str, span: Span, verb: &str) -> Diagnostic {
        let known: Vec<String> = self.decls.iter().filter_map(|d| key_of(&d.kind)).collect();
        Diagnostic::error(span, format!("there is no `{key}` to {verb}"))
            .maybe_hint(did_you_mean(key, known.iter().map(String::as_str)))
    }
}

fn replace_phase_in(body: &mut [Stmt], phase: &Phase) -> bool {
    body.iter_mut().any(|stmt| match &mut stmt.kind {
        StmtKind::Phase(old) if old.name.text == phase.name.text => {
            old.body.clone_from(&phase.body);
            true
        }
        StmtKind::Phase(Phase { body, .. })
        | StmtKind::Repeat { body, .. }
        | StmtKind::Each { body, .. } => replace_phase_in(body, phase),
        StmtKind::If {
            then, otherwise, ..
        } => replace_phase_in(then, phase) || replace_phase_in(otherwise, phase),
        _ => false,
    })
}

/// Returns kind and name of a declaration, by which an edit finds it.
fn key_of(decl: &DeclKind) -> Option<String> {
    let named = |kind: &str, name: &Name| Some(format!("{kind} {}", name.text));
    match decl {
        DeclKind::Drawing(d) => named("drawing", &d.name),
        DeclKind::Line(l) => named("line", &l.name),
        DeclKind::Fact(f) => named("fact", &f.name),
        DeclKind::Move(m) => named("move", &m.name),
        DeclKind::Routine(r) => named("to", &r.name),
        DeclKind::Phase(p) => named("phase", &p.name),
        DeclKind::Pieces(pieces) => pieces.first().and_then(|p| named("piece", &p.name)),
        DeclKind::Players(_) => Some("players".into()),
        DeclKind::Options(_) => Some("options".into()),
        DeclKind::Board(_) => Some("board".into()),
        DeclKind::Score(_) => Some("score".into()),
        DeclKind::Play(_) => Some("play".into()),
        DeclKind::Remember(_)
        | DeclKind::Script(_)
        | DeclKind::Clauses(_)
        | DeclKind::Note(_)
        | DeclKind::Broken { .. } => None,
    }
}
