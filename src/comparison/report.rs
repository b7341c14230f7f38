//! A comparison, as text and as JSON.

use super::dispute;
use super::side::{self, Side};
use crate::shown::Shown;
use crate::text_table::table;
use linstock_base::plural;
use linstock_study::comparison::{
    Disagreement, Measure, MeasuredFigure, SHARED_NOTE, SHARED_WINS, Topic,
};
use serde_json::{Value, json};

/// Two sides and their differences.
#[derive(Debug)]
pub(super) struct ComparisonReport<'r> {
    pub(super) sides: &'r [Side; 2],
    pub(super) seed: u64,
    /// Who chooses the moves: "at random", or "by casual".
    pub(super) who_chooses: String,
    pub(super) measures: Vec<Measure>,
    pub(super) found: Option<&'r Disagreement>,
    /// Lines of play were searched for, and the user did not stop the search.
    pub(super) searched: bool,
}

impl ComparisonReport<'_> {
    /// Writes the comparison for people.
    pub(super) fn text(&self) -> Shown {
        let [left, right] = self.sides;
        let mut text = format!(
            "{} and {}: {} and {} {}, seed {}, in {:.1} s\n",
            left.name,
            right.name,
            games(left),
            games(right),
            self.who_chooses,
            self.seed,
            (left.time + right.time).as_secs_f64(),
        );
        for topic in Topic::ALL {
            text.push_str(&self.topic(topic));
        }
        text.push_str(&self.verdict());
        text.push('\n');
        text.push_str(&self.dispute());
        text.into()
    }

    /// Returns the names of the sides as column heads, without the folders of paths.
    fn heads(&self) -> [String; 2] {
        let [left, right] = self.sides.each_ref().map(|side| side::short(&side.name));
        if left == right {
            return [format!("{left}, first"), format!("{right}, second")];
        }
        [left, right]
    }

    fn topic(&self, topic: Topic) -> String {
        let [left, right] = self.heads();
        let mut rows = table(&[
            topic.name(),
            &left,
            "95 % interval",
            &right,
            "95 % interval",
            "beyond chance",
        ]);
        let mut any = false;
        for measure in self.measures.iter().filter(|m| m.topic == topic) {
            any = true;
            let [ours, theirs] = [cells(measure.left), cells(measure.right)];
            let beyond = match (measure.is_beyond_chance(), measure.chance) {
                (true, Some(chance)) => format!("yes, p {}", small(chance)),
                _ => String::new(),
            };
            let row = [measure.name.clone()].into_iter().chain(ours).chain(theirs);
            rows.add_row(row.chain([beyond]));
        }
        match any {
            true => format!("\n{}\n{}", rows.trim_fmt(), self.note(topic)),
            false => String::new(),
        }
    }

    /// Explains how wins are counted if several players win together.
    pub(super) fn note(&self, topic: Topic) -> String {
        let mut measures = self.measures.iter();
        let is_shared = topic == Topic::Results && measures.any(|m| m.name == SHARED_WINS);
        match is_shared {
            true => format!("{SHARED_NOTE}\n"),
            false => String::new(),
        }
    }

    /// Says how many games are different, if some are the same, and how many differences are beyond chance.
    pub(super) fn verdict(&self) -> String {
        let told = self.sides.iter().map(|side| {
            let of = format!(" of {}", side.name);
            side.different.sentence(&of)
        });
        let told: String = told.collect();
        if self.sides.iter().any(|side| side.different.is_one()) {
            return format!("\n{told}So no figure can be compared.\n");
        }
        format!("\n{told}{}\n", self.beyond_chance())
    }

    /// States how many differences are beyond chance.
    fn beyond_chance(&self) -> String {
        let compared = self.measures.iter().filter(|m| m.chance.is_some()).count();
        let beyond = self.measures.iter().filter(|m| m.is_beyond_chance());
        let beyond = beyond.count();
        let figures = plural(compared, "figure");
        match beyond {
            0 => format!(
                "None of {figures} differs by more than chance explains (Holm's correction, 5 % for all together)."
            ),
            _ => format!(
                "{beyond} of {figures} {} by more than chance explains (Holm's correction, 5 % for all together).",
                if beyond == 1 { "differs" } else { "differ" }
            ),
        }
    }

    /// Writes the line of play after which the rules disagree.
    pub(super) fn dispute(&self) -> String {
        match self.found {
            Some(found) => dispute::text(self.sides, found),
            None if self.searched => {
                "No line of play was found after which the rules disagree about a move, a result or what is seen.\n".to_owned()
            }
            None => String::new(),
        }
    }

    /// Writes the comparison as one line of JSON.
    pub(super) fn json(&self) -> Shown {
        let side = |side: &Side| {
            json!({
                "name": side.name,
                "game": side.loaded.rules.model().name,
                "games": side.sample.games,
                "different_games": side.different.different,
                "seconds": side.time.as_secs_f64(),
            })
        };
        let figure = |figure: Option<MeasuredFigure>| match figure {
            Some(figure) => {
                let [low, high] = figure.interval.map_or([None; 2], |ends| ends.map(Some));
                json!({ "value": figure.value, "low": low, "high": high })
            }
            None => Value::Null,
        };
        let measure = |measure: &Measure| {
            json!({
                "topic": measure.topic.name(),
                "name": measure.name,
                "left": figure(measure.left),
                "right": figure(measure.right),
                "p_corrected": measure.chance,
                "beyond_chance": measure.is_beyond_chance(),
            })
        };
        let [left, right] = self.sides;
        Shown::json(&json!({
            "left": side(left),
            "right": side(right),
            "seed": self.seed,
            "measures": self.measures.iter().map(measure).collect::<Vec<_>>(),
            "disagreement": self.found.map(|found| dispute::json(self.sides, found)),
        }))
    }
}

fn games(side: &Side) -> String {
    plural(side.sample.games, "game")
}

/// Writes a statistic and its interval.
pub(super) fn cells(figure: Option<MeasuredFigure>) -> [String; 2] {
    let Some(figure) = figure else {
        return ["–".to_owned(), String::new()];
    };
    let MeasuredFigure {
        value,
        interval,
        is_share,
    } = figure;
    let cells = match is_share {
        true => {
            let told =
                |[low, high]: [f64; 2]| format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high);
            (format!("{:.1} %", 100.0 * value), interval.map(told))
        }
        false => {
            let told = |[low, high]: [f64; 2]| format!("{low:.2} to {high:.2}");
            (format!("{value:.2}"), interval.map(told))
        }
    };
    [cells.0, cells.1.unwrap_or_else(|| "–".to_owned())]
}

/// Writes a small probability.
pub(super) fn small(chance: f64) -> String {
    match chance < 0.001 {
        true => "< 0.001".to_owned(),
        false => format!("{chance:.3}"),
    }
}
