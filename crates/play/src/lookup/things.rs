//! The things of a game that a word can name.

use crate::lookup::LookupEntry;
use crate::lookup::phrases::LookupPhrasing;
use crate::memory_view::{self, value_text};
use crate::piece_signs::sign;
use crate::{Session, Viewer, areas, zone_view};
use linstock_base::{Language, with_article};
use linstock_engine::vm::SpelledPosition;
use linstock_model::{
    Board, FiniteDomain, KindId, List, ListId, Look, Model, MoveRule, Point, SeatId, Sight,
    TextPart,
};

/// The most points and forms that a line lists.
const MOST_LISTED: usize = 12;

/// A word, and the position in which it is looked up.
pub(super) struct Things<'a> {
    model: &'a Model,
    position: SpelledPosition,
    viewer: Viewer,
    name: &'a str,
}

impl<'a> Things<'a> {
    pub(super) fn new(session: &'a Session, viewer: Viewer, name: &'a str) -> Self {
        Self {
            model: session.model(),
            position: session.rules().spell_out(session.state()),
            viewer,
            name,
        }
    }

    /// Returns all meanings of the word.
    pub(super) fn meanings(&self) -> Vec<LookupEntry> {
        let point = self.point();
        let kind = self.kind();
        let rows = self.rows(kind.is_some());
        let others = [
            self.list(),
            self.zone(),
            self.player(),
            self.option(),
            self.phase(),
        ];
        let mut all: Vec<LookupEntry> = point.into_iter().chain(kind).chain(rows).collect();
        all.extend(others.into_iter().flatten());
        let forms = self.forms();
        match (all.first_mut(), forms) {
            (_, None) => {}
            (None, Some(moves)) => all.push(moves),
            (Some(first), Some(moves)) => {
                first.lines.extend(moves.lines);
                first.tags.extend(moves.tags);
            }
        }
        if all.is_empty() {
            all.extend(self.term());
        }
        all
    }

    fn say(&self) -> LookupPhrasing {
        LookupPhrasing(self.model.sheet.language)
    }

    fn is(&self, name: &str) -> bool {
        name.to_lowercase() == self.name || self.model.title(name).to_lowercase() == self.name
    }

    /// Writes a name with its title, if it has another one.
    fn called(&self, name: &str) -> String {
        let title = self.model.title(name);
        match title.eq_ignore_ascii_case(name) {
            true => format!("`{name}`"),
            false => format!("`{name}` ({title})"),
        }
    }

    fn point(&self) -> Option<LookupEntry> {
        let board = self.model.board.as_ref()?;
        let point = board.find(self.name)?;
        let here: Vec<String> = (self.position.stack(point))
            .map(|piece| self.piece(piece.kind, piece.owner))
            .collect();
        let mut lines = vec![match here.as_slice() {
            [] => self.say().nothing_stands_there(),
            pieces => self.say().stands_there(&pieces.join(", ")),
        }];
        let around = areas::around(self.model, point);
        if !around.is_empty() {
            lines.push(self.say().lies_in(&around.join(", ")));
        }
        let remembered = memory_view::visible_memories(self.model, &self.position, self.viewer);
        let of_piece = remembered.iter().filter(|memory| memory.is_at(point));
        lines.extend(of_piece.map(|memory| memory.text(self.model).trim_end().to_owned()));
        Some(LookupEntry {
            head: match board.look {
                Look::Points => self.say().is_point(&format!("`{}`", board.name(point))),
                Look::Squares => self.say().is_square(&format!("`{}`", board.name(point))),
            },
            lines,
            tags: Vec::new(),
        })
    }

    fn piece(&self, kind: KindId, owner: Option<SeatId>) -> String {
        let kind = self.model.title(&self.model.kinds[kind.index()].name);
        match owner {
            Some(owner) => {
                let owner = self.model.title(&self.model.players[owner.index()]);
                format!("{kind} ({owner})")
            }
            None => kind.to_owned(),
        }
    }

    fn kind(&self) -> Option<LookupEntry> {
        let kinds = KindId::all(self.model.kinds.len()).zip(&self.model.kinds);
        let (id, kind) = kinds.into_iter().find(|(_, kind)| self.is(&kind.name))?;
        let mut lines = self.on_board(id);
        let list = (0u8..).map(ListId).zip(&self.model.lists);
        for (list, _) in list.filter(|(_, list)| list.of_pieces) {
            lines.extend(self.in_zones(list, &kind.name));
        }
        Some(LookupEntry {
            head: (self.say()).is_piece(&self.called(&kind.name), &self.drawn(id)),
            lines,
            tags: kind.tags.clone(),
        })
    }

    /// Returns how a kind of piece is drawn, for each owner: `T` (light), `t` (dark).
    fn drawn(&self, kind: KindId) -> String {
        let letter = self.model.kinds[kind.index()].letter;
        let one = |owner: Option<SeatId>| match owner {
            Some(seat) => {
                let player = self.model.title(&self.model.players[seat.index()]);
                format!("`{}` ({player})", sign(letter, seat))
            }
            None => format!("`{letter}`"),
        };
        let owners = self.model.owners_of(kind).map(one);
        owners.collect::<Vec<_>>().join(", ")
    }

    /// Lists the points with pieces of a kind, owner by owner.
    fn on_board(&self, kind: KindId) -> Vec<String> {
        let Some(board) = &self.model.board else {
            return Vec::new();
        };
        let owners = self.model.owners_of(kind);
        let lines = owners.filter_map(|owner| {
            let points = self.points_with(board, (kind, owner));
            let whose = match owner {
                Some(seat) => self
                    .model
                    .title(&self.model.players[seat.index()])
                    .to_owned(),
                None => self.say().of_nobody(),
            };
            let listed = shortened(&points, " ");
            (!points.is_empty()).then(|| self.say().on_board(&whose, points.len(), &listed))
        });
        let lines: Vec<String> = lines.collect();
        match lines.is_empty() {
            true => vec![self.say().none_on_board()],
            false => lines,
        }
    }

    fn points_with(&self, board: &Board, (kind, owner): (KindId, Option<SeatId>)) -> Vec<String> {
        let here = |point: &Point| {
            let mut stack = self.position.stack(*point);
            stack.any(|piece| piece.kind == kind && piece.owner == owner)
        };
        let points = board.topology.iter().filter(here);
        points.map(|point| board.name(point)).collect()
    }

    /// Lists the zones that the viewer sees to hold a row.
    fn in_zones(&self, list: ListId, row: &str) -> Vec<String> {
        let zones = zone_view::visible_zones(self.model, &self.position, self.viewer);
        let holding = zones.iter().filter_map(|zone| {
            let number = zone.copies(self.model, list, row)?;
            Some((self.say()).in_zone(&zone.label(self.model), number))
        });
        holding.collect()
    }

    /// Returns the rows with this name. A row that is also a kind of piece is left out: it is described as a piece.
    fn rows(&self, is_kind: bool) -> Vec<LookupEntry> {
        let lists = (0u8..).map(ListId).zip(&self.model.lists);
        let lists = lists.filter(|(_, list)| !(list.of_directions || list.of_pieces && is_kind));
        let rows = lists.flat_map(|(id, list)| {
            let rows = list.rows.iter().enumerate();
            let rows = rows.filter(|(_, row)| self.is(&row.name));
            rows.map(move |(at, _)| self.row((id, list), at))
        });
        rows.collect()
    }

    fn row(&self, (id, list): (ListId, &List), at: usize) -> LookupEntry {
        let row = &list.rows[at];
        let values = list.fields.iter().zip(&row.values);
        let values = values.map(|(field, value)| {
            format!(
                "{} {}",
                self.model.title(field),
                value_text(self.model, value)
            )
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let mut lines = Vec::new();
        if !values.is_empty() {
            lines.push(self.say().its_values(&values));
        }
        lines.extend(areas::pieces_of_row(self.model, &self.position, row));
        lines.extend(self.in_zones(id, &row.name));
        let remembered = memory_view::visible_memories(self.model, &self.position, self.viewer);
        let of_row = remembered
            .iter()
            .filter(|memory| memory.is_of(FiniteDomain::Rows(id), at));
        lines.extend(of_row.map(|memory| memory.text(self.model).trim_end().to_owned()));
        lines.extend(self.moves_with(id, &row.name));
        LookupEntry {
            head: self.say().is_row(
                &self.called(&row.name),
                &match self.model.sheet.language {
                    Language::English => with_article(&list.name),
                    Language::German => format!("in der Liste `{}`", list.name),
                },
            ),
            lines,
            tags: list.tags.clone(),
        }
    }

    /// Lists the forms of the players' moves that can name a row.
    fn moves_with(&self, list: ListId, row: &str) -> Option<String> {
        let moves = self.model.declared().filter(|mv| !mv.outcome);
        let mut forms: Vec<String> = moves.filter_map(|mv| form_with(mv, list, row)).collect();
        forms.dedup();
        (!forms.is_empty()).then(|| self.say().written(&shortened(&forms, ", ")))
    }

    fn list(&self) -> Option<LookupEntry> {
        let mut lists = self.model.lists.iter();
        let list = lists.find(|list| self.is(&list.name) && !list.of_directions)?;
        let rows: Vec<String> = list.rows.iter().map(|row| row.name.clone()).collect();
        Some(LookupEntry {
            head: self.say().is_list(&self.called(&list.name)),
            lines: vec![self.say().its_rows(&shortened(&rows, ", "))],
            tags: list.tags.clone(),
        })
    }

    fn zone(&self) -> Option<LookupEntry> {
        let mut zones = self.model.zones.iter();
        let zone = zones.find(|zone| self.is(&zone.name))?;
        let sight = match zone.sight {
            Sight::Open => self.say().all_see(),
            Sight::Owner => self.say().owner_sees(),
            Sight::Hidden => self.say().none_sees(),
        };
        let views = zone_view::visible_zones(self.model, &self.position, self.viewer);
        let views = views.iter().filter(|view| view.is_named(&zone.name));
        let lines = views.map(|view| view.text_for_people(self.model).trim_end().to_owned());
        let list = &self.model.list(zone.list).name;
        Some(LookupEntry {
            head: (self.say()).is_zone(&self.called(&zone.name), list, &sight),
            lines: lines.collect(),
            tags: zone.tags.clone(),
        })
    }

    fn player(&self) -> Option<LookupEntry> {
        let mut seats = self.model.seat_ids();
        let seat = seats.find(|seat| self.is(&self.model.players[seat.index()]))?;
        let kinds = KindId::all(self.model.kinds.len()).zip(&self.model.kinds);
        let on_board = kinds.filter_map(|(id, kind)| {
            let points = self.points_with(self.model.board.as_ref()?, (id, Some(seat)));
            let listed = shortened(&points, " ");
            let name = self.model.title(&kind.name);
            (!points.is_empty()).then(|| format!("{name}: {} ({listed})", points.len()))
        });
        let mut lines: Vec<String> = on_board.collect();
        let zones = zone_view::visible_zones(self.model, &self.position, self.viewer);
        let own = zones
            .iter()
            .filter(|zone| zone.is_of(seat) && !zone.is_empty());
        lines.extend(own.map(|zone| zone.text_for_people(self.model).trim_end().to_owned()));
        Some(LookupEntry {
            head: (self.say()).is_player(&self.called(&self.model.players[seat.index()])),
            lines,
            tags: Vec::new(),
        })
    }

    fn option(&self) -> Option<LookupEntry> {
        let mut options = self.model.options.iter();
        let option = options.find(|option| self.is(&option.name))?;
        let name = format!("`{}`", option.name);
        Some(LookupEntry {
            head: self.say().is_option(&name, &option.value),
            lines: vec![option.doc.clone(), self.say().may_be(&option.choices)],
            tags: option.tags.clone(),
        })
    }

    fn phase(&self) -> Option<LookupEntry> {
        let phase = self.model.phases.iter().find(|phase| self.is(phase))?;
        Some(LookupEntry {
            head: self.say().is_phase(&self.called(phase)),
            ..LookupEntry::default()
        })
    }

    fn term(&self) -> Option<LookupEntry> {
        let mut terms = self.model.sheet.terms.iter();
        let (term, _) = terms.find(|(term, _)| self.is(term))?;
        let title = self.model.sheet.titles.get(term);
        Some(LookupEntry {
            head: self.say().is_term(&format!("`{term}`")),
            lines: title.iter().map(|title| self.say().called(title)).collect(),
            tags: Vec::new(),
        })
    }

    /// Lists the forms of the moves that have the word as their name or in their text.
    fn forms(&self) -> Option<LookupEntry> {
        let named =
            |mv: &&MoveRule| self.is(&mv.name) || mv.text.iter().any(|part| self.says(part));
        let moves: Vec<&MoveRule> = self.model.declared().filter(named).collect();
        let first = moves.first()?;
        let mut forms: Vec<String> = moves.iter().map(|mv| format!("`{}`", form(mv))).collect();
        forms.dedup();
        Some(LookupEntry {
            head: self.say().is_move(&self.called(match self.is(&first.name) {
                true => &first.name,
                false => self.name,
            })),
            lines: vec![self.say().written(&shortened(&forms, ", "))],
            tags: moves.iter().flat_map(|mv| mv.tags.clone()).collect(),
        })
    }

    fn says(&self, part: &TextPart) -> bool {
        match part {
            TextPart::Literal(letters) => letters
                .split_whitespace()
                .any(|word| word.to_lowercase() == self.name),
            _ => false,
        }
    }
}

/// Writes the form of a move, with the names of its arguments in braces.
fn form(mv: &MoveRule) -> String {
    let part = |part: &TextPart| match part {
        TextPart::Literal(letters) => letters.clone(),
        _ => "…".to_owned(),
    };
    mv.text.iter().map(part).collect()
}

/// Writes the form of a move with a row of a list in it. Returns `None` if the move names no row of the list.
fn form_with(mv: &MoveRule, list: ListId, row: &str) -> Option<String> {
    let mut is_in = false;
    let part = |part: &TextPart| match part {
        TextPart::Literal(letters) => letters.clone(),
        TextPart::Member(FiniteDomain::Rows(of), _) if *of == list && !is_in => {
            is_in = true;
            row.to_owned()
        }
        TextPart::Multiset(_, of) if *of == list && !is_in => {
            is_in = true;
            format!("{row} …")
        }
        _ => "…".to_owned(),
    };
    let text: String = mv.text.iter().map(part).collect();
    is_in.then(|| format!("`{text}`"))
}

/// Joins the first words of a list; `…` stands for the others.
fn shortened(words: &[String], comma: &str) -> String {
    let more = if words.len() > MOST_LISTED {
        " …"
    } else {
        ""
    };
    let first: Vec<&str> = words.iter().take(MOST_LISTED).map(String::as_str).collect();
    format!("{}{more}", first.join(comma))
}
