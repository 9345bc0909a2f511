//! Bad files, and the exact diagnostics of each.

use super::check;

/// Returns one line for each problem, and its help below it.
fn said(bytes: &[u8]) -> String {
    let problems = match check(bytes) {
        Ok(orders) => panic!("this was taken: {orders:?}"),
        Err(problems) => problems,
    };
    let mut out = Vec::new();
    for problem in &problems.list {
        out.push(problem.one_line(&problems.source));
        out.extend(problem.help.as_ref().map(|help| format!("help: {help}")));
    }
    out.join("\n")
}

fn assert_said(bytes: &[u8], wanted: &str) {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    assert_eq!(said(bytes), wanted, "{shown}");
}

#[test]
#[rustfmt::skip]
#[expect(clippy::too_many_lines, reason = "it is a list")]
fn each_file_is_answered() {
    assert_said(
        b"From: Ada <ada@example.org>\nTo: gm@example.org\nSubject: orders\nDate: Fri, 12 Jun 2026 18:00:00 +0200\n\ngame: gem\n",
        "o.yaml:1:1: error[E0126]: this is a whole mail, not the file that was attached to it\n\
         help: save the attachment and take that",
    );
    assert_said(
        b"",
        "o.yaml:1:1: error[E0102]: there is nothing in this file",
    );
    assert_said(
        b"# nothing but a comment\n",
        "o.yaml:1:1: error[E0102]: there is nothing in this file",
    );
    assert_said(
        b"---\n",
        "o.yaml:1:1: error[E0102]: there is nothing in this file",
    );
    assert_said(
        b"~\n",
        "o.yaml:1:1: error[E0209]: `key: value` is wanted, but `~` is read as the empty value",
    );
    assert_said(
        b"game: caf\xe9\n",
        "o.yaml:1:10: error[E0101]: byte 10 of the file (0xE9) is not UTF-8 text\n\
         help: save the file again and choose the encoding UTF-8",
    );
    assert_said(
        b"\xff\xfeg\0a\0",
        "o.yaml: error[E0101]: the file was saved as UTF-16, not as UTF-8\n\
         help: save it again and choose the encoding UTF-8",
    );
    assert_said(
        b"game: a\0b\n",
        "o.yaml:1:8: error[E0106]: a NUL character: is this a text file?",
    );
    assert_said(
        b"game: a\x07b\n",
        "o.yaml:1:8: error[E0106]: the control character U+0007",
    );
    assert_said(
        "game: a\u{85}b\n".as_bytes(),
        "o.yaml:1:8: error[E0106]: an unusual line separator (U+0085); end lines with Enter",
    );
    assert_said(
        "game: a\u{202e}b\n".as_bytes(),
        "o.yaml:1:8: error[E0107]: an invisible character that turns the direction of writing (U+202E)",
    );
    assert_said(
        "game: a\u{200b}b\n".as_bytes(),
        "o.yaml:1:8: error[E0107]: the invisible character U+200B",
    );
    assert_said(
        b"game: a\ngame: b\n",
        "o.yaml:2:1: error[E0103]: the key `game` is given twice",
    );
    assert_said(
        b"buy: {a: 1, a: 2}\n",
        "o.yaml:1:13: error[E0103]: the key `a` is given twice",
    );
    assert_said(
        b"moves:\n\t- unit: a\n",
        "o.yaml:2:1: error[E0104]: a tab in the indentation\n\
         help: indent with spaces; YAML does not take tabs here",
    );
    assert_said(
        b"moves:\n- {unit: a}\n\t- {unit: b}\n",
        "o.yaml:3:1: error[E0104]: a tab in the indentation\n\
         help: indent with spaces; YAML does not take tabs here",
    );
    assert_said(
        b"moves:\n  - {unit: a}\n  \t- {unit: b}\n",
        "o.yaml:3:3: error[E0104]: a tab in the indentation\n\
         help: indent with spaces; YAML does not take tabs here",
    );
    assert_said(
        b"game: a\n\tturn: 7\n",
        "o.yaml:2:1: error[E0104]: a tab in the indentation\n\
         help: indent with spaces; YAML does not take tabs here",
    );
    assert_said(
        b"game: a\n---\ngame: b\n",
        "o.yaml:2:1: error[E0108]: a second YAML document begins here",
    );
    assert_said(
        b"game: a\n...\ngame: b\n",
        "o.yaml:3:1: error[E0108]: a second YAML document begins here",
    );
    assert_said(
        b"game: &g a\nseat: *g\n",
        "o.yaml:1:7: error[E0109]: `&g` is an anchor in YAML, and not taken here\n\
         help: put quotes around a text that begins with `&`\n\
         o.yaml:2:7: error[E0109]: `*g` is an alias in YAML, and not taken here\n\
         help: put quotes around a text that begins with `*`",
    );
    assert_said(
        b"game: *bold*\n",
        "o.yaml:1:7: error[E0109]: `*bold*` is an alias in YAML, and not taken here\n\
         help: put quotes around a text that begins with `*`",
    );
    assert_said(
        b"game: !wow\n",
        "o.yaml:1:7: error[E0109]: `!wow` is a tag in YAML, and not taken here\n\
         help: put quotes around a text that begins with `!`",
    );
    assert_said(
        b"game: !!str 12\n",
        "o.yaml:1:7: error[E0109]: `!!str` is a tag in YAML, and not taken here\n\
         help: put quotes around a text that begins with `!`",
    );
    assert_said(
        b"<<: {game: a}\n",
        "o.yaml:1:1: error[E0109]: `<<` is a merge key in YAML, and not taken here",
    );
    assert_said(
        b"%YAML 1.1\n---\ngame: a\n",
        "o.yaml:1:1: error[E0109]: a line that begins with `%` is a directive in YAML, and not taken",
    );
    assert_said(
        b"game: attack: now\n",
        "o.yaml:1:13: error[E0111]: a colon inside a text that is not quoted\n\
         help: put quotes around the text: `game: 'attack: now'`",
    );
    assert_said(
        b"turn:7\nseat: zytal\n",
        "o.yaml:1:5: error[E0112]: no space after this colon\n\
         help: write `turn: 7`",
    );
    assert_said(
        b"turn:7\n",
        "o.yaml:1:1: error[E0209]: `key: value` is wanted, but this is the text `turn:7`\n\
         help: put a space after the colon: `turn: 7`",
    );
    assert_said(
        b"moves:\n- {unit: a, to: b}\n-hold\n",
        "o.yaml:3:1: error[E0112]: no space after this dash\n\
         help: write `- hold`",
    );
    assert_said(
        b"actions:\n  -hold\n  -hold\n",
        "o.yaml:2:3: error[E0208]: `actions`: a list is wanted, but this is the text `-hold -hold`\n\
         help: put a space after each `-`",
    );
    assert_said(
        b"game: \"open\nturn: 7\n",
        "o.yaml:1:7: error[E0113]: this quote is never closed",
    );
    assert_said(
        b"game: 'open\nturn: 7\n",
        "o.yaml:1:7: error[E0113]: this quote is never closed",
    );
    assert_said(
        b"game: it's\nseat: 'it's'\n",
        "o.yaml:2:11: error[E0122]: there is text after the closing quote\n\
         help: an apostrophe inside '…' is written twice: `'it''s'`",
    );
    assert_said(
        b"game: \"a\" b\n",
        "o.yaml:1:11: error[E0122]: there is text after the closing quote\n\
         help: a quote inside \"…\" is written `\\\"`",
    );
    assert_said(
        b"game: \"a\\qb\"\n",
        "o.yaml:1:7: error[E0120]: `\\` means something inside \"…\"\n\
         help: write `\\\\` for the sign itself, or use '…'",
    );
    assert_said(
        b"moves: [a, b\nturn: 7\n",
        "o.yaml:1:8: error[E0114]: this `[` is never closed\n\
         help: write `moves: [a, b]`",
    );
    assert_said(
        b"buy: {a: 1\nturn: 7\n",
        "o.yaml:1:6: error[E0114]: this `{` is never closed\n\
         help: write `buy: {a: 1}`",
    );
    assert_said(
        b"moves: [a, b}\n",
        "o.yaml:1:8: error[E0114]: `[` is closed by `}`\n\
         help: write `moves: [a, b]`",
    );
    assert_said(
        b"game: a\n]}}\n",
        "o.yaml:2:1: error[E0114]: this `]` closes nothing",
    );
    assert_said(
        b"moves: [",
        "o.yaml:1:8: error[E0114]: this `[` is never closed\n\
         help: write `moves: []`",
    );
    assert_said(
        b"game: a\n  turn: 7\n",
        "o.yaml:2:3: error[E0115]: this line is indented under a line that has its value already\n\
         help: if it is a key of its own, begin it in column 1, as `game: a` above; if it belongs to the text above, put quotes around the whole text",
    );
    assert_said(
        b"actions:\n  - search:\n      tile: a\n     more: b\n",
        "o.yaml:4:6: error[E0115]: this line does not begin in the column of any line it could belong to\n\
         help: it begins in column 6; begin it in column 7 or 1",
    );
    assert_said(
        b"moves:\n    - {unit: a, to: b}\n   - {unit: a, to: b}\n",
        "o.yaml:3:4: error[E0115]: this line does not begin in the column of any line it could belong to\n\
         help: it begins in column 4; begin it in column 5",
    );
    assert_said(
        b"> game: a\n> turn: 7\n",
        "o.yaml:1:1: error[E0116]: this line begins with `>`, as mail programs quote\n\
         help: remove the `> ` from all lines, or attach the file instead",
    );
    assert_said(
        b"On Tuesday the host wrote:\n> game: a\n",
        "o.yaml:2:1: error[E0116]: this line begins with `>`, as mail programs quote\n\
         help: remove the `> ` from all lines, or attach the file instead",
    );
    assert_said(
        b"game: a\n-- \nBob\nphone: 1\n",
        "o.yaml:2:1: error[E0117]: a mail signature begins here\n\
         help: remove this line and what follows it",
    );
    assert_said(
        b"Hello,\n\nhere are my orders\n\ngame: a\nturn: 7\n",
        "o.yaml:1:1: error[E0125]: this line is not `key: value`\n\
         help: remove what stands before `game`, or begin each line of it with `# `",
    );
    assert_said(
        "\u{201c}game\u{201d}: a\n".as_bytes(),
        "o.yaml:1:1: error[E0118]: the key `“game”` is in typographic quotation marks\n\
         help: write `game`",
    );
    assert_said(
        "game: \u{201c}a: b\u{201d}\n".as_bytes(),
        "o.yaml:1:7: error[E0118]: typographic quotation marks do not quote\n\
         help: use the straight quote `\"`",
    );
    assert_said(
        "game: \u{201c}a\u{201d}\nturn: x\n".as_bytes(),
        "o.yaml:1:7: warning[E0118]: typographic quotation marks do not quote; they are part of this text\n\
         help: use straight quotes: `\"a\"`\n\
         o.yaml:2:7: error[E0205]: `turn`: a whole number is wanted, but this is the text `x`",
    );
    assert_said(
        "game: a\n\u{a0}\u{a0}turn: 7\n".as_bytes(),
        "o.yaml:2:1: error[E0119]: a no-break space where an ordinary space is wanted\n\
         help: replace it with an ordinary space",
    );
    assert_said(
        "moves:\n\u{a0}\u{a0}- unit: a\n".as_bytes(),
        "o.yaml:2:1: error[E0119]: a no-break space where an ordinary space is wanted\n\
         help: replace it with an ordinary space",
    );
    assert_said(
        b"game: @bob\n",
        "o.yaml:1:7: error[E0121]: a text cannot begin with `@`\n\
         help: put quotes around the whole text",
    );
    assert_said(
        b"game: `a`\n",
        "o.yaml:1:7: error[E0121]: a text cannot begin with a backtick\n\
         help: put quotes around the whole text",
    );
    assert_said(
        b"game: %a\n",
        "o.yaml:1:7: error[E0121]: a text cannot begin with `%`\n\
         help: put quotes around the whole text",
    );
    assert_said(
        b"moves: - a\n",
        "o.yaml:1:8: error[E0124]: a list of `- ` items cannot begin in the line of its key\n\
         help: begin it in the next line, or write `[a, b]`",
    );
    assert_said(
        b"- game: a\nturn: 7\n",
        "o.yaml:2:1: error[E0124]: this line is not an item, but the lines it stands with are",
    );
    assert_said(
        b"game: a\n- turn: 7\n",
        "o.yaml:2:1: error[E0124]: this line is an item, but the lines it stands with are `key: value`",
    );
    assert_said(
        b"game: a\nturn 7\nseat: b\n",
        "o.yaml:2:1: error[E0125]: there is no colon in this line",
    );
    assert_said(
        b"[game]: a\n",
        "o.yaml:1:1: error[E0123]: a list cannot be the key before a colon",
    );
    assert_said(
        b": a\n",
        "o.yaml:1:1: error[E0123]: there is no key before this colon",
    );
    assert_said(
        b"game: a\nturn: twelve\nseat: b\n",
        "o.yaml:2:7: error[E0205]: `turn`: a whole number is wanted, but this is the text `twelve`",
    );
    assert_said(
        b"game: a\nturn: '12'\nseat: b\n",
        "o.yaml:2:7: error[E0205]: `turn`: a whole number is wanted, but this is the text `12`\n\
         help: leave out the quotes",
    );
    assert_said(
        b"game: a\nturn: 1e3\nseat: b\n",
        "o.yaml:2:7: error[E0205]: `turn`: a whole number is wanted, not `1e3`",
    );
    assert_said(
        b"game: a\nturn: 007\nseat: b\n",
        "o.yaml:2:7: error[E0205]: `turn`: the number `007` begins with 0\n\
         help: leave out the zeros in front",
    );
    assert_said(
        b"game: a\nturn: -1\nseat: b\n",
        "o.yaml:2:7: error[E0206]: `turn`: -1 is out of range: from 0 to 4294967295",
    );
    assert_said(
        b"game: a\nturn: 99999999999999999999999999999999999999999999\nseat: b\n",
        "o.yaml:2:7: error[E0205]: `turn`: a whole number is wanted, not `99999999999999999999999999999999999999999999`",
    );
    assert_said(
        b"game: a\nturn:\nseat: b\n",
        "o.yaml:2:1: error[E0210]: `turn`: nothing is written here; a whole number is wanted",
    );
    assert_said(
        b"game: 12\nturn: 7\nseat: b\n",
        "o.yaml:1:7: error[E0204]: `game`: a word is wanted, but `12` is read as a number\n\
         help: put quotes around it: `\"12\"`",
    );
    assert_said(
        b"game: 0123\nturn: 7\nseat: b\n",
        "o.yaml:1:7: error[E0204]: `game`: a word is wanted, but `0123` is read as a number\n\
         help: put quotes around it: `\"0123\"`",
    );
    assert_said(
        b"game: 1e3\nturn: 7\nseat: b\n",
        "o.yaml:1:7: error[E0204]: `game`: a word is wanted, but `1e3` is read as a number\n\
         help: put quotes around it: `\"1e3\"`",
    );
    assert_said(
        b"game: true\nturn: 7\nseat: b\n",
        "o.yaml:1:7: error[E0204]: `game`: a word is wanted, but `true` is read as a true/false value\n\
         help: put quotes around it: `\"true\"`",
    );
    assert_said(
        b"game: ~\nturn: 7\nseat: b\n",
        "o.yaml:1:7: error[E0204]: `game`: a word is wanted, but `~` is read as the empty value\n\
         help: put quotes around it: `\"~\"`",
    );
    assert_said(
        b"game: [a]\nturn: 7\nseat: b\n",
        "o.yaml:1:7: error[E0215]: `game`: a word is wanted, but this is a list",
    );
    assert_said(
        b"game: a\nturn: 7\n",
        "o.yaml:1:1: error[E0202]: the key `seat` is missing",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmove: []\n",
        "o.yaml:4:1: error[E0201]: unknown key `move`\n\
         help: did you mean `moves`?",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\npublik: true\n",
        "o.yaml:4:1: error[E0201]: unknown key `publik`\n\
         help: did you mean `public`?",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nweather: fine\n",
        "o.yaml:4:1: error[E0201]: unknown key `weather`\n\
         help: known here: `game`, `turn`, `seat`, `moves`, `actions`, `buy`, `public` or `pair`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\npublic: yes\n",
        "o.yaml:4:9: error[E0207]: `public`: `true` or `false` is wanted, but this is the text `yes`\n\
         help: write `true`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves:\n",
        "o.yaml:4:1: error[E0210]: `moves`: nothing is written here; a list is wanted\n\
         help: an empty list is written `[]`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves: hold\n",
        "o.yaml:4:8: error[E0208]: `moves`: a list is wanted, but this is the text `hold`\n\
         help: a list of one is written `[hold]`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves: {unit: a, to: b}\n",
        "o.yaml:4:8: error[E0208]: `moves`: a list is wanted, but this is `key: value` pairs\n\
         help: begin each item with `- `",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves:\n  - {unit: a, to:b}\n",
        "o.yaml:5:15: error[E0201]: unknown key `to:b` in item 1 of `moves`\n\
         help: put a space after the colon: `to: b`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves:\n  - {unit: a, too: b}\n",
        "o.yaml:5:15: error[E0201]: unknown key `too` in item 1 of `moves`\n\
         help: known here: `unit`, `to` or `along`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves:\n  - {unit: a}\n",
        "o.yaml:5:5: error[E0202]: the key `to` is missing in item 1 of `moves`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves:\n  - {unit: a, to: b, along: rial}\n",
        "o.yaml:5:29: error[E0203]: unknown word `rial` in `along` in item 1 of `moves`\n\
         help: did you mean `rail`?",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nmoves:\n  - - unit: a\n    - to: b\n",
        "o.yaml:5:5: error[E0209]: item 1 of `moves`: `key: value` is wanted, but this is a list\n\
         help: leave out the `- ` in front of the keys",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions: [serach: {tile: a}]\n",
        "o.yaml:4:11: error[E0203]: unknown word `serach` in item 1 of `actions`\n\
         help: did you mean `search`?",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions: [search]\n",
        "o.yaml:4:11: error[E0213]: item 1 of `actions`: `search` needs its details\n\
         help: write `search: {tile: …}`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions: [hold: {tile: a}]\n",
        "o.yaml:4:17: error[E0213]: item 1 of `actions`: `hold` takes no details\n\
         help: write `hold` alone, without the colon",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions:\n- search:\n  tile: a\n",
        "o.yaml:6:3: error[E0212]: item 1 of `actions`: one of `search`, `reverse` or `hold` is wanted, but this has 2 keys\n\
         help: indent `tile` deeper than `search`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions:\n- search: {tile: a}\n  hold:\n",
        "o.yaml:6:3: error[E0212]: item 1 of `actions`: one of `search`, `reverse` or `hold` is wanted, but this has 2 keys\n\
         help: begin each of them with its own `- `",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions:\n- reverse: {tile: a, pay-up-to: 500}\n",
        "o.yaml:5:33: error[E0206]: `pay-up-to` in item 1 of `actions`: 500 is out of range: from -128 to 127",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions: [12]\n",
        "o.yaml:4:11: error[E0203]: unknown word `12` in item 1 of `actions`\n\
         help: known here: `search`, `reverse` or `hold`",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nactions: [[hold]]\n",
        "o.yaml:4:11: error[E0215]: item 1 of `actions`: one of `search`, `reverse` or `hold` is wanted, but this is a list",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\npair: [1, b, c]\n",
        "o.yaml:4:7: error[E0211]: `pair`: a list of 2 is wanted, but this has 3",
    );
    assert_said(
        b"game: a\nturn: 7\nseat: b\nbuy: {a: b}\n",
        "o.yaml:4:10: error[E0205]: `a`: a whole number is wanted, but this is the text `b`",
    );
    assert_said(
        b"just some words\n",
        "o.yaml:1:1: error[E0209]: `key: value` is wanted, but this is the text `just some words`",
    );
    assert_said(
        b"- game: a\n- turn: 7\n",
        "o.yaml:1:1: error[E0209]: `key: value` is wanted, but this is a list\n\
         help: leave out the `- ` in front of the keys",
    );
    assert_said(
        "[".repeat(10_000).as_bytes(),
        "o.yaml:1:33: error[E0110]: nested more than 32 levels deep",
    );
    assert_said(
        "{a: ".repeat(10_000).as_bytes(),
        "o.yaml:1:129: error[E0110]: nested more than 32 levels deep",
    );
    assert_said(
        "- ".repeat(3_000).as_bytes(),
        "o.yaml:1:65: error[E0110]: nested more than 32 levels deep",
    );
    assert_said(
        "? ".repeat(20_000).as_bytes(),
        "o.yaml:1:3: error[E0123]: `{…}` cannot be the key before a colon",
    );
    assert_said(
        "- a\n".repeat(20_001).as_bytes(),
        "o.yaml:5000:3: error[E0110]: more than 5000 values in one file",
    );
    assert_said(
        "#".repeat((1 << 18) + 1).as_bytes(),
        "o.yaml: error[E0105]: the file has more than 262144 bytes, the most that is taken",
    );
    assert_said(
        b"a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
        "o.yaml:1:4: error[E0109]: `&a` is an anchor in YAML, and not taken here\n\
         help: put quotes around a text that begins with `&`\n\
         o.yaml:2:4: error[E0109]: `&b` is an anchor in YAML, and not taken here\n\
         help: put quotes around a text that begins with `&`\n\
         o.yaml:2:8: error[E0109]: `*a` is an alias in YAML, and not taken here\n\
         help: put quotes around a text that begins with `*`\n\
         o.yaml:2:12: error[E0109]: `*a` is an alias in YAML, and not taken here\n\
         help: put quotes around a text that begins with `*`\n\
         o.yaml:3:4: error[E0109]: `&c` is an anchor in YAML, and not taken here\n\
         help: put quotes around a text that begins with `&`\n\
         o.yaml:3:8: error[E0109]: `*b` is an alias in YAML, and not taken here\n\
         help: put quotes around a text that begins with `*`\n\
         o.yaml:3:12: error[E0109]: `*b` is an alias in YAML, and not taken here\n\
         help: put quotes around a text that begins with `*`",
    );
}

/// Slips are described as such, although a parser names them differently.
#[test]
fn slips_are_diagnosed_by_their_kind() {
    for (text, wanted) in [
        (
            "moves:\n  -{unit: a, to: b}\n",
            "o.yaml:2:3: error[E0112]: no space after this dash\nhelp: write `- {unit: a, to: b}`",
        ),
        (
            "moves:\n  - unit: a, to: b\n",
            "o.yaml:2:5: error[E0114]: several `key: value` pairs in one line stand in braces\nhelp: write `- {unit: a, to: b}`",
        ),
        (
            "moves:\n  - unit: a, to: b}\n",
            "o.yaml:2:5: error[E0114]: several `key: value` pairs in one line stand in braces\nhelp: write `- {unit: a, to: b}`",
        ),
        (
            "actions:\n  - reverse: tile: 4b-7\n",
            "o.yaml:2:14: error[E0114]: several `key: value` pairs in one line stand in braces\nhelp: write `- reverse: {tile: 4b-7}`",
        ),
        (
            "hq:{maintain: [a]}\n",
            "o.yaml:1:3: error[E0112]: no space after this colon\nhelp: write `hq: {maintain: [a]}`",
        ),
        (
            "moves: [{unit: a to: b}]\n",
            "o.yaml:1:17: error[E0127]: a comma is missing here\nhelp: write `moves: [{unit: a, to: b}]`",
        ),
        (
            "prefer: [1,, 2]\n",
            "o.yaml:1:11: error[E0127]: a comma too many\nhelp: remove it",
        ),
        (
            "prefer: [, 1]\n",
            "o.yaml:1:10: error[E0127]: a comma too many\nhelp: remove it",
        ),
        (
            "moves: [],\nactions: []\n",
            "o.yaml:1:10: error[E0127]: a comma too many\nhelp: remove it",
        ),
        (
            "moves: [{unit: a} {unit: b}]\n",
            "o.yaml:1:18: error[E0127]: a comma is missing here\nhelp: write `moves: [{unit: a}, {unit: b}]`",
        ),
        (
            "title: war: the end\n",
            "o.yaml:1:11: error[E0111]: a colon inside a text that is not quoted\nhelp: put quotes around the text: `title: 'war: the end'`",
        ),
    ] {
        assert_said(text.as_bytes(), wanted);
    }
    for text in [
        "moves:\u{a0}[]\n",
        "moves: [{unit:\u{a0}a}]\n",
        "moves:\n  -\u{a0}{unit: a}\n",
        "moves: []\u{a0}\n",
        "game: a\n\u{a0}\nmoves: []\n",
    ] {
        let said = said(text.as_bytes());
        assert!(
            said.contains("error[E0119]: a no-break space"),
            "{text:?}: {said}"
        );
    }
    for text in [
        "game: a # a:\u{a0}word\n",
        "game: \"a:\u{a0}word\"\n",
        "game: 'it''s:\u{a0}a word'\n",
        "game: a\u{a0}word\n",
    ] {
        assert!(!said(text.as_bytes()).contains("E0119"), "{text:?}");
    }
}
