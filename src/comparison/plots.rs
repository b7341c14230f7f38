//! The plots of a comparison, as SVG. Names are in the page around them, never in a drawing.

use super::side::Side;
use linstock_study::simulation::real;
use plotters::prelude::{
    ChartBuilder, IntoDrawingArea as _, LineSeries, RGBColor, SVGBackend, ShapeStyle, WHITE,
};
use std::collections::BTreeMap;

/// The size of a plot, in pixels.
const SIZE: (u32, u32) = (760, 320);
/// The most bins for values.
const BINS: u64 = 40;
/// The colours of the first side, one per player.
pub(super) const LEFT: [RGBColor; 4] = [
    RGBColor(0x1b, 0x5e, 0x9e),
    RGBColor(0x6f, 0xa8, 0xdc),
    RGBColor(0x10, 0x2e, 0x4e),
    RGBColor(0x9e, 0xc9, 0xee),
];
/// The colours of the second side.
pub(super) const RIGHT: [RGBColor; 4] = [
    RGBColor(0xc0, 0x50, 0x10),
    RGBColor(0xf0, 0xa0, 0x50),
    RGBColor(0x70, 0x28, 0x04),
    RGBColor(0xf5, 0xc8, 0x90),
];

/// A line of a plot.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlotLine {
    colour: RGBColor,
    /// The points, sorted by the first number; the second is a share from 0 to 1.
    points: Vec<(f64, f64)>,
}

/// Sorts counts into bins that are equal for both sides; returns the middle and the share of each bin, for each side.
fn shares(sides: [&BTreeMap<u64, u64>; 2]) -> [Vec<(f64, f64)>; 2] {
    let least = sides.iter().filter_map(|side| side.keys().next()).min();
    let most = sides
        .iter()
        .filter_map(|side| side.keys().next_back())
        .max();
    let (least, most) = (least.copied().unwrap_or(0), most.copied().unwrap_or(0));
    let width = (most - least + 1).div_ceil(BINS).max(1);
    sides.map(|side| {
        let all: u64 = side.values().sum();
        let bins = (most - least) / width + 1;
        (0..bins)
            .map(|bin| {
                let from = least + bin * width;
                let here: u64 = side.range(from..from + width).map(|(_, n)| n).sum();
                let middle = real(from.into()) + (real(width.into()) - 1.0) / 2.0;
                (middle, real(here.into()) / real(all.max(1).into()))
            })
            .collect()
    })
}

fn both(sides: [&BTreeMap<u64, u64>; 2]) -> Vec<PlotLine> {
    let [left, right] = shares(sides);
    vec![
        PlotLine {
            colour: LEFT[0],
            points: left,
        },
        PlotLine {
            colour: RIGHT[0],
            points: right,
        },
    ]
}

/// Plots how long games were.
pub(super) fn lengths(sides: &[Side; 2]) -> Result<String, String> {
    let counts = |side: &Side| -> BTreeMap<u64, u64> {
        let lengths = side.sample.lengths.iter();
        lengths
            .map(|(length, at)| (u64::from(*length), at.games))
            .collect()
    };
    let [left, right] = [counts(&sides[0]), counts(&sides[1])];
    drawn(
        &both([&left, &right]),
        "moves and outcomes of chance",
        "share of the games",
    )
}

/// Plots the average number of moves among which a player chose.
pub(super) fn branching(sides: &[Side; 2]) -> Result<String, String> {
    let [left, right] = [&sides[0].sample.branching, &sides[1].sample.branching];
    drawn(
        &both([left, right]),
        "choices at a turn",
        "share of the games",
    )
}

/// Plots the share of games that each player has won after a number of moves.
pub(super) fn wins(sides: &[Side; 2]) -> Result<String, String> {
    let lines = sides.iter().zip([LEFT, RIGHT]).flat_map(|(side, colours)| {
        let players = colours
            .into_iter()
            .take(side.loaded.rules.players().len())
            .enumerate();
        players.map(|(seat, colour)| PlotLine {
            colour,
            points: won_by_then(side, seat),
        })
    });
    drawn(
        &lines.collect::<Vec<_>>(),
        "moves and outcomes of chance",
        "share of the games won by then",
    )
}

fn won_by_then(side: &Side, seat: usize) -> Vec<(f64, f64)> {
    let all = real(side.sample.games.max(1).into());
    let mut won = 0;
    let mut points = vec![(0.0, 0.0)];
    for (length, at) in &side.sample.lengths {
        won += at.wins.get(seat).copied().unwrap_or(0);
        points.push((f64::from(*length), real(won.into()) / all));
    }
    points
}

/// Plots lines over common axes.
fn drawn(lines: &[PlotLine], across: &str, up: &str) -> Result<String, String> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let most = points().map(|(x, _)| *x).fold(1.0, f64::max);
    let least = points().map(|(x, _)| *x).fold(most, f64::min);
    let least = if least < most { least } else { 0.0 };
    let highest = points().map(|(_, y)| *y).fold(0.01, f64::max);
    let mut text = String::new();
    draw_into(
        &mut text,
        lines,
        [least, most, highest * 1.05],
        [across, up],
    )
    .map_err(|wrong| format!("a plot could not be drawn: {wrong}"))?;
    Ok(text)
}

fn draw_into(
    text: &mut String,
    lines: &[PlotLine],
    [least, most, highest]: [f64; 3],
    [across, up]: [&str; 2],
) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(10)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(least..most, 0.0..highest)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc(across)
        .y_desc(up)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{:.0} %", 100.0 * y))
        .draw()?;
    for line in lines {
        let style = ShapeStyle::from(&line.colour).stroke_width(2);
        chart.draw_series(LineSeries::new(line.points.iter().copied(), style))?;
    }
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::shares;
    use std::collections::BTreeMap;

    #[test]
    fn both_sides_have_the_same_bins() {
        let left = BTreeMap::from([(1, 3), (80, 1)]);
        let right = BTreeMap::from([(2, 5)]);
        let [left, right] = shares([&left, &right]);
        assert_eq!(left.len(), 40);
        assert_eq!(left[0], (1.5, 0.75));
        assert_eq!(left[39], (79.5, 0.25));
        assert_eq!(right[0], (1.5, 1.0));
        let empty = BTreeMap::new();
        assert_eq!(shares([&empty, &empty])[0], [(0.0, 0.0)]);
    }
}
