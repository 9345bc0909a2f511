//! Checks of kept receipts: that the receipt is the GM's, and that its promise was kept.

use super::{doubt::Doubt, promised::Promised};
use crate::{
    audit::{Check, Verdict},
    collect::Collect,
    dice::{Hash, Name, What, bind_hash, bind_salt},
    inbox::Promise,
    log::{Deed, Entry, Kind, Log, PublicFolder, Published},
    mail::{Incoming, Key},
    ssh::{self, RECEIPT, Unsigned},
};
use std::{collections::BTreeSet, path::Path};

/// A mail that is a receipt, by its Message-ID or by its contents.
pub(crate) struct Receipt {
    /// The name of the file.
    name: String,
    /// The mail's own Message-ID.
    id: Option<String>,
    /// The candidate for the text of a promise.
    text: Option<String>,
    /// The candidates for its signature.
    signatures: Vec<Vec<u8>>,
    /// The promise in its words, or the error in them.
    words: Result<Option<Promised>, Doubt>,
}

impl Receipt {
    /// Returns the receipt in a mail; `None` if the mail is not a receipt.
    pub(super) fn of(name: &str, mail: &Incoming) -> Option<Self> {
        let id = mail.message_id.as_ref().map(|id| id.as_str().to_owned());
        let key = id.as_deref().and_then(Key::from_message_id);
        let text = Promise::in_mail(mail);
        let is_one = text.is_some() || key.is_some_and(|key| key.kind() == "receipt");
        is_one.then(|| Self {
            name: name.to_owned(),
            id,
            text,
            words: Promised::in_words(mail),
            signatures: mail.signatures().into_iter().map(<[u8]>::to_vec).collect(),
        })
    }
}

/// Returns the seats of the receipts among these mails that are of this game.
pub(crate) fn seats_of_receipts(public: &Path, mails: &[(String, Vec<u8>)]) -> BTreeSet<String> {
    let public = PublicFolder::new(public);
    let game = public.published().unwrap_or_default().game;
    let seat = |(name, bytes): &(String, Vec<u8>)| {
        let receipt = Receipt::of(name, &Incoming::read(bytes))?;
        if let Some(promise) = receipt.text.as_deref().and_then(Promise::read) {
            return (promise.game == game).then_some(promise.seat);
        }
        let key = receipt.id.as_deref().and_then(Key::from_message_id)?;
        (key.game() == game).then(|| key.reader().to_owned())
    };
    mails.iter().filter_map(seat).collect_set()
}

/// Checks every receipt: that it is the GM's, and that the lock of its sitting has the promised hash.
pub(crate) fn check(public: PublicFolder<'_>, log: &Log, receipts: &[Receipt]) -> Vec<Check> {
    let published = public.published().unwrap_or_default();
    let read: Vec<_> = receipts
        .iter()
        .map(|receipt| (receipt, promised(receipt, &published)))
        .collect();
    let promises: Vec<(&str, &Promised)> = read
        .iter()
        .filter_map(|(receipt, read)| Some((receipt.name.as_str(), read.as_ref().ok()?)))
        .collect();
    read.iter()
        .map(|(receipt, read)| {
            let what = format!("receipt in {}", receipt.name);
            match read {
                Ok(promised) => kept(log, &published.game, &what, promised, &promises),
                Err(Doubt::Wrong(why)) => check_of(what, Verdict::Failed(why.clone())),
                Err(Doubt::Unproven(why)) => check_of(what, Verdict::NotShown(why.clone())),
                Err(Doubt::NotBuilt) => {
                    let why = "this program was built without signatures";
                    check_of(what, Verdict::Unchecked(why.to_owned()))
                }
            }
        })
        .collect()
}

fn check_of(what: String, verdict: Verdict) -> Check {
    Check { what, verdict }
}

/// Returns the promise of a receipt: the text that the GM has signed, or its words if the game signs no receipts.
fn promised(receipt: &Receipt, published: &Published) -> Result<Promised, Doubt> {
    let wrong = |why: String| Err(Doubt::Wrong(why));
    if let (Some(key), Some(text)) = (&published.log_key, &receipt.text) {
        return genuine(receipt, published, key, text);
    }
    match receipt.words.clone() {
        Err(why) => Err(why),
        Ok(Some(promised)) if promised.game != published.game => {
            wrong(format!("it is a receipt of the game {}", promised.game))
        }
        Ok(Some(promised)) => Ok(promised),
        Ok(None) => {
            let why = if published.log_key.is_some() {
                "it has no text that could be signed: the attachments of the mail are gone"
            } else {
                "it names no orders on file that a lock could be held to"
            };
            Err(Doubt::Unproven(why.to_owned()))
        }
    }
}

/// Returns the text that the GM has signed, if the signature is the GM's and the text is of this game and of this mail.
fn genuine(
    receipt: &Receipt,
    published: &Published,
    key: &str,
    text: &str,
) -> Result<Promised, Doubt> {
    let wrong = |why: &str| Err(Doubt::Wrong(why.to_owned()));
    if receipt.signatures.is_empty() {
        return wrong("it is not signed, and in this game all receipts are");
    }
    let mut last = Unsigned::Signature;
    let good = receipt.signatures.iter().any(|signature| {
        let verified = ssh::verify(RECEIPT, key, signature, [text]);
        verified.map_err(|why| last = why).is_ok()
    });
    if !good {
        return match last {
            Unsigned::NotBuilt => Err(Doubt::NotBuilt),
            Unsigned::Key => wrong("the key in game.yaml cannot be used"),
            Unsigned::Signature => wrong("its attached signature is not a signature"),
            Unsigned::Purpose => wrong("its signature was not made for a receipt"),
            Unsigned::OtherKey => wrong("it was signed with another key than the GM's"),
            Unsigned::Text => wrong("it was edited: the GM's signature does not fit it"),
        };
    }
    let Some(promise) = Promise::read(text) else {
        return wrong("the GM has signed something that is no receipt of this program");
    };
    if promise.game != published.game {
        return Err(Doubt::Wrong(format!(
            "it is a receipt of the game {}",
            promise.game
        )));
    }
    if receipt.id.as_deref() != Some(&promise.id) {
        return Err(Doubt::Wrong(format!(
            "it was taken from another mail, {}: a receipt of {} for sitting {}",
            promise.id, promise.seat, promise.sitting
        )));
    }
    let signed = Promised::signed(promise);
    // The words of the mail are the GM's too.
    match &receipt.words {
        Err(why) => Err(why.clone()),
        Ok(Some(words)) if words.bound != signed.bound => {
            wrong("its words promise another hash than the GM has signed")
        }
        Ok(_) => Ok(signed),
    }
}

/// Checks that the lock of a receipt's sitting has the promised hash.
fn kept(log: &Log, game: &str, what: &str, promise: &Promised, all: &[(&str, &Promised)]) -> Check {
    let Promised { seat, sitting, .. } = promise;
    let (not_signed, whose, says, of) = if promise.is_signed {
        ("", "it is the GM's", "the GM has signed", "that was signed")
    } else {
        (", not signed", "nothing signs it", "it has", "it names")
    };
    let what = format!(
        "{what}: the orders of {seat} for sitting {sitting}, {}{not_signed}",
        promise.at.format("%Y-%m-%d %H:%M UTC")
    );
    let shown = |why: String| Verdict::NotShown(why);
    if let Some(head) = promise.head
        && !log.entries.iter().any(|entry| entry.hash == head)
    {
        let why =
            format!("the GM has signed it with another log than this one, whose head was {head}");
        return check_of(what, Verdict::Failed(why));
    }
    let lock = log
        .of(Kind::Lock)
        .find(|lock| lock.number("sitting") == Ok(*sitting));
    let Some(bound) = &promise.bound else {
        return check_of(
            what,
            shown(format!("it says that none were on file; {whose}")),
        );
    };
    let Some(lock) = lock else {
        return check_of(
            what,
            shown(format!("{whose}; that sitting is not locked yet")),
        );
    };
    if let Some(turn) = promise.turn
        && lock.number("turn") != Ok(turn)
    {
        let why =
            format!("{whose}; by then the GM had begun another turn than {turn}: see the notes");
        return check_of(what, shown(why));
    }
    if let Some((order, ours)) = recomputed(log, game, promise)
        && ours != *bound
    {
        let why = format!("{says} a hash for the lock that is not that of the file {of}, {order}");
        return check_of(what, Verdict::Failed(why));
    }
    let locked = lock.record.get(&format!("order.{seat}"));
    if locked == Some(&bound.to_string()) {
        return check_of(what, Verdict::Ok);
    }
    // A player who sends other orders afterwards has another receipt.
    let later = all.iter().find(|(_, other)| {
        let same = (&other.seat, other.sitting) == (seat, *sitting);
        let fits = other.bound.map(|b| b.to_string()).as_deref() == locked;
        same && fits && (other.at, other.number) > (promise.at, promise.number)
    });
    if let Some((name, _)) = later {
        return check_of(
            format!("{what}; replaced by the one in {name}"),
            Verdict::Ok,
        );
    }
    let by_hand = set_by_hand(log, lock).map_or_else(String::new, |note| {
        format!("; the GM set orders in log/{}", note.file)
    });
    let has = match locked {
        Some("none") | None => "no orders of the seat",
        Some(_) => "other orders of the seat",
    };
    let why = format!(
        "log/{} has {has}: if you have sent others since, compare their receipt too{by_hand}",
        lock.file
    );
    check_of(what, Verdict::Failed(why))
}

/// Returns the hash of the file of a promise, and the hash that a lock must have for it; `None` while the secret is not
/// open.
fn recomputed(log: &Log, game: &str, promise: &Promised) -> Option<(Hash, Hash)> {
    let secret = log.of(Kind::Final).next()?.key("hidden").ok()?;
    let what = What::Order(Name::new(promise.seat.clone()).ok()?);
    let salt = bind_salt(&secret, &what, promise.sitting);
    let game = Name::new(game).ok()?;
    let order = promise.order?;
    Some((
        order,
        bind_hash(&game, &what, promise.sitting, &salt, &order),
    ))
}

/// Returns the last note between a lock and the one before it that states that the GM has set orders.
fn set_by_hand<'a>(log: &'a Log, lock: &Entry) -> Option<&'a Entry> {
    let at = log.entries.iter().position(|entry| entry == lock)?;
    let before = log.entries[..at].iter().rev();
    let mut since = before.take_while(|entry| entry.record.kind != Kind::Lock);
    since.find(|entry| entry.record.get("what") == Some(Deed::Orders.as_str()))
}
