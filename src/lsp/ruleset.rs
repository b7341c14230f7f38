//! A ruleset in an editor: its texts, their contents, and the places of its names.

use crate::files;
use crate::header::header;
use crate::lsp::places::{Places, uri_of};
use crate::lsp::script_index;
use crate::open_texts::OpenTexts;
use crate::reading_scope::ReadingScope;
use crate::ruleset_finder;
use linstock_base::{CheckFuel, FileId, Source, Sources, Span};
use linstock_ide::index::{Index, IndexedSymbol, Occurrence};
use linstock_play::scenario::ScenarioRunner;
use linstock_script::script_lexemes;
use linstock_syntax::ast::{RulesFile, ScenarioFile};
use linstock_syntax::{Dialect, Lexeme, lexemes, parse_game, parse_scenarios};
use lsp_types::{Location, Range};
use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextKind {
    /// A game or a variant.
    Rules,
    /// Scenarios.
    Scenarios,
    /// A script.
    Script,
}

impl TextKind {
    /// Returns the dialect by which a text is split into words; a script has none, and gets that of games.
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Rules | Self::Script => Dialect::Game,
            Self::Scenarios => Dialect::Scenario,
        }
    }
}

/// Returns the language of a text by its path; a path without an extension counts as rules.
pub(super) fn kind_of(path: &Path) -> TextKind {
    if files::ends(path, "scn") {
        TextKind::Scenarios
    } else if files::ends(path, "rhai") {
        TextKind::Script
    } else {
        TextKind::Rules
    }
}

/// Returns whether a text is short enough to be parsed.
pub(super) fn is_within_limits(text: &str, kind: TextKind) -> bool {
    kind == TextKind::Script || linstock_syntax::is_within_limits(text, kind.dialect())
}

/// Splits a text into lexemes.
pub(super) fn lexemes_of(text: &str, kind: TextKind) -> Vec<Lexeme> {
    match kind {
        TextKind::Script => script_lexemes(text),
        TextKind::Rules | TextKind::Scenarios => lexemes(text, kind.dialect()),
    }
}

/// The texts of a ruleset and of its scenarios, parsed as far as possible.
pub(super) struct RulesetView {
    pub(super) sources: Sources,
    pub(super) rules: Vec<Rc<RulesFile>>,
    pub(super) scenarios: Vec<Rc<ScenarioFile>>,
    pub(super) index: Index,
    /// The file for which the view was made.
    pub(super) file: FileId,
    /// The rules, compiled when first needed; `None` inside if they have mistakes.
    runner: Rc<OnceCell<Option<RefCell<ScenarioRunner>>>>,
}

impl RulesetView {
    /// Reads the ruleset that a text belongs to; a text without a ruleset is its own. Reuses what has not changed since an
    /// earlier view.
    pub(super) fn new(path: &Path, open: &Arc<OpenTexts>, earlier: Option<&Self>) -> Self {
        let mut sources = rules_of(path, open);
        for (path, text) in open.scenarios(&folder_of(path).join("scenarios")) {
            sources.add(path.to_string_lossy(), text);
        }
        let name = path.to_string_lossy();
        let known = sources.iter().find(|(_, source)| source.path == name);
        let known = known.map(|(id, _)| id);
        let file = known.unwrap_or_else(|| {
            let text = open.get(path).map(str::to_owned);
            let text = text.or_else(|| files::read_rules(path).ok());
            sources.add(name, text.unwrap_or_default())
        });
        let (mut rules, mut scenarios) = (Vec::new(), Vec::new());
        for (id, source) in sources.iter() {
            let earlier = earlier.filter(|view| view.has(id, source));
            match kind_of(Path::new(&source.path)) {
                TextKind::Rules => {
                    let known = earlier.map(|view| view.rules_in(id));
                    let read = || {
                        parse_game(id, &source.text, &CheckFuel::default())
                            .0
                            .map(Rc::new)
                    };
                    rules.extend(known.unwrap_or_else(read));
                }
                TextKind::Scenarios => {
                    let known = earlier.map(|view| view.scenarios_in(id));
                    let read = || parse_scenarios(id, &source.text).0.map(Rc::new);
                    scenarios.extend(known.unwrap_or_else(read));
                }
                TextKind::Script => {}
            }
        }
        let mut index = Index::new(
            rules.iter().map(Rc::as_ref),
            scenarios.iter().map(Rc::as_ref),
        );
        for (id, source) in sources.iter() {
            if kind_of(Path::new(&source.path)) == TextKind::Script {
                script_index::enter(&mut index, id, &source.text);
            }
        }
        let unchanged =
            earlier.filter(|view| texts_of_rules(&view.sources).eq(texts_of_rules(&sources)));
        Self {
            runner: unchanged.map_or_else(Rc::default, |view| Rc::clone(&view.runner)),
            sources,
            rules,
            scenarios,
            index,
            file,
        }
    }

    /// Returns the texts of the rules, without scenarios.
    pub(super) fn rules_alone(&self) -> Sources {
        let mut rules = Sources::new();
        for (path, text) in texts_of_rules(&self.sources) {
            rules.add(path, text);
        }
        rules
    }

    /// Runs a function on the compiled rules; `None` if they have mistakes.
    pub(super) fn with_runner<T>(
        &self,
        body: impl FnOnce(&mut ScenarioRunner) -> Option<T>,
    ) -> Option<T> {
        let runner = self.runner.get_or_init(|| {
            ScenarioRunner::new(self.rules_alone())
                .ok()
                .map(RefCell::new)
        });
        body(&mut *runner.as_ref()?.try_borrow_mut().ok()?)
    }

    /// Returns whether the view has a text in its current form.
    fn has(&self, id: FileId, source: &Source) -> bool {
        let known = self.sources.iter().find(|(known, _)| *known == id);
        known.is_some_and(|(_, known)| known.path == source.path && known.text == source.text)
    }

    fn rules_in(&self, id: FileId) -> Option<Rc<RulesFile>> {
        let mut rules = self.rules.iter();
        let found = rules.find(|file| match file.as_ref() {
            RulesFile::Game(game) => game.name.span.file == id,
            RulesFile::Variant(variant) => variant.name.span.file == id,
        });
        found.map(Rc::clone)
    }

    fn scenarios_in(&self, id: FileId) -> Option<Rc<ScenarioFile>> {
        let found = self.scenarios.iter().find(|file| file.game.span.file == id);
        found.map(Rc::clone)
    }

    /// Returns the text for which the view was made.
    pub(super) fn text(&self) -> &str {
        &self.sources.get(self.file).text
    }

    /// Returns the name at a byte of the text, and what it names.
    pub(super) fn at(&self, byte: usize) -> Option<(&Occurrence, &IndexedSymbol)> {
        let found = self.index.at(self.file, byte)?;
        Some((found, self.index.symbol(found.symbol)))
    }

    /// Returns the location of a span for an editor; `None` if it is inside the program.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let source = self.sources.get(span.file);
        let path = Path::new(&source.path);
        let uri = uri_of(path)?;
        Some(Location::new(uri, self.range(span)))
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Places::new(&self.sources.get(span.file).text).range(span.range())
    }
}

/// Returns the texts that are not scenarios, each with its path.
fn texts_of_rules(sources: &Sources) -> impl Iterator<Item = (&str, &str)> {
    let texts = sources.iter().map(|(_, source)| source);
    let rules = texts.filter(|source| kind_of(Path::new(&source.path)) != TextKind::Scenarios);
    rules.map(|source| (source.path.as_str(), source.text.as_str()))
}

/// Returns the folder of the ruleset that a file belongs to.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    let above = folder.parent().filter(|_| {
        kind_of(path) == TextKind::Scenarios && folder.file_name().is_some_and(|n| n == "scenarios")
    });
    above.unwrap_or(folder).to_owned()
}

/// Returns the texts of the rules that a text belongs to, its root first; only the text if it belongs to none.
pub(super) fn rules_of(path: &Path, open: &Arc<OpenTexts>) -> Sources {
    let scope = ReadingScope::WithOpen(Arc::clone(open));
    let game = match kind_of(path) {
        TextKind::Rules => path.to_owned(),
        // With a slash at its end it cannot be the name of a shipped game.
        TextKind::Scenarios | TextKind::Script => folder_of(path).join(""),
    };
    match ruleset_finder::find_within(&game.to_string_lossy(), &scope) {
        Ok(found) => found.sources,
        Err(_) => {
            let text = open.get(path).unwrap_or_default();
            let alone = Sources::from([(path.to_string_lossy().into_owned(), text)]);
            Some(alone)
                .filter(|_| kind_of(path) == TextKind::Rules)
                .unwrap_or_default()
        }
    }
}

/// Returns the other rulesets that share names with a text: that of its game, and those of the game's variants in other
/// folders.
pub(super) fn others(view: &RulesetView, path: &Path, open: &Arc<OpenTexts>) -> Vec<RulesetView> {
    let mut games = view.rules.iter().filter_map(|file| match file.as_ref() {
        RulesFile::Game(game) => Some(&game.name),
        RulesFile::Variant(_) => None,
    });
    let Some(game) = games.next() else {
        return Vec::new();
    };
    let root = PathBuf::from(&view.sources.get(game.span.file).path);
    let mut roots = variants_beside(&folder_of(&root), &game.text);
    if root.is_absolute() {
        roots.push(root);
    }
    roots.retain(|root| root != path);
    let views = roots.iter().map(|root| RulesetView::new(root, open, None));
    views.collect()
}

/// Returns the variants of a game in folders beside its own. They refer to it by the name of its folder.
fn variants_beside(folder: &Path, game: &str) -> Vec<PathBuf> {
    let is_found = folder.file_name().is_some_and(|name| name == game);
    let Some(above) = folder.parent().filter(|_| is_found) else {
        return Vec::new();
    };
    let beside = files::entries(above).unwrap_or_default();
    let beside = beside
        .into_iter()
        .filter(|path| path != folder && path.is_dir());
    let texts = beside.flat_map(|folder| files::files_in(&folder, "game").unwrap_or_default());
    let is_variant = |path: &PathBuf| {
        let text = files::read_rules(path).unwrap_or_default();
        header(&text).is_some_and(|head| head.of.as_deref() == Some(game))
    };
    texts.take(500).filter(is_variant).collect()
}

#[cfg(test)]
mod tests {
    use super::variants_beside;

    #[test]
    fn a_variant_beside_belongs_to_the_game_that_it_finds() {
        let place = tempfile::tempdir().expect("made");
        for folder in ["chase", "copy", "house"] {
            std::fs::create_dir(place.path().join(folder)).expect("made");
        }
        let variant = place.path().join("house/fast.game");
        std::fs::write(&variant, "variant fast of chase \"Fast\"\n").expect("written");
        let of = |folder: &str| variants_beside(&place.path().join(folder), "chase");
        assert_eq!(of("chase"), [variant]);
        assert!(
            of("copy").is_empty(),
            "it lies over `chase`, not over a copy of it"
        );
    }
}
