//! Moves with values from an `ask`: each such ask makes its own move, with the values inlined.

use crate::expr::inline::hidden;
use crate::names::{ArgType, By, Param, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_model::{Arg, Domain, FiniteDomain, InheritedType, MoveId, MoveRule};
use linstock_syntax::ast::{AskItemDecl, MoveDecl, Name};

impl<'a> Resolver<'a> {
    /// Returns the move that an `ask` names.
    pub(crate) fn move_asked(
        &mut self,
        item: &AskItemDecl,
        at: usize,
        scope: &Scope<'_>,
    ) -> Checked<MoveId> {
        let decl: &'a MoveDecl = self.names.moves[at].what;
        if decl.params.len() != item.args.len() {
            let counts = (decl.params.len(), item.args.len());
            return Err(self.wrong_count(&item.name, counts, decl.name.span));
        }
        if decl.params.is_empty() {
            let before = self.names.moves[..at].iter();
            let plain = before.filter(|m| m.what.params.is_empty()).count();
            return self.move_id(plain, &item.name);
        }
        let own = self.names.moves.iter();
        let own = own.filter(|m| m.what.params.is_empty()).count();
        let id = self.move_id(own + self.instances.len(), &item.name)?;
        let slot = self.instances.len();
        self.instances.push(None);
        let params = decl
            .params
            .iter()
            .zip(&item.args)
            .map(|(param, value)| Param {
                name: &param.text,
                value,
                scope,
                by: By::Call,
            });
        let inner = Scope {
            args: hidden(scope),
            params: params.collect(),
            bound: Vec::new(),
            it: false,
            opened: self.opened.len() + 1,
        };
        let made = self.inline_fact(
            (
                &decl.name,
                item.args
                    .last()
                    .map(|last| (item.name.span, item.name.span.to(last.span))),
            ),
            |r| r.move_from((at, decl), inner),
        );
        let made = made.flatten();
        let done = made.as_ref().map(|_| id).map_err(|reported| *reported);
        self.instances[slot] = Some(made);
        done
    }

    /// Returns the id for the move with index `before`.
    fn move_id(&mut self, before: usize, name: &Name) -> Checked<MoveId> {
        match MoveId::LIMIT.number(before) {
            Ok(number) => Ok(MoveId(number)),
            Err(why) => Err(self.too_many(why, name.span)),
        }
    }

    /// Returns the moves with values, in the order of their ids.
    pub(crate) fn take_instances(&mut self) -> Checked<Vec<MoveRule>> {
        // Nothing is being resolved any more, so all of them are there.
        std::mem::take(&mut self.instances)
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Returns the arguments of the moves around it, which a move with values inherits.
pub(crate) fn given_args(scope: &Scope<'_>) -> Vec<Arg> {
    let arg = |(_, ty): &(String, ArgType)| Arg {
        name: String::new(),
        domain: Domain::Inherited(match *ty {
            ArgType::Point => InheritedType::Point,
            ArgType::Line(line) => InheritedType::Line(line),
            ArgType::Number | ArgType::Broken => InheritedType::Number,
            ArgType::Seat => InheritedType::Member(FiniteDomain::Players),
            ArgType::Row(list) => InheritedType::Member(FiniteDomain::Rows(list)),
            ArgType::Multiset(list) => InheritedType::Multiset(list),
        }),
        filter: None,
        reason: None,
        tags: Vec::new(),
        span: linstock_base::Span::default(),
    };
    scope.args.iter().map(arg).collect()
}
