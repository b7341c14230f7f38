//! `linstock new` without a base game: asks a few questions at the terminal or through a pipe, and makes a game from the
//! answers. An empty line accepts the default in brackets.

use crate::command_failure::CommandFailure;
use crate::new_ruleset::game_starter::{StarterBoard, StarterGame, StarterTurn, StepGoal};
use crate::terminal::print;
use std::io::BufRead;

/// The longest answer, in bytes.
const LONGEST: u64 = 1000;

/// Asks for everything that is not given.
pub(super) fn ask(
    name: Option<&str>,
    is_free: impl Fn(&str) -> Result<(), CommandFailure>,
) -> Result<StarterGame, CommandFailure> {
    let name = match name {
        Some(name) => name.to_owned(),
        None => question("What is the game called? [my-game]", |answer| {
            let name = if answer.is_empty() { "my-game" } else { answer };
            is_free(name)
                .map(|()| name.to_owned())
                .map_err(|why| match why {
                    CommandFailure::Call(text) | CommandFailure::Failed(text) => text,
                    CommandFailure::Mistakes(_) | CommandFailure::Unread => {
                        "this cannot be a name".to_owned()
                    }
                })
        })?,
    };
    let board = question(
        "What is the board? `8 x 8` squares, or `hexagon 5` [8 x 8]",
        board,
    )?;
    let puts = question(
        "What does one do in a turn? `put` a stone on an empty point, or `step` to a point beside it and capture there [put]",
        |answer| match answer.to_lowercase().as_str() {
            "" | "put" => Ok(true),
            "step" => Ok(false),
            _ => Err("write `put` or `step`".to_owned()),
        },
    )?;
    let turn = if puts {
        let usual = board.longest().min(4);
        let text = format!(
            "Who wins? `row {usual}` who has {usual} in a row, or `last` who puts the last stone [row {usual}]"
        );
        question(&text, |answer| row(answer, board).map(StarterTurn::Put))?
    } else {
        let text =
            "Who wins? `far` who reaches the far row, or `all` who takes all enemy stones [far]";
        question(text, goal).map(StarterTurn::Step)?
    };
    Ok(StarterGame { name, board, turn })
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
        "" => Ok(Some(most.min(4))),
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
