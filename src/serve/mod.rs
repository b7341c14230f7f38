//! `linstock serve`: a table in the browser.

mod computers;
mod rules_pages;
mod studio;
mod table_files;

use crate::arguments;
use crate::command_failure::CommandFailure;
use crate::files;
use crate::game_args::ChoiceArgs;
use crate::repl::{BotRequest, player_name};
use crate::rule_sheet;
use crate::ruleset_finder::is_path;
use crate::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::terminal::{print, warn};
use clap::Args;
use computers::TableComputers;
use linstock_base::Language;
use linstock_model::SeatId;
use linstock_play::{ChanceMode, Session};
use linstock_table::{
    BegunTable, ClockSetting, Computers as _, LinkToken, Room, Rooms, ServerSetup, Table,
    TableRecord,
};
use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The port where none is named.
const USUAL_PORT: u16 = 8080;

#[derive(Args, Debug)]
pub(super) struct ServeArgs {
    /// The name of a shipped game, or the path of a ruleset's folder or `.game` file
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Begin no new table: only continue those that were open when the program ended
    #[arg(long, conflicts_with_all = ["set", "variants", "players", "seed", "names", "bots", "clock"])]
    resume: bool,
    /// The seed of chance; a random number by default
    #[arg(long, value_name = "N", value_parser = crate::seed::read)]
    seed: Option<u64>,
    /// What a player is called, by the name in the rules: `red=Ann` (repeatable)
    #[arg(long = "name", value_name = "PLAYER=NAME", value_parser = player_name)]
    names: Vec<(String, String)>,
    /// Let the computer play: `dark=best:2s`, `dark`, or `strong` for all players but the first (repeatable)
    #[arg(long = "bot", value_name = "[PLAYER=]SKILL", value_parser = BotRequest::read)]
    bots: Vec<BotRequest>,
    /// The time of each player, and what each move adds: `10m+5s`, `5m`. It runs from the first move
    #[arg(long, value_name = "TIME[+TIME]", value_parser = clock)]
    clock: Option<ClockSetting>,
    /// How long a table that nobody touches is served. Its file stays
    #[arg(long, value_name = "TIME", default_value = "30d", value_parser = arguments::playing_time)]
    keep: Duration,
    /// The language of the page: en or de; by default that of the rules
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    language: Option<Language>,
    /// The port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = USUAL_PORT)]
    port: u16,
    /// The address to listen on: 0.0.0.0 lets others in your network play
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The path under which a reverse proxy shows the page, such as /games
    #[arg(long, value_name = "PATH", default_value = "", value_parser = base_path)]
    base_path: String,
    /// An address by which people open the page through a proxy, such as https://games.example (repeatable)
    #[arg(long = "origin", value_name = "URL", value_parser = origin)]
    origins: Vec<String>,
}

fn clock(text: &str) -> Result<ClockSetting, String> {
    let (start, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let (start, increment) = arguments::playing_time(start).and_then(|start| {
        let increment = arguments::time(increment)?;
        Ok((start, increment))
    })?;
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Ok(ClockSetting {
        start: milliseconds(start),
        increment: milliseconds(increment),
    })
}

fn language(text: &str) -> Result<Language, String> {
    let known = || {
        let all: Vec<&str> = Language::all().collect();
        format!("choose one of {}", all.join(", "))
    };
    Language::find(text).ok_or_else(known)
}

fn base_path(text: &str) -> Result<String, String> {
    let path = text.trim_end_matches('/');
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_name = |part: &str| !part.is_empty() && part.chars().all(is_plain) && part != "..";
    let names = path.strip_prefix('/');
    match path.is_empty() || names.is_some_and(|names| names.split('/').all(is_name)) {
        true => Ok(path.to_owned()),
        false => Err("write it as /games: a slash, then letters, digits, - and _".to_owned()),
    }
}

fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/').to_lowercase();
    let rest = text
        .strip_prefix("http://")
        .or(text.strip_prefix("https://"));
    match rest.is_some_and(|rest| !rest.is_empty() && !rest.contains('/')) {
        true => Ok(text),
        false => Err("write it as https://games.example, without a path".to_owned()),
    }
}

/// Serves a new table, and those that were open before.
pub(super) fn run(args: &ServeArgs) -> Result<(), CommandFailure> {
    let computers = Arc::new(TableComputers::default());
    let mut rooms = Rooms::default();
    let mut told = String::new();
    let public = args.origins.first().cloned();
    let mut tables = Vec::new();
    if let Some(game) = &args.game {
        tables.push(begun(args, game, &computers)?);
    }
    let (kept, troubles) = table_files::kept(args.keep);
    for trouble in &troubles {
        warn(format!("linstock: {trouble}\n"));
    }
    tables.extend(kept);
    if tables.is_empty() {
        let why = match troubles.is_empty() {
            true => "no table was open, or another program serves it",
            false => "no other table was open",
        };
        let text = format!("{why}; name a game to begin one: linstock serve cannon");
        return Err(CommandFailure::Call(text));
    }
    let links: Vec<TableLinks> = tables
        .iter()
        .map(|room| TableLinks::of(room.table()))
        .collect();
    for mut room in tables {
        room.set_language(args.language);
        rooms.add(room);
    }
    let setup = ServerSetup {
        address: SocketAddr::new(args.listen, args.port).to_string(),
        base: args.base_path.clone(),
        origins: args.origins.clone(),
        computers,
        keep: args.keep,
        rules: Arc::new(rules_pages::SheetPages),
        studio: Some(Arc::new(studio::FolderEditor)),
        tokens: Box::new(|| token().ok()),
    };
    // A server without random numbers makes no secrets.
    token()?;
    let is_open = !args.listen.is_loopback();
    let base = args.base_path.clone();
    let mut printed = Ok(());
    let served = linstock_table::serve(setup, rooms, |address| {
        let url = public.unwrap_or_else(|| format!("http://{}", opened(address)));
        for table in &links {
            told.push_str(&table.text(&format!("{url}{base}")));
        }
        if is_open {
            told.push_str("Everybody who can reach this machine can watch; only people with a link can play.\n");
        }
        told.push_str("Ctrl-C ends the server. `linstock serve --resume` continues the tables.\n");
        // Without the links, nobody could play.
        printed = print(told);
        printed.is_ok()
    });
    served.map_err(CommandFailure::Failed)?;
    printed
}

/// Returns the address that people open: where the server listens on all addresses, the one of this machine in its network.
fn opened(address: &str) -> String {
    let Ok(at) = address.parse::<SocketAddr>() else {
        return address.to_owned();
    };
    if !at.ip().is_unspecified() {
        return address.to_owned();
    }
    // This sends nothing: it only chooses the address from which a packet would leave.
    let own = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    let ip = own.map_or(IpAddr::from([127, 0, 0, 1]), |own| own.ip());
    SocketAddr::new(ip, at.port()).to_string()
}

/// The links of a table.
struct TableLinks {
    title: String,
    id: String,
    host: LinkToken,
    seats: Vec<(String, LinkToken)>,
}

impl TableLinks {
    fn of(table: &Table) -> Self {
        let links = table.links();
        Self {
            title: table.session().rules().title().to_owned(),
            id: table.id().to_owned(),
            host: table.host(),
            seats: links
                .map(|(player, token)| (player.to_owned(), token))
                .collect(),
        }
    }

    fn text(&self, url: &str) -> String {
        let Self {
            title,
            id,
            host,
            seats,
        } = self;
        let mut text = format!("{title}\n  your link: {url}/t/{id}#{}\n", host.text());
        for (player, token) in seats {
            text.push_str(&format!("  {player}: {url}/t/{id}#{}\n", token.text()));
        }
        text.push_str(&format!("  to watch: {url}/t/{id}\n"));
        text
    }
}

/// Begins a table.
fn begun(args: &ServeArgs, game: &str, computers: &TableComputers) -> Result<Room, CommandFailure> {
    // The table must be found again from any folder.
    let whole = files::whole_path(Path::new(game)).filter(|_| is_path(game));
    let game = whole.map_or_else(
        || game.to_owned(),
        |path| path.to_string_lossy().into_owned(),
    );
    let loaded = loaded(&args.choices.request(&game))?;
    let setup = loaded.setup(
        args.seed.unwrap_or_else(crate::seed::draw),
        ChanceMode::Auto,
    );
    let session = Session::begin(Arc::clone(&loaded.rules), setup);
    let session = session.map_err(|refusal| CommandFailure::Failed(refusal.to_string()))?;
    let seats: Result<Vec<LinkToken>, CommandFailure> =
        loaded.rules.players().iter().map(|_| token()).collect();
    let id = token()?.text()[..12].to_owned();
    let host = token()?;
    let seats = seats?;
    let access = studio::access(&session);
    let mut table = Table::begin(session, BegunTable { id, host, seats });
    table.set_access(access);
    table.set_examples(rule_sheet::example_files(&loaded));
    if let Some(clock) = args.clock {
        table.set_clock(clock);
    }
    for (player, name) in &args.names {
        let seat = seat(&loaded, player)?;
        let record = table.naming(seat, name).map_err(CommandFailure::Call)?;
        seated(&mut table, record)?;
    }
    for record in bots(args, &loaded, computers)? {
        seated(&mut table, record)?;
    }
    table_files::open(table).map_err(CommandFailure::Failed)
}

fn loaded(request: &RulesetRequest) -> Result<Loaded, CommandFailure> {
    ruleset_loader::load(request).map_err(|error| error.into())
}

/// Carries out a record of the command line.
fn seated(table: &mut Table, record: TableRecord) -> Result<(), CommandFailure> {
    let done = table.record(record);
    done.map_err(|refusal| CommandFailure::Call(refusal.to_string()))
}

/// Finds the seat of a player.
fn seat(loaded: &Loaded, name: &str) -> Result<SeatId, CommandFailure> {
    let model = loaded.rules.model();
    let found = model.seat(&name.to_lowercase());
    found.ok_or_else(|| {
        let known = model.players.join(", ");
        let text = format!("there is no player `{name}`; the players are {known}");
        CommandFailure::Call(text)
    })
}

/// Lists the computer players of the command line.
fn bots(
    args: &ServeArgs,
    loaded: &Loaded,
    computers: &TableComputers,
) -> Result<Vec<TableRecord>, CommandFailure> {
    let model = loaded.rules.model();
    let mut records = Vec::new();
    let mut seated = BTreeSet::new();
    for request in &args.bots {
        let (seats, spec): (Vec<u8>, _) = match request {
            BotRequest::Named(name, spec) => (vec![seat(loaded, name)?.0], spec),
            BotRequest::AllOthers(spec) => (model.seat_ids().skip(1).map(|s| s.0).collect(), spec),
        };
        let skill = computers
            .skill(&spec.to_string())
            .map_err(CommandFailure::Call)?;
        for seat in seats {
            if !seated.insert(seat) {
                let name = model.title(&model.players[usize::from(seat)]);
                let text = format!("two computer players are named for {name}");
                return Err(CommandFailure::Call(text));
            }
            records.push(TableRecord::Bot {
                seat,
                skill: Some(skill.clone()),
            });
        }
    }
    Ok(records)
}

/// Makes a secret.
fn token() -> Result<LinkToken, CommandFailure> {
    let mut random = [0; 16];
    let filled = getrandom::fill(&mut random);
    filled.map_err(|error| {
        CommandFailure::Failed(format!("the system gives no random numbers: {error}"))
    })?;
    Ok(LinkToken::new(random))
}

#[cfg(test)]
mod tests {
    use super::{base_path, opened, origin};

    #[test]
    fn paths_and_origins_are_read_in_one_form() {
        assert_eq!(base_path("/games/"), Ok("/games".to_owned()));
        assert_eq!(base_path(""), Ok(String::new()));
        for wrong in ["games", "/a b", "//x", "/../x", "/a//b"] {
            assert!(base_path(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            origin("https://Games.example/"),
            Ok("https://games.example".to_owned())
        );
        assert!(origin("games.example").is_err() && origin("https://a/b").is_err());
        assert_eq!(opened("127.0.0.1:80"), "127.0.0.1:80");
        assert!(!opened("0.0.0.0:80").starts_with("0.0.0.0"));
    }
}
