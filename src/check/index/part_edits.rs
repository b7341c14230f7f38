//! Names in what a variant changes within declarations.

use crate::check::index::{Indexer, Sort};
use crate::check::names::nouns::Noun;
use crate::syntax::ast::{
    EditKind, ListRow, Name, NewCondition, PartEdit, PartEditKind, RulesFile, StmtPlace, Tag,
    Variant,
};

/// What an edit may change in part.
const OWNERS: [Sort; 5] = [
    Sort::Declared(Noun::Phase),
    Sort::Declared(Noun::Move),
    Sort::Declared(Noun::Routine),
    Sort::Declared(Noun::Fact),
    Sort::Declared(Noun::List),
];

/// Returns what a variant changes within declarations.
pub(super) fn parts(variant: &Variant) -> impl Iterator<Item = (&[Tag], &PartEdit)> {
    let edits = variant.edits.iter();
    edits.filter_map(|edit| match &edit.kind {
        EditKind::Part(part) => Some((edit.tags.as_slice(), part)),
        EditKind::Set { .. }
        | EditKind::Rename { .. }
        | EditKind::Remove { .. }
        | EditKind::Replace(_)
        | EditKind::Add(_) => None,
    })
}

impl Indexer {
    /// Goes through what a variant changes within declarations, once all declarations are known.
    pub(super) fn parts_of(&mut self, file: &RulesFile) {
        let RulesFile::Variant(variant) = file else {
            return;
        };
        for (tags, part) in parts(variant) {
            self.tags(tags);
            self.extent = part.span;
            self.part_edit(part);
            self.locals.clear();
        }
    }

    /// Declares the rows and phases that such a change brings.
    pub(super) fn declare_part(&mut self, part: &PartEdit) {
        self.extent = part.span;
        match &part.kind {
            PartEditKind::AddRow(ListRow { tags, name, .. }) => {
                self.declare(Sort::Declared(Noun::Row), name, tags);
            }
            PartEditKind::AddStmts { body, .. } | PartEditKind::ReplaceStmt { with: body, .. } => {
                self.declare_phases(body);
            }
            PartEditKind::AddCondition(_)
            | PartEditKind::AddMoves { .. }
            | PartEditKind::ReplaceRow { .. }
            | PartEditKind::ReplaceCondition { .. }
            | PartEditKind::RemoveRow(_)
            | PartEditKind::RemoveCondition(_)
            | PartEditKind::RemoveStmt { .. }
            | PartEditKind::RemoveOffer { .. } => {}
        }
    }

    fn part_edit(&mut self, part: &PartEdit) {
        self.owner(&part.of);
        match &part.kind {
            PartEditKind::AddRow(row) => {
                self.tags(&row.tags);
                self.exprs(&row.values);
            }
            PartEditKind::ReplaceRow { row, values } => {
                self.uses(Sort::Declared(Noun::Row), row);
                self.exprs(values);
            }
            PartEditKind::RemoveRow(row) => self.uses(Sort::Declared(Noun::Row), row),
            PartEditKind::AddStmts { place, body } => {
                if let StmtPlace::Before(tag) | StmtPlace::After(tag) = place {
                    self.part_tag(tag);
                }
                self.block(body);
            }
            PartEditKind::AddCondition(line) => self.head(line),
            PartEditKind::AddMoves { moves, ask } => {
                moves.iter().for_each(|item| self.ask_item(item));
                ask.iter().for_each(|tag| self.part_tag(tag));
            }
            PartEditKind::ReplaceCondition { tag, with } => {
                tag.iter().for_each(|tag| self.part_tag(tag));
                match with {
                    NewCondition::Line(line) => self.head(line),
                    NewCondition::Expr(expr) => self.expr(expr),
                }
            }
            PartEditKind::ReplaceStmt { tag, with, .. } => {
                tag.iter().for_each(|tag| self.part_tag(tag));
                self.block(with);
            }
            PartEditKind::RemoveCondition(tag) | PartEditKind::RemoveStmt { tag, .. } => {
                tag.iter().for_each(|tag| self.part_tag(tag));
            }
            PartEditKind::RemoveOffer { mv, ask } => {
                self.uses(Sort::Declared(Noun::Move), mv);
                ask.iter().for_each(|tag| self.part_tag(tag));
            }
        }
    }

    /// Notes what is changed; the names in the head of a move hold in what is written for it.
    fn owner(&mut self, of: &Name) {
        let known = |sort: &&Sort| self.known.contains_key(&(**sort, of.text.clone()));
        if let Some(sort) = OWNERS.iter().find(known) {
            self.uses(*sort, of);
        }
        let mut held: Vec<_> = self
            .of_moves
            .iter()
            .filter(|((mv, _), _)| *mv == of.text)
            .map(|((_, text), id)| (text.clone(), *id))
            .collect();
        held.sort_by_key(|(_, id)| *id);
        self.locals.extend(held);
    }

    /// Notes a clause by which a part is named, or a move by which an `ask` is named.
    fn part_tag(&mut self, tag: &Name) {
        let mv = Sort::Declared(Noun::Move);
        if self.known.contains_key(&(mv, tag.text.clone())) {
            return self.uses(mv, tag);
        }
        let (text, span) = (tag.text.clone(), tag.span);
        self.tags(&[Tag { text, span }]);
    }
}
