//! How a tree is searched.

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeSettings {
    /// The weight of exploration in the choice of an edge (UCB1).
    pub exploration: f32,
    /// The most plies of a playout. A game that is not over then is evaluated.
    pub playout_plies: u32,
    /// Whether to prove wins and losses.
    pub proves: bool,
    /// How many random moves a playout compares at each ply, by their average results so far (MAST: H. Finnsson,
    /// Y. Björnsson, 2008); 1 for plain random moves.
    pub candidates: usize,
    /// Whether an edge that was never played counts as the average of its kind of move, not as better than all others.
    pub estimates_new_edges: bool,
    /// The equivalence parameter of RAVE: the number of visits of a move at which its own mean and its RAVE mean have equal weight
    /// (S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011);
    /// 0 for no RAVE.
    pub rave_equivalence: f32,
    /// Whether a node with many moves chooses its move part by part.
    pub chooses_by_parts: bool,
    /// Whether the random games of several leaves are played together, if lanes can play the rules.
    pub plays_together: bool,
    /// The most nodes. With more, new positions are played out, but not kept.
    pub most_nodes: usize,
}

impl TreeSettings {
    /// Plain UCT, which others are compared with: random playouts of at most 200 plies, and c = 1.4.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            exploration: 1.4,
            playout_plies: 200,
            proves: false,
            candidates: 1,
            estimates_new_edges: false,
            rave_equivalence: 0.0,
            chooses_by_parts: false,
            plays_together: false,
            most_nodes: 1 << 20,
        }
    }

    /// A tree with RAVE, for games in which a move is about as good now as later, such as placing stones.
    #[must_use]
    pub fn rave() -> Self {
        Self {
            exploration: 0.3,
            rave_equivalence: 500.0,
            ..Self::default()
        }
    }

    /// A tree that plays the random games of many leaves together. Their moves are not compared.
    #[must_use]
    pub fn wide() -> Self {
        Self {
            plays_together: true,
            ..Self::default()
        }
    }

    /// A tree whose playouts are short: after a few moves the position is evaluated.
    #[must_use]
    pub fn short() -> Self {
        Self {
            exploration: 0.4,
            playout_plies: 4,
            ..Self::default()
        }
    }
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            playout_plies: 1000,
            proves: true,
            candidates: 2,
            estimates_new_edges: true,
            rave_equivalence: 0.0,
            chooses_by_parts: true,
            plays_together: false,
            most_nodes: 1 << 20,
        }
    }
}
