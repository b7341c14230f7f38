//! Pieces of an owner, such as `own soldier`: the set, and the mistakes in such words.

use crate::expr::typed::Resolved;
use crate::names::nouns::Noun;
use crate::names::option_value::OptionValue;
use crate::names::{ArgType, Meaning, Scope};
use crate::report::error_guaranteed::ErrorGuaranteed;
use crate::report::synonyms::meant_by;
use crate::report::unknown::{misplaced, nothing_called};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{FiniteDomain, Member, MemoryType, Node, Owner, Set};
use linstock_syntax::ast::Name;

impl<'a> Resolver<'a> {
    /// Elaborates `own pawn`, `enemy town`, `light soldier`.
    pub(crate) fn owned(&mut self, owner: &Name, kind: &Name, scope: &Scope<'_>) -> Resolved<Set> {
        let Some(found) = self.kind(kind) else {
            return Err(self.no_piece(owner, kind, scope));
        };
        self.names
            .used
            .insert(self.names.kinds[found.index()].text.clone());
        let whose = match owner.text.as_str() {
            "own" => Owner::Own,
            "enemy" => Owner::Enemy,
            _ => {
                let Some(seat) = self.player(owner) else {
                    return Err(self.no_owner(owner, kind));
                };
                Owner::Of(Box::new(Node::plain(owner.span, Member::Fixed(seat.0))))
            }
        };
        let away = Span {
            end: kind.span.start,
            ..owner.span
        };
        self.check_owner(found, owner.span, away)?;
        Ok((Set::Pieces(vec![found], whose), self.kind_tags(found)))
    }

    /// Reports two adjacent names, the second of which is not a piece.
    fn no_piece(&mut self, owner: &Name, kind: &Name, scope: &Scope<'_>) -> ErrorGuaranteed {
        let whose = |r: &Self, n: &Name| {
            ["own", "enemy"].contains(&n.text.as_str()) || r.player(n).is_some()
        };
        if self.kind(owner).is_some() && whose(self, kind) {
            let span = owner.span.to(kind.span);
            let message = format!(
                "expected an owner and a piece, found `{} {}`",
                owner.text, kind.text
            );
            let diagnostic = Diagnostic::error("E0643", span, message).label("the other way round");
            let turned = format!("{} {}", kind.text, owner.text);
            let hinted = diagnostic.hint(format!("the owner comes first: `{turned}`"));
            // A tag may be between them.
            let is_plain = span.range().len() == turned.len();
            return self.error(match is_plain {
                true => hinted.suggest(&turned),
                false => hinted,
            });
        }
        if let Some(diagnostic) = self.not_an_owner(owner, kind, scope) {
            return self.error(diagnostic);
        }
        let means_something = !matches!(self.find(kind, scope), None | Some(Meaning::Broken));
        if !means_something || self.is_broken_kind("piece") {
            return self.no_such(Noun::Piece, kind);
        }
        let message = match self.names.noun_of(&kind.text) {
            Some(noun) => format!("`{}` is {}, not a piece", kind.text, noun.with_article()),
            None => format!("`{}` is not a piece", kind.text),
        };
        let diagnostic = Diagnostic::error("E0644", kind.span, message)
            .label(format!("a piece must follow `{}`", owner.text));
        let hint = format!(
            "for the points in both sets, write `and`: `{} and {}`",
            owner.text, kind.text
        );
        self.error(diagnostic.hint(hint).report_once_for(&kind.text))
    }

    /// Makes the error for two adjacent names whose first is not an owner: `diagonal here`, `empty hand`, `all deck`.
    fn not_an_owner(&mut self, owner: &Name, kind: &Name, scope: &Scope<'_>) -> Option<Diagnostic> {
        let (first, second) = (owner.text.as_str(), kind.text.as_str());
        let span = owner.span.to(kind.span);
        if second == "then" {
            let message = "a condition is written without `then`";
            let diagnostic = Diagnostic::error("E0645", kind.span, message)
                .label("the statements stand between `{` and `}`");
            let hint = format!("a condition looks like: if {first} {{ … }}");
            return Some(diagnostic.hint(hint));
        }
        let meaning = self.find(kind, scope);
        let is_zone = matches!(meaning, Some(Meaning::Zone(_)));
        if matches!(self.find(owner, scope), Some(Meaning::Fact)) {
            let message = format!(
                "the values of the fact `{first}` must stand in brackets, found `{second}`"
            );
            let hint = format!("write `{first}({second})`");
            return Some(Diagnostic::error("E0646", span, message).hint(hint));
        }
        if let Some(diagnostic) = misplaced_word((first, second), span) {
            return Some(diagnostic);
        }
        let (code, message, hint) = match first {
            "step" | "steps" | "point" | "points" | "square" | "squares" | "field" | "fields"
            | "space" | "spaces"
                if self.directions(second).is_some() || second == "ahead" =>
            {
                (
                    "E0648",
                    format!("expected a direction, found `{first}`"),
                    format!("leave the word out, as in `2 {second} of here`"),
                )
            }
            "all" if is_zone => (
                NEXT_SIGN,
                format!("expected `:` after `all`, found `{second}`"),
                format!("to move everything from the zone, write `all: {second} -> …`"),
            ),
            "empty" if is_zone => (
                "E0698",
                "`empty` means points of the board, not zones".to_owned(),
                format!("to ask whether a zone is empty, write `no {second} …`"),
            ),
            // The first name is a player who has the name of a side; the piece is unknown.
            _ if self.player(owner).is_some() && meaning.is_none() => return None,
            _ if self.topology().direction(first).is_some() || self.directions(first).is_some() => {
                (
                    NEXT_SIGN,
                    format!("expected `of` after `{first}`, found `{second}`"),
                    format!("say where it starts: `{first} of {second}`"),
                )
            }
            _ if self.leads(kind, scope) && self.is_value_of_number(owner, scope) => (
                "E0699",
                format!("expected a number of steps, found `{first}`"),
                format!(
                    "only a written number can stand before a direction: write each case, 1 {second} of here if {first} is 1 else 2 {second} of here; or choose only the point, there in 1..3 {second} of here"
                ),
            ),
            _ => return self.unknown_before(owner, scope),
        };
        Some(Diagnostic::error(code, span, message).hint(hint))
    }

    /// Returns whether a name stands for directions, or for one that is chosen or handed on.
    fn leads(&mut self, name: &Name, scope: &Scope<'_>) -> bool {
        let finite_domain = match self.find(name, scope) {
            Some(Meaning::Arg(_, ArgType::Row(list))) => Some(FiniteDomain::Rows(list)),
            Some(Meaning::Bound(finite_domain, _)) => Some(finite_domain),
            Some(Meaning::Param(value, caller)) => {
                return Self::word_name(value).is_some_and(|word| self.leads(&word, caller));
            }
            _ => None,
        };
        self.directions(&name.text).is_some()
            || finite_domain.is_some_and(|f| self.is_of_directions(f))
    }

    /// Returns whether a name stands for a number that is chosen, remembered or an option.
    fn is_value_of_number(&mut self, name: &Name, scope: &Scope<'_>) -> bool {
        match self.find(name, scope) {
            Some(Meaning::Arg(_, of)) => of == ArgType::Number,
            Some(Meaning::Param(..)) => true,
            Some(Meaning::Memory(memory)) => {
                let named = &self.names.memories[memory.index()].what;
                matches!(named.ty, MemoryType::Num)
            }
            Some(Meaning::Option(at)) => {
                matches!(self.names.options[at].what, OptionValue::Num(_))
            }
            _ => false,
        }
    }

    /// Makes the error for an unknown word before another name.
    fn unknown_before(&mut self, owner: &Name, scope: &Scope<'_>) -> Option<Diagnostic> {
        let whose = ["own", "enemy"].contains(&owner.text.as_str());
        if whose || self.find(owner, scope).is_some() || self.is_excused(Some(Noun::Player), owner)
        {
            return None;
        }
        let diagnostic = nothing_called(owner);
        if is_article(owner) {
            return Some(diagnostic.maybe_hint(meant_by(&owner.text).map(str::to_owned)));
        }
        let hint = meant_by(&owner.text)
            .unwrap_or("two names side by side are an owner and a piece: `own king`");
        let mut known: Vec<String> = self.names.players.iter().map(|p| p.text.clone()).collect();
        known.extend(["own".to_owned(), "enemy".to_owned()]);
        let meant = linstock_base::similar(&owner.text, known.iter().map(String::as_str));
        Some(diagnostic.maybe_did_you_mean(meant).hint(hint))
    }

    /// Reports a word before a piece that is not an owner.
    fn no_owner(&mut self, owner: &Name, kind: &Name) -> ErrorGuaranteed {
        if self.is_excused(Some(Noun::Player), owner) {
            return self.excused(owner.span);
        }
        if self.names.absent.contains(&owner.text) {
            return self.does_not_play(owner);
        }
        let mut known: Vec<String> = self.names.players.iter().map(|p| p.text.clone()).collect();
        known.extend(["own".to_owned(), "enemy".to_owned()]);
        let known = known.iter().map(String::as_str);
        if let Some(hint) = meant_by(&owner.text).filter(|_| is_article(owner)) {
            let message = format!("`{}` cannot stand before `{}`", owner.text, kind.text);
            return self.error(Diagnostic::error("E0651", owner.span, message).hint(hint));
        }
        let message = format!(
            "expected an owner before `{}`, found `{}`",
            kind.text, owner.text
        );
        let is_player = ["me", "opponent", "it"].contains(&owner.text.as_str());
        let of_player = || {
            format!(
                "write a player after the piece: {} of {}",
                kind.text, owner.text
            )
        };
        let diagnostic = Diagnostic::error("E0652", owner.span, message)
            .label("whose?")
            .maybe_hint(is_player.then(of_player))
            .maybe_hint(meant_by(&owner.text).map(str::to_owned))
            .maybe_did_you_mean(linstock_base::similar(&owner.text, known.clone()))
            .hint(linstock_base::listed("owners", known));
        self.error(diagnostic)
    }
}

/// The code for another sign than the one that must follow a word.
const NEXT_SIGN: &str = "E0697";

/// Returns whether a word is an English article.
fn is_article(word: &Name) -> bool {
    ["a", "an", "the"].contains(&word.text.as_str())
}

/// Makes the error for a word of the language that never comes before a name.
fn misplaced_word((first, second): (&str, &str), span: Span) -> Option<Diagnostic> {
    Some(match first {
        "each" | "every" => {
            let message = format!("`{first} {second}` cannot stand here");
            let hint = "to ask each player in turn, write each player { ask me: step }; `me` is the player whose turn it is";
            Diagnostic::error("E0647", span, message).hint(hint)
        }
        "map" => {
            let message = format!("expected a text in quotes after `map`, found `{second}`");
            let hint = format!("put the signs of the map in quotes: map \"{second}\"");
            Diagnostic::error("E0696", span, message).hint(hint)
        }
        "max" | "min" | "joined" => misplaced((first, "before values in brackets"), span).hint(
            "as in `max(turns, 3)`; for the best of several, write `best k in card by rank of k`",
        ),
        _ => return None,
    })
}
