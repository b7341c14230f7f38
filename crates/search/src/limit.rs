//! The limit of a search.

/// How long a search may think. It ends at whichever comes first.
pub struct SearchLimit<'s> {
    /// The most iterations: playouts of a tree, or positions of alpha-beta and of best-first search.
    pub iterations: u64,
    /// Returns whether to stop now, for example because time is up. It is called often, so it must be cheap.
    pub stop: &'s dyn Fn() -> bool,
}

impl std::fmt::Debug for SearchLimit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SearchLimit({} iterations)", self.iterations)
    }
}

impl SearchLimit<'_> {
    /// Limits only the number of iterations. The result is the same on every machine.
    #[must_use]
    pub fn of_iterations(iterations: u64) -> Self {
        Self {
            iterations,
            stop: &|| false,
        }
    }

    /// Returns the limit without a number of iterations, for what must be complete before a move can be chosen.
    pub(crate) fn without_iterations(&self) -> Self {
        Self {
            iterations: u64::MAX,
            stop: self.stop,
        }
    }
}
