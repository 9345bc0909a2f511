//! Checks of an audit beside the dice: the key of the log, the reader's own mails, hashes made with shell tools, and
//! the version of the program that is needed.

use super::{
    beacon::{OUT, SIGNATURES, ok, ready, start},
    bench::{Bench, GAME, TWO},
    letters::{answered, first_orders, with_file},
};
use chronojudge::mail::Incoming;
use std::{fs, process::Command};

/// Returns a game for two whose log is signed, just started.
fn signed() -> Bench {
    let bench = Bench::empty();
    bench.ready_for_two(&["--sign-log"]);
    bench.ok(&["start", GAME]);
    bench
}

#[test]
fn every_record_is_signed_and_stock_tools_agree() {
    let bench = signed();
    for seat in TWO {
        let form = bench.ok(&["form", GAME, seat]).out;
        bench.write("form.yaml", form);
        bench.ok(&["receive", GAME, "form.yaml"]);
    }
    bench.ok(&["hold", GAME, "--reason", "a note is signed too"]);
    bench.ok(&["release", GAME, "--reason", "it was"]);
    bench.ok(&["adjudicate", GAME]);
    let public = bench.root().join("public");
    let records = fs::read_dir(public.join("log")).unwrap().count();
    let said = bench.ok(&["audit", GAME]);
    let line = format!("ok         signatures of the log ({records})\n");
    assert!(said.out.contains(&line), "{}", said.out);

    let key = bench.read("gem/game.yaml");
    let key = key
        .lines()
        .find_map(|line| line.strip_prefix("log-key: "))
        .unwrap()
        .to_owned();
    bench.write("allowed", format!("gm {key}\n"));
    for entry in fs::read_dir(public.join("log")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let signature = public.join("signatures").join(format!("{name}.sig"));
        let stock = Command::new("ssh-keygen")
            .args([
                "-Y",
                "verify",
                "-f",
                "allowed",
                "-I",
                "gm",
                "-n",
                "chronojudge-log",
                "-s",
            ])
            .arg(&signature)
            .current_dir(bench.dir())
            .stdin(fs::File::open(&path).unwrap())
            .output();
        match stock {
            Ok(output) => assert!(output.status.success(), "{name}: {output:?}"),
            Err(why) => eprintln!("SKIPPED: ssh-keygen cannot be started: {why}"),
        }
    }

    // The private half of the key is in no public file; the public half proves nothing about changed records.
    let place = public.join("signatures/000004-lock.yaml.sig");
    let good = fs::read(&place).unwrap();
    let other = fs::read(public.join("signatures/000005-result.yaml.sig")).unwrap();
    for (bytes, why) in [
        (&other[..], "it is not of this record"),
        (b"no signature", "it is no signature"),
    ] {
        fs::write(&place, bytes).unwrap();
        let said = bench.no(&["audit", GAME]);
        assert!(said.out.contains(why), "{}", said.out);
    }
    fs::remove_file(&place).unwrap();
    assert!(
        bench
            .no(&["audit", GAME])
            .out
            .contains("000004-lock.yaml.sig` cannot be read")
    );
    fs::write(&place, good).unwrap();
    bench.ok(&["audit", GAME]);
}

#[test]
fn kept_mails_are_compared_with_the_log() {
    let bench = Bench::started();
    let said = bench.ok(&["audit", GAME]);
    assert!(
        said.out.contains("NOT SHOWN  heads in mails"),
        "{}",
        said.out
    );
    assert!(
        said.err.contains("dice: ") && said.err.contains("people: "),
        "{}",
        said.err
    );
    let mail = "gem/outbox/gem.s0001.zytal.report.1.eml";
    let said = bench.ok(&["audit", GAME, "--compare", mail]);
    let line = format!("ok         head in {mail}: record 5, the result of sitting 1\n");
    assert!(said.out.contains(&line), "{}", said.out);
    let rows = bench.json(&["audit", GAME, "--compare", mail]);
    let row = rows["checks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["what"].as_str().unwrap().contains("eml"));
    assert_eq!(row.unwrap()["depth"], "people");

    // The log of another game, and a mail that is about none.
    let other = signed();
    let name = "gem/outbox/gem.s0001.red.report.1.eml";
    bench.write("other.eml", fs::read(other.dir().join(name)).unwrap());
    bench.write("none.eml", "Subject: hello\n\nHow are you?\n");
    let said = bench.no(&["audit", GAME, "--compare", mail, "other.eml", "none.eml"]);
    assert!(
        said.out.contains("the mail was written about another log"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("head in none.eml (this mail tells no head"),
        "{}",
        said.out
    );
}

/// Every value of the log in a mail is compared with the log: a mail with another value fails.
#[test]
fn every_value_in_a_mail_is_compared_with_the_log() {
    let bench = signed();
    let place = bench.root().join("outbox/gem.s0001.red.report.1.eml");
    let bytes = fs::read(&place).unwrap();
    // The unchanged mail passes: its text and HTML agree.
    bench.write("kept.eml", &bytes);
    bench.ok(&["audit", GAME, "--compare", "kept.eml"]);
    let mail = Incoming::read(&bytes);
    let parts = mail.parts.iter();
    let mut texts = parts.map(|part| String::from_utf8_lossy(&part.bytes).into_owned());
    let is_plain = |text: &String| text.contains("HOW TO VERIFY") && !text.contains("<html");
    let text = texts.find(is_plain).unwrap();
    let audit = |text: &str| {
        let head = "Content-Type: text/plain; charset=utf-8\nSubject: kept\n\n";
        bench.write("kept.eml", format!("{head}{text}"));
        bench.run(&["audit", GAME, "--compare", "kept.eml"])
    };
    let said = audit(&text);
    assert_eq!(said.code, 0, "{}", said.all());
    for what in ["anchor", "key", "key of the log", "dice of sitting 1"] {
        let line = format!("ok         {what} in kept.eml\n");
        assert!(said.out.contains(&line), "{what}: {}", said.out);
    }
    // The line after each of these words differs in a mail of another log.
    let after = |words: &str| {
        let (_, rest) = text.split_once(words).unwrap();
        let line = rest.lines().nth(1).unwrap().trim().to_owned();
        let last = if line.ends_with('0') { "1" } else { "0" };
        (line.clone(), format!("{}{last}", &line[..line.len() - 1]))
    };
    for (words, what) in [
        ("The anchor of the key chain", "anchor"),
        ("The key of this sitting", "key"),
        ("Key that signs the log", "key of the log"),
    ] {
        let (from, to) = after(words);
        let said = audit(&text.replace(&from, &to));
        let line = format!("FAILED     {what} in kept.eml");
        assert!(said.code == 1 && said.out.contains(&line), "{}", said.all());
    }
    let dice = text.split("DICE OF THIS SITTING").nth(1).unwrap();
    let die = dice.lines().find(|line| line.contains(": ")).unwrap();
    let (label, faces) = die.trim().split_once(": ").unwrap();
    let said = audit(&text.replacen(die, &format!("  {label}: 9 {faces}"), 1));
    assert!(
        said.code == 1
            && said
                .out
                .contains("FAILED     dice of sitting 1 in kept.eml"),
        "{}",
        said.all()
    );

    // The fingerprint alone is enough to recognize another log.
    let (key, other) = after("Key that signs the log");
    bench.ok(&["audit", GAME, "--log-key", &key]);
    let said = bench.run(&["audit", GAME, "--log-key", &other]);
    assert!(
        said.code == 1 && said.out.contains("FAILED     the key that signs the log"),
        "{}",
        said.all()
    );
}

/// A player's server records when the mail about a lock arrived, which the public files do not show.
#[test]
fn a_mail_shows_that_the_lock_came_before_the_round() {
    let (bench, _) = ready();
    start(&bench);
    ok(
        &bench,
        OUT[1],
        &["adjudicate", GAME, "--beacon", SIGNATURES[1].1],
    );
    // The public files alone do not show it.
    let said = bench.ok(&["audit", GAME]);
    assert!(
        said.out
            .contains("not checked Could the GM foresee them? Every sitting has the public round"),
        "{}",
        said.out
    );
    let mail = fs::read_to_string(bench.root().join("outbox/gem.s0001.red.lock.1.eml")).unwrap();
    for (time, shown) in [("15:05:40", true), ("15:15:32", true), ("15:15:33", false)] {
        let server = format!("Received: by mx.example.org; Wed, 23 Aug 2023 {time} +0000\r\n");
        bench.write("lock.eml", format!("{server}{mail}"));
        let said = bench.run(&["audit", GAME, "--compare", "lock.eml"]);
        assert_eq!(said.code, i32::from(!shown), "{}", said.all());
        assert!(
            said.out
                .contains("lock.eml: record 5, the lock of sitting 1"),
            "{}",
            said.out
        );
        assert_eq!(
            said.out.contains("ok         timing of sitting 1"),
            shown,
            "{}",
            said.out
        );
        // One of the answers at the top says if the dice could be foreseen.
        let answer = if shown {
            "no          "
        } else {
            "yes         "
        };
        let answer = format!("{answer}Could the GM foresee them? ");
        assert!(said.out.contains(&answer), "{}", said.out);
        assert_eq!(
            said.out
                .contains("seconds after its round was out, says the server that took lock.eml"),
            !shown,
            "{}",
            said.out
        );
    }
    // The hash in the mail differs from that in the lock: one of the two was shown to this player alone.
    let line = mail.lines().find(|line| line.contains("order.red: "));
    let line = line.unwrap().trim_end();
    let other = if line.ends_with('0') { "1" } else { "0" };
    let forged = mail.replacen(line, &format!("{}{other}", &line[..line.len() - 1]), 1);
    bench.write("lock.eml", forged);
    let said = bench.run(&["audit", GAME, "--compare", "lock.eml"]);
    assert!(
        said.code == 1
            && said
                .out
                .contains("FAILED     hashes of the lock in lock.eml"),
        "{}",
        said.all()
    );
}

/// fair1, section 6: an order form carries the head of the log, the lock says which record it is, and orders that name
/// another log are rejected at once.
#[test]
fn orders_say_which_log_their_writer_saw() {
    let bench = signed();
    let [red, blue] = TWO;
    let form = bench.ok(&["form", GAME, red]).out;
    let head = form.lines().find_map(|line| line.strip_prefix("head: "));
    let head = head.unwrap();
    let log = bench.root().join("public/log");
    let mut records: Vec<_> = fs::read_dir(&log)
        .unwrap()
        .map(|r| r.unwrap().path())
        .collect();
    records.sort();
    let last = fs::read(records.last().unwrap()).unwrap();
    assert_eq!(head, chronojudge::dice::field::sha256(&last).to_string());

    bench.write("red.yaml", form.replace(head, &"5f".repeat(32)));
    let said = bench.run(&["receive", GAME, "red.yaml"]);
    assert!(
        said.code == 1
            && said.err.contains("error[E0316]")
            && said.err.contains("tell the other players"),
        "{}",
        said.all()
    );
    bench.write("red.yaml", &form);
    bench.ok(&["receive", GAME, "red.yaml"]);
    // Orders without the line are accepted nevertheless.
    let form = bench.ok(&["form", GAME, blue]).out;
    let without: Vec<&str> = form
        .lines()
        .filter(|line| !line.starts_with("head: "))
        .collect();
    bench.write("blue.yaml", without.join("\n") + "\n");
    bench.ok(&["receive", GAME, "blue.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    let lock = fs::read_to_string(log.join(format!("{:06}-lock.yaml", records.len() + 1))).unwrap();
    assert!(
        lock.contains(&format!("\nseen.{red}: {}\n", records.len())),
        "{lock}"
    );
    assert!(!lock.contains(&format!("seen.{blue}")), "{lock}");
    bench.ok(&["audit", GAME]);
}

#[test]
fn a_game_of_another_version_says_which_one_is_needed() {
    let bench = Bench::empty();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/games/the-fourth-hour/public");
    let tree = super::tree::Tree::read(std::path::Path::new(root));
    tree.write(&bench.dir().join("public"));
    // The files are changed as if other rules had told other facts then: they are in order.
    let rewrite = |path: &str, from: &str, to: &str| {
        let text = bench.read(path);
        assert!(text.contains(from), "{path}: {from}");
        bench.write(path, text.replacen(from, to, 1));
    };
    let facts = "public/sittings/0002/facts.yaml";
    let line = bench.read(facts);
    let line = line
        .lines()
        .find(|line| line.contains("seat: ") || line.contains("by: "))
        .unwrap()
        .to_owned();
    rewrite(facts, &line, &format!("{line}x"));
    rewrite(
        "public/log/000001-genesis.yaml",
        "engine: chronojudge ",
        "engine: chronojudge 0.0.",
    );
    relink(&bench);
    let said = bench.run(&["audit", "public"]);
    assert_eq!(said.code, 1, "{}", said.all());
    assert!(
        said.out
            .contains("the game was played with chronojudge 0.0."),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("audit it with that version"),
        "{}",
        said.out
    );
}

/// Makes every hash of the log fit the file that it names.
fn relink(bench: &Bench) {
    let hash = |bytes: &[u8]| chronojudge::dice::field::sha256(bytes).to_string();
    let log = bench.dir().join("public/log");
    let mut names: Vec<_> = fs::read_dir(&log)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    names.sort();
    let mut previous = "none".to_owned();
    let salts = fs::read_to_string(log.join("000003-salts.yaml")).unwrap();
    let genesis = fs::read(log.join("000001-genesis.yaml")).unwrap();
    let promised = |seat: &str| {
        let salt = salts.split(&format!("\nsalt.{seat}: ")).nth(1).unwrap();
        let salt = salt.lines().next().unwrap().parse().unwrap();
        let genesis = chronojudge::dice::field::sha256(&genesis);
        let seat = chronojudge::dice::Name::new(seat).unwrap();
        chronojudge::dice::chain::salt_hash(&genesis, &seat, &salt).to_string()
    };
    for name in names {
        let text = fs::read_to_string(log.join(&name)).unwrap();
        let line = |line: &str| {
            let (key, value) = line.split_once(": ").unwrap();
            if let Some(seat) = key.strip_prefix("salt-hash.") {
                return format!("{key}: {}\n", promised(seat));
            }
            let value = match key.strip_prefix("file.") {
                Some(path) => hash(&fs::read(bench.dir().join("public").join(path)).unwrap()),
                None if key == "previous" => previous.clone(),
                None => value.to_owned(),
            };
            format!("{key}: {value}\n")
        };
        let text: String = text.lines().map(line).collect();
        previous = hash(text.as_bytes());
        fs::write(log.join(&name), text).unwrap();
    }
}

/// An audit with a whole mailbox lists the mails of other games, and raises no alarm for them.
#[test]
fn mails_of_other_games_are_left_out() {
    let bench = Bench::started();
    let mail = "gem/outbox/gem.s0001.zytal.report.1.eml";
    let text = bench.read(mail);
    let head = text
        .lines()
        .skip_while(|line| !line.contains("Head of the log"));
    let head = head.map(str::trim).find(|line| line.len() == 64).unwrap();
    let other = text.replace(head, &"5".repeat(64));
    bench.write("forged.eml", &other);
    let named = other.replace("<gem.s1.", "<iron.s1.");
    bench.write("by-id.eml", named.replace("Game: gem", "Game: iron"));
    let bare = named
        .lines()
        .filter(|line| !line.starts_with("Message-ID:"))
        .collect::<Vec<_>>();
    bench.write(
        "by-header.eml",
        bare.join("\n").replace("Game: gem", "Game: iron"),
    );
    let said = bench.ok(&[
        "audit",
        GAME,
        "--compare",
        mail,
        "by-id.eml",
        "by-header.eml",
    ]);
    for line in [
        "NOT SHOWN  by-id.eml (left out: this mail is of the game iron, and this log of gem)",
        "NOT SHOWN  by-header.eml (left out: this mail is of the game iron, and this log of gem)",
        &format!("ok         head in {mail}: record 5, the result of sitting 1\n"),
    ] {
        assert!(said.out.contains(line), "{line}\n{}", said.out);
    }
    // A mail of this game with another log's head is still an alarm.
    let said = bench.no(&["audit", GAME, "--compare", "by-id.eml", "forged.eml"]);
    assert!(
        said.out.contains("the mail was written about another log"),
        "{}",
        said.out
    );
}

/// A player who quotes a mail about another log is warned in the answer; one who quotes a mail of this log is not.
#[test]
fn a_quoted_head_of_another_log_gets_a_warning() {
    let bench = Bench::started();
    let head = bench.ok(&["status", GAME, "--json"]).out;
    let head: serde_json::Value = serde_json::from_str(&head).unwrap();
    let ours = head["head"].as_str().unwrap().to_owned();
    let answer = |head: &str| {
        let quoted = format!("\n\nAda wrote:\n> Head of the log:\n>   {head}\n");
        let sent = with_file(
            "zytal",
            "quoted",
            "z.yaml",
            &first_orders("zytal", &head[..8]),
        )
        .replace("\nHere they are.\n", &format!("\nHere they are.{quoted}"));
        let told = answered(&bench, &sent);
        assert_eq!(told.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
        told.all.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = "you were sent another log than this one";
    assert!(!answer(&ours).contains(told));
    let other = "5f".repeat(32);
    let words = answer(&other);
    assert!(words.contains(told) && words.contains(&other), "{words}");
}
