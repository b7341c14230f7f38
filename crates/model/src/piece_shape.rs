//! The shapes of pieces in pictures. They are for people: no rule depends on them.

/// The shape of a piece in pictures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "each shape is what its name says")]
pub enum PieceShape {
    Disc,
    Stone,
    Man,
    Crowned,
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    Soldier,
    Cannon,
    Ship,
    Fort,
    Town,
    Elephant,
    Person,
    Flag,
    Bomb,
    Road,
    Barrier,
    Block,
    Arrow,
    Tile,
    Wedge,
    Card,
    Token,
    Die,
    Cross,
    Ring,
    Grass,
    Forest,
    Mountain,
    Water,
    Bar,
    Post,
}

use PieceShape::{
    Arrow, Bar, Barrier, Bishop, Block, Bomb, Cannon, Card, Cross, Crowned, Die, Disc, Elephant,
    Flag, Forest, Fort, Grass, King, Knight, Man, Mountain, Pawn, Person, Post, Queen, Ring, Road,
    Rook, Ship, Soldier, Stone, Tile, Token, Town, Water, Wedge,
};

/// The shapes with the words of the language for them.
const SHAPES: [(&str, PieceShape); 36] = [
    ("disc", Disc),
    ("stone", Stone),
    ("man", Man),
    ("crowned", Crowned),
    ("pawn", Pawn),
    ("knight", Knight),
    ("bishop", Bishop),
    ("rook", Rook),
    ("queen", Queen),
    ("king", King),
    ("soldier", Soldier),
    ("cannon", Cannon),
    ("ship", Ship),
    ("fort", Fort),
    ("town", Town),
    ("elephant", Elephant),
    ("person", Person),
    ("flag", Flag),
    ("bomb", Bomb),
    ("road", Road),
    ("barrier", Barrier),
    ("block", Block),
    ("arrow", Arrow),
    ("tile", Tile),
    ("wedge", Wedge),
    ("card", Card),
    ("token", Token),
    ("die", Die),
    ("cross", Cross),
    ("ring", Ring),
    ("grass", Grass),
    ("forest", Forest),
    ("mountain", Mountain),
    ("water", Water),
    ("bar", Bar),
    ("post", Post),
];

/// The common names of pieces, in English and German, with the shape of each. The words of [`SHAPES`] count, too.
const NAMES: [(&str, PieceShape); 109] = [
    ("counter", Disc),
    ("checker", Man),
    ("draughtsman", Man),
    ("pebble", Stone),
    ("seed", Stone),
    ("bead", Stone),
    ("marble", Stone),
    ("stein", Stone),
    ("peon", Pawn),
    ("peg", Pawn),
    ("pin", Pawn),
    ("meeple", Pawn),
    ("frog", Pawn),
    ("bauer", Pawn),
    ("figur", Pawn),
    ("horse", Knight),
    ("cavalry", Knight),
    ("rider", Knight),
    ("springer", Knight),
    ("pferd", Knight),
    ("advisor", Bishop),
    ("priest", Bishop),
    ("läufer", Bishop),
    ("laeufer", Bishop),
    ("tower", Rook),
    ("chariot", Rook),
    ("turm", Rook),
    ("amazon", Queen),
    ("lady", Queen),
    ("dame", Queen),
    ("general", King),
    ("emperor", King),
    ("chief", King),
    ("könig", King),
    ("koenig", King),
    ("trooper", Soldier),
    ("infantry", Soldier),
    ("guard", Soldier),
    ("warrior", Soldier),
    ("soldat", Soldier),
    ("gun", Cannon),
    ("artillery", Cannon),
    ("howitzer", Cannon),
    ("kanone", Cannon),
    ("boat", Ship),
    ("fleet", Ship),
    ("cruiser", Ship),
    ("destroyer", Ship),
    ("schiff", Ship),
    ("boot", Ship),
    ("castle", Fort),
    ("fortress", Fort),
    ("keep", Fort),
    ("burg", Fort),
    ("festung", Fort),
    ("village", Town),
    ("city", Town),
    ("house", Town),
    ("hut", Town),
    ("settlement", Town),
    ("stadt", Town),
    ("dorf", Town),
    ("haus", Town),
    ("elefant", Elephant),
    ("pirate", Person),
    ("sailor", Person),
    ("captain", Person),
    ("thief", Person),
    ("hunter", Person),
    ("merchant", Person),
    ("trader", Person),
    ("dealer", Person),
    ("farmer", Person),
    ("settler", Person),
    ("worker", Person),
    ("explorer", Person),
    ("pirat", Person),
    ("händler", Person),
    ("dieb", Person),
    ("kapitän", Person),
    ("banner", Flag),
    ("fahne", Flag),
    ("mine", Bomb),
    ("dynamite", Bomb),
    ("bombe", Bomb),
    ("path", Road),
    ("strasse", Road),
    ("straße", Road),
    ("weg", Road),
    ("blockade", Barrier),
    ("fence", Barrier),
    ("sperre", Barrier),
    ("obstacle", Block),
    ("hole", Block),
    ("pfeil", Arrow),
    ("plate", Tile),
    ("karte", Card),
    ("coin", Token),
    ("marker", Token),
    ("münze", Token),
    ("dice", Die),
    ("würfel", Die),
    ("meadow", Grass),
    ("field", Grass),
    ("wood", Forest),
    ("tree", Forest),
    ("hill", Mountain),
    ("lake", Water),
    ("river", Water),
];

impl PieceShape {
    /// Lists the words for shapes.
    pub fn words() -> impl Iterator<Item = &'static str> {
        SHAPES.iter().map(|(word, _)| *word)
    }

    /// Finds the shape with a word.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        let mut shapes = SHAPES.iter();
        shapes
            .find(|(known, _)| *known == word)
            .map(|(_, shape)| *shape)
    }

    /// Returns the usual shape of a piece with this name: by the whole name, or by its last word.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let last = name.rsplit('-').next().unwrap_or(name);
        [name, last].into_iter().find_map(|word| {
            let known = NAMES.iter().find(|(known, _)| *known == word);
            Self::find(word).or_else(|| known.map(|(_, shape)| *shape))
        })
    }

    /// Returns whether pieces of this shape carry no letter, even if nothing else says what they are.
    #[must_use]
    pub fn is_plain(self) -> bool {
        !matches!(self, Disc | Tile | Wedge | Card | Token)
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, PieceShape, SHAPES};

    #[test]
    fn each_word_has_one_shape() {
        let mut words: Vec<&str> = SHAPES.iter().chain(&NAMES).map(|(word, _)| *word).collect();
        words.sort_unstable();
        let all = words.len();
        words.dedup();
        assert_eq!(words.len(), all);
    }

    #[test]
    fn a_name_or_its_last_word_gives_the_shape() {
        let found = |name| PieceShape::of_name(name);
        assert_eq!(found("king"), Some(PieceShape::King));
        assert_eq!(found("power-cannon"), Some(PieceShape::Cannon));
        assert_eq!(found("kanone"), Some(PieceShape::Cannon));
        assert_eq!(found("cannon-thief"), Some(PieceShape::Person));
        assert_eq!(found("cannon-wizard"), None);
    }
}
