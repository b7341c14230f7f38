#!/usr/bin/env python3
"""A program that speaks UCI (https://www.chessprogramming.org/UCI) as a player of `linstock match`.

Usage: linstock match chess best:100ms 'cmd:python3 tests/peers/uci_player.py stockfish --skill 0 --ms 100' --games 20

It translates moves that lead from a square to a square, with promotions, and drops of pieces in hand. So it plays chess, xiangqi
(`--variant xiangqi` of Fairy-Stockfish) and shogi.
"""

import argparse
import json
import re
import subprocess
import sys

STEP = re.compile(r"([a-z]\d+)[-x]([a-z]\d+)(?:=(\w+)|(\+))?")
DROP = re.compile(r"(\w+)\*([a-z]\d+)")
LETTERS = {"knight": "n"}


def letter(kind):
    """The letter of a kind of piece: the first one of its name, but n for a knight."""
    return LETTERS.get(kind, kind[0])


def to_uci(text):
    """A move of Linstock as UCI writes it; none if it is no such move."""
    if found := STEP.fullmatch(text):
        start, end, promoted, plus = found.groups()
        return start + end + (letter(promoted) if promoted else plus or "")
    if found := DROP.fullmatch(text):
        kind, point = found.groups()
        return f"{letter(kind).upper()}@{point}"
    return None


class Engine:
    """The program."""

    def __init__(self, settings):
        self.process = subprocess.Popen(
            [settings.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci")
        self.wait("uciok")
        options = {"UCI_Variant": settings.variant, "Skill Level": settings.skill}
        for name, value in options.items():
            if value is not None:
                self.say(f"setoption name {name} value {value}")
        limits = {"movetime": settings.ms, "nodes": settings.nodes, "depth": settings.depth}
        named = [f"{name} {value}" for name, value in limits.items() if value is not None]
        self.go = " ".join(["go", *(named or ["movetime 100"])])
        self.played = []

    def say(self, line):
        print(line, file=self.process.stdin, flush=True)

    def wait(self, word):
        """The first line that begins with a word."""
        for line in self.process.stdout:
            if line.split()[:1] == [word]:
                return line
        sys.exit(f"the program ended before it said `{word}`")

    def choose(self, played):
        """The move after some moves from the start."""
        if played[:len(self.played)] != self.played:
            self.say("ucinewgame")
            self.say("isready")
            self.wait("readyok")
        self.played = played
        self.say(" ".join(["position startpos", *(["moves", *played] if played else [])]))
        self.say(self.go)
        return self.wait("bestmove").split()[1]


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("program", help="a program that speaks UCI")
    reader.add_argument("--variant", help="the value of its option UCI_Variant")
    reader.add_argument("--skill", type=int, help="the value of its option `Skill Level`")
    reader.add_argument("--ms", type=int, help="thinking time for each move, in milliseconds; 100 if there is no other limit")
    reader.add_argument("--nodes", type=int, help="the most positions for each move")
    reader.add_argument("--depth", type=int, help="the deepest search in plies")
    engine = Engine(reader.parse_args())
    for line in sys.stdin:
        request = json.loads(line)
        texts = {to_uci(text): text for text in request["moves"]}
        move = engine.choose([to_uci(text) for text in request["history"]["moves"]])
        # A move that is not legal here is answered as it is, so that the match says so.
        print(json.dumps({"move": texts.get(move, move)}), flush=True)


if __name__ == "__main__":
    main()
