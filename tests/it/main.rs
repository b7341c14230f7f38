//! All integration tests in one binary.

mod diagnostics;
mod games;
mod plain;
mod protocol;
