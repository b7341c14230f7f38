//! Moves that a variant adds to an `ask`, or removes from it.

use crate::variants::sought_part::{Done, SoughtPart, fault};
use crate::variants::statements::{ask_goes_by, look};
use linstock_base::{Diagnostic, FileId, Span, similar};
use linstock_syntax::ast::{
    AskItemDecl, ExprKind, Name, PartEdit, PartEditKind, PartName, StmtDecl, StmtDeclKind,
};

/// The `ask` that an edit names.
pub(super) struct SoughtAsk<'e> {
    /// Its name in the edit.
    name: &'e PartName,
    /// The declaration to search.
    of: &'e Name,
    /// The text of the game.
    game: FileId,
    /// Whether moves are added. Then an outer `ask` is chosen before those within it.
    adds: bool,
    /// The edit's words, for hints: `add swap to`.
    verb: String,
}

impl<'e> SoughtAsk<'e> {
    pub(super) fn new(name: &'e PartName, edit: &'e PartEdit, game: FileId) -> Self {
        let verb = match &edit.kind {
            PartEditKind::RemoveOffer { mv, .. } => format!("remove {} from", mv.text),
            PartEditKind::AddMoves { moves, .. } => {
                let names: Vec<&str> = moves.iter().map(|item| item.name.text.as_str()).collect();
                format!("add {} to", names.join(", "))
            }
            _ => String::new(),
        };
        let of = &edit.of;
        Self {
            name,
            of,
            game,
            adds: matches!(edit.kind, PartEditKind::AddMoves { .. }),
            verb,
        }
    }

    fn fits(&self, ask: &StmtDecl) -> bool {
        let tag = self.name.tag.as_ref();
        tag.is_none_or(|wanted| ask_goes_by(ask, &wanted.text))
    }
}

/// Adds moves to an `ask`.
pub(super) fn add(body: &mut [StmtDecl], moves: &[AskItemDecl], sought: &SoughtAsk<'_>) -> Done {
    let at = sole(body, sought, &|_| true)?;
    let mut done = Ok(());
    each_ask(body, &mut |ask| {
        let StmtDeclKind::Ask { moves: offered, .. } = &mut ask.kind else {
            return;
        };
        if ask.span != at || done.is_err() {
            return;
        }
        for item in moves {
            let twin = offered
                .iter()
                .find(|known| known.name.text == item.name.text);
            match twin.filter(|known| known.args.is_empty() && item.args.is_empty()) {
                Some(twin) => done = already(item, twin),
                None => offered.push(item.clone()),
            }
        }
    });
    done
}

fn already(item: &AskItemDecl, twin: &AskItemDecl) -> Done {
    let message = format!("this `ask` already offers `{}`", item.name.text);
    fault(
        Diagnostic::error("E0401", item.name.span, message)
            .related(twin.name.span, "here")
            .hint("leave it out; to change when the move is offered, replace the `ask`"),
    )
}

/// Removes a move from an `ask`.
pub(super) fn remove(body: &mut Vec<StmtDecl>, mv: &Name, sought: &SoughtAsk<'_>) -> Done {
    let offers = |ask: &StmtDecl| {
        let StmtDeclKind::Ask { moves, .. } = &ask.kind else {
            return false;
        };
        moves.iter().any(|item| item.name.text == mv.text)
    };
    let mut known = Vec::new();
    each_ask(body, &mut |ask| known.extend(offered(ask)));
    if !known.contains(&mv.text) {
        let message = format!("`{}` does not offer `{}`", sought.of.text, mv.text);
        let known = known.iter().map(String::as_str);
        return fault(
            Diagnostic::error("E0402", mv.span, message)
                .maybe_did_you_mean(similar(&mv.text, known.clone()))
                .hint(linstock_base::listed("moves that are offered", known)),
        );
    }
    let at = sole(body, sought, &offers)?;
    take_out(body, &|ask| ask.span == at, &mv.text);
    Ok(())
}

/// Removes a move from every `ask` that fits. An `ask` without a move left is replaced by its `otherwise` block.
pub(super) fn take_out(body: &mut Vec<StmtDecl>, fits: &dyn Fn(&StmtDecl) -> bool, mv: &str) {
    let mut at = 0;
    while let Some(stmt) = body.get_mut(at) {
        stmt.blocks_mut().for_each(|body| take_out(body, fits, mv));
        let here = fits(stmt);
        at += 1;
        let StmtDeclKind::Ask {
            moves, otherwise, ..
        } = &mut stmt.kind
        else {
            continue;
        };
        let before = moves.len();
        moves.retain(|item| !here || item.name.text != mv);
        if moves.is_empty() && before > 0 {
            let otherwise = std::mem::take(otherwise);
            let length = otherwise.len();
            drop(body.splice(at - 1..at, otherwise));
            at = at - 1 + length;
        }
    }
}

fn offered(ask: &StmtDecl) -> Vec<String> {
    match &ask.kind {
        StmtDeclKind::Ask { moves, .. } => {
            moves.iter().map(|item| item.name.text.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// Visits each `ask` of a block, in the order of the text.
fn each_ask(body: &mut [StmtDecl], visit: &mut dyn FnMut(&mut StmtDecl)) {
    for stmt in body {
        if matches!(stmt.kind, StmtDeclKind::Ask { .. }) {
            visit(stmt);
        }
        stmt.blocks_mut().for_each(|body| each_ask(body, visit));
    }
}

/// Returns the place of the `ask` that is named; an error unless exactly one fits.
fn sole(
    body: &mut [StmtDecl],
    sought: &SoughtAsk<'_>,
    also: &dyn Fn(&StmtDecl) -> bool,
) -> Result<Span, Box<Diagnostic>> {
    let fits = |ask: &StmtDecl| sought.fits(ask) && also(ask);
    let (mut found, mut known) = (Vec::new(), Vec::new());
    each_ask(body, &mut |ask| {
        known.extend(offered(ask));
        let StmtDeclKind::Ask { who, .. } = &ask.kind else {
            return;
        };
        let of_chance = matches!(&who.kind, ExprKind::Word(word) if word == "chance");
        if fits(ask) {
            found.push((of_chance, ask.span));
        }
    });
    if sought.name.number.is_some() && !found.is_empty() {
        return numbered(body, sought, &fits);
    }
    // Moves are for players, unless only chance is asked.
    if found.iter().any(|(of_chance, _)| !of_chance) && sought.name.tag.is_none() {
        found.retain(|(of_chance, _)| !of_chance);
    }
    if sought.adds {
        let all = found.clone();
        found.retain(|(_, at)| all.iter().all(|(_, outer)| !lies_in(*at, *outer)));
    }
    match found.as_slice() {
        [(_, at)] => Ok(*at),
        [] => Err(Box::new(none(sought, &known))),
        several => Err(Box::new(too_many(sought, several, &known))),
    }
}

fn lies_in(inner: Span, outer: Span) -> bool {
    inner != outer && outer.start <= inner.start && inner.end <= outer.end
}

/// Returns the place of the `ask` with a number among the outermost that fit.
fn numbered(
    body: &[StmtDecl],
    sought: &SoughtAsk<'_>,
    fits: &dyn Fn(&StmtDecl) -> bool,
) -> Result<Span, Box<Diagnostic>> {
    let is_it = |stmt: &StmtDecl| matches!(stmt.kind, StmtDeclKind::Ask { .. }) && fits(stmt);
    let mut found = Vec::new();
    look(body, &is_it, &mut found);
    let part = SoughtPart {
        what: "ask",
        name: sought.name,
        of: sought.of,
        numbered: found.len(),
        game: sought.game,
    };
    part.sole(&found, &[])
}

fn none(sought: &SoughtAsk<'_>, known: &[String]) -> Diagnostic {
    let of = &sought.of.text;
    let Some(tag) = &sought.name.tag else {
        let message = format!("there is no `ask` in `{of}`");
        return Diagnostic::error("E0403", sought.of.span, message)
            .hint("name the phase in which the players choose");
    };
    let message = format!(
        "no `ask` in `{of}` carries @{0} or offers a move `{0}`",
        tag.text
    );
    let known = known.iter().map(String::as_str);
    Diagnostic::error("E0404", tag.span, message)
        .maybe_did_you_mean(similar(&tag.text, known.clone()))
        .hint(linstock_base::listed("moves that are offered", known))
}

fn too_many(sought: &SoughtAsk<'_>, several: &[(bool, Span)], known: &[String]) -> Diagnostic {
    let of = &sought.of.text;
    let message = format!("{} `ask`s in `{of}` fit this change", several.len());
    let at = sought.name.tag.as_ref().unwrap_or(sought.of).span;
    let shown = several.iter().take(3);
    let wrong = shown.fold(
        Diagnostic::error("E0405", at, message),
        |wrong, (_, span)| wrong.related(*span, "one of them"),
    );
    let first = known.first().map_or("TAG", String::as_str);
    let verb = &sought.verb;
    wrong
        .hint(format!("name it by a tag that only it has, or by a move that only it offers: {verb} ask {first} of {of}"))
        .hint(format!("or by its number: {verb} ask 1 of {of}"))
}
