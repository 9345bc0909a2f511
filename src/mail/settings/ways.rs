//! The usual ways of mail, each as a commented `mail.yaml`.

use crate::{mail::Address, yaml::keep};

/// A usual way in which a game's mail leaves and arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailWay {
    /// Files in a folder of the game: no mail leaves the machine.
    Folder,
    /// The mail program of the machine, and a Maildir.
    Sendmail,
    /// Gmail with an app password.
    Gmail,
    /// Fastmail with an app password.
    Fastmail,
    /// A mail server of one's own, over SMTP and IMAP.
    Server,
}

/// The place of the password, with a comment.
const PASSWORD: &str =
    "secret/mail-password   # its first line is the password; chmod 600. Or password-env: NAME";

impl MailWay {
    /// All ways.
    pub const ALL: [Self; 5] = [
        Self::Folder,
        Self::Sendmail,
        Self::Gmail,
        Self::Fastmail,
        Self::Server,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Sendmail => "sendmail",
            Self::Gmail => "gmail",
            Self::Fastmail => "fastmail",
            Self::Server => "server",
        }
    }

    /// Returns a description in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Folder => "files in the folder `mail`; nothing leaves this machine",
            Self::Sendmail => "the mail program of this machine, answers in a Maildir",
            Self::Gmail => "a Gmail account with an app password (docs/mail-gmail.md)",
            Self::Fastmail => "a Fastmail account with an app password (docs/mail-fastmail.md)",
            Self::Server => "a server of your own, SMTP and IMAP (docs/mail-server.md)",
        }
    }

    /// Returns `mail.yaml` for this way with the GM's address, with comments.
    pub fn settings(self, from: &Address) -> String {
        let sender = keep::to_string(&from).unwrap_or_default();
        // An address may begin with a character that YAML gives a meaning.
        let email = keep::to_string(&from.email()).unwrap_or_default();
        let (sender, email, domain) = (sender.trim_end(), email.trim_end(), from.domain());
        let head = format!(
            "# How the mail of this game leaves and arrives. `chronojudge mail test` tries it.\n\
             from: {sender}\n"
        );
        let reading = "  shared: true   # other mail arrives there too: only mail that is clearly for this game is taken\n";
        match self {
            Self::Folder => format!(
                "{head}\
                 via: folder   # mails become files in the folder `mail`; nothing leaves this machine\n\
                 # via: sendmail   # the mail program of this machine\n\
                 # via: smtp   # a server: docs/mail-gmail.md, mail-fastmail.md and mail-server.md have examples\n"
            ),
            Self::Sendmail => format!(
                "{head}\
                 via: sendmail   # the mail program of this machine delivers the mails\n\
                 inbox:\n\
                 \x20 # address: {email}   # if its server delivers {} too: an address for each seat\n\
                 \x20 maildir: Maildir   # where answers arrive: a path, from this folder on\n\
                 {reading}",
                tagged(email)
            ),
            Self::Gmail => {
                let check = "authserv-id: mx.google.com   # Gmail's check of the sender of each mail is used";
                head + &provider("Gmail", "gmail.com", email, ["", check]) + reading
            }
            Self::Fastmail => {
                let user = "   # the address that you log in with, if `from` is an alias";
                head + &provider("Fastmail", "fastmail.com", email, [user, ""]) + reading
            }
            Self::Server => format!(
                "{head}\
                 via: smtp\n\
                 smtp:\n\
                 \x20 host: mail.{domain}\n\
                 \x20 security: starttls   # port 587; `tls` is port 465\n\
                 \x20 user: {email}\n\
                 \x20 password-file: {PASSWORD}\n\
                 inbox:\n\
                 \x20 address: {email}   # with `recipient_delimiter = +` {} arrives too\n\
                 \x20 # authserv-id: mail.{domain}   # the first word of `Authentication-Results`, if your server checks senders\n\
                 \x20 imap:\n\
                 \x20   host: mail.{domain}\n\
                 \x20   security: tls   # port 993\n\
                 \x20   user: {email}\n\
                 \x20   password-file: secret/mail-password\n\
                 {reading}",
                tagged(email)
            ),
        }
    }
}

/// Returns the settings of a provider with SMTP and IMAP over TLS, with a comment on the user's name and a further line
/// of the inbox, which may be empty.
fn provider(name: &str, domain: &str, email: &str, [user, check]: [&str; 2]) -> String {
    let check = if check.is_empty() {
        String::new()
    } else {
        format!("  {check}\n")
    };
    format!(
        "via: smtp\n\
         smtp:\n\
         \x20 host: smtp.{domain}\n\
         \x20 port: 465\n\
         \x20 security: tls\n\
         \x20 user: {email}{user}\n\
         \x20 password-file: {PASSWORD}\n\
         inbox:\n\
         \x20 address: {email}   # {name} delivers {} too: an address for each seat\n\
         {check}\
         \x20 imap:\n\
         \x20   host: imap.{domain}\n\
         \x20   port: 993\n\
         \x20   security: tls\n\
         \x20   user: {email}\n\
         \x20   password-file: secret/mail-password\n",
        tagged(email)
    )
}

/// Returns an address with a tag, as an example.
fn tagged(email: &str) -> String {
    email.replacen('@', "+anything@", 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Settings;

    #[test]
    fn an_address_may_begin_with_any_character() {
        for email in [
            "ada@example.org",
            "#ada@example.org",
            "'a'@example.org",
            "*a@example.org",
        ] {
            let from = Address::new(Some("The GM"), email).expect("an address");
            for way in MailWay::ALL {
                let text = way.settings(&from);
                let read: Settings = keep::from_str(&text).expect(&text);
                assert_eq!(read.from.email(), email, "{text}");
                if let Some(smtp) = &read.smtp {
                    assert_eq!(smtp.user.as_deref(), Some(email), "{text}");
                }
            }
        }
    }
}
