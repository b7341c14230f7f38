//! The engine: the compiled rules ([`ir`]), how a checked game becomes them ([`compile`]), and the machine that plays one
//! position at a time ([`vm`]).

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

pub mod compile;
pub mod ir;
pub mod vm;
