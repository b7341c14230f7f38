//! Lines about the legal choices: `moves are`, `moves include`, `moves count`, `chance any`.

use crate::scenario::moves_in_hints::{listed, moves_here};
use crate::scenario::run::{Stage, UNTRIED, explained, failed, parsed};
use crate::scenario::{Fix, no_such, unknown};
use crate::{Actor, ChoiceMade, Chooser, Order, Purpose, Session, notation, to_move};
use linstock_base::{Diagnostic, Span};
use linstock_engine::vm::Turn;
use linstock_model::Model;
use linstock_syntax::ast::{ListedMoves, ListedPart, Name, QuotedText, WhichMoves};
use std::collections::BTreeSet;

/// The most outcomes of one `chance any`.
const MOST_OUTCOMES: i64 = 10_000;

/// The maximum width of a written line.
const LINE: usize = 100;

/// The most missing moves that are named.
const MOST_MISSING: usize = 40;

impl Stage<'_> {
    /// Checks a `moves are` or `moves include` line.
    pub(super) fn moves(
        &mut self,
        session: &Session,
        (which, all): (&WhichMoves, bool),
        (list, line): (&ListedMoves, Span),
    ) {
        let Some((every, meant)) = self.meant(session, which, line) else {
            return;
        };
        if all {
            self.listed(session, which);
        }
        let texts = texts_of(session, list);
        let strange: Vec<_> = texts.iter().filter(|t| !meant.contains(&t.value)).collect();
        for text in &strange {
            self.found.push(not_among(session, (which, &every), text));
        }
        let named: BTreeSet<_> = texts.iter().map(|t| t.value.as_str()).collect();
        let missing: Vec<_> = meant
            .iter()
            .filter(|m| !named.contains(m.as_str()))
            .collect();
        let wrong = strange.iter().map(|text| &text.value);
        let wrong = wrong.chain(missing.iter().copied().filter(|_| all));
        for text in wrong {
            self.differs_in_move(&session.parsed(Order::from(text.as_str())));
        }
        if all && !missing.is_empty() {
            self.found
                .push(incomplete(line, "moves", &shortened(&missing)));
        }
        if all && !(missing.is_empty() && strange.is_empty()) {
            let text = self.written(list.span, &meant);
            self.fixes.push(Fix {
                span: list.span,
                text,
            });
        }
    }

    /// Checks a `moves count` line.
    pub(super) fn count(
        &mut self,
        session: &Session,
        which: &WhichMoves,
        (count, number): (i64, Span),
    ) {
        let Some((_, meant)) = self.meant(session, which, number) else {
            return;
        };
        self.listed(session, which);
        if i64::try_from(meant.len()) != Ok(count) {
            let message = match meant.len() {
                1 => format!("there is 1 move, not {count}"),
                n => format!("there are {n} moves, not {count}"),
            };
            let wrong = Diagnostic::error("E1023", number, message);
            self.found.push(wrong.hint(moves_here(session, &meant)));
            self.fixes.push(Fix {
                span: number,
                text: meant.len().to_string(),
            });
        }
    }

    /// Counts the conditions that decide a list of all moves, or of all moves with one name. A list of moves from one
    /// point has no condition of its own.
    fn listed(&mut self, session: &Session, which: &WhichMoves) {
        if let (Some(decisions), Some(actor), None) =
            (&mut self.bench.decisions, session.decider(), &which.from)
        {
            let only = which.of.as_ref().map(|name| name.text.as_str());
            decisions.listed(session.at(actor), only);
        }
    }

    /// Returns the texts of all legal moves, and of those that match a line. Reports errors in the line.
    fn meant(
        &mut self,
        session: &Session,
        which: &WhichMoves,
        line: Span,
    ) -> Option<(Vec<String>, Vec<String>)> {
        let model = session.model();
        if let Some(wrong) = wrong_names(model, which) {
            self.found.push(wrong);
            return None;
        }
        let legal = session.decider().map(|actor| session.choices(actor));
        match legal.transpose() {
            Ok(legal) => {
                let legal = legal.unwrap_or_default();
                let meant = legal.iter().filter(|c| is_meant(session, which, c));
                let meant = meant.map(|choice| choice.text.clone()).collect();
                Some((legal.into_iter().map(|c| c.text).collect(), meant))
            }
            Err(refusal) => {
                self.found.push(failed(&refusal, line));
                None
            }
        }
    }

    /// Plays `times` outcomes of chance. Returns whether that was possible.
    pub(super) fn any_outcomes(&mut self, session: &mut Session, times: i64, at: Span) -> bool {
        if !(1..=MOST_OUTCOMES).contains(&times) {
            let message = format!("`chance any` takes a number from 1 to {MOST_OUTCOMES}");
            self.found
                .push(Diagnostic::error("E1025", at, message).hint(UNTRIED));
            return false;
        }
        for done in 0..times {
            if session.turn() != Turn::Chance {
                let wrong = self.no_chance(session, at);
                let wrong = match done {
                    0 => wrong,
                    _ => wrong.hint(format!("after {done} of {times} outcomes")),
                };
                self.found.push(wrong.hint(UNTRIED));
                return false;
            }
            if let Err(wrong) = self.any_outcome(session, at) {
                self.found.push(wrong.hint(UNTRIED));
                return false;
            }
        }
        true
    }

    /// Draws an outcome, always the same one at the same ply.
    fn any_outcome(&mut self, session: &mut Session, at: Span) -> Result<(), Diagnostic> {
        let outcomes = session.choices(Actor::Chance);
        let outcomes = outcomes.map_err(|refusal| failed(&refusal, at))?;
        let number = u64::try_from(session.ply()).unwrap_or(u64::MAX);
        let mut chooser = Chooser::new(0, Purpose::Chance, number);
        let picked = chooser.pick(outcomes.iter().map(|o| o.weight));
        let Some(outcome) = picked.and_then(|at| outcomes.get(at)) else {
            return Err(nothing_to_choose(at, "there is no outcome"));
        };
        let text = QuotedText {
            value: outcome.text.clone(),
            span: at,
        };
        self.play(session, Some(Actor::Chance), &text)
    }

    /// Reports that a line asks for chance when it is not chance's turn.
    pub(super) fn no_chance(&self, session: &Session, at: Span) -> Diagnostic {
        let names = to_move(session.model(), &session.turn()).join(" and ");
        let found = match names.as_str() {
            "" => "the game is over".to_owned(),
            names => format!("{names} to move"),
        };
        nothing_to_choose(at, &found)
    }

    /// Writes a list to replace another one, with as many items per line as fit.
    pub(super) fn written(&self, place: Span, items: &[String]) -> String {
        if items.is_empty() {
            return "nothing".to_owned();
        }
        let comma = if items.iter().any(|text| text.contains(' ')) {
            ","
        } else {
            ""
        };
        let column = self.column(place);
        let mut text = String::new();
        let mut width = column;
        for (at, item) in items.iter().enumerate() {
            let last = at + 1 == items.len();
            let length = item.chars().count() + 2;
            if at > 0 && width + length > LINE {
                text.push_str(&format!("\n{}", " ".repeat(column)));
                width = column;
            } else if at > 0 {
                text.push(' ');
            }
            text.push_str(item);
            text.push_str(if last { "" } else { comma });
            width += length;
        }
        text
    }

    /// Returns the column where a list begins. A list at the start of a line keeps its indentation.
    fn column(&self, place: Span) -> usize {
        let text = self.text;
        let start = usize::try_from(place.start).unwrap_or(0);
        let before = text.get(..start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.chars().count().max(2)
    }
}

fn nothing_to_choose(at: Span, label: &str) -> Diagnostic {
    Diagnostic::error("E1028", at, "chance has nothing to choose here").label(label)
}

/// Reports a list from which moves or outcomes are missing.
pub(super) fn incomplete(line: Span, what: &str, missing: &str) -> Diagnostic {
    Diagnostic::error("E1029", line, format!("there are more {what} than these"))
        .label("not all of them")
        .hint(format!("possible, but not listed: {missing}"))
}

/// Lists moves, and counts those that are too many to name.
fn shortened(moves: &[&String]) -> String {
    let more = match moves.len().saturating_sub(MOST_MISSING) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", listed(moves.iter().copied().take(MOST_MISSING)))
}

/// Reports unknown names in a line.
fn wrong_names(model: &Model, which: &WhichMoves) -> Option<Diagnostic> {
    let names: BTreeSet<_> = model.moves.iter().map(|mv| mv.name.clone()).collect();
    let rule = which.of.as_ref().filter(|name| !names.contains(&name.text));
    if let Some(name) = rule {
        let known: Vec<_> = names.into_iter().collect();
        return Some(unknown("move", name, &known));
    }
    let board = model.board.as_ref();
    let is_point = |name: &&Name| board.is_some_and(|board| board.find(&name.text).is_some());
    let point = which.from.as_ref().filter(|name| !is_point(name))?;
    Some(no_such("point", (&point.text, point.span)))
}

/// Returns whether a choice matches a line.
fn is_meant(session: &Session, which: &WhichMoves, choice: &ChoiceMade) -> bool {
    let (rules, model) = (session.rules(), session.model());
    let rule = || {
        let (mv, _) = rules.args(session.state(), choice.mv());
        &model.mv(mv).name
    };
    which.of.as_ref().is_none_or(|name| *rule() == name.text)
        && which
            .from
            .as_ref()
            .is_none_or(|point| notation::begins_with(&choice.text, &point.text))
}

/// Reports a move that is not among those that match a line.
fn not_among(
    session: &Session,
    (which, legal): (&WhichMoves, &[String]),
    text: &QuotedText,
) -> Diagnostic {
    if legal.contains(&text.value) {
        let other = match (&which.of, &which.from) {
            (Some(rule), None) => format!("is no `{}`", rule.text),
            (None, Some(point)) => format!("does not begin at {}", point.text),
            _ => "is not of these".to_owned(),
        };
        let message = format!("`{}` is a legal move, but {other}", text.value);
        return Diagnostic::error("E1032", text.span, message);
    }
    not_listed(session, text, "moves")
}

/// Reports a text that is not among the legal moves, or among the outcomes, and explains why.
pub(super) fn not_listed(session: &Session, text: &QuotedText, what: &str) -> Diagnostic {
    let message = format!("`{}` is not among the {what}", text.value);
    match explained(session, &parsed(session, None, text), text.span) {
        Ok(explained) => Diagnostic::error("E1033", text.span, message).hint(explained.why.reason),
        Err(unreadable) => unreadable,
    }
}

/// Returns the moves of a list. Words separated by blanks are one move, or one move each.
fn texts_of<'l>(session: &Session, list: &'l ListedMoves) -> Vec<&'l QuotedText> {
    let part = |part: &'l ListedPart| match &part.alone {
        Some(alone) if is_one(session, alone, &part.texts) => vec![alone],
        _ => part.texts.iter().collect(),
    };
    list.parts.iter().flat_map(part).collect()
}

/// Returns whether words separated by blanks are one move, and not one move each.
fn is_one(session: &Session, whole: &QuotedText, words: &[QuotedText]) -> bool {
    let reads = |text: &QuotedText| notation::read(session.model(), &text.value).is_ok();
    reads(whole) || !words.iter().any(reads)
}
