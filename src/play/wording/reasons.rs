//! Sentences about why a move is legal or not. Each function makes one sentence and documents the case that it describes.

use crate::model::Comparison;
use crate::play::wording::{listed, one, quoted};

/// A legal move.
pub(in crate::play) fn legal(text: &str, mv: &str) -> String {
    format!("{} is a legal {mv}", quoted(text))
}

/// A move of a rule that is offered now, but not with these arguments.
pub(in crate::play) fn illegal(text: &str, mv: &str, why: &str) -> String {
    format!("{} is not a legal {mv}: {why}", quoted(text))
}

/// A move, and what that its text does not name it was tried with.
pub(in crate::play) fn tried_with(mv: &str, with: &[String]) -> String {
    format!("{mv} with {}", listed(with, "and"))
}

/// A move of a rule that is not offered now; instead of it others are.
pub(in crate::play) fn not_now(text: &str, moves: &[String], instead: &str) -> String {
    let moves = any_of(moves);
    format!("not now: {} would be {moves}, but {instead}", quoted(text))
}

/// A move of a rule that is not offered any more: the player has chosen such a move in this turn.
pub(in crate::play) fn not_again(text: &str, moves: &[String], instead: &str) -> String {
    let moves = listed(moves, "or");
    format!(
        "not again: {} would be another {moves}, but {instead}",
        quoted(text)
    )
}

fn any_of(moves: &[String]) -> String {
    let named: Vec<_> = moves.iter().map(|mv| one(mv)).collect();
    listed(&named, "or")
}

/// What is asked, of a player or of chance, with an example.
pub(in crate::play) fn asked_instead(
    (offered, example): (&[String], Option<&str>),
    of_chance: bool,
) -> String {
    let such = example.map_or_else(String::new, |example| {
        format!(", such as {}", quoted(example))
    });
    match offered {
        [] => "nothing is asked".to_owned(),
        some if of_chance => format!("chance decides first: {}{such}", listed(some, "or")),
        [one] => format!("{one} is asked{such}"),
        more => format!("{} are asked{such}", listed(more, "and")),
    }
}

/// A move after the end.
pub(in crate::play) fn over() -> String {
    "the game is over".to_owned()
}

/// A question to which somebody has an answer.
#[cfg(feature = "cli")]
pub(in crate::play) fn can_choose(who: &str) -> String {
    format!("{who} can choose something")
}

/// Several reasons that hold at once.
pub(in crate::play) fn joined(reasons: &[String]) -> String {
    reasons.join(", and ")
}

/// A point that should be empty.
pub(in crate::play) fn not_empty(point: &str, piece: &str) -> String {
    format!("{point} is not empty: {} stands there", one(piece))
}

/// How something is on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::play) enum Rest {
    /// It is the ground there.
    Is,
    /// It is below the pieces, as a tile is.
    Lies,
    /// It is a piece.
    Stands,
}

impl Rest {
    fn verb(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::Lies => "lies",
            Self::Stands => "stands",
        }
    }
}

/// A point where something else should be.
pub(in crate::play) fn wrong_piece(
    (point, rest): (&str, Rest),
    expected: &str,
    found: Option<&str>,
) -> String {
    let verb = rest.verb();
    match (found, rest) {
        (None, _) => format!("no {expected} {verb} on {point}"),
        (Some(ground), Rest::Is) => format!("{point} is {ground}, not {expected}"),
        (Some(piece), _) => {
            let piece = one(piece);
            format!("no {expected} {verb} on {point}: {piece} {verb} there")
        }
    }
}

/// The piece on a point, or an empty point.
pub(in crate::play) fn stands((point, rest): (&str, Rest), piece: Option<&str>) -> String {
    match (piece, rest) {
        (None, _) => format!("{point} is empty"),
        (Some(ground), Rest::Is) => format!("{point} is {ground}"),
        (Some(piece), _) => format!("{} {} on {point}", one(piece), rest.verb()),
    }
}

/// A point that is not in a set with these points, but should be.
pub(in crate::play) fn not_among(point: &str, set: Option<&str>, points: &[String]) -> String {
    match set {
        Some(set) if set.starts_with('`') => format!("{point} is not in {set}{}", came_to(points)),
        Some(set) if is_word(set) => format!("{point} is not a point of {set}"),
        Some(set) => format!("{point} is not in {set}"),
        None => format!("{point} is not one of the points that are allowed"),
    }
}

/// A point that is in a set, but should not be.
pub(in crate::play) fn among(point: &str, set: Option<&str>) -> String {
    match set {
        Some(set) if is_word(set) => format!("{point} is a point of {set}"),
        Some(set) => format!("{point} is in {set}"),
        None => format!("{point} is one of the points that are excluded"),
    }
}

/// A point that is, or is not, among points that are remembered under a name.
pub(in crate::play) fn marked(point: &str, name: &str, is: bool) -> String {
    let not = if is { "" } else { "not " };
    format!("{point} is {not}marked as {name}")
}

/// What the words of a rule came to, where these are few points.
fn came_to(points: &[String]) -> String {
    match points {
        [] => ", which has no point now".to_owned(),
        few if few.len() <= MOST_POINTS => format!(" ({})", few.join(", ")),
        many => format!(", which has {} points now", many.len()),
    }
}

/// At most so many points are named one by one.
const MOST_POINTS: usize = 6;

fn is_word(name: &str) -> bool {
    !name.contains([' ', '`'])
}

/// A straight path that is blocked.
pub(in crate::play) fn cut(at: &str, why: &str) -> String {
    format!("the way is cut at {at}: {why}")
}

/// A point that is reached only in more steps than allowed.
pub(in crate::play) fn too_far(point: &str, root: &str, (steps, most): (i64, i64)) -> String {
    format!(
        "{point} is {} from {root}, and {most} may be",
        steps_of(steps)
    )
}

/// A point that is reached in too few steps.
pub(in crate::play) fn too_near(point: &str, root: &str, (steps, least): (i64, i64)) -> String {
    match steps {
        0 => format!("{point} is where {root} stands"),
        _ => {
            let are = if least == 1 { "is" } else { "are" };
            format!(
                "{point} is {} from {root}; {least} {are} needed",
                steps_of(steps)
            )
        }
    }
}

/// A point that is reached, but should not be.
pub(in crate::play) fn reached(point: &str, root: &str) -> String {
    format!("{point} is reached from {root}")
}

/// A point that is not reached.
pub(in crate::play) fn no_way(point: &str, from: Option<&str>) -> String {
    match from {
        Some(from) => format!("no way leads to {point} from {from}"),
        None => format!("no way leads to {point}"),
    }
}

/// A point that is, or is not, on a straight line from something.
pub(in crate::play) fn in_line(point: &str, root: &str, (steps, dir): (i32, &str)) -> String {
    format!("{point} lies {} {dir} of {root}", steps_of(steps.into()))
}

fn steps_of(steps: i64) -> String {
    format!("{steps} step{}", if steps == 1 { "" } else { "s" })
}

/// A point that has no such neighbour.
pub(in crate::play) fn not_next_to(point: &str, neighbour: Option<&str>) -> String {
    match neighbour {
        Some(neighbour) => format!("no {neighbour} stands next to {point}"),
        None => format!("nothing that counts stands next to {point}"),
    }
}

/// A point without a reached neighbour.
pub(in crate::play) fn none_reached_beside(point: &str, from: Option<&str>) -> String {
    match from {
        Some(from) => format!("no way leads next to {point} from {from}"),
        None => format!("no way leads next to {point}"),
    }
}

/// A point that is next to no point of a set.
pub(in crate::play) fn not_beside(point: &str, set: Option<&str>) -> String {
    match set {
        Some(set) => format!("{point} is not next to {set}"),
        None => format!("{point} is next to nothing that counts"),
    }
}

/// A point from which something must lead away.
pub(in crate::play) fn is_start(point: &str) -> String {
    format!("{point} is where it begins, and it must lead to another point")
}

/// A point that is not beside another.
pub(in crate::play) fn apart(point: &str, other: &str) -> String {
    format!("{point} is not next to {other}")
}

/// A point that is not another, or not where it should be.
pub(in crate::play) fn not_same(point: &str, other: &str) -> String {
    format!("{point} is not {other}")
}

/// A point with all its sides inside a set.
pub(in crate::play) fn not_at_edge(point: &str) -> String {
    format!("{point} is not at the edge")
}

/// A place that the board does not have.
pub(in crate::play) fn off_board(place: &str) -> String {
    format!("{place} is off the board")
}

/// Points that are not a formation.
pub(in crate::play) fn no_line(points: &str, line: &str, why: &str) -> String {
    format!("{points} is no {line}: {why}")
}

/// A formation that should stand somewhere, and does not.
pub(in crate::play) fn there_is_no(thing: &str) -> String {
    format!("there is no {thing}")
}

/// A thing that should stand nowhere, and does.
pub(in crate::play) fn there_is(thing: &str, points: &[String]) -> String {
    format!("there is {}: {}", one(thing), listed(points, "and"))
}

/// A text that names no possible formation of the board.
pub(in crate::play) fn no_line_fits(line: &str, holes: &[String]) -> String {
    format!("no {line} has {}", listed(holes, "and"))
}

/// A row by its name, or together with the name of its list where that says too little: `chest 0`.
pub(in crate::play) fn row_of_list(row: &str, list: &str) -> String {
    let short = row.chars().count() == 1 || row.starts_with(|c: char| c.is_ascii_digit());
    if short {
        format!("{list} {row}")
    } else {
        row.to_owned()
    }
}

/// A thing that is, or is not, in a zone.
pub(in crate::play) fn lies_there(what: &str, zone: &str, count: i64) -> String {
    match count {
        0 => format!("there is no {what} in {zone}"),
        1 => format!("there is {} in {zone}", one(what)),
        more => format!("there are {more} {what} in {zone}"),
    }
}

/// A zone that is, or is not, empty.
pub(in crate::play) fn holds(zone: &str, count: i64) -> String {
    match count {
        0 => format!("nothing is in {zone}"),
        1 => format!("one is in {zone}"),
        more => format!("{more} are in {zone}"),
    }
}

/// A number, by its name and its value, that is not as it is needed beside another one.
pub(in crate::play) fn compared(
    (what, value): (Option<&str>, i64),
    (how, from_left): (Comparison, bool),
    other: &str,
    holds: bool,
) -> String {
    let needed = match (how, from_left, holds) {
        (Comparison::Equal, _, false) => "must be",
        (Comparison::Equal, _, true) => "must not be",
        (Comparison::Less, true, false) | (Comparison::AtMost, false, true) => "must be less than",
        (Comparison::Less, false, false) | (Comparison::AtMost, true, true) => "must be more than",
        (Comparison::AtMost, true, false) | (Comparison::Less, false, true) => "may be at most",
        (Comparison::AtMost, false, false) | (Comparison::Less, true, true) => "must be at least",
    };
    let what = what.unwrap_or("the number");
    format!("{what} is {value}, and {needed} {other}")
}

/// What is counted, and where it is.
pub(in crate::play) fn number_of(what: Option<&str>, points: &[String]) -> String {
    let what = what.unwrap_or("such points");
    match points {
        [] => format!("the number of {what} there"),
        points => format!("the number of {what} ({})", points.join(", ")),
    }
}

/// A number outside its range.
pub(in crate::play) fn out_of_range(number: i64, least: i64, most: i64) -> String {
    format!("{number} is not from {least} to {most}")
}

/// An outcome of chance that cannot happen now.
pub(in crate::play) fn weightless(weight: i64) -> String {
    format!("it cannot happen now: its weight is {weight}")
}

/// A player who is not the only one that can be chosen.
pub(in crate::play) fn nobody_else(player: &str) -> String {
    format!("only {player} can be chosen")
}

/// A player who names himself, where another one must be named.
pub(in crate::play) fn somebody_else(player: &str) -> String {
    format!("it must be another player than {player}")
}

/// A thing that is not in a zone.
pub(in crate::play) fn not_in_zone(what: &str, zone: &str) -> String {
    format!("there is no {what} in {zone}")
}

/// More copies of a row than a zone holds.
pub(in crate::play) fn too_few_in_zone(
    what: &str,
    zone: &str,
    (named, there): (u64, u64),
) -> String {
    match there {
        0 => not_in_zone(what, zone),
        there => format!("{named} {what} are named, and {zone} has {there}"),
    }
}

/// More copies of a row than the game has.
pub(in crate::play) fn more_than_exist() -> String {
    "more of them are named than the game has".to_owned()
}

/// A wrong number of things.
pub(in crate::play) fn wrong_number(named: u64, expected: i64) -> String {
    let are = if named == 1 { "is" } else { "are" };
    format!("{named} {are} named, and it takes exactly {expected}")
}

/// Names in a wrong order.
pub(in crate::play) fn other_order(text: &str) -> String {
    format!("these stand in the order of their list: {}", quoted(text))
}

/// The last move is, or is not, one of these.
pub(in crate::play) fn last_move(moves: &[String], holds: bool) -> String {
    let not = if holds { "" } else { "not " };
    let moves: Vec<_> = moves.iter().map(|mv| one(mv)).collect();
    format!("the last move was {not}{}", listed(&moves, "or"))
}

/// A condition on how often the position occurred.
pub(in crate::play) fn occurred(times: u32, holds: bool) -> String {
    let not = if holds { "" } else { "not " };
    format!("this position has {not}occurred {times} times")
}

/// Two players or rows, each by its value and by what it is, that are or are not the same.
pub(in crate::play) fn same_player(
    (left, left_name): (&str, Option<&str>),
    (right, right_name): (&str, Option<&str>),
    holds: bool,
) -> String {
    let none = |value: &str| ["none", "nobody"].contains(&value);
    match (left_name, right_name, holds) {
        (None, None, false) if none(left) => format!("there is no {right}"),
        (None, None, false) if none(right) => format!("there is {left}"),
        (None, None, true) if none(left) => "there is none".to_owned(),
        (Some(name), _, true) | (None, Some(name), true) => format!("{name} is {left}"),
        (None, None, true) => format!("it would be {left}"),
        (Some(name), Some(other), false) => {
            format!("{name} is {left}, and {other} is {right}")
        }
        (Some(name), None, false) => format!("{name} is {left}, not {right}"),
        (None, Some(name), false) => format!("{name} is {right}, not {left}"),
        (None, None, false) => format!("{left} is not {right}"),
    }
}

/// Nothing fits what has to be chosen, and why one thing that is near does not.
pub(in crate::play) fn none_fits(near: &str, why: &str) -> String {
    format!("nothing can be chosen for it: {near} does not fit, for {why}")
}

/// Nothing can be chosen at all.
pub(in crate::play) fn nothing_to_choose(what: &str) -> String {
    format!("there is no {what} that could be chosen")
}

/// A way between two points that is shut.
pub(in crate::play) fn shut(from: &str, to: &str) -> String {
    format!("the way from {from} to {to} is shut")
}

/// A wall between two points.
pub(in crate::play) fn walled(from: &str, to: &str) -> String {
    format!("a wall stands between {from} and {to}")
}

/// What a script answered.
pub(in crate::play) fn script_says(name: &str, answer: bool) -> String {
    format!(
        "{} says {}",
        quoted(name),
        if answer { "yes" } else { "no" }
    )
}

/// A point that is not among those that a script names.
pub(in crate::play) fn script_leaves_out(name: &str, point: &str) -> String {
    format!("{} does not name {point}", quoted(name))
}

/// A number that may be `none`.
pub(in crate::play) fn is_none(name: Option<&str>, none: bool) -> String {
    let not = if none { "" } else { " not" };
    format!("{} is{not} none", name.unwrap_or("the number"))
}

/// A condition without a more specific sentence.
pub(in crate::play) fn condition(words: Option<&str>, holds: bool) -> String {
    let not = if holds { "" } else { " not" };
    match words {
        Some(words) => {
            format!("as the game stands, {words} does{not} hold").replace("does hold", "holds")
        }
        None => format!("a condition does{not} hold").replace("does hold", "holds"),
    }
}

/// A condition that the options decide for the whole game.
pub(in crate::play) fn by_options(words: Option<&str>, holds: bool) -> String {
    match (words, holds) {
        (Some(words), false) => format!("it is not played so: {words} does not hold in this game"),
        (Some(words), true) => format!("it is not played so: {words} holds in this game"),
        (None, _) => condition(None, holds),
    }
}

/// Points that stand against something.
pub(in crate::play) fn in_the_way(points: &[String], set: Option<&str>) -> String {
    let points = listed(points, "and");
    match set {
        Some(set) => format!("no point may lie in {set}, and these do: {points}"),
        None => format!("what is against it: {points}"),
    }
}

/// No point lies in a set.
pub(in crate::play) fn no_point_in(set: &str) -> String {
    format!("no point lies in {set}")
}

/// A remembered yes or no.
pub(in crate::play) fn remembered(what: &str, yes: bool) -> String {
    format!("{what} is {}", if yes { "yes" } else { "no" })
}

/// A text that should be written differently.
pub(in crate::play) fn written(text: &str) -> String {
    format!("it could only be {}", quoted(text))
}

/// A move whose postcondition would not hold.
pub(crate) fn leaves(text: &str, problem: &str) -> String {
    format!("after {}, {problem}", quoted(text))
}

/// A move that begins a series of moves that is too short.
pub(crate) fn shorter_series(text: &str, length: usize, (best, longest): (&str, usize)) -> String {
    format!(
        "{} is the first of {length}, and {} the first of {longest}; it must be as many as possible",
        quoted(text),
        quoted(best)
    )
}

/// A set of points that is not the set that it must be.
pub(in crate::play) fn other_points(missing: &[String], too_much: &[String]) -> String {
    let side = |points: &[String], one: &str, several: &str| match points {
        [] => None,
        [point] => Some(format!("{point} {one}")),
        points => Some(format!("{} {several}", listed(points, "and"))),
    };
    let sides = [
        side(missing, "is missing", "are missing"),
        side(too_much, "is too much", "are too much"),
    ];
    let sides: Vec<_> = sides.into_iter().flatten().collect();
    sides.join("; ")
}
