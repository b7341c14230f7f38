//! What a rule sheet and the table say of their own, in each language.

crate::phrase_table! {
    /// Something that a rule sheet or the table says.
    Phrase {
        Contents: "Contents", "Inhalt";
        Players: "Players", "Spieler";
        WhoPlays: "{0} play: {1}.", "Es spielen {0}: {1}.";
        WhoMayPlay: "From {0} to {1} can play, of {2}. This sheet is for {3}: {4}.",
            "Es spielen {0} bis {1} von {2}. Dieses Blatt ist für {3}: {4}.";
        SetOtherwise: "This sheet is for a game in which {0}.", "Dieses Blatt ist für ein Spiel, in dem gilt: {0}.";
        ChangedBy: "This sheet is for the game as it is changed by the variants {0}.",
            "Dieses Blatt ist für das Spiel, wie es diese Varianten ändern: {0}.";
        ChangedByOne: "This sheet is for the game as it is changed by the variant {0}.",
            "Dieses Blatt ist für das Spiel, wie es diese Variante ändert: {0}.";
        AndIs: "`{0}` is `{1}`", "`{0}` ist `{1}`";
        EndOfGame: "How the game ends", "Spielende";
        Components: "Components", "Spielmaterial";
        BoardSize: "The board has {0} and {1}.", "Das Brett hat {0} und {1}.";
        OneColumn: "1 column", "1 Spalte";
        Columns: "{0} columns", "{0} Spalten";
        OneRow: "1 row", "1 Reihe";
        Rows: "{0} rows", "{0} Reihen";
        BoardPoints: "The board has {0} points.", "Das Brett hat {0} Punkte.";
        MapSigns: "The letters on the board name its parts; they stand in the tables below.",
            "Die Buchstaben auf dem Brett benennen seine Teile; sie stehen in den Tabellen.";
        Piece: "piece", "Figur";
        Sign: "drawn as", "gezeichnet als";
        Whose: "whose", "wem sie gehört";
        AtStart: "at the start", "zu Beginn";
        EachPlayer: "each player", "jedem Spieler";
        Nobody: "nobody's", "niemandem";
        Everybody: "shared", "allen";
        OnBoard: "{0} on the board", "{0} auf dem Brett";
        EachOnBoard: "{0} each on the board", "je {0} auf dem Brett";
        OnPoints: "on {0} points of the board", "auf {0} Feldern des Bretts";
        EachOnPoints: "each on {0} points of the board", "jeder auf {0} Feldern des Bretts";
        ByChance: "as chance lays it out", "wie es der Zufall legt";
        OfPlayer: "{0} of {1}", "{0} von {1}";
        InZone: "{0} in {1}", "{0} in {1}";
        EachInZone: "{0} each in {1}", "je {0} in {1}";
        NoneAtStart: "none", "keine";
        OfTheMap: "`{0}` on the board", "`{0}` auf dem Brett";
        Group: "`{0}` is any of: {1}.", "`{0}` ist eines von: {1}.";
        OneOf: "{0}: {1}.", "{0}: {1}.";
        Place: "place", "Ort";
        WhoSees: "who sees it", "wer es sieht";
        Holds: "holds", "enthält";
        Pieces: "pieces", "Figuren";
        AllSee: "all", "alle";
        OwnerSees: "its owner", "sein Besitzer";
        NoneSees: "nobody", "niemand";
        Nothing: "nothing", "nichts";
        OfEachPlayer: "{0} of each player", "{0} jedes Spielers";
        SetUp: "Set-up", "Aufstellung";
        AtFirst: "The table at the start:", "Der Tisch zu Beginn:";
        AfterChance: "The table when the first choice is made, after one of the outcomes of chance:",
            "Der Tisch, wenn zum ersten Mal gewählt wird; so fiel einmal der Zufall:";
        ValueAt: "{0} {1}: {2}", "{0} {1}: {2}";
        DrawnByChance: "Chance lays out the beginning. One of its outcomes:",
            "Der Zufall bestimmt den Anfang. Eine der Möglichkeiten:";
        Sequence: "Sequence of play", "Spielablauf";
        Phase: "Part “{0}”:", "Abschnitt „{0}“:";
        Each: "each player in turn:", "jeder Spieler der Reihe nach:";
        EachFrom: "each player in turn, beginning with {0}:", "jeder Spieler der Reihe nach, zuerst {0}:";
        UntilNobody: "{0}, until this holds for nobody:", "{0}, bis das für niemanden gilt:";
        RoundAfterRound: "round after round, each player in turn:", "Runde um Runde, jeder Spieler der Reihe nach:";
        RoundAfterRoundFrom: "round after round, each player in turn, beginning with {0}:",
            "Runde um Runde, jeder Spieler der Reihe nach, zuerst {0}:";
        Backwards: "(the other way round)", "(andersherum)";
        Again: "again and again:", "immer wieder:";
        Times: "{0} times:", "{0}-mal:";
        AsOftenAs: "as many times as {0}:", "so oft wie {0}:";
        Choose: "the player chooses one: {0}", "der Spieler wählt eines: {0}";
        ChooseAsOften: "the player chooses one with which the longest series of them begins: {0}",
            "der Spieler wählt eines, mit dem die längste Reihe davon beginnt: {0}";
        ChooseOne: "chooses one, {0}: {1}", "wählt eines, {0}: {1}";
        ChooseTogether: "all of {0} choose at once, unseen: {1}", "alle von {0} wählen zugleich und verdeckt: {1}";
        AllChooseTogether: "all players choose at once, unseen: {0}", "alle Spieler wählen zugleich und verdeckt: {0}";
        Chance: "chance decides: {0}", "der Zufall bestimmt: {0}";
        OnlyIf: "{0} (if {1})", "{0} (wenn {1})";
        OnlyUnless: "{0} (unless {1})", "{0} (außer wenn {1})";
        NoChoice: "if there is nothing to choose:", "wenn es nichts zu wählen gibt:";
        If: "if {0}:", "wenn {0}:";
        Unless: "unless {0}:", "außer wenn {0}:";
        Else: "if not:", "wenn nicht:";
        ForEach: "for each {0}:", "für jedes: {0}";
        Leave: "this ends part “{0}”", "damit endet der Abschnitt „{0}“";
        Lay: "the pieces are laid out as drawn", "die Figuren werden aufgestellt wie gezeichnet";
        Wins: "the game is over: {0} wins", "das Spiel ist aus: {0} gewinnt";
        WinsBecause: "the game is over: {0} wins, {1}", "das Spiel ist aus: {0} gewinnt, {1}";
        Draw: "the game is over: a draw", "das Spiel ist aus: unentschieden";
        DrawBecause: "the game is over: a draw, {0}", "das Spiel ist aus: unentschieden, {0}";
        Me: "the player", "der Spieler";
        Opponent: "the opponent", "der Gegner";
        Others: "all others", "alle anderen";
        Moves: "Moves", "Züge";
        MovesAbout: "What is typed, and what each part of it is.", "Was man eintippt, und was jeder Teil davon ist.";
        MovesQuoted: "What stands in back quotes after a colon is told in the words of the rules.",
            "Was nach einem Doppelpunkt in Häkchen steht, sind Worte der Regeln.";
        Outcomes: "What chance decides", "Was der Zufall bestimmt";
        ExampleMove: "example", "Beispiel";
        Rear: "the rear of `{0}`: `{1}`", "das hintere Ende von `{0}`: `{1}`";
        Front: "the front of `{0}`: `{1}`", "das vordere Ende von `{0}`: `{1}`";
        Ahead: "{0} ahead of `{1}`: `{2}`", "{0} vor `{1}`: `{2}`";
        OnLine: "point {0} of `{1}`: `{2}`", "Feld {0} von `{1}`: `{2}`";
        ThePlayer: "the player who moves", "wer am Zug ist";
        OnlyWhen: "only if", "nur wenn";
        AfterIt: "after it", "danach gilt";
        Refused: "refused", "verweigert";
        Then: "then", "dann";
        Warning: "warning", "Warnung";
        Terms: "Words of the rules", "Worte der Regeln";
        TermsAbout: "What the words mean that the moves use.", "Was die Worte bedeuten, die bei den Zügen stehen.";
        Clauses: "Rules", "Regeln";
        Readings: "Readings", "Auslegungen";
        ReadingsAbout: "What the rulebook leaves open, and how it is played here.",
            "Was das Regelheft offen lässt, und wie es hier gespielt wird.";
        Rule: "rule", "Regel";
        Example: "example", "Beispiel";
        InFile: "{0} ({1})", "{0} ({1})";
        NotPlayed: "not played", "nicht gespielt";
        More: "and {0} more", "und {0} weitere";
        AsSet: "as set", "eingestellt";
        ButHere: "but here", "hier aber";
        OptionIs: "`{0}` is `{1}`: {2}", "`{0}` ist `{1}`: {2}";
        OptionIsNo: "`{0}` is `no`; `yes` would mean: {1}", "`{0}` ist `no`; `yes` hieße: {1}";
        OptionIsNoMore: "`{0}` is `no`; `yes`, as it is otherwise, would mean: {1}", "`{0}` ist `no`; `yes`, wie es sonst ist, hieße: {1}";
        OptionIsNot: "`{0}` is `{1}`, not `{2}`: {3}", "`{0}` ist `{1}`, nicht `{2}`: {3}";
        Options: "Options", "Einstellungen";
        Option: "option", "Einstellung";
        Value: "value", "Wert";
        Default: "(default {0})", "(sonst {0})";
        MayBe: "may be", "möglich";
        Variants: "Variants", "Varianten";
        Variant: "variant", "Variante";
        VariantTitle: "what it is", "was sie ist";
        HowVariants: "`--variant NAME` plays by one of them; several are laid over the rules in the order in which they are named.",
            "`--variant NAME` spielt nach einer davon; mehrere werden in der Reihenfolge über die Regeln gelegt, in der sie genannt sind.";
        Decides: "what it decides", "was sie entscheidet";
        ClausesColumn: "clauses", "Regeln";
        Score: "Score", "Wertung";
        ScoreAbout: "A player scores {0}.", "Ein Spieler erhält {0}.";
        Notes: "Notes", "Bemerkungen";
        Figures: "Where figures come from", "Woher Angaben stammen";
        FiguresAbout: "What is reconstructed is whole below. Replace it if you know better.",
            "Was ergänzt wurde, steht hier ganz. Wer es besser weiß, ersetze es.";
        Book: "stands in the rulebook", "steht im Regelheft";
        Src: "comes from a public source", "stammt aus einer öffentlichen Quelle";
        Der: "follows by arithmetic", "ist ausgerechnet";
        Rec: "is reconstructed; replace it if you know better", "ist ergänzt; wer es besser weiß, ersetze es";
        WhoIsChance: "chance", "der Zufall";
        ChanceName: "chance", "Zufall";
        Hidden: "{0} hidden", "{0} verdeckt";
        ToMove: "{0} to move", "am Zug: {0}";
        ToMoveIn: "{0} to move ({1})", "am Zug: {0} ({1})";
        And: " and ", " und ";
        Or: " or ", " oder ";
        IsOver: "the game is over", "das Spiel ist aus";
        StillOn: "the game is still on: ", "das Spiel läuft noch: ";
        IsDraw: "a draw", "unentschieden";
        OneWins: "{0} wins", "{0} gewinnt";
        SeveralWin: "{0} win", "{0} gewinnen";
    }
}
