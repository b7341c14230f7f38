//! Names in the edits of a variant within declarations.

use crate::index::{Indexer, Sort};
use linstock_check::Noun;
use linstock_syntax::ast::{
    EditKind, HeadDecl, HeadKind, ListRow, Name, NewCondition, PartEdit, PartEditKind, PartName,
    RulesFile, StmtPlace, Tag, Variant,
};

/// The declarations that an edit may change in part.
const OWNERS: [Sort; 5] = [
    Sort::Declared(Noun::Phase),
    Sort::Declared(Noun::Move),
    Sort::Declared(Noun::Routine),
    Sort::Declared(Noun::Fact),
    Sort::Declared(Noun::List),
];

/// Returns the edits of a variant within declarations.
pub(super) fn parts(variant: &Variant) -> impl Iterator<Item = (&[Tag], &PartEdit)> {
    let edits = variant.edits.iter();
    edits.filter_map(|edit| match &edit.kind {
        EditKind::Part(part) => Some((edit.tags.as_slice(), part)),
        _ => None,
    })
}

impl Indexer {
    /// Visits the edits of a variant within declarations, once all declarations are known.
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

    /// Declares the rows and phases that such an edit adds.
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
            | PartEditKind::RemoveStmt(_)
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
                if let StmtPlace::Before(stmt) | StmtPlace::After(stmt) = place {
                    self.part_name(&stmt.part);
                }
                self.block(body);
            }
            PartEditKind::AddCondition(line) => self.head(line),
            PartEditKind::AddMoves { moves, ask } => {
                moves.iter().for_each(|item| self.ask_item(item));
                self.part_name(ask);
            }
            PartEditKind::ReplaceCondition { part, with } => {
                self.part_name(part);
                match with {
                    NewCondition::Line(line) => self.new_line(line),
                    NewCondition::Expr(expr) => self.expr(expr),
                }
            }
            PartEditKind::ReplaceStmt { stmt, with } => {
                self.part_name(&stmt.part);
                self.block(with);
            }
            PartEditKind::RemoveCondition(part) => self.part_name(part),
            PartEditKind::RemoveStmt(stmt) => self.part_name(&stmt.part),
            PartEditKind::RemoveOffer { mv, ask } => {
                self.uses(Sort::Declared(Noun::Move), mv);
                self.part_name(ask);
            }
        }
    }

    /// Records the changed declaration; the names in the head of a move are valid in its new parts.
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

    /// Records a line that replaces another: its argument is declared in the original line.
    fn new_line(&mut self, line: &HeadDecl) {
        let HeadKind::Arg {
            name,
            domain,
            filter,
        } = &line.kind
        else {
            return self.head(line);
        };
        if !self.holds(name) {
            return self.head(line);
        }
        self.tags(&line.tags);
        self.expr(domain);
        self.name(name);
        self.exprs(filter);
    }

    /// Records the name of a part: a clause, the argument that a line chooses, or a move that an `ask` offers.
    fn part_name(&mut self, part: &PartName) {
        let Some(tag) = &part.tag else {
            return;
        };
        let mv = Sort::Declared(Noun::Move);
        if self.holds(tag) {
            self.name(tag);
        } else if self.known.contains_key(&(mv, tag.text.clone())) {
            self.uses(mv, tag);
        } else {
            let (text, span) = (tag.text.clone(), tag.span);
            self.tags(&[Tag { text, span }]);
        }
    }

    /// Returns whether a name is local.
    fn holds(&self, name: &Name) -> bool {
        self.locals.iter().any(|(local, _)| *local == name.text)
    }
}
