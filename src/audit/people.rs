//! The third depth of an audit: the evidence that people hold. It checks the signatures on the log, and compares kept
//! mails with this log.

use super::{
    about::{About, words},
    check::check,
    kept_mail::Told,
    receipts::{self, Receipt},
    timing::timing,
};
use crate::{
    audit::{Check, Verdict, check_orders, check_signatures, lies_in},
    compose::MailKind,
    dice::Hash,
    log::{Log, PublicFolder},
    mail::Key,
    ssh,
};
use std::path::Path;

/// Checks that the tiles that a mail showed to its reader in private are those in the named slots.
fn looked(public: &Path, told: &Told) -> Vec<Check> {
    let one = |(slot, item): &(String, String)| {
        let verdict = match lies_in(public, slot) {
            Ok(Some(lay)) if lay == *item => Verdict::Ok,
            Ok(Some(lay)) => Verdict::Failed(format!("the mail shows {item}, and {lay} lay there")),
            Ok(None) => Verdict::NotShown(
                "its seal is opened when the tile is turned up or the game is over".to_owned(),
            ),
            Err(why) => Verdict::Failed(why.to_string()),
        };
        check(format!("tile {slot} in {}", told.name), verdict)
    };
    told.looks.iter().map(one).collect()
}

/// Checks the signatures on the log and the mails that a reader has kept. `log_key` is a fingerprint, kept by the
/// reader, of the key that signs the log.
pub fn people(public: &Path, mails: &[(String, Vec<u8>)], log_key: Option<&str>) -> Vec<Check> {
    let folder = PublicFolder::new(public);
    let (log, _) = folder.examine();
    let mut checks = check_signatures(public, &log);
    if let Some(kept) = log_key {
        let ours = folder.published().unwrap_or_default().log_key;
        let verdict = match ours.as_deref().and_then(ssh::fingerprint) {
            _ if !cfg!(feature = "ssh") => {
                Verdict::Unchecked("this program was built without signatures".to_owned())
            }
            Some(ours) if ours == kept.trim() => Verdict::Ok,
            Some(ours) => Verdict::Failed(format!("the key of this log is {ours}, not {kept}")),
            None => Verdict::Failed(format!("this log is not signed, and {kept} was to sign it")),
        };
        checks.push(check("the key that signs the log", verdict));
    }
    checks.extend(check_orders(public, &log));
    let mut told: Vec<Told> = mails
        .iter()
        .map(|(name, bytes)| Told::read(name, bytes))
        .collect();
    // A mail of another game is not evidence here; a reader who gives a whole mailbox is told which mails were left
    // out.
    let this = folder.published().unwrap_or_default().game;
    let of_another = |told: &Told| {
        let game = told
            .game
            .as_ref()
            .filter(|game| !this.is_empty() && **game != this)?;
        let why = format!("left out: this mail is of the game {game}, and this log of {this}");
        Some(check(&*told.name, Verdict::NotShown(why)))
    };
    checks.extend(told.iter().filter_map(of_another));
    let given = !told.is_empty();
    told.retain(|told| of_another(told).is_none());
    let receipts: Vec<Receipt> = told.iter_mut().filter_map(|t| t.receipt.take()).collect();
    if !given {
        let why = "give the mails that you have kept: `--compare MAIL…`";
        checks.push(check("heads in mails", Verdict::NotShown(why.to_owned())));
    }
    for told in &told {
        checks.extend(compared(&log, told));
        checks.extend(looked(public, told));
        let mail = (&*told.name, &*told.heads, told.lock());
        checks.extend(told.claims.check(folder, &log, mail));
    }
    checks.extend(receipts::check(folder, &log, &receipts));
    checks.extend(timing(&log, &told));
    checks
}

/// Checks that a mail was written about this log, and that it has the head that a mail of its kind must have.
fn compared(log: &Log, told: &Told) -> Vec<Check> {
    let what = format!("head in {}", told.name);
    let about = told.about(log);
    let mut checks = vec![];
    if let About::Missing(record) = &about {
        let why = format!("the mail is about {record}, and this log has none");
        checks.push(check(&*what, Verdict::Failed(why)));
    }
    if told.heads.is_empty() {
        let why = "this mail tells no head of a log";
        checks.push(check(what, Verdict::NotShown(why.to_owned())));
        return checks;
    }
    let of = |head: &Hash| {
        let at = log.entries.iter().position(|entry| entry.hash == *head);
        let Some(at) = at else {
            let why = format!(
                "{head} is the hash of no record here: the mail was written about another log than this one"
            );
            return check(&*what, Verdict::Failed(why));
        };
        let is_own = told.feet.contains(head);
        match about.objection(log, at).filter(|_| is_own) {
            Some(why) => check(&*what, Verdict::Failed(why)),
            None => check(format!("{what}: {}", words(&log.entries[at])), Verdict::Ok),
        }
    };
    // The text of press is its writer's; only the foot is the GM's.
    let is_press = |key: &Key| key.kind() == MailKind::Press.name();
    let heads = match told.key.as_ref().filter(|key| is_press(key)) {
        Some(_) => &told.feet,
        None => &told.heads,
    };
    checks.extend(heads.iter().map(of));
    checks
}
