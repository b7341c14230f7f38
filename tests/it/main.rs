//! All integration tests in one binary.

mod games;
mod plain;
mod protocol;
mod scenarios;
