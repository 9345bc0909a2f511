//! `new` with a list of players, and `new` that asks.

use super::bench::{Bench, GAME, MASTER, Said, said};
use chronojudge::{
    mail::{Address, MailWay, Settings, open, open_source},
    yaml::keep,
};
use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

/// Founds a game for three with a list of players.
fn with_players(bench: &Bench, file: &str, text: &str) -> Said {
    bench.write(file, text);
    let new = [
        "new",
        GAME,
        "--dice",
        "plain",
        "--ruleset",
        "time-whisperers",
        "--master",
        MASTER,
        "--keys",
        "8",
    ];
    bench.run(&[&new[..], &["--players", file]].concat())
}

/// Runs `new --ask` with these answers.
fn asked(bench: &Bench, more: &[&str], answers: &str) -> Said {
    let mut command = bench.command(&[&["new", "--ask"], more].concat());
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program may end before it has read all answers.
    let _ = child.stdin.take().unwrap().write_all(answers.as_bytes());
    said(&child.wait_with_output().unwrap())
}

#[test]
fn each_option_is_explained_when_it_is_asked_for() {
    for known in chronojudge::rulesets::ALL {
        let bench = Bench::empty_in_memory();
        let said = asked(&bench, &["--ruleset", known.id], "game\n");
        let (_, question) = said.err.split_once("The option `").expect("a question");
        let (_, about) = question.split_once("` of the rules: ").expect("its text");
        assert!(about.starts_with(char::is_alphanumeric), "{}", said.err);
    }
}

#[test]
fn the_directory_and_the_content_of_the_command_line_are_checked_before_the_first_question() {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&[]);
    for (more, words) in [
        (&[GAME][..], "There is a game in gem already."),
        (&["A Game"], "This cannot name a game."),
        (
            &[
                "two",
                "--ruleset",
                "time-whisperers",
                "--content",
                "gem/public/log",
            ],
            "",
        ),
    ] {
        let said = asked(&bench, more, "");
        assert!(said.code != 0 && said.err.contains(words), "{}", said.all());
        assert!(!said.err.contains("The answers ended"), "{}", said.err);
    }
}

#[test]
fn a_list_of_players_seats_and_invites_them() {
    let lines =
        "# friends\nAda <ada@example.org> blue\n\nKai <kai@example.org>\nBo, bo@example.org\n";
    let yaml = "- {name: Ada, address: ada@example.org, seat: blue}\n- name: Kai\n  address: kai@example.org\n\
                - name: Bo\n  address: bo@example.org\n";
    let under_a_key = format!("players:\n{yaml}");
    let mut same = vec![];
    for (file, text) in [("p.txt", lines), ("p.yaml", yaml), ("q.yaml", &under_a_key)] {
        let bench = Bench::empty_in_memory();
        let said = with_players(&bench, file, text);
        assert_eq!(said.code, 0, "{file}: {}", said.all());
        assert!(
            said.err.contains(
                "Seated Ada <ada@example.org>: blue.\nSeated Kai <kai@example.org>: red.\n"
            ),
            "{}",
            said.err
        );
        for seat in ["red", "blue", "green"] {
            let mail = bench
                .root()
                .join(format!("outbox/gem.s0000.{seat}.seat.1.eml"));
            assert!(mail.exists(), "{file}: {seat}\n{}", said.err);
        }
        same.push(bench.read("gem/players.yaml"));
    }
    assert!(same.iter().all(|players| *players == same[0]), "{same:#?}");
    // Fewer players than seats leave seats empty.
    let bench = Bench::empty_in_memory();
    let said = with_players(&bench, "p.txt", "Ada <ada@example.org>\n");
    assert!(
        said.err.contains("Empty seats: blue, green."),
        "{}",
        said.err
    );
}

#[test]
fn a_mistake_in_the_list_is_shown_with_its_place_and_founds_nothing() {
    for (file, text, place, words) in [
        (
            "p.txt",
            "Ada <ada@example.org>\nKai kai@example.org\n",
            "p.txt:2:1",
            "error[E0402]: this line has no name with an address",
        ),
        (
            "p.txt",
            "Ada <adaexample.org>\n",
            "p.txt:1:6",
            "error[E0402]: `adaexample.org` is not a mail address",
        ),
        (
            "p.txt",
            "Ada <ada@example.org> bleu\n",
            "p.txt:1:23",
            "error[E0403]: there is no seat `bleu`",
        ),
        (
            "p.txt",
            "Ada <a@example.org> red\nBo <b@example.org> red\n",
            "p.txt:2:20",
            "error[E0403]: the seat `red` is taken twice",
        ),
        (
            "p.txt",
            "A <a@x.org>\nB <b@x.org>\nC <c@x.org>\nD <d@x.org>\n",
            "p.txt:4:1",
            "error[E0403]: no seat is left for D",
        ),
        (
            "p.txt",
            "# none\n",
            "p.txt",
            "error[E0402]: the list names no player",
        ),
        (
            "p.yaml",
            "- name: Ada\n  address: [x]\n",
            "p.yaml:2:12",
            "error[",
        ),
        (
            "p.yaml",
            "- name: Ada\n  adress: ada@example.org\n",
            "p.yaml:2:3",
            "error[E0201]",
        ),
        (
            "p.yaml",
            "- {name: Ada, address: ada@example.org, zone: Mars/Base}\n",
            "p.yaml:1:",
            "there is no time zone `Mars/Base`",
        ),
    ] {
        let bench = Bench::empty_in_memory();
        let said = with_players(&bench, file, text);
        assert_ne!(said.code, 0, "{text}");
        for part in [place, words] {
            assert!(said.err.contains(part), "{part} is missing:\n{}", said.err);
        }
        if place != "p.txt" {
            assert!(said.err.contains('^'), "{}", said.err);
        }
        assert!(!bench.root().exists(), "{text}");
    }
    // The rules decide about a seating, before anything is written.
    let bench = Bench::empty_in_memory();
    bench.write(
        "p.txt",
        "Ada <a@x.org> buralti veneb human fiolli roo zytal\n",
    );
    let said = bench.run(&[
        "new",
        GAME,
        "--option",
        "scenario=two",
        "--players",
        "p.txt",
    ]);
    assert!(
        said.code != 0 && said.err.contains("error[E0403]"),
        "{}",
        said.all()
    );
    assert!(!bench.root().exists());
    // `explain` knows the codes.
    assert!(
        bench
            .ok(&["explain", "E0402"])
            .out
            .contains("list of players")
    );
}

#[test]
fn asks_for_what_the_arguments_leave_open_and_shows_the_defaults() {
    let bench = Bench::empty_in_memory();
    let answers = "time-whisperers\ngem\n2\n\nThe Gem\nAda <ada@example.org>\nfriday 18:00 Europe/Vienna\n\
                   Kai <kai@example.org>\nBo <bo@example.org>\n\ngmail\nyes\n";
    let said = asked(&bench, &["--master", MASTER], answers);
    assert_eq!(said.code, 0, "{}", said.all());
    for part in [
        "[time-agent]",
        "[time-whisperers-1]",
        "`players` of the rules: 2 to 4.",
        "[3]",
        "[gem]",
        "[none]",
        "[folder]",
        "[yes]",
    ] {
        assert!(said.err.contains(part), "{part} is missing:\n{}", said.err);
    }
    let game = bench.read("gem/game.yaml");
    for part in ["title: The Gem", "players: 2", "18:00", "Europe/Vienna"] {
        assert!(game.contains(part), "{part}: {game}");
    }
    let mail = bench.read("gem/mail.yaml");
    assert!(
        mail.contains("from: Ada <ada@example.org>") && mail.contains("imap.gmail.com"),
        "{mail}"
    );
    assert!(mail.starts_with("# How the mail of this game"), "{mail}");
    assert!(
        bench
            .root()
            .join("outbox/gem.s0000.blue.seat.1.eml")
            .exists()
    );
    // Enter takes every default.
    let bench = Bench::empty_in_memory();
    let said = asked(&bench, &[], &"\n".repeat(10));
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        bench
            .read("time-agent-1/game.yaml")
            .contains("scenario: six")
    );
    // Arguments that are given are not asked for.
    let bench = Bench::empty_in_memory();
    let said = asked(
        &bench,
        &[
            GAME,
            "--ruleset",
            "time-pirates",
            "--title",
            "T",
            "--mail",
            "folder",
        ],
        "\n\n\n\n\n\n",
    );
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        !said.err.contains("The ruleset.") && !said.err.contains("The title"),
        "{}",
        said.err
    );
}

#[test]
fn a_wrong_answer_is_asked_again_and_an_end_leaves_nothing() {
    let bench = Bench::empty_in_memory();
    let answers = "tick-tack\ntime-whisperers\nGEM!\ngem\n7\n2\nx=y\n\n\n\nfriday\n\nKai <kai>\n\n\npost\n\n\n";
    let said = asked(&bench, &[], answers);
    assert_eq!(said.code, 0, "{}", said.all());
    for part in [
        "Unknown ruleset `tick-tack`.",
        "This cannot name a game.",
        "2 to 4 play",
        "has no option `x`",
        "Invalid schedule: `friday`.",
        "players:1:6",
        "Unknown way `post`.",
    ] {
        assert!(said.err.contains(part), "{part} is missing:\n{}", said.err);
    }
    for answers in ["", "time-whisperers\ngem\n2\n", "\ngem\n\n\n\n\n\n\n\nno\n"] {
        let bench = Bench::empty_in_memory();
        let said = asked(&bench, &[], answers);
        assert_ne!(said.code, 0, "{}", said.all());
        assert_eq!(fs::read_dir(bench.dir()).unwrap().count(), 0, "{answers:?}");
    }
}

/// Without a terminal nothing is asked: the missing directory is an error. At a terminal `new` alone asks.
#[test]
fn asks_at_a_terminal_alone() {
    let bench = Bench::empty_in_memory();
    let mut command = bench.command(&["new"]);
    let plain = said(&command.stdin(Stdio::null()).output().unwrap());
    assert_eq!(plain.code, 2, "{}", plain.all());
    assert!(
        plain.err.contains("The directory of the game is missing."),
        "{}",
        plain.err
    );
    // `script` of util-linux makes a terminal.
    let program = env!("CARGO_BIN_EXE_chronojudge");
    let mut script = Command::new("script");
    script
        .args(["-qec", &format!("{program} new"), "/dev/null"])
        .current_dir(bench.dir())
        .env("CHRONOJUDGE_CLOCK", super::bench::CLOCK)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let Ok(mut child) = script.spawn() else {
        println!("skipped: there is no `script`");
        return;
    };
    let answers = "time-pirates\ngem\n\n\n\n\n\n\n\n\n";
    child
        .stdin
        .take()
        .unwrap()
        .write_all(answers.as_bytes())
        .unwrap();
    let shown = said(&child.wait_with_output().unwrap());
    assert!(
        shown.out.contains("The ruleset.") && shown.out.contains("Founded"),
        "{}",
        shown.all()
    );
    assert!(bench.root().join("game.yaml").exists(), "{}", shown.all());
    // With any other argument nothing is asked, at a terminal too.
    let args = format!("{program} new two --ruleset time-pirates");
    let quiet = Command::new("script")
        .args(["-qec", &args, "/dev/null"])
        .current_dir(bench.dir())
        .stdin(Stdio::null())
        .output();
    let quiet = said(&quiet.unwrap());
    assert!(
        !quiet.out.contains("The title") && quiet.out.contains("Founded"),
        "{}",
        quiet.all()
    );
}

/// The pages for providers show the files that `new --mail` writes, and these are valid settings.
#[test]
fn every_way_of_mail_is_a_valid_file_and_its_page_shows_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (way, page, from) in [
        (
            MailWay::Gmail,
            Some("mail-gmail.md"),
            "The GM <ada.pbem@gmail.com>",
        ),
        (
            MailWay::Fastmail,
            Some("mail-fastmail.md"),
            "The GM <ada@fastmail.com>",
        ),
        (
            MailWay::Server,
            Some("mail-server.md"),
            "The GM <games@example.org>",
        ),
        (MailWay::Sendmail, None, "The GM <gm@localhost>"),
        (MailWay::Folder, None, "\"The: GM #1\" <gm@localhost>"),
    ] {
        let from = Address::parse(from).unwrap();
        let text = way.settings(&from);
        let settings: Settings =
            keep::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", way.name()));
        assert_eq!(settings.from, from);
        // The settings are consistent: only the password, or the Maildir, is missing.
        let dir = tempfile::tempdir().unwrap();
        if let Some(inbox) = &settings.inbox {
            let why = open_source(inbox, dir.path()).err().unwrap().to_string();
            assert!(
                why.contains("mail-password") || why.contains("Maildir"),
                "{why}"
            );
        }
        let sending = open(&settings, dir.path()).err().map(|why| why.to_string());
        assert!(
            sending
                .as_ref()
                .is_none_or(|why| why.contains("mail-password")),
            "{sending:?}"
        );
        if let Some(page) = page {
            let shown = fs::read_to_string(root.join("docs").join(page)).unwrap();
            assert!(
                shown.contains(&format!("```yaml\n{text}```\n")),
                "{page} does not show\n{text}"
            );
        }
    }
}
