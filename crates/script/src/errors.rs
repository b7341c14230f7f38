//! Makes messages for game designers from Rhai's errors.

use super::api;
use super::api_entry::On;
use super::limits::{CALLS, LIST, MAP, OPERATIONS, TEXT, VARIABLES};
use super::type_words::type_word;
use rhai::{EvalAltResult, Position};

/// Makes a message from the failure of a call, with file, line and function.
///
/// Rhai does not report where a limit was exceeded. Such a failure is reported at `start`, the definition of the function.
pub(super) fn runtime(
    error: &EvalAltResult,
    path: &str,
    (called, start): (&str, Position),
) -> String {
    let (function, inner) = innermost(error, called);
    let at = inner.position().or_else(error.position()).or_else(start);
    let (line, column) = (at.line().unwrap_or(1), at.position().unwrap_or(1));
    format!("{path}:{line}:{column}: in `{function}`: {}", what(inner))
}

/// Returns the innermost function that failed, and its error.
fn innermost<'a>(error: &'a EvalAltResult, called: &'a str) -> (&'a str, &'a EvalAltResult) {
    match error {
        EvalAltResult::ErrorInFunctionCall(name, _, inner, _) => innermost(inner, name),
        _ => (called, error),
    }
}

fn what(error: &EvalAltResult) -> String {
    use EvalAltResult as E;
    match error {
        E::ErrorRuntime(value, _) if value.is_string() => value.to_string(),
        E::ErrorRuntime(value, _) => format!("the script gave up: {value}"),
        E::ErrorFunctionNotFound(signature, _) => no_such_call(signature),
        E::ErrorPropertyNotFound(name, _) => {
            format!("there is no entry `{name}`; ask with: map.contains(\"{name}\")")
        }
        E::ErrorIndexNotFound(name, _) => format!("there is no entry `{name}`"),
        E::ErrorVariableNotFound(name, _) => format!("there is no variable `{name}`"),
        E::ErrorMismatchDataType(expected, found, _)
        | E::ErrorMismatchOutputType(expected, found, _) => {
            format!(
                "expected {}, found {}",
                type_word(expected),
                type_word(found)
            )
        }
        E::ErrorIndexingType(ty, _) => {
            format!("{} has no entries to be picked with [ ]", type_word(ty))
        }
        E::ErrorArrayBounds(count, at, _) => {
            format!("there is no entry at {at} of a list of {count}")
        }
        E::ErrorStringBounds(count, at, _) => {
            format!("there is no character at {at} of a text of {count}")
        }
        E::ErrorFor(_) => {
            "only ranges of numbers, lists and sets of points can be gone through with `for`"
                .to_owned()
        }
        E::ErrorAssignmentToConstant(name, _) => format!("`{name}` cannot be changed"),
        E::ErrorArithmetic(text, _) => {
            format!("a number cannot be worked out: {}", text.to_lowercase())
        }
        _ => limit(error).unwrap_or_else(|| other(error)),
    }
}

/// Describes the exceeded limit, with a hint.
fn limit(error: &EvalAltResult) -> Option<String> {
    use EvalAltResult as E;
    Some(match error {
        E::ErrorTooManyOperations(_) => format!(
            "the call took more than {OPERATIONS} operations; a loop may never end, or the call does what the rules could \
             work out themselves"
        ),
        E::ErrorStackOverflow(_) => {
            format!(
                "more than {CALLS} calls lie within each other; a function may call itself without end: use a loop"
            )
        }
        E::ErrorDataTooLarge(what, _) if what.contains("string") => {
            format!("a text grew over {TEXT} bytes; keep texts short")
        }
        E::ErrorDataTooLarge(what, _) if what.contains("map") => {
            format!(
                "a map grew over {MAP} entries, those of maps in it included; keep less at once"
            )
        }
        E::ErrorDataTooLarge(..) => {
            format!(
                "a list grew over {LIST} entries, those of lists in it included; use a set of points, or keep less at once"
            )
        }
        E::ErrorTooManyVariables(_) => {
            format!("more than {VARIABLES} variables are held at once; split the function")
        }
        _ => return None,
    })
}

/// Words any other error as Rhai does, without the position, which the message already has.
fn other(error: &EvalAltResult) -> String {
    let text = error.to_string();
    let text = text.split(" (line ").next().unwrap_or_default();
    let mut letters = text.chars();
    letters
        .next()
        .map(|c| c.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Words a call of an unknown function, from Rhai's `name (type, type)`.
fn no_such_call(signature: &str) -> String {
    let (name, types) = signature.split_once(" (").unwrap_or((signature, ""));
    let types = types.strip_suffix(')').unwrap_or(types);
    let mut types: Vec<String> = types
        .split(", ")
        .filter(|t| !t.is_empty())
        .map(type_word)
        .collect();
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return format!("`{name}` does not go with {}", types.join(" and "));
    }
    let known: Vec<_> = api::entries().filter(|e| e.name() == name).collect();
    let shown: Vec<String> = known.iter().map(|e| format!("`{}`", e.shown())).collect();
    if shown.is_empty() {
        return format!("there is no function `{name}`");
    }
    // The first type is the receiver's.
    let on = if known.iter().all(|e| e.on != On::Nothing) && !types.is_empty() {
        format!(" of {}", types.remove(0))
    } else {
        String::new()
    };
    let with = if types.is_empty() {
        "nothing".to_owned()
    } else {
        types.join(", ")
    };
    format!(
        "there is no `{name}`{on} that takes {with}; there is {}",
        shown.join(", ")
    )
}
