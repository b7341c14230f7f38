//! Splits the text of a move into names and signs, so that texts can be compared without regard to how they are joined.

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypedPart {
    /// Letters, or digits.
    Name(String),
    /// A sign between names, or in front of one.
    Sign(MoveSign),
}

/// A sign of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum MoveSign {
    /// A piece goes from one point to another: `-`.
    Step,
    /// A piece is taken: `x`.
    Take,
}

impl MoveSign {
    /// Returns how moves are usually written with it.
    pub(super) fn written(self) -> &'static str {
        match self {
            Self::Step => "-",
            Self::Take => "x",
        }
    }
}

/// How a typed text fits the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Likeness {
    /// All names are the same; signs may be missing.
    Same,
    /// Names after the first are shortened.
    Shortened,
    /// Another sign stands between the names.
    OtherSign,
}

/// Returns the sign that a text is.
pub(super) fn sign_of(text: &str) -> Option<MoveSign> {
    match text {
        "-" | "->" | "–" | "—" | "→" | ">" => Some(MoveSign::Step),
        "x" | "×" | "*" | ":" => Some(MoveSign::Take),
        _ => None,
    }
}

/// Returns the sign for a word between two names.
fn sign_of_word(word: &str) -> Option<MoveSign> {
    match word {
        "to" => Some(MoveSign::Step),
        "x" | "takes" | "captures" => Some(MoveSign::Take),
        _ => None,
    }
}

/// Splits a text. Ignores case, blanks and all other characters.
pub(super) fn tokens(text: &str) -> Vec<TypedPart> {
    let text = text.to_lowercase();
    let mut tokens: Vec<TypedPart> = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let alike: fn(char) -> bool = match first {
            c if c.is_numeric() => char::is_numeric,
            c if c.is_alphabetic() => char::is_alphabetic,
            c if c.is_whitespace() => char::is_whitespace,
            _ => |c| !c.is_alphanumeric() && !c.is_whitespace(),
        };
        let after = rest.trim_start_matches(alike);
        let part = &rest[..rest.len() - after.len()];
        add(&mut tokens, part, after);
        rest = after;
    }
    tokens
}

/// Adds a part of a text, which `after` follows.
fn add(tokens: &mut Vec<TypedPart>, part: &str, after: &str) {
    if !part.starts_with(char::is_alphanumeric) {
        tokens.extend(sign_of(part.trim()).map(TypedPart::Sign));
        return;
    }
    let number_follows = after.starts_with(|c: char| c.is_ascii_digit());
    let behind_name = matches!(tokens.last(), Some(TypedPart::Name(_)));
    // `xf` in `e3xf2`, and in `xf2`; but `x5` is a point of column x.
    if let Some(column) = part.strip_prefix('x')
        && number_follows
        && !column.is_empty()
    {
        tokens.push(TypedPart::Sign(MoveSign::Take));
        tokens.push(TypedPart::Name(column.to_owned()));
        return;
    }
    match sign_of_word(part) {
        Some(sign) if behind_name && !number_follows && !after.trim().is_empty() => {
            tokens.push(TypedPart::Sign(sign));
        }
        _ => tokens.push(TypedPart::Name(part.to_owned())),
    }
}

/// Compares a typed text with the text of a move. Signs between names may be missing in the typed text; those at the
/// beginning and at the end may not: `d7` does not mean `xd7`.
pub(super) fn likeness(typed: &[TypedPart], legal: &[TypedPart]) -> Option<Likeness> {
    let (mut typed, mut legal) = (typed.iter().peekable(), legal.iter().peekable());
    let (mut found, mut names) = (Likeness::Same, 0);
    loop {
        let signs = [&mut typed, &mut legal].map(|tokens| {
            let sign = tokens.next_if(|token| matches!(token, TypedPart::Sign(_)));
            sign.cloned()
        });
        let inside = names > 0 && typed.peek().is_some() && legal.peek().is_some();
        match signs {
            [a, b] if a == b => {}
            [None, Some(_)] | [Some(TypedPart::Sign(MoveSign::Step)), None] if inside => {}
            [Some(_), Some(_)] => found = found.max(Likeness::OtherSign),
            _ => return None,
        }
        match (typed.next(), legal.next()) {
            (None, None) => return Some(found),
            (Some(TypedPart::Name(a)), Some(TypedPart::Name(b))) if a == b => {}
            (Some(TypedPart::Name(a)), Some(TypedPart::Name(b)))
                if names > 0 && b.starts_with(a.as_str()) && !a.starts_with(char::is_numeric) =>
            {
                found = found.max(Likeness::Shortened);
            }
            _ => return None,
        }
        names += 1;
    }
}

/// Returns whether a typed text is a legal move that begins with a sign, with a point before it: `b6xb4` for `xb4`.
pub(super) fn is_only_longer(typed: &[TypedPart], legal: &[TypedPart]) -> bool {
    let [TypedPart::Name(column), TypedPart::Name(row), rest @ ..] = typed else {
        return false;
    };
    let is_point = !column.starts_with(char::is_numeric) && row.starts_with(char::is_numeric);
    let signed = matches!(legal.first(), Some(TypedPart::Sign(_)));
    let same_names = |legal: &[TypedPart]| !rest.is_empty() && rest[1..] == legal[1..];
    let begins = matches!(rest.first(), Some(TypedPart::Sign(_)));
    is_point && signed && begins && same_names(legal)
}

#[cfg(test)]
mod tests {
    use super::{Likeness, is_only_longer, likeness, tokens};

    #[test]
    fn a_shot_is_written_without_the_point_where_it_begins() {
        for (typed, legal, expected) in [
            ("b6xb4", "xb4", true),
            ("b6-b4", "xb4", true),
            ("b6xb5", "xb4", false),
            ("xb4", "xb4", false),
            ("b6xb4", "b6-b4", false),
        ] {
            let found = is_only_longer(&tokens(typed), &tokens(legal));
            assert_eq!(found, expected, "{typed} for {legal}");
        }
    }

    #[test]
    fn every_character_belongs_to_a_part() {
        assert_eq!(tokens("a² ½ ٣ e4 — ⅷ\u{301}").len(), 8);
    }

    #[test]
    fn texts_are_compared_by_their_names_and_signs() {
        use Likeness::{OtherSign, Same, Shortened};
        for (typed, legal, expected) in [
            ("e2e4", "e2-e4", Some(Same)),
            ("E2 E4", "e2-e4", Some(Same)),
            ("e2->e4", "e2-e4", Some(Same)),
            ("e2 → e4", "e2-e4", Some(Same)),
            ("e2 to e4", "e2-e4", Some(Same)),
            ("b 10", "b10", Some(Same)),
            ("f3 takes g5", "f3xg5", Some(Same)),
            ("f3g5", "f3xg5", Some(Same)),
            ("f3xf2", "f3-f2", Some(OtherSign)),
            ("f3-f2", "f3xf2", Some(OtherSign)),
            ("c3xe5xg7", "c3xe5xg7", Some(Same)),
            ("gold thief", "gold-thief", Some(Same)),
            ("e7e8q", "e7-e8=queen", Some(Shortened)),
            ("d7", "xd7", None),
            ("xd7", "d7", None),
            ("x5-x6", "x5-x6", Some(Same)),
            ("spin 3", "spin 13", None),
            ("p", "pass", None),
            ("e2", "e2-e4", None),
            ("e2e4e5", "e2-e4", None),
        ] {
            let found = likeness(&tokens(typed), &tokens(legal));
            assert_eq!(found, expected, "{typed} for {legal}");
        }
    }
}
