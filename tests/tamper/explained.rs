//! The explanations of rolls, slots and hashes are scripts that run in bash, and give what they explain.

use super::synthetic::{Folder, game, honest};
use chronojudge::audit::{Unexplained, explain};
use std::process::{Command, Stdio};

/// Runs the explanation in bash, compares the output of each command with its `# ->` line, and returns the last
/// output.
fn run(folder: &Folder, script: &str) -> String {
    let mut bash = Command::new("bash");
    let bash = bash
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(folder.path())
        .stderr(Stdio::inherit());
    let printed = String::from_utf8(bash.output().expect("bash").stdout).expect("text");
    let said: Vec<&str> = script
        .lines()
        .filter_map(|line| line.strip_prefix("# -> "))
        .collect();
    assert_eq!(printed.lines().collect::<Vec<_>>(), said, "{script}");
    printed.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn an_explanation_runs_in_bash_and_gives_the_roll() {
    let folder = game(false, true, &honest);
    for (label, sitting) in [
        ("combat/4a-3/attack", 2),
        ("turn-order", 1),
        ("facing/2a-5", 1),
        ("facing/2a-5", 3),
        ("facing/2a-5#2", 2),
    ] {
        let script = explain(folder.path(), label, Some(sitting)).expect("an explanation");
        let rolls = folder.read(&format!("sittings/{sitting:04}/rolls.txt"));
        let line = rolls
            .lines()
            .find(|line| line.starts_with(&format!("{label} ")))
            .expect("the roll");
        assert!(
            line.ends_with(&format!(" = {}", run(&folder, &script))),
            "{line}\n{script}"
        );
    }
    let both = explain(folder.path(), "facing/2a-5", None).expect("an explanation");
    assert!(
        both.contains("# Sitting 1") && both.contains("# Sitting 3"),
        "{both}"
    );
    assert!(
        !both.contains("# Sitting 2"),
        "the repeat is another label: {both}"
    );
}

#[test]
fn an_explanation_of_a_slot_runs_in_bash() {
    let folder = game(false, true, &honest);
    for slot in 0..6 {
        run(
            &folder,
            &explain(folder.path(), &format!("tiles/{slot}"), None).expect("an explanation"),
        );
    }
    for hash in [
        "head",
        "content",
        "salts",
        "4",
        "000008-lock",
        "000006-result.yaml",
        "game.yaml",
        "sittings/0001/rolls.txt",
        "opened/0001/journal.yaml",
        "order-roo",
        "standing-roo",
        "journal",
        "state",
    ] {
        run(&folder, &explain(folder.path(), hash, None).expect(hash));
    }
    for unknown in [
        "order-foo",
        "13",
        "tiles/6",
        "tiles/x",
        "towns/0",
        "tiles",
        "",
        "no/such/roll",
    ] {
        assert_eq!(
            explain(folder.path(), unknown, None),
            Err(Unexplained::Unknown(unknown.to_owned()))
        );
    }
    let folder = game(false, false, &honest);
    run(
        &folder,
        &explain(folder.path(), "tiles/3", None).expect("an opened slot"),
    );
    assert_eq!(
        explain(folder.path(), "tiles/1", None),
        Err(Unexplained::Sealed("tiles/1".to_owned()))
    );
}
