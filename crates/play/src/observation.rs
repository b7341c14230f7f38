//! The view of a position: what one viewer sees, as text and as JSON.
//!
//! A view is built from the facts that the viewer may know. It never starts from the whole position and removes secrets.

mod at_tables;

use crate::Outcome;
use crate::board_text;
use crate::board_view::Canvas;
use crate::map_view::MapScene;
use crate::memory_view::MemoryChange;
use crate::memory_view::{self, MemoryView};
use crate::picture_legend;
use crate::piece_signs;
use crate::reference::points_of;
use crate::session::transaction::actor_title;
use crate::sheet::picture;
use crate::values;
use crate::wording::{Phrasing, listed};
use crate::zone_view::{self, MovedCards, ShownZone, ZoneView};
use crate::{Actor, Session, Viewer, status_lines};
use linstock_base::{Language, SheetPhrasing, Style};
use linstock_draw::{ItemLook, Scene, TableScene, ValueBoard, ZoneLook};
use linstock_engine::vm::{Piece, SpelledPosition, Turn};
use linstock_model::{MemoryId, Model, Point, PointSet, SeatId};
use serde_json::{Value as Json, json};

/// The last move of a player.
#[derive(Clone, Copy, Debug)]
struct LastMove<'a> {
    /// Its number, from 1.
    number: usize,
    actor: Actor,
    text: &'a str,
}

/// A position as a viewer sees it.
#[derive(Clone, Debug)]
pub struct Observation<'a> {
    model: &'a Model,
    /// What the players are called.
    titles: Vec<String>,
    /// The pieces on the board.
    position: SpelledPosition,
    /// The board's walls, links, colours and signs.
    scene: MapScene,
    /// Points that the last move changed.
    marked: PointSet,
    /// The contents of the zones.
    zones: Vec<ZoneView<'a>>,
    /// The visible memories that differ from their start values.
    memories: Vec<MemoryView<'a>>,
    /// The status lines of the rules.
    lines: Vec<status_lines::ShownLine>,
    /// The last move of a player.
    last: Option<LastMove<'a>>,
    /// The outcomes of chance since then.
    outcomes: Vec<&'a str>,
    turn: Turn,
    /// The question to the viewer.
    question: Option<String>,
    phase: &'a str,
    outcome: Option<Outcome>,
}

/// The changes beside the board since an earlier position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BesideBoard {
    /// What went from zone to zone.
    pub moved: Vec<MovedCards>,
    pub remembered: Vec<MemoryChange>,
    /// The status lines that are new.
    pub lines: Vec<String>,
}

impl<'a> Observation<'a> {
    /// Builds the view of a game for a viewer.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{Canvas, Observation, SeatId, Viewer};
    ///
    /// let view = Observation::new(&session, Viewer::Seat(SeatId(1)));
    /// println!("{}", view.text(Canvas::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(session: &'a Session, viewer: Viewer) -> Self {
        let rules = session.rules();
        let model = rules.model();
        let position = rules.spell_out(session.state());
        let history: Vec<_> = session.public_history(viewer).collect();
        let chosen = history
            .iter()
            .rposition(|(actor, _)| *actor != Actor::Chance);
        let last = chosen.or(history.len().checked_sub(1));
        let marked = last.map_or_else(PointSet::new, |ply| {
            changed(&rules.spell_out(&session.state_at(ply)), &position)
        });
        Self {
            model,
            titles: titles(model),
            zones: zone_view::visible_zones(model, &position, viewer),
            memories: memory_view::visible_memories(model, &position, viewer),
            lines: status_lines::lines(rules, &position, rules.outcome(session.state()).is_some()),
            scene: MapScene::of(rules, &position, viewer),
            position,
            marked,
            last: last.map(|ply| LastMove {
                number: ply + 1,
                actor: history[ply].0,
                text: history[ply].1,
            }),
            outcomes: last
                .map(|ply| history[ply + 1..].iter().map(|(_, text)| *text).collect())
                .unwrap_or_default(),
            turn: session.turn(),
            question: status_lines::question(session, viewer),
            phase: rules.phase(session.state()).unwrap_or_default(),
            outcome: rules.outcome(session.state()),
        }
    }

    /// Returns the view as JSON.
    #[must_use]
    pub fn json(&self) -> Json {
        let board = self.model.board.as_ref().map(|board| {
            let points = board.topology.iter();
            let pieces: Vec<_> = points
                .flat_map(|point| self.position.stack(point).map(move |piece| (point, piece)))
                .map(|(point, piece)| {
                    json!({
                        "at": board.name(point),
                        "piece": self.model.kinds[usize::from(piece.kind.0)].name,
                        "owner": piece.owner.map(|seat| self.name(seat)),
                    })
                })
                .collect();
            let marked: Vec<_> = points_of(&self.marked).map(|p| board.name(p)).collect();
            let shape = serde_json::to_value(&board.topology).unwrap_or_default();
            let mut seen = shape.as_object().cloned().unwrap_or_default();
            seen.insert("pieces".to_owned(), pieces.into());
            seen.insert("changed".to_owned(), marked.into());
            Json::Object(seen)
        });
        let remembered: Vec<_> = self
            .memories
            .iter()
            .map(|memory| memory.json(self.model))
            .collect();
        let zones: Vec<_> = self.zones.iter().map(|z| z.json(self.model)).collect();
        json!({
            "board": board,
            "zones": zones,
            "remembered": remembered,
            "status": self.lines.iter().map(|line| line.json(&self.model.players)).collect::<Vec<_>>(),
            "to_move": self.to_move(),
            "question": self.question,
            "phase": self.phase,
            "last": self.last.map(|last| json!({ "ply": last.number, "by": self.actor(last.actor), "move": last.text })),
            "outcomes": self.outcomes,
            "over": self.outcome.is_some(),
        })
    }

    /// Returns the view as the text of a JSON object; docs/protocol.md lists its fields.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let view = linstock::Observation::new(&session, linstock::Viewer::Table);
    /// assert!(view.json_text().contains("\"to_move\":[\"x\"]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn json_text(&self) -> String {
        self.json().to_string()
    }

    /// Draws only the board. Returns an empty text for a game without a board.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let view = linstock::Observation::new(&session, linstock::Viewer::Table);
    /// assert!(view.board(linstock::Canvas::default()).contains("+---+---+---+"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn board(&self, canvas: Canvas) -> String {
        let Some(board) = &self.model.board else {
            return String::new();
        };
        let seen = (&self.marked, canvas);
        board_text::board((self.model, board), &self.scene, &self.position, seen)
    }

    /// Draws the map of the board without pieces. Returns an empty text for a board without a map.
    #[must_use]
    pub fn map(&self, canvas: Canvas) -> String {
        let board = self.model.board.as_ref();
        let Some(board) = board.filter(|board| board.picture.map.is_some()) else {
            return String::new();
        };
        let (empty, unmarked) = (SpelledPosition::empty(self.model), board.none());
        let seen = (&unmarked, canvas);
        board_text::board((self.model, board), &self.scene, &empty, seen)
    }

    /// Draws the board as a scene, with the points marked that the last move changed. Returns `None` for a game without a board.
    #[must_use]
    pub fn drawing(&self) -> Option<Scene> {
        let board = self.model.board.as_ref()?;
        let mut scene = picture::scene(self.model, board, (&self.position, &self.scene));
        for at in points_of(&self.marked) {
            scene.mark(at);
        }
        Some(scene)
    }

    /// Draws the whole table: the board, the zones that are not empty, and the lines that people read.
    #[must_use]
    pub fn picture(&self) -> TableScene {
        let zones = self.shown_zones().into_iter().filter(|zone| zone.size > 0);
        let zones = zones.map(|zone| ZoneLook {
            items: match zone.cards {
                Some(cards) => cards
                    .into_iter()
                    .map(|card| (card.look, card.count))
                    .collect(),
                None => vec![(ItemLook::Back, zone.size)],
            },
            label: zone.label,
        });
        TableScene {
            board: self.drawing(),
            values: self.value_boards(),
            zones: zones.collect(),
            notes: self.notes(),
        }
    }

    /// Draws the remembered numbers that the rules give a picture, and the legend of a board with several signs.
    #[must_use]
    pub fn value_boards(&self) -> Vec<ValueBoard> {
        let art = self.model.sheet.art.values.iter();
        let mut boards: Vec<ValueBoard> = art
            .map(|drawn| values::board(self.model, &self.position, drawn))
            .collect();
        boards.extend(values::figures(self.model, &self.position));
        let board = self.model.board.as_ref();
        boards
            .extend(board.and_then(|board| picture_legend::legend(self.model, board, &self.scene)));
        boards
    }

    /// Names the pieces on a point, the lowest first, each with its owner.
    #[must_use]
    pub fn pieces_on(&self, point: Point) -> Vec<String> {
        let say = Phrasing(self.model.sheet.language);
        let board = self.model.board.as_ref();
        let mark = board.and_then(|board| {
            let (model, position) = (self.model, &self.position);
            self.scene.mark(model, board, position, point)
        });
        let named = |piece: Piece| {
            let kind = self.model.title(&self.model.kinds[piece.kind.index()].name);
            let kind = mark.as_ref().map_or(kind, |(_, meaning)| meaning);
            let owner = piece.owner.map(|seat| self.model.title(self.name(seat)));
            owner.map_or_else(|| kind.to_owned(), |owner| say.piece_of(owner, kind))
        };
        self.position.stack(point).map(named).collect()
    }

    /// Lists the zones that are shown to people, as the viewer sees them.
    #[must_use]
    pub fn shown_zones(&self) -> Vec<ShownZone> {
        let zones = self.zones.iter().filter(|zone| zone.is_shown(self.model));
        zones.map(|zone| zone.shown(self.model)).collect()
    }

    /// Lists the remembered values that are shown to people, and the status lines.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let names = |memory: &MemoryId| self.model.memories[memory.index()].name.as_str();
        let unshown: Vec<&str> = self.model.unshown.memories.iter().map(names).collect();
        let text = self.remembered(|name| !unshown.contains(&name)) + self.status_text().as_str();
        text.lines().map(str::to_owned).collect()
    }

    /// Returns the question to the viewer, if the viewer owes a choice and the rules ask one in words.
    #[must_use]
    pub fn question(&self) -> Option<&str> {
        self.question.as_deref()
    }

    /// Lists the zones that are not empty, their memories, and the status lines. For a game without zones, lists only the
    /// status lines.
    #[must_use]
    pub fn things(&self) -> String {
        let status = self.status_text();
        if self.zones.is_empty() {
            return status;
        }
        let filled = self.zones.iter().filter(|zone| !zone.is_empty());
        let zones: String = filled.map(|zone| zone.text(self.model)).collect();
        zones + self.remembered(|_| true).as_str() + status.as_str()
    }

    /// Lists the changes beside the board since a view of an earlier position: remembered values, and new status lines of
    /// the rules.
    #[must_use]
    pub fn changes_since(&self, earlier: &Self, viewer: Viewer) -> BesideBoard {
        let lines = self
            .lines
            .iter()
            .filter(|line| !earlier.lines.contains(line));
        let line = |line: &status_lines::ShownLine| line.text(&self.titles).trim_end().to_owned();
        BesideBoard {
            moved: zone_view::moved(self.model, &earlier.zones, &self.zones),
            remembered: memory_view::changes(
                self.model,
                (&earlier.position, &self.position),
                viewer,
            ),
            lines: lines.map(line).collect(),
        }
    }

    /// Lists the status lines.
    fn status_text(&self) -> String {
        let lines = self.lines.iter();
        lines.map(|line| line.text(&self.titles)).collect()
    }

    /// Lists the shown memories that differ from their start values.
    fn remembered(&self, is_shown: impl Fn(&str) -> bool) -> String {
        let shown = self.memories.iter().filter(|memory| is_shown(memory.name));
        shown.map(|memory| memory.text(self.model)).collect()
    }

    /// Draws the whole view.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let view = linstock::Observation::new(&session, linstock::Viewer::Table);
    /// assert!(view.text(linstock::Canvas::default()).ends_with("x to move\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text(&self, canvas: Canvas) -> String {
        let plain = Canvas {
            style: Style::Plain,
            ..canvas
        };
        let fits = || lines_on(&self.text_with(plain, canvas), canvas.room.0) < canvas.room.1;
        // A drawing with fewer lines leaves room for what stands below it, and for the prompt.
        let room = (canvas.room.0, 1);
        match canvas.has_lines() && !fits() {
            true => self.text_with(Canvas { room, ..canvas }, canvas),
            false => self.text_with(canvas, canvas),
        }
    }

    /// Draws the board on one canvas, and what stands below it on another.
    fn text_with(&self, board: Canvas, canvas: Canvas) -> String {
        let mut text = self.board(board);
        let zones = self.zones.iter().filter(|zone| zone.is_shown(self.model));
        let (empty, filled): (Vec<&ZoneView<'_>>, Vec<_>) = zones.partition(|zone| zone.is_empty());
        for zone in filled {
            text.push_str(&zone.text_for_people(self.model));
        }
        text.push_str(&zone_view::empty_text(self.model, &empty));
        let names = |memory: &MemoryId| self.model.memories[memory.index()].name.as_str();
        let unshown: Vec<&str> = self.model.unshown.memories.iter().map(names).collect();
        text.push_str(&self.remembered(|name| !unshown.contains(&name)));
        text.push_str(&self.status_text());
        if let Some(last) = self.last {
            let actor = actor_title(self.model, last.actor);
            text.push_str(&format!("{}. {actor} {}", last.number, last.text));
            let chance = actor_title(self.model, Actor::Chance);
            // Cards that are dealt face down give the same text several times.
            for alike in self.outcomes.chunk_by(|one, other| one == other) {
                let times = match alike.len() {
                    1 => String::new(),
                    several => format!(" ({several} x)"),
                };
                text.push_str(&format!(", {chance} {}{times}", alike[0]));
            }
            text.push('\n');
        }
        text.push_str(&self.status(canvas));
        text.push('\n');
        text
    }

    /// Returns who is to move, or how the game ended.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let view = linstock::Observation::new(&session, linstock::Viewer::Table);
    /// assert_eq!(view.status(linstock::Canvas::default()), "x to move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn status(&self, canvas: Canvas) -> String {
        self.status_in(self.model.sheet.language, canvas)
    }

    /// As [`Observation::status`], in a language. What the rules say themselves, such as the reason of an ending, stays in theirs.
    #[must_use]
    pub fn status_in(&self, language: Language, canvas: Canvas) -> String {
        let say = SheetPhrasing(language);
        if let Some(outcome) = &self.outcome {
            return result_with((self.model, &self.titles), outcome, say);
        }
        let names: Vec<_> = match &self.turn {
            Turn::Players(seats) => seats
                .iter()
                .map(|&s| {
                    let title = &self.titles[s.index()];
                    piece_signs::painted(self.model, title, s, canvas.style)
                })
                .collect(),
            Turn::Chance => vec![say.who_is_chance()],
            Turn::Over => return say.is_over(),
        };
        let names = listed(&names, &say.and());
        // A game with one phase needs no name for it.
        match self.phase {
            "" => say.to_move(&names),
            _ if self.model.phases.len() == 1 => say.to_move(&names),
            phase => say.to_move_in(&names, self.model.title(phase)),
        }
    }

    fn to_move(&self) -> Vec<&str> {
        to_move(self.model, &self.turn)
    }

    fn actor(&self, actor: Actor) -> &'a str {
        match actor {
            Actor::Player(seat) => self.name(seat),
            Actor::Chance => crate::session::CHANCE,
        }
    }

    fn name(&self, seat: SeatId) -> &'a str {
        &self.model.players[usize::from(seat.0)]
    }
}

/// Returns the names of the players to move, in seat order.
#[must_use]
pub fn to_move<'a>(model: &'a Model, turn: &Turn) -> Vec<&'a str> {
    match turn {
        Turn::Players(seats) => seats
            .iter()
            .map(|s| model.players[usize::from(s.0)].as_str())
            .collect(),
        Turn::Chance => vec![crate::session::CHANCE],
        Turn::Over => Vec::new(),
    }
}

/// Returns the result of a game: `light wins: the Town has fallen (CA-22)`.
#[must_use]
pub fn result_text(model: &Model, outcome: &Outcome) -> String {
    let say = SheetPhrasing(model.sheet.language);
    result_with((model, &titles(model)), outcome, say)
}

/// Returns the titles of the players.
fn titles(model: &Model) -> Vec<String> {
    let players = model.players.iter();
    players
        .map(|player| model.title(player).to_owned())
        .collect()
}

fn result_with(
    (model, titles): (&Model, &[String]),
    outcome: &Outcome,
    say: SheetPhrasing,
) -> String {
    let names: Vec<_> = outcome
        .winners
        .iter()
        .map(|s| titles[s.index()].as_str())
        .collect();
    let head = match names.as_slice() {
        [] => say.is_draw(),
        [one] => say.one_wins(one),
        several => {
            let names = several.join(&say.and());
            say.several_win(&names)
        }
    };
    let tags: Vec<_> = outcome.tags.iter().map(|&t| model.tag(t)).collect();
    let reason = if outcome.reason.is_empty() {
        String::new()
    } else {
        format!(": {}", outcome.reason)
    };
    let clauses = if tags.is_empty() {
        String::new()
    } else {
        format!(" ({})", tags.join(", "))
    };
    format!("{head}{reason}{clauses}")
}

/// Returns how many lines a text takes on a screen of some columns.
fn lines_on(text: &str, columns: usize) -> usize {
    let lines = text.lines().map(|line| line.chars().count());
    lines
        .map(|width| width.div_ceil(columns.max(1)).max(1))
        .sum()
}

/// Returns the points whose piece differs between two positions.
fn changed(before: &SpelledPosition, after: &SpelledPosition) -> PointSet {
    let mut points = PointSet::with_capacity(after.points);
    let differing = before.pieces.iter().zip(&after.pieces).enumerate();
    points.extend(
        differing
            .filter(|(_, (a, b))| a != b)
            .map(|(spot, _)| spot % after.points.max(1)),
    );
    points
}
