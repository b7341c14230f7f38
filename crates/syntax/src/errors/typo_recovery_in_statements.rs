//! Recognises typos in statements and arguments.

use crate::errors::context::{ErrorContext, expected, expected_word};
use crate::errors::typo::{Typo, cannot_follow, head};
use crate::grammar::Rule;
use linstock_base::Diagnostic;

/// `must be no runner`
pub(super) fn must_be(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    (head(context) == "must" && before == "be").then(|| {
        (
            expected(context.span(), "a condition after `must`", "`be`"),
            r#"write the condition that must hold: must no (man and river) "a man stands in the river""#,
        )
    })
}

/// `ask me step`, `ask me: step or jump`
pub(super) fn in_a_question(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    if head(context) != "ask" {
        return None;
    }
    if context.expects(Rule::colon) && context.in_line(":").is_none() {
        return Some((
            context.unexpected("`:` after the player"),
            "a question looks like: ask me: step, capture",
        ));
    }
    let joined = ["or", "and"].contains(&found) && context.expects(Rule::comma);
    joined.then(|| {
        (
            context.instead_of(","),
            "write commas between the moves that are offered: ask me: step, capture",
        )
    })
}

/// `repeat for each player`, `each player backwards from p`, `each player p`
pub(super) fn in_a_round(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    match (before, found) {
        ("backwards", "from") => Some((
            context.error("E0179", "`from` must come before `backwards`"),
            "a round looks like: each player from first backwards { … }",
        )),
        ("each" | "every", "player") => Some((
            context.error(
                "E0181",
                format!("`{before} player` cannot come after this word"),
            ),
            "a round looks like: each player { … }, or repeat each player { … }; a value for each player: shifts of player = 0",
        )),
        _ => None,
    }
}

/// `here in own king if near(here)`
pub(super) fn in_an_argument(context: &ErrorContext<'_>, _: &str, _: &str) -> Typo {
    let (head, _) = context.head()?;
    let argument = context.next(head).is_some_and(|t| context.text(t) == "in");
    let is_alone = context.in_line("if").is_some() && context.expects(Rule::k_else);
    (argument && is_alone).then(|| {
        (
            without_else(context),
            "write the other value, as in `own king if flying else nothing`; or write a condition for the point after `where`: here in own king where …",
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
            without_else(context),
            "write the statements in braces after the condition: if no enemy { win me \"all are taken\" }; or write the other value: 2 if flying else 1",
        )
    })
}

fn without_else(context: &ErrorContext<'_>) -> Diagnostic {
    context.error(
        "E0182",
        "this `if` has neither an `else` nor a block in braces",
    )
}

/// `enemy has no king`, `me wins`, `highest p in players by …`
pub(super) fn who_has(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    if ["has", "have"].contains(&before) {
        let hint = "write `some enemy king` if there must be one, and `no enemy king` if there must be none";
        return Some((cannot_follow(context, before), hint));
    }
    if ["can", "cannot"].contains(&before) {
        let hint = "to find out whether a player has a move, write: ask me: step otherwise win opponent \"no move to make\"; to find out whether a point is attacked, declare a fact: king of me and covered(opponent)";
        let message = format!("a condition cannot use `{before}`");
        return Some((context.error("E0183", message), hint));
    }
    let wins = ["win", "wins", "won", "winner"];
    if wins.contains(&before) && head(context) == "expect" {
        return Some((
            cannot_follow(context, before),
            "the clause that decides may follow: expect white wins because @R-5; the transcript contains the text of the result",
        ));
    }
    if wins.contains(&before) && head(context) != "win" {
        return Some((
            context.error("E0184", "`win` comes before the player who wins"),
            r#"write: win me "the king has fallen""#,
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
            expected_word(context.span(), "best", best),
            "the players with the most are `best p in players by …`",
        )
    })
}
