//! Draws boards: a scene of named shapes, made from a checked board and from what a viewer may see on it. A scene is written
//! as SVG or as text.
//!
//! The caller says what is on each point, so a scene never contains more than the caller may show.

mod board_lines;
mod card;
mod card_names;
mod colours;
mod edge_labels;
mod figure;
mod ground;
mod ground_text;
mod layout;
mod legend;
mod piece;
mod piece_face;
mod scene;
mod shapes;
mod shared_parts;
mod sign;
mod stroke_font;
mod svg;
mod symbol;
mod table_scene;
mod text;
mod turned;
mod value_board;

pub use board_lines::LineShape;
pub use card::{CardLook, ItemLook};
pub use card_names::{Suit, rank_of, rank_of_number};
pub use colours::{Ink, ink};
pub use figure::{FigureBar, SideFigure};
pub use legend::LegendSample;
pub use piece::PieceLook;
pub use piece_face::PieceFace;
pub use scene::{Arrow, BoardLine, LineKind, PointContent, Scene, ScenePoint};
pub use shared_parts::PictureParts;
pub use sign::counts_pieces;
pub use stroke_font::texts_as_paths;
pub use symbol::{SymbolFault, symbol_elements};
pub use table_scene::{TableScene, ZoneLook};
pub use text::beside;
pub use value_board::{Pit, ValueBoard, ValuePlace};

#[cfg(test)]
mod tests {
    use super::{
        Arrow, BoardLine, Ink, LineKind, PieceFace, PieceLook, PointContent, Scene, beside, ink,
    };
    use linstock_model::{
        Board, DrawnNet, DrawnStep, HexShape, PieceShape, PlayerColour, Point, Topology,
    };

    fn face(shape: PieceShape, label: &str) -> PieceFace {
        PieceFace {
            shape,
            base: None,
            label: label.to_owned(),
            symbol: None,
            own: None,
            is_letter: false,
        }
    }

    fn man(owner: Ink) -> PointContent {
        let look = PieceLook {
            letter: 'm',
            sign: "M".to_owned(),
            name: "man <1>".to_owned(),
            kind: 0,
            face: face(PieceShape::Disc, "M"),
            is_turned: false,
            owner: Some((owner, 0)),
            caption: String::new(),
        };
        PointContent {
            pieces: vec![look],
            ..PointContent::default()
        }
    }

    /// A board of four by three squares with a man on a1, and its points a1, a2 and d3.
    fn small() -> (Scene, [Point; 3]) {
        let board = Board::new(Topology::grid(4, 3), 2);
        let find = |name| board.find(name).expect("a point");
        let points = [find("a1"), find("a2"), find("d3")];
        let mut contents = vec![PointContent::default(); board.points()];
        contents[points[0].index()] = man(ink(PlayerColour::Red));
        let wall = BoardLine {
            ends: (points[0], points[1]),
            kind: LineKind::Wall,
        };
        (Scene::of(&board, &contents, vec![wall]), points)
    }

    #[test]
    fn a_scene_is_text_with_marks() {
        let (mut scene, [from, to, _]) = small();
        scene.mark(to);
        assert_eq!(
            scene.text(),
            "3  .  .  .  .\n2 [.] .  .  .\n1  M  .  .  .\n   a  b  c  d"
        );
        scene.crop(&[from], 1);
        assert_eq!(scene.text(), "2 [.] .\n1  M  .\n   a  b");
        assert_eq!(
            beside(&[scene.text(), "x".to_owned()], "->"),
            "2 [.] .  ->  x\n1  M  .\n   a  b"
        );
    }

    #[test]
    fn a_scene_is_svg_with_arrows_and_escaped_names() {
        let (mut scene, [from, to, _]) = small();
        scene.arrow(Arrow { from, to });
        let svg = scene.svg("a \"board\"");
        assert_eq!(svg.matches("<rect").count(), 12, "{svg}");
        assert_eq!(svg.matches("<path").count(), 3, "{svg}");
        assert!(svg.contains("man &lt;1&gt;") && svg.contains("&quot;board&quot;"));
        // The wall lies across, between a1 and a2.
        let wall = "<line x1=\"40\" y1=\"80\" x2=\"0\" y2=\"80\" stroke=\"#6b3d1e\"";
        assert!(svg.contains(wall), "{svg}");
        scene.crop(&[to], 0);
        assert_eq!(scene.svg("").matches("<rect").count(), 1);
    }

    #[test]
    fn signs_are_drawn_over_pieces_and_neutral_pieces_lie_on_their_ground() {
        let board = Board::new(Topology::grid(2, 1), 2);
        let find = |name| board.find(name).expect("a point");
        let neutral = |letter, kind| PieceLook {
            letter,
            sign: String::from(letter),
            name: String::from(letter),
            kind,
            face: PieceFace {
                is_letter: true,
                ..face(PieceShape::Disc, &letter.to_string())
            },
            is_turned: false,
            owner: None,
            caption: String::new(),
        };
        let mut contents = vec![PointContent::default(); board.points()];
        contents[find("a1").index()] = man(ink(PlayerColour::Red));
        contents[find("a1").index()].sign = Some('5');
        contents[find("b1").index()].pieces = vec![neutral('g', 0), neutral('r', 1)];
        let svg = Scene::of(&board, &contents, Vec::new()).svg("");
        let (piece, sign) = (svg.find(">M<"), svg.find(">5<"));
        assert!(piece.is_some() && piece < sign, "{svg}");
        assert!(svg.contains(">r<") && !svg.contains(">g<"), "{svg}");
    }

    /// Three points in a row with lines between them.
    fn line_of_three() -> Scene {
        let line = |from, to| DrawnStep {
            ends: [Point(from), Point(to)],
            towards: (1, 0),
        };
        let net = DrawnNet {
            places: vec![(0, 0), (2, 0), (4, 0)],
            steps: vec![line(0, 1), line(1, 2)],
            signs: vec![" - - ".chars().collect()],
        };
        Scene::of(&Board::new(Topology::drawn(&net), 2), &[], Vec::new())
    }

    #[test]
    fn marks_of_neighbours_stay_apart_and_lines_end_at_the_edge() {
        let mut scene = line_of_three();
        let points: Vec<Point> = Point::all(3).collect();
        scene.mark(points[0]);
        scene.mark(points[1]);
        let text = scene.text();
        assert!(text.contains("[. ][. ]"), "{text}");
        scene.crop(&points[..1], 0);
        let svg = scene.svg("");
        assert!(svg.contains("M0 0L20 0\""), "{svg}");
    }

    #[test]
    fn points_are_listed_row_by_row_with_their_cells_and_what_is_on_them() {
        let (mut scene, [from, to, _]) = small();
        scene.mark(to);
        let points = scene.points();
        assert_eq!(points.len(), 12);
        assert_eq!((points[0].name, points[0].cell), ("a3", Some((0, 0))));
        let found = |of| {
            points
                .iter()
                .find(|point| point.point == of)
                .expect("drawn")
        };
        assert_eq!(found(from).content.pieces[0].name, "man <1>");
        assert_eq!(
            (found(from).at, found(from).cell),
            ((20, 100), Some((2, 0)))
        );
        assert!(found(to).is_marked && !found(from).is_marked);
        // The drawing has room for the labels at the left and below.
        assert_eq!(scene.paper(), ((-24, -6), (190, 150)));
        assert!(
            line_of_three()
                .points()
                .iter()
                .all(|point| point.cell.is_none())
        );
    }

    #[test]
    fn marks_and_rings_have_a_white_line_on_both_sides() {
        let (mut scene, [from, to, _]) = small();
        scene.mark(to);
        scene.ring(from);
        let svg = scene.svg("");
        let find = |look: &str| svg.find(look).expect("drawn");
        let white = find("fill=\"none\" stroke=\"#fff\" stroke-width=\"5\"");
        assert!(
            white < find("stroke=\"#d9480f\" stroke-width=\"3\""),
            "{svg}"
        );
        let white = find("fill=\"none\" stroke=\"#fff\" stroke-width=\"7\"");
        assert!(
            white < find("stroke=\"#c2189a\" stroke-width=\"4\""),
            "{svg}"
        );
    }

    #[test]
    fn hexagons_are_drawn_as_such() {
        let board = Board::new(Topology::hexes(HexShape::Hexagon, 2), 2);
        let scene = Scene::of(&board, &[], Vec::new());
        assert_eq!(scene.svg("").matches("<path").count(), 7);
        let text = scene.text();
        assert_eq!(text.matches('.').count(), 7, "{text}");
    }

    #[test]
    fn boards_whose_numbers_have_gaps_are_drawn_whole() {
        for shape in [HexShape::Rhombus, HexShape::Triangle, HexShape::Star] {
            let board = Board::new(Topology::hexes(shape, 4), 2);
            let scene = Scene::of(&board, &[], Vec::new());
            let points = board.every().count_ones(..);
            assert_eq!(scene.svg("").matches("<path").count(), points);
            assert_eq!(scene.text().matches('.').count(), points);
        }
    }

    #[test]
    fn signs_are_written_behind_pieces() {
        let (mut scene, [from, ..]) = small();
        scene.spots[from.index()]
            .as_mut()
            .expect("a spot")
            .content
            .sign = Some('7');
        scene.write_signs();
        assert!(scene.text().contains("1  M7  .  "), "{}", scene.text());
    }

    #[test]
    fn signs_are_drawn_over_frames() {
        let (mut scene, [from, ..]) = small();
        scene.spots[from.index()]
            .as_mut()
            .expect("a spot")
            .content
            .sign = Some('7');
        scene.mark(from);
        let svg = scene.svg("");
        let (frame, sign) = (svg.find("fill=\"none\""), svg.find(">7<"));
        assert!(frame.is_some() && frame < sign, "{svg}");
    }
}
