//! Tests that look behind the command line, with whole games. They are compiled into the unit tests of the program.

#[path = "../campaign/mod.rs"]
mod campaign;
mod docs;
mod memory;
mod readmes;
mod secrets;
mod secrets_swept;
mod two_worlds;
