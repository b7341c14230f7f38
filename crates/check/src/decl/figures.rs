//! Remembered numbers that are drawn as figures: `high drawn as die`, `bar drawn as man`, `points drawn to goal`.

use crate::names::Scope;
use crate::names::nouns::Noun;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{
    Art, DrawnFigure, FigureShape, FiniteDomain, KindId, MemoryId, MemoryType, Num, Sight,
};
use linstock_syntax::ast::{Expr, Name, QuotedText};

impl Resolver<'_> {
    /// Returns whether a remembered value is a number that everybody sees, and not one for each pair of something.
    pub(crate) fn is_open_number(&self, memory: MemoryId) -> bool {
        let known = &self.names.memories[memory.index()].what;
        let is_seen = matches!(known.sight, None | Some(Sight::Open));
        is_seen && known.ty == MemoryType::Num && known.second.is_none()
    }

    /// Resolves `high drawn as die`, `bar drawn as man`, `men drawn as stack`.
    pub(crate) fn figure_look(&mut self, value: &QuotedText, memory: MemoryId, art: &mut Art) {
        let known = &self.names.memories[memory.index()].what;
        let (per, of_piece) = (known.per, known.of_piece);
        let name = Name {
            text: value.value.clone(),
            span: value.span,
        };
        let kind = KindId::find(&self.names.kinds, self.is_called(Noun::Piece, &name));
        let shape = match (per, kind, value.value.as_str()) {
            (None, _, "stack") if of_piece => Some(FigureShape::Stack),
            (None, _, "die") if !of_piece => Some(FigureShape::Die),
            (Some(FiniteDomain::Players), Some(kind), _) => Some(FigureShape::Pieces(kind)),
            _ => None,
        };
        let Some(shape) = shape.filter(|_| self.is_open_number(memory)) else {
            let message = format!("this cannot be drawn as `{}`", value.value);
            let hint = "numbers that everybody sees can be drawn: one number as `die`, a number of each player as a kind of piece, and a number of each piece as `stack`";
            let diagnostic = Diagnostic::error("E0335", value.span, message);
            return self.report(diagnostic.hint(hint));
        };
        add(DrawnFigure { memory, shape }, art);
    }

    /// Resolves `points drawn to goal`.
    pub(crate) fn bar(&mut self, name: &Name, most: &Expr, art: &mut Art) {
        let memory = MemoryId::find(&self.names.memories, self.is_called(Noun::Memory, name));
        let most_span = most.span;
        let Ok(most) = self.num(most, &Scope::default()) else {
            return;
        };
        let is_of_players = |memory: &MemoryId| {
            let known = &self.names.memories[memory.index()].what;
            known.per == Some(FiniteDomain::Players) && self.is_open_number(*memory)
        };
        let memory = memory.filter(is_of_players);
        match (memory, most.kind) {
            (Some(memory), Num::Fixed(most @ 1..)) => {
                let shape = FigureShape::Bar(most);
                add(DrawnFigure { memory, shape }, art);
            }
            (Some(_), _) => {
                let message = "the end of a bar is a number above 0 that never changes";
                let diagnostic = Diagnostic::error("E0336", most_span, message);
                self.report(diagnostic.hint("as in `points drawn to 100`"));
            }
            (None, _) => {
                let message =
                    "only a number of each player that everybody sees can be drawn as bars";
                let diagnostic = Diagnostic::error("E0337", name.span, message);
                self.report(diagnostic.hint("as in `remember { points of player = 0 }`"));
            }
        }
    }
}

/// Adds a figure in the place of an earlier one of the same number.
fn add(figure: DrawnFigure, art: &mut Art) {
    art.figures.retain(|other| other.memory != figure.memory);
    art.figures.push(figure);
}
