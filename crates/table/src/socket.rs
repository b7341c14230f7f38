//! The socket of a page: its messages, with limits on their size and number.

use crate::message::{ClientMessage, ServerMessage};
use crate::origin::is_own_origin;
use crate::room::{JoinRefusal, Room, SharedText};
use crate::server::{SharedRooms, host};
use crate::table::TableWork;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Duration, Instant, timeout};

/// The longest message of a page, in bytes.
const LONGEST_MESSAGE: usize = 4096;
/// The longest time that a page may take to read a message, or to say who it is.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// How often a page without other messages is asked whether it is there.
pub(crate) const PING: Duration = Duration::from_secs(30);
/// The most messages of a page in [`WINDOW`].
const MOST_MESSAGES: u32 = 60;
const WINDOW: Duration = Duration::from_secs(10);

/// Why a page is cut off that does not read.
const CUT_OFF: &str = "cut-off";
/// Why a page cannot watch.
const FULL: &str = "full";

/// Opens the socket of a page.
pub(crate) async fn open(asked: AskedSocket) -> Response {
    let (room, shared) = (asked.room, asked.shared);
    let upgrade = asked.upgrade.max_message_size(LONGEST_MESSAGE);
    let upgrade = upgrade.max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(move |socket| attend(socket, room, shared))
}

/// A page of this server that asks for a socket of a table.
pub(crate) struct AskedSocket {
    pub(crate) upgrade: WebSocketUpgrade,
    pub(crate) room: Arc<Mutex<Room>>,
    pub(crate) shared: Arc<SharedRooms>,
}

impl FromRequestParts<Arc<SharedRooms>> for AskedSocket {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<SharedRooms>,
    ) -> Result<Self, Response> {
        let origin = parts.headers.get(header::ORIGIN);
        let origin = origin.and_then(|value| value.to_str().ok());
        if !is_own_origin(origin, host(&parts.headers), &shared.setup.origins) {
            let text = "a page of another site may not play here\n";
            return Err((StatusCode::FORBIDDEN, text).into_response());
        }
        let id = Path::<String>::from_request_parts(parts, shared).await;
        let Path(id) = id.map_err(IntoResponse::into_response)?;
        let none = || (StatusCode::NOT_FOUND, "there is no such table\n").into_response();
        let room = shared.room(&id).ok_or_else(none)?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, shared).await;
        Ok(Self {
            upgrade: upgrade.map_err(IntoResponse::into_response)?,
            room,
            shared: Arc::clone(shared),
        })
    }
}

/// Waits for the first message of a page, and returns the secret of its link.
///
/// # Errors
/// Why the page is refused; `None` if it has gone.
pub(crate) async fn hello(socket: &mut WebSocket) -> Result<Option<String>, Option<&'static str>> {
    match timeout(LONGEST_WAIT, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => match serde_json::from_str(&text) {
            Ok(ClientMessage::Hello { token }) => Ok(token),
            _ => Err(Some("the first message must be `hello`")),
        },
        _ => Err(None),
    }
}

/// Attends a page until it leaves.
async fn attend(mut socket: WebSocket, room: Arc<Mutex<Room>>, shared: Arc<SharedRooms>) {
    let token = match hello(&mut socket).await {
        Ok(token) => token,
        Err(Some(reason)) => return bye(socket, reason).await,
        Err(None) => return,
    };
    let mut guard = Arc::clone(&room).lock_owned().await;
    let joined = tokio::task::spawn_blocking(move || guard.join(token.as_deref())).await;
    let (id, mut messages) = match joined {
        Ok(Ok(joined)) => joined,
        Ok(Err(JoinRefusal::Full)) => return bye(socket, FULL).await,
        Ok(Err(JoinRefusal::WrongLink)) | Err(_) => {
            return bye(socket, "wrong-link").await;
        }
    };
    drive(Arc::clone(&room), Arc::clone(&shared)).await;
    let reason = converse(&mut socket, (&room, &shared), (id, &mut messages)).await;
    let mut guard = Arc::clone(&room).lock_owned().await;
    // A defect while others are told must not keep the socket open.
    let _ = tokio::task::spawn_blocking(move || guard.leave(id)).await;
    if let Some(reason) = reason {
        bye(socket, reason).await;
    }
}

/// Reads and answers messages; returns why the connection ends, if the page should be told.
async fn converse(
    socket: &mut WebSocket,
    (room, shared): (&Arc<Mutex<Room>>, &Arc<SharedRooms>),
    (id, messages): (u64, &mut mpsc::Receiver<SharedText>),
) -> Option<&'static str> {
    let (mut begun, mut count) = (Instant::now(), 0);
    loop {
        let heard = match next(socket, messages).await {
            Next::Told(text) => {
                let sent = socket.send(Message::Text(text));
                if timeout(LONGEST_WAIT, sent).await.ok()?.is_err() {
                    return None;
                }
                continue;
            }
            Next::Send(message) => {
                if timeout(LONGEST_WAIT, socket.send(message))
                    .await
                    .ok()?
                    .is_err()
                {
                    return None;
                }
                continue;
            }
            Next::Heard(text) => text,
            Next::Nothing => continue,
            Next::End(reason) => return reason,
        };
        if begun.elapsed() > WINDOW {
            (begun, count) = (Instant::now(), 0);
        }
        count += 1;
        if count > MOST_MESSAGES {
            return Some("too many messages");
        }
        let Ok(message) = serde_json::from_str::<ClientMessage>(&heard) else {
            return Some("this message cannot be read");
        };
        handle((room, shared), id, message).await?;
    }
}

/// What happens next at a socket.
pub(crate) enum Next<T> {
    /// Something for the page has come.
    Told(T),
    Send(Message),
    Heard(axum::extract::ws::Utf8Bytes),
    Nothing,
    End(Option<&'static str>),
}

pub(crate) async fn next<T>(socket: &mut WebSocket, messages: &mut mpsc::Receiver<T>) -> Next<T> {
    // Messages to the page come first, then those of the page.
    let event = std::future::poll_fn(|context| {
        use std::task::Poll;
        if let Poll::Ready(told) = messages.poll_recv(context) {
            return Poll::Ready(match told {
                Some(told) => Next::Told(told),
                None => Next::End(Some(CUT_OFF)),
            });
        }
        let heard = std::pin::pin!(socket.recv());
        match heard.poll(context) {
            Poll::Ready(Some(Ok(Message::Text(text)))) => Poll::Ready(Next::Heard(text)),
            Poll::Ready(Some(Ok(Message::Binary(_)))) => {
                Poll::Ready(Next::End(Some("this message cannot be read")))
            }
            Poll::Ready(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                Poll::Ready(Next::Nothing)
            }
            Poll::Ready(Some(Ok(Message::Close(_)) | Err(_)) | None) => {
                Poll::Ready(Next::End(None))
            }
            Poll::Pending => Poll::Pending,
        }
    });
    match timeout(PING, event).await {
        Ok(event) => event,
        Err(_) => Next::Send(Message::Ping(axum::body::Bytes::new())),
    }
}

/// Carries out a message on a thread for rules, and returns when it is answered; the other pages of the table follow. Returns `None`
/// if a defect stopped it, or the system has no random numbers for a secret.
async fn handle(
    (room, shared): (&Arc<Mutex<Room>>, &Arc<SharedRooms>),
    id: u64,
    message: ClientMessage,
) -> Option<()> {
    let mut guard = Arc::clone(room).lock_owned().await;
    let with = Arc::clone(shared);
    let done = tokio::task::spawn_blocking(move || {
        let fresh = (with.setup.tokens)()?;
        let answered = guard.request(id, message, (&*with.setup.computers, fresh));
        Some((guard, answered))
    });
    let (mut guard, mut answered) = done.await.ok()??;
    if let Some(TableWork::Hint(seat)) = answered.work.take() {
        tokio::spawn(hint((Arc::clone(room), Arc::clone(shared)), id, seat));
    }
    let (room, shared) = (Arc::clone(room), Arc::clone(shared));
    tokio::spawn(async move {
        let told = tokio::task::spawn_blocking(move || guard.tell_others(answered));
        // A defect there concerns the pages, and the game goes on.
        let _ = told.await;
        drive(room, shared).await;
    });
    Some(())
}

/// Finds a hint, and tells it the page.
async fn hint(
    (room, shared): (Arc<Mutex<Room>>, Arc<SharedRooms>),
    id: u64,
    seat: linstock_model::SeatId,
) {
    let mut guard = room.lock().await;
    // Hints take long: a page waits for one at a time.
    if guard.set_waiting(id, true) {
        let said = guard.table().refusal("hint-being-found");
        return guard.tell(id, &said);
    }
    let none = guard.table().refusal("no-hint");
    let session = guard.table().session().clone();
    drop(guard);
    let Ok(_turn) = shared.thinking.acquire().await else {
        return;
    };
    let with = Arc::clone(&shared);
    let found = tokio::task::spawn_blocking(move || with.setup.computers.hint(&session, seat));
    let message = match found.await {
        Ok(Ok(text)) => ServerMessage::Note { kind: "hint", text },
        Ok(Err(text)) => ServerMessage::refused(text),
        Err(_) => none,
    };
    let mut guard = room.lock().await;
    guard.set_waiting(id, false);
    guard.tell(id, &message);
}

/// Lets the computer players of a table move until a person is to move.
pub(crate) async fn drive(room: Arc<Mutex<Room>>, shared: Arc<SharedRooms>) {
    let mut guard = room.lock().await;
    if guard.is_driven || guard.table().computer_to_move().is_none() {
        return;
    }
    guard.is_driven = true;
    drop(guard);
    tokio::spawn(async move {
        loop {
            let mut guard = Arc::clone(&room).lock_owned().await;
            let Some(turn) = guard.computer_turn() else {
                guard.is_driven = false;
                return;
            };
            drop(guard);
            let Ok(permit) = shared.thinking.acquire().await else {
                return;
            };
            let with = Arc::clone(&shared);
            let chosen = tokio::task::spawn_blocking(move || {
                let chosen = with
                    .setup
                    .computers
                    .choose(&turn.session, turn.seat, &turn.skill);
                (turn, chosen)
            });
            let chosen = chosen.await;
            drop(permit);
            let mut guard = Arc::clone(&room).lock_owned().await;
            let Ok((turn, chosen)) = chosen else {
                guard.is_driven = false;
                return;
            };
            let played = move || guard.computer_plays(&turn, chosen);
            if tokio::task::spawn_blocking(played).await.is_err() {
                room.lock().await.is_driven = false;
                return;
            }
        }
    });
}

/// Ends a connection with a reason; the page tries again if it may get another answer.
pub(crate) async fn bye(mut socket: WebSocket, reason: &'static str) {
    let again = [CUT_OFF, FULL].contains(&reason);
    let text = ServerMessage::Bye { reason, again }.text();
    // The page may be gone.
    let _ = timeout(LONGEST_WAIT, socket.send(Message::Text(text.into()))).await;
    let _ = timeout(LONGEST_WAIT, socket.send(Message::Close(None))).await;
}
