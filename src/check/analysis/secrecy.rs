//! What a player may choose, and what everybody is shown, must not give away what he does not see.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::analysis::ElaboratedRules;
use crate::check::analysis::flows;
use crate::check::analysis::lookahead::told_by_leaves;
use crate::check::analysis::own_pieces::{are_own, own_args};
use crate::check::names::{MemoryName, Named};
use crate::model::visit::{Visitor, walk_arg, walk_line, walk_num, walk_text, walk_truth};
use crate::model::{
    ArgId, Ask, AskItem, Asked, Cargo, Domain, Head, Link, Member, MemoryId, MemoryRef, Model,
    MoveId, MoveRule, Node, Num, Place, Point, ScriptFn, ScriptId, Set, Sight, StatusLine, Stmt,
    StmtKind, Truth, Zone, ZoneId, ZoneRef,
};
use std::collections::BTreeSet;

/// Something that not everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Secret {
    /// What lies in a zone.
    Zone(ZoneId),
    /// A remembered value.
    Memory(MemoryId),
}

/// Who sees what in a game.
pub(crate) struct Sights<'k> {
    pub(crate) zones: &'k [Zone],
    /// The links of the board: where steps lead depends on their conditions.
    pub(crate) links: &'k [Link],
    pub(crate) memories: &'k [Named<MemoryName>],
    pub(crate) scripts: Vec<ScriptFn>,
    /// The remembered values that not everybody sees and that tell something hidden.
    pub(crate) secret: BTreeSet<MemoryId>,
}

impl<'k> Sights<'k> {
    /// Takes every remembered value that not everybody sees as one that tells something hidden.
    pub(crate) fn new(
        (zones, links): (&'k [Zone], &'k [Link]),
        memories: &'k [Named<MemoryName>],
        scripts: Vec<ScriptFn>,
    ) -> Self {
        let all = MemoryId::all(memories.len()).zip(memories);
        let secret = all.filter(|(_, m)| m.what.sight.is_some_and(|sight| sight != Sight::Open));
        Self {
            zones,
            links,
            memories,
            scripts,
            secret: secret.map(|(id, _)| id).collect(),
        }
    }

    /// Returns the name of what is hidden, in words.
    pub(crate) fn in_words(&self, secret: Secret) -> String {
        match secret {
            Secret::Zone(zone) => format!("what lies in `{}`", self.zones[zone.index()].name),
            Secret::Memory(memory) => format!("`{}`", self.name_of(memory)),
        }
    }

    /// Returns a remembered value's name as the rules write it: what a loop remembers has a number behind it.
    fn name_of(&self, memory: MemoryId) -> &str {
        let text = &self.memories[memory.index()].text;
        text.split(' ').next().unwrap_or(text)
    }

    /// Says how to mend a place that tells too much.
    fn remedy(&self, secret: Secret) -> String {
        match secret {
            Secret::Zone(zone) => {
                let name = &self.zones[zone.index()].name;
                format!(
                    "ask only how much it is (`size of`, `some`, `no`), or let everybody see it: zone {name} {{ …; open }}"
                )
            }
            Secret::Memory(memory) => {
                let name = self.name_of(memory);
                format!(
                    "`{name}` tells something hidden; a player may be asked for what he sees only: his own value, or that of a piece of his own (`here in own`), if it is `seen by owner`"
                )
            }
        }
    }

    /// Tells whether anything is hidden from anybody.
    pub(super) fn hides_something(&self) -> bool {
        let hidden = |zone: &Zone| zone.sight != Sight::Open;
        !self.secret.is_empty() || self.zones.iter().any(hidden)
    }

    /// Returns what finds things that `me` does not see; without his own arguments, that not all players see.
    pub(crate) fn unseen_by(&self, own: Option<&[ArgId]>) -> Unseen<'_> {
        Unseen {
            own: own.unwrap_or_default().to_vec(),
            ..self.reader(own.is_none())
        }
    }

    fn reader(&self, by_all: bool) -> Unseen<'_> {
        Unseen {
            sights: self,
            by_all,
            own: Vec::new(),
            own_candidates: Vec::new(),
            own_points: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Returns who sees what, as far as it is declared.
    pub(crate) fn sights<'k>(&'k self, zones: &'k [Zone]) -> Sights<'k> {
        let board = self.names.board.as_deref();
        let links = board.map_or(&[][..], |board| &board.links);
        Sights::new((zones, links), &self.names.memories, self.script_fns())
    }

    /// Reports moves of players that depend on what they do not see, and values that tell everybody what is hidden.
    pub(crate) fn check_secrets(&mut self, rules: ElaboratedRules<'_>) {
        let mut asks = Vec::new();
        rules.bodies().for_each(|body| asks_in(body, &mut asks));
        self.check_drawn(&asks, rules);
        self.check_passed(&asks, rules);
        let mut sights = self.sights(rules.zones);
        let flows = flows::of_rules(&mut sights, rules);
        let mut told: Vec<Diagnostic> = Vec::new();
        for body in rules.bodies() {
            questions(body, &sights, &mut told);
        }
        let mut found: Vec<(Span, Secret)> = Vec::new();
        let asked_of_players = asked_of_players(&asks);
        for (_, item) in asks.into_iter().filter(|(chance, _)| !chance) {
            for leak in leaks(item, rules.moves, &sights) {
                if !found.contains(&leak) {
                    found.push(leak);
                }
            }
        }
        for (span, secret) in found {
            let message = match secret {
                Secret::Zone(_) => {
                    format!("who chooses would learn {}", sights.in_words(secret))
                }
                Secret::Memory(_) => {
                    format!(
                        "who chooses would learn something of {}",
                        sights.in_words(secret)
                    )
                }
            };
            let diagnostic =
                Diagnostic::error(span, message).label("reads what the player does not see");
            told.push(diagnostic.hint(sights.remedy(secret)));
        }
        told.extend(flows.iter().map(|flow| flow.diagnostic(&sights)));
        told.extend(told_by_leaves(&asked_of_players, rules, &sights));
        told.into_iter().for_each(|told| self.report(told));
    }

    /// Reports outcomes of chance that draw from what not everybody sees, where it is not said who sees them.
    fn check_drawn(&mut self, asks: &[(bool, &AskItem)], rules: ElaboratedRules<'_>) {
        let mut told: Vec<Span> = Vec::new();
        for (_, item) in asks.iter().filter(|(chance, _)| *chance) {
            let Some(mv) = rules
                .moves
                .get(item.mv.index())
                .filter(|mv| mv.seen.is_none())
            else {
                continue;
            };
            for arg in &mv.args {
                let (Domain::Zone(zone) | Domain::Heap(_, zone)) = &arg.domain else {
                    continue;
                };
                let zone = &rules.zones[zone.zone.index()];
                if zone.sight == Sight::Open || told.contains(&arg.span) {
                    continue;
                }
                told.push(arg.span);
                let message = format!("it is not said who sees what is drawn from `{}`", zone.name);
                let diagnostic = Diagnostic::error(arg.span, message)
                    .label("not everybody sees what lies there");
                self.report(diagnostic.hint(SAY_WHO_SEES));
            }
        }
    }

    /// Reports moves of players by which something goes from where not everybody sees it to where not everybody sees it, if
    /// it is not said who sees what it is.
    fn check_passed(&mut self, asks: &[(bool, &AskItem)], rules: ElaboratedRules<'_>) {
        let ElaboratedRules { moves, zones, .. } = rules;
        let mut told: Vec<Span> = Vec::new();
        for (_, item) in asks.iter().filter(|(chance, _)| !chance) {
            let Some(mv) = moves.get(item.mv.index()).filter(|mv| mv.seen.is_none()) else {
                continue;
            };
            let mut passed = Vec::new();
            passed_in(&mv.body, zones, &mut passed);
            for PassedOn { span, from, to } in passed {
                if told.contains(&mv.span) {
                    continue;
                }
                told.push(mv.span);
                let (from, to) = (&zones[from.index()].name, &zones[to.index()].name);
                let message = format!("it is not said who sees what goes from `{from}` to `{to}`");
                let diagnostic = Diagnostic::error(mv.span, message)
                    .label("without a word, everybody reads it in the text of the move")
                    .related(span, "not everybody sees what lies in either zone");
                self.report(diagnostic.hint(SAY_WHO_SEES));
            }
        }
    }
}

const SAY_WHO_SEES: &str =
    "add a line to the move: `seen by me`, or `seen by players` if all may see it";

/// Collects the moves that are asked for, each with whether chance is asked.
pub(super) fn asks_in<'s>(body: &'s [Stmt], found: &mut Vec<(bool, &'s AskItem)>) {
    for stmt in body {
        if let StmtKind::Ask(Ask { who, items, .. }) = &stmt.kind {
            let chance = matches!(who, Asked::Chance);
            found.extend(items.iter().map(|item| (chance, item)));
        }
        stmt.blocks().for_each(|block| asks_in(block, found));
    }
}

/// Something that was chosen goes from one zone that not everybody sees to another.
struct PassedOn {
    /// The statement.
    span: Span,
    from: ZoneId,
    to: ZoneId,
}

/// Collects where something that was chosen goes from one zone that not everybody sees to another.
fn passed_in(body: &[Stmt], zones: &[Zone], found: &mut Vec<PassedOn>) {
    let unseen = |zone: &ZoneRef| zones[zone.zone.index()].sight != Sight::Open;
    for stmt in body {
        if let StmtKind::Transfer(cargo, from, to) = &stmt.kind {
            let chosen = match cargo {
                Cargo::All => false,
                Cargo::Heap(_) => true,
                Cargo::Copies(row, _) => matches!(row.kind, Member::Arg(_)),
            };
            // Where there is one row, everybody knows what it is.
            let several = zones[from.zone.index()].start.len() > 1;
            if chosen && several && unseen(from) && unseen(to) {
                found.push(PassedOn {
                    span: stmt.span,
                    from: from.zone,
                    to: to.zone,
                });
            }
        }
        stmt.blocks()
            .for_each(|block| passed_in(block, zones, found));
    }
}

/// Marks the moves for which chance is asked.
pub(crate) fn mark_outcomes(model: &mut Model) {
    let mut asks = Vec::new();
    model.bodies().for_each(|body| asks_in(body, &mut asks));
    let outcomes: BTreeSet<_> = asks
        .into_iter()
        .filter(|(chance, _)| *chance)
        .map(|(_, item)| item.mv)
        .collect();
    for at in outcomes {
        model.moves[at.index()].outcome = true;
    }
}

/// Returns which lines of a move, or of the ask, read something that who chooses does not see.
fn leaks(item: &AskItem, moves: &[MoveRule], sights: &Sights<'_>) -> Vec<(Span, Secret)> {
    let mut found = Vec::new();
    let mv = moves.get(item.mv.index());
    let own = mv.map_or_else(Vec::new, |mv| own_args(&mv.args));
    let mut look = |span: Span, walk: &dyn Fn(&mut Unseen<'_>)| {
        let mut unseen = sights.reader(false);
        unseen.own.clone_from(&own);
        walk(&mut unseen);
        found.extend(unseen.found.into_iter().map(|secret| (span, secret)));
    };
    if let Some(cond) = &item.cond {
        look(cond.span, &|v| walk_truth(v, cond));
    }
    let Some(mv) = mv else {
        return found;
    };
    for head in &mv.heads {
        match head {
            Head::When(cond) => look(cond.span, &|v| walk_truth(v, cond)),
            Head::Arg(arg) => {
                let arg = &mv.args[arg.index()];
                look(arg.span, &|v| walk_arg(v, arg));
            }
        }
    }
    if let Some(leaves) = &mv.leaves {
        look(leaves.cond.span, &|v| walk_truth(v, &leaves.cond));
    }
    for line in &mv.warnings {
        let span = line.when.as_ref().map_or(mv.span, |when| when.span);
        look(span, &|v| walk_line(v, line));
    }
    found
}

/// Returns the moves that players are asked for.
pub(super) fn asked_of_players(asks: &[(bool, &AskItem)]) -> BTreeSet<MoveId> {
    let of_players = asks.iter().filter(|(chance, _)| !chance);
    of_players.map(|(_, item)| item.mv).collect()
}

/// Finds the questions that tell something hidden.
fn questions(body: &[Stmt], sights: &Sights<'_>, found: &mut Vec<Diagnostic>) {
    for stmt in body {
        let question = match &stmt.kind {
            StmtKind::Ask(ask) => ask.question.as_ref(),
            _ => None,
        };
        if let Some(secret) = question.and_then(|question| secret_told_by(question, sights)) {
            let message = format!("this question would tell {}", sights.in_words(secret));
            found.push(Diagnostic::error(stmt.span, message).hint(sights.remedy(secret)));
        }
        for block in stmt.blocks() {
            questions(block, sights, found);
        }
    }
}

/// Returns something hidden that a line that all see tells.
pub(crate) fn secret_told_by(status: &StatusLine, sights: &Sights<'_>) -> Option<Secret> {
    let mut unseen = sights.reader(true);
    status.when.iter().for_each(|c| walk_truth(&mut unseen, c));
    let text = status.text.iter();
    text.for_each(|part| walk_text(&mut unseen, part));
    unseen.found.first().copied()
}

/// Returns something hidden that a score tells at the end.
pub(crate) fn scored(score: &Node<Num>, sights: &Sights<'_>) -> Option<Secret> {
    let mut unseen = sights.reader(true);
    walk_num(&mut unseen, &score.kind);
    unseen.found.first().copied()
}

/// Finds what is read and `me` may not see: of zones, more than how much lies there.
pub(crate) struct Unseen<'z> {
    sights: &'z Sights<'z>,
    /// What is read is shown to everybody, so that even what its owner sees is not his to read.
    by_all: bool,
    /// The arguments that are points with a piece of `me`.
    own: Vec<ArgId>,
    /// Of each `where` around what is read, the outermost first: whether its candidates are points with a piece of `me`.
    own_candidates: Vec<bool>,
    /// Of each number around that is chosen if a condition holds: the point on which then a piece of `me` stands.
    own_points: Vec<Option<Point>>,
    found: Vec<Secret>,
}

impl Unseen<'_> {
    /// Returns the first that was found.
    pub(crate) fn first(&self) -> Option<Secret> {
        self.found.first().copied()
    }

    /// Tells whether a remembered value is asked of a piece of `me`.
    fn is_of_own_piece(&self, memory: &MemoryRef) -> bool {
        match memory.of.as_ref().map(|of| &of.kind) {
            Some(Member::At(Place::Arg(arg))) => self.own.contains(arg),
            Some(Member::At(Place::Fixed(point))) => self.own_points.contains(&Some(*point)),
            Some(Member::At(Place::It)) => self.own_candidates.last() == Some(&true),
            _ => false,
        }
    }

    /// Tells whether who reads may see what belongs to a player.
    fn may_see(&self, sight: Sight, of: Option<&Node<Member>>) -> bool {
        let own = of.is_some_and(|of| matches!(of.owner().kind, Member::Me));
        match sight {
            Sight::Open => true,
            Sight::Owner => own && !self.by_all,
            Sight::Hidden => false,
        }
    }
}

impl Visitor for Unseen<'_> {
    fn goes_into_reasons(&self) -> bool {
        true
    }

    fn script(&mut self, script: ScriptId) {
        self.found.extend(read_by(script, self.sights));
    }

    fn begin_where(&mut self, from: &Node<Set>) {
        self.own_candidates.push(are_own(from, &self.own));
    }

    fn end_where(&mut self) {
        self.own_candidates.pop();
    }

    fn begin_chosen(&mut self, cond: &Node<Truth>) {
        self.own_points.push(match &cond.kind {
            Truth::In(Place::Fixed(point), set) if are_own(set, &self.own) => Some(*point),
            _ => None,
        });
    }

    fn end_chosen(&mut self) {
        self.own_points.pop();
    }

    fn memory(&mut self, memory: &MemoryRef) {
        let id = memory.memory;
        let sight = self.sights.memories[id.index()].what.sight;
        let of_own = sight == Some(Sight::Owner) && !self.by_all && self.is_of_own_piece(memory);
        let seen = of_own || self.may_see(sight.unwrap_or(Sight::Open), memory.of.as_deref());
        if !seen && self.sights.secret.contains(&id) {
            self.found.push(Secret::Memory(id));
        }
    }

    fn zone(&mut self, zone: &ZoneRef, size_only: bool) {
        let seen = self.may_see(
            self.sights.zones[zone.zone.index()].sight,
            zone.of.as_deref(),
        );
        if !seen && !size_only {
            self.found.push(Secret::Zone(zone.zone));
        }
    }
}

/// Returns something hidden that a script may read: everything, unless the rules say what it reads.
pub(crate) fn read_by(script: ScriptId, sights: &Sights<'_>) -> Option<Secret> {
    let script = sights.scripts.get(script.index());
    let reads = script.and_then(|s| s.reads.as_ref());
    let zones = ZoneId::all(sights.zones.len()).zip(sights.zones);
    let mut zones = zones.filter(|(id, zone)| {
        zone.sight != Sight::Open && reads.is_none_or(|(_, read)| read.contains(id))
    });
    let mut memories = sights.secret.iter();
    let memory = memories.find(|id| reads.is_none_or(|(read, _)| read.contains(id)));
    let zone = zones.next().map(|(id, _)| Secret::Zone(id));
    zone.or(memory.copied().map(Secret::Memory))
}
