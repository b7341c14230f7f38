//! What type an expression has, seen from its form and its names; and the opening of facts.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::decl::options::OptionValue;
use crate::check::expr::builtins::Builtin;
use crate::check::names::nouns::Noun;
use crate::check::names::{ArgType, FieldType, Meaning, Scope, name_at};
use crate::model::{Family, FormationId, ListId, MemoryType, Node, ScriptType, TagId, ZoneId};
use crate::syntax::ast::{Expr, ExprKind, Name};

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Number,
    /// `1..6`
    Numbers,
    Truth,
    Seat,
    Seats,
    /// A row of a list.
    Row(ListId),
    /// Rows of a list.
    Rows(ListId),
    /// A zone, of somebody or of the table.
    Zone(ZoneId),
    /// So many of what lies in a zone.
    Heap(ZoneId),
    /// An option that is a list of numbers.
    Numerals,
    Place,
    Set,
    /// An option that is a fraction.
    Fraction,
    /// A declared formation: the ways it stands on the board.
    Line(FormationId),
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
            Self::Row(_) => "a row of a list",
            Self::Rows(_) => "rows of a list",
            Self::Zone(_) => "a zone",
            Self::Heap(_) => "part of what lies in a zone",
            Self::Numerals => "a list of numbers",
            Self::Fraction => "a fraction",
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
            ExprKind::Number(_)
            | ExprKind::Count(_)
            | ExprKind::Sum { .. }
            | ExprKind::SumOver { .. }
            | ExprKind::Copies { .. }
            | ExprKind::Extreme { .. } => Type::Number,
            ExprKind::Mapped(_) => Type::Set,
            ExprKind::Where { of, .. } => several(self.type_of(of, scope)),
            ExprKind::Best { sole, over, .. } => {
                let ty = several(self.type_of(&over.set, scope));
                if *sole { one_of(ty) } else { ty }
            }
            ExprKind::Word(text) => self.type_of_word(&name_at(text, e.span), scope),
            ExprKind::Owned { kind, .. } if kind.text == "directions" => Type::Dirs,
            ExprKind::Owned { .. }
            | ExprKind::Rank { .. }
            | ExprKind::NextTo(_)
            | ExprKind::EdgeOf(_) => Type::Set,
            ExprKind::Through { .. } | ExprKind::Reached(_) => Type::Set,
            ExprKind::Braces(parts) => match parts.first().map(|e| self.type_of(e, scope)) {
                Some(Type::Row(list) | Type::Rows(list)) => Type::Rows(list),
                _ => Type::Set,
            },
            ExprKind::Range(from, to) if matches!(from.kind, ExprKind::Number(_)) => {
                match self.type_of(to, scope) {
                    Type::Row(list) => Type::Rows(list),
                    _ => Type::Numbers,
                }
            }
            ExprKind::Range(from, _) => match self.type_of(from, scope) {
                Type::Number => Type::Numbers,
                Type::Row(list) => Type::Rows(list),
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
                other => several(other),
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
                ArgType::Row(list) => Type::Row(list),
                ArgType::Heap(list) => self.heap_of(list),
                ArgType::Broken => Type::Broken,
            },
            Some(Meaning::It) => Type::Place,
            Some(Meaning::Param(value, caller)) => {
                self.outside(caller, |r| r.type_of(value, caller))
            }
            Some(Meaning::Player(_)) => Type::Seat,
            Some(Meaning::Kind(_)) => Type::Kind,
            Some(Meaning::Option(at)) => match self.names.options[at].what {
                OptionValue::Truth(_) => Type::Truth,
                OptionValue::Num(_) => Type::Number,
                OptionValue::Seat(_) => Type::Seat,
                OptionValue::Nothing => Type::Nothing,
                OptionValue::Word(_) => Type::Word,
                OptionValue::List(_) => Type::Numerals,
                OptionValue::Fraction(..) => Type::Fraction,
                OptionValue::Broken => Type::Broken,
            },
            Some(Meaning::Region(_) | Meaning::Layer(_)) => Type::Set,
            Some(Meaning::Line(line)) => Type::Line(line),
            Some(Meaning::List(list)) => Type::Rows(list),
            Some(Meaning::Row(list, _)) => Type::Row(list),
            Some(Meaning::Zone(zone)) => Type::Zone(zone),
            Some(Meaning::Bound(Family::Players, _)) => Type::Seat,
            Some(Meaning::Bound(Family::Rows(list), _)) => Type::Row(list),
            Some(Meaning::Memory(id)) => memory_type(self.names.memories[id.index()].what.ty),
            Some(Meaning::Fact(at)) => {
                let fact = self.names.facts[at].what;
                let scope = Scope {
                    opened: self.opened.len() + 1,
                    ..Scope::default()
                };
                self.deeper(&fact.name, |r| Some(r.type_of(&fact.value, &scope)))
                    .unwrap_or(Type::Broken)
            }
            Some(Meaning::Point(_)) => Type::Place,
            Some(Meaning::Dirs(_)) => Type::Dirs,
            Some(Meaning::Broken) | None => Type::Broken,
        }
    }

    /// What a word before `of` names of the rows of a list, if it means nothing else.
    pub fn field_meant(
        &mut self,
        name: &Name,
        list: ListId,
        scope: &Scope<'_>,
    ) -> Option<FieldType> {
        let named = &self.names.lists[list.index()].what;
        let at = named.fields.iter().position(|f| *f == name.text)?;
        let ty = named.types[at];
        self.find(name, scope).is_none().then_some(ty)
    }

    /// Tells whether a word before `of` names what rows have, where it is not known what stands behind `of`.
    pub fn is_open_field(&mut self, name: &Name, of: &Expr, scope: &Scope<'_>) -> bool {
        self.is_unknown(of, scope) && self.field_of_some_list(name, scope).is_some()
    }

    /// Tells whether an expression is a value that is not known, handed on or not.
    fn is_unknown(&mut self, e: &Expr, scope: &Scope<'_>) -> bool {
        match Self::word_name(e).and_then(|name| self.find(&name, scope)) {
            Some(Meaning::Arg(_, ArgType::Broken)) => true,
            Some(Meaning::Param(value, caller)) => {
                self.outside(caller, |r| r.is_unknown(value, caller))
            }
            _ => false,
        }
    }

    /// What rows of some list have under a name that means nothing else.
    fn field_of_some_list(&mut self, name: &Name, scope: &Scope<'_>) -> Option<FieldType> {
        let found = self.names.lists.iter().find_map(|list| {
            let at = list.what.fields.iter().position(|f| *f == name.text)?;
            list.what.types.get(at).copied()
        })?;
        self.find(name, scope).is_none().then_some(found)
    }

    /// The type of an argument that is a heap of rows of a list.
    fn heap_of(&self, list: ListId) -> Type {
        let found = ZoneId::find(&self.names.zones, |zone| zone.what.list == list);
        found.map_or(Type::Broken, Type::Heap)
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
                "size" => return Type::Number,
                _ => {}
            }
        }
        if self.names_directions(head) {
            return Type::Set;
        }
        let ty = self.type_of(head, scope);
        let of_type = self.type_of(of, scope);
        if let (Type::Rows(list), Type::Place) = (ty, of_type) {
            return Type::Row(list);
        }
        if of_type == Type::Fraction {
            return Type::Number;
        }
        if let (Type::Number, Type::Zone(zone)) = (ty, self.type_of(of, scope)) {
            return Type::Heap(zone);
        }
        if let Some(name) = Self::word_name(head) {
            let field = match of_type {
                Type::Row(list) | Type::Rows(list) => self.field_meant(&name, list, scope),
                Type::Broken => self.field_of_some_list(&name, scope),
                _ => None,
            };
            if let Some(field) = field {
                return field.ty();
            }
        }
        match ty {
            Type::Number | Type::Numerals => Type::Number,
            Type::Truth => Type::Truth,
            Type::Seat => Type::Seat,
            Type::Row(list) => Type::Row(list),
            Type::Zone(zone) => Type::Zone(zone),
            Type::Broken => Type::Broken,
            _ if self.type_of(of, scope) == Type::Broken => Type::Broken,
            _ => Type::Set,
        }
    }

    fn type_of_call(&mut self, name: &Name, _scope: &Scope<'_>) -> Type {
        match name.text.as_str() {
            "max" | "min" => return Type::Number,
            "joined" => return Type::Truth,
            _ => {}
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
            opened: self.opened.len() + 1,
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
            Some(ScriptType::Row(list)) => Type::Row(list),
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
        MemoryType::Row(list) => Type::Row(list),
    }
}

impl FieldType {
    /// Returns the type of what a row has.
    fn ty(self) -> Type {
        match self {
            Self::Number => Type::Number,
            Self::Points => Type::Set,
            Self::Member(Family::Rows(list)) => Type::Row(list),
            Self::Member(Family::Players) => Type::Seat,
        }
    }
}

/// The type of several things of a type.
fn several(ty: Type) -> Type {
    match ty {
        Type::Seat => Type::Seats,
        Type::Row(list) => Type::Rows(list),
        other => other,
    }
}

/// The type of one of several things.
fn one_of(ty: Type) -> Type {
    match ty {
        Type::Seats => Type::Seat,
        Type::Rows(list) => Type::Row(list),
        other => other,
    }
}

/// Tells whether an expression is this very word.
pub(crate) fn is_word(e: &Expr, word: &str) -> bool {
    matches!(&e.kind, ExprKind::Word(text) if text == word)
}
