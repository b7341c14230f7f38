//! Has the crate built again when a ruleset comes or goes: they are embedded in the binary.

fn main() {
    println!("cargo::rerun-if-changed=rulesets");
}
