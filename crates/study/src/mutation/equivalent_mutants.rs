//! Places of the rules that decide nothing, so that no scenario can notice a mutation there.

use crate::mutation::mutant::Mutant;
use linstock_base::Span;
use linstock_model::{Model, Num, Stmt, StmtKind};
use linstock_play::Rules;
use std::collections::BTreeSet;

/// The places that decide nothing under any choice of options that scenarios make.
pub(super) struct DecidingNothing {
    /// Conditions of `must`.
    claims: BTreeSet<Span>,
    /// Weights that are equal for all outcomes of a draw.
    equal_weights: BTreeSet<Span>,
}

impl DecidingNothing {
    /// Finds these places in the rules under each choice of options.
    pub(super) fn of(rules: &[&Rules]) -> Self {
        let claims = rules.iter().flat_map(|rules| claims(rules.model()));
        Self {
            claims: claims.collect(),
            equal_weights: equal_weights(rules),
        }
    }

    /// Returns whether a mutant changes only such a place.
    pub(super) fn holds(&self, mutant: &Mutant) -> bool {
        let is_weighed = || self.equal_weights.contains(&mutant.span) && is_weight(&mutant.text);
        is_weighed()
            || self
                .claims
                .iter()
                .any(|claim| is_within(mutant.span, *claim))
    }
}

fn is_within(inner: Span, outer: Span) -> bool {
    let (place, around) = (inner.range(), outer.range());
    inner.file == outer.file && around.start <= place.start && place.end <= around.end
}

/// Returns the conditions of `must`. They decide nothing: each holds in every position unless the rules are wrong, and no
/// scenario can begin at or reach a position where one fails.
fn claims(model: &Model) -> Vec<Span> {
    fn of_block(block: &[Stmt], found: &mut Vec<Span>) {
        for stmt in block {
            if let StmtKind::Must(cond, _) = &stmt.kind {
                found.push(cond.span);
            }
            stmt.blocks().for_each(|inner| of_block(inner, found));
        }
    }
    let mut found = Vec::new();
    of_block(&model.play, &mut found);
    for mv in &model.moves {
        of_block(&mv.body, &mut found);
    }
    found
}

/// Returns the weights that are equal for all outcomes of a draw: the value of such a weight does not matter, if it is positive.
fn equal_weights(rules: &[&Rules]) -> BTreeSet<Span> {
    let (mut alike, mut other) = (BTreeSet::new(), BTreeSet::new());
    for rules in rules {
        for (at, mv) in rules.model().moves.iter().enumerate() {
            let Some(weigh) = &mv.weigh else { continue };
            let mut asked = rules.decision_points.iter().map(|point| &point.items);
            let is_alone =
                asked.all(|items| items.len() == 1 || items.iter().all(|i| i.mv.index() != at));
            if is_alone && matches!(weigh.kind, Num::Fixed(_)) {
                alike.insert(weigh.span);
            } else {
                other.insert(weigh.span);
            }
        }
    }
    // Under other options, the same weight may compete with different ones.
    alike.difference(&other).copied().collect()
}

/// Returns whether a text is a positive weight.
fn is_weight(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|weight| weight > 0)
}

#[cfg(test)]
mod tests {
    use super::DecidingNothing;
    use crate::mutation::mutant::Mutant;
    use linstock_base::{Sources, Span};
    use linstock_check::Choices;
    use linstock_play::Rules;

    /// Returns whether a mutation of some words, which occur once in a small game, decides nothing.
    fn is_left_out(play: &str, words: &str, instead: &str) -> bool {
        let text = format!(
            "game x \"X\"\nplayers ann, bob\nboard 3 x 3\npiece man \"m\"\nremember {{ n = 0 }}\n\
             move put \"{{t}}\" {{ t in empty\n man: box -> t }}\n\
             move few \"few\" {{ weigh 3; n = 1 }}\nmove many \"many\" {{ weigh 5; n = 2 }}\nplay {{ {play} }}\n"
        );
        let sources = Sources::from([("x.game", text.as_str())]);
        let rules = Rules::load(&sources, &Choices::default());
        let rules =
            rules.unwrap_or_else(|e| panic!("{}", e.render(&sources, linstock_base::Style::Plain)));
        let (file, _) = sources.iter().next().expect("one file");
        let start = text.rfind(words).expect("they stand there");
        let mutant = Mutant {
            span: Span::new(file, start, start + words.len()),
            text: instead.to_owned(),
        };
        DecidingNothing::of(&[&rules]).holds(&mutant)
    }

    #[test]
    fn what_must_hold_decides_nothing_and_what_ends_the_game_does() {
        let put = "each player { ask me: put }; ask chance: few, many";
        let play = format!(
            "repeat {{ must count man < 9 \"room is left\"; if count man > 7 {{ draw \"full\" }}; {put} }}"
        );
        assert!(is_left_out(&play, "count man < 9", "yes"));
        assert!(is_left_out(&play, "9", "8"));
        assert!(!is_left_out(&play, "count man > 7", "yes"));
    }

    #[test]
    fn a_weight_decides_beside_others_and_where_it_becomes_none() {
        let put = "each player { ask me: put }";
        let alone = format!("repeat {{ ask chance: few; {put}; ask chance: many }}");
        assert!(is_left_out(&alone, "5", "4"));
        assert!(!is_left_out(&alone, "5", "0"));
        let beside = format!("repeat {{ ask chance: few, many; {put} }}");
        assert!(!is_left_out(&beside, "5", "4"));
    }
}
