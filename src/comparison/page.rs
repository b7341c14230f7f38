//! A comparison as one page of HTML. It needs no network: styles and plots are inside.

use super::dispute;
use super::plots::{self, LEFT, RIGHT};
use super::report::{ComparisonReport, cells, small};
use super::side::Side;
use crate::html_page::HtmlPage;
use linstock_study::comparison::{Measure, MeasuredFigure, Topic};
use maud::{Markup, PreEscaped, html};
use plotters::style::RGBColor;

/// Writes the whole page.
///
/// # Errors
/// If a plot cannot be drawn.
pub(super) fn page(report: &ComparisonReport<'_>) -> Result<String, String> {
    let sides = report.sides;
    let [left, right] = sides;
    let title = format!("{} and {}", left.name, right.name);
    let figures = [
        (
            "How long games are",
            plots::lengths(sides)?,
            legend(sides, false),
        ),
        (
            "Who has won by then",
            plots::wins(sides)?,
            legend(sides, true),
        ),
        (
            "Among how many moves a player chooses",
            plots::branching(sides)?,
            legend(sides, false),
        ),
    ];
    let body = html! {
        h1 { (title) }
        p {
            (left.sample.games) " and " (right.sample.games) " games " (report.who_chooses) ", seed " (report.seed) ". "
            (report.verdict().trim())
            " The tables have 95 % intervals in brackets."
        }
        @for topic in Topic::ALL { (self::topic(report, topic)) "\n" }
        @for (heading, plot, legend) in figures {
            h2 { (heading) }
            (PreEscaped(plot))
            (legend) "\n"
        }
        @if !report.dispute().is_empty() {
            h2 { "Where the rules disagree" }
            pre tabindex="0" { (report.dispute()) }
        }
        @if let Some(found) = report.found {
            h3 { "As scenarios" }
            pre tabindex="0" { (dispute::scenarios(sides, found)) }
        }
    };
    Ok(HtmlPage::of_report(&title, body).text())
}

fn topic(report: &ComparisonReport<'_>, topic: Topic) -> Markup {
    let rows: Vec<&Measure> = report
        .measures
        .iter()
        .filter(|m| m.topic == topic)
        .collect();
    let [left, right] = report.sides;
    html! {
        @if !rows.is_empty() {
            table {
                tr {
                    th { (topic.name()) }
                    th.name { (with_breaks(&left.name)) }
                    th.name { (with_breaks(&right.name)) }
                    th { "beyond chance" }
                }
                @for row in rows {
                    tr {
                        td { (row.name) }
                        @for side in [row.left, row.right] { td { (with_interval(side)) } }
                        td {
                            @if row.is_beyond_chance() {
                                b { "yes" } ", p " (row.chance.map_or(String::new(), small))
                            }
                        }
                    }
                }
            }
            @if !report.note(topic).is_empty() { p { (report.note(topic).trim()) } }
        }
    }
}

/// Writes a name such as `hex+swap=no`, which may be broken between its parts.
fn with_breaks(name: &str) -> Markup {
    html! {
        @for part in name.split_inclusive(['+', '=', '/']) { (part) wbr; }
    }
}

/// Writes a figure with its interval.
fn with_interval(figure: Option<MeasuredFigure>) -> String {
    match cells(figure) {
        [value, interval] if matches!(&*interval, "" | "–") => value,
        [value, interval] => format!("{value} ({interval})"),
    }
}

/// Writes which line belongs to whom.
fn legend(sides: &[Side; 2], by_player: bool) -> Markup {
    let both = sides.iter().zip([LEFT, RIGHT]);
    let lines: Vec<(RGBColor, String)> = both
        .flat_map(|(side, colours)| {
            let players = side.loaded.rules.players().iter();
            let named = players.zip(colours);
            let named: Vec<_> = match by_player {
                true => named
                    .map(|(player, colour)| (colour, format!("{}, {player}", side.name)))
                    .collect(),
                false => vec![(colours[0], side.name.clone())],
            };
            named
        })
        .collect();
    html! {
        ul class="lines" {
            @for (RGBColor(red, green, blue), name) in lines {
                li {
                    b style=(format!("color: #{red:02x}{green:02x}{blue:02x}")) { "▬ " }
                    (name)
                }
            }
        }
    }
}
