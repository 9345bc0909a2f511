#!/usr/bin/env python3
"""Remakes the example games from nothing: python3 games/make.py PATH-TO-CHRONOJUDGE

Every clock, secret and order file is fixed here, so the result is the same to the byte each time."""
import hashlib, json, os, pathlib, shutil, subprocess, sys, tempfile, textwrap

GM = "Ulrike Anders <gm@example.org>"
HERE = pathlib.Path(__file__).resolve().parent
EXAMPLE = """\
# THIS IS AN EXAMPLE, AND THIS SECRET IS THEREFORE PUBLIC: anybody can foresee every die of this game.
# The master secret of a real game is known to nobody but its GM, who keeps a copy of it.
"""


class Game:
    """A game directory and the program that is run on it."""

    def __init__(self, program, folder, title, secret, clock, table, *options):
        self.program, self.folder, self.clock = program, folder, clock
        shutil.rmtree(folder, ignore_errors=True)
        self.name = folder.name
        master = hashlib.sha256(secret.encode()).hexdigest()
        self.run("new", folder, "--dice", "plain", "--title", title, "--gm", GM, "--master", master, *options)
        self.write("secret/master.txt", f"{EXAMPLE}{master}\n")
        self.write("mail.yaml", f"from: {GM}\nvia: folder\nfolder: delivered\n")
        for seat, (name, zone, words, *more) in table.items():
            who = "--name", name, "--address", f"{name.split()[0].lower()}@example.org", "--zone", zone
            promise = self.run("salt", "hash", folder, seat, words).strip()
            self.run("seat", folder, seat, *who, "--salt-hash", promise, *more)
        # No salt is opened before every player has been mailed the hashes of all.
        self.run("send", folder)
        for seat, (_, _, words, *_) in table.items():
            self.run("salt", "open", folder, seat, words)
        self.run("start", folder)
        self.run("send", folder)

    def run(self, *args):
        """Runs the program at the game's clock; what it prints on standard output."""
        clock = {"CHRONOJUDGE_CLOCK": self.clock, "PATH": os.environ["PATH"]}
        command = [self.program, "-q", *map(str, args)]
        done = subprocess.run(command, env=clock, stdout=subprocess.PIPE, encoding="utf-8")
        if done.returncode:
            sys.exit(f"{done.stdout}`{' '.join(map(str, args))}` at {self.clock} ended with {done.returncode}")
        return done.stdout

    def write(self, path, text):
        (self.folder / path).parent.mkdir(exist_ok=True)
        (self.folder / path).write_text(text, encoding="utf-8")

    def orders(self, clock, **plans):
        """Mails come in: a plan is the body of an order file."""
        self.clock = clock
        now = json.loads(self.run("status", self.folder, "--json"))
        for seat, plan in plans.items():
            head = f"game: {self.name}\nturn: {now['turn']}\nseat: {seat}\nsitting: {now['sitting']}\n"
            with tempfile.TemporaryDirectory() as inbox:
                file = pathlib.Path(inbox) / f"{seat}.yaml"
                file.write_text(head + textwrap.dedent(plan), encoding="utf-8")
                self.run("receive", self.folder, file)

    def sit(self, clock, ended="turn-complete", **plans):
        """Mails come in, the GM adjudicates, and the reports go out."""
        self.orders(clock, **plans)
        self.run("adjudicate", self.folder)
        now = json.loads(self.run("status", self.folder, "--json"))
        if now["ended"] != ended:
            sys.exit(f"the sitting at {clock} ended with {now['ended']}: {now['seats']}")
        self.run("send", self.folder)

    def tidy(self):
        """Leaves what a clone of the repository needs, and nothing that differs from machine to machine."""
        self.clock = "2026-12-31T23:59:59Z"
        (self.folder / "game.lock").unlink()
        now = json.loads(self.run("status", self.folder, "--json"))
        for scrap in ("staging", "outbox", "delivered"):
            shutil.rmtree(self.folder / scrap)
        for mail in self.folder.glob("sent/*.eml"):
            if f".s{now['sitting']:04}." not in mail.name:
                mail.unlink()
        for old in self.folder.glob("reports/*/*"):
            if int(old.name) < now["sitting"]:
                shutil.rmtree(old)
        for turn in self.folder.glob("reports/*"):
            if not any(turn.iterdir()):
                turn.rmdir()


def publish(game):
    """Of a finished game, keeps what is public, opened for everybody."""
    game.run("reveal", game.folder)
    kept = HERE / game.folder.name / "public"
    shutil.rmtree(kept, ignore_errors=True)
    kept.parent.mkdir(exist_ok=True)
    shutil.move(game.folder / "public", kept)


TABLE = {
    "buralti": ("Otto Brandl", "Europe/Vienna", "a pinch of salt for the civil service", "--text"),
    "veneb": ("Priya Raman", "Asia/Kolkata", "contemplation is its own reward", "--text"),
    "human": ("Walter Hughes", "America/Chicago", "four score and seven worlds ago", "--text"),
    "fiolli": ("Sofia Lindqvist", "Europe/Stockholm", "stars taste of iron", "--text"),
    "roo": ("Kenji Mori", "Asia/Tokyo", "old pond, a frog jumps in", "--text"),
    "zytal": ("Marta Oliveira", "America/Sao_Paulo", "we were many once"),
}


def gem_1992(program):
    """A campaign in its fourth round, with everybody's orders on file."""
    game = Game(program, HERE / "gem-1992", "GEM 1992", "gem-1992, example 8", "2026-01-05T09:00:00Z", TABLE)
    game.sit(
        "2026-01-09T17:05:00Z",
        buralti="""
            # Where would I be without my victories? Guard what is close to the present.
            headquarters: {research: [4c-3, 4c-4, 4c-8]}
            moves:
              - {unit: agent-1, to: 4c-3}
            actions: []
            opposition:
              - {tile: any, declare: oppose}
            """,
        veneb="""
            headquarters: {research: [1b-1, 1b-2, 1b-3]}
            moves:
              - {unit: agent-1, to: 1b-1}
            actions: []
            opposition:
              - {tile: any, declare: oppose}
            """,
        human="""
            headquarters: {research: [2b-3, 2b-4, 2b-5]}
            moves:
              - {unit: agent-1, to: 2b-4}
            actions: []
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        fiolli="""
            # The black holes are ours.
            headquarters: {buy: {squads: 1}, research: [1b-2, 1b-1]}
            moves:
              - {unit: squad-1, to: 1b-1}
            actions:
              - search: {tile: 1b-1}
              - attack: {tile: 1b-1}
            opposition:
              - {tile: any, declare: oppose}
            """,
        roo="""
            headquarters: {research: [4b-12, 4b-8, 4b-4]}
            moves:
              - {unit: agent-1, to: 4b-4}
            actions: []
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        zytal="""
            headquarters: {research: [4c-12, 4c-11, 4c-10]}
            moves:
              - {unit: agent-1, to: 4c-12}
              - {unit: agent-2, to: 4c-8}
            actions: []
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
    )
    game.sit(
        "2026-01-16T16:48:00Z",
        buralti="""
            if-illegal: skip
            turn-order: {prefer: [1, 2, 3]}
            headquarters: {maintain: [agent-1], buy: {time-machines: 1}, research: [6b-3, 6b-1, 6b-4]}
            moves:
              - {unit: agent-2, to: 6b-2}
            actions:
              # If the Civil War is where nobody has looked, so much the better; if not, skip it.
              - reverse: {tile: 6b-2}
            opposition:
              - {tile: any, declare: oppose}
            """,
        veneb="""
            turn-order: {prefer: [4, 3, 2, 5, 1]}
            headquarters: {maintain: [agent-1], research: [1b-4]}
            moves: []
            actions:
              - reverse: {tile: 1b-1}
            opposition:
              - {tile: any, declare: oppose}
            """,
        human="""
            turn-order: {prefer: [3, 4, 2]}
            headquarters: {maintain: [agent-1], research: [3b-5, 3b-4, 3b-3]}
            moves: []
            actions:
              - reverse: {tile: 2b-4}
            opposition:
              - {tile: any, declare: stand-aside}
            """,
        fiolli="""
            turn-order: {prefer: [5, 6, 4]}
            headquarters: {maintain: [squad-1], research: [3b-1, 3b-2]}
            moves: []
            actions:
              - search: {tile: 1b-1, race: veneb}
              - attack: {tile: 1b-1, race: veneb}
            opposition:
              - {tile: 1b-1, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        roo="""
            turn-order: {prefer: [5, 4, 6]}
            headquarters: {maintain: [agent-1], research: [4b-7, 4b-11, 4b-3]}
            moves: []
            actions:
              - reverse: {tile: 4b-4}
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        zytal="""
            turn-order: {prefer: [6, 5, 4]}
            headquarters: {maintain: [agent-1, agent-2], research: [4b-7, 4b-8]}
            moves: []
            actions:
              - reverse: {tile: 4c-12}
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
    )
    game.write("standing/zytal.yaml", ZYTAL_STANDING)
    game.sit(
        "2026-01-23T16:59:00Z",
        "waiting",
        buralti="""
            turn-order: {prefer: [1, 2, 3]}
            headquarters: {maintain: [agent-1], buy: {time-machines: 1, agents: 1}}
            moves:
              - {unit: squad-1, to: 4c-12}
              - {unit: agent-3, to: 4c-12}
            actions:
              - search: {tile: 4c-12, race: zytal, with: [agent-3]}
              - hold                            # fight or pay? first tell me whether we have found her
            opposition:
              - {tile: any, declare: oppose}
            """,
        veneb="""
            turn-order: {prefer: [2, 3, 4, 5]}
            headquarters: {after-earlier: true}     # first let us see what Otto buys
            moves: []
            actions: []
            opposition:
              - {tile: any, declare: oppose}
            """,
        human="""
            turn-order: {prefer: [3, 4, 2]}
            headquarters: {maintain: [agent-1], buy: {time-machines: 1}, research: [5b-5, 5b-6, 5b-4]}
            moves:
              - {unit: agent-2, to: 4c-3}
            actions:
              - ask: {tile: 4c-3, race: buralti}
            opposition:
              - {tile: any, declare: stand-aside}
            """,
        fiolli="""
            turn-order: {prefer: [5, 4, 6]}
            headquarters: {maintain: [squad-1], buy: {time-machines: 1, squads: 1}, research: [6a-4, 6a-5]}
            moves:
              - {unit: squad-2, to: 1b-1}
            actions:
              - search: {tile: 1b-1, race: veneb}
              - attack: {tile: 1b-1, race: veneb}
            opposition:
              - {tile: 1b-1, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        roo="""
            turn-order: {prefer: [4, 5, 6]}
            headquarters: {maintain: [agent-1], buy: {time-machines: 1}, research: [4a-10, 4a-11, 4a-9]}
            moves: []
            actions: []
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        zytal="""
            turn-order: {prefer: [6, 5, 4]}
            headquarters: {maintain: [agent-1, agent-2], buy: {agents: 1}}
            moves:
              - {unit: agent-2, along: time-travel, to: 4c-3}
              - {unit: agent-3, to: 4b-7}
            actions: []
            """,
    )
    game.sit(
        "2026-01-24T05:10:00Z",
        "waiting",
        veneb="""
            headquarters: {maintain: [agent-1], buy: {time-machines: 1}, research: [7b-3, 7b-1, 7b-2]}
            moves: []
            actions: []
            opposition:
              - {tile: any, declare: oppose}
            """,
    )
    game.sit(
        "2026-01-25T18:20:00Z",
        buralti="""
            actions:
              - attack: {tile: 4c-12, race: zytal, with: [squad-1]}
              - reverse: {tile: 4c-12}
            opposition:
              - {tile: any, declare: oppose}
            """,
    )
    game.orders(
        "2026-01-30T15:30:00Z",
        buralti="""
            turn-order: {prefer: [1, 2, 3, 4, 5, 6]}
            headquarters: {maintain: [agent-1, agent-3, squad-1], buy: {time-machines: 1, squads: 1}}
            moves:
              # Whatever they are up to in 4c-3: everybody there, by fleet and by timestream.
              - {unit: squad-1, along: time-travel, to: 4c-3}
              - {unit: agent-2, to: 4c-3}
              - {unit: squad-2, to: 4c-3}
            actions:
              - search: {tile: 4c-3, first: opposing}
              - attack: {tile: 4c-3, race: roo}
              - attack: {tile: 4c-3}
              - rotate: {tile: 4c-12, to: 1}    # a second way out for Hyperdrive
            opposition:
              - {tile: any, declare: oppose}
            """,
        veneb="""
            turn-order: {prefer: [3, 4, 5]}
            headquarters: {research: [7b-4, 7a-5, 7a-4]}
            moves:
              - {unit: agent-2, to: 7b-2}
            actions:
              - reverse: {tile: 7b-2}
            opposition:
              - {tile: any, declare: oppose}
            """,
        human="""
            turn-order: {prefer: [2, 3, 1]}     # after Kenji, before Otto
            headquarters: {maintain: [agent-1, agent-2], buy: {agents: 1}}
            moves:
              - {unit: agent-3, to: 5b-6}
            actions:
              - reverse: {tile: 4c-3, pay-up-to: 15}    # Marta pays the rest
              - reverse: {tile: 5b-6}
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        fiolli="""
            turn-order: {prefer: [6, 5, 4]}
            headquarters: {maintain: [squad-1], research: [6a-3, 6a-2]}
            moves:
              - {unit: agent-1, to: 6a-4}
            actions:
              - reverse: {tile: 6a-4}
            opposition:
              - {tile: 1b-1, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        roo="""
            turn-order: {prefer: [1, 2]}
            headquarters: {maintain: [agent-1]}
            moves:
              - {unit: squad-1, to: 4c-3}
              - {unit: agent-2, to: 4a-11}
            actions:
              - ask: {tile: 4c-3, race: buralti}
              - search: {tile: 4c-3, race: buralti}
              - attack: {tile: 4c-3, race: buralti}
            opposition:
              - {tile: any, against: buralti, declare: oppose}
              - {tile: any, declare: stand-aside}
            """,
        zytal="""
            turn-order: {prefer: [5, 6, 4]}
            headquarters: {maintain: [agent-2, agent-3], research: [4b-5, 4b-10, 4b-6]}
            moves: []
            actions:
              - reverse: {tile: 4b-7}
            contribute:
              - {tile: 4c-3, for: human, to: reverse, up-to: 10}
            """,
    )
    game.tidy()


ZYTAL_STANDING = """\
# Whatever the turn: no help for those who won the three wars.
standing:
  - {when: {ask: oppose, against: buralti}, prefer: [oppose]}
  - {when: {ask: oppose}, prefer: [stand-aside]}
"""


TABLE_AGAIN = {
    "buralti": ("Kenji Mori", "Asia/Tokyo", "an empire on which the suns never set"),
    "veneb": ("Walter Hughes", "America/Chicago", "a rocking chair and a long view"),
    "human": ("Sofia Lindqvist", "Europe/Stockholm", "forty-two, or thereabouts"),
    "fiolli": ("Marta Oliveira", "America/Sao_Paulo", "bread is only slow starlight"),
    "roo": ("Otto Brandl", "Europe/Vienna", "der Garten der Gene"),
    "zytal": ("Priya Raman", "Asia/Kolkata", "last of many, first of few"),
}


def plan(order="", stay="", buy="", look="", go=(), do=(), oppose="any"):
    """An order file's body: moves are `unit place` or `unit timestream place`, actions `verb place more`."""
    lines = ["if-illegal: skip"]
    if order:
        lines += [f"turn-order: {{prefer: [{order}]}}"]
    lines += ["headquarters:", f"  maintain: [{stay}]", f"  buy: {{{buy}}}", f"  research: [{look}]"]
    lines += ["moves:" if go else "moves: []"]
    for unit, *along, to in map(str.split, go):
        lines.append(f"  - {{unit: {unit}, {''.join(f'along: {a}, ' for a in along)}to: {to}}}")
    lines += ["actions:" if do else "actions: []"]
    for verb, tile, *more in map(str.split, do):
        lines.append(f"  - {verb}: {{tile: {tile}{', ' if more else ''}{': '.join(more)}}}")
    lines += ["opposition:"]
    if oppose not in ("any", "nobody"):
        lines += [f"  - {{tile: any, against: {race}, declare: oppose}}" for race in oppose.split()]
    lines += [f"  - {{tile: any, declare: {'oppose' if oppose == 'any' else 'stand-aside'}}}"]
    return "\n".join(lines) + "\n"


def the_long_afternoon(program, desk):
    """A finished game, of which only what is public is kept."""
    folder = desk / "the-long-afternoon"
    options = "--schedule", "friday 18:00 Europe/Vienna"
    secret, founded = "the long afternoon, example 2", "2026-02-02T09:00:00Z"
    game = Game(program, folder, "The Long Afternoon", secret, founded, TABLE_AGAIN, *options)
    game.sit(  # Round 1: the Humans win a lost war, the Zytal another.
        "2026-02-06T16:20:00Z",
        buralti=plan(look="4c-11, 4c-12, 4c-8", go=["agent-1 4c-11"]),
        veneb=plan(look="1b-1, 1b-2, 1b-3", go=["agent-1 6b-5"]),
        human=plan(look="5b-6, 2b-1, 2b-2", go=["agent-1 5b-6"], do=["reverse 5b-6"], oppose="buralti"),
        fiolli=plan(look="6a-4, 6a-5, 6b-1"),
        roo=plan(look="2b-5, 2b-4, 2b-3", go=["agent-1 2b-5"], oppose="buralti"),
        zytal=plan(look="4c-4", go=["agent-1 4c-4"], do=["reverse 4c-4"], oppose="buralti human"),
    )
    game.sit(  # Round 2: everybody reaches for what he wants most.
        "2026-02-13T16:41:00Z",
        buralti=plan("1, 2, 3", stay="agent-1", buy="time-machines: 1", look="6b-4, 6b-3, 6b-2"),
        veneb=plan("3, 2, 4, 1", look="4b-12, 4b-8", go=["agent-2 1b-3"], do=["reverse 1b-3"]),
        human=plan("4, 3, 2", look="3b-6, 1b-4", go=["agent-1 2b-1"], do=["reverse 2b-1"], oppose="buralti"),
        fiolli=plan("5, 4, 3", buy="squads: 1", look="1b-4, 1b-3", go=["agent-1 6a-4"], do=["reverse 6a-4"]),
        roo=plan("5, 4, 6", stay="agent-1", look="4b-11, 4b-10, 4b-12", do=["reverse 2b-5"], oppose="buralti"),
        zytal=plan("6, 5, 4", stay="agent-1", look="4b-1, 4b-5, 4b-2", oppose="buralti human"),
    )
    game.sit(  # Round 3: a first door is closed, and nobody minds.
        "2026-02-20T15:12:00Z",
        buralti=plan("1, 2, 3", stay="agent-1", buy="squads: 1", go=["agent-2 6b-4"], do=["reverse 6b-4"]),
        veneb=plan("2, 3, 4", stay="agent-2", look="7a-3, 7a-5, 7b-1"),
        human=plan(
            "3, 2, 1", buy="time-machines: 1", look="4c-8, 4c-12, 7b-4", go=["agent-1 1b-4"],
            do=["rotate 1b-4 to 6"], oppose="buralti",
        ),
        fiolli=plan(
            "5, 4, 6", stay="agent-1", go=["squad-1 1b-3"],
            do=["search 1b-3 race veneb", "attack 1b-3 race veneb", "reverse 1b-3"],
        ),
        roo=plan("4, 5, 6", stay="agent-1", go=["agent-2 4b-11"], do=["reverse 4b-11"], oppose="buralti"),
        zytal=plan("6, 5, 4", stay="agent-1", go=["agent-2 4b-5"], do=["reverse 4b-5"], oppose="buralti human"),
    )
    game.sit(  # Round 4: three doors more, and an empire wakes up.
        "2026-02-27T16:55:00Z",
        buralti=plan(
            "6, 5, 4, 3, 2", stay="agent-1", buy="time-machines: 1",
            go=["squad-1 4c-12", "squad-2 4c-12", "agent-2 4c-12"],
            do=["search 4c-12 race human", "attack 4c-12 race human", "rotate 4c-12 to 6"],
        ),
        veneb=plan("6, 5, 4", go=["agent-1 6a-4"], do=["reverse 6a-4"]),
        human=plan(
            "1, 2", buy="time-machines: 1, agents: 1", go=["agent-1 3b-6", "agent-2 4c-8", "agent-3 4c-12"],
            do=["rotate 4c-8 to 1", "rotate 4c-12 to 2"],
        ),
        fiolli=plan("4, 3, 5", stay="squad-1", buy="time-machines: 1", look="6a-1, 6a-2, 6a-3"),
        roo=plan("4, 3, 5", stay="agent-1", buy="time-machines: 1", look="7b-4, 7b-3, 7b-2", oppose="buralti human"),
        zytal=plan("5, 4, 6", stay="agent-1", go=["agent-2 4b-1"], do=["reverse 4b-1"], oppose="buralti human"),
    )
    game.sit(  # Round 5: fights at the doors that are still open.
        "2026-03-06T16:30:00Z",
        buralti=plan(
            "6, 5, 4, 3, 2", stay="agent-1, agent-2, squad-2", buy="time-machines: 1, agents: 1, squads: 1",
            go=["squad-3 4c-4", "agent-3 4c-4"],
            do=["search 4c-4", "search 4c-12 race human", "attack 4c-4 race zytal",
                "attack 4c-4 race human", "attack 4c-12 race human", "reverse 4c-4"],
        ),
        veneb=plan("6, 5, 4, 3", stay="agent-1", buy="time-machines: 1", look="7b-2, 7b-3, 7b-4"),
        human=plan(
            "1, 2", buy="squads: 2", go=["agent-1 7b-4", "agent-2 2b-5", "squad-1 4c-12", "squad-2 4c-4"],
            do=["search 4c-12 race buralti", "search 4c-4 race zytal", "attack 4c-12 race buralti",
                "attack 4c-4 race zytal", "rotate 2b-5 to 1", "rotate 4c-12 to 2", "rotate 4c-4 to 6"],
        ),
        fiolli=plan("2, 3, 4", stay="squad-1", look="3b-3, 3b-2, 3b-1", do=["reverse 1b-3"]),
        roo=plan("4, 3, 5", go=["agent-2 7b-4"], do=["reverse 7b-4"], oppose="nobody"),
        zytal=plan(
            "5, 4, 6", stay="agent-1", go=["squad-1 4c-4"], do=["search 4c-4", "attack 4c-4"],
            oppose="buralti human",
        ),
    )
    game.sit(  # Round 6: the last door.
        "2026-03-13T16:52:00Z",
        "game-over",
        buralti=plan("6, 5, 4, 3, 2", stay="agent-1, agent-2, agent-3, squad-2, squad-3", do=["reverse 4c-4"]),
        veneb=plan("5, 4, 6", stay="agent-1", go=["agent-2 7b-4"], do=["reverse 7b-4"]),
        human=plan(
            "1, 2", buy="squads: 2", go=["squad-3 4c-12", "squad-4 4c-12", "agent-1 4c-12", "agent-2 4c-12"],
            do=["search 4c-12 race buralti", "attack 4c-12 target buralti-squad-2",
                "attack 4c-12 race buralti", "rotate 4c-12 to 2"],
        ),
        fiolli=plan("2, 3, 4", stay="squad-1", go=["agent-1 6a-1"], do=["reverse 6a-1"]),
        roo=plan(
            "4, 3, 5", stay="agent-2", go=["squad-1 7b-4"],
            do=["search 7b-4 race human", "attack 7b-4 race human", "reverse 7b-4"],
        ),
        zytal=plan("5, 4, 6", go=["agent-2 4c-4"], oppose="buralti"),
    )
    publish(game)


WHISPERERS = {
    "red": ("Marta Oliveira", "America/Sao_Paulo", "the sand that falls upward"),
    "blue": ("Kenji Mori", "Asia/Tokyo", "a clock without hands", "--text"),
    "green": ("Sofia Lindqvist", "Europe/Stockholm", "midsummer, once more", "--text"),
}
POWERS = (
    "powers=[axis, mimic, noble, psychic, multiverse, mutants, thief, witch, alliance, deity, tyrant, zodiac]"
)


def whispers(**sections):
    """An order file's body, a section a line; a text stands as it is."""
    return "".join(f"{section.replace('_', '-')}: {text}\n" for section, text in sections.items())


def whispers_1(program):
    """Three in their second round: the Psychic has seen the others' cards, and his answer has come in."""
    options = "--ruleset", "time-whisperers", "--option", "players=3", "--option", POWERS
    secret, founded = "whispers-1, example 1", "2026-03-02T09:00:00Z"
    game = Game(program, HERE / "whispers-1", "The Long Night", secret, founded, WHISPERERS, *options)
    game.sit(
        "2026-03-06T17:05:00Z",
        red=whispers(
            placement="[{whisperer: 3}, {whisperer: 1, side: gold}, {whisperer: 4}, {whisperer: 2, side: gold}]",
            programme="[3, inversion, 4, retrogression, termination]",
            activate="[mimic, axis]",
        ),
        blue=whispers(
            placement="[{whisperer: 2, side: gold}, {whisperer: 4}, {whisperer: 1}, {whisperer: 3}]",
            programme="[2, augmentation, 3, termination]",
            activate="[psychic]",
        ),
        green=whispers(
            placement="[{whisperer: 4, side: gold}, {whisperer: 2}, {whisperer: 3, side: gold}, {whisperer: 1}]",
            programme="[1, augmentation, 2, progression, termination]",
        ),
    )
    game.sit(
        "2026-03-13T16:48:00Z",
        "waiting",
        red=whispers(
            # The Thief lies beside the Dawn: for one round he is ours.
            powers="[{mimic: {power: thief}}, {thief: {steal: [augmentation, inversion]}}, {stolen-action: {when: {whisperer: 4}}}]",
            programme="[1, retrogression, 4, inversion, termination]",
            activate="[axis]",
        ),
        blue=whispers(gift="[retrogression]", programme="[3, psychic]", activate="[psychic]"),
        green=whispers(
            gift="[inversion]",
            programme="[4, retrogression, 3, augmentation, 1, termination]",
            activate="[mutants, witch, noble]",
        ),
    )
    game.orders(
        "2026-03-14T07:20:00Z",
        blue=whispers(programme="[inversion, 4, augmentation, termination]", activate="[psychic]"),
    )
    game.tidy()


WHISPERERS_AGAIN = {
    "red": ("Priya Raman", "Asia/Kolkata", "time is a river"),
    "blue": ("Otto Brandl", "Europe/Vienna", "die Zeit, die ist ein sonderbar Ding"),
    "green": ("Walter Hughes", "America/Chicago", "four score and seven ticks"),
    "purple": ("Marta Oliveira", "America/Sao_Paulo", "tempo, tempo, tempo, tempo"),
}
OTHER_POWERS = (
    "powers=[agent, judge, knight, wormhole, hybrid, phoenix, swarm, tornado, assassin, medusa, titan, uniter]"
)


def the_fourth_hour(program, desk):
    """A finished game of four, of which only what is public is kept."""
    options = "--ruleset", "time-whisperers", "--option", "players=4", "--option", OTHER_POWERS
    schedule = "--schedule", "friday 18:00 Europe/Vienna"
    secret, founded = "the fourth hour, example 1", "2026-04-06T09:00:00Z"
    folder = desk / "the-fourth-hour"
    game = Game(program, folder, "The Fourth Hour", secret, founded, WHISPERERS_AGAIN, *options, *schedule)
    game.sit(  # Round 1
        "2026-04-10T15:20:00Z",
        red=whispers(
            placement="[{whisperer: 3, side: gold}, {whisperer: 1}, {whisperer: 2}]",
            programme="[2, augmentation, 1, progression, termination]", powers="[]",
            activate="[judge, knight, wormhole, agent]",
        ),
        blue=whispers(
            placement="[{whisperer: 2, side: gold}, {whisperer: 3}, {whisperer: 1, side: gold}]",
            programme="[1, augmentation, 3, inversion, termination]", powers="[]",
            activate="[wormhole, judge, knight, agent]",
        ),
        green=whispers(
            placement="[{whisperer: 1}, {whisperer: 2, side: gold}, {whisperer: 3}]",
            programme="[1, retrogression, 2, augmentation, termination]", powers="[]",
            activate="[knight, judge, wormhole, agent]",
        ),
        purple=whispers(
            placement="[{whisperer: 2}, {whisperer: 3, side: gold}, {whisperer: 1, side: gold}]",
            programme="[3, retrogression, inversion, 2, augmentation, termination]", powers="[]",
            activate="[agent, wormhole, judge, knight]",
        ),
    )
    game.sit(  # Round 2
        "2026-04-17T15:45:00Z",
        red=whispers(
            programme="[3, retrogression, augmentation, 2, inversion, termination]", powers="[]",
            activate="[phoenix, tornado, swarm, hybrid]",
        ),
        blue=whispers(
            programme="[2, augmentation, 1, inversion, termination]", powers="[agent: {ages: [day, dusk]}]",
            activate="[tornado, swarm, hybrid]",
        ),
        green=whispers(
            programme="[2, inversion, 1, progression, termination]", powers="[]",
            activate="[swarm, tornado, knight]",
        ),
        purple=whispers(
            programme="[3, inversion, augmentation, 2, progression, termination]", powers="[]",
            activate="[hybrid, swarm, tornado]",
        ),
    )
    game.sit(  # Round 3
        "2026-04-24T14:58:00Z",
        red=whispers(
            programme="[2, progression, augmentation, 3, augmentation, termination]",
            powers="[phoenix: {take: augmentation, when: {card: augmentation, whisperer: 2}}]",
            activate="[titan, swarm]",
        ),
        blue=whispers(
            programme="[3, augmentation, termination]", powers="[tornado: {to: dawn}]",
            activate="[assassin, agent]",
        ),
        green=whispers(
            programme="[3, inversion, augmentation, termination]", powers="[]",
            activate="[medusa, knight]",
        ),
        purple=whispers(
            programme="[2, progression, augmentation, termination]", powers="[]",
            activate="[uniter, hybrid]",
        ),
    )
    game.sit(  # Round 4: the Titan grows, the Uniter joins what the Assassin empties
        "2026-05-01T15:37:00Z",
        "game-over",
        red=whispers(
            programme="[1, progression, augmentation, 2, inversion, termination]",
            powers="[titan: {whisperer: 1}]",
        ),
        blue=whispers(programme="[1, retrogression, termination]", powers="[assassin: {}]"),
        green=whispers(programme="[3, inversion, augmentation, termination]", powers="[medusa: {}]"),
        purple=whispers(
            programme="[2, retrogression, augmentation, 1, inversion, termination]",
            powers="[uniter: {ages: [dawn, day]}]",
        ),
    )
    publish(game)


def voyage(words):
    """An order file of Time Pirates in one line: `restock 1800; hold; take asia, world; sell asia-3 to 1400`."""
    epoch = lambda year: f"{year}-{int(year) + 99}"
    several = lambda names: f"[{', '.join(names)}]" if len(names) > 1 else names[0]
    actions, lines, world = [], [], []
    for clause in filter(None, map(str.strip, words.split(";"))):
        verb, *rest = clause.replace(",", " ").split()
        match verb, rest:
            case "place", years:
                lines.append(f"place: {several([epoch(year) for year in years])}")
            case "restock", [year]:
                lines.append(f"restock: {'none' if year == 'none' else epoch(year)}")
            case "discard", names:
                lines.append(f"discard: {several(names)}")
            case "hold", []:
                actions.append("hold")
            case "take", names:
                actions.append(f"take: {several(names)}")
            case "move", [year]:
                actions.append(f"move: {epoch(year)}")
            case "sell", [marker, "to", year]:
                actions.append(f"sell: {{marker: {marker}, to: {epoch(year)}}}")
            case "atomic", [counter, "to", year]:
                actions.append(f"atomic: {{discard: {counter}, to: {epoch(year)}}}")
            case "exchange", [give, "with", player, "for", counter]:
                actions.append(f"exchange: {{give: {give}, from: {player}, take: {counter}}}")
            case "world", [marker, "as", *colors]:
                world.append(f"{{marker: {marker}, color: {several(colors)}}}")
            case _:
                sys.exit(f"no such clause: {clause}")
    for section, entries in (("actions", actions), ("world", world)):
        if entries:
            lines += [f"{section}:", *(f"  - {entry}" for entry in entries)]
    return "\n".join(lines) + "\n"


def sail(game, year, logbook):
    """Sittings of Time Pirates, a line each: when, and whose orders came in; `...` where the turn stays open."""
    for line in logbook.strip().splitlines():
        day, hour, words = line.split(" ", 2)
        ended = {"...": "waiting", "END": "game-over"}.get(words[-3:], "turn-complete")
        words = words.removesuffix(" ...").removesuffix(" THE END")
        plans = dict(part.split(": ", 1) for part in words.split(" | "))
        game.sit(f"{year}-{day}T{hour}:00:00Z", ended, **{seat: voyage(plan) for seat, plan in plans.items()})


PIRATES = {
    "black": ("Ines Ferreira", "Europe/Lisbon", "a map with no edges", "--text"),
    "orange": ("Tom Akerman", "Europe/Stockholm", "twelve monkeys and a typewriter", "--text"),
    "pink": ("Grace Mwangi", "Africa/Nairobi", "the clock struck thirteen"),
    "silver": ("Leo Park", "America/New_York", "gold is where you find it", "--text"),
}


def pirates_1(program):
    """A game of Time Pirates in the middle of its first Week, with the orders of the next turn on file."""
    options = "--ruleset", "time-pirates", "--option", "players=4"
    game = Game(
        program, HERE / "pirates-1", "Pirates 1", "pirates-1, example 3", "2026-04-06T09:00:00Z", PIRATES, *options
    )
    sail(game, 2026, """
04-08 09 black: place 1800, 1900, 2000, 1600 | orange: place 1900, 1800, 1600, 1400 | pink: place 1900, 1600, 1800, 2000 | silver: place 2000, 1800, 1400, 1200
04-10 16 pink: restock none; take australia-arrows; take africa-atomic
04-11 16 silver: restock none; take europe; take europe
04-12 16 black: restock none; take world; take world
04-13 16 orange: restock none; take africa-arrows; take africa
04-14 16 pink: restock none; take africa; take asia
04-15 16 silver: restock none; take europe; sell europe-3 to 1900
04-16 16 black: restock 2000; hold ...
04-16 20 black: take australia-atomic; take europe; take asia
04-17 16 orange: restock none; take africa; sell africa-2 to 2000
""")
    game.write("standing/silver.yaml", SILVER_STANDING)
    plan = "restock none; exchange australia-arrows with black for world; take america; sell africa-3 to 2000"
    game.orders("2026-04-18T15:00:00Z", pink=voyage(plan))
    game.tidy()


SILVER_STANDING = """\
standing:
  # Should the Week end while I sleep: Asia first, it is nearly mine.
  - {when: {ask: assign-world}, prefer: [asia, europe]}
  # Arrows are for jokers, whenever Grace has one.
  - {when: {ask: action}, prefer: [{exchange: {give: australia-arrows, from: pink, take: world}}]}
"""

RIVALS = {
    "black": ("Nora Vidal", "Europe/Madrid", "all that glitters"),
    "orange": ("Jonas Weber", "Europe/Berlin", "finders keepers"),
}


def the_long_way_round(program, desk):
    """A finished game of Time Pirates for two, of which only what is public is kept."""
    options = "--ruleset", "time-pirates", "--option", "players=2"
    secret, founded = "the long way round, example 3", "2026-03-02T09:00:00Z"
    game = Game(program, desk / "the-long-way-round", "The Long Way Round", secret, founded, RIVALS, *options)
    sail(game, 2026, """
03-03 09 black: place 1800, 1900, 1600, 2000, 1400 | orange: place 1800, 1900, 1600, 2000, 1400
03-05 16 black: restock none; take world; take asia-arrows
03-06 16 orange: restock none; take asia-atomic; take africa
03-07 16 black: restock none; take australia-arrows; take asia
03-08 16 orange: restock none; take america; take america
03-09 16 black: restock none; exchange australia-arrows with orange for asia-atomic; sell asia-4 to 2000; take america-arrows
03-10 16 orange: restock 1900; take america; sell america-2 to 1600; take america-arrows
03-11 16 black: restock 1800; take europe-atomic; take asia; take africa
03-12 16 orange: restock none; take africa-arrows; sell africa-2 to 1900
03-13 16 black: restock 1600; sell world-4 to 1900; take world; take europe
03-14 16 orange: restock 2000; exchange australia-arrows with black for world; sell america-3 to 1800; take africa-atomic; take asia-atomic
03-15 16 black: restock none; take europe; take africa
03-16 16 orange: restock none; take asia; take europe-atomic
03-17 16 black: restock none; exchange australia-arrows with orange for europe-atomic; take africa; sell europe-3 to 1600
03-18 16 orange: restock 1900; sell asia-2 to 1600; take australia-atomic; take australia
03-19 16 black: restock 1800; take europe-arrows; take america-atomic; take asia
03-20 16 orange: restock none; atomic africa-atomic to 1900; sell australia-3 to 1900; take world
03-21 16 black: restock none; exchange europe-arrows with orange for world; atomic america-atomic to 1800; sell africa-3 to 1800; take europe-arrows
03-22 16 orange: restock 1600; take world; take europe; take africa-atomic
03-23 16 black: restock none; take australia; take australia
03-24 16 orange: restock none; sell europe-2 to 1600; take africa-arrows
03-25 16 black: restock 1900; exchange europe-arrows with orange for world; take australia; sell australia-4 to 2000; take asia-atomic
03-26 16 orange: restock 1800; take africa-atomic; take europe-atomic; take australia ...
03-26 20 black: world world-4 as europe
03-27 16 black: restock none; take australia-atomic; take australia
03-28 16 orange: discard africa-atomic; move 1900; take australia-atomic
03-29 16 black: restock 1600; sell australia-2 to 1800; take africa-arrows; take europe-arrows
03-30 16 orange: restock 2000; take australia; take america-atomic; sell world-4 to 1400
03-31 16 black: restock 1900; take europe; take america; sell world-4 to 2000
04-01 16 orange: restock 1800; take world; take africa; take america-atomic
04-02 16 black: restock none; take world; take europe
04-03 16 orange: restock none; exchange europe-arrows with black for world; sell africa-4 to 1900; take america
04-04 16 black: restock 1400; take europe; sell europe-4 to 1800; take world ...
04-04 20 black: restock 1400; take europe; sell europe-4 to 1800; take world; world world-4 as africa | orange: world world-4 as europe
04-05 16 orange: restock 2000; take america; take asia-atomic; take asia
04-06 16 black: restock none; take africa; take africa
04-07 16 orange: restock none; take asia; take europe
04-08 16 black: restock none; take africa; take america
04-09 16 orange: restock none; take africa; move 1600
04-10 16 black: restock 1900; take australia; atomic asia-atomic to 1600; take america-arrows; take australia-arrows
04-11 16 orange: restock 1800; sell world-4 to 1900; sell asia-3 to 1900; take world
04-12 16 black: restock none; exchange america-arrows with orange for world; sell africa-5 to 1900; take world
04-13 16 orange: restock 1600; take america-atomic; sell america-4 to 1800; take world ...
04-13 20 black: world world-4 as asia | orange: restock 1600; take america-atomic; sell america-4 to 1800; take world; world world-4 as africa; world world-4 as australia THE END
""")
    publish(game)


LOOPERS = {
    "mr-time": ("Hanna Weiss", "Europe/Berlin", "everything happens for a second time", "--text"),
    "time-prowler": ("Mateo Rossi", "Europe/Rome", "nine lives and one alibi", "--text"),
    "v-girl": ("Aiko Tanaka", "Asia/Tokyo", "press start to continue"),
}


def loop_1(program):
    """A game of The LOOP in its first Cycle, with the orders of the next turn on file."""
    options = "--ruleset", "the-loop", "--option", "players=3"
    game = Game(
        program, HERE / "loop-1", "The Long Loop", "loop-1, example 1", "2026-05-04T09:00:00Z", LOOPERS, *options
    )
    game.sit("2026-05-06T16:00:00Z", **{"mr-time": """\
        actions:
          - use: pocket-sundial
          - use: {artifact: megaphone-of-destiny, with: [time-prowler]}
          - free: renaissance
        acquire: mona-lisas-eyebrows
        """})
    game.sit("2026-05-08T16:00:00Z", **{"time-prowler": """\
        actions:
          - use: {artifact: smoke-bomb-of-1666, with: [global, "no"]}
          - loop: stripe
          - use: {artifact: smoke-bomb-of-1666, with: [renaissance, "no"]}
          - use: {artifact: cat-burglar-sandals, with: [global]}
          - use: {artifact: alleyway-in-a-can, with: ["no", renaissance]}
        acquire: [printing-press-pass, none]
        """})
    # V-Girl draws a card first, and looks.
    game.sit("2026-05-10T12:00:00Z", "waiting", **{"v-girl": """\
        actions:
          - use: extra-life
          - hold
        """})
    game.sit("2026-05-10T20:00:00Z", **{"v-girl": """\
        actions:
          - use: {artifact: pixel-sword, with: [robots]}
          - use: {artifact: lag-spike, with: [global/end, robots]}
          - loop: star
          - use: {artifact: pixel-sword, with: [[industrial, robots]]}
          - ability: [impossible-tesseract, way-2]
        acquire: [impossible-tesseract, none]
        """})
    game.orders("2026-05-11T16:00:00Z", **{"mr-time": """\
        actions:
          - use: gutenbergs-wormhole
          - use: {artifact: mona-lisas-eyebrows, with: [renaissance]}
          - use: {artifact: ionic-temporograph, with: [global]}
          - loop: spiral
          - use: gutenbergs-wormhole
          - free: medieval
        acquire: [drawbridge-remote, none]
        """})
    game.tidy()


def the_last_cycle(program, desk):
    """A finished game of The LOOP for two, which the bot `greedy` has played; only what is public is kept."""
    options = "--ruleset", "the-loop", "--option", "players=2", "--option", "agents=[v-girl, time-prowler]"
    pair = {seat: LOOPERS[seat] for seat in ("v-girl", "time-prowler")}
    secret, founded = "the last cycle, example 2", "2026-06-01T09:00:00Z"
    game = Game(program, desk / "the-last-cycle", "The Last Cycle", secret, founded, pair, *options)
    for seat in pair:
        game.run("replace", game.folder, seat, "--bot", "greedy", "--reason", "Bots play this example.")
    for day in range(2, 30):
        game.clock = f"2026-06-{day:02}T16:00:00Z"
        game.run("adjudicate", game.folder, "--overdue")
        game.run("send", game.folder)
        if json.loads(game.run("status", game.folder, "--json"))["ended"] == "game-over":
            break
    publish(game)


TRAVELLERS = {
    "green": ("Marta Keller", "Europe/Zurich", "the past is a green country", "--text"),
    "purple": ("Wim de Boer", "Europe/Amsterdam", "yesterday came twice today", "--text"),
    "orange": ("Hollis Grant", "America/New_York", "before you do that"),
}


def control_1(program):
    """A game of Time Control in its second turn, with the orders of two players on file. Its first turn has a duel for Time
    Control, and the duel of the rulebook's Example 2."""
    options = "--ruleset", "time-control", "--option", "players=3"
    game = Game(
        program, HERE / "control-1", "Before You Do That", "control-1, example 1", "2026-05-04T09:00:00Z", TRAVELLERS, *options
    )
    game.sit("2026-05-07T16:00:00Z", green="""\
        launch:
          green-historian-yesterday: yesterday
          green-historian-ancient-times: ancient-times
          green-brawler-1: ancient-times
          green-scientist-1: yesterday
        actions:
          - {agent: green-historian-ancient-times, invade: orange}
          - {agent: green-historian-yesterday, invade: purple}
          - {agent: green-historian-yesterday, create: two-create}
        interrupts:
          - if: {player: orange, does: attack, target: mine}
            then: {agent: green-brawler-1, move: pre-history}
        objections: never
        duels:
          - {in: [claimant, attacker], bids: [8, 5], re-duel: always}
          - {bids: [15, 12, 13], re-duel: always}
        """, purple="""\
        launch:
          purple-historian-ancient-times: distant-past
          purple-historian-yesteryear: yesteryear
          purple-agent-1: ancient-times
        actions:
          - {agent: purple-agent-1, invade: orange}
          - {agent: purple-historian-ancient-times, move: ancient-times}
          - {agent: purple-historian-ancient-times, create: two-create}
        objections: [{does: attack}]
        duels:
          - {in: [sabotage, aid], bids: [16, 5, 14]}
          - {bids: [10, fate]}
        help:
          - {if: {attacker: orange}, agent: purple-agent-1, does: sabotage-attacker}
        """, orange="""\
        launch:
          orange-brawler-1: ancient-times
          orange-historian-recent-past: recent-past
          orange-scientist-2: yesterday
        actions:
          - {agent: orange-historian-recent-past, invade: green}
          - {agent: orange-historian-recent-past, create: two-create}
          - {agent: orange-brawler-1, attack: green-historian-ancient-times, claim: true}
        interrupts:
          - if: {player: green, does: create, at: purple/yesterday}
            then: {agent: orange-scientist-2, invade: purple}
            once: true
        objections: always
        duels:
          - {in: claimant, bids: [18]}
          - {bids: [14, 15, 11], re-duel: within-8}
        control: [{agent: orange-scientist-2, create: solve}]
        """)
    game.orders("2026-05-09T16:00:00Z", green="""\
        launch:
          green-historian-recent-past: recent-past
          green-agent-1: yesterday
        actions:
          - {agent: green-scientist-1, flip: all}
          - {agent: green-agent-1, invade: orange}
          - hold
        duels:
          - {bids: [14, 9], re-duel: never}
        """, orange="""\
        launch:
          orange-historian-yesterday: yesterday
          orange-agent-1: yesterday
        actions:
          - {agent: orange-historian-yesterday, create: two-solve}
          - {agent: orange-agent-1, invade: purple}
        interrupts:
          - if: {player: any, does: attack, target: mine}
            then: {agent: orange-scientist-2, snap: today}
        objections: [{does: [attack, force], target: mine}]
        duels:
          - {bids: [13, fate]}
        """)
    game.tidy()


def the_last_timeline(program, desk):
    """A finished game of Time Control for three, which the bot `greedy` has played; only what is public is kept."""
    options = "--ruleset", "time-control", "--option", "players=3"
    secret, founded = "the last timeline, example 2", "2026-06-01T09:00:00Z"
    game = Game(program, desk / "the-last-timeline", "The Last Timeline", secret, founded, TRAVELLERS, *options)
    for seat in TRAVELLERS:
        game.run("replace", game.folder, seat, "--bot", "greedy", "--reason", "Bots play this example.")
    for day in range(2, 30):
        game.clock = f"2026-06-{day:02}T16:00:00Z"
        game.run("adjudicate", game.folder, "--overdue")
        game.run("send", game.folder)
        if json.loads(game.run("status", game.folder, "--json"))["ended"] == "game-over":
            break
    publish(game)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[1]).resolve()
    gem_1992(binary)
    whispers_1(binary)
    pirates_1(binary)
    control_1(binary)
    loop_1(binary)
    with tempfile.TemporaryDirectory() as away:
        the_long_afternoon(binary, pathlib.Path(away))
        the_long_way_round(binary, pathlib.Path(away))
        the_fourth_hour(binary, pathlib.Path(away))
        the_last_timeline(binary, pathlib.Path(away))
        the_last_cycle(binary, pathlib.Path(away))
