//! Mail addresses, with or without a name.

use std::{fmt, str::FromStr};

use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};

use super::{address_list, clean, error::MailError};

/// Maximum length of the name in a header, in characters.
const NAME_LIMIT: usize = 128;

/// A mail address as in `GM <gm@example.org>` (RFC 5322, 3.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address {
    name: Option<String>,
    email: lettre::Address,
}

impl Address {
    /// Creates an address from its parts; control characters in the name become spaces.
    pub fn new(name: Option<&str>, email: &str) -> Result<Self, MailError> {
        let name = name
            .map(|name| clean::one_line(name, NAME_LIMIT))
            .filter(|name| !name.is_empty());
        Ok(Self {
            name,
            email: check(email)?,
        })
    }

    /// Parses `gm@example.org` or `GM <gm@example.org>`.
    pub fn parse(text: &str) -> Result<Self, MailError> {
        let bad = |why| MailError::BadAddress {
            value: clean::one_line(text, 80),
            why,
        };
        if text.chars().any(clean::is_unfit) {
            return Err(bad("it has control characters"));
        }
        let mut found = address_list::mailboxes(text).map_err(bad)?;
        match (found.pop(), found.is_empty()) {
            (Some((name, email)), true) => Self::new(Some(&name), &email),
            (None, _) => Err(bad("it is empty")),
            (Some(_), false) => Err(bad(
                "it has more than one address; quote a name that has a comma",
            )),
        }
    }

    /// Returns the name before the address, if there is one.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the bare address.
    pub fn email(&self) -> &str {
        self.email.as_ref()
    }

    /// Returns the domain, the part after the `@`.
    pub(crate) fn domain(&self) -> &str {
        self.email.domain()
    }

    pub(super) fn mailbox(&self) -> Mailbox {
        Mailbox::new(self.name.clone(), self.email.clone())
    }
}

/// Parses a bare address that is safe in a header and in an SMTP command (RFC 5321, 4.1.2).
///
/// Quoted local parts and domain literals are refused: such addresses are not used in practice, and a quoted `>`
/// or space could smuggle in a command. Non-ASCII addresses need SMTPUTF8 (RFC 6531) on every server on
/// the way; a domain has an ASCII form that works everywhere.
pub(super) fn check(email: &str) -> Result<lettre::Address, MailError> {
    let bad = |why| MailError::BadAddress {
        value: clean::one_line(email, 80),
        why,
    };
    if !email.is_ascii() {
        return Err(bad(
            "it has letters outside ASCII (a domain has an `xn--` form)",
        ));
    }
    if !email
        .chars()
        .all(|c| c.is_ascii_graphic() && !"\"(),:;<>[\\]".contains(c))
    {
        return Err(bad("it has characters that are not allowed in an address"));
    }
    // RFC 5321, 4.5.3.1: a path is at most 256 octets with its brackets.
    if email.len() > 254 {
        return Err(bad("it is too long"));
    }
    if email.matches('@').count() != 1 {
        return Err(bad("it needs one `@`"));
    }
    email
        .parse()
        .map_err(|_| bad("the part before or after the `@` is malformed"))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            None => write!(f, "{}", self.email),
            Some(name)
                if name
                    .chars()
                    .all(|c| c.is_alphanumeric() || " -_'.".contains(c)) =>
            {
                write!(f, "{name} <{}>", self.email)
            }
            Some(name) => {
                let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{quoted}\" <{}>", self.email)
            }
        }
    }
}

impl FromStr for Address {
    type Err = MailError;

    fn from_str(text: &str) -> Result<Self, MailError> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Address {
    type Error = MailError;

    fn try_from(text: String) -> Result<Self, MailError> {
        Self::parse(&text)
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_addresses_and_writes_them_back() {
        for (text, name, email) in [
            ("gm@example.org", None, "gm@example.org"),
            ("<gm+lab.tok@example.org>", None, "gm+lab.tok@example.org"),
            ("GM <gm@example.org>", Some("GM"), "gm@example.org"),
            (
                "\"Doe, \\\"J\\\" <x@y>\" <j@example.org>",
                Some("Doe, \"J\" <x@y>"),
                "j@example.org",
            ),
            (
                "Zoë Ångström <zoe@xn--ngstrm-hua5l.se>",
                Some("Zoë Ångström"),
                "zoe@xn--ngstrm-hua5l.se",
            ),
            ("root@localhost", None, "root@localhost"),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!((address.name(), address.email()), (name, email), "{text}");
            assert_eq!(
                Address::parse(&address.to_string()).unwrap(),
                address,
                "{text}"
            );
        }
    }

    #[test]
    fn refuses_addresses_that_break_commands_or_headers() {
        for bad in [
            "",
            "gm",
            "gm@",
            "@example.org",
            "a@b@c",
            "a@b, c@d",
            "GM <gm@example.org>\r\nBcc: x@y",
            "\"a> b\"@example.org",
            "gm@[127.0.0.1]",
            "gmé@example.org",
            "gm@exämple.org",
            "a b@example.org",
            "GM <gm@example.org",
            "team: a@b, c@d;",
        ] {
            assert!(Address::parse(bad).is_err(), "{bad:?}");
        }
        assert_eq!(
            Address::new(Some("a\r\nBcc: x@y"), "a@b.org")
                .unwrap()
                .name(),
            Some("a Bcc: x@y")
        );
    }
}
