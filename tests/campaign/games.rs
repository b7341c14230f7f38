//! Games made up from the language: most of them check, and use what the shipped games never put together.
//!
//! Every choice is read from a tape of numbers; where the tape ends, the simplest is chosen. So a shorter tape, or smaller
//! numbers on it, make a smaller game.

/// Makes a game of a tape.
pub(super) fn game(tape: &[u16]) -> String {
    GameWriter::of_tape(tape).game()
}

/// Makes a variant of [`game`]'s games of a tape.
pub(super) fn variant(tape: &[u16]) -> String {
    let mut w = GameWriter::of_tape(tape);
    let mut text = "variant made-over of made \"Made over\"\n".to_owned();
    for _ in 0..=w.pick(3) {
        text += &match w.pick(7) {
            0 => "set flying yes\n".to_owned(),
            1 => "rename piece king to queen\n".to_owned(),
            2 => "rename player ann to eve, bob to max\n".to_owned(),
            3 => format!("replace fact area(h) = {}\n", w.with_point("h", GameWriter::set)),
            4 => "replace options { flying yes | no \"far\"; limit 1..4 = 1 \"how far\"; first ann | bob \"who begins\" }\n".to_owned(),
            5 => "remove fact spare\n".to_owned(),
            _ => format!("replace {}", w.one_move("walk")),
        };
    }
    text
}

/// The lines of a move, in their order.
struct WrittenMove {
    head: &'static str,
    args: Vec<String>,
    conditions: Vec<String>,
    done: Vec<String>,
}

impl WrittenMove {
    fn new(head: &'static str, args: &[&str]) -> Self {
        Self {
            head,
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            conditions: Vec::new(),
            done: Vec::new(),
        }
    }
}

struct GameWriter<'t> {
    tape: &'t [u16],
    at: usize,
    /// How deep the current expression is nested.
    depth: usize,
    /// How many facts are declared already, and so may be used.
    facts: usize,
    /// Who sees what is dealt.
    dealt: &'static str,
    // The names of arguments that may be spoken of.
    points: Vec<String>,
    numbers: Vec<String>,
    players: Vec<String>,
    rows: Vec<String>,
}

impl<'t> GameWriter<'t> {
    fn of_tape(tape: &'t [u16]) -> Self {
        Self {
            tape,
            at: 0,
            depth: 0,
            facts: 0,
            dealt: "seen by me",
            points: Vec::new(),
            numbers: Vec::new(),
            players: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Chooses one of `count`.
    fn pick(&mut self, count: usize) -> usize {
        let read = self.tape.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(read) % count
    }

    /// Chooses one of `count` forms of which the first `leaves` hold no others.
    fn form(&mut self, leaves: usize, count: usize) -> usize {
        let count = if self.depth > 3 { leaves } else { count };
        self.pick(count)
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.pick(all.len())]
    }

    fn deeper(&mut self, make: impl FnOnce(&mut Self) -> String) -> String {
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    fn with_point(&mut self, name: &str, make: impl FnOnce(&mut Self) -> String) -> String {
        self.points.push(name.to_owned());
        let made = make(self);
        self.points.pop();
        made
    }

    fn game(mut self) -> String {
        let three = self.pick(4) == 1;
        let (width, height) = (3 + self.pick(4), 3 + self.pick(5));
        let mut text = "game made \"Made\"\n".to_owned();
        text += if three {
            "players 2..3 of ann, bob, cem\n"
        } else {
            "players ann, bob\n"
        };
        text += "options { flying yes | no \"far\"; limit none | 1..3 = 2 \"how far\"; first ann | bob \"who begins\" }\n";
        text += &self.board(width, height, three);
        text += "piece stone \"s\", king \"k\"\n";
        text += &format!(
            "line pair = {} {} in {}\n",
            self.of(&["2", "3"]),
            self.of(&["own stone", "own", "enemy", "empty"]),
            self.of(&["all directions", "orthogonal", "forward or north"])
        );
        text += "list card (rank, copies) { page 1, 2; knight 2, 1; queen 3, 1 }\n";
        let (deck, hand, seen) = [
            ("hidden", "seen by owner", "seen by me"),
            ("hidden", "open", "seen by players"),
            ("hidden", "hidden", "seen by none"),
            ("open", "seen by owner", "seen by players"),
        ][self.pick(4)];
        self.dealt = seen;
        text += &format!("zone deck {{ holds card by copies; {deck} }}\n");
        text += &format!("zone hand of player {{ holds card; {hand} }}\n");
        text += &format!(
            "zone reserve of player {{ holds {} stone; open }}\n",
            1 + self.pick(4)
        );
        text += "remember { turns = 0; paid of player = 0; guard = none : player; marked = nothing; up of card = no; steps of piece = 0 }\n";
        text += &format!("fact area(h) = {}\n", self.with_point("h", Self::set));
        self.facts = 1;
        text += &format!("fact good(h) = {}\n", self.with_point("h", Self::truth));
        self.facts = 2;
        text += &format!("fact many(h) = {}\n", self.with_point("h", Self::number));
        self.facts = 3;
        text += &format!("fact spare = {}\n", self.set());
        self.facts = 4;
        let moves = ["walk", "drop", "deal", "show", "shift", "pass"];
        for name in moves {
            text += &self.one_move(name);
        }
        text += &format!(
            "to pay(n) {{ paid of me = paid of me + n; {} }}\n",
            self.of(&["turns = turns + 1", "forget marked", "turns = n"])
        );
        text += &self.play();
        text += &format!("score of p = {}\n", {
            self.players.push("p".into());
            let n = self.number();
            self.players.pop();
            n
        });
        if self.pick(2) == 1 {
            text += &format!(
                "status \"{{{}}} left\"\n",
                self.of(&["turns", "count own", "size of deck"])
            );
        }
        text
    }

    fn board(&mut self, width: usize, height: usize, three: bool) -> String {
        let next = self.of(&[
            "",
            "  next orthogonal\n",
            "  next diagonal\n",
            "  next north or south\n",
        ]);
        let mut text = format!("board {width} x {height} {{\n{next}");
        text += &format!("  ann {{ forward north; home = row 1; far = row {height} }}\n");
        text += &format!("  bob {{ forward south; home = row {height}; far = row 1 }}\n");
        if three {
            text += "  cem { forward east; home = column a; far = column c }\n";
        }
        text += &format!(
            "  region middle = {}\n",
            self.of(&["b2", "b2..c3", "row 2", "column b or row 2"])
        );
        text += self.of(&[
            "",
            "  wall around middle\n",
            "  link a1 to c3\n",
            "  link a1 to b3 when some (middle and own)\n",
            "  paint blue = middle\n",
        ]);
        text + "}\n"
    }

    fn one_move(&mut self, name: &str) -> String {
        let mut made = match name {
            "walk" => self.walk(),
            "drop" => self.drop(),
            "deal" => self.deal(),
            "show" => self.show(),
            "shift" => self.shift(),
            _ => WrittenMove::new("move pass \"pass\"", &[]),
        };
        let mut leaves = false;
        for _ in 0..self.pick(3) {
            let condition = self.truth();
            let word = self.of(&[
                "when",
                "when",
                "when",
                "leaves",
                "warn \"is that wise\" when",
            ]);
            let chosen_alone = matches!(name, "walk" | "drop");
            if word == "leaves" && (leaves || !chosen_alone || self.mentions_arguments(&condition))
            {
                continue;
            }
            leaves |= word == "leaves";
            made.conditions.push(format!("{word} {condition}"));
        }
        for _ in 0..self.pick(3) {
            let statement = self.statement();
            made.done.push(statement);
        }
        self.points.clear();
        self.numbers.clear();
        self.players.clear();
        self.rows.clear();
        let lines = [made.args, made.conditions, made.done].concat();
        format!("{} {{\n  {}\n}}\n", made.head, lines.join("\n  "))
    }

    fn walk(&mut self) -> WrittenMove {
        let from = self.of(&[
            "own stone",
            "own",
            "own king",
            "own except middle",
            "own and marked",
        ]);
        self.points.push("here".into());
        let to = self.way();
        let over = self.of(&[
            "empty",
            "(empty or enemy)",
            "(empty where good(it))",
            "(empty except middle)",
        ]);
        self.points.push("there".into());
        let mut made = WrittenMove::new(
            "move walk \"{here}-{there}\"",
            &[
                &format!("here in {from}"),
                &format!("there in {to} and {over}"),
            ],
        );
        if over.contains("enemy") {
            made.done.push("there -> box".into());
        }
        made.done.push("here -> there".into());
        made
    }

    fn drop(&mut self) -> WrittenMove {
        let within = self.set();
        let done = self.of(&[
            "stone: box -> here",
            "stone: reserve of me -> here",
            "king: box -> here",
            "steps of here = 1",
        ]);
        self.points.push("here".into());
        let mut made = WrittenMove::new(
            "move drop \"drop {here}\"",
            &[&format!("here in empty and {within}")],
        );
        if done.contains("reserve") {
            made.conditions
                .push("when stone is in reserve of me".into());
        }
        made.done.push(done.into());
        made
    }

    fn deal(&mut self) -> WrittenMove {
        self.rows.push("k".into());
        let mut made = WrittenMove::new("move deal \"deal {me} {k}\"", &["k in deck"]);
        made.conditions.push(self.dealt.to_owned());
        made.done.push("k: deck -> hand of me".into());
        made
    }

    fn show(&mut self) -> WrittenMove {
        let among = self.of(&["hand of me", "card", "card where up of it", "{page, queen}"]);
        self.rows.push("k".into());
        let mut made = WrittenMove::new("move show \"show {k}\"", &[&format!("k in {among}")]);
        let up = self.truth();
        made.done.push(format!("up of k = {up}"));
        made
    }

    fn shift(&mut self) -> WrittenMove {
        let numbers = self.of(&["1..3", "0..2", "1..2"]);
        let players = self.of(&["players", "others", "players where paid of it < 3"]);
        self.numbers.push("n".into());
        self.players.push("w".into());
        let mut made = WrittenMove::new(
            "move shift \"shift {n} {w}\"",
            &[&format!("n in {numbers}"), &format!("w in {players}")],
        );
        made.done.push("paid of w = paid of w + n".into());
        made
    }

    fn mentions_arguments(&self, text: &str) -> bool {
        let names = [&self.points, &self.numbers, &self.players, &self.rows];
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| names.iter().any(|all| all.iter().any(|name| name == word)))
    }

    fn play(&mut self) -> String {
        let mut text = "play {\n  each player { stone: box -> home of me and empty }\n".to_owned();
        if self.pick(3) == 1 {
            text += "  king: box -> middle and empty\n";
        }
        if self.pick(3) == 1 {
            text += "  each player { ask chance: deal }\n";
        }
        let times = 3 + self.pick(8);
        text += &format!(
            "  phase main {{ repeat {times} times {{ each player {}{{\n",
            self.of(&["", "from first ", "backwards ", "where some own "])
        );
        for _ in 0..=self.pick(2) {
            let ask = self.ask();
            text += &format!("    {ask}\n");
        }
        for _ in 0..self.pick(3) {
            let statement = self.statement();
            text += &format!("    {statement}\n");
        }
        let condition = self.truth();
        text += &format!(
            "    if {condition} {{ {} }}\n",
            self.of(&[
                "turns = turns + 1",
                "win me \"it holds\"",
                "draw \"it holds\"",
                "leave main",
                "win others"
            ])
        );
        text += "  } } }\n";
        text += self.of(&[
            "",
            "  win (best p in players by paid of p) \"most paid\"\n",
            "  win (sole best p in players by count own stone) \"most\"\n",
            "  draw \"over\"\n",
        ]);
        text + "}\n"
    }

    fn ask(&mut self) -> String {
        match self.pick(6) {
            0 | 1 => {
                let mut all = vec!["walk", "drop", "show", "shift", "pass"];
                all.rotate_left(self.pick(5));
                all.truncate(1 + self.pick(4));
                let offered: Vec<String> = all
                    .iter()
                    .map(|name| {
                        if self.pick(4) == 1 {
                            format!("{name} if {}", self.truth())
                        } else {
                            (*name).to_owned()
                        }
                    })
                    .collect();
                format!(
                    "ask me: {} {}",
                    offered.join(", "),
                    self.of(&[
                        "",
                        "otherwise leave main",
                        "otherwise win opponent \"stuck\"",
                        "otherwise ask me: pass"
                    ])
                )
            }
            2 => "ask players: shift, pass".to_owned(),
            3 => "ask chance: deal".to_owned(),
            4 => "ask others: pass, show".to_owned(),
            _ => format!(
                "if {} {{ {} }} else {{ {} }}",
                self.truth(),
                "ask me: walk, pass",
                "ask me: pass, drop"
            ),
        }
    }

    fn statement(&mut self) -> String {
        let point = self.point();
        match self.pick(13) {
            0 => "turns = turns + 1".to_owned(),
            1 => format!("paid of me = {}", self.number()),
            2 => format!("if {} {{ pay(1) }}", self.truth()),
            3 => format!("{} -> box", self.set()),
            4 => format!("marked = {}", self.set()),
            5 => format!("guard = {}", self.player()),
            6 => "forget paid of me, marked".to_owned(),
            7 => format!("steps of {point} = {}", self.number()),
            8 => "all: hand of me -> deck".to_owned(),
            9 => format!(
                "for q in players where {} {{ paid of q = paid of q + 1 }}",
                self.of(&["q is not me", "paid of it < 3", "it is guard"])
            ),
            10 => format!(
                "if {} {{ turns = {} }} else if flying {{ turns = 0 }}",
                self.truth(),
                self.number()
            ),
            11 => format!("stone: box -> {} and empty", self.set()),
            _ => format!("up of {} = {}", self.row(), self.truth()),
        }
    }

    fn directions(&mut self) -> &'static str {
        self.of(&[
            "north",
            "orthogonal",
            "diagonal",
            "forward",
            "forwards",
            "(north or east)",
            "all directions",
            "sideways",
            "backwards",
            "(forwards and diagonal)",
        ])
    }

    /// A set that begins at a point of the move.
    fn way(&mut self) -> String {
        let count = self.of(&["", "1.. ", "2 ", "1..2 ", "2.. "]);
        let directions = self.directions();
        let from = self.point();
        match self.pick(4) {
            0 => format!("next to {from}"),
            1 => format!("{count}{directions} of {from}"),
            2 => format!(
                "({count}{directions} of {from} through ({}))",
                self.deeper(Self::set)
            ),
            _ => format!(
                "(reached from {from} over ({}) within {})",
                self.deeper(Self::set),
                1 + self.pick(3)
            ),
        }
    }

    fn point(&mut self) -> String {
        let mut all: Vec<String> = self.points.clone();
        all.extend(["a1".to_owned(), "b2".to_owned(), "c3".to_owned()]);
        let at = self.pick(all.len());
        all.swap_remove(at)
    }

    fn set(&mut self) -> String {
        self.deeper(|w| match w.form(15, 29) {
            0 => "own".into(),
            1 => "empty".into(),
            2 => "enemy".into(),
            3 => "own stone".into(),
            4 => "middle".into(),
            5 => "everything".into(),
            6 => "home of me".into(),
            7 => "marked".into(),
            8 => "nothing".into(),
            9 => "king".into(),
            10 => "row 2".into(),
            11 => "a1..b3".into(),
            12 => format!("{{a1, {}}}", w.point()),
            13 => format!("stone of {}", w.player()),
            14 => "bob king".into(),
            15 => format!("({} and {})", w.set(), w.set()),
            16 => format!("({} or {})", w.set(), w.set()),
            17 => format!("({} except {})", w.set(), w.set()),
            18 => format!("next to ({})", w.set()),
            19 => format!("edge of ({})", w.set()),
            20 => format!("(reached from {} over ({}))", w.set(), w.set()),
            21 => format!(
                "(reached from {} over ({}) within {} not counting {})",
                w.set(),
                w.set(),
                w.number(),
                w.set()
            ),
            22 => w.way(),
            23 => format!(
                "({} where steps of it {} {})",
                w.set(),
                w.of(&["<", ">=", "is"]),
                w.number()
            ),
            24 => format!("({} where it is {})", w.set(), w.set()),
            25 => format!("({} if {} else {})", w.set(), w.truth(), w.set()),
            26 if w.facts > 0 => format!("area({})", w.point()),
            28 => format!(
                "(reflection of {} over {})",
                w.set(),
                w.of(&["north", "east", "northeast", "centre"])
            ),
            _ if w.facts > 3 => "spare".into(),
            _ => "own".into(),
        })
    }

    fn truth(&mut self) -> String {
        self.deeper(|w| match w.form(8, 24) {
            0 => "some own".into(),
            1 => "flying".into(),
            2 => format!(
                "{} is {}",
                w.point(),
                w.of(&["empty", "own", "middle", "marked"])
            ),
            3 => format!("guard is {}", w.player()),
            4 => "no enemy".into(),
            5 => "some pair".into(),
            6 => format!("{} is in hand of me", w.row()),
            7 => format!("up of {}", w.row()),
            8 => format!("some ({})", w.set()),
            9 => format!("no ({})", w.set()),
            10 => format!(
                "{} {} {}",
                w.number(),
                w.of(&["<", "<=", ">", ">=", "is"]),
                w.number()
            ),
            11 => format!("({} and {})", w.truth(), w.truth()),
            12 => format!("({} or {})", w.truth(), w.truth()),
            13 => format!("not ({})", w.truth()),
            14 => format!("joined({})", w.set()),
            15 => format!("{} is ({})", w.point(), w.set()),
            16 => format!(
                "some (others where paid of it {} {})",
                w.of(&["<", "is"]),
                w.number()
            ),
            17 => "some (own stone where steps of it > 0)".into(),
            18 => "last is pass".into(),
            19 => format!("seen {} times", 2 + w.pick(2)),
            20 => "limit is none".into(),
            21 if w.facts > 1 => format!("good({})", w.point()),
            22 => format!("owner of {} is {}", w.point(), w.player()),
            _ => "no (card where it is in hand of me)".into(),
        })
    }

    fn number(&mut self) -> String {
        self.deeper(|w| {
            if let Some(name) = w.numbers.last().cloned()
                && w.pick(3) == 1
            {
                return name;
            }
            match w.form(9, 21) {
                0 => w.pick(5).to_string(),
                1 => "turns".into(),
                2 => "paid of me".into(),
                3 => "count own".into(),
                4 => "size of deck".into(),
                5 => format!("steps of {}", w.point()),
                6 => format!("rank of {}", w.row()),
                7 => format!("size of hand of {}", w.player()),
                8 => "count pair".into(),
                9 => format!("count ({})", w.set()),
                10 => format!("({} + {})", w.number(), w.number()),
                11 => format!("({} - {})", w.number(), w.number()),
                12 => format!("{} * {}", w.pick(4), w.number()),
                13 => format!("max({}, {})", w.number(), w.number()),
                14 => format!("min({}, {})", w.number(), w.number()),
                15 => format!("({} if {} else {})", w.number(), w.truth(), w.number()),
                16 => format!(
                    "(greatest i in 0..3 where count own {} i)",
                    w.of(&[">", "is", "<"])
                ),
                17 => "(sum q in players: paid of q)".into(),
                18 => format!("count (others where paid of it < {})", w.number()),
                19 => format!("copies of {} in deck", w.row()),
                _ if w.facts > 2 => format!("many({})", w.point()),
                _ => "turns".into(),
            }
        })
    }

    fn player(&mut self) -> String {
        if let Some(name) = self.players.last().cloned()
            && self.pick(2) == 1
        {
            return name;
        }
        match self.pick(6) {
            0 => "me".into(),
            1 => "ann".into(),
            2 => "bob".into(),
            3 => format!("owner of {}", self.point()),
            4 => "next player after me".into(),
            _ => "first".into(),
        }
    }

    fn row(&mut self) -> String {
        if let Some(name) = self.rows.last().cloned()
            && self.pick(2) == 1
        {
            return name;
        }
        self.of(&["page", "knight", "queen"]).to_owned()
    }
}
