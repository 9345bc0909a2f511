//! The mail settings of a game, as people write them.

mod inbox;
mod ways;

use std::{
    net::IpAddr,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game_dir::Keyed;

pub use inbox::{DkimSettings, InboxSettings};
pub use ways::MailWay;

use super::{
    address::{self, Address},
    error::MailError,
    key::{IdKey, Key},
    letter::Letter,
};

/// The settings with which the game's mail is written, sent and received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// The sender of the mail, as in `GM <gm@example.org>`.
    #[schemars(with = "String")]
    pub from: Address,
    /// The address that players' answers go to, if it is not `from`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub reply_to: Option<Address>,
    /// The domain in Message-IDs; by default that of `from`. Never change it in a running game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The way in which mail is sent.
    #[serde(default)]
    pub via: Via,
    /// The folder that mail is put into with `via: folder`; a Maildir is recognised. By default
    /// `mail`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// The program that mail is piped into with `via: sendmail`, if it is not the system's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sendmail: Option<PathBuf>,
    /// The server that takes the mail with `via: smtp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smtp: Option<SmtpSettings>,
    /// The place where players' mails arrive, if the program is to fetch them or to give each seat an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inbox: Option<InboxSettings>,
    /// The secret of the game that Message-IDs are derived from; it is not in the file.
    #[serde(skip)]
    pub ids: IdKey,
}

impl Keyed for Settings {
    fn keyed(&mut self, key: [u8; 32]) {
        self.ids = IdKey::new(key);
    }
}

/// A server that mail is fetched from (RFC 3501), as its provider describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ImapSettings {
    /// The server's name, as in its certificate.
    pub host: String,
    /// Its port; by default 143 with `starttls` and `none`, 993 with `tls`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// The way in which the connection is secured.
    #[serde(default)]
    pub security: Security,
    /// The name to log in with.
    pub user: String,
    /// The environment variable that holds the password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_env: Option<String>,
    /// The file whose first line is the password, preferably in `secret/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_file: Option<PathBuf>,
    /// The folder that mail arrives in; by default `INBOX`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// A PEM file of further certificates to trust, for a server of your own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
    /// The time limit for an answer, in seconds; by default 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 3600))]
    pub timeout_seconds: Option<u64>,
    /// Allows `security: none` with a server on another machine: others on the network can read the mail and the
    /// password.
    #[serde(default)]
    pub allow_plain: bool,
}

/// The way in which mail is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// Files in a folder; no server is needed.
    #[default]
    Folder,
    /// The machine's own mail program.
    Sendmail,
    /// A mail server, as in any mail program's settings.
    Smtp,
}

/// A server that takes mail (RFC 6409), as its provider describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SmtpSettings {
    /// The server's name, as in its certificate.
    pub host: String,
    /// Its port; by default 587 with `starttls`, 465 with `tls`, 25 with `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// The way in which the connection is secured.
    #[serde(default)]
    pub security: Security,
    /// The name to log in with, if the server asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The environment variable that holds the password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_env: Option<String>,
    /// The file whose first line is the password, preferably in `secret/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_file: Option<PathBuf>,
    /// A PEM file of further certificates to trust, for a server of your own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
    /// The time limit for an answer, in seconds; by default 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 3600))]
    pub timeout_seconds: Option<u64>,
    /// Allows `security: none` with a server on another machine: others on the network can read the mail and the
    /// password.
    #[serde(default)]
    pub allow_plain: bool,
}

/// The way in which the connection to a server is secured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Security {
    /// STARTTLS: a plain connection must switch to TLS before any login or mail is sent (RFC 3207).
    #[default]
    Starttls,
    /// TLS from the first byte (RFC 8314).
    Tls,
    /// No encryption; only for a server on this machine.
    None,
}

impl Settings {
    /// Returns settings that deliver into the folder `mail`; they need nothing but a sender.
    pub(crate) fn new(from: Address) -> Self {
        Self {
            from,
            reply_to: None,
            domain: None,
            via: Via::Folder,
            folder: None,
            sendmail: None,
            smtp: None,
            inbox: None,
            ids: IdKey::default(),
        }
    }

    /// Returns the domain of the Message-IDs.
    pub(crate) fn domain(&self) -> &str {
        self.domain.as_deref().unwrap_or_else(|| self.from.domain())
    }

    /// Creates a letter to the GM.
    pub(crate) fn letter_to_gm(
        &self,
        key: Key,
        turn: u32,
        subject: &str,
        text: &str,
        date: DateTime<Utc>,
    ) -> Letter {
        self.letter_to(key, turn, self.from.clone(), subject, text, date)
    }

    /// Creates a letter from this game, with the sender and the address for answers from the settings.
    ///
    /// A mail to a player is created by [`ToPlayer`](crate::compose::ToPlayer), which sets the address of the seat for
    /// answers.
    pub(crate) fn letter_to(
        &self,
        key: Key,
        turn: u32,
        to: Address,
        subject: &str,
        text: &str,
        date: DateTime<Utc>,
    ) -> Letter {
        let mut letter = Letter::new(key, turn, self.from.clone(), to, subject, text, date);
        letter.ids = self.ids.clone();
        letter.domain = Some(self.domain().to_owned());
        letter.reply_to.clone_from(&self.reply_to);
        letter
    }

    /// Returns the folder of `via: folder`.
    pub(crate) fn folder(&self, dir: &Path) -> PathBuf {
        dir.join(self.folder.as_deref().unwrap_or(Path::new("mail")))
    }

    /// Checks that the values are valid and consistent, as far as the types do not ensure it.
    pub(crate) fn check(&self) -> Result<(), MailError> {
        if let Some(domain) = &self.domain {
            address::check(&format!("x@{domain}")).map_err(|_| {
                wrong(
                    "domain",
                    "is not a domain",
                    "write a name such as `example.org`",
                )
            })?;
        }
        if let Some(inbox) = &self.inbox {
            inbox.check()?;
        }
        match (&self.smtp, self.via) {
            (None, Via::Smtp) => Err(missing("smtp")),
            (Some(smtp), _) => smtp.check(),
            (None, _) => Ok(()),
        }
    }
}

impl ImapSettings {
    /// Returns the port: the given one, or the default.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.security {
            Security::Starttls | Security::None => 143,
            Security::Tls => 993,
        })
    }

    fn check(&self) -> Result<(), MailError> {
        check_host("imap", &self.host, self.security, self.allow_plain)?;
        for (key, text) in [
            ("imap.user", Some(&self.user)),
            ("imap.folder", self.folder.as_ref()),
        ] {
            if text
                .is_some_and(|t| t.is_empty() || t.chars().any(|c| c.is_control() || !c.is_ascii()))
            {
                return Err(wrong(
                    key,
                    "is empty or not plain ASCII text",
                    "write it as the provider gives it",
                ));
            }
        }
        match (&self.password_env, &self.password_file) {
            (Some(_), Some(_)) => Err(wrong(
                "imap.password-file",
                "cannot be combined with `password-env`",
                "keep the one that holds the password",
            )),
            (None, None) => Err(wrong(
                "imap.user",
                "has no password",
                "name the environment variable (`password-env`) or the file (`password-file`) that holds it",
            )),
            _ => Ok(()),
        }
    }
}

fn check_host(
    key: &str,
    host: &str,
    security: Security,
    allow_plain: bool,
) -> Result<(), MailError> {
    if host.is_empty()
        || !host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-_:".contains(c))
    {
        return Err(wrong(
            &format!("{key}.host"),
            "is not the name of a server",
            "write a name such as `mail.example.org`",
        ));
    }
    if security == Security::None && !allow_plain && !is_loopback(host) {
        return Err(wrong(
            &format!("{key}.security"),
            "is `none`, and the server is not this machine",
            "use `starttls` or `tls`; or set `allow-plain: true` if others on the network may read the mail",
        ));
    }
    Ok(())
}

impl SmtpSettings {
    /// Returns the port: the given one, or the default.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.security {
            Security::Starttls => 587,
            Security::Tls => 465,
            Security::None => 25,
        })
    }

    fn check(&self) -> Result<(), MailError> {
        check_host("smtp", &self.host, self.security, self.allow_plain)?;
        match (&self.user, &self.password_env, &self.password_file) {
            (_, Some(_), Some(_)) => Err(wrong(
                "smtp.password-file",
                "cannot be combined with `password-env`",
                "keep the one that holds the password",
            )),
            (Some(_), None, None) => Err(wrong(
                "smtp.user",
                "has no password",
                "name the environment variable (`password-env`) or the file (`password-file`) that holds it",
            )),
            (None, Some(_), _) | (None, _, Some(_)) => Err(wrong(
                "smtp.user",
                "is missing, but there is a password",
                "add the name to log in with",
            )),
            (Some(_), _, _) | (None, None, None) => Ok(()),
        }
    }
}

fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

pub(super) fn missing(key: &str) -> MailError {
    wrong(
        key,
        "is missing",
        "`via: smtp` needs it: at least `host`, and usually `user` and `password-env`",
    )
}

pub(super) fn wrong(key: &str, why: &str, hint: &str) -> MailError {
    MailError::Settings {
        key: key.to_owned(),
        why: why.to_owned(),
        hint: hint.to_owned(),
    }
}

#[cfg(test)]
mod tests;
