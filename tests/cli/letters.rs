//! Mails as players send them, and the answers.

use super::{
    bench::{Bench, GAME, Said, orders},
    mail::parts,
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// An answer, or another mail that has left the game.
#[derive(Debug)]
pub struct Answer {
    /// Its name, such as `gem.s1.zytal.receipt.1`.
    pub name: String,
    /// The header, unfolded.
    pub head: String,
    /// The whole mail, decoded.
    pub all: String,
    /// The file that the mail was read from.
    pub path: PathBuf,
}

impl Answer {
    /// Returns the whole mail with its header, both as it left and decoded.
    pub fn whole(&self) -> String {
        let raw = fs::read(&self.path).unwrap();
        format!("{}\n{}", String::from_utf8_lossy(&raw), self.all)
    }

    /// Returns the single value of a header field.
    #[track_caller]
    pub fn field(&self, name: &str) -> &str {
        let start = format!("{}: ", name.to_lowercase());
        let lines = self.head.lines();
        let mut found = lines.filter(|line| line.to_lowercase().starts_with(&start));
        let one = found
            .next()
            .unwrap_or_else(|| panic!("no {name} in {}", self.head));
        assert!(found.next().is_none(), "two {name} in {}", self.head);
        &one[start.len()..]
    }
}

/// Returns the names of the mails that have left.
pub fn left(bench: &Bench) -> BTreeSet<String> {
    let folder = fs::read_dir(bench.root().join("mail"));
    let names = folder.into_iter().flatten();
    names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

pub fn read(bench: &Bench, name: &str) -> Answer {
    read_at(&bench.root().join("mail").join(name))
}

/// Reads a mail from a file.
pub fn read_at(path: &Path) -> Answer {
    let bytes = fs::read(path).unwrap();
    let raw = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    let (head, _) = raw.split_once("\n\n").unwrap();
    let decoded: Vec<String> = parts(&bytes)
        .iter()
        .map(|part| String::from_utf8_lossy(part).into_owned())
        .collect();
    let name = path.file_name().unwrap().to_str().unwrap();
    Answer {
        name: name.trim_end_matches(".eml").to_owned(),
        head: head.replace("\n ", " ").replace("\n\t", " "),
        all: decoded.join("\n"),
        path: path.to_owned(),
    }
}

/// Pipes mails into the program one after another, and returns the answers.
#[track_caller]
pub fn pipe(bench: &Bench, mail: impl AsRef<[u8]>) -> (Said, Vec<Answer>) {
    let before = left(bench);
    bench.write("mail.eml", mail);
    let said = bench.ok(&["receive", GAME, "--mail", "mail.eml"]);
    let new = &left(bench) - &before;
    (said, new.iter().map(|name| read(bench, name)).collect())
}

/// Pipes in a mail that gets exactly one answer, and returns that answer.
#[track_caller]
pub fn answered(bench: &Bench, mail: impl AsRef<[u8]>) -> Answer {
    let (said, mut answers) = pipe(bench, mail);
    assert_eq!(answers.len(), 1, "{}\n{answers:#?}", said.all());
    answers.remove(0)
}

/// Returns a mail of a seat's player, with more header lines and a body.
pub fn mail(seat: &str, head: &str, body: &str) -> String {
    let head = if head.is_empty() {
        String::new()
    } else {
        format!("{head}\n")
    };
    format!(
        "Message-ID: <{}@mua.example>\nFrom: Player {seat} <{seat}@example.org>\n\
         To: gm@localhost\nDate: Tue, 24 Nov 2026 12:00:00 +0000\n{head}\n{body}",
        id(&format!("{seat}{head}{body}"))
    )
}

/// Returns a word that differs for every text.
fn id(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// Returns a mail with one file.
pub fn with_file(seat: &str, subject: &str, name: &str, file: &str) -> String {
    let body = format!(
        "--b\nContent-Type: text/plain\n\nHere they are.\n--b\n\
         Content-Type: application/octet-stream\nContent-Disposition: attachment; filename=\"{name}\"\n\n{file}\n--b--\n"
    );
    let head =
        format!("Subject: {subject}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b");
    mail(seat, &head, &body)
}

/// Returns a mail with one file and the signature of the file.
pub fn signed_file(seat: &str, subject: &str, file: &str, signature: &str) -> String {
    let one = with_file(seat, subject, &format!("{seat}.yaml"), file);
    let more = format!(
        "--b\nContent-Type: application/octet-stream; name={seat}.yaml.sig\n\n{signature}\n--b--\n"
    );
    one.replace("--b--\n", &more)
}

/// Returns orders with a token, as the mailed form has it.
pub fn with_token(file: &str, token: &str) -> String {
    file.replacen("\nseat:", &format!("\ntoken: {token}\nseat:"), 1)
}

/// Returns the current token of a seat, taken from its form.
pub fn token_of(bench: &Bench, seat: &str) -> String {
    bench.ok(&["-q", "token", GAME, seat]).out.trim().to_owned()
}

/// Returns the orders of a seat for the first turn, with a word that makes them distinct.
pub fn first_orders(seat: &str, word: &str) -> String {
    let body = format!(
        "turn-order: {{prefer: [6, 5, 4, 3, 2, 1]}}\nheadquarters: {{research: []}}\nmoves: []\nactions: []\n# {word}\n"
    );
    orders(seat, 1, &body)
}
