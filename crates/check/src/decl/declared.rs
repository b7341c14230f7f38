//! The declarations before the rules: options, board, pieces, lists, zones and memories. Names in conditions have a
//! meaning once these are resolved.

use crate::Choices;
use crate::known_meanings::KnownMeanings;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_model::{Drawing, Formation, GameOption, List, Memory, PieceKind, ScriptFn, Zone};

/// The declarations of a game; the mistakes of each part are reported.
pub(crate) struct Declared {
    pub options: Checked<Vec<GameOption>>,
    /// Whether the board is right; the board itself is in the names.
    pub board: Checked<()>,
    pub kinds: Checked<Vec<PieceKind>>,
    /// Whether the regions and walls are right.
    pub drawn: Checked<()>,
    pub lists: Checked<Vec<List>>,
    pub drawings: Checked<Vec<Drawing>>,
    pub zones: Checked<Vec<Zone>>,
    pub memories: Checked<Vec<Memory>>,
    pub lines: Checked<Vec<Formation>>,
    pub scripts: Checked<Vec<ScriptFn>>,
    /// Whether the links are right.
    pub linked: Checked<()>,
}

impl Resolver<'_> {
    /// Resolves the declarations, in the order of their dependencies.
    pub(crate) fn all_declared(&mut self, choices: &Choices) -> Checked<Declared> {
        self.collect_names(choices);
        self.affordable()?;
        self.check_sizes()?;
        self.other_words();
        let options = self.options(choices);
        self.check_player_count(choices);
        let board = self.board();
        let kinds = self.kinds();
        let drawn = self.regions().and(self.walls());
        self.check_position()?;
        let lists = self.lists();
        let drawings = self.drawings();
        let zones = self.zones();
        let memories = self.memories();
        let lines = self.lines();
        self.check_kept()?;
        let scripts = self.scripts();
        let linked = self.links(zones.as_deref().map_err(|reported| *reported));
        self.known = Some(KnownMeanings::default());
        Ok(Declared {
            options,
            board,
            kinds,
            drawn,
            lists,
            drawings,
            zones,
            memories,
            lines,
            scripts,
            linked,
        })
    }
}
