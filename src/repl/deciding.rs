//! `clauses`, `clause` and `explain`: the clauses that decided something in the current game.

use crate::repl::board_changes::changed_since;
use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use crate::repl::terminal_mode::LongWork;
use crate::rule_sheet;
use crate::shown::Shown;
use crate::text_table::table;
use linstock_model::{Model, TagId};
use linstock_play::{Actor, Order, Ply, Viewer};

/// Lists the clauses that decided something, with the moves where they did.
pub(super) fn clauses(repl: &Repl) -> CommandResult {
    let found = deciding_clauses(repl)?;
    let model = repl.session.model();
    let say = repl.say();
    let columns = [
        say.clause_column(),
        say.moves_column(),
        say.first_at(),
        say.what_it_says(),
    ];
    let mut table = table(&columns.each_ref().map(String::as_str));
    for (tag, moves) in &found {
        let first = moves.first().map_or(String::new(), ToString::to_string);
        let row = [name(model, *tag), moves.len().to_string(), first];
        table.add_row(row.into_iter().chain([text(model, *tag)]));
    }
    let number = match found.len() {
        1 => repl.say().one_decided(),
        number => repl.say().several_decided(number),
    };
    Ok(format!("{}\n{number}\n", table.trim_fmt()).into())
}

/// Goes back to the first move that a clause decided.
pub(super) fn clause(repl: &mut Repl, name: &str, console: &mut dyn Console) -> CommandResult {
    if name.is_empty() {
        return Err(
            "`clause` needs the name of a clause; `clauses` lists those that decided something"
                .to_owned(),
        );
    }
    let model = repl.session.model();
    let named = |tag: &TagId| model.tag(*tag).eq_ignore_ascii_case(name);
    if !model.sheet.entries().any(|entry| named(&entry.tag)) {
        return Err(rule_sheet::no_such_clause(model, name, "rules"));
    }
    let found = deciding_clauses(repl)?;
    let Some((tag, moves)) = found.iter().find(|(tag, _)| named(tag)) else {
        return Err(repl.say().decided_nothing(name));
    };
    let first = moves.first().copied().unwrap_or(1);
    let ply = &repl.session.history()[first - 1];
    let head = format!(
        "{}  {}\n{}\n\n",
        self::name(model, *tag),
        text(model, *tag),
        repl.say().decided_first(first, &written(repl, ply))
    );
    let table = repl.back(&format!("to {}", first - 1), console)?;
    match repl.session.ply() < first {
        true => Ok(Shown::from(head).then(table)),
        // The user declined to undo an outcome of chance.
        false => Ok(table),
    }
}

/// Explains the last turn: the last move of a player, the outcomes of chance after it, the changes on the board and beside
/// it, and the clauses that decided them.
pub(super) fn explain(repl: &Repl) -> CommandResult {
    let session = &repl.session;
    let history = session.history();
    let of_players = |ply: &Ply| matches!(ply.actor, Actor::Player(_));
    let Some(first) = history.iter().rposition(of_players) else {
        return Err(repl.say().nothing_chosen());
    };
    if !all_saw(repl, first) {
        refuse_to_share(repl)?;
    }
    let mut told = format!("{}. {}", first + 1, written(repl, &history[first]));
    for ply in &history[first + 1..] {
        told = repl.say().then(&told, &written(repl, ply));
    }
    told.push('\n');
    for line in changed_since(repl, first)? {
        told.push_str(&format!("  {line}\n"));
    }
    if !repl.is_hushed() {
        for line in session.prevented_from(first) {
            told.push_str(&format!("  {line}\n"));
        }
    }
    let model = session.model();
    let clauses = match repl.is_hushed() {
        true => own_clauses(repl, first),
        false => session.explained_from(first).map_err(|e| e.to_string())?,
    };
    for tag in clauses {
        told.push_str(&format!("  {}  {}\n", name(model, tag), text(model, tag)));
    }
    Ok(told.into())
}

/// Returns whether everybody saw all plies from a number on as they are.
fn all_saw(repl: &Repl, first: usize) -> bool {
    let seen = repl.session.seen(Viewer::Onlooker);
    let mut plies = seen.zip(repl.session.history()).skip(first);
    plies.all(|((_, seen), ply)| seen == ply.text)
}

/// Lists the clauses of the moves from a number on, without those that only hidden values decided.
fn own_clauses(repl: &Repl, first: usize) -> Vec<TagId> {
    let (session, model) = (&repl.session, repl.session.model());
    let moves = session.history()[first..].iter().filter_map(|ply| {
        let order = Order {
            actor: Some(ply.actor),
            text: ply.text.clone(),
        };
        let parsed = session.parsed(order);
        parsed.readings().first().map(|reading| reading.mv)
    });
    let mut tags: Vec<TagId> = moves.flat_map(|mv| model.mv(mv).tags.clone()).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

/// Returns the texts of the clauses that ended the game.
pub(super) fn of_end(repl: &Repl) -> String {
    let model = repl.session.model();
    let outcome = repl.session.rules().outcome(repl.session.state());
    // Conditions that held around the ending may reveal hidden values; the clauses cited by the result do not.
    let clauses = match repl.is_hushed() {
        true => outcome.map(|outcome| outcome.tags).unwrap_or_default(),
        false => repl.session.end_clauses(),
    };
    let clauses = clauses.into_iter();
    let told = clauses.map(|tag| format!("  {}  {}\n", name(model, tag), text(model, tag)));
    told.collect()
}

fn deciding_clauses(repl: &Repl) -> Result<Vec<(TagId, Vec<usize>)>, String> {
    refuse_to_share(repl)?;
    let work = LongWork::begin();
    let found = repl.session.deciding_clauses(&|| work.is_stopped());
    let found = found.map_err(|e| e.to_string())?;
    found.ok_or_else(|| "stopped before all moves were looked at".to_owned())
}

/// Refuses at a shared keyboard: the clauses that decided a hidden choice reveal something about it, even when the game is
/// over.
pub(super) fn refuse_to_share(repl: &Repl) -> Result<(), String> {
    match repl.is_hushed() {
        true => Err(format!(
            "{} this is not told: it might show what is hidden; a game without {} tells it",
            repl.where_hidden(),
            if repl.computers.are_seated() {
                "computer players"
            } else {
                "--hot-seat"
            }
        )),
        false => Ok(()),
    }
}

/// Writes the player and the move.
fn written(repl: &Repl, ply: &Ply) -> String {
    format!("{} `{}`", repl.session.actor_title(ply.actor), ply.text)
}

fn name(model: &Model, tag: TagId) -> String {
    model.tag(tag).to_owned()
}

/// Returns the text of a clause in the rule sheet.
fn text(model: &Model, tag: TagId) -> String {
    let mut entries = model.sheet.clauses.iter().chain(&model.sheet.readings);
    let entry = entries.find(|entry| entry.tag == tag);
    entry.map_or_else(String::new, |entry| entry.text.clone())
}
