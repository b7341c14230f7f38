//! The words that a rule sheet and the table add to the texts of a ruleset, in each language. They stand in `language.json`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The words of each language, by its name.
type WordTable = BTreeMap<String, BTreeMap<Phrase, String>>;

static TABLE: LazyLock<WordTable> = LazyLock::new(|| {
    // A test reads the table.
    serde_json::from_str(include_str!("language.json")).unwrap_or_default()
});

/// A language of which there are words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Language(String);

impl Default for Language {
    fn default() -> Self {
        Self("en".to_owned())
    }
}

impl Language {
    /// Finds a language by its name: `en`, `de`.
    #[must_use]
    pub(crate) fn find(name: &str) -> Option<Self> {
        TABLE.contains_key(name).then(|| Self(name.to_owned()))
    }

    /// Returns the names of all languages.
    pub(crate) fn all() -> impl Iterator<Item = &'static str> + Clone {
        TABLE.keys().map(String::as_str)
    }

    /// Returns its name.
    #[must_use]
    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// Says something; `{0}`, `{1}` … stand for the values.
    #[must_use]
    pub(crate) fn say(&self, phrase: Phrase, values: &[&str]) -> String {
        let text = TABLE.get(&self.0).and_then(|words| words.get(&phrase));
        let mut said = String::new();
        let mut rest = text.map_or("", String::as_str);
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let (hole, after) = after.split_once('}').unwrap_or((after, ""));
            let value = hole.parse::<usize>().ok().and_then(|at| values.get(at));
            said.push_str(value.copied().unwrap_or_default());
            rest = after;
        }
        said + rest
    }

    /// Returns words without values.
    #[must_use]
    pub(crate) fn word(&self, phrase: Phrase) -> String {
        self.say(phrase, &[])
    }
}

/// Something that a rule sheet or the table says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phrase {
    Contents,
    Players,
    WhoPlays,
    WhoMayPlay,
    SetOtherwise,
    AndIs,
    EndOfGame,
    Components,
    BoardSize,
    BoardPoints,
    MapSigns,
    Piece,
    Sign,
    Whose,
    AtStart,
    EachPlayer,
    Nobody,
    Everybody,
    OnBoard,
    EachOnBoard,
    ByChance,
    OfPlayer,
    InZone,
    EachInZone,
    NotYet,
    OfTheMap,
    Group,
    OneOf,
    Place,
    WhoSees,
    Holds,
    Pieces,
    AllSee,
    OwnerSees,
    NoneSees,
    Nothing,
    OfEachPlayer,
    SetUp,
    DrawnByChance,
    Sequence,
    Phase,
    Each,
    EachFrom,
    RoundAfterRound,
    RoundAfterRoundFrom,
    Backwards,
    Again,
    Times,
    Choose,
    ChooseAsOften,
    ChooseTogether,
    Chance,
    OnlyIf,
    NoChoice,
    If,
    Unless,
    Else,
    ForEach,
    Leave,
    Lay,
    Wins,
    WinsBecause,
    Draw,
    DrawBecause,
    Me,
    Opponent,
    Others,
    Moves,
    MovesAbout,
    Outcomes,
    ExampleMove,
    Rear,
    Front,
    Ahead,
    OnLine,
    ThePlayer,
    OnlyWhen,
    AfterIt,
    Refused,
    Then,
    Warning,
    Terms,
    TermsAbout,
    Clauses,
    Readings,
    ReadingsAbout,
    Rule,
    Example,
    InFile,
    NotPlayed,
    More,
    AsSet,
    ButHere,
    OptionIs,
    OptionIsNot,
    Options,
    Option,
    Value,
    Default,
    MayBe,
    Decides,
    ClausesColumn,
    Score,
    ScoreAbout,
    Notes,
    Figures,
    FiguresAbout,
    Book,
    Src,
    Der,
    Rec,
    WhoIsChance,
    ToMove,
    ToMoveIn,
    And,
    Or,
    IsOver,
    IsDraw,
    OneWins,
    SeveralWin,
    NotLegal,
}

#[cfg(test)]
mod tests {
    use super::{Language, Phrase, TABLE};

    #[test]
    fn every_language_says_everything() {
        let english = TABLE.get("en").expect("the table can be read");
        // The last phrase is the last of the table, so that none is missing.
        assert_eq!(english.len(), Phrase::NotLegal as usize + 1);
        for (language, words) in TABLE.iter() {
            assert!(words.keys().eq(english.keys()), "{language}");
            for (phrase, text) in words {
                let holes = |text: &str| {
                    let mut holes: Vec<_> = text
                        .match_indices('{')
                        .map(|(at, _)| text[at..at + 3].to_owned())
                        .collect();
                    holes.sort();
                    holes
                };
                assert_eq!(
                    holes(text),
                    holes(&english[phrase]),
                    "{language}: {phrase:?}"
                );
            }
        }
    }

    #[test]
    fn values_stand_in_their_places() {
        let english = Language::default();
        let said = english.say(Phrase::OptionIs, &["first", "dark", "who begins {0}"]);
        assert_eq!(said, "`first` is `dark`: who begins {0}");
        assert_eq!(Language::find("xx"), None);
    }
}
