//! Secret tokens: the link of a seat.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A secret of 128 bits. Who knows it may sit in a seat.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LinkToken([u8; 16]);

impl LinkToken {
    /// Makes a token from random bytes.
    #[must_use]
    pub fn new(random: [u8; 16]) -> Self {
        Self(random)
    }

    /// Reads a token; `None` if the text is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        u128::from_str_radix(text, 16)
            .ok()
            .map(|number| Self(number.to_be_bytes()))
    }

    /// Returns the token as text, for a link.
    #[must_use]
    pub fn text(self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    /// Returns a number from a token that is used for nothing else.
    pub(crate) fn seed(self) -> u64 {
        let [low, high] = [&self.0[..8], &self.0[8..]].map(|half| {
            let bytes = half.iter().copied();
            bytes.fold(0, |number, byte| (number << 8) | u64::from(byte))
        });
        // Programs whose numbers are floats read it without loss.
        (low ^ high) >> 11
    }

    /// Returns whether two tokens are the same. The time does not depend on where they differ.
    #[must_use]
    pub fn is(self, other: Self) -> bool {
        let pairs = self.0.iter().zip(other.0);
        pairs.fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
    }
}

impl fmt::Debug for LinkToken {
    /// Writes no secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkToken")
    }
}

impl From<LinkToken> for String {
    fn from(token: LinkToken) -> Self {
        token.text()
    }
}

impl TryFrom<String> for LinkToken {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::read(&text).ok_or("a token has 32 hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::LinkToken;

    #[test]
    fn a_token_is_read_as_it_is_written_and_shows_nothing_in_logs() {
        let token = LinkToken::new([7; 16]);
        let again = LinkToken::read(&token.text()).expect("a token");
        assert!(again.is(token));
        assert!(!again.is(LinkToken::new([8; 16])));
        assert!(!format!("{token:?}").contains('7'));
        for wrong in ["", "07", "+0000000000000000000000000000007", "é"] {
            assert!(LinkToken::read(wrong).is_none(), "{wrong}");
        }
    }
}
