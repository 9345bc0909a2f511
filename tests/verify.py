"""Audits the dice of a game (protocol fair1) without network, secrets, libraries: python3 verify.py PUBLIC (or --selftest). Exit: 0 passed, 1 failed, 2 could not check."""
import collections, hashlib, hmac, itertools, pathlib, re, struct, sys
verdicts, INT, NAME, LABEL = set(), "(?:0|[1-9][0-9]*)", "[a-z0-9-]{1,64}", r"[a-z0-9._-]+(?:/[a-z0-9._-]+)*(?:#(?:[2-9]|[1-9][0-9]+))?"
ROLL = rf"(?=\S{{1,200}} )({LABEL}) (?:({INT})d({INT})|shuffle ({INT})) = ({INT}(?: {INT})*)"
LINE = r"""([\w./-]+): (?!["'])(?!.*(?:: | #))([!-~](?:[ -~]*[!-~])?)"""
ORDER = "genesis( note)*( seated( note)*( salts( note)*( lock( note)* result( note)*)*( lock( note)*| final)?)?)?"
KEYS = {"genesis": ("game ruleset file.game.yaml content engine sittings anchor hidden beacon", "-"),  # must have, may have
    "seated": ("", rf"(salt-hash|key|team)\.{NAME}"), "salts": ("", rf"salt\.{NAME}"), "final": ("hidden", r"file\..+"),
    "lock": ("sitting turn overdue at round", rf"(order|standing)\.{NAME}"), "note": ("what who at turn", rf"to|of|head|(file|deck)\..+|bind\.amend-{INT}"),
    "result": ("sitting turn key beacon ended bind.journal", rf"file\..+|deck\.{NAME}|open\.{NAME}\.{INT}|bind\.state")}
DEEDS, MOVES = "early|extend|pause|resume|vote|hold|release|replace|orders|excuse|nmr|amend|rewind|fork", {"rewind": {"to"}, "amend": set(), "fork": {"of", "head"}}
QUARTERS = [(i, 4 + (i + k) % 4, 8 + (i + 2 * k) % 4, 12 + (i + 3 * k) % 4) for k in (0, 1) for i in range(4)]
STEPS = [step for a, b, c, d in 10 * QUARTERS for step in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7))]
def sha(data): return hashlib.sha256(data).hexdigest()
def L(*fields): return "".join(f"{field}\n" for field in fields).encode("ascii")
def H(*fields): return sha(L(*fields))
def M(key, *fields): return hmac.digest(bytes.fromhex(key), L(*fields), "sha256").hex()
def words(key, label):  # the ChaCha20 key stream of a label
    for block in itertools.count():
        s = [*(start := struct.unpack("<16I", b"expand 32-byte k" + bytes.fromhex(M(key, "fair1/roll", label)) + struct.pack("<QQ", block, 0)))]
        for x, y, z, n in STEPS:
            s[x] = (s[x] + s[y]) % 2**32
            s[z] = ((s[z] ^ s[x]) << n | (s[z] ^ s[x]) >> 32 - n) % 2**32
        yield from ((v + w) % 2**32 for v, w in zip(s, start))
def below(n, stream): return next(v % n for v in stream if v < 2**32 - 2**32 % n)
def shuffle(n, stream):
    a = list(range(n))
    for i, j in ((i, below(i + 1, stream)) for i in range(n - 1, 0, -1)): a[i], a[j] = a[j], a[i]
    return a
def check(what, test, *args):
    try: good = test(*args)
    except Exception as error: good, what = False, f"{what}: {error!r}"
    verdicts.add(0 if good else 1) or print("ok        " if good else "FAILED    ", what)
def under(record, start): return {key[len(start):]: value for key, value in record.items() if key.startswith(start)}
def read(path): return not {"", ".", ".."} & set(path.split("/")) and (public / path).read_bytes()
def entries(path): return re.fullmatch(r"(?:[ -~]+\n)*", read(path).decode("ascii"))[0].split("\n")[:-1]
def roll_fits(T, line, seen):
    label, count, sides, n, values = re.fullmatch(ROLL, line).groups()
    values, stream = [int(v) for v in values.split(" ")], words(T, label)
    return label not in seen and not seen.add(label) and values == (shuffle(len(values), stream) if n else [below(int(sides), stream) + 1 for _ in values]) and len(values) == int(n or count) and "1" not in (sides, n)
def deck_fits(game, S, name, items, slots, _, *draw):
    X = M(S, "fair1/hidden-turn", game, *draw)
    def seal(i, tile): return H("fair1/slot", game, name, i, M(X, "fair1/salt", name, i), tile)
    tiles = [items[j] for j in shuffle(len(items), words(X, "deck/" + name))] if draw[0] else [next(x for x in items if seal(i, x) == s) for i, s in enumerate(slots)]
    return sorted(tiles) == sorted(items) and slots == [seal(i, tile) for i, tile in enumerate(tiles)]
def audit(log, head="none"):
    for number, name in enumerate(sorted(p.name for p in (public / "log").iterdir() if p.name[0] != "."), 1):
        lines = [re.fullmatch(LINE, line, re.A).groups() for line in entries("log/" + name)]
        r, kind, must = dict(lines), name[7:-5], {"record", "previous", *KEYS[name[7:-5]][0].split()}
        start = (name, lines[0], r["previous"]) == (f"{number:06}-{kind}.yaml", ("record", "fair1/" + kind), head)
        keys = len(r) == len(lines) and must <= set(r) and all(re.fullmatch(KEYS[kind][1], key) for key in set(r) - must)
        check(f"log/{name}: name, keys, link to the record before", lambda: start and keys)
        log, head = log + [r | {"name": name, "kind": kind}], sha(read("log/" + name))
    check("order of the records; the head is " + head, re.fullmatch, ORDER, " ".join(r["kind"] for r in log))
    for a, b in (("pause", "resume"), ("hold", "release")): check(f"no sitting between {a} and {b}", re.fullmatch, f"(lock )*({a} {b} (lock )*)*({a} )?", "".join(f"{w} " for r in log for w in [r.get("what", r["kind"])] if w in (a, b, "lock")))
    genesis, seated, opened = (next((r for r in log if r["kind"] == kind), {}) for kind in ("genesis", "seated", "salts"))
    game, k, t, turn, seen, decks, bound, top, over, begun, again, beacon = genesis["game"], genesis["anchor"], 0, None, set(), {}, {}, 0, False, {}, [], "none"
    paths = sorted(p.relative_to(public / "content").as_posix() for p in (public / "content").rglob("*") if p.is_file())
    check("content", lambda: genesis["content"] == H("fair1/content", *sum(((path, sha(read("content/" + path))) for path in paths), ())))
    given = sorted(pair for pair in under(opened, "salt.").items() if pair[1] != "refused")
    check("salts", lambda: not opened or under(opened, "salt.").keys() == (promised := under(seated, "salt-hash.")).keys() and all(promised[g[0]] == H("fair1/salt-hash", game, *g) for g in given))
    salts = H("fair1/salts", game, *sum(given, ())) if given else "none"
    for r in log:
        for path, file in under(r, "file.").items(): check(f"{r['name']}: {path}", lambda: sha(read(path)) == file)
        if r["kind"] == "note": check(f"{r['name']}: {r['what']}", lambda: re.fullmatch(DEEDS, r["what"]) and under(r, "file.notes/") and len(under(r, "bind.")) == (r["what"] in MOVES) and {"to", "of", "head"} & set(r) == MOVES.get(r["what"], set()) and (r["what"] == "fork" or not under(r, "deck.")))
        if (what := r.get("what")) in MOVES:  # a turn that the GM's hand begins has a number of its own, and a state that is bound
            new, own, n = int(r["turn"]), f"{t:04}/amend-{len(again) + 1}.yaml", len(again)
            check(f"turn {new}: {what} {r.get('to', '')}", lambda: f"bind.amend-{n + 1}" in r and (t == n == 0 < new if what == "fork" else new == top + 1 and t + n > 0 and (int(r["to"]) in begun if what == "rewind" else not over)))
            again, top, over, begun = again + [(own, begun.get(int(r["to"])) if what == "rewind" else own)], new, False, begun | {new: own}
        if r["kind"] == "lock":
            lock, t, rolls, seats = r, t + 1, f"sittings/{t + 1:04}/rolls.txt", set(re.findall(r"(?m)^- seat: (.+)$", read("game.yaml").decode()))
            check(f"sitting {t}: lock", lambda: r["sitting"] == str(t) and (int(r["turn"]), over) == (top, False) and under(r, "order.").keys() == under(r, "standing.").keys() == seats >= {key.split(".")[1] for key in seated if "." in key})
        for what in ("order", "standing", "bind"): bound |= {f"{t:04}/{what}-{x}.yaml".replace("/bind-", "/"): file for x, file in under(r, what + ".").items()}
        if r["kind"] == "result":
            beacon = "none" if genesis["beacon"] == r["beacon"] == lock["round"] == "none" else lock["round"] + ":" + sha(bytes.fromhex(r["beacon"]))
            check(f"sitting {t}: key", lambda: len(r["beacon"]) in (4, 96) and "file." + rolls in r and (r["sitting"], r["turn"], H("fair1/link", game, t, r["key"])) == (lock["sitting"], lock["turn"], k))
            k, seen, turn = r["key"], seen if r["turn"] == turn else set(), r["turn"]
            for line in entries(rolls): check(line, roll_fits, M(k, "fair1/turn", game, t, beacon, salts), line, seen)
            top, over, begun = int(turn) + (r["ended"] == "turn-complete"), r["ended"] == "game-over", begun | ({int(turn) + 1: f"{t:04}/state.yaml"} if r["ended"] == "turn-complete" else {})
        for name, files in under(r, "deck.").items():
            items, slots = map(entries, files.split(" "))
            check(f"sitting {t}: deck {name}", lambda: name not in decks and len(items) == len(slots) and all("file." + path in r for path in files.split(" ")))
            decks[name] = items, slots, {}, t, beacon, salts
        for (name, slot), (item, salt) in ((place.split("."), tile.rsplit(" ", 1)) for place, tile in under(r, "open.").items()):
            decks[name][2][slot] = item
            check(f"sitting {t}: slot {name} {slot}", lambda: decks[name][1][int(slot)] == H("fair1/slot", game, name, slot, salt, item) and not collections.Counter(decks[name][2].values()) - collections.Counter(decks[name][0]))
        if r["kind"] == "final":
            check("hidden secret", lambda: H("fair1/hidden", game, r["hidden"]) == genesis["hidden"])
            for name, deck in decks.items(): check(f"shuffle of {name}", deck_fits, game, r["hidden"], name, *deck)
            for a, b in again: check(f"opened {a} is {b}", lambda: r.get("file.opened/" + a) == r.get("file.opened/" + b))
            for path, file in under(r, "file.opened/").items():
                check("opened " + path, lambda: bound[path] == H("fair1/bind", game, *(what := (path[:-5].split("/")[1], int(path.split("/")[0]))), M(r["hidden"], "fair1/bind-salt", *what), file))
    for what in sorted(path for path in bound if bound[path] != "none" and "file.opened/" + path not in r) + list(decks if r["kind"] != "final" else []): print("NOT SHOWN ", what, "(still sealed)")
    verdicts.add(2 if turn and genesis["beacon"] != "none" else 0) or print("NOT SHOWN  dice that the GM could not foresee (no beacon is verified here)")
if sys.argv[1:] == ["--selftest"]:
    for line in ("event 3d100 = 32 6 58", "weather 8d10 = 10 8 3 4 7 4 3 1", "deck/tiles shuffle 12 = 7 4 11 8 0 2 3 1 10 5 9 6"): check(line, roll_fits, "e0f6cf23482874e809d436879b83e761a51802eaebaa40668df91ec9fd048165", line, set())
elif not ((public := pathlib.Path(sys.argv[1])) / "log").is_dir(): verdicts.add(2) or print("NOT SHOWN  log (there is none)")
else: check("the game as a whole", lambda: audit([]) is None)
sys.exit(1 if 1 in verdicts else max(verdicts))
