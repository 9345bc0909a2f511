//! Random games of every ruleset, played from the command line: every byte that leaves the GM's machine is searched for
//! secrets that its reader may not have.

use super::{
    bench::{Bench, GAME, Said, said},
    mail::parts,
    publish_site::{PAGE, with_fake_rsync, with_writer},
    tree::Tree,
};
use chronojudge::{
    dice::{
        Beacon, Chain, Draw, Hash, Master, Name, What, bind_salt,
        chain::{player_salt, salts_hash},
        slots::slot_salt,
    },
    engine::RandomBot,
    rulesets,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

/// A place to publish to, which is the GM's own.
const HIDDEN_PLACE: &str = "the-place-that-only-the-gm-knows";

/// The rulesets, in the order of their list, with the options of a small table.
pub const GAMES: [(&str, &str); 5] = [
    ("time-agent", "scenario=two"),
    ("time-whisperers", "players=3"),
    ("time-pirates", "players=3"),
    ("time-control", "players=2"),
    ("the-loop", "players=3"),
];

/// One game, and everything that each reader was given: files of the game, and the output of their commands.
pub struct Table {
    pub bench: Bench,
    pub seats: Vec<String>,
    pub master: String,
    heard: BTreeMap<String, Vec<(String, Vec<u8>)>>,
}

/// Returns the name of the player of a seat (Time Agent 12: two players have three races each).
fn player_of<'a>(ruleset: &str, number: usize, seat: &'a str) -> &'a str {
    match ruleset {
        "time-agent" => ["ada", "kai"][number % 2],
        _ => seat,
    }
}

fn words(seat: &str) -> String {
    format!("the secret words of {seat} alone")
}

impl Table {
    pub fn new(ruleset: &str, option: &str, bot: &mut RandomBot) -> Self {
        let bench = Bench::empty_in_memory();
        let master: String = (0..64).map(|_| format!("{:x}", bot.below(16))).collect();
        // One key for each sitting, and some to spare.
        let keys = crate::laws::number("CHRONOJUDGE_SITTINGS").map_or(32, |n| n.clamp(32, 4096));
        bench.ok(&[
            "new",
            GAME,
            "--dice",
            "plain",
            "--trust",
            "address",
            "--ruleset",
            ruleset,
            "--option",
            option,
            "--master",
            &master,
            "--keys",
            &keys.to_string(),
        ]);
        let game = bench.read("gem/game.yaml");
        let own = format!(
            "public-at: https://example.org/gem/\npublish:\n  views: true\n  to: ../{HIDDEN_PLACE}\n  git: ../{HIDDEN_PLACE}.git\n"
        );
        bench.write("gem/game.yaml", game + &own);
        bench.write(PAGE, "the page");
        let file = read(&bench, "game.yaml");
        let seats = file["seats"].as_array().unwrap().iter();
        let seats: Vec<String> = seats
            .map(|line| line["seat"].as_str().unwrap().to_owned())
            .collect();
        for (n, seat) in seats.iter().enumerate() {
            let hash = bench.ok(&["salt", "hash", GAME, seat, &words(seat)]);
            let name = player_of(ruleset, n, seat);
            let address = format!("{name}@example.org");
            bench.ok(&[
                "seat",
                GAME,
                seat,
                "--name",
                name,
                "--address",
                &address,
                "--salt-hash",
                hash.out.trim(),
            ]);
        }
        bench.mailed();
        for seat in &seats {
            bench.ok(&["salt", "open", GAME, seat, &words(seat)]);
        }
        bench.ok(&["start", GAME]);
        Self {
            bench,
            seats,
            master,
            heard: BTreeMap::new(),
        }
    }

    /// Runs a command whose output a player sees.
    pub fn hear(&mut self, seat: &str, args: &[&str]) -> Said {
        let said = self.bench.run(args);
        let heard = self.heard.entry(seat.to_owned()).or_default();
        heard.push((args.join(" "), said.all().into_bytes()));
        said
    }

    /// Each seat sends something, or nothing; some of it is wrong. Then a sitting is played.
    fn sit(&mut self, bot: &mut RandomBot) {
        for seat in self.seats.clone() {
            let turn = read(&self.bench, "turns/position.yaml")["turn"].to_string();
            let head = format!("game: {GAME}\nturn: {turn}\nseat: {seat}\n");
            let text = match bot.below(5) {
                0 => continue,
                1 => head + "no-orders: true\n",
                2 => head + "bribe: {the: gm}\nmoves: [a, 1, {b: c}]\n",
                _ => self.hear(&seat, &["form", GAME, &seat]).out,
            };
            let name = format!("{seat}.yaml");
            self.bench.write(&name, text);
            self.hear(&seat, &["check", &name, "--game", GAME]);
            self.hear(&seat, &["receive", GAME, &name]);
        }
        let args = [
            "adjudicate",
            GAME,
            "--overdue",
            "--now",
            "somebody is in a hurry",
        ];
        let said = self.bench.run(&args);
        // A bad file is refused when it is received; the sitting is played without it.
        assert!(said.code <= 1, "{}", said.all());
        for seat in self.seats.clone() {
            self.hear(&seat, &["report", GAME, &seat]);
        }
        self.hear("public", &["audit", GAME]);
        self.hear("public", &["status", GAME]);
    }

    /// Publishes the game in every way, and gives the public all files that came there.
    pub fn publish(&mut self) {
        let mut local = self.bench.command(&["publish", GAME]);
        with_writer(&mut local);
        let local = said(&local.output().expect("the program runs"));
        assert_eq!(local.code, 0, "{}", local.all());
        let server = format!("ada@example.org:{HIDDEN_PLACE}.server");
        let remote = with_fake_rsync(&self.bench, &["publish", GAME, "--to", &server]);
        assert_eq!(remote.code, 0, "{}", remote.all());
        let heard = self.heard.entry("public".to_owned()).or_default();
        for (way, ending) in [("folder", ""), ("git/public", ".git"), ("rsync", ".server")] {
            let place = self.bench.dir().join(format!("{HIDDEN_PLACE}{ending}"));
            let tree = Tree::read(&place);
            let files = tree.files("").filter(|(path, _)| !path.starts_with(".git"));
            let before = heard.len();
            for (path, bytes) in files {
                heard.push((format!("{way}/{}", path.display()), bytes.to_vec()));
            }
            assert!(heard.len() > before + 20, "{way}");
        }
    }

    /// Returns the keys of the encrypted views, from the mails that have left, and the tokens of all seats: both are known to
    /// the player of the seat alone.
    fn view_keys(&self, ruleset: &str) -> Vec<Secret> {
        let mut all = vec![];
        for (n, seat) in self.seats.iter().enumerate() {
            let player = player_of(ruleset, n, seat);
            let of_player = |(m, other): (usize, &String)| {
                (player_of(ruleset, m, other) == player).then(|| other.clone())
            };
            let may: BTreeSet<String> = self
                .seats
                .iter()
                .enumerate()
                .filter_map(of_player)
                .collect();
            let mut add = |what: &str, text: &str| {
                all.push(Secret {
                    what: format!("{what} of {seat}"),
                    text: text.to_owned(),
                    may: may.clone(),
                    listed: false,
                });
            };
            let token = self.bench.ok(&["-q", "token", GAME, seat]).out;
            add("the token", token.trim());
            let mut keys = BTreeSet::new();
            for (path, bytes) in self.bench.tree().files("outbox") {
                let name = path.file_name().unwrap().to_string_lossy();
                if name.contains(&format!(".{seat}.report.")) {
                    let text = parts(bytes).concat();
                    keys.extend(keys_in(&String::from_utf8_lossy(&text)));
                }
            }
            for key in keys {
                add("the key of a view", &key);
            }
        }
        all
    }

    /// Returns everything that a reader has.
    pub fn given(&self, reader: &str) -> Vec<(String, Vec<u8>)> {
        let mut all = self.heard.get(reader).cloned().unwrap_or_default();
        let tree = self.bench.tree();
        for (path, bytes) in tree.files("") {
            let file = path.display().to_string();
            let name = path.file_name().unwrap().to_string_lossy();
            if path.starts_with("outbox") && name.contains(&format!(".{reader}.")) {
                all.extend(parts(bytes).into_iter().map(|part| (file.clone(), part)));
                all.push((file, bytes.to_vec()));
            } else if path.starts_with("public") && reader == "public"
                || path.starts_with("reports") && name.starts_with(&format!("{reader}."))
            {
                all.push((file, bytes.to_vec()));
            }
        }
        all
    }
}

/// Returns the keys in the links to the play page in a text.
pub fn keys_in(text: &str) -> Vec<String> {
    let rest = text.split("/play/#").skip(1);
    let is_key = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    rest.map(|rest| rest.chars().take_while(|c| is_key(*c)).collect())
        .collect()
}

pub fn read(bench: &Bench, path: &str) -> Value {
    let text = fs::read(bench.root().join(path)).unwrap();
    serde_yaml::from_slice(&text).unwrap()
}

/// A text that is secret from most readers.
pub struct Secret {
    pub what: String,
    pub text: String,
    /// The readers who may have it; if empty, only the GM may.
    pub may: BTreeSet<String>,
    /// True if the text may appear in the public lists of all items.
    pub listed: bool,
}

pub fn secrets(table: &Table) -> Vec<Secret> {
    let game = Name::new(GAME).unwrap();
    let master = Master::from_hex(&table.master).unwrap();
    let (hidden, chain) = (master.hidden(&game), Chain::new(&master, &game, 32));
    let last = u32::try_from(
        read(&table.bench, "turns/position.yaml")["sitting"]
            .as_u64()
            .unwrap(),
    )
    .unwrap();
    let salts: BTreeMap<Name, Hash> = table
        .seats
        .iter()
        .map(|seat| (Name::new(seat).unwrap(), player_salt(&words(seat))))
        .collect();
    let mut all = vec![];
    let mut own = vec![];
    let mut nobody = |what: String, text: String| {
        all.push(Secret {
            what,
            text,
            may: BTreeSet::new(),
            listed: false,
        });
    };
    nobody("the master secret".to_owned(), table.master.clone());
    nobody("S".to_owned(), hidden.to_hex());
    for t in last + 1..=32 {
        nobody(
            format!("the key of sitting {t}"),
            chain.key(t).unwrap().to_hex(),
        );
    }
    for seat in &table.seats {
        nobody(format!("the words of {seat}"), words(seat));
    }
    let draw = |t: u32| Draw {
        game: game.clone(),
        sitting: t,
        beacon: Beacon::None,
        salts: salts_hash(&game, &salts, &Beacon::None),
    };
    for t in 1..=last + 1 {
        nobody(
            format!("the hidden key of sitting {t}"),
            draw(t).hidden_key(&hidden).to_hex(),
        );
        let salt = |what: &str| {
            let parsed: What = what.parse().unwrap();
            let name = format!("the salt of {what} in sitting {t}");
            (name, bind_salt(&hidden, &parsed, t).to_string())
        };
        let standing = table.seats.iter().map(|seat| format!("standing-{seat}"));
        for what in standing.chain(["journal".to_owned(), "state".to_owned()]) {
            let (what, text) = salt(&what);
            nobody(what, text);
        }
        // The nonce of a player's own orders is in that player's receipts, and in no other reader's files.
        own.extend(table.seats.iter().map(|seat| {
            let (what, text) = salt(&format!("order-{seat}"));
            Secret {
                what,
                text,
                may: BTreeSet::from([seat.clone()]),
                listed: false,
            }
        }));
    }
    all.extend(own);
    // Facedown items, and the readers who have looked at them.
    let mut shown: BTreeMap<(String, u64), BTreeSet<String>> = BTreeMap::new();
    for (path, bytes) in table.bench.tree().files("turns") {
        if path.file_name().unwrap() != "openings.yaml" {
            continue;
        }
        let openings: Value = serde_yaml::from_slice(bytes).unwrap();
        for opening in openings.as_array().into_iter().flatten() {
            let place = (
                opening["deck"].as_str().unwrap().to_owned(),
                opening["slot"].as_u64().unwrap(),
            );
            let to = &opening["to"];
            let to: Vec<String> = match to["only"].as_array() {
                Some(only) => only
                    .iter()
                    .map(|seat| seat.as_str().unwrap().to_owned())
                    .collect(),
                None => table
                    .seats
                    .iter()
                    .cloned()
                    .chain(["public".to_owned()])
                    .collect(),
            };
            shown.entry(place).or_default().extend(to);
        }
    }
    let decks = read(&table.bench, "secret/decks.yaml");
    for (name, deck) in decks.as_object().into_iter().flatten() {
        let sitting = u32::try_from(deck["sitting"].as_u64().unwrap()).unwrap();
        let key = draw(sitting).hidden_key(&hidden);
        let items = deck["items"].as_array().unwrap();
        for (slot, start) in deck["order"].as_array().unwrap().iter().enumerate() {
            let item = &items[usize::try_from(start.as_u64().unwrap()).unwrap()];
            let may = shown
                .get(&(name.clone(), slot as u64))
                .cloned()
                .unwrap_or_default();
            let number = u32::try_from(slot).unwrap();
            let salt = slot_salt(&key, &Name::new(name.clone()).unwrap(), number).to_string();
            let what = format!("the salt of {name}/{slot}");
            all.push(Secret {
                what,
                text: salt,
                may: may.clone(),
                listed: false,
            });
            let item = item.as_str().unwrap();
            // An ambiguous name reveals nothing.
            if items.iter().filter(|other| *other == item).count() == 1
                && item.starts_with(&name[name.len() - 2..])
            {
                let what = format!("what lies in {name}/{slot}");
                all.push(Secret {
                    what,
                    text: item.to_owned(),
                    may,
                    listed: true,
                });
            }
        }
    }
    all
}

/// A set of secrets to look for in one pass over a text.
pub struct Search<'a> {
    /// Secrets that are a single word, by that word.
    words: BTreeMap<&'a str, (&'a str, Vec<&'a Secret>)>,
    /// The lengths of these words.
    lengths: BTreeSet<usize>,
    others: Vec<&'a Secret>,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

impl<'a> Search<'a> {
    pub fn new(secrets: &'a [Secret]) -> Self {
        let (words, others): (Vec<_>, Vec<_>) =
            secrets.iter().partition(|s| s.text.chars().all(is_word));
        let mut by_word: BTreeMap<&str, (&str, Vec<&Secret>)> = BTreeMap::new();
        for secret in words {
            let of = by_word.entry(&secret.text);
            of.or_insert((&secret.text, vec![])).1.push(secret);
        }
        Self {
            lengths: by_word.keys().map(|word| word.len()).collect(),
            words: by_word,
            others,
        }
    }

    /// Returns the secret in a file that its reader may not have; otherwise the number of secrets that the reader may
    /// have.
    pub fn told(&self, reader: &str, file: &str, bytes: &[u8]) -> Result<usize, &'a str> {
        let text = String::from_utf8_lossy(bytes);
        let list = file.ends_with(".items.txt") || file.contains("public/content/");
        let mut found = 0;
        let mut look = |secret: &'a Secret| {
            found += 1;
            let may = secret.may.contains(reader) || list && secret.listed;
            if may { Ok(()) } else { Err(&*secret.what) }
        };
        let mut seen = BTreeSet::new();
        let mut piece = |piece: &str| match self.words.get(piece) {
            Some((word, secrets)) if seen.insert(*word) => secrets.iter().try_for_each(|s| look(s)),
            _ => Ok(()),
        };
        // Looks at every run of letters, digits and hyphens, and at every 64 of them in a row. It works byte by byte,
        // because there are many bytes and the test build is not optimized.
        let (bytes, mut start) = (text.as_bytes(), 0);
        for (at, byte) in bytes.iter().chain(b" ").enumerate() {
            if byte.is_ascii_alphanumeric() || *byte == b'-' {
                continue;
            }
            let (run, length) = (start, at - start);
            start = at + 1;
            if self.lengths.contains(&length) {
                piece(&text[run..at])?;
            }
            for inner in run..(run + length).saturating_sub(64) {
                piece(&text[inner..inner + 64])?;
            }
            if length > 64 {
                piece(&text[at - 64..at])?;
            }
        }
        let there = self.others.iter().filter(|s| text.contains(&s.text));
        there.into_iter().try_for_each(|secret| look(secret))?;
        Ok(found)
    }
}

#[test]
fn every_game_is_searched() {
    let listed = rulesets::ALL.iter().map(|known| known.id);
    assert!(GAMES.iter().map(|(ruleset, _)| *ruleset).eq(listed));
}

#[test]
fn no_byte_leaks_a_secret_to_its_reader() {
    let seeds = crate::laws::number("CHRONOJUDGE_SEED").map_or(1..=2, |seed| seed..=seed);
    for (ruleset, option) in GAMES {
        for seed in seeds.clone() {
            let mut bot = RandomBot::new(seed);
            let mut table = Table::new(ruleset, option, &mut bot);
            for _ in 0..3 {
                table.sit(&mut bot);
            }
            // Once for each game: it takes as long as all sittings.
            if seed == *seeds.start() {
                table.publish();
            }
            let mut secrets = secrets(&table);
            let keys = table.view_keys(ruleset);
            assert!(keys.len() >= table.seats.len(), "{ruleset}: {}", keys.len());
            secrets.extend(keys);
            secrets.push(Secret {
                what: "the place to publish to".to_owned(),
                text: HIDDEN_PLACE.to_owned(),
                may: BTreeSet::new(),
                listed: false,
            });
            let readers: Vec<String> = table
                .seats
                .iter()
                .cloned()
                .chain(["public".to_owned()])
                .collect();
            let search = Search::new(&secrets);
            let (mut files, mut found) = (0, 0);
            for reader in &readers {
                for (file, bytes) in table.given(reader) {
                    files += 1;
                    match search.told(reader, &file, &bytes) {
                        Ok(n) => found += n,
                        Err(what) => panic!(
                            "{ruleset}, CHRONOJUDGE_SEED={seed}: {file} tells {reader} {what}"
                        ),
                    }
                }
            }
            eprintln!(
                "{ruleset} {seed}: {} secrets in {files} files, {found} times where they may be",
                secrets.len()
            );
            // The search does find secrets that are present.
            let master = fs::read(table.bench.root().join("secret/master.txt")).unwrap();
            let told = search.told("public", "secret/master.txt", &master);
            assert_eq!(told, Err("the master secret"));
            assert!(files > 50 && secrets.len() > 60);
        }
    }
}
