//! Lines that are shown with the table.

use super::Resolver;
use super::names::Scope;
use super::stmts::optional;
use super::types::Type;
use crate::base::{Diagnostic, Span};
use crate::model::{Node, Status, TextPart, Truth, Zone};
use crate::syntax::ast::{self, DeclKind, Expr, ExprKind, TemplatePart};

impl<'a> Resolver<'a> {
    /// Resolves the lines that are shown with the table; whoever looks on reads them, so they tell nothing that lies hidden.
    pub fn status_lines(&mut self, zones: Option<&[Zone]>) -> Option<Vec<Status>> {
        let decls: Vec<(&[ast::Tag], Span, &'a ast::Status)> = self
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
            match self.status_line(decl) {
                Some(status) => {
                    if let Some(zones) = zones {
                        self.check_status(&status, (zones, span));
                    }
                    lines.push(status);
                }
                None => complete = false,
            }
        }
        complete.then_some(lines)
    }

    fn status_line(&mut self, decl: &ast::Status) -> Option<Status> {
        let me = Expr {
            tags: Vec::new(),
            span: decl.text.span,
            kind: ExprKind::Word("me".into()),
        };
        let outer = Scope::default();
        let player = decl.player.iter();
        let scope = Scope {
            params: player.map(|p| (p.text.as_str(), &me)).collect(),
            caller: Some(&outer),
            ..Scope::default()
        };
        decl.player.iter().for_each(|p| self.check_local(p));
        let parts = decl.text.parts.iter();
        let text: Vec<Option<TextPart>> = parts.map(|p| self.status_part(p, &scope)).collect();
        let when: Option<Option<Node<Truth>>> =
            optional(decl.when.as_ref().map(|e| self.truth(e, &scope)));
        Some(Status {
            of_player: decl.player.is_some(),
            text: text.into_iter().collect::<Option<_>>()?,
            when: when?,
        })
    }

    /// A piece of the text: unlike a move's, it may tell any number.
    fn status_part(&mut self, part: &TemplatePart, scope: &Scope<'_>) -> Option<TextPart> {
        if let TemplatePart::Hole(hole) = part
            && self.type_of(hole, scope) == Type::Number
        {
            return Some(TextPart::Num(self.num(hole, scope)?.kind));
        }
        self.text_part(part, scope)
    }

    fn check_status(&mut self, status: &Status, (zones, span): (&[Zone], Span)) {
        if let Some(zone) = super::secrets::told(status, (zones, &self.script_fns())) {
            let name = &zones[zone.index()].name;
            let message = format!("this line would tell everybody what lies in `{name}`");
            let diagnostic = Diagnostic::error(span, message);
            self.report(diagnostic.hint("tell only how much it is: `size of`, `some`, `no`"));
        }
    }
}
