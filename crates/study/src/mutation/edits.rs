//! Finds the places of a ruleset to mutate, and the replacements for each.
//!
//! Numbers, directions, `and`, comparisons and owners are words of the text. Conditions and sets come from the checked rules,
//! since the text alone does not show them. Scripts have mutations of the same kinds.

use crate::mutation::equivalent_mutants::DecidingNothing;
use crate::mutation::mutant::Mutant;
use linstock_base::{CheckFuel, FileId, Sources, Span};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{Head, Model, MoveRule, Node, Set, Truth};
use linstock_play::Rules;
use linstock_script::{ScriptPlaceSort, script_places};
use linstock_syntax::ast::{Decl, DeclKind, EditKind, RulesFile};
use linstock_syntax::{PlainWord, WordSort, plain_words};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The suffix of script files.
const SCRIPT: &str = ".rhai";

/// Finds all mutants, in the order of their places. `rules` are the rules under each choice of options that scenarios make.
pub(super) fn find(sources: &Sources, rules: &[&Rules]) -> Vec<Mutant> {
    let own = own_files(sources);
    let mut found = BTreeSet::new();
    for file in &own {
        if is_script(sources, *file) {
            found.extend(in_script(sources, *file));
        } else {
            let parts = rule_parts(sources, *file).into_iter();
            found.extend(parts.flat_map(|part| words(sources, (*file, part), rules)));
        }
    }
    for rules in rules {
        let mut finder = ConditionChanges {
            sources,
            roles: BTreeMap::new(),
            found: BTreeSet::new(),
        };
        finder.of_model(rules.model());
        found.extend(finder.found);
    }
    let nothing = DecidingNothing::of(rules);
    let decides = |mutant: &Mutant| own.contains(&mutant.span.file) && !nothing.holds(mutant);
    found.into_iter().filter(decides).collect()
}

/// Returns the rule texts and scripts in the folder of the first text.
fn own_files(sources: &Sources) -> Vec<FileId> {
    let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let root = sources
        .iter()
        .next()
        .map(|(_, source)| folder(&source.path));
    let own = sources
        .iter()
        .filter(|(_, source)| {
            [".game", SCRIPT]
                .iter()
                .any(|end| source.path.ends_with(end))
        })
        .filter(|(_, source)| Some(folder(&source.path)) == root);
    own.map(|(file, _)| file).collect()
}

fn is_script(sources: &Sources, file: FileId) -> bool {
    sources.get(file).path.ends_with(SCRIPT)
}

/// Returns the mutants of a script.
fn in_script(sources: &Sources, file: FileId) -> Vec<Mutant> {
    let text = &sources.get(file).text;
    let changes = script_places(text).into_iter().flat_map(|place| {
        let here = &text[place.bytes.clone()];
        let others = match place.sort {
            ScriptPlaceSort::Number => other_numbers(&here.replace('_', "")),
            ScriptPlaceSort::Sign(other) => vec![other.to_owned()],
            ScriptPlaceSort::Condition(dropped) => vec![dropped.to_owned(), format!("!({here})")],
            ScriptPlaceSort::Statement | ScriptPlaceSort::Arm => Vec::new(),
        };
        let others: Vec<_> = others.into_iter().filter(|other| other != here).collect();
        let span = Span::new(file, place.bytes.start, place.bytes.end);
        others.into_iter().map(move |text| Mutant { span, text })
    });
    changes.collect()
}

/// Returns the parts of a text that contain rules: without texts that only people read, and without the choices of options.
fn rule_parts(sources: &Sources, file: FileId) -> Vec<Range<usize>> {
    let text = &sources.get(file).text;
    let (tree, _) = linstock_syntax::parse_game(file, text, &CheckFuel::default());
    let of = |decl: &Decl| Some(decl.span.range()).filter(|_| is_rule(&decl.kind));
    match &tree {
        Some(RulesFile::Game(game)) => game.decls.iter().filter_map(of).collect(),
        Some(RulesFile::Variant(variant)) => {
            let edits = variant.edits.iter().filter_map(|edit| match &edit.kind {
                EditKind::Replace(decl) | EditKind::Add(decl) => of(decl),
                EditKind::Part(part) => Some(part.span.range()),
                EditKind::Set { .. } | EditKind::Rename { .. } | EditKind::Remove { .. } => None,
            });
            edits.collect()
        }
        None => Vec::new(),
    }
}

fn is_rule(decl: &DeclKind) -> bool {
    match decl {
        DeclKind::Players(_)
        | DeclKind::Board(_)
        | DeclKind::Line(_)
        | DeclKind::List(_)
        | DeclKind::Zone(_)
        | DeclKind::Remember(_)
        | DeclKind::Fact(_)
        | DeclKind::Move(_)
        | DeclKind::Routine(_)
        | DeclKind::Score(_)
        | DeclKind::Phase(_)
        | DeclKind::Play(_) => true,
        DeclKind::Options(_)
        | DeclKind::Pieces(_)
        | DeclKind::Drawing(_)
        | DeclKind::Script(_)
        | DeclKind::Hides(_)
        | DeclKind::Status(_)
        | DeclKind::Clauses(_)
        | DeclKind::Note(_)
        | DeclKind::Language(_)
        | DeclKind::Words(_)
        | DeclKind::Look(_)
        | DeclKind::Broken { .. } => false,
    }
}

/// Returns the mutants of single words and signs in a part of a text.
fn words(sources: &Sources, (file, part): (FileId, Range<usize>), rules: &[&Rules]) -> Vec<Mutant> {
    let text = &sources.get(file).text;
    let mut found = Vec::new();
    for PlainWord { sort, bytes } in plain_words(text) {
        if !(part.start <= bytes.start && bytes.end <= part.end) {
            continue;
        }
        let word = &text[bytes.clone()];
        let others = match sort {
            WordSort::Number => other_numbers(word),
            WordSort::Sign => other_sign(word).into_iter().map(str::to_owned).collect(),
            WordSort::Word => other_word(word, rules),
        };
        let span = Span::new(file, bytes.start, bytes.end);
        found.extend(others.into_iter().map(|text| Mutant { span, text }));
    }
    found
}

/// Returns the numbers next to a number.
fn other_numbers(word: &str) -> Vec<String> {
    let Ok(number) = word.parse::<u32>() else {
        return Vec::new();
    };
    let beside = [number.checked_sub(1), number.checked_add(1)];
    beside
        .into_iter()
        .flatten()
        .map(|n| n.to_string())
        .collect()
}

fn other_sign(sign: &str) -> Option<&'static str> {
    match sign {
        "<" => Some("<="),
        "<=" => Some("<"),
        ">" => Some(">="),
        ">=" => Some(">"),
        _ => None,
    }
}

fn other_word(word: &str, rules: &[&Rules]) -> Vec<String> {
    let plain = match word {
        "and" => Some("or"),
        "or" => Some("and"),
        "own" => Some("enemy"),
        "enemy" => Some("own"),
        _ => None,
    };
    let direction = || {
        let board = rules.iter().find_map(|r| r.model().board.as_ref())?;
        board.topology.other_direction(word)
    };
    let other = plain.or_else(direction);
    other.map(str::to_owned).into_iter().collect()
}

/// Finds mutants of conditions (each dropped, and negated), and of sets (each dropped from the set around it).
struct ConditionChanges<'s> {
    sources: &'s Sources,
    /// The constant that replaces a dropped condition; `None` if the condition itself does not change.
    roles: BTreeMap<Span, Option<&'static str>>,
    found: BTreeSet<Mutant>,
}

impl ConditionChanges<'_> {
    fn of_model(&mut self, model: &Model) {
        model.moves.iter().for_each(|mv| self.of_move(mv));
        model.play.walk(self);
        model.lines.iter().for_each(|line| line.points.walk(self));
        if let Some(board) = &model.board {
            let links = board.links.iter().filter_map(|link| link.when.as_ref());
            links.for_each(|when| when.walk(self));
        }
        model.score.iter().for_each(|s| s.walk(self));
    }

    fn of_move(&mut self, mv: &MoveRule) {
        for head in &mv.heads {
            if let Head::When(cond) = head {
                cond.walk(self);
            }
        }
        mv.args.iter().for_each(|arg| arg.walk(self));
        mv.weigh.iter().for_each(|weigh| weigh.walk(self));
        mv.leaves.iter().for_each(|l| l.cond.walk(self));
        mv.body.walk(self);
    }

    fn replace(&mut self, span: Span, text: String) {
        let before = self.sources.slice(span);
        if !before.trim().is_empty() && before != text {
            self.found.insert(Mutant { span, text });
        }
    }

    fn play_roles(&mut self, parts: &[Node<Truth>], role: Option<&'static str>) {
        for part in parts {
            self.roles.entry(part.span).or_insert(role);
        }
    }
}

impl Visitor for ConditionChanges<'_> {
    fn truth(&mut self, truth: &Node<Truth>) {
        match &truth.kind {
            Truth::Fixed(_) => return,
            Truth::And(parts) => self.play_roles(parts, Some("yes")),
            Truth::Or(parts) => self.play_roles(parts, Some("no")),
            Truth::Not(part) => {
                self.roles.entry(part.span).or_insert(None);
            }
            _ => {}
        }
        let role = self.roles.get(&truth.span).copied();
        if let Some(dropped) = role.unwrap_or(Some("yes")) {
            let text = self.sources.slice(truth.span).to_owned();
            self.replace(truth.span, dropped.to_owned());
            self.replace(truth.span, format!("not ({text})"));
        }
    }

    fn set(&mut self, set: &Node<Set>) {
        match &set.kind {
            Set::And(parts) => {
                for part in parts {
                    self.replace(part.span, "everything".to_owned());
                }
            }
            Set::Or(parts) => {
                for part in parts {
                    self.replace(part.span, "nothing".to_owned());
                }
            }
            Set::Except(_, second) => self.replace(second.span, "nothing".to_owned()),
            Set::Along {
                through: Some(through),
                ..
            }
            | Set::Ahead {
                through: Some(through),
                ..
            } => self.replace(through.span, "everything".to_owned()),
            _ => {}
        }
    }
}
