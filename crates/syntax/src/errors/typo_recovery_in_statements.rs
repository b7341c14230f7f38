//! Recognises typos in statements and arguments.

use crate::errors::context::ErrorContext;
use crate::errors::typo::{Typo, expected, head};
use crate::grammar::Rule;

/// `must be no runner`
pub(super) fn must_be(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    (head(context) == "must" && before == "be").then(|| {
        (
            "`be` is not said after `must`".to_owned(),
            r#"after `must` stands what holds: must no (man and river) "a man stands in the river""#,
        )
    })
}

/// `ask me step`, `ask me: step or jump`
pub(super) fn in_a_question(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    if head(context) != "ask" {
        return None;
    }
    if context.expects(Rule::colon) && context.in_line(":").is_none() {
        let message = format!(
            "expected `:` after who is asked, found {}",
            context.found_words()
        );
        return Some((message, "a question looks like: ask me: step, capture"));
    }
    let joined = ["or", "and"].contains(&found) && context.expects(Rule::comma);
    joined.then(|| {
        (
            expected("`,`", found),
            "moves that are offered stand with commas between them: ask me: step, capture",
        )
    })
}

/// `repeat for each player`, `each player backwards from p`, `each player p`
pub(super) fn in_a_round(_: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    match (before, found) {
        ("backwards", "from") => Some((
            "`from` stands before `backwards`".to_owned(),
            "write it so: each player from first backwards { … }",
        )),
        ("each" | "every", "player") => Some((
            format!("nothing stands before `{before} player` here"),
            "a round looks like: each player { … }, or repeat each player { … }; a value for each player: shifts of player = 0",
        )),
        _ => None,
    }
}

/// `here in own king if near(here)`
pub(super) fn in_an_argument(context: &ErrorContext<'_>, _: &str, _: &str) -> Typo {
    let (head, _) = context.head()?;
    let argument = context.next(head).is_some_and(|t| context.text(t) == "in");
    let without_else = context.in_line("if").is_some() && context.expects(Rule::k_else);
    (argument && without_else).then(|| {
        (
            "an `if` among values has an `else`".to_owned(),
            "say what it is otherwise, as in `own king if flying else nothing`; which points may be chosen is also said by `where`: here in own king where …",
        )
    })
}

/// `if n > 3 win me`, `win me if no enemy`
pub(super) fn if_without_else(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let ahead = context
        .found()
        .filter(|_| found == "if" && head(context) != "warn");
    let alone = ahead.is_some_and(|t| !context.rest_of_line(t.end).contains('{'));
    let ended = ["", ":", "}"].contains(&found) && context.expects(Rule::k_else);
    let lacks = ended && context.in_line("if").is_some();
    (alone || lacks).then(|| {
        (
            "this `if` has neither an `else` nor a block in braces".to_owned(),
            "what is done under a condition stands in braces after it: if no enemy { win me \"all are taken\" }; a value has an `else`: 2 if flying else 1",
        )
    })
}

/// `enemy has no king`, `me wins`, `highest p in players by …`
pub(super) fn who_has(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    if ["has", "have"].contains(&before) {
        let hint = "whether there is one is asked by `some enemy king`, whether there is none by `no enemy king`";
        return Some((
            format!("expected nothing after `{before}`, found `{found}`"),
            hint,
        ));
    }
    if ["can", "cannot"].contains(&before) {
        let hint = "whether somebody can choose anything shows when he is asked: ask me: step otherwise win opponent \"no move to make\"; a point is attacked if it lies in a set that a fact names: king of me and covered(opponent)";
        return Some((format!("what somebody {before} do is not asked so"), hint));
    }
    let wins = ["win", "wins", "won", "winner"];
    if wins.contains(&before) && head(context) == "expect" {
        return Some((
            format!("nothing stands here after `{before}`"),
            "which clause decides it may follow: expect white wins because @R-5; the transcript keeps the words of the end",
        ));
    }
    if wins.contains(&before) && head(context) != "win" {
        return Some((
            format!("`{before}` does not stand here"),
            r#"the word comes first: win me "the king has fallen""#,
        ));
    }
    let best = context.before().and_then(|name| context.token_before(name));
    let best = best.map_or("", |t| context.text(t));
    let words = [
        "highest",
        "most",
        "max",
        "largest",
        "biggest",
        "lowest",
        "fewest",
        "strongest",
    ];
    (found == "in" && words.contains(&best)).then(|| {
        (
            expected("`best`", best),
            "those with the most are `best p in players by …`",
        )
    })
}
