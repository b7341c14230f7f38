//! Finds the first steps of move bodies: pieces taken, moved and put on points that depend only on the anchor.
//!
//! The points of these steps are looked up by anchor. Lanes carry out the first steps of many moves at once. If a body
//! consists only of such steps, its arguments need not be written.

use crate::ir::CompiledRules;
use crate::ir::instructions::{
    ArgCode, BodyStart, DecisionPoint, Instr, MoveTemplate, PieceStep, PlaceCode, PlaceTable,
    SetOperand,
};
use crate::ir::program::unpack_line;
use linstock_model::{Dir, Point};
use rustc_hash::FxHashMap;

/// The maximal number of steps. The instructions carry out the rest of the body.
const MOST_STEPS: usize = 8;
/// The maximal number of entries in the tables of places, so that they stay in the cache. The instructions carry out the
/// steps that do not fit.
const MOST_PLACES: usize = 1 << 16;

/// Stores the first steps of each template's body.
pub(super) fn note(rules: &mut CompiledRules) {
    let mut places = PlaceTables::default();
    let mut starts = Vec::new();
    for point in &rules.decision_points {
        for (me, choices) in point.choices.iter().enumerate() {
            for template in &choices.templates {
                let reader = BodyReader {
                    rules,
                    template,
                    me,
                };
                starts.push(reader.read(point, &mut places));
            }
        }
    }
    let points = rules.decision_points.iter_mut();
    let templates = points
        .flat_map(|point| &mut point.choices)
        .flat_map(|choices| &mut choices.templates);
    for (template, start) in templates.zip(starts) {
        template.start = start;
    }
    rules.places_by_anchor = places.places;
}

/// Tables that map each anchor to a point; equal tables are shared.
#[derive(Default)]
struct PlaceTables {
    places: Vec<u16>,
    known: FxHashMap<Vec<u16>, PlaceTable>,
}

impl PlaceTables {
    /// Adds a table unless there is an equal one, and returns its index; `None` if it does not fit.
    fn intern(&mut self, table: Vec<u16>) -> Option<PlaceTable> {
        if let Some(known) = self.known.get(&table) {
            return Some(*known);
        }
        if self.places.len() + table.len() > MOST_PLACES {
            return None;
        }
        let place = PlaceTable(u32::try_from(self.places.len()).ok()?);
        self.places.extend(&table);
        self.known.insert(table, place);
        Some(place)
    }
}

/// Reads the body of a template.
struct BodyReader<'r> {
    rules: &'r CompiledRules,
    template: &'r MoveTemplate,
    me: usize,
}

impl BodyReader<'_> {
    fn read(&self, point: &DecisionPoint, places: &mut PlaceTables) -> BodyStart {
        let mut start = BodyStart {
            rest: self.template.body,
            ..BodyStart::default()
        };
        // If a move draws a multiset, its anchor is the number of the multiset.
        if self.template.multiset.is_some() {
            return start;
        }
        loop {
            let pc = start.rest;
            match self.rules.code[self.me][pc as usize] {
                // Follow only forward jumps: an empty loop would never end.
                Instr::Jump(to) if to > pc => start.rest = to,
                Instr::Done(word, count, to) if self.clears_args(word, count) => {
                    (start.rest, start.is_all) = (to, true);
                    // Simultaneous moves are carried out later, and arguments that depend on the position must be written
                    // first.
                    start.plays_alone =
                        point.simultaneous.is_none() && !self.template.depends_on_state;
                    return start;
                }
                _ if start.steps.len() == MOST_STEPS => return start,
                instr => match self.step(instr, places) {
                    Some(step) => {
                        start.steps.push((step, pc));
                        start.rest = pc + 1;
                    }
                    None => return start,
                },
            }
        }
    }

    /// Returns whether a range of words consists exactly of the arguments.
    fn clears_args(&self, word: u32, count: u32) -> bool {
        (word, count as usize) == (self.template.frame, self.template.args.len())
    }

    /// Returns an instruction as a step, if its places depend only on the anchor.
    fn step(&self, instr: Instr, places: &mut PlaceTables) -> Option<PieceStep> {
        let mut table = |place| places.intern(self.place(place)?);
        match instr {
            Instr::Take(SetOperand::Place(place)) => Some(PieceStep::Take(table(place)?)),
            Instr::Move(from, to) => Some(PieceStep::Move(table(from)?, table(to)?)),
            Instr::Put(word, SetOperand::Place(place)) => Some(PieceStep::Put(word, table(place)?)),
            _ => None,
        }
    }

    /// Returns the point of a place for each anchor; `None` if it depends on anything else.
    fn place(&self, place: PlaceCode) -> Option<Vec<u16>> {
        let anchors = 0..u32::try_from(self.rules.layout.points).ok()?;
        let board = self.rules.model().board.as_ref()?;
        let on_board = |word: u64| {
            let point = u16::try_from(word).ok();
            point.filter(|point| usize::from(*point) < board.points())
        };
        let along = |line: u64, steps: i32| {
            let (rear, dir) = unpack_line(line);
            let rear = Point(on_board(rear.into())?);
            board.along(rear, Dir::at(dir), steps).map(|point| point.0)
        };
        let word = match place {
            PlaceCode::Fixed(point) => return Some(anchors.map(|_| point).collect()),
            PlaceCode::Word(word) | PlaceCode::OnLine(word, _) => word,
        };
        let at = word.checked_sub(self.template.frame)?;
        let arg = *self.template.args.get(at as usize)?;
        let point = |anchor| match place {
            PlaceCode::OnLine(_, steps) => along(arg.word(anchor), i32::from(steps)),
            _ => on_board(arg.word(anchor)),
        };
        let known = matches!(
            (place, arg),
            (_, ArgCode::Fixed(..))
                | (PlaceCode::Word(_), ArgCode::Point(_))
                | (PlaceCode::OnLine(..), ArgCode::Line(..))
        );
        let points = anchors.map(|anchor| point(anchor).unwrap_or(PlaceTable::NOWHERE));
        known.then(|| points.collect())
    }
}
