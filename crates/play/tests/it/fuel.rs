//! No rules can make a request take long: a sentence says that an evaluation was too long, and names the place that used most fuel.

use linstock_base::{CheckFuel, Sources, Style};
use linstock_check::Choices;
use linstock_engine::vm::{Fault, Fuel, Position, Turn};
use linstock_play::Rules;
use linstock_play::{Actor, ActorAt, Session, Setup};
use linstock_testing::games::{BALL, BROAD, CARDS, COLONY, ODD, PARTS, SETTINGS, one_of, thorough};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::rc::Rc;
use std::sync::Arc;

fn rules(text: &str) -> (Rules, Sources) {
    let sources = Sources::from([("long.game", text)]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
    (rules, sources)
}

/// Checks that a fault says that it took too long, and returns what it points at.
fn place(fault: &Fault, sources: &Sources) -> String {
    let (Fault::Statement(message, span) | Fault::Script(message, span)) = fault else {
        panic!("{fault}");
    };
    assert!(message.contains("million operations"), "{message}");
    sources.get(span.file).text[span.start as usize..span.end as usize].to_owned()
}

#[test]
fn a_loop_before_the_first_choice_ends() {
    let reach = |row: u8| format!("count (reached from b{row} over everything)");
    let sum: Vec<String> = (1..=20).map(reach).collect();
    let text = format!(
        "game x \"X\"\nplayers a, b\nboard 64 x 64\npiece s \"s\"\nremember {{ x = 0 }}\n\
         move m \"{{t}}\" {{ t in empty\n s: box -> t }}\nplay {{\n repeat 20000 times {{\n  s: box -> a1\n  x = {}\n\
         own and a1 -> box\n }}\n repeat each player {{ ask me: m if x > 3 }} }}\n",
        sum.join(" + ")
            .replace("everything", "(everything except own)")
    );
    let (rules, sources) = rules(&text);
    // A sixteenth of the operations says as much.
    let fault = rules.start_within(&Fuel::one_of(16));
    let fault = fault.expect_err("it takes too long");
    assert!(place(&fault, &sources).starts_with("x = count"));
}

#[test]
fn a_loop_without_end_ends() {
    let (rules, sources) = rules(
        "game x \"X\"\nplayers a, b\nremember { x = 0 }\nmove m \"m\" { }\n\
         play { repeat { x = 1 - x\n if x > 3 { ask me: m } } }\n",
    );
    let fault = rules.start_within(&Fuel::one_of(16));
    let fault = fault.expect_err("nobody ever chooses");
    assert!(!place(&fault, &sources).is_empty());
}

#[test]
fn a_question_that_nobody_can_answer_is_named() {
    let (rules, sources) = rules(
        "game x \"X\"\nplayers a, b\nboard 2 x 1\npiece s \"s\"\nmove put \"{t}\" { t in empty; s: box -> t }\n\
         play { repeat each player { ask me: put } }\n",
    );
    let start = rules.start().expect("it starts");
    let put = |state: &Position, text| rules.find(state, text).expect("no fault").expect("legal");
    let next = rules.play(&start, put(&start, "a1")).expect("it is legal");
    let fault = rules
        .play(&next, put(&next, "b1"))
        .expect_err("nobody can choose");
    let Fault::Statement(message, span) = &fault else {
        panic!("{fault}");
    };
    assert!(message.contains("otherwise"), "{message}");
    let place = &sources.get(span.file).text[span.start as usize..span.end as usize];
    assert_eq!(place, "ask me: put");
}

/// `leaves` tries out thousands of moves, each with a long loop.
const LEAVES: &str = "game x \"X\"\nplayers a, b\nboard 64 x 64\npiece s \"s\"\nremember { x = 0 }\n\
    move m \"{t}\" { leaves x >= 0\n t in empty\n repeat 10000 times { x = x + 1 }\n s: box -> t }\n\
    move n \"n\" { }\nplay { repeat each player { ask me: n; ask me: m, n } }\n";

#[test]
fn moves_that_take_too_long_to_list_are_not_none() {
    let (rules, sources) = rules(LEAVES);
    let start = rules.start().expect("one move, and nothing to try");
    let pass = rules.find(&start, "n").expect("it can be listed");
    // One move that may be made is found soon; not all of them.
    let next = rules.play(&start, pass.expect("it is listed"));
    let next = next.expect("something can be chosen there");
    let fault = rules.moves(&next, rules.me(&next)).expect_err("too long");
    assert_eq!(place(&fault, &sources), "x = x + 1");
    let mut session = Session::begin(Arc::new(rules), Setup::default()).expect("it begins");
    session.play(&["n".into()]).expect("it is legal");
    let listed = session.choices(session.decider().expect("a player"));
    let fault = listed.expect_err("too long").to_string();
    assert!(fault.contains("million operations"), "{fault}");
}

/// Mixtures of forty kinds of cards, all different.
fn multisets(drawn: usize) -> String {
    let rows: Vec<String> = (1..=40).map(|row| format!("c-{row}")).collect();
    format!(
        "game x \"X\"\nplayers a, b\nlist card {{ {} }}\nzone deck {{ holds 1 card; open }}\n\
         zone out {{ holds card; open }}\nmove go \"go\" {{ }}\nmove take \"take {{cs}}\" {{ cs in {drawn} of deck; cs: deck -> out }}\n\
         play {{ ask me: go; repeat each player {{ ask me: take }} }}\n",
        rows.join("; ")
    )
}

/// The texts of the moves of a position take room: long texts are paid for by their length.
#[test]
fn long_texts_of_many_moves_are_paid_for() {
    let text = |letters: usize| {
        format!(
            "game x \"X\"\nplayers a, b\nboard 40 x 40\npiece s \"s\"\nmove m \"{} {{g}} {{t}}\" {{ g in empty\n t in 1..6 all directions of g\n s: box -> t }}\n\
             play {{ repeat 9 times {{ each player {{ ask me: m }} }} }}\n",
            "y".repeat(letters)
        )
    };
    let listed = |letters| {
        let (rules, sources) = rules(&text(letters));
        let session = Session::begin(Arc::new(rules), Setup::default()).expect("it begins");
        let listed = session.choices(session.decider().expect("the game is on"));
        (listed.map(|choices| choices.len()), sources)
    };
    let (short, _) = listed(7);
    assert!(short.is_ok_and(|number| number > 20_000));
    let (long, _) = listed(1900);
    let told = long.expect_err("100 megabytes of text").to_string();
    assert!(told.contains("there is too much to choose from"), "{told}");
}

#[test]
fn too_many_mixtures_are_not_the_end_of_the_game() {
    let (few, _) = rules(&multisets(2));
    let mut session = Session::begin(Arc::new(few), Setup::default()).expect("it begins");
    session.play(&["go".into()]).expect("it is legal");
    let choices = session.choices(session.decider().expect("a player"));
    assert_eq!(choices.expect("780 mixtures").len(), 780);

    let (many, sources) = rules(&multisets(8));
    let setup = Setup {
        sources: Some(Arc::new(sources)),
        ..Setup::default()
    };
    let mut session = Session::begin(Arc::new(many), setup).expect("it begins");
    let refusal = session.play(&["go".into()]);
    let told = match refusal {
        Err(refusal) => refusal.to_string(),
        Ok(_) => {
            let actor = session.decider().expect("the game is not over");
            let refusal = session.choices(actor).expect_err("too many");
            let order = "take c-1 c-2 c-3 c-4 c-5 c-6 c-7 c-8";
            assert_eq!(
                session.play(&[order.into()]).expect_err("too many"),
                refusal
            );
            refusal.to_string()
        }
    };
    assert!(told.contains("more than 1000000 mixtures"), "{told}");
    assert!(told.contains("long.game:8"), "{told}");
}

/// Rules of which every 64th position is kept, and whose moves take some million operations.
const DEAR: &str = "game x \"X\"\nplayers a, b\nboard 64 x 64\npiece s \"s\"\nremember { x = 0; steps of piece = 0 }\n\
    script \"long.rhai\" { next(n: number) -> number reads nothing }\n\
    move m \"m\" { x = script next(x) }\nmove n \"n\" { when x > 5 }\n\
    move s \"s{t}\" { t in own; steps of t = 1 }\nmove u \"u{t}\" { t in own; when steps of t > 0 }\n\
    play { repeat each player { ask me: m, n, s, u } }\n";

/// Begins a game of dear moves.
fn dear(rounds: usize) -> Session {
    let script =
        format!("fn next(pos, n) {{ let sum = 0; for at in 0..{rounds} {{ sum += at; }} n + 1 }}");
    let sources = Sources::from([("dear.game", DEAR), ("long.rhai", script.as_str())]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
    Session::begin(Arc::new(rules), Setup::default()).expect("it begins")
}

/// Hundreds of moves in one request took minutes.
#[test]
fn moves_of_one_request_have_a_budget_together() {
    let mut session = dear(20_000);
    let moves = |many: usize| vec![linstock_play::Order::from("m"); many];
    session.play(&moves(5)).expect("a few");
    let refusal = session.play(&moves(1_000)).expect_err("too many");
    assert_eq!((session.ply(), refusal.code()), (5, "script-error"));
    let told = refusal.to_string();
    assert!(told.contains("operations together"), "{told}");
}

/// Going back played up to 64 moves again, whatever they took.
#[test]
fn going_back_plays_few_dear_moves_again() {
    let played = |rounds: usize| {
        let mut session = dear(rounds);
        for _ in 0..40 {
            session.play(&["m".into()]).expect("it is legal");
        }
        session
    };
    let (mut session, cheap) = (played(20_000), played(2));
    let position = cheap.state().words.len() * 8;
    let more = session.bytes().saturating_sub(cheap.bytes());
    assert!(more > position, "{more} {position}");
    let before = session.state_at(7);
    session.back_to(7).expect("it was there");
    assert_eq!(session.state().words, before.words);
}

#[test]
fn an_explanation_that_takes_too_long_says_so() {
    // A whole fuel takes 20 seconds where code is not optimised.
    if !thorough() {
        return;
    }
    let (rules, _) = rules(
        "game x \"X\"\nplayers a, b\nboard 32 x 32\npiece s \"s\"\n\
         move m \"{t}\" { t in empty\n n in 1..64\n k in 1..64\n\
         when count (reached from a1 over empty) + count (reached from a2 over empty) + \
         count (reached from a3 over empty) < n * k - 10000\n s: box -> t }\nmove p \"pass\" { }\n\
         play { repeat each player { ask me: m, p } }\n",
    );
    let state = rules.start().expect("it starts");
    let me = Actor::Player(rules.me(&state));
    let at = ActorAt::new(&rules, &state, me);
    let told = linstock_play::explain::why(at, &[], "c3", None);
    let refusal = told.expect_err("it takes too long");
    assert!(
        refusal.to_string().contains("million operations"),
        "{refusal}"
    );
    let told = linstock_play::explain::why(at, &[], "pass", None);
    assert!(told.expect("one move").legal);
}

#[test]
fn chance_that_goes_on_and_on_is_told_with_its_place() {
    let (rules, sources) = rules(
        "game x \"X\"\nplayers a, b\nboard 3 x 3\npiece s \"s\"\n\
         move m \"{t}\" { t in empty\n s: box -> t }\nmove r \"roll {n}\" { n in 1..6 }\n\
         play { repeat each player { ask me: m\n repeat 20000 times { ask chance: r } } }\n",
    );
    let setup = Setup {
        sources: Some(Arc::new(sources)),
        ..Setup::default()
    };
    let session = Session::begin(Arc::new(rules), setup);
    let mut session = session.expect("it begins");
    let refusal = session.play(&["a1".into()]).expect_err("it lasts");
    let told = refusal.to_string();
    assert!(
        told.contains("times in a row") && told.contains("at long.game:"),
        "{told}"
    );
    assert_eq!(session.ply(), 0);
}

/// Returns the most operations that a request of some random games takes.
fn dearest(rules: &Rules, seed: u64, plies: usize) -> u64 {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state: Position = rules.start().expect("it starts");
    let mut most = 0;
    for _ in 0..plies {
        let fuel = Fuel::default();
        let actor = match rules.turn(&state) {
            Turn::Players(seats) => Actor::Player(seats[0]),
            Turn::Chance => Actor::Chance,
            Turn::Over => break,
        };
        let at = ActorAt::new(rules, &state, actor);
        let choices = linstock_play::choices(at, &fuel);
        let choices = choices.expect("they can be listed");
        let at = random.next_u64() as usize % choices.len();
        rules
            .apply_within(&mut state, choices[at].mv(), &fuel)
            .expect("a listed move can be played");
        most = most.max(fuel.spent());
    }
    most
}

/// The figure stands in docs/reliability.md.
#[test]
fn the_games_that_there_are_stay_far_below_the_budget() {
    let settings = SETTINGS.iter().chain(&CARDS).chain(&COLONY).chain(&BALL);
    let settings = settings.chain(&ODD).chain(&PARTS).chain([&BROAD]);
    let mut most = (0, String::new());
    for setting in settings.step_by(one_of(4)) {
        let rules = setting.rules();
        for seed in 0..2 {
            let spent = dearest(&rules, seed, 400);
            if spent > most.0 {
                most = (spent, format!("{setting:?}"));
            }
        }
    }
    println!("the dearest request: {} operations, {}", most.0, most.1);
    assert!(most.0 < Fuel::OPERATIONS / 20, "{most:?}");
}

/// Each name that is given copies those around it, so that the operations of a check said little of its time: 100 of them took ten
/// seconds.
#[test]
fn names_within_names_are_paid_for() {
    let allocated = |deep: usize| {
        let names: String = (0..deep)
            .map(|at| format!("some d-{at} in all directions where "))
            .collect();
        let text = format!(
            "game x \"X\"\nplayers a, b\nboard 3 x 3\npiece s \"s\"\nmove m \"{{t}}\" {{ t in empty\n when {names}some own\n s: box -> t }}\n\
             play {{ repeat each player {{ ask me: m otherwise draw }} }}\n"
        );
        let sources = Sources::from([("deep.game", text)]);
        let mut told = String::new();
        // A sixteenth of the operations says as much.
        let fuel = Rc::new(CheckFuel::default());
        fuel.spend(CheckFuel::OPERATIONS / 16 * 15);
        let measured = allocation_counter::measure(|| {
            let (_, found) = Rules::check_within(&sources, &Choices::default(), &fuel);
            told = found.render(&sources, Style::Plain);
        });
        assert!(told.contains("million operations"), "{told}");
        measured.count_total
    };
    let (few, many) = (allocated(10), allocated(100));
    assert!(many < few * 2, "{few} {many}");
}

/// On a board whose steps move points differently, what each step is was worked out at each place anew: seconds for one line.
#[test]
fn steps_on_a_net_are_worked_out_once() {
    let sources = Sources::from([(
        "star.game",
        "game x \"X\"\nplayers a, b, c\nboard star 15\npiece s \"s\"\n\
         line l = 3 ((1.. all directions of own) through border north) in all directions\n\
         move m \"{t}\" { t in empty\n when count l < 3\n s: box -> t }\n\
         play { repeat each player { ask me: m otherwise draw } }\n",
    )]);
    let measured = allocation_counter::measure(|| {
        Rules::load(&sources, &Choices::default()).expect("they load");
    });
    println!("{} allocations", measured.count_total);
    assert!(measured.count_total < 300_000, "{}", measured.count_total);
}

/// Statements that are written out hundreds of thousands of times took up to 800 MB.
#[test]
fn what_is_written_out_fits_into_memory() {
    for written in [
        "win me",
        "marked = everything",
        "if some own { turns = 1 }",
        "border south and own -> box",
    ] {
        let text = format!(
            "game x \"X\"\nplayers a, b\nboard 32 x 32\npiece s \"s\"\nremember {{ turns = 0; marked = nothing }}\n\
             move m \"{{t}}\" {{ t in empty; when turns < 3 or t is marked\n\
             for i in 1..80 {{ for j in 1..80 {{ for k in 1..80 {{ {written} }} }} }}\n s: box -> t }}\n\
             play {{ repeat each player {{ ask me: m otherwise draw }} }}\n"
        );
        let sources = Sources::from([("written.game", text)]);
        // A sixteenth of the operations says as much: all of them fit into 500 MB.
        let fuel = Rc::new(CheckFuel::default());
        fuel.spend(CheckFuel::OPERATIONS / 16 * 15);
        let measured = allocation_counter::measure(|| {
            let (rules, _) = Rules::check_within(&sources, &Choices::default(), &fuel);
            assert!(rules.is_none(), "{written}");
        });
        let most = measured.bytes_max >> 10;
        println!("{written}: {most} KB");
        assert!(most < 30_000, "{written}: {most} KB");
    }
}

/// The dearest check takes one in ten of the fuel at the most, so that no honest game meets it.
#[test]
fn checking_a_ruleset_of_the_project_takes_little_of_the_budget() {
    let all = SETTINGS.iter().chain(&CARDS).chain(&BALL).chain(&COLONY);
    for setting in all.filter(|setting| setting.options.is_empty()) {
        let fuel = Rc::new(CheckFuel::default());
        let (rules, _) = Rules::check_within(&setting.sources(), &setting.choices(), &fuel);
        println!("{:?}: {} million", setting.files, fuel.spent() / 1_000_000);
        assert!(
            rules.is_some() && fuel.spent() < CheckFuel::OPERATIONS / 10,
            "{:?}: {}",
            setting.files,
            fuel.spent()
        );
    }
}

/// Checks a small game on a large board, and returns what is said of it.
fn check_large(players: &str, condition: &str, fuel: &Rc<CheckFuel>) -> String {
    let text = format!(
        "game x \"X\"\nplayers {players}\nboard 20 x 20\npiece s \"s\"\nmove m \"{{t}}\" {{ {condition}\n s: box -> t }}\n\
         play {{ repeat each player {{ ask me: m otherwise draw }} }}\n"
    );
    let sources = Sources::from([("large.game", text)]);
    let (_, found) = Rules::check_within(&sources, &Choices::default(), fuel);
    found.render(&sources, Style::Plain)
}

/// What is best is compared with all others, and was copied for each of them: 200 bytes of rules took 6 GB.
#[test]
fn copies_for_each_point_are_paid_for() {
    for condition in [
        "t in best q in empty by (count best r in empty by count (next to r and next to q))",
        "t in empty where (sum q in (empty where (sum r in empty: count (next to r and own)) > 2): count next to q) > 3",
    ] {
        // A sixteenth of the operations says as much: all of them fit into 500 MB.
        let fuel = Rc::new(CheckFuel::default());
        fuel.spend(CheckFuel::OPERATIONS / 16 * 15);
        let mut told = String::new();
        let measured = allocation_counter::measure(|| told = check_large("a, b", condition, &fuel));
        assert!(told.contains("million operations"), "{told}");
        let most = measured.bytes_max >> 10;
        assert!(most < 30_000, "{condition}: {most} KB");
    }
}

/// Each neighbour was looked at from all its neighbours, and nothing stopped that: 600 bytes of rules took more than a minute.
#[test]
fn neighbours_of_neighbours_are_paid_for() {
    let text = format!(
        "game x \"X\"\nplayers a, b\nboard 8 x 1\npiece s \"s\"\nmove m \"{{g}}-{{t}}\" {{ g in own\n t in 1.. east of {}g through empty and empty\n g -> t }}\n\
         play {{ a s: box -> a1\n b s: box -> h1\n repeat each player {{ ask me: m otherwise draw }} }}\n",
        "next to ".repeat(40)
    );
    let sources = Sources::from([("long.game", text)]);
    let fuel = Rc::new(CheckFuel::default());
    fuel.spend(CheckFuel::OPERATIONS - CheckFuel::OPERATIONS / 32);
    let (_, found) = Rules::check_within(&sources, &Choices::default(), &fuel);
    let told = found.render(&sources, Style::Plain);
    assert!(told.contains("million operations"), "{told}");
}

/// What is compiled was gone through to its end when the operations were used up: a minute for 200 bytes of rules.
#[test]
fn compiling_ends_with_the_operations() {
    let players: Vec<_> = (0..24).map(|player| format!("who-{player}")).collect();
    let condition = "t in empty; q in players; k in players where count (next to t) > \
        (sum r in players: sum u in players: count s of r * count s of u)";
    let allocated = |left: u64| {
        let fuel = Rc::new(CheckFuel::default());
        fuel.spend(CheckFuel::OPERATIONS - left);
        let mut told = String::new();
        let measured = allocation_counter::measure(|| {
            told = check_large(&players.join(", "), condition, &fuel);
        });
        assert!(told.contains("million operations"), "{told}");
        measured.count_total
    };
    let few = allocated(CheckFuel::OPERATIONS / 32);
    let many = allocated(CheckFuel::OPERATIONS / 4);
    println!("{few} and {many} allocations");
    assert!(few * 2 < many, "{few} {many}");
}

/// A number that takes very long: each level multiplies the operations by the points of the board.
fn endless() -> String {
    (0..4).fold(
        "count (reached from it over everything)".to_owned(),
        |n, _| format!("count (everything where {n} > 1)"),
    )
}

/// A game with endless conditions in a line, in a question, in a warning, in the reason of its end.
fn talks(lines: &str, warned: &str, asked: &str) -> String {
    format!(
        "game long \"Long\"\nplayers ann, bob\nboard 8 x 8\npiece s \"s\"\n\
         move m \"{{t}}\" {{\n t in empty\n {warned}\n s: box -> t\n}}\n\
         play {{ repeat each player {{ ask me {asked}: m otherwise draw \"full\" }} }}\n{lines}\n"
    )
}

/// The sentence in place of a line that takes too long.
const LEFT_OUT: &str =
    "this line is left out: working it out, with the lines before it, takes too long";

#[test]
fn texts_that_take_too_long_are_left_out_and_the_game_goes_on() {
    let endless = endless();
    let when = format!("when {endless} > 1");
    let told = |lines: &str, warned: &str, asked: &str, look: &dyn Fn(&Session) -> String| {
        let (rules, _) = rules(&talks(lines, warned, asked));
        let mut session = Session::begin(Arc::new(rules), Setup::default()).expect("it begins");
        let told = look(&session);
        session.play(&["a1".into()]).expect("the game goes on");
        told
    };
    let view = |session: &Session| {
        let seen = linstock_play::Observation::new(session, linstock_play::Viewer::Table);
        seen.json().to_string()
    };
    let lines = format!("status \"dear\" {when}\nstatus \"cheap\"");
    let seen = told(&lines, "", "", &view);
    assert_eq!(seen.matches(LEFT_OUT).count(), 1, "{seen}");
    let asked = format!("\"{{{endless}}}\"");
    let seen = told("", "", &asked, &view);
    assert_eq!(seen.matches(LEFT_OUT).count(), 1, "{seen}");
    let prompt = |session: &Session| linstock_play::prompts(session).join("; ");
    assert_eq!(told("", "", &asked, &prompt), LEFT_OUT);
    assert_eq!(
        told(&format!("prompt \"p\" {when}"), "", "", &prompt),
        LEFT_OUT
    );
    let warning = |session: &Session| {
        let parsed = session.parsed("a1".into());
        let legal = session.legal(&parsed).expect("it is legal");
        linstock_play::warnings(session, &legal).join("; ")
    };
    assert_eq!(
        told("", &format!("warn \"w\" {when}"), "", &warning),
        LEFT_OUT
    );
}

#[test]
fn a_condition_that_takes_too_long_fails_where_it_is_asked() {
    let text = format!("{}fact dear = {}\n", talks("", "", ""), endless());
    let sources = Sources::from([("long.game", text.as_str())]);
    let told = linstock_play::fact_values::fact_in_words;
    assert_eq!(told((&sources, &Choices::default()), None, "dear"), None);
    let scenario = format!(
        "for long\nscenario \"s\"\nplay a1\nexpect {} > 1\nexpect a1 is own\n",
        endless()
    );
    let mut runner = linstock_play::scenario::ScenarioRunner::new(sources).expect("it loads");
    let report = runner.run("s.scn", &scenario);
    let found = &report.scenarios[0].found;
    let told = found.render(&report.sources, Style::Plain);
    assert_eq!(found.errors(), 2, "{told}");
    assert!(
        told.contains("this takes more than 536 million operations"),
        "{told}"
    );
}

#[test]
fn a_rule_sheet_grows_no_faster_than_its_text() {
    let nested = |deep: usize, otherwise: &str| {
        (0..deep).fold("draw".to_owned(), |inner, _| {
            format!("if some own {{ {inner} }} {otherwise}")
        })
    };
    for otherwise in ["", "else { win me }", "else { if no own { draw } }"] {
        let text = talks("", "", "").replace("s: box -> t", &nested(26, otherwise));
        let (rules, sources) = rules(&text);
        let files = linstock_play::sheet::ExampleFiles::default();
        let sheet = linstock_play::sheet::RuleSheet::of(&rules, &sources, &files);
        let told = format!("{sheet:?}");
        assert!(told.matches("some own").count() >= 26, "{otherwise}");
    }
}
