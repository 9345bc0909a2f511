#!/usr/bin/env python3
"""Lets bots play against each other, and writes docs/bots.md: python3 benches/bots.py PATH-TO-CHRONOJUDGE [--games N] [--only TEXT]

A match is a table (a game with its options) and a bot for each of its players. The bots change places until each has played
at every place, with the same seeds at each. A victory that k players share counts 1/k for each; a game that does not end
counts for none. The intervals are Wilson's, at 95 %.

Results are kept in benches/bots.json after every few games, so a long run can be stopped and continued: the next call plays
what is missing. `search-400` is the bot `search` with 400 playouts for each answer. A match with a bot that the program does not have is
left out, with its reason. `--draw` only writes the tables and plots of docs/bots.md from the results."""
import argparse, csv, hashlib, html, io, json, math, pathlib, re, resource, subprocess, sys, time

from measured import wilson

ROOT = pathlib.Path(__file__).resolve().parent.parent
RACES = ["buralti", "veneb", "human", "fiolli", "roo", "zytal"]

# Each table: ruleset, options, title, the seats of each player, and the turns after which a game is stopped.
TABLES = {
    "agent-2": ("time-agent", ["scenario=two"], "Time Agent, two players", [["buralti", "fiolli", "zytal"], ["veneb", "human", "roo"]], 60),
    "agent-6": ("time-agent", ["scenario=six"], "Time Agent, six players", [[race] for race in RACES], 60),
    "whisperers-2": ("time-whisperers", ["players=2"], "The Time Whisperers, two players", [["red"], ["blue"]], 20),
    "whisperers-3": ("time-whisperers", ["players=3"], "The Time Whisperers, three players", [["red"], ["blue"], ["green"]], 20),
    "pirates-2": ("time-pirates", ["players=2"], "Time Pirates, two players", [["black"], ["orange"]], 2000),
    "control-2": ("time-control", ["players=2"], "Time Control, two players", [["green"], ["purple"]], 60),
    "control-4": ("time-control", ["players=4"], "Time Control, four players", [["green"], ["purple"], ["orange"], ["blue"]], 60),
    "pirates-4": ("time-pirates", ["players=4"], "Time Pirates, four players", [["black"], ["orange"], ["pink"], ["silver"]], 2000),
}
# The order of the seats in a game, where it is not that of the players.
SEATS = {"agent-2": RACES}

# Each match: a table and its bots, player by player; the figures are those of the first bot. A bot that searches thinks for so
# many playouts as let a game take some seconds: a turn of Time Agent or Time Control asks each player some forty times.
STRENGTH = [
    ("agent-2", ["greedy", "random"]),
    ("agent-2", ["swing", "random"]),
    ("agent-2", ["swing", "greedy"]),
    ("agent-2", ["search-40", "random"]),
    ("agent-2", ["search-40", "greedy"]),
    ("agent-2", ["search-40", "swing"]),
    ("agent-6", ["greedy", *["random"] * 5]),
    ("agent-6", ["search-40", *["random"] * 5]),
    ("agent-6", ["search-40", *["greedy"] * 5]),
    ("whisperers-2", ["random", "random"]),
    ("whisperers-2", ["search-400", "random"]),
    ("whisperers-3", ["search-400", "random", "random"]),
    ("pirates-2", ["random", "random"]),
    ("pirates-2", ["search-40", "random"]),
    ("pirates-4", ["search-40", "random", "random", "random"]),
    ("control-2", ["search-20", "random"]),
    ("control-2", ["search-20", "greedy"]),
    ("control-4", ["search-20", "random", "random", "random"]),
]
# The same opponent for the same bot with more and more playouts.
PLAYOUTS = [
    (table, [f"search-{playouts}", against])
    for table, against, numbers in [
        ("agent-2", "greedy", (4, 40, 400)),
        ("whisperers-2", "search-40", (4, 400, 4000)),
        ("pirates-2", "search-40", (4, 400)),
        ("control-2", "greedy", (2, 20, 200)),
    ]
    for playouts in numbers
]
SECTIONS = {"strength": STRENGTH, "playouts": PLAYOUTS}


class Left(Exception):
    """The reason why a match cannot be played."""


def name(match):
    """Returns the key of a match among the results."""
    table, bots = match
    return f"{table}: {', '.join(bots)}"


def placings(bots):
    """Returns the bots in every different rotation, so that each bot is at each place equally often."""
    turned = [tuple(bots[n:] + bots[:n]) for n in range(len(bots))]
    return list(dict.fromkeys(turned))


def play(program, table, bots, games, seed, threads):
    """Plays games with these bots, player by player, and returns a list of turns and winning players."""
    ruleset, options, _, players, turns = TABLES[table]
    seats = SEATS.get(table, [seat for player in players for seat in player])
    at = {seat: n for n, player in enumerate(players) for seat in player}
    names = [bots[at[seat]] for seat in seats]
    command = [program, "-q", "simulate", ruleset, "--bots", ",".join(names), "--games", games, "--seed", seed]
    command += ["--turns", turns, "--threads", threads, "--csv"]
    command += [word for option in options for word in ("--option", option)]
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if ran.returncode:
        raise Left(next(iter(ran.stderr.splitlines()), f"exit code {ran.returncode}"))
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    unknown = [seat for seat in seats if seat not in rows[0]]
    if len(rows) != games or unknown or len(rows[0]) != 6 + len(seats):
        raise Left(f"{len(rows)} games of {', '.join(list(rows[0])[6:])}, which is another table")
    return [(int(row["turns"]), sorted({at[seat] for seat in row["winners"].split()})) for row in rows]


def continued(program, match, wanted, kept, args, until):
    """Plays what a match lacks, a few games at a time, and yields after each part."""
    table, bots = match
    turned = placings(bots)
    each = -(-wanted // len(turned))
    while time.monotonic() < until:
        # The placing with the fewest games is next, so that the games of a stopped run are nearly even.
        done, n = min((sum(game[0] == n for game in kept["games"]), n) for n in range(len(turned)))
        if done >= each:
            return
        pace = kept["seconds"] / len(kept["games"]) if kept["games"] else 10.0
        part = max(1, min(each - done, round(20 / max(pace, 0.001))))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        games = play(program, table, turned[n], part, args.seed + done, args.threads)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        kept["seconds"] += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        for i, (turns, winners) in enumerate(games):
            kept["games"].append([n, args.seed + done + i, turns, winners])
        yield


def load(path):
    return json.loads(path.read_text()) if path.exists() else {}


def save(path, results):
    """Writes the results, a line a match."""
    lines = [f"{json.dumps(key)}: {json.dumps(kept, separators=(',', ':'))}" for key, kept in sorted(results.items())]
    away = path.with_suffix(".new")
    away.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    away.replace(path)


class Figures:
    """The figures of the first bot of a match."""

    def __init__(self, match, kept):
        self.table, self.bots = match
        self.bot, self.others = self.bots[0], self.bots[1:]
        turned, wins, games = placings(self.bots), 0.0, kept["games"]
        # If all bots are alike, the figures are those of the first player: the advantage of that place.
        alike = len(turned) == 1
        for n, _, _, winners in games:
            own = [player for player in winners if (player == 0 if alike else turned[n][player] == self.bot)]
            wins += len(own) / max(1, len(winners))
        self.games, self.open = len(games), sum(not game[3] for game in games)
        self.share, self.interval = wins / self.games, wilson(wins, self.games)
        self.fair = (1 if alike else self.bots.count(self.bot)) / len(self.bots)
        self.seconds = kept["seconds"] / self.games
        self.title = TABLES[self.table][2]
        self.label = f"{self.bot} in the first place" if alike else self.bot
        counts = {bot: self.others.count(bot) for bot in self.others}
        self.against = ", ".join(bot if count == 1 else f"{count} {bot}" for bot, count in counts.items())

    def won(self):
        return f"{100 * self.share:.1f} % ({100 * self.interval[0]:.1f} to {100 * self.interval[1]:.1f})"


def figures(section, results):
    """Returns the figures of the matches of a section that have been played."""
    played = [(match, results.get(name(match))) for match in SECTIONS[section]]
    return [Figures(match, kept) for match, kept in played if kept and kept["games"]]


def table_of(rows):
    """Returns a table in Markdown."""
    lines = ["| game | bot | against | games | won | fair share | times the fair share | not ended | CPU time a game |", "|---|---|---|---:|---|---:|---:|---:|---:|"]
    for row in rows:
        seconds = f"{row.seconds:.1f} s" if row.seconds >= 1 else f"{1000 * row.seconds:.0f} ms"
        lines.append(
            f"| {row.title} | {row.label} | {row.against} | {row.games} | {row.won()} | {100 * row.fair:.0f} % | {row.share / row.fair:.2f} | {row.open} | {seconds} |"
        )
    return "\n".join(lines)


def svg(wide, high, title, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12" role="img">'
    return "\n".join([head, f"<title>{title}</title>", '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>\n"])


def text(x, y, words, anchor="", bold=False):
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{html.escape(words)}</text>'


def whisker(x1, y1, x2, y2):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#06c" stroke-width="2"/>'


def dot(x, y):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#06c"/>'


def dashed(x1, y1, x2, y2):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#888" stroke-dasharray="4 4"/>'


def strength_plot(rows):
    """Draws the share of games that each bot won, with its interval and its fair share."""
    left, wide, step, parts, y = 300, 420, 22, [], 20
    x = lambda share: left + wide * share
    groups = list(dict.fromkeys(row.title for row in rows))
    for group in groups:
        y += 18
        parts.append(text(20, y, group, bold=True))
        top = y + 6
        for row in (row for row in rows if row.title == group):
            y += step
            parts.append(text(left - 12, y + 4, f"{row.label} against {row.against}", "end"))
            parts.append(dashed(x(row.fair), y - 8, x(row.fair), y + 8))
            parts.append(whisker(x(row.interval[0]), y, x(row.interval[1]), y))
            parts.append(dot(x(row.share), y))
            parts.append(text(x(1) + 12, y + 4, f"{100 * row.share:.0f} %"))
        parts.append(f'<path d="M{left} {top}V{y + 12}H{left + wide}" fill="none" stroke="#333"/>')
        y += 24
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(text(x(share), y, f"{100 * share:.0f} %", "middle"))
    return svg(800, y + 20, "Games won by each bot; the dashed line is the fair share", parts)


def playouts_plot(rows):
    """Draws the share of games won over the number of playouts: one small plot for each table and opponent."""
    curves = {}
    for row in rows:
        curves.setdefault((row.title, row.against, row.fair), []).append((int(row.bot.rpartition("-")[2]), row))
    wide, high, inner, outer, parts = 400, 270, 150, 290, []
    for n, ((title, against, fair), points) in enumerate(curves.items()):
        left, top = n % 2 * wide + 75, n // 2 * high + 54
        points.sort(key=lambda point: point[0])
        numbers = [number for number, _ in points]
        least, most = math.log10(min(numbers)), math.log10(max(numbers))
        x = lambda number: left + outer * (0.1 + 0.8 * (math.log10(number) - least) / ((most - least) or 1))
        y = lambda share: top + inner * (1 - share)
        parts.append(text(left, top - 28, title, bold=True))
        parts.append(text(left, top - 12, f"against {against}"))
        parts.append(f'<path d="M{left} {top}V{top + inner}H{left + outer}" fill="none" stroke="#333"/>')
        parts.append(dashed(left, y(fair), left + outer, y(fair)))
        for share in sorted({0, fair, 1}):
            parts.append(text(left - 4, y(share) + 4, f"{100 * share:.0f} %", "end"))
        line = " ".join(f"{x(number):.1f},{y(row.share):.1f}" for number, row in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>')
        for number, row in points:
            parts.append(whisker(x(number), y(row.interval[0]), x(number), y(row.interval[1])))
            parts.append(dot(x(number), y(row.share)))
            parts.append(text(x(number), top + inner + 18, f"{number:,}", "middle"))
        parts.append(text(left + outer, top + inner + 34, "playouts a decision", "end"))
    rows_of = -(-len(curves) // 2)
    return svg(2 * wide, rows_of * high, "Games won over the number of playouts a decision; the dashed line is the fair share", parts)


PLOTS = {"strength": strength_plot, "playouts": playouts_plot}
ALT = {
    "strength": "Plot of the share of games that each bot won",
    "playouts": "Plots of the share of games won against the number of playouts",
}


def draw(results, docs):
    """Writes the plots, and the tables between their markers."""
    page = docs / "bots.md"
    words = page.read_text()
    for section, plot in PLOTS.items():
        rows, picture = figures(section, results), docs / f"bots-{section}.svg"
        shown = "No match of this kind has been played yet."
        if rows:
            picture.write_text(plot(rows))
            shown = f"![{ALT[section]}]({picture.name})\n\n{table_of(rows)}"
        else:
            picture.unlink(missing_ok=True)
        marks = re.compile(rf"(?s)(<!-- bots:{section} -->\n).*?(<!-- /bots:{section} -->)")
        if not marks.search(words):
            sys.exit(f"{page} has no markers for {section}")
        words = marks.sub(lambda found: f"{found[1]}\n{shown}\n\n{found[2]}", words)
    page.write_text(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, nargs="?", help="the program; not needed with --draw")
    parser.add_argument("--games", type=int, default=200, help="games of each match, rounded up to its placings")
    parser.add_argument("--only", default="", help="only matches whose name contains this, such as `agent-2: search`")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after this time; the next call goes on")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game of each placing")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="forget the results of these matches first")
    parser.add_argument("--draw", action="store_true", help="only write the tables and plots")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "benches" / "bots.json")
    parser.add_argument("--docs", type=pathlib.Path, default=ROOT / "docs")
    args = parser.parse_args()
    results, until = load(args.results), time.monotonic() + 60 * args.minutes
    if not args.draw:
        if not args.program:
            parser.error("the program is missing")
        program = args.program.resolve()
        digest = hashlib.sha256(program.read_bytes()).hexdigest()[:12]
        matches = {name(match): match for section in SECTIONS.values() for match in section}
        wanted = [match for key, match in matches.items() if args.only in key]
        if not wanted:
            parser.error(f"no match has `{args.only}` in its name")
        for match in wanted:
            key, empty = name(match), {"seconds": 0.0, "programs": [], "games": []}
            kept = empty if args.again else results.get(key, empty)
            try:
                for _ in continued(program, match, args.games, kept, args, until):
                    if digest not in kept["programs"]:
                        if kept["programs"]:
                            print(f"{key}: other games of this match were played by another build; --again forgets them")
                        kept["programs"].append(digest)
                    results[key] = kept
                    save(args.results, results)
            except Left as why:
                print(f"{key}: left out. {why}")
            if kept["games"]:
                print(f"{key}: {len(kept['games'])} games, won {Figures(match, kept).won()}", flush=True)
    draw(results, args.docs)


if __name__ == "__main__":
    main()
