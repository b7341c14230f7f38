//! `linstock serve` over real sockets: links, watchers, forgery, garbage, reconnecting, kills.

mod studio;

use crate::terminal::PATIENCE;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// How often a server is killed.
const KILLS: u64 = 4;
/// How often connections are lost at most.
const MOST_LOST: u64 = 1000;

/// Returns whether a read ended before its time. A stopped process that continues gets this error.
fn is_interrupted(error: &tungstenite::Error) -> bool {
    matches!(error, tungstenite::Error::Io(why) if why.kind() == ErrorKind::Interrupted)
}

/// A running server with the links that it printed. It is killed when it is dropped.
struct Server {
    child: Child,
    port: u16,
    /// The links: what each is for, its path, its secret.
    links: Vec<(String, String, Option<String>)>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(folder: &Path, args: &[&str]) -> Self {
        Self::begun(folder, args).expect("no link was printed")
    }

    /// Starts a server; returns `None` if it ends before it prints a link.
    fn begun(folder: &Path, args: &[&str]) -> Option<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_linstock"))
            .arg("serve")
            .args(args)
            .args(if args.contains(&"--port") {
                &[][..]
            } else {
                &["--port", "0"]
            })
            .env("XDG_STATE_HOME", folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let mut links = Vec::new();
        let given = args.iter().position(|arg| *arg == "--port");
        let mut port = given.map_or(0, |at| args[at + 1].parse().expect("a port"));
        for line in out.lines() {
            let line = line.expect("text");
            if line.contains("--resume") {
                break;
            }
            let Some((name, link)) = line.trim().split_once(": http") else {
                continue;
            };
            let link = link.trim_start_matches('s').trim_start_matches("://");
            let (host, path) = link.split_once('/').expect("a path");
            let number = host.rsplit(':').next().and_then(|port| port.parse().ok());
            port = number.unwrap_or(port);
            let (path, secret) = match path.split_once('#') {
                Some((path, secret)) => (path, Some(secret.to_owned())),
                None => (path, None),
            };
            links.push((name.to_owned(), format!("/{path}"), secret));
        }
        let server = Self { child, port, links };
        (!server.links.is_empty()).then_some(server)
    }

    fn link(&self, of: &str) -> (&str, Option<&str>) {
        let found = self.links.iter().find(|(name, ..)| name == of);
        let (_, path, secret) = found.unwrap_or_else(|| panic!("no link of {of}"));
        (path, secret.as_deref())
    }

    fn open(&self, of: &str) -> Page {
        let (path, secret) = self.link(of);
        let mut page = self.socket(path).expect("a socket");
        page.send(&json!({"type": "hello", "token": secret}));
        page
    }

    fn socket(&self, path: &str) -> Result<Page, tungstenite::Error> {
        self.socket_from(path, &format!("http://127.0.0.1:{}", self.port))
    }

    fn socket_from(&self, path: &str, origin: &str) -> Result<Page, tungstenite::Error> {
        self.socket_at(&format!("{path}/socket"), origin)
    }

    fn socket_at(&self, path: &str, origin: &str) -> Result<Page, tungstenite::Error> {
        loop {
            match self.socket_once(path, origin) {
                Err(error) if is_interrupted(&error) => {}
                other => return other,
            }
        }
    }

    fn socket_once(&self, path: &str, origin: &str) -> Result<Page, tungstenite::Error> {
        let url = format!("ws://127.0.0.1:{}{path}", self.port);
        let mut request = url.into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("origin", origin.parse().expect("a header"));
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connected");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Page {
                socket,
                shown: String::new(),
            }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
            Err(other) => panic!("{other}"),
        }
    }

    /// Sends a request by hand, and returns the answer.
    fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connected");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

/// The socket of a page.
struct Page {
    socket: WebSocket<TcpStream>,
    /// The text of the snapshot that it has.
    shown: String,
}

impl Page {
    fn send(&mut self, message: &Value) {
        self.say(Message::text(message.to_string()));
    }

    fn say(&mut self, message: Message) {
        self.socket.send(message).expect("sent");
    }

    /// Returns the next message; `None` if the connection has ended.
    fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(self.received(&text)),
                Err(error) if is_interrupted(&error) => {}
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads a message. A snapshot comes in full once, and then as what has changed; what concerns the page and what it sees of the game
    /// are one object here.
    fn received(&mut self, text: &str) -> Value {
        let message: Value = serde_json::from_str(text).expect("JSON");
        match message["type"].as_str() {
            Some("table") => text.clone_into(&mut self.shown),
            Some("changes") => self.shown = self.put_together(&message["parts"]),
            _ => return message,
        }
        let mut snapshot: Value = serde_json::from_str(&self.shown).expect("JSON");
        let mut own = snapshot["own"].take();
        let all = own.as_object_mut().expect("an object");
        all.insert("type".to_owned(), "table".into());
        all.extend(snapshot["view"].as_object().expect("an object").clone());
        own
    }

    /// Makes a snapshot from the one before and what has changed.
    fn put_together(&self, parts: &Value) -> String {
        let pieces: Vec<&str> = self.shown.split_inclusive(['>', '}']).collect();
        let number = |number: &Value| {
            number
                .as_u64()
                .and_then(|number| usize::try_from(number).ok())
        };
        let parts = parts.as_array().expect("a list").iter();
        let texts = parts.map(|part| match part {
            Value::String(text) => text.clone(),
            kept => {
                let [first, count] = [0, 1].map(|at| number(&kept[at]).expect("a number"));
                pieces[first..first + count].concat()
            }
        });
        texts.collect()
    }

    /// Returns the next message that is right.
    fn until(&mut self, is_right: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let message = self.next().expect("the connection holds");
            if is_right(&message) {
                return message;
            }
        }
        panic!("the message did not come");
    }

    fn table(&mut self) -> Value {
        self.until(|message| message["type"] == "table")
    }

    /// Plays a move, and returns the snapshot with it.
    fn play(&mut self, seen: &Value, text: &str) -> Value {
        self.send(&json!({"type": "say", "seq": seen["seq"], "text": text}));
        let ply = seen["ply"].as_u64();
        self.until(|message| message["type"] == "table" && message["ply"].as_u64() > ply)
    }
}

#[test]
fn two_people_play_and_a_third_watches() {
    let folder = tempfile::tempdir().expect("made");
    let server = Server::start(folder.path(), &["cannon", "--name", "light=Ann"]);
    let (mut light, mut dark) = (server.open("light"), server.open("dark"));
    let (mut watcher, mut host) = (server.open("to watch"), server.open("your link"));
    let seen = light.until(|message| message["seats"][1]["here"] == true);
    assert_eq!(seen["seats"][0]["called"], "Ann");
    assert!(host.until(|m| m["seats"][1]["claimed"] == true)["links"].is_object());
    light.play(&seen, "b10");
    let seen = dark.until(|message| message["acting"] == "dark");
    // Who watches, or sits elsewhere, plays nothing.
    watcher.send(&json!({"type": "say", "seq": seen["seq"], "text": "c1"}));
    // A word that they cannot play is looked up.
    let told = watcher.until(|message| message["type"] == "note");
    assert_eq!(told["kind"], "answer");
    light.send(&json!({"type": "say", "seq": seen["seq"], "text": "c1"}));
    assert_eq!(light.until(|m| m["type"] == "note")["kind"], "answer");
    dark.play(&seen, "c1");
    let shown = watcher.until(|message| message["ply"] == 2);
    assert_eq!(shown["history"][1]["t"], "c1");
    assert_eq!(
        (&shown["moves"], &shown["links"]),
        (&json!([]), &Value::Null)
    );
    // A refusal of a pair comes with its clause.
    light.send(&json!({"type": "why", "text": "h8 h7"}));
    let why = light.until(|message| message["type"] == "note");
    assert!(
        why["text"]
            .as_str()
            .is_some_and(|text| text.contains("CA-12")),
        "{why}"
    );
}

#[test]
fn forged_links_garbage_and_huge_messages_end_only_their_own_connection() {
    let folder = tempfile::tempdir().expect("made");
    let server = Server::start(folder.path(), &["./examples/tic-tac-toe"]);
    let mut x = server.open("x");
    let seen = x.table();
    let (path, secret) = server.link("o");
    let path = path.to_owned();
    let forged = format!("{}0", &secret.expect("a secret")[..31]);
    let longer = format!("{}0", secret.expect("a secret"));
    for token in [forged.as_str(), longer.as_str(), "", "x"] {
        // The last digit may be 0.
        if Some(token) == secret {
            continue;
        }
        let mut page = server.socket(&path).expect("a socket");
        page.send(&json!({"type": "hello", "token": token}));
        assert_eq!(page.next().expect("a reason")["type"], "bye", "{token}");
        assert_eq!(page.next(), None);
    }
    let garbage = [
        Message::text("{"),
        Message::text("{\"type\":\"say\"}"),
        Message::text("[".repeat(4000)),
        Message::binary(vec![0; 100]),
        Message::text("x".repeat(100_000)),
    ];
    for message in garbage {
        let mut page = server.open("o");
        page.table();
        // The server may have ended the connection while the message is written.
        let _ = page.socket.send(message);
        while page.next().is_some() {}
        let mut first = server.socket(&path).expect("a socket");
        let _ = first.socket.send(Message::text("x".repeat(5000)));
        while first.next().is_some() {}
    }
    // Too many messages: at most 60 are answered in ten seconds.
    let mut page = server.open("to watch");
    let begun = Instant::now();
    for _ in 0..200 {
        let _ = page
            .socket
            .send(Message::text("{\"type\":\"look\",\"word\":\"a1\"}"));
    }
    let answers = std::iter::from_fn(|| page.next()).filter(|message| message["type"] == "note");
    let answered = answers.take(200).count();
    assert!(answered < 200 || begun.elapsed().as_secs() >= 30);
    x.play(&seen, "b2");
}

#[test]
fn only_the_own_page_opens_a_socket_and_nothing_is_inline() {
    let folder = tempfile::tempdir().expect("made");
    // The links name the proxy, so the port must be known. Another program may take a free one before the server does.
    let begun = |_| {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port().to_string();
        drop(free);
        let proxy = ["--base-path", "/games", "--origin", "https://games.example"];
        let args = [&["./examples/tic-tac-toe", "--port", &port], &proxy[..]].concat();
        Server::begun(folder.path(), &args)
    };
    let server = (0..100).find_map(begun).expect("a server");
    let id = server.links[0].1.clone();
    assert!(id.starts_with("/games/t/") || id.starts_with("/t/"), "{id}");
    let id = id.trim_start_matches("/games").to_owned();
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert!(server.socket_from(&id, origin).is_err(), "{origin}");
    }
    assert!(server.socket_from(&id, "https://games.example").is_ok());
    let own = format!("127.0.0.1:{}", server.port);
    for path in [
        id.clone(),
        format!("/games{id}"),
        "/table.js".to_owned(),
        "/games/rules.css".to_owned(),
    ] {
        let answer = server.get(&path, &own);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(answer.contains("content-security-policy: default-src 'none'"));
        assert!(answer.contains("referrer-policy: no-referrer"));
    }
    let page = server.get(&id, &own);
    // The style of the page is the only one within it: the policy names its hash, so that no other is applied.
    assert_eq!(page.matches("<style").count(), 1);
    assert!(page.contains("style-src 'self' 'sha256-"));
    for inline in [" style=", " onclick", "javascript:", "<script>", "unsafe"] {
        assert!(!page.contains(inline), "{inline}");
    }
    assert!(page.contains("/games/boot.js"));
    for path in ["/", "/games", "/games/"] {
        let answer = server.get(path, &own);
        assert!(answer.contains("location: /games/t/"), "{path}: {answer}");
    }
    assert!(server.get(&id, "evil.example").starts_with("HTTP/1.1 421"));
    assert!(server.get("/t/none", &own).starts_with("HTTP/1.1 404"));
}

#[test]
fn a_page_that_comes_back_sees_the_same_table() {
    let folder = tempfile::tempdir().expect("made");
    let server = Server::start(folder.path(), &["./examples/tic-tac-toe"]);
    let mut host = server.open("your link");
    let mut seen = host.table();
    for text in ["b2", "a1", "c3"] {
        seen = host.play(&seen, text);
        drop(host);
        host = server.open("your link");
        assert_eq!(host.table(), seen);
    }
}

/// Two players and a watcher lose their connections again and again while a game is played. In the end all see the game that was
/// played, as somebody sees it who was always there.
#[test]
fn random_disconnections_end_in_the_same_state() {
    let folder = tempfile::tempdir().expect("made");
    let server = Server::start(folder.path(), &["cannon", "--seed", "2"]);
    let names = ["light", "dark", "to watch"];
    let mut witness = server.open("your link");
    let mut pages = names.map(|name| Some(server.open(name)));
    let mut random = 1_u64;
    let mut below = |limit: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % limit
    };
    let mut lost = 0;
    let mut played: Vec<String> = Vec::new();
    while lost < (10 * crate::terminal::kills(KILLS)).min(MOST_LOST) {
        let at = below(names.len());
        match pages[at].take() {
            // Some say goodbye, and some are only gone.
            Some(mut page) if below(2) == 0 => {
                let _ = page.socket.close(None);
                lost += 1;
            }
            Some(page) => {
                drop(page);
                lost += 1;
            }
            None => pages[at] = Some(server.open(names[at])),
        }
        if below(3) > 0 {
            continue;
        }
        let mover = page_to_move(&server, &mut pages);
        let Some((at, seen)) = mover else { break };
        let moves = seen["moves"].as_array().expect("a list");
        let text = moves[below(moves.len())]["t"]
            .as_str()
            .expect("a text")
            .to_owned();
        let page = pages[at].as_mut().expect("open");
        page.send(&json!({"type": "say", "seq": seen["seq"], "text": text, "sure": true}));
        played.push(text);
        // Nobody waits for the answer: the connection may be lost before it comes.
        if below(2) == 0 {
            let ply = seen["ply"].as_u64();
            page.until(|m| m["type"] == "table" && m["ply"].as_u64() > ply);
        } else {
            witness
                .until(|m| m["type"] == "table" && m["ply"].as_u64() == Some(played.len() as u64));
        }
    }
    let count = played.len() as u64;
    assert!(count > 3, "{count}");
    let history = |seen: &Value| -> Vec<String> {
        let plies = seen["history"].as_array().expect("a list").iter();
        plies
            .map(|ply| ply["t"].as_str().expect("a text").to_owned())
            .collect()
    };
    let mut all = names.map(|name| server.open(name).table());
    for seen in &mut all {
        assert_eq!(history(seen), played);
        assert_eq!(pieces(&seen["board"]), pieces(&all_board(&server)));
    }
}

/// Returns the points of a board with what is on them, by their names: a player may see the board from the other side.
fn pieces(board: &Value) -> BTreeMap<String, Value> {
    let points = board["points"].as_array().expect("a list").iter();
    let points = points.map(|point| {
        let name = point["n"].as_str().expect("a name").to_owned();
        (name, json!([point["p"], point["m"]]))
    });
    points.collect()
}

/// Returns the board that somebody sees who comes now.
fn all_board(server: &Server) -> Value {
    server.open("to watch").table()["board"].clone()
}

/// Returns the page of the player who is to move, opened if it is not, and what it sees.
fn page_to_move(server: &Server, pages: &mut [Option<Page>; 3]) -> Option<(usize, Value)> {
    let acting = server.open("to watch").table();
    let seats = acting["seats"].as_array().expect("a list");
    let at = seats.iter().position(|seat| seat["turn"] == true)?;
    let name = ["light", "dark"][at];
    // A new connection begins with all that the player may know.
    let mut page = server.open(name);
    let seen = page.table();
    pages[at] = Some(page);
    (seen["acting"] == name).then_some((at, seen))
}

#[test]
fn a_player_without_time_loses_and_a_late_move_is_refused() {
    let folder = tempfile::tempdir().expect("made");
    let args = ["./examples/tic-tac-toe", "--clock", "1s+0s"];
    let server = Server::start(folder.path(), &args);
    let mut host = server.open("your link");
    let seen = host.table();
    assert_eq!(seen["clock"]["left"], json!([1000, 1000]));
    let seen = host.play(&seen, "b2");
    assert_eq!(seen["clock"]["runs"], true);
    let over = host.until(|message| message["over"] == true);
    assert_eq!(over["status"], "o has no time left: x wins");
    host.send(&json!({"type": "say", "seq": over["seq"], "text": "a1"}));
    assert_eq!(host.until(|m| m["type"] == "note")["kind"], "answer");
}

#[test]
fn who_leaves_a_seat_is_told_so_and_may_come_back() {
    let folder = tempfile::tempdir().expect("made");
    let server = Server::start(folder.path(), &["./examples/tic-tac-toe"]);
    // Two tabs of one seat.
    let (mut one, mut other) = (server.open("x"), server.open("x"));
    one.send(&json!({"type": "leave"}));
    for page in [&mut one, &mut other] {
        let bye = page.until(|message| message["type"] == "bye");
        assert_eq!(bye["reason"], "left");
    }
    let mut host = server.open("your link");
    assert_eq!(host.table()["you"], json!(["x", "o"]));
    server.open("x").until(|message| message["acting"] == "x");
    host.until(|message| message["you"] == json!(["o"]));
}

#[test]
fn two_tabs_of_a_seat_show_the_same_and_play_for_it() {
    let folder = tempfile::tempdir().expect("made");
    let server = Server::start(folder.path(), &["./examples/tic-tac-toe"]);
    let (mut one, mut other, mut o) = (server.open("x"), server.open("x"), server.open("o"));
    let seen = one.until(|message| message["seats"][1]["here"] == true);
    one.play(&seen, "b2");
    // The move of the first tab was made, so the second plays it in vain.
    other.send(&json!({"type": "say", "seq": seen["seq"], "text": "a1"}));
    other.until(|message| message["type"] == "note");
    let seen = o.until(|message| message["ply"] == 1);
    o.play(&seen, "c3");
    let seen = other.until(|message| message["ply"] == 2);
    other.play(&seen, "a1");
    assert_eq!(
        one.until(|message| message["ply"] == 3)["history"][2]["t"],
        "a1"
    );
}

#[test]
fn a_table_that_nobody_touches_is_closed_and_its_file_stays() {
    let folder = tempfile::tempdir().expect("made");
    // A slow machine may take longer than a second to open the page, and then the table is closed.
    let begun = |keep| {
        let args = ["./examples/tic-tac-toe", "--keep", &format!("{keep}s")];
        let server = Server::start(folder.path(), &args);
        let (path, secret) = server.link("x");
        let mut page = server.socket(path).ok()?;
        let hello = json!({"type": "hello", "token": secret}).to_string();
        page.socket.send(Message::text(hello)).ok()?;
        let seen = page.next().filter(|message| message["type"] == "table")?;
        Some((server, page, seen, keep))
    };
    let begun = [1, 10, 100].into_iter().find_map(begun);
    let (server, mut x, seen, keep) = begun.expect("a page in time");
    let own = format!("127.0.0.1:{}", server.port);
    x.play(&seen, "b2");
    std::thread::sleep(Duration::from_secs(2 * keep));
    // Somebody is there.
    let path = server.link("x").0.to_owned();
    assert!(server.get(&path, &own).starts_with("HTTP/1.1 200"));
    drop(x);
    let begun = Instant::now();
    while !server.get(&path, &own).starts_with("HTTP/1.1 404") {
        assert!(begun.elapsed() < PATIENCE, "the table is still served");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(server);
    let again = Server::start(folder.path(), &["--resume"]);
    assert_eq!(again.open("x").table()["ply"], 1);
}

#[test]
fn every_acknowledged_move_is_there_after_a_kill() {
    let folder = tempfile::tempdir().expect("made");
    let mut server = Server::start(folder.path(), &["cannon", "--seed", "1"]);
    let mut seen = server.open("your link").table();
    for kill in 0..crate::terminal::kills(KILLS) {
        let mut host = server.open("your link");
        let again = host.table();
        assert_eq!(again["history"], seen["history"], "kill {kill}");
        assert_eq!(again["board"], seen["board"], "kill {kill}");
        seen = again;
        for _ in 0..3 {
            let moves = seen["moves"].as_array().expect("a list");
            let Some(mv) = moves.get(kill as usize % moves.len().max(1)) else {
                return;
            };
            let text = mv["t"].as_str().expect("a text").to_owned();
            host.send(&json!({"type": "say", "seq": seen["seq"], "text": text, "sure": true}));
            let ply = seen["ply"].as_u64();
            seen = host.until(|m| m["type"] == "table" && m["ply"].as_u64() > ply);
        }
        server.child.kill().expect("killed");
        server.child.wait().expect("ended");
        cut_last_line(folder.path(), kill);
        server = Server::start(folder.path(), &["--resume"]);
    }
}

/// Adds the beginning of a line, as a kill in the middle of a write leaves it.
fn cut_last_line(folder: &Path, kill: u64) {
    if kill.is_multiple_of(2) {
        return;
    }
    let tables = std::fs::read_dir(folder.join("linstock/tables")).expect("a folder");
    for table in tables {
        let path = table.expect("an entry").path();
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(path)
            .expect("opened");
        file.write_all(b"{\"play\":{\"player\":\"li")
            .expect("written");
    }
}

#[test]
fn a_computer_player_answers_and_gives_a_hint() {
    let folder = tempfile::tempdir().expect("made");
    let args = ["./examples/tic-tac-toe", "--bot", "o=random"];
    let server = Server::start(folder.path(), &args);
    let mut host = server.open("your link");
    let seen = host.table();
    assert_eq!(seen["you"], json!(["x"]));
    host.play(&seen, "b2");
    let seen = host.until(|message| message["ply"] == 2);
    assert_eq!(seen["acting"], "x");
    host.send(&json!({"type": "hint"}));
    let hint = host.until(|message| message["type"] == "note");
    assert_eq!(hint["kind"], "hint", "{hint}");
}

#[test]
fn a_port_that_is_taken_is_named_with_a_way_out() {
    let folder = tempfile::tempdir().expect("made");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let ended = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["serve", "./examples/tic-tac-toe", "--port", &port])
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .expect("ended");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains(&port) && said.contains("--port 0"), "{said}");
}

#[test]
fn a_seat_has_one_computer_player() {
    let folder = tempfile::tempdir().expect("made");
    let ended = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["serve", "hex", "--port", "0"])
        .args(["--bot", "strong", "--bot", "blue=best"])
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .expect("ended");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    let told = "two computer players are named for blue";
    assert!(said.contains(told), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_whose_links_cannot_be_printed_ends() {
    let folder = tempfile::tempdir().expect("made");
    let full = std::fs::File::create("/dev/full").expect("opened");
    let status = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["serve", "./examples/tic-tac-toe", "--port", "0"])
        .env("XDG_STATE_HOME", folder.path())
        .stdout(full)
        .stderr(Stdio::null())
        .status()
        .expect("ended");
    assert_eq!(status.code(), Some(1));
}
