//! The examples of `docs/reference`: every one of them is read and checked, and no word of the language lacks one. Whole
//! games of every page, and those of `docs/how-to`, are played.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::{ChanceMode, Order, Session, Setup, notation};
use linstock_syntax::parse_scenarios;
use linstock_testing::frame::{Example, FRAME, examples_of, games_with, pages_in};
use linstock_testing::games::share;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Returns the examples of each page of the reference.
fn reference() -> Vec<(String, Vec<Example>)> {
    let pages = pages_in("docs/reference").into_iter();
    pages
        .map(|(page, text)| (page, examples_of(&text)))
        .collect()
}

/// The number of random games with each game of the pages, and the ply at which each stops.
const GAMES: usize = 60;
const MOST_PLIES: usize = 200;

/// Returns the complete games of the pages with the scripts that stand behind them.
pub(super) fn whole_games() -> Vec<(String, Sources)> {
    let mut pages = pages_in("docs/reference");
    pages.extend(pages_in("docs/how-to"));
    for page in ["docs/scripts.md", "README.md"] {
        let path = format!("{}/{page}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the page");
        pages.push((page.to_owned(), text));
    }
    let mut games: Vec<(String, Sources)> = Vec::new();
    for (page, text) in pages {
        let examples = examples_of(&text);
        for (at, example) in examples.iter().enumerate() {
            if example.kind != "game" || !example.text.starts_with("game ") {
                continue;
            }
            let sources = with_file(&example.text, examples.get(at + 1));
            games.push((format!("line {} of {page}", example.line), sources));
        }
    }
    games
}

/// Returns a game with the script or the symbol in the next example, if the game names such a file.
fn with_file(text: &str, next: Option<&Example>) -> Sources {
    let mut sources = Sources::new();
    sources.add("example.game", text);
    if let Some(file) = next.filter(|next| ["rhai", "svg"].contains(&next.kind.as_str())) {
        let ending = format!(".{}", file.kind);
        let named = text.split('"').find(|part| part.ends_with(&ending));
        sources.add(named.unwrap_or("unnamed"), file.text.as_str());
    }
    sources
}

/// Plays random games: whatever is listed can be read and played.
fn assert_plays(name: &str, sources: &Sources, players: Option<usize>) {
    let choices = Choices {
        players,
        ..Choices::default()
    };
    let rules = Rules::load(sources, &choices);
    let rules = rules.unwrap_or_else(|e| panic!("{name}:\n{}", e.render(sources, Style::Plain)));
    let rules = Arc::new(rules);
    for seed in 0..share(GAMES) as u64 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let setup = Setup {
            chance: ChanceMode::Manual,
            ..Setup::default()
        };
        let mut session = Session::begin(Arc::clone(&rules), setup).expect("it begins");
        for ply in 0..MOST_PLIES {
            let Some(actor) = session.decider() else {
                assert!(ply > 0, "{name}: over before anybody chooses");
                break;
            };
            let listed = session.choices(actor).expect("they can be listed");
            assert!(!listed.is_empty(), "{name}: nothing is listed");
            for choice in &listed {
                let text = choice.text.as_str();
                let readings = notation::read(session.model(), text);
                let readings = readings.unwrap_or_else(|e| panic!("{name}: `{text}`: {e}"));
                assert!(readings.iter().any(|r| r.text == text), "{name}: `{text}`");
            }
            let at = random.next_u64() as usize % listed.len();
            let order = Order {
                actor: Some(actor),
                text: listed[at].text.clone(),
            };
            let played = session.play(&[order]);
            played.unwrap_or_else(|e| panic!("{name}: `{}`: {e}", listed[at].text));
        }
    }
}

#[test]
fn whole_games_are_played() {
    let games = whole_games();
    assert!(games.len() > 5, "{}", games.len());
    for (name, sources) in games {
        let rules = Rules::load(&sources, &Choices::default());
        let rules =
            rules.unwrap_or_else(|e| panic!("{name}:\n{}", e.render(&sources, Style::Plain)));
        let (least, most) = rules.model().player_counts;
        for players in least..=most {
            assert_plays(&name, &sources, Some(players));
        }
    }
}

#[test]
fn an_empty_draw_is_played() {
    let text = r#"
game dice "An empty draw"
players ann, bob
list face { one; two }
zone dice { holds 2 face; open }
zone kept { holds face; open }
move keep "keep {fs}" { n in 0..2; fs in n of dice; fs: dice -> kept }
move give "{fs} for all" { fs in min(1, size of dice) of dice; fs: dice -> kept }
move drop "drop {fs} now" { fs in min(1, size of dice) of dice; fs: dice -> kept }
play { repeat 4 times { each player { ask me: keep, give, drop } } }
"#;
    let sources = Sources::from([("example.game", text)]);
    assert_plays("an empty draw", &sources, None);
}

#[test]
fn every_example_of_the_reference_is_sound() {
    for (page, examples) in reference() {
        for (at, example) in examples.iter().enumerate() {
            let found = mistakes(example, examples.get(at + 1));
            assert!(
                found.is_empty(),
                "line {} of {page}:\n{found}",
                example.line
            );
        }
    }
}

/// Returns what is wrong with an example. What a wrong example prints is in the next one.
fn mistakes(example: &Example, next: Option<&Example>) -> String {
    let text = example.text.as_str();
    match example.kind.as_str() {
        "game" => compiled(&with_file(text, next)),
        "variant" => laid_over(text),
        "scenario" => scenario(text),
        "wrong" => wrong(text, next.expect("what it prints")),
        "text" | "svg" => String::new(),
        "words" => words(text),
        kind => match games_with(kind, text) {
            Some(games) => games.iter().map(|game| checked(game)).collect(),
            None => format!("nothing checks examples of `{kind}`"),
        },
    }
}

#[test]
fn every_answer_is_a_sound_game_and_is_listed() {
    let pages = pages_in("docs/how-to");
    let (_, list) = pages
        .iter()
        .find(|(page, _)| page.ends_with("/index.md"))
        .expect("the list");
    for (page, text) in pages.iter().filter(|(_, text)| text != list) {
        let name = page.rsplit('/').next().expect("a name");
        for title in text.lines().filter_map(|line| line.strip_prefix("## ")) {
            let anchor = anchor(title);
            assert!(text.contains(&format!("](#{anchor})")), "{page}: {title}");
            assert!(
                list.contains(&format!("]({name}#{anchor})")),
                "{page}: {title}"
            );
        }
        let examples = examples_of(text);
        assert_eq!(examples.len(), text.matches("\n## ").count(), "{page}");
        for Example { kind, text, line } in &examples {
            assert_eq!(kind, "game", "line {line} of {page}");
            let found = compiled(&with_file(text, None));
            assert!(found.is_empty(), "line {line} of {page}:\n{found}");
        }
    }
}

/// Returns the anchor of a heading.
fn anchor(title: &str) -> String {
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || " -".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Reads and checks one text, without the scripts it names; returns what is wrong with it.
fn checked(text: &str) -> String {
    errors(&[("example.game", text)])
}

/// The same of a variant of the frame.
fn laid_over(text: &str) -> String {
    errors(&[("variant.game", text), ("doc.game", FRAME)])
}

fn errors(texts: &[(&str, &str)]) -> String {
    let mut sources = Sources::new();
    for (name, text) in texts {
        sources.add(*name, *text);
    }
    let fuel = Rc::default();
    let (files, found) = linstock_check::read(&sources, &fuel);
    match linstock_check::check(&files, found, (&Choices::default(), &fuel)) {
        Ok(_) => String::new(),
        Err(found) => found.render(&sources, Style::Plain),
    }
}

/// Whole games are examples to follow: not even a warning.
fn compiled(sources: &Sources) -> String {
    let (_, found) = Rules::check(sources, &Choices::default());
    found.render(sources, Style::Plain)
}

fn scenario(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("example.scn", text);
    parse_scenarios(file, text).1.render(&sources, Style::Plain)
}

/// What a wrong example brings is the text that follows it.
fn wrong(text: &str, expected: &Example) -> String {
    let mut sources = Sources::new();
    sources.add("example.game", text);
    let rendered = Rules::check(&sources, &Choices::default())
        .1
        .render(&sources, Style::Plain);
    let same = rendered.trim_end() == expected.text.trim_end();
    if same { String::new() } else { rendered }
}

/// The words that the page lists are those that the grammar reserves.
fn words(text: &str) -> String {
    let grammar = include_str!("../../grammar/game.pest");
    let from = grammar.find("reserved = @{").unwrap();
    let reserved: BTreeSet<&str> = grammar[from..]
        .split('}')
        .next()
        .unwrap()
        .split('"')
        .skip(1)
        .step_by(2)
        .collect();
    let listed: BTreeSet<&str> = text.split_whitespace().collect();
    let differ: Vec<_> = reserved.symmetric_difference(&listed).collect();
    if differ.is_empty() {
        String::new()
    } else {
        format!("{differ:?}")
    }
}

#[test]
fn every_word_of_the_grammar_has_an_example() {
    let shown: BTreeSet<String> = reference()
        .iter()
        .flat_map(|(_, examples)| examples)
        .flat_map(|e| {
            e.text
                .split(|c: char| !c.is_ascii_alphanumeric())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    let grammars = [
        include_str!("../../grammar/game.pest"),
        include_str!("../../grammar/scenario.pest"),
    ];
    let keywords = grammars
        .iter()
        .flat_map(|g| g.lines())
        .filter(|l| l.starts_with("k_"));
    for line in keywords {
        let word = line.split('"').nth(1).unwrap();
        assert!(shown.contains(word), "no example shows `{word}`");
    }
}
