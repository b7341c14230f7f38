//! Compiles the script files of a ruleset, and checks them against the declarations in the rules.

use super::host::{CompiledScript, Function, ScriptCounting, Scripts, changes};
use super::memo::Memo;
use super::syntax::{ScriptText, mistake};
use super::world::World;
use super::{check, limits, sandbox};
use linstock_base::{Diagnostic, Diagnostics, FileId, Limit, Sources, Span, did_you_mean, plural};
use linstock_model::{Model, ScriptFn};
use rhai::{AST, Engine, OptimizationLevel, ParseError, Position};
use std::sync::Arc;

/// The longest file.
const LONGEST: Limit = Limit {
    what: "bytes in this file",
    most: limits::FILE,
    remedy: "split it into several files",
};

impl Scripts {
    /// Compiles and checks the files that a game declares; `sources` holds their texts.
    ///
    /// Returns scripts if the game declares some and there are no errors.
    #[must_use]
    pub fn load(model: &Model, sources: &Sources) -> (Option<Self>, Diagnostics) {
        if model.scripts.is_empty() {
            return (None, Diagnostics::default());
        }
        let mut loader = Loader {
            model,
            sources,
            engine: sandbox::engine(),
            found: Diagnostics::default(),
        };
        let (files, functions) = loader.files();
        let world = Arc::new(World::new(model));
        let scripts = Self {
            engine: loader.engine,
            memos: functions.iter().map(|_| Memo::default()).collect(),
            world,
            files,
            functions,
            remembers: true,
            counting: ScriptCounting::default(),
        };
        let usable = !loader.found.has_errors();
        (usable.then_some(scripts), loader.found)
    }
}

struct Loader<'a> {
    model: &'a Model,
    sources: &'a Sources,
    engine: Engine,
    found: Diagnostics,
}

impl Loader<'_> {
    /// Loads each file once, and finds each declared function in its file.
    fn files(&mut self) -> (Vec<CompiledScript>, Vec<Function>) {
        let mut names: Vec<&str> = Vec::new();
        let mut loaded: Vec<Option<(FileId, CompiledScript)>> = Vec::new();
        let mut functions = Vec::new();
        let model = self.model;
        for function in &model.scripts {
            let at = names
                .iter()
                .position(|n| *n == function.file)
                .unwrap_or_else(|| {
                    names.push(&function.file);
                    loaded.push(self.file(function));
                    names.len() - 1
                });
            let name = in_rhai(&function.name);
            let start = match &loaded[at] {
                Some((file, compiled)) => self.function(function, &name, (*file, &compiled.ast)),
                None => Position::NONE,
            };
            functions.push(Function {
                file: at,
                name,
                start,
            });
        }
        // A missing file is reported as an error, so its numbers are never used.
        (
            loaded
                .into_iter()
                .flatten()
                .map(|(_, compiled)| compiled)
                .collect(),
            functions,
        )
    }

    fn file(&mut self, function: &ScriptFn) -> Option<(FileId, CompiledScript)> {
        let Some(file) = self.sources.find(&function.file) else {
            self.missing(function);
            return None;
        };
        let source = self.sources.get(file);
        if let Err(too_many) = LONGEST.check(source.text.len()) {
            self.found.push(too_many.at(function.span));
            return None;
        }
        let text = ScriptText {
            file,
            text: &source.text,
        };
        match self.checked(text) {
            Ok(ast) => {
                let compiled = CompiledScript {
                    path: source.path.clone(),
                    file,
                    source: source.text.clone(),
                    constants: !ast.statements().is_empty(),
                    ast,
                    text: self
                        .engine
                        .compact_script(&source.text)
                        .unwrap_or_else(|_| source.text.clone()),
                };
                Some((file, compiled))
            }
            Err(error) => {
                self.found.push(mistake(&error, text));
                None
            }
        }
    }

    fn missing(&mut self, function: &ScriptFn) {
        let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let known: Vec<String> = self
            .sources
            .iter()
            .map(|(_, s)| base(&s.path))
            .filter(|p| p.ends_with(".rhai"))
            .collect();
        let known = known.iter().map(String::as_str);
        let hint = did_you_mean(&function.file, known.clone()).unwrap_or_else(|| {
            match known.clone().next() {
                Some(_) => format!("the folder has: {}", known.collect::<Vec<_>>().join(", ")),
                None => "write it in the folder of the rules".to_owned(),
            }
        });
        let message = format!("there is no file `{}`", function.file);
        // The diagnostic marks the function, not the file.
        self.found.push(
            Diagnostic::error("E0907", function.span, message)
                .label("this function should be in it")
                .hint(hint),
        );
    }

    /// Checks a file and compiles it.
    fn checked(&mut self, text: ScriptText<'_>) -> Result<AST, ParseError> {
        // The checks use the unoptimised AST; the calls use the optimised one, with constants folded.
        self.engine.set_optimization_level(OptimizationLevel::None);
        let unoptimised = self.engine.compile(text.text);
        self.engine
            .set_optimization_level(OptimizationLevel::Simple);
        self.found
            .extend(check::check(&unoptimised?, text, self.model));
        self.engine.compile(text.text)
    }

    /// Finds a declared function in its file, and returns the position of its definition.
    fn function(
        &mut self,
        function: &ScriptFn,
        name: &str,
        (file, ast): (FileId, &AST),
    ) -> Position {
        let source = self.sources.get(file);
        let text = ScriptText {
            file,
            text: &source.text,
        };
        let expected = parameters(function);
        let functions = ast.iter_functions().filter(|f| f.name == name);
        let counts: Vec<usize> = functions.map(|f| f.params.len()).collect();
        let definition = format!("write: fn {name}({})", expected.join(", "));
        let diagnostic = match counts.first() {
            Some(_) if counts.contains(&expected.len()) => {
                return self.start(text.definition(name));
            }
            Some(&count) => {
                let has = plural(count, "parameter");
                let message = format!("`{name}` has {has}, but the rules pass {}", expected.len());
                Diagnostic::error("E0908", text.definition(name), message)
                    .related(function.span, "it is declared here")
                    .hint(definition)
            }
            None => {
                let message = format!("{} does not define `{name}`", source.path);
                let known = ast.iter_functions().map(|f| f.name);
                Diagnostic::error("E0909", function.span, message)
                    .maybe_hint(did_you_mean(name, known))
                    .hint(definition)
            }
        };
        self.found.push(diagnostic);
        Position::NONE
    }

    fn start(&self, span: Span) -> Position {
        let (line, column) = self.sources.line_column(span);
        let clip = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        Position::new(clip(line), clip(column))
    }
}

/// Returns a function's name in Rhai.
fn in_rhai(name: &str) -> String {
    name.replace('-', "_")
}

/// Returns a function's parameters in Rhai.
fn parameters(function: &ScriptFn) -> Vec<&'static str> {
    let mut names = vec!["pos"];
    names.extend(changes(function).then_some("fx"));
    names.extend(function.params.iter().map(|ty| ty.word()));
    names
}
