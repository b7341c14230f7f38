//! Tests of the whole layer: real files, mistakes, hostile input.

mod hostile;
mod language;
mod mistakes;
mod real;
mod show;

use crate::base::{Sources, Style};
use crate::syntax::parse_game;

const CANNON: &str = include_str!("../../../rulesets/cannon/cannon.game");

/// Draws what is found wrong with Cannon after a replacement.
fn in_cannon(from: &str, to: &str) -> String {
    assert!(CANNON.contains(from), "{from}");
    let text = CANNON.replacen(from, to, 1);
    let mut sources = Sources::new();
    let file = sources.add("cannon.game", text.as_str());
    parse_game(file, &text).1.render(&sources, Style::Plain)
}

const SAMPLES: &[(&str, &str)] = &[
    ("move step", "mvoe step"),
    ("otherwise win", "otherwsie win"),
    ("@CA-03 board", "@CA-03 bord"),
    (
        "here  in own soldier\n  there in forwards",
        "here  in\n  there in forwards",
    ),
    ("seen 3 times", "seen = 3"),
    ("repetition is threefold", "repetition == threefold"),
    ("last is not shift", "last != shift"),
    ("here and empty\n", "here && empty\n"),
    ("here and empty\n", "here || empty\n"),
    ("here and empty\n", "!here\n"),
    ("\"Cannon\"", "Cannon"),
    ("\"s\"", "s"),
    ("\"s\"", "\"s"),
    ("(forwards or sideways)", "(forwards or sideways"),
    ("lay start\n", "lay start {\n"),
    ("here  in own soldier", "from in own soldier"),
    ("there in forwards", "to in forwards"),
    ("there -> box", "there > box"),
    ("there -> box", "there box"),
    ("there -> box", "there => box"),
    ("light, dark", "light dark"),
    ("step, capture, retreat", "step, capture retreat"),
    ("piece soldier", "piece Soldier"),
    ("own soldier in all", "own Soldier in all"),
    ("piece soldier", "piece foot_soldier"),
    ("piece soldier", "piece söldner"),
    ("# Cannon by", "// Cannon by"),
    ("ask me: step", "ask me; step"),
    ("else 1", "otherwise 1"),
    ("town: box", "town; box"),
    ("10 x 10", "10x10"),
    ("play {", "paly {"),
    ("remember {", "ask me: x\nremember {"),
    ("line cannon = 3 own", "line cannon = own"),
    ("in all directions", "all directions"),
    ("ask me: step, capture", "aks me: step, capture"),
    ("when shift-limit is none", "when"),
    ("  there in @B3", "  there -> box\n  there in @B3"),
    ("\"{here}-{there}\"", "\"{here}-{there\""),
    ("\"{here}-{there}\"", "\"{here}-{}\""),
    ("move step \"{here}-{there}\" {", "move step \"{here}-{there}\""),
    ("move step \"{here}-{there}\"", "move step"),
    ("CA-04 \"One", "@CA-04 \"One"),
];
