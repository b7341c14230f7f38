//! The headings under which `linstock list` shows the shipped rulesets, from the file `.catalogue` in their folder.

use crate::files;

/// A heading, and the names of the rulesets under it.
pub(super) struct CatalogueSection {
    pub(super) heading: String,
    pub(super) rulesets: Vec<String>,
}

/// Returns the catalogue with all shipped rulesets: those that it does not name are in the last section.
pub(super) fn catalogue() -> Vec<CatalogueSection> {
    sorted(files::shipped_catalogue(), files::shipped_names())
}

fn sorted(text: &str, shipped: Vec<String>) -> Vec<CatalogueSection> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut catalogue: Vec<_> = lines.filter_map(section).collect();
    for section in &mut catalogue {
        section.rulesets.retain(|name| shipped.contains(name));
    }
    let known: Vec<_> = catalogue.iter().flat_map(|s| s.rulesets.clone()).collect();
    let rest = shipped.into_iter().filter(|name| !known.contains(name));
    if let Some(last) = catalogue.last_mut() {
        last.rulesets.extend(rest);
    }
    catalogue
}

fn section(line: &str) -> Option<CatalogueSection> {
    let (heading, names) = line.split_once(':')?;
    let names = names.split(',').map(str::trim);
    Some(CatalogueSection {
        heading: heading.to_owned(),
        rulesets: names.filter(|n| !n.is_empty()).map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::{catalogue, sorted};
    use crate::files;

    #[test]
    fn what_is_named_nowhere_stands_in_the_last_section_and_what_is_gone_in_none() {
        let shipped = ["a", "b", "c"].map(str::to_owned).to_vec();
        let catalogue = sorted("# a remark\nFirst: b, gone\nSecond:\n", shipped);
        let names = catalogue
            .iter()
            .map(|s| (s.heading.as_str(), s.rulesets.join(" ")));
        let expected = [("First", "b".to_owned()), ("Second", "a c".to_owned())];
        assert!(names.eq(expected));
    }

    #[test]
    fn each_shipped_ruleset_stands_in_one_section() {
        let mut names: Vec<_> = catalogue().into_iter().flat_map(|s| s.rulesets).collect();
        names.sort();
        assert_eq!(names, files::shipped_names());
    }
}
