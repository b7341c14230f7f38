//! `.game` files: games, and variants with their edits.

use crate::syntax::ast::{Decl, Name, PartEdit, QuotedText, Tag};

/// The content of one `.game` file.
#[derive(Clone, Debug)]
pub(crate) enum RulesFile {
    /// `game NAME "Title"` and its declarations.
    Game(GameDecl),
    /// `variant NAME of GAME "Title"` and its edits.
    Variant(Variant),
}

/// A whole game.
#[derive(Clone, Debug)]
pub(crate) struct GameDecl {
    /// Its name, as `linstock play` takes it.
    pub(crate) name: Name,
    /// Its title for people.
    pub(crate) title: QuotedText,
    /// Its declarations in the order they were written.
    pub(crate) decls: Vec<Decl>,
}

/// A variant: edits of a game.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// Its name, as `--variant` takes it.
    pub(crate) name: Name,
    /// The name of the game it changes.
    pub(crate) of: Name,
    /// Its title for people.
    pub(crate) title: QuotedText,
    /// Its edits, in order.
    pub(crate) edits: Vec<Edit>,
}

/// One change that a variant makes.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    /// The clauses it carries.
    pub(crate) tags: Vec<Tag>,
    /// Its kind.
    pub(crate) kind: EditKind,
}

/// The kind of an edit.
#[derive(Clone, Debug)]
pub(crate) enum EditKind {
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
    /// A change within a declaration: `add swap to placing`, `remove condition CA-25 of shift`.
    Part(PartEdit),
    /// A new declaration.
    Add(Decl),
}
