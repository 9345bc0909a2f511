//! The shell lines that reproduce one sealed slot without this program (fair1, section 9).

use std::fmt::Write as _;

use super::{
    hidden::{Deck, brought_along, read_deck, read_opening},
    shell::{Unexplained, damaged, draw_key, hmac, quote, sha, stream_lines},
    sittings::Sitting,
};
use crate::{
    dice::{
        chain::Draw,
        field::Key,
        label::{Label, Name},
        slots::{deck_order, slot_salt},
    },
    log::{Cast, Entry, Kind, Log, PublicFolder, decimal},
};

/// Explains the seal of a slot, its opening, and, once the secret is published, the shuffle of the deck.
pub(super) fn explain_slot(
    public: PublicFolder<'_>,
    log: &Log,
    sittings: &[Sitting],
    label: &str,
) -> Result<String, Unexplained> {
    let unknown = || Unexplained::Unknown(label.to_owned());
    let (deck, slot) = label.rsplit_once('/').ok_or_else(unknown)?;
    let key = format!("deck.{deck}");
    let has = |entry: &Entry| entry.record.get(&key).is_some();
    let (record, draw, how) = if let Some(note) = log.of(Kind::Note).find(|note| has(note)) {
        let genesis = log.genesis().ok_or_else(unknown)?;
        let game = genesis.name("game").map_err(damaged)?;
        let how = "brought along by the fork".to_owned();
        (note, brought_along(&game), how)
    } else {
        let mut shuffles = sittings.iter();
        let shuffle = shuffles.find(|s| has(s.result)).ok_or_else(unknown)?;
        let draw = shuffle.draw.clone().map_err(damaged)?;
        let how = format!("shuffled in sitting {}", shuffle.t);
        (shuffle.result, draw, how)
    };
    let draw = &draw;
    let value = record.text(&key).map_err(damaged)?;
    let (name, deck) = read_deck(public, None, record, deck, value).map_err(damaged)?;
    let number: u32 = decimal(slot).ok_or_else(unknown)?;
    let slot_hash = deck.slots.get(number as usize).ok_or_else(unknown)?;

    let mut out = format!("# Slot {number} of deck {name}, {how}.\n");
    let _ = writeln!(
        out,
        "# 1. What was sealed in this slot, from {}.",
        deck.slots_path
    );
    line_of(&mut out, number, &deck.slots_path, &slot_hash.to_string());
    let place = format!("{name}.{number}");
    let opened = sittings
        .iter()
        .find_map(|s| Some((s.result, s.result.record.get(&format!("open.{place}"))?)));
    if let Some((record, value)) = opened {
        let opening = read_opening(record, &place, value).map_err(damaged)?;
        let _ = writeln!(
            out,
            "# 2. What was opened hashes to the same: {}.",
            opening.item
        );
        let (slot, salt) = (number.to_string(), opening.salt.to_string());
        let fields = [
            "fair1/slot",
            draw.game.as_str(),
            name.as_str(),
            &slot,
            &salt,
            &opening.item,
        ];
        sha(&mut out, &fields, slot_hash);
    }
    match log.of(Kind::Final).last() {
        Some(last) => {
            let secret = last.key("hidden").map_err(damaged)?;
            explain_shuffle(&mut out, draw, &secret, (&name, &deck), number).ok_or_else(unknown)?;
        }
        None if opened.is_none() => return Err(Unexplained::Sealed(label.to_owned())),
        None => {}
    }
    Ok(out)
}

/// Explains the step from the secret of the finished game to the item in a slot.
fn explain_shuffle(
    out: &mut String,
    draw: &Draw,
    secret: &Key,
    (name, deck): (&Name, &Deck),
    slot: u32,
) -> Option<()> {
    let key = draw.hidden_key(secret);
    let _ = writeln!(
        out,
        "# 3. The game has ended and its secret is out: the key of the shuffle, and the slot's salt."
    );
    draw_key(out, draw, "fair1/hidden-turn", secret, &key);
    let salt = Key::from_bytes(*slot_salt(&key, name, slot).as_bytes());
    hmac(
        out,
        &key,
        &["fair1/salt", name.as_str(), &slot.to_string()],
        &salt,
    );
    // Decks that a fork has brought along were not shuffled in this game.
    if draw.sitting == 0 {
        return Some(());
    }
    let order = deck_order(&key, name, u32::try_from(deck.items.len()).ok()?);
    let start = *order.get(slot as usize)?;
    let _ = writeln!(
        out,
        "# The shuffle puts line {} of the items file here.",
        u64::from(start) + 1
    );
    line_of(
        out,
        start,
        &deck.items_path,
        deck.items.get(start as usize)?,
    );
    if order.len() > 1 {
        stream_lines(out, &key, &Label::of_deck(name), &Cast::Shuffle(order), 4);
    }
    Some(())
}

/// Adds the shell line that prints one line of a file, counted from 0.
fn line_of(out: &mut String, line: u32, path: &str, prints: &str) {
    let _ = writeln!(
        out,
        "sed -n '{}p' {}\n# -> {prints}",
        u64::from(line) + 1,
        quote(path)
    );
}
