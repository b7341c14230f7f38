//! Declarations, edits of a variant, and the heads of both kinds of files.

use crate::ast::{
    ClauseEntry, Clauses, Decl, DeclKind, Fact, LookEntry, LookItem, LookName, LookPart,
    MemoryDecl, Name, OptionChoice, OptionDecl, QuotedText, Routine, Score, ScriptDecl,
    ScriptFnDecl, SightDecl, StatusDecl, StatusOf, StatusPlace, Tag, Worded, Wording, WordsEntry,
};
use crate::build::Builder;
use crate::grammar::Rule;
use crate::parser::{Children, Pair};
use linstock_base::Span;

/// The head of a file.
pub(crate) enum FileHead {
    /// `game NAME "Title"`
    Game(Name, QuotedText),
    /// `variant NAME of GAME "Title"`
    Variant(Name, Name, QuotedText),
}

impl Builder<'_> {
    /// Builds the head of a file.
    pub(crate) fn head_of_file(&mut self, pair: Pair<'_>) -> Option<FileHead> {
        let rule = pair.as_rule();
        let mut children = Children::of(pair);
        let name = self.take_name(&mut children)?;
        let of = (rule == Rule::variant_head)
            .then(|| self.take_name(&mut children))
            .flatten();
        let title = self.take_text(&mut children)?;
        Some(match of {
            Some(of) => FileHead::Variant(name, of, title),
            None => FileHead::Game(name, title),
        })
    }

    /// Builds a declaration with its tags.
    pub(crate) fn declaration(&mut self, pair: Pair<'_>) -> Option<Decl> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        self.decl(tags, children.next()?)
    }

    pub(super) fn decl(&mut self, tags: Vec<Tag>, pair: Pair<'_>) -> Option<Decl> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut children = Children::of(pair);
        let kind = match rule {
            Rule::players => DeclKind::Players(self.players(children)?),
            Rule::options => {
                DeclKind::Options(children.map(|o| self.option(o)).collect::<Option<_>>()?)
            }
            Rule::board => DeclKind::Board(self.board(children)?),
            Rule::pieces => DeclKind::Pieces(self.pieces(children)?),
            Rule::drawing => DeclKind::Drawing(self.drawing(children)?),
            Rule::line => DeclKind::Line(self.line(children)?),
            Rule::list => DeclKind::List(self.list(children)?),
            Rule::zone => DeclKind::Zone(self.zone(children)?),
            Rule::remember => {
                DeclKind::Remember(children.map(|m| self.memory(m)).collect::<Option<_>>()?)
            }
            Rule::fact => DeclKind::Fact(Fact {
                name: self.take_name(&mut children)?,
                params: self.params(&mut children),
                value: self.take_filtered(&mut children)?,
            }),
            Rule::script => DeclKind::Script(ScriptDecl {
                file: self.take_text(&mut children)?,
                functions: children.map(|f| self.script_fn(f)).collect::<Option<_>>()?,
            }),
            Rule::move_decl => DeclKind::Move(self.move_decl(children)?),
            Rule::routine => DeclKind::Routine(Routine {
                name: self.take_name(&mut children)?,
                params: self.params(&mut children),
                body: self.block(children.next()?)?,
            }),
            Rule::score => DeclKind::Score(Score {
                player: self.take_name(&mut children)?,
                value: self.take_expr(&mut children)?,
                seen_by_all: children.pick(Rule::seen_by_all).is_some(),
            }),
            Rule::status => self.status(children)?,
            Rule::warning => DeclKind::Status(self.warning(children)?),
            Rule::phase => DeclKind::Phase(self.phase(children)?),
            Rule::play => DeclKind::Play(self.block(children.next()?)?),
            of_sheet => self.sheet_decl(of_sheet, children)?,
        };
        Some(Decl { tags, span, kind })
    }

    /// Builds a declaration of the rule sheet.
    fn sheet_decl(&mut self, rule: Rule, mut children: Children<'_>) -> Option<DeclKind> {
        Some(match rule {
            Rule::clauses => DeclKind::Clauses(self.clauses(children)?),
            Rule::note => DeclKind::Note(self.take_text(&mut children)?),
            Rule::language => DeclKind::Language(self.take_name(&mut children)?),
            Rule::words => DeclKind::Words(self.other_words(children)?),
            Rule::look => DeclKind::Look(
                children
                    .map(|item| self.look_item(item))
                    .collect::<Option<_>>()?,
            ),
            _ => return None,
        })
    }

    /// `status of p "{size of purse of p} coins" when …`, `status hides idle`
    fn status(&mut self, mut children: Children<'_>) -> Option<DeclKind> {
        if let Some(hides) = children.pick(Rule::status_hides) {
            let mut hides = Children::of(hides);
            hides.pick(Rule::k_status)?;
            return Some(DeclKind::Hides(self.names(&mut hides)));
        }
        let shown = match children.pick(Rule::status_word)?.as_str() {
            "prompt" => StatusPlace::Prompt,
            "result" => StatusPlace::Result,
            _ => StatusPlace::Table,
        };
        let of = self.of_rows(&mut children)?;
        let text = self.template(&children.pick(Rule::string)?)?;
        let when = self.take_part(&mut children, Rule::only_when);
        Some(DeclKind::Status(StatusDecl {
            shown,
            of,
            text,
            when,
        }))
    }

    /// `warn of s in section "…" when it makes hopeless(s) supposing holds`
    fn warning(&mut self, mut children: Children<'_>) -> Option<StatusDecl> {
        let of = self.of_rows(&mut children)?;
        let text = self.template(&children.pick(Rule::string)?)?;
        let when = Some(self.take_expr(&mut children)?);
        let supposing = match children.pick(Rule::supposing) {
            Some(supposing) => Some(self.take_name(&mut Children::of(supposing))?),
            None => None,
        };
        Some(StatusDecl {
            shown: StatusPlace::Warning { supposing },
            of,
            text,
            when,
        })
    }

    /// Takes the subjects of a line, if each has a line; `None` if they are wrong.
    pub(super) fn of_rows(&mut self, children: &mut Children<'_>) -> Option<Option<StatusOf>> {
        match children.pick(Rule::status_of) {
            Some(of) => self.status_of(Children::of(of)).map(Some),
            None => Some(None),
        }
    }

    /// `of p`, `of s in section where …`
    fn status_of(&mut self, mut children: Children<'_>) -> Option<StatusOf> {
        Some(StatusOf {
            name: self.take_name(&mut children)?,
            rows: self.take_expr(&mut children),
            filter: self.take_part(&mut children, Rule::filter),
        })
    }

    pub(super) fn params(&mut self, children: &mut Children<'_>) -> Vec<Name> {
        match children.pick(Rule::params) {
            Some(params) => self.names(&mut Children::of(params)),
            None => Vec::new(),
        }
    }

    fn option(&mut self, pair: Pair<'_>) -> Option<OptionDecl> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        let name = self.take_name(&mut children)?;
        let list = match children.pick(Rule::option_list) {
            Some(list) => Some(self.number_list(Children::of(list))?),
            None => None,
        };
        let fraction = match children.pick(Rule::option_fraction) {
            Some(fraction) => {
                let range = Children::of(fraction).pick(Rule::choice_range)?;
                Some(self.least_and_most(range)?)
            }
            None => None,
        };
        let mut choices = Vec::new();
        while let Some(choice) = children.pick(Rule::choice) {
            choices.push(self.choice(Children::of(choice).next()?)?);
        }
        let default = children.pick(Rule::value).map(|value| self.raw(&value));
        let doc = self.take_text(&mut children)?;
        Some(OptionDecl {
            tags,
            name,
            choices,
            list,
            fraction,
            default,
            doc,
        })
    }

    fn choice(&mut self, pair: Pair<'_>) -> Option<OptionChoice> {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::choice_word => Some(OptionChoice::Word(self.name(&pair))),
            Rule::integer => {
                let (least, span) = self.number(&pair)?;
                let most = least;
                Some(OptionChoice::Range { least, most, span })
            }
            _ => {
                let mut children = Children::of(pair);
                let (least, _) = self.take_integer(&mut children)?;
                let (most, _) = self.take_integer(&mut children)?;
                Some(OptionChoice::Range { least, most, span })
            }
        }
    }

    fn memory(&mut self, pair: Pair<'_>) -> Option<MemoryDecl> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        let name = self.take_name(&mut children)?;
        let of = children.pick(Rule::memory_of).map(Children::of);
        let of = of.into_iter().flatten().map(|name| self.name(&name));
        let of: Vec<Name> = of.collect();
        let start = self.take_expr(&mut children)?;
        let ty = children
            .pick(Rule::memory_type)
            .and_then(|ty| self.take_name(&mut Children::of(ty)));
        let (mut sight, mut uncounted) = (None, false);
        for pair in children {
            let seen_by = match pair.as_rule() {
                Rule::memory_uncounted => {
                    uncounted = true;
                    continue;
                }
                Rule::memory_hidden => SightDecl::Hidden,
                Rule::memory_owner => SightDecl::Owner,
                _ => SightDecl::Open,
            };
            sight = Some((self.span(&pair), seen_by));
        }
        Some(MemoryDecl {
            tags,
            name,
            of,
            start,
            ty,
            sight,
            uncounted,
        })
    }

    fn script_fn(&mut self, pair: Pair<'_>) -> Option<ScriptFnDecl> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        let name = self.take_name(&mut children)?;
        let mut params = Vec::new();
        while let Some(typed) = children.pick(Rule::typed) {
            let mut typed = Children::of(typed);
            params.push((self.take_name(&mut typed)?, self.take_name(&mut typed)?));
        }
        let result = children
            .pick(Rule::script_result)
            .and_then(|r| self.take_name(&mut Children::of(r)));
        let reads = children
            .pick(Rule::script_reads)
            .map(|reads| self.names(&mut Children::of(reads)));
        let changes = match children.pick(Rule::script_changes) {
            Some(changes) => self.names(&mut Children::of(changes)),
            None => Vec::new(),
        };
        Some(ScriptFnDecl {
            tags,
            name,
            params,
            result,
            reads,
            changes,
        })
    }

    fn clauses(&mut self, mut children: Children<'_>) -> Option<Clauses> {
        let readings = children.pick(Rule::sheet_word)?.as_str() == "readings";
        let mut heading = None;
        let mut entries = Vec::new();
        for line in children {
            if line.as_rule() == Rule::sheet_heading {
                heading = Some(self.take_text(&mut Children::of(line))?);
            } else {
                entries.push(self.clause_entry(line, heading.clone())?);
            }
        }
        Some(Clauses { readings, entries })
    }

    fn clause_entry(&mut self, pair: Pair<'_>, heading: Option<QuotedText>) -> Option<ClauseEntry> {
        let mut children = Children::of(pair);
        let tag = self.name(&children.pick(Rule::clause_tag)?);
        let text = self.wording(children.pick(Rule::wording)?)?;
        let unplayed = children
            .pick(Rule::unplayed)
            .and_then(|u| self.take_text(&mut Children::of(u)));
        Some(ClauseEntry {
            heading,
            tag: Tag {
                text: tag.text,
                span: tag.span,
            },
            text,
            unplayed,
        })
    }

    fn other_words(&mut self, children: Children<'_>) -> Option<Vec<WordsEntry>> {
        children.map(|entry| self.words_entry(entry)).collect()
    }

    fn words_entry(&mut self, pair: Pair<'_>) -> Option<WordsEntry> {
        let mut children = Children::of(pair);
        let what = children.next()?;
        let what = match what.as_rule() {
            Rule::name => Worded::Name(self.name(&what)),
            Rule::string => Worded::Text(self.text(&what)),
            _ => {
                let mut children = Children::of(what);
                let part = children.next()?;
                let part = match part.as_rule() {
                    Rule::string => self.text(&part),
                    _ => self.raw(&part),
                };
                let of = self.take_name(&mut children)?;
                Worded::Part { part, of }
            }
        };
        let text = self.template(&children.pick(Rule::string)?)?;
        Some(WordsEntry { what, text })
    }

    /// Builds a line of `look`.
    fn look_item(&mut self, pair: Pair<'_>) -> Option<LookItem> {
        if pair.as_rule() == Rule::look_entry {
            return Some(LookItem::Entry(self.look_entry(pair)?));
        }
        let mut children = Children::of(pair);
        Some(LookItem::Bar {
            name: self.name(&children.pick(Rule::row_name)?),
            most: self.take_expr(&mut children)?,
        })
    }

    fn look_entry(&mut self, pair: Pair<'_>) -> Option<LookEntry> {
        let mut children = Children::of(pair);
        let mut names = Vec::new();
        while let Some(name) = children.pick(Rule::look_name) {
            let mut children = Children::of(name);
            names.push(LookName {
                name: self.name(&children.pick(Rule::row_name)?),
                of: children.pick(Rule::name).map(|of| self.name(&of)),
            });
        }
        let parts = children.map(|part| self.look_part(part));
        Some(LookEntry {
            names,
            parts: parts.collect::<Option<_>>()?,
        })
    }

    fn look_part(&mut self, pair: Pair<'_>) -> Option<LookPart> {
        let written = pair.as_str();
        let word = written.split([' ', '"']).next().unwrap_or(written);
        let span = self.span(&pair);
        let property = Name {
            text: match pair.as_rule() {
                Rule::look_figure => "drawn as".to_owned(),
                _ => word.to_owned(),
            },
            span: Span {
                end: span.start + u32::try_from(word.len()).unwrap_or(0),
                ..span
            },
        };
        let mut children = Children::of(pair);
        let value = children.next()?;
        let value = match value.as_rule() {
            Rule::string | Rule::picture => self.text(&value),
            _ => self.raw(&value),
        };
        let on = children.next().map(|on| self.raw(&on));
        Some(LookPart {
            property,
            value,
            on,
        })
    }

    fn wording(&mut self, pair: Pair<'_>) -> Option<Wording> {
        let mut children = Children::of(pair);
        let mut last = self.template(&children.pick(Rule::string)?)?;
        let mut cases = Vec::new();
        for part in children {
            let mut children = Children::of(part);
            let cond = self.any_of(children.pick(Rule::any_of)?)?;
            let next = self.template(&children.pick(Rule::string)?)?;
            cases.push((std::mem::replace(&mut last, next), cond));
        }
        Some(Wording { cases, last })
    }
}
