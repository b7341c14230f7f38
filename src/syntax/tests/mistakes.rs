//! What a person reads after a typical mistake.

use super::in_cannon;

#[test]
fn show() {
    for (from, to) in super::SAMPLES {
        eprintln!("=========== {from:?} -> {to:?}\n{}", in_cannon(from, to));
    }
}
