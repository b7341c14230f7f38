"""L'Attaque, for which no other program was found: played here by a program of its own.

It was written for this folder, after the clauses in words, and shares nothing with the rules in `rulesets`: a board is a
dictionary, a rank is a name, and who wins an attack stands in a function of its own.
"""

from translations import Peer, letter

ARMY = {
    "commander": 1, "general": 1, "colonel": 2, "major": 2, "captain": 4, "lieutenant": 4, "sergeant": 4, "sapper": 4,
    "scout": 8, "spy": 1, "mine": 4, "flag": 1,
}
LADDER = list(ARMY)[:10]
LAKES = {(column, row) for column in (2, 5, 8) for row in (5, 6)}
QUIET = 60
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def attack(mine, theirs):
    """Who is left after an attack: 1 the attacker, -1 the attacked, 0 nobody."""
    if mine == theirs:
        return 0
    if theirs == "mine":
        return 1 if mine == "sapper" else -1
    if mine == "spy" and theirs == "commander":
        return 1
    return 1 if LADDER.index(mine) < LADDER.index(theirs) else -1


class Battle:
    """A game, asked as one asks OpenSpiel."""

    def __init__(self):
        self.men = {}                      # (column, row) -> (side, rank)
        self.camps = [dict(ARMY), dict(ARMY)]
        self.side, self.quiet, self.winner = 0, 0, None

    @staticmethod
    def is_simultaneous_node():
        return False

    def setting_up(self):
        return any(sum(camp.values()) for camp in self.camps)

    def is_terminal(self):
        return self.winner is not None or self.quiet >= QUIET or not self.actions()

    def places(self):
        rows = range(1, 5) if self.side == 0 else range(7, 11)
        free = [(c, r) for c in range(1, 10) for r in rows if (c, r) not in self.men]
        return [(rank, there) for rank, left in self.camps[self.side].items() if left for there in free]

    def moves_of(self, here, rank):
        """The squares to which a man can go, and those that it can attack."""
        far = 9 if rank == "scout" else 1
        for across, up in WAYS:
            for steps in range(1, far + 1):
                there = (here[0] + across * steps, here[1] + up * steps)
                if not (1 <= there[0] <= 9 and 1 <= there[1] <= 10) or there in LAKES:
                    break
                if there in self.men:
                    if steps == 1 and self.men[there][0] != self.side:
                        yield there
                    break
                yield there

    def actions(self):
        if self.setting_up():
            return self.places()
        mobile = [(here, rank) for here, (side, rank) in self.men.items() if side == self.side and rank not in ("mine", "flag")]
        return [(here, there) for here, rank in mobile for there in self.moves_of(here, rank)]

    def apply_action(self, action):
        if self.setting_up():
            rank, there = action
            self.camps[self.side][rank] -= 1
            self.men[there] = (self.side, rank)
        else:
            self.go(*action)
        self.side = 1 - self.side

    def go(self, here, there):
        man = self.men.pop(here)
        attacked = self.men.pop(there, None)
        self.quiet = 0 if attacked else self.quiet + 1
        if attacked is None:
            self.men[there] = man
        elif attacked[1] == "flag":
            self.winner = self.side
        else:
            left = attack(man[1], attacked[1])
            if left:
                self.men[there] = man if left > 0 else attacked


class LAttaque(Peer):
    name, rules, seats = "lattaque", "rulesets/lattaque", ("red", "blue")
    options = {"quiet": str(QUIET)}
    most_plies = 500

    def start(self):
        return Battle()

    def source(self):
        return "hidden_ranks.py"

    @staticmethod
    def point(square):
        return f"{letter(square[0] - 1)}{square[1]}"

    def choices(self, state):
        return {self.text(state, action): (action,) for action in state.actions()}

    def text(self, state, action):
        here, there = action
        if state.setting_up():
            return f"place {here} {self.point(there)}"
        return f"{self.point(here)}{'x' if there in state.men else '-'}{self.point(there)}"

    def pick(self, draw, texts, seed, state):
        """At random, but attacks more often than not, or games would be long."""
        attacks = [text for text in texts if "x" in text and not text.startswith("place")]
        return draw.choice(attacks if attacks and draw.random() < 0.7 else texts)

    def result(self, state):
        if state.winner is not None:
            return f"wins {self.seats[state.winner]}"
        return "draw" if state.quiet >= QUIET else f"wins {self.seats[1 - state.side]}"


PEERS = [LAttaque()]
