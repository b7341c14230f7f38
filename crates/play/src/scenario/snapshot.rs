//! Transcripts in the format of insta's snapshot files, so that `cargo insta review` works with them.

use linstock_base::unix_line_ends;

/// The separator between the name of the scenario file and the title.
pub const BETWEEN: &str = "__";

/// Returns the name of a scenario's snapshot: the name of the scenario file without its extension, and the title.
#[must_use]
pub fn name(file_stem: &str, slug: &str) -> String {
    format!("{file_stem}{BETWEEN}{slug}")
}

/// The most bytes of a title in a file name. File systems allow 255 for the whole name.
const MOST_BYTES: usize = 150;

/// Returns a title as a file name: lower-case letters and digits, joined by hyphens. The end of a long title is left out.
#[must_use]
pub fn slug(title: &str) -> String {
    let small = title.to_lowercase();
    let words = small.split(|c: char| !c.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let mut slug = words.join("-");
    slug.truncate(slug.floor_char_boundary(MOST_BYTES));
    slug
}

/// Writes a snapshot file.
#[must_use]
pub fn written(source: &str, title: &str, transcript: &str) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    format!(
        "---\nsource: {}\nexpression: {}\n---\n{}\n",
        quoted(source),
        quoted(title),
        transcript.trim_end()
    )
}

/// Returns the transcript in a snapshot file, without the header. Lines may end as on any system, and a byte order mark may
/// come first.
#[must_use]
pub fn contents(file: &str) -> String {
    let file = file.strip_prefix('\u{feff}').unwrap_or(file);
    let file = unix_line_ends(file);
    let body = file
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .map_or(file.as_str(), |(_, body)| body);
    body.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{contents, slug, written};

    #[test]
    fn what_is_written_is_read_back() {
        let file = written("a \"b\".scn", "title: one", "first\n---\nlast\n\n");
        assert_eq!(contents(&file), "first\n---\nlast");
        assert_eq!(contents("bare\n"), "bare");
        let elsewhere = format!("\u{feff}{}", file.replace('\n', "\r\n"));
        assert_eq!(contents(&elsewhere), contents(&file));
    }

    #[test]
    fn titles_become_file_names() {
        assert_eq!(
            slug("A shot -- over (all) Dörfer!"),
            "a-shot-over-all-dörfer"
        );
        // A letter of two bytes is not cut.
        assert_eq!(slug(&format!("a{}", "ö".repeat(200))).len(), 149);
    }
}
