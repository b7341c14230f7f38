//! The READMEs of the shipped rulesets say what of their rule sheets nothing executes.

use linstock_testing::games::{CARDS, COLONY, SETTINGS};
use std::path::Path;

#[test]
fn readmes_list_what_is_not_executed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for setting in [SETTINGS[0], SETTINGS[5], CARDS[0], COLONY[0]] {
        let model = setting.model();
        let folder = setting.files[0].rsplit_once('/').expect("a folder").0;
        let entries = model.sheet.clauses.iter().chain(&model.sheet.readings);
        let expected: Vec<_> = entries
            .filter_map(|e| {
                Some(format!(
                    "| {} | {} |",
                    model.tag(e.tag),
                    e.unplayed.as_ref()?
                ))
            })
            .collect();
        let readme = std::fs::read_to_string(root.join(folder).join("README.md"));
        let readme = readme.expect("a README");
        let (_, section) = readme
            .split_once("\n## What is not executed\n")
            .expect("the section");
        let section = section.split("\n## ").next().unwrap_or_default();
        let listed: Vec<_> = section
            .lines()
            .filter(|line| line.starts_with("| ") && !line.starts_with("| clause"))
            .collect();
        assert_eq!(listed, expected, "{folder}");
    }
}
