//! A board as the player on its other side sees it.

use crate::layout::PaperPoint;
use crate::scene::Scene;

impl Scene {
    /// Turns the board by half a turn, with all that is on it. Pieces, labels and texts stay upright; pieces that point forward point to
    /// the other side. Points that are marked, and arrows, stay where they are on the board. Does nothing to a board that has no
    /// rows.
    pub fn turn(&mut self) {
        if self.layout.canvas.is_some() {
            return;
        }
        let (across, down) = (
            self.frame.left + self.frame.right,
            self.frame.top + self.frame.bottom,
        );
        let turn = |at: &mut PaperPoint| *at = (across - at.0, down - at.1);
        for spot in self.spots.iter_mut().flatten() {
            turn(&mut spot.at);
            for piece in &mut spot.content.pieces {
                piece.is_turned = !piece.is_turned;
            }
        }
        turn(&mut self.middle);
        self.texts
            .iter_mut()
            .for_each(|text| turn(&mut text.middle));
        self.stars.iter_mut().for_each(turn);
        self.columns.iter_mut().for_each(|(x, _)| *x = across - *x);
        self.rows.iter_mut().for_each(|(y, _)| *y = down - *y);
        self.columns.reverse();
        self.rows.reverse();
        self.layout.columns.reverse();
        self.layout.rows.reverse();
        for row in &mut self.layout.rows {
            row.points.reverse();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{PointContent, Scene};
    use linstock_model::{Board, Topology};

    #[test]
    fn a_turned_board_has_its_points_labels_and_cells_on_the_other_side() {
        let board = Board::new(Topology::grid(4, 3), 2);
        let contents = vec![PointContent::default(); board.points()];
        let mut scene = Scene::of(&board, &contents, Vec::new());
        let place = |scene: &Scene, name: &str| {
            let points = scene.points();
            let point = points.iter().find(|point| point.name == name);
            point.map(|point| (point.at, point.cell)).expect("a point")
        };
        let before = ["a1", "d3", "b2"].map(|name| place(&scene, name));
        let paper = scene.paper();
        // Loops lead around the side of the board that is away from its middle.
        scene.middle = before[0].0;
        scene.turn();
        assert_eq!(scene.paper(), paper);
        assert_eq!(scene.middle, before[1].0);
        assert_eq!(place(&scene, "d3"), before[0]);
        assert_eq!(place(&scene, "a1"), before[1]);
        assert_eq!(place(&scene, "c2"), before[2]);
        assert_eq!(scene.points()[0].name, "d1");
        assert_eq!(
            scene.text(),
            "1  .  .  .  .\n2  .  .  .  .\n3  .  .  .  .\n   d  c  b  a"
        );
        scene.turn();
        assert_eq!(place(&scene, "a1"), before[0]);
    }
}
