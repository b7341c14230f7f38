//! The state while one game is resolved: what is known so far, and the diagnostics. Each module, such as `expr` or
//! `stmt`, adds methods.

use crate::known_meanings::KnownMeanings;
use crate::names::Names;
use crate::report::error_guaranteed::Checked;
use crate::variants::MergedGame;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Span};
use linstock_model::{Memory, MoveRule, Sentence, TagId};
use linstock_syntax::ast::{Decl, Name, Tag, Template};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Tags that name the source of a figure instead of a clause.
pub(crate) const STATUSES: [&str; 4] = ["BOOK", "SRC", "DER", "REC"];

/// The state while one game is resolved.
pub(super) struct Resolver<'a> {
    pub(super) game: &'a MergedGame<'a>,
    pub(super) names: Names<'a>,
    pub(super) tags: Vec<String>,
    /// The ids of the tags, by text.
    pub(super) tag_ids: FxHashMap<String, TagId>,
    /// The tags of everything resolved so far, with their places.
    pub(super) carried: CarriedTags,
    pub(super) diagnostics: Diagnostics,
    /// Set during a trial: no mistake is reported.
    pub(super) is_trial: bool,
    /// The first mistake that is not reported, because its cause is reported elsewhere.
    pub(super) first_suppressed: Option<Span>,
    /// An error if some sort has more declarations than ids.
    pub(super) fits: Checked<()>,
    /// The lengths of the formations, known before any set is resolved.
    pub(super) line_lengths: Vec<u8>,
    /// A text outside the rules, such as a scenario: it uses the final names, after all renames.
    pub(super) outside: Option<FileId>,
    /// The smallest and the largest number of players.
    pub(super) player_counts: (usize, usize),
    /// The moves with their values filled in; `None` while one is being resolved.
    pub(super) instances: Vec<Option<Checked<MoveRule>>>,
    /// The memories for values that are handed on; they come after all declared memories.
    pub(super) passing: Vec<Memory>,
    /// The `else "…"` of the expression elaborated last; the node made from it takes it.
    pub(super) reason: Option<Sentence>,
    /// Whether reasons are skipped: an argument that they may name has no type yet.
    pub(super) reasons: ReasonsRead,
    /// The stack of facts and routines that are being inlined.
    pub(super) opened: Vec<OpenedFact>,
    /// The places in facts or routines where a mistake was reported.
    pub(super) told_within: FxHashSet<Span>,
    /// The inlined facts, by the place of the use.
    pub(super) fact_uses: FxHashMap<Span, String>,
    /// For a value that is handed on: the place in the fact or routine that needs it, by the place of the value.
    pub(super) needed: FxHashMap<Span, Span>,
    /// The current nesting depth.
    pub(super) depth: usize,
    /// The greatest nesting depth so far.
    pub(super) deepest: usize,
    /// Meanings computed once; `None` until all declarations are resolved.
    pub(super) known: Option<KnownMeanings>,
    /// The wordings that replace texts of the rules.
    pub(super) words: OtherWords<'a>,
    /// The fuel left for this check.
    pub(super) fuel: Rc<CheckFuel>,
}

impl<'a> Resolver<'a> {
    /// Starts the resolution of a game; `diagnostics` are those found before.
    pub(super) fn new(
        game: &'a MergedGame<'a>,
        diagnostics: Diagnostics,
        fuel: &Rc<CheckFuel>,
    ) -> Self {
        Self {
            game,
            names: Names::default(),
            tags: Vec::new(),
            tag_ids: FxHashMap::default(),
            carried: CarriedTags::default(),
            diagnostics,
            is_trial: false,
            first_suppressed: None,
            fits: Ok(()),
            line_lengths: Vec::new(),
            outside: None,
            player_counts: (0, 0),
            instances: Vec::new(),
            passing: Vec::new(),
            reason: None,
            reasons: ReasonsRead::All,
            opened: Vec::new(),
            told_within: FxHashSet::default(),
            fact_uses: FxHashMap::default(),
            needed: FxHashMap::default(),
            depth: 0,
            deepest: 0,
            known: None,
            words: OtherWords::default(),
            fuel: Rc::clone(fuel),
        }
    }

    /// Adds a diagnostic.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Returns the ids of tags, and assigns new ones.
    pub(super) fn tags(&mut self, tags: &[Tag]) -> Vec<TagId> {
        tags.iter().for_each(|tag| self.carried.add(tag));
        // The source of a figure is not a clause.
        let clauses = tags.iter().filter(|t| !STATUSES.contains(&t.text.as_str()));
        clauses.filter_map(|t| self.tag(t)).collect()
    }

    /// Returns the id of a tag, and assigns one at its first use; `None` if there are too many.
    pub(super) fn tag(&mut self, tag: &Tag) -> Option<TagId> {
        if let Some(id) = self.tag_ids.get(&tag.text) {
            return Some(*id);
        }
        match TagId::LIMIT.push(&mut self.tags, tag.text.clone()) {
            Ok(number) => {
                let id = TagId(number);
                self.tag_ids.insert(tag.text.clone(), id);
                Some(id)
            }
            Err(why) => {
                self.too_many(why, tag.span);
                None
            }
        }
    }

    /// Returns the declarations of the game with the variants laid over it.
    pub(super) fn decls(&self) -> impl Iterator<Item = &'a Decl> + use<'a> {
        self.game.decls.iter()
    }
}

/// The tags that something carries, each once per place.
#[derive(Default)]
pub(super) struct CarriedTags {
    pub(super) tags: Vec<Tag>,
    known: FxHashSet<(Span, String)>,
}

impl CarriedTags {
    /// Adds a tag, unless it was already added at this place.
    fn add(&mut self, tag: &Tag) {
        if self.known.insert((tag.span, tag.text.clone())) {
            self.tags.push(tag.clone());
        }
    }
}

/// Whether the reasons of expressions are elaborated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReasonsRead {
    /// Together with the expression.
    All,
    /// Not yet; there was no reason so far.
    NotYet,
    /// Not yet; there was a reason.
    Later,
}

/// A fact, routine or move that is being inlined.
#[derive(Clone, Debug)]
pub(crate) struct OpenedFact {
    /// Its name at the declaration.
    pub name: Name,
    /// Where it is called with values: the span of its name, and of the whole call.
    pub used: Option<(Span, Span)>,
}

/// The wordings that replace texts.
#[derive(Default)]
pub(crate) struct OtherWords<'a> {
    pub(super) texts: FxHashMap<&'a str, &'a Template>,
    /// The texts that the rules contain; empty if no text is replaced.
    pub(super) said: FxHashSet<String>,
}
