//! The ends of a game, and texts without values.

use crate::expr::types::is_word;
use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{Ending, StmtKind};
use linstock_syntax::ast::{Expr, QuotedText, Template};

impl Resolver<'_> {
    /// Resolves `win me "three in a row"`.
    pub(super) fn win(
        &mut self,
        players: &Expr,
        reason: Option<&Template>,
        scope: &Scope<'_>,
    ) -> Checked<StmtKind> {
        if is_word(players, "none") {
            let diagnostic =
                Diagnostic::error("E0503", players.span, "a game that nobody wins is a draw");
            return Err(self.error(diagnostic.hint(r#"write: draw "nobody can move""#)));
        }
        let (winners, reason) = (
            self.seats(players, scope),
            self.end_text((reason, Ending::WON), scope),
        );
        Ok(StmtKind::End(Ending {
            winners: Some(winners?),
            ..reason?
        }))
    }

    /// Resolves `draw "nobody can move"`.
    pub(super) fn draw(
        &mut self,
        reason: Option<&Template>,
        scope: &Scope<'_>,
    ) -> Checked<StmtKind> {
        let ending = self.end_text((reason, "the game is drawn"), scope)?;
        Ok(StmtKind::End(ending))
    }

    /// Returns an end without a winner, with its text.
    fn end_text(
        &mut self,
        (reason, otherwise): (Option<&Template>, &str),
        scope: &Scope<'_>,
    ) -> Checked<Ending> {
        let Some(text) = reason else {
            return Ok(Ending::nobody_wins(otherwise));
        };
        let text = self.in_words(text);
        let parts = text.parts.iter();
        let said: Vec<_> = parts.map(|part| self.status_part(part, scope)).collect();
        Ok(Ending {
            winners: None,
            reason: text.written.clone(),
            said: said.into_iter().collect::<Checked<_>>()?,
        })
    }

    /// Returns a text that may not contain values; refuses braces.
    pub(super) fn fixed_text(
        &mut self,
        text: &QuotedText,
        says: &str,
        way_out: &str,
    ) -> Checked<String> {
        if !text.value.contains(['{', '}']) {
            return Ok(self.text_in_words(&text.value));
        }
        let message = format!("a text that says {says} cannot contain values");
        let diagnostic = Diagnostic::error("E0504", text.span, message).label("braces");
        Err(self.error(diagnostic.hint(way_out)))
    }
}
