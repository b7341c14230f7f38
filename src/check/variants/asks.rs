//! Moves that a variant offers where the game asks, and moves that it does not offer any more.

use crate::base::{Diagnostic, Span, did_you_mean};
use crate::check::variants::sought_part::{Done, fault};
use crate::check::variants::statements::carries;
use crate::syntax::ast::{
    AskItemDecl, ExprKind, Name, PartEdit, PartEditKind, StmtDecl, StmtDeclKind,
};

/// Which `ask` is meant.
pub(super) struct SoughtAsk<'e> {
    /// Its tag, or a move that it offers.
    tag: Option<&'e Name>,
    /// Where it is looked for.
    of: &'e Name,
    /// What is written, for hints: `add swap to`.
    verb: String,
}

impl<'e> SoughtAsk<'e> {
    pub(super) fn new(tag: Option<&'e Name>, edit: &'e PartEdit) -> Self {
        let verb = match &edit.kind {
            PartEditKind::RemoveOffer { mv, .. } => format!("remove {} from", mv.text),
            PartEditKind::AddMoves { moves, .. } => {
                let names: Vec<&str> = moves.iter().map(|item| item.name.text.as_str()).collect();
                format!("add {} to", names.join(", "))
            }
            _ => String::new(),
        };
        let of = &edit.of;
        Self { tag, of, verb }
    }

    fn fits(&self, ask: &StmtDecl) -> bool {
        self.tag
            .is_none_or(|wanted| carries(ask, true, &wanted.text))
    }
}

/// Offers more moves.
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
    let message = format!("`{}` is offered there already", item.name.text);
    fault(
        Diagnostic::error(item.name.span, message)
            .related(twin.name.span, "here")
            .hint("leave it out; to change when it is offered, replace the `ask`"),
    )
}

/// Does not offer a move any more.
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
            Diagnostic::error(mv.span, message)
                .maybe_hint(did_you_mean(&mv.text, known.clone()))
                .hint(crate::check::listed("moves that are offered", known)),
        );
    }
    let at = sole(body, sought, &offers)?;
    take_out(body, &|ask| ask.span == at, &mv.text);
    Ok(())
}

/// Takes a move out of every `ask` of which something holds. An `ask` that has no move left is what it does otherwise.
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

/// Returns where the `ask` stands that is meant; says what is wrong if there is not exactly one.
fn sole(
    body: &mut [StmtDecl],
    sought: &SoughtAsk<'_>,
    also: &dyn Fn(&StmtDecl) -> bool,
) -> Result<Span, Box<Diagnostic>> {
    let (mut found, mut known) = (Vec::new(), Vec::new());
    each_ask(body, &mut |ask| {
        known.extend(offered(ask));
        let StmtDeclKind::Ask { who, .. } = &ask.kind else {
            return;
        };
        let of_chance = matches!(&who.kind, ExprKind::Word(word) if word == "chance");
        if sought.fits(ask) && also(ask) {
            found.push((of_chance, ask.span));
        }
    });
    // Moves are offered to players, unless only chance is asked.
    if found.iter().any(|(of_chance, _)| !of_chance) && sought.tag.is_none() {
        found.retain(|(of_chance, _)| !of_chance);
    }
    let of = &sought.of.text;
    match (found.as_slice(), sought.tag) {
        ([(_, at)], _) => Ok(*at),
        ([], Some(tag)) => {
            let message = format!(
                "no `ask` of `{of}` carries @{0}, or offers a move `{0}`",
                tag.text
            );
            let known = known.iter().map(String::as_str);
            Err(Box::new(
                Diagnostic::error(tag.span, message)
                    .maybe_hint(did_you_mean(&tag.text, known.clone()))
                    .hint(crate::check::listed("moves that are offered", known)),
            ))
        }
        ([], None) => {
            let wrong = Diagnostic::error(sought.of.span, format!("nothing is asked in `{of}`"));
            Err(Box::new(
                wrong.hint("name the phase in which the players choose"),
            ))
        }
        (several, _) => {
            let message = format!("{} questions of `{of}` may be meant", several.len());
            let at = sought.tag.map_or(sought.of.span, |tag| tag.span);
            let wrong = several
                .iter()
                .take(3)
                .fold(Diagnostic::error(at, message), |wrong, (_, span)| {
                    wrong.related(*span, "here it asks")
                });
            let first = known.first().map_or("TAG", String::as_str);
            Err(Box::new(wrong.hint(format!(
                "say which one by a tag that only it carries, or by a move that only it offers: {} ask {first} of {of}",
                sought.verb
            ))))
        }
    }
}
