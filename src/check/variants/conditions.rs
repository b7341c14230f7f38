//! Conditions that a variant adds, replaces or removes: lines in the head of a move, and tagged parts of expressions.

use crate::base::{Diagnostic, Span};
use crate::check::variants::sought_part::{Done, SoughtPart, fault};
use crate::syntax::ast::{
    Expr, ExprKind, HeadDecl, HeadKind, LogicOp, MoveDecl, Name, NewCondition, PartEdit,
    PartEditKind, Tag,
};

/// What has conditions.
pub(super) enum Conditioned<'d> {
    /// A move.
    Move(&'d mut MoveDecl),
    /// What a fact says.
    Fact(&'d mut Expr),
}

/// Changes a condition.
pub(super) fn change(owner: &mut Conditioned<'_>, edit: &PartEdit) -> Done {
    let (tag, with) = match &edit.kind {
        PartEditKind::AddCondition(line) => return add(owner, line, edit),
        PartEditKind::ReplaceCondition { tag, with } => (tag.as_ref(), Some(with)),
        PartEditKind::RemoveCondition(tag) => (tag.as_ref(), None),
        _ => return Ok(()),
    };
    let sought = SoughtPart {
        what: "condition",
        tag,
        of: &edit.of,
    };
    let (mut found, mut known) = (Vec::new(), Vec::new());
    let wanted = tag.map(|tag| tag.text.as_str());
    match owner {
        Conditioned::Move(mv) => {
            mv.heads
                .iter_mut()
                .for_each(|line| look_in_line(line, wanted, &mut found, &mut known));
        }
        Conditioned::Fact(value) => look(value, wanted.unwrap_or_default(), &mut found, &mut known),
    }
    sought.sole(&found, &known)?;
    match owner {
        Conditioned::Move(mv) => in_move(mv, tag, with, edit),
        Conditioned::Fact(value) => in_expr(value, tag, with, edit),
    }
}

fn add(owner: &mut Conditioned<'_>, line: &HeadDecl, edit: &PartEdit) -> Done {
    match owner {
        Conditioned::Move(mv) => {
            mv.heads.push(line.clone());
            Ok(())
        }
        Conditioned::Fact(_) => {
            let message = format!(
                "`{}` is a fact, and has no lines of conditions",
                edit.of.text
            );
            fault(Diagnostic::error(edit.of.span, message).hint(format!(
                "say anew what it is: replace fact {} = …",
                edit.of.text
            )))
        }
    }
}

fn carries(tags: &[Tag], wanted: &str) -> bool {
    tags.iter().any(|tag| tag.text == wanted)
}

/// Finds conditions with a tag in a line; without a tag, the lines that are conditions.
fn look_in_line(
    line: &mut HeadDecl,
    wanted: Option<&str>,
    found: &mut Vec<Span>,
    known: &mut Vec<String>,
) {
    known.extend(line.tags.iter().map(|tag| tag.text.clone()));
    let Some(wanted) = wanted else {
        if matches!(line.kind, HeadKind::When(_) | HeadKind::Leaves { .. }) {
            found.push(line.span);
        }
        return;
    };
    if carries(&line.tags, wanted) {
        found.push(line.span);
        return;
    }
    for expr in exprs(&mut line.kind) {
        look(expr, wanted, found, known);
    }
}

/// Finds the outermost parts of an expression with a tag.
fn look(expr: &mut Expr, wanted: &str, found: &mut Vec<Span>, known: &mut Vec<String>) {
    known.extend(expr.tags.iter().map(|tag| tag.text.clone()));
    if carries(&expr.tags, wanted) {
        found.push(expr.span);
        return;
    }
    for part in expr.parts_mut() {
        look(part, wanted, found, known);
    }
}

/// Returns the expressions of a line.
fn exprs(line: &mut HeadKind) -> Vec<&mut Expr> {
    match line {
        HeadKind::Arg { domain, filter, .. } => {
            let mut all = vec![domain];
            all.extend(filter);
            all
        }
        HeadKind::Let { value, .. } => vec![value],
        HeadKind::When(cond) | HeadKind::Weigh(cond) | HeadKind::Leaves { cond, .. } => vec![cond],
        HeadKind::SeenBy(who) => who.iter_mut().collect(),
        HeadKind::Warn { when, .. } => when.iter_mut().collect(),
    }
}

fn in_move(
    mv: &mut MoveDecl,
    tag: Option<&Name>,
    with: Option<&NewCondition>,
    edit: &PartEdit,
) -> Done {
    let is_it = |line: &HeadDecl| match tag {
        Some(tag) => carries(&line.tags, &tag.text),
        None => matches!(line.kind, HeadKind::When(_) | HeadKind::Leaves { .. }),
    };
    let Some(at) = mv.heads.iter().position(is_it) else {
        return within_a_line(mv, tag, with, edit);
    };
    let line = &mut mv.heads[at];
    let Some(with) = with else {
        if let Some(name) = argument(&line.kind) {
            return fault(needed_by_choice(edit, name));
        }
        mv.heads.remove(at);
        return Ok(());
    };
    match with {
        NewCondition::Line(new) => replace_line(line, new, edit),
        NewCondition::Expr(new) => replace_within(line, new, edit),
    }
}

fn replace_line(line: &mut HeadDecl, new: &HeadDecl, edit: &PartEdit) -> Done {
    let renamed =
        argument(&line.kind).filter(|old| argument(&new.kind).is_none_or(|n| n.text != old.text));
    if let Some(old) = renamed {
        return fault(needed_by_choice(edit, old));
    }
    let tags = std::mem::take(&mut line.tags);
    *line = new.clone();
    if line.tags.is_empty() {
        line.tags = tags;
    }
    Ok(())
}

/// Replaces what a line asks for, and leaves its word.
fn replace_within(line: &mut HeadDecl, new: &Expr, edit: &PartEdit) -> Done {
    if let Some(name) = argument(&line.kind) {
        return fault(needed_by_choice(edit, name));
    }
    match &mut line.kind {
        HeadKind::When(cond) | HeadKind::Weigh(cond) | HeadKind::Leaves { cond, .. } => {
            *cond = new.clone();
        }
        HeadKind::Warn { when, .. } => *when = Some(new.clone()),
        HeadKind::Arg { .. } | HeadKind::Let { .. } | HeadKind::SeenBy(_) => {
            let wrong = Diagnostic::error(new.span, "a whole line stands there")
                .related(line.span, "this one");
            return fault(wrong.hint("write the line as it should be, after `with`"));
        }
    }
    Ok(())
}

/// Returns the name that a line gives to a value.
fn argument(line: &HeadKind) -> Option<&Name> {
    match line {
        HeadKind::Arg { name, .. } | HeadKind::Let { name, .. } => Some(name),
        HeadKind::When(_)
        | HeadKind::Weigh(_)
        | HeadKind::SeenBy(_)
        | HeadKind::Leaves { .. }
        | HeadKind::Warn { .. } => None,
    }
}

/// Says that a value must stay.
fn needed_by_choice(edit: &PartEdit, name: &Name) -> Diagnostic {
    let message = format!(
        "this condition of `{}` is where `{}` is chosen",
        edit.of.text, name.text
    );
    Diagnostic::error(edit.span, message)
        .related(name.span, "this line")
        .hint(format!(
            "say from what it is chosen: replace condition … of {} with {} in …",
            edit.of.text, name.text
        ))
}

fn within_a_line(
    mv: &mut MoveDecl,
    tag: Option<&Name>,
    with: Option<&NewCondition>,
    edit: &PartEdit,
) -> Done {
    let wanted = tag.map_or("", |tag| tag.text.as_str());
    let mut whole = None;
    for (at, line) in mv.heads.iter_mut().enumerate() {
        let droppable = matches!(line.kind, HeadKind::When(_) | HeadKind::Leaves { .. });
        for expr in exprs(&mut line.kind) {
            if with.is_none() && droppable && is_it(expr, wanted) {
                whole = Some(at);
                continue;
            }
            in_expr(expr, tag, with, edit)?;
        }
    }
    if let Some(at) = whole {
        mv.heads.remove(at);
    }
    Ok(())
}

/// Tells whether an expression carries a tag, or is one that does with its reason.
fn is_it(expr: &Expr, wanted: &str) -> bool {
    let inner = match &expr.kind {
        ExprKind::Reasoned { of, .. } => is_it(of, wanted),
        _ => false,
    };
    inner || carries(&expr.tags, wanted)
}

/// Replaces or removes the tagged part of an expression, wherever it stands in it.
fn in_expr(
    expr: &mut Expr,
    tag: Option<&Name>,
    with: Option<&NewCondition>,
    edit: &PartEdit,
) -> Done {
    let wanted = tag.map_or("", |tag| tag.text.as_str());
    match with {
        Some(NewCondition::Expr(new)) => {
            put(expr, wanted, new);
            Ok(())
        }
        Some(NewCondition::Line(line)) => {
            if let HeadKind::When(new) = &line.kind {
                put(expr, wanted, new);
                return Ok(());
            }
            let mut found = Vec::new();
            look(expr, wanted, &mut found, &mut Vec::new());
            let Some(at) = found.first() else {
                return Ok(());
            };
            let wrong = Diagnostic::error(line.span, "only a part of a line is replaced here");
            fault(
                wrong
                    .related(*at, "this part")
                    .hint("write what takes its place, without the rest of the line"),
            )
        }
        None => take_out(expr, wanted, edit),
    }
}

/// Puts an expression in the place of the tagged one.
fn put(expr: &mut Expr, wanted: &str, new: &Expr) {
    let reasoned = matches!(new.kind, ExprKind::Reasoned { .. }) && is_it(expr, wanted);
    if reasoned || carries(&expr.tags, wanted) {
        let mut tags = std::mem::take(&mut expr.tags);
        if let ExprKind::Reasoned { of, .. } = &mut expr.kind {
            tags.append(&mut of.tags);
        }
        *expr = new.clone();
        if expr.tags.is_empty() {
            expr.tags = tags;
        }
        return;
    }
    for part in expr.parts_mut() {
        put(part, wanted, new);
    }
}

/// Takes the tagged part out of what is joined by `and`, `or` or `except`.
fn take_out(expr: &mut Expr, wanted: &str, edit: &PartEdit) -> Done {
    if is_it(expr, wanted) {
        let message = format!("nothing would stand here without the condition {wanted}");
        let wrong = Diagnostic::error(edit.span, message)
            .related(expr.span, "this is all that stands there");
        return fault(wrong.hint(format!(
            "say what holds instead: replace condition {wanted} of {} with …",
            edit.of.text
        )));
    }
    if let ExprKind::Logic { op, left, right } = &mut expr.kind {
        let rest = if is_it(right, wanted) {
            Some(left)
        } else if is_it(left, wanted) && *op != LogicOp::Except {
            Some(right)
        } else {
            None
        };
        if let Some(rest) = rest {
            let mut rest = (**rest).clone();
            rest.tags.append(&mut expr.tags);
            *expr = rest;
            return Ok(());
        }
    }
    expr.parts_mut()
        .into_iter()
        .try_for_each(|part| take_out(part, wanted, edit))
}
