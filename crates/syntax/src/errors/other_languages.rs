//! Recognises the syntax of other languages, and phrases of the game table: `x += 1`, `shuffle deck`, `if … then`. Each has
//! its own message, which says what to write here.

use crate::errors::context::ErrorContext;
use crate::errors::other_languages_in_statements::opening;
use crate::grammar::Rule;
use crate::token::TokenKind;
use linstock_base::Diagnostic;

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
        let message = format!("no `{each}` stands after `for`");
        let diagnostic = Diagnostic::error("E0141", context.span_of(head), message);
        return Some(diagnostic.hint(format!("leave it out: for {name} in … {{ … }}")));
    }
    let diagnostic = Diagnostic::error(
        "E0142",
        context.span_of(head),
        "expected a statement, found `for`",
    );
    let diagnostic = diagnostic.label("nothing begins like this");
    Some(diagnostic.hint(
        "did you mean `each player`? Rows of a list are gone through so: for k in card { … }",
    ))
}

/// `if … then …`
fn then(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let (head, _) = context.head()?;
    let ahead = context.found().filter(|t| context.text(*t) == "if");
    let ahead = ahead.filter(|t| context.rest_of_line(t.end).contains(" then "));
    let opened = ["if", "else", "}"].contains(&context.text(head));
    let then = ahead.or_else(|| context.in_line("then").filter(|_| opened))?;
    let diagnostic = Diagnostic::error(
        "E0143",
        context.span_of(then),
        "a condition is written without `then`",
    );
    let diagnostic = diagnostic.label("what is done stands between `{` and `}`");
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
    let diagnostic = Diagnostic::error(
        "E0144",
        context.span_of(is),
        "what is chosen stands after `in`, found `is`",
    );
    let what = context.rest_of_line(is.end).trim();
    let diagnostic = diagnostic.hint(format!("write `{name} in {what}`"));
    Some(diagnostic.suggest("in"))
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
    let message = format!("there is no `{sign}{}`", found(context));
    let diagnostic = Diagnostic::error("E0145", context.span(), message).label("not expected here");
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
        "÷" | "div" => "half of `x`, rounded down: x / 2",
        "^" => "write the product out: x * x",
        _ => "whether `x` is even: x % 2 is 0",
    };
    let message = format!(
        "numbers are joined by `+`, `-`, `*`, `/` and `%`, found `{}`",
        context.text(token)
    );
    Some(Diagnostic::error("E0146", context.span_of(token), message).hint(hint))
}

/// A line that ends with `and`, `or`, `=` or a comma.
fn joined_at_the_end(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let closes = matches!(found(context), ")" | "}");
    if context.found().is_some() && !(closes && before(context) == ",") {
        return None;
    }
    let word = before(context);
    let hint = match word {
        "," => "take the `,` away, or write what is missing after it".to_owned(),
        "and" | "or" | "except" | "not" | "where" | "of" | "over" | "through" | "within" | "+" => {
            format!("write in this line what follows, or begin the next line with `{word}`")
        }
        "=" | "is" | "<" | ">" | "<=" | ">=" | "-" | "*" | "/" | "%" => {
            "write in this line what follows, or begin it here with `(`: inside brackets a line goes on".to_owned()
        }
        _ => return None,
    };
    let token = context.before()?;
    let message = format!("nothing stands after `{word}`");
    let diagnostic = Diagnostic::error("E0147", context.span_of(token), message)
        .label("something is missing after this")
        .hint(hint);
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
    let player = context.token_before(colon)?;
    let diagnostic = Diagnostic::error(
        "E0148",
        context.span_of(ask),
        "a statement does not begin with a player",
    );
    Some(
        diagnostic
            .label(format!("not after `{}:`", context.text(player)))
            .hint(format!(
                "each player in turn is `me`, and is asked: each player {{ ask me: step }}; one alone: ask {}: step",
                context.text(player)
            )),
    )
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
        let message = "nothing is chosen in a block";
        let diagnostic = Diagnostic::error("E0149", context.span(), message);
        return Some(diagnostic.label("a choice stands in the head of a move").hint(
            "choose it before the first statement of the move; what is only worked out gets a name by `let`: let peak = top of here",
        ));
    }
    let several = context
        .before()
        .and_then(|name| context.token_before(name))
        .is_some_and(|sign| context.text(sign) == ",");
    if several {
        let diagnostic =
            Diagnostic::error("E0150", context.span(), "one thing is chosen at a time");
        return Some(
            diagnostic
                .label("for several names")
                .hint("write one line for each name: first in own king; second in own king"),
        );
    }
    let again = named && context.next(head).is_some_and(|t| context.text(t) == "in");
    let diagnostic = Diagnostic::error("E0151", context.span(), "expected `is in`, found `in`");
    Some(match again {
        true => diagnostic.label("the name stands here again").hint(format!(
            "say only what else it must be: leave out `{} in`",
            before(context)
        )),
        false => diagnostic
            .label("write `is in`")
            .hint("whether something lies there is asked by `is in`: low is in hand of me"),
    })
}

/// `each player p { … }`
fn named_player(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let (head, _) = context.head()?;
    let round = ["each", "repeat"].contains(&context.text(head));
    let named = context.found().filter(|t| t.kind == TokenKind::Word)?;
    if !round || before(context) != "player" || !context.expects(Rule::k_backwards) {
        return None;
    }
    let message = format!(
        "expected `{{` after `player`, found `{}`",
        context.text(named)
    );
    let diagnostic =
        Diagnostic::error("E0152", context.span(), message).label("no name stands here");
    Some(
        diagnostic
            .hint("in the block, the player whose turn it is is `me`: each player { … me … }"),
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
    let diagnostic = Diagnostic::error(
        "E0153",
        context.span(),
        "what is moved comes from one place",
    );
    Some(
        diagnostic
            .label("not from several")
            .hint("write a statement for each place: all: hand of me -> deck; all: pile -> deck"),
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
    let message = "a value is remembered for one thing, or for each pair of two";
    let diagnostic = Diagnostic::error("E0154", context.span(), message);
    Some(diagnostic.hint(format!(
        "a pair is written with `of` twice: `{name} of player of card = 0`"
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
    let message = format!("expected a row of the list, found `{}`", found(context));
    wrong.then(|| {
        Diagnostic::error("E0155", context.span(), message)
            .label("not expected here")
            .hint("rows are separated by `;` or stand on lines of their own; each is its name, a blank, and its values with commas: queen 12, 4; king 13, 4")
    })
}

/// `{ … } black { … }`, `white man: box -> a1 black man: box -> a4`
fn side_by_side(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let word = context.found().filter(|t| t.kind == TokenKind::Word)?;
    if before(context) != "}" || !context.expects(Rule::sep) {
        return None;
    }
    let word = context.text(word);
    let message = format!("expected `;` or a new line before `{word}`");
    let diagnostic =
        Diagnostic::error("E0156", context.span(), message).label("this begins something new");
    Some(diagnostic.hint("each statement stands on a line of its own, or after a `;`"))
}

/// `draw 2 cards`
fn drawn_card(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let counted = context.found()?.kind == TokenKind::Number;
    let card = counted || ["card", "cards", "a", "one", "two", "from"].contains(&found(context));
    if before(context) != "draw" || !card {
        return None;
    }
    let message = format!("`draw` ends the game, found `{}` after it", found(context));
    let diagnostic = Diagnostic::error("E0157", context.span(), message).label("not expected here");
    Some(diagnostic.hint(
        r#"a card is drawn by a move that chance makes: ask chance: take, with move take "{k}" { k in deck; seen by me; k: deck -> hand of me }"#,
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
    let message = format!("`{word}` does not join what stands somewhere and where");
    let diagnostic = Diagnostic::error("E0158", context.span_of(context.before()?), message);
    let hint = format!("say both, joined by `and`: `{what} and {place}`");
    Some(diagnostic.hint(hint).suggest("and"))
}

/// `ask me: step, ask me: jump`
fn asked_twice(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let ask = context.before().filter(|t| context.text(*t) == "ask")?;
    let comma = context
        .token_before(ask)
        .filter(|t| context.text(*t) == ",")?;
    let diagnostic = Diagnostic::error(
        "E0159",
        context.span_of(ask),
        "`ask` stands once for all moves that are offered",
    );
    let label = format!("not after `{}`", context.text(comma));
    Some(
        diagnostic
            .label(label)
            .hint("one question offers several moves: ask me: step, jump"),
    )
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
    let message = format!(
        "nothing is random in a statement, found `{}`",
        before(context)
    );
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
    let diagnostic = Diagnostic::error(
        "E0161",
        span,
        "only the next player has a name: `next player after me`",
    );
    Some(diagnostic.hint(
        "of two players it is the other one; a round goes the other way with `each player backwards`",
    ))
}

/// `sum k in card where k is in pile rank of k`, `ask me step`
fn no_colon(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    let sum = context.in_line("sum")?;
    if !context.expects(Rule::colon) {
        return None;
    }
    let message = format!("expected `:` in this sum, found {}", context.found_words());
    let diagnostic = Diagnostic::error("E0162", context.span(), message);
    let diagnostic = diagnostic.related(context.span_of(sum), "the sum begins here");
    Some(diagnostic.hint("what is added up stands after a colon: sum k in card where …: rank of k"))
}
