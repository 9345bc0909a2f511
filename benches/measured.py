"""Results of long measurements: kept in a file, with the digest of the content that they hold for, and written into a page."""
import hashlib, json, math

BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"


def digest(content, more, apart):
    """Returns a digest of the content in a folder and of more files, because results of other cards say nothing of these."""
    files = [path for path in sorted(content.glob("*.yaml")) if path.name != apart]
    text = b"".join(path.read_bytes() for path in [*files, *more])
    return hashlib.sha256(text).hexdigest()[:12]


def load(kept, content, *more, apart=None):
    """Returns the results in a file; none if they are of other content. Each table accounts for the content file `apart` itself."""
    results = json.loads(kept.read_text()) if kept.exists() else {}
    now = digest(content, more, apart)
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


def plot(title, rows):
    """Draws shares with their intervals, a row each: its label, the share, both ends of the interval, and the fair share, if there is one."""
    high = 40 + 26 * len(rows)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {high}" font-family="system-ui,sans-serif" font-size="14">',
             f"<title>{title}</title>",
             f'<rect width="760" height="{high}" fill="#fff"/>']
    for tenth in range(0, 11, 2):
        x = 300 + 43 * tenth
        parts.append(f'<line x1="{x}" y1="12" x2="{x}" y2="{high - 26}" stroke="#d5d9de"/>'
                     f'<text x="{x}" y="{high - 8}" text-anchor="middle" fill="#333">{tenth * 10} %</text>')
    for n, (label, share, low, top, fair) in enumerate(rows):
        y = 26 + 26 * n
        even = "" if fair is None else (f'<line x1="{300 + 430 * fair:.1f}" y1="{y - 11}" x2="{300 + 430 * fair:.1f}" y2="{y + 11}" '
                                        'stroke="#888" stroke-dasharray="3 2"/>')
        parts.append(f'<text x="290" y="{y + 5}" text-anchor="end" fill="#222">{label}</text>{even}'
                     f'<line x1="{300 + 430 * low:.1f}" y1="{y}" x2="{300 + 430 * top:.1f}" y2="{y}" stroke="#22344f" stroke-width="3"/>'
                     f'<circle cx="{300 + 430 * share:.1f}" cy="{y}" r="5" fill="#c0392b"/>')
    return "\n".join(parts) + "\n</svg>\n"


def write(page, made):
    """Writes the results into a page, between the two marks."""
    head, rest = page.read_text().split(BEGIN)
    page.write_text(head + BEGIN + made + END + rest.split(END)[1])
