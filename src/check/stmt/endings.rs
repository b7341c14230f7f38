//! How a game ends, and the texts of statements, which hold no values.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::expr::types::is_word;
use crate::check::names::Scope;
use crate::check::report::reported::Checked;
use crate::model::{Ending, StmtKind};
use crate::syntax::ast::{Expr, QuotedText};

impl Resolver<'_> {
    /// `win me "three in a row"`
    pub(super) fn win(
        &mut self,
        players: &Expr,
        reason: Option<&QuotedText>,
        scope: &Scope<'_>,
    ) -> Checked<StmtKind> {
        if is_word(players, "none") {
            let diagnostic = Diagnostic::error(players.span, "a game that nobody wins is drawn");
            return Err(self.error(diagnostic.hint(r#"write: draw "nobody can move""#)));
        }
        let (winners, reason) = (
            self.seats(players, scope),
            self.end_text(reason, "the game is won"),
        );
        Ok(StmtKind::End(Ending {
            winners: Some(winners?),
            reason: reason?,
        }))
    }

    /// `draw "nobody can move"`
    pub(super) fn draw(&mut self, reason: Option<&QuotedText>) -> Checked<StmtKind> {
        Ok(StmtKind::End(Ending {
            winners: None,
            reason: self.end_text(reason, "the game is drawn")?,
        }))
    }

    fn end_text(&mut self, reason: Option<&QuotedText>, otherwise: &str) -> Checked<String> {
        let way_out = r#"a line of its own shows values when the game is over: result of p "{count (pawn of p)} men""#;
        reason.map_or(Ok(otherwise.to_owned()), |text| {
            self.fixed_text(text, "how a game ends", way_out)
        })
    }

    /// Returns a text in which no value can stand; braces in it are refused.
    pub(super) fn fixed_text(
        &mut self,
        text: &QuotedText,
        says: &str,
        way_out: &str,
    ) -> Checked<String> {
        if !text.value.contains(['{', '}']) {
            return Ok(text.value.clone());
        }
        let message = format!("no values stand in a text that says {says}");
        let diagnostic = Diagnostic::error(text.span, message).label("braces");
        Err(self.error(diagnostic.hint(way_out)))
    }
}
