//! Checks of unused declarations and of names that two things share.

use crate::expr::typed::Typed;
use crate::names::nouns::Noun;
use crate::names::{ArgType, Scope};
use crate::report::unknown::DeclaredWord;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_syntax::ast::Name;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The hint for a name that is taken.
const OTHER_NAME: &str = "choose another name, such as `here`, `there` or a letter";

impl<'a> Resolver<'a> {
    /// Reports names with two meanings: the words of expressions share one namespace.
    pub(crate) fn check_words(&mut self) {
        let mut words = self.names.words();
        words.sort_by_key(|word| word.span);
        let mut seen: FxHashMap<&str, (Noun, Span)> = FxHashMap::default();
        let mut found = Vec::new();
        // A list often names its rows in a scheme, such as `f1` and `f2`: that is one mistake.
        let mut rows_of_points: Vec<(&str, Span)> = Vec::new();
        for word in &words {
            let DeclaredWord { noun, text, span } = word;
            if self.is_point(text) {
                match noun {
                    Noun::Row => rows_of_points.push((text, *span)),
                    _ => {
                        let diagnostic = name_of_point(text, *span);
                        let label = format!("cannot name {}", noun.with_article());
                        found.push(diagnostic.label(label).hint("choose another name"));
                    }
                }
            }
            match seen.entry(text) {
                Entry::Occupied(first) if first.get().0 != *noun => {
                    let (other, earlier) = first.get();
                    let diagnostic = name_of_other((text, *other), *span)
                        .label(format!("cannot name {}, too", noun.with_article()))
                        .related(*earlier, "it is declared here");
                    found.push(diagnostic.hint("give one of them another name"));
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(place) => {
                    place.insert((*noun, *span));
                }
            }
        }
        found.extend(rows_named_like_points(&rows_of_points));
        found.into_iter().for_each(|d| self.report(d));
    }

    fn is_point(&self, text: &str) -> bool {
        let board = self.names.board.as_ref();
        board.is_some_and(|board| board.find(text).is_some())
    }

    /// Reports a local name that already has another meaning.
    pub(crate) fn check_local(&mut self, name: &Name) {
        if let Some(diagnostic) = self.taken_name(name) {
            self.report(diagnostic.hint(OTHER_NAME));
        }
    }

    /// Reports an argument's name that already has another meaning: perhaps a condition was intended, `when guard
    /// is in hand of me`.
    pub(crate) fn check_argument(&mut self, name: &Name) {
        let Some(diagnostic) = self.taken_name(name) else {
            return;
        };
        self.report(match self.names.noun_of(&name.text) {
            Some(Noun::Row | Noun::Piece) => diagnostic.hint(format!(
                "{OTHER_NAME}; what must hold begins with `when`: when {} is in …",
                name.text
            )),
            _ => diagnostic.hint(OTHER_NAME),
        });
    }

    fn taken_name(&self, name: &Name) -> Option<Diagnostic> {
        let text = name.text.as_str();
        let taken = self.names.noun_of(text);
        let is_point = self.is_point(text);
        let diagnostic = match taken {
            Some(noun) => name_of_other((text, noun), name.span),
            None if is_point => name_of_point(text, name.span),
            None if crate::expr::vocabulary::is_word_of_language(text) => {
                let message = format!("`{text}` is a word of the language");
                Diagnostic::error("E0695", name.span, message)
            }
            None => return None,
        };
        Some(diagnostic.label("cannot name an argument"))
    }

    /// Checks the facts and routines that nothing uses, as far as is possible without their values.
    pub(crate) fn check_unopened(&mut self) {
        // An unknown value excuses nothing.
        let first_suppressed = self.first_suppressed;
        self.open_the_unopened();
        self.first_suppressed = first_suppressed;
    }

    fn open_the_unopened(&mut self) {
        let facts: Vec<_> = self
            .names
            .facts
            .iter()
            .map(|f| (f.text.clone(), f.what))
            .collect();
        for (text, fact) in facts {
            fact.params.iter().for_each(|p| self.check_local(p));
            if self.names.opened.contains(&text) {
                continue;
            }
            let scope = unknown_values(&fact.params);
            let e = &fact.value;
            let found = self.inline_fact((&fact.name, None), |r| r.infer(e, &scope));
            if let Ok(Ok(node)) = found
                && let Typed::OfEach(each) = node.kind
            {
                self.whose(each, node.span);
            }
        }
        let routines: Vec<_> = self
            .names
            .routines
            .iter()
            .map(|r| (r.text.clone(), r.what))
            .collect();
        for (text, routine) in routines {
            routine.params.iter().for_each(|p| self.check_local(p));
            if !self.names.opened.contains(&text) {
                let scope = unknown_values(&routine.params);
                let body = |r: &mut Self| r.block(&routine.body, &scope);
                let _checked = self.inline_fact((&routine.name, None), body);
            }
        }
    }
}

/// Reports all rows that have the name of a point at the first of them.
fn rows_named_like_points(rows: &[(&str, Span)]) -> Option<Diagnostic> {
    let ((text, span), others) = rows.split_first()?;
    let others: Vec<String> = others.iter().map(|(text, _)| format!("`{text}`")).collect();
    let hint = match others.len() {
        0 => "choose another name".to_owned(),
        _ => format!("choose another name, and others for {}", others.join(", ")),
    };
    Some(
        name_of_point(text, *span)
            .label("cannot name a row")
            .hint(hint),
    )
}

fn name_of_point(text: &str, span: Span) -> Diagnostic {
    let message = format!("`{text}` is a point of the board");
    Diagnostic::error("E0693", span, message)
}

fn name_of_other((text, noun): (&str, Noun), span: Span) -> Diagnostic {
    let message = format!("`{text}` is already the name of {}", noun.with_article());
    Diagnostic::error("E0694", span, message)
}

/// Returns a scope in which the parameters of a fact or routine have unknown values.
fn unknown_values(params: &[Name]) -> Scope<'static> {
    Scope {
        args: params
            .iter()
            .map(|p| (p.text.clone(), ArgType::Broken))
            .collect(),
        ..Scope::default()
    }
}
