//! The sorts of symbols in rules, scenarios and scripts.

use super::nouns::Noun;

/// The sort of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A declared name.
    Declared(Noun),
    /// A field of the rows of a list. Lists share the fields of one name.
    Field,
    /// A local name: an argument, a parameter, `let`, `some d in …`.
    Local,
    /// A word that an option may be set to.
    Value,
    /// A clause or a reading.
    Clause,
    /// A game or a variant.
    Ruleset,
    /// A function of a script that the rules do not name.
    Helper,
    /// A variable or a parameter of a function in a script.
    Variable,
    /// A constant of a script.
    Constant,
}

impl Sort {
    /// Returns the word in messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Declared(noun) => noun.word(),
            Self::Field => "field",
            Self::Local => "name for a value",
            Self::Value => "value of an option",
            Self::Clause => "clause",
            Self::Ruleset => "game or variant",
            Self::Helper => "function of a script",
            Self::Variable => "variable of a script",
            Self::Constant => "constant of a script",
        }
    }

    /// Returns whether such names belong to one text: another text may use them for something else.
    #[must_use]
    pub fn is_of_one_text(self) -> bool {
        matches!(
            self,
            Self::Local | Self::Helper | Self::Variable | Self::Constant
        )
    }

    /// Returns whether only scripts have such names.
    #[must_use]
    pub fn is_of_scripts(self) -> bool {
        matches!(self, Self::Helper | Self::Variable | Self::Constant)
    }
}
