//! Players, lists, zones and lists of numbers.

use crate::ast::{
    Holding, ListDecl, ListRow, Name, NumberList, NumberRange, Players, SightDecl, SightLine,
    Stock, Tag, ZoneDecl,
};
use crate::build::Builder;
use crate::grammar::Rule;
use crate::parser::{Children, Pair};

impl Builder<'_> {
    /// `players 2..4 of a, b, c, d`
    pub(super) fn players(&mut self, mut children: Children<'_>) -> Option<Players> {
        let count = match children.pick(Rule::players_range) {
            Some(range) => Some(self.least_and_most(range)?),
            None => None,
        };
        let names = self.names(&mut children);
        Some(Players { count, names })
    }

    pub(super) fn least_and_most(&mut self, pair: Pair<'_>) -> Option<NumberRange> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let (least, _) = self.take_integer(&mut children)?;
        let (most, _) = self.take_integer(&mut children)?;
        Some(NumberRange { least, most, span })
    }

    /// `list of 6 in 0..46 or none sum 10`
    pub(super) fn number_list(&mut self, mut children: Children<'_>) -> Option<NumberList> {
        let length = self.take_number(&mut children)?;
        let range = children.pick(Rule::choice_range)?;
        let range = self.least_and_most(range)?;
        let or_none = children.pick(Rule::or_none).is_some();
        let sum = match children.pick(Rule::sum_of) {
            Some(sum) => Some(self.take_number(&mut Children::of(sum))?.0),
            None => None,
        };
        Some(NumberList {
            length,
            range,
            or_none,
            sum,
        })
    }

    /// `list card (number, copies) shown with number { … }`
    pub(super) fn list(&mut self, mut children: Children<'_>) -> Option<ListDecl> {
        let name = self.take_name(&mut children)?;
        let fields = self.params(&mut children);
        let shown = match children.pick(Rule::list_shown) {
            Some(shown) => Some(self.take_name(&mut Children::of(shown))?),
            None => None,
        };
        let rows: Vec<_> = children.map(|row| self.list_row(row)).collect();
        let rows = rows.into_iter().collect::<Option<_>>()?;
        Some(ListDecl {
            name,
            fields,
            shown,
            rows,
        })
    }

    pub(super) fn list_row(&mut self, pair: Pair<'_>) -> Option<ListRow> {
        let mut children = Children::of(pair);
        let tags = self.take_tags(&mut children);
        let name = self.name(&children.pick(Rule::row_name)?);
        let values = self.exprs(children)?;
        Some(ListRow { tags, name, values })
    }

    /// `zone hand of player { holds card; seen by owner }`
    pub(super) fn zone(&mut self, mut children: Children<'_>) -> Option<ZoneDecl> {
        let mut zone = ZoneDecl {
            name: self.take_name(&mut children)?,
            of_player: children.pick(Rule::zone_of).is_some(),
            holds: Vec::new(),
            sight: Vec::new(),
        };
        for line in children {
            let mut line = Children::of(line);
            let tags = self.take_tags(&mut line);
            let part = line.next()?;
            let span = self.span(&part);
            match part.as_rule() {
                Rule::zone_holds => {
                    for held in Children::of(part) {
                        let held = self.holding(tags.clone(), Children::of(held))?;
                        zone.holds.push(held);
                    }
                }
                sight => {
                    let sight = match sight {
                        Rule::zone_open => SightDecl::Open,
                        Rule::zone_hidden => SightDecl::Hidden,
                        _ => SightDecl::Owner,
                    };
                    zone.sight.push(SightLine { tags, span, sight });
                }
            }
        }
        Some(zone)
    }

    fn holding(&mut self, tags: Vec<Tag>, mut children: Children<'_>) -> Option<Holding> {
        let number = [Rule::number, Rule::paren]
            .into_iter()
            .find_map(|rule| children.pick(rule));
        let each = match number {
            Some(number) => Some(Some(self.atom(number)?)),
            None => children.pick(Rule::zone_each).map(|_| None),
        };
        let what = self.take_name(&mut children)?;
        let part = |b: &mut Self, children: &mut Children<'_>, rule| -> Option<Name> {
            let part = children.pick(rule)?;
            b.take_name(&mut Children::of(part))
        };
        let by = part(self, &mut children, Rule::zone_by);
        let from = part(self, &mut children, Rule::zone_from);
        let stock = match (each, by, from) {
            (Some(each), ..) => Stock::Each(each),
            (None, Some(field), _) => Stock::Field(field),
            (None, None, Some(option)) => Stock::Listed(option),
            (None, None, None) => Stock::Empty,
        };
        Some(Holding { tags, what, stock })
    }
}
