//! The words that replace names and texts of the rules for people: `words { … }`.

use crate::names::nouns::Noun;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span, Wanted, similar};
use linstock_model::{ListId, PlayerColour, Sheet, UnmatchedText};
use linstock_syntax::ast::{
    DeclKind, Name, QuotedText, Template, TemplatePart, Worded, WordsEntry,
};

/// The word that says the colour of a player: `colour of light "white"`.
const COLOUR: &str = "colour";
/// The word that explains signs on the board: `"~" of board "a river"`.
const BOARD: &str = "board";

/// The nouns whose names people may read in other words.
const TITLED: [Noun; 11] = [
    Noun::Player,
    Noun::Piece,
    Noun::Layer,
    Noun::Zone,
    Noun::Move,
    Noun::Phase,
    Noun::Fact,
    Noun::Line,
    Noun::Region,
    Noun::List,
    Noun::Memory,
];

/// What a rule sheet says of the game as a whole: `author of game "…"`.
const OF_GAME: [&str; 4] = [Sheet::AUTHOR, Sheet::PUBLISHER, Sheet::LENGTH, Sheet::GOAL];

impl<'a> Resolver<'a> {
    /// Records the replacements of texts; a variant's entry goes before that of its game.
    pub(crate) fn other_words(&mut self) {
        let texts = self.words_entries().filter_map(|entry| match &entry.what {
            Worded::Text(text) => Some((text.value.as_str(), &entry.text)),
            _ => None,
        });
        self.words.texts = texts.collect();
    }

    fn words_entries(&self) -> impl Iterator<Item = &'a WordsEntry> + use<'a> {
        let decls = self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Words(entries) => Some(entries),
            _ => None,
        });
        decls.flatten()
    }

    /// Returns the replacement of a text.
    pub(crate) fn in_words<'t>(&mut self, text: &'t Template) -> &'t Template
    where
        'a: 't,
    {
        if self.words.texts.is_empty() {
            return text;
        }
        self.words.said.insert(text.written.clone());
        let other = self.words.texts.get(text.written.as_str());
        other.copied().unwrap_or(text)
    }

    /// Returns the replacement of a text without values.
    pub(crate) fn text_in_words(&mut self, text: &str) -> String {
        if !self.words.texts.is_empty() {
            self.words.said.insert(text.to_owned());
        }
        let other = self.words.texts.get(text);
        other.map_or_else(|| text.to_owned(), |other| other.written.clone())
    }

    /// Writes the titles of names and of parts of moves to a sheet, and the texts that match no sentence of the rules.
    pub(crate) fn titles(&mut self, sheet: &mut Sheet) {
        let entries: Vec<&WordsEntry> = self.words_entries().collect();
        for WordsEntry { what, text } in entries {
            let known = match what {
                Worded::Name(name) => self.titled(name).map(|name| {
                    sheet.titles.insert(name, text.written.clone());
                }),
                Worded::Part { part, of } if self.is_look(part, of) => {
                    self.look_in_words((part, of), text, sheet)
                }
                Worded::Part { part, of } => {
                    if let Some(part) = self.part_of(part, of)
                        && let Ok(text) = self.filled_in(text)
                    {
                        sheet.parts.insert(part, text);
                    }
                    continue;
                }
                Worded::Text(said) => {
                    if let Some(unmatched) = self.unmatched(said) {
                        sheet
                            .titles
                            .insert(said.value.clone(), text.written.clone());
                        sheet.unmatched.push(unmatched);
                    }
                    continue;
                }
            };
            let mut holes = text.parts.iter().filter_map(|part| match part {
                TemplatePart::Hole(hole) => Some(hole.span),
                TemplatePart::Literal(_) => None,
            });
            if let (Some(()), Some(hole)) = (known, holes.next()) {
                let message = "the title of a name cannot contain values";
                let diagnostic = Diagnostic::error("E0302", hole, message);
                self.report(diagnostic.hint("leave out the braces"));
            }
        }
    }

    /// Returns the current name for a written one.
    fn titled(&mut self, name: &Name) -> Option<String> {
        let known =
            TITLED.map(|noun| (self.canonical(noun, name).into_owned(), self.names_of(noun)));
        let mut found = known.iter().filter(|(now, names)| names.contains(now));
        if let Some((now, _)) = found.next() {
            return Some(now.clone());
        }
        let unnamed = self.is_broken_kind("zone") || self.is_broken_kind("list");
        if unnamed || self.is_unread() || self.is_excused(None, name) {
            return None;
        }
        let names = || {
            known
                .iter()
                .flat_map(|(_, names)| names.iter().map(String::as_str))
        };
        let message = format!(
            "there is no player, piece, layer, zone, move, phase, fact, line, region, list or remembered value `{}`",
            name.text
        );
        let unknown = Diagnostic::error("E0303", name.span, message)
            .maybe_did_you_mean(similar(&name.text, names()))
            .hint("write a text of the rules in quotes, and a part of a move with its move: here of step");
        self.report(unknown.unknown(&name.text, Wanted::Titled));
        None
    }

    fn names_of(&self, noun: Noun) -> Vec<String> {
        let names = &self.names;
        match noun {
            Noun::Player => {
                let playing = names.players.iter().map(|p| p.text.clone());
                playing.chain(names.absent.iter().cloned()).collect()
            }
            Noun::Piece => names.kinds.iter().map(|k| k.text.clone()).collect(),
            Noun::Layer => names.layers.iter().map(|l| l.text.clone()).collect(),
            Noun::Zone => names.zones.iter().map(|z| z.text.clone()).collect(),
            Noun::Move => names.moves.iter().map(|m| m.text.clone()).collect(),
            Noun::Phase => names.phases.clone(),
            Noun::Fact => names.facts.iter().map(|f| f.text.clone()).collect(),
            Noun::Line => names.lines.iter().map(|l| l.text.clone()).collect(),
            Noun::Region => names.regions.iter().map(|r| r.text.clone()).collect(),
            Noun::List => names.lists.iter().map(|l| l.text.clone()).collect(),
            Noun::Memory => names.memories.iter().map(|m| m.text.clone()).collect(),
            _ => Vec::new(),
        }
    }

    fn list_called(&self, name: &Name) -> Option<ListId> {
        ListId::find(&self.names.lists, self.is_called(Noun::List, name))
    }

    /// Returns the list and the field of a title; reports an unknown field.
    fn field_of(&mut self, part: &QuotedText, list: ListId) -> Option<(String, String)> {
        self.field_called(list, (&part.value, part.span)).ok()?;
        let list = self.names.lists[list.index()].text.clone();
        Some((list, part.value.clone()))
    }

    /// Returns what a title says of the whole game; reports an unknown part.
    fn part_of_game(&mut self, part: &QuotedText) -> Option<(String, String)> {
        if OF_GAME.contains(&part.value.as_str()) {
            return Some((Sheet::GAME.to_owned(), part.value.clone()));
        }
        let message = format!("the rule sheet has no `{}` of the game", part.value);
        let unknown = Diagnostic::error("E0324", part.span, message)
            .maybe_did_you_mean(similar(&part.value, OF_GAME))
            .hint(format!("it has: {}", OF_GAME.join(", ")));
        self.report(unknown);
        None
    }

    /// Returns the move and the part of a title; reports an unknown move or part.
    fn part_of(&mut self, part: &QuotedText, of: &Name) -> Option<(String, String)> {
        if self.move_named(of).is_none()
            && let Some(list) = self.list_called(of)
        {
            return self.field_of(part, list);
        }
        if self.move_named(of).is_none() && of.text == Sheet::GAME {
            return self.part_of_game(part);
        }
        let at = self.move_or_report(of).ok()?;
        let decl = self.names.moves[at].what;
        let holes = holes(&decl.text.written);
        if holes.contains(&part.value.as_str()) {
            return Some((self.names.moves[at].text.clone(), part.value.clone()));
        }
        let message = format!(
            "there is no `{}` in braces in the text of `{}`",
            part.value, of.text
        );
        let hint = match holes.as_slice() {
            [] => format!("its text has no braces: \"{}\"", decl.text.written),
            some => format!("its text has in braces: {}", some.join(", ")),
        };
        let unknown = Diagnostic::error("E0305", part.span, message)
            .maybe_did_you_mean(similar(&part.value, holes))
            .hint(hint);
        self.report(unknown);
        None
    }

    /// Returns whether an entry says how something looks: `colour of light "white"`, `"~" of board "a river"`.
    fn is_look(&self, part: &QuotedText, of: &Name) -> bool {
        let no_move = self.move_named(of).is_none() && self.list_called(of).is_none();
        no_move && (of.text == BOARD || part.value == COLOUR)
    }

    /// Records the colour of a player, or what signs on the board mean.
    fn look_in_words(
        &mut self,
        (part, of): (&QuotedText, &Name),
        text: &Template,
        sheet: &mut Sheet,
    ) -> Option<()> {
        if of.text == BOARD {
            let signs: String = part.value.split_whitespace().collect();
            sheet.signs.push((signs, text.written.clone()));
            return Some(());
        }
        let player = self.canonical(Noun::Player, of).into_owned();
        let names = self.names_of(Noun::Player);
        if !names.contains(&player) {
            if self.is_unread() || self.is_excused(None, of) {
                return None;
            }
            let message = format!("there is no player `{}`", of.text);
            let unknown = Diagnostic::error("E0322", of.span, message)
                .maybe_did_you_mean(similar(&of.text, names.iter().map(String::as_str)));
            self.report(unknown.unknown(&of.text, Wanted::Titled));
            return None;
        }
        let colour = self.colour_called(&text.written, part.span)?;
        sheet.colours.insert(player, colour);
        Some(())
    }

    /// Returns the colour with this name; reports a word that is no colour.
    pub(crate) fn colour_called(&mut self, word: &str, span: Span) -> Option<PlayerColour> {
        let found = PlayerColour::named(word);
        if found.is_none() {
            let message = format!("`{word}` is not a colour");
            let diagnostic = Diagnostic::error("E0323", span, message)
                .maybe_did_you_mean(similar(word, PlayerColour::words()))
                .hint(linstock_base::listed("colours", PlayerColour::words()));
            self.report(diagnostic);
        }
        found
    }

    /// Returns a text that matches no sentence of the rules: it may be a condition.
    fn unmatched(&mut self, text: &QuotedText) -> Option<UnmatchedText> {
        if self.words.said.contains(&text.value) || self.diagnostics.has_errors() {
            return None;
        }
        let mut said: Vec<&str> = self.words.said.iter().map(String::as_str).collect();
        said.sort_unstable();
        Some(UnmatchedText {
            text: text.value.clone(),
            span: text.span,
            near: similar(&text.value, said).map(str::to_owned),
        })
    }
}

/// Returns the parts of a text in braces.
fn holes(text: &str) -> Vec<&str> {
    let mut holes = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('{') {
        let (hole, after) = after.split_once('}').unwrap_or((after, ""));
        holes.push(hole.trim());
        rest = after;
    }
    holes
}
