#!/usr/bin/env python3
"""Measures whether Time Control is fair, and writes docs/time-control.md: python3 benches/time_control.py PATH-TO-CHRONOJUDGE [--games N] [--minutes M]

Bots play whole games with each number of players. Counted are the wins of each seat, with Wilson's interval at 95 %, the rounds of
a game, the types of the Problems that put players out of the game, and how duels are fought. Results are kept in
benches/time_control.json after every few games, with the digest of the content and of what bots know, so a long run can be stopped and continued.
`--draw` only writes the page from the results."""
import argparse, json, pathlib, subprocess, time

import measured
from measured import wilson

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "benches/time_control.json"
PAGE = ROOT / "docs/time-control.md"
CONTENT = ROOT / "crates/rules/src/rulesets/time_control/content"
# What the bots know of the game.
BOT = [ROOT / "crates/rules/src/rulesets/time_control" / name for name in ("policy.rs", "worth.rs")]
TURNS = 60
SEATS = ["green", "purple", "orange", "blue"]
TYPES = ["technological", "cultural", "societal"]
STEP = {"random": 500, "greedy": 100}


def play(program, players, bot, games, seed):
    """Plays games, and returns what was counted in them."""
    name, _, think = bot.partition("-")
    command = [program, "-q", "simulate", "time-control", "--option", f"players={players}", "--turns", str(TURNS), "--counts",
               "--games", str(games), "--seed", str(seed), "--bots", name, "--threads", "1", "--json"]
    if think:
        command += ["--think", think]
    out = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    return {"games": out["games"], "ended": out["ended"], "wins": out["wins"], "rounds": out["lengths"]["games"], "counts": out["counts"]}


def tables(think):
    for bot in ("random", "greedy", f"search-{think}"):
        for players in (2, 3, 4):
            yield players, bot


def add(table, new):
    """Adds the counts of new games to those of a table."""
    for key, value in new.items():
        if isinstance(value, dict):
            table[key] = add(table.get(key, {}), value)
        else:
            table[key] = table.get(key, 0) + value
    return table


def measure(program, games, minutes, think, numbers):
    until = time.monotonic() + 60 * minutes
    for players, bot in tables(think):
        if players not in numbers:
            continue
        wanted = games.get(bot, games["search"])
        while True:
            done = measured.load(KEPT, CONTENT, *BOT)["tables"].get(f"{players} {bot}", {"games": 0})["games"]
            if done >= wanted or time.monotonic() > until:
                break
            new = play(program, players, bot, min(STEP.get(bot, 4), wanted - done), 1 + done)
            # Read again, because another run may measure other tables at the same time.
            kept = measured.load(KEPT, CONTENT, *BOT)
            add(kept["tables"].setdefault(f"{players} {bot}", {"games": 0}), new)
            measured.save(KEPT, kept)


def median(rounds):
    """Returns the median of a histogram."""
    each = sorted(int(length) for length, games in rounds.items() for _ in range(games))
    return each[len(each) // 2]


def per_cent(part, whole, digits=0):
    return f"{100 * part / max(whole, 1):.{digits}f} %"


def draw(think):
    kept = measured.load(KEPT, CONTENT, *BOT)["tables"]
    lengths, ends, fights, rows = [], [], [], []
    for players, bot in tables(think):
        table = kept.get(f"{players} {bot}")
        if not table or not table["games"]:
            continue
        games, counts = table["games"], table["counts"]
        seats = SEATS[:players]
        shares = " | ".join(per_cent(table["wins"].get(seat, 0), games) if seat in seats else "" for seat in SEATS)
        lengths.append(f"| {players} | {bot} | {games} | {median(table['rounds'])} | {shares} |")
        out = sum(counts.get(of, 0) for of in TYPES)
        ends.append(f"| {players} | {bot} | " + " | ".join(per_cent(counts.get(of, 0), out) for of in TYPES) + " |")
        each = lambda name: f"{counts.get(name, 0) / games:.1f}"
        fate = lambda where: per_cent(counts.get(f"Fate cards {where}", 0), counts.get(f"Fate cards {where}", 0) + counts.get(f"tokens {where}", 0))
        fights.append(f"| {players} | {bot} | {each('announcements')} | {each('interrupts')} | {each('claims of Time Control')} | {each('duels')} | {each('re-duels')} | {fate('in duels')} | {fate('against Waves')} |")
        if bot != "random":
            for seat in seats:
                won = table["wins"].get(seat, 0)
                rows.append((f"{players} players, {bot}, {seat}", won / games, *wilson(won, games), 1 / players))
    (ROOT / "docs/time-control-balance.svg").write_text(measured.plot("Wins of each seat, with the interval at 95 %; the line is the fair share", rows))
    made = "\n".join([
        "| players | bots | games | rounds (median) | Green won | Purple won | Orange won | Blue won |", "|---:|---|---:|---:|---:|---:|---:|---:|", *lengths, "",
        "![Wins of each seat of bots that know the game](time-control-balance.svg)", "",
        "The types of the Problems that put players out of the game:", "",
        "| players | bots | technological | cultural | societal |", "|---:|---|---:|---:|---:|", *ends, "",
        "How they play, in a game; the last columns are the share of Fate cards among the values that players chose:", "",
        "| players | bots | announcements | interrupts | claims of Time Control | duels | re-duels | Fate in duels | Fate against Time Waves |",
        "|---:|---|---:|---:|---:|---:|---:|---:|---:|", *fights, ""])
    measured.write(PAGE, made)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--games", type=int, default=200, help="the games of each table of searching bots")
    parser.add_argument("--think", type=int, default=10, help="the playouts of a searching bot for each question")
    parser.add_argument("--players", type=int, action="append", help="measure only games of so many players; may be repeated")
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--draw", action="store_true")
    args = parser.parse_args()
    if not args.draw:
        measure(args.program, {"random": 2000, "greedy": 500, "search": args.games}, args.minutes, args.think, args.players or [2, 3, 4])
    draw(args.think)


main()
