//! Compares where the records of tables can be kept: a file for each table, redb and SQLite. Each record is on the disk before the next
//! record of its table is written.
//!
//! ```text
//! cargo run --release --manifest-path benches/table/Cargo.toml --features stores --bin stores FOLDER [TABLES RECORDS THREADS]
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const RECORD: &str = r#"{"play":{"player":"light","text":"b7-b6"}}"#;

/// A place for the records of all tables.
trait Store: Sync {
    /// Adds a record, and returns when it is on the disk.
    fn add(&self, table: usize, number: u64, text: &str);
}

struct Files(Vec<Mutex<File>>);

impl Files {
    fn open(folder: &Path, tables: usize) -> Self {
        let path = |table: usize| folder.join(format!("{table}.table"));
        let file = |table| OpenOptions::new().create(true).append(true).open(path(table)).expect("opened");
        Self((0..tables).map(|table| Mutex::new(file(table))).collect())
    }

    fn count(folder: &Path) -> usize {
        let texts = paths(folder).map(|path| fs::read_to_string(path).expect("read"));
        texts.map(|text| text.lines().count()).sum()
    }
}

impl Store for Files {
    fn add(&self, table: usize, _: u64, text: &str) {
        let mut file = self.0[table].lock().expect("no thread fails");
        file.write_all(format!("{text}\n").as_bytes()).expect("written");
        file.sync_data().expect("written");
    }
}

/// One database for all tables, or one for each.
struct Redb(Vec<redb::Database>);

const RECORDS: redb::TableDefinition<(u64, u64), &str> = redb::TableDefinition::new("records");

impl Redb {
    fn open(folder: &Path, databases: usize) -> Self {
        let path = |number: usize| folder.join(format!("{number}.redb"));
        Self((0..databases).map(|number| redb::Database::create(path(number)).expect("opened")).collect())
    }

    fn count(folder: &Path) -> usize {
        use redb::{ReadableDatabase as _, ReadableTable as _};
        let count = |path| {
            let database = redb::Database::open(path).expect("opened");
            let records = database.begin_read().map(|read| read.open_table(RECORDS)).expect("read");
            records.expect("read").iter().expect("read").count()
        };
        paths(folder).map(count).sum()
    }
}

impl Store for Redb {
    fn add(&self, table: usize, number: u64, text: &str) {
        let write = self.0[table % self.0.len()].begin_write().expect("begun");
        let mut records = write.open_table(RECORDS).expect("opened");
        records.insert((table as u64, number), text).expect("written");
        drop(records);
        write.commit().expect("written");
    }
}

struct Sqlite(Mutex<rusqlite::Connection>);

impl Sqlite {
    fn open(folder: &Path) -> Self {
        let connection = rusqlite::Connection::open(folder.join("tables.sqlite")).expect("opened");
        connection.pragma_update(None, "journal_mode", "WAL").expect("set");
        connection.pragma_update(None, "synchronous", "FULL").expect("set");
        let columns = "(game INTEGER, number INTEGER, text TEXT, PRIMARY KEY (game, number)) WITHOUT ROWID";
        connection.execute(&format!("CREATE TABLE IF NOT EXISTS records {columns}"), []).expect("made");
        Self(Mutex::new(connection))
    }

    fn count(folder: &Path) -> usize {
        let connection = rusqlite::Connection::open(folder.join("tables.sqlite")).expect("opened");
        let mut all = connection.prepare("SELECT text FROM records ORDER BY game, number").expect("made");
        all.query_map([], |row| row.get::<_, String>(0)).expect("read").count()
    }
}

impl Store for Sqlite {
    fn add(&self, table: usize, number: u64, text: &str) {
        let connection = self.0.lock().expect("no thread fails");
        let mut insert = connection.prepare_cached("INSERT INTO records VALUES (?1, ?2, ?3)").expect("made");
        insert.execute((table as i64, number as i64, text)).expect("written");
    }
}

fn paths(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).expect("read").map(|entry| entry.expect("read").path())
}

/// What is written: a number of records of each table, by some threads.
#[derive(Clone, Copy)]
struct Load {
    tables: usize,
    records: u64,
    threads: usize,
}

/// Returns the times of all records, sorted, and the time from the first to the last.
fn written(store: &dyn Store, load: Load) -> (Vec<Duration>, Duration) {
    let begun = Instant::now();
    let thread = |thread: usize| {
        let mut times = Vec::new();
        for number in 0..load.records {
            for table in (thread..load.tables).step_by(load.threads) {
                let begun = Instant::now();
                store.add(table, number, RECORD);
                times.push(begun.elapsed());
            }
        }
        times
    };
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..load.threads).map(|number| scope.spawn(move || thread(number))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no thread fails")).collect()
    });
    times.sort();
    (times, begun.elapsed())
}

fn measure<S: Store>(name: &str, load: Load, (folder, open, count): (&Path, impl Fn(&Path) -> S, impl Fn(&Path) -> usize)) {
    let folder = folder.join(name.replace(' ', "-"));
    // An earlier run may have been stopped.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("made");
    let store = open(&folder);
    let (times, all) = written(&store, load);
    drop(store);
    let begun = Instant::now();
    let found = count(&folder);
    let restart = begun.elapsed().as_secs_f64() * 1000.0;
    assert_eq!(found, times.len(), "all records of {name} are found again");
    let share = |part: f64| times[(times.len() as f64 * part) as usize].as_secs_f64() * 1000.0;
    let blocks: u64 = paths(&folder).map(|path| path.metadata().expect("read").blocks()).sum();
    println!(
        "{name:12} median {:5.2} ms, p99 {:5.2} ms, {:6.0} records a second, read again in {restart:6.1} ms, {:6} KB",
        share(0.5),
        share(0.99),
        times.len() as f64 / all.as_secs_f64(),
        blocks / 2
    );
    fs::remove_dir_all(folder).expect("removed");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(arguments.first().expect("a folder"));
    let number = |at: usize, usual| arguments.get(at).map_or(usual, |text| text.parse().expect("a number"));
    let load = Load { tables: number(1, 200), records: number(2, 10) as u64, threads: number(3, 4) };
    measure("files", load, (folder, |folder| Files::open(folder, load.tables), Files::count));
    measure("one redb", load, (folder, |folder| Redb::open(folder, 1), Redb::count));
    measure("a redb each", load, (folder, |folder| Redb::open(folder, load.tables), Redb::count));
    measure("SQLite", load, (folder, Sqlite::open, Sqlite::count));
}
