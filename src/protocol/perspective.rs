//! A game as one viewer may know it. Every answer about a game is made here, so each has a viewer.

use crate::opponents::{fault_notice, line_of};
use crate::protocol::answer::{
    Answer, Begun, FailureAnswer, MovesAnswer, Played, StateAnswer, bad_request, texts,
};
use crate::protocol::request::Play;
use linstock_engine::vm::{Move, Turn};
use linstock_model::{SeatId, TagId};
use linstock_play::save::hash_text;
use linstock_play::{
    Actor, Canvas, ChanceMode, ChoiceMade, Event, Observation, Order, Refusal, Save, Session,
    Viewer, probabilities, to_move,
};
use linstock_search::{ProvenResult, Thought};
use serde_json::{Map, Value, json};

/// A result that is an answer or a failure.
pub(super) type Answered = Result<Answer, FailureAnswer>;

/// The speaker of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Speaker {
    /// The table, which sees everything.
    Table,
    /// Chance. It sees everything, since it must know its outcomes.
    Chance,
    /// A player, who sees what the rules allow.
    Player(SeatId),
}

/// A game, and the speaker whom it answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Perspective<'a> {
    session: &'a Session,
    speaker: Speaker,
}

impl<'a> Perspective<'a> {
    /// Returns the perspective of a named player or chance; the table's without a name.
    pub(crate) fn new(session: &'a Session, who: Option<&str>) -> Result<Self, FailureAnswer> {
        let speaker = match who.map(|name| session.actor(name)).transpose() {
            Ok(None) => Speaker::Table,
            Ok(Some(Actor::Chance)) => Speaker::Chance,
            Ok(Some(Actor::Player(seat))) => Speaker::Player(seat),
            Err(unknown) => return Err(bad_request(unknown.to_string())),
        };
        Ok(Self { session, speaker })
    }

    fn viewer(self) -> Viewer {
        match self.speaker {
            Speaker::Table | Speaker::Chance => Viewer::Table,
            Speaker::Player(seat) => Viewer::Seat(seat),
        }
    }

    /// Returns the actor whose moves are listed, explained and played; `None` means the actor to move.
    fn actor(self) -> Option<Actor> {
        match self.speaker {
            Speaker::Table => None,
            Speaker::Chance => Some(Actor::Chance),
            Speaker::Player(seat) => Some(Actor::Player(seat)),
        }
    }

    /// Makes the answer to `state`.
    pub(crate) fn state(self) -> StateAnswer {
        let session = self.session;
        let (model, setup, turn) = (session.model(), session.setup(), session.turn());
        let phase = session.rules().phase(session.state());
        StateAnswer {
            game: model.name.clone(),
            players: model.players.clone(),
            options: texts(model.options.iter().map(|o| (&o.name, &o.value))),
            variants: setup.variants.clone(),
            chance: match setup.chance {
                ChanceMode::Auto => "auto",
                ChanceMode::Manual => "manual",
            },
            ply: session.ply(),
            to_move: to_move(model, &turn)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            phase: phase.unwrap_or_default().to_owned(),
            over: turn == Turn::Over,
            hash: hash_text(session.hash(self.viewer())),
        }
    }

    /// Makes the answer to `play`: the state, with the events after the first `from` plies.
    pub(crate) fn played(self, from: usize) -> Played {
        let events = self.session.events(from, self.viewer());
        Played {
            state: self.state(),
            events: events.iter().map(|e| self.event(e)).collect(),
        }
    }

    /// Makes the answer to `new` and `load`. Only the table may know the seed.
    pub(crate) fn begun(self) -> Begun {
        let seed = self.session.setup().seed;
        Begun {
            played: self.played(0),
            seed: (self.viewer() == Viewer::Table).then_some(seed),
        }
    }

    /// Makes the answer to `moves`.
    pub(crate) fn moves(self) -> Answered {
        let due = self.session.decider();
        let actor = self.actor().or(due);
        let choices = actor.map(|actor| self.session.choices(actor)).transpose();
        let choices = choices.map_err(|refusal| self.refused(refusal))?;
        let chance = actor == Some(Actor::Chance) && due == actor;
        Ok(Answer::of(&listed(choices.unwrap_or_default(), chance)))
    }

    /// Returns the seat whose choice the speaker may think about.
    pub(crate) fn chooser(self) -> Result<SeatId, FailureAnswer> {
        let session = self.session;
        let nothing = |code, message: &str| Err(FailureAnswer::new(code, message));
        match (self.actor().or(session.decider()), session.turn()) {
            (_, Turn::Over) => nothing("game-over", "the game is over: there is nothing to choose"),
            (Some(Actor::Player(seat)), Turn::Players(seats)) if seats.contains(&seat) => Ok(seat),
            _ => nothing("illegal-move", "this player has nothing to choose now"),
        }
    }

    /// Makes the answer to `think`: the best moves first. `notice` is about the player.
    pub(crate) fn thought(
        self,
        (chosen, thought): (Move, &Thought),
        notice: Option<&str>,
        count: u64,
    ) -> Answered {
        let (rules, state) = (self.session.rules(), self.session.state());
        let seats = rules.players().len();
        let most = usize::try_from(count).unwrap_or(usize::MAX);
        let mut moves = Vec::new();
        for rated in thought.moves.iter().take(most) {
            let line = line_of(rules, state, rated);
            moves.push(json!({
                "move": rules.text(state, rated.mv),
                "win_share": rated.win_share(seats),
                "proof": rated.proof.map(|proof| match proof {
                    ProvenResult::Win => "win",
                    ProvenResult::Draw => "draw",
                    ProvenResult::Loss => "loss",
                }),
                "visits": rated.visits,
                "line": line,
            }));
        }
        let mut answer = json!({
            "move": rules.text(state, chosen),
            "moves": moves,
            "iterations": thought.iterations,
            "depth": thought.depth,
        });
        let of_fault = thought.fault.clone().map(|fault| {
            let refusal = Refusal::of(fault, None);
            fault_notice(&refusal.to_string())
        });
        let notices: Vec<String> = notice
            .map(str::to_owned)
            .into_iter()
            .chain(of_fault)
            .collect();
        if !notices.is_empty() {
            answer["notice"] = notices.join("; ").into();
        }
        Ok(Answer::of(&answer))
    }

    /// Makes the answer to `why`.
    pub(crate) fn why(self, text: &str) -> Answered {
        let why = self.session.why(self.actor(), text);
        let why = why.map_err(|refusal| self.refused(refusal))?;
        let (clauses, readings) = self.tags(&why.clauses);
        Ok(Answer::of(&json!({
            "legal": why.legal,
            "reason": why.reason,
            "clauses": clauses,
            "readings": readings,
        })))
    }

    /// Makes the answer to `view`.
    pub(crate) fn view(self) -> Answer {
        let view = Observation::new(self.session, self.viewer());
        Answer::of(&json!({ "text": view.text(Canvas::default()), "view": view.json() }))
    }

    /// Makes the answer to `result`. Everyone may know how a game ended.
    pub(crate) fn result(self) -> Answer {
        let rules = self.session.rules();
        let Some(outcome) = rules.outcome(self.session.state()) else {
            return Answer::of(&json!({
                "over": false,
                "winners": [],
                "reason": "the game is still on",
                "scores": {},
                "clauses": [],
                "readings": [],
            }));
        };
        let scores = rules.scores(self.session.state());
        let players = self.session.model().players.iter().cloned();
        let scores: Map<_, _> = players.zip(scores.into_iter().map(|s| json!(s))).collect();
        let winners = outcome.winners.iter().map(|s| self.name(*s));
        let (clauses, readings) = self.tags(&outcome.tags);
        Answer::of(&json!({
            "over": true,
            "winners": winners.collect::<Vec<_>>(),
            "reason": outcome.reason,
            "scores": scores,
            "clauses": clauses,
            "readings": readings,
        }))
    }

    /// Makes the answer to `history`.
    pub(crate) fn history(self) -> Answer {
        let seen = self.session.seen(self.viewer());
        let (players, moves): (Vec<_>, Vec<_>) = seen
            .map(|(actor, text)| (self.session.actor_name(actor).to_owned(), text.to_owned()))
            .unzip();
        Answer::of(&json!({ "moves": moves, "players": players }))
    }

    /// Makes the answer to `save`. A save holds every player's secrets, so no player gets it.
    pub(crate) fn save(self) -> Answered {
        match self.speaker {
            Speaker::Table | Speaker::Chance => {
                Ok(Answer::of(&json!({ "save": Save::of(self.session) })))
            }
            Speaker::Player(_) => Err(bad_request(
                "a save holds what every player hides and the seed, so no player gets it; leave `as` out to save as the table",
            )),
        }
    }

    /// Makes the failure of a refused request. If something is hidden, a player learns only the place of the rule that
    /// failed, not its values.
    pub(crate) fn refused(self, refusal: Refusal) -> FailureAnswer {
        let careful = self.is_careful();
        let code = refusal.code();
        let message = if careful {
            refusal.without_secrets("send the request without `as` to read it")
        } else {
            refusal.to_string()
        };
        FailureAnswer::new(code, message)
    }

    /// Returns the moves with their actors: the speaker only or, for the table, any named actor.
    pub(crate) fn orders(self, moves: Vec<Play>) -> Result<Vec<Order>, FailureAnswer> {
        let order = |play: Play| {
            let named = Self::new(self.session, play.who.as_deref())?;
            Ok(Order {
                actor: self.actor().or(named.actor()),
                text: play.text,
            })
        };
        moves.into_iter().map(order).collect()
    }

    /// Returns whether the speaker may not learn if a later move of a request can be played: that could reveal what the first
    /// would bring to light, although nothing is played.
    pub(crate) fn is_careful(self) -> bool {
        self.viewer() != Viewer::Table && self.session.rules().hides_something()
    }

    fn event(self, event: &Event) -> Value {
        match event {
            Event::Chance(text) => json!({ "event": "chance", "move": text }),
            Event::Move(seat, text) => {
                json!({ "event": "move", "player": self.name(*seat), "move": text })
            }
            Event::Over(winners) => {
                let winners: Vec<_> = winners.iter().map(|s| self.name(*s)).collect();
                json!({ "event": "over", "winners": winners })
            }
        }
    }

    fn name(self, seat: SeatId) -> String {
        self.session.model().players[seat.index()].clone()
    }

    /// Splits tags into clauses of the rulebook and readings, by name.
    fn tags(self, tags: &[TagId]) -> (Vec<String>, Vec<String>) {
        let model = self.session.model();
        let is_reading = |tag: &TagId| model.sheet.readings.iter().any(|r| r.tag == *tag);
        let (readings, clauses): (Vec<TagId>, Vec<TagId>) =
            tags.iter().partition(|tag| is_reading(tag));
        let names = |tags: Vec<TagId>| tags.iter().map(|tag| model.tag(*tag).to_owned()).collect();
        (names(clauses), names(readings))
    }
}

/// Lists choices, with weights for chance.
fn listed(choices: Vec<ChoiceMade>, chance: bool) -> MovesAnswer {
    let weights: Vec<u64> = choices.iter().map(|c| c.weight).collect();
    let moves = choices.into_iter().map(|c| c.text).collect();
    if !chance {
        return MovesAnswer {
            moves,
            ..MovesAnswer::default()
        };
    }
    MovesAnswer {
        moves,
        probabilities: Some(probabilities(&weights)),
        weights: Some(weights),
    }
}
