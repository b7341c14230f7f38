//! What a player sees does not depend on anything that this player may not know.
//!
//! At many points of random games, the test makes other pasts: what the player has not seen (cards dealt to others,
//! what they hold back) is chosen otherwise, all that he has seen is as it was. Everything that he is shown must stay the
//! same to the letter.

use crate::protocol::{Connection, Server};
use crate::reading_scope::ReadingScope;
use linstock_engine::vm::Turn;
use linstock_model::{SeatId, Sight};
use linstock_play::Rules;
use linstock_play::{Actor, Canvas, ChanceMode, Observation, Order, Session, Setup, Viewer};
use linstock_testing::games::{
    CARDS, COLONY, FINGERS, HANDS, PRIVATE, SETTINGS, Setting, odd, one_of, thorough,
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use std::sync::Arc;

/// Games that hide something: cards, dice, choices made at once.
const HIDING: [Setting; 6] = [CARDS[0], CARDS[1], CARDS[2], CARDS[5], FINGERS, HANDS[0]];

/// For one past that is possible, at most this many may be impossible.
const PATIENCE: usize = 40;

/// The number of choices that are tried to find one that looks to the player like the real one.
const PICKS: usize = 6;

pub(super) fn below(random: &mut Pcg64Mcg, most: usize) -> usize {
    (random.next_u64() % most.max(1) as u64) as usize
}

pub(super) fn order(actor: Actor, text: &str) -> Order {
    Order {
        actor: Some(actor),
        text: text.to_owned(),
    }
}

pub(super) fn begin(rules: &Arc<Rules>) -> Session {
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    Session::begin(Arc::clone(rules), setup).expect("the session begins")
}

/// Tells everything that a player is shown of a game, asked about some texts of moves.
pub(super) type ShownTo = fn(&Session, SeatId, &[String]) -> String;

/// Everything that a player is shown by the library.
pub(super) fn shown(session: &Session, seat: SeatId, _: &[String]) -> String {
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

/// Texts that a curious player may ask about: what others may choose, what was played, what he may choose himself.
fn texts(session: &Session) -> Vec<String> {
    let random = &mut Pcg64Mcg::seed_from_u64(session.ply() as u64);
    let mut texts = vec!["nonsense".to_owned()];
    let mut add = |mut from: Vec<String>| {
        for _ in 0..2.min(from.len()) {
            texts.push(from.swap_remove(below(random, from.len())));
        }
    };
    for seat in session.model().seat_ids() {
        add(own_choices(session, seat));
    }
    if session.decider() == Some(Actor::Chance) {
        let drawn = session.choices(Actor::Chance).expect("they can be listed");
        add(drawn.into_iter().map(|choice| choice.text).collect());
    }
    let past = session.history().iter().map(|ply| ply.text.clone());
    add(past.collect());
    texts
}

/// Every answer of the engine to a player: every verb, with all names inside and outside, and on a connection that is his.
pub(super) fn answers(session: &Session, seat: SeatId, texts: &[String]) -> String {
    let players = &session.model().players;
    let own = own_choices(session, seat);
    let me = &players[seat.index()];
    let mut requests: Vec<Value> = ["state", "moves", "view", "result", "history", "save"]
        .map(|cmd| json!({ "cmd": cmd }))
        .into();
    for count in [1, 3, 1_000_000] {
        requests.push(json!({ "cmd": "undo", "count": count }));
        requests.push(json!({ "cmd": "redo", "count": count }));
    }
    for text in texts {
        requests.push(json!({ "cmd": "why", "move": text }));
        requests.push(json!({ "cmd": "play", "moves": [own.first().unwrap_or(text), text] }));
        let others = players
            .iter()
            .map(String::as_str)
            .chain(["chance", "nobody"]);
        for other in others.filter(|other| *other != me) {
            requests.push(json!({ "cmd": "play", "move": { "as": other, "move": text } }));
        }
        // What a legal move brings to light is compared where it is played.
        if !own.contains(text) {
            requests.push(json!({ "cmd": "play", "move": text }));
            requests.push(json!({ "cmd": "play", "move": { "as": me, "move": text } }));
        }
    }
    let mut said = String::new();
    for seat in [None, Some(me.clone())] {
        for request in &mut requests {
            if seat.is_none() {
                request["as"] = json!(me);
            } else {
                request.as_object_mut().expect("an object").remove("as");
            }
            said.push_str(&answer(session, seat.clone(), request));
        }
    }
    // On a connection that is his, nobody else can be spoken for.
    let others = players.iter().map(String::as_str);
    for other in others.chain(["chance", "nobody", ""]) {
        for cmd in ["state", "moves", "view", "result", "history", "save"] {
            let request = json!({ "cmd": cmd, "as": other });
            said.push_str(&answer(session, Some(me.clone()), &request));
        }
    }
    said
}

/// Asks an engine that holds the game already.
fn answer(session: &Session, seat: Option<String>, request: &Value) -> String {
    let connection = Connection::new(seat, ReadingScope::Anywhere);
    let mut server = Server::with(session.clone(), connection.expect("a player"));
    let (answer, _) = server.answer(request.to_string().as_bytes());
    format!("{request}\n{answer}\n")
}

pub(super) fn own_choices(session: &Session, seat: SeatId) -> Vec<String> {
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
            session =
                (0..PICKS).find_map(|_| otherwise_at(&session, *actor, (past, seat), random))?;
        }
    }
    let seen = session.seen(Viewer::Seat(seat));
    let same = seen.map(|(_, text)| text).eq(past.seen.iter());
    same.then_some(session)
}

/// Plays another choice, if it looks to the player as the one of the past does.
fn otherwise_at(
    session: &Session,
    actor: Actor,
    (past, seat): (&Past, SeatId),
    random: &mut Pcg64Mcg,
) -> Option<Session> {
    let choices = session.choices(actor).expect("they can be listed");
    let other = &choices.get(below(random, choices.len()))?.text;
    let mut session = session.clone();
    session.play(&[order(actor, other)]).ok()?;
    let (_, seen) = session.seen(Viewer::Seat(seat)).last()?;
    (seen == past.seen[session.ply() - 1]).then_some(session)
}

/// What came of looking for leaks.
#[derive(Default)]
pub(super) struct LeakCounts {
    pub(super) points: usize,
    /// Pasts that were told anew and differ from the real one.
    pub(super) retold: usize,
    /// Plies that the player who is looked at has not seen, over all points.
    pub(super) hidden: usize,
}

/// How long to look for leaks.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pub(super) games: u64,
    /// The number of plies before the examined position.
    pub(super) stride: usize,
    /// The longest game.
    pub(super) most: usize,
    /// So often is the past told anew at each point, for each player.
    pub(super) retold: usize,
    /// The number of other pasts that are tried to find a possible one.
    pub(super) patience: usize,
    /// Rules may bring to light what was hidden by what they do with it, as a shot does at a ship: pasts that would have looked otherwise
    /// to the player are left out then.
    pub(super) alike: bool,
}

/// Plays random games, looks now and then, and tells the first leak.
fn look_for_leaks(setting: Setting, effort: Effort, shown: ShownTo) -> Result<LeakCounts, String> {
    look_by(&setting.rules(), effort, shown)
}

/// As [`look_for_leaks`], by these rules.
pub(super) fn look_by(
    rules: &Arc<Rules>,
    effort: Effort,
    shown: ShownTo,
) -> Result<LeakCounts, String> {
    let Effort {
        games,
        stride,
        most,
        ..
    } = effort;
    let mut looked = LeakCounts::default();
    for seed in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut session = begin(rules);
        for ply in 0..most {
            let actor = match session.turn() {
                Turn::Players(seats) => Actor::Player(seats[below(&mut random, seats.len())]),
                Turn::Chance => Actor::Chance,
                Turn::Over => break,
            };
            if ply % stride == stride - 1 {
                for seat in rules.model().seat_ids() {
                    let looking = (&mut random, &mut looked);
                    look((&session, seat), shown, effort, looking).map_err(|what| {
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
    (session, seat): (&Session, SeatId),
    shown: ShownTo,
    Effort {
        retold,
        patience,
        alike,
        ..
    }: Effort,
    (random, looked): (&mut Pcg64Mcg, &mut LeakCounts),
) -> Result<(), String> {
    let past = Past::of(session, seat);
    let plies = 0..past.plies.len();
    let hidden = plies.filter(|&ply| past.is_hidden(ply)).count();
    looked.hidden += hidden;
    if alike && hidden == 0 {
        looked.points += 1;
        return Ok(());
    }
    let texts = texts(session);
    let before = shown(session, seat, &texts);
    let visibility_before = match alike {
        true => visibility(session, seat),
        false => Vec::new(),
    };
    let mut found = 0;
    for _ in 0..retold * patience {
        let Some(other) = retell(session.rules(), &past, seat, random) else {
            continue;
        };
        let same = || Past::of(&other, seat).plies == past.plies;
        if alike && (same() || visibility(&other, seat) != visibility_before) {
            continue;
        }
        found += 1;
        looked.retold += usize::from(Past::of(&other, seat).plies != past.plies);
        let after = shown(&other, seat, &texts);
        if before != after {
            let lines = before.lines().zip(after.lines()).filter(|(a, b)| a != b);
            let lines: Vec<_> = lines.take(4).map(|(a, b)| format!("{a}\n{b}")).collect();
            return Err(format!("is shown something else:\n{}", lines.join("\n")));
        }
        next_choice((session.clone(), other), seat, alike, random)?;
        if found == retold {
            looked.points += 1;
            break;
        }
    }
    Ok(())
}

/// Makes other pasts, and returns what a player sees that depends on what this player has not seen.
pub(super) fn nothing_hidden_shows(
    session: &Session,
    seat: SeatId,
    random: &mut Pcg64Mcg,
) -> Result<(), String> {
    let past = Past::of(session, seat);
    if !(0..past.plies.len()).any(|ply| past.is_hidden(ply)) {
        return Ok(());
    }
    let (before, visible) = (shown(session, seat, &[]), in_sight(session, seat));
    let mut visibility_before = None;
    for _ in 0..4 {
        let Some(other) = retell(session.rules(), &past, seat, random) else {
            continue;
        };
        // Rules may let the course of play, and what is remembered, depend on what is hidden: that is theirs to say.
        if in_sight(&other, seat) != visible {
            continue;
        }
        // So it is with the way there: what changed last is marked, and is another point where pieces came in another order.
        if visibility(&other, seat)
            != *visibility_before.get_or_insert_with(|| visibility(session, seat))
        {
            continue;
        }
        let after = shown(&other, seat, &[]);
        if after != before {
            let player = &session.model().players[seat.index()];
            return Err(format!(
                "{player} is shown something else:\n{before}\n{after}"
            ));
        }
    }
    Ok(())
}

/// What of each position of a game a player may know, up to where it stands.
fn visibility(session: &Session, seat: SeatId) -> Vec<String> {
    let mut again = begin(session.rules());
    let mut visibility = vec![in_sight(&again, seat)];
    for ply in session.history() {
        let played = again.play(&[order(ply.actor, &ply.text)]);
        played.expect("it was played before");
        visibility.push(in_sight(&again, seat));
    }
    visibility
}

/// What a player may know of a position: pieces, remembered values, visible zones, whose turn it is.
fn in_sight(session: &Session, seat: SeatId) -> String {
    let (rules, state) = (session.rules(), session.state());
    let spelled = rules.spell_out(state);
    let zones: Vec<_> = rules
        .model()
        .zones
        .iter()
        .zip(&spelled.zones)
        .flat_map(|(zone, owners)| {
            owners.iter().enumerate().map(|(owner, rows)| {
                let seen = match zone.sight {
                    Sight::Open => true,
                    Sight::Owner => owner == seat.index(),
                    Sight::Hidden => false,
                };
                let size: u64 = rows.iter().sum();
                (size, seen.then_some(rows))
            })
        })
        .collect();
    let memories: Vec<_> = rules
        .model()
        .memories
        .iter()
        .zip(&spelled.memories)
        .flat_map(|(memory, values)| {
            let mine = |owner: usize| match memory.sight {
                Sight::Open => true,
                Sight::Owner => owner == seat.index(),
                Sight::Hidden => false,
            };
            let values = values.iter().enumerate();
            values.map(move |(owner, value)| mine(owner).then_some(value))
        })
        .collect();
    let course = (
        rules.turn(state),
        rules.phase(state),
        rules.outcome(state),
        rules.committed(state).len(),
    );
    format!("{:?}{memories:?}{zones:?}{course:?}", spelled.pieces)
}

/// Makes the same choice of the player in both, and compares what the player sees, unless choices are revealed.
fn next_choice(
    (mut session, mut other): (Session, Session),
    seat: SeatId,
    alike: bool,
    random: &mut Pcg64Mcg,
) -> Result<(), String> {
    let choices = own_choices(&session, seat);
    let Some(text) = choices.get(below(random, choices.len())) else {
        return Ok(());
    };
    let from = session.ply();
    let held = |session: &Session| session.rules().committed(session.state()).len();
    let before = held(&session);
    for session in [&mut session, &mut other] {
        let order = order(Actor::Player(seat), text);
        session.play(&[order]).expect("what is legal can be played");
    }
    let told = |session: &Session| format!("{:?}", session.events(from, Viewer::Seat(seat)));
    let open = before > 0 && held(&session) == 0;
    let open = open || alike && in_sight(&session, seat) != in_sight(&other, seat);
    if !open && told(&session) != told(&other) {
        return Err(format!(
            "sees something else: {} {}",
            told(&session),
            told(&other)
        ));
    }
    Ok(())
}

/// Plays a game and looks for leaks, at as many points and with as many pasts told anew as is said.
fn nothing_leaks(
    setting: Setting,
    effort: Effort,
    shown: ShownTo,
    (points, retold): (usize, usize),
) {
    let looked = look_for_leaks(setting, effort, shown);
    let looked = looked.unwrap_or_else(|what| panic!("{setting:?}: {what}"));
    assert!(
        looked.points >= points && looked.retold >= retold,
        "{setting:?}: {} points, {} retold",
        looked.points,
        looked.retold
    );
}

#[test]
fn nobody_is_shown_what_he_may_not_know() {
    let effort = Effort {
        games: 2,
        stride: 23,
        most: 120,
        retold: if thorough() { 20 } else { 12 },
        patience: PATIENCE,
        alike: false,
    };
    let retold = if thorough() { 50 } else { 30 };
    for setting in HIDING.into_iter().step_by(one_of(2)) {
        nothing_leaks(setting, effort, shown, (10, retold));
    }
}

#[test]
fn nobody_is_answered_what_he_may_not_know() {
    let effort = Effort {
        games: 2,
        stride: 23,
        most: 95,
        retold: 4,
        patience: PATIENCE,
        alike: false,
    };
    for setting in [CARDS[0], CARDS[1], CARDS[5], FINGERS, HANDS[0]] {
        nothing_leaks(setting, effort, answers, (6, 5));
    }
}

/// The end of a game tells what lay hidden, so it is not reached.
#[test]
fn nobody_learns_a_value_that_is_another_s() {
    let effort = Effort {
        games: if thorough() { 12 } else { 2 },
        stride: 2,
        most: 12,
        retold: 20,
        patience: PATIENCE,
        alike: false,
    };
    nothing_leaks(PRIVATE, effort, shown, (10, 50));
    nothing_leaks(PRIVATE, effort, answers, (10, 50));
}

#[test]
fn games_without_secrets_show_everybody_the_same() {
    let effort = Effort {
        games: 1,
        stride: 40,
        most: 81,
        retold: 20,
        patience: PATIENCE,
        alike: false,
    };
    let all = SETTINGS.into_iter().chain([COLONY[1]]);
    for setting in all.step_by(one_of(3)) {
        let looked = look_for_leaks(setting, effort, shown).unwrap_or_else(|what| panic!("{what}"));
        assert_eq!(looked.retold, 0, "{setting:?} has nothing to hide");
    }
}

#[test]
fn a_planted_leak_is_found() {
    let effort = Effort {
        games: 3,
        stride: 5,
        most: 30,
        retold: 20,
        patience: PATIENCE,
        alike: false,
    };
    for file in [
        "tests/it/games/leaks/memory.game",
        "tests/it/games/leaks/sight.game",
        "tests/it/games/leaks/offer.game",
    ] {
        let files: &'static [&'static str] = Box::leak(Box::new([file]));
        for shown in [shown, answers as ShownTo] {
            let found = look_for_leaks(odd(files), effort, shown).err();
            let found = found.unwrap_or_else(|| panic!("{file}: no leak is found"));
            assert!(found.contains("is shown something else"), "{file}: {found}");
        }
    }
}
