//! The README and the guides are correct: their `console` blocks are run in order, in a folder like a fresh checkout,
//! and print the text that is shown there.
//!
//! In the output of a command, `…` stands for anything within a line, and for any lines where it is alone. A `yaml`
//! block whose first line is `# NAME` is written to that file. `CHRONOJUDGE_README=write` writes the real output into
//! the pages; parts that change from run to run then have to be replaced by `…` manually.

use crate::cli::tree::Tree;
use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The pages whose commands are run, one after another in one folder.
const PAGES: [&str; 4] = [
    "README.md",
    "docs/gm.md",
    "docs/player.md",
    "docs/auditor.md",
];

/// Returns a folder like a checkout: the examples, and the second verifier.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    Tree::read(&Path::new(ROOT).join("games")).write(&folder.path().join("games"));
    fs::create_dir_all(folder.path().join("src/site")).expect("a folder");
    let script = Path::new(ROOT).join("src/site/verify.py");
    fs::copy(script, folder.path().join("src/site/verify.py")).expect("the script");
    // A fresh checkout has no private modes, whatever a run in this tree has changed.
    typed("chmod -R a+rX games", folder.path());
    folder
}

/// Returns the output of a command line on both streams, run in a shell.
fn typed(line: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_chronojudge"));
    let path = env::var_os("PATH").unwrap_or_default();
    let ours = program.parent().expect("a folder").to_owned();
    let path = env::join_paths(std::iter::once(ours).chain(env::split_paths(&path)));
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "exec 2>&1; {}",
            line.replace("cargo run --release --", "chronojudge")
        ))
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        .env("NO_COLOR", "1")
        .env("CHRONOJUDGE_CLOCK", "2026-06-05T09:00:00Z")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns true if a line matches the README, where `…` stands for anything.
fn fits(shown: &str, said: &str) -> bool {
    match shown.split_once('…') {
        None => shown == said,
        Some((start, rest)) => said.strip_prefix(start).is_some_and(|said| {
            (0..=said.len())
                .filter(|at| said.is_char_boundary(*at))
                .any(|at| fits(rest, &said[at..]))
        }),
    }
}

/// Returns true if lines match the README, where `…` alone stands for any lines.
fn all_fit(shown: &[&str], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((&"…", rest)) => (0..=said.len()).any(|n| all_fit(rest, &said[n..])),
        Some((first, rest)) => said
            .split_first()
            .is_some_and(|(line, said)| fits(first, line) && all_fit(rest, said)),
    }
}

/// Returns the commands of a block and the lines shown below each.
fn commands(block: &str) -> Vec<(&str, Vec<&str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = vec![];
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, vec![])),
            (None, Some((_, shown))) => shown.push(line),
            (None, None) => panic!("a block begins with a command: {line}"),
        }
    }
    commands
}

#[test]
fn the_readme_and_the_guides_show_the_real_output() {
    let folder = checkout();
    for page in PAGES {
        type_the_commands_of(page, folder.path());
    }
}

fn type_the_commands_of(page: &str, folder: &Path) {
    let text = fs::read_to_string(Path::new(ROOT).join(page)).expect("the page");
    let write = env::var("CHRONOJUDGE_README").is_ok_and(|v| v == "write");
    let (mut written, mut rest, mut typed_in) = (String::new(), text.as_str(), 0);
    while let Some((before, after)) = rest.split_once("\n```") {
        let (kind, after) = after.split_once('\n').expect("a block has lines");
        let (block, after) = after.split_once("\n```").expect("a block ends");
        written += &format!("{before}\n```{kind}\n");
        rest = after;
        if kind == "console" {
            for (command, shown) in commands(block) {
                let said = typed(command, folder);
                let said: Vec<&str> = said.lines().collect();
                let right = all_fit(&shown, &said);
                assert!(
                    right || write,
                    "$ {command}\n{page}:\n{}\nreally:\n{}",
                    shown.join("\n"),
                    said.join("\n")
                );
                let lines = if right { shown } else { said };
                written += &format!("$ {command}\n");
                written.extend(lines.iter().flat_map(|line| [*line, "\n"]));
                typed_in += 1;
            }
        } else {
            written += &format!("{block}\n");
            if let Some(name) = block.strip_prefix("# ").and_then(|b| b.lines().next())
                && kind == "yaml"
            {
                fs::write(folder.join(name), format!("{block}\n")).expect("a file");
            }
        }
        written += "```";
    }
    written += rest;
    assert!(typed_in >= 2, "{page} shows what it says");
    if write {
        fs::write(Path::new(ROOT).join(page), written).expect("the page");
    }
}

#[test]
fn the_readme_fits_150_lines() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let lines = readme.lines().count();
    assert!(lines <= 150, "the README has {lines} lines");
}

/// Every relative link of the pages names a file, and every named heading exists.
#[test]
fn links_between_pages_have_targets() {
    let root = Path::new(ROOT);
    let mut pages = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "games/README.md",
    ]
    .map(|page| root.join(page))
    .to_vec();
    for entry in fs::read_dir(root.join("docs")).expect("docs") {
        let path = entry.expect("an entry").path();
        pages.extend(path.extension().is_some_and(|e| e == "md").then_some(path));
    }
    let anchor = |line: &str| -> String {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let mut wrong = vec![];
    let mut links = 0;
    for page in &pages {
        let text = fs::read_to_string(page).expect("a page");
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.contains("://") || link.contains(' ') {
                continue;
            }
            links += 1;
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => page.clone(),
                path => page.parent().expect("a folder").join(path),
            };
            let leads = target.exists()
                && (heading.is_empty()
                    || fs::read_to_string(&target).is_ok_and(|text| {
                        let mut lines = text.lines().filter(|line| line.starts_with('#'));
                        lines.any(|line| anchor(line) == heading)
                    }));
            if !leads {
                wrong.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(links > 30, "{links} links");
    assert!(
        wrong.is_empty(),
        "links that lead nowhere:\n{}",
        wrong.join("\n")
    );
}

/// The example whose picture stands for each game in the README, and the seat that sees it.
const PICTURES: [(&str, &str, &str); 5] = [
    ("time-agent", "gem-1992", "zytal"),
    ("time-whisperers", "whispers-1", "red"),
    ("time-pirates", "pirates-1", "black"),
    ("time-control", "control-1", "orange"),
    ("the-loop", "loop-1", "mr-time"),
];

/// The README shows a picture of each game: that of its example as a report has it today.
#[test]
fn the_readme_shows_a_picture_of_each_game() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    for known in chronojudge::rulesets::ALL {
        let (_, game, seat) = PICTURES
            .iter()
            .find(|(id, ..)| *id == known.id)
            .unwrap_or_else(|| panic!("{} has no picture", known.id));
        let rules = known.id.replace('-', "_");
        let shown = format!("crates/rules/src/rulesets/{rules}/cover.png");
        assert!(readme.contains(&shown), "{shown} is not in the README");
        let folder = checkout();
        let said = typed(
            &format!("chronojudge report games/{game} {seat} --picture now.png"),
            folder.path(),
        );
        let now = fs::read(folder.path().join("now.png")).unwrap_or_else(|_| panic!("{said}"));
        let place = Path::new(ROOT).join(&shown);
        if env::var("CHRONOJUDGE_README").is_ok_and(|how| how == "write") {
            fs::write(&place, &now).expect("the picture");
        }
        let kept = fs::read(&place).expect("the picture");
        assert!(kept == now, "remake {shown}: CHRONOJUDGE_README=write");
    }
}
