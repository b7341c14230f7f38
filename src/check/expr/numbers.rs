//! Numbers.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::decl::lists::as_number;
use crate::check::decl::options::OptionValue;
use crate::check::expr::elaborate::{ExpectedType, Resolved, bare, inside};
use crate::check::expr::types::Type;
use crate::check::names::{ArgType, FieldType, Meaning, Scope};
use crate::model::{Family, Member, MemoryRef, MemoryType, Node, Num, NumOp, ScriptType, Truth};
use crate::syntax::ast::{Expr, ExprKind, Name, SumOp};

impl ExpectedType for Num {
    const WORDS: &'static str = "a number";

    fn holds(ty: MemoryType) -> bool {
        ty == MemoryType::Num
    }

    fn never(found: Type) -> bool {
        found.is_of_points() || matches!(found, Type::Truth | Type::Seat | Type::Seats)
    }

    fn hint(found: Type) -> Option<&'static str> {
        match found {
            Type::Set | Type::Kind | Type::Seats | Type::Rows(_) => {
                Some("to count them, say `count …`")
            }
            Type::Zone(_) => {
                Some("to count what lies there, say `size of …` or `copies of … in …`")
            }
            _ => None,
        }
    }

    fn remembered(memory: MemoryRef, _span: Span) -> Self {
        Self::Memory(memory)
    }

    fn either(cond: Node<Truth>, then: Node<Self>, otherwise: Node<Self>) -> Resolved<Self> {
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        bare(Self::If(Box::new(cond), then, otherwise))
    }

    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        (e, _): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        match meaning {
            Meaning::Option(at) => match r.names.options[at].what {
                OptionValue::Num(n) => Some((Self::Fixed(n), r.names.options[at].tags.clone())),
                _ => r.misread::<Self, _>(e, scope),
            },
            Meaning::Arg(arg, ArgType::Number) => bare(Self::Arg(arg)),
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Resolved<Self> {
        match &e.kind {
            ExprKind::Number(n) => bare(Self::Fixed(*n)),
            ExprKind::Count(of) => match r.type_of(of, scope) {
                Type::Line(line) => {
                    let tags = r.names.lines[line.index()].tags.clone();
                    Some((Self::CountLines(line), tags))
                }
                Type::Seats | Type::Rows(_) | Type::Row(_) => bare(r.count_items(of, scope)?),
                _ => bare(Self::Count(Box::new(r.set(of, scope)?))),
            },
            ExprKind::Of { head, of } => r.number_of(e, (head, of), scope),
            ExprKind::SumOver { over, value } => bare(r.sum_over(e, (over, value), scope)?),
            ExprKind::Copies { of, zone } => r.copies((of, zone), scope),
            ExprKind::Extreme { least, over } => bare(r.extreme(*least, over, scope)?),
            ExprKind::Sum { op, left, right } => {
                let op = match op {
                    SumOp::Add => NumOp::Add,
                    SumOp::Sub => NumOp::Sub,
                    SumOp::Mul => NumOp::Mul,
                };
                let (left, right) = (r.num(left, scope), r.num(right, scope));
                bare(summed(op, left?, right?))
            }
            ExprKind::Script { name, args } => {
                let (script, values) =
                    r.script_call(name, args, Some(ScriptType::Number), scope)?;
                bare(Self::Script(script, values))
            }
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn call(
        r: &mut Resolver<'_>,
        e: &Expr,
        (name, args): (&Name, &[Expr]),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        let op = match name.text.as_str() {
            "max" => NumOp::Max,
            "min" => NumOp::Min,
            _ => return r.open_fact(e, (name, args), scope),
        };
        let all: Vec<_> = args.iter().map(|a| r.num(a, scope)).collect();
        let mut all = all.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
        let Some(first) = all.next() else {
            let message = format!("`{}` takes at least one number", name.text);
            return r.fail(name.span, message);
        };
        inside(all.fold(first, |a, b| Node::plain(e.span, summed(op, a, b))))
    }
}

impl<'a> Resolver<'a> {
    /// Resolves a number.
    pub fn num(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Num>> {
        self.read(e, scope)
    }

    /// `size of deck`, `number of k`, `draws of round`, `shifts of me`
    fn number_of(
        &mut self,
        e: &Expr,
        (head, of): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Num> {
        let Some(name) = Self::word_name(head) else {
            return self.misread::<Num, _>(e, scope);
        };
        if name.text == "size" {
            let (zone, tags) = self.zone_ref(of, scope)?;
            return Some((Num::Size(zone), tags));
        }
        let meaning = self.find(&name, scope);
        if let Some(part) = self.part_of_fraction(&name, of, scope) {
            return part;
        }
        if let Some(Meaning::Option(at)) = meaning
            && let OptionValue::List(numbers) = self.names.options[at].what.clone()
        {
            let tags = self.names.options[at].tags.clone();
            let index = self.num(of, scope)?;
            return Some((element(numbers, index), tags));
        }
        if let Type::Row(list) = self.type_of(of, scope)
            && meaning.is_none()
        {
            let field = self.field(list, &name)?;
            if self.names.lists[list.index()].what.types[field] != FieldType::Number {
                return self.misread::<Num, _>(e, scope);
            }
            let row = self.item(of, Family::Rows(list), scope)?;
            let rows = self.names.lists[list.index()].what.rows.iter();
            let values = rows.map(|r| as_number(r.values.get(field)));
            return bare(field_of(values.collect(), row));
        }
        self.remembered_of(e, (head, of), scope)
    }

    /// `numerator of risk`, `denominator of risk`, where `risk` is an option that is a fraction.
    fn part_of_fraction(
        &mut self,
        name: &Name,
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Option<Resolved<Num>> {
        let at = Self::word_name(of).and_then(|of| match self.find(&of, scope) {
            Some(Meaning::Option(at)) => Some(at),
            _ => None,
        })?;
        let OptionValue::Fraction(numerator, denominator) = self.names.options[at].what else {
            return None;
        };
        let number = match name.text.as_str() {
            "numerator" => numerator,
            "denominator" => denominator,
            _ => return None,
        };
        let tags = self.names.options[at].tags.clone();
        Some(Some((Num::Fixed(number), tags)))
    }

    /// Resolves a number that is the same in every position.
    pub fn fixed_num(&mut self, e: &Expr) -> Option<i64> {
        match self.num(e, &Scope::default())?.kind {
            Num::Fixed(n) => Some(n),
            _ => self.may_change(e.span),
        }
    }

    /// Reports a number that may change during a game where one is needed that does not.
    pub fn may_change<T>(&mut self, span: Span) -> Option<T> {
        let diagnostic = Diagnostic::error(span, "expected a number that never changes");
        let diagnostic = diagnostic.label("this one may change during a game");
        self.report(diagnostic.hint("write numbers, options and how many play"));
        None
    }
}

fn element(numbers: Vec<i64>, index: Node<Num>) -> Num {
    match index.kind {
        Num::Fixed(n) => {
            let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
            Num::Fixed(at.and_then(|at| numbers.get(at)).copied().unwrap_or(0))
        }
        _ => Num::Element(numbers, Box::new(index)),
    }
}

fn field_of(values: Vec<i64>, row: Node<Member>) -> Num {
    match row.kind {
        Member::Fixed(at) => Num::Fixed(values.get(usize::from(at)).copied().unwrap_or(0)),
        Member::None => Num::Fixed(0),
        _ => Num::Field(values, Box::new(row)),
    }
}

pub(crate) fn summed(op: NumOp, left: Node<Num>, right: Node<Num>) -> Num {
    if let (Num::Fixed(a), Num::Fixed(b)) = (&left.kind, &right.kind) {
        return Num::Fixed(op.apply(*a, *b));
    }
    Num::Sum(op, Box::new(left), Box::new(right))
}
