//! Catches panics, so that a defect of the program ends one request and not the game.
//!
//! A panic is a defect of this program, whatever the rules or the request say. It gets a number. The client or player learns
//! only the number: the message of a panic may hold what a player may not know. Number, place and message go to standard
//! error.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

/// A defect of the program that stopped a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Defect {
    /// Its number, from 1 in each process. It is in the answer and on standard error.
    pub(crate) number: u64,
    /// File, line and column in the program's source. They reveal no secret of a game.
    pub(crate) place: String,
    /// The message of the panic. It may reveal a secret of a game.
    what: String,
}

impl Defect {
    /// Returns the message for the client or player, without anything that the game hides.
    pub(crate) fn message(&self) -> String {
        format!(
            "fault {}: a defect of this program, not of the rules or the request, stopped it; the game is as it was; \
             please report the line with `fault {}` on standard error",
            self.number, self.number
        )
    }

    /// Returns the line for the log: number, place, and the message with escaped control characters.
    pub(crate) fn log_line(&self) -> String {
        let what: String = self.what.chars().take(500).collect();
        let what = what.escape_debug();
        format!("linstock: fault {} at {}: {what}", self.number, self.place)
    }
}

thread_local! {
    /// The number of active guards on this thread.
    static GUARDS: Cell<usize> = const { Cell::new(0) };
    /// The place of the last panic on this thread.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

static NEXT: AtomicU64 = AtomicU64::new(1);
static HOOK: Once = Once::new();

/// Runs a function; a panic in it becomes a defect.
///
/// Changes made before the panic remain: the caller must restore the state.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Defect> {
    HOOK.call_once(note_places);
    GUARDS.set(GUARDS.get() + 1);
    // The caller restores the state, so no half-finished change is visible.
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDS.set(GUARDS.get() - 1);
    done.map_err(|payload| Defect {
        number: NEXT.fetch_add(1, Ordering::Relaxed),
        place: PLACE.take(),
        what: message(payload.as_ref()),
    })
}

/// Installs a hook so that panics under a guard record their place and print nothing; other panics print as usual.
fn note_places() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        if GUARDS.get() == 0 {
            return before(info);
        }
        let place = info.location().map(ToString::to_string);
        PLACE.set(place.unwrap_or_default());
    }));
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_becomes_a_defect_with_a_number_and_the_next_work_is_done() {
        let hidden = "the card is a merchant\u{1b}[31m";
        let first = guarded(|| -> u8 { panic!("{hidden}") }).expect_err("a defect");
        assert_eq!(guarded(|| 7), Ok(7));
        let second = guarded(|| Vec::<u8>::new()[3]).expect_err("a defect");
        assert!(second.number > first.number);
        // The answer has only the number; the log has everything, on one line.
        assert!(first.message().contains(&format!("fault {}", first.number)));
        assert!(!first.message().contains("merchant"), "{}", first.message());
        let log = first.log_line();
        assert!(
            log.contains("merchant") && log.contains("guard.rs"),
            "{log}"
        );
        assert!(!log.contains('\u{1b}') && !log.contains('\n'), "{log}");
    }

    #[test]
    fn guards_may_stand_in_each_other() {
        let inner = guarded(|| guarded(|| -> u8 { panic!("within") }).map_err(|d| d.number));
        assert!(matches!(inner, Ok(Err(_))), "{inner:?}");
        assert!(guarded(|| -> u8 { panic!("without") }).is_err());
    }
}
