//! A player of a match: a computer player of this program, or another program.

use crate::opponents::player_spec::{PlayerSpec, Skill};
use linstock_base::one_line;
use std::fmt;

/// A player of a match, as users write it: `best:2s`, or `cmd:python3 bot.py`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Contestant {
    Computer(PlayerSpec),
    /// A program with its arguments.
    Program(String),
}

impl Contestant {
    /// Reads a player.
    ///
    /// # Errors
    /// If the text names no player.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        match text.strip_prefix("cmd:") {
            Some(command) if command.trim().is_empty() => {
                Err("write a program after `cmd:`, such as 'cmd:python3 bot.py'".to_owned())
            }
            Some(command) => Ok(Self::Program(command.trim().to_owned())),
            None => match PlayerSpec::read(text) {
                Ok(spec) => Ok(Self::Computer(spec)),
                // A path or a command with arguments.
                Err(_) if text.contains(['/', '\\', ' ']) => Err(format!(
                    "there is no computer player {}; for another program, write 'cmd:{}'",
                    linstock_play::quoted(text),
                    one_line(text.trim())
                )),
                Err(trouble) => Err(trouble),
            },
        }
    }
}

impl Contestant {
    /// Returns the skill of a computer player of this program.
    pub(super) fn skill(&self) -> Option<Skill> {
        match self {
            Self::Computer(spec) => Some(spec.skill),
            Self::Program(_) => None,
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Computer(spec) => spec.fmt(f),
            Self::Program(command) => f.write_str(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Contestant;

    #[test]
    fn a_wrong_player_gets_the_way_to_write_it() {
        for (wrong, hint) in [
            ("cmd:", "write a program after `cmd:`"),
            ("./bot.py", "for another program, write 'cmd:./bot.py'"),
            (
                "python3 bot.py",
                "for another program, write 'cmd:python3 bot.py'",
            ),
            ("bset", "there are beginner, casual"),
        ] {
            let said = Contestant::read(wrong).expect_err(wrong);
            assert!(said.contains(hint), "{wrong}: {said}");
        }
    }
}
