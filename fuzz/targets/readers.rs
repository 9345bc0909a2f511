//! Every reader of bytes from outside, each as one function that takes arbitrary bytes.
//!
//! A file is accepted, or refused with a message; it never makes the program panic, and an accepted file keeps its
//! meaning. The fuzzer's targets call these functions, and so does a test, on the corpus.
#![allow(dead_code)] // each target needs one of them

use chronojudge::{
    content::Library,
    dice::{Master, field::sha256},
    engine::{Entry, Opening, Prompt, SeatId, Told, Viewer},
    game_dir::{Disk, Game, GameFile, Players, Position, Standings, read_standing_file, verdict},
    log::{self, Record, rolls},
    mail::{self, Address, Envelope, Head, Incoming, Key, Letter, MessageId, Settings},
    rulesets::{self, Known},
    yaml::{Budget, Document, Problems, Source, keep},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::OnceLock,
};

/// A reader of one kind of file.
pub type Reader = fn(&[u8]);

/// All readers, by the names of their targets.
pub const READERS: &[(&str, Reader)] = &[
    ("content", content),
    ("files", files),
    ("incoming", incoming),
    ("log", log),
    ("mail", mail),
    ("orders", orders),
    ("standing", standing),
];

/// A game in the middle of play.
struct Board {
    game: Game,
    turn: u32,
    sitting: u32,
    seats: Vec<SeatId>,
    views: BTreeMap<SeatId, Value>,
}

/// Returns the example games that can be played on.
fn boards() -> &'static [Board] {
    static BOARDS: OnceLock<Vec<Board>> = OnceLock::new();
    BOARDS.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let games = root.ancestors().map(|folder| folder.join("games"));
        let games = games
            .into_iter()
            .find(|folder| folder.is_dir())
            .expect("games/");
        let names = Disk::list(&games).expect("games/ can be read");
        names
            .iter()
            .filter(|name| games.join(name).join("turns").is_dir())
            .map(|name| board(&games.join(name)))
            .collect()
    })
}

fn board(folder: &Path) -> Board {
    let game = Game::open(folder, Disk::new()).expect("an example game");
    let position = game
        .position()
        .expect("a position")
        .expect("a game that has begun");
    let seats = game.seat_ids();
    let view = |seat: &SeatId| {
        let view = game.view(position.turn, &Viewer::Seat(seat.clone()));
        (
            seat.clone(),
            view.expect("a view").expect("a view of every seat"),
        )
    };
    let views = seats.iter().map(view).collect();
    Board {
        game,
        turn: position.turn,
        sitting: position.sitting,
        seats,
        views,
    }
}

/// Renders diagnostics in every format that the program uses.
fn said(problems: &Problems) {
    let _ = (problems.render(true), problems.lines());
    let list = problems.to_json();
    assert_eq!(list.as_array().map(Vec::len), Some(problems.list.len()));
}

/// Checks that a refusal comes with at least one error.
fn refused(problems: &Problems) {
    assert!(problems.has_errors());
    said(problems);
}

/// Reads an order file for any game and looks through it as `check` does.
pub fn orders(bytes: &[u8]) {
    // Bytes that are not YAML are rejected for every game alike, so one game is enough.
    let garbled = Document::read("orders.yaml", bytes, Budget::Orders).is_err();
    let readers = if garbled { 1 } else { boards().len() };
    for board in &boards()[..readers] {
        let filed = match board.game.read_orders("orders.yaml", bytes) {
            Ok(filed) => filed,
            Err(problems) => {
                refused(&problems);
                continue;
            }
        };
        let game = &board.game;
        let mut problems = filed.misdirected(
            game.name.as_str(),
            board.turn,
            None,
            &board.seats,
            &*game.rules,
        );
        // Orders for another turn are looked through as if they were for this one.
        if let Some(view) = board.views.get(&filed.envelope.seat) {
            let found = verdict(game, &filed, view, &BTreeSet::new());
            problems.extend(found.expect("what was read is no garble"));
        }
        problems.extend(filed.after(&[], &BTreeSet::new(), &[], board.sitting));
        said(&filed.wrap(problems));
    }
}

/// Reads a file of standing orders for any game.
pub fn standing(bytes: &[u8]) {
    for board in boards() {
        match read_standing_file("standing.yaml", bytes, &*board.game.rules) {
            Ok(standings) => {
                let kept = keep::to_string(&standings).expect("what was read can be kept");
                let again: Standings = keep::from_str(&kept).expect("what was kept can be read");
                assert_eq!(again, standings);
            }
            Err(problems) => refused(&problems),
        }
    }
}

/// Reads a file of a game directory; the first byte selects which one.
pub fn files(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else {
        return;
    };
    match which % 11 {
        0 => by_hand::<GameFile>(bytes),
        1 => by_hand::<Players>(bytes),
        2 => by_hand::<Settings>(bytes),
        3 => kept::<Position>(bytes),
        4 => kept::<Vec<Entry>>(bytes),
        5 => kept::<Vec<Told<Value>>>(bytes),
        6 => kept::<Vec<Opening>>(bytes),
        7 => kept::<Vec<Prompt>>(bytes),
        8 => kept::<Value>(bytes),
        9 => state(bytes),
        _ => drop(Master::from_hex(&String::from_utf8_lossy(bytes))),
    }
}

/// Reads a file that a person writes.
fn by_hand<T: DeserializeOwned + Serialize>(bytes: &[u8]) {
    let refused = |list| refused(&Problems::new(Source::lossy("file.yaml", bytes), list));
    match Document::read("file.yaml", bytes, Budget::Orders) {
        Ok(document) => match document.decode::<T>() {
            Ok(value) => keeps(&value),
            Err(problem) => refused(vec![problem]),
        },
        Err(list) => refused(list),
    }
}

/// Reads a file that the program keeps.
fn kept<T: DeserializeOwned + Serialize>(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(value) = keep::from_str::<T>(text)
    {
        keeps(&value);
    }
}

/// Checks that a value that can be written is read back as the same value.
fn keeps<T: DeserializeOwned + Serialize>(value: &T) {
    if let Ok(text) = keep::to_string(value) {
        let again: T = keep::from_str(&text).expect("what was kept can be read");
        let plain = |value: &T| serde_json::to_value(value).expect("plain data");
        assert_eq!(plain(value), plain(&again));
    }
}

/// Makes views of a state that was edited manually, or refuses it.
fn state(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(state) = keep::from_str::<Value>(text) else {
        return;
    };
    for board in boards() {
        let rules = &board.game.rules;
        if rules.invariants(&state).is_ok() {
            let _ = rules.view(&state, &Viewer::Public);
        }
    }
}

/// Reads a record of the public log, or a list of rolls.
pub fn log(bytes: &[u8]) {
    if let Ok(record) = Record::parse(bytes) {
        let again = record.format().expect("what was parsed can be written");
        assert_eq!(bytes, again, "a record has one spelling");
        let (file, hash) = ("0001.yaml".to_owned(), sha256(bytes));
        let entry = log::Entry { file, hash, record };
        for key in ["sitting", "key", "previous", "head", "salts", "seat"] {
            let _ = (
                entry.number(key),
                entry.key(key),
                entry.hash_or_none(key),
                entry.name(key),
            );
        }
    }
    if let Ok(rolls) = rolls::parse_rolls(bytes) {
        assert_eq!(
            bytes,
            rolls::format_rolls(&rolls),
            "a list of rolls has one spelling"
        );
        let key = sha256(b"a key").into();
        for roll in &rolls {
            let _ = roll.recompute(&key);
        }
    }
}

/// Reads a mail from the outbox, an address, and the body of a letter.
pub fn mail(bytes: &[u8]) {
    let _ = Envelope::of(bytes);
    if let Ok(head) = Head::parse(bytes) {
        let _ = (head.one("Message-ID"), head.all("To").count());
    }
    let text = String::from_utf8_lossy(bytes);
    let _ = (MessageId::parse(&text), Key::from_stem(&text));
    if let Ok(address) = Address::parse(&text) {
        let again = Address::parse(&address.to_string()).expect("an address can be read again");
        assert_eq!(address.email(), again.email());
    }
    let mut lines = text.splitn(3, '\n').map(str::to_owned);
    let mut line = || lines.next().unwrap_or_default();
    let (name, subject, body) = (line(), line(), line());
    let Ok(to) = Address::new(Some(&name), "reader@example.org") else {
        return;
    };
    let from = Address::new(None, "gm@example.org").expect("an address");
    let key = Key::new("gem", 1, "zytal", "report", 1).expect("a key");
    let date = chrono::DateTime::UNIX_EPOCH;
    let letter = Letter::new(key, 1, from, to, &subject, &body, date);
    if let Ok(mail) = mail::compose(&letter) {
        // A name or a subject cannot add a reader, a header or an end.
        let envelope = Envelope::of(&mail).expect("what was composed can be sent");
        assert_eq!(envelope.to().collect::<Vec<_>>(), ["reader@example.org"]);
        let head = Head::parse(&mail).expect("headers");
        for header in ["Subject", "Message-ID", "To", "From", "Date"] {
            assert!(head.one(header).is_ok(), "{header}");
        }
    }
}

/// Takes an arriving mail apart; a part that may be an order file is read as one.
pub fn incoming(bytes: &[u8]) {
    let mail = Incoming::read(bytes);
    let plain = |text: &str| !text.chars().any(char::is_control);
    assert!(plain(&mail.subject) && mail.skipped.iter().all(|words| plain(words)));
    assert!(mail.parts.len() <= 200);
    for part in &mail.parts {
        let name = part.name.as_deref().unwrap_or("none");
        assert!(plain(name) && !name.contains(['/', '\\']), "{name:?}");
    }
    for tag in mail.tags() {
        assert!(tag.on("orders@example.org").is_some());
    }
    let found = mail.found();
    assert!(found.candidates.len() <= 8);
    for candidate in &found.candidates {
        orders(&candidate.bytes);
    }
    let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti";
    for signature in mail.signatures() {
        assert!(mail::verify(key, signature, bytes).is_err());
    }
    assert!(mail.claims.len() <= 4);
    for claim in &mail.claims {
        assert!(claim.place().contains("._domainkey.") && !claim.holds(&[bytes.to_vec()]));
    }
    if let Some(bounce) = mail.bounce() {
        assert!(mail.automatic.is_some() && plain(&bounce.words));
    }
    // Reading the same bytes again gives the same value.
    assert_eq!(Incoming::read(bytes), mail);
}

/// Returns the content files of all games, each with the other files of its game already loaded.
fn shelves() -> &'static [(Known, Library, String)] {
    static SHELVES: OnceLock<Vec<(Known, Library, String)>> = OnceLock::new();
    SHELVES.get_or_init(|| {
        let shelf = |known: &Known| {
            let library = (known.library)();
            (known.load)(&library).expect("the content that comes with the program");
            let names: Vec<String> = library.files().map(|(name, _)| name.to_owned()).collect();
            let file = |name| (*known, library.clone(), name);
            names.into_iter().map(file).collect::<Vec<_>>()
        };
        rulesets::ALL.iter().flat_map(shelf).collect()
    })
}

/// Reads a content file of a GM's own; the first byte selects which one.
pub fn content(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let shelves = shelves();
    let (known, library, name) = &shelves[usize::from(*which) % shelves.len()];
    let mut library = library.clone();
    library
        .overlay(name, text.to_owned())
        .expect("a file of this ruleset");
    if let Err(unfit) = (known.load)(&library) {
        assert!(!unfit.words.is_empty());
    }
}
