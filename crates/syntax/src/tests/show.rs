//! Renders expressions and statements with all their brackets, for tests.

use crate::ast::{
    AskItemDecl, Binder, CompareOp, Expr, ExprKind, LogicOp, RoundDecl, StmtDecl, StmtDeclKind,
    SumOp, Tag, TemplatePart,
};

/// Renders an expression: `(and (of forwards here) empty)`.
pub(super) fn expr(e: &Expr) -> String {
    format!("{}{}", tags(&e.tags), kind(&e.kind))
}

fn tags(tags: &[Tag]) -> String {
    tags.iter().flat_map(|t| ["@", &t.text, " "]).collect()
}

fn exprs(all: &[Expr]) -> String {
    all.iter().map(expr).collect::<Vec<_>>().join(" ")
}

fn kind(kind: &ExprKind) -> String {
    match kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Word(word) => word.clone(),
        ExprKind::Owned { owner, kind } => format!("{}'{}", owner.text, kind.text),
        ExprKind::Mapped(signs) => format!("(map {:?})", signs.value),
        ExprKind::Rank { axis, index } => format!("({} {})", axis.text, expr(index)),
        ExprKind::Braces(all) => format!("{{{}}}", exprs(all)),
        ExprKind::Range(a, b) => format!("({}..{})", expr(a), expr(b)),
        ExprKind::Counted { least, most, what } => match most {
            Some(most) => format!("({least}..{most} {})", expr(what)),
            None => format!("({least}.. {})", expr(what)),
        },
        ExprKind::Of { head, of } => format!("({} of {})", expr(head), expr(of)),
        ExprKind::Through { way, set } => format!("({} through {})", expr(way), expr(set)),
        ExprKind::NextTo(of) => format!("(next-to {})", expr(of)),
        ExprKind::PreviousPlayer(of) => format!("(previous-player {})", expr(of)),
        ExprKind::NextPlayer(of) => format!("(next-player {})", expr(of)),
        ExprKind::Reached(reached) => {
            let within = maybe(" within ", reached.within.as_ref());
            let free = maybe(" not-counting ", reached.free.as_ref());
            let (from, over) = (expr(&reached.from), expr(&reached.over));
            format!("(reached {from} over {over}{within}{free})")
        }
        ExprKind::Extreme { least, over: among } => {
            let which = if *least { "least" } else { "greatest" };
            format!("({which} {})", over(among))
        }
        ExprKind::Reflection { of, axis } => {
            format!("(reflection {} over {})", expr(of), axis.text)
        }
        ExprKind::EdgeOf(of) => format!("(edge {})", expr(of)),
        ExprKind::Some { none: false, of } => format!("(some {})", expr(of)),
        ExprKind::Some { none: true, of } => format!("(no {})", expr(of)),
        ExprKind::Count(of) => format!("(count {})", expr(of)),
        ExprKind::Logic { op, left, right } => {
            let op = match op {
                LogicOp::And => "and",
                LogicOp::Or => "or",
                LogicOp::Except => "except",
            };
            format!("({} {op} {})", expr(left), expr(right))
        }
        ExprKind::Not(of) => format!("(not {})", expr(of)),
        ExprKind::Reasoned { of, reason } => {
            let parts = reason.parts.iter().map(|part| match part {
                TemplatePart::Literal(text) => text.clone(),
                TemplatePart::Hole(hole) => format!("{{{}}}", expr(hole)),
            });
            format!("({} else \"{}\")", expr(of), parts.collect::<String>())
        }
        ExprKind::Sum { op, left, right } => {
            let op = match op {
                SumOp::Add => "+",
                SumOp::Sub => "-",
                SumOp::Mul => "*",
                SumOp::Div => "/",
                SumOp::Rem => "%",
            };
            format!("({} {op} {})", expr(left), expr(right))
        }
        ExprKind::Compare { op, left, right } => {
            let op = match op {
                CompareOp::Is => "is",
                CompareOp::IsNot => "is-not",
                CompareOp::IsIn => "is-in",
                CompareOp::IsNotIn => "is-not-in",
                CompareOp::Less => "<",
                CompareOp::AtMost => "<=",
                CompareOp::More => ">",
                CompareOp::AtLeast => ">=",
            };
            format!("({} {op} {})", expr(left), expr(right))
        }
        ExprKind::If {
            then,
            cond,
            otherwise,
        } => {
            format!(
                "({} if {} else {})",
                expr(then),
                expr(cond),
                expr(otherwise)
            )
        }
        ExprKind::Call { name, args } => format!("{}({})", name.text, exprs(args)),
        ExprKind::Script { name, args } => format!("script {}({})", name.text, exprs(args)),
        ExprKind::Seen(n) => format!("(seen {n})"),
        ExprKind::Where { of, cond } => format!("({} where {})", expr(of), expr(cond)),
        ExprKind::SomeOver { none, over: among } => {
            let some = if *none { "no" } else { "some" };
            format!("({some} {})", over(among))
        }
        ExprKind::ForEach { of, over: among } => {
            format!("({} for each {})", expr(of), over(among))
        }
        ExprKind::SumOver { over: among, value } => {
            format!("(sum {}: {})", over(among), expr(value))
        }
        ExprKind::Best {
            sole,
            over: among,
            by,
        } => {
            let best = if *sole { "sole best" } else { "best" };
            format!("({best} {} by {})", over(among), exprs(by))
        }
        ExprKind::Copies { of, zone } => format!("(copies {} in {})", expr(of), expr(zone)),
    }
}

fn over(over: &Binder) -> String {
    let filter = maybe(" where ", over.filter.as_ref());
    format!(
        "{} in {}{}",
        over.name.text,
        expr(&over.set),
        filter.trim_end()
    )
}

fn block(stmts: &[StmtDecl]) -> String {
    let drawn: Vec<_> = stmts.iter().map(stmt).collect();
    format!("{{ {} }}", drawn.join("; "))
}

fn item(item: &AskItemDecl) -> String {
    let cond = item
        .cond
        .as_ref()
        .map_or(String::new(), |c| format!(" if {}", expr(c)));
    format!(
        "{}{}({}){cond}",
        tags(&item.tags),
        item.name.text,
        exprs(&item.args)
    )
}

fn maybe(word: &str, e: Option<&Expr>) -> String {
    e.map_or(String::new(), |e| format!("{word}{} ", expr(e)))
}

/// Renders a statement.
pub(super) fn stmt(s: &StmtDecl) -> String {
    let drawn = match &s.kind {
        StmtDeclKind::Become { at, what } => format!("({} becomes {})", expr(at), expr(what)),
        StmtDeclKind::Transfer { what, from, to } => {
            format!(
                "{}{} -> {}",
                maybe("what ", what.as_ref()),
                expr(from),
                expr(to)
            )
        }
        StmtDeclKind::Lay { name, turned, at } => {
            let (turned, at) = (
                maybe(" turned ", turned.as_ref()),
                maybe(" at ", at.as_ref()),
            );
            format!("lay {}{turned}{at}", name.text)
        }
        StmtDeclKind::Let { name, value } => format!("let {} = {}", name.text, expr(value)),
        StmtDeclKind::Must { cond, message } => format!("must {} {:?}", expr(cond), message.value),
        StmtDeclKind::Assign { target, value } => format!("{} = {}", expr(target), expr(value)),
        StmtDeclKind::Forget(all) => format!("forget {}", exprs(all)),
        StmtDeclKind::Call { name, args } => format!("call {}({})", name.text, exprs(args)),
        StmtDeclKind::Script { name, args } => format!("script {}({})", name.text, exprs(args)),
        StmtDeclKind::If {
            cond,
            then,
            otherwise,
        } => {
            format!(
                "if {} {} else {}",
                expr(cond),
                block(then),
                block(otherwise)
            )
        }
        StmtDeclKind::Repeat { times, body } => {
            format!("repeat {}{}", maybe("", times.as_ref()), block(body))
        }
        StmtDeclKind::Each(RoundDecl {
            endless,
            from,
            backwards,
            filter,
            body,
        }) => {
            format!(
                "{}each {}{}{}{}",
                if *endless { "repeat " } else { "" },
                maybe("from ", from.as_ref()),
                if *backwards { "backwards " } else { "" },
                maybe("where ", filter.as_ref()),
                block(body)
            )
        }
        StmtDeclKind::For {
            over: among,
            from,
            body,
        } => {
            let from = maybe("from ", from.as_ref());
            format!("for {} {from}{}", over(among), block(body))
        }
        StmtDeclKind::Ask {
            who,
            question,
            moves,
            as_often,
            otherwise,
        } => {
            let question = question
                .as_ref()
                .map_or(String::new(), |q| format!(" {:?}", q.span));
            let moves: Vec<_> = moves.iter().map(item).collect();
            let otherwise = match otherwise.as_slice() {
                [] => String::new(),
                [only] => format!(" otherwise {}", stmt(only)),
                more => format!(" otherwise {}", block(more)),
            };
            let as_often = as_often.map_or("", |_| " as often as possible");
            format!(
                "ask {}{question}: {}{as_often}{otherwise}",
                expr(who),
                moves.join(", ")
            )
        }
        StmtDeclKind::Phase(phase) => format!("phase {} {}", phase.name.text, block(&phase.body)),
        StmtDeclKind::Leave(name) => format!("leave {}", name.text),
        StmtDeclKind::Win { players, reason } => {
            format!(
                "win {} {:?}",
                expr(players),
                reason.as_ref().map(|r| r.written.as_str())
            )
        }
        StmtDeclKind::Draw { reason } => {
            format!("draw {:?}", reason.as_ref().map(|r| r.written.as_str()))
        }
    };
    format!("{}{drawn}", tags(&s.tags))
}
