//! Explains why a condition does not hold, or holds where it must not.

use crate::explain::describe::Explainer;
use crate::explain::problem::{Problem, merged};
use crate::explain::sets::{Problems, alternatives};
use crate::reference::{
    ConditionPart, NumParts, Proof, ScriptCall, SeenFormations, SeenLine, SeenMemory, SeenPlace,
    SetParts, TruthParts, WithParts, has, points_of,
};
use crate::wording::reasons::HowMany;
use linstock_engine::ir::ScriptAnswer;
use linstock_engine::vm::Fault;
use linstock_model::visit::{Visitor, Walk, ZoneRead};
use linstock_model::{
    Comparison, FiniteDomain, FormReads, MemoryRef, MemoryType, Model, NO_NUMBER, Num, Point,
    PointSet, RuleId, ScriptId, Set, TagId, Truth, ZoneRef,
};

/// How many parts of a condition need the expected value for the whole to have it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    All,
    One,
}

impl Needed {
    fn all_if(all: bool) -> Self {
        if all { Self::All } else { Self::One }
    }
}

impl Explainer<'_> {
    /// Returns why a condition does not hold. Empty if it holds.
    pub(super) fn truth(&self, proof: &Proof<'_, Truth>) -> Problems {
        self.unless(proof, true)
    }

    /// Returns why the condition does not have the expected value. Empty if it has.
    pub(super) fn unless(&self, proof: &Proof<'_, Truth>, wanted: bool) -> Problems {
        if proof.value == wanted {
            return Ok(Vec::new());
        }
        let said = |text| vec![Problem::state(text)];
        let holds = !wanted;
        let found = match &*proof.parts {
            TruthParts::And(parts) => self.parts(parts, wanted, Needed::all_if(wanted))?,
            TruthParts::Or(parts) => self.parts(parts, wanted, Needed::all_if(!wanted))?,
            TruthParts::Not(part) => self.unless(part, !wanted)?,
            TruthParts::In(place, set) => self.whether_in(*place, set, wanted)?,
            TruthParts::LineIn(line, set) => self.whether_line_in(line, set, wanted)?,
            TruthParts::Script(call) => vec![self.script_refuses(call, holds)],
            TruthParts::Some(set) => match self.lies_elsewhere(set)? {
                Some(elsewhere) if holds => elsewhere,
                _ => said(match self.is_filled(set).filter(|_| !holds) {
                    Some(filled) => filled,
                    None => self.whether_some(set, holds),
                }),
            },
            TruthParts::SomeLine(lines) => said(self.whether_line(lines, holds)),
            TruthParts::Compare(how, left, right) => {
                let problem = Problem::state(self.compared(left, *how, right, holds));
                vec![problem.about(&left.node.tags).about(&right.node.tags)]
            }
            TruthParts::SameMember(left, right) => {
                let values = (self.item(left, right), self.item(right, left));
                let names = (self.item_name(left), self.item_name(right));
                let left = (values.0.as_str(), names.0.as_deref());
                let right = (values.1.as_str(), names.1.as_deref());
                said(self.say().same_player(left, right, holds))
            }
            TruthParts::LastIs(moves, _) => {
                said(self.say().last_move(&self.move_names(moves), holds))
            }
            TruthParts::Seen(times, _) => said(self.say().occurred(*times, holds)),
            TruthParts::SameSet(left, right) if wanted => said(self.different(left, right)),
            TruthParts::Fixed => {
                let words = self.quote(proof.node.span);
                let text = self.say().by_options(words.as_deref(), holds);
                vec![Problem {
                    settled: true,
                    ..Problem::state(text)
                }]
            }
            TruthParts::Joined(set, piece) => said(self.whether_joined(set, piece, holds)),
            TruthParts::SameSet(..) => {
                let words = self.quote(proof.node.span);
                said(self.say().condition(words.as_deref(), holds))
            }
        };
        let tags = &proof.node.tags;
        let found = self.in_own_words(proof.node.reason.as_ref(), found);
        let found = found.into_iter().map(|problem| match proof.node.reason {
            Some(_) => problem.said_by(tags),
            None => problem.within(tags),
        });
        Ok(found.collect())
    }

    /// Explains the parts of a condition.
    fn parts(
        &self,
        parts: &[ConditionPart<'_, WithParts>],
        wanted: bool,
        needed: Needed,
    ) -> Problems {
        let problems = |part: &ConditionPart<'_, WithParts>| match part {
            Ok(part) => self.unless(part, wanted),
            Err(fault) => Err(fault.clone()),
        };
        if needed == Needed::All {
            let found: Result<Vec<_>, Fault> = parts.iter().map(problems).collect();
            return Ok(merged(found?.concat(), |all| self.say().all(all)));
        }
        // A part that the options rule out is not an alternative.
        let is_fixed = |part: &&ConditionPart<'_, WithParts>| matches!(part, Ok(part) if matches!(&*part.parts, TruthParts::Fixed));
        let (fixed, open): (Vec<_>, Vec<_>) = parts.iter().partition(is_fixed);
        let given = |part: &&ConditionPart<'_, WithParts>| {
            self.is_of_given()
                && part.as_ref().is_ok_and(|part| {
                    is_given(part, self.model) || fails_as_given(part, self.model)
                })
        };
        let (given, open): (Vec<_>, Vec<_>) = open.into_iter().partition(given);
        let looked_at = [open, given, fixed].into_iter();
        let looked_at = looked_at.into_iter().find(|parts| !parts.is_empty());
        let looked_at = looked_at.unwrap_or_default();
        let found: Result<Vec<_>, Fault> = looked_at.into_iter().map(problems).collect();
        Ok(alternatives(self.say(), found?))
    }

    fn whether_in(&self, place: SeenPlace, set: &Proof<'_, Set>, wanted: bool) -> Problems {
        match place.point {
            None => Ok(vec![Problem::state(
                self.say().off_board(&self.place(place)),
            )]),
            Some(point) if wanted => self.set(set, point),
            Some(point) => Ok(vec![self.excluded(set, point)]),
        }
    }

    fn whether_line_in(&self, line: &SeenLine, set: &Proof<'_, Set>, wanted: bool) -> Problems {
        if !wanted {
            let name = self.set_name(set);
            let text = self
                .say()
                .among(&self.line_ends(line.line), name.as_deref());
            return Ok(vec![Problem::state(text).within(&set.node.tags)]);
        }
        let problems = |point: &Point| self.set(set, *point);
        let all: Result<Vec<_>, Fault> = line.points.iter().map(problems).collect();
        Ok(all?.concat())
    }

    /// Explains the answer of a script: in the script's own words, if it gives any.
    fn script_refuses(&self, call: &ScriptCall<'_, WithParts>, holds: bool) -> Problem {
        match &call.answer {
            ScriptAnswer::No(no) => {
                let reason = no.reason.chars().filter(|c| !c.is_control()).collect();
                let problem = Problem {
                    own_words: true,
                    ..Problem::state(reason)
                };
                problem.within(&self.tag_of(&no.clause))
            }
            ScriptAnswer::Value(_) | ScriptAnswer::Changes(_) => {
                let name = self.script_name(call.script);
                Problem::state(self.say().script_says(name, holds))
            }
        }
    }

    pub(super) fn script_name(&self, script: ScriptId) -> &str {
        let known = self.model.scripts.get(script.index());
        known.map_or("", |known| known.name.as_str())
    }

    fn tag_of(&self, clause: &str) -> Vec<TagId> {
        let tags = self.model.tags.iter();
        let known = tags.zip(0..).find(|(name, _)| *name == clause);
        known.map(|(_, at)| TagId(at)).into_iter().collect()
    }

    /// Describes how two numbers compare.
    fn compared<'p, 'm>(
        &self,
        left: &'p Proof<'m, Num>,
        how: Comparison,
        right: &'p Proof<'m, Num>,
        holds: bool,
    ) -> String {
        let any = how == Comparison::Less && matches!(left.node.kind, Num::Fixed(0));
        let there = if any { self.lying(right) } else { None };
        if let Some(there) = there {
            return there;
        }
        let is_fixed = |number: &Proof<'_, Num>| matches!(&*number.parts, NumParts::Fixed);
        let from_left = !is_fixed(left) || is_fixed(right);
        let (subject, other) = if from_left {
            (left, right)
        } else {
            (right, left)
        };
        if let NumParts::Memory(memory) = &*subject.parts
            && how == Comparison::Equal
            && self.is_yes_or_no(memory)
        {
            return self
                .say()
                .remembered(&self.memory(memory), subject.value != 0);
        }
        if let Some(counted) = self.counted_pieces(subject) {
            let other = self.num(other);
            return self
                .say()
                .counted_pieces(&counted, (how, from_left), (&other, holds));
        }
        let name = self.num_name(subject);
        if other.value == NO_NUMBER && how == Comparison::Equal {
            return self
                .say()
                .is_none(name.as_deref(), subject.value == NO_NUMBER);
        }
        let subject = (name.as_deref(), subject.value);
        self.say()
            .compared(subject, (how, from_left), &self.num(other), holds)
    }

    /// Says how many pieces or points there are, if the number is a count of them that has no name of its own.
    fn counted_pieces(&self, number: &Proof<'_, Num>) -> Option<String> {
        let NumParts::Count(set) = &*number.parts else {
            return None;
        };
        if self.title_of(number.node.span).is_some() {
            return None;
        }
        let (one, several) = (
            self.noun(set, HowMany::One)?,
            self.noun(set, HowMany::Several)?,
        );
        Some(self.say().there_are(number.value, &one, &several))
    }

    /// Returns whether a memory holds yes or no.
    fn is_yes_or_no(&self, memory: &SeenMemory<'_, WithParts>) -> bool {
        let known = self.model.memories.get(memory.memory.memory.index());
        known.is_some_and(|known| known.ty == MemoryType::Truth)
    }

    /// Describes the contents of a zone, if the number is a count of them.
    fn lying(&self, number: &Proof<'_, Num>) -> Option<String> {
        match &*number.parts {
            NumParts::Copies(item, zone) => {
                let list = FiniteDomain::Rows(self.model.zone(zone.zone.zone).list);
                let what = item.value.map(|at| self.row_in_list(list, at));
                Some(
                    self.say()
                        .lies_there(what.as_deref(), &self.zone_name(zone), number.value),
                )
            }
            NumParts::Size(zone) => Some(self.say().holds(&self.zone_name(zone), number.value)),
            _ => None,
        }
    }

    /// Names the points in which two sets differ.
    fn different(&self, left: &Proof<'_, Set>, right: &Proof<'_, Set>) -> String {
        let only_in = |one: &Proof<'_, Set>, other: &Proof<'_, Set>| {
            let points = points_of(&one.value).filter(|at| !has(&other.value, *at));
            points.map(|at| self.point(at)).collect::<Vec<_>>()
        };
        let (missing, too_much) = (only_in(right, left), only_in(left, right));
        let alone = |set: &Proof<'_, Set>| points_of(&set.value).count() == 1;
        match (missing.as_slice(), too_much.as_slice()) {
            ([wanted], [found]) if alone(left) && alone(right) => {
                self.say().not_same(found, wanted)
            }
            _ => self.say().other_points(&missing, &too_much),
        }
    }

    /// For a set minus certain pieces or minus the empty points: explains that the set consists only of such points.
    /// Returns `None` if the set is one of pieces.
    fn is_filled(&self, set: &Proof<'_, Set>) -> Option<String> {
        let SetParts::Except(of, out) = &*set.parts else {
            return None;
        };
        if self.layer_of_pieces(of).is_some() {
            return None;
        }
        let points = self.noun(of, HowMany::One)?;
        if matches!(&*out.parts, SetParts::Empty) {
            return Some(self.say().all_empty(&points));
        }
        self.layer_of_pieces(out)?;
        let pieces = self.noun(out, HowMany::One)?;
        Some(self.say().all_held(&points, &pieces))
    }

    /// Explains why the first point of a difference of sets is not among the subtracted points. Returns `None` if the set
    /// is one of pieces and the subtracted set is not.
    fn lies_elsewhere(&self, set: &Proof<'_, Set>) -> Result<Option<Vec<Problem>>, Fault> {
        let SetParts::Except(of, out) = &*set.parts else {
            return Ok(None);
        };
        let point = points_of(&set.value).next();
        let layer = self.layer_of_pieces(of);
        let told = point.filter(|_| layer.is_none() || layer == self.layer_of_pieces(out));
        let told = told.map(|at| self.set(out, at));
        told.transpose()
    }

    fn whether_some(&self, set: &Proof<'_, Set>, holds: bool) -> String {
        let noun = self.noun(set, HowMany::One);
        let name = self.set_name(set);
        let points = self.say().few(&self.points(&set.value));
        match (noun, name) {
            (Some(noun), _) if holds => match self.layer_of_pieces(set) {
                Some(layer) => {
                    let rest = self.rest(layer, None);
                    self.say().found_on(&noun, &points, rest)
                }
                None => self.say().there_is(&noun, &points),
            },
            (Some(noun), _) => self.say().missing(&noun),
            (None, Some(name)) if !name.starts_with('`') && holds => {
                self.say().there_is(&name, &points)
            }
            (None, Some(name)) if name.starts_with('`') && !holds => self.say().no_point_in(&name),
            (None, Some(name)) if !holds => self.say().missing(&name),
            (None, Some(name)) => self.say().none_may_lie(&name, &points),
            (None, None) if holds => self.say().against_it(&points),
            (None, None) => self.say().no_such_point(),
        }
    }

    /// Explains whether all points of a set are connected, and which are not.
    fn whether_joined(&self, set: &Proof<'_, Set>, piece: &PointSet, holds: bool) -> String {
        let noun = self.noun(set, HowMany::Several);
        let noun = noun.or_else(|| self.set_name(set)).unwrap_or_default();
        if holds {
            return self.say().joined_all(&noun);
        }
        let points = points_of(&set.value);
        let apart = points
            .filter(|at| !has(piece, *at))
            .map(|at| self.point(at));
        let first = points_of(piece).next();
        let first = first.map_or_else(String::new, |at| self.point(at));
        self.say()
            .not_joined(&noun, &first, &self.say().few(&apart.collect::<Vec<_>>()))
    }

    fn whether_line(&self, lines: &SeenFormations<'_, WithParts>, holds: bool) -> String {
        let name = lines
            .line
            .map_or_else(String::new, |known| self.line_title(known));
        if !holds {
            return self.say().there_is_no_line(&name);
        }
        let rears: Vec<_> = lines.found.iter().map(|(at, _)| self.point(*at)).collect();
        self.say().there_is_line(&name, &self.say().all(&rears))
    }

    fn move_names(&self, moves: &[RuleId]) -> Vec<String> {
        moves
            .iter()
            .filter_map(|&rule| self.model.moves.iter().find(|m| m.rule == rule))
            .map(|mv| self.model.title(&mv.name).to_owned())
            .collect()
    }
}

/// Returns whether a condition reads only arguments, the acting player, and what never changes.
pub(super) fn is_given(proof: &Proof<'_, Truth>, model: &Model) -> bool {
    let mut reads = ReadsOfPosition {
        model,
        found: matches!(proof.node.kind, Truth::Fixed(_)),
    };
    proof.node.walk(&mut reads);
    !reads.found
}

/// Returns whether a condition does not hold, whatever the position is.
pub(super) fn fails_as_given(proof: &Proof<'_, Truth>, model: &Model) -> bool {
    match &*proof.parts {
        TruthParts::And(parts) => {
            let mut parts = parts.iter().flatten();
            parts.any(|part| fails_as_given(part, model))
        }
        TruthParts::Or(parts) => {
            let fails = |part: &ConditionPart<'_, WithParts>| {
                let part = part.as_ref();
                part.is_ok_and(|part| fails_as_given(part, model))
            };
            !parts.is_empty() && parts.iter().all(fails)
        }
        _ => !proof.value && is_given(proof, model),
    }
}

struct ReadsOfPosition<'m> {
    model: &'m Model,
    found: bool,
}

impl Visitor for ReadsOfPosition<'_> {
    fn memory(&mut self, memory: &MemoryRef) {
        let known = self.model.memories.get(memory.memory.index());
        self.found |= known.is_none_or(|known| !known.passing);
    }

    fn zone(&mut self, _zone: &ZoneRef, _read: ZoneRead) {
        self.found = true;
    }

    fn form(&mut self, reads: FormReads) {
        self.found |= reads.pieces || reads.steps || reads.last_move || reads.repetition;
    }

    fn script(&mut self, _script: ScriptId) {
        self.found = true;
    }
}
