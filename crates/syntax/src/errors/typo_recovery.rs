//! Recognises typos: a word in the place of another, as in `2 to 3` for `2..3` and `forwards from here`.

use crate::errors::context::ErrorContext;
use crate::errors::expected::{Symbol, symbol};
use crate::errors::typo::{Typo, expected, head};
use crate::errors::typo_recovery_in_statements::{
    if_without_else, in_a_question, in_a_round, in_an_argument, must_be, who_has,
};
use crate::grammar::Rule;
use crate::reserved_words::{RESERVED, STATEMENTS, example};
use crate::token::{Token, TokenKind};
use linstock_base::{Diagnostic, Span};

/// Recognises a typo.
pub(crate) fn likely(context: &ErrorContext<'_>) -> Option<Diagnostic> {
    const TRIES: [fn(&ErrorContext<'_>, &str, &str) -> Typo; 25] = [
        called_like_an_axis,
        called_like_a_statement,
        kinds_of_owner,
        argument_called_like_a_word,
        goes_on_in_the_next_line,
        joined_where_one_begins,
        exactly_so_many,
        remembered_of_numbers,
        no_if,
        must_be,
        joining_words,
        how_many,
        signs,
        in_a_question,
        in_a_round,
        in_an_argument,
        so_many_of_each,
        who_has,
        of_a_declaration,
        number_words,
        board_without_size,
        value_before_way,
        comma_at_the_end,
        sum_behind,
        if_without_else,
    ];
    let found = context.found().map_or("", |t| context.text(t));
    let before = context.before().map_or("", |t| context.text(t));
    let (message, hint) = TRIES.iter().find_map(|find| find(context, before, found))?;
    let hinted = Diagnostic::error("E0164", context.span(), message).hint(hint);
    Some(match mended(context, before, found) {
        Some((span, text)) => hinted.suggest_at(span, &text),
        None => hinted,
    })
}

/// Returns the fix of a typo and its place, if the fix is certain.
fn mended(context: &ErrorContext<'_>, before: &str, found: &str) -> Option<(Span, String)> {
    let (first, second) = (context.before()?, context.found()?);
    let both = context.span_between(first.start, second.end);
    let is_number = |token: Token| token.kind == TokenKind::Number;
    let after = context.after().filter(|after| is_number(*after));
    match (before, found, after) {
        ("-", ">", _) => Some((both, "->".to_owned())),
        ("=", "<" | ">", _) => Some((both, format!("{found}="))),
        // `2 to 3`
        (_, "to", Some(after)) if is_number(first) => Some((
            context.span_between(first.end, after.start),
            "..".to_owned(),
        )),
        ("adjacent" | "close" | "near" | "beside", "to", _) => Some((both, "next to".to_owned())),
        (_, word, _) if context.expects(Rule::number) => {
            let number = linstock_base::number_word(word)?;
            Some((context.span(), number.to_string()))
        }
        _ => None,
    }
}

/// `column(here, 3)` is not a call: the word names points.
fn called_like_an_axis(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let word = ["row", "column", "border"]
        .into_iter()
        .find(|word| head(context) == *word && found == ",")?;
    Some((
        format!("`{word}` is a word of the language, so no routine or fact can be called so"),
        "give it another name; `row 1`, `column c` and `border north` are points",
    ))
}

/// `draw(2)` is not a call: the word opens a statement.
fn called_like_a_statement(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    let (word, bracket) = (context.before()?, context.found()?);
    let calls = found == "(" && word.end == bracket.start && head(context) == before;
    (calls && example(STATEMENTS, before).is_some()).then(|| {
        (
            format!("`{before}` begins a statement of the language, so no routine can be called so"),
            "give the routine another name, where it is declared, too: to lay-it(k) { … }, and lay-it(k)",
        )
    })
}

/// `own (king or rook)`
fn kinds_of_owner(_: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    (["own", "enemy"].contains(&before) && found == "(").then(|| {
        (
            format!("after `{before}` stands the name of one piece"),
            "two sets are joined by `and`: own and (king or rook)",
        )
    })
}

/// `over in next to here`: a word that continues the previous line cannot be a name.
fn argument_called_like_a_word(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let after = context.found().and_then(|token| context.next(token));
    let is_argument = after.is_some_and(|t| context.text(t) == "in");
    // `is` and `not` may come before `in`; for `from` and `to`, `habits` has a better message.
    let is_other = ["is", "not", "from", "to"].contains(&found);
    (is_argument && RESERVED.contains(&found) && !is_other).then(|| {
        (
            format!("`{found}` is a word of the language, so no argument can be called so"),
            "choose another name, as `there`, `prey` or a letter",
        )
    })
}

/// `here is middle or` at the end of a line: the next line should begin with the word.
fn goes_on_in_the_next_line(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    const JOIN: [&str; 8] = [
        "and", "or", "except", "else", "through", "over", "where", "of",
    ];
    let ends = context.found().is_none() && JOIN.contains(&before);
    ends.then(|| {
        (
            format!("the line ends with `{before}`, and does not go on below"),
            "write the word at the beginning of the next line; a line that begins with `and`, `or`, `else` or `where` goes on with the one before, and so does everything in brackets",
        )
    })
}

/// `onward = no if last else yes`: a set is expected after `no`.
fn no_if(_: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    (before == "no" && found == "if").then(|| {
        (
            "a choice does not begin with `no`".to_owned(),
            "say when it is yes: onward = yes if not flying else no; or put a condition: onward = not flying",
        )
    })
}

/// `sum camels of p of c for c in city`
fn sum_behind(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    (before == "for" && context.in_line("sum").is_some()).then(|| {
        (
            "what a sum runs through stands before what is added up".to_owned(),
            "as in: sum c in city: camels of p of c",
        )
    })
}

/// `forwards from here`, `2 to 3 ahead`, `adjacent to here`, `k: deck to hand of me`
fn joining_words(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    let number = context
        .before()
        .is_some_and(|t| t.kind == TokenKind::Number);
    let complete = context.expects(Rule::joiner) || context.expects(Rule::compare_op);
    match found {
        "to" if before == "next" => Some((
            "two sets do not stand side by side".to_owned(),
            "points that are in both are joined by `and`: enemy and next to there",
        )),
        "to" if number => Some((
            expected("`..`", found),
            "from two to three is written `2..3`",
        )),
        "to" if ["adjacent", "close", "near", "beside"].contains(&before) => Some((
            expected("`next to`", found),
            "the neighbours of a point are `next to here`",
        )),
        "to" if context.expects(Rule::arrow) => Some((
            expected("`->`", found),
            "a thing is moved by an arrow: k: deck -> hand of me",
        )),
        "from" if complete && !["repeat", "each", "for"].contains(&head(context)) => Some((
            expected("`of`", found),
            "from where is said by `of`: forwards of here",
        )),
        "is" if ["and", "or", "except"].contains(&before) => Some((
            format!("nothing stands between `{before}` and `is`"),
            "each side says it all: `here is empty and here is middle`; of a set, leave `is` out: `… and empty`",
        )),
        _ => None,
    }
}

/// `between 2 and 3 ahead`, `at most 3 ahead`, `is less than 3`
fn how_many(_: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    let hint = match before {
        "between" => {
            "from two to three steps is written `2..3 ahead`; of a number: 2 <= n and n <= 3"
        }
        "most" => "at most three steps is written `1..3 ahead`; of a number: n <= 3",
        "least" => "at least two steps is written `2.. ahead`; of a number: n >= 2",
        "than" => "numbers are compared by signs: n < 3, n <= 3, n > 3, n >= 3",
        "exactly" | "only" => "leave the word out: `2 ahead` is exactly two",
        "equals" | "equal" => "numbers are compared by `is`: n is 3",
        _ => return None,
    };
    Some((
        format!("expected nothing after `{before}`, found `{found}`"),
        hint,
    ))
}

/// `there - > box`, `n =< 3`, `there -> box,`, `shifts[player]`
fn signs(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    match (before, found) {
        ("-", ">") => Some((expected("`->`", found), "write `->` without a blank")),
        ("=", "<" | ">") => {
            let sign = format!("`{found}=`");
            Some((expected(&sign, "="), "at most is `<=`, at least is `>=`"))
        }
        (_, "=")
            if context
                .after()
                .is_some_and(|t| ["<", ">"].contains(&context.text(t))) =>
        {
            Some((
                expected("`<=` or `>=`", found),
                "at most is `<=`, at least is `>=`",
            ))
        }
        (_, ",")
            if context.expects(Rule::sep) && head(context) == context.opening_of_statement() =>
        {
            Some((
                expected("the end of the line", found),
                "a statement ends with its line, without a sign",
            ))
        }
        (word, "[") if word.starts_with(|c: char| c.is_ascii_lowercase()) => Some((
            expected("`of`", found),
            "whose it is, is said by `of`: declared `shifts of player = 0`, used `shifts of me`",
        )),
        _ => None,
    }
}

/// `holds card by 1`
fn so_many_of_each(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    let number = context.found()?.kind == TokenKind::Number;
    (number && before == "by" && head(context) == "holds").then(|| {
        (
            "a number of things does not stand behind `by`".to_owned(),
            "so many of each stand before the list: holds 2 card; behind `by` stands a value of its rows: holds card by copies",
        )
    })
}

/// `fact men of x = …`
fn of_a_declaration(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    (context.opening() == "fact" && found == "of" && context.expects(Rule::equals)).then(|| {
        (
            expected("`=` or values in brackets", found),
            "values of a fact stand in brackets: fact near(p) = next to p",
        )
    })
}

/// `board hexagon { … }`
fn board_without_size(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    let named = context.before().is_some_and(|t| t.kind == TokenKind::Word) && before != "board";
    let ends = found == "{" || found.is_empty();
    (head(context) == "board" && named && ends && context.expects(Rule::board_length)).then(|| {
        (
            format!("the size of the board is missing after `{before}`"),
            "of a shape, say how many points a side has: board hexagon 5 { … }; of columns and rows: board 10 x 10 { … }",
        )
    })
}

/// `n (north or south) of here`, `1..n north of here`, `near (here)`
fn value_before_way(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    let name = context
        .before()
        .filter(|t| t.kind == TokenKind::Word && context.expects(Rule::joiner))?;
    let dots = (context.token_before(name)).filter(|t| context.text(*t) == "..");
    let ranged = dots
        .and_then(|dots| context.token_before(dots))
        .is_some_and(|t| t.kind == TokenKind::Number);
    let way = context
        .found()
        .is_some_and(|t| t.kind == TokenKind::Word || found == "(");
    if !way || !(ranged || found == "(") {
        return None;
    }
    let of = context.rest_of_line(context.found()?.end);
    let of = of.split_once(')').map_or(of, |(_, rest)| rest).trim_start();
    if found == "(" && !of.starts_with("of ") {
        return Some((
            format!("a blank stands between `{before}` and its brackets"),
            "values follow the name of their fact without a blank: near(here)",
        ));
    }
    Some((
        format!("expected a number of steps, found `{before}`"),
        "before a direction stands a number, not a value: name each case, 1 north of here if n is 1 else 2 north of here; or choose the point alone, there in 1..3 north of here",
    ))
}

/// `reached from own and row 1 over own`
fn joined_where_one_begins(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let joins = ["and", "or", "except"].contains(&found);
    (joins && context.in_line("reached").is_some() && context.expects(Rule::k_over)).then(|| {
        (
            expected("`over`", found),
            "a set that is joined stands in brackets: reached from (own and row 1) over own",
        )
    })
}

/// `players 3 of ann, ben, cem`
fn exactly_so_many(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    (context.opening() == "players" && found == "of").then(|| {
        (
            format!("expected a range of numbers before `of`, found `{before}`"),
            "who plays is listed: players ann, ben, cem; where fewer may play: players 2..3 of ann, ben, cem",
        )
    })
}

/// `shown of 1..6 = 0`
fn remembered_of_numbers(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    let number = context.found()?.kind == TokenKind::Number;
    (number && before == "of" && context.opening() == "remember").then(|| {
        (
            "a value is not remembered of numbers".to_owned(),
            "let the numbers be rows of a list, and remember it of these: list face { 1; 2; 3; 4; 5; 6 }, and shown of face = 0",
        )
    })
}

/// `here in own king,`
fn comma_at_the_end(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let ends = |rule: &Rule| symbol(*rule) == Symbol::End;
    if found == "," && context.opening() == "piece" {
        return Some((
            "`of nobody` and `on` stand at the end of a line of pieces".to_owned(),
            "they count for all of its pieces: piece fire \"*\", victim \"v\" of nobody; others have a line of their own",
        ));
    }
    (found == "," && context.expected.iter().any(ends)).then(|| {
        (
            "no `,` stands after a statement".to_owned(),
            "take the `,` away: each statement stands on a line of its own, or `;` stands between two",
        )
    })
}

/// `three` for `3`
fn number_words(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let known = linstock_base::number_word(found).is_some();
    (known && context.expects(Rule::number)).then(|| {
        (
            expected("a number", found),
            "numbers are written in digits: 3",
        )
    })
}
