//! Diagnostics for editors: a quick check after each change, and a thorough one when a text is opened or saved.

use crate::lsp::places::{Places, uri_of};
use crate::lsp::quick_fixes;
use crate::lsp::ruleset::{TextKind, folder_of, kind_of, rules_of};
use crate::open_texts::OpenTexts;
use crate::reading_scope::ReadingScope;
use crate::ruleset_finder::game_beside;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, Severity, Sources, Span};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::scenario::{FileReport, ScenarioRunner};
use linstock_study::{ambiguous_texts, fault_in_play};
use linstock_syntax::parse_scenarios;
use lsp_types::{
    Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, Range,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The diagnostics to show, by file. A file without mistakes has an entry, too.
pub(super) type FileFindings = BTreeMap<PathBuf, Vec<Shown>>;

/// The findings of a thorough check.
#[derive(Clone, Debug, Default)]
pub(super) struct ThoroughFindings {
    pub(super) shown: FileFindings,
    /// How many scenarios hit each clause; `None` if they could not be run.
    pub(super) hits: Option<BTreeMap<String, usize>>,
}

/// Checks the text at a path with its ruleset, without compiling and without random play; also returns the ruleset's root. It
/// does not find which change in a variant causes a mistake in its game.
pub(super) fn quick(path: &Path, open: &Arc<OpenTexts>) -> (PathBuf, FileFindings) {
    let mut root = path.to_owned();
    let mut shown = FileFindings::new();
    match kind_of(path) {
        TextKind::Scenarios => {
            let text = open.get(path).unwrap_or_default();
            let sources = Sources::from([(path.to_string_lossy().into_owned(), text)]);
            let file = sources.iter().next().map(|(id, _)| id).unwrap_or_default();
            let (_, found) = parse_scenarios(file, text);
            show(&found, &sources, &mut shown);
        }
        TextKind::Rules | TextKind::Script => {
            let sources = rules_of(path, open);
            if let Some((_, first)) = sources.iter().next() {
                root = PathBuf::from(&first.path);
                let found = Rules::look_over_quickly(&sources, &Choices::default());
                show(&found, &sources, &mut shown);
            }
        }
    }
    (root, shown)
}

/// Returns whether a variant may cause what the quick check found: another text has a mistake.
pub(super) fn may_have_causes(path: &Path, open: &OpenTexts, found: &FileFindings) -> bool {
    let mut others = found.iter().filter(|(other, _)| other.as_path() != path);
    others.any(|(_, shown)| !shown.is_empty())
        && open
            .get(path)
            .and_then(crate::header::header)
            .is_some_and(|head| head.keyword == "variant")
}

/// Repeats the quick check of a variant, and finds the changes that cause its mistakes.
pub(super) fn with_causes(path: &Path, open: &Arc<OpenTexts>) -> ThoroughFindings {
    let mut findings = ThoroughFindings::default();
    let sources = rules_of(path, open);
    let found = Rules::look_over(&sources, &Choices::default());
    show(&found, &sources, &mut findings.shown);
    findings
}

/// Checks a ruleset and its variants as `linstock check` does, and runs its scenarios.
pub(super) fn thorough(path: &Path, open: &Arc<OpenTexts>) -> ThoroughFindings {
    let mut findings = ThoroughFindings::default();
    let sources = game_of(path, open);
    if sources.iter().next().is_none() {
        return findings;
    }
    let fuel = Rc::new(CheckFuel::default());
    let Some(rules) = played((&sources, &Choices::default()), &fuel, &mut findings.shown) else {
        return findings;
    };
    let shared: Diagnostics = ambiguous_texts::find_shared(&rules, &fuel)
        .into_iter()
        .collect();
    show(&shared, &sources, &mut findings.shown);
    for variant in variants_of(&sources) {
        let choices = Choices {
            variants: vec![variant],
            ..Choices::default()
        };
        played((&sources, &choices), &fuel, &mut findings.shown);
    }
    run_scenarios(path, (sources, open), &mut findings);
    findings
}

/// Checks rules and plays random games; returns the rules if nothing is wrong.
fn played(
    (sources, choices): (&Sources, &Choices),
    fuel: &Rc<CheckFuel>,
    shown: &mut FileFindings,
) -> Option<Rules> {
    let (rules, found) = Rules::check_within(sources, choices, fuel);
    show(&found, sources, shown);
    let rules = rules?;
    match fault_in_play::find(&rules, (sources, choices), fuel) {
        None => Some(rules),
        Some(fault) => {
            show(&fault, sources, shown);
            None
        }
    }
}

/// Returns the texts of the game that a text belongs to: a variant beside its game belongs to that game.
fn game_of(path: &Path, open: &Arc<OpenTexts>) -> Sources {
    let scope = ReadingScope::WithOpen(Arc::clone(open));
    let beside = game_beside(&path.to_string_lossy(), &scope);
    rules_of(beside.as_deref().map_or(path, Path::new), open)
}

/// Names the variants among the texts of a game; empty if the root is a variant itself.
fn variants_of(sources: &Sources) -> Vec<String> {
    let heads = sources
        .iter()
        .filter_map(|(_, source)| crate::header::header(&source.text));
    let mut heads = heads.peekable();
    if heads.peek().is_none_or(|root| root.keyword != "game") {
        return Vec::new();
    }
    heads
        .filter(|head| head.keyword == "variant")
        .map(|head| head.name)
        .collect()
}

fn run_scenarios(
    path: &Path,
    (sources, open): (Sources, &OpenTexts),
    findings: &mut ThoroughFindings,
) {
    let Ok(mut runner) = ScenarioRunner::new(sources) else {
        return;
    };
    for (path, text) in open.scenarios(&folder_of(path).join("scenarios")) {
        let report = runner.run(&path.to_string_lossy(), &text);
        show(&report.found, &report.sources, &mut findings.shown);
        show_failures(&report, &path, &mut findings.shown);
    }
    findings.hits = Some(runner.clause_hits());
}

/// Shows the lines that do not hold, with what would hold instead.
fn show_failures(report: &FileReport, path: &Path, shown: &mut FileFindings) {
    for scenario in &report.scenarios {
        let mut failures = FileFindings::new();
        show(&scenario.found, &report.sources, &mut failures);
        for (file, failures) in failures {
            shown.entry(file).or_default().extend(failures);
        }
        for fix in &scenario.fixes {
            let range =
                Places::new(&report.sources.get(fix.span.file).text).range(fix.span.range());
            let title = "Write what holds now".to_owned();
            let remedy = quick_fixes::written(title, &[fix.span], &fix.text, &report.sources);
            let quick_fixes: Vec<_> = remedy.into_iter().collect();
            let lines = shown.entry(path.to_owned()).or_default().iter_mut();
            for line in lines.filter(|line| meet(line.range, range)) {
                line.data = serde_json::to_value(&quick_fixes).ok();
            }
        }
    }
}

/// Returns whether two ranges share a line.
fn meet(a: Range, b: Range) -> bool {
    a.start.line <= b.end.line && b.start.line <= a.end.line
}

/// Adds diagnostics to the findings.
fn show(found: &Diagnostics, sources: &Sources, shown: &mut FileFindings) {
    let texts: Vec<_> = sources.iter().collect();
    for (_, source) in &texts {
        shown.entry(PathBuf::from(&source.path)).or_default();
    }
    for diagnostic in found.iter() {
        let root = texts
            .first()
            .map_or(Span::default(), |(id, _)| Span::new(*id, 0, 0));
        let span = diagnostic.span.unwrap_or(root);
        let source = sources.get(span.file);
        let range = Places::new(&source.text).range(span.range());
        let one = shown_one(diagnostic, range, sources);
        let all = shown.entry(PathBuf::from(&source.path)).or_default();
        if !all.contains(&one) {
            all.push(one);
        }
        if let Some(cause) = cause_in_variant(diagnostic, sources) {
            show(&Diagnostics::from(cause), sources, shown);
        }
    }
}

/// Reports a mistake in a game's text or in a script at the line of the variant that causes it: the author of the variant may
/// not look at the game.
fn cause_in_variant(found: &Diagnostic, sources: &Sources) -> Option<Diagnostic> {
    let is_a = |keyword: &str, span: &Span| {
        let head = crate::header::header(&sources.get(span.file).text);
        head.is_some_and(|head| head.keyword == keyword)
    };
    let elsewhere = found.span.filter(|span| !is_a("variant", span))?;
    let mut places = found.related.iter().map(|(span, _)| *span);
    let cause = places.find(|span| is_a("variant", span))?;
    let mut shown = found.clone();
    shown.span = Some(cause);
    shown.related = vec![(elsewhere, "here in the game".to_owned())];
    // A replacement would be written into the game.
    shown.hints.retain(|hint| hint.replacement.is_none());
    Some(shown)
}

fn shown_one(diagnostic: &Diagnostic, range: Range, sources: &Sources) -> Shown {
    let mut message = diagnostic.message.clone();
    if !diagnostic.label.is_empty() {
        message.push_str(": ");
        message.push_str(&diagnostic.label);
    }
    for hint in diagnostic.advice() {
        message.push_str("\nhelp: ");
        message.push_str(&hint);
    }
    let related = diagnostic.related.iter().filter_map(|(span, note)| {
        let source = sources.get(span.file);
        let range = Places::new(&source.text).range(span.range());
        let uri = uri_of(Path::new(&source.path))?;
        Some(DiagnosticRelatedInformation {
            location: Location::new(uri, range),
            message: note.clone(),
        })
    });
    Shown {
        range,
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(diagnostic.code.to_string())),
        source: Some("linstock".to_owned()),
        message,
        related_information: Some(related.collect()),
        data: quick_fixes::of_mistake(diagnostic, sources),
        ..Shown::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{may_have_causes, quick, with_causes};
    use crate::lsp::places::Places;
    use crate::open_texts::OpenTexts;
    use lsp_types::Range;
    use std::path::Path;
    use std::sync::Arc;

    const GAME: &str = "game x \"X\"\nplayers a, b\nboard 3 x 3\npiece man \"m\"\n\
        fact near-man = next to own man\nmove shot \"{p}\" {\n  p in empty and near-man\n  man: box -> p\n}\n\
        play { repeat each player { ask me: shot otherwise win opponent } }\n";

    /// Returns the edit as the first quick fix of a variant writes it; `None` without a quick fix.
    fn mended(edit: &str) -> Option<String> {
        let text = format!("variant y of x \"Y\"\n{edit}\n");
        let path = Path::new("/no/such/folder/y.game");
        let mut open = OpenTexts::default();
        open.insert(path.with_file_name("x.game"), GAME.to_owned());
        open.insert(path.to_owned(), text.clone());
        let found = quick(path, &Arc::new(open)).1.remove(path)?;
        let data = found.into_iter().find_map(|one| one.data)?;
        let [place] = data[0]["places"].as_array()?.as_slice() else {
            panic!("{data}");
        };
        let range: Range = serde_json::from_value(place["range"].clone()).ok()?;
        let places = Places::new(&text);
        let bytes = places.byte(range.start)..places.byte(range.end);
        let mut written = text.clone();
        written.replace_range(bytes, data[0]["text"].as_str()?);
        written.lines().nth(1).map(str::to_owned)
    }

    #[test]
    fn what_a_variant_breaks_in_the_game_is_told_in_both() {
        let folder = Path::new("/no/such/folder");
        let mut open = OpenTexts::default();
        open.insert(folder.join("x.game"), GAME.to_owned());
        let text = "variant y of x \"Y\"\nreplace fact near-man = count own man\n";
        open.insert(folder.join("y.game"), text.to_owned());
        let (path, open) = (folder.join("y.game"), Arc::new(open));
        let (_, found) = quick(&path, &open);
        assert_eq!(found[&path], [], "what takes long waits");
        assert!(may_have_causes(&path, &open, &found));
        let found = with_causes(&path, &open).shown;
        let mut told = ["x.game", "y.game"].map(|file| found[&folder.join(file)].iter());
        let [Some(in_game), Some(in_variant)] = told.each_mut().map(Iterator::next) else {
            panic!("{found:?}");
        };
        assert_eq!(in_game.message, in_variant.message);
        assert_eq!(
            (in_game.range.start.line, in_variant.range.start.line),
            (6, 1)
        );
        let related = in_variant.related_information.as_deref();
        assert_eq!(
            related.map(|all| all[0].location.range),
            Some(in_game.range)
        );
        assert!(
            told.iter_mut().all(|rest| rest.next().is_none()),
            "{found:?}"
        );
    }

    #[test]
    fn what_is_offered_replaces_the_name_alone() {
        let table = [
            (
                "@B-1 replace fact near-mn = own man",
                "@B-1 replace fact near-man = own man",
            ),
            (
                "replace move shott \"{p}\" {\n  p in empty\n  man: box -> p\n}",
                "replace move shot \"{p}\" {",
            ),
            ("remove move shott", "remove move shot"),
            ("remove piece mam", "remove piece man"),
        ];
        for (wrong, right) in table {
            assert_eq!(mended(wrong).as_deref(), Some(right), "{wrong}");
        }
        assert_eq!(mended("remove fact shot"), None);
    }
}
