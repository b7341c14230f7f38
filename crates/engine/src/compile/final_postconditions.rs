//! Finds the postconditions (`leaves`) that are final at the end of the move's body.
//!
//! A postcondition is evaluated at the next decision point. Many instructions may run before that: the turn passes, the
//! rules check whether the game ends. If none of them writes words that the condition reads, the condition holds there if
//! it holds at the end of the body; and if the game ends before, or a fault is raised, the move is legal anyway.

use crate::ir::instructions::{Instr, MoveTemplate, Pc, PostconditionCode};
use crate::ir::words_read::{Words, are_apart, one_of_many, words_from, words_read};
use crate::ir::{CompiledRules, Layout};

/// Marks the postconditions that are final.
pub(super) fn mark(rules: &mut CompiledRules) {
    let found = all_final(rules);
    let mut found = found.into_iter();
    let points = rules.decision_points.iter_mut();
    let templates = points
        .flat_map(|point| &mut point.choices)
        .flat_map(|choices| &mut choices.templates);
    for postcondition in templates.filter_map(|template| template.postcondition.as_mut()) {
        postcondition.is_final = found.next().unwrap_or(false);
    }
}

/// Returns whether each postcondition is final, in the order of decision points, seats and templates.
fn all_final(rules: &CompiledRules) -> Vec<bool> {
    let mut known: Vec<((Pc, PostconditionCode), bool)> = Vec::new();
    let mut all = Vec::new();
    for point in &rules.decision_points {
        for choices in &point.choices {
            for template in &choices.templates {
                let Some(postcondition) = template.postcondition else {
                    continue;
                };
                let key = (template.body, postcondition);
                let is_final = match known.iter().find(|(other, _)| *other == key) {
                    Some((_, is_final)) => *is_final,
                    None => {
                        let is_final = is_final(rules, template, postcondition);
                        known.push((key, is_final));
                        is_final
                    }
                };
                all.push(is_final);
            }
        }
    }
    all
}

/// Returns whether a postcondition of a template is final.
fn is_final(
    rules: &CompiledRules,
    template: &MoveTemplate,
    postcondition: PostconditionCode,
) -> bool {
    if postcondition.supposing.is_some() {
        return false;
    }
    let (Some(reads), Some(writes)) = (
        words_read(rules, postcondition.cond),
        written_after(rules, template.body),
    ) else {
        return false;
    };
    reads
        .iter()
        .all(|read| writes.iter().all(|write| are_apart(read, write)))
}

/// Returns the words that may be written between the end of a move's body and the next decision point; `None` if they are
/// not known.
fn written_after(rules: &CompiledRules, body: Pc) -> Option<Vec<Words>> {
    let me = Layout::ME..Layout::ME + 1;
    let mut written = vec![me];
    written.extend(rules.layout.last_move.map(|word| word..word + 1));
    let mut after = FlowWalk::new(rules);
    let mut within = FlowWalk::new(rules);
    within.open.push(body);
    while let Some(instr) = within.next() {
        match instr {
            Instr::Done(_, _, to) => after.open.push(to),
            // A choice within the body belongs to other moves.
            Instr::Ask(_) => return None,
            other => within.follow(other),
        }
    }
    while let Some(instr) = after.next() {
        written.push(written_by(rules, instr)?);
        after.follow(instr);
    }
    Some(written)
}

/// A walk over the instructions that may follow others, up to decision points and ends.
struct FlowWalk<'r> {
    rules: &'r CompiledRules,
    open: Vec<Pc>,
    seen: Vec<bool>,
    /// The copies of the current instruction that are not returned yet.
    copies: Vec<(Pc, Instr)>,
    at: Pc,
}

impl<'r> FlowWalk<'r> {
    fn new(rules: &'r CompiledRules) -> Self {
        let most = rules.code.iter().map(Vec::len).max().unwrap_or(0);
        Self {
            rules,
            open: Vec::new(),
            seen: vec![false; most],
            copies: Vec::new(),
            at: 0,
        }
    }

    /// Returns the next instruction; returns the copies for all seats one by one, since any seat may act.
    fn next(&mut self) -> Option<Instr> {
        while self.copies.is_empty() {
            let pc = self.open.pop()?;
            if !std::mem::replace(&mut self.seen[pc as usize], true) {
                let copies = self.rules.code.iter();
                self.copies = copies.map(|code| (pc, code[pc as usize])).collect();
            }
        }
        let (pc, instr) = self.copies.pop()?;
        self.at = pc;
        Some(instr)
    }

    /// Adds the possible successors of the instruction that was returned last.
    fn follow(&mut self, instr: Instr) {
        let next = self.at + 1;
        match instr {
            // The run stops.
            Instr::Ask(_) | Instr::End(..) => {}
            Instr::Jump(to) | Instr::Done(_, _, to) => self.open.push(to),
            Instr::Unless(_, to)
            | Instr::PassOn(_, to)
            | Instr::PreviousInRound(_, to)
            | Instr::NextInRound(_, to)
            | Instr::CountDown(_, to) => self.open.extend([to, next]),
            Instr::Reveal(_)
            | Instr::Move(..)
            | Instr::Take(_)
            | Instr::TakeSome(_)
            | Instr::Draw(_)
            | Instr::Put(..)
            | Instr::PutOf(..)
            | Instr::Lay(_)
            | Instr::LayPart(_)
            | Instr::Must(..)
            | Instr::Store(..)
            | Instr::StoreOf(..)
            | Instr::StoreEach(..)
            | Instr::StoreMask(..)
            | Instr::StoreMaskOf(..)
            | Instr::Reset(..)
            | Instr::ResetOf(..)
            | Instr::Round(..)
            | Instr::Cycle(..)
            | Instr::RoundBack(..)
            | Instr::EndRound(_)
            | Instr::Clear(..)
            | Instr::Note
            | Instr::Transfer(_)
            | Instr::Script(_) => self.open.push(next),
        }
    }
}

/// Returns the words that an instruction may write, except the word of the acting seat; `None` if it changes the board or
/// zones, or if the words depend on the position.
fn written_by(rules: &CompiledRules, instr: Instr) -> Option<Words> {
    Some(match instr {
        Instr::Ask(_)
        | Instr::Jump(_)
        | Instr::Unless(..)
        | Instr::Must(..)
        | Instr::PassOn(..)
        | Instr::PreviousInRound(..)
        | Instr::NextInRound(..)
        | Instr::Note
        | Instr::End(..) => 0..0,
        Instr::Store(word, ..) | Instr::CountDown(word, _) => words_from(word, 1),
        Instr::StoreOf(word, ..) => one_of_many(rules, word),
        Instr::StoreMask(word, _) => words_from(word, rules.layout.width),
        Instr::Reset(word, (size, count), _) => words_from(word, (size * count) as usize),
        Instr::Round(word, _)
        | Instr::RoundBack(word, _)
        | Instr::Cycle(word, ..)
        | Instr::EndRound(word) => words_from(word, 2),
        Instr::Clear(word, count) | Instr::Done(word, count, _) => words_from(word, count as usize),
        Instr::Reveal(_)
        | Instr::Move(..)
        | Instr::Take(_)
        | Instr::TakeSome(_)
        | Instr::Draw(_)
        | Instr::Put(..)
        | Instr::PutOf(..)
        | Instr::Lay(_)
        | Instr::LayPart(_)
        | Instr::StoreEach(..)
        | Instr::StoreMaskOf(..)
        | Instr::ResetOf(..)
        | Instr::Transfer(_)
        | Instr::Script(_) => return None,
    })
}
