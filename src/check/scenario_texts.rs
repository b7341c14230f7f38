//! Statements and conditions that stand outside the rules and speak in their names: those of scenarios.

use crate::base::{Diagnostics, FileId};
use crate::check::names::Scope;
use crate::check::resolver::Resolver;
use crate::check::{Choices, pick, variants};
use crate::model::{Node, Stmt, Truth};
use crate::syntax::ast::{Expr, RulesFile, StmtDecl};
use std::rc::Rc;

/// What is said about a game outside its rules.
#[derive(Clone, Debug)]
pub(crate) struct ScenarioTexts<'p> {
    /// The text it stands in.
    pub(crate) file: FileId,
    /// Statements.
    pub(crate) setup: &'p [StmtDecl],
    /// Conditions.
    pub(crate) conditions: Vec<&'p Expr>,
}

/// What it means.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResolvedTexts {
    /// The statements; none if one of them is wrong.
    pub(crate) setup: Option<Vec<Stmt>>,
    /// The conditions in order; none for one that is wrong.
    pub(crate) conditions: Vec<Option<Node<Truth>>>,
}

/// Resolves what is said about a game, under choices that fit it; says what is wrong with it.
#[must_use]
pub(crate) fn resolve_scenario_texts(
    files: &[RulesFile],
    choices: &Choices,
    said: &ScenarioTexts<'_>,
) -> (ResolvedTexts, Diagnostics) {
    let mut found = Diagnostics::default();
    let Ok((game, variants)) = pick(files, choices, &mut found) else {
        return (ResolvedTexts::default(), found);
    };
    let laid = variants::apply(game, &variants, &mut found);
    let mut resolver = Resolver::new(&laid, found, &Rc::default());
    let known = resolver.model(choices).is_ok();
    if !known {
        return (ResolvedTexts::default(), resolver.diagnostics);
    }
    // What the rules themselves were warned of is told elsewhere.
    resolver.diagnostics = Diagnostics::default();
    resolver.outside = Some(said.file);
    let scope = Scope::default();
    let setup = resolver.block(said.setup, &scope).ok();
    let conditions = said.conditions.iter();
    let conditions = conditions.map(|e| resolver.truth(e, &scope).ok()).collect();
    (ResolvedTexts { setup, conditions }, resolver.diagnostics)
}
