//! `compare`, `why over` and `why not over`: compares two points of the game, and explains what would end it.

use crate::repl::board_changes::{after_moves, points};
use crate::repl::deciding;
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use crate::shown::Shown;
use linstock_play::{Canvas, Observation, Session};

/// Shows the differences between the positions after two numbers of moves. Without the second number, it uses the current
/// position.
pub(super) fn compare(repl: &Repl, text: &str) -> CommandResult {
    if repl.hot_seat {
        let place = repl.where_hidden();
        return Err(format!(
            "{place} nothing is compared: it might show what is hidden"
        ));
    }
    let last = repl.session.ply();
    let number = |word: &str| {
        let number = word.parse::<usize>().ok().filter(|ply| *ply <= last);
        number.ok_or_else(|| {
            let is_number = word.is_empty() || word.bytes().all(|byte| byte.is_ascii_digit());
            let instead = match is_number {
                true => String::new(),
                false => format!("; where a move leads is shown by `try {word}`"),
            };
            format!("`compare` takes numbers of moves from 0 to {last}, such as `compare 0 {last}`{instead}")
        })
    };
    let words: Vec<_> = text.split_whitespace().collect();
    let (first, second) = match words.as_slice() {
        [first] => (number(first)?, last),
        [first, second] => (number(first)?, number(second)?),
        _ => return Err(number("").err().unwrap_or_default()),
    };
    let (before, after) = (after_moves(repl, first)?, after_moves(repl, second)?);
    let names = [first, second].map(|moves| match moves {
        1 => repl.say().after_one_move(),
        _ => repl.say().after_moves(moves),
    });
    let points = points(repl, (&before, &after)).into_iter();
    let points: String = points.map(|line| line + "\n").collect();
    let lines = lines(
        &names,
        [&before, &after].map(|session| beside_board(repl, session)),
    );
    if points.is_empty() && lines.is_empty() {
        let same = repl.say().nothing_differs(&names[0], &names[1]);
        return Ok((same + "\n").into());
    }
    Ok(Shown::from(points).then(lines))
}

/// Returns the lines shown beside the board.
fn beside_board(repl: &Repl, session: &Session) -> Vec<String> {
    let seen = Observation::new(session, repl.viewer());
    let canvas = Canvas {
        style: linstock_base::Style::Plain,
        ..repl.canvas
    };
    let (all, board) = (seen.text(canvas), seen.board(canvas));
    let rest = all.replacen(&board, "", 1);
    let lines = rest.lines().filter(|line| !line.trim().is_empty());
    lines.map(str::to_owned).collect()
}

/// Returns the lines that only one side has, each after the name of its side.
fn lines(names: &[String; 2], sides: [Vec<String>; 2]) -> String {
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let mut told = String::new();
    for (side, name) in names.iter().enumerate() {
        let only = sides[side]
            .iter()
            .filter(|line| !sides[1 - side].contains(line));
        only.for_each(|line| told.push_str(&format!("{name:width$}  {line}\n")));
    }
    told
}

/// Explains why the game is over, or why it is not.
pub(super) fn over(repl: &Repl) -> CommandResult {
    let model = repl.session.model();
    if repl.session.rules().outcome(repl.session.state()).is_some() {
        return Ok(repl.result().then(deciding::of_end(repl)));
    }
    deciding::refuse_to_share(repl)?;
    let mut text = repl.say().ends_as_follows() + "\n";
    let mut told = String::new();
    for ending in repl.session.open_endings() {
        let tags: Vec<_> = ending.tags.iter().map(|tag| model.tag(*tag)).collect();
        let tags = match tags.as_slice() {
            [] => String::new(),
            tags => format!(" ({})", tags.join(", ")),
        };
        let because = match ending.because.as_slice() {
            [] => repl.say().not_asked(),
            because => {
                let and = repl.say().and_also();
                repl.say().not_yet(&because.join(&and))
            }
        };
        // An ending that several conditions can cause is named once, followed by why each does not hold.
        let head = format!("  \"{}\"{tags}\n", ending.reason);
        if head != told {
            text.push_str(&head);
            told = head;
        }
        text.push_str(&format!("    {because}\n"));
    }
    Ok(text.into())
}
