#!/usr/bin/env python3
"""Audits the public folder of a game of the protocol fair1 (docs/fair1.md).

    python3 verify.py PUBLIC       a public folder, a folder that holds one, or a public.zip
    python3 verify.py --selftest   the vectors of section 8

It needs Python 3.8 or later, no network, no secret and no library. Signatures of people are checked
where `ssh-keygen` is installed, rounds of the beacon where the library `py_ecc` is.

Every line begins with `ok`, `FAILED` or `NOT SHOWN`, save the last two. The last is the verdict:

    PASSED                       exit code 0: all that can be shown by now is as it must be
    FAILED                       exit code 1: something is not as it must be
    COULD NOT CHECK everything   exit code 2: nothing failed, but something that should be shown by
                                 now is missing, or cannot be checked on this computer
    COULD NOT CHECK anything     exit code 3: no log of a game could be read

This script knows no rules of any game: that the facts follow from the orders and the dice,
`chronojudge audit` checks.
"""

from __future__ import annotations

import calendar
import collections
import hashlib
import hmac
import itertools
import os
import pathlib
import re
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

# The forms of fields (fair1, sections 2 and 6).
NAME = "[a-z0-9-]{1,64}"
NUMBER = "(?:0|[1-9][0-9]{0,14})"
HASH = "[0-9a-f]{64}"
ROUND_SIGNATURE = "[0-9a-f]{96}"
TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
PUBLIC_KEY = "ssh-(?:ed25519|rsa) [A-Za-z0-9+/]+={0,2}"
TEXT = ".+"
PATH = "[A-Za-z0-9._/-]+"
DEED = (
    "early|extend|pause|resume|vote|hold|release|replace|orders|excuse|nmr|amend|rewind|fork"
    "|plain|seats"
)
# What records say in the place of a seat or of its value: no seat is called so (fair1, section 2).
RESERVED = {"desk", "gm", "none", "refused"}
LABEL = re.compile(r"([a-z0-9._-]+(?:/[a-z0-9._-]+)*)(?:#([2-9]|[1-9][0-9]+))?")

# The keys that a record must have (fair1, section 6).
NEEDED: Dict[str, Dict[str, str]] = {
    "genesis": {
        "game": NAME,
        "ruleset": TEXT,
        "file.game.yaml": HASH,
        "content": HASH,
        "engine": TEXT,
        "sittings": NUMBER,
        "anchor": HASH,
        "hidden": HASH,
        "dice": "plain|drawn|beacon",
    },
    "seated": {},
    "salts": {"at": TIME, "round": NUMBER + "|none"},
    "draw": {"round": NUMBER, "beacon": ROUND_SIGNATURE},
    "lock": {
        "sitting": NUMBER,
        "turn": NUMBER,
        "overdue": "yes|no",
        "at": TIME,
        "round": NUMBER + "|none",
    },
    "result": {
        "sitting": NUMBER,
        "turn": NUMBER,
        "engine": TEXT,
        "key": HASH,
        "beacon": ROUND_SIGNATURE + "|none",
        "ended": "turn-complete|waiting|game-over",
        "bind.journal": HASH,
    },
    "note": {"what": DEED, "who": NAME, "at": TIME, "turn": NUMBER, "sitting": NUMBER},
    "final": {"hidden": HASH},
}

# The keys that a record may have besides (fair1, section 6).
ALLOWED: Dict[str, Dict[str, str]] = {
    "genesis": {},
    "seated": {"salt-hash.<name>": HASH, "key.<name>": PUBLIC_KEY, "team.<name>": NAME},
    "salts": {"salt.<name>": HASH + "|refused"},
    "draw": {},
    "lock": {
        "order.<name>": HASH + "|none",
        "standing.<name>": HASH + "|none",
        "signature.<name>": HASH,
        "signed-standing.<name>": HASH,
        "seen.<name>": NUMBER,
        "bot.<name>": NAME + " " + TEXT,
    },
    "result": {
        "bind.state": HASH,
        "file.<path>": HASH,
        "deck.<name>": PATH + " " + PATH,
        "open.<name>.<number>": TEXT + " " + HASH,
    },
    "note": {
        "file.<path>": HASH,
        "seat": NAME,
        "played-by": "player|bot|defaults",
        "to": NUMBER,
        "of": NAME,
        "head": HASH,
        "deck.<name>": PATH + " " + PATH,
        "key.<name>": PUBLIC_KEY + "|none",
        "team.<name>": NAME,
        "drawn": TEXT,
        "bind.amend-<number>": HASH,
    },
    "final": {"file.<path>": HASH},
}

# Which record comes after which, notes left out (fair1, section 6).
FOLLOWS = {
    "nothing": {"genesis"},
    "genesis": {"seated"},
    "seated": {"salts"},
    "salts": {"draw", "lock"},
    "draw": {"lock"},
    "lock": {"result"},
    "result": {"lock", "final"},
    "final": set(),
}

# The folders whose files a record of this kind may name (fair1, section 6).
FOLDERS = {"result": ["sittings"], "note": ["notes", "fork"], "final": ["opened"]}

# Deeds that begin a turn with a state that was not played, and the keys that come with each.
MOVES = {"rewind": {"to"}, "amend": set(), "fork": {"of", "head"}}

# The public beacon drand quicknet (fair1, section 7).
BEACON_GENESIS = 1692803367
BEACON_PERIOD = 3
BEACON_DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
BEACON_KEY = bytes.fromhex(
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d10"
    "64510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991e"
    "f5ece45a"
)

# What a folder may hold: it may come from a stranger.
MOST_BYTES = 64 * 2**20
MOST_BYTES_OF_TEXT = 16 * 2**20
MOST_BYTES_OF_GAME = 2**20
MOST_BYTES_OF_ARCHIVE = 256 * 2**20
MOST_FILES = 100_000
MOST_ITEMS = 10_000
MOST_PARTS = 8
MANIFEST = "SHA256SUMS"


class Wrong(Exception):
    """Something is not as the protocol says: FAILED."""


class Unknown(Exception):
    """Something has a form that this script does not know: COULD NOT CHECK."""


class Unreadable(Exception):
    """There is no log of a game to check."""


# ---------------------------------------------------------------------------------------------
# What is said


def printable(text: str) -> str:
    """A text without anything that a terminal could take for a command."""
    return "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text[:2000])


class Report:
    """The lines of the audit, and the verdict that follows from them (fair1, section 9)."""

    def __init__(self) -> None:
        self.failures: List[str] = []
        self.gaps: List[str] = []

    def line(self, word: str, text: str) -> None:
        """One line."""
        print(f"{word:<10} {printable(text)}")

    def ok(self, what: str) -> None:
        """It was checked, and it is as it must be."""
        self.line("ok", what)

    def failed(self, what: str, why: str) -> None:
        """It was checked, and it is wrong."""
        self.failures.append(what)
        self.line("FAILED", f"{what}: {why}")

    def not_shown(self, what: str, why: str, counts: bool = False) -> None:
        """It was not checked. If it counts, it should be shown by now: that is no pass."""
        if counts:
            self.gaps.append(what)
        self.line("NOT SHOWN", f"{what} ({why})")

    def check(self, what: str, test: Callable[..., Any], *arguments: Any) -> Any:
        """Runs a test, which raises Wrong or Unknown if it does not pass; gives what it gives."""
        try:
            result = test(*arguments)
        except Wrong as why:
            self.failed(what, str(why))
        except Unknown as why:
            self.not_shown(what, f"this script could not check it: {why}", counts=True)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            self.failed(what, f"this script cannot make sense of it: {error!r}")
        else:
            self.ok(what)
            return result
        return None

    def verdict(self) -> int:
        """Prints the verdict and gives the exit code."""
        if self.failures:
            first = printable(self.failures[0])
            print(f"{len(self.failures)} of the checks failed, the first of them: {first}")
            print("FAILED")
            return 1
        if self.gaps:
            print(f"What should be shown by now and is not: {printable('; '.join(self.gaps))}")
            print("COULD NOT CHECK everything")
            return 2
        print("PASSED")
        return 0


def require(condition: bool, why: str) -> None:
    """Raises Wrong if a condition does not hold."""
    if not condition:
        raise Wrong(why)


# ---------------------------------------------------------------------------------------------
# Notation, secrets and commitments


def sha256(data: bytes) -> str:
    """SHA-256 in lower-case hex (fair1, section 2)."""
    return hashlib.sha256(data).hexdigest()


def lines_of(*fields: Union[str, int]) -> bytes:
    """L(f1, ..., fn): each field and a line feed (fair1, section 2)."""
    return "".join(f"{field}\n" for field in fields).encode("ascii")


def hash_of(*fields: Union[str, int]) -> str:
    """H(f1, ..., fn) (fair1, section 2)."""
    return sha256(lines_of(*fields))


def mac(key: str, *fields: Union[str, int]) -> str:
    """M(key; f1, ..., fn), with key and result in hex (fair1, section 2)."""
    return hmac.new(bytes.fromhex(key), lines_of(*fields), hashlib.sha256).hexdigest()


def link(game: str, t: int, key: str) -> str:
    """k_{t-1}, which follows from k_t (fair1, section 3)."""
    return hash_of("fair1/link", game, t, key)


def commitment(game: str, secret: str) -> str:
    """`hidden` of genesis, which follows from the secret S (fair1, section 3)."""
    return hash_of("fair1/hidden", game, secret)


def salt_hash(genesis: str, seat: str, salt: str) -> str:
    """What a player sends before their salt: its hash (fair1, section 3)."""
    return hash_of("fair1/salt-hash", genesis, seat, salt)


def round_value(number: Union[str, int], signature: str) -> str:
    """A round of the beacon as it goes into keys (fair1, section 3)."""
    return f"{number}:{sha256(bytes.fromhex(signature))}"


def salts_value(game: str, opened: Dict[str, str], draw: Optional[str]) -> str:
    """`salts`: all opened salts, and the round of the whole game (fair1, section 3)."""
    salts = [field for pair in sorted(opened.items()) for field in pair]
    if draw is not None:
        return hash_of("fair1/salts", *salts, draw)
    return hash_of("fair1/salts", game, *salts) if salts else "none"


def turn_key(key: str, game: str, t: int, beacon: str, salts: str) -> str:
    """T_t, the key of public rolls (fair1, section 3)."""
    return mac(key, "fair1/turn", game, t, beacon, salts)


def hidden_turn_key(secret: str, game: str, t: int, beacon: str, salts: str) -> str:
    """X_t, the key of hidden rolls and shuffles (fair1, section 3)."""
    return mac(secret, "fair1/hidden-turn", game, t, beacon, salts)


def slot_salt(key: str, deck: str, slot: int) -> str:
    """salt_i of a slot, from X_t (fair1, section 5)."""
    return mac(key, "fair1/salt", deck, slot)


def slot_seal(game: str, deck: str, slot: int, salt: str, item: str) -> str:
    """slot_i, which seals an item (fair1, section 5)."""
    return hash_of("fair1/slot", game, deck, slot, salt, item)


def bind_salt(secret: str, what: str, t: int) -> str:
    """The salt of a file that is secret for now (fair1, section 6)."""
    return mac(secret, "fair1/bind-salt", what, t)


def bind_hash(game: str, what: str, t: int, salt: str, file_hash: str) -> str:
    """What binds a file that is secret for now (fair1, section 6)."""
    return hash_of("fair1/bind", game, what, t, salt, file_hash)


# ---------------------------------------------------------------------------------------------
# Rolls

QUARTER_ROUNDS = [
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
]


def chacha20_block(key: bytes, counter: int) -> List[int]:
    """The 16 words of one block of ChaCha20 (fair1, section 4)."""
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, 0))
    state = list(start)
    for _ in range(10):
        for a, b, c, d in QUARTER_ROUNDS:
            for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[x] = (state[x] + state[y]) & 0xFFFFFFFF
                mixed = state[z] ^ state[x]
                state[z] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF
    return [(word + first) & 0xFFFFFFFF for word, first in zip(state, start)]


def roll_key(key: str, label: str) -> str:
    """The key of one roll (fair1, section 4)."""
    return mac(key, "fair1/roll", label)


def stream(key: str, label: str) -> Iterator[int]:
    """The words of a roll (fair1, section 4)."""
    own = bytes.fromhex(roll_key(key, label))
    for counter in itertools.count():
        yield from chacha20_block(own, counter)


def below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1 (fair1, section 4)."""
    limit = 2**32 - 2**32 % n
    return next(word % n for word in words if word < limit)


def dice(count: int, sides: int, words: Iterator[int]) -> List[int]:
    """Dice of one kind, all from one stream (fair1, section 4)."""
    return [below(sides, words) + 1 for _ in range(count)]


def shuffle(count: int, words: Iterator[int]) -> List[int]:
    """The start indices in their new order (fair1, section 4)."""
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return order


def check_label(label: str, used: Set[str]) -> None:
    """A label's grammar, and that a repeat comes after the one before it (fair1, section 2)."""
    match = LABEL.fullmatch(label)
    if match is None or len(label) > 200:
        raise Wrong(f"`{label[:220]}` is no label")
    require(label not in used, f"the label `{label}` is used twice in one turn")
    base, repeat = match.groups()
    if repeat is not None:
        before = base if repeat == "2" else f"{base}#{int(repeat) - 1}"
        require(before in used, f"`{label}` comes without `{before}` before it in this turn")
    used.add(label)


def check_roll(line: str, key: str, used: Set[str]) -> None:
    """A line of rolls.txt: its form, its label, and what the key gives (fair1, section 4)."""
    form = rf"(\S+) (?:({NUMBER})d({NUMBER})|shuffle ({NUMBER})) = ({NUMBER}(?: {NUMBER})*)"
    match = re.fullmatch(form, line)
    if match is None:
        raise Wrong("it is neither `label NdM = v v v` nor `label shuffle N = i i i`")
    label, count, sides, size, listed = match.groups()
    values = [int(value) for value in listed.split(" ")]
    require(len(values) == int(size or count), "it has more or fewer numbers than it says")
    check_label(label, used)
    if size is not None:
        require(len(values) >= 2, "a shuffle of one thing is not drawn")
        expected = shuffle(len(values), stream(key, label))
    else:
        require(2 <= int(sides) < 2**32, f"a die of {sides} sides is not rolled")
        expected = dice(len(values), int(sides), stream(key, label))
    shown = " ".join(map(str, expected[:40]))
    require(values == expected, f"`{label}` comes to {shown}, and the file says otherwise")


def check_rolls(text: bytes, path: str, key: str, used: Set[str]) -> None:
    """All lines of a rolls.txt (fair1, section 4)."""
    for number, line in enumerate(text_lines(text, path), 1):
        try:
            check_roll(line, key, used)
        except Wrong as why:
            raise Wrong(f"{path}, line {number}: {why}") from None


# ---------------------------------------------------------------------------------------------
# Files, which may come from a stranger


def text_lines(data: bytes, path: str) -> List[str]:
    """The lines of a file of printable ASCII, each with a line feed (fair1, section 6)."""
    if len(data) > MOST_BYTES_OF_TEXT:
        raise Unknown(f"{path} is larger than {MOST_BYTES_OF_TEXT // 2**20} MiB")
    if not data:
        return []
    require(data.endswith(b"\n"), f"{path}: the last line has no line feed")
    lines = data[:-1].split(b"\n")
    for number, line in enumerate(lines, 1):
        odd = re.search(rb"[^\x20-\x7e]", line)
        require(odd is None, f"{path}, line {number}: something else than printable ASCII")
    return [line.decode("ascii") for line in lines]


def check_path(path: str) -> None:
    """A path that a record names stays in the public folder and has plain names."""
    parts = path.split("/")
    plain = all(re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}", part) for part in parts)
    good = plain and len(parts) <= MOST_PARTS and not any(part.endswith(".") for part in parts)
    require(good, f"`{path}` is not the path of a public file")


class Folder:
    """A public folder on disk. Links, pipes and devices in it are refused."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root

    def read(self, path: str) -> bytes:
        """The bytes of a plain file."""
        at = self.root
        parts = path.split("/")
        for number, part in enumerate(parts, 1):
            at = at / part
            try:
                mode = os.lstat(at).st_mode
            except (OSError, ValueError):
                raise Wrong(f"{path} is missing") from None
            plain = stat.S_ISREG(mode) if number == len(parts) else stat.S_ISDIR(mode)
            require(plain, f"{path} is no plain file, or is reached through a link")
        try:
            with open(at, "rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise Unknown(f"{path} cannot be read: {error.strerror}") from None
        if len(data) > MOST_BYTES:
            raise Unknown(f"{path} is larger than {MOST_BYTES // 2**20} MiB")
        return data

    def files(self, folder: str) -> List[str]:
        """The paths of all files below a folder, which need not exist."""
        if not os.path.lexists(self.root / folder):
            return []
        require(stat.S_ISDIR(os.lstat(self.root / folder).st_mode), f"{folder} is no plain folder")
        found: List[str] = []
        waiting = [folder]
        while waiting:
            below_it = waiting.pop()
            deep = below_it.count("/") >= MOST_PARTS or len(found) > MOST_FILES
            require(not deep, f"{below_it}: too many files, or folders too deep")
            try:
                entries = list(os.scandir(self.root / below_it))
            except OSError as error:
                raise Unknown(f"{below_it} cannot be listed: {error.strerror}") from None
            for entry in entries:
                path = f"{below_it}/{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                else:
                    plain = entry.is_file(follow_symlinks=False)
                    require(plain, f"{path} is no plain file")
                    found.append(path)
        return sorted(found)


class Archive:
    """A public folder in a zip file, read into memory."""

    def __init__(self, contents: Dict[str, bytes]) -> None:
        self.contents = contents

    def read(self, path: str) -> bytes:
        """The bytes of a file."""
        require(path in self.contents, f"{path} is missing")
        return self.contents[path]

    def files(self, folder: str) -> List[str]:
        """The paths of all files below a folder."""
        return sorted(path for path in self.contents if path.startswith(folder + "/"))


def read_archive(place: pathlib.Path) -> Dict[str, bytes]:
    """All files of a zip file."""
    contents: Dict[str, bytes] = {}
    total = 0
    try:
        with zipfile.ZipFile(place) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES:
                raise Unreadable(f"{place} holds more than {MOST_FILES} files")
            for entry in entries:
                kind = stat.S_IFMT(entry.external_attr >> 16)
                methods = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
                if kind not in (0, stat.S_IFREG) or entry.compress_type not in methods:
                    raise Unreadable(f"{place}: {entry.filename} is no plain file")
                if entry.filename in contents:
                    raise Unreadable(f"{place} holds {entry.filename} twice")
                with archive.open(entry) as file:
                    data = file.read(MOST_BYTES + 1)
                total += len(data)
                if len(data) > MOST_BYTES or total > MOST_BYTES_OF_ARCHIVE:
                    raise Unreadable(f"{place}: {entry.filename} is too large")
                contents[entry.filename] = data
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, struct.error) as error:
        raise Unreadable(f"{place} is no zip file that can be read: {error}") from None
    except (ArithmeticError, LookupError, RuntimeError, ValueError) as error:
        raise Unreadable(f"{place} is a zip file of an unknown form: {error}") from None
    return contents


def open_public(place: pathlib.Path) -> Tuple[Union[Folder, Archive], Callable[[str], bytes], bool]:
    """The public folder, what reads files beside it, and whether a manifest is beside it."""
    if place.is_file():
        contents = read_archive(place)
        inside = any(path.startswith("public/log/") for path in contents)
        start = "public/" if inside else ""
        public = Archive({p[len(start):]: d for p, d in contents.items() if p.startswith(start)})
        if not public.files("log"):
            raise Unreadable(f"{place} holds no folder public/log")
        return public, Archive(contents).read, MANIFEST in contents
    for root in (place, place / "public"):
        if (root / "log").is_dir():
            beside = Folder(root.parent if root == place else place)
            named = (root.parent if root == place else place) / MANIFEST
            return Folder(root), beside.read, os.path.lexists(named) and root.name == "public"
    raise Unreadable(f"{place} holds no folder `log`")


def check_manifest(read: Callable[[str], bytes], public: Union[Folder, Archive]) -> None:
    """The list of files that comes with a public.zip: nothing was damaged or lost on its way."""
    listed = set()
    for number, line in enumerate(text_lines(read(MANIFEST), MANIFEST), 1):
        match = re.fullmatch(rf"({HASH})  public/({PATH})", line)
        if match is None:
            raise Wrong(f"{MANIFEST}, line {number}: not `<hash>  public/<path>`")
        digest, path = match.groups()
        check_path(path)
        require(sha256(public.read(path)) == digest, f"{path} is not the file that was packed")
        listed.add(path)
    for folder in ("log", "signatures", "sittings", "notes", "fork", "opened", "content"):
        for path in public.files(folder):
            require(path in listed, f"{path} is not in {MANIFEST}")


# ---------------------------------------------------------------------------------------------
# game.yaml


class Agreed(NamedTuple):
    """What game.yaml says, as far as it counts here (fair1, section 6)."""

    said: Dict[str, str]
    seats: List[str]
    lead_minutes: int
    draws_seats: bool
    is_fork: bool


# A value on one line: quoted and closed, or plain.
SCALAR = (
    r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
    r"""|(?![-?:] )[^\s"'\[\]{},#&*!|>%@`?:](?:(?!: | #)[^\r\t])*(?<![ :]))"""
)
# A key below the top, and what no line of game.yaml has: controls, ends of lines of other kinds.
KEY = "[A-Za-z0-9_.-]+"
UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
# The top of game.yaml: what has one value, and what has more below it.
SIMPLE = {
    "game", "title", "ruleset", "edition", "sittings", "caretaker", "days-away", "dice",
    "lead-minutes", "log-key", "draw-seats", "keys",
}
COMPOUND = {"options", "seats", "schedule", "press", "nmr", "pauses", "guards", "fork"}
COUNTED = {"game", "ruleset", "edition", "dice", "lead-minutes", "log-key", "draw-seats", "keys"}


def plain_value(text: str, number: int) -> str:
    """A value that counts, without its quotes; it holds no quotes and no escapes (section 6)."""
    if text[0] in "\"'":
        inner = text[1:-1]
        good = "\\" not in inner and "''" not in inner
        require(good, f"game.yaml, line {number}: not of the published form")
        return inner
    return text


def read_game_yaml(data: bytes) -> Agreed:
    """Reads game.yaml in the one form that is published, line by line (fair1, section 6)."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong("game.yaml is not UTF-8") from None
    whole = len(data) <= MOST_BYTES_OF_GAME and text.endswith("\n")
    require(whole, "game.yaml is too large, or its last line has no line feed")
    top: Dict[str, str] = {}
    seats: List[str] = []
    block = ""
    for number, line in enumerate(text[:-1].split("\n"), 1):
        bad = f"game.yaml, line {number}: not of the published form"
        require(UNFIT.search(line) is None, bad)
        simple = re.fullmatch(rf"([a-z-]+): ({SCALAR}|\{{\}}|\[\])", line)
        compound = re.fullmatch(r"([a-z-]+):", line)
        seat = re.fullmatch(rf"- seat: ({SCALAR})", line)
        if simple or compound:
            key, value = simple.groups() if simple else (line[:-1], "")
            empty = value in ("", "{}", "[]")
            require(key in (COMPOUND if empty else SIMPLE) and key not in top, bad)
            top[key] = plain_value(value, number) if key in COUNTED else value
            block = key if compound else ""
        elif block == "seats" and seat:
            seats.append(plain_value(seat.group(1), number))
        else:
            below = rf"(?:  )*(?:- )*(?:{SCALAR}|{KEY}: (?:{SCALAR}|\{{\}}|\[\])|{KEY}:)"
            fits = block not in ("", "seats") and re.fullmatch(below, line) is not None
            require(fits, bad)
    return agreed_from(top, seats)


def agreed_from(top: Dict[str, str], seats: List[str]) -> Agreed:
    """What the lines of game.yaml say, where each of them has a known form."""
    for seat in seats:
        good = re.fullmatch(NAME, seat) is not None and seat not in RESERVED
        require(good, f"game.yaml: `{seat}` is no name of a seat")
    require(len(seats) == len(set(seats)) > 0, "game.yaml: a seat stands twice, or there is none")
    lead = top.get("lead-minutes", "60")
    for key, form in (
        ("lead-minutes", NUMBER), ("draw-seats", "true|false"), ("log-key", PUBLIC_KEY)
    ):
        fits = key not in top or re.fullmatch(form, top[key]) is not None
        require(fits, f"game.yaml: `{key}` has another form")
    return Agreed(top, seats, int(lead), top.get("draw-seats") == "true", "fork" in top)


# ---------------------------------------------------------------------------------------------
# The records of the log


class Record(NamedTuple):
    """One record of the log (fair1, section 6)."""

    name: str
    number: int
    kind: str
    values: Dict[str, str]
    hash: str

    def get(self, key: str) -> Optional[str]:
        """The value of a key, if the record has it."""
        return self.values.get(key)

    def under(self, start: str) -> Dict[str, str]:
        """The values of all keys that begin so, by the rest of the key."""
        found = {k[len(start):]: v for k, v in self.values.items() if k.startswith(start)}
        return found


def read_record(data: bytes, name: str, number: int) -> Record:
    """The bytes of one record: its name, its lines, its link (fair1, section 6)."""
    where = f"log/{name}"
    match = re.fullmatch(r"([0-9]{6})-([a-z]+)\.yaml", name)
    if match is None or match.group(2) not in NEEDED:
        raise Wrong("its name is not `NNNNNN-kind.yaml` with a kind of record")
    kind = match.group(2)
    lines = text_lines(data, where)
    values: Dict[str, str] = {}
    for at, line in enumerate(lines, 1):
        key, colon, value = line.partition(": ")
        require(colon != "" and re.fullmatch(PATH, key) is not None, f"line {at}: not `key: value`")
        require(key not in values, f"line {at}: `{key}` stands twice")
        good = value != "" and value == value.strip() and value[0] not in "\"'"
        good = good and ": " not in value and " #" not in value
        require(good, f"line {at}: the value is empty, quoted, or holds `: `, ` #` or end blanks")
        values[key] = value
    right = list(values)[:2] == ["record", "previous"] and values["record"] == f"fair1/{kind}"
    require(right, f"its first lines are not `record: fair1/{kind}` and `previous: ...`")
    return Record(name, number, kind, values, sha256(data))


def check_link(record: Record, before: str) -> None:
    """A record has the next number, and names the hash of the one before (fair1, section 6)."""
    right = record.name.startswith(f"{record.number:06}-")
    require(right, f"it is record {record.number} of the log, and has another number")
    named = record.values["previous"]
    require(named == before, f"`previous` is {named}, and the record before has {before}")


def key_pattern(key: str) -> str:
    """A key of the tables above as a regular expression."""
    pattern = re.escape(key)
    for word, form in (("<name>", NAME), ("<number>", NUMBER), ("<path>", PATH)):
        pattern = pattern.replace(word, form)
    return pattern


def check_keys(record: Record) -> None:
    """A record has the keys of its kind, with values of their forms (fair1, section 6)."""
    needed, allowed = NEEDED[record.kind], ALLOWED[record.kind]
    for key in needed:
        require(key in record.values, f"`{key}` is missing")
    forms = [(key_pattern(key), form) for key, form in {**needed, **allowed}.items()]
    for key, value in list(record.values.items())[2:]:
        form = next((form for pattern, form in forms if re.fullmatch(pattern, key)), None)
        if form is None:
            raise Wrong(f"`{key}` does not belong to a record of this kind")
        require(re.fullmatch(form, value) is not None, f"`{key}`: `{value}` is not of its form")


def check_note_keys(record: Record) -> None:
    """A note has a reason, and the keys that belong to its deed (fair1, section 6)."""
    what = record.values["what"]
    require(bool(record.under("file.notes/")), "no `file.notes/...` says why")
    needed = set(MOVES.get(what, set()))
    allowed = set(needed)
    if what in ("excuse", "nmr", "orders", "replace"):
        needed.add("seat")
    if what in ("nmr", "replace"):
        needed.add("played-by")
    if what == "excuse":
        allowed.add("played-by")
    if what == "seats":
        needed.add("drawn")
    for key in ("seat", "played-by", "to", "of", "head", "drawn"):
        require(key in record.values or key not in needed, f"`{key}` is missing in a note `{what}`")
        fits = key not in record.values or key in needed | allowed
        require(fits, f"`{key}` does not belong to a note `{what}`")
    for start, deeds in (
        ("key.", ("replace", "seats")),
        ("team.", ("seats",)),
        ("deck.", ("fork",)),
        ("file.fork/", ("fork",)),
    ):
        fits = what in deeds or not record.under(start)
        require(fits, f"`{start}...` does not belong to a note `{what}`")
    count = len(record.under("bind."))
    require(count == (1 if what in MOVES else 0), f"a note `{what}` binds {count} states")


def seconds(record: Record) -> int:
    """The time of a record in seconds since 1970 (fair1, section 6)."""
    text = record.values["at"]
    try:
        return calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        raise Wrong(f"log/{record.name}: `{text}` is no time") from None


def round_at(moment: int) -> int:
    """The round of the beacon that belongs to a time (fair1, section 7)."""
    return (moment - BEACON_GENESIS) // BEACON_PERIOD + 1


# ---------------------------------------------------------------------------------------------
# Signatures: SSH's, by the program ssh-keygen, and BLS, by the library py_ecc


def check_ssh(key: str, who: str, namespace: str, signature: bytes, text: bytes) -> None:
    """A signature of SSH, of a text, for a purpose, with a public key (fair1, section 6)."""
    with tempfile.TemporaryDirectory() as folder:
        signers, place = os.path.join(folder, "signers"), os.path.join(folder, "signature")
        with open(signers, "w", encoding="ascii") as file:
            file.write(f"{who} {key}\n")
        with open(place, "wb") as file:
            file.write(signature)
        command = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", who, "-n", namespace]
        try:
            done = subprocess.run(
                command + ["-s", place],
                input=text,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=60,
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise Unknown(f"ssh-keygen did not run: {error}") from None
    purpose = f"for {namespace}, with the key in the log"
    require(done.returncode == 0, f"it is no signature of this file, made {purpose}")


def beacon_library() -> Optional[Callable[[int, str], bool]]:
    """What verifies a round of the beacon, if py_ecc is installed (fair1, section 7)."""
    try:
        from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2, subgroup_check
        from py_ecc.bls.hash_to_curve import hash_to_G1
        from py_ecc.optimized_bls12_381 import FQ12, G2, final_exponentiate, neg, pairing
    except ImportError:
        return None

    def verify(number: int, signature: str) -> bool:
        message = hashlib.sha256(struct.pack(">Q", number)).digest()
        try:
            point = pubkey_to_G1(bytes.fromhex(signature))
            if not subgroup_check(point):
                return False
            hashed = hash_to_G1(message, BEACON_DST, hashlib.sha256)
            public = signature_to_G2(BEACON_KEY)
            both = pairing(G2, point, False) * pairing(public, neg(hashed), False)
            return bool(final_exponentiate(both) == FQ12.one())
        except (ValueError, AssertionError):
            return False

    return verify


def check_round(verify: Callable[[int, str], bool], number: int, signature: str) -> None:
    """A round of the public beacon (fair1, section 7)."""
    require(number < 2**64, f"round {number} is no round")
    good = verify(number, signature)
    require(good, f"`beacon` is not the signature of round {number}")


# ---------------------------------------------------------------------------------------------
# Order files, as far as they count here


def read_order(data: bytes, path: str) -> Dict[str, str]:
    """The values at the top of an order file, where it is written one key a line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unknown(f"{path} is not UTF-8") from None
    text = text.replace("\r\n", "\n")
    if re.search("[\r\x0b\x0c\x85\u2028\u2029]", text):
        raise Unknown(f"{path} has line ends of an unusual kind")
    top: Dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        comment = line.strip() == "" or line.lstrip().startswith("#") or line == "---"
        if comment or line[0] in " \t" or (top and re.match(r"-( |$)", line)):
            continue
        match = re.fullmatch(r"([A-Za-z0-9_.-]+) *:(?:[ \t]+(.*))?", line)
        if match is None or match.group(1) in top:
            raise Unknown(f"{path}, line {number}: written in a way this script does not know")
        value = re.sub(r"(^|[ \t]+)#.*$", "", match.group(2) or "").strip()
        if match.group(1) in ("game", "turn", "seat", "head", "revision"):
            if re.match(r"[&*!|>{\[]", value) or "\\" in value:
                raise Unknown(f"{path}, line {number}: written in a way this script does not know")
            if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0]:
                value = value[1:-1]
        top[match.group(1)] = value
    return top


def journal_rolls(data: bytes, path: str, t: int) -> List[str]:
    """The public rolls of a sitting in its journal, as lines of rolls.txt (fair1, section 4)."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Unknown(f"{path} is not UTF-8") from None
    entry = re.compile(
        r"^- (roll|shuffle):\n    sitting: ([0-9]+)\n    label: ['\"]?([^\s'\"]+)['\"]?\n"
        r"(?:    sides: ([0-9]+)\n)?    (?:faces|order):((?:\n    - [0-9]+)+|[^\n]*)",
        re.MULTILINE,
    )
    found = []
    entries = list(entry.finditer(text))
    if len(entries) != len(re.findall(r"^- (?:roll|shuffle)\b", text, re.MULTILINE)):
        raise Unknown(f"{path} lists its rolls in a way this script does not know")
    for match in entries:
        kind, sitting, label, sides, listed = match.groups()
        values = re.findall(r"- ([0-9]+)", listed)
        drawn = int(sides) >= 2 if kind == "roll" else len(values) >= 2
        if sitting == str(t) and drawn and values:
            cast = f"{len(values)}d{sides}" if kind == "roll" else f"shuffle {len(values)}"
            found.append(f"{label} {cast} = {' '.join(values)}")
    return found


# ---------------------------------------------------------------------------------------------
# The audit of one game


class Deck(NamedTuple):
    """A deck as it was published, and what was opened of it (fair1, section 5)."""

    items: List[str]
    slots: List[str]
    t: int
    beacon: Optional[str]
    opened: Dict[int, Tuple[str, int]]


class Bound(NamedTuple):
    """A file that is secret until the end (fair1, section 6)."""

    what: str
    t: int
    hash: str


class Order(NamedTuple):
    """The orders of one seat in one lock, for the turn or `standing`."""

    what: str
    lock: Record
    t: int
    seat: str
    key: Optional[str]

    def path(self) -> str:
        """Where it is opened, below opened/."""
        return f"{self.t:04}/{self.what}-{self.seat}.yaml"

    def signature(self) -> str:
        """What binds its signature (fair1, section 6)."""
        return f"signature.{self.seat}" if self.what == "order" else f"signed-standing.{self.seat}"

    def signature_path(self) -> str:
        """Where that is opened, below opened/."""
        return f"{self.t:04}/{self.signature().replace('.', '-')}.sig"


class Signed(NamedTuple):
    """The last file of a seat that was signed with a key (fair1, section 6)."""

    turn: Optional[str]
    revision: int
    file: str


class Move(NamedTuple):
    """A turn that begins with a state that was not played (fair1, section 6)."""

    what: str
    turn: int
    own: str
    origin: Optional[str]


class Audit:
    """What is known of a game while its log is read from the first record to the last."""

    def __init__(self, public: Union[Folder, Archive], report: Report) -> None:
        self.public = public
        self.report = report
        self.records: List[Record] = []
        self.whole = 0  # how many records have all keys of their kind
        self.head = "none"
        self.agreed = Agreed({}, [], 60, False, False)
        self.game = self.level = self.salts = ""
        self.key = ""  # of the last sitting; before the first, the anchor
        self.t = 0  # the last sitting that was locked
        self.done = 0  # the last sitting that has a result
        self.open_turn = 0
        self.over = False
        self.lock: Optional[Record] = None
        self.labels: Set[str] = set()
        self.labels_of = -1  # the turn whose labels these are
        self.begun: Dict[int, str] = {}  # where the state that a turn began with is opened
        self.moves: List[Move] = []
        self.decks: Dict[str, Deck] = {}
        self.bound: Dict[str, Bound] = {}
        self.orders: List[Order] = []
        self.signed: Dict[Tuple[str, str, str], Signed] = {}
        self.playing: Dict[str, str] = {}
        self.keys: Dict[str, str] = {}
        self.rounds: List[Tuple[str, int, str]] = []

    def run(self) -> None:
        """Everything, in the order of the log."""
        whole = self.read_log()
        failures = len(self.report.failures)
        order = f"order of the records; the head is {self.head}"
        self.report.check(order, self.check_order)
        ordered = len(self.report.failures) == failures
        for record in self.records:
            if record.under("file."):
                files = f"log/{record.name}: files ({len(record.under('file.'))})"
                self.report.check(files, self.check_files, record)
        self.report.check("no file that no record names", self.check_strays)
        agreed = self.report.check("game.yaml", lambda: read_game_yaml(self.read("game.yaml")))
        genesis = self.first("genesis")
        if genesis is not None:
            self.report.check("content", self.check_content, genesis)
        if genesis is not None and agreed is not None:
            self.agreed = agreed
            self.report.check("genesis and game.yaml agree", self.check_agreement, genesis)
            self.report.check("seats and salts", self.check_salts, genesis)
        if genesis is None or agreed is None or not whole or not ordered:
            why = "the records or game.yaml have an unknown or a wrong form"
            self.report.not_shown("everything else", why, counts=True)
            return
        self.begin(genesis)
        self.check_stops()
        for record in self.records:
            if record.kind == "note":
                self.read_note(record)
            elif record.kind == "lock":
                self.read_lock(record)
            elif record.kind == "result":
                self.read_result(record)
            elif record.kind == "final":
                self.read_final(record)
            self.learn_keys(record)
        self.check_log_signatures()
        self.check_rounds()
        self.say_what_is_sealed()
        self.say_what_nothing_shows()

    def read(self, path: str) -> bytes:
        """The bytes of a public file, whose path may come from a record."""
        check_path(path)
        return self.public.read(path)

    def first(self, kind: str) -> Optional[Record]:
        """The first record of a kind."""
        return next((record for record in self.records if record.kind == kind), None)

    def is_note(self, record: Record, what: str) -> bool:
        """Whether a record is a note of this deed."""
        return record.kind == "note" and record.get("what") == what

    # The log

    def read_log(self) -> bool:
        """Reads all records; gives whether each has the form of its kind (fair1, section 6)."""
        paths = self.report.check("files of the log", lambda: self.public.files("log"))
        names = [path[4:] for path in paths or [] if not path.startswith("log/.")]
        if not names:
            self.report.failed("log", "it has no record")
        for number, name in enumerate(names, 1):
            what = f"log/{name}: name, keys, link to the record before"
            self.report.check(what, self.read_one, name, number)
        return bool(names) and self.whole == len(names)

    def read_one(self, name: str, number: int) -> None:
        """One record: its form, its keys, its link (fair1, section 6)."""
        before, self.head = self.head, "of a record that cannot be read"
        data = self.public.read("log/" + name)
        self.head = sha256(data)
        record = read_record(data, name, number)
        self.records.append(record)
        check_keys(record)
        if record.kind == "note":
            check_note_keys(record)
        self.whole += 1
        check_link(record, before)

    def check_order(self) -> None:
        """Which record may follow which (fair1, section 6)."""
        stage = "nothing"
        for record in self.records:
            where = f"log/{record.name}: `{record.kind}`"
            if record.kind == "note":
                require(stage not in ("nothing", "final"), f"{where} may not follow {stage}")
                continue
            require(record.kind in FOLLOWS[stage], f"{where} may not follow {stage}")
            stage = record.kind

    def check_files(self, record: Record) -> None:
        """Every file that a record names has the hash it says (fair1, section 6)."""
        for path, digest in record.under("file.").items():
            folder = path.split("/")[0]
            named = record.kind == "genesis" or folder in FOLDERS.get(record.kind, [])
            require(named, f"`{path}` is no path of a file of such a record")
            found = sha256(self.read(path))
            require(found == digest, f"{path} is not the file that was published: another hash")

    def check_strays(self) -> None:
        """No record names a file that lies there (fair1, section 6)."""
        named = {path for record in self.records for path in record.under("file.")}
        for folder in ("sittings", "notes", "opened", "fork"):
            for path in self.public.files(folder):
                require(path in named, f"{path} is named by no record")

    def check_content(self, genesis: Record) -> None:
        """`content` of genesis, over all files of content/ (fair1, section 6)."""
        fields = []
        for path in self.public.files("content"):
            require(all(" " <= c <= "~" for c in path), f"{path}: a name that is not ASCII")
            fields += [path[len("content/"):], sha256(self.public.read(path))]
        found = hash_of("fair1/content", *fields)
        require(found == genesis.values["content"], f"the files hash to {found}")

    # The beginning

    def check_agreement(self, genesis: Record) -> None:
        """game.yaml says what genesis says (fair1, section 6)."""
        said = self.agreed.said
        ruleset = f"{said.get('ruleset')} {said.get('edition')}"
        for key, agreed in (
            ("game", said.get("game")),
            ("ruleset", ruleset),
            ("sittings", said.get("keys")),
            ("dice", said.get("dice")),
        ):
            is_so = agreed is not None and genesis.get(key) == agreed
            require(is_so, f"`{key}` is {genesis.get(key)} in genesis, {agreed} in game.yaml")
        require(1 <= int(genesis.values["sittings"]) <= 2**20, "`sittings` is 0 or above 2^20")
        if said["dice"] == "beacon":
            require(self.agreed.lead_minutes >= 10, "`lead-minutes` is below 10")

    def check_salts(self, genesis: Record) -> None:
        """Every promised salt is open or refused, of seats of the game (fair1, section 3)."""
        seated, salts = self.first("seated"), self.first("salts")
        promised = seated.under("salt-hash.") if seated else {}
        for key in list(seated.values)[2:] if seated else []:
            seat = key.split(".", 1)[1]
            require(seat in self.agreed.seats, f"seated: `{key}` is of no seat of the game")
        if salts is None:
            return
        opened = salts.under("salt.")
        for seat in sorted({*promised, *opened}):
            require(seat in opened, f"salts: the salt of {seat} is neither open nor `refused`")
            require(seat in promised, f"salts: {seat} has promised no salt")
            if opened[seat] != "refused":
                found = salt_hash(genesis.hash, seat, opened[seat])
                right = found == promised[seat]
                require(right, f"salts: the salt of {seat} is not the promised one")

    def begin(self, genesis: Record) -> None:
        """The round of the whole game, the salts, the draw of the seats (fair1, section 3)."""
        self.game, self.level = genesis.values["game"], genesis.values["dice"]
        self.key = genesis.values["anchor"]
        self.playing = {seat: "player" for seat in self.agreed.seats}
        self.report.check("salts, round and seats before the first lock", self.check_beginning)
        self.report.check("the round that the game is drawn with", self.check_game_round)
        salts, draw = self.first("salts"), self.first("draw")
        value = None
        if draw is not None:
            number, signature = draw.values["round"], draw.values["beacon"]
            value = round_value(number, signature)
            self.rounds.append((f"log/{draw.name}", int(number), signature))
        opened = salts.under("salt.") if salts else {}
        given = {seat: salt for seat, salt in opened.items() if salt != "refused"}
        self.salts = salts_value(self.game, given, value)
        for record in self.records:
            if self.is_note(record, "seats"):
                self.report.check("the draw of the seats", self.check_seat_draw, record)

    def is_to_be_drawn(self) -> bool:
        """Whether the whole game takes a round of the beacon (fair1, section 3)."""
        return self.level != "plain"

    def check_beginning(self) -> None:
        """What comes in which order before the first lock, each once (fair1, section 3)."""
        if self.agreed.is_fork and len(self.records) > 1:
            is_bound = self.is_note(self.records[1], "fork")
            require(is_bound, "the second record does not bind where this fork begins")
        steps = ["the salts"]
        steps += ["the round"] if self.is_to_be_drawn() else []
        steps += ["the draw of the seats"] if self.agreed.draws_seats else []
        names = {"salts": steps[0], "draw": "the round", "plain": "the round"}
        names["seats"] = "the draw of the seats"
        done = 0
        for record in self.records:
            what = record.values["what"] if record.kind == "note" else record.kind
            where = f"log/{record.name}"
            if what == "lock":
                require(done == len(steps), f"{where}: a lock before {steps[done:]}")
            elif what in names:
                in_place = names[what] in steps[done:done + 1]
                require(in_place, f"{where}: `{what}` does not belong to this game, or not here")
                done += 1
            lowered = what == "plain" and self.level == "beacon"
            require(not lowered, f"{where}: a game of level `beacon` is not lowered")

    def check_game_round(self) -> None:
        """The round of the whole game was named before it was out (fair1, sections 3 and 7)."""
        salts, draw = self.first("salts"), self.first("draw")
        if salts is None:
            return
        named = salts.values["round"]
        due = str(round_at(seconds(salts) + 600)) if self.is_to_be_drawn() else "none"
        require(named == due, f"log/{salts.name}: `round` is {named}, and should be {due}")
        right = draw is None or draw.values["round"] == named
        require(right, f"the draw is of another round than {named}, which the salts name")

    def check_seat_draw(self, note: Record) -> None:
        """What the shuffle gives; keys and teams go with the players (fair1, section 4)."""
        seats, where = self.agreed.seats, f"log/{note.name}"
        key = turn_key(self.key, self.game, 0, "none", self.salts)
        order = shuffle(len(seats), stream(key, "seats"))
        shown = " ".join(map(str, order))
        require(note.values["drawn"] == shown, f"{where}: `drawn` should be {shown}")
        seated = self.first("seated")
        before = seated.values if seated else {}
        names: Dict[str, str] = {}
        for place, index in zip(seats, order):
            seat = seats[index]
            empty = "none" if f"key.{seat}" in before else None
            right = note.get(f"key.{seat}") == before.get(f"key.{place}", empty)
            require(right, f"{where}: `key.{seat}` is not the key of the player who took {place}")
            team, new = before.get(f"team.{place}"), note.get(f"team.{seat}")
            right = (team is None) == (new is None)
            if team is not None and new is not None:
                right = names.setdefault(team, new) == new
            require(right, f"{where}: `team.{seat}` is not the team of the player who took {place}")
        require(len(set(names.values())) == len(names), f"{where}: two teams have become one")

    def check_stops(self) -> None:
        """No lock stands between pause and resume, hold and release (fair1, section 6)."""
        for stop, go in (("pause", "resume"), ("hold", "release")):
            what = f"no sitting between {stop} and {go}"
            self.report.check(what, self.check_stop, stop, go)

    def check_stop(self, stop: str, go: str) -> None:
        """The notes of one kind of stop follow each other, and no lock stands between."""
        stopped = False
        for record in self.records:
            if self.is_note(record, stop) or self.is_note(record, go):
                now = self.is_note(record, stop)
                require(now != stopped, f"log/{record.name}: it says what is so already")
                stopped = now
            elif record.kind == "lock":
                require(not stopped, f"log/{record.name}: a lock after `{stop}` without `{go}`")

    # Notes

    def learn_keys(self, record: Record) -> None:
        """The keys that players sign their orders with (fair1, section 6)."""
        if record.kind in ("seated", "note"):
            for seat, key in record.under("key.").items():
                self.keys[seat] = key

    def read_note(self, note: Record) -> None:
        """A note between two records."""
        what = note.values["what"]
        self.report.check(f"log/{note.name}: {what}", self.check_note, note)
        if what in MOVES:
            self.read_move(note)
        seat, played_by = note.get("seat"), note.get("played-by")
        if seat in self.playing and played_by is not None:
            self.playing[seat] = played_by
        for name, value in note.under("deck.").items():
            self.read_deck(f"log/{note.name}", note, name, value, 0, "none")

    def check_note(self, note: Record) -> None:
        """Whose note it is, when and after which sitting, and for whom (fair1, section 6)."""
        who, sitting, seats = note.values["who"], note.values["sitting"], self.agreed.seats
        require(who in {"gm", "desk", *seats}, f"`who`: {who} is not the GM, the desk or a seat")
        seconds(note)
        require(sitting == str(self.t), f"`sitting` is {sitting}, the last locked one is {self.t}")
        named = [*note.under("key."), *note.under("team."), note.get("seat") or seats[0]]
        for seat in named:
            require(seat in seats, f"{seat} is no seat of the game")

    def read_move(self, note: Record) -> None:
        """A turn that is rewound, amended, or the first of a fork (fair1, section 6)."""
        what, turn, number = note.values["what"], int(note.values["turn"]), len(self.moves) + 1
        own = f"{self.t:04}/amend-{number}.yaml"
        shown = f"turn {turn}: {what} {note.get('to') or ''}".rstrip()
        self.report.check(shown, self.check_move, note, number)
        digest = note.get(f"bind.amend-{number}")
        if digest is not None:
            self.bound[own] = Bound(f"amend-{number}", self.t, digest)
        origin = self.begun.get(int(note.values["to"])) if what == "rewind" else None
        self.moves.append(Move(what, turn, own, origin))
        self.begun[turn] = own
        self.open_turn, self.over = turn, False

    def check_move(self, note: Record, number: int) -> None:
        """A move has the next turn, a place between sittings, and a state (fair1, section 6)."""
        what, turn = note.values["what"], int(note.values["turn"])
        require(f"bind.amend-{number}" in note.values, f"it should have `bind.amend-{number}`")
        require(self.t == self.done, "it stands inside a sitting")
        if what == "fork":
            require(self.agreed.is_fork, "game.yaml does not say that this is a fork")
            require(note.number == 2, "it does not stand between `genesis` and `seated`")
            require(turn > 0, "a fork begins with a turn after turn 0")
            return
        earlier = self.records[:note.number - 1]
        begun = any(record.kind == "salts" for record in earlier)
        require(begun and (self.t > 0 or number > 1), "nothing was played yet")
        right = turn == self.open_turn + 1
        require(right, f"it should have turn {self.open_turn + 1}, the one after the last")
        if what == "amend":
            require(not self.over, "it comes after the end of the game")
        else:
            to = int(note.values["to"])
            right = 1 <= to <= self.open_turn and to in self.begun
            require(right, f"`to`: turn {to} is not one of 1 to {self.open_turn}")

    # Locks

    def read_lock(self, lock: Record) -> None:
        """The orders of a sitting, fixed before its dice."""
        before, self.lock, self.t = self.lock, lock, self.t + 1
        t, check = self.t, self.report.check
        check(f"sitting {t}: lock", self.check_lock, lock, before)
        check(f"sitting {t}: turn, and round of the beacon", self.check_lock_round, lock, before)
        check(f"sitting {t}: who plays each seat", self.check_bots, lock)
        for what in ("order", "standing", "signature", "signed-standing"):
            end = "sig" if what.startswith("sign") else "yaml"
            for seat, digest in lock.under(what + ".").items():
                self.bound[f"{t:04}/{what}-{seat}.{end}"] = Bound(f"{what}-{seat}", t, digest)
        for what in ("order", "standing"):
            for seat, digest in lock.under(what + ".").items():
                if digest != "none":
                    self.orders.append(Order(what, lock, t, seat, self.keys.get(seat)))

    def check_lock(self, lock: Record, before: Optional[Record]) -> None:
        """A lock names all seats, the next sitting, and a later time (fair1, section 6)."""
        require(lock.values["sitting"] == str(self.t), f"`sitting` should be {self.t}")
        orders, seats = lock.under("order."), set(self.agreed.seats)
        for start in ("order.", "standing."):
            found = set(lock.under(start))
            differing = sorted(found ^ seats)
            require(not differing, f"`{start}...` is missing, or too many, for {differing}")
        for seat in lock.under("signature."):
            require(orders.get(seat, "none") != "none", f"`signature.{seat}`: without orders")
        standing = lock.under("standing.")
        for seat in lock.under("signed-standing."):
            right = standing.get(seat, "none") != "none"
            require(right, f"`signed-standing.{seat}`: without standing orders")
        for seat, number in lock.under("seen.").items():
            require(orders.get(seat, "none") != "none", f"`seen.{seat}`: without orders")
            right = 1 <= int(number) < lock.number
            require(right, f"`seen.{seat}`: record {number} does not stand before the lock")
        earlier = before or self.first("salts") or lock
        require(seconds(lock) >= seconds(earlier), f"`at` is before that of log/{earlier.name}")

    def check_lock_round(self, lock: Record, before: Optional[Record]) -> None:
        """A lock is of the open turn, and names the round of its time (fair1, section 7)."""
        require(not self.over, "the game is over")
        require(lock.values["turn"] == str(self.open_turn), f"`turn` should be {self.open_turn}")
        require(self.moved_if_fork(), "the note of the fork does not come first")
        named = lock.values["round"]
        if self.level != "beacon":
            require(named == "none", "`round` should be `none`: sittings take no rounds here")
            return
        due = round_at(seconds(lock) + 60 * self.agreed.lead_minutes)
        require(named == str(due), f"`round` should be {due}, which follows from `at`")
        draw = self.first("draw")
        last = before.values["round"] if before else draw.values["round"] if draw else "0"
        rises = last == "none" or int(last) < due
        require(rises, f"`round` is not later than the round before, {last}")

    def moved_if_fork(self) -> bool:
        """Whether a fork has begun with its note (fair1, section 6)."""
        return not self.agreed.is_fork or bool(self.moves) and self.moves[0].what == "fork"

    def check_bots(self, lock: Record) -> None:
        """`bot.<seat>` stands for exactly the seats that bots play by the notes (section 6)."""
        bots = {seat for seat, played_by in self.playing.items() if played_by == "bot"}
        for seat in sorted(bots ^ set(lock.under("bot."))):
            if seat in bots:
                raise Wrong(f"a bot plays {seat} by the notes, and `bot.{seat}` is missing")
            raise Wrong(f"`bot.{seat}` is there, and by the notes no bot plays {seat}")

    # Results

    def read_result(self, result: Record) -> None:
        """The key, the rolls, the decks and the openings of a sitting."""
        t, turn, values = self.t, int(result.values["turn"]), result.values
        complete = values["ended"] == "turn-complete"
        self.report.check(f"sitting {t}: result", self.check_result, result)
        self.report.check(f"sitting {t}: key", self.check_key, result)
        self.key, self.done, self.over = values["key"], t, values["ended"] == "game-over"
        if turn != self.labels_of:
            self.labels, self.labels_of = set(), turn
        self.report.check(f"sitting {t}: rolls", self.check_rolls_of, result)
        for what in ("journal", "state"):
            digest = result.get("bind." + what)
            if digest is not None:
                self.bound[f"{t:04}/{what}.yaml"] = Bound(what, t, digest)
        if complete:
            self.begun[turn + 1] = f"{t:04}/state.yaml"
        self.open_turn = turn + 1 if complete else turn
        try:
            beacon: Optional[str] = self.beacon_of(result)
        except Wrong:
            beacon = None
        for name, value in result.under("deck.").items():
            self.read_deck(f"sitting {t}", result, name, value, t, beacon)
        for place, value in result.under("open.").items():
            name, slot = place.split(".")
            item, salt = value.rsplit(" ", 1)
            what = f"sitting {t}: slot {name} {slot}"
            self.report.check(what, self.check_opening, name, int(slot), item, salt)

    def check_result(self, result: Record) -> None:
        """A result is of the sitting that was locked, and has what belongs to it (section 6)."""
        values = result.values
        for key in ("sitting", "turn"):
            locked = self.lock.values[key] if self.lock else None
            require(values[key] == locked, f"`{key}` should be {locked}, as in the lock")
        for name in ("rolls.txt", "facts.yaml", "view.yaml"):
            path = f"sittings/{self.t:04}/{name}"
            require("file." + path in values, f"it does not name {path}")
        for path in result.under("file.sittings/"):
            own = path.startswith(f"{self.t:04}/")
            require(own, f"it names sittings/{path}, which is of another sitting")
        complete = values["ended"] == "turn-complete"
        require(("bind.state" in values) == complete, "`bind.state` does not fit `ended`")
        self.beacon_of(result)
        if self.level == "beacon" and self.lock is not None:
            number = int(self.lock.values["round"])
            self.rounds.append((f"log/{result.name}", number, values["beacon"]))

    def beacon_of(self, result: Record) -> str:
        """beacon_t: the round of a sitting as it goes into its keys (fair1, section 3)."""
        named = self.lock.values["round"] if self.lock else "none"
        signature = result.values["beacon"]
        if self.level != "beacon":
            require(signature == "none", "`beacon` should be `none`: sittings take no rounds here")
            return "none"
        require(signature != "none" and named != "none", "the round that was agreed on is missing")
        return round_value(named, signature)

    def check_key(self, result: Record) -> None:
        """The key leads to that of the sitting before (fair1, section 3)."""
        genesis = self.first("genesis")
        most = int(genesis.values["sittings"]) if genesis else 0
        require(self.t <= most, f"the chain has {most} keys")
        before = link(self.game, self.t, result.values["key"])
        require(before == self.key, "its link is not the key of the sitting before, or the anchor")

    def check_rolls_of(self, result: Record) -> None:
        """The public rolls of a sitting (fair1, section 4)."""
        path = f"sittings/{self.t:04}/rolls.txt"
        key = turn_key(self.key, self.game, self.t, self.beacon_of(result), self.salts)
        check_rolls(self.read(path), path, key, self.labels)

    # Decks

    def read_deck(
        self, where: str, record: Record, name: str, value: str, t: int, beacon: Optional[str]
    ) -> None:
        """A deck that is shuffled, or that a fork brings along."""
        what = f"{where}: deck {name}"
        deck = self.report.check(what, self.check_deck, record, name, value, t, beacon)
        if deck is not None:
            self.decks[name] = deck

    def check_deck(
        self, record: Record, name: str, value: str, t: int, beacon: Optional[str]
    ) -> Deck:
        """The two files of a deck, under a name that is new (fair1, section 5)."""
        require(name not in self.decks, "this name was used before; a reshuffle is a new deck")
        lists = []
        for path in value.split(" "):
            require("file." + path in record.values, f"`{path}` is no file that the record names")
            lines = text_lines(self.read(path), path)
            if len(lines) > MOST_ITEMS:
                raise Unknown(f"{path} has more than {MOST_ITEMS} lines")
            require(all(lines), f"{path} has an empty line")
            lists.append(lines)
        items, slots = lists
        require(len(items) == len(slots), f"{len(items)} items and {len(slots)} slots")
        sealed = all(re.fullmatch(HASH, slot) for slot in slots)
        require(sealed, f"{value.split(' ')[1]}: a line is not 64 lower-case hex digits")
        return Deck(items, slots, t, beacon, {})

    def check_opening(self, name: str, slot: int, item: str, salt: str) -> None:
        """What is opened lay in that slot, and is of the deck (fair1, section 5)."""
        deck = self.decks.get(name)
        if deck is None:
            raise Wrong(f"no deck {name} was published")
        require(slot < len(deck.slots), "the deck has no such slot")
        seal = slot_seal(self.game, name, slot, salt, item)
        require(seal == deck.slots[slot], f"`{item}` is not what was sealed there")
        moved = sum(move.what != "fork" for move in self.moves)
        if slot in deck.opened:
            earlier, after = deck.opened[slot]
            require(item == earlier, f"it was opened before as `{earlier}`")
            require(moved > after, "it was opened before, and nothing was rewound since")
        deck.opened[slot] = (item, moved)
        shown = collections.Counter(shown for shown, _ in deck.opened.values())
        require(shown[item] <= deck.items.count(item), f"the deck holds `{item}` less often")

    def check_shuffle(self, secret: str, name: str, deck: Deck) -> None:
        """The whole shuffle and every seal, from the secret (fair1, section 5)."""
        if deck.beacon is None:
            raise Wrong("the round of its sitting is missing")
        # What a fork brings along is sealed before any player promises a salt.
        seated = self.salts if deck.t > 0 else "none"
        key = hidden_turn_key(secret, self.game, deck.t, deck.beacon, seated)
        salts = [slot_salt(key, name, slot) for slot in range(len(deck.slots))]

        def is_item(slot: int, item: str) -> bool:
            return slot_seal(self.game, name, slot, salts[slot], item) == deck.slots[slot]

        if deck.t > 0:
            order = shuffle(len(deck.items), stream(key, "deck/" + name))
            for slot, index in enumerate(order):
                right = is_item(slot, deck.items[index])
                require(right, f"slot {slot} does not hold `{deck.items[index]}`")
            return
        lying: Dict[str, int] = collections.Counter(deck.items)
        for slot in range(len(deck.slots)):
            item = next((item for item in lying if lying[item] and is_item(slot, item)), None)
            if item is None:
                raise Wrong(f"slot {slot} holds none of the items that are left")
            lying[item] -= 1

    # The end

    def read_final(self, final: Record) -> None:
        """Everything that was secret is opened."""
        secret, check = final.values["hidden"], self.report.check
        failures = len(self.report.failures)
        check("hidden secret, when the game is over", self.check_secret, secret)
        if len(self.report.failures) > failures:
            self.report.not_shown("what was sealed", "the secret is wrong", counts=True)
            return
        for name, deck in self.decks.items():
            check(f"shuffle of {name}", self.check_shuffle, secret, name, deck)
        opened = final.under("file.opened/")
        for move in self.moves:
            check(f"opened state of turn {move.turn}", self.check_state, move, opened)
        for path, digest in opened.items():
            check(f"opened {path}", self.check_opened, secret, path, digest)
            bound = self.bound.get(path)
            if bound is not None and bound.what == "journal":
                check(f"rolls as in {path}", self.check_journal, path, bound.t)
        for order in self.orders:
            if order.what == "order" and order.path() in opened:
                what = f"sitting {order.t}: the log that {order.seat} saw"
                check(what, self.check_seen, order)
        self.check_order_signatures(opened)

    def check_secret(self, secret: str) -> None:
        """S is what genesis commits to, and comes when the game is over (fair1, section 3)."""
        require(self.over, "the game is not over")
        genesis = self.first("genesis")
        right = genesis is not None and commitment(self.game, secret) == genesis.values["hidden"]
        require(right, "it is not the secret that genesis commits to")

    def check_state(self, move: Move, opened: Dict[str, str]) -> None:
        """The state that a move made is opened, and a rewind's is an earlier one (section 6)."""
        require(move.own in opened, f"opened/{move.own} is missing")
        if move.what == "rewind":
            require(move.origin in opened, f"opened/{move.origin} is missing")
            same = opened.get(move.origin or "") == opened[move.own]
            require(same, f"opened/{move.own} is not the file opened/{move.origin}")

    def check_opened(self, secret: str, path: str, digest: str) -> None:
        """An opened file is the one that was bound (fair1, section 6)."""
        bound = self.bound.get(path)
        if bound is None or bound.hash == "none":
            raise Wrong("no record has bound such a file")
        salt = bind_salt(secret, bound.what, bound.t)
        found = bind_hash(self.game, bound.what, bound.t, salt, digest)
        require(found == bound.hash, "it is not the file that was bound")

    def check_journal(self, path: str, t: int) -> None:
        """The journal of a sitting lists the same rolls as its rolls.txt (fair1, section 4)."""
        listed = journal_rolls(self.read("opened/" + path), path, t)
        rolls = f"sittings/{t:04}/rolls.txt"
        published = text_lines(self.read(rolls), rolls)
        for number, (one, other) in enumerate(itertools.zip_longest(published, listed), 1):
            require(one == other, f"{rolls}, line {number}: `{one}`; the journal has `{other}`")

    def check_seen(self, order: Order) -> None:
        """`seen` in the lock and `head` in the orders are of one record (fair1, section 6)."""
        path = f"opened/{order.t:04}/order-{order.seat}.yaml"
        head = read_order(self.read(path), path).get("head")
        seen = order.lock.get(f"seen.{order.seat}")
        where = f"log/{order.lock.name}, `seen.{order.seat}`"
        if head is None:
            require(seen is None, f"{where} is there, and the orders have no `head`")
            return
        before = self.records[: order.lock.number - 1]
        number = next((str(record.number) for record in before if record.hash == head), None)
        sent = f"{path}: `head` names no record before the lock: {order.seat} was sent another log"
        require(number is not None, sent)
        require(seen == number, f"{where} is {seen or 'missing'}, and `head` names record {number}")

    # Signatures, rounds, and what is not shown

    def check_order_signatures(self, opened: Dict[str, str]) -> None:
        """Players' signatures on their orders, with the keys of the log (fair1, section 6)."""
        unsigned = []
        for order in self.orders:
            of = "" if order.what == "order" else " on standing orders"
            if order.signature() in order.lock.values:
                what = f"sitting {order.t}: signature of {order.seat}{of}"
                if order.signature_path() not in opened or order.path() not in opened:
                    self.report.not_shown(what, "it was not opened", counts=True)
                elif order.key not in (None, "none") and shutil.which("ssh-keygen") is None:
                    self.report.not_shown(what, "ssh-keygen is not installed", counts=True)
                else:
                    self.report.check(what, self.check_order_signature, order)
            elif order.key not in (None, "none"):
                unsigned.append(f"{order.seat} in sitting {order.t}{of}")
        if unsigned:
            what = "signatures of players who have a key"
            self.report.not_shown(what, "none of " + ", ".join(unsigned))

    def check_order_signature(self, order: Order) -> None:
        """One signature: by the player, of these orders, for this turn (fair1, section 6)."""
        if order.key is None or order.key == "none":
            raise Wrong(f"the log has no key of the player of {order.seat}")
        path = "opened/" + order.path()
        text = self.read(path)
        signature = self.read("opened/" + order.signature_path())
        check_ssh(order.key, order.seat, "chronojudge-orders", signature, text)
        top = read_order(text, path)
        turn = order.lock.values["turn"] if order.what == "order" else None
        for key, value in (("game", self.game), ("turn", turn), ("seat", order.seat)):
            right = top.get(key) == value or key == "turn" and turn is None
            require(right, f"the player signed orders with `{key}: {top.get(key)}`")
        revision = top.get("revision")
        require(revision is not None, f"{path}: signed, and without a `revision`")
        if not re.fullmatch("[1-9][0-9]{0,9}", revision or ""):
            raise Unknown(f"{path}: `revision: {revision}` is no number that this script reads")
        now = Signed(turn, int(revision or 0), sha256(text))
        last = self.signed.get((order.what, order.seat, order.key), now)
        rises = last.revision < now.revision or now.file == last.file
        why = f"{path}: revision {now.revision} comes after revision {last.revision}"
        require(rises or last.turn != now.turn, why)
        self.signed[order.what, order.seat, order.key] = now

    def check_log_signatures(self) -> None:
        """The GM's signature on every record, where they sign their log (fair1, section 6)."""
        key = self.agreed.said.get("log-key")
        what = f"signatures of the log ({len(self.records)})"
        if key is None:
            self.report.not_shown("signatures of the log", "the GM signs nothing in this game")
        elif shutil.which("ssh-keygen") is None:
            self.report.not_shown(what, "ssh-keygen is not installed", counts=True)
        else:
            self.report.check(what, self.check_log_signature, key)

    def check_log_signature(self, key: str) -> None:
        """One signature for each record, in signatures/ (fair1, section 6)."""
        for record in self.records:
            path = f"signatures/{record.name}.sig"
            try:
                data = self.public.read("log/" + record.name)
                check_ssh(key, "gm", "chronojudge-log", self.read(path), data)
            except Wrong as why:
                raise Wrong(f"{path}: {why}") from None

    def check_rounds(self) -> None:
        """The signatures of the beacon on all rounds that went into dice (fair1, section 7)."""
        if not self.rounds:
            return
        what = f"beacon signatures ({len(self.rounds)})"
        verify = beacon_library()
        if verify is None:
            why = "the library py_ecc is not installed; the rounds are taken as given"
            self.report.not_shown(what, why, counts=True)
            return
        for where, number, signature in self.rounds:
            what = f"beacon signature of round {number} in {where}"
            self.report.check(what, check_round, verify, number, signature)

    def say_what_is_sealed(self) -> None:
        """What is not opened: that counts only when the game is over."""
        final = self.first("final")
        opened = final.under("file.opened/") if final else {}
        sealed: Dict[str, List[str]] = {}
        for path, bound in sorted(self.bound.items()):
            if bound.hash != "none" and path not in opened:
                folder, name = path.split("/")
                sealed.setdefault(folder, []).append(name)
        why = "not opened, and the game is over" if self.over else "still sealed"
        for folder, names in sealed.items():
            self.report.not_shown(f"{folder}/: {', '.join(names)}", why, counts=self.over)
        if self.decks and final is None:
            decks = ", ".join(sorted(self.decks))
            self.report.not_shown(f"shuffles of {decks}", why, counts=self.over)

    def say_what_nothing_shows(self) -> None:
        """What the public files do not show, or not to this script (fair1, sections 1 and 9)."""
        report = self.report
        if self.level != "beacon":
            report.not_shown("dice that the GM could not foresee", "sittings take no rounds here")
        if self.rounds:
            why = "only the players' mails show when they were sent"
            report.not_shown("that mails were sent before their rounds were out", why)
        if any(deck.t == 0 for deck in self.decks.values()):
            why = "they are the GM's word: no published shuffle proves how they lie"
            report.not_shown("how the decks that this fork brings along were shuffled", why)
        report.not_shown("that the rules lead to these facts", "`chronojudge audit` checks it")


# ---------------------------------------------------------------------------------------------
# The vectors of section 8

K0 = "774996542a401e97ce97a38d8bc1d615fc3d0ad56aa5e794b268d9e70060ee46"
K1 = "2d6ed6abafeb6e1ec3161541cd6f35993897c665392be1cdb7487711a013dacb"
K16 = "c9a0c3c6038b9044ac62feb8bf4b105f9c5508eb5700277181bed19b749c680c"
SECRET = "bbffd348f50e9c046220441c26d6b659829589108d42e6c0843f211812e7313f"
HIDDEN = "050fb1ea571b98b9db9396ebc0531266938e09fe1af62cb0177e73b827412c5c"
ROUND_123 = "123:fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc"
SALTS_PLAIN = "f2cc5916b5e73696877495508565f1a0fc5def7c82a347c1fd732c8691da7c7d"
SALTS_123 = "0823ca8e1138dbf2dba250af138b4296f6ffc3ca4da8f520b4dc282fe325990a"
T1 = "e0f6cf23482874e809d436879b83e761a51802eaebaa40668df91ec9fd048165"
X1 = "2d2ca38431e578c55b945aed3f046f61d68d4ef31d82e8e34b7014f952f2bca2"
ATTACK = "combat/4a-3/zytal-squad-1/roo-agent-1/attack"
ROUNDS = {
    42: "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc99"
    "8b5d686a",
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b1"
    "3e0dfc92",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a"
    "6b85b89cd97b",
}


def expect(found: Any, expected: Any) -> None:
    """Raises Wrong if a vector is not what it must be."""
    require(found == expected, f"it should be {expected}, and is {found}")


def vectors_of_secrets() -> Iterator[Tuple[str, Any, Any]]:
    """Chain, commitments, salts, keys of turns (fair1, section 8)."""
    game, master = "demo-1", bytes(range(32)).hex()
    salts = {"roo": "11" * 32, "zytal": "22" * 32}
    chain = [mac(master, "fair1/root", game)]
    for t in range(16, 0, -1):
        chain.insert(0, link(game, t, chain[0]))
    yield "k_16", chain[16], K16
    yield "k_1", chain[1], K1
    yield "k_0", chain[0], K0
    secret = mac(master, "fair1/hidden-root", game)
    yield "S", secret, SECRET
    yield "hidden", commitment(game, secret), HIDDEN
    drawn = round_value(123, ROUNDS[123])
    yield "round 123", drawn, ROUND_123
    plain, with_round = salts_value(game, salts, None), salts_value(game, salts, drawn)
    yield "salts, no round", plain, SALTS_PLAIN
    yield "salts, round 123", with_round, SALTS_123
    yield "salts, none", salts_value(game, {}, None), "none"
    promised = "12c06a56fb32cb77ebc3ddb94427e770cd9f272c458df1a36f19a0a1abd6a1da"
    yield "salt-hash of roo", salt_hash("33" * 32, "roo", salts["roo"]), promised
    spoken = "6899ee404683a14e8c2a03149860df25d67d34d9cd4dae7350cbe91e4b3976be"
    yield "salt of the words `one two three`", sha256(b"one two three"), spoken
    for beacon, value, key in (
        ("none", "none", "b608acd5cff759088d2934edc447ceb2dad9c3b91d12b697446fa18db164ed2d"),
        ("none", plain, T1),
        ("none", with_round, "195c4cd024994ac2370127aa1136a67b3050f7c33c2d3bfd5f4418794ccfc5ff"),
        (drawn, plain, "b78dda470eb001b62c67adee24aeef173cb6b15fe4b989a60972659c6615e385"),
    ):
        yield f"T_1, beacon {beacon[:4]}", turn_key(chain[1], game, 1, beacon, value), key
    for value, key in (
        (plain, X1),
        (with_round, "2008a54275b63484d9865c630503fd2df1390b35da437257e2eda3c5122191f7"),
    ):
        yield "X_1", hidden_turn_key(secret, game, 1, "none", value), key


def vectors_of_rolls() -> Iterator[Tuple[str, Any, Any]]:
    """Words, dice, rejection, shuffles (fair1, section 8)."""
    key = "4cc0ff97959be0a6b597b0d472df10884cb99ef576e83b88a1d7eec0bd5f748c"
    yield "key of a roll", roll_key(T1, ATTACK), key
    words = [1668998383, 2878855855, 1125889965, 961642702, 2391268991, 3738071296]
    yield "words", list(itertools.islice(stream(T1, ATTACK), 6)), words
    many = [2, 2, 4, 5, 6, 5, 5, 1, 1, 5, 6, 2, 2, 5, 5, 6, 4, 3, 6, 6]
    yield "20d6", dice(20, 6, stream(T1, ATTACK)), many
    yield "facing/2a-5 1d6", dice(1, 6, stream(T1, "facing/2a-5")), [2]
    yield "weather 8d10", dice(8, 10, stream(T1, "weather")), [10, 8, 3, 4, 7, 4, 3, 1]
    yield "event 3d100", dice(3, 100, stream(T1, "event")), [32, 6, 58]
    yield "reject, first word", next(stream(T1, "reject")), 3863794037
    kept = [2464123190, 2582575260, 151975359, 2364109393, 2608417139, 571640504]
    yield "reject 6d3000000000", dice(6, 3000000000, stream(T1, "reject")), kept
    tiles = [7, 4, 11, 8, 0, 2, 3, 1, 10, 5, 9, 6]
    yield "deck/tiles", shuffle(12, stream(T1, "deck/tiles")), tiles
    big = ",".join(map(str, shuffle(300, stream(T1, "deck/big"))))
    long = "e61f7c405aeb491925d8e8a0051ecd6fe69754a8f5c591976c0b0c0596102590"
    yield "deck/big", sha256(big.encode()), long


def vectors_of_sealed_things() -> Iterator[Tuple[str, Any, Any]]:
    """Slots of decks, and bound files (fair1, section 8)."""
    items = ["forest", "hill", "lake", "plain", "plain", "town"]
    lying = [items[index] for index in shuffle(6, stream(X1, "deck/tiles"))]
    yield "deck tiles", lying, ["plain", "lake", "town", "hill", "forest", "plain"]
    for slot, salt, seal in (
        (
            0,
            "f9e0a454337e169a72b5e98293536f2661345ba885b9641d8f026453652cca2d",
            "36bee1c236c8e43dc5ab9f4ba491730232aa6e63f23d198a587cd114223b2a7b",
        ),
        (
            2,
            "344242edc4074ec7d94c7df3ac63575f0c1b3576c9208e9a5c15efa2db226ce3",
            "002a5363ca864b261090654df98c3a47bcb331d112b49c4653a40e7b052697a3",
        ),
    ):
        yield f"slot {slot}, salt", slot_salt(X1, "tiles", slot), salt
        yield f"slot {slot}", slot_seal("demo-1", "tiles", slot, salt, lying[slot]), seal
    salt = "79a53b43c8e3c12537b53314d950dc9530fcc360e86a3650bdc146cb5146ea49"
    yield "salt of order-roo", bind_salt(SECRET, "order-roo", 1), salt
    bound = "f9fd162865e64665058a73c15eaa1137bbc9a5e5a736908529dfa3bd5a4d0033"
    yield "order-roo", bind_hash("demo-1", "order-roo", 1, salt, sha256(b"x\n")), bound


def selftest(report: Report) -> None:
    """Every vector of section 8."""
    for vectors in (vectors_of_secrets, vectors_of_rolls, vectors_of_sealed_things):
        for what, found, expected in vectors():
            report.check(what, expect, found, expected)
    verify = beacon_library()
    if verify is None:
        report.not_shown("rounds 42, 123, 657413", "the library py_ecc is not installed")
        return
    for number, signature in ROUNDS.items():
        report.check(f"round {number}", check_round, verify, number, signature)
    report.check("round 42 for 43", expect, verify(43, ROUNDS[42]), False)


# ---------------------------------------------------------------------------------------------


def main(arguments: List[str]) -> int:
    """Audits what is named; gives the exit code."""
    report = Report()
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 3
    if arguments == ["--selftest"]:
        selftest(report)
        return report.verdict()
    try:
        public, beside, has_manifest = open_public(pathlib.Path(arguments[0]))
    except (Unreadable, OSError, ValueError) as why:
        report.not_shown("log", str(why))
        print("COULD NOT CHECK anything")
        return 3
    try:
        if has_manifest:
            report.check(f"the files are those of {MANIFEST}", check_manifest, beside, public)
        Audit(public, report).run()
    except (Wrong, Unknown) as why:
        report.failed("the game as a whole", str(why))
    except (ArithmeticError, LookupError, MemoryError, OSError, TypeError, ValueError) as error:
        report.failed("the game as a whole", f"this script cannot make sense of it: {error!r}")
    return report.verdict()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
