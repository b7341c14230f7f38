//! The page of a table: its frame. Scripts fill it with what the table sends.

use crate::table::Table;
use linstock_base::Language;
use maud::{DOCTYPE, Markup, html};

/// The styles of the page, by name.
pub(crate) const STYLES: [(&str, &str); 2] = [
    ("table.css", include_str!("../assets/table.css")),
    ("studio.css", include_str!("../assets/studio.css")),
];

/// The scripts of the page, by name.
pub(crate) const SCRIPTS: [(&str, &str); 16] = [
    ("boot.js", include_str!("../assets/boot.js")),
    ("table.js", include_str!("../assets/table.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("clock.js", include_str!("../assets/clock.js")),
    ("focus.js", include_str!("../assets/focus.js")),
    ("motion.js", include_str!("../assets/motion.js")),
    ("past.js", include_str!("../assets/past.js")),
    ("pinch.js", include_str!("../assets/pinch.js")),
    ("keys.js", include_str!("../assets/keys.js")),
    ("picker.js", include_str!("../assets/picker.js")),
    ("panels.js", include_str!("../assets/panels.js")),
    ("studio.js", include_str!("../assets/studio.js")),
    (
        "studio-editor.js",
        include_str!("../assets/studio-editor.js"),
    ),
    (
        "studio-language.js",
        include_str!("../assets/studio-language.js"),
    ),
    (
        "studio-reports.js",
        include_str!("../assets/studio-reports.js"),
    ),
    (
        "codemirror.js",
        include_str!("../assets/vendor/codemirror.js"),
    ),
];

/// Writes the page of a table.
pub(crate) fn table_page(table: &Table, base: &str) -> String {
    let model = table.session().model();
    let language = match model.sheet.language {
        Language::English => "en",
        Language::German => "de",
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (model.title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(format!("{base}/table.css"));
                script type="module" src=(format!("{base}/boot.js")) {}
            }
            body {
                header {
                    h1 lang=(language) { (model.title) }
                    p #status lang=(language) {}
                    p #connection { "Connecting …" }
                }
                div #news role="status" aria-live="polite" class="unseen" {}
                main {
                    (play(language, &format!("{base}/t/{}/rules", table.id())))
                    (side(language))
                }
                dialog #dialog aria-labelledby="dialog-head" {
                    h2 #dialog-head {}
                    div #dialog-text {}
                    div #dialog-buttons {}
                }
                noscript { p { "This page needs JavaScript." } }
            }
        }
    };
    page.into_string()
}

/// Writes the board with everything by which people play.
fn play(language: &str, rules: &str) -> Markup {
    html! {
        section #play aria-label="Board and moves" {
            div #proposal hidden {}
            p #question lang=(language) {}
            p #past-note hidden {}
            div #board lang=(language) {}
            div #zoom hidden {
                button type="button" #smaller { "Smaller" }
                button type="button" #larger { "Larger" }
            }
            div #picker role="group" aria-label="Your move" lang=(language) {}
            div #past role="group" aria-label="Earlier positions" hidden {
                button type="button" #past-before aria-label="One move back" { "◀" }
                input #past-at type="range" min="0" max="0" value="0" aria-label="Position after move";
                button type="button" #past-after aria-label="One move on" { "▶" }
                button type="button" #past-now hidden { "Back to the game" }
            }
            form #say {
                label for="text" { "Move, word or command" }
                input #text type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="500";
                button type="submit" { "Enter" }
            }
            div #commands role="group" aria-label="Commands" {
                a #rules .button href=(rules) target="_blank" rel="noopener" { "Rules" }
                button type="button" data-command="undo" { "Undo" }
                button type="button" data-command="redo" { "Redo" }
                button type="button" data-command="hint" { "Hint" }
                button type="button" data-command="why" aria-pressed="false" { "Why not?" }
                button type="button" data-command="offer-draw" { "Offer a draw" }
                button type="button" data-command="resign" { "Resign" }
                button type="button" data-command="leave" { "Leave" }
                button type="button" data-command="new-game" { "New game" }
                label .switch { input #motion type="checkbox"; "Moving pieces" }
            }
            div #answer lang=(language) role="region" aria-label="Answer" tabindex="-1" {}
        }
    }
}

/// Writes what stands beside the board.
fn side(language: &str) -> Markup {
    html! {
        aside aria-label="Players and course of the game" {
            section aria-labelledby="seats-head" {
                h2 #seats-head { "Players" }
                ul #seats {}
            }
            section #zones lang=(language) aria-label="Cards and pieces beside the board" {}
            section #notes lang=(language) aria-label="State of the game" {}
            section aria-labelledby="history-head" {
                h2 #history-head { "Moves" }
                ol #history lang=(language) tabindex="0" aria-labelledby="history-head" {}
            }
        }
    }
}
