//! The socket of a designer's page. Only the host's link opens it.

use crate::room::Room;
use crate::server::SharedRooms;
use crate::socket::{AskedSocket, LONGEST_WAIT, Next, PING, bye, drive, hello, next};
use crate::studio::{NewRules, StudioEvent, StudioSender, StudioVisit};
use crate::table::Party;
use axum::extract::ws::{Message, WebSocket};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::future::Future as _;
use std::sync::Arc;
use std::task::Poll;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, timeout};

/// The longest message of a page, in bytes: the text of a file.
const LONGEST_MESSAGE: usize = 2 << 20;
/// The most messages of a page in [`WINDOW`]: each keystroke is one.
const MOST_MESSAGES: u32 = 900;
const WINDOW: tokio::time::Duration = tokio::time::Duration::from_secs(10);
/// The most messages that wait for the page of a visit.
const MOST_WAITING: usize = 1024;
/// The most messages of a page that wait for its visit. Further ones wait in the socket.
const MOST_UNREAD: usize = 64;

/// Opens the socket of a designer's page.
pub(crate) async fn open(asked: AskedSocket) -> Response {
    let (room, shared) = (asked.room, asked.shared);
    // Until a page has said who it is, its messages may be as long as those of the host: so there are few such pages.
    let Ok(permit) = Arc::clone(&shared.arriving).try_acquire_owned() else {
        let text = "too many pages are opening\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let upgrade = asked.upgrade.max_message_size(LONGEST_MESSAGE);
    let upgrade = upgrade.max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(move |mut socket| async move {
        let token = hello(&mut socket).await;
        drop(permit);
        match token {
            Ok(token) => attend(socket, (room, shared), token).await,
            Err(Some(reason)) => bye(socket, reason).await,
            Err(None) => {}
        }
    })
}

/// Attends the page of a host until it leaves.
async fn attend(
    mut socket: WebSocket,
    (room, shared): (Arc<Mutex<Room>>, Arc<SharedRooms>),
    token: Option<String>,
) {
    let table = room.lock().await;
    if table.table().party(token.as_deref()) != Some(Party::Host) {
        drop(table);
        return bye(socket, "only the person who opened the table may do this").await;
    }
    let session = table.table().session().clone();
    let broken = table.table().broken_start().cloned();
    drop(table);
    // Each visit has a thread.
    let visits = Arc::clone(&shared);
    let Ok(_permit) = visits.visiting.try_acquire() else {
        return bye(socket, "too many pages edit these rules").await;
    };
    let (page, mut events) = mpsc::channel(MOST_WAITING);
    let (with, own) = (Arc::clone(&shared), page.clone());
    let opened = tokio::task::spawn_blocking(move || {
        let studio = with.setup.studio.as_ref()?;
        studio.open(&session, broken.as_ref(), StudioSender(page))
    });
    let Ok(Some(visit)) = opened.await else {
        return bye(socket, "these rules cannot be edited here").await;
    };
    let (said, messages) = mpsc::channel(MOST_UNREAD);
    // The visit ends with its queue.
    let thread = tokio::task::spawn_blocking(move || take_all(visit, messages, &own));
    let with = (&room, &shared);
    let reason = converse(&mut socket, with, (said, &mut events)).await;
    drop(events);
    let _ = thread.await;
    if let Some(reason) = reason {
        bye(socket, reason).await;
    }
}

/// Passes messages to a visit until there are no more, or one cannot be read.
fn take_all(
    mut visit: Box<dyn StudioVisit>,
    mut messages: mpsc::Receiver<String>,
    page: &mpsc::Sender<StudioEvent>,
) {
    while let Some(message) = messages.blocking_recv() {
        if !visit.take(&message) {
            // The page may be gone.
            let _ = page.blocking_send(StudioEvent::Unreadable);
            return;
        }
    }
}

/// Passes messages on in both directions; returns why the connection ends, if the page should be told.
async fn converse(
    socket: &mut WebSocket,
    with: (&Arc<Mutex<Room>>, &Arc<SharedRooms>),
    (said, events): (mpsc::Sender<String>, &mut mpsc::Receiver<StudioEvent>),
) -> Option<&'static str> {
    let (mut begun, mut count) = (Instant::now(), 0);
    loop {
        let message = match next(socket, events).await {
            Next::Told(event) => match message_of(with, event).await {
                Ok(message) => message,
                Err(reason) => return reason,
            },
            Next::Send(message) => message,
            Next::Heard(text) => {
                if begun.elapsed() > WINDOW {
                    (begun, count) = (Instant::now(), 0);
                }
                count += 1;
                if count > MOST_MESSAGES {
                    return Some("too many messages");
                }
                match hand_over(socket, with, (&said, events), text.to_string()).await {
                    Ok(()) => continue,
                    Err(reason) => return reason,
                }
            }
            Next::Nothing => continue,
            Next::End(reason) => return reason,
        };
        send(socket, message).await?;
    }
}

/// Gives a message of the page to its visit. While the visit is busy, messages to the page are still sent, and messages of the page wait.
///
/// # Errors
/// The connection ends. The error is the reason, if the page should get one.
async fn hand_over(
    socket: &mut WebSocket,
    with: (&Arc<Mutex<Room>>, &Arc<SharedRooms>),
    (said, events): (&mpsc::Sender<String>, &mut mpsc::Receiver<StudioEvent>),
    text: String,
) -> Result<(), Option<&'static str>> {
    let mut place = std::pin::pin!(said.reserve());
    loop {
        let next = std::future::poll_fn(|context| match place.as_mut().poll(context) {
            Poll::Ready(place) => Poll::Ready(Ok(place)),
            Poll::Pending => events.poll_recv(context).map(Err),
        });
        let message = match timeout(PING, next).await {
            Ok(Ok(Ok(place))) => {
                place.send(text);
                return Ok(());
            }
            // The visit has ended. The reason is in the queue of the page.
            Ok(Ok(Err(_))) => return Ok(()),
            Ok(Err(event)) => message_of(with, event.ok_or(None)?).await?,
            Err(_) => Message::Ping(axum::body::Bytes::new()),
        };
        send(socket, message).await.ok_or(None)?;
    }
}

/// Makes a message to the page from an event.
///
/// # Errors
/// The connection ends. The error is the reason, if the page should get one.
async fn message_of(
    with: (&Arc<Mutex<Room>>, &Arc<SharedRooms>),
    event: StudioEvent,
) -> Result<Message, Option<&'static str>> {
    let text = match event {
        StudioEvent::Say(text) => text,
        StudioEvent::Renew(new) => renew(with, new).await.ok_or(None)?,
        StudioEvent::Unreadable => return Err(Some("this message cannot be read")),
    };
    Ok(Message::Text(text.into()))
}

/// Sends a message to the page; returns `None` if the page does not read.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    let sent = timeout(LONGEST_WAIT, socket.send(message)).await;
    sent.ok()?.ok()
}

/// Lets the game go on under other rules; returns what the page is told. `None` if a defect stopped it.
async fn renew(
    (room, shared): (&Arc<Mutex<Room>>, &Arc<SharedRooms>),
    new: NewRules,
) -> Option<String> {
    let mut guard = Arc::clone(room).lock_owned().await;
    let renewed = tokio::task::spawn_blocking(move || guard.renew(&new));
    let (goes_on, text) = match renewed.await.ok()? {
        Ok(text) => (true, text),
        Err(text) => (false, text),
    };
    drive(Arc::clone(room), Arc::clone(shared)).await;
    Some(json!({ "type": "renewed", "goes_on": goes_on, "text": text }).to_string())
}
