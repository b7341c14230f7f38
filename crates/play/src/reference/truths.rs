//! Evaluates conditions, script calls, and values of any type, with a proof if one is wanted.

use crate::reference::proof::{
    ConditionPart, Evaluated, Evidence, ScriptCall, SeenValue, TruthParts, ValueOnly,
};
use crate::reference::{Evaluator, Fault, ROW, VALUE, has, misfit};
use linstock_base::Span;
use linstock_engine::ir::{ScriptAnswer, WordsView};
use linstock_engine::vm::SCRIPT_OPERATION;
use linstock_model::{
    FiniteDomain, MemberSet, Node, RowId, ScriptId, SeatId, Truth, Value, ValueExpr,
};

impl<'a> Evaluator<'a> {
    /// Evaluates a condition.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn truth(&self, node: &Node<Truth>) -> Result<bool, Fault> {
        Ok(self.walk_truth::<ValueOnly>(node)?.value)
    }

    pub(super) fn walk_truth<E: Evidence>(
        &self,
        node: &'a Node<Truth>,
    ) -> Result<Evaluated<'a, Truth, E>, Fault> {
        self.spend_on::<E>(VALUE, node.span)?;
        let (value, parts) = match &node.kind {
            Truth::Fixed(truth) => (*truth, TruthParts::Fixed),
            Truth::And(parts) => {
                let (refuted, parts) = self.any_is(parts, false)?;
                (!refuted, TruthParts::And(parts))
            }
            Truth::Or(parts) => {
                let (holds, parts) = self.any_is(parts, true)?;
                (holds, TruthParts::Or(parts))
            }
            Truth::Not(part) => {
                let part = self.walk_truth(part)?;
                (!part.value, TruthParts::Not(part))
            }
            Truth::Some(set) => {
                let set = self.walk_set(set)?;
                (!set.value.is_clear(), TruthParts::Some(set))
            }
            Truth::Joined(set) => {
                let set = self.walk_set(set)?;
                let size = set.value.count_ones(..);
                self.spend(self.steps_to_neighbours(size), node.span)?;
                let piece = self.first_piece(&set.value)?;
                (piece == set.value, TruthParts::Joined(set, piece))
            }
            Truth::SomeLine(line) => {
                let lines = self.walk_formations(*line)?;
                let stands = !lines.found.is_empty();
                (stands, TruthParts::SomeLine(lines))
            }
            Truth::In(place, set) => {
                let (set, place) = (self.walk_set(set)?, self.seen_place(*place)?);
                let inside = place.point.is_some_and(|point| has(&set.value, point));
                (inside, TruthParts::In(place, set))
            }
            Truth::LineIn(line, set) => {
                let (set, line) = (self.walk_set(set)?, self.seen_line(*line)?);
                let inside = line.points.iter().all(|point| has(&set.value, *point));
                (inside, TruthParts::LineIn(line, set))
            }
            Truth::SameSet(left, right) => {
                let (left, right) = (self.walk_set(left)?, self.walk_set(right)?);
                let same = left.value == right.value;
                (same, TruthParts::SameSet(left, right))
            }
            Truth::Compare(how, left, right) => {
                let (left, right) = (self.walk_num(left)?, self.walk_num(right)?);
                let holds = how.holds(left.value, right.value);
                (holds, TruthParts::Compare(*how, left, right))
            }
            Truth::SameMember(left, right) => {
                let (left, right) = (self.walk_member(left)?, self.walk_member(right)?);
                let same = left.value == right.value;
                (same, TruthParts::SameMember(left, right))
            }
            Truth::LastIs(moves) => {
                let last = self.table.last;
                let is = last.is_some_and(|last| moves.contains(&last));
                (is, TruthParts::LastIs(moves, last))
            }
            Truth::Seen(times) => {
                let often = self.seen >= *times;
                (often, TruthParts::Seen(*times, self.seen))
            }
            Truth::Script(script, args) => {
                let call = self.walk_script(*script, args)?;
                let Value::Truth(truth) = call.value("a yes or no")? else {
                    return Err(misfit("a yes or no"));
                };
                (truth, TruthParts::Script(call))
            }
        };
        if let Some(decided) = self.decided
            && !matches!(node.kind, Truth::Fixed(_))
        {
            decided.count(node.span, value);
        }
        Ok(Evaluated::of(node, value, parts))
    }

    /// Returns whether one of several conditions has the expected value. The conditions after the first such one are
    /// evaluated only for a proof; a fault in them changes nothing.
    fn any_is<E: Evidence>(
        &self,
        truths: &'a [Node<Truth>],
        wanted: bool,
    ) -> Result<(bool, Vec<ConditionPart<'a, E>>), Fault> {
        let (mut found, mut parts) = (false, Vec::new());
        for truth in truths {
            if found && !E::KEEPS {
                break;
            }
            match self.walk_truth(truth) {
                Err(fault) if !found => return Err(fault),
                part => {
                    found |= part.as_ref().is_ok_and(|part| part.value == wanted);
                    parts.extend(E::KEEPS.then_some(part));
                }
            }
        }
        Ok((found, parts))
    }

    /// Evaluates which members of a finite domain are in a set.
    pub(super) fn walk_members<E: Evidence>(
        &self,
        node: &'a Node<MemberSet>,
    ) -> Result<Evaluated<'a, MemberSet, E>, Fault> {
        let truths = self.walk_each(&node.kind.0)?;
        let members = members_of(&truths);
        Ok(Evaluated::of(node, members, truths))
    }

    /// Evaluates a condition for each member of a finite domain.
    pub(super) fn walk_each<E: Evidence>(
        &self,
        truths: &'a [Node<Truth>],
    ) -> Result<Vec<Evaluated<'a, Truth, E>>, Fault> {
        truths.iter().map(|truth| self.walk_truth(truth)).collect()
    }

    /// Evaluates a value of any type.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn value(&self, value: &ValueExpr) -> Result<Value, Fault> {
        Ok(self.walk_value::<ValueOnly>(value)?.value())
    }

    fn walk_value<E: Evidence>(&self, value: &'a ValueExpr) -> Result<SeenValue<'a, E>, Fault> {
        Ok(match value {
            ValueExpr::Num(node) => SeenValue::Num(self.walk_num(node)?),
            ValueExpr::Truth(node) => SeenValue::Truth(self.walk_truth(node)?),
            ValueExpr::Member(finite_domain, node) => {
                SeenValue::Member(*finite_domain, self.walk_member(node)?)
            }
            ValueExpr::Place(node) => SeenValue::Place(self.seen_place(node.kind)?),
            ValueExpr::Set(node) => SeenValue::Set(self.walk_set(node)?),
            ValueExpr::Kind(kind) => SeenValue::Kind(*kind),
        })
    }

    /// Calls a script with evaluated arguments.
    ///
    /// # Errors
    /// If an argument is missing or the script fails.
    pub fn script(&self, script: ScriptId, args: &[ValueExpr]) -> Result<ScriptAnswer, Fault> {
        Ok(self.walk_script::<ValueOnly>(script, args)?.answer)
    }

    pub(super) fn walk_script<E: Evidence>(
        &self,
        script: ScriptId,
        args: &'a [ValueExpr],
    ) -> Result<ScriptCall<'a, E>, Fault> {
        let args: Result<Vec<_>, _> = args.iter().map(|arg| self.walk_value(arg)).collect();
        let host = self
            .scripts
            .ok_or_else(|| Fault::script("no script can be run here"))?;
        self.spend(self.operations_of_call(), Span::default())?;
        let at = WordsView {
            words: &self.table.words(self.model),
            me: self.table.me,
        };
        let args = args?;
        let values: Vec<Value> = args.iter().map(SeenValue::value).collect();
        let operations = std::cell::Cell::new(0);
        let answer = host
            .call(script, &values, at, &operations)
            .map_err(Fault::script)?;
        let operations = operations.get().saturating_mul(SCRIPT_OPERATION);
        self.spend(operations, Span::default())?;
        Ok(ScriptCall {
            script,
            args,
            answer,
        })
    }
}

impl Evaluator<'_> {
    /// Returns the operations of handing the position to a script.
    fn operations_of_call(&self) -> usize {
        let table = self.table;
        let memories: usize = table.memories.iter().map(Vec::len).sum();
        SCRIPT_OPERATION + ROW * (table.pieces.len() + memories)
    }
}

/// Returns the indexes of the members of a finite domain for which a condition holds.
pub(super) fn members_of<E: Evidence>(truths: &[Evaluated<'_, Truth, E>]) -> Vec<u8> {
    let numbered = (0u8..).zip(truths).filter(|(_, truth)| truth.value);
    numbered.map(|(at, _)| at).collect()
}

impl<E: Evidence> ScriptCall<'_, E> {
    /// Returns the value that the script returned.
    pub(super) fn value(&self, wanted: &str) -> Result<Value, Fault> {
        match &self.answer {
            ScriptAnswer::Value(value) => Ok(value.clone()),
            ScriptAnswer::No(_) => Ok(Value::Truth(false)),
            ScriptAnswer::Changes(_) => Err(misfit(wanted)),
        }
    }
}

impl<E: Evidence> SeenValue<'_, E> {
    /// Returns the value.
    #[must_use]
    pub fn value(&self) -> Value {
        match self {
            Self::Num(num) => Value::Num(num.value),
            Self::Truth(truth) => Value::Truth(truth.value),
            Self::Member(FiniteDomain::Players, member) => Value::Seat(member.value.map(SeatId)),
            Self::Member(FiniteDomain::Rows(list), member) => {
                Value::Row(*list, member.value.map(RowId))
            }
            Self::Place(place) => Value::Point(place.point),
            Self::Set(set) => Value::Points(set.value.clone()),
            Self::Kind(kind) => Value::Kind(*kind),
        }
    }
}
