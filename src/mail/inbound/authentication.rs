//! The verdict of a server on a mail's sender, in `Authentication-Results` (RFC 8601).
//!
//! Such a line can be forged, so a line counts only if it has the name of the GM's own server, which removes lines
//! with its name from incoming mail (RFC 8601, 5). The line at the top, which was added last, counts first.

use super::{Fields, Header, Incoming};

/// Maximum number of such lines that are read of one mail.
const MOST_LINES: usize = 20;

/// The verdict of a server on the sender that a mail names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// The sender's own domain confirms the mail: `dmarc=pass`, or `dkim=pass` with a key of that domain.
    Confirmed,
    /// The sender's domain denies the mail: `dmarc=fail`.
    Forged,
    /// The server says neither.
    Unknown,
}

/// Returns the `Authentication-Results` of a header.
pub(super) fn fields(headers: &[Header<'_>], head: &[u8]) -> Vec<String> {
    let mut lines = Fields { headers, head }.raw("Authentication-Results");
    lines.truncate(MOST_LINES);
    lines
}

/// Returns the results in the lines of the server with this name, in lower case.
fn results(mail: &Incoming, server: &str) -> Vec<String> {
    let lines = mail.authentication.iter();
    let lines = lines.map(|line| without_comments(line));
    let of_server = lines.filter_map(|line| {
        let (id, results) = line.split_once(';')?;
        let id = id.split_whitespace().next()?;
        id.eq_ignore_ascii_case(server)
            .then(|| results.to_ascii_lowercase())
    });
    of_server.collect()
}

/// Returns the results of one method, each with the words after it.
fn of_method<'a>(
    results: &'a [String],
    method: &'static str,
) -> impl Iterator<Item = (&'a str, std::str::SplitWhitespace<'a>)> {
    let all = results.iter().flat_map(|line| line.split(';'));
    all.filter_map(move |result| {
        let mut words = result.split_whitespace();
        let verdict = words.next()?.strip_prefix(method)?.strip_prefix('=')?;
        Some((verdict, words))
    })
}

/// Returns true if the server with this name has checked a mail for signatures: it has a result of DMARC or DKIM.
pub(super) fn is_judged(mail: &Incoming, server: &str) -> bool {
    let results = results(mail, server);
    let mut methods = ["dmarc", "dkim"].into_iter();
    methods.any(|method| of_method(&results, method).next().is_some())
}

/// Returns the verdict of the server with this name on the sender of a mail.
pub(super) fn of(mail: &Incoming, server: &str) -> Sender {
    let from = mail.from.as_deref().unwrap_or_default();
    let Some((_, domain)) = from.rsplit_once('@') else {
        return Sender::Unknown;
    };
    let results = results(mail, server);
    let of = |method| of_method(&results, method);
    let is_of = |domain: &str, other: &str| {
        domain == other
            || domain.ends_with(&format!(".{other}"))
            || other.ends_with(&format!(".{domain}"))
    };
    match of("dmarc").next() {
        Some(("pass", _)) => return Sender::Confirmed,
        Some(("fail", _)) => return Sender::Forged,
        _ => {}
    }
    let signed = of("dkim").any(|(verdict, mut words)| {
        let by = words.find_map(|word| word.strip_prefix("header.d="));
        verdict == "pass" && by.is_some_and(|by| is_of(domain, by) && by.contains('.'))
    });
    if signed {
        Sender::Confirmed
    } else {
        Sender::Unknown
    }
}

/// Removes the comments in brackets from a line; brackets inside quotes are not comments.
fn without_comments(line: &str) -> String {
    let (mut out, mut depth, mut quoted) = (String::new(), 0_usize, false);
    for c in line.chars() {
        match c {
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => depth -= 1,
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &[&str]) -> Sender {
        let mut mail = String::new();
        for line in lines {
            mail += &format!("Authentication-Results: {line}\n");
        }
        mail += "From: Ada <ada@mail.example.org>\nSubject: x\n\nx\n";
        Incoming::read(mail.as_bytes()).sender_by("mx.gm.example")
    }

    #[test]
    fn uses_only_results_of_the_own_server() {
        let confirmed = [
            "mx.gm.example; dmarc=pass (p=none) header.from=mail.example.org",
            "MX.gm.example 1; spf=softfail; dmarc=pass",
            "mx.gm.example;\n dkim=fail header.d=list.example;\n dkim=pass (2048 bit) header.d=example.org",
            "mx.gm.example; dkim=pass header.i=@mail.example.org header.d=mail.example.org",
        ];
        for line in confirmed {
            assert_eq!(said(&[line]), Sender::Confirmed, "{line}");
        }
        let unknown = [
            "mx.other.example; dmarc=pass",
            "mx.gm.example; none",
            "mx.gm.example; spf=pass smtp.mailfrom=ada@mail.example.org",
            "mx.gm.example; dkim=pass header.d=evil.example",
            "mx.gm.example; dkim=pass header.d=org",
            "mx.gm.example (dmarc=pass); none",
            "mx.gm.example; spf=pass (dmarc=pass; dmarc=pass)",
        ];
        for line in unknown {
            assert_eq!(said(&[line]), Sender::Unknown, "{line}");
        }
        assert_eq!(said(&[]), Sender::Unknown);
        assert_eq!(said(&["mx.gm.example; dmarc=fail"]), Sender::Forged);
    }

    #[test]
    fn a_mail_is_judged_if_the_server_has_a_result_of_dmarc_or_dkim() {
        let judged = |line: &str| {
            let mail = format!("Authentication-Results: {line}\nFrom: <ada@example.org>\n\nx\n");
            Incoming::read(mail.as_bytes()).is_judged_by("mx.gm.example")
        };
        for line in [
            "mx.gm.example; dkim=none",
            "mx.gm.example; spf=pass; dmarc=none",
        ] {
            assert!(judged(line), "{line}");
        }
        for line in [
            "mx.gm.example; none",
            "mx.gm.example; spf=pass (dkim=pass)",
            "mx.other.example; dkim=fail",
        ] {
            assert!(!judged(line), "{line}");
        }
    }

    #[test]
    fn uses_the_line_that_was_added_last() {
        let ours = "mx.gm.example; dmarc=fail header.from=mail.example.org";
        let forged = "mx.gm.example; dmarc=pass";
        assert_eq!(said(&[ours, forged]), Sender::Forged);
        assert_eq!(
            said(&["mx.other.example; none", ours, forged]),
            Sender::Forged
        );
    }
}
