//! The shell lines that reproduce a hash without this program: of a record, a file, the content, the salts, or sealed
//! orders (fair1, sections 3 and 6).

use std::fmt::Write as _;

use super::{
    shell::{Unexplained, damaged, hmac, quote, sha},
    sittings::Game,
};
use crate::{
    dice::{
        bind::{What, bind_hash, bind_salt},
        chain::{salt_hash, salts_fields},
        field::sha256,
        label::Name,
    },
    log::{Entry, Kind, Log, PublicFolder, Salts, opened_path},
    ssh::ORDERS,
};

/// Returns the shell lines of a hash; `None` if the label does not name a hash.
///
/// Labels are `head`, `content`, `salts`, the name of a record such as `000007-result` (or its number), the path of a
/// file that a record names, and `order-<seat>`, `signature-<seat>`, `standing-<seat>`, `journal`, `state` of a
/// sitting.
pub(super) fn explain_hash(
    public: PublicFolder<'_>,
    log: &Log,
    game: &Game,
    label: &str,
    sitting: Option<u32>,
) -> Option<Result<String, Unexplained>> {
    match label {
        "head" => return log.entries.last().map(|entry| Ok(record(log, entry))),
        "content" => return Some(content(public, log)),
        "salts" => return Some(salts(log)),
        _ => {}
    }
    let named = |entry: &&Entry| {
        let name = entry.file.trim_end_matches(".yaml");
        let number = name.split('-').next().unwrap_or_default();
        label == name
            || label == entry.file
            || label == number
            || label == number.trim_start_matches('0')
    };
    if let Some(entry) = log.entries.iter().find(named) {
        return Some(Ok(record(log, entry)));
    }
    let key = format!("file.{label}");
    if let Some(entry) = log
        .entries
        .iter()
        .find(|entry| entry.record.get(&key).is_some())
    {
        return Some(file(public, entry, label));
    }
    let what: What = label.parse().ok()?;
    Some(sealed(log, game, &what, sitting))
}

/// Explains the hash of a record, and the place where the next record names it.
fn record(log: &Log, entry: &Entry) -> String {
    let path = format!("log/{}", entry.file);
    let mut out = format!("# The hash of {path}, over its bytes.\n");
    let _ = writeln!(out, "sha256sum {path} | cut -c1-64\n# -> {}", entry.hash);
    let at = log
        .entries
        .iter()
        .position(|other| other.file == entry.file);
    match at.and_then(|at| log.entries.get(at + 1)) {
        Some(next) => {
            let _ = writeln!(out, "# The next record names it as the one before.");
            let _ = writeln!(
                out,
                "sed -n 's/^previous: //p' log/{}\n# -> {}",
                next.file, entry.hash
            );
        }
        None => {
            let _ = writeln!(
                out,
                "# It is the last: this is the head, at the foot of every mail since."
            );
        }
    }
    out
}

/// Explains the hash of a file, and the record that names it.
fn file(public: PublicFolder<'_>, entry: &Entry, path: &str) -> Result<String, Unexplained> {
    let bytes = public.named(entry, path).map_err(damaged)?;
    let place = quote(path);
    Ok(format!(
        "# The hash of {path}, over its bytes.\nsha256sum {place} | cut -c1-64\n# -> {}\n\
         # The record names it.\nsed -n 's|^file.{path}: ||p' log/{}\n# -> {}\n",
        sha256(&bytes),
        entry.file,
        entry.text(&format!("file.{path}")).map_err(damaged)?
    ))
}

/// Explains the hash over all content files.
fn content(public: PublicFolder<'_>, log: &Log) -> Result<String, Unexplained> {
    let hash = public.content_digest().map_err(damaged)?;
    let genesis = log.genesis();
    let genesis = genesis.ok_or_else(|| damaged("there is no genesis record"))?;
    let lines = "(echo fair1/content; cd content && find . -type f | cut -c3- | LC_ALL=C sort | while read -r f; \
                 do echo \"$f\"; sha256sum \"$f\" | cut -c1-64; done) | sha256sum | cut -c1-64";
    Ok(format!(
        "# The hash over the paths and hashes of all content files, in the order of their paths.\n{lines}\n# -> {hash}\n\
         # The first record names it.\nsed -n 's/^content: //p' log/{}\n# -> {}\n",
        genesis.file,
        genesis.text("content").map_err(damaged)?
    ))
}

/// Explains the hash of all salts, and the promised hash of each salt.
fn salts(log: &Log) -> Result<String, Unexplained> {
    let salts = Salts::read(log);
    let unknown = || Unexplained::Unknown("salts".to_owned());
    let hash = salts.hash().ok_or_else(unknown)?;
    let genesis = log.genesis().ok_or_else(unknown)?;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "# The hash of the first record, to which every salt is bound."
    );
    let _ = writeln!(
        out,
        "sha256sum log/{} | cut -c1-64\n# -> {}",
        genesis.file, genesis.hash
    );
    for (seat, salt) in &salts.opened {
        let _ = writeln!(
            out,
            "# The hash that {seat} promised before any salt was open."
        );
        let (first, hex) = (genesis.hash.to_string(), salt.to_string());
        let fields = ["fair1/salt-hash", &first, seat.as_str(), &hex];
        sha(&mut out, &fields, &salt_hash(&genesis.hash, seat, salt));
    }
    if let Some(draw) = log.of(Kind::Draw).next() {
        let _ = writeln!(
            out,
            "# The hash of the signature of the public round that was drawn after them."
        );
        let _ = writeln!(
            out,
            "sed -n 's/^beacon: //p' log/{} | tr a-f A-F | basenc --base16 -d | sha256sum | cut -c1-64\n# -> {}",
            draw.file,
            salts
                .draw
                .to_string()
                .rsplit(':')
                .next()
                .unwrap_or_default()
        );
    }
    let _ = writeln!(
        out,
        "# All of them, as they go into the keys of every sitting."
    );
    let game = salts.game.as_ref().ok_or_else(unknown)?;
    let fields = salts_fields(game, &salts.opened, &salts.draw);
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    sha(&mut out, &fields, &hash);
    Ok(out)
}

/// Explains the salted hash that bound a file while it was secret; the file must be open now.
fn sealed(
    log: &Log,
    game: &Game,
    what: &What,
    sitting: Option<u32>,
) -> Result<String, Unexplained> {
    let unknown = || Unexplained::Unknown(what.to_string());
    let key = match what {
        What::Order(seat) => format!("order.{seat}"),
        What::Signature(seat) => format!("signature.{seat}"),
        What::Standing(seat) => format!("standing.{seat}"),
        What::SignedStanding(seat) => format!("signed-standing.{seat}"),
        What::State | What::Journal | What::Amend(_) => format!("bind.{what}"),
    };
    let Some(last) = log.of(Kind::Final).last() else {
        return Err(Unexplained::Sealed(what.to_string()));
    };
    let secret = last.key("hidden").map_err(damaged)?;
    let mut out = String::new();
    for entry in log.of(Kind::Lock).chain(log.of(Kind::Result)) {
        let Ok(t) = entry.number("sitting") else {
            continue;
        };
        let path = opened_path(t, what);
        let hash = last.hash(&format!("file.{path}"));
        let (Some(bound), Ok(hash)) = (entry.record.get(&key), hash) else {
            continue;
        };
        if sitting.is_some_and(|wanted| wanted != t) {
            continue;
        }
        let (number, name) = (t.to_string(), what.to_string());
        let _ = writeln!(
            out,
            "# Sitting {t}: {name} was bound by log/{} as {bound}\n# 1. The file that was opened.",
            entry.file
        );
        let _ = writeln!(out, "sha256sum {} | cut -c1-64\n# -> {hash}", quote(&path));
        let _ = writeln!(
            out,
            "# 2. Its salt, from the secret that was opened at the end."
        );
        let salt = bind_salt(&secret, what, t);
        let as_key = crate::dice::Key::from_bytes(*salt.as_bytes());
        hmac(
            &mut out,
            &secret,
            &["fair1/bind-salt", &name, &number],
            &as_key,
        );
        let _ = writeln!(out, "# 3. The hash that the record has.");
        let (salt_hex, hash_hex) = (salt.to_string(), hash.to_string());
        let fields = [
            "fair1/bind",
            game.name.as_str(),
            &name,
            &number,
            &salt_hex,
            &hash_hex,
        ];
        sha(
            &mut out,
            &fields,
            &bind_hash(&game.name, what, t, &salt, &hash),
        );
        let signed = match what {
            What::Signature(seat) => Some((seat, What::Order(seat.clone()))),
            What::SignedStanding(seat) => Some((seat, What::Standing(seat.clone()))),
            _ => None,
        };
        if let Some((seat, text)) = signed {
            signature(&mut out, log, (t, entry), seat, [what, &text]);
        }
    }
    if out.is_empty() {
        Err(unknown())
    } else {
        Ok(out)
    }
}

/// Adds the shell lines that check a player's signature on a text without this program.
fn signature(
    out: &mut String,
    log: &Log,
    (t, lock): (u32, &Entry),
    seat: &Name,
    [signature, text]: [&What; 2],
) {
    let key = format!("key.{seat}");
    let before = log.entries.iter().take_while(|entry| *entry != lock);
    let Some(entry) = before
        .filter(|entry| entry.record.get(&key).is_some())
        .last()
    else {
        return;
    };
    let of = |what: &What| quote(&opened_path(t, what));
    let _ = writeln!(
        out,
        "# 4. The signature itself, with the player's public key as the log has it.\n\
         sed -n 's/^{key}: /{seat} /p' log/{} > allowed\n\
         ssh-keygen -Y verify -f allowed -I {seat} -n {ORDERS} -s {} < {}",
        entry.file,
        of(signature),
        of(text)
    );
}
