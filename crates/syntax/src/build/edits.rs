//! Builds the edits of a variant: makes a tree node from pest's pair, for example for `remove move pass`.

use crate::ast::{
    Edit, EditKind, HeadDecl, Name, NewCondition, PartEdit, PartEditKind, PartName, PartNumber,
    QuotedText, StmtDecl, StmtName, StmtPlace, Tag,
};
use crate::build::Builder;
use crate::grammar::Rule;
use crate::parser::{Children, Pair};

/// Returns whether a rule is an edit within a declaration.
fn is_part(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::add_row
            | Rule::add_stmts
            | Rule::add_condition
            | Rule::add_moves
            | Rule::replace_row
            | Rule::replace_condition
            | Rule::replace_stmt
            | Rule::remove_part
            | Rule::remove_offer
    )
}

impl Builder<'_> {
    /// Builds an edit of a variant. Tags before `replace` or before a new declaration belong to the declaration too.
    pub(crate) fn edit(&mut self, pair: Pair<'_>) -> Option<Edit> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        let part = children.next()?;
        let rule = part.as_rule();
        let kind = match rule {
            Rule::set_edit => {
                let (option, value) = self.set_edit(part)?;
                EditKind::Set { option, value }
            }
            Rule::rename_edit => self.rename(Children::of(part))?,
            Rule::replace_edit => {
                let mut part = Children::of(part);
                let mut all = tags.clone();
                all.extend(self.take_tags(&mut part));
                EditKind::Replace(self.decl(all, part.next()?)?)
            }
            Rule::remove_edit => {
                let mut part = Children::of(part);
                EditKind::Remove {
                    kind: self.name(&part.pick(Rule::kind)?),
                    name: self.take_name(&mut part)?,
                }
            }
            _ if is_part(rule) => EditKind::Part(self.part_edit(&tags, part)?),
            _ => EditKind::Add(self.decl(tags.clone(), part)?),
        };
        Some(Edit { tags, kind })
    }

    /// `set OPTION VALUE`
    pub(super) fn set_edit(&mut self, pair: Pair<'_>) -> Option<(Name, QuotedText)> {
        let mut children = Children::of(pair);
        let option = self.take_name(&mut children)?;
        let value = self.raw(&children.pick(Rule::value)?);
        Some((option, value))
    }

    fn rename(&mut self, mut children: Children<'_>) -> Option<EditKind> {
        let kind = self.name(&children.pick(Rule::kind)?);
        let mut pairs = Vec::new();
        for pair in children {
            let mut pair = Children::of(pair);
            pairs.push((self.take_name(&mut pair)?, self.take_name(&mut pair)?));
        }
        Some(EditKind::Rename { kind, pairs })
    }

    /// Builds an edit within a declaration. Tags before it belong to the new parts.
    fn part_edit(&mut self, tags: &[Tag], pair: Pair<'_>) -> Option<PartEdit> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let children = Children::of(pair);
        let (of, kind) = match rule {
            Rule::add_row | Rule::add_stmts | Rule::add_condition | Rule::add_moves => {
                self.addition(rule, tags, children)?
            }
            Rule::remove_part => self.removal(children)?,
            Rule::remove_offer => self.removed_offer(children)?,
            _ => self.replacement(rule, tags, children)?,
        };
        Some(PartEdit { span, of, kind })
    }

    fn addition(
        &mut self,
        rule: Rule,
        tags: &[Tag],
        mut children: Children<'_>,
    ) -> Option<(Name, PartEditKind)> {
        let kind = match rule {
            Rule::add_row => {
                let mut row = self.list_row(children.next()?)?;
                row.tags.splice(0..0, tags.iter().cloned());
                PartEditKind::AddRow(row)
            }
            Rule::add_stmts => {
                let place = self.stmt_place(children.next()?)?;
                let of = self.take_name(&mut children)?;
                let body = tagged(self.block(children.next()?)?, tags);
                return Some((of, PartEditKind::AddStmts { place, body }));
            }
            Rule::add_condition => {
                PartEditKind::AddCondition(Box::new(self.new_line(tags, children.next()?)?))
            }
            _ => {
                let mut moves = Vec::new();
                while let Some(item) = children.pick(Rule::ask_item) {
                    let mut item = self.ask_item(item)?;
                    item.tags.splice(0..0, tags.iter().cloned());
                    moves.push(item);
                }
                let ask = self.which_ask(&mut children);
                PartEditKind::AddMoves { moves, ask }
            }
        };
        Some((self.take_name(&mut children)?, kind))
    }

    fn stmt_place(&self, pair: Pair<'_>) -> Option<StmtPlace> {
        let rule = pair.as_rule();
        Some(match rule {
            Rule::place_start => StmtPlace::Start,
            Rule::place_end => StmtPlace::End,
            Rule::place_before => StmtPlace::Before(self.stmt_name(&mut Children::of(pair))),
            _ => StmtPlace::After(self.stmt_name(&mut Children::of(pair))),
        })
    }

    fn replacement(
        &mut self,
        rule: Rule,
        tags: &[Tag],
        mut children: Children<'_>,
    ) -> Option<(Name, PartEditKind)> {
        let mut named = Children::of(children.next()?);
        if rule == Rule::replace_row {
            let row = self.name(&named.pick(Rule::row_name)?);
            let of = self.take_name(&mut named)?;
            let values = self.exprs(children)?;
            return Some((of, PartEditKind::ReplaceRow { row, values }));
        }
        let stmt = self.stmt_name(&mut named);
        let of = self.take_name(&mut named)?;
        let new = children.next()?;
        let kind = match new.as_rule() {
            Rule::head => {
                let with = NewCondition::Line(Box::new(self.new_line(tags, new)?));
                PartEditKind::ReplaceCondition {
                    part: stmt.part,
                    with,
                }
            }
            Rule::expr => {
                let mut with = self.expr(new)?;
                with.tags.extend(tags.iter().cloned());
                let with = NewCondition::Expr(with);
                PartEditKind::ReplaceCondition {
                    part: stmt.part,
                    with,
                }
            }
            Rule::block => {
                let with = tagged(self.block(new)?, tags);
                PartEditKind::ReplaceStmt { stmt, with }
            }
            _ => {
                let with: Option<Vec<_>> = self.stmts(new).into_iter().collect();
                let with = tagged(with?, tags);
                PartEditKind::ReplaceStmt { stmt, with }
            }
        };
        Some((of, kind))
    }

    fn removal(&mut self, mut children: Children<'_>) -> Option<(Name, PartEditKind)> {
        let part = children.next()?;
        let rule = part.as_rule();
        let mut named = Children::of(part);
        let kind = match rule {
            Rule::row_of => PartEditKind::RemoveRow(self.name(&named.pick(Rule::row_name)?)),
            Rule::condition_of => PartEditKind::RemoveCondition(self.part_name(&mut named)),
            _ => PartEditKind::RemoveStmt(self.stmt_name(&mut named)),
        };
        Some((self.take_name(&mut named)?, kind))
    }

    /// `remove pass from putting`
    fn removed_offer(&mut self, mut children: Children<'_>) -> Option<(Name, PartEditKind)> {
        let mv = self.take_name(&mut children)?;
        let ask = self.which_ask(&mut children);
        let of = self.take_name(&mut children)?;
        Some((of, PartEditKind::RemoveOffer { mv, ask }))
    }

    fn new_line(&mut self, tags: &[Tag], pair: Pair<'_>) -> Option<HeadDecl> {
        let mut line = self.head(pair)?;
        line.tags.splice(0..0, tags.iter().cloned());
        Some(line)
    }

    fn which_ask(&self, children: &mut Children<'_>) -> PartName {
        let which = children.pick(Rule::which_ask);
        which.map_or_else(PartName::default, |which| {
            self.part_name(&mut Children::of(which))
        })
    }

    /// Takes the word for the kind of a statement, and its name.
    fn stmt_name(&self, children: &mut Children<'_>) -> StmtName {
        StmtName {
            ask: is_ask(children),
            part: self.part_name(children),
        }
    }

    fn part_name(&self, children: &mut Children<'_>) -> PartName {
        let Some(pair) = children.pick(Rule::part_name) else {
            return PartName::default();
        };
        let mut parts = Children::of(pair);
        let number = parts
            .pick(Rule::part_number)
            .map(|number| self.name(&number));
        let tag = parts.pick(Rule::part_tag).map(|tag| self.name(&tag));
        PartName {
            tag: tag.map(|written| Name {
                text: written.text.trim_start_matches('@').to_owned(),
                span: written.span,
            }),
            number: number.map(|written| PartNumber {
                // No rules have that many parts.
                value: written.text.parse().unwrap_or(usize::MAX),
                span: written.span,
            }),
        }
    }
}

/// Takes the word for the kind of a statement; returns whether it is `ask`.
fn is_ask(children: &mut Children<'_>) -> bool {
    let word = children.pick(Rule::stmt_word);
    word.is_some_and(|word| word.as_str().trim_end() == "ask")
}

/// Puts tags in front of the tags of statements.
fn tagged(mut stmts: Vec<StmtDecl>, tags: &[Tag]) -> Vec<StmtDecl> {
    for stmt in &mut stmts {
        stmt.tags.splice(0..0, tags.iter().cloned());
    }
    stmts
}
