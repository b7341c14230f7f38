//! Plays typed moves: one move, several moves, a route of several steps; asks for confirmation where the rules warn.

use crate::repl::completion_words::leading_point;
use crate::repl::console::{Console, Input};
use crate::repl::game::Repl;
use crate::repl::phrases::ReplPhrase;
use crate::repl::questions::{QuestionAnswer, answered, read_as_no};
use crate::repl::reply::CommandResult;
use crate::shown::Shown;
use linstock_play::{
    Actor, Order, Refusal, Route, Session, find_routes, notation, quoted, split_route, warnings,
};

/// Why a typed move was not played.
enum MoveLineStop {
    /// It is refused.
    Refused(Order),
    /// A step of a route is refused after these steps.
    OnTheWay(Vec<Order>, Order),
    /// The user was asked something, or gets a message instead.
    Told(String),
    /// Another player is to sit down before the rest is played.
    SeatChanged,
}

impl Repl {
    /// Plays moves separated by semicolons.
    pub(crate) fn play(&mut self, text: &str, console: &mut dyn Console) -> CommandResult {
        self.play_for(None, text, console)
    }

    /// Plays a move for a named player, for simultaneous choices.
    pub(crate) fn play_as(&mut self, text: &str, console: &mut dyn Console) -> CommandResult {
        if self.hot_seat {
            return Err(
                "at a shared keyboard each chooses when it is his turn to sit there".to_owned(),
            );
        }
        let (player, moves) = text
            .split_once(' ')
            .ok_or("`as` needs a player and a move: as PLAYER MOVE")?;
        let actor = self.session.actor(player).map_err(|e| e.to_string())?;
        self.play_for(Some(actor), moves, console)
    }

    fn play_for(
        &mut self,
        actor: Option<Actor>,
        text: &str,
        console: &mut dyn Console,
    ) -> CommandResult {
        let parts = text
            .split(';')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let orders: Vec<_> = parts
            .map(|part| Order {
                actor,
                text: self.in_order(part),
            })
            .collect();
        if orders.is_empty() {
            return Err("`play` needs a move; `moves` lists them".to_owned());
        }
        let mut trial = self.session.clone();
        let mut played = Vec::new();
        for (at, order) in orders.iter().enumerate() {
            match self.try_out(&mut trial, order, console) {
                Ok(steps) => played.extend(steps),
                Err(MoveLineStop::Told(text)) => return Ok(text.into()),
                Err(MoveLineStop::OnTheWay(steps, step)) => {
                    return Ok(self.stopped(trial, (&steps, &step)));
                }
                Err(MoveLineStop::SeatChanged) => return Ok(self.stopped_at_the_seat(trial)),
                Err(MoveLineStop::Refused(step)) => {
                    let before = played.len();
                    played.push(step);
                    // Behind a change of seat nothing is judged: the answer would be for somebody else.
                    if !self.hot_seat {
                        played.extend_from_slice(&orders[at + 1..]);
                    }
                    return self.refused(&played, (before, text));
                }
            }
            if at + 1 < orders.len() && self.changes_seat(&trial) {
                return Ok(self.stopped_at_the_seat(trial));
            }
        }
        let from = self.session.ply();
        self.session = trial;
        Ok(self.several_played(from, played.len()).then(self.table()))
    }

    /// Tells what one line has played, if that was more than the one move that stands below the table.
    fn several_played(&self, from: usize, moves: usize) -> Shown {
        match moves {
            0 | 1 => Shown::default(),
            _ if self.handover().is_some() => Shown::default(),
            _ => Shown::from(format!("{}\n\n", self.played_since(from))),
        }
    }

    /// Tells whether a line is, sign by sign, one of the moves that can be chosen now.
    pub(super) fn is_legal(&self, line: &str) -> bool {
        let listed = || self.session.choices(self.session.decider()?).ok();
        let is_listed = || listed().is_some_and(|moves| moves.iter().any(|mv| mv.text == line));
        notation::read(self.session.model(), line).is_ok() && is_listed()
    }

    /// Returns a move with the things that it names together in the order of the game: people type them in any.
    pub(crate) fn in_order(&self, text: &str) -> String {
        let ordered = notation::in_order(self.session.model(), text);
        ordered.unwrap_or_else(|| text.to_owned())
    }

    /// Plays one typed move: a move or a route.
    fn try_out(
        &mut self,
        trial: &mut Session,
        order: &Order,
        console: &mut dyn Console,
    ) -> Result<Vec<Order>, MoveLineStop> {
        let model = self.session.model();
        let readable = notation::read(model, &order.text).is_ok();
        let Some(split_route) = split_route(model, &order.text).filter(|_| !readable) else {
            return self.step(trial, order, console);
        };
        let mut played = Vec::new();
        for text in split_route {
            if self.changes_seat(trial) {
                return Err(MoveLineStop::SeatChanged);
            }
            let leg = Order {
                text,
                ..order.clone()
            };
            match self.step(trial, &leg, console) {
                Ok(steps) => played.extend(steps),
                Err(MoveLineStop::Refused(step)) if !played.is_empty() => {
                    return Err(MoveLineStop::OnTheWay(played, step));
                }
                Err(halt) => return Err(halt),
            }
        }
        Ok(played)
    }

    /// Plays a move or, if it is not legal in one step, the shortest route to its target.
    fn step(
        &mut self,
        trial: &mut Session,
        order: &Order,
        console: &mut dyn Console,
    ) -> Result<Vec<Order>, MoveLineStop> {
        self.warn(trial, order, console)?;
        let refusal = match trial.play(std::slice::from_ref(order)) {
            Ok(_) => return Ok(vec![order.clone()]),
            Err(refusal) => refusal,
        };
        let illegal = matches!(refusal, Refusal::IllegalMove { .. });
        let found = if illegal {
            find_routes(trial, order.actor, &order.text)
        } else {
            Vec::new()
        };
        let route = match found.as_slice() {
            [] => return Err(MoveLineStop::Refused(order.clone())),
            [only] => only,
            several => picked(several, console).map_err(MoveLineStop::Told)?,
        };
        let mut played = Vec::new();
        for text in &route.steps {
            if self.changes_seat(trial) {
                return Err(MoveLineStop::SeatChanged);
            }
            let step = Order {
                text: text.clone(),
                ..order.clone()
            };
            self.warn(trial, &step, console)?;
            if trial.play(std::slice::from_ref(&step)).is_err() {
                return Err(MoveLineStop::Refused(step));
            }
            played.push(step);
        }
        Ok(played)
    }

    /// Asks before a move for which the rules have a warning. A script answers in its next line, by `y` or the same line
    /// again.
    fn warn(
        &mut self,
        trial: &Session,
        order: &Order,
        console: &mut dyn Console,
    ) -> Result<(), MoveLineStop> {
        let messages = warnings(trial, order);
        if messages.is_empty() || self.confirmation.sure {
            return Ok(());
        }
        let (messages, what) = (messages.join("; "), &order.text);
        if !console.converses() {
            self.confirmation.open = true;
            let next = "`y`, or the same line again, plays it anyway";
            return Err(MoveLineStop::Told(format!("{messages}\n{next}\n")));
        }
        let question = format!("{messages}: {what} anyway? [y/N] ");
        match answered(console, &question) {
            QuestionAnswer::Yes => Ok(()),
            QuestionAnswer::No => Err(MoveLineStop::Told("nothing was played\n".to_owned())),
            QuestionAnswer::Else(line) => Err(MoveLineStop::Told(format!(
                "{}nothing was played\n",
                read_as_no(&line)
            ))),
        }
    }

    /// Keeps what was played up to a change of seat. The rest of the line is not read: it would be another player's choice.
    fn stopped_at_the_seat(&mut self, trial: Session) -> Shown {
        self.session = trial;
        self.not_read = true;
        self.table()
    }

    /// Says which step of a way is refused. No step is played, unless one of them brought something to light: then what was
    /// played stays, or a way would be a means to look ahead.
    fn stopped(&mut self, trial: Session, (steps, step): (&[Order], &Order)) -> Shown {
        let why = match trial.clone().play(std::slice::from_ref(step)) {
            Err(refusal) => self.helped(&refusal, &step.text, 1),
            Ok(_) => String::new(),
        };
        let looked_ahead = self.hot_seat || trial.chance_since(self.session.ply());
        if !looked_ahead {
            let way: Vec<_> = steps.iter().map(|step| step.text.as_str()).collect();
            let way = way.join("; ");
            let stopped = self.say(ReplPhrase::StoppedAfter, &[&way, &why]);
            let alone = self.say(ReplPhrase::AlonePlayable, &[&way]);
            return format!("{stopped}\n{alone}\n").into();
        }
        self.session = trial;
        let table = self.table();
        let stopped = self.say(ReplPhrase::StoppedBefore, &[&step.text, &why]);
        table.then(stopped + "\n")
    }

    /// Makes the message for moves that are refused.
    fn refused(&mut self, orders: &[Order], (at, text): (usize, &str)) -> CommandResult {
        let refusal = match self.session.play(orders) {
            Ok(_) => return Ok(self.table()),
            Err(refusal) => refusal,
        };
        let turn = self.turn_after(&orders[..at.min(orders.len())]);
        let model = self.session.model();
        let wrong = |order: &&Order| notation::read(model, &order.text).is_err();
        let wrong = match refusal {
            Refusal::BadMove(_) => orders.iter().find(wrong),
            _ => None,
        };
        let text = wrong.map_or(text, |order| order.text.as_str());
        Err(format!(
            "{turn}{}",
            self.helped(&refusal, text, orders.len())
        ))
    }

    /// Says who is to choose after some moves, if it is somebody else than now.
    fn turn_after(&self, orders: &[Order]) -> String {
        let Some(last) = orders.last().filter(|_| !self.hot_seat) else {
            return String::new();
        };
        let mut trial = self.session.clone();
        match (trial.play(orders).is_ok(), trial.decider()) {
            (true, Some(next)) if Some(next) != self.session.decider() => {
                let next = self.session.actor_title(next);
                self.say(ReplPhrase::TurnAfter, &[&last.text, &next]) + "\n"
            }
            _ => String::new(),
        }
    }

    /// Adds a hint to a refusal.
    pub(crate) fn helped(&self, refusal: &Refusal, text: &str, count: usize) -> String {
        let point = match refusal {
            Refusal::BadMove(_) => self.point_help(text),
            _ => None,
        };
        let next = match refusal {
            Refusal::BadMove(_) if point.is_some() => String::new(),
            Refusal::BadMove(_) => "`moves` lists the legal moves, `help` the commands".to_owned(),
            Refusal::IllegalMove { reason, .. } => {
                let example = self
                    .move_at(text)
                    .filter(|(_, mv)| !reason.contains(&quoted(mv)));
                example.map_or_else(String::new, |(how, mv)| self.say(how, &[text.trim(), &mv]))
            }
            Refusal::GameOver(_) => {
                "`undo` takes the last move back, `new` begins another game".to_owned()
            }
            _ => String::new(),
        };
        let none = if count > 1 {
            format!("\n{}", self.say(ReplPhrase::NonePlayed, &[]))
        } else {
            String::new()
        };
        let next = if next.is_empty() {
            next
        } else {
            format!("\n{next}")
        };
        let what = match refusal {
            Refusal::BadMove(expected) => {
                point.unwrap_or_else(|| self.say(ReplPhrase::IsNoMove, &[&quoted(text), expected]))
            }
            other => self.told(other),
        };
        format!("{what}{next}{none}")
    }

    /// Returns a hint if only a point was typed: the form of a move from there.
    fn point_help(&self, text: &str) -> Option<String> {
        let name = text.trim().to_lowercase();
        self.session.model().board.as_ref()?.find(&name)?;
        Some(match self.move_at(text) {
            Some((how, example)) => self.say(how, &[&name, &example]),
            None => self.say(ReplPhrase::PointOfNoMove, &[&name]),
        })
    }

    /// Returns a legal move from a point or, if there is none, one that names it; nothing if the text is no point.
    fn move_at(&self, text: &str) -> Option<(ReplPhrase, String)> {
        let name = text.trim().to_lowercase();
        self.session.model().board.as_ref()?.find(&name)?;
        let moves = self.words().moves;
        let from = |mv: &&String| **mv != name && leading_point(mv).as_deref() == Some(&name);
        let named = |mv: &&String| {
            let mut words = mv.split(|c: char| !c.is_ascii_alphanumeric());
            words.any(|word| word == name)
        };
        let first = moves.iter().find(from);
        let first = first.map(|mv| (ReplPhrase::PointFrom, mv));
        let first = first.or_else(|| Some((ReplPhrase::PointIn, moves.iter().find(named)?)));
        first.map(|(how, mv)| (how, mv.clone()))
    }
}

/// Asks which of several routes to play; lists them if nobody can answer.
fn picked<'w>(find_routes: &'w [Route], console: &mut dyn Console) -> Result<&'w Route, String> {
    let line = |(number, route): (usize, &Route)| format!("  {number}. {}\n", route.name);
    let list: String = (1..).zip(find_routes).map(line).collect();
    let list = format!("there are several ways:\n{list}");
    if !console.converses() {
        return Err(format!("{list}nothing was played; type one of them\n"));
    }
    let question = format!("{list}which? [1-{}] ", find_routes.len());
    let number = match console.read(&question, false) {
        Input::Line(answer) => answer.trim().parse().unwrap_or(0),
        Input::Cancelled | Input::End => 0,
    };
    let route = find_routes.iter().zip(1..).find(|(_, n)| *n == number);
    route
        .map(|(route, _)| route)
        .ok_or_else(|| "nothing was played\n".to_owned())
}
