//! Mail both ways through real programs: sent by swaks, carried by Postfix, fetched from Dovecot, filed by procmail.
//! Postfix and Dovecot run as `tests/mail-server.sh` starts them.

use crate::cli::{
    bench::{Bench, GAME, MASTER, SEATS, said},
    letters::{first_orders, mail, token_of, with_file, with_token},
    tree::{Tree, set_mode},
};
use chronojudge::mail::{Head, InboxSettings, Incoming, open_source};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::Write as _,
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The mailboxes of the players, in the order of the seats, used by no other test; the GM's is `gm`.
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

/// Takes a lock and empties the mailboxes, because mails of earlier tests on the server would be taken for those of
/// this test.
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

/// Returns a game whose players have mailboxes on the server.
fn game(server: &Path, name: &str, scenario: &str) -> Bench {
    let bench = Bench::empty();
    let option = format!("scenario={scenario}");
    bench.ok(&[
        "new",
        GAME,
        "--dice",
        "plain",
        "--trust",
        "address",
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

/// Sets mail out over SMTP, and mail in over IMAP.
fn settings(bench: &Bench, server: &Path, security: &str, port: u16) {
    settings_in(bench, GAME, server, security, port, "");
}

fn settings_in(bench: &Bench, dir: &str, server: &Path, security: &str, port: u16, more: &str) {
    let ca = server.join("cert.pem").display().to_string();
    bench.write(&format!("{dir}/secret/password"), "secret\n");
    set_mode(&bench.dir().join(dir).join("secret/password"), 0o600);
    bench.write(
        &format!("{dir}/mail.yaml"),
        format!(
            "from: The GM <gm@pbem.test>\nvia: smtp\nsmtp: {{host: 127.0.0.1, port: 2525, security: none}}\n\
             inbox:\n  {more}address: gm@pbem.test\n  imap: {{host: localhost, port: {port}, security: {security}, user: gm, \
             password-file: secret/password, ca-file: {ca}, timeout-seconds: 20}}\n"
        ),
    );
}

/// Returns the content of a player's mailbox, over IMAP as a mail program would see it.
fn fetch(server: &Path, user: &str) -> Vec<Vec<u8>> {
    let ca = server.join("cert.pem").display().to_string();
    let text = format!(
        "imap: {{host: localhost, port: 1143, security: starttls, user: {user}, password-file: {user}.password, \
         ca-file: {ca}, timeout-seconds: 20}}"
    );
    let file = server.join(format!("{user}.password"));
    fs::write(&file, "secret").unwrap();
    set_mode(&file, 0o600);
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
    // swaks escapes leading dots and converts line ends by itself.
    child
        .stdin
        .take()
        .unwrap()
        .write_all(mail.as_bytes())
        .unwrap();
    assert!(child.wait().unwrap().success());
}

/// Waits until a mailbox has this number of mails.
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
        // The mail was marked, and is not fetched again.
        assert!(
            bench
                .ok(&["receive", GAME])
                .err
                .ends_with("0 mails taken.\n")
        );
    }
    // With a token, the mail may come from another address.
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("trust: address", "trust: token"),
    );
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
    let file = with_token(&file, &token_of(&bench, SEATS[0]));
    let sent = with_file(SEATS[0], "by token", "o.yaml", &file)
        .replace("To: gm@localhost", &format!("To: {own}"));
    swaks("austria@pbem.test", &own, &sent);
    delivered(&server, "gm", 4);
    let taken = bench.ok(&["receive", GAME]);
    assert!(taken.out.starts_with("ACCEPTED"), "{}", taken.all());
}

/// `mail test` finds no fault on a server that delivers, and names the plus address, the login and the folder if they are
/// the fault.
#[test]
fn the_test_of_the_mail_goes_through_a_real_server() {
    let Some(server) = server() else { return };
    let _alone = alone(&server);
    let bench = Bench::started();
    settings(&bench, &server, "tls", 1993);
    let test = ["mail", "test", GAME, "--wait", "30"];
    let said = bench.run(&test);
    assert_eq!(said.code, 0, "{}", said.all());
    for part in [
        "ok    A mail to gm+gem.mail-test@pbem.test was accepted by 127.0.0.1.",
        "ok    The mail arrived in the folder INBOX of gm on localhost.",
        "ok    The answer arrived, and is recognized as one to the first mail.",
    ] {
        assert!(said.out.contains(part), "{}", said.all());
    }
    let good = bench.read("gem/mail.yaml");
    for (right, wrong, words) in [
        (
            "user: gm",
            "user: nobody",
            "the server rejects user `nobody`",
        ),
        ("user: gm", "user: turkey", "INBOX of turkey on localhost"),
        (
            "user: gm",
            "folder: Games, user: gm",
            "the folder `Games` cannot be opened",
        ),
        ("port: 2525", "port: 2526", "was not sent: "),
        ("address: gm@", "address: nobody@", "550"),
    ] {
        bench.write("gem/mail.yaml", good.replacen(right, wrong, 1));
        let said = bench.run(&["mail", "test", GAME, "--wait", "1"]);
        assert_eq!(said.code, 1, "{wrong}: {}", said.all());
        assert!(said.out.contains(words), "{wrong}: {}", said.all());
    }
}

#[test]
fn unusable_imap_servers_are_reported() {
    let Some(server) = server() else { return };
    let _alone = alone(&server);
    let bench = game(&server, "refused", "six");
    let good = bench.read("gem/mail.yaml");
    for (what, from, to, words) in [
        (
            "password",
            "secret/password",
            "secret/wrong",
            "rejects user `gm`",
        ),
        ("certificate", "ca-file", "# ca-file", "certificate"),
        ("port", "port: 1993", "port: 1994", "nothing listens"),
    ] {
        bench.write("gem/secret/wrong", "wr0ng-passw0rd");
        set_mode(&bench.root().join("secret/wrong"), 0o600);
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

/// The tables of the campaign: four players in one game and two in another, with one mailbox for the GM.
const TABLES: [(&str, &[&str]); 2] = [
    ("campaign-four", &["red", "blue", "green", "purple"]),
    ("campaign-two", &["red", "blue"]),
];

/// Returns every seat of the campaign with its game and its player's mailbox.
fn seats() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let seats = TABLES
        .iter()
        .flat_map(|(game, seats)| seats.iter().map(move |seat| (*game, *seat)));
    seats
        .zip(BOXES)
        .map(|((game, seat), user)| (game, seat, user))
}

/// The result of one run of the campaign.
struct Campaign {
    bench: Bench,
    /// Every mail that each player received, by Message-ID, with the number of deliveries.
    got: BTreeMap<&'static str, BTreeMap<String, (Vec<u8>, usize)>>,
    /// The Message-IDs of the players' mails, and the report that each one answers.
    sent: BTreeMap<String, String>,
    /// The number of times that the machine has died.
    killed: usize,
}

impl Campaign {
    fn begin(server: &Path) -> Self {
        let bench = Bench::empty();
        for (game, table) in TABLES {
            let (dir, players) = (format!("games/{game}"), format!("players={}", table.len()));
            let new = [
                "new", &dir, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys",
                "64",
            ];
            let rules = ["--ruleset", "time-whisperers", "--option", &players];
            bench.ok(&[&new[..], &rules, &["--gm", "The GM <gm@pbem.test>"]].concat());
            for (_, seat, user) in seats().filter(|(of, ..)| *of == game) {
                let address = format!("{user}@pbem.test");
                bench.ok(&["seat", &dir, seat, "--name", user, "--address", &address]);
            }
            settings_in(&bench, &dir, server, "tls", 1993, "shared: true\n  ");
            bench.ok(&["start", &dir]);
        }
        Self {
            bench,
            got: BTreeMap::new(),
            sent: BTreeMap::new(),
            killed: 0,
        }
    }

    /// Reads each player's mailbox.
    fn fetch(&mut self, server: &Path) {
        for user in BOXES {
            for mail in fetch(server, user) {
                let id = head(&mail, "Message-ID");
                let known = self.got.entry(user).or_default().entry(id);
                known.or_insert((mail, 0)).1 += 1;
            }
        }
    }

    /// Answers every report that asks for orders.
    fn answer(&mut self, server: &Path) {
        self.fetch(server);
        for (game, seat, user) in seats() {
            let mails = self.got.get(user).into_iter().flatten();
            let mails: Vec<(String, Vec<u8>)> = mails
                .map(|(id, (mail, _))| (id.clone(), mail.clone()))
                .collect();
            for (id, mail) in mails {
                let read = Incoming::read(&mail);
                let form = read.parts.iter().find(|part| {
                    let name = part.name.as_ref();
                    name.is_some_and(|name| name.ends_with(".orders.yaml"))
                });
                let Some(form) = form else { continue };
                if self.sent.values().any(|answered| *answered == id) {
                    continue;
                }
                let form = String::from_utf8(form.bytes.clone()).unwrap();
                let turn = form.lines().find_map(|l| l.strip_prefix("turn: ")).unwrap();
                let text = format!(
                    "game: {game}\nturn: {}\nseat: {seat}\nprogramme: [termination]\nno-orders: true\n",
                    turn.trim()
                );
                let own = format!("<{game}.{seat}.{}@mua.test>", turn.trim());
                let to = read_reply_to(&mail);
                let answer = with_file("x", &format!("Re: {}", read.subject), "orders.yaml", &text)
                    .replace("Player x <x@example.org>", &format!("{user}@pbem.test"))
                    .replace("To: gm@localhost", &format!("To: {to}\nIn-Reply-To: {id}"));
                let first = answer.lines().next().unwrap().to_owned();
                let answer = answer.replacen(&first, &format!("Message-ID: {own}"), 1);
                swaks(&format!("{user}@pbem.test"), &to, &answer);
                self.sent.insert(own, id);
            }
        }
    }

    /// Runs the GM's cron job, which looks after both games; the machine may die in the middle of it.
    fn tick(&mut self, dies_after: Option<u64>) {
        let mut child = self
            .bench
            .command(&["tick", "games"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let Some(millis) = dies_after else {
            let said = said(&child.wait_with_output().unwrap());
            assert_eq!(said.code, 0, "{}", said.all());
            return;
        };
        sleep(Duration::from_millis(millis));
        // This is SIGKILL. A run that was finished before did not die of it, and does not count.
        let _ = child.kill();
        let status = child.wait().unwrap();
        self.killed += usize::from(status.signal() == Some(9));
    }

    fn is_over(&self) -> bool {
        TABLES.iter().all(|(game, _)| {
            let status = self.bench.json(&["status", &format!("games/{game}")]);
            status["ended"] == "game-over"
        })
    }

    /// Plays both games to their end, on a machine that dies `kills` times.
    fn play(server: &Path, kills: usize) -> Self {
        let mut all = Self::begin(server);
        let mut chance = 0x2545_f491_4f6c_dd1d_u64;
        let start = Instant::now();
        for round in 1.. {
            assert!(
                start.elapsed() < Duration::from_mins(5),
                "the campaign does not come to its end"
            );
            all.answer(server);
            // A quarter of the deaths in each of the four rounds, and the remaining ones in the last.
            let quota = kills * round.min(4) / 4;
            while all.killed < quota {
                chance ^= chance << 13;
                chance ^= chance >> 7;
                chance ^= chance << 17;
                all.tick(Some(chance % 300));
            }
            all.tick(None);
            if all.is_over() {
                break;
            }
        }
        // Sends the mails that are still on their way to the players.
        all.tick(None);
        let sent = |game: &str| fs::read_dir(all.bench.dir().join(format!("games/{game}/sent")));
        let count = |game: &str| -> usize {
            let mails = sent(game).unwrap().flatten();
            mails
                .filter(|e| e.path().extension().is_some_and(|x| x == "eml"))
                .count()
        };
        let wanted: usize = TABLES.iter().map(|(game, _)| count(game)).sum();
        loop {
            all.fetch(server);
            let arrived: usize = all.got.values().map(BTreeMap::len).sum();
            if arrived >= wanted {
                return all;
            }
            assert!(
                start.elapsed() < Duration::from_mins(6),
                "{arrived} of {wanted} mails have arrived"
            );
            sleep(Duration::from_millis(200));
        }
    }

    /// Returns the Message-IDs of all mails in the folders of sent mails.
    fn sent_by_the_gm(&self) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for (game, _) in TABLES {
            let dir = self.bench.dir().join(format!("games/{game}"));
            for entry in fs::read_dir(dir.join("sent")).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|x| x == "eml") {
                    let new = ids.insert(head(&fs::read(&path).unwrap(), "Message-ID"));
                    assert!(new, "{} is there twice", path.display());
                }
            }
            let mut waiting = fs::read_dir(dir.join("outbox")).unwrap().flatten();
            let left = waiting.find(|e| e.path().extension().is_some_and(|x| x == "eml"));
            assert!(left.is_none(), "{left:?}");
        }
        ids
    }

    /// Returns the mails of one kind that players received, without the parts that depend on the order in which mails
    /// came.
    fn mails(&self, kind: &str) -> BTreeSet<String> {
        let ids = self.got.values().flat_map(BTreeMap::keys);
        ids.filter(|id| id.contains(&format!(".{kind}.")))
            .cloned()
            .collect()
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

/// The number of times that the GM's machine dies in the campaign.
const KILLS: usize = 100;

/// A campaign of six mailboxes over SMTP and IMAP only, two games of it played to their ends. The GM's machine dies a
/// hundred times at random moments; every mail is answered once, none is lost, none exists under two names, and the
/// games are the same as on an undisturbed machine.
#[test]
fn a_campaign_that_is_killed_a_hundred_times() {
    let Some(server) = server() else { return };
    if !has("swaks") {
        return;
    }
    let _alone = alone(&server);
    let disturbed = Campaign::play(&server, KILLS);
    assert!(disturbed.killed >= KILLS, "{} kills", disturbed.killed);
    empty(&server);
    let calm = Campaign::play(&server, 0);
    assert_eq!(calm.killed, 0);

    for all in [&disturbed, &calm] {
        // Four turns of six players, each answered once, by Message-ID.
        assert_eq!(all.sent.len(), 4 * BOXES.len(), "{:?}", all.sent);
        let mut answers: BTreeMap<&String, usize> = BTreeMap::new();
        let mails = all.got.values().flat_map(BTreeMap::values);
        let about: Vec<String> = mails.map(|(mail, _)| head(mail, "In-Reply-To")).collect();
        for id in about.iter().filter(|id| !id.is_empty()) {
            *answers.entry(id).or_default() += 1;
        }
        for id in all.sent.keys() {
            assert_eq!(answers.get(id), Some(&1), "{id}");
        }
        // No mail to the GM is lost, or handled twice.
        for (game, seats) in TABLES {
            let inbox = fs::read_dir(all.bench.dir().join(format!("games/{game}/inbox"))).unwrap();
            let taken = inbox
                .flatten()
                .filter(|e| e.path().extension().is_some_and(|x| x == "eml"));
            assert_eq!(taken.count(), 4 * seats.len(), "{game}");
        }
        // No mail to the players is lost, and every received mail was sent.
        let got: BTreeSet<String> = all.got.values().flat_map(BTreeMap::keys).cloned().collect();
        assert_eq!(got, all.sent_by_the_gm());
    }
    // The mails are the same despite the deaths; a mail that may not have been sent came once more under its
    // Message-ID.
    for kind in ["report", "early"] {
        assert_eq!(disturbed.mails(kind), calm.mails(kind));
    }
    let twice = |all: &Campaign| -> usize {
        let counts = all.got.values().flat_map(BTreeMap::values);
        counts.map(|(_, count)| count - 1).sum()
    };
    assert_eq!(twice(&calm), 0);
    assert!(twice(&disturbed) <= KILLS);
    println!(
        "{} kills; {} mails to players, {} of them delivered again under the same Message-ID",
        disturbed.killed,
        disturbed.sent_by_the_gm().len(),
        twice(&disturbed)
    );

    // The games are the same to the byte.
    for (game, _) in TABLES {
        for part in ["public", "turns"] {
            let tree =
                |all: &Campaign| Tree::read(&all.bench.dir().join(format!("games/{game}/{part}")));
            assert_eq!(tree(&disturbed).against(&tree(&calm)), "", "{game}/{part}");
        }
        let dir = format!("games/{game}");
        disturbed.bench.ok(&["reveal", &dir]);
        disturbed.bench.ok(&["audit", &dir]);
    }
}

/// The mails that these tests send are plain text.
#[test]
fn mails_of_the_tests_are_well_formed() {
    let read = Incoming::read(mail("zytal", "Subject: x", "y").as_bytes());
    assert_eq!(
        (read.subject.as_str(), read.text().as_deref()),
        ("x", Some("y"))
    );
}
