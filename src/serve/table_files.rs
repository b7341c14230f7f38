//! The files of tables: each move is on the disk before a page shows it. After a restart, tables are found again.
//!
//! `ID.table` has one JSON object a line: how the table began, then what was done. A lock, held until the process ends, keeps other
//! processes from serving the same table. A line that was cut off when the process was killed was never acknowledged, so it is removed.

use crate::files;
use crate::rule_sheet;
use crate::ruleset_loader::{self, Loaded};
use crate::serve::studio;
use crate::shown::one_line;
use linstock_base::{Sources, escaped};
use linstock_check::Choices;
use linstock_play::{Rules, Session, Setup};
use linstock_table::{Journal, Room, RulesAccess, Table, TableRecord, TableStart};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// The most tables that are served again.
const MOST: usize = 1000;
/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

fn folder() -> Result<PathBuf, String> {
    Ok(files::state_folder()?.join("tables"))
}

/// A locked file of a table.
struct TableFile {
    path: PathBuf,
    file: File,
}

impl TableFile {
    /// Writes all lines to a new file, and puts it in the place of the old one.
    fn replaced(&mut self, lines: &[String]) -> std::io::Result<()> {
        let beside = self.path.with_extension("new");
        let mut file = private().truncate(true).create(true).open(&beside)?;
        file.write_all(text(lines).as_bytes())?;
        file.sync_all()?;
        lock(&file)?;
        fs::rename(&beside, &self.path)?;
        self.file = file;
        sync_folder(&self.path)
    }
}

impl Journal for TableFile {
    fn append(&mut self, lines: &[String]) -> Result<(), String> {
        let written = self
            .file
            .write_all(text(lines).as_bytes())
            .and_then(|()| self.file.sync_data());
        written.map_err(|error| files::problem("write", &self.path, &error))
    }

    fn rewrite(&mut self, lines: &[String]) -> Result<(), String> {
        let written = self.replaced(lines);
        written.map_err(|error| files::problem("write", &self.path, &error))
    }
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns options for files that only their owner may read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Locks a file; does nothing where the file system has no locks.
fn lock(file: &File) -> std::io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(std::io::ErrorKind::ResourceBusy.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Makes the name of a new file last. Some systems cannot, and need not.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    if let Some(folder) = path.parent().filter(|_| cfg!(unix)) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Makes the file of a new table.
///
/// # Errors
/// Why it cannot be written, in a sentence.
pub(super) fn open(table: Table) -> Result<Room, String> {
    let folder = folder()?;
    files::make_folder(&folder)?;
    let path = folder.join(format!("{}.table", table.id()));
    let no = |error: std::io::Error| files::problem("write", &path, &error);
    let file = private().create_new(true).open(&path).map_err(no)?;
    let mut journal = TableFile {
        path: path.clone(),
        file,
    };
    let begun = journal
        .file
        .write_all(text(&table.lines()).as_bytes())
        .and_then(|()| journal.file.sync_all())
        .and_then(|()| lock(&journal.file))
        .and_then(|()| sync_folder(&path));
    begun.map_err(no)?;
    Ok(Room::new(table, Box::new(journal)))
}

/// Finds the tables that no process serves, the latest first. A table that nobody has touched for `keep` is not served again; its
/// file stays. Also returns why some cannot be served.
pub(super) fn kept(keep: Duration) -> (Vec<Room>, Vec<String>) {
    let listed = folder().and_then(|folder| files::files_in(&folder, "table"));
    let mut aged: Vec<(SystemTime, PathBuf)> = listed
        .unwrap_or_default()
        .into_iter()
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .filter(|(time, _)| time.elapsed().unwrap_or_default() < keep)
        .collect();
    aged.sort();
    let (mut rooms, mut troubles) = (Vec::new(), Vec::new());
    for (_, path) in aged.into_iter().rev().take(MOST) {
        match again(&path) {
            Ok(Some((room, trouble))) => {
                rooms.push(room);
                troubles.extend(trouble);
            }
            Ok(None) => {}
            Err(why) => {
                let shown = one_line(&path);
                troubles.push(format!("the table in `{shown}` cannot be continued: {why}"));
            }
        }
    }
    (rooms, troubles)
}

/// Reads a table again; `None` if another process serves it, or nobody has ever sat down there. Also returns what its host must mend.
fn again(path: &Path) -> Result<Option<(Room, Option<String>)>, String> {
    let no = |error: &std::io::Error| files::problem("read", path, error);
    let mut file = private().open(path).map_err(|error| no(&error))?;
    if lock(&file).is_err() {
        return Ok(None);
    }
    if file.metadata().map_err(|error| no(&error))?.len() > LARGEST {
        return Err("it is too large".to_owned());
    }
    let bytes = fs::read(path).map_err(|error| no(&error))?;
    let whole = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let text = str::from_utf8(&bytes[..whole]).map_err(|_| "it is no text".to_owned())?;
    let mut lines = text.lines();
    let unreadable = |error: serde_json::Error| format!("a line cannot be read ({error})");
    let start = lines.next().ok_or("it is empty")?;
    let start: TableStart = serde_json::from_str(start).map_err(unreadable)?;
    let records: Result<Vec<TableRecord>, _> = lines.map(serde_json::from_str).collect();
    let records = records.map_err(unreadable)?;
    let is_used = |record: &TableRecord| {
        matches!(record, TableRecord::Play { .. } | TableRecord::Claim { .. })
    };
    if !records.iter().any(is_used) {
        files::remove_file(path);
        return Ok(None);
    }
    let (table, trouble) = match ruleset_loader::load_for(&start.save, &[]) {
        Ok(loaded) => (continued(start, records, loaded)?, None),
        Err(mistake) => {
            let name = start.save.game.clone();
            let table = with_broken_rules(start, records).ok_or_else(|| mistake.to_string())?;
            let trouble = format!(
                "a table of `{name}` waits until its rules are right; its host can edit them on the page: {mistake}"
            );
            (table, Some(trouble))
        }
    };
    // What was cut off goes, and the next line begins where it began.
    let ready = file
        .set_len(whole as u64)
        .and_then(|()| file.seek(SeekFrom::End(0)));
    ready.map_err(|error| no(&error))?;
    let journal = TableFile {
        path: path.to_owned(),
        file,
    };
    Ok(Some((Room::new(table, Box::new(journal)), trouble)))
}

/// Finds a table again under its rules.
fn continued(
    start: TableStart,
    records: Vec<TableRecord>,
    loaded: Loaded,
) -> Result<Table, String> {
    let examples = rule_sheet::example_files(&loaded);
    let rules = (loaded.rules, Some(loaded.sources));
    let mut table = Table::restore(start, records, rules).map_err(|refusal| refusal.to_string())?;
    let access = studio::access(table.session());
    table.set_access(access);
    table.set_examples(examples);
    Ok(table)
}

/// Finds a table again whose rules have a mistake; `None` if its host cannot edit them.
fn with_broken_rules(start: TableStart, records: Vec<TableRecord>) -> Option<Table> {
    let setup = Setup {
        source: start.save.source.clone(),
        variants: start.save.variants.clone(),
        ..Setup::default()
    };
    let session = Session::begin(
        Arc::new(rules_instead(&start.save.game, start.seats.len())?),
        setup,
    )
    .ok()?;
    let access = studio::access(&session);
    if access != RulesAccess::Editable {
        return None;
    }
    let mut table = Table::with_broken_rules(start, records, session).ok()?;
    table.set_access(access);
    Some(table)
}

/// Makes rules without moves for as many players as a table has.
fn rules_instead(name: &str, seats: usize) -> Option<Rules> {
    let numbers = 1..=seats;
    let players: Vec<String> = numbers.clone().map(|at| format!("p{at}")).collect();
    let titles: String = numbers
        .map(|at| format!("  p{at} \"player {at}\"\n"))
        .collect();
    let text = format!(
        "game waiting \"{}\"\nplayers {}\nplay {{ draw \"the rules have a mistake\" }}\nwords {{\n{titles}}}\n",
        escaped(name),
        players.join(", ")
    );
    let sources = Sources::from([("waiting.game", text)]);
    Rules::load(&sources, &Choices::default()).ok()
}

#[cfg(test)]
mod tests {
    use super::rules_instead;

    #[test]
    fn a_table_of_any_size_has_rules_without_moves() {
        for seats in [1, 2, 4, 8] {
            let rules = rules_instead(r#"my "game" {x}"#, seats).expect("rules");
            let is = (rules.title(), rules.players().len());
            assert_eq!(is, (r#"my "game" {x}"#, seats));
        }
    }
}
