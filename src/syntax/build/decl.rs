//! Declarations, edits of a variant, and the heads of both kinds of files.

use crate::syntax::ast::{
    ClauseEntry, Clauses, Decl, DeclKind, Edit, EditKind, Fact, MemoryDecl, Name, OptionChoice,
    OptionDecl, QuotedText, Routine, Score, ScriptDecl, ScriptFnDecl, StatusDecl, StatusOf, Tag,
};
use crate::syntax::build::Builder;
use crate::syntax::parser::{Children, Pair, Rule};

/// The head of a file.
pub(in crate::syntax) enum FileHead {
    /// `game NAME "Title"`
    Game(Name, QuotedText),
    /// `variant NAME of GAME "Title"`
    Variant(Name, Name, QuotedText),
}

impl Builder<'_> {
    /// Builds the head of a file.
    pub fn head_of_file(&mut self, pair: Pair<'_>) -> Option<FileHead> {
        let rule = pair.as_rule();
        let mut kids = Children::of(pair);
        let name = self.take_name(&mut kids)?;
        let of = (rule == Rule::variant_head)
            .then(|| self.take_name(&mut kids))
            .flatten();
        let title = self.take_text(&mut kids)?;
        Some(match of {
            Some(of) => FileHead::Variant(name, of, title),
            None => FileHead::Game(name, title),
        })
    }

    /// Builds a declaration with its tags.
    pub fn declaration(&mut self, pair: Pair<'_>) -> Option<Decl> {
        let mut kids = Children::of(pair);
        let tags = self.take_tags(&mut kids);
        self.decl(tags, kids.next()?)
    }

    fn decl(&mut self, tags: Vec<Tag>, pair: Pair<'_>) -> Option<Decl> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut kids = Children::of(pair);
        let kind = match rule {
            Rule::players => DeclKind::Players(self.players(kids)?),
            Rule::options => {
                DeclKind::Options(kids.map(|o| self.option(o)).collect::<Option<_>>()?)
            }
            Rule::board => DeclKind::Board(self.board(kids)?),
            Rule::pieces => DeclKind::Pieces(self.pieces(kids)?),
            Rule::drawing => DeclKind::Drawing(self.drawing(kids)?),
            Rule::line => DeclKind::Line(self.line(kids)?),
            Rule::list => DeclKind::List(self.list(kids)?),
            Rule::zone => DeclKind::Zone(self.zone(kids)?),
            Rule::remember => {
                DeclKind::Remember(kids.map(|m| self.memory(m)).collect::<Option<_>>()?)
            }
            Rule::fact => DeclKind::Fact(Fact {
                name: self.take_name(&mut kids)?,
                params: self.params(&mut kids),
                value: self.take_filtered(&mut kids)?,
            }),
            Rule::script => DeclKind::Script(ScriptDecl {
                file: self.take_text(&mut kids)?,
                functions: kids.map(|f| self.script_fn(f)).collect::<Option<_>>()?,
            }),
            Rule::move_decl => DeclKind::Move(self.move_decl(kids)?),
            Rule::routine => DeclKind::Routine(Routine {
                name: self.take_name(&mut kids)?,
                params: self.params(&mut kids),
                body: self.block(kids.next()?)?,
            }),
            Rule::score => DeclKind::Score(Score {
                player: self.take_name(&mut kids)?,
                value: self.take_expr(&mut kids)?,
            }),
            Rule::status => DeclKind::Status(self.status(kids)?),
            Rule::phase => DeclKind::Phase(self.phase(kids)?),
            Rule::play => DeclKind::Play(self.block(kids.next()?)?),
            Rule::clauses => DeclKind::Clauses(self.clauses(kids)?),
            Rule::note => DeclKind::Note(self.take_text(&mut kids)?),
            _ => return None,
        };
        Some(Decl { tags, span, kind })
    }

    /// `status of p "{size of purse of p} coins" when …`
    fn status(&mut self, mut kids: Children<'_>) -> Option<StatusDecl> {
        let prompt = kids.pick(Rule::status_word)?.as_str() == "prompt";
        let of = match kids.pick(Rule::status_of) {
            Some(of) => Some(self.status_of(Children::of(of))?),
            None => None,
        };
        let text = self.template(&kids.pick(Rule::string)?)?;
        let when = self.take_part(&mut kids, Rule::only_when);
        Some(StatusDecl {
            prompt,
            of,
            text,
            when,
        })
    }

    /// `of p`, `of s in section where …`
    fn status_of(&mut self, mut kids: Children<'_>) -> Option<StatusOf> {
        Some(StatusOf {
            name: self.take_name(&mut kids)?,
            rows: self.take_expr(&mut kids),
            filter: self.take_part(&mut kids, Rule::filter),
        })
    }

    pub(super) fn params(&mut self, kids: &mut Children<'_>) -> Vec<Name> {
        match kids.pick(Rule::params) {
            Some(params) => self.names(&mut Children::of(params)),
            None => Vec::new(),
        }
    }

    fn option(&mut self, pair: Pair<'_>) -> Option<OptionDecl> {
        let mut kids = Children::of(pair);
        let tags = self.take_tags(&mut kids);
        let name = self.take_name(&mut kids)?;
        let list = match kids.pick(Rule::option_list) {
            Some(list) => Some(self.number_list(Children::of(list))?),
            None => None,
        };
        let fraction = match kids.pick(Rule::option_fraction) {
            Some(fraction) => {
                let range = Children::of(fraction).pick(Rule::choice_range)?;
                Some(self.least_and_most(range)?)
            }
            None => None,
        };
        let mut choices = Vec::new();
        while let Some(choice) = kids.pick(Rule::choice) {
            choices.push(self.choice(Children::of(choice).next()?)?);
        }
        let default = kids.pick(Rule::value).map(|value| self.raw(&value));
        let doc = self.take_text(&mut kids)?;
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
            Rule::number => {
                let (least, span) = self.number(&pair)?;
                let most = least;
                Some(OptionChoice::Range { least, most, span })
            }
            _ => {
                let mut kids = Children::of(pair);
                let (least, _) = self.take_number(&mut kids)?;
                let (most, _) = self.take_number(&mut kids)?;
                Some(OptionChoice::Range { least, most, span })
            }
        }
    }

    fn memory(&mut self, pair: Pair<'_>) -> Option<MemoryDecl> {
        let mut kids = Children::of(pair);
        let tags = self.take_tags(&mut kids);
        let name = self.take_name(&mut kids)?;
        let of = kids
            .pick(Rule::memory_of)
            .and_then(|of| self.take_name(&mut Children::of(of)));
        let start = self.take_expr(&mut kids)?;
        let ty = kids
            .pick(Rule::memory_type)
            .and_then(|ty| self.take_name(&mut Children::of(ty)));
        Some(MemoryDecl {
            tags,
            name,
            of,
            start,
            ty,
        })
    }

    fn script_fn(&mut self, pair: Pair<'_>) -> Option<ScriptFnDecl> {
        let mut kids = Children::of(pair);
        let tags = self.take_tags(&mut kids);
        let name = self.take_name(&mut kids)?;
        let mut params = Vec::new();
        while let Some(typed) = kids.pick(Rule::typed) {
            let mut typed = Children::of(typed);
            params.push((self.take_name(&mut typed)?, self.take_name(&mut typed)?));
        }
        let result = kids
            .pick(Rule::script_result)
            .and_then(|r| self.take_name(&mut Children::of(r)));
        let reads = kids
            .pick(Rule::script_reads)
            .map(|reads| self.names(&mut Children::of(reads)));
        let changes = match kids.pick(Rule::script_changes) {
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

    fn clauses(&mut self, mut kids: Children<'_>) -> Option<Clauses> {
        let readings = kids.pick(Rule::sheet_word)?.as_str() == "readings";
        let entries = kids
            .map(|entry| self.clause_entry(entry))
            .collect::<Option<_>>()?;
        Some(Clauses { readings, entries })
    }

    fn clause_entry(&mut self, pair: Pair<'_>) -> Option<ClauseEntry> {
        let mut kids = Children::of(pair);
        let tag = self.name(&kids.pick(Rule::clause_tag)?);
        let text = self.take_text(&mut kids)?;
        let unplayed = kids
            .pick(Rule::unplayed)
            .and_then(|u| self.take_text(&mut Children::of(u)));
        Some(ClauseEntry {
            tag: Tag {
                text: tag.text,
                span: tag.span,
            },
            text,
            unplayed,
        })
    }

    /// Builds an edit of a variant. Tags before `replace` or before a new declaration belong to the declaration too.
    pub fn edit(&mut self, pair: Pair<'_>) -> Option<Edit> {
        let mut kids = Children::of(pair);
        let tags = self.take_tags(&mut kids);
        let part = kids.next()?;
        let span = self.span(&part);
        let rule = part.as_rule();
        let kind = match rule {
            Rule::set_edit => {
                let (option, value) = self.set_edit(part)?;
                EditKind::Set { option, value }
            }
            Rule::rename_edit => self.rename(Children::of(part))?,
            Rule::replace_edit => {
                let mut part = Children::of(part);
                let mut all = tags.clone();
                all.extend(self.take_tags(&mut part));
                EditKind::Replace(self.decl(all, part.next()?)?)
            }
            Rule::remove_edit => {
                let mut part = Children::of(part);
                EditKind::Remove {
                    kind: self.name(&part.pick(Rule::kind)?),
                    name: self.take_name(&mut part)?,
                }
            }
            _ => EditKind::Add(self.decl(tags.clone(), part)?),
        };
        Some(Edit { tags, span, kind })
    }

    /// `set OPTION VALUE`
    pub(super) fn set_edit(&mut self, pair: Pair<'_>) -> Option<(Name, QuotedText)> {
        let mut kids = Children::of(pair);
        let option = self.take_name(&mut kids)?;
        let value = self.raw(&kids.pick(Rule::value)?);
        Some((option, value))
    }

    fn rename(&mut self, mut kids: Children<'_>) -> Option<EditKind> {
        let kind = self.name(&kids.pick(Rule::kind)?);
        let mut pairs = Vec::new();
        for pair in kids {
            let mut pair = Children::of(pair);
            pairs.push((self.take_name(&mut pair)?, self.take_name(&mut pair)?));
        }
        Some(EditKind::Rename { kind, pairs })
    }
}
