//! Bounces: reports of mail servers on mails that did not arrive (RFC 3464).

use super::{Incoming, PartKind};
use crate::mail::{Key, clean};

/// A report that a mail of this program did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// The mail that the report names; this can be forged.
    pub about: Key,
    /// All Message-IDs in the report that have the format of this program; one of them must be genuine.
    pub ids: Vec<String>,
    /// True if the mail will never arrive, false if it is only delayed.
    pub is_final: bool,
    /// The message of the server.
    pub words: String,
}

/// Returns the bounce that a mail reports; `None` if it is not a bounce.
///
/// The only part of such a mail that can be trusted is a genuine Message-ID, which only the reader of the bounced mail
/// and the servers on the way can know: the caller looks up the reader in `sent/`.
pub(super) fn of(mail: &Incoming) -> Option<Bounce> {
    mail.automatic?;
    let reports: Vec<String> = mail
        .parts
        .iter()
        .filter(|part| matches!(part.kind, PartKind::Report | PartKind::Text { .. }))
        .map(|part| String::from_utf8_lossy(&part.bytes).into_owned())
        .collect();
    let is_report = mail.parts.iter().any(|part| part.kind == PartKind::Report);
    let field = |name: &str| {
        reports
            .iter()
            .flat_map(|text| text.lines())
            .filter_map(|line| line.split_once(':'))
            .find(|(key, _)| key.trim().eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim().to_owned())
    };
    let action = field("Action").map(|action| action.to_ascii_lowercase());
    let status = field("Status").unwrap_or_default();
    // Reports of success (delivered, relayed, expanded) are not bounces.
    let said = match action.as_deref() {
        Some("failed") => true,
        Some("delayed") => false,
        Some(_) => return None,
        None if is_report && mail.references.is_empty() => !status.starts_with('4'),
        // A vacation reply names our mail, too, and is not a bounce.
        None => return from_a_server(mail).then(|| named(mail, &reports)).flatten(),
    };
    let (about, ids) = quoted(mail, &reports)?;
    let words = field("Diagnostic-Code").unwrap_or_else(|| format!("status {status}"));
    Some(Bounce {
        about,
        ids,
        is_final: said,
        words: clean::one_line(&words, 200),
    })
}

/// Returns the bounce of a server that sends a text instead of a report in parts.
fn named(mail: &Incoming, reports: &[String]) -> Option<Bounce> {
    let (about, ids) = quoted(mail, reports)?;
    Some(Bounce {
        about,
        ids,
        is_final: true,
        words: clean::one_line(&mail.subject, 200),
    })
}

fn from_a_server(mail: &Incoming) -> bool {
    ["a mail server sent it", "its sender takes no answers"]
        .iter()
        .any(|why| mail.automatic == Some(why))
}

/// Returns the Message-IDs in a mail that have the format of this program, and the mail that the first one names.
fn quoted(mail: &Incoming, reports: &[String]) -> Option<(Key, Vec<String>)> {
    let known = mail.references.iter().map(|id| id.as_str().to_owned());
    let quoted = reports
        .iter()
        .flat_map(|text| text.split('<').skip(1))
        .filter_map(|rest| rest.split('>').next())
        .map(|id| format!("<{id}>"));
    let ours = |id: &String| Key::from_message_id(id).is_some();
    let ids: Vec<String> = known.chain(quoted).take(1000).filter(ours).collect();
    Some((Key::from_message_id(ids.first()?)?, ids))
}
