//! Computer players at tables, and hints.

use crate::opponents::{AnswerTime, HINT_TIME, PlayerSpec, SessionThinking, Skill, Thinker};
use crate::repl::{NO_HINT, Outlook, judged};
use crate::terminal::warn_once;
use linstock_engine::vm::{Fault, Move};
use linstock_model::SeatId;
use linstock_play::{Refusal, Rules, Session};
use linstock_search::Thought;
use linstock_table::Computers;
use std::sync::{Arc, Mutex, PoisonError};

/// How many rulesets are remembered.
const MOST_KNOWN: usize = 8;

/// Computer players of all tables.
#[derive(Debug, Default)]
pub(super) struct TableComputers {
    known: Mutex<Vec<(Arc<Rules>, SessionThinking)>>,
}

impl TableComputers {
    /// Takes what is known about rules.
    fn known(&self, rules: &Arc<Rules>) -> SessionThinking {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter().position(|(known, _)| Arc::ptr_eq(known, rules));
        found.map(|at| all.remove(at).1).unwrap_or_default()
    }

    fn think(
        &self,
        session: &Session,
        seat: SeatId,
        spec: PlayerSpec,
    ) -> Result<(Move, Thought), String> {
        let rules = session.rules();
        let told = |fault: Fault| {
            let refusal = Refusal::of(fault, session.setup().sources.as_deref());
            let text = match rules.hides_something() {
                true => refusal.without_secrets("`linstock play` shows more"),
                false => refusal.to_string(),
            };
            format!("the computer player could not think: {text}")
        };
        let seed = session.setup().seed ^ u64::from(seat.0 + 1) ^ ((session.ply() as u64) << 8);
        if let Some(notice) = self.notice(session, spec.skill) {
            warn_once(notice);
        }
        let mut thinker = Thinker::new(spec, seed);
        let thought = self.with_known(rules, |known| {
            known.think(session, (&mut thinker, seat), &|| false)
        });
        thought.map_err(told)
    }

    /// Says once for the rules of a game that a player of a skill does not use what was learned in training, if so.
    fn notice(&self, session: &Session, skill: Skill) -> Option<String> {
        let notice = self.with_known(session.rules(), |known| known.notice(session, skill));
        // The server may have tables of several games.
        notice.map(|notice| format!("{}: {notice}", session.rules().title()))
    }

    /// Works with what is known about rules, and keeps what is found out.
    fn with_known<T>(&self, rules: &Arc<Rules>, work: impl FnOnce(&mut SessionThinking) -> T) -> T {
        let mut known = self.known(rules);
        let done = work(&mut known);
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        all.push((Arc::clone(rules), known));
        if all.len() > MOST_KNOWN {
            all.remove(0);
        }
        done
    }
}

impl Computers for TableComputers {
    fn skill(&self, name: &str) -> Result<String, String> {
        PlayerSpec::read(name).map(|spec| spec.to_string())
    }

    fn choose(&self, session: &Session, seat: SeatId, skill: &str) -> Result<String, String> {
        let spec = PlayerSpec::read(skill)?;
        let (mv, _) = self.think(session, seat, spec)?;
        Ok(session.rules().text(session.state(), mv))
    }

    fn hint(&self, session: &Session, seat: SeatId) -> Result<String, String> {
        let spec = PlayerSpec::within(Skill::Best, AnswerTime::of_search(HINT_TIME));
        // To try out the rules once takes time of its own. A fault there is met again by the search.
        let _ = self.with_known(session.rules(), |known| {
            known.prepare(session, spec.skill, &|| false)
        });
        let time = AnswerTime::begin(HINT_TIME, &|| false);
        let (_, mut thought) = self.think(session, seat, spec)?;
        let (rules, state) = (&**session.rules(), session.state());
        let outlook = Outlook::of_best((rules, state), &mut thought, &time);
        let (Some(outlook), Some(best)) = (outlook, thought.best()) else {
            return Err(NO_HINT.to_owned());
        };
        let text = rules.text(state, best.mv);
        let said = judged(&outlook, best, session.model().seats());
        Ok(format!("`{text}` {said}"))
    }
}

#[cfg(test)]
mod tests {
    use super::TableComputers;
    use crate::opponents::{PlayerSpec, Skill};
    use crate::ruleset_loader::{RulesetRequest, load};
    use linstock_play::{ChanceMode, Session};
    use std::sync::Arc;

    #[test]
    fn a_value_that_is_not_used_is_named_once_with_its_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/examples/tic-tac-toe/tic-tac-toe.game"
        ));
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        write("tic-tac-toe.game", text).expect("written");
        write("tic-tac-toe.value", "garbage").expect("written");
        let loaded = load(&RulesetRequest {
            game: format!("{}/", folder.path().display()),
            ..RulesetRequest::default()
        });
        let loaded = loaded.expect("no mistakes");
        let setup = loaded.setup(0, ChanceMode::Auto);
        let session = Session::begin(Arc::clone(&loaded.rules), setup).expect("it begins");
        let computers = TableComputers::default();
        assert_eq!(computers.notice(&session, Skill::Untrained), None);
        let skill = PlayerSpec::read("casual").expect("a player").skill;
        let notice = computers.notice(&session, skill).expect("it is damaged");
        assert!(notice.starts_with("Tic-tac-toe: `"), "{notice}");
        let end = "tic-tac-toe.value` is damaged: the computer players do not use it";
        assert!(notice.ends_with(end), "{notice}");
        assert_eq!(computers.notice(&session, skill), None);
    }
}
