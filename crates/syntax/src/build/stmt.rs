//! Builds statements: makes a tree node from pest's pair, for example for `here -> there`.

use crate::ast::{
    AskItemDecl, Expr, ExprKind, Phase, RoundDecl, StmtDecl, StmtDeclKind, Tag, Template,
};
use crate::build::Builder;
use crate::errors::other_languages_in_statements;
use crate::grammar::Rule;
use crate::parser::{Children, Pair};
use linstock_base::{Diagnostic, Limit, Span};

/// The longest chain of `else if` or `otherwise ask`.
const LONGEST_CHAIN: Limit = Limit {
    what: "alternatives in this statement",
    most: 64,
    remedy: "split it into several statements",
};

impl Builder<'_> {
    /// Builds the statements of a block.
    pub(super) fn block(&mut self, pair: Pair<'_>) -> Option<Vec<StmtDecl>> {
        // Builds all statements before it returns `None`, so that every mistake is found.
        let stmts: Vec<_> = Children::of(pair)
            .flat_map(|stmt| self.stmts(stmt))
            .collect();
        stmts.into_iter().collect()
    }

    /// Builds a block only to find its mistakes.
    pub(crate) fn any_block(&mut self, pair: Pair<'_>) {
        if pair.as_rule() == Rule::move_block {
            self.move_lines(Children::of(pair));
        } else {
            self.block(pair);
        }
    }

    fn take_block(&mut self, children: &mut Children<'_>) -> Option<Vec<StmtDecl>> {
        children.pick(Rule::block).and_then(|pair| self.block(pair))
    }

    /// Builds a statement; `ace, king: deck -> hand of me` is short for several.
    pub(super) fn stmts(&mut self, pair: Pair<'_>) -> Vec<Option<StmtDecl>> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        match children.next() {
            Some(effect) if effect.as_rule() == Rule::effect => self.effects(&tags, effect),
            Some(action) => vec![self.action(tags, action)],
            None => vec![None],
        }
    }

    /// Builds a statement without its own tags.
    fn action(&mut self, tags: Vec<Tag>, pair: Pair<'_>) -> Option<StmtDecl> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::effect {
            return self.sole_effect(&tags, pair);
        }
        let mut children = Children::of(pair);
        let kind = match rule {
            Rule::ask => return self.ask(tags, children),
            Rule::let_value => StmtDeclKind::Let {
                name: self.take_name(&mut children)?,
                value: self.take_expr(&mut children)?,
            },
            Rule::lay => self.lay(children)?,
            Rule::must => StmtDeclKind::Must {
                cond: self.take_expr(&mut children)?,
                message: self.take_text(&mut children)?,
            },
            Rule::forget => StmtDeclKind::Forget(self.exprs(children)?),
            Rule::condition => self.condition(children)?,
            Rule::repeat => self.repeat(children)?,
            Rule::each => self.each(children, false)?,
            Rule::for_each => self.for_each(children)?,
            Rule::phase => StmtDeclKind::Phase(self.phase(children)?),
            Rule::leave => StmtDeclKind::Leave(self.take_name(&mut children)?),
            Rule::win => StmtDeclKind::Win {
                players: self.take_expr(&mut children)?,
                reason: self.end_text(&mut children)?,
            },
            Rule::draw => StmtDeclKind::Draw {
                reason: self.end_text(&mut children)?,
            },
            _ => return None,
        };
        Some(StmtDecl { tags, span, kind })
    }

    /// Builds the reason for the end of a game, if there is one.
    fn end_text(&mut self, children: &mut Children<'_>) -> Option<Option<Template>> {
        let Some(pair) = children.pick(Rule::string) else {
            return Some(None);
        };
        Some(Some(self.template(&pair)?))
    }

    /// `lay k turned 90 at camp of me`
    fn lay(&mut self, mut children: Children<'_>) -> Option<StmtDeclKind> {
        let name = self.take_name(&mut children)?;
        let turned = match children.pick(Rule::lay_turned) {
            Some(turned) => Some(self.sum(Children::of(turned).next()?)?),
            None => None,
        };
        let at = self.take_part(&mut children, Rule::lay_at);
        Some(StmtDeclKind::Lay { name, turned, at })
    }

    fn condition(&mut self, mut children: Children<'_>) -> Option<StmtDeclKind> {
        let mut branches = Vec::new();
        let first = self.branch(&mut children)?;
        while let Some(part) = children.pick(Rule::else_if) {
            let span = self.span(&part);
            let branch = self.branch(&mut Children::of(part))?;
            branches.push((span, branch));
        }
        self.check_chain(branches.last().map(|(span, _)| *span), branches.len())?;
        let mut otherwise = match children.pick(Rule::else_block) {
            Some(part) => self.take_block(&mut Children::of(part))?,
            None => Vec::new(),
        };
        for (span, (cond, then)) in branches.into_iter().rev() {
            let kind = StmtDeclKind::If {
                cond,
                then,
                otherwise,
            };
            let tags = Vec::new();
            otherwise = vec![StmtDecl { tags, span, kind }];
        }
        let (cond, then) = first;
        Some(StmtDeclKind::If {
            cond,
            then,
            otherwise,
        })
    }

    /// Reports a chain of `else if` or `otherwise ask` that is too long: each link is a level of the tree.
    fn check_chain(&mut self, last: Option<Span>, length: usize) -> Option<()> {
        if let (Some(span), Err(too_many)) = (last, LONGEST_CHAIN.check(length)) {
            self.found.push(too_many.at(span));
            return None;
        }
        Some(())
    }

    fn branch(&mut self, children: &mut Children<'_>) -> Option<(Expr, Vec<StmtDecl>)> {
        let cond = self.take_expr(children)?;
        let then = self.take_block(children)?;
        Some((cond, then))
    }

    fn repeat(&mut self, mut children: Children<'_>) -> Option<StmtDeclKind> {
        let part = children.next()?;
        match part.as_rule() {
            Rule::block => Some(StmtDeclKind::Repeat {
                times: None,
                body: self.block(part)?,
            }),
            Rule::each => self.each(Children::of(part), true),
            _ => {
                let (times, body) = self.branch(&mut Children::of(part))?;
                let times = Some(times);
                Some(StmtDeclKind::Repeat { times, body })
            }
        }
    }

    fn each(&mut self, mut children: Children<'_>, endless: bool) -> Option<StmtDeclKind> {
        let first = self.take_part(&mut children, Rule::filter);
        let from = self.take_part(&mut children, Rule::each_from);
        let backwards = children.pick(Rule::each_back).is_some();
        let filter = first.or_else(|| self.take_part(&mut children, Rule::filter));
        let body = self.take_block(&mut children)?;
        Some(StmtDeclKind::Each(RoundDecl {
            endless,
            from,
            backwards,
            filter,
            body,
        }))
    }

    fn for_each(&mut self, mut children: Children<'_>) -> Option<StmtDeclKind> {
        let mut over = self.over(&mut children)?;
        let from = self.take_part(&mut children, Rule::each_from);
        let last = self.take_part(&mut children, Rule::filter);
        over.filter = over.filter.or(last);
        let body = self.take_block(&mut children)?;
        Some(StmtDeclKind::For { over, from, body })
    }

    /// Builds the expression of an optional part such as `where …`. Also returns `None` if it cannot build the expression;
    /// then it records the mistake and drops the whole part.
    pub(super) fn take_part(&mut self, children: &mut Children<'_>, rule: Rule) -> Option<Expr> {
        let part = children.pick(rule)?;
        self.take_expr(&mut Children::of(part))
    }

    pub(super) fn phase(&mut self, mut children: Children<'_>) -> Option<Phase> {
        let name = self.take_name(&mut children)?;
        let body = self.take_block(&mut children)?;
        Some(Phase { name, body })
    }

    /// Builds `ask … otherwise ask … otherwise …`, folded from its end.
    fn ask(&mut self, tags: Vec<Tag>, mut children: Children<'_>) -> Option<StmtDecl> {
        let mut heads = vec![(tags, children.pick(Rule::ask_head)?)];
        while let Some(part) = children.pick(Rule::otherwise_ask) {
            let mut part = Children::of(part);
            let tags = self.both_tags(&mut part);
            heads.push((tags, part.pick(Rule::ask_head)?));
        }
        let last = heads.last().map(|(_, head)| self.span(head));
        self.check_chain(last, heads.len())?;
        let mut otherwise = match children.pick(Rule::otherwise_do) {
            Some(part) => self.otherwise(Children::of(part))?,
            None => Vec::new(),
        };
        for (tags, head) in heads.into_iter().rev() {
            otherwise = vec![self.ask_head(tags, head, otherwise)?];
        }
        otherwise.pop()
    }

    /// Builds `otherwise win opponent` or `otherwise { … }`; the tags before it apply to each of its statements.
    fn otherwise(&mut self, mut part: Children<'_>) -> Option<Vec<StmtDecl>> {
        let tags = self.both_tags(&mut part);
        let done = part.next()?;
        if done.as_rule() != Rule::block {
            return Some(vec![self.action(tags, done)?]);
        }
        let mut block = self.block(done)?;
        for stmt in &mut block {
            stmt.tags.splice(0..0, tags.iter().cloned());
        }
        Some(block)
    }

    /// Returns the tags before and after `otherwise`.
    fn both_tags(&mut self, children: &mut Children<'_>) -> Vec<Tag> {
        let mut tags = self.take_tags(children);
        tags.extend(self.take_tags(children));
        tags
    }

    fn ask_head(
        &mut self,
        tags: Vec<Tag>,
        pair: Pair<'_>,
        otherwise: Vec<StmtDecl>,
    ) -> Option<StmtDecl> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let who = self.take_expr(&mut children)?;
        let question = match children.pick(Rule::ask_question) {
            Some(question) => Some(self.template(&question)?),
            None => None,
        };
        let mut moves = Vec::new();
        let mut as_often = None;
        for child in children {
            match child.as_rule() {
                Rule::as_often => as_often = Some(self.span(&child)),
                _ => moves.push(self.ask_item(child)?),
            }
        }
        let span = otherwise.last().map_or(span, |o| span.to(o.span));
        let kind = StmtDeclKind::Ask {
            who,
            question,
            moves,
            as_often,
            otherwise,
        };
        Some(StmtDecl { tags, span, kind })
    }

    pub(super) fn ask_item(&mut self, pair: Pair<'_>) -> Option<AskItemDecl> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        let name = self.take_name(&mut children)?;
        let args = match children.pick(Rule::args) {
            Some(args) => self.exprs(Children::of(args))?,
            None => Vec::new(),
        };
        let cond = self.take_part(&mut children, Rule::only_if);
        Some(AskItemDecl {
            tags,
            name,
            args,
            cond,
        })
    }

    /// Builds a statement where only one is allowed.
    fn sole_effect(&mut self, tags: &[Tag], pair: Pair<'_>) -> Option<StmtDecl> {
        let span = self.span(&pair);
        let mut all = self.effects(tags, pair);
        if all.len() > 1 {
            let message = "only one thing can be moved here";
            let wrong = Diagnostic::error("E0113", span, message);
            self.found
                .push(wrong.hint("write a routine with a statement for each: to deal(p) { … }"));
        }
        all.pop().flatten()
    }

    /// Builds a statement that begins with an expression: a transfer, an assignment or a call.
    fn effects(&mut self, tags: &[Tag], pair: Pair<'_>) -> Vec<Option<StmtDecl>> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let mut first = vec![self.take_expr(&mut children)];
        while let Some(also) = children.pick(Rule::effect_also) {
            first.push(self.take_expr(&mut Children::of(also)));
        }
        let rest = children.next();
        let each = first.into_iter().map(|first| {
            let kind = self.effect(first?, rest.clone())?;
            let tags = tags.to_vec();
            Some(StmtDecl { tags, span, kind })
        });
        each.collect()
    }

    fn effect(&mut self, first: Expr, rest: Option<Pair<'_>>) -> Option<StmtDeclKind> {
        let Some(rest) = rest else {
            return self.call_statement(first);
        };
        let rule = rest.as_rule();
        let mut rest = Children::of(rest);
        let second = self.take_expr(&mut rest)?;
        Some(match rule {
            Rule::effect_what => StmtDeclKind::Transfer {
                what: Some(first),
                from: second,
                to: self.take_expr(&mut rest)?,
            },
            Rule::effect_becomes => StmtDeclKind::Become {
                at: first,
                what: second,
            },
            Rule::effect_to => StmtDeclKind::Transfer {
                what: None,
                from: first,
                to: second,
            },
            _ => {
                if matches!(first.kind, ExprKind::Owned { .. })
                    && let Some(other_languages) = self.other_languages(&first)
                {
                    self.found.push(other_languages);
                    return None;
                }
                StmtDeclKind::Assign {
                    target: first,
                    value: second,
                }
            }
        })
    }

    /// Recognises a statement that begins with a word of another language.
    fn other_languages(&self, expr: &Expr) -> Option<Diagnostic> {
        let start = expr.span.start as usize - self.part.start;
        let text = self.part.text.get(start..)?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let word = &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())];
        other_languages_in_statements::statement(self.part.span(start..start + word.len()), word)
    }

    fn second_word(&self, expr: &Expr) -> &str {
        let start = expr.span.start as usize - self.part.start;
        let text = self.part.text.get(start..).unwrap_or_default();
        text.split_whitespace().nth(1).unwrap_or_default()
    }

    /// Returns what to write instead of `here is own king`, which may stand for an argument, a condition, or a value to remember.
    fn instead_of_is(&self, expr: &Expr) -> String {
        let start = expr.span.start as usize - self.part.start;
        let written = self
            .part
            .text
            .get(start..expr.span.end as usize - self.part.start);
        let written = written.unwrap_or_default();
        let (name, what) = written.split_once(" is ").unwrap_or((written, "own pawn"));
        format!(
            "for a choice, write `{name} in {what}`; for a condition, `when {written}`; for a value to remember, `{name} = {what}`"
        )
    }

    fn call_statement(&mut self, expr: Expr) -> Option<StmtDeclKind> {
        match expr.kind {
            ExprKind::Call { name, args } => Some(StmtDeclKind::Call { name, args }),
            ExprKind::Script { name, args } => Some(StmtDeclKind::Script { name, args }),
            _ => {
                self.incomplete(&expr);
                None
            }
        }
    }

    /// Reports an expression that stands alone as a statement.
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
        let next = line
            .strip_prefix(';')
            .and_then(|line| line.split(';').next());
        let cut = next.is_some_and(|next| next.contains("->"));
        if let Some(other_languages) = self.other_languages(expr) {
            self.found.push(other_languages);
            return;
        }
        let hint = match &expr.kind {
            _ if self.second_word(expr) == "is" => self.instead_of_is(expr),
            _ if ["wins", "win", "won"].contains(&self.second_word(expr)) => {
                r#"the word comes first: win me "the king has fallen""#.to_owned()
            }
            _ if ["loses", "lose", "lost"].contains(&self.second_word(expr)) => {
                r#"name the winner, not the loser: win opponent "the king has fallen""#
                    .to_owned()
            }
            _ if cut => {
                "write `:` between the piece and the place from which it comes: `town: box -> there`"
                    .to_owned()
            }
            ExprKind::Sum { .. } => "write `=` to change a number: x = x + 1".to_owned(),
            _ => "write `here -> there` to move a piece, or `shifts of me = 0` to change a value"
                .to_owned(),
        };
        let diagnostic = Diagnostic::error("E0114", end, "expected `->` or `=`")
            .label("the statement ends here");
        self.found.push(diagnostic.hint(hint));
    }
}
