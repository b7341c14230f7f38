//! Questions about the shipped games, with the answers of their rule sheets: one table a game in `questions`.
//!
//! A row names a position (a scenario of the file beside the table), the moves before, the move that is asked about, the
//! answer, and the clause that decides and so comes first. Rows below the heading `Not yet` have a wrong answer today.

use crate::scenarios::bench_of;
use linstock::{ScenarioReport, ScenarioRunner};
use linstock_testing::PROJECT;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The fewest questions of a table.
const FEWEST: usize = 40;

/// The first words of the lines of a scenario that are steps.
const STEPS: [&str; 8] = [
    "play ", "chance ", "refuse ", "moves ", "expect ", "as ", "warning ", "seen ",
];

/// A row of a table.
struct Question {
    text: String,
    position: String,
    before: Vec<String>,
    asked: String,
    answer: String,
    clause: String,
    /// Is the answer wrong today?
    is_open: bool,
}

/// Returns the cells of a table row.
fn cells(line: &str) -> Option<Vec<String>> {
    let inside = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(
        inside
            .split('|')
            .map(|cell| cell.trim().replace('`', ""))
            .collect(),
    )
}

fn questions(table: &str) -> Vec<Question> {
    let mut is_open = false;
    let mut all = Vec::new();
    for line in table.lines() {
        is_open |= line.starts_with("## Not yet");
        let Some(cells) = cells(line) else { continue };
        let [text, position, before, asked, answer, clause] = &cells[..] else {
            panic!("a row has six cells: {line}");
        };
        if text == "question" || text.starts_with('-') {
            continue;
        }
        let before = before.split(';').map(|mv| mv.trim().to_owned());
        all.push(Question {
            text: text.clone(),
            position: position.clone(),
            before: before.filter(|mv| !mv.is_empty()).collect(),
            asked: asked.clone(),
            answer: answer.clone(),
            clause: clause.trim_start_matches('@').to_owned(),
            is_open,
        });
    }
    all
}

/// The positions of a scenario file: its head, and each scenario without its steps.
struct Positions {
    head: String,
    scenarios: Vec<(String, String)>,
}

impl Positions {
    fn of(text: &str) -> Self {
        let mut head = String::new();
        let mut scenarios: Vec<(String, String)> = Vec::new();
        let mut in_steps = false;
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("scenario \"") {
                let (title, _) = title.split_once('"').expect("a title in quotes");
                scenarios.push((title.to_owned(), String::new()));
                in_steps = false;
                continue;
            }
            in_steps |= STEPS.iter().any(|step| line.starts_with(step));
            let place = scenarios.last_mut().map_or(&mut head, |(_, text)| text);
            if !in_steps {
                writeln!(place, "{line}").expect("written");
            }
        }
        Self { head, scenarios }
    }

    /// Returns a file whose one scenario asks the question.
    fn asking(&self, question: &Question) -> String {
        let given = match question.position.as_str() {
            "start" => "",
            title => {
                let found = self.scenarios.iter().find(|(own, _)| own == title);
                let (_, given) = found.unwrap_or_else(|| panic!("no position \"{title}\""));
                given
            }
        };
        let mut file = format!("{}\nscenario \"asked\"\n{given}\n", self.head);
        for line in &question.before {
            let is_step = STEPS.iter().any(|step| line.starts_with(step));
            let play = if is_step { "" } else { "play " };
            writeln!(file, "{play}{line}").expect("written");
        }
        let Question { asked, answer, .. } = question;
        match answer.as_str() {
            "no" => writeln!(file, "refuse {asked}").expect("written"),
            "yes" => writeln!(file, "play {asked}").expect("written"),
            condition => {
                if !asked.is_empty() {
                    writeln!(file, "play {asked}").expect("written");
                }
                writeln!(file, "expect {condition}").expect("written");
            }
        }
        file
    }
}

/// Returns the last line of a transcript that the answer is about.
fn answered<'t>(question: &Question, transcript: &'t str) -> &'t str {
    let is_it = |line: &&str| match question.answer.as_str() {
        "no" => line.starts_with("not "),
        "yes" => line
            .split_once(". ")
            .is_some_and(|(ply, _)| ply.parse::<u32>().is_ok()),
        _ => line.starts_with("over: "),
    };
    transcript.lines().rfind(is_it).unwrap_or_default()
}

/// Returns the first of the clauses that stand at the end of a line.
fn first_clause(line: &str) -> &str {
    let clauses = line.rsplit_once(" (").map_or("", |(_, clauses)| clauses);
    let first = clauses.split([',', ')']).next();
    first.unwrap_or_default()
}

/// Asks a question. Returns what is wrong about the answer.
fn ask(bench: &mut ScenarioRunner, positions: &Positions, question: &Question) -> Option<String> {
    let report = bench.run("asked.scn", &positions.asking(question));
    let shown =
        |found: &linstock::Diagnostics| found.render(&report.sources, linstock::Style::Plain);
    let Some(ScenarioReport {
        found, transcript, ..
    }) = report.scenarios.first()
    else {
        return Some(shown(&report.found));
    };
    if !found.is_empty() {
        return Some(shown(found));
    }
    let line = answered(question, transcript);
    let is_first = question.clause.is_empty() || question.clause == first_clause(line);
    (!is_first).then(|| format!("{} must come first: {line}", question.clause))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn shipped_games_answer_as_their_sheets_do() {
    let folder: PathBuf = Path::new(PROJECT).join("tests/it/questions");
    let mut wrong = String::new();
    let tables = std::fs::read_dir(&folder).expect("the tables");
    let tables = tables.map(|entry| entry.expect("an entry").path());
    for table in tables.filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let game = table.file_stem().expect("a name").to_string_lossy();
        let positions = Positions::of(&read(&folder.join(format!("{game}.scn"))));
        let all = questions(&read(&table));
        if all.len() < FEWEST {
            writeln!(wrong, "{game} has only {} questions", all.len()).expect("written");
        }
        let mut bench = bench_of(&format!("rulesets/{game}"));
        for question in &all {
            match ask(&mut bench, &positions, question) {
                Some(found) if !question.is_open => {
                    writeln!(wrong, "{game}: {}\n{found}", question.text).expect("written");
                }
                None if question.is_open => {
                    writeln!(wrong, "{game}: {} is answered", question.text).expect("written");
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
