//! From nodes to a program: ops in order, shifts done within the ops that read them.

use crate::compile::value_graph::{
    AnyNode, FilterNode, Mask, MaskNode, NumNode, Number, ReachNode, ScriptArg, ValueGraph,
};
use crate::ir::program::{
    Call, CallArg, Caller, FilterByValue, MaskReg, NumReg, NumberOp, Op, Program, ReachCode, Reg,
    Shift,
};
use crate::model::{ScriptId, Translation};

/// Turns nodes into ops with registers.
pub(crate) struct ProgramEmitter<'t> {
    dag: ValueGraph<'t>,
    /// How many others read each mask node.
    readers: Vec<u32>,
    mask_regs: Vec<Option<MaskReg>>,
    number_regs: Vec<Option<NumReg>>,
    program: Program,
}

impl<'t> ProgramEmitter<'t> {
    /// Counts who reads what, before anything is emitted.
    pub fn new(dag: ValueGraph<'t>, results: &[AnyNode]) -> Self {
        let mut readers = vec![0; dag.masks.len()];
        let mut read = |node: MaskNode| readers[node.0 as usize] += 1;
        for mask in &dag.masks {
            match mask {
                Mask::And(a, b) | Mask::Or(a, b) | Mask::AndNot(a, b) => {
                    read(*a);
                    read(*b);
                }
                Mask::Shift(a, _) | Mask::First(a) => read(*a),
                Mask::FilterByValue(held) => read(held.among),
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
                | Mask::Gate(_) => {}
            }
        }
        for number in &dag.numbers {
            if let Number::Count(a) | Number::Any(a) | Number::Has(a, _) = number {
                read(*a);
            }
        }
        for result in results {
            if let AnyNode::Mask(node) = result {
                read(*node);
            }
        }
        let (masks, numbers) = (dag.masks.len(), dag.numbers.len());
        let program = Program::default();
        Self {
            dag,
            readers,
            mask_regs: vec![None; masks],
            number_regs: vec![None; numbers],
            program,
        }
    }

    /// Emits what the results need, each as early as it can come.
    pub fn run(mut self, results: &[AnyNode]) -> Program {
        for result in results {
            let reg = match result {
                AnyNode::Mask(node) => Reg::Mask(self.mask(*node)),
                AnyNode::Number(node) => Reg::Number(self.number(*node)),
            };
            let known = u32::try_from(self.program.ops.len()).unwrap_or(u32::MAX);
            self.program.results.push((reg, known));
        }
        self.program
    }

    /// Returns a shift that only one op reads: it is done within that op.
    fn fused(&self, node: MaskNode) -> Option<(MaskNode, Translation)> {
        match self.dag.get(node) {
            Mask::Shift(inner, by) if self.readers[node.0 as usize] == 1 => Some((*inner, *by)),
            _ => None,
        }
    }

    fn mask(&mut self, node: MaskNode) -> MaskReg {
        if let Some(reg) = self.mask_regs[node.0 as usize] {
            return reg;
        }
        let op = match self.dag.get(node).clone() {
            Mask::Const(words) => Op::Const(self.dag.tables.constant(words)),
            Mask::Load(word) => Op::Load(word),
            Mask::LoadOf(word, stride, seat) => Op::LoadOf(word, stride, self.number(seat)),
            Mask::And(a, b) => match self.kept(a, b) {
                Some((inner, shift)) => Op::Shift(self.mask(inner), shift),
                None => self.pair((a, b), Op::And, Op::AndShift),
            },
            Mask::Or(a, b) => match self.any_of(node) {
                parts if parts.len() >= 4 => self.any_shift(&parts),
                _ => self.pair((a, b), Op::Or, Op::OrShift),
            },
            Mask::AndNot(a, b) => {
                let (a, b) = (self.mask(a), self.mask(b));
                Op::AndNot(a, b)
            }
            Mask::Shift(a, by) => {
                let a = self.mask(a);
                Op::Shift(a, self.dag.tables.shift(by))
            }
            Mask::Bit(number) => Op::Bit(self.number(number)),
            Mask::Gate(number) => Op::Gate(self.number(number)),
            Mask::First(a) => Op::First(self.mask(a)),
            Mask::Reach(reach) => self.reach(&reach),
            Mask::FilterByValue(held) => self.held(held),
            Mask::Pick(table, at) => Op::Pick(table, self.number(at)),
        };
        let reg = self.program.masks;
        self.program.masks = self.program.masks.saturating_add(1);
        self.program.ops.push(op);
        self.mask_regs[node.0 as usize] = Some(reg);
        reg
    }

    fn held(&mut self, held: FilterNode) -> Op {
        let FilterNode {
            word,
            holds_seat,
            how,
            flipped,
            ..
        } = held;
        let code = FilterByValue {
            word,
            holds_seat,
            among: self.mask(held.among),
            how,
            flipped,
            number: self.number(held.number),
        };
        self.program.value_filters.push(code);
        Op::FilterByValue(u16::try_from(self.program.value_filters.len() - 1).unwrap_or(u16::MAX))
    }

    fn reach(&mut self, reach: &ReachNode) -> Op {
        let links = reach.links.iter();
        let links = links
            .map(|&(a, b, open)| (a, b, self.number(open)))
            .collect();
        let code = ReachCode {
            from: self.mask(reach.from),
            over: self.mask(reach.over),
            within: reach.within.map(|n| self.number(n)),
            free: reach.free.map(|s| self.mask(s)),
            links,
        };
        self.program.reaches.push(code);
        Op::Reach(u16::try_from(self.program.reaches.len() - 1).unwrap_or(u16::MAX))
    }

    /// Returns a moved mask of which a constant keeps only some points: a shift can keep them itself.
    fn kept(&mut self, a: MaskNode, b: MaskNode) -> Option<(MaskNode, Shift)> {
        let (moved, among) = match (self.dag.get(a), self.dag.get(b)) {
            (Mask::Const(among), moved) | (moved, Mask::Const(among)) => (moved, among),
            _ => return None,
        };
        let Mask::Shift(inner, by) = moved else {
            return None;
        };
        let (inner, by, among) = (*inner, *by, among.clone());
        Some((inner, self.dag.tables.shift_to(by, &among)))
    }

    /// Lists the masks that an `or` of nothing but moved masks joins, with their shifts; empty for any other.
    fn any_of(&self, node: MaskNode) -> Vec<(MaskNode, Translation)> {
        let mut parts = Vec::new();
        let mut open = vec![node];
        while let Some(next) = open.pop() {
            match self.dag.get(next) {
                Mask::Or(a, b) if next == node || self.readers[next.0 as usize] == 1 => {
                    open.extend([*b, *a])
                }
                _ => match self.fused(next) {
                    Some(moved) => parts.push(moved),
                    None => return Vec::new(),
                },
            }
        }
        parts
    }

    fn any_shift(&mut self, parts: &[(MaskNode, Translation)]) -> Op {
        let mut moved = Vec::new();
        for (mask, by) in parts {
            moved.push((self.mask(*mask), self.dag.tables.shift(*by)));
        }
        let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let from = small(self.program.shifted.len());
        self.program.shifted.extend(moved);
        Op::AnyShift(from, small(self.program.shifted.len()))
    }

    fn pair(
        &mut self,
        (a, b): (MaskNode, MaskNode),
        plain: fn(MaskReg, MaskReg) -> Op,
        shifted: fn(MaskReg, MaskReg, Shift) -> Op,
    ) -> Op {
        let (other, fused) = match (self.fused(b), self.fused(a)) {
            (Some(fused), _) => (a, fused),
            (None, Some(fused)) => (b, fused),
            (None, None) => {
                let (a, b) = (self.mask(a), self.mask(b));
                return plain(a, b);
            }
        };
        let (inner, by) = fused;
        let (other, inner) = (self.mask(other), self.mask(inner));
        shifted(other, inner, self.dag.tables.shift(by))
    }

    fn number(&mut self, node: NumNode) -> NumReg {
        if let Some(reg) = self.number_regs[node.0 as usize] {
            return reg;
        }
        let op = match self.dag.numbers[node.0 as usize].clone() {
            Number::Leaf(op) => op,
            Number::LoadOf(word, seat, true) => NumberOp::LoadSeatOf(word, self.number(seat)),
            Number::LoadOf(word, seat, false) => NumberOp::LoadOf(word, self.number(seat)),
            Number::Count(a) => NumberOp::Count(self.mask(a)),
            Number::Any(a) => NumberOp::Any(self.mask(a)),
            Number::Has(a, point) => {
                let (a, point) = (self.mask(a), self.number(point));
                NumberOp::Has(a, point)
            }
            Number::Join(op, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                NumberOp::Join(op, a, b)
            }
            Number::Compare(how, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                NumberOp::Compare(how, a, b)
            }
            Number::Not(a) => NumberOp::Not(self.number(a)),
            Number::Select(cond, then, otherwise) => {
                let (cond, then, otherwise) =
                    (self.number(cond), self.number(then), self.number(otherwise));
                NumberOp::Select(cond, then, otherwise)
            }
            Number::NextSeat(seat) => NumberOp::NextSeat(self.number(seat)),
            Number::Lookup(table, at) => NumberOp::Lookup(table, self.number(at)),
            Number::Script(id, args, guard) => {
                let by = self.dag.callers.get(&node).cloned().unwrap_or_default();
                self.call((id, guard), &args, by)
            }
        };
        let reg = u16::try_from(self.program.numbers.len()).unwrap_or(u16::MAX);
        self.program.numbers.push(op);
        self.program.ops.push(Op::Number);
        self.number_regs[node.0 as usize] = Some(reg);
        reg
    }

    fn call(
        &mut self,
        (script, guard): (ScriptId, Option<NumNode>),
        args: &[ScriptArg],
        by: Caller,
    ) -> NumberOp {
        let guard = guard.map(|guard| self.number(guard));
        let arg = |e: &mut Self, arg: &ScriptArg| match *arg {
            ScriptArg::Mask(node) => CallArg::Points(e.mask(node)),
            ScriptArg::Number(node, ty) => CallArg::Number(e.number(node), ty),
            ScriptArg::Kind(kind) => CallArg::Kind(kind),
        };
        let args = args.iter().map(|a| arg(self, a)).collect();
        self.program.calls.push(Call {
            script,
            args,
            guard,
            by,
        });
        NumberOp::Script(u16::try_from(self.program.calls.len() - 1).unwrap_or(u16::MAX))
    }
}
