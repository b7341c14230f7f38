//! The games that tests play: the shipped rulesets and the examples, under several choices of options.

use linstock_base::{Diagnostics, Sources, Style};
use linstock_check::{Choices, check, read};
use linstock_model::Model;
use linstock_play::Rules;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Without `LINSTOCK_THOROUGH`, tests try one of this many random games, so that `cargo test` is fast.
const ONE_OF: usize = 20;
/// In `.ci/run`, one of this many.
const IN_CI: usize = 8;

/// Returns n if tests try one of n random games. `LINSTOCK_THOROUGH` sets n: it is 12 in `.ci/run`; with 1,
/// tests try all games.
fn one_of_games() -> usize {
    let number = std::env::var("LINSTOCK_THOROUGH");
    let one_of = number.map_or(Some(ONE_OF), |number| number.parse().ok());
    let one_of = one_of.filter(|one_of| *one_of > 0);
    one_of.expect("LINSTOCK_THOROUGH is a number above 0")
}

/// Returns the number of random games, cuts or seeds, among `all`, that a test tries.
#[must_use]
pub fn share(all: usize) -> usize {
    all.div_ceil(one_of_games())
}

/// Returns the step between the cases that a test tries: 1 in thorough tests, `many` otherwise.
#[must_use]
pub fn one_of(many: usize) -> usize {
    if thorough() { 1 } else { many }
}

/// Like `one_of`, for rulesets: `.ci/run` also tries all of them.
#[must_use]
pub fn one_of_rulesets(many: usize) -> usize {
    if one_of_games() <= IN_CI { 1 } else { many }
}

/// Returns whether tests try everything.
#[must_use]
pub fn thorough() -> bool {
    one_of_games() == 1
}

/// A game under chosen options.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The `.game` files, root first, relative to the project's folder.
    pub files: &'static [&'static str],
    /// The options that differ from their defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// The number of players; `None` for the smallest possible number.
    pub players: Option<usize>,
}

const CANNON: &[&str] = &["rulesets/cannon/cannon.game"];
const CANNON_DE: &[&str] = &[
    "rulesets/cannon-de/cannon-de.game",
    "rulesets/cannon/cannon.game",
];

/// The settings for comparing games.
pub const SETTINGS: [Setting; 9] = [
    Setting {
        files: CANNON,
        options: &[],
        players: None,
    },
    Setting {
        files: CANNON,
        options: &[("shot-over", "no"), ("first", "dark")],
        players: None,
    },
    Setting {
        files: CANNON,
        options: &[("town-triggers-retreat", "no"), ("shift-limit", "1")],
        players: None,
    },
    Setting {
        files: CANNON,
        options: &[("shift-limit", "3"), ("repetition", "threefold-draw")],
        players: None,
    },
    Setting {
        files: CANNON,
        options: &[("repetition", "threefold-draw"), ("look", "squares")],
        players: None,
    },
    Setting {
        files: CANNON_DE,
        options: &[],
        players: None,
    },
    Setting {
        files: CANNON_DE,
        options: &[("first", "white"), ("shift-limit", "2")],
        players: None,
    },
    Setting {
        files: &["examples/breakthrough/breakthrough.game"],
        options: &[],
        players: None,
    },
    Setting {
        files: &["examples/tic-tac-toe/tic-tac-toe.game"],
        options: &[],
        players: None,
    },
];

const BUSTER: &[&str] = &[
    "rulesets/cannon-buster/cannon-buster.game",
    "rulesets/cannon-buster/cannon-buster.rhai",
];

/// Games with cards, dice and secrets.
pub const CARDS: [Setting; 6] = [
    buster(2, &[]),
    buster(3, &[]),
    buster(4, &[]),
    buster(
        3,
        &[
            ("power-hit", "all-or-none"),
            ("take-due", "may"),
            ("tie", "coins"),
            ("effects", "must"),
            ("swapped-fires", "once"),
        ],
    ),
    buster(
        4,
        &[
            ("draws", "23 3 9 3 3 3"),
            ("limits", "0 2 none 1 5 3"),
            ("cannon-split", "0 10 0"),
            ("chest-values", "3 3 3 3 3 3 3 3 3"),
        ],
    ),
    Setting {
        files: &["examples/liars-dice/liars-dice.game"],
        options: &[],
        players: Some(3),
    },
];

const fn buster(players: usize, options: &'static [(&'static str, &'static str)]) -> Setting {
    Setting {
        files: BUSTER,
        options,
        players: Some(players),
    }
}

const COLONY_FILES: &[&str] = &[
    "rulesets/cannonball-colony/cannonball-colony.game",
    "rulesets/cannonball-colony/cannonball-colony.rhai",
];
const WATCHED_FILES: &[&str] = &[
    "tests/it/games/watched-colony.game",
    "rulesets/cannonball-colony/cannonball-colony.game",
    "rulesets/cannonball-colony/cannonball-colony.rhai",
];

const BALL_FILES: &[&str] = &[
    "rulesets/cannon-ball/cannon-ball.game",
    "rulesets/cannon-ball/cannon-ball.rhai",
];

/// Cannon Ball: at its defaults, then under other options; all of them end.
pub const BALL: [Setting; 4] = [
    ball(&[("turn-cap", "400")]),
    ball(&[
        ("turn-cap", "200"),
        ("move-budget", "each"),
        ("gate-cost", "move"),
        ("failed-attack-restores", "no"),
        ("gate-destroyed-wins", "no"),
        ("blockers", "in-the-way"),
        ("cannon-returns", "yes"),
        ("bridge-risk", "1/3"),
        ("withdraw", "yes"),
        ("gate-must-leave", "yes"),
    ]),
    ball(&[
        ("turn-cap", "200"),
        ("gates-start", "closed"),
        ("escort-free", "yes"),
        ("tnt-must-arrive", "yes"),
        ("raid-captures-cannon", "yes"),
        ("spin-first", "yes"),
        ("charge-end", "choose"),
        ("bridge-risk", "0"),
        ("defenders", "standing"),
        ("crossing-cost", "1"),
    ]),
    ball(&[
        ("turn-cap", "60"),
        ("forbid-doomed-attack", "yes"),
        ("gate-cost", "move"),
        ("bridge-risk", "1/2"),
        ("withdraw", "yes"),
        ("defenders", "standing"),
    ]),
];

const fn ball(options: &'static [(&'static str, &'static str)]) -> Setting {
    Setting {
        files: BALL_FILES,
        options,
        players: None,
    }
}

/// Cannonball Colony: at its defaults for two, three and four, then under other options.
pub const COLONY: [Setting; 7] = [
    colony(2, &[]),
    colony(3, &[]),
    colony(4, &[]),
    colony(
        2,
        &[
            ("fort-distance-by", "skip"),
            ("availability", "dynamic"),
            ("fort-returns", "no"),
            ("last-tile", "finish-round"),
            ("min-fort-steps", "1"),
            ("cannon-blocks-fire", "yes"),
        ],
    ),
    colony(
        3,
        &[
            ("fort-distance-by", "straight"),
            ("availability", "cumulative"),
            ("landing-order", "reverse"),
            ("landing-distance", "8"),
            ("win-count", "built"),
            ("min-fort-steps", "2"),
        ],
    ),
    colony(
        4,
        &[
            ("tie", "most-cannons"),
            ("all-pass-ends", "no"),
            ("last-tile", "finish-round"),
            ("landing-order", "reverse"),
            ("landing-distance", "1"),
        ],
    ),
    colony(
        2,
        &[
            ("min-fort-steps", "6"),
            ("landing-distance", "8"),
            ("win-count", "built"),
            ("fort-returns", "no"),
        ],
    ),
];

/// Colony, with the reached, covered and too near points stored in memories before every choice.
pub const WATCHED: [Setting; 4] = [
    watched(
        2,
        &[("min-fort-steps", "1"), ("availability", "cumulative")],
    ),
    watched(
        2,
        &[
            ("fort-distance-by", "skip"),
            ("min-fort-steps", "1"),
            ("availability", "cumulative"),
            ("cannon-blocks-fire", "yes"),
        ],
    ),
    watched(3, &[]),
    watched(
        4,
        &[("fort-distance-by", "straight"), ("min-fort-steps", "2")],
    ),
];

const fn colony(players: usize, options: &'static [(&'static str, &'static str)]) -> Setting {
    Setting {
        files: COLONY_FILES,
        options,
        players: Some(players),
    }
}

const fn watched(players: usize, options: &'static [(&'static str, &'static str)]) -> Setting {
    Setting {
        files: WATCHED_FILES,
        options,
        players: Some(players),
    }
}

/// An odd game with simultaneous choices.
pub const FINGERS: Setting = odd(&["tests/it/games/fingers.game"]);

/// An odd game of hidden cards.
pub const HANDS: [Setting; 2] = [
    Setting {
        players: Some(3),
        ..odd(&["tests/it/games/hands.game"])
    },
    Setting {
        files: &["tests/it/games/hands.game"],
        options: &[("rough", "no"), ("deal", "4 4 4"), ("cap", "0 1 0")],
        players: Some(2),
    },
];

/// A short game with memories that not everybody sees.
pub const PRIVATE: Setting = Setting {
    players: Some(3),
    ..odd(&["tests/it/games/private.game"])
};

/// Chess in which nobody sees the opponent's men, and an umpire answers.
pub const KRIEGSPIEL: Setting = odd(&[
    "rulesets/chess/kriegspiel.game",
    "rulesets/chess/chess.game",
]);

/// Odd games, made to use every construct of the language in unusual places.
pub const ODD: [Setting; 33] = [
    odd(&["tests/it/games/mirrored.game"]),
    Setting {
        options: &[("wide", "yes")],
        ..odd(&["tests/it/games/mirrored.game"])
    },
    odd(&["tests/it/games/handful.game"]),
    odd(&["tests/it/games/sprawl.game"]),
    odd(&["tests/it/games/refused.game"]),
    odd(&["tests/it/games/combs.game"]),
    Setting {
        options: &[("walls", "yes")],
        ..odd(&["tests/it/games/combs.game"])
    },
    odd(&["tests/it/games/tips.game"]),
    odd(&["tests/it/games/slides.game"]),
    odd(&["tests/it/games/rows.game"]),
    odd(&["tests/it/games/purse.game"]),
    odd(&["tests/it/games/crowd.game"]),
    odd(&["tests/it/games/corners.game"]),
    odd(&["tests/it/games/strip.game"]),
    odd(&["tests/it/games/mixed.game"]),
    Setting {
        files: &["tests/it/games/mixed.game"],
        options: &[("wild", "no"), ("limit", "1")],
        players: None,
    },
    odd(&["tests/it/games/wide.game"]),
    FINGERS,
    HANDS[0],
    HANDS[1],
    PRIVATE,
    odd(&["tests/it/games/again.game"]),
    Setting {
        options: &[("strict", "no")],
        ..odd(&["tests/it/games/again.game"])
    },
    odd(&["tests/it/games/handed.game"]),
    odd(&["tests/it/games/answered.game"]),
    odd(&["tests/it/games/asked.game"]),
    Setting {
        players: Some(2),
        ..odd(&["tests/it/games/asked.game"])
    },
    odd(&["tests/it/games/amounts.game"]),
    Setting {
        options: &[("limit", "none"), ("caps", "none 2 5")],
        ..odd(&["tests/it/games/amounts.game"])
    },
    odd(&["tests/it/games/sums.game"]),
    odd(&["tests/it/games/lets.game"]),
    Setting {
        players: Some(2),
        ..odd(&["tests/it/games/turns.game"])
    },
    Setting {
        players: Some(4),
        ..odd(&["tests/it/games/turns.game"])
    },
];

/// Games with directions and kinds of piece as values, and with one value per pair.
pub const VALUES: [Setting; 9] = [
    odd(&["tests/it/fixtures/good/each-point.game"]),
    odd(&["tests/it/fixtures/good/directions-by-position.game"]),
    Setting {
        options: &[("wind", "west"), ("long", "orthogonal")],
        ..odd(&["tests/it/fixtures/good/directions-by-position.game"])
    },
    odd(&["tests/it/games/ways.game"]),
    odd(&["tests/it/games/turned.game"]),
    odd(&["tests/it/games/drops.game"]),
    odd(&["tests/it/games/onward.game"]),
    odd(&["tests/it/games/pairs.game"]),
    Setting {
        players: Some(3),
        ..odd(&["tests/it/games/pairs.game"])
    },
];

/// Odd games with layers, networks and parts of a board.
pub const PARTS: [Setting; 5] = [
    odd(&["tests/it/games/terraces.game"]),
    Setting {
        files: &["tests/it/games/terraces.game"],
        options: &[("sight", "0"), ("deep", "no")],
        players: Some(3),
    },
    odd(&["tests/it/games/mosaic.game"]),
    Setting {
        files: &["tests/it/games/mosaic.game"],
        options: &[("tilt", "90"), ("thin", "no")],
        players: Some(3),
    },
    Setting {
        files: &["tests/it/games/mosaic.game"],
        options: &[("tilt", "180"), ("thin", "no")],
        players: Some(4),
    },
];

/// A game with so large a board that a few games are enough.
pub const BROAD: Setting = odd(&["tests/it/games/broad.game"]);

/// The rulesets of the folder `rulesets` that no list above names, so that tests also try a new folder.
#[must_use]
pub fn found() -> Vec<Setting> {
    let named: Vec<&str> = (SETTINGS.iter().chain(&CARDS).chain(&COLONY).chain(&BALL))
        .flat_map(|setting| setting.files)
        .copied()
        .collect();
    let root = Path::new(crate::PROJECT);
    let mut folders: Vec<String> = fs::read_dir(root.join("rulesets"))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a plain name"))
        .filter(|name| root.join(format!("rulesets/{name}/{name}.game")).is_file())
        .filter(|name| !named.contains(&format!("rulesets/{name}/{name}.game").as_str()))
        .collect();
    folders.sort();
    folders
        .iter()
        .map(|name| whole_folder(root, name))
        .collect()
}

/// Returns the setting for the texts in a ruleset's folder, at its defaults.
fn whole_folder(root: &Path, name: &str) -> Setting {
    let texts = ["game", "rhai"].map(|ending| format!("rulesets/{name}/{name}.{ending}"));
    let texts = texts.into_iter().filter(|path| root.join(path).is_file());
    let texts: Vec<&'static str> = texts.map(|path| &*path.leak()).collect();
    odd(texts.leak())
}

/// Returns the setting for a game with these texts, under its default options.
#[must_use]
pub const fn odd(files: &'static [&'static str]) -> Setting {
    Setting {
        files,
        options: &[],
        players: None,
    }
}

impl Setting {
    /// Returns the texts of the rules.
    #[must_use]
    pub fn sources(self) -> Sources {
        let mut sources = Sources::new();
        for path in self.files {
            let whole = format!("{}/{path}", crate::PROJECT);
            let text = fs::read_to_string(&whole).unwrap_or_else(|e| panic!("{whole}: {e}"));
            sources.add(*path, text);
        }
        sources
    }

    /// Returns the options in the form that a ruleset takes.
    #[must_use]
    pub fn choices(self) -> Choices {
        let options = self.options.iter();
        Choices {
            options: options
                .map(|&(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            players: self.players,
            ..Choices::default()
        }
    }

    /// Returns the rules. All tests share them, since large ones take a second to load.
    pub fn rules(self) -> Arc<Rules> {
        static LOADED: Mutex<BTreeMap<String, Arc<OnceLock<Arc<Rules>>>>> =
            Mutex::new(BTreeMap::new());
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let own = Arc::clone(loaded.entry(format!("{self:?}")).or_default());
        // Other threads need not wait while this setting loads.
        drop(loaded);
        Arc::clone(own.get_or_init(|| {
            let sources = self.sources();
            let rules = Rules::load(&sources, &self.choices());
            let told = |found: Diagnostics| found.render(&sources, Style::Plain);
            Arc::new(rules.unwrap_or_else(|found| panic!("{self:?}: {}", told(found))))
        }))
    }

    /// Returns the checked game.
    #[must_use]
    pub fn model(self) -> Model {
        model(&self.sources(), &self.choices())
    }
}

/// Checks a game; panics with the rendered diagnostics if it has errors.
#[must_use]
pub fn model(sources: &Sources, choices: &Choices) -> Model {
    let fuel = Rc::default();
    let (files, found) = read(sources, &fuel);
    match check(&files, found, (choices, &fuel)) {
        Ok((model, _)) => model,
        Err(found) => panic!("{}", found.render(sources, Style::Plain)),
    }
}
