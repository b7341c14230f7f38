//! What the REPL says of the game itself, in the language of its rules. What it says of its own commands is English.

use linstock_base::phrase_table;

phrase_table! {
    /// Something that the REPL says of a game.
    ReplPhrase {
        OneMove: "(1 legal move)", "(1 möglicher Zug)";
        SeveralMoves: "({0} legal moves)", "({0} mögliche Züge)";
        NoMoves: "there are no moves: the game is over", "es gibt keine Züge: das Spiel ist aus";
        Warned: "but before it is played: {0}", "aber bevor er gespielt wird: {0}";
        NoMoveBegins: "no legal move begins with {0}; `moves` lists them all",
            "kein möglicher Zug beginnt mit {0}; `moves` nennt alle";
        IsNoMove: "{0} is no move: {1}", "{0} ist kein Zug: {1}";
        PointFrom: "`{0}` is a point; a move from there looks like {1}", "`{0}` ist ein Feld; ein Zug von dort sieht so aus: {1}";
        PointIn: "`{0}` is a point; a move that names it looks like {1}", "`{0}` ist ein Feld; ein Zug, der es nennt, sieht so aus: {1}";
        PointOfNoMove: "`{0}` is a point, and no legal move names it; `moves` lists them all",
            "`{0}` ist ein Feld, und kein möglicher Zug nennt es; `moves` nennt alle";
        TurnAfter: "after `{0}` it is the turn of {1}", "nach `{0}` ist am Zug: {1}";
        NonePlayed: "none of the moves was played", "keiner der Züge wurde gespielt";
        StoppedAfter: "nothing was played: after `{0}`, {1}", "nichts wurde gespielt: nach `{0}` gilt: {1}";
        AlonePlayable: "`{0}` alone can be played", "`{0}` allein kann gespielt werden";
        StoppedBefore: "stopped before `{0}`: {1}", "angehalten vor `{0}`: {1}";
        NothingPlayed: "nothing was played yet", "noch wurde nichts gespielt";
        NothingChosen: "nobody has chosen anything yet", "noch hat niemand etwas gewählt";
        InAll: "{0}; … ({1} in all)", "{0}; … (insgesamt {1})";
        SinceLastTurn: "since your last turn", "seit dem letzten Zug";
        SoFar: "so far", "bisher";
        MoreBefore: "{0} more (`history` lists them) … ", "{0} weitere (`history` nennt sie) … ";
        EndsAsFollows: "the game is not over; it ends as follows", "das Spiel ist nicht aus; es endet so";
        NotYet: "not yet: {0}", "noch nicht, denn {0}";
        AndOn: " and ", " und ";
        AndAlso: ", and ", ", und ";
        Then: "{0}, then {1}", "{0}, dann {1}";
        NotAsked: "this was not asked in the last turn", "danach wurde im letzten Zug nicht gefragt";
        ClauseColumn: "clause", "Regel";
        MovesColumn: "moves", "Züge";
        FirstAt: "first at", "zuerst bei";
        WhatItSays: "what it says", "was sie sagt";
        OneDecided: "1 clause decided something so far; `clause NAME` goes to the first place",
            "1 Regel hat bisher etwas entschieden; `clause NAME` führt an die erste Stelle";
        SeveralDecided: "{0} clauses decided something so far; `clause NAME` goes to the first place",
            "{0} Regeln haben bisher etwas entschieden; `clause NAME` führt an die erste Stelle";
        DecidedFirst: "it decided something first at move {0}: {1}; this is the position before it, and `redo` goes on",
            "sie hat zuerst etwas entschieden bei Zug {0}: {1}; dies ist die Stellung davor, und `redo` führt weiter";
        DecidedNothing: "{0} decided nothing in this game so far; `clauses` lists those that did, `rules {1}` says what a clause is",
            "{0} hat in diesem Spiel noch nichts entschieden; `clauses` nennt, was entschieden hat, `rules {1}` sagt, was eine Regel ist";
        AfterOneMove: "after 1 move", "nach 1 Zug";
        AfterMoves: "after {0} moves", "nach {0} Zügen";
        NothingDiffers: "{0} and {1} nothing differs", "{0} und {1} ist alles gleich";
        PieceOf: "{0} {1}", "{1} von {0}";
        NothingThere: "nothing", "nichts";
        WasThenIs: "{0}: {1}, then {2}", "{0}: {1}, dann {2}";
        OnlyTried: "this was only tried: the game stands where it stood", "das war nur ein Versuch: das Spiel steht, wo es stand";
    }
}
