//! The text of a small game made from a few answers: a board, the moves in a turn, how to win; or one of several complete games.

use crate::new_ruleset::title::NewTitle;
use linstock_base::escaped;

/// The most points in a winning row, as the check of rules allows them.
const LONGEST_LINE: u8 = 16;

/// The kinds of small games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum StartKind {
    /// Put stones on empty points: a number in a row, or the last stone
    Put,
    /// Step to a point beside it, and capture there
    Step,
    /// Step and hop over pieces to the other side
    Hop,
    /// Roll a die, and run along a track
    Race,
    /// Lay cards from a hidden hand, and take tricks
    Cards,
    /// Put stones, and connect two sides of the board
    Connect,
}

/// The answers that describe a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StarterGame {
    /// Its title, and the name of its files.
    pub(super) title: NewTitle,
    /// Its rules.
    pub(super) rules: StarterRules,
}

/// The rules of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StarterRules {
    /// Made for a board.
    Made(StarterBoard, StarterTurn),
    /// Complete.
    Complete(&'static CompleteGame),
}

/// A small complete game, with `NAME` and `TITLE` in place of its own.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct CompleteGame {
    rules: &'static str,
    scenarios: &'static str,
}

macro_rules! complete {
    ($name:literal) => {
        CompleteGame {
            rules: include_str!(concat!("starters/", $name, ".game")),
            scenarios: include_str!(concat!("starters/", $name, ".scn")),
        }
    };
}

static HOP: CompleteGame = complete!("hop");
static RACE: CompleteGame = complete!("race");
static CARDS: CompleteGame = complete!("cards");
static CONNECT: CompleteGame = complete!("connect");

impl StartKind {
    /// Returns the complete game of this kind; `None` for games that are made for a board.
    pub(super) fn complete(self) -> Option<&'static CompleteGame> {
        match self {
            Self::Put | Self::Step => None,
            Self::Hop => Some(&HOP),
            Self::Race => Some(&RACE),
            Self::Cards => Some(&CARDS),
            Self::Connect => Some(&CONNECT),
        }
    }
}

/// The board of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StarterBoard {
    /// Columns and rows of squares.
    Squares(u8, u8),
    /// A hexagon of hexagons: the number of points along each side.
    Hexagons(u8),
}

/// The moves in a turn of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StarterTurn {
    /// Players put stones on empty points, until one has this many in a row or, without a number, until nobody can move.
    Put(Option<u8>),
    /// Players move a stone to a neighbouring point, and take an enemy there.
    Step(StepGoal),
}

/// How to win by moving stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepGoal {
    /// A stone reaches the farthest row.
    FarRow,
    /// The enemy has no stone left.
    TakeAll,
}

impl StarterBoard {
    /// Returns how many rows there are.
    pub(super) fn rows(self) -> u8 {
        match self {
            Self::Squares(_, rows) => rows,
            Self::Hexagons(side) => 2 * side - 1,
        }
    }

    /// Returns the most points that a winning row can have.
    pub(super) fn longest(self) -> u8 {
        let points = match self {
            Self::Squares(columns, rows) => columns.max(rows),
            Self::Hexagons(side) => 2 * side - 1,
        };
        points.min(LONGEST_LINE)
    }

    /// Returns the words for the board in the rules.
    fn written(self) -> String {
        match self {
            Self::Squares(columns, rows) => format!("{columns} x {rows}"),
            Self::Hexagons(side) => format!("hexagon {side}"),
        }
    }
}

/// Writes the game.
pub(super) fn text(game: &StarterGame) -> String {
    let (name, title) = (&game.title.name, game.title.title());
    let rules = match game.rules {
        StarterRules::Complete(complete) => return named(complete.rules, game),
        StarterRules::Made(board, StarterTurn::Put(row)) => put(board, row),
        StarterRules::Made(board, StarterTurn::Step(goal)) => step(board, goal),
    };
    format!(
        "# {title}, as `linstock new` wrote it. What follows a `#` is a remark. `linstock help WORD` explains a word of these rules.\n\
         # `linstock play ./{name} --watch` plays the game, and goes on whenever you save this file.\n\
         game {name} \"{}\"\nplayers light, dark\n\n{rules}",
        escaped(&title)
    )
}

/// Writes the scenarios of a complete game.
pub(super) fn scenarios(game: &StarterGame) -> Option<String> {
    match game.rules {
        StarterRules::Complete(complete) => Some(named(complete.scenarios, game)),
        StarterRules::Made(..) => None,
    }
}

fn named(text: &str, game: &StarterGame) -> String {
    let title = game.title.title();
    let text = text.replace("NAME", &game.title.name);
    let text = text.replace("\"TITLE\"", &format!("\"{}\"", escaped(&title)));
    text.replace("TITLE", &title)
}

fn put(board: StarterBoard, row: Option<u8>) -> String {
    let written = board.written();
    let (line, ends, goal, clauses) = match row {
        Some(row) => (
            format!("line row = {row} own stone in all directions\n"),
            "    @G-2 ask me: put @G-4 otherwise draw \"the board is full\"\n    \
             @G-3 if some row { win me \"a row is complete\" }\n"
                .to_owned(),
            format!("Put {row} of your stones in a row."),
            format!(
                "  G-3 \"The first player with {row} stones in a row wins. A row can go in any direction.\"\n  \
                 G-4 \"If the board is full and nobody has such a row, the game is a draw.\"\n"
            ),
        ),
        None => (
            String::new(),
            "    @G-2 ask me: put @G-3 otherwise win opponent \"no empty point is left\"\n"
                .to_owned(),
            "Put the last stone.".to_owned(),
            "  G-3 \"A player who cannot put a stone loses.\"\n".to_owned(),
        ),
    };
    format!(
        "@G-1 board {written}\npiece stone \"o\"\n{line}\n\
         @G-2 move put \"{{there}}\" {{\n  there in empty\n  stone: box -> there\n}}\n\n\
         play {{\n  repeat each player {{\n{ends}  }}\n}}\n\n\
         words {{\n  goal of game \"{goal}\"\n}}\n\n\
         clauses {{\n  G-1 \"The board is empty at the start. Light begins.\"\n  \
         G-2 \"In a turn, a player puts one stone on an empty point.\"\n{clauses}}}\n"
    )
}

fn step(board: StarterBoard, goal: StepGoal) -> String {
    let (written, last) = (board.written(), board.rows());
    // Each player has two rows of stones if there is space between them.
    let (near, far) = if last < 6 {
        ("row 1".to_owned(), format!("row {last}"))
    } else {
        (
            "row 1 or row 2".to_owned(),
            format!("row {} or row {last}", last - 1),
        )
    };
    let (condition, reason, aim, clause) = match goal {
        StepGoal::FarRow => (
            "some (own stone and far of me)",
            "a stone has reached the far row",
            "Bring a stone to the far row.",
            "The first player who brings a stone to the far row wins. The far row is the row at the opponent's border.",
        ),
        StepGoal::TakeAll => (
            "no enemy stone",
            "no enemy stone is left",
            "Capture all enemy stones.",
            "A player who captures the last enemy stone wins.",
        ),
    };
    let sides = match goal {
        StepGoal::FarRow => {
            format!(" {{\n  light {{ far = row {last} }}\n  dark {{ far = row 1 }}\n}}")
        }
        StepGoal::TakeAll => String::new(),
    };
    format!(
        "@G-1 board {written}{sides}\npiece stone \"o\"\n\n\
         @G-2 move step \"{{here}}-{{there}}\" {{\n  here  in own stone\n  there in orthogonal of here and empty\n  here -> there\n}}\n\n\
         @G-3 move capture \"{{here}}x{{there}}\" {{\n  here  in own stone\n  there in orthogonal of here and enemy\n  \
         there -> box\n  here -> there\n}}\n\n\
         play {{\n  @G-1 light stone: box -> {near}\n  @G-1 dark stone: box -> {far}\n  repeat each player {{\n    \
         ask me: step, capture @G-5 otherwise win opponent \"no move to make\"\n    \
         @G-4 if {condition} {{ win me \"{reason}\" }}\n    \
         @G-6 if seen 3 times {{ draw \"the same position for the third time\" }}\n  }}\n}}\n\n\
         words {{\n  goal of game \"{aim}\"\n}}\n\n\
         clauses {{\n  G-1 \"Light's stones stand at the lower border, Dark's stones at the upper border. Light begins.\"\n  \
         G-2 \"In a turn, a player moves one stone to an empty point next to it. Points that touch only at a corner are not next to each other.\"\n  \
         G-3 \"Or a stone captures an enemy stone on a point next to it, and goes there.\"\n  \
         G-4 \"{clause}\"\n  G-5 \"A player who cannot move loses.\"\n  \
         G-6 \"If the same position occurs for the third time, the game is a draw.\"\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{
        StartKind, StarterBoard, StarterGame, StarterRules, StarterTurn, StepGoal, scenarios, text,
    };
    use crate::new_ruleset::title::NewTitle;
    use clap::ValueEnum as _;
    use linstock_base::{Sources, Style};
    use linstock_check::Choices;
    use linstock_play::Rules;
    use linstock_play::scenario::ScenarioRunner;

    fn titled(title: &str, rules: StarterRules) -> StarterGame {
        let title = NewTitle::read(title).expect("a title");
        StarterGame { title, rules }
    }

    fn checked(game: &StarterGame) -> Sources {
        let text = text(game);
        let sources = Sources::from([("my-game.game", text.clone())]);
        let (rules, found) = Rules::check(&sources, &Choices::default());
        let told = found.render(&sources, Style::Plain);
        assert!(found.is_empty(), "{game:?}: {told}\n{text}");
        let rules = rules.expect("no mistakes");
        let start = rules.start().expect("a start");
        assert!(rules.outcome(&start).is_none(), "{game:?}");
        sources
    }

    #[test]
    fn every_answer_makes_a_game_that_checks_and_plays() {
        let boards = [
            StarterBoard::Squares(3, 3),
            StarterBoard::Squares(19, 19),
            StarterBoard::Squares(4, 7),
            StarterBoard::Hexagons(2),
            StarterBoard::Hexagons(9),
        ];
        let turns = [
            StarterTurn::Put(Some(3)),
            StarterTurn::Put(None),
            StarterTurn::Step(StepGoal::FarRow),
            StarterTurn::Step(StepGoal::TakeAll),
        ];
        for (board, turn) in boards
            .iter()
            .flat_map(|b| turns.iter().map(move |t| (*b, *t)))
        {
            checked(&titled("my-game", StarterRules::Made(board, turn)));
        }
    }

    #[test]
    fn every_complete_game_checks_and_its_scenarios_pass() {
        let kinds = StartKind::value_variants().iter();
        for complete in kinds.filter_map(|kind| kind.complete()) {
            let game = titled("The \"Frog\" Pond", StarterRules::Complete(complete));
            let sources = checked(&game);
            let scenarios = scenarios(&game).expect("scenarios");
            let mut runner = ScenarioRunner::new(sources).expect("no mistakes");
            let ran = runner.run("first.scn", &scenarios);
            assert!(
                ran.found.is_empty() && !ran.scenarios.is_empty(),
                "{game:?}"
            );
            for scenario in &ran.scenarios {
                let told = scenario.found.render(&ran.sources, Style::Plain);
                assert!(scenario.found.is_empty(), "{told}");
            }
            let texts = [text(&game), scenarios];
            assert!(
                !texts
                    .iter()
                    .any(|text| text.contains("NAME") || text.contains("TITLE"))
            );
        }
    }
}
