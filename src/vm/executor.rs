//! Runs instructions from one wait to the next: the only place where a state changes.

use crate::base::Span;
use crate::ir::instructions::{
    CargoCode, Instr, NumOperand, PlaceCode, SetOperand, Together, TransferCode, ZoneCode,
};
use crate::ir::{Layout, Rules, ScriptChange, bits};
use crate::model::{RuleId, SeatId, ZoneId};
use crate::vm::interpreter::{Env, Failed, any_of, mask, number};
use crate::vm::legal_moves::{MoveList, any, env_of};
use crate::vm::multisets::contents;
use crate::vm::position::{Fault, GameEnd, Position};
use crate::vm::script_calls::changes;
use crate::vm::simultaneous::owing;
use smallvec::SmallVec;
use std::ops::Range;

/// The most instructions between two waits: more than that, and the rules go round without asking anybody.
const MOST_STEPS: u32 = 1 << 20;

/// Follows which instructions are carried out.
pub(crate) trait Watch {
    /// One is carried out.
    fn runs(&mut self, pc: u32);
}

impl Watch for () {
    #[inline]
    fn runs(&mut self, _pc: u32) {}
}

impl Watch for Vec<u32> {
    fn runs(&mut self, pc: u32) {
        self.push(pc);
    }
}

/// A run from one wait to the next.
pub(crate) struct Executor<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) words: &'r mut [u64],
    pc: &'r mut u32,
    over: &'r mut Option<GameEnd>,
    noted: &'r mut Vec<u64>,
    /// The move answered last.
    last: Option<RuleId>,
    /// How often the position noted last was seen.
    seen: u32,
    /// Where the moves of the next wait are listed, if somebody wants them anyway.
    list: Option<&'r mut MoveList>,
    /// A move is only tried out: the run ends at the next wait, whether or not anything can be chosen there.
    trying: bool,
}

impl<'r> Executor<'r> {
    pub fn new(rules: &'r Rules, state: &'r mut Position, last: Option<RuleId>) -> Self {
        Self {
            rules,
            words: &mut state.words,
            pc: &mut state.pc,
            over: &mut state.over,
            noted: &mut state.noted,
            last,
            seen: 0,
            list: None,
            trying: false,
        }
    }

    /// Ends at the next wait, whether or not anything can be chosen there.
    pub fn trying(mut self) -> Self {
        self.trying = true;
        self
    }

    /// Lists the moves of the next wait there.
    pub fn listing(mut self, moves: &'r mut MoveList) -> Self {
        self.list = Some(moves);
        self
    }

    /// Returns the instructions for who acts.
    fn code(&self) -> &'r [Instr] {
        &self.rules.code[self.me()]
    }

    #[inline]
    pub(crate) fn me(&self) -> usize {
        usize::try_from(self.words[Layout::ME]).unwrap_or(0)
    }

    #[inline]
    pub(crate) fn env(&self) -> Env<'_> {
        Env {
            words: self.words,
            last: self.last,
            seen: self.seen,
            me: self.me(),
        }
    }

    /// Runs on from an instruction until somebody can choose, or the game is over.
    pub fn go(&mut self, mut pc: u32, watch: &mut impl Watch) -> Result<(), Fault> {
        let mut code = self.code();
        for _ in 0..MOST_STEPS {
            let instr = &code[pc as usize];
            if !matches!(instr, Instr::Ask(_)) {
                watch.runs(pc);
            }
            // What almost every turn of a game on a board needs is done in place.
            pc = match *instr {
                Instr::Ask(ask) => {
                    if self.waits(ask, pc)? {
                        *self.pc = pc;
                        return Ok(());
                    }
                    self.rules.decision_points[ask as usize].otherwise
                }
                Instr::End(end, winners) => return self.end((end, winners), pc),
                Instr::Jump(to) => to,
                Instr::Unless(NumOperand::Any(word, among), to) => {
                    let any = any_of(self.rules, (word, among), self.words);
                    if any { pc + 1 } else { to }
                }
                Instr::Unless(NumOperand::None(word, among), to) => {
                    let any = any_of(self.rules, (word, among), self.words);
                    if any { to } else { pc + 1 }
                }
                Instr::Move(from, to) => {
                    self.relocate((self.place(from), self.place(to)), pc)?;
                    pc + 1
                }
                Instr::Take(SetOperand::Place(place)) => {
                    self.take_at(place);
                    pc + 1
                }
                Instr::Done(word, count, to) => {
                    self.done((word, count));
                    to
                }
                _ => {
                    let next = self.step(instr, pc)?;
                    // Another player may act now.
                    code = self.code();
                    next
                }
            };
        }
        let span = self.rules.spans[pc as usize];
        Err(Fault::Statement(
            "play goes round and round here and nobody can choose anything".into(),
            span,
        ))
    }

    /// The game is over: the ending, and who won.
    fn end(&mut self, (end, winners): (u32, Option<NumOperand>), pc: u32) -> Result<(), Fault> {
        let winners = match winners {
            Some(code) => self.number(code, pc)?.cast_unsigned(),
            None => 0,
        };
        *self.over = Some(GameEnd { end, winners });
        *self.pc = pc;
        Ok(())
    }

    /// Tells whether play waits at an ask.
    #[inline]
    fn waits(&mut self, ask: u32, pc: u32) -> Result<bool, Fault> {
        if self.trying {
            return Ok(true);
        }
        let waits = match &self.rules.decision_points[ask as usize].together {
            None => self.can_choose(ask),
            Some(together) => self.can_choose_together(together, ask),
        };
        waits.map_err(|why| self.script_fault(why, pc))
    }

    /// Tells whether who acts can choose something.
    #[inline]
    fn can_choose(&mut self, ask: u32) -> Result<bool, Failed> {
        match self.lists(self.me(), ask)? {
            Some(some) => Ok(some),
            None => any(self.rules, env_of(self.words), ask),
        }
    }

    /// As `can_choose`, where several choose at once.
    fn can_choose_together(&mut self, together: &Together, ask: u32) -> Result<bool, Failed> {
        self.owe(together, ask)?;
        let first = owing(together, self.rules, self.words).next();
        match first {
            Some(me) => Ok(self.lists(me, ask)?.unwrap_or(true)),
            None => Ok(false),
        }
    }

    /// Lists what a player can choose, if somebody wants it listed, and tells whether there is something.
    #[inline]
    fn lists(&mut self, me: usize, ask: u32) -> Result<Option<bool>, Failed> {
        let Some(moves) = &mut self.list else {
            return Ok(None);
        };
        let env = Env {
            me,
            ..env_of(self.words)
        };
        moves.fill(self.rules, env, ask)?;
        Ok(Some(!moves.is_empty()))
    }

    pub(crate) fn number(&self, code: NumOperand, pc: u32) -> Result<i64, Fault> {
        number(self.rules, code, self.env()).map_err(|why| self.script_fault(why, pc))
    }

    pub(crate) fn mask(&self, program: u32, pc: u32) -> Result<SmallVec<[u64; 8]>, Fault> {
        mask(self.rules, program, self.env()).map_err(|why| self.script_fault(why, pc))
    }

    #[cold]
    pub(crate) fn script_fault(&self, failed: Failed, pc: u32) -> Fault {
        let known = failed.span != Span::default();
        let span = if known {
            failed.span
        } else {
            self.rules.spans[pc as usize]
        };
        Fault::Script(failed.why, span)
    }

    #[cold]
    pub(crate) fn fault(&self, why: String, pc: u32) -> Fault {
        Fault::Statement(why, self.rules.spans[pc as usize])
    }

    /// Clears the arguments of a move: where, how many.
    #[inline]
    fn done(&mut self, (word, count): (u32, u32)) {
        // One by one: they are few, and a call that fills memory takes longer than all of them.
        match &mut self.words[word as usize..(word + count) as usize] {
            [one] => *one = 0,
            [one, two] => (*one, *two) = (0, 0),
            more => more.fill(0),
        }
    }

    /// Does one instruction that is not done in place, and returns the next.
    fn step(&mut self, instr: &Instr, pc: u32) -> Result<u32, Fault> {
        let next = pc + 1;
        match *instr {
            Instr::Unless(cond, to) if self.number(cond, pc)? == 0 => return Ok(to),
            Instr::Take(points) => self.take(points, pc)?,
            Instr::Put(word, points) => self.put(word as usize, points, pc)?,
            Instr::PutOf(word, seat, points) => {
                let seat = self.number(seat, pc)?;
                let Ok(seat) = usize::try_from(seat) else {
                    return Err(
                        self.fault("nobody owns the piece that is to be put down".into(), pc)
                    );
                };
                self.put(word as usize + seat * self.rules.layout.width, points, pc)?;
            }
            Instr::TakeSome(at) => self.take_some(at, pc)?,
            Instr::Draw(at) => self.draw(at, pc)?,
            Instr::Lay(drawing) => self.lay(drawing, pc)?,
            Instr::LayPart(part) => self.lay_part(part, pc)?,
            Instr::Must(cond, why) => {
                if self.number(cond, pc)? == 0 {
                    return Err(self.fault(self.rules.musts[why as usize].clone(), pc));
                }
            }
            Instr::Store(word, program, holds_seat) => {
                self.store(word as usize, program, holds_seat, pc)?
            }
            Instr::StoreOf(word, program, holds_seat, seat) => {
                if let Ok(seat) = usize::try_from(self.number(seat, pc)?) {
                    self.store(word as usize + seat, program, holds_seat, pc)?;
                }
            }
            Instr::StoreEach(word, points, value, holds_seat) => {
                for point in bits(&self.mask(points, pc)?) {
                    self.store((word + point) as usize, value, holds_seat, pc)?;
                }
            }
            Instr::StoreMask(word, program) => {
                let points = self.mask(program, pc)?;
                self.write(word as usize, &points);
            }
            Instr::StoreMaskOf(word, program, seat) => {
                if let Ok(seat) = usize::try_from(self.number(seat, pc)?) {
                    let points = self.mask(program, pc)?;
                    self.write(word as usize + seat * self.rules.layout.width, &points);
                }
            }
            Instr::Reset(word, (size, copies), start) => {
                for copy in 0..copies {
                    let word = (word + copy * size) as usize;
                    self.reset(word, size as usize, start as usize);
                }
            }
            Instr::ResetOf(word, size, start, seat) => {
                if let Ok(seat) = usize::try_from(self.number(seat, pc)?) {
                    self.reset(
                        word as usize + seat * size as usize,
                        size as usize,
                        start as usize,
                    );
                }
            }
            Instr::Round(word, first) => self.begin_round(word as usize, (first, false), pc)?,
            Instr::Cycle(word, first, backwards) => {
                self.begin_round(word as usize, (first, backwards), pc)?;
                self.words[word as usize + 1] = 0;
            }
            Instr::PassOn(backwards, to) => {
                let seats = self.rules.code.len();
                let next = match (self.me(), backwards) {
                    (0, true) => seats - 1,
                    (me, true) => me - 1,
                    (me, false) if me + 1 == seats => 0,
                    (me, false) => me + 1,
                };
                self.words[Layout::ME] = next as u64;
                return Ok(to);
            }
            Instr::RoundBack(word, first) => self.begin_round(word as usize, (first, true), pc)?,
            Instr::PreviousInRound(word, to) => {
                let seats = self.rules.code.len();
                let me = (self.me() + seats - 1) % seats;
                self.words[Layout::ME] = me as u64;
                if me as u64 != self.words[word as usize + 1] {
                    return Ok(to);
                }
            }
            Instr::NextInRound(word, to) => {
                let me = (self.me() + 1) % self.rules.code.len();
                self.words[Layout::ME] = me as u64;
                if me as u64 != self.words[word as usize + 1] {
                    return Ok(to);
                }
            }
            Instr::EndRound(word) => {
                let word = word as usize;
                self.words[Layout::ME] = self.words[word];
                self.words[word..word + 2].fill(0);
            }
            Instr::CountDown(word, to) => match &mut self.words[word as usize] {
                0 => return Ok(to),
                left => *left -= 1,
            },
            Instr::Clear(word, count) => self.words[word as usize..(word + count) as usize].fill(0),
            Instr::Note => self.note(pc),
            Instr::Reveal(ask) => {
                if let Some(body) = self.reveal(ask) {
                    return Ok(body);
                }
            }
            Instr::Transfer(at) => self.transfer(at, pc)?,
            Instr::Script(program) => self.script(program, pc)?,
            // What the loop does itself.
            Instr::Jump(_)
            | Instr::Unless(..)
            | Instr::Move(..)
            | Instr::Done(..)
            | Instr::Ask(_)
            | Instr::End(..) => {}
        }
        Ok(next)
    }

    fn store(
        &mut self,
        word: usize,
        value: NumOperand,
        holds_seat: bool,
        pc: u32,
    ) -> Result<(), Fault> {
        let value = self.number(value, pc)?;
        self.words[word] = if holds_seat {
            (value + 1).cast_unsigned()
        } else {
            value.cast_unsigned()
        };
        Ok(())
    }

    fn write(&mut self, word: usize, words: &[u64]) {
        self.words[word..word + words.len()].copy_from_slice(words);
    }

    fn reset(&mut self, word: usize, size: usize, constant: usize) {
        let at = constant * self.rules.layout.width;
        let start = &self.rules.constants[at..at + size];
        self.words[word..word + size].copy_from_slice(start);
    }

    fn begin_round(
        &mut self,
        word: usize,
        (first, backwards): (NumOperand, bool),
        pc: u32,
    ) -> Result<(), Fault> {
        let first = self.number(first, pc)?;
        let Ok(first) = u64::try_from(first) else {
            return Err(self.fault("nobody is named to begin the round".into(), pc));
        };
        self.words[word] = self.words[Layout::ME];
        let seats = self.rules.code.len() as u64;
        let first = if backwards {
            (first + seats - 1) % seats
        } else {
            first
        };
        self.words[word + 1] = first;
        self.words[Layout::ME] = first;
        Ok(())
    }

    /// Notes the position and counts how often it was met at this very statement.
    fn note(&mut self, pc: u32) {
        let words = &self.words[..self.rules.layout.control];
        let hash = crate::vm::hash_words(words, pc);
        self.noted.push(hash);
        let times = self.noted.iter().filter(|h| **h == hash).count();
        self.seen = u32::try_from(times).unwrap_or(u32::MAX);
    }

    fn script(&mut self, program: u32, pc: u32) -> Result<(), Fault> {
        let wanted =
            changes(self.rules, program, self.env()).map_err(|why| self.script_fault(why, pc))?;
        wanted
            .into_iter()
            .try_for_each(|change| self.change(change, pc))
    }

    /// Moves things from one zone to another; all of them lie there, or it is a fault.
    fn transfer(&mut self, at: u32, pc: u32) -> Result<(), Fault> {
        let TransferCode { cargo, from, to } = self.rules.transfers[at as usize];
        let (here, there) = (self.zone(&from, pc)?, self.zone(&to, pc)?);
        match cargo {
            CargoCode::All => {
                for row in 0..here.len() {
                    let number = self.words[here.start + row];
                    self.carry((row, number), (here.clone(), there.clone()), pc)?;
                }
            }
            CargoCode::Copies(row, number) => {
                let (row, number) = (self.number(row, pc)?, self.number(number, pc)?);
                let Ok(row) = usize::try_from(row) else {
                    return Err(self.fault("nothing is named that should be moved".into(), pc));
                };
                let number = u64::try_from(number).unwrap_or(0);
                self.carry((row, number), (here, there), pc)?;
            }
            CargoCode::Heap(word) => {
                let packed = self.words[word as usize];
                let list = self.rules.model().zone(from.zone).list;
                let rules = self.rules;
                let packing = rules.packings[list.index()].iter();
                for (row, number) in packing.flat_map(|p| p.counts(packed)).enumerate() {
                    self.carry((row, number), (here.clone(), there.clone()), pc)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the words of a zone.
    pub(crate) fn zone(&self, zone: &ZoneCode, pc: u32) -> Result<Range<usize>, Fault> {
        let words =
            contents(self.rules, zone, self.env()).map_err(|why| self.script_fault(why, pc))?;
        words.ok_or_else(|| {
            let name = &self.rules.model().zone(zone.zone).name;
            self.fault(format!("nobody is named whose `{name}` is meant"), pc)
        })
    }

    fn zone_words(&self, zone: ZoneId, owner: Option<usize>) -> Range<usize> {
        let (first, rows) = self.rules.layout.zone(zone);
        let first = first + owner.unwrap_or(0) * rows;
        first..first + rows
    }

    fn carry(
        &mut self,
        (row, number): (usize, u64),
        (from, to): (Range<usize>, Range<usize>),
        pc: u32,
    ) -> Result<(), Fault> {
        self.withdraw((row, number), from, pc)?;
        self.words[to.start + row] += number;
        Ok(())
    }

    /// Copies of a row leave a zone.
    pub(crate) fn withdraw(
        &mut self,
        (row, number): (usize, u64),
        from: Range<usize>,
        pc: u32,
    ) -> Result<(), Fault> {
        let there = self.words[from.start + row];
        let Some(left) = there.checked_sub(number) else {
            let (name, zone) = self.row_in(from.start, row);
            let what = format!("{number} `{name}` should leave `{zone}`, which has {there}");
            return Err(self.fault(what, pc));
        };
        self.words[from.start + row] = left;
        Ok(())
    }

    /// Names a row and the zone that begins with a word.
    fn row_in(&self, word: usize, row: usize) -> (&str, &str) {
        let model = self.rules.model();
        let zones = (0u8..).map(ZoneId).zip(&model.zones);
        let last = zones
            .filter(|(id, _)| self.rules.layout.zone(*id).0 <= word)
            .last();
        last.map_or(("", ""), |(_, zone)| {
            let row = model.list(zone.list).rows.get(row);
            (row.map_or("", |r| r.name.as_str()), zone.name.as_str())
        })
    }

    fn change(&mut self, change: ScriptChange, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        match change {
            ScriptChange::Take(points) => {
                let mut words = vec![0; rules.layout.width];
                points.ones().for_each(|p| words[p / 64] |= 1 << (p % 64));
                self.clear(&words);
            }
            ScriptChange::Put(kind, seat, point) => {
                let word = rules.layout.mask(kind, seat);
                self.put(word, SetOperand::Place(PlaceCode::Fixed(point.0)), pc)?;
            }
            ScriptChange::Move(from, to) => {
                self.relocate((Some(usize::from(from.0)), Some(usize::from(to.0))), pc)?
            }
            ScriptChange::Transfer(row, number, places) => {
                let [from, to] =
                    places.map(|(zone, owner)| self.zone_words(zone, owner.map(SeatId::index)));
                self.carry((row.index(), number), (from, to), pc)?;
            }
            ScriptChange::Remember(memory, of, value) => {
                let of_piece = rules.model().memories[memory.index()].of_piece;
                let gone = of_piece && of.is_some_and(|point| !self.stands(point));
                if let Some((first, size)) = rules.layout.memory(memory).filter(|_| !gone) {
                    let word = first + of.unwrap_or(0) * size;
                    let words = crate::ir::words_of(&value, size);
                    self.write(word, &words);
                }
            }
        }
        Ok(())
    }
}
