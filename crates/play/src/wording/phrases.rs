//! The words of every generated sentence about a move: first in English, then in German.
//!
//! The program does not know the German gender of a game's names, so German sentences put them behind a colon or a
//! preposition, without an article.

use linstock_base::phrases;

phrases! {
    /// A sentence about a move, or a part of one.
    pub(crate) Phrasing {
        // Moves.
        is_legal(text): "{`text`} is legal", "{`text`} ist erlaubt";
        is_legal_as(text, mv): "{`text`} is legal ({mv})", "{`text`} ist erlaubt ({mv})";
        not_legal(text, why): "{`text`} is not legal: {why}", "{`text`} ist nicht erlaubt: {why}";
        not_legal_as(text, mv, why): "{`text`} is not legal ({mv}): {why}", "{`text`} ist nicht erlaubt ({mv}): {why}";
        not_legal_with(text, with, why): "{`text`} is not legal with {with}: {why}",
            "{`text`} ist nicht erlaubt ({with}): {why}";
        tried_with(mv, with): "{mv} with {with}", "{mv}, {with}";
        cannot_now(text, instead): "you cannot play {`text`} now; {instead}", "{`text`} geht jetzt nicht; {instead}";
        cannot_now_because(text, why, instead): "you cannot play {`text`} now: {why}; {instead}",
            "{`text`} geht jetzt nicht: {why}; {instead}";
        comes_after(moves, first): "{moves} comes after {first}", "{moves} kommt nach {first}";
        only_without(moves, others): "{moves} is possible only if there is no {others}",
            "{moves} geht nur, wenn es nicht gibt: {others}";
        was_chosen(chosen): "{`chosen`} was chosen instead", "stattdessen wurde {`chosen`} gewählt";
        would_be_another(moves): "it would be another {moves}", "das wäre wieder {moves}";
        after_move(text, why): "after {`text`}, {why}", "nach {`text`}: {why}";
        nothing_asked(): "nothing can be chosen now", "jetzt ist nichts wählbar";
        chance_first(moves, such): "chance decides first: {moves}{such}", "zuerst bestimmt der Zufall: {moves}{such}";
        possible_now(moves, such): "you can play {moves}{such}", "jetzt möglich: {moves}{such}";
        such_as(example): ", such as {`example`}", ", etwa {`example`}";
        over(): "the game is over", "das Spiel ist aus";
        over_because(reason): "the game is over: {reason}", "das Spiel ist aus: {reason}";
        not_your_turn(who, others): "it is not for {who} to choose now, but for {others}",
            "jetzt wählt nicht {who}, sondern {others}";
        has_chosen(who, others): "{who} has chosen already; still to choose: {others}",
            "{who} hat schon gewählt; es wählt noch: {others}";
        not_yet_there(): "the rounds go on", "die Runden gehen weiter";
        can_choose(who): "{who} can choose something", "{who} hat etwas zu wählen";
        keeps_going(): "the condition that keeps the game going holds", "die Bedingung gilt, unter der das Spiel weitergeht";
        still_in(players): "still in the round: {players}", "noch in der Runde: {players}";
        chance(): "chance", "der Zufall";
        somebody(): "somebody", "jemand";
        and_also(): ", and ", ", und ";
        and(): " and ", " und ";
        or(): " or ", " oder ";
        leaves(text, problems): "after {`text`}, {problems}", "nach {`text`}: {problems}";
        shorter_series(text, length: usize, best, longest: usize):
            "{`text`} begins a series of {length}, and {`best`} one of {longest}; it must be as long as possible",
            "mit {`text`} beginnt eine Reihe von {length}, mit {`best`} eine von {longest}; es müssen so viele sein wie möglich";
        written(text): "it could only be {`text`}", "es könnte nur {`text`} sein";
        other_order(text): "these stand in the order of their list: {`text`}",
            "man nennt sie in der Reihenfolge ihrer Liste: {`text`}";
        one_needed(named: u64, items): "you named {named} {items}; 1 is needed", "genannt: {named} ({items}); nötig: 1";
        several_needed(named: u64, items, expected: i64): "you named {named} {items}; {expected} are needed",
            "genannt: {named} ({items}); nötig: {expected}";
        last_move_was(moves): "the last move was {moves}", "der letzte Zug war {moves}";
        last_move_was_not(moves): "the last move was not {moves}", "der letzte Zug war nicht {moves}";

        // Pieces.
        any_piece(): "piece", "Figur";
        piece_of(owner, kind): "{owner} {kind}", "{kind} von {owner}";
        enemy_piece(kind): "enemy {kind}", "{kind} des Gegners";
        yours_on(kind, point): "your {kind} on {point}", "{kind} auf {point}";
        piece_on(piece, point): "the {piece} on {point}", "{piece} auf {point}";
        any_of(pieces): "any {pieces}", "{pieces}";
        nobody(): "nobody", "niemand";
        not_empty(point, piece): "{point} is not empty: {a piece} stands there",
            "{point} ist nicht leer; dort steht: {piece}";
        no_ground(ground, point): "no {ground} is on {point}", "{point} ist nicht: {ground}";
        nothing_lies(piece, point): "no {piece} lies on {point}", "auf {point} liegt {kein piece}";
        nothing_stands(piece, point): "no {piece} stands on {point}", "auf {point} steht {kein piece}";
        other_ground(ground, point, found): "the ground of {point} is {found}, not {ground}",
            "{point} ist {found}, nicht {ground}";
        other_lies(piece, point, found): "no {piece} lies on {point}: {a found} lies there",
            "auf {point} liegt {kein piece}; dort liegt: {found}";
        other_stands(piece, point, found): "no {piece} stands on {point}: {a found} stands there",
            "auf {point} steht {kein piece}; dort steht: {found}";
        but_empty(wanted): "{wanted}: it is empty", "{wanted}; dort steht nichts";
        not_yours(point, piece): "no piece of yours stands on {point}: {a piece} stands there",
            "auf {point} steht keine eigene Figur; dort steht: {piece}";
        not_your_piece(player, point, piece): "it is the turn of {player}, and {a piece} stands on {point}",
            "am Zug ist {player}, und auf {point} steht: {piece}";
        is_empty(point): "{point} is empty", "{point} ist leer";
        ground_is(point, ground): "the ground of {point} is {ground}", "{point} ist {ground}";
        lies_on(point, piece): "{a piece} lies on {point}", "auf {point} liegt: {piece}";
        stands_on(point, piece): "{a piece} stands on {point}", "auf {point} steht: {piece}";
        none_beside(neighbour, point): "no {neighbour} stands next to {point}", "neben {point} steht {kein neighbour}";
        none_on_board(pieces): "no {pieces} stands on the board", "auf dem Brett steht {kein pieces}";

        // Nouns. German has no article here, since the gender is not known.
        one(noun): "{a noun}", "{noun}";
        one_place(): "point", "Feld";
        places(): "points", "Felder";
        of_quality(noun, qualities): "{noun} {qualities}", "{noun} {qualities}";
        placed_in(what): "in {what}", "in „{what}“";
        placed_on(what): "on {what}", "auf {what}";
        placed_with(what): "with {a what}", "mit {what}";
        placed_without(what): "without {a what}", "ohne {what}";
        placed_next_to(what): "next to {what}", "neben {what}";
        placed_reached(what): "reached from {what}", "erreichbar von {what} aus";
        placed_at_edge(what): "at the edge of {what}", "am Rand von {what}";
        placed_marked(what): "marked as {what}", "vermerkt als {what}";
        placed_not(what): "not {what}", "nicht {what}";
        is_empty_there(): "that is empty", "ohne Figur";
        some_more(count: usize): "{count} more", "{count} weitere";
        something_stands_on(piece, points): "{a piece} stands on {points}", "auf {points} steht: {piece}";
        something_lies_on(piece, points): "{a piece} lies on {points}", "auf {points} liegt: {piece}";
        not_joined(what, first, apart): "not all {what} are joined: no way leads from {first} to {apart}",
            "nicht alle hängen zusammen ({what}): von {first} führt kein Weg nach {apart}";
        joined_all(what): "all {what} are joined", "alle hängen zusammen ({what})";

        // Points.
        not_among_words(point, set, points): "{point} is not in {set}{points}", "{point} gehört nicht zu {set}{points}";
        not_of(point, set): "{point} is not a point of {set}", "{point} gehört nicht zu {set}";
        not_in(point, set): "{point} is not in {set}", "{point} gehört nicht zu {set}";
        not_allowed(point): "{point} is not one of the points that are allowed",
            "{point} gehört nicht zu den erlaubten Feldern";
        of(point, set): "{point} is a point of {set}", "{point} gehört zu {set}";
        within(point, set): "{point} is in {set}", "{point} gehört zu {set}";
        excluded(point): "{point} is one of the points that are excluded", "{point} gehört zu den ausgeschlossenen Feldern";
        marked(point, name): "{point} is marked as {name}", "{point} ist vermerkt als {name}";
        not_marked(point, name): "{point} is not marked as {name}", "{point} ist nicht vermerkt als {name}";
        has_none(): ", which has no point now", ", wozu jetzt kein Feld gehört";
        has_several(count: usize): ", which has {count} points now", ", wozu jetzt {count} Felder gehören";
        is_start(point): "it must lead beyond {point}", "es muss über {point} hinausführen";
        apart(point, other): "{point} is not next to {other}", "{point} liegt nicht neben {other}";
        not_same(point, other): "{point} is not {other}", "{point} ist nicht {other}";
        not_there(point, place): "{point} is not {place}", "{point} liegt nicht {place}";
        is_not_beside(point, set): "{point} is not next to {set}", "{point} liegt nicht neben {set}";
        beside_nothing(point): "{point} is next to nothing that counts", "{point} liegt neben nichts, was zählt";
        not_at_edge(point): "{point} is not at the edge", "{point} liegt nicht am Rand";
        off_board(place): "{place} is off the board", "{place} liegt nicht auf dem Brett";
        the_place(): "the place", "der Ort";
        walled(from, to): "a wall stands between {from} and {to}", "zwischen {from} und {to} steht eine Wand";
        shut(from, to, why): "the way from {from} to {to} is shut: {why}", "der Weg von {from} nach {to} ist zu: {why}";
        missing(thing): "there is no {thing}", "es fehlt: {thing}";
        no_such_point(): "there is no such point", "es gibt kein solches Feld";
        no_point_in(set): "no point lies in {set}", "kein Feld gehört zu {set}";
        there_is(thing, points): "there is {a thing}: {points}", "es gibt: {thing} ({points})";
        all_empty(points): "every {points} is empty", "überall ist es leer: {points}";
        all_held(points, piece): "{a piece} stands on every {points}",
            "überall steht, was nicht überall stehen darf: {piece} ({points})";
        none_may_lie(set, points): "no point may lie in {set}, and these do: {points}",
            "kein Feld darf zu {set} gehören, doch diese gehören dazu: {points}";
        against_it(points): "what is against it: {points}", "dagegen spricht: {points}";
        see_points(points): "see {points}", "siehe {points}";
        see_with(points, pieces): "see {points}: {pieces}", "siehe {points}: {pieces}";
        one_missing(point): "{point} is missing", "{point} fehlt";
        several_missing(points): "{points} are missing", "{points} fehlen";
        one_too_much(point): "{point} is too much", "{point} ist zu viel";
        several_too_much(points): "{points} are too much", "{points} sind zu viel";

        // Ways and distances.
        one_point(): "1 point", "1 Feld";
        points(count: i64): "{count} points", "{count} Felder";
        any_points(): "any number of points", "beliebig viele Felder";
        one_step(): "1 step", "1 Schritt";
        steps(count: i64): "{count} steps", "{count} Schritte";
        any_steps(): "any number of steps", "beliebig viele Schritte";
        at_least(least): "at least {least}", "mindestens {least}";
        one_or_the_other(one: u16, other): "{one} or {other}", "{one} oder {other}";
        from_to(least: u16, most): "{least} to {most}", "{least} bis {most}";
        some_steps_from(steps, directions, origin): "{steps} {directions} from {origin}",
            "von {origin} aus {steps} {directions}";
        leads_from(directions, origin): "{directions} from {origin}", "von {origin} aus {directions}";
        there(): "there", "dort";
        cut(at, why): "the way is cut at {at}: {why}", "der Weg ist bei {at} versperrt: {why}";
        in_the_way(piece, point): "{a piece} on {point} is in the way", "auf {point} ist im Weg: {piece}";
        cut_beside(next, why): "{next} beside it is cut off: {why}", "{next} daneben ist abgeschnitten: {why}";
        too_far(point, steps, root, most: i64): "{point} is {steps} from {root}, and {most} may be",
            "{point} ist {steps} entfernt von {root}; erlaubt sind {most}";
        stands_where(point, root): "{point} is where {root} stands", "auf {point} steht: {root}";
        too_near_for_one(point, steps, root, least: i64): "{point} is {steps} from {root}; {least} is needed",
            "{point} ist {steps} entfernt von {root}; nötig ist {least}";
        nearer_than(point, steps, root, least: i64): "{point} is {steps} from {root}; {least} are needed",
            "{point} ist {steps} entfernt von {root}; nötig sind {least}";
        reached(point, root): "{point} is reached from {root}", "{point} ist erreichbar von {root} aus";
        no_way_from(point, from): "no way leads to {point} from {from}", "kein Weg führt nach {point} von {from} aus";
        no_way_to(point): "no way leads to {point}", "kein Weg führt nach {point}";
        no_way_beside_from(point, from): "no way leads next to {point} from {from}",
            "kein Weg führt neben {point} von {from} aus";
        no_way_beside(point): "no way leads next to {point}", "kein Weg führt neben {point}";
        in_line(point, steps, direction, root): "{point} lies {steps} {direction} of {root}",
            "{point} liegt {steps} {direction} von {root} aus";

        // Formations.
        no_line(points, line, why): "{points} is no {line}: {why}", "{points} ist {kein line}: {why}";
        there_is_no_line(line): "there is no {line}", "auf dem Brett steht {kein line}";
        there_is_line(line, points): "there is {a line}: {points}", "es gibt eine Formation „{line}“: {points}";
        not_the_ends(rear, front, line): "{rear} and {front} are not the two ends of a {line}",
            "{rear} und {front} sind nicht die beiden Enden von {einem line}";
        other_way_round(first, then): "write the points the other way round: first {first}, then {then}",
            "die Felder in der anderen Reihenfolge: zuerst {first}, dann {then}";
        no_line_fits(line, holes): "no {line} has {holes}", "{kein line} hat {holes}";
        its_rear(point): "its rear on {point}", "ihr hinteres Ende auf {point}";
        its_front(point): "its front on {point}", "ihr vorderes Ende auf {point}";
        ahead_of_it(point, points): "{point} {points} ahead of it", "{point} {points} vor sich";
        from_its_rear(point, points): "{point} {points} from its rear", "{point} {points} vor ihrem hinteren Ende";
        line_between(line, ends): "the {line} {ends}", "{line} {ends}";
        any_line(line): "any {line}", "{einem line}";
        ahead_of(points, line): "{points} ahead of {line}", "{points} vor {line}";

        // Zones, players, rows.
        zone_of(zone, owner): "{zone} of {owner}", "{zone} von {owner}";
        not_in_zone(what, zone): "there is no {what} in {the zone}", "in {zone} liegt nicht: {what}";
        one_in_zone(what, zone): "there is {a what} in {the zone}", "in {zone} liegt: {what}";
        several_in_zone(what, zone, count: i64): "there are {count} × {what} in {the zone}",
            "in {zone} liegen: {count} × {what}";
        holds_nothing(zone): "{the zone} is empty", "in {zone} liegt nichts";
        holds_one(zone): "one is in {the zone}", "in {zone} liegt eins";
        holds_several(zone, count: i64): "{count} are in {the zone}", "in {zone} liegen {count}";
        fewer_in_zone(named: u64, what, zone, there: u64): "{named} × {what} are named, and {the zone} has {there}",
            "genannt sind {named} × {what}, doch in {zone} liegen {there}";
        more_than_exist(): "more of them are named than the game has", "mehr davon sind genannt, als das Spiel hat";
        such_thing(): "such thing", "solche Sache";
        nobody_else(player): "only {player} can be chosen", "nur {player} ist wählbar";
        somebody_else(player): "it must be another player than {player}", "es muss ein anderer Spieler sein als {player}";
        none_fits(near, why): "nothing can be chosen for it: {near} does not fit, for {why}",
            "nichts ist dafür wählbar: {near} passt nicht, denn {why}";
        no_point_to_choose(): "there is no point that could be chosen", "kein Feld ist wählbar";
        no_player_to_choose(): "there is no player that could be chosen", "kein Spieler ist wählbar";
        no_number_to_choose(): "there is no number that could be chosen", "keine Zahl ist wählbar";
        no_row_to_choose(list): "there is no {list} that could be chosen", "nichts ist wählbar aus: {list}";
        no_row_at_all(): "none", "nichts";
        owner_of(place): "the owner of {place}", "der Besitzer von {place}";
        row_of(list, place): "the {list} of {place}", "{list} von {place}";
        no_member(member): "there is no {member}", "es gibt nicht: {member}";
        a_member(member): "there is {member}", "es gibt: {member}";
        no_member_at_all(): "there is none", "es gibt keinen";
        would_be(member): "it would be {member}", "es wäre {member}";
        member_is(name, member): "{name} is {member}", "{name} ist {member}";
        member_is_not(member, other): "{member} is not {other}", "{member} ist nicht {other}";
        member_is_but(name, member, other): "{name} is {member}, not {other}", "{name} ist {member}, nicht {other}";
        members_are(name, member, other_name, other): "{name} is {member}, and {other_name} is {other}",
            "{name} ist {member}, und {other_name} ist {other}";

        // Numbers and conditions.
        the_number(): "the number", "die Zahl";
        number_of_all(what): "the number of {what}", "die Anzahl davon ({what})";
        number_of_there(what): "the number of {what} there", "die Anzahl dort ({what})";
        number_of_at(what, points): "the number of {what} ({points})", "die Anzahl davon ({what}: {points})";
        such_points(): "such points", "solche Felder";
        what_lies_in(zone): "what lies in {zone}", "was in {zone} liegt";
        must_be(what, value: i64, other): "{what} is {value}, and must be {other}",
            "{what} ist {value} und muss {other} sein";
        must_not_be(what, value: i64, other): "{what} is {value}, and must not be {other}",
            "{what} ist {value} und darf nicht {other} sein";
        must_be_less(what, value: i64, other): "{what} is {value}, and must be less than {other}",
            "{what} ist {value} und muss kleiner sein als {other}";
        must_be_more(what, value: i64, other): "{what} is {value}, and must be more than {other}",
            "{what} ist {value} und muss größer sein als {other}";
        may_be_at_most(what, value: i64, other): "{what} is {value}, and may be at most {other}",
            "{what} ist {value} und darf höchstens {other} sein";
        must_be_at_least(what, value: i64, other): "{what} is {value}, and must be at least {other}",
            "{what} ist {value} und muss mindestens {other} sein";
        there_are_none(several): "there are no {several}", "es gibt davon keine ({several})";
        there_is_one(one): "there is 1 {one}", "es gibt davon 1 ({one})";
        there_are_some(count: i64, several): "there are {count} {several}", "es gibt davon {count} ({several})";
        exactly(there, number): "{there}; exactly {number} must be there", "{there}; es müssen genau {number} sein";
        not_exactly(there, number): "{there}; it may be any number but {number}", "{there}; es dürfen nicht {number} sein";
        fewer_than(there, number): "{there}; it must be fewer than {number}", "{there}; es müssen weniger sein als {number}";
        more_than(there, number): "{there}; it must be more than {number}", "{there}; es müssen mehr sein als {number}";
        at_most(there, number): "{there}; at most {number} may be there", "{there}; es dürfen höchstens {number} sein";
        at_least_needed(there, number): "{there}; at least {number} are needed", "{there}; nötig sind mindestens {number}";
        out_of_range(number: i64, least: i64, most: i64): "{number} is not from {least} to {most}",
            "{number} liegt nicht zwischen {least} und {most}";
        weightless(weight: i64): "it cannot happen now: its weight is {weight}",
            "das kann jetzt nicht geschehen: sein Gewicht ist {weight}";
        has_occurred(times: u32): "this position has occurred {times} times", "diese Stellung gab es schon {times}-mal";
        has_not_occurred(times: u32): "this position has not occurred {times} times",
            "diese Stellung gab es noch nicht {times}-mal";
        script_says_yes(name): "{`name`} says yes", "{`name`} sagt ja";
        script_says_no(name): "{`name`} says no", "{`name`} sagt nein";
        script_leaves_out(name, point): "{`name`} does not name {point}", "{`name`} nennt {point} nicht";
        has_no_value(name): "{name} is none", "{name} hat keinen Wert";
        has_a_value(name): "{name} is not none", "{name} hat einen Wert";
        is_yes(what): "{what} is yes", "{what} ist ja";
        is_no(what): "{what} is no", "{what} ist nein";
        words_hold(words): "as the game stands, {words} holds", "wie das Spiel steht, gilt {words}";
        words_do_not_hold(words): "as the game stands, {words} does not hold", "wie das Spiel steht, gilt {words} nicht";
        condition_holds(): "a condition holds", "eine Bedingung gilt";
        condition_does_not_hold(): "a condition does not hold", "eine Bedingung gilt nicht";
        option_holds(words): "it is not played so: {words} holds in this game",
            "so wird nicht gespielt: {words} gilt in diesem Spiel";
        option_does_not_hold(words): "it is not played so: {words} does not hold in this game",
            "so wird nicht gespielt: {words} gilt nicht in diesem Spiel";

        // Texts that cannot be read.
        no_such_move(text): "there is no move {`text`} in this game", "den Zug {`text`} gibt es in diesem Spiel nicht";
        no_moves(): "no move can be written in this game", "in diesem Spiel schreibt man keinen Zug";
        moves_look_like(examples): "moves look like {examples}", "Züge sehen so aus: {examples}";
        no_board(name): "{`name`} is not a point: this game has no board",
            "{`name`} ist kein Feld: dieses Spiel hat kein Brett";
        no_point_of_board(name, points): "{`name`} is not a point of this board ({points})",
            "{`name`} ist kein Feld dieses Bretts ({points})";
        no_number(name): "{`name`} is not a plain whole number", "{`name`} ist keine einfache ganze Zahl";
        not_a_player(name, near): "{`name`} does not play here; {near}", "{`name`} spielt hier nicht mit; {near}";
        players_are(players): "the players are {players}", "es spielen {players}";
        not_a_row(name, near): "{`name`} is not possible here; {near}", "{`name`} ist hier nicht möglich; {near}";
        rows_are(rows): "choose {rows}", "möglich: {rows}";
        other_row(row, group, rows): "{row} is not {a group}; choose {rows}", "{row} ist {kein group}; möglich: {rows}";
        other_row_than(row, rows): "{row} is not possible here; choose {rows}", "{row} ist hier nicht möglich; möglich: {rows}";
        no_move_begins(word, near): "no move begins with {`word`}; {near}", "kein Zug beginnt mit {`word`}; {near}";
        did_you_mean(name): "did you mean `{name}`?", "ist `{name}` gemeint?";
    }
}
