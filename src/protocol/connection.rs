//! The client: anyone, or one player only (`--seat`).

use crate::protocol::answer::{FailureAnswer, bad_request};
use crate::protocol::request::{Request, Verb};
use crate::reading_scope::ReadingScope;
use linstock_play::{CHANCE, ChanceMode};

/// What the client of an engine may ask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connection {
    /// The player for whom every request speaks.
    seat: Option<String>,
    /// The files that may be read.
    pub(super) scope: ReadingScope,
}

impl Connection {
    /// Makes a connection.
    ///
    /// # Errors
    /// If the name is `chance`, which sees everything, or is not a possible name of a player.
    pub(crate) fn new(seat: Option<String>, scope: ReadingScope) -> Result<Self, String> {
        match seat.as_deref() {
            Some(CHANCE) => {
                Err("chance sees everything, so --seat takes the name of a player".to_owned())
            }
            Some(name) if !could_be_a_player(name) => Err(format!(
                "no player is called `{name}`: --seat takes the name of a player as the rules write it, in small letters, such as `white`; `linstock rules GAME` names the players"
            )),
            _ => Ok(Self { seat, scope }),
        }
    }

    /// Returns the request that is allowed: on a bound connection it speaks for its player. Refuses requests that speak for
    /// another.
    pub(super) fn admit<'a>(&self, mut request: Request<'a>) -> Result<Request<'a>, FailureAnswer> {
        if let Some(seat) = &self.seat {
            match &request.who {
                Some(other) if other != seat => {
                    return Err(bound(seat, "it speaks for nobody else; leave `as` out"));
                }
                _ => request.who = Some(seat.clone()),
            }
            if let Some(why_not) = withheld(&request.verb) {
                return Err(bound(seat, why_not));
            }
        }
        if let (Some(who), Verb::Play(plays)) = (&request.who, &request.verb)
            && plays
                .iter()
                .any(|play| play.who.as_ref().is_some_and(|inner| inner != who))
        {
            return Err(bad_request(
                "the request speaks for one player and plays for another; leave the outer `as` out to play for several",
            ));
        }
        Ok(request)
    }
}

/// Returns whether rules can give a player this name.
fn could_be_a_player(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits)
}

fn bound(seat: &str, why_not: &str) -> FailureAnswer {
    bad_request(format!(
        "this connection is bound to {seat} (--seat): {why_not}"
    ))
}

/// Returns why a bound connection may not make a request, if it may not.
fn withheld(verb: &Verb<'_>) -> Option<&'static str> {
    match verb {
        Verb::Save => {
            Some("a save holds what every player hides and the seed, so the table alone saves")
        }
        Verb::Undo(_) | Verb::Redo(_) => Some(
            "a player may not take moves back, because that would show what chance and others do next; only the table may",
        ),
        Verb::New(new) if new.seed.is_some() => {
            Some("the seed reveals what chance will do; leave `seed` out")
        }
        Verb::New(new) if new.chance == ChanceMode::Manual => {
            Some("a player may not choose for chance; leave `chance` out")
        }
        Verb::New(new) if new.scenario.is_some() => {
            Some("a scenario says what everybody holds; leave `scenario` out")
        }
        Verb::Play(plays) if plays.len() > 1 => Some(
            "it plays one move a request, since the answer to a second one could tell what the first would bring to light",
        ),
        _ => None,
    }
}
