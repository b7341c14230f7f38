//! The ruleset that the editor has open.

pub(super) const GAME: &str = r#"game duel "Duel"
players red, blue
options { @A1 first red | blue "who begins"; look plain | fancy "how much is told" }
board 4 x 4 { region middle = b2..c3; red { home = row 1 }; blue { home = row 4 } }
@P-1 piece stone "s"
list card (worth) { ace 1; king 2 }
zone hand of player { holds card by worth; seen by owner }
remember { tally of player = 0 }
fact near(p) = next to p and (own stone except home of me)
fact rich(n) = some k in card where worth of k > n
# The first moves are made at home.
move put "{there}" {
  there in empty and home of me
  let k = count own
  when k < 3 or near(there) is nothing or rich(k)
  stone: box -> there
  tally of me = tally of me + k
  bump(k)
}
to bump(n) { tally of me = tally of me + n }
play {
  phase battle { repeat 2 times { each player from first { ask me: put } }; if script weight() > 9 { leave battle } }
}
words { there of put "an empty point at home"; near "a piece is near it" }
clauses {
  P-1 "Each has stones."
  A1 "Red begins." if first is red else "Blue begins."
}
script "duel.rhai" { weight() -> number reads tally }
"#;

pub(super) const VARIANT: &str = r#"variant feud of duel "Feud"
set first blue
rename piece stone to rock
replace fact near(p) = next to p and own rock
"#;

pub(super) const SCRIPT: &str = r#"// How much was put down.
fn weight(pos) { pos.remembered("tally", "red") }
"#;

pub(super) const SCENARIOS: &str = r#"for duel

scenario "a beginning" @P-1
moves count 4
play a1
expect near(a2) is nothing, blue to move, a1 is red stone
"#;
