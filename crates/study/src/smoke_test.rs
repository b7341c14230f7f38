//! Plays random games for a short time, to find faults of the rules that no check of the text can find.
//!
//! The seeds are fixed and the effort is counted in operations, so the same rules get the same result on every machine. The
//! diagnostic contains the moves that led to the fault.

use crate::last_moves::last_moves;
use linstock_base::{CheckFuel, Diagnostic, Span};
use linstock_engine::ir::instructions::Instr;
use linstock_engine::vm::{Fault, Fuel, Move, Position, Turn};
use linstock_play::Rules;
use linstock_play::{Actor, ActorAt, Chooser, FaultyText, Purpose};
use linstock_play::{DRAWS_IN_A_ROW, decider, drawn_without_end};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The fuel of all games together, and that of the texts in them. When it is used up, the current game continues for one more request, and to the end of the
/// chance nodes after it.
pub const OPERATIONS: u64 = 20_000_000;
/// At each decision point, the moves are listed with their texts the first time, as `moves` lists them. At least this many moves
/// are listed again if there are 25 % more than the last time.
const MANY: usize = 1_000;
/// The most games.
const GAMES: u64 = 120;
/// The game that may be longer than the others: when it comes, most rulesets have used little of the fuel.
const LONG_GAME: u64 = 20;
/// The number of games, from the first, that check the status texts after plies 1, 2, 4, and so on; all check them at the end.
const GAMES_WITH_LINES: u64 = 4;
/// The most plies of a game, and of the long one.
const PLIES: u64 = 400;
const LONG_PLIES: u64 = 2_000;

/// Plays random games until its own fuel or that of the check is used up; returns the first fault.
#[must_use]
pub fn find_fault(rules: &Rules, fuel: &CheckFuel) -> Option<Diagnostic> {
    let (mut left, mut left_for_texts) = (OPERATIONS, OPERATIONS);
    let mut listed = ListedPlaces::default();
    for seed in 0..GAMES {
        let mut game = TrialGame::begin(rules)?;
        game.reads_warnings = seed < GAMES_WITH_LINES && left_for_texts > 0;
        let most = if seed == LONG_GAME { LONG_PLIES } else { PLIES };
        for ply in 0.. {
            let chance = game.awaits_chance();
            if !chance && (left == 0 || ply >= most || fuel.is_used_up()) {
                break;
            }
            // Each choice of a player has its own fuel; the chance nodes after it use the same fuel.
            let before = if chance { game.fuel.spent() } else { 0 };
            let went_on = game.step(&mut Chooser::new(seed, Purpose::Move, ply), &mut listed);
            match went_on {
                Ok(true) => {}
                Ok(false) if ply == 0 => return Some(over_at_once(rules)),
                Ok(false) => break,
                Err(fault) => return Some(game.diagnostic(&fault)),
            }
            let looked_at = seed < GAMES_WITH_LINES && (ply + 1_u64).is_power_of_two();
            if (looked_at || game.is_over())
                && left_for_texts > 0
                && let Some(wrong) = game.wrong_text()
            {
                return Some(wrong);
            }
            let on_texts = game.spent_on_texts.take();
            left_for_texts = left_for_texts.saturating_sub(on_texts);
            game.reads_warnings &= left_for_texts > 0;
            fuel.spend(on_texts);
            let spent = game.fuel.spent().saturating_sub(before) + game.spent_on_lists;
            game.spent_on_lists = 0;
            fuel.spend(spent);
            left = left.saturating_sub(spent);
        }
        if left == 0 || fuel.is_used_up() {
            break;
        }
    }
    None
}

/// The label of a fault before the first choice.
pub(crate) const AT_START: &str = "at the start of a game";

/// Makes the diagnostic for a fault in a game that `check` plays.
pub(crate) fn found_in_play(fault: &Fault) -> Diagnostic {
    Diagnostic::error(
        "E0828",
        fault.place().unwrap_or_default(),
        fault.to_string(),
    )
}

/// Makes the diagnostic for a game without a choice.
fn over_at_once(rules: &Rules) -> Diagnostic {
    let first = rules.model().play.first();
    let place = first.map_or_else(Span::default, |statement| statement.span);
    Diagnostic::error("E0829", place, "the game is over before anybody chooses anything")
        .hint("an `ask` is skipped where no move is legal: is something missing in the set-up, or is the head of a move too strict?")
}

/// The number of moves when they were last listed with their texts, by decision point.
type ListedPlaces = FxHashMap<Option<u32>, usize>;

/// Returns whether to list this number of moves with their texts at a decision point; if so, stores the number.
fn is_to_list(listed: &mut ListedPlaces, place: Option<u32>, moves: usize) -> bool {
    let last = listed.get(&place);
    let more = last.is_none_or(|last| moves >= MANY && moves > last + last / 4);
    if more {
        listed.insert(place, moves);
    }
    more
}

/// A random game with its moves.
struct TrialGame<'r> {
    rules: &'r Rules,
    state: Position,
    played: Vec<Move>,
    /// The fuel for the current move and the chance nodes after it, as in play.
    fuel: Fuel,
    /// The operations for the texts of moves since the last reset.
    spent_on_lists: u64,
    /// The operations for the texts of positions and the warnings since the last reset.
    spent_on_texts: Cell<u64>,
    /// The number of chance nodes since a player's last choice.
    in_a_row: usize,
    /// The game evaluates the warnings before its moves.
    reads_warnings: bool,
    /// A warning with a fault, and whether it took too long.
    faulty_warning: Option<(FaultyText, bool)>,
}

impl<'r> TrialGame<'r> {
    /// Begins a game. If it cannot begin, the search for faults at the start reports this.
    fn begin(rules: &'r Rules) -> Option<Self> {
        Some(Self {
            rules,
            state: rules.start().ok()?,
            played: Vec::new(),
            fuel: Fuel::default(),
            spent_on_lists: 0,
            spent_on_texts: Cell::default(),
            in_a_row: 0,
            reads_warnings: false,
            faulty_warning: None,
        })
    }

    fn is_over(&self) -> bool {
        self.rules.turn(&self.state) == Turn::Over
    }

    fn awaits_chance(&self) -> bool {
        self.rules.turn(&self.state) == Turn::Chance
    }

    /// Plays a random move; returns whether the game continues.
    fn step(&mut self, chooser: &mut Chooser, listed: &mut ListedPlaces) -> Result<bool, Fault> {
        let (rules, state) = (self.rules, &self.state);
        let turn = rules.turn(state);
        let choices: Vec<(Move, u64)> = match &turn {
            Turn::Over => return Ok(false),
            Turn::Players(seats) => {
                (self.fuel, self.in_a_row) = (Fuel::default(), 0);
                match seats.first() {
                    Some(seat) => {
                        let moves = rules.moves_within(state, *seat, &self.fuel)?;
                        moves.into_iter().map(|mv| (mv, 1)).collect()
                    }
                    None => Vec::new(),
                }
            }
            Turn::Chance if self.in_a_row == DRAWS_IN_A_ROW => {
                return Err(drawn_without_end(rules, state));
            }
            Turn::Chance => {
                self.in_a_row += 1;
                rules.outcomes_within(state, &self.fuel)?
            }
        };
        if let Some(actor) = decider(&turn)
            && is_to_list(listed, rules.decision(state), choices.len())
        {
            let fuel = Fuel::default();
            let at = ActorAt::new(rules, state, actor);
            linstock_play::choices(at, &fuel)?;
            self.spent_on_lists = fuel.spent();
        }
        let picked = chooser.pick(choices.iter().map(|(_, weight)| *weight));
        let Some(&(mv, _)) = picked.and_then(|at| choices.get(at)) else {
            return Err(rules.nothing_to_choose(state));
        };
        if self.reads_warnings
            && self.faulty_warning.is_none()
            && let Some(Actor::Player(me)) = decider(&turn)
        {
            let fuel = Fuel::of_texts();
            let at = (state, me);
            let found = linstock_play::first_faulty_warning(rules, at, mv, &fuel);
            self.faulty_warning = found.map(|found| (found, fuel.is_used_up()));
            self.spend_on_texts(&fuel);
        }
        let tried = rules.apply_within(&mut self.state, mv, &self.fuel);
        self.played.push(mv);
        tried.map(|()| true)
    }

    fn spend_on_texts(&self, fuel: &Fuel) {
        let spent = self.spent_on_texts.get();
        self.spent_on_texts.set(spent + fuel.spent());
    }

    /// Reports a fault in a status text, or in a warning before the last move.
    fn wrong_text(&self) -> Option<Diagnostic> {
        let warning = || self.faulty_warning.clone();
        let fuel = Fuel::of_texts();
        let found = linstock_play::first_fault(self.rules, &self.state, &fuel);
        self.spend_on_texts(&fuel);
        let found = found.map(|found| (found, fuel.is_used_up()));
        let ((span, fault), is_dear) = found.or_else(warning)?;
        let what = format!("this line cannot be worked out: {fault}");
        let hint = match is_dear {
            true => {
                "the lines of one position share these operations: look at fewer points, or remember the value when it changes"
            }
            false => {
                "found in some random games; show the line only `when` it has a value, or write another value, as in `{12 / n if n > 0 else 0}`"
            }
        };
        Some(
            Diagnostic::error("E0830", span, what)
                .label(self.after_which())
                .hint(hint),
        )
    }

    /// Describes the position by the last moves.
    fn after_which(&self) -> String {
        match last_moves(&self.texts()) {
            Some(last) => format!("in play, after {last}"),
            None => AT_START.to_owned(),
        }
    }

    /// Makes the diagnostic for a fault, with the moves that led to it.
    fn diagnostic(&self, fault: &Fault) -> Diagnostic {
        let span = fault.place().unwrap_or_default();
        let after = self.after_which();
        let code = self.rules.code.first().into_iter().flatten();
        let instrs = || code.clone().zip(&self.rules.spans);
        let here = instrs().filter(|(_, at)| **at == span);
        let hint = if here
            .clone()
            .any(|(instr, _)| matches!(instr, Instr::Ask(_)))
        {
            "found in some random games"
        } else if here
            .clone()
            .any(|(instr, _)| matches!(instr, Instr::Must(..)))
        {
            "found in some random games; change what is drawn or done before, or the condition"
        } else {
            "found in some random games; restrict the move in its head, or change its statements"
        };
        found_in_play(fault).label(after).hint(hint)
    }

    /// Returns the texts of the moves; plays them again.
    fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let Ok(mut state) = self.rules.start() else {
            return texts;
        };
        for mv in &self.played {
            texts.push(self.rules.text(&state, *mv));
            if self.rules.apply(&mut state, *mv).is_err() {
                break;
            }
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_START, OPERATIONS, find_fault};
    use linstock_base::{CheckFuel, Sources};
    use linstock_check::Choices;
    use linstock_play::Rules;

    /// Returns the rules of a small game, and their text.
    fn rules(moves: &str, play: &str) -> (Rules, String) {
        let text = format!(
            "game x \"X\"\nplayers ann, bob\nboard 3 x 3\npiece s \"s\"\nremember {{ who = none : player; x = 0 }}\n{moves}\nplay {{ {play} }}\n"
        );
        let sources = Sources::from([("x.game", text.as_str())]);
        let rules = Rules::load(&sources, &Choices::default());
        let rules =
            rules.unwrap_or_else(|e| panic!("{}", e.render(&sources, linstock_base::Style::Plain)));
        (rules, text)
    }

    /// A fault of play in a diagnostic.
    #[derive(PartialEq, Debug)]
    struct ToldFault {
        message: String,
        label: String,
        /// The marked text.
        place: String,
    }

    /// Returns the fault in the play of a small game.
    fn fault(moves: &str, play: &str) -> Option<ToldFault> {
        let (rules, text) = rules(moves, play);
        let found = find_fault(&rules, &CheckFuel::default())?;
        let span = found.span.expect("it has a place");
        let place = text[span.start as usize..span.end as usize].to_owned();
        Some(ToldFault {
            message: found.message,
            label: found.label,
            place,
        })
    }

    const GO: &str = "move go \"go {t}\" { t in everything\n s: box -> t }";

    #[test]
    fn a_fault_of_play_is_found_with_its_place_and_the_moves_before() {
        let ToldFault {
            message,
            place,
            label,
        } = fault(GO, "repeat each player { ask me: go }").expect("points get occupied");
        assert!(message.contains("is occupied"), "{message}");
        assert_eq!(place, "s: box -> t");
        assert!(label.starts_with("in play, after "), "{label}");
    }

    #[test]
    fn a_line_that_cannot_be_worked_out_is_told() {
        let go = "move go \"go {t}\" { t in empty\n s: box -> t\n x = x + 1 }";
        let play = "repeat each player { ask me: go otherwise draw }";
        let status = format!("{go}\nstatus \"{{4 / (x - 2)}} left\"");
        let ToldFault {
            message,
            place,
            label,
        } = fault(&status, play).expect("x becomes 2");
        assert!(
            message.starts_with("this line cannot be worked out"),
            "{message}"
        );
        assert_eq!(place, "{4 / (x - 2)} left");
        assert_eq!(label.matches(';').count(), 1, "{label}");
        let shown = format!("{go}\nstatus \"{{4 / (x - 2)}} left\" when x > 2");
        assert_eq!(fault(&shown, play), None);
    }

    #[test]
    fn every_text_that_play_shows_is_worked_out() {
        let go = "move go \"go {t}\" { t in empty\n s: box -> t\n x = x + 1 }";
        let warned = go.replace("\n s:", "\n warn \"{4 / (x - 2)} left\" when x > 1\n s:");
        let end = "repeat each player { ask me: go otherwise win me \"by {4 / (x - 9)}\" }";
        let ask = "repeat each player { ask me \"where, {4 / (x - 4)}?\": go otherwise draw }";
        let result = format!("{go}\nresult \"{{4 / (x - 9)}} left\"");
        let draw = "repeat each player { ask me: go otherwise draw }";
        for (moves, play, place) in [
            (go, end, "win me \"by {4 / (x - 9)}\""),
            (go, ask, "where, {4 / (x - 4)}?"),
            (warned.as_str(), draw, "{4 / (x - 2)} left"),
            (result.as_str(), draw, "{4 / (x - 9)} left"),
        ] {
            let found = fault(moves, play).unwrap_or_else(|| panic!("nothing is said of {place}"));
            assert_eq!(
                (found.message.as_str(), found.place.as_str()),
                ("this line cannot be worked out: 4 is divided by 0", place)
            );
        }
        let sound = end.replace("4 / (x - 9)", "x");
        assert_eq!(fault(go, &sound), None);
    }

    #[test]
    fn rules_that_go_round_for_ever_are_told_at_the_question() {
        let go = "move go \"go {t}\" { t in empty\n s: box -> t }";
        let ToldFault { message, place, .. } =
            fault(go, "repeat each player { ask me: go }").expect("the board fills up");
        assert!(
            message.starts_with("nobody can choose anything any more"),
            "{message}"
        );
        assert_eq!(place, "ask me: go");
        // If something changes in the meantime, it is no endless loop: the game ends.
        let counted = "repeat 200 times { each player { ask me: go } }; draw \"over\"";
        assert_eq!(fault(go, counted), None);
    }

    #[test]
    fn nobody_named_to_begin_is_found() {
        let go = "move go \"go {t}\" { t in empty\n s: box -> t }";
        let play = "each player { ask me: go }; each player from who { ask me: go }";
        let ToldFault { message, .. } = fault(go, play).expect("nobody is named");
        assert!(message.contains("nobody is named"), "{message}");
    }

    #[test]
    fn what_cannot_be_listed_with_its_texts_is_found() {
        let rows: Vec<_> = (0..40).map(|n| format!("r{n}")).collect();
        let take = format!(
            "list card {{ {} }}\nzone deck {{ holds 1 card; open }}\nmove take \"take {{k}}\" {{ k in NUMBER of deck\n x = x + 1 }}",
            rows.join("; ")
        );
        let play = "repeat each player { ask me: take }";
        let ToldFault {
            message,
            place,
            label,
        } = fault(&take.replace("NUMBER", "5"), play).expect("found");
        assert!(
            message.starts_with("there is too much to choose from here"),
            "{message}"
        );
        assert_eq!((place.as_str(), label.as_str()), ("ask me: take", AT_START));
        assert_eq!(fault(&take.replace("NUMBER", "2"), play), None);
    }

    #[test]
    fn many_moves_are_listed_again_where_there_are_more_of_them() {
        let mut listed = super::ListedPlaces::default();
        let counts = [3, 900, 1_000, 1_240, 1_300, 900, 2_000];
        let again = counts.map(|moves| super::is_to_list(&mut listed, Some(1), moves));
        assert_eq!(again, [true, false, true, false, true, false, true]);
        assert!(super::is_to_list(&mut listed, Some(2), 7));
    }

    #[test]
    fn chance_that_goes_on_and_on_is_found() {
        let go = format!("{GO}\nmove roll \"roll {{n}}\" {{ n in 1..6; x = n }}");
        let endless = "ask me: go; repeat 12000 times { ask chance: roll }; repeat each player { ask me: go }";
        let ToldFault { message, place, .. } =
            fault(&go, &format!("each player {{ {endless} }}")).expect("found");
        assert!(
            message.starts_with("chance was asked 10000 times in a row"),
            "{message}"
        );
        assert_eq!(place, "ask chance: roll");
        let some = endless
            .replace("12000", "500")
            .replace("ask me: go }", "ask me: go otherwise draw }")
            .replace("t in everything", "t in empty");
        let go = go.replace("t in everything", "t in empty");
        assert_eq!(fault(&go, &format!("each player {{ {some} }}")), None);
    }

    /// Each choice has its own fuel; the sum over all choices counts.
    #[test]
    fn the_operations_of_all_choices_are_counted() {
        let go = "move go \"go {t}\" { t in empty\n when x >= 0\n s: box -> t\n repeat 4000 times { x = x + 1 } }";
        let (rules, _) = rules(go, "repeat each player { ask me: go otherwise draw }");
        let fuel = CheckFuel::default();
        assert_eq!(find_fault(&rules, &fuel), None);
        let spent = fuel.spent();
        assert!((OPERATIONS..2 * OPERATIONS).contains(&spent), "{spent}");
    }

    /// Faults of one game in 81, and of very long games.
    #[test]
    fn rare_faults_are_found() {
        let go = "move go \"go {t}\" { t in everything\n t -> box\n s: box -> t\n if t is a1 { x = x + 1 } }";
        let play = "repeat 2 times { ask me: go }; if x > 1 { s: box -> a1 }; draw \"over\"";
        assert!(fault(go, play).is_some());
        let go = "move go \"go {t}\" { t in everything\n t -> box\n x = x + 1 }";
        let play =
            "repeat each player { ask me: go; if x > 1900 { s: box -> everything; s: box -> a1 } }";
        assert!(fault(go, play).is_some());
    }

    #[test]
    fn sound_rules_have_none() {
        let go = "move go \"go {t}\" { t in empty\n s: box -> t }";
        assert_eq!(
            fault(go, "repeat each player { ask me: go otherwise draw }"),
            None
        );
    }
}
