//! Uses of memories: for which subject.

use crate::expr::typed::Typed;
use crate::expr::types::Type;
use crate::expr::vocabulary;
use crate::names::nouns::Noun;
use crate::names::{Meaning, MemoryName, Scope};
use crate::report::advice::PIECES_COME;
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{FiniteDomain, Member, MemberPair, MemoryId, MemoryRef, Node, Place, TagId};
use linstock_syntax::ast::{Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Reports a value that is not a player, for a memory that is taken for a player because it begins with `none`.
    pub(crate) fn fits_unsure(
        &mut self,
        memory: MemoryId,
        value: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<()> {
        if !self.names.memories[memory.index()].what.unsure {
            return Ok(());
        }
        let Some(found) = self.try_out(|r| r.infer(value, scope)) else {
            return Ok(());
        };
        let taken = self.taken_for_player(memory, (value.span, found.kind.ty()));
        taken.map_or(Ok(()), Err)
    }

    /// Reports once that a memory is taken for a player, next to something of another type.
    pub(crate) fn taken_for_player(
        &mut self,
        memory: MemoryId,
        (span, found): (Span, Type),
    ) -> Option<ErrorGuaranteed> {
        let named = &self.names.memories[memory.index()];
        if !named.what.unsure {
            return None;
        }
        let (name, declared) = (named.text.clone(), named.span);
        let hint = match found {
            Type::Number => {
                format!("start with a number, if necessary with one that means none: {name} = -1")
            }
            Type::Row(list) => format!(
                "write what it remembers: {name} = none : {}",
                self.list_name(list)
            ),
            Type::Set | Type::Kind | Type::Place => {
                format!("start with no points: {name} = nothing")
            }
            Type::Truth => format!("start with `yes` or `no`: {name} = no"),
            _ => return None,
        };
        if !self.is_unread() && !self.told_within.insert(declared) {
            return Some(self.excused(span));
        }
        let message = format!("`{name}` is taken for a player, because it starts with `none`");
        let label = format!("used with {}", self.type_words(found));
        let diagnostic = Diagnostic::error("E0253", declared, message);
        Some(self.error(diagnostic.related(span, label).hint(hint)))
    }

    /// Does the same as `taken_for_player`, if an expression is a memory.
    pub(crate) fn is_taken_for_player(
        &mut self,
        node: &Node<Typed>,
        found: Type,
    ) -> Option<ErrorGuaranteed> {
        match &node.kind {
            Typed::Member(FiniteDomain::Players, Member::Memory(memory)) => {
                self.taken_for_player(memory.memory, (node.span, found))
            }
            _ => None,
        }
    }

    /// Resolves the subject of a use: a player, or a row of the memory's list.
    pub(crate) fn remembered_member(
        &mut self,
        name: &Name,
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        match self.meaning(name, &Scope::default())? {
            Meaning::Memory(id) => {
                let MemoryName {
                    per,
                    second,
                    of_piece,
                    ..
                } = self.names.memories[id.index()].what;
                if let Some(finite_domains) = per.zip(second) {
                    return self.remembered_pair((id, finite_domains), of, scope);
                }
                if !of_piece {
                    return self.member(of, per.unwrap_or(FiniteDomain::Players), scope);
                }
                let found = self.infer(of, scope)?;
                if let Type::Set | Type::Kind | Type::Formation = found.kind.ty() {
                    let set = self.coerce(found)?;
                    return Ok(self.node(of, Vec::new(), Member::Over(Box::new(set))));
                }
                let place: Node<Place> = self.coerce(found)?;
                Ok(self.node(of, place.tags, Member::At(place.kind)))
            }
            Meaning::Broken => Err(self.excused(name.span)),
            _ => Err(self.not_remembered(name)),
        }
    }

    /// Resolves the pair of a use: `me of ones` after `sheet of`.
    fn remembered_pair(
        &mut self,
        (memory, finite_domains): (MemoryId, (FiniteDomain, FiniteDomain)),
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        let ExprKind::Of {
            head: first,
            of: second,
        } = &of.kind
        else {
            return Err(self.of_which_member(memory, of.span));
        };
        let both = |r: &mut Self, (of_first, of_second)| {
            let first = r.member(first, of_first, scope);
            let second = r.member(second, of_second, scope);
            Ok((first?, second?))
        };
        let (first, second) = match self.try_out(|r| both(r, finite_domains)) {
            Some(found) => found,
            None if self
                .try_out(|r| both(r, (finite_domains.1, finite_domains.0)))
                .is_some() =>
            {
                return Err(self.of_which_member(memory, of.span));
            }
            None => both(self, finite_domains)?,
        };
        let tags = [&first.tags[..], &second.tags[..]].concat();
        let pair = MemberPair {
            first,
            second,
            finite_domains,
            members: self.members(finite_domains.1),
        };
        Ok(self.node(of, tags, Member::Pair(Box::new(pair))))
    }

    /// Reports a name that is not a memory.
    pub(crate) fn not_remembered(&mut self, name: &Name) -> ErrorGuaranteed {
        if vocabulary::is_word_of_language(&name.text) {
            let message = format!(
                "`{}` is a reserved word, which cannot be given a value",
                name.text
            );
            let diagnostic = Diagnostic::error("E0254", name.span, message);
            let hint = "declare a value of your own: remember { starter = none : player }";
            return self.error(diagnostic.hint(hint));
        }
        let message = format!("`{}` is not a remembered value", name.text);
        let diagnostic = Diagnostic::error("E0255", name.span, message);
        if self.names.noun_of(&name.text) == Some(Noun::Zone) {
            let hint = "move things from one zone to another: 3 coin: purse of me -> bank";
            return self.error(diagnostic.label("this is a zone").hint(hint));
        }
        let hint = match self.kind(name) {
            Some(_) => PIECES_COME,
            None => "declare remembered values in a block: remember { … }",
        };
        self.error(diagnostic.hint(hint))
    }

    /// Resolves a use of a memory; `of` is its subject.
    pub(crate) fn memory_ref(
        &mut self,
        name: &Name,
        of: Option<Node<Member>>,
    ) -> Checked<(MemoryRef, Vec<TagId>)> {
        let memory = match self.meaning(name, &Scope::default())? {
            Meaning::Memory(memory) => memory,
            Meaning::Broken => return Err(self.excused(name.span)),
            _ => return Err(self.not_remembered(name)),
        };
        let named = &self.names.memories[memory.index()];
        let MemoryName { per, of_piece, .. } = named.what;
        if (per.is_some() || of_piece) == of.is_some() {
            let of = of.map(Box::new);
            return Ok((MemoryRef { memory, of }, named.tags.clone()));
        }
        let Some(of) = of else {
            return Err(self.of_which_member(memory, name.span));
        };
        let message = format!("`{}` is one value, not one for each player", name.text);
        let diagnostic = Diagnostic::error("E0256", name.span, message);
        let away = Span {
            start: name.span.end,
            ..of.span
        };
        let hinted = diagnostic.hint("leave out `of …`");
        Err(self.error(hinted.suggest_at(away, "")))
    }

    /// Reports a use without a subject of a memory per player, row or piece.
    pub(crate) fn of_which_member(&mut self, memory: MemoryId, span: Span) -> ErrorGuaranteed {
        let named = &self.names.memories[memory.index()];
        let text = &named.text;
        let of_players =
            named.what.per == Some(FiniteDomain::Players) && named.what.second.is_none();
        let (each, hint) = match (named.what.per, named.what.second) {
            (None, _) => {
                let hint = format!("name the point where the piece stands: `{text} of here`");
                ("piece".to_owned(), hint)
            }
            (Some(first), Some(second)) => {
                let ((each, one), (other, another)) =
                    (self.example_of(first), self.example_of(second));
                let hint = format!(
                    "name both in this order: `{text} of {one} of {another}`; put the first in brackets if it is more than a name"
                );
                (format!("{each} and each {other}"), hint)
            }
            (Some(finite_domain), None) => {
                let (each, one) = self.example_of(finite_domain);
                let which = match finite_domain {
                    FiniteDomain::Players => "say whose",
                    FiniteDomain::Rows(_) => "say of which",
                };
                let all = match finite_domain {
                    FiniteDomain::Players => "players",
                    FiniteDomain::Rows(list) => self.names.lists[list.index()].text.as_str(),
                };
                let hint = format!(
                    "{which}: `{text} of {one}`; for all of them: `for e in {all} {{ {text} of e = … }}`, or `forget {text}`"
                );
                (each, hint)
            }
        };
        let message = format!("`{text}` is remembered for each {each}");
        let diagnostic = Diagnostic::error("E0257", span, message).hint(hint);
        self.error(match of_players {
            true => diagnostic.suggest_after(" of me"),
            false => diagnostic,
        })
    }

    /// Returns the word for a member of a finite domain, and an example of one.
    fn example_of(&self, finite_domain: FiniteDomain) -> (String, &str) {
        match finite_domain {
            FiniteDomain::Players => ("player".to_owned(), "me"),
            FiniteDomain::Rows(list) => {
                let list = &self.names.lists[list.index()];
                let row = list.what.rows.first().map_or("", |r| r.name.as_str());
                (format!("row of `{}`", list.text), row)
            }
        }
    }
}
