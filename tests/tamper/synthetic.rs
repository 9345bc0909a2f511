//! A small made-up game for the tests of the audit: three sittings, a deck, an opening, everything opened at the end.

use crate::cli::beacon::SIGNATURES;
use chronojudge::{
    PROGRAM,
    dice::{
        bind::{What, bind_hash, bind_salt},
        chain::{
            Beacon, Chain, Draw, Master, hidden_commitment, player_salt, salt_hash, salts_hash,
        },
        field::{Key, sha256},
        label::{Label, Name},
        quicknet::time_of,
        slots::Sealed,
    },
    log::{Cast, Kind, Log, PublicFolder, Roll, format_rolls},
};
use std::{collections::BTreeMap, fs, path::Path};

/// A temporary public folder.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap()
    }
}

/// A forger's change of a public file before it is hashed, so that every later hash fits the forgery.
pub type Forgery<'a> = &'a dyn Fn(&str, String) -> String;

/// Returns the text without a change.
pub fn honest(_: &str, text: String) -> String {
    text
}

/// Returns the round of a sitting with its signature; 0 is the round that the game is drawn with.
fn round_of(sitting: u32) -> (u64, &'static str) {
    SIGNATURES[usize::try_from(sitting).expect("small")]
}

struct Writer<'a> {
    folder: Folder,
    forge: Forgery<'a>,
    secret: Key,
    draw: Draw,
    opened: Vec<(String, String)>,
    /// The rolls of the sitting, in the form of its journal.
    journal: String,
}

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

impl Writer<'_> {
    /// Writes a public file and returns its line in a record.
    fn file(&self, path: &str, text: String) -> (String, String) {
        let text = (self.forge)(path, text);
        self.folder.write(path, text.as_bytes());
        (format!("file.{path}"), sha256(text.as_bytes()).to_string())
    }

    fn record(&self, kind: Kind, entries: &[(String, String)]) {
        let (log, _) = Log::examine(self.folder.path());
        let (path, bytes) = log.append(kind, entries).expect("a record");
        self.file(&path, String::from_utf8(bytes).expect("ASCII"));
    }

    /// Binds a secret file now and keeps it for the end.
    fn bind(&mut self, key: &str, what: &What, text: &str) -> (String, String) {
        let t = self.draw.sitting;
        let hash = bind_hash(
            &self.draw.game,
            what,
            t,
            &bind_salt(&self.secret, what, t),
            &sha256(text.as_bytes()),
        );
        self.opened
            .push((format!("opened/{t:04}/{what}.yaml"), text.to_owned()));
        (key.to_owned(), hash.to_string())
    }

    fn lock(&mut self, turn: &str) {
        let (t, round) = (self.draw.sitting.to_string(), self.draw.beacon.to_string());
        let round = round.split(':').next().unwrap_or("none");
        let mut lock = pairs(&[("sitting", &t), ("turn", turn)]);
        for seat in ["buralti", "roo", "zytal"] {
            lock.push(self.bind(
                &format!("order.{seat}"),
                &What::Order(name(seat)),
                &format!("seat: {seat}\norders: moves of {seat} {t}\n"),
            ));
            let standing = if seat == "roo" {
                self.bind("standing.roo", &What::Standing(name(seat)), "opposition\n")
            } else {
                (format!("standing.{seat}"), "none".to_owned())
            };
            lock.push(standing);
        }
        // With a beacon the lock is ten minutes before the round is published.
        let out = |round| chrono::DateTime::from_timestamp(time_of(round)? - 600, 0);
        let at = match self.draw.beacon {
            Beacon::Round { round, .. } => out(round).expect("a time"),
            Beacon::None => out(1_201).expect("a time"),
        };
        let at = at.format("%Y-%m-%dT%H:%M:%SZ").to_string();
        lock.extend(pairs(&[("overdue", "no"), ("at", &at), ("round", round)]));
        self.record(Kind::Lock, &lock);
    }

    fn rolls(&mut self, key: &Key, rolls: &[(&str, Cast)]) -> (String, String) {
        let roll = |(label, cast): &(&str, Cast)| Roll {
            label: Label::new(*label).expect("a label"),
            cast: cast.clone(),
        };
        let rolls: Vec<Roll> = rolls
            .iter()
            .map(|r| roll(r).recompute(&self.draw.public_key(key)))
            .collect();
        self.journal = rolls.iter().map(|roll| self.entry(roll)).collect();
        let text = String::from_utf8(format_rolls(&rolls)).expect("ASCII");
        self.file(
            &format!("sittings/{:04}/rolls.txt", self.draw.sitting),
            text,
        )
    }

    /// Formats a roll for a journal.
    fn entry(&self, roll: &Roll) -> String {
        let (kind, sides, of, values) = match &roll.cast {
            Cast::Dice { sides, faces } => {
                ("roll", format!("    sides: {sides}\n"), "faces", faces)
            }
            Cast::Shuffle(order) => ("shuffle", String::new(), "order", order),
        };
        let values: Vec<String> = values.iter().map(|v| format!("    - {v}\n")).collect();
        let values = values.concat();
        let (t, label) = (self.draw.sitting, &roll.label);
        format!("- {kind}:\n    sitting: {t}\n    label: {label}\n{sides}    {of}:\n{values}")
    }

    /// Shuffles a deck, and returns the lines of its two files, the line that names them, and the sealed deck.
    fn deck(&self, deck: &str, items: &[&str]) -> (Vec<(String, String)>, Sealed) {
        let items: Vec<String> = items.iter().map(|&item| item.to_owned()).collect();
        let hidden_key = self.draw.hidden_key(&self.secret);
        let sealed =
            Sealed::new(&self.draw.game, &hidden_key, &name(deck), &items).expect("a deck");
        let path = |what: &str| format!("sittings/{:04}/{deck}.{what}.txt", self.draw.sitting);
        let (items_path, slots_path) = (path("items"), path("slots"));
        let slots: Vec<String> = sealed.slots.iter().map(ToString::to_string).collect();
        let record = vec![
            self.file(&items_path, items.join("\n") + "\n"),
            self.file(&slots_path, slots.join("\n") + "\n"),
            (format!("deck.{deck}"), format!("{items_path} {slots_path}")),
        ];
        (record, sealed)
    }

    fn result(&mut self, turn: &str, key: &Key, ended: &str, more: Vec<(String, String)>) {
        let t = self.draw.sitting.to_string();
        let beacon = if self.draw.beacon == Beacon::None {
            "none"
        } else {
            round_of(self.draw.sitting).1
        };
        let mut result = pairs(&[
            ("sitting", &t),
            ("turn", turn),
            ("engine", PROGRAM),
            ("key", &key.to_hex()),
            ("beacon", beacon),
        ]);
        result.push(self.file(
            &format!("sittings/000{t}/facts.yaml"),
            format!("facts: [{t}]\n"),
        ));
        result.push(self.file(
            &format!("sittings/000{t}/view.yaml"),
            format!("turn: {turn}\n"),
        ));
        result.extend(more);
        result.extend(pairs(&[("ended", ended)]));
        let journal = std::mem::take(&mut self.journal);
        result.push(self.bind("bind.journal", &What::Journal, &journal));
        if ended == "turn-complete" {
            result.push(self.bind("bind.state", &What::State, &format!("state {t}\n")));
        }
        self.record(Kind::Result, &result);
    }

    fn sit(&mut self, sitting: u32) {
        self.draw.sitting = sitting;
        if self.draw.beacon != Beacon::None {
            let (round, signature) = round_of(sitting);
            self.draw.beacon = Beacon::from_signature(round, signature).expect("a signature");
        }
    }
}

/// Returns the level of the dice of the game.
fn level(beacon: bool) -> &'static str {
    if beacon { "beacon" } else { "drawn" }
}

/// Returns dice to be rolled: the faces are filled in later.
fn dice(count: usize, sides: u32) -> Cast {
    Cast::Dice {
        sides,
        faces: vec![0; count],
    }
}

/// Creates the public directory of a game, finished or in play; `beacon` plays it with real rounds.
pub fn game(beacon: bool, finished: bool, forge: Forgery) -> Folder {
    let (game, master) = (name("gem-1992"), Master::from_bytes([0x5a; 32]));
    let (chain, secret) = (Chain::new(&master, &game, 64), master.hidden(&game));
    let beacon_value = Beacon::from_signature(1, round_of(0).1)
        .filter(|_| beacon)
        .unwrap_or(Beacon::None);
    let draw = Draw {
        game: game.clone(),
        sitting: 0,
        beacon: beacon_value,
        salts: None,
    };
    let mut writer = Writer {
        folder: Folder::new(),
        forge,
        secret,
        draw,
        opened: Vec::new(),
        journal: String::new(),
    };

    writer.begin(&chain, beacon);
    writer.first_turn(&chain, beacon && finished);
    // There are no more real rounds.
    if !beacon {
        writer.second_turn(&chain, finished);
    }
    if finished {
        writer.open_all();
    }
    writer.folder
}

impl Writer<'_> {
    /// Writes genesis, seats and salts; one seat refuses to open its salt.
    fn begin(&mut self, chain: &Chain, beacon: bool) {
        let game = self.draw.game.clone();
        let published = self.file(
            "game.yaml",
            format!(
                "game: gem-1992\nruleset: time-agent\nedition: '1992'\nseats:\n- seat: buralti\n\
                 - seat: roo\n- seat: zytal\ndice: {}\nlead-minutes: 10\nkeys: 64\n",
                level(beacon)
            ),
        );
        self.file("content/board.yaml", "hexes: 12\n".to_owned());
        self.file("content/board-2/tiles.yaml", "tiles: 6\n".to_owned());
        self.file("content/board/tiles.yaml", "tiles: 5\n".to_owned());
        let content = PublicFolder::new(self.folder.path())
            .content_digest()
            .expect("readable")
            .to_string();
        let (anchor, hidden) = (
            chain.anchor().to_string(),
            hidden_commitment(&game, &self.secret).to_string(),
        );
        let mut genesis = pairs(&[
            ("game", game.as_str()),
            ("ruleset", "time-agent 1992"),
            ("content", &content),
        ]);
        genesis.push(published);
        genesis.extend(pairs(&[
            ("engine", PROGRAM),
            ("sittings", "64"),
            ("anchor", &anchor),
            ("hidden", &hidden),
        ]));
        genesis.extend(pairs(&[("dice", level(beacon))]));
        self.record(Kind::Genesis, &genesis);
        let first = Log::read(self.folder.path()).map(|log| log.entries[0].hash);
        let first = first.unwrap_or_else(|_| sha256(b"a record that was forged"));

        let salts: BTreeMap<Name, _> = ["buralti", "roo", "zytal"]
            .map(|seat| (name(seat), player_salt(&format!("words of {seat}"))))
            .into();
        let mut seated: Vec<_> = salts
            .iter()
            .map(|(seat, salt)| {
                (
                    format!("salt-hash.{seat}"),
                    salt_hash(&first, seat, salt).to_string(),
                )
            })
            .collect();
        seated.extend(pairs(&[
            ("key.roo", "ssh-ed25519 AAAAC3Nz"),
            ("team.roo", "1"),
        ]));
        self.record(Kind::Seated, &seated);
        let mut opened = salts.clone();
        opened.remove(&name("buralti"));
        let mut entries: Vec<_> = opened
            .iter()
            .map(|(seat, salt)| (format!("salt.{seat}"), salt.to_string()))
            .collect();
        let (round, signature) = round_of(0);
        let at = chrono::DateTime::from_timestamp(time_of(round).expect("a time") - 600, 0);
        let at = at.expect("a time").format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let number = round.to_string();
        entries.extend(pairs(&[
            ("salt.buralti", "refused"),
            ("at", &at),
            ("round", &number),
        ]));
        self.record(Kind::Salts, &entries);
        self.record(
            Kind::Draw,
            &pairs(&[("round", &number), ("beacon", signature)]),
        );
        let drawn = Beacon::from_signature(round, signature).expect("a signature");
        self.draw.salts = salts_hash(&game, &opened, &drawn);
    }

    /// Writes two sittings with a note between them; the second opens two slots.
    fn first_turn(&mut self, chain: &Chain, last: bool) {
        let key = |t| chain.key(t).expect("of 64");
        self.sit(1);
        self.lock("0");
        let (mut more, tiles) = self.deck(
            "tiles",
            &[
                "forest",
                "hill",
                "great lake",
                "it's 100% \\n",
                "plain",
                "plain",
            ],
        );
        more.push(self.rolls(
            key(1),
            &[
                ("turn-order", Cast::Shuffle(vec![0; 4])),
                ("facing/2a-5", dice(1, 6)),
            ],
        ));
        self.result("0", key(1), "waiting", more);

        let reason = self.file("notes/moved.txt", "The deadline moved.\n".to_owned());
        let mut note = pairs(&[
            ("what", "extend"),
            ("who", "gm"),
            ("at", "1992-05-02T18:00:00Z"),
            ("turn", "0"),
            ("sitting", "1"),
        ]);
        note.push(reason);
        self.record(Kind::Note, &note);

        self.sit(2);
        self.lock("0");
        let mut more = vec![self.rolls(
            key(2),
            &[
                ("combat/4a-3/attack", dice(12, 6)),
                ("facing/2a-5#2", dice(1, 6)),
            ],
        )];
        more.extend([0, 3].map(|slot: usize| {
            let opening = &tiles.openings[slot];
            (
                format!("open.tiles.{slot}"),
                format!("{} {}", opening.item, opening.salt),
            )
        }));
        let ended = if last { "game-over" } else { "turn-complete" };
        self.result("0", key(2), ended, more);
    }

    /// Writes one more sitting.
    fn second_turn(&mut self, chain: &Chain, finished: bool) {
        let key = |t| chain.key(t).expect("of 64");
        self.sit(3);
        self.lock("1");
        let (mut more, _) = self.deck("zone-4a", &["tile-1", "tile-2", "tile-3"]);
        more.push(self.rolls(key(3), &[("facing/2a-5", dice(3, 3_000_000_000))]));
        self.result(
            "1",
            key(3),
            if finished { "game-over" } else { "waiting" },
            more,
        );
    }

    /// Writes the record `final` with the secret, and opens the sealed files.
    fn open_all(&self) {
        let mut last = pairs(&[("hidden", &self.secret.to_hex())]);
        // One order stays sealed: the audit neither fails nor passes.
        let opened = self.opened.iter();
        last.extend(
            opened
                .filter(|(path, _)| !path.ends_with("0002/order-zytal.yaml"))
                .map(|(path, text)| self.file(path, text.clone())),
        );
        self.record(Kind::Final, &last);
    }
}
