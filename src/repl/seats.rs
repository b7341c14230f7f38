//! Who sits at the keyboard, who sits down next, and what that player may see.

use crate::command_failure::CommandFailure;
use crate::repl::console::{Console, Input};
use crate::repl::game::{Repl, folded};
use crate::shown::Shown;
use crate::terminal::print;
use linstock_model::{SeatId, Sight};
use linstock_play::{Actor, ChanceMode, Ply, Session, Viewer};
use std::path::PathBuf;

/// The most plies that are listed when a player sits down.
const MOST_SINCE: usize = 20;

/// The question before a game in which only the owner sees some things.
const SHARED: &str = "this game has secrets; do several players share this keyboard, so that each may see only their own? [Y/n] ";

impl Repl {
    /// Asks whether several players share the keyboard, if some things are visible to their owner only and no flag decided
    /// it; returns whether the game goes on.
    pub(super) fn proposes_shared_keyboard(
        &mut self,
        console: &mut dyn Console,
    ) -> Result<bool, CommandFailure> {
        let model = self.session.model();
        let has_secrets = model.zones.iter().any(|zone| zone.sight == Sight::Owner)
            || model
                .memories
                .iter()
                .any(|memory| memory.sight == Sight::Owner);
        if self.hot_seat || !has_secrets || !console.converses() {
            return Ok(true);
        }
        loop {
            match console.read(SHARED, false) {
                Input::Line(line) => match line.trim().to_lowercase().as_str() {
                    "" | "y" | "yes" => {
                        self.hot_seat = true;
                        return Ok(true);
                    }
                    "n" | "no" => return Ok(true),
                    _ => print("type y or n\n")?,
                },
                Input::Cancelled | Input::End => return Ok(false),
            }
        }
    }

    /// Returns the viewer for answers. When a hot-seat game is over, all players are viewers: they see what the rules have
    /// shown to all.
    pub(crate) fn viewer(&self) -> Viewer {
        let over = self.session.decider().is_none();
        match self.seated {
            _ if self.hot_seat && over => Viewer::Onlooker,
            Some(seat) if self.hot_seat => Viewer::Seat(seat),
            _ => Viewer::Table,
        }
    }

    /// Returns the player who must sit down next, in a hot-seat game.
    pub(crate) fn handover(&self) -> Option<SeatId> {
        self.sits_down_next(&self.session)
    }

    /// Returns whether another player must sit down before a session goes on.
    pub(crate) fn changes_seat(&self, session: &Session) -> bool {
        self.sits_down_next(session).is_some()
    }

    fn sits_down_next(&self, session: &Session) -> Option<SeatId> {
        let next = match session.decider().filter(|_| self.hot_seat)? {
            // Nobody sits down for a computer player.
            Actor::Player(seat) if self.computers.has(seat) => return None,
            Actor::Player(seat) => seat,
            // The player at the keyboard deals. A viewer without a seat would see everything, so some player must sit there.
            Actor::Chance => self.seated.unwrap_or(SeatId(0)),
        };
        (self.seated != Some(next)).then_some(next)
    }

    /// Lists what has happened since a player's last turn, as that player knows it; empty at the start.
    pub(crate) fn since_last_turn(&self, seat: SeatId) -> Shown {
        // A card dealt face down to another player is not worth reporting.
        let whole = |((actor, text), ply): &((Actor, &str), &Ply)| {
            *actor != Actor::Chance || *text == ply.text
        };
        let seen = self.session.seen(Viewer::Seat(seat));
        let seen = seen.zip(self.session.history()).filter(whole);
        let seen: Vec<_> = seen.map(|(seen, _)| seen).collect();
        let own = |(actor, _): &(Actor, &str)| *actor == Actor::Player(seat);
        let last = seen.iter().rposition(own);
        let since = &seen[last.map_or(0, |at| at + 1)..];
        let head = match last {
            _ if since.is_empty() => return Shown::default(),
            Some(_) => self.say().since_last_turn(),
            None => self.say().so_far(),
        };
        let shown = since.len().min(MOST_SINCE);
        let shown_plies = since[since.len() - shown..].iter();
        let plies: Vec<_> = shown_plies.map(|ply| self.ply(*ply)).collect();
        let plies = folded(&plies);
        let before = match since.len() - shown {
            0 => String::new(),
            more => self.say().more_before(more),
        };
        format!("{head}: {before}{}\n\n", plies.join("; ")).into()
    }

    /// Checks that a session can be played on here. At a shared keyboard nobody may type what is drawn from a hidden pack: what
    /// can be typed, and what is refused, would show what lies there.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn check_shared(hot_seat: bool, session: &Session) -> Result<(), String> {
        let by_hand = session.setup().chance == ChanceMode::Manual;
        let draws = session.model().moves.iter().any(|mv| mv.outcome);
        match hot_seat && by_hand && draws && session.rules().hides_something() {
            true => Err(
                "this game cannot continue at a shared keyboard: somebody would type its outcomes of chance, and so see hidden \
                 cards; it can continue without --hot-seat"
                    .to_owned(),
            ),
            false => Ok(()),
        }
    }

    /// Begins another game. The player at the keyboard may have no seat in it.
    pub(crate) fn begin(&mut self, session: Session, file: Option<(PathBuf, String)>) {
        self.session = session;
        self.seated = None;
        self.saved_as = file;
    }

    /// Returns what an actor is called: the name that was given to the player, or the name in the rules.
    pub(crate) fn called(&self, actor: Actor) -> String {
        let name = self.session.actor_name(actor);
        let names = &self.loaded.request.names;
        match names
            .iter()
            .any(|(player, _)| player.eq_ignore_ascii_case(name))
        {
            true => self.session.actor_title(actor),
            false => name.to_owned(),
        }
    }

    /// Finds an actor by the name in the rules, or by the name that was given to the player.
    pub(crate) fn actor(&self, name: &str) -> Result<Actor, String> {
        let seats = self.session.model().seat_ids();
        let given = seats
            .map(Actor::Player)
            .find(|actor| self.called(*actor).eq_ignore_ascii_case(name));
        let known = || self.session.actor(name).map_err(|e| e.to_string());
        given.map_or_else(known, Ok)
    }

    /// Finds the viewer: a named player, or the player at the keyboard.
    pub(crate) fn viewer_named(&self, player: &str) -> Result<Viewer, String> {
        let own = self.viewer();
        if player.is_empty() {
            return Ok(own);
        }
        let viewer = match self.actor(player)? {
            Actor::Player(seat) => Viewer::Seat(seat),
            Actor::Chance => Viewer::Table,
        };
        // After the end of a game, anyone may look at a player's hand.
        let open = own == Viewer::Onlooker && viewer != Viewer::Table;
        if own != Viewer::Table && viewer != own && !open {
            return Err(
                "at a shared keyboard each sees the table with his own eyes only".to_owned(),
            );
        }
        Ok(viewer)
    }
}
