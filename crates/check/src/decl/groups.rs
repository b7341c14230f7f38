//! Facts that name rows of a list: whoever looks at the board may call places by them.

use crate::expr::typed::Typed;
use crate::names::Scope;
use crate::resolver::Resolver;
use linstock_model::{FiniteDomain, Group, MemberSet, Node, RowId, Truth};

impl Resolver<'_> {
    /// Returns the facts without arguments that name rows of a list, always the same ones.
    pub(crate) fn groups(&mut self) -> Vec<Group> {
        let facts = self.names.facts.iter();
        let facts = facts.filter(|fact| fact.what.params.is_empty());
        let facts: Vec<_> = facts.map(|f| (f.text.clone(), f.what)).collect();
        let mut groups = Vec::new();
        for (name, fact) in facts {
            let scope = Scope::default();
            // Whatever is wrong with a fact was told where it is used; one that nothing uses has no mistakes worth a word.
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
