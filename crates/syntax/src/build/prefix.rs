//! The prefixes of a part of an expression, such as `not` and `next to`.

use crate::ast::{Expr, ExprKind};
use crate::grammar::Rule;

/// Returns the form of an expression with a prefix before it; `None` if the rule is not a prefix.
pub(super) fn prefixed(rule: Rule, of: Box<Expr>) -> Option<ExprKind> {
    Some(match rule {
        Rule::k_some => ExprKind::Some { none: false, of },
        Rule::none_of => ExprKind::Some { none: true, of },
        Rule::k_count => ExprKind::Count(of),
        Rule::next_to => ExprKind::NextTo(of),
        Rule::next_player => ExprKind::NextPlayer(of),
        Rule::previous_player => ExprKind::PreviousPlayer(of),
        Rule::edge_of => ExprKind::EdgeOf(of),
        Rule::k_not => ExprKind::Not(of),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Rule, prefixed};
    use crate::ast::{Expr, ExprKind};
    use crate::grammar_text::alternatives;
    use linstock_base::Span;

    #[test]
    fn every_prefix_of_the_grammar_is_known() {
        for name in alternatives("prefix") {
            let mut rules = Rule::all_rules().iter();
            let rule = rules.find(|rule| format!("{rule:?}") == name);
            let rule = *rule.unwrap_or_else(|| panic!("no rule `{name}`"));
            let of = Box::new(Expr::untagged(Span::default(), ExprKind::Number(1)));
            assert!(
                prefixed(rule, of).is_some(),
                "the tree does not know `{name}`"
            );
        }
    }
}
