//! Nouns for sets without a name of their own, made of the parts, such as `red man in goal of red`.

use crate::explain::describe::Explainer;
use crate::reference::{Proof, SetParts, points_of};
use crate::wording::Unit;
use crate::wording::reasons::HowMany;
use linstock_model::{LayerId, PointSet, Row, Set, Value};

/// The longest noun that is still easy to read, in characters.
const LONGEST: usize = 80;

/// The described pieces or points, and their qualities.
struct Described {
    /// The pieces; `None` for points.
    pieces: Option<String>,
    qualities: Vec<String>,
}

impl Described {
    fn point(quality: String) -> Self {
        Self {
            pieces: None,
            qualities: vec![quality],
        }
    }
}

impl Explainer<'_> {
    /// Returns a set as a noun without an article. Returns `None` if a part cannot be described.
    pub(super) fn noun(&self, set: &Proof<'_, Set>, count: HowMany) -> Option<String> {
        if let Some(title) = self.title_of(set.node.span) {
            return Some(title);
        }
        let described = self.described(set, count)?;
        let pieces = described.pieces.as_deref();
        let noun = self
            .say()
            .with_qualities(pieces, &described.qualities, count);
        (noun.chars().count() <= LONGEST).then_some(noun)
    }

    /// Returns the layer of the pieces, if the set is one of pieces.
    pub(super) fn layer_of_pieces(&self, set: &Proof<'_, Set>) -> Option<LayerId> {
        match &*set.parts {
            SetParts::Pieces(kinds, _) => Some(self.model.layer_of(*kinds.first()?)),
            SetParts::And(parts) | SetParts::Or(parts) => {
                parts.iter().find_map(|part| self.layer_of_pieces(part))
            }
            SetParts::Except(of, _) | SetParts::Where(of, _) | SetParts::If(_, of) => {
                self.layer_of_pieces(of)
            }
            _ => None,
        }
    }

    fn described(&self, set: &Proof<'_, Set>, count: HowMany) -> Option<Described> {
        match &*set.parts {
            SetParts::Pieces(kinds, owner) => Some(Described {
                pieces: Some(self.pieces_counted(kinds, owner, count)),
                qualities: Vec::new(),
            }),
            SetParts::Or(parts) if parts.is_empty() => None,
            SetParts::Or(parts) if self.layer_of_pieces(set).is_none() => {
                Some(Described::point(self.say().either(&self.qualities(parts)?)))
            }
            SetParts::Or(parts) => {
                let nouns = parts.iter().map(|part| self.noun(part, count));
                let nouns: Option<Vec<_>> = nouns.collect();
                Some(Described {
                    pieces: Some(self.say().either(&nouns?)),
                    qualities: Vec::new(),
                })
            }
            SetParts::And(parts) => self.all_of(parts, count),
            SetParts::Except(of, out) => {
                let mut described = self.described(of, count)?;
                described.qualities.push(self.lack(out)?);
                Some(described)
            }
            SetParts::If(_, chosen) => self.described(chosen, count),
            SetParts::Where(..) | SetParts::Script(_) => None,
            _ => Some(Described::point(self.quality(set)?)),
        }
    }

    /// Describes the intersection of sets: the first set of pieces gives the noun, the others its qualities.
    fn all_of(&self, parts: &[Proof<'_, Set>], count: HowMany) -> Option<Described> {
        let mut all = Described {
            pieces: None,
            qualities: Vec::new(),
        };
        for part in parts {
            if self.is_everything(part) {
                continue;
            }
            if all.pieces.is_none() && self.title_of(part.node.span).is_none() {
                let described = self.described(part, count)?;
                all.pieces = described.pieces;
                all.qualities.extend(described.qualities);
            } else {
                all.qualities.push(self.quality(part)?);
            }
        }
        Some(all)
    }

    /// Returns a quality of the points of a set, such as `next to an enemy man`.
    fn quality(&self, set: &Proof<'_, Set>) -> Option<String> {
        let say = self.say();
        if let Some(title) = self.title_of(set.node.span) {
            return Some(say.placed_in(&title));
        }
        Some(match &*set.parts {
            SetParts::Pieces(kinds, owner) => {
                say.placed_with(&self.pieces_counted(kinds, owner, HowMany::One))
            }
            SetParts::Empty => say.is_empty_there(),
            SetParts::Region(of) => say.placed_in(&self.region_name(set.node.span, of)?),
            SetParts::Fixed => say.placed_in(&self.name_or_points(set)?),
            SetParts::At(place) => say.placed_on(&self.place(*place)),
            SetParts::Line(line) => say.placed_in(&self.line(line.line)),
            // Conditions on the points between are not described here.
            SetParts::Along(from, ways) => {
                let alone = matches!(&*from.parts, SetParts::At(_)) && ways.through.is_none();
                return alone.then(|| self.along(from, ways));
            }
            SetParts::Ahead(line, ways) => {
                say.ahead_of(&say.ranged(ways.steps, Unit::Point), &self.line(line.line))
            }
            SetParts::NextTo(of, _) => say.placed_next_to(&self.object(of)?),
            SetParts::Reached(ways) => say.placed_reached(&self.object(&ways.from)?),
            SetParts::Edge(of) => say.placed_at_edge(&self.object(of)?),
            SetParts::Memory(memory) => say.placed_marked(&self.memory(memory)),
            SetParts::If(_, chosen) => self.quality(chosen)?,
            SetParts::Except(of, out) => say.all(&[self.quality(of)?, self.lack(out)?]),
            SetParts::And(parts) => say.all(&self.qualities(parts)?),
            SetParts::Or(parts) => say.either(&self.qualities(parts)?),
            _ => return None,
        })
    }

    fn qualities(&self, parts: &[Proof<'_, Set>]) -> Option<Vec<String>> {
        parts.iter().map(|part| self.quality(part)).collect()
    }

    /// Returns a quality of the points outside a set.
    fn lack(&self, set: &Proof<'_, Set>) -> Option<String> {
        let say = self.say();
        if let SetParts::Pieces(kinds, owner) = &*set.parts
            && self.title_of(set.node.span).is_none()
        {
            let piece = self.pieces_counted(kinds, owner, HowMany::One);
            return Some(say.placed_without(&piece));
        }
        Some(say.placed_not(&self.quality(set)?))
    }

    /// Returns the start of ways or neighbours, with its article.
    fn object(&self, set: &Proof<'_, Set>) -> Option<String> {
        if let SetParts::At(place) = &*set.parts {
            return Some(self.place(*place));
        }
        Some(self.say().one(&self.noun(set, HowMany::One)?))
    }

    /// Returns the rules' name for points, or else the points themselves.
    fn name_or_points(&self, set: &Proof<'_, Set>) -> Option<String> {
        let name = self.field_of_row(set).or_else(|| {
            let name = self.quote(set.node.span);
            name.filter(|name| !name.starts_with('`'))
        });
        let points = self.points(&set.value);
        name.or_else(|| (!points.is_empty()).then(|| self.say().few(&points)))
    }

    /// Returns points as a field of a row: `boxes of x` becomes `boxes of s-a` if `x` is that row.
    pub(super) fn field_of_row(&self, set: &Proof<'_, Set>) -> Option<String> {
        let text = self.sources?.slice(set.node.span);
        let (field, _) = text.split_once(" of ")?;
        let field = field.trim();
        let found = self.model.lists.iter().find_map(|list| {
            let at = list.fields.iter().position(|known| known == field)?;
            let has = |row: &&Row| matches!(row.values.get(at), Some(Value::Points(points)) if *points == set.value);
            Some((list, list.rows.iter().find(has)?))
        });
        let (list, row) = found?;
        let part = (list.name.clone(), field.to_owned());
        let title = self.model.sheet.parts.get(&part);
        let field = title.map_or(field, String::as_str);
        Some(self.say().zone_of(field, self.model.title(&row.name)))
    }

    fn is_everything(&self, set: &Proof<'_, Set>) -> bool {
        let board = self.model.board.as_ref();
        matches!(&*set.parts, SetParts::Fixed) && board.is_some_and(|b| b.every() == set.value)
    }

    /// Returns the names of points.
    pub(super) fn points(&self, points: &PointSet) -> Vec<String> {
        points_of(points).map(|at| self.point(at)).collect()
    }
}
