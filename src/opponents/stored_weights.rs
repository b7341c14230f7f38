//! The weights of an evaluation, as files contain them: whole numbers, compressed.

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use linstock_play::Rules;
use linstock_search::Evaluation;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

/// The number that stands for a weight of 1, if the step is 1.
const UNIT: f32 = 100_000.0;
/// The most bytes that are read, and the most after decompression.
pub(super) const MOST_READ: u64 = 64 << 20;

/// The weights of an evaluation by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct StoredWeights {
    /// The weights in steps.
    weights: BTreeMap<String, Vec<i32>>,
    /// The step of each name in hundred thousandths, if it is not 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    steps: BTreeMap<String, u32>,
}

impl StoredWeights {
    /// Rounds the weights of an evaluation to hundred thousandths.
    pub(super) fn of(evaluation: &Evaluation) -> Self {
        Self::in_steps(evaluation, BTreeMap::new())
    }

    /// Rounds the weights of an evaluation so that they take at most a number of bytes, or are all 0.
    pub(super) fn within(evaluation: &Evaluation, most_bytes: usize) -> Self {
        let mut stored = Self::of(evaluation);
        while compressed(&stored).is_ok_and(|bytes| bytes.len() > most_bytes)
            && let Some(name) = stored.finest().map(str::to_owned)
        {
            let step = stored.step(&name).saturating_mul(2);
            let mut steps = stored.steps;
            steps.insert(name, step);
            stored = Self::in_steps(evaluation, steps);
        }
        stored
    }

    fn in_steps(evaluation: &Evaluation, steps: BTreeMap<String, u32>) -> Self {
        let mut stored = Self {
            weights: BTreeMap::new(),
            steps,
        };
        for (name, weights) in evaluation.weights() {
            let steps_of_one = UNIT / stored.step(name) as f32;
            let whole = weights
                .iter()
                .map(|weight| (weight * steps_of_one).round() as i32);
            stored.weights.insert(name.to_owned(), whole.collect());
        }
        stored
    }

    fn step(&self, name: &str) -> u32 {
        self.steps.get(name).copied().unwrap_or(1)
    }

    /// Returns the name whose weights lose least for the room that a larger step saves: it saves a bit for each weight that is
    /// not 0, and the loss grows with the square of the step.
    fn finest(&self) -> Option<&str> {
        let gain = |(name, weights): (&String, &Vec<i32>)| {
            let step = f64::from(self.step(name));
            weights.iter().filter(|weight| **weight != 0).count() as f64 / (step * step)
        };
        let names = self.weights.iter().filter(|pair| gain(*pair) > 0.0);
        let finest = names.max_by(|a, b| gain(*a).total_cmp(&gain(*b)));
        finest.map(|(name, _)| name.as_str())
    }

    /// Returns the evaluation with these weights, and whether they fit the rules.
    pub(super) fn evaluation(&self, rules: &Rules) -> (Evaluation, bool) {
        let weights_of = |name: &str| {
            let step = self.step(name) as f32;
            let weights = self.weights.get(name)?.iter();
            Some(weights.map(|weight| *weight as f32 * step / UNIT).collect())
        };
        Evaluation::with_weights(rules, weights_of)
    }
}

/// Writes a value as compressed JSON.
///
/// # Errors
/// If it cannot be written as JSON, in a sentence.
pub(super) fn compressed(value: &impl Serialize) -> Result<Vec<u8>, String> {
    let text = serde_json::to_vec(value).map_err(|e| e.to_string())?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(&text).and_then(|()| encoder.finish());
    written.map_err(|e| e.to_string())
}

/// Reads JSON, compressed or not.
pub(super) fn decompressed<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    if bytes.starts_with(b"{") {
        return serde_json::from_slice(bytes).ok();
    }
    let mut text = Vec::new();
    let mut decoder = GzDecoder::new(bytes).take(MOST_READ);
    decoder.read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Reads a file of JSON, compressed or not, if it is not too large.
pub(super) fn read_small<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let is_small = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST_READ);
    let bytes = is_small.then(|| fs::read(path).ok()).flatten()?;
    decompressed(&bytes)
}

#[cfg(test)]
pub(super) mod tests {
    use super::{StoredWeights, compressed, decompressed};
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_play::Rules;
    use linstock_search::{Evaluation, FitSettings, fit};
    use std::sync::Arc;

    /// Loads a small game on a board of a width.
    pub(in super::super) fn small_rules(width: u32) -> Arc<Rules> {
        let text = format!(
            "game line \"Line\"\nplayers a, b\nboard {width} x 2 {{ }}\npiece s\nmove put \"{{t}}\" {{\n  t in empty\n  s: box -> t\n}}\nplay {{ repeat each player {{ ask me: put otherwise win me \"full\" }} }}\n"
        );
        let sources = Sources::from([("line.game", text)]);
        Arc::new(Rules::load(&sources, &Choices::default()).expect("no mistakes"))
    }

    /// Fits an evaluation to a few games.
    pub(in super::super) fn small_evaluation(rules: &Arc<Rules>) -> Evaluation {
        let settings = FitSettings {
            plies: 500,
            ..FitSettings::default()
        };
        fit(rules, settings, &|| false).expect("it starts")
    }

    /// Returns the largest difference between the weights of two evaluations.
    pub(in super::super) fn difference(one: &Evaluation, other: &Evaluation) -> f32 {
        let pairs = one.weights().zip(other.weights());
        let pairs = pairs.flat_map(|((_, one), (_, other))| one.iter().zip(other));
        pairs
            .map(|(one, other)| (one - other).abs())
            .fold(0.0, f32::max)
    }

    #[test]
    fn weights_are_read_as_they_were_rounded() {
        let rules = small_rules(12);
        let evaluation = small_evaluation(&rules);
        let exact = StoredWeights::of(&evaluation);
        let full = compressed(&exact).expect("written").len();
        let mut last = 1e-5;
        for part in [1, 2, 3] {
            let stored = StoredWeights::within(&evaluation, full / part);
            let bytes = compressed(&stored).expect("written");
            assert!(bytes.len() <= full / part);
            let read: StoredWeights = decompressed(&bytes).expect("read");
            assert_eq!(read, stored);
            let (read, fits) = read.evaluation(&rules);
            assert!(fits);
            let lost = difference(&read, &evaluation);
            assert!(lost >= last || part == 1, "{lost} for a part of {part}");
            assert!(lost < 0.5, "{lost} for a part of {part}");
            last = lost;
        }
        let plain = serde_json::to_vec(&exact).expect("written");
        assert_eq!(decompressed(&plain), Some(exact));
    }
}
