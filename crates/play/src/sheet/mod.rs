//! The rule sheet of a game: everything a newcomer needs to learn it, in one document. The program shows it in several
//! forms.
//!
//! It is made from the checked game, the texts of its rules, and scenarios as examples.

mod clauses;
mod components;
mod example_search;
mod examples;
mod figures;
mod moves;
mod opening;
mod other_numbers;
mod outline;
pub(crate) mod picture;
mod player_moves;
mod player_sheet;
mod reached_endings;
mod rule_lines;
mod scenario_examples;
mod terms;
mod tidied;
mod unchanged_texts;

pub use picture::SheetDrawing;
pub use unchanged_texts::{UnchangedText, unchanged_texts};

use crate::Rules;
use example_search::FoundInPlay;
pub use examples::ExampleFiles;
use examples::Examples;
use linstock_base::{Language, SheetPhrasing, Sources, Span};
use linstock_draw::PieceLook;
use linstock_engine::vm::Position;
use linstock_model::{Model, TagId};
use opening::Opening;
use outline::AlikeBranches;
use std::cell::OnceCell;

/// A rule sheet: a title and sections.
#[derive(Clone, Debug)]
pub struct RuleSheet {
    /// The language of its words.
    pub language: Language,
    /// The name that `linstock play` takes.
    pub name: String,
    /// The title of the game.
    pub title: String,
    /// The facts below the title: author, publisher, players, length.
    pub facts: Vec<String>,
    /// Whether it is for players; otherwise it is for those who write the rules.
    pub for_players: bool,
    /// Its sections, none of them empty.
    pub sections: Vec<SheetSection>,
}

/// A section of a sheet.
#[derive(Clone, Debug)]
pub struct SheetSection {
    /// The name of the section in links.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// Its content.
    pub blocks: Vec<SheetBlock>,
}

/// A part of a section. In its texts, words of the rules are in back quotes.
#[derive(Clone, Debug)]
pub enum SheetBlock {
    /// A paragraph.
    Text(String),
    /// A heading below that of the section.
    Heading(String),
    /// A table.
    Table(SheetTable),
    /// Steps within steps.
    Outline(Vec<OutlineLine>),
    /// An entry with a name and remarks: a clause, a reading or a move.
    Entry(SheetEntryText),
    /// Lines as they are in the rules.
    Verbatim(String),
    /// Drawn boards.
    Drawing(Box<SheetDrawing>),
    /// A numbered sentence.
    Numbered(usize, String),
    /// An example of the numbered sentence before it, in words.
    Example(String),
}

impl SheetBlock {
    /// Makes a table without pictures.
    fn table(columns: Vec<String>, rows: Vec<Vec<String>>) -> Self {
        let pictures = Vec::new();
        Self::Table(SheetTable {
            columns,
            rows,
            pictures,
        })
    }
}

/// A table of a sheet.
#[derive(Clone, Debug)]
pub struct SheetTable {
    /// The titles of the columns.
    pub columns: Vec<String>,
    /// The rows, each as long as the columns.
    pub rows: Vec<Vec<String>>,
    /// The pieces that each row shows; empty for a table without pictures.
    pub pictures: Vec<Vec<PieceLook>>,
}

/// A line of an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineLine {
    /// The number of lines that it is nested in.
    pub depth: usize,
    /// Its text.
    pub text: String,
}

/// The prefix of a line of a remark that is nested in the line above it.
const WITHIN: &str = "· ";

/// Returns the lines of a remark as nested lines.
#[must_use]
pub fn nested(lines: &[String]) -> Vec<OutlineLine> {
    let nested = |line: &String| {
        let text = line.trim_start_matches(WITHIN);
        OutlineLine {
            depth: (line.len() - text.len()) / WITHIN.len(),
            text: text.to_owned(),
        }
    };
    lines.iter().map(nested).collect()
}

/// An entry with a name and remarks.
#[derive(Clone, Debug)]
pub struct SheetEntryText {
    /// Its name: the tag of a clause, the name of a move.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The remarks, each with a label.
    pub remarks: Vec<(String, Vec<String>)>,
}

impl RuleSheet {
    /// Makes the sheet for those who write or check the rules: with the text of the rules and the places of clauses.
    #[must_use]
    pub fn of(rules: &Rules, sources: &Sources, files: &ExampleFiles) -> Self {
        let writer = SheetWriter::new(rules, sources, files);
        let (sequence, moves) = (writer.sequence(), writer.moves());
        let terms = writer.terms(&[&sequence, &moves]);
        let say = writer.say();
        let sections = [
            ("players", say.players(), writer.players()),
            ("components", say.components(), writer.components()),
            ("set-up", say.set_up(), writer.set_up()),
            ("sequence", say.sequence(), sequence),
            ("moves", say.moves(), moves),
            ("words", say.terms(), terms),
            ("score", say.score(), writer.score()),
            ("rules", say.clauses(), writer.clauses()),
            ("readings", say.readings(), writer.readings()),
            ("options", say.options(), writer.options()),
            ("variants", say.variants(), writer.variants()),
            ("notes", say.notes(), writer.notes()),
            ("figures", say.figures(), writer.figures()),
        ];
        writer.made_of(None, sections)
    }

    /// Returns the entry of one clause, with the whole text of the rules that carry it. Returns `None` if no rule and no
    /// list has it.
    #[must_use]
    pub fn clause(
        rules: &Rules,
        sources: &Sources,
        files: &ExampleFiles,
        name: &str,
    ) -> Option<SheetEntryText> {
        SheetWriter::new(rules, sources, files).clause_in_full(name)
    }

    /// Returns the entry of one clause without the text of the rules, unless the clause has no text of its own. Returns
    /// `None` if no rule and no list has it.
    #[must_use]
    pub fn clause_for_players(
        rules: &Rules,
        sources: &Sources,
        files: &ExampleFiles,
        name: &str,
    ) -> Option<SheetEntryText> {
        let writer = SheetWriter {
            for_players: true,
            ..SheetWriter::new(rules, sources, files)
        };
        writer.clause_in_words(name)
    }
}

/// Writes the sections of a sheet.
struct SheetWriter<'a> {
    rules: &'a Rules,
    model: &'a Model,
    sources: &'a Sources,
    language: &'a Language,
    examples: Examples,
    /// The sources of the examples.
    files: &'a ExampleFiles,
    /// Whether the sheet is for players, who do not see what only the rules need.
    for_players: bool,
    /// The chosen variants.
    variants: Vec<String>,
    /// The start position of the game, computed at first use, since that may take a request of its own. `None` if the
    /// game cannot start.
    start: OnceCell<Option<Position>>,
    opening: OnceCell<Option<Opening>>,
    /// What random games show, computed at first use.
    found: OnceCell<FoundInPlay>,
    /// The conditions of the current outline whose branches were compared.
    alike: AlikeBranches,
}

impl<'a> SheetWriter<'a> {
    /// Makes a sheet of the sections that are not empty: a rulebook for players with facts below the title, or a sheet for
    /// designers without them.
    fn made_of<const N: usize>(
        &self,
        facts: Option<Vec<String>>,
        sections: [(&'static str, String, Vec<SheetBlock>); N],
    ) -> RuleSheet {
        let sections = sections.map(|(id, title, blocks)| SheetSection { id, title, blocks });
        let filled = sections.into_iter().filter(|s| !s.blocks.is_empty());
        RuleSheet {
            language: *self.language,
            name: self.model.name.clone(),
            title: self.model.title.clone(),
            for_players: facts.is_some(),
            facts: facts.unwrap_or_default(),
            sections: filled.collect(),
        }
    }

    fn new(rules: &'a Rules, sources: &'a Sources, files: &'a ExampleFiles) -> Self {
        let model = rules.model();
        Self {
            rules,
            model,
            sources,
            language: &model.sheet.language,
            examples: Examples::read(model, sources, files),
            files,
            for_players: false,
            variants: files.variants.clone(),
            start: OnceCell::new(),
            opening: OnceCell::new(),
            found: OnceCell::new(),
            alike: AlikeBranches::default(),
        }
    }

    fn start(&self) -> Option<&Position> {
        let start = || self.rules.start().ok();
        self.start.get_or_init(start).as_ref()
    }

    /// Returns the beginning of the game.
    fn opening(&self) -> Option<&Opening> {
        let of = |start| opening::of(self.rules, start);
        let opening = || self.start().and_then(of);
        self.opening.get_or_init(opening).as_ref()
    }

    fn say(&self) -> SheetPhrasing {
        SheetPhrasing(*self.language)
    }

    /// Returns the text of the rules at a place, on one line and without tags.
    fn quoted(&self, span: Span) -> String {
        rule_lines::plain(self.sources.slice(span))
    }

    /// Writes a condition: facts with titles by these, the rest in the words of the rules.
    fn titled(&self, condition: &str) -> String {
        for (joiner, phrase) in [(" or ", self.say().or()), (" and ", self.say().and())] {
            let parts = tidied::split(condition, joiner);
            let known = parts.iter().any(|part| self.title_of_fact(part).is_some());
            if known && parts.len() > 1 {
                let parts: Vec<String> = parts.iter().map(|part| self.titled(part)).collect();
                return parts.join(&phrase);
            }
        }
        match self.title_of_fact(condition) {
            Some(title) => title.to_owned(),
            None => format!("`{condition}`"),
        }
    }

    /// Returns the title of a name; for `points of p`, that of `points`.
    fn title_of_fact(&self, text: &str) -> Option<&str> {
        let sheet = &self.model.sheet;
        sheet.title_of_text(text).or_else(|| {
            let (name, whose) = text.split_once(" of ")?;
            sheet.title_of_text(name).filter(|_| is_word(whose))
        })
    }

    /// Writes something with its condition. A negated condition becomes "unless".
    fn only_if(&self, what: &str, condition: &str) -> String {
        match condition.strip_prefix("not ") {
            Some(other) if self.title_of_fact(condition).is_none() => {
                self.say().only_unless(what, &self.titled(other))
            }
            _ => self.say().only_if(what, &self.titled(condition)),
        }
    }

    /// Returns the names of clauses, in the order in which they are listed.
    fn tags(&self, tags: &[TagId]) -> String {
        let mut tags: Vec<TagId> = tags.to_vec();
        let listed = self.model.sheet.entries().map(|entry| entry.tag);
        let listed: Vec<TagId> = listed.collect();
        tags.sort_by_key(|tag| listed.iter().position(|known| known == tag));
        tags.dedup();
        let names: Vec<&str> = tags.iter().map(|tag| self.model.tag(*tag)).collect();
        names.join(", ")
    }

    fn players(&self) -> Vec<SheetBlock> {
        let model = self.model;
        let (seats, say) = (model.seats(), self.say());
        let titled = |names: &[String]| {
            let titled = names.iter().map(|name| match model.title(name) {
                title if title == name => title.to_owned(),
                title => format!("{title} (`{name}`)"),
            });
            titled.collect::<Vec<_>>().join(", ")
        };
        let playing = titled(&model.players);
        let mut blocks = vec![match model.player_counts {
            (least, most) if least != most => {
                let who = say.who_may_play(least, most, &titled(&model.named));
                SheetBlock::Text(format!("{who} {}", say.sheet_is_for(seats, &playing)))
            }
            _ => SheetBlock::Text(say.who_plays(seats, &playing)),
        }];
        let variants: Vec<String> = self.variants.iter().map(|v| format!("`{v}`")).collect();
        match variants.as_slice() {
            [] => {}
            [one] => blocks.push(SheetBlock::Text(self.say().changed_by_one(one))),
            several => blocks.push(SheetBlock::Text(self.say().changed_by(&several.join(", ")))),
        }
        let set = model.options.iter().filter(|o| o.value != o.default);
        let set: Vec<String> = set.map(|o| self.say().and_is(&o.name, &o.value)).collect();
        if !set.is_empty() {
            blocks.push(SheetBlock::Text(self.say().set_otherwise(&set.join(", "))));
        }
        blocks
    }

    fn score(&self) -> Vec<SheetBlock> {
        let score = self.model.score.iter();
        score
            .map(|score| {
                SheetBlock::Text(
                    self.say()
                        .score_about(&self.titled(&self.quoted(score.span))),
                )
            })
            .collect()
    }

    fn notes(&self) -> Vec<SheetBlock> {
        let notes = self.model.sheet.notes.iter();
        let text = |(tags, note): &(Vec<TagId>, String)| match self.tags(tags) {
            none if none.is_empty() => SheetBlock::Text(note.clone()),
            tags => SheetBlock::Text(format!("{note} ({tags})")),
        };
        notes.map(text).collect()
    }
}

/// Returns whether a text of the rules is one word.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Returns whether all values are equal.
fn all_equal<T: PartialEq>(values: &[T]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}
