//! The pieces that a move has put on the board, where its rule puts different ones: whether a shot was a hit.

use crate::mentions;
use crate::{Actor, Session};
use linstock_engine::vm::SpelledPosition;
use linstock_model::{KindId, Stmt, StmtKind};
use std::collections::BTreeSet;

impl Session {
    /// Names the pieces that a ply has put on the board, if its rule can put pieces of different kinds, and its text does not name
    /// them, with the outcomes of chance that follow it. All viewers see the pieces on the board. `ply` is the number of plies before it.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("pond.game", r#"
    /// # game pond "Pond"
    /// # players a, b
    /// # board 3 x 1 { region deep = b1 }
    /// # piece splash "s", plop "p" of nobody
    /// # move throw "{there}" {
    /// #   there in empty
    /// #   if there is deep { splash: box -> there } else { plop: box -> there }
    /// # }
    /// # play { repeat each player { ask me: throw otherwise draw "the pond is full" } }
    /// # "#)]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).map_err(|found| found.render(&sources, linstock::Style::Plain))?;
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b1".into(), "c1".into()])?;
    /// assert_eq!(session.put_pieces(0), ["splash"]);
    /// assert_eq!(session.put_pieces(1), ["plop"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn put_pieces(&self, ply: usize) -> Vec<String> {
        let (rules, model) = (self.rules(), self.model());
        let Some(played) = self.history().get(ply) else {
            return Vec::new();
        };
        let rule = rules.rule_of(played.mv());
        let mut put = BTreeSet::new();
        let of_rule = model.moves.iter().filter(|mv| mv.rule == rule);
        of_rule.for_each(|mv| gather(&mv.body, &mut put));
        if put.len() < 2 {
            return Vec::new();
        }
        let before = self.state_at(ply);
        // Choices that are made at once take effect together.
        if rules.is_asked_together(&before) {
            return Vec::new();
        }
        // Chance acts before anybody sees the board, so it may have removed a piece that must not be known.
        let following = self.history().iter().skip(ply + 1);
        let events = following.take_while(|ply| ply.actor == Actor::Chance);
        let after = self.state_at(ply + 1 + events.count());
        let [before, after] = [before, after].map(|at| rules.spell_out(&at));
        let is_new = |kind: &KindId| count(&after, *kind) > count(&before, *kind);
        let titles = put.into_iter().filter(is_new);
        let titles = titles.map(|kind| {
            let name = &model.kinds[kind.index()].name;
            (name, model.title(name))
        });
        let text = played
            .masked
            .as_ref()
            .map_or(&played.text, |masked| &masked.text);
        let unsaid = titles.filter(|(name, _)| !mentions(text, name));
        unsaid.map(|(_, title)| title.to_owned()).collect()
    }
}

/// Finds the kinds of pieces that statements put on the board.
fn gather(block: &[Stmt], into: &mut BTreeSet<KindId>) {
    for stmt in block {
        if let StmtKind::Put(kind, ..) = &stmt.kind {
            into.insert(*kind);
        }
        stmt.blocks().for_each(|block| gather(block, into));
    }
}

/// Counts the pieces of a kind on the board.
fn count(position: &SpelledPosition, kind: KindId) -> usize {
    let pieces = position.pieces.iter().flatten();
    pieces.filter(|piece| piece.kind == kind).count()
}

#[cfg(test)]
mod tests {
    use crate::{Rules, Session, Setup};
    use linstock_base::Sources;
    use linstock_check::Choices;
    use std::sync::Arc;

    #[test]
    fn a_piece_that_chance_removes_before_anybody_sees_it_is_not_named() {
        let text = "
            game bury \"Bury\"
            players a, b
            board 3 x 1 { region deep = b1 }
            piece bomb \"x\", dud \"d\" of nobody
            move hide \"{there}\" {
              there in empty
              if there is deep { bomb: box -> there } else { dud: box -> there }
              ask chance: bury
            }
            move bury \"bury {here}\" { here in bomb or dud; here -> box }
            play { repeat 2 times { ask a: hide }; draw \"over\" }
        ";
        let sources = Sources::from([("bury.game", text)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        let mut session = Session::begin(Arc::new(rules), Setup::default()).expect("begun");
        session.play(&["b1".into(), "c1".into()]).expect("legal");
        assert_eq!(session.ply(), 4);
        for ply in 0..4 {
            assert_eq!(session.put_pieces(ply), Vec::<String>::new(), "{ply}");
        }
    }
}
