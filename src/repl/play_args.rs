//! The arguments of `linstock play`.

use crate::game_args::ChoiceArgs;
use crate::repl::computer_players::BotRequest;
use crate::ruleset_loader::RulesetRequest;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The name of a shipped game, or the path of a ruleset's folder or `.game` file
    #[arg(value_name = "GAME", required_unless_present_any = ["resume", "scenario"])]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) choices: ChoiceArgs,
    /// Continue the last game as it was when the program ended; if several games are kept, N chooses one
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1",
          conflicts_with_all = ["set", "variants", "players", "seed"])]
    pub(crate) resume: Option<usize>,
    /// Begin where a scenario begins, with its options; GAME is not needed if the file is in the folder of
    /// its ruleset
    #[arg(long, num_args = 2, value_names = ["FILE", "TITLE"],
          conflicts_with_all = ["set", "variants", "players", "resume"])]
    pub(crate) scenario: Option<Vec<String>>,
    /// The seed of chance and of `random`; a random number by default
    #[arg(long, value_name = "N", value_parser = crate::seed::read)]
    pub(crate) seed: Option<u64>,
    /// Take back moves past an outcome of chance without a question
    #[arg(long)]
    pub(crate) practice: bool,
    /// Several players share this keyboard: each sees only what that player may know
    #[arg(long)]
    pub(crate) hot_seat: bool,
    /// What a player is called, by the name in the rules: `red=Ann` (repeatable)
    #[arg(long = "name", value_name = "PLAYER=NAME", value_parser = player_name, conflicts_with = "scenario")]
    pub(crate) names: Vec<(String, String)>,
    /// Let the computer play: `dark=best:2s`, `dark`, or `strong` for all players but the first (repeatable)
    #[arg(long = "bot", value_name = "[PLAYER=]SKILL", value_parser = BotRequest::read)]
    pub(crate) bots: Vec<BotRequest>,
    /// Draw only with ASCII characters, without colour
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Read the ruleset again when one of its files is saved, and continue the game under the new rules
    #[arg(long, conflicts_with = "resume")]
    pub(crate) watch: bool,
}

impl PlayArgs {
    /// Returns the requested ruleset.
    pub(crate) fn request(&self) -> RulesetRequest {
        let game = self.game.as_deref().unwrap_or_default();
        RulesetRequest {
            names: self.names.clone(),
            ..self.choices.request(game)
        }
    }
}

pub(crate) fn player_name(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((_, name)) if name.chars().any(char::is_control) => {
            Err("a name has no line end and no other control character".to_owned())
        }
        Some((player, name)) if !player.trim().is_empty() && !name.trim().is_empty() => {
            Ok((player.trim().to_owned(), name.trim().to_owned()))
        }
        _ => Err("write it as PLAYER=NAME, such as red=Ann".to_owned()),
    }
}
