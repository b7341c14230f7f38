//! The legal moves of a position: one mask of anchors per template, turned into a list only on demand.

mod any;
mod drawn_multisets;
mod filling;

pub(super) use any::any;

use crate::ir::bits;
use crate::vm::fuel::Fuel;
use crate::vm::history::History;
use crate::vm::interpreter::{Env, Registers};
use crate::vm::multisets::Multisets;
use crate::vm::position::{Move, Position};
use crate::vm::seat_id;
use drawn_multisets::DrawnMultisets;
use linstock_model::SeatId;

/// The legal moves of a position: a buffer that is refilled without allocating.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    registers: Registers,
    templates: Vec<TemplateMoves>,
    /// For each template, if any draws a multiset: the multisets that it can draw. The entries of earlier decision points
    /// stay, so that their memory is reused.
    multisets: Vec<DrawnMultisets>,
    /// Whether a template draws a multiset.
    draws_multiset: bool,
    width: usize,
    decision: u16,
    me: u8,
    /// Whether the moves are candidates, whose postconditions are not evaluated yet.
    untried: bool,
    /// The drawn candidate, if it is legal.
    drawn: Option<Move>,
    /// A buffer for the moves whose postconditions are evaluated.
    candidates: Vec<Move>,
    /// A buffer for the moves that may follow, when the longest series are searched for.
    pub(super) further: Option<Box<Self>>,
}

/// The moves of one template.
#[derive(Clone, Copy, Debug, Default)]
struct TemplateMoves {
    /// The register of its mask: a register of the program, or a copy after them.
    mask: u32,
    /// The number of moves of this template and all before it.
    end: u32,
}

/// The moves of one template in a list, with their numbers in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedTemplate<'m> {
    pub(super) template: u16,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The multisets that it can draw, if it draws one.
    pub(super) multisets: Option<&'m Multisets>,
}

impl MoveList {
    /// Returns the number of legal moves.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// assert_eq!(moves.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.templates.last().map_or(0, |last| last.end as usize)
    }

    /// Returns whether there is no legal move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// assert!(!moves.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a move by its index. The order is stable, but not the order of the rules.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// assert!(moves.get(8).is_some() && moves.get(9).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Move> {
        let at = u32::try_from(at).ok()?;
        let template = self
            .templates
            .iter()
            .position(|template| at < template.end)?;
        let before = self.templates[..template].last().map_or(0, |last| last.end);
        let mask = self.mask(self.templates[template]);
        let template = u16::try_from(template).ok()?;
        Some(match self.multisets_of(template) {
            Some(drawn) => self.mv(template, drawn.number(at - before)?),
            None => self.mv(template, nth_bit(mask, at - before)),
        })
    }

    /// Returns the moves in order.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// let position = rules.start()?;
    /// let texts: Vec<_> = moves.iter().map(|mv| rules.text(&position, mv)).collect();
    /// assert_eq!(texts.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        let mut before = 0;
        (0..)
            .zip(&self.templates)
            .filter(move |(_, listed)| std::mem::replace(&mut before, listed.end) < listed.end)
            .flat_map(move |(template, listed)| self.moves_of(template, *listed))
    }

    /// Returns the moves of a template.
    fn moves_of(&self, template: u16, listed: TemplateMoves) -> impl Iterator<Item = Move> + '_ {
        let multisets = self.multisets_of(template);
        let drawn = multisets.map(|drawn| (0..drawn.len()).filter_map(|at| drawn.number(at)));
        let points = bits(self.mask(listed)).filter(move |_| multisets.is_none());
        let anchors = drawn.into_iter().flatten().chain(points);
        anchors.map(move |anchor| self.mv(template, anchor))
    }

    /// Returns whether the list contains a move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut moves = linstock::MoveList::default();
    /// rules.moves_into(&rules.start()?, &mut moves)?;
    /// let first = moves.get(0).expect("nine moves");
    /// assert!(moves.contains(first));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        let Some(listed) = self.templates.get(usize::from(mv.template)) else {
            return false;
        };
        if (mv.decision, mv.me) != (self.decision, self.me) {
            return false;
        }
        if let Some(multisets) = self.multisets_of(mv.template) {
            return multisets.contains(mv.anchor);
        }
        let word = self.mask(*listed).get(mv.anchor as usize / 64);
        word.is_some_and(|word| word >> (mv.anchor % 64) & 1 == 1)
    }

    /// Returns the multisets that a template can draw and that were not removed, if it draws one.
    #[inline]
    fn multisets_of(&self, template: u16) -> Option<&DrawnMultisets> {
        let drawn = self.multisets.get(usize::from(template));
        drawn.filter(|drawn| self.draws_multiset && drawn.draws)
    }

    /// Returns all multisets that a template can draw, if it draws one.
    pub(super) fn multisets(&self, template: u16) -> Option<&Multisets> {
        self.multisets_of(template).map(|drawn| &drawn.all)
    }

    /// Returns the multisets that were last counted for a template.
    pub(super) fn spare_multisets(&mut self, template: u16) -> Option<&mut Multisets> {
        let drawn = self.multisets.get_mut(usize::from(template));
        drawn.map(|drawn| &mut drawn.all)
    }

    /// Returns the templates in order, with the numbers of their moves and the multisets that they draw. `None` if some
    /// multisets were removed.
    pub(super) fn by_template(&self) -> Option<impl Iterator<Item = ListedTemplate<'_>>> {
        if self.multisets.iter().any(|drawn| drawn.left.is_some()) {
            return None;
        }
        let ends = self.templates.iter().map(|listed| listed.end);
        let starts = std::iter::once(0).chain(ends.clone());
        Some((0..).zip(starts.zip(ends)).map(|(template, (start, end))| {
            let multisets = self.multisets(template);
            ListedTemplate {
                template,
                start,
                end,
                multisets,
            }
        }))
    }

    #[inline]
    fn mask(&self, template: TemplateMoves) -> &[u64] {
        self.registers.mask(template.mask as usize, self.width)
    }

    /// Returns a move of a template with an arbitrary anchor.
    pub(super) fn some_of(&self, template: u16) -> Move {
        self.mv(template, 0)
    }

    #[inline]
    fn mv(&self, template: u16, anchor: u32) -> Move {
        Move {
            decision: self.decision,
            template,
            me: self.me,
            anchor,
        }
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.templates.clear();
        self.begin();
    }

    /// Clears the flags of the whole list.
    #[inline]
    fn begin(&mut self) {
        self.draws_multiset = false;
        (self.untried, self.drawn) = (false, None);
    }

    /// Returns the drawn move, if there is one: then the others in the buffer may not be legal.
    #[must_use]
    pub fn drawn(&self) -> Option<Move> {
        self.drawn
    }

    /// Returns the anchors of the moves of a template.
    #[must_use]
    pub fn template_mask(&self, template: u16) -> &[u64] {
        self.templates
            .get(usize::from(template))
            .map_or(&[], |template| self.mask(*template))
    }

    /// Returns the seat that chooses.
    #[must_use]
    pub fn seat(&self) -> SeatId {
        SeatId(self.me)
    }

    /// Returns the decision point.
    #[must_use]
    pub fn decision(&self) -> u32 {
        self.decision.into()
    }
}

/// Returns the seat that acts.
#[inline]
pub(crate) fn acting(words: &[u64]) -> SeatId {
    seat_id(usize::try_from(words[crate::ir::Layout::ME]).unwrap_or(0))
}

/// An empty history.
static NONE_NOTED: History = History::new();

/// Returns the input of the programs of a decision point.
#[inline]
pub(crate) fn env_of<'s>(words: &'s [u64], fuel: &'s Fuel) -> Env<'s> {
    let me = usize::try_from(words[crate::ir::Layout::ME]).unwrap_or(0);
    Env {
        words,
        repetitions: 0,
        history: &NONE_NOTED,
        me,
        fuel,
    }
}

/// Returns the input of the programs that compute the legal moves of a seat, with the history.
pub(crate) fn env_for<'s>(state: &'s Position, seat: SeatId, fuel: &'s Fuel) -> Env<'s> {
    Env {
        me: seat.index(),
        history: &state.history,
        ..env_of(&state.words, fuel)
    }
}

/// Returns the index of the n-th set bit.
fn nth_bit(mask: &[u64], mut n: u32) -> u32 {
    let mut base = 0;
    for word in mask {
        let ones = word.count_ones();
        if n < ones {
            let mut rest = *word;
            for _ in 0..n {
                rest &= rest - 1;
            }
            return base + rest.trailing_zeros();
        }
        n -= ones;
        base += 64;
    }
    base
}
