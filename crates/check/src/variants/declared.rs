//! The declared names by kind, in their current spelling.

use crate::names::nouns::Noun;
use crate::variants::{MergedGame, key_of};
use linstock_base::{Diagnostic, Span, similar};
use linstock_syntax::ast::{BoardDecl, BoardItemKind, DeclKind, Name, StmtDecl, StmtDeclKind};

impl MergedGame<'_> {
    /// Returns the current names of a kind.
    pub(super) fn declared(&self, noun: Noun) -> Vec<String> {
        let mut names = Vec::new();
        for decl in self.decls.iter() {
            match (&decl.kind, noun) {
                (DeclKind::Players(players), Noun::Player) => names.extend(&players.names),
                (DeclKind::Pieces(pieces), Noun::Piece) => {
                    names.extend(pieces.iter().map(|p| &p.name));
                }
                (DeclKind::Options(options), Noun::Option) => {
                    names.extend(options.iter().map(|o| &o.name));
                }
                (DeclKind::Board(board), Noun::Region) => regions(board, &mut names),
                (DeclKind::Play(body), Noun::Phase) => phases(body, &mut names),
                (DeclKind::Move(m), Noun::Move) => names.push(&m.name),
                (DeclKind::Fact(f), Noun::Fact) => names.push(&f.name),
                (DeclKind::Line(l), Noun::Line) => names.push(&l.name),
                (DeclKind::List(l), Noun::List) => names.push(&l.name),
                (DeclKind::Zone(z), Noun::Zone) => names.push(&z.name),
                (DeclKind::Drawing(d), Noun::Drawing) => names.push(&d.name),
                (DeclKind::Routine(r), Noun::Routine) => names.push(&r.name),
                (DeclKind::Remember(memories), Noun::Memory) => {
                    names.extend(memories.iter().map(|m| &m.name));
                }
                (DeclKind::Broken { names: found, .. }, _) => names.extend(found),
                _ => {}
            }
        }
        let names = names.into_iter();
        let now = names.map(|name| self.name_now(noun, name).into_owned());
        let mut names: Vec<String> = now.collect();
        names.dedup();
        names
    }

    /// Makes the error that the target of a change does not exist; `gone` is the place where another variant removed it.
    pub(super) fn nothing_called(
        &self,
        key: &str,
        (span, gone): (Span, Option<Span>),
        verb: &str,
    ) -> Diagnostic {
        if let Some(gone) = gone {
            let message = format!("another variant has removed or replaced `{key}`");
            return Diagnostic::error("E0414", span, message)
                .related(gone, "here")
                .hint("leave one of the two variants out");
        }
        let (kind, name) = key.split_once(' ').unwrap_or((key, ""));
        let noun = Noun::called(kind);
        let of_kind = noun.map_or_else(Vec::new, |noun| self.declared(noun));
        // Only the name is marked, so the suggestion must be a name, too.
        let near = similar(name, of_kind.iter().map(String::as_str));
        let other = match near {
            Some(_) => None,
            None => self.of_another_kind((kind, name), verb),
        };
        let hint = match verb {
            "replace" if of_kind.is_empty() => {
                "to add a new declaration, leave out `replace`".to_owned()
            }
            _ => {
                let kinds =
                    noun.map_or_else(|| format!("{kind}s"), |noun| format!("{}s", noun.word()));
                linstock_base::listed(&kinds, of_kind.iter().map(String::as_str))
            }
        };
        let what = match name {
            "" => format!("`{kind}`"),
            name => format!("{} `{name}`", noun.map_or(kind, |noun| noun.word())),
        };
        nothing_to(verb, &what, span)
            .maybe_did_you_mean(near)
            .maybe_hint(other)
            .hint(hint)
    }

    /// Returns a hint that something of another kind has this name.
    fn of_another_kind(&self, (kind, name): (&str, &str), verb: &str) -> Option<String> {
        let keys = self
            .decls
            .iter()
            .filter_map(|decl| key_of(&self.renames, &decl.kind));
        let mut others = keys.filter(|key| {
            let other = key.split_once(' ');
            other.is_some_and(|(other, called)| called == name && other != kind)
        });
        let other = others.next()?;
        Some(format!("there is a `{other}`: write `{verb} {other}`"))
    }
}

/// Makes the error that the target of a change does not exist; `what` is its kind and its name.
pub(super) fn nothing_to(verb: &str, what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0415", span, format!("there is no {what} to {verb}"))
}

/// Adds the names of a board's regions.
fn regions<'d>(board: &'d BoardDecl, names: &mut Vec<&'d Name>) {
    for item in &board.items {
        match &item.kind {
            BoardItemKind::Region { name, .. } => names.push(name),
            BoardItemKind::Side { regions, .. } => {
                names.extend(regions.iter().map(|region| &region.name));
            }
            _ => {}
        }
    }
}

/// Adds the names of the phases in a block.
fn phases<'d>(body: &'d [StmtDecl], names: &mut Vec<&'d Name>) {
    for stmt in body {
        if let StmtDeclKind::Phase(phase) = &stmt.kind {
            names.push(&phase.name);
        }
        stmt.blocks().for_each(|body| phases(body, names));
    }
}
