//! Statements and conditions outside the rules that use their names: those of scenarios.

use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use crate::stmt::values::passing_name;
use crate::{Choices, pick, variants};
use linstock_base::{Diagnostics, FileId, Span};
use linstock_model::{Memory, Model, Node, Stmt, TagId, Truth};
use linstock_syntax::ast::{Expr, RulesFile, StmtDecl};
use std::rc::Rc;

/// Texts about a game outside its rules.
#[derive(Clone, Debug)]
pub struct ScenarioTexts<'p> {
    /// The file of the texts.
    pub file: FileId,
    /// The statements.
    pub setup: &'p [StmtDecl],
    /// The conditions.
    pub conditions: Vec<&'p Expr>,
}

/// Statements that lead to a position.
#[derive(Clone, Debug)]
pub struct SetupBlock {
    /// The statements, in order.
    pub stmts: Vec<Stmt>,
    /// The memories for values that are handed on; they exist only while the statements run, after all memories of the game.
    pub handed_on: Vec<Memory>,
}

/// The resolved texts.
#[derive(Clone, Debug, Default)]
pub struct ResolvedTexts {
    /// The statements; `None` if one of them is wrong.
    pub setup: Option<SetupBlock>,
    /// The conditions in order; `None` for a wrong one.
    pub conditions: Vec<Option<Node<Truth>>>,
}

/// Resolves texts about a game under choices that fit it; returns their mistakes, too. `model` is the game as it
/// was checked under these choices: only its declarations are resolved again.
#[must_use]
pub fn resolve_scenario_texts(
    files: &[RulesFile],
    (choices, model): (&Choices, &Model),
    said: &ScenarioTexts<'_>,
) -> (ResolvedTexts, Diagnostics) {
    let mut found = Diagnostics::default();
    let Ok((game, variants)) = pick(files, choices, &mut found) else {
        return (ResolvedTexts::default(), found);
    };
    let laid = variants::apply(game, &variants, &mut found);
    let mut resolver = Resolver::new(&laid, found, &Rc::default());
    if resolver.declared_as_in(choices, model).is_err() {
        return (ResolvedTexts::default(), resolver.diagnostics);
    }
    // The warnings about the rules themselves are reported elsewhere.
    resolver.diagnostics = Diagnostics::default();
    resolver.outside = Some(said.file);
    let scope = Scope::default();
    let known = resolver.passing.len();
    let setup = resolver.block(said.setup, &scope).ok();
    let setup = setup.map(|stmts| SetupBlock {
        stmts,
        handed_on: resolver.passing.split_off(known),
    });
    let conditions = said.conditions.iter();
    let conditions = conditions.map(|e| resolver.truth(e, &scope).ok()).collect();
    (ResolvedTexts { setup, conditions }, resolver.diagnostics)
}

impl Resolver<'_> {
    /// Resolves the declarations of a game, with its model's ids of tags and of memories for handed-on values.
    fn declared_as_in(&mut self, choices: &Choices, model: &Model) -> Checked<()> {
        for (number, tag) in (0..).zip(&model.tags) {
            self.tags.push(tag.clone());
            self.tag_ids.insert(tag.clone(), TagId(number));
        }
        self.all_declared(choices)?;
        for memory in model.memories.iter().filter(|memory| memory.passing) {
            let name = passing_name(&memory.name, Span::default(), memory.ty);
            self.names.memories.push(name);
            self.passing.push(memory.clone());
        }
        Ok(())
    }
}
