//! The report as one page of HTML, which needs no network.

use super::report::{BalanceReport, ExampleGame};
use super::sentences::sentences;
use crate::html_page::HtmlPage;
use linstock_search::balance::{BalanceTally, Interval};
use maud::{Markup, html};

/// Writes the whole page.
pub(super) fn page(report: &BalanceReport<'_>) -> String {
    let title = format!("Balance of {}", report.rules.title());
    let body = html! {
        h1 { (title) }
        p {
            "Seed " (report.seed) ". Strong players: " (report.plan.named(report.plan.iterations))
            "; weak players: " (report.plan.named(report.plan.weak_iterations())) "."
        }
        (shares(report)) "\n"
        @for sentence in sentences(report) {
            h2 { (sentence.topic) }
            p { (sentence.text) }
            @if let Some(example) = sentence.example { (self::example(example)) "\n" }
        }
    };
    HtmlPage::of_report(&title, body).text()
}

/// The shares of the seats under each strength.
fn shares(report: &BalanceReport<'_>) -> Markup {
    let kinds = [
        ("random", &report.random),
        ("weak", &report.weak),
        ("strong", &report.strong),
    ];
    html! {
        table {
            tr {
                th { "players" } th { "games" }
                @for seat in 0..report.rules.players().len() { th { (report.player(seat)) } }
                th { "no sole winner" } th { "median length" }
            }
            @for (name, tally) in kinds { (row(name, tally)) }
        }
    }
}

fn row(name: &str, tally: &BalanceTally) -> Markup {
    let percent = |interval: Interval| {
        format!(
            "{:.1} % ({:.1} to {:.1})",
            interval.mean * 100.0,
            interval.low * 100.0,
            interval.high * 100.0
        )
    };
    html! {
        tr {
            td { (name) } td { (tally.games()) }
            @for sample in &tally.seats { td { (percent(sample.share())) } }
            td { (percent(tally.draws.share())) } td { (tally.length_at(0.5)) }
        }
    }
}

fn example(example: &ExampleGame) -> Markup {
    html! {
        details {
            summary { "Game " (example.number) " (" (example.kind) ", " (example.moves.len()) " moves)" }
            pre { (example.moves.join("\n")) }
        }
    }
}
