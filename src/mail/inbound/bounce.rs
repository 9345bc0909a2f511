//! What mail servers say of mails that did not arrive (RFC 3464).

use super::{Incoming, PartKind};
use crate::mail::{Key, clean};

/// A mail of ours that did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// Which one.
    pub about: Key,
    /// Whether it never will.
    pub is_final: bool,
    /// What the server said.
    pub words: String,
}

/// Whether a mail says that one of ours did not arrive.
///
/// Nothing in such a mail can be trusted but that somebody knows the name of a mail of ours: whose it was
/// is looked up in `sent/`.
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
    // Good news is no bounce: delivered, relayed, expanded.
    let said = match action.as_deref() {
        Some("failed") => true,
        Some("delayed") => false,
        Some(_) => return None,
        None if is_report && mail.references.is_empty() => !status.starts_with('4'),
        // An answer from holidays names our mail too, and is none.
        None => return from_a_server(mail).then(|| named(mail, &reports)).flatten(),
    };
    let about = key_in(mail, &reports)?;
    let words = field("Diagnostic-Code").unwrap_or_else(|| format!("status {status}"));
    Some(Bounce {
        about,
        is_final: said,
        words: clean::one_line(&words, 200),
    })
}

/// A server that writes no report in parts.
fn named(mail: &Incoming, reports: &[String]) -> Option<Bounce> {
    Some(Bounce {
        about: key_in(mail, reports)?,
        is_final: true,
        words: clean::one_line(&mail.subject, 200),
    })
}

fn from_a_server(mail: &Incoming) -> bool {
    ["a mail server sent it", "its sender takes no answers"]
        .iter()
        .any(|why| mail.automatic == Some(why))
}

fn key_in(mail: &Incoming, reports: &[String]) -> Option<Key> {
    let known = mail.references.iter().map(|id| id.as_str().to_owned());
    let quoted = reports
        .iter()
        .flat_map(|text| text.split('<').skip(1))
        .filter_map(|rest| rest.split('>').next())
        .map(|id| format!("<{id}>"));
    known
        .chain(quoted)
        .take(1000)
        .find_map(|id| Key::from_message_id(&id))
}
