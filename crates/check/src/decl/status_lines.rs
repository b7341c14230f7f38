//! Lines shown with the table, in the prompt or before a move: from `status`, `prompt` and `warn` to their texts
//! with values, and the conditions under which they are shown.

use crate::analysis::secrecy;
use crate::analysis::visibility::Secret;
use crate::decl::move_texts::Hole;
use crate::expr::truth_folding::all_of;
use crate::expr::typed::Typed;
use crate::names::nouns::Noun;
use crate::names::{By, Param, Scope};
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{
    LinePlace, Member, MemoryId, Node, Num, StatusLine, TextPart, Truth, Unshown, Zone, ZoneId,
};
use linstock_syntax::ast::{
    self, Decl, DeclKind, Expr, ExprKind, Name, StatusOf, Template, TemplatePart,
};

impl<'a> Resolver<'a> {
    /// Resolves the lines that are shown with the table; onlookers read them, so they may not reveal secrets.
    pub(crate) fn status_lines(&mut self, zones: Checked<&[Zone]>) -> Checked<Vec<StatusLine>> {
        let mut lines = Vec::new();
        let mut complete = Ok(());
        for Decl { tags, span, kind } in self.decls() {
            let DeclKind::Status(decl) = kind else {
                continue;
            };
            self.tags(tags);
            if let Some(of) = &decl.of {
                self.check_local(&of.name);
            }
            let found = match &decl.of {
                Some(of) if let Some(rows) = &of.rows => {
                    let parts = (&decl.text, decl.when.as_ref());
                    self.row_lines(parts, (of, rows), &Scope::default())
                }
                _ => self.status_line(decl).map(|line| vec![line]),
            };
            let found = self.shown_where(decl, found);
            let told = found.and_then(|found| self.told_to_all(found, (zones?, *span)));
            match told {
                Ok(told) => lines.extend(told),
                Err(reported) => complete = Err(reported),
            }
        }
        complete.map(|()| lines)
    }

    /// Checks that lines reveal no secrets; reports the first that does.
    fn told_to_all(
        &mut self,
        lines: Vec<StatusLine>,
        known: (&[Zone], Span),
    ) -> Checked<Vec<StatusLine>> {
        if let Some(place) = lines.iter().find_map(asks_for_the_past) {
            return Err(self.no_past_here(place, "a line of text"));
        }
        // After the end of a game, the scores reveal what was hidden.
        for line in lines.iter().filter(|l| l.shown != LinePlace::Result) {
            self.check_status(line, known)?;
        }
        Ok(lines)
    }

    /// Reports `seen 2 times` where positions are not counted.
    pub(crate) fn no_past_here(&mut self, place: Span, what: &str) -> ErrorGuaranteed {
        let message = format!("{what} cannot ask how often a position has occurred");
        let hint = "remember it in the sequence of play, as in `if seen 2 times { again = yes }`, and use the remembered value here";
        self.error(Diagnostic::error("E0299", place, message).hint(hint))
    }

    /// Resolves the zones, memories and columns of lists that are not shown.
    pub(crate) fn unshown(&mut self) -> Checked<Unshown> {
        let names: Vec<&'a Name> = self
            .decls()
            .filter_map(|decl| match &decl.kind {
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
                (None, None) if self.list_with(name).is_some() => {
                    unshown.fields.push(name.text.clone());
                }
                // What a variant removes needs no hiding.
                (None, None) if self.is_removed(name) => {}
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
            params: player
                .iter()
                .map(|player| Param {
                    name: &player.text,
                    value: &me,
                    scope: &outer,
                    by: By::Call,
                })
                .collect(),
            ..Scope::default()
        };
        let mut line = self.line_of((&decl.text, decl.when.as_ref()), &scope)?;
        line.of_player = decl.of.is_some();
        Ok(line)
    }

    /// Sets the place where lines are shown.
    fn shown_where(
        &mut self,
        decl: &ast::StatusDecl,
        lines: Checked<Vec<StatusLine>>,
    ) -> Checked<Vec<StatusLine>> {
        let shown = match &decl.shown {
            ast::StatusPlace::Table => LinePlace::Table,
            ast::StatusPlace::Prompt => LinePlace::Prompt,
            ast::StatusPlace::Result => LinePlace::Result,
            ast::StatusPlace::Warning { supposing } => {
                let supposed = supposing.as_ref().map(|name| {
                    let at = self.move_or_report(name)?;
                    self.rule(at, name.span)
                });
                LinePlace::BeforeMoves(supposed.transpose()?)
            }
        };
        let shown = |line| StatusLine { shown, ..line };
        Ok(lines?.into_iter().map(shown).collect())
    }

    /// Resolves the warnings at the head of a move.
    pub(crate) fn warnings(
        &mut self,
        of: Option<&StatusOf>,
        parts: (&Template, Option<&Expr>),
        scope: &Scope<'_>,
    ) -> Checked<Vec<StatusLine>> {
        let Some(of) = of else {
            return self.line_of(parts, scope).map(|line| vec![line]);
        };
        self.check_local(&of.name);
        let Some(rows) = &of.rows else {
            let diagnostic = Diagnostic::error(
                "E0300",
                of.name.span,
                "expected `in` and a list or `players`",
            );
            let hint = "as in `warn of p in players \"…\"`";
            return Err(self.error(diagnostic.hint(hint)));
        };
        self.row_lines(parts, (of, rows), scope)
    }

    /// Resolves one line for each of some rows.
    fn row_lines(
        &mut self,
        (text, when): (&Template, Option<&Expr>),
        (of, rows): (&StatusOf, &Expr),
        scope: &Scope<'_>,
    ) -> Checked<Vec<StatusLine>> {
        let name = &of.name;
        let members = self.members_where(name, rows, of.filter.as_ref(), scope);
        let (finite_domain, members) = members?;
        let mut lines = Vec::new();
        for (at, truth) in (0u8..).zip(members) {
            if matches!(truth.kind, Truth::Fixed(false)) {
                continue;
            }
            let inner = self.bound_scope(name, (finite_domain, Member::Fixed(at)), scope);
            let mut line = self.line_of((text, when), &inner)?;
            let when = line.when.into_iter().chain([truth]);
            line.when = Some(all_of(text.span, when));
            lines.push(line);
        }
        Ok(lines)
    }

    fn line_of(
        &mut self,
        (text, when): (&Template, Option<&Expr>),
        scope: &Scope<'_>,
    ) -> Checked<StatusLine> {
        let span = text.span;
        let text = self.in_words(text);
        let parts = text.parts.iter();
        let text: Vec<Checked<TextPart>> = parts.map(|p| self.status_part(p, scope)).collect();
        if let Some(cond) = when {
            self.is_trial(cond, "what is shown");
        }
        let when: Checked<Option<Node<Truth>>> = when.map(|e| self.truth(e, scope)).transpose();
        Ok(StatusLine {
            span,
            shown: LinePlace::BeforeMove,
            of_player: false,
            text: text.into_iter().collect::<Checked<_>>()?,
            when: when?,
        })
    }

    /// Resolves the text of the question in `ask me "hit {p}?": …`.
    pub(crate) fn question(&mut self, text: &Template, scope: &Scope<'_>) -> Checked<StatusLine> {
        let parts: Vec<_> = self
            .in_words(text)
            .parts
            .iter()
            .map(|p| self.status_part(p, scope))
            .collect();
        Ok(StatusLine {
            span: text.span,
            shown: LinePlace::Prompt,
            of_player: false,
            text: parts.into_iter().collect::<Checked<_>>()?,
            when: None,
        })
    }

    /// Elaborates a part of the text: unlike a move's text, it may contain any number.
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
            // An option without a number: the text says so, if it is shown at all.
            Hole::Typed(node) if matches!(node.kind, Typed::Nobody) => {
                Ok(TextPart::Literal("none".to_owned()))
            }
            Hole::Typed(node) => self.text_of(node),
        }
    }

    /// Reports a secret that a text reveals to everybody.
    pub(crate) fn check_status(
        &mut self,
        status: &StatusLine,
        (zones, span): (&[Zone], Span),
    ) -> Checked<()> {
        let visibility = self.visibility(zones);
        let Some(secret) = secrecy::secret_told_by(status, &visibility) else {
            return Ok(());
        };
        let what = visibility.in_words(secret);
        let message = format!("this line would reveal {what} to everybody");
        let hint = match secret {
            Secret::Zone(_) => "show only how much it is: `size of`, `some`, `no`",
            Secret::Memory(_) => "leave this value out, or let everybody see it",
        };
        Err(self.error(Diagnostic::error("E0301", span, message).hint(hint)))
    }
}

/// Finds the place of a `seen`.
struct PastAsked(Option<Span>);

impl Visitor for PastAsked {
    fn truth(&mut self, truth: &Node<Truth>) {
        if matches!(truth.kind, Truth::Seen(_)) {
            self.0.get_or_insert(truth.span);
        }
    }
}

fn asks_for_the_past(line: &StatusLine) -> Option<Span> {
    let mut asked = PastAsked(None);
    line.when.iter().for_each(|cond| cond.walk(&mut asked));
    line.text.iter().for_each(|part| part.walk(&mut asked));
    asked.0
}

/// Returns the place of a `seen` in a score.
pub(crate) fn score_asks_for_the_past(score: &Node<Num>) -> Option<Span> {
    let mut asked = PastAsked(None);
    score.walk(&mut asked);
    asked.0
}
