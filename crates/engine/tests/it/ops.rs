//! The ops that lines of rules compile to.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_engine::ir::program::{Op, Program};
use linstock_play::Rules;
use std::fmt::Write as _;

/// Conditions of a move.
const LINES: &[&str] = &[
    "p in empty",
    "p in next to own and empty",
    "p in 1 diagonal of own",
    "p in enemy and 1 north of own",
    "p in (1 north of own or own) except c3",
    "p in 1.. east of own through empty",
    "p in reached from own over empty",
    "p in own where steps of it < 3",
    "p in empty; when some 2 north of own or count enemy > 3",
    "p in empty; when count own + turns < count enemy",
    "p in empty; when scores of opponent is 1 and not some enemy",
    "p in empty; when owner of c3 is next player after guard",
    "p in man of guard",
];

/// Returns the ops of a move of the first player with these conditions.
fn ops(line: &str) -> String {
    let text = format!(
        "game x \"X\"\nplayers light, dark\nboard 5 x 5\npiece man \"m\"\n\
         remember {{ turns = 0; scores of player = 0; guard = none; steps of piece = 0 }}\n\
         move put \"{{p}}\" {{ {line}; man: box -> p; steps of p = 1; turns = turns + 1; scores of me = 1; guard = me }}\n\
         play {{ repeat each player {{ ask me: put otherwise draw \"full\" }} }}\n"
    );
    let sources = Sources::from([("x.game", text)]);
    match Rules::load(&sources, &Choices::default()) {
        Ok(rules) => {
            let program = rules.decision_points[0].choices[0].program;
            listing(&rules.programs[program as usize])
        }
        Err(found) => found.render(&sources, Style::Plain),
    }
}

/// Lists the ops of a program, each with the register that it writes, and its tables.
fn listing(program: &Program) -> String {
    let (mut text, mut masks, mut numbers) = (String::new(), 0, 0);
    for op in &program.ops {
        let _ = if let Op::Number = op {
            numbers += 1;
            writeln!(
                text,
                "  n{} = {:?}",
                numbers - 1,
                program.numbers[numbers - 1]
            )
        } else {
            masks += 1;
            writeln!(text, "  m{} = {op:?}", masks - 1)
        };
    }
    for (name, table) in [
        ("shifted", format!("{:?}", program.shifted)),
        ("slides", format!("{:?}", program.slides)),
        ("reaches", format!("{:?}", program.reaches)),
        ("value_filters", format!("{:?}", program.value_filters)),
    ] {
        if table != "[]" {
            let _ = writeln!(text, "  {name}: {table}");
        }
    }
    text
}

#[test]
fn lines_of_rules_compile_to_these_ops() {
    let all = LINES.iter().map(|line| format!("{line}\n{}\n", ops(line)));
    insta::assert_snapshot!(all.collect::<String>());
}
