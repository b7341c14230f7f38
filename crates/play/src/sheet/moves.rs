//! The moves of a game in notation: an example of each, and the meaning of each part.

use crate::notation;
use crate::sheet::example_search::{FoundInPlay, FoundMove, examples_in_play};
use crate::sheet::{SheetBlock, SheetEntryText, SheetWriter, WITHIN};
use linstock_base::{Span, is_quote, unescaped};
use linstock_model::{
    ArgId, AskItem, Head, Member, Model, MoveId, MoveRule, Node, Num, Place, RuleId, Stmt,
    StmtKind, TagId, TextPart, Truth,
};
use std::collections::BTreeSet;

impl SheetWriter<'_> {
    /// Lists the moves of players, then the outcomes of chance.
    pub(super) fn moves(&self) -> Vec<SheetBlock> {
        let examples = &self.found().moves;
        let (outcomes, moves): (Vec<&MoveRule>, Vec<&MoveRule>) =
            self.offered().partition(|mv| mv.outcome);
        let told = |mv: &MoveRule| self.mv(mv, examples.get(&mv.rule));
        let entry = |mv: &MoveRule| SheetBlock::Entry(told(mv));
        let mut blocks = Vec::new();
        if !moves.is_empty() {
            let moves: Vec<SheetEntryText> = moves.into_iter().map(told).collect();
            let mut about = self.say().moves_about();
            let lines = moves.iter().flat_map(|mv| &mv.remarks);
            if lines
                .flat_map(|(_, lines)| lines)
                .any(|line| line.starts_with('`'))
            {
                about = format!("{about} {}", self.say().moves_quoted());
            }
            blocks.push(SheetBlock::Text(about));
            blocks.extend(moves.into_iter().map(SheetBlock::Entry));
        }
        if !outcomes.is_empty() {
            blocks.push(SheetBlock::Heading(self.say().outcomes()));
            blocks.extend(outcomes.into_iter().map(entry));
        }
        blocks
    }

    /// Returns the declared moves that can be offered under the current options.
    pub(super) fn offered(&self) -> impl Iterator<Item = &MoveRule> {
        let mut asked = BTreeSet::new();
        for body in self.model.bodies() {
            asks_in(self.model, body, &mut asked);
        }
        let declared = self.model.declared();
        declared.filter(move |mv| asked.contains(&mv.rule) && !is_never_legal(mv))
    }

    /// Returns an example of each move, and the end of a game.
    pub(super) fn found(&self) -> &FoundInPlay {
        self.found.get_or_init(|| self.find())
    }

    /// Finds an example of each move: in random games, or else in the scenarios.
    fn find(&self) -> FoundInPlay {
        let in_play = |start| examples_in_play(self.rules, start);
        let mut found = self.start().map(in_play).unwrap_or_default();
        self.found_in_scenarios(self.files, &mut found);
        for (text, clauses) in self.examples.moves() {
            let readings = notation::read(self.model, text).unwrap_or_default();
            for reading in &readings {
                let mv = self.model.mv(reading.mv);
                let others = readings.iter().map(|other| self.model.mv(other.mv));
                let others: Vec<&MoveRule> = others.filter(|m| m.rule != mv.rule).collect();
                // If a text fits several moves, it is an example of the move that alone has a clause of the scenario.
                let own = |tag: &&TagId| others.iter().all(|other| !other.tags.contains(tag));
                let mut own = mv.tags.iter().filter(own).map(|tag| self.model.tag(*tag));
                if others.is_empty() || own.any(|tag| clauses.iter().any(|c| c == tag)) {
                    let example = || FoundMove {
                        id: reading.mv,
                        text: reading.text.clone(),
                        played: None,
                    };
                    found.moves.entry(mv.rule).or_insert_with(example);
                }
            }
        }
        found
    }

    fn mv(&self, declared: &MoveRule, example: Option<&FoundMove>) -> SheetEntryText {
        let mv = example.map_or(declared, |found| self.model.mv(found.id));
        let mut remarks = Vec::new();
        let text = match example {
            Some(found) => {
                remarks.extend(self.parts(found.id, &found.text));
                found.text.clone()
            }
            None => self.pattern(mv),
        };
        let (mut whens, mut leaves, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for head in &mv.heads {
            if let Head::When(cond) = head {
                self.condition_lines(cond, &mut whens, &mut refused);
            }
        }
        if let Some(postcondition) = &mv.leaves {
            self.condition_lines(&postcondition.cond, &mut leaves, &mut refused);
        }
        // A warning that is expanded for each row of a list is listed once.
        let mut warnings: Vec<String> = Vec::new();
        for line in &mv.warnings {
            let text = warning_text(&line.text);
            if !warnings.contains(&text) {
                warnings.push(text);
            }
        }
        let say = self.say();
        for (label, lines) in [
            (say.only_when(), whens),
            (say.after_it(), leaves),
            (say.refused(), refused),
            (say.warning(), warnings),
            (say.then(), self.follows(mv)),
        ] {
            if !lines.is_empty() {
                remarks.push((label, lines));
            }
        }
        let listed = self.model.sheet.entries();
        let clauses = listed.filter(|entry| mv.tags.contains(&entry.tag));
        let clauses: Vec<String> = clauses
            .map(|entry| format!("{} {}", self.model.tag(entry.tag), entry.text))
            .collect();
        if !clauses.is_empty() {
            remarks.push((self.say().clauses_column(), clauses));
        }
        SheetEntryText {
            name: self.model.title(&mv.name).to_owned(),
            text: format!("`{text}`"),
            remarks,
        }
    }

    /// Describes a condition: by the titles of its facts, or by the sentences of the rules for a refusal, or else in the
    /// words of the rules.
    fn condition_lines(
        &self,
        cond: &Node<Truth>,
        plain: &mut Vec<String>,
        refused: &mut Vec<String>,
    ) {
        if matches!(cond.kind, Truth::Fixed(true)) {
            return;
        }
        let quoted = self.quoted(cond.span);
        let titled = self.titled(&quoted);
        let clauses = self.carried_within(cond.span, &cond.tags);
        match sentences(cond).filter(|_| titled == format!("`{quoted}`")) {
            Some(sentences) => refused.extend(sentences),
            None => plain.push(self.with_tags(titled, &clauses)),
        }
    }

    /// Returns the text of a move as written in the rules: `{here}-{there}`.
    fn pattern(&self, mv: &MoveRule) -> String {
        let source = self.sources.get(mv.span.file).text.as_str();
        let rest = source.get(mv.span.start as usize..).unwrap_or_default();
        let (_, text) = rest.split_once('"').unwrap_or_default();
        let mut places = text.match_indices('"').map(|(at, _)| at);
        let end = places.find(|at| is_quote(text, *at)).unwrap_or_default();
        unescaped(&text[..end])
    }

    /// Describes each part of an example, in the words of the rules.
    pub(super) fn parts(&self, id: MoveId, text: &str) -> Vec<(String, Vec<String>)> {
        let mv = self.model.mv(id);
        let readings = notation::read(self.model, text).unwrap_or_default();
        let Some(reading) = readings.iter().find(|reading| reading.mv == id) else {
            return Vec::new();
        };
        let holes = mv.text.iter();
        let holes = holes.filter(|part| !matches!(part, TextPart::Literal(_)));
        let mut parts: Vec<(String, Vec<String>)> = Vec::new();
        let pattern = self.pattern(mv);
        let mut written = pattern.split('{').skip(1);
        for (hole, value) in holes.zip(&reading.holes) {
            let name = format!("`{}`", notation::name(self.model, *value));
            let hole_text = written.next().and_then(|rest| rest.split('}').next());
            let key = (
                mv.name.clone(),
                hole_text.unwrap_or_default().trim().to_owned(),
            );
            let title = self.model.sheet.parts.get(&key).cloned();
            if let Some(what) = title.or_else(|| self.hole(mv, hole)) {
                let line = arg_of(hole).and_then(|arg| mv.args.get(arg.index()));
                let clauses = line.map(|arg| self.carried_within(arg.span, &arg.tags));
                let what = self.with_tags(what, &clauses.unwrap_or_default());
                parts.push((name, vec![what]));
            }
        }
        parts
    }

    /// Describes a hole of a move's text.
    fn hole(&self, mv: &MoveRule, hole: &TextPart) -> Option<String> {
        match hole {
            TextPart::Literal(_) => None,
            TextPart::Place(Place::Arg(arg))
            | TextPart::Num(Num::Arg(arg))
            | TextPart::Member(_, Member::Arg(arg))
            | TextPart::Multiset(arg, _) => self.arg(mv, *arg).map(|line| format!("`{line}`")),
            TextPart::Place(Place::OnLine(line, steps)) => {
                let arg = self.arg(mv, line.arg)?;
                let name = &mv.args.get(line.arg.index())?.name;
                let length = i16::from(self.model.lines[line.line.index()].length);
                Some(match *steps {
                    0 => self.say().rear(name, &arg),
                    n if n == length - 1 => self.say().front(name, &arg),
                    n if n >= length => self.say().ahead(n - length + 1, name, &arg),
                    n => self.say().on_line(n + 1, name, &arg),
                })
            }
            TextPart::Member(_, Member::Me) => Some(self.say().the_player()),
            TextPart::Place(_) | TextPart::Num(_) | TextPart::Member(..) => None,
        }
    }

    /// Returns the clauses within a part of the rules, after those in `before`.
    pub(super) fn carried_within(&self, part: Span, before: &[TagId]) -> Vec<TagId> {
        let within = |span: &Span| {
            span.file == part.file && part.start <= span.start && span.end <= part.end
        };
        let carriers = self.model.sheet.carriers.iter();
        let found = carriers
            .filter(|(_, span)| within(span))
            .map(|(tag, _)| *tag);
        before.iter().copied().chain(found).collect()
    }

    /// Returns the line of an argument: `here in own king`.
    fn arg(&self, mv: &MoveRule, arg: ArgId) -> Option<String> {
        let line = self.quoted(mv.args.get(arg.index())?.span);
        (!line.is_empty()).then_some(line)
    }

    /// Describes the questions after a move, and whether it ends the game or a part of it.
    fn follows(&self, mv: &MoveRule) -> Vec<String> {
        let body: Vec<Stmt> = mv.body.iter().filter_map(asking).collect();
        let lines = self.outline(&body).into_iter();
        lines
            .map(|line| format!("{}{}", WITHIN.repeat(line.depth), line.text))
            .collect()
    }
}

/// Returns the argument in a hole of a move's text.
fn arg_of(hole: &TextPart) -> Option<ArgId> {
    match hole {
        TextPart::Place(Place::Arg(arg))
        | TextPart::Num(Num::Arg(arg))
        | TextPart::Member(_, Member::Arg(arg))
        | TextPart::Multiset(arg, _) => Some(*arg),
        TextPart::Place(Place::OnLine(line, _)) => Some(line.arg),
        _ => None,
    }
}

/// Returns a statement reduced to its questions and endings. Returns `None` if it has none.
fn asking(stmt: &Stmt) -> Option<Stmt> {
    let only = |body: &[Stmt]| body.iter().filter_map(asking).collect::<Vec<_>>();
    let kind = match &stmt.kind {
        kind @ (StmtKind::Ask(_) | StmtKind::End(_) | StmtKind::Leave(_)) => kind.clone(),
        StmtKind::If(cond, then, otherwise) => match (only(then), only(otherwise)) {
            (then, otherwise) if then.is_empty() && otherwise.is_empty() => return None,
            (then, otherwise) => StmtKind::If(cond.clone(), then, otherwise),
        },
        StmtKind::Repeat(count, body) => StmtKind::Repeat(count.clone(), filled(only(body))?),
        StmtKind::Phase(id, body) => StmtKind::Phase(*id, filled(only(body))?),
        each @ StmtKind::Each { body, .. } => {
            filled(only(body))?;
            each.clone()
        }
        _ => return None,
    };
    Some(Stmt {
        kind,
        ..stmt.clone()
    })
}

fn filled(body: Vec<Stmt>) -> Option<Vec<Stmt>> {
    (!body.is_empty()).then_some(body)
}

/// Collects the moves that statements offer.
fn asks_in(model: &Model, body: &[Stmt], asked: &mut BTreeSet<RuleId>) {
    for stmt in body {
        if let StmtKind::Ask(ask) = &stmt.kind {
            let ruled_out = |item: &&AskItem| {
                let cond = item.cond.as_ref();
                cond.is_some_and(|cond| matches!(cond.kind, Truth::Fixed(false)))
            };
            let items = ask.items.iter().filter(|item| !ruled_out(item));
            asked.extend(items.map(|item| model.mv(item.mv).rule));
        }
        stmt.blocks().for_each(|block| asks_in(model, block, asked));
    }
}

/// Returns the sentences with which the rules refuse a failed condition. Returns `None` if a part of it has no sentence,
/// or one with braces.
fn sentences(cond: &Node<Truth>) -> Option<Vec<String>> {
    match (&cond.kind, cond.reason.as_deref()) {
        (_, Some([TextPart::Literal(sentence)])) => Some(vec![sentence.clone()]),
        (Truth::And(all), None) => {
            let parts: Option<Vec<_>> = all.iter().map(sentences).collect();
            parts.map(|parts| parts.concat())
        }
        _ => None,
    }
}

/// Returns whether an option rules out a move, so that it is never legal.
pub(super) fn is_never_legal(mv: &MoveRule) -> bool {
    let never =
        |head: &Head| matches!(head, Head::When(cond) if matches!(cond.kind, Truth::Fixed(false)));
    mv.heads.iter().any(never)
}

/// Writes a warning, with dots in place of computed parts.
fn warning_text(parts: &[TextPart]) -> String {
    let part = |part: &TextPart| match part {
        TextPart::Literal(text) => text.clone(),
        _ => "…".to_owned(),
    };
    parts.iter().map(part).collect()
}
