//! A front end of one's own in a page: a session keeps history and take-backs, an observation draws the table.
//!
//! Run it with: cargo run --example own_front_end
//! Type a move (`b2-b3`), `undo`, `why b2-b4`, or end the input.

use linstock::{Canvas, Choices, Observation, Rules, Session, Setup, Sources, Style, Viewer};
use std::io::BufRead;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_str!("breakthrough/breakthrough.game");
    let sources = Sources::from([("breakthrough.game", text)]);
    let rules = Rules::load(&sources, &Choices::default())
        .map_err(|found| found.render(&sources, Style::Plain))?;
    let mut session = Session::begin(Arc::new(rules), Setup::default())?;
    show(&session);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let answer = match line.trim().split_once(' ') {
            Some(("why", text)) => session
                .why(None, text)
                .map(|why| println!("{}", why.reason)),
            _ if line.trim() == "undo" => session.undo(1),
            _ => session.play(&[line.as_str().into()]).map(|_| ()),
        };
        match answer {
            Ok(()) => show(&session),
            // Nothing has changed: a refused move leaves the game as it was.
            Err(refusal) => println!("{refusal}"),
        }
    }
    Ok(())
}

fn show(session: &Session) {
    println!(
        "{}",
        Observation::new(session, Viewer::Table).text(Canvas::default())
    );
}
