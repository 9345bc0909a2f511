//! Forgeries of signatures: of those of players on their orders, which are opened at the end, and of those of the GM on
//! receipts, which lie in the players' mailboxes.

use super::{Comes::*, Forger, NOT_OPENED, all_fail, public::Public, scratch, text};
use crate::cli::{
    bench::{Bench, GAME, MASTER, TWO},
    letters::{answered, signed_file, with_file},
    signed::{attachment, nothing, over, revised, standing_orders, turn},
};
use chronojudge::{
    audit::people,
    dice::{Key, Master, Name, What, bind_hash, bind_salt, field::sha256},
    ssh::{LOG, ORDERS, RECEIPT, Signer},
};
use std::fs;

const TRACELESS: &str = "a player's signature on their orders, removed with every trace of it";

fn signer(seed: u8) -> Signer {
    Signer::from_seed(&[seed; 32])
}

/// Returns a finished game for two whose red signs orders, twice in the first turn, and standing orders twice; the last
/// orders are not signed.
fn signed_game() -> Public {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&["--option", "youth=true"]);
    let key = signer(7).public();
    for (seat, more) in [("red", &["--key", &key][..]), ("blue", &[])] {
        let address = format!("{seat}@example.org");
        let args = ["seat", GAME, seat, "--name", seat, "--address", &address];
        bench.ok(&[&args, more].concat());
    }
    bench.ok(&["start", GAME]);
    let standing = |revision| {
        let file = standing_orders("red", revision, "");
        bench.write("s.yaml.sig", signer(7).sign(ORDERS, file.as_bytes()));
        bench.write("s.yaml", file);
        bench.ok(&["receive", GAME, "--standing", "s.yaml"]);
    };
    standing(1);
    while !over(&bench) {
        let turn = turn(&bench);
        let send = |file: String| {
            let signature = signer(7).sign(ORDERS, file.as_bytes());
            let answer = answered(&bench, signed_file("red", "mine", &file, &signature));
            assert!(
                answer.field("Subject").ends_with("ACCEPTED"),
                "{}",
                answer.all
            );
        };
        if turn == 1 {
            send(revised("red", turn, "", 1));
            bench.ok(&["adjudicate", GAME, "--now", "a sitting more"]);
            standing(2);
            send(revised("red", turn, "second thoughts", 2));
        } else if turn == 2 {
            send(revised("red", turn, "", 1));
        } else {
            bench.write("red.yaml", nothing("red", turn, ""));
            bench.ok(&["receive", GAME, "red.yaml"]);
        }
        bench.write("blue.yaml", nothing("blue", turn, ""));
        bench.ok(&["receive", GAME, "blue.yaml"]);
        bench.ok(&["adjudicate", GAME]);
    }
    bench.ok(&["reveal", GAME]);
    Public::read(&bench.root().join("public"))
}

/// The order files of the first sitting of turn 1, and of turn 2.
const ORDER: [&str; 2] = ["opened/0002/order-red.yaml", "opened/0004/order-red.yaml"];
const SIGNATURE: [&str; 2] = [
    "opened/0002/signature-red.sig",
    "opened/0004/signature-red.sig",
];
/// The order file of the second sitting of turn 1.
const SECOND: &str = "opened/0003/order-red.yaml";

/// Returns the index of the lock of a sitting among the records.
fn lock(public: &Public, sitting: u32) -> usize {
    let of = |r: &super::public::Record| {
        r.kind() == "lock" && r.get("sitting") == Some(&sitting.to_string())
    };
    public.records().iter().position(of).unwrap()
}

/// Makes the lock's hash of a file fit as well, which a forger can do once everything is open.
pub fn rebind(public: &mut Public, sitting: u32, what: &str) {
    let mut records = public.records();
    let secret = records.last().unwrap().get("hidden").unwrap();
    let secret = Key::from_hex(secret).unwrap();
    let bound: What = what.parse().unwrap();
    let file = sha256(&public.0[&format!("opened/{sitting:04}/{}", bound.file())]);
    let salt = bind_salt(&secret, &bound, sitting);
    let hash = bind_hash(&Name::new(GAME).unwrap(), &bound, sitting, &salt, &file);
    let (kind, seat) = what.rsplit_once('-').unwrap();
    records[lock(public, sitting)].set(&format!("{kind}.{seat}"), hash.to_string());
    public.relink(&records);
    public.refit();
}

#[test]
fn a_players_signature_cannot_be_forged() {
    let mut forger = Forger::new(signed_game(), true);
    let real = forger.real.clone();
    let own = real.text(ORDER[0]).to_owned();
    let seated = real
        .records()
        .iter()
        .position(|r| r.kind() == "seated")
        .unwrap();

    // Another signature, with every hash made to fit.
    for (what, signature, why) in [
        (
            "exchanged for that of another sitting",
            real.text(SIGNATURE[1]).to_owned(),
            "it is not of `opened/0002/order-red.yaml`",
        ),
        ("garbage", "no signature\n".to_owned(), "it is no signature"),
        ("emptied", String::new(), "it is no signature"),
        (
            "made with another key",
            signer(8).sign(ORDERS, own.as_bytes()),
            "it was made with another key than the player's",
        ),
        (
            "made for something else",
            signer(7).sign(LOG, own.as_bytes()),
            "it was not made for orders",
        ),
    ] {
        forger.forge(format!("a signature {what}"), People(why), |p| {
            p.set(SIGNATURE[0], signature);
            rebind(p, 2, "signature-red");
        });
    }
    forger.forge("two signatures swapped", People("it is not of"), |p| {
        for (n, path) in SIGNATURE.iter().enumerate() {
            p.set(path, real.text(SIGNATURE[1 - n]));
            rebind(p, [2, 4][n], "signature-red");
        }
    });
    forger.forge(
        "orders changed under their signature",
        People("it is not of"),
        |p| {
            p.set(ORDER[0], own.clone() + "# more\n");
            rebind(p, 2, "order-red");
        },
    );
    forger.forge(
        "signed orders of an earlier turn, once more",
        People("the player signed orders of red for turn 1 of gem"),
        |p| {
            p.set(ORDER[1], own.clone());
            p.set(SIGNATURE[1], real.text(SIGNATURE[0]));
            rebind(p, 4, "order-red");
            rebind(p, 4, "signature-red");
        },
    );

    // A player who helps the forger signs any text, and revisions show that it is not the one that they sent at the
    // time.
    let second = real.text(SECOND).to_owned();
    let signed = |p: &mut Public, sitting: u32, text: &str| {
        let signature = signer(7).sign(ORDERS, text.as_bytes());
        p.set(&format!("opened/{sitting:04}/order-red.yaml"), text);
        p.set(&format!("opened/{sitting:04}/signature-red.sig"), signature);
        rebind(p, sitting, "order-red");
        rebind(p, sitting, "signature-red");
    };
    let older = "revision 1 of the signed orders of red does not come after";
    forger.forge("an older revision", People(older), |p| {
        signed(p, 3, &second.replace("revision: 2", "revision: 1"));
    });
    forger.forge("two revisions of a turn swapped", People(older), |p| {
        signed(p, 2, &second);
        signed(p, 3, &own);
    });
    forger.forge("no revision", People("has no `revision`"), |p| {
        signed(p, 2, &own.replace("revision: 1\n", ""));
    });

    // Standing orders hold in every turn, so their numbers increase over the whole game.
    let standing = |n: u32| format!("opened/{n:04}/standing-red.yaml");
    let signed_as = |p: &mut Public, sitting: u32, text: &str| {
        let signature = signer(7).sign(ORDERS, text.as_bytes());
        p.set(&standing(sitting), text);
        let path = format!("opened/{sitting:04}/signed-standing-red.sig");
        p.set(&path, signature);
        rebind(p, sitting, "standing-red");
        rebind(p, sitting, "signed-standing-red");
    };
    let first = real.text(&standing(2)).to_owned();
    for (what, sitting, text, why) in [
        (
            "older standing orders in a later turn",
            4,
            first.clone() + "# others\n",
            "revision 1 of the signed standing orders of red does not come after",
        ),
        (
            "standing orders without a revision",
            2,
            first.replace("revision: 1\n", ""),
            "`opened/0002/standing-red.yaml` has no `revision`",
        ),
        (
            "standing orders of another game",
            2,
            first.replace("game: gem", "game: hem"),
            "the player signed standing orders of red for hem",
        ),
        (
            "standing orders of another seat",
            2,
            first.replace("seat: red", "seat: blue"),
            "the player signed standing orders of blue for gem",
        ),
    ] {
        forger.forge(what, People(why), |p| signed_as(p, sitting, &text));
    }
    let why = "it is not of `opened/0002/standing-red.yaml`";
    forger.forge("other standing orders", People(why), |p| {
        p.set(&standing(2), first.clone() + "# more\n");
        rebind(p, 2, "standing-red");
    });
    let order = Refused("order and keys", "sitting 2: lock");
    forger.forge("a signature of no standing orders", order, |p| {
        let (n, mut records) = (lock(p, 2), p.records());
        records[n].set("standing.red", "none");
        p.relink(&records);
    });
    for (what, key, why) in [
        ("another key", Some(signer(8).public()), "another key than"),
        ("no key", Some("ssh-ed25519 x".to_owned()), "cannot be used"),
        ("the key left out", None, "the log has no key of the player"),
    ] {
        forger.forge(what, People(why), |p| {
            let mut records = p.records();
            match key {
                Some(key) => records[seated].set("key.red", key),
                None => records[seated].remove("key.red"),
            }
            p.relink(&records);
        });
    }

    // Hashes that do not fit.
    let (files, opened) = (Refused("files (", ""), Refused("opened files", "opened "));
    let other = real.text(SIGNATURE[1]).to_owned();
    forger.forge("another file", files, |p| p.set(SIGNATURE[0], &*other));
    forger.forge("the file removed", files, |p| {
        drop(p.0.remove(SIGNATURE[0]));
    });
    forger.forge("another file, refitted", opened, |p| {
        p.set(SIGNATURE[0], &*other);
        p.refit();
    });
    forger.forge("another hash in the lock", opened, |p| {
        let (n, mut records) = (lock(p, 2), p.records());
        records[n].set("signature.red", "7".repeat(64));
        p.relink(&records);
    });
    forger.forge("the hashes of two sittings swapped", opened, |p| {
        let (a, b, mut records) = (lock(p, 2), lock(p, 4), p.records());
        let (one, two) = (
            records[a].get("signature.red").unwrap().to_owned(),
            records[b].get("signature.red").unwrap().to_owned(),
        );
        records[a].set("signature.red", two);
        records[b].set("signature.red", one);
        p.relink(&records);
    });
    forger.forge("not bound by the lock", opened, |p| {
        let (n, mut records) = (lock(p, 2), p.records());
        records[n].remove("signature.red");
        p.relink(&records);
    });
    let order = Refused("order and keys", "sitting 2: lock");
    forger.forge("a signature of no orders", order, |p| {
        let (n, mut records) = (lock(p, 2), p.records());
        records[n].set("order.red", "none");
        p.relink(&records);
    });
    let order = Refused("order and keys", "");
    forger.forge("a signature that is no hash", order, |p| {
        let (n, mut records) = (lock(p, 2), p.records());
        records[n].set("signature.red", "none");
        p.relink(&records);
    });

    // Files that are not opened.
    let unopened = |p: &mut Public| {
        p.0.remove(SIGNATURE[0]);
        let mut records = p.records();
        let last = records.last_mut().unwrap();
        last.remove(&format!("file.{}", SIGNATURE[0]));
        p.relink(&records);
    };
    forger.forge("bound, and not opened", People(NOT_OPENED), unopened);
    forger.forge("removed with every trace", Head(TRACELESS), |p| {
        unopened(p);
        let (n, mut records) = (lock(p, 2), p.records());
        records[n].remove("signature.red");
        p.relink(&records);
    });
    all_fail("signed orders", &forger, (0, 0));

    // The count goes down, and the sittings without a signature are named.
    let folder = scratch();
    let less = &forger.done.last().unwrap().public;
    for (n, (public, count, of)) in [(&real, 7, "sitting 5"), (less, 6, "sitting 2, 5")]
        .into_iter()
        .enumerate()
    {
        let place = folder.path().join(n.to_string());
        public.write(&place, None);
        let said = text(&people(&place, &[], None));
        let counted = format!("ok         orders signed by their players ({count} of 11)\n");
        assert!(said.contains(&counted) && said.contains(of), "{said}");
    }
}

/// A receipt in a mailbox.
#[derive(Clone)]
struct Kept {
    id: String,
    text: String,
    signature: String,
}

impl Kept {
    /// Returns the mail, assembled from its parts.
    fn mail(&self) -> Vec<u8> {
        let part = |bytes: &str| {
            format!(
                "--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=x\n\n{bytes}\n"
            )
        };
        let parts = [&self.text, &self.signature]
            .map(|text| part(text))
            .concat();
        format!(
            "Message-ID: {}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n",
            self.id
        )
        .into_bytes()
    }
}

/// Sends orders and returns the receipt, both taken apart and as it is.
fn receipt(bench: &Bench, seat: &str, word: &str) -> (Kept, Vec<u8>) {
    let file = nothing(seat, turn(bench), word);
    let answer = answered(bench, with_file(seat, word, "x.yaml", &file));
    let eml = fs::read(bench.root().join(format!("mail/{}.eml", answer.name))).unwrap();
    let number = answer.name.rsplit('.').next().unwrap();
    let name = format!("gem.{seat}.receipt-{number}.txt");
    let of = |name: &str| String::from_utf8(attachment(&answer, &eml, name)).unwrap();
    let kept = Kept {
        id: answer.field("Message-ID").to_owned(),
        text: of(&name),
        signature: of(&format!("{name}.sig")),
    };
    (kept, eml)
}

/// Returns the lines of the audit about these receipts.
fn says(bench: &Bench, mails: &[(&str, Vec<u8>)]) -> String {
    let mails: Vec<_> = mails
        .iter()
        .map(|(name, bytes)| ((*name).to_owned(), bytes.clone()))
        .collect();
    let said = text(&people(&bench.root().join("public"), &mails, None));
    let lines = said.lines().filter(|line| line.contains("receipt in "));
    lines.map(|line| format!("{line}\n")).collect()
}

fn signed_log() -> Bench {
    let bench = Bench::empty_in_memory();
    bench.ready_for_two(&["--sign-log", "--option", "youth=true"]);
    bench.ok(&["start", GAME]);
    bench
}

#[test]
fn a_replayed_receipt_is_refused() {
    let bench = signed_log();
    let (first, _) = receipt(&bench, "red", "first thoughts");
    let (red, red_eml) = receipt(&bench, "red", "second thoughts");
    let (blue, _) = receipt(&bench, "blue", "mine");
    bench.ok(&["adjudicate", GAME]);
    let (later, _) = receipt(&bench, "red", "a turn later");
    let one = |kept: &Kept| says(&bench, &[("r.eml", kept.mail())]);
    let good =
        "ok         receipt in r.eml: the orders of red for sitting 2, 2026-11-24 12:00 UTC\n";
    assert_eq!(one(&red), good);
    assert_eq!(says(&bench, &[("r.eml", red_eml)]), good);
    assert!(one(&later).contains("that sitting is not locked yet"));

    // Every line is changed, left out, doubled, and swapped: the GM did not sign the result.
    let lines: Vec<&str> = red.text.lines().collect();
    let mut edited = 0;
    for n in 0..lines.len() {
        let line = lines[n];
        let last = if line.ends_with('1') { '2' } else { '1' };
        let changed = format!("{}{last}", &line[..line.len() - 1]);
        let with = |at: &[&str]| {
            let all = [&lines[..n], at, &lines[n + 1..]].concat();
            all.iter().map(|line| format!("{line}\n")).collect()
        };
        let mut swapped = lines.clone();
        swapped.swap(n, (n + 1) % lines.len());
        let swapped = swapped.iter().map(|line| format!("{line}\n")).collect();
        for text in [with(&[&changed]), with(&[]), with(&[line, line]), swapped] {
            let forged = Kept {
                text,
                ..red.clone()
            };
            // Without its first line the text is not a receipt.
            let why = if forged.text.starts_with("receipt: ") {
                "FAILED     receipt in r.eml: it was edited: the GM's signature does not fit it\n"
            } else {
                "NOT SHOWN  receipt in r.eml (it has no text that could be signed: the attachments of the mail are gone)\n"
            };
            assert_eq!(one(&forged), why, "{}", forged.text);
            edited += 1;
        }
    }
    assert!(edited > 40);
    // Line ends that change in transit are not a forgery.
    let dos = String::from_utf8(red.mail()).unwrap().replace('\n', "\r\n");
    assert_eq!(says(&bench, &[("r.eml", dos.into_bytes())]), good);

    // The signed text of one mail is shown in another mail's place.
    for (what, of, why) in [
        ("another seat's", &blue, "a receipt of blue for sitting 2"),
        (
            "another sitting's",
            &later,
            "a receipt of red for sitting 3",
        ),
        ("an earlier one", &first, "a receipt of red for sitting 2"),
    ] {
        let forged = Kept {
            id: red.id.clone(),
            ..of.clone()
        };
        let line = format!(
            "FAILED     receipt in r.eml: it was taken from another mail, {}: {why}\n",
            of.id
        );
        assert_eq!(one(&forged), line, "{what}");
        let forged = Kept {
            signature: of.signature.clone(),
            ..red.clone()
        };
        assert!(one(&forged).contains("it was edited"), "{what}");
    }

    // Other signatures, and none.
    let gm = Master::from_hex(MASTER)
        .unwrap()
        .log_key(&Name::new(GAME).unwrap());
    let gm = Signer::from_seed(gm.as_bytes());
    let text = red.text.as_bytes();
    for (signature, why) in [
        (
            signer(8).sign(RECEIPT, text),
            "FAILED     receipt in r.eml: it was signed with another key than the GM's\n",
        ),
        (
            gm.sign(LOG, text),
            "FAILED     receipt in r.eml: its signature was not made for a receipt\n",
        ),
        (
            red.signature.replace("U1NIU0lH", "AAAAAAAA"),
            "FAILED     receipt in r.eml: its attached signature is not a signature\n",
        ),
        (
            String::new(),
            "FAILED     receipt in r.eml: it is not signed, and in this game all receipts are\n",
        ),
    ] {
        let forged = Kept {
            signature,
            ..red.clone()
        };
        assert_eq!(one(&forged), why);
    }
    // The same game of another GM, and another game of this one.
    let words = red.text.replace("game: gem", "game: gem-2");
    let forged = Kept {
        signature: gm.sign(RECEIPT, words.as_bytes()),
        text: words,
        ..red.clone()
    };
    assert!(one(&forged).contains("it is a receipt of the game gem-2"));

    let head = red.text.lines().find(|line| line.starts_with("head: "));
    let words = red
        .text
        .replace(head.unwrap(), &format!("head: {}", "7".repeat(64)));
    let forged = Kept {
        signature: gm.sign(RECEIPT, words.as_bytes()),
        text: words,
        ..red.clone()
    };
    assert!(one(&forged).contains("the GM has signed it with another log than this one"));

    // A receipt that was replaced, alone and together with the one that replaced it.
    let alone = "FAILED     receipt in r.eml: the orders of red for sitting 2, 2026-11-24 12:00 UTC: \
        log/000006-lock.yaml has other orders of the seat: if you have sent others since, compare their receipt too\n";
    assert_eq!(one(&first), alone);
    let both = says(&bench, &[("a.eml", first.mail()), ("b.eml", red.mail())]);
    assert!(
        both.contains("; replaced by the one in b.eml\n") && !both.contains("FAILED"),
        "{both}"
    );
    // An earlier receipt does not replace a later one.
    let never = says(&bench, &[("a.eml", later.mail()), ("b.eml", first.mail())]);
    assert!(never.contains("FAILED     receipt in b.eml"), "{never}");
}

/// A signed receipt binds the GM.
#[test]
fn a_broken_promise_is_shown() {
    // The GM drops the orders.
    let bench = signed_log();
    let (red, _) = receipt(&bench, "red", "mine");
    let before = bench.tree();
    fs::remove_file(bench.root().join("orders/0001/red.yaml")).unwrap();
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "it is late"]);
    let said = says(&bench, &[("r.eml", red.mail())]);
    assert!(
        said.contains("FAILED") && said.contains("log/000007-lock.yaml has no orders of the seat"),
        "{said}"
    );

    // The GM sets other orders, in public.
    let bench = Bench::in_memory(&before);
    bench.write("told.yaml", nothing("red", 1, "by telephone"));
    bench.ok(&["orders", GAME, "told.yaml", "--reason", "he rang me up"]);
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "it is late"]);
    let said = says(&bench, &[("r.eml", red.mail())]);
    assert!(
        said.contains("has other orders of the seat")
            && said.contains("; the GM set orders in log/000006-note.yaml"),
        "{said}"
    );

    // The GM signs a hash that is not that of the signed file: it fits the lock, and is detected at the end.
    let bench = Bench::in_memory(&before);
    // The file is not filed by `receive`, which would publish that red's own file is replaced.
    bench.write("gem/orders/0001/red.yaml", nothing("red", 1, ""));
    while !over(&bench) {
        for seat in TWO {
            bench.write("x.yaml", nothing(seat, turn(&bench), ""));
            bench.ok(&["receive", GAME, "x.yaml"]);
        }
        bench.ok(&["adjudicate", GAME]);
    }
    let lock = bench.read("gem/public/log/000006-lock.yaml");
    let bound = lock
        .lines()
        .find_map(|line| line.strip_prefix("order.red: "))
        .unwrap();
    let text: String = red
        .text
        .lines()
        .map(|line| match line.strip_prefix("bound: ") {
            Some(_) => format!("bound: {bound}\n"),
            None => format!("{line}\n"),
        })
        .collect();
    let gm = Master::from_hex(MASTER)
        .unwrap()
        .log_key(&Name::new(GAME).unwrap());
    let lie = Kept {
        signature: Signer::from_seed(gm.as_bytes()).sign(RECEIPT, text.as_bytes()),
        text,
        ..red
    };
    let said = says(&bench, &[("r.eml", lie.mail())]);
    assert!(said.starts_with("ok "), "{said}");
    bench.ok(&["reveal", GAME]);
    let said = says(&bench, &[("r.eml", lie.mail())]);
    assert!(
        said.contains("FAILED") && said.contains("is not that of the file that was signed"),
        "{said}"
    );
}
