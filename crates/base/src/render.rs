//! Renders a diagnostic in the style of rustc, with the `annotate-snippets` crate.

use super::{Diagnostic, Diagnostics, Severity, Sources, Span, one_line};
use annotate_snippets::Patch;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// Whether rendered text has colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Plain text.
    #[default]
    Plain,
    /// ANSI colours.
    Colour,
}

/// Renders an edit of a text as a small diff, under a title.
#[must_use]
pub fn render_edit(
    (title, sources): (&str, &Sources),
    (span, words): (Span, &str),
    style: Style,
) -> String {
    let source = sources.get(span.file);
    let patch = Patch::new(clipped(span, &source.text), words);
    let snippet = Snippet::source(source.text.as_str())
        .path(one_line(&source.path))
        .patch(patch);
    let group = Group::with_title(Level::NOTE.primary_title(title)).element(snippet);
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Colour => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

impl Diagnostics {
    /// Renders the diagnostics with their source lines.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources};
    ///
    /// let sources = Sources::from([("a.game", "game a \"A\"\nplayers x, x\n")]);
    /// let found = Rules::load(&sources, &Choices::default()).expect_err("two of one name");
    /// let text = found.render(&sources, linstock::Style::Plain);
    /// assert!(text.contains("a.game:2"));
    /// ```
    #[must_use]
    pub fn render(&self, sources: &Sources, style: Style) -> String {
        self.iter()
            .map(|d| render(d, sources, style))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(
        level
            .primary_title(diagnostic.message.as_str())
            .id(diagnostic.code.to_string()),
    );
    if let Some(span) = diagnostic.span {
        for snippet in snippets(diagnostic, span, sources) {
            group = group.element(snippet);
        }
    }
    let hints = diagnostic.advice();
    for hint in &hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Colour => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// Returns a snippet for the file of the diagnostic, then one for each related place in another file.
fn snippets<'a>(
    diagnostic: &'a Diagnostic,
    span: Span,
    sources: &'a Sources,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let here = |s: &&(Span, String)| s.0.file == span.file;
    let source = sources.get(span.file);
    let clip = |s: Span| clipped(s, &sources.get(s.file).text);
    let mut primary = AnnotationKind::Primary.span(clip(span));
    if !diagnostic.label.is_empty() {
        primary = primary.label(diagnostic.label.as_str());
    }
    let main = Snippet::source(source.text.as_str())
        .path(one_line(&source.path))
        .annotation(primary)
        .annotations(
            diagnostic
                .related
                .iter()
                .filter(here)
                .map(|(s, note)| AnnotationKind::Context.span(clip(*s)).label(note.as_str())),
        );
    let others = diagnostic
        .related
        .iter()
        .filter(|s| !here(s))
        .map(|(s, note)| {
            let source = sources.get(s.file);
            Snippet::source(source.text.as_str())
                .path(one_line(&source.path))
                .annotation(AnnotationKind::Context.span(clip(*s)).label(note.as_str()))
        });
    std::iter::once(main).chain(others).collect()
}

/// Clips a span to its text and to character boundaries, as the renderer requires.
fn clipped(span: Span, text: &str) -> std::ops::Range<usize> {
    let start = text.floor_char_boundary((span.start as usize).min(text.len()));
    let end = text.ceil_char_boundary((span.end as usize).clamp(start, text.len()));
    start..end
}
