//! Has the crate built again when a ruleset or a page about codes comes or goes: they are embedded in the binary.

fn main() {
    println!("cargo::rerun-if-changed=rulesets");
    println!("cargo::rerun-if-changed=docs/errors");
}
