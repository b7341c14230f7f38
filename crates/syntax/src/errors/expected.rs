//! The name of each grammar rule in a message ("expected X"). The grammar's own rule names are never shown.

use crate::grammar::Rule;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The description of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    /// A keyword or sign, shown as written. It makes no node of the syntax tree.
    Sign(&'static str),
    /// A part with a description, such as "an expression".
    Thing(&'static str),
    /// The end of a line or of the text.
    End,
    /// A rule that is too general for a message, which names its parts instead.
    Silent,
}

/// Returns the description of a rule: that of the match, for a keyword the word itself.
#[expect(
    clippy::too_many_lines,
    clippy::match_same_arms,
    reason = "one flat table, grouped by what the rules are about"
)]
pub(crate) fn symbol(rule: Rule) -> Symbol {
    use Symbol::{End, Sign, Silent, Thing};
    match rule {
        Rule::EOI | Rule::sep => End,
        Rule::open => Sign("{"),
        Rule::close => Sign("}"),
        Rule::lparen => Sign("("),
        Rule::rparen => Sign(")"),
        Rule::comma => Sign(","),
        Rule::colon => Sign(":"),
        Rule::semicolon => Sign(";"),
        Rule::equals => Sign("="),
        Rule::arrow => Sign("->"),
        Rule::bar => Sign("|"),
        Rule::dots => Sign(".."),
        Rule::times_op => Thing("`*`, `/` or `%`"),
        Rule::minus => Thing("an expression"),
        Rule::sum_op => Thing("`+` or `-`"),
        Rule::compare_op => Thing("`is`, `<` or `>`"),
        Rule::joiner => Thing("`and` or `except`"),
        Rule::negation => Thing("`not`"),
        Rule::status_word | Rule::k_status => Thing("a declaration"),
        Rule::axis => Thing("`row`, `column` or `border`"),
        Rule::sheet_word => Thing("`clauses` or `readings`"),
        Rule::name | Rule::word | Rule::plain_word => Thing("a name"),
        Rule::kind => Thing("what it is: `piece`, `move`, `fact` …"),
        Rule::choice | Rule::choice_word | Rule::choice_range => {
            Thing("a value: a word, a number or a range as `1..9`")
        }
        Rule::number | Rule::integer | Rule::digits | Rule::amount => Thing("a number"),
        Rule::string => Thing("a text in quotes"),
        Rule::picture => Thing("a picture between `\"\"\"`"),
        Rule::value | Rule::value_part => Thing("a value"),
        Rule::sign => Thing("a sign of the picture"),
        Rule::tag | Rule::tags => Thing("a tag such as `@A1`"),
        Rule::clause_tag | Rule::tag_text => Thing("the tag of a clause, without `@`"),
        Rule::move_text | Rule::refused | Rule::warned | Rule::move_list => {
            Thing("a move as it is written in play")
        }
        Rule::declaration
        | Rule::decl
        | Rule::one_declaration
        | Rule::players
        | Rule::options
        | Rule::board
        | Rule::pieces
        | Rule::drawing
        | Rule::line
        | Rule::list
        | Rule::zone
        | Rule::remember
        | Rule::fact
        | Rule::script
        | Rule::move_decl
        | Rule::routine
        | Rule::score
        | Rule::status
        | Rule::warning
        | Rule::phase
        | Rule::play
        | Rule::clauses
        | Rule::note
        | Rule::language
        | Rule::words
        | Rule::look => Thing("a declaration"),
        Rule::edit
        | Rule::one_edit
        | Rule::set_edit
        | Rule::rename_edit
        | Rule::replace_edit
        | Rule::remove_edit
        | Rule::add_row
        | Rule::add_stmts
        | Rule::add_condition
        | Rule::add_moves
        | Rule::replace_row
        | Rule::replace_condition
        | Rule::replace_stmt
        | Rule::remove_part
        | Rule::remove_offer => Thing("a change or a declaration"),
        Rule::place_start | Rule::place_end | Rule::place_before | Rule::place_after => {
            Thing("`at start`, `at end`, `before` or `after`")
        }
        Rule::new_condition => Thing("a condition, such as `when …`"),
        Rule::which_ask => Thing("`ask` and the tag of one"),
        Rule::row_of => Thing("`row` and its name"),
        Rule::condition_of => Thing("`condition` and its tag"),
        Rule::stmt_of | Rule::stmt_word => Thing("`statement`"),
        Rule::part_name | Rule::part_tag => Thing("a tag such as `A1`"),
        Rule::part_number => Thing("a number"),
        Rule::game_head | Rule::variant_head | Rule::one_head => Thing("`game` or `variant`"),
        Rule::stmt
        | Rule::action
        | Rule::plain_action
        | Rule::let_value
        | Rule::effect
        | Rule::lay
        | Rule::forget
        | Rule::condition
        | Rule::repeat
        | Rule::each
        | Rule::for_each
        | Rule::ask
        | Rule::ask_head
        | Rule::leave
        | Rule::must
        | Rule::win
        | Rule::draw => Thing("a statement"),
        Rule::move_line | Rule::head => Thing("an argument, a condition or a statement"),
        Rule::head_arg => Thing("an argument"),
        Rule::list_row | Rule::row_name => Thing("a row of the list"),
        Rule::zone_line => Thing("`holds`, `open`, `hidden` or `seen by owner`"),
        Rule::option_fraction => Thing("a fraction: `fraction in 0..1`"),
        Rule::option_list => Thing("a list of numbers: `list of 6 in 0..9`"),
        Rule::expr
        | Rule::any_of
        | Rule::all_of
        | Rule::factor
        | Rule::comparison
        | Rule::sum
        | Rule::product
        | Rule::signed
        | Rule::operand
        | Rule::link
        | Rule::counted
        | Rule::range
        | Rule::atom
        | Rule::some_over
        | Rule::sum_over
        | Rule::best_of
        | Rule::copies_of
        | Rule::extreme
        | Rule::reached
        | Rule::reflection
        | Rule::one_expression => Thing("an expression"),
        Rule::set_atom | Rule::owned | Rule::braces => Thing("a set of points"),
        Rule::paren => Thing("`(`"),
        Rule::block
        | Rule::board_block
        | Rule::move_block
        | Rule::one_block
        | Rule::one_move_block => Thing("`{`"),
        Rule::option => Thing("an option"),
        Rule::board_sides | Rule::board_length => Thing("a number"),
        Rule::board_shape => Thing("a shape, such as `hexagon 5`"),
        Rule::board_item | Rule::board_side => Thing("a line about the board"),
        Rule::side_line | Rule::side_region => Thing("`forward` or a region"),
        Rule::legend => Thing("a line of the legend"),
        Rule::memory => Thing("a value to remember"),
        Rule::script_fn => Thing("a function"),
        Rule::typed => Thing("an argument and its type"),
        Rule::piece => Thing("a kind of piece"),
        Rule::clause_entry => Thing("a clause"),
        Rule::wording => Thing("what it says, in quotes"),
        Rule::words_entry => Thing("a name or text, and what people read in its place"),
        Rule::look_entry | Rule::look_name | Rule::look_bar => {
            Thing("a piece, list, row or remembered value, and how it looks")
        }
        Rule::look_shape
        | Rule::look_colour
        | Rule::look_symbol
        | Rule::look_label
        | Rule::look_suit
        | Rule::look_rank
        | Rule::look_pips
        | Rule::look_drawn
        | Rule::look_figure => {
            Thing("`shape`, `colour`, `symbol`, `label`, `suit`, `rank`, `pips` or `drawn`")
        }
        Rule::ask_item => Thing("a move"),
        Rule::rename_pair => Thing("`old to new`"),
        Rule::expectation | Rule::holds => Thing("something to expect"),
        Rule::scenario_line | Rule::one_line => Thing("a line of a scenario"),
        Rule::file_line | Rule::one_file_line | Rule::for_line => {
            Thing("`for` and the name of a game")
        }
        Rule::moves_of => Thing("`of` and the name of a move"),
        Rule::moves_from => Thing("`from` and a point"),
        Rule::title | Rule::one_title => Thing("`scenario` and a title"),
        Rule::step
        | Rule::given
        | Rule::variant_line
        | Rule::given_phase
        | Rule::players_line
        | Rule::play_step
        | Rule::odds_step
        | Rule::any_step
        | Rule::refuse_step
        | Rule::moves_count
        | Rule::moves_are
        | Rule::moves_include
        | Rule::seen_step
        | Rule::warning_step
        | Rule::no_warning
        | Rule::expect_step => Thing("a line of a scenario"),
        Rule::to_move | Rule::over | Rule::wins | Rule::drawn_game => Thing("something to expect"),
        Rule::seen | Rule::rank | Rule::script_call | Rule::call | Rule::mapped => {
            Thing("an expression")
        }
        Rule::k_except => Thing("`and` or `except`"),
        Rule::k_for_each => Sign("for each"),
        Rule::warned_whom => Thing("`to` and a player"),
        _ => keyword(rule).map_or(Silent, Sign),
    }
}

/// Returns the word of a keyword: the rule `k_edge` is the word `edge`.
fn keyword(rule: Rule) -> Option<&'static str> {
    static WORDS: LazyLock<FxHashMap<Rule, String>> = LazyLock::new(|| {
        let rules = Rule::all_rules().iter();
        let words = rules.filter_map(|rule| {
            let name = format!("{rule:?}");
            Some((*rule, name.strip_prefix("k_")?.to_owned()))
        });
        words.collect()
    });
    WORDS.get(&rule).map(String::as_str)
}
