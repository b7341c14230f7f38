//! The socket of a designer's page. Only the host's link opens it.

use crate::room::Room;
use crate::server::SharedRooms;
use crate::socket::{AskedSocket, LONGEST_WAIT, Next, bye, drive, hello, next};
use crate::studio::{NewRules, StudioEvent, StudioSender, StudioVisit};
use crate::table::Party;
use axum::extract::ws::{Message, WebSocket};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, timeout};

/// The longest message of a page, in bytes: the text of a file.
const LONGEST_MESSAGE: usize = 2 << 20;
/// The most messages of a page in [`WINDOW`]: each keystroke is one.
const MOST_MESSAGES: u32 = 900;
const WINDOW: tokio::time::Duration = tokio::time::Duration::from_secs(10);
/// The most messages that wait for the page of a visit.
const MOST_WAITING: usize = 1024;
/// The most messages of a page that wait for its visit.
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
            Next::Told(StudioEvent::Say(text)) => Message::Text(text.into()),
            Next::Told(StudioEvent::Renew(new)) => Message::Text(renew(with, new).await?.into()),
            Next::Told(StudioEvent::Unreadable) => return Some("this message cannot be read"),
            Next::Send(message) => message,
            Next::Heard(text) => {
                if begun.elapsed() > WINDOW {
                    (begun, count) = (Instant::now(), 0);
                }
                count += 1;
                if count > MOST_MESSAGES {
                    return Some("too many messages");
                }
                match said.try_send(text.to_string()) {
                    Ok(()) => continue,
                    Err(mpsc::error::TrySendError::Full(_)) => return Some("too many messages"),
                    // The reason is in the queue of the page.
                    Err(mpsc::error::TrySendError::Closed(_)) => continue,
                }
            }
            Next::Nothing => continue,
            Next::End(reason) => return reason,
        };
        if timeout(LONGEST_WAIT, socket.send(message))
            .await
            .ok()?
            .is_err()
        {
            return None;
        }
    }
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
