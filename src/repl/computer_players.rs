//! Computer players at the keyboard: seats for them, their moves, `bot`, `hint` and `autoplay`.

use crate::arguments::playing_time;
use crate::opponents::{
    PREPARATION_TIME, PlayerSpec, SessionThinking, Skill, StoredValue, Thinker, fault_notice,
};
use crate::progress::SearchProgress;
use crate::repl::game::{Repl, number};
use crate::repl::reply::CommandResult;
use crate::repl::terminal_mode::LongWork;
use crate::shown::Shown;
use linstock_engine::vm::{Fault, Move};
use linstock_model::SeatId;
use linstock_play::{Actor, Order, Refusal};
use linstock_search::Thought;
use std::collections::BTreeMap;

/// What Ctrl-C does where the computer plays one move after the other.
const PLAY_AND_STOP: &str = "play and stop";

/// A computer player as the command line names it: `dark=best:2s`, `dark` or `strong`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BotRequest {
    /// A player of the game, by name.
    Named(String, PlayerSpec),
    /// All players but the first.
    AllOthers(PlayerSpec),
}

impl BotRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// If it names no such computer player.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((player, spec)) => {
                let spec = PlayerSpec::read(spec.trim())?;
                Ok(Self::Named(player.trim().to_owned(), spec))
            }
            None => match PlayerSpec::read(text) {
                Ok(spec) => Ok(Self::AllOthers(spec)),
                Err(trouble) if text.contains(':') => Err(match meant_player(text) {
                    Some(meant) => {
                        format!("{trouble}; for a player of the game, write `{meant}`")
                    }
                    None => trouble,
                }),
                Err(trouble) if playing_time(text.trim()).is_ok() => Err(trouble),
                Err(_) => Ok(Self::Named(text.trim().to_owned(), PlayerSpec::USUAL)),
            },
        }
    }
}

/// Returns what a request such as `blue:3s` probably means: `blue=best:3s`.
fn meant_player(text: &str) -> Option<String> {
    let (name, budget) = text.split_once(':')?;
    let spec = PlayerSpec::read(&format!("best:{budget}")).ok()?;
    // The name of a computer player is no mistake.
    let is_known = PlayerSpec::read(name).is_ok();
    (!is_known && !name.trim().is_empty()).then(|| format!("{}={spec}", name.trim()))
}

/// The computer players of a game.
#[derive(Debug, Default)]
pub(super) struct ComputerPlayers {
    seats: BTreeMap<SeatId, Thinker>,
    /// The player that gives hints and plays for people.
    helper: Option<Thinker>,
    pub(super) thinking: SessionThinking,
    /// Whether they wait, because moves were taken back.
    waits: bool,
}

impl ComputerPlayers {
    /// Returns whether a computer player has a seat.
    pub(super) fn has(&self, seat: SeatId) -> bool {
        self.seats.contains_key(&seat)
    }

    /// Returns whether any computer player has a seat.
    pub(super) fn are_seated(&self) -> bool {
        !self.seats.is_empty()
    }

    /// Makes them wait until somebody plays a move.
    pub(super) fn wait(&mut self) {
        self.waits = true;
    }

    /// Lets them go on.
    pub(super) fn go_on(&mut self) {
        self.waits = false;
    }
}

impl Repl {
    /// Seats the computer players of the command line.
    ///
    /// # Errors
    /// If there is no such player, or the player cannot play this game.
    pub(super) fn seat_computers(&mut self, requests: &[BotRequest]) -> Result<(), String> {
        for request in requests {
            let (seats, spec) = self.requested(request, SeatId(0))?;
            if let Some(twice) = seats.iter().find(|seat| self.computers.has(**seat)) {
                let name = self.called(Actor::Player(*twice));
                return Err(format!("two computer players are named for {name}"));
            }
            self.seat_each(&seats, spec);
        }
        Ok(())
    }

    /// Finds the seats of a request; `person` keeps a seat.
    fn requested(
        &self,
        request: &BotRequest,
        person: SeatId,
    ) -> Result<(Vec<SeatId>, PlayerSpec), String> {
        match request {
            BotRequest::AllOthers(spec) => {
                let seats = self.session.model().seat_ids();
                let others: Vec<SeatId> = seats.filter(|seat| *seat != person).collect();
                if others.is_empty() {
                    let alone = self.called(Actor::Player(person));
                    let name = &self.session.model().players[person.index()];
                    return Err(format!(
                        "{alone} plays this game alone, so there are no others for the computer; `{name}={spec}` lets it play for {alone}"
                    ));
                }
                Ok((others, *spec))
            }
            BotRequest::Named(name, spec) => {
                let seat = self.player_named(name).map_err(|told| {
                    format!("{told}; the levels are beginner, casual, strong and best")
                })?;
                Ok((vec![seat], *spec))
            }
        }
    }

    fn seat_each(&mut self, seats: &[SeatId], spec: PlayerSpec) {
        // People see only what their own player may know.
        self.hot_seat |= self.session.rules().hides_something();
        for seat in seats {
            let seed = self.session.setup().seed ^ u64::from(seat.0 + 1);
            let thinker = Thinker::new(spec, seed).on_all_cores();
            self.computers.seats.insert(*seat, thinker);
        }
    }

    fn player_named(&self, name: &str) -> Result<SeatId, String> {
        match self.actor(name)? {
            Actor::Player(seat) => Ok(seat),
            Actor::Chance => Err("chance needs no player: its outcomes are drawn".to_owned()),
        }
    }

    /// Seats, replaces or removes computer players: `bot`, `bot dark`, `bot strong`, `bot dark best:2s`, `bot dark off`, `bot off`.
    pub(super) fn bot(&mut self, args: &str) -> CommandResult {
        if args.is_empty() {
            return Ok(self.seated_computers().into());
        }
        if args == "off" {
            self.computers.seats.clear();
            return Ok(self.seated_computers().into());
        }
        let split = args.split_once(|c: char| c == '=' || c.is_whitespace());
        match split.map(|(name, spec)| (name.trim(), spec.trim())) {
            Some((name, "off")) => {
                let seat = self.player_named(name)?;
                self.computers.seats.remove(&seat);
            }
            split => {
                let request = match split {
                    Some((name, spec)) => format!("{name}={spec}"),
                    None => args.to_owned(),
                };
                // Who is to move stays a person.
                let person = match self.session.decider() {
                    Some(Actor::Player(seat)) => seat,
                    _ => SeatId(0),
                };
                let (seats, spec) = self.requested(&BotRequest::read(&request)?, person)?;
                self.seat_each(&seats, spec);
            }
        }
        self.computers.go_on();
        Ok(self.seated_computers().into())
    }

    /// Returns whether a person plays in a seat, and computer players in all others.
    pub(super) fn is_alone(&self, seat: SeatId) -> bool {
        let mut seats = self.session.model().seat_ids();
        seats.all(|other| self.computers.has(other) == (other != seat))
    }

    /// Lists who plays.
    pub(super) fn seated_computers(&self) -> String {
        let seats = self.session.model().seat_ids();
        let lines = seats.map(|seat| {
            let name = self.called(Actor::Player(seat));
            match self.computers.seats.get(&seat) {
                Some(thinker) => format!("{name}: the computer plays ({})\n", thinker.spec()),
                None => format!("{name}: a person plays\n"),
            }
        });
        lines.chain([self.training_note()]).collect()
    }

    /// Says whether the computer players use what `linstock train` has learned.
    pub(super) fn training_note(&self) -> String {
        let mut seated = self.computers.seats.values();
        let learns = seated.any(|thinker| thinker.spec().skill.uses_training());
        if !learns {
            return String::new();
        }
        let stored = StoredValue::read(self.session.rules(), self.session.setup());
        let notice = stored.notice().map(|notice| notice + "\n");
        let used = stored.current().map(|trained| {
            format!(
                "they use {}: it won {:.0} % of the points against the untrained player\n",
                trained.origin,
                trained.test.share * 100.0
            )
        });
        notice.into_iter().chain(used).collect()
    }

    /// Returns the computer player whose turn it is.
    fn computer_to_move(&self) -> Option<SeatId> {
        match self.session.decider() {
            Some(Actor::Player(seat)) if self.computers.has(seat) => Some(seat),
            _ => None,
        }
    }

    /// Plays the next move of a computer player; `None` if it is not its turn.
    pub(super) fn computer_move(&mut self) -> Option<CommandResult> {
        let seat = self.computer_to_move().filter(|_| !self.computers.waits)?;
        let mut thinker = self.computers.seats.remove(&seat)?;
        // Without people, Ctrl-C is the only way to stop the game; after a fault nobody goes on by itself.
        let mut others = self.session.model().seat_ids();
        let nobody = others.all(|other| other == seat || self.computers.has(other));
        let ctrl_c = if nobody { PLAY_AND_STOP } else { "play now" };
        let played = self.play_for_seat((seat, &mut thinker), ctrl_c);
        self.computers.seats.insert(seat, thinker);
        if played
            .as_ref()
            .map_or(true, |(_, stopped)| nobody && *stopped)
        {
            self.computers.wait();
        }
        Some(played.map(|(text, _)| match self.computers.waits {
            true => text.then(self.waiting_computer()),
            false => text,
        }))
    }

    /// Lets a computer player choose and play a move, and shows what Ctrl-C does meanwhile; returns what to tell, and whether the
    /// user stopped the thinking.
    fn play_for_seat(
        &mut self,
        (seat, thinker): (SeatId, &mut Thinker),
        ctrl_c: &str,
    ) -> Result<(Shown, bool), String> {
        let state = self.session.state().clone();
        let work = LongWork::begin();
        let stop = || work.is_stopped();
        self.prepare_thinking((thinker.spec().skill, seat), ctrl_c, &stop)?;
        let line = SearchProgress::thinking(&self.called(Actor::Player(seat)), ctrl_c);
        let (mv, _) = self.thought((thinker, seat), &stop)?;
        drop(line);
        let stopped = work.is_stopped();
        drop(work);
        let text = self.session.rules().text(&state, mv);
        let order = Order {
            actor: Some(Actor::Player(seat)),
            text,
        };
        let from = self.session.ply();
        // A random player chooses without trying out its move.
        let played = self.session.play(&[order]);
        played.map_err(|e| format!("the computer player's move fails: {}", self.told(&e)))?;
        Ok((format!("{}\n", self.chosen_since(from)).into(), stopped))
    }

    /// Finds out what a computer player needs to know before it thinks for a seat, unless that is known already. Shows what Ctrl-C
    /// does meanwhile.
    pub(super) fn prepare_thinking(
        &mut self,
        (skill, seat): (Skill, SeatId),
        ctrl_c: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let player = self.called(Actor::Player(seat));
        let Self {
            computers, session, ..
        } = self;
        if computers.thinking.is_ready(session, skill) {
            return Ok(());
        }
        let _line = SearchProgress::preparing(&player, PREPARATION_TIME, ctrl_c);
        let prepared = computers.thinking.prepare(session, skill, stop);
        prepared.map_err(|fault| self.no_thought(fault))
    }

    /// Thinks about the position for a seat; returns the move that was chosen.
    pub(super) fn thought(
        &mut self,
        player: (&mut Thinker, SeatId),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Move, Thought), String> {
        let Self {
            computers, session, ..
        } = self;
        let thought = computers.thinking.think(session, player, stop);
        thought.map_err(|fault| self.no_thought(fault))
    }

    /// Says that the rules failed before anything was found out.
    fn no_thought(&self, fault: Fault) -> String {
        let refusal = Refusal::of(fault, Some(&self.loaded.sources));
        format!(
            "the computer player could not think: {}",
            self.told(&refusal)
        )
    }

    /// Returns a line about a fault of the rules that the thinking met.
    pub(super) fn notice_of(&self, thought: &Thought) -> String {
        let Some(fault) = &thought.fault else {
            return String::new();
        };
        let refusal = Refusal::of(fault.clone(), Some(&self.loaded.sources));
        format!("{}\n", fault_notice(&self.told(&refusal)))
    }

    /// Lets computer players choose the next moves for all players.
    pub(super) fn autoplay(&mut self, text: &str) -> CommandResult {
        let request = number(text, "autoplay")?;
        let from = self.session.ply();
        let mut trouble = String::new();
        for _ in 0..request {
            let Some(Actor::Player(seat)) = self.session.decider() else {
                break;
            };
            // A command of one player makes no choice of another.
            if self.changes_seat(&self.session) {
                break;
            }
            let is_seated = self.computers.has(seat);
            let thinker = match is_seated {
                true => self.computers.seats.remove(&seat),
                false => self.computers.helper.take(),
            };
            let seed = self.session.setup().seed;
            let mut thinker =
                thinker.unwrap_or_else(|| Thinker::new(PlayerSpec::USUAL, seed).on_all_cores());
            let played = self.play_for_seat((seat, &mut thinker), PLAY_AND_STOP);
            match is_seated {
                true => drop(self.computers.seats.insert(seat, thinker)),
                false => self.computers.helper = Some(thinker),
            }
            match played {
                Ok((_, is_stopped)) if is_stopped => break,
                Ok(_) => {}
                // The moves before it are shown, too.
                Err(why) if self.session.ply() > from => {
                    trouble = format!("{why}\n");
                    break;
                }
                Err(why) => return Err(why),
            }
        }
        if self.session.ply() == from {
            return Err("nothing was played: the game is over".to_owned());
        }
        let played = self.chosen_since(from);
        let shown = Shown::from(format!("{played}\n\n")).then(self.table());
        Ok(shown.then(Shown::from(trouble)))
    }
}

#[cfg(test)]
mod tests {
    use super::BotRequest;
    use crate::opponents::PlayerSpec;

    #[test]
    fn a_request_names_a_player_or_a_skill() {
        let spec = |text| PlayerSpec::read(text).expect("a player");
        let named = |name: &str, text| Ok(BotRequest::Named(name.to_owned(), spec(text)));
        assert_eq!(BotRequest::read("dark=best:2s"), named("dark", "best:2s"));
        assert_eq!(BotRequest::read("dark"), named("dark", "casual"));
        let others = BotRequest::AllOthers(spec("strong"));
        assert_eq!(BotRequest::read("strong"), Ok(others));
        assert!(BotRequest::read("dark=bset").is_err());
        let trouble = BotRequest::read("strong:soon").expect_err("no time");
        assert!(!trouble.contains("for a player of the game"), "{trouble}");
        assert!(BotRequest::read("3s").is_err());
        let trouble = BotRequest::read("blue:3s").expect_err("no computer player");
        assert!(
            trouble.ends_with("for a player of the game, write `blue=best:3s`"),
            "{trouble}"
        );
    }
}
