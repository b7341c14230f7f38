//! The rulebook for players: sentences and drawings, without any text of the rules.

use crate::Rules;
use crate::sheet::reached_endings::ReachedEndings;
use crate::sheet::{
    ExampleFiles, OutlineLine, RuleSheet, SheetBlock, SheetEntryText, SheetTable, SheetWriter,
};
use crate::status_lines;
use linstock_base::{Sources, capitalized};
use linstock_model::{GameOption, ListId, Sheet, SheetEntry, Stmt, StmtKind, Zone};

/// The most rows of a list that are written as a table. More are written as one sentence.
const MOST_ROWS: usize = 30;

/// An ending in words: who wins, if anybody does, and why.
#[derive(PartialEq, Eq)]
struct WordedEnding {
    winners: Option<String>,
    reason: String,
}

impl WordedEnding {
    /// Returns whether another ending has the same reason, and one sentence may tell both.
    fn is_like(&self, other: &Self) -> bool {
        let won = self.winners.is_some() && other.winners.is_some();
        self == other || won && !self.reason.is_empty() && self.reason == other.reason
    }
}

impl RuleSheet {
    /// Makes the rulebook for players.
    #[must_use]
    pub fn for_players(rules: &Rules, sources: &Sources, files: &ExampleFiles) -> Self {
        let writer = SheetWriter {
            for_players: true,
            ..SheetWriter::new(rules, sources, files)
        };
        let say = writer.say();
        let (book, other_moves) = writer.book();
        let sections = [
            ("goal", say.goal(), writer.goal()),
            ("components", say.components(), writer.material()),
            ("set-up", say.set_up(), writer.set_up()),
            ("rules", say.how_to_play(), book),
            ("moves", say.other_moves(), other_moves),
            ("score", say.score(), writer.scoring()),
            ("end", say.how_it_ends(), writer.endings()),
            ("options", say.rules_in_force(), writer.in_force()),
            ("details", say.details(), writer.details()),
            ("unplayed", say.unplayed_section(), writer.unplayed()),
        ];
        writer.made_of(Some(writer.facts()), sections)
    }
}

impl SheetWriter<'_> {
    /// Returns the facts below the title.
    fn facts(&self) -> Vec<String> {
        let (model, say) = (self.model, self.say());
        let of = |part| model.sheet.of_game(part);
        let names = model.players.iter().map(|name| model.title(name));
        let names = names.collect::<Vec<_>>().join(", ");
        let (players, drawn_for) = match model.player_counts {
            (least, most) if least != most => {
                let drawn_for = say.sheet_is_for(model.seats(), &names);
                (say.for_from_to(least, most), Some(drawn_for))
            }
            _ => (say.for_players(model.seats(), &names), None),
        };
        let author = of(Sheet::AUTHOR).map(|author| say.by_author(author));
        let publisher = of(Sheet::PUBLISHER).map(|publisher| say.published_by(publisher));
        let length = of(Sheet::LENGTH).map(str::to_owned);
        let facts = author.into_iter().chain(publisher).chain([players]);
        facts.chain(length).chain(drawn_for).collect()
    }

    /// Says the goal in one sentence.
    fn goal(&self) -> Vec<SheetBlock> {
        let goal = self.model.sheet.of_game(Sheet::GOAL);
        goal.map(|goal| SheetBlock::Text(goal.to_owned()))
            .into_iter()
            .collect()
    }

    /// Lists the components.
    fn material(&self) -> Vec<SheetBlock> {
        let model = self.model;
        let mut blocks: Vec<SheetBlock> = self.board_in_words().into_iter().collect();
        blocks.extend(self.pieces());
        for (id, list) in ListId::all(model.lists.len()).zip(&model.lists) {
            // A list without a clause, of which no zone holds rows, only helps the rules to compute.
            let holds = |zone: &Zone| zone.list == id && zone.start.iter().any(|count| *count > 0);
            let is_material = !list.tags.is_empty() || model.zones.iter().any(holds);
            if list.of_pieces || list.of_directions || !is_material {
                continue;
            }
            if list.rows.len() > MOST_ROWS {
                let names: Vec<&str> = list.rows.iter().map(|row| row.name.as_str()).collect();
                let title = model.title(&list.name);
                let all = self
                    .say()
                    .all_rows(title, list.rows.len(), &names.join(", "));
                blocks.push(SheetBlock::Text(all));
            } else {
                blocks.extend(self.list(id, list));
            }
        }
        blocks.extend(self.zones());
        blocks.into_iter().filter_map(without_code).collect()
    }

    /// Writes the clauses with the drawings of their moves, and apart from them the moves without a clause.
    fn book(&self) -> (Vec<SheetBlock>, Vec<SheetBlock>) {
        let played = self.played();
        // If the rules have no clauses, the sequence of play explains them.
        let mut blocks = match played.is_empty() {
            true => self.sequence(),
            false => Vec::new(),
        };
        let mut heading = None;
        for (number, entry) in (1..).zip(&played) {
            if entry.heading.as_ref() != heading {
                heading = entry.heading.as_ref();
                blocks.extend(heading.cloned().map(SheetBlock::Heading));
            }
            let tag = &self.model.tags[entry.tag.index()];
            blocks.push(SheetBlock::Numbered(
                number,
                format!("{} ({tag})", entry.text),
            ));
            blocks.extend(self.examples_of(Some(entry.tag), &played));
        }
        let others = self.examples_of(None, &played);
        let drawn = |block: &SheetBlock| matches!(block, SheetBlock::Drawing(_));
        if blocks.iter().chain(&others).any(drawn) {
            blocks.insert(0, SheetBlock::Text(self.say().left_to_right()));
        }
        (blocks, others)
    }

    /// Explains the score, with an example from the end of a game.
    fn scoring(&self) -> Vec<SheetBlock> {
        let Some(score) = &self.model.score else {
            return Vec::new();
        };
        let mut blocks: Vec<SheetBlock> = self.score();
        if let Some(end) = &self.found().end {
            let (model, table) = (self.model, self.rules.spell_out(end));
            let fuel = linstock_engine::vm::Fuel::of_texts();
            let seats = model.seat_ids().zip(&model.players);
            let points = seats.map(|(me, name)| {
                let table = linstock_engine::vm::SpelledPosition {
                    me,
                    ..table.clone()
                };
                let points = status_lines::evaluator(self.rules, &table, &[], &fuel).num(score);
                let points = points.ok()?.to_string();
                Some(self.say().scores_points(model.title(name), &points))
            });
            if let Some(points) = points.collect::<Option<Vec<String>>>() {
                let example = self.say().example_scores(&points.join(", "));
                blocks.push(SheetBlock::Text(example));
            }
        }
        blocks.into_iter().filter_map(without_code).collect()
    }

    /// Lists how the game can end under its options. Endings with the same reason and different winners share a sentence.
    fn endings(&self) -> Vec<SheetBlock> {
        let mut ends: Vec<WordedEnding> = Vec::new();
        let reached = ReachedEndings::of(self.model);
        for body in self.model.bodies() {
            self.endings_in(body, &reached, &mut ends);
        }
        let mut told: Vec<String> = Vec::new();
        for end in &ends {
            let alike = ends.iter().filter(|other| other.is_like(end));
            let alike: Vec<&WordedEnding> = alike.collect();
            let text = self.ending_for_players(&alike);
            if !told.contains(&text) {
                told.push(text);
            }
        }
        let plain = told.into_iter().filter(|end| !end.contains('`'));
        listed(plain.map(|end| sentence(&end)))
    }

    fn endings_in(
        &self,
        body: &[Stmt],
        reached: &ReachedEndings<'_>,
        ends: &mut Vec<WordedEnding>,
    ) {
        for stmt in body {
            if let StmtKind::End(ending) = &stmt.kind
                && reached.has(ending)
            {
                let (winners, reason) = self.winners_and_reason(ending);
                let end = WordedEnding { winners, reason };
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            let blocks = stmt.blocks();
            blocks.for_each(|block| self.endings_in(block, reached, ends));
        }
    }

    /// Describes endings for the same reason.
    fn ending_for_players(&self, alike: &[&WordedEnding]) -> String {
        let say = self.say();
        let [first, ..] = alike else {
            return String::new();
        };
        let players = self.model.players.iter();
        let players: Vec<&str> = players.map(|name| self.model.title(name)).collect();
        let named: Vec<&str> = alike
            .iter()
            .filter_map(|end| end.winners.as_deref())
            .collect();
        let are_named = named.iter().all(|name| players.contains(name));
        let result = match &first.winners {
            Some(_) if alike.len() > 1 && are_named && named.len() < players.len() => {
                say.one_wins(&named.join(&say.or()))
            }
            Some(_) if alike.len() > 1 => say.a_player_wins(),
            Some(winners) if *winners == say.me() => say.mover_wins(),
            Some(winners) if *winners == say.opponent() => say.mover_loses(),
            Some(winners) => say.one_wins(winners),
            None => say.is_draw(),
        };
        match first.reason.as_str() {
            "" => result,
            reason => format!("{result}: {reason}"),
        }
    }

    /// Returns the clauses that are played and have a text under these options.
    fn played(&self) -> Vec<&SheetEntry> {
        let entries = self.model.sheet.clauses.iter();
        entries.filter(|entry| is_said(entry)).collect()
    }

    /// Says how the options are set of which no clause speaks: by the readings that depend on them, and the others by their
    /// values.
    fn in_force(&self) -> Vec<SheetBlock> {
        let sheet = &self.model.sheet;
        let readings = sheet.readings.iter();
        let entries = readings.filter(|entry| !entry.hangs_on.is_empty());
        let entries = entries.filter(|entry| is_said(entry));
        let is_told = |option: &&GameOption| {
            let mut entries = sheet.entries();
            entries.any(|entry| entry.hangs_on.contains(&option.name))
        };
        let others = self.model.options.iter().filter(|option| !is_told(option));
        let others = others.map(|option| self.as_set(option));
        listed(entries.map(|entry| entry.text.clone()).chain(others))
    }

    fn as_set(&self, option: &GameOption) -> String {
        let say = self.say();
        let word = |value: &str| match value {
            "yes" => say.yes(),
            "no" => say.not_so(),
            other => other.replace('-', " "),
        };
        let set = format!("{}: {}", option.doc, word(&option.value));
        let usual = option.value == option.default;
        sentence(&match usual {
            true => set,
            false => format!("{set} {}", say.usually(&word(&option.default))),
        })
    }

    /// Lists the readings.
    fn details(&self) -> Vec<SheetBlock> {
        let readings = self.model.sheet.readings.iter();
        let fixed = readings.filter(|entry| entry.hangs_on.is_empty());
        let played = fixed.filter(|entry| is_said(entry));
        listed(played.map(|entry| entry.text.clone()))
    }
}

impl SheetWriter<'_> {
    /// Lists the printed clauses that no rule plays, each with the reason.
    fn unplayed(&self) -> Vec<SheetBlock> {
        let entries = self.model.sheet.entries();
        let told = entries.filter_map(|entry| {
            let tag = self.model.tag(entry.tag);
            let why = entry.unplayed.as_ref()?;
            Some(format!("{} ({tag}: {why})", entry.text))
        });
        listed(told)
    }
}

/// Returns whether an entry is played and has a text under the current options.
fn is_said(entry: &SheetEntry) -> bool {
    entry.unplayed.is_none() && !entry.text.is_empty()
}

/// Lists sentences.
fn listed(sentences: impl Iterator<Item = String>) -> Vec<SheetBlock> {
    let line = |text| OutlineLine { depth: 0, text };
    let lines: Vec<OutlineLine> = sentences.map(line).collect();
    match lines.is_empty() {
        true => Vec::new(),
        false => vec![SheetBlock::Outline(lines)],
    }
}

/// Writes a text as a sentence: with a capital, and with a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = capitalized(text);
    match text.ends_with(['.', '!', '?', ':', '”', '“']) {
        true => text,
        false => format!("{text}."),
    }
}

/// Leaves out a text with words of the rules.
fn without_code(block: SheetBlock) -> Option<SheetBlock> {
    match &block {
        SheetBlock::Text(text) if text.contains('`') => None,
        SheetBlock::Entry(SheetEntryText { text, .. }) if text.contains('`') => None,
        SheetBlock::Table(SheetTable { rows, .. }) if rows.is_empty() => None,
        _ => Some(block),
    }
}
