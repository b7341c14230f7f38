//! Everybody sees memories: one that is computed from hidden information must declare who sees it.
//!
//! A memory reveals what its value is computed from, and also what decides whether it is stored at all.

use crate::analysis::ElaboratedRules;
use crate::analysis::visibility::{Secret, Visibility, read_by};
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::{Visitor, Walk, ZoneRead};
use linstock_model::{
    ArgId, Domain, FiniteDomain, ListId, Member, MemberSet, MemoryId, MemoryRef, MoveRule, Node,
    ScriptId, Sight, Stmt, StmtKind, Truth, ValueExpr, ZoneRef,
};
use std::collections::BTreeSet;

/// Hidden information that flows into a memory which more players see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flow {
    /// The statement that stores the value.
    span: Span,
    from: FlowSource,
    into: MemoryId,
    /// Whether the value itself reveals it, not only the fact that it was stored.
    direct: bool,
}

/// The source of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum FlowSource {
    /// Hidden information.
    Secret(Secret),
    /// A choice in a move that declares who sees it.
    Chosen,
}

/// The owner of hidden information, as far as the text shows: two mentions of one player can be recognised as the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum WhoseSecret {
    Me,
    /// The player after `me`, who is `opponent` in a game for two.
    AfterMe,
    Seat(u8),
    Arg(ArgId),
    /// Another owner, no owner, or nobody may see it.
    Unknown,
}

impl WhoseSecret {
    fn of(of: Option<&Node<Member>>) -> Self {
        match of.map(|of| &of.owner().kind) {
            Some(Member::Me) => Self::Me,
            Some(Member::Fixed(at)) => Self::Seat(*at),
            Some(Member::Arg(arg)) => Self::Arg(*arg),
            Some(Member::Next(of)) if matches!(of.kind, Member::Me) => Self::AfterMe,
            _ => Self::Unknown,
        }
    }
}

impl Flow {
    /// Makes an error if the value itself reveals the secret, or a warning if only the storing does.
    pub(crate) fn diagnostic(&self, visibility: &Visibility<'_>) -> Diagnostic {
        let named = &visibility.memories[self.into.index()];
        let name = &named.text;
        let what = match self.from {
            FlowSource::Secret(secret) => visibility.in_words(secret),
            FlowSource::Chosen => "what was chosen in secret".to_owned(),
        };
        let sees = match named.what.sight {
            Some(Sight::Owner) => "its owner",
            _ => "everybody",
        };
        let hint = match named.what.per {
            _ if named.what.sight.is_some() => format!(
                "let nobody see it, in its declaration in `remember`: `{name} of player = …, hidden`; or write `, seen by players` if all may learn it"
            ),
            Some(FiniteDomain::Players) => format!(
                "say who sees it, in its declaration in `remember`: `{name} of player = …, seen by owner`, or `, hidden`, or `, seen by players` if all may learn it"
            ),
            _ => format!(
                "say who sees it, in its declaration in `remember`: `{name} = …, hidden`, or `, seen by players` if all may learn it"
            ),
        };
        let diagnostic = if self.direct {
            let message = format!("{sees} sees `{name}`, and would learn {what}");
            Diagnostic::error("E0803", self.span, message).label("computed from something hidden")
        } else {
            let message = format!("{sees} sees `{name}`, and may learn something about {what}");
            let diagnostic = Diagnostic::warning("E0804", self.span, message)
                .label("something hidden decides whether this is done");
            diagnostic.hint(
                "if players may learn just this, let chance say it, like an umpire: `ask chance: hit, miss`, each move with its `when`; later statements may depend on `last is hit`",
            )
        };
        diagnostic.hint(hint)
    }
}

/// Finds the flows into memories that more players see, one for each memory; keeps in `visibility.secret` only the
/// memories that hidden information flows into.
pub(crate) fn of_rules(visibility: &mut Visibility<'_>, rules: ElaboratedRules<'_>) -> Vec<Flow> {
    let private = std::mem::take(&mut visibility.secret);
    loop {
        let all = stores(visibility, rules.moves, rules.play);
        let reached = all
            .iter()
            .filter(|store| store.tells_something())
            .map(|store| store.into);
        let secret: BTreeSet<MemoryId> = reached.filter(|id| private.contains(id)).collect();
        if secret == visibility.secret {
            return first_each(visibility, &all);
        }
        visibility.secret = secret;
    }
}

/// Returns one flow to report per memory: a direct one if there is one.
fn first_each(visibility: &Visibility<'_>, stores: &[Store]) -> Vec<Flow> {
    let mut found: Vec<Flow> = Vec::new();
    for flow in stores.iter().filter_map(|store| store.flow(visibility)) {
        match found.iter_mut().find(|known| known.into == flow.into) {
            Some(known) if flow.direct && !known.direct => *known = flow,
            Some(_) => {}
            None => found.push(flow),
        }
    }
    found
}

/// A statement that stores a value, and the sources of that value.
struct Store {
    span: Span,
    into: MemoryId,
    whose: WhoseSecret,
    /// The sources of the value.
    value: BTreeSet<(FlowSource, WhoseSecret)>,
    /// The sources of the conditions on the storing.
    control: BTreeSet<(FlowSource, WhoseSecret)>,
    /// It names one row of this list: whether it is stored reveals where that row is.
    row: Option<ListId>,
}

impl Store {
    fn tells_something(&self) -> bool {
        !self.value.is_empty() || !self.control.is_empty()
    }

    /// Returns the flow to a player who may not see its source.
    fn flow(&self, visibility: &Visibility<'_>) -> Option<Flow> {
        let rows = self.row.and_then(|list| {
            let tells = |(source, _): &&(FlowSource, WhoseSecret)| match source {
                FlowSource::Secret(Secret::Zone(zone)) => {
                    visibility.zones[zone.index()].list == list
                }
                _ => false,
            };
            self.too_much(self.control.iter().filter(tells), visibility)
        });
        let direct = self.too_much(self.value.iter(), visibility).or(rows);
        let from = direct.or_else(|| self.too_much(self.control.iter(), visibility))?;
        Some(Flow {
            span: self.span,
            from,
            into: self.into,
            direct: direct.is_some(),
        })
    }

    /// Returns a source that some player who sees the value may not see.
    fn too_much<'s>(
        &self,
        mut sources: impl Iterator<Item = &'s (FlowSource, WhoseSecret)>,
        visibility: &Visibility<'_>,
    ) -> Option<FlowSource> {
        let told = |(source, whose): &&(FlowSource, WhoseSecret)| match visibility.memories
            [self.into.index()]
        .what
        .sight
        {
            Some(Sight::Hidden | Sight::Open) => false,
            Some(Sight::Owner) => {
                *source != FlowSource::Chosen
                    && (*whose == WhoseSecret::Unknown || *whose != self.whose)
            }
            None => true,
        };
        sources.find(told).map(|(source, _)| *source)
    }
}

/// Returns every statement that stores a value.
fn stores(visibility: &Visibility<'_>, moves: &[MoveRule], play: &[Stmt]) -> Vec<Store> {
    let mut found = Vec::new();
    for mv in moves {
        let chosen = chosen_in_secret(mv);
        let reader = Reader::new(visibility, &chosen);
        reader.block(&mv.body, &BTreeSet::new(), &mut found);
    }
    Reader::new(visibility, &[]).block(play, &BTreeSet::new(), &mut found);
    found
}

/// Returns the arguments of a move that not everybody sees.
fn chosen_in_secret(mv: &MoveRule) -> Vec<ArgId> {
    let by_all = |seen: &Node<MemberSet>| {
        let mut each = seen.kind.0.iter();
        each.all(|is| matches!(is.kind, Truth::Fixed(true)))
    };
    if mv.seen.as_ref().is_none_or(by_all) {
        return Vec::new();
    }
    let args = ArgId::all(mv.args.len()).zip(&mv.args).skip(mv.given);
    // Everybody sees the players in the text of a move.
    let hidden =
        args.filter(|(_, arg)| !matches!(arg.domain, Domain::Members(FiniteDomain::Players, _)));
    hidden.map(|(id, _)| id).collect()
}

/// Collects reads of information that not everybody sees.
struct Reader<'r> {
    visibility: &'r Visibility<'r>,
    /// The arguments that not everybody sees.
    chosen: &'r [ArgId],
    found: BTreeSet<(FlowSource, WhoseSecret)>,
}

impl<'r> Reader<'r> {
    fn new(visibility: &'r Visibility<'r>, chosen: &'r [ArgId]) -> Self {
        Self {
            visibility,
            chosen,
            found: BTreeSet::new(),
        }
    }

    /// Returns `known` and what a part of the rules reads.
    fn read(
        &self,
        known: &BTreeSet<(FlowSource, WhoseSecret)>,
        walk: impl FnOnce(&mut Self),
    ) -> BTreeSet<(FlowSource, WhoseSecret)> {
        let mut reader = Reader {
            found: known.clone(),
            ..Reader::new(self.visibility, self.chosen)
        };
        walk(&mut reader);
        reader.found
    }

    /// Collects the statements of a block that store something; `control` are the sources of the conditions around the block.
    fn block(
        &self,
        body: &[Stmt],
        control: &BTreeSet<(FlowSource, WhoseSecret)>,
        found: &mut Vec<Store>,
    ) {
        for stmt in body {
            let inner = match &stmt.kind {
                StmtKind::If(cond, ..) => self.read(control, |r| cond.walk(r)),
                StmtKind::Repeat(Some(times), _) => self.read(control, |r| times.walk(r)),
                StmtKind::Each { filter, .. } => {
                    self.read(control, |r| filter.iter().for_each(|f| f.walk(r)))
                }
                StmtKind::Remember(memory, value) => {
                    found.push(self.stored((stmt.span, memory), Some(value), control));
                    continue;
                }
                StmtKind::Forget(memory) => {
                    found.push(self.stored((stmt.span, memory), None, control));
                    continue;
                }
                StmtKind::Script(script, values) => {
                    let from = self.read(&BTreeSet::new(), |r| {
                        r.script(*script);
                        values.iter().for_each(|value| value.walk(r));
                    });
                    found.extend(self.changed((stmt.span, *script), &from, control));
                    continue;
                }
                _ => control.clone(),
            };
            stmt.blocks()
                .for_each(|block| self.block(block, &inner, found));
        }
    }

    /// Returns the store of a statement that remembers or forgets a value.
    fn stored(
        &self,
        (span, memory): (Span, &MemoryRef),
        value: Option<&ValueExpr>,
        control: &BTreeSet<(FlowSource, WhoseSecret)>,
    ) -> Store {
        let whose = WhoseSecret::of(memory.of.as_deref());
        let per = self.visibility.memories[memory.memory.index()].what.per;
        let of_row = memory.of.as_deref().and_then(|of| row_of(of, per));
        let row = of_row.or(value.and_then(named_row));
        let value = self.read(&BTreeSet::new(), |r| {
            memory.of.iter().for_each(|of| of.walk(r));
            value.iter().for_each(|value| value.walk(r));
        });
        Store {
            span,
            into: memory.memory,
            whose,
            value,
            control: control.clone(),
            row,
        }
    }

    /// Returns the stores that a script may make.
    fn changed(
        &self,
        (span, script): (Span, ScriptId),
        value: &BTreeSet<(FlowSource, WhoseSecret)>,
        control: &BTreeSet<(FlowSource, WhoseSecret)>,
    ) -> Vec<Store> {
        let script = self.visibility.scripts.get(script.index());
        let memories = script.map_or(&[][..], |script| &script.changes_memories);
        let store = |into: &MemoryId| Store {
            span,
            into: *into,
            whose: WhoseSecret::Unknown,
            value: value.clone(),
            control: control.clone(),
            row: None,
        };
        memories.iter().map(store).collect()
    }
}

/// Returns the list whose fixed row is the subject of a memory.
fn row_of(of: &Node<Member>, per: Option<FiniteDomain>) -> Option<ListId> {
    match (&of.kind, per) {
        (Member::Pair(pair), _) => {
            let second = || row_of(&pair.second, Some(pair.finite_domains.1));
            row_of(&pair.first, Some(pair.finite_domains.0)).or_else(second)
        }
        (Member::Fixed(_), Some(FiniteDomain::Rows(list))) => Some(list),
        _ => None,
    }
}

/// Returns the list whose fixed row is a value.
fn named_row(value: &ValueExpr) -> Option<ListId> {
    match value {
        ValueExpr::Member(FiniteDomain::Rows(list), row)
            if matches!(row.kind, Member::Fixed(_)) =>
        {
            Some(*list)
        }
        _ => None,
    }
}

impl Visitor for Reader<'_> {
    fn script(&mut self, script: ScriptId) {
        let read = read_by(script, self.visibility).map(FlowSource::Secret);
        self.found
            .extend(read.map(|read| (read, WhoseSecret::Unknown)));
    }

    fn memory(&mut self, memory: &MemoryRef) {
        let id = memory.memory;
        if self.visibility.secret.contains(&id) {
            let owned = self.visibility.memories[id.index()].what.sight == Some(Sight::Owner);
            let whose = match owned {
                true => WhoseSecret::of(memory.of.as_deref()),
                false => WhoseSecret::Unknown,
            };
            self.found
                .insert((FlowSource::Secret(Secret::Memory(id)), whose));
        }
    }

    fn zone(&mut self, zone: &ZoneRef, read: ZoneRead) {
        let whose = match self.visibility.zones[zone.zone.index()].sight {
            Sight::Open => return,
            Sight::Owner => WhoseSecret::of(zone.of.as_deref()),
            Sight::Hidden => WhoseSecret::Unknown,
        };
        if read == ZoneRead::Contents {
            self.found
                .insert((FlowSource::Secret(Secret::Zone(zone.zone)), whose));
        }
    }

    fn arg(&mut self, arg: ArgId) {
        if self.chosen.contains(&arg) {
            self.found
                .insert((FlowSource::Chosen, WhoseSecret::Unknown));
        }
    }
}
