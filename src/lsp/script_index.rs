//! Adds the names in scripts to the index of a ruleset: those that the rules declare, and the functions, variables and
//! constants that only a script has.

use linstock_base::{FileId, Span};
use linstock_ide::index::{Index, IndexedSymbol, Noun, Occurrence, Sort, SymbolId};
use linstock_script::{ScriptName, ScriptNameRole, ScriptVariable, script_names, script_variables};
use std::collections::BTreeMap;
use std::ops::Range;

/// Adds the names of a script to the index.
pub(super) fn enter(index: &mut Index, file: FileId, text: &str) {
    let names = script_names(text);
    let mut own = BTreeMap::new();
    for name in &names {
        if let ScriptNameRole::Definition(whole) = &name.role
            && declared(index, &name.text).is_none()
            && !own.contains_key(&name.text)
        {
            let whole = Some(Span::new(file, whole.start, whole.end));
            let helper = of_script(Sort::Helper, &name.text, whole);
            own.insert(name.text.clone(), index.enter(helper));
        }
    }
    let mut found: Vec<Occurrence> = names
        .iter()
        .filter_map(|name| {
            Some(Occurrence {
                span: Span::new(file, name.bytes.start, name.bytes.end),
                symbol: meant(index, &own, name)?,
                declares: matches!(name.role, ScriptNameRole::Definition(_)),
            })
        })
        .collect();
    for variable in script_variables(text) {
        enter_variable(index, file, &variable, &mut found);
    }
    index.add(found);
}

/// Adds a variable or a constant to the index, with its occurrences.
fn enter_variable(
    index: &mut Index,
    file: FileId,
    variable: &ScriptVariable,
    found: &mut Vec<Occurrence>,
) {
    let sort = match variable.is_constant {
        true => Sort::Constant,
        false => Sort::Variable,
    };
    let span = |bytes: &Range<usize>| Span::new(file, bytes.start, bytes.end);
    // For a parameter there is nothing to show but its name.
    let whole = Some(&variable.whole).filter(|whole| **whole != variable.declared);
    let symbol = index.enter(of_script(sort, &variable.text, whole.map(span)));
    let mut note = |bytes: &Range<usize>, declares| {
        found.push(Occurrence {
            span: span(bytes),
            symbol,
            declares,
        });
    };
    note(&variable.declared, true);
    variable.uses.iter().for_each(|bytes| note(bytes, false));
}

/// Returns a name of the rules as a script writes it, if it is the name of a function.
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

/// Finds a function of a script that the rules declare.
fn declared(index: &Index, name: &str) -> Option<SymbolId> {
    index.find(Sort::Declared(Noun::Script), &name.replace('_', "-"))
}

/// Makes the symbol of a name that only a script has.
fn of_script(sort: Sort, name: &str, whole: Option<Span>) -> IndexedSymbol {
    IndexedSymbol {
        sort,
        text: name.to_owned(),
        whole,
        tags: Vec::new(),
        said: None,
    }
}
