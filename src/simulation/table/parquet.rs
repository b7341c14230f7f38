//! A table of games as a Parquet file (feature `parquet`).

use super::{Column, ColumnKind, GameCell};
use crate::replaced_files::GrowingFile;
use parquet::basic::{ConvertedType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::io;
use std::sync::Arc;

/// Rows in a row group.
const GROUP: usize = 65_536;

/// Returns the I/O error inside a Parquet error, if there is one.
pub(super) fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(refused) => *refused,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
    }
}

/// An unfinished Parquet file.
pub(super) struct ParquetTable {
    writer: SerializedFileWriter<GrowingFile>,
    columns: Vec<Column>,
    rows: Vec<Vec<GameCell>>,
}

impl ParquetTable {
    pub(super) fn begin(file: GrowingFile, columns: Vec<Column>) -> Result<Self, ParquetError> {
        let properties = Arc::new(WriterProperties::builder().build());
        let writer = SerializedFileWriter::new(file, schema(&columns)?, properties)?;
        Ok(Self {
            writer,
            columns,
            rows: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, row: Vec<GameCell>) -> Result<(), ParquetError> {
        self.rows.push(row);
        if self.rows.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes the buffered rows, column by column.
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

    pub(super) fn finish(mut self) -> Result<GrowingFile, ParquetError> {
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
    use super::super::{Column, ColumnKind, GameCell, unwritten};
    use super::{ParquetTable, of_parquet};
    use crate::command_failure::CommandFailure;
    use crate::replaced_files::GrowingFile;
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
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        let error = of_parquet(ParquetError::External(Box::new(full)));
        let CommandFailure::Failed(told) = unwritten("t.parquet", &error) else {
            panic!("a wrong call");
        };
        assert_eq!(told, "cannot write `t.parquet`: the disk is full");
    }
}
