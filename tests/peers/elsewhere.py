"""Games that programs other than OpenSpiel play: one class for each, as in translations.py."""

import draughts
import royalur

from translations import Peer, letter


class InternationalDraughts(Peer):
    """pydraughts, where all jumps of a turn are one move."""

    name, rules, seats = "international-draughts", "rulesets/international-draughts", ("white", "black")
    options = {"quiet": "none"}
    most_plies = 200

    class State:
        """A game of pydraughts, asked as one asks OpenSpiel."""

        def __init__(self):
            self.board = draughts.Board(variant="standard", fen="startpos")

        def is_terminal(self):
            # Here, three pieces against one and long play with kings alone go on.
            return not self.board.legal_moves() or self.board._game.is_threefold()

        @staticmethod
        def is_simultaneous_node():
            return False

        def apply_action(self, move):
            self.board.push(move)

    def start(self):
        return self.State()

    def source(self):
        return "pydraughts 0.6.7"

    @staticmethod
    def point(square):
        """Squares are numbered from Black's side there, only the dark ones."""
        row, place = divmod(square - 1, 5)
        return f"{letter(2 * place + (1 - row % 2))}{10 - row}"

    def choices(self, state):
        found = {}
        for move in state.board.legal_moves():
            points = [self.point(square) for square in move.steps_move]
            sign = "x" if move.captures else "-"
            steps = [sign.join(two) for two in zip(points, points[1:])]
            at = found
            for step in steps[:-1]:
                at = at.setdefault(step, {})
            at[steps[-1]] = (move,)
        return found

    def result(self, state):
        if state.board.legal_moves():
            return "draw"
        return "wins " + ("black" if state.board.turn == draughts.WHITE else "white")


class RoyalGameOfUr(Peer):
    """RoyalUr, with the rules that it names after Finkel."""

    name, rules, seats = "royal-game-of-ur", "rulesets/royal-game-of-ur", ("light", "dark")

    class State:
        """A game of RoyalUr, asked as one asks OpenSpiel."""

        def __init__(self):
            self.game = royalur.Game.create_finkel()
            # A turn without a move is passed over there, and here the player says so.
            self.passes = False

        def is_terminal(self):
            return self.game.is_finished()

        @staticmethod
        def is_simultaneous_node():
            return False

        def apply_action(self, action):
            if isinstance(action, int):
                self.game.roll_dice(action)
                self.passes = not self.game.is_waiting_for_move()
            elif action is None:
                self.passes = False
            else:
                self.game.make_move(action)

    def start(self):
        return self.State()

    def source(self):
        return "RoyalUr 0.0.6 (`create_finkel`)"

    @staticmethod
    def point(tile):
        """Columns are the rows there, and the other way round."""
        there = str(tile)
        return f"{letter(int(there[1:]) - 1)}{'ABC'.index(there[0]) + 1}"

    def choices(self, state):
        if state.passes:
            return {"pass": (None,)}
        if state.game.is_waiting_for_roll():
            return {str(n): (n,) for n in range(5)}
        return {self.text(state, move): (move,) for move in state.game.find_available_moves()}

    def text(self, state, move):
        if move.has_source():
            here = self.point(move.source)
            return f"{here} home" if move.dest is None else f"{here}-{self.point(move.dest)}"
        return f"enter {self.point(move.dest)}"

    def result(self, state):
        return "wins " + self.seats["LD".index(state.game.get_winner().text_name[0])]


PEERS = [InternationalDraughts(), RoyalGameOfUr()]
