//! Names for players, rows and zones, from their proofs, and explanations why an item is not where it should be.

use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::sets::Problems;
use crate::notation::NO_MULTISET;
use crate::reference::{MemberParts, Proof, SeenZone, TruthParts, WithParts};
use crate::wording::reasons;
use linstock_model::{
    ArgValue, Domain, FiniteDomain, InheritedType, ListId, Member, MemberSet, MemoryType, Num,
    RowId, ScriptType, SeatId, TagId, Truth,
};

impl Explainer<'_> {
    /// Returns the name of a value.
    pub(super) fn value(&self, value: ArgValue) -> String {
        match value {
            ArgValue::Seat(seat) => self.player(Some(seat)),
            ArgValue::Row(list, row) => self.model.title(self.model.row(list, row)).to_owned(),
            ArgValue::Num(number) => number.to_string(),
            ArgValue::Point(point) => self.point(point),
            ArgValue::Line(..) | ArgValue::Multiset(..) => String::new(),
        }
    }

    /// Returns a row by its name, or together with the name of its list.
    pub(crate) fn row_in_list(&self, finite_domain: FiniteDomain, at: u8) -> String {
        let name = self.model.member(finite_domain, at);
        match finite_domain {
            FiniteDomain::Players => self.model.title(name).to_owned(),
            FiniteDomain::Rows(list) => {
                let list = self.model.title(&self.model.list(list).name);
                reasons::row_of_list(self.model.title(name), list)
            }
        }
    }

    /// Returns a member of a finite domain by its name.
    pub(super) fn item(&self, proof: &Proof<'_, Member>, other: &Proof<'_, Member>) -> String {
        let finite_domain = self.finite_domain(&proof.node.kind);
        let finite_domain = finite_domain.or_else(|| self.finite_domain(&other.node.kind));
        let name = proof.value.map(|at| {
            let finite_domain = finite_domain.unwrap_or(FiniteDomain::Players);
            self.model
                .title(self.model.member(finite_domain, at))
                .to_owned()
        });
        name.unwrap_or_else(|| match finite_domain {
            Some(FiniteDomain::Rows(_)) => self.say().no_row_at_all(),
            Some(FiniteDomain::Players) | None => self.say().nobody(),
        })
    }

    /// Returns the role of a player or a row in the rules: `leader`, `the owner of c4`. Returns `None` if it is only
    /// named.
    pub(crate) fn item_name(&self, proof: &Proof<'_, Member>) -> Option<String> {
        match &*proof.parts {
            MemberParts::Memory(memory) => Some(self.memory(memory)),
            MemberParts::Owner(place) => Some(self.say().owner_of(&self.place(*place))),
            MemberParts::RowAt(list, place) => {
                let list = self.model.title(&self.model.list(*list).name);
                Some(self.say().row_of(list, &self.place(*place)))
            }
            MemberParts::If(_, chosen) => self.item_name(chosen),
            MemberParts::Field(..) | MemberParts::First(_) | MemberParts::Script(_) => {
                self.quote(proof.node.span)
            }
            _ => None,
        }
    }

    /// Returns the finite domain of a member, if it is known.
    fn finite_domain(&self, item: &Member) -> Option<FiniteDomain> {
        match item {
            Member::Me | Member::Next(_) | Member::Owner(_) => Some(FiniteDomain::Players),
            Member::RowAt(list, ..) => Some(FiniteDomain::Rows(*list)),
            Member::Field(finite_domain, ..) => Some(*finite_domain),
            Member::Script(script, _) => match self.model.scripts[script.index()].result? {
                ScriptType::Player => Some(FiniteDomain::Players),
                ScriptType::Row(list) => Some(FiniteDomain::Rows(list)),
                _ => None,
            },
            Member::If(_, then, otherwise) => self
                .finite_domain(&then.kind)
                .or_else(|| self.finite_domain(&otherwise.kind)),
            Member::Memory(memory) => match self.model.memories[memory.memory.index()].ty {
                MemoryType::Seat => Some(FiniteDomain::Players),
                MemoryType::Row(list) => Some(FiniteDomain::Rows(list)),
                MemoryType::Num | MemoryType::Truth | MemoryType::Points => None,
            },
            Member::Arg(arg) => match &self.argument(*arg)?.domain {
                Domain::Members(finite_domain, _)
                | Domain::Inherited(InheritedType::Member(finite_domain)) => Some(*finite_domain),
                Domain::Zone(zone) => Some(FiniteDomain::Rows(self.model.zone(zone.zone).list)),
                Domain::Points(_)
                | Domain::Line(_)
                | Domain::Numbers(..)
                | Domain::Multiset(..)
                | Domain::Inherited(
                    InheritedType::Point
                    | InheritedType::Line(_)
                    | InheritedType::Number
                    | InheritedType::Multiset(_),
                ) => None,
            },
            _ => None,
        }
    }

    /// Returns a zone in words: `hand of anna`.
    pub(crate) fn zone_name(&self, seen: &SeenZone<'_, WithParts>) -> String {
        let name = self.model.title(&self.model.zone(seen.zone.zone).name);
        match &seen.of {
            Some(of) => self.say().zone_of(name, &self.player(of.value.map(SeatId))),
            None => name.to_owned(),
        }
    }

    /// Returns why a player or a row is not in a set.
    pub(super) fn member(&self, items: &Proof<'_, MemberSet>, at: u8, value: ArgValue) -> Problems {
        let refused = items.parts.get(usize::from(at));
        let Some(refused) = refused.filter(|truth| !truth.value) else {
            return Ok(Vec::new());
        };
        let tags = &items.node.tags;
        if is_oneself(refused) {
            let problem = Problem::state(self.say().somebody_else(&self.value(value)));
            return Ok(vec![problem.within(tags)]);
        }
        let found = self.truth(refused)?;
        let has_words = found.iter().any(|problem| problem.own_words);
        if !has_words && let Some(text) = self.other_rows(items, (refused, value)) {
            return Ok(vec![Problem::state(text).within(tags)]);
        }
        if let [only] = items.value.as_slice()
            && !has_words
            && let Some(only) = self.other(value, *only)
        {
            return Ok(vec![
                Problem::state(self.say().nobody_else(&only)).within(tags),
            ]);
        }
        let found = found.into_iter().map(|problem| problem.within(tags));
        Ok(found.collect())
    }

    /// For a row that the rules never allow here: names the rows that they may allow, and their group if it has a name.
    fn other_rows(
        &self,
        items: &Proof<'_, MemberSet>,
        (refused, value): (&Proof<'_, Truth>, ArgValue),
    ) -> Option<String> {
        let ArgValue::Row(list, row) = value else {
            return None;
        };
        if !is_never(refused) {
            return None;
        }
        let all = (0..).map(RowId).zip(items.parts.iter());
        let open: Vec<RowId> = all
            .filter_map(|(row, truth)| (!is_never(truth)).then_some(row))
            .collect();
        let title = |row: &RowId| self.row_in_list(FiniteDomain::Rows(list), row.0);
        let names: Vec<String> = open.iter().map(title).collect();
        let mut groups = self.model.groups.iter();
        let group = groups.find(|group| group.list == list && group.rows == open);
        let (row, rows) = (title(&row), self.say().either(&names));
        let told = match group {
            Some(group) => {
                let group = self.model.title(&group.name);
                self.say().other_row(&row, group, &rows)
            }
            None => self.say().other_row_than(&row, &rows),
        };
        (!names.is_empty()).then_some(told)
    }

    /// Returns the name of another player than the chosen one, if the value is a player.
    fn other(&self, meant: ArgValue, at: u8) -> Option<String> {
        matches!(meant, ArgValue::Seat(_)).then(|| self.player(Some(SeatId(at))))
    }

    /// Returns why a row cannot be drawn from a zone.
    pub(crate) fn not_in_zone(
        &self,
        zone: &SeenZone<'_, WithParts>,
        row: RowId,
        tags: &[TagId],
    ) -> Vec<Problem> {
        if zone.contents.get(row.index()).is_some_and(|n| *n > 0) {
            return Vec::new();
        }
        let list = self.model.zone(zone.zone.zone).list;
        let what = self.row_in_list(FiniteDomain::Rows(list), row.0);
        let text = self.say().not_in_zone(&what, &self.zone_name(zone));
        vec![Problem::state(text).within(tags)]
    }

    /// Returns why a multiset cannot be drawn.
    pub(crate) fn multiset(
        &self,
        (number, zone): (&Proof<'_, Num>, &SeenZone<'_, WithParts>),
        (list, word): (ListId, u64),
        tags: &[TagId],
    ) -> Vec<Problem> {
        let model = self.model;
        let problem = |text| Problem::state(text).within(tags);
        if word == NO_MULTISET {
            return vec![problem(self.say().more_than_exist())];
        }
        let Some(packing) = model.packing(list) else {
            return Vec::new();
        };
        let drawn: Vec<u64> = packing.counts(word).collect();
        let named: u64 = drawn.iter().sum();
        let rows = model.list(list).rows.iter();
        let rows = rows.zip(drawn.iter().zip(&zone.contents));
        let too_few = rows.filter(|(_, (drawn, there))| drawn > there);
        let name = self.zone_name(zone);
        let list = model.title(&model.list(list).name);
        let found: Vec<Problem> = too_few
            .map(|(row, (drawn, there))| {
                let row = reasons::row_of_list(model.title(&row.name), list);
                problem(self.say().too_few_in_zone(&row, &name, (*drawn, *there)))
            })
            .collect();
        if found.is_empty() && i64::try_from(named) != Ok(number.value) {
            return vec![problem(self.say().wrong_number(named, number.value, list))];
        }
        found
    }
}

/// Returns whether a condition can never hold.
fn is_never(proof: &Proof<'_, Truth>) -> bool {
    match &*proof.parts {
        TruthParts::Fixed => !proof.value,
        TruthParts::And(parts) => parts.iter().flatten().any(is_never),
        TruthParts::Or(parts) => {
            !parts.is_empty() && parts.iter().all(|part| part.as_ref().is_ok_and(is_never))
        }
        _ => false,
    }
}

/// Returns whether a set excludes a player for being the acting one.
fn is_oneself(refused: &Proof<'_, Truth>) -> bool {
    let is_me = |member: &Proof<'_, Member>| matches!(&*member.parts, MemberParts::Me);
    match &*refused.parts {
        TruthParts::And(parts) => parts
            .iter()
            .flatten()
            .any(|part| !part.value && is_oneself(part)),
        TruthParts::Not(same) => {
            matches!(&*same.parts, TruthParts::SameMember(left, right) if is_me(left) || is_me(right))
        }
        _ => false,
    }
}
