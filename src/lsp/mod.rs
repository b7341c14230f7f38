//! `linstock lsp`: the Language Server Protocol on standard input and output.
//!
//! One thread reads messages; this one takes them, one after the other, and passes requests to threads that answer them, so that
//! none waits for another. It takes all waiting changes before it checks anything, so that nobody waits for the check of an outdated
//! text. When idle, it checks other open texts that a change may
//! concern. Slow checks (random play, scenarios, and the search for the change in a variant that causes a mistake) run on
//! threads of their own, once at a time per folder; their findings are dropped if something has changed since. Another thread
//! watches the folders of the open texts: not every editor reports files changed by other programs.

mod answering;
mod arrival;
mod checking;
mod completion;
mod completion_items;
mod documents;
mod edits;
mod fact_hover;
mod hover;
mod notifications;
mod on_disk;
#[cfg(feature = "table")]
mod on_thread;
mod outline;
mod part_edits;
mod places;
mod quick_fixes;
mod raw_lines;
mod rename;
mod reply;
mod ruleset;
mod script_index;
mod script_words;
mod semantic_tokens;
mod server;
mod slow_checks;
mod waiting_requests;

use crate::command_failure::CommandFailure;
use crate::deep_stack::no_thread;
use crate::lsp::arrival::Arrival;
use crate::lsp::server::{LanguageServer, ServerFlow};
use lsp_server::Message;
use std::io::{BufRead, Read as _};
use std::sync::mpsc::{Receiver, Sender, channel};

#[cfg(feature = "table")]
pub(super) use on_thread::{LspThread, uri_text};

/// How many unreadable messages are answered before the connection is closed.
const MOST_GARBAGE: usize = 1000;

/// The longest message, in bytes: it may hold a whole text with escaped characters.
const LONGEST_MESSAGE: usize = 64 << 20;

/// The longest line of a message's header, in bytes.
const LONGEST_HEADER: u64 = 8 << 10;

/// Runs `linstock lsp`.
pub(super) fn run() -> Result<u8, CommandFailure> {
    let (sender, receiver) = channel();
    let reader = sender.clone();
    // The thread blocks on the editor's input, so it is never joined.
    let begun = std::thread::Builder::new().spawn(move || read(&reader));
    begun.map_err(|error| no_thread(&error))?;
    let mut server = LanguageServer::new(std::io::stdout().lock(), sender);
    serve(&mut server, &receiver)
}

/// Answers until the editor ends the session or is gone.
fn serve(
    server: &mut LanguageServer<impl std::io::Write>,
    arrivals: &Receiver<Arrival>,
) -> Result<u8, CommandFailure> {
    loop {
        let mut next = match arrivals.try_recv() {
            Ok(first) => Some(first),
            Err(_) if server.check_stale()? => continue,
            Err(_) => arrivals.recv().ok(),
        };
        if next.is_none() {
            return Ok(1);
        }
        while let Some(arrival) = next {
            if let ServerFlow::End(code) = server.take(arrival)? {
                answer_the_rest(server, arrivals)?;
                return Ok(code);
            }
            next = arrivals.try_recv().ok();
        }
        server.check_changed()?;
    }
}

/// Answers the requests that came before the end.
fn answer_the_rest(
    server: &mut LanguageServer<impl std::io::Write>,
    arrivals: &Receiver<Arrival>,
) -> Result<(), CommandFailure> {
    while !server.waiting.is_empty() {
        match arrivals.recv() {
            Ok(answer @ Arrival::Answered(_)) => _ = server.take(answer)?,
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Ok(())
}

/// Reads messages until there are no more.
fn read(arrivals: &Sender<Arrival>) {
    let mut input = std::io::stdin().lock();
    let mut garbage = 0;
    loop {
        let arrival = match message(&mut input) {
            Ok(Some(message)) => Arrival::Said(message),
            Err(why) if garbage < MOST_GARBAGE => {
                garbage += 1;
                Arrival::Garbage(why)
            }
            Ok(None) | Err(_) => Arrival::End,
        };
        let ends = matches!(arrival, Arrival::End);
        if arrivals.send(arrival).is_err() || ends {
            return;
        }
    }
}

/// Reads one message; `None` at the end of input.
///
/// # Errors
/// Why the input is not a message.
fn message(input: &mut impl BufRead) -> Result<Option<Message>, String> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let read = input.take(LONGEST_HEADER).read_until(b'\n', &mut line);
        if read.unwrap_or_default() == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(format!("no header of a message: {line:?}"));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let bytes = value.trim().parse::<usize>().ok();
            length = Some(
                bytes
                    .filter(|bytes| *bytes <= LONGEST_MESSAGE)
                    .ok_or_else(|| {
                        format!(
                            "a message has {LONGEST_MESSAGE} bytes at the most, not {}",
                            value.trim()
                        )
                    })?,
            );
        }
    }
    let length = length.ok_or("a message begins with `Content-Length: `")?;
    let mut body = vec![0; length];
    if input.read_exact(&mut body).is_err() {
        return Ok(None);
    }
    serde_json::from_slice(&body)
        .map(Some)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Message, message};

    fn read(mut bytes: &[u8]) -> String {
        let mut told = Vec::new();
        loop {
            told.push(match message(&mut bytes) {
                Ok(Some(Message::Notification(said))) => said.method,
                Ok(Some(other)) => format!("{other:?}"),
                Ok(None) => return told.join("\n"),
                Err(why) => format!("no: {why}"),
            });
        }
    }

    #[test]
    fn messages_are_told_from_nonsense() {
        let good = "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
        let good = format!(
            "content-length: {}\r\nContent-Type: x\r\n\r\n{good}",
            good.len()
        );
        assert_eq!(read(good.as_bytes()), "exit");
        let odd = format!("what?\r\n\r\nContent-Length: 4\r\n\r\nnull{good}");
        let told = read(odd.as_bytes());
        assert!(
            told.ends_with("exit") && told.matches("no: ").count() == 3,
            "{told}"
        );
        let huge = "Content-Length: 18446744073709551615\r\n\r\n{";
        assert!(read(huge.as_bytes()).starts_with("no: a message has"));
        assert_eq!(read(b"Content-Length: 99\r\n\r\n{"), "");
        assert_eq!(read(&[b'x'; 20_000]).matches("no: ").count(), 3);
    }
}
