//! Mistakes that several kinds of declaration share.

use linstock_base::{Diagnostic, Span};

/// Makes the error that a name is already declared; `kind` has an article.
pub(crate) fn already_named(span: Span, kind: &str, name: &str) -> Diagnostic {
    let message = format!("there is already {kind} `{name}`");
    Diagnostic::error("E0209", span, message).label("this name is taken")
}

/// Makes the error that a name is a word with a fixed meaning.
pub(crate) fn reserved_word(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("E0208", span, format!("`{name}` is a reserved word"))
        .label("not a name")
        .hint("choose another name")
}

/// Makes the error that a game has two of what it can have only once; `what` has an article.
pub(crate) fn second_one(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("E0210", span, format!("there is already {what}")).label("a second one")
}

/// Makes the error that a list within a declaration names something twice.
pub(crate) fn listed_twice(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error("E0275", span, format!("`{text}` is listed twice")).label("again")
}

/// Makes the error that something that belongs to nobody is `seen by owner`.
pub(crate) fn no_owner(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("E0249", span, format!("`{name}` has no owner"))
}

/// Makes the error that a range of numbers begins with its greatest number.
pub(crate) fn descending(span: Span, (least, most): (i64, i64)) -> Diagnostic {
    Diagnostic::error(
        "E0274",
        span,
        format!("the range {least}..{most} goes down"),
    )
    .label("holds no number")
    .hint(format!("write {most}..{least}"))
}
