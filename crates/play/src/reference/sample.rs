//! A small game built by hand for unit tests, and positions drawn in letters.

use linstock_base::Span;
use linstock_engine::vm::{Piece, SpelledPosition};
use linstock_model::{
    Arg, ArgId, AskItem, Board, Comparison, Dir, Dirs, Domain, FiniteDomain, Formation,
    FormationId, FormationRef, Head, Headings, KindId, LayerId, Member, MemberBits, MemberSet,
    Memory, MemoryId, MemoryRef, MemoryType, Model, MoveId, MoveRule, Node, Num, Owner, PieceKind,
    Place, Point, PointSet, RuleId, SeatId, Set, Sheet, TagId, TextPart, Topology, Truth, Unshown,
    Value,
};

/// The kind of the pieces drawn as `P` (white) and `p` (black).
pub(crate) const PAWN: KindId = KindId(0);
/// The kind of the pieces drawn as `K` and `k`.
pub(crate) const KING: KindId = KindId(1);
/// The formation: two own pawns in a row, in all directions.
pub(crate) const PAIR: FormationId = FormationId(0);
/// The first argument of a move.
pub(crate) const FIRST: ArgId = ArgId(0);
/// The second argument of a move.
pub(crate) const SECOND: ArgId = ArgId(1);
/// The formation that is the first argument of a move.
pub(crate) const C: FormationRef = FormationRef {
    arg: FIRST,
    line: PAIR,
};

/// The forward directions of White.
pub(crate) const NORTHWARD: Dirs = Dirs::from_bits(0b1000_0011);
/// The forward directions of Black.
pub(crate) const SOUTHWARD: Dirs = Dirs::from_bits(0b0011_1000);
const SIDEWAYS: Dirs = Dirs::from_bits(0b0100_0100);

/// Makes a node without tags.
pub(crate) fn node<T>(kind: T) -> Node<T> {
    tagged(kind, &[])
}

/// Makes a node with these tags.
pub(crate) fn tagged<T>(kind: T, tags: &[u16]) -> Node<T> {
    Node {
        tags: tags.iter().copied().map(TagId).collect(),
        span: Span::default(),
        reason: None,
        kind,
    }
}

/// Returns the set of the named points, separated by blanks.
pub(crate) fn set_of(model: &Model, names: &str) -> PointSet {
    let board = model.board.as_ref().expect("a board");
    let mut set = board.none();
    for name in names.split_whitespace() {
        set.insert(usize::from(board.find(name).expect("a point").0));
    }
    set
}

/// Returns the direction with a name.
#[must_use]
pub(crate) fn dir(name: &str) -> Dir {
    Topology::point().direction(name).expect("a direction")
}

/// Returns every direction.
pub(crate) fn all_dirs() -> Dirs {
    Topology::point().every_direction()
}

/// Returns the point with a name.
#[must_use]
pub(crate) fn point(model: &Model, name: &str) -> Point {
    model
        .board
        .as_ref()
        .and_then(|b| b.find(name))
        .expect("a point")
}

/// Returns the position in a picture, top row first: `P`, `K` white, `p`, `k` black, `.` empty.
#[must_use]
pub(crate) fn table(model: &Model, picture: &str) -> SpelledPosition {
    let mut table = SpelledPosition::empty(model);
    let width = usize::from(model.board.as_ref().expect("a board").topology.extent().0);
    let rows: Vec<&str> = picture.split_whitespace().collect();
    for (row, letters) in rows.iter().rev().enumerate() {
        for (column, letter) in letters.chars().enumerate() {
            let owner = SeatId(u8::from(letter.is_ascii_lowercase()));
            let kind = match letter.to_ascii_lowercase() {
                'p' => PAWN,
                'k' => KING,
                _ => continue,
            };
            table.pieces[row * width + column] = Some(Piece {
                kind,
                owner: Some(owner),
            });
        }
    }
    table
}

/// The set of own pawns.
pub(crate) fn own_pawn() -> Set {
    Set::Pieces(vec![PAWN], Owner::Own)
}

/// The set of all enemy pieces.
#[must_use]
pub(crate) fn enemy() -> Set {
    Set::Pieces(vec![PAWN, KING], Owner::Enemy)
}

/// Returns `least..most dirs of here`, where `here` is the first argument.
pub(crate) fn along_first(dirs: [Dirs; 2], (least, most): (u16, u16), through: Option<Set>) -> Set {
    Set::Along {
        from: Box::new(node(Set::At(Place::Arg(FIRST)))),
        dirs: Headings::Known(dirs.to_vec()),
        least,
        most,
        through: through.map(|t| Box::new(node(t))),
    }
}

/// Makes a square board with a few moves. The tags are `S-0`, `S-1` … by number.
#[must_use]
pub(crate) fn game(size: u16) -> Model {
    Model {
        name: "sample".to_owned(),
        title: "Sample".to_owned(),
        players: vec!["white".to_owned(), "black".to_owned()],
        named: vec!["white".to_owned(), "black".to_owned()],
        player_counts: (2, 2),
        options: vec![],
        board: Some(board(size)),
        layers: vec![String::new()],
        statuses: vec![],
        unshown: Unshown::default(),
        groups: vec![],
        kinds: [("pawn", 'p'), ("king", 'k')]
            .map(|(name, letter)| PieceKind {
                name: name.to_owned(),
                letter,
                layer: LayerId(0),
                neutral: false,
                tags: vec![],
            })
            .into(),
        lines: vec![Formation {
            name: "pair".to_owned(),
            length: 2,
            points: node(own_pawn()),
            dirs: vec![all_dirs(); 2],
            tags: vec![TagId(9)],
        }],
        drawings: vec![],
        lists: vec![],
        zones: vec![],
        memories: vec![memory()],
        scripts: vec![],
        moves: numbered([board_moves(), vec![shift(), shot()], word_moves()].concat()),
        phases: vec![],
        play: vec![],
        ground: vec![],
        score: None,
        score_is_open: true,
        tags: (0..20).map(|n| format!("S-{n}")).collect(),
        sheet: Sheet::default(),
    }
}

/// Gives each move its number as a rule.
fn numbered(mut moves: Vec<MoveRule>) -> Vec<MoveRule> {
    for (at, mv) in (0u16..).zip(&mut moves) {
        mv.rule = RuleId(at);
    }
    moves
}

fn board(size: u16) -> Board {
    Board {
        forward: vec![Some(dir("north")), Some(dir("south"))],
        ..Board::new(Topology::grid(size, size), 2)
    }
}

fn memory() -> Memory {
    Memory {
        name: "shifts".to_owned(),
        per: Some(FiniteDomain::Players),
        of_piece: false,
        among: MemberBits::players(),
        second: None,
        ty: MemoryType::Num,
        start: Value::Num(0),
        sight: linstock_model::Sight::Open,
        passing: false,
        uncounted: false,
        live: true,
        tags: vec![],
    }
}

/// Returns all players but `me`.
#[must_use]
pub(crate) fn others() -> MemberSet {
    let is = |at| {
        Truth::SameMember(
            Box::new(node(Member::Me)),
            Box::new(node(Member::Fixed(at))),
        )
    };
    MemberSet(
        [0, 1]
            .map(|at| node(Truth::Not(Box::new(node(is(at))))))
            .into(),
    )
}

/// Returns the items that offer these moves.
#[must_use]
pub(crate) fn offered(moves: &[u16]) -> Vec<AskItem> {
    let item = |&mv| AskItem {
        tags: vec![TagId(19)],
        mv: MoveId(mv),
        cond: None,
    };
    moves.iter().map(item).collect()
}

/// Returns `shifts of me`.
pub(crate) fn shifts() -> MemoryRef {
    MemoryRef {
        memory: MemoryId(0),
        of: Some(Box::new(node(Member::Me))),
    }
}

fn board_moves() -> Vec<MoveRule> {
    let from_to = |mark: &str| {
        let hole = |arg| TextPart::Place(Place::Arg(arg));
        vec![
            hole(FIRST),
            TextPart::Literal(mark.to_owned()),
            hole(SECOND),
        ]
    };
    let forth = [NORTHWARD, SOUTHWARD];
    let wide = [NORTHWARD.or(SIDEWAYS), SOUTHWARD.or(SIDEWAYS)];
    let both = |left: Set, right: Set| Set::And(vec![node(left), node(right)]);
    let points = |set| Domain::Points(node(set));
    let near_enemy = Set::NextTo(Box::new(node(enemy())));
    let back = tagged(
        along_first([SOUTHWARD, NORTHWARD], (2, 2), Some(Set::Empty)),
        &[3],
    );
    vec![
        mv(
            1,
            "step",
            from_to("-"),
            vec![
                arg("here", points(own_pawn()), None),
                arg(
                    "there",
                    points(both(along_first(forth, (1, 1), None), Set::Empty)),
                    None,
                ),
            ],
        ),
        mv(
            2,
            "retreat",
            from_to("-"),
            vec![
                arg("here", points(both(own_pawn(), near_enemy)), None),
                arg(
                    "there",
                    Domain::Points(node(Set::And(vec![back, node(Set::Empty)]))),
                    None,
                ),
            ],
        ),
        mv(
            4,
            "capture",
            from_to("x"),
            vec![
                arg("here", points(own_pawn()), None),
                arg(
                    "there",
                    points(both(along_first(wide, (1, 1), None), enemy())),
                    None,
                ),
            ],
        ),
    ]
}

fn word_moves() -> Vec<MoveRule> {
    let number = |text: &str| vec![TextPart::Literal(text.to_owned())];
    vec![
        mv(
            10,
            "bid",
            [number("bid "), vec![TextPart::Num(Num::Arg(FIRST))]].concat(),
            vec![arg(
                "n",
                Domain::Numbers(node(Num::Fixed(1)), node(Num::Fixed(6))),
                None,
            )],
        ),
        mv(
            11,
            "give",
            [
                number("give "),
                vec![TextPart::Member(FiniteDomain::Players, Member::Arg(FIRST))],
            ]
            .concat(),
            vec![arg(
                "who",
                Domain::Members(FiniteDomain::Players, node(others())),
                None,
            )],
        ),
        mv(12, "pass", number("pass"), vec![]),
    ]
}

fn shift() -> MoveRule {
    let text = vec![
        TextPart::Place(Place::OnLine(C, 0)),
        TextPart::Literal("-".to_owned()),
        TextPart::Place(Place::OnLine(C, 2)),
    ];
    let free = node(Truth::In(Place::OnLine(C, 2), Box::new(node(Set::Empty))));
    let few = Truth::Compare(
        Comparison::Less,
        Box::new(node(Num::Memory(shifts()))),
        Box::new(node(Num::Fixed(3))),
    );
    let mut shift = mv(
        5,
        "shift",
        text,
        vec![arg("c", Domain::Line(PAIR), Some(free))],
    );
    shift.heads.push(Head::When(tagged(few, &[6])));
    shift
}

fn shot() -> MoveRule {
    let text = vec![
        TextPart::Literal("x".to_owned()),
        TextPart::Place(Place::Arg(SECOND)),
    ];
    let free = tagged(
        Truth::In(Place::OnLine(C, 2), Box::new(node(Set::Empty))),
        &[8],
    );
    let ahead = Set::Ahead {
        line: C,
        least: 2,
        most: 3,
        through: Some(Box::new(node(Set::Empty))),
    };
    let target = Set::And(vec![tagged(ahead, &[13]), node(enemy())]);
    mv(
        7,
        "shot",
        text,
        vec![
            arg("c", Domain::Line(PAIR), Some(free)),
            arg("there", Domain::Points(node(target)), None),
        ],
    )
}

fn arg(name: &str, domain: Domain, filter: Option<Node<Truth>>) -> Arg {
    Arg {
        name: name.to_owned(),
        domain,
        filter,
        reason: None,
        tags: vec![],
        span: Span::default(),
    }
}

fn mv(tag: u16, name: &str, text: Vec<TextPart>, args: Vec<Arg>) -> MoveRule {
    MoveRule {
        leaves: None,
        outcome: false,
        warnings: vec![],
        name: name.to_owned(),
        rule: RuleId(tag),
        given: 0,
        text,
        heads: (0u8..)
            .map(|n| Head::Arg(ArgId(n)))
            .take(args.len())
            .collect(),
        args,
        weigh: None,
        seen: None,
        body: vec![],
        tags: vec![TagId(tag)],
        span: Span::default(),
    }
}
