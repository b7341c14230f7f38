//! The lines of scenarios.

use super::Builder;
use crate::base::Span;
use crate::syntax::ast::{Expectation, Given, Name, Step, StepKind, Tag, Text};
use crate::syntax::parser::{Kids, Pair, Rule};

/// A line of a scenario file.
pub(in crate::syntax) enum FileLine {
    /// `for GAME`
    For(Name),
    /// `set OPTION VALUE`
    Set(Span, Name, Text),
    /// `variant NAME`
    Variant(Name),
    /// `players N`
    Players(i64, Span),
    /// `scenario "title" @tags`
    Title(Text, Vec<Tag>),
    /// `given at …`
    Given(Box<Given>),
    /// Anything else that is done or must hold.
    Step(Step),
}

impl Builder<'_> {
    /// Builds a line of a scenario file.
    pub fn file_line(&mut self, pair: Pair<'_>) -> Option<FileLine> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        Some(match rule {
            Rule::for_line => FileLine::For(self.take_name(&mut Kids::of(pair))?),
            Rule::variant_line => FileLine::Variant(self.take_name(&mut Kids::of(pair))?),
            Rule::players_line => {
                let (number, at) = self.take_number(&mut Kids::of(pair))?;
                FileLine::Players(number, at)
            }
            Rule::set_edit => {
                let (option, value) = self.set_edit(pair)?;
                FileLine::Set(span, option, value)
            }
            Rule::title => {
                let mut kids = Kids::of(pair);
                let title = self.take_text(&mut kids)?;
                FileLine::Title(title, self.take_tags(&mut kids))
            }
            Rule::given => FileLine::Given(Box::new(self.given(span, Kids::of(pair))?)),
            _ => FileLine::Step(Step {
                span,
                kind: self.step(rule, Kids::of(pair))?,
            }),
        })
    }

    fn given(&mut self, span: Span, mut kids: Kids<'_>) -> Option<Given> {
        let phase = self.take_name(&mut kids)?;
        let to_move = self.take_name(&mut kids)?;
        let picture = kids.pick(Rule::picture).map(|p| self.text(&p));
        let setup = match kids.pick(Rule::block) {
            Some(block) => self.block(block)?,
            None => Vec::new(),
        };
        Some(Given {
            span,
            phase,
            to_move,
            picture,
            setup,
        })
    }

    fn step(&mut self, rule: Rule, mut kids: Kids<'_>) -> Option<StepKind> {
        Some(match rule {
            Rule::play_step => {
                let texts = kids.map(|text| self.raw(&text));
                StepKind::Play(texts.filter(|t| !t.value.is_empty()).collect())
            }
            Rule::refuse_step => StepKind::Refuse {
                text: self.raw(&kids.pick(Rule::refused)?),
                because: self.because(&mut kids),
            },
            Rule::moves_count => StepKind::MoveCount(self.take_number(&mut kids)?.0),
            Rule::moves_are | Rule::moves_include => StepKind::Moves {
                all: rule == Rule::moves_are,
                texts: self.move_list(&kids.pick(Rule::move_list)?),
            },
            Rule::expect_step => {
                StepKind::Expect(kids.map(|e| self.expectation(e)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    fn because(&mut self, kids: &mut Kids<'_>) -> Vec<Tag> {
        kids.pick(Rule::because)
            .map(|because| Kids::of(because).flat_map(|tag| self.tag(&tag)).collect())
            .unwrap_or_default()
    }

    /// Moves between blanks; between commas or `;` if there is one, so that a move may have blanks in it.
    fn move_list(&self, pair: &Pair<'_>) -> Vec<Text> {
        let list = pair.as_str();
        if matches!(list.trim(), "nothing" | "none") {
            return Vec::new();
        }
        let lists = list.contains([',', ';']);
        let start = pair.as_span().start();
        list.split(|c: char| {
            if lists {
                matches!(c, ',' | ';')
            } else {
                c == ' '
            }
        })
        .filter(|text| !text.trim().is_empty())
        .map(|text| {
            let at = start + (text.trim_start().as_ptr() as usize - list.as_ptr() as usize);
            let words: Vec<_> = text.split_whitespace().collect();
            Text {
                value: words.join(" "),
                span: self.part.span(at..at + text.trim().len()),
            }
        })
        .collect()
    }

    fn expectation(&mut self, pair: Pair<'_>) -> Option<Expectation> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        Some(match rule {
            Rule::to_move => Expectation::ToMove(self.take_name(&mut kids)?),
            Rule::over => Expectation::Over,
            Rule::wins => Expectation::Wins {
                players: self.names(&mut kids),
                because: self.because(&mut kids),
            },
            Rule::drawn_game => Expectation::Drawn {
                because: self.because(&mut kids),
            },
            _ => Expectation::Holds(self.take_expr(&mut kids)?),
        })
    }
}

impl FileLine {
    /// Stands for a title that could not be read.
    pub fn unreadable_title(span: Span) -> Self {
        let value = String::new();
        Self::Title(Text { value, span }, Vec::new())
    }
}
