//! Names for what the rules speak of: points, pieces, sets, directions, formations, numbers.

use crate::base::{Sources, Span};
use crate::model::{
    Arg, ArgId, ArgValue, Dirs, Domain, FormationRef, KindId, MemoryRef, MoveRule, Node, Num,
    Owner, Place, Point, RowId, SeatId, Set, TextPart, Truth,
};
use crate::play::explain::script_reasons::{Because, RecordingHost};
use crate::play::explain::{Problem, Situation};
use crate::play::wording::{self, reasons};
use crate::reference::Evaluator;
use crate::vm::{Fault, Piece};

use std::cell::OnceCell;

/// Tells what is wrong, and calls things by their names.
#[derive(Clone, Copy)]
pub(crate) struct Explainer<'t> {
    pub(crate) plain: Evaluator<'t>,
    sources: Option<&'t Sources>,
    scripts: &'t OnceCell<Option<RecordingHost>>,
    rule: &'t MoveRule,
}

impl<'t> Explainer<'t> {
    /// Makes one for a move with some of its arguments bound.
    pub(crate) fn of<'s>(
        scene: &Situation<'s>,
        args: &'t [Option<ArgValue>],
        rule: &'t MoveRule,
    ) -> Self
    where
        's: 't,
    {
        Self {
            plain: scene.plain.with(args),
            sources: scene.sources,
            scripts: scene.scripts,
            rule,
        }
    }

    /// Returns the same teller with a point as the candidate of a `where`.
    pub(crate) fn with(&self, it: Point) -> Self {
        let it = Some(it);
        Self {
            plain: Evaluator { it, ..self.plain },
            ..*self
        }
    }

    pub(crate) fn point(&self, point: Point) -> String {
        let board = self.plain.model.board.as_ref();
        board.map_or_else(String::new, |board| board.name(point))
    }

    pub(crate) fn player(&self, seat: Option<SeatId>) -> String {
        let name = seat.and_then(|seat| self.plain.model.players.get(usize::from(seat.0)));
        name.cloned().unwrap_or_else(|| "nobody".to_owned())
    }

    pub(crate) fn piece(&self, piece: Piece) -> String {
        let kind = self.kinds(&[piece.kind]);
        match piece.owner {
            Some(owner) => format!("{} {kind}", self.player(Some(owner))),
            None => kind,
        }
    }

    /// Returns what stands on a point, in words.
    pub(crate) fn stands(&self, point: Point) -> Option<String> {
        self.plain.table.at(point).map(|piece| self.piece(piece))
    }

    /// Returns kinds and owner in words: `enemy king`.
    pub(crate) fn pieces(&self, kinds: &[KindId], owner: &Owner) -> Result<String, Fault> {
        let what = self.kinds(kinds);
        Ok(match owner {
            Owner::Any => what,
            Owner::Own => format!("{} {what}", self.player(Some(self.plain.table.me))),
            Owner::Enemy => format!("enemy {what}"),
            Owner::Of(seat) => format!("{} {what}", self.player(self.plain.seat(seat)?)),
        })
    }

    fn kinds(&self, kinds: &[KindId]) -> String {
        let known = &self.plain.model.kinds;
        if kinds.len() == known.len() && kinds.len() > 1 {
            return "piece".to_owned();
        }
        let names = kinds
            .iter()
            .filter_map(|kind| known.get(usize::from(kind.0)));
        wording::listed(
            &names.map(|kind| kind.name.clone()).collect::<Vec<_>>(),
            "or",
        )
    }

    /// Returns a set in words, if it has any short enough.
    pub(crate) fn set_name(&self, node: &Node<Set>) -> Result<Option<String>, Fault> {
        Ok(match &node.kind {
            Set::Pieces(kinds, owner) => Some(self.pieces(kinds, owner)?),
            Set::Memory(memory) => Some(self.memory(memory)?),
            Set::At(place) => Some(self.place(*place)),
            Set::Line(line) => Some(self.line(*line)),
            Set::Or(parts)
                if !parts.is_empty() && parts.iter().all(|p| matches!(p.kind, Set::Pieces(..))) =>
            {
                let names: Result<Vec<_>, _> = parts.iter().map(|p| self.set_name(p)).collect();
                let names: Vec<String> = names?.into_iter().flatten().collect();
                Some(wording::listed(&names, "or"))
            }
            _ => self.quote(node.span),
        })
    }

    /// Returns what a script says for its no.
    pub(crate) fn script_says(&self, node: &Node<Truth>) -> Option<Because> {
        let load = || RecordingHost::of(self.plain.model, self.sources);
        let scripts = self.scripts.get_or_init(load).as_ref()?;
        scripts.because(self.plain, node)
    }

    /// Returns the rules' own words.
    pub(crate) fn quote(&self, span: Span) -> Option<String> {
        let sources = self.sources?;
        let (_, source) = sources.iter().find(|(file, _)| *file == span.file)?;
        let text: Vec<_> = source.text.get(span.range())?.split_whitespace().collect();
        (!text.is_empty()).then(|| wording::quoted(&text.join(" ")))
    }

    pub(crate) fn memory(&self, memory: &MemoryRef) -> Result<String, Fault> {
        let known = self.plain.model.memories.get(usize::from(memory.memory.0));
        let name = known.map_or("", |known| known.name.as_str());
        Ok(match memory.of.as_deref() {
            None => name.to_owned(),
            Some(of) => {
                let family = known.and_then(|known| known.per);
                let at = self.plain.index(of)?;
                let whose = at.map(|at| match family {
                    None => Point::nth(at).map_or_else(String::new, |at| self.point(at)),
                    Some(family) => RowId::nth(at).map_or_else(String::new, |row| {
                        self.plain.model.member(family, row.0).to_owned()
                    }),
                });
                format!("{name} of {}", whose.as_deref().unwrap_or("nobody"))
            }
        })
    }

    /// Returns a number in words, with its value.
    pub(crate) fn num(&self, node: &Node<Num>) -> Result<String, Fault> {
        let value = self.plain.num(node)?;
        let name = match &node.kind {
            Num::Fixed(_) => None,
            Num::Memory(memory) => Some(self.memory(memory)?),
            Num::Arg(arg) => self.argument(*arg).map(|arg| arg.name.clone()),
            _ => self.quote(node.span),
        };
        Ok(name.map_or_else(|| value.to_string(), |name| format!("{name} ({value})")))
    }

    /// Returns a place by its point, or by what it would be.
    pub(crate) fn place(&self, place: Place) -> String {
        match (self.plain.place(place), place) {
            (Ok(Some(point)), _) => self.point(point),
            (_, Place::OnLine(line, steps)) => {
                let beyond = i32::from(steps) - self.plain.reach(line.line);
                format!(
                    "{} ahead of {}",
                    wording::counted(beyond, "point"),
                    self.line(line)
                )
            }
            _ => "the place".to_owned(),
        }
    }

    /// Returns a formation by its ends, or as any of its sort if the text does not say which one is meant.
    pub(crate) fn line(&self, line: FormationRef) -> String {
        let name = self.line_name(line);
        match self.plain.arg(line.arg) {
            Ok(ArgValue::Line(..)) if self.is_pinned(line.arg) => {
                format!("the {name} {}", self.line_ends(line))
            }
            _ => format!("any {name}"),
        }
    }

    /// Returns a bound formation by its rear and front.
    pub(crate) fn line_ends(&self, line: FormationRef) -> String {
        let points = self.plain.line_points(line).unwrap_or_default();
        match (points.first(), points.last()) {
            (Some(&rear), Some(&front)) => format!("{}-{}", self.point(rear), self.point(front)),
            _ => String::new(),
        }
    }

    pub(crate) fn line_name(&self, line: FormationRef) -> String {
        let known = self.plain.model.lines.get(usize::from(line.line.0));
        known.map_or_else(String::new, |line| line.name.clone())
    }

    /// Tells whether the move's text names a point of a formation.
    fn is_pinned(&self, arg: ArgId) -> bool {
        let pins = |part: &TextPart| matches!(part, TextPart::Place(Place::OnLine(line, _)) if line.arg == arg);
        self.rule.text.iter().any(pins)
    }

    /// Returns an argument of the move.
    pub(crate) fn argument(&self, arg: ArgId) -> Option<&'t Arg> {
        self.rule.args.get(usize::from(arg.0))
    }

    /// Says that nothing can be chosen for an argument that the text does not name.
    pub(crate) fn no_choice(&self, arg: &Arg, pins: &[(Place, ArgValue)]) -> Problem {
        let Domain::Line(line) = arg.domain else {
            return Problem::state(reasons::there_is_no(&format!(
                "choice of {}",
                wording::quoted(&arg.name)
            )));
        };
        let Some(known) = self.plain.model.lines.get(usize::from(line.0)) else {
            return Problem::state(reasons::there_is_no("formation"));
        };
        if pins.is_empty() {
            return Problem::state(reasons::there_is_no(&known.name)).within(&known.tags);
        }
        let holes = pins
            .iter()
            .filter_map(|(place, value)| match (place, value) {
                (Place::OnLine(line, steps), ArgValue::Point(point)) => {
                    Some(self.pin(i32::from(*steps), self.plain.reach(line.line), *point))
                }
                _ => None,
            });
        Problem::form(reasons::no_line_fits(
            &known.name,
            &holes.collect::<Vec<_>>(),
        ))
        .within(&known.tags)
    }

    /// Returns where on a formation a point would be.
    fn pin(&self, steps: i32, reach: i32, point: Point) -> String {
        let point = self.point(point);
        match steps {
            0 => format!("its rear on {point}"),
            front if front == reach => format!("its front on {point}"),
            ahead if ahead > reach => format!(
                "{point} {} ahead of it",
                wording::counted(ahead - reach, "point")
            ),
            inside => format!(
                "{point} {} from its rear",
                wording::counted(inside, "point")
            ),
        }
    }

    /// Returns directions in words, as the player who acts sees them.
    pub(crate) fn dirs(&self, dirs: Dirs) -> String {
        let me = usize::from(self.plain.table.me.0);
        let board = self.plain.model.board.as_ref();
        let forward = board.and_then(|board| board.forward.get(me).copied().flatten());
        let words = board.map(|board| board.topology.in_words(dirs, forward));
        let words: Vec<String> = words.into_iter().flatten().map(str::to_owned).collect();
        wording::listed(&words, "or")
    }
}
