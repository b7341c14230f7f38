//! Moves the tree of a part to the part's present place in the text.

use crate::ast::{
    AskItemDecl, Binder, BoardDecl, BoardItem, BoardItemKind, BoardShape, ClauseEntry, Clauses,
    CompareOp, Decl, DeclKind, DrawingDecl, Edit, EditKind, Expr, Fact, HeadDecl, HeadKind,
    Holding, LineDecl, LinkDecl, ListDecl, ListRow, LogicOp, LookEntry, LookItem, LookName,
    LookPart, MemoryDecl, MoveDecl, Name, NewCondition, NumberList, NumberRange, OptionChoice,
    OptionDecl, PartEdit, PartEditKind, PartName, PartNumber, Phase, PieceDecl, Players,
    QuotedText, Reached, RoundDecl, Routine, Score, ScriptDecl, ScriptFnDecl, SideRegion,
    SightDecl, SightLine, StatusDecl, StatusOf, StatusPlace, StmtDecl, StmtDeclKind, StmtName,
    StmtPlace, Stock, SumOp, Tag, Template, TemplatePart, Worded, Wording, WordsEntry, ZoneDecl,
};
use linstock_base::{FileId, Span};

/// The distance from the old place of a part to the new one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relocation {
    file: FileId,
    /// The offset to add to each byte, modulo 2³²; so it can also move bytes back.
    bytes: u32,
}

impl Relocation {
    /// Returns the relocation from one place to another; `None` if they are the same.
    pub(crate) fn between(from: Span, to: Span) -> Option<Self> {
        (from != to).then(|| Self {
            file: to.file,
            bytes: to.start.wrapping_sub(from.start),
        })
    }
}

/// A part of a tree, with all its spans.
pub(crate) trait Relocate {
    /// Moves all its spans.
    fn relocate(&mut self, by: Relocation);
}

impl Relocate for Span {
    fn relocate(&mut self, by: Relocation) {
        self.file = by.file;
        self.start = self.start.wrapping_add(by.bytes);
        self.end = self.end.wrapping_add(by.bytes);
    }
}

impl<T: Relocate> Relocate for Vec<T> {
    fn relocate(&mut self, by: Relocation) {
        self.iter_mut().for_each(|part| part.relocate(by));
    }
}

impl<T: Relocate> Relocate for Option<T> {
    fn relocate(&mut self, by: Relocation) {
        self.iter_mut().for_each(|part| part.relocate(by));
    }
}

impl<T: Relocate> Relocate for Box<T> {
    fn relocate(&mut self, by: Relocation) {
        self.as_mut().relocate(by);
    }
}

impl<A: Relocate, B: Relocate> Relocate for (A, B) {
    fn relocate(&mut self, by: Relocation) {
        self.0.relocate(by);
        self.1.relocate(by);
    }
}

/// Types without spans.
macro_rules! placeless {
    ($($name:ty)*) => { $(
        impl Relocate for $name {
            fn relocate(&mut self, _by: Relocation) {}
        }
    )* };
}

placeless! { String bool i64 usize CompareOp LogicOp SumOp SightDecl }

/// Structs: the macro names every field, so the compiler reports a missing one.
macro_rules! structs {
    ($($name:ident { $($field:ident)* })*) => { $(
        impl Relocate for $name {
            fn relocate(&mut self, by: Relocation) {
                let Self { $($field),* } = self;
                $( $field.relocate(by); )*
            }
        }
    )* };
}

structs! {
    Name { text span }
    QuotedText { value span }
    Tag { text span }
    Decl { tags span kind }
    Players { count names }
    NumberRange { least most span }
    ListDecl { name fields shown rows }
    ListRow { tags name values }
    ZoneDecl { name of_player holds sight }
    Holding { tags what stock }
    SightLine { tags span sight }
    OptionDecl { tags name choices list fraction default doc }
    NumberList { length range or_none sum }
    PieceDecl { name letter neutral layer }
    LineDecl { name length points directions }
    MemoryDecl { tags name of start ty sight uncounted }
    Fact { name params value }
    ScriptDecl { file functions }
    ScriptFnDecl { tags name params result reads changes }
    Routine { name params body }
    Score { player value seen_by_all }
    StatusOf { name rows filter }
    StatusDecl { shown of text when }
    Clauses { readings entries }
    ClauseEntry { heading tag text unplayed }
    WordsEntry { what text }
    LookEntry { names parts }
    LookName { name of }
    LookPart { property value on }
    Wording { cases last }
    BoardDecl { shape items }
    BoardItem { tags kind }
    SideRegion { tags name points }
    LinkDecl { over from to when }
    DrawingDecl { name legend picture }
    MoveDecl { name params text heads body }
    Template { span written parts }
    HeadDecl { tags span kind }
    Phase { name body }
    StmtDecl { tags span kind }
    RoundDecl { endless from backwards filter body }
    AskItemDecl { tags name args cond }
    Expr { tags span kind }
    Binder { name set filter }
    Reached { from over within free }
    Edit { tags kind }
    PartEdit { span of kind }
    PartName { tag number }
    PartNumber { value span }
    StmtName { ask part }
}

/// Enums: the macro names every case and every field.
macro_rules! enums {
    ($($name:ident {
        $( $case:ident $( ( $($part:ident)* ) )? $( { $($field:ident)* } )? )*
    })*) => { $(
        impl Relocate for $name {
            fn relocate(&mut self, by: Relocation) {
                match self {
                    $( Self::$case $( ( $($part),* ) )? $( { $($field),* } )? => {
                        $( $( $part.relocate(by); )* )?
                        $( $( $field.relocate(by); )* )?
                    } )*
                }
            }
        }
    )* };
}

enums! {
    DeclKind {
        Players(a) Options(a) Board(a) Pieces(a) Drawing(a) Line(a) List(a) Zone(a) Remember(a) Fact(a) Script(a) Move(a)
        Routine(a) Score(a) Hides(a) Status(a) Phase(a) Play(a) Clauses(a) Note(a) Language(a) Words(a) Look(a) Broken { keyword names }
    }
    LookItem { Entry(a) Bar { name most } }
    Stock { Empty Each(a) Field(a) Listed(a) }
    OptionChoice { Word(a) Range { least most span } }
    StatusPlace { Table Prompt Result Warning { supposing } }
    Worded { Name(a) Part { part of } Text(a) }
    BoardShape { Rows { width height } Named { name size } Drawn(a) }
    BoardItemKind {
        Next(a) DrawnAs(a) Layers(a) Region { name points } Map(a) Wall(a) Link(a) Paint { colour points }
        Show { sign points } Chequered(a) Line { from to } NoLine { from to } Label { text points } Side { player forward regions }
    }
    TemplatePart { Literal(a) Hole(a) }
    HeadKind {
        Arg { name domain filter } Let { name value } When(a) Weigh(a) SeenBy(a) Leaves { cond supposing }
        Warn { of text when }
    }
    StmtDeclKind {
        Transfer { what from to } Become { at what } Let { name value } Lay { name turned at } Assign { target value }
        Forget(a) Call { name args } Script { name args } If { cond then otherwise } Repeat { times body } Each(a)
        For { over from body } Ask { who question moves as_often otherwise } Phase(a) Leave(a) Win { players reason }
        Must { cond message } Draw { reason }
    }
    EditKind { Set { option value } Rename { kind pairs } Replace(a) Remove { kind name } Part(a) Add(a) }
    PartEditKind {
        AddRow(a) AddStmts { place body } AddCondition(a) AddMoves { moves ask } ReplaceRow { row values }
        ReplaceCondition { part with } ReplaceStmt { stmt with } RemoveRow(a) RemoveCondition(a) RemoveStmt(a)
        RemoveOffer { mv ask }
    }
    StmtPlace { Start End Before(a) After(a) }
    NewCondition { Line(a) Expr(a) }
}
