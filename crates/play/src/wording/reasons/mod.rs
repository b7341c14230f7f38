//! Sentences about why a move is legal or not, where one of several phrases fits. Each function chooses one and documents
//! the case that it describes.

mod formations;
mod members;
mod moves;
mod nouns;
mod numbers;
mod pieces;
mod points;
mod ways;

pub(crate) use moves::NotNow;
pub(crate) use nouns::HowMany;
pub(crate) use pieces::Rest;

/// Returns a row by its name, together with the name of its list if the name alone is too short: `chest 0`.
pub(crate) fn row_of_list(row: &str, list: &str) -> String {
    let short = row.chars().count() == 1 || row.starts_with(|c: char| c.is_ascii_digit());
    if short {
        format!("{list} {row}")
    } else {
        row.to_owned()
    }
}

fn is_word(name: &str) -> bool {
    !name.contains([' ', '`'])
}
