//! What is found out about a game once its parts are elaborated: limits, circles, secrets, what is never read.

pub(crate) mod cycles;
pub(crate) mod flows;
pub(crate) mod limits;
pub(crate) mod liveness;
pub(crate) mod lookahead;
pub(crate) mod own_pieces;
pub(crate) mod revealed_by_moves;
pub(crate) mod revealing_parts;
pub(crate) mod secrecy;
pub(crate) mod turns;
pub(crate) mod without_end;
