//! Texts of people: a move, also one that is not written as the game writes it, a command, or a word of the game.

use super::{Handled, Party, Table};
use crate::message::ServerMessage;
use crate::record::TableRecord;
use linstock_base::capitalized;
use linstock_model::SeatId;
use linstock_play::{Actor, LegalMove, Meant, MoveReader, Order, ParsedMove, Refusal, warnings};

/// The commands that people can type, as in the REPL.
const COMMANDS: [&str; 8] = [
    "moves",
    "why MOVE",
    "what WORD",
    "rules",
    "rules CLAUSE",
    "undo",
    "redo",
    "hint",
];

/// The most moves that are offered for a text with a typing error.
const MOST_OFFERED: usize = 4;

impl Table {
    /// Lists the commands.
    fn help(&self) -> ServerMessage {
        let words = self.words();
        let helps = [
            words.say("help-moves"),
            words.say("help-why"),
            words.say("help-what"),
            words.say("help-rules"),
            words.say("help-rules-clause"),
            words.say("help-undo"),
            words.say("help-redo"),
            words.say("help-hint"),
        ];
        let lines = COMMANDS.iter().zip(helps);
        let lines: Vec<String> = lines
            .map(|(usage, help)| format!("  {usage}: {help}"))
            .collect();
        ServerMessage::answer(words.with("commands", &[("lines", &lines.join("\n"))]))
    }

    /// Does what a text says.
    pub(super) fn say(&mut self, party: Party, (seq, text, sure): (u64, &str, bool)) -> Handled {
        if text.is_empty() {
            return Handled::default();
        }
        let seat = self.acting(party);
        let mv = seat.map(|seat| self.parsed(seat, text));
        if let Some((seat, mv)) = seat.zip(mv)
            && mv.is_readable()
        {
            return self.play((party, seat), &mv, (seq, sure));
        }
        if let Some(done) = self.command(party, text) {
            return done;
        }
        let Some(seat) = seat else {
            return self.elsewhere(party, text);
        };
        self.play_meant((party, seat), text, (seq, sure))
    }

    fn parsed(&self, seat: SeatId, text: &str) -> ParsedMove {
        let (actor, text) = (Some(Actor::Player(seat)), text.to_owned());
        let mv = self.session.parsed(Order { actor, text });
        mv.in_order(self.session.model())
    }

    /// Writes a move as the game writes it.
    pub(super) fn as_written(&self, seat: SeatId, text: &str) -> String {
        if self.parsed(seat, text).is_readable() {
            return text.to_owned();
        }
        match self.reader(seat).meant(text) {
            Meant::Move(text) | Meant::OtherSign(text) | Meant::Form(text) => text,
            Meant::Several(_) | Meant::Nothing(_) => text.to_owned(),
        }
    }

    fn reader(&self, seat: SeatId) -> MoveReader {
        MoveReader::new(&self.session, Some(Actor::Player(seat)))
    }

    /// Returns whether a party chooses in the position that the snapshot with this number showed.
    fn is_current(&self, party: Party, seq: u64) -> bool {
        let own = self.seats_of(party).into_iter();
        let own = own.map(|seat| self.seats[seat.index()].chose_at);
        let since = own.fold(self.game_since, u64::max);
        (since..=self.seq).contains(&seq)
    }

    /// Plays a move if it is legal and the person has seen its warnings.
    fn play(
        &mut self,
        (party, seat): (Party, SeatId),
        mv: &ParsedMove,
        (seq, sure): (u64, bool),
    ) -> Handled {
        if !self.is_current(party, seq) {
            return Handled::reply(self.refusal("changed-since"));
        }
        let legal = match self.session.legal(mv) {
            Ok(legal) => legal,
            Err(refusal) => return Handled::reply(self.refused_move(seat, mv, &refusal)),
        };
        match self.warned(&legal, sure) {
            Some(warnings) => {
                let text = mv.text().to_owned();
                Handled::reply(ServerMessage::Confirm { text, warnings })
            }
            None => self.done(TableRecord::Play {
                player: self.model().players[seat.index()].clone(),
                text: mv.text().to_owned(),
            }),
        }
    }

    fn warned(&self, legal: &LegalMove, sure: bool) -> Option<Vec<String>> {
        let warnings = match sure {
            true => Vec::new(),
            false => warnings(&self.session, legal),
        };
        (!warnings.is_empty()).then_some(warnings)
    }

    /// Refuses a move, and offers the nearest legal one.
    fn refused_move(&self, seat: SeatId, mv: &ParsedMove, refusal: &Refusal) -> ServerMessage {
        let ServerMessage::Note { text, .. } = self.refused(refusal) else {
            return self.refused(refusal);
        };
        let near = self.reader(seat).nearest(mv.text());
        let near = near.filter(|near| !text.contains(near.as_str()));
        ServerMessage::refused(match near {
            Some(near) => format!("{text}\n{}", self.nearest(&near)),
            None => text,
        })
    }

    fn nearest(&self, mv: &str) -> String {
        self.words().with("nearest-move", &[("move", &mv)])
    }

    /// Plays the one legal move that a text means, offers several, or says what a word means.
    fn play_meant(
        &mut self,
        (party, seat): (Party, SeatId),
        text: &str,
        (seq, sure): (u64, bool),
    ) -> Handled {
        let choose = |moves| {
            let text = text.to_owned();
            Handled::reply(ServerMessage::Choose { text, moves })
        };
        match self.reader(seat).meant(text) {
            Meant::Move(text) | Meant::Form(text) => {
                let mv = self.parsed(seat, &text);
                self.play((party, seat), &mv, (seq, sure))
            }
            Meant::Several(moves) => choose(moves),
            Meant::OtherSign(legal) => choose(vec![legal]),
            Meant::Nothing(_) => match self.look(party, text) {
                found @ ServerMessage::Note { kind: "answer", .. } => {
                    match self.moves_naming(seat, text) {
                        few if (1..=MOST_OFFERED).contains(&few.len()) => choose(few),
                        _ => Handled::reply(found),
                    }
                }
                _ => match self.reader(seat).likely_meant(text, MOST_OFFERED) {
                    near if near.is_empty() => Handled::reply(self.not_understood(seat, text)),
                    near => choose(near),
                },
            },
        }
    }

    /// Says that a text is no move and no word of the game, and shows what legal moves look like.
    fn not_understood(&self, seat: SeatId, text: &str) -> ServerMessage {
        let refused = self.session.legal(&self.parsed(seat, text)).err();
        let why = refused.map_or_else(String::new, |refusal| self.plain_refusal(&refusal));
        let why = capitalized(&why);
        let words = self.words();
        ServerMessage::refused(words.with("not-understood", &[("text", &text), ("why", &why)]))
    }

    /// Answers a text of somebody who is not to move.
    fn elsewhere(&self, party: Party, text: &str) -> Handled {
        let found = self.look(party, text);
        let is_found = matches!(found, ServerMessage::Note { kind: "answer", .. });
        Handled::reply(match is_found {
            true => found,
            false => self.not_your_turn(),
        })
    }

    /// Carries out one of the [`COMMANDS`].
    fn command(&mut self, party: Party, text: &str) -> Option<Handled> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        Some(match (word.to_lowercase().as_str(), rest) {
            ("undo", "") => self.undo(party),
            ("redo", "") => self.redo(party),
            ("hint", "") => self.hint(party),
            ("moves", "") => Handled::reply(self.moves_in_words(party)),
            ("why", mv) if !mv.is_empty() => Handled::reply(self.why(party, mv)),
            ("what" | "rules", word) if !word.is_empty() => Handled::reply(self.look(party, word)),
            // The page opens the rules itself.
            ("rules", "") => {
                Handled::reply(ServerMessage::answer(self.words().say("rules-on-page")))
            }
            ("help" | "hilfe" | "?", "") => Handled::reply(self.help()),
            _ => return None,
        })
    }
}
