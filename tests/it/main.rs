//! All integration tests in one binary.

mod differential;
mod games;
mod plain;
mod protocol;
mod why;
