//! Comparisons: `is`, `is not`, `<` and the others.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::decl::options::OptionValue;
use crate::check::expr::elaborate::{Resolved, bare};
use crate::check::expr::members::same_member;
use crate::check::expr::truths::{all_of, any_of, negated};
use crate::check::expr::types::{Type, is_word};
use crate::check::names::nouns::Noun;
use crate::check::names::{Meaning, Scope, name_at};
use crate::model::{Comparison, Family, Node, Num, RuleId, TagId, Truth};
use crate::syntax::ast::{CompareOp, Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Resolves a comparison.
    pub fn compare(
        &mut self,
        op: CompareOp,
        (left, right): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Truth> {
        let (comparison, swap) = match op {
            CompareOp::Is => return self.is((left, right), scope),
            CompareOp::IsNot => {
                let (truth, tags) = self.is((left, right), scope)?;
                let inner = Node::plain(left.span.to(right.span), truth);
                return Some((negated(inner), tags));
            }
            CompareOp::IsIn => return self.is_in((left, right), scope),
            CompareOp::IsNotIn => {
                let (truth, tags) = self.is_in((left, right), scope)?;
                let inner = Node::plain(left.span.to(right.span), truth);
                return Some((negated(inner), tags));
            }
            CompareOp::Less => (Comparison::Less, false),
            CompareOp::AtMost => (Comparison::AtMost, false),
            CompareOp::More => (Comparison::Less, true),
            CompareOp::AtLeast => (Comparison::AtMost, true),
        };
        let types = [self.type_of(left, scope), self.type_of(right, scope)];
        if types.contains(&Type::Nothing) {
            // Nothing is neither more nor less than `none`: the rule asked for it under another value of the option.
            let tags = [left, right].map(|e| self.option_tags(e, scope)).concat();
            return Some((Truth::Fixed(false), tags));
        }
        let (left, right) = (self.num(left, scope), self.num(right, scope));
        let (left, right) = (Box::new(left?), Box::new(right?));
        let (left, right) = if swap { (right, left) } else { (left, right) };
        bare(folded(comparison, left, right))
    }

    /// `X is Y`, by the types of both.
    fn is(&mut self, (left, right): (&Expr, &Expr), scope: &Scope<'_>) -> Resolved<Truth> {
        if is_word(left, "last") {
            return self.last_is(right);
        }
        let (lt, rt) = (self.type_of(left, scope), self.type_of(right, scope));
        if self.is_option_word((left, lt), (right, rt), scope) {
            return self.option_is((left, right), scope);
        }
        match (lt, rt) {
            (Type::Broken, _) => self.mismatch(left, "a value", scope),
            (_, Type::Broken) => self.mismatch(right, "a value", scope),
            (Type::Place, Type::Place | Type::Set | Type::Kind | Type::Seat) => {
                let place = self.place(left, scope)?.kind;
                bare(Truth::In(place, Box::new(self.set(right, scope)?)))
            }
            (Type::Formation, Type::Set | Type::Kind) => {
                let line = self.formation(left, scope)?;
                bare(Truth::LineIn(line, Box::new(self.set(right, scope)?)))
            }
            (Type::Set | Type::Kind, Type::Set | Type::Kind | Type::Place) => {
                let (left, right) = (self.set(left, scope), self.set(right, scope));
                bare(Truth::SameSet(Box::new(left?), Box::new(right?)))
            }
            (Type::Seat | Type::Nothing, Type::Seat | Type::Nothing) => {
                let (left, right) = (self.seat(left, scope), self.seat(right, scope));
                bare(same_member(left?, right?))
            }
            (Type::Row(list), Type::Row(_) | Type::Nothing | Type::Number | Type::Kind)
            | (Type::Nothing | Type::Number | Type::Kind, Type::Row(list)) => {
                let family = Family::Rows(list);
                let (left, right) = (
                    self.item(left, family, scope),
                    self.item(right, family, scope),
                );
                bare(same_member(left?, right?))
            }
            (Type::Seat | Type::Row(_), Type::Seats | Type::Rows(_)) => {
                self.is_in((left, right), scope)
            }
            (Type::Number, Type::Number) => {
                let (left, right) = (self.num(left, scope), self.num(right, scope));
                bare(folded(Comparison::Equal, Box::new(left?), Box::new(right?)))
            }
            (Type::Truth, Type::Truth) => {
                let (left, right) = (self.truth(left, scope)?, self.truth(right, scope)?);
                bare(same_truth(left, right))
            }
            _ => {
                let message = format!("{} is never {}", lt.words(), rt.words());
                let diagnostic = Diagnostic::error(left.span.to(right.span), message);
                self.report(diagnostic.hint(
                    "`is` compares two values of one kind, or asks whether a point lies in a set",
                ));
                None
            }
        }
    }

    /// `k is in area of me`, `p is in others`, `here is in middle`
    fn is_in(&mut self, (left, right): (&Expr, &Expr), scope: &Scope<'_>) -> Resolved<Truth> {
        match self.type_of(right, scope) {
            Type::Zone(_) => {
                let (copies, tags) = self.copies((left, right), scope)?;
                Some((self.is_more(left.span.to(right.span), copies), tags))
            }
            Type::Seats | Type::Rows(_) | Type::Row(_) => {
                let set = self.items(right, scope)?;
                let Some(family) = self.family_of(right, scope) else {
                    return self.mismatch(right, "players or rows of a list", scope);
                };
                let item = self.item(left, family, scope)?;
                let span = left.span.to(right.span);
                let is = self.single(family, &item).into_iter();
                let each = is.zip(set.kind.0).map(|(is, of)| all_of(span, [is, of]));
                let any = any_of(span, each);
                Some((any.kind, [any.tags, item.tags, set.tags].concat()))
            }
            _ => self.is((left, right), scope),
        }
    }

    /// `last is shift`
    fn last_is(&mut self, right: &Expr) -> Resolved<Truth> {
        let words: Vec<&Expr> = match &right.kind {
            ExprKind::Braces(items) => items.iter().collect(),
            _ => vec![right],
        };
        let mut moves = Vec::new();
        for word in words {
            let ExprKind::Word(text) = &word.kind else {
                let diagnostic = Diagnostic::error(word.span, "expected the name of a move");
                self.report(diagnostic.hint("as in: last is step"));
                return None;
            };
            let at = self.move_or_report(&name_at(text, word.span))?;
            moves.push(RuleId::of(&self.names.moves, at)?);
        }
        bare(Truth::LastIs(moves))
    }

    /// Tells whether one side is an option and the other a word that only the option knows.
    fn is_option_word(
        &mut self,
        left: (&Expr, Type),
        right: (&Expr, Type),
        scope: &Scope<'_>,
    ) -> bool {
        let of_words = |ty| matches!(ty, Type::Nothing | Type::Word);
        let word = |ty| matches!(ty, Type::Nothing | Type::Word | Type::Broken);
        (self.option_at(left.0, scope).is_some() && (of_words(left.1) || word(right.1)))
            || (self.option_at(right.0, scope).is_some() && (of_words(right.1) || word(left.1)))
    }

    /// An option compared with one of its words: decided before the game begins.
    fn option_is(&mut self, (left, right): (&Expr, &Expr), scope: &Scope<'_>) -> Resolved<Truth> {
        let (option, other) = if self.option_at(left, scope).is_some() {
            (left, right)
        } else {
            (right, left)
        };
        let Some(at) = self.option_at(option, scope) else {
            return self.mismatch(left, "an option", scope);
        };
        let named = &self.names.options[at];
        let (name, value, tags) = (named.text.clone(), named.what.clone(), named.tags.clone());
        let ExprKind::Word(word) = &other.kind else {
            let holds = matches!((&value, &other.kind), (OptionValue::Num(n), ExprKind::Number(m)) if n == m);
            return Some((Truth::Fixed(holds), tags));
        };
        let allowed = self.option_words(&name);
        if !allowed.contains(word) {
            let known = allowed.iter().map(String::as_str);
            let diagnostic =
                Diagnostic::error(other.span, format!("the option `{name}` is never `{word}`"))
                    .maybe_hint(crate::base::did_you_mean(word, known.clone()))
                    .hint(crate::check::listed("it may be", known));
            self.report(diagnostic);
            return None;
        }
        let holds = match value {
            OptionValue::Nothing => word == "none",
            OptionValue::Word(text) => text == *word,
            OptionValue::Truth(truth) => (word == "yes") == truth,
            OptionValue::Num(_)
            | OptionValue::List(_)
            | OptionValue::Fraction(..)
            | OptionValue::Broken => false,
            OptionValue::Seat(seat) => self.player(&name_at(word, other.span)) == Some(seat),
        };
        Some((Truth::Fixed(holds), tags))
    }

    fn option_at(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<usize> {
        let ExprKind::Word(text) = &e.kind else {
            return None;
        };
        match self.find(&name_at(text, e.span), scope)? {
            Meaning::Option(at) => Some(at),
            Meaning::Param(value, caller) => self.outside(caller, |r| r.option_at(value, caller)),
            _ => None,
        }
    }

    fn option_tags(&mut self, e: &Expr, scope: &Scope<'_>) -> Vec<TagId> {
        self.option_at(e, scope)
            .map(|at| self.names.options[at].tags.clone())
            .unwrap_or_default()
    }

    /// Finds a move, or reports that there is none of that name.
    pub fn move_or_report(&mut self, name: &Name) -> Option<usize> {
        let found = self.move_named(name);
        if found.is_none() {
            self.no_such(Noun::Move, name);
        }
        found
    }
}

/// Compares two numbers, at once if both are fixed.
fn folded(comparison: Comparison, left: Box<Node<Num>>, right: Box<Node<Num>>) -> Truth {
    match (&left.kind, &right.kind) {
        (Num::Fixed(a), Num::Fixed(b)) => Truth::Fixed(comparison.holds(*a, *b)),
        _ => Truth::Compare(comparison, left, right),
    }
}

/// Both hold, or neither does.
fn same_truth(left: Node<Truth>, right: Node<Truth>) -> Truth {
    let not = |truth: &Node<Truth>| Node::plain(truth.span, negated(truth.clone()));
    let both_not = Truth::And(vec![not(&left), not(&right)]);
    let span = left.span;
    let both = Truth::And(vec![left, right]);
    Truth::Or(vec![Node::plain(span, both), Node::plain(span, both_not)])
}
