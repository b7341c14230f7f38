//! Reports expressions whose type is not the expected one.

use crate::expr::coerce::hint_of_members;
use crate::expr::typed::{OfEach, Typed};
use crate::expr::types::Type;
use crate::report::advice::advice;
use crate::report::error_guaranteed::ErrorGuaranteed;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{FiniteDomain, Node};

impl Resolver<'_> {
    /// Reports that something is not a member of a finite domain.
    pub(super) fn no_member(
        &mut self,
        node: &Node<Typed>,
        finite_domain: FiniteDomain,
    ) -> ErrorGuaranteed {
        let found = node.kind.ty();
        match (finite_domain, found) {
            (FiniteDomain::Rows(list), Type::Row(of)) => {
                let (list, of) = (self.list_name(list), self.list_name(of));
                let message = format!("expected a row of `{list}`, found one of `{of}`");
                let hint = format!("name a row of the list `{list}`");
                self.error(Diagnostic::error("E0668", node.span, message).hint(hint))
            }
            (FiniteDomain::Rows(list), found) => {
                let list = self.list_name(list);
                let wanted = format!("a row of the list `{list}`");
                let by_number = (found == Type::Number).then(|| {
                    format!("choose the row itself: r in {list}; among statements, find it by one of its values: for r in {list} where … is … {{ … }}")
                });
                self.type_mismatch(node, (&wanted, by_number.as_deref()))
            }
            (FiniteDomain::Players, Type::Word) if self.is_broken_kind("players") => {
                self.excused(node.span)
            }
            (FiniteDomain::Players, Type::Row(_) | Type::Rows(_) | Type::Kind) => {
                self.type_mismatch(node, ("a player", None))
            }
            (FiniteDomain::Players, _) => {
                self.type_mismatch(node, ("a player", hint_of_members(found)))
            }
        }
    }

    /// Reports that an expression has another type than expected, with a hint.
    pub(crate) fn type_mismatch(
        &mut self,
        node: &Node<Typed>,
        (expected, hint): (&str, Option<&str>),
    ) -> ErrorGuaranteed {
        let found = node.kind.ty();
        if expected == "a number"
            && let Some(reported) = self.is_taken_for_player(node, Type::Number)
        {
            return reported;
        }
        let words = self.type_words(found);
        let hint = hint.or_else(|| match (advice_for(words), found) {
            (Some(direction), _) => advice(expected, direction),
            (None, found) => advice(expected, found),
        });
        let fact = self.fact_uses.get(&node.span);
        let from = fact.map_or(String::new(), |fact| format!(" (the fact `{fact}`)"));
        let message = format!("expected {expected}, found {words}{from}");
        let mut diagnostic = Diagnostic::error("E0670", node.span, message)
            .label(what_it_is(words))
            .maybe_hint(hint.map(str::to_owned));
        if let Some(fact) = fact {
            diagnostic = diagnostic.report_once_for(fact);
        } else if let Some(place) = self.needed.get(&node.span) {
            diagnostic = diagnostic.related(*place, format!("here it must be {expected}"));
        }
        self.error(diagnostic)
    }

    /// Returns the type of an expression in the words of the language, with its article.
    pub(crate) fn type_words(&self, ty: Type) -> &'static str {
        let directions = ty.finite_domain().is_some_and(|f| self.is_of_directions(f));
        let kinds =
            matches!(ty, Type::Row(list) | Type::Rows(list) if Some(list) == self.pieces_list());
        match ty {
            Type::Row(_) if kinds => "a kind of piece",
            Type::Rows(_) if kinds => "kinds of piece",
            Type::Row(_) if directions => "a direction",
            Type::Rows(_) if directions => "directions",
            _ => ty.words(),
        }
    }

    /// Reports a thing that each player or row has, written without its owner.
    pub(crate) fn whose(&mut self, each: OfEach, span: Span) -> ErrorGuaranteed {
        let text = match each {
            OfEach::Zone(zone) => &self.names.zones[zone.index()].text,
            OfEach::Region(at) => &self.names.regions[at].text,
            OfEach::Memory(memory, _) => return self.of_which_member(memory, span),
        };
        let message = format!("each player has a `{text}`");
        let hint = format!("say whose: `{text} of me`");
        let diagnostic = Diagnostic::error("E0671", span, message).hint(hint);
        self.error(diagnostic.suggest_after(" of me"))
    }
}

/// Returns the type whose advice fits a direction value.
fn advice_for(words: &str) -> Option<Type> {
    ["a direction", "directions"]
        .contains(&words)
        .then_some(Type::Directions)
}

/// Returns the label that names the type: `this is a zone`, `these are rows of a list`.
fn what_it_is(words: &str) -> String {
    let several = ["players", "rows of a list", "directions"].contains(&words);
    format!("{} {words}", if several { "these are" } else { "this is" })
}
