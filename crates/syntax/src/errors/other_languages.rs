//! Recognises the syntax of other languages, and phrases of the game table: `x += 1`, `shuffle deck`, `if … then`. Each has
//! its own message, which says what to write here.

use crate::errors::context::{ErrorContext, expected_word, nothing_after};
use crate::errors::other_languages_in_statements::{no_statement, opening};
use crate::grammar::Rule;
use crate::token::TokenKind;
use linstock_base::{Diagnostic, Span};

/// Recognises the syntax of another language in a line of any kind.
pub(crate) fn likely(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    const TRIES: [fn(&ErrorContext<'_>) -> Option<Diagnostic>; 19] = [
        for_each,
        then,
        chosen_by_is,
        changed_in_place,
        arithmetic,
        joined_at_the_end,
        asked_in_front,
        lies_in,
        named_player,
        two_indices,
        several_zones,
        row_values,
        side_by_side,
        drawn_card,
        on_a_point,
        asked_twice,
        rolled,
        player_before,
        no_colon,
    ];
    TRIES.iter().find_map(|find| find(context))
}

/// Returns the text of the token before the error, or nothing.
fn before<'t>(context: &ErrorContext<'t>) -> &'t str {
    context.before().map_or("", |t| context.text(t))
}

fn found<'t>(context: &ErrorContext<'t>) -> &'t str {
    context.found().map_or("", |t| context.text(t))
}

/// `for each player`, `for all players`, `for each d in orthogonal`
fn for_each(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let (head, _) = context.head()?;
    let each = context.next(head)?;
    if context.text(head) != "for" || !["each", "every", "all"].contains(&context.text(each)) {
        return None;
    }
    let name = context.next(each);
    if let Some(name) = name.filter(|t| context.next(*t).is_some_and(|t| context.text(t) == "in")) {
        let (each, name) = (context.text(each), context.text(name));
        let message = format!("there is no `{each}` after `for`");
        let diagnostic = Diagnostic::error("E0141", context.span_of(head), message);
        return Some(diagnostic.hint(format!("leave it out: for {name} in … {{ … }}")));
    }
    Some(no_statement(context.span_of(head), "for").hint(
        "did you mean `each player`? To go through the rows of a list, write: for k in card { … }",
    ))
}

/// `if … then …`
fn then(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let (head, _) = context.head()?;
    let ahead = context.found().filter(|t| context.text(*t) == "if");
    let ahead = ahead.filter(|t| context.rest_of_line(t.end).contains(" then "));
    let opened = ["if", "else", "}"].contains(&context.text(head));
    let then = ahead.or_else(|| context.in_line("then").filter(|_| opened))?;
    let span = context.span_of(then);
    let diagnostic = Diagnostic::error("E0143", span, "a condition is written without `then`");
    let diagnostic = diagnostic.label("write the statements between `{` and `}`");
    Some(diagnostic.hint("a condition looks like: if no enemy town { win me }"))
}

/// `here is own king where …`
fn chosen_by_is(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let (head, _) = context.head()?;
    let is = context.next(head)?;
    if found(context) != "where" || context.text(is) != "is" {
        return None;
    }
    let name = context.text(head);
    let what = context.rest_of_line(is.end).trim();
    let diagnostic = expected_word(context.span_of(is), "in", "is");
    Some(
        diagnostic
            .hint(format!("to choose a point, write `{name} in {what}`"))
            .suggest("in"),
    )
}

/// `x += 1`, `x++`
fn changed_in_place(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let sign = context
        .before()
        .filter(|_| ["+", "-", "*", "/", "%"].contains(&before(context)))?;
    let by = match found(context) {
        "=" => context.rest_of_line(context.found()?.end),
        again if again == before(context) && matches!(again, "+" | "-") => "1",
        _ => return None,
    };
    let (head, _) = context.head()?;
    let target = context.between(head.start, sign.start);
    let (from, sign) = (sign.start, context.text(sign));
    let diagnostic = no_operator(context.span(), &format!("{sign}{}", found(context)));
    let by = if by.is_empty() { "1" } else { by };
    let hinted = diagnostic.hint(format!("write `{target} = {target} {sign} {by}`"));
    let (to, step) = match found(context) {
        "=" => (context.found()?.end, ""),
        _ => (context.found()?.end, " 1"),
    };
    let joined = format!("= {target} {sign}{step}");
    Some(hinted.suggest_at(context.span_between(from, to), &joined))
}

/// `x mod 2`, `x ^ 2`
fn arithmetic(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let words = ["mod", "div", "modulo"];
    let token = match found(context) {
        "^" | "÷" if context.opening() != "options" => context.found()?,
        word if words.contains(&word) => context.found()?,
        _ if words.contains(&before(context)) => context.before()?,
        _ => return None,
    };
    let hint = match context.text(token) {
        "÷" | "div" => "to divide and round down, write: x / 2",
        "^" => "write the product out: x * x",
        _ => "the remainder is `%`; `x` is even if: x % 2 is 0",
    };
    Some(no_operator(context.span_of(token), context.text(token)).hint(hint))
}

fn no_operator(span: Span, sign: &str) -> Diagnostic {
    Diagnostic::error("E0145", span, format!("there is no operator `{sign}`"))
        .label("not expected here")
}

/// A line that ends with `and`, `or`, `=` or a comma.
fn joined_at_the_end(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let closes = matches!(found(context), ")" | "}");
    if context.found().is_some() && !(closes && before(context) == ",") {
        return None;
    }
    let word = before(context);
    let hint = match word {
        "," => "remove the `,`, or write what is missing after it".to_owned(),
        "and" | "or" | "except" | "not" | "where" | "of" | "over" | "through" | "within" | "+" => {
            format!("write the rest in this line, or begin the next line with `{word}`")
        }
        "=" | "is" | "<" | ">" | "<=" | ">=" | "-" | "*" | "/" | "%" => {
            "write the rest in this line, or open a bracket `(` here: a line goes on inside brackets".to_owned()
        }
        _ => return None,
    };
    let span = context.span_of(context.before()?);
    let diagnostic = nothing_after(span, word).hint(hint);
    Some(match word {
        "," => diagnostic.suggest(""),
        _ => diagnostic,
    })
}

/// `white: ask step`
fn asked_in_front(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let ask = context.in_line("ask")?;
    let colon = context
        .token_before(ask)
        .filter(|t| context.text(*t) == ":")?;
    let player = context.text(context.token_before(colon)?);
    let message = "a statement cannot begin with a player";
    let diagnostic = Diagnostic::error("E0148", context.span_of(ask), message);
    Some(diagnostic.label(format!("not after `{player}:`")).hint(format!(
        "to ask each player in turn, write: each player {{ ask me: step }}; to ask only one, write: ask {player}: step",
    )))
}

/// `if low in hand of me`, and `there in empty and there in far of me`
fn lies_in(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    if found(context) != "in" || !context.expects(Rule::compare_op) {
        return None;
    }
    let (head, _) = context.head()?;
    let named = context.text(head) == before(context);
    let begins = named && context.next(head) == context.found();
    if begins {
        let diagnostic = context.error("E0149", "a block cannot contain a choice");
        return Some(diagnostic.label("choices belong in the head of a move").hint(
            "write the choice before the first statement of the move; to name a value, write `let`: let peak = top of here",
        ));
    }
    let several = context
        .before()
        .and_then(|name| context.token_before(name))
        .is_some_and(|sign| context.text(sign) == ",");
    if several {
        let diagnostic = context.error("E0150", "a line can choose only one thing");
        return Some(
            diagnostic
                .label("this line has several names")
                .hint("write one line for each name: first in own king; second in own king"),
        );
    }
    let again = named && context.next(head).is_some_and(|t| context.text(t) == "in");
    let diagnostic = context.instead_of("is in");
    Some(match again {
        true => diagnostic.label("the name is repeated here").hint(format!(
            "write only the other condition: leave out `{} in`",
            before(context)
        )),
        false => {
            diagnostic.hint("to ask whether a set contains something, write: low is in hand of me")
        }
    })
}

/// `each player p { … }`
fn named_player(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let (head, _) = context.head()?;
    let round = ["each", "repeat"].contains(&context.text(head));
    let named = context.found().is_some_and(|t| t.kind == TokenKind::Word);
    if !round || !named || before(context) != "player" || !context.expects(Rule::k_backwards) {
        return None;
    }
    let diagnostic = context.unexpected("`{` after `player`");
    Some(
        diagnostic
            .label("the player has no other name")
            .hint("in the block, `me` is the player whose turn it is: each player { … me … }"),
    )
}

/// `all: hand of me, discards of me -> deck`
fn several_zones(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let head = context.in_line("all")?;
    let colon = context.next(head).filter(|t| context.text(*t) == ":")?;
    let moved = context.rest_of_line(colon.end).contains("->");
    if found(context) != "," || !moved {
        return None;
    }
    let diagnostic = context.error("E0153", "a statement moves things from only one place");
    Some(
        diagnostic
            .label("this is a second place")
            .hint("write one statement for each place: all: hand of me -> deck; all: pile -> deck"),
    )
}

/// `grid of player, card = 0`, `grid of player of card of card = 0`
fn two_indices(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    if context.opening() != "remember" || !matches!(found(context), "of" | ",") {
        return None;
    }
    let (head, _) = context.head()?;
    context.next(head).filter(|t| context.text(*t) == "of")?;
    let name = context.text(head);
    let message = "a value can be remembered for one thing or for a pair of things";
    Some(context.error("E0154", message).hint(format!(
        "write a pair with two `of`: `{name} of player of card = 0`"
    )))
}

/// `hearts, 1` or `(hearts, 1)` as a row of a list.
fn row_values(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    if context.opening() != "list" {
        return None;
    }
    let begins = context
        .before()
        .is_none_or(|t| matches!(context.text(t), "{" | ";"));
    let named = context
        .head()
        .is_some_and(|(head, _)| Some(head.start) == context.before().map(|t| t.start));
    let wrong = match found(context) {
        "(" => begins,
        "," | ":" | "=" => named,
        _ => false,
    };
    wrong.then(|| {
        context
            .unexpected("a row of the list")
            .label("not expected here")
            .hint("write each row on its own line, or put `;` between rows; a row is a name, a blank, and values with commas: queen 12, 4; king 13, 4")
    })
}

/// `{ … } black { … }`, `white man: box -> a1 black man: box -> a4`
fn side_by_side(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let is_word = context.found().is_some_and(|t| t.kind == TokenKind::Word);
    if !is_word || before(context) != "}" || !context.expects(Rule::sep) {
        return None;
    }
    let diagnostic = context.unexpected("`;` or a new line");
    Some(
        diagnostic
            .label("a new statement begins here")
            .hint("write each statement on its own line, or put `;` between two statements"),
    )
}

/// `draw 2 cards`
fn drawn_card(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let counted = context.found()?.kind == TokenKind::Number;
    let card = counted || ["card", "cards", "a", "one", "two", "from"].contains(&found(context));
    if before(context) != "draw" || !card {
        return None;
    }
    let diagnostic = context.error("E0157", "`draw` ends the game; it does not draw cards");
    Some(diagnostic.label("not expected here").hint(
        r#"a move by chance draws a card: ask chance: take, with move take "{k}" { k in deck; seen by me; k: deck -> hand of me }"#,
    ))
}

/// `man on a1`, `man at a1`
fn on_a_point(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let word = before(context);
    if !["on", "at"].contains(&word) || !context.expects(Rule::joiner) {
        return None;
    }
    let (what, place) = (context.token_before(context.before()?)?, context.found()?);
    let (what, place) = (context.text(what), context.text(place));
    let message = format!("`{word}` cannot join a piece and a place");
    let diagnostic = Diagnostic::error("E0158", context.span_of(context.before()?), message);
    let hint = format!("join them with `and`: `{what} and {place}`");
    Some(diagnostic.hint(hint).suggest("and"))
}

/// `ask me: step, ask me: jump`
fn asked_twice(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let ask = context.before().filter(|t| context.text(*t) == "ask")?;
    let comma = context
        .token_before(ask)
        .filter(|t| context.text(*t) == ",")?;
    let message = "one question contains `ask` twice";
    let diagnostic = Diagnostic::error("E0159", context.span_of(ask), message);
    let label = format!("not after `{}`", context.text(comma));
    let hint = "one `ask` can offer several moves: ask me: step, jump";
    Some(diagnostic.label(label).hint(hint))
}

/// `x = roll 6`, `x = random 1..6`
fn rolled(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let chance = ["roll", "random", "die", "dice", "d6"].contains(&before(context));
    let ranged = context
        .before()
        .and_then(|t| context.token_before(t))
        .is_some_and(|t| context.text(t) == "..");
    if !chance || ranged || !context.expects(Rule::joiner) {
        return None;
    }
    let word = before(context);
    let message = format!("a statement cannot compute a random value, found `{word}`");
    let diagnostic = Diagnostic::error("E0160", context.span_of(context.before()?), message);
    Some(diagnostic.hint(opening("roll")?))
}

/// `previous player before me`
fn player_before(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let player = context.before().filter(|t| context.text(*t) == "player")?;
    let word = context.token_before(player)?;
    if found(context) != "before" && context.text(word) != "previous" {
        return None;
    }
    let span = context.span_of(word).to(context.span());
    let message = "expected `next player after` or `previous player before`";
    Some(Diagnostic::error("E0161", span, message).hint(
        "write `next player after me` or `previous player before me`; to go around the other way, write `each player backwards`",
    ))
}

/// `sum k in card where k is in pile rank of k`, `ask me step`
fn no_colon(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let sum = context.in_line("sum")?;
    if !context.expects(Rule::colon) {
        return None;
    }
    let diagnostic = context.unexpected("`:` in this sum");
    let diagnostic = diagnostic.related(context.span_of(sum), "the sum begins here");
    Some(diagnostic.hint("write the value to add after a colon: sum k in card where …: rank of k"))
}
