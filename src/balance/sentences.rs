//! The report as sentences: one topic each, with a game to look at.

use super::answers;
use super::examples::ExampleGame;
use super::length_answer;
use super::report::BalanceReport;
use super::tension_answer;
use super::wording::capitalised;

/// The answer to a question.
pub(super) struct ReportSentence<'r> {
    pub(super) topic: &'static str,
    pub(super) text: String,
    pub(super) example: Option<&'r ExampleGame>,
}

impl<'r> ReportSentence<'r> {
    fn new(topic: &'static str, text: &str, example: Option<&'r ExampleGame>) -> Self {
        Self {
            topic,
            text: capitalised(text),
            example,
        }
    }
}

/// Returns all answers.
pub(super) fn sentences<'r>(report: &'r BalanceReport<'_>) -> Vec<ReportSentence<'r>> {
    let examples = &report.examples;
    let mut all = Vec::new();
    let mut add = |topic: &'static str, text: Option<String>, example: Option<&'r ExampleGame>| {
        let sentence = text.map(|text| ReportSentence::new(topic, &text, example));
        all.extend(sentence);
    };
    add(
        "Seats",
        answers::seats(report),
        examples.first_wins.as_ref(),
    );
    add(
        "Length",
        length_answer::length(report),
        examples.usual.as_ref(),
    );
    add("Draws", answers::draws(report), None);
    let tense = examples.tense.as_ref();
    let tense = tense.filter(|_| tension_answer::is_judged(report));
    add("Tension", tension_answer::tension(report), tense);
    add("Skill", answers::skill(report), examples.upset.as_ref());
    for (trial, example) in report.trials.iter().zip(&examples.trials) {
        add("Rule", answers::trial(report, trial), example.as_ref());
    }
    add("Rules", answers::few_trials(report), None);
    add("Variant", answers::equivalence(report), None);
    add("Findings", Some(answers::findings(report)), None);
    add("Left out", answers::left_out(report), None);
    add("Missing", report.missing_sentence(), None);
    all
}
