//! The page of a table: its frame. Scripts fill it with what the table sends.

use crate::page_words::{page_word, page_words};
use crate::table::Table;
use linstock_base::Language;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style of the page. It is part of the page, because a browser paints nothing until it has loaded a separate style.
pub(crate) const STYLE: &str = include_str!("../assets/table.css");

/// The style that the designer's page adds.
pub(crate) const STUDIO_STYLE: (&str, &str) = ("studio.css", include_str!("../assets/studio.css"));

/// The scripts of the page, by name.
pub(crate) const SCRIPTS: [(&str, &str); 25] = [
    ("boot.js", include_str!("../assets/boot.js")),
    ("table.js", include_str!("../assets/table.js")),
    ("say.js", include_str!("../assets/say.js")),
    ("ahead.js", include_str!("../assets/ahead.js")),
    ("asked.js", include_str!("../assets/asked.js")),
    ("proposal.js", include_str!("../assets/proposal.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("clock.js", include_str!("../assets/clock.js")),
    ("focus.js", include_str!("../assets/focus.js")),
    ("motion.js", include_str!("../assets/motion.js")),
    ("news.js", include_str!("../assets/news.js")),
    ("past.js", include_str!("../assets/past.js")),
    ("received.js", include_str!("../assets/received.js")),
    ("pinch.js", include_str!("../assets/pinch.js")),
    ("history.js", include_str!("../assets/history.js")),
    ("last-cards.js", include_str!("../assets/last-cards.js")),
    ("keys.js", include_str!("../assets/keys.js")),
    ("picker.js", include_str!("../assets/picker.js")),
    ("press.js", include_str!("../assets/press.js")),
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

/// Writes the page of a table. Its words are in the language of the table, and the texts of the game in the language of the rules.
pub(crate) fn table_page(table: &Table, base: &str) -> String {
    let model = table.session().model();
    let page = table.language();
    let languages = (page, model.sheet.language.name());
    let word = |key| page_word(page, key);
    let text = html! {
        (DOCTYPE)
        html lang=(page.name()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (model.title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
                script type="module" src=(format!("{base}/boot.js")) {}
            }
            body {
                header {
                    h1 lang=(languages.1) { (model.title) }
                    p #status {}
                    p #connection { (word("connecting")) }
                }
                div #news role="status" aria-live="polite" class="unseen" {}
                main {
                    (play(languages, &format!("{base}/t/{}/rules", table.id())))
                    (side(languages))
                }
                dialog #dialog aria-labelledby="dialog-head" {
                    h2 #dialog-head {}
                    div #dialog-text {}
                    div #dialog-buttons {}
                }
                noscript { p { (word("needs-script")) } }
                // Data, not code: browsers do not run it.
                script #words type="application/json" { (PreEscaped(page_words(page))) }
            }
        }
    };
    text.into_string()
}

/// Writes the board with everything by which people play.
fn play((page, language): (Language, &str), rules: &str) -> Markup {
    let word = |key| page_word(page, key);
    html! {
        section #play aria-label=(word("board-and-moves")) {
            div #proposal hidden {}
            p #last lang=(language) hidden {}
            p #question lang=(language) {}
            p #pending hidden {}
            p #past-note hidden {}
            div #board lang=(language) {}
            p #board-keys { (word("board-keys")) }
            div #zoom hidden {
                button type="button" #smaller { (word("smaller")) }
                button type="button" #larger { (word("larger")) }
            }
            div #picker role="group" aria-label=(word("your-move")) lang=(language) {}
            div #past role="group" aria-label=(word("earlier-positions")) hidden {
                button type="button" #past-before aria-label=(word("one-back")) { "◀" }
                input #past-at type="range" min="0" max="0" value="0" aria-label=(word("position-after"));
                button type="button" #past-after aria-label=(word("one-on")) { "▶" }
                button type="button" #past-now hidden { (word("to-game")) }
            }
            form #say {
                label for="text" { (word("type-here")) }
                input #text type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="500";
                button type="submit" { (word("enter")) }
            }
            div #commands role="group" aria-label=(word("commands")) {
                a #rules .button href=(rules) target="_blank" rel="noopener" { (word("rules")) }
                button type="button" data-command="undo" { (word("undo")) }
                button type="button" data-command="redo" { (word("redo")) }
                button type="button" data-command="hint" { (word("hint")) }
                button type="button" data-command="why" aria-pressed="false" { (word("ask-why")) }
                button type="button" data-command="turn" aria-pressed="false" { (word("turn-board")) }
                button type="button" data-command="offer-draw" { (word("offer-draw")) }
                button type="button" data-command="resign" { (word("resign")) }
                button type="button" data-command="leave" { (word("leave")) }
                button type="button" data-command="new-game" { (word("new-game")) }
                label .switch { input #motion type="checkbox"; (word("animate")) }
            }
            div #answer lang=(language) role="region" aria-label=(word("answer")) tabindex="-1" {}
        }
    }
}

/// Writes what stands beside the board.
fn side((page, language): (Language, &str)) -> Markup {
    let word = |key| page_word(page, key);
    html! {
        aside aria-label=(word("course")) {
            section aria-labelledby="seats-head" {
                h2 #seats-head { (word("players")) }
                ul #seats {}
            }
            section #zones lang=(language) aria-label=(word("zones")) {}
            section #last-cards lang=(language) aria-label=(word("last-cards")) hidden {}
            section #notes lang=(language) aria-label=(word("state")) {}
            section aria-labelledby="history-head" {
                h2 #history-head { (word("moves")) }
                ol #history lang=(language) tabindex="0" aria-labelledby="history-head" {}
            }
        }
    }
}
