//! Quantifiers over a range of numbers: `for n in 1..6 { … }`, `sum n in 1..6: n * n`. All of them are written out.

use crate::expr::numbers::{added, counted_if};
use crate::names::{By, Scope, with_value};
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{Node, Num, Stmt, StmtKind, Truth};
use linstock_syntax::ast::{Binder, Expr, ExprKind, Name, StmtDecl};

/// The most numbers of such a range.
const MOST_NUMBERS: i64 = 100;

impl Resolver<'_> {
    /// Lists the numbers of a range, each with a scope that names it.
    pub(crate) fn numbers_in(
        &mut self,
        over: &Binder,
        (from, to): &(Node<Num>, Node<Num>),
        scope: &Scope<'_>,
    ) -> Checked<Vec<i64>> {
        let (Num::Fixed(from), Num::Fixed(to)) = (&from.kind, &to.kind) else {
            let changing = [from, to]
                .into_iter()
                .find(|end| !matches!(end.kind, Num::Fixed(_)));
            return Err(self.range_changes(changing.map_or(over.set.span, |end| end.span)));
        };
        if to.saturating_sub(*from) >= MOST_NUMBERS {
            let message = format!(
                "a range that is tried number by number has at most {MOST_NUMBERS} numbers"
            );
            let diagnostic = Diagnostic::error("E0625", over.set.span, message);
            return Err(self.error(
                diagnostic.hint("name the least and the greatest number that are possible"),
            ));
        }
        let numbers: Vec<i64> = (*from..=*to).collect();
        for _ in &numbers {
            self.spend_on_names(scope);
        }
        Ok(numbers)
    }

    /// Reports `from` in a loop whose order is fixed.
    pub(crate) fn no_start(&mut self, from: Span, over: &str, first: &str) -> ErrorGuaranteed {
        let message = format!("a loop over {over} cannot have `from`");
        let diagnostic = Diagnostic::error("E0626", from, message);
        self.error(diagnostic.hint(format!("leave out `from …`: {first}")))
    }

    /// Elaborates `for n in 1..6 where … { … }`: the block once for each number, in ascending order.
    pub(super) fn for_numbers(
        &mut self,
        stmt: &StmtDecl,
        (over, ends): (&Binder, &(Node<Num>, Node<Num>)),
        (from, body): (Option<&Expr>, &[StmtDecl]),
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let tags = self.tags(&stmt.tags);
        self.check_local(&over.name);
        if let Some(from) = from {
            let first = "`for n in 1..6` begins with the number on the left";
            return Err(self.no_start(from.span, "numbers", first));
        }
        let mut out = Vec::new();
        for number in self.numbers_in(over, ends, scope)? {
            let literal = literal(&over.name, number);
            let inner = with_value(scope, (&over.name.text, &literal), By::Call);
            let holds = self.holds_of(over, &inner)?;
            if matches!(holds.kind, Truth::Fixed(false)) {
                continue;
            }
            let body = self.block(body, &inner)?;
            if matches!(holds.kind, Truth::Fixed(true)) && tags.is_empty() {
                out.extend(body);
                continue;
            }
            out.push(Stmt {
                tags: tags.clone(),
                span: stmt.span,
                kind: StmtKind::If(holds, body, Vec::new()),
            });
        }
        Ok(out)
    }

    /// Elaborates `sum n in 1..6 where …: n * n`.
    pub(super) fn sum_of_numbers(
        &mut self,
        e: &Expr,
        (over, ends): (&Binder, &(Node<Num>, Node<Num>)),
        value: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Num> {
        self.check_local(&over.name);
        let mut sum = Num::Fixed(0);
        for number in self.numbers_in(over, ends, scope)? {
            let literal = literal(&over.name, number);
            let inner = with_value(scope, (&over.name.text, &literal), By::Call);
            let holds = self.holds_of(over, &inner)?;
            let value: Node<Num> = self.check_as(value, &inner)?;
            sum = added(e.span, sum, counted_if(holds, value));
        }
        Ok(sum)
    }

    /// Elaborates the filter for a number.
    fn holds_of(&mut self, over: &Binder, inner: &Scope<'_>) -> Checked<Node<Truth>> {
        match &over.filter {
            Some(filter) => self.check_as(filter, inner),
            None => Ok(Node::plain(over.set.span, Truth::Fixed(true))),
        }
    }
}

/// Returns a number literal at the place of its name.
pub(super) fn literal(name: &Name, number: i64) -> Expr {
    Expr {
        tags: Vec::new(),
        span: name.span,
        kind: ExprKind::Number(number),
    }
}
