//! `.game` files: games, and variants with their edits.

use crate::ast::{Decl, Name, PartEdit, QuotedText, Tag};

/// The content of one `.game` file.
#[derive(Clone, Debug)]
pub enum RulesFile {
    /// `game NAME "Title"` and its declarations.
    Game(GameDecl),
    /// `variant NAME of GAME "Title"` and its edits.
    Variant(Variant),
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct GameDecl {
    /// Its name, as `linstock play` takes it.
    pub name: Name,
    /// Its title for people.
    pub title: QuotedText,
    /// Its declarations in the order they were written.
    pub decls: Vec<Decl>,
}

/// A variant: edits of a game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name, as `--variant` takes it.
    pub name: Name,
    /// The name of the game it changes.
    pub of: Name,
    /// Its title for people.
    pub title: QuotedText,
    /// Its edits, in order.
    pub edits: Vec<Edit>,
}

/// An edit of a variant.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its kind.
    pub kind: EditKind,
}

/// The kind of an edit.
#[derive(Clone, Debug)]
pub enum EditKind {
    /// `set OPTION VALUE`: a new default.
    Set {
        /// The option.
        option: Name,
        /// Its value as text (`yes`, `3`, `threefold-draw`, `4 3 3`).
        value: QuotedText,
    },
    /// `rename KIND old to new, …`: everywhere, in option values too.
    Rename {
        /// `player`, `piece`, `move`, `option`, …
        kind: Name,
        /// Old and new names.
        pairs: Vec<(Name, Name)>,
    },
    /// `replace DECLARATION`: the whole declaration of that kind and name.
    Replace(Decl),
    /// `remove KIND NAME`.
    Remove {
        /// `move`, `fact`, `piece`, …
        kind: Name,
        /// The name.
        name: Name,
    },
    /// An edit within a declaration: `add swap to placing`, `remove condition CA-25 of shift`.
    Part(PartEdit),
    /// A new declaration.
    Add(Decl),
}
