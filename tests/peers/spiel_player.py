#!/usr/bin/env python3
"""OpenSpiel's Monte-Carlo tree search as a player of `linstock match`.

Usage: linstock match connect-four best:100ms 'cmd:venv/bin/python tests/peers/spiel_player.py connect-four --ms 100' --games 200
"""

import argparse
import json
import sys
import time
from pathlib import Path

import pyspiel

sys.path.insert(0, str(Path(__file__).parent))
from translations import PEERS  # noqa: E402


class Searcher:
    """A search with a number of simulations, or with the number that fits in a time."""

    def __init__(self, game, settings):
        self.game, self.settings = game, settings
        self.evaluator = pyspiel.RandomRolloutEvaluator(1, settings.seed)
        self.for_a_second = 1000.0

    def choose(self, state, share):
        """An action; the search takes `share` of the thinking time."""
        seconds = self.settings.ms / 1000 * share
        simulations = self.settings.simulations or max(10, int(self.for_a_second * seconds))
        megabytes, solve, verbose = 1000, True, False
        bot = pyspiel.MCTSBot(
            self.game, self.evaluator, self.settings.c, simulations, megabytes, solve, self.settings.seed, verbose)
        began = time.process_time()
        action = bot.step(state)
        took = time.process_time() - began
        # A proven result ends a search early, and says nothing about its speed.
        if not self.settings.simulations and took > seconds / 4:
            self.for_a_second += (simulations / took - self.for_a_second) / 2
        return action


class SpielPlayer:
    """A game that is played from the lines of `linstock match`."""

    def __init__(self, settings):
        self.peer = next(peer for peer in PEERS if peer.name == settings.game)
        self.searcher = Searcher(self.peer.start().get_game(), settings)
        self.state, self.played = self.peer.start(), []

    def follow(self, moves):
        """Plays the moves of the history that were not played yet."""
        if self.played != moves[:len(self.played)]:
            self.state, self.played = self.peer.start(), []
        at = None
        for text in moves[len(self.played):]:
            at = (at or self.peer.choices(self.state))[text]
            if not isinstance(at, dict):
                for action in at:
                    self.state.apply_action(action)
                at = None
            self.played.append(text)

    def move(self):
        """The move that the search chooses. A move of several actions is searched one action after the other."""
        left = self.peer.choices(self.state)
        state, done = self.state, 0
        while len(left) > 1:
            parts = max(len(actions) for actions in left.values()) - done
            action = self.searcher.choose(state, 1 / parts)
            left = {text: actions for text, actions in left.items() if actions[done] == action}
            state, done = state.child(action), done + 1
        return next(iter(left))


def main():
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game", help="a name of translations.py")
    reader.add_argument("--ms", type=float, default=100, help="thinking time for each move, in milliseconds of processor time")
    reader.add_argument("--simulations", type=int, help="a number of simulations instead of a time")
    reader.add_argument("--c", type=float, default=1.4, help="the constant of UCT")
    reader.add_argument("--seed", type=int, default=1)
    player = SpielPlayer(reader.parse_args())
    for line in sys.stdin:
        player.follow(json.loads(line)["history"]["moves"])
        print(json.dumps({"move": player.move()}), flush=True)


if __name__ == "__main__":
    main()
