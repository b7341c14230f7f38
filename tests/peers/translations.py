"""One class for each game: what OpenSpiel calls a move, in the notation of Linstock's ruleset."""

import re

import pyspiel


class Peer:
    """A game that both know."""

    name = ""            # the file's name, and the ruleset's unless `rules` says otherwise
    spiel = ""           # as OpenSpiel loads it
    rules = ""           # the folder of the ruleset
    variant = None       # of the ruleset
    options = {}         # options of the ruleset that make it the same game
    players = None
    games = 50
    most_plies = 2000
    seats = ()           # Linstock's names of the players, in seat order

    def start(self):
        """The position with which a game begins."""
        return pyspiel.load_game(self.spiel).new_initial_state()

    def source(self):
        """Which program played."""
        return f"{self.spiel}, OpenSpiel 2.0.2"

    def pick(self, draw, texts, seed, state):
        """One of the moves, at random."""
        return draw.choice(texts)

    def text(self, state, action):
        """A move in Linstock's notation."""
        raise NotImplementedError

    def spoken(self, state, action):
        """A move as OpenSpiel writes it."""
        return state.action_to_string(state.current_player(), action)

    def choices(self, state):
        """All moves, each with the actions of OpenSpiel that it stands for, or with the moves that come next in the same turn.
        Actions alone, without moves, are done where nobody chooses."""
        return {self.text(state, action): (action,) for action in state.legal_actions()}

    def choices_of(self, state, player):
        """All moves of one of several players who choose at once."""
        return {self.text_of(state, player, action): action for action in state.legal_actions(player)}

    def rest(self, moves):
        """What Linstock plays on without a choice when OpenSpiel's game is over."""
        return []

    def result(self, state):
        """Who won, or what everybody scored."""
        returns = state.returns()
        if len(set(returns)) == 1:
            return "draw"
        return "wins " + self.seats[returns.index(max(returns))]


def letter(n):
    """The letter of a column, from 0."""
    return "abcdefghijklmnopqrstuvwxyz"[n]


class ConnectFour(Peer):
    name, spiel, rules, seats = "connect-four", "connect_four", "rulesets/connect-four", ("red", "yellow")

    def text(self, state, action):
        column = [row[action] for row in str(state).split()]
        return f"{letter(action)}{1 + sum(c != '.' for c in column)}"


class Reversi(Peer):
    name, spiel, rules, seats = "reversi", "othello", "rulesets/reversi", ("black", "white")

    def text(self, state, action):
        said = self.spoken(state, action)
        return said if said == "pass" else f"{said[0]}{9 - int(said[1:])}"


class Gomoku(Peer):
    name, spiel, rules, seats = "gomoku", "gomoku(size=8)", "rulesets/gomoku", ("black", "white")
    options = {"size": "8"}
    size = 8

    def text(self, state, action):
        row, column = map(int, self.spoken(state, action).split(","))
        return f"{letter(column)}{self.size - row}"


class Amazons(Peer):
    name, spiel, rules, seats = "amazons", "amazons", "rulesets/amazons", ("white", "black")

    @staticmethod
    def point(text):
        row, column = map(int, re.search(r"\((\d+), (\d+)\)", text).groups())
        return f"{letter(column - 1)}{11 - row}"

    def choices(self, state):
        found = {}
        for here in state.legal_actions():
            moving = state.child(here)
            for there in moving.legal_actions():
                shooting = moving.child(there)
                begin = f"{self.point(self.spoken(state, here))}-{self.point(self.spoken(moving, there))}"
                for target in shooting.legal_actions():
                    found[f"{begin}/{self.point(self.spoken(shooting, target))}"] = (here, there, target)
        return found


class Scored(Peer):
    """A game whose returns are what the players scored, as so much more or less than they came with."""

    came_with = 0

    def result(self, state):
        return "scores " + " ".join(str(round(r) + self.came_with) for r in state.returns())


class KuhnPoker(Scored):
    name, spiel, rules, came_with = "kuhn-poker", "kuhn_poker", "rulesets/kuhn-poker", 2

    def text(self, state, action):
        history = state.history()
        if state.is_chance_node():
            return f"deal {('ann', 'ben')[len(history)]} {('jack', 'queen', 'king')[action]}"
        bet = 1 in history[2:]
        return (("fold", "call") if bet else ("check", "bet"))[action]


class LeducPoker(Scored):
    name, spiel, rules, came_with = "leduc-poker", "leduc_poker", "rulesets/leduc-poker", 100

    def text(self, state, action):
        if state.is_chance_node():
            card = ("jack", "queen", "king")[action // 2]
            dealt = len(state.history())
            return f"deal {('ann', 'ben')[dealt]} {card}" if dealt < 2 else f"open {card}"
        said = self.spoken(state, action).lower()
        can_fold = len(state.legal_actions()) > 2 or self.spoken(state, state.legal_actions()[0]) == "Fold"
        return "check" if said == "call" and not can_fold else said


class Goofspiel(Peer):
    name, spiel, rules, seats = "goofspiel", "goofspiel", "rulesets/goofspiel", ("ann", "ben")
    cards = "ace two three four five six seven eight nine ten jack queen king".split()

    def text(self, state, action):
        return f"prize {self.cards[action]}"

    def text_of(self, state, player, action):
        return f"bid {self.cards[action]}"

    def rest(self, moves):
        """The last round, in which nobody has a choice: OpenSpiel leaves it out."""
        def left(played):
            return (set(self.cards) - {text.split()[1] for text in played}).pop()
        return [f"prize {left(moves[0::3])}", f"bid {left(moves[1::3])}", f"bid {left(moves[2::3])}"]


class Pig(Peer):
    name, spiel, rules, seats = "pig", "pig(winscore=30)", "rulesets/pig", ("ann", "ben")
    options = {"goal": "30", "begin": "any"}

    def text(self, state, action):
        said = self.spoken(state, action)
        return {"roll": "roll", "stop": "hold"}.get(said) or said.split()[1]


class Go(Peer):
    name, spiel, rules, seats = "go", "go(board_size=7,komi=7.5)", "rulesets/go", ("black", "white")
    options = {"size": "7"}

    def text(self, state, action):
        said = self.spoken(state, action).split()[1].lower()
        return said if said == "pass" else f"{letter('abcdefghjklmnopqrst'.index(said[0]))}{said[1:]}"

    def result(self, state):
        # OpenSpiel ends a game with a draw where a position comes back, and counts the areas where a game is too long.
        too_long = state.move_number() >= state.get_game().max_game_length()
        return "left" if too_long or not any(state.returns()) else super().result(state)


class LinesOfAction(Peer):
    name, spiel, rules, seats = "lines-of-action", "lines_of_action", "rulesets/lines-of-action", ("black", "white")
    options = {"repetition": "draw"}

    def text(self, state, action):
        return self.spoken(state, action)


class Chess(Peer):
    name, spiel, rules, seats = "chess", "chess", "rulesets/chess", ("black", "white")
    games = 20
    pieces = {"q": "=queen", "r": "=rook", "b": "=bishop", "n": "=knight"}

    def text(self, state, action):
        said = pyspiel.chess.action_to_move(action, state.board()).to_lan()
        return f"{said[:2]}-{said[2:4]}{self.pieces.get(said[4:], '')}"


class Blindfold:
    """Kriegspiel as OpenSpiel plays it, but over as soon as chess is: OpenSpiel lets a mated player try everything first."""

    def __init__(self, state):
        self.state = state
        self.begin_turn()

    def begin_turn(self):
        self.tries = self.state.legal_actions()
        board = " ".join(str(self.state).split()[:4])
        self.chess = pyspiel.load_game("chess").new_initial_state(f"{board} 0 1")

    def is_terminal(self):
        return self.chess.is_terminal()

    def returns(self):
        return self.chess.returns()

    def is_simultaneous_node(self):
        return False

    def mover(self):
        return self.state.current_player()

    def legal_actions(self):
        return self.tries

    def after(self, action):
        """What the umpire says to a move, and the game after it; nothing to what is tried a second time."""
        if action not in self.state.legal_actions():
            return "Illegal move.", self
        child = self.state.child(action)
        said = child.observation_string(self.mover()).splitlines()[-1]
        return said, self if said.startswith("Illegal") else Blindfold(child)

    def squares(self):
        """The squares, row 1 first, each with its man or a dot."""
        rows = str(self.state).split()[0].split("/")[::-1]
        return ["".join("." * int(c) if c.isdigit() else c for c in row) for row in rows]

    def attacks(self):
        """From where the king of the mover is attacked. OpenSpiel's umpire never tells: he asks what the mover attacks."""
        squares = self.squares()
        black = self.mover() == 0
        [(row, column)] = [(r, line.index(king)) for king in "Kk"[black] for r, line in enumerate(squares) if king in line]

        def man(r, c):
            inside = 0 <= r < 8 and 0 <= c < 8
            return (squares[r][c].swapcase() if black else squares[r][c]) if inside else "#"

        found = set()
        for dr, dc in [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]:
            far = 1
            while man(row + far * dr, column + far * dc) == ".":
                far += 1
            straight = not (dr and dc)
            rising = dr == dc
            long = rising == ((row < 4) == (column < 4))
            how = ("row", "column")[dc == 0] if straight else ("short diagonal", "long diagonal")[long]
            riders = ("qr" if straight else "qb") + ("p" if not straight and far == 1 and dr == (1, -1)[black] else "")
            if man(row + far * dr, column + far * dc) in riders:
                found.add(f"along the {how}")
        leaps = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]
        if any(man(row + r, column + c) == "n" for r, c in leaps):
            found.add("by a knight")
        return found

    def apply_action(self, action):
        if action not in self.state.legal_actions():
            return
        self.state.apply_action(action)
        if "Illegal" not in self.state.observation_string(0):
            self.begin_turn()


class Kriegspiel(Peer):
    name, spiel, rules, seats = "kriegspiel", "kriegspiel(threefold_repetition=false,50_move_rule=false)", "rulesets/chess", ("black", "white")
    variant = "kriegspiel"
    options = {"repetition": "none", "fifty": "none"}
    games, most_plies = 20, 1500
    pieces = Chess.pieces
    checks = ("along the row", "along the column", "along the long diagonal", "along the short diagonal", "by a knight")

    def start(self):
        return Blindfold(super().start())

    def choices(self, state):
        found, self.mates = {}, set()
        for action in state.legal_actions():
            said = state.state.action_to_string(state.mover(), action)
            text = f"{said[:2]}-{said[2:4]}{self.pieces.get(said[4:], '')}"
            found[text] = self.answers(state, action, said)
            after = state.after(action)[1]
            if after.is_terminal() and any(after.returns()):
                self.mates.add(text)
        return found

    def pick(self, draw, texts, seed, state):
        """At random, but a mate if there is one."""
        return draw.choice([text for text in texts if text in self.mates] or texts)

    def answers(self, state, action, move):
        """What the umpire answers, one after the other: each is all that can be chosen then."""
        said, after = state.after(action)
        if said.startswith("Illegal"):
            return {"no": (action,)}
        answers = ["yes", *self.taken(state, move, said)]
        if not after.is_terminal():
            me = self.seats[after.mover()]
            answers += [f"{me} is attacked {how}" for how in self.checks if how in after.attacks()]
            answers += [f"a pawn of {me} can take"] if "pawn tr" in said else []
        chosen = (action,)
        for answer in reversed(answers):
            chosen = {answer: chosen}
        return chosen

    def taken(self, state, move, said):
        """What was taken; OpenSpiel does not speak of a pawn that is taken in passing."""
        what, _, rest = said.partition(" at ")
        if rest:
            return [f"a {what.lower()} is taken on {rest[:2]}"]
        passing = state.squares()[int(move[1]) - 1]["abcdefgh".index(move[0])] in "Pp" and move[0] != move[2]
        return [f"a pawn is taken on {move[2]}{move[1]}"] if passing else []


class Hex(Peer):
    name, spiel, rules, seats = "hex", "hex(board_size=7)", "rulesets/hex", ("red", "blue")
    options = {"size": "7"}

    def text(self, state, action):
        return self.spoken(state, action)


class Y(Peer):
    name, spiel, rules, seats = "y", "y(board_size=9)", "rulesets/y", ("red", "blue")
    options = {"size": "9"}

    def text(self, state, action):
        return self.spoken(state, action)


class NineMensMorris(Peer):
    name, spiel, rules, seats = "nine-mens-morris", "nine_mens_morris", "rulesets/nine-mens-morris", ("white", "black")
    spots = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()

    def text(self, state, action):
        said = self.spoken(state, action).split()
        if said[0] == "Move":
            return f"{self.spots[int(said[1])]}-{self.spots[int(said[3])]}"
        spot = self.spots[int(said[1])]
        # A point with a man on it is where one is taken.
        taken = [sign for sign in str(state)[:str(state).index("Current")] if sign in ".WB"][int(said[1])] != "."
        return f"x{spot}" if taken else spot

    def result(self, state):
        # OpenSpiel calls a long game drawn.
        return "left" if not any(state.returns()) else super().result(state)


class Kalah(Peer):
    name, spiel, rules, seats = "kalah", "mancala", "rulesets/kalah", ("south", "north")

    def text(self, state, action):
        pit = int(self.spoken(state, action))
        return f"s{pit}" if pit < 7 else f"n{pit - 7}"


class Clobber(Peer):
    name, spiel, rules, seats = "clobber", "clobber", "rulesets/clobber", ("white", "black")

    def text(self, state, action):
        said = self.spoken(state, action)
        return f"{said[:2]}x{said[2:4]}"


class Breakthrough(Peer):
    name, spiel, rules, seats = "breakthrough", "breakthrough", "examples/breakthrough", ("white", "black")
    games = 20

    def text(self, state, action):
        # There, the player above begins.
        said = self.spoken(state, action)
        sign = "x" if said.endswith("*") else "-"
        return f"{said[0]}{9 - int(said[1])}{sign}{said[2]}{9 - int(said[3])}"


class EnglishDraughts(Peer):
    name, spiel, rules, seats = "english-draughts", "checkers", "rulesets/english-draughts", ("black", "white")
    options = {"quiet": "40"}

    def text(self, state, action):
        said = self.spoken(state, action)
        sign = "x" if abs(ord(said[0]) - ord(said[2])) == 2 else "-"
        return f"{said[:2]}{sign}{said[2:]}"


class Oware(Peer):
    name, spiel, rules, seats = "oware", "oware", "rulesets/oware", ("south", "north")

    def text(self, state, action):
        said = self.spoken(state, action)
        return f"s{'ABCDEF'.index(said) + 1}" if said.isupper() else f"n{'abcdef'.index(said) + 1}"


class Xiangqi(Peer):
    name, spiel, rules, seats = "xiangqi", "xiangqi", "rulesets/xiangqi", ("red", "black")
    options = {"repetition": "none", "quiet": "none"}
    games, most_plies = 20, 200

    def text(self, state, action):
        row, column, to_row, to_column = map(int, re.findall(r"\d+", self.spoken(state, action)))
        return f"{letter(column)}{10 - row}-{letter(to_column)}{10 - to_row}"

    def result(self, state):
        # OpenSpiel calls a repetition and a long game drawn.
        return "left" if not any(state.returns()) else super().result(state)


class Shogi(Peer):
    name, spiel, rules, seats = "shogi", "shogi", "rulesets/shogi", ("black", "white")
    options = {"repetition": "none"}
    games, most_plies = 20, 250
    kinds = {"P": "pawn", "L": "lance", "N": "knight", "S": "silver", "G": "gold", "B": "bishop", "R": "rook"}

    @staticmethod
    def point(text):
        return f"{letter(9 - int(text[0]))}{9 - 'abcdefghi'.index(text[1])}"

    def text(self, state, action):
        said = self.spoken(state, action)
        if said[1] == "*":
            return f"{self.kinds[said[0]]}*{self.point(said[2:])}"
        return f"{self.point(said[:2])}-{self.point(said[2:4])}{said[4:]}"

    def result(self, state):
        return "left" if not any(state.returns()) else super().result(state)


class Hearts(Peer):
    name, spiel, rules = "hearts", "hearts(pass_cards=false)", "rulesets/hearts"
    options = {"passing": "none", "goal": "1"}

    def text(self, state, action):
        said = self.spoken(state, action).lower()
        card = said[1] + said[0]
        dealt = len(state.history()) - 1
        return f"deal {('ann', 'ben', 'cem', 'dan')[dealt % 4]} {card}" if state.is_chance_node() else card

    def choices(self, state):
        if state.history():
            return super().choices(state)
        # That nobody passes is an outcome of its own there.
        (nobody,) = state.legal_actions()
        dealing = state.child(nobody)
        return {self.text(dealing, action): (nobody, action) for action in dealing.legal_actions()}

    def result(self, state):
        return "scores " + " ".join(str(26 - round(r)) for r in state.returns())


class Havannah(Peer):
    name, spiel, rules, seats = "havannah", "havannah(board_size=5)", "rulesets/havannah", ("white", "black")
    options = {"size": "5"}

    def text(self, state, action):
        # Rows are counted from above there; the rules are the same upside down.
        return self.spoken(state, action)


class DotsAndBoxes(Peer):
    name, spiel, rules, seats = "dots-and-boxes", "dots_and_boxes(num_rows=4,num_cols=4)", "rulesets/dots-and-boxes", ("ann", "ben")

    def text(self, state, action):
        way, row, column = re.search(r"\((.),(\d+),(\d+)\)", self.spoken(state, action)).groups()
        across, down = 2 * int(column), 2 * int(row)
        return f"{letter(across + 1)}{9 - down}" if way == "h" else f"{letter(across)}{8 - down}"


class Yacht(Peer):
    name, spiel, rules = "yacht", "yacht", "rulesets/yacht"
    options = {"four-counts": "all"}
    faces = "one two three four five six".split()
    boxes = {
        "Ones": "ones", "Twos": "twos", "Threes": "threes", "Fours": "fours", "Fives": "fives", "Sixes": "sixes", "Chance": "choice",
        "Four of a Kind": "four-alike", "Full House": "full-house", "Small Straight": "little-straight",
        "Large Straight": "big-straight", "Yacht": "yacht",
    }
    rolled = ()

    def roll(self, face, dice):
        """One die; the last one makes the outcome, in which the first die counts least."""
        self.rolled = (*self.rolled, face)
        if len(self.rolled) == dice:
            yield sum(face * 6**at for at, face in enumerate(self.rolled))
            self.rolled = ()

    def choices(self, state):
        if not state.is_chance_node():
            return super().choices(state)
        dice = next(n for n in range(1, 6) if 6**n == len(state.legal_actions()))
        return {name: self.roll(face, dice) for face, name in enumerate(self.faces)}

    def text(self, state, action):
        said = self.spoken(state, action)
        if said.startswith("Keep"):
            return "keep"
        if said.startswith("Score"):
            return "fill " + self.boxes[said.removeprefix("Score in ")]
        dice = [int(n) - 1 for n in re.search(r"Dice: (.*)", str(state)).group(1).split()]
        again = sorted(dice[int(n)] for n in said.removeprefix("Reroll dice: ").split(","))
        return "again " + " ".join(self.faces[face] for face in again)

    def result(self, state):
        return "scores " + " ".join(re.findall(r"\(total: (\d+)\)", str(state)))


class Battleship(Peer):
    name, spiel, rules = "battleship", "battleship(num_shots=100,allow_repeated_shots=false)", "rulesets/battleship"
    seats = ("ann", "ben")
    games = 20
    lengths = (2, 3, 3, 4, 5)

    @staticmethod
    def point(whose, row, column):
        """A place in the waters of a player, of which Ben's lie above."""
        return f"{letter(column)}{10 * whose + 10 - row}"

    def text(self, state, action):
        said, me = self.spoken(state, action), state.current_player()
        row, column = map(int, re.search(r"\((\d+), (\d+)\)", said).groups())
        if "shoot" in said:
            return f"x{self.point(1 - me, row, column)}"
        more = self.lengths[len(state.history()) // 2] - 1
        if "horizontally" in said:
            return f"ship {self.point(me, row, column)}-{self.point(me, row, column + more)}"
        return f"ship {self.point(me, row + more, column)}-{self.point(me, row, column)}"


class Backgammon(Peer):
    name, spiel, rules, seats = "backgammon", "backgammon", "rulesets/backgammon", ("white", "black")
    bar, nowhere = 24, -1

    def text(self, state, move):
        """One step of one man, by one die."""
        me = state.current_player()
        there = move.pos + move.num * (-1, 1)[me == 0] if move.pos < self.bar else (24 - move.num, move.num - 1)[me == 0]
        if not 0 <= there < 24:
            return f"{letter(23 - move.pos)}1 off by {move.num}"
        here = "bar" if move.pos >= self.bar else f"{letter(23 - move.pos)}1"
        return f"{here}-{letter(23 - there)}1"

    def choices(self, state):
        if state.is_chance_node():
            found = {}
            for action in state.legal_actions():
                said = self.spoken(state, action)
                high, low = sorted(re.search(r"roll: (\d)(\d)", said).groups(), reverse=True)
                if "O starts" in said:
                    high, low = low, high
                found[f"{high} {low}"] = (action,)
            return found
        found = {}
        for action in state.legal_actions():
            moves = state.spiel_move_to_checker_moves(state.current_player(), action)
            texts = [self.text(state, move) for move in moves if move.pos != self.nowhere]
            at = found
            for text in texts[:-1]:
                at = at.setdefault(text, {})
            if not texts:
                return (action,)
            at[texts[-1]] = (action,)
        return found


class Cribbage(Peer):
    name, spiel, rules, seats = "cribbage", "cribbage(players=2)", "rulesets/cribbage", ("ann", "ben")
    options = {"first-deal": "ann", "crib-flush": "four"}
    games = 20

    @staticmethod
    def card(text):
        return text[1].lower() + text[0].lower()

    def choices(self, state):
        if not state.is_chance_node() and self.spoken(state, state.legal_actions()[0]) == "Pass":
            return tuple(state.legal_actions())
        return super().choices(state)

    def text(self, state, action):
        said = self.spoken(state, action).split()
        cards = sorted(map(self.card, said[1:]), key=lambda card: ("cdhs".index(card[0]), "a23456789tjqk".index(card[1])))
        if state.is_chance_node():
            hands = [len(line.split(":")[1].split()) for line in str(state).splitlines() if " Hand:" in line]
            dealt = [player for player, size in zip(("ann", "ben"), hands) if size < 6]
            crib = re.search(r"Crib: *(.*)", str(state)).group(1)
            return f"turn up {cards[0]}" if crib.strip() else f"deal {dealt[0]} {cards[0]}"
        return f"lay away {' '.join(cards)}" if len(cards) == 2 else cards[0]


class ChineseCheckers(Peer):
    name, spiel, rules, seats = "chinese-checkers", "chinese_checkers", "rulesets/chinese-checkers", ("red", "blue")
    most_plies = 300
    # From which letter to which each row goes, from below.
    rows = "ee ef eg eh am bm cm dm em en eo ep eq jm km lm mm".split()
    points = [f"{letter(n)}{row}" for row, (a, z) in enumerate(rows, 1) for n in range(ord(a) - 97, ord(z) - 96)]

    def text(self, state, action):
        said = self.spoken(state, action)
        if said == "Pass":
            return "stop"
        here, there = (self.points[int(n)] for n in re.findall(r"\d+", said))
        return f"{here}/{there}" if "=>" in said else f"{here}-{there}"

    def choices(self, state):
        found = {}
        for action in state.legal_actions():
            text = self.text(state, action)
            # There, a turn is over when no jump follows; here, the player says so.
            ends = "/" in text and state.child(action).current_player() != state.current_player()
            found[text] = {"stop": (action,)} if ends and not state.child(action).is_terminal() else (action,)
        return found

    def pick(self, draw, texts, seed, state):
        """At random; in every second game mostly forward, or nobody would come across."""
        if seed % 2 or draw.random() < 0.1:
            return draw.choice(texts)
        gains = [self.gain(state, text) for text in texts]
        return draw.choice([text for text, gain in zip(texts, gains) if gain == max(gains)])

    @staticmethod
    def gain(state, text):
        """How many rows a move leads forward."""
        rows = [int(n) for n in re.findall(r"\d+", text)]
        return (rows[1] - rows[0]) * (1, -1)[state.current_player()] if rows else 0


PEERS = [
    LinesOfAction(), ConnectFour(), Reversi(), Gomoku(), Amazons(), KuhnPoker(), LeducPoker(), Goofspiel(), Pig(), Go(), Chess(),
    Kriegspiel(), Hex(), Y(), NineMensMorris(), Kalah(), Clobber(), Breakthrough(), EnglishDraughts(), Oware(), Xiangqi(), Shogi(), Hearts(), Havannah(),
    DotsAndBoxes(), Yacht(), Battleship(), Backgammon(), Cribbage(), ChineseCheckers(),
]
