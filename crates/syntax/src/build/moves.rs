//! Move declarations: the text with holes, the head (arguments, conditions), the body.

use crate::ast::{
    Expr, HeadDecl, HeadKind, MoveDecl, StmtDecl, StmtDeclKind, Template, TemplatePart,
};
use crate::build::Builder;
use crate::errors::general;
use crate::grammar::Rule;
use crate::lexical;
use crate::parser::{self, Children, Pair, Part};
use crate::token::Dialect;
use linstock_base::{Diagnostic, unescaped};

/// The hint for a wrong hole.
const HOLE: &str = "in a text, `{here}` shows the value of `here`";

impl Builder<'_> {
    /// `move step "{here}-{there}" { … }`
    pub(super) fn move_decl(&mut self, mut children: Children<'_>) -> Option<MoveDecl> {
        let name = self.take_name(&mut children)?;
        let params = self.params(&mut children);
        let text = self.template(&children.pick(Rule::string)?);
        let lines = self.move_lines(Children::of(children.pick(Rule::move_block)?));
        let (heads, body) = lines?;
        Some(MoveDecl {
            name,
            params,
            text: text?,
            heads,
            body,
        })
    }

    /// Builds the head and the body. Arguments and conditions come first; one after a statement is an error.
    pub(super) fn move_lines(
        &mut self,
        children: Children<'_>,
    ) -> Option<(Vec<HeadDecl>, Vec<StmtDecl>)> {
        let (mut heads, mut body) = (Vec::new(), Vec::new());
        let mut complete = true;
        for line in children {
            if line.as_rule() == Rule::head {
                heads.extend(lets_of(&mut body));
                let late = Diagnostic::error(
                    "E0109",
                    self.span(&line),
                    "arguments and conditions must come before the first statement",
                );
                // A statement that could not be built may have been an argument.
                if body.iter().any(Option::is_some) {
                    self.found.push(late.hint("move this line up"));
                    complete = false;
                }
                heads.push(self.head(line));
            } else {
                body.extend(self.stmts(line));
            }
        }
        let heads = heads.into_iter().collect::<Option<_>>()?;
        let body = body.into_iter().collect::<Option<_>>()?;
        complete.then_some((heads, body))
    }

    pub(super) fn head(&mut self, pair: Pair<'_>) -> Option<HeadDecl> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        let part = children.next()?;
        let span = self.span(&part);
        let rule = part.as_rule();
        let mut part = Children::of(part);
        let kind = match rule {
            Rule::head_when => HeadKind::When(self.take_expr(&mut part)?),
            Rule::head_weigh => HeadKind::Weigh(self.take_expr(&mut part)?),
            Rule::head_leaves => HeadKind::Leaves {
                cond: self.take_expr(&mut part)?,
                supposing: match part.pick(Rule::supposing) {
                    Some(supposing) => Some(self.take_name(&mut Children::of(supposing))?),
                    None => None,
                },
            },
            Rule::head_warn => HeadKind::Warn {
                of: self.of_rows(&mut part)?,
                text: self.template(&part.pick(Rule::string)?)?,
                when: self.take_part(&mut part, Rule::only_when),
            },
            Rule::head_seen => HeadKind::SeenBy(self.exprs(part)?),
            _ => HeadKind::Arg {
                name: self.take_name(&mut part)?,
                domain: self.take_expr(&mut part)?,
                filter: self.take_part(&mut part, Rule::filter),
            },
        };
        Some(HeadDecl { tags, span, kind })
    }

    /// Splits a move's text into literals and holes; `{…}` holds an expression.
    pub(super) fn template(&mut self, pair: &Pair<'_>) -> Option<Template> {
        let text = self.written(pair);
        let start = pair.as_span().start() + 1;
        let mut parts = Vec::new();
        let mut rest = text.value.as_str();
        while let Some(open) = rest.find('{') {
            if open > 0 {
                parts.push(TemplatePart::Literal(unescaped(&rest[..open])));
            }
            let inside = start + text.value.len() - rest.len() + open + 1;
            let Some(length) = closing(&rest[open + 1..]) else {
                let span = self.part.span(inside - 1..inside);
                self.found.push(lexical::never_closed(span, "{").hint(HOLE));
                return None;
            };
            parts.push(TemplatePart::Hole(
                self.hole(self.part.within(inside..inside + length))?,
            ));
            rest = &rest[open + length + 2..];
        }
        if !rest.is_empty() {
            parts.push(TemplatePart::Literal(unescaped(rest)));
        }
        Some(Template {
            span: text.span,
            written: unescaped(&text.value),
            parts,
        })
    }

    fn hole(&mut self, part: Part<'_>) -> Option<Expr> {
        if lexical::is_too_deep(part.text) {
            let span = part.span(0..part.text.len());
            self.found.push(lexical::nested_too_deeply(span));
            return None;
        }
        match parser::parse(Rule::one_expression, part.text) {
            Ok(pair) => {
                let mut inner = Builder::new(part);
                let expr = inner.expr(pair);
                self.found.extend(inner.found);
                expr
            }
            Err(failure) => {
                let mut diagnostic = general::explain(&failure, part, Dialect::Expression);
                if diagnostic.hints.is_empty() {
                    diagnostic = diagnostic.hint(HOLE);
                }
                self.found.push(diagnostic);
                None
            }
        }
    }
}

/// Takes the `let` lines before a line of the head, if there are no other statements: they belong to the head.
fn lets_of(body: &mut Vec<Option<StmtDecl>>) -> Vec<Option<HeadDecl>> {
    let is_let = |stmt: &Option<StmtDecl>| {
        let stmt = stmt.as_ref().map(|stmt| &stmt.kind);
        matches!(stmt, Some(StmtDeclKind::Let { .. }))
    };
    if !body.iter().all(is_let) {
        return Vec::new();
    }
    let lets = body.drain(..).flatten();
    lets.map(|stmt| match stmt.kind {
        StmtDeclKind::Let { name, value } => Some(HeadDecl {
            tags: stmt.tags,
            span: stmt.span,
            kind: HeadKind::Let { name, value },
        }),
        _ => None,
    })
    .collect()
}

/// Returns the length of a hole's text, up to the closing `}`.
fn closing(inside: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
