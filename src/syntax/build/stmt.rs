//! Statements.

use crate::base::{Diagnostic, Span};
use crate::syntax::ast::{AskItem, CompareOp, Expr, ExprKind, Phase, Stmt, StmtKind, Tag};
use crate::syntax::build::Builder;
use crate::syntax::parser::{Kids, Pair, Rule};

/// How many `else if` or `otherwise ask` may follow each other.
const LONGEST_CHAIN: usize = 64;

impl Builder<'_> {
    /// Builds the statements of a block.
    pub(super) fn block(&mut self, pair: Pair<'_>) -> Option<Vec<Stmt>> {
        // All of them before the first `None` counts, so that every mistake is found.
        let stmts: Vec<_> = Kids::of(pair).flat_map(|stmt| self.stmts(stmt)).collect();
        stmts.into_iter().collect()
    }

    /// Builds a block only for what is wrong with it.
    pub fn any_block(&mut self, pair: Pair<'_>) {
        if pair.as_rule() == Rule::move_block {
            self.move_lines(Kids::of(pair));
        } else {
            self.block(pair);
        }
    }

    fn take_block(&mut self, kids: &mut Kids<'_>) -> Option<Vec<Stmt>> {
        kids.pick(Rule::block).and_then(|pair| self.block(pair))
    }

    /// Builds a statement; `ace, king: deck -> hand of me` is short for several.
    pub(super) fn stmts(&mut self, pair: Pair<'_>) -> Vec<Option<Stmt>> {
        let mut kids = Kids::of(pair);
        let tags = self.take_tags(&mut kids);
        match kids.next() {
            Some(effect) if effect.as_rule() == Rule::effect => self.effects(&tags, effect),
            Some(action) => vec![self.action(tags, action)],
            None => vec![None],
        }
    }

    /// A statement without its tags.
    fn action(&mut self, tags: Vec<Tag>, pair: Pair<'_>) -> Option<Stmt> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::effect {
            return self.sole_effect(&tags, pair);
        }
        let mut kids = Kids::of(pair);
        let kind = match rule {
            Rule::ask => return self.ask(tags, kids),
            Rule::lay => self.lay(kids)?,
            Rule::must => StmtKind::Must {
                cond: self.take_expr(&mut kids)?,
                message: self.take_text(&mut kids)?,
            },
            Rule::forget => StmtKind::Forget(self.exprs(kids)?),
            Rule::condition => self.condition(kids)?,
            Rule::repeat => self.repeat(kids)?,
            Rule::each => self.each(kids, false)?,
            Rule::for_each => self.for_each(kids)?,
            Rule::phase => StmtKind::Phase(self.phase(kids)?),
            Rule::leave => StmtKind::Leave(self.take_name(&mut kids)?),
            Rule::win => StmtKind::Win {
                players: self.take_expr(&mut kids)?,
                reason: self.take_text(&mut kids),
            },
            Rule::draw => StmtKind::Draw {
                reason: self.take_text(&mut kids),
            },
            _ => return None,
        };
        Some(Stmt { tags, span, kind })
    }

    /// `lay k turned 90 at camp of me`
    fn lay(&mut self, mut kids: Kids<'_>) -> Option<StmtKind> {
        let name = self.take_name(&mut kids)?;
        let turned = match kids.pick(Rule::lay_turned) {
            Some(turned) => Some(self.sum(Kids::of(turned).next()?)?),
            None => None,
        };
        let at = self.take_part(&mut kids, Rule::lay_at);
        Some(StmtKind::Lay { name, turned, at })
    }

    fn condition(&mut self, mut kids: Kids<'_>) -> Option<StmtKind> {
        let mut branches = Vec::new();
        let first = self.branch(&mut kids)?;
        while let Some(part) = kids.pick(Rule::else_if) {
            let span = self.span(&part);
            let branch = self.branch(&mut Kids::of(part))?;
            branches.push((span, branch));
        }
        self.check_chain(branches.last().map(|(span, _)| *span), branches.len())?;
        let mut otherwise = match kids.pick(Rule::else_block) {
            Some(part) => self.take_block(&mut Kids::of(part))?,
            None => Vec::new(),
        };
        for (span, (cond, then)) in branches.into_iter().rev() {
            let kind = StmtKind::If {
                cond,
                then,
                otherwise,
            };
            let tags = Vec::new();
            otherwise = vec![Stmt { tags, span, kind }];
        }
        let (cond, then) = first;
        Some(StmtKind::If {
            cond,
            then,
            otherwise,
        })
    }

    /// Refuses a chain of `else if` or `otherwise ask` that is too long; the tree nests where the text does not.
    fn check_chain(&mut self, last: Option<Span>, length: usize) -> Option<()> {
        let last = last.filter(|_| length > LONGEST_CHAIN);
        if let Some(span) = last {
            self.error(
                span,
                format!("more than {LONGEST_CHAIN} alternatives in one statement"),
            );
        }
        last.is_none().then_some(())
    }

    fn branch(&mut self, kids: &mut Kids<'_>) -> Option<(Expr, Vec<Stmt>)> {
        let cond = self.take_expr(kids)?;
        let then = self.take_block(kids)?;
        Some((cond, then))
    }

    fn repeat(&mut self, mut kids: Kids<'_>) -> Option<StmtKind> {
        let part = kids.next()?;
        match part.as_rule() {
            Rule::block => Some(StmtKind::Repeat {
                times: None,
                body: self.block(part)?,
            }),
            Rule::each => self.each(Kids::of(part), true),
            _ => {
                let (times, body) = self.branch(&mut Kids::of(part))?;
                let times = Some(times);
                Some(StmtKind::Repeat { times, body })
            }
        }
    }

    fn each(&mut self, mut kids: Kids<'_>, endless: bool) -> Option<StmtKind> {
        let from = self.take_part(&mut kids, Rule::each_from);
        let backwards = kids.pick(Rule::each_back).is_some();
        let filter = self.take_part(&mut kids, Rule::filter);
        let body = self.take_block(&mut kids)?;
        Some(StmtKind::Each {
            endless,
            from,
            backwards,
            filter,
            body,
        })
    }

    fn for_each(&mut self, mut kids: Kids<'_>) -> Option<StmtKind> {
        let over = self.over(&mut kids)?;
        let from = self.take_part(&mut kids, Rule::each_from);
        let body = self.take_block(&mut kids)?;
        Some(StmtKind::For { over, from, body })
    }

    /// The expression of an optional part such as `where …`. One that cannot be built is missing, too; then what
    /// is wrong with it has been noted, and the whole part is given up.
    pub(super) fn take_part(&mut self, kids: &mut Kids<'_>, rule: Rule) -> Option<Expr> {
        let part = kids.pick(rule)?;
        self.take_expr(&mut Kids::of(part))
    }

    pub(super) fn phase(&mut self, mut kids: Kids<'_>) -> Option<Phase> {
        let name = self.take_name(&mut kids)?;
        let body = self.take_block(&mut kids)?;
        Some(Phase { name, body })
    }

    /// `ask … otherwise ask … otherwise …`, folded from its end.
    fn ask(&mut self, tags: Vec<Tag>, mut kids: Kids<'_>) -> Option<Stmt> {
        let mut heads = vec![(tags, kids.pick(Rule::ask_head)?)];
        while let Some(part) = kids.pick(Rule::otherwise_ask) {
            let mut part = Kids::of(part);
            let tags = self.both_tags(&mut part);
            heads.push((tags, part.pick(Rule::ask_head)?));
        }
        let last = heads.last().map(|(_, head)| self.span(head));
        self.check_chain(last, heads.len())?;
        let mut otherwise = None;
        if let Some(part) = kids.pick(Rule::otherwise_do) {
            let mut part = Kids::of(part);
            let tags = self.both_tags(&mut part);
            otherwise = Some(Box::new(self.action(tags, part.next()?)?));
        }
        let mut stmt = None;
        for (tags, head) in heads.into_iter().rev() {
            otherwise = stmt.map(Box::new).or(otherwise.take());
            stmt = Some(self.ask_head(tags, head, otherwise.take())?);
        }
        stmt
    }

    /// The tags before `otherwise` and those behind it.
    fn both_tags(&mut self, kids: &mut Kids<'_>) -> Vec<Tag> {
        let mut tags = self.take_tags(kids);
        tags.extend(self.take_tags(kids));
        tags
    }

    fn ask_head(
        &mut self,
        tags: Vec<Tag>,
        pair: Pair<'_>,
        otherwise: Option<Box<Stmt>>,
    ) -> Option<Stmt> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let who = self.take_expr(&mut kids)?;
        let moves = kids
            .map(|item| self.ask_item(item))
            .collect::<Option<_>>()?;
        let span = otherwise.as_ref().map_or(span, |o| span.to(o.span));
        let kind = StmtKind::Ask {
            who,
            moves,
            otherwise,
        };
        Some(Stmt { tags, span, kind })
    }

    fn ask_item(&mut self, pair: Pair<'_>) -> Option<AskItem> {
        let mut kids = Kids::of(pair);
        let tags = self.take_tags(&mut kids);
        let name = self.take_name(&mut kids)?;
        let args = match kids.pick(Rule::args) {
            Some(args) => self.exprs(Kids::of(args))?,
            None => Vec::new(),
        };
        let cond = self.take_part(&mut kids, Rule::only_if);
        Some(AskItem {
            tags,
            name,
            args,
            cond,
        })
    }

    /// What is done where only one statement may stand.
    fn sole_effect(&mut self, tags: &[Tag], pair: Pair<'_>) -> Option<Stmt> {
        let span = self.span(&pair);
        let mut all = self.effects(tags, pair);
        if all.len() > 1 {
            let message = "only one thing can be moved here";
            let wrong = Diagnostic::error(span, message);
            self.found
                .push(wrong.hint("put what belongs together into a routine: to deal(p) { … }"));
        }
        all.pop().flatten()
    }

    /// What begins with an expression: transfers, an assignment or a call.
    fn effects(&mut self, tags: &[Tag], pair: Pair<'_>) -> Vec<Option<Stmt>> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let mut first = vec![self.take_expr(&mut kids)];
        while let Some(also) = kids.pick(Rule::effect_also) {
            first.push(self.take_expr(&mut Kids::of(also)));
        }
        let rest = kids.next();
        let each = first.into_iter().map(|first| {
            let kind = self.effect(first?, rest.clone())?;
            let tags = tags.to_vec();
            Some(Stmt { tags, span, kind })
        });
        each.collect()
    }

    fn effect(&mut self, first: Expr, rest: Option<Pair<'_>>) -> Option<StmtKind> {
        let Some(rest) = rest else {
            return self.call_statement(first);
        };
        let rule = rest.as_rule();
        let mut rest = Kids::of(rest);
        let second = self.take_expr(&mut rest)?;
        Some(match rule {
            Rule::effect_what => StmtKind::Transfer {
                what: Some(first),
                from: second,
                to: self.take_expr(&mut rest)?,
            },
            Rule::effect_to => StmtKind::Transfer {
                what: None,
                from: first,
                to: second,
            },
            _ => StmtKind::Assign {
                target: first,
                value: second,
            },
        })
    }

    fn call_statement(&mut self, expr: Expr) -> Option<StmtKind> {
        match expr.kind {
            ExprKind::Call { name, args } => Some(StmtKind::Call { name, args }),
            ExprKind::Script { name, args } => Some(StmtKind::Script { name, args }),
            _ => {
                self.incomplete(&expr);
                None
            }
        }
    }

    /// A statement that is only an expression.
    fn incomplete(&mut self, expr: &Expr) {
        let at = expr.span.end as usize - self.part.start;
        let end = self.part.span(at..at);
        let rest = self
            .part
            .text
            .get(at..)
            .unwrap_or_default()
            .trim_start_matches(' ');
        let line = rest.lines().next().unwrap_or_default();
        let cut = rest.starts_with(';') && line.contains("->");
        let hint = match &expr.kind {
            _ if cut => {
                "`:` stands between a kind of piece and where it comes from: `town: box -> there`"
            }
            ExprKind::Compare {
                op: CompareOp::Is, ..
            } => "a value is remembered by `=`; a condition stands after `if` or `when`",
            _ => "a thing is moved by `here -> there`, a value is remembered by `shifts of me = 0`",
        };
        let diagnostic =
            Diagnostic::error(end, "expected `->` or `=`").label("the statement ends here");
        self.found.push(diagnostic.hint(hint));
    }
}
