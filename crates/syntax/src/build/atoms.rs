//! Builds the parts of expressions without operators: words, numbers, calls, brackets, quantifiers.

use crate::ast::{Binder, Expr, ExprKind, Name, Reached};
use crate::build::Builder;
use crate::build::expr::filtered;
use crate::grammar::Rule;
use crate::parser::{Children, Pair};
use linstock_base::Diagnostic;

impl Builder<'_> {
    pub(super) fn atom(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::paren => return self.paren(pair),
            Rule::number | Rule::integer => ExprKind::Number(self.number(&pair)?.0),
            Rule::plain_word | Rule::bare_no => ExprKind::Word(pair.as_str().trim_end().to_owned()),
            Rule::owned => {
                let mut children = Children::of(pair);
                let owner = self.take_name(&mut children)?;
                let kind = self.take_name(&mut children)?;
                ExprKind::Owned { owner, kind }
            }
            Rule::counted => return self.counted(pair),
            Rule::range => {
                let mut children = Children::of(pair);
                let first = self.atom(children.next()?)?;
                let last = self.atom(children.next()?)?;
                ExprKind::Range(Box::new(first), Box::new(last))
            }
            Rule::mapped => ExprKind::Mapped(self.take_text(&mut Children::of(pair))?),
            Rule::rank => return self.rank(pair),
            Rule::seen => ExprKind::Seen(self.take_number(&mut Children::of(pair))?.0),
            Rule::braces => ExprKind::Braces(self.inner_exprs(Children::of(pair))?),
            Rule::call => {
                let (name, args) = self.call(pair)?;
                ExprKind::Call { name, args }
            }
            Rule::script_call => {
                let (name, args) = self.call(pair)?;
                ExprKind::Script { name, args }
            }
            Rule::some_over => {
                let mut children = Children::of(pair);
                let some = children.pick(Rule::some_word)?;
                let none = some.as_str().starts_with("no");
                let over = Box::new(self.over(&mut children)?);
                ExprKind::SomeOver { none, over }
            }
            Rule::sum_over => {
                let mut children = Children::of(pair);
                let over = Box::new(self.over(&mut children)?);
                let value = Box::new(self.take_inner(&mut children)?);
                ExprKind::SumOver { over, value }
            }
            Rule::best_of => {
                let mut children = Children::of(pair);
                let sole = children.pick(Rule::sole).is_some();
                let over = Box::new(self.over(&mut children)?);
                let by = self.inner_exprs(children)?;
                ExprKind::Best { sole, over, by }
            }
            Rule::extreme => {
                let mut children = Children::of(pair);
                let least = children
                    .pick(Rule::extreme_word)?
                    .as_str()
                    .starts_with("least");
                let over = Box::new(self.over(&mut children)?);
                ExprKind::Extreme { least, over }
            }
            Rule::reached => ExprKind::Reached(Box::new(self.reached(Children::of(pair))?)),
            Rule::reflection => {
                let mut children = Children::of(pair);
                let of = Box::new(self.operand(children.next()?)?);
                let axis = self.name(&children.next()?);
                ExprKind::Reflection { of, axis }
            }
            Rule::copies_of => {
                let mut children = Children::of(pair);
                let of = Box::new(self.atom(children.next()?)?);
                let zone = Box::new(self.operand(children.next()?)?);
                ExprKind::Copies { of, zone }
            }
            _ => return None,
        };
        Some(Expr::untagged(span, kind))
    }

    fn inner_exprs(&mut self, children: Children<'_>) -> Option<Vec<Expr>> {
        children.map(|pair| self.inner_expr(pair)).collect()
    }

    /// `reached from X over S within n not counting T`
    fn reached(&mut self, mut children: Children<'_>) -> Option<Reached> {
        let from = self.operand(children.next()?)?;
        let over = self.operand(children.next()?)?;
        let mut reached = Reached {
            from,
            over,
            within: None,
            free: None,
        };
        if let Some(within) = children.pick(Rule::within) {
            let mut within = Children::of(within);
            reached.within = Some(self.sum(within.next()?)?);
            if let Some(free) = within.pick(Rule::uncounted) {
                reached.free = Some(self.operand(Children::of(free).next()?)?);
            }
        }
        Some(reached)
    }

    /// Builds the content of brackets, which group, or contain a condition; the span includes the brackets.
    fn paren(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let inner = self.take_inner(&mut children)?;
        let inner = match children.pick(Rule::filter) {
            Some(filter) => filtered(inner, self.take_inner(&mut Children::of(filter))?),
            None => inner,
        };
        Some(Expr { span, ..inner })
    }

    /// Builds the next child, an expression inside another.
    fn take_inner(&mut self, children: &mut Children<'_>) -> Option<Expr> {
        children
            .pick(Rule::expr)
            .and_then(|pair| self.inner_expr(pair))
    }

    /// Builds an expression that may have a condition after it.
    pub(super) fn take_filtered(&mut self, children: &mut Children<'_>) -> Option<Expr> {
        let expr = self.take_expr(children)?;
        match children.pick(Rule::filter) {
            Some(filter) => Some(filtered(expr, self.take_expr(&mut Children::of(filter))?)),
            None => Some(expr),
        }
    }

    /// `k in pirate where …`
    pub(super) fn over(&mut self, children: &mut Children<'_>) -> Option<Binder> {
        let name = self.take_name(children)?;
        let set = self.take_expr(children)?;
        let filter = match children.pick(Rule::filter) {
            Some(filter) => Some(self.take_expr(&mut Children::of(filter))?),
            None => None,
        };
        Some(Binder { name, set, filter })
    }

    fn counted(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let amount = children.pick(Rule::amount)?;
        let at = self.span(&amount);
        let (least, most) = match amount.as_str().split_once("..") {
            None => {
                let number = self.digits(amount.as_str(), at)?;
                (number, Some(number))
            }
            Some((least, "")) => (self.digits(least, at)?, None),
            Some((least, most)) => (self.digits(least, at)?, Some(self.digits(most, at)?)),
        };
        if let Some(most) = most.filter(|most| *most < least) {
            let diagnostic = Diagnostic::error("E0104", at, "this range is empty");
            let hinted = diagnostic.hint("write the smaller number first, as in `2..4`");
            self.found.push(hinted.suggest(&format!("{most}..{least}")));
            return None;
        }
        let what = Box::new(self.atom(children.next()?)?);
        Some(Expr::untagged(
            span,
            ExprKind::Counted { least, most, what },
        ))
    }

    fn rank(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let axis = self.name(&children.pick(Rule::axis)?);
        let index = Box::new(self.atom(children.next()?)?);
        Some(Expr::untagged(span, ExprKind::Rank { axis, index }))
    }

    /// Builds the name and the arguments of a call (of a fact, routine or script).
    fn call(&mut self, pair: Pair<'_>) -> Option<(Name, Vec<Expr>)> {
        let mut children = Children::of(pair);
        let name = self.take_name(&mut children)?;
        let args = self.inner_exprs(Children::of(children.pick(Rule::args)?))?;
        Some((name, args))
    }
}

#[cfg(test)]
mod tests {
    use crate::grammar_text::alternatives;
    use crate::parse_expr;
    use linstock_base::FileId;

    /// The kinds of atom in the grammar, each with an example.
    const EXAMPLES: [(&str, &str); 20] = [
        ("number", "7"),
        ("seen", "seen 3 times"),
        ("rank", "row 3"),
        ("mapped", "map \"a\""),
        ("some_over", "some d in orthogonal where empty"),
        ("sum_over", "sum k in pirate: 1"),
        ("best_of", "best p in players by 1"),
        ("extreme", "greatest n in 0..4 where empty"),
        ("copies_of", "copies of k in deck"),
        ("reached", "reached from here over empty"),
        ("reflection", "reflection of here over north"),
        ("script_call", "script strong(here)"),
        ("call", "near(here)"),
        ("owned", "own stone"),
        ("bare_no", "no"),
        ("plain_word", "empty"),
        ("braces", "{a1, b2}"),
        ("paren", "(own where empty)"),
        ("counted", "2 ahead"),
        ("range", "a1..b2"),
    ];

    #[test]
    fn every_part_that_the_grammar_reads_is_built() {
        let read = alternatives("atom").into_iter().chain(["counted", "range"]);
        let read: Vec<&str> = read.collect();
        for name in &read {
            let known = EXAMPLES.iter().find(|(rule, _)| rule == name);
            let (_, example) = known.unwrap_or_else(|| {
                panic!(
                    "`{name}` is new: give an example of it here, and build it in `Builder::atom`"
                )
            });
            let built = parse_expr(FileId::default(), example);
            assert!(built.is_ok(), "`Builder::atom` does not know `{name}`");
        }
        assert_eq!(read.len(), EXAMPLES.len());
    }
}
