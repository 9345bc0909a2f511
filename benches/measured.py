"""Results of long measurements: kept in a file, with the digest of the content that they hold for, and written into a page."""
import hashlib, json, math

BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"


def digest(content, more):
    """Returns a digest of the content in a folder and of more files, because results of other cards say nothing of these."""
    text = b"".join(path.read_bytes() for path in [*sorted(content.glob("*.yaml")), *more])
    return hashlib.sha256(text).hexdigest()[:12]


def load(kept, content, *more):
    """Returns the results in a file; none if they are of other content."""
    results = json.loads(kept.read_text()) if kept.exists() else {}
    now = digest(content, more)
    return results if results.get("content") == now else {"content": now, "tables": {}}


def save(kept, results):
    kept.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")


def wilson(part, games):
    """Returns Wilson's interval of a share, at 95 %."""
    if not games:
        return 0, 1
    z, share = 1.959964, part / games
    middle, scale = share + z * z / (2 * games), 1 + z * z / games
    wide = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, (middle - wide) / scale), min(1.0, (middle + wide) / scale)


def write(page, made):
    """Writes the results into a page, between the two marks."""
    head, rest = page.read_text().split(BEGIN)
    page.write_text(head + BEGIN + made + END + rest.split(END)[1])
