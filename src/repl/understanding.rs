//! Moves that were typed in another way than the game writes them, and what to offer for a move that is refused.

use crate::repl::commands::COMMANDS;
use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::move_input::{MoveLineStop, PlayedMove};
use linstock_play::{Actor, Meant, MoveReader, ParsedMove, Refusal, Route, Session, quoted};

/// The most moves that are offered.
const MOST_OFFERED: usize = 6;

impl Repl {
    /// Plays the one legal move that a text means which has the form of no move. Returns `None` if it means none.
    pub(super) fn play_meant(
        &mut self,
        trial: &mut Session,
        mv: &ParsedMove,
        console: &mut dyn Console,
    ) -> Result<Option<PlayedMove>, MoveLineStop> {
        // What is legal after other moves could reveal what they would bring to light.
        let is_first = trial.ply() == self.session.ply();
        let reader = MoveReader::new(trial, mv.actor());
        if COMMANDS.called_elsewhere(mv.text()).is_some() {
            return Ok(None);
        }
        if is_first && let Some(line) = self.several_in_a_line(mv, &reader) {
            let say = self.say().several_in_a_line(&line);
            return Err(MoveLineStop::Told(say + "\n"));
        }
        let text = match reader.meant(mv.text()) {
            // The next player must not see what was typed, so nobody could notice a wrong reading.
            Meant::Move(text) if self.hot_seat && is_first => {
                let say = self.say().means_only(mv.text(), &text);
                return Err(MoveLineStop::Told(say + "\n"));
            }
            Meant::Move(text) => text,
            Meant::Several(moves) if is_first => {
                let say = self.say().may_mean(mv.text(), &offered(&moves));
                return Err(MoveLineStop::Told(say + "\n"));
            }
            Meant::OtherSign(legal) if is_first => {
                let say = self.say().other_sign(mv.text(), &legal);
                return Err(MoveLineStop::Told(say + "\n"));
            }
            Meant::Form(text) => text,
            _ => return Ok(None),
        };
        let read = self.parsed(mv.actor(), &text);
        let played = self.try_out(trial, &read, console)?;
        Ok(Some(PlayedMove {
            read_as: Some((mv.text().to_owned(), text)),
            ..played
        }))
    }

    /// Separates the moves of a line that has blanks between them; `None` if it is one move, or none. The first of them is
    /// legal, and the others have the form of a move.
    fn several_in_a_line(&self, mv: &ParsedMove, reader: &MoveReader) -> Option<String> {
        let parts: Vec<&str> = mv.text().split_whitespace().collect();
        let [first, others @ ..] = parts.as_slice() else {
            return None;
        };
        if others.is_empty() || !matches!(reader.meant(first), Meant::Move(_)) {
            return None;
        }
        let form = |text: &str| match self.parsed(mv.actor(), text).is_readable() {
            true => Some(text.to_owned()),
            false => match reader.meant(text) {
                Meant::Move(text) | Meant::Form(text) => Some(text),
                _ => None,
            },
        };
        let rest: Option<Vec<String>> = others.iter().map(|text| form(text)).collect();
        let all = std::iter::once(form(first)?).chain(rest?);
        Some(all.collect::<Vec<_>>().join("; "))
    }

    /// Parses a text, also one that is not written as the game writes moves.
    pub(super) fn parsed_as_meant(&self, text: &str) -> ParsedMove {
        let mv = self.parsed(None, text);
        let Some(own) = self.own_choice().filter(|_| !mv.is_readable()) else {
            return mv;
        };
        match own.reader(None).meant(text) {
            Meant::Move(text) | Meant::OtherSign(text) | Meant::Form(text) => {
                self.parsed(None, &text)
            }
            Meant::Several(_) | Meant::Nothing(_) => mv,
        }
    }

    /// Offers a legal move for a move of the current position that is refused: the same one with its sign, a way around
    /// what stands between, or the nearest one.
    pub(super) fn offer(&self, mv: &ParsedMove, refusal: &Refusal, told: &str) -> Option<String> {
        let detour = match refusal {
            Refusal::IllegalMove { .. } => self.detour(mv),
            Refusal::BadMove(_) => None,
            _ => return None,
        };
        if detour.is_some() {
            return detour;
        }
        let say = self.say();
        let reader = self.own_choice()?.reader(mv.actor());
        match reader.meant(mv.text()) {
            Meant::OtherSign(legal) => Some(say.with_its_sign(&legal)),
            Meant::Several(moves) => Some(say.may_mean(mv.text(), &offered(&moves))),
            _ => {
                let near = reader.nearest(mv.text());
                near.filter(|near| !told.contains(near.as_str()))
                    .map(|near| say.nearest(&near))
            }
        }
    }

    /// Names the legal move that differs from a text only in its sign.
    pub(super) fn with_its_sign(&self, mv: &ParsedMove) -> Option<String> {
        match self.own_choice()?.reader(mv.actor()).meant(mv.text()) {
            Meant::OtherSign(legal) if mv.text().ends_with(&legal) => {
                Some(self.say().without_its_start(&legal))
            }
            Meant::OtherSign(legal) => Some(self.say().with_its_sign(&legal)),
            _ => None,
        }
    }

    /// Names the ways around for a move that is not legal, if there are any.
    pub(super) fn detour(&self, mv: &ParsedMove) -> Option<String> {
        let own = self.own_choice()?;
        let mine = mv.actor().or(own.actor());
        if matches!(mine, None | Some(Actor::Chance)) {
            return None;
        }
        let found = own.routes(mv);
        let ways: Vec<String> = found.iter().map(|route| route.name.clone()).collect();
        let around = !found.is_empty() && found.iter().all(|route| route.is_detour);
        around.then(|| self.say().way_around(&offered(&ways)))
    }

    /// Says how texts were read that are written in another way.
    pub(super) fn readings(&self, read_as: &[(String, String)]) -> String {
        // The next player may not see a move that is secret.
        if self.handover().is_some() {
            return String::new();
        }
        let line = |(typed, mv): &(String, String)| self.say().read_as(typed, mv) + "\n";
        read_as.iter().map(line).collect()
    }
}

/// Returns the routes that may be played without a question: the direct ones.
pub(super) fn direct(routes: Vec<Route>) -> Vec<Route> {
    let direct = routes.into_iter().filter(|route| !route.is_detour);
    direct.collect()
}

fn offered(moves: &[String]) -> String {
    let more = if moves.len() > MOST_OFFERED {
        ", …"
    } else {
        ""
    };
    let first: Vec<String> = moves
        .iter()
        .take(MOST_OFFERED)
        .map(|mv| quoted(mv))
        .collect();
    format!("{}{more}", first.join(", "))
}
