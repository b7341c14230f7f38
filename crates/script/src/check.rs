//! Checks a script file before it runs: walks over its syntax tree and reports disabled statements and unknown calls.

use super::api;
use super::api_entry::{On, ScriptApiEntry};
use super::syntax::{ScriptText, forbidden};
use linstock_base::{Diagnostic, Diagnostics, Span, plural, similar};
use linstock_model::Model;
use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, Position, Stmt};

/// The walk over a file.
pub(super) struct ScriptWalk<'a> {
    text: ScriptText<'a>,
    model: &'a Model,
    /// The functions that the file defines, with the numbers of their parameters.
    defined: Vec<(String, usize)>,
    found: Diagnostics,
}

/// Returns diagnostics for disabled constructs and for calls of unknown functions.
pub(super) fn check(ast: &AST, text: ScriptText<'_>, model: &Model) -> Diagnostics {
    let defined = ast
        .iter_functions()
        .map(|f| (f.name.to_owned(), f.params.len()));
    let mut walk = ScriptWalk {
        text,
        model,
        defined: defined.collect(),
        found: Diagnostics::default(),
    };
    walk.functions(ast);
    ast.statements().iter().for_each(|stmt| walk.top(stmt));
    ast.walk(&mut |path| {
        walk.node(path);
        true
    });
    walk.found
}

impl ScriptWalk<'_> {
    fn report(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.found
            .push(Diagnostic::error(code, span, message).hint(hint));
    }

    fn at(&self, position: Position) -> Span {
        self.text.span(position)
    }

    fn functions(&mut self, ast: &AST) {
        for function in ast.iter_functions() {
            let span = self.text.definition(function.name);
            if function.this_type.is_some() {
                let message = format!("`{}` is defined for one type of values", function.name);
                self.report("E0912", span, message, "make the value its first parameter");
            }
            if api::entries().any(|e| {
                e.on == On::Nothing
                    && e.name() == function.name
                    && e.args() == function.params.len()
            }) {
                let message = format!("scripts already have a function `{}`", function.name);
                self.report("E0913", span, message, "choose another name");
            }
        }
    }

    /// Checks a statement outside of functions.
    fn top(&mut self, stmt: &Stmt) {
        let constant = match stmt {
            Stmt::Noop(_) => true,
            Stmt::Var(parts, flags, _) => {
                flags.contains(ASTFlags::CONSTANT) && parts.1.is_constant()
            }
            _ => false,
        };
        if !constant {
            let span = self.at(stmt.position());
            self.report("E0914", 
                span,
                "only functions and constants with plain values can be outside of functions",
                "write it in a function; a script keeps no values between calls, but the rules can: remember { … }",
            );
        }
    }

    fn node(&mut self, path: &[ASTNode<'_>]) {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::FnCall(call, at)) | ASTNode::Expr(Expr::FnCall(call, at))) => {
                self.call(call, *at);
            }
            Some(ASTNode::Expr(Expr::MethodCall(call, at))) => self.method(call, *at, path),
            Some(ASTNode::Expr(Expr::ThisPtr(at))) => {
                let span = self.at(*at);
                self.found.push(forbidden("this", span));
            }
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => self.assignment(&parts.1.lhs),
            Some(ASTNode::Stmt(Stmt::Import(_, at) | Stmt::Export(_, at))) => {
                let span = self.at(*at);
                self.found.push(forbidden("import", span));
            }
            Some(_) | None => {}
        }
    }

    /// Refuses assignments to entries. `set` replaces an entry and checks the size of the whole value.
    fn assignment(&mut self, target: &Expr) {
        if matches!(target, Expr::Index(..) | Expr::Dot(..)) {
            let span = self.at(target.start_position());
            self.report(
                "E0917",
                span,
                "an assignment cannot change an entry of a list or map",
                "write: list.set(place, value), or map.set(name, value)",
            );
        }
    }

    fn call(&mut self, call: &FnCallExpr, at: Position) {
        let name = call.name.as_str();
        let operator = !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        // Rhai stores `a in b` as a call of `contains`.
        if operator || call.op_token.is_some() || (name == "contains" && call.args.len() == 2) {
            return;
        }
        let span = self.at(at);
        if !call.namespace.is_empty() || call.capture_parent_scope {
            self.report(
                "E0918",
                span,
                format!("`{name}` cannot be called like this"),
                format!("write: {name}(…)"),
            );
            return;
        }
        let own: Vec<usize> = self
            .defined
            .iter()
            .filter(|(n, _)| n == name)
            .map(|(_, count)| *count)
            .collect();
        let free = entries_of(name).filter(|e| e.on == On::Nothing);
        let counts: Vec<usize> = own
            .iter()
            .copied()
            .chain(free.map(ScriptApiEntry::args))
            .collect();
        if counts.contains(&call.args.len()) {
            self.clause(call);
        } else if let Some(count) = counts.first() {
            let mut diagnostic = wrong_count(call, *count, span);
            if !own.is_empty() {
                diagnostic = diagnostic.related(self.text.definition(name), "it is defined here");
            }
            self.found.push(diagnostic);
        } else {
            let diagnostic =
                Diagnostic::error("E0903", span, format!("there is no function `{name}`"));
            let diagnostic = self.with_nearest_function(diagnostic, name);
            self.found.push(diagnostic);
        }
    }

    fn with_nearest_function(&self, diagnostic: Diagnostic, name: &str) -> Diagnostic {
        if let Some(method) = entries_of(name).next() {
            return diagnostic.hint(format!("call it on a value: {}", method.shown()));
        }
        let own = self.defined.iter().map(|(n, _)| n.as_str());
        let free: Vec<&str> = api::entries()
            .filter(|e| e.on == On::Nothing)
            .map(ScriptApiEntry::name)
            .collect();
        match similar(name, own.chain(free)) {
            Some(near) => diagnostic.did_you_mean(near),
            None => diagnostic.hint("docs/scripts.md lists the functions that scripts can call"),
        }
    }

    /// Checks the clause of a `no(clause, reason)`.
    fn clause(&mut self, call: &FnCallExpr) {
        let Some(Expr::StringConstant(tag, at)) = call.args.first() else {
            return;
        };
        let known = self.model.tags.iter().map(String::as_str);
        if call.name == "no" && !known.clone().any(|t| t == tag.as_str()) {
            let warning = Diagnostic::warning(
                "E0904",
                self.at(*at),
                format!("the rules have no clause `{tag}`"),
            );
            let inside = self.text.in_quotes(*at, tag);
            self.found
                .push(warning.maybe_did_you_mean_at(inside, similar(tag, known)));
        }
    }

    fn method(&mut self, call: &FnCallExpr, at: Position, path: &[ASTNode<'_>]) {
        let (name, span) = (call.name.as_str(), self.at(at));
        let known: Vec<&ScriptApiEntry> =
            entries_of(name).filter(|e| e.on != On::Nothing).collect();
        if known.is_empty() {
            let methods = api::entries()
                .filter(|e| e.on != On::Nothing)
                .map(ScriptApiEntry::name);
            let diagnostic =
                Diagnostic::error("E0905", span, format!("no value has a function `{name}`"));
            let is_free =
                self.defined.iter().any(|(n, _)| n == name) || entries_of(name).next().is_some();
            self.found.push(match similar(name, methods) {
                _ if is_free => diagnostic.hint(format!("write: {name}(…)")),
                Some(near) => diagnostic.did_you_mean(near),
                None => {
                    diagnostic.hint("docs/scripts.md lists the functions that scripts can call")
                }
            });
        } else if !known.iter().any(|e| e.args() == call.args.len()) {
            let shown: Vec<String> = known.iter().map(|e| e.shown()).collect();
            let wrong = wrong_count(call, known[0].args(), span);
            self.found
                .push(wrong.hint(format!("write: {}", shown.join(", or "))));
        } else if known.iter().any(|e| e.mutates()) && !on_variable(path) {
            self.report(
                "E0920",
                span,
                format!("`{name}` cannot change a value inside a list or map"),
                format!(
                    "take the value out first: let part = …; part.{name}(…); and put it back with `set`"
                ),
            );
        }
    }
}

/// Makes the diagnostic for a call with the wrong number of arguments.
fn wrong_count(call: &FnCallExpr, expected: usize, span: Span) -> Diagnostic {
    let takes = plural(expected, "argument");
    let message = format!("`{}` takes {takes}, found {}", call.name, call.args.len());
    Diagnostic::error("E0902", span, message)
}

fn entries_of(name: &str) -> impl Iterator<Item = &'static ScriptApiEntry> {
    api::entries().filter(move |e| e.name() == name)
}

/// Returns whether the receiver of the last method in a path is a whole variable (`fx` too) or a temporary value.
fn on_variable(path: &[ASTNode<'_>]) -> bool {
    let [before @ .., ASTNode::Expr(method)] = path else {
        return false;
    };
    let Some(ASTNode::Expr(Expr::Dot(chain, ..))) = before.last() else {
        return false;
    };
    let directly = matches!(chain.lhs, Expr::Variable(..)) && is_head(&chain.rhs, method);
    let within = matches!(before.iter().nth_back(1), Some(ASTNode::Expr(Expr::Dot(outer, ..) | Expr::Index(outer, ..)))
        if matches!(before.last(), Some(ASTNode::Expr(inner)) if std::ptr::eq(&raw const outer.rhs, *inner)));
    directly && !within
}

/// Returns whether a method is the first call after a dot.
fn is_head(rest: &Expr, method: &Expr) -> bool {
    std::ptr::eq(rest, method)
}
