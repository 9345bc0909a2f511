//! Decks, opened slots, and the files that are opened at the end (fair1, sections 5 and 6).

use crate::{
    collect::Collect,
    dice::{
        bind::{bind_hash, bind_salt},
        chain::{Beacon, Draw, hidden_commitment},
        field::{Hash, Key, is_field},
        label::Name,
        slots::{Opening, verify_deck, verify_lying},
    },
    log::{BadKey, Bound, Entry, Kind, Log, PublicFolder, bound, decimal, opened_path},
};
use std::collections::BTreeMap;

use super::{
    check::{Lines, Verdict},
    doubt::Doubt,
    sittings::{Game, Sitting},
};

/// A published deck: its items in start order, its slots in shuffled order.
#[derive(Debug)]
pub(super) struct Deck {
    /// The index of the sitting that shuffled it; `None` if a fork has brought it along.
    pub(super) sitting: Option<usize>,
    pub(super) items: Vec<String>,
    pub(super) items_path: String,
    pub(super) slots: Vec<Hash>,
    pub(super) slots_path: String,
    opened: BTreeMap<u32, String>,
}

/// A line on a fact that no log of a fork shows, opened or not (fair1, section 5).
const BROUGHT: &str = "how the decks that this fork brings along were shuffled";
const BROUGHT_WHY: &str = "they are the GM's word: no published shuffle proves how they lie, and until this fork is opened nothing \
     proves that they hold what their lists say";

/// Checks all hidden information that is open (fair1, section 9).
pub(super) fn check(
    public: PublicFolder<'_>,
    log: &Log,
    game: &Game,
    sittings: &[Sitting],
    lines: &mut Lines,
) {
    let mut decks = BTreeMap::new();
    for note in log.of(Kind::Note) {
        for (deck, value) in note.record.under("deck.") {
            let read = read_deck(public, None, note, deck, value)
                .map(|(name, read)| decks.insert(name, read));
            lines.tell(format!("deck {deck}, brought along"), read);
        }
    }
    if !decks.is_empty() {
        lines.push(BROUGHT, Verdict::NotShown(BROUGHT_WHY.to_owned()));
    }
    for (index, sitting) in sittings.iter().enumerate() {
        for (deck, value) in sitting.result.record.under("deck.") {
            let read = read_deck(public, Some(index), sitting.result, deck, value).and_then(
                |(name, read)| match decks.insert(name, read) {
                    Some(_) => Err(Doubt::wrong(
                        "this name was used before; a reshuffle is a new deck",
                    )),
                    None => Ok(()),
                },
            );
            lines.tell(format!("sitting {}: deck {deck}", sitting.t), read);
        }
        let openings: Vec<_> = sitting.result.record.under("open.").collect();
        let checked = openings
            .iter()
            .map(|(place, value)| check_opening(game, &mut decks, sitting.result, place, value));
        let wrong = Doubt::reasons(checked);
        if !openings.is_empty() {
            lines.all(
                format!("sitting {}: opened slots ({})", sitting.t, openings.len()),
                &wrong,
            );
        }
    }
    let Some(last) = log.of(Kind::Final).last() else {
        let verdict = if is_over(log) {
            let why = "the game is over, and the GM has not opened it: `chronojudge reveal` does";
            Verdict::Unchecked(why.to_owned())
        } else {
            Verdict::NotShown("opened when the game has ended".to_owned())
        };
        lines.push("hidden shuffles and sealed files", verdict);
        return;
    };
    let secret = last.key("hidden").and_then(|secret| {
        let fits = hidden_commitment(&game.name, &secret) == game.hidden;
        if fits {
            Ok(secret)
        } else {
            Err(last.bad("hidden", "is not the secret that genesis commits to"))
        }
    });
    match lines.tell("hidden secret", secret) {
        Some(secret) => {
            check_shuffles(game, &decks, sittings, &secret, lines);
            check_bound(log, game, last, &secret, lines);
        }
        None => lines.push(
            "hidden shuffles and sealed files",
            Verdict::Unchecked("the secret is wrong".to_owned()),
        ),
    }
}

/// Returns true if the last result of the log has ended the game.
pub(super) fn is_over(log: &Log) -> bool {
    let last = log.of(Kind::Result).last();
    last.is_some_and(|result| result.record.get("ended") == Some("game-over"))
}

/// Reads a deck's two files, which the record must name.
pub(super) fn read_deck(
    public: PublicFolder<'_>,
    sitting: Option<usize>,
    result: &Entry,
    deck: &str,
    value: &str,
) -> Result<(Name, Deck), Doubt> {
    let bad = |why: &str| result.bad(&format!("deck.{deck}"), why);
    let name = Name::new(deck).map_err(|why| bad(&why.to_string()))?;
    let (items_path, slots_path) = value
        .split_once(' ')
        .ok_or_else(|| bad("is not `<items file> <slots file>`"))?;
    let lines_of = |path: &str| {
        let bytes = public.named(result, path)?;
        let wrong = || Doubt::Wrong(format!("`{path}` does not hold one entry a line"));
        entries(&bytes).ok_or_else(wrong)
    };
    let items = lines_of(items_path)?;
    let slots: Option<Vec<Hash>> = lines_of(slots_path)?
        .iter()
        .map(|slot| slot.parse().ok())
        .collect();
    let wrong = || Doubt::Wrong(format!("`{slots_path}` does not hold one hash a line"));
    let slots = slots.ok_or_else(wrong)?;
    if items.len() != slots.len() {
        let (items, slots) = (items.len(), slots.len());
        return Err(Doubt::Wrong(format!("{items} items but {slots} slots")));
    }
    let (items_path, slots_path) = (items_path.to_owned(), slots_path.to_owned());
    Ok((
        name,
        Deck {
            sitting,
            items,
            items_path,
            slots,
            slots_path,
            opened: BTreeMap::new(),
        },
    ))
}

/// Returns the entries of an items or slots file; `None` if it does not have one printable entry a line.
fn entries(bytes: &[u8]) -> Option<Vec<String>> {
    let text = std::str::from_utf8(bytes).ok()?;
    if text.is_empty() {
        return Some(Vec::new());
    }
    let entry = |line: &str| (!line.is_empty() && is_field(line)).then(|| line.to_owned());
    text.strip_suffix('\n')?.split('\n').map(entry).collect()
}

/// Parses `open.<deck>.<slot>` = `<item> <salt>`.
pub(super) fn read_opening(record: &Entry, place: &str, value: &str) -> Result<Opening, BadKey> {
    let bad = |why: &str| record.bad(&format!("open.{place}"), why);
    let (deck, slot) = place
        .rsplit_once('.')
        .ok_or_else(|| bad("is not `open.<deck>.<slot>`"))?;
    let (item, salt) = value
        .rsplit_once(' ')
        .ok_or_else(|| bad("is not `<item> <salt>`"))?;
    Ok(Opening {
        deck: Name::new(deck).map_err(|why| bad(&why.to_string()))?,
        slot: decimal(slot).ok_or_else(|| bad("has no slot number"))?,
        item: item.to_owned(),
        salt: salt
            .parse()
            .map_err(|_| bad("has a salt that is not 64 lower-case hex digits"))?,
    })
}

fn check_opening(
    game: &Game,
    decks: &mut BTreeMap<Name, Deck>,
    record: &Entry,
    place: &str,
    value: &str,
) -> Result<(), Doubt> {
    let bad = |why: &str| record.bad(&format!("open.{place}"), why);
    let opening = read_opening(record, place, value)?;
    let deck = decks
        .get_mut(&opening.deck)
        .ok_or_else(|| bad("is of a deck that was not shuffled"))?;
    let slot = usize::try_from(opening.slot)
        .ok()
        .and_then(|slot| deck.slots.get(slot));
    if !opening.verify(
        &game.name,
        slot.ok_or_else(|| bad("is beyond the deck's last slot"))?,
    ) {
        return Err(bad("is not what was sealed in that slot").into());
    }
    deck.opened.insert(opening.slot, opening.item.clone());
    let opened = deck
        .opened
        .values()
        .filter(|item| **item == opening.item)
        .count();
    let held = deck
        .items
        .iter()
        .filter(|item| **item == opening.item)
        .count();
    if opened <= held {
        Ok(())
    } else {
        Err(bad("is an item that the deck does not hold as often").into())
    }
}

/// Returns the draw that gives the nonces of the decks that a fork has brought along: its sitting 0, which is before
/// any player has promised a salt.
pub(super) fn brought_along(game: &Name) -> Draw {
    Draw {
        game: game.clone(),
        sitting: 0,
        beacon: Beacon::None,
        salts: None,
    }
}

fn check_shuffles(
    game: &Game,
    decks: &BTreeMap<Name, Deck>,
    sittings: &[Sitting],
    secret: &Key,
    lines: &mut Lines,
) {
    for (name, deck) in decks {
        let Some(sitting) = deck.sitting else {
            let draw = brought_along(&game.name);
            let whole = verify_lying(&draw, secret, name, &deck.items, &deck.slots);
            let what = format!("deck {name}, brought along ({} slots)", deck.slots.len());
            lines.tell(what, whole.map_err(|why| why.to_string()));
            continue;
        };
        let whole = sittings[sitting]
            .draw
            .as_ref()
            .map_err(BadKey::to_string)
            .and_then(|draw| {
                verify_deck(draw, secret, name, &deck.items, &deck.slots)
                    .map_err(|why| why.to_string())
            });
        lines.tell(
            format!("shuffle of deck {name} ({} slots)", deck.slots.len()),
            whole,
        );
    }
}

/// Compares every opened file with the salted hash that bound it (fair1, section 6).
fn check_bound(log: &Log, game: &Game, last: &Entry, secret: &Key, lines: &mut Lines) {
    let mut opened: BTreeMap<String, &str> = last
        .record
        .under("file.")
        .filter(|(path, _)| path.starts_with("opened/"))
        .map(|(p, v)| (p.to_owned(), v))
        .collect_map();
    let mut by_sitting: BTreeMap<u32, (Vec<String>, Vec<String>, usize)> = BTreeMap::new();
    for Bound {
        sitting: t,
        record,
        key,
        what,
    } in bound(log)
    {
        let (wrong, closed, count) = by_sitting.entry(t).or_default();
        let path = opened_path(t, &what);
        match opened.remove(&path) {
            None => closed.push(what.to_string()),
            Some(hash) => {
                *count += 1;
                let fits = hash.parse().is_ok_and(|file: Hash| {
                    let ours = bind_hash(&game.name, &what, t, &bind_salt(secret, &what, t), &file);
                    record.hash(key) == Ok(ours)
                });
                if !fits {
                    wrong.push(format!(
                        "`{path}` is not what log/{} binds as `{key}`",
                        record.file
                    ));
                }
            }
        }
    }
    for (t, (wrong, closed, count)) in by_sitting {
        if count > 0 {
            lines.all(format!("sitting {t}: opened files ({count})"), &wrong);
        }
        if !closed.is_empty() {
            let why = format!("not opened: {}", closed.join(", "));
            lines.push(
                format!("sitting {t}: sealed files ({})", closed.len()),
                // The game has been opened, so no file may stay sealed.
                Verdict::Unchecked(why),
            );
        }
    }
    let unbound: Vec<String> = opened
        .into_keys()
        .map(|path| format!("no record binds `{path}`"))
        .collect();
    if !unbound.is_empty() {
        lines.all("opened files", &unbound);
    }
}
