//! Finds the change of a variant that causes a mistake in the text of the game or in a script.

use crate::variants::name_of;
use linstock_base::{Diagnostic, Diagnostics, FileId, Span};
use linstock_syntax::ast::{Edit, EditKind, Variant};
use rustc_hash::FxHashSet;

/// The most trial checks with some of the changes.
const MOST_TRIALS: usize = 12;

/// A search for causes. The mistakes are absent without the variants and present with all changes.
struct CauseSearch<'a> {
    /// The place of each change.
    edits: Vec<Span>,
    /// Returns the diagnostics with the first changes, as many as the argument says; `None` if they are not known.
    under: &'a mut dyn FnMut(usize) -> Option<Diagnostics>,
    trials: usize,
}

/// A mistake, and the change that causes it.
struct FoundCause {
    place: Span,
    message: String,
    change: Span,
}

/// Adds the causing change to each diagnostic in the text of the game or in a script. `under` checks the game with
/// the first changes, as many as its argument says.
pub(crate) fn tell(
    found: &mut Diagnostics,
    variants: &[&Variant],
    under: &mut dyn FnMut(usize) -> Option<Diagnostics>,
) {
    let edits = variants.iter().flat_map(|variant| &variant.edits);
    let edits: Vec<Span> = edits.map(place).collect();
    let of_variants: FxHashSet<FileId> = variants.iter().map(|v| v.name.span.file).collect();
    let is_elsewhere = |d: &Diagnostic| {
        let mut places = places(d).peekable();
        places.peek().is_some() && places.all(|span| !of_variants.contains(&span.file))
    };
    let told: Vec<&Diagnostic> = found.iter().filter(|d| is_elsewhere(d)).collect();
    if edits.is_empty() || told.is_empty() {
        return;
    }
    let mut search = CauseSearch {
        edits,
        under,
        trials: 0,
    };
    let (_, brought) = search.split(0, told);
    let mut causes = Vec::new();
    search.between((0, search.edits.len()), brought, &mut causes);
    let causes = causes.into_iter().filter_map(|(told, change)| {
        Some(FoundCause {
            place: told.span?,
            message: told.message.clone(),
            change,
        })
    });
    for cause in causes.collect::<Vec<_>>() {
        let change = (cause.change, "this change brings it about");
        found.relate((cause.place, &cause.message), change);
    }
}

impl CauseSearch<'_> {
    /// Divides the mistakes into those present with the first `edits` changes and the others.
    fn split<'d>(
        &mut self,
        edits: usize,
        told: Vec<&'d Diagnostic>,
    ) -> (Vec<&'d Diagnostic>, Vec<&'d Diagnostic>) {
        self.trials += 1;
        let Some(found) = (self.under)(edits) else {
            self.trials = MOST_TRIALS;
            return (Vec::new(), Vec::new());
        };
        let known: FxHashSet<Span> = found.iter().flat_map(places).collect();
        told.into_iter()
            .partition(|d| places(d).any(|span| known.contains(&span)))
    }

    /// Finds the cause of mistakes that are absent with the first `without` changes and present with the first `with`.
    fn between<'d>(
        &mut self,
        (without, with): (usize, usize),
        told: Vec<&'d Diagnostic>,
        causes: &mut Vec<(&'d Diagnostic, Span)>,
    ) {
        if told.is_empty() {
            return;
        }
        if with - without == 1 {
            let cause = self.edits[without];
            causes.extend(told.into_iter().map(|d| (d, cause)));
            return;
        }
        if self.trials >= MOST_TRIALS {
            return;
        }
        let middle = usize::midpoint(without, with);
        let (before, after) = self.split(middle, told);
        self.between((without, middle), before, causes);
        self.between((middle, with), after, causes);
    }
}

/// Returns the places of a mistake.
fn places(told: &Diagnostic) -> impl Iterator<Item = Span> {
    let related = told.related.iter().map(|(span, _)| *span);
    told.span.into_iter().chain(related)
}

/// Returns the place of a change: for a whole declaration, its name.
fn place(edit: &Edit) -> Span {
    match &edit.kind {
        EditKind::Set { option, .. } => option.span,
        EditKind::Rename { kind, pairs } => pairs.first().map_or(kind.span, |(old, _)| old.span),
        EditKind::Remove { name, .. } => name.span,
        EditKind::Part(part) => part.span,
        EditKind::Replace(decl) | EditKind::Add(decl) => {
            name_of(&decl.kind).map_or(decl.span, |name| name.span)
        }
    }
}
