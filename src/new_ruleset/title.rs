//! The title of a new ruleset, and the name that is made from it.

use crate::command_failure::CommandFailure;

/// The longest name of a ruleset, in bytes: its files have the same name, and file systems allow 255 bytes.
const LONGEST_NAME: usize = 100;

/// Letters of other alphabets in the Latin letters that a name may have.
const LETTERS: [(&str, &str); 12] = [
    ("ä", "ae"),
    ("ö", "oe"),
    ("ü", "ue"),
    ("ß", "ss"),
    ("é", "e"),
    ("è", "e"),
    ("ê", "e"),
    ("à", "a"),
    ("á", "a"),
    ("ç", "c"),
    ("ñ", "n"),
    ("ó", "o"),
];

/// What a new ruleset is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NewTitle {
    /// The name of its folder and its files.
    pub(super) name: String,
    /// Its title, if one was given instead of a name.
    given: Option<String>,
}

impl NewTitle {
    /// Reads a title, such as `Frog Pond`, or a name, such as `frog-pond`.
    ///
    /// # Errors
    /// If no ruleset can have this name.
    pub(super) fn read(written: &str) -> Result<Self, CommandFailure> {
        let is_title = written.contains([' ', '\'', '!', '?', '&', ':'])
            || written.contains(char::is_uppercase);
        // A path is a mistake, and never a title.
        let is_title = is_title && !written.contains(['/', '\\']) && !written.starts_with('.');
        let (name, given) = match is_title {
            true => (name_from(written), Some(written.trim().to_owned())),
            false => (written.to_owned(), None),
        };
        proper(&name, written)?;
        Ok(Self { name, given })
    }

    /// Returns the title: the given one, or one made from the name (`my-game` is "My game").
    pub(super) fn title(&self) -> String {
        if let Some(given) = &self.given {
            return given.clone();
        }
        let words = self.name.replace('-', " ");
        let mut letters = words.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    /// Returns the title if it was given.
    pub(super) fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }
}

/// Makes a name from a title: `Frog Pond` is `frog-pond`.
fn name_from(title: &str) -> String {
    let mut text = title.to_lowercase().replace(['\'', '’'], "");
    for (letter, plain) in LETTERS {
        text = text.replace(letter, plain);
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Refuses a name that no ruleset can have.
fn proper(name: &str, written: &str) -> Result<(), CommandFailure> {
    if name.len() > LONGEST_NAME {
        return Err(CommandFailure::Call(format!(
            "a name of {} letters is too long for a ruleset; give it {LONGEST_NAME} at the most",
            name.chars().count()
        )));
    }
    if !is_name(name) {
        return Err(CommandFailure::Call(format!(
            "`{written}` cannot be the name of a ruleset: use small letters and digits, beginning with a letter, and single hyphens between them; or write a title, such as \"Frog Pond\""
        )));
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(plain)
        && !name.ends_with('-')
        && !name.contains("--")
}

#[cfg(test)]
mod tests {
    use super::NewTitle;

    #[test]
    fn a_title_makes_a_name_and_a_name_makes_a_title() {
        for (written, name, title) in [
            ("Frog Pond", "frog-pond", "Frog Pond"),
            ("King's Table!", "kings-table", "King's Table!"),
            ("Mühle & Dame", "muehle-dame", "Mühle & Dame"),
            ("My", "my", "My"),
            ("a", "a", "A"),
            ("my-cannon", "my-cannon", "My cannon"),
            ("x2", "x2", "X2"),
        ] {
            let read = NewTitle::read(written).expect(written);
            assert_eq!((read.name.as_str(), read.title().as_str()), (name, title));
        }
        for bad in [
            "",
            "-a",
            "a-",
            "a--b",
            "2x",
            "2048 Squares",
            "A/b",
            "..",
            "ä",
            "a.game",
            "  ",
            "東京 !",
        ] {
            assert!(NewTitle::read(bad).is_err(), "{bad}");
        }
    }
}
