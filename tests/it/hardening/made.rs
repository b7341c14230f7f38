//! Inputs that are made from a number.

use rand_core::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// The longest argument of a command.
pub(super) const ARGUMENT: usize = 60_000;

/// Rules without a mistake.
pub(super) const GAME: &str = "game x \"X\"\nplayers ann, bob\nboard 3 x 3\npiece s \"s\"\nmove m \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: m otherwise draw \"full\" } }\n";

/// Random numbers, always the same of the same seed.
pub(super) struct Numbers(Pcg64Mcg);

impl Numbers {
    pub(super) fn of(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    pub(super) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.0.next_u64() % most.max(1) as u64).expect("it is small")
    }

    fn one<'o>(&mut self, of: &[&'o str]) -> &'o str {
        of[self.below(of.len())]
    }
}

/// Makes a set of points that is expensive to compute the deeper it is.
fn dear_set(numbers: &mut Numbers, deep: usize) -> String {
    if deep == 0 {
        return numbers
            .one(&[
                "everything",
                "empty",
                "own",
                "next to it",
                "reached from it over everything",
                "reached from it over empty",
                "1.. any of it through empty",
            ])
            .to_owned();
    }
    let inner = dear_set(numbers, deep - 1);
    match numbers.below(5) {
        0 => format!("next to ({inner})"),
        1 => format!("reached from ({inner}) over everything"),
        2 => format!("(everything where some ({inner}))"),
        _ => format!("(everything where count ({inner}) > {})", numbers.below(3)),
    }
}

/// Makes a game with an expensive condition at a random place; returns the condition, too.
pub(super) fn dear_game(numbers: &mut Numbers) -> (String, String) {
    let deep = 1 + numbers.below(5);
    let set = dear_set(numbers, deep);
    let most = [9, 9, 9, 63][numbers.below(4)];
    let size = 2 + numbers.below(most);
    // Outside a `where` there is no candidate.
    let number = format!("count (everything where count ({set}) > 1)");
    let condition = format!("{number} > {}", numbers.below(3));
    let (mut warn, mut question, mut line, mut end) =
        ("".into(), "".into(), "".into(), "full".into());
    match numbers.below(6) {
        0 => line = format!("status \"a\" when {condition}"),
        1 => line = format!("prompt \"{{{number}}}\""),
        2 => line = format!("result \"{{{number}}}\""),
        3 => warn = format!("warn \"w\" when {condition}"),
        4 => question = format!("\"{{{number}}}\""),
        _ => end = format!("{{{number}}} are left"),
    }
    let text = format!(
        "game x \"X\"\nplayers ann, bob\nboard {size} x {size}\npiece s \"s\"\nmove m \"{{t}}\" {{\n  t in empty\n  {warn}\n  s: box -> t\n}}\n\
         play {{ repeat each player {{ ask me {question}: m otherwise draw \"{end}\" }} }}\n{line}\n"
    );
    (text, condition)
}

/// Makes a game with nested conditions.
pub(super) fn nested_game(numbers: &mut Numbers) -> String {
    let deep = 1 + numbers.below(30);
    let mut body = "draw".to_owned();
    for _ in 0..deep {
        let cond = numbers.one(&["some own", "no enemy", "count own > 3", "a1 is empty"]);
        let other = numbers.one(&[
            "",
            "",
            "else { draw }",
            "else { win me }",
            "else { if some own { draw } }",
        ]);
        body = format!("if {cond} {{ {body} }} {other}");
    }
    GAME.replace("s: box -> t", &format!("s: box -> t\n  {body}"))
}

/// Makes one long line.
pub(super) fn long_line(numbers: &mut Numbers) -> String {
    let part = numbers.one(&[
        "a ", "x", "(", "{", "\"", "# ", "not ", "\u{e9}", "@A-1 ", "; ", "next to ", "\r", "1 + ",
        "a1-a2; ",
    ]);
    let bytes = 1 << (6 + numbers.below(16));
    part.repeat(bytes / part.len())
}

/// Makes a session of an editor with one text.
pub(super) fn editor_session(text: &str) -> String {
    let uri = "file:///nowhere/x.game";
    let document =
        serde_json::json!({ "uri": uri, "languageId": "linstock", "version": 1, "text": text });
    let about = serde_json::json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 9 } });
    let request =
        |id: u32, method: &str| serde_json::json!({ "id": id, "method": method, "params": about });
    let mut messages = vec![
        serde_json::json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        serde_json::json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }),
    ];
    let methods = [
        "foldingRange",
        "semanticTokens/full",
        "documentSymbol",
        "hover",
        "completion",
        "formatting",
    ];
    messages.extend(
        (2..)
            .zip(methods)
            .map(|(id, method)| request(id, &format!("textDocument/{method}"))),
    );
    messages.push(serde_json::json!({ "id": 99, "method": "shutdown" }));
    messages.push(serde_json::json!({ "method": "exit" }));
    let written = messages.into_iter().map(|mut message| {
        message["jsonrpc"] = "2.0".into();
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    });
    written.collect()
}

/// Makes lines of bytes, of which some are no text.
pub(super) fn typed_bytes(numbers: &mut Numbers) -> Vec<u8> {
    let words = [
        "moves",
        "why",
        "b10",
        "view",
        "history",
        "undo",
        "\u{1b}[2J",
        "\u{feff}",
        "\u{202e}",
        "\0",
        "bet",
        "help",
        "{\"cmd\":\"view\"}",
        "{\"cmd\":\"new\",\"game\":\"cannon\"}",
        "Content-Length: 3\r\n\r\n{}\n",
        "random 3",
        "what",
        "try",
    ];
    let mut bytes = Vec::new();
    for _ in 0..numbers.below(60) {
        match numbers.below(4) {
            0 => bytes.push(u8::try_from(numbers.below(256)).expect("a byte")),
            1 => bytes.extend([0xff, b' ', 0xc3]),
            _ => bytes.extend(numbers.one(&words).bytes()),
        }
        bytes.push(b"\n \t\r"[numbers.below(5).min(3)]);
        if numbers.below(2) == 0 {
            bytes.push(b'\n');
        }
    }
    bytes
}

/// Damages some bytes.
pub(super) fn damaged(numbers: &mut Numbers, whole: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    match numbers.below(4) {
        0 => bytes.truncate(numbers.below(whole.len())),
        1 => bytes.extend(b"x"),
        2 => bytes.clear(),
        _ => {
            let at = numbers.below(whole.len());
            bytes[at] ^= 1 << numbers.below(7);
        }
    }
    bytes
}

/// Makes a text with odd blanks and ends of lines.
pub(super) fn spoilt_text(numbers: &mut Numbers) -> String {
    let drawn = "drawing start {\n  A = ann s\n  \"\"\"\n  1 A . .\n    a b c\n  \"\"\"\n}\n";
    let text = match numbers.below(3) {
        0 => GAME.to_owned(),
        1 => format!("{GAME}{drawn}"),
        _ => "variant starve of oware \"O\"\nremove condition OW-7 of sow\n".to_owned(),
    };
    let end = numbers.one(&["\n", "\n", "\r\n", "\r\r\n"]);
    let mut spoilt = String::new();
    for line in text.lines() {
        let blank = numbers.one(&["", "", "", " ", "\t", ";", "; ", "\u{feff}", "\r", "# x\n"]);
        match numbers.below(3) {
            0 => spoilt.push_str(&format!("{blank}{line}")),
            1 => spoilt.push_str(&format!("{line}{blank}")),
            _ => spoilt.push_str(&line.replacen(' ', &format!(" {blank}"), 1)),
        }
        spoilt.push_str(end);
    }
    spoilt
}
