//! The answers about the orders, the log that players saw, and the opened secrets.

use super::{
    super::check::{Check, Verdict},
    Audited, Reply, Said, begins, count, list, not_checked, of_sitting,
};
use crate::{
    dice::{bind::What, label::Name},
    log::{Kind, opened_path},
};

impl Audited<'_> {
    /// Returns the number of orders of these seats in the locks, the number of those that are opened, and the number of
    /// those that the journals follow.
    fn orders(&self) -> [usize; 3] {
        let (mut locked, mut open, mut obeyed) = (0, 0, 0);
        let last = self.log.of(Kind::Final).next();
        for lock in self.log.of(Kind::Lock) {
            let Ok(t) = lock.number("sitting") else {
                continue;
            };
            let derived = self.all(|what| {
                of_sitting(what, "its journal from orders and dice")
                    && what.starts_with(&format!("sitting {t}:"))
            }) == 0;
            for (seat, hash) in lock.record.under("order.") {
                if hash == "none" || !self.own.is_empty() && !self.own.contains(seat) {
                    continue;
                }
                locked += 1;
                let Ok(name) = Name::new(seat) else { continue };
                let path = format!("file.{}", opened_path(t, &What::Order(name)));
                let is_open = last.is_some_and(|last| last.record.get(&path).is_some());
                open += usize::from(is_open);
                obeyed += usize::from(is_open && derived);
            }
        }
        [locked, open, obeyed]
    }

    /// Answers whether the orders were locked and executed.
    pub(super) fn obeyed(&self) -> Said {
        const JOURNALS: &str = "journals from orders and dice";
        let receipt = |what: &str| what.starts_with("receipt in ");
        let about = |what: &str| {
            receipt(what)
                || of_sitting(what, "opened files")
                || what.contains("-final.yaml: files (")
                || what.starts_with("turn ") && what.ends_with(" played again")
                || begins(
                    what,
                    &[
                        JOURNALS,
                        "opened files",
                        "the rules played again",
                        "orders signed by",
                    ],
                )
        };
        if let Some(why) = self.failed(about) {
            return (Reply::No, why);
        }
        if let Some(said) = self.broken() {
            return said;
        }
        let whose = match self.own.len() {
            0 => "all seats".to_owned(),
            _ => list(self.own),
        };
        let [locked, open, obeyed] = self.orders();
        let (kept, receipts) = (self.ok(receipt), self.all(receipt));
        let compared = match receipts {
            0 => String::new(),
            _ => format!(
                "; {kept} of {} compared here are what the locks have",
                count(receipts, "receipt")
            ),
        };
        let files = count(locked, "order file");
        if locked == 0 {
            return not_checked(format!(
                "The locks have no order file of {whose}{compared}."
            ));
        }
        if !self.opened {
            let when = if self.over {
                "the game is over, and the GM has not opened them"
            } else {
                "they are opened when the game is over"
            };
            return not_checked(format!(
                "The locks have {files} of {whose}; {when}{compared}."
            ));
        }
        if self.ok(|what| what.starts_with(JOURNALS)) == 0 {
            return not_checked(format!(
                "{open} of {files} of {whose} are open; the rules were not played from them here{compared}."
            ));
        }
        let reply = if obeyed < locked || kept < receipts {
            Reply::NotChecked
        } else {
            Reply::Yes
        };
        let more = match receipts {
            0 => "; that a lock has what a player sent, the receipts in their mails show",
            _ => "",
        };
        let sentence = format!(
            "{obeyed} of {files} of {whose} are open, and what was played follows from them{compared}{more}."
        );
        (reply, sentence)
    }

    /// Answers whether all players have seen the same log.
    pub(super) fn same_log(&self) -> Said {
        const SAW: &str = "the log that players saw";
        let mail = |what: &str| begins(what, &["head in ", "anchor in ", "first record in "]);
        if let Some(why) = self.failed(|what| what.starts_with(SAW) || mail(what)) {
            return (Reply::No, why);
        }
        if let Some(said) = self.broken() {
            return said;
        }
        let (mut orders, mut seen) = (0, 0);
        for lock in self.log.of(Kind::Lock) {
            let sent = lock
                .record
                .under("order.")
                .filter(|(_, hash)| *hash != "none");
            orders += sent.count();
            seen += lock.record.under("seen.").count();
        }
        let heads = self.ok(|what| what.starts_with("head in "));
        let mails = match heads {
            0 => String::new(),
            _ => format!(
                "; the mails compared here name {} of it",
                count(heads, "head")
            ),
        };
        let files = count(orders, "order file");
        if orders == 0 {
            return not_checked(format!(
                "No orders say yet which log their player saw{mails}."
            ));
        }
        let of_it = format!("{seen} of {files} of all seats name a record of this log");
        if !self.opened {
            let why = "the GM's word until they are opened";
            return not_checked(format!("{of_it}, {why}{mails}."));
        }
        let reply = if seen == orders && self.ok(|what| what.starts_with(SAW)) > 0 {
            Reply::Yes
        } else {
            Reply::NotChecked
        };
        (reply, format!("{of_it}{mails}."))
    }

    /// Answers whether all secrets are opened.
    pub(super) fn all_opened(&self) -> Said {
        let about = |what: &str| {
            begins(
                what,
                &["hidden secret", "shuffle of deck", "opened files", "deck "],
            ) || of_sitting(what, "opened files")
                || what.contains("-final.yaml: files (")
        };
        if let Some(why) = self.failed(about) {
            return (
                Reply::No,
                format!("What was opened is not what was sealed: {why}"),
            );
        }
        if let Some(said) = self.broken() {
            return said;
        }
        match (self.opened, self.over) {
            (false, true) => {
                let why = "The game is over, and the GM has not opened it.";
                return (Reply::No, why.to_owned());
            }
            (false, false) => {
                return not_checked(
                    "The game is running: what is sealed is opened when it is over.",
                );
            }
            (true, _) => {}
        }
        let sealed = |check: &&Check| of_sitting(&check.what, "sealed files");
        if let Some(Verdict::Unchecked(why)) = self.checks.iter().find(sealed).map(|c| &c.verdict) {
            return (Reply::No, format!("Something is still sealed: {why}."));
        }
        if self.ok(|what| what == "hidden secret") == 0 {
            return not_checked("The opened files were not checked here.");
        }
        let files = self
            .log
            .of(Kind::Final)
            .flat_map(|last| last.record.under("file."));
        let sentence = format!(
            "The secret behind all that was hidden is open, and {} of orders, journals and states with it.",
            count(files.count(), "file")
        );
        (Reply::Yes, sentence)
    }
}
