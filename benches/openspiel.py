#!/usr/bin/env python3
"""Measures the information-set search of OpenSpiel on Kuhn and Leduc poker: python3 benches/openspiel.py [--json FILE]

The same games are rulesets of the engine's tests (tests/engine/poker), so that the search of this program can be measured
beside it. Each figure is playouts a second of one core, at 400 playouts a decision, in many positions from random play; only
the search is timed, in seconds of this process's own CPU time, and the median of several runs is taken. OpenSpiel has the
search twice, in C++ (`pyspiel.ISMCTSBot`) and in Python (`open_spiel.python.algorithms.ismcts`); both are measured.

    python3 -m venv target/openspiel && target/openspiel/bin/pip install open_spiel==2.0.2
    target/openspiel/bin/python benches/openspiel.py --json target/openspiel.json
"""
import argparse, importlib.metadata, json, os, pathlib, platform, random, statistics, sys, time

try:
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
except ImportError as error:
    sys.exit(f"{error}\n{__doc__}")

GAMES = ("kuhn_poker", "leduc_poker")
# The exploration constant of UCT. The chips of a hand are small numbers: it has no influence on the rate.
EXPLORATION = 2.0


def in_cpp(seed, game, playouts):
    """Returns a bot with the search in C++; one random rollout for each new leaf."""
    return pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), EXPLORATION, playouts)


def in_python(seed, game, playouts):
    """Returns a bot with the search in Python; one random rollout for each new leaf."""
    numbers = numpy.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    return ismcts.ISMCTSBot(game, evaluator, EXPLORATION, playouts, random_state=numbers)


KINDS = {"C++": (in_cpp, 1), "Python": (in_python, 10)}


def positions(game, count, seed):
    """Returns decisions of hands that are played at random, in the order of play."""
    numbers, found = random.Random(seed), []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < count:
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(numbers.choices(outcomes, chances)[0])
            else:
                found.append(state.clone())
                state.apply_action(numbers.choice(state.legal_actions()))
    return found


def rate(make, name, count, playouts, seed):
    """Returns playouts a second of CPU time, over searches in `count` positions."""
    game = pyspiel.load_game(name)
    states, bot = positions(game, count, seed), make(seed, game, playouts)
    began = time.process_time()
    for state in states:
        bot.step(state)
    return count * playouts / (time.process_time() - began)


def processor():
    """Returns the name of the processor, if the system tells it."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--playouts", type=int, default=400, help="playouts a decision")
    parser.add_argument("--positions", type=int, default=2000, help="positions a run; the search in Python gets a tenth")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = []
    for name in GAMES:
        for kind, (make, part) in KINDS.items():
            count = max(1, args.positions // part)
            rates = sorted(rate(make, name, count, args.playouts, seed) for seed in range(1, args.runs + 1))
            rows.append({
                "game": name, "search": kind, "playouts": args.playouts, "positions": count, "runs": args.runs,
                "per_second": round(statistics.median(rates)), "least": round(rates[0]), "most": round(rates[-1]),
            })
    print("| game | search | playouts a second (median) | least | most |\n|---|---|---|---|---|")
    for row in rows:
        print(f"| `{row['game']}` | {row['search']} | {row['per_second']:,} | {row['least']:,} | {row['most']:,} |")
    version = importlib.metadata.version("open_spiel")
    print(f"\nOpenSpiel {version}, Python {platform.python_version()}, {processor()}; {args.playouts} playouts a decision, {args.runs} runs")
    if args.json:
        about = {"open_spiel": version, "python": platform.python_version(), "processor": processor(), "rows": rows}
        args.json.write_text(json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    main()
