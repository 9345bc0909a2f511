//! Games of every ruleset with hidden things, played with real answers, by chance and by the bots that know the game:
//! after each sitting every new byte that leaves the GM's machine is searched for secrets that its reader may not have.
//! And a sealed answer does not change any other reader's files.
//!
//! `CHRONOJUDGE_SITTINGS` sets the maximum number of sittings of each game, and `CHRONOJUDGE_SEED` selects the games.

use super::{
    bench::{Bench, GAME, clock},
    leaks::{GAMES, Search, Secret, Table, read, secrets},
    letters::with_file,
    mail::parts,
};
use crate::laws::{
    dice::order,
    mail::{answer, fair, standing},
};
use chronojudge::{
    compose,
    engine::{Choices, Entry, OnFile, Overdue, Prompt, RandomBot, Run, SeatId, Stop, Viewer},
    game_dir::{Disk, Game, LockedGame, Position, TurnRecord, Verified, verify},
    inbox::take,
    mail::InHand,
    orders::{self, NotAccepted},
    run::{Request, RunOutcome, sit},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    slice,
};

/// How long a game is played, and what must have happened in it at least, so that there was something to find.
struct Enough {
    sittings: usize,
    /// The sittings that begin with a sealed answer: in so few sittings the other games reach no such question.
    sealed: usize,
    answers: usize,
    accepted: usize,
    files: usize,
    found: usize,
}

const LONG: Enough = Enough {
    sittings: 10,
    sealed: 0,
    answers: 41,
    accepted: 11,
    files: 301,
    found: 51,
};

/// The games, as in `GAMES`.
const PLAYED: [Enough; GAMES.len()] = [
    Enough {
        sittings: 6,
        ..LONG
    },
    Enough {
        sittings: 14,
        sealed: 3,
        ..LONG
    },
    LONG,
    // Each card of a player is long, and few are right by chance.
    Enough {
        sittings: 7,
        accepted: 2,
        files: 190,
        found: 30,
        ..LONG
    },
    // The machine wins after eight sittings.
    Enough {
        answers: 40,
        ..LONG
    },
];

/// Number of times that a turn is played in memory to see its questions.
const FORESEEN: usize = 20;

/// The counts of one played game.
#[derive(Debug, Default)]
struct Played {
    sittings: usize,
    answers: usize,
    accepted: usize,
    rejected: usize,
    files: usize,
    secrets: usize,
    /// Number of times that a secret was found where it may be.
    found: usize,
    sealed: usize,
}

struct Play {
    table: Table,
    game: LockedGame,
    /// The same game, for copies of its folder.
    spare: Option<Game>,
    bot: RandomBot,
    /// Output for each seat that still has to be searched.
    told: Vec<(String, String, Vec<u8>)>,
    /// Files that were searched already.
    seen: BTreeSet<String>,
    /// Words that occur in one order file each, with its seat.
    marks: Vec<(String, String)>,
    played: Played,
}

fn id(seat: &str) -> SeatId {
    SeatId::new(seat).unwrap()
}

impl Play {
    fn new(ruleset: &str, option: &str, seed: u64) -> Self {
        let mut bot = RandomBot::new(seed);
        let table = Table::new(ruleset, option, &mut bot);
        // Every seat has its own address for answers, whose token only that seat's player may know.
        let mail = table.bench.read("gem/mail.yaml") + "inbox: {address: orders@localhost}\n";
        table.bench.write("gem/mail.yaml", mail);
        let game = table.bench.open(Disk::new());
        let spare = Game::open(&table.bench.root(), Disk::new()).unwrap();
        Self {
            table,
            game,
            spare: Some(spare),
            bot,
            told: vec![],
            seen: BTreeSet::new(),
            marks: vec![],
            played: Played::default(),
        }
    }

    fn now(&self) -> (Verified, TurnRecord) {
        let position = verify(&self.game).unwrap().unwrap();
        let record = TurnRecord::read(&self.game, position.turn).unwrap();
        (position, record)
    }

    /// Returns a legal answer: half of them come from the bot that knows the game, if there is one.
    fn answer(&mut self, turn: u32, prompt: &Prompt) -> Value {
        let bots = self.game.rules.bots();
        if !bots.is_empty() && self.bot.below(2) == 0 {
            let name = bots[self.bot.below(bots.len())].name;
            let view = self
                .game
                .view(turn, &Viewer::Seat(prompt.seat.clone()))
                .unwrap();
            if let Some(view) = view {
                return self.game.rules.bot(name, &view, prompt).unwrap();
            }
        }
        answer(&prompt.choices, &mut self.bot)
    }

    /// Returns the questions that the rules will ask in this turn, with answers: the turn is played in memory, with
    /// other dice than it will get, as far as the answers lead.
    fn foresee(
        &mut self,
        position: &Position,
        record: &TurnRecord,
        runs: usize,
    ) -> Vec<(Prompt, Value)> {
        let mut given: BTreeMap<String, (Prompt, Value)> = BTreeMap::new();
        let mut open = record.prompts.clone();
        let seed = self.bot.below(1 << 30) as u64;
        for _ in 0..=runs {
            let mut news = false;
            for prompt in open {
                // A prompt that cannot be answered so gets its default.
                let known = given.get(&prompt.id).map(|(_, value)| value.clone());
                let value = match known {
                    None => self.answer(position.turn, &prompt),
                    Some(_) => prompt.default.clone(),
                };
                news |= known.as_ref() != Some(&value);
                given.insert(prompt.id.clone(), (prompt, value));
            }
            let goes_on = runs > 0 && (news || given.is_empty());
            let Some(state) = record.state.as_ref().filter(|_| goes_on) else {
                break;
            };
            let mut desk: BTreeMap<SeatId, OnFile> = BTreeMap::new();
            for (prompt, value) in given.values() {
                let on_file = desk.entry(prompt.seat.clone()).or_default();
                on_file
                    .standing
                    .push(standing(prompt, slice::from_ref(value)));
            }
            let sitting = position.sitting + 1;
            let run = Run {
                sitting,
                began: record.facts.first().map(|fact| fact.sitting),
                journal: &record.journal,
                on_file: &desk,
                overdue: Overdue::default(),
            };
            let outcome = self.game.rules.turn(state, run, &mut fair(seed, sitting));
            match outcome.unwrap().flow {
                Err(Stop::Waiting(prompts)) => open = prompts,
                _ => break,
            }
        }
        given.into_values().collect()
    }

    /// Returns an order file that answers these prompts, with a word that occurs in no other file.
    fn file(&mut self, seat: &str, turn: u32, prompts: &[&Prompt], answers: &[Value]) -> String {
        let mark: String = (0..20)
            .map(|_| char::from(b'a' + u8::try_from(self.bot.below(26)).unwrap()))
            .collect();
        self.marks.push((seat.to_owned(), mark.clone()));
        let answered = prompts.iter().zip(answers);
        let mut standing: Vec<Value> = answered
            .map(|(prompt, answer)| {
                let prefer = [answer.clone(), prompt.default.clone()];
                json!(standing(prompt, &prefer))
            })
            .collect();
        // The same answer is given in advance to the next question of the kind, so that a sitting goes further.
        for prompt in prompts {
            if let Choices::OneOf(of) = &prompt.choices {
                let all = order(&mut self.bot, of.len()).into_iter();
                let prefer: Vec<&Value> = all.map(|n| &of[n]).collect();
                standing.push(json!({"when": {"ask": prompt.ask}, "prefer": prefer}));
            }
        }
        format!(
            "game: {GAME}\nturn: {turn}\nseat: {seat}\nstanding: {}\n# {mark}\n",
            Value::from(standing)
        )
    }

    /// Sends an order file, by mail or as a file; its player sees the output.
    fn send(&mut self, seat: &str, text: &str) {
        let (position, record) = self.now();
        if self.bot.below(3) == 0 {
            let mail = with_file(seat, "my orders", &format!("{seat}.yaml"), text);
            let mut source = InHand::new([mail.into_bytes()]);
            let taken = take::take_all(&self.game, &mut source, clock())
                .unwrap()
                .taken;
            let said = taken[0].seats.get(&id(seat));
            let good = said.is_some_and(|said| said.starts_with("accepted"));
            *if good {
                &mut self.played.accepted
            } else {
                &mut self.played.rejected
            } += 1;
            return;
        }
        let name = format!("{seat}.yaml");
        let taken = orders::accept(&self.game, &position, &record, &name, text.as_bytes(), None);
        match taken {
            Ok(_) => self.played.accepted += 1,
            Err(NotAccepted::Invalid(problems)) => {
                self.played.rejected += 1;
                let said = problems.render(false);
                self.told
                    .push((seat.to_owned(), "a refusal".to_owned(), said.into_bytes()));
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// All seats answer their prompts, or most of them, and some of the answers are nonsense. Then a sitting is played.
    fn sit(&mut self, runs: usize) {
        let (position, record) = self.now();
        let foreseen = self.foresee(&position, &record, runs);
        for seat in self.table.seats.clone() {
            let mine = foreseen.iter().filter(|(p, _)| p.seat == id(&seat));
            let (mine, answers): (Vec<&Prompt>, Vec<Value>) =
                mine.map(|(p, value)| (p, value.clone())).unzip();
            if self.bot.below(8) == 0 {
                let text = self.file(&seat, position.turn, &[], &[]);
                self.send(&seat, &(text + "bribe: {the: gm}\nmoves: [a, 1, {b: c}]\n"));
            }
            if self.bot.below(20) > 0 {
                let text = self.file(&seat, position.turn, &mine, &answers);
                self.send(&seat, &text);
            }
        }
        let request = Request {
            at: clock(),
            overdue: self.bot.below(4) == 0,
            early: Some("nobody wants to wait".to_owned()),
        };
        if let (RunOutcome::Sat { position, .. }, _) = sit(&self.game, &request).unwrap() {
            self.played.sittings += 1;
            let record = TurnRecord::read(&self.game, position.sat_in).unwrap();
            let answers = record.journal.iter().filter(|entry| {
                matches!(entry, Entry::Answer { .. }) && entry.sitting() == position.sitting
            });
            self.played.answers += answers.count();
        }
        self.search();
    }

    fn secrets(&self) -> Vec<Secret> {
        let mut all = secrets(&self.table);
        let mut own = |seat: &str, what: String, text: String| {
            all.push(Secret {
                what,
                text,
                may: [seat.to_owned()].into(),
                listed: false,
            });
        };
        for (seat, mark) in &self.marks {
            own(seat, format!("what {seat} has ordered"), mark.clone());
        }
        for seat in &self.table.seats {
            let address = format!("{seat}@example.org");
            let token = compose::token(&self.game, &id(seat)).unwrap().unwrap();
            own(seat, format!("the token of {seat}"), token);
            own(seat, format!("the address of {seat}"), address);
        }
        all
    }

    /// Searches all new files.
    fn search(&mut self) {
        let secrets = self.secrets();
        let search = Search::new(&secrets);
        let root = self.table.bench.root();
        let (mut found, mut same) = (0, BTreeSet::new());
        let mut files = vec![];
        for (reader, file, bytes) in self.told.drain(..) {
            found += look(&search, &reader, &file, &bytes);
        }
        for folder in ["public", "outbox", "reports"] {
            walk(&root, folder, &mut files);
        }
        for file in files {
            let Some(reader) = reader(&file, &self.table.seats) else {
                continue;
            };
            if !self.seen.insert(file.clone()) {
                continue;
            }
            let bytes = fs::read(root.join(&file)).unwrap();
            let all = if file.ends_with(".eml") {
                parts(&bytes)
            } else {
                vec![bytes]
            };
            for part in all {
                // A report lies in its folder and in its mail.
                let part = part.trim_ascii().to_vec();
                if !same.contains(&(reader.clone(), part.clone())) {
                    found += look(&search, &reader, &file, &part);
                    same.insert((reader.clone(), part));
                }
            }
            self.played.files += 1;
        }
        self.played.found += found;
        self.played.secrets = secrets.len();
    }

    /// One seat answers a question that others are asked as well, with two different answers in two copies of the game:
    /// as long as the answer is sealed, no other reader's bytes differ.
    fn sealed(&mut self) {
        let (position, record) = self.now();
        let asked: BTreeSet<&SeatId> = record.prompts.iter().map(|p| &p.seat).collect();
        if asked.len() < 2 {
            return;
        }
        let victim = record.prompts[self.bot.below(record.prompts.len())]
            .seat
            .clone();
        let mine: Vec<&Prompt> = record.prompts.iter().filter(|p| p.seat == victim).collect();
        let [one, two] = [(); 2].map(|()| -> Vec<Value> {
            let answers = mine.iter().map(|p| answer(&p.choices, &mut self.bot));
            answers.collect()
        });
        if one == two {
            return;
        }
        let tree = self.table.bench.tree();
        let mut copies = vec![];
        let mut spare = self.spare.take().expect("a game that is not locked");
        for answers in [one, two] {
            let text = self.file(victim.as_str(), position.turn, &mine, &answers);
            let bench = Bench::in_memory(&tree);
            let game = bench.open_again(spare, Disk::new());
            let taken = orders::accept(&game, &position, &record, "x.yaml", text.as_bytes(), None);
            assert!(taken.is_ok(), "{text}");
            let request = Request {
                at: clock(),
                overdue: false,
                early: Some("to see what shows".to_owned()),
            };
            let (ran, _) = sit(&game, &request).unwrap();
            let journal = TurnRecord::read(&game, position.turn).unwrap().journal;
            let sealed = matches!(ran, RunOutcome::Sat { .. }) && journal == record.journal;
            let mut others = BTreeMap::new();
            let mut files = vec![];
            for folder in ["public", "outbox", "reports"] {
                walk(&bench.root(), folder, &mut files);
            }
            for file in files {
                let whose = reader(&file, &self.table.seats);
                if whose.is_some_and(|whose| whose != victim.as_str()) {
                    let bytes = fs::read(bench.root().join(&file)).unwrap();
                    let text: Vec<String> = parts(&bytes).iter().map(|part| masked(part)).collect();
                    others.insert(file, text);
                }
            }
            copies.push((sealed, others));
            spare = game.unlock();
        }
        self.spare = Some(spare);
        // An answer that was used at once is not secret any more.
        if copies.iter().any(|(sealed, _)| !sealed) {
            return;
        }
        let (a, b) = (&copies[0].1, &copies[1].1);
        assert!(a.keys().eq(b.keys()), "other files are written");
        for (file, text) in a {
            assert_eq!(text, &b[file], "{file} tells what {victim} has answered");
        }
        assert!(a.len() > tree.files("reports").count() / 3);
        self.played.sealed += 1;
    }

    /// Collects the output of the commands at the end, for each reader, and the game as a site.
    fn hear(mut self) -> Played {
        let secrets = self.secrets();
        drop(self.game);
        let search = Search::new(&secrets);
        for seat in self.table.seats.clone() {
            let turn = read(&self.table.bench, "turns/position.yaml")["turn"].to_string();
            let head = format!("game: {GAME}\nturn: {turn}\nseat: {seat}\n");
            self.table
                .bench
                .write("bad.yaml", head + "moves: [x]\nactions: [3]\n");
            for args in [
                &["report", GAME, &seat][..],
                &["report", GAME, &seat, "--json"],
                &["form", GAME, &seat],
                &["check", "bad.yaml", "--game", GAME],
                &["check", "bad.yaml", "--game", GAME, "--json"],
            ] {
                let said = self.table.bench.run(args);
                self.played.found += look(&search, &seat, &args.join(" "), said.all().as_bytes());
                self.played.files += 1;
            }
        }
        self.table.bench.ok(&["site", GAME, "--out", "site"]);
        for args in [&["status", GAME][..], &["audit", GAME], &["check", GAME]] {
            let said = self.table.bench.run(args);
            look(&search, "public", &args.join(" "), said.all().as_bytes());
        }
        let mut files = vec![];
        walk(self.table.bench.dir(), "site", &mut files);
        assert!(files.len() > 5);
        for file in files {
            let bytes = fs::read(self.table.bench.dir().join(&file)).unwrap();
            self.played.found += look(&search, "public", &file, &bytes);
            self.played.files += 1;
        }
        self.played
    }
}

/// Searches one file for secrets that its reader may not have.
fn look(search: &Search<'_>, reader: &str, file: &str, bytes: &[u8]) -> usize {
    search.told(reader, file, bytes).unwrap_or_else(|what| {
        let text = String::from_utf8_lossy(bytes);
        panic!("{file} tells {reader} {what}:\n{text}")
    })
}

/// Collects every file below a folder, by its path from the root.
fn walk(root: &Path, folder: &str, files: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else {
        return;
    };
    for entry in entries {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            walk(root, &path, files);
        } else {
            files.push(path);
        }
    }
    files.sort();
}

/// Returns the reader of a file; `None` for the GM alone.
fn reader(file: &str, seats: &[String]) -> Option<String> {
    if file.starts_with("public/") {
        return Some("public".to_owned());
    }
    let name = file.rsplit('/').next().unwrap();
    let mine = |reader: &&str| {
        if file.starts_with("outbox/") {
            name.contains(&format!(".{reader}."))
        } else {
            name.starts_with(&format!("{reader}."))
        }
    };
    let readers = seats.iter().map(String::as_str).chain(["public"]);
    readers.into_iter().find(mine).map(str::to_owned)
}

/// Returns a text without its hashes and the values that follow from them: they have the same length, and are salted.
fn masked(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let (mut out, mut run) = (String::new(), String::new());
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        out += if run.len() < 20 { &run } else { "#" };
        run.clear();
        out.push(c);
    }
    out
}

#[test]
fn no_byte_of_a_played_game_leaks_a_secret_to_its_reader() {
    let seed = crate::laws::number("CHRONOJUDGE_SEED").unwrap_or(1);
    let whole = crate::laws::number("CHRONOJUDGE_SITTINGS");
    std::thread::scope(|scope| {
        for ((ruleset, option), enough) in GAMES.into_iter().zip(PLAYED) {
            let sittings = whole.map_or(enough.sittings, |most| usize::try_from(most).unwrap());
            scope.spawn(move || {
                let began = std::time::Instant::now();
                let mut play = Play::new(ruleset, option, seed);
                play.search();
                for n in 0..sittings {
                    // Questions side by side occur only where few answers are given in advance.
                    let mut runs = FORESEEN;
                    if play.played.sealed < enough.sealed {
                        runs = 0;
                        play.sealed();
                    }
                    play.sit(runs);
                    if play.now().0.ended == chronojudge::game_dir::Ended::GameOver {
                        eprintln!("{ruleset}: over after {} sittings", n + 1);
                        break;
                    }
                }
                let turn = play.now().0.turn;
                let played = play.hear();
                eprintln!("{ruleset}, turn {turn}: {played:?}, {:?}", began.elapsed());
                assert!(played.answers >= enough.answers && played.accepted >= enough.accepted);
                assert!(played.rejected > 0);
                assert!(played.files >= enough.files && played.found >= enough.found);
                assert_eq!(played.sealed, enough.sealed);
            });
        }
    });
}
