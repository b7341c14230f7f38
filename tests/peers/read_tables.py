"""Reads the tables of `linstock sim --out` with pyarrow, which shares no code with what writes them.

For each ruleset that is named, the cells of a Parquet file must be those of the CSV file of the same games, and of the types that
`docs/simulation.md` tells.
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow.parquet

LINSTOCK = "target/release/linstock"
GAMES = "500"
WHOLE = {"game", "plies", "decisions", "counted_decisions"}


def table(ruleset, path):
    call = [LINSTOCK, "sim", ruleset, "--games", GAMES, "--seed", "7", "--max-plies", "500", "--out", str(path)]
    subprocess.run(call, check=True, capture_output=True)


def kind_of(column):
    if column in WHOLE or column.startswith("score_"):
        return int
    return float if column == "mean_choices" else str


def rows_of_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cells = ((name, kind_of(name), text) for name, text in row.items())
            yield {name: None if text == "" and kind is not str else kind(text) for name, kind, text in cells}


def compare(ruleset):
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("games.csv", "games.parquet")]
        for path in paths:
            table(ruleset, path)
        expected = list(rows_of_csv(paths[0]))
        found = pyarrow.parquet.read_table(paths[1]).to_pylist()
    assert len(found) == int(GAMES), (ruleset, len(found))
    for theirs, ours in zip(found, expected, strict=True):
        assert theirs == ours, (ruleset, theirs, ours)
    print(f"{ruleset}: {len(found)} rows are the same")


if __name__ == "__main__":
    for ruleset in sys.argv[1:] or ["cannon", "cannon-buster", "chess", "hearts", "pig"]:
        compare(ruleset)
