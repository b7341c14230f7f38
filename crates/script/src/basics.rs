//! Functions on numbers, lists, maps, texts and verdicts, which a bare Rhai engine lacks.
//!
//! Each function makes at most one pass over its argument, so the limit of operations also bounds the time.

use super::api_entry::{On, ScriptApiEntry, entry};
use rhai::{Array, Dynamic, Engine, ImmutableString, Map};
use std::ops::{Range, RangeInclusive};

/// A verdict: yes, or no with a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    /// The verdict is yes.
    pub yes: bool,
    /// The clause and the reason, if the verdict is no.
    pub because: Option<(ImmutableString, ImmutableString)>,
}

/// The general functions.
pub(super) const ENTRIES: [ScriptApiEntry; 28] = [
    entry!(
        On::Nothing,
        "abs(number)",
        "the number without its sign",
        |n: i64| -> super::world::Native<i64> {
            let without = n.checked_abs();
            without.ok_or_else(|| format!("the number {n} without its sign is too large").into())
        }
    ),
    entry!(
        On::Nothing,
        "min(number, number)",
        "the smaller number",
        |a: i64, b: i64| a.min(b)
    ),
    entry!(
        On::Nothing,
        "max(number, number)",
        "the greater number",
        |a: i64, b: i64| a.max(b)
    ),
    entry!(
        On::Nothing,
        "yes()",
        "a verdict that counts as `true`",
        || Verdict {
            yes: true,
            because: None
        }
    ),
    entry!(
        On::Nothing,
        "no(clause, reason)",
        "a verdict that counts as `false`; the clause is a tag of the rules",
        no
    ),
    entry!(
        On::Verdict,
        "is_yes()",
        "whether the verdict is `yes()`",
        |v: &mut Verdict| v.yes
    ),
    entry!(
        On::Verdict,
        "clause()",
        "the clause of a `no(…)`, or `()`",
        |v: &mut Verdict| part(v, |(clause, _)| clause)
    ),
    entry!(
        On::Verdict,
        "reason()",
        "the reason of a `no(…)`, or `()`",
        |v: &mut Verdict| part(v, |(_, reason)| reason)
    ),
    entry!(
        On::List,
        "len()",
        "the number of entries",
        |list: &mut Array| { size(list.len()) }
    ),
    entry!(
        On::List,
        "is_empty()",
        "whether it is empty",
        |list: &mut Array| list.is_empty()
    ),
    entry!(
        On::List,
        "contains(value)",
        "whether the value is an entry; the same as `value in list`",
        |list: &mut Array, value: Dynamic| list.iter().any(|v| same(v, &value))
    ),
    entry!(
        On::List,
        "index_of(value)",
        "the index of the value, from 0, or -1",
        index_of
    ),
    entry!(
        On::List,
        "push(value)",
        "adds an entry at the end",
        |list: &mut Array, value: Dynamic| list.push(value)
    ),
    entry!(
        On::List,
        "pop()",
        "removes the last entry and returns it, or `()`",
        |list: &mut Array| list.pop().unwrap_or(Dynamic::UNIT)
    ),
    entry!(
        On::List,
        "set(place, value)",
        "replaces an entry",
        set_entry
    ),
    entry!(
        On::Map,
        "len()",
        "the number of entries",
        |map: &mut Map| size(map.len())
    ),
    entry!(
        On::Map,
        "is_empty()",
        "whether it is empty",
        |map: &mut Map| map.is_empty()
    ),
    entry!(
        On::Map,
        "contains(name)",
        "whether there is an entry with that name; the same as `name in map`",
        |map: &mut Map, name: &str| map.contains_key(name)
    ),
    entry!(
        On::Map,
        "get(name)",
        "the entry with that name, or `()`; `map.name` is an error if there is none",
        |map: &mut Map, name: &str| map.get(name).cloned().unwrap_or(Dynamic::UNIT)
    ),
    entry!(
        On::Map,
        "set(name, value)",
        "adds or replaces an entry",
        set_name
    ),
    entry!(
        On::Map,
        "remove(name)",
        "removes an entry and returns it, or `()`",
        |map: &mut Map, name: &str| map.remove(name).unwrap_or(Dynamic::UNIT)
    ),
    entry!(
        On::Map,
        "keys()",
        "a list of the names, sorted",
        |map: &mut Map| -> Array { map.keys().map(|k| k.as_str().into()).collect() }
    ),
    entry!(
        On::Map,
        "values()",
        "a list of the values, sorted by their names",
        |map: &mut Map| -> Array { map.values().cloned().collect() }
    ),
    entry!(
        On::Text,
        "len()",
        "the number of characters",
        |text: &str| size(text.chars().count())
    ),
    entry!(
        On::Text,
        "is_empty()",
        "whether it is empty",
        |text: &str| text.is_empty()
    ),
    entry!(
        On::Text,
        "contains(text)",
        "whether it contains the other text",
        |text: &str, part: &str| text.contains(part)
    ),
    entry!(
        On::Text,
        "starts_with(text)",
        "whether it begins with the other text",
        |text: &str, part: &str| text.starts_with(part)
    ),
    entry!(
        On::Text,
        "ends_with(text)",
        "whether it ends with the other text",
        |text: &str, part: &str| text.ends_with(part)
    ),
];

/// Registers functions without a name in scripts: `for … in`, and values in texts.
pub(super) fn add_to(engine: &mut Engine) {
    engine
        .register_type_with_name::<Verdict>("verdict")
        .register_iterator::<Range<i64>>()
        .register_iterator::<RangeInclusive<i64>>()
        .register_iterator::<Array>()
        .register_fn("to_string", |number: i64| number.to_string())
        .register_fn("to_string", |truth: bool| if truth { "yes" } else { "no" })
        .register_fn("to_string", |letter: char| letter.to_string())
        .register_fn("to_string", |(): ()| "nothing")
        .register_fn(
            "to_string",
            |verdict: &mut Verdict| if verdict.yes { "yes" } else { "no" },
        );
}

fn no(clause: ImmutableString, reason: ImmutableString) -> Verdict {
    Verdict {
        yes: false,
        because: Some((clause, reason)),
    }
}

fn part(
    verdict: &Verdict,
    pick: impl Fn(&(ImmutableString, ImmutableString)) -> &ImmutableString,
) -> Dynamic {
    verdict
        .because
        .as_ref()
        .map_or(Dynamic::UNIT, |b| pick(b).clone().into())
}

fn size(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// Compares simple values; lists and maps are never equal.
fn same(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        return a == b;
    }
    match (
        a.read_lock::<ImmutableString>(),
        b.read_lock::<ImmutableString>(),
    ) {
        (Some(a), Some(b)) => *a == *b,
        _ => a.is_unit() && b.is_unit(),
    }
}

fn index_of(list: &mut Array, value: Dynamic) -> i64 {
    list.iter().position(|v| same(v, &value)).map_or(-1, size)
}

fn set_entry(list: &mut Array, place: i64, value: Dynamic) -> super::world::Native<()> {
    let length = list.len();
    let entry = usize::try_from(place).ok().and_then(|at| list.get_mut(at));
    *entry.ok_or_else(|| format!("there is no entry at {place} of a list of {length}"))? = value;
    Ok(())
}

fn set_name(map: &mut Map, name: &str, value: Dynamic) {
    map.insert(name.into(), value);
}
