//! Runs instructions from one wait to the next: the only place where a state changes.

use super::legal::{any, bits};
use super::machine::{Env, Failed, mask, number, point_on_line};
use super::state::{Fault, Over, State};
use super::table::changes;
use crate::model::MoveId;
use crate::rules::code::{Instr, PlaceCode, SetCode};
use crate::rules::{Change, Layout, Rules};
use smallvec::SmallVec;

/// The most instructions between two waits: more than that, and the rules go round without asking anybody.
const MOST_STEPS: u32 = 1 << 20;

/// Follows which instructions are carried out.
pub(super) trait Watch {
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
pub(super) struct Run<'r> {
    pub rules: &'r Rules,
    pub state: &'r mut State,
    /// The move answered last.
    pub last: Option<MoveId>,
    /// How often the position noted last was seen.
    seen: u32,
}

impl<'r> Run<'r> {
    pub fn new(rules: &'r Rules, state: &'r mut State, last: Option<MoveId>) -> Self {
        Self {
            rules,
            state,
            last,
            seen: 0,
        }
    }

    fn me(&self) -> usize {
        usize::try_from(self.state.words[Layout::ME]).unwrap_or(0)
    }

    fn env(&self) -> Env<'_> {
        Env {
            words: &self.state.words,
            last: self.last,
            seen: self.seen,
            me: self.me(),
        }
    }

    /// Runs on from an instruction until somebody can choose, or the game is over.
    pub fn go(&mut self, mut pc: u32, watch: &mut impl Watch) -> Result<(), Fault> {
        for _ in 0..MOST_STEPS {
            let instr = self.rules.code[self.me()][pc as usize];
            let next = match instr {
                Instr::Ask(ask) => {
                    let site = &self.rules.asks[ask as usize];
                    let choices = &site.choices[self.me()];
                    if any(self.rules, self.state, choices)
                        .map_err(|why| self.script_fault(why, pc))?
                    {
                        self.state.pc = pc;
                        return Ok(());
                    }
                    site.otherwise
                }
                Instr::End(end, winners) => {
                    watch.runs(pc);
                    let winners = match winners {
                        Some(program) => self.number(program, pc)?.cast_unsigned(),
                        None => 0,
                    };
                    self.state.over = Some(Over { end, winners });
                    self.state.pc = pc;
                    return Ok(());
                }
                other => {
                    watch.runs(pc);
                    self.step(other, pc)?
                }
            };
            pc = next;
        }
        let span = self.rules.spans[pc as usize];
        Err(Fault::Statement(
            "play goes round and round here and nobody can choose anything".into(),
            span,
        ))
    }

    fn number(&self, program: u32, pc: u32) -> Result<i64, Fault> {
        number(self.rules, program, self.env()).map_err(|why| self.script_fault(why, pc))
    }

    fn mask(&self, program: u32, pc: u32) -> Result<SmallVec<[u64; 8]>, Fault> {
        mask(self.rules, program, self.env()).map_err(|why| self.script_fault(why, pc))
    }

    fn script_fault(&self, why: Failed, pc: u32) -> Fault {
        Fault::Script(why, self.rules.spans[pc as usize])
    }

    fn fault(&self, why: String, pc: u32) -> Fault {
        Fault::Statement(why, self.rules.spans[pc as usize])
    }

    /// Does one instruction that does not wait, and returns the next.
    fn step(&mut self, instr: Instr, pc: u32) -> Result<u32, Fault> {
        let next = pc + 1;
        match instr {
            Instr::Jump(to) => return Ok(to),
            Instr::Unless(cond, to) if self.number(cond, pc)? == 0 => return Ok(to),
            Instr::Unless(..) => {}
            Instr::Move(from, to) => self.relocate((self.place(from), self.place(to)), pc)?,
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
            Instr::Lay(drawing) => self.lay(drawing, pc)?,
            Instr::Store(word, program, holds_seat) => {
                self.store(word as usize, program, holds_seat, pc)?
            }
            Instr::StoreOf(word, program, holds_seat, seat) => {
                if let Ok(seat) = usize::try_from(self.number(seat, pc)?) {
                    self.store(word as usize + seat, program, holds_seat, pc)?;
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
            Instr::Reset(word, size, start) => {
                self.reset(word as usize, size as usize, start as usize)
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
            Instr::Round(word, first) => self.begin_round(word as usize, first, pc)?,
            Instr::NextInRound(word, to) => {
                let me = (self.me() + 1) % self.rules.code.len();
                self.state.words[Layout::ME] = me as u64;
                if me as u64 != self.state.words[word as usize + 1] {
                    return Ok(to);
                }
            }
            Instr::EndRound(word) => {
                let word = word as usize;
                self.state.words[Layout::ME] = self.state.words[word];
                self.state.words[word..word + 2].fill(0);
            }
            Instr::CountDown(word, to) => match &mut self.state.words[word as usize] {
                0 => return Ok(to),
                left => *left -= 1,
            },
            Instr::Clear(word, count) => {
                self.state.words[word as usize..(word + count) as usize].fill(0)
            }
            Instr::Note => self.note(pc),
            Instr::Script(program) => self.script(program, pc)?,
            Instr::Ask(_) | Instr::End(..) => {}
        }
        Ok(next)
    }

    fn place(&self, place: PlaceCode) -> Option<usize> {
        match place {
            PlaceCode::Fixed(point) => Some(usize::from(point)),
            PlaceCode::Word(word) => usize::try_from(self.state.words[word as usize]).ok(),
            PlaceCode::OnLine(word, steps) => point_on_line(
                self.rules,
                self.state.words[word as usize],
                i32::from(steps),
            )
            .map(usize::from),
        }
    }

    fn name(&self, point: usize) -> String {
        let board = self.rules.model().board.as_ref();
        board
            .zip(u16::try_from(point).ok())
            .map_or_else(String::new, |(b, p)| b.name(crate::model::Point(p)))
    }

    /// Returns the first word of the mask that has a piece on a point.
    fn mask_at(&self, point: usize) -> Option<usize> {
        let rules = self.rules;
        let words = &self.state.words;
        rules
            .layout
            .masks()
            .map(|(_, _, word)| word)
            .find(|word| words[word + point / 64] >> (point % 64) & 1 == 1)
    }

    fn relocate(
        &mut self,
        (from, to): (Option<usize>, Option<usize>),
        pc: u32,
    ) -> Result<(), Fault> {
        let (Some(from), Some(to)) = (from, to) else {
            return Err(self.fault("a piece would go off the board".into(), pc));
        };
        let Some(word) = self.mask_at(from) else {
            return Err(self.fault(
                format!(
                    "nothing stands on {}, so nothing can go from there",
                    self.name(from)
                ),
                pc,
            ));
        };
        if self.mask_at(to).is_some() {
            return Err(self.occupied(to, pc));
        }
        self.state.words[word + from / 64] &= !(1 << (from % 64));
        self.state.words[word + to / 64] |= 1 << (to % 64);
        Ok(())
    }

    fn occupied(&self, point: usize, pc: u32) -> Fault {
        self.fault(
            format!(
                "{} is occupied, so nothing more can come there",
                self.name(point)
            ),
            pc,
        )
    }

    fn take(&mut self, points: SetCode, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        match points {
            SetCode::Place(place) => {
                let Some(point) = self.place(place) else {
                    return Ok(());
                };
                for (_, _, word) in rules.layout.masks() {
                    self.state.words[word + point / 64] &= !(1 << (point % 64));
                }
            }
            SetCode::Program(program) => {
                let points = self.mask(program, pc)?;
                self.clear(&points);
            }
        }
        Ok(())
    }

    fn clear(&mut self, points: &[u64]) {
        for (_, _, word) in self.rules.layout.masks() {
            for (at, gone) in points.iter().enumerate() {
                self.state.words[word + at] &= !gone;
            }
        }
    }

    fn put(&mut self, word: usize, points: SetCode, pc: u32) -> Result<(), Fault> {
        match points {
            SetCode::Place(place) => {
                let Some(point) = self.place(place) else {
                    return Err(self.fault("a piece would come off the board".into(), pc));
                };
                if self.mask_at(point).is_some() {
                    return Err(self.occupied(point, pc));
                }
                self.state.words[word + point / 64] |= 1 << (point % 64);
                Ok(())
            }
            SetCode::Program(program) => {
                let points = self.mask(program, pc)?;
                self.put_all(word, &points, pc)
            }
        }
    }

    fn put_all(&mut self, word: usize, points: &[u64], pc: u32) -> Result<(), Fault> {
        for point in bits(points) {
            if self.mask_at(point as usize).is_some() {
                return Err(self.occupied(point as usize, pc));
            }
        }
        for (at, more) in points.iter().enumerate() {
            self.state.words[word + at] |= more;
        }
        Ok(())
    }

    fn lay(&mut self, drawing: u32, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        let width = rules.layout.width;
        for (word, constant) in &rules.drawings[drawing as usize] {
            let at = usize::from(*constant) * width;
            self.put_all(*word as usize, &rules.constants[at..at + width], pc)?;
        }
        Ok(())
    }

    fn store(&mut self, word: usize, program: u32, holds_seat: bool, pc: u32) -> Result<(), Fault> {
        let value = self.number(program, pc)?;
        self.state.words[word] = if holds_seat {
            (value + 1).cast_unsigned()
        } else {
            value.cast_unsigned()
        };
        Ok(())
    }

    fn write(&mut self, word: usize, words: &[u64]) {
        self.state.words[word..word + words.len()].copy_from_slice(words);
    }

    fn reset(&mut self, word: usize, size: usize, constant: usize) {
        let at = constant * self.rules.layout.width;
        let start = &self.rules.constants[at..at + size];
        self.state.words[word..word + size].copy_from_slice(start);
    }

    fn begin_round(&mut self, word: usize, first: u32, pc: u32) -> Result<(), Fault> {
        let first = self.number(first, pc)?;
        let Ok(first) = u64::try_from(first) else {
            return Err(self.fault("nobody is named to begin the round".into(), pc));
        };
        self.state.words[word] = self.state.words[Layout::ME];
        self.state.words[word + 1] = first;
        self.state.words[Layout::ME] = first;
        Ok(())
    }

    /// Notes the position and counts how often it was met at this very statement.
    fn note(&mut self, pc: u32) {
        let words = &self.state.words[..self.rules.layout.control];
        let hash = super::hash_words(words, pc);
        self.state.noted.push(hash);
        let times = self.state.noted.iter().filter(|h| **h == hash).count();
        self.seen = u32::try_from(times).unwrap_or(u32::MAX);
    }

    fn script(&mut self, program: u32, pc: u32) -> Result<(), Fault> {
        let wanted =
            changes(self.rules, program, self.env()).map_err(|why| self.script_fault(why, pc))?;
        wanted
            .into_iter()
            .try_for_each(|change| self.change(change, pc))
    }

    fn change(&mut self, change: Change, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        match change {
            Change::Take(points) => {
                let mut words = vec![0; rules.layout.width];
                points.ones().for_each(|p| words[p / 64] |= 1 << (p % 64));
                self.clear(&words);
            }
            Change::Put(kind, seat, point) => {
                let word = rules.layout.mask(kind, seat);
                self.put(word, SetCode::Place(PlaceCode::Fixed(point.0)), pc)?;
            }
            Change::Move(from, to) => {
                self.relocate((Some(usize::from(from.0)), Some(usize::from(to.0))), pc)?
            }
            Change::Remember(memory, seat, value) => {
                if let Some((first, size)) = rules.layout.memory(memory) {
                    let word = first + seat.map_or(0, |s| usize::from(s.0)) * size;
                    let words = super::table::words_of(&value, size);
                    self.write(word, &words);
                }
            }
        }
        Ok(())
    }
}
