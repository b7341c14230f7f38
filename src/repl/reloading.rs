//! Continues the current game under reloaded rules, or under another value of an option.

use crate::load_error::LoadError;
use crate::repl::choice_changes::Offer;
use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::questions::agreed;
use crate::repl::record::counted;
use crate::repl::reply::CommandResult;
use crate::repl::rules_on_disk::RulesOnDisk;
use crate::ruleset_loader;
use crate::scenarios::open::{self, OpenedGame};
use crate::shown::Shown;
use linstock_play::{Actor, ChanceMode, Refusal, Replayed, Save, Session, quoted};

/// The message if nothing changes.
const GOES_ON: &str = "the game goes on under the rules as they were\n";

/// What to do if a move that was played is illegal under the new rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AtIllegalMove {
    /// Ask; if nobody can answer, keep the old rules.
    Ask,
    /// Continue before that move, under the new rules.
    StopBefore,
    /// Keep the old rules. The user only saved a file, so a different outcome of chance needs no confirmation.
    Keep,
}

/// How a game continues under other rules.
struct RuleChange {
    /// The first line of the answer: what was done.
    head: String,
    at_illegal: AtIllegalMove,
    /// The command that continues before an illegal move.
    anyway: &'static str,
}

/// Reloads the ruleset, and replays the moves so far under its rules. If it has mistakes, the game stays unchanged.
pub(super) fn reload(
    repl: &mut Repl,
    at_illegal: AtIllegalMove,
    console: &mut dyn Console,
) -> CommandResult {
    let read = RulesOnDisk::of(repl).read();
    take_read(repl, read, at_illegal, console)
}

/// Replays the moves so far under reloaded rules.
pub(super) fn take_read(
    repl: &mut Repl,
    read: Result<OpenedGame, Shown>,
    at_illegal: AtIllegalMove,
    console: &mut dyn Console,
) -> CommandResult {
    let opened = match read {
        Ok(opened) => opened,
        Err(why) => return Ok(why.ended().then(GOES_ON)),
    };
    let head = format!("{} was read again", quoted(&repl.loaded.request.game));
    let anyway = "`reload!`";
    let going_on = RuleChange {
        head,
        at_illegal,
        anyway,
    };
    go_on(repl, opened, &going_on, console)
}

/// Changes the value of an option, and replays the moves so far under it.
pub(super) fn set(
    repl: &mut Repl,
    args: &str,
    at_illegal: AtIllegalMove,
    console: &mut dyn Console,
) -> CommandResult {
    if repl.is_hushed() && repl.session.ply() > 0 {
        let place = repl.where_hidden();
        return Err(format!(
            "{place} the options of this game stay as they are: whether all goes on as before could tell what is hidden; \
             `linstock play` with `--set` begins a game under others"
        ));
    }
    let split = args.split_once(|c: char| c == '=' || c.is_whitespace());
    let (name, value) = split.map_or(("", ""), |(name, value)| (name.trim(), value.trim()));
    if name.is_empty() || value.is_empty() {
        return Err(
            "write it as `set NAME VALUE`; `options` lists the names and the values".to_owned(),
        );
    }
    let mut request = repl.loaded.request.clone();
    request.choices.options.retain(|(other, _)| other != name);
    request
        .choices
        .options
        .push((name.to_owned(), value.to_owned()));
    let loaded = match ruleset_loader::load(&request) {
        Ok(loaded) => loaded,
        Err(error @ LoadError::BadRules { .. }) => {
            let why = error.shown(repl.canvas.style);
            return Ok(why.ended().then(GOES_ON));
        }
        Err(LoadError::BadOption(why) | LoadError::UnknownGame(why)) => return Err(why),
    };
    let given = repl.scenario.as_ref().and_then(|s| s.given.clone());
    let head = format!("{name} is {value} now");
    let anyway = "`set!`";
    let going_on = RuleChange {
        head,
        at_illegal,
        anyway,
    };
    go_on(repl, OpenedGame { loaded, given }, &going_on, console)
}

/// Replays the current game under other rules.
fn go_on(
    repl: &mut Repl,
    opened: OpenedGame,
    going_on: &RuleChange,
    console: &mut dyn Console,
) -> CommandResult {
    let save = Save::of(&repl.session);
    let replayed = replayed(repl, &opened, &save).map_err(|why| format!("{why}\n{GOES_ON}"))?;
    let same = !save.is_of_other_rules(&opened.loaded.rules)
        && replayed.session.state() == repl.session.state();
    let result = match &replayed.stopped {
        None if same => "the rules mean the same as before\n".to_owned(),
        None if repl.is_hushed() => "the game goes on under the new rules\n".to_owned(),
        None => held(&repl.session, &replayed.session),
        Some(_) => illegal(repl, &replayed),
    };
    let mut told = format!("{}; {result}", going_on.head);
    let takes_back = match repl.is_hushed() {
        true => !same && (0..repl.session.ply()).any(|at| is_chance(&repl.session, at)),
        false => gives_up_chance(&repl.session, &replayed.session),
    };
    if let Some(question) = question(repl, (&replayed, takes_back), going_on.at_illegal) {
        let answers = going_on.at_illegal == AtIllegalMove::StopBefore || console.converses();
        if replayed.stopped.is_some() && !answers {
            let anyway = going_on.anyway;
            let next = format!("{anyway} goes on before that move, under the new rules");
            return Err(format!("{told}{GOES_ON}{next}"));
        }
        if !agreed(console, &format!("{told}{question}? [y/N] ")) {
            return Ok(GOES_ON.into());
        }
        told.clear();
    }
    let before = Offer::of(repl);
    take_over(repl, opened, replayed.session);
    if same {
        return Ok(told.into());
    }
    let changes = before.until(&Offer::of(repl));
    Ok(Shown::from(format!("{told}{changes}\n")).then(repl.table()))
}

/// Returns the question to ask before a game continues under other rules, if any. As before `undo`, outcomes of chance that
/// players have seen are not discarded without asking.
fn question(
    repl: &Repl,
    (replayed, takes_back): (&Replayed, bool),
    at_illegal: AtIllegalMove,
) -> Option<&'static str> {
    let stops = replayed.stopped.is_some() && at_illegal != AtIllegalMove::StopBefore;
    let chance = !repl.practice && at_illegal != AtIllegalMove::Keep && takes_back;
    match (stops, chance) {
        (true, true) => {
            Some("go on before that move, under the new rules, and take back an outcome of chance")
        }
        (true, false) => Some("go on before that move, under the new rules"),
        (false, true) => Some("this takes back an outcome of chance; do it"),
        (false, false) => None,
    }
}

/// Returns whether an outcome of chance was played that the new game lacks.
fn gives_up_chance(old: &Session, new: &Session) -> bool {
    (0..old.ply()).any(|at| is_chance(old, at) && text(old, at) != text(new, at))
}

fn is_chance(session: &Session, at: usize) -> bool {
    let ply = session.history().get(at);
    ply.is_some_and(|ply| ply.actor == Actor::Chance)
}

fn text(session: &Session, at: usize) -> Option<&str> {
    session.history().get(at).map(|ply| ply.text.as_str())
}

/// Replays the moves so far under other rules. If nobody has chosen yet, the game begins anew, at the current position of its
/// scenario.
fn replayed(repl: &Repl, opened: &OpenedGame, save: &Save) -> Result<Replayed, Refusal> {
    let OpenedGame { loaded, given } = opened;
    let mut history = repl.session.history().iter();
    if repl.scenario.is_some() && history.all(|ply| ply.actor == Actor::Chance) {
        let setup = loaded.setup(repl.session.setup().seed, ChanceMode::Auto);
        let session = open::begin(loaded.rules.clone(), setup, given.clone())?;
        return Ok(Replayed {
            played: session.ply(),
            session,
            stopped: None,
        });
    }
    let sources = Some(loaded.sources.clone());
    save.play_under(loaded.rules.clone(), sources)
}

/// Reports that all moves could be replayed, and whether the outcomes of chance are the same.
fn held(old: &Session, new: &Session) -> String {
    let all = counted(old.ply());
    let differs = (0..old.ply().max(new.ply()))
        .find(|&at| (is_chance(old, at) || is_chance(new, at)) && text(old, at) != text(new, at));
    match (old.ply(), differs) {
        (0, _) => "nothing was played yet\n".to_owned(),
        (_, None) => {
            format!("the game goes on under the new rules, with all that was played ({all})\n")
        }
        (_, Some(at)) => format!(
            "the game goes on under the new rules; from move {} on chance fell otherwise\n",
            at + 1
        ),
    }
}

/// Reports which move is illegal now. At a shared keyboard the reason might reveal what is hidden.
fn illegal(repl: &Repl, replayed: &Replayed) -> String {
    let number = replayed.played + 1;
    match &replayed.stopped {
        _ if repl.is_hushed() => {
            "a move that was played cannot be played under the new rules\n".to_owned()
        }
        Some(why) if !repl.hot_seat => {
            format!("move {number} cannot be played under the new rules: {why}\n")
        }
        _ => format!("move {number} cannot be played under the new rules\n"),
    }
}

/// Continues a game under other rules. The player at the keyboard stays there.
fn take_over(repl: &mut Repl, opened: OpenedGame, session: Session) {
    let OpenedGame { loaded, given } = opened;
    repl.loaded = loaded;
    if let Some(scenario) = &mut repl.scenario {
        scenario.given = given;
    }
    let seats = session.model().seats();
    let seated = repl.seated.filter(|seat| seat.index() < seats);
    let file = repl.saved_as.take();
    repl.begin(session, file);
    repl.seated = seated;
}
