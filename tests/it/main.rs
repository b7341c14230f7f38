//! All integration tests in one binary.

mod cut;
mod diagnostics;
mod docs;
mod games;
mod large;
mod plain;
mod protocol;
