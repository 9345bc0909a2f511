//! Forgeries that a GM could make, with every later hash adapted (fair1, section 1).

use chronojudge::dice::{
    Hash, Name,
    chain::{player_salt, salt_hash},
};

/// Returns the text with the letter or digit after a mark changed.
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

/// Returns the text without the lines that have this prefix.
pub fn drop_line(text: &str, start: &str) -> String {
    text.split_inclusive('\n')
        .filter(|line| !line.starts_with(start))
        .collect()
}

/// Returns the record `seated` with hashes of salts that were sent for an earlier game of the same name.
fn promised_to_another_game(text: &str) -> String {
    let before = Hash::from_bytes([0x77; 32]);
    let line = |line: &str| {
        let seat = line
            .strip_prefix("salt-hash.")
            .and_then(|rest| rest.split(':').next())?;
        let name = Name::new(seat).ok()?;
        let salt = player_salt(&format!("words of {seat}"));
        Some(format!(
            "salt-hash.{seat}: {}\n",
            salt_hash(&before, &name, &salt)
        ))
    };
    text.split_inclusive('\n')
        .map(|text| line(text).unwrap_or_else(|| text.to_owned()))
        .collect()
}

/// A forger's change of a file.
pub type Change = fn(&str) -> String;

/// Forgeries after which every later hash is adapted: a name, the path, the change, and the line that fails.
pub const FORGERIES: [(&str, &str, Change, &str); 30] = [
    (
        "the highest sitting",
        "log/000008-lock.yaml",
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
        |t| t.replace("turn-order", "turn-orders"),
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
        "log/000008-lock.yaml",
        |_| String::new(),
        "log of",
    ),
    (
        "a key off the chain",
        "log/000006-result.yaml",
        |t| bend(t, "key: "),
        "sitting 1: key",
    ),
    (
        "no such sitting",
        "log/000009-result.yaml",
        |t| t.replace("sitting: 2", "sitting: 3"),
        "order and keys",
    ),
    (
        "a lock for another turn",
        "log/000009-result.yaml",
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
        "a salt of another game of this name",
        "log/000002-seated.yaml",
        promised_to_another_game,
        "salts (",
    ),
    (
        "another round than was named",
        "log/000004-draw.yaml",
        |t| t.replace("round: 42", "round: 43"),
        "order and keys",
    ),
    (
        "a round with another signature",
        "log/000004-draw.yaml",
        |t| bend(t, "beacon: 9"),
        "the game drawn by a public round",
    ),
    (
        "a round that was out when it was named",
        "log/000003-salts.yaml",
        |t| t.replace(":01:30Z", ":11:30Z"),
        "order and keys",
    ),
    (
        "a round where none was agreed",
        "game.yaml",
        |t| t.replace("dice: drawn", "dice: plain"),
        "order and keys",
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
        "log/000008-lock.yaml",
        |t| drop_line(t, "order.roo"),
        "order and keys",
    ),
    (
        "a seat that does not exist",
        "log/000008-lock.yaml",
        |t| t.replace("order.roo", "order.foo"),
        "order and keys",
    ),
    (
        "a tile swapped when opened",
        "log/000009-result.yaml",
        |t| t.replace("open.tiles.0", "open.tiles.1"),
        "opened slots",
    ),
    (
        "a deck that was not shuffled",
        "log/000009-result.yaml",
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
        "log/000012-final.yaml",
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
        "log/000007-note.yaml",
        |t| t.replace("fair1/note", "fair1/lock"),
        "log of",
    ),
    (
        "rolls that no record names",
        "log/000006-result.yaml",
        |t| drop_line(t, "file.sittings/0001/rolls.txt"),
        "sitting 1",
    ),
];
