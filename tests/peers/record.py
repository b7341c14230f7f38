#!/usr/bin/env python3
"""Records random games of other programs in Linstock's notation; README.md tells how. Usage: record.py [GAME…]"""

import random
import sys
from pathlib import Path

import xxhash

sys.path.insert(0, str(Path(__file__).parent))
import elsewhere  # noqa: E402
import hidden_ranks  # noqa: E402
import rows_taken  # noqa: E402
import translations  # noqa: E402

HERE = Path(__file__).parent


def play(peer, seed):
    """Plays one random game: its moves, the number of choices at every ply, the checksum of all of them, the result."""
    draw = random.Random(seed)
    state = peer.start()
    moves, counts, checksum = [], [], xxhash.xxh3_64()

    def choose(choices):
        texts = sorted(choices)
        counts.append(len(texts))
        checksum.update(("\n".join(texts) + "\n\n").encode())
        text = peer.pick(draw, texts, seed, state)
        moves.append(text)
        return choices[text]

    while not state.is_terminal() and len(moves) < peer.most_plies:
        if state.is_simultaneous_node():
            seats = [choose(peer.choices_of(state, p)) for p in range(state.num_players())]
            state.apply_actions(seats)
            continue
        chosen = peer.choices(state)
        while isinstance(chosen, dict):
            chosen = choose(chosen)
        for action in chosen:
            state.apply_action(action)
    for text in peer.rest(moves):
        choose({text: None})
    result = peer.result(state) if state.is_terminal() else "left"
    return moves, counts, checksum.hexdigest(), result


def record(peer):
    """Writes the file of a game."""
    lines = [f"# {peer.games} random games of {peer.source()}; written by record.py", f"rules {peer.rules}"]
    lines += [f"variant {peer.variant}"] if peer.variant else []
    lines += [f"set {name}={value}" for name, value in peer.options.items()]
    if peer.players:
        lines.append(f"players {peer.players}")
    for seed in range(1, peer.games + 1):
        moves, counts, checksum, result = play(peer, seed)
        lines += [f"game {seed}", "; ".join(moves), " ".join(map(str, counts)), f"{checksum} {result}"]
    (HERE / "games" / f"{peer.name}.txt").write_text("\n".join(lines) + "\n")
    print(peer.name, "recorded")


for known in translations.PEERS + elsewhere.PEERS + hidden_ranks.PEERS + rows_taken.PEERS:
    if len(sys.argv) == 1 or known.name in sys.argv[1:]:
        record(known)
