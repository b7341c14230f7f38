//! Looks names up: what a word means in its scope.

use crate::expr::vocabulary;
use crate::names::nouns::Noun;
use crate::names::option_value::OptionValue;
use crate::names::{By, Meaning, Named, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_model::{
    ArgId, FormationId, KindId, LayerId, ListId, MemoryId, RowId, SeatId, ZoneId,
};
use linstock_syntax::ast::Name;
use std::borrow::Cow;

/// The word for all kinds of piece.
const KINDS: &str = "kinds";

impl<'a> Resolver<'a> {
    /// Returns the current name for a written one: a variant may have renamed it.
    pub(crate) fn canonical<'n>(&self, kind: Noun, name: &'n Name) -> Cow<'n, str> {
        if self.outside == Some(name.span.file) {
            return Cow::Borrowed(&name.text);
        }
        self.game.name_now(kind, name)
    }

    /// Returns a predicate: does an entry have this name now?
    pub(crate) fn is_called<'n, T>(
        &self,
        kind: Noun,
        name: &'n Name,
    ) -> impl Fn(&Named<T>) -> bool + use<'n, T> {
        let text = self.canonical(kind, name);
        move |entry| entry.text == text
    }

    /// Finds a player by a name in the rules.
    pub(crate) fn player(&self, name: &Name) -> Option<SeatId> {
        SeatId::find(&self.names.players, self.is_called(Noun::Player, name))
    }

    /// Finds a kind of piece by a name in the rules.
    pub(crate) fn kind(&self, name: &Name) -> Option<KindId> {
        KindId::find(&self.names.kinds, self.is_called(Noun::Piece, name))
    }

    /// Finds a move by a name in the rules.
    pub(crate) fn move_named(&self, name: &Name) -> Option<usize> {
        let mut moves = self.names.moves.iter();
        moves.position(self.is_called(Noun::Move, name))
    }

    /// Returns the meaning of a word, or reports that it has none.
    pub(crate) fn meaning<'s>(
        &mut self,
        name: &Name,
        scope: &'s Scope<'s>,
    ) -> Checked<Meaning<'s>> {
        match self.find(name, scope) {
            Some(found) => Ok(found),
            None => Err(self.unknown(name, scope)),
        }
    }

    /// Returns the meaning of a word, without a report.
    pub(crate) fn find<'s>(&mut self, name: &Name, scope: &'s Scope<'s>) -> Option<Meaning<'s>> {
        let text = name.text.as_str();
        if let Some(bound) = scope.bound.iter().rfind(|bound| bound.name == text) {
            return Some(Meaning::Bound(bound.finite_domain, bound.member.clone()));
        }
        if scope.it && text == "it" {
            return Some(Meaning::It);
        }
        let args = ArgId::all(scope.args.len()).zip(&scope.args);
        if let Some((arg, (_, ty))) = args.filter(|(_, (n, _))| n == text).last() {
            return Some(Meaning::Arg(arg, *ty));
        }
        if let Some(param) = scope.params.iter().find(|param| param.name == text) {
            return match param.by {
                By::BrokenLet => Some(Meaning::Broken),
                By::LetBefore => None,
                By::Call | By::Let => Some(Meaning::Param(param.value, param.scope)),
            };
        }
        if let Some(known) = self.known_word(name) {
            return Some(known);
        }
        let spent = self.fuel.spent();
        let found = self.found_anywhere(name);
        self.note_word(name, found.as_ref(), self.fuel.spent() - spent);
        found
    }

    /// Returns the meaning of a word that is not a local name.
    fn found_anywhere(&mut self, name: &Name) -> Option<Meaning<'static>> {
        let text = name.text.as_str();
        if let Some(builtin) = vocabulary::builtin(text) {
            return Some(Meaning::Builtin(builtin));
        }
        // A player may have the name of the side of the board where he sits.
        if let Some(player) = self.player(name) {
            return Some(Meaning::Player(player));
        }
        if let Some(dirs) = self.directions(text) {
            return Some(if dirs.is_empty() {
                Meaning::Broken
            } else {
                Meaning::Dirs(dirs)
            });
        }
        self.names.note_use(text);
        self.declared(name).or_else(|| self.all_kinds_of(text))
    }

    /// Returns the meaning of `kinds`, unless something else has that name.
    fn all_kinds_of(&mut self, text: &str) -> Option<Meaning<'static>> {
        if text != KINDS || self.names.kinds.is_empty() {
            return None;
        }
        self.kinds_list().ok().map(Meaning::List)
    }

    /// Returns the declared meaning of a word.
    fn declared(&self, name: &Name) -> Option<Meaning<'static>> {
        let names = &self.names;
        let option = |at: usize| match names.options[at].what {
            OptionValue::Broken => Meaning::Broken,
            _ => Meaning::Option(at),
        };
        let point = || names.board.as_ref()?.find(&name.text);
        let broken = || names.broken.contains(&name.text);
        let layer = || LayerId::find(&names.layers, self.is_called(Noun::Layer, name));
        let line = || FormationId::find(&names.lines, self.is_called(Noun::Line, name));
        let memory = || MemoryId::find(&names.memories, self.is_called(Noun::Memory, name));
        let called = self.is_called(Noun::List, name);
        let list = || ListId::find(&names.lists, |l| !l.what.of_directions && called(l));
        let zone = || ZoneId::find(&names.zones, self.is_called(Noun::Zone, name));
        let mut options = names.options.iter();
        let mut regions = names.regions.iter();
        let mut option_at = || options.position(self.is_called(Noun::Option, name));
        let mut region_at = || regions.position(self.is_called(Noun::Region, name));
        let fact_at = || names.fact_places.get(&*self.canonical(Noun::Fact, name));
        // These tables may be long and are searched from the start; each lookup pays fuel for that.
        let entries = names.options.len() + names.regions.len() + names.memories.len();
        self.fuel.spend(entries as u64);
        let player = self.player(name).map(Meaning::Player);
        player
            .or_else(|| self.kind(name).map(Meaning::Kind))
            .or_else(|| layer().map(Meaning::Layer))
            .or_else(|| line().map(Meaning::Line))
            .or_else(|| option_at().map(option))
            .or_else(|| region_at().map(Meaning::Region))
            .or_else(|| memory().map(Meaning::Memory))
            .or_else(|| fact_at().map(|_| Meaning::Fact))
            .or_else(|| list().map(Meaning::List))
            .or_else(|| zone().map(Meaning::Zone))
            .or_else(|| self.row(name))
            .or_else(|| point().map(Meaning::Point))
            .or_else(|| broken().then_some(Meaning::Broken))
    }
}

impl Resolver<'_> {
    /// Finds a row by its name, in the first list that has one.
    fn row(&self, name: &Name) -> Option<Meaning<'static>> {
        ListId::all(self.names.lists.len())
            .zip(&self.names.lists)
            .find_map(|(id, list)| {
                let list = Some(list).filter(|list| !list.what.of_directions)?;
                let row = RowId::find(&list.what.rows, |row| row.name == name.text)?;
                Some(Meaning::Row(id, row))
            })
    }
}
