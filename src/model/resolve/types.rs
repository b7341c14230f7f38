//! What type an expression has, seen from its form and its names; and the opening of facts.

use super::Resolver;
use super::names::{ArgType, Builtin, Meaning, Scope, name_at};
use super::options::OptionValue;
use crate::base::{Diagnostic, Span};
use crate::model::{LineId, MemoryType, Node, ScriptType, TagId};
use crate::syntax::ast::{Expr, ExprKind, Name};

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Number,
    /// `1..6`
    Numbers,
    Truth,
    Seat,
    Seats,
    Place,
    Set,
    /// A declared formation: the ways it stands on the board.
    Line(LineId),
    /// A formation that an argument is bound to.
    Formation,
    Kind,
    Dirs,
    /// One of an option's words.
    Word,
    /// `none`
    Nothing,
    /// `last`
    Last,
    /// `box`, `chance` or another word that stands only in certain places.
    Special,
    /// Unknown because of a mistake that is reported elsewhere.
    Broken,
}

impl Type {
    /// Returns the type in the words of the language, with its article.
    pub fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Numbers => "a range of numbers",
            Self::Truth => "a yes or no",
            Self::Seat => "a player",
            Self::Seats => "players",
            Self::Place => "a point",
            Self::Set => "a set of points",
            Self::Line(_) | Self::Formation => "a line",
            Self::Kind => "a piece",
            Self::Dirs => "directions",
            Self::Word => "a word of an option",
            Self::Nothing => "`none`",
            Self::Last => "the last move",
            Self::Special => "a word that cannot stand here",
            Self::Broken => "something unknown",
        }
    }
}

/// How many facts and routines are opened in one game: each is written out where it is used.
const MOST_OPENINGS: usize = 200_000;

impl<'a> Resolver<'a> {
    /// Returns the type of an expression, silently; `Broken` where a name means nothing.
    pub fn type_of(&mut self, e: &Expr, scope: &Scope<'_>) -> Type {
        match &e.kind {
            ExprKind::Number(_) | ExprKind::Count(_) | ExprKind::Sum { .. } => Type::Number,
            ExprKind::Word(text) => self.type_of_word(&name_at(text, e.span), scope),
            ExprKind::Owned { kind, .. } if kind.text == "directions" => Type::Dirs,
            ExprKind::Owned { .. }
            | ExprKind::Rank { .. }
            | ExprKind::NextTo(_)
            | ExprKind::EdgeOf(_) => Type::Set,
            ExprKind::Through { .. } => Type::Set,
            ExprKind::Braces(_) => Type::Set,
            ExprKind::Range(from, _) if matches!(from.kind, ExprKind::Number(_)) => Type::Numbers,
            ExprKind::Range(from, _) => match self.type_of(from, scope) {
                Type::Number => Type::Numbers,
                _ => Type::Set,
            },
            ExprKind::Counted { what, .. } => self.type_of(what, scope),
            ExprKind::Of { head, of } => self.type_of_of(head, of, scope),
            ExprKind::NextPlayer(_) => Type::Seat,
            ExprKind::Some { .. }
            | ExprKind::Not(_)
            | ExprKind::Compare { .. }
            | ExprKind::Seen(_) => Type::Truth,
            ExprKind::Logic { left, .. } => match self.type_of(left, scope) {
                Type::Place | Type::Kind | Type::Formation | Type::Seat | Type::Nothing => {
                    Type::Set
                }
                other => other,
            },
            ExprKind::If { then, .. } => self.type_of(then, scope),
            ExprKind::Call { name, .. } => self.type_of_call(name, scope),
            ExprKind::Script { name, .. } => self.type_of_script(name),
        }
    }

    fn type_of_word(&mut self, name: &Name, scope: &Scope<'_>) -> Type {
        match self.find(name, scope) {
            Some(Meaning::Builtin(builtin)) => match builtin {
                Builtin::Me | Builtin::Opponent => Type::Seat,
                Builtin::Others | Builtin::Players => Type::Seats,
                Builtin::Nobody => Type::Nothing,
                Builtin::Own
                | Builtin::Enemy
                | Builtin::Empty
                | Builtin::Everything
                | Builtin::Nothing => Type::Set,
                Builtin::Yes | Builtin::No => Type::Truth,
                Builtin::Last => Type::Last,
                Builtin::Box | Builtin::Chance => Type::Special,
            },
            Some(Meaning::Arg(_, ty)) => match ty {
                ArgType::Point => Type::Place,
                ArgType::Line(_) => Type::Formation,
                ArgType::Number => Type::Number,
                ArgType::Seat => Type::Seat,
                ArgType::Broken => Type::Broken,
            },
            Some(Meaning::Param(value, caller)) => self.type_of(value, caller),
            Some(Meaning::Player(_)) => Type::Seat,
            Some(Meaning::Kind(_)) => Type::Kind,
            Some(Meaning::Option(at)) => match self.names.options[at].what {
                OptionValue::Truth(_) => Type::Truth,
                OptionValue::Num(_) => Type::Number,
                OptionValue::Seat(_) => Type::Seat,
                OptionValue::Nothing => Type::Nothing,
                OptionValue::Word(_) => Type::Word,
                OptionValue::Broken => Type::Broken,
            },
            Some(Meaning::Region(_)) => Type::Set,
            Some(Meaning::Line(line)) => Type::Line(line),
            Some(Meaning::Memory(id)) => {
                memory_type(self.names.memories[usize::from(id.0)].what.ty)
            }
            Some(Meaning::Fact(at)) => {
                let fact = self.names.facts[at].what;
                self.deeper(&fact.name, |r| {
                    Some(r.type_of(&fact.value, &Scope::default()))
                })
                .unwrap_or(Type::Broken)
            }
            Some(Meaning::Point(_)) => Type::Place,
            Some(Meaning::Dirs(_)) => Type::Dirs,
            Some(Meaning::Broken) | None => Type::Broken,
        }
    }

    fn type_of_of(&mut self, head: &Expr, of: &Expr, scope: &Scope<'_>) -> Type {
        if let ExprKind::Counted { least, most, what } = &head.kind
            && is_word(what, "ahead")
        {
            return if *most == Some(*least) {
                Type::Place
            } else {
                Type::Set
            };
        }
        if let ExprKind::Word(text) = &head.kind {
            match text.as_str() {
                "rear" | "front" | "ahead" => return Type::Place,
                "owner" => return Type::Seat,
                _ => {}
            }
        }
        match self.type_of(head, scope) {
            Type::Number => Type::Number,
            Type::Truth => Type::Truth,
            Type::Seat => Type::Seat,
            Type::Broken => Type::Broken,
            _ if self.type_of(of, scope) == Type::Broken => Type::Broken,
            _ => Type::Set,
        }
    }

    fn type_of_call(&mut self, name: &Name, _scope: &Scope<'_>) -> Type {
        if ["max", "min"].contains(&name.text.as_str()) {
            return Type::Number;
        }
        let text = self.canonical("fact", name);
        let Some(fact) = self
            .names
            .facts
            .iter()
            .find(|f| f.text == text)
            .map(|f| f.what)
        else {
            return Type::Broken;
        };
        let params = fact
            .params
            .iter()
            .map(|p| (p.text.clone(), ArgType::Broken))
            .collect();
        let scope = Scope {
            args: params,
            ..Scope::default()
        };
        self.deeper(&fact.name, |r| Some(r.type_of(&fact.value, &scope)))
            .unwrap_or(Type::Broken)
    }

    fn type_of_script(&self, name: &Name) -> Type {
        let found = self.names.scripts.iter().find(|s| s.text == name.text);
        match found.and_then(|s| s.what.result) {
            Some(ScriptType::Number) => Type::Number,
            Some(ScriptType::Truth) => Type::Truth,
            Some(ScriptType::Player) => Type::Seat,
            Some(ScriptType::Point | ScriptType::Points) => Type::Set,
            Some(ScriptType::Kind) | None => Type::Broken,
        }
    }

    /// Reports that an expression has another type than is wanted here.
    pub fn mismatch<T>(&mut self, e: &Expr, wanted: &str, scope: &Scope<'_>) -> Option<T> {
        let found = self.type_of(e, scope);
        if found == Type::Broken {
            self.report_unknown_names(e, scope);
            return None;
        }
        let before = self.unknowns;
        self.report_unknown_names(e, scope);
        if self.unknowns > before {
            return None;
        }
        let mut diagnostic = Diagnostic::error(
            e.span,
            format!("expected {wanted}, found {}", found.words()),
        )
        .label(format!("this is {}", found.words()));
        diagnostic = match (wanted, found) {
            ("a yes or no", Type::Set | Type::Kind | Type::Place) => diagnostic
                .hint("to ask whether there is one, say `some …` or `no …`; of a point: `… is …`"),
            (_, Type::Dirs) => diagnostic.hint("say from where: `forwards of here`"),
            ("a number", Type::Set | Type::Kind) => diagnostic.hint("to count them, say `count …`"),
            ("a player", Type::Number) => {
                diagnostic.hint("players are called by their names, or `me`")
            }
            _ => diagnostic,
        };
        self.report(diagnostic);
        None
    }

    /// Opens a fact or a routine, of this name where it is declared, and does something with it.
    ///
    /// Nothing is part of itself, and all that is opened is written out: both are bounded.
    pub fn deeper<T>(
        &mut self,
        name: &Name,
        work: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if let Some(at) = self.opened.iter().position(|n| n == name) {
            self.report_circle(at);
            return None;
        }
        self.openings += 1;
        if self.openings > MOST_OPENINGS {
            let diagnostic = Diagnostic::error(self.game.head, "the facts and routines of this game are too large")
                .label("written out, they never end")
                .hint("facts that use a fact twice, which uses another twice, grow fast: say it with fewer");
            self.report(diagnostic);
            return None;
        }
        self.opened.push(name.clone());
        let result = work(self);
        self.opened.pop();
        result
    }

    /// Reports that the last names opened, from the one at `start` on, lead back to it.
    fn report_circle(&mut self, start: usize) {
        let mut circle: Vec<Name> = self.opened[start..].to_vec();
        let first = (0..circle.len())
            .min_by_key(|&at| circle[at].span)
            .unwrap_or(0);
        circle.rotate_left(first);
        let name = circle[0].clone();
        let way: Vec<String> = circle
            .iter()
            .chain([&name])
            .map(|n| format!("`{}`", n.text))
            .collect();
        let diagnostic = Diagnostic::error(name.span, format!("`{}` is part of itself", name.text))
            .label("this leads back here")
            .hint(format!(
                "the circle is: {}; take one of them out of it",
                way.join(", ")
            ));
        self.report(diagnostic);
    }

    /// Opens a fact that should be of a type, and resolves its expression with `work`; its clauses go to the node.
    pub fn open_fact<T>(
        &mut self,
        e: &Expr,
        (name, args): (&Name, &[Expr]),
        (wanted, scope): (&str, &Scope<'_>),
        work: impl FnOnce(&mut Self, &Expr, &Scope<'_>) -> Option<Node<T>>,
    ) -> Option<Node<T>> {
        let text = self.canonical("fact", name);
        self.names.used.insert(text.clone());
        self.names.opened.insert(text.clone());
        let Some(at) = self.names.facts.iter().position(|f| f.text == text) else {
            self.no_such("fact", name);
            return None;
        };
        let fact = self.names.facts[at].what;
        let tags = self.names.facts[at].tags.clone();
        if fact.params.len() != args.len() {
            self.wrong_count(name, (fact.params.len(), args.len()), fact.name.span);
            return None;
        }
        if never(wanted, self.type_of(e, scope)) {
            return self.mismatch(e, wanted, scope);
        }
        let params = fact
            .params
            .iter()
            .map(|p| p.text.as_str())
            .zip(args)
            .collect();
        let inner = Scope {
            args: Vec::new(),
            params,
            caller: Some(scope),
        };
        let mut node = self.deeper(&fact.name, |r| work(r, &fact.value, &inner))?;
        node.tags.extend(tags);
        Some(node)
    }

    /// Reports that something takes another number of values.
    pub fn wrong_count(&mut self, name: &Name, (wanted, found): (usize, usize), declared: Span) {
        let message = format!("`{}` takes {}, found {found}", name.text, counted(wanted));
        self.report(
            Diagnostic::error(name.span, message)
                .label(format!("{found} given"))
                .related(declared, "it is declared here")
                .hint("give one value for each name in its brackets"),
        );
    }

    /// Makes a node with the clauses written before the expression and those of the things it names.
    pub fn node<T>(&mut self, e: &Expr, mut tags: Vec<TagId>, kind: T) -> Node<T> {
        let mut own = self.tags(&e.tags);
        own.append(&mut tags);
        Node {
            tags: own,
            span: e.span,
            kind,
        }
    }
}

/// Tells whether what is of a type is never what is wanted.
fn never(wanted: &str, found: Type) -> bool {
    let points = matches!(found, Type::Set | Type::Kind | Type::Place | Type::Dirs);
    match wanted {
        "a yes or no" => {
            points
                || matches!(
                    found,
                    Type::Number | Type::Numbers | Type::Seat | Type::Seats
                )
        }
        "a number" => points || matches!(found, Type::Truth | Type::Seat | Type::Seats),
        "a player" => points || matches!(found, Type::Truth | Type::Number),
        "a set of points" => matches!(
            found,
            Type::Number | Type::Numbers | Type::Truth | Type::Dirs | Type::Seats
        ),
        _ => false,
    }
}

fn counted(n: usize) -> String {
    match n {
        0 => "no values".into(),
        1 => "one value".into(),
        n => format!("{n} values"),
    }
}

fn memory_type(ty: MemoryType) -> Type {
    match ty {
        MemoryType::Num => Type::Number,
        MemoryType::Truth => Type::Truth,
        MemoryType::Seat => Type::Seat,
        MemoryType::Points => Type::Set,
    }
}

/// Tells whether an expression is this very word.
pub(super) fn is_word(e: &Expr, word: &str) -> bool {
    matches!(&e.kind, ExprKind::Word(text) if text == word)
}
