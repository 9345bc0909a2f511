//! The sender and the readers of a mail, read from its headers: a file in `outbox/` needs no other file.

use super::{address, address_list::mailboxes, error::MailError, key::Key};

/// The sender and the readers for whom a transport delivers a mail (RFC 5321, 2.3.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    from: lettre::Address,
    to: Vec<lettre::Address>,
}

impl Envelope {
    /// Reads the envelope of a mail from its From and To headers.
    ///
    /// A mail must have one From, one To, no Cc and no Bcc: a report is for one reader, and a manually added header
    /// must not silently send it to another.
    pub fn of(mail: &[u8]) -> Result<Self, MailError> {
        let head = Head::parse(mail)?;
        for copies in ["Cc", "Bcc"] {
            if head.all(copies).next().is_some() {
                return Err(bad(format!(
                    "it has a {copies} header; each reader gets a mail of their own"
                )));
            }
        }
        let mut from = addresses(&head, "From")?;
        let to = addresses(&head, "To")?;
        match (from.pop(), from.is_empty()) {
            (Some(from), true) => Ok(Self { from, to }),
            _ => Err(bad("it has more than one sender".to_owned())),
        }
    }

    /// Returns the sender's bare address.
    pub fn from(&self) -> &str {
        self.from.as_ref()
    }

    /// Returns the readers' bare addresses; at least one.
    pub fn to(&self) -> impl Iterator<Item = &str> {
        self.to.iter().map(AsRef::as_ref)
    }

    #[cfg(feature = "smtp")]
    pub(super) fn paths(&self) -> (&lettre::Address, &[lettre::Address]) {
        (&self.from, &self.to)
    }
}

/// Checks that a mail in the outbox is the one that its file name says, and complete: a file that was
/// swapped, or truncated by a copy, must not be sent.
pub(super) fn is_itself(mail: &[u8], stem: &str) -> Result<(), MailError> {
    let head = Head::parse(mail)?;
    if let Some(key) = Key::from_stem(stem) {
        let id = head.one("Message-ID")?;
        if Key::from_message_id(id) != Some(key) {
            return Err(bad(format!("its Message-ID {id} is that of another mail")));
        }
    }
    // The last line of a multipart mail (RFC 2046, 5.1.1).
    let kind = head.all("Content-Type").next().unwrap_or_default();
    if let Some((_, boundary)) = kind.split_once("boundary=") {
        let boundary = boundary.split(';').next().unwrap_or_default().trim();
        let end = format!("--{}--", boundary.trim_matches('"'));
        if !mail.trim_ascii_end().ends_with(end.as_bytes()) {
            return Err(bad("its end is missing".to_owned()));
        }
    }
    Ok(())
}

/// The header section of a mail (RFC 5322, 2.2), unfolded and undecoded.
#[derive(Clone, Debug)]
pub struct Head(Vec<(String, String)>);

impl Head {
    /// Parses the header section of a mail.
    pub fn parse(mail: &[u8]) -> Result<Self, MailError> {
        let mut fields: Vec<(String, String)> = Vec::new();
        for (number, line) in mail.split(|byte| *byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                break;
            }
            // Undecodable bytes do no harm in headers that are not used; From and To
            // refuse them later.
            let line = String::from_utf8_lossy(line);
            if line.starts_with([' ', '\t']) {
                let Some((_, value)) = fields.last_mut() else {
                    return Err(bad("it begins with a continuation line".to_owned()));
                };
                value.push_str(&line);
                continue;
            }
            match line.split_once(':') {
                Some((name, value))
                    if !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic()) =>
                {
                    fields.push((name.to_owned(), value.trim().to_owned()));
                }
                _ => return Err(bad(format!("line {} is not a header", number + 1))),
            }
        }
        Ok(Self(fields))
    }

    /// Returns all values of a header, in the mail's order; names are compared without regard to case.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let same = move |(key, _): &&(String, String)| key.eq_ignore_ascii_case(name);
        self.0.iter().filter(same).map(|(_, value)| value.as_str())
    }

    /// Returns the value of a header that occurs exactly once.
    pub fn one<'a>(&'a self, name: &str) -> Result<&'a str, MailError> {
        let mut all = self.all(name);
        match (all.next(), all.next()) {
            (Some(value), None) => Ok(value),
            (None, _) => Err(bad(format!("it has no {name} header"))),
            (Some(_), Some(_)) => Err(bad(format!("it has more than one {name} header"))),
        }
    }
}

fn bad(why: String) -> MailError {
    MailError::BadMail { why }
}

fn addresses(head: &Head, name: &str) -> Result<Vec<lettre::Address>, MailError> {
    let value = head.one(name)?;
    let found =
        mailboxes(value).map_err(|why| bad(format!("its {name} header cannot be read: {why}")))?;
    if found.is_empty() {
        return Err(bad(format!("its {name} header is empty")));
    }
    found
        .iter()
        .map(|(_, email)| address::check(email))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mail: &str) -> Result<Envelope, MailError> {
        Envelope::of(mail.as_bytes())
    }

    #[test]
    fn reads_the_envelope_from_the_headers() {
        let mail = "Received: x\r\nFROM: =?utf-8?b?R00=?= <gm@example.org>\r\nsubject: To: x@y\r\nTo:\r\n \
                    \"Doe, J (x) <no@where>\" (a (nested) comment)\r\n\t<j@example.org>\r\n\r\nTo: body@example.org\r\n";
        let envelope = of(mail).unwrap();
        assert_eq!(envelope.from(), "gm@example.org");
        assert_eq!(envelope.to().collect::<Vec<_>>(), ["j@example.org"]);
        // LF line ends, and no body.
        assert_eq!(
            of("From: a@b.org\nTo: c@d.org, <e@f.org>")
                .unwrap()
                .to()
                .count(),
            2
        );
    }

    #[test]
    fn refuses_an_incomplete_mail_and_one_of_another_name() {
        let mail = "From: a@b.org\r\nTo: c@d.org\r\nMessage-ID: <gem.s7.zytal.report.1@b.org>\r\n\
                    Content-Type: multipart/mixed;\r\n boundary=\"xyz\"\r\n\r\n--xyz\r\n\r\nHello\r\n--xyz--\r\n";
        let itself = |mail: &str, stem| is_itself(mail.as_bytes(), stem).map_err(|e| e.to_string());
        assert_eq!(itself(mail, "gem.s0007.zytal.report.1"), Ok(()));
        // A mail that the GM added may have any name.
        assert_eq!(itself(mail, "a-word-to-zytal"), Ok(()));
        let other = itself(mail, "gem.s0007.roo.report.1").unwrap_err();
        assert!(
            other.contains("<gem.s7.zytal.report.1@b.org> is that of another mail"),
            "{other}"
        );
        for cut in [mail.len() - 3, mail.len() - 12, mail.len() - 20] {
            let cut = itself(&mail[..cut], "gem.s0007.zytal.report.1").unwrap_err();
            assert!(cut.contains("its end is missing"), "{cut}");
        }
    }

    #[test]
    fn refuses_mails_with_ambiguous_headers() {
        for mail in [
            "",
            "\r\nFrom: a@b.org\r\nTo: c@d.org\r\n",
            "From: a@b.org\r\n\r\nTo: c@d.org\r\n",
            "From: a@b.org\r\nTo: c@d.org\r\nTo: e@f.org\r\n\r\n",
            "From: a@b.org\r\nFrom: x@y.org\r\nTo: c@d.org\r\n\r\n",
            "From: a@b.org, x@y.org\r\nTo: c@d.org\r\n\r\n",
            "From: a@b.org\r\nTo: c@d.org\r\nCc: e@f.org\r\n\r\n",
            "From: a@b.org\r\nTo: c@d.org\r\nbcc: e@f.org\r\n\r\n",
            "From: a@b.org\r\nTo: team: c@d.org, e@f.org;\r\n\r\n",
            "From: a@b.org\r\nTo: <c@d.org> e@f.org\r\n\r\n",
            "From: a@b.org\r\nTo: <<c@d.org>>\r\n\r\n",
            "From: a@b.org\r\nTo: \"c <c@d.org>\r\n\r\n",
            "From: a@b.org\r\nTo: ,,\r\n\r\n",
            "From: a@b.org\r\nTo: <c@d.org\r\n\r\n",
            "From a@b.org Thu Jan 1\r\nFrom: a@b.org\r\nTo: c@d.org\r\n\r\n",
            " From: a@b.org\r\nTo: c@d.org\r\n\r\n",
            "From: a@b.org\r\nTo: \"x\\\r\n y\"@d.org\r\n\r\n",
        ] {
            assert!(of(mail).is_err(), "{mail:?}");
        }
    }
}
