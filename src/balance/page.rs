//! The report as one page of HTML, which needs no network.

use super::examples::ExampleGame;
use super::report::BalanceReport;
use super::sentences::sentences;
use super::wording::percent;
use crate::html_page::HtmlPage;
use crate::rule_sheet::inline;
use linstock_base::{grouped, plural};
use linstock_search::balance::BalanceTally;
use maud::{Markup, html};

/// Writes the whole page.
pub(super) fn page(report: &BalanceReport<'_>) -> String {
    let title = format!("Balance of {}", report.rules.title());
    let body = html! {
        h1 { (title) }
        p {
            (plural(report.all_games(), "game")) " in " (format!("{:.0}", report.time.as_secs_f64())) " s, seed " (report.seed) ". "
            (report.legend().join(" "))
        }
        (shares(report)) "\n"
        @for sentence in sentences(report) {
            h2 { (sentence.topic) }
            p { (inline(&sentence.text)) }
            @if let Some(example) = sentence.example { (self::example(example)) "\n" }
        }
    };
    HtmlPage::of_report(&title, body).text()
}

/// The shares of the seats under each strength: one column for each, which fits a narrow page.
fn shares(report: &BalanceReport<'_>) -> Markup {
    let tallies = [&report.random, &report.weak, &report.strong];
    let no_winner = match report.rules.players().len() {
        2 => "draws",
        _ => "no sole winner",
    };
    html! {
        table {
            tr { th { "players" } th { "random" } th { "weak" } th { "strong" } }
            tr { th { "games" } @for tally in tallies { td { (grouped(tally.games())) } } }
            @for seat in 0..report.rules.players().len() {
                tr {
                    th { (report.player(seat)) }
                    @for tally in tallies { td { (share(tally, seat)) } }
                }
            }
            tr { th { (no_winner) } @for tally in tallies { td { @if tally.draws.count > 0 { (percent(tally.draws.share())) } } } }
            tr { th { "moves (median)" } @for tally in tallies { td { @if tally.games() > 0 { (tally.choices.at(0.5)) } } } }
        }
    }
}

/// Writes the share of the points of a seat.
fn share(tally: &BalanceTally, seat: usize) -> String {
    let sample = tally.seats.get(seat).filter(|sample| sample.count > 0);
    sample.map_or_else(String::new, |sample| percent(sample.share()))
}

fn example(example: &ExampleGame) -> Markup {
    html! {
        details {
            summary { (example.title()) }
            pre { (example.moves.join("\n")) }
        }
    }
}
