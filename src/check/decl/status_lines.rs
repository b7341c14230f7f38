//! Lines that are shown with the table.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::analysis::secrecy::{self, Secret};
use crate::check::decl::moves::Hole;
use crate::check::expr::truths::all_of;
use crate::check::expr::typed::Typed;
use crate::check::names::Scope;
use crate::check::names::nouns::Noun;
use crate::check::report::reported::Checked;
use crate::model::{Member, MemoryId, Node, StatusLine, TextPart, Truth, Unshown, Zone, ZoneId};
use crate::syntax::ast::{self, DeclKind, Expr, ExprKind, LinePlace, Name, StatusOf, TemplatePart};

impl<'a> Resolver<'a> {
    /// Resolves the lines that are shown with the table; whoever looks on reads them, so they tell nothing that lies hidden.
    pub(crate) fn status_lines(&mut self, zones: Checked<&[Zone]>) -> Checked<Vec<StatusLine>> {
        let decls: Vec<(&[ast::Tag], Span, &'a ast::StatusDecl)> = self
            .decls()
            .filter_map(|(tags, span, decl)| match decl {
                DeclKind::Status(status) => Some((tags, span, status)),
                _ => None,
            })
            .collect();
        let mut lines = Vec::new();
        let mut complete = Ok(());
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
            let told = found.and_then(|found| self.told_to_all(found, (zones?, span)));
            match told {
                Ok(told) => lines.extend(told),
                Err(reported) => complete = Err(reported),
            }
        }
        complete.map(|()| lines)
    }

    /// Sees to it that lines tell nothing that lies hidden: the first that does is reported.
    fn told_to_all(
        &mut self,
        lines: Vec<StatusLine>,
        known: (&[Zone], Span),
    ) -> Checked<Vec<StatusLine>> {
        // When a game is over, the scores tell what lay hidden.
        for line in lines.iter().filter(|l| l.place != LinePlace::Result) {
            self.check_status(line, known)?;
        }
        Ok(lines)
    }

    /// Resolves what people are not shown: zones and remembered values.
    pub(crate) fn unshown(&mut self) -> Checked<Unshown> {
        let names: Vec<&'a Name> = self
            .decls()
            .filter_map(|(_, _, decl)| match decl {
                DeclKind::Hides(names) => Some(names),
                _ => None,
            })
            .flatten()
            .collect();
        let mut unshown = Unshown::default();
        let mut complete = Ok(());
        for name in names {
            let zone = ZoneId::find(&self.names.zones, self.is_called(Noun::Zone, name));
            let memory = MemoryId::find(&self.names.memories, self.is_called(Noun::Memory, name));
            self.names.used.insert(name.text.clone());
            match (zone, memory) {
                (Some(zone), _) => unshown.zones.push(zone),
                (None, Some(memory)) => unshown.memories.push(memory),
                (None, None) => complete = Err(self.no_such(Noun::Memory, name)),
            }
        }
        complete.map(|()| unshown)
    }

    fn status_line(&mut self, decl: &ast::StatusDecl) -> Checked<StatusLine> {
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
    ) -> Checked<Vec<StatusLine>> {
        let scope = Scope::default();
        let members = self.members_where((name, set, filter), &scope);
        let (family, members) = members?;
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
        Ok(lines)
    }

    fn line_of(&mut self, decl: &ast::StatusDecl, scope: &Scope<'_>) -> Checked<StatusLine> {
        let parts = decl.text.parts.iter();
        let text: Vec<Checked<TextPart>> = parts.map(|p| self.status_part(p, scope)).collect();
        let when: Checked<Option<Node<Truth>>> =
            decl.when.as_ref().map(|e| self.truth(e, scope)).transpose();
        Ok(StatusLine {
            place: decl.place,
            of_player: decl.of.is_some(),
            text: text.into_iter().collect::<Checked<_>>()?,
            when: when?,
        })
    }

    /// `ask me "hit {p}?": …`: what is asked, in words.
    pub(crate) fn question(
        &mut self,
        text: &ast::Template,
        scope: &Scope<'_>,
    ) -> Checked<StatusLine> {
        let parts: Vec<_> = text
            .parts
            .iter()
            .map(|p| self.status_part(p, scope))
            .collect();
        Ok(StatusLine {
            place: LinePlace::Prompt,
            of_player: false,
            text: parts.into_iter().collect::<Checked<_>>()?,
            when: None,
        })
    }

    /// A piece of the text: unlike a move's, it may tell any number.
    pub(crate) fn status_part(
        &mut self,
        part: &TemplatePart,
        scope: &Scope<'_>,
    ) -> Checked<TextPart> {
        match self.hole(part, scope)? {
            Hole::Literal(text) => Ok(TextPart::Literal(text)),
            Hole::Typed(Node {
                kind: Typed::Number(num),
                ..
            }) => Ok(TextPart::Num(num)),
            Hole::Typed(node) => self.text_of(node),
        }
    }

    /// Reports what everybody reads and what would tell them of something hidden.
    pub(crate) fn check_status(
        &mut self,
        status: &StatusLine,
        (zones, span): (&[Zone], Span),
    ) -> Checked<()> {
        let sights = self.sights(zones);
        let Some(secret) = secrecy::told(status, &sights) else {
            return Ok(());
        };
        let what = sights.in_words(secret);
        let message = format!("this line would tell everybody {what}");
        let hint = match secret {
            Secret::Zone(_) => "tell only how much it is: `size of`, `some`, `no`",
            Secret::Memory(_) => "not everybody sees this value: leave it out, or let all see it",
        };
        Err(self.error(Diagnostic::error(span, message).hint(hint)))
    }
}
