//! A reading of a text tried as a move: the arguments that were chosen, the problems, and how well the move fits the text.

mod search;

use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::situation::Situation;
use crate::notation::Reading;
use linstock_engine::vm::Fault;
use linstock_model::{ArgId, ArgValue, AskItem, TagId};
use std::cmp::Reverse;

pub(super) use search::best;

/// A reading with its arguments chosen as far as possible, and all its problems.
#[derive(Clone, Debug)]
pub(crate) struct Attempt<'r> {
    pub item: &'r AskItem,
    pub reading: &'r Reading,
    pub args: Vec<Option<ArgValue>>,
    /// The problems, each with the progress of the attempt: 0 for the offer, then the lines of the head.
    problems: Vec<(usize, Problem)>,
    /// The weight of an argument that had no possible value; 0 if there is none.
    broken_off: usize,
    /// The arguments that the text does not name and that had several candidates, each with the progress of the attempt.
    chosen: Vec<(usize, ArgId)>,
    /// Whether other choices fail for another reason.
    differs: bool,
    /// The index of the first problem that all choices have.
    shared: Option<usize>,
}

/// The weight of a problem of form, and of an argument without a possible value. If the rules say in their own words why it
/// has none, it weighs half as much: then the text may mean this very move.
const FORM: usize = 2;

/// The weight of a different piece at the beginning of the move. It is more than that of a problem of form, so that a move
/// of the piece itself is preferred, and less than that of an impossible formation.
const OTHER_PIECE: usize = FORM + 1;

/// The mismatch score of an attempt. The fields are compared in their order.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct MismatchScore {
    /// The weight of all problems of form.
    form: usize,
    /// How far the points of the text are from those of the form; the largest number if this is not known.
    far: usize,
    /// The progress of the attempt at the first problem.
    first: Reverse<usize>,
    /// The number of problems.
    problems: usize,
}

impl Attempt<'_> {
    /// Returns the mismatch score: first the problems of form, then how early the first problem occurs, then the number
    /// of problems.
    ///
    /// A different piece at the beginning of a move shows that another move is meant. If that is the first problem, the
    /// other problems do not count.
    pub(super) fn score(&self) -> MismatchScore {
        let begins_at = self.reading.holes.first();
        let instead = self.first_problem().and_then(|problem| problem.instead);
        if instead.is_some_and(|at| begins_at == Some(&ArgValue::Point(at))) {
            return MismatchScore {
                form: OTHER_PIECE,
                far: 0,
                first: Reverse(usize::MAX),
                problems: 0,
            };
        }
        let of_form = || self.problems.iter().filter(|(_, problem)| problem.form);
        let form = of_form().count();
        let far = of_form().map(|(_, problem)| problem.beyond);
        let far = far.sum::<Option<usize>>().filter(|_| form > 0);
        let first = self.problems.first().map_or(usize::MAX, |&(at, _)| at);
        MismatchScore {
            form: FORM * form + self.broken_off,
            far: far.unwrap_or(usize::MAX),
            first: Reverse(first),
            problems: self.problems.len(),
        }
    }

    /// Returns the problem to explain: the first one that all choices have, or else the first one.
    pub(crate) fn decisive_problem(&self) -> Option<&Problem> {
        let shared = self.shared.and_then(|at| self.problems.get(at));
        shared.map(|(_, problem)| problem).or(self.first_problem())
    }

    pub(crate) fn first_problem(&self) -> Option<&Problem> {
        self.problems.first().map(|(_, problem)| problem)
    }

    /// Names the choices with which the move was tried: those that fail latest, if other choices fail for another reason.
    pub(crate) fn tried_with(&self, scene: &Situation<'_>) -> Vec<String> {
        let told = self.problems.first().filter(|(_, first)| !first.form);
        let Some((until, _)) = told.filter(|_| self.differs && self.shared.is_none()) else {
            return Vec::new();
        };
        let rule = scene.evaluator.model.mv(self.reading.mv);
        let evaluator = scene.evaluator.with(&self.args);
        let explainer = Explainer::of(evaluator, scene.sources, Some(rule));
        let chosen = self.chosen.iter().filter(|(at, _)| at <= until);
        chosen
            .filter_map(|(_, arg)| explainer.chosen(*arg))
            .collect()
    }

    /// Adds the problems of one line of the head.
    fn note(&mut self, at: usize, found: Result<Vec<Problem>, Fault>, tags: &[TagId]) {
        let found = found.unwrap_or_else(|fault| vec![Problem::state(fault.to_string())]);
        self.problems
            .extend(found.into_iter().map(|problem| (at, problem.within(tags))));
    }
}
