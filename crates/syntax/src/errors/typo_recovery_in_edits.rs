//! Recognises typos in the edits of a variant: `add move swim "{s}" { … }`, `remove CA-14 from step`.

use crate::errors::context::ErrorContext;
use crate::errors::typo::wrong_order;
use crate::reserved_words::{self, DECLARATIONS, EDITS};
use crate::token::Token;
use linstock_base::Diagnostic;

/// A diagnostic and its hint.
type EditTypo = Option<(Diagnostic, String)>;

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
    let (diagnostic, hint) = TRIES.iter().find_map(|find| find(&edit))?;
    Some(diagnostic.hint(hint))
}

/// Returns the form of an edit of this kind.
pub(super) fn form(context: &ErrorContext<'_>) -> Option<String> {
    let edit = WrongEdit::new(context)?;
    Some(
        match (edit.verb, edit.second) {
            ("add", "row") => "to add a row, write: add row gold 3, 1 to card",
            ("add", "at") => "to add statements, write: add at end of battle { … }",
            ("add", "before" | "after") => {
                "to add statements, write: add after CA-22 of battle { … }"
            }
            ("add", "when") => "to add a condition, write: add when shifts of me < 3 to shift",
            ("replace", "condition") => {
                "to replace a condition, write: replace condition CA-14 of step with forward of here"
            }
            ("replace", "statement") => {
                "to replace a statement, write: replace statement CA-22 of battle with { … }"
            }
            ("replace", "ask") => {
                "to replace a question, write: replace ask of battle with ask me: step"
            }
            ("replace", "row") => "to replace a row, write: replace row gold of card with 3, 2",
            ("remove", "condition") => {
                "to remove a condition, write: remove condition CA-14 of step"
            }
            ("remove", "statement") => {
                "to remove a statement, write: remove statement CA-22 of battle"
            }
            ("remove", "row") => "to remove a row, write: remove row gold of card",
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

    /// Makes the diagnostic for a part that this edit cannot change.
    fn noun_after_verb(&self) -> Diagnostic {
        wrong_order(self.context, &format!("`{}`", self.second), self.verb)
    }

    /// Makes the diagnostic for a name or a tag without the kind of part before it.
    fn kind_missing(&self, name: &str) -> Diagnostic {
        let message = format!("the kind of part is missing before `{name}`");
        self.context.error("E0185", message)
    }

    fn stopped_at(&self, token: &str) -> bool {
        [self.before, self.found].contains(&token)
    }
}

/// `add at the end of battle { … }`
fn at_the_end(edit: &WrongEdit<'_, '_>) -> EditTypo {
    (edit.verb == "add" && edit.before == "at" && edit.found == "the").then(|| {
        (
            edit.context.unexpected("`end` or `start` after `at`"),
            "to add statements, write: add at end of battle { … }, or: add at start of battle { … }"
                .to_owned(),
        )
    })
}

/// `add swap in placing`, `add row gold 3 into card`
fn added_in(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let is_in = ["in", "into"].contains(&edit.found);
    let hint = match edit.second {
        "when" | "at" | "before" | "after" => return None,
        "row" => "to add a row, write: add row gold 3, 1 to card".to_owned(),
        name => format!("write `add {name} to …`"),
    };
    (edit.verb == "add" && is_in).then(|| (edit.context.instead_of("to"), hint))
}

/// `replace option goal 200`, `add region x = a1 to board`, `replace remember broken = yes`
fn not_in_an_edit(edit: &WrongEdit<'_, '_>) -> EditTypo {
    if edit.verb == "remove" || edit.context.in_line("{").is_some() {
        return None;
    }
    let hint = match edit.second {
        "option" => {
            "to change an option of the game, write: set goal 200; declare a new option as in a game: options { quick no | yes \"a short game\" }"
        }
        "region" => {
            "replace the whole board to change its regions; to name more points, declare a fact: fact corners = {a1, h1}"
        }
        "remember" => {
            "declare a new value as in a game: remember { broken = no }; to change the start of one, write: replace remember { broken = yes }"
        }
        _ => return None,
    };
    let noun = edit.second;
    edit.stopped_at(noun)
        .then(|| (edit.noun_after_verb(), hint.to_owned()))
}

/// `add condition n < 3 to step`, `add statement n = 0 to battle`
fn part_without_add(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let hint = match edit.second {
        "condition" => "to add a condition, write: add when shifts of me < 3 to shift",
        "statement" | "statements" => "to add statements, write: add at end of battle { … }",
        _ => return None,
    };
    (edit.verb == "add" && edit.before == edit.second)
        .then(|| (edit.noun_after_verb(), hint.to_owned()))
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
                edit.context
                    .error("E0186", "a move is added to a question without `move`"),
                format!("write `add {name} {}`", edit.rest()),
            ));
        }
        ("phase", _) => {
            "a phase is a statement; to add it, write: add at end of play { phase storm { … } }"
                .to_owned()
        }
        ("move", _) => format!(
            "leave `add` out, as in a game: {example}; then say where to offer it: add step to battle"
        ),
        _ => format!("leave `add` out, as in a game: {example}"),
    };
    let message = "a new declaration is written without `add`";
    Some((edit.context.error("E0187", message), hint))
}

/// `replace fact near with next to own`
fn declared_with_with(edit: &WrongEdit<'_, '_>) -> EditTypo {
    let example = reserved_words::example(DECLARATIONS, edit.second)?;
    (edit.verb == "replace" && edit.found == "with").then(|| {
        (
            edit.context
                .error("E0188", "a whole declaration is replaced without `with`"),
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
        edit.kind_missing(tag),
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
                "as in: remove move {name}, remove fact {name}; or, to stop offering a move in one place: remove {name} from battle"
            ),
            _ => format!(
                "as in: replace fact {name} = …, replace move {name} \"…\" {{ … }}, replace phase {name} {{ … }}"
            ),
        };
        (edit.kind_missing(name), hint)
    })
}
