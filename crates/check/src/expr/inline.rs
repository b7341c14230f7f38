//! Inlines facts and routines.

use crate::expr::context::ExprContext;
use crate::expr::typed::{Resolved, Typed};
use crate::names::nouns::Noun;
use crate::names::{ArgType, By, Meaning, Param, Scope};
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::{OpenedFact, Resolver};
use linstock_base::check_fuel::OPENED;
use linstock_base::{Diagnostic, Span};
use linstock_model::Stmt;
use linstock_syntax::ast::{Expr, Name};

/// A name with the values in brackets after it.
#[derive(Clone, Copy)]
pub(crate) struct CallExpr<'e> {
    pub name: &'e Name,
    pub args: &'e [Expr],
}

impl<'a> Resolver<'a> {
    /// Inlines a fact or a routine; `name` is the name at its declaration.
    ///
    /// A fact may not contain itself, and the depth and the total size are bounded.
    pub(crate) fn inline_fact<T>(
        &mut self,
        (name, used): (&Name, Option<(Span, Span)>),
        body: impl FnOnce(&mut Self) -> T,
    ) -> Checked<T> {
        if let Some(at) = self.opened.iter().position(|o| o.name == *name) {
            return Err(self.report_circle(at));
        }
        self.fuel.at(self
            .opened
            .first()
            .map_or(name.span, |opened| opened.name.span));
        self.fuel.spend(OPENED);
        self.affordable()?;
        let name = name.clone();
        self.opened.push(OpenedFact { name, used });
        let result = body(self);
        self.opened.pop();
        Ok(result)
    }

    /// Reads a value in its caller's scope: what was opened since is not open there.
    pub(crate) fn in_caller_scope<T>(
        &mut self,
        caller: &Scope<'_>,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let at = caller.opened.min(self.opened.len());
        let inner = self.opened.split_off(at);
        let result = body(self);
        self.opened.truncate(at);
        self.opened.extend(inner);
        result
    }

    /// Reports a cycle: the opened names from `start` on lead back to it.
    fn report_circle(&mut self, start: usize) -> ErrorGuaranteed {
        let opened = self.opened[start..].iter();
        let mut circle: Vec<Name> = opened.map(|o| o.name.clone()).collect();
        let first = (0..circle.len())
            .min_by_key(|&at| circle[at].span)
            .unwrap_or(0);
        circle.rotate_left(first);
        let name = circle[0].clone();
        let way: Vec<String> = circle
            .iter()
            .chain([&name])
            .map(|n| format!("`{}`", n.text))
            .collect();
        let diagnostic = Diagnostic::error("E0618", name.span, format!("`{}` is part of itself", name.text))
            .label("this leads back here")
            .hint(match circle.len() {
                1 => "it uses itself; to repeat statements, write `repeat { … }`; to follow several steps, write `reached from … over …`".to_owned(),
                _ => format!("the cycle is: {}; remove one of these uses", way.join(", ")),
            });
        self.error(diagnostic)
    }

    /// Inlines a fact; its clauses go to the resulting node.
    pub(crate) fn open_fact(
        &mut self,
        place: Span,
        call: CallExpr<'_>,
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let CallExpr { name, args } = call;
        let text = self.canonical(Noun::Fact, name);
        self.names.note_use(&text);
        let Some(at) = self.names.fact_places.get(&*text).copied() else {
            return Err(self.no_fact(name, scope));
        };
        if !self.names.opened.contains(&*text) {
            self.names.opened.insert(text.into_owned());
        }
        self.fact_uses.insert(place, name.text.clone());
        let fact = self.names.facts[at].what;
        let inner = self.given(call, (&fact.name, &fact.params), scope)?;
        let used = args.last().map(|last| (name.span, name.span.to(last.span)));
        let written_out = |r: &mut Self| {
            let inline = |r: &mut Self| r.elaborate(&fact.value, expected, &inner);
            r.inline_fact((&fact.name, used), inline)?
        };
        let node = match fact.params.is_empty() {
            true => self.known_or((at, expected), written_out)?,
            false => written_out(self)?,
        };
        let tags = [node.tags, self.names.facts[at].tags.clone()].concat();
        self.reason = node.reason;
        Ok((node.kind, tags))
    }

    /// Reports values in brackets after a name that is not a fact.
    fn no_fact(&mut self, name: &Name, scope: &Scope<'_>) -> ErrorGuaranteed {
        let has_values = matches!(
            self.find(name, scope),
            Some(
                Meaning::Memory(_)
                    | Meaning::Zone(_)
                    | Meaning::Region(_)
                    | Meaning::Kind(_)
                    | Meaning::List(_)
            )
        );
        if !has_values && self.list_with(name).is_none() {
            return self.no_such(Noun::Fact, name);
        }
        let message = format!("`{}` is not a fact", name.text);
        let diagnostic =
            Diagnostic::error("E0619", name.span, message).label("brackets cannot follow this");
        self.error(
            diagnostic
                .hint(format!(
                    "say of whom or what with `of`: `{} of …`",
                    name.text
                ))
                .report_once_for(&name.text),
        )
    }

    /// Inlines a routine.
    pub(crate) fn open_routine(
        &mut self,
        call: CallExpr<'_>,
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let CallExpr { name, args } = call;
        let Some(at) = self.names.routine_places.get(&name.text).copied() else {
            return Err(self.no_such(Noun::Routine, name));
        };
        self.names.used.insert(name.text.clone());
        self.names.opened.insert(name.text.clone());
        let routine = self.names.routines[at].what;
        let inner = self.given(call, (&routine.name, &routine.params), scope)?;
        let used = args.last().map(|last| (name.span, name.span.to(last.span)));
        self.inline_fact((&routine.name, used), |r| {
            r.block_with_values(&routine.body, &inner)
        })?
    }

    /// Binds the values of a call to the parameters of the callee.
    fn given<'s>(
        &mut self,
        CallExpr { name, args }: CallExpr<'s>,
        (declared, params): (&Name, &'s [Name]),
        caller: &'s Scope<'s>,
    ) -> Checked<Scope<'s>> {
        if params.len() != args.len() {
            let counts = (params.len(), args.len());
            return Err(self.wrong_count(name, counts, declared.span));
        }
        let params = params.iter().zip(args).map(|(param, value)| Param {
            name: &param.text,
            value,
            scope: caller,
            by: By::Call,
        });
        Ok(Scope {
            args: hidden(caller),
            params: params.collect(),
            bound: Vec::new(),
            it: false,
            opened: self.opened.len() + 1,
        })
    }

    /// Reports a call with the wrong number of values.
    pub(crate) fn wrong_count(
        &mut self,
        name: &Name,
        (wanted, found): (usize, usize),
        declared: Span,
    ) -> ErrorGuaranteed {
        let message = format!("`{}` takes {}, found {found}", name.text, counted(wanted));
        self.error(
            Diagnostic::error("E0620", name.span, message)
                .label(format!("{found} given"))
                .related(declared, "it is declared here")
                .hint("give one value for each name in its brackets"),
        )
    }
}

fn counted(n: usize) -> String {
    match n {
        0 => "no values".into(),
        1 => "one value".into(),
        n => format!("{n} values"),
    }
}

/// Returns the arguments around a call without their names: the callee cannot see them.
pub(crate) fn hidden(caller: &Scope<'_>) -> Vec<(String, ArgType)> {
    let args = caller.args.iter();
    args.map(|(_, ty)| (String::new(), *ty)).collect()
}
