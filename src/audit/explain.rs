//! The shell lines that reproduce one roll or slot without this program (fair1, section 9).

use super::{
    explain_hash::explain_hash,
    explain_slot::explain_slot,
    files,
    shell::{Unexplained, damaged, draw_key, sha, stream_lines},
    sittings::{Game, Sitting, sittings},
};
use std::fmt::Write as _;
use std::path::Path;

use crate::{
    dice::{chain::previous_key, field::Hash},
    log::{Log, Roll, Salts, parse_rolls, rolls_path},
};

/// Returns the shell lines that reproduce a roll, a slot `<deck>/<slot>`, or a hash, without this program (fair1,
/// section 9).
///
/// They run in the public directory with a POSIX shell, `openssl` and `sha256sum`. Each command is independent of the
/// others, and the line `# ->` after it has its expected output. A label that was rolled in several turns is explained
/// for each sitting, unless one is named.
pub fn explain(public: &Path, label: &str, sitting: Option<u32>) -> Result<String, Unexplained> {
    let (log, _) = Log::examine(public);
    let genesis = log
        .genesis()
        .ok_or_else(|| damaged("there is no genesis record"))?;
    let game = Game::read(genesis).map_err(damaged)?;
    let sittings = sittings(&log, &game, Salts::read(&log).hash());
    let mut text = String::new();
    for one in sittings.iter().filter(|s| sitting.is_none_or(|t| t == s.t)) {
        // A damaged sitting must not prevent the explanation of another one's roll.
        let bytes = files::read_named(public, one.result, &rolls_path(one.t)).unwrap_or_default();
        let rolls = parse_rolls(&bytes).unwrap_or_default();
        for roll in rolls.iter().filter(|roll| roll.label.as_str() == label) {
            explain_roll(&mut text, one, roll)?;
        }
    }
    if !text.is_empty() {
        return Ok(text);
    }
    match explain_slot(public, &log, &sittings, label) {
        Err(Unexplained::Unknown(_)) => explain_hash(public, &log, &game, label, sitting)
            .unwrap_or_else(|| Err(Unexplained::Unknown(label.to_owned()))),
        explained => explained,
    }
}

fn explain_roll(out: &mut String, sitting: &Sitting, roll: &Roll) -> Result<(), Unexplained> {
    let draw = sitting.draw.clone().map_err(damaged)?;
    let key = sitting.result.key("key").map_err(damaged)?;
    let (t, public_key) = (sitting.t, draw.public_key(&key));
    let _ = writeln!(out, "# Sitting {t}, published as: {roll}");
    let from = if t == 1 {
        "the anchor in genesis".to_owned()
    } else {
        format!("the key of sitting {}", t - 1)
    };
    let _ = writeln!(
        out,
        "# 1. The key of sitting {t} belongs to the chain: this must be {from}."
    );
    let previous = Hash::from_bytes(*previous_key(&draw.game, t, &key).as_bytes());
    sha(
        out,
        &[
            "fair1/link",
            draw.game.as_str(),
            &t.to_string(),
            &key.to_hex(),
        ],
        &previous,
    );
    let _ = writeln!(out, "# 2. The key of this sitting's public rolls.");
    draw_key(out, &draw, "fair1/turn", &key, &public_key);
    stream_lines(out, &public_key, &roll.label, &roll.cast, 3);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;
    use crate::{
        audit::synthetic::{game, honest},
        log::Folder,
    };

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
}
