//! A table with a row for each game, as CSV, JSON lines or Parquet.

#[cfg(feature = "parquet")]
mod parquet;

use crate::command_failure::CommandFailure;
use crate::files::problem;
use crate::replaced_files::{GrowingFile, holds_other};
use crate::shown::one_line;
use linstock_model::{Model, SeatId};
use linstock_play::Rules;
use linstock_study::simulation::{GameEnding, GameRecord};
use serde_json::{Map, Value};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

/// The first bytes of the files that this program writes: only such a file may be replaced.
const HEADS: [&[u8]; 3] = [b"seed,game,result,", b"{\"seed\":", b"PAR1"];

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColumnKind {
    Integer,
    Real,
    Text,
}

/// A column of the table. Every cell may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Column {
    name: String,
    kind: ColumnKind,
}

/// The value in one cell.
#[derive(Clone, PartialEq, Debug)]
enum GameCell {
    Empty,
    Integer(i64),
    Real(f64),
    Text(String),
}

/// A file with a row for each game.
pub(super) struct GameTable {
    format: Format,
    /// Its path, for messages.
    path: String,
}

enum Format {
    Csv(Box<csv::Writer<GrowingFile>>),
    JsonLines(Box<JsonLines>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetTable>),
}

impl GameTable {
    /// Begins a file. The extension of its name determines the format.
    pub(super) fn create(path: &Path, model: &Model) -> Result<Self, CommandFailure> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.map(str::to_ascii_lowercase);
        let shown = one_line(path);
        let columns = columns(model);
        let begun = || {
            if HEADS.iter().all(|head| holds_other(path, head)) {
                return Err(CommandFailure::Failed(format!(
                    "`{shown}` is there already and is no table of games; choose another name"
                )));
            }
            GrowingFile::create(path).map_err(CommandFailure::Failed)
        };
        let format = match ending.as_deref() {
            Some("csv") => {
                let mut writer = csv::Writer::from_writer(begun()?);
                let names = columns.iter().map(|column| &column.name);
                writer
                    .write_record(names)
                    .map_err(|e| unwritten(&shown, &of_csv(e)))?;
                Format::Csv(Box::new(writer))
            }
            Some("jsonl") => Format::JsonLines(Box::new(JsonLines {
                file: BufWriter::new(begun()?),
                names: columns.into_iter().map(|column| column.name).collect(),
            })),
            #[cfg(feature = "parquet")]
            Some("parquet") => {
                let table = parquet::ParquetTable::begin(begun()?, columns);
                let table = table.map_err(|e| unwritten(&shown, &parquet::of_parquet(e)))?;
                Format::Parquet(Box::new(table))
            }
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => {
                return Err(CommandFailure::Call(format!(
                    "--out {shown}: this program was built without Parquet; build it with `cargo build --release --features parquet`, or choose a name that ends in .csv or .jsonl"
                )));
            }
            _ => {
                return Err(CommandFailure::Call(format!(
                    "--out {shown}: the name must end in .csv, .jsonl or .parquet"
                )));
            }
        };
        Ok(Self {
            format,
            path: shown,
        })
    }

    /// Adds the row of a game.
    pub(super) fn add(
        &mut self,
        rules: &Rules,
        seed: u64,
        record: &GameRecord,
    ) -> Result<(), CommandFailure> {
        let cells = cells(rules, seed, record);
        match &mut self.format {
            Format::Csv(writer) => {
                let texts = cells.iter().map(GameCell::text);
                writer
                    .write_record(texts)
                    .map_err(|e| unwritten(&self.path, &of_csv(e)))
            }
            Format::JsonLines(lines) => {
                let added = lines.add(&cells);
                added.map_err(|e| unwritten(&self.path, &e))
            }
            #[cfg(feature = "parquet")]
            Format::Parquet(table) => {
                let added = table.add(cells);
                added.map_err(|e| unwritten(&self.path, &parquet::of_parquet(e)))
            }
        }
    }

    /// Moves the finished file to its place.
    pub(super) fn finish(self) -> Result<(), CommandFailure> {
        let file = match self.format {
            Format::Csv(writer) => (*writer)
                .into_inner()
                .map_err(|e| unwritten(&self.path, e.error()))?,
            Format::JsonLines(lines) => lines
                .file
                .into_inner()
                .map_err(|e| unwritten(&self.path, e.error()))?,
            #[cfg(feature = "parquet")]
            Format::Parquet(table) => {
                let whole = table.finish();
                whole.map_err(|e| unwritten(&self.path, &parquet::of_parquet(e)))?
            }
        };
        file.finish().map_err(|e| unwritten(&self.path, &e))
    }
}

fn unwritten(path: &str, error: &io::Error) -> CommandFailure {
    CommandFailure::Failed(problem("write", Path::new(path), error))
}

/// Returns the I/O error inside a CSV error, if there is one.
fn of_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(refused) => refused,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn columns(model: &Model) -> Vec<Column> {
    use ColumnKind::{Integer, Real, Text};
    let fixed = [
        ("seed", Text),
        ("game", Integer),
        ("result", Text),
        ("winners", Text),
        ("reason", Text),
        ("clauses", Text),
        ("plies", Integer),
        ("decisions", Integer),
        ("mean_choices", Real),
        ("counted_decisions", Integer),
    ];
    let fixed = fixed.map(|(name, kind)| Column {
        name: name.to_owned(),
        kind,
    });
    let score = |seat: SeatId| Column {
        name: format!("score_{}", model.players[seat.index()].as_str()),
        kind: Integer,
    };
    let scores = model
        .seat_ids()
        .filter(|_| model.score.is_some())
        .map(score);
    fixed.into_iter().chain(scores).collect()
}

fn cells(rules: &Rules, seed: u64, record: &GameRecord) -> Vec<GameCell> {
    let model = rules.model();
    let (result, winners, reason, clauses) = match &record.ending {
        GameEnding::Over(end) => {
            let (reason, tags) = rules.ending(end.end);
            let won = model
                .seat_ids()
                .filter(|seat| end.winners >> seat.0 & 1 == 1);
            let winners: Vec<&str> = won
                .map(|seat| model.players[seat.index()].as_str())
                .collect();
            let clauses: Vec<&str> = tags.iter().map(|tag| model.tag(*tag)).collect();
            let result = if winners.is_empty() { "draw" } else { "win" };
            (
                result,
                winners.join(" "),
                reason.to_owned(),
                clauses.join(" "),
            )
        }
        GameEnding::Unfinished => ("unfinished", String::new(), String::new(), String::new()),
        GameEnding::Failed(failure) => (
            "failed",
            String::new(),
            failure.fault.to_string(),
            String::new(),
        ),
    };
    let whole = |n: u64| GameCell::Integer(i64::try_from(n).unwrap_or(i64::MAX));
    let mut cells = vec![
        // Seeds beyond 63 bits do not fit in a column of numbers.
        GameCell::Text(seed.to_string()),
        whole(record.number),
        GameCell::Text(result.to_owned()),
        GameCell::Text(winners),
        GameCell::Text(reason),
        GameCell::Text(clauses),
        whole(record.plies.into()),
        whole(record.decisions.into()),
        record.branching().map_or(GameCell::Empty, GameCell::Real),
        whole(record.counted.into()),
    ];
    if model.score.is_some() {
        let scores = model.seat_ids().map(|seat| record.scores.get(seat.index()));
        cells.extend(
            scores.map(|score| score.map_or(GameCell::Empty, |score| GameCell::Integer(*score))),
        );
    }
    cells
}

impl GameCell {
    fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Integer(n) => n.to_string(),
            Self::Real(n) => n.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Empty => Value::Null,
            Self::Integer(n) => Value::from(*n),
            Self::Real(n) => Value::from(*n),
            Self::Text(text) => Value::from(text.as_str()),
        }
    }
}

/// One JSON object per line, with the names of the columns. An empty cell is `null`.
struct JsonLines {
    file: BufWriter<GrowingFile>,
    names: Vec<String>,
}

impl JsonLines {
    fn add(&mut self, cells: &[GameCell]) -> io::Result<()> {
        let values = cells.iter().map(GameCell::json);
        let row: Map<String, Value> = self.names.iter().cloned().zip(values).collect();
        serde_json::to_writer(&mut self.file, &row)?;
        self.file.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{GameCell, JsonLines, of_csv, unwritten};
    use crate::command_failure::CommandFailure;
    use crate::replaced_files::GrowingFile;
    use std::io::BufWriter;

    #[test]
    fn json_lines_name_the_columns() {
        let folder = tempfile::tempdir().expect("made");
        let path = folder.path().join("games.jsonl");
        let mut lines = JsonLines {
            file: BufWriter::new(GrowingFile::create(&path).expect("begun")),
            names: ["game", "mean", "reason"].map(str::to_owned).into(),
        };
        let text = GameCell::Text("a \"b\"".to_owned());
        lines
            .add(&[GameCell::Integer(-1), GameCell::Real(1.5), text])
            .expect("added");
        lines
            .add(&[GameCell::Empty, GameCell::Real(2.0), GameCell::Empty])
            .expect("added");
        let file = lines.file.into_inner().expect("written");
        file.finish().expect("in its place");
        let text = std::fs::read_to_string(&path).expect("read");
        assert_eq!(
            text,
            "{\"game\":-1,\"mean\":1.5,\"reason\":\"a \\\"b\\\"\"}\n{\"game\":null,\"mean\":2.0,\"reason\":null}\n"
        );
    }

    #[test]
    fn a_full_disk_is_told_as_everywhere() {
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        for failure in [
            unwritten("t.csv", &full()),
            unwritten("t.csv", &of_csv(csv::Error::from(full()))),
        ] {
            let CommandFailure::Failed(told) = failure else {
                panic!("it is no mistake of the call");
            };
            assert_eq!(told, "cannot write `t.csv`: the disk is full");
        }
    }
}
