//! Routes: several moves of one rule in a row that take a piece from one point to another, typed as `a7-a9`.

mod rank;
mod search;
mod stop;

use crate::cell::cell;
use crate::{Actor, ParsedMove, Session};
use linstock_engine::vm::Fuel;
use linstock_model::{ArgValue, Board, Model, MoveRule, Place, Point, RuleId, TextPart};
use search::RouteSearch;

/// A route.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// All its points, as a player types them: `a7-a8-b9`.
    pub name: String,
    /// Its moves.
    pub steps: Vec<String>,
    /// Whether it goes around something: it is longer than the way between its ends on an empty board.
    pub is_detour: bool,
}

/// The text of a move with two points and no other hole.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RouteForm {
    rule: RuleId,
    before: String,
    between: String,
    behind: String,
}

impl RouteForm {
    fn of(mv: &MoveRule) -> Option<Self> {
        let mut letters = vec![String::new()];
        for part in &mv.text {
            match part {
                TextPart::Literal(text) => letters.last_mut()?.push_str(text),
                TextPart::Place(Place::Arg(_)) => letters.push(String::new()),
                _ => return None,
            }
        }
        let [before, between, behind]: [String; 3] = letters.try_into().ok()?;
        let rule = mv.rule;
        (!between.trim().is_empty()).then_some(Self {
            rule,
            before,
            between,
            behind,
        })
    }

    fn step(&self, board: &Board, (from, to): (Point, Point)) -> String {
        let (from, to) = (board.name(from), board.name(to));
        format!("{}{from}{}{to}{}", self.before, self.between, self.behind)
    }

    fn route(&self, board: &Board, points: &[Point], is_detour: bool) -> Route {
        let names: Vec<String> = points.iter().map(|&point| board.name(point)).collect();
        let steps = points
            .windows(2)
            .map(|two| self.step(board, (two[0], two[1])));
        Route {
            name: format!(
                "{}{}{}",
                self.before,
                names.join(&self.between),
                self.behind
            ),
            steps: steps.collect(),
            is_detour,
        }
    }
}

/// Splits a text with several points into its steps; `None` if the text is not a route.
#[must_use]
pub fn split_route(model: &Model, text: &str) -> Option<Vec<String>> {
    let board = model.board.as_ref()?;
    let text = text.trim().to_lowercase();
    let forms: Vec<RouteForm> = model.declared().filter_map(RouteForm::of).collect();
    forms.iter().find_map(|first| {
        let inner = text.strip_prefix(first.before.as_str())?;
        let inner = inner.strip_suffix(first.behind.as_str())?;
        let alike =
            |form: &&RouteForm| (&form.before, &form.behind) == (&first.before, &first.behind);
        let alike: Vec<&RouteForm> = forms.iter().filter(alike).collect();
        let (mut here, mut rest) = leading_point(board, inner)?;
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (form, after) = alike.iter().find_map(|form| {
                let after = rest.strip_prefix(form.between.trim())?;
                Some((form, after))
            })?;
            let (there, more) = leading_point(board, after)?;
            steps.push(form.step(board, (here, there)));
            (here, rest) = (there, more);
        }
        (steps.len() > 1).then_some(steps)
    })
}

/// Returns whether a way has no more steps than its ends are apart, or goes nowhere back. Between neighbours, only one
/// step is direct.
fn is_direct(board: &Board, points: &[Point]) -> bool {
    let ends = points.first().zip(points.last());
    let Some((&from, &to)) = ends else {
        return true;
    };
    let apart = board.topology.distance(from, to, board.next);
    let steps = i64::try_from(points.len() - 1).ok();
    // Something stands between neighbours, or one step would do.
    if apart == steps || apart == Some(1) {
        return apart == steps;
    }
    let spot = |point: Point| {
        board.topology.place(point).or_else(|| {
            let (column, row) = cell(&board.name(point))?;
            Some((i32::try_from(column).ok()?, i32::try_from(row).ok()?))
        })
    };
    let spots: Option<Vec<(i32, i32)>> = points.iter().map(|point| spot(*point)).collect();
    spots.is_none_or(|spots| {
        let ahead = |of: fn(&(i32, i32)) -> i32| {
            let all: Vec<i32> = spots.iter().map(of).collect();
            all.is_sorted() || all.iter().rev().is_sorted()
        };
        ahead(|spot| spot.0) && ahead(|spot| spot.1)
    })
}

/// Splits the name of a point off the front of a text.
fn leading_point<'t>(board: &Board, text: &'t str) -> Option<(Point, &'t str)> {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let point = board.find(&text[..text.len() - rest.len()])?;
    Some((point, rest.trim_start()))
}

/// Returns the shortest routes for a move that is not legal in one step: those with the fewest diagonal steps, then the
/// fewest turns. Returns several if they are equally good or lead to different positions.
///
/// A step changes only the piece's point. It leads to no chance node, and to no choice of another player.
#[must_use]
pub fn find_routes(session: &Session, mv: &ParsedMove) -> Vec<Route> {
    let (rules, model) = (session.rules(), session.model());
    let Some((Actor::Player(me), board)) =
        mv.actor().or(session.decider()).zip(model.board.as_ref())
    else {
        return Vec::new();
    };
    let mut tried: Vec<RuleId> = Vec::new();
    for reading in mv.readings() {
        let form = RouteForm::of(model.mv(reading.mv)).filter(|form| !tried.contains(&form.rule));
        let (Some(form), [ArgValue::Point(from), ArgValue::Point(to)]) = (form, &reading.holes[..])
        else {
            continue;
        };
        tried.push(form.rule);
        let search = RouteSearch {
            rules,
            me,
            rule: form.rule,
            to: *to,
            fuel: Fuel::default(),
        };
        let (found, is_series) = search.routes(session.state(), *from);
        let route = |points: &Vec<Point>| {
            form.route(board, points, !is_series && !is_direct(board, points))
        };
        if !found.is_empty() {
            return found.iter().map(route).collect();
        }
    }
    Vec::new()
}
