//! The coverage report as one page of HTML: the text of the rules, coloured by what the scenarios decide. It needs no network.

use crate::html_page::HtmlPage;
use linstock_base::{FileId, Source, Sources, Span, is_quote, plural};
use linstock_play::decisions::DecidedPlace;
use linstock_play::reference::Decided;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The style sheet of the page.
const STYLE: &str = include_str!("coverage.css");

/// The most characters of a place that the list of gaps quotes.
const QUOTED: usize = 60;

/// The coverage of one ruleset.
#[derive(Debug)]
pub(super) struct CoveredRuleset {
    /// Its name in messages.
    pub(super) name: String,
    /// Its texts.
    pub(super) sources: Sources,
    /// The decisions at each place.
    pub(super) places: Vec<(Span, DecidedPlace)>,
    /// In how many scenarios each clause decided something.
    pub(super) clauses: BTreeMap<String, usize>,
}

/// The colour of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shade {
    /// Every possible outcome has occurred here.
    Both,
    /// A condition that never failed.
    Held,
    /// A condition that never held.
    Failed,
    /// Nothing was decided or done here.
    Never,
}

impl Shade {
    fn of(place: DecidedPlace) -> Self {
        match place {
            DecidedPlace::Statement(0) => Self::Never,
            DecidedPlace::Statement(_) => Self::Both,
            DecidedPlace::Condition(Decided { held, failed }) => match (held > 0, failed > 0) {
                (true, true) => Self::Both,
                (true, false) => Self::Held,
                (false, true) => Self::Failed,
                (false, false) => Self::Never,
            },
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Held => "held",
            Self::Failed => "failed",
            Self::Never => "never",
        }
    }
}

/// A part of a text with its colour.
#[derive(Clone, Debug)]
struct ShadedPart {
    range: std::ops::Range<usize>,
    shade: Shade,
    /// The tooltip.
    told: String,
}

/// Writes the whole page.
pub(super) fn page(rulesets: &[CoveredRuleset]) -> String {
    let body = html! {
        h1 { "Coverage" }
        (legend())
        @for ruleset in rulesets { (self::ruleset(ruleset)) }
    };
    let page = HtmlPage {
        style: STYLE,
        ..HtmlPage::of_report("Coverage", body)
    };
    page.text()
}

fn legend() -> Markup {
    html! {
        p { "What the scenarios decide. Point at a coloured part to see how often." }
        ul {
            li { span.both { "both" } ": the condition held and failed; the statement was carried out; the clause decided something" }
            li { span.held { "held" } ": the condition was asked, and never failed" }
            li { span.failed { "failed" } ": the condition was asked, and never held" }
            li { span.never { "never" } ": no scenario comes here" }
        }
        p { "`play` and `refuse` count the conditions of that move; `moves are` and `moves count` those of all that could be chosen. Scripts count while these are worked out, and when play goes on after a move." }
    }
}

fn ruleset(ruleset: &CoveredRuleset) -> Markup {
    html! {
        h2 { (ruleset.name) }
        (sums(ruleset))
        @for (file, source) in ruleset.sources.iter() {
            @let parts = parts_of(ruleset, (file, source));
            @if !parts.is_empty() { (text((&ruleset.name, source), &parts)) "\n" }
        }
    }
}

/// Counts the conditions, statements and clauses.
fn sums(ruleset: &CoveredRuleset) -> Markup {
    let shades = |condition: bool| {
        let places = ruleset.places.iter().map(|(_, place)| *place);
        let meant = places
            .filter(move |place| matches!(place, DecidedPlace::Condition(_)) == condition)
            .map(Shade::of);
        meant.collect::<Vec<_>>()
    };
    let clauses = ruleset.clauses.values().map(|hits| match hits {
        0 => Shade::Never,
        _ => Shade::Both,
    });
    let rows = [
        ("conditions", shades(true)),
        ("statements", shades(false)),
        ("clauses", clauses.collect()),
    ];
    let count = |shades: &[Shade], wanted| shades.iter().filter(|shade| **shade == wanted).count();
    html! {
        table {
            thead { tr { th {} th { "all" } th { "both" } th { "held" } th { "failed" } th { "never" } } }
            tbody {
                @for (what, shades) in &rows {
                    tr {
                        th { (what) }
                        td.number { (shades.len()) }
                        @for wanted in [Shade::Both, Shade::Held, Shade::Failed, Shade::Never] {
                            td.number { (count(shades, wanted)) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the coloured parts of a text, the longest first: inner parts are drawn over outer ones.
fn parts_of(ruleset: &CoveredRuleset, (file, source): (FileId, &Source)) -> Vec<ShadedPart> {
    let here = ruleset.places.iter().filter(|(span, _)| span.file == file);
    let mut parts: Vec<_> = here
        .map(|(span, place)| ShadedPart {
            range: span.range(),
            shade: Shade::of(*place),
            told: tooltip(*place),
        })
        .collect();
    parts.extend(clauses_in(&source.text, &ruleset.clauses));
    parts.retain(|part| !part.range.is_empty() && source.text.get(part.range.clone()).is_some());
    parts.sort_by_key(|part| std::cmp::Reverse(part.range.len()));
    parts
}

fn tooltip(place: DecidedPlace) -> String {
    match place {
        DecidedPlace::Condition(Decided { held: 0, failed: 0 }) => "never asked".to_owned(),
        DecidedPlace::Condition(Decided { held, failed }) => {
            format!("held {held} times, failed {failed} times")
        }
        DecidedPlace::Statement(0) => "never carried out".to_owned(),
        DecidedPlace::Statement(times) => format!("carried out {times} times"),
    }
}

/// Finds the clauses in a text: `@CA-12`, and entries of the rule sheet at the start of lines.
fn clauses_in(text: &str, clauses: &BTreeMap<String, usize>) -> Vec<ShadedPart> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let mut at = 0;
        while let Some(length) = line[at..].find(|c| !is_word(c)).or(Some(line.len() - at)) {
            let word = &line[at..at + length];
            let opens = line[..at].trim().is_empty() || line[..at].ends_with('@');
            if let (true, Some(scenarios)) = (opens, clauses.get(word)) {
                let begin = line_start + at;
                found.push(ShadedPart {
                    range: begin..begin + length,
                    shade: if *scenarios == 0 {
                        Shade::Never
                    } else {
                        Shade::Both
                    },
                    told: format!("decided something in {scenarios} scenarios"),
                });
            }
            at += length;
            match line[at..].chars().next() {
                Some(c) => at += c.len_utf8(),
                None => break,
            }
        }
        line_start += line.len();
    }
    found
}

/// Writes a text with its gaps.
fn text((name, source): (&str, &Source), parts: &[ShadedPart]) -> Markup {
    let owners = owners(source, parts);
    let gaps: Vec<_> = parts
        .iter()
        .filter(|part| part.shade != Shade::Both)
        .collect();
    let anchor = |line: usize| format!("{name}-{}-{line}", source.path);
    let mut start = 0;
    let lines = source.text.split_inclusive('\n').map(|line| {
        let range = start..start + line.trim_end_matches('\n').len();
        start += line.len();
        range
    });
    html! {
        h3 { code { (source.path) } }
        @if !gaps.is_empty() {
            details {
                summary { (plural(gaps.len(), "gap")) }
                ul.gaps { @for gap in in_order(&gaps) { (self::gap(&source.text, gap, &anchor)) } }
            }
        }
        // A long line scrolls, also by keyboard.
        pre tabindex="0" {
            @for (number, range) in lines.enumerate() {
                span.line id=(anchor(number + 1)) {
                    span.number { (number + 1) }
                    @for (owner, piece) in pieces(range, &owners) {
                        @match owner.and_then(|at| parts.get(at)) {
                            Some(part) => { span class=(part.shade.class()) title=(part.told) { (&source.text[piece]) } }
                            None => { (&source.text[piece]) }
                        }
                    }
                }
            }
        }
    }
}

fn in_order<'p>(gaps: &[&'p ShadedPart]) -> Vec<&'p ShadedPart> {
    let mut gaps = gaps.to_vec();
    gaps.sort_by_key(|gap| (gap.range.start, gap.range.end));
    gaps
}

fn gap(text: &str, gap: &ShadedPart, anchor: &impl Fn(usize) -> String) -> Markup {
    let line = text[..gap.range.start].matches('\n').count() + 1;
    let first = text[gap.range.clone()].lines().next().unwrap_or_default();
    let quoted: String = first.chars().take(QUOTED).collect();
    html! {
        li {
            a href=(format!("#{}", anchor(line))) { "line " (line) } ": "
            code { (quoted) } " " (gap.told)
        }
    }
}

/// Returns, for each byte of a text, the part that colours it; comments have no colour.
fn owners(source: &Source, parts: &[ShadedPart]) -> Vec<Option<usize>> {
    let text = &source.text;
    let sign = match source.path.ends_with(".rhai") {
        true => "//",
        false => "#",
    };
    let mut owners = vec![None; text.len()];
    for (at, part) in parts.iter().enumerate() {
        owners[part.range.clone()].fill(Some(at));
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(at) = comment(line, sign) {
            owners[start + at..start + line.len()].fill(None);
        }
        start += line.len();
    }
    owners
}

/// Returns where the comment of a line begins; `sign` opens comments.
fn comment(line: &str, sign: &str) -> Option<usize> {
    let mut quoted = false;
    line.char_indices()
        .find(|(at, c)| {
            quoted ^= *c == '"' && is_quote(line, *at);
            !quoted && line[*at..].starts_with(sign)
        })
        .map(|(at, _)| at)
}

/// Splits a line into pieces of one colour.
fn pieces(
    line: std::ops::Range<usize>,
    owners: &[Option<usize>],
) -> Vec<(Option<usize>, std::ops::Range<usize>)> {
    let mut pieces: Vec<(Option<usize>, std::ops::Range<usize>)> = Vec::new();
    for at in line {
        match pieces.last_mut() {
            Some((owner, range)) if *owner == owners[at] => range.end = at + 1,
            _ => pieces.push((owners[at], at..at + 1)),
        }
    }
    pieces
}
