//! Proofs against values: wherever a game comes, everything that its rules ask is worked out both ways.
//!
//! The value of a proof is the plain evaluator's, and it follows from the values of its parts. Clauses that are named are
//! clauses of what was looked at.

use linstock_engine::ir::ScriptAnswer;
use linstock_engine::vm::{Fault, Fuel, Position, Turn};
use linstock_model::visit::{Visitor, Walk as _};
use linstock_model::{
    Arg, ArgValue, AskItem, Domain, Head, Model, MoveRule, Node, Num, PointSet, Set, TagId, Truth,
    Value,
};
use linstock_play::Rules;
use linstock_play::reference::{
    ConditionPart, Evaluator, NumParts, Proof, SetParts, TruthParts, WithParts, points_of,
};
use linstock_play::{Actor, ActorAt, explain::why, notation};
use linstock_testing::games::{
    BALL, CARDS, COLONY, ODD, PARTS, SETTINGS, Setting, WATCHED, one_of,
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The number of moves between two examined positions of a game.
const STRIDE: usize = 7;
/// The number of examined positions of a game.
const POSITIONS: usize = 5;

/// What a condition comes to, or the first difference.
type ComparedCondition = Result<Option<bool>, String>;

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    value: &Result<T, Fault>,
    proof: Result<&T, &Fault>,
) -> Result<(), String> {
    if value.as_ref() == proof {
        return Ok(());
    }
    Err(format!("{what} is {value:?}, and proved to be {proof:?}"))
}

/// Compares the value of a condition with the proof of one that should be the same.
fn compare(
    evaluator: &Evaluator<'_>,
    oracle: &Node<Truth>,
    proved: &Node<Truth>,
) -> ComparedCondition {
    let (value, proof) = (evaluator.truth(oracle), evaluator.prove(proved));
    same("a condition", &value, proof.as_ref().map(|p| &p.value))?;
    proof.iter().try_for_each(truth_follows)?;
    Ok(value.ok())
}

fn compare_sets(evaluator: &Evaluator<'_>, node: &Node<Set>) -> Result<(), String> {
    let (value, proof) = (evaluator.set(node), evaluator.prove(node));
    same("a set", &value, proof.as_ref().map(|p| &p.value))?;
    proof.iter().try_for_each(set_follows)
}

/// Goes through the head of a move with arguments chosen at random, as the oracle has it and as the prover has it.
fn compare_head(
    evaluator: &Evaluator<'_>,
    (oracle, prover): (&MoveRule, &MoveRule),
    random: &mut Pcg64Mcg,
) -> Result<(), String> {
    let mut args = vec![None; oracle.args.len()];
    let given = args.iter_mut().zip(evaluator.args).take(oracle.given);
    given.for_each(|(arg, value)| *arg = *value);
    for (head, other) in oracle.heads.iter().zip(&prover.heads) {
        match (head, other) {
            (Head::When(cond), Head::When(other)) => {
                compare(&evaluator.with(&args), cond, other)?;
            }
            (Head::Arg(id), Head::Arg(_)) => {
                let (arg, other) = (&oracle.args[id.index()], &prover.args[id.index()]);
                let values = compare_domains(&evaluator.with(&args), (arg, other))?;
                let Some(value) = pick(&values, random) else {
                    return Ok(());
                };
                args[id.index()] = Some(*value);
                if let (Some(filter), Some(other)) = (&arg.filter, &other.filter) {
                    compare(&evaluator.with(&args), filter, other)?;
                }
            }
            _ => return Err("the heads differ".to_owned()),
        }
    }
    Ok(())
}

fn compare_domains(
    evaluator: &Evaluator<'_>,
    (oracle, prover): (&Arg, &Arg),
) -> Result<Vec<ArgValue>, String> {
    let values = evaluator.domain(oracle);
    let proof = evaluator.prove_domain(&prover.domain);
    let proved = proof.and_then(|proof| evaluator.values(prover, &proof));
    same("a domain", &values, proved.as_ref())?;
    Ok(values.unwrap_or_default())
}

fn pick<'m, T>(all: &'m [T], random: &mut Pcg64Mcg) -> Option<&'m T> {
    let count = u64::try_from(all.len()).ok().filter(|&count| count > 0)?;
    all.get(usize::try_from(random.next_u64() % count).ok()?)
}

/// Compares every set and condition that a walk meets, no argument being bound.
struct Everything<'e> {
    evaluator: Evaluator<'e>,
    compared: usize,
    wrong: Result<(), String>,
}

impl Visitor for Everything<'_> {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.compared += 1;
        let found = compare(&self.evaluator, truth, truth).map(|_| ());
        self.wrong = std::mem::replace(&mut self.wrong, Ok(())).and(found);
    }

    fn set(&mut self, set: &Node<Set>) {
        self.compared += 1;
        let found = compare_sets(&self.evaluator, set);
        self.wrong = std::mem::replace(&mut self.wrong, Ok(())).and(found);
    }
}

fn compare_everything(evaluator: Evaluator<'_>) -> Result<usize, String> {
    let model = evaluator.model;
    let mut walk = Everything {
        evaluator,
        compared: 0,
        wrong: Ok(()),
    };
    model.play.walk(&mut walk);
    for mv in &model.moves {
        mv.body.walk(&mut walk);
        mv.leaves
            .iter()
            .for_each(|leaves| leaves.cond.walk(&mut walk));
        mv.weigh.iter().for_each(|weigh| weigh.walk(&mut walk));
    }
    model.score.iter().for_each(|score| score.walk(&mut walk));
    walk.wrong.map(|()| walk.compared)
}

/// Compares at one position, the proofs being made by the rules of another model.
fn compare_position(
    (rules, state): (&Rules, &Position),
    prover: &Model,
    random: &mut Pcg64Mcg,
) -> Result<(), String> {
    let (table, args) = (rules.spell_out(state), rules.enclosing_args(state));
    let fuel = Fuel::default();
    let evaluator = Evaluator {
        args: &args,
        scripts: rules.scripts.as_deref(),
        ..Evaluator::new(rules.model(), &table, &fuel)
    };
    for AskItem { mv, cond, .. } in rules.offers(state) {
        if let Some(cond) = cond {
            compare(&evaluator, cond, cond)?;
        }
        let moves = (rules.model().mv(*mv), prover.mv(*mv));
        (0..3).try_for_each(|_| compare_head(&evaluator, moves, random))?;
    }
    Ok(())
}

/// Returns some positions of a random game.
fn positions(rules: &Rules, random: &mut Pcg64Mcg) -> Vec<Position> {
    let mut state = rules.start().expect("the rules start");
    let mut found = vec![state.clone()];
    for ply in 1..STRIDE * POSITIONS {
        let moves = match rules.turn(&state) {
            Turn::Players(seats) => rules.moves(&state, seats[0]).expect("they can be listed"),
            Turn::Chance => rules
                .outcomes(&state)
                .expect("they can be listed")
                .into_iter()
                .map(|(mv, _)| mv)
                .collect(),
            Turn::Over => break,
        };
        let mv = pick(&moves, random).expect("somebody can choose");
        rules.apply(&mut state, *mv).expect("legal");
        if ply % STRIDE == 0 {
            found.push(state.clone());
        }
    }
    found
}

fn all_settings() -> impl Iterator<Item = Setting> {
    let small = SETTINGS.into_iter().chain(ODD).chain(CARDS).chain(PARTS);
    small.chain(COLONY).chain(BALL).chain(WATCHED)
}

#[test]
fn what_is_proved_is_what_is_worked_out() {
    for setting in all_settings().step_by(one_of(2)) {
        let rules = setting.rules();
        let random = &mut Pcg64Mcg::seed_from_u64(1);
        for state in positions(&rules, random) {
            let done = compare_position((&rules, &state), rules.model(), random);
            done.unwrap_or_else(|what| panic!("{setting:?}: {what}"));
        }
    }
}

#[test]
fn so_it_is_of_all_that_the_rules_ask_besides() {
    for setting in all_settings().step_by(one_of(3)) {
        let rules = setting.rules();
        let states = positions(&rules, &mut Pcg64Mcg::seed_from_u64(2));
        for state in states.iter().step_by(POSITIONS - 1) {
            let table = rules.spell_out(state);
            let fuel = Fuel::default();
            let evaluator = Evaluator {
                scripts: rules.scripts.as_deref(),
                ..Evaluator::new(rules.model(), &table, &fuel)
            };
            let compared = compare_everything(evaluator);
            let compared = compared.unwrap_or_else(|what| panic!("{setting:?}: {what}"));
            assert!(compared > 0, "{setting:?}");
        }
    }
}

/// Returns the difference that is found if the proofs are made by altered rules.
fn difference(rules: &Rules, alter: impl FnOnce(&mut Model)) -> Option<String> {
    let mut model = rules.model().clone();
    alter(&mut model);
    let random = &mut Pcg64Mcg::seed_from_u64(3);
    let states = positions(rules, random);
    let mut found = states
        .iter()
        .map(|state| compare_position((rules, state), &model, random));
    found.find_map(Result::err)
}

#[test]
fn rules_that_are_altered_for_the_proofs_are_noticed() {
    let breakthrough = SETTINGS[7].rules();
    assert_eq!(difference(&breakthrough, |_| ()), None);
    let found = difference(&breakthrough, |model| {
        let filter = model.moves[1].args[0].filter.take();
        model.moves[1].args[0].filter = filter.map(|_| node(Truth::Fixed(false)));
        model.moves[1].args[0].domain = Domain::Points(node(Set::Or(Vec::new())));
    });
    assert!(found.is_some_and(|what| what.contains("a domain")));
}

#[test]
fn a_proof_that_does_not_follow_from_its_parts_is_noticed() {
    let rules = SETTINGS[0].rules();
    let state = rules.start().expect("the rules start");
    let table = rules.spell_out(&state);
    let fuel = Fuel::default();
    let evaluator = Evaluator::new(rules.model(), &table, &fuel);
    let some = node(Truth::Some(Box::new(node(Set::Empty))));
    let both = node(Truth::And(vec![some.clone(), some]));
    let mut proof = evaluator.prove(&both).expect("no fault");
    assert_eq!(truth_follows(&proof), Ok(()));
    proof.value = !proof.value;
    assert!(truth_follows(&proof).is_err());
    proof.value = !proof.value;
    if let TruthParts::And(parts) = &mut *proof.parts
        && let Ok(part) = &mut parts[1]
    {
        part.value = false;
    }
    assert!(truth_follows(&proof).is_err());
}

fn node<T>(kind: T) -> Node<T> {
    Node::plain(linstock_base::Span::default(), kind)
}

/// Collects the clauses of everything that a move depends on.
#[derive(Default)]
struct ClausesOfMove(Vec<TagId>);

impl Visitor for ClausesOfMove {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.0.extend(&truth.tags);
    }

    fn set(&mut self, set: &Node<Set>) {
        self.0.extend(&set.tags);
    }
}

fn clauses_of(model: &Model, mv: &MoveRule, items: &[AskItem]) -> Vec<TagId> {
    let mut clauses = ClausesOfMove(mv.tags.clone());
    for item in items {
        clauses.0.extend(&item.tags);
        item.cond.iter().for_each(|cond| cond.walk(&mut clauses));
    }
    for line in &model.lines {
        clauses.0.extend(&line.tags);
        line.points.walk(&mut clauses);
    }
    for arg in &mv.args {
        clauses.0.extend(&arg.tags);
        arg.walk(&mut clauses);
        match &arg.domain {
            Domain::Numbers(a, b) => clauses.0.extend(a.tags.iter().chain(&b.tags)),
            Domain::Members(_, items) => clauses.0.extend(&items.tags),
            Domain::Multiset(number, _) => clauses.0.extend(&number.tags),
            _ => {}
        }
    }
    for head in &mv.heads {
        if let Head::When(cond) = head {
            cond.walk(&mut clauses);
        }
    }
    clauses.0
}

#[test]
fn clauses_that_carry_a_move_are_clauses_of_what_it_asks() {
    for setting in SETTINGS.into_iter().chain(ODD).chain(CARDS).chain(COLONY) {
        let rules = setting.rules();
        let model = rules.model();
        for state in positions(&rules, &mut Pcg64Mcg::seed_from_u64(4)) {
            let Turn::Players(seats) = rules.turn(&state) else {
                continue;
            };
            for mv in rules
                .moves(&state, seats[0])
                .expect("they can be listed")
                .into_iter()
                .take(20)
            {
                let (id, args) = rules.args(&state, mv);
                let text = notation::text(model, id, &args, seats[0]);
                let at = ActorAt::new(&rules, &state, Actor::Player(seats[0]));
                let said = why(at, &[], &text, None);
                let said = said.expect("readable");
                let asked = rules.offers(&state);
                let named: Vec<&MoveRule> = model
                    .moves
                    .iter()
                    .filter(|m| m.name == model.mv(id).name)
                    .collect();
                let mut known: Vec<TagId> = named
                    .iter()
                    .flat_map(|mv| clauses_of(model, mv, asked))
                    .collect();
                known.extend(rules.decision_tags(&state));
                let strange = said.carried.iter().find(|tag| !known.contains(tag));
                assert_eq!(
                    strange.map(|tag| model.tag(*tag)),
                    None,
                    "{setting:?}: {text}"
                );
                let loose = said.clauses.iter().find(|tag| !said.carried.contains(tag));
                assert_eq!(
                    loose.map(|tag| model.tag(*tag)),
                    None,
                    "{setting:?}: {text}"
                );
            }
        }
    }
}

/// Works the value of a condition out again from its parts alone.
fn truth_follows(proof: &Proof<'_, Truth>) -> Result<(), String> {
    let is = |wanted| {
        move |part: &ConditionPart<'_, WithParts>| part.as_ref().is_ok_and(|p| p.value == wanted)
    };
    let expected = match &*proof.parts {
        TruthParts::Fixed => proof.value,
        TruthParts::And(parts) => {
            parts.iter().flatten().try_for_each(truth_follows)?;
            !parts.iter().any(is(false))
        }
        TruthParts::Or(parts) => {
            parts.iter().flatten().try_for_each(truth_follows)?;
            parts.iter().any(is(true))
        }
        TruthParts::Not(part) => {
            truth_follows(part)?;
            !part.value
        }
        TruthParts::Some(set) => {
            set_follows(set)?;
            set.value.count_ones(..) > 0
        }
        TruthParts::Joined(set, piece) => {
            set_follows(set)?;
            *piece == set.value
        }
        TruthParts::SomeLine(lines) => !lines.found.is_empty(),
        TruthParts::In(place, set) => {
            set_follows(set)?;
            place.point.is_some_and(|at| set.value.contains(at.index()))
        }
        TruthParts::LineIn(line, set) => {
            set_follows(set)?;
            line.points.iter().all(|at| set.value.contains(at.index()))
        }
        TruthParts::SameSet(left, right) => left.value == right.value,
        TruthParts::Compare(how, left, right) => {
            num_follows(left)?;
            num_follows(right)?;
            how.holds(left.value, right.value)
        }
        TruthParts::SameMember(left, right) => left.value == right.value,
        TruthParts::LastIs(moves, last) => last.is_some_and(|last| moves.contains(&last)),
        TruthParts::Seen(wanted, times) => times >= wanted,
        TruthParts::Script(call) => call.answer == ScriptAnswer::Value(Value::Truth(true)),
    };
    follows("a condition", proof.value == expected)
}

fn follows(what: &str, does: bool) -> Result<(), String> {
    does.then_some(())
        .ok_or_else(|| format!("{what} does not follow from its parts"))
}

/// Computes the value of a set again from its parts, if it depends on nothing else.
fn set_follows(proof: &Proof<'_, Set>) -> Result<(), String> {
    let joined = |parts: &[Proof<'_, Set>], join: fn(&mut PointSet, &PointSet)| {
        let first = parts.first().map(|part| part.value.clone());
        let mut all = first.unwrap_or_else(|| proof.value.clone());
        parts.iter().for_each(|part| join(&mut all, &part.value));
        all
    };
    let of_points = |points: Vec<usize>| {
        let mut set = PointSet::with_capacity(proof.value.len());
        set.extend(points);
        set
    };
    let expected = match &*proof.parts {
        SetParts::And(parts) => {
            parts.iter().try_for_each(set_follows)?;
            joined(parts, PointSet::intersect_with)
        }
        SetParts::Or(parts) => {
            parts.iter().try_for_each(set_follows)?;
            joined(parts, PointSet::union_with)
        }
        SetParts::Except(first, second) => {
            set_follows(first)?;
            set_follows(second)?;
            first
                .value
                .difference(&second.value)
                .fold(of_points(vec![]), |mut set, at| {
                    set.insert(at);
                    set
                })
        }
        SetParts::At(place) => of_points(place.point.iter().map(|at| at.index()).collect()),
        SetParts::Line(line) => of_points(line.points.iter().map(|at| at.index()).collect()),
        SetParts::Along(from, ways) => {
            set_follows(from)?;
            let points = ways.rays.iter().flat_map(|ray| ray.reached());
            of_points(points.map(|at| at.index()).collect())
        }
        SetParts::Ahead(_, ways) => {
            let points = ways.rays.iter().flat_map(|ray| ray.reached());
            of_points(points.map(|at| at.index()).collect())
        }
        SetParts::Reached(ways) => {
            let most = ways.within.as_ref().map_or(i64::MAX, |within| within.value);
            let steps = ways.steps.iter().enumerate();
            let near = steps.filter(|(_, step)| step.is_some_and(|step| step.steps <= most));
            of_points(near.map(|(at, _)| at).collect())
        }
        SetParts::If(cond, chosen) => {
            truth_follows(cond)?;
            set_follows(chosen)?;
            chosen.value.clone()
        }
        SetParts::Where(of, asked) => {
            set_follows(of)?;
            follows(
                "a `where`",
                points_of(&of.value).eq(asked.iter().map(|(at, _)| *at)),
            )?;
            asked
                .iter()
                .try_for_each(|(_, truth)| truth_follows(truth))?;
            let holds = asked.iter().filter(|(_, truth)| truth.value);
            of_points(holds.map(|(at, _)| at.index()).collect())
        }
        SetParts::Memory(memory) => match &*memory.value {
            Value::Points(points) => points.clone(),
            _ => return follows("a remembered set", false),
        },
        SetParts::NextTo(of, _) | SetParts::Edge(of) | SetParts::Other(of) => {
            set_follows(of)?;
            proof.value.clone()
        }
        _ => proof.value.clone(),
    };
    follows("a set", proof.value == expected)
}

/// Computes a number again from its parts, if it depends on nothing else.
fn num_follows(proof: &Proof<'_, Num>) -> Result<(), String> {
    let expected = match &*proof.parts {
        NumParts::Count(set) => {
            set_follows(set)?;
            i64::try_from(set.value.count_ones(..)).unwrap_or(i64::MAX)
        }
        NumParts::First(set) => {
            set_follows(set)?;
            let first = set.value.ones().next();
            first.map_or(-1, |at| i64::try_from(at).expect("it fits"))
        }
        NumParts::CountLines(lines) => i64::try_from(lines.found.len()).unwrap_or(i64::MAX),
        NumParts::Size(zone) => {
            i64::try_from(zone.contents.iter().sum::<u64>()).unwrap_or(i64::MAX)
        }
        NumParts::Sum(op, left, right) => {
            num_follows(left)?;
            num_follows(right)?;
            op.apply(left.value, right.value).expect("it fits")
        }
        NumParts::If(cond, chosen) => {
            truth_follows(cond)?;
            num_follows(chosen)?;
            chosen.value
        }
        NumParts::Fixed
        | NumParts::Drawn(_)
        | NumParts::Memory(_)
        | NumParts::Arg(_)
        | NumParts::Copies(..)
        | NumParts::Field(_)
        | NumParts::Element(_)
        | NumParts::Script(_) => proof.value,
    };
    follows("a number", proof.value == expected)
}
