//! The texts of moves, with the parts in braces.

use crate::expr::typed::Typed;
use crate::expr::types::Type;
use crate::names::Scope;
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{FiniteDomain, Member, Node, Num, Place, TextPart};
use linstock_syntax::ast::{Template, TemplatePart};

/// The most parts of a move's text: the braces and the words between them.
const MOST_PARTS: usize = 64;

/// What a part in braces may be.
const WANTED: &str = "a point, a number, a player or a row of a list";

impl<'a> Resolver<'a> {
    /// Elaborates a part in braces.
    pub(crate) fn hole(&mut self, part: &TemplatePart, scope: &Scope<'_>) -> Checked<Hole> {
        match part {
            TemplatePart::Literal(text) => Ok(Hole::Literal(text.clone())),
            TemplatePart::Hole(hole) => self.infer(hole, scope).map(Hole::Typed),
        }
    }

    /// Warns of a text that contains an argument's name without braces: all its moves would have the same text.
    pub(super) fn warn_of_plain_names(&mut self, text: &Template, scope: &Scope<'_>) {
        let [TemplatePart::Literal(words)] = text.parts.as_slice() else {
            return;
        };
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let mut words = words.split(|c| !is_part(c));
        let named = words.find(|word| scope.args.iter().any(|(name, _)| name == word));
        if let Some(name) = named {
            let message = format!("`{name}` is a plain word in this text");
            let diagnostic = Diagnostic::warning("E0258", text.span, message)
                .label("every move has exactly this text");
            self.report(diagnostic.hint(format!(
                "write braces to show what was chosen: `{{{name}}}`"
            )));
        }
    }

    /// Refuses a text that nobody can type: one without a word, or with the separator of moves.
    pub(super) fn must_be_typed(&mut self, text: &Template) -> Checked<()> {
        if text.parts.len() > MOST_PARTS {
            let message = format!("the text of a move has at most {MOST_PARTS} parts");
            let diagnostic = Diagnostic::error("E0259", text.span, message);
            return Err(self.error(diagnostic.hint("name each argument only once")));
        }
        let is_blank = text.parts.iter().all(|part| match part {
            TemplatePart::Literal(words) => words.trim().is_empty(),
            TemplatePart::Hole(_) => false,
        });
        let separates = text
            .parts
            .iter()
            .any(|part| matches!(part, TemplatePart::Literal(words) if words.contains(';')));
        let diagnostic = match (is_blank, separates) {
            (false, false) => return Ok(()),
            (true, _) => Diagnostic::error(
                "E0260",
                text.span,
                "the text of a move needs something that players can type",
            )
            .hint("write the words for this move, such as `pass`"),
            (_, true) => {
                Diagnostic::error("E0261", text.span, "the text of a move cannot contain `;`")
                    .hint("write another sign; `;` separates two moves that are typed in one line")
            }
        };
        Err(self.error(diagnostic))
    }

    /// Elaborates a part of a move's text.
    pub(crate) fn text_part(
        &mut self,
        part: &TemplatePart,
        scope: &Scope<'_>,
    ) -> Checked<TextPart> {
        match self.hole(part, scope)? {
            Hole::Literal(text) => Ok(TextPart::Literal(text)),
            Hole::Typed(node) if matches!(node.kind, Typed::Set(_)) => {
                let hint = "make the point an argument, `there in …`, and write `{there}`";
                Err(self.type_mismatch(&node, (WANTED, Some(hint))))
            }
            Hole::Typed(node) => {
                let span = node.span;
                let part = self.text_of(node)?;
                self.written_member(part, span)
            }
        }
    }

    /// Converts a part in braces to text.
    pub(crate) fn text_of(&mut self, node: Node<Typed>) -> Checked<TextPart> {
        Ok(match (node.kind.ty(), &node.kind) {
            (_, Typed::Place(place)) => TextPart::Place(*place),
            (_, Typed::ZonePartArg(arg, list)) => TextPart::Multiset(*arg, *list),
            (Type::ZonePart, _) => {
                return Err(self.type_mismatch(&node, ("an argument of the move", None)));
            }
            (Type::Number, _) => {
                let num: Node<Num> = self.coerce(node)?;
                if !is_written(&num.kind) {
                    let hint = "name an argument of the move, or a number in a row";
                    return Err(self.error(not_chosen(num.span).hint(hint)));
                }
                TextPart::Num(num.kind)
            }
            (Type::Seat, _) => {
                let seat = self.coerce_member(node, FiniteDomain::Players)?;
                TextPart::Member(FiniteDomain::Players, seat.kind)
            }
            (Type::Row(list), _) => {
                let finite_domain = FiniteDomain::Rows(list);
                TextPart::Member(finite_domain, self.coerce_member(node, finite_domain)?.kind)
            }
            _ => {
                return Err(self.type_mismatch(&node, (WANTED, None)));
            }
        })
    }

    /// Refuses a player or row in a text that does not follow from the move's arguments alone.
    fn written_member(&mut self, part: TextPart, span: Span) -> Checked<TextPart> {
        match &part {
            TextPart::Place(Place::Kept(_)) => return Err(self.unchosen_point(span)),
            TextPart::Member(_, member) if !is_written_member(member) => {}
            _ => return Ok(part),
        }
        let hint = "name an argument of the move, `me`, or a player or row by name";
        Err(self.error(not_chosen(span).hint(hint)))
    }
}

impl Resolver<'_> {
    /// Refuses the point of a loop in a text: people type what they choose.
    fn unchosen_point(&mut self, span: Span) -> ErrorGuaranteed {
        let message = "the text of a move cannot contain the point of a `for`";
        let diagnostic = Diagnostic::error("E0264", span, message);
        self.error(diagnostic.hint(
            "make it an argument with one choice: `there in p` in the move, and `{there}` in its text",
        ))
    }
}

/// An elaborated part of a text: words, or the value in braces.
pub(crate) enum Hole {
    Literal(String),
    Typed(Node<Typed>),
}

/// Makes the error that a value in a text does not follow from the move's arguments alone.
fn not_chosen(span: Span) -> Diagnostic {
    let message = "the text of a move cannot depend on the position";
    Diagnostic::error("E0262", span, message)
}

/// Returns whether a number follows from the arguments of a move alone.
fn is_written(num: &Num) -> bool {
    match num {
        Num::Fixed(_) | Num::Arg(_) => true,
        Num::Field(_, item) => is_written_member(&item.kind),
        _ => false,
    }
}

/// Returns whether a player or row follows from the arguments of a move and its chooser.
fn is_written_member(member: &Member) -> bool {
    match member {
        Member::Me | Member::Fixed(_) | Member::Arg(_) => true,
        Member::Next(before) => is_written_member(&before.kind),
        Member::Field(_, values, of) => {
            values.iter().all(Option::is_some) && is_written_member(&of.kind)
        }
        _ => false,
    }
}
