//! The DKIM signatures of the domain of a mail's sender.

use super::{from, parser};
use crate::dkim::{self, Claim};

/// Returns the signatures with which the domain of a sender confirms a mail.
///
/// The signed field `From` must parse as the same sender: a header that two programs can read differently proves
/// nothing.
pub(super) fn claims(head: &[u8], body: &[u8], sender: Option<&str>) -> Vec<Claim> {
    let Some(sender) = sender else {
        return vec![];
    };
    let claims = dkim::claims(head, body, sender);
    if claims.is_empty() || !is_read_as(head, sender) {
        return vec![];
    }
    claims
}

/// Returns true if the signed field `From` parses as this sender.
fn is_read_as(head: &[u8], sender: &str) -> bool {
    dkim::field(head, "From").is_some_and(|field| {
        let field = [field, b"\r\n"].concat();
        let parsed = parser().parse_headers(&field);
        let part = parsed.and_then(|message| message.parts.into_iter().next());
        part.is_some_and(|part| from(&part.headers).as_deref() == Some(sender))
    })
}
