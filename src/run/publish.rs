//! The public records of a sitting: its lock, its rolls, its facts, the opened slots, and its key.

use super::kept::Kept;
use crate::{
    PROGRAM,
    collect::Collect,
    dice::{
        Beacon, Draw, Key, Label, Name, Opening, Sealed, Signature, What, bind_hash, bind_salt,
        slots::slot_salt,
    },
    engine::{self, Audience, Entry, Outcome, SeatId},
    error::GameError,
    game_dir::{
        Ended, Layout, LockedGame, Note, Secrecy, Stage, number, read, seat_name, stage_checkpoint,
    },
    log::{
        Cast, Kind, Log, Roll, Salts, beacon_of, facts_path, format_rolls, pair, player_keys,
        rolls_path, view_path,
    },
    orders::{OnFileSet, order_signature, standing_signature},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt::Display, path::Path};

/// A deck that was dealt face down. Secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// The sitting whose key shuffled it.
    pub sitting: u32,
    /// Its items in start order.
    pub items: Vec<String>,
    /// The start indices in shuffled order.
    pub order: Vec<u32>,
}

/// The valid signatures of a seat.
#[derive(Default)]
struct Signatures {
    orders: Option<Vec<u8>>,
    standing: Option<Vec<u8>>,
}

/// The keys and the log of one sitting.
pub(crate) struct Publisher<'a> {
    pub game: &'a LockedGame,
    pub secret: Key,
    /// The key of the sitting, if its dice are drawn.
    pub key: Option<Key>,
    pub draw: Draw,
    /// The signature of the round of the beacon that is in `draw`.
    pub signature: Option<Signature>,
    pub log: Log,
    pub decks: BTreeMap<String, Deck>,
    pub stage: Stage,
    pub turn: u32,
}

impl<'a> Publisher<'a> {
    /// Loads the secrets and the log of a sitting, with an empty stage.
    pub(crate) fn new(
        game: &'a LockedGame,
        turn: u32,
        sitting: u32,
        stage: impl Into<String>,
    ) -> Result<Self, GameError> {
        let log = game.log_end()?;
        let draw = Draw {
            game: game.name.clone(),
            sitting,
            beacon: Beacon::None,
            salts: Salts::read(&log).hash(),
        };
        Ok(Self {
            game,
            secret: game.master()?.hidden(&game.name),
            key: None,
            draw,
            signature: None,
            log,
            decks: read(&game.layout.decks())?.unwrap_or_default(),
            stage: Stage::new(stage),
            turn,
        })
    }

    fn sitting(&self) -> u32 {
        self.draw.sitting
    }

    fn layout(&self) -> &Layout {
        &self.game.layout
    }

    /// Stages a public file, and returns its line in a record.
    pub(crate) fn public(&mut self, path: &str, bytes: Vec<u8>) -> (String, String) {
        let place = self.layout().public().join(path);
        let layout = self.layout().clone();
        let file = self.stage.add(&layout, &place, bytes, Secrecy::Open);
        (format!("file.{path}"), file.hash().to_string())
    }

    /// Stages a secret file.
    pub(crate) fn secret(&mut self, path: &Path, bytes: Vec<u8>) {
        let layout = self.layout().clone();
        self.stage.add(&layout, path, bytes, Secrecy::Secret);
    }

    /// Appends a record to the log.
    pub(crate) fn record(
        &mut self,
        kind: Kind,
        lines: &[(String, String)],
    ) -> Result<(), GameError> {
        let (path, bytes) = self.log.push(kind, lines)?;
        self.public(&path, bytes);
        Ok(())
    }

    /// Appends a note to the log.
    pub(crate) fn note(&mut self, note: &Note, path: Option<String>) -> Result<(), GameError> {
        let layout = self.layout().clone();
        note.push(&mut self.log, &mut self.stage, &layout, path)?;
        Ok(())
    }

    /// Stages the checkpoint of the log; returns its hash for the position.
    pub(crate) fn checkpoint(&mut self) -> Result<Option<String>, GameError> {
        Ok(stage_checkpoint(self.game, &self.log, &mut self.stage)?)
    }

    /// Stages a file that stays secret for now with the sitting's files, and returns its commitment.
    pub(crate) fn bind(&mut self, what: &What, bytes: &[u8]) -> String {
        let t = self.sitting();
        let salt = bind_salt(&self.secret, what, t);
        let path = self.layout().sitting(self.turn, t).join(what.file());
        let layout = self.layout().clone();
        let file = self
            .stage
            .add(&layout, &path, bytes.to_vec(), Secrecy::Secret);
        bind_hash(&self.draw.game, what, t, &salt, &file.hash()).to_string()
    }

    /// Writes the record `lock`: commitments to every seat's orders, before the dice are published, or with a beacon
    /// before they exist.
    pub(crate) fn lock(
        &mut self,
        set: &OnFileSet,
        overdue: bool,
        bots: &BTreeMap<SeatId, String>,
        at: DateTime<Utc>,
        round: Option<u64>,
    ) -> Result<(), GameError> {
        let mut lines = vec![pair("sitting", self.sitting()), pair("turn", self.turn)];
        let mut signatures = self.signatures(set)?;
        for seat in self.game.seat_ids() {
            let signed = signatures.remove(&seat).unwrap_or_default();
            let name = seat_name(&seat);
            let order = set
                .orders
                .get(&seat)
                .map(|filed| self.bind(&What::Order(name.clone()), &filed.bytes));
            lines.push((format!("order.{seat}"), order.unwrap_or_else(none)));
            if let Some(signature) = signed.orders {
                let what = What::Signature(name.clone());
                let bound = self.bind(&what, &signature);
                lines.push((format!("signature.{seat}"), bound));
            }
            let head = set
                .orders
                .get(&seat)
                .and_then(|filed| filed.envelope.head.as_ref());
            let seen = head.map(|head| self.game.record_seen(&self.log, head));
            let seen = seen.transpose()?.flatten();
            lines.extend(seen.map(|number| pair(&format!("seen.{seat}"), number)));
            let standing = set
                .standing
                .get(&seat)
                .map(|bytes| self.bind(&What::Standing(name.clone()), bytes));
            lines.push((format!("standing.{seat}"), standing.unwrap_or_else(none)));
            if let Some(signature) = signed.standing {
                let bound = self.bind(&What::SignedStanding(name), &signature);
                lines.push((format!("signed-standing.{seat}"), bound));
            }
            // Another version of this program may have other bots of the same name.
            lines.extend(
                bots.get(&seat)
                    .map(|bot| pair(&format!("bot.{seat}"), format!("{bot} {PROGRAM}"))),
            );
        }
        lines.push(pair("overdue", if overdue { "yes" } else { "no" }));
        lines.push(pair("at", at.format("%Y-%m-%dT%H:%M:%SZ")));
        lines.push(("round".into(), round.map_or_else(none, |r| r.to_string())));
        self.record(Kind::Lock, &lines)
    }

    /// Returns the signatures of each seat's orders and standing orders that were made with the player's public key in
    /// the log, so that every reader of the log can check them.
    fn signatures(&self, set: &OnFileSet) -> Result<BTreeMap<SeatId, Signatures>, GameError> {
        let keys = player_keys(&self.log.entries);
        let of = |seat: SeatId| {
            let Some(key) = keys.get(seat.as_str()) else {
                return Ok((seat, Signatures::default()));
            };
            let signatures = Signatures {
                orders: match set.orders.get(&seat) {
                    Some(filed) => order_signature(self.game, self.turn, filed, key)?,
                    None => None,
                },
                standing: match set.standing.get(&seat) {
                    Some(bytes) => standing_signature(self.game, &seat, bytes, key)?,
                    None => None,
                },
            };
            Ok((seat, signatures))
        };
        self.game.seat_ids().into_iter().map(of).try_collect_map()
    }

    /// Writes the record `result`: the key, and all public files of this sitting.
    pub(crate) fn result(
        &mut self,
        outcome: &Outcome,
        kept: &Kept,
        openings_before: usize,
        ended: Ended,
    ) -> Result<(), GameError> {
        let t = self.sitting();
        let key = self.key.as_ref();
        let key = key.ok_or(crate::game_dir::StoreError::NoKey(self.game.file.keys))?;
        let mut lines = vec![
            pair("sitting", t),
            pair("turn", self.turn),
            pair("engine", PROGRAM),
            pair("key", key.to_hex()),
            (
                "beacon".into(),
                self.signature.map_or_else(none, |s| s.to_string()),
            ),
        ];
        let rolls = format_rolls(&rolls_of(&outcome.journal, t));
        lines.push(self.public(&rolls_path(t), rolls));
        let folder = format!("sittings/{}", number(t));
        lines.push(self.public(&facts_path(t), kept.news.clone()));
        lines.push(self.public(&view_path(t), kept.view.clone()));
        lines.extend(self.deal(&outcome.journal, &folder)?);
        for opening in &outcome.openings[openings_before..] {
            if opening.to == Audience::All {
                let shown = self.opened(opening)?;
                lines.push((
                    format!("open.{}.{}", shown.deck, shown.slot),
                    format!("{} {}", shown.item, shown.salt),
                ));
            }
        }
        lines.push(pair("ended", ended.as_str()));
        let journal = self.bind(&What::Journal, &kept.journal);
        lines.push(("bind.journal".into(), journal));
        if let Some(state) = &kept.state {
            lines.push(("bind.state".into(), self.bind(&What::State, state)));
        }
        self.record(Kind::Result, &lines)
    }

    /// Seals the slots of every deck that this sitting has dealt.
    fn deal(
        &mut self,
        journal: &[Entry],
        folder: &str,
    ) -> Result<Vec<(String, String)>, GameError> {
        let hidden = self.draw.hidden_key(&self.secret);
        let mut lines = vec![];
        for entry in journal {
            let Entry::Deal {
                sitting,
                deck,
                items,
                order,
            } = entry
            else {
                continue;
            };
            if *sitting != self.sitting() {
                continue;
            }
            let sealed = Name::new(deck.clone())
                .ok()
                .and_then(|name| Sealed::new(&self.draw.game, &hidden, &name, items).ok())
                .ok_or_else(|| GameError::NotNow(format!("the deck {deck} cannot be sealed")))?;
            let (list, slots) = (
                format!("{folder}/{deck}.items.txt"),
                format!("{folder}/{deck}.slots.txt"),
            );
            let hashes = lines_of(&sealed.slots);
            let names = lines_of(items);
            lines.push(self.public(&list, names.into_bytes()));
            lines.push(self.public(&slots, hashes.into_bytes()));
            lines.push((format!("deck.{deck}"), format!("{list} {slots}")));
            let kept = Deck {
                sitting: *sitting,
                items: items.clone(),
                order: order.clone(),
            };
            self.decks.insert(deck.clone(), kept);
        }
        Ok(lines)
    }

    /// Returns the item of an opened slot, with the nonce that proves it.
    pub(crate) fn opened(&self, opening: &engine::Opening) -> Result<Opening, GameError> {
        let unknown = || GameError::NotNow(format!("the deck {} was never dealt", opening.deck));
        let kept = self.decks.get(&opening.deck).ok_or_else(unknown)?;
        let deck = Name::new(opening.deck.clone()).map_err(|_| unknown())?;
        let mut draw = self.draw.clone();
        if kept.sitting != draw.sitting {
            draw.sitting = kept.sitting;
            draw.beacon = beacon_of(&self.log, kept.sitting);
            // The decks that a fork brings along are sealed before any salt is promised.
            draw.salts = draw.salts.filter(|_| kept.sitting > 0);
        }
        let item = kept
            .order
            .get(opening.slot as usize)
            .and_then(|start| kept.items.get(*start as usize))
            .ok_or_else(unknown)?;
        Ok(Opening {
            slot: opening.slot,
            item: item.clone(),
            salt: slot_salt(&draw.hidden_key(&self.secret), &deck, opening.slot),
            deck,
        })
    }
}

/// Returns the public rolls that a sitting has added, in rule order, without shuffles that have only one outcome.
pub(crate) fn rolls_of(journal: &[Entry], sitting: u32) -> Vec<Roll> {
    journal
        .iter()
        .filter(|entry| entry.sitting() == sitting)
        .filter_map(|entry| {
            let (label, cast) = match entry {
                Entry::Roll {
                    label,
                    sides,
                    faces,
                    ..
                } => (
                    label,
                    Cast::Dice {
                        sides: *sides,
                        faces: faces.clone(),
                    },
                ),
                Entry::Shuffle { label, order, .. } if order.len() > 1 => {
                    (label, Cast::Shuffle(order.clone()))
                }
                _ => return None,
            };
            Some(Roll {
                label: Label::new(label.clone()).ok()?,
                cast,
            })
        })
        .collect()
}

/// Returns the entries as text, one per line.
pub(crate) fn lines_of<T: Display>(entries: &[T]) -> String {
    entries.iter().fold(String::new(), |text, entry| {
        text + &entry.to_string() + "\n"
    })
}

fn none() -> String {
    "none".to_owned()
}
