//! Script functions: their declarations and calls.

use crate::expr::inline::CallExpr;
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::expr::vocabulary::Builtin;
use crate::names::nouns::Noun;
use crate::names::{Meaning, Names, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{
    FiniteDomain, KindId, ListId, Member, MemoryId, Node, Num, ScriptFn, ScriptId, ScriptType, Set,
    Truth, ValueExpr, ZoneId,
};
use linstock_syntax::ast::{DeclKind, Expr, Name, ScriptDecl, ScriptFnDecl};

/// What a script function may change.
#[derive(Default)]
struct Changes {
    kinds: Vec<KindId>,
    memories: Vec<MemoryId>,
    zones: Vec<ZoneId>,
}

impl<'a> Resolver<'a> {
    /// Resolves the declared script functions.
    pub(crate) fn scripts(&mut self) -> Checked<Vec<ScriptFn>> {
        let mut complete = Ok(());
        for decl in self.decls() {
            if let DeclKind::Script(script) = &decl.kind {
                for function in &script.functions {
                    let done = self.script_fn(script, function);
                    if done.is_err() {
                        self.names.broken.push(function.name.text.clone());
                    }
                    complete = complete.and(done);
                }
            }
        }
        complete.map(|()| self.script_fns())
    }

    /// Returns the declared script functions.
    pub(crate) fn script_fns(&self) -> Vec<ScriptFn> {
        self.names.scripts.iter().map(|s| s.what.clone()).collect()
    }

    fn script_fn(&mut self, script: &'a ScriptDecl, decl: &'a ScriptFnDecl) -> Checked<()> {
        let params: Vec<_> = decl
            .params
            .iter()
            .map(|(_, ty)| self.script_type(ty))
            .collect();
        let result = decl
            .result
            .as_ref()
            .map(|ty| self.script_type(ty))
            .transpose();
        let changes = self.changes(&decl.changes);
        let reads = decl
            .reads
            .as_deref()
            .map(|names| self.reads(names))
            .transpose();
        let params = params.into_iter().collect::<Checked<_>>();
        let (params, result, changes, reads) = (params?, result?, changes?, reads?);
        let function = ScriptFn {
            name: decl.name.text.clone(),
            file: script.file.value.clone(),
            params,
            result,
            reads,
            changes_kinds: changes.kinds,
            changes_memories: changes.memories,
            changes_zones: changes.zones,
            tags: self.tags(&decl.tags),
            span: decl.name.span,
        };
        self.declare(
            Noun::Script,
            &decl.name,
            &decl.tags,
            (|n: &mut Names<'a>| &mut n.scripts, function),
        );
        Ok(())
    }

    fn script_type(&mut self, name: &Name) -> Checked<ScriptType> {
        let list = ListId::find(&self.names.lists, |list| list.text == name.text);
        let found = ScriptType::ALL
            .into_iter()
            .find(|ty| ty.word() == name.text)
            .or(list.map(ScriptType::Row));
        found.ok_or_else(|| {
            if self.is_broken_kind("list") {
                return self.excused(name.span);
            }
            let words = ScriptType::ALL.into_iter().map(ScriptType::word);
            let words = words.map(str::to_owned);
            let lists = self.names.lists.iter().map(|l| l.text.clone());
            let known: Vec<String> = words.chain(lists).collect();
            let known = || known.iter().map(String::as_str);
            let diagnostic = Diagnostic::error(
                "E0294",
                name.span,
                format!("there is no type `{}`", name.text),
            )
            .maybe_did_you_mean(linstock_base::similar(&name.text, known()))
            .hint(linstock_base::listed("types", known()));
            self.error(diagnostic)
        })
    }

    /// Resolves `reads best, purse`, `reads nothing`.
    fn reads(&mut self, names: &[Name]) -> Checked<(Vec<MemoryId>, Vec<ZoneId>)> {
        let (mut memories, mut zones) = (Vec::new(), Vec::new());
        for name in names {
            match self.meaning(name, &Scope::default())? {
                Meaning::Memory(memory) => memories.push(memory),
                Meaning::Zone(zone) => zones.push(zone),
                Meaning::Builtin(Builtin::Nothing) if names.len() == 1 => {}
                Meaning::Broken => return Err(self.excused(name.span)),
                _ => {
                    let message = "expected a remembered value or a zone after `reads`";
                    let diagnostic = Diagnostic::error("E0295", name.span, message);
                    return Err(self.error(diagnostic.hint(
                        "leave it out, or write `reads nothing`; a script can always read the board",
                    )));
                }
            }
        }
        Ok((memories, zones))
    }

    fn changes(&mut self, names: &[Name]) -> Checked<Changes> {
        let mut changes = Changes::default();
        for name in names {
            match self.meaning(name, &Scope::default())? {
                Meaning::Kind(kind) => changes.kinds.push(kind),
                Meaning::Memory(memory) => changes.memories.push(memory),
                Meaning::Zone(zone) => changes.zones.push(zone),
                Meaning::Broken => return Err(self.excused(name.span)),
                _ => {
                    let message = "expected a piece, a zone or a remembered value after `changes`";
                    let diagnostic = Diagnostic::error("E0296", name.span, message);
                    return Err(self.error(diagnostic.hint("a script cannot change anything else")));
                }
            }
        }
        Ok(changes)
    }

    /// Elaborates a call of a script function in an expression.
    pub(crate) fn script(&mut self, call: CallExpr<'_>, scope: &Scope<'_>) -> Resolved<Typed> {
        let name = call.name;
        let declared = self.names.scripts.iter().find(|s| s.text == name.text);
        let declared = declared.and_then(|script| script.what.result);
        // The caller checks the type of the result, as for any other expression.
        let result = declared.unwrap_or(ScriptType::Truth);
        let (script, values) = self.script_call(call, Some(result), scope)?;
        untagged(match result {
            ScriptType::Number => Typed::Number(Num::Script(script, values)),
            ScriptType::Truth => Typed::Truth(Truth::Script(script, values)),
            ScriptType::Player => {
                Typed::Member(FiniteDomain::Players, Member::Script(script, values))
            }
            ScriptType::Row(list) => {
                Typed::Member(FiniteDomain::Rows(list), Member::Script(script, values))
            }
            ScriptType::Point | ScriptType::Points => Typed::Set(Set::Script(script, values)),
            ScriptType::Kind => {
                let message = format!("`{}` returns a kind of piece", name.text);
                let diagnostic = Diagnostic::error("E0297", name.span, message);
                let hint = "let it return the points of these pieces; in an expression, a script can return a number, a yes or no, a player, a row or points";
                return Err(self.error(diagnostic.label("not allowed in an expression").hint(hint)));
            }
        })
    }

    /// Resolves a call of a script function.
    pub(crate) fn script_call(
        &mut self,
        CallExpr { name, args }: CallExpr<'_>,
        wanted: Option<ScriptType>,
        scope: &Scope<'_>,
    ) -> Checked<(ScriptId, Vec<ValueExpr>)> {
        let Some(id) = ScriptId::find(&self.names.scripts, |s| s.text == name.text) else {
            return Err(self.no_such(Noun::Script, name));
        };
        let function = self.names.scripts[id.index()].what.clone();
        if function.params.len() != args.len() {
            let counts = (function.params.len(), args.len());
            return Err(self.wrong_count(name, counts, function.span));
        }
        self.check_use(name, &function, wanted)?;
        let values: Vec<_> = args
            .iter()
            .zip(&function.params)
            .map(|(a, ty)| self.value(a, *ty, scope))
            .collect();
        Ok((id, values.into_iter().collect::<Checked<_>>()?))
    }

    /// Reports a function without a result where a value is expected, or the other way round, or one that makes
    /// changes where only reads are allowed.
    fn check_use(
        &mut self,
        name: &Name,
        function: &ScriptFn,
        wanted: Option<ScriptType>,
    ) -> Checked<()> {
        let changes = function.changes();
        let (code, what, hint) = match wanted {
            Some(_) if function.result != wanted => (
                "E0298",
                "returns no value",
                "call it as a statement, or declare its result after `->`",
            ),
            None if function.result.is_some() => (
                "E0317",
                "returns a value, which a statement cannot use",
                "use it in an expression, or let it return nothing",
            ),
            Some(_) if changes => (
                "E0318",
                "changes the position, which an expression cannot do",
                "call it as a statement",
            ),
            _ => return Ok(()),
        };
        let message = format!("`{}` {what}", name.text);
        let diagnostic = Diagnostic::error(code, name.span, message);
        Err(self.error(
            diagnostic
                .related(function.span, "it is declared here")
                .hint(hint),
        ))
    }

    fn value(&mut self, e: &Expr, ty: ScriptType, scope: &Scope<'_>) -> Checked<ValueExpr> {
        Ok(match ty {
            ScriptType::Number => ValueExpr::Num(self.num(e, scope)?),
            ScriptType::Truth => ValueExpr::Truth(self.truth(e, scope)?),
            ScriptType::Player => ValueExpr::Member(FiniteDomain::Players, self.seat(e, scope)?),
            ScriptType::Row(list) => {
                let finite_domain = FiniteDomain::Rows(list);
                ValueExpr::Member(finite_domain, self.item(e, finite_domain, scope)?)
            }
            ScriptType::Point => ValueExpr::Place(self.place(e, scope)?),
            ScriptType::Points => ValueExpr::Set(self.set(e, scope)?),
            ScriptType::Kind => {
                let kind: Node<KindId> = self.check_as(e, scope)?;
                ValueExpr::Kind(kind.kind)
            }
        })
    }
}
