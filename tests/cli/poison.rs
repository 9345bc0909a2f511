//! Mails that must not stop a game: characters that no file may hold, copies, and failures of the handling.

use super::{
    bench::{Bench, GAME, Said, said},
    letters::{first_orders, left, mail, read, with_file},
};
use chronojudge::dice::field::sha256;
use std::fs;

/// Characters that advertising mails hide in their words, and that no file of a game may hold.
const HIDDEN: [char; 8] = [
    '\u{ad}', '\u{180e}', '\u{200b}', '\u{200e}', '\u{2060}', '\u{feff}', '\u{fff9}', '\u{206a}',
];

fn maildir(bench: &Bench) {
    for folder in ["tmp", "new", "cur"] {
        fs::create_dir_all(bench.dir().join("box").join(folder)).unwrap();
    }
}

#[test]
fn hidden_characters_anywhere_in_a_mail_stop_nothing() {
    let bench = Bench::started();
    maildir(&bench);
    let body = |c: char| {
        format!(
            "--b\nContent-Type: ima{c}ge/pn{c}g; name=\"a{c}.png\"\n\nx\n\
             --b\nContent-Type: text/plain; charset=utf-8\n\nBuy {c}now\n\
             --b\nContent-Type: application/yaml; name=\"orders{c}.yaml\"\n\ngame: gem{c}\n--b--\n"
        )
    };
    for (n, c) in HIDDEN.into_iter().enumerate() {
        let head = format!(
            "Subject: Big{c} sale\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b"
        );
        for (seat, number) in [("stranger", 2 * n), ("roo", 2 * n + 1)] {
            let text = mail(seat, &head, &body(c));
            bench.write(&format!("box/new/{number:02}"), text);
        }
        let bounce = mail(
            "mailer-daemon",
            &format!("Auto-Submitted: auto-replied\nSubject: failed{c}"),
            &format!(
                "Action: failed\nDiagnostic-Code: smtp; 550 no{c} such\nOriginal: <gem.s1.roo.report.1@localhost>\n"
            ),
        );
        bench.write(&format!("box/new/{:02}", 50 + n), bounce);
    }
    let last = with_file(
        "zytal",
        "x",
        "z.yaml",
        &first_orders("zytal", "behind it all"),
    );
    bench.write("box/new/99", last);
    let said = bench.ok(&["receive", GAME, "--maildir", "box"]);
    assert!(said.err.contains("25 mails taken."), "{}", said.all());
    assert!(!said.out.contains("set aside"), "{}", said.all());
    let filed = bench.read("gem/orders/0001/zytal.yaml");
    assert!(filed.contains("behind it all"), "{filed}");
}

#[test]
fn a_mail_that_fails_is_set_aside_and_the_gm_is_told() {
    let bench = Bench::started();
    maildir(&bench);
    // The game's own address is so long that it becomes invalid with one seat's name: an example of an unforeseen
    // failure.
    let settings = bench.read("gem/mail.yaml");
    let local = "o".repeat(64 - "+gem.zytal".len());
    let long = format!("{settings}inbox: {{address: {local}@localhost}}\n");
    bench.write("gem/mail.yaml", long);
    let failing = with_file(
        "buralti",
        "Re: [gem] Turn 1",
        "r.yaml",
        &first_orders("buralti", "lost?"),
    );
    bench.write("box/new/1", &failing);
    bench.write(
        "box/new/2",
        with_file("zytal", "x", "z.yaml", &first_orders("zytal", "next")),
    );
    let said = bench.run(&["receive", GAME, "--maildir", "box"]);
    assert!(
        said.out
            .contains("buralti@example.org: set aside in inbox/aside:"),
        "{}",
        said.all()
    );
    assert!(said.err.contains("2 mails taken."), "{}", said.all());
    assert!(
        said.out.contains("ACCEPTED zytal@example.org"),
        "{}",
        said.all()
    );
    assert!(bench.read("gem/orders/0001/zytal.yaml").contains("next"));
    // The mail had no effect, and is kept to the byte.
    assert!(!bench.root().join("orders/0001/buralti.yaml").exists());
    let aside = fs::read_dir(bench.root().join("inbox/aside")).unwrap();
    let mut names: Vec<String> = aside
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    assert_eq!(
        bench.read(&format!("gem/inbox/aside/{}", names[0])),
        failing
    );
    let reason = bench.read(&format!("gem/inbox/aside/{}", names[1]));
    assert!(reason.contains("from: buralti@example.org"), "{reason}");
    // `status` shows the GM which mail it was, and why.
    let status = bench.ok(&["status", GAME]);
    let line = "Set aside: 1 mail that could not be handled, in inbox/aside";
    assert!(status.out.contains(line), "{}", status.all());
    bench.ok(&["send", GAME]);
    let told: Vec<_> = left(&bench)
        .into_iter()
        .filter(|name| name.contains(".gm.aside."))
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    let letter = read(&bench, &told[0]);
    assert_eq!(letter.field("Subject"), "[gem] A mail was set aside");
    assert!(letter.all.contains(&names[0]), "{}", letter.all);
    // The same mail is accepted as new once the address is right.
    bench.write("gem/mail.yaml", settings);
    bench.write("mail.eml", &failing);
    let said = bench.ok(&["receive", GAME, "--mail", "mail.eml"]);
    assert!(said.out.contains("ACCEPTED"), "{}", said.all());
    assert!(bench.read("gem/orders/0001/buralti.yaml").contains("lost?"));
    let status = bench.ok(&["status", GAME]);
    assert!(!status.out.contains("Set aside"), "{}", status.all());
}

/// A failing template is no reason to set a mail aside: its orders count, and its receipt is a plain one.
#[test]
fn a_receipt_whose_template_fails_is_a_plain_one() {
    let bench = Bench::started();
    bench.write(
        "gem/templates/receipt.txt.j2",
        "{{ receipt.nothing.at.all }}",
    );
    let orders = first_orders("roo", "not lost");
    bench.write("mail.eml", with_file("roo", "x", "r.yaml", &orders));
    let said = bench.ok(&["receive", GAME, "--mail", "mail.eml"]);
    assert!(said.out.contains("ACCEPTED"), "{}", said.all());
    bench.ok(&["send", GAME]);
    let names = left(&bench).into_iter();
    let answers: Vec<_> = names
        .filter(|name| name.contains(".roo.receipt."))
        .collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let answer = read(&bench, &answers[0]);
    assert!(
        answer.all.contains("Your orders on file now:"),
        "{}",
        answer.all
    );
    assert!(answer.all.contains("not lost"), "{}", answer.all);
}

#[test]
fn a_copy_with_other_headers_does_not_shadow_the_genuine_mail() {
    let bench = Bench::started();
    let genuine = with_file("zytal", "x", "z.yaml", &first_orders("zytal", "genuine"));
    let copies = [
        genuine.replace("multipart/mixed; boundary=b", "text/html"),
        genuine.replace("Subject:", "Precedence: bulk\nSubject:"),
        genuine.replace(
            "Subject:",
            "In-Reply-To: <gem.s1.zytal.report.1@localhost>\nSubject:",
        ),
        genuine.replace("Subject:", "Content-Transfer-Encoding: base64\nSubject:"),
    ];
    for copy in &copies {
        assert_ne!(copy, &genuine);
        bench.write("mail.eml", copy);
        bench.ok(&["receive", GAME, "--mail", "mail.eml"]);
    }
    bench.write("mail.eml", &genuine);
    let said = bench.ok(&["receive", GAME, "--mail", "mail.eml"]);
    assert!(said.out.contains("ACCEPTED"), "{}", said.all());
    assert!(bench.read("gem/orders/0001/zytal.yaml").contains("genuine"));
}

/// A copy with another verdict of the GM's own server is another mail: one that the server calls forged does not shadow
/// the genuine one, and neither does one without a verdict.
#[test]
fn a_forged_copy_does_not_shadow_the_genuine_mail() {
    for trust in ["address", "token"] {
        let bench = Bench::started();
        let players = bench.read("gem/players.yaml");
        bench.write(
            "gem/players.yaml",
            players.replace("trust: address", &format!("trust: {trust}")),
        );
        let settings = bench.read("gem/mail.yaml");
        let inbox = "inbox: {address: orders@localhost, authserv-id: mx.example.net}\n";
        bench.write("gem/mail.yaml", format!("{settings}{inbox}"));
        let mail = match trust {
            "address" => with_file("zytal", "x", "z.yaml", &first_orders("zytal", "genuine")),
            _ => mail("zytal", "Subject: Press to roo", "Genuine.\n"),
        };
        let said = |line: &str| {
            let line = format!("Authentication-Results: mx.example.net; {line}\nFrom: ");
            mail.replacen("From: ", &line, 1)
        };
        let take = |mail: &str| {
            bench.write("mail.eml", mail);
            bench.ok(&["receive", GAME, "--mail", "mail.eml"])
        };
        let forged = take(&said("dmarc=fail"));
        let taken = |said: &Said| said.out.contains("ACCEPTED") || said.out.contains(": press");
        assert!(!taken(&forged), "{trust}: {}", forged.all());
        let unknown = take(&mail);
        assert!(
            !unknown.out.contains("taken before"),
            "{trust}: {}",
            unknown.all()
        );
        let genuine = take(&said("dmarc=pass"));
        assert!(taken(&genuine), "{trust}: {}", genuine.all());
        // The genuine mail is accepted once, whichever servers it comes through.
        let again = take(&said("dmarc=pass (p=none); spf=pass"));
        assert!(
            again.out.contains("taken before"),
            "{trust}: {}",
            again.all()
        );
    }
}

/// If a file is damaged that only one player's mail is compared with, that mail is set aside, and the game goes on.
#[test]
fn a_mail_that_cannot_be_checked_is_set_aside_if_the_game_is_in_order() {
    let bench = Bench::started();
    maildir(&bench);
    bench.write("gem/turns/0001/sittings/0002/order-roo.yaml", "[");
    let of = |seat: &str| with_file(seat, "x", "o.yaml", &first_orders(seat, "in order"));
    bench.write("box/new/1", of("roo"));
    bench.write("box/new/2", of("zytal"));
    let said = bench.ok(&["receive", GAME, "--maildir", "box"]);
    assert!(
        said.out.contains("roo@example.org: set aside"),
        "{}",
        said.all()
    );
    assert!(
        said.out.contains("ACCEPTED zytal@example.org"),
        "{}",
        said.all()
    );
    let bench = Bench::started();
    maildir(&bench);
    // If a file is damaged that the whole game builds on, all mails wait.
    bench.write("gem/turns/0001/sittings/0002/order-roo.yaml", "[");
    let view = bench.read("gem/turns/0001/views/zytal.json");
    bench.write("box/new/1", of("roo"));
    bench.write("gem/turns/0001/views/zytal.json", view + " ");
    let said = bench.run(&["receive", GAME, "--maildir", "box"]);
    assert_ne!(said.code, 0, "{}", said.all());
    assert!(bench.dir().join("box/new/1").exists());
}

/// A single kill is not blamed on the mail that the run was handling, so that mail is tried again; after the second
/// death in a row it is set aside.
#[test]
fn a_mail_that_killed_two_runs_is_set_aside() {
    let mail = with_file("zytal", "x", "z.yaml", &first_orders("zytal", "mine"));
    let name = &sha256(mail.as_bytes()).to_string()[..20];
    let taken = |lock: &str| {
        let bench = Bench::started();
        bench.write("mail.eml", &mail);
        bench.write("gem/game.lock", lock);
        let said = bench.ok(&["receive", GAME, "--mail", "mail.eml"]);
        assert_eq!(bench.read("gem/game.lock"), "", "{lock}");
        said.out
    };
    let owner = "pid: 999999\nhost: x\nsince: 2026-11-23T00:00:00Z\n";
    for lock in [
        format!("{owner}mail: {name} read\n"),
        format!("{owner}mail: {name}\n"),
        format!("died: 1 {name} read\n"),
        // The deaths were not in a row, or not at a mail.
        format!("{owner}mail: {name} read\ndied: 1 00112233445566778899 read\n"),
        format!("{owner}died: 1 {name} read\n"),
    ] {
        let said = taken(&lock);
        assert!(said.contains("ACCEPTED"), "{lock}: {said}");
    }
    for (lock, from, why) in [
        (
            format!("{owner}mail: {name} read\ndied: 1 {name} read\n"),
            "zytal@example.org",
            "2 runs in a row ended while they handled it",
        ),
        (
            format!("{owner}mail: {name} read slow\n"),
            "zytal@example.org",
            "handling it took too long, and the run was ended",
        ),
        // The run died while it parsed the mail, so parsing is not tried again.
        (
            format!("{owner}mail: {name}\ndied: 1 {name}\n"),
            "an address that cannot be told",
            "2 runs in a row ended while they handled it",
        ),
    ] {
        let said = taken(&lock);
        let wanted = format!("{from}: set aside in inbox/aside: {why}\n");
        assert_eq!(said, wanted, "{lock}");
    }
    // Another command in between keeps the count.
    let bench = Bench::started();
    bench.write("gem/game.lock", format!("{owner}mail: {name} read slow\n"));
    bench.ok(&["token", GAME, "roo", "--new"]);
    assert_eq!(
        bench.read("gem/game.lock"),
        format!("died: 1 {name} read slow\n")
    );
}

/// A mail that ends the program, or on which it hangs, stays first in line only until that is noticed.
#[cfg(debug_assertions)]
#[test]
fn a_mail_that_kills_or_hangs_the_program_stops_no_game() {
    for (fault, why) in [
        ("abort bomb", "2 runs in a row ended while they handled it"),
        (
            "hang bomb",
            "handling it took too long, and the run was ended",
        ),
    ] {
        for ticks in [true, false] {
            let bench = Bench::started();
            maildir(&bench);
            let settings = bench.read("gem/mail.yaml");
            let inbox = "inbox: {maildir: ../box}\n";
            bench.write("gem/mail.yaml", format!("{settings}{inbox}"));
            for (n, subject) in [(1, "bomb"), (2, "harmless")] {
                let seat = ["roo", "zytal"][n - 1];
                let text = with_file(seat, subject, "o.yaml", &first_orders(seat, subject));
                let path = format!("box/new/{n}");
                bench.write(&path, text);
                let file = fs::File::options().write(true).open(bench.dir().join(path));
                let second = std::time::Duration::from_secs(1_000_000_000 + n as u64);
                file.unwrap()
                    .set_modified(std::time::UNIX_EPOCH + second)
                    .unwrap();
            }
            let run = |args: &[&str]| {
                let mut command = bench.command(args);
                command.env("CHRONOJUDGE_FAULT_IN_MAIL", fault);
                command.env("CHRONOJUDGE_MAIL_MS", "6000");
                said(&command.output().unwrap())
            };
            if ticks {
                // The supervising process notices it within one tick.
                let tick = run(&["tick", GAME]);
                assert_eq!(tick.code, 0, "{fault}: {}", tick.all());
                for words in ["gem: 2 received\n", "gem: 1 of them set aside"] {
                    assert!(tick.err.contains(words), "{fault}: {}", tick.all());
                }
            } else {
                let deaths = if fault.starts_with("abort") { 2 } else { 1 };
                for _ in 0..deaths {
                    let died = run(&["receive", GAME]);
                    assert!([-1, 75].contains(&died.code), "{fault}: {}", died.all());
                }
                let last = run(&["receive", GAME]);
                assert_eq!(last.code, 0, "{fault}: {}", last.all());
                let aside = format!("roo@example.org: set aside in inbox/aside: {why}\n");
                assert!(last.out.contains(&aside), "{fault}: {}", last.all());
                assert!(
                    last.out.contains("ACCEPTED zytal"),
                    "{fault}: {}",
                    last.all()
                );
            }
            assert!(
                bench
                    .read("gem/orders/0001/zytal.yaml")
                    .contains("harmless")
            );
            assert!(!bench.root().join("orders/0001/roo.yaml").exists());
            let notice = left(&bench)
                .into_iter()
                .find(|mail| mail.contains(".gm.aside."));
            let notice = read(&bench, &notice.expect("a mail to the GM"));
            assert!(notice.all.contains("Subject: bomb"), "{}", notice.all);
            assert_eq!(bench.read("gem/game.lock"), "");
        }
    }
}
