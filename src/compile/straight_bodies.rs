//! Which bodies of moves are straight: they take, move and put pieces on points that hang on the anchor alone, and end.
//!
//! Such a body is carried out without its arguments being written anywhere: where its pieces stand is looked up by the anchor.

use crate::ir::Rules;
use crate::ir::instructions::{
    ArgCode, Instr, MoveTemplate, Pc, PieceStep, PlaceCode, SetOperand, StraightBody,
};
use crate::ir::program::unpack_line;
use crate::model::{Dir, Point};
use rustc_hash::FxHashMap;

/// A body of more steps is left to the instructions.
const MOST_STEPS: usize = 8;
/// The tables of places have so many entries at most, so that they stay in the cache. What needs more is left to the instructions.
const MOST_PLACES: usize = 1 << 15;

/// Marks the templates whose bodies are straight.
pub(super) fn mark(rules: &mut Rules) {
    let mut places = PlaceTables::default();
    let mut bodies = Vec::new();
    for point in &rules.decision_points {
        for (me, choices) in point.choices.iter().enumerate() {
            for template in &choices.templates {
                // The anchor of a move that draws a multiset is the number of one.
                let alone = point.simultaneous.is_none()
                    && template.multiset.is_none()
                    && !template.depends_on_state;
                let reader = BodyReader {
                    rules,
                    template,
                    me,
                };
                let body = if alone {
                    reader.read(&mut places)
                } else {
                    None
                };
                bodies.push(body);
            }
        }
    }
    let points = rules.decision_points.iter_mut();
    let templates = points
        .flat_map(|point| &mut point.choices)
        .flat_map(|choices| &mut choices.templates);
    for (template, body) in templates.zip(bodies) {
        template.straight = body;
    }
    rules.places_by_anchor = places.places;
}

/// For each anchor the point of a place; equal tables are one.
#[derive(Default)]
struct PlaceTables {
    places: Vec<u16>,
    known: FxHashMap<Vec<u16>, u32>,
}

impl PlaceTables {
    /// Returns where a table begins.
    fn number(&mut self, table: Vec<u16>) -> Option<u32> {
        if let Some(known) = self.known.get(&table) {
            return Some(*known);
        }
        if self.places.len() + table.len() > MOST_PLACES {
            return None;
        }
        let first = u32::try_from(self.places.len()).ok()?;
        self.places.extend(&table);
        self.known.insert(table, first);
        Some(first)
    }
}

/// Reads the body of a template.
struct BodyReader<'r> {
    rules: &'r Rules,
    template: &'r MoveTemplate,
    me: usize,
}

impl BodyReader<'_> {
    fn read(&self, places: &mut PlaceTables) -> Option<StraightBody> {
        let (pcs, rest) = self.shape()?;
        let steps = pcs.into_iter().map(|pc| Some((self.step(pc, places)?, pc)));
        let steps = steps.collect::<Option<_>>()?;
        Some(StraightBody { steps, rest })
    }

    /// Returns the instructions that are the steps, and the one where play continues; `None` if there are others.
    fn shape(&self) -> Option<(Vec<Pc>, Pc)> {
        let (mut pc, mut steps) = (self.template.body, Vec::new());
        loop {
            match self.rules.code[self.me][pc as usize] {
                // A loop that does nothing would never end.
                Instr::Jump(to) if to > pc => pc = to,
                Instr::Done(word, count, rest) => {
                    let own = (self.template.frame, self.template.args.len());
                    return ((word, count as usize) == own).then_some((steps, rest));
                }
                Instr::Take(SetOperand::Place(_))
                | Instr::Move(..)
                | Instr::Put(_, SetOperand::Place(_))
                    if steps.len() < MOST_STEPS =>
                {
                    steps.push(pc);
                    pc += 1;
                }
                _ => return None,
            }
        }
    }

    /// Returns an instruction as a step, if its places hang on the anchor alone.
    fn step(&self, pc: Pc, places: &mut PlaceTables) -> Option<PieceStep> {
        let mut number = |place| places.number(self.place(place)?);
        match self.rules.code[self.me][pc as usize] {
            Instr::Take(SetOperand::Place(place)) => Some(PieceStep::Take(number(place)?)),
            Instr::Move(from, to) => Some(PieceStep::Move(number(from)?, number(to)?)),
            Instr::Put(word, SetOperand::Place(place)) => {
                Some(PieceStep::Put(word, number(place)?))
            }
            _ => None,
        }
    }

    /// Returns a place for each anchor; `None` if it hangs on more.
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
        let point = |arg: ArgCode, anchor| match place {
            PlaceCode::OnLine(_, steps) => along(arg.word(anchor), i32::from(steps)),
            _ => on_board(arg.word(anchor)),
        };
        let word = match place {
            PlaceCode::Fixed(point) => return Some(anchors.map(|_| point).collect()),
            PlaceCode::Word(word) | PlaceCode::OnLine(word, _) => word,
        };
        let at = word.checked_sub(self.template.frame)?;
        let arg = *self.template.args.get(at as usize)?;
        let known = matches!(
            arg,
            ArgCode::Point(_) | ArgCode::Line(..) | ArgCode::Fixed(..)
        );
        let points = anchors.map(|anchor| point(arg, anchor).unwrap_or(StraightBody::NOWHERE));
        known.then(|| points.collect())
    }
}
