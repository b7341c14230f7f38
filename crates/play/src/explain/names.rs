//! Names for sets, numbers and remembered values, and the rules' own words for things without a name.

use crate::explain::describe::{Explainer, all_pieces};
use crate::reference::{NumParts, Proof, SeenMemory, SetParts, Whose, WithParts, points_of};
use crate::wording;
use crate::wording::reasons::HowMany;
use linstock_base::Span;
use linstock_model::{FiniteDomain, Member, Num, Point, Set};

impl Explainer<'_> {
    /// Returns a set in words, if there are short ones.
    pub(crate) fn set_name(&self, proof: &Proof<'_, Set>) -> Option<String> {
        if let Some(title) = self.title_of(proof.node.span) {
            return Some(title);
        }
        match &*proof.parts {
            SetParts::Pieces(kinds, owner) => Some(self.pieces(kinds, owner)),
            SetParts::Memory(memory) => Some(self.memory(memory)),
            SetParts::At(place) => Some(self.place(*place)),
            SetParts::Line(line) => Some(self.line(line.line)),
            SetParts::Or(parts) if all_pieces(parts) => {
                let names: Vec<String> = parts.iter().filter_map(|p| self.set_name(p)).collect();
                Some(self.say().either(&names))
            }
            SetParts::If(_, chosen) => self.set_name(chosen),
            SetParts::Region(of) => self.region_name(proof.node.span, of),
            SetParts::Fixed => {
                let of_row = self.field_of_row(proof);
                of_row.or_else(|| self.quote(proof.node.span))
            }
            _ => self.quote(proof.node.span),
        }
    }

    /// Returns a region by its name and owner: `home of ann`, `boxes of s-f`.
    pub(super) fn region_name(&self, span: Span, of: &Proof<'_, Member>) -> Option<String> {
        let sources = self.sources?;
        let (_, source) = sources.iter().find(|(file, _)| *file == span.file)?;
        let (name, _) = source.text.get(span.range())?.split_once(" of ")?;
        let name = self.model.title(name.trim());
        Some(self.say().zone_of(name, &self.item(of, of)))
    }

    /// Returns the title of a place in the rules, if the rules give one.
    pub(super) fn title_of(&self, span: Span) -> Option<String> {
        let sources = self.sources?;
        let (_, source) = sources.iter().find(|(file, _)| *file == span.file)?;
        let text: Vec<_> = source.text.get(span.range())?.split_whitespace().collect();
        let text = text.join(" ");
        let inner = text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        let title = |text: &str| self.model.sheet.title_of_text(text);
        let title = title(&text).or_else(|| inner.and_then(title));
        title.map(ToOwned::to_owned)
    }

    /// Returns the rules' own words: a name as it is, anything longer in quotes. Words whose meaning differs from point
    /// to point are filled in, or dropped if they cannot be.
    pub(crate) fn quote(&self, span: Span) -> Option<String> {
        let sources = self.sources?;
        let (_, source) = sources.iter().find(|(file, _)| *file == span.file)?;
        let text: Vec<_> = source.text.get(span.range())?.split_whitespace().collect();
        let text = text.join(" ");
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if text.is_empty() || text.split(|c| !is_name(c)).any(|word| word == "it") {
            return None;
        }
        let operator = |word: &str| ["count", "and", "or", "is", "not", "except"].contains(&word);
        let plain = text.chars().all(|c| is_name(c) || c == ' ');
        Some(if plain && !text.split(' ').any(operator) {
            text
        } else {
            wording::quoted(&text)
        })
    }

    pub(super) fn memory(&self, seen: &SeenMemory<'_, WithParts>) -> String {
        let known = self.model.memories.get(seen.memory.memory.index());
        let name = known.map_or("", |known| self.model.title(&known.name));
        let Some(of) = &seen.of else {
            return name.to_owned();
        };
        let finite_domain = known.and_then(|known| known.per);
        let member = |finite_domain: FiniteDomain, at: Option<u8>| match at {
            Some(at) => self
                .model
                .title(self.model.member(finite_domain, at))
                .to_owned(),
            None => self.say().nobody(),
        };
        match (of, finite_domain) {
            (Whose::Pair(first, second, _), Some(finite_domain)) => {
                let second_domain = known.and_then(|known| known.second.as_ref());
                let second_domain =
                    second_domain.map_or(finite_domain, |second| second.finite_domain);
                let first = self
                    .say()
                    .zone_of(name, &member(finite_domain, first.value));
                self.say()
                    .zone_of(&first, &member(second_domain, second.value))
            }
            (Whose::Member(of), Some(finite_domain)) => {
                self.say().zone_of(name, &member(finite_domain, of.value))
            }
            _ => {
                let at = of.index().and_then(Point::nth);
                let at = at.map_or_else(|| self.say().nobody(), |at| self.point(at));
                self.say().zone_of(name, &at)
            }
        }
    }

    /// Returns a number in words, with its value.
    pub(super) fn num(&self, proof: &Proof<'_, Num>) -> String {
        let value = proof.value;
        let name = self.num_name(proof);
        name.map_or_else(|| value.to_string(), |name| format!("{value} ({name})"))
    }

    /// Returns the name of a number, if it is more than a figure.
    pub(crate) fn num_name(&self, proof: &Proof<'_, Num>) -> Option<String> {
        if let Some(title) = self.title_of(proof.node.span) {
            return Some(title);
        }
        match &*proof.parts {
            NumParts::Fixed => None,
            NumParts::Count(set) if self.is_called(set) => {
                Some(self.say().number_of_all(&self.noun(set, HowMany::Several)?))
            }
            NumParts::Size(zone) => Some(self.say().what_lies_in(&self.zone_name(zone))),
            NumParts::If(_, chosen) => self.num_name(chosen),
            NumParts::Memory(memory) => Some(self.memory(memory)),
            NumParts::Arg(arg) => self.argument(*arg).map(|arg| arg.name.clone()),
            NumParts::Count(set) => match self.noun(set, HowMany::Several) {
                Some(noun) => Some(self.say().number_of_all(&noun)),
                None => {
                    let words = self.quote(proof.node.span);
                    words.or_else(|| Some(self.counted(set)))
                }
            },
            _ => self.quote(proof.node.span),
        }
    }

    /// Names the counted pieces and their points, for words whose meaning differs from point to point.
    fn counted(&self, set: &Proof<'_, Set>) -> String {
        let names: Vec<_> = points_of(&set.value).map(|at| self.point(at)).collect();
        let pieces = if let SetParts::And(parts) = &*set.parts {
            parts.iter().find(|part| self.is_called(part))
        } else {
            None
        };
        let what = pieces.and_then(|pieces| self.set_name(pieces));
        self.say().number_of(what.as_deref(), &names)
    }

    /// Returns whether a set has a name of its own in words.
    pub(super) fn is_called(&self, set: &Proof<'_, Set>) -> bool {
        match &*set.parts {
            SetParts::Pieces(..) | SetParts::Memory(_) => true,
            SetParts::Or(parts) => all_pieces(parts),
            _ => false,
        }
    }
}
