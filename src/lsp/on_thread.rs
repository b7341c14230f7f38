//! A language server on a thread of this program, for a page: it takes and gives whole messages.

use crate::deep_stack::deep_thread;
use crate::lsp::arrival::{Arrival, WaitingPlace};
use crate::lsp::places::uri_of;
use crate::lsp::serve;
use crate::lsp::server::LanguageServer;
use lsp_server::Message;
use serde_json::Value;
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::thread::sleep;
use std::time::Duration;

/// The most messages that wait for a server.
const MOST_WAITING: usize = 64;
/// How often a full queue is looked at.
const PAUSE: Duration = Duration::from_millis(5);

/// A running server. It ends when this value is dropped.
#[derive(Debug)]
pub(crate) struct LspThread {
    arrivals: Sender<Arrival>,
    places: WaitingPlace,
}

impl LspThread {
    /// Starts a server. It passes each of its messages to `say`, and ends when that returns false.
    ///
    /// # Errors
    /// If the system has no room for another thread.
    pub(crate) fn begin(say: impl FnMut(String) -> bool + Send + 'static) -> Result<Self> {
        let (arrivals, receiver) = channel();
        let own = arrivals.clone();
        deep_thread().spawn(move || {
            let out = MessageWriter {
                bytes: Vec::new(),
                say,
            };
            // It ends as soon as the page is gone.
            let _ = serve(&mut LanguageServer::new(out, own), &receiver);
        })?;
        Ok(Self {
            arrivals,
            places: WaitingPlace::default(),
        })
    }

    /// Passes a message on; returns whether it was one. If too many messages wait, it waits until the server has taken one;
    /// what the page sends meanwhile waits, too.
    pub(crate) fn take(&self, message: Value) -> bool {
        let Ok(message) = serde_json::from_value::<Message>(message) else {
            return false;
        };
        // The messages of a server that ends are dropped, so their places become free.
        while self.places.taken() >= MOST_WAITING {
            sleep(PAUSE);
        }
        // A server that has ended answers nothing more.
        let passed = Arrival::Passed(message, self.places.clone());
        let _ = self.arrivals.send(passed);
        true
    }
}

impl Drop for LspThread {
    fn drop(&mut self) {
        let _ = self.arrivals.send(Arrival::End);
    }
}

/// Returns the URI of a path, as the server writes it.
pub(crate) fn uri_text(path: &Path) -> Option<String> {
    Some(uri_of(path)?.as_str().to_owned())
}

/// Collects each message until it is flushed, and passes its body on.
struct MessageWriter<F> {
    bytes: Vec<u8>,
    say: F,
}

impl<F: FnMut(String) -> bool> Write for MessageWriter<F> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        let message = String::from_utf8_lossy(&self.bytes).into_owned();
        self.bytes.clear();
        match message.split_once("\r\n\r\n") {
            None => Ok(()),
            Some((_, body)) if (self.say)(body.to_owned()) => Ok(()),
            Some(_) => Err(Error::from(ErrorKind::BrokenPipe)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LspThread, MOST_WAITING};
    use serde_json::json;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn a_server_on_a_thread_answers_and_ends() {
        let (out, said) = channel();
        let server = LspThread::begin(move |text| out.send(text).is_ok()).expect("started");
        let ask = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } });
        assert!(server.take(ask));
        assert!(!server.take(json!("nonsense")) && !server.take(json!({ "id": [] })));
        let patience = Duration::from_secs(300);
        let answer = said.recv_timeout(patience).expect("an answer");
        assert!(answer.contains("\"hoverProvider\":true"), "{answer}");
        drop(server);
        assert!(said.recv_timeout(patience).is_err(), "it has ended");
    }
    #[test]
    fn only_so_many_messages_wait_and_each_is_answered() {
        let (out, said) = channel();
        let (go, wait) = channel::<()>();
        // A page that does not read: the server waits for it at the first answer.
        let say = move |text: String| {
            let _ = wait.recv();
            out.send(text).is_ok()
        };
        let server = LspThread::begin(say).expect("started");
        let count = 3 * MOST_WAITING;
        let sent = std::thread::spawn(move || {
            let (mut most, ask) = (
                0,
                |id| json!({ "jsonrpc": "2.0", "id": id, "method": "nothing" }),
            );
            for id in 0..count {
                assert!(server.take(ask(id)));
                most = most.max(server.places.taken());
            }
            (server, most)
        });
        let patience = Duration::from_secs(300);
        for _ in 0..count {
            go.send(()).expect("it reads");
            let _ = said.recv_timeout(patience).expect("an answer");
        }
        let (server, most) = sent.join().expect("sent");
        assert!(most <= MOST_WAITING, "{most}");
        drop((server, go));
    }
}
