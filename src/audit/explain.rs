//! The shell lines that reproduce one roll or slot without this program (fair1, section 9).

use super::{
    explain_hash::explain_hash,
    explain_slot::explain_slot,
    shell::{Unexplained, damaged, draw_key, sha, stream_lines},
    sittings::{Game, Sitting, sittings},
};
use std::fmt::Write as _;
use std::path::Path;

use crate::{
    dice::{chain::previous_key, field::Hash},
    log::{PublicFolder, Roll, Salts},
};

/// Returns the shell lines that reproduce a roll, a slot `<deck>/<slot>`, or a hash, without this program (fair1,
/// section 9).
///
/// They run in the public directory with a POSIX shell, `openssl` and `sha256sum`. Each command is independent of the
/// others, and the line `# ->` after it has its expected output. A label that was rolled in several turns is explained
/// for each sitting, unless one is named.
pub fn explain(public: &Path, label: &str, sitting: Option<u32>) -> Result<String, Unexplained> {
    let public = PublicFolder::new(public);
    let (log, _) = public.examine();
    let genesis = log
        .genesis()
        .ok_or_else(|| damaged("there is no genesis record"))?;
    let game = Game::read(genesis).map_err(damaged)?;
    let sittings = sittings(&log, &game, Salts::read(&log).hash());
    let mut text = String::new();
    for one in sittings.iter().filter(|s| sitting.is_none_or(|t| t == s.t)) {
        // A damaged sitting must not prevent the explanation of another one's roll.
        let rolls = public.named_rolls(one.result, one.t).unwrap_or_default();
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
