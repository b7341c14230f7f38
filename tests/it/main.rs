//! All integration tests in one binary.

mod cut;
mod diagnostics;
mod games;
mod plain;
mod protocol;
