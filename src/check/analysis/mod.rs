//! What is found out about a game once its parts are elaborated: limits, circles, secrets, what is never read.

pub(crate) mod brought_to_light;
pub(crate) mod cycles;
pub(crate) mod flows;
pub(crate) mod foreseen;
pub(crate) mod light;
pub(crate) mod limits;
pub(crate) mod liveness;
pub(crate) mod own_pieces;
pub(crate) mod secrecy;
