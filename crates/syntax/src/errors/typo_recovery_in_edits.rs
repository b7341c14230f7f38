//! Recognises typos in the edits of a variant: `add move swim "{s}" { … }`, `remove CA-14 from step`.

use crate::errors::context::ErrorContext;
use crate::reserved_words::{self, DECLARATIONS, EDITS};
use crate::token::Token;
use linstock_base::Diagnostic;

/// A message and a hint.
type EditTypo = Option<(String, String)>;

/// An edit that could not be parsed.
struct WrongEdit<'c, 't> {
    context: &'c ErrorContext<'t>,
    /// `add`, `replace`, `remove`
    verb: &'t str,
    /// The token after the verb; empty if nothing follows.
    second: &'t str,
    third: Option<Token>,
    before: &'t str,
    found: &'t str,
}

/// Recognises a typo in an edit.
pub(super) fn likely(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    const TRIES: [fn(&WrongEdit<'_, '_>) -> EditTypo; 8] = [
        at_the_end,
        added_in,
        not_in_an_edit,
        part_without_add,
        declared_with_add,
        declared_with_with,
        tag_alone,
        name_alone,
    ];
    let edit = WrongEdit::new(context)?;
    let (message, hint) = TRIES.iter().find_map(|find| find(&edit))?;
    Some(Diagnostic::error("E0165", context.span(), message).hint(hint))
}

/// Returns the form of an edit of this kind.
pub(super) fn form(context: &ErrorContext<'_>) -> Option<String> {
    let edit = WrongEdit::new(context)?;
    Some(
        match (edit.verb, edit.second) {
            ("add", "row") => "a row is added so: add row gold 3, 1 to card",
            ("add", "at") => "statements are added so: add at end of battle { … }",
            ("add", "before" | "after") => {
                "statements are added so: add after CA-22 of battle { … }"
            }
            ("add", "when") => "a condition is added so: add when shifts of me < 3 to shift",
            ("replace", "condition") => {
                "a condition is replaced so: replace condition CA-14 of step with forward of here"
            }
            ("replace", "statement") => {
                "a statement is replaced so: replace statement CA-22 of battle with { … }"
            }
            ("replace", "ask") => {
                "a question is replaced so: replace ask of battle with ask me: step"
            }
            ("replace", "row") => "a row is replaced so: replace row gold of card with 3, 2",
            ("remove", "condition") => {
                "a condition is taken away so: remove condition CA-14 of step"
            }
            ("remove", "statement") => {
                "a statement is taken away so: remove statement CA-22 of battle"
            }
            ("remove", "row") => "a row is taken away so: remove row gold of card",
            _ => return reserved_words::form(EDITS, edit.verb),
        }
        .to_owned(),
    )
}

impl<'c, 't> WrongEdit<'c, 't> {
    fn new(context: &'c ErrorContext<'t>) -> Option<Self> {
        let (head, is_first_line) = context.head()?;
        let verb = context.text(head);
        if !is_first_line || !["add", "replace", "remove"].contains(&verb) {
            return None;
        }
        let second = context.next(head).filter(|token| token.counts());
        let third = second.and_then(|token| context.next(token));
        let text = |token: Option<Token>| token.map_or("", |token| context.text(token));
        Some(Self {
            context,
            verb,
            second: text(second),
            third: third.filter(|token| token.counts()),
            before: text(context.before()),
            found: text(context.found()),
        })
    }

    fn third(&self) -> &'t str {
        self.third.map_or("", |token| self.context.text(token))
    }

    /// Returns the rest of the line after the third token.
    fn rest(&self) -> &'t str {
        self.third
            .map_or("", |token| self.context.rest_of_line(token.end))
    }

    fn stopped_at(&self, token: &str) -> bool {
        [self.before, self.found].contains(&token)
    }
}

/// `add at the end of battle { … }`
fn at_the_end(edit: &WrongEdit<'_, '_>) -> EditTypo {
    (edit.verb == "add" && edit.before == "at" && edit.found == "the").then(|| {
        (
            "nothing stands between `at` and `end` or `start`".to_owned(),
            "statements are added so: add at end of battle { … }, or: add at start of battle { … }"
                .to_owned(),
        )
    })
}

/// `add swap in placing`, `add row gold 3 into card`
fn added_in(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let is_in = ["in", "into"].contains(&edit.found);
    let hint = match edit.second {
        "when" | "at" | "before" | "after" => return None,
        "row" => "a row is added so: add row gold 3, 1 to card".to_owned(),
        name => format!("write `add {name} to …`"),
    };
    (edit.verb == "add" && is_in).then(|| (format!("expected `to`, found `{}`", edit.found), hint))
}

/// `replace option goal 200`, `add region x = a1 to board`, `replace remember broken = yes`
fn not_in_an_edit(edit: &WrongEdit<'_, '_>) -> EditTypo {
    if edit.verb == "remove" || edit.context.in_line("{").is_some() {
        return None;
    }
    let hint = match edit.second {
        "option" => {
            "what the game offers is set: set goal 200; a new one is declared as in a game: options { quick no | yes \"a short game\" }"
        }
        "region" => {
            "regions stand in the board, which can be replaced whole; other points get a name by a fact: fact corners = {a1, h1}"
        }
        "remember" => {
            "a new value is declared as in a game: remember { broken = no }; one of the game gets another start so: replace remember { broken = yes }"
        }
        _ => return None,
    };
    let noun = edit.second;
    edit.stopped_at(noun).then(|| {
        (
            format!("`{noun}` does not stand in a change like this"),
            hint.to_owned(),
        )
    })
}

/// `add condition n < 3 to step`, `add statement n = 0 to battle`
fn part_without_add(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let hint = match edit.second {
        "condition" => "a condition is added so: add when shifts of me < 3 to shift",
        "statement" | "statements" => "statements are added so: add at end of battle { … }",
        _ => return None,
    };
    let noun = edit.second;
    (edit.verb == "add" && edit.before == noun).then(|| {
        (
            format!("`{noun}` does not stand after `add`"),
            hint.to_owned(),
        )
    })
}

/// `add move swim "{s}" { … }`, `add move swim to battle`
fn declared_with_add(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let noun = edit.second;
    let example = reserved_words::example(DECLARATIONS, noun)?;
    if edit.verb != "add" || !edit.stopped_at(noun) {
        return None;
    }
    let hint = match (noun, edit.third()) {
        ("move", name) if edit.rest().starts_with("to ") => {
            return Some((
                "a move that is offered is named without `move`".to_owned(),
                format!("write `add {name} {}`", edit.rest()),
            ));
        }
        ("phase", _) => {
            "a phase stands among statements, which are added so: add at end of play { phase storm { … } }".to_owned()
        }
        ("move", _) => format!(
            "leave `add` out, as in a game: {example}; where it is offered is said besides: add step to battle"
        ),
        _ => format!("leave `add` out, as in a game: {example}"),
    };
    Some(("what is new is declared without `add`".to_owned(), hint))
}

/// `replace fact near with next to own`
fn declared_with_with(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let example = reserved_words::example(DECLARATIONS, edit.second)?;
    (edit.verb == "replace" && edit.found == "with").then(|| {
        (
            "a whole declaration is replaced without `with`".to_owned(),
            format!("write it as in a game: replace {example}"),
        )
    })
}

/// `remove CA-14 from step`, `replace @CA-14 of step with everything`
fn tag_alone(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let is_stopped = match edit.second.starts_with('@') {
        // The tags of a declaration may come there.
        true => edit.before == edit.second && ["of", "from"].contains(&edit.found),
        false => edit.found == edit.second,
    };
    let is_tag = edit
        .second
        .starts_with(|c: char| c == '@' || c.is_uppercase());
    if edit.verb == "add" || !(is_tag && is_stopped) {
        return None;
    }
    let (verb, tag) = (edit.verb, edit.second.trim_start_matches('@'));
    let with = if verb == "replace" { " with …" } else { "" };
    Some((
        format!("what sort of part `{tag}` is has to stand before it"),
        format!(
            "write `{verb} condition {tag} of …{with}`, or `{verb} statement {tag} of …{with}`"
        ),
    ))
}

/// `remove pass`, `replace near = next to own`
fn name_alone(edit: &WrongEdit<'_, '_>) -> EditTypo {
    const PARTS: [&str; 4] = ["condition", "statement", "ask", "row"];
    let name = edit.second;
    let known: Vec<&str> = reserved_words::of(DECLARATIONS).chain(PARTS).collect();
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && !known.contains(&name)
        && reserved_words::misspelt(name, known).is_none();
    let alone = match edit.verb {
        "remove" => edit.before == name && edit.third.is_none(),
        _ => edit.found == name && edit.verb == "replace",
    };
    (is_name && alone).then(|| {
        let hint = match edit.verb {
            "remove" => format!(
                "as in: remove move {name}, remove fact {name}; what stays, and is not offered any more: remove {name} from battle"
            ),
            _ => format!(
                "as in: replace fact {name} = …, replace move {name} \"…\" {{ … }}, replace phase {name} {{ … }}"
            ),
        };
        (format!("what `{name}` is has to stand before it"), hint)
    })
}
