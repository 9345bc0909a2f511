#!/usr/bin/env python3
"""Plays a game of each ruleset over real mail: python3 benches/campaign.py PATH-TO-CHRONOJUDGE

Needs root, Postfix and Dovecot (tests/mail-server.sh starts them). The GM is `chronojudge tick`. Each player is a small
program that knows only its mailbox: it accepts its invitation, reads its mails over IMAP, and answers each mail that has
a short form over SMTP, with that form in the quotation and some of its lines changed. If it changes nothing, or if its
answer was rejected, it sends the form unchanged, as the button in the page does. Prints a table for docs/mail-in.md. A player
chooses by a fixed seed; the dice and the bytes of
tokens differ from run to run. In Time Control they send what `advise` makes of the view in the mail."""
import collections, difflib, email, email.policy, email.utils, imaplib, json, pathlib, random, re, shutil, signal
import smtplib, statistics, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SERVER = ROOT / "tests" / "mail-server.sh"
BOXES = ["england", "france", "austria", "germany", "italy", "spain"]
# The title, the ruleset, its options, the players, and the turns: a turn of Time Pirates is one player's.
GAMES = [
    ("Time Agent", "time-agent", [], 6, 6),
    ("Whisperers", "time-whisperers", ["--option", "players=4"], 4, 3),
    ("Time Pirates", "time-pirates", ["--option", "players=4"], 4, 12),
    ("Time Control", "time-control", ["--option", "players=4"], 4, 8),
    ("The LOOP", "the-loop", ["--option", "players=3"], 3, 12),
]
# The games whose players ask `advise` for their orders, by the view that comes with the report.
ADVISED = {"time-control"}
FORM = re.compile(r"(?ms)^token: \w+\n.*?^# End of your orders$")
# The kind of a mail is part of its Message-ID: GAME.sSITTING.SEAT.KIND.NUMBER.
KIND = re.compile(r"<[^.]+\.s\d+\.[^.]+\.([^.]+)\.")


class Player:
    """A mailbox, and the mails that were read from it."""

    def __init__(self, box, seed, program=None):
        self.box, self.address, self.random = box, f"{box}@pbem.test", random.Random(seed)
        self.imap = imaplib.IMAP4("127.0.0.1", 1143)
        self.imap.login(box, "secret")
        # The program, for players who ask it for advice; and the turn in which each mail came.
        self.program, self.turn_now, self.came = program, 0, collections.Counter()
        self.mails, self.typed, self.form, self.sent, self.at_home, self.away = [], [], None, 0, [], []

    def read(self):
        """Reads the new mails; returns them."""
        self.imap.select("INBOX")
        _, found = self.imap.search(None, "UNSEEN")
        new = []
        for number in found[0].split():
            _, data = self.imap.fetch(number, "(RFC822)")
            mail = email.message_from_bytes(data[0][1], policy=email.policy.default)
            kind = KIND.match(mail["Message-ID"])
            new.append((kind[1] if kind else "other", len(data[0][1]), mail))
            self.came[self.turn_now] += 1
        self.mails += new
        return new

    def reply(self, mail, text):
        """Sends a reply, with the mail quoted below the text."""
        self.sent += 1
        reply = email.message.EmailMessage()
        reply["From"], reply["To"] = self.address, str(mail["Reply-To"] or mail["From"])
        reply["Subject"] = "Re: " + mail["Subject"]
        reply["Message-ID"] = f"<{self.box}.{self.sent}.{time.time_ns()}@pbem.test>"
        reply["In-Reply-To"] = mail["Message-ID"]
        reply["Date"] = email.utils.localtime()
        reply.set_content(text)
        with smtplib.SMTP("127.0.0.1", 2525) as smtp:
            smtp.send_message(reply)

    def own(self, text):
        """Notes where the operatives are: a mail that leaves the table out has not changed it."""
        table = re.search(r"(?ms)^YOUR OPERATIVES\n-+\n(.*?)\n[A-Z][^\n]*\n-+\n", text)
        if table:
            units = re.findall(r"(?m)^\s+((?:agent|squad)-\d+)\s+(present|\d[abc]-\d+)\b", table[1])
            self.at_home = [unit for unit, where in units if where == "present"]
            self.away = [where for _, where in units if where != "present"]

    def answer(self, mail, changed):
        """Answers a mail that has a form: the form is changed in the quotation."""
        text = mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
        found = FORM.search(text)
        if not found:
            return False
        form = found[0]
        self.own(text)
        if changed and self.program and "# You are asked:" not in form:
            filled = advised(self.program, mail, form)
        else:
            filled = change(form, self.random, self.at_home, self.away) if changed else form
        if filled == form:  # What the button of the page opens: the form, ready to be sent.
            self.reply(mail, form)
        else:
            quoted = "".join(f"> {line}\n" for line in text.replace(form, filled).splitlines())
            self.reply(mail, f"On a day the GM wrote:\n{quoted}")
        matcher = difflib.SequenceMatcher(None, form, filled, autojunk=False)
        new = sum(b - a for what, _, _, a, b in matcher.get_opcodes() if what in ("insert", "replace"))
        self.typed.append(new)
        return True

    def turn(self):
        """Reads the mailbox and answers what asks for an answer; returns true if something was sent."""
        last = self.sent
        asks = None
        for kind, _, mail in self.read():
            if kind == "seat":
                self.reply(mail, "accept\n")
            elif kind == "receipt" and "REJECTED" in mail["Subject"]:
                asks = (self.form, False)
            elif kind != "receipt" and FORM.search(mail.get_body(("plain",)).get_content().replace("\r\n", "\n")):
                self.form = mail
                asks = (mail, True)
        if asks:
            self.answer(*asks)
        return self.sent > last


def advised(program, mail, form):
    """Returns the form with the best orders that `advise` finds on the view that came with the mail. Plans for duels of the form stay, after those."""
    views = [part for part in mail.iter_attachments() if (part.get_filename() or "").endswith(".view.yaml")]
    if not views:
        return form
    with tempfile.TemporaryDirectory() as away:
        view = pathlib.Path(away) / "own.view.yaml"
        view.write_bytes(views[0].get_payload(decode=True))
        ask = [program, "-q", "advise", "--view", view, "--think", "8", "--plans", "1", "--samples", "2", "--json"]
        done = subprocess.run(ask, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    if done.returncode:
        return form
    text = json.loads(done.stdout)["advice"][0]["file"]
    sections = re.split(r"(?m)^(?=[a-z-]+:)", text)
    lines = form.split("\n")
    for section in sections:
        key, _, value = section.partition(":")
        at = next((n for n, line in enumerate(lines) if line.startswith(f"{key}:")), None)
        if at is None or key in ("game", "turn", "seat", "sitting", "token"):
            continue
        below = at + 1
        while below < len(lines) and lines[below][:1] in (" ", "-"):
            below += 1
        kept = lines[at + 1 : below] if key == "duels" else []
        lines[at:below] = [f"{key}:{value}".rstrip("\n"), *kept]
    return "\n".join(lines)


def change(form, chance, at_home, away):
    """Changes some lines of a form, as a person does who reads its comments."""
    lines = form.split("\n")
    place = {line.strip().split(":")[0]: n for n, line in enumerate(lines) if re.match(r" *[a-z-]+:", line)}

    def set_to(key, value):
        """Writes a value behind its key, in place of the list below it."""
        if key not in place:
            return
        n = place[key]
        indent = len(lines[n]) - len(lines[n].lstrip())
        lines[n] = " " * indent + f"{key}: {value}"
        below = n + 1
        while below < len(lines) and re.match(rf" {{{indent}}}(- |  )", lines[below] or "") and not lines[below].strip().startswith("#"):
            lines[below] = None
            below += 1

    asked = form.split("# You are asked:")[1:]
    if asked:  # One of the answers that the comments name.
        answers = re.findall(r"(?m)^#\s{4,}([a-z-]+): (\S.*)$", asked[0].split("If you do not answer")[0])
        if answers:
            key, value = chance.choice(answers)
            if key not in place:
                place[key] = len(lines) - 1
                lines.insert(len(lines) - 1, f"{key}:")
            set_to(key, value)
    elif "placement" in place:
        whisperers = [1, 2, 3]
        chance.shuffle(whisperers)
        placed = [f"{{whisperer: {n}, side: {chance.choice(['dark', 'gold'])}}}" for n in whisperers]
        set_to("placement", f"[{', '.join(placed)}]")
    if "headquarters" in place:  # Time Agent
        look = re.search(r"Such as (\[[^]]+\])", form)
        if look:
            set_to("research", look[1])
        if chance.random() < 0.3:
            set_to("buy", "{agents: 1}")
        if at_home and "maintain: []" in form:
            set_to("moves", f"[{{unit: {chance.choice(at_home)}, to: 4c-{chance.randint(1, 12)}}}]")
        elif away and chance.random() < 0.4:  # All come home, to travel again in the next turn.
            set_to("maintain", "[]")
        elif away:
            set_to("actions", f"[{{rotate: {{tile: {chance.choice(away)}, to: {chance.randint(1, 6)}}}}}]")
        if chance.random() < 0.4:
            set_to("opposition", "[{tile: any, declare: stand-aside}]")
    hand = re.search(r"In hand: (.*(?:\n#\s{5,}\S.*)*)", form)
    if hand:  # Whisperers
        cards = re.sub(r"\n#\s+", " ", hand[1]).lower().split(", ")
        numbers = [card for card in cards if card.isdigit()]
        actions = [card for card in cards if not card.isdigit() and card != "termination"]
        chance.shuffle(numbers)
        chance.shuffle(actions)
        played = [card for pair in zip(numbers, actions) for card in pair][: chance.choice([2, 3, 4])]
        set_to("programme", f"[{', '.join(played + ['termination'])}]")
    if "restock" in place:  # Time Pirates
        above = "\n".join(lines[: place["restock"]])
        empty = re.findall(r"\d{4}-\d{4}", above.split("no Time Traveler:")[-1])
        if empty:
            set_to("restock", chance.choice(empty))
        there = re.search(r"There lie: (.*?)\. You have", " ".join(form.replace("#", " ").split()))
        to = re.findall(r"\d{4}-\d{4}", above.split("There lie")[0].split("arrows lead to")[-1])
        acts = []
        if there:
            first = re.split(r", | and ", there[1])[0].lower()
            first = first.replace(" with arrows", "-arrows").replace(" with an atomic symbol", "-atomic")
            acts = [f"{{take: {first.replace('the ', '').replace(' ', '-')}}}"]
        acts += [f"{{move: {chance.choice(to)}}}"] if to else []
        set_to("actions", f"[{', '.join(acts)}]")
    return "\n".join(line for line in lines if line is not None)


class Game:
    """A game, its players, and the GM's clock."""

    def __init__(self, program, folder, ruleset, options, boxes, server):
        self.program, self.folder = program, folder
        adviser = program if ruleset in ADVISED else None
        self.players = [Player(box, n, adviser) for n, box in enumerate(boxes)]
        for player in self.players:
            player.read()
            player.mails.clear()
        gm = ["--dice", "plain", "--gm", "The GM <gm@pbem.test>", "--keys", "256"]
        self.run("new", folder, "--ruleset", ruleset, *options, *gm)
        secret = folder / "secret" / "password"
        secret.write_text("secret\n")
        secret.chmod(0o600)
        (folder / "mail.yaml").write_text(
            "from: The GM <gm@pbem.test>\nvia: smtp\nsmtp: {host: 127.0.0.1, port: 2525, security: none}\n"
            "inbox:\n  address: gm@pbem.test\n  imap: {host: localhost, port: 1993, security: tls, user: gm, "
            f"password-file: secret/password, ca-file: {server}/cert.pem, timeout-seconds: 20}}\n"
        )
        seats = re.findall(r"(?m)^- seat: (\S+)", (folder / "game.yaml").read_text())
        for seat, player in zip(seats, self.players):
            self.run("seat", folder, seat, "--name", player.box.title(), "--address", player.address)
        if adviser:
            players = folder / "players.yaml"
            players.write_text(re.sub(r"(?m)^  seats:$", "  papers: full\n  seats:", players.read_text()))
        self.tick()
        for player in self.players:
            player.turn()
        self.tick()
        self.run("start", folder)
        self.tick()

    def run(self, *args):
        done = subprocess.run([self.program, "-q", *map(str, args)], stdout=subprocess.PIPE, encoding="utf-8")
        if done.returncode not in (0, 2):
            sys.exit(f"{done.stdout}`{' '.join(map(str, args))}` ended with {done.returncode}")
        return done.stdout

    def tick(self):
        """Runs the GM's clock until all mails are carried."""
        self.run("tick", self.folder)
        time.sleep(0.7)

    def turn(self):
        """Returns the number of the open turn, and whether the game is over."""
        now = json.loads(self.run("status", self.folder, "--json"))
        return now.get("turn", 0) or 0, now.get("ended") == "game-over"


def measure(program, server, title, ruleset, options, count, turns):
    """Plays a game and returns its row of the table."""
    with tempfile.TemporaryDirectory() as away:
        game = Game(program, pathlib.Path(away) / f"{ruleset}-{int(time.time())}", ruleset, options, BOXES[:count], server)
        start, now, over, idle = None, 0, False, 0
        while not over and idle < 6:
            sent = [player.turn() for player in game.players]
            time.sleep(0.7)
            game.tick()
            now, over = game.turn()
            for player in game.players:
                player.turn_now = now
            idle = 0 if any(sent) else idle + 1
            if start is None and now >= 1:
                start = now
                for player in game.players:  # What came before the first turn is not counted.
                    player.mails = [m for m in player.mails if m[0] in ("report",)][-1:]
                    player.typed.clear()
            if start is not None and now >= start + turns:
                break
        if start is None:
            sys.exit(f"{title} did not begin:\n" + game.run("status", game.folder))
        for player in game.players:
            player.read()
        played = now - start
        share = count * max(played, 1)
        mails = [mail for player in game.players for mail in player.mails]
        kinds = collections.Counter(kind for kind, _, _ in mails)
        sizes = {kind: [size for k, size, _ in mails if k == kind] for kind in kinds}
        reports, receipts = sizes.get("report", [0]), sizes.get("receipt", [0])
        typed = [n for player in game.players for n in player.typed]
        each = [player.came[turn] for player in game.players for turn in range(start, now)]
        print("median mails of a player and turn:", statistics.median(each or [0]), sorted(each), file=sys.stderr)
        print(title, played, dict(kinds), "rejected", sum("REJECTED" in m[2]["Subject"] for m in mails), file=sys.stderr)
        return (
            f"| {title} | {count}, {played} | {len(mails) / share:.1f} | {kinds['receipt'] / share:.1f} "
            f"| {statistics.median(reports) / 1000:.0f} KB, {max(reports) / 1000:.0f} KB "
            f"| {statistics.median(receipts) / 1000:.1f} KB | {sum(typed) / share:.0f} |"
        )


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[1]).resolve()
    server = pathlib.Path(tempfile.mkdtemp(prefix="campaign-"))
    server.chmod(0o755)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    subprocess.run([SERVER, "start", server], check=True)
    try:
        rows = [measure(binary, server, *game) for game in GAMES]
    finally:
        subprocess.run([SERVER, "stop", server], check=True)
        shutil.rmtree(server, ignore_errors=True)
    print("| game | players, turns | mails to a player each turn | of them receipts | a report: median, largest | a receipt (median) | typed by a player each turn, characters |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))
