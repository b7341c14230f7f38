//! The differences between two texts, line by line, as a unified diff.

use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};

/// Returns the lines that differ, with some lines around each place. Each text has a name.
pub(crate) fn line_difference(
    before: (&str, &str),
    after: (&str, &str),
    lines_around: u32,
) -> String {
    let ((before_name, before), (after_name, after)) = (before, after);
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let mut config = UnifiedDiffConfig::default();
    config.context_len(lines_around);
    let printer = BasicLineDiffPrinter(&input.interner);
    let shown = diff.unified_diff(&printer, config, &input);
    format!("--- {before_name}\n+++ {after_name}\n{shown}")
}
