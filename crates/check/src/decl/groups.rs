//! Facts that name rows of a list: a text about the board may use them as names of places.

use crate::expr::typed::Typed;
use crate::names::Scope;
use crate::resolver::Resolver;
use linstock_model::{FiniteDomain, Group, MemberSet, Node, RowId, Truth};

impl Resolver<'_> {
    /// Returns the facts without arguments that always name the same rows of a list.
    pub(crate) fn groups(&mut self) -> Vec<Group> {
        let facts = self.names.facts.iter();
        let facts = facts.filter(|fact| fact.what.params.is_empty());
        let facts: Vec<_> = facts.map(|f| (f.text.clone(), f.what)).collect();
        let mut groups = Vec::new();
        for (name, fact) in facts {
            let scope = Scope::default();
            // Mistakes in a fact are reported where it is used; those of an unused fact do not matter here.
            let Some(Node {
                kind: Typed::Members(FiniteDomain::Rows(list), MemberSet(truths)),
                ..
            }) = self.try_out(|r| r.infer(&fact.value, &scope))
            else {
                continue;
            };
            let fixed = truths.iter().all(|t| matches!(t.kind, Truth::Fixed(_)));
            let among = RowId::all(truths.len()).zip(&truths);
            let among = among.filter(|(_, truth)| matches!(truth.kind, Truth::Fixed(true)));
            let rows: Vec<RowId> = among.map(|(row, _)| row).collect();
            if fixed && !rows.is_empty() {
                groups.push(Group { name, list, rows });
            }
        }
        groups
    }
}
