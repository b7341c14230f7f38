//! The name of each grammar rule in a message ("expected X"). The grammar's own rule names are never shown.

use crate::grammar::Rule;

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

/// Returns the description of a rule. The match is exhaustive, so a new rule needs an entry.
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
        | Rule::words => Thing("a declaration"),
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
        Rule::words_part => Silent,
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
        Rule::board_next
        | Rule::board_drawn
        | Rule::board_layers
        | Rule::board_map
        | Rule::board_wall
        | Rule::board_link
        | Rule::link_over
        | Rule::board_paint
        | Rule::board_show
        | Rule::piece_of
        | Rule::piece_on
        | Rule::lay_turned
        | Rule::lay_at
        | Rule::each_back
        | Rule::zone_each
        | Rule::status_of
        | Rule::status_hides
        | Rule::list_shown
        | Rule::only_when
        | Rule::within
        | Rule::uncounted
        | Rule::extreme_word
        | Rule::board_region
        | Rule::side_forward
        | Rule::memory_of
        | Rule::params
        | Rule::args
        | Rule::script_result
        | Rule::script_reads
        | Rule::script_changes
        | Rule::head_when
        | Rule::head_weigh
        | Rule::head_seen
        | Rule::head_leaves
        | Rule::head_warn
        | Rule::supposing
        | Rule::players_range
        | Rule::or_none
        | Rule::sum_of
        | Rule::zone_of
        | Rule::zone_holds
        | Rule::zone_held
        | Rule::zone_by
        | Rule::zone_from
        | Rule::zone_open
        | Rule::zone_hidden
        | Rule::zone_seen
        | Rule::memory_sight
        | Rule::memory_hidden
        | Rule::memory_owner
        | Rule::memory_uncounted
        | Rule::memory_ways
        | Rule::seen_by_all
        | Rule::memory_type
        | Rule::sole
        | Rule::filter
        | Rule::for_each_of
        | Rule::some_word
        | Rule::some_head
        | Rule::reason
        | Rule::unplayed
        | Rule::wording_else
        | Rule::else_if
        | Rule::else_block
        | Rule::repeat_times
        | Rule::each_from
        | Rule::only_if
        | Rule::otherwise_ask
        | Rule::otherwise_do
        | Rule::effect_also
        | Rule::effect_what
        | Rule::effect_to
        | Rule::effect_becomes
        | Rule::effect_value
        | Rule::through
        | Rule::because
        | Rule::by_whom
        | Rule::only
        | Rule::statement_word
        | Rule::reserved
        | Rule::more
        | Rule::name_char
        | Rule::WHITESPACE => Silent,
        Rule::k_add => Sign("add"),
        Rule::k_after => Sign("after"),
        Rule::k_and => Sign("and"),
        Rule::k_around => Sign("around"),
        Rule::k_hides => Sign("hides"),
        Rule::k_shown => Sign("shown"),
        Rule::k_with => Sign("with"),
        Rule::k_as => Sign("as"),
        Rule::k_ask => Sign("ask"),
        Rule::k_board => Sign("board"),
        Rule::k_changes => Sign("changes"),
        Rule::k_backwards => Sign("backwards"),
        Rule::k_before => Sign("before"),
        Rule::k_best => Sign("best"),
        Rule::k_by => Sign("by"),
        Rule::k_condition => Sign("condition"),
        Rule::k_copies => Sign("copies"),
        Rule::k_hidden => Sign("hidden"),
        Rule::k_holds => Sign("holds"),
        Rule::k_list => Sign("list"),
        Rule::k_none => Sign("none"),
        Rule::k_open => Sign("open"),
        Rule::k_owner => Sign("owner"),
        Rule::k_sole => Sign("sole"),
        Rule::k_start => Sign("start"),
        Rule::k_sum => Sign("sum"),
        Rule::k_zone => Sign("zone"),
        Rule::k_count => Sign("count"),
        Rule::k_counted => Sign("counted"),
        Rule::k_counting => Sign("counting"),
        Rule::k_greatest => Sign("greatest"),
        Rule::k_layers => Sign("layers"),
        Rule::k_least => Sign("least"),
        Rule::k_must => Sign("must"),
        Rule::k_nobody => Sign("nobody"),
        Rule::k_on => Sign("on"),
        Rule::k_previous => Sign("previous"),
        Rule::k_reads => Sign("reads"),
        Rule::k_reached => Sign("reached"),
        Rule::k_reflection => Sign("reflection"),
        Rule::k_turned => Sign("turned"),
        Rule::k_within => Sign("within"),
        Rule::k_draw => Sign("draw"),
        Rule::k_drawing => Sign("drawing"),
        Rule::k_drawn => Sign("drawn"),
        Rule::k_each => Sign("each"),
        Rule::k_edge => Sign("edge"),
        Rule::k_else => Sign("else"),
        Rule::k_end => Sign("end"),
        Rule::k_except => Thing("`and` or `except`"),
        Rule::k_fact => Sign("fact"),
        Rule::k_forget => Sign("forget"),
        Rule::k_forward => Sign("forward"),
        Rule::k_fraction => Sign("fraction"),
        Rule::k_from => Sign("from"),
        Rule::k_game => Sign("game"),
        Rule::k_if => Sign("if"),
        Rule::k_in => Sign("in"),
        Rule::k_lay => Sign("lay"),
        Rule::k_leave => Sign("leave"),
        Rule::k_it => Sign("it"),
        Rule::k_leaves => Sign("leaves"),
        Rule::k_makes => Sign("makes"),
        Rule::k_let => Sign("let"),
        Rule::k_line => Sign("line"),
        Rule::k_link => Sign("link"),
        Rule::k_map => Sign("map"),
        Rule::k_move => Sign("move"),
        Rule::k_next => Sign("next"),
        Rule::k_no => Sign("no"),
        Rule::k_not => Sign("not"),
        Rule::k_note => Sign("note"),
        Rule::sheet_line | Rule::sheet_heading => Silent,
        Rule::k_heading => Sign("heading"),
        Rule::k_language => Sign("language"),
        Rule::k_words => Sign("words"),
        Rule::k_often => Sign("often"),
        Rule::k_possible => Sign("possible"),
        Rule::k_of => Sign("of"),
        Rule::k_options => Sign("options"),
        Rule::k_or => Sign("or"),
        Rule::k_otherwise => Sign("otherwise"),
        Rule::k_paint => Sign("paint"),
        Rule::k_phase => Sign("phase"),
        Rule::k_piece => Sign("piece"),
        Rule::k_play => Sign("play"),
        Rule::k_player => Sign("player"),
        Rule::k_players => Sign("players"),
        Rule::k_region => Sign("region"),
        Rule::k_remember => Sign("remember"),
        Rule::k_remove => Sign("remove"),
        Rule::k_rename => Sign("rename"),
        Rule::k_repeat => Sign("repeat"),
        Rule::k_replace => Sign("replace"),
        Rule::k_row => Sign("row"),
        Rule::k_score => Sign("score"),
        Rule::k_script => Sign("script"),
        Rule::k_seen => Sign("seen"),
        Rule::k_set => Sign("set"),
        Rule::k_show => Sign("show"),
        Rule::k_supposing => Sign("supposing"),
        Rule::k_some => Sign("some"),
        Rule::k_through => Sign("through"),
        Rule::k_times => Sign("times"),
        Rule::k_to => Sign("to"),
        Rule::k_unplayed => Sign("unplayed"),
        Rule::k_variant => Sign("variant"),
        Rule::k_wall => Sign("wall"),
        Rule::k_warn => Sign("warn"),
        Rule::k_weigh => Sign("weigh"),
        Rule::k_when => Sign("when"),
        Rule::k_where => Sign("where"),
        Rule::k_win => Sign("win"),
        Rule::k_x => Sign("x"),
        Rule::k_any => Sign("any"),
        Rule::k_are => Sign("are"),
        Rule::k_at => Sign("at"),
        Rule::k_because => Sign("because"),
        Rule::k_chance => Sign("chance"),
        Rule::k_expect => Sign("expect"),
        Rule::k_for => Sign("for"),
        Rule::k_becomes => Sign("becomes"),
        Rule::k_for_each => Sign("for each"),
        Rule::k_given => Sign("given"),
        Rule::k_include => Sign("include"),
        Rule::k_moves => Sign("moves"),
        Rule::k_only => Sign("only"),
        Rule::k_over => Sign("over"),
        Rule::k_refuse => Sign("refuse"),
        Rule::k_scenario => Sign("scenario"),
        Rule::k_warning => Sign("warning"),
        Rule::warned_whom => Thing("`to` and a player"),
        Rule::k_wins => Sign("wins"),
        _ => Silent,
    }
}
