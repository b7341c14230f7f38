//! The text of a clause under the options.

use crate::expr::typed::Typed;
use crate::names::Scope;
use crate::names::nouns::Noun;
use crate::names::option_value::OptionValue;
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::listed;
use linstock_base::{Diagnostic, Span};
use linstock_model::{NO_NUMBER, Node, Num, Truth};
use linstock_syntax::ast::{Expr, ExprKind, Name, Template, TemplatePart, Wording};

impl<'a> Resolver<'a> {
    /// Returns the text under the options, with the names of the options that it depends on. Every wording is
    /// checked, also those not used.
    pub(super) fn wording(&mut self, wording: &Wording) -> (Checked<String>, Vec<String>) {
        let used = std::mem::take(&mut self.names.used);
        let said = self.sentence_of(wording);
        let asked = std::mem::replace(&mut self.names.used, used);
        let names = self.names.options.iter().map(|option| option.text.clone());
        let options: Vec<String> = names.filter(|name| asked.contains(name)).collect();
        // An option that only a clause reads decides nothing; a number that only a clause reads is read.
        let others = asked.into_iter().filter(|name| !options.contains(name));
        self.names.used.extend(others);
        (said, options)
    }

    fn sentence_of(&mut self, wording: &Wording) -> Checked<String> {
        let mut said: Option<Checked<String>> = None;
        let mut complete = Ok(());
        for (text, cond) in &wording.cases {
            let text = self.filled_in(text);
            complete = complete.and(text.as_ref().map(|_| ()).map_err(|why| *why));
            match self.settled(cond) {
                Ok(true) => said = said.or(Some(text)),
                Ok(false) => {}
                Err(reported) => complete = Err(reported),
            }
        }
        let last = self.filled_in(&wording.last);
        complete?;
        said.unwrap_or(last)
    }

    /// Returns whether a condition that the options decide holds.
    fn settled(&mut self, cond: &Expr) -> Checked<bool> {
        match self.truth(cond, &Scope::default())?.kind {
            Truth::Fixed(holds) => Ok(holds),
            _ => Err(self.not_settled(cond.span)),
        }
    }

    fn not_settled(&mut self, span: Span) -> ErrorGuaranteed {
        let options = self.names.options.iter().map(|o| o.text.as_str());
        let listed = listed("options", options);
        let message = "a text of the rulebook can depend only on options and fixed numbers";
        let diagnostic = Diagnostic::error("E0306", span, message)
            .hint("the rulebook is the same during the whole game: use options here");
        self.error(diagnostic.hint(listed))
    }

    /// Fills in a text: `{shift-limit}` is the value of the option.
    pub(super) fn filled_in(&mut self, text: &Template) -> Checked<String> {
        let parts = text.parts.iter();
        parts.map(|part| self.filled_part(part)).collect()
    }

    fn filled_part(&mut self, part: &TemplatePart) -> Checked<String> {
        let hole = match part {
            TemplatePart::Literal(text) => return Ok(text.clone()),
            TemplatePart::Hole(hole) => hole,
        };
        if let Some(text) = self.option_text(hole) {
            return Ok(text);
        }
        match self.infer(hole, &Scope::default())? {
            Node {
                kind: Typed::Number(Num::Fixed(number)),
                ..
            } => Ok(match number {
                NO_NUMBER => "none".to_owned(),
                number => number.to_string(),
            }),
            _ => Err(self.not_settled(hole.span)),
        }
    }

    /// Returns the value of an option as people write it.
    fn option_text(&mut self, hole: &Expr) -> Option<String> {
        let ExprKind::Word(word) = &hole.kind else {
            return None;
        };
        let name = Name {
            text: word.clone(),
            span: hole.span,
        };
        let is_called = self.is_called(Noun::Option, &name);
        let at = self.names.options.iter().position(is_called)?;
        let number = |n: &i64| match *n {
            NO_NUMBER => "none".to_owned(),
            n => n.to_string(),
        };
        let text = match &self.names.options[at].what {
            OptionValue::Truth(true) => "yes".to_owned(),
            OptionValue::Truth(false) => "no".to_owned(),
            OptionValue::Num(n) => n.to_string(),
            OptionValue::Seat(seat) => self.names.players[seat.index()].text.clone(),
            OptionValue::Nothing => "none".to_owned(),
            OptionValue::Word(word) => word.clone(),
            OptionValue::List(list) => list.iter().map(number).collect::<Vec<_>>().join(" "),
            OptionValue::Fraction(above, 1) => above.to_string(),
            OptionValue::Fraction(above, below) => format!("{above}/{below}"),
            OptionValue::Broken => String::new(),
        };
        let name = self.names.options[at].text.clone();
        self.names.used.insert(name);
        Some(text)
    }
}
