//! Declarations of the board, regions, sides, kinds of pieces, drawings and lines.

use crate::ast::{
    BoardDecl, BoardItem, BoardItemKind, BoardShape, DrawingDecl, Expr, LineDecl, LinkDecl, Name,
    PieceDecl, SideRegion, Tag,
};
use crate::build::Builder;
use crate::grammar::Rule;
use crate::parser::{Children, Pair};
use linstock_base::Diagnostic;

impl Builder<'_> {
    /// `board 10 x 10 { … }`
    pub(super) fn board(&mut self, mut children: Children<'_>) -> Option<BoardDecl> {
        let shape = self.board_shape(&mut children)?;
        let items = match children.pick(Rule::board_block) {
            Some(block) => Children::of(block)
                .map(|item| self.board_item(item))
                .collect::<Option<_>>()?,
            None => Vec::new(),
        };
        Some(BoardDecl { shape, items })
    }

    fn board_shape(&mut self, children: &mut Children<'_>) -> Option<BoardShape> {
        if let Some(shape) = children.pick(Rule::board_shape) {
            let mut shape = Children::of(shape);
            let name = self.take_name(&mut shape)?;
            let size = self.length(&mut shape)?;
            return Some(BoardShape::Named { name, size });
        }
        if let Some(drawing) = children.pick(Rule::picture) {
            return Some(BoardShape::Drawn(self.text(&drawing)));
        }
        let width = self.length(children)?;
        let height = self.length(children)?;
        Some(BoardShape::Rows { width, height })
    }

    fn length(&mut self, children: &mut Children<'_>) -> Option<Expr> {
        let length = children.pick(Rule::board_length)?;
        self.atom(Children::of(length).next()?)
    }

    fn board_item(&mut self, pair: Pair<'_>) -> Option<BoardItem> {
        let mut children = Children::of(pair);
        let mut tags = self.take_tags(&mut children);
        let part = children.next()?;
        let rule = part.as_rule();
        let mut part = Children::of(part);
        let kind = match rule {
            Rule::board_next => BoardItemKind::Next(self.take_expr(&mut part)?),
            Rule::board_layers => BoardItemKind::Layers(self.names(&mut part)),
            Rule::board_drawn => BoardItemKind::DrawnAs(self.take_expr(&mut part)?),
            Rule::board_region => BoardItemKind::Region {
                name: self.take_name(&mut part)?,
                points: self.take_expr(&mut part)?,
            },
            Rule::board_map => BoardItemKind::Map(self.text(&part.pick(Rule::picture)?)),
            Rule::board_wall => BoardItemKind::Wall(self.take_expr(&mut part)?),
            Rule::board_link => BoardItemKind::Link(Box::new(self.link_item(part)?)),
            Rule::board_paint => BoardItemKind::Paint {
                colour: self.take_name(&mut part)?,
                points: self.take_expr(&mut part)?,
            },
            Rule::board_show => BoardItemKind::Show {
                sign: self.take_text(&mut part)?,
                points: self.take_expr(&mut part)?,
            },
            Rule::board_chequered => BoardItemKind::Chequered(self.take_name(&mut part)?),
            Rule::board_line => BoardItemKind::Line {
                from: self.take_expr(&mut part)?,
                to: self.take_expr(&mut part)?,
            },
            Rule::board_no_line => BoardItemKind::NoLine {
                from: self.take_expr(&mut part)?,
                to: self.take_expr(&mut part)?,
            },
            Rule::board_label => BoardItemKind::Label {
                text: self.take_text(&mut part)?,
                points: self.take_expr(&mut part)?,
            },
            _ => self.side(part, &mut tags)?,
        };
        Some(BoardItem { tags, kind })
    }

    /// `link g in gate: inner of g to outer of g when …`
    fn link_item(&mut self, mut children: Children<'_>) -> Option<LinkDecl> {
        let over = match children.pick(Rule::link_over) {
            Some(over) => Some(self.over(&mut Children::of(over))?),
            None => None,
        };
        Some(LinkDecl {
            over,
            from: self.take_expr(&mut children)?,
            to: self.take_expr(&mut children)?,
            when: self.take_part(&mut children, Rule::only_when),
        })
    }

    /// `light { forward south; home = row 10 }`; tags before `forward` count for the whole side.
    fn side(&mut self, mut children: Children<'_>, tags: &mut Vec<Tag>) -> Option<BoardItemKind> {
        let player = self.take_name(&mut children)?;
        let (mut forward, mut regions) = (None::<Name>, Vec::new());
        for line in children {
            let mut line = Children::of(line);
            let own_tags = self.take_tags(&mut line);
            let part = line.next()?;
            let rule = part.as_rule();
            let mut part = Children::of(part);
            let name = self.take_name(&mut part)?;
            if rule == Rule::side_region {
                regions.push(SideRegion {
                    tags: own_tags,
                    name,
                    points: self.take_expr(&mut part)?,
                });
            } else if forward.is_some() {
                let message = format!("`{}` already has a forward direction", player.text);
                self.found
                    .push(Diagnostic::error("E0166", name.span, message));
            } else {
                forward = Some(name);
                tags.extend(own_tags);
            }
        }
        Some(BoardItemKind::Side {
            player,
            forward,
            regions,
        })
    }

    /// `piece soldier "s", town "t"`
    pub(super) fn pieces(&mut self, mut children: Children<'_>) -> Option<Vec<PieceDecl>> {
        let mut pieces = Vec::new();
        while let Some(piece) = children.pick(Rule::piece) {
            let mut children = Children::of(piece);
            pieces.push(PieceDecl {
                name: self.take_name(&mut children)?,
                letter: self.take_text(&mut children),
                neutral: false,
                layer: None,
            });
        }
        let neutral = children.pick(Rule::piece_of).is_some();
        let layer = match children.pick(Rule::piece_on) {
            Some(on) => Some(self.take_name(&mut Children::of(on))?),
            None => None,
        };
        for piece in &mut pieces {
            (piece.neutral, piece.layer) = (neutral, layer.clone());
        }
        Some(pieces)
    }

    /// `drawing start { L = light soldier """…""" }`
    pub(super) fn drawing(&mut self, mut children: Children<'_>) -> Option<DrawingDecl> {
        let name = self.take_name(&mut children)?;
        let mut legend = Vec::new();
        while let Some(line) = children.pick(Rule::legend) {
            let mut line = Children::of(line);
            let sign = self.name(&line.pick(Rule::sign)?);
            legend.push((sign, self.take_expr(&mut line)?));
        }
        let picture = self.text(&children.pick(Rule::picture)?);
        Some(DrawingDecl {
            name,
            legend,
            picture,
        })
    }

    /// `line cannon = 3 own soldier in all directions`
    pub(super) fn line(&mut self, mut children: Children<'_>) -> Option<LineDecl> {
        Some(LineDecl {
            name: self.take_name(&mut children)?,
            length: self.take_number(&mut children)?,
            points: self.take_expr(&mut children)?,
            directions: self.take_expr(&mut children)?,
        })
    }
}
