//! The words of every sentence about a move that the program makes up: in English, then in German.
//!
//! The names of a game have no gender here, so the German sentences put them behind a colon or a preposition, without an
//! article.

use linstock_base::phrases;

phrases! {
    /// A sentence about a move, or a part of one.
    ReasonPhrase {
        // Moves.
        Legal: "{0} is legal", "{0} ist erlaubt";
        LegalAs: "{0} is legal ({1})", "{0} ist erlaubt ({1})";
        NotLegal: "{0} is not legal: {1}", "{0} ist nicht erlaubt: {1}";
        NotLegalAs: "{0} is not legal ({1}): {2}", "{0} ist nicht erlaubt ({1}): {2}";
        NotLegalWith: "{0} is not legal with {1}: {2}", "{0} ist nicht erlaubt ({1}): {2}";
        TriedWith: "{0} with {1}", "{0}, {1}";
        NotNow: "not now: {0} would be {1}; {2}", "jetzt nicht: {0} wäre {1}; {2}";
        NotNowAsTyped: "not now: {0}; {1}", "jetzt nicht: {0}; {1}";
        ComesAfter: "{0}, which comes after {1}", "{0}, und das kommt nach {1}";
        PassedOver: "{0}; {1}", "{0}; {1}";
        NotAgain: "not again: {0} would be another {1}; {2}", "nicht noch einmal: {0} wäre wieder {1}; {2}";
        NothingAsked: "nothing can be chosen now", "jetzt ist nichts wählbar";
        ChanceFirst: "chance decides first: {0}{1}", "zuerst bestimmt der Zufall: {0}{1}";
        PossibleNow: "possible now: {0}{1}", "jetzt möglich: {0}{1}";
        SuchAs: ", such as {0}", ", etwa {0}";
        Over: "the game is over", "das Spiel ist aus";
        OverBecause: "the game is over: {0}", "das Spiel ist aus: {0}";
        NotYourTurn: "it is not for {0} to choose now, but for {1}", "jetzt wählt nicht {0}, sondern {1}";
        CanChoose: "{0} can choose something", "{0} hat etwas zu wählen";
        KeepsGoing: "the condition that keeps the game going holds", "die Bedingung gilt, unter der das Spiel weitergeht";
        StillIn: "still in the round: {0}", "noch in der Runde: {0}";
        Chance: "chance", "der Zufall";
        Somebody: "somebody", "jemand";
        AndAlso: ", and ", ", und ";
        And: " and ", " und ";
        Or: " or ", " oder ";
        After: "after {0}, {1}", "nach {0}: {1}";
        ShorterSeries: "{0} begins a series of {1}, and {2} one of {3}; it must be as long as possible",
            "mit {0} beginnt eine Reihe von {1}, mit {2} eine von {3}; es müssen so viele sein wie möglich";
        OnlyWritten: "it could only be {0}", "es könnte nur {0} sein";
        OtherOrder: "these stand in the order of their list: {0}", "man nennt sie in der Reihenfolge ihrer Liste: {0}";
        OneNamed: "{0} is named, and it takes exactly {1}", "genannt ist {0}, gebraucht werden genau {1}";
        SeveralNamed: "{0} are named, and it takes exactly {1}", "genannt sind {0}, gebraucht werden genau {1}";
        LastMoveWas: "the last move was {0}", "der letzte Zug war {0}";
        LastMoveWasNot: "the last move was not {0}", "der letzte Zug war nicht {0}";

        // Pieces.
        AnyPiece: "piece", "Figur";
        PieceOf: "{0} {1}", "{1} von {0}";
        EnemyPiece: "enemy {0}", "{0} des Gegners";
        YoursOn: "your {0} on {1}", "{0} auf {1}";
        PieceOn: "the {0} on {1}", "{0} auf {1}";
        AnyOf: "any {0}", "{0}";
        Nobody: "nobody", "niemand";
        NotEmpty: "{0} is not empty: {1} stands there", "{0} ist nicht leer; dort steht: {1}";
        NoGround: "no {0} is on {1}", "{1} ist nicht: {0}";
        NothingLies: "no {0} lies on {1}", "auf {1} muss liegen: {0}";
        NothingStands: "no {0} stands on {1}", "auf {1} muss stehen: {0}";
        OtherGround: "the ground of {1} is {2}, not {0}", "{1} ist {2}, nicht {0}";
        OtherLies: "no {0} lies on {1}: {2} lies there", "auf {1} muss liegen: {0}; dort liegt: {2}";
        OtherStands: "no {0} stands on {1}: {2} stands there", "auf {1} muss stehen: {0}; dort steht: {2}";
        ButEmpty: "{0}: it is empty", "{0}; dort steht nichts";
        Empty: "{0} is empty", "{0} ist leer";
        GroundIs: "the ground of {0} is {1}", "{0} ist {1}";
        LiesOn: "{1} lies on {0}", "auf {0} liegt: {1}";
        StandsOn: "{1} stands on {0}", "auf {0} steht: {1}";
        NoneBeside: "no {0} stands next to {1}", "neben {1} muss stehen: {0}";
        NothingBeside: "nothing that counts stands next to {0}", "neben {0} steht nichts, was zählt";
        NoneOnBoard: "no {0} stands on the board", "auf dem Brett fehlt: {0}";

        // Nouns.
        Point: "point", "Feld";
        SeveralPoints: "points", "Felder";
        OfQuality: "{0} {1}", "{0} {1}";
        PlacedIn: "in {0}", "in „{0}“";
        PlacedOn: "on {0}", "auf {0}";
        PlacedWith: "with {0}", "mit {0}";
        PlacedWithout: "without {0}", "ohne {0}";
        PlacedNextTo: "next to {0}", "neben {0}";
        PlacedReached: "reached from {0}", "erreichbar von {0} aus";
        PlacedAtEdge: "at the edge of {0}", "am Rand von {0}";
        PlacedMarked: "marked as {0}", "vermerkt als {0}";
        PlacedNot: "not {0}", "nicht {0}";
        IsEmptyThere: "that is empty", "ohne Figur";
        SomeMore: "{0} more", "{0} weitere";
        SomethingStandsOn: "{0} stands on {1}", "auf {1} steht: {0}";
        SomethingLiesOn: "{0} lies on {1}", "auf {1} liegt: {0}";
        NotAllJoined: "not all {0} are joined: no way leads from {1} to {2}", "nicht alle hängen zusammen ({0}): von {1} führt kein Weg nach {2}";
        AllJoined: "all {0} are joined", "alle hängen zusammen ({0})";

        // Points.
        NotAmongWords: "{0} is not in {1}{2}", "{0} gehört nicht zu {1}{2}";
        NotOf: "{0} is not a point of {1}", "{0} gehört nicht zu {1}";
        NotIn: "{0} is not in {1}", "{0} gehört nicht zu {1}";
        NotAllowed: "{0} is not one of the points that are allowed", "{0} gehört nicht zu den erlaubten Feldern";
        Of: "{0} is a point of {1}", "{0} gehört zu {1}";
        In: "{0} is in {1}", "{0} gehört zu {1}";
        Excluded: "{0} is one of the points that are excluded", "{0} gehört zu den ausgeschlossenen Feldern";
        Marked: "{0} is marked as {1}", "{0} ist vermerkt als {1}";
        NotMarked: "{0} is not marked as {1}", "{0} ist nicht vermerkt als {1}";
        HasNone: ", which has no point now", ", wozu jetzt kein Feld gehört";
        HasSeveral: ", which has {0} points now", ", wozu jetzt {0} Felder gehören";
        IsStart: "{0} is where it begins, and it must lead to another point", "auf {0} beginnt es, und es muss anderswohin führen";
        Apart: "{0} is not next to {1}", "{0} liegt nicht neben {1}";
        NotSame: "{0} is not {1}", "{0} ist nicht {1}";
        NotThere: "{0} is not {1}", "{0} liegt nicht {1}";
        NotBeside: "{0} is not next to {1}", "{0} liegt nicht neben {1}";
        BesideNothing: "{0} is next to nothing that counts", "{0} liegt neben nichts, was zählt";
        NotAtEdge: "{0} is not at the edge", "{0} liegt nicht am Rand";
        OffBoard: "{0} is off the board", "{0} liegt nicht auf dem Brett";
        ThePlace: "the place", "der Ort";
        Walled: "a wall stands between {0} and {1}", "zwischen {0} und {1} steht eine Wand";
        Shut: "the way from {0} to {1} is shut: {2}", "der Weg von {0} nach {1} ist zu: {2}";
        Missing: "there is no {0}", "es fehlt: {0}";
        NoSuchPoint: "there is no such point", "es gibt kein solches Feld";
        NoPointIn: "no point lies in {0}", "kein Feld gehört zu {0}";
        ThereIs: "there is {0}: {1}", "es gibt: {0} ({1})";
        AllEmpty: "every {0} is empty", "überall ist es leer: {0}";
        AllHeld: "{0} stands on every {1}", "überall steht, was nicht überall stehen darf: {0} ({1})";
        NoneMayLie: "no point may lie in {0}, and these do: {1}", "kein Feld darf zu {0} gehören, doch diese gehören dazu: {1}";
        InTheWay: "what is against it: {0}", "dagegen spricht: {0}";
        See: "see {0}", "siehe {0}";
        SeeWith: "see {0}: {1}", "siehe {0}: {1}";
        OneMissing: "{0} is missing", "{0} fehlt";
        SeveralMissing: "{0} are missing", "{0} fehlen";
        OneTooMuch: "{0} is too much", "{0} ist zu viel";
        SeveralTooMuch: "{0} are too much", "{0} sind zu viel";

        // Ways and distances.
        OnePoint: "1 point", "1 Feld";
        Points: "{0} points", "{0} Felder";
        AnyPoints: "any number of points", "beliebig viele Felder";
        OneStep: "1 step", "1 Schritt";
        Steps: "{0} steps", "{0} Schritte";
        AnySteps: "any number of steps", "beliebig viele Schritte";
        AtLeast: "at least {0}", "mindestens {0}";
        OneOrTheOther: "{0} or {1}", "{0} oder {1}";
        FromTo: "{0} to {1}", "{0} bis {1}";
        StepsFrom: "{0} {1} from {2}", "von {2} aus {0} {1}";
        From: "{0} from {1}", "von {1} aus {0}";
        There: "there", "dort";
        Cut: "the way is cut at {0}: {1}", "der Weg ist bei {0} versperrt: {1}";
        TooFar: "{0} is {1} from {2}, and {3} may be", "{0} ist {1} entfernt von {2}; erlaubt sind {3}";
        StandsWhere: "{0} is where {1} stands", "auf {0} steht: {1}";
        TooNearForOne: "{0} is {1} from {2}; {3} is needed", "{0} ist {1} entfernt von {2}; nötig ist {3}";
        TooNear: "{0} is {1} from {2}; {3} are needed", "{0} ist {1} entfernt von {2}; nötig sind {3}";
        Reached: "{0} is reached from {1}", "{0} ist erreichbar von {1} aus";
        NoWayFrom: "no way leads to {0} from {1}", "kein Weg führt nach {0} von {1} aus";
        NoWay: "no way leads to {0}", "kein Weg führt nach {0}";
        NoWayBesideFrom: "no way leads next to {0} from {1}", "kein Weg führt neben {0} von {1} aus";
        NoWayBeside: "no way leads next to {0}", "kein Weg führt neben {0}";
        InLine: "{0} lies {1} {2} of {3}", "{0} liegt {1} {2} von {3} aus";

        // Formations.
        NoLine: "{0} is no {1}: {2}", "{0} bildet keine Formation „{1}“: {2}";
        MissingLine: "there is no {0}", "es gibt keine Formation „{0}“";
        ThereIsLine: "there is {0}: {1}", "es gibt eine Formation „{0}“: {1}";
        NotTheEnds: "{0} and {1} are not the two ends of a {2}", "{0} und {1} sind nicht die beiden Enden einer Formation „{2}“";
        NoLineFits: "no {0} has {1}", "keine Formation „{0}“ hat {1}";
        ItsRear: "its rear on {0}", "ihr hinteres Ende auf {0}";
        ItsFront: "its front on {0}", "ihr vorderes Ende auf {0}";
        AheadOfIt: "{0} {1} ahead of it", "{0} {1} vor sich";
        FromItsRear: "{0} {1} from its rear", "{0} {1} vor ihrem hinteren Ende";
        LineBetween: "the {0} {1}", "{0} {1}";
        AnyLine: "any {0}", "irgendeiner Formation „{0}“";
        AheadOf: "{0} ahead of {1}", "{0} vor {1}";

        // Zones, players, rows.
        ZoneOf: "{0} of {1}", "{0} von {1}";
        NotInZone: "there is no {0} in {1}", "in {1} liegt nicht: {0}";
        OneInZone: "there is {0} in {1}", "in {1} liegt: {0}";
        SeveralInZone: "there are {2} × {0} in {1}", "in {1} liegen: {2} × {0}";
        HoldsNothing: "{0} is empty", "in {0} liegt nichts";
        HoldsOne: "one is in {0}", "in {0} liegt eins";
        HoldsSeveral: "{1} are in {0}", "in {0} liegen {1}";
        TooFewInZone: "{0} × {1} are named, and {2} has {3}", "genannt sind {0} × {1}, doch in {2} liegen {3}";
        MoreThanExist: "more of them are named than the game has", "mehr davon sind genannt, als das Spiel hat";
        SuchThing: "such thing", "solche Sache";
        OnlyThatPlayer: "only {0} can be chosen", "nur {0} ist wählbar";
        AnotherPlayer: "it must be another player than {0}", "es muss ein anderer Spieler sein als {0}";
        NoneFits: "nothing can be chosen for it: {0} does not fit, for {1}", "nichts ist dafür wählbar: {0} passt nicht, denn {1}";
        NoPointToChoose: "there is no point that could be chosen", "kein Feld ist wählbar";
        NoPlayerToChoose: "there is no player that could be chosen", "kein Spieler ist wählbar";
        NoNumberToChoose: "there is no number that could be chosen", "keine Zahl ist wählbar";
        NoRowToChoose: "there is no {0} that could be chosen", "nichts ist wählbar aus: {0}";
        None: "none", "nichts";
        OwnerOf: "the owner of {0}", "der Besitzer von {0}";
        RowOf: "the {0} of {1}", "{0} von {1}";
        NoMember: "there is no {0}", "es gibt nicht: {0}";
        AMember: "there is {0}", "es gibt: {0}";
        NoMemberAtAll: "there is none", "es gibt keinen";
        WouldBe: "it would be {0}", "es wäre {0}";
        MemberIs: "{0} is {1}", "{0} ist {1}";
        MemberIsNot: "{0} is not {1}", "{0} ist nicht {1}";
        MemberIsBut: "{0} is {1}, not {2}", "{0} ist {1}, nicht {2}";
        MembersAre: "{0} is {1}, and {2} is {3}", "{0} ist {1}, und {2} ist {3}";

        // Numbers and conditions.
        TheNumber: "the number", "die Zahl";
        NumberOf: "the number of {0}", "die Anzahl davon ({0})";
        NumberOfThere: "the number of {0} there", "die Anzahl dort ({0})";
        NumberOfAt: "the number of {0} ({1})", "die Anzahl davon ({0}: {1})";
        SuchPoints: "such points", "solche Felder";
        WhatLiesIn: "what lies in {0}", "was in {0} liegt";
        MustBe: "{0} is {1}, and must be {2}", "{0} ist {1} und muss {2} sein";
        MustNotBe: "{0} is {1}, and must not be {2}", "{0} ist {1} und darf nicht {2} sein";
        MustBeLess: "{0} is {1}, and must be less than {2}", "{0} ist {1} und muss kleiner sein als {2}";
        MustBeMore: "{0} is {1}, and must be more than {2}", "{0} ist {1} und muss größer sein als {2}";
        MayBeAtMost: "{0} is {1}, and may be at most {2}", "{0} ist {1} und darf höchstens {2} sein";
        MustBeAtLeast: "{0} is {1}, and must be at least {2}", "{0} ist {1} und muss mindestens {2} sein";
        OutOfRange: "{0} is not from {1} to {2}", "{0} liegt nicht zwischen {1} und {2}";
        Weightless: "it cannot happen now: its weight is {0}", "das kann jetzt nicht geschehen: sein Gewicht ist {0}";
        Occurred: "this position has occurred {0} times", "diese Stellung gab es schon {0}-mal";
        NotOccurred: "this position has not occurred {0} times", "diese Stellung gab es noch nicht {0}-mal";
        ScriptYes: "{0} says yes", "{0} sagt ja";
        ScriptNo: "{0} says no", "{0} sagt nein";
        ScriptLeavesOut: "{0} does not name {1}", "{0} nennt {1} nicht";
        IsNone: "{0} is none", "{0} hat keinen Wert";
        IsNotNone: "{0} is not none", "{0} hat einen Wert";
        Yes: "{0} is yes", "{0} ist ja";
        No: "{0} is no", "{0} ist nein";
        WordsHold: "as the game stands, {0} holds", "wie das Spiel steht, gilt {0}";
        WordsDoNotHold: "as the game stands, {0} does not hold", "wie das Spiel steht, gilt {0} nicht";
        Holds: "a condition holds", "eine Bedingung gilt";
        DoesNotHold: "a condition does not hold", "eine Bedingung gilt nicht";
        OptionHolds: "it is not played so: {0} holds in this game", "so wird nicht gespielt: {0} gilt in diesem Spiel";
        OptionDoesNotHold: "it is not played so: {0} does not hold in this game", "so wird nicht gespielt: {0} gilt nicht in diesem Spiel";

        // Texts that cannot be read.
        NoMoves: "no move can be written in this game", "in diesem Spiel schreibt man keinen Zug";
        WrittenLike: "a move is written like {0}", "ein Zug wird geschrieben wie {0}";
        ExpectedMove: "expected a move such as {0}", "erwartet wird ein Zug wie {0}";
        NoBoard: "{0} is not a point: this game has no board", "{0} ist kein Feld: dieses Spiel hat kein Brett";
        NoPoint: "{0} is not a point of this board ({1})", "{0} ist kein Feld dieses Bretts ({1})";
        NoNumber: "{0} is not a plain whole number", "{0} ist keine einfache ganze Zahl";
        NoPlayer: "{0} does not play here; {1}", "{0} spielt hier nicht mit; {1}";
        PlayersAre: "the players are {0}", "es spielen {0}";
        NoRow: "{0} is no {1}; {2}", "{0} gehört nicht zu {1}; {2}";
        RowsAre: "there are {0}", "es gibt {0}";
        NoVerb: "no move begins with {0}; {1}", "kein Zug beginnt mit {0}; {1}";
        DidYouMean: "did you mean `{0}`?", "ist `{0}` gemeint?";
    }
}

#[cfg(test)]
mod tests {
    use super::ReasonPhrase;
    use linstock_base::check_table;

    #[test]
    fn every_language_says_everything() {
        check_table::<ReasonPhrase>();
    }
}
