//! `linstock new` without a base game: asks a few questions at the terminal or through a pipe, and makes a game from the
//! answers. An empty line accepts the default in brackets.

use crate::command_failure::CommandFailure;
use crate::new_ruleset::game_starter::{
    StartKind, StarterBoard, StarterGame, StarterRules, StarterTurn, StepGoal,
};
use crate::new_ruleset::title::NewTitle;
use crate::terminal::print;
use clap::ValueEnum;
use std::io::BufRead;

/// The longest answer, in bytes.
const LONGEST: u64 = 1000;

/// The stones in a winning row, if the board is large enough and nothing else is wanted.
const USUAL_ROW: u8 = 4;

/// Asks for everything that is not given. If the kind of game is given, nothing else is asked.
pub(super) fn ask(
    title: Option<NewTitle>,
    start: Option<StartKind>,
    is_free: impl Fn(&str) -> Result<NewTitle, CommandFailure>,
) -> Result<StarterGame, CommandFailure> {
    let title = match title {
        Some(title) => title,
        None => question("What is the game called? [My Game]", |answer| {
            let answer = if answer.is_empty() { "My Game" } else { answer };
            is_free(answer).map_err(|why| match why {
                CommandFailure::Call(text) | CommandFailure::Failed(text) => text,
                CommandFailure::Mistakes(_) | CommandFailure::Unread => {
                    "this cannot be a name".to_owned()
                }
            })
        })?,
    };
    let kind = match start {
        Some(kind) => kind,
        None => question(&kinds(), kind)?,
    };
    let rules = match (kind.complete(), start) {
        (Some(complete), _) => StarterRules::Complete(complete),
        (None, Some(_)) => usual(kind),
        (None, None) => made(kind)?,
    };
    Ok(StarterGame { title, rules })
}

/// Returns the question about the kind of game, with a line for each kind.
fn kinds() -> String {
    let mut text = "What is the game like?\n".to_owned();
    for value in StartKind::value_variants()
        .iter()
        .filter_map(ValueEnum::to_possible_value)
    {
        let about = value
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        text.push_str(&format!("  {:<8} {about}\n", value.get_name()));
    }
    text + "[put]"
}

fn kind(answer: &str) -> Result<StartKind, String> {
    if answer.is_empty() {
        return Ok(StartKind::Put);
    }
    StartKind::from_str(answer, true)
        .map_err(|_| "write one of these words: put, step, hop, race, cards, connect".to_owned())
}

/// Returns the rules of a kind of game on the usual board.
fn usual(kind: StartKind) -> StarterRules {
    let board = StarterBoard::Squares(8, 8);
    StarterRules::Made(
        board,
        match kind {
            StartKind::Step => StarterTurn::Step(StepGoal::FarRow),
            _ => StarterTurn::Put(Some(board.longest().min(USUAL_ROW))),
        },
    )
}

/// Asks about the board and the goal.
fn made(kind: StartKind) -> Result<StarterRules, CommandFailure> {
    let board = question(
        "What is the board? `8 x 8` squares, or `hexagon 5` [8 x 8]",
        board,
    )?;
    let turn = if kind == StartKind::Step {
        let text = "How does a player win? `far`: a stone reaches the far row; `all`: all enemy stones are taken [far]";
        question(text, goal).map(StarterTurn::Step)?
    } else {
        let usual = board.longest().min(USUAL_ROW);
        let text = format!(
            "How does a player win? `row {usual}`: {usual} stones in a row; `last`: the last stone is put [row {usual}]"
        );
        question(&text, |answer| row(answer, board).map(StarterTurn::Put))?
    };
    Ok(StarterRules::Made(board, turn))
}

/// Asks until the answer is valid.
fn question<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<T, CommandFailure> {
    loop {
        print(format!("{text} "))?;
        let mut line = Vec::new();
        let input = std::io::stdin();
        let mut input = std::io::Read::take(input.lock(), LONGEST);
        input.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Err(CommandFailure::Call(
                "the answers end before the last question; `linstock new NAME --from GAME` asks nothing".to_owned(),
            ));
        }
        let answer = String::from_utf8_lossy(&line);
        match read(answer.trim()) {
            Ok(answer) => return Ok(answer),
            Err(why) => print(format!("{why}\n"))?,
        }
    }
}

fn board(answer: &str) -> Result<StarterBoard, String> {
    let wrong = || {
        "write columns and rows from 3 to 19, such as `8 x 8`, or `hexagon` and a number from 2 to 9".to_owned()
    };
    if answer.is_empty() {
        return Ok(StarterBoard::Squares(8, 8));
    }
    let answer = answer.to_lowercase().replace('×', "x");
    let number = |text: &str, least: u8, most: u8| {
        let number = text.trim().parse::<u8>().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(wrong)
    };
    if let Some(side) = answer.strip_prefix("hexagon") {
        return number(side, 2, 9).map(StarterBoard::Hexagons);
    }
    let (columns, rows) = answer.split_once('x').ok_or_else(wrong)?;
    Ok(StarterBoard::Squares(
        number(columns, 3, 19)?,
        number(rows, 3, 19)?,
    ))
}

fn row(answer: &str, board: StarterBoard) -> Result<Option<u8>, String> {
    let most = board.longest();
    let answer = answer.to_lowercase();
    match answer.as_str() {
        "" => Ok(Some(most.min(USUAL_ROW))),
        "last" => Ok(None),
        _ => {
            let number = answer.strip_prefix("row").unwrap_or(&answer).trim();
            let number = number.parse::<u8>().ok();
            let fits = number.filter(|number| (3..=most).contains(number));
            fits.map(Some)
                .ok_or_else(|| format!("write `row` and a number from 3 to {most}, or `last`"))
        }
    }
}

fn goal(answer: &str) -> Result<StepGoal, String> {
    match answer.to_lowercase().as_str() {
        "" | "far" => Ok(StepGoal::FarRow),
        "all" => Ok(StepGoal::TakeAll),
        _ => Err("write `far` or `all`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{board, row};
    use crate::new_ruleset::game_starter::StarterBoard;

    #[test]
    fn what_cannot_be_built_is_asked_again() {
        assert_eq!(board("12x9"), Ok(StarterBoard::Squares(12, 9)));
        assert_eq!(board("hexagon 4"), Ok(StarterBoard::Hexagons(4)));
        assert_eq!(board("8 × 9"), Ok(StarterBoard::Squares(8, 9)));
        assert_eq!(board("8 X 9"), Ok(StarterBoard::Squares(8, 9)));
        for wrong in [
            "2 x 8",
            "20 x 20",
            "hexagon",
            "hexagon 99",
            "8",
            "a x b",
            "-3 x 4",
        ] {
            assert!(board(wrong).is_err(), "{wrong}");
        }
        let small = StarterBoard::Squares(3, 3);
        assert_eq!(
            (row("", small), row("last", small)),
            (Ok(Some(3)), Ok(None))
        );
        assert_eq!(row("Last", small), Ok(None));
        assert!(row("row 4", small).is_err());
        let wide = StarterBoard::Squares(3, 19);
        assert_eq!(row("row 16", wide), Ok(Some(16)));
        assert!(row("row 17", wide).is_err());
        assert!(row("17", StarterBoard::Hexagons(9)).is_err());
    }
}
