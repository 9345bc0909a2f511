//! Asks a relay over HTTP: no redirect is followed, nothing is kept, and time and size are bounded.

use super::Trouble;
use std::{fs, io, path::Path, time::Duration};
use ureq::{
    Agent, Error,
    tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem},
};

/// Maximum length of an answer, in bytes; a real one has some 500.
const MOST: u64 = 1 << 16;

/// Returns the body of an answer with status 200.
///
/// `ca_file` holds more roots of trust, as PEM: they are tried first, then the usual ones.
pub(super) fn get(
    relay: &str,
    path: &str,
    timeout: Duration,
    ca_file: Option<&Path>,
) -> Result<Vec<u8>, Trouble> {
    if !(relay.starts_with("https://") || relay.starts_with("http://")) {
        return Err(Trouble::Address);
    }
    let place = format!("{}{path}", relay.trim_end_matches('/'));
    if let Some(file) = ca_file {
        let answer = ask(&place, timeout, certificates(file)?);
        if !matches!(answer, Err(Trouble::Unreachable(_))) {
            return answer;
        }
    }
    ask(&place, timeout, RootCerts::WebPki)
}

fn ask(place: &str, timeout: Duration, roots: RootCerts) -> Result<Vec<u8>, Trouble> {
    let agent: Agent = Agent::config_builder()
        .timeout_global(Some(timeout))
        .max_redirects(0)
        .http_status_as_error(false)
        // No proxy of the environment.
        .proxy(None)
        .user_agent(concat!("chronojudge/", env!("CARGO_PKG_VERSION")))
        .accept("application/json")
        .tls_config(TlsConfig::builder().root_certs(roots).build())
        .build()
        .into();
    let mut answer = agent.get(place).call().map_err(trouble)?;
    match answer.status().as_u16() {
        200 => {}
        // A relay that does not have the round yet answers with one or the other.
        404 | 425 => return Err(Trouble::NotYet),
        status => return Err(Trouble::Status(status)),
    }
    let body = answer.body_mut().with_config().limit(MOST);
    body.read_to_vec().map_err(trouble)
}

fn certificates(file: &Path) -> Result<RootCerts, Trouble> {
    let wrong =
        |why: &dyn std::fmt::Display| Trouble::Unreachable(format!("{}: {why}", file.display()));
    let pem = fs::read(file).map_err(|error| wrong(&error))?;
    let mut roots: Vec<Certificate<'static>> = vec![];
    for item in parse_pem(&pem) {
        if let PemItem::Certificate(root) = item.map_err(|error| wrong(&error))? {
            roots.push(root);
        }
    }
    if roots.is_empty() {
        return Err(wrong(&"it holds no certificate"));
    }
    Ok(RootCerts::new_with_certs(&roots))
}

fn trouble(error: Error) -> Trouble {
    match error {
        Error::Timeout(_) => Trouble::Slow,
        Error::BodyExceedsLimit(_) | Error::LargeResponseHeader(..) => Trouble::TooMuch,
        Error::Http(_) | Error::BadUri(_) => Trouble::Address,
        Error::Protocol(_) => Trouble::Garbled,
        Error::Io(error) => match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Trouble::Slow,
            io::ErrorKind::UnexpectedEof => Trouble::Garbled,
            _ => Trouble::Unreachable(error.to_string()),
        },
        error => Trouble::Unreachable(error.to_string()),
    }
}
