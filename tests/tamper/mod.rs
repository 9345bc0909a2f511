//! What a forger can do to the public files of real games, systematically: every record, every field,
//! every file, changed, removed, added, doubled, reordered, with and without every later hash made to fit.
//!
//! Each forgery is refused for the right reason, by the program and by the second verifier; or it is one
//! of those that cannot be seen in the files, which are listed in [`HEAD_ONLY`] and in the README.

mod fields;
mod files;
mod made;
pub mod public;
mod records;
mod signed;

use crate::cli::bench::{Bench, GAME, TWO};
use chronojudge::{
    audit::{Check, Verdict, exit_code, verify},
    sitting::{people, replay},
};
use public::Public;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What only the head shows, which stands at the foot of every mail: the files are in order.
pub const HEAD_ONLY: [&str; 10] = [
    "the last records cut off, with all their files",
    "a sitting played again with other orders and the same key",
    "a note left out, or what it says",
    "the times in the log",
    "whether a lock was overdue",
    "the order of the lines in a record",
    "the key of a player who has signed nothing, a salt's hash that is never opened",
    "a player's signature on his orders, removed with every trace of it",
    "which version of the program played a sitting",
    "where no player gave a salt: titles, schedules and remarks in `game.yaml` and in the content, and the version of the program",
];

/// What our audit says of a signature that was bound and is not opened.
pub const NOT_OPENED: &str = "cannot be read";

/// What comes of a forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// Both say FAILED: ours on a line with the first words, the second verifier on one with the others.
    Refused(&'static str, &'static str),
    /// Only whoever knows the rules can tell: ours says FAILED on a line with these words.
    Rules(&'static str),
    /// Only whoever checks signatures can tell: ours says FAILED on a line with these words, and so does the second
    /// verifier where it has `ssh-keygen`.
    People(&'static str),
    /// Both say that something is not shown, on a line with this word.
    Sealed(&'static str),
    /// Nothing in the files tells, but the head is another: one of [`HEAD_ONLY`].
    Head(&'static str),
}

/// One forgery.
pub struct Forgery {
    pub what: String,
    pub public: Public,
    pub comes: Comes,
}

/// The forgeries of one game.
pub struct Forger {
    /// The game as it really is.
    pub real: Public,
    /// Whether every kind of field is forged in every way; else each once, so that no kind of forgery is left
    /// out of any game.
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

    /// Adds a forgery; one that changes nothing is a mistake of these tests.
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

/// A folder in memory, if there is room.
fn scratch() -> tempfile::TempDir {
    let shm = Path::new("/dev/shm");
    let folder = tempfile::Builder::new().prefix("tamper-").tempdir_in(shm);
    folder.unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

/// What the second verifier says of many folders: exit code and text. One process for all of them.
fn second(folders: &[PathBuf]) -> Option<Vec<(i32, String)>> {
    const DRIVER: &str = "
import contextlib, io, runpy, sys
script, *folders = sys.argv[1:]
for folder in folders:
    sys.argv, out, code = [script, folder], io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(out): runpy.run_path(script, run_name='__main__')
    except SystemExit as end: code = end.code
    print('==', code)
    print(out.getvalue(), end='')
";
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify.py");
    // Without any library that may be installed here.
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

/// Whether the second verifier can check signatures here.
fn has_keygen() -> bool {
    Command::new("ssh-keygen").arg("-?").output().is_ok()
}

/// What the program says: the dice, and the rules and the signatures where the dice are in order.
fn ours(folder: &Path) -> Vec<Check> {
    let mut checks = verify(folder);
    if !checks
        .iter()
        .any(|c| matches!(c.verdict, Verdict::Failed(_)))
    {
        checks.extend(replay(folder));
        checks.extend(people(folder, &[], None));
    }
    checks
}

fn text(checks: &[Check]) -> String {
    checks.iter().map(|check| format!("{check}\n")).collect()
}

/// Whether a line that begins so has these words.
fn says(text: &str, start: &str, words: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with(start) && line.contains(words))
}

/// Runs both verifiers on all forgeries of a game; says which did not come to what they should.
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
        // What the second verifier must say, by its exit code and its text.
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
                // What is not opened when the game is over is no pass for the second verifier either.
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
                // A log without its last record is of a game that is over and not opened: that is no pass.
                let cut = what == HEAD_ONLY[0];
                (code == honest.0 || cut && code == 2)
                    && second(&|c, _| c == honest.1 || c == 0 || cut && c == 2)
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

/// Judges all forgeries of a game and counts them; all must come to what they should.
fn all_fail(name: &str, forger: &Forger, honest: (u8, i32)) -> usize {
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
    n
}

/// The real game of that name, with every forgery there is.
fn finished(name: &str, thorough: bool) -> Forger {
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
fn an_afternoon_cannot_be_forged() {
    assert!(
        all_fail(
            "the-long-afternoon",
            &finished("the-long-afternoon", false),
            (0, 0)
        ) > 100
    );
}

#[test]
fn a_game_without_salts_has_only_its_head() {
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    for seat in TWO {
        let who = ["--name", seat, "--address", "p@example.org"];
        bench.ok(&[&["seat", GAME, seat], &who[..]].concat());
    }
    bench.ok(&["start", GAME]);
    let mut forger = Forger::new(Public::read(&bench.root().join("public")), true);
    files::without_salts(&mut forger);
    assert_eq!(all_fail("without salts", &forger, (0, 0)), 3);
}

#[test]
fn an_hour_cannot_be_forged() {
    assert!(
        all_fail(
            "the-fourth-hour",
            &finished("the-fourth-hour", true),
            (0, 0)
        ) > 80
    );
}

#[test]
fn a_way_cannot_be_forged() {
    assert!(
        all_fail(
            "the-long-way-round",
            &finished("the-long-way-round", false),
            (0, 0)
        ) > 80
    );
}

#[test]
fn a_game_with_notes_and_a_beacon_cannot_be_forged() {
    let (forger, played_again) = made::with_beacon();
    assert!(all_fail("with a beacon", &forger, (0, 2)) > 40);
    // The GM plays a sitting again with other orders, from the same key: each of the two logs is in order.
    assert_ne!(played_again.head(), forger.real.head());
    let folder = scratch();
    played_again.write(&folder.path().join("public"), None);
    assert_eq!(exit_code(&ours(&folder.path().join("public"))), 0);
}

/// What only the head shows is said in the README, word for word and as large as the rest.
#[test]
fn the_readme_says_what_only_the_head_shows() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let listed: BTreeSet<String> = readme
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
        assert!(listed.contains(what), "the README does not list: {what}");
    }
}
