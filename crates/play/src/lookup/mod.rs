//! Looks a word of the game up: what it is, what stands there, where it is and whose, and which clauses speak of it.
//!
//! Only programs for people use this. The answer contains only what the viewer may know.

mod denials;
mod phrases;
mod things;

pub use denials::denial;

use crate::sheet::{ExampleFiles, RuleSheet, SheetEntryText};
use crate::{Session, Viewer, named_areas};
use linstock_base::SheetPhrasing;
use linstock_model::{Model, Sheet, SheetEntry, TagId};
use phrases::LookupPhrasing;
use things::Things;

/// The most clauses that are listed.
const MOST_CLAUSES: usize = 6;

/// The words at the beginning of a clause that name its subject: `A new fort`.
const BEGINNING: usize = 3;

/// What is known of one meaning of a word.
#[derive(Debug, Default)]
struct LookupEntry {
    /// What it is, in a sentence.
    head: String,
    /// More about it, line by line.
    lines: Vec<String>,
    /// The clauses of its declaration.
    tags: Vec<TagId>,
}

/// What a word of the game is.
#[derive(Clone, Debug)]
pub enum WordAnswer {
    /// It names a clause or a reading.
    Clause(SheetEntryText),
    /// Its meanings.
    Meaning {
        /// The word without that of an area in front of it: `s-f` for `section s-f`.
        name: String,
        /// What it means, line by line.
        text: String,
    },
}

/// Returns what a word is that people type: a clause, or another word of the game. Where a game has both a clause `B9` and a point
/// `b9`, the letters decide. Returns `None` if the game does not know the word.
#[must_use]
pub fn word_answer(
    session: &Session,
    viewer: Viewer,
    (word, files): (&str, &ExampleFiles),
) -> Option<WordAnswer> {
    let word = word.trim();
    let model = session.model();
    let tag = word.trim_start_matches('@');
    let is_clause = |known: &String| known.eq_ignore_ascii_case(tag);
    let is_point = model
        .board
        .as_ref()
        .is_some_and(|board| board.find(&word.to_lowercase()).is_some());
    let is_written_so = model.tags.iter().any(|known| known == word);
    if model.tags.iter().any(is_clause)
        && (is_written_so || !is_point)
        && let Some(sources) = &session.setup().sources
        && let Some(entry) = RuleSheet::clause_for_players(session.rules(), sources, files, tag)
    {
        return Some(WordAnswer::Clause(entry));
    }
    let name = without_area_word(model, word);
    let text = looked_up(session, viewer, name)?;
    let name = name.to_owned();
    Some(WordAnswer::Meaning { name, text })
}

/// Leaves out the word in front of the name of an area: `section s-f`.
fn without_area_word<'w>(model: &Model, word: &'w str) -> &'w str {
    let areas = named_areas(model);
    let after = word.split_once(char::is_whitespace).filter(|(area, _)| {
        areas
            .iter()
            .any(|(known, _)| known.eq_ignore_ascii_case(area))
    });
    after.map_or(word, |(_, name)| name.trim())
}

/// Returns what a word of the game means to a viewer: a point, a piece, a card, a place, a player, a move, an option, a
/// phase, a term of the rules, the goal, or a word of the rulebook. Returns `None` if the game does not know the word.
#[must_use]
pub fn looked_up(session: &Session, viewer: Viewer, word: &str) -> Option<String> {
    let words: Vec<String> = word.split_whitespace().map(str::to_lowercase).collect();
    let spellings = [words.join(" "), words.join("-"), words.concat()];
    let found = spellings.iter().find_map(|name| {
        let meanings = Things::new(session, viewer, name).meanings();
        (!meanings.is_empty()).then_some((name, meanings))
    });
    let model = session.model();
    if let Some((name, meanings)) = found {
        return Some(told(model, name, &meanings));
    }
    let name = &spellings[0];
    let goal = model.sheet.of_game(Sheet::GOAL);
    let asks_for_goal = *name == SheetPhrasing(model.sheet.language).goal().to_lowercase();
    if let Some(goal) = goal.filter(|_| asks_for_goal) {
        return Some(format!("{goal}\n"));
    }
    let say = LookupPhrasing(model.sheet.language);
    let head = say.is_word(name);
    let in_clauses = !clauses(model, name, &[]).is_empty();
    let meaning = LookupEntry {
        head,
        ..LookupEntry::default()
    };
    in_clauses.then(|| told(model, name, &[meaning]))
}

fn told(model: &Model, name: &str, meanings: &[LookupEntry]) -> String {
    let mut text = String::new();
    for meaning in meanings {
        text.push_str(&format!("{}\n", meaning.head));
        for line in &meaning.lines {
            text.push_str(&format!("  {line}\n"));
        }
    }
    let tags: Vec<TagId> = meanings.iter().flat_map(|m| m.tags.clone()).collect();
    let clauses = clauses(model, name, &tags);
    for entry in clauses.iter().take(MOST_CLAUSES) {
        text.push_str(&format!("  {}  {}\n", model.tag(entry.tag), entry.text));
    }
    if clauses.len() > MOST_CLAUSES {
        let more = clauses.len() - MOST_CLAUSES;
        let say = LookupPhrasing(model.sheet.language);
        text.push_str(&format!("  {}\n", say.and_more(more)));
    }
    text
}

/// Lists the clauses that speak of a name, then those that its declaration carries.
fn clauses<'m>(model: &'m Model, name: &str, tags: &[TagId]) -> Vec<&'m SheetEntry> {
    let title = model.title(name).to_lowercase();
    let speaks = |entry: &&SheetEntry| {
        let text = entry.text.to_lowercase();
        speaks_of(&text, name) || speaks_of(&text, &title)
    };
    let entries = || model.sheet.entries();
    let carried = entries().filter(|entry| tags.contains(&entry.tag) && !speaks(entry));
    // A clause that begins with the name is about it.
    let is_about = |entry: &&SheetEntry| {
        let words: Vec<_> = entry.text.split_whitespace().take(BEGINNING).collect();
        let text = words.join(" ").to_lowercase();
        speaks_of(&text, name) || speaks_of(&text, &title)
    };
    let (about, others): (Vec<_>, Vec<_>) = entries().filter(speaks).partition(is_about);
    about.into_iter().chain(others).chain(carried).collect()
}

/// Returns whether a text contains a name as a whole word, also in the plural. One letter is no name: `a` is an article.
fn speaks_of(text: &str, name: &str) -> bool {
    if name.chars().count() < 2 {
        return false;
    }
    let alone = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = &text[at + name.len()..];
        let after = after
            .strip_prefix("es")
            .filter(|rest| ends(rest))
            .or(after.strip_prefix('s').filter(|rest| ends(rest)))
            .unwrap_or(after);
        before.is_none_or(|c| !c.is_alphanumeric()) && ends(after)
    };
    text.match_indices(name).any(|(at, _)| alone(at))
}

fn ends(rest: &str) -> bool {
    !rest.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::speaks_of;

    #[test]
    fn a_word_is_found_whole_or_in_the_plural() {
        for (text, name, expected) in [
            ("a captain may fire", "captain", true),
            ("captains may fire", "captain", true),
            ("the captaincy", "captain", false),
            ("red in a1 to f6", "a1", true),
            ("red in a12", "a1", false),
            ("the gold thief.", "gold thief", true),
            ("a", "a", false),
        ] {
            assert_eq!(speaks_of(text, name), expected, "{name} in {text}");
        }
    }
}
