#!/usr/bin/env python3
"""Measures how hard The LOOP is, and writes docs/the-loop.md: python3 benches/the_loop.py PATH-TO-CHRONOJUDGE [--games N] [--minutes M]

Bots play whole games at each level of difficulty with each number of players; the share of victories has Wilson's interval at
95 %. Results are kept in benches/the_loop.json after every few games, with the digest of the content and the line of the level, so a
long run can be stopped and continued, and a level that changes voids its own tables alone. `--draw` only writes the page from the results."""
import argparse, json, pathlib, subprocess, time

import measured
from measured import wilson

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "benches/the_loop.json"
PAGE = ROOT / "docs/the-loop.md"
CONTENT = ROOT / "crates/rules/src/rulesets/the_loop/content"
DIFFICULTY = "difficulty.yaml"
LEVELS = {"employee-of-the-month": "Employee of the Month", "overtime": "Overtime", "final-warning": "Final Warning"}
BOTS = ["random", "greedy", "search-60"]
# The level at which it is counted what happened in the games, and what is counted there.
WATCHED = "employee-of-the-month"
KINDS = ("completed ", "Vortex in ", "acquired ")
STEP = {"random": 500, "greedy": 100, "search-60": 8}


def play(program, players, level, bot, games, seed):
    """Plays games, and returns how they ended and how long they took, and for each thing that happened how the games ended in which
    it did."""
    name, _, think = bot.partition("-")
    command = [program, "-q", "simulate", "the-loop", "--option", f"players={players}", "--option", f"difficulty={level}",
               "--games", str(games), "--seed", str(seed), "--bots", name, "--turns", "40", "--counts", "--json"]
    if think:
        command += ["--think", think]
    out = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    new = {"games": out["games"], "turns": out["turns"], "endings": out["endings"]}
    if level == WATCHED:
        happened = {what: of["endings"] for what, of in out["games-with"].items() if what.startswith(KINDS)}
        new |= {"happened": happened, "watched": out["endings"]}
    return new


def add(table, new):
    """Adds the counts of new games to those of a table."""
    for key, value in new.items():
        table[key] = add(table.get(key, {}), value) if isinstance(value, dict) else table.get(key, 0) + value
    return table


def tables():
    """Returns every table, those of which most is asked first: the easiest and the hardest level, four players before the others."""
    for bot in BOTS:
        for level in ("employee-of-the-month", "final-warning", "overtime"):
            for players in (4, 1, 2, 3):
                yield players, level, bot


def results():
    """Returns the results that hold for the content and the levels of now."""
    lines = (CONTENT / DIFFICULTY).read_text().splitlines()
    now = {level: next(line.strip() for line in lines if f"id: {level}," in line) for level in LEVELS}
    kept = measured.load(KEPT, CONTENT, apart=DIFFICULTY)
    kept["tables"] = {name: table for name, table in kept["tables"].items() if table["level"] == now[name.split()[1]]}
    return kept, now


def measure(program, games, minutes):
    until = time.monotonic() + 60 * minutes
    for players, level, bot in tables():
        wanted = games.get(bot, games["search"])
        while True:
            kept, now = results()
            empty = {"games": 0, "turns": 0, "endings": {}, "level": now[level]}
            table = kept["tables"].setdefault(f"{players} {level} {bot}", empty)
            if table["games"] >= wanted or time.monotonic() > until:
                break
            new = play(program, players, level, bot, min(STEP[bot], wanted - table["games"]), 1 + table["games"])
            add(table, new)
            measured.save(KEPT, kept)


def decides(tables):
    """Returns, for each thing that happened, in how many games it did, how many of these were won, and by how many points of
    percentage that is above the share of their tables: tables differ in how hard they are."""
    each = {}
    for table in tables:
        watched = table.get("watched", {})
        share = watched.get("victory", 0) / max(sum(watched.values()), 1)
        for what, by in table.get("happened", {}).items():
            one = each.setdefault(what, {"games": 0, "won": 0, "expected": 0})
            games = sum(by.values())
            one["games"] += games
            one["won"] += by.get("victory", 0)
            one["expected"] += games * share
    for one in each.values():
        one["above"] = 100 * (one["won"] - one["expected"]) / one["games"]
    return each


def decided(kept):
    """Returns what decides games at the easiest level, as tables: Missions, Eras and Artifacts. The games are those of the bot that
    thinks most, of those of which there are enough."""
    # One player alone plays the same games as two.
    of = lambda bot: [table for name, table in kept.items() if name.split()[1:] == [WATCHED, bot] and not name.startswith("1 ")]
    count = lambda tables: sum(sum(table.get("watched", {}).values()) for table in tables)
    bot = next((bot for bot in reversed(BOTS) if count(of(bot)) >= 1000), None)
    if not bot:
        return []
    each, games = decides(of(bot)), count(of(bot))
    points = lambda one: f"{one['above']:+.0f}"
    share = lambda part, whole: f"{100 * part / max(whole, 1):.0f} %"
    of = lambda kind: {what.removeprefix(kind + " "): one for what, one in each.items() if what.startswith(kind + " ")}
    completed, vortexes, acquired = (of(kind) for kind in ("completed", "Vortex in", "acquired"))
    missions = [f"| `{name}` | {share(one['games'], games)} | {share(one['won'], one['games'])} | {points(one)} |"
                for name, one in sorted(completed.items(), key=lambda item: -item[1]["games"])]
    eras = [f"| {name.capitalize()} | {share(one['games'], games)} | {share(one['won'], one['games'])} | {points(one)} |"
            for name, one in sorted(vortexes.items(), key=lambda item: -item[1]["games"])]
    often = sorted((item for item in acquired.items() if item[1]["games"] >= games / 20), key=lambda item: -item[1]["above"])
    card = lambda item: f"| `{item[0]}` | {item[1]['games']} | {share(item[1]['won'], item[1]['games'])} | {points(item[1])} |"
    cards = [card(item) for item in often[:8]] + ["| … | | | |"] + [card(item) for item in often[-8:]]
    return [
        f"What decides, in {games} games of `{bot}` at the easiest level with two to four players: how often it happens, and by how many",
        "points of percentage more or less of these games are won than of all games of the same number of players. Seven of the ten Missions are",
        "in a game. What goes together with victory need not be its cause: players who play longer complete and acquire more.", "",
        "| Mission completed | games | won | points |", "|---|---:|---:|---:|", *missions, "",
        "| Vortex in | games | won | points |", "|---|---:|---:|---:|", *eras, "",
        "| Artifact acquired | games | won | points |", "|---|---:|---:|---:|", *cards, ""]


def draw():
    kept = results()[0]["tables"]
    lines, rows, endings = [], [], {}
    for players, level, bot in tables():
        table = kept.get(f"{players} {level} {bot}")
        if not table or not table["games"]:
            continue
        games, won = table["games"], table["endings"].get("victory", 0)
        low, top = wilson(won, games)
        lines.append(f"| {LEVELS[level]} | {players} | {bot} | {games} | {won / games:.1%} | {low:.1%} to {top:.1%} | {table['turns'] / games:.1f} |".replace("%", " %"))
        if bot.startswith("search"):
            rows.append((f"{LEVELS[level]}, {players} players", won / games, low, top, None))
        for ending, n in table["endings"].items():
            by = endings.setdefault(bot, {})
            by[ending] = by.get(ending, 0) + n
    (ROOT / "docs/the-loop-difficulty.svg").write_text(measured.plot("Victories of each table, with the interval at 95 %", rows))
    ends = [f"| {bot} | " + " | ".join(f"{by.get(e, 0) / sum(by.values()):.0%}".replace("%", " %") for e in ("victory", "second vortex", "fourth vortex", "out of time")) + " |"
            for bot, by in endings.items()]
    made = "\n".join(["| level | players | bots | games | won | 95 % interval | turns |", "|---|---:|---|---:|---:|---|---:|", *lines, "",
                      "![Victories of each table of searching bots](the-loop-difficulty.svg)", "", "How games end, all levels and tables together:", "",
                      "| bots | victory | second Vortex in an Era | fourth Vortex | out of time |", "|---|---:|---:|---:|---:|", *ends, "",
                      *decided(kept)])
    measured.write(PAGE, made)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--games", type=int, default=500, help="the games of each table of searching bots")
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--draw", action="store_true")
    args = parser.parse_args()
    if not args.draw:
        measure(args.program, {"random": 2000, "greedy": 500, "search": args.games}, args.minutes)
    draw()


main()
