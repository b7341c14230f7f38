//! The score of a player, and its use in scenarios.

use crate::analysis::secrecy::scored;
use crate::decl::status_lines::score_asks_for_the_past;
use crate::expr::typed::{Resolved, Typed};
use crate::names::{By, Param, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{Node, Num, Zone};
use linstock_syntax::ast::{DeclKind, Expr, ExprKind, Name, Score, Tag};

impl<'a> Resolver<'a> {
    /// Resolves the score of each player, if the game keeps score.
    pub(crate) fn score(&mut self, zones: Checked<&[Zone]>) -> Checked<Option<Node<Num>>> {
        let Some((tags, score)) = self.score_decl() else {
            return Ok(None);
        };
        let tags = self.tags(tags);
        let me = Expr {
            tags: Vec::new(),
            span: score.player.span,
            kind: ExprKind::Word("me".into()),
        };
        let outer = Scope::default();
        let mut value = self.score_for(score, &me, &outer)?;
        value.tags.extend(tags);
        if let Some(place) = score_asks_for_the_past(&value) {
            return Err(self.no_past_here(place, "a score"));
        }
        if !score.seen_by_all {
            self.check_score(&value, zones?)?;
        }
        Ok(Some(value))
    }

    /// Reports a score that reveals a secret to everybody at the end, unless the rules allow that.
    fn check_score(&mut self, score: &Node<Num>, zones: &[Zone]) -> Checked<()> {
        let visibility = self.visibility(zones);
        let Some(secret) = scored(score, &visibility) else {
            return Ok(());
        };
        let what = visibility.in_words(secret);
        let message = format!("everybody sees the scores at the end, and would learn {what}");
        let diagnostic = Diagnostic::error("E0521", score.span, message);
        Err(self.error(
            diagnostic.label("computed from what is hidden").hint(
                "if all players may see it at the end, say so: score of p = …, seen by players",
            ),
        ))
    }

    /// Resolves `score of a` outside the rules: the score that a player would have now.
    pub(crate) fn score_of(
        &mut self,
        name: &Name,
        player: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let Some((_, score)) = self.score_decl() else {
            let diagnostic = Diagnostic::error("E0522", name.span, "this game keeps no score");
            return Err(self.error(diagnostic.hint("a game declares one: score of p = …")));
        };
        self.seat(player, scope)?;
        let value = self.score_for(score, player, scope)?;
        Ok((Typed::Number(value.kind), value.tags))
    }

    fn score_decl(&self) -> Option<(&'a [Tag], &'a Score)> {
        self.decls().find_map(|decl| match &decl.kind {
            DeclKind::Score(score) => Some((decl.tags.as_slice(), score)),
            _ => None,
        })
    }

    /// Resolves a score with a player in place of its own word for one.
    fn score_for(
        &mut self,
        score: &'a Score,
        player: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Node<Num>> {
        let scope = Scope {
            params: vec![Param {
                name: &score.player.text,
                value: player,
                scope,
                by: By::Call,
            }],
            ..Scope::default()
        };
        self.num(&score.value, &scope)
    }
}
