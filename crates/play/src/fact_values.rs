//! The value of a fact in a position, in words.

use crate::Rules;
use crate::StartPosition;
use crate::reference::{Evaluator, points_of};
use crate::scenario::condition;
use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::{Fault, Fuel};
use linstock_model::{Model, Node, Num, Set, Truth};

/// The most points of a set that are named.
const NAMED: usize = 12;

/// Returns the value of a fact without arguments, at the start of a game or in a position. Returns `None` if it cannot be
/// evaluated, takes more than the fuel of texts, or has no words.
#[must_use]
pub fn fact_in_words(
    (sources, choices): (&Sources, &Choices),
    given: Option<&StartPosition>,
    fact: &str,
) -> Option<String> {
    let rules = Rules::load(sources, choices).ok()?;
    let meant = FactMeaning::of(sources, (choices, rules.model()), fact)?;
    fact_value(&rules, given, &meant).ok()
}

/// The meaning of a fact.
enum FactMeaning {
    Truth(Node<Truth>),
    Set(Node<Set>),
    Number(Node<Num>),
}

impl FactMeaning {
    /// Tries to read a fact as each type in turn, by a condition for each.
    fn of(sources: &Sources, checked: (&Choices, &Model), fact: &str) -> Option<Self> {
        let read = |text: String| condition::read(sources, checked, ("fact", &text)).ok();
        if let Some(Truth::Compare(_, number, _)) = read(format!("{fact} < 0")).map(|c| c.kind) {
            return Some(Self::Number(*number));
        }
        if let Some(Truth::SameSet(set, _)) = read(format!("{fact} is everything")).map(|c| c.kind)
        {
            return Some(Self::Set(*set));
        }
        read(fact.to_owned()).map(Self::Truth)
    }
}

fn fact_value(
    rules: &Rules,
    given: Option<&StartPosition>,
    meant: &FactMeaning,
) -> Result<String, Fault> {
    let state = match given {
        Some(given) => rules.set_up(&given.phase, given.to_move, &given.table)?,
        None => rules.start()?,
    };
    let table = rules.spell_out(&state);
    let fuel = Fuel::of_texts();
    let mut evaluator = Evaluator::new(rules.model(), &table, &fuel);
    evaluator.scripts = rules.scripts.as_deref();
    Ok(match meant {
        FactMeaning::Truth(truth) if evaluator.truth(truth)? => "it holds".to_owned(),
        FactMeaning::Truth(_) => "it does not hold".to_owned(),
        FactMeaning::Number(number) => format!("it is {}", evaluator.num(number)?),
        FactMeaning::Set(set) => {
            let points = evaluator.set(set)?;
            let board = rules.model().board.as_ref();
            let names = points_of(&points).filter_map(|point| board.map(|board| board.name(point)));
            format!("it is {}", listed(names.collect()))
        }
    })
}

fn listed(mut names: Vec<String>) -> String {
    let count = names.len();
    match names.as_slice() {
        [] => return "nothing".to_owned(),
        [one] => return one.clone(),
        _ => {}
    }
    if count > NAMED {
        names.truncate(NAMED);
        return format!("{count} points: {} …", names.join(", "));
    }
    format!("{count} points: {}", names.join(", "))
}
