//! `undo`, `back to` and `redo`. Asks before something is taken back that others have chosen, or that chance has shown.

use crate::repl::console::Console;
use crate::repl::game::{Repl, number};
use crate::repl::questions::agreed;
use crate::repl::reply::CommandResult;
use linstock_play::{Actor, Ply, Session};

impl Repl {
    /// Undoes moves.
    pub(crate) fn undo(&mut self, text: &str, console: &mut dyn Console) -> CommandResult {
        let mut changed = self.session.clone();
        let undone = match (text, self.last_of_person()) {
            ("", Some(ply)) => changed.back_to(ply),
            ("", None) => changed.undo(1),
            (text, _) => changed.undo(number(text, "undo")?),
        };
        undone.map_err(|e| self.told(&e))?;
        self.go_back(changed, console)
    }

    /// Goes back to a ply.
    pub(crate) fn back(&mut self, text: &str, console: &mut dyn Console) -> CommandResult {
        let request = text.strip_prefix("to").unwrap_or(text).trim();
        let ply = request
            .parse()
            .map_err(|_| "write it as `back to 12`; `history` shows the numbers".to_owned())?;
        let mut changed = self.session.clone();
        changed.back_to(ply).map_err(|e| self.told(&e))?;
        self.go_back(changed, console)
    }

    /// Asks before an outcome of chance is undone, since the player has seen it.
    fn go_back(&mut self, changed: Session, console: &mut dyn Console) -> CommandResult {
        if !self.practice && self.session.chance_since(changed.ply()) {
            let question = "this takes back an outcome of chance; do it? [y/N] ";
            if !agreed(console, question) {
                return Ok("nothing was taken back\n".into());
            }
        }
        if let Some(others) = self.others_since(changed.ply()) {
            let question = format!("this takes back a choice of {others}; is that agreed? [y/N] ");
            if !agreed(console, &question) {
                return Ok("nothing was taken back\n".into());
            }
        }
        self.session = changed;
        self.computers.wait();
        Ok(self.table().then(self.waiting_computer()))
    }

    /// Returns the number of plies before the last choice of a person; `None` if there is none, or no computer player has a seat.
    fn last_of_person(&self) -> Option<usize> {
        let of_person = |ply: &Ply| match ply.actor {
            Actor::Player(seat) => !self.computers.has(seat),
            Actor::Chance => false,
        };
        let last = self.session.history().iter().rposition(of_person);
        last.filter(|_| self.computers.are_seated())
    }

    /// Says how a game goes on in which a computer player is to move but waits.
    pub(super) fn waiting_computer(&self) -> String {
        match self.session.decider() {
            Some(actor @ Actor::Player(seat)) if self.computers.has(seat) => {
                let name = self.called(actor);
                format!(
                    "the computer plays for {name}, and waits: `autoplay` lets it move, or type a move for it\n"
                )
            }
            _ => String::new(),
        }
    }

    /// Names the other players at a shared keyboard who have chosen something after a number of plies.
    fn others_since(&self, ply: usize) -> Option<String> {
        let later = self.session.history().iter().skip(ply);
        let mut others: Vec<String> = later
            .filter(|ply| match ply.actor {
                Actor::Player(seat) => {
                    let is_other = self.hot_seat && self.seated != Some(seat);
                    is_other && !self.computers.has(seat)
                }
                Actor::Chance => false,
            })
            .map(|ply| self.called(ply.actor))
            .collect();
        others.sort_unstable();
        others.dedup();
        (!others.is_empty()).then(|| others.join(", "))
    }

    /// Redoes moves. Without a number, and beside computer players: up to the next choice of a person.
    pub(crate) fn redo(&mut self, text: &str) -> CommandResult {
        let redone = self.session.redo(number(text, "redo")?);
        redone.map_err(|e| self.told(&e))?;
        if text.is_empty() && self.computers.are_seated() {
            while self.is_not_of_person() && self.session.redo(1).is_ok() {}
        }
        Ok(self.table().then(self.waiting_computer()))
    }

    /// Returns whether chance or a computer player makes the next choice.
    fn is_not_of_person(&self) -> bool {
        match self.session.decider() {
            Some(Actor::Player(seat)) => self.computers.has(seat),
            Some(Actor::Chance) => true,
            None => false,
        }
    }
}
