//! Dice with a public beacon: locked first, drawn when the round is out, from real rounds.

use super::bench::{Bench, GAME, Said, TWO, orders, remark, said};
use crate::cli::mail::parts;
use chronojudge::dice::quicknet::CHAIN;
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
/// A minute before each round, and when it is out.
pub const LOCKS: [&str; 3] = [
    "2023-08-23T15:10:30Z",
    "2023-08-23T15:14:33Z",
    "2023-09-15T10:59:03Z",
];
pub const OUT: [&str; 3] = [
    "2023-08-23T15:11:30Z",
    "2023-08-23T15:15:33Z",
    "2023-09-15T11:00:03Z",
];

/// What a relay does with a request for a round.
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
    // As long as somebody listens: the next one must not have to wait.
    while write!(stream, "H").is_ok() {
        thread::sleep(std::time::Duration::from_millis(50));
    }
};

/// A relay on this machine whose manners can be changed.
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

/// A game for two with a lead of a minute, ready to be started, and its relay.
pub fn ready() -> (Bench, Relay) {
    let (bench, relay) = (Bench::empty(), Relay::new());
    bench.ready_for_two(&["--beacon", "quicknet", "--lead-minutes", "1"]);
    let settings = format!("relays: ['{}']\ntimeout-seconds: 1\n", relay.address);
    bench.write("gem/beacon.yaml", settings);
    (bench, relay)
}

fn record(bench: &Bench, name: &str) -> String {
    bench.read(&format!("gem/public/log/{name}"))
}

/// Files an order file that answers nothing, with a remark of its own.
pub fn file(bench: &Bench, clock: &str, seat: &str, turn: u32, more: &str) {
    let body = format!("no-orders: true\n# {} {more}\n", remark(seat));
    bench.write(&format!("{seat}.yaml"), orders(seat, turn, &body));
    ok(bench, clock, &["receive", GAME, &format!("{seat}.yaml")]);
}

#[test]
fn a_game_with_the_beacon() {
    let (bench, relay) = ready();
    assert!(
        bench
            .read("gem/game.yaml")
            .contains("\ndice: quicknet\nlead-minutes: 1\n")
    );
    assert!(record(&bench, "000001-genesis.yaml").contains("\nbeacon: quicknet\n"));

    // Sitting 1, by hand: locked, and nothing drawn.
    let said = ok(&bench, LOCKS[0], &["start", GAME]);
    let words = "Locked the orders of sitting 1 of gem: turn 0, 2 mails in the outbox.\n\
         The dice come from round 42 of the beacon drand quicknet, out at 2023-08-23 15:11:30 UTC; \
         `adjudicate` or `tick` goes on then.\n";
    assert_eq!(said.err, words);
    let lock = record(&bench, "000004-lock.yaml");
    assert!(
        lock.contains("\nat: 2023-08-23T15:10:30Z\n") && lock.ends_with("\nround: 42\n"),
        "{lock}"
    );
    assert!(!bench.root().join("public/sittings").exists());
    let mail = mail(&bench, "gem.s0001.red.lock.1.eml");
    for line in [
        "nobody can know before 2023-08-23 15:11:30 UTC.",
        "  order.blue: none\n",
        "Its dice come from round 42 of the public beacon drand quicknet, which\n",
        "\nNothing of yours was on file.\n",
    ] {
        assert!(mail.contains(line), "{mail}");
    }
    let before = bench.tree();
    let said = ok(&bench, "2023-08-23T15:11:29Z", &["adjudicate", GAME]);
    assert!(
        said.err
            .starts_with("Nothing to do. The dice come from round 42 "),
        "{}",
        said.err
    );
    assert_eq!(at(&bench, LOCKS[0], &["start", GAME]).code, 2);
    assert_eq!(bench.tree().against(&before), "");
    assert!(relay.asked.lock().unwrap().is_empty());

    // Whatever a relay sends: the sitting waits, or is drawn from the real round.
    for (manners, code, words) in [
        (LATE, 0, "Nothing to do. The dice come from round 42 "),
        (WRONG, 2, "it sends round 123"),
        (FORGED, 2, "it is not the beacon's signature of round 42"),
        (BROKEN, 2, "it sends something that is no round"),
        (ENDLESS, 2, "it sends more than an answer is long"),
        (SLOW, 2, "it takes too long"),
    ] {
        relay.with(manners);
        let said = at(&bench, OUT[0], &["adjudicate", GAME]);
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
    let said = ok(&bench, OUT[0], &["adjudicate", GAME]);
    assert!(
        said.err.starts_with("Sitting 1 of gem: turn 0, "),
        "{}",
        said.err
    );
    let result = record(&bench, "000005-result.yaml");
    assert!(
        result.contains(&format!("\nbeacon: {}\n", SIGNATURES[0].1)),
        "{result}"
    );
    let report = bench.ok(&["report", GAME, "red"]).out;
    assert!(report.contains("public beacon"), "{report}");

    // Sitting 2: what comes after the lock is not of it. The round is pasted.
    file(&bench, LOCKS[0], "red", 1, "in time");
    file(&bench, LOCKS[0], "blue", 1, "in time");
    let in_time = bench.read("gem/orders/0001/red.yaml");
    let said = ok(&bench, LOCKS[1], &["adjudicate", GAME]);
    assert!(said.err.contains("round 123 "), "{}", said.err);
    by_hand(
        &bench,
        "red",
        "gem.s0002.red.lock.1.eml",
        "000006-lock.yaml",
    );
    too_late(&bench);
    assert_ne!(bench.read("gem/orders/0001/red.yaml"), in_time);
    let waiting = bench.tree();
    for (round, words) in [
        (
            SIGNATURES[0].1,
            "it is not the beacon's signature of round 123",
        ),
        (
            "nonsense",
            "`nonsense` is no signature of a round, and no file.",
        ),
    ] {
        let said = at(&bench, OUT[1], &["adjudicate", GAME, "--beacon", round]);
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    }
    // Nothing goes round the lock.
    for args in [
        &["adjudicate", GAME, "--overdue"][..],
        &["adjudicate", GAME, "--now", "I cannot wait"],
    ] {
        let said = ok(&bench, LOCKS[1], args);
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
        let said = at(&bench, LOCKS[1], args);
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
        let said = at(&bench, LOCKS[1], args);
        let words = "Sitting 2 is locked and waits for its round of the beacon";
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    }
    // A fork begins with the open turn as it began, and nothing of it is locked.
    ok(
        &bench,
        LOCKS[1],
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
    bench.ok(&["audit", "what-if/public"]);
    assert_eq!(bench.tree().against(&waiting), "");
    bench.write(
        "round.json",
        format!(
            "{{\"round\": 123, \"signature\": \"{}\"}}\n",
            SIGNATURES[1].1
        ),
    );
    let said = ok(
        &bench,
        OUT[1],
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
        OUT[1],
        &["adjudicate", GAME, "--beacon", SIGNATURES[1].1],
    );
    assert!(
        none.code == 2 && none.err.contains("No sitting is locked"),
        "{}",
        none.all()
    );
}

/// What comes after the lock is told that it is too late for it, whichever way it comes.
fn too_late(bench: &Bench) {
    let words = [
        "warning[E0313]: This comes too late for sitting 2: its orders were locked at 2023-08-23 15:14 UTC",
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
    let said = ok(bench, LOCKS[1], &["receive", GAME, "late.yaml"]);
    assert!(
        said.out
            .starts_with("ACCEPTED WITH WARNINGS late.yaml: red"),
        "{}",
        said.all()
    );
    told(&said.err);
    // What was locked comes once more: it was in time.
    let locked = bench.read("gem/turns/0001/sittings/0002/order-red.yaml");
    bench.write("again.yaml", locked);
    let said = ok(bench, LOCKS[1], &["receive", GAME, "again.yaml"]);
    assert!(
        said.out.starts_with("ACCEPTED again.yaml: red"),
        "{}",
        said.all()
    );
    let mailed = orders("red", 1, "no-orders: true\n# later still\n");
    let mailed = format!("From: red@example.org\nTo: gm@localhost\nSubject: my orders\n\n{mailed}");
    bench.write("late.eml", mailed);
    let args = ["receive", GAME, "--mail", "--no-send", "late.eml"];
    let said = ok(bench, LOCKS[1], &args);
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
    // The hash is the one it would have there.
    assert!(unwrapped(&receipt).contains("sitting 3"), "{receipt}");
}

/// `tick` locks, waits, and draws, each once.
#[test]
fn a_tick_locks_and_draws() {
    let (bench, relay) = ready();
    ok(&bench, LOCKS[0], &["start", GAME]);
    let tick = |clock: &str| ok(&bench, clock, &["tick", GAME]).err;
    assert_eq!(tick("2023-08-23T15:11:00Z"), "gem: 2 sent\n");
    assert_eq!(tick("2023-08-23T15:11:29Z"), "");
    relay.with(LATE);
    assert_eq!(tick(OUT[0]), "");
    relay.with(HONEST);
    assert!(tick(OUT[0]).starts_with("gem: sitting 1 of turn 0, 2 mails\n"));
    assert_eq!(tick(OUT[0]), "");
    for seat in TWO {
        file(&bench, LOCKS[1], seat, 1, "");
    }
    let said = tick(LOCKS[1]);
    assert!(
        said.contains(
            "gem: sitting 2 is locked, its dice come with round 123 of the beacon, 2 mails\n"
        ),
        "{said}"
    );
    assert_eq!(tick(LOCKS[1]), "");
    assert!(tick(OUT[1]).starts_with("gem: sitting 2 of turn 1, 2 mails\n"));
    assert_eq!(*relay.asked.lock().unwrap(), [42, 42, 123]);

    // Anybody can check the rounds; the second verifier, which cannot, says so.
    let said = bench.run(&["audit", GAME]);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        said.out.contains("ok         beacon signatures (2)\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("NOT SHOWN  timing"), "{}", said.out);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify.py");
    let python = Command::new("python3")
        .arg(script)
        .arg(bench.root().join("public"))
        .output();
    let python = python.unwrap();
    let words = String::from_utf8_lossy(&python.stdout);
    assert_eq!(python.status.code(), Some(2), "{words}");
    assert!(
        !words.contains("FAILED") && words.contains("NOT SHOWN  beacon"),
        "{words}"
    );

    // With another round than the one that was drawn nothing fits.
    let path = bench.root().join("public/log/000005-result.yaml");
    let result = fs::read_to_string(&path).unwrap();
    fs::write(&path, result.replace(SIGNATURES[0].1, SIGNATURES[1].1)).unwrap();
    let said = bench.no(&["audit", GAME]);
    assert!(
        said.out.contains("is not the signature of round 42"),
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

/// The shell line in a player's mail gives what the lock says of his file.
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
