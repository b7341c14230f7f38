//! Examples of moves for players: how a move is written, what each part is, and a drawing of the board before and after it.

use crate::sheet::example_search::FoundMove;
use crate::sheet::player_sheet::sentence;
use crate::sheet::{SheetBlock, SheetWriter, picture};
use linstock_engine::vm::{Fuel, Move, Position, Turn};
use linstock_model::{MoveRule, SheetEntry, TagId};

impl SheetWriter<'_> {
    /// Returns the examples of the moves that belong to a clause, or of those that belong to none.
    pub(super) fn examples_of(
        &self,
        clause: Option<TagId>,
        clauses: &[&SheetEntry],
    ) -> Vec<SheetBlock> {
        let home = |mv: &MoveRule| {
            let own = mv.tags.iter().copied();
            let of_args = mv.args.iter();
            let of_args = of_args.flat_map(|arg| self.carried_within(arg.span, &arg.tags));
            let tags = own.chain(of_args);
            let mut listed = tags.filter(|tag| clauses.iter().any(|entry| entry.tag == *tag));
            listed.next()
        };
        let of_players = self.offered().filter(|mv| !mv.outcome);
        let here = of_players.filter(|mv| home(mv) == clause);
        let found = here.filter_map(|mv| Some((mv, self.found().moves.get(&mv.rule)?)));
        found
            .filter_map(|(mv, found)| self.example_of_move(mv, found))
            .collect()
    }

    /// Shows a move: drawn if it changes the board, or else in words. Returns `None` if nothing is known but its text.
    fn example_of_move(&self, mv: &MoveRule, found: &FoundMove) -> Option<SheetBlock> {
        let name = self.model.title(&mv.name);
        let turn = found
            .played
            .as_ref()
            .map(|(start, _)| self.rules.turn(start));
        let player = match turn {
            Some(Turn::Players(seats)) if seats.len() == 1 => {
                let name = &self.model.players[seats[0].index()];
                Some(self.model.title(name))
            }
            _ => None,
        };
        let mut words = vec![match player {
            Some(player) => self.say().example_by(player, name, &found.text),
            None => self.say().example_of(name, &found.text),
        }];
        for (part, lines) in self.parts(found.id, &found.text) {
            // A part without words for people is left out.
            let line = lines.first().filter(|line| !line.contains('`'));
            if let Some(what) = line {
                let what = without_tags(what);
                words.push(sentence(
                    self.say().example_part(&part, what).trim_end_matches('.'),
                ));
            }
        }
        words.extend(
            found
                .played
                .as_ref()
                .and_then(|played| self.end_after(played)),
        );
        let caption = words.join(" ");
        let drawn = found.played.as_ref();
        let drawn = drawn.and_then(|played| picture::of_move(self.rules, played, caption.clone()));
        match drawn {
            Some(drawing) => Some(SheetBlock::Drawing(Box::new(drawing))),
            None => (words.len() > 1).then_some(SheetBlock::Example(caption)),
        }
    }
}

impl SheetWriter<'_> {
    /// Says how the game ends if a move ends it.
    fn end_after(&self, (before, mv): &(Position, Move)) -> Option<String> {
        let mut state = before.clone();
        let went_on = self.rules.apply_within(&mut state, *mv, &Fuel::default());
        went_on.ok()?;
        let end = self.rules.outcome(&state)?;
        Some(sentence(&self.say().ends_game(&end.reason)))
    }
}

/// Leaves out the clauses in brackets at the end of a text: `a free point (X-1, X-2)`.
fn without_tags(text: &str) -> &str {
    let is_tags = |within: &str| {
        within.split(", ").all(|tag| {
            tag.contains(|c: char| c.is_ascii_digit())
                && tag.starts_with(|c: char| c.is_ascii_uppercase())
        })
    };
    match text.rsplit_once(" (") {
        Some((before, within)) if within.strip_suffix(')').is_some_and(is_tags) => before,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::without_tags;

    #[test]
    fn clauses_at_the_end_are_left_out() {
        assert_eq!(without_tags("a free point (X-1, B2)"), "a free point");
        assert_eq!(
            without_tags("a point (the free one)"),
            "a point (the free one)"
        );
    }
}
