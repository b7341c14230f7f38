//! Names without a meaning: their reports, and when a broken declaration excuses them.

use crate::expr::vocabulary::{self, Stands};
use crate::names::nouns::Noun;
use crate::names::{By, ListName, Named, Names, Param, Scope};
use crate::report::error_guaranteed::ErrorGuaranteed;
use crate::report::synonyms::{answered_in_the_docs, meant_by};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Language, Span, Wanted, similar};
use linstock_model::Extent;
use linstock_syntax::ast::{DeclKind, Name};
use linstock_syntax::is_declaration;

/// The most points to list by name on a board that is not a rectangle.
const FEW_POINTS: usize = 24;

impl<'a> Resolver<'a> {
    /// Reports that nothing of this kind has this name.
    pub(crate) fn no_such(&mut self, noun: Noun, name: &Name) -> ErrorGuaranteed {
        if self.is_excused(Some(noun), name) {
            return self.excused(name.span);
        }
        let diagnostic = self.none_of((&[noun], noun.word()), name);
        self.error(diagnostic.unknown(&name.text, Wanted::OneKind))
    }

    /// Makes the error that no declaration of these kinds has this name.
    fn none_of(&self, (nouns, word): (&[Noun], &str), name: &Name) -> Diagnostic {
        let message = format!("there is no {word} `{}`", name.text);
        let diagnostic = Diagnostic::error("E0681", name.span, message);
        if self.is_unread() {
            // Nobody reads the suggestion, and the search through all names is slow.
            return diagnostic;
        }
        let known = nouns.iter().flat_map(|noun| self.names.of_kind(*noun));
        let known: Vec<String> = known.collect();
        let words: Vec<String> = nouns.iter().map(|n| format!("{}s", n.word())).collect();
        let words = words.join(" and ");
        let texts = || known.iter().map(String::as_str);
        let suggested = diagnostic.maybe_did_you_mean(similar(&name.text, texts()));
        suggested.hint(match nouns.first().filter(|_| known.is_empty()) {
            Some(noun) => format!("there are no {words}; {}", noun.declared_as()),
            None => linstock_base::listed(&words, texts()),
        })
    }

    /// Reports a name that is neither a list nor a piece, in a zone's `holds`.
    pub(crate) fn nothing_to_hold(&mut self, name: &Name) -> ErrorGuaranteed {
        let nouns = [Noun::List, Noun::Piece];
        if nouns.iter().any(|noun| self.is_excused(Some(*noun), name)) {
            return self.excused(name.span);
        }
        let diagnostic = self.none_of((&nouns, "list or piece"), name);
        self.error(diagnostic.unknown(&name.text, Wanted::TwoKinds))
    }

    /// Reports a word that has no meaning here.
    pub(crate) fn unknown(&mut self, name: &Name, scope: &Scope<'_>) -> ErrorGuaranteed {
        if self.is_excused(None, name) {
            return self.excused(name.span);
        }
        if let Some(reported) = self.known_elsewhere(name, scope) {
            return reported;
        }
        self.unknown_name(name, scope)
    }

    /// Reports a word that has a meaning, but not here; `None` for a word without any.
    fn known_elsewhere(&mut self, name: &Name, scope: &Scope<'_>) -> Option<ErrorGuaranteed> {
        let text = &name.text;
        let before = |param: &Param<'_>| param.name == text && param.by == By::LetBefore;
        if scope.params.iter().any(before) {
            let message = format!("`{text}` was computed before the move");
            let diagnostic = Diagnostic::error("E0683", name.span, message);
            return Some(self.error(diagnostic.label("not known after it").hint(
                "`leaves` is about the position after the move: say what must hold then, without names from the move",
            )));
        }
        if let Some((entry, stands)) = vocabulary::word(text) {
            if matches!(stands, Stands::AsDirection) && self.directions(text).is_none() {
                return Some(self.no_such_way(name));
            }
            let where_it_stands = match stands {
                Stands::BeforeValues => "before values in brackets",
                Stands::AsDirection => "after directions",
                Stands::Alone(_) | Stands::BeforeOf | Stands::BeforeOfUnlessDeclared => {
                    "before `of`"
                }
            };
            let diagnostic = misplaced((text, where_it_stands), name.span);
            return Some(self.error(diagnostic.hint(format!("as in: {}", entry.example))));
        }
        let is_absent = self.names.absent.contains(text);
        is_absent.then(|| self.does_not_play(name))
    }

    fn unknown_name(&mut self, name: &Name, scope: &Scope<'_>) -> ErrorGuaranteed {
        let text = &name.text;
        let diagnostic = nothing_called(name);
        if let Some(number) = linstock_base::number_word(text) {
            let hint = format!("numbers are written in digits: `{number}`");
            return self.error(diagnostic.hint(hint).suggest(&number.to_string()));
        }
        let unread = ["options", "list", "zone"]
            .into_iter()
            .any(|kind| self.is_broken_kind(kind));
        if unread {
            // A text that could not be parsed may declare this word.
            return self.excused(name.span);
        }
        if let Some(hint) = meant_by(text) {
            return self.error(diagnostic.hint(hint).unknown(text, Wanted::AnyKind));
        }
        if self.is_unread() && !self.is_vague() {
            // Nobody reads the suggestion, and the search through all names is slow.
            return self.error(diagnostic.unknown(text, Wanted::AnyKind));
        }
        let mut declared: Vec<String> = scope.args.iter().map(|(n, _)| n.clone()).collect();
        declared.extend(scope.bound.iter().map(|bound| bound.name.clone()));
        declared.retain(|n| !n.is_empty());
        declared.extend(scope.params.iter().map(|param| param.name.to_owned()));
        declared.extend(self.names.every());
        let meant = match text.as_str() {
            // Any short word is similar to a single letter.
            letter if letter.len() == 1 => None,
            _ => meant_name(text, &declared),
        };
        let off_board = looks_like_point(text) && self.is_broken_kind("board");
        if off_board || (meant.is_none() && self.is_vague()) {
            return self.excused(name.span);
        }
        let hint = self.hint_about(text).or_else(|| {
            let nothing =
                "declare it, or use one of the words of the language (see docs/reference/words.md)";
            meant.is_none().then(|| nothing.to_owned())
        });
        self.error(
            diagnostic
                .maybe_did_you_mean(meant)
                .maybe_hint(hint)
                .unknown(text, Wanted::AnyKind),
        )
    }

    /// Reports a player who plays only at a larger number of players.
    pub(crate) fn does_not_play(&mut self, name: &Name) -> ErrorGuaranteed {
        let (text, number) = (&name.text, self.names.players.len());
        let message = format!("`{text}` does not play in a game of {number} players");
        let diagnostic = Diagnostic::error("E0689", name.span, message);
        let hint = "write `players`, `others` or `me`, which fit any number of players; declare what each player has in that player's block of the board, as in `start = a1`";
        self.error(diagnostic.hint(hint).report_once_for(text))
    }

    /// Returns a hint about a word: the names of points, or an example in the docs.
    fn hint_about(&self, text: &str) -> Option<String> {
        let hint = self.point_hint(text);
        hint.or_else(|| answered_in_the_docs(text))
    }

    /// Reports a direction that the board does not have.
    fn no_such_way(&mut self, name: &Name) -> ErrorGuaranteed {
        let known = self.topology().directions().iter().copied();
        let message = format!("the board has no direction `{}`", name.text);
        let hint = linstock_base::listed("directions", known);
        self.error(Diagnostic::error("E0690", name.span, message).hint(hint))
    }

    /// Returns a hint about a word that looks like a point.
    fn point_hint(&self, text: &str) -> Option<String> {
        let board = self.names.board.as_ref()?;
        let mut points = board.topology.iter();
        let first = points.next()?;
        let last = points.last().unwrap_or(first);
        if !looks_like_point(text) {
            return None;
        }
        let all = board.topology.iter().count();
        let Extent(columns, rows) = board.topology.extent();
        Some(if usize::from(columns) * usize::from(rows) == all {
            format!(
                "the points of the board are {} to {}",
                board.name(first),
                board.name(last)
            )
        } else if all <= FEW_POINTS {
            let names: Vec<_> = board
                .topology
                .iter()
                .map(|point| board.name(point))
                .collect();
            format!("the points of the board are {}", names.join(", "))
        } else {
            format!(
                "the points of the board are {}",
                board.topology.points_in_words(Language::English)
            )
        })
    }

    /// Returns whether an unknown name needs no message: its declaration could not be parsed, or a variant removed
    /// it and that is reported there.
    pub(crate) fn is_excused(&mut self, noun: Option<Noun>, name: &Name) -> bool {
        self.names.broken.contains(&name.text)
            || noun.is_some_and(|n| self.names.broken_kinds.contains(n.keyword()))
            || self.was_removed(name)
            || self.was_renamed(name)
    }

    /// Returns whether a variant removes something of this name.
    pub(crate) fn is_removed(&self, name: &Name) -> bool {
        self.game.removed.iter().any(|r| r.text == name.text)
    }

    /// Reports that a variant removes something that is still used.
    fn was_removed(&mut self, name: &Name) -> bool {
        let Some(removed) = self.game.removed.iter().find(|r| r.text == name.text) else {
            return false;
        };
        let message = format!("`{}` is removed here but still used", removed.text);
        self.report(
            Diagnostic::error("E0691", removed.span, message)
                .label("this removes it")
                .related(name.span, "it is used here")
                .hint("also replace or remove what uses it"),
        );
        true
    }

    /// Reports that a variant uses a name that it gave up itself.
    fn was_renamed(&mut self, name: &Name) -> bool {
        let Some(rename) = self.game.renames.given_up(name) else {
            return false;
        };
        let message = format!(
            "`{}` is called `{}` in this variant",
            rename.old, rename.new
        );
        self.report(
            Diagnostic::error("E0692", name.span, message)
                .label("the old name")
                .hint(format!("write `{}`", rename.new))
                .suggest(&rename.new),
        );
        true
    }

    /// Enters the names of a declaration that could not be parsed.
    pub(crate) fn declare_broken(&mut self, keyword: &str, names: &[Name]) {
        self.names.unread = true;
        self.names
            .broken
            .extend(names.iter().map(|n| n.text.to_lowercase()));
        if !is_declaration(keyword) {
            self.names.broken_kinds.insert("unread".to_owned());
        } else if names.is_empty() {
            self.names.broken_kinds.insert(keyword.to_owned());
        }
    }

    /// Returns whether some declaration that introduces names could not be parsed.
    fn is_vague(&self) -> bool {
        let naming = |kind: &str| self.names.broken_kinds.contains(kind);
        ["players", "piece", "options", "board", "remember", "unread"]
            .into_iter()
            .any(naming)
    }

    /// Returns whether a declaration of this keyword, or of an unknown one, could not be parsed.
    pub(crate) fn is_broken_kind(&self, keyword: &str) -> bool {
        let unread = self.decls().any(|d| {
            matches!(&d.kind, DeclKind::Broken { keyword: found, .. }
                if found == keyword || similar(found, [keyword]).is_some())
        });
        unread || self.names.broken_kinds.contains(keyword)
    }
}

/// Makes the error for a name without a meaning.
pub(crate) fn nothing_called(name: &Name) -> Diagnostic {
    let message = format!("nothing is called `{}` here", name.text);
    Diagnostic::error("E0685", name.span, message)
}

/// Makes the error for a word of the language in a wrong place.
pub(crate) fn misplaced((word, place): (&str, &str), span: Span) -> Diagnostic {
    Diagnostic::error("E0684", span, format!("`{word}` must stand {place}"))
}

/// Returns the most similar name. A declared name that differs in one letter goes before a word of the language.
fn meant_name<'n>(text: &str, declared: &'n [String]) -> Option<&'n str> {
    let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
    let words: Vec<&str> = vocabulary::reserved().collect();
    let best = similar(text, words.into_iter().chain(declared.iter().copied()))?;
    let as_long = declared.iter().copied();
    let as_long = as_long.filter(|name| name.len() == text.len());
    Some(match declared.contains(&best) {
        true => best,
        false => similar(text, as_long).unwrap_or(best),
    })
}

/// A declared name that expressions may use.
pub(crate) struct DeclaredWord {
    /// Its sort.
    pub noun: Noun,
    /// The name.
    pub text: String,
    /// The place of its declaration.
    pub span: Span,
}

impl DeclaredWord {
    fn new(noun: Noun, text: &str, span: Span) -> Self {
        let text = text.to_owned();
        Self { noun, text, span }
    }
}

impl Names<'_> {
    /// Returns every declared name that expressions may use, with its sort and place.
    pub(crate) fn words(&self) -> Vec<DeclaredWord> {
        fn entries<'t, T>(
            noun: Noun,
            table: &'t [Named<T>],
        ) -> impl Iterator<Item = DeclaredWord> + 't {
            table
                .iter()
                .map(move |n| DeclaredWord::new(noun, &n.text, n.span))
        }
        entries(Noun::Player, &self.players)
            .chain(entries(Noun::Piece, &self.kinds))
            .chain(entries(Noun::Layer, &self.layers))
            .chain(entries(Noun::Option, &self.options))
            .chain(entries(Noun::Region, &self.regions))
            .chain(entries(Noun::Line, &self.lines))
            .chain(
                self.declared_lists()
                    .map(|l| DeclaredWord::new(Noun::List, &l.text, l.span)),
            )
            .chain(
                self.declared_lists()
                    .filter(|l| !l.what.of_pieces)
                    .flat_map(|l| {
                        let rows = l.what.rows.iter();
                        rows.map(|r| DeclaredWord::new(Noun::Row, &r.name, r.span))
                    }),
            )
            .chain(entries(Noun::Zone, &self.zones))
            .chain(entries(Noun::Memory, &self.memories))
            .chain(entries(Noun::Fact, &self.facts))
            .collect()
    }

    /// Returns the sort of a declared name.
    pub(crate) fn noun_of(&self, text: &str) -> Option<Noun> {
        fn has<T>(table: &[Named<T>], text: &str) -> bool {
            table.iter().any(|n| n.text == text)
        }
        let rows = || {
            let lists = self.declared_lists().filter(|l| !l.what.of_pieces);
            lists.flat_map(|l| &l.what.rows).any(|r| r.name == text)
        };
        let tables: [(Noun, &dyn Fn() -> bool); 11] = [
            (Noun::Player, &|| has(&self.players, text)),
            (Noun::Piece, &|| has(&self.kinds, text)),
            (Noun::Layer, &|| has(&self.layers, text)),
            (Noun::Option, &|| has(&self.options, text)),
            (Noun::Region, &|| has(&self.regions, text)),
            (Noun::Line, &|| has(&self.lines, text)),
            (Noun::List, &|| {
                self.declared_lists().any(|l| l.text == text)
            }),
            (Noun::Row, &rows),
            (Noun::Zone, &|| has(&self.zones, text)),
            (Noun::Memory, &|| has(&self.memories, text)),
            (Noun::Fact, &|| has(&self.facts, text)),
        ];
        tables
            .into_iter()
            .find(|(_, has)| has())
            .map(|(noun, _)| noun)
    }

    /// Returns the lists that rules know by name.
    fn declared_lists(&self) -> impl Iterator<Item = &Named<ListName>> {
        self.lists.iter().filter(|l| !l.what.of_directions)
    }

    fn every(&self) -> Vec<String> {
        self.words().into_iter().map(|word| word.text).collect()
    }

    /// Returns the names of one sort.
    fn of_kind(&self, noun: Noun) -> Vec<String> {
        fn texts<T>(table: &[Named<T>]) -> Vec<String> {
            table.iter().map(|n| n.text.clone()).collect()
        }
        match noun {
            Noun::Move => texts(&self.moves),
            Noun::Drawing => texts(&self.drawings),
            Noun::Routine => texts(&self.routines),
            Noun::Script => texts(&self.scripts),
            Noun::Phase => self.phases.clone(),
            _ => {
                let words = self.words().into_iter();
                words
                    .filter(|word| word.noun == noun)
                    .map(|word| word.text)
                    .collect()
            }
        }
    }
}

/// Returns whether a word has the shape of a point's name: one or two letters, then digits.
fn looks_like_point(text: &str) -> bool {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=2).contains(&letters.len()) && letters.len() < text.len()
}
