//! The current game, and the handlers of the commands.

use crate::repl::completion_words::{CompletionWords, leading_point};
use crate::repl::computer_players::ComputerPlayers;
use crate::repl::phrases::ReplPhrasing;
use crate::repl::questions::Confirmation;
use crate::repl::reply::CommandResult;
use crate::repl::terminal_mode::LongWork;
use crate::ruleset_loader::Loaded;
use crate::scenarios::open;
use crate::shown::Shown;
use crate::{rule_sheet, seed};
use linstock_base::SheetPhrasing;
use linstock_model::{Model, SeatId};
use linstock_play::{
    Actor, Canvas, ChanceMode, Chooser, Observation, Order, Purpose, Refusal, Session,
    StartPosition, Viewer, begins_in, legend, mentions, named_areas, notation, result_text,
    sort_for_people,
};
use std::path::PathBuf;

/// The most random moves per command.
const MOST_RANDOM: u64 = 100_000;

/// The scenario whose position is the start of games.
pub(super) struct ScenarioOfGames {
    pub(crate) file: String,
    pub(crate) title: String,
    /// Its position, under the rules at the time of reading.
    pub(crate) given: Option<StartPosition>,
}

/// A game at the keyboard.
pub(super) struct Repl {
    pub(crate) loaded: Loaded,
    pub(crate) session: Session,
    /// The scenario from the command line, while its game is played.
    pub(crate) scenario: Option<ScenarioOfGames>,
    /// The seed from the command line.
    pub(crate) seed: Option<u64>,
    /// Undo takes back outcomes of chance without confirmation.
    pub(crate) practice: bool,
    pub(crate) canvas: Canvas,
    /// Several players share the keyboard (hot seat): each sees only their own view, on their own turn.
    pub(crate) hot_seat: bool,
    /// The player at the keyboard, in a hot-seat game.
    pub(crate) seated: Option<SeatId>,
    /// The number of random moves so far.
    pub(crate) randoms: u64,
    /// A line that must be confirmed.
    pub(crate) confirmation: Confirmation,
    /// Part of the input was not read, since another player must sit down first.
    pub(crate) not_read: bool,
    /// The drawing of an unfinished `setup`.
    pub(crate) drawn: String,
    /// The computer players.
    pub(crate) computers: ComputerPlayers,
    /// The file to which this game was saved or from which it was loaded, and its text at that time: `save` may replace that.
    pub(crate) saved_as: Option<(PathBuf, String)>,
}

/// The most plies that are listed one by one.
const MOST_TOLD: usize = 12;

impl Repl {
    /// Returns the greeting: the game and its options.
    pub(crate) fn greeting(&self) -> Shown {
        let example = self
            .words()
            .moves
            .first()
            .map_or_else(String::new, |m| format!(", such as {m}"));
        Shown::from(format!(
            "{}. Type a move{example}, or a command: `moves` lists the moves, `help` the commands, `quit` leaves.\n\n",
            self.session.model().title,
        ))
        .then(match self.computers.are_seated() {
            true => format!("{}\n", self.seated_computers()).into(),
            false => Shown::default(),
        })
        .then(self.so_far())
        .then(self.table())
    }

    /// Reports the outcomes of chance before the first choice, if there is more than the line below the table. Dealt cards
    /// are already visible on the table.
    fn so_far(&self) -> Shown {
        let history = self.session.history();
        let only_chance = history.iter().all(|ply| ply.actor == Actor::Chance);
        if !only_chance || !(2..=MOST_TOLD).contains(&history.len()) || self.handover().is_some() {
            return Shown::default();
        }
        let so_far = self.say().so_far();
        format!("{so_far}: {}\n\n", self.played_since(0)).into()
    }

    /// Returns the prompt of the player to move.
    pub(crate) fn prompt(&self) -> String {
        let Some(actor) = self.session.decider() else {
            return "over> ".to_owned();
        };
        let words = self.own_choice().map(|own| own.prompts().join("; "));
        let words = words.unwrap_or_default();
        let blank = if words.is_empty() { "" } else { ": " };
        format!("{}{blank}{words}> ", self.called(actor))
    }

    /// Lists the legal moves of the player at the keyboard.
    pub(super) fn listed(&self) -> Result<Vec<String>, String> {
        let own = self.own_choice().ok_or_else(|| self.not_typed())?;
        let choices = own.moves().map_err(|e| self.told(&e))?;
        Ok(choices.into_iter().map(|choice| choice.text).collect())
    }

    /// Writes a refusal. At a shared keyboard the rule that failed may reveal what is hidden.
    pub(super) fn told(&self, refusal: &Refusal) -> String {
        match self.is_hushed() {
            true => refusal.without_secrets("play without --hot-seat to read it"),
            false => refusal.to_string(),
        }
    }

    /// Says in which kind of game a person sees only what one player may know: the beginning of a refusal.
    pub(super) fn where_hidden(&self) -> &'static str {
        match self.computers.are_seated() {
            true => "in a game against the computer,",
            false => "at a shared keyboard",
        }
    }

    /// Returns whether something is hidden from the player at the keyboard.
    pub(super) fn is_hushed(&self) -> bool {
        self.hot_seat && self.session.rules().hides_something()
    }

    /// Returns the words that can be typed in this position.
    pub(crate) fn words(&self) -> CompletionWords {
        // If they cannot be listed, the command that needs them reports why.
        let moves = self.listed().unwrap_or_default();
        let board = self.session.model().board.as_ref();
        let is_point = |name: &String| board.is_some_and(|b| b.find(name).is_some());
        let mut points: Vec<String> = moves
            .iter()
            .filter_map(|m| leading_point(m))
            .filter(is_point)
            .collect();
        points.dedup();
        CompletionWords {
            moves,
            points,
            names: names(self.session.model()),
            players: self.session.model().players.clone(),
            areas: named_areas(self.session.model())
                .into_iter()
                .map(|(word, names)| {
                    let names = names.into_iter().map(str::to_owned);
                    (word.to_owned(), names.collect())
                })
                .collect(),
        }
    }

    /// Draws the view of the player at the keyboard.
    pub(crate) fn table(&self) -> Shown {
        match self.handover() {
            // The next viewer has not sat down yet.
            Some(_) => Shown::default(),
            None => {
                let seen = Observation::new(&self.session, self.viewer());
                Shown::table(&seen, self.canvas).then(self.only_move())
            }
        }
    }

    /// Says so if one move alone is legal.
    fn only_move(&self) -> String {
        let is_player = matches!(self.session.decider(), Some(Actor::Player(_)));
        match self.listed().unwrap_or_default().as_slice() {
            [only] if is_player => self.say().only_one(only) + "\n",
            _ => String::new(),
        }
    }

    /// Lists the legal moves, or only those from a point.
    pub(crate) fn moves(&self, from: &str) -> CommandResult {
        let mut all = self.listed()?;
        sort_for_people(self.session.model(), &mut all, String::as_str);
        let from = from.to_lowercase();
        // As in scenarios: `moves from e8 are …`.
        let from = from.strip_prefix("from ").unwrap_or(&from).trim();
        let such = |is_such: &dyn Fn(&str) -> bool| -> Vec<&String> {
            all.iter().filter(|mv| is_such(mv)).collect()
        };
        // Moves from a point or with a word; else those from a column or a row; else those of a kind of piece; else those
        // that name it.
        let mut found = such(&|mv| from.is_empty() || notation::begins_with(mv, from));
        if found.is_empty() {
            found = such(&|mv| begins_in(mv, from));
        }
        if found.is_empty() {
            let own = self.own_choice().map(|own| own.moves_of_kind(from));
            found = such(&|mv| own.iter().flatten().any(|own| own == mv));
        }
        if found.is_empty() {
            found = such(&|mv| mentions(mv, from));
        }
        if found.is_empty() {
            return Err(match (all.is_empty(), from) {
                (true, _) => self.say().no_moves(),
                (false, from) => self.say().no_move_begins(from),
            });
        }
        let widest = found.iter().map(|m| m.chars().count()).max().unwrap_or(0) + 2;
        let columns = (self.canvas.room.0 / widest).max(1);
        let rows = found.chunks(columns).map(|row| {
            let cells: String = row.iter().map(|m| format!("{m:widest$}")).collect();
            format!("{}\n", cells.trim_end())
        });
        let rows: String = rows.collect();
        let number = match found.len() {
            1 => self.say().one_move(),
            number => self.say().several_moves(number),
        };
        Ok(format!("{rows}{number}\n").into())
    }

    /// Returns the phrases about the game, in the language of its rules.
    pub(super) fn say(&self) -> ReplPhrasing {
        ReplPhrasing(self.session.model().sheet.language)
    }

    /// Writes the player and the move.
    pub(super) fn ply(&self, (actor, text): (Actor, &str)) -> String {
        format!("{} {text}", self.session.actor_title(actor))
    }

    /// Draws the view of a player.
    pub(crate) fn view(&self, player: &str, canvas: Canvas) -> CommandResult {
        let seen = Observation::new(&self.session, self.viewer_named(player)?);
        Ok(Shown::table(&seen, canvas))
    }

    /// Draws the map, and lists the places on it.
    pub(crate) fn map(&self) -> CommandResult {
        let seen = Observation::new(&self.session, self.viewer());
        let map = Shown::drawn(self.canvas, |canvas| seen.map(canvas));
        match map.then(legend(self.session.model(), self.canvas.room.0)) {
            none if none.as_str().is_empty() => {
                Err("this game's board has no map and no places with names".to_owned())
            }
            text => Ok(text),
        }
    }

    /// Describes the state of the game.
    pub(crate) fn result(&self) -> Shown {
        let model = self.session.model();
        let rules = self.session.rules();
        let Some(outcome) = rules.outcome(self.session.state()) else {
            let seen = Observation::new(&self.session, self.viewer());
            let status = Shown::drawn(self.canvas, |canvas| seen.status(canvas));
            return Shown::from(SheetPhrasing(model.sheet.language).still_on())
                .then(status)
                .then("\n")
                .then(self.scores_so_far());
        };
        let scores = rules.scores(self.session.state());
        let scores = self.score_lines(&scores);
        format!("{}\n{scores}", result_text(model, &outcome)).into()
    }

    /// Lists the scores during the game; empty if the game keeps no score, or the viewer may not see it.
    fn scores_so_far(&self) -> String {
        let sees = self.viewer() == Viewer::Table || self.session.model().score_is_open;
        let scores = self.session.rules().scores_so_far(self.session.state());
        match scores.filter(|_| sees) {
            Some(scores) => format!(
                "{}\n{}",
                self.say().scores_so_far(),
                self.score_lines(&scores)
            ),
            None => String::new(),
        }
    }

    fn score_lines(&self, scores: &[i64]) -> String {
        let model = self.session.model();
        let line =
            |(player, score): (&String, &i64)| format!("  {}: {score}\n", model.title(player));
        model.players.iter().zip(scores).map(line).collect()
    }

    /// Lists the history as a player knows it.
    pub(crate) fn history_of(&self, player: &str) -> CommandResult {
        let viewer = self.viewer_named(player)?;
        if self.session.ply() == 0 {
            return Ok((self.say().nothing_played() + "\n").into());
        }
        let plies: Vec<String> = self.session.seen(viewer).map(|ply| self.ply(ply)).collect();
        let mut number = 0;
        let line = |alike: &[String]| {
            let first = number + 1;
            number += alike.len();
            match alike.len() {
                1 => format!("{first:>4}. {}\n", alike[0]),
                _ => format!("{first:>4}-{number}. {}\n", alike[0]),
            }
        };
        let lines: String = plies
            .chunk_by(|one, other| one == other)
            .map(line)
            .collect();
        Ok(lines.into())
    }

    /// Plays random moves, at most to the end of the game.
    pub(crate) fn random(&mut self, text: &str) -> CommandResult {
        let request = number(text, "random")?.min(MOST_RANDOM);
        if self.closed_choice().is_some() {
            return Err(self.not_typed());
        }
        let from = self.session.ply();
        let work = LongWork::begin();
        for _ in 0..request {
            if work.is_stopped() {
                break;
            }
            // A command of one player makes no choice of another.
            let Some(own) = self.own_choice() else {
                break;
            };
            let Some(actor) = own.actor() else {
                break;
            };
            let mut choices = own.moves().map_err(|e| self.told(&e))?;
            let seed = self.session.setup().seed;
            let picked =
                Chooser::new(seed, Purpose::Move, self.randoms).pick(choices.iter().map(|_| 1));
            let Some(picked) = picked else { break };
            self.randoms += 1;
            let order = Order {
                actor: Some(actor),
                text: choices.swap_remove(picked).text,
            };
            let played = self.session.play(&[order]);
            played.map_err(|e| self.told(&e))?;
        }
        if self.session.ply() == from && work.is_stopped() {
            return Err("nothing was played".to_owned());
        }
        if self.session.ply() == from {
            return Err(
                "the game is over; `undo` takes the last move back, `new` begins another game"
                    .to_owned(),
            );
        }
        let played = self.played_since(from);
        let stopped = if work.is_stopped() {
            "stopped after: "
        } else {
            ""
        };
        Ok(Shown::from(format!("{stopped}{played}\n\n")).then(self.table()))
    }

    /// Lists the plies from a given one on, at most the first few.
    pub(super) fn played_since(&self, from: usize) -> String {
        let plies = self.session.seen(self.viewer()).skip(from);
        self.in_short(plies.map(|ply| self.ply(ply)).collect())
    }

    /// As [`Repl::played_since`]; also marks choices of which the viewer knows only a part.
    pub(super) fn chosen_since(&self, from: usize) -> String {
        let seen = self.session.seen(self.viewer());
        let plies = seen.zip(self.session.history()).skip(from);
        let told = plies.map(|(seen, whole)| match seen.1 == whole.text {
            true => self.ply(seen),
            false => self.say().secretly(&self.ply(seen)),
        });
        self.in_short(told.collect())
    }

    /// Joins plies, at most the first few.
    fn in_short(&self, played: Vec<String>) -> String {
        let played = folded(&played);
        match played.as_slice() {
            few if few.len() <= MOST_TOLD => few.join("; "),
            many => self.say().in_all(&many[..10].join("; "), many.len()),
        }
    }

    /// Begins a new game under the same rules, from the start of the first one.
    pub(crate) fn new_game(&mut self) -> CommandResult {
        let setup = self
            .loaded
            .setup(self.seed.unwrap_or_else(seed::draw), ChanceMode::Auto);
        let given = self.scenario.as_ref().and_then(|s| s.given.clone());
        let session = open::begin(self.loaded.rules.clone(), setup, given);
        self.begin(session.map_err(|e| e.to_string())?, None);
        Ok(self.table())
    }

    /// Shows the options.
    pub(crate) fn options(&self) -> Shown {
        match rule_sheet::options(self.session.model()) {
            none if none.is_empty() => "this game has no options\n".into(),
            table => Shown::from(table).then("`set NAME VALUE` plays on under another value\n"),
        }
    }
}

/// Lists the words of a game that completion offers for `what`.
fn names(model: &Model) -> Vec<String> {
    let rows = model.lists.iter().flat_map(|list| &list.rows);
    let names = (model.players.iter())
        .chain(model.kinds.iter().map(|kind| &kind.name))
        .chain(model.zones.iter().map(|zone| &zone.name))
        .chain(rows.map(|row| &row.name));
    let points = model.board.iter().flat_map(|board| {
        let points = board.topology.iter();
        points.map(|point| board.name(point))
    });
    let mut all: Vec<String> = names.cloned().chain(points).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Writes equal texts in a row once, with their number: cards that are dealt face down give such texts.
pub(super) fn folded(plies: &[String]) -> Vec<String> {
    let alike = plies.chunk_by(|one, other| one == other);
    let once = alike.map(|alike| match alike.len() {
        1 => alike[0].clone(),
        several => format!("{} ({several} x)", alike[0]),
    });
    once.collect()
}

pub(super) fn number(text: &str, command: &str) -> Result<u64, String> {
    match text {
        "" => Ok(1),
        text => match text.parse() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(format!(
                "`{command}` takes a number above 0, such as `{command} 2`"
            )),
        },
    }
}
