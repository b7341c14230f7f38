//! Turns: what follows a move up to the next stop, worked out before any game is played.
//!
//! Which instructions follow a move hangs on little: on the player, who is known, and on a few conditions. So each move
//! template has its instructions as a tree of *steps* without jumps back, in which the arguments are places that hang on the
//! anchor alone. A step that cannot be written so is left to the executor, which goes on there.

use crate::ir::instructions::{ArgCode, Instr, MoveTemplate, NumOperand, PlaceCode, SetOperand};
use crate::ir::program::unpack_line;
use crate::ir::{Layout, Rules};
use crate::model::{Dir, MoveId, Point, RuleId};
use crate::vm::interpreter::any_of;
use crate::vm::lanes::LanePoint;
use crate::vm::position::{GameEnd, Position};

/// A turn has so many steps at most; what follows is left to the executor.
const MOST_STEPS: usize = 48;

/// What follows a move.
#[derive(Debug)]
pub(crate) struct TurnPlan {
    mv: MoveId,
    rule: RuleId,
    /// The arguments, and the word of the first.
    args: Vec<ArgCode>,
    frame: usize,
    steps: Vec<TurnStep>,
}

/// A point that hangs on the anchor.
#[derive(Debug)]
enum PlannedPlace {
    /// Always the same.
    Fixed(usize),
    /// So far from the anchor.
    Moved(i32),
    /// By the anchor; nowhere, where there is none.
    Listed(Box<[Option<u16>]>),
}

/// A step of a turn. Conditions name the step that follows where they do not hold; else the next one follows.
#[derive(Debug)]
enum TurnStep {
    /// Moves a piece; how the executor goes on where that cannot be done.
    Move(PlannedPlace, PlannedPlace, OpenTurn),
    /// Takes a piece of the last layer.
    Take(PlannedPlace),
    /// Whether a mask shares a point with a constant one, or shares none.
    Unless {
        mask: (u32, u16),
        none: bool,
        to: usize,
    },
    /// The player acts.
    Act(u64),
    /// Whether this player began the round with this word.
    UnlessFirst(u32, u64, usize),
    /// The game is over.
    End(GameEnd, u32),
    /// Play stops at a decision point.
    Stop(u32),
    /// The executor goes on.
    GoOn(OpenTurn),
}

/// What the executor needs to go on.
#[derive(Clone, Copy, Debug)]
struct OpenTurn {
    /// The next instruction.
    pc: u32,
    /// The arguments are not cleared yet.
    in_body: bool,
}

/// How a turn came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TurnEnd {
    /// At a decision point that is left to the caller.
    Stopped,
    /// The game is over.
    Over,
    /// The executor must go on with this instruction.
    Open(u32),
}

impl TurnPlan {
    /// Works the turns of a decision point and seat out, by their templates; `None` where a move needs more than its anchor.
    /// `deferred` are the decision points where play stops, by their numbers.
    pub(crate) fn of_all(
        rules: &Rules,
        point: LanePoint<'_>,
        deferred: &[bool],
    ) -> Vec<Option<Self>> {
        let me = usize::from(point.me);
        let plan = |template: &MoveTemplate| {
            let mut planner = TurnPlanner {
                rules,
                template,
                deferred,
                steps: Vec::new(),
            };
            planner.plan(template.body, me, true);
            Self {
                mv: template.mv,
                rule: template.rule,
                args: template.args.clone(),
                frame: template.frame as usize,
                steps: planner.steps,
            }
        };
        let templates = point.choices.templates.iter();
        templates
            .map(|template| (!template.depends_on_state).then(|| plan(template)))
            .collect()
    }

    /// Returns the move.
    pub(crate) fn mv(&self) -> MoveId {
        self.mv
    }

    /// Plays the move with an anchor.
    pub(crate) fn play(&self, rules: &Rules, state: &mut Position, anchor: u32) -> TurnEnd {
        let layout = &rules.layout;
        let words = state.words.as_mut_slice();
        layout.write_last_move(words, Some(self.rule));
        let mut at = 0;
        loop {
            match &self.steps[at] {
                TurnStep::Move(from, to, open) => {
                    let places = (from.at(anchor), to.at(anchor));
                    if !relocate(layout, words, places) {
                        return self.open(*open, words, anchor);
                    }
                }
                TurnStep::Take(place) => {
                    if let Some(point) = place.at(anchor) {
                        for mask in layout.firsts(layout.top()) {
                            words[mask + point / 64] &= !(1 << (point % 64));
                        }
                    }
                }
                TurnStep::Unless { mask, none, to } => {
                    if any_of(rules, *mask, words) == *none {
                        at = *to;
                        continue;
                    }
                }
                TurnStep::Act(me) => words[Layout::ME] = *me,
                TurnStep::UnlessFirst(word, me, to) => {
                    if words[*word as usize + 1] != *me {
                        at = *to;
                        continue;
                    }
                }
                TurnStep::End(end, pc) => {
                    layout.forget_last_move(words);
                    (state.pc, state.over) = (*pc, Some(*end));
                    return TurnEnd::Over;
                }
                TurnStep::Stop(pc) => {
                    state.pc = *pc;
                    return TurnEnd::Stopped;
                }
                TurnStep::GoOn(open) => return self.open(*open, words, anchor),
            }
            at += 1;
        }
    }

    /// Leaves the rest to the executor: the arguments are written where the body of the move reads them.
    fn open(&self, open: OpenTurn, words: &mut [u64], anchor: u32) -> TurnEnd {
        if open.in_body {
            for (word, arg) in words[self.frame..].iter_mut().zip(&self.args) {
                *word = arg.word(anchor);
            }
        }
        TurnEnd::Open(open.pc)
    }
}

impl PlannedPlace {
    #[inline(always)]
    fn at(&self, anchor: u32) -> Option<usize> {
        match self {
            Self::Fixed(point) => Some(*point),
            Self::Moved(by) => Some(anchor.wrapping_add_signed(*by) as usize & 0xffff),
            Self::Listed(points) => {
                let point = points.get(anchor as usize).copied().flatten();
                point.map(usize::from)
            }
        }
    }
}

/// Moves a piece of the last layer to an empty point; `false` if that cannot be done, and nothing was.
#[inline(always)]
fn relocate(layout: &Layout, words: &mut [u64], places: (Option<usize>, Option<usize>)) -> bool {
    let (Some(from), Some(to)) = places else {
        return false;
    };
    let (mut moved, mut taken) = (None, 0);
    for mask in layout.firsts(layout.top()) {
        if words[mask + from / 64] >> (from % 64) & 1 == 1 {
            moved = moved.or(Some(mask));
        }
        taken |= words[mask + to / 64] >> (to % 64) & 1;
    }
    let Some(mask) = moved.filter(|_| taken == 0) else {
        return false;
    };
    words[mask + from / 64] &= !(1 << (from % 64));
    words[mask + to / 64] |= 1 << (to % 64);
    true
}

/// Works out what follows a move of a template.
struct TurnPlanner<'r> {
    rules: &'r Rules,
    template: &'r MoveTemplate,
    deferred: &'r [bool],
    steps: Vec<TurnStep>,
}

impl TurnPlanner<'_> {
    /// Adds the steps from an instruction on. `in_body` until the arguments are cleared.
    fn plan(&mut self, mut pc: u32, mut me: usize, mut in_body: bool) {
        loop {
            let step = match self.rules.code[me][pc as usize] {
                _ if self.steps.len() >= MOST_STEPS => None,
                Instr::Jump(to) => {
                    // Steps do not jump back; a loop without a step would never end.
                    if to <= pc {
                        self.steps.push(TurnStep::Act(me as u64));
                    }
                    pc = to;
                    continue;
                }
                Instr::Done(word, count, to) if self.clears_args(word, count) => {
                    (pc, in_body) = (to, false);
                    continue;
                }
                Instr::Unless(NumOperand::Any(word, among), to) => {
                    return self.branch(((word, among), false), (pc, to), (me, in_body));
                }
                Instr::Unless(NumOperand::None(word, among), to) => {
                    return self.branch(((word, among), true), (pc, to), (me, in_body));
                }
                Instr::PassOn(backwards, to) => {
                    me = self.beside(me, backwards);
                    self.steps.push(TurnStep::Act(me as u64));
                    pc = to;
                    continue;
                }
                Instr::NextInRound(word, to) => {
                    return self.pass(word, (pc, to), (me, false), in_body);
                }
                Instr::PreviousInRound(word, to) => {
                    return self.pass(word, (pc, to), (me, true), in_body);
                }
                Instr::Move(from, to) => self.relocation((from, to), OpenTurn { pc, in_body }),
                Instr::Take(SetOperand::Place(place)) => self.place(place).map(TurnStep::Take),
                Instr::Ask(decision) if self.deferred[decision as usize] => {
                    Some(TurnStep::Stop(pc)).filter(|_| !in_body)
                }
                Instr::End(end, winners) if !in_body => self.end((end, winners), pc),
                _ => None,
            };
            let step = step.unwrap_or(TurnStep::GoOn(OpenTurn { pc, in_body }));
            let goes_on = matches!(step, TurnStep::Move(..) | TurnStep::Take(_));
            self.steps.push(step);
            if !goes_on {
                return;
            }
            pc += 1;
        }
    }

    /// Adds a condition, and what follows in either case.
    fn branch(
        &mut self,
        (mask, none): ((u32, u16), bool),
        (pc, to): (u32, u32),
        (me, in_body): (usize, bool),
    ) {
        let at = self.steps.len();
        self.steps.push(TurnStep::Unless { mask, none, to: 0 });
        self.plan(pc + 1, me, in_body);
        let otherwise = self.steps.len();
        self.steps[at] = TurnStep::Unless {
            mask,
            none,
            to: otherwise,
        };
        self.plan(to, me, in_body);
    }

    /// Passes the turn in a round, and adds what follows where it is over and where it is not.
    fn pass(
        &mut self,
        word: u32,
        (pc, to): (u32, u32),
        (me, backwards): (usize, bool),
        in_body: bool,
    ) {
        let me = self.beside(me, backwards);
        self.steps.push(TurnStep::Act(me as u64));
        let at = self.steps.len();
        self.steps.push(TurnStep::UnlessFirst(word, me as u64, 0));
        self.plan(pc + 1, me, in_body);
        let otherwise = self.steps.len();
        self.steps[at] = TurnStep::UnlessFirst(word, me as u64, otherwise);
        self.plan(to, me, in_body);
    }

    /// Returns the player who acts after one, or before.
    fn beside(&self, me: usize, backwards: bool) -> usize {
        let seats = self.rules.code.len();
        let step = if backwards { seats - 1 } else { 1 };
        (me + step) % seats
    }

    /// Tells whether words are exactly the arguments.
    fn clears_args(&self, word: u32, count: u32) -> bool {
        word == self.template.frame && count as usize == self.template.args.len()
    }

    fn relocation(&self, (from, to): (PlaceCode, PlaceCode), open: OpenTurn) -> Option<TurnStep> {
        Some(TurnStep::Move(self.place(from)?, self.place(to)?, open))
    }

    /// Returns an ending whose winners are known, in a game without scores.
    fn end(&self, (end, winners): (u32, Option<NumOperand>), pc: u32) -> Option<TurnStep> {
        let winners = match winners {
            None => 0,
            Some(NumOperand::Fixed(winners)) => winners.cast_unsigned(),
            Some(_) => return None,
        };
        let end = GameEnd { end, winners };
        self.rules
            .scores
            .is_empty()
            .then_some(TurnStep::End(end, pc))
    }

    /// Returns a place that hangs on the anchor alone; `None` where pieces take what is remembered of them along.
    fn place(&self, place: PlaceCode) -> Option<PlannedPlace> {
        if !self.rules.piece_memories.is_empty() {
            return None;
        }
        match place {
            PlaceCode::Fixed(point) => Some(PlannedPlace::Fixed(usize::from(point))),
            PlaceCode::Word(word) => match self.argument(word)? {
                ArgCode::Point(by) => Some(PlannedPlace::Moved(by)),
                ArgCode::Fixed(word, _) => usize::try_from(word).ok().map(PlannedPlace::Fixed),
                _ => None,
            },
            PlaceCode::OnLine(word, steps) => {
                let arg = self.argument(word)?;
                if !matches!(arg, ArgCode::Line(..) | ArgCode::Fixed(..)) {
                    return None;
                }
                let board = self.rules.model().board.as_ref()?;
                let anchors = u32::try_from(self.rules.layout.points).ok()?;
                let along = |anchor| {
                    let (rear, dir) = unpack_line(arg.word(anchor));
                    let rear = Some(Point(rear)).filter(|rear| rear.index() < board.points())?;
                    let point = board.along(rear, Dir::at(dir), i32::from(steps));
                    point.map(|point| point.0)
                };
                Some(PlannedPlace::Listed((0..anchors).map(along).collect()))
            }
        }
    }

    /// Returns the argument that a word holds.
    fn argument(&self, word: u32) -> Option<ArgCode> {
        let at = word.checked_sub(self.template.frame)?;
        self.template.args.get(at as usize).copied()
    }
}
