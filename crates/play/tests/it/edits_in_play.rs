//! Rules that are edited during a game: no edit causes a panic, and the current game is not lost.

use linstock_base::{Sources, Style};
use linstock_play::Rules;
use linstock_play::save::rules_hash;
use linstock_play::{Actor, Order, Save, Session, Setup, Viewer};
use linstock_testing::games::{BALL, CARDS, COLONY, SETTINGS, Setting, found, thorough};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The number of edits of each ruleset in thorough tests and in others. `LINSTOCK_EDITS=100` sets another number.
const EDITS: u64 = 100;
const FEW: u64 = 1;
/// The number of moves before the first edit.
const MOVES: usize = 12;

/// Each shipped ruleset once.
fn shipped() -> Vec<Setting> {
    let named = [&SETTINGS[..], &CARDS, &COLONY, &BALL].concat();
    let mut seen = BTreeSet::new();
    let all = named.into_iter().chain(found());
    all.filter(|setting| setting.files[0].starts_with("rulesets/") && seen.insert(setting.files))
        .collect()
}

#[test]
fn a_game_outlives_any_edit_of_its_rules() {
    let asked = std::env::var("LINSTOCK_EDITS").ok();
    let usual = if thorough() { EDITS } else { FEW };
    let edits = asked.map_or(usual, |n| n.parse().expect("LINSTOCK_EDITS is a number"));
    let (mut refused, mut went_on) = (0, 0);
    for setting in shipped() {
        let sources = setting.sources();
        let rules = setting.rules();
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let session = played(&rules, &mut random);
        for _ in 0..edits {
            let changed = edited(&sources, &mut random);
            match outlives(&session, &rules, (&changed, setting)) {
                true => went_on += 1,
                false => refused += 1,
            }
        }
        resumes(&session, &rules);
    }
    // Edits of both kinds are made.
    assert!(
        refused > 0 && went_on > 0,
        "{refused} refused, {went_on} not"
    );
}

fn played(rules: &Arc<Rules>, random: &mut Pcg64Mcg) -> Session {
    let setup = Setup {
        seed: 7,
        ..Setup::default()
    };
    let mut session = Session::begin(Arc::clone(rules), setup).expect("the session begins");
    for _ in 0..MOVES {
        let Some(actor) = session.decider().filter(|actor| *actor != Actor::Chance) else {
            break;
        };
        let choices = session.choices(actor).expect("they can be listed");
        let text = choices[below(random, choices.len())].text.clone();
        let actor = Some(actor);
        session.play(&[Order { actor, text }]).expect("it is legal");
    }
    session
}

fn below(random: &mut Pcg64Mcg, length: usize) -> usize {
    random.next_u64() as usize % length.max(1)
}

/// Returns whether the changed rules can be used; the current game is then replayed under them.
fn outlives(
    session: &Session,
    rules: &Arc<Rules>,
    (changed, setting): (&Sources, Setting),
) -> bool {
    let before = session.hash(Viewer::Table);
    let new = match Rules::load(changed, &setting.choices()) {
        Ok(new) => Arc::new(new),
        Err(found) => {
            assert!(found.has_errors(), "{setting:?}");
            assert!(!found.render(changed, Style::Plain).is_empty());
            assert_eq!(session.hash(Viewer::Table), before);
            return false;
        }
    };
    let save = Save::of(session);
    let same = rules_hash(&new) == rules_hash(rules);
    if let Ok(replayed) = save.play_under(new, None) {
        assert_eq!(replayed.played, replayed.session.ply());
        assert!(replayed.stopped.is_some() || replayed.played >= save.move_count().min(1));
        if same {
            assert_eq!(replayed.stopped, None, "{setting:?}");
            assert_eq!(replayed.session.state(), session.state(), "{setting:?}");
        }
    }
    assert_eq!(session.hash(Viewer::Table), before);
    true
}

/// The game goes on under the rules as they were.
fn resumes(session: &Session, rules: &Arc<Rules>) {
    let save = Save::read(&Save::of(session).text()).expect("a save can be read");
    let again = save.play_under(Arc::clone(rules), None).expect("it begins");
    assert_eq!(again.stopped, None);
    assert_eq!(again.session.state(), session.state());
}

/// Changes one place of the game's text: a word or a line goes, comes twice, or is another one.
fn edited(sources: &Sources, random: &mut Pcg64Mcg) -> Sources {
    let mut all = sources.iter();
    let (_, main) = all.next().expect("a game");
    let mut changed = Sources::new();
    changed.add(main.path.as_str(), edit(&main.text, random));
    for (_, other) in all {
        changed.add(other.path.as_str(), other.text.as_str());
    }
    changed
}

fn edit(text: &str, random: &mut Pcg64Mcg) -> String {
    let by_lines = below(random, 3) == 0;
    let separator = if by_lines { '\n' } else { ' ' };
    let mut parts: Vec<&str> = text.split(separator).collect();
    let (at, other) = (below(random, parts.len()), below(random, parts.len()));
    let number = below(random, 20).to_string();
    match below(random, 5) {
        0 => drop(parts.remove(at)),
        1 => parts.insert(at, parts[at]),
        2 => parts[at] = parts[other],
        3 => parts.swap(at, other),
        _ => {
            let is_number = |part: &&str| part.parse::<u32>().is_ok();
            let numbers: Vec<usize> = (0..parts.len())
                .filter(|at| is_number(&parts[*at]))
                .collect();
            match numbers.get(below(random, numbers.len())) {
                Some(at) => parts[*at] = &number,
                None => parts.truncate(at),
            }
        }
    }
    parts.join(&separator.to_string())
}
