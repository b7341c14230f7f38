//! What has changed in the snapshot that a page has: after a move, most of it is the same.

use crate::message::ServerMessage;
use crate::room::SharedText;
use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;

/// A text is cut into pieces after each of these characters, so that each element of a drawing and each point is a piece.
const ENDS: [char; 2] = ['>', '}'];

/// A part of a text that a page puts together from the text that it has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum SnapshotPart {
    /// Pieces of the text that the page has: the number of the first, from 0, and how many.
    Kept(u32, u32),
    /// Other text.
    New(String),
}

/// The messages that give pages a new snapshot. Pages share a message if they had the same snapshot before.
#[derive(Default)]
pub(crate) struct SnapshotChanges {
    /// The text that pages have, the text that they get, and the message that leads from one to the other.
    known: Vec<[SharedText; 3]>,
}

impl SnapshotChanges {
    /// Returns the message that gives a page a snapshot: what has changed, or all if the page has none or if that is shorter.
    pub(crate) fn message(&mut self, old: Option<&SharedText>, new: &SharedText) -> SharedText {
        let Some(old) = old else {
            return new.clone();
        };
        let is_same = |one: &SharedText, other: &SharedText| one.as_ptr() == other.as_ptr();
        let mut known = self.known.iter();
        let known = known.find(|[from, to, _]| is_same(from, old) && is_same(to, new));
        if let Some([.., message]) = known {
            return message.clone();
        }
        let parts = changes(old, new);
        let message = SharedText::from(ServerMessage::Changes { parts }.text());
        let shorter = match message.len() < new.len() {
            true => message,
            false => new.clone(),
        };
        self.known.push([old.clone(), new.clone(), shorter.clone()]);
        shorter
    }
}

/// Finds parts that make the new text from the old one.
fn changes(old: &str, new: &str) -> Vec<SnapshotPart> {
    let pieces: Vec<&str> = new.split_inclusive(ENDS).collect();
    let mut input = InternedInput::default();
    input.update_before(old.split_inclusive(ENDS));
    input.update_after(pieces.iter().copied());
    let mut parts = Vec::new();
    let kept = |from: u32, to: u32| (from < to).then(|| SnapshotPart::Kept(from, to - from));
    let mut at = 0;
    for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
        parts.extend(kept(at, hunk.before.start));
        let added = &pieces[hunk.after.start as usize..hunk.after.end as usize];
        parts.extend((!added.is_empty()).then(|| SnapshotPart::New(added.concat())));
        at = hunk.before.end;
    }
    parts.extend(kept(
        at,
        u32::try_from(input.before.len()).unwrap_or(u32::MAX),
    ));
    parts
}

#[cfg(test)]
mod tests {
    use super::{ENDS, SharedText, SnapshotChanges, SnapshotPart, changes};

    /// Puts the new text together, as pages do.
    fn put_together(old: &str, parts: &[SnapshotPart]) -> String {
        let old: Vec<&str> = old.split_inclusive(ENDS).collect();
        let parts = parts.iter().map(|part| match part {
            SnapshotPart::Kept(first, count) => {
                old[*first as usize..(first + count) as usize].concat()
            }
            SnapshotPart::New(text) => text.clone(),
        });
        parts.collect()
    }

    #[test]
    fn the_parts_make_the_new_text() {
        let texts = [
            "",
            "no end",
            "<a><b><c>",
            "<a><c>",
            "<c><b><a><b><c>",
            "{<ä>}{ö}>>}} ü",
            "<a><a><a><a>",
            "<a><x><b><c>",
        ];
        for old in texts {
            for new in texts {
                let parts = changes(old, new);
                assert_eq!(put_together(old, &parts), new, "{old} {parts:?}");
            }
        }
    }

    #[test]
    fn what_is_the_same_is_one_part_and_what_is_new_is_another() {
        let kept = |first, count| SnapshotPart::Kept(first, count);
        let new = |text: &str| SnapshotPart::New(text.to_owned());
        for (old, text, parts) in [
            ("<a><b><c>", "<a><b><c>", vec![kept(0, 3)]),
            (
                "<a><b><c>",
                "<a><x><y><c>",
                vec![kept(0, 1), new("<x><y>"), kept(2, 1)],
            ),
            (
                "<a><b><c>",
                "<a><x><b><c>",
                vec![kept(0, 1), new("<x>"), kept(1, 2)],
            ),
            ("<a><b><b><c>", "<b><b><c>", vec![kept(1, 3)]),
        ] {
            assert_eq!(changes(old, text), parts, "{old} {text}");
        }
    }

    #[test]
    fn pages_with_the_same_texts_share_a_message_and_a_long_one_is_not_sent() {
        let mut all = SnapshotChanges::default();
        let [old, other] = ["1", "2"].map(|last| SharedText::from("<a>".repeat(50) + last));
        assert_eq!(all.message(None, &old).as_str(), old.as_str());
        let sent = all.message(Some(&old), &other);
        assert_eq!(sent.as_str(), r#"{"type":"changes","parts":[[0,50],"2"]}"#);
        assert_eq!(all.message(Some(&old), &other).as_ptr(), sent.as_ptr());
        let nothing_alike = SharedText::from("short");
        assert_eq!(all.message(Some(&old), &nothing_alike).as_str(), "short");
    }
}
