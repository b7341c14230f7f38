//! All integration tests in one binary.

mod games;
mod plain;
mod scenarios;
mod protocol;
