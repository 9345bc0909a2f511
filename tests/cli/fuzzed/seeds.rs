//! Mails of all the kinds that a game receives.

use crate::cli::{
    bench::{Bench, GAME, SEATS},
    letters::{Answer, first_orders, left, mail, read, token_of, with_file, with_token},
    tree::Tree,
};
use std::{fs, path::Path};

/// Returns a game that carries letters, and has just been started.
pub fn game() -> Tree {
    let bench = Bench::empty_in_memory();
    bench.new_game(&["--press", "white,grey"]);
    bench.seat(&SEATS);
    bench.open_all();
    bench.ok(&["start", GAME]);
    bench.ok(&["send", GAME]);
    bench.tree()
}

/// Returns the bounce of a mail of the game, as a server sends it.
fn bounce(action: &str, status: &str, id: &str) -> String {
    mail(
        "mailer-daemon",
        "Subject: Undelivered\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        &format!(
            "--b\n\nIt could not be delivered.\n--b\nContent-Type: message/delivery-status\n\n\
             Reporting-MTA: dns; localhost\n\nFinal-Recipient: rfc822; roo@example.org\nAction: {action}\n\
             Status: {status}\nDiagnostic-Code: smtp; no such user\n\n--b\nContent-Type: message/rfc822\n\n\
             Message-ID: {id}\nSubject: Turn 1\n\n--b--\n"
        ),
    )
}

/// Returns the mails to begin with.
pub fn mails(bench: &Bench) -> Vec<Vec<u8>> {
    let mut mails: Vec<String> = vec![];
    for seat in SEATS {
        let orders = first_orders(seat, "a seed");
        let token = token_of(bench, seat);
        mails.push(with_file(seat, "orders", "o.yaml", &orders));
        mails.push(with_file(
            seat,
            "orders",
            "o.yaml",
            &with_token(&orders, &token),
        ));
        mails.push(mail(
            seat,
            "Subject: orders\nContent-Type: text/plain; charset=utf-8",
            &orders,
        ));
        let fenced = format!("Hello,\n\n~~~\n{orders}~~~\n-- \n{seat}\n");
        mails.push(mail(seat, "Subject: Re: [gem] Turn 1", &fenced));
        let quoted = orders.replace('=', "=3D").replace("moves", "mo=\nves");
        let head = "Subject: =?utf-8?Q?Bef=C3=A4hle?=\nMIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable";
        mails.push(mail(seat, head, &quoted));
    }
    let own: Vec<Answer> = left(bench).iter().map(|name| read(bench, name)).collect();
    let report = own.iter().find(|mail| mail.name.contains(".roo.report."));
    let id = report.unwrap().field("Message-ID").to_owned();
    let orders = first_orders("roo", "a seed");
    let html = format!("<html><body><pre>{orders}</pre></body></html>");
    let special = [
        mail("roo", "Subject: x\nContent-Type: text/html", &html),
        mail(
            "roo",
            "Subject: Press to zytal, human",
            "Peace?\n-- \nRoo\n",
        ),
        mail("fiolli", "Subject: Press grey to all", "Who is it?\n"),
        mail(
            "zytal",
            "Subject: Away 2026-12-20 to 2027-01-05",
            "Skiing!\n",
        ),
        mail("human", "Subject: Hello", "When is the next turn?\n"),
        mail("stranger", "Subject: Big sale", "Buy now!\n"),
        mail(
            "veneb",
            "Subject: Re: orders\nAuto-Submitted: auto-replied",
            "I am away.\n",
        ),
        bounce("failed", "5.1.1", &id),
        bounce("delayed", "4.4.1", &id),
        mail(
            "buralti",
            "Subject: Fwd: orders\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b",
            &format!(
                "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\n\nSee below.\n\
                 --c\nContent-Type: text/html\n\n<p>See below.</p>\n--c--\n--b\nContent-Type: message/rfc822\n\n{}\n--b--\n",
                mail(
                    "buralti",
                    "Subject: orders",
                    &first_orders("buralti", "forwarded")
                )
            ),
        ),
    ];
    // Each of these is one of its kind.
    for mail in special {
        mails.extend([mail.clone(), mail.clone(), mail]);
    }
    let mut mails: Vec<Vec<u8>> = mails.into_iter().map(String::into_bytes).collect();
    // The game's own mails come back to it, too.
    let plain = |text: String| text.replace("\r\n", "\n").into_bytes();
    mails.extend(
        own.iter()
            .map(|mail| plain(fs::read_to_string(&mail.path).unwrap())),
    );
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/incoming");
    let mut corpus: Vec<_> = fs::read_dir(corpus)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    corpus.sort();
    mails.extend(corpus.into_iter().map(|path| fs::read(path).unwrap()));
    mails
}
