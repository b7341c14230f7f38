//! Turns nodes into a program: orders the ops, and fuses shifts into the ops that read them.

use crate::compile::limits::{MASKS, NUMBERS, WORDS};
use crate::compile::value_graph::{
    AnyNode, FilterNode, Mask, MaskNode, NumNode, Number, ReachNode, ScriptArg, SlideNode,
    ValueGraph,
};
use crate::ir::program::{
    Call, CallArg, FilterByValue, LinkReach, MaskReg, NumReg, NumberOp, Op, Program, ReachCode,
    Reg, Shift, SlideCode,
};
use linstock_base::TooMany;
use linstock_model::{ScriptId, Translation};

/// The result of emitting, or the limit that was exceeded.
type Emitted<T> = Result<T, TooMany>;

/// Turns nodes into ops with registers.
pub(crate) struct ProgramEmitter<'t> {
    graph: ValueGraph<'t>,
    /// The number of readers of each mask node.
    readers: Vec<u32>,
    mask_regs: Vec<Option<MaskReg>>,
    number_regs: Vec<Option<NumReg>>,
    program: Program,
}

impl<'t> ProgramEmitter<'t> {
    /// Emits the program that computes some nodes of a graph, each as early as possible.
    ///
    /// # Errors
    /// If there are too many registers, constants or words.
    pub(super) fn program(graph: ValueGraph<'t>, results: &[AnyNode]) -> Result<Program, TooMany> {
        Self::new(graph, results).run(results)
    }

    /// Counts the readers of each node, before anything is emitted.
    fn new(graph: ValueGraph<'t>, results: &[AnyNode]) -> Self {
        let mut readers = vec![0; graph.masks.len()];
        let mut read = |node: MaskNode| readers[node.0] += 1;
        for mask in &graph.masks {
            match mask {
                Mask::And(a, b) | Mask::Or(a, b) | Mask::AndNot(a, b) => {
                    read(*a);
                    read(*b);
                }
                Mask::Shift(a, _) | Mask::First(a) => read(*a),
                Mask::FilterByValue(held) => read(held.among),
                Mask::Slide(slide) => {
                    read(slide.from);
                    slide.through.into_iter().for_each(&mut read);
                }
                Mask::Reach(reach) => {
                    read(reach.from);
                    read(reach.over);
                    reach.free.into_iter().for_each(&mut read);
                }
                Mask::Const(_)
                | Mask::Load(_)
                | Mask::LoadOf(..)
                | Mask::Bit(_)
                | Mask::Pick(..)
                | Mask::Gate(_)
                | Mask::Script(..) => {}
            }
        }
        for number in &graph.numbers {
            if let Number::Count(a) | Number::First(a) | Number::Any(a) | Number::Has(a, _) = number
            {
                read(*a);
            }
        }
        for result in results {
            if let AnyNode::Mask(node) = result {
                read(*node);
            }
        }
        let (masks, numbers) = (graph.masks.len(), graph.numbers.len());
        let program = Program::default();
        Self {
            graph,
            readers,
            mask_regs: vec![None; masks],
            number_regs: vec![None; numbers],
            program,
        }
    }

    /// Emits all nodes that the results need.
    fn run(mut self, results: &[AnyNode]) -> Result<Program, TooMany> {
        for result in results {
            let reg = match result {
                AnyNode::Mask(node) => Reg::Mask(self.mask(*node)?),
                AnyNode::Number(node) => Reg::Number(self.number(*node)?),
            };
            self.program.results.push((reg, 0));
        }
        Ok(self.program)
    }

    /// Returns a shift that only one op reads: it is fused into that op.
    fn fused(&self, node: MaskNode) -> Option<(MaskNode, Translation)> {
        match self.graph.get(node) {
            Mask::Shift(inner, by) if self.readers[node.0] == 1 => Some((*inner, *by)),
            _ => None,
        }
    }

    fn mask(&mut self, node: MaskNode) -> Emitted<MaskReg> {
        if let Some(reg) = self.mask_regs[node.0] {
            return Ok(reg);
        }
        let op = self.mask_op(node)?;
        let reg: MaskReg = MASKS.number(usize::from(self.program.masks))?;
        self.program.masks = reg + 1;
        self.program.ops.push(op);
        self.mask_regs[node.0] = Some(reg);
        Ok(reg)
    }

    fn mask_op(&mut self, node: MaskNode) -> Emitted<Op> {
        Ok(match self.graph.get(node).clone() {
            Mask::Const(words) => Op::Const(self.graph.tables.constant(words)?),
            Mask::Load(word) => Op::Load(WORDS.number(word)?),
            Mask::LoadOf(word, stride, seat) => {
                let (word, stride) = (WORDS.number(word)?, WORDS.number(stride)?);
                Op::LoadOf(word, stride, self.number(seat)?)
            }
            Mask::And(a, b) => match self.shift_within_constant(a, b)? {
                Some((inner, shift)) => Op::Shift(self.mask(inner)?, shift),
                None => self.pair((a, b), Op::And, Op::AndShift)?,
            },
            Mask::Or(a, b) => match self.any_of(node) {
                parts if parts.len() >= 4 => self.any_shift(&parts)?,
                _ => self.pair((a, b), Op::Or, Op::OrShift)?,
            },
            Mask::AndNot(a, b) => Op::AndNot(self.mask(a)?, self.mask(b)?),
            Mask::Shift(a, by) => {
                let a = self.mask(a)?;
                Op::Shift(a, self.graph.tables.shift(by)?)
            }
            Mask::Bit(number) => Op::Bit(self.number(number)?),
            Mask::Gate(number) => Op::Gate(self.number(number)?),
            Mask::First(a) => Op::First(self.mask(a)?),
            Mask::Slide(slide) => self.slide(slide)?,
            Mask::Reach(reach) => self.reach(&reach)?,
            Mask::FilterByValue(held) => self.held(held)?,
            Mask::Script(id, args, guard) => {
                Op::Script(self.call((id, guard), &args, AnyNode::Mask(node))?)
            }
            Mask::Pick(sets, at) => {
                let table = self.graph.tables.pick(sets)?;
                Op::Pick(table, self.number(at)?)
            }
        })
    }

    fn held(&mut self, held: FilterNode) -> Emitted<Op> {
        let code = FilterByValue {
            word: WORDS.number(held.word)?,
            holds_seat: held.holds_seat,
            among: self.mask(held.among)?,
            how: held.how,
            flipped: held.flipped,
            number: self.number(held.number)?,
        };
        let at = MASKS.push(&mut self.program.value_filters, code)?;
        Ok(Op::FilterByValue(at))
    }

    fn slide(&mut self, slide: SlideNode) -> Emitted<Op> {
        let code = SlideCode {
            from: self.mask(slide.from)?,
            through: slide.through.map(|s| self.mask(s)).transpose()?,
            shift: self.graph.tables.shift(slide.by)?,
            steps: slide.steps,
        };
        let at = MASKS.push(&mut self.program.slides, code)?;
        Ok(Op::Slide(at))
    }

    fn reach(&mut self, reach: &ReachNode) -> Emitted<Op> {
        let links = reach.links.iter();
        let links: Result<_, _> = links
            .map(|link| {
                let (ends, open) = (link.ends, self.number(link.open)?);
                Ok(LinkReach { ends, open })
            })
            .collect();
        let code = ReachCode {
            links: links?,
            from: self.mask(reach.from)?,
            over: self.mask(reach.over)?,
            within: reach.within.map(|n| self.number(n)).transpose()?,
            free: reach.free.map(|s| self.mask(s)).transpose()?,
        };
        let at = MASKS.push(&mut self.program.reaches, code)?;
        Ok(Op::Reach(at))
    }

    /// Fuses a shift with an intersection with a constant: the shift's `keep` mask can do both.
    fn shift_within_constant(
        &mut self,
        a: MaskNode,
        b: MaskNode,
    ) -> Emitted<Option<(MaskNode, Shift)>> {
        let (moved, among) = match (self.graph.get(a), self.graph.get(b)) {
            (Mask::Const(among), moved) | (moved, Mask::Const(among)) => (moved, among),
            _ => return Ok(None),
        };
        let Mask::Shift(inner, by) = moved else {
            return Ok(None);
        };
        let (inner, by, among) = (*inner, *by, among.clone());
        Ok(Some((inner, self.graph.tables.shift_to(by, &among)?)))
    }

    /// Lists the masks of a union of shifted masks, each with its shift; empty for any other node.
    fn any_of(&self, node: MaskNode) -> Vec<(MaskNode, Translation)> {
        let mut parts = Vec::new();
        let mut open = vec![node];
        while let Some(next) = open.pop() {
            match self.graph.get(next) {
                Mask::Or(a, b) if next == node || self.readers[next.0] == 1 => {
                    open.extend([*b, *a]);
                }
                _ => match self.fused(next) {
                    Some(moved) => parts.push(moved),
                    None => return Vec::new(),
                },
            }
        }
        parts
    }

    fn any_shift(&mut self, parts: &[(MaskNode, Translation)]) -> Emitted<Op> {
        let mut moved = Vec::new();
        for (mask, by) in parts {
            moved.push((self.mask(*mask)?, self.graph.tables.shift(*by)?));
        }
        let from = MASKS.number(self.program.shifted.len())?;
        self.program.shifted.extend(moved);
        Ok(Op::AnyShift(
            from,
            MASKS.number(self.program.shifted.len())?,
        ))
    }

    fn pair(
        &mut self,
        (a, b): (MaskNode, MaskNode),
        plain: fn(MaskReg, MaskReg) -> Op,
        shifted: fn(MaskReg, MaskReg, Shift) -> Op,
    ) -> Emitted<Op> {
        let (other, fused) = match (self.fused(b), self.fused(a)) {
            (Some(fused), _) => (a, fused),
            (None, Some(fused)) => (b, fused),
            (None, None) => return Ok(plain(self.mask(a)?, self.mask(b)?)),
        };
        let (inner, by) = fused;
        let (other, inner) = (self.mask(other)?, self.mask(inner)?);
        Ok(shifted(other, inner, self.graph.tables.shift(by)?))
    }

    fn number(&mut self, node: NumNode) -> Emitted<NumReg> {
        if let Some(reg) = self.number_regs[node.0] {
            return Ok(reg);
        }
        let op = self.number_op(node)?;
        let reg = NUMBERS.push(&mut self.program.numbers, op)?;
        self.program.ops.push(Op::Number);
        self.number_regs[node.0] = Some(reg);
        Ok(reg)
    }

    fn number_op(&mut self, node: NumNode) -> Emitted<NumberOp> {
        Ok(match self.graph.numbers[node.0].clone() {
            Number::Leaf(op) => op,
            Number::Load(word, true) => NumberOp::LoadSeat(WORDS.number(word)?),
            Number::Load(word, false) => NumberOp::Load(WORDS.number(word)?),
            Number::LoadOf(word, seat, true) => {
                NumberOp::LoadSeatOf(WORDS.number(word)?, self.number(seat)?)
            }
            Number::LoadOf(word, seat, false) => {
                NumberOp::LoadOf(WORDS.number(word)?, self.number(seat)?)
            }
            Number::OnLine(word, steps) => NumberOp::OnLine(WORDS.number(word)?, steps),
            Number::Count(a) => NumberOp::Count(self.mask(a)?),
            Number::First(a) => NumberOp::First(self.mask(a)?),
            Number::Any(a) => NumberOp::Any(self.mask(a)?),
            Number::Has(a, point) => NumberOp::Has(self.mask(a)?, self.number(point)?),
            Number::Join(op, a, b) => NumberOp::Join(op, self.number(a)?, self.number(b)?),
            Number::Compare(how, a, b) => NumberOp::Compare(how, self.number(a)?, self.number(b)?),
            Number::Not(a) => NumberOp::Not(self.number(a)?),
            Number::Select(cond, then, otherwise) => NumberOp::Select(
                self.number(cond)?,
                self.number(then)?,
                self.number(otherwise)?,
            ),
            Number::NextSeat(seat) => NumberOp::NextSeat(self.number(seat)?),
            Number::Lookup(values, at) => {
                let table = self.graph.tables.lookup(values)?;
                NumberOp::Lookup(table, self.number(at)?)
            }
            Number::Script(id, args, guard) => {
                let at = self.call((id, guard), &args, AnyNode::Number(node))?;
                NumberOp::Script(at)
            }
        })
    }

    fn call(
        &mut self,
        (script, guard): (ScriptId, Option<NumNode>),
        args: &[ScriptArg],
        node: AnyNode,
    ) -> Emitted<u16> {
        let by = self.graph.callers.get(&node).cloned().unwrap_or_default();
        let guard = guard.map(|guard| self.number(guard)).transpose()?;
        let arg = |e: &mut Self, arg: &ScriptArg| {
            Ok(match *arg {
                ScriptArg::Mask(node) => CallArg::Points(e.mask(node)?),
                ScriptArg::Number(node, ty) => CallArg::Number(e.number(node)?, ty),
                ScriptArg::Kind(kind) => CallArg::Kind(kind),
            })
        };
        let args: Result<_, _> = args.iter().map(|a| arg(self, a)).collect();
        let call = Call {
            script,
            args: args?,
            guard,
            by,
        };
        NUMBERS.push(&mut self.program.calls, call)
    }
}
