//! Delivery to a mail server (RFC 5321, RFC 6409), one connection for many mails.
//!
//! The dialogue is led command by command rather than by the library's one call, for only so can it
//! be told *when* something broke: before the mail was handed over nothing has happened, after it
//! nobody knows.

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

/// A mail server; the connection is made with the first mail and kept.
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
        // The login stays out of it.
        out.field("settings", &self.settings)
            .field("connected", &connected)
            .finish_non_exhaustive()
    }
}

/// Where in the dialogue something broke.
enum Broken {
    /// Before the mail itself; `sender` while the server had heard of nobody but the sender.
    Before { sender: bool, error: SmtpError },
    /// With the mail on its way.
    Within(SmtpError),
}

impl Smtp {
    /// A server by its settings; password and certificates are read now, the connection is made
    /// later.
    pub fn new(settings: &SmtpSettings, dir: &Path) -> Result<Self, MailError> {
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
            // Fails when the server does not offer it: nothing was said yet, and nothing will be in
            // the open.
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
                let hint = "the server may have it: it is sent again with the same Message-ID, so that a mail program \
                            can tell the two are one";
                DeliveryError::mail(Kind::Uncertain, self.words(error), Some(hint.to_owned()))
            }
            Broken::Before { error, .. } if code(error).is_none() => self.no_connection(error),
            Broken::Before { sender, error } => self.refused(*sender, error),
            Broken::Within(error) => self.refused(false, error),
        }
    }

    /// What a reply code of 400 and above says.
    fn refused(&self, sender: bool, error: &SmtpError) -> DeliveryError {
        let kind = if is_final(error) {
            Kind::Permanent
        } else {
            Kind::Transient
        };
        let words = self.words(error);
        let hint = match code(error) {
            // RFC 4954, 6: who are you?
            Some(530 | 534 | 535 | 538) => {
                let hint =
                    "the server wants a login: set `user` and a password, and a secured connection";
                return DeliveryError::server(kind, words, Some(hint.to_owned()));
            }
            // RFC 5321, 3.8: the server is closing down.
            Some(421) => return DeliveryError::server(kind, words, None),
            // The sender is the same in all mails.
            _ if sender => {
                let hint = "the server takes no mail from this sender: check `from`, which mostly must be the address \
                            that `user` belongs to";
                return DeliveryError::server(kind, words, Some(hint.to_owned()));
            }
            Some(552 | 523) => Some("the mail or the mailbox is too full: send fewer attachments"),
            Some(550 | 551 | 553) => {
                Some("check the reader's address, and whether this server may send there")
            }
            Some(554) => {
                Some("the server takes it for spam or may not pass it on; ask its provider")
            }
            _ => None,
        };
        DeliveryError::mail(kind, words, hint.map(str::to_owned))
    }

    /// The error's words without the password, should a server repeat it.
    fn words(&self, error: &SmtpError) -> String {
        let mut words = error.to_string();
        // Before the words are made short: half a password is one too.
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
                // The server got tired of an old connection before it had the mail: that calls for
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
            // QUIT; that the server may be gone by now does not matter.
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
    // The library ends the mail with CRLF of its own; two of them would be a line that nobody
    // wrote.
    let mail = bytes.strip_suffix(b"\r\n").unwrap_or(bytes);
    connection.message(mail).map_err(Broken::Within)?;
    Ok(())
}

/// A connection that can be used again after the server refused a mail, if there is one.
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

/// True for 5xx. The library's other test, `is_transient`, is true for 4xx only and not for a lost
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
    let hint = "look at `host` and `ca-file`";
    Ok(Some(builder.build().map_err(|error| {
        wrong("smtp.security", &format!("cannot be set up: {error}"), hint)
    })?))
}

/// What to do about a connection that did not come about.
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
            "nobody vouches for the certificate of `{host}`: if it is your own, name it as `ca-file`"
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
                "the certificate of `{host}` is not in order (expired?); ask its provider"
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
            "{host} port {port} does not answer: a firewall, or a port that wants `security: tls`"
        );
        (Kind::Transient, Some(hint))
    } else if is_final(error) {
        (
            Kind::Permanent,
            Some(format!(
                "{host} does not want to talk to this machine; ask its provider"
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
