//! The server: pages and sockets over HTTP. It asks nothing of other servers.

use crate::journal::Computers;
use crate::origin::is_own_host;
use crate::page::{SCRIPTS, STUDIO_STYLE, STYLE, table_page};
use crate::room::Room;
use crate::rules_pages::{KnownPages, RulesPages};
use crate::socket;
use crate::studio::RulesEditor;
use crate::studio_socket;
use crate::token::LinkToken;
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, PoisonError, RwLock, RwLockReadGuard};
use tokio::sync::{Mutex, Semaphore};
use tokio::time::Duration;

/// The stack of the threads that parse texts and carry out rules.
const STACK: usize = 16 << 20;
/// The most threads that carry out rules.
const MOST_THREADS: usize = 32;
/// How often the server looks after its tables.
const TICK: Duration = Duration::from_millis(200);
/// The most designer's pages that have not yet said who they are.
const MOST_ARRIVING: usize = 16;
/// The most designer's pages.
const MOST_VISITS: usize = 8;

/// The content policy: no code within pages, no style but the one whose hash is named, and nothing from other places.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash = BASE64.encode(&Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{hash}'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    // The text consists of visible characters, so it is a value of a header.
    HeaderValue::try_from(policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
});

/// How a server is set up.
pub struct ServerSetup {
    /// The address and port where it listens.
    pub address: String,
    /// The path under which a reverse proxy shows it: empty, or with a slash at its beginning and none at its end.
    pub base: String,
    /// Addresses by which pages may be opened, beside numbers and `localhost`: `https://games.example`.
    pub origins: Vec<String>,
    /// The computer players.
    pub computers: Arc<dyn Computers>,
    /// A table that nobody has touched for this time is closed. Its records stay.
    pub keep: Duration,
    /// Writes the rules of tables as pages.
    pub rules: Arc<dyn RulesPages>,
    /// Opens the rules of tables for their hosts; without it, no rules can be edited.
    pub studio: Option<Arc<dyn RulesEditor>>,
    /// Makes secrets; returns `None` if the system has no random numbers.
    pub tokens: Box<dyn Fn() -> Option<LinkToken> + Send + Sync>,
}

impl fmt::Debug for ServerSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerSetup")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

/// The tables of a server, by name. The first is shown where no table is named.
#[derive(Debug, Default)]
pub struct Rooms {
    first: Option<String>,
    rooms: HashMap<String, Arc<Mutex<Room>>>,
}

impl Rooms {
    /// Adds a table.
    pub fn add(&mut self, room: Room) {
        let id = room.table().id().to_owned();
        self.first.get_or_insert_with(|| id.clone());
        self.rooms.insert(id, Arc::new(Mutex::new(room)));
    }
}

/// What all requests share.
pub(crate) struct SharedRooms {
    pub(crate) setup: ServerSetup,
    /// The name of the table that is shown where none is named.
    first: Option<String>,
    rooms: RwLock<HashMap<String, Arc<Mutex<Room>>>>,
    /// The rules of tables as pages.
    pages: KnownPages,
    /// One computer player thinks at a time.
    pub(crate) thinking: Semaphore,
    /// The designer's pages that have not yet said who they are.
    pub(crate) arriving: Arc<Semaphore>,
    /// The designer's pages.
    pub(crate) visiting: Semaphore,
}

impl SharedRooms {
    pub(crate) fn room(&self, id: &str) -> Option<Arc<Mutex<Room>>> {
        self.tables().get(id).cloned()
    }

    fn tables(&self) -> RwLockReadGuard<'_, HashMap<String, Arc<Mutex<Room>>>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns all tables.
    fn all(&self) -> Vec<(String, Arc<Mutex<Room>>)> {
        let tables = self.tables();
        let each = tables.iter();
        each.map(|(id, room)| (id.clone(), Arc::clone(room)))
            .collect()
    }

    /// Looks at the clock of each table, and closes those that nobody has touched for long. A table that is busy looks at its
    /// clock itself.
    fn tend(&self) {
        for (id, room) in self.all() {
            let Ok(mut room) = room.try_lock() else {
                continue;
            };
            room.tick();
            if room.is_untouched_for(self.setup.keep) {
                let mut tables = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
                tables.remove(&id);
            }
        }
    }
}

/// Serves tables until the process ends. `told` gets the address when the server listens, and returns whether to go on.
///
/// # Errors
/// If the server cannot listen, in a sentence.
pub fn serve(
    setup: ServerSetup,
    rooms: Rooms,
    told: impl FnOnce(&str) -> bool,
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(MOST_THREADS)
        .build()
        .map_err(|error| format!("the server cannot begin: {error}"))?;
    runtime.block_on(async {
        let cannot = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AddrInUse => format!(
                "another program already listens on {}: choose another port with --port, or --port 0 for a free one",
                setup.address
            ),
            _ => format!("cannot listen on {}: {error}", setup.address),
        };
        let listener = tokio::net::TcpListener::bind(&setup.address)
            .await
            .map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let shared = Arc::new(SharedRooms {
            setup,
            first: rooms.first,
            rooms: RwLock::new(rooms.rooms),
            pages: KnownPages::default(),
            thinking: Semaphore::new(1),
            arriving: Arc::new(Semaphore::new(MOST_ARRIVING)),
            visiting: Semaphore::new(MOST_VISITS),
        });
        for (_, room) in shared.all() {
            socket::drive(room, Arc::clone(&shared)).await;
        }
        tokio::spawn(tend(Arc::clone(&shared)));
        let app = router(&shared);
        if !told(&address.to_string()) {
            return Ok(());
        }
        let served = axum::serve(listener, app).await;
        served.map_err(|error| format!("the server stopped: {error}"))
    })
}

/// Looks after the tables again and again.
async fn tend(shared: Arc<SharedRooms>) {
    let mut ticks = tokio::time::interval(TICK);
    loop {
        ticks.tick().await;
        let with = Arc::clone(&shared);
        // A defect of one table must not stop the others.
        let _ = tokio::task::spawn_blocking(move || with.tend()).await;
    }
}

/// Makes the router: every path also under the base path, whether or not a proxy removes it.
fn router(shared: &Arc<SharedRooms>) -> Router {
    let mut routes = Router::new()
        .route("/", get(first_page))
        .route("/t/{id}", get(page))
        .route("/t/{id}/rules", get(rules))
        .route("/t/{id}/socket", get(socket::open))
        .route("/t/{id}/studio", get(studio_socket::open));
    for (name, text) in [STUDIO_STYLE, ("rules.css", shared.setup.rules.style())] {
        let style = move || async move { with_type("text/css; charset=utf-8", text) };
        routes = routes.route(&format!("/{name}"), get(style));
    }
    for (name, text) in SCRIPTS {
        let script = move || async move { with_type("text/javascript; charset=utf-8", text) };
        routes = routes.route(&format!("/{name}"), get(script));
    }
    let base = shared.setup.base.as_str();
    let routes = match base.is_empty() {
        true => routes,
        // Nested routes have no path with a slash at its end.
        false => Router::new()
            .route(&format!("{base}/"), get(first_page))
            .nest(base, routes.clone())
            .merge(routes),
    };
    routes
        .layer(middleware::from_fn_with_state(Arc::clone(shared), guard))
        .with_state(Arc::clone(shared))
}

/// Refuses requests to other hosts, and adds the headers that every answer has.
async fn guard(State(shared): State<Arc<SharedRooms>>, request: Request, next: Next) -> Response {
    let host = host(request.headers());
    let mut response = match is_own_host(host, &shared.setup.origins) {
        true => next.run(request).await,
        false => {
            let text = "this name is not known here: start the server with --origin\n";
            (StatusCode::MISDIRECTED_REQUEST, text).into_response()
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    let all = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

pub(crate) fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST)?.to_str().ok()
}

async fn first_page(State(shared): State<Arc<SharedRooms>>) -> Response {
    match &shared.first {
        Some(id) => Redirect::to(&format!("{}/t/{id}", shared.setup.base)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn page(State(shared): State<Arc<SharedRooms>>, Path(id): Path<String>) -> Response {
    match shared.room(&id) {
        Some(room) => {
            let room = room.lock().await;
            let page = table_page(room.table(), &shared.setup.base);
            Html(page).into_response()
        }
        None => no_table(),
    }
}

fn no_table() -> Response {
    (StatusCode::NOT_FOUND, "there is no such table\n").into_response()
}

/// Answers with the rules of a table.
async fn rules(State(shared): State<Arc<SharedRooms>>, Path(id): Path<String>) -> Response {
    let Some(room) = shared.room(&id) else {
        return no_table();
    };
    let room = room.lock().await;
    let (session, files) = (room.table().session().clone(), room.table().examples());
    drop(room);
    let style = format!("{}/rules.css", shared.setup.base);
    let written = tokio::task::spawn_blocking(move || {
        let write = || shared.setup.rules.page(&session, &files, &style);
        shared.pages.page(session.rules(), write)
    });
    match written.await.ok().flatten() {
        Some(page) => Html(page.to_string()).into_response(),
        None => (StatusCode::NOT_FOUND, "the rules cannot be shown\n").into_response(),
    }
}

fn with_type(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
