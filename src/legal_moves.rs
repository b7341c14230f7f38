//! `linstock moves`: lists the legal moves of a position, after playing the given moves.

use crate::command_failure::CommandFailure;
use crate::game_args::GameArgs;
use crate::ruleset_loader;
use crate::shown::Shown;
use crate::terminal::print;
use clap::Args;
use linstock_model::{Model, TextPart};
use linstock_play::{Actor, ChanceMode, Order, Session, notation, probabilities};
use serde_json::json;

#[derive(Args, Debug)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Moves to play first, separated by semicolons, or by spaces if no move of the game contains a space
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) after: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs `linstock moves`.
pub(super) fn moves(args: &MovesArgs) -> Result<(), CommandFailure> {
    let session = position(args)?;
    let choices = match session.decider() {
        Some(actor) => session.choices(actor)?,
        None => Vec::new(),
    };
    let chance = session.decider() == Some(Actor::Chance);
    let texts: Vec<_> = choices.iter().map(|c| c.text.as_str()).collect();
    let weights: Vec<_> = choices.iter().map(|c| c.weight).collect();
    if args.json {
        let answer = if chance {
            json!({ "moves": texts, "probabilities": probabilities(&weights), "weights": weights })
        } else {
            json!({ "moves": texts })
        };
        return print(Shown::json(&answer));
    }
    let line = |(text, weight): (&&str, &u64)| {
        if chance {
            format!("{text}  (weight {weight})\n")
        } else {
            format!("{text}\n")
        }
    };
    print(texts.iter().zip(&weights).map(line).collect::<String>())
}

/// Plays the moves of `--after`; they include the outcomes of chance.
pub(super) fn position(args: &MovesArgs) -> Result<Session, CommandFailure> {
    position_after(&args.game, &args.after)
}

/// Plays moves from the start of a game; they include the outcomes of chance.
pub(super) fn position_after(game: &GameArgs, after: &str) -> Result<Session, CommandFailure> {
    let loaded = ruleset_loader::load(&game.request())?;
    let setup = loaded.setup(0, ChanceMode::Manual);
    let mut session = Session::begin(loaded.rules, setup)?;
    play_texts(&mut session, after)?;
    Ok(session)
}

/// Plays the moves of `--after` in a game; they include the outcomes of chance.
pub(super) fn play_texts(session: &mut Session, after: &str) -> Result<(), CommandFailure> {
    for (index, text) in split(session.model(), after).into_iter().enumerate() {
        let order = Order {
            actor: None,
            text: text.clone(),
        };
        session.play(&[order]).map_err(|e| {
            let hint = match text.contains(' ') && !after.contains(';') {
                true => "; in this game, semicolons separate moves",
                false => "",
            };
            CommandFailure::Failed(format!(
                "move {} of --after, `{text}`: {e}{hint}",
                index + 1
            ))
        })?;
    }
    Ok(())
}

/// Splits moves at semicolons and newlines, and at blanks if no move of the game contains a blank.
pub(super) fn split(model: &Model, text: &str) -> Vec<String> {
    let blank = |part: &TextPart| matches!(part, TextPart::Literal(letters) if letters.contains(char::is_whitespace));
    let words = model.moves.iter().any(|mv| mv.text.iter().any(blank));
    let parts: Vec<&str> = text
        .split([';', '\n'])
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .collect();
    let separated = text.trim().contains([';', '\n']);
    parts
        .into_iter()
        .flat_map(|part| {
            // Blanks inside one move are ignored, but only where another separator is between moves.
            let one = words || (separated && notation::read(model, part).is_ok());
            let pieces: Vec<&str> = if one {
                vec![part]
            } else {
                part.split_whitespace().collect()
            };
            pieces.into_iter().map(str::to_owned)
        })
        .collect()
}
