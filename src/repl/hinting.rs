//! `hint`, and the time in which `hint` and `analyse` answer.

use crate::arguments::playing_time;
use crate::opponents::{AnswerTime, HINT_TIME, PlayerSpec, Skill, Thinker};
use crate::progress::SearchProgress;
use crate::repl::game::Repl;
use crate::repl::move_reasons::effects_text;
use crate::repl::outlook::{NO_HINT, Outlook, judged};
use crate::repl::reply::CommandResult;
use crate::repl::terminal_mode::LongWork;
use linstock_model::SeatId;
use linstock_play::Actor;
use linstock_search::Thought;
use std::time::Duration;

impl Repl {
    /// Thinks about the position for a seat, rates a number of the best moves, and lets `answer` look at what was found, all within a time;
    /// Ctrl-C ends both. The time that it takes to try out the rules once does not count.
    pub(super) fn answered(
        &mut self,
        (seat, rated_moves, time): (SeatId, usize, Duration),
        answer: impl FnOnce(&Self, Thought, &AnswerTime<'_>) -> CommandResult,
    ) -> CommandResult {
        let work = LongWork::begin();
        let stop = || work.is_stopped();
        let spec = PlayerSpec::within(Skill::Best, AnswerTime::of_search(time));
        let thinker = Thinker::new(spec, self.session.setup().seed);
        let mut thinker = thinker.on_all_cores().rating_best(rated_moves);
        self.prepare_thinking((spec.skill, seat), "answer now", &stop)?;
        let _line = SearchProgress::answering(&self.called(Actor::Player(seat)));
        let time = AnswerTime::begin(time, &stop);
        let (_, thought) = self.thought((&mut thinker, seat), &stop)?;
        let answered = answer(self, thought, &time)?;
        let notice = self.computers.thinking.notice(&self.session, spec.skill);
        Ok(match notice {
            Some(notice) => answered.then(format!("{notice}\n")),
            None => answered,
        })
    }

    /// Shows the best move that a computer player finds for the player to move.
    pub(super) fn hint(&mut self, text: &str) -> CommandResult {
        let time = match text {
            "" => HINT_TIME,
            text => playing_time(text)?,
        };
        if let Some(closed) = self.closed_choice() {
            return Err(closed.to_owned());
        }
        let Some(Actor::Player(seat)) = self.session.decider() else {
            return Err("there is nothing to choose: the game is over".to_owned());
        };
        self.answered((seat, 1, time), |repl, mut thought, time| {
            let (rules, state) = (&**repl.session.rules(), repl.session.state());
            let outlook = Outlook::of_best((rules, state), &mut thought, time);
            let (Some(outlook), Some(best)) = (outlook, thought.best()) else {
                return Err(NO_HINT.to_owned());
            };
            let said = judged(&outlook, best, rules.players().len());
            let mut text = format!("{}\n", outlook.text(&format!(" {said}")));
            if !rules.hides_something() {
                let effects = effects_text(rules, (state, best.mv), &outlook, &time.share(1));
                text.push_str(&effects);
            }
            text.push_str(&repl.notice_of(&thought));
            Ok(text.into())
        })
    }
}
