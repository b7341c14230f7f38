//! The phrases that the rule sheet and the table add to the game's own texts, in each language.

crate::phrases! {
    /// A phrase of the rule sheet or the table.
    pub SheetPhrasing {
        contents(): "Contents", "Inhalt";
        players(): "Players", "Spieler";
        by_author(author): "by {author}", "von {author}";
        published_by(publisher): "published by {publisher}", "Verlag: {publisher}";
        for_players(count: usize, names): "{count} players: {names}", "{count} Spieler: {names}";
        for_from_to(least: usize, most: usize): "{least} to {most} players", "{least} bis {most} Spieler";
        goal(): "Goal", "Ziel";
        how_to_play(): "How to play", "So wird gespielt";
        other_moves(): "More moves", "Weitere Züge";
        how_it_ends(): "How the game ends", "Spielende";
        example_of(name, text): "Example of “{name}”: `{text}`.", "Beispiel für „{name}“: `{text}`.";
        example_by(player, name, text): "Example: {player} plays `{text}` (“{name}”).",
            "Beispiel: {player} zieht `{text}` („{name}“).";
        ends_game(reason): "this ends the game: {reason}", "damit ist das Spiel aus: {reason}";
        example_part(part, what): "{part} stands for {what}.", "{part}: {what}.";
        left_to_right(): "Drawings of moves: left before the move, right after it. The points in brackets or frames change. A dot is an empty point.",
            "Bilder von Zügen: links vor dem Zug, rechts danach. Die Felder in Klammern oder Rahmen ändern sich. Ein Punkt ist ein leeres Feld.";
        example_scores(scores): "An example from the end of a game: {scores}.", "Ein Beispiel vom Ende eines Spiels: {scores}.";
        scores_points(player, points): "{player} {points}", "{player} {points}";
        rules_in_force(): "Options in this game", "Einstellungen in diesem Spiel";
        yes(): "yes", "ja";
        not_so(): "no", "nein";
        usually(default): "(usually {default})", "(sonst {default})";
        details(): "Details", "Einzelheiten";
        unplayed_section(): "Also in the printed rules", "Außerdem in der gedruckten Anleitung";
        drawn_wall(): "thick line: wall", "dicke Linie: Mauer";
        drawn_open_way(): "gap between green posts: open way through a wall", "Lücke zwischen grünen Pfosten: offener Durchgang";
        drawn_closed_way(): "barred red line: closed way through a wall", "rote Linie mit Querstrichen: geschlossener Durchgang";
        drawn_link(): "dashed brown line: link between two points", "gestrichelte braune Linie: Verbindung zweier Felder";
        empty_zones(zones): "empty: {zones}", "leer: {zones}";
        other_numbers(): "Other numbers of players", "Andere Spielerzahlen";
        with_players(count: usize, players): "{count} players: {players}.", "{count} Spieler: {players}.";
        set_up_with(count: usize): "The set-up for {count} players:", "Die Aufstellung für {count} Spieler:";
        same_for_others(): "Otherwise, the rules are the same.", "Sonst sind die Regeln gleich.";
        all_rows(list, count: usize, rows): "{count} × {list}: {rows}.", "{count} × {list}: {rows}.";
        who_plays(count: usize, players): "{count} play: {players}.", "Es spielen {count}: {players}.";
        who_may_play(least: usize, most: usize, all): "From {least} to {most} can play, of {all}.",
            "Es spielen {least} bis {most} von {all}.";
        sheet_is_for(count: usize, players): "This sheet is for {count}: {players}.", "Dieses Blatt ist für {count}: {players}.";
        set_otherwise(options): "This sheet is for a game in which {options}.",
            "Dieses Blatt ist für ein Spiel, in dem gilt: {options}.";
        changed_by(variants): "This sheet is for the game as it is changed by the variants {variants}.",
            "Dieses Blatt ist für das Spiel, wie es diese Varianten ändern: {variants}.";
        changed_by_one(variant): "This sheet is for the game as it is changed by the variant {variant}.",
            "Dieses Blatt ist für das Spiel, wie es diese Variante ändert: {variant}.";
        and_is(option, value): "`{option}` is `{value}`", "`{option}` ist `{value}`";
        components(): "Components", "Spielmaterial";
        board_size(columns, rows): "The board has {columns} and {rows}.", "Das Brett hat {columns} und {rows}.";
        one_column(): "1 column", "1 Spalte";
        columns(count: usize): "{count} columns", "{count} Spalten";
        one_row(): "1 row", "1 Reihe";
        rows(count: usize): "{count} rows", "{count} Reihen";
        board_points(count: usize): "The board has {count} points.", "Das Brett hat {count} Punkte.";
        map_signs(): "The letters on the board name its parts; they stand in the tables below.",
            "Die Buchstaben auf dem Brett benennen seine Teile; sie stehen in den Tabellen.";
        piece(): "piece", "Figur";
        sign(): "drawn as", "gezeichnet als";
        at_start(): "at the start", "zu Beginn";
        nobody(): "nobody's", "niemandem";
        on_board(pieces): "{pieces} on the board", "{pieces} auf dem Brett";
        each_on_board(count: usize): "{count} each on the board", "je {count} auf dem Brett";
        on_points(count: usize): "on {count} points of the board", "auf {count} Feldern des Bretts";
        each_on_points(count: usize): "each on {count} points of the board", "jeder auf {count} Feldern des Bretts";
        by_chance(): "as chance lays it out", "wie es der Zufall legt";
        of_player(what, player): "{what} of {player}", "{what} von {player}";
        in_zone(count: u32, zone): "{count} in {zone}", "{count} in {zone}";
        each_in_zone(count: u32, zone): "{count} each in {zone}", "je {count} in {zone}";
        none_at_start(): "none; comes into play later", "keine; kommt später ins Spiel";
        of_the_map(signs): "`{signs}` on the board", "`{signs}` auf dem Brett";
        group(name, members): "`{name}` is any of: {members}.", "`{name}` ist eines von: {members}.";
        one_of(list, rows): "{list}: {rows}.", "{list}: {rows}.";
        place(): "place", "Ort";
        who_sees(): "who sees it", "wer es sieht";
        holds(): "holds", "enthält";
        pieces(): "pieces", "Figuren";
        all_see(): "all", "alle";
        owner_sees(): "its owner", "sein Besitzer";
        none_sees(): "nobody", "niemand";
        nothing(): "nothing", "nichts";
        of_each_player(zone): "{zone} of each player", "{zone} jedes Spielers";
        set_up(): "Set-up", "Aufstellung";
        at_first(): "The table before the first move:", "Der Tisch vor dem ersten Zug:";
        after_chance(): "The table before the first move, as an example (chance decides a part of it):",
            "Der Tisch vor dem ersten Zug, als Beispiel (einen Teil bestimmt der Zufall):";
        value_at(value, name, points): "{value} {name}: {points}", "{value} {name}: {points}";
        drawn_by_chance(): "Chance lays out the beginning. One of its outcomes:",
            "Der Zufall bestimmt den Anfang. Eine der Möglichkeiten:";
        sequence(): "Sequence of play", "Spielablauf";
        phase(name): "Part “{name}”:", "Abschnitt „{name}“:";
        each(): "each player in turn:", "jeder Spieler der Reihe nach:";
        each_from(first): "each player in turn, beginning with {first}:", "jeder Spieler der Reihe nach, zuerst {first}:";
        until_nobody(round): "{round}, until this holds for nobody:", "{round}, bis das für niemanden gilt:";
        round_after_round(): "round after round, each player in turn:", "Runde um Runde, jeder Spieler der Reihe nach:";
        round_after_round_from(first): "round after round, each player in turn, beginning with {first}:",
            "Runde um Runde, jeder Spieler der Reihe nach, zuerst {first}:";
        backwards(): "(the other way round)", "(andersherum)";
        again(): "again and again:", "immer wieder:";
        times(count: i64): "{count} times:", "{count}-mal:";
        as_often_as(number): "as many times as {number}:", "so oft wie {number}:";
        choose(items): "the player chooses one: {items}", "der Spieler wählt eines: {items}";
        choose_as_often(items): "the player chooses one with which the longest series of them begins: {items}",
            "der Spieler wählt eines, mit dem die längste Reihe davon beginnt: {items}";
        choose_one(who, items): "chooses one, {who}: {items}", "wählt eines, {who}: {items}";
        choose_together(who, items): "all of {who} choose at once, unseen: {items}",
            "alle von {who} wählen zugleich und verdeckt: {items}";
        all_choose_together(items): "all players choose at once, unseen: {items}",
            "alle Spieler wählen zugleich und verdeckt: {items}";
        chance_decides(items): "chance decides: {items}", "der Zufall bestimmt: {items}";
        only_if(what, condition): "{what} (if {condition})", "{what} (wenn {condition})";
        only_unless(what, condition): "{what} (unless {condition})", "{what} (außer wenn {condition})";
        no_choice(): "if there is nothing to choose:", "wenn es nichts zu wählen gibt:";
        if_holds(condition): "if {condition}:", "wenn {condition}:";
        unless(condition): "unless {condition}:", "außer wenn {condition}:";
        otherwise(): "if not:", "wenn nicht:";
        for_each(what): "for each {what}:", "für jedes: {what}";
        leave(phase): "this ends part “{phase}”", "damit endet der Abschnitt „{phase}“";
        lay(): "the pieces are laid out as drawn", "die Figuren werden aufgestellt wie gezeichnet";
        wins(winners): "the game is over: {winners} wins", "das Spiel ist aus: {winners} gewinnt";
        wins_because(winners, reason): "the game is over: {winners} wins, {reason}",
            "das Spiel ist aus: {winners} gewinnt, {reason}";
        draw(): "the game is over: a draw", "das Spiel ist aus: unentschieden";
        draw_because(reason): "the game is over: a draw, {reason}", "das Spiel ist aus: unentschieden, {reason}";
        me(): "the player", "der Spieler";
        opponent(): "the opponent", "der Gegner";
        others(): "all others", "alle anderen";
        moves(): "Moves", "Züge";
        moves_about(): "What is typed, and what each part of it is.", "Was man eintippt, und was jeder Teil davon ist.";
        moves_quoted(): "What stands in back quotes after a colon is told in the words of the rules.",
            "Was nach einem Doppelpunkt in Häkchen steht, sind Worte der Regeln.";
        outcomes(): "What chance decides", "Was der Zufall bestimmt";
        rear(line, point): "the rear of `{line}`: `{point}`", "das hintere Ende von `{line}`: `{point}`";
        front(line, point): "the front of `{line}`: `{point}`", "das vordere Ende von `{line}`: `{point}`";
        ahead(count: i16, line, point): "{count} ahead of `{line}`: `{point}`", "{count} vor `{line}`: `{point}`";
        on_line(count: i16, line, point): "point {count} of `{line}`: `{point}`", "Feld {count} von `{line}`: `{point}`";
        the_player(): "the player who moves", "wer am Zug ist";
        only_when(): "only if", "nur wenn";
        after_it(): "after it", "danach gilt";
        refused(): "refused", "verweigert";
        then(): "then", "dann";
        warning(): "warning", "Warnung";
        terms(): "Words of the rules", "Worte der Regeln";
        terms_about(): "What the words mean that the moves use.", "Was die Worte bedeuten, die bei den Zügen stehen.";
        clauses(): "Rules", "Regeln";
        readings(): "Readings", "Auslegungen";
        readings_about(): "What the rulebook leaves open, and how it is played here.",
            "Was das Regelheft offen lässt, und wie es hier gespielt wird.";
        rule(): "rule", "Regel";
        example(): "example", "Beispiel";
        in_file(title, file): "{title} ({file})", "{title} ({file})";
        not_played(): "not played", "nicht gespielt";
        without_effect(): "It has no effect under these options.", "Sie hat bei diesen Einstellungen keine Wirkung.";
        more(count: usize): "and {count} more", "und {count} weitere";
        as_set(): "as set", "eingestellt";
        but_here(): "but here", "hier aber";
        option_is(name, value, meaning): "`{name}` is `{value}`: {meaning}", "`{name}` ist `{value}`: {meaning}";
        option_is_no(name, meaning): "`{name}` is `no`; `yes` would mean: {meaning}",
            "`{name}` ist `no`; `yes` hieße: {meaning}";
        option_is_no_more(name, meaning): "`{name}` is `no`; `yes`, as it is otherwise, would mean: {meaning}",
            "`{name}` ist `no`; `yes`, wie es sonst ist, hieße: {meaning}";
        option_is_not(name, value, default, meaning): "`{name}` is `{value}`, not `{default}`: {meaning}",
            "`{name}` ist `{value}`, nicht `{default}`: {meaning}";
        options(): "Options", "Einstellungen";
        option(): "option", "Einstellung";
        value(): "value", "Wert";
        default(value): "(default {value})", "(sonst {value})";
        may_be(): "may be", "möglich";
        variants(): "Variants", "Varianten";
        variant(): "variant", "Variante";
        variant_title(): "what it is", "was sie ist";
        how_variants():
            "`--variant NAME` plays by one of them; several are laid over the rules in the order in which they are named.",
            "`--variant NAME` spielt nach einer davon; mehrere werden in der Reihenfolge über die Regeln gelegt, in der sie genannt sind.";
        decides(): "what it decides", "was sie entscheidet";
        clauses_column(): "clauses", "Regeln";
        score(): "Score", "Wertung";
        score_about(points): "A player scores {points}.", "Ein Spieler erhält {points}.";
        notes(): "Notes", "Bemerkungen";
        figures(): "Where figures come from", "Woher Angaben stammen";
        figures_about(): "What is reconstructed is whole below. Replace it if you know better.",
            "Was ergänzt wurde, steht hier ganz. Wer es besser weiß, ersetze es.";
        book(): "stands in the rulebook", "steht im Regelheft";
        src(): "comes from a public source", "stammt aus einer öffentlichen Quelle";
        der(): "follows by arithmetic", "ist ausgerechnet";
        rec(): "is reconstructed; replace it if you know better", "ist ergänzt; wer es besser weiß, ersetze es";
        who_is_chance(): "chance", "der Zufall";
        chance_name(): "chance", "Zufall";
        hidden(count: u64): "{count} hidden", "{count} verdeckt";
        to_move(players): "{players} to move", "am Zug: {players}";
        to_move_in(players, phase): "{players} to move ({phase})", "am Zug: {players} ({phase})";
        and(): " and ", " und ";
        or(): " or ", " oder ";
        is_over(): "the game is over", "das Spiel ist aus";
        still_on(): "the game is still on: ", "das Spiel läuft noch: ";
        is_draw(): "a draw", "unentschieden";
        one_wins(player): "{player} wins", "{player} gewinnt";
        mover_wins(): "the player whose turn it is wins", "der Spieler am Zug gewinnt";
        mover_loses(): "the player whose turn it is loses", "der Spieler am Zug verliert";
        a_player_wins(): "a player wins", "ein Spieler gewinnt";
        several_win(players): "{players} win", "{players} gewinnen";
    }
}
