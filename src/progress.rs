//! Shows the progress of long work on standard error, if that is a terminal, or if a page shows the lines.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use std::fmt;
use std::io::{Result, Write as _, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The environment variable by which the designer's page asks a command for its progress as lines.
pub(super) const AS_LINES: &str = "LINSTOCK_PROGRESS_LINES";
/// How such a line begins.
pub(super) const LINE_MARK: char = '\u{1}';
/// How many such lines are written in a second.
const LINES_IN_SECOND: u8 = 2;
/// The width of such a line.
const LINE_WIDTH: u16 = 200;

/// How often the line is updated.
const PAUSE: Duration = Duration::from_millis(250);

/// The number of lengths whose counts fit in a line.
const LENGTHS: usize = 3;

/// A line that is overwritten until the work is done.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// When the line was last written, or the work began; `None` without a terminal.
    last: Option<Instant>,
}

impl Progress {
    /// Begins the work.
    pub(crate) fn begin() -> Self {
        let bar = shown(ProgressBar::new_spinner());
        let bar = match ProgressStyle::with_template("{msg}") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        let last = (!bar.is_hidden()).then(Instant::now);
        Self { bar, last }
    }

    /// Shows how many sequences of each length have been counted, from length `first` on.
    pub(crate) fn show(&mut self, first: usize, counts: &[u64]) {
        if self.last.is_none_or(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let counts = (first..).zip(counts).filter(|(_, count)| **count > 0);
        let counts = counts.map(|(length, count)| format!("{count} of length {length}"));
        let counts: Vec<_> = counts.collect();
        // The longest come last; they are most of the work.
        let told = &counts[counts.len().saturating_sub(LENGTHS)..];
        self.bar
            .set_message(format!("counted so far: {}", told.join(", ")));
    }

    /// Removes the line.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how long a search has run, until it is dropped.
#[derive(Debug)]
pub(super) struct SearchProgress(ProgressBar);

impl SearchProgress {
    /// Begins to show a search of limited time.
    pub(crate) fn begin(what: &str, most: Duration) -> Self {
        let most = humantime::format_duration(most);
        Self::showing(format!("looking for {what} for up to {most}"))
    }

    /// Begins to show that a computer player finds out about the rules before its first move, and what Ctrl-C does meanwhile.
    pub(crate) fn preparing(player: &str, most: Duration, ctrl_c: &str) -> Self {
        let most = most.as_secs_f32().ceil();
        Self::showing(format!(
            "{player} tries out the rules once, up to {most} s (Ctrl-C: {ctrl_c})"
        ))
    }

    /// Begins to show that a computer player thinks, and what Ctrl-C does meanwhile.
    pub(crate) fn thinking(player: &str, ctrl_c: &str) -> Self {
        Self::showing(format!("{player} thinks (Ctrl-C: {ctrl_c})"))
    }

    /// Begins to show that computer players play a match, which Ctrl-C stops.
    pub(crate) fn matching() -> Self {
        let template = "{spinner} {msg}, {elapsed} gone (Ctrl-C: stop)";
        Self::with_template(template, "playing".to_owned())
    }

    /// Begins to show that the best move of a player is looked for.
    pub(crate) fn answering(player: &str) -> Self {
        Self::showing(format!(
            "looking for the best move of {player} (Ctrl-C: answer now)"
        ))
    }

    /// Begins to show that computer players play many games.
    pub(crate) fn playing(game: &str, most: Duration) -> Self {
        let most = humantime::format_duration(most);
        let template = "{spinner} {msg}: {human_pos} games, {elapsed} gone";
        Self::with_template(template, format!("playing {game} for about {most}"))
    }

    /// Begins to show that a game is being solved.
    pub(crate) fn solving(game: &str, most: Duration) -> Self {
        let most = humantime::format_duration(most);
        Self::showing(format!("solving {game} for up to {most} (Ctrl-C: stop)"))
    }

    /// Changes the message.
    pub(crate) fn say(&self, message: String) {
        self.0.set_message(message);
    }

    /// Removes the line.
    pub(crate) fn end(&self) {
        self.0.finish_and_clear();
    }

    /// Counts a game that was played.
    pub(crate) fn add_game(&self) {
        self.0.inc(1);
    }

    /// Begins to show a message.
    pub(crate) fn showing(message: String) -> Self {
        Self::with_template("{spinner} {msg}, {elapsed} gone", message)
    }

    /// Begins to show a stage of work that has to end at a time: how much of the time is left, and what Ctrl-C does in this stage.
    pub(crate) fn until(end: Instant, ctrl_c: &str, message: String) -> Self {
        let left = move |_: &ProgressState, text: &mut dyn fmt::Write| {
            let left = end.saturating_duration_since(Instant::now()).as_secs();
            // A spinner has no better place for the failure of writing into a string.
            let _ = write!(
                text,
                "{}",
                humantime::format_duration(Duration::from_secs(left))
            );
        };
        let template = format!("{{spinner}} {{msg}}, {{left}} left (Ctrl-C: {ctrl_c})");
        let style = ProgressStyle::with_template(&template);
        Self::styled(
            style.map(|style| style.with_key("left", left)).ok(),
            message,
        )
    }

    fn with_template(template: &str, message: String) -> Self {
        Self::styled(ProgressStyle::with_template(template).ok(), message)
    }

    fn styled(style: Option<ProgressStyle>, message: String) -> Self {
        let bar = shown(ProgressBar::new_spinner());
        let bar = match style {
            Some(style) => bar.with_style(style),
            None => bar,
        };
        bar.set_message(message);
        // Ticking needs a thread, which the system may have no room for.
        if !bar.is_hidden() && std::thread::Builder::new().spawn(|| ()).is_ok() {
            bar.enable_steady_tick(PAUSE);
        }
        Self(bar)
    }
}

/// Shows a bar as lines if a page asks for them.
pub(super) fn shown(bar: ProgressBar) -> ProgressBar {
    if std::env::var_os(AS_LINES).is_some() {
        let lines = Box::new(ProgressLines::default());
        bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(
            lines,
            LINES_IN_SECOND,
        ));
    }
    bar
}

/// Writes each state of a bar as a line on standard error.
#[derive(Debug, Default)]
struct ProgressLines(Mutex<String>);

impl TermLike for ProgressLines {
    fn width(&self) -> u16 {
        LINE_WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> Result<()> {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        line.push_str(text);
        Ok(())
    }

    fn clear_line(&self) -> Result<()> {
        Ok(())
    }

    fn flush(&self) -> Result<()> {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = std::mem::take(&mut *line);
        // A spinner turns on a terminal only.
        let is_spinner = |c: char| ('\u{2800}'..='\u{28ff}').contains(&c);
        let text = text.trim().trim_start_matches(is_spinner).trim();
        match text {
            "" => Ok(()),
            text => writeln!(stderr(), "{LINE_MARK}{text}"),
        }
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.end();
    }
}
