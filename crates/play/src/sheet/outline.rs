//! The sequence of play as nested steps in words: converts the statements of `play` to an outline for the rule sheet.

use crate::sheet::moves::is_never_legal;
use crate::sheet::{OutlineLine, SheetBlock, SheetWriter};
use linstock_base::Span;
use linstock_model::{
    Ask, AskItem, Asked, Ending, Head, Member, MemberSet, Node, Num, Stmt, StmtKind, TagId,
    TextPart, Truth,
};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A line of an outline, with its clauses apart, so that lines that differ only in clauses can be merged.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct OutlineStep {
    depth: usize,
    text: String,
    tags: Vec<TagId>,
    /// Its text is that of a clause, which is written only once.
    is_clause: bool,
}

/// The steps of conditions whose branches are alike, and `None` for the others, by the addresses of the branches.
pub(super) type AlikeBranches = RefCell<FxHashMap<(usize, usize), Option<Rc<[OutlineStep]>>>>;

/// Returns the steps whose text is not that of a clause.
fn without_clauses(steps: &[OutlineStep]) -> Vec<OutlineStep> {
    let others = steps.iter().filter(|step| !step.is_clause);
    others.cloned().collect()
}

impl SheetWriter<'_> {
    /// Returns the sequence of play.
    pub(super) fn sequence(&self) -> Vec<SheetBlock> {
        match self.outline(&self.model.play) {
            none if none.is_empty() => Vec::new(),
            lines => vec![SheetBlock::Outline(lines)],
        }
    }

    /// Describes what statements do, as far as players notice it.
    pub(super) fn outline(&self, body: &[Stmt]) -> Vec<OutlineLine> {
        let mut steps = Vec::new();
        // The statements of another outline may have had the same addresses.
        self.alike.borrow_mut().clear();
        self.block(body, 0, &mut steps);
        let line = |step: OutlineStep| OutlineLine {
            depth: step.depth,
            text: self.with_tags(step.text, &step.tags),
        };
        steps.into_iter().map(line).collect()
    }

    /// Appends clauses to a text, before a colon at its end.
    pub(super) fn with_tags(&self, text: String, tags: &[TagId]) -> String {
        match self.tags(tags) {
            none if none.is_empty() => text,
            tags => match text.strip_suffix(':') {
                Some(head) => format!("{head} ({tags}):"),
                None => format!("{text} ({tags})"),
            },
        }
    }

    fn block(&self, body: &[Stmt], depth: usize, lines: &mut Vec<OutlineStep>) {
        // A statement that is repeated for each row of a list is written once, unless its lines differ by row.
        let mut told: Vec<(Span, Vec<OutlineStep>)> = Vec::new();
        for stmt in body {
            let at = lines.len();
            self.stmt(stmt, depth, lines);
            let (before, steps) = lines.split_at(at);
            // Consecutive conditions with the same lines are written once.
            let again = matches!(stmt.kind, StmtKind::If(..)) && before.ends_with(steps);
            let of_stmt = (stmt.span, without_clauses(steps));
            let fresh = steps.len() > of_stmt.1.len() || !told.contains(&of_stmt);
            if again || !fresh {
                lines.truncate(at);
            } else {
                told.push(of_stmt);
            }
        }
    }

    fn stmt(&self, stmt: &Stmt, depth: usize, lines: &mut Vec<OutlineStep>) {
        match &stmt.kind {
            StmtKind::Phase(id, body) => {
                let name = self.model.title(&self.model.phases[id.index()]);
                let head = self.say().phase(name);
                self.within(stmt, (head, body), depth, lines);
            }
            StmtKind::Each { body, .. } => {
                self.within(stmt, (self.each(&stmt.kind), body), depth, lines);
            }
            StmtKind::Repeat(count, body) => {
                let head = match count {
                    None => self.say().again(),
                    Some(count) => {
                        // A condition on the points is written below.
                        let quoted = self.quoted(count.span);
                        let points = quoted.split(" where ").next().unwrap_or_default();
                        let each = self.for_each(points);
                        each.unwrap_or_else(|| self.times(count))
                    }
                };
                self.within(stmt, (head, body), depth, lines);
            }
            StmtKind::If(..) => self.condition(stmt, depth, lines),
            StmtKind::Ask(ask) => self.ask(stmt, ask, depth, lines),
            StmtKind::Leave(id) => {
                let name = self.model.title(&self.model.phases[id.index()]);
                self.line(self.say().leave(name), &stmt.tags, depth, lines);
            }
            StmtKind::End(ending) => self.line(self.ending(ending), &stmt.tags, depth, lines),
            StmtKind::Lay(_) => self.line(self.say().lay(), &stmt.tags, depth, lines),
            _ => self.told_by_clause(&stmt.tags, depth, lines),
        }
    }

    fn line(&self, text: String, tags: &[TagId], depth: usize, lines: &mut Vec<OutlineStep>) {
        lines.push(OutlineStep {
            depth,
            text,
            tags: tags.to_vec(),
            is_clause: false,
        });
    }

    /// Describes a statement by its first clause that no earlier line has, if any.
    fn told_by_clause(&self, tags: &[TagId], depth: usize, lines: &mut Vec<OutlineStep>) {
        let sheet = &self.model.sheet;
        let fresh = |tag: &TagId| lines.iter().all(|line| !line.tags.contains(tag));
        let listed = |tag: &TagId| {
            let entry = sheet.entries().find(|entry| entry.tag == *tag);
            entry.filter(|entry| fresh(&entry.tag))
        };
        if let Some(entry) = tags.iter().find_map(listed) {
            lines.push(OutlineStep {
                depth,
                text: entry.text.clone(),
                tags: tags.to_vec(),
                is_clause: true,
            });
        }
    }

    /// Writes a block below its head. If the block has no lines, writes the clause of the statement.
    fn within(
        &self,
        stmt: &Stmt,
        (head, body): (String, &[Stmt]),
        depth: usize,
        lines: &mut Vec<OutlineStep>,
    ) {
        let at = lines.len();
        self.line(head, &stmt.tags, depth, lines);
        self.block(body, depth + 1, lines);
        if lines.len() == at + 1 {
            lines.truncate(at);
            self.told_by_clause(&stmt.tags, depth, lines);
        }
    }

    /// Describes for whom or what something is done, if a statement is a `for`.
    fn for_each(&self, quoted: &str) -> Option<String> {
        let each = quoted.strip_prefix("for ")?;
        let each = each.split('{').next().unwrap_or_default().trim_end();
        let title = self.title_of_fact(each).map(str::to_owned);
        let each = title.unwrap_or_else(|| format!("`{each}`"));
        Some(self.say().for_each(&each))
    }

    fn condition(&self, stmt: &Stmt, depth: usize, lines: &mut Vec<OutlineStep>) {
        let StmtKind::If(cond, then, otherwise) = &stmt.kind else {
            return;
        };
        match cond.kind {
            Truth::Fixed(true) => self.block(then, depth, lines),
            Truth::Fixed(false) => self.block(otherwise, depth, lines),
            _ if self.alike(then, otherwise, depth, lines) => {}
            _ => {
                let at = lines.len();
                let what = self.quoted(cond.span);
                let if_it_holds = || self.say().if_holds(&self.titled(&what));
                let head = self.for_each(&what).unwrap_or_else(if_it_holds);
                self.within(stmt, (head, then), depth, lines);
                let told = lines.len() > at;
                let head = match told {
                    true => self.say().otherwise(),
                    false => match what.strip_prefix("not ") {
                        Some(other) => self.say().if_holds(&self.titled(other)),
                        None => self.say().unless(&self.titled(&what)),
                    },
                };
                let at = lines.len();
                self.line(head, &[], depth, lines);
                self.block(otherwise, depth + 1, lines);
                if lines.len() == at + 1 {
                    lines.truncate(at);
                }
            }
        }
    }

    /// Writes the branches of a condition once if they differ only in their clauses. Returns whether they do.
    fn alike(
        &self,
        then: &[Stmt],
        otherwise: &[Stmt],
        depth: usize,
        lines: &mut Vec<OutlineStep>,
    ) -> bool {
        if then.is_empty() || otherwise.is_empty() {
            return false;
        }
        // Outer conditions ask for the same again, so the answers are kept: without them, each level would double the time.
        let key = (then.as_ptr().addr(), otherwise.as_ptr().addr());
        let known = self.alike.borrow().get(&key).cloned();
        let merged = known.unwrap_or_else(|| {
            let merged = self.merged(then, otherwise);
            self.alike.borrow_mut().insert(key, merged.clone());
            merged
        });
        let Some(merged) = merged else {
            return false;
        };
        lines.extend(merged.iter().map(|step| OutlineStep {
            depth: depth + step.depth,
            ..step.clone()
        }));
        true
    }

    /// Describes two branches that differ only in their clauses. Returns `None` if they differ in more, or say nothing.
    fn merged(&self, then: &[Stmt], otherwise: &[Stmt]) -> Option<Rc<[OutlineStep]>> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.block(then, 0, &mut first);
        self.block(otherwise, 0, &mut second);
        let same = |(a, b): (&OutlineStep, &OutlineStep)| a.depth == b.depth && a.text == b.text;
        if first.is_empty() || first.len() != second.len() || !first.iter().zip(&second).all(same) {
            return None;
        }
        for (step, other) in first.iter_mut().zip(second) {
            step.tags.extend(other.tags);
        }
        Some(first.into())
    }

    fn each(&self, kind: &StmtKind) -> String {
        let StmtKind::Each {
            from,
            endless,
            backwards,
            filter,
            ..
        } = kind
        else {
            return String::new();
        };
        let first = match from.kind {
            Member::Fixed(at) => {
                let player = self.model.players.get(usize::from(at));
                player.map(|name| self.model.title(name).to_owned())
            }
            _ => Some(self.titled(&self.quoted(from.span))),
        };
        let first = first.filter(|_| !matches!(from.kind, Member::Fixed(0)));
        let mut head = match (endless, first) {
            (false, None) => self.say().each(),
            (true, None) => self.say().round_after_round(),
            (false, Some(first)) => self.say().each_from(&first),
            (true, Some(first)) => self.say().round_after_round_from(&first),
        };
        if let Some(filter) = filter {
            let only = self.only_if(head.trim_end_matches(':'), &self.quoted(filter.span));
            head = match endless {
                true => self.say().until_nobody(&only),
                false => format!("{only}:"),
            };
        }
        if *backwards {
            let way = self.say().backwards();
            head = format!("{} {way}:", head.trim_end_matches(':'));
        }
        head
    }

    fn times(&self, number: &Node<Num>) -> String {
        match number.kind {
            Num::Fixed(number) => self.say().times(number),
            _ => self
                .say()
                .as_often_as(&self.titled(&self.quoted(number.span))),
        }
    }

    fn ask(&self, stmt: &Stmt, ask: &Ask, depth: usize, lines: &mut Vec<OutlineStep>) {
        let mut items: Vec<String> = Vec::new();
        for item in &ask.items {
            if let Some(text) = self.item(item).filter(|text| !items.contains(text)) {
                items.push(text);
            }
        }
        let tags: Vec<TagId> = stmt.tags.clone();
        if !items.is_empty() {
            let items = items.join(", ");
            let text = match &ask.who {
                Asked::Me if ask.as_often => self.say().choose_as_often(&items),
                Asked::Me => self.say().choose(&items),
                Asked::One(who) => {
                    let who = self.quoted(who.span);
                    self.say().choose_one(&self.titled(&who), &items)
                }
                Asked::Chance => self.say().chance_decides(&items),
                Asked::Together(who) => match self.quoted(who.span).as_str() {
                    "players" => self.say().all_choose_together(&items),
                    who => self.say().choose_together(&self.titled(who), &items),
                },
            };
            self.line(text, &tags, depth, lines);
        }
        if ask.items.iter().any(|item| self.is_always_legal(item)) {
            return;
        }
        let at = lines.len();
        self.line(self.say().no_choice(), &[], depth, lines);
        self.block(&ask.otherwise, depth + 1, lines);
        if lines.len() == at + 1 {
            lines.truncate(at);
        }
    }

    /// Returns whether a move is always legal: it has no arguments to choose and no condition.
    fn is_always_legal(&self, item: &AskItem) -> bool {
        let mv = self.model.mv(item.mv);
        let holds = |cond: &Node<Truth>| matches!(cond.kind, Truth::Fixed(true));
        let free = |head: &Head| matches!(head, Head::When(cond) if holds(cond));
        item.cond.as_ref().is_none_or(holds) && mv.leaves.is_none() && mv.heads.iter().all(free)
    }

    /// Names an offered move. Returns `None` if it is never legal.
    fn item(&self, item: &AskItem) -> Option<String> {
        let mv = self.model.mv(item.mv);
        if is_never_legal(mv) {
            return None;
        }
        let name = self.model.title(&mv.name).to_owned();
        match item.cond.as_ref().map(|cond| (&cond.kind, cond.span)) {
            None | Some((Truth::Fixed(true), _)) => Some(name),
            Some((Truth::Fixed(false), _)) => None,
            Some((_, span)) => Some(self.only_if(&name, &self.quoted(span))),
        }
    }

    pub(super) fn ending(&self, ending: &Ending) -> String {
        let (winners, reason) = self.winners_and_reason(ending);
        match &winners {
            None if reason.is_empty() => self.say().draw(),
            None => self.say().draw_because(&reason),
            Some(winners) if reason.is_empty() => self.say().wins(winners),
            Some(winners) => self.say().wins_because(winners, &reason),
        }
    }

    /// Returns who wins, or `None` for a draw, and why. The reason may be empty.
    pub(super) fn winners_and_reason(&self, ending: &Ending) -> (Option<String>, String) {
        let winners = ending.winners.as_ref().map(|winners| self.winners(winners));
        // The description of the winners may already contain the reason, as in "the player with most forts wins".
        let said = |reason: &String| winners.as_ref().is_some_and(|who| who.contains(reason));
        let reason = Some(reason_of(ending)).filter(|reason| !said(reason));
        (winners, reason.unwrap_or_default())
    }

    fn winners(&self, winners: &Node<MemberSet>) -> String {
        match self.quoted(winners.span).as_str() {
            "me" => self.say().me(),
            "opponent" => self.say().opponent(),
            "others" => self.say().others(),
            player if self.model.seat(player).is_some() => self.model.title(player).to_owned(),
            other => self.titled(other),
        }
    }
}

/// Returns the reason of an ending, with its fixed numbers. Other values stay as the rules write them.
fn reason_of(ending: &Ending) -> String {
    let fixed = ending.said.iter().map(|part| match part {
        TextPart::Literal(text) => Some(text.clone()),
        TextPart::Num(Num::Fixed(number)) => Some(number.to_string()),
        _ => None,
    });
    let fixed: Option<String> = fixed.collect();
    fixed.unwrap_or_else(|| ending.reason.clone())
}
