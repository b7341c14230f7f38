//! An index of the declarations and uses of each name in a ruleset. It needs only syntax trees, so there is an index while a
//! text is being written and half of it is wrong.
//!
//! A name is resolved as `Names` of the crate `linstock-check` does: first local names, then declarations, sort by sort. Words
//! without a declaration, such as points and words of the language, are not in the index.

mod declarations;
mod expressions;
mod part_edits;
mod scenarios;
mod statements;
#[cfg(test)]
mod tests;
mod uses;

use linstock_base::{FileId, Span};
pub use linstock_check::Noun;
pub use linstock_check::Sort;
use linstock_check::vocabulary;
use linstock_syntax::ast::{Name, QuotedText, RulesFile, ScenarioFile, Tag};
use rustc_hash::FxHashMap;

/// A thing with a name.
#[derive(Clone, Debug)]
pub struct IndexedSymbol {
    /// Its sort.
    pub sort: Sort,
    /// Its name.
    pub text: String,
    /// The whole of its first declaration.
    pub whole: Option<Span>,
    /// The clauses that its declarations carry.
    pub tags: Vec<String>,
    /// Its description in words: the purpose of an option, the text of a clause, or the text that people read instead of the
    /// name.
    pub said: Option<String>,
}

/// The number of a symbol in its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(usize);

/// A place of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The span of the name alone.
    pub span: Span,
    /// The symbol that it names.
    pub symbol: SymbolId,
    /// This place declares it.
    pub declares: bool,
}

/// All names of some texts.
#[derive(Clone, Debug, Default)]
pub struct Index {
    symbols: Vec<IndexedSymbol>,
    /// Sorted by place.
    occurrences: Vec<Occurrence>,
    /// The spans of moves as players type them: names in them are words of moves, not names.
    typed: Vec<Span>,
}

impl Index {
    /// Makes the index of rule texts and scenario files.
    pub fn new<'t>(
        rules: impl IntoIterator<Item = &'t RulesFile> + Clone,
        scenarios: impl IntoIterator<Item = &'t ScenarioFile>,
    ) -> Self {
        let mut indexer = Indexer::default();
        for file in rules.clone() {
            indexer.declare_file(file);
        }
        for file in rules.clone() {
            indexer.file(file);
        }
        // `words` declarations name holes of moves, so moves come first.
        for file in rules.clone() {
            indexer.words_of(file);
            indexer.looks_of(file);
        }
        for file in rules {
            indexer.parts_of(file);
        }
        for file in scenarios {
            indexer.scenarios(file);
        }
        let mut index = indexer.index;
        index.order();
        index
    }

    fn order(&mut self) {
        self.occurrences.sort_by_key(|found| {
            let Span { file, start, end } = found.span;
            (file, start, end, !found.declares, found.symbol)
        });
        self.occurrences
            .dedup_by_key(|found| (found.span, found.symbol));
    }

    /// Adds a symbol without a declaration.
    pub fn enter(&mut self, symbol: IndexedSymbol) -> SymbolId {
        let id = SymbolId(self.symbols.len());
        self.symbols.push(symbol);
        id
    }

    /// Adds occurrences of names outside rules and scenarios.
    pub fn add(&mut self, occurrences: impl IntoIterator<Item = Occurrence>) {
        self.occurrences.extend(occurrences);
        self.order();
    }

    /// Finds a symbol by name, in the first of some sorts that has one.
    #[must_use]
    pub fn find_any(&self, sorts: &[Sort], text: &str) -> Option<SymbolId> {
        let named = self.symbols().filter(|(_, symbol)| symbol.text == text);
        let ranked = named.filter_map(|(id, symbol)| {
            let rank = sorts.iter().position(|sort| *sort == symbol.sort)?;
            Some((rank, id))
        });
        ranked.min().map(|(_, id)| id)
    }

    /// Returns a symbol.
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> &IndexedSymbol {
        &self.symbols[id.0]
    }

    /// Returns all symbols.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &IndexedSymbol)> {
        (0..).map(SymbolId).zip(&self.symbols)
    }

    /// Returns the name at a place, or ending there.
    #[must_use]
    pub fn at(&self, file: FileId, byte: usize) -> Option<&Occurrence> {
        let beyond = self
            .occurrences
            .partition_point(|found| (found.span.file, found.span.start as usize) <= (file, byte));
        let before = self.occurrences.get(..beyond)?.iter().rev();
        let here = |found: &&Occurrence| found.span.file == file && found.span.range().end >= byte;
        // A range of tags names several clauses in one place: this takes the first.
        let found = before.take(8).find(here)?;
        self.in_file(file).find(|first| first.span == found.span)
    }

    /// Returns all occurrences of a symbol, in the order of the texts.
    pub fn of(&self, symbol: SymbolId) -> impl Iterator<Item = &Occurrence> {
        let all = self.occurrences.iter();
        all.filter(move |found| found.symbol == symbol)
    }

    /// Returns all names of a text, in order.
    pub fn in_file(&self, file: FileId) -> impl Iterator<Item = &Occurrence> {
        let from = self
            .occurrences
            .partition_point(|found| found.span.file < file);
        let rest = self.occurrences.get(from..).unwrap_or_default().iter();
        rest.take_while(move |found| found.span.file == file)
    }

    /// Finds a symbol by its sort and name.
    #[must_use]
    pub fn find(&self, sort: Sort, text: &str) -> Option<SymbolId> {
        let mut symbols = self.symbols();
        let found = symbols.find(|(_, symbol)| symbol.sort == sort && symbol.text == text);
        found.map(|(id, _)| id)
    }

    /// Returns the spans of moves as players type them.
    #[must_use]
    pub fn typed(&self) -> &[Span] {
        &self.typed
    }
}

/// The sorts that a word in an expression may have, in the order of lookup. The first twelve can begin a value.
const WORDS: [Sort; 16] = [
    Sort::Declared(Noun::Player),
    Sort::Declared(Noun::Piece),
    Sort::Declared(Noun::Layer),
    Sort::Declared(Noun::Line),
    Sort::Declared(Noun::Option),
    Sort::Declared(Noun::Region),
    Sort::Declared(Noun::Memory),
    Sort::Declared(Noun::Fact),
    Sort::Declared(Noun::List),
    Sort::Declared(Noun::Zone),
    Sort::Declared(Noun::Row),
    Sort::Field,
    Sort::Declared(Noun::Move),
    Sort::Declared(Noun::Drawing),
    Sort::Declared(Noun::Phase),
    Sort::Value,
];

/// Returns the sorts of names that can begin a value in an expression.
#[must_use]
pub fn sorts_of_values() -> &'static [Sort] {
    &WORDS[..12]
}

/// Makes an index.
#[derive(Default)]
struct Indexer {
    index: Index,
    /// The declared symbols, by sort and name.
    known: FxHashMap<(Sort, String), SymbolId>,
    /// The local names in scope, the innermost last.
    locals: Vec<(String, SymbolId)>,
    /// The names in the head of each move, by the move's name.
    of_moves: FxHashMap<(String, String), SymbolId>,
    /// The whole span of the declarations that are entered now.
    extent: Span,
}

impl Indexer {
    /// Returns the symbol of a sort and name; makes one if there is none.
    fn symbol(&mut self, sort: Sort, text: &str) -> SymbolId {
        let key = (sort, text.to_owned());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let id = self.fresh(sort, text);
        self.known.insert(key, id);
        id
    }

    fn fresh(&mut self, sort: Sort, text: &str) -> SymbolId {
        self.index.enter(IndexedSymbol {
            sort,
            text: text.to_owned(),
            whole: None,
            tags: Vec::new(),
            said: None,
        })
    }

    /// Adds a declaration whose whole span is `extent`.
    fn declare(&mut self, sort: Sort, name: &Name, tags: &[Tag]) -> SymbolId {
        let id = self.symbol(sort, &name.text);
        self.note(id, name.span, true);
        let extent = self.extent;
        let symbol = &mut self.index.symbols[id.0];
        symbol.whole.get_or_insert(extent);
        for tag in tags {
            if !symbol.tags.contains(&tag.text) {
                symbol.tags.push(tag.text.clone());
            }
        }
        id
    }

    fn say(&mut self, id: SymbolId, text: &str) {
        let said = &mut self.index.symbols[id.0].said;
        said.get_or_insert_with(|| text.to_owned());
    }

    fn note(&mut self, symbol: SymbolId, span: Span, declares: bool) {
        self.index.occurrences.push(Occurrence {
            span,
            symbol,
            declares,
        });
    }

    /// Adds a local name, which is in scope until [`Self::leave`].
    fn local(&mut self, name: &Name) -> SymbolId {
        let id = self.fresh(Sort::Local, &name.text);
        self.index.symbols[id.0].whole = Some(self.extent);
        self.note(id, name.span, true);
        self.locals.push((name.text.clone(), id));
        id
    }

    /// Removes all local names from scope, except for the first `locals`.
    fn leave(&mut self, locals: usize) {
        self.locals.truncate(locals);
    }

    /// Records the use of a name of a known sort.
    fn uses(&mut self, sort: Sort, name: &Name) {
        if let Some(&id) = self.known.get(&(sort, name.text.clone())) {
            self.note(id, name.span, false);
        }
    }

    /// Records a word, if it is a name.
    fn word(&mut self, text: &str, span: Span) {
        let mut locals = self.locals.iter().rev();
        if let Some((_, id)) = locals.find(|(local, _)| local == text) {
            let id = *id;
            return self.note(id, span, false);
        }
        if let Some(id) = self.meant(text) {
            self.note(id, span, false);
        }
    }

    fn name(&mut self, name: &Name) {
        self.word(&name.text, name.span);
    }

    /// Resolves a word to a declaration. If a move has the name of a word of the language, such as a direction, that word wins.
    fn meant(&self, text: &str) -> Option<SymbolId> {
        let of_language = vocabulary::is_word_of_language(text);
        let mut sorts = WORDS
            .iter()
            .filter(|sort| !of_language || **sort != Sort::Declared(Noun::Move));
        sorts.find_map(|sort| self.known.get(&(*sort, text.to_owned())).copied())
    }

    /// Records the names in a raw text, such as the value of an option.
    fn raw(&mut self, text: &QuotedText) {
        for (span, word) in words(text) {
            self.word(word, span);
        }
    }

    fn tags(&mut self, tags: &[Tag]) {
        for tag in tags {
            let id = self.symbol(Sort::Clause, &tag.text);
            self.note(id, tag.span, false);
        }
    }
}

/// Returns the span from a name to the end of a quoted text, including the closing quote.
fn up_to(name: Span, text: Span) -> Span {
    Span::new(name.file, name.range().start, text.range().end + 1)
}

/// Returns the words of a text, each with its span.
fn words(text: &QuotedText) -> impl Iterator<Item = (Span, &str)> {
    let joins = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.value.split(move |c: char| !joins(c));
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| {
        let at = word.as_ptr().addr() - text.value.as_ptr().addr();
        let start = text.span.range().start + at;
        (Span::new(text.span.file, start, start + word.len()), word)
    })
}

/// Returns the meaning of a word of the language, and an example.
#[must_use]
pub fn word_of_language(text: &str) -> Option<(&'static str, &'static str)> {
    let (entry, _) = vocabulary::word(text)?;
    Some((entry.meaning, entry.example))
}

/// Returns the forms of expressions with a keyword, each with its meaning and an example.
pub fn forms_of_expressions(
    keyword: &str,
) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let forms = vocabulary::forms_with(keyword);
    forms.map(|form| (form.name, form.meaning, form.example))
}

/// Returns the words of the language that have a meaning of their own.
pub fn words_of_language() -> impl Iterator<Item = &'static str> {
    vocabulary::words()
}
