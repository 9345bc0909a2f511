//! Dice with a public beacon: orders are locked first and dice are drawn when the round is published, from real rounds.

use super::bench::{Bench, GAME, MASTER, Said, TWO, orders, remark, said, salt_words};
use crate::cli::{mail::parts, signed::standing_orders};
use chronojudge::{
    dice::quicknet::CHAIN,
    ssh::{ORDERS, Signer},
};
use std::{
    fs,
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::Command,
    sync::{Arc, Mutex},
    thread,
};

pub const SIGNATURES: [(u64, &str); 3] = [
    (
        42,
        "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
    ),
    (
        123,
        "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    ),
    (
        657_413,
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
    ),
];
/// Times ten minutes before each round, and when it is published. The first round draws the game; the others are those
/// of sittings.
pub const LOCKS: [&str; 3] = [
    "2023-08-23T15:01:30Z",
    "2023-08-23T15:05:33Z",
    "2023-09-15T10:50:03Z",
];
pub const OUT: [&str; 3] = [
    "2023-08-23T15:11:30Z",
    "2023-08-23T15:15:33Z",
    "2023-09-15T11:00:03Z",
];

/// A relay's behavior: how it answers a request for a round.
type Manners = fn(u64, &mut TcpStream);

fn answer(stream: &mut TcpStream, status: &str, body: &str) {
    let length = body.len();
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}"
    );
}

fn signed(stream: &mut TcpStream, round: u64, of: u64) {
    let (_, signature) = SIGNATURES
        .iter()
        .find(|(r, _)| *r == of)
        .expect("a real round");
    let body = format!("{{\"round\":{round},\"signature\":\"{signature}\"}}");
    answer(stream, "200 OK", &body);
}

const HONEST: Manners = |round, stream| signed(stream, round, round);
const LATE: Manners = |_, stream| answer(stream, "404 Not Found", "");
const WRONG: Manners = |round, stream| {
    let other = if round == 42 { 123 } else { 42 };
    signed(stream, other, other);
};
const FORGED: Manners = |round, stream| signed(stream, round, if round == 42 { 123 } else { 42 });
const BROKEN: Manners = |_, stream| answer(stream, "200 OK", "<html>Login, please</html>");
const ENDLESS: Manners = |_, stream| {
    let _ = write!(stream, "HTTP/1.1 200 OK\r\n\r\n");
    while stream.write_all(&[b' '; 4096]).is_ok() {}
};
const SLOW: Manners = |_, stream| {
    // Writes until the client hangs up, so that the next client does not have to wait.
    let _ = write!(stream, "HTTP/1.1 200 OK\r\nX: ");
    while write!(stream, "x").is_ok() {
        thread::sleep(std::time::Duration::from_millis(50));
    }
};

/// A relay on this machine whose behavior can be changed.
#[derive(Debug)]
pub struct Relay {
    address: String,
    manners: Arc<Mutex<Manners>>,
    asked: Arc<Mutex<Vec<u64>>>,
}

impl Relay {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let relay = Self {
            address: format!("http://{}", listener.local_addr().unwrap()),
            manners: Arc::new(Mutex::new(HONEST)),
            asked: Arc::default(),
        };
        let (manners, asked) = (Arc::clone(&relay.manners), Arc::clone(&relay.asked));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (mut request, mut part) = (vec![], [0; 512]);
                while !request.ends_with(b"\r\n\r\n") {
                    let n = stream.read(&mut part).unwrap();
                    request.extend_from_slice(&part[..n]);
                }
                let request = String::from_utf8(request).unwrap();
                let start = format!("GET /{CHAIN}/public/");
                let round = request
                    .strip_prefix(&start)
                    .and_then(|r| r.split(' ').next());
                let round = round
                    .unwrap_or_else(|| panic!("{request}"))
                    .parse()
                    .unwrap();
                asked.lock().unwrap().push(round);
                let manners = *manners.lock().unwrap();
                manners(round, &mut stream);
            }
        });
        relay
    }

    fn with(&self, manners: Manners) {
        *self.manners.lock().unwrap() = manners;
    }
}

fn at(bench: &Bench, clock: &str, args: &[&str]) -> Said {
    let mut command = bench.command(args);
    said(&command.env("CHRONOJUDGE_CLOCK", clock).output().unwrap())
}

#[track_caller]
pub fn ok(bench: &Bench, clock: &str, args: &[&str]) -> Said {
    let said = at(bench, clock, args);
    assert_eq!(said.code, 0, "{args:?}: {}", said.all());
    said
}

/// Founds a game whose salts are all in at this time.
pub fn table_at(bench: &Bench, clock: &str, seats: &[&str], more: &[&str]) {
    table_with(bench, clock, seats, more, |_| ());
}

/// Founds a game as [`table_at`] does, with commands to run before the first player is seated.
pub fn table_with(
    bench: &Bench,
    clock: &str,
    seats: &[&str],
    more: &[&str],
    first: impl Fn(&Bench),
) {
    let new = ["new", GAME, "--master", MASTER, "--keys", "64"];
    ok(bench, clock, &[&new[..], more].concat());
    first(bench);
    for seat in seats {
        let (name, address) = (format!("Player {seat}"), format!("{seat}@example.org"));
        let hash = ok(
            bench,
            clock,
            &["salt", "hash", GAME, seat, &salt_words(seat)],
        );
        let hash = ["--salt-hash", hash.out.trim()];
        let who = ["--name", &name, "--address", &address];
        ok(
            bench,
            clock,
            &[&["seat", GAME, seat], &who[..], &hash].concat(),
        );
    }
    ok(bench, clock, &["send", GAME]);
    for seat in seats {
        ok(
            bench,
            clock,
            &["salt", "open", GAME, seat, &salt_words(seat)],
        );
    }
}

/// The options for a round in every sitting.
pub const BEACON: [&str; 6] = [
    "--dice",
    "beacon",
    "--lead-minutes",
    "10",
    "--trust",
    "address",
];
/// A game for two.
const FOR_TWO: [&str; 4] = ["--ruleset", "time-whisperers", "--option", "players=2"];

/// Draws the game, and locks the set-up.
pub fn start(bench: &Bench) -> Said {
    ok(
        bench,
        LOCKS[1],
        &["start", GAME, "--round", SIGNATURES[0].1],
    )
}

/// Returns a game for two with a round for every sitting, ready to be started, and its relay.
pub fn ready() -> (Bench, Relay) {
    let (bench, relay) = (Bench::empty(), Relay::new());
    table_at(&bench, LOCKS[0], &TWO, &[&FOR_TWO[..], &BEACON].concat());
    let settings = format!("relays: ['{}']\ntimeout-seconds: 1\n", relay.address);
    bench.write("gem/beacon.yaml", settings);
    (bench, relay)
}

fn record(bench: &Bench, name: &str) -> String {
    bench.read(&format!("gem/public/log/{name}"))
}

/// Files an order file that answers nothing, with a distinct remark.
pub fn file(bench: &Bench, clock: &str, seat: &str, turn: u32, more: &str) {
    let body = format!("no-orders: true\n# {} {more}\n", remark(seat));
    bench.write(&format!("{seat}.yaml"), orders(seat, turn, &body));
    ok(bench, clock, &["receive", GAME, &format!("{seat}.yaml")]);
}

/// The mail about a lock shows the signature of standing orders beside them, and is compared with the log.
#[test]
fn the_mail_about_a_lock_has_the_signature_of_standing_orders() {
    let (bench, signer) = (Bench::empty(), Signer::from_seed(&[7; 32]));
    let new = ["new", GAME, "--master", MASTER, "--keys", "64"];
    ok(&bench, LOCKS[0], &[&new[..], &FOR_TWO, &BEACON].concat());
    for (seat, key) in [("red", signer.public()), ("blue", signer.public())] {
        let who = ["--name", seat, "--address", "p@example.org", "--key", &key];
        ok(
            &bench,
            LOCKS[0],
            &[&["seat", GAME, seat], &who[..]].concat(),
        );
    }
    at(&bench, LOCKS[0], &["start", GAME]);
    start(&bench);
    let draw = |n: usize| {
        let args = ["adjudicate", GAME, "--beacon", SIGNATURES[n].1];
        ok(&bench, OUT[n], &args);
    };
    draw(1);
    let standing = standing_orders("red", 1, "");
    bench.write("s.yaml.sig", signer.sign(ORDERS, standing.as_bytes()));
    bench.write("s.yaml", standing);
    ok(&bench, LOCKS[2], &["receive", GAME, "--standing", "s.yaml"]);
    for seat in TWO {
        file(&bench, LOCKS[2], seat, 1, "");
    }
    ok(&bench, LOCKS[2], &["adjudicate", GAME]);
    let text = mail(&bench, "gem.s0002.red.lock.1.eml");
    let lock = record(&bench, "000007-lock.yaml");
    let mut lines = lock.lines();
    let line = lines.find(|line| line.starts_with("signed-standing.red: "));
    let line = line.unwrap();
    assert!(text.contains(&format!("  {line}\n")), "{text}");
    let words = "fair1/bind gem signed-standing-red 2 ";
    assert!(text.contains(words), "{text}");
    let path = bench.root().join("outbox/gem.s0002.red.lock.1.eml");
    let kept = fs::read_to_string(path).unwrap();
    draw(2);
    let last = if line.ends_with('0') { "1" } else { "0" };
    let other = format!("{}{last}", &line[..line.len() - 1]);
    for (text, code) in [(kept.clone(), 0), (kept.replacen(line, &other, 1), 1)] {
        bench.write("lock.eml", text);
        let said = bench.run(&["audit", GAME, "--compare", "lock.eml"]);
        assert_eq!(said.code, code, "{}", said.all());
    }
}

#[test]
fn a_game_with_the_beacon() {
    let (bench, relay) = ready();
    assert!(
        bench
            .read("gem/game.yaml")
            .contains("\ndice: beacon\nlead-minutes: 10\n")
    );
    assert!(record(&bench, "000001-genesis.yaml").contains("\ndice: beacon\n"));

    // Sitting 1, step by step: locked, and nothing drawn.
    let said = start(&bench);
    let words = "Locked the orders of sitting 1 of gem: turn 0, 2 mails in the outbox.\n\
         The dice come from round 123 of the beacon drand quicknet, out at 2023-08-23 15:15:33 UTC; \
         `adjudicate` or `tick` goes on then.\n";
    assert_eq!(said.err, words);
    let lock = record(&bench, "000005-lock.yaml");
    assert!(
        lock.contains("\nat: 2023-08-23T15:05:33Z\n") && lock.ends_with("\nround: 123\n"),
        "{lock}"
    );
    assert!(!bench.root().join("public/sittings").exists());
    let mail = mail(&bench, "gem.s0001.red.lock.1.eml");
    for line in [
        "does not exist before 2023-08-23 15:15:33 UTC.",
        "  order.blue: none\n",
        "Its dice come from round 123 of the public beacon drand quicknet, which\n",
        "\nNo orders of yours were on file.\n",
    ] {
        assert!(mail.contains(line), "{mail}");
    }
    let before = bench.tree();
    let said = ok(&bench, "2023-08-23T15:15:32Z", &["adjudicate", GAME]);
    assert!(
        said.err
            .starts_with("Nothing to do. The dice come from round 123 "),
        "{}",
        said.err
    );
    assert_eq!(at(&bench, LOCKS[1], &["start", GAME]).code, 2);
    assert_eq!(bench.tree().against(&before), "");
    assert!(relay.asked.lock().unwrap().is_empty());

    // Whatever the relay sends, the sitting either waits or is drawn from the real round.
    for (manners, code, words) in [
        (LATE, 0, "Nothing to do. The dice come from round 123 "),
        (WRONG, 2, "it sends round 42"),
        (FORGED, 2, "it is not the beacon's signature of round 123"),
        (
            BROKEN,
            2,
            "the answer is neither a signature in hex nor a round in JSON",
        ),
        (ENDLESS, 2, "its answer is too long"),
        (SLOW, 2, "it takes too long"),
    ] {
        relay.with(manners);
        let said = at(&bench, OUT[1], &["adjudicate", GAME]);
        assert!(
            said.code == code && said.err.contains(words),
            "{words}: {}",
            said.all()
        );
        if code > 0 {
            assert!(
                said.err
                    .contains("The sitting waits; nothing else can give its dice.")
            );
        }
        assert_eq!(bench.tree().against(&before), "", "{words}");
    }
    relay.with(HONEST);
    let said = ok(&bench, OUT[1], &["adjudicate", GAME]);
    assert!(
        said.err.starts_with("Sitting 1 of gem: turn 0, "),
        "{}",
        said.err
    );
    let result = record(&bench, "000006-result.yaml");
    assert!(
        result.contains(&format!("\nbeacon: {}\n", SIGNATURES[1].1)),
        "{result}"
    );
    let report = bench.ok(&["report", GAME, "red"]).out;
    assert!(
        report.contains("A public round that did not exist"),
        "{report}"
    );

    // Sitting 2: orders that arrive after the lock do not belong to it. The round is pasted by the GM.
    file(&bench, LOCKS[1], "red", 1, "in time");
    file(&bench, LOCKS[1], "blue", 1, "in time");
    let in_time = bench.read("gem/orders/0001/red.yaml");
    let said = ok(&bench, LOCKS[2], &["adjudicate", GAME]);
    assert!(said.err.contains("round 657413 "), "{}", said.err);
    by_hand(
        &bench,
        "red",
        "gem.s0002.red.lock.1.eml",
        "000007-lock.yaml",
    );
    too_late(&bench);
    assert_ne!(bench.read("gem/orders/0001/red.yaml"), in_time);
    let waiting = bench.tree();
    for (round, words) in [
        (
            SIGNATURES[1].1,
            "it is not the beacon's signature of round 657413",
        ),
        (
            "nonsense",
            "`nonsense` is neither the signature of a round nor a file.",
        ),
    ] {
        let said = at(&bench, OUT[2], &["adjudicate", GAME, "--beacon", round]);
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    }
    // No option bypasses the lock.
    for args in [
        &["adjudicate", GAME, "--overdue"][..],
        &["adjudicate", GAME, "--now", "I cannot wait"],
    ] {
        let said = ok(&bench, LOCKS[2], args);
        assert!(
            said.err.contains("\nNothing to do. The dice come from"),
            "{}",
            said.all()
        );
    }
    for args in [
        &[
            "extend",
            GAME,
            "--to",
            "2026-01-01T00:00:00Z",
            "--reason",
            "x",
        ][..],
        &["pause", GAME, "--reason", "x"],
    ] {
        let said = at(&bench, LOCKS[2], args);
        assert!(
            said.code == 2 && said.err.contains("sitting 2 are locked"),
            "{}",
            said.all()
        );
    }
    bench.write("state.yaml", bench.read("gem/turns/0001/state.yaml"));
    for args in [
        &["rewind", GAME, "--to", "1", "--reason", "x"][..],
        &["amend", GAME, "state.yaml", "--reason", "x"],
    ] {
        let said = at(&bench, LOCKS[2], args);
        let words = "Sitting 2 is locked and waits for its round of the beacon";
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    }
    // A fork begins with the start of the open turn, and nothing in it is locked.
    ok(
        &bench,
        LOCKS[2],
        &[
            "fork",
            GAME,
            "what-if",
            "--reason",
            "what if blue had waited?",
        ],
    );
    let fork = bench.read("what-if/turns/position.yaml");
    assert!(
        fork.contains("turn: 1\n") && !fork.contains("locked"),
        "{fork}"
    );
    assert!(!bench.dir().join("what-if/secret/key.yaml").exists());
    // The GM plays the fork alone, and it takes no rounds.
    let genesis = bench.read("what-if/public/log/000001-genesis.yaml");
    assert!(genesis.contains("\ndice: plain\n"), "{genesis}");
    bench.ok(&["audit", "what-if/public"]);
    assert_eq!(bench.tree().against(&waiting), "");
    bench.write(
        "round.json",
        format!(
            "{{\"round\": 657413, \"signature\": \"{}\"}}\n",
            SIGNATURES[2].1
        ),
    );
    let said = ok(
        &bench,
        OUT[2],
        &["adjudicate", GAME, "--beacon", "round.json"],
    );
    assert!(
        said.err.starts_with("Sitting 2 of gem: turn 1, "),
        "{}",
        said.err
    );
    assert_eq!(
        bench.read("gem/turns/0001/sittings/0002/order-red.yaml"),
        in_time
    );
    let none = at(
        &bench,
        OUT[2],
        &["adjudicate", GAME, "--beacon", SIGNATURES[2].1],
    );
    assert!(
        none.code == 2 && none.err.contains("No sitting is locked"),
        "{}",
        none.all()
    );
    // Each sitting is executed again with the round that it was drawn with.
    for turn in ["0", "1"] {
        let said = ok(&bench, OUT[2], &["rerun", GAME, turn]);
        assert!(said.out.starts_with("identical"), "{}", said.all());
    }
}

/// Checks that orders that arrive after the lock get a warning, by file and by mail.
fn too_late(bench: &Bench) {
    let words = [
        "warning[E0313]: This comes too late for sitting 2: its orders were locked at 2023-09-15 10:50 UTC",
        "If turn 1 goes on after sitting 2, this counts in sitting 3; if it is over then, this is not played: send \
         orders for turn 2 with the form of the next report.",
    ];
    let unwrapped = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = |text: &str| {
        let text = unwrapped(text);
        assert!(words.iter().all(|words| text.contains(words)), "{text}");
    };
    bench.write(
        "late.yaml",
        orders("red", 1, "no-orders: true\n# too late\n"),
    );
    let said = ok(bench, LOCKS[2], &["receive", GAME, "late.yaml"]);
    assert!(
        said.out
            .starts_with("ACCEPTED WITH WARNINGS late.yaml: red"),
        "{}",
        said.all()
    );
    told(&said.err);
    // The locked file itself arrives once more: it was in time.
    let locked = bench.read("gem/turns/0001/sittings/0002/order-red.yaml");
    bench.write("again.yaml", locked);
    let said = ok(bench, LOCKS[2], &["receive", GAME, "again.yaml"]);
    assert!(
        said.out.starts_with("ACCEPTED again.yaml: red"),
        "{}",
        said.all()
    );
    let mailed = orders("red", 1, "no-orders: true\n# later still\n");
    let mailed = format!("From: red@example.org\nTo: gm@localhost\nSubject: my orders\n\n{mailed}");
    bench.write("late.eml", mailed);
    let args = ["receive", GAME, "--mail", "--no-send", "late.eml"];
    let said = ok(bench, LOCKS[2], &args);
    assert!(
        said.out.starts_with("ACCEPTED WITH WARNINGS"),
        "{}",
        said.all()
    );
    let receipt = mail(bench, "gem.s0001.red.receipt.1.eml");
    assert!(
        receipt.contains("Turn 1 orders ACCEPTED WITH WARNINGS"),
        "{receipt}"
    );
    told(&receipt);
    // The receipt has the hash for the later sitting.
    assert!(unwrapped(&receipt).contains("sitting 3"), "{receipt}");
}

/// The usual level: one round for the whole game, named when all salts are in, and never replaced by another.
#[test]
fn a_game_is_drawn_once() {
    let (bench, relay) = (Bench::empty(), Relay::new());
    table_at(&bench, LOCKS[0], &TWO, &FOR_TWO);
    let settings = format!("relays: ['{}']\ntimeout-seconds: 1\n", relay.address);
    bench.write("gem/beacon.yaml", settings);
    assert!(bench.read("gem/game.yaml").contains("\ndice: drawn\n"));
    assert!(record(&bench, "000001-genesis.yaml").contains("\ndice: drawn\n"));
    let salts = record(&bench, "000003-salts.yaml");
    assert!(
        salts.contains("\nat: 2023-08-23T15:01:30Z\nround: 42\n"),
        "{salts}"
    );
    // Every player is notified before the round is published.
    for seat in TWO {
        let told = mail(&bench, &format!("gem.s0000.{seat}.round.1.eml"));
        assert!(
            told.contains("drawn with round 42 of the public beacon"),
            "{told}"
        );
        assert!(told.contains("2023-08-23 15:11:30 UTC"), "{told}");
    }
    let before = bench.tree();
    let said = ok(&bench, "2023-08-23T15:11:29Z", &["start", GAME]);
    assert!(
        said.err
            .contains("round 42 of the beacon drand quicknet, out at 2023-08-23 15:11:30 UTC"),
        "{}",
        said.err
    );
    for (round, words) in [
        (
            SIGNATURES[1].1,
            "This is not round 42 of the beacon, which the salts name",
        ),
        (
            "nonsense",
            "`nonsense` is neither the signature of a round nor a file.",
        ),
    ] {
        let said = at(&bench, OUT[0], &["start", GAME, "--round", round]);
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    }
    relay.with(FORGED);
    let said = at(&bench, OUT[0], &["start", GAME]);
    assert!(
        said.code == 2 && said.err.contains("chronojudge start gem --round HEX"),
        "{}",
        said.all()
    );
    assert_eq!(bench.tree().against(&before), "");

    relay.with(HONEST);
    let told = ok(&bench, "2023-08-23T15:11:00Z", &["tick", GAME]).err;
    assert_eq!(told, "gem: 2 sent\n");
    let told = ok(&bench, OUT[0], &["tick", GAME]).err;
    let begun = "gem: drawn with round 42 of the beacon\ngem: sitting 1 of turn 0, 2 mails\n";
    assert!(told.starts_with(begun), "{told}");
    let draw = format!("\nround: 42\nbeacon: {}\n", SIGNATURES[0].1);
    assert!(record(&bench, "000004-draw.yaml").ends_with(&draw));
    let said = bench.ok(&["audit", GAME]);
    assert!(
        said.out
            .contains("ok         the game drawn by a public round\n"),
        "{}",
        said.out
    );
    let report = bench.ok(&["report", GAME, "red"]).out;
    let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("the GM could not choose among games"),
        "{report}"
    );
}

/// Returns true if the second verifier can verify rounds on this machine.
fn has_library() -> bool {
    let import = Command::new("python3")
        .args(["-c", "import py_ecc"])
        .output();
    import.is_ok_and(|output| output.status.success())
}

/// A fork of a drawn game is drawn with a round of its own, or lowered in public like any other game.
#[test]
fn a_fork_is_drawn_with_a_round_of_its_own() {
    let (bench, relay) = (Bench::empty(), Relay::new());
    table_at(&bench, LOCKS[0], &TWO, &FOR_TWO);
    let settings = format!("relays: ['{}']\ntimeout-seconds: 1\n", relay.address);
    bench.write("gem/beacon.yaml", settings);
    ok(&bench, OUT[0], &["start", GAME]);
    for name in ["again", "plainly"] {
        let fork = [
            "fork",
            GAME,
            name,
            "--mail",
            "--reason",
            "played on by agreement",
        ];
        ok(&bench, LOCKS[2], &fork);
        let genesis = bench.read(&format!("{name}/public/log/000001-genesis.yaml"));
        assert!(genesis.contains("\ndice: drawn\n"), "{genesis}");
        let said = ok(&bench, LOCKS[2], &["start", name]).err;
        let words = "The game is drawn with round 657413 of the beacon drand quicknet";
        assert!(said.contains(words), "{said}");
        assert!(!bench.dir().join(name).join("turns/position.yaml").exists());
    }
    let said = ok(&bench, OUT[2], &["tick", "again"]).err;
    let begun = "again: drawn with round 657413 of the beacon\nagain: turn 1 begins, 2 mails\n";
    assert!(said.starts_with(begun), "{said}");
    let lower = ["start", "plainly", "--plain", "no network"];
    let said = ok(&bench, LOCKS[2], &lower).err;
    assert!(said.starts_with("Turn 1 of gem is open, 2 mails"), "{said}");
    for (name, line) in [
        ("again", "ok         the game drawn by a public round\n"),
        ("plainly", "NOT SHOWN  the game drawn by a public round"),
    ] {
        let pass = ["adjudicate", name, "--overdue", "--now", "to pass"];
        ok(&bench, OUT[2], &pass);
        let said = bench.ok(&["audit", name]);
        assert!(said.out.contains(line), "{}", said.out);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
        let public = bench.dir().join(name).join("public");
        let python = Command::new("python3").arg(script).arg(public).output();
        let python = python.unwrap();
        let words = String::from_utf8_lossy(&python.stdout);
        // A round that the second verifier has no library for is not a pass.
        let can_verify = name == "plainly" || has_library();
        let code = if can_verify { 0 } else { 2 };
        assert_eq!(python.status.code(), Some(code), "{words}");
        let unchecked = words.contains("NOT SHOWN  beacon signatures (1)");
        assert!(
            !words.contains("FAILED") && unchecked != can_verify,
            "{words}"
        );
    }
}

/// If there is no network, the players may agree to play without a round, and every later reader sees that.
#[test]
fn a_game_may_be_lowered_to_plain_in_public() {
    let bench = Bench::empty();
    table_at(&bench, LOCKS[0], &TWO, &FOR_TWO);
    let said = ok(
        &bench,
        LOCKS[0],
        &["start", GAME, "--plain", "no network in the hut"],
    );
    assert!(said.err.starts_with("Sitting 1 of gem"), "{}", said.err);
    let note = record(&bench, "000004-note.yaml");
    assert!(note.contains("\nwhat: plain\nwho: gm\n"), "{note}");
    let said = bench.ok(&["audit", GAME]);
    assert!(
        said.out
            .contains("NOT SHOWN  the game drawn by a public round (No public round was drawn"),
        "{}",
        said.out
    );
    let report = bench.ok(&["report", GAME, "red"]).out;
    assert!(
        report.contains("No public round was drawn for this game"),
        "{report}"
    );
    assert!(report.contains("no network in the hut"), "{report}");
    let python = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py"))
        .arg(bench.root().join("public"))
        .output()
        .unwrap();
    assert!(
        python.status.success(),
        "{}",
        String::from_utf8_lossy(&python.stdout)
    );
    // If no round is awaited, the command is refused and changes nothing.
    let again = Bench::empty();
    again.ready_for_two(&[]);
    let before = again.tree();
    for option in ["--plain", "--round"] {
        let said = at(&again, LOCKS[0], &["start", GAME, option, "x"]);
        let words = "The game waits for no round of the beacon.";
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    }
    assert_eq!(again.tree().against(&before), "");
    // A game with a round in every sitting cannot be played without one.
    let (bench, _) = ready();
    let said = at(&bench, LOCKS[1], &["start", GAME, "--plain", "x"]);
    assert!(
        said.code == 2 && said.err.contains("it cannot be played without"),
        "{}",
        said.all()
    );
}

/// `tick` locks, waits, and draws, each once.
#[test]
fn a_tick_locks_and_draws() {
    let (bench, relay) = ready();
    start(&bench);
    let tick = |clock: &str| ok(&bench, clock, &["tick", GAME]).err;
    // The round of the game, and the lock of its set-up.
    assert_eq!(tick("2023-08-23T15:06:00Z"), "gem: 4 sent\n");
    assert_eq!(tick("2023-08-23T15:15:32Z"), "");
    relay.with(LATE);
    assert_eq!(tick(OUT[1]), "");
    relay.with(HONEST);
    assert!(tick(OUT[1]).starts_with("gem: sitting 1 of turn 0, 2 mails\n"));
    assert_eq!(tick(OUT[1]), "");
    for seat in TWO {
        file(&bench, LOCKS[2], seat, 1, "");
    }
    let said = tick(LOCKS[2]);
    assert!(
        said.contains(
            "gem: sitting 2 is locked, its dice come with round 657413 of the beacon, 2 mails\n"
        ),
        "{said}"
    );
    assert_eq!(tick(LOCKS[2]), "");
    let said = tick(OUT[2]);
    assert!(
        said.starts_with("gem: sitting 2 of turn 1, 2 mails\n"),
        "{said}"
    );
    assert_eq!(*relay.asked.lock().unwrap(), [123, 123, 657_413]);

    // The audit checks the rounds; the second verifier, which cannot, says so.
    let said = bench.run(&["audit", GAME]);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        said.out.contains("ok         beacon signatures (2)\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("NOT SHOWN  timing"), "{}", said.out);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    let second = |options: &[&str]| {
        let python = Command::new("python3")
            .args(options)
            .arg(script)
            .arg(bench.root().join("public"))
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&python.stdout).into_owned();
        assert!(!words.contains("FAILED"), "{words}");
        (python.status.code(), words)
    };
    // Without any library that may be installed here.
    let (code, words) = second(&["-S"]);
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("NOT SHOWN  beacon"), "{words}");
    // With the library, if it is installed.
    let (code, words) = second(&[]);
    let verified = words.contains("ok         beacon signature of round 657413 in ");
    assert_eq!(code, Some(if verified { 0 } else { 2 }), "{words}");

    // With a round other than the one that was drawn, nothing fits.
    let path = bench.root().join("public/log/000006-result.yaml");
    let result = fs::read_to_string(&path).unwrap();
    fs::write(&path, result.replace(SIGNATURES[1].1, SIGNATURES[2].1)).unwrap();
    let said = bench.no(&["audit", GAME]);
    assert!(
        said.out.contains("is not the signature of round 123"),
        "{}",
        said.out
    );
}

fn mail(bench: &Bench, name: &str) -> String {
    let bytes = fs::read(bench.root().join("outbox").join(name)).unwrap();
    let parts = parts(&bytes);
    let parts: Vec<_> = parts
        .iter()
        .map(|part| String::from_utf8_lossy(part))
        .collect();
    parts.join("\n").replace("\r\n", "\n")
}

/// Checks that the shell line in a player's mail gives the hash that the lock has for their file.
fn by_hand(bench: &Bench, seat: &str, name: &str, lock: &str) {
    let mail = mail(bench, name);
    let start = mail.find("  printf").unwrap_or_else(|| panic!("{mail}"));
    let end = start + mail[start..].find("| sha256sum\n").unwrap() + "| sha256sum".len();
    let output = Command::new("sh")
        .arg("-c")
        .arg(&mail[start..end])
        .output()
        .unwrap();
    let hash = String::from_utf8(output.stdout).unwrap();
    let hash = hash.split(' ').next().unwrap();
    let line = format!("order.{seat}: {hash}\n");
    assert!(
        record(bench, lock).contains(&line) && mail.contains(&line),
        "{mail}"
    );
    let other = TWO.iter().find(|other| **other != seat).unwrap();
    assert!(!mail.contains(&format!("order-{other}")), "{mail}");
}
