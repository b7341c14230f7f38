//! Why a condition does not hold, or holds where it must not.

use crate::model::{
    Comparison, Family, FormationId, FormationRef, Node, Num, Place, RuleId, Set, TagId, Truth,
};
use crate::play::explain::Problem;
use crate::play::explain::describe::Explainer;
use crate::play::explain::sets::{Problems, alternatives};
use crate::play::wording::reasons;
use crate::reference::points_of;
use crate::vm::Fault;

impl Explainer<'_> {
    /// Returns all that keeps a condition from being as it is wanted; nothing if it is.
    pub(crate) fn truth(&self, node: &Node<Truth>, wanted: bool) -> Problems {
        if self.plain.truth(node)? == wanted {
            return Ok(Vec::new());
        }
        let found = match &node.kind {
            Truth::And(parts) => self.parts(parts, wanted, wanted)?,
            Truth::Or(parts) => self.parts(parts, wanted, !wanted)?,
            Truth::Not(part) => self.truth(part, !wanted)?,
            Truth::In(place, set) => self.whether_in(*place, set, wanted)?,
            Truth::LineIn(line, set) => self.whether_line_in(*line, set, wanted)?,
            Truth::Script(..) if wanted => vec![self.script_refuses(node)?],
            _ => vec![Problem::state(self.said(node, !wanted)?)],
        };
        Ok(found
            .into_iter()
            .map(|problem| problem.within(&node.tags))
            .collect())
    }

    /// Goes through the parts of a condition, all of which are needed, or one of them.
    fn parts(&self, parts: &[Node<Truth>], wanted: bool, all_needed: bool) -> Problems {
        let found: Result<Vec<_>, _> = parts.iter().map(|part| self.truth(part, wanted)).collect();
        Ok(if all_needed {
            found?.concat()
        } else {
            alternatives(found?)
        })
    }

    fn whether_in(&self, place: Place, set: &Node<Set>, wanted: bool) -> Problems {
        match self.plain.place(place)? {
            None => Ok(vec![Problem::state(reasons::off_board(&self.place(place)))]),
            Some(point) if wanted => self.set(set, point),
            Some(point) => Ok(vec![self.excluded(set, point)?]),
        }
    }

    fn whether_line_in(&self, line: FormationRef, set: &Node<Set>, wanted: bool) -> Problems {
        if !wanted {
            let text = reasons::among(&self.line_ends(line), self.set_name(set)?.as_deref());
            return Ok(vec![Problem::state(text).within(&set.tags)]);
        }
        let points = self.plain.line_points(line)?;
        let all: Result<Vec<_>, _> = points
            .into_iter()
            .map(|point| self.set(set, point))
            .collect();
        Ok(all?.concat())
    }

    /// Says what a script has against it: in its own words, if it has some.
    fn script_refuses(&self, node: &Node<Truth>) -> Result<Problem, Fault> {
        let Some((clause, reason)) = self.script_says(node) else {
            return Ok(Problem::state(self.said(node, false)?));
        };
        let reason: String = reason.chars().filter(|c| !c.is_control()).collect();
        Ok(Problem::state(reason).within(&self.tag_of(&clause)))
    }

    fn tag_of(&self, clause: &str) -> Vec<TagId> {
        let tags = self.plain.model.tags.iter();
        let known = tags.zip(0..).find(|(name, _)| *name == clause);
        known.map(|(_, at)| TagId(at)).into_iter().collect()
    }

    /// States a condition that has no parts as it is.
    fn said(&self, node: &Node<Truth>, holds: bool) -> Result<String, Fault> {
        Ok(match &node.kind {
            Truth::Some(set) => self.whether_some(set, holds)?,
            Truth::SomeLine(line) => self.whether_line(*line, holds)?,
            Truth::Compare(Comparison::Less, left, right) if matches!(left.kind, Num::Fixed(0)) => {
                match &right.kind {
                    Num::Copies(item, zone) => {
                        let list = Family::Rows(self.plain.model.zone(zone.zone).list);
                        let at = self.plain.item(item)?;
                        let what = at.map_or("such thing", |at| self.plain.model.member(list, at));
                        reasons::lies_there(what, &self.zone_name(zone)?, self.plain.num(right)?)
                    }
                    Num::Size(zone) => {
                        reasons::holds(&self.zone_name(zone)?, self.plain.num(right)?)
                    }
                    _ => reasons::compared(
                        &self.num(left)?,
                        Comparison::Less,
                        &self.num(right)?,
                        holds,
                    ),
                }
            }
            Truth::Compare(how, left, right) => {
                reasons::compared(&self.num(left)?, *how, &self.num(right)?, holds)
            }
            Truth::SameMember(left, right) => {
                let names = (self.item(left, right)?, self.item(right, left)?);
                reasons::same_player(&names.0, &names.1, holds)
            }
            Truth::LastIs(moves) => reasons::last_move(&self.move_names(moves), holds),
            Truth::Seen(times) => reasons::occurred(*times, holds),
            Truth::Script(script, _) => {
                let known = self.plain.model.scripts.get(usize::from(script.0));
                reasons::script_says(known.map_or("", |known| known.name.as_str()), holds)
            }
            _ => reasons::condition(self.quote(node.span).as_deref(), holds),
        })
    }

    fn whether_some(&self, set: &Node<Set>, holds: bool) -> Result<String, Fault> {
        let name = self
            .set_name(set)?
            .unwrap_or_else(|| "such point".to_owned());
        if !holds {
            return Ok(reasons::there_is_no(&name));
        }
        let found = self.plain.set(set)?;
        let names: Vec<_> = points_of(&found).map(|point| self.point(point)).collect();
        Ok(reasons::there_is(&name, &names))
    }

    fn whether_line(&self, id: FormationId, holds: bool) -> Result<String, Fault> {
        let known = self.plain.model.lines.get(usize::from(id.0));
        let name = known.map_or("", |known| known.name.as_str());
        if !holds {
            return Ok(reasons::there_is_no(name));
        }
        let found = self.plain.lines(id)?;
        let rears: Vec<_> = found
            .into_iter()
            .map(|(rear, _)| self.point(rear))
            .collect();
        Ok(reasons::there_is(name, &rears))
    }

    fn move_names(&self, moves: &[RuleId]) -> Vec<String> {
        moves
            .iter()
            .filter_map(|&rule| self.plain.model.moves.iter().find(|m| m.rule == rule))
            .map(|mv| mv.name.clone())
            .collect()
    }
}
