//! What the domain of a mail's sender has signed.

use super::{from, parser};
use crate::dkim::{self, Claim};

/// Returns the signatures in which the domain of a sender answers for a mail.
///
/// The signed field `From` must be read as the sender: a header that two programs read in two ways proves nothing.
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

/// Returns true if the field that was signed is read as this sender.
fn is_read_as(head: &[u8], sender: &str) -> bool {
    dkim::field(head, "From").is_some_and(|field| {
        let field = [field, b"\r\n"].concat();
        let parsed = parser().parse_headers(&field);
        let part = parsed.and_then(|message| message.parts.into_iter().next());
        part.is_some_and(|part| from(&part.headers).as_deref() == Some(sender))
    })
}
