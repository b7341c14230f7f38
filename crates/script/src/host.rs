//! Loaded scripts, and the calls from the virtual machine.

use super::basics::Verdict;
use super::counting::CountingScripts;
use super::effects::Effects;
use super::memo::{Footprint, Memo, MemoCall, RememberedAnswer, words_of};
use super::pos::Pos;
use super::world::World;
use super::{convert, errors, sandbox};
use linstock_base::FileId;
use linstock_engine::ir::{ScriptAnswer, ScriptCount, ScriptHost, ScriptReason, WordsView};
use linstock_model::{ScriptFn, ScriptId, Value};
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, Position, Scope};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The script functions of a ruleset, compiled and checked.
#[derive(Debug)]
pub struct Scripts {
    pub(super) engine: Engine,
    pub(super) world: Arc<World>,
    pub(super) files: Vec<CompiledScript>,
    /// The declared functions, in the order of the rules.
    pub(super) functions: Vec<Function>,
    /// The memoised answers of each function.
    pub(super) memos: Vec<Memo>,
    /// Answers are memoised; off where each call must run.
    pub(super) remembers: bool,
    pub(super) counting: ScriptCounting,
}

/// Whether calls are counted, and the counting copies, which are made on first use.
#[derive(Debug, Default)]
pub(super) struct ScriptCounting {
    is_on: AtomicBool,
    scripts: OnceLock<CountingScripts>,
}

/// A declared function.
#[derive(Debug)]
pub(super) struct Function {
    /// Its file.
    pub file: usize,
    /// Its name in Rhai.
    pub name: String,
    /// The position of its definition.
    pub start: Position,
}

/// A compiled file.
#[derive(Debug)]
pub(super) struct CompiledScript {
    /// Its path as messages show it.
    pub path: String,
    pub file: FileId,
    /// Its text as written.
    pub source: String,
    pub ast: AST,
    /// It has constants. They must be evaluated before each call.
    pub constants: bool,
    /// Its text without comments and layout.
    pub text: String,
}

impl ScriptHost for Scripts {
    fn text(&self) -> String {
        self.files.iter().map(|file| file.text.as_str()).collect()
    }

    fn recall(
        &self,
        script: ScriptId,
        args: &[u64],
        at: WordsView<'_>,
        operations: &Cell<usize>,
    ) -> Option<ScriptAnswer> {
        if !self.remembers || self.counting.is_on.load(Ordering::Relaxed) {
            return None;
        }
        let memo = self.memos.get(script.index())?;
        let known = memo.recall(MemoCall { args, at })?;
        operations.set(operations.get() + known.operations);
        Some(known.answer)
    }

    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
        operations: &Cell<usize>,
    ) -> Result<ScriptAnswer, String> {
        let number = script.index();
        let (Some(declared), Some(function), Some(memo)) = (
            self.world.model.scripts.get(number),
            self.functions.get(number),
            self.memos.get(number),
        ) else {
            return Err("the rules call a script function that was not loaded".to_owned());
        };
        if self.counting.is_on.load(Ordering::Relaxed) {
            self.run_counting((args, at), (script, function));
        }
        let words = words_of(args);
        if let Some(known) = self.recall(script, &words, at, operations) {
            return Ok(known);
        }
        let footprint = Arc::new(Footprint::new(self.world.layout.control));
        let fx = changes(declared).then(|| Effects::new(&self.world, (script, &footprint), at));
        let before = sandbox::begin_count();
        let pos = Pos::new(&self.world, (script, &footprint), at);
        let file = &self.files[function.file];
        let result = self.run((&self.engine, &file.ast), function, (pos, fx.clone()), args);
        let took = sandbox::end_count(before);
        operations.set(operations.get() + took);
        let result = result.and_then(|value| match declared.result {
            Some(ty) => {
                convert::from_script(&self.world, ty, &value).map(|found| answer(found, &value))
            }
            None => Ok(ScriptAnswer::Changes(
                fx.map(|fx| fx.changes()).unwrap_or_default(),
            )),
        });
        let answer = result.map_err(|error| self.put(&error, function, declared))?;
        let answered = RememberedAnswer {
            answer,
            operations: took,
        };
        if self.remembers {
            let call = MemoCall { args: &words, at };
            memo.remember(call, (&footprint, &answered));
        }
        Ok(answered.answer)
    }

    fn set_counting(&self, on: bool) {
        self.counting_scripts();
        self.counting.is_on.store(on, Ordering::Relaxed);
    }

    fn counts(&self) -> Vec<ScriptCount> {
        self.counting_scripts().counts()
    }
}

impl Scripts {
    /// Returns the same scripts without memoisation: each call runs.
    pub fn without_memo(self) -> Self {
        Self {
            remembers: false,
            ..self
        }
    }

    fn counting_scripts(&self) -> &CountingScripts {
        self.counting.scripts.get_or_init(|| {
            let files = self.files.iter();
            CountingScripts::of(files.map(|file| (file.file, file.source.as_str())))
        })
    }

    /// Runs a function once more, to count. Ignores the result, which the first run or the memo has given.
    fn run_counting(
        &self,
        (args, at): (&[Value], WordsView<'_>),
        (script, function): (ScriptId, &Function),
    ) {
        let counting = self.counting_scripts();
        let declared = self.world.model.scripts.get(script.index());
        let footprint = Arc::new(Footprint::new(self.world.layout.control));
        let reads = (script, &footprint);
        let fx = declared.filter(|declared| changes(declared));
        let fx = fx.map(|_| Effects::new(&self.world, reads, at));
        if let Some(Some(ast)) = counting.files.get(function.file) {
            let before = sandbox::begin_count();
            let pos = Pos::new(&self.world, reads, at);
            let _ = self.run((&counting.engine, ast), function, (pos, fx), args);
            sandbox::end_count(before);
        }
    }

    fn run(
        &self,
        (engine, ast): (&Engine, &AST),
        function: &Function,
        (pos, fx): (Pos, Option<Effects>),
        args: &[Value],
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let file = &self.files[function.file];
        let values = Handed {
            pos,
            fx,
            world: &self.world,
            args,
        };
        let options = CallFnOptions::new().eval_ast(file.constants);
        engine.call_fn_with_options(options, &mut Scope::new(), ast, &function.name, values)
    }

    /// Makes the message for a failure, with the clauses of the function.
    fn put(&self, error: &EvalAltResult, function: &Function, declared: &ScriptFn) -> String {
        let path = &self.files[function.file].path;
        let mut text = errors::runtime(error, path, (&function.name, function.start));
        let tags: Vec<&str> = declared
            .tags
            .iter()
            .map(|&tag| self.world.model.tag(tag))
            .collect();
        if !tags.is_empty() {
            text.push_str(&format!(" ({})", tags.join(", ")));
        }
        text
    }
}

/// Returns the answer of a script: its value, or a no with its reason.
fn answer(found: Value, said: &Dynamic) -> ScriptAnswer {
    let verdict = said.read_lock::<Verdict>();
    let because = verdict
        .as_ref()
        .and_then(|verdict| verdict.because.as_ref());
    match because {
        Some((clause, reason)) => ScriptAnswer::No(Arc::new(ScriptReason {
            clause: clause.to_string(),
            reason: reason.to_string(),
        })),
        None => ScriptAnswer::Value(found),
    }
}

/// The arguments of a call.
struct Handed<'a> {
    pos: Pos,
    fx: Option<Effects>,
    world: &'a Arc<World>,
    args: &'a [Value],
}

impl FuncArgs for Handed<'_> {
    fn parse<ARGS: Extend<Dynamic>>(self, args: &mut ARGS) {
        args.extend([Dynamic::from(self.pos)]);
        args.extend(self.fx.map(Dynamic::from));
        args.extend(
            self.args
                .iter()
                .map(|value| convert::to_script(self.world, value)),
        );
    }
}

/// Returns whether a function may change the position.
pub(super) fn changes(function: &ScriptFn) -> bool {
    function.changes()
}
