//! Enters the names of scripts in the index of a ruleset: what the rules declare, and the functions that stand in a script alone.

use crate::base::{FileId, Span};
use crate::check::index::{Index, IndexedSymbol, Noun, Occurrence, Sort, SymbolId};
use crate::script::{ScriptName, ScriptNameRole, script_names};
use std::collections::BTreeMap;

/// Enters the names of a script.
pub(super) fn enter(index: &mut Index, file: FileId, text: &str) {
    let names = script_names(text);
    let mut own = BTreeMap::new();
    for name in &names {
        if let ScriptNameRole::Definition(whole) = &name.role
            && declared(index, &name.text).is_none()
            && !own.contains_key(&name.text)
        {
            let whole = Span::new(file, whole.start, whole.end);
            own.insert(name.text.clone(), index.enter(helper(&name.text, whole)));
        }
    }
    let found: Vec<Occurrence> = names
        .iter()
        .filter_map(|name| {
            Some(Occurrence {
                span: Span::new(file, name.bytes.start, name.bytes.end),
                symbol: meant(index, &own, name)?,
                declares: matches!(name.role, ScriptNameRole::Definition(_)),
            })
        })
        .collect();
    index.add(found);
}

/// Returns a name of the rules as it is written in a script, if it is that of a function.
pub(super) fn spelt(sort: Sort, text: &str) -> String {
    match sort {
        Sort::Declared(Noun::Script) => text.replace('-', "_"),
        _ => text.to_owned(),
    }
}

fn meant(index: &Index, own: &BTreeMap<String, SymbolId>, name: &ScriptName) -> Option<SymbolId> {
    match &name.role {
        ScriptNameRole::Definition(_) | ScriptNameRole::Call => {
            let own = own.get(&name.text).copied();
            own.or_else(|| declared(index, &name.text))
        }
        ScriptNameRole::Text(sorts) => index.find_any(sorts, &name.text),
    }
}

/// Finds the function of a script that the rules declare.
fn declared(index: &Index, name: &str) -> Option<SymbolId> {
    index.find(Sort::Declared(Noun::Script), &name.replace('_', "-"))
}

fn helper(name: &str, whole: Span) -> IndexedSymbol {
    IndexedSymbol {
        sort: Sort::Helper,
        text: name.to_owned(),
        whole: Some(whole),
        tags: Vec::new(),
        said: None,
    }
}
