//! The item in a sealed slot, if it is open by now, for comparison with a tile that a player was shown in private.

use super::{
    hidden::{brought_along, read_deck, read_opening},
    shell::{Unexplained, damaged},
    sittings::{Game, sittings},
};
use crate::{
    dice::slots::{slot_hash, slot_salt},
    log::{Kind, PublicFolder, Salts, decimal},
};
use std::path::Path;

/// Returns the item in the slot `<deck>/<slot>`: the one that was opened to all, or, once the game's secret is
/// out, the one whose hash is the slot's seal (fair1, section 5). `None` while the slot is sealed.
///
/// # Errors
/// Returns [`Unexplained`] if no such slot was published, if a record is damaged, or if no item of the deck matches the
/// seal.
pub(crate) fn lies_in(public: &Path, slot: &str) -> Result<Option<String>, Unexplained> {
    let public = PublicFolder::new(public);
    let unknown = || Unexplained::Unknown(slot.to_owned());
    let (log, _) = public.examine();
    let genesis = log.genesis();
    let genesis = genesis.ok_or_else(|| damaged("there is no genesis record"))?;
    let game = Game::read(genesis).map_err(damaged)?;
    let (deck, number) = slot.rsplit_once('/').ok_or_else(unknown)?;
    let number = decimal(number).ok_or_else(unknown)?;
    let key = format!("deck.{deck}");
    let (record, value) = log
        .of(Kind::Note)
        .chain(log.of(Kind::Result))
        .find_map(|entry| Some((entry, entry.record.get(&key)?)))
        .ok_or_else(unknown)?;
    let (name, deck) = read_deck(public, None, record, deck, value).map_err(damaged)?;
    let seal = deck.slots.get(number as usize).ok_or_else(unknown)?;
    let place = format!("{name}.{number}");
    let opened = log
        .of(Kind::Result)
        .find_map(|entry| Some((entry, entry.record.get(&format!("open.{place}"))?)));
    if let Some((entry, value)) = opened {
        let opening = read_opening(entry, &place, value);
        let opening = opening.map_err(damaged)?;
        return Ok(Some(opening.item));
    }
    let Some(last) = log.of(Kind::Final).last() else {
        return Ok(None);
    };
    let secret = last.key("hidden").map_err(damaged)?;
    let draw = if record.record.kind == Kind::Note {
        brought_along(&game.name)
    } else {
        let all = sittings(&log, &game, Salts::read(&log).hash());
        let dealt = all
            .iter()
            .find(|sitting| sitting.result.hash == record.hash);
        let draw = dealt.ok_or_else(unknown)?.draw.clone();
        draw.map_err(damaged)?
    };
    let salt = slot_salt(&draw.hidden_key(&secret), &name, number);
    let fits = |item: &&String| {
        slot_hash(&game.name, &name, number, &salt, item).is_ok_and(|hash| hash == *seal)
    };
    match deck.items.iter().find(fits) {
        Some(item) => Ok(Some(item.clone())),
        None => Err(damaged(format!(
            "the seal of {slot} matches no item of the deck"
        ))),
    }
}
