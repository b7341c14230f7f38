//! Tests of `linstock-script` with whole games.

mod script_memo;
mod script_time;
mod scripts;
