//! A minimal HTTP GET (RFC 9112) for relays: it follows no redirects, stores nothing, and closes the connection if the
//! answer takes too long or gets too long.

use super::Trouble;
use crate::net::{Stream, dial, secure};
use std::{
    io::{self, Write as _},
    net::TcpStream,
    path::Path,
    time::{Duration, Instant},
};

/// Maximum length of an answer with its head, in bytes; a real one has about 500.
const MOST: usize = 1 << 16;

/// The parts of a relay's address.
#[derive(Debug, PartialEq, Eq)]
struct Url<'a> {
    secured: bool,
    /// Host and port as the address has them.
    authority: &'a str,
    host: &'a str,
    port: u16,
    before: &'a str,
}

fn url(text: &str) -> Option<Url<'_>> {
    let (scheme, rest) = text.split_once("://")?;
    let secured = match scheme {
        "https" => true,
        "http" => false,
        _ => return None,
    };
    let (authority, before) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let usual = if secured { 443 } else { 80 };
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (authority, usual),
    };
    let bare = host.strip_prefix('[').and_then(|h| h.strip_suffix(']'));
    let fits = |c: char| c.is_ascii_graphic() && !"@?#[]\\".contains(c);
    let host = bare.unwrap_or(host);
    (!host.is_empty() && host.chars().chain(before.chars()).all(fits)).then(|| Url {
        secured,
        authority,
        host,
        port,
        before: before.trim_end_matches('/'),
    })
}

/// Requests a path from a relay and returns the body of an answer with status 200.
pub(super) fn get(
    relay: &str,
    path: &str,
    timeout: Duration,
    ca_file: Option<&Path>,
) -> Result<Vec<u8>, Trouble> {
    let url = url(relay).ok_or(Trouble::Address)?;
    let until = Instant::now() + timeout;
    let tcp = dial(url.host, url.port, timeout).map_err(|error| lost(&error))?;
    let clock = tcp.try_clone().map_err(|error| lost(&error))?;
    let mut stream: Box<dyn Stream> = if url.secured {
        Box::new(secure(url.host, tcp, ca_file).map_err(|error| lost(&error))?)
    } else {
        Box::new(tcp)
    };
    let ask = format!(
        "GET {}{path} HTTP/1.1\r\nHost: {}\r\nUser-Agent: chronojudge/{}\r\nAccept: application/json\r\n\
         Connection: close\r\n\r\n",
        url.before,
        url.authority,
        env!("CARGO_PKG_VERSION")
    );
    let sent = stream
        .write_all(ask.as_bytes())
        .and_then(|()| stream.flush());
    sent.map_err(|error| lost(&error))?;
    let raw = receive(&mut *stream, &clock, until)?;
    let answer = Answer::read(&raw, true).ok_or(Trouble::Garbled)?;
    match answer.status {
        200 => answer.body.ok_or(Trouble::Garbled),
        // Relays that do not have the round yet answer with either status.
        404 | 425 => Err(Trouble::NotYet),
        status => Err(Trouble::Status(status)),
    }
}

/// Reads until the answer is complete, the server closes the connection, or the time is over.
fn receive(stream: &mut dyn Stream, clock: &TcpStream, until: Instant) -> Result<Vec<u8>, Trouble> {
    let (mut raw, mut part) = (vec![], [0; 4096]);
    loop {
        // The time limit is for the whole answer, not for each read.
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Trouble::Slow);
        }
        let set = clock.set_read_timeout(Some(left));
        set.map_err(|error| lost(&error))?;
        match stream.read(&mut part) {
            Ok(0) => return Ok(raw),
            Ok(n) => raw.extend_from_slice(&part[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // The server closed TLS without `close_notify`; the length of the answer tells if it is complete.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(raw),
            Err(error) => return Err(lost(&error)),
        }
        if raw.len() > MOST {
            return Err(Trouble::TooMuch);
        }
        if Answer::read(&raw, false).is_some_and(|answer| answer.body.is_some()) {
            return Ok(raw);
        }
    }
}

/// A status, and the body if it is complete.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: u16,
    body: Option<Vec<u8>>,
}

impl Answer {
    /// Parses the bytes received so far; returns `None` while the head is incomplete, or if it is invalid. An answer
    /// without a length ends where the server closed the connection.
    fn read(raw: &[u8], hung_up: bool) -> Option<Self> {
        let end = raw.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&raw[..end]).ok()?;
        let body = &raw[end + 4..];
        let mut lines = head.split("\r\n");
        let first = lines.next()?.strip_prefix("HTTP/1.")?;
        let status = first.get(2..5)?.parse().ok()?;
        let (mut length, mut chunked) = (None, false);
        for line in lines {
            let (name, value) = line.split_once(':')?;
            let value = value.trim();
            if name.eq_ignore_ascii_case("content-length") {
                length = Some(value.parse::<usize>().ok()?);
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                chunked = value.eq_ignore_ascii_case("chunked");
            }
        }
        let body = match (chunked, length) {
            (true, _) => unchunked(body),
            (false, Some(length)) => body.get(..length).map(<[u8]>::to_vec),
            (false, None) => hung_up.then(|| body.to_vec()),
        };
        Some(Self { status, body })
    }
}

/// Decodes a chunked body (RFC 9112, 7.1); returns `None` while it is incomplete.
fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = vec![];
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..end]).ok()?;
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        rest = &rest[end + 2..];
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..size)?);
        rest = rest.get(size..)?.strip_prefix(b"\r\n")?;
    }
}

fn lost(error: &io::Error) -> Trouble {
    match error.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Trouble::Slow,
        _ => Trouble::Unreachable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_relay_addresses_and_rejects_others() {
        let cut = |text| url(text).map(|u| (u.secured, u.host, u.port, u.before));
        assert_eq!(
            cut("https://api.drand.sh"),
            Some((true, "api.drand.sh", 443, ""))
        );
        assert_eq!(
            cut("http://127.0.0.1:8080/a/b/"),
            Some((false, "127.0.0.1", 8080, "/a/b"))
        );
        assert_eq!(cut("http://[::1]:80/"), Some((false, "::1", 80, "")));
        assert_eq!(cut("http://[::1]"), Some((false, "::1", 80, "")));
        for bad in [
            "",
            "api.drand.sh",
            "ftp://a",
            "https://",
            "https://a:b",
            "https://u@a",
            "https://a/\r\nHost: b",
            "https://a b",
            "https://a/?x",
        ] {
            assert_eq!(cut(bad), None, "{bad}");
        }
    }

    #[test]
    fn reads_complete_and_partial_answers() {
        let body = |raw: &str, hung_up| Answer::read(raw.as_bytes(), hung_up);
        let whole = |status, text: &str| {
            Some(Answer {
                status,
                body: Some(text.as_bytes().to_vec()),
            })
        };
        let part = |status| Some(Answer { status, body: None });
        assert_eq!(
            body("HTTP/1.1 200 OK\r\nA: b\r\n\r\nhi", true),
            whole(200, "hi")
        );
        assert_eq!(body("HTTP/1.1 200 OK\r\nA: b\r\n\r\nhi", false), part(200));
        let sized = "HTTP/1.1 404 No\r\ncontent-LENGTH: 2\r\n\r\nhi";
        assert_eq!(body(sized, false), whole(404, "hi"));
        assert_eq!(body(&sized[..sized.len() - 1], true), part(404));
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhi\r\n1\r\n!\r\n0\r\n\r\n";
        assert_eq!(body(chunked, false), whole(200, "hi!"));
        for end in 0..chunked.len() - 5 {
            let read = body(&chunked[..end], true);
            assert!(read.is_none_or(|a| a.body.is_none()), "{end}");
        }
        for bad in [
            "",
            "HTTP/1.1 200 OK\r\n",
            "SMTP 200\r\n\r\n",
            "HTTP/1.1 \r\n\r\n",
            "HTTP/1.1 2\u{e4}\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        ] {
            assert_eq!(body(bad, true), None, "{bad}");
        }
    }
}
