//! A temporary folder for each test, the program, a fixed clock, and a known secret.

use super::tree::Tree;
use chrono::{DateTime, Utc};
use chronojudge::{
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Game, Held, Layout, LockError, LockedGame, StoreError},
    orders::OnFileSet,
    run::{Request, RunOutcome, sit},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Mutex, OnceLock},
    thread::sleep,
    time::Duration,
};

/// How often a lock is tried, and the time between two tries.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(10);

pub const CLOCK: &str = "2026-11-24T12:00:00Z";
/// The master secret of every game here; it is public, because these games are only tests.
pub const MASTER: &str = "6b0d6c5a1f7e42938d5c7b1a0e9f83742615d4c3b2a1908f7e6d5c4b3a29180f";
/// The seats of a game for six.
pub const SEATS: [&str; 6] = ["buralti", "veneb", "human", "fiolli", "roo", "zytal"];
/// The seats of a game for two.
pub const TWO: [&str; 2] = ["red", "blue"];
/// The game's name, and its folder.
pub const GAME: &str = "gem";

/// Returns the fixed clock as the library wants it.
pub fn clock() -> DateTime<Utc> {
    CLOCK.parse().unwrap()
}

/// Returns the salt of a seat's player.
pub fn salt_words(seat: &str) -> String {
    format!("nobody but {seat} knows these words")
}

/// Where Linux has files in memory.
const MEMORY: &str = "/dev/shm";

/// Returns true if files in memory can be run as programs, and there is room for the benches of some tests at a time.
#[cfg(unix)]
fn fits_in_memory() -> bool {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    const ROOM: u64 = 512 << 20;
    statvfs(MEMORY).is_ok_and(|memory| {
        !memory.f_flag.contains(StatVfsMountFlags::NOEXEC)
            && memory.f_bavail * memory.f_frsize >= ROOM
    })
}

#[cfg(not(unix))]
fn fits_in_memory() -> bool {
    false
}

/// A folder with a game in it, or without one yet.
#[derive(Debug)]
pub struct Bench {
    dir: tempfile::TempDir,
}

/// The output of one run of the program.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Returns messages, data and exit code, as they are seen at a terminal.
    pub fn all(&self) -> String {
        format!("{}{}exit code {}", self.err, self.out, self.code)
    }
}

impl Bench {
    /// Returns a bench without a game, in memory if there is room and programs can be run from there: on a disk each
    /// command waits for many syncs, which no test here can tell from a sync that does nothing.
    pub fn empty() -> Self {
        if fits_in_memory() {
            Self::empty_in_memory()
        } else {
            Self::on_disk()
        }
    }

    /// Returns a bench without a game, on the disk: for tests of processes that are killed or race while they write.
    pub fn on_disk() -> Self {
        Self {
            dir: tempfile::Builder::new().prefix("cli-").tempdir().unwrap(),
        }
    }

    /// Returns a bench without a game, in memory even if no program can be run from there: for tests that write
    /// thousands of times.
    pub fn empty_in_memory() -> Self {
        let dir = tempfile::Builder::new().prefix("cli-").tempdir_in(MEMORY);
        dir.map_or_else(|_| Self::on_disk(), |dir| Self { dir })
    }

    /// Returns a copy of a game, in memory.
    pub fn in_memory(tree: &Tree) -> Self {
        let bench = Self::empty_in_memory();
        tree.write(&bench.root());
        bench
    }

    /// Returns a game for six that has just been started. It is founded once, on the disk; this is a copy.
    pub fn started() -> Self {
        Self::copy(made_once("started", |bench| {
            bench.found();
            bench.seat(&SEATS);
            bench.open_all();
            bench.ok(&["start", GAME]);
        }))
    }

    /// Returns a copy of a game.
    pub fn copy(tree: &Tree) -> Self {
        let bench = Self::empty();
        tree.write(&bench.root());
        bench
    }

    /// Returns a copy of a game, on the disk.
    pub fn copy_on_disk(tree: &Tree) -> Self {
        let bench = Self::on_disk();
        tree.write(&bench.root());
        bench
    }

    pub fn found(&self) -> Said {
        self.new_game(&["--title", "The Gem"])
    }

    /// Founds a game with these options, with the master secret of the tests.
    pub fn new_game(&self, more: &[&str]) -> Said {
        let args = [
            "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys",
            "64",
        ];
        self.ok(&[&args, more].concat())
    }

    /// Seats players, of whom the first is sent pages: in a game for six, pages and pictures for all would take a third
    /// of the time of the tests that play it.
    pub fn seat(&self, seats: &[&str]) {
        for seat in seats {
            let (name, address) = (format!("Player {seat}"), format!("{seat}@example.org"));
            let hash = self.ok(&["salt", "hash", GAME, seat, &salt_words(seat)]);
            let format: &[&str] = if *seat == seats[0] { &[] } else { &["--text"] };
            let known = ["seat", GAME, seat, "--name", &name, "--address", &address];
            self.ok(&[&known[..], &["--salt-hash", hash.out.trim()], format].concat());
        }
        self.mailed();
    }

    /// Sends the mails about the seats: no salt is opened before every player has been mailed the hashes of all. The
    /// delivered mails are removed.
    pub fn mailed(&self) {
        self.ok(&["send", GAME]);
        let delivered = self.root().join("mail");
        if delivered.is_dir() {
            fs::remove_dir_all(delivered).unwrap();
        }
    }

    pub fn open_all(&self) {
        self.open_words(&SEATS);
    }

    pub fn open_words(&self, seats: &[&str]) {
        for seat in seats {
            self.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
        }
    }

    /// Founds a game for two, with more options, whose seats are empty.
    pub fn found_for_two(&self, more: &[&str]) {
        self.found_with(MASTER, more);
    }

    /// Founds such a game with another master secret.
    pub fn found_with(&self, master: &str, more: &[&str]) {
        let args = [
            "new",
            GAME,
            "--dice",
            "plain",
            "--trust",
            "address",
            "--ruleset",
            "time-whisperers",
            "--option",
            "players=2",
            "--master",
            master,
            "--keys",
            "64",
        ];
        self.ok(&[&args, more].concat());
    }

    /// Puts a game for two here that is ready to be started; it is founded once for the same options.
    pub fn ready_for_two(&self, more: &[&str]) {
        let ready = made_once(&format!("ready for two: {more:?}"), |bench| {
            bench.found_for_two(more);
            bench.seat(&TWO);
            bench.open_words(&TWO);
        });
        ready.write(&self.root());
    }

    /// Returns the folder that the program is run in.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// Returns the game directory.
    pub fn root(&self) -> PathBuf {
        self.dir().join(GAME)
    }

    pub fn tree(&self) -> Tree {
        Tree::read(&self.root())
    }

    /// Returns the program's command, with nothing of the caller's environment.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chronojudge"));
        command
            .args(args)
            .current_dir(self.dir())
            .env_clear()
            .env("CHRONOJUDGE_CLOCK", CLOCK)
            .env("NO_COLOR", "1")
            .env("HOME", self.dir());
        // The process counts for coverage too, if coverage is measured.
        let file = std::env::var_os("LLVM_PROFILE_FILE");
        command.envs(file.map(|file| ("LLVM_PROFILE_FILE", file)));
        command
    }

    pub fn run(&self, args: &[&str]) -> Said {
        said(&self.command(args).output().unwrap())
    }

    /// Runs the program, which must succeed.
    #[track_caller]
    pub fn ok(&self, args: &[&str]) -> Said {
        let said = self.run(args);
        assert_eq!(said.code, 0, "{args:?} failed:\n{}", said.all());
        said
    }

    /// Runs a command whose exit code must be 1.
    #[track_caller]
    pub fn no(&self, args: &[&str]) -> Said {
        let said = self.run(args);
        assert_eq!(said.code, 1, "{args:?}: {}", said.all());
        said
    }

    /// Runs the program with `--json`.
    #[track_caller]
    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        let said = self.run(&[args, &["--json"]].concat());
        serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{args:?}: {e}:\n{}", said.all()))
    }

    /// Writes a file, by its path in the folder that the program is run in.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.dir().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[track_caller]
    pub fn read(&self, path: &str) -> String {
        let path = self.dir().join(path);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// Files orders: the body with the envelope above it, and a remark that only the seat's player may read.
    #[track_caller]
    pub fn order(&self, seat: &str, turn: u32, body: &str) -> Said {
        let name = format!("{seat}.yaml");
        let prefer = "turn-order: {prefer: [6, 5, 4, 3, 2, 1]}";
        let body = format!("{prefer}\n{body}# {}\n", remark(seat));
        let text = orders(seat, turn, &body);
        self.write(&name, text);
        self.ok(&["receive", GAME, &name])
    }

    /// Locks this game with rules that were loaded for another copy of it.
    pub fn open_again(&self, mut game: Game, disk: Disk) -> LockedGame {
        game.layout = Layout::new(self.root());
        game.disk = disk;
        lock(game)
    }

    /// Returns the game, opened and locked in this process.
    pub fn open(&self, disk: Disk) -> LockedGame {
        lock(Game::open(&self.root(), disk).unwrap())
    }

    /// Takes the lock of the game without opening it.
    pub fn hold(&self) -> Held {
        let layout = Layout::new(self.root());
        for _ in 0..TRIES {
            match Held::take(&layout, clock()) {
                Err(LockError::Busy { .. }) => sleep(PAUSE),
                held => return held.unwrap(),
            }
        }
        panic!("the lock is held for good");
    }
}

/// Returns a game that is made once in this process, on the disk: every other test with the same key gets it as well.
pub fn made_once(key: &str, make: impl FnOnce(&Bench)) -> &'static Tree {
    static MADE: Mutex<BTreeMap<String, &'static OnceLock<Tree>>> = Mutex::new(BTreeMap::new());
    // The lock is given back before the game is made, so that others can be made meanwhile.
    let game = *MADE
        .lock()
        .unwrap()
        .entry(key.to_owned())
        .or_insert_with(|| Box::leak(Box::default()));
    game.get_or_init(|| {
        let bench = Bench::on_disk();
        make(&bench);
        bench.tree()
    })
}

/// Locks a game of this process. It retries, because another test that is just starting a program passes this process's
/// open files on to it for a moment, and the lock with them.
fn lock(mut game: Game) -> LockedGame {
    for _ in 0..TRIES {
        let (root, disk) = (game.layout.root().to_owned(), game.disk.clone());
        match game.lock(clock()) {
            Err(StoreError::Lock(LockError::Busy { .. })) => {
                sleep(PAUSE);
                game = Game::open(&root, disk).unwrap();
            }
            locked => return locked.unwrap(),
        }
    }
    panic!("the lock is held for good");
}

/// Returns the remark that a seat's player writes into each order file.
pub fn remark(seat: &str) -> String {
    format!("the-cunning-plan-of-{seat}")
}

/// Returns an order file.
pub fn orders(seat: &str, turn: u32, body: &str) -> String {
    format!("game: {GAME}\nturn: {turn}\nseat: {seat}\n{body}")
}

pub fn said(output: &Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Plays one sitting in this process.
pub fn sit_now(game: &LockedGame, overdue: bool) -> Result<(RunOutcome, OnFileSet), GameError> {
    let request = Request {
        at: clock(),
        overdue,
        early: None,
    };
    sit(game, &request)
}

pub fn seat_id(seat: &str) -> SeatId {
    SeatId::new(seat).unwrap()
}
