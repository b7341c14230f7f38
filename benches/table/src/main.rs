//! Echoes messages of sockets: each is appended to a file and on the disk before it is sent back.

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder for files"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?.port());
        let count = Arc::new(AtomicUsize::new(0));
        let open = move |upgrade: WebSocketUpgrade| {
            let number = count.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{number}.echo"));
            async move { upgrade.on_upgrade(move |socket| echo(socket, path)) }
        };
        axum::serve(listener, Router::new().route("/", any(open))).await
    })
}

async fn echo(mut socket: WebSocket, path: PathBuf) {
    let opened = OpenOptions::new().append(true).create(true).open(path);
    let file = Arc::new(opened.expect("the file is opened"));
    while let Some(Ok(Message::Text(text))) = socket.recv().await {
        let (file, line) = (Arc::clone(&file), format!("{text}\n"));
        let kept = tokio::task::spawn_blocking(move || keep(&file, &line)).await;
        if !matches!(kept, Ok(Ok(()))) || socket.send(Message::Text(text)).await.is_err() {
            return;
        }
    }
}

fn keep(mut file: &File, line: &str) -> std::io::Result<()> {
    file.write_all(line.as_bytes())?;
    file.sync_data()
}
