//! Why a game goes on: its possible endings, and why each of them has not come.

use crate::explain;
use crate::reference::Evaluator;
use crate::sentence;
use crate::wording::Phrasing;
use crate::{Actor, Session};
use linstock_base::Span;
use linstock_engine::vm::{Fuel, SpelledPosition, TracedSteps};
use linstock_model::{Ask, Ending, Model, Node, SeatId, Stmt, StmtKind, TagId, Truth};
use std::collections::BTreeMap;

/// An ending of the rules that has not come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenEnding {
    /// The reason that the rules give for it.
    pub reason: String,
    /// The clauses that decide it.
    pub tags: Vec<TagId>,
    /// Why it has not come, in sentences. Empty if its condition depends on a move, or holds now.
    pub because: Vec<String>,
}

/// An ending of the rules, with its conditions.
struct FoundEnding<'m> {
    ending: &'m Stmt,
    /// The innermost condition, question or round around it.
    hangs: Option<EndingCondition<'m>>,
    /// The outer conditions. If one of them does not hold, the rules do not ask for the ending.
    around: Vec<&'m Node<Truth>>,
    /// Whether it comes only if nobody can choose the move that the rules ask for.
    is_without_choice: bool,
    /// Whether it comes after all rounds of the game.
    is_after_rounds: bool,
}

/// The condition of an ending.
#[derive(Clone, Copy)]
enum EndingCondition<'m> {
    /// It comes if this condition holds.
    On(&'m Stmt, &'m Node<Truth>),
    /// It comes if the condition of this statement does not hold.
    OnNot(&'m Stmt),
    /// It comes if nobody can choose the move that the rules ask for.
    OnNoChoice,
    /// It follows rounds, which end once this condition holds for nobody.
    AfterRounds(&'m Node<Truth>),
}

impl EndingCondition<'_> {
    /// Returns whether it is a condition of the position.
    fn is_plain(self) -> bool {
        matches!(self, Self::On(..) | Self::OnNot(_))
    }
}

impl Session {
    /// Returns the endings of the rules that have not come, each once, with the reasons.
    #[must_use]
    pub fn open_endings(&self) -> Vec<OpenEnding> {
        let model = self.model();
        let say = Phrasing(model.sheet.language);
        let found = gather_all(model);
        let fuel = &Fuel::default();
        let asked = self.asked_last();
        let told = |found: &FoundEnding<'_>| {
            let (ending, hangs) = (found.ending, found.hangs);
            let StmtKind::End(end) = &ending.kind else {
                return None;
            };
            let because = match hangs {
                _ if !self.reached(found, fuel) => self.unreached(found, fuel),
                Some(EndingCondition::On(stmt, cond)) if asked.get(&stmt.span) == Some(&false) => {
                    self.unmet((cond, true), &self.table_after_last(), fuel)
                }
                _ if found.is_after_rounds && hangs.is_none_or(|hangs| hangs.is_plain()) => {
                    vec![say.not_yet_there()]
                }
                Some(EndingCondition::On(..)) if found.is_without_choice => self.can_choose(),
                // The rules ask for it later: as the game stands now, for the player to move.
                Some(EndingCondition::On(_, cond)) => {
                    self.unmet((cond, true), &self.table_now(), fuel)
                }
                Some(EndingCondition::OnNot(stmt)) if asked.get(&stmt.span) == Some(&true) => {
                    vec![say.keeps_going()]
                }
                Some(EndingCondition::OnNoChoice) => self.can_choose(),
                Some(EndingCondition::AfterRounds(cond)) => self.still_in(cond, fuel),
                Some(EndingCondition::OnNot(_)) | None => Vec::new(),
            };
            let around = match hangs {
                Some(EndingCondition::On(stmt, _) | EndingCondition::OnNot(stmt)) => {
                    stmt.tags.as_slice()
                }
                Some(EndingCondition::OnNoChoice | EndingCondition::AfterRounds(_)) | None => &[],
            };
            let tags = ending.tags.iter().chain(around).copied();
            let told = OpenEnding {
                reason: self.text_of_ending(end, fuel),
                tags: TagId::once_each(tags),
                because,
            };
            Some((told, self.is_of_another(found, &asked, fuel)))
        };
        let all: Vec<_> = found.iter().filter_map(told).collect();
        // Leave out an ending that only another player could bring, if this player could bring it elsewhere.
        let told_of = |reason: &str| {
            let mut all = all.iter();
            all.any(|(ending, of_another)| !of_another && ending.reason == reason)
        };
        let own = all
            .iter()
            .filter(|(ending, of_another)| !of_another || !told_of(&ending.reason));
        let mut endings = told_once(own.map(|(ending, _)| ending.clone()));
        for ending in &mut endings {
            ending.tags = explain::nearest(ending.tags.iter().copied());
        }
        endings
    }

    /// Returns the clauses that decide the result: the clauses of the ending that came, and those of its condition, from
    /// the proof of that condition. Empty while the game goes on.
    #[must_use]
    pub fn end_clauses(&self) -> Vec<TagId> {
        let Some(outcome) = self.rules().outcome(self.state()) else {
            return Vec::new();
        };
        let asked = self.asked_last();
        let came = |ending: &Stmt, stmt: &Stmt| {
            let all_there = ending.tags.iter().all(|tag| outcome.tags.contains(tag));
            all_there && asked.get(&stmt.span) == Some(&true)
        };
        let held = gather_all(self.model())
            .into_iter()
            .filter_map(|found| match found.hangs {
                Some(EndingCondition::On(stmt, cond)) if came(found.ending, stmt) => Some(cond),
                _ => None,
            });
        let (table, fuel) = (self.table_after_last(), &Fuel::default());
        let decided = held.flat_map(|cond| {
            // A condition in a move's body may use the move's arguments, which are not known here.
            explain::of_condition(self.evaluator_of(&table, fuel), cond).unwrap_or_default()
        });
        let tags = outcome.tags.iter().copied().chain(decided);
        TagId::once_each(tags)
    }

    /// Returns the conditions of statements that the last turn evaluated, by their places, with their values.
    fn asked_last(&self) -> BTreeMap<Span, bool> {
        let rules = self.rules();
        let steps = self.last_steps();
        let asked = steps.next.iter().filter_map(|step| {
            let held = rules.branch(*step)?;
            Some((rules.statement_at(step.0), held))
        });
        asked.collect()
    }

    fn evaluator_of<'s>(&'s self, table: &'s SpelledPosition, fuel: &'s Fuel) -> Evaluator<'s> {
        let rules = self.rules();
        Evaluator {
            scripts: rules.scripts.as_deref(),
            seen: rules.repetitions(self.state()),
            ..Evaluator::new(rules.model(), table, fuel)
        }
    }

    /// Returns the text of an ending as if it came after the last move.
    fn text_of_ending(&self, end: &Ending, fuel: &Fuel) -> String {
        let table = self.table_after_last();
        // The text may name the move's arguments, which are not known here. Then it stays as written.
        sentence::sentence(self.evaluator_of(&table, fuel), &end.said)
            .unwrap_or_else(|_| end.reason.clone())
    }

    /// Spells out the position, with the player of the last move as `me`.
    fn table_after_last(&self) -> SpelledPosition {
        let mut table = self.rules().spell_out(self.state());
        let actor = self.history().last().map(|ply| ply.actor);
        if let Some(Actor::Player(seat)) = actor {
            table.me = seat;
        }
        table
    }

    /// Returns the steps of the last move, or the steps to the start.
    fn last_steps(&self) -> TracedSteps {
        let last = self.ply().checked_sub(1);
        let steps = match last {
            Some(ply) => {
                let before = self.state_at(ply);
                self.rules().steps_after(&before, self.history()[ply].mv)
            }
            None => self.rules().steps_to_start(),
        };
        // A move that was played before does not fail here. A position that was set up has no steps.
        steps.unwrap_or_default()
    }

    /// Explains why a condition does not have the wanted value in a position.
    fn unmet(
        &self,
        (cond, wanted): (&Node<Truth>, bool),
        table: &SpelledPosition,
        fuel: &Fuel,
    ) -> Vec<String> {
        // A condition in a move's body may use the move's arguments, which are not known here.
        explain::unmet(
            self.evaluator_of(table, fuel),
            (cond, wanted),
            self.setup().sources.as_deref(),
        )
        .unwrap_or_default()
    }

    /// Explains which outer condition keeps the rules from asking for an ending.
    fn unreached(&self, found: &FoundEnding<'_>, fuel: &Fuel) -> Vec<String> {
        let table = self.table_after_last();
        let mut around = found.around.iter();
        let why = around.find_map(|cond| {
            let why = self.unmet((cond, true), &table, fuel);
            (!why.is_empty()).then_some(why)
        });
        why.unwrap_or_default()
    }

    /// Returns whether an ending depends on who acts, and the acting player is another one.
    fn is_of_another(
        &self,
        found: &FoundEnding<'_>,
        asked: &BTreeMap<Span, bool>,
        fuel: &Fuel,
    ) -> bool {
        let Some(EndingCondition::On(stmt, cond)) = found.hangs else {
            return false;
        };
        if asked.contains_key(&stmt.span) && self.reached(found, fuel) {
            return false;
        }
        let (last, now) = (self.table_after_last(), self.table_now());
        let mut around = found.around.iter();
        around.any(|cond| explain::is_of_another(self.evaluator_of(&last, fuel), cond))
            || explain::is_of_another(self.evaluator_of(&now, fuel), cond)
    }

    /// Spells out the position, with the player to move as `me`.
    fn table_now(&self) -> SpelledPosition {
        let mut table = self.table_after_last();
        if let Some(Actor::Player(seat)) = self.decider() {
            table.me = seat;
        }
        table
    }

    /// Says that somebody can choose a move.
    fn can_choose(&self) -> Vec<String> {
        let say = Phrasing(self.model().sheet.language);
        let somebody = say.somebody();
        vec![say.can_choose(self.who_chooses().unwrap_or(&somebody))]
    }

    /// Returns whether the outer conditions of an ending hold, as far as they can be evaluated now.
    fn reached(&self, found: &FoundEnding<'_>, fuel: &Fuel) -> bool {
        let table = self.table_after_last();
        let evaluator = self.evaluator_of(&table, fuel);
        let mut around = found.around.iter();
        around.all(|cond| evaluator.truth(cond) != Ok(false))
    }

    /// Names the players for whom the rounds go on.
    fn still_in(&self, cond: &Node<Truth>, fuel: &Fuel) -> Vec<String> {
        let model = self.model();
        let mut table = self.rules().spell_out(self.state());
        let mut still = Vec::new();
        for (seat, player) in (0..).map(SeatId).zip(&model.players) {
            table.me = seat;
            if self.evaluator_of(&table, fuel).truth(cond) == Ok(true) {
                still.push(model.title(player).to_owned());
            }
        }
        let say = Phrasing(model.sheet.language);
        let told = (!still.is_empty()).then(|| say.still_in(&say.all(&still)));
        told.into_iter().collect()
    }

    fn who_chooses(&self) -> Option<&str> {
        let name = self.actor_name(self.decider()?);
        Some(self.model().title(name))
    }
}

/// Finds all endings of the rules.
fn gather_all(model: &Model) -> Vec<FoundEnding<'_>> {
    let mut found = Vec::new();
    gather(&model.play, (None, &[], false), &mut found);
    for ending in &mut found {
        ending.is_after_rounds = comes_after_rounds(&model.play, ending.ending) == Some(true);
    }
    for mv in &model.moves {
        gather(&mv.body, (None, &[], false), &mut found);
    }
    found
}

/// Returns whether an ending in a block comes after rounds that go on until play leaves them. Returns `None` if the
/// ending is not in the block.
fn comes_after_rounds(block: &[Stmt], ending: &Stmt) -> Option<bool> {
    let mut after = false;
    for stmt in block {
        if std::ptr::eq(stmt, ending) {
            return Some(after);
        }
        let mut blocks = stmt.blocks();
        let within = blocks.find_map(|block| comes_after_rounds(block, ending));
        let rounds = is_endless(&stmt.kind);
        if let Some(within) = within {
            return Some(!rounds && (after || within));
        }
        after |= rounds || stmt.blocks().any(|block| holds_rounds(block));
    }
    None
}

/// Returns whether a block holds rounds that go on until play leaves them.
fn holds_rounds(block: &[Stmt]) -> bool {
    let mut all = block.iter();
    all.any(|stmt| is_endless(&stmt.kind) || stmt.blocks().any(|block| holds_rounds(block)))
}

fn is_endless(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Repeat(None, _) | StmtKind::Each { endless: true, .. }
    )
}

/// Merges equal endings, since many routines and moves may end the game alike. Prefers the one that has an explanation.
fn told_once(endings: impl Iterator<Item = OpenEnding>) -> Vec<OpenEnding> {
    let mut told: Vec<OpenEnding> = Vec::new();
    for ending in endings {
        let alike = told.iter_mut().find(|other| {
            other.reason == ending.reason
                && (other.because == ending.because || other.because.is_empty())
        });
        let Some(other) = alike else {
            let asked = |other: &OpenEnding| other.reason == ending.reason;
            if !(ending.because.is_empty() && told.iter().any(asked)) {
                told.push(ending);
            }
            continue;
        };
        if other.because == ending.because {
            // Tags that all of the merged endings share are nearer than tags of one ending.
            let (shared, of_one): (Vec<TagId>, Vec<TagId>) =
                other.tags.iter().partition(|tag| ending.tags.contains(tag));
            let tags = shared.into_iter().chain(of_one);
            other.tags = TagId::once_each(tags.chain(ending.tags.iter().copied()));
        } else {
            *other = ending;
        }
    }
    told
}

/// Finds the endings in a block, each with its condition: the innermost condition or question around it, or the rounds
/// that must end before it.
fn gather<'m>(
    body: &'m [Stmt],
    (mut hangs, around, is_without_choice): (Option<EndingCondition<'m>>, &[&'m Node<Truth>], bool),
    found: &mut Vec<FoundEnding<'m>>,
) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::End(_) => found.push(FoundEnding {
                ending: stmt,
                hangs,
                around: around.to_vec(),
                is_without_choice,
                is_after_rounds: false,
            }),
            StmtKind::If(cond, then, otherwise) => {
                let mut within = around.to_vec();
                if let Some(EndingCondition::On(_, outer)) = hangs {
                    within.push(outer);
                }
                gather(
                    then,
                    (
                        Some(EndingCondition::On(stmt, cond)),
                        &within,
                        is_without_choice,
                    ),
                    found,
                );
                gather(
                    otherwise,
                    (
                        Some(EndingCondition::OnNot(stmt)),
                        &within,
                        is_without_choice,
                    ),
                    found,
                );
            }
            StmtKind::Ask(Ask { otherwise, .. }) => {
                gather(
                    otherwise,
                    (Some(EndingCondition::OnNoChoice), around, true),
                    found,
                );
            }
            _ => stmt
                .blocks()
                .for_each(|block| gather(block, (hangs, around, is_without_choice), found)),
        }
        if let StmtKind::Each {
            endless: true,
            filter: Some(cond),
            ..
        } = &stmt.kind
        {
            hangs = Some(EndingCondition::AfterRounds(cond));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OpenEnding, told_once};
    use crate::Rules;
    use crate::{Session, Setup};
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_model::TagId;
    use std::sync::Arc;

    /// A row of three points. A player with a man on both ends, or with a man in the middle and empty ends, wins.
    const ROW: &str = "game row \"Row\"\nplayers a, b\nboard 3 x 1\npiece man \"m\"\n\
        fact ends = @R-2 (a1 is own and c1 is own)\n\
        fact alone = @R-3 (b1 is own) and @R-4 (a1 is empty and c1 is empty)\n\
        move put \"{t}\" { t in empty; man: box -> t }\n\
        play { repeat each player { ask me: put otherwise draw \"full\"\n @R-1 if ends or alone { win me \"so\" } } }\n\
        clauses {\n R-1 \"one\"\n R-2 \"two\"\n R-3 \"three\"\n R-4 \"four\" }\n";

    fn end_clauses(moves: &[&str]) -> Vec<String> {
        let rules = Rules::load(&Sources::from([("row.game", ROW)]), &Choices::default());
        let rules = Arc::new(rules.expect("no mistakes"));
        let mut session = Session::begin(rules, Setup::default()).expect("it begins");
        for text in moves {
            session.play(&[(*text).into()]).expect("it is legal");
        }
        let model = session.model();
        let tags = session.end_clauses().into_iter();
        tags.map(|tag| model.tag(tag).to_owned()).collect()
    }

    #[test]
    fn the_clauses_of_a_result_are_those_of_what_held() {
        assert_eq!(end_clauses(&["b1"]), ["R-1", "R-3", "R-4"]);
        assert_eq!(end_clauses(&["a1", "b1", "c1"]), ["R-1", "R-2"]);
        assert!(end_clauses(&["a1"]).is_empty());
    }

    /// Conditions of several forms; the rules give none of them a name.
    const FORMS: &str = r#"game forms "Forms"
players a, b
board 4 x 2 {
  a { forward north; goal = row 2 }
  b { forward south; goal = row 1 }
}
piece man "m", ox "o"
list side (part) { left {a1, a2}; right {d1, d2} }
remember { tries = 0 }
fact held(x) = count (own man and part of x) >= 2
move step "{f}-{t}" { f in own; t in next to f and empty; f -> t; tries = tries + 1 }
play {
  man of a: box -> {a1, c1}
  ox of a: box -> {d1}
  man of b: box -> {b2}
  repeat each player {
    ask me: step
    if no (own except goal of me) { win me "across" }
    if some (goal of me and reached from own man over own) { win me "a way" }
    if joined(own) { win me "one chain" }
    for x in side { if held(x) { win me "held" } }
    if tries / 2 >= 5 { draw "long" }
    if no enemy { win me "alone" }
  }
}
words {
  "tries / 2" "the number of rounds"
  part of side "the side"
}
"#;

    #[test]
    fn an_ending_behind_rounds_says_who_keeps_them_going() {
        let text = "game last \"Last\"\nplayers a, b, c\nremember { out of player = no }\n\
            move go \"go\" { out of me = yes }\nmove stay \"stay\" { }\n\
            play {\n repeat each player where not out of it { ask me: go, stay }\n draw \"all are out\"\n}\n";
        let rules = Rules::load(&Sources::from([("last.game", text)]), &Choices::default());
        let rules = Arc::new(rules.expect("no mistakes"));
        let mut session = Session::begin(rules, Setup::default()).expect("it begins");
        for text in ["go", "stay"] {
            session.play(&[text.into()]).expect("it is legal");
        }
        let endings = session.open_endings();
        let said = endings.iter().map(|ending| ending.because.join("; "));
        assert_eq!(said.collect::<Vec<_>>(), ["still in the round: b and c"]);
    }

    #[test]
    fn what_keeps_an_ending_from_coming_is_said_in_words() {
        let sources = Arc::new(Sources::from([("forms.game", FORMS)]));
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        let setup = Setup {
            sources: Some(sources),
            ..Setup::default()
        };
        let mut session = Session::begin(Arc::new(rules), setup).expect("it begins");
        session.play(&["c1-b1".into()]).expect("it is legal");
        let endings = session.open_endings().into_iter();
        let said =
            endings.map(|ending| format!("{}: {}", ending.reason, ending.because.join("; ")));
        assert_eq!(
            said.collect::<Vec<_>>(),
            [
                "across: a piece not in goal of a stands on a1, b1 and d1",
                "a way: there is no point in goal of a and reached from a man",
                "one chain: not all a pieces are joined: no way leads from a1 to d1",
                "held: there is 1 a man in the side of left; at least 2 are needed",
                "held: there are no a men in the side of right; at least 2 are needed",
                "long: the number of rounds is 0, and must be at least 5",
                "alone: a b piece stands on b2",
            ]
        );
    }

    #[test]
    fn of_rows_only_those_are_told_that_an_ending_is_asked_for() {
        let text = "game gates \"Gates\"\nplayers a, b\nboard 3 x 2\npiece man \"m\"\n\
            list gate (side, inside) { low a, {a1}; high b, {a2} }\n\
            fact foreign(g) = side of g is not me\n\
            move step \"{f}-{t}\" { f in own; t in next to f and empty; f -> t }\n\
            play {\n a man: box -> b1\n b man: box -> c2\n repeat each player {\n ask me: step\n\
            for g in gate where foreign(g) { if some (own and inside of g) { win me \"inside\" } }\n } }\n";
        let rules = Rules::load(&Sources::from([("gates.game", text)]), &Choices::default());
        let rules = Arc::new(rules.expect("no mistakes"));
        let mut session = Session::begin(rules, Setup::default()).expect("it begins");
        session.play(&["b1-c1".into()]).expect("it is legal");
        let endings = session.open_endings();
        let said = endings.iter().map(|ending| ending.because.join("; "));
        assert_eq!(said.collect::<Vec<_>>(), ["there is no a man in a2"]);
    }

    fn ending(reason: &str, tag: u16, because: &[&str]) -> OpenEnding {
        OpenEnding {
            reason: reason.to_owned(),
            tags: vec![TagId(tag)],
            because: because.iter().map(|text| (*text).to_owned()).collect(),
        }
    }

    #[test]
    fn equal_endings_are_told_once() {
        let endings = [
            ending("left open", 0, &[]),
            ending("left open", 1, &["0 men are there"]),
            ending("left open", 2, &["0 men are there"]),
            ending("left open", 3, &[]),
            ending("left open", 4, &["1 man is there"]),
            ending("destroyed", 5, &[]),
            ending("destroyed", 6, &[]),
        ];
        let mut left_open = ending("left open", 1, &["0 men are there"]);
        left_open.tags.push(TagId(2));
        let mut destroyed = ending("destroyed", 5, &[]);
        destroyed.tags.push(TagId(6));
        let one_man = ending("left open", 4, &["1 man is there"]);
        assert_eq!(
            told_once(endings.into_iter()),
            [left_open, one_man, destroyed]
        );
    }
}
