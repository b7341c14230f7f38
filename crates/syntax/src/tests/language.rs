//! Every construct of the language, and the precedence of its operators.

use crate::ast::{
    DeclKind, EditKind, Expectation, GameDecl, HeadKind, Name, OptionChoice, RulesFile, Scenario,
    StepKind, TemplatePart, WhichMoves,
};
use crate::tests::parse_game;
use crate::tests::show;
use crate::{parse_expr, parse_scenarios};
use linstock_base::{Diagnostics, FileId, Sources, Style};

fn clean<T>(text: &str, read: impl Fn(FileId, &str) -> (Option<T>, Diagnostics)) -> T {
    let mut sources = Sources::new();
    let file = sources.add("test", text);
    let (tree, found) = read(file, text);
    assert!(
        found.is_empty(),
        "{text}\n{}",
        found.render(&sources, Style::Plain)
    );
    tree.expect("no findings, so a tree")
}

fn game(decls: &str) -> GameDecl {
    match clean(&format!("game g \"G\"\n{decls}"), parse_game) {
        RulesFile::Game(game) => game,
        RulesFile::Variant(_) => panic!("a game"),
    }
}

#[test]
fn a_text_may_hold_quotes() {
    let text = "game g \"The \\\"G\\\" game\"\nstatus \"{count own} in the \\\"sea\\\" \\\\o/\"\n";
    let RulesFile::Game(read) = clean(text, parse_game) else {
        panic!("a game");
    };
    assert_eq!(read.title.value, "The \"G\" game");
    let DeclKind::Status(status) = &read.decls[0].kind else {
        panic!("a status line");
    };
    let said = "{count own} in the \"sea\" \\o/";
    assert_eq!(status.text.written, said);
    let TemplatePart::Literal(last) = &status.text.parts[1] else {
        panic!("a text");
    };
    assert_eq!(last, " in the \"sea\" \\o/");
    let same = crate::formatted(FileId::default(), text, crate::Dialect::Game);
    assert_eq!(same.ok().as_deref(), Some(text));
    let scenarios = clean("for g\n\nscenario \"a \\\"b\\\"\"\n", parse_scenarios);
    assert_eq!(scenarios.scenarios[0].title.value, "a \"b\"");
}

#[test]
fn expressions_hold_together_as_documented() {
    let table = [
        ("a or b and c", "(a or (b and c))"),
        ("a and b except c and d", "(((a and b) except c) and d)"),
        ("not a is b", "(not (a is b))"),
        ("not not a", "(not (not a))"),
        ("a is not b", "(a is-not b)"),
        ("a + b * c - d < 3", "(((a + (b * c)) - d) < 3)"),
        ("a if b else c if d else e", "(a if b else (c if d else e))"),
        ("a or b if c or d else e", "((a or b) if (c or d) else e)"),
        (
            "some own soldier and no enemy town",
            "((some own'soldier) and (no enemy'town))",
        ),
        ("some no count x", "(some (no (count x)))"),
        (
            "2..3 ahead of c through (everything if shot-over else empty) and enemy",
            "((((2..3 ahead) of c) through (everything if shot-over else empty)) and enemy)",
        ),
        (
            "1.. orthogonal of here through empty",
            "(((1.. orthogonal) of here) through empty)",
        ),
        (
            "count 2 forwards of next to here through {a1, b2}",
            "(count (((2..2 forwards) of (next-to here)) through {a1 b2}))",
        ),
        ("rear of front of c", "(rear of (front of c))"),
        ("home of next player after me", "(home of (next-player me))"),
        ("edge of home of me", "(edge (home of me))"),
        (
            "next to reflection of home of me over northeast",
            "(next-to (reflection (home of me) over northeast))",
        ),
        // A name of the rules may be `reflection`.
        ("reflection of me", "(reflection of me)"),
        ("next to (a or b)", "(next-to (a or b))"),
        ("next player after me is you", "((next-player me) is you)"),
        ("row 10 except corner", "((row 10) except corner)"),
        (
            "column e or row (n + 1) or row 1..3",
            "(((column e) or (row (n + 1))) or (row (1..3)))",
        ),
        ("row", "row"),
        (
            "{a1..f6, light, own soldier}",
            "{(a1..f6) light own'soldier}",
        ),
        ("{}", "{}"),
        ("n is 1..8", "(n is (1..8))"),
        ("seen 3 times or seen", "((seen 3) or seen)"),
        (
            "near(b, max(1, 2)) and script strong(x)",
            "(near(b max(1 2)) and script strong(x))",
        ),
        (
            "2 (forwards or sideways) of here",
            "((2..2 (forwards or sideways)) of here)",
        ),
        (
            "@A1 x and @B1..B3 (y or @C z)",
            "(@A1 x and @B1 @B2 @B3 (y or @C z))",
        ),
        ("@A x is y", "@A (x is y)"),
        ("x is @A (y or z)", "(x is @A (y or z))"),
        ("shot-over is no", "(shot-over is no)"),
        (
            "a\n  and b\n  # a remark\n  or (c\n  and\n d)",
            "((a and b) or (c and d))",
        ),
        ("{a1,\n j1\n}", "{a1 j1}"),
        ("in-check or or-else", "(in-check or or-else)"),
    ];
    for (text, drawn) in table {
        let sources = Sources::from([("x", text)]);
        let (file, _) = sources.iter().next().expect("one file");
        match parse_expr(file, text) {
            Ok(expr) => assert_eq!(show::expr(&expr), drawn, "{text}"),
            Err(found) => panic!("{}", found.render(&sources, Style::Plain)),
        }
    }
}

#[test]
fn spans_cover_what_was_written() {
    let text = "game g \"G\"\n# ö\nfact f =  @A (own soldier\n and  a7 ) # …\n";
    let mut sources = Sources::new();
    let file = sources.add("g", text);
    let Some(RulesFile::Game(game)) = parse_game(file, text).0 else {
        panic!("a game")
    };
    let DeclKind::Fact(fact) = &game.decls[0].kind else {
        panic!("a fact")
    };
    assert_eq!(sources.slice(fact.value.span), "(own soldier\n and  a7 )");
    assert_eq!(sources.slice(fact.value.tags[0].span), "@A");
    assert_eq!(
        sources.slice(game.decls[0].span),
        "fact f =  @A (own soldier\n and  a7 )"
    );
}

#[test]
fn statements_are_read_as_documented() {
    let table = [
        ("here -> there", "here -> there"),
        ("town: box -> there", "what town box -> there"),
        (
            "white pawn: box -> row 1 or row 2",
            "what white'pawn box -> ((row 1) or (row 2))",
        ),
        ("@A lay start; @B x = 1", "@A lay start|@B x = 1"),
        (
            "lay hill turned 90 at a1..c3; lay hill turned n * 90 at home of me",
            "lay hill turned 90  at (a1..c3) |lay hill turned (n * 90)  at (home of me) ",
        ),
        (
            "shifts of me = shifts of me + 1\n if c else 1",
            "(shifts of me) = (((shifts of me) + 1) if c else 1)",
        ),
        ("forget shifts of me, x", "forget (shifts of me) x"),
        ("pay(3); script blow(b)", "call pay(3)|script blow(b)"),
        (
            "if a { x = 1 }\n else if b { draw }\n else { win me }",
            "if a { x = 1 } else { if b { draw None } else { win me None } }",
        ),
        (
            "if a\n and b { draw }\nif c is {a1} { draw }",
            "if (a and b) { draw None } else {  }|if (c is {a1}) { draw None } else {  }",
        ),
        ("repeat { leave battle }", "repeat { leave battle }"),
        (
            "repeat n times { x = 1; y = 2 }",
            "repeat n { x = 1; y = 2 }",
        ),
        ("repeat each player { draw }", "repeat each { draw None }"),
        (
            "each player from first where it is not me { draw }",
            "each from first where (it is-not me) { draw None }",
        ),
        (
            "ask me: step, @A shift(c, 2) if x",
            "ask me: step(), @A shift(c 2) if x",
        ),
        ("ask chance: roll,\n  flip", "ask chance: roll(), flip()"),
        (
            "ask me: a\nif x { draw }",
            "ask me: a()|if x { draw None } else {  }",
        ),
        (
            "ask me: a\n if x, b\n @T otherwise @U ask you: c otherwise draw \"why\"",
            "ask me: a() if x, b() otherwise @T @U ask you: c() otherwise draw Some(\"why\")",
        ),
        (
            "ask me: a if x, b as often as possible\n otherwise draw",
            "ask me: a() if x, b() as often as possible otherwise draw None",
        ),
        (
            "ask me: a otherwise {\n leave turn; let n = 1\n}\ndraw",
            "ask me: a() otherwise { leave turn; let n = 1 }|draw None",
        ),
        (
            "phase battle { win {me, you} \"both\" }",
            "phase battle { win {me you} Some(\"both\") }",
        ),
        ("", ""),
    ];
    for (text, drawn) in table {
        for text in [
            format!("play {{\n{text}\n}}"),
            format!("play {{ {text} }}").replace("\nif", "; if"),
        ] {
            let game = game(&text);
            let DeclKind::Play(stmts) = &game.decls[0].kind else {
                panic!("play")
            };
            assert_eq!(
                stmts.iter().map(show::stmt).collect::<Vec<_>>().join("|"),
                drawn,
                "{text}"
            );
        }
    }
}

#[test]
fn declarations_are_read_as_documented() {
    let game = game(
        r#"
        @A @B2..B4
        players light, dark
        options { a yes | no "?"; b none | 1..99 | 3 = 1/12 "?"
          c on | off = on "?" }
        board 3 x 4 { next orthogonal; light { @F forward south; @H home = row 1 } }
        board 3 x 3
        remember { x = nothing; @A shifts of player = 0 }
        fact f(x, y) = x; fact g = f(1, 2)
        script "a.rhai" { strong(men: number, who: player) -> truth changes soldier, shifts
          blow() }
        move m(n) "{n}: {rear of c}{there}!"
        {
          c in cannon where x; @W when n > 1; weigh 2
          here -> there
        }
        to pay(n) { coins of me = coins of me - n }
        score of p = coins of p
        readings { B3 "…"; SRC "…" unplayed "why" }
        @C note "…"
        drawing start { L = light soldier; # = x
          D = dark soldier; + = edge of everything
          """
          . L
          """ }
        "#
        .replace("# = x\n", "\n")
        .as_str(),
    );
    let kinds: Vec<&DeclKind> = game.decls.iter().map(|d| &d.kind).collect();
    let tags: Vec<_> = game.decls[0].tags.iter().map(|t| t.text.as_str()).collect();
    assert_eq!(tags, ["A", "B2", "B3", "B4"]);
    assert_eq!(kinds.len(), 14);
    let DeclKind::Options(options) = kinds[1] else {
        panic!("options")
    };
    assert!(matches!(
        options[1].choices[1],
        OptionChoice::Range {
            least: 1,
            most: 99,
            ..
        }
    ));
    assert_eq!(
        options[1].default.as_ref().map(|d| d.value.as_str()),
        Some("1/12")
    );
    assert_eq!(
        options[2].default.as_ref().map(|d| d.value.as_str()),
        Some("on")
    );
    let DeclKind::Script(script) = kinds[7] else {
        panic!("script")
    };
    assert_eq!(script.functions.len(), 2);
    assert_eq!(script.functions[0].changes.len(), 2);
    let DeclKind::Move(m) = kinds[8] else {
        panic!("move")
    };
    assert!(matches!(&m.text.parts[1], TemplatePart::Literal(l) if l == ": "));
    assert_eq!(m.text.parts.len(), 5);
    let [arg, when, weigh] = m.heads.as_slice() else {
        panic!("three heads")
    };
    assert!(matches!(
        &arg.kind,
        HeadKind::Arg {
            filter: Some(_),
            ..
        }
    ));
    assert!(matches!(when.kind, HeadKind::When(_)) && when.tags.len() == 1);
    assert!(matches!(weigh.kind, HeadKind::Weigh(_)) && m.body.len() == 1);
    let DeclKind::Drawing(drawing) = kinds[13] else {
        panic!("drawing")
    };
    assert_eq!(
        drawing
            .legend
            .iter()
            .map(|(sign, _)| sign.text.as_str())
            .collect::<String>(),
        "LD+"
    );
}

#[test]
fn a_broken_declaration_keeps_its_names() {
    let table = [
        ("players light dark", "players: light dark"),
        ("piece soldier \"s\" town \"t\"", "piece: soldier town"),
        ("@A move step { here -> there }", "move: step"),
        ("options { @A a yes or no; b 1 }", "options: a b"),
        (
            "board 3 x 3 {\n region corner a1\n light { forward south; home = } }",
            "board: corner light forward home",
        ),
        ("fact near( = 3", "fact: near"),
        ("mvoe step { }", "mvoe: step"),
    ];
    for (text, drawn) in table {
        let text = format!("game g \"G\"\n{text}\nnote \"read all the same\"");
        let (tree, found) = parse_game(FileId::default(), &text);
        let Some(RulesFile::Game(game)) = tree else {
            panic!("a game")
        };
        assert!(
            found.has_errors() && matches!(game.decls[1].kind, DeclKind::Note(_)),
            "{text}"
        );
        let DeclKind::Broken { keyword, names } = &game.decls[0].kind else {
            panic!("{text}")
        };
        let names: Vec<_> = names.iter().map(|n| n.text.as_str()).collect();
        assert_eq!(format!("{keyword}: {}", names.join(" ")), drawn);
    }
}

#[test]
fn edits_are_read_as_documented() {
    let text = r#"variant v of g "V"
        set look 4  3 3
        @A rename piece soldier to pawn, town to king
        @B replace @C phase battle { draw }
        remove move shot
        fact extra = x
        "#;
    let RulesFile::Variant(variant) = clean(text, parse_game) else {
        panic!("a variant")
    };
    let [set, rename, replace, remove, add] = variant.edits.as_slice() else {
        panic!("five edits")
    };
    assert!(matches!(&set.kind, EditKind::Set { value, .. } if value.value == "4 3 3"));
    assert!(matches!(&rename.kind, EditKind::Rename { pairs, .. } if pairs.len() == 2));
    assert!(matches!(&replace.kind, EditKind::Replace(decl) if decl.tags.len() == 2));
    assert!(matches!(&remove.kind, EditKind::Remove { kind, .. } if kind.text == "move"));
    assert!(matches!(&add.kind, EditKind::Add(_)));
}

fn scenario(lines: &str) -> Scenario {
    let mut file = clean(
        &format!("for g\nset x 1\nvariant v\n\nscenario \"s\" @A\n{lines}"),
        parse_scenarios,
    );
    assert_eq!(
        (file.choices.options.len(), file.choices.variants.len()),
        (1, 1)
    );
    file.scenarios.remove(0)
}

#[test]
fn scenario_lines_are_read_as_documented() {
    let read = scenario(
        r#"set a no
        players 3
        given at battle, light to move """
          . S
        """ { x = 1; shifts of light = 2; ace, 2 king: deck -> hand of light }
        play a1-a2 ;  roll 5   # a remark
        as light play take  3; go
        chance roll 5
        chance are roll 5 = 1/2, heads = 1, roll 6=0 / 7
        refuse d7 to d9 because @CA-15, @B3
        refuse (odd" text
        refuse as light go because @B3
        moves are a1 b2  c3
        moves include roll 5, x
        moves are roll 5,            # a list goes on in the next line

          roll (6", asleep,
        moves are nothing
        moves of step from a1 include a1-a2
        moves of step count 32
        moves are                    # so does one that is indented
          a1 b2
          roll 5
        chance any 36
        chance any
        moves count 22
        expect d4 is empty, dark to move, over, dark and light win because @A, @B
        expect drawn because @C, no enemy town and (a or b), light wins
        expect only light and dark to move, chance to move, only is 3
        seen by light and dark: deal  light
        warning of d7 to  d9 "it is (late"
        warning to dark of go
        no warning of a1-a2   # none
        set a yes
        "#,
    );
    assert_eq!(
        (
            read.tags.len(),
            read.choices.options.len(),
            read.choices.players.map(|p| p.0)
        ),
        (1, 1, Some(3))
    );
    let given = read.given.expect("a beginning");
    assert_eq!(
        (
            given.phase.as_ref().map_or("", |p| p.text.as_str()),
            given.to_move.text.as_str(),
            given.setup.len()
        ),
        ("battle", "light", 4)
    );
    let drawn: Vec<String> = read
        .steps
        .iter()
        .map(|step| draw_step(&step.kind))
        .collect();
    assert_eq!(
        drawn,
        [
            "play a1-a2|roll 5",
            "light: play take 3|go",
            "chance: play roll 5",
            "odds roll 5 1/2|heads 1/1|roll 6 0/7",
            "refuse d7 to d9 because CA-15|B3",
            "refuse (odd\" text because ",
            "light: refuse go because B3",
            "moves true a1|b2|c3 or a1 b2 c3",
            "moves false roll 5|x",
            "moves true roll 5|roll (6\"|asleep",
            "moves true ",
            "moves of step from a1 false a1-a2",
            "count of step 32",
            "moves true a1|b2 or a1 b2 & roll|5 or roll 5",
            "any 36",
            "any 1",
            "count 22",
            "(d4 is empty); dark to move; over; dark|light win because A|B",
            "drawn because C; ((no enemy'town) and (a or b)); light win because ",
            "only light|dark to move; chance to move; (only is 3)",
            "light|dark see deal light",
            "warns true of d7 to d9: it is (late",
            "warns to dark true of go",
            "warns false of a1-a2",
            "set a yes",
        ]
    );
}

fn draw_step(step: &StepKind) -> String {
    let texts = |all: &[crate::ast::QuotedText]| {
        all.iter()
            .map(|t| t.value.clone())
            .collect::<Vec<_>>()
            .join("|")
    };
    let tags = |all: &[crate::ast::Tag]| {
        all.iter()
            .map(|t| t.text.clone())
            .collect::<Vec<_>>()
            .join("|")
    };
    let names = |all: &[Name]| {
        all.iter()
            .map(|t| t.text.clone())
            .collect::<Vec<_>>()
            .join("|")
    };
    let expectation = |e: &Expectation| match e {
        Expectation::Holds(e) => show::expr(e),
        Expectation::ToMove { names: who, only } => {
            let only = if *only { "only " } else { "" };
            format!("{only}{} to move", names(who))
        }
        Expectation::Over => "over".to_owned(),
        Expectation::Wins { players, because } => {
            format!("{} win because {}", names(players), tags(because))
        }
        Expectation::Drawn { because } => format!("drawn because {}", tags(because)),
    };
    let by = |who: &Option<Name>| {
        who.as_ref()
            .map_or_else(String::new, |who| format!("{}: ", who.text))
    };
    match step {
        StepKind::Play {
            by: who,
            texts: all,
        } => format!("{}play {}", by(who), texts(all)),
        StepKind::Refuse {
            by: who,
            text,
            because,
        } => {
            let refuse = by(who) + "refuse";
            format!("{refuse} {} because {}", text.value, tags(because))
        }
        StepKind::Moves { which, all, list } => {
            let parts = list.parts.iter().map(|part| {
                let alone = part.alone.as_ref();
                let alone = alone.map_or_else(String::new, |one| format!(" or {}", one.value));
                format!("{}{alone}", texts(&part.texts))
            });
            let parts = parts.collect::<Vec<_>>().join(" & ");
            format!("moves{} {all} {parts}", which_moves(which))
        }
        StepKind::AnyOutcomes(times, _) => format!("any {times}"),
        StepKind::Odds { odds: all, .. } => {
            let odds = all.iter().map(|odds| {
                let (some, all) = odds.share;
                format!("{} {some}/{all}", odds.text.value)
            });
            format!("odds {}", odds.collect::<Vec<_>>().join("|"))
        }
        StepKind::Seen { by, text } => format!("{} see {}", names(by), text.value),
        StepKind::Warning(expected) => {
            let to = expected.to.as_ref();
            let to = to.map_or_else(String::new, |to| format!(" to {}", to.text));
            let words = expected.words.as_ref();
            let words = words.map_or_else(String::new, |words| format!(": {}", words.value));
            format!(
                "warns{to} {} of {}{words}",
                expected.comes, expected.of.value
            )
        }
        StepKind::MoveCount { which, count, .. } => format!("count{} {count}", which_moves(which)),
        StepKind::Expect(all) => all.iter().map(expectation).collect::<Vec<_>>().join("; "),
        StepKind::Set { option, value } => format!("set {} {}", option.text, value.value),
    }
}

fn which_moves(which: &WhichMoves) -> String {
    let name = |word: &str, name: &Option<Name>| {
        let name = name.as_ref();
        name.map_or_else(String::new, |name| format!(" {word} {}", name.text))
    };
    format!("{}{}", name("of", &which.of), name("from", &which.from))
}
