//! Pairs of move templates whose moves may have equal texts.

/// Two templates, and the anchors at which their moves may have equal texts. A template may be paired with itself.
#[derive(Clone, Debug)]
pub struct TemplatePair {
    /// The templates, by number.
    pub templates: (u16, u16),
    /// The anchors of each, as masks.
    pub anchors: (Vec<u64>, Vec<u64>),
    /// Whether texts can be equal only at equal anchors.
    pub is_aligned: bool,
}

impl TemplatePair {
    /// Returns true if no two listed moves of the templates have equal texts; `false` if that is not known. `listed`
    /// returns a word of the mask of a template.
    #[inline]
    pub fn surely_differs(&self, listed: impl Fn(u16, usize) -> u64) -> bool {
        let (a, b) = self.templates;
        let shared = self.anchors.0.iter().zip(&self.anchors.1).enumerate();
        let both = shared.map(|(word, (x, y))| (listed(a, word) & x, listed(b, word) & y));
        if self.is_aligned {
            return both.fold(0, |all, (a, b)| all | a & b) == 0;
        }
        let count = both.fold((0, 0), |all, (a, b)| {
            (all.0 + a.count_ones(), all.1 + b.count_ones())
        });
        if a == b {
            count.0 < 2
        } else {
            count.0 == 0 || count.1 == 0
        }
    }
}
