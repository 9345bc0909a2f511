//! The settings of incoming mail, as people write them.

use super::{ImapSettings, wrong};
use crate::{
    dkim::{self, Resolver},
    mail::{Address, MailError},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The place where players' mails arrive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InboxSettings {
    /// The address that players send to, if its server delivers `orders+anything@example.org` to
    /// `orders@example.org`: every seat then gets an address of its own, with a token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub address: Option<Address>,
    /// The name of your own mail server in the results of its sender checks: the first word in the
    /// `Authentication-Results` of mails that it has accepted (RFC 8601). If set, these results are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authserv_id: Option<String>,
    /// The check of signatures of players' mail servers, for mails that your own server has not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dkim: Option<DkimSettings>,
    /// The Maildir that mail is delivered into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maildir: Option<PathBuf>,
    /// The server that mail is fetched from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imap: Option<ImapSettings>,
    /// True if other mail arrives there, too: then only mails that are clearly for this game are taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// The maximum number of answers to one seat in a day; by default 24.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub answers_a_day: Option<u32>,
}

impl InboxSettings {
    /// Returns true if mail is fetched from a Maildir or a server; otherwise it arrives through a pipe.
    pub(crate) fn is_fetched(&self) -> bool {
        self.maildir.is_some() || self.imap.is_some()
    }
    /// Returns the resolver with which public keys of mail servers are looked up.
    pub(crate) fn resolver(&self) -> Resolver {
        match &self.dkim {
            Some(DkimSettings { check: false, .. }) => Resolver::of_none(),
            Some(DkimSettings {
                resolver: Some(address),
                ..
            }) => dkim::server(address).map_or_else(Resolver::of_none, Resolver::new),
            _ => Resolver::of_system(),
        }
    }

    pub(in crate::mail) fn check(&self) -> Result<(), MailError> {
        let address = self.dkim.as_ref().and_then(|dkim| dkim.resolver.as_ref());
        if address.is_some_and(|address| dkim::server(address).is_none()) {
            return Err(wrong(
                "inbox.dkim.resolver",
                "is not the address of a name server",
                "write an address such as `192.0.2.1`, or with a port `127.0.0.1:5353`",
            ));
        }
        match (&self.maildir, &self.imap) {
            (Some(_), Some(_)) => Err(wrong(
                "inbox.maildir",
                "cannot be combined with `imap`",
                "keep the one that mail arrives in",
            )),
            (_, Some(server)) => server.check(),
            (_, None) => Ok(()),
        }
    }
}

/// The check of signatures of mail servers, DKIM (RFC 6376).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DkimSettings {
    /// False to check no signatures and ask no name server; by default true.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub check: bool,
    /// The name server that is asked for the keys, such as `192.0.2.1` or `127.0.0.1:5353`; by default those of
    /// `/etc/resolv.conf`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolver: Option<String>,
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde has it
const fn is_yes(check: &bool) -> bool {
    *check
}
