//! Delivery to a mail server (RFC 5321, RFC 6409), with one connection for many mails.
//!
//! The commands are sent one by one instead of with the library's single call, because only this shows *when* the
//! connection broke: if it broke before the mail was handed over, the mail was not delivered; if after, the outcome
//! is uncertain.

use std::{error::Error as _, fmt, fs, io, path::Path, time::Duration};

use lettre::transport::smtp::{
    Error as SmtpError,
    authentication::{Credentials, Mechanism},
    client::{Certificate, SmtpConnection, TlsParameters},
    commands::{Data, Mail, Rcpt, Rset},
    extension::ClientId,
};

use super::{
    clean,
    delivery::{DeliveryError, Kind, Transport},
    envelope::Envelope,
    error::MailError,
    login::Password,
    settings::{Security, SmtpSettings, wrong},
};

/// A mail server; the connection is opened for the first mail and kept open.
pub struct Smtp {
    settings: SmtpSettings,
    login: Option<(String, Password)>,
    tls: Option<TlsParameters>,
    connection: Option<SmtpConnection>,
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let connected = self.connection.is_some();
        let mut out = f.debug_struct("Smtp");
        // The login is not shown.
        out.field("settings", &self.settings)
            .field("connected", &connected)
            .finish_non_exhaustive()
    }
}

/// The point in the dialogue at which an error occurred.
enum Broken {
    /// Before the mail itself; `sender` is true at the command MAIL, which names only the sender.
    Before { sender: bool, error: SmtpError },
    /// While the mail itself was sent.
    Within(SmtpError),
}

impl Smtp {
    /// Creates the transport from its settings; password and certificates are read now, the connection is
    /// opened later.
    pub(crate) fn new(settings: &SmtpSettings, dir: &Path) -> Result<Self, MailError> {
        let password = settings.password(dir, &|name| std::env::var(name).ok())?;
        Ok(Self {
            login: settings.user.clone().zip(password),
            tls: tls(settings, dir)?,
            settings: settings.clone(),
            connection: None,
        })
    }

    fn connect(&self) -> Result<SmtpConnection, DeliveryError> {
        let server = (self.settings.host.as_str(), self.settings.port());
        let timeout = Some(Duration::from_secs(
            self.settings.timeout_seconds.unwrap_or(60),
        ));
        let hello = ClientId::default();
        let at_once = self
            .tls
            .as_ref()
            .filter(|_| self.settings.security == Security::Tls);
        let mut connection = SmtpConnection::connect(server, timeout, &hello, at_once, None)
            .map_err(|error| self.no_connection(&error))?;
        if let (Security::Starttls, Some(tls)) = (self.settings.security, &self.tls) {
            // This fails if the server does not offer STARTTLS; no login and no mail is sent before
            // TLS.
            connection
                .starttls(tls, &hello)
                .map_err(|error| self.no_connection(&error))?;
        }
        if let Some((user, Password(secret))) = &self.login {
            let credentials = Credentials::new(user.clone(), secret.clone());
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            connection
                .auth(&mechanisms, &credentials)
                .map_err(|error| self.no_login(user, &error))?;
        }
        Ok(connection)
    }

    fn no_connection(&self, error: &SmtpError) -> DeliveryError {
        let words = self.words(error);
        let (kind, hint) = connection_hint(error, &words, &self.settings);
        DeliveryError::server(kind, words, hint)
    }

    fn no_login(&self, user: &str, error: &SmtpError) -> DeliveryError {
        let words = self.words(error);
        let hint = if error.is_client() {
            "the server offers neither PLAIN nor LOGIN here: try `security: starttls` or `tls`, or leave out `user`"
                .to_owned()
        } else {
            let place = match (&self.settings.password_env, &self.settings.password_file) {
                (Some(name), _) => format!("the variable `{name}`"),
                (_, Some(file)) => format!("the file {}", file.display()),
                (None, None) => "the password".to_owned(),
            };
            format!(
                "check the user `{user}` and {place}; many providers want a password made for this program (an \
                 \"app password\") rather than your own"
            )
        };
        let kind = if is_final(error) || error.is_client() {
            Kind::Permanent
        } else {
            Kind::Transient
        };
        DeliveryError::server(kind, words, Some(hint))
    }

    fn judge(&self, broken: &Broken) -> DeliveryError {
        match broken {
            Broken::Within(error) if code(error).is_none() => {
                let hint = "the server may have the mail: it is sent again with the same Message-ID, so that mail programs \
                            can recognise the duplicate";
                DeliveryError::mail(Kind::Uncertain, self.words(error), Some(hint.to_owned()))
            }
            Broken::Before { error, .. } if code(error).is_none() => self.no_connection(error),
            Broken::Before { sender, error } => self.refused(*sender, error),
            Broken::Within(error) => self.refused(false, error),
        }
    }

    /// Translates a reply with a code of 400 and above into a delivery error.
    fn refused(&self, sender: bool, error: &SmtpError) -> DeliveryError {
        let kind = if is_final(error) {
            Kind::Permanent
        } else {
            Kind::Transient
        };
        let words = self.words(error);
        let hint = match code(error) {
            // RFC 4954, 6: authentication is required or failed.
            Some(530 | 534 | 535 | 538) => {
                let hint = "the server requires a login: set `user` and a password, and a secured connection";
                return DeliveryError::server(kind, words, Some(hint.to_owned()));
            }
            // RFC 5321, 3.8: the server is closing down.
            Some(421) => return DeliveryError::server(kind, words, None),
            // The sender is the same in all mails.
            _ if sender => {
                let hint = "the server accepts no mail from this sender: check `from`, which usually must be the address \
                            that `user` belongs to";
                return DeliveryError::server(kind, words, Some(hint.to_owned()));
            }
            Some(552 | 523) => {
                Some("the mail is too big or the mailbox is full: send fewer attachments")
            }
            Some(550 | 551 | 553) => {
                Some("check the reader's address, and whether this server may send there")
            }
            Some(554) => {
                Some("the server classified the mail as spam or may not relay it; ask its provider")
            }
            _ => None,
        };
        DeliveryError::mail(kind, words, hint.map(str::to_owned))
    }

    /// Returns the error's message without the password, which a server might repeat.
    fn words(&self, error: &SmtpError) -> String {
        let mut words = error.to_string();
        // The password is removed before the message is shortened, so that no part of it remains.
        if let Some((user, password)) = &self.login {
            words = password.cut(user, &words);
        }
        clean::one_line(&words, 500)
    }
}

impl Transport for Smtp {
    fn deliver(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), DeliveryError> {
        if let Some(mut connection) = self.connection.take() {
            match hand_over(&mut connection, envelope, bytes) {
                Ok(()) => {
                    self.connection = Some(connection);
                    return Ok(());
                }
                // The server closed an old connection before it had the mail: the mail is sent over
                // a new one.
                Err(Broken::Before { error, .. }) if matches!(code(&error), None | Some(421)) => {}
                Err(broken) => {
                    self.connection = reset(connection, &broken);
                    return Err(self.judge(&broken));
                }
            }
        }
        let mut connection = self.connect()?;
        let result = hand_over(&mut connection, envelope, bytes);
        self.connection = match &result {
            Ok(()) => Some(connection),
            Err(broken) => reset(connection, broken),
        };
        result.map_err(|broken| self.judge(&broken))
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        if let Some(mut connection) = self.connection.take() {
            // QUIT; failures do not matter, the server may have closed the connection already.
            let _ = connection.quit();
        }
    }
}

fn hand_over(
    connection: &mut SmtpConnection,
    envelope: &Envelope,
    bytes: &[u8],
) -> Result<(), Broken> {
    let (from, to) = envelope.paths();
    let before = |sender| move |error| Broken::Before { sender, error };
    connection
        .command(Mail::new(Some(from.clone()), Vec::new()))
        .map_err(before(true))?;
    for reader in to {
        connection
            .command(Rcpt::new(reader.clone(), Vec::new()))
            .map_err(before(false))?;
    }
    connection.command(Data).map_err(before(false))?;
    // The library appends a CRLF to the mail; without this, the reader would get an extra empty
    // line.
    let mail = bytes.strip_suffix(b"\r\n").unwrap_or(bytes);
    connection.message(mail).map_err(Broken::Within)?;
    Ok(())
}

/// Resets a connection after the server refused a mail; `None` if it cannot be used any more.
fn reset(mut connection: SmtpConnection, broken: &Broken) -> Option<SmtpConnection> {
    let (Broken::Before { error, .. } | Broken::Within(error)) = broken;
    if matches!(code(error), None | Some(421)) {
        return None;
    }
    connection.command(Rset).is_ok().then_some(connection)
}

fn code(error: &SmtpError) -> Option<u16> {
    error.status().map(u16::from)
}

/// Returns true for 5xx. The library's own test, `is_transient`, is true for 4xx only and not for a lost
/// connection.
fn is_final(error: &SmtpError) -> bool {
    code(error).is_some_and(|code| code >= 500)
}

fn tls(settings: &SmtpSettings, dir: &Path) -> Result<Option<TlsParameters>, MailError> {
    if settings.security == Security::None {
        return Ok(None);
    }
    let mut builder = TlsParameters::builder(settings.host.clone());
    if let Some(file) = &settings.ca_file {
        let path = dir.join(file);
        let pem = fs::read(&path).map_err(|source| MailError::Io {
            doing: "read certificates from",
            path,
            source,
        })?;
        let bad = || {
            wrong(
                "smtp.ca-file",
                "has no certificate",
                "give a PEM file (`-----BEGIN CERTIFICATE-----`)",
            )
        };
        if !pem
            .windows(27)
            .any(|line| line == b"-----BEGIN CERTIFICATE-----")
        {
            return Err(bad());
        }
        builder = builder.add_root_certificate(Certificate::from_pem(&pem).map_err(|_| bad())?);
    }
    let hint = "check `host` and `ca-file`";
    Ok(Some(builder.build().map_err(|error| {
        wrong("smtp.security", &format!("cannot be set up: {error}"), hint)
    })?))
}

/// Returns the kind of a failed connection, and advice for the user.
fn connection_hint(
    error: &SmtpError,
    words: &str,
    settings: &SmtpSettings,
) -> (Kind, Option<String>) {
    let (host, port) = (&settings.host, settings.port());
    let has = |part: &str| words.contains(part);
    let io = io_kind(error);
    if has("UnknownIssuer") {
        let hint = format!(
            "the certificate of `{host}` is not from a trusted authority: if it is your own, name it as `ca-file`"
        );
        (Kind::Permanent, Some(hint))
    } else if has("NotValidForName") || has("not valid for name") {
        (
            Kind::Permanent,
            Some(format!(
                "the certificate is for another name than `{host}`: check `host`"
            )),
        )
    } else if has("CaUsedAsEndEntity") {
        let hint =
            "the server's own certificate must be made with `basicConstraints=critical,CA:FALSE`";
        (Kind::Permanent, Some(hint.to_owned()))
    } else if has("certificate") {
        (
            Kind::Permanent,
            Some(format!(
                "the certificate of `{host}` is not valid (expired?); ask its provider"
            )),
        )
    } else if has("STARTTLS is not supported") {
        let hint = format!(
            "port {port} has no STARTTLS: try `security: tls` with port 465. Nothing was sent"
        );
        (Kind::Permanent, Some(hint))
    } else if has("InvalidContentType") || has("corrupt message") {
        let hint = format!("port {port} does not begin with TLS: try `security: starttls`");
        (Kind::Permanent, Some(hint))
    } else if io == Some(io::ErrorKind::ConnectionRefused) {
        (
            Kind::Transient,
            Some(format!(
                "nothing listens on {host} port {port}: check `host` and `port`"
            )),
        )
    } else if has("lookup") || has("resolve") {
        (
            Kind::Transient,
            Some(format!(
                "`{host}` cannot be found: check its spelling and the network"
            )),
        )
    } else if matches!(
        io,
        Some(io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
    ) {
        let hint = format!(
            "{host} port {port} does not answer: a firewall blocks it, or the port needs `security: tls`"
        );
        (Kind::Transient, Some(hint))
    } else if is_final(error) {
        (
            Kind::Permanent,
            Some(format!(
                "{host} refuses connections from this machine; ask its provider"
            )),
        )
    } else {
        (Kind::Transient, None)
    }
}

fn io_kind(error: &SmtpError) -> Option<io::ErrorKind> {
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(io) = inner.downcast_ref::<io::Error>() {
            return Some(io.kind());
        }
        source = inner.source();
    }
    None
}

#[cfg(test)]
mod tests;
