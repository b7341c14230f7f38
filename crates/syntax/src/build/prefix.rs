//! The prefixes of a part of an expression, such as `not` and `next to`.

use crate::ast::{Expr, ExprKind};
use crate::grammar::Rule;
use linstock_base::Span;

/// A prefix of a link in an operand.
#[derive(Clone, Copy)]
pub(super) enum Prefix {
    Some,
    No,
    Count,
    NextTo,
    NextPlayer,
    PreviousPlayer,
    EdgeOf,
    Not,
}

impl Prefix {
    /// Returns the prefix for a grammar rule, if the rule is one.
    pub(super) fn of(rule: Rule) -> Option<Self> {
        Some(match rule {
            Rule::k_some => Self::Some,
            Rule::none_of => Self::No,
            Rule::k_count => Self::Count,
            Rule::next_to => Self::NextTo,
            Rule::next_player => Self::NextPlayer,
            Rule::previous_player => Self::PreviousPlayer,
            Rule::edge_of => Self::EdgeOf,
            Rule::k_not => Self::Not,
            _ => return None,
        })
    }
}
/// Applies prefixes to an expression, the last one first.
pub(super) fn prefixed(prefixes: Vec<(Prefix, Span)>, mut expr: Expr) -> Expr {
    for (prefix, at) in prefixes.into_iter().rev() {
        let span = at.to(expr.span);
        let of = Box::new(expr);
        let kind = match prefix {
            Prefix::Some => ExprKind::Some { none: false, of },
            Prefix::No => ExprKind::Some { none: true, of },
            Prefix::Count => ExprKind::Count(of),
            Prefix::NextTo => ExprKind::NextTo(of),
            Prefix::NextPlayer => ExprKind::NextPlayer(of),
            Prefix::PreviousPlayer => ExprKind::PreviousPlayer(of),
            Prefix::EdgeOf => ExprKind::EdgeOf(of),
            Prefix::Not => ExprKind::Not(of),
        };
        expr = Expr::untagged(span, kind);
    }
    expr
}

#[cfg(test)]
mod tests {
    use super::{Prefix, Rule};
    use crate::grammar_text::alternatives;

    #[test]
    fn every_prefix_of_the_grammar_is_known() {
        for name in alternatives("prefix") {
            let rule = Rule::all_rules()
                .iter()
                .find(|rule| format!("{rule:?}") == name);
            let rule = *rule.unwrap_or_else(|| panic!("no rule `{name}`"));
            assert!(
                Prefix::of(rule).is_some(),
                "the tree does not know `{name}`"
            );
        }
    }
}
