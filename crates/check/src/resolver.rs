//! The work of resolving one game: what is known so far, and what was found. Each part of it, such as `expr` or `stmt`, adds methods.

use crate::known_meanings::KnownMeanings;
use crate::names::Names;
use crate::report::error_guaranteed::Checked;
use crate::variants::MergedGame;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Span};
use linstock_model::{Memory, MoveRule, Sentence, TagId};
use linstock_syntax::ast::{Decl, Name, Tag, Template};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Tags that tell where a figure comes from, rather than name a clause.
pub(crate) const STATUSES: [&str; 4] = ["BOOK", "SRC", "DER", "REC"];

/// The work of resolving one game.
pub(super) struct Resolver<'a> {
    pub(super) game: &'a MergedGame<'a>,
    pub(super) names: Names<'a>,
    pub(super) tags: Vec<String>,
    /// Their identities, by text.
    pub(super) tag_ids: FxHashMap<String, TagId>,
    /// The tags that something resolved so far carries, each where it stands.
    pub(super) carried: CarriedTags,
    pub(super) diagnostics: Diagnostics,
    /// Something is tried out: no mistake is told.
    pub(super) is_trial: bool,
    /// The first mistake that is not reported here, since its cause is reported elsewhere.
    pub(super) first_suppressed: Option<Span>,
    /// Whether all that is declared has a number: there may be so many of each sort.
    pub(super) fits: Checked<()>,
    /// The lengths of the formations, known before any set is resolved.
    pub(super) line_lengths: Vec<u8>,
    /// A text outside the rules: it calls things what they are called in the end.
    pub(super) outside: Option<FileId>,
    /// How many may play, at the least and at the most.
    pub(super) player_counts: (usize, usize),
    /// The moves to which values were handed; none while one is resolved.
    pub(super) instances: Vec<Option<Checked<MoveRule>>>,
    /// What is remembered of values that are handed on, after all that is declared.
    pub(super) passing: Vec<Memory>,
    /// The `else "…"` of the expression whose form was elaborated last; it goes to the node that is made of it.
    pub(super) reason: Option<Sentence>,
    /// Whether reasons are passed over: an argument that they may name has no type yet.
    pub(super) reasons: ReasonsRead,
    /// The facts and routines that are being opened within each other.
    pub(super) opened: Vec<OpenedFact>,
    /// Where a mistake in a fact or routine was told.
    pub(super) told_within: FxHashSet<Span>,
    /// The facts that were opened, by the place of the use.
    pub(super) fact_uses: FxHashMap<Span, String>,
    /// Where a value that is handed on is needed in a fact or routine, by the place of the value.
    pub(super) needed: FxHashMap<Span, Span>,
    /// How deep what is resolved now lies in other things.
    pub(super) depth: usize,
    /// How deep anything lay that was resolved so far.
    pub(super) deepest: usize,
    /// What was worked out once for all; nothing before everything declared is resolved.
    pub(super) known: Option<KnownMeanings>,
    /// What people read in place of texts of the rules.
    pub(super) words: OtherWords<'a>,
    /// What is left of the operations of this check.
    pub(super) fuel: Rc<CheckFuel>,
}

impl<'a> Resolver<'a> {
    /// Begins the work on a game; `diagnostics` is what was found before.
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

    /// Adds to what was found.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Returns the identities of tags, new ones included.
    pub(super) fn tags(&mut self, tags: &[Tag]) -> Vec<TagId> {
        tags.iter().for_each(|tag| self.carried.add(tag));
        // Where a figure comes from decides nothing.
        let clauses = tags.iter().filter(|t| !STATUSES.contains(&t.text.as_str()));
        clauses.filter_map(|t| self.tag(t)).collect()
    }

    /// Returns the identity of a tag, a new one if it is met for the first time; none where there are too many.
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

/// Tags that something carries, each once for each place.
#[derive(Default)]
pub(super) struct CarriedTags {
    pub(super) tags: Vec<Tag>,
    known: FxHashSet<(Span, String)>,
}

impl CarriedTags {
    /// Adds a tag, unless it was met at this place.
    fn add(&mut self, tag: &Tag) {
        if self.known.insert((tag.span, tag.text.clone())) {
            self.tags.push(tag.clone());
        }
    }
}

/// How the reasons that expressions have are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReasonsRead {
    /// With everything else.
    All,
    /// Not yet; there was none so far.
    NotYet,
    /// Not yet; there was one.
    Later,
}

/// A fact, routine or move that is being written out.
#[derive(Clone, Debug)]
pub(crate) struct OpenedFact {
    /// Its name, where it is declared.
    pub name: Name,
    /// Where it is used with values: its name, and the whole use.
    pub used: Option<(Span, Span)>,
}

/// What people read in place of texts.
#[derive(Default)]
pub(crate) struct OtherWords<'a> {
    pub(super) texts: FxHashMap<&'a str, &'a Template>,
    /// The texts that the rules say; none is kept where nothing is read in other words.
    pub(super) said: FxHashSet<String>,
}
