//! The shell lines that reproduce one roll or slot by hand (fair1, section 9).

use std::fmt::Write as _;
use std::path::Path;

use super::explain_hash::explain_hash;
use super::explain_slot::explain_slot;
use super::files;
use super::log::Log;
use super::rolls::{Cast, Roll, parse_rolls};
use super::salts::Salts;
use super::verify::{Game, Sitting, rolls_path, sittings};
use crate::dice::chain::{Draw, previous_key};
use crate::dice::field::{Hash, Key};
use crate::dice::label::Label;
use crate::dice::stream::{Stream, roll_key};

/// Why a roll cannot be explained (fair1, section 9).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unexplained {
    /// No public roll and no deck slot of that name.
    #[error("no published roll, slot, record, file or hash is called `{0}`")]
    Unknown(String),
    /// A slot that nobody has opened.
    #[error("`{0}` is still sealed")]
    Sealed(String),
    /// A record or a file is damaged.
    #[error("{0}")]
    Damaged(String),
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is made for `map_err`, which gives the error away"
)]
pub(super) fn damaged(why: impl ToString) -> Unexplained {
    Unexplained::Damaged(why.to_string())
}

/// The shell lines that reproduce a roll, a slot `<deck>/<slot>`, or a hash, by hand (fair1, section 9).
///
/// To be run in the public directory with a POSIX shell, `openssl` and `sha256sum`. Each command stands on its own, and
/// the line `# ->` after it says what it prints. A label that was rolled in several turns is explained for each
/// sitting, unless one is named.
pub fn explain(public: &Path, label: &str, sitting: Option<u32>) -> Result<String, Unexplained> {
    let (log, _) = Log::examine(public);
    let genesis = log
        .genesis()
        .ok_or_else(|| damaged("there is no genesis record"))?;
    let game = Game::read(genesis).map_err(damaged)?;
    let sittings = sittings(&log, &game, Salts::read(&log).hash());
    let mut text = String::new();
    for one in sittings.iter().filter(|s| sitting.is_none_or(|t| t == s.t)) {
        // A damaged sitting must not stand in the way of another one's roll.
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

/// A text as one word of a shell command.
pub(super) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Writes a command over `L(fields)` and what it prints.
fn command(out: &mut String, fields: &[&str], pipe: &str, prints: &str) {
    let format = "%s\\n".repeat(fields.len());
    let words: Vec<String> = fields.iter().map(|field| quote(field)).collect();
    let _ = writeln!(
        out,
        "printf '{format}' {} | {pipe}\n# -> {prints}",
        words.join(" ")
    );
}

pub(super) fn sha(out: &mut String, fields: &[&str], prints: &Hash) {
    command(out, fields, "sha256sum | cut -c1-64", &prints.to_string());
}

pub(super) fn hmac(out: &mut String, key: &Key, fields: &[&str], prints: &Key) {
    let pipe = format!(
        "openssl dgst -sha256 -mac HMAC -macopt hexkey:{} | sed 's/.*= *//'",
        key.to_hex()
    );
    command(out, fields, &pipe, &prints.to_hex());
}

/// The key of the sitting from that of the chain, or of what is hidden from `S`.
pub(super) fn draw_key(out: &mut String, draw: &Draw, tag: &str, from: &Key, prints: &Key) {
    let (t, beacon) = (draw.sitting.to_string(), draw.beacon.to_string());
    hmac(
        out,
        from,
        &[tag, draw.game.as_str(), &t, &beacon, &draw.salts_field()],
        prints,
    );
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

/// From the key of all rolls to the key of this one, to its words, to its values.
pub(super) fn stream_lines(out: &mut String, key: &Key, label: &Label, cast: &Cast, step: u32) {
    let _ = writeln!(out, "# {step}. The key of this roll.");
    let own = roll_key(key, label);
    hmac(out, key, &["fair1/roll", label.as_str()], &own);
    let mut stream = Stream::new(key, label);
    let (program, values) = match cast {
        Cast::Dice { sides, faces } => {
            let values: Vec<u32> = faces.iter().map_while(|_| stream.die(*sides)).collect();
            (
                format!(
                    "-v m={sides} '$1 < 4294967296 - 4294967296 % m {{ printf \"%s%.0f\", s, $1 % m + 1; s = \" \" }} END {{ print \"\" }}'"
                ),
                values,
            )
        }
        Cast::Shuffle(order) => {
            let n = u32::try_from(order.len()).unwrap_or(0);
            let program = "BEGIN { for (i = 0; i < n; i++) a[i] = i; i = n - 1 } i > 0 { m = i + 1; \
                if ($1 < 4294967296 - 4294967296 % m) { j = $1 % m; x = a[i]; a[i] = a[j]; a[j] = x; i-- } } \
                END { for (i = 0; i < n; i++) printf \"%s%.0f\", (i ? \" \" : \"\"), a[i]; print \"\" }";
            (format!("-v n={n} '{program}'"), stream.shuffle(n))
        }
    };
    let next = step + 1;
    let _ = writeln!(
        out,
        "# {next}. Its words, 32 bits each, little end first; a word beyond the last whole multiple is skipped."
    );
    let (bytes, iv) = (4 * stream.taken(), "0".repeat(32));
    let words = format!(
        "openssl enc -chacha20 -K {} -iv {iv} | od -An -v -tu4 | tr -s ' ' '\\n' | grep .",
        own.to_hex()
    );
    let prints: Vec<String> = values.iter().map(u32::to_string).collect();
    let _ = writeln!(
        out,
        "head -c {bytes} /dev/zero | {words} | awk {program}\n# -> {}",
        prints.join(" ")
    );
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;
    use crate::audit::{
        folder::Folder,
        synthetic::{game, honest},
    };

    /// Runs the explanation in bash and compares what each command prints with what it says it prints.
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
