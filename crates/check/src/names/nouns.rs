//! The sorts of declared names: their words in messages, and how they are declared.

/// The sort of a declared name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Noun {
    /// A player.
    Player,
    /// A kind of piece.
    Piece,
    /// A layer of the board.
    Layer,
    /// An option.
    Option,
    /// A region of the board.
    Region,
    /// A line of pieces: a formation.
    Line,
    /// A drawing.
    Drawing,
    /// A list.
    List,
    /// A row of a list.
    Row,
    /// A zone.
    Zone,
    /// A memory.
    Memory,
    /// A fact.
    Fact,
    /// A routine.
    Routine,
    /// A function of a script.
    Script,
    /// A move.
    Move,
    /// A phase of a round.
    Phase,
}

impl Noun {
    /// The nouns that a variant may rename.
    pub const RENAMED: [Self; 8] = [
        Self::Player,
        Self::Piece,
        Self::Move,
        Self::Option,
        Self::Fact,
        Self::Line,
        Self::Phase,
        Self::Region,
    ];

    /// Returns the noun for this word, if a variant may rename such things.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::RENAMED.into_iter().find(|noun| noun.word() == word)
    }

    /// Returns the noun for this word, if a variant may replace or remove such a declaration.
    #[must_use]
    pub fn called(word: &str) -> Option<Self> {
        let more = [
            Self::List,
            Self::Zone,
            Self::Drawing,
            Self::Routine,
            Self::Memory,
        ];
        Self::named(word).or_else(|| {
            let called = |noun: &Self| noun.word() == word || noun.keyword() == word;
            more.into_iter().find(called)
        })
    }

    /// Returns the noun's word in messages and variants.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Piece => "piece",
            Self::Layer => "layer",
            Self::Option => "option",
            Self::Region => "region",
            Self::Line => "line",
            Self::Drawing => "drawing",
            Self::List => "list",
            Self::Row => "row",
            Self::Zone => "zone",
            Self::Memory => "remembered value",
            Self::Fact => "fact",
            Self::Routine => "routine",
            Self::Script => "script function",
            Self::Move => "move",
            Self::Phase => "phase",
        }
    }

    /// Returns the word with its article.
    #[must_use]
    pub fn with_article(self) -> String {
        let word = self.word();
        let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {word}")
    }

    /// Returns the keyword that declares such things.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Player => "players",
            Self::Option => "options",
            Self::Memory => "remember",
            Self::Routine => "to",
            Self::Script => "script",
            Self::Phase => "play",
            Self::Layer => "board",
            Self::Row => "list",
            Self::Piece
            | Self::Region
            | Self::Line
            | Self::Drawing
            | Self::List
            | Self::Zone
            | Self::Fact
            | Self::Move => self.word(),
        }
    }

    /// Returns the hint that shows how to declare such a thing.
    #[must_use]
    pub fn declared_as(self) -> &'static str {
        match self {
            Self::Player => "name them: players white, black",
            Self::Piece => "declare one: piece pawn \"p\"",
            Self::Move => "write one: move step \"{here}-{there}\" { … }",
            Self::Drawing => "draw one: drawing start { W = white pawn \"\"\"…\"\"\" }",
            Self::List | Self::Row => "declare one: list card (number) { ace 1; two 2 }",
            Self::Zone => "declare one: zone hand of player { holds card; seen by owner }",
            Self::Routine => "write one: to NAME(argument) { … }",
            Self::Fact => "write one: fact NAME(argument) = …",
            Self::Phase => "name a part of the sequence of play: phase NAME { … }",
            Self::Script => "declare it: script \"file.rhai\" { name(argument: number) -> truth }",
            Self::Layer => "name them in the board's block: layers ground, top",
            Self::Option | Self::Region | Self::Line | Self::Memory => "declare one",
        }
    }
}
