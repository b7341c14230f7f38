//! Tests that look behind the command line, with whole games. They are compiled into the unit tests of the program.

#[path = "../campaign/mod.rs"]
mod campaign;
mod docs;
mod memory;
#[cfg(debug_assertions)]
mod moves_once;
mod readmes;
mod secrets;
mod secrets_swept;
mod two_worlds;
