//! The statistics of a run of random games: makes text or JSON from the tally.

use super::workers::SimulationRun;
use super::{DifferentGames, Shard};
use crate::ruleset_loader::Loaded;
use crate::shown::Shown;
use crate::text_table::table;
use linstock_base::{grouped, plural};
use linstock_model::Model;
use linstock_study::comparison::{SHARED_NOTE, SHARED_WINS};
use linstock_study::simulation::{GameTally, Share};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// A run and its statistics.
#[derive(Debug)]
pub(super) struct Report<'r> {
    pub(super) loaded: &'r Loaded,
    pub(super) seed: u64,
    pub(super) max_plies: u32,
    /// Who chooses the moves: "at random", or "by casual".
    pub(super) who_chooses: String,
    pub(super) threads: usize,
    pub(super) shard: Option<Shard>,
    pub(super) different: DifferentGames,
    pub(super) played: &'r SimulationRun,
}

/// How many games ended in a certain way.
struct EndRow<'r> {
    reason: &'r str,
    clauses: Vec<&'r str>,
    games: u64,
}

impl<'r> Report<'r> {
    fn model(&self) -> &'r Model {
        self.loaded.rules.model()
    }

    fn tally(&self) -> &'r GameTally {
        &self.played.tally
    }

    /// Returns the games per second.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a rate for people; counts beyond 2^53 are rounded"
    )]
    fn rate(&self) -> f64 {
        let seconds = self.played.time.as_secs_f64().max(1e-9);
        self.tally().games as f64 / seconds
    }

    /// Returns the ways in which games ended, the most frequent first. An ending in a loop exists once for each round, but
    /// counts as one way.
    fn ends(&self) -> Vec<EndRow<'r>> {
        let mut rows: Vec<EndRow<'_>> = Vec::new();
        for (end, games) in self.tally().ends.iter() {
            let (reason, tags) = self.loaded.rules.ending(end);
            let clauses: Vec<_> = tags.iter().map(|tag| self.model().tag(*tag)).collect();
            let known = |row: &&mut EndRow<'_>| row.reason == reason && row.clauses == clauses;
            match rows.iter_mut().find(known) {
                Some(row) => row.games += games,
                None => rows.push(EndRow {
                    reason,
                    clauses,
                    games,
                }),
            }
        }
        rows.sort_by(|a, b| (b.games, a.reason).cmp(&(a.games, b.reason)));
        rows
    }

    /// Returns how often each declared move was played, the most frequent first.
    fn moves(&self) -> Vec<(&'r str, u64)> {
        let counts = self.model().moves.iter().zip(&self.tally().moves);
        let mut by_name: Vec<(&str, u64)> = Vec::new();
        for (mv, count) in counts.filter(|(_, count)| **count > 0) {
            match by_name.iter_mut().find(|(name, _)| *name == mv.name) {
                Some((_, sum)) => *sum += count,
                None => by_name.push((&mv.name, *count)),
            }
        }
        by_name.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
        by_name
    }

    fn players(&self) -> impl Iterator<Item = &'r str> {
        let names: Vec<&str> = self
            .loaded
            .rules
            .players()
            .iter()
            .map(String::as_str)
            .collect();
        names.into_iter()
    }

    /// Writes the statistics as one line of JSON.
    pub(super) fn json(&self) -> Shown {
        let (tally, played) = (self.tally(), self.played);
        let wins = || self.players().zip(&tally.wins);
        let interval = |games: u64| self.share_of(games).map(|s| [s.low, s.high]);
        let by_name = |pairs: Vec<(&str, Value)>| {
            let pairs = pairs
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        let mut reasons: Map<String, Value> = Map::new();
        let mut by_clause = Vec::new();
        for row in self.ends() {
            let sum = reasons.get(row.reason).and_then(Value::as_u64).unwrap_or(0);
            reasons.insert(row.reason.to_owned(), (sum + row.games).into());
            by_clause
                .push(json!({ "reason": row.reason, "clauses": row.clauses, "games": row.games }));
        }
        let (shortest, longest) = tally.lengths.range().unzip();
        let options = self.model().options.iter();
        let options = options.map(|option| (option.name.as_str(), json!(option.value)));
        let options = options.collect();
        Shown::json(&json!({
            "game": self.loaded.base().unwrap_or_else(|| self.model().name.clone()),
            "variants": self.loaded.chosen,
            "options": by_name(options),
            "players": self.model().seats(),
            "shard": self.shard.map(|shard| shard.to_string()),
            "seed": self.seed,
            "games": tally.games,
            "plies": tally.plies(),
            "seconds": played.time.as_secs_f64(),
            "threads": self.threads,
            "playouts_per_second": self.rate(),
            "stopped": played.stopped,
            "left_out": played.left_out,
            "max_plies": self.max_plies,
            "mean_plies": tally.mean_plies(),
            "median_plies": tally.median_plies(),
            "shortest": shortest,
            "longest": longest,
            "mean_choices": tally.branching(),
            "counted_decisions": tally.counted(),
            "wins": by_name(wins().map(|(name, games)| (name, json!(games))).collect()),
            "win_intervals": by_name(wins().map(|(name, games)| (name, json!(interval(*games)))).collect()),
            "shared_wins": tally.shared,
            "draws": tally.draws,
            "draw_interval": interval(tally.draws),
            "unfinished": tally.unfinished,
            "failed": tally.failed,
            "different_games": self.different.different,
            "ends": reasons,
            "ends_by_clause": by_clause,
            "moves": by_name(self.moves().into_iter().map(|(name, count)| (name, json!(count))).collect()),
            "mean_scores": by_name(self.players().zip(tally.mean_scores()).map(|(name, mean)| (name, json!(mean))).collect()),
        }))
    }

    /// Writes the statistics for people.
    pub(super) fn text(&self) -> Shown {
        let tally = self.tally();
        let mut text = format!(
            "{}: {} {}, seed {}, in {:.1} s on {} ({} a second)\n",
            self.model().title,
            plural(tally.games, "game"),
            self.who_chooses,
            self.seed,
            self.played.time.as_secs_f64(),
            plural(self.threads, "thread"),
            grouped(self.rate().round() as u64),
        );
        if let Some(choices) = self.choices() {
            let _ = writeln!(text, "Played with {choices}.");
        }
        for part in [
            self.results(),
            self.how_games_ended(),
            self.kinds(),
            self.lengths(),
        ] {
            if !part.is_empty() {
                let _ = write!(text, "\n{part}");
            }
        }
        text.into()
    }

    /// Lists the variants and options, if the user chose any.
    fn choices(&self) -> Option<String> {
        let variants = self
            .loaded
            .chosen
            .iter()
            .map(|name| format!("variant {name}"));
        let changed = self.model().options.iter();
        let changed = changed.filter(|option| option.value != option.default);
        let options = changed.map(|option| format!("{} = {}", option.name, option.value));
        let players = self.loaded.request.choices.players;
        let players = players.map(|players| plural(players, "player"));
        let part = self.shard.map(|shard| format!("part {shard} of the games"));
        let all = variants.chain(players).chain(options).chain(part);
        let all: Vec<_> = all.collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// Returns a share of the games with its interval; `None` if there is only one game, which was played again and again.
    fn share_of(&self, games: u64) -> Option<Share> {
        let share = self.tally().share(games);
        share.filter(|_| !self.different.is_one())
    }

    fn interval(&self, games: u64) -> String {
        let told = |s: Share| format!("{:.1} to {:.1} %", 100.0 * s.low, 100.0 * s.high);
        self.share_of(games).map_or_else(|| "–".to_owned(), told)
    }

    /// Lists how often each player won.
    fn results(&self) -> String {
        let tally = self.tally();
        let means = tally.mean_scores();
        let score = (!means.is_empty()).then_some("mean score");
        let heads = ["result", "games", "share", "95 % interval"];
        let heads: Vec<&str> = heads.into_iter().chain(score).collect();
        let mut rows = table(&heads);
        let mut add = |what: String, games: u64, mean: Option<&f64>| {
            let cells = [
                what,
                grouped(games),
                share(tally, games),
                self.interval(games),
            ];
            rows.add_row(
                cells
                    .into_iter()
                    .chain(mean.map(|mean| format!("{mean:.2}"))),
            );
        };
        for (seat, (name, games)) in self.players().zip(&tally.wins).enumerate() {
            add(format!("won by {name}"), *games, means.get(seat));
        }
        let others = [
            (SHARED_WINS, tally.shared),
            ("won by nobody", tally.draws),
            ("left unfinished", tally.unfinished),
            ("failed", tally.failed),
        ];
        for (what, games) in others.into_iter().filter(|(_, games)| *games > 0) {
            add(what.to_owned(), games, None);
        }
        let note = match tally.shared {
            0 => String::new(),
            _ => format!("{SHARED_NOTE}\n"),
        };
        format!("{}\n{note}{}", rows.trim_fmt(), self.different.sentence(""))
    }

    fn how_games_ended(&self) -> String {
        let tally = self.tally();
        if tally.ends.iter().next().is_none() {
            return String::new();
        }
        let mut rows = table(&["how games ended", "clauses", "games", "share"]);
        for row in self.ends() {
            rows.add_row([
                row.reason.to_owned(),
                row.clauses.join(" "),
                grouped(row.games),
                share(tally, row.games),
            ]);
        }
        format!("{}\n", rows.trim_fmt())
    }

    fn kinds(&self) -> String {
        let moves = self.moves();
        if moves.is_empty() {
            return String::new();
        }
        let mut rows = table(&["move", "played", "a game"]);
        for (name, count) in moves {
            #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
            let mean = count as f64 / self.tally().games.max(1) as f64;
            rows.add_row([name.to_owned(), grouped(count), format!("{mean:.2}")]);
        }
        format!("{}\n", rows.trim_fmt())
    }

    fn lengths(&self) -> String {
        let tally = self.tally();
        let (Some(mean), Some(median)) = (tally.mean_plies(), tally.median_plies()) else {
            return String::new();
        };
        let (shortest, longest) = tally.lengths.range().unwrap_or((0, 0));
        let plies = match self.loaded.rules.has_chance() {
            true => "moves and outcomes of chance",
            false => "moves",
        };
        let mut text = format!(
            "A game takes {mean:.1} {plies} on average: half take {} or fewer; the shortest took {}, the longest {}.\n",
            grouped(median),
            grouped(shortest),
            grouped(longest)
        );
        if let Some(choices) = tally.branching() {
            let counted = match tally.counts_all {
                true => String::new(),
                false => format!(
                    ", as counted at {} of the choices",
                    grouped(tally.counted())
                ),
            };
            let _ = writeln!(
                text,
                "A player chooses among {choices:.1} moves on average{counted}."
            );
        }
        if tally.unfinished > 0 {
            let most = plural(self.max_plies, "move");
            let _ = writeln!(
                text,
                "Games that were not over after {most} were left; --max-plies changes that."
            );
        }
        text
    }
}

fn share(tally: &GameTally, games: u64) -> String {
    let share = tally.share(games).map_or(0.0, |s| s.share);
    format!("{:.1} %", 100.0 * share)
}
