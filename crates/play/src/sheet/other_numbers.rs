//! What is different in a game with another number of players.

use crate::sheet::player_sheet::sentence;
use crate::sheet::{OutlineLine, RuleSheet, SheetBlock, SheetDrawing, SheetSection};
use linstock_base::SheetPhrasing;
use linstock_draw::Scene;

/// The sections that are compared. Others show examples.
const COMPARED: [&str; 4] = ["components", "rules", "options", "details"];

impl RuleSheet {
    /// Adds a section that says what differs in the sheets for other numbers of players: each with its number of players, and
    /// their names.
    pub fn add_other_numbers(&mut self, others: &[(usize, String, Self)]) {
        let say = SheetPhrasing(self.language);
        let (mut lines, mut drawings) = (Vec::new(), Vec::new());
        for (count, players, sheet) in others {
            lines.push(OutlineLine {
                depth: 0,
                text: say.with_players(*count, players),
            });
            let differing = self.differing(sheet).into_iter();
            lines.extend(differing.map(|text| OutlineLine { depth: 1, text }));
            if let Some((drawing, fixed)) = self.other_set_up(sheet) {
                let by_chance = (!fixed).then(|| say.drawn_by_chance());
                let about = std::iter::once(say.set_up_with(*count)).chain(by_chance);
                let about: Vec<String> = about.collect();
                drawings.push(SheetBlock::Text(about.join(" ")));
                drawings.push(SheetBlock::Drawing(Box::new(drawing)));
            }
        }
        if lines.is_empty() {
            return;
        }
        let mut blocks = vec![SheetBlock::Outline(lines)];
        blocks.extend(drawings);
        blocks.push(SheetBlock::Text(say.same_for_others()));
        self.sections.push(SheetSection {
            id: "other-numbers",
            title: say.other_numbers(),
            blocks,
        });
    }

    /// Returns the drawing of the set-up of another sheet, if it differs from the one of this sheet. If chance has a part in the
    /// set-up, only another size counts: the rest differs from game to game. Also returns whether chance has no part in it.
    fn other_set_up(&self, other: &Self) -> Option<(SheetDrawing, bool)> {
        let (here, fixed_here) = self.set_up()?;
        let (there, fixed_there) = other.set_up()?;
        let differs = match fixed_here && fixed_there {
            true => here.text != there.text,
            false => here.scenes.first().map(Scene::size) != there.scenes.first().map(Scene::size),
        };
        differs.then(|| (there.clone(), fixed_there))
    }

    /// Returns the drawing of the set-up, and whether chance has no part in it: a text before the drawing says that it has.
    fn set_up(&self) -> Option<(&SheetDrawing, bool)> {
        let mut sections = self.sections.iter();
        let set_up = sections.find(|section| section.id == "set-up")?;
        match set_up.blocks.as_slice() {
            [SheetBlock::Drawing(drawing), ..] => Some((drawing, true)),
            [SheetBlock::Text(_), SheetBlock::Drawing(drawing), ..] => Some((drawing, false)),
            _ => None,
        }
    }

    /// Returns the sentences of another sheet that this one does not have.
    fn differing(&self, other: &Self) -> Vec<String> {
        let mut differing = Vec::new();
        for id in COMPARED {
            let of = |sheet: &Self| -> Vec<SheetBlock> {
                let mut sections = sheet.sections.iter();
                let section = sections.find(|section| section.id == id);
                section
                    .map(|section| section.blocks.clone())
                    .unwrap_or_default()
            };
            let (here, there) = (of(self), of(other));
            let known: Vec<String> = here.iter().flat_map(|one| sentences(id, one)).collect();
            let told = there.iter().flat_map(|one| sentences(id, one));
            differing.extend(told.filter(|text| !known.contains(text)));
            let rows_here = here.iter().flat_map(rows);
            let rows_here: Vec<&Vec<String>> = rows_here.collect();
            let told = there.iter().flat_map(rows);
            differing.extend(told.filter_map(|row| change_of_row(&rows_here, row)));
        }
        differing
    }
}

/// Returns what a block says, without drawings and examples.
fn sentences(section: &str, block: &SheetBlock) -> Vec<String> {
    match block {
        SheetBlock::Text(text) if section != "rules" => vec![text.clone()],
        SheetBlock::Numbered(_, text) => vec![text.clone()],
        SheetBlock::Outline(lines) => lines.iter().map(|line| line.text.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Returns the rows of a table.
fn rows(block: &SheetBlock) -> &[Vec<String>] {
    match block {
        SheetBlock::Table(table) => &table.rows,
        _ => &[],
    }
}

/// Says which cells of a row are new, after its first cell. Returns `None` if none are. How a piece is drawn follows from the
/// names of the players.
fn change_of_row(known: &[&Vec<String>], row: &[String]) -> Option<String> {
    let same = known.iter().find(|other| other.first() == row.first());
    let is_new = |at: usize| same.is_none_or(|same| same.get(at) != row.get(at));
    let cells = row.iter().enumerate().skip(1);
    let cells = cells.filter(|(at, cell)| is_new(*at) && !cell.starts_with('`'));
    let cells: Vec<&str> = cells.map(|(_, cell)| cell.as_str()).collect();
    let name = row.first()?;
    (!cells.is_empty()).then(|| sentence(&format!("{name}: {}", cells.join(", "))))
}

#[cfg(test)]
mod tests {
    use crate::sheet::{OutlineLine, RuleSheet, SheetBlock, SheetSection};
    use linstock_base::Language;

    fn sheet(board: &str) -> RuleSheet {
        let texts = ["Red begins.", board].map(str::to_owned);
        RuleSheet {
            language: Language::English,
            name: "x".to_owned(),
            title: "X".to_owned(),
            facts: Vec::new(),
            for_players: true,
            sections: vec![SheetSection {
                id: "components",
                title: "Components".to_owned(),
                blocks: texts.map(SheetBlock::Text).into(),
            }],
        }
    }

    #[test]
    fn only_what_differs_is_said() {
        let mut two = sheet("Four rows.");
        two.add_other_numbers(&[
            (3, "a, b, c".to_owned(), sheet("Six rows.")),
            (4, "a, b, c, d".to_owned(), sheet("Four rows.")),
        ]);
        let SheetBlock::Outline(lines) = &two.sections[1].blocks[0] else {
            panic!("{:?}", two.sections[1]);
        };
        let line = |depth, text: &str| OutlineLine {
            depth,
            text: text.to_owned(),
        };
        let expected = [
            line(0, "3 players: a, b, c."),
            line(1, "Six rows."),
            line(0, "4 players: a, b, c, d."),
        ];
        assert_eq!(lines, &expected);
    }
}
