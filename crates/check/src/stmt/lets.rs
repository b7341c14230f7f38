//! `let n = …`: a name for a value, up to the end of the block. The value is computed once.
//!
//! Before the conditions of a move, the value is inlined where its name is used: nothing changes between the
//! conditions. Among statements, a value that reads something is stored in a memory of its own.

use crate::names::{By, Scope, with_value};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use crate::stmt::touched::Touched;
use crate::stmt::values::{Stored, around, word_of};
use linstock_base::{Diagnostic, Span};
use linstock_model::Stmt;
use linstock_syntax::ast::{Expr, Name, StmtDecl};

impl Resolver<'_> {
    /// Resolves the statements of a block that follow a `let`.
    pub(super) fn after_let(
        &mut self,
        span: Span,
        (name, value): (&Name, &Expr),
        rest: &[StmtDecl],
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let found = self.let_name(name, scope);
        let found = self.infer(value, scope).and(found);
        if let Err(reported) = found {
            let inner = with_value(scope, (&name.text, value), By::BrokenLet);
            let _checked = self.block(rest, &inner);
            return Err(reported);
        }
        let stored = self.storable(value, scope);
        let stored = stored.filter(|(_, value)| !Touched::read_by(value).is_nothing());
        let Some((ty, stored)) = stored else {
            return self.block(rest, &with_value(scope, (&name.text, value), By::Let));
        };
        self.fuel.at(span);
        let (text, memory) = self.passing_memory(&name.text, ty, value)?;
        let word = word_of(text, value);
        let rest = self.block(rest, &with_value(scope, (&name.text, &word), By::Let))?;
        let stored = Stored {
            param: 0,
            memory,
            value: stored,
        };
        Ok(around(rest, vec![stored]))
    }

    /// Refuses a name that already has a meaning here.
    pub(crate) fn let_name(&mut self, name: &Name, scope: &Scope<'_>) -> Checked<()> {
        self.check_local(name);
        let text = name.text.as_str();
        let is_taken = scope.args.iter().any(|(arg, _)| arg == text)
            || scope.bound.iter().any(|bound| bound.name == text)
            || scope.params.iter().any(|param| param.name == text);
        if !is_taken {
            return Ok(());
        }
        let message = format!("`{text}` already has a meaning here");
        let diagnostic =
            Diagnostic::error("E0506", name.span, message).label("the same name again");
        Err(self.error(
            diagnostic
                .hint("choose another name; a value that changes is declared in `remember { … }`"),
        ))
    }
}
