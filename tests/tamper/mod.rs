//! Systematic forgeries of the public files of real games: every record, every field, every file, changed, removed,
//! added, doubled, reordered, with and without every later hash made to fit.
//!
//! Each forgery is refused for the right reason, by the program and by the second verifier; or it is one of those that
//! the files cannot show, which are listed in [`HEAD_ONLY`] and in `docs/trust.md`.

mod explained;
mod fields;
mod files;
mod forgeries;
mod made;
mod made_up;
pub mod public;
mod records;
mod signed;
mod synthetic;
mod whole;

use crate::cli::bench::{Bench, GAME, TWO};
use chronojudge::audit::{Check, Verdict, exit_code, from_orders, people, replay, verify};
use public::Public;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Forgeries that only the head shows, which stands at the foot of every mail: the files are in order.
pub const HEAD_ONLY: [&str; 11] = [
    "the last records cut off, with all their files",
    "a sitting played again with other orders and the same key",
    "a whole game founded again when all salts are in hand, or its first record written anew then",
    "a note left out, or what it says",
    "the times in the log",
    "whether a lock was overdue",
    "the order of the lines in a record",
    "the key of a player who has signed nothing, a salt's hash that is never opened",
    "a player's signature on their orders, removed with every trace of it",
    "which version of the program played a sitting",
    "where no player gave a salt: titles, schedules and remarks in `game.yaml` and in the content, and the version of the program",
];

/// Forgeries that nothing shows while a game runs: the rules detect them in the files that are opened at the end.
pub const LATER: [&str; 7] = [
    "facts that tell of no dice, and views after the set-up",
    "a roll more that its label gives, or one that no fact tells of left out",
    "how the tiles of a deck lie",
    "an opening that is left out, which the facts tell of",
    "the secret behind what is hidden, and what the sealed orders, journals and states are",
    "which record the orders of a lock name as the last that their writer saw",
    "a bot that plays a seat without a note and without a word in the lock",
];

/// The numbers of forgeries of each game, and of those that are accepted: they must match exactly, so that none is lost
/// when a test is changed.
pub const TRIED: [(&str, &str, usize, usize); 14] = [
    ("the-long-afternoon", "finished", 199, 11),
    ("the-fourth-hour", "finished", 376, 15),
    ("the-long-way-round", "finished", 185, 11),
    ("signed orders", "finished", 30, 1),
    ("founded again", "finished", 4, 3),
    ("two logs", "finished", 3, 0),
    ("bots", "finished", 3, 0),
    ("without salts", "running", 3, 3),
    ("with a beacon", "running", 421, 28),
    ("whispers-1", "running", 311, 20),
    ("pirates-1", "running", 157, 17),
    ("gem-1992", "running", 170, 21),
    ("two logs, running", "running", 1, 1),
    ("bots, running", "running", 3, 1),
];

/// The page with these numbers.
const PAGE: &str = "docs/reliability.md";

/// The words of our audit about a signature that was bound and is not opened.
pub const NOT_OPENED: &str = "cannot be read";

/// The expected outcome of a forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// Both report FAILED: ours on a line with the first words, the second verifier on one with the others.
    Refused(&'static str, &'static str),
    /// Only a verifier with the rules can detect it: ours reports FAILED on a line with these words.
    Rules(&'static str),
    /// Only a verifier of signatures can detect it: ours reports FAILED on a line with these words, and so does the
    /// second verifier if it has `ssh-keygen`.
    People(&'static str),
    /// Both report that something is not shown, on a line with this word.
    Sealed(&'static str),
    /// Nothing in the files shows it, but the head differs: one of [`HEAD_ONLY`].
    Head(&'static str),
    /// Nothing shows it while the game runs, but its end does: one of [`LATER`]. The head differs, too.
    Later(&'static str),
}

/// One forgery.
pub struct Forgery {
    pub what: String,
    pub public: Public,
    pub comes: Comes,
}

/// The forgeries of one game.
pub struct Forger {
    /// The genuine game.
    pub real: Public,
    /// True if every kind of field is forged in every way; otherwise each is forged once, so that no kind of forgery is
    /// left out of any game.
    pub thorough: bool,
    pub done: Vec<Forgery>,
}

impl Forger {
    fn new(real: Public, thorough: bool) -> Self {
        let done = vec![];
        Self {
            real,
            thorough,
            done,
        }
    }

    /// Returns true if the game is over and opened.
    pub fn is_finished(&self) -> bool {
        self.real.0.keys().any(|path| path.ends_with("-final.yaml"))
    }

    /// Returns true if sitting 1 was the whole set-up, so that nothing in it waits for a sealed answer.
    pub fn asks_nothing(&self) -> bool {
        let records = self.real.records();
        let first = records.iter().find(|record| record.kind() == "result");
        first.is_some_and(|first| first.get("ended") == Some("turn-complete"))
    }

    /// Adds a forgery; a forgery that changes nothing is a mistake of these tests.
    #[track_caller]
    pub fn forge(&mut self, what: impl Into<String>, comes: Comes, how: impl FnOnce(&mut Public)) {
        let (what, mut public) = (what.into(), self.real.clone());
        how(&mut public);
        assert!(public.0 != self.real.0, "{what}: nothing was forged");
        self.done.push(Forgery {
            what,
            public,
            comes,
        });
    }
}

/// Returns a folder in memory, if there is room.
fn scratch() -> tempfile::TempDir {
    let shm = Path::new("/dev/shm");
    let folder = tempfile::Builder::new().prefix("tamper-").tempdir_in(shm);
    folder.unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

/// Returns the exit codes and texts of the second verifier for many folders, checked in one process.
fn second(folders: &[PathBuf]) -> Option<Vec<(i32, String)>> {
    const DRIVER: &str = "
import contextlib, io, sys
script, *folders = sys.argv[1:]
program = compile(open(script, encoding='utf-8').read(), script, 'exec')
for folder in folders:
    sys.argv, out, code = [script, folder], io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(out): exec(program, {'__name__': '__main__'})
    except SystemExit as end: code = end.code
    print('==', code)
    print(out.getvalue(), end='')
";
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    // The script runs without any library that may be installed here.
    let output = Command::new("python3")
        .args(["-S", "-c", DRIVER, script])
        .args(folders)
        .output();
    let Ok(output) = output else {
        eprintln!("SKIPPED: the second verifier was not run, python3 cannot be started");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut said: Vec<(i32, String)> = vec![];
    for line in text.lines() {
        if let Some(code) = line.strip_prefix("== ") {
            said.push((code.parse().unwrap(), String::new()));
        } else {
            said.last_mut().unwrap().1 += &format!("{line}\n");
        }
    }
    assert_eq!(said.len(), folders.len());
    Some(said)
}

/// Returns true if the second verifier can check signatures here.
fn has_keygen() -> bool {
    Command::new("ssh-keygen").arg("-?").output().is_ok()
}

/// Returns the program's checks: those of the dice, and those of the rules and the signatures if the dice are in order.
fn ours(folder: &Path) -> Vec<Check> {
    let mut checks = verify(folder);
    if !checks
        .iter()
        .any(|c| matches!(c.verdict, Verdict::Failed(_)))
    {
        checks.extend(replay(folder, &mut |_| {}));
        checks.extend(from_orders(folder, &mut |_| {}));
        checks.extend(people(folder, &[], None));
    }
    checks
}

fn text(checks: &[Check]) -> String {
    checks.iter().map(|check| format!("{check}\n")).collect()
}

/// Returns true if a line with this beginning has these words.
fn says(text: &str, start: &str, words: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with(start) && line.contains(words))
}

/// Runs both verifiers on all forgeries of a game; returns those with an unexpected outcome.
fn judge(forger: &Forger, honest: (u8, i32)) -> Vec<String> {
    let scratch = scratch();
    let place = |n: usize| scratch.path().join(format!("{n:04}"));
    let base = scratch.path().join("real");
    forger.real.write(&base, None);
    for (n, forgery) in forger.done.iter().enumerate() {
        forgery.public.write(&place(n), Some((&forger.real, &base)));
    }
    let folders: Vec<PathBuf> = (0..forger.done.len()).map(place).collect();
    let real = ours(&base);
    assert_eq!(exit_code(&real), honest.0, "{}", text(&real));

    // Half of the folders on each core, the second verifier in processes of its own.
    let half = folders.len().div_ceil(2).max(1);
    let (mut said, mut seconds) = (vec![], vec![]);
    std::thread::scope(|scope| {
        let parts: Vec<_> = folders
            .chunks(half)
            .map(|part| {
                scope.spawn(move || {
                    let ours: Vec<Vec<Check>> = part.iter().map(|folder| ours(folder)).collect();
                    (ours, second(part))
                })
            })
            .collect();
        for part in parts {
            let (ours, second) = part.join().unwrap();
            said.extend(ours);
            seconds.push(second);
        }
    });
    let seconds: Option<Vec<_>> = seconds.into_iter().collect();
    let seconds: Option<Vec<(i32, String)>> = seconds.map(|parts| parts.concat());
    let keygen = has_keygen();
    let mut wrong = vec![];
    for (n, forgery) in forger.done.iter().enumerate() {
        let ours = text(&said[n]);
        let theirs = seconds.as_ref().map(|all| &all[n]);
        let code = exit_code(&said[n]);
        // Tests the exit code and the text of the second verifier.
        let second = |test: &dyn Fn(i32, &str) -> bool| theirs.is_none_or(|(c, t)| test(*c, t));
        let good = match forgery.comes {
            Comes::Refused(why, theirs) => {
                code == 1
                    && says(&ours, "FAILED", why)
                    && second(&|c, t| c == 1 && says(t, "FAILED", theirs))
            }
            Comes::Rules(why) => {
                code == 1 && says(&ours, "FAILED", why) && second(&|c, _| c == honest.1)
            }
            Comes::People(why) => {
                // The second verifier does not pass a finished game with unopened files either.
                let theirs = |c, t: &str| match why {
                    NOT_OPENED => c == 2,
                    _ if keygen => c == 1 && says(t, "FAILED", ": signature of "),
                    _ => c == 1 || c == 2,
                };
                code == 1 && says(&ours, "FAILED", why) && second(&theirs)
            }
            Comes::Sealed(what) => {
                code == 2
                    && says(&ours, "NOT SHOWN", what)
                    && second(&|c, t| c == 2 && says(t, "NOT SHOWN", "not opened"))
            }
            Comes::Head(what) => {
                assert!(HEAD_ONLY.contains(&what), "{what} is not in the list");
                // A log without its last record is that of a game that is over and not opened, which is not a pass.
                let cut = what == HEAD_ONLY[0];
                (code == honest.0 || cut && code == 2)
                    && second(&|c, _| c == honest.1 || c == 0 || cut && c == 2)
                    && forgery.public.head() != forger.real.head()
            }
            Comes::Later(what) => {
                assert!(LATER.contains(&what), "{what} is not in the list");
                code == honest.0
                    && second(&|c, _| c == honest.1)
                    && forgery.public.head() != forger.real.head()
            }
        };
        if !good {
            let failed = |text: &str| {
                let lines = text.lines().filter(|l| l.starts_with("FAILED"));
                lines
                    .map(|l| l.chars().take(200).collect::<String>())
                    .collect::<Vec<_>>()
            };
            wrong.push(format!(
                "{}\n  should come to {:?}\n  ours {code}: {:?}\n  theirs {:?}: {:?}",
                forgery.what,
                forgery.comes,
                failed(&ours),
                theirs.map(|(code, _)| code),
                theirs.map(|(_, text)| failed(text)),
            ));
        }
    }
    wrong
}

/// Checks all forgeries of a game and counts them; all must have the expected outcome, and none may be missing.
fn all_fail(name: &str, forger: &Forger, honest: (u8, i32)) {
    let began = std::time::Instant::now();
    let wrong = judge(forger, honest);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for forgery in &forger.done {
        let kind = match forgery.comes {
            Comes::Refused(..) => "refused by both",
            Comes::Rules(_) => "refused by the rules",
            Comes::People(_) => "refused for a signature",
            Comes::Sealed(_) => "said to be sealed",
            Comes::Head(_) => "for the head",
            Comes::Later(_) => "for the end",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    let n = forger.done.len();
    eprintln!("{name}: {n} forgeries, {kinds:?}, {:?}", began.elapsed());
    assert!(
        wrong.is_empty(),
        "{name}: {} of {n} forgeries did not come to what they should:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let (_, state, tried, accepted) = TRIED.iter().find(|(game, ..)| *game == name).unwrap();
    let passed = { forger.done.iter() }
        .filter(|forgery| matches!(forgery.comes, Comes::Head(_) | Comes::Later(_)))
        .count();
    let found = (n, passed);
    assert_eq!(
        found,
        (*tried, *accepted),
        "{name}: TRIED and {PAGE} have other numbers"
    );
    assert_eq!(forger.is_finished(), *state == "finished", "{name}");
}

/// At least 1,200 forgeries, of finished and of running games; the page has every number, and every accepted kind.
#[test]
fn the_page_counts_the_forgeries_and_lists_the_accepted_ones() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE)).unwrap();
    let (mut all, mut passed) = (0, 0);
    for (game, state, tried, accepted) in TRIED {
        all += tried;
        passed += accepted;
        let row = format!("| {game} | {state} | {tried} | {accepted} |");
        assert!(
            page.lines().any(|line| line == row),
            "{PAGE} has no line {row}"
        );
    }
    assert!(all >= 1_200, "{all}");
    for state in ["finished", "running"] {
        let of = TRIED.iter().filter(|(_, s, ..)| *s == state);
        let tried: usize = of.map(|(_, _, tried, _)| tried).sum();
        assert!(tried > 500, "{state}: {tried}");
    }
    let total = format!("| **all** | | **{all}** | **{passed}** |");
    assert!(
        page.lines().any(|line| line == total),
        "{PAGE} has no line {total}"
    );
    for what in HEAD_ONLY.iter().chain(&LATER) {
        let line = format!("* {what}");
        assert!(
            page.lines().any(|l| l == line),
            "{PAGE} does not list: {what}"
        );
    }
}

/// Returns the real game of that name, finished or running, with every forgery.
fn example(name: &str, thorough: bool) -> Forger {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(name)
        .join("public");
    let mut forger = Forger::new(Public::read(&root), thorough);
    files::on_disk(&mut forger);
    files::refitted(&mut forger);
    fields::every_field(&mut forger);
    records::every_record(&mut forger);
    forger
}

#[test]
fn the_long_afternoon_cannot_be_forged() {
    all_fail(
        "the-long-afternoon",
        &example("the-long-afternoon", false),
        (0, 0),
    );
}

#[test]
fn forgeries_of_a_game_without_salts_are_shown_by_its_head_alone() {
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    for seat in TWO {
        let who = ["--name", seat, "--address", "p@example.org"];
        bench.ok(&[&["seat", GAME, seat], &who[..]].concat());
    }
    bench.ok(&["start", GAME]);
    let mut forger = Forger::new(Public::read(&bench.root().join("public")), true);
    files::without_salts(&mut forger);
    all_fail("without salts", &forger, (0, 0));
}

#[test]
fn the_fourth_hour_cannot_be_forged() {
    all_fail("the-fourth-hour", &example("the-fourth-hour", true), (0, 0));
}

#[test]
fn the_long_way_round_cannot_be_forged() {
    all_fail(
        "the-long-way-round",
        &example("the-long-way-round", false),
        (0, 0),
    );
}

/// Running games: nothing is opened, so only the public files can be compared with each other.
#[test]
fn a_running_game_of_whisperers_cannot_be_forged() {
    all_fail("whispers-1", &example("whispers-1", true), (0, 0));
}

#[test]
fn a_running_game_of_pirates_cannot_be_forged() {
    all_fail("pirates-1", &example("pirates-1", false), (0, 0));
}

#[test]
fn a_running_game_of_agents_cannot_be_forged() {
    all_fail("gem-1992", &example("gem-1992", false), (0, 0));
}

#[test]
fn a_game_with_notes_and_a_beacon_cannot_be_forged() {
    let (forger, played_again) = made::with_beacon();
    all_fail("with a beacon", &forger, (0, 2));
    // The GM plays a sitting again with other orders, from the same key: each of the two logs is in order.
    assert_ne!(played_again.head(), forger.real.head());
    let folder = scratch();
    played_again.write(&folder.path().join("public"), None);
    assert_eq!(exit_code(&ours(&folder.path().join("public"))), 0);
}

/// The page of trust lists the forgeries that only the head shows, word for word.
#[test]
fn the_page_of_trust_lists_forgeries_that_only_the_head_shows() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/trust.md")).unwrap();
    let listed: BTreeSet<String> = page
        .lines()
        .filter_map(|line| {
            Some(
                line.strip_prefix("* ")?
                    .trim_end_matches(['.', ';'])
                    .to_owned(),
            )
        })
        .collect();
    for what in HEAD_ONLY {
        assert!(listed.contains(what), "the page does not list: {what}");
    }
}
