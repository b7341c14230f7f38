//! Names of the values in the holes of a template, and templates filled with such names.

use linstock_model::{ArgValue, ListId, Model, TextPart};
use std::borrow::Cow;

/// Returns the name of a point, number or player.
pub fn name(model: &Model, value: ArgValue) -> String {
    match value {
        ArgValue::Point(point) => model
            .board
            .as_ref()
            .map_or_else(String::new, |board| board.name(point)),
        ArgValue::Num(number) => number.to_string(),
        ArgValue::Seat(seat) => model
            .players
            .get(usize::from(seat.0))
            .cloned()
            .unwrap_or_default(),
        ArgValue::Row(list, row) => model.row(list, row).to_owned(),
        ArgValue::Multiset(list, word) => multiset_names(model, list, word),
        ArgValue::Line(..) => "?".to_owned(),
    }
}

/// Names all copies in a packed multiset, in the order of the list, separated by blanks.
fn multiset_names(model: &Model, list: ListId, word: u64) -> String {
    let Some(packing) = model.packing(list) else {
        return String::new();
    };
    let rows = model.list(list).rows.iter().zip(packing.counts(word));
    let names: Vec<&str> = rows
        .flat_map(|(row, copies)| (0..copies).map(|_| row.name.as_str()))
        .collect();
    names.join(" ")
}

/// Writes a template with the names in its holes.
pub(super) fn filled(parts: &[TextPart], holes: &[(ArgValue, String)]) -> String {
    let mut holes = holes.iter();
    joined(parts.iter().map(|part| match part {
        TextPart::Literal(letters) => Cow::Borrowed(letters.as_str()),
        _ => Cow::Borrowed(holes.next().map_or("", |(_, name)| name.as_str())),
    }))
}

/// Joins the parts of a text. Around an empty part, keeps one blank.
pub(super) fn joined<'t>(parts: impl Iterator<Item = Cow<'t, str>>) -> String {
    // Most texts are shorter, and a list of moves holds thousands of texts.
    let mut text = String::with_capacity(16);
    let mut after_nothing = false;
    for part in parts {
        let blank = text.is_empty() || text.ends_with(' ');
        let more = if after_nothing && blank {
            part.trim_start()
        } else {
            &*part
        };
        after_nothing = part.is_empty() || (after_nothing && more.is_empty());
        text.push_str(more);
    }
    if after_nothing {
        text.truncate(text.trim_end().len());
    }
    text
}
