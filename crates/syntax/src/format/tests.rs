//! What formatting changes, and what it does not.

use super::{formatted, outline};
use crate::token::Dialect;
use linstock_base::{FileId, Sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn id() -> FileId {
    let sources = Sources::from([("x", "")]);
    sources.iter().next().expect("one file").0
}

fn fmt(text: &str) -> String {
    formatted(id(), text, Dialect::Game).unwrap_or_else(|found| panic!("{found:?}\n{text}"))
}

struct Shipped {
    path: PathBuf,
    text: String,
    /// The kind of the text.
    dialect: Dialect,
}

/// Returns all texts that ship or are examples.
fn shipped() -> Vec<Shipped> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut open = vec![
        root.join("rulesets"),
        root.join("examples"),
        root.join("tests/it/fixtures/good"),
    ];
    let mut texts = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let ends = |ending: &str| path.extension().is_some_and(|e| e == ending);
            if path.is_dir() {
                open.push(path);
            } else if ends("game") || ends("scn") {
                let text = fs::read_to_string(&path).expect("a text");
                let dialect = if ends("scn") {
                    Dialect::Scenario
                } else {
                    Dialect::Game
                };
                texts.push(Shipped {
                    path: path.clone(),
                    text,
                    dialect,
                });
            }
        }
    }
    assert!(texts.len() > 50);
    texts
}

#[test]
fn shipped_texts_are_formatted_as_they_are() {
    for Shipped {
        path,
        text,
        dialect,
    } in shipped()
    {
        let written = formatted(id(), &text, dialect).expect("it can be read");
        assert!(
            written == text,
            "`linstock fmt {}` changes it",
            path.display()
        );
    }
}

/// A pseudo-random generator with a fixed seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("31 bits") % most
    }
}

/// Changes blanks and indentation at random; if the result can be parsed, formatting must not change its meaning.
fn spoilt(text: &str, dialect: Dialect, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut line = line.to_owned();
        match numbers.below(8) {
            0 => line = format!(" {}", line.trim_start()),
            1 => line.insert_str(0, "   "),
            2 if dialect == Dialect::Scenario => line.push_str("  \t"),
            3 => line = line.replace(" = ", "=").replace(", ", ","),
            4 => {
                line = line
                    .replace("( ", "(")
                    .replace('(', "( ")
                    .replace("  ", " ");
            }
            5 => {
                let odd = ["\r", "\t", "\u{c}", "\u{feff}", "\u{a0}", "; ", ";"];
                let blank = odd[numbers.below(odd.len())];
                line = match numbers.below(3) {
                    0 => format!("{blank}{line}"),
                    1 => format!("{line}{blank}"),
                    _ => line.replacen(' ', blank, 1),
                };
            }
            _ => {}
        }
        lines.push(line);
        for _ in 0..numbers.below(4) / 2 {
            lines.push(String::new());
        }
    }
    lines.join(["\r\n", "\r\r\n", "\n", "\n", "\n"][numbers.below(5)])
}

#[test]
fn twice_is_once_and_nothing_says_anything_else() {
    let mut numbers = Numbers(7);
    let (mut read, mut all) = (0, 0);
    for Shipped {
        path,
        text,
        dialect,
    } in shipped()
    {
        for _ in 0..2 {
            if numbers.below(4) != 0 && std::env::var_os("LINSTOCK_THOROUGH").is_none() {
                continue;
            }
            all += 1;
            let text = spoilt(&text, dialect, &mut numbers);
            let Ok(once) = formatted(id(), &text, dialect) else {
                continue;
            };
            read += 1;
            assert_eq!(
                outline::of(id(), &once, dialect),
                outline::of(id(), &text, dialect)
            );
            let twice = formatted(id(), &once, dialect).expect("it can still be read");
            assert_eq!(twice, once, "{}", path.display());
        }
    }
    assert!(read * 3 > all, "{read} of {all} could be read");
}

#[test]
fn lines_of_a_picture_may_end_in_any_way() {
    let text = "game x \"X\"\nplayers a, b\nboard 2 x 1\npiece s \"s\"\ndrawing start {\n  A = a s\n  \"\"\"\n  1 A .\n    a b\n  \"\"\"\n}\n";
    for end in ["\r\n", "\r\r\n", "\r\r\r\n"] {
        assert_eq!(fmt(&text.replace('\n', end)), text, "{end:?}");
    }
}

#[test]
fn an_outline_tells_texts_apart_that_say_different_things() {
    let of = |text: &str| outline::of(id(), text, Dialect::Game);
    assert_eq!(of("fact a = near(b)+1"), of("fact  a =  near( b )\n + 1"));
    assert_ne!(of("fact a = near(b)"), of("fact a = near (b)"));
    assert_ne!(of("fact a = b and c"), of("fact a = b or c"));
    assert_ne!(of("note \"a b\""), of("note \"a  b\""));
}

#[test]
fn a_text_that_cannot_be_read_is_not_written() {
    let found =
        formatted(id(), "game x \"X\"\nplayers a b\n", Dialect::Game).expect_err("a mistake");
    assert_eq!(found.errors(), 1);
    let found = formatted(
        id(),
        "for x\nscenario \"s\"\nexpet over\n",
        Dialect::Scenario,
    )
    .expect_err("a mistake");
    assert_eq!(found.errors(), 1);
}

#[test]
fn indentation_blanks_and_empty_lines_are_put_right() {
    let text = "\n\ngame   x \"X\"\nplayers a,b\r\n\n\n\nboard 3x3{\n region r={ a1,b1 } # two\n# alone\n}\npiece p  \nto go( x ){\nif x>1{ x->b1 }\nelse {\n\t\tb1->x\n}\n}\nfact a=count own+1>2*3\n   or 4>5";
    let text = text.replace("3x3{", "3 x 3{");
    insta::assert_snapshot!(fmt(&text), @r#"
    game   x "X"
    players a, b

    board 3 x 3 {
      region r = {a1, b1} # two
      # alone
    }
    piece p
    to go(x) {
      if x > 1 { x -> b1 }
      else {
        b1 -> x
      }
    }
    fact a = count own + 1 > 2 * 3
       or 4 > 5
    "#);
}

#[test]
fn columns_pictures_and_raw_values_stay() {
    let text = r#"game x "X"
options {
  risk    fraction in 0..1 = 1/12   "how likely"
  @A12    other  yes | no           "said"
          third  yes | no           "lined up under the second"
}
drawing d {
  + = a p
  """
     2 + .
     1 . +
  """
}
fact f = (
    a
    and b
)
"#;
    assert_eq!(fmt(text), text);
    let scenario = "for x\n\nscenario \"s\"\nset risk 1/12\nmoves are a1-b1 a2-b2   # all\n  c1*d1\nplay a1-b1; c1+d1\n";
    assert_eq!(
        formatted(id(), scenario, Dialect::Scenario).ok().as_deref(),
        Some(scenario)
    );
}

#[test]
fn every_line_ends_as_on_unix() {
    let game = "game x \"X\"\nplayers a, b\nboard 2 x 2\npiece p \"p\"\n\
        drawing start {\n  P = a p\n  \"\"\"\n  P .\n  . .\n  \"\"\"\n}\n";
    assert_eq!(fmt(&game.replace('\n', "\r\n")), game);
    let scenarios = "for x\n\nscenario \"s\"\ngiven a to move \"\"\"\n  P .\n\"\"\"\nplay b2\n";
    let windows = scenarios.replace('\n', "\r\n");
    let written = formatted(id(), &windows, Dialect::Scenario).expect("no mistakes");
    assert_eq!(written, scenarios);
}

/// Regression: counting each column from the start of the line took seconds for a line of 95 000 tokens.
#[test]
fn a_long_line_is_gone_through_once() {
    let text = format!(
        "{}play {{ {} }}\n",
        "game x \"X\"\nplayers a, b\n",
        ";".repeat(800_000)
    );
    let begun = Instant::now();
    fmt(&text);
    assert!(begun.elapsed().as_secs() < 120, "{:?}", begun.elapsed());
}

/// The time grows with the length of a line, not with its square.
#[test]
fn a_long_line_of_statements_is_formatted_soon() {
    let text = format!("game x \"X\"\n{}\n", "; ".repeat(500_000));
    let begun = Instant::now();
    assert!(fmt(&text).starts_with("game x \"X\"\n;"));
    assert!(begun.elapsed().as_secs() < 300, "{:?}", begun.elapsed());
}
