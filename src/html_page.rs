//! The frame of HTML pages. Those that commands write need no network: the style is inside.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of rule sheets and reports.
pub(super) const STYLE: &str = include_str!("rule_sheet/page.css");

/// A whole page.
pub(super) struct HtmlPage<'p> {
    pub(super) title: &'p str,
    /// The code of the language, such as `en`.
    pub(super) language: &'p str,
    pub(super) style: &'static str,
    /// The address of the style; without one, it is inside the page.
    pub(super) style_at: Option<&'p str>,
    /// The class of its body, if it has one.
    pub(super) class: Option<&'p str>,
    pub(super) body: Markup,
}

impl<'p> HtmlPage<'p> {
    /// Makes the page of a report.
    pub(super) fn of_report(title: &'p str, body: Markup) -> Self {
        Self {
            title,
            language: "en",
            style: STYLE,
            style_at: None,
            class: None,
            body,
        }
    }

    /// Writes the page.
    pub(super) fn text(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang=(self.language) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) }
                    @match self.style_at {
                        Some(address) => {
                            link rel="icon" href="data:,";
                            link rel="stylesheet" href=(address);
                        }
                        None => { style { (PreEscaped(self.style)) } }
                    }
                }
                body class=[self.class] { (self.body) }
            }
        };
        format!("{}\n", page.into_string())
    }
}
