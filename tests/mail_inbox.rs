//! Mail both ways through real programs: sent by swaks, carried by Postfix, fetched from Dovecot, filed by
//! procmail. Postfix and Dovecot run as `tests/mail-server.sh` starts them.

use crate::cli::{
    bench::{Bench, GAME, MASTER, SEATS, said},
    letters::{first_orders, mail, with_file},
};
use chronojudge::mail::{Head, InboxSettings, Incoming, open_source};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The mailboxes of the players, in the order of the seats, and of no other test; the GM's is `gm`.
const BOXES: [&str; 6] = ["austria", "germany", "italy", "spain", "sweden", "turkey"];

fn server() -> Option<PathBuf> {
    let dir = env::var_os("CHRONOJUDGE_MAIL_BENCH").map(PathBuf::from);
    if dir.is_none() {
        println!("skipped: no mail server (see .ci/run)");
    }
    dir
}

fn has(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    let found = found.is_ok_and(|out| out.status.success());
    if !found {
        println!("skipped: {program} is not installed");
    }
    found
}

/// Mails of earlier tests in a mailbox of the server would be taken for this one's: a lock, and an empty box.
fn alone(server: &Path) -> fs::File {
    let lock = fs::File::create(server.join("inbox.lock")).unwrap();
    lock.lock().unwrap();
    empty(server);
    lock
}

fn empty(server: &Path) {
    for user in BOXES.iter().chain(&["gm"]) {
        for folder in ["new", "cur", ".taken/cur"] {
            for entry in fs::read_dir(server.join("vmail").join(user).join(folder))
                .into_iter()
                .flatten()
            {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
        }
    }
}

/// A game whose players live on the server.
fn game(server: &Path, name: &str, scenario: &str) -> Bench {
    let bench = Bench::empty();
    let option = format!("scenario={scenario}");
    bench.ok(&[
        "new",
        GAME,
        "--game",
        name,
        "--master",
        MASTER,
        "--keys",
        "64",
        "--gm",
        "The GM <gm@pbem.test>",
        "--option",
        &option,
    ]);
    let file = bench.read("gem/game.yaml");
    let seats: Vec<&str> = file
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- seat: "))
        .collect();
    for (seat, user) in seats.iter().zip(BOXES) {
        let address = format!("{user}@pbem.test");
        bench.ok(&["seat", GAME, seat, "--name", user, "--address", &address]);
    }
    settings(&bench, server, "tls", 1993);
    bench.ok(&["start", GAME]);
    bench
}

/// Mail out over SMTP, and in over IMAP.
fn settings(bench: &Bench, server: &Path, security: &str, port: u16) {
    let ca = server.join("cert.pem").display().to_string();
    bench.write("gem/secret/password", "secret\n");
    bench.write(
        "gem/mail.yaml",
        format!(
            "from: The GM <gm@pbem.test>\nvia: smtp\nsmtp: {{host: 127.0.0.1, port: 2525, security: none}}\n\
             inbox:\n  address: gm@pbem.test\n  imap: {{host: localhost, port: {port}, security: {security}, user: gm, \
             password-file: secret/password, ca-file: {ca}, timeout-seconds: 20}}\n"
        ),
    );
}

/// A player's mailbox, over IMAP as any mail program would see it.
fn fetch(server: &Path, user: &str) -> Vec<Vec<u8>> {
    let ca = server.join("cert.pem").display().to_string();
    let text = format!(
        "imap: {{host: localhost, port: 1143, security: starttls, user: {user}, password-file: {user}.password, \
         ca-file: {ca}, timeout-seconds: 20}}"
    );
    fs::write(server.join(format!("{user}.password")), "secret").unwrap();
    let inbox: InboxSettings = serde_yaml::from_str(&text).unwrap();
    let mut source = open_source(&inbox, server).unwrap();
    let mut mails = vec![];
    while let Some(mail) = source.next().unwrap() {
        source.done(&mail.handle).unwrap();
        mails.push(mail.bytes);
    }
    mails
}

/// Sends a mail with a real client.
fn swaks(from: &str, to: &str, mail: &str) {
    let mut child = Command::new("swaks")
        .args([
            "--server",
            "127.0.0.1:2525",
            "--from",
            from,
            "--to",
            to,
            "--data",
            "-",
            "--silent",
            "2",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // swaks reads a dot as itself, and a bare line end as one of SMTP.
    child
        .stdin
        .take()
        .unwrap()
        .write_all(mail.as_bytes())
        .unwrap();
    assert!(child.wait().unwrap().success());
}

/// Waits until as many mails lie in a mailbox.
fn delivered(server: &Path, user: &str, count: usize) {
    let folder = |name: &str| {
        fs::read_dir(server.join("vmail").join(user).join(name))
            .into_iter()
            .flatten()
            .count()
    };
    let start = Instant::now();
    while folder("new") + folder("cur") < count {
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "{user} has not got {count} mails"
        );
        sleep(Duration::from_millis(50));
    }
}

fn head(mail: &[u8], field: &str) -> String {
    Head::parse(mail)
        .unwrap()
        .all(field)
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn from_a_client_through_the_server_and_back() {
    let Some(server) = server() else { return };
    if !has("swaks") {
        return;
    }
    let _alone = alone(&server);
    let bench = game(&server, "through", "six");
    let file = first_orders(SEATS[0], "sent by swaks").replace("game: gem", "game: through");
    for (n, (security, port)) in [("tls", 1993), ("starttls", 1143), ("none", 1143)]
        .into_iter()
        .enumerate()
    {
        settings(&bench, &server, security, port);
        let file = file.replace("sent by swaks", security);
        let sent = with_file(SEATS[0], &format!("orders {n}"), "o.yaml", &file)
            .replace(&format!("{}@example.org", SEATS[0]), "austria@pbem.test");
        let id = head(sent.as_bytes(), "Message-ID");
        swaks("austria@pbem.test", "gm+through@pbem.test", &sent);
        delivered(&server, "gm", n + 1);
        let taken = bench.ok(&["receive", GAME]);
        assert!(
            taken
                .out
                .contains(&format!("ACCEPTED austria@pbem.test: {}", SEATS[0])),
            "{}",
            taken.all()
        );
        delivered(&server, "austria", n + 1);
        let answers = fetch(&server, "austria");
        let receipts: Vec<_> = answers
            .iter()
            .filter(|m| head(m, "In-Reply-To") == id)
            .collect();
        assert_eq!(receipts.len(), 1, "{security}");
        assert_eq!(
            head(receipts[0], "Subject"),
            "[through] Turn 1 orders ACCEPTED"
        );
        assert!(
            head(receipts[0], "Reply-To").contains("gm+through."),
            "{security}"
        );
        // It was marked, and is not given again.
        assert!(
            bench
                .ok(&["receive", GAME])
                .err
                .ends_with("0 mails taken.\n")
        );
    }
    // An answer to the seat's own address proves more than its sender's.
    let players = bench.read("gem/players.yaml");
    bench.write("gem/players.yaml", format!("trust: token\n{players}"));
    let own = {
        let text = fs::read_dir(bench.root().join("sent")).unwrap();
        let receipt = text
            .map(|e| e.unwrap().path())
            .find(|p| p.to_string_lossy().contains("receipt"))
            .unwrap();
        head(&fs::read(receipt).unwrap(), "Reply-To")
    };
    let own = own
        .rsplit('<')
        .next()
        .unwrap()
        .trim_end_matches('>')
        .to_owned();
    let sent = with_file(SEATS[0], "by token", "o.yaml", &file)
        .replace("To: gm@localhost", &format!("To: {own}"));
    swaks("austria@pbem.test", &own, &sent);
    delivered(&server, "gm", 4);
    let taken = bench.ok(&["receive", GAME]);
    assert!(taken.out.starts_with("ACCEPTED"), "{}", taken.all());
}

#[test]
fn an_imap_server_that_cannot_be_used() {
    let Some(server) = server() else { return };
    let _alone = alone(&server);
    let bench = game(&server, "refused", "two");
    let good = bench.read("gem/mail.yaml");
    for (what, from, to, words) in [
        (
            "password",
            "secret/password",
            "secret/wrong",
            "does not take user `gm`",
        ),
        ("certificate", "ca-file", "# ca-file", "certificate"),
        ("port", "port: 1993", "port: 1994", "nothing listens"),
    ] {
        bench.write("gem/secret/wrong", "wr0ng-passw0rd");
        let mut settings = good.replace(from, to);
        if what == "certificate" {
            let start = good.find("ca-file").unwrap();
            let end = good[start..].find(", ").unwrap() + start + 2;
            settings = format!("{}{}", &good[..start], &good[end..]);
        }
        bench.write("gem/mail.yaml", settings);
        let said = bench.run(&["receive", GAME]);
        assert_eq!(said.code, 2, "{what}: {}", said.all());
        assert!(said.err.contains(words), "{what}: {}", said.all());
        assert!(!said.all().contains("wr0ng"), "{}", said.all());
    }
}

#[test]
fn a_maildir_filled_by_a_delivery_agent() {
    if !has("procmail") {
        return;
    }
    let bench = Bench::started();
    let folder = bench.dir().join("Maildir");
    bench.write(
        "procmailrc",
        format!(
            "MAILDIR={}\nDEFAULT={}/\nLOGFILE=/dev/null\n",
            bench.dir().display(),
            folder.display()
        ),
    );
    let count = 20;
    for n in 0..count {
        let seat = SEATS[n % SEATS.len()];
        let sent = with_file(
            seat,
            &format!("number {n}"),
            "o.yaml",
            &first_orders(seat, &format!("word {n}")),
        );
        let mut agent = Command::new("procmail")
            .args(["-m", bench.dir().join("procmailrc").to_str().unwrap()])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        agent
            .stdin
            .take()
            .unwrap()
            .write_all(sent.as_bytes())
            .unwrap();
        assert!(agent.wait().unwrap().success());
    }
    let said = bench.ok(&["receive", GAME, "--maildir", "Maildir"]);
    assert!(said.err.ends_with("20 mails taken.\n"), "{}", said.all());
    assert_eq!(
        fs::read_dir(bench.root().join("mail")).unwrap().count(),
        count
    );
    let left = fs::read_dir(folder.join("new")).unwrap().count();
    assert_eq!(left, 0);
    assert_eq!(
        fs::read_dir(folder.join(".taken/cur")).unwrap().count(),
        count
    );
}

#[test]
fn a_pipe_of_a_delivery_agent() {
    if !has("procmail") {
        return;
    }
    let bench = Bench::started();
    let program = env!("CARGO_BIN_EXE_chronojudge");
    bench.write(
        "procmailrc",
        format!(
            "SHELL=/bin/sh\nLOGFILE={0}/log\n:0 w\n| {program} --quiet receive {0}/gem --mail\n",
            bench.dir().display()
        ),
    );
    let sent = with_file("roo", "piped", "o.yaml", &first_orders("roo", "piped"));
    let mut agent = Command::new("procmail")
        .args(["-m", bench.dir().join("procmailrc").to_str().unwrap()])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    agent
        .stdin
        .take()
        .unwrap()
        .write_all(sent.as_bytes())
        .unwrap();
    assert!(agent.wait().unwrap().success(), "{}", bench.read("log"));
    assert!(bench.read("gem/orders/0001/roo.yaml").contains("# piped"));
    assert_eq!(fs::read_dir(bench.root().join("mail")).unwrap().count(), 1);
}

/// What the players of a campaign send, turn by turn: the form that came, as it came.
struct Players<'a> {
    server: &'a Path,
    game: &'a str,
    /// Every mail that each was sent, by Message-ID.
    got: BTreeMap<&'static str, BTreeMap<String, Vec<u8>>>,
    /// The Message-IDs of what they have sent, and for which form.
    sent: BTreeMap<String, String>,
}

impl Players<'_> {
    /// Each looks into the mailbox and answers every form that is new.
    fn answer(&mut self) {
        for user in BOXES {
            for mail in fetch(self.server, user) {
                let id = head(&mail, "Message-ID");
                self.got.entry(user).or_default().entry(id).or_insert(mail);
            }
            let mails: Vec<Vec<u8>> = self
                .got
                .get(user)
                .into_iter()
                .flat_map(|m| m.values().cloned())
                .collect();
            for mail in mails {
                let read = Incoming::read(&mail);
                let form = read.parts.iter().find(|part| {
                    part.name
                        .as_ref()
                        .is_some_and(|name| name.ends_with(".orders.yaml"))
                });
                let Some(form) = form else { continue };
                let id = head(&mail, "Message-ID");
                if self.sent.values().any(|answered| *answered == id) {
                    continue;
                }
                let own = format!("<{}.{user}.{}@mua.test>", self.game, self.sent.len());
                let text = String::from_utf8(form.bytes.clone())
                    .unwrap()
                    .replace('\r', "");
                let to = read_reply_to(&mail);
                let answer = with_file("x", &format!("Re: {}", read.subject), "orders.yaml", &text)
                    .replace("Player x <x@example.org>", &format!("{user}@pbem.test"))
                    .replace("To: gm@localhost", &format!("To: {to}\nIn-Reply-To: {id}"));
                let answer = answer.replacen(
                    answer.lines().next().unwrap(),
                    &format!("Message-ID: {own}"),
                    1,
                );
                swaks(&format!("{user}@pbem.test"), &to, &answer);
                self.sent.insert(own, id);
            }
        }
    }
}

fn read_reply_to(mail: &[u8]) -> String {
    let field = head(mail, "Reply-To");
    field
        .rsplit('<')
        .next()
        .unwrap()
        .trim_end_matches('>')
        .to_owned()
}

/// One round of the GM's cron job; killed after a while, or not.
fn round(bench: &Bench, kill: Option<u64>) {
    for command in ["receive", "adjudicate", "send"] {
        let mut child = bench
            .command(&[command, GAME])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if let Some(millis) = kill {
            sleep(Duration::from_millis(millis));
            // SIGKILL; one that is done already is simply done.
            let _ = child.kill();
            child.wait().unwrap();
        } else {
            let said = said(&child.wait_with_output().unwrap());
            assert!([0, 1].contains(&said.code), "{command}: {}", said.all());
        }
    }
}

/// Plays the first turns of a campaign, on a machine that dies in the middle of its first so many commands.
fn play<'a>(server: &'a Path, name: &'a str, kills: usize) -> (Bench, Players<'a>) {
    let bench = game(server, name, "six");
    bench.ok(&["send", GAME]);
    let mut players = Players {
        server,
        game: name,
        got: BTreeMap::new(),
        sent: BTreeMap::new(),
    };
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let mut killed = 0;
    let turns = 3;
    let start = Instant::now();
    loop {
        assert!(
            start.elapsed() < Duration::from_secs(400),
            "the campaign does not come to its end"
        );
        players.answer();
        if killed < kills {
            for _ in 0..12 {
                chance ^= chance << 13;
                chance ^= chance >> 7;
                chance ^= chance << 17;
                round(&bench, Some(chance % 120));
                killed += 3;
            }
        }
        round(&bench, None);
        let status = bench.json(&["status", GAME]);
        if status["turn"].as_u64().unwrap() > turns {
            break;
        }
        sleep(Duration::from_millis(200));
    }
    // What is still on its way.
    sleep(Duration::from_secs(2));
    round(&bench, None);
    for user in BOXES {
        for mail in fetch(server, user) {
            players
                .got
                .entry(user)
                .or_default()
                .entry(head(&mail, "Message-ID"))
                .or_insert(mail);
        }
    }
    (bench, players)
}

/// A campaign of six mailboxes over SMTP and IMAP only. The GM's machine dies at random moments; every
/// mail is answered once, and the game is the one that an undisturbed machine plays.
#[test]
fn a_campaign_that_is_killed_again_and_again() {
    let Some(server) = server() else { return };
    if !has("swaks") {
        return;
    }
    let _alone = alone(&server);
    let (disturbed, players) = play(&server, "campaign", 100);
    let (sent, got) = (&players.sent, &players.got);
    assert!(sent.len() >= 18, "{sent:?}");
    // Every order answered once, by Message-ID.
    let mut answers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (id, mail) in got.values().flatten() {
        let about = head(mail, "In-Reply-To");
        if !about.is_empty() {
            answers.entry(about).or_default().insert(id.clone());
        }
    }
    for id in sent.keys() {
        let count = answers.get(id).map_or(0, BTreeSet::len);
        assert_eq!(count, 1, "{id} was answered {count} times");
    }
    // No mail taken twice, none lost.
    let taken = fs::read_dir(disturbed.root().join("inbox")).unwrap();
    let taken = taken
        .filter(|e| {
            e.as_ref()
                .unwrap()
                .path()
                .extension()
                .is_some_and(|x| x == "eml")
        })
        .count();
    assert_eq!(taken, sent.len());

    empty(&server);
    let (calm, ..) = play(&server, "campaign", 0);
    let states = |bench: &Bench| -> BTreeMap<String, String> {
        (1..=4)
            .map(|turn| format!("gem/turns/{turn:04}/state.yaml"))
            .map(|path| (path.clone(), bench.read(&path)))
            .collect()
    };
    assert_eq!(states(&disturbed), states(&calm));
    disturbed.ok(&["audit", "gem/public"]);
}

/// The mail of the bench is only ever text.
#[test]
fn what_the_bench_writes_is_mail() {
    let read = Incoming::read(mail("zytal", "Subject: x", "y").as_bytes());
    assert_eq!(
        (read.subject.as_str(), read.text().as_deref()),
        ("x", Some("y"))
    );
}
