//! Lines of rules for quotation: without tags and comments, with the declaration around them.

use crate::sheet::tidied::tidied;
use linstock_base::{Sources, Span, is_quote};

/// The most lines of a rule that spans several lines.
const MOST_LINES: usize = 8;

/// The words that begin a continuation line.
const GO_ON: [&str; 8] = [
    "and",
    "or",
    "except",
    "otherwise",
    "where",
    "through",
    "over",
    "within",
];

/// A line of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RuleLine {
    /// Its place: `a.game:12`.
    pub place: String,
    /// The declaration around it; `None` if it begins one.
    pub within: Option<String>,
    /// Its text.
    pub text: String,
    /// The whole declaration, if the line begins one.
    pub whole: String,
}

/// Returns the line with a tag.
pub(super) fn at(sources: &Sources, span: Span) -> RuleLine {
    let source = sources.get(span.file);
    let file = source.path.rsplit('/').next().unwrap_or_default();
    let (number, _) = sources.line_column(span);
    let text = source.text.as_str();
    let begin = line_begin(text, span.start as usize);
    let number = number - text[begin..span.start as usize].matches('\n').count();
    let rest = text.get(begin..).unwrap_or_default();
    let within = enclosing(text, span.start as usize);
    let whole = match within {
        None => to_closing_brace(rest),
        Some(_) => "",
    };
    let line = logical_line(rest);
    // The brackets of other declarations contain names: `list card (rank, copies)`.
    let is_expression = within.is_some() || line.starts_with("fact ");
    let text = if is_expression { tidied(&line) } else { line };
    RuleLine {
        place: format!("{file}:{number}"),
        within: within.map(|head| name_of(&head)),
        text,
        whole: dedented(whole),
    }
}

/// Returns a text on one line, without tags and comments.
pub(super) fn plain(text: &str) -> String {
    let lines = text.lines().map(without_remark);
    let words = lines.flat_map(str::split_whitespace);
    let words: Vec<&str> = words.filter(|word| !is_tag(word)).collect();
    let text = words.join(" ");
    // A bracket may come right before a tag.
    without_tags(&text)
}

/// Removes the tags right after a bracket.
fn without_tags(text: &str) -> String {
    let mut parts = text.split("(@");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push('(');
        plain.push_str(part.split_once(' ').map_or(part, |(_, rest)| rest));
    }
    plain
}

fn is_tag(word: &str) -> bool {
    word.strip_prefix('@')
        .is_some_and(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns a line without its trailing comment.
fn without_remark(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' if is_quote(line, at) => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Returns whether a line continues the one before it.
fn goes_on(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    GO_ON.contains(&first)
        || first == "not" && words.next() == Some("counting")
        || first.starts_with('+')
}

/// Returns the start of the logical line around a place. It begins on an earlier line if the place is within round
/// brackets or on a continuation line.
fn line_begin(text: &str, place: usize) -> usize {
    let (mut begin, mut depth, mut quoted, mut remark) = (0, 0_usize, false, false);
    for (at, c) in text.get(..place).unwrap_or_default().char_indices() {
        match c {
            '\n' => {
                remark = false;
                let next = text[at + 1..].lines().next().unwrap_or_default();
                if depth == 0 && !quoted && !goes_on(next) {
                    begin = at + 1;
                }
            }
            _ if remark => {}
            '"' if is_quote(text, at) => quoted = !quoted,
            _ if quoted => {}
            '#' => remark = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    begin
}

/// Returns the first logical line of a text: it continues until its round brackets are closed and no continuation line
/// follows.
fn logical_line(text: &str) -> String {
    let mut line = String::new();
    for next in text.lines().take(MOST_LINES) {
        let open = line.matches('(').count() > line.matches(')').count();
        if !open && !line.is_empty() && !goes_on(next) {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&plain(next));
    }
    match line.strip_suffix('{') {
        Some(head) => format!("{head}{{ … }}"),
        None => line,
    }
}

/// Follows the braces in a text: calls back with the depth after each brace, and its place.
fn braces(text: &str, mut each: impl FnMut(usize, usize) -> bool) {
    let (mut depth, mut quoted, mut remark) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            '\n' => remark = false,
            _ if remark => {}
            '"' if is_quote(text, at) => quoted = !quoted,
            _ if quoted => {}
            '#' => remark = true,
            '{' | '}' => {
                depth = match c {
                    '{' => depth + 1,
                    _ => depth.saturating_sub(1),
                };
                if !each(depth, at) {
                    return;
                }
            }
            _ => {}
        }
    }
}

/// Returns the line that opens the braces around a place.
fn enclosing(text: &str, place: usize) -> Option<String> {
    let mut opened = None;
    braces(text, |depth, at| {
        if at >= place {
            return false;
        }
        match (depth, opened) {
            (0, _) => opened = None,
            (_, None) => opened = Some(at),
            _ => {}
        }
        true
    });
    let opened = opened?;
    let begin = text[..opened].rfind('\n').map_or(0, |at| at + 1);
    Some(plain(&text[begin..opened]))
}

/// Returns the name of a declaration from its first line: `move step "{here}-{there}"` gives `move step`.
fn name_of(head: &str) -> String {
    let end = head.find(['"', '=', '(']).unwrap_or(head.len());
    head[..end].trim().to_owned()
}

/// Returns a text up to the brace that closes the first one of its first line, or else its logical line.
fn to_closing_brace(text: &str) -> &str {
    let line_end = text.find('\n').unwrap_or(text.len());
    let mut end = None;
    let mut first = true;
    braces(text, |depth, at| {
        if first && at > line_end {
            return false;
        }
        first = false;
        if depth == 0 {
            end = Some(at + 1);
        }
        depth > 0
    });
    end.map_or("", |end| &text[..end])
}

/// Returns the statement at a tag, if its line ends by opening a block.
pub(super) fn block(sources: &Sources, span: Span) -> Option<&str> {
    let text = sources.get(span.file).text.as_str();
    let (before, _) = text.split_at_checked(span.start as usize)?;
    let rest = &text[before.rfind('\n').map_or(0, |at| at + 1)..];
    let opens = logical_line(rest).ends_with("{ … }");
    opens.then(|| &rest[..statement_end(rest)])
}

/// Returns where the first statement of a text ends, with its blocks.
pub(super) fn statement_end(text: &str) -> usize {
    let mut end = 0;
    loop {
        let block = to_closing_brace(&text[end..]);
        if block.is_empty() {
            break;
        }
        end += block.len();
        let after = text[end..].trim_start();
        if !after.starts_with("else") {
            break;
        }
        end = text.len() - after.len();
    }
    end
}

/// Removes the common indentation of all lines but the first.
pub(super) fn dedented(text: &str) -> String {
    let later = || text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let blanks = |line: &str| line.len() - line.trim_start().len();
    let last = text.lines().last().map_or(0, blanks);
    let common = later().map(blanks).min().unwrap_or(0).min(last);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim_start().to_owned();
    lines.fold(first, |all, line| {
        format!("{all}\n{}", line.get(common..).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::{RuleLine, at, dedented, plain};
    use linstock_base::{Sources, Span};

    const RULES: &str = "game g \"G\"\n@A move go \"{here}\" {   # a step\n  here in @B own (\n    king)\n}\n@C fact x = (@D a\n  or b)\n";

    fn line(tag: &str) -> RuleLine {
        let mut sources = Sources::new();
        let file = sources.add("some/g.game", RULES);
        let start = RULES.find(tag).expect("it stands there");
        at(&sources, Span::new(file, start, start + 2))
    }

    #[test]
    fn lines_are_quoted_without_tags_and_remarks() {
        let line = line("@A");
        assert_eq!((line.place.as_str(), line.within), ("g.game:2", None));
        assert_eq!(line.text, "move go \"{here}\" { … }");
        let whole = line.whole;
        assert!(
            whole.starts_with("@A move") && whole.ends_with('}'),
            "{whole}"
        );
    }

    #[test]
    fn a_line_within_names_its_declaration_and_goes_on_until_brackets_close() {
        let within = line("@B");
        assert_eq!(within.place, "g.game:3");
        assert_eq!(within.within.as_deref(), Some("move go"));
        assert_eq!(within.text, "here in own ( king)");
        assert!(within.whole.is_empty());
        assert_eq!(line("@D").text, "fact x = (a or b)");
    }

    #[test]
    fn blanks_before_lines_are_taken_away() {
        assert_eq!(dedented("  a {\n    b\n  }"), "a {\n  b\n}");
        assert_eq!(plain("@A-1 x  (@B y) # z"), "x (y)");
    }
}
