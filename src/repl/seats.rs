//! Who sits at the keyboard, who sits down next, and what that player may see.

use crate::command_failure::CommandFailure;
use crate::repl::console::{Console, Input};
use crate::repl::game::{Repl, folded};
use crate::shown::Shown;
use crate::terminal::print;
use linstock_model::{SeatId, Sight};
use linstock_play::{
    Actor, ChanceMode, ChoiceMade, ExplainedMove, LegalMove, MoveReader, ParsedMove, Ply, Refusal,
    Route, Session, Viewer, find_routes, moves_of_kind, prompts, warnings,
};
use std::path::PathBuf;

/// The most plies that are listed when a player sits down.
const MOST_SINCE: usize = 20;

/// The message where an outcome of chance would be typed at a shared keyboard.
const NOT_TYPED: &str = "at a shared keyboard nobody may type what is drawn from a hidden pack: the player would see the pack";

/// The message where a move of a computer player would be typed, and something is hidden.
const COMPUTER_MOVES: &str =
    "the computer plays here, and people may not see what it holds; `autoplay` lets it move";

/// What the player at the keyboard may know of the choice that is asked for: the only way in which prompts, lists, examples,
/// completions, offers and explanations learn of it. Only this file makes it. There is none while another player must sit
/// down, nor where chance draws something hidden: that prompt belongs to nobody.
pub(super) struct OwnChoice<'s> {
    session: &'s Session,
}

impl OwnChoice<'_> {
    /// Returns who chooses; `None` after the end.
    pub(super) fn actor(&self) -> Option<Actor> {
        self.session.decider()
    }

    /// Lists the moves.
    pub(super) fn moves(&self) -> Result<Vec<ChoiceMade>, Refusal> {
        let of = |actor| self.session.choices(actor);
        self.actor().map_or_else(|| Ok(Vec::new()), of)
    }

    /// Lists the moves of a kind of piece.
    pub(super) fn moves_of_kind(&self, kind: &str) -> Vec<String> {
        moves_of_kind(self.session, kind)
    }

    /// Returns the question in words.
    pub(super) fn prompts(&self) -> Vec<String> {
        prompts(self.session)
    }

    /// Reads moves that are written in another way.
    pub(super) fn reader(&self, actor: Option<Actor>) -> MoveReader {
        MoveReader::new(self.session, actor)
    }

    /// Finds the routes to the target of a move.
    pub(super) fn routes(&self, mv: &ParsedMove) -> Vec<Route> {
        find_routes(self.session, mv)
    }

    /// Returns whether a move is legal, or why not.
    pub(super) fn legal(&self, mv: &ParsedMove) -> Result<LegalMove, Refusal> {
        self.session.legal(mv)
    }

    /// Explains a move.
    pub(super) fn explained(&self, mv: &ParsedMove) -> Result<ExplainedMove, Refusal> {
        self.session.explain(mv)
    }

    /// Returns what the rules warn of before a move.
    pub(super) fn warnings(&self, legal: &LegalMove) -> Vec<String> {
        warnings(self.session, legal)
    }
}

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
            // Nobody has sat down yet.
            None if self.hot_seat => Viewer::Onlooker,
            _ => Viewer::Table,
        }
    }

    /// Returns what the player at the keyboard may know of the choice that is asked for.
    pub(super) fn own_choice(&self) -> Option<OwnChoice<'_>> {
        let is_own = self.handover().is_none() && self.closed_choice().is_none();
        is_own.then_some(OwnChoice {
            session: &self.session,
        })
    }

    /// Returns why the choice that is asked for belongs to nobody at the keyboard, if something is hidden: chance is to draw, or
    /// a computer player is to move.
    pub(super) fn closed_choice(&self) -> Option<&'static str> {
        match self.session.decider().filter(|_| self.is_hushed())? {
            Actor::Chance => Some(NOT_TYPED),
            Actor::Player(seat) if self.computers.has(seat) => Some(COMPUTER_MOVES),
            Actor::Player(_) => None,
        }
    }

    /// Returns the error where nobody at the keyboard may know the choice that is asked for.
    pub(super) fn not_typed(&self) -> String {
        self.closed_choice().unwrap_or(NOT_TYPED).to_owned()
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
            return Err(match own {
                Viewer::Seat(seat) => {
                    let own = self.called(Actor::Player(seat));
                    format!("you play {own}, so you may see only what {own} may know")
                }
                _ => "you may see only what every player may know".to_owned(),
            });
        }
        Ok(viewer)
    }
}
