//! The flags that name a game and how to play it. All commands about a game share them.

use crate::arguments::number;
use crate::ruleset_loader::RulesetRequest;
use clap::Args;
use linstock_check::Choices;
use linstock_model::SeatId;

/// The largest number of players in any game.
const MOST_PLAYERS: u64 = SeatId::LIMIT.most as u64;

/// How a game is to be played.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ChoiceArgs {
    /// Set an option of the game; `linstock rules GAME --full` lists them (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Play a variant of the game (repeatable; they apply in this order)
    #[arg(long = "variant", value_name = "NAME|FILE")]
    variants: Vec<String>,
    /// The number of players; by default the smallest number that the game allows
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>(1..=MOST_PLAYERS))]
    players: Option<usize>,
}

/// A game, and how it is to be played.
#[derive(Args, Clone, Debug)]
pub(super) struct GameArgs {
    /// The name of a shipped game, or the path of a ruleset's folder or `.game` file
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
}

impl GameArgs {
    /// Returns the requested ruleset.
    pub(crate) fn request(&self) -> RulesetRequest {
        self.choices.request(&self.game)
    }
}

impl ChoiceArgs {
    /// Returns the choices of a variant and a number of players.
    #[cfg(test)]
    pub(super) fn of(variant: Option<&str>, players: Option<usize>) -> Self {
        Self {
            variants: variant.map(str::to_owned).into_iter().collect(),
            players,
            ..Self::default()
        }
    }

    /// Returns the request for a game under these choices.
    pub(crate) fn request(&self, game: &str) -> RulesetRequest {
        RulesetRequest {
            game: game.to_owned(),
            choices: Choices {
                variants: self.variants.clone(),
                options: self.set.clone(),
                players: self.players,
            },
            names: Vec::new(),
        }
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as NAME=VALUE, such as shift-limit=3".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::setting;

    #[test]
    fn settings_have_a_name_and_a_value() {
        assert_eq!(setting("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert!(setting("a").is_err());
        assert!(setting("=b").is_err());
    }
}
