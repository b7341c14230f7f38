//! Comparisons: `is`, `is not`, `<` and the others. Both sides are elaborated, the second with the type of the
//! first expected. `here is own` tests whether a point is in a set, `owner of here is me` whether two players are
//! the same, `n < 3` compares numbers.

use crate::expr::context::Expected;
use crate::expr::members::same_member;
use crate::expr::truth_folding::{all_of, any_of, negated};
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::expr::types::{Type, is_word};
use crate::expr::vocabulary::Builtin;
use crate::names::nouns::Noun;
use crate::names::option_value::OptionValue;
use crate::names::{ArgType, Meaning, Scope, name_at};
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{Comparison, FiniteDomain, NO_NUMBER, Node, Num, PointSet, Set, TagId, Truth};
use linstock_syntax::ast::{CompareOp, Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Elaborates a comparison.
    pub(crate) fn compare(
        &mut self,
        op: CompareOp,
        (left, right): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Truth> {
        let span = left.span.to(right.span);
        match op {
            CompareOp::Is => self.is((left, right), scope),
            CompareOp::IsNot => {
                let (truth, tags) = self.is((left, right), scope)?;
                Ok((negated(Node::plain(span, truth)), tags))
            }
            CompareOp::IsIn => self.is_in((left, right), scope),
            CompareOp::IsNotIn => {
                let (truth, tags) = self.is_in((left, right), scope)?;
                Ok((negated(Node::plain(span, truth)), tags))
            }
            CompareOp::Less => self.ordered(Comparison::Less, (left, right), scope),
            CompareOp::AtMost => self.ordered(Comparison::AtMost, (left, right), scope),
            CompareOp::More => self.ordered(Comparison::Less, (right, left), scope),
            CompareOp::AtLeast => self.ordered(Comparison::AtMost, (right, left), scope),
        }
    }

    /// Elaborates `X < Y`.
    fn ordered(
        &mut self,
        comparison: Comparison,
        (left, right): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Truth> {
        let lower = self.elaborate(left, Expected::Number, scope);
        let upper = self.elaborate(right, Expected::Number, scope);
        let (lower, upper) = (lower?, upper?);
        if [&lower, &upper]
            .into_iter()
            .any(|n| matches!(n.kind, Typed::Nobody))
        {
            // `none` is neither less nor greater than anything: the rule is meant for another value of the option.
            let tags = [left, right].map(|e| self.option_tags(e, scope)).concat();
            return Ok((Truth::Fixed(false), tags));
        }
        let (lower, upper) = (self.coerce(lower), self.coerce(upper));
        untagged(folded(comparison, Box::new(lower?), Box::new(upper?)))
    }

    /// Elaborates `X is Y`.
    fn is(&mut self, (left, right): (&Expr, &Expr), scope: &Scope<'_>) -> Resolved<Truth> {
        if is_word(left, "last") {
            return self.last_is(right);
        }
        if let Some((option, other)) = self.option_word((left, right), scope) {
            return self.option_is(option, other);
        }
        if let Some(entry) = self.entry_or_none((left, right), scope) {
            let entry: Node<Num> = self.check_as(entry, scope)?;
            let none = Node::plain(right.span, Num::Fixed(NO_NUMBER));
            return untagged(folded(Comparison::Equal, Box::new(entry), Box::new(none)));
        }
        if is_word(left, "there") && matches!(right.kind, ExprKind::Some { .. }) {
            let diagnostic =
                Diagnostic::error("E0602", left.span, "`there` is the name of a point");
            let hint = "leave out `there is`: `some …` asks whether there is one, `no …` whether there is none";
            return Err(self.error(diagnostic.hint(hint)));
        }
        let found = self.infer(left, scope);
        let hint = match &found {
            Ok(left) => Expected::Any.beside(left.kind.ty()),
            Err(_) => Expected::Any,
        };
        let span = left.span.to(right.span);
        let right = self.elaborate(right, hint, scope);
        let (found, right) = (found?, right?);
        if is_word(left, "it") && found.kind.ty() == Type::Seat && right.kind.ty().is_of_points() {
            return Err(self.it_of_point(left.span, scope));
        }
        let points = matches!(right.kind.ty(), Type::Set | Type::Place);
        if is_word(left, "it") && matches!(found.kind.ty(), Type::Row(_)) && points {
            let hint = "`it` belongs to the nearest `where`; to use the value of an outer one, give it a name: some p in own where some f in area where p is ground of f";
            return Err(self.it_is_not("a point", (left.span, "a row of a list"), hint));
        }
        self.same((found, right), span)
    }

    /// Reports `it` in a place where a number has a name.
    pub(crate) fn it_of_number(&mut self, span: Span) -> ErrorGuaranteed {
        let hint = "write the name of the number: some n in 1..4 where n > 2";
        self.it_is_not("a number", (span, "a player"), hint)
    }

    fn it_is_not(
        &mut self,
        wanted: &str,
        (span, found): (Span, &str),
        hint: impl Into<String>,
    ) -> ErrorGuaranteed {
        let message = format!("`it` is not {wanted} here");
        let diagnostic = Diagnostic::error("E0603", span, message);
        self.error(diagnostic.label(format!("this is {found}")).hint(hint))
    }

    /// Reports `it` in a place where an argument names the point.
    pub(crate) fn it_of_point(&mut self, span: Span, scope: &Scope<'_>) -> ErrorGuaranteed {
        let of_points = |ty: &ArgType| matches!(ty, ArgType::Point | ArgType::Line(_));
        let point = scope.args.iter().rfind(|(_, ty)| of_points(ty));
        let point = point.map_or("here", |(name, _)| name.as_str());
        let hint = format!(
            "name the argument: `{point} is …`; in brackets, `it` is each point: (own where it is …)"
        );
        self.it_is_not("a point", (span, "a player"), hint)
    }

    /// Makes `X is Y` from the types of both.
    fn same(&mut self, (left, right): (Node<Typed>, Node<Typed>), span: Span) -> Resolved<Truth> {
        let (left, right) = self.directions_as_values(left, right)?;
        match (left.kind.ty(), right.kind.ty()) {
            (Type::Place, Type::Place | Type::Set | Type::Kind | Type::Seat) => {
                let place = self.coerce(left)?.kind;
                untagged(Truth::In(place, Box::new(self.coerce(right)?)))
            }
            (Type::Set | Type::Kind, Type::Set | Type::Kind)
                if is_one_point(&left.kind) || tells_what_stands(&right.kind) =>
            {
                self.lies_in((left, right), span)
            }
            (Type::Set | Type::Kind, Type::Set | Type::Kind | Type::Place) => {
                let (left, right) = (self.coerce(left), self.coerce(right));
                untagged(Truth::SameSet(Box::new(left?), Box::new(right?)))
            }
            (Type::Seat | Type::Nothing, Type::Seat | Type::Nothing) => {
                self.same_of(FiniteDomain::Players, (left, right))
            }
            (Type::Row(list), Type::Row(_) | Type::Nothing | Type::Number | Type::Kind)
            | (Type::Nothing | Type::Number | Type::Kind, Type::Row(list)) => {
                self.same_of(FiniteDomain::Rows(list), (left, right))
            }
            (Type::Seat | Type::Row(_), Type::Seats | Type::Rows(_)) => {
                self.among((left, right), span)
            }
            (Type::Number, Type::Number) => {
                let (left, right) = (self.coerce(left), self.coerce(right));
                untagged(folded(Comparison::Equal, Box::new(left?), Box::new(right?)))
            }
            (Type::Truth, Type::Truth) => {
                untagged(same_truth(self.coerce(left)?, self.coerce(right)?))
            }
            (lt, rt) => match (left.kind, rt) {
                (Typed::Formation(line), Type::Set | Type::Kind) => {
                    untagged(Truth::LineIn(line, Box::new(self.coerce(right)?)))
                }
                (left, _) => {
                    let sides = [(Node::plain(span, left), rt), (right, lt)];
                    let mistaken = sides
                        .iter()
                        .find_map(|(side, other)| self.is_taken_for_player(side, *other));
                    if let Some(reported) = mistaken {
                        return Err(reported);
                    }
                    let (lw, rw) = (self.type_words(lt), self.type_words(rt));
                    let message = format!("cannot compare {lw} with {rw}");
                    let hint = unlike(lt, rt);
                    Err(self.error(Diagnostic::error("E0606", span, message).hint(hint)))
                }
            },
        }
    }

    /// Converts compared directions to values, both a single one and several.
    fn directions_as_values(
        &mut self,
        left: Node<Typed>,
        right: Node<Typed>,
    ) -> Checked<(Node<Typed>, Node<Typed>)> {
        let left = self.as_one_value(left)?;
        let right = self.as_one_value(right)?;
        Ok((self.as_values(left)?, self.as_values(right)?))
    }

    /// Compares two members of a finite domain.
    fn same_of(
        &mut self,
        finite_domain: FiniteDomain,
        (left, right): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Truth> {
        let left = self.coerce_member(left, finite_domain);
        let right = self.coerce_member(right, finite_domain);
        untagged(same_member(left?, right?))
    }

    /// Elaborates `k is in area of me`, `p is in others`, `here is in middle`.
    fn is_in(&mut self, (left, right): (&Expr, &Expr), scope: &Scope<'_>) -> Resolved<Truth> {
        if is_word(left, "last") {
            return self.last_is(right);
        }
        if let Some((option, other)) = self.option_word((left, right), scope) {
            return self.option_is(option, other);
        }
        let span = left.span.to(right.span);
        let set = match self.infer(right, scope) {
            Ok(set) => set,
            Err(reported) => {
                self.infer(left, scope)?;
                return Err(reported);
            }
        };
        match set.kind.ty() {
            Type::Zone | Type::ZonePart => {
                let (copies, tags) = self.copies_in(left, set, scope)?;
                Ok((self.is_more(span, copies), tags))
            }
            Type::Directions => {
                let left = self.elaborate(left, Expected::Directions, scope)?;
                self.same((left, set), span)
            }
            Type::Seats | Type::Rows(_) | Type::Row(_) => {
                let hint = set
                    .kind
                    .ty()
                    .finite_domain()
                    .map_or(Expected::Any, Expected::Member);
                let member = self.elaborate(left, hint, scope)?;
                self.among((member, set), span)
            }
            Type::Set | Type::Kind | Type::Place => {
                let left = self.infer(left, scope)?;
                match left.kind.ty() {
                    Type::Set | Type::Kind => self.lies_in((left, set), span),
                    _ => self.same((left, set), span),
                }
            }
            _ => {
                let left = self.infer(left, scope)?;
                self.same((left, set), span)
            }
        }
    }

    /// Tests whether a set is a subset of another: no point of it is outside.
    fn lies_in(
        &mut self,
        (left, right): (Node<Typed>, Node<Typed>),
        span: Span,
    ) -> Resolved<Truth> {
        let (left, right) = (self.coerce(left), self.coerce(right));
        let elsewhere = Set::Except(Box::new(left?), Box::new(right?));
        let some = Truth::Some(Box::new(Node::plain(span, elsewhere)));
        untagged(negated(Node::plain(span, some)))
    }

    /// Tests whether a player or row is one of several.
    fn among(&mut self, (member, set): (Node<Typed>, Node<Typed>), span: Span) -> Resolved<Truth> {
        let (finite_domain, set) = self.members_of(set)?;
        let member = self.coerce_member(member, finite_domain)?;
        let is = self.single(finite_domain, &member).into_iter();
        let each = is.zip(set.kind.0).map(|(is, of)| all_of(span, [is, of]));
        let any = any_of(span, each);
        Ok((any.kind, [any.tags, member.tags, set.tags].concat()))
    }

    /// Elaborates `last is shift`.
    fn last_is(&mut self, right: &Expr) -> Resolved<Truth> {
        let words: Vec<&Expr> = match &right.kind {
            ExprKind::Braces(items) => items.iter().collect(),
            _ => vec![right],
        };
        let mut moves = Vec::new();
        for word in words {
            let ExprKind::Word(text) = &word.kind else {
                let diagnostic =
                    Diagnostic::error("E0607", word.span, "expected the name of a move");
                return Err(self.error(diagnostic.hint("as in: last is step")));
            };
            let at = self.move_or_report(&name_at(text, word.span));
            moves.push(self.rule(at?, word.span)?);
        }
        untagged(Truth::LastIs(moves))
    }

    /// Returns the option and the other side, if an option is compared with one of its words, which have no meaning elsewhere.
    fn option_word<'e>(
        &mut self,
        (left, right): (&'e Expr, &'e Expr),
        scope: &Scope<'_>,
    ) -> Option<(usize, &'e Expr)> {
        [(left, right), (right, left)]
            .into_iter()
            .find_map(|(option, other)| {
                let at = self.option_at(option, scope)?;
                if self.compares_directions(at, other, scope) {
                    return None;
                }
                let of_words = matches!(
                    self.names.options[at].what,
                    OptionValue::Nothing | OptionValue::Word(_)
                );
                (of_words || self.is_only_a_word(other, scope)).then_some((at, other))
            })
    }

    /// Returns whether an option of directions is compared with something other than its own words: then it is a
    /// direction like any other.
    fn compares_directions(&mut self, option: usize, other: &Expr, scope: &Scope<'_>) -> bool {
        if !self.names_only_directions(option) {
            return false;
        }
        let ExprKind::Word(word) = &other.kind else {
            return true;
        };
        let named = self.names.options[option].text.clone();
        let is_its_own = self.option_words(&named).contains(word);
        !is_its_own && (self.directions(word).is_some() || !self.is_only_a_word(other, scope))
    }

    /// Returns the entry in `limits of round is none`, if the list of numbers may hold `none`.
    fn entry_or_none<'e>(
        &mut self,
        (left, right): (&'e Expr, &'e Expr),
        scope: &Scope<'_>,
    ) -> Option<&'e Expr> {
        let entry = match (is_word(left, "none"), is_word(right, "none")) {
            (true, false) => right,
            (false, true) => left,
            _ => return None,
        };
        let ExprKind::Of { head, .. } = &entry.kind else {
            return None;
        };
        let option = self.option_at(head, scope)?;
        self.may_hold_none(option).then_some(entry)
    }

    /// Returns whether an expression is `none`, a word of some option, or a word without a meaning.
    fn is_only_a_word(&mut self, e: &Expr, scope: &Scope<'_>) -> bool {
        let Some(name) = Self::word_name(e) else {
            return false;
        };
        match self.find(&name, scope) {
            None | Some(Meaning::Builtin(Builtin::Nobody)) => true,
            Some(Meaning::Option(at)) => matches!(
                self.names.options[at].what,
                OptionValue::Nothing | OptionValue::Word(_)
            ),
            Some(Meaning::Param(value, caller)) => {
                self.in_caller_scope(caller, |r| r.is_only_a_word(value, caller))
            }
            _ => false,
        }
    }

    /// Compares an option with one of its words; this is decided before the game begins.
    fn option_is(&mut self, at: usize, other: &Expr) -> Resolved<Truth> {
        let named = &self.names.options[at];
        let (name, value, tags) = (named.text.clone(), named.what.clone(), named.tags.clone());
        let ExprKind::Word(word) = &other.kind else {
            let holds = matches!((&value, &other.kind), (OptionValue::Num(n), ExprKind::Number(m)) if n == m);
            return Ok((Truth::Fixed(holds), tags));
        };
        let allowed = self.option_words(&name);
        if !allowed.contains(word) {
            if self.is_broken_kind("players") {
                return Err(self.excused(other.span));
            }
            let known = allowed.iter().map(String::as_str);
            let diagnostic = Diagnostic::error(
                "E0608",
                other.span,
                format!("the option `{name}` has no value `{word}`"),
            )
            .maybe_did_you_mean(linstock_base::similar(word, known.clone()))
            .hint(linstock_base::listed("values", known));
            // A variant may give an option other values than the rules of the game name.
            let declared = self.option_place(&name);
            let diagnostic = match declared.filter(|place| place.file != other.span.file) {
                Some(place) => diagnostic
                    .related(place, format!("here, `{name}` has no such value"))
                    .hint("keep the value, or also replace the rules that name it"),
                None => diagnostic,
            };
            return Err(self.error(diagnostic));
        }
        let holds = match value {
            OptionValue::Nothing => word == "none",
            OptionValue::Word(text) => text == *word,
            OptionValue::Truth(truth) => (word == "yes") == truth,
            OptionValue::Seat(seat) => self.player(&name_at(word, other.span)) == Some(seat),
            _ => false,
        };
        Ok((Truth::Fixed(holds), tags))
    }

    fn option_at(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<usize> {
        let ExprKind::Word(text) = &e.kind else {
            return None;
        };
        match self.find(&name_at(text, e.span), scope)? {
            Meaning::Option(at) => Some(at),
            Meaning::Param(value, caller) => {
                self.in_caller_scope(caller, |r| r.option_at(value, caller))
            }
            _ => None,
        }
    }

    fn option_tags(&mut self, e: &Expr, scope: &Scope<'_>) -> Vec<TagId> {
        self.option_at(e, scope)
            .map(|at| self.names.options[at].tags.clone())
            .unwrap_or_default()
    }

    /// Finds a move, or reports that no move has this name.
    pub(crate) fn move_or_report(&mut self, name: &Name) -> Checked<usize> {
        match self.move_named(name) {
            Some(at) => Ok(at),
            None => Err(self.no_such(Noun::Move, name)),
        }
    }
}

/// Returns advice about a comparison of two things that are never the same.
fn unlike(left: Type, right: Type) -> &'static str {
    match (left, right) {
        (Type::Fraction, Type::Number | Type::Fraction) | (Type::Number, Type::Fraction) => {
            "a fraction has two parts, which are whole numbers: `numerator of komi is 15 and denominator of komi is 2`"
        }
        (Type::Set | Type::Kind, Type::Nothing) => "to ask whether there is none, say `no …`",
        (Type::Set | Type::Kind | Type::Place, Type::Truth) => {
            "to ask whether there is one, say `some …`; whether there is none, `no …`"
        }
        (Type::Zone, Type::Set) => {
            "to ask whether a zone is empty, say `no hand of me`; how much it holds, `size of hand of me`"
        }
        (Type::Set | Type::Kind, Type::Number) => "to compare how many there are, say `count …`",
        (Type::Zone, Type::Number) => "to compare how much it holds, say `size of …`",
        (Type::Set | Type::Kind | Type::Place, Type::Seat) => {
            "to ask whose piece stands on a point: `owner of here is me`"
        }
        (Type::Seat, Type::Set | Type::Kind) => {
            "to ask about the pieces of a player, name them: `some (own and far of me)`"
        }
        _ => "`is` compares two values of one kind, or asks whether a point is in a set",
    }
}

/// Returns whether a set describes what is on a point, such as `empty` and `own king`: `goal of me is own`.
fn tells_what_stands(typed: &Typed) -> bool {
    fn tells(set: &Set) -> bool {
        match set {
            Set::Empty | Set::Pieces(..) => true,
            Set::And(parts) | Set::Or(parts) => parts.iter().all(|part| tells(&part.kind)),
            Set::Except(of, _) => tells(&of.kind),
            _ => false,
        }
    }
    match typed {
        Typed::Set(set) => tells(set),
        other => other.ty() == Type::Kind,
    }
}

/// Returns whether a set is one point in every position: that of a row, or a region of one point.
fn is_one_point(typed: &Typed) -> bool {
    let single = |points: &PointSet| points.count_ones(..) == 1;
    match typed {
        Typed::Set(Set::Region(sets, _)) => sets.iter().all(single),
        Typed::Set(Set::Fixed(points)) => single(points),
        _ => false,
    }
}

/// Compares two numbers; folds the result if both are fixed.
fn folded(comparison: Comparison, left: Box<Node<Num>>, right: Box<Node<Num>>) -> Truth {
    match (&left.kind, &right.kind) {
        (Num::Fixed(a), Num::Fixed(b)) => Truth::Fixed(comparison.holds(*a, *b)),
        _ => Truth::Compare(comparison, left, right),
    }
}

/// Makes the truth that both hold or neither does.
fn same_truth(left: Node<Truth>, right: Node<Truth>) -> Truth {
    let not = |truth: &Node<Truth>| Node::plain(truth.span, negated(truth.clone()));
    let both_not = Truth::And(vec![not(&left), not(&right)]);
    let span = left.span;
    let both = Truth::And(vec![left, right]);
    Truth::Or(vec![Node::plain(span, both), Node::plain(span, both_not)])
}

#[cfg(test)]
mod tests {
    use super::{Type, unlike};

    #[test]
    fn a_fraction_is_compared_by_its_parts() {
        let hint = unlike(Type::Fraction, Type::Number);
        assert!(
            hint.contains("numerator of") && hint.contains("denominator of"),
            "{hint}"
        );
        assert_eq!(hint, unlike(Type::Number, Type::Fraction));
        assert_ne!(hint, unlike(Type::Number, Type::Truth));
    }
}
