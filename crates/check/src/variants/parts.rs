//! Changes within a declaration: moves of an `ask`, statements, conditions, rows of a list.

use crate::names::nouns::Noun;
use crate::variants::MergedGame;
use crate::variants::asks::{self, SoughtAsk};
use crate::variants::changes::VariantChanges;
use crate::variants::conditions::{self, Conditioned};
use crate::variants::declared::nothing_to;
use crate::variants::renames::Renames;
use crate::variants::sought_part::{Done, fault};
use crate::variants::statements;
use linstock_base::{Diagnostic, Diagnostics, FileId, similar};
use linstock_syntax::ast::{
    DeclKind, ListDecl, ListRow, Name, PartEdit, PartEditKind, PartName, PartNumber, StmtDecl,
    StmtDeclKind, StmtPlace,
};

impl MergedGame<'_> {
    /// Makes a change within a declaration.
    pub(super) fn part(
        &mut self,
        edit: &PartEdit,
        changes: &mut VariantChanges,
        out: &mut Diagnostics,
    ) {
        let done = match &edit.kind {
            PartEditKind::AddRow(_)
            | PartEditKind::ReplaceRow { .. }
            | PartEditKind::RemoveRow(_) => self.in_list(edit),
            PartEditKind::AddCondition(_)
            | PartEditKind::ReplaceCondition { .. }
            | PartEditKind::RemoveCondition(_) => self.in_conditions(edit),
            _ => self.in_statements(edit),
        };
        match done {
            Ok(within) => {
                if let Some(number) = number(edit) {
                    changes.count(&within, number.span, out);
                }
                match part_in_words(edit) {
                    Some(part) => changes.part(&part, &within, edit.span, out),
                    None => changes.addition(&within, edit.span),
                }
            }
            Err(wrong) => {
                let part = part_in_words(edit);
                let earlier = part.and_then(|part| changes.removed(&part, edit.span));
                let earlier = earlier.or_else(|| changes.whole_of(&edit.of.text, edit.span));
                out.push(match earlier {
                    Some(at) => wrong
                        .related(at, "another variant changes it here")
                        .hint("leave one of the two variants out"),
                    None => *wrong,
                });
            }
        }
    }

    /// Changes the rows of a list; returns the name of the changed declaration.
    fn in_list(&mut self, edit: &PartEdit) -> Result<String, Box<Diagnostic>> {
        let renames = std::mem::take(&mut self.renames);
        let mut lists = self
            .decls
            .to_mut()
            .iter_mut()
            .filter_map(|decl| match &mut decl.kind {
                DeclKind::List(list) => Some(list),
                _ => None,
            });
        let found = lists.find(|list| renames.now(Noun::List, &list.name) == edit.of.text);
        let done = found.map(|list| change_rows(list, edit));
        self.renames = renames;
        match done {
            Some(done) => done.map(|()| format!("list {}", edit.of.text)),
            None => Err(Box::new(self.no_owner(edit, &[Noun::List]))),
        }
    }

    /// Changes the conditions of a move or a fact; returns the name of the changed declaration.
    fn in_conditions(&mut self, edit: &PartEdit) -> Result<String, Box<Diagnostic>> {
        let game = self.head.file;
        let renames = std::mem::take(&mut self.renames);
        let fits = |noun: Noun, name: &Name| renames.now(noun, name) == edit.of.text;
        let owner = self
            .decls
            .to_mut()
            .iter_mut()
            .find_map(|decl| match &mut decl.kind {
                DeclKind::Move(mv) if fits(Noun::Move, &mv.name) => {
                    Some((Noun::Move, Conditioned::Move(mv)))
                }
                DeclKind::Fact(fact) if fits(Noun::Fact, &fact.name) => {
                    Some((Noun::Fact, Conditioned::Fact(&mut fact.value)))
                }
                _ => None,
            });
        let done =
            owner.map(|(noun, mut owner)| (noun, conditions::change(&mut owner, edit, game)));
        self.renames = renames;
        match done {
            Some((noun, done)) => done.map(|()| format!("{} {}", noun.word(), edit.of.text)),
            None => Err(Box::new(self.no_owner(edit, &[Noun::Move, Noun::Fact]))),
        }
    }

    /// Changes the statements of a phase, a move, a routine or the whole sequence of play; returns the name of the
    /// changed declaration.
    fn in_statements(&mut self, edit: &PartEdit) -> Result<String, Box<Diagnostic>> {
        let game = self.head.file;
        let renames = std::mem::take(&mut self.renames);
        let found = self
            .decls
            .to_mut()
            .iter_mut()
            .find_map(|decl| match &mut decl.kind {
                DeclKind::Play(body) => phase_in(&renames, body, &edit.of),
                _ => None,
            })
            .map(|body| (format!("phase {}", edit.of.text), body));
        // The borrow of a phase that was not found ends only here, so the others are searched separately.
        let done = found.map(|(within, body)| change_statements(body, edit, game).map(|()| within));
        let done = done.or_else(|| {
            let mut others = self.decls.to_mut().iter_mut();
            let (within, body) =
                others.find_map(|decl| other_body(&renames, &mut decl.kind, &edit.of))?;
            Some(change_statements(body, edit, game).map(|()| within))
        });
        self.renames = renames;
        done.unwrap_or_else(|| {
            let offers = matches!(
                edit.kind,
                PartEditKind::AddMoves { .. } | PartEditKind::RemoveOffer { .. }
            );
            let nouns: &[Noun] = if offers {
                &[Noun::Phase]
            } else {
                &[Noun::Phase, Noun::Move, Noun::Routine]
            };
            Err(Box::new(self.no_owner(edit, nouns)))
        })
    }

    /// Makes the error that the owner of a part does not exist.
    fn no_owner(&self, edit: &PartEdit, nouns: &[Noun]) -> Diagnostic {
        let words: Vec<&str> = nouns.iter().map(|noun| noun.word()).collect();
        let kinds = match words.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            words => words.concat(),
        };
        let all = nouns.iter().flat_map(|noun| self.declared(*noun));
        let known: Vec<String> = all.collect();
        let first = nouns.first().map_or("", |noun| noun.word());
        let listed: Vec<String> = nouns
            .first()
            .map_or_else(Vec::new, |noun| self.declared(*noun));
        let what = format!("{kinds} `{}`", edit.of.text);
        nothing_to("change", &what, edit.of.span)
            .maybe_did_you_mean(similar(&edit.of.text, known.iter().map(String::as_str)))
            .hint(linstock_base::listed(
                &format!("{first}s"),
                listed.iter().map(String::as_str),
            ))
    }
}

/// Returns the replaced or removed part in words; `None` for an addition.
fn part_in_words(edit: &PartEdit) -> Option<String> {
    let of = &edit.of.text;
    let named = |what: &str, part: &PartName| {
        let number = part.number.map(|number| number.value.to_string());
        let tag = part.tag.as_ref().map(|tag| tag.text.clone());
        let names: Vec<String> = number.into_iter().chain(tag).collect();
        match names.join(" of ").as_str() {
            "" => format!("{what} of `{of}`"),
            names => format!("{what} {names} of `{of}`"),
        }
    };
    match &edit.kind {
        PartEditKind::ReplaceRow { row, .. } | PartEditKind::RemoveRow(row) => {
            Some(format!("row `{}` of `{of}`", row.text))
        }
        PartEditKind::ReplaceCondition { part, .. } | PartEditKind::RemoveCondition(part) => {
            Some(named("condition", part))
        }
        PartEditKind::ReplaceStmt { stmt, .. } | PartEditKind::RemoveStmt(stmt) => {
            let what = if stmt.ask { "`ask`" } else { "statement" };
            Some(named(what, &stmt.part))
        }
        PartEditKind::RemoveOffer { mv, .. } => Some(format!("offer of `{}` in `{of}`", mv.text)),
        _ => None,
    }
}

/// Returns the number of a part in an edit.
fn number(edit: &PartEdit) -> Option<PartNumber> {
    let part = match &edit.kind {
        PartEditKind::ReplaceCondition { part, .. } | PartEditKind::RemoveCondition(part) => part,
        PartEditKind::ReplaceStmt { stmt, .. } | PartEditKind::RemoveStmt(stmt) => &stmt.part,
        PartEditKind::AddStmts { place, .. } => match place {
            StmtPlace::Before(stmt) | StmtPlace::After(stmt) => &stmt.part,
            StmtPlace::Start | StmtPlace::End => return None,
        },
        PartEditKind::AddMoves { ask, .. } | PartEditKind::RemoveOffer { ask, .. } => ask,
        _ => return None,
    };
    part.number
}

fn change_rows(list: &mut ListDecl, edit: &PartEdit) -> Done {
    let row = match &edit.kind {
        PartEditKind::AddRow(row) => {
            list.rows.push(row.clone());
            return Ok(());
        }
        PartEditKind::ReplaceRow { row, .. } | PartEditKind::RemoveRow(row) => row,
        _ => return Ok(()),
    };
    let Some(at) = list
        .rows
        .iter()
        .position(|known| known.name.text == row.text)
    else {
        let known: Vec<&str> = list.rows.iter().map(|row| row.name.text.as_str()).collect();
        let message = format!("the list `{}` has no row `{}`", edit.of.text, row.text);
        return fault(
            Diagnostic::error("E0421", row.span, message)
                .maybe_did_you_mean(similar(&row.text, known.iter().copied()))
                .hint(linstock_base::listed("rows", known.into_iter())),
        );
    };
    if let PartEditKind::ReplaceRow { row, values } = &edit.kind {
        let tags = list.rows[at].tags.clone();
        let (name, values) = (row.clone(), values.clone());
        list.rows[at] = ListRow { tags, name, values };
    } else {
        list.rows.remove(at);
    }
    Ok(())
}

fn change_statements(body: &mut Vec<StmtDecl>, edit: &PartEdit, game: FileId) -> Done {
    match &edit.kind {
        PartEditKind::AddMoves { moves, ask } => {
            asks::add(body, moves, &SoughtAsk::new(ask, edit, game))
        }
        PartEditKind::RemoveOffer { mv, ask } => {
            asks::remove(body, mv, &SoughtAsk::new(ask, edit, game))
        }
        _ => statements::change(body, edit, game),
    }
}

/// Finds the block of a phase.
fn phase_in<'b>(
    renames: &Renames,
    body: &'b mut [StmtDecl],
    wanted: &Name,
) -> Option<&'b mut Vec<StmtDecl>> {
    body.iter_mut().find_map(|stmt| {
        let it = matches!(&stmt.kind, StmtDeclKind::Phase(phase)
            if renames.now(Noun::Phase, &phase.name) == wanted.text);
        if it {
            return stmt.blocks_mut().next();
        }
        stmt.blocks_mut()
            .find_map(|body| phase_in(renames, body, wanted))
    })
}

/// Returns the statements of a move, a routine or the sequence of play, with its name.
fn other_body<'b>(
    renames: &Renames,
    decl: &'b mut DeclKind,
    wanted: &Name,
) -> Option<(String, &'b mut Vec<StmtDecl>)> {
    let fits = |noun: Noun, name: &Name| renames.now(noun, name) == wanted.text;
    match decl {
        DeclKind::Move(mv) if fits(Noun::Move, &mv.name) => {
            Some((format!("move {}", wanted.text), &mut mv.body))
        }
        DeclKind::Routine(routine) if fits(Noun::Routine, &routine.name) => {
            Some((format!("to {}", wanted.text), &mut routine.body))
        }
        DeclKind::Play(body) if wanted.text == "play" => Some(("play".to_owned(), body)),
        _ => None,
    }
}
