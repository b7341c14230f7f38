//! What the REPL says about the game, in the language of its rules. It speaks about its own commands in English.

use linstock_base::phrases;

phrases! {
    /// A phrase of the REPL about a game.
    pub(crate) ReplPhrasing {
        one_move(): "(1 legal move)", "(1 möglicher Zug)";
        several_moves(count: usize): "({count} legal moves)", "({count} mögliche Züge)";
        no_moves(): "there are no moves: the game is over", "es gibt keine Züge: das Spiel ist aus";
        warned(warning): "but before it is played: {warning}", "aber bevor er gespielt wird: {warning}";
        no_move_begins(text): "no legal move begins with {`text`}; `moves` lists them all",
            "kein möglicher Zug beginnt mit {`text`}; `moves` nennt alle";
        is_no_move(text, why): "{`text`} is no move: {why}", "{`text`} ist kein Zug: {why}";
        scores_so_far(): "scores so far:", "Punkte bisher:";
        is_no_word(text, why): "there is no command, word or move {`text`} here; {why}",
            "{`text`} ist hier kein Befehl, kein Wort und kein Zug; {why}";
        read_as(typed, mv): "{`typed`} is read as {`mv`}", "{`typed`} ist gelesen als {`mv`}";
        may_mean(typed, moves): "{`typed`} may mean {moves}; type one of them",
            "{`typed`} kann heißen: {moves}; bitte eines davon eingeben";
        means_only(typed, mv): "{`typed`} is not written as in this game; type {`mv`}",
            "{`typed`} ist nicht geschrieben wie in diesem Spiel; bitte {`mv`} eingeben";
        several_in_a_line(line): "separate the moves of a line with `;`: {`line`}",
            "Züge in einer Zeile bitte mit `;` trennen: {`line`}";
        other_sign(typed, mv): "{`typed`} is not legal here; with its own sign, {`mv`} is",
            "{`typed`} ist hier nicht möglich; mit seinem Zeichen geht {`mv`}";
        with_its_sign(mv): "{`mv`} is legal: the sign makes a difference", "{`mv`} ist möglich: auf das Zeichen kommt es an";
        without_its_start(mv): "{`mv`} is legal: it is written without the point where it begins",
            "{`mv`} ist möglich: geschrieben wird es ohne das Feld, wo es beginnt";
        nearest(mv): "the nearest legal move is {`mv`}", "der nächstliegende mögliche Zug ist {`mv`}";
        way_around(ways): "a way around: {ways}", "ein Weg außen herum: {ways}";
        legal_with(count: usize, moves): "legal moves with it ({count}): {moves}", "mögliche Züge damit ({count}): {moves}";
        unknown_word(word): "the game has no word {`word`}; `rules` prints its rules",
            "das Spiel kennt kein Wort {`word`}; `rules` zeigt seine Regeln";
        only_one(mv): "only one move is legal: {`mv`}", "nur ein Zug ist möglich: {`mv`}";
        turn_after(mv, players): "after `{mv}` it is the turn of {players}", "nach `{mv}` ist am Zug: {players}";
        none_played(): "none of the moves was played", "keiner der Züge wurde gespielt";
        stopped_after(way, why): "nothing was played: after `{way}`, {why}",
            "nichts wurde gespielt: nach `{way}` gilt: {why}";
        alone_playable(way): "`{way}` alone can be played", "`{way}` allein kann gespielt werden";
        stopped_before(mv, why): "stopped before `{mv}`: {why}", "angehalten vor `{mv}`: {why}";
        nothing_played(): "nothing was played yet", "noch wurde nichts gespielt";
        nothing_chosen(): "nobody has chosen anything yet", "noch hat niemand etwas gewählt";
        in_all(first, count: usize): "{first}; … ({count} in all)", "{first}; … (insgesamt {count})";
        since_last_turn(): "since your last turn", "seit dem letzten Zug";
        so_far(): "so far", "bisher";
        more_before(count: usize): "{count} more (`history` lists them) … ", "{count} weitere (`history` nennt sie) … ";
        ends_as_follows(): "the game is not over; it ends as follows", "das Spiel ist nicht aus; es endet so";
        not_yet(because): "not yet: {because}", "noch nicht, denn {because}";
        and_on(): " and ", " und ";
        and_also(): ", and ", ", und ";
        then(first, second): "{first}, then {second}", "{first}, dann {second}";
        not_asked(): "the last move could not end the game like this", "der letzte Zug konnte das Spiel nicht so beenden";
        clause_column(): "clause", "Regel";
        moves_column(): "moves", "Züge";
        first_at(): "first at", "zuerst bei";
        what_it_says(): "what it says", "was sie sagt";
        one_decided(): "1 clause decided something so far; `clause NAME` goes to the first place",
            "1 Regel hat bisher etwas entschieden; `clause NAME` führt an die erste Stelle";
        several_decided(count: usize): "{count} clauses decided something so far; `clause NAME` goes to the first place",
            "{count} Regeln haben bisher etwas entschieden; `clause NAME` führt an die erste Stelle";
        decided_first(count: usize, mv):
            "it decided something first at move {count}: {mv}; this is the position before it, and `redo` goes on",
            "sie hat zuerst etwas entschieden bei Zug {count}: {mv}; dies ist die Stellung davor, und `redo` führt weiter";
        decided_nothing(clause):
            "{`clause`} decided nothing in this game so far; `clauses` lists those that did, `rules {clause}` says what a clause is",
            "{`clause`} hat in diesem Spiel noch nichts entschieden; `clauses` nennt, was entschieden hat, `rules {clause}` sagt, was eine Regel ist";
        after_one_move(): "after 1 move", "nach 1 Zug";
        after_moves(count: usize): "after {count} moves", "nach {count} Zügen";
        nothing_differs(before, after): "{before} and {after} nothing differs", "{before} und {after} ist alles gleich";
        piece_of(owner, kind): "{owner} {kind}", "{kind} von {owner}";
        nothing_there(): "nothing", "nichts";
        secretly(ply): "{ply} (a secret choice)", "{ply} (eine geheime Wahl)";
        went(what, from, to): "{what}: from {from} to {to}", "{what}: von {from} nach {to}";
        left(what, from): "{what}: from {from}", "{what}: von {from}";
        came(what, to): "{what}: to {to}", "{what}: nach {to}";
        was_then_is(name, was, is): "{name}: {was}, then {is}", "{name}: {was}, dann {is}";
        only_tried(): "this was only tried: the game is unchanged",
            "das war nur ein Versuch: das Spiel steht, wo es stand";
    }
}
