"""Audits the dice of a game (protocol fair1) without network, secrets, libraries: python3 verify.py PUBLIC (or --selftest). Ends with PASSED (exit 0), FAILED (1), COULD NOT CHECK (2: something that should be shown by now is not, or is not for this script; 3: nothing could be read)."""
import calendar, collections, hashlib, hmac, itertools, pathlib, re, struct, sys, time
verdicts, MOVES, INT, LABEL = set(), {"rewind": {"to"}, "amend": set(), "fork": {"of", "head"}}, "(?:0|[1-9][0-9]*)", r"[a-z0-9._-]+(?:/[a-z0-9._-]+)*(?:#(?:[2-9]|[1-9][0-9]+))?"  # moves: turns that the GM's hand begins
ROLL = rf"(?=\S{{1,200}} )({LABEL}) (?:({INT})d({INT})|shuffle ({INT})) = ({INT}(?: {INT})*)"
LINE, ORDER = r"""([\w./-]+): (?!["'])(?!.*(?:: | #))([!-~](?:[ -~]*[!-~])?)""", "genesis( note)*( seated( note)*( salts( note)*( draw( note)*)?( lock( note)* result( note)*)*( lock( note)*| final)?)?)?"
KEYS = {"genesis": "game:N ruleset:A file.game.yaml:H content:H engine:A sittings:I anchor:H hidden:H dice:plain|drawn|beacon", "seated": "?salt-hash.N:H ?key.N:A ?team.N:A", "salts": "at:T round:I|none ?salt.N:H|refused", "draw": "round:I beacon:S",
    "lock": "sitting:I turn:I overdue:yes|no at:T round:I|none ?order.N:H|none ?signature.N:H ?standing.N:H|none ?seen.N:I ?bot.N:N\\sA", "note": "what:D who:N at:T turn:I sitting:I ?seat:N ?played-by:player|bot|defaults ?to:I ?of:N ?head:H ?deck.N:A ?file.A:H ?key.N:A ?team.N:A ?drawn:A ?bind.amend-I:H", "final": "hidden:H ?file.A:H",  # ? is: may have
    "result": "sitting:I turn:I engine:A key:H beacon:S|none ended:turn-complete|waiting|game-over bind.journal:H ?bind.state:H ?file.A:H ?deck.N:A ?open.N.I:A"}
FORM = {"N": "[a-z0-9-]{1,64}", "I": INT, "A": ".+", "H": "[0-9a-f]{64}", "S": "[0-9a-f]{96}", "T": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "D": "early|extend|pause|resume|vote|hold|release|replace|orders|excuse|nmr|amend|rewind|fork|plain|seats"}
TOLD, DRAWN = r"(?m)^(game|ruleset|edition|dice|keys|lead-minutes|fork|draw-seats): [\"']?([^\"'\n]*)", r"(?m)^- (?:roll|shuffle):\n    sitting: (\d+)\n    label: (\S+)\n(?:    sides: (\d+)\n)?    (?:faces|order):((?:\n    - \d+)+)"  # what game.yaml says, and what a journal says was drawn
STEPS = [step for k in 10 * (0, 1) for i in range(4) for a, b, c, d in [(i, 4 + (i + k) % 4, 8 + (i + 2 * k) % 4, 12 + (i + 3 * k) % 4)] for step in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7))]
def sha(data): return hashlib.sha256(data).hexdigest()
def L(*fields): return "".join(f"{field}\n" for field in fields).encode("ascii")
def H(*fields): return sha(L(*fields))
def M(key, *fields): return hmac.digest(bytes.fromhex(key), L(*fields), "sha256").hex()
def words(key, label):  # the ChaCha20 key stream of a label
    for block in itertools.count():
        s = [*(start := struct.unpack("<16I", b"expand 32-byte k" + bytes.fromhex(M(key, "fair1/roll", label)) + struct.pack("<QQ", block, 0)))]
        for x, y, z, n in STEPS:
            s[x] = (s[x] + s[y]) % 2**32
            s[z] = (v := s[z] ^ s[x]) << n & 2**32 - 1 | v >> 32 - n
        yield from ((v + w) % 2**32 for v, w in zip(s, start))
def below(n, stream): return next(v % n for v in stream if v < 2**32 - 2**32 % n)
def shuffle(n, stream):
    a = [*range(n)]
    for i, j in ((i, below(i + 1, stream)) for i in range(n - 1, 0, -1)): a[i], a[j] = a[j], a[i]
    return a
def check(what, test, *args):
    try: good = test(*args)
    except Exception as error: good, what = False, f"{what}: {error!r}"
    verdicts.add(0 if good else 1) or print("ok        " if good else "FAILED    ", what)
def seconds(at): return calendar.timegm(time.strptime(at, "%Y-%m-%dT%H:%M:%SZ"))
def under(record, start): return {key[len(start):]: value for key, value in record.items() if key.startswith(start)}
def read(path): return not {"", ".", ".."} & set(path.split("/")) and (public / path).read_bytes()
def entries(path): return re.fullmatch(r"(?:[ -~]+\n)*", read(path).decode("ascii"))[0].split("\n")[:-1]
def fits(pair, word): return all(re.fullmatch(re.sub("[A-Z]", lambda letter: f"(?:{FORM[letter[0]]})", form), part) for form, part in zip(word.strip("?").replace(".", r"\.").split(":"), pair))
def roll_fits(T, line, seen):
    label, count, sides, n, values = re.fullmatch(ROLL, line).groups()
    values, stream = [int(v) for v in values.split(" ")], words(T, label)
    return label not in seen and not seen.add(label) and values == (shuffle(len(values), stream) if n else [below(int(sides), stream) + 1 for _ in values]) and len(values) == int(n or count) and "1" not in (sides, n)
def deck_fits(game, X, name, items, slots, t):  # what a fork takes over was not shuffled
    def seal(i, tile): return H("fair1/slot", game, name, i, M(X, "fair1/salt", name, i), tile)
    tiles = [items[j] for j in shuffle(len(items), words(X, "deck/" + name))] if t else [next(x for x in items if seal(i, x) == s) for i, s in enumerate(slots)]
    return sorted(tiles) == sorted(items) and slots == [seal(i, tile) for i, tile in enumerate(tiles)]
def drawn(t, journal): return [f"{label} {n}d{sides} ={v}" if sides else f"{label} shuffle {n} ={v}" for sitting, label, sides, all in re.findall(DRAWN, journal) for n, v in [(all.count("-"), all.replace("\n    -", ""))] if int(sitting) == t and (sides or n > 1)]  # the lines of rolls.txt that a journal makes
def audit(log, head="none"):
    for number, name in enumerate(sorted(p.name for p in (public / "log").iterdir() if p.name[0] != "."), 1):
        r, kind = dict(lines := [re.fullmatch(LINE, line, re.A).groups() for line in entries("log/" + name)]), name[7:-5]
        keys = len(r) == len(lines) and {word.split(":")[0] for word in KEYS[kind].split() if word[0] != "?"} <= set(r) and all(any(fits(pair, word) for word in KEYS[kind].split()) for pair in lines[2:])
        check(f"log/{name}: name, keys, link to the record before", lambda: keys and [name, *lines[:2]] == [f"{number:06}-{kind}.yaml", ("record", "fair1/" + kind), ("previous", head)])
        log, head = log + [r | {"name": name, "kind": kind}], sha(read("log/" + name))
    check("order of the records; the head is " + head, re.fullmatch, ORDER, " ".join(r["kind"] for r in log))
    for a, b in (("pause", "resume"), ("hold", "release")): check(f"no sitting between {a} and {b}", re.fullmatch, f"(lock )*({a} {b} (lock )*)*({a} )?", "".join(f"{w} " for r in log for w in [r.get("what", r["kind"])] if w in (a, b, "lock")))
    genesis, seated, opened = (next((r for r in log if r["kind"] == kind), {}) for kind in ("genesis", "seated", "salts"))
    game, k, t, turn, seen, decks, bound, top, over, lock, done, begun, again, beacon = genesis["game"], genesis["anchor"], 0, -1, set(), {}, {}, 0, False, {}, 0, {}, [], "none"
    first, told, seats = sha(read("log/" + genesis["name"])), dict(re.findall(TOLD, text := read("game.yaml").decode())), set(re.findall(r"(?m)^- seat: (.+)$", text))
    files = {folder: {p.relative_to(public).as_posix() for p in (public / folder).rglob("*") if p.is_file()} for folder in ("content", "sittings", "notes", "opened")}
    check("genesis and game.yaml agree", lambda: told["dice"] == genesis["dice"] and [game, genesis["ruleset"], genesis["sittings"]] == [told["game"], f"{told['ruleset']} {told['edition']}", told["keys"]])
    check("no file that no record names", lambda: {path for r in log for path in under(r, "file.")} >= files["sittings"] | files["notes"] | files["opened"])
    check("content", lambda: genesis["content"] == H("fair1/content", *sum(((path[8:], sha(read(path))) for path in sorted(files["content"])), ())))
    promised, salts, given = under(seated, "salt-hash."), under(opened, "salt."), sorted(pair for pair in under(opened, "salt.").items() if pair[1] != "refused")
    check("seats and salts", lambda: seats >= {key.split(".")[1] for key in seated if "." in key} and (not opened or salts.keys() == promised.keys() and all(promised[g[0]] == H("fair1/salt-hash", first, *g) for g in given)))
    drawn_by = next((r for r in log if r["kind"] == "draw"), {})
    chosen = drawn_by["round"] + ":" + sha(bytes.fromhex(drawn_by["beacon"])) if drawn_by else "none"
    lowered = any(r.get("what") == "plain" for r in log)
    check("the round that the game is drawn with", lambda: not opened or (opened["round"] == "none" and not drawn_by and not lowered if genesis["dice"] == "plain" or "fork" in told else int(opened["round"]) == (seconds(opened["at"]) + 600 - 1692803367) // 3 + 1 and drawn_by.get("round", opened["round"]) == opened["round"] and [r["kind"] for r in log if r["kind"] in ("draw", "lock") or r.get("what") == "plain"][:1] in ([], ["draw"], ["note"] * (genesis["dice"] == "drawn"))))
    salts = H("fair1/salts", *(() if drawn_by else (game,)), *sum(given, ()), *((chosen,) if drawn_by else ())) if given or drawn_by else "none"
    note, places = next((r for r in log if r.get("what") == "seats"), {}), re.findall(r"(?m)^- seat: (.+)$", text)
    if told.get("draw-seats") == "true":  # who took place i plays seat order[i]; keys and teams go with the players
        order = shuffle(len(places), words(M(genesis["anchor"], "fair1/turn", game, 0, "none", salts), "seats"))
        moved = [(seated.get("team." + p), note.get("team." + places[i])) for p, i in zip(places, order)]
        check("the draw of the seats", lambda: not note and all(r["kind"] != "lock" for r in log) or note["drawn"] == " ".join(map(str, order)) and len(set(moved)) == len({a for a, _ in moved}) == len({b for _, b in moved}) and all((a is None) == (b is None) for a, b in moved) and all(note.get("key." + places[i]) == seated.get("key." + p, "none" if "key." + places[i] in seated else None) for p, i in zip(places, order)))
    check("a draw of the seats where one was agreed, once, before anything is locked", lambda: [r["kind"] + r.get("what", "") for r in log if r["kind"] in ("draw", "lock") or r.get("what") == "seats"].index("noteseats") == len([r for r in log if r["kind"] == "draw"]) and told["draw-seats"] == "true" and sum(r.get("what") == "seats" for r in log) == 1 if note else True)
    for r in log:
        for path, file in under(r, "file.").items(): check(f"{r['name']}: {path}", lambda: sha(read(path)) == file)
        if r["kind"] == "note": check(f"{r['name']}: {r['what']}", lambda: seconds(r["at"]) and under(r, "file.notes/") and len(under(r, "bind.")) == (r["what"] in MOVES) and {"to", "of", "head"} & set(r) == MOVES.get(r["what"], set()) and (r["what"] == "fork" or not under(r, "deck.")) and (r["what"] in ("replace", "seats") or not under(r, "key.")) and (r["what"] == "seats" or not under(r, "team.") and "drawn" not in r) and r["who"] in {"gm", "desk", *seats})
        if (what := r.get("what")) in MOVES:  # such a turn has a number of its own, and a state that is bound
            new, n, own = int(r["turn"]), len(again), f"{t:04}/amend-{len(again) + 1}.yaml"
            check(f"turn {new}: {what} {r.get('to', '')}", lambda: t == done and f"bind.amend-{n + 1}" in r and (t == n == 0 < new if what == "fork" else new == top + 1 and t + n > 0 and (int(r["to"]) in begun if what == "rewind" else not over)))
            again, top, over, begun = again + [(own, begun.get(int(r["to"])) if what == "rewind" else own)], new, False, begun | {new: own}
        if r["kind"] == "lock":
            before, lock, t, rolls = lock, r, t + 1, f"sittings/{t + 1:04}/rolls.txt"
            check(f"sitting {t}: lock", lambda: r["sitting"] == str(t) and under(r, "order.").keys() == under(r, "standing.").keys() == seats >= under(r, "bot.").keys() and all(r.get("order." + s, "none") != "none" for s in under(r, "signature.")) and seconds(r["at"]) >= seconds(before.get("at", opened.get("at", r["at"]))))
            check(f"sitting {t}: turn, and round of the beacon", lambda: (int(r["turn"]), over) == (top, False) and (r["round"] == "none" and genesis["dice"] != "beacon" or int(before.get("round", drawn_by.get("round", 0))) < int(r["round"]) == (seconds(r["at"]) + 60 * int(told.get("lead-minutes", 60)) - 1692803367) // 3 + 1 and genesis["dice"] == "beacon"))
        bound |= {f"{t:04}/{what}-{x}.{end}".replace("/bind-", "/"): file for what, end in (("order", "yaml"), ("signature", "sig"), ("standing", "yaml"), ("bind", "yaml")) for x, file in under(r, what + ".").items()}
        if r["kind"] == "result":
            beacon = "none" if genesis["dice"] != "beacon" and r["beacon"] == lock["round"] == "none" else lock["round"] + ":" + sha(bytes.fromhex(r["beacon"]))
            check(f"sitting {t}: key", lambda: "file." + rolls in r and (r["beacon"] == "none") == (genesis["dice"] != "beacon") and ("bind.state" in r) == (r["ended"] == "turn-complete") and (r["sitting"], r["turn"], H("fair1/link", game, t, r["key"])) == (lock["sitting"], lock["turn"], k) and t <= int(genesis["sittings"]))
            k, seen, turn, over, done, top, begun = r["key"], seen if int(r["turn"]) == turn else set(), int(r["turn"]), r["ended"] == "game-over", t, int(r["turn"]) + (r["ended"] == "turn-complete"), begun | ({int(r["turn"]) + 1: f"{t:04}/state.yaml"} if r["ended"] == "turn-complete" else {})
            for line in entries(rolls): check(line, roll_fits, M(k, "fair1/turn", game, t, beacon, salts), line, seen)
        for name, (items, slots) in ((name, value.split(" ")) for name, value in under(r, "deck.").items()):
            check(f"sitting {t}: deck {name}", lambda: name not in decks and len(entries(items)) == len(entries(slots)) and {"file." + items, "file." + slots} <= r.keys())
            decks[name] = entries(items), entries(slots), {}, t, beacon, salts
        for (name, slot), (item, salt) in ((place.split("."), tile.rsplit(" ", 1)) for place, tile in under(r, "open.").items()):
            check(f"sitting {t}: slot {name} {slot}", lambda: not decks[name][2].update({slot: item}) and decks[name][1][int(slot)] == H("fair1/slot", game, name, slot, salt, item) and not collections.Counter(decks[name][2].values()) - collections.Counter(decks[name][0]))
        if r["kind"] == "final":
            check("hidden secret, when the game is over", lambda: over and H("fair1/hidden", game, r["hidden"]) == genesis["hidden"])
            for name, (items, slots, _, *draw) in decks.items(): check(f"shuffle of {name}", deck_fits, game, M(r["hidden"], "fair1/hidden-turn", game, *draw), name, items, slots, draw[0])
            for a, b in again: check(f"opened {a} is {b}", lambda: r["file.opened/" + a] == r["file.opened/" + b])
            for path, file, what in ((path, file, (path[5:].split(".")[0], int(path[:4]))) for path, file in under(r, "file.opened/").items()):
                check("opened " + path, lambda: bound[path] == H("fair1/bind", game, *what, M(r["hidden"], "fair1/bind-salt", *what), file))
                if what[0] == "journal": check(f"rolls as in {path}", lambda: entries(f"sittings/{path[:4]}/rolls.txt") == drawn(what[1], read("opened/" + path).decode()))
    for what in sorted(path for path in bound if bound[path] != "none" and "file.opened/" + path not in r) + list(decks if r["kind"] != "final" else []): (over and verdicts.add(2)) or print("NOT SHOWN ", what, "(not opened, and the game is over)" if over else "(still sealed)")
    print("NOT SHOWN  dice that the GM could not foresee (there is no beacon)" if genesis["dice"] != "beacon" or verdicts.add(2 if done else 0) else "NOT SHOWN  beacon signatures (BLS is not for a script; the rounds are as given)")
if sys.argv[1:] == ["--selftest"]:
    for line in ("event 3d100 = 32 6 58", "weather 8d10 = 10 8 3 4 7 4 3 1", "deck/tiles shuffle 12 = 7 4 11 8 0 2 3 1 10 5 9 6"): check(line, roll_fits, "e0f6cf23482874e809d436879b83e761a51802eaebaa40668df91ec9fd048165", line, set())
elif not ((public := pathlib.Path(sys.argv[1])) / "log").is_dir(): verdicts.add(3) or print("NOT SHOWN  log (there is none)")
else: check("the game as a whole", lambda: audit([]) is None)
print("PASSED" if (code := 1 if 1 in verdicts else max(verdicts)) == 0 else "FAILED" if code == 1 else "COULD NOT CHECK everything") or sys.exit(code)
