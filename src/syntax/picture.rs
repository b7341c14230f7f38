//! Pictures of a board.
