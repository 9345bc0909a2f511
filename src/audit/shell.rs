//! Shell lines with which a reader computes a hash or a roll.

use crate::{
    dice::{
        chain::Draw,
        field::{Hash, Key},
        label::Label,
        stream::{Stream, roll_key},
    },
    log::Cast,
};
use std::fmt::Write as _;

/// An error that prevents the explanation of a roll (fair1, section 9).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unexplained {
    /// There is no public roll, slot, record, file or hash of that name.
    #[error("no published roll, slot, record, file or hash is called `{0}`")]
    Unknown(String),
    /// The slot or file has not been opened.
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
pub(crate) fn damaged(why: impl ToString) -> Unexplained {
    Unexplained::Damaged(why.to_string())
}

pub(crate) fn hmac(out: &mut String, key: &Key, fields: &[&str], prints: &Key) {
    let pipe = format!(
        "openssl dgst -sha256 -mac HMAC -macopt hexkey:{} | sed 's/.*= *//'",
        key.to_hex()
    );
    command(out, fields, &pipe, &prints.to_hex());
}

/// Quotes a text as one word of a shell command.
pub(crate) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

pub(crate) fn sha(out: &mut String, fields: &[&str], prints: &Hash) {
    command(out, fields, "sha256sum | cut -c1-64", &prints.to_string());
}

/// Writes a command over `L(fields)`, and its output.
pub(crate) fn command(out: &mut String, fields: &[&str], pipe: &str, prints: &str) {
    let format = "%s\\n".repeat(fields.len());
    let words: Vec<String> = fields.iter().map(|field| quote(field)).collect();
    let _ = writeln!(
        out,
        "printf '{format}' {} | {pipe}\n# -> {prints}",
        words.join(" ")
    );
}

/// Writes the command for the key of the public rolls, from the key of the chain, or of the hidden rolls, from `S`.
pub(crate) fn draw_key(out: &mut String, draw: &Draw, tag: &str, from: &Key, prints: &Key) {
    let (t, beacon) = (draw.sitting.to_string(), draw.beacon.to_string());
    hmac(
        out,
        from,
        &[tag, draw.game.as_str(), &t, &beacon, &draw.salts_field()],
        prints,
    );
}

/// Writes the commands from the key of all rolls to the key of this one, to its words, and to its values.
pub(crate) fn stream_lines(out: &mut String, key: &Key, label: &Label, cast: &Cast, step: u32) {
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
