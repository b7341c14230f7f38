//! What has changed in the snapshot that a page has: after a move, most of it is the same.

use crate::message::ServerMessage;
use crate::room::SharedText;
use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;
use serde_json::Value as Json;
use std::sync::Arc;

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

/// The text of a snapshot: a JSON object with what concerns the party of the page and what its viewer sees of the game.
#[derive(Clone, Debug)]
pub struct SnapshotText {
    /// The text up to what the viewer sees. It ends with a piece.
    own: Arc<str>,
    /// The rest of the text. Pages with the same viewer share it.
    view: Arc<str>,
}

impl SnapshotText {
    /// Puts a snapshot together from JSON for the party and the text of a view.
    pub(crate) fn new(own: &Json, view: Arc<str>) -> Self {
        let own = format!("{{\"type\":\"table\",\"own\":{own}").into();
        Self { own, view }
    }

    /// Writes what a viewer sees of the game, as the end of a snapshot.
    pub(crate) fn view_part(view: &str) -> Arc<str> {
        format!(",\"view\":{view}}}").into()
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> String {
        [&*self.own, &*self.view].concat()
    }
}

/// What makes a new text from an old one.
struct TextChange {
    parts: Vec<SnapshotPart>,
    /// The number of pieces of the old text.
    old_pieces: u32,
}

/// What makes new snapshots from old ones. What several pages see is compared once.
#[derive(Default)]
pub(crate) struct SnapshotChanges {
    /// The old text, the new one, and the change.
    known: Vec<([Arc<str>; 2], Arc<TextChange>)>,
    /// The changes of both parts, and the message.
    messages: Vec<([Arc<TextChange>; 2], SharedText)>,
}

impl SnapshotChanges {
    /// Returns the message that gives a page a snapshot: what has changed, or all if the page has none or if that is shorter.
    pub(crate) fn message(&mut self, old: Option<&SnapshotText>, new: &SnapshotText) -> SharedText {
        let Some(old) = old else {
            return new.text().into();
        };
        let own = self.change(&old.own, &new.own);
        let view = self.change(&old.view, &new.view);
        let is_this =
            |of: &[Arc<TextChange>; 2]| Arc::ptr_eq(&of[0], &own) && Arc::ptr_eq(&of[1], &view);
        if let Some((_, message)) = self.messages.iter().find(|(of, _)| is_this(of)) {
            return message.clone();
        }
        let after_own = view.parts.iter().map(|part| part.moved(own.old_pieces));
        let parts = own.parts.iter().cloned().chain(after_own).collect();
        let message = ServerMessage::Changes { parts }.text();
        let message = SharedText::from(match message.len() < new.own.len() + new.view.len() {
            true => message,
            false => new.text(),
        });
        self.messages.push(([own, view], message.clone()));
        message
    }

    fn change(&mut self, old: &Arc<str>, new: &Arc<str>) -> Arc<TextChange> {
        let is_this = |[from, to]: &[Arc<str>; 2]| Arc::ptr_eq(from, old) && Arc::ptr_eq(to, new);
        let known = self.known.iter().find(|(texts, _)| is_this(texts));
        if let Some((_, change)) = known {
            return Arc::clone(change);
        }
        let change = Arc::new(changes(old, new));
        let texts = [old, new].map(Arc::clone);
        self.known.push((texts, Arc::clone(&change)));
        change
    }
}

impl SnapshotPart {
    /// Returns the part for a text that has a number of other pieces before those of its own.
    fn moved(&self, pieces: u32) -> Self {
        match self {
            Self::Kept(first, count) => Self::Kept(first + pieces, *count),
            Self::New(text) => Self::New(text.clone()),
        }
    }
}

/// Finds parts that make the new text from the old one.
fn changes(old: &str, new: &str) -> TextChange {
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
    let old_pieces = u32::try_from(input.before.len()).unwrap_or(u32::MAX);
    parts.extend(kept(at, old_pieces));
    TextChange { parts, old_pieces }
}

#[cfg(test)]
mod tests {
    use super::{ENDS, SnapshotChanges, SnapshotPart, SnapshotText, changes};
    use serde_json::json;
    use std::sync::Arc;

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
                let parts = changes(old, new).parts;
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
            assert_eq!(changes(old, text).parts, parts, "{old} {text}");
        }
    }

    #[test]
    fn the_message_leads_to_the_new_snapshot_and_a_long_one_is_not_sent() {
        let view =
            |last: &str| SnapshotText::view_part(&json!(["<a>".repeat(50), last]).to_string());
        let views = ["1", "2"].map(view);
        let snapshot = |seq: u32, view: usize| {
            let own = json!({ "seats": [{}, {}], "seq": seq });
            SnapshotText::new(&own, Arc::clone(&views[view]))
        };
        let mut all = SnapshotChanges::default();
        let (old, new) = (snapshot(1, 0), snapshot(2, 1));
        assert_eq!(all.message(None, &old).as_str(), old.text());
        let message = all.message(Some(&old), &new);
        assert_eq!(
            message.as_str(),
            r#"{"type":"changes","parts":[[0,2],"],\"seq\":2}",[3,50],"\",\"2\"]}"]}"#
        );
        // Another page of the same party shares the message.
        assert_eq!(all.message(Some(&old), &new).as_ptr(), message.as_ptr());
        // Another page with the same view: only what concerns its party is compared.
        let before = all.known.len();
        all.message(Some(&snapshot(1, 0)), &snapshot(3, 1));
        assert_eq!(all.known.len(), before + 1);
        let short = SnapshotText::new(&json!({}), SnapshotText::view_part("{}"));
        assert_eq!(all.message(Some(&old), &short).as_str(), short.text());
    }
}
