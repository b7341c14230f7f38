//! The pictures of pieces and cards: `look { soldier shape pawn; card suit colour, rank face }`.

use crate::names::nouns::Noun;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Wanted, similar};
use linstock_model::{
    Art, DrawnValues, FaceArt, FiniteDomain, KindId, ListArt, ListId, MemoryId, PieceShape,
    PlayerColour, SignShape, SymbolFile,
};
use linstock_syntax::ast::{DeclKind, LookItem, LookName, LookPart, Name, QuotedText};

/// The most characters on a piece or card.
const LONGEST_LABEL: usize = 12;
/// The most places of remembered numbers in a picture.
const MOST_PLACES: usize = 400;
/// The shapes that rows of a list can have.
const OF_ROWS: [PieceShape; 4] = [
    PieceShape::Card,
    PieceShape::Die,
    PieceShape::Token,
    PieceShape::Tile,
];
/// The shapes on which others can lie.
const BASES: [PieceShape; 4] = [
    PieceShape::Disc,
    PieceShape::Tile,
    PieceShape::Token,
    PieceShape::Wedge,
];
/// The properties of a kind of piece, of a list, and of a row.
const OF_PIECE: [&str; 4] = ["shape", "colour", "symbol", "label"];
const OF_LIST: [&str; 5] = ["shape", "colour", "suit", "rank", "pips"];
const OF_ROW: [&str; 3] = ["colour", "symbol", "label"];

/// What an entry is about.
enum Pictured {
    /// A kind of piece, by its current name.
    Piece(String),
    /// A list.
    List(ListId),
    /// A row of a list, by its current name.
    Row(String),
    /// Remembered values.
    Memory(MemoryId),
    /// The points with a sign, by their current name.
    Sign(String),
}

impl<'a> Resolver<'a> {
    /// Resolves how pieces and cards look. A variant's entry goes before that of its game.
    pub(crate) fn art(&mut self) -> Art {
        let entries = self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Look(entries) => Some(entries),
            _ => None,
        });
        let items: Vec<&'a LookItem> = entries.flatten().collect();
        let mut art = Art::default();
        for item in items {
            match item {
                LookItem::Entry(entry) => {
                    for name in &entry.names {
                        self.entry(name, &entry.parts, &mut art);
                    }
                }
                LookItem::Bar { name, most } => self.bar(name, most, &mut art),
            }
        }
        art
    }

    fn entry(&mut self, LookName { name, of }: &LookName, parts: &[LookPart], art: &mut Art) {
        let pictured = self.pictured(name);
        if let Some(player) = of {
            return self.own_face(pictured, player, parts, art);
        }
        let (name, known): (String, &[&str]) = match pictured {
            None => return,
            Some(Pictured::Sign(name)) => {
                for part in parts {
                    self.sign_look(part, &name);
                }
                return;
            }
            Some(Pictured::List(list)) => {
                let name = self.names.lists[list.index()].text.clone();
                let mut all = art.lists.get(&name).copied().unwrap_or_default();
                for part in parts {
                    self.list_look(part, list, &mut all);
                }
                art.lists.insert(name, all);
                return;
            }
            Some(Pictured::Memory(memory)) => {
                for part in parts {
                    self.values_look(part, memory, art);
                }
                return;
            }
            Some(Pictured::Piece(name)) => (name, &OF_PIECE),
            Some(Pictured::Row(name)) => (name, &OF_ROW),
        };
        let face = art.faces.entry(name).or_default();
        for part in parts {
            self.face_look(part, known, face);
        }
    }

    /// Resolves how the pieces of one player look.
    fn own_face(
        &mut self,
        pictured: Option<Pictured>,
        player: &Name,
        parts: &[LookPart],
        art: &mut Art,
    ) {
        if self.names.absent.contains(&player.text) {
            return;
        }
        let Ok(seat) = self.player_or_report(player) else {
            return;
        };
        let owned = match pictured {
            None => return,
            Some(Pictured::Piece(name)) => {
                let kind = KindId::find(&self.names.kinds, |kind| kind.text == name);
                let is_neutral =
                    kind.is_some_and(|kind| self.names.kinds[kind.index()].what.neutral);
                (!is_neutral).then_some(name)
            }
            Some(_) => None,
        };
        let Some(name) = owned else {
            let message = "only pieces that belong to a player can look different for a player";
            let diagnostic = Diagnostic::error("E0338", player.span, message);
            return self
                .report(diagnostic.hint("leave out the player, or name a piece that belongs to players, as in `mark of o shape ring`"));
        };
        let face = art.own_faces.entry((name, seat)).or_default();
        for part in parts {
            self.face_look(part, &OF_PIECE, face);
        }
    }

    /// Resolves how the points with a sign look: `boats drawn as ship`.
    fn sign_look(&mut self, part: &LookPart, name: &str) {
        if part.property.text != "drawn as" {
            return self.no_property(&part.property, &["drawn as"]);
        }
        let value = &part.value;
        let Some(shape) = SignShape::find(&value.value) else {
            let message = format!("`{}` is not a look that these points can have", value.value);
            let unknown = Diagnostic::error("E0339", value.span, message)
                .maybe_did_you_mean(similar(&value.value, SignShape::words()))
                .hint(linstock_base::listed("looks", SignShape::words()));
            return self.report(unknown);
        };
        self.on_board(|board| {
            let shows = board.picture.shows.iter_mut();
            let named = shows.filter(|shown| shown.name.as_deref() == Some(name));
            named.for_each(|shown| shown.shape = Some(shape));
        });
    }

    /// Finds the points with a sign that have a name.
    fn sign_called(&self, name: &Name) -> Option<Pictured> {
        let shows = self
            .names
            .board
            .iter()
            .flat_map(|board| &board.picture.shows);
        let now = self.sign_name(name);
        let mut names = shows.filter_map(|shown| shown.name.as_ref());
        names
            .any(|known| *known == now)
            .then_some(Pictured::Sign(now))
    }

    /// Finds what an entry is about; reports an unknown name.
    fn pictured(&mut self, name: &Name) -> Option<Pictured> {
        let kind = KindId::find(&self.names.kinds, self.is_called(Noun::Piece, name));
        if let Some(kind) = kind {
            return Some(Pictured::Piece(self.names.kinds[kind.index()].text.clone()));
        }
        let list = ListId::find(&self.names.lists, self.is_called(Noun::List, name));
        if let Some(list) = list {
            return Some(Pictured::List(list));
        }
        let memory = MemoryId::find(&self.names.memories, self.is_called(Noun::Memory, name));
        if let Some(memory) = memory {
            return Some(Pictured::Memory(memory));
        }
        let row = self.canonical(Noun::Row, name).into_owned();
        let lists = self.names.lists.iter();
        let mut rows = lists.flat_map(|list| list.what.rows.iter().map(|row| row.name.clone()));
        if rows.any(|known| known == row) {
            return Some(Pictured::Row(row));
        }
        if let Some(sign) = self.sign_called(name) {
            return Some(sign);
        }
        // What a variant removes needs no picture.
        let unnamed = self.is_broken_kind("piece") || self.is_broken_kind("list");
        if unnamed || self.is_unread() || self.is_excused(None, name) || self.is_removed(name) {
            return None;
        }
        let kinds = self.names.kinds.iter().map(|kind| kind.text.as_str());
        let lists = self.names.lists.iter();
        let rows = lists.clone().flat_map(|list| list.what.rows.iter());
        let memories = self
            .names
            .memories
            .iter()
            .map(|memory| memory.text.as_str());
        let boards = self.names.board.iter();
        let shows = boards.flat_map(|board| &board.picture.shows);
        let names = kinds
            .chain(lists.map(|list| list.text.as_str()))
            .chain(rows.map(|row| row.name.as_str()))
            .chain(memories)
            .chain(shows.filter_map(|shown| shown.name.as_deref()));
        let message = format!(
            "there is no piece, list, row, remembered value or sign of points with the name `{}`",
            name.text
        );
        let unknown = Diagnostic::error("E0325", name.span, message)
            .maybe_did_you_mean(similar(&name.text, names))
            .hint("`look` says how pieces, cards, numbers and points with a sign look; the colour of a player is in `words`");
        self.report(unknown.unknown(&name.text, Wanted::Titled));
        None
    }

    fn face_look(&mut self, part: &LookPart, known: &[&str], face: &mut FaceArt) {
        let value = &part.value;
        match part.property.text.as_str() {
            property if !known.contains(&property) => self.no_property(&part.property, known),
            "shape" => {
                let shape = self.shape_called(value, PieceShape::words());
                let base = part.on.as_ref();
                let base = base.and_then(|on| self.shape_called(on, words_of(&BASES)));
                if shape.is_some() {
                    (face.shape, face.base) = (shape, base);
                }
            }
            "colour" => face.colour = self.colour(value).or(face.colour),
            "symbol" => {
                face.symbol = Some(SymbolFile {
                    file: value.value.clone(),
                    span: value.span,
                    elements: None,
                });
            }
            _ => {
                self.check_label(value, "shorten it, or draw it as a symbol");
                face.label = Some(value.value.clone());
            }
        }
    }

    /// Reports a label that is too long.
    pub(crate) fn check_label(&mut self, value: &QuotedText, way_out: &str) {
        let length = value.value.chars().count();
        if length > LONGEST_LABEL || value.value.chars().any(char::is_control) {
            let message = format!("a label has at most {LONGEST_LABEL} characters");
            let label = format!("this has {length}");
            let long = Diagnostic::error("E0328", value.span, message).label(label);
            self.report(long.hint(way_out));
        }
    }

    fn list_look(&mut self, part: &LookPart, list: ListId, all: &mut ListArt) {
        let value = &part.value;
        let field = (value.value.as_str(), value.span);
        if let Some(on) = &part.on {
            let property = Name {
                text: "on".to_owned(),
                span: on.span,
            };
            self.no_property(&property, &OF_LIST);
        }
        match part.property.text.as_str() {
            "shape" => {
                all.shape = self.shape_called(value, words_of(&OF_ROWS)).or(all.shape);
            }
            "colour" => all.colour = self.colour(value).or(all.colour),
            "suit" => all.suit = self.field_called(list, field).ok().or(all.suit),
            "rank" => all.rank = self.field_called(list, field).ok().or(all.rank),
            "pips" => all.pips = self.field_called(list, field).ok().or(all.pips),
            _ => self.no_property(&part.property, &OF_LIST),
        }
    }

    /// Resolves where remembered numbers are drawn.
    fn values_look(&mut self, part: &LookPart, memory: MemoryId, art: &mut Art) {
        match part.property.text.as_str() {
            "drawn" => {}
            "drawn as" => return self.figure_look(&part.value, memory, art),
            _ => return self.no_property(&part.property, &["drawn"]),
        }
        let known = &self.names.memories[memory.index()].what;
        let per = known
            .per
            .filter(|_| self.is_open_number(memory) && !known.of_piece);
        let rows: Vec<String> = match per {
            Some(FiniteDomain::Players) => Vec::new(),
            Some(FiniteDomain::Rows(list)) => {
                let rows = self.names.lists[list.index()].what.rows.iter();
                rows.map(|row| row.name.clone()).collect()
            }
            None => {
                let message = "only numbers of players or of rows that everybody sees can be drawn";
                let diagnostic = Diagnostic::error("E0331", part.value.span, message);
                self.report(diagnostic.hint("as in `remember { seeds of house = 4 }`"));
                return;
            }
        };
        let place = |word: &str| match per {
            Some(FiniteDomain::Players) => word.parse().ok(),
            _ => rows
                .iter()
                .position(|row| row == word)
                .and_then(|at| i64::try_from(at).ok()),
        };
        let lines = part.value.value.lines();
        let mut places = Vec::new();
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let mut row = Vec::new();
            for word in line.split_whitespace() {
                match place(word) {
                    _ if word == "." => row.push(None),
                    Some(place) => row.push(Some(place)),
                    None => return self.no_place(word, part, &rows),
                }
            }
            places.push(row);
        }
        if places.iter().map(Vec::len).sum::<usize>() > MOST_PLACES {
            let message = format!("a drawing of numbers has at most {MOST_PLACES} places");
            let diagnostic = bad_drawing(part, message);
            return self.report(diagnostic);
        }
        art.values.retain(|drawn| drawn.memory != memory);
        art.values.push(DrawnValues { memory, places });
    }

    /// Reports a word in a drawing that is no row or number.
    fn no_place(&mut self, word: &str, part: &LookPart, rows: &[String]) {
        let names = || rows.iter().map(String::as_str);
        let (what, hint) = match rows {
            [] => ("number", "write numbers, with `.` for a gap".to_owned()),
            _ => ("row", linstock_base::listed("rows", names())),
        };
        let message = format!("`{word}` is not a {what} that can be drawn here");
        let unknown = bad_drawing(part, message)
            .maybe_did_you_mean(similar(word, names()))
            .hint(hint);
        self.report(unknown);
    }

    fn no_property(&mut self, property: &Name, known: &[&str]) {
        let message = format!("`{}` does not fit here", property.text);
        let hint = linstock_base::listed("it can have", known.iter().copied());
        self.report(Diagnostic::error("E0326", property.span, message).hint(hint));
    }

    fn shape_called(
        &mut self,
        value: &QuotedText,
        known: impl Iterator<Item = &'static str>,
    ) -> Option<PieceShape> {
        let known: Vec<&str> = known.collect();
        let found = PieceShape::find(&value.value);
        if found.is_some() && known.contains(&value.value.as_str()) {
            return found;
        }
        let message = format!("`{}` is not a shape that this can have", value.value);
        let unknown = Diagnostic::error("E0327", value.span, message)
            .maybe_did_you_mean(similar(&value.value, known.iter().copied()))
            .hint(linstock_base::listed("shapes", known.into_iter()));
        self.report(unknown);
        None
    }

    fn colour(&mut self, value: &QuotedText) -> Option<PlayerColour> {
        self.colour_called(&value.value, value.span)
    }
}

/// Returns the words for some shapes.
fn words_of(shapes: &[PieceShape]) -> impl Iterator<Item = &'static str> {
    PieceShape::words()
        .filter(|word| PieceShape::find(word).is_some_and(|shape| shapes.contains(&shape)))
}

/// Makes the message about a drawing of remembered numbers.
fn bad_drawing(part: &LookPart, message: String) -> Diagnostic {
    Diagnostic::error("E0332", part.value.span, message)
}
