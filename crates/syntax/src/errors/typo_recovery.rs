//! Recognises typos: a word in the place of another, as in `2 to 3` for `2..3` and `forwards from here`.

use crate::errors::context::{ErrorContext, expected, expected_word, nothing_after};
use crate::errors::expected::{Symbol, symbol};
use crate::errors::typo::{Typo, cannot_follow, head};
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
    let (diagnostic, hint) = TRIES.iter().find_map(|find| find(context, before, found))?;
    let hinted = diagnostic.hint(hint);
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
        context.reserved(word),
        "give the routine or fact another name; `row 1`, `column c` and `border north` are points",
    ))
}

/// `draw(2)` is not a call: the word opens a statement.
fn called_like_a_statement(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    let (word, bracket) = (context.before()?, context.found()?);
    let calls = found == "(" && word.end == bracket.start && head(context) == before;
    (calls && example(STATEMENTS, before).is_some()).then(|| {
        (
            context.reserved(before),
            "give the routine another name in its declaration, to lay-it(k) { … }, and here: lay-it(k)",
        )
    })
}

/// `own (king or rook)`
fn kinds_of_owner(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    (["own", "enemy"].contains(&before) && found == "(").then(|| {
        (
            context.unexpected(&format!("the name of one piece after `{before}`")),
            "join two sets with `and`: own and (king or rook)",
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
            context.reserved(found),
            "choose another name, such as `there`, `prey` or a letter",
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
            nothing_after(context.span(), before),
            "write the word at the beginning of the next line: a line that begins with `and`, `or`, `else` or `where` continues the line before, and brackets may contain several lines",
        )
    })
}

/// `onward = no if last else yes`: a set is expected after `no`.
fn no_if(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    (before == "no" && found == "if").then(|| {
        (
            context.error("E0173", "a choice between two values cannot begin with `no`"),
            "write when the value is yes: onward = yes if not flying else no; or write a condition: onward = not flying",
        )
    })
}

/// `sum camels of p of c for c in city`
fn sum_behind(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    (before == "for" && context.in_line("sum").is_some()).then(|| {
        (
            context.error("E0174", "a sum begins with the set that it goes through"),
            "write the set first, and then the value to add: sum c in city: camels of p of c",
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
            context.error("E0175", "there is no word between two sets"),
            "join two sets with `and`: enemy and next to there",
        )),
        "to" if number => Some((
            context.instead_of(".."),
            "write from two to three as `2..3`",
        )),
        "to" if ["adjacent", "close", "near", "beside"].contains(&before) => Some((
            context.instead_of("next to"),
            "the neighbours of a point are `next to here`",
        )),
        "to" if context.expects(Rule::arrow) => Some((
            context.instead_of("->"),
            "write an arrow to move a thing: k: deck -> hand of me",
        )),
        "from" if complete && !["repeat", "each", "for"].contains(&head(context)) => Some((
            context.instead_of("of"),
            "write `of` before the point from which you count: forwards of here",
        )),
        "is" if ["and", "or", "except"].contains(&before) => Some((
            cannot_follow(context, before),
            "write a whole condition on each side: `here is empty and here is middle`; to join sets, leave out `is`: `… and empty`",
        )),
        _ => None,
    }
}

/// `between 2 and 3 ahead`, `at most 3 ahead`, `is less than 3`
fn how_many(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    let hint = match before {
        "between" => {
            "write from two to three steps as `2..3 ahead`; for a number, write 2 <= n and n <= 3"
        }
        "most" => "write at most three steps as `1..3 ahead`; for a number, write n <= 3",
        "least" => "write at least two steps as `2.. ahead`; for a number, write n >= 2",
        "than" => "compare numbers with signs: n < 3, n <= 3, n > 3, n >= 3",
        "exactly" | "only" => "leave the word out: `2 ahead` is exactly two",
        "equals" | "equal" => "compare numbers with `is`: n is 3",
        _ => return None,
    };
    Some((cannot_follow(context, before), hint))
}

/// `there - > box`, `n =< 3`, `there -> box,`, `shifts[player]`
fn signs(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    match (before, found) {
        ("-", ">") => Some((context.instead_of("->"), "write `->` without a blank")),
        ("=", "<" | ">") => {
            let sign = format!("{found}=");
            Some((
                expected_word(context.span(), &sign, before),
                "write `<=` for at most, and `>=` for at least",
            ))
        }
        (_, "=")
            if context
                .after()
                .is_some_and(|t| ["<", ">"].contains(&context.text(t))) =>
        {
            Some((
                context.unexpected("`<=` or `>=`"),
                "write `<=` for at most, and `>=` for at least",
            ))
        }
        (_, ",")
            if context.expects(Rule::sep) && head(context) == context.opening_of_statement() =>
        {
            Some((
                context.unexpected("the end of the line"),
                "a statement ends with its line, without a sign",
            ))
        }
        (word, "[") if word.starts_with(|c: char| c.is_ascii_lowercase()) => Some((
            context.instead_of("of"),
            "declare a value of each player as `shifts of player = 0`, and use it as `shifts of me`",
        )),
        _ => None,
    }
}

/// `holds card by 1`
fn so_many_of_each(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    let number = context.found()?.kind == TokenKind::Number;
    (number && before == "by" && head(context) == "holds").then(|| {
        (
            context.unexpected("a value of the rows after `by`"),
            "write the number of each before the list: holds 2 card; or name a value of its rows: holds card by copies",
        )
    })
}

/// `fact men of x = …`
fn of_a_declaration(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    (context.opening() == "fact" && found == "of" && context.expects(Rule::equals)).then(|| {
        (
            context.unexpected("`=` or arguments in brackets"),
            "write the arguments of a fact in brackets: fact near(p) = next to p",
        )
    })
}

/// `board hexagon { … }`
fn board_without_size(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    let named = context.before().is_some_and(|t| t.kind == TokenKind::Word) && before != "board";
    let ends = found == "{" || found.is_empty();
    (head(context) == "board" && named && ends && context.expects(Rule::board_length)).then(|| {
        (
            context.unexpected(&format!("the size of the board after `{before}`")),
            "for a shape, write how many points a side has: board hexagon 5 { … }; for columns and rows: board 10 x 10 { … }",
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
            context.error(
                "E0176",
                format!("there is a blank between `{before}` and its brackets"),
            ),
            "write the arguments directly after the name of the fact: near(here)",
        ));
    }
    Some((
        expected(context.span(), "a number of steps", &format!("`{before}`")),
        "write a number before a direction, not a value: name each case, 1 north of here if n is 1 else 2 north of here; or choose only the point, there in 1..3 north of here",
    ))
}

/// `reached from own and row 1 over own`
fn joined_where_one_begins(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let joins = ["and", "or", "except"].contains(&found);
    (joins && context.in_line("reached").is_some() && context.expects(Rule::k_over)).then(|| {
        (
            context.unexpected("`over`"),
            "write a set that joins others in brackets: reached from (own and row 1) over own",
        )
    })
}

/// `players 3 of ann, ben, cem`
fn exactly_so_many(context: &ErrorContext<'_>, before: &str, found: &str) -> Typo {
    (context.opening() == "players" && found == "of").then(|| {
        (
            expected(context.span(), "a range of numbers before `of`", &format!("`{before}`")),
            "list the players: players ann, ben, cem; if fewer may play: players 2..3 of ann, ben, cem",
        )
    })
}

/// `shown of 1..6 = 0`
fn remembered_of_numbers(context: &ErrorContext<'_>, before: &str, _: &str) -> Typo {
    let number = context.found()?.kind == TokenKind::Number;
    (number && before == "of" && context.opening() == "remember").then(|| {
        (
            context.error("E0177", "a value cannot be remembered for each number"),
            "declare the numbers as the rows of a list, and remember a value for each row: list face { 1; 2; 3; 4; 5; 6 }, and shown of face = 0",
        )
    })
}

/// `here in own king,`
fn comma_at_the_end(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let ends = |rule: &Rule| symbol(*rule) == Symbol::End;
    if found == "," && context.opening() == "piece" {
        return Some((
            context.error(
                "E0178",
                "`of nobody` and `on` come after the last piece of a line",
            ),
            "they count for all pieces of the line: piece fire \"*\", victim \"v\" of nobody; declare other pieces in a line of their own",
        ));
    }
    (found == "," && context.expected.iter().any(ends)).then(|| {
        (
            context.unexpected("the end of the line"),
            "remove the `,`: write each statement on its own line, or put `;` between two statements",
        )
    })
}

/// `three` for `3`
fn number_words(context: &ErrorContext<'_>, _: &str, found: &str) -> Typo {
    let known = linstock_base::number_word(found).is_some();
    (known && context.expects(Rule::number))
        .then(|| (context.unexpected("a number"), "write numbers in digits: 3"))
}
