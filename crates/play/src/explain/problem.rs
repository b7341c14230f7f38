//! A problem of an attempt at a move.

use linstock_model::{Point, TagId};

/// One problem of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Problem {
    /// The move never has this form, in any position.
    pub(super) form: bool,
    /// A sentence.
    pub(super) text: String,
    /// The clauses that say so, the nearest first.
    pub(super) tags: Vec<TagId>,
    /// Whether the first of these clauses stands alone before the part that decides.
    pub(super) alone: bool,
    /// The clauses of its subject, such as those of a way that does not reach a point. They are cited after `tags`.
    pub(super) behind: Vec<TagId>,
    /// The options decide it for the whole game.
    pub(super) settled: bool,
    /// The sentence comes from the rules or from a script.
    pub(super) own_words: bool,
    /// The point where the acting player has another piece than the wanted one.
    pub(super) instead: Option<Point>,
    /// The point where the acting player has no piece at all.
    pub(super) lacks: Option<Point>,
    /// The piece or ground on the point, if the sentence only says that it is there.
    pub(super) obstacle: Option<String>,
    /// How many steps a point is too far away, if it lies in a direction in which only one step is possible.
    pub(super) beyond: Option<usize>,
    /// The parts of a sentence of the rules; empty if it is not one.
    pub(super) said: Vec<SaidPart>,
}

/// A part of a sentence of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SaidPart {
    /// Words.
    Words(String),
    /// A value in braces.
    Value(String),
}

impl SaidPart {
    fn text(&self) -> &str {
        match self {
            Self::Words(text) | Self::Value(text) => text,
        }
    }
}

impl Problem {
    /// Makes a problem of the position.
    pub(super) fn state(text: String) -> Self {
        Self {
            form: false,
            text,
            tags: Vec::new(),
            alone: false,
            behind: Vec::new(),
            settled: false,
            own_words: false,
            instead: None,
            lacks: None,
            obstacle: None,
            beyond: None,
            said: Vec::new(),
        }
    }

    /// Makes a problem of the form of the move.
    pub(super) fn form(text: String) -> Self {
        Self {
            form: true,
            ..Self::state(text)
        }
    }

    /// Adds the clauses of the rule around it.
    pub(super) fn within(mut self, tags: &[TagId]) -> Self {
        if self.tags.is_empty() {
            self.alone = tags.len() == 1;
        }
        self.tags.extend_from_slice(tags);
        self
    }

    /// Puts the clauses of the sentence before the others.
    pub(super) fn said_by(mut self, tags: &[TagId]) -> Self {
        if !tags.is_empty() {
            self.alone = tags.len() == 1;
        }
        self.tags.splice(0..0, tags.iter().copied());
        self
    }

    /// Notes the piece or ground that the sentence only says to be there.
    pub(super) fn obstacle(mut self, piece: &str) -> Self {
        self.obstacle = Some(piece.to_owned());
        self
    }

    /// Adds the clauses of the subject.
    pub(super) fn about(mut self, tags: &[TagId]) -> Self {
        self.behind.extend_from_slice(tags);
        self
    }
}

/// Merges sentences of the rules that differ only in their values: `a must go first` and `b must go first` become
/// `a and b must go first`. What comes after the last value that differs is said once.
pub(super) fn merged(all: Vec<Problem>, join: impl Fn(&[String]) -> String) -> Vec<Problem> {
    let mut groups: Vec<Vec<Problem>> = Vec::new();
    for problem in all {
        let same = groups
            .iter_mut()
            .find(|group| same_words(&group[0], &problem));
        match same {
            Some(group) if group.iter().any(|known| known.text == problem.text) => {}
            Some(group) => group.push(problem),
            None => groups.push(vec![problem]),
        }
    }
    let merged = groups.into_iter().map(|mut group| {
        let texts: Vec<&[SaidPart]> = group.iter().map(|one| one.said.as_slice()).collect();
        let text = (group.len() > 1).then(|| said_of_all(&texts, &join));
        let first = group.swap_remove(0);
        match text {
            Some(text) => Problem { text, ..first },
            None => first,
        }
    });
    merged.collect()
}

/// Returns whether two problems are one sentence of the rules with other values.
fn same_words(left: &Problem, right: &Problem) -> bool {
    let alike = |(left, right): (&SaidPart, &SaidPart)| match (left, right) {
        (SaidPart::Words(left), SaidPart::Words(right)) => left == right,
        (SaidPart::Value(_), SaidPart::Value(_)) => true,
        _ => false,
    };
    let (left, right) = (&left.said, &right.said);
    !left.is_empty() && left.len() == right.len() && left.iter().zip(right).all(alike)
}

fn said_of_all(all: &[&[SaidPart]], join: impl Fn(&[String]) -> String) -> String {
    let first = all[0];
    let text = |parts: &[SaidPart]| parts.iter().map(SaidPart::text).collect::<String>();
    let starts = usize::from(matches!(first.first(), Some(SaidPart::Words(_))));
    let differs = |at: &usize| all.iter().any(|parts| parts[*at] != first[*at]);
    let ends = (0..first.len())
        .rev()
        .find(differs)
        .map_or(starts, |at| at + 1);
    let values: Vec<String> = all.iter().map(|parts| text(&parts[starts..ends])).collect();
    format!(
        "{}{}{}",
        text(&first[..starts]),
        join(&values),
        text(&first[ends..])
    )
}

#[cfg(test)]
mod tests {
    use super::{Problem, SaidPart, merged};

    fn said(parts: &[&str]) -> Problem {
        let parts: Vec<_> = parts
            .iter()
            .map(|part| match part.strip_prefix('=') {
                Some(value) => SaidPart::Value(value.to_owned()),
                None => SaidPart::Words((*part).to_owned()),
            })
            .collect();
        let text = parts.iter().map(SaidPart::text).collect();
        Problem {
            own_words: true,
            said: parts,
            ..Problem::state(text)
        }
    }

    #[test]
    fn sentences_that_differ_in_their_values_are_one() {
        let all = [
            vec!["to be fired: ", "=1", " ", "=gun", "."],
            vec!["to be fired: ", "=2", " ", "=mortar", "."],
            vec!["the area of ", "=b", " has no ", "=gun"],
            vec!["the area of ", "=c", " has no ", "=gun"],
            vec!["=b", " has no coin"],
            vec!["=b", " has no coin"],
        ];
        let all = all.iter().map(|parts| said(parts)).collect();
        let told = merged(all, |values| values.join(" and "));
        let texts: Vec<_> = told.iter().map(|problem| problem.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "to be fired: 1 gun and 2 mortar.",
                "the area of b and c has no gun",
                "b has no coin"
            ]
        );
    }
}
