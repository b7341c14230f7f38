//! Tests that every kind of topology must pass, and tests of grids alone.

use super::{
    Dirs, DrawnNet, DrawnStep, HexShape, LineLabel, PictureCell, TextCanvas, TextLayout, Topology,
    Translation,
};
use crate::Point;

/// Checks all properties that other layers rely on. Add a new kind of board to
/// [`every_kind_of_board_passes`].
fn battery(topology: &Topology) {
    names_lead_back(topology);
    sets_hold_the_points(topology);
    directions_are_one_table(topology);
    steps_lead_back(topology);
    steps_add_up(topology);
    some_line_is_the_longest(topology);
    translations_are_steps(topology);
    translations_join_points(topology);
    leads_are_the_steps(topology);
    borders_lie_farthest(topology);
    factors_are_the_neighbours(topology);
    relative_words_turn_with_the_player(topology);
    lines_hold_their_points(topology);
    the_text_shows_every_point_once(topology);
    pictures_cover_what_they_are_laid_on(topology);
    turned_pictures_lose_nothing(topology);
}

#[test]
fn every_kind_of_board_passes() {
    for (columns, rows) in [
        (1, 1),
        (1, 9),
        (9, 1),
        (2, 3),
        (8, 8),
        (11, 6),
        (30, 12),
        (64, 64),
    ] {
        battery(&Topology::grid(columns, rows));
    }
    battery(Topology::point());
    battery(&drawn());
    for (shape, sides) in
        HexShape::ALL
            .into_iter()
            .zip([[1, 2, 11], [1, 2, 5], [1, 2, 8], [1, 2, 4]])
    {
        for side in sides {
            battery(&Topology::hexes(shape, side));
        }
    }
}

/// A square, its centre joined to three corners, and a point without lines.
fn drawn() -> Topology {
    let places = vec![(0, 0), (4, 0), (2, 2), (0, 4), (4, 4), (9, 5)];
    let line = |from, to, towards| DrawnStep {
        ends: [Point(from), Point(to)],
        towards,
    };
    let steps = vec![
        line(0, 1, (1, 0)),
        line(3, 0, (0, -1)),
        line(3, 4, (1, 0)),
        line(4, 1, (0, -1)),
        line(0, 2, (1, 1)),
        line(2, 4, (1, 1)),
        line(3, 2, (1, -1)),
    ];
    let signs = vec![vec![' '; 10]; 6];
    Topology::drawn(&DrawnNet {
        places,
        steps,
        signs,
    })
}

#[test]
fn drawn_boards_have_the_steps_of_their_lines() {
    let board = drawn();
    let names: Vec<_> = board.iter().map(|point| board.name(point)).collect();
    assert_eq!(names, ["a1", "c1", "b2", "a3", "c3", "d4"]);
    let along = |from: &str, dir: &str, count| {
        let (from, dir) = (board.find(from)?, board.direction(dir)?);
        board.along(from, dir, count).map(|to| board.name(to))
    };
    assert_eq!(along("a1", "northeast", 2).as_deref(), Some("c3"));
    assert_eq!(along("c3", "west", 1).as_deref(), Some("a3"));
    assert_eq!(along("b2", "southeast", 1), None);
    assert_eq!(along("b2", "east", 1), None);
}

fn is_word(text: &str) -> bool {
    Topology::words().any(|word| word == text)
}

fn all_dirs(topology: &Topology) -> Dirs {
    topology.every_direction()
}

/// Returns a sample of the points: enough to include every edge of the board, and few enough for pairs.
fn some_points(topology: &Topology) -> impl Iterator<Item = Point> + use<> {
    let every = topology.points().div_ceil(97).max(1);
    topology.iter().step_by(every)
}

fn names_lead_back(topology: &Topology) {
    for point in topology.iter() {
        let name = topology.name(point);
        assert_eq!(topology.find(&name), Some(point), "{name}");
        assert!(!is_word(&name), "{name} is a word of the language");
    }
    for wrong in ["", " ", "a1 ", "ä1", "north", "a+1"] {
        assert_eq!(topology.find(wrong), None, "{wrong}");
    }
    let example = topology.example(None);
    assert!(example.index() < topology.points());
    assert!(topology.example(Some(example)).index() < topology.points());
}

fn sets_hold_the_points(topology: &Topology) {
    assert_eq!(topology.none().count_ones(..), 0);
    let numbers: Vec<usize> = topology.iter().map(Point::index).collect();
    assert_eq!(topology.every().ones().collect::<Vec<_>>(), numbers);
    assert!(numbers.iter().all(|at| *at < topology.points()));
    assert!(topology.largest().points() >= topology.points());
}

fn directions_are_one_table(topology: &Topology) {
    let all = all_dirs(topology);
    assert_eq!(all.iter().count(), topology.directions().len());
    for dir in all.iter() {
        let name = topology.direction_name(dir);
        assert_eq!(topology.direction(name), Some(dir));
        assert_eq!(topology.group(name), Some(Dirs::only(dir)));
        assert!(is_word(name), "{name} could be a name");
    }
    assert_eq!(topology.direction("up"), None);
    assert!(all.has_all(topology.sides()));
}

fn steps_lead_back(topology: &Topology) {
    for dir in all_dirs(topology).iter() {
        let Some(back) = topology.opposite(dir) else {
            continue;
        };
        assert_eq!(topology.opposite(back), Some(dir));
        for point in topology.iter() {
            if let Some(to) = topology.along(point, dir, 1) {
                assert_eq!(topology.along(to, back, 1), Some(point));
            }
        }
    }
}

fn steps_add_up(topology: &Topology) {
    for (point, dir) in
        some_points(topology).flat_map(|p| all_dirs(topology).iter().map(move |d| (p, d)))
    {
        let mut here = Some(point);
        for count in 0..=i32::from(topology.longest_line()) {
            assert_eq!(topology.along(point, dir, count), here);
            here = here.and_then(|at| topology.along(at, dir, 1));
        }
        let line = (0..).map_while(|n| topology.along(point, dir, n).filter(|_| n < 1 << 12));
        assert!(line.count() <= usize::from(topology.longest_line()));
    }
}

/// Large boards are skipped: the check would take too long.
fn some_line_is_the_longest(topology: &Topology) {
    if topology.points() > 200 {
        return;
    }
    let all = topology
        .iter()
        .flat_map(|p| all_dirs(topology).iter().map(move |d| (p, d)));
    let length = |(p, d)| (0..200).map_while(|n| topology.along(p, d, n)).count();
    let longest = all.map(length).max();
    assert_eq!(longest, Some(usize::from(topology.longest_line())));
}

fn translations_are_steps(topology: &Topology) {
    for dir in all_dirs(topology).iter() {
        let Some(step) = topology.translation(dir) else {
            continue;
        };
        let mut entered = topology.none();
        for point in topology.iter() {
            let to = topology.along(point, dir, 1);
            assert_eq!(topology.moved(point, step), to);
            assert_eq!(
                topology.moved(point, step * 3),
                topology.along(point, dir, 3)
            );
            let Some(to) = to else { continue };
            entered.insert(to.index());
            let shift = i32::from(to.0) - i32::from(point.0);
            assert_eq!(topology.number_shift(step), shift);
        }
        assert_eq!(topology.entered(step), entered);
        assert!(topology.goes_on(step, step * 2));
        if let Some(back) = topology.opposite(dir) {
            assert_eq!(topology.translation(back), Some(-step));
        }
    }
    assert_eq!(topology.entered(Translation::NONE), topology.every());
}

fn translations_join_points(topology: &Topology) {
    for from in some_points(topology) {
        for to in some_points(topology) {
            if let Some(by) = topology.between(from, to) {
                assert_eq!(topology.moved(from, by), Some(to));
                assert_eq!(topology.between(to, from), Some(-by));
                assert!(topology.joins_points(by));
            }
        }
    }
}

fn factors_are_the_neighbours(topology: &Topology) {
    let Some([first, second]) = topology.factors(all_dirs(topology)) else {
        return;
    };
    let steps = |pair: [Translation; 2]| [pair[0], pair[1], Translation::NONE];
    let mut sums: Vec<Translation> = Vec::new();
    for (one, other) in steps(first)
        .into_iter()
        .flat_map(|a| steps(second).map(|b| (a, b)))
    {
        sums.push(one + other);
    }
    sums.retain(|by| *by != Translation::NONE);
    let dirs = all_dirs(topology).iter();
    let dirs: Vec<_> = dirs.filter_map(|dir| topology.translation(dir)).collect();
    assert_eq!(sums.len(), dirs.len());
    assert!(dirs.iter().all(|step| sums.contains(step)));
}

fn relative_words_turn_with_the_player(topology: &Topology) {
    for forward in all_dirs(topology).iter() {
        let of = |word| topology.relative(word, forward).unwrap_or_default();
        assert_eq!(of("forward"), Dirs::only(forward));
        let back = topology.opposite(forward).map(Dirs::only);
        assert_eq!(of("backward"), back.unwrap_or_default());
        assert!(of("forwards").has(forward));
        assert!(of("forwards").and(of("backwards")).is_empty());
        for word in ["forward", "forwards", "sideways", "backward", "backwards"] {
            assert!(topology.is_relative(word) && is_word(word));
            let words = topology.in_words(of(word), Some(forward));
            assert!(!words.is_empty(), "{word} cannot be told");
        }
    }
    assert!(!topology.is_relative("all") && topology.group("forward").is_none());
}

fn lines_hold_their_points(topology: &Topology) {
    for axis in ["row", "column"] {
        for point in topology.iter() {
            let Some(label) = topology.line_of(axis, point) else {
                continue;
            };
            let letters = matches!(label, LineLabel::Letters(_));
            assert_eq!(topology.has_letters(axis), letters);
            let line = topology.line(axis, &label).expect("a line");
            assert!(line.contains(point.index()));
        }
        assert_eq!(topology.line(axis, &LineLabel::Number(0)), None);
        assert_eq!(topology.line(axis, &LineLabel::Number(i64::MIN)), None);
        let far = i64::from(Topology::LONGEST) + 1;
        assert_eq!(topology.line(axis, &LineLabel::Number(far)), None);
    }
}

fn the_text_shows_every_point_once(topology: &Topology) {
    let layout = topology.text_layout();
    let mut shown = topology.none();
    for row in &layout.rows {
        if layout.canvas.is_none() {
            assert_eq!(row.points.len(), layout.columns.len());
        }
        for point in row.points.iter().flatten() {
            assert!(!shown.put(point.index()), "{} twice", topology.name(*point));
        }
    }
    assert_eq!(shown, topology.every());
    if let Some(canvas) = &layout.canvas {
        the_canvas_has_the_rows(&layout, canvas);
        return;
    }
    assert_eq!(layout.at(layout.columns.len(), 0), None);
    assert_eq!(layout.at(0, layout.rows.len()), None);
}

/// Checks that the canvas shows the rows in order, and that no two points touch: there is room for a bracket.
fn the_canvas_has_the_rows(layout: &TextLayout, canvas: &TextCanvas) {
    let lines = canvas.lines.iter().filter(|line| !line.points.is_empty());
    let drawn: Vec<_> = lines.collect();
    assert_eq!(drawn.len(), layout.rows.len());
    for (line, row) in drawn.iter().zip(&layout.rows) {
        assert_eq!(line.label, row.label);
        let points = line.points.iter().map(|(_, point)| Some(*point));
        assert_eq!(points.collect::<Vec<_>>(), row.points);
        for pair in line.points.windows(2) {
            assert!(pair[0].0 + 2 <= pair[1].0, "no room in row {}", row.label);
        }
        assert!(line.points.iter().all(|(unit, _)| *unit < line.signs.len()));
    }
}

fn leads_are_the_steps(topology: &Topology) {
    if topology.points() > 500 {
        return;
    }
    for dir in all_dirs(topology).iter() {
        for count in [1, 2, 3] {
            let mut to = topology.none();
            for (by, points) in topology.leads(dir, count) {
                for end in points.ones().filter_map(Point::nth) {
                    let from = topology.moved(end, -by).expect("a point before it");
                    assert_eq!(topology.along(from, dir, count), Some(end));
                    assert!(!to.put(end.index()), "reached twice");
                    let shift = i32::from(end.0) - i32::from(from.0);
                    assert_eq!(topology.number_shift(by), shift);
                }
            }
            let ends = topology
                .iter()
                .filter_map(|p| topology.along(p, dir, count));
            let mut all = topology.none();
            all.extend(ends.map(Point::index));
            assert_eq!(to, all);
        }
    }
}

fn borders_lie_farthest(topology: &Topology) {
    for dir in all_dirs(topology).iter() {
        let far = topology.farthest(dir);
        assert!(far.count_ones(..) > 0);
        for point in far.ones().filter_map(Point::nth) {
            assert_eq!(topology.along(point, dir, 1), None);
        }
    }
}

fn pictures_cover_what_they_are_laid_on(topology: &Topology) {
    let whole = topology.extent();
    assert_eq!(topology.extent_of(&topology.every()), Some(whole));
    assert_eq!(topology.extent_of(&topology.none()), None);
    for (from, to) in
        some_points(topology).flat_map(|a| some_points(topology).take(9).map(move |b| (a, b)))
    {
        let range = topology.range(from, to);
        assert!(range.contains(from.index()) && range.contains(to.index()));
        let in_columns = topology.text_layout().canvas.is_none();
        let Some(extent) = topology.extent_of(&range).filter(|_| in_columns) else {
            continue;
        };
        let corner = topology.bottom_left(range.ones().filter_map(Point::nth));
        let mut covered = topology.none();
        for cell in
            (0..extent.0).flat_map(|column| (0..extent.1).map(move |row| PictureCell(column, row)))
        {
            let point = topology.at_cell(corner, cell).expect("on the board");
            covered.insert(point.index());
        }
        assert_eq!(covered, range);
    }
}

fn turned_pictures_lose_nothing(topology: &Topology) {
    let extent = super::Extent(3, 2);
    for &turn in topology.turns() {
        assert_eq!(topology.turn(turn.degrees()), Some(turn));
        let turned = extent.turned(turn);
        let mut seen = Vec::new();
        for cell in (0..3).flat_map(|column| (0..2).map(move |row| PictureCell(column, row))) {
            let PictureCell(column, row) = extent.turned_cell(cell, turn);
            assert!(column < turned.0 && row < turned.1);
            assert!(!seen.contains(&(column, row)));
            seen.push((column, row));
        }
    }
    for wrong in [-90, 1, 45, 360] {
        assert_eq!(topology.turn(wrong), None);
    }
}

#[test]
fn a_grid_names_points_by_letters_and_numbers() {
    let board = Topology::grid(30, 12);
    assert_eq!(board.name(Point(0)), "a1");
    assert_eq!(board.name(Point(30 + 2)), "c2");
    assert_eq!(board.name(Point(26)), "aa1");
    for wrong in ["a", "1", "a0", "a01", "a13", "ae1", "A1", "aaa1"] {
        assert_eq!(board.find(wrong), None, "{wrong}");
    }
    assert_eq!(board.lines_in_words(), "rows are 1 to 12, columns a to ad");
}

#[test]
fn a_corner_of_a_grid_has_few_neighbours() {
    let board = Topology::grid(4, 3);
    let corner = board.find("a1").expect("a point");
    let near = |dirs: Dirs| {
        let to = dirs.iter().filter_map(|dir| board.along(corner, dir, 1));
        to.map(|p| board.name(p)).collect::<Vec<_>>()
    };
    let named = |word| board.group(word).expect("directions");
    assert_eq!(near(named("all")), ["a2", "b2", "b1"]);
    assert_eq!(near(named("orthogonal")), ["a2", "b1"]);
    assert_eq!(near(named("diagonal")), ["b2"]);
}

#[test]
fn a_picture_turns_clockwise() {
    let board = Topology::grid(8, 8);
    let extent = super::Extent(3, 2);
    let turned = |degrees| {
        let turn = board.turn(degrees).expect("a turn");
        extent.turned_cell(PictureCell(0, 0), turn)
    };
    assert_eq!(turned(0), PictureCell(0, 0));
    assert_eq!(turned(90), PictureCell(0, 2));
    assert_eq!(turned(180), PictureCell(2, 1));
    assert_eq!(turned(270), PictureCell(1, 0));
}

#[test]
fn hexagons_are_counted_and_named_as_people_do() {
    let points = |shape, side| Topology::hexes(shape, side).iter().count();
    assert_eq!(points(HexShape::Rhombus, 11), 121);
    assert_eq!(points(HexShape::Hexagon, 5), 61);
    assert_eq!(points(HexShape::Triangle, 8), 36);
    assert_eq!(points(HexShape::Star, 4), 121);
    let board = Topology::hexes(HexShape::Hexagon, 5);
    let named = |set: &crate::PointSet| {
        let points = set.ones().filter_map(Point::nth);
        points.map(|p| board.name(p)).collect::<Vec<_>>().join(" ")
    };
    let row = |number| {
        board
            .line("row", &LineLabel::Number(number))
            .expect("a row")
    };
    assert_eq!(named(&row(1)), "a1 b1 c1 d1 e1");
    assert_eq!(named(&row(5)), "a5 b5 c5 d5 e5 f5 g5 h5 i5");
    assert_eq!(named(&row(9)), "e9 f9 g9 h9 i9");
    let border = |name| named(&board.farthest(board.direction(name).expect("a direction")));
    assert_eq!(border("north"), "e9 f9 g9 h9 i9");
    assert_eq!(border("westsouthwest"), "a1 a2 a3 a4 a5");
    assert_eq!(border("east"), "i5");
}

#[test]
fn six_steps_lead_from_a_hexagon() {
    let board = Topology::hexes(HexShape::Hexagon, 5);
    let here = board.find("e5").expect("a point");
    let to = |word| {
        let dirs = board.group(word).expect("directions");
        let to = dirs.iter().filter_map(|dir| board.along(here, dir, 1));
        to.map(|p| board.name(p)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(to("orthogonal"), "f6 f5 e4 d4 d5 e6");
    assert_eq!(to("diagonal"), "f7 g6 f4 d3 c4 d6");
}
