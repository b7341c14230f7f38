//! What a look-up says, in the language of the rules.

use linstock_base::phrases;

phrases! {
    /// A phrase of a look-up.
    pub(super) LookupPhrasing {
        is_point(name): "{name} is a point of the board", "{name} ist ein Feld des Bretts";
        is_square(name): "{name} is a square of the board", "{name} ist ein Feld des Bretts";
        is_piece(name, signs): "{name} is a piece, drawn {signs}", "{name} ist eine Figur, gezeichnet als {signs}";
        is_row(name, what): "{name} is {what}", "{name} steht {what}";
        is_list(name): "{name} is a list", "{name} ist eine Liste";
        is_zone(name, list, sight): "{name} is a place for things of the list `{list}`; {sight}",
            "{name} ist ein Ort für Dinge der Liste `{list}`; {sight}";
        all_see(): "everybody sees what is there", "jeder sieht, was dort liegt";
        owner_sees(): "only its owner sees what is there", "nur der Besitzer sieht, was dort liegt";
        none_sees(): "nobody sees what is there", "niemand sieht, was dort liegt";
        is_player(name): "{name} is a player", "{name} ist ein Spieler";
        is_move(name): "{name} is a move", "{name} ist ein Zug";
        is_option(name, value): "{name} is an option of the rules; here it is `{value}`",
            "{name} ist eine Option der Regeln; hier ist sie `{value}`";
        may_be(choices): "it may be: {choices}", "möglich sind: {choices}";
        is_phase(name): "{name} is a phase of the game", "{name} ist ein Abschnitt des Spiels";
        is_term(name): "{name} is a term of the rules", "{name} ist ein Begriff der Regeln";
        is_word(name): "{name} is a word of the rulebook", "{name} ist ein Wort der Regeln";
        called(title): "people read: {title}", "zu lesen ist: {title}";
        its_rows(rows): "in it: {rows}", "darin: {rows}";
        its_values(values): "values: {values}", "Werte: {values}";
        stands_there(pieces): "there now: {pieces}", "dort steht: {pieces}";
        nothing_stands_there(): "there now: nothing", "dort steht nichts";
        lies_in(areas): "it lies in {areas}", "es liegt in {areas}";
        of_nobody(): "nobody", "niemandem";
        on_board(owner, number: usize, points): "on the board, of {owner}: {number} ({points})",
            "auf dem Brett, von {owner}: {number} ({points})";
        none_on_board(): "on the board: none", "auf dem Brett: keine";
        in_zone(zone, number: u64): "{zone}: {number}", "{zone}: {number}";
        written(forms): "moves: {forms}", "Züge: {forms}";
        and_more(number: usize): "and {number} more; `rules` prints all clauses",
            "und {number} weitere; `rules` zeigt alle Regeln";
    }
}
