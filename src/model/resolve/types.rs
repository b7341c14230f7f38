//! What type an expression has, seen from its form and its names; and the opening of facts.

use super::Resolver;
use super::names::{ArgType, Meaning, Scope, name_at};
use super::nouns::Noun;
use super::options::OptionValue;
use super::words::Builtin;
use crate::base::Diagnostic;
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

    /// Tells whether it is points or what leads to them.
    pub fn is_of_points(self) -> bool {
        matches!(self, Self::Set | Self::Kind | Self::Place | Self::Dirs)
    }
}

impl<'a> Resolver<'a> {
    /// Returns the type of an expression, silently; `Broken` where a name means nothing.
    pub fn type_of(&mut self, e: &Expr, scope: &Scope<'_>) -> Type {
        self.nested(e.span, |r| Some(r.type_of_kind(e, scope)))
            .unwrap_or(Type::Broken)
    }

    fn type_of_kind(&mut self, e: &Expr, scope: &Scope<'_>) -> Type {
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
            Some(Meaning::Memory(id)) => memory_type(self.names.memories[id.index()].what.ty),
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
        let text = self.canonical(Noun::Fact, name);
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
        self.mistaken(e, (wanted, |_| None), scope)
    }

    /// Reports that an expression has another type than is wanted here, and what to do about that type.
    pub fn mistaken<T>(
        &mut self,
        e: &Expr,
        (wanted, hint): (&str, fn(Type) -> Option<&'static str>),
        scope: &Scope<'_>,
    ) -> Option<T> {
        let found = self.type_of(e, scope);
        let before = self.unknowns;
        self.report_unknown_names(e, scope);
        if found == Type::Broken || self.unknowns > before {
            return None;
        }
        let hint = match found {
            Type::Dirs => Some("say from where: `forwards of here`"),
            found => hint(found),
        };
        let message = format!("expected {wanted}, found {}", found.words());
        self.report(
            Diagnostic::error(e.span, message)
                .label(format!("this is {}", found.words()))
                .maybe_hint(hint.map(str::to_owned)),
        );
        None
    }

    /// Gives a node resolved elsewhere the clauses and the place of the expression that stands for it.
    pub fn outer<T>(&mut self, e: &Expr, node: Node<T>) -> Node<T> {
        self.node(e, node.tags, node.kind)
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
