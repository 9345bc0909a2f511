//! Damaged mails through the whole of mail-in: none of them stops the game or the mails behind it.
//!
//! Each is a mail that a player, a server or a stranger might send, changed in its headers, parts, encodings, order or
//! bytes. `CHRONOJUDGE_MAILS` sets how many are tried, and `CHRONOJUDGE_SEED` which ones.

mod seeds;

use super::{
    bench::{Bench, GAME, SEATS, clock, sit_now},
    letters::{first_orders, token_of, with_file, with_token},
};
use crate::laws::number;
use chrono::TimeDelta;
use chronojudge::{
    engine::RandomBot,
    game_dir::Disk,
    inbox::{Became, Fetching, take_all},
    mail::InHand,
    run::RunOutcome,
};
use std::{
    collections::BTreeMap,
    fs,
    time::{Duration, Instant},
};

/// Damaged mails before each good one.
const BATCH: usize = 20;

/// Characters and words that are special to one reader or another.
const SPICE: &[&str] = &[
    "\0",
    "\r",
    "\n",
    "\n\n",
    "\r\n.\r\n",
    "\t",
    " ",
    "\u{ad}",
    "\u{200b}",
    "\u{202e}",
    "\u{feff}",
    "\u{10ffff}",
    "ä",
    "=",
    "=\n",
    "=FF",
    "=?",
    "=?utf-8?B?",
    "=?utf-8?Q?=00?=",
    "?=",
    "--",
    "--b",
    "--b--",
    "\n--b\n",
    ";",
    ":",
    "<",
    ">",
    "@",
    "\"",
    "\\",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "!!binary ",
    "<<: ",
    "|\n",
    "- ",
    "---\n",
    "...\n",
    "From ",
    "\nFrom: roo@example.org\n",
    "game: gem\n",
    "turn: 1\n",
    "seat: roo\n",
    "~~~\n",
    "> ",
    "\u{1b}[2J",
    "%00",
];

/// Header lines that mails have, or should never have.
const HEADERS: &[&str] = &[
    "Content-Type:",
    "Content-Type: text/plain; charset=utf-16",
    "Content-Type: text/plain; charset=\"no such\"",
    "Content-Type: text/html; charset=us-ascii",
    "Content-Type: text/plain; format=flowed; delsp=yes",
    "Content-Type: multipart/mixed; boundary=\"\"",
    "Content-Type: multipart/mixed; boundary=b; boundary=c",
    "Content-Type: multipart/alternative; boundary=b",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "Content-Type: message/rfc822",
    "Content-Type: message/partial; number=1; total=3; id=x",
    "Content-Type: application/octet-stream; name*0*=utf-8''%ZZ; name*1=.yaml",
    "Content-Disposition: attachment; filename=\"../../players.yaml\"",
    "Content-Disposition: attachment; filename*=utf-8''%E2%80%8B%00.yaml",
    "Content-Transfer-Encoding: base64",
    "Content-Transfer-Encoding: quoted-printable",
    "Content-Transfer-Encoding: x-uuencode",
    "From: roo@example.org",
    "From: roo@example.org, zytal@example.org",
    "From: <>",
    "From: =?utf-8?B?/////w==?= <roo@example.org>",
    "Sender: mailer-daemon@localhost",
    "Reply-To: somebody@elsewhere.example",
    "To: gm+gem.roo.aaaaaaaaaaaaaaaa@localhost",
    "To: undisclosed-recipients:;",
    "Subject:",
    "Subject: =?utf-8?B?wq3igIvigI4=?=",
    "Subject: Press to all",
    "Subject: Away 2026-12-01 to 2026-12-09",
    "Subject: Re: [gem] Turn 1",
    "Date: Thu, 32 Foo 99999 99:99:99 +9999",
    "Message-ID: <>",
    "Message-ID: no brackets\u{0}",
    "In-Reply-To: <gem.s1.roo.report.1@localhost>",
    "References: <a@b> <gem.s1.zytal.report.1@localhost> <",
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: no",
    "Precedence: bulk",
    "List-Id: <list.example>",
    "Return-Path: <>",
    "X-Loop: gem",
    "Authentication-Results: localhost; dmarc=fail; spf=pass",
    "MIME-Version: 9.9",
    "Nonsense without a colon",
    ": no name",
    "X-Raw: \u{7}\u{8}",
];

/// Returns a file that is expensive to read.
fn dear(which: usize) -> String {
    match which {
        0 => format!("a: {}", "[,".repeat(30_000)),
        1 => format!("game: gem\nturn: 1\nseat: roo\n{}", "- ".repeat(20_000)),
        2 => format!("{}{}", "{a: ".repeat(5_000), "}".repeat(5_000)),
        3 => {
            let more = |n: usize| format!("b{n}: &b{n} [{}]\n", format!("*b{}, ", n - 1).repeat(9));
            "b0: &b0 [x]\n".to_owned() + &(1..40).map(more).collect::<String>()
        }
        4 => "x".repeat(300_000),
        _ => "#\n".repeat(60_000),
    }
}

/// Damages a mail as transports do, or as an attacker would.
fn damage(mail: &mut Vec<u8>, others: &[Vec<u8>], bot: &mut RandomBot) {
    match bot.below(16) {
        0..=4 => headers(mail, bot),
        5 | 6 => parts(mail, bot),
        7 => {
            let ends: [&[u8]; 4] = [b"\r\n", b"\r", b"\n", b"\n\r\n"];
            let end = ends[bot.below(4)];
            let lines: Vec<&[u8]> = mail.split(|byte| *byte == b'\n').collect();
            *mail = lines.join(end);
        }
        8 => mail.truncate(bot.below(mail.len() + 1)),
        9 => nested(mail, bot),
        10 => {
            let at = bot.below(mail.len() + 1);
            let file = dear(bot.below(6));
            mail.splice(at..at, file.into_bytes());
        }
        11 => {
            let other = &others[bot.below(others.len())];
            let (at, from) = (bot.below(mail.len() + 1), bot.below(other.len() + 1));
            mail.truncate(at);
            mail.extend(&other[from..]);
        }
        _ => {
            for _ in 0..=bot.below(6) {
                let at = bot.below(mail.len() + 1);
                let end = (at + bot.below(30)).min(mail.len());
                let put = match bot.below(4) {
                    0 => vec![],
                    1 => mail[at..end].repeat(3),
                    2 => vec![u8::try_from(bot.below(256)).unwrap()],
                    _ => SPICE[bot.below(SPICE.len())].as_bytes().to_vec(),
                };
                mail.splice(at..end, put);
            }
        }
    }
}

/// Returns the offset at which the header ends.
fn body(mail: &[u8]) -> usize {
    let end = mail.windows(2).position(|two| two == b"\n\n");
    end.map_or(mail.len(), |end| end + 1)
}

/// Drops, doubles, moves, replaces or adds a line of the header.
fn headers(mail: &mut Vec<u8>, bot: &mut RandomBot) {
    let end = body(mail);
    let rest = mail.split_off(end);
    let mut lines: Vec<Vec<u8>> = mail
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(<[u8]>::to_vec)
        .collect();
    let at = bot.below(lines.len().max(1));
    let known = HEADERS[bot.below(HEADERS.len())].as_bytes().to_vec();
    if lines.is_empty() {
        lines.push(known);
    } else {
        match bot.below(7) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let line = lines.remove(at);
                lines.insert(bot.below(lines.len() + 1), line);
            }
            3 => lines[at] = known,
            4 => {
                let spice = SPICE[bot.below(SPICE.len())].repeat(1 + bot.below(400));
                let from = bot.below(lines[at].len() + 1);
                lines[at].splice(from..from, spice.into_bytes());
            }
            5 => {
                let folded = format!("X-Long:{}", "\n  word".repeat(bot.below(5_000)));
                lines.insert(at, folded.into_bytes());
            }
            _ => lines.insert(at, known),
        }
    }
    *mail = lines.join(&b'\n');
    mail.push(b'\n');
    mail.extend(rest);
}

/// Drops, doubles, moves or mislabels the parts of a mail.
fn parts(mail: &mut Vec<u8>, bot: &mut RandomBot) {
    let text = String::from_utf8_lossy(mail).into_owned();
    let mut parts: Vec<&str> = text.split("\n--b").collect();
    if parts.len() < 3 {
        return headers(mail, bot);
    }
    let at = 1 + bot.below(parts.len() - 1);
    let labelled = format!("\n{}\n{}", HEADERS[bot.below(17)], parts[at].trim_start());
    match bot.below(5) {
        0 => drop(parts.remove(at)),
        1 => parts.insert(at, parts[at]),
        2 => {
            let part = parts.remove(at);
            parts.insert(1 + bot.below(parts.len()), part);
        }
        3 => parts[at] = &labelled,
        _ => {
            let part = parts[at];
            parts.splice(at..at, std::iter::repeat_n(part, 200));
        }
    }
    *mail = parts.join("\n--b").into_bytes();
}

/// Nests a mail in others.
fn nested(mail: &mut Vec<u8>, bot: &mut RandomBot) {
    for depth in 0..=bot.below(60) {
        let head = format!(
            "From: Roo <roo@example.org>\nSubject: Fwd\nMIME-Version: 1.0\n\
             Content-Type: multipart/mixed; boundary=n{depth}\n\n--n{depth}\nContent-Type: message/rfc822\n\n"
        );
        let mut outer = head.into_bytes();
        outer.extend(&*mail);
        outer.extend(format!("\n--n{depth}--\n").bytes());
        *mail = outer;
        if mail.len() > 1 << 20 {
            return;
        }
    }
}

#[test]
fn no_damaged_mail_stops_the_good_mail_behind_it() {
    let bench = Bench::in_memory(&seeds::game());
    let seeds = seeds::mails(&bench);
    let tokens: Vec<String> = SEATS.iter().map(|seat| token_of(&bench, seat)).collect();
    let game = bench.open(Disk::new());
    let mails = number("CHRONOJUDGE_MAILS").unwrap_or(200);
    let mut bot = RandomBot::new(number("CHRONOJUDGE_SEED").unwrap_or(1));
    let (mut became, mut slowest) = (BTreeMap::<&str, usize>::new(), Duration::ZERO);
    let (mut tried, mut batch) = (0, 0);
    while tried < mails {
        let now = clock() + TimeDelta::hours(batch);
        let mut damaged = vec![];
        while damaged.len() < BATCH && tried < mails {
            let mut mail = seeds[bot.below(seeds.len())].clone();
            for _ in 0..=bot.below(4) {
                damage(&mut mail, &seeds, &mut bot);
            }
            damaged.push(mail);
            tried += 1;
        }
        let which = usize::try_from(batch).unwrap() % SEATS.len();
        let (seat, word) = (SEATS[which], format!("behind batch {batch}"));
        let file = with_token(&first_orders(seat, &word), &tokens[which]);
        let good = with_file(seat, "orders", "o.yaml", &file).into_bytes();
        let count = damaged.len();
        let mut source = InHand::new(damaged.into_iter().chain([good]));
        let begun = Instant::now();
        let taken = take_all(&game, &mut source, now);
        slowest = slowest.max(begun.elapsed());
        let Fetching { taken, is_complete } =
            taken.unwrap_or_else(|why| panic!("batch {batch}: {why}"));
        assert!(is_complete, "batch {batch}");
        assert_eq!(taken.len(), count + 1, "batch {batch}");
        for one in &taken[..count] {
            let kind = match &one.became {
                Became::Read if one.seats.is_empty() => "read, without orders",
                Became::Read => "read, with orders",
                Became::KnownAlready => "taken before",
                Became::NotAnswered(_) => "written by a program",
                Became::Stranger => "of a stranger",
                Became::Bounce { .. } => "a bounce",
                Became::Press { .. } => "press",
                Became::SetAside(why) => {
                    println!("set aside: {} ({why})", one.name);
                    "set aside"
                }
            };
            *became.entry(kind).or_default() += 1;
            let folder = if one.became.is_set_aside() {
                game.layout.asides()
            } else {
                game.layout.inbox()
            };
            let place = folder.join(format!("{}.eml", one.name));
            let is_kept = one.became == Became::KnownAlready || place.exists();
            assert!(is_kept, "batch {batch}: {} is not kept", one.name);
        }
        let last = &taken[count];
        let verdict = last.seats.iter().find(|(of, _)| of.as_str() == seat);
        let verdict = verdict.map(|(_, verdict)| verdict.as_str());
        assert_eq!(verdict, Some("accepted"), "batch {batch}: {last:?}");
        let filed = fs::read_to_string(bench.root().join(format!("orders/0001/{seat}.yaml")));
        assert!(filed.unwrap().contains(&word), "batch {batch}");
        batch += 1;
    }
    println!("{tried} damaged mails: {became:?}; the slowest batch of {BATCH} took {slowest:.1?}");
    // And the turn is played.
    assert!(matches!(
        sit_now(&game, true),
        Ok((RunOutcome::Sat { .. }, _))
    ));
    drop(game);
    bench.ok(&["send", GAME]);
    let audit = bench.run(&["audit", "gem/public"]);
    assert!(audit.code == 0 || audit.code == 2, "{}", audit.all());
}
