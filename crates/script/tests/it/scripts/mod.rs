//! Scripts: played through the rules, stopped at their limits, and refused before they run.

mod broken;
mod docs;
mod limits;
mod played;
mod points;

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::ir::{ScriptAnswer, ScriptHost, SpelledPosition, WordsView};
use linstock_model::{Model, ScriptId};
use linstock_script::Scripts;

/// The rules of a game that declares functions of `s.rhai`.
fn rules(functions: &str) -> String {
    format!(
        "game small \"Small\"\nplayers red, blue\nboard 4 x 4 {{ red {{ forward north }}; blue {{ forward south }} }}\n\
         piece stone \"s\", wall \"w\"\nremember {{ turns = 0; hits of player = 0 }}\n\
         script \"s.rhai\" {{ {functions} }}\n@SM-1 move lay \"{{there}}\" {{ there in empty; stone: box -> there }}\n\
         play {{ repeat each player {{ ask me: lay otherwise draw }} }}\nclauses {{ SM-1 \"A stone is laid.\" }}\n"
    )
}

/// The texts of that game with its script.
fn sources(functions: &str, script: &str) -> Sources {
    Sources::from([
        ("small.game", rules(functions).as_str()),
        ("s.rhai", script),
    ])
}

fn loaded(functions: &str, script: &str) -> (Model, Scripts) {
    let sources = sources(functions, script);
    let model = linstock_testing::games::model(&sources, &Choices::default());
    let (scripts, found) = Scripts::load(&model, &sources);
    let plain = linstock_base::Style::Plain;
    let scripts = scripts.unwrap_or_else(|| panic!("{}", found.render(&sources, plain)));
    (model, scripts)
}

/// Calls the one function of a script on the bare table.
fn call(functions: &str, script: &str) -> Result<ScriptAnswer, String> {
    let (model, scripts) = loaded(functions, script);
    let table = SpelledPosition::empty(&model);
    let at = WordsView {
        words: &table.words(&model),
        me: table.me,
    };
    scripts.call(ScriptId(0), &[], at, &std::cell::Cell::new(0))
}
