//! What a GM might forge, with every later hash made to fit (dice.md, section 1).

/// The text with the letter or digit after a mark changed.
fn bend(text: &str, after: &str) -> String {
    let at = text.find(after).expect("the mark") + after.len();
    let bent = if text[at..].starts_with('1') {
        "2"
    } else {
        "1"
    };
    format!("{}{bent}{}", &text[..at], &text[at + 1..])
}

fn swap_lines(text: &str, one: usize, two: usize) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.swap(one, two);
    lines.join("\n") + "\n"
}

/// The text without the lines that start so.
pub(super) fn drop_line(text: &str, start: &str) -> String {
    text.split_inclusive('\n')
        .filter(|line| !line.starts_with(start))
        .collect()
}

/// What a forger makes of a file.
pub(super) type Change = fn(&str) -> String;

/// Forgeries by somebody who writes every later hash to fit: the path, what is done to it, and the line that fails.
pub(super) const FORGERIES: [(&str, &str, Change, &str); 25] = [
    (
        "the highest sitting",
        "log/000007-lock.yaml",
        |t| t.replace("sitting: 2", "sitting: 4294967295"),
        "order and keys",
    ),
    (
        "a die changed",
        "sittings/0002/rolls.txt",
        |t| bend(t, "attack 12d6 = "),
        "sitting 2: rolls (2)",
    ),
    (
        "a public shuffle changed",
        "sittings/0001/rolls.txt",
        |t| t.replace(" = ", " = 9"),
        "sitting 1",
    ),
    (
        "a roll under another label",
        "sittings/0001/rolls.txt",
        |t| t.replace("2a-5", "2a-6"),
        "sitting 1",
    ),
    (
        "more dice than came",
        "sittings/0002/rolls.txt",
        |t| t.replace("12d6", "13d6"),
        "sitting 2",
    ),
    (
        "a label twice in a turn",
        "sittings/0002/rolls.txt",
        |t| {
            format!(
                "{t}{}",
                t.lines()
                    .next()
                    .map(|l| format!("{l}\n"))
                    .unwrap_or_default()
            )
        },
        "sitting 2",
    ),
    (
        "a die without sides",
        "sittings/0002/rolls.txt",
        |t| format!("{t}a 1d0 = 1\n"),
        "sitting 2",
    ),
    (
        "an empty record",
        "log/000007-lock.yaml",
        |_| String::new(),
        "log of",
    ),
    (
        "a key off the chain",
        "log/000005-result.yaml",
        |t| bend(t, "key: "),
        "sitting 1: key",
    ),
    (
        "no such sitting",
        "log/000008-result.yaml",
        |t| t.replace("sitting: 2", "sitting: 3"),
        "order and keys",
    ),
    (
        "a lock for another turn",
        "log/000008-result.yaml",
        |t| t.replace("turn: 0", "turn: 1"),
        "order and keys",
    ),
    (
        "another salt",
        "log/000003-salts.yaml",
        |t| bend(t, "salt.roo: "),
        "salts (",
    ),
    (
        "a salt dropped",
        "log/000003-salts.yaml",
        |t| drop_line(t, "salt.roo"),
        "salts (",
    ),
    (
        "a salt withheld",
        "log/000003-salts.yaml",
        |t| t.replace("buralti: refused", "buralti: no"),
        "salts (",
    ),
    (
        "a seat left out of the lock",
        "log/000007-lock.yaml",
        |t| drop_line(t, "order.roo"),
        "order and keys",
    ),
    (
        "a seat nobody holds",
        "log/000007-lock.yaml",
        |t| t.replace("order.roo", "order.foo"),
        "order and keys",
    ),
    (
        "a tile swapped when opened",
        "log/000008-result.yaml",
        |t| t.replace("open.tiles.0", "open.tiles.1"),
        "opened slots",
    ),
    (
        "a deck that was not shuffled",
        "log/000008-result.yaml",
        |t| t.replace("open.tiles.0", "open.towns.0"),
        "opened slots",
    ),
    (
        "a slot list stacked",
        "sittings/0003/zone-4a.slots.txt",
        |t| swap_lines(t, 0, 1),
        "shuffle of deck zone-4a",
    ),
    (
        "an item changed",
        "sittings/0003/zone-4a.items.txt",
        |t| t.replace("tile-2", "tile-9"),
        "shuffle of deck zone-4a",
    ),
    (
        "a slot too few",
        "sittings/0003/zone-4a.slots.txt",
        |t| drop_line(t, &t[..8]),
        "deck zone-4a",
    ),
    (
        "another secret",
        "log/000011-final.yaml",
        |t| bend(t, "hidden: "),
        "hidden secret",
    ),
    (
        "an order changed",
        "opened/0002/order-roo.yaml",
        |t| t.replace("moves", "stays"),
        "opened files",
    ),
    (
        "a record of another kind",
        "log/000006-note.yaml",
        |t| t.replace("fair1/note", "fair1/lock"),
        "log of",
    ),
    (
        "rolls that no record names",
        "log/000005-result.yaml",
        |t| drop_line(t, "file.sittings/0001/rolls.txt"),
        "sitting 1",
    ),
];
