//! The Markdown pages of the project: their links lead somewhere, the summary lists each page of the manual, pages are short, and
//! the pages that messages name exist.

use linstock_testing::PROJECT;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a page that is made to be read, and not only to be looked up.
const MOST_LINES: usize = 330;

/// What a page has for other pages, and where it leads.
#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    headings: BTreeSet<String>,
    links: Vec<String>,
}

/// Returns the files of the project with this ending, without those that are built or downloaded.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !["target", ".git", "node_modules"].contains(&&*name) {
                all.extend(files(&path, ending));
            }
        } else if name.ends_with(ending) {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// Returns the anchor of a heading, as the usual renderers make it.
fn anchor(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn read(text: &str) -> Page {
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.into_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let heading = heading.take().unwrap_or_default();
                let anchor = anchor(&heading);
                let again = (1..).map(|n| format!("{anchor}-{n}"));
                let mut names = std::iter::once(anchor.clone()).chain(again);
                page.anchors
                    .extend(names.find(|name| !page.anchors.contains(name)));
                page.headings.insert(heading);
            }
            _ => {}
        }
    }
    page
}

fn pages() -> BTreeMap<PathBuf, Page> {
    let paths = files(Path::new(PROJECT), ".md").into_iter();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        (path.canonicalize().expect("a path"), read(&text))
    };
    paths.map(read).collect()
}

/// Returns what is wrong with a link of a page.
fn broken(path: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<&'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => Ok(path.to_owned()),
        file => path.parent().expect("a folder").join(file).canonicalize(),
    };
    let Ok(target) = target else {
        return Some("no such file");
    };
    let book = Path::new(PROJECT).join("docs").canonicalize();
    if book.is_ok_and(|book| path.starts_with(&book) && !target.starts_with(&book)) {
        return Some("a file outside of the book");
    }
    let known = |page: &Page| page.anchors.contains(anchor);
    let found = anchor.is_empty() || pages.get(&target).is_some_and(known);
    (!found).then_some("no such heading")
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let mut wrong = Vec::new();
    for (path, page) in &pages {
        for link in &page.links {
            if let Some(why) = broken(path, link, &pages) {
                wrong.push(format!("{}: {link}: {why}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_broken_link_is_noticed() {
    let path = Path::new(PROJECT).join("README.md");
    let path = path.canonicalize().expect("a path");
    let text =
        "# A `b` c\n[x](#a-b-c) [y](#a-c) `[z](#code)`\n\n```\n[w](#code)\n```\n[v](lost.md)";
    let page = read(text);
    let pages = BTreeMap::from([(path.clone(), read(text))]);
    let found = page.links.iter().map(|link| broken(&path, link, &pages));
    let expected = [None, Some("no such heading"), Some("no such file")];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn the_summary_lists_each_page_once() {
    let docs = Path::new(PROJECT).join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the summary");
    let mut listed = read(&summary).links;
    listed.sort();
    let below = |path: PathBuf| {
        let path = path.strip_prefix(&docs).expect("a page").to_owned();
        path.to_string_lossy().replace('\\', "/")
    };
    let mut there: Vec<String> = files(&docs, ".md").into_iter().map(below).collect();
    there.retain(|page| page != "SUMMARY.md");
    there.sort();
    assert_eq!(listed, there);
}

#[test]
fn pages_are_short() {
    for folder in ["tutorial", "how-to", "reference"] {
        for path in files(&Path::new(PROJECT).join("docs").join(folder), ".md") {
            let lines = fs::read_to_string(&path).expect("a text").lines().count();
            assert!(lines <= MOST_LINES, "{}: {lines} lines", path.display());
        }
    }
}

#[test]
fn sources_name_pages_that_exist() {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/-_.*".contains(c);
    for folder in ["crates", "src"] {
        for path in files(&Path::new(PROJECT).join(folder), ".rs") {
            let text = fs::read_to_string(&path).expect("a text");
            for (at, _) in text.match_indices("docs/") {
                let rest = &text[at..];
                let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
                let Some(page) = rest[..end].trim_end_matches('.').strip_suffix(".md") else {
                    continue;
                };
                if page.contains('*') {
                    continue;
                }
                let named = fs::read_to_string(format!("{PROJECT}/{page}.md"));
                let named = named.unwrap_or_else(|_| panic!("{}: {page}.md", path.display()));
                let heading = rest[end..].strip_prefix(", \\\"");
                if let Some((heading, _)) = heading.and_then(|rest| rest.split_once('\\')) {
                    let found = read(&named).headings.contains(heading);
                    assert!(found, "{}: {page}.md: {heading}", path.display());
                }
            }
        }
    }
}
