//! The headings under which `linstock list` shows the shipped rulesets; the file `.shelves` in their folder says which.

use crate::front::files;

/// A heading, and the names of the rulesets under it.
pub(super) struct Shelf {
    pub(super) heading: String,
    pub(super) rulesets: Vec<String>,
}

/// Returns the shelves with all shipped rulesets: those that are named nowhere stand on the last one.
pub(super) fn shelves() -> Vec<Shelf> {
    sorted(files::shipped_shelves(), files::shipped_names())
}

fn sorted(text: &str, shipped: Vec<String>) -> Vec<Shelf> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut shelves: Vec<_> = lines.filter_map(shelf).collect();
    for shelf in &mut shelves {
        shelf.rulesets.retain(|name| shipped.contains(name));
    }
    let known: Vec<_> = shelves.iter().flat_map(|s| s.rulesets.clone()).collect();
    let rest = shipped.into_iter().filter(|name| !known.contains(name));
    if let Some(last) = shelves.last_mut() {
        last.rulesets.extend(rest);
    }
    shelves
}

fn shelf(line: &str) -> Option<Shelf> {
    let (heading, names) = line.split_once(':')?;
    let names = names.split(',').map(str::trim);
    Some(Shelf {
        heading: heading.to_owned(),
        rulesets: names.filter(|n| !n.is_empty()).map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::{shelves, sorted};
    use crate::front::files;

    #[test]
    fn what_is_named_nowhere_stands_on_the_last_shelf_and_what_is_gone_on_none() {
        let shipped = ["a", "b", "c"].map(str::to_owned).to_vec();
        let shelves = sorted("# a remark\nFirst: b, gone\nSecond:\n", shipped);
        let names = shelves
            .iter()
            .map(|s| (s.heading.as_str(), s.rulesets.join(" ")));
        let expected = [("First", "b".to_owned()), ("Second", "a c".to_owned())];
        assert!(names.eq(expected));
    }

    #[test]
    fn each_shipped_ruleset_stands_on_one_shelf() {
        let mut names: Vec<_> = shelves().into_iter().flat_map(|s| s.rulesets).collect();
        names.sort();
        assert_eq!(names, files::shipped_names());
    }
}
