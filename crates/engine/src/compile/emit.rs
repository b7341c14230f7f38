//! Turns nodes into a program: orders the ops, and fuses shifts into the ops that read them.

use crate::compile::limits::{MASKS, NUMBERS, WORDS};
use crate::compile::value_graph::{
    AnyNode, CallNode, FilterNode, InGraph, Mask, MaskNode, NumNode, ReachNode, SlideNode,
    ValueGraph,
};
use crate::ir::op::{CallArg, FloodLink, Translator};
use crate::ir::program::{
    CallCode, FilterCode, InProgram, MaskReg, NumReg, Op, Program, ReachCode, Reg, Shift,
    ShiftedMasks, SlideCode,
};
use linstock_base::TooMany;
use linstock_model::Translation;

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
            mask.each_mask_read(&(), &mut read);
        }
        for number in &graph.numbers {
            number.each_mask_read(&(), &mut read);
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

    fn mask_op(&mut self, node: MaskNode) -> Emitted<Op> {
        match self.graph.get(node).clone() {
            Mask::And(a, b) => match self.shift_within_constant(a, b)? {
                Some((inner, shift)) => Ok(Op::Shift(self.mask(inner)?, shift)),
                None => self.pair((a, b), Op::And, Op::AndShift),
            },
            Mask::Or(a, b) => match self.any_of(node) {
                parts if parts.len() >= 4 => self.any_shift(&parts),
                _ => self.pair((a, b), Op::Or, Op::OrShift),
            },
            op => op.translate(self),
        }
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
        let first = MASKS.number(self.program.shifted.len())?;
        self.program.shifted.extend(moved);
        let end = MASKS.number(self.program.shifted.len())?;
        Ok(Op::AnyShift(ShiftedMasks { first, end }))
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
}

impl Translator<InGraph, InProgram> for ProgramEmitter<'_> {
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

    fn number(&mut self, node: NumNode) -> Emitted<NumReg> {
        if let Some(reg) = self.number_regs[node.0] {
            return Ok(reg);
        }
        let op = self.graph.numbers[node.0].clone().translate(self)?;
        let reg = NUMBERS.push(&mut self.program.numbers, op)?;
        self.program.ops.push(Op::Number);
        self.number_regs[node.0] = Some(reg);
        Ok(reg)
    }

    fn word(&mut self, word: usize) -> Emitted<u32> {
        WORDS.number(word)
    }

    fn constant(&mut self, words: Vec<u64>) -> Emitted<u16> {
        self.graph.tables.constant(words)
    }

    fn mask_table(&mut self, sets: Vec<Vec<u64>>) -> Emitted<u16> {
        self.graph.tables.pick(sets)
    }

    fn number_table(&mut self, values: Vec<i64>) -> Emitted<u16> {
        self.graph.tables.lookup(values)
    }

    fn shift(&mut self, by: Translation) -> Emitted<Shift> {
        self.graph.tables.shift(by)
    }

    fn slide(&mut self, slide: SlideNode) -> Emitted<u16> {
        let code = SlideCode {
            from: self.mask(slide.from)?,
            through: slide.through.map(|s| self.mask(s)).transpose()?,
            by: self.shift(slide.by)?,
            steps: slide.steps,
        };
        MASKS.push(&mut self.program.slides, code)
    }

    fn reach(&mut self, reach: ReachNode) -> Emitted<u16> {
        let links = reach.links.into_iter().map(|FloodLink { ends, open }| {
            let open = self.number(open)?;
            Ok(FloodLink { ends, open })
        });
        let code = ReachCode {
            links: links.collect::<Emitted<_>>()?,
            from: self.mask(reach.from)?,
            over: self.mask(reach.over)?,
            within: reach.within.map(|n| self.number(n)).transpose()?,
            free: reach.free.map(|s| self.mask(s)).transpose()?,
        };
        MASKS.push(&mut self.program.reaches, code)
    }

    fn filter(&mut self, held: FilterNode) -> Emitted<u16> {
        let code = FilterCode {
            word: self.word(held.word)?,
            holds_seat: held.holds_seat,
            among: self.mask(held.among)?,
            how: held.how,
            flipped: held.flipped,
            number: self.number(held.number)?,
        };
        MASKS.push(&mut self.program.value_filters, code)
    }

    fn call(&mut self, call: CallNode) -> Emitted<u16> {
        let by = self.graph.callers.get(&call).cloned().unwrap_or_default();
        let guard = call.guard.map(|guard| self.number(guard)).transpose()?;
        let args = call.args.into_iter().map(|arg| {
            Ok(match arg {
                CallArg::Mask(node) => CallArg::Mask(self.mask(node)?),
                CallArg::Number(node, ty) => CallArg::Number(self.number(node)?, ty),
                CallArg::Kind(kind) => CallArg::Kind(kind),
            })
        });
        let code = CallCode {
            script: call.script,
            args: args.collect::<Emitted<_>>()?,
            guard,
            by,
        };
        NUMBERS.push(&mut self.program.calls, code)
    }
}
