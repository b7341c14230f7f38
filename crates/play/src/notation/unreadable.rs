//! Explains why a text is not a move: a name does not exist, or no form fits; with examples.

use crate::notation::form;
use crate::notation::names::{filled, name};
use crate::wording::unreadable::MOST_ROWS;
use crate::wording::{Phrasing, quoted};
use linstock_base::similar;
use linstock_model::{
    ArgValue, Domain, FiniteDomain, ListId, Member, Model, MoveRule, Num, RowId, RuleId, SeatId,
    TextPart, Truth,
};

/// A text that is not a move, with a message about what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// A sentence without a full stop, for the person who wrote the text.
    pub message: String,
    /// The rules with the nearest forms, if the message only shows the form of moves.
    nearest: Vec<RuleId>,
}

impl Unreadable {
    /// Returns the message. If it only shows the form of moves, returns legal moves as examples instead, if there are
    /// any. Calls `legal` only if it is needed.
    pub(crate) fn with_legal(
        &self,
        model: &Model,
        legal: impl FnOnce() -> Vec<(RuleId, String)>,
    ) -> String {
        if self.nearest.is_empty() {
            return self.message.clone();
        }
        let near = |(rule, _): &(RuleId, String)| self.nearest.contains(rule);
        let (near, others): (Vec<_>, Vec<_>) = legal().into_iter().partition(near);
        // If no move with this verb is legal, its form is more useful than other moves.
        let by_verb = model.declared().any(|mv| !self.nearest.contains(&mv.rule));
        let shown = if near.is_empty() && !by_verb {
            others
        } else {
            near
        };
        if shown.is_empty() {
            return self.message.clone();
        }
        let mut one_each: Vec<(RuleId, String)> = Vec::new();
        for mv in shown {
            if one_each.len() < EXAMPLES && one_each.iter().all(|(rule, _)| *rule != mv.0) {
                one_each.push(mv);
            }
        }
        one_each.sort_by_key(|(rule, _)| *rule);
        let texts: Vec<_> = one_each.iter().map(|(_, text)| quoted(text)).collect();
        let say = Phrasing(model.sheet.language);
        say.moves_look_like(&say.either(&texts))
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unreadable {}

/// The most examples in a message.
const EXAMPLES: usize = 5;

/// Explains why a normalized text fits the form of no move.
pub(super) fn explain(model: &Model, input: &str) -> Unreadable {
    let verb = first_word(input);
    let verbs = || model.moves.iter().filter_map(|mv| leading_word(mv));
    let same_verb: Vec<_> = model
        .moves
        .iter()
        .filter(|mv| leading_word(mv) == Some(verb))
        .collect();
    let phrasing = Phrasing(model.sheet.language);
    let wrong = wrong_name(model, input).filter(|_| !is_of_no_list(model, input));
    let told = wrong.or_else(|| match same_verb.is_empty() {
        true => phrasing.no_verb(verb, verbs()),
        false => None,
    });
    if let Some(message) = told {
        let nearest = Vec::new();
        return Unreadable { message, nearest };
    }
    let near = match same_verb.is_empty() {
        true => model.moves.iter().collect(),
        false => nearest_forms(same_verb, input),
    };
    let nearest = near.iter().map(|mv| mv.rule).collect();
    let message = phrasing.written_like(&examples(model, near));
    Unreadable { message, nearest }
}

/// Returns whether a text is one word in place of a row of a long list, and is similar to none of its rows. Then the first
/// rows of the list say less than some moves do.
fn is_of_no_list(model: &Model, input: &str) -> bool {
    let is_long = |list: ListId| model.list(list).rows.len() > MOST_ROWS;
    let rows = |list: ListId| model.list(list).rows.iter().map(|row| row.name.as_str());
    let mut lists = model
        .moves
        .iter()
        .filter_map(|mv| match mv.text.as_slice() {
            [TextPart::Member(FiniteDomain::Rows(list), _)] => Some(*list),
            _ => None,
        });
    let is_word = input.chars().all(char::is_alphabetic);
    is_word && lists.any(|list| is_long(list) && similar(input, rows(list)).is_none())
}

/// Returns the moves whose texts begin with the most words of the input.
fn nearest_forms<'m>(moves: Vec<&'m MoveRule>, input: &str) -> Vec<&'m MoveRule> {
    let alike = |mv: &&MoveRule| {
        let Some(TextPart::Literal(letters)) = mv.text.first() else {
            return 0;
        };
        let pairs = letters.split_whitespace().zip(input.split_whitespace());
        pairs.take_while(|(word, typed)| word == typed).count()
    };
    let most = moves.iter().map(alike).max().unwrap_or(0);
    moves.into_iter().filter(|mv| alike(mv) == most).collect()
}

/// Finds a wrong name in a text that otherwise fits a form. If several forms fit, the one with the most literal letters
/// wins.
fn wrong_name(model: &Model, input: &str) -> Option<String> {
    let nearly = model.moves.iter().filter_map(|mv| {
        let message = misnamed(model, &mv.text, input)?;
        let letters = |part: &TextPart| match part {
            TextPart::Literal(letters) => letters.trim().len(),
            _ => 0,
        };
        Some((mv.text.iter().map(letters).sum::<usize>(), message))
    });
    let best = nearly.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, message)| message)
}

/// Matches a text with a form by the shape of its names only, and reports the name that does not exist.
fn misnamed(model: &Model, parts: &[TextPart], input: &str) -> Option<String> {
    let mut rest = input;
    let mut wrong = None;
    for part in parts {
        if let TextPart::Literal(letters) = part {
            rest = form::literal(letters, rest)?;
            continue;
        }
        let (name, after) = shaped(part, rest)?;
        wrong = wrong.or_else(|| complaint(model, part, name));
        rest = after;
    }
    wrong.filter(|_| rest.is_empty())
}

/// Splits a word in the shape of a hole's name off the front of a text.
fn shaped<'i>(hole: &TextPart, input: &'i str) -> Option<(&'i str, &'i str)> {
    let past = |rest: &'i str, such: fn(char) -> bool| rest.trim_start_matches(such);
    let after = match hole {
        TextPart::Literal(_) => return None,
        TextPart::Place(_) => {
            let digits = past(input, |c| c.is_ascii_alphabetic());
            let after = past(digits, |c| c.is_ascii_digit());
            let whole = digits.len() < input.len() && after.len() < digits.len();
            whole.then_some(after)?
        }
        TextPart::Num(_) => past(input, |c| c.is_ascii_digit() || c == '-'),
        TextPart::Member(..) => past(input, |c| c.is_alphanumeric() || c == '-'),
        TextPart::Multiset(..) => past(input, |c| c.is_alphanumeric() || c == '-' || c == ' '),
    };
    let name = input.get(..input.len() - after.len())?;
    (!name.is_empty()).then_some((name, after))
}

fn complaint(model: &Model, hole: &TextPart, name: &str) -> Option<String> {
    let phrasing = Phrasing(model.sheet.language);
    match hole {
        TextPart::Literal(_) => None,
        TextPart::Place(_) => form::point(model, name)
            .is_none()
            .then(|| phrasing.no_point(name, model.board.as_ref())),
        TextPart::Num(_) => form::number(name)
            .is_none()
            .then(|| phrasing.no_number(name)),
        TextPart::Member(FiniteDomain::Rows(list), _) => no_row(model, *list, name),
        TextPart::Multiset(_, list) => name.split(' ').find_map(|name| no_row(model, *list, name)),
        TextPart::Member(FiniteDomain::Players, _) => {
            let plays = model
                .players
                .iter()
                .any(|player| player.to_lowercase() == name);
            (!plays).then(|| phrasing.no_player(name, &model.players))
        }
    }
}

fn no_row(model: &Model, list: ListId, name: &str) -> Option<String> {
    let list = model.list(list);
    let rows: Vec<String> = list.rows.iter().map(|row| row.name.clone()).collect();
    let known = rows.iter().any(|row| row == name);
    let phrasing = Phrasing(model.sheet.language);
    (!known).then(|| phrasing.no_row(name, &rows))
}

/// Returns one example for each form of the moves.
fn examples<'m>(model: &Model, moves: impl IntoIterator<Item = &'m MoveRule>) -> Vec<String> {
    let mut texts = Vec::new();
    for text in moves.into_iter().map(|mv| example(model, mv)) {
        if !texts.contains(&text) && texts.len() < EXAMPLES {
            texts.push(text);
        }
    }
    texts
}

/// Fills the holes of a move's text with existing names: points from the middle of the board upwards, and the smallest
/// numbers.
fn example(model: &Model, mv: &MoveRule) -> String {
    let mut last = None;
    let mut used: Vec<(ListId, RowId)> = Vec::new();
    let holes = mv.text.iter().filter_map(|part| match part {
        TextPart::Literal(_) => None,
        TextPart::Place(_) => {
            let point = model.board.as_ref().map(|b| b.topology.example(last));
            last = point;
            point.map(ArgValue::Point)
        }
        TextPart::Num(number) => Some(ArgValue::Num(least(mv, number))),
        TextPart::Member(FiniteDomain::Players, _) => Some(ArgValue::Seat(SeatId(0))),
        TextPart::Member(FiniteDomain::Rows(list), member) => {
            let row = first_row(mv, member, |row| used.contains(&(*list, row)));
            used.push((*list, row));
            Some(ArgValue::Row(*list, row))
        }
        TextPart::Multiset(_, list) => {
            let rows = model.list(*list).rows.len();
            let first: Vec<u64> = (0..rows).map(|row| u64::from(row == 0)).collect();
            let packing = model.packing(*list)?;
            Some(ArgValue::Multiset(*list, packing.pack(&first)))
        }
    });
    let holes: Vec<_> = holes.map(|value| (value, name(model, value))).collect();
    filled(&mv.text, &holes)
}

fn least(mv: &MoveRule, number: &Num) -> i64 {
    let Num::Arg(arg) = number else { return 1 };
    match mv.args.get(usize::from(arg.0)).map(|arg| &arg.domain) {
        Some(Domain::Numbers(least, _)) => match least.kind {
            Num::Fixed(least) => least,
            _ => 1,
        },
        _ => 1,
    }
}

/// Returns the first row that the rules ever allow, preferably one that is not used yet.
fn first_row(mv: &MoveRule, member: &Member, used: impl Fn(RowId) -> bool) -> RowId {
    let Member::Arg(arg) = member else {
        return RowId(0);
    };
    let rows = match mv.args.get(arg.index()).map(|arg| &arg.domain) {
        Some(Domain::Members(FiniteDomain::Rows(_), rows)) => &rows.kind.0,
        _ => return RowId(0),
    };
    let rows = (0..).map(RowId).zip(rows);
    let open = rows.filter(|(_, within)| !matches!(within.kind, Truth::Fixed(false)));
    let open: Vec<RowId> = open.map(|(row, _)| row).collect();
    let fresh = open.iter().find(|row| !used(**row));
    fresh.or(open.first()).copied().unwrap_or(RowId(0))
}

/// Returns the first word of a move's text. Returns `None` if the text begins with a hole.
fn leading_word(mv: &MoveRule) -> Option<&str> {
    match mv.text.first() {
        Some(TextPart::Literal(letters)) => Some(first_word(letters)).filter(|word| word.len() > 1),
        _ => None,
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}
