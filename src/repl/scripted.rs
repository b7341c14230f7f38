//! A REPL without a terminal, for tests that pass lines to it.

use crate::game_args::ChoiceArgs;
use crate::guard::guarded;
use crate::repl::computer_players::ComputerPlayers;
use crate::repl::console::{Console, Input};
use crate::repl::game::Repl;
use crate::repl::play_args::PlayArgs;
use crate::repl::questions::Confirmation;
use crate::repl::{answering, begun, commands};
use crate::scenarios::open;
use crate::shown::is_safe;
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_play::{ChanceMode, Refusal, Session};
use std::sync::Arc;

/// A game at a keyboard where nobody types.
pub(crate) struct ScriptedRepl(Repl);

/// A keyboard where nobody types: a function answers questions.
pub(super) struct Quiet(pub(super) fn() -> Input);

impl Console for Quiet {
    fn read(&mut self, _prompt: &str, _remember: bool) -> Input {
        self.0()
    }

    fn wait_for_player(&mut self, _prompt: &str) -> bool {
        true
    }

    fn converses(&self) -> bool {
        true
    }
}

impl ScriptedRepl {
    /// Begins a game; `None` if it does not exist.
    pub(crate) fn begin(game: &str, seed: u64, hot_seat: bool) -> Option<Self> {
        let args = PlayArgs {
            game: Some(game.to_owned()),
            choices: ChoiceArgs::default(),
            resume: None,
            seed: Some(seed),
            practice: false,
            hot_seat,
            names: Vec::new(),
            ascii: true,
            scenario: None,
            watch: false,
            bots: Vec::new(),
        };
        begun(&args).ok().map(Self)
    }

    /// Begins a hot-seat game with a variant, for a number of players or, without one, for the fewest.
    pub(crate) fn shared(
        (game, variant): (&str, Option<&str>),
        players: Option<usize>,
    ) -> Option<Self> {
        let args = PlayArgs {
            game: Some(game.to_owned()),
            choices: ChoiceArgs::of(variant, players),
            resume: None,
            seed: Some(0),
            practice: false,
            hot_seat: true,
            names: Vec::new(),
            ascii: true,
            scenario: None,
            watch: false,
            bots: Vec::new(),
        };
        begun(&args).ok().map(Self)
    }

    /// Returns the rules of the game.
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        self.0.session.rules()
    }

    /// Returns the game in another session of the same rules, with a player at the keyboard.
    fn with(&self, session: Session, seat: SeatId) -> Result<Self, Refusal> {
        let mut there = self.again(0)?;
        there.0.session = session;
        there.0.seated = Some(seat);
        Ok(there)
    }

    /// Returns the table, the prompt and the words of completion in another session, for a player at the keyboard.
    pub(crate) fn offered(&self, session: Session, seat: SeatId) -> Result<String, Refusal> {
        let there = self.with(session, seat)?.0;
        let table = there.table();
        Ok(format!(
            "{}{}{:?}",
            table.as_str(),
            there.prompt(),
            there.words()
        ))
    }

    /// Returns the answer to a line in another session of the same rules, with a player at the keyboard.
    pub(crate) fn said(
        &self,
        session: Session,
        seat: SeatId,
        line: &str,
    ) -> Result<String, Refusal> {
        let mut there = self.with(session, seat)?;
        let mut nobody = Quiet(|| Input::End);
        let reply = answering::answer(&mut there.0, line, &mut nobody);
        Ok(reply.text.as_str().to_owned())
    }

    /// Returns the names of the commands that neither use a file nor advance the game. `hint` and `analyse` think for a time, so their answers
    /// depend on the machine; the tests of the crate `search` compare what computer players choose in two worlds.
    pub(crate) fn harmless_commands() -> Vec<&'static str> {
        let goes_on = [
            "random", "new", "setup", "reload", "reload!", "set", "set!", "hint", "analyse",
            "autoplay", "bot",
        ];
        let names = commands::COMMANDS.iter().map(|command| command.name);
        names
            .filter(|name| !commands::writes_files(name) && !goes_on.contains(name))
            .collect()
    }

    /// Begins the game anew from another seed, without reloading its rules.
    pub(crate) fn again(&self, seed: u64) -> Result<Self, Refusal> {
        let loaded = self.0.loaded.clone();
        let setup = loaded.setup(seed, ChanceMode::Auto);
        let session = open::begin(loaded.rules.clone(), setup, None)?;
        Ok(Self(Repl {
            loaded,
            session,
            scenario: None,
            seed: Some(seed),
            practice: false,
            canvas: self.0.canvas,
            hot_seat: self.0.hot_seat,
            seated: None,
            randoms: 0,
            confirmation: Confirmation::default(),
            not_read: false,
            saved_as: None,
            drawn: String::new(),
            computers: ComputerPlayers::default(),
        }))
    }

    /// Answers a line; returns an error if the answer is wrong. Skips commands that write files.
    pub(crate) fn answer(&mut self, line: &str) -> Result<(), String> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if commands::writes_files(word) {
            return Ok(());
        }
        self.0.seated = self.0.handover().or(self.0.seated);
        // Any question ends the input.
        let mut nobody = Quiet(|| Input::End);
        let reply = guarded(|| answering::answer(&mut self.0, line, &mut nobody));
        let reply = reply.map_err(|defect| defect.message())?;
        match is_safe(reply.text.as_str()) {
            true => Ok(()),
            false => Err(format!("{:?} steers the terminal", reply.text.as_str())),
        }
    }

    /// Returns a move that can be played now.
    pub(crate) fn any_move(&self, at: usize) -> String {
        let moves = self.0.words().moves;
        moves
            .get(at % moves.len().max(1))
            .cloned()
            .unwrap_or_default()
    }
}
