//! From the syntax tree to the model: looks names up, checks types and folds options.
//!
//! Every function that resolves something reports each mistake and returns a value that only a report can make
//! (`report/error_guaranteed.rs`). Resolution then continues, so that one check finds all mistakes.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod analysis;
mod decl;
mod expr;
mod known;
mod known_meanings;
mod listing;
mod names;
mod report;
mod resolver;
mod scenario_texts;
mod stmt;
mod variants;

use crate::analysis::ElaboratedRules;
use crate::analysis::secrecy::scored;
use crate::decl::declared::Declared;
pub use expr::vocabulary;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Source, Sources, Span};
use linstock_model::{Model, TagId};
use linstock_syntax::ast::{DeclKind, GameDecl, RulesFile, Tag, Variant};
pub use listing::{GameListing, listing};
pub use names::nouns::Noun;
pub use names::sort::Sort;
use report::error_guaranteed::{Checked, report_to, told_before};
use resolver::Resolver;
pub use scenario_texts::{ResolvedTexts, ScenarioTexts, SetupBlock, resolve_scenario_texts};
use std::rc::Rc;

/// The choices made before a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// Names of variants, applied in this order.
    pub variants: Vec<String>,
    /// Options and their values as text, applied after the variants.
    pub options: Vec<(String, String)>,
    /// The number of players; the smallest one if `None`.
    pub players: Option<usize>,
}

/// A checked game with its warnings, or the diagnostics if it has errors.
pub type CheckedGame = Result<(Model, Diagnostics), Diagnostics>;

/// Checks a game and resolves it under the given choices.
///
/// `files` are the parsed texts of the ruleset. The first is its root: the game, or a variant of a game that is
/// also in `files`. `found` holds the diagnostics of the parser.
///
/// # Errors
/// All diagnostics, if one of them is an error. A diagnostic without a span is about the choices, not the rules.
pub fn check(
    files: &[RulesFile],
    found: Diagnostics,
    (choices, fuel): (&Choices, &Rc<CheckFuel>),
) -> CheckedGame {
    let read = found.clone();
    let (mut checked, played) = check_texts(files, found, (choices, fuel));
    if let Some((game, variants)) = played {
        let (Ok((_, found)) | Err(found)) = &mut checked;
        variants::causes::tell(found, &variants, &mut |edits| {
            let changed = ChangedGame {
                game,
                variants: &variants,
                edits,
            };
            let tried = changed.check(read.clone(), (choices, fuel));
            let (Ok((_, found)) | Err(found)) = tried;
            (!fuel.is_used_up()).then_some(found)
        });
    }
    checked
}

/// Does the same as [`check`], but does not report which change of a variant causes a mistake; that search takes
/// several times as long as the check.
///
/// # Errors
/// Every mistake.
pub fn check_without_causes(
    files: &[RulesFile],
    found: Diagnostics,
    how: (&Choices, &Rc<CheckFuel>),
) -> CheckedGame {
    check_texts(files, found, how).0
}

/// Adds to later diagnostics which change of a variant causes them. `go_on` takes the game with some of the changes
/// through the steps after the check.
pub fn tell_later_causes(
    (sources, choices): (&Sources, &Choices),
    found: &mut Diagnostics,
    go_on: &mut dyn FnMut(Model, &Rc<CheckFuel>) -> Diagnostics,
) {
    let fuel = Rc::default();
    let (files, mut known) = read(sources, &fuel);
    let Ok((game, variants)) = pick(&files, choices, &mut known) else {
        return;
    };
    variants::causes::tell(found, &variants, &mut |edits| {
        // Each game has the fuel of one check.
        let fuel = Rc::default();
        let none = Diagnostics::default();
        let changed = ChangedGame {
            game,
            variants: &variants,
            edits,
        };
        let checked = changed.check(none, (choices, &fuel));
        Some(match checked {
            Ok((model, _)) => go_on(model, &fuel),
            Err(found) => found,
        })
    });
}

/// Checks a game. Also returns the game and the variants laid over it, if they are known.
fn check_texts<'a>(
    files: &'a [RulesFile],
    mut found: Diagnostics,
    how: (&Choices, &Rc<CheckFuel>),
) -> (CheckedGame, Option<(&'a GameDecl, Vec<&'a Variant>)>) {
    let (choices, fuel) = how;
    if fuel.is_used_up() {
        // The mistake is already reported, and the name may be declared in the text that could not be read.
        return (Err(found), None);
    }
    let errors = found.errors();
    let Ok((game, variants)) = pick(files, choices, &mut found) else {
        return (Err(found), None);
    };
    if found.errors() == errors {
        found = of_used(found, game, &variants);
    }
    let changed = ChangedGame {
        game,
        variants: &variants,
        edits: usize::MAX,
    };
    let checked = changed.check(found, how);
    (checked, Some((game, variants)))
}

/// A game with the first `edits` changes of its variants.
struct ChangedGame<'g> {
    game: &'g GameDecl,
    variants: &'g [&'g Variant],
    edits: usize,
}

impl ChangedGame<'_> {
    fn check(
        &self,
        mut found: Diagnostics,
        (choices, fuel): (&Choices, &Rc<CheckFuel>),
    ) -> CheckedGame {
        let merged = variants::apply_first(self.game, self.variants, self.edits, &mut found);
        let mut resolver = Resolver::new(&merged, found, fuel);
        let model = resolver.model(choices);
        resolver.finish(model)
    }
}

/// Removes the diagnostics in variants that are not played: they are reported with those variants.
fn of_used(found: Diagnostics, game: &GameDecl, variants: &[&Variant]) -> Diagnostics {
    let variants = variants.iter().map(|variant| variant.name.span.file);
    // The first text is the root. If its head could not be read, it is not among `files`.
    let used: Vec<FileId> = [FileId::default(), game.name.span.file]
        .into_iter()
        .chain(variants)
        .collect();
    let is_used = |found: &&Diagnostic| found.span.is_none_or(|span| used.contains(&span.file));
    found.iter().filter(is_used).cloned().collect()
}

/// Finds the game and the variants that are laid over it, in order.
fn pick<'a>(
    files: &'a [RulesFile],
    choices: &Choices,
    out: &mut Diagnostics,
) -> Checked<(&'a GameDecl, Vec<&'a Variant>)> {
    let mut variants = Vec::new();
    let game = match files.first() {
        Some(RulesFile::Game(game)) => game,
        Some(RulesFile::Variant(root)) => {
            variants.push(root);
            base_of(root, files, out)?
        }
        // If the head of a file could not be read, that is already reported.
        None => return Err(told_before(out).unwrap_or_else(|| report_to(out, no_game(None)))),
    };
    let named = files.iter().skip(1).filter_map(as_variant);
    let of_game = |variant: &&Variant| variant.of.text == game.name.text;
    let named: Vec<&Variant> = named.filter(of_game).collect();
    for name in &choices.variants {
        if let Some(variant) = named.iter().find(|v| v.name.text == *name) {
            variants.push(variant);
        } else {
            let known = named.iter().map(|v| v.name.text.as_str());
            out.push(
                Diagnostic::general(
                    "E0201",
                    format!("there is no variant `{name}` of `{}`", game.name.text),
                )
                .maybe_did_you_mean(linstock_base::similar(name, known.clone()))
                .maybe_hint(
                    has_option(game, name)
                        .then(|| format!("`{name}` is an option, and needs a value: {name}=VALUE")),
                )
                .hint(linstock_base::listed("variants", known)),
            );
        }
    }
    Ok((game, variants))
}

/// Returns whether a game has an option of this name.
fn has_option(game: &GameDecl, name: &str) -> bool {
    game.decls.iter().any(|decl| match &decl.kind {
        DeclKind::Options(options) => options.iter().any(|option| option.name.text == name),
        _ => false,
    })
}

/// Returns the message that the game of a variant is not among the texts.
#[must_use]
pub fn not_here(game: &str) -> String {
    format!("the game `{game}` is missing")
}

fn base_of<'a>(
    root: &Variant,
    files: &'a [RulesFile],
    out: &mut Diagnostics,
) -> Checked<&'a GameDecl> {
    let games = files.iter().filter_map(as_game);
    let found = games.clone().find(|g| g.name.text == root.of.text);
    found.ok_or_else(|| {
        let message = not_here(&root.of.text);
        let known = games.map(|g| g.name.text.as_str());
        let missing = Diagnostic::error("E0202", root.of.span, message)
            .label("this variant changes it")
            .maybe_hint(
                (root.of.text == root.name.text).then(|| {
                    "a variant and the game that it changes have different names".to_owned()
                }),
            )
            .maybe_did_you_mean(linstock_base::similar(&root.of.text, known))
            .hint("put its folder next to this one, or name a shipped game (see `linstock list`)");
        report_to(out, missing)
    })
}

fn as_game(file: &RulesFile) -> Option<&GameDecl> {
    match file {
        RulesFile::Game(game) => Some(game),
        RulesFile::Variant(_) => None,
    }
}

fn as_variant(file: &RulesFile) -> Option<&Variant> {
    match file {
        RulesFile::Variant(variant) => Some(variant),
        RulesFile::Game(_) => None,
    }
}

/// Parses all texts of a ruleset and reports what cannot be parsed.
#[must_use]
pub fn read(sources: &Sources, fuel: &CheckFuel) -> (Vec<RulesFile>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut files = Vec::new();
    for (id, source) in of_game_texts(sources) {
        let (file, found) = linstock_syntax::parse_game(id, &source.text, fuel);
        if file.is_none() && !found.has_errors() {
            diagnostics.push(no_game(Some(Span::new(id, 0, 0))));
        }
        diagnostics.extend(found);
        files.extend(file);
    }
    (files, diagnostics)
}

/// Makes the error that there is no game, in a file or because there is no file.
fn no_game(place: Option<Span>) -> Diagnostic {
    let message = "there is no game here";
    let mut none = Diagnostic::general("E0203", message);
    none.span = place;
    none.hint("a game begins with: game NAME \"Title\"")
}

/// Returns the texts of games and variants.
fn of_game_texts(sources: &Sources) -> impl Iterator<Item = (FileId, &Source)> {
    let texts = sources.iter();
    texts.filter(|(_, source)| has_extension(&source.path, "game"))
}

fn has_extension(path: &str, extension: &str) -> bool {
    std::path::Path::new(path)
        .extension()
        .is_some_and(|e| e == extension)
}

impl<'a> Resolver<'a> {
    /// Resolves all declarations, in the order of their dependencies.
    fn model(&mut self, choices: &Choices) -> Checked<Model> {
        let Declared {
            options,
            board,
            kinds,
            drawn,
            lists,
            drawings,
            zones,
            memories,
            lines,
            scripts,
            linked,
        } = self.all_declared(choices)?;
        let known_zones = zones.as_deref().map_err(|reported| *reported);
        let moves = self.moves();
        let play = self.play();
        let moves = self.with_instances(moves);
        self.check_unlaid();
        let rules = ElaboratedRules::whole(&moves, &zones, &play);
        if let Some(rules) = rules {
            self.check_secrets(rules);
        }
        self.check_words();
        let score = self.score(known_zones);
        let score_is_open = match (&score, known_zones) {
            (Ok(Some(score)), Ok(zones)) => scored(score, &self.visibility(zones)).is_none(),
            _ => true,
        };
        let statuses = self.status_lines(known_zones);
        if let (Some(rules), Ok(lines)) = (rules, &statuses) {
            self.check_lookahead(lines, rules);
        }
        let unshown = self.unshown();
        self.check_unopened();
        let ground = self.ground();
        let mut sheet = self.sheet();
        self.titles(&mut sheet);
        sheet.art = self.art();
        self.check_unused();
        if let Ok(play) = &play {
            self.warn_of_first_player(play);
        }
        if let Some(rules) = rules
            && !self.diagnostics.has_errors()
        {
            self.warn_of_game_without_end(rules);
        }
        self.fits.and(drawn).and(linked).and(board)?;
        let mut model = Model {
            name: self.game.name.clone(),
            title: self.game.title.clone(),
            players: self.names.players.iter().map(|p| p.text.clone()).collect(),
            named: self.all_players(),
            player_counts: self.player_counts,
            options: options?,
            board: self.names.board.as_deref().cloned(),
            layers: self.layers(),
            kinds: kinds?,
            lines: lines?,
            drawings: drawings?,
            lists: self.with_directions(lists?),
            groups: self.groups(),
            zones: zones?,
            memories: [memories?, std::mem::take(&mut self.passing)].concat(),
            scripts: scripts?,
            moves: moves?,
            phases: self.names.phases.clone(),
            play: play?,
            ground,
            score: score?,
            score_is_open,
            statuses: statuses?,
            unshown: unshown?,
            tags: self.tags.clone(),
            sheet,
        };
        analysis::secrecy::mark_outcomes(&mut model);
        analysis::liveness::drop_dead_memories(&mut model);
        Ok(model)
    }

    /// Returns the names of the players and of the absent players.
    fn all_players(&self) -> Vec<String> {
        let playing = self.names.players.iter().map(|p| p.text.clone());
        playing.chain(self.names.absent.iter().cloned()).collect()
    }

    /// Returns the clauses of the board and of the players.
    fn ground(&mut self) -> Vec<TagId> {
        let items = self.decls().filter_map(|d| match &d.kind {
            DeclKind::Board(board) => Some(&board.items),
            _ => None,
        });
        let of_board: Vec<&[Tag]> = items.flatten().map(|i| i.tags.as_slice()).collect();
        let decls = self.decls().filter(|d| {
            matches!(
                d.kind,
                DeclKind::Board(_) | DeclKind::Players(_) | DeclKind::Play(_)
            )
        });
        decls
            .collect::<Vec<_>>()
            .into_iter()
            .map(|decl| decl.tags.as_slice())
            .chain(of_board)
            .flat_map(|tags| self.tags(tags))
            .collect()
    }
}
