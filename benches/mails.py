#!/usr/bin/env python3
"""Counts the mails of the example games: python3 benches/mails.py PATH-TO-CHRONOJUDGE [KEY=VALUE ...]

Plays the games of games/make.py again in a folder of its own. Every order comes in as a mail that its player has typed above
the last report, as on a phone. Prints a table for docs/mail-in.md: mails to each player a turn, their bytes, and the
characters that an answer takes. KEY=VALUE goes into players.yaml for each player, such as mails=all or papers=full."""
import collections, email, email.policy, importlib.util, json, pathlib, re, statistics, subprocess, sys, tempfile, textwrap

MAKE = pathlib.Path(__file__).resolve().parent.parent / "games" / "make.py"
spec = importlib.util.spec_from_file_location("make", MAKE)
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)
SETTINGS = dict(word.split("=") for word in sys.argv[2:])


class Count:
    """The mails and answers of one game."""

    def __init__(self):
        self.players, self.turns, self.sizes, self.kinds = set(), 0, [], collections.Counter()
        self.typed, self.files = [], []


COUNTS = collections.defaultdict(Count)


class Counted(make.Game):
    """A game whose players type their orders into replies."""

    def __init__(self, program, folder, title, secret, clock, table, *options):
        self.seen, self.count = set(), COUNTS[title]
        self.addresses = {seat: f"{who[0].split()[0].lower()}@example.org" for seat, who in table.items()}
        pages = {seat: tuple(word for word in who if word != "--text") for seat, who in table.items()}
        super().__init__(program, folder, title, secret, clock, pages, *options)
        players = self.folder / "players.yaml"
        more = "".join(f"  {key}: {value}\n" for key, value in SETTINGS.items())
        players.write_text(re.sub(r"(?m)^  seats:$", f"{more}  seats:", players.read_text()))
        self.delivered()
        self.count.__init__()
        self.count.players = set(self.addresses.values())

    def delivered(self):
        """Counts the mails that were delivered since the last time; the last report of each address is kept."""
        for path in sorted(self.folder.glob("delivered/*.eml"), key=lambda path: path.stat().st_mtime_ns):
            if path.name in self.seen:
                continue
            self.seen.add(path.name)
            mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            to = mail["To"].addresses[0].addr_spec
            if to in self.addresses.values():
                kind = "receipts" if ".receipt." in path.name else "reports" if ".report." in path.name else "others"
                self.count.kinds[kind] += 1
                self.count.sizes.append((kind, path.stat().st_size))
                if ".report." in path.name:
                    setattr(self, f"last_{to}", mail)

    def orders(self, clock, **plans):
        """Each plan is typed above the quoted short form of the seat's last report."""
        self.clock = clock
        now = json.loads(self.run("status", self.folder, "--json"))
        for seat, plan in plans.items():
            plan = "\n".join(line for line in textwrap.dedent(plan).strip().splitlines() if line.strip()[:1] != "#")
            last = getattr(self, f"last_{self.addresses[seat]}", None)
            head = f"game: {self.name}\nturn: {now['turn']}\nseat: {seat}\nsitting: {now['sitting']}\n"
            self.count.typed.append(len(plan))
            self.count.files.append(len(head) + len(plan))
            quoted = last.get_body(("plain",)).get_content() if last else ""
            reply = email.message.EmailMessage()
            reply["From"], reply["To"] = self.addresses[seat], "gm@example.org"
            reply["Subject"] = f"Re: {last['Subject'] if last else self.name}"
            reply["Message-ID"] = f"<{len(self.count.typed)}.{seat}@example.org>"
            reply["Date"] = email.utils.format_datetime(email.utils.parsedate_to_datetime(self.date()))
            if last:
                reply["In-Reply-To"] = last["Message-ID"]
            reply.set_content(f"{plan}\n\nOn an earlier day the GM wrote:\n" + textwrap.indent(quoted, "> ", lambda _: True))
            with tempfile.TemporaryDirectory() as inbox:
                file = pathlib.Path(inbox) / "reply.eml"
                file.write_bytes(bytes(reply))
                self.run("receive", self.folder, "--mail", file)
            self.delivered()

    def date(self):
        return email.utils.format_datetime(__import__("datetime").datetime.fromisoformat(self.clock.replace("Z", "+00:00")))

    def sit(self, clock, ended="turn-complete", **plans):
        super().sit(clock, ended, **plans)
        self.delivered()
        self.count.turns += ended != "waiting"

    def tidy(self):
        self.delivered()


def table():
    """Returns the table, a line a game."""
    lines = ["| game | players | turns | mails a player and turn | of these receipts | report, bytes (median) | typed, characters (median) | the same as a file |", "|---|---|---|---|---|---|---|---|"]
    for title, count in COUNTS.items():
        share = len(count.players) * count.turns
        reports = [size for kind, size in count.sizes if kind == "reports"]
        lines.append(
            f"| {title} | {len(count.players)} | {count.turns} | {len(count.sizes) / share:.2f} | {count.kinds['receipts'] / share:.2f} "
            f"| {statistics.median(reports):,.0f} | {statistics.median(count.typed):.0f} | {statistics.median(count.files):.0f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[1]).resolve()
    make.Game, make.publish = Counted, lambda game: None
    with tempfile.TemporaryDirectory() as away:
        make.HERE = pathlib.Path(away)
        for play in (make.gem_1992, make.whispers_1, make.pirates_1):
            play(binary)
        for play in (make.the_long_afternoon, make.the_fourth_hour, make.the_long_way_round):
            play(binary, pathlib.Path(away))
    print(table())
