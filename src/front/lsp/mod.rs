//! `linstock lsp`: what editors ask, over the Language LanguageServer Protocol on standard input and output.
//!
//! A thread reads messages, this one answers them, one after the other; changes that wait are all taken before anything is
//! checked, so that nobody waits for the check of a text that is gone. What takes long (random play, scenarios) is done on a
//! thread of its own, once for each folder at a time, and what it finds is dropped if something has changed since.

mod checking;
mod colours;
mod completion;
mod documents;
mod edits;
mod hover;
mod notices;
mod outline;
mod places;
mod rename;
mod ruleset;
mod server;

use crate::front::cli::CommandFailure;
use crate::front::lsp::notices::ThoroughReport;
use crate::front::lsp::server::{LanguageServer, Told};
use lsp_server::Message;
use std::io::BufReader;
use std::sync::mpsc::{Receiver, Sender, channel};

/// How many messages that cannot be read are answered before the connection is given up.
const MOST_GARBAGE: usize = 1000;

/// What reaches the server.
enum Arrival {
    /// A message of the editor.
    Said(Message),
    /// Something that is no message, and why.
    Garbage(String),
    /// What a thorough check has found.
    Found(Box<ThoroughReport>),
    /// The editor is gone.
    End,
}

/// `linstock lsp`
pub(super) fn run() -> Result<u8, CommandFailure> {
    let (sender, receiver) = channel();
    let reader = sender.clone();
    // It waits for the editor, so nobody waits for it.
    std::thread::spawn(move || read(&reader));
    let mut server = LanguageServer::new(std::io::stdout().lock(), sender);
    serve(&mut server, &receiver)
}

/// Answers until the editor says that it ends, or is gone.
fn serve(
    server: &mut LanguageServer<impl std::io::Write>,
    arrivals: &Receiver<Arrival>,
) -> Result<u8, CommandFailure> {
    while let Ok(first) = arrivals.recv() {
        let mut next = Some(first);
        while let Some(arrival) = next {
            if let Told::End(code) = server.take(arrival)? {
                return Ok(code);
            }
            next = arrivals.try_recv().ok();
        }
        server.check_changed()?;
    }
    Ok(1)
}

/// Reads messages until there are no more.
fn read(arrivals: &Sender<Arrival>) {
    let mut input = BufReader::new(std::io::stdin());
    let mut garbage = 0;
    loop {
        let arrival = match Message::read(&mut input) {
            Ok(Some(message)) => Arrival::Said(message),
            // Where the input ends, the next message is none.
            Err(error) if garbage < MOST_GARBAGE => {
                garbage += 1;
                Arrival::Garbage(error.to_string())
            }
            Ok(None) | Err(_) => Arrival::End,
        };
        let ends = matches!(arrival, Arrival::End);
        if arrivals.send(arrival).is_err() || ends {
            return;
        }
    }
}
