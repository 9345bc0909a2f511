//! Signatures that outlive the mail they came with: those of players on their orders, opened with them at the end, and
//! those of the GM on the promises of receipts.

use super::{
    bench::{Bench, GAME, Said, TWO, orders, remark},
    letters::{Answer, answered, left, signed_file},
    mail::parts,
};
use chronojudge::{
    log::{Kind, Log},
    ssh::{ORDERS, Signer},
};
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

/// Runs `ssh-keygen`; returns `None` if it is not installed.
fn ssh_keygen(folder: &Path, args: &[&str], input: Option<&Path>) -> Option<Output> {
    let input = input.map_or(Stdio::null(), |path| fs::File::open(path).unwrap().into());
    let output = Command::new("ssh-keygen")
        .args(args)
        .current_dir(folder)
        .stdin(input)
        .output();
    if output.is_err() {
        eprintln!("SKIPPED: ssh-keygen cannot be started");
    }
    output.ok()
}

#[track_caller]
fn stock(folder: &Path, args: &[&str], input: Option<&Path>) -> Option<()> {
    let output = ssh_keygen(folder, args, input)?;
    assert!(output.status.success(), "{args:?}: {output:?}");
    Some(())
}

/// Returns the verdict of `ssh-keygen` on a signature.
fn verifies(folder: &Path, who: &str, purpose: &str, signature: &str, text: &str) -> Option<bool> {
    let args = [
        "-Y", "verify", "-f", "allowed", "-I", who, "-n", purpose, "-s", signature,
    ];
    let output = ssh_keygen(folder, &args, Some(&folder.join(text)))?;
    Some(output.status.success())
}

/// Signs an order file of red's with the key `red`, as the documents describe it.
fn sign(bench: &Bench, key: &str, file: &str) -> Option<String> {
    bench.write("red.yaml", file);
    let _ = fs::remove_file(bench.dir().join("red.yaml.sig"));
    let args = [
        "-q",
        "-Y",
        "sign",
        "-f",
        key,
        "-n",
        "chronojudge-orders",
        "red.yaml",
    ];
    stock(bench.dir(), &args, None)?;
    Some(bench.read("red.yaml.sig"))
}

/// Returns a game for two, just started, in which red has a key and blue has none.
fn with_key(more: &[&str]) -> Option<Bench> {
    let bench = Bench::empty();
    for key in ["red", "other"] {
        let remark = format!("{key}@home.example: #1");
        stock(
            bench.dir(),
            &["-q", "-t", "ed25519", "-N", "", "-C", &remark, "-f", key],
            None,
        )?;
    }
    bench.found_for_two(more);
    let seat = |seat: &str, more: &[&str]| {
        let (name, address) = (format!("Player {seat}"), format!("{seat}@example.org"));
        let args = ["seat", GAME, seat, "--name", &name, "--address", &address];
        bench.ok(&[&args, more].concat());
    };
    seat("red", &["--key", "red.pub"]);
    seat("blue", &[]);
    bench.ok(&["start", GAME]);
    Some(bench)
}

pub fn turn(bench: &Bench) -> u32 {
    let now = bench.json(&["status", GAME]);
    now["turn"].as_u64().unwrap().try_into().unwrap()
}

/// Returns orders that leave everything to the defaults.
pub fn nothing(seat: &str, turn: u32, word: &str) -> String {
    let body = format!("no-orders: true\n# {} {word}\n", remark(seat));
    orders(seat, turn, &body)
}

/// Returns such orders with the number that a signed file needs.
pub fn revised(seat: &str, turn: u32, word: &str, revision: u32) -> String {
    let file = nothing(seat, turn, word);
    file.replacen("seat:", &format!("revision: {revision}\nseat:"), 1)
}

/// Returns standing orders that answer nothing.
pub fn standing_orders(seat: &str, revision: u32, word: &str) -> String {
    format!("game: {GAME}\nseat: {seat}\nrevision: {revision}\nstanding: []\n# {word}\n")
}

/// Receives orders from every seat and plays a sitting; `red` makes the content of red's mail.
fn sit(bench: &Bench, red: impl FnOnce(&str) -> Option<String>) -> Option<()> {
    let turn = turn(bench);
    let file = revised("red", turn, "", 1);
    let mail = red(&file)?;
    let answer = answered(bench, mail);
    assert!(
        answer.field("Subject").ends_with(" ACCEPTED"),
        "{}",
        answer.all
    );
    bench.write("blue.yaml", nothing("blue", turn, ""));
    bench.ok(&["receive", GAME, "blue.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    Some(())
}

pub fn over(bench: &Bench) -> bool {
    bench
        .read("gem/turns/position.yaml")
        .contains("ended: game-over")
}

/// A player hands their orders and the signature to the GM on a USB stick.
#[test]
fn a_signature_beside_a_file_is_checked_and_kept() {
    let Some(bench) = with_key(&["--option", "youth=true"]) else {
        return;
    };
    let turn = turn(&bench);
    let file = revised("red", turn, "on a stick", 1);
    let orders = format!("gem/orders/{turn:04}");
    let before = bench.tree();
    if sign(&bench, "other", &file).is_none() {
        return;
    }
    let said = bench.run(&["receive", GAME, "red.yaml"]);
    assert_eq!(said.code, 1, "{}", said.all());
    assert!(
        said.err
            .contains("red.yaml.sig: the signature was made with another key than the player's."),
        "{}",
        said.all()
    );
    assert!(said.out.contains("REJECTED red.yaml"), "{}", said.all());
    assert_eq!(bench.tree().against(&before), "");
    let said = bench.run(&["receive", GAME, "red.yaml", "--json"]);
    assert!(said.out.contains("\"signature\""), "{}", said.all());

    // The file on record is the signed one, and the lock binds both.
    let signature = sign(&bench, "red", &file.replace('\n', "\r\n")).unwrap();
    bench.write("red.yaml", &file);
    let said = bench.ok(&["receive", GAME, "red.yaml"]);
    assert!(said.out.contains("ACCEPTED red.yaml: red"), "{}", said.out);
    assert!(bench.read(&format!("{orders}/red.yaml")).ends_with("\r\n"));
    // Blue has no key, so a signature beside blue's file is ignored.
    bench.write("blue.yaml", nothing("blue", turn, ""));
    bench.write("blue.yaml.sig", "no signature\n");
    bench.ok(&["receive", GAME, "blue.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    let kept = bench.read(&format!(
        "gem/turns/{turn:04}/sittings/0002/signature-red.sig"
    ));
    assert_eq!(kept, signature);
    let lock = bench.read("gem/public/log/000006-lock.yaml");
    assert!(
        lock.contains("\nsignature.red: ") && !lock.contains("signature.blue"),
        "{lock}"
    );
}

#[test]
fn a_players_signature_is_opened_with_their_orders() {
    let Some(bench) = with_key(&["--option", "youth=true"]) else {
        return;
    };
    let public = bench.root().join("public");
    let seated = bench.read("gem/public/log/000002-seated.yaml");
    assert!(
        seated.contains("\nkey.red: ssh-ed25519 AAAA") && !seated.contains("home.example"),
        "{seated}"
    );
    let mut signatures = vec![];
    // The first signature arrived with other line ends: the file on record is the signed one.
    sit(&bench, |file| {
        let dos = file.replace('\n', "\r\n");
        let signature = sign(&bench, "red", &dos)?;
        signatures.push(signature.clone());
        let mail = signed_file("red", "one", file, &signature);
        Some(mail)
    });
    let filed = bench.read("gem/turns/0001/sittings/0002/order-red.yaml");
    assert!(filed.ends_with("\r\n"), "{filed:?}");
    while !over(&bench) && signatures.len() < 2 {
        sit(&bench, |file| {
            let signature = sign(&bench, "red", file)?;
            signatures.push(signature.clone());
            Some(signed_file("red", "more", file, &signature))
        });
    }
    // The GM accepts orders by telephone, which are not signed.
    let now = turn(&bench);
    bench.write("told.yaml", nothing("red", now, "by telephone"));
    bench.ok(&["orders", GAME, "told.yaml", "--reason", "no mail today"]);
    bench.write("blue.yaml", nothing("blue", now, ""));
    bench.ok(&["receive", GAME, "blue.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    assert!(over(&bench), "the youth game has three rounds");

    // Until the end only a salted hash shows anything of a signature. The game is over and not opened: that is not a
    // pass.
    let said = bench.run(&["audit", GAME]);
    assert_eq!(said.code, 2, "{}", said.all());
    let line = "NOT SHOWN  orders signed by their players (orders and signatures are opened when the game is over)\n";
    assert!(said.out.contains(line), "{}", said.out);
    for (path, bytes) in bench.tree().files("public") {
        let text = String::from_utf8_lossy(bytes);
        for signature in &signatures {
            let inner: Vec<&str> = signature.lines().filter(|l| !l.contains("---")).collect();
            assert!(
                inner.iter().all(|line| !text.contains(line)),
                "{}",
                path.display()
            );
        }
    }
    let locks: Vec<String> = fs::read_dir(public.join("log"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with("-lock.yaml"))
        .collect();
    let signed = |name: &&String| {
        bench
            .read(&format!("gem/public/log/{name}"))
            .contains("\nsignature.red: ")
    };
    assert_eq!(locks.iter().filter(signed).count(), 2);

    bench.ok(&["reveal", GAME]);
    let said = bench.ok(&["audit", GAME]);
    for line in [
        "ok         orders signed by their players (2 of 6)\n",
        "NOT SHOWN  orders of players who have a key (without a signature of the player: red in sitting 4; ",
    ] {
        assert!(said.out.contains(line), "{}", said.out);
    }
    let python = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py"))
        .arg(&public)
        .output();
    if let Ok(python) = python {
        let words = String::from_utf8_lossy(&python.stdout);
        assert_eq!(python.status.code(), Some(0), "{words}");
        assert!(words.contains("opened 0002/signature-red.sig\n"), "{words}");
    }

    // The published files are those that the player has, and `ssh-keygen` needs nothing else.
    for (n, signature) in signatures.iter().enumerate() {
        let folder = format!("opened/{:04}", n + 2);
        let opened = bench.read(&format!("gem/public/{folder}/signature-red.sig"));
        assert_eq!(&opened, signature);
        let said = bench.ok(&[
            "audit",
            GAME,
            "--explain",
            "signature-red",
            "--sitting",
            &(n + 2).to_string(),
        ]);
        let lines: Vec<&str> = said.out.lines().filter(|l| !l.starts_with('#')).collect();
        let shell = Command::new("sh")
            .args(["-ec", &lines.join("\n")])
            .current_dir(&public)
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&shell.stdout);
        assert!(shell.status.success(), "{}: {shell:?}", said.out);
        assert!(
            words.contains("Good \"chronojudge-orders\" signature for red"),
            "{words}"
        );
        let other = format!("opened/{:04}/order-red.yaml", 3 - n);
        let place = format!("{folder}/signature-red.sig");
        let verified = verifies(&public, "red", "chronojudge-orders", &place, &other);
        assert_eq!(verified, Some(false), "the order of another sitting");
    }
}

/// Runs the lines that the site shows for signatures, unchanged.
#[test]
fn the_site_says_how_signatures_are_checked() {
    let Some(bench) = with_key(&["--option", "youth=true", "--sign-log"]) else {
        return;
    };
    while !over(&bench) {
        sit(&bench, |file| {
            let signature = sign(&bench, "red", file)?;
            Some(signed_file("red", "mine", file, &signature))
        });
    }
    let lines = |class: &str| {
        bench.ok(&["site", GAME, "--out", "site"]);
        let html = bench.read("site/verify.html");
        let start = html.find(&format!("<pre class=\"{class}\">"))?;
        let (_, text) = html[start..].split_once('>').unwrap();
        let (text, _) = text.split_once("</pre>").unwrap();
        Some(text.replace("&gt;", ">").replace("&lt;", "<"))
    };
    assert_eq!(lines("order-signatures"), None, "they are sealed");
    bench.ok(&["reveal", GAME]);
    let records = fs::read_dir(bench.root().join("public/log"))
        .unwrap()
        .count();
    for (class, words, count) in [
        (
            "log-signatures",
            "Good \"chronojudge-log\" signature for gm",
            records,
        ),
        (
            "order-signatures",
            "Good \"chronojudge-orders\" signature for red",
            3,
        ),
    ] {
        let lines = lines(class).unwrap();
        let shell = Command::new("sh")
            .args(["-ec", &lines])
            .current_dir(bench.root().join("public"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&shell.stdout);
        assert!(shell.status.success(), "{lines}\n{shell:?}");
        assert_eq!(said.matches(words).count(), count, "{lines}\n{said}");
    }
    let html = bench.read("site/verify.html");
    assert!(!html.contains("FAILED"), "{html}");
}

/// A player who takes over a seat signs with their own key, which is in the log from then on.
#[test]
fn a_player_who_takes_over_a_seat_signs_with_their_own_key() {
    let Some(bench) = with_key(&["--option", "youth=true"]) else {
        return;
    };
    let newcomer = "--name Ilse --address ilse@example.org --key other.pub --reason away";
    let args = ["replace", GAME, "red"];
    bench.ok(&[&args[..], &newcomer.split(' ').collect::<Vec<_>>()].concat());
    let mut keys = vec!["red"];
    while !over(&bench) {
        let turn = turn(&bench);
        let file = revised("red", turn, "", 1);
        // The former player's signature no longer counts for the seat.
        for key in keys.drain(..) {
            let signature = sign(&bench, key, &file).unwrap();
            let mail = signed_file("red", "mine", &file, &signature);
            let answer = answered(&bench, mail);
            assert!(answer.all.contains("another key"), "{}", answer.all);
        }
        let signature = sign(&bench, "other", &file).unwrap();
        let mail = signed_file("red", "now mine", &file, &signature);
        let mail = mail.replace("red@example.org", "ilse@example.org");
        assert!(
            answered(&bench, mail)
                .field("Subject")
                .ends_with(" ACCEPTED")
        );
        bench.write("blue.yaml", nothing("blue", turn, ""));
        bench.ok(&["receive", GAME, "blue.yaml"]);
        bench.ok(&["adjudicate", GAME]);
    }
    bench.ok(&["reveal", GAME]);
    let said = bench.ok(&["audit", GAME]);
    let line = "ok         orders signed by their players (3 of 6)\n";
    assert!(said.out.contains(line), "{}", said.out);
}

/// Returns a game for two in its first turn, whose red has a key, and the signer with that key.
fn with_signer(more: &[&str]) -> (Bench, Signer) {
    let (bench, signer) = (Bench::empty_in_memory(), Signer::from_seed(&[7; 32]));
    bench.found_for_two(more);
    for (seat, key) in [("red", Some(signer.public())), ("blue", None)] {
        let address = format!("{seat}@example.org");
        let args = ["seat", GAME, seat, "--name", seat, "--address", &address];
        let key: Vec<&str> = key.iter().flat_map(|key| ["--key", key]).collect();
        bench.ok(&[&args[..], &key].concat());
    }
    bench.ok(&["start", GAME]);
    (bench, signer)
}

/// Returns the text of the answer to a signed file, on one line.
fn answer_to(bench: &Bench, signer: &Signer, file: &str) -> String {
    let signature = signer.sign(ORDERS, file.as_bytes());
    // The same orders in another mail.
    let subject = format!("mine {}", left(bench).len());
    let answer = answered(bench, signed_file("red", &subject, file, &signature));
    answer.all.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the line of a form that numbers a signed file.
fn revision_of_form(bench: &Bench, seat: &str) -> Option<String> {
    let form = bench.ok(&["-q", "form", GAME, seat]).out;
    let line = form.lines().find(|line| line.starts_with("revision:"));
    line.map(|line| line.split('#').next().unwrap().trim().to_owned())
}

#[test]
fn an_older_signed_file_is_refused_with_a_receipt() {
    let (bench, signer) = with_signer(&["--option", "youth=true"]);
    let on_file = || bench.read("gem/orders/0001/red.yaml");
    assert_eq!(
        revision_of_form(&bench, "red").as_deref(),
        Some("revision: 1")
    );
    assert_eq!(revision_of_form(&bench, "blue"), None);
    let (first, second) = (
        revised("red", 1, "first", 1),
        revised("red", 1, "second", 2),
    );

    let said = answer_to(&bench, &signer, &nothing("red", 1, "first"));
    for words in ["REJECTED", "error[E0317]", "Write `revision: 1`, and sign"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let said = answer_to(&bench, &signer, &first);
    for words in [
        " ACCEPTED",
        "Another signed file for this turn needs `revision: 2` or more.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(answer_to(&bench, &signer, &second).contains(" ACCEPTED"));
    assert_eq!(on_file(), second);
    assert_eq!(
        revision_of_form(&bench, "red").as_deref(),
        Some("revision: 3")
    );
    for old in [&first, &revised("red", 1, "third", 2)] {
        let said = answer_to(&bench, &signer, old);
        for words in [
            "REJECTED",
            "error[E0318]",
            "revision 2 was accepted",
            "Write `revision: 3`",
        ] {
            assert!(said.contains(words), "{words}: {said}");
        }
        // The file is refused as well if the GM receives it as a file.
        bench.write("red.yaml", old);
        bench.write("red.yaml.sig", signer.sign(ORDERS, old.as_bytes()));
        let said = bench.no(&["receive", GAME, "red.yaml"]).all();
        assert!(said.contains("error[E0318]"), "{said}");
        assert_eq!(on_file(), second);
    }
    // The file on record may be sent again.
    let said = answer_to(&bench, &signer, &second);
    assert!(
        said.contains("The same orders were on file already."),
        "{said}"
    );

    // A file counts also if its orders were played in a sitting, and the turn is still open.
    bench.ok(&["adjudicate", GAME, "--now", "a test"]);
    assert_eq!(bench.json(&["status", GAME])["turn"], 1);
    fs::remove_dir_all(bench.root().join("orders/0001")).unwrap();
    assert!(answer_to(&bench, &signer, &first).contains("error[E0318]"));
    assert_eq!(
        revision_of_form(&bench, "red").as_deref(),
        Some("revision: 3")
    );
    assert!(answer_to(&bench, &signer, &revised("red", 1, "third", 7)).contains(" ACCEPTED"));

    // The numbers of each turn start at 1.
    bench.write("blue.yaml", nothing("blue", 1, ""));
    bench.ok(&["receive", GAME, "blue.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(turn(&bench), 2);
    assert_eq!(
        revision_of_form(&bench, "red").as_deref(),
        Some("revision: 1")
    );
    assert!(answer_to(&bench, &signer, &revised("red", 2, "", 1)).contains(" ACCEPTED"));
}

/// Without a key nothing is signed, and the number has no meaning.
#[test]
fn the_revision_of_unsigned_orders_is_ignored() {
    let (bench, _) = with_signer(&["--option", "youth=true"]);
    for (seat, file) in [
        ("blue", revised("blue", 1, "first", 4)),
        ("blue", revised("blue", 1, "second", 2)),
        ("blue", nothing("blue", 1, "third")),
        // The orders came by telephone, and the GM vouches for them.
        ("red", revised("red", 1, "first", 4)),
        ("red", revised("red", 1, "second", 2)),
    ] {
        bench.write("orders.yaml", &file);
        bench.ok(&["receive", GAME, "orders.yaml"]);
        assert_eq!(bench.read(&format!("gem/orders/0001/{seat}.yaml")), file);
    }
    bench.write("orders.yaml", revised("blue", 1, "none", 0));
    let said = bench.no(&["receive", GAME, "orders.yaml"]).all();
    let words = "`revision`: a whole number from 1 is wanted, but this is the number `0`";
    assert!(said.contains(words), "{said}");
}

/// Receives a file of standing orders, with a signature beside it if there is one.
fn receive_standing(bench: &Bench, file: &str, signature: Option<String>) -> Said {
    let _ = fs::remove_file(bench.dir().join("s.yaml.sig"));
    if let Some(signature) = signature {
        bench.write("s.yaml.sig", signature);
    }
    bench.write("s.yaml", file);
    bench.run(&["receive", GAME, "--standing", "s.yaml"])
}

/// Standing orders of a player with a key are signed too: checked when they are taken, bound by each lock, opened at
/// the end, and counted by the audit.
#[test]
fn standing_orders_are_signed_too() {
    let (bench, signer) = with_signer(&["--option", "youth=true"]);
    let sign = |file: &str| Some(signer.sign(ORDERS, file.as_bytes()));
    let first = standing_orders("red", 1, "first");
    let second = standing_orders("red", 2, "second");
    let before = bench.tree();
    for (file, signature, words) in [
        (
            first.clone(),
            Some(Signer::from_seed(&[8; 32]).sign(ORDERS, first.as_bytes())),
            "s.yaml.sig: the signature was made with another key than the player's.",
        ),
        (first.clone(), sign(&second), "the signature does not fit"),
        (
            first.replace("revision: 1\n", ""),
            sign(&first.replace("revision: 1\n", "")),
            "error[E0317]",
        ),
        (first.replace("seat: red\n", ""), None, "error[E0202]"),
        (first.replace("game: gem\n", ""), None, "error[E0202]"),
        (
            first.replace("game: gem", "game: hem"),
            None,
            "error[E0302]",
        ),
        (
            first.replace("seat: red", "seat: rad"),
            None,
            "error[E0304]",
        ),
        (
            first.replace("standing: []", "standing: no"),
            None,
            "error[E0208]",
        ),
    ] {
        let said = receive_standing(&bench, &file, signature);
        assert!(
            said.code == 1 && said.err.contains(words),
            "{words}: {}",
            said.all()
        );
        assert_eq!(bench.tree().against(&before), "");
    }

    for file in [&first, &second] {
        let said = receive_standing(&bench, file, sign(file));
        let words = "ACCEPTED s.yaml: standing orders of red";
        assert!(said.code == 0 && said.out.contains(words), "{}", said.all());
        assert_eq!(&bench.read("gem/standing/red.yaml"), file);
    }
    assert_eq!(bench.read("gem/standing/red.1.yaml"), first);
    let said = receive_standing(&bench, &first, sign(&first));
    assert!(
        said.code == 1 && said.err.contains("revision 2 was accepted"),
        "{}",
        said.all()
    );
    assert_eq!(receive_standing(&bench, &second, sign(&second)).code, 0);
    // Blue has no key.
    let blue = "game: gem\nseat: blue\nstanding: []\n";
    assert_eq!(receive_standing(&bench, blue, None).code, 0);
    let said = bench.run(&["status", GAME]);
    assert!(!said.all().contains("is not read"), "{}", said.all());

    let play = || {
        for seat in TWO {
            bench.write("orders.yaml", nothing(seat, turn(&bench), ""));
            bench.ok(&["receive", GAME, "orders.yaml"]);
        }
        bench.ok(&["adjudicate", GAME]);
        let log = Log::read(&bench.root().join("public")).unwrap();
        let lock = log.of(Kind::Lock).last().unwrap();
        let has = |key: &str| lock.record.get(key).is_some();
        assert!(!has("signature.red") && !has("signed-standing.blue"));
        has("signed-standing.red")
    };
    assert!(play());
    // Locked files count also if the GM has lost the received ones.
    fs::remove_dir_all(bench.root().join("standing")).unwrap();
    let said = receive_standing(&bench, &first, sign(&first));
    assert!(said.err.contains("error[E0318]"), "{}", said.all());
    let third = standing_orders("red", 3, "third");
    assert_eq!(receive_standing(&bench, &third, sign(&third)).code, 0);
    assert!(play());
    // A file that the GM has edited is not the one that the player has signed.
    bench.write("gem/standing/red.yaml", third + "# and more\n");
    assert!(!play());
    assert!(over(&bench));

    bench.ok(&["reveal", GAME]);
    let said = bench.ok(&["audit", GAME]);
    for line in [
        "ok         orders signed by their players (2 of 10)\n",
        "red in sitting 2, 3, 4; the standing orders of red in sitting 4; only the GM",
    ] {
        assert!(said.out.contains(line), "{}", said.out);
    }
    let public = bench.root().join("public");
    let python = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py"))
        .arg(&public)
        .output();
    if let Ok(python) = python {
        let words = String::from_utf8_lossy(&python.stdout);
        assert!(
            words.contains("signature of red on standing orders\n"),
            "{words}"
        );
        assert!(
            words.contains("opened 0002/signed-standing-red.sig\n"),
            "{words}"
        );
    }
    let what = "signed-standing-red";
    let said = bench.ok(&["audit", GAME, "--explain", what, "--sitting", "2"]);
    bench.ok(&["site", GAME, "--out", "site"]);
    let html = bench.read("site/verify.html");
    let (_, page) = html.split_once("<pre class=\"order-signatures\">").unwrap();
    let (page, _) = page.split_once("</pre>").unwrap();
    for (lines, count) in [
        (said.out, 1),
        (page.replace("&gt;", ">").replace("&lt;", "<"), 2),
    ] {
        let lines: Vec<&str> = lines.lines().filter(|l| !l.starts_with('#')).collect();
        if ssh_keygen(bench.dir(), &["-?"], None).is_none() {
            return;
        }
        let shell = Command::new("sh")
            .args(["-ec", &lines.join("\n")])
            .current_dir(&public)
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&shell.stdout);
        assert!(shell.status.success(), "{lines:?}: {shell:?}");
        let good = "Good \"chronojudge-orders\" signature for red";
        assert_eq!(words.matches(good).count(), count, "{lines:?}\n{words}");
    }
}

/// A file in the place of a seat that names another seat is not played, and a fork goes on with the standing orders of
/// its original.
#[test]
fn standing_orders_name_their_game_and_seat() {
    let (bench, signer) = with_signer(&["--option", "youth=true"]);
    let file = standing_orders("red", 1, "");
    let signature = signer.sign(ORDERS, file.as_bytes());
    assert_eq!(receive_standing(&bench, &file, Some(signature)).code, 0);
    bench.ok(&["fork", GAME, "what-if", "--reason", "a test"]);
    for (place, refused) in [("what-if", false), (GAME, true)] {
        if refused {
            bench.write(
                "gem/standing/red.yaml",
                file.replace("seat: red", "seat: blue"),
            );
        }
        for seat in TWO {
            let orders = nothing(seat, 1, "").replace("game: gem", &format!("game: {place}"));
            bench.write("orders.yaml", orders);
            bench.ok(&["receive", place, "orders.yaml"]);
        }
        let said = bench.run(&["adjudicate", place]);
        assert_eq!(said.code != 0, refused, "{}", said.all());
        assert_eq!(said.err.contains("error[E0304]"), refused, "{}", said.all());
    }
    // In the fork the signature is invalid: it was made for the original.
    let log = Log::read(&bench.dir().join("what-if/public")).unwrap();
    let lock = log.of(Kind::Lock).last().unwrap();
    assert_ne!(lock.record.get("standing.red"), Some("none"));
    assert_eq!(lock.record.get("signed-standing.red"), None);
}

/// The player has signed this file, but later another one, so the lock must not call it the signed orders.
#[test]
fn an_older_signed_file_that_the_gm_sets_counts_as_unsigned() {
    let (bench, signer) = with_signer(&["--option", "youth=true"]);
    let first = revised("red", 1, "first", 1);
    answer_to(&bench, &signer, &first);
    answer_to(&bench, &signer, &revised("red", 1, "second", 2));
    bench.write("told.yaml", &first);
    bench.ok(&["orders", GAME, "told.yaml", "--reason", "as it was"]);
    bench.write("blue.yaml", nothing("blue", 1, ""));
    bench.ok(&["receive", GAME, "blue.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    let log = Log::read(&bench.root().join("public")).unwrap();
    let lock = log.of(Kind::Lock).last().unwrap();
    assert_ne!(lock.record.get("order.red"), Some("none"));
    assert_eq!(lock.record.get("signature.red"), None);
}

/// If the next player has no key, the log has none, and the audit does not miss their signatures.
#[test]
fn a_seat_passes_to_a_player_without_a_key() {
    let Some(bench) = with_key(&["--option", "youth=true"]) else {
        return;
    };
    let receive = |seat: &str| {
        bench.write("orders.yaml", nothing(seat, turn(&bench), ""));
        bench.ok(&["receive", GAME, "orders.yaml"]);
    };
    let file = revised("red", turn(&bench), "", 1);
    let signature = sign(&bench, "red", &file).unwrap();
    let answer = answered(&bench, signed_file("red", "mine", &file, &signature));
    assert!(answer.field("Subject").ends_with(" ACCEPTED"));
    receive("blue");
    bench.ok(&["adjudicate", GAME]);
    let otto = ["--name", "Otto", "--address", "otto@example.org"];
    let args = ["replace", GAME, "red", "--reason", "away"];
    bench.ok(&[&args[..], &otto].concat());
    let log = Log::read(&bench.root().join("public")).unwrap();
    let mut told = log.of(Kind::Note);
    assert!(told.any(|note| note.record.get("key.red") == Some("none")));
    while !over(&bench) {
        TWO.into_iter().for_each(receive);
        bench.ok(&["adjudicate", GAME]);
    }
    bench.ok(&["reveal", GAME]);
    let said = bench.ok(&["audit", GAME]);
    let line = "ok         orders signed by their players (1 of 6)\n";
    assert!(said.out.contains(line), "{}", said.out);
    assert!(!said.out.contains("players who have a key"), "{}", said.out);
}

/// Returns the content of the file of this name that came with an answer.
pub fn attachment(answer: &Answer, eml: &[u8], name: &str) -> Vec<u8> {
    let all = parts(eml);
    let at = all
        .iter()
        .position(|part| String::from_utf8_lossy(part).contains(&format!("filename=\"{name}\"")));
    let at = at.unwrap_or_else(|| panic!("no {name} in {}", answer.all));
    all[at + 1].clone()
}

#[test]
fn a_receipt_is_signed_and_stock_tools_agree() {
    let bench = Bench::empty();
    bench.ready_for_two(&["--sign-log"]);
    bench.ok(&["start", GAME]);
    let file = nothing("red", 1, "");
    let sent = super::letters::with_file("red", "mine", "red.yaml", &file);
    let answer = answered(&bench, &sent);
    let eml = format!("gem/mail/{}.eml", answer.name);
    let bytes = fs::read(bench.dir().join(&eml)).unwrap();
    let name = "gem.red.receipt-1.txt";
    let text = String::from_utf8(attachment(&answer, &bytes, name)).unwrap();
    let hash = chronojudge::dice::field::sha256(file.as_bytes());
    let id = sent
        .lines()
        .next()
        .unwrap()
        .trim_start_matches("Message-ID: ");
    for line in [
        "receipt: chronojudge/1\ngame: gem\nseat: red\nturn: 1\nsitting: 2\n".to_owned(),
        format!("order: {hash}\nbound: "),
        format!(
            "verdict: ACCEPTED\nanswers: {id}\nmessage-id: {}\n",
            answer.field("Message-ID")
        ),
        "at: 2026-11-24T12:00:00Z\n".to_owned(),
    ] {
        assert!(text.contains(&line), "{line}\n{text}");
    }

    // The commands that the mail itself contains are run.
    let public = bench.root().join("public");
    fs::write(public.join(name), &text).unwrap();
    let signature = format!("{name}.sig");
    fs::write(
        public.join(&signature),
        attachment(&answer, &bytes, &signature),
    )
    .unwrap();
    let start = answer.all.find("  sed -n").unwrap();
    let end = start + answer.all[start..].find("\n\n").unwrap();
    let lines = &answer.all[start..end];
    if ssh_keygen(bench.dir(), &["-?"], None).is_some() {
        let shell = Command::new("sh")
            .args(["-ec", lines])
            .current_dir(&public)
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&shell.stdout);
        assert!(
            words.contains("Good \"chronojudge-receipt\" signature for gm"),
            "{lines}\n{shell:?}"
        );
        for purpose in ["chronojudge-log", "chronojudge-orders"] {
            let verified = verifies(&public, "gm", purpose, &signature, name);
            assert_eq!(verified, Some(false), "{purpose}");
        }
    }
    for name in [name, &signature, "allowed"] {
        let _ = fs::remove_file(public.join(name));
    }

    // Before the lock the receipt cannot be checked; afterwards it is compared with the lock.
    let said = bench.ok(&["audit", GAME, "--compare", &eml]);
    let line = format!(
        "NOT SHOWN  receipt in {eml}: the orders of red for sitting 2, 2026-11-24 12:00 UTC (it is the GM's; that \
         sitting is not locked yet)\n"
    );
    assert!(said.out.contains(&line), "{}", said.out);
    bench.write("blue.yaml", nothing("blue", 1, ""));
    bench.ok(&["receive", GAME, "blue.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    let said = bench.ok(&["audit", GAME, "--compare", &eml]);
    let line = format!(
        "ok         receipt in {eml}: the orders of red for sitting 2, 2026-11-24 12:00 UTC\n"
    );
    assert!(said.out.contains(&line), "{}", said.out);
    let lock = bench.read("gem/public/log/000006-lock.yaml");
    let bound = text
        .lines()
        .find_map(|line| line.strip_prefix("bound: "))
        .unwrap();
    assert!(lock.contains(&format!("order.red: {bound}\n")), "{lock}");
}

/// Returns the output of `audit --compare` about the receipts in these files, and its exit code.
fn says(bench: &Bench, mails: &[&str]) -> (i32, String) {
    let said = bench.run(&[&["audit", GAME, "--compare"], mails].concat());
    // The six answers come first.
    let (_, lines) = said.out.split_once("\n\n").unwrap();
    let lines = lines.lines().filter(|line| line.contains("receipt in "));
    (said.code, lines.map(|line| format!("{line}\n")).collect())
}

/// Sends red's orders, and returns the file of the receipt.
fn unsigned_receipt(bench: &Bench, word: &str) -> String {
    let file = nothing("red", turn(bench), word);
    let sent = super::letters::with_file("red", word, "red.yaml", &file);
    format!("gem/mail/{}.eml", answered(bench, sent).name)
}

/// In a game that signs nothing, receipts say so, and have no attachment.
#[test]
fn a_receipt_of_an_unsigned_game_says_so() {
    let bench = Bench::empty();
    bench.ready_for_two(&[]);
    bench.ok(&["start", GAME]);
    let eml = unsigned_receipt(&bench, "mine");
    assert!(!bench.read(&eml).contains("PROOF OF YOUR ORDERS ON FILE"));
    let (code, said) = says(&bench, &[&eml]);
    let line = format!(
        "NOT SHOWN  receipt in {eml}: the orders of red for sitting 2, 2026-11-24 12:00 UTC, not signed (nothing signs \
         it; that sitting is not locked yet)\n"
    );
    assert_eq!((code, said), (0, line));
}

/// A receipt binds the GM in an unsigned game as well: the lock has the promised hash, or the audit fails.
#[test]
fn a_broken_promise_that_is_not_signed_is_shown() {
    let bench = Bench::empty_in_memory();
    bench.ready_for_two(&[]);
    bench.ok(&["start", GAME]);
    let first = unsigned_receipt(&bench, "first thoughts");
    let second = unsigned_receipt(&bench, "second thoughts");
    let before = bench.tree();
    let locked = |prepare: &dyn Fn(&Bench)| {
        let bench = Bench::in_memory(&before);
        prepare(&bench);
        bench.ok(&["adjudicate", GAME, "--overdue", "--now", "it is late"]);
        bench
    };
    let start = |eml: &str| {
        format!(
            "receipt in {eml}: the orders of red for sitting 2, 2026-11-24 12:00 UTC, not signed"
        )
    };

    // The lock has the promised hash.
    let honest = locked(&|_| ());
    let kept = (0, format!("ok         {}\n", start(&second)));
    assert_eq!(says(&honest, &[&second]), kept);
    let (code, said) = says(&honest, &[&first, &second]);
    let replaced = format!(
        "ok         {}; replaced by the one in {second}\n",
        start(&first)
    );
    assert!(code == 0 && said.contains(&replaced), "{said}");
    let (code, said) = says(&honest, &[&first]);
    assert!(
        code == 1 && said.contains("other orders of the seat"),
        "{said}"
    );

    // The orders are dropped, or replaced by others.
    for (orders, why) in [
        (None, "has no orders of the seat"),
        (Some("the GM knows better"), "has other orders of the seat"),
    ] {
        let bench = locked(&|bench| match orders {
            None => fs::remove_dir_all(bench.root().join("orders/0001")).unwrap(),
            Some(word) => bench.write("gem/orders/0001/red.yaml", nothing("red", 1, word)),
        });
        let (code, said) = says(&bench, &[&second]);
        let line = format!("FAILED     {}: log/", start(&second));
        assert!(
            code == 1 && said.starts_with(&line) && said.contains(why),
            "{why}: {code} {said}"
        );
    }

    // A receipt that promises one hash, and whose shell line computes another, is wrong before any lock.
    let text = bench.read(&second);
    let promised = text.lines().map(str::trim_end);
    let mut promised = promised.filter(|line| line.len() == 64 && !line.starts_with(' '));
    let promised = promised.next().unwrap();
    let other = "5f".repeat(32);
    bench.write("lie.eml", text.replace(promised, &other));
    let (code, said) = says(&bench, &["lie.eml"]);
    let why = format!("promises {other} for the lock, and its own shell line gives {promised}\n");
    assert!(code == 1 && said.contains(&why), "{said}");
    // A receipt without the shell line is compared by the hash.
    let without = text.replace("fair1/bind", "fair1");
    honest.write("without.eml", &without);
    honest.write("lie.eml", without.replace(promised, &other));
    assert_eq!(says(&honest, &["without.eml"]).0, 0);
    let (code, said) = says(&honest, &["lie.eml"]);
    assert!(
        code == 1 && said.contains("has other orders of the seat"),
        "{said}"
    );
}
