//! The site with the public files, published to a folder, to a server by rsync, and to a git repository.

use super::{
    bench::{Bench, GAME, Said, said},
    script,
    tree::Tree,
};
use chronojudge::dice::field::sha256;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A server for tests: its folders are those of the test.
const SERVER: &str = "ada@example.org:server/www";

/// Copies as rsync does, with `ada@example.org:` as a name for the folder of the test, and writes down its arguments.
const FAKE: &str = r#"#!/bin/sh
echo "$@" >> calls
for a; do
  case $a in
    --exclude=/*) skip=${a#--exclude=/} ;;
    --include=/*) only=${a#--include=/} ;;
    --list-only) list=1 ;;
  esac
  from=$to
  to=$a
done
[ -n "$list" ] && from=$to
from=${from#ada@example.org:}
to=${to#ada@example.org:}
if ! [ -d "$from" ]; then
  echo "rsync: change_dir \"$from\" failed: No such file or directory (2)" >&2
  exit 23
fi
if [ -n "$list" ]; then
  ls -lA --time-style='+%Y/%m/%d %H:%M:%S' "$from" | sed '1d; s/  */ /g' | cut -d ' ' -f 1,5-
  exit
fi
mkdir -p "$to"
to=$(cd "$to" && pwd)
cd "$from" || exit 11
find . -type f | while read -r file; do
  if [ "$file" != "./$skip" ] && [ "$file" = "./${only:-${file#./}}" ]; then
    mkdir -p "$(dirname "$to/$file")" && cp "$file" "$to/$file"
  fi
done
"#;

/// The play page of a test, if it writes one.
pub const PAGE: &str = "page.html";

/// Sets a git identity, whatever the machine's settings, and the play page of the test.
pub fn with_writer(command: &mut Command) {
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Ada");
        command.env(format!("GIT_{who}_EMAIL"), "ada@example.org");
    }
    command.env("CHRONOJUDGE_PLAY", PAGE);
}

/// Runs the program with a `rsync` of this text before all other programs.
fn with_program(bench: &Bench, rsync: &str, args: &[&str]) -> Said {
    use std::os::unix::fs::PermissionsExt as _;
    bench.write("bin/rsync", rsync);
    let program = bench.dir().join("bin/rsync");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let path = format!("{}:/usr/bin:/bin", bench.dir().join("bin").display());
    let mut command = bench.command(args);
    command.env("PATH", path).env("CHRONOJUDGE_PLAY", PAGE);
    said(&command.output().expect("the program runs"))
}

/// Runs the program with a `rsync` that copies into the folder of the test.
pub fn with_fake_rsync(bench: &Bench, args: &[&str]) -> Said {
    with_program(bench, FAKE, args)
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let tree = Tree::read(folder);
    let files = tree.files("");
    files
        .map(|(path, bytes)| (path.to_owned(), bytes.to_vec()))
        .collect()
}

#[test]
fn the_site_comes_to_a_folder_with_a_verifier_that_needs_nothing_else() {
    let bench = Bench::copy(script::played());
    bench.ok(&["publish", GAME, "--to", "www"]);
    bench.ok(&["site", GAME, "--out", "site"]);
    assert_eq!(
        files(&bench.dir().join("www")),
        files(&bench.dir().join("site"))
    );
    // Files of others stay, also when the site is published again.
    bench.write("www/mine.txt", "mine");
    bench.ok(&["publish", GAME, "--to", "www"]);
    assert_eq!(bench.read("www/mine.txt"), "mine");
    fs::remove_file(bench.dir().join("www/mine.txt")).expect("a file");

    // The published folder alone, in another place: the commands of the page work in it.
    let elsewhere = tempfile::tempdir().expect("a folder");
    Tree::read(&bench.dir().join("www")).write(elsewhere.path());
    let page = fs::read_to_string(elsewhere.path().join("verify.html")).expect("a page");
    let hash = sha256(&fs::read(elsewhere.path().join("verify.py")).expect("the verifier"));
    assert!(
        page.contains(&format!("<code class=\"hash\">{hash}</code>")),
        "{page}"
    );
    for line in ["python3 verify.py public.zip", "python3 verify.py public/"] {
        assert!(page.replace("&#x2f;", "/").contains(line), "{page}");
        let run = Command::new("sh")
            .args(["-c", line])
            .current_dir(elsewhere.path())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(said.ends_with("PASSED\n"), "{line}: {said}");
    }
}

#[test]
fn the_places_are_those_of_the_game_unless_others_are_named() {
    let bench = Bench::copy(script::played());
    let none = bench.run(&["publish", GAME]);
    assert_eq!(none.code, 2, "{}", none.all());
    assert!(
        none.err.contains("There is no place to publish to."),
        "{}",
        none.all()
    );
    let game = bench.read("gem/game.yaml");
    bench.write("gem/game.yaml", game + "publish:\n  to: ../www\n");
    bench.ok(&["publish", GAME]);
    assert!(bench.dir().join("www/index.html").exists());
    bench.ok(&["publish", GAME, "--to", "other"]);
    assert!(bench.dir().join("other/index.html").exists());
    // The published copies are no games of the folder, and a game may have a folder `log` of its own.
    bench.write("gem/log/cron.txt", "quiet");
    let all = bench.ok(&["status", "."]);
    assert_eq!(all.out.matches("The Gem").count(), 1, "{}", all.all());
}

#[cfg(unix)]
#[test]
fn rsync_copies_the_first_page_last_and_deletes_nothing() {
    let bench = Bench::copy(script::played());
    let done = with_fake_rsync(&bench, &["publish", GAME, "--to", SERVER]);
    assert_eq!(done.code, 0, "{}", done.all());
    assert!(
        done.err.ends_with(&format!("Published: {SERVER}.\n")),
        "{}",
        done.all()
    );
    let calls = bench.read("calls");
    let calls: Vec<&str> = calls.lines().collect();
    assert_eq!(calls.len(), 4, "{calls:?}");
    assert!(calls[0].contains("--list-only"), "{calls:?}");
    assert!(
        calls[1].contains("--include=/.chronojudge-site --exclude=* "),
        "{calls:?}"
    );
    assert!(calls[2].contains("--exclude=/index.html"), "{calls:?}");
    assert!(!calls[3].contains("--exclude"), "{calls:?}");
    for call in &calls {
        assert!(!call.contains("--delete"), "{call}");
        assert!(call.contains("BatchMode=yes"), "{call}");
    }
    bench.ok(&["site", GAME, "--out", "site"]);
    // Files of others stay, also when the site is published again, and so does a part of a file that a run left.
    let part = "server/www/public/log/.000001-genesis.yaml.x4Ab9z";
    bench.write("server/www/mine.txt", "mine");
    bench.write(part, "chronojudge");
    let again = with_fake_rsync(&bench, &["publish", GAME, "--to", SERVER]);
    assert_eq!(again.code, 0, "{}", again.all());
    assert!(
        bench
            .read("calls")
            .contains("ada@example.org:server/www/public/log/"),
        "the log is compared"
    );
    assert_eq!(bench.read("server/www/mine.txt"), "mine");
    fs::remove_file(bench.dir().join(part)).expect("a file");
    fs::remove_file(bench.dir().join("server/www/mine.txt")).expect("a file");
    let theirs = files(&bench.dir().join("server/www"));
    assert_eq!(theirs, files(&bench.dir().join("site")));
    let verify = Command::new("python3")
        .args(["verify.py", "public.zip"])
        .current_dir(bench.dir().join("server/www"))
        .output();
    assert!(verify.expect("python").status.success());

    // Another log of the game is never overwritten, and neither is a longer one.
    for record in ["000004-lock.yaml", "000999-lock.yaml"] {
        let path = format!("server/www/public/log/{record}");
        bench.write(&path, "what: else\n");
        let refused = with_fake_rsync(&bench, &["publish", GAME, "--to", SERVER]);
        assert_eq!(refused.code, 2, "{}", refused.all());
        let words = format!("holds another log: its log/{record} is not that of the game");
        assert!(refused.err.contains(&words), "{}", refused.all());
        assert_eq!(bench.read(&path), "what: else\n");
        let file = format!("public/log/{record}");
        let ours = theirs.iter().find(|(path, _)| *path == Path::new(&file));
        if let Some((_, bytes)) = ours {
            bench.write(&path, bytes);
        }
    }
}

/// A folder with another web site gets no file, on a server and on this machine.
#[cfg(unix)]
#[test]
fn a_folder_with_other_files_is_no_place_for_a_site() {
    let bench = Bench::copy(script::played());
    bench.write("server/www/index.html", "mine");
    for place in [SERVER, "server/www"] {
        let refused = with_fake_rsync(&bench, &["publish", GAME, "--to", place]);
        assert_eq!(refused.code, 2, "{}", refused.all());
        let words = format!("{place} is not empty, and holds no site of a game.");
        assert!(refused.err.contains(&words), "{}", refused.all());
        assert_eq!(
            Tree::read(&bench.dir().join("server/www"))
                .files("")
                .count(),
            1
        );
    }
    assert_eq!(bench.read("server/www/index.html"), "mine");
    // The list of a site that was being written when a run was killed is no file of others.
    fs::remove_file(bench.dir().join("server/www/index.html")).expect("a file");
    bench.write("server/www/..chronojudge-site.x4Ab9z", "");
    bench.write("here/.writing-x4Ab9z", "");
    for place in [SERVER, "here"] {
        let done = with_fake_rsync(&bench, &["publish", GAME, "--to", place]);
        assert_eq!(done.code, 0, "{}", done.all());
    }
}

/// The private `game.yaml` of a game directory, and its other files, are not replaced by published ones.
#[test]
fn a_game_directory_is_no_place_to_publish_to() {
    let bench = Bench::copy(script::played());
    let game = bench.read("gem/game.yaml");
    let refused = |args: &[&str], words: &str| {
        let refused = bench.run(&[&["publish", GAME][..], args].concat());
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.all());
        assert!(refused.err.contains(words), "{args:?}: {}", refused.all());
        assert!(!bench.dir().join("gem/.git").exists(), "{args:?}");
        assert!(!bench.dir().join("gem/log").exists(), "{args:?}");
    };
    refused(&["--git", GAME], "gem is a game directory.");
    refused(&["--git", "gem/public/.."], "is a game directory.");
    refused(&["--to", GAME], "gem is a game directory.");
    assert_eq!(bench.read("gem/game.yaml"), game);
    for (place, words) in [
        ("git: .", "is a game directory."),
        ("git: ''", "is no folder to publish to: it is empty"),
        ("git: ~/www", "only a shell knows the folder of `~`"),
        ("to: .", "is a game directory."),
        ("to: ''", "it is empty"),
        ("to: ~/www", "only a shell knows the folder of `~`"),
    ] {
        bench.write("gem/game.yaml", format!("{game}publish:\n  {place}\n"));
        refused(&[], words);
    }
}

#[test]
fn options_of_a_repository_hold_for_that_of_the_game_and_need_one() {
    let bench = Bench::copy(script::played());
    for option in ["--push", "--no-site"] {
        let refused = bench.run(&["publish", GAME, "--to", "www", option]);
        assert_eq!(refused.code, 2, "{}", refused.all());
        let words = format!("There is no repository, so `{option}` has no effect.");
        assert!(refused.err.contains(&words), "{}", refused.all());
    }
    assert!(!bench.dir().join("www").exists());
    let game = bench.read("gem/game.yaml");
    bench.write("gem/game.yaml", game + "publish:\n  git: ../there\n");
    let mut command = bench.command(&["publish", GAME, "--no-site"]);
    with_writer(&mut command);
    let done = said(&command.output().expect("the program runs"));
    assert_eq!(done.code, 0, "{}", done.all());
    assert!(bench.dir().join("there/log").is_dir() && !bench.dir().join("there/site").exists());
}

#[test]
fn a_site_in_a_folder_is_never_written_over_that_of_another_log() {
    let bench = Bench::copy(script::played());
    bench.ok(&["site", GAME, "--out", "www"]);
    // The parts of files that interrupted copies and systems leave are no records.
    for name in [
        ".DS_Store",
        ".writing-x4Ab9z",
        ".000001-genesis.yaml.x4Ab9z",
    ] {
        bench.write(&format!("www/public/log/{name}"), "");
    }
    bench.ok(&["site", GAME, "--out", "www"]);
    let record = "www/public/log/000999-lock.yaml";
    bench.write(record, "what: else\n");
    for command in [
        ["site", GAME, "--out", "www"],
        ["publish", GAME, "--to", "www"],
    ] {
        let refused = bench.run(&command);
        assert_eq!(refused.code, 2, "{}", refused.all());
        let words = "www holds another log: its log/000999-lock.yaml is not that of the game.";
        assert!(refused.err.contains(words), "{}", refused.all());
    }
}

/// The real rsync, to a server whose `ssh` is a shell of this machine.
#[cfg(unix)]
#[test]
fn the_real_rsync_copies_the_same() {
    use std::os::unix::fs::PermissionsExt as _;
    if !Path::new("/usr/bin/rsync").exists() {
        eprintln!("skipped: rsync is not installed");
        return;
    }
    let bench = Bench::copy(script::played());
    let ssh =
        "#!/bin/sh\nwhile [ \"$1\" != example.org ]; do shift; done\nshift\nexec sh -c \"$*\"\n";
    bench.write("bin/ssh", ssh);
    let program = bench.dir().join("bin/ssh");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let publish = |to: &str| {
        let mut command = bench.command(&["publish", GAME, "--to", to]);
        let path = format!("{}:/usr/bin:/bin", bench.dir().join("bin").display());
        said(
            &command
                .env("PATH", path)
                .output()
                .expect("the program runs"),
        )
    };
    let place = format!("ada@example.org:{}", bench.dir().join("www").display());
    let www = bench.dir().join("www");
    for round in 0..3 {
        if round == 1 {
            // A run that was interrupted after the first file.
            fs::remove_dir_all(www.join("public")).expect("a folder");
        }
        let done = publish(&place);
        assert_eq!(done.code, 0, "{}", done.all());
    }
    bench.ok(&["site", GAME, "--out", "site"]);
    assert_eq!(files(&www), files(&bench.dir().join("site")));
    // A web server can read all of it.
    let mode = |path: &str| {
        fs::metadata(www.join(path))
            .expect(path)
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(
        [mode(""), mode("public/log"), mode("index.html")],
        [0o755, 0o755, 0o644]
    );
    fs::remove_file(www.join(".chronojudge-site")).expect("a file");
    let others = publish(&place);
    assert!(
        others.code == 2 && others.err.contains("holds no site of a game"),
        "{}",
        others.all()
    );
    let missing = publish("ada@example.org:/no/such/folder");
    assert_eq!(missing.code, 2, "{}", missing.all());
    assert!(
        missing.err.contains("Files cannot be written to"),
        "{}",
        missing.all()
    );
}

#[cfg(unix)]
#[test]
fn failures_of_rsync_are_explained() {
    let bench = Bench::copy(script::played());
    let refused =
        "#!/bin/sh\necho 'ada@example.org: Permission denied (publickey).' >&2\nexit 255\n";
    let slow = "#!/bin/sh\nexec sleep 60\n";
    for (rsync, says) in [
        (
            refused,
            "cannot be reached, or refuses the connection: ada@example.org: Permission denied (publickey).\nhint: Try `ssh`",
        ),
        (
            "#!/bin/sh\necho 'sh: rsync: not found' >&2\nexit 127\n",
            "has no rsync: sh: rsync: not found",
        ),
        (slow, "did not finish in 1 seconds, and was stopped"),
    ] {
        let args = ["publish", GAME, "--to", SERVER, "--time-limit", "1"];
        let failed = with_program(&bench, rsync, &args);
        assert_eq!(failed.code, 2, "{}", failed.all());
        assert!(failed.err.contains(says), "{}", failed.all());
    }
    let mut none = bench.command(&["publish", GAME, "--to", SERVER]);
    let none = said(
        &none
            .env("PATH", "/nowhere")
            .output()
            .expect("the program runs"),
    );
    assert_eq!(none.code, 2, "{}", none.all());
    let words = "The program rsync is not installed.\nhint: Install rsync";
    assert!(none.err.contains(words), "{}", none.all());
    let wrong = bench.run(&["publish", GAME, "--to=-e sh"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("is no place"),
        "{}",
        wrong.all()
    );
}

#[test]
fn a_repository_gets_the_site_after_the_sittings() {
    let bench = Bench::copy(script::played());
    let git = |place: &str, args: &[&str]| {
        let output = Command::new("git")
            .args(["-C", place])
            .args(args)
            .current_dir(bench.dir())
            .output()
            .expect("git");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    git(".", &["init", "--quiet", "--bare", "bare.git"]);
    git(".", &["clone", "--quiet", "bare.git", "there"]);
    let publish = |more: &[&str]| {
        let args = [&["publish", GAME, "--git", "there"], more].concat();
        let mut command = bench.command(&args);
        with_writer(&mut command);
        let done = said(&command.output().expect("the program runs"));
        assert_eq!(done.code, 0, "{}", done.all());
        done
    };
    publish(&[]);
    let titles = git("there", &["log", "--format=%s"]);
    assert!(titles.starts_with("site: sitting "), "{titles}");
    bench.write("there/site/mine.txt", "mine");
    assert_eq!(publish(&[]).all(), "Nothing new.\nexit code 0");
    // A page of an earlier version of the program is removed, and no file of others is touched or committed.
    let mark = bench.read("there/site/.chronojudge-site");
    bench.write("there/site/.chronojudge-site", format!("{mark}old.html\n"));
    bench.write("there/site/old.html", "old");
    git("there", &["add", "site/old.html", "site/.chronojudge-site"]);
    git(
        "there",
        &[
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.org",
            "commit",
            "-qm",
            "old",
        ],
    );
    // A run died after it had removed the page, before its commit.
    bench.write("there/site/.chronojudge-site", mark);
    fs::remove_file(bench.dir().join("there/site/old.html")).expect("a file");
    assert!(publish(&[]).err.contains("1 commit in there."));
    let listed = git("there", &["ls-files", "site"]);
    assert!(
        !listed.contains("old.html") && !listed.contains("mine.txt"),
        "{listed}"
    );
    assert!(
        listed.contains("site/index.html") && listed.contains("site/verify.py"),
        "{listed}"
    );
    assert_eq!(bench.read("there/site/mine.txt"), "mine");
    git("there", &["push", "--quiet", "-u", "origin", "HEAD"]);
    publish(&["--push"]);
    // A reader's clone is complete, and both programs accept it.
    git(".", &["clone", "--quiet", "bare.git", "readers"]);
    bench.ok(&["audit", "readers"]);
    let verify = Command::new("python3")
        .args(["readers/site/verify.py", "readers"])
        .current_dir(bench.dir())
        .output();
    assert!(verify.expect("python").status.success());
}
