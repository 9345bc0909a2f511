//! Detection of automated mail, which must not be answered automatically (RFC 3834, 2).

use super::Fields;

/// Returns the reason why a mail must not be answered; `None` if it may be answered.
pub(super) fn why(fields: &Fields<'_>) -> Option<&'static str> {
    let any = |name: &str, test: &dyn Fn(&str) -> bool| {
        fields.raw(name).iter().any(|value| test(value.trim()))
    };
    let is_one_of = |words: &'static [&'static str]| {
        move |value: &str| words.iter().any(|word| value.eq_ignore_ascii_case(word))
    };
    // Only `no` means that a person wrote it; a parameter after a semicolon or a comment is ignored.
    let by_program = |value: &str| {
        let word = value.split([';', '(']).next().unwrap_or_default();
        !word.trim().eq_ignore_ascii_case("no")
    };
    if any("Auto-Submitted", &by_program) {
        return Some("a program sent it");
    }
    if any("X-Auto-Response-Suppress", &|value| {
        value
            .split(',')
            .any(|word| is_one_of(&["all", "autoreply"])(word.trim()))
    }) {
        return Some("its sender wants no automatic answers");
    }
    if any(
        "Precedence",
        &is_one_of(&["bulk", "junk", "list", "auto_reply"]),
    ) {
        return Some("it is a bulk mail");
    }
    if ["List-Id", "List-Post", "List-Unsubscribe", "Mailing-List"]
        .iter()
        .any(|name| fields.has(name))
    {
        return Some("it came through a mailing list");
    }
    if [
        "X-Autoreply",
        "X-Autorespond",
        "X-Vacation",
        "X-Chronojudge-Game",
    ]
    .iter()
    .any(|name| fields.has(name))
    {
        return Some("a program sent it");
    }
    if any("Return-Path", &|value| value == "<>") {
        return Some("its sender takes no answers");
    }
    let robots = ["mailer-daemon", "postmaster", "mail-daemon"];
    if any("From", &|value| {
        let from = value.to_ascii_lowercase();
        let address = from.rsplit('<').next().unwrap_or_default();
        let local = address.split('@').next().unwrap_or_default().trim();
        robots.contains(&local) || local.starts_with("no-reply") || local.starts_with("noreply")
    }) {
        return Some("a mail server sent it");
    }
    None
}
