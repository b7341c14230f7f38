"""Fanorona, for which no package was found: played here by a program of its own.

It was written for this folder, after the clauses in words, and shares nothing with the rules in `rulesets`: a board is a
dictionary of columns and rows, and the lines between its points follow from their sums.
"""

from translations import Peer, letter

COLUMNS, ROWS, QUIET = range(9), range(5), 50
MIDDLE = "BWBW.BWBW"


def laid():
    """The stones at the start, by column and row."""
    board = {(c, r): "W" if r < 2 else "B" for c in COLUMNS for r in ROWS if r != 2}
    board.update({(c, 2): side for c, side in enumerate(MIDDLE) if side != "."})
    return board


def ways(point):
    """The lines that leave a point: four of them, and four more where column and row have an even sum."""
    straight = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    aslant = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    return straight + (aslant if sum(point) % 2 == 0 else [])


def shifted(point, way, times=1):
    return point[0] + way[0] * times, point[1] + way[1] * times


def on_board(point):
    return point[0] in COLUMNS and point[1] in ROWS


class Board:
    """A game, asked as one asks OpenSpiel. An action is its sort, the two points, and the points that it empties."""

    def __init__(self, forced):
        self.stones, self.forced = laid(), forced
        self.side, self.quiet, self.winner = "W", 0, None
        self.trail, self.last_way = [], None

    @staticmethod
    def is_simultaneous_node():
        return False

    def other(self):
        return "B" if self.side == "W" else "W"

    def row(self, point, way):
        """The enemies from a point on, as long as there is one after the other."""
        taken = []
        while self.stones.get(point) == self.other():
            taken.append(point)
            point = shifted(point, way)
        return taken

    def captures(self):
        mine = self.trail[-1:] or [p for p, side in self.stones.items() if side == self.side]
        for here in mine:
            for way in ways(here):
                there = shifted(here, way)
                if not on_board(there) or there in self.stones or there in self.trail or way == self.last_way:
                    continue
                back = (-way[0], -way[1])
                for sort, taken in ((">", self.row(shifted(there, way), way)), ("<", self.row(shifted(here, back), back))):
                    if taken:
                        yield sort, here, there, tuple(taken)

    def steps(self):
        for here in [p for p, side in self.stones.items() if side == self.side]:
            for there in (shifted(here, way) for way in ways(here)):
                if on_board(there) and there not in self.stones:
                    yield "-", here, there, ()

    def actions(self):
        captures = list(self.captures())
        if self.trail:
            return captures + ([] if self.forced else [("stop",)])
        return captures or list(self.steps())

    def is_terminal(self):
        return self.winner is not None or (not self.trail and (self.quiet >= QUIET or not self.actions()))

    def apply_action(self, action):
        if action == ("stop",):
            return self.end_turn()
        sort, here, there, taken = action
        self.stones[there] = self.stones.pop(here)
        for point in taken:
            del self.stones[point]
        if sort == "-":
            self.quiet += 1
            return self.end_turn()
        self.quiet = 0
        self.trail = (self.trail or [here]) + [there]
        self.last_way = (there[0] - here[0], there[1] - here[1])
        if not list(self.captures()):
            self.end_turn()

    def end_turn(self):
        self.trail, self.last_way = [], None
        if self.other() not in self.stones.values():
            self.winner = self.side
        self.side = self.other()


class Fanorona(Peer):
    name, rules, seats = "fanorona", "rulesets/fanorona", ("white", "black")
    options = {"quiet": str(QUIET)}
    most_plies = 600
    forced = False

    def start(self):
        return Board(self.forced)

    def source(self):
        return "rows_taken.py"

    def choices(self, state):
        return {self.text(action): (action,) for action in state.actions()}

    @staticmethod
    def text(action):
        if action == ("stop",):
            return "stop"
        sort, here, there, _ = action
        return f"{letter(here[0])}{here[1] + 1}{sort}{letter(there[0])}{there[1] + 1}"

    def result(self, state):
        if state.winner is None and state.quiet >= QUIET:
            return "draw"
        winner = state.winner or state.other()
        return f"wins {self.seats[0 if winner == 'W' else 1]}"


class FanoronaForced(Fanorona):
    name, forced = "fanorona-forced", True
    options = {"quiet": str(QUIET), "going-on": "forced"}


PEERS = [Fanorona(), FanoronaForced()]
