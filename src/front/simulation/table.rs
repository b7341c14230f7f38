//! A table with a row for each game, as CSV or Parquet.

use crate::front::command_failure::CommandFailure;
use crate::front::files::problem;
use crate::front::replaced_files::{GrowingFile, holds_other};
use crate::ir::Rules;
use crate::model::{Model, SeatId};
use crate::study::simulation::{GameEnding, GameRecord};
use parquet::basic::{ConvertedType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Rows are written to a Parquet file in groups of so many.
const GROUP: usize = 65_536;

/// How the files begin that this program writes: one of them may take the place of another.
const HEADS: [&[u8]; 2] = [b"seed,game,result,", b"PAR1"];

/// What a column holds.
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

/// What stands in a row.
#[derive(Clone, PartialEq, Debug)]
enum GameCell {
    Empty,
    Integer(i64),
    Real(f64),
    Text(String),
}

/// A file that gets a row for each game.
pub(super) struct GameTable {
    format: Format,
    /// Where it goes, for messages.
    path: String,
}

enum Format {
    Csv(csv::Writer<GrowingFile>),
    Parquet(ParquetTable),
}

impl GameTable {
    /// Begins a file, whose name tells its format.
    pub(super) fn create(path: &Path, model: &Model) -> Result<Self, CommandFailure> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.map(str::to_ascii_lowercase);
        let shown = path.display().to_string();
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
                Format::Csv(writer)
            }
            Some("parquet") => {
                let table = ParquetTable::begin(begun()?, columns);
                Format::Parquet(table.map_err(|e| unwritten(&shown, &of_parquet(e)))?)
            }
            _ => {
                return Err(CommandFailure::Call(format!(
                    "--out {shown}: the name must end in .csv or .parquet"
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
            Format::Parquet(table) => {
                let added = table.add(cells);
                added.map_err(|e| unwritten(&self.path, &of_parquet(e)))
            }
        }
    }

    /// Puts the file in its place.
    pub(super) fn finish(self) -> Result<(), CommandFailure> {
        let file = match self.format {
            Format::Csv(writer) => writer
                .into_inner()
                .map_err(|e| unwritten(&self.path, e.error()))?,
            Format::Parquet(table) => {
                let whole = table.finish();
                whole.map_err(|e| unwritten(&self.path, &of_parquet(e)))?
            }
        };
        file.finish().map_err(|e| unwritten(&self.path, &e))
    }
}

fn unwritten(path: &str, error: &io::Error) -> CommandFailure {
    CommandFailure::Failed(problem("write", Path::new(path), error))
}

/// Returns what the disk said of a table as CSV, where it refused.
fn of_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(refused) => refused,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Returns what the disk said of a table as Parquet, where it refused.
fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(refused) => *refused,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
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
        GameEnding::Failed(fault) => ("failed", String::new(), fault.to_string(), String::new()),
    };
    let whole = |n: u64| GameCell::Integer(i64::try_from(n).unwrap_or(i64::MAX));
    let mut cells = vec![
        // Beyond 63 bits no column of numbers holds it.
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
}

/// A Parquet file in the making.
struct ParquetTable {
    writer: SerializedFileWriter<GrowingFile>,
    columns: Vec<Column>,
    rows: Vec<Vec<GameCell>>,
}

impl ParquetTable {
    fn begin(file: GrowingFile, columns: Vec<Column>) -> Result<Self, ParquetError> {
        let properties = Arc::new(WriterProperties::builder().build());
        let writer = SerializedFileWriter::new(file, schema(&columns)?, properties)?;
        Ok(Self {
            writer,
            columns,
            rows: Vec::new(),
        })
    }

    fn add(&mut self, row: Vec<GameCell>) -> Result<(), ParquetError> {
        self.rows.push(row);
        if self.rows.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes the rows that wait, column by column.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group()?;
        for (at, column) in self.columns.iter().enumerate() {
            let cells = || rows.iter().map(|row| &row[at]);
            // An empty cell has level 0 and no value.
            let levels: Vec<i16> = cells()
                .map(|cell| i16::from(*cell != GameCell::Empty))
                .collect();
            let Some(mut writer) = group.next_column()? else {
                break;
            };
            match column.kind {
                ColumnKind::Integer => {
                    let values: Vec<i64> = cells().filter_map(GameCell::integer).collect();
                    writer
                        .typed::<Int64Type>()
                        .write_batch(&values, Some(&levels), None)?;
                }
                ColumnKind::Real => {
                    let values: Vec<f64> = cells().filter_map(GameCell::real).collect();
                    writer
                        .typed::<DoubleType>()
                        .write_batch(&values, Some(&levels), None)?;
                }
                ColumnKind::Text => {
                    let values: Vec<ByteArray> = cells().filter_map(GameCell::bytes).collect();
                    writer
                        .typed::<ByteArrayType>()
                        .write_batch(&values, Some(&levels), None)?;
                }
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    fn finish(mut self) -> Result<GrowingFile, ParquetError> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.writer.into_inner()
    }
}

impl GameCell {
    fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(n) => Some(*n),
            Self::Empty | Self::Real(_) | Self::Text(_) => None,
        }
    }

    fn real(&self) -> Option<f64> {
        match self {
            Self::Real(n) => Some(*n),
            Self::Empty | Self::Integer(_) | Self::Text(_) => None,
        }
    }

    fn bytes(&self) -> Option<ByteArray> {
        match self {
            Self::Text(text) => Some(text.as_str().into()),
            Self::Empty | Self::Integer(_) | Self::Real(_) => None,
        }
    }
}

fn schema(columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| {
        let (physical, converted) = match column.kind {
            ColumnKind::Integer => (PhysicalType::INT64, ConvertedType::NONE),
            ColumnKind::Real => (PhysicalType::DOUBLE, ConvertedType::NONE),
            ColumnKind::Text => (PhysicalType::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let builder = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(converted);
        builder.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("games").with_fields(fields);
    schema.build().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::{Column, ColumnKind, GameCell, ParquetTable, of_csv, of_parquet, unwritten};
    use crate::front::command_failure::CommandFailure;
    use crate::front::replaced_files::GrowingFile;
    use parquet::errors::ParquetError;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::Field;

    #[test]
    fn a_parquet_file_reads_back() {
        let folder = tempfile::tempdir().expect("made");
        let path = folder.path().join("games.parquet");
        let column = |name: &str, kind| Column {
            name: name.to_owned(),
            kind,
        };
        let columns = vec![
            column("game", ColumnKind::Integer),
            column("mean", ColumnKind::Real),
            column("reason", ColumnKind::Text),
        ];
        let rows = vec![
            vec![
                GameCell::Integer(0),
                GameCell::Real(1.5),
                GameCell::Text("größer".to_owned()),
            ],
            vec![
                GameCell::Integer(-1),
                GameCell::Empty,
                GameCell::Text(String::new()),
            ],
            vec![GameCell::Empty, GameCell::Real(0.0), GameCell::Empty],
        ];
        let file = GrowingFile::create(&path).expect("begun");
        let mut table = ParquetTable::begin(file, columns).expect("begun");
        for row in rows.clone() {
            table.add(row).expect("added");
        }
        table
            .finish()
            .expect("written")
            .finish()
            .expect("in its place");
        let file = std::fs::File::open(&path).expect("opened");
        let reader = SerializedFileReader::new(file).expect("a Parquet file");
        let cell = |field: &Field| match field {
            Field::Null => GameCell::Empty,
            Field::Long(n) => GameCell::Integer(*n),
            Field::Double(n) => GameCell::Real(*n),
            Field::Str(text) => GameCell::Text(text.clone()),
            other => panic!("{other:?}"),
        };
        let read = reader.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row");
            let cells = row.get_column_iter().map(|(_, field)| cell(field));
            cells.collect::<Vec<_>>()
        });
        assert_eq!(read.collect::<Vec<_>>(), rows);
    }

    #[test]
    fn a_full_disk_is_told_as_everywhere() {
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        let parquet = ParquetError::External(Box::new(full()));
        for failure in [
            unwritten("t.csv", &full()),
            unwritten("t.csv", &of_csv(csv::Error::from(full()))),
            unwritten("t.csv", &of_parquet(parquet)),
        ] {
            let CommandFailure::Failed(told) = failure else {
                panic!("it is no mistake of the call");
            };
            assert_eq!(told, "cannot write `t.csv`: the disk is full");
        }
    }
}
