//! Plays typed moves: one move, several moves, a route of several steps; asks for confirmation where the rules warn.

use crate::repl::console::{Console, Input};
use crate::repl::game::Repl;
use crate::repl::questions::{QuestionAnswer, answered, read_as_no};
use crate::repl::reply::CommandResult;
use crate::repl::understanding::direct;
use crate::shown::Shown;
use linstock_play::{
    Actor, LegalMove, Order, ParsedMove, Refusal, Route, Session, find_routes, notation, quoted,
    split_route, warnings,
};

/// A move that is refused.
pub(super) struct RefusedMove {
    mv: ParsedMove,
    refusal: Refusal,
}

/// What a typed move has played.
pub(super) struct PlayedMove {
    /// The moves: one, or the steps of a route.
    pub(super) steps: Vec<String>,
    /// The typed text and the move, if the text is written in another way.
    pub(super) read_as: Option<(String, String)>,
}

impl From<Vec<String>> for PlayedMove {
    fn from(steps: Vec<String>) -> Self {
        Self {
            steps,
            read_as: None,
        }
    }
}

/// Why a typed move was not played.
pub(super) enum MoveLineStop {
    /// The move is refused.
    Refused(Box<RefusedMove>),
    /// A step of a route is refused, after these steps.
    OnTheWay(Vec<String>, Box<RefusedMove>),
    /// The program asked the user something, or printed a message instead.
    Told(String),
    /// Another player must sit down before the rest is played.
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
            let place = self.where_hidden();
            return Err(format!("{place} nobody chooses for another player"));
        }
        let (player, moves) = text
            .split_once(' ')
            .ok_or("`as` needs a player and a move: as PLAYER MOVE")?;
        let actor = self.actor(player)?;
        self.play_for(Some(actor), moves, console)
    }

    fn play_for(
        &mut self,
        actor: Option<Actor>,
        text: &str,
        console: &mut dyn Console,
    ) -> CommandResult {
        let moves = self.parsed_line(actor, text);
        self.play_moves(&moves, text, console)
    }

    /// Parses the moves of a line.
    pub(super) fn parsed_line(&self, actor: Option<Actor>, line: &str) -> Vec<ParsedMove> {
        let parts = line.split(';').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(|part| self.parsed(actor, part)).collect()
    }

    /// Parses a move. People may type the things that a move names together in any order; the parsed move has them in the
    /// game's order.
    pub(super) fn parsed(&self, actor: Option<Actor>, text: &str) -> ParsedMove {
        let text = text.to_owned();
        let mv = self.session.parsed(Order { actor, text });
        mv.in_order(self.session.model())
    }

    /// Plays the moves of a line.
    pub(super) fn play_moves(
        &mut self,
        moves: &[ParsedMove],
        line: &str,
        console: &mut dyn Console,
    ) -> CommandResult {
        if self.closed_choice().is_some() {
            return Err(self.not_typed());
        }
        if moves.is_empty() {
            return Err("`play` needs a move; `moves` lists them".to_owned());
        }
        let mut trial = self.session.clone();
        let (mut played, mut read_as) = (Vec::new(), Vec::new());
        for (at, mv) in moves.iter().enumerate() {
            match self.try_out(&mut trial, mv, console) {
                Ok(done) => {
                    played.extend(done.steps);
                    read_as.extend(done.read_as);
                }
                Err(MoveLineStop::Told(text)) => return Ok(text.into()),
                Err(MoveLineStop::OnTheWay(steps, refused)) => {
                    return Ok(self.stopped(trial, (&steps, &refused)));
                }
                Err(MoveLineStop::SeatChanged) => return Ok(self.stopped_at_the_seat(trial)),
                Err(MoveLineStop::Refused(refused)) => {
                    // After a change of seat nothing is checked: the answer would be for another player.
                    let later = if self.hot_seat { &[] } else { &moves[at + 1..] };
                    let turn = self.turn_after(played.last(), &trial);
                    let number = played.len() + 1 + later.len();
                    let (refusal, text) = foremost(&refused, (!played.is_empty(), later), line);
                    let told = self.helped(&refusal, text, number);
                    let first = played.is_empty() && refusal == refused.refusal;
                    let offer = first.then(|| self.offer(&refused.mv, &refusal, &told));
                    let offer = offer
                        .flatten()
                        .map_or_else(String::new, |o| format!("\n{o}"));
                    return Err(format!("{turn}{told}{offer}"));
                }
            }
            if at + 1 < moves.len() && self.changes_seat(&trial) {
                return Ok(self.stopped_at_the_seat(trial));
            }
        }
        let from = self.session.ply();
        self.session = trial;
        let read_as = self.readings(&read_as);
        let played = self.several_played(from, played.len());
        Ok(Shown::from(read_as).then(played).then(self.table()))
    }

    /// Lists what one line has played, if it was more than the one move shown below the table.
    fn several_played(&self, from: usize, moves: usize) -> Shown {
        match moves {
            0 | 1 => Shown::default(),
            _ if self.handover().is_some() => Shown::default(),
            _ => Shown::from(format!("{}\n\n", self.played_since(from))),
        }
    }

    /// Parses a line that is exactly one of the current legal moves; returns `None` for any other line.
    pub(super) fn legal_move(&self, line: &str) -> Option<ParsedMove> {
        if !notation::may_begin_move(self.session.model(), line) {
            return None;
        }
        let mv = self.parsed(None, line);
        let listed = || self.own_choice()?.moves().ok();
        let is_listed = || listed().is_some_and(|moves| moves.iter().any(|mv| mv.text == line));
        (mv.is_readable() && is_listed()).then_some(mv)
    }

    /// Plays one typed move: a move or a route.
    pub(super) fn try_out(
        &mut self,
        trial: &mut Session,
        mv: &ParsedMove,
        console: &mut dyn Console,
    ) -> Result<PlayedMove, MoveLineStop> {
        let model = self.session.model();
        let legs = match mv.is_readable() {
            true => None,
            false => split_route(model, mv.text()),
        };
        let Some(legs) = legs else {
            let meant = match mv.is_readable() {
                true => None,
                false => self.play_meant(trial, mv, console)?,
            };
            return match meant {
                Some(played) => Ok(played),
                None => Ok(self.step(trial, mv, console)?.into()),
            };
        };
        let mut played = Vec::new();
        for text in legs {
            if self.changes_seat(trial) {
                return Err(MoveLineStop::SeatChanged);
            }
            let actor = mv.actor();
            let leg = self.session.parsed(Order { actor, text });
            match self.step(trial, &leg, console) {
                Ok(steps) => played.extend(steps),
                Err(MoveLineStop::Refused(refused)) if !played.is_empty() => {
                    return Err(MoveLineStop::OnTheWay(played, refused));
                }
                Err(halt) => return Err(halt),
            }
        }
        Ok(played.into())
    }

    /// Plays a move or, if it is not legal in one step, the shortest route to its target.
    fn step(
        &mut self,
        trial: &mut Session,
        mv: &ParsedMove,
        console: &mut dyn Console,
    ) -> Result<Vec<String>, MoveLineStop> {
        let Some(refused) = self.play_one(trial, mv, console)? else {
            return Ok(vec![mv.text().to_owned()]);
        };
        let found = match refused.refusal {
            Refusal::IllegalMove { .. } => direct(find_routes(trial, mv)),
            _ => Vec::new(),
        };
        let route = match found.as_slice() {
            [] => return Err(MoveLineStop::Refused(refused)),
            [only] => only,
            several => picked(several, console).map_err(MoveLineStop::Told)?,
        };
        let mut played = Vec::new();
        for text in &route.steps {
            if self.changes_seat(trial) {
                return Err(MoveLineStop::SeatChanged);
            }
            let (actor, text) = (mv.actor(), text.clone());
            let step = self.session.parsed(Order { actor, text });
            if let Some(refused) = self.play_one(trial, &step, console)? {
                return Err(MoveLineStop::Refused(refused));
            }
            played.push(step.text().to_owned());
        }
        Ok(played)
    }

    /// Plays a move if it is legal; returns the refusal if it is not.
    fn play_one(
        &mut self,
        trial: &mut Session,
        mv: &ParsedMove,
        console: &mut dyn Console,
    ) -> Result<Option<Box<RefusedMove>>, MoveLineStop> {
        let played = match trial.legal(mv) {
            Ok(legal) => {
                self.warn((trial, &legal), mv.text(), console)?;
                trial.play_legal(legal)
            }
            Err(refusal) => Err(refusal),
        };
        let refused = |refusal| {
            Box::new(RefusedMove {
                mv: mv.clone(),
                refusal,
            })
        };
        Ok(played.err().map(refused))
    }

    /// Asks before a move for which the rules have a warning. A script confirms in its next line, by `y` or by the same line
    /// again.
    fn warn(
        &mut self,
        (trial, legal): (&Session, &LegalMove),
        what: &str,
        console: &mut dyn Console,
    ) -> Result<(), MoveLineStop> {
        let messages = warnings(trial, legal);
        if messages.is_empty() || self.confirmation.sure {
            return Ok(());
        }
        let messages = messages.join("; ");
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

    /// Keeps the moves up to a change of seat. The rest of the line is not read: it would be another player's choice.
    fn stopped_at_the_seat(&mut self, trial: Session) -> Shown {
        self.session = trial;
        self.not_read = true;
        self.table()
    }

    /// Reports which step of a route is refused. No step is played, unless one of them revealed something: then the played
    /// steps stay, or a route would be a way to look ahead.
    fn stopped(&mut self, trial: Session, (steps, step): (&[String], &RefusedMove)) -> Shown {
        let why = self.helped(&step.refusal, step.mv.text(), 1);
        let looked_ahead = self.hot_seat || trial.chance_since(self.session.ply());
        if !looked_ahead {
            let way = steps.join("; ");
            let stopped = self.say().stopped_after(&way, &why);
            let alone = self.say().alone_playable(&way);
            return format!("{stopped}\n{alone}\n").into();
        }
        self.session = trial;
        let table = self.table();
        let stopped = self.say().stopped_before(step.mv.text(), &why);
        table.then(stopped + "\n")
    }

    /// Reports who chooses after the moves, of which `last` is the last, if that player differs from the current one.
    fn turn_after(&self, last: Option<&String>, trial: &Session) -> String {
        let Some(last) = last.filter(|_| !self.hot_seat) else {
            return String::new();
        };
        match trial.decider() {
            Some(next) if Some(next) != self.session.decider() => {
                let next = self.session.actor_title(next);
                self.say().turn_after(last, &next) + "\n"
            }
            _ => String::new(),
        }
    }

    /// Says why a text is no move. A text of one word could be meant as a command or as a word of the game.
    fn unreadable(&self, text: &str, expected: &str) -> String {
        let text = text.trim();
        if expected.contains(&quoted(text)) {
            return expected.to_owned();
        }
        match text.chars().all(char::is_alphabetic) {
            true => self.say().is_no_word(text, expected),
            false => self.say().is_no_move(text, expected),
        }
    }

    /// Adds a hint to a refusal.
    pub(crate) fn helped(&self, refusal: &Refusal, text: &str, count: usize) -> String {
        let next = match refusal {
            Refusal::BadMove(_) => "\n`moves` lists the legal moves, `help` the commands",
            Refusal::GameOver(_) => "\n`undo` takes the last move back, `new` begins another game",
            _ => "",
        };
        let none = match count {
            0 | 1 => String::new(),
            _ => format!("\n{}", self.say().none_played()),
        };
        let what = match refusal {
            Refusal::BadMove(expected) => self.unreadable(text, expected),
            other => self.told(other),
        };
        format!("{what}{next}{none}")
    }
}

/// Returns the refusal to report for a line with a refused move, and its text. A later text that is not a move is reported
/// rather than an illegal move.
fn foremost<'l>(
    refused: &'l RefusedMove,
    (is_later, later): (bool, &'l [ParsedMove]),
    line: &'l str,
) -> (Refusal, &'l str) {
    let refusal = refused.refusal.clone();
    match refusal {
        Refusal::IllegalMove { .. } => {
            let mut later = later.iter();
            let unreadable = later.find_map(|mv| Some((mv.unreadable()?, mv.text())));
            unreadable.unwrap_or((refusal, line))
        }
        Refusal::BadMove(_) => {
            // The moves before it are undone. What is legal after them could reveal what they would bring to light.
            let unreadable = refused.mv.unreadable().filter(|_| is_later);
            (unreadable.unwrap_or(refusal), refused.mv.text())
        }
        _ => (refusal, line),
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
