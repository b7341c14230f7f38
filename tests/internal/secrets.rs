//! What a player is shown hangs on nothing that he may not know.
//!
//! At many points of random games the past is told anew in many ways: what the player has not seen (cards dealt to others,
//! what they hold back) is chosen otherwise, all that he has seen is as it was. Everything that he is shown must stay the
//! same to the letter.

use crate::internal_tests::games::{CARDS, COLONY, ODD, SETTINGS, Setting, odd};
use crate::ir::Rules;
use crate::model::SeatId;
use crate::play::{Actor, Canvas, ChanceMode, Observation, Order, Session, Setup, Viewer};
use crate::vm::Turn;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// So often is the past told anew at each point, for each player.
const RETOLD: usize = 20;
/// So many tellings may come to nothing (what all have seen could not have happened) for one that does.
const PATIENCE: usize = 40;

fn below(random: &mut Pcg64Mcg, most: usize) -> usize {
    (random.next_u64() % most.max(1) as u64) as usize
}

fn order(actor: Actor, text: &str) -> Order {
    Order {
        actor: Some(actor),
        text: text.to_owned(),
    }
}

fn begin(rules: &Arc<Rules>) -> Session {
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    Session::begin(Arc::clone(rules), setup).expect("the session begins")
}

/// Everything that a player is shown.
fn shown(session: &Session, seat: SeatId) -> String {
    let viewer = Viewer::Seat(seat);
    let view = Observation::new(session, viewer);
    let past: Vec<_> = session.seen(viewer).collect();
    let legal = own_choices(session, seat);
    let reasons: Vec<_> = legal
        .iter()
        .take(3)
        .map(|text| session.why(Some(Actor::Player(seat)), text))
        .map(|why| why.map(|why| (why.reason, why.clauses)))
        .collect();
    format!(
        "{}{}\n{past:?}\n{legal:?}\n{reasons:?}\n{:x}\n{:?}",
        view.text(Canvas::default()),
        view.json(),
        session.hash(viewer),
        session.events(0, viewer)
    )
}

fn own_choices(session: &Session, seat: SeatId) -> Vec<String> {
    match session.turn() {
        Turn::Players(seats) if seats.contains(&seat) => {
            let choices = session
                .choices(Actor::Player(seat))
                .expect("they can be listed");
            choices.into_iter().map(|c| c.text).collect()
        }
        _ => Vec::new(),
    }
}

/// What was played, and how a player saw it.
struct Past {
    plies: Vec<(Actor, String)>,
    seen: Vec<String>,
}

impl Past {
    fn of(session: &Session, seat: SeatId) -> Self {
        let plies = session.history().iter();
        let seen = session.seen(Viewer::Seat(seat));
        Self {
            plies: plies.map(|ply| (ply.actor, ply.text.clone())).collect(),
            seen: seen.map(|(_, text)| text.to_owned()).collect(),
        }
    }

    fn is_hidden(&self, ply: usize) -> bool {
        self.plies[ply].1 != self.seen[ply]
    }
}

/// Tells the past anew: some of what the player has not seen is otherwise. Nothing, if what he has seen could not be then.
fn retell(rules: &Arc<Rules>, past: &Past, seat: SeatId, random: &mut Pcg64Mcg) -> Option<Session> {
    let hidden = (0..past.plies.len()).filter(|&ply| past.is_hidden(ply));
    let hidden = hidden.count();
    let mut session = begin(rules);
    for (ply, (actor, text)) in past.plies.iter().enumerate() {
        if !past.is_hidden(ply) {
            session.play(&[order(*actor, text)]).ok()?;
            continue;
        }
        let otherwise = below(random, hidden) < 3;
        if otherwise || session.play(&[order(*actor, text)]).is_err() {
            let choices = session.choices(*actor).expect("they can be listed");
            let other = &choices.get(below(random, choices.len()))?.text;
            session.play(&[order(*actor, other)]).ok()?;
        }
    }
    let seen = session.seen(Viewer::Seat(seat));
    let same = seen.map(|(_, text)| text).eq(past.seen.iter());
    same.then_some(session)
}

/// What came of looking for leaks.
#[derive(Default)]
struct Looked {
    points: usize,
    /// Pasts that were told anew and differ from the real one.
    retold: usize,
}

/// Plays random games, looks every `stride` plies up to `most`, and tells the first leak.
fn look_for_leaks(
    setting: Setting,
    (games, stride, most): (u64, usize, usize),
) -> Result<Looked, String> {
    let sources = setting.sources();
    let rules = Arc::new(Rules::load(&sources, &setting.choices()).expect("the rules load"));
    let mut looked = Looked::default();
    for seed in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut session = begin(&rules);
        for ply in 0..most {
            let actor = match session.turn() {
                Turn::Players(seats) => Actor::Player(seats[below(&mut random, seats.len())]),
                Turn::Chance => Actor::Chance,
                Turn::Over => break,
            };
            if ply % stride == stride - 1 {
                for seat in rules.model().seat_ids() {
                    look(&session, seat, &mut random, &mut looked).map_err(|what| {
                        let player = &rules.model().players[seat.index()];
                        format!("seed {seed}, ply {ply}, {player} {what}")
                    })?;
                }
            }
            let choices = session.choices(actor).expect("they can be listed");
            let text = &choices[below(&mut random, choices.len())].text;
            session.play(&[order(actor, text)]).expect("legal");
        }
    }
    Ok(looked)
}

fn look(
    session: &Session,
    seat: SeatId,
    random: &mut Pcg64Mcg,
    looked: &mut Looked,
) -> Result<(), String> {
    let past = Past::of(session, seat);
    let before = shown(session, seat);
    let mut found = 0;
    for _ in 0..RETOLD * PATIENCE {
        let Some(mut other) = retell(session.rules(), &past, seat, random) else {
            continue;
        };
        found += 1;
        looked.retold += usize::from(Past::of(&other, seat).plies != past.plies);
        let after = shown(&other, seat);
        if before != after {
            return Err(format!("is shown something else:\n{before}\n{after}"));
        }
        next_choice(&mut session.clone(), &mut other, seat, random)?;
        if found == RETOLD {
            looked.points += 1;
            break;
        }
    }
    Ok(())
}

/// Tells the past anew some times, and tells what a player is shown that hangs on what he has not seen.
pub(super) fn nothing_hidden_shows(
    session: &Session,
    seat: SeatId,
    random: &mut Pcg64Mcg,
) -> Result<(), String> {
    let past = Past::of(session, seat);
    if !(0..past.plies.len()).any(|ply| past.is_hidden(ply)) {
        return Ok(());
    }
    let before = shown(session, seat);
    for _ in 0..4 {
        let after = retell(session.rules(), &past, seat, random).map(|other| shown(&other, seat));
        if after.as_ref().is_some_and(|after| *after != before) {
            let player = &session.model().players[seat.index()];
            return Err(format!(
                "{player} is shown something else:\n{before}\n{after:?}"
            ));
        }
    }
    Ok(())
}

/// Makes the same choice of the player in both, and compares what he is told of it, unless choices come to light.
fn next_choice(
    session: &mut Session,
    other: &mut Session,
    seat: SeatId,
    random: &mut Pcg64Mcg,
) -> Result<(), String> {
    let choices = own_choices(session, seat);
    let Some(text) = choices.get(below(random, choices.len())) else {
        return Ok(());
    };
    let from = session.ply();
    let held = |session: &Session| session.rules().committed(session.state()).len();
    let before = held(session);
    for session in [&mut *session, &mut *other] {
        let order = order(Actor::Player(seat), text);
        session.play(&[order]).expect("what is legal can be played");
    }
    let told = |session: &Session| format!("{:?}", session.events(from, Viewer::Seat(seat)));
    let open = before > 0 && held(session) == 0;
    if !open && told(session) != told(other) {
        return Err(format!(
            "is told something else: {} {}",
            told(session),
            told(other)
        ));
    }
    Ok(())
}

#[test]
fn nobody_is_shown_what_he_may_not_know() {
    let fingers = ODD[9];
    for setting in [CARDS[0], CARDS[1], CARDS[2], CARDS[5], fingers, ODD[10]] {
        let looked = look_for_leaks(setting, (2, 23, 120))
            .unwrap_or_else(|what| panic!("{setting:?}: {what}"));
        let (points, retold) = (looked.points, looked.retold);
        assert!(
            points >= 10 && retold >= 50,
            "{setting:?}: {points} points, {retold} retold"
        );
    }
}

#[test]
fn games_without_secrets_show_everybody_the_same() {
    for setting in SETTINGS.into_iter().chain([COLONY[1]]) {
        let looked = look_for_leaks(setting, (1, 40, 81)).unwrap_or_else(|what| panic!("{what}"));
        assert_eq!(looked.retold, 0, "{setting:?} has nothing to hide");
    }
}

#[test]
fn a_planted_leak_is_found() {
    for file in [
        "tests/it/games/leaks/memory.game",
        "tests/it/games/leaks/sight.game",
        "tests/it/games/leaks/offer.game",
    ] {
        let files: &'static [&'static str] = Box::leak(Box::new([file]));
        let found = look_for_leaks(odd(files), (3, 5, 30)).err();
        let found = found.unwrap_or_else(|| panic!("{file}: no leak is found"));
        assert!(found.contains("is shown something else"), "{file}: {found}");
    }
}
