//! Conditions that a variant adds, replaces or removes: lines in the head of a move, and tagged parts of expressions.

use crate::variants::sought_part::{Done, SoughtPart, carries, fault};
use linstock_base::{Diagnostic, FileId, Span};
use linstock_syntax::ast::{
    Expr, ExprKind, HeadDecl, HeadKind, LogicOp, MoveDecl, Name, NewCondition, PartEdit,
    PartEditKind,
};

/// The owner of conditions.
pub(super) enum Conditioned<'d> {
    /// A move.
    Move(&'d mut MoveDecl),
    /// The expression of a fact.
    Fact(&'d mut Expr),
}

/// The sought condition: its place, and its name in the edit.
struct SoughtCondition<'e> {
    at: Span,
    tag: Option<&'e Name>,
}

impl SoughtCondition<'_> {
    fn is_line(&self, line: &HeadDecl) -> bool {
        line.span == self.at && goes_by(line, self.tag)
    }

    fn is_part(&self, expr: &Expr) -> bool {
        let carried = |tag: &Name| carries(&expr.tags, &tag.text);
        expr.span == self.at && self.tag.is_some_and(carried)
    }

    /// Returns whether an expression is the condition, with or without its reason.
    fn is_it(&self, expr: &Expr) -> bool {
        let inner = match &expr.kind {
            ExprKind::Reasoned { of, .. } => self.is_it(of),
            _ => false,
        };
        inner || self.is_part(expr)
    }
}

/// Changes a condition.
pub(super) fn change(owner: &mut Conditioned<'_>, edit: &PartEdit, game: FileId) -> Done {
    let (part, with) = match &edit.kind {
        PartEditKind::AddCondition(line) => return add(owner, line, edit),
        PartEditKind::ReplaceCondition { part, with } => (part, Some(with)),
        PartEditKind::RemoveCondition(part) => (part, None),
        _ => return Ok(()),
    };
    let tag = part.tag.as_ref();
    let numbered = match owner {
        Conditioned::Move(mv) => mv.heads.iter().filter(|line| goes_by(line, None)).count(),
        Conditioned::Fact(_) if tag.is_none() => return fault(no_lines(edit)),
        Conditioned::Fact(_) => 0,
    };
    let sought = SoughtPart {
        what: "condition",
        name: part,
        of: &edit.of,
        numbered,
        game,
    };
    let (mut found, mut known) = (Vec::new(), Vec::new());
    match owner {
        Conditioned::Move(mv) => {
            mv.heads
                .iter_mut()
                .for_each(|line| look_in_line(line, tag, &mut found, &mut known));
        }
        Conditioned::Fact(value) => {
            let wanted = tag.map_or("", |tag| tag.text.as_str());
            look(value, wanted, &mut found, &mut known);
        }
    }
    let at = sought.sole(&found, &known)?;
    let it = SoughtCondition { at, tag };
    match owner {
        Conditioned::Move(mv) => in_move(mv, &it, with, edit),
        Conditioned::Fact(value) => in_expr(value, &it, with, edit),
    }
}

fn add(owner: &mut Conditioned<'_>, line: &HeadDecl, edit: &PartEdit) -> Done {
    match owner {
        Conditioned::Move(mv) => {
            mv.heads.push(line.clone());
            Ok(())
        }
        Conditioned::Fact(_) => fault(no_lines(edit)),
    }
}

/// Makes the error that a fact has tagged parts but no lines.
fn no_lines(edit: &PartEdit) -> Diagnostic {
    let of = &edit.of.text;
    let message = format!("`{of}` is a fact, which has no lines of conditions");
    Diagnostic::error("E0409", edit.of.span, message).hint(format!(
        "name a part by its tag, or replace the fact: replace fact {of} = …"
    ))
}

/// Returns whether a line has this name: a tag, or the argument that it chooses. Without a name, every condition fits.
fn goes_by(line: &HeadDecl, name: Option<&Name>) -> bool {
    match name {
        Some(name) => {
            let chosen = argument(&line.kind).is_some_and(|chosen| chosen.text == name.text);
            chosen || carries(&line.tags, &name.text)
        }
        None => matches!(line.kind, HeadKind::When(_) | HeadKind::Leaves { .. }),
    }
}

/// Finds the conditions of this name in a line; without a name, the line itself if it is a condition.
fn look_in_line(
    line: &mut HeadDecl,
    name: Option<&Name>,
    found: &mut Vec<Span>,
    known: &mut Vec<String>,
) {
    known.extend(line.tags.iter().map(|tag| tag.text.clone()));
    known.extend(argument(&line.kind).map(|chosen| chosen.text.clone()));
    if goes_by(line, name) {
        found.push(line.span);
        return;
    }
    let wanted = name.map_or("", |name| name.text.as_str());
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
    it: &SoughtCondition<'_>,
    with: Option<&NewCondition>,
    edit: &PartEdit,
) -> Done {
    let Some(at) = mv.heads.iter().position(|line| it.is_line(line)) else {
        return within_a_line(mv, it, with, edit);
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

/// Replaces the expression of a line and keeps its keyword.
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
            let wrong =
                Diagnostic::error("E0410", new.span, "only a whole line can replace this line")
                    .related(line.span, "this line");
            return fault(wrong.hint("write the whole new line after `with`"));
        }
    }
    Ok(())
}

/// Returns the name that a line gives to a value.
fn argument(line: &HeadKind) -> Option<&Name> {
    match line {
        HeadKind::Arg { name, .. } | HeadKind::Let { name, .. } => Some(name),
        _ => None,
    }
}

/// Makes the error that a line must stay because it chooses a value.
fn needed_by_choice(edit: &PartEdit, name: &Name) -> Diagnostic {
    let message = format!(
        "this condition of `{}` must choose `{}`",
        edit.of.text, name.text
    );
    Diagnostic::error("E0411", edit.span, message)
        .related(name.span, "this line")
        .hint(format!(
            "replace it with another line that chooses it: replace condition {1} of {0} with {1} in …",
            edit.of.text, name.text
        ))
}

fn within_a_line(
    mv: &mut MoveDecl,
    it: &SoughtCondition<'_>,
    with: Option<&NewCondition>,
    edit: &PartEdit,
) -> Done {
    let mut whole = None;
    for (at, line) in mv.heads.iter_mut().enumerate() {
        let droppable = matches!(line.kind, HeadKind::When(_) | HeadKind::Leaves { .. });
        for expr in exprs(&mut line.kind) {
            if with.is_none() && droppable && it.is_it(expr) {
                whole = Some(at);
                continue;
            }
            in_expr(expr, it, with, edit)?;
        }
    }
    if let Some(at) = whole {
        mv.heads.remove(at);
    }
    Ok(())
}

/// Replaces or removes the condition, anywhere in an expression.
fn in_expr(
    expr: &mut Expr,
    it: &SoughtCondition<'_>,
    with: Option<&NewCondition>,
    edit: &PartEdit,
) -> Done {
    match with {
        Some(NewCondition::Expr(new)) => {
            put(expr, it, new);
            Ok(())
        }
        Some(NewCondition::Line(line)) => {
            if let HeadKind::When(new) = &line.kind {
                put(expr, it, new);
                return Ok(());
            }
            let wrong = Diagnostic::error(
                "E0412",
                line.span,
                "a whole line cannot replace a part of a line",
            );
            fault(
                wrong
                    .related(it.at, "this part")
                    .hint("write the new part without the rest of the line"),
            )
        }
        None => take_out(expr, it, edit),
    }
}

/// Replaces the condition by an expression.
fn put(expr: &mut Expr, it: &SoughtCondition<'_>, new: &Expr) {
    let reasoned = matches!(new.kind, ExprKind::Reasoned { .. }) && it.is_it(expr);
    if reasoned || it.is_part(expr) {
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
        put(part, it, new);
    }
}

/// Removes the condition from a chain of `and`, `or` or `except`.
fn take_out(expr: &mut Expr, it: &SoughtCondition<'_>, edit: &PartEdit) -> Done {
    if it.is_it(expr) {
        let named = it.tag.map_or("", |tag| tag.text.as_str());
        let message = format!("nothing would be left without the condition {named}");
        let wrong = Diagnostic::error("E0413", edit.span, message)
            .related(expr.span, "this is the whole expression");
        return fault(wrong.hint(format!(
            "replace it instead: replace condition {named} of {} with …",
            edit.of.text
        )));
    }
    if let ExprKind::Logic { op, left, right } = &mut expr.kind {
        let rest = if it.is_it(right) {
            Some(left)
        } else if it.is_it(left) && *op != LogicOp::Except {
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
        .try_for_each(|part| take_out(part, it, edit))
}
