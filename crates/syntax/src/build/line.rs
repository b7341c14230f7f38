//! Builds the lines of scenarios: makes a step from pest's pair, for example for `expect a1 is pawn`.

use crate::ast::{
    Expectation, ExpectedWarning, GivenDecl, ListedMoves, ListedPart, Name, Odds, QuotedText, Step,
    StepKind, Tag, WhichMoves,
};
use crate::build::Builder;
use crate::grammar::Rule;
use crate::parser::{Children, Pair};
use crate::token::LINE_END;
use linstock_base::{Diagnostic, Span};

/// A line of a scenario file.
pub(crate) enum FileLine {
    /// `for GAME`
    For(Name),
    /// `set OPTION VALUE`
    Set(Span, Name, QuotedText),
    /// `variant NAME`
    Variant(Name),
    /// `players N`
    Players(i64, Span),
    /// `scenario "title" @tags`
    Title(QuotedText, Vec<Tag>),
    /// `given at …`
    Given(Box<GivenDecl>),
    /// A step: an action or an expectation.
    Step(Step),
}

impl Builder<'_> {
    /// Builds a line of a scenario file.
    pub(crate) fn file_line(&mut self, pair: Pair<'_>) -> Option<FileLine> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        Some(match rule {
            Rule::for_line => FileLine::For(self.take_name(&mut Children::of(pair))?),
            Rule::variant_line => FileLine::Variant(self.take_name(&mut Children::of(pair))?),
            Rule::players_line => {
                let (number, at) = self.take_number(&mut Children::of(pair))?;
                FileLine::Players(number, at)
            }
            Rule::set_edit => {
                let (option, value) = self.set_edit(pair)?;
                FileLine::Set(span, option, value)
            }
            Rule::title => {
                let mut children = Children::of(pair);
                let title = self.take_text(&mut children)?;
                FileLine::Title(title, self.take_tags(&mut children))
            }
            Rule::given => FileLine::Given(Box::new(self.given(span, Children::of(pair))?)),
            _ => FileLine::Step(Step {
                span,
                kind: self.step((rule, span), Children::of(pair))?,
            }),
        })
    }

    fn given(&mut self, span: Span, mut children: Children<'_>) -> Option<GivenDecl> {
        let phase = match children.pick(Rule::given_phase) {
            Some(phase) => Some(self.take_name(&mut Children::of(phase))?),
            None => None,
        };
        let to_move = self.take_name(&mut children)?;
        let picture = children.pick(Rule::picture).map(|p| self.text(&p));
        let setup = match children.pick(Rule::block) {
            Some(block) => self.block(block)?,
            None => Vec::new(),
        };
        Some(GivenDecl {
            span,
            phase,
            to_move,
            picture,
            setup,
        })
    }

    fn step(&mut self, (rule, span): (Rule, Span), mut children: Children<'_>) -> Option<StepKind> {
        Some(match rule {
            Rule::play_step => {
                let by = self.by_whom(&mut children).or_else(|| self.chance(span));
                let texts = children.map(|text| self.raw(&text));
                let texts = texts.filter(|t| !t.value.is_empty()).collect();
                StepKind::Play { by, texts }
            }
            Rule::refuse_step => StepKind::Refuse {
                by: self.by_whom(&mut children),
                text: self.raw(&children.pick(Rule::refused)?),
                because: self.because(&mut children),
            },
            Rule::moves_count => {
                let which = self.which_moves(&mut children);
                let (count, number) = self.take_number(&mut children)?;
                StepKind::MoveCount {
                    which,
                    count,
                    number,
                }
            }
            Rule::moves_are | Rule::moves_include => StepKind::Moves {
                which: self.which_moves(&mut children),
                all: rule == Rule::moves_are,
                list: self.move_list(&children.pick(Rule::move_list)?),
            },
            Rule::odds_step => {
                let list = children.pick(Rule::move_list)?;
                let each = self.split(&list, list.as_str(), &[',', ';', LINE_END]);
                // Builds everything before it returns `None`, so that every mistake is found.
                let odds: Vec<_> = each.into_iter().map(|text| self.odds(text)).collect();
                StepKind::Odds {
                    odds: odds.into_iter().collect::<Option<_>>()?,
                    list: self.trimmed(&list),
                }
            }
            Rule::any_step => {
                let (count, at) = match children.pick(Rule::number) {
                    Some(number) => self.number(&number)?,
                    None => (1, span),
                };
                StepKind::AnyOutcomes(count, at)
            }
            Rule::seen_step => StepKind::Seen {
                by: self.names(&mut children),
                text: self.raw(&children.pick(Rule::move_text)?),
            },
            Rule::warning_step => StepKind::Warning(self.expected_warning(&mut children)?),
            Rule::expect_step => StepKind::Expect(
                children
                    .map(|e| self.expectation(e))
                    .collect::<Option<_>>()?,
            ),
            _ => return None,
        })
    }

    fn expected_warning(&mut self, children: &mut Children<'_>) -> Option<ExpectedWarning> {
        let comes = children.pick(Rule::no_warning).is_none();
        let to = match children.pick(Rule::warned_whom) {
            Some(whom) => Some(self.take_name(&mut Children::of(whom))?),
            None => None,
        };
        Some(ExpectedWarning {
            to,
            of: self.raw(&children.pick(Rule::warned)?),
            comes,
            words: children.pick(Rule::string).map(|words| self.text(&words)),
        })
    }

    fn because(&mut self, children: &mut Children<'_>) -> Vec<Tag> {
        children
            .pick(Rule::because)
            .map(|because| {
                Children::of(because)
                    .flat_map(|tag| self.tag(&tag))
                    .collect()
            })
            .unwrap_or_default()
    }

    fn by_whom(&mut self, children: &mut Children<'_>) -> Option<Name> {
        let by = children.pick(Rule::by_whom)?;
        self.take_name(&mut Children::of(by))
    }

    /// Returns `chance` as the acting player if the line begins with it.
    fn chance(&self, line: Span) -> Option<Name> {
        const CHANCE: &str = "chance";
        let begins = self.part.text.trim_start().starts_with(CHANCE);
        begins.then(|| Name {
            text: CHANCE.to_owned(),
            span: Span {
                end: line.start + 6,
                ..line
            },
        })
    }

    fn which_moves(&mut self, children: &mut Children<'_>) -> WhichMoves {
        let mut name = |rule| {
            let part = children.pick(rule)?;
            self.take_name(&mut Children::of(part))
        };
        WhichMoves {
            of: name(Rule::moves_of),
            from: name(Rule::moves_from),
        }
    }

    /// Splits a list of moves at commas or `;`. Without these, each word of a line is a move, or all words together are one move.
    fn move_list(&self, pair: &Pair<'_>) -> ListedMoves {
        let list = pair.as_str();
        let span = self.trimmed(pair);
        let parts = if matches!(list.trim(), "nothing" | "none") {
            Vec::new()
        } else if list.contains([',', ';']) {
            let texts = self.split(pair, list, &[',', ';', LINE_END]);
            vec![ListedPart { texts, alone: None }]
        } else {
            let lines = list.split(LINE_END).filter(|line| !line.trim().is_empty());
            lines.map(|line| self.list_line(pair, line)).collect()
        };
        ListedMoves { span, parts }
    }

    /// Returns the span of a raw text, without blanks around it.
    fn trimmed(&self, pair: &Pair<'_>) -> Span {
        let text = pair.as_str();
        let start = pair.as_span().start() + text.len() - text.trim_start().len();
        self.part.span(start..start + text.trim().len())
    }

    fn list_line(&self, pair: &Pair<'_>, line: &str) -> ListedPart {
        let texts = self.split(pair, line, &[' ']);
        let whole = self.split(pair, line, &[LINE_END]).into_iter().next();
        let alone = whole.filter(|_| texts.len() > 1);
        ListedPart { texts, alone }
    }

    /// Splits a part of a list at separators; drops empty items.
    fn split(&self, pair: &Pair<'_>, part: &str, at: &[char]) -> Vec<QuotedText> {
        let (list, start) = (pair.as_str(), pair.as_span().start());
        let filled = part.split(at).filter(|text| !text.trim().is_empty());
        let text = |text: &str| {
            let begin = text.trim_start().as_ptr() as usize - list.as_ptr() as usize;
            let bytes = start + begin..start + begin + text.trim().len();
            let words: Vec<_> = text.split_whitespace().collect();
            QuotedText {
                value: words.join(" "),
                span: self.part.span(bytes),
            }
        };
        filled.map(text).collect()
    }

    /// `chest 2 = 1/3`
    fn odds(&mut self, text: QuotedText) -> Option<Odds> {
        let share = |share: &str| {
            let (some, all) = share.split_once('/').unwrap_or((share, "1"));
            let (some, all) = (some.trim().parse().ok()?, all.trim().parse().ok()?);
            (some <= all && all > 0).then_some((some, all))
        };
        let read = text.value.rsplit_once('=');
        let read = read.and_then(|(outcome, odds)| Some((outcome.trim_end(), share(odds)?)));
        let Some((outcome, share)) = read.filter(|(outcome, _)| !outcome.is_empty()) else {
            let message = "expected an outcome and its probability";
            let wrong = Diagnostic::error("E0105", text.span, message);
            self.found.push(wrong.hint("for example: heads = 1/2"));
            return None;
        };
        let span = Span {
            end: text.span.start + u32::try_from(outcome.len()).unwrap_or(0),
            ..text.span
        };
        let value = outcome.to_owned();
        let text = QuotedText { value, span };
        Some(Odds { text, share })
    }

    fn expectation(&mut self, pair: Pair<'_>) -> Option<Expectation> {
        let rule = pair.as_rule();
        let mut children = Children::of(pair);
        Some(match rule {
            Rule::to_move => Expectation::ToMove {
                only: children.pick(Rule::only).is_some(),
                names: self.names(&mut children),
            },
            Rule::over => Expectation::Over,
            Rule::wins => Expectation::Wins {
                players: self.names(&mut children),
                because: self.because(&mut children),
            },
            Rule::drawn_game => Expectation::Drawn {
                because: self.because(&mut children),
            },
            _ => Expectation::Holds(self.take_expr(&mut children)?),
        })
    }
}

impl FileLine {
    /// Makes the title for a scenario whose title could not be parsed.
    pub(crate) fn unreadable_title(span: Span) -> Self {
        let value = String::new();
        Self::Title(QuotedText { value, span }, Vec::new())
    }
}
