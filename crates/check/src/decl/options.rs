//! Options: their possible values, their defaults, and the choices.

use crate::Choices;
use crate::decl::mistakes::{descending, listed_twice};
use crate::names::nouns::Noun;
use crate::names::option_value::OptionValue;
use crate::names::{Named, Names};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::listed;
use linstock_base::{Diagnostic, Span, similar};
use linstock_model::{GameOption, NO_NUMBER, TagId};
use linstock_syntax::ast::{
    DeclKind, Name, NumberList, NumberRange, OptionChoice, OptionDecl, Players,
};

impl<'a> Resolver<'a> {
    /// Resolves the options under the choices; wrong choices are reported without a span.
    pub(crate) fn options(&mut self, choices: &Choices) -> Checked<Vec<GameOption>> {
        let mut options = Vec::new();
        let mut complete = Ok(());
        for decl in self.decls() {
            if let DeclKind::Options(list) = &decl.kind {
                for option in list {
                    match self.option(option, choices) {
                        Ok(resolved) => options.push(resolved),
                        Err(reported) => complete = Err(reported),
                    }
                }
            }
        }
        for (name, _) in &choices.options {
            if !options.iter().any(|o| o.name == *name) && !self.names.broken.contains(name) {
                let known = options.iter().map(|o| o.name.as_str());
                let unknown = Diagnostic::general("E0270", format!("there is no option `{name}`"))
                    .maybe_did_you_mean(similar(name, known.clone()))
                    .hint(listed("options", known));
                complete = Err(self.error(unknown));
            }
        }
        let (default, set): (Vec<_>, Vec<_>) = options.iter().partition(|o| o.value == o.default);
        let of_set = |tag: &TagId| set.iter().any(|option| option.tags.contains(tag));
        let of_default = default.iter().flat_map(|option| &option.tags).copied();
        self.names.of_defaults = of_default.filter(|tag| !of_set(tag)).collect();
        complete.map(|()| options)
    }

    /// Removes the players who are absent under the choices.
    pub(crate) fn count_players(&mut self, decl: &Players, choices: &Choices) {
        let named = self.names.players.len();
        let counts = decl.count.map(|NumberRange { least, most, span }| {
            let count = |n| usize::try_from(n).ok().filter(|n| (1..=named).contains(n));
            (count(least).zip(count(most)).filter(|(l, m)| l <= m), span)
        });
        self.player_counts = match counts {
            None => (named, named),
            Some((Some(counts), _)) => counts,
            Some((None, span)) => {
                let message = format!(
                    "the numbers of players must be within 1..{named}, because {named} players are named"
                );
                let diagnostic = Diagnostic::error("E0271", span, message);
                self.report(diagnostic.hint("as in: players 2..4 of anna, ben, cleo, dan"));
                (named, named)
            }
        };
        let (least, most) = self.player_counts;
        let playing = choices.players.unwrap_or(least).clamp(least, most);
        let absent = self.names.players.drain(playing.min(named)..);
        self.names.absent = absent.map(|player| player.text).collect();
    }

    /// Reports a number of players that the game does not allow.
    pub(crate) fn check_player_count(&mut self, choices: &Choices) {
        let (least, most) = self.player_counts;
        if let Some(wanted) = choices
            .players
            .filter(|n| !(least..=most).contains(n) && most > 0)
        {
            let counts = if least == most {
                least.to_string()
            } else {
                format!("{least} to {most}")
            };
            let message = format!("the game is for {counts} players, not for {wanted}");
            self.report(
                Diagnostic::general("E0272", message)
                    .hint(format!("leave out the number, or write {least}")),
            );
        }
    }

    fn option(&mut self, decl: &'a OptionDecl, choices: &Choices) -> Checked<GameOption> {
        let allowed = self.choices_text(decl);
        self.check_choices(decl);
        let default = self.option_default(decl)?;
        let name = self.canonical(Noun::Option, &decl.name).into_owned();
        let mut chosen = choices.options.iter().rev();
        let chosen = chosen.find(|(n, _)| *n == name).map(|(_, v)| normal(v));
        if let Some(value) = chosen.as_ref().filter(|v| self.value_of(decl, v).is_none()) {
            let wrong = self.out_of_range(decl, value, None);
            self.report(wrong);
        }
        let value = chosen.unwrap_or_else(|| default.clone());
        let meaning = self.value_of(decl, &value).unwrap_or(OptionValue::Broken);
        let value = plainly(value, &meaning);
        self.declare(
            Noun::Option,
            &decl.name,
            &decl.tags,
            (|n: &mut Names<'a>| &mut n.options, meaning),
        );
        let declared = self.names.options.last();
        let tags = declared.map(|n: &Named<OptionValue>| n.tags.clone());
        Ok(GameOption {
            name,
            value,
            samples: self.samples(decl, &default),
            default,
            choices: allowed,
            doc: decl.doc.value.clone(),
            tags: tags.unwrap_or_default(),
        })
    }

    /// Returns the default of an option: the declared one, or the first of its choices.
    fn option_default(&mut self, decl: &'a OptionDecl) -> Checked<String> {
        if (decl.list.is_some() || decl.fraction.is_some()) && decl.default.is_none() {
            let (what, hint) = match decl.list {
                Some(_) => ("a list of numbers", "list of 3 in 0..9 = 4 3 3"),
                None => ("a fraction", "fraction in 0..1 = 1/6"),
            };
            let message = format!("an option that is {what} needs a default value");
            let diagnostic = Diagnostic::error("E0273", decl.name.span, message);
            self.names.broken.push(decl.name.text.clone());
            let hint = format!("write its default after `=`: {hint}");
            return Err(self.error(diagnostic.hint(hint)));
        }
        let Some(text) = &decl.default else {
            let first = decl.choices.first().map(|c| match c {
                OptionChoice::Word(word) => self.choice_word(word),
                OptionChoice::Range { least, .. } => least.to_string(),
            });
            return first.ok_or_else(|| self.excused(decl.name.span));
        };
        let value = normal(&text.value);
        let meaning = self.value_of(decl, &value);
        if meaning.is_none() {
            let wrong = self.out_of_range(decl, &value, Some(text.span));
            self.report(wrong);
        }
        Ok(plainly(value, &meaning.unwrap_or(OptionValue::Broken)))
    }

    /// Returns values of an option that are worth a trial.
    fn samples(&self, decl: &OptionDecl, default: &str) -> Vec<String> {
        if let Some(NumberRange { least, most, .. }) = decl.fraction {
            return vec![least.to_string(), most.to_string()];
        }
        if decl.list.is_some() {
            // The reverse keeps the length and the sum, and probably makes sense.
            let turned: Vec<_> = default.split_whitespace().rev().collect();
            return vec![turned.join(" ")];
        }
        let each = decl.choices.iter().flat_map(|choice| match choice {
            OptionChoice::Word(word) => vec![self.choice_word(word)],
            OptionChoice::Range { least, most, .. } if least == most => vec![least.to_string()],
            OptionChoice::Range { least, most, .. } => vec![least.to_string(), most.to_string()],
        });
        each.collect()
    }

    /// Reports descending ranges, and values that are listed twice.
    fn check_choices(&mut self, decl: &OptionDecl) {
        let mut seen: Vec<String> = Vec::new();
        for choice in &decl.choices {
            let (text, span) = match choice {
                OptionChoice::Range { least, most, span } if least > most => {
                    let wrong = descending(*span, (*least, *most));
                    self.report(wrong.suggest(&format!("{most}..{least}")));
                    continue;
                }
                OptionChoice::Range { least, most, span } => (format!("{least}..{most}"), *span),
                OptionChoice::Word(word) => (word.text.clone(), word.span),
            };
            if seen.contains(&text) {
                self.report(listed_twice(span, &text).hint("name each value once"));
            }
            seen.push(text);
        }
    }

    /// Returns the current spelling of a choice: a player may have been renamed.
    fn choice_word(&self, word: &Name) -> String {
        self.canonical(Noun::Player, word).into_owned()
    }

    /// Returns the words among an option's values.
    pub(crate) fn option_words(&self, name: &str) -> Vec<String> {
        let decl = self.option_decl(name);
        decl.map(|d| d.choices.iter().filter_map(|c| self.word_of(c)).collect())
            .unwrap_or_default()
    }

    /// Returns whether an option is a list of numbers that may hold `none`.
    pub(crate) fn may_hold_none(&self, option: usize) -> bool {
        let decl = self.option_decl(&self.names.options[option].text);
        let list = decl.and_then(|decl| decl.list.as_ref());
        list.is_some_and(|list| list.or_none)
    }

    fn option_decl(&self, name: &str) -> Option<&'a OptionDecl> {
        let lists = self.decls().filter_map(|d| match &d.kind {
            DeclKind::Options(list) => Some(list),
            _ => None,
        });
        lists
            .flatten()
            .find(|o| self.canonical(Noun::Option, &o.name) == name)
    }

    /// Returns the place where an option is declared.
    pub(crate) fn option_place(&self, name: &str) -> Option<Span> {
        self.option_decl(name).map(|decl| decl.name.span)
    }

    /// Returns whether an option has players among its values, present or absent.
    pub(crate) fn may_name_a_player(&self, option: usize) -> bool {
        let names = &self.names;
        let words = self.option_words(&names.options[option].text);
        let is_player = |word: &String| {
            names.absent.contains(word) || names.players.iter().any(|player| player.text == *word)
        };
        words.iter().any(is_player)
    }

    /// Returns whether each value of an option names one or more directions.
    pub(crate) fn names_only_directions(&self, option: usize) -> bool {
        let words = self.option_words(&self.names.options[option].text);
        words.iter().all(|word| self.directions(word).is_some())
    }

    fn choices_text(&self, decl: &OptionDecl) -> String {
        let text = |c: &OptionChoice| match c {
            OptionChoice::Word(word) => self.choice_word(word),
            OptionChoice::Range { least, most, .. } if least == most => least.to_string(),
            OptionChoice::Range { least, most, .. } => format!("{least}..{most}"),
        };
        decl.choices
            .iter()
            .map(text)
            .chain(decl.list.iter().map(numbers_wanted))
            .chain(decl.fraction.iter().map(fraction_wanted))
            .collect::<Vec<_>>()
            .join(" | ")
    }

    /// Returns the meaning of a value of an option; `None` if the value is not allowed.
    fn value_of(&self, decl: &OptionDecl, value: &str) -> Option<OptionValue> {
        if let Some(list) = &decl.list {
            return numbers(list, value).map(OptionValue::List);
        }
        if let Some(NumberRange { least, most, .. }) = decl.fraction {
            return fraction(value)
                .filter(|(n, d)| least.saturating_mul(*d) <= *n && *n <= most.saturating_mul(*d))
                .map(|(n, d)| OptionValue::Fraction(n, d));
        }
        if self.names.absent.iter().any(|absent| absent == value) {
            return None;
        }
        decl.choices.iter().find_map(|choice| match choice {
            OptionChoice::Range { least, most, .. } => {
                let number: i64 = value.parse().ok()?;
                (*least..=*most)
                    .contains(&number)
                    .then_some(OptionValue::Num(number))
            }
            OptionChoice::Word(word) => (self.choice_word(word) == value).then(|| match value {
                "yes" => OptionValue::Truth(true),
                "no" => OptionValue::Truth(false),
                "none" => OptionValue::Nothing,
                _ => self
                    .player(word)
                    .map_or_else(|| OptionValue::Word(value.to_owned()), OptionValue::Seat),
            }),
        })
    }

    fn out_of_range(&self, decl: &OptionDecl, value: &str, span: Option<Span>) -> Diagnostic {
        let message = format!(
            "the option `{}` cannot be `{value}`",
            self.canonical(Noun::Option, &decl.name)
        );
        let words: Vec<String> = decl
            .choices
            .iter()
            .filter_map(|c| self.word_of(c))
            .collect();
        let mut base = Diagnostic::general("E0276", message);
        base.span = span;
        if let (Some(value), Some(_)) = (value.strip_prefix('='), span) {
            let name = self.canonical(Noun::Option, &decl.name);
            return base.hint(format!("write it without `=`: set {name} {}", value.trim()));
        }
        if words.iter().any(|word| word == value) {
            let playing = self.names.players.len();
            let hint = format!(
                "`{value}` does not play in a game of {playing}: play with more players, or name another one"
            );
            return base.hint(hint);
        }
        base.maybe_did_you_mean(similar(value, words.iter().map(String::as_str)))
            .hint(format!("it can be: {}", self.choices_text(decl)))
    }

    fn word_of(&self, choice: &OptionChoice) -> Option<String> {
        match choice {
            OptionChoice::Word(word) => Some(self.choice_word(word)),
            OptionChoice::Range { .. } => None,
        }
    }
}

/// Returns a description of the allowed lists of numbers.
fn numbers_wanted(list: &NumberList) -> String {
    let NumberRange { least, most, .. } = list.range;
    let none = if list.or_none { " or none" } else { "" };
    let sum = list
        .sum
        .map_or_else(String::new, |n| format!(" that add up to {n}"));
    format!(
        "{} numbers {least}..{most}{none}{sum}, with blanks between them",
        list.length.0
    )
}

/// Returns a description of the allowed fractions.
fn fraction_wanted(range: &NumberRange) -> String {
    let NumberRange { least, most, .. } = range;
    format!("a fraction from {least} to {most}, such as 1/6")
}

/// The greatest numerator or denominator.
const MOST_PARTS: i64 = 1_000_000;

/// Parses a fraction, `1/6`, or a whole number, and reduces it.
fn fraction(value: &str) -> Option<(i64, i64)> {
    let (numerator, denominator) = value.split_once('/').unwrap_or((value, "1"));
    let number = |text: &str| -> Option<i64> {
        let text = text.trim();
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    let (n, d) = (number(numerator)?, number(denominator)?);
    if d == 0 || n > MOST_PARTS || d > MOST_PARTS {
        return None;
    }
    let (mut a, mut b) = (n, d);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some((n / a, d / a))
}

/// Parses a list of numbers; `None` if the option does not allow it.
fn numbers(list: &NumberList, value: &str) -> Option<Vec<i64>> {
    let NumberRange { least, most, .. } = list.range;
    let number = |word: &str| match word {
        "none" if list.or_none => Some(NO_NUMBER),
        _ => word.parse().ok().filter(|n| (least..=most).contains(n)),
    };
    let numbers: Vec<i64> = value
        .split_whitespace()
        .map(number)
        .collect::<Option<_>>()?;
    let sum = numbers.iter().copied().try_fold(0, i64::checked_add);
    let fits = i64::try_from(numbers.len()) == Ok(list.length.0);
    let adds_up = list.sum.is_none_or(|wanted| sum == Some(wanted));
    (fits && adds_up).then_some(numbers)
}

/// Returns a value as the rules write it: `true` and `false` mean `yes` and `no`.
fn normal(value: &str) -> String {
    let joined = value
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase();
    match joined.as_str() {
        "true" => "yes".into(),
        "false" => "no".into(),
        _ => joined,
    }
}

/// Returns a value as it is printed: one number has one text, however it was written (`03`, `+3`).
fn plainly(value: String, meaning: &OptionValue) -> String {
    match meaning {
        OptionValue::Num(number) => number.to_string(),
        OptionValue::Fraction(n, 1) => n.to_string(),
        OptionValue::Fraction(n, d) => format!("{n}/{d}"),
        OptionValue::List(numbers) => {
            let word = |n: &i64| match *n {
                NO_NUMBER => "none".to_owned(),
                n => n.to_string(),
            };
            let words: Vec<_> = numbers.iter().map(word).collect();
            words.join(" ")
        }
        _ => value,
    }
}
