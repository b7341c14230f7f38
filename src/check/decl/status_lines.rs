//! Lines that are shown with the table.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::decl::moves::Hole;
use crate::check::expr::truths::all_of;
use crate::check::expr::typed::Typed;
use crate::check::names::Scope;
use crate::check::stmt::optional;
use crate::model::{Member, Node, StatusLine, TextPart, Truth, Zone};
use crate::syntax::ast::{self, DeclKind, Expr, ExprKind, Name, StatusOf, TemplatePart};

impl<'a> Resolver<'a> {
    /// Resolves the lines that are shown with the table; whoever looks on reads them, so they tell nothing that lies hidden.
    pub(crate) fn status_lines(&mut self, zones: Option<&[Zone]>) -> Option<Vec<StatusLine>> {
        let decls: Vec<(&[ast::Tag], Span, &'a ast::StatusDecl)> = self
            .decls()
            .filter_map(|(tags, span, decl)| match decl {
                DeclKind::Status(status) => Some((tags, span, status)),
                _ => None,
            })
            .collect();
        let mut lines = Vec::new();
        let mut complete = true;
        for (tags, span, decl) in decls {
            self.tags(tags);
            if let Some(of) = &decl.of {
                self.check_local(&of.name);
            }
            let found = match &decl.of {
                Some(StatusOf {
                    name,
                    rows: Some(rows),
                    filter,
                }) => self.row_lines(decl, (name, rows, filter.as_ref())),
                _ => self.status_line(decl).map(|line| vec![line]),
            };
            complete &= found.is_some();
            for status in found.into_iter().flatten() {
                let told = zones.is_none_or(|zones| self.check_status(&status, (zones, span)));
                if !told {
                    break;
                }
                lines.push(status);
            }
        }
        complete.then_some(lines)
    }

    fn status_line(&mut self, decl: &ast::StatusDecl) -> Option<StatusLine> {
        let me = Expr {
            tags: Vec::new(),
            span: decl.text.span,
            kind: ExprKind::Word("me".into()),
        };
        let outer = Scope::default();
        let player = decl.of.as_ref().map(|of| &of.name);
        let scope = Scope {
            params: player.iter().map(|p| (p.text.as_str(), &me)).collect(),
            caller: Some(&outer),
            ..Scope::default()
        };
        self.line_of(decl, &scope)
    }

    /// Resolves lines of which there is one for each of some rows.
    fn row_lines(
        &mut self,
        decl: &ast::StatusDecl,
        (name, set, filter): (&Name, &Expr, Option<&Expr>),
    ) -> Option<Vec<StatusLine>> {
        let scope = Scope::default();
        let members = self.members_where((name, set, filter), &scope);
        let (family, members) = members.ok()?;
        let mut lines = Vec::new();
        for (at, truth) in (0u8..).zip(members) {
            if matches!(truth.kind, Truth::Fixed(false)) {
                continue;
            }
            let inner = self.bound_scope(name, (family, Member::Fixed(at)), &scope);
            let mut line = self.line_of(decl, &inner)?;
            line.of_player = false;
            let when = line.when.into_iter().chain([truth]);
            line.when = Some(all_of(decl.text.span, when));
            lines.push(line);
        }
        Some(lines)
    }

    fn line_of(&mut self, decl: &ast::StatusDecl, scope: &Scope<'_>) -> Option<StatusLine> {
        let parts = decl.text.parts.iter();
        let text: Vec<Option<TextPart>> = parts.map(|p| self.status_part(p, scope)).collect();
        let when: Option<Option<Node<Truth>>> =
            optional(decl.when.as_ref().map(|e| self.truth(e, scope)));
        Some(StatusLine {
            prompt: decl.prompt,
            of_player: decl.of.is_some(),
            text: text.into_iter().collect::<Option<_>>()?,
            when: when?,
        })
    }

    /// A piece of the text: unlike a move's, it may tell any number.
    pub(crate) fn status_part(
        &mut self,
        part: &TemplatePart,
        scope: &Scope<'_>,
    ) -> Option<TextPart> {
        match self.hole(part, scope)? {
            Hole::Literal(text) => Some(TextPart::Literal(text)),
            Hole::Typed(Node {
                kind: Typed::Number(num),
                ..
            }) => Some(TextPart::Num(num)),
            Hole::Typed(node) => self.text_of(node).ok(),
        }
    }

    /// Reports what everybody reads and what would tell them of something hidden.
    pub(crate) fn check_status(
        &mut self,
        status: &StatusLine,
        (zones, span): (&[Zone], Span),
    ) -> bool {
        let told = crate::check::analysis::secrecy::told(status, (zones, &self.script_fns()));
        if let Some(zone) = told {
            let name = &zones[zone.index()].name;
            let message = format!("this line would tell everybody what lies in `{name}`");
            let diagnostic = Diagnostic::error(span, message);
            self.report(diagnostic.hint("tell only how much it is: `size of`, `some`, `no`"));
        }
        told.is_none()
    }
}
