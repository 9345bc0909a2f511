//! A mailbox on an IMAP server (RFC 3501), limited to the commands that fetching needs.
//!
//! Commands are sent one after another, and the length of every answer is limited: if a server sends
//! anything else, or more, the connection is closed. A taken mail is marked with a keyword of this program, so it
//! makes no difference if the GM has read it; on a server without keywords it is marked as seen.

use super::{Fetched, Source, passed::Passed};
use crate::{
    collect::Collect,
    mail::{
        error::MailError,
        inbound::MOST_BYTES,
        login::Password,
        settings::{ImapSettings, Security, wrong},
    },
    net::{Stream, dial, secure},
};
use std::{
    collections::BTreeSet,
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    time::Duration,
};

/// The keyword that marks a taken mail.
const TAKEN: &str = "$ChronojudgeTaken";
/// Maximum length of a line of an answer, in bytes: the numbers of all waiting mails are on one line.
const MOST_LINE: u64 = 1 << 20;
/// Maximum number of lines in the answer to one command.
const MOST_LINES: usize = 10_000;

/// A mailbox that mail is delivered into.
pub struct Imap {
    stream: BufReader<Box<dyn Stream>>,
    host: String,
    /// The user and the password; they are removed from messages of the server before these are shown.
    login: (String, Password),
    number: u32,
    keyword: bool,
    /// The numbers of the waiting mails in descending order; the next one is at the end.
    waiting: Vec<u32>,
    /// The number of the last mail that earlier runs have examined.
    passed: Option<Passed>,
}

impl std::fmt::Debug for Imap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Imap")
            .field("host", &self.host)
            .field("waiting", &self.waiting.len())
            .finish_non_exhaustive()
    }
}

/// The answer to a command: its lines, and the blocks of bytes (literals) that it contained.
#[derive(Debug, Default)]
struct Answer {
    lines: Vec<String>,
    blocks: Vec<Vec<u8>>,
}

impl Imap {
    /// Connects, logs in and lists the waiting mails.
    ///
    /// # Errors
    /// Returns [`MailError`] with the server's message if it cannot be reached or refuses a command.
    pub(crate) fn open(settings: &ImapSettings, dir: &Path) -> Result<Self, MailError> {
        let password = settings.password(dir, &|name| std::env::var(name).ok())?;
        let connection = connect(settings, dir).map_err(|error| lost(&settings.host, &error))?;
        let mut imap = Self {
            stream: connection,
            host: settings.host.clone(),
            login: (settings.user.clone(), password),
            number: 0,
            keyword: false,
            waiting: vec![],
            passed: None,
        };
        if settings.security != Security::Starttls {
            imap.line_of_greeting()?;
        }
        let user = quoted(&settings.user);
        // The command contains the password, so no error quotes it.
        let login = format!("LOGIN {user} {}", quoted(&imap.login.1.0));
        imap.command(&login).map_err(|error| match error {
            MailError::Imap { said, host, .. } if !said.is_empty() => MailError::Imap {
                host,
                said,
                hint: Some(format!(
                    "the server rejects user `{}` with this password: check `imap.user`, and whether \
                     the provider wants an app password",
                    settings.user
                )),
            },
            other => other,
        })?;
        let folder = settings.folder.as_deref().unwrap_or("INBOX");
        let selected = imap
            .command(&format!("SELECT {}", quoted(folder)))
            .map_err(|error| match error {
                MailError::Imap {
                    host,
                    said,
                    hint: None,
                } => MailError::Imap {
                    host,
                    said,
                    hint: Some(format!(
                        "the folder `{folder}` cannot be opened: write `imap.folder` as the server names it"
                    )),
                },
                other => other,
            })?;
        imap.keyword = selected
            .lines
            .iter()
            .any(|line| line.contains("PERMANENTFLAGS") && line.contains("\\*"));
        let unmarked = if imap.keyword {
            format!("UNKEYWORD {TAKEN}")
        } else {
            "UNSEEN".to_owned()
        };
        let mailbox = format!(
            "{}@{}:{}/{folder}",
            settings.user,
            settings.host,
            settings.port()
        );
        imap.passed = Passed::of(dir, &mailbox, validity(&selected.lines));
        let last = imap.passed.as_ref().map_or(0, Passed::last);
        let newer = match last.checked_add(1) {
            Some(first) if last > 0 => format!("UID {first}:* "),
            _ => String::new(),
        };
        let found = imap.command(&format!("UID SEARCH {newer}UNDELETED {unmarked}"))?;
        let mut waiting: Vec<u32> = numbers(&found)
            // `*` is the last mail, even if it is not newer (RFC 3501, 6.4.8).
            .filter(|number| *number > last)
            .collect();
        waiting.sort_unstable();
        waiting.reverse();
        imap.waiting = waiting;
        Ok(imap)
    }

    fn line_of_greeting(&mut self) -> Result<(), MailError> {
        let line = self.line()?;
        if line.starts_with("* OK") {
            return Ok(());
        }
        Err(self.refused(&line))
    }

    fn lost(&self, error: &io::Error) -> MailError {
        lost(&self.host, error)
    }

    fn refused(&self, said: &str) -> MailError {
        let (user, password) = &self.login;
        MailError::Imap {
            host: self.host.clone(),
            said: crate::mail::clean::one_line(&password.cut(user, said), 200),
            hint: None,
        }
    }

    /// Reads a line and removes its line end.
    fn line(&mut self) -> Result<String, MailError> {
        let mut line = vec![];
        let mut reader = (&mut self.stream).take(MOST_LINE);
        let read = reader.read_until(b'\n', &mut line);
        if let Err(error) = read {
            return Err(self.lost(&error));
        }
        if line.pop() != Some(b'\n') {
            let error = io::Error::new(io::ErrorKind::UnexpectedEof, "the answer is incomplete");
            return Err(self.lost(&error));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    /// Sends a command and reads its answer to the end.
    fn command(&mut self, words: &str) -> Result<Answer, MailError> {
        self.number += 1;
        let tag = format!("c{}", self.number);
        let line = format!("{tag} {words}\r\n");
        let stream = self.stream.get_mut();
        let sent = stream
            .write_all(line.as_bytes())
            .and_then(|()| stream.flush());
        sent.map_err(|error| self.lost(&error))?;
        let mut answer = Answer::default();
        for _ in 0..MOST_LINES {
            let line = self.line()?;
            if let Some(end) = line.strip_prefix(&format!("{tag} ")) {
                if end.starts_with("OK") {
                    return Ok(answer);
                }
                return Err(self.refused(end));
            }
            if let Some(length) = block(&line) {
                // The request was for one byte more than the limit, to recognise mails that are too big.
                if length > MOST_BYTES + 1 {
                    return Err(self.refused("it sends more data than requested"));
                }
                let mut bytes = vec![0; length];
                let read = self.stream.read_exact(&mut bytes);
                read.map_err(|error| self.lost(&error))?;
                answer.blocks.push(bytes);
            }
            answer.lines.push(line);
        }
        Err(self.refused("its answer is too long"))
    }
}

/// Returns the validity of a mailbox's numbers (`UIDVALIDITY`, RFC 3501, 7.1), if an answer names it.
fn validity(lines: &[String]) -> Option<u32> {
    let said = |line: &String| {
        let (_, rest) = line.split_once("[UIDVALIDITY ")?;
        rest.split(']').next()?.trim().parse().ok()
    };
    lines.iter().find_map(said)
}

/// Returns the numbers in the answer to a search.
fn numbers(found: &Answer) -> impl Iterator<Item = u32> {
    let lines = found.lines.iter();
    lines
        .filter_map(|line| line.strip_prefix("* SEARCH"))
        .flat_map(str::split_whitespace)
        .filter_map(|number| number.parse().ok())
}

/// Returns the length of the block of bytes that follows a line; `None` if there is no block.
fn block(line: &str) -> Option<usize> {
    let (_, length) = line.strip_suffix('}')?.rsplit_once('{')?;
    length.parse().ok()
}

/// Returns a text as a quoted string (RFC 3501, 4.3); the check of the settings refuses texts that cannot be quoted.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn lost(host: &str, error: &io::Error) -> MailError {
    let hint = match error.kind() {
        io::ErrorKind::ConnectionRefused => {
            Some("nothing listens there: check `imap.host` and `imap.port`".to_owned())
        }
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => {
            Some("it does not answer: a firewall blocks it, or the port needs another `security`".to_owned())
        }
        io::ErrorKind::InvalidData => Some(
            "its certificate is not trusted, or it does not speak TLS: check `imap.security`, or name a \
             `ca-file`"
                .to_owned(),
        ),
        _ => None,
    };
    MailError::Imap {
        host: host.to_owned(),
        said: crate::mail::clean::one_line(&error.to_string(), 200),
        hint,
    }
}

/// Connects, and secures the connection as the settings say. With STARTTLS the greeting was read before TLS began.
fn connect(settings: &ImapSettings, dir: &Path) -> io::Result<BufReader<Box<dyn Stream>>> {
    let timeout = Duration::from_secs(settings.timeout_seconds.unwrap_or(60));
    let tcp = dial(&settings.host, settings.port(), timeout)?;
    if settings.security == Security::None {
        return Ok(BufReader::new(Box::new(tcp)));
    }
    if settings.security == Security::Starttls {
        start_tls(&tcp)?;
    }
    let ca_file = settings.ca_file.as_ref().map(|file| dir.join(file));
    let tls = secure(&settings.host, tcp, ca_file.as_deref())?;
    Ok(BufReader::new(Box::new(tls)))
}

/// Asks the server to switch a plain connection to TLS (RFC 2595): no other command is sent before, and no answer from
/// before is used after.
fn start_tls(mut tcp: &TcpStream) -> io::Result<()> {
    slow_line(tcp)?;
    tcp.write_all(b"s1 STARTTLS\r\n")?;
    for _ in 0..20 {
        let answer = slow_line(tcp)?;
        if answer.starts_with(b"s1 OK") {
            return Ok(());
        }
        if answer.starts_with(b"s1 ") {
            break;
        }
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidData,
        "it does not offer STARTTLS; no password was sent",
    ))
}

/// Reads a line byte by byte, so that no byte after it is consumed.
fn slow_line(mut tcp: &TcpStream) -> io::Result<Vec<u8>> {
    let mut line = vec![];
    let mut byte = [0];
    while line.len() < 1000 && !line.ends_with(b"\n") {
        tcp.read_exact(&mut byte)?;
        line.push(byte[0]);
    }
    Ok(line)
}

impl Source for Imap {
    fn next(&mut self) -> Result<Option<Fetched>, MailError> {
        while let Some(number) = self.waiting.pop() {
            let most = MOST_BYTES + 1;
            // PEEK does not mark it as seen.
            let command = format!("UID FETCH {number} (BODY.PEEK[]<0.{most}>)");
            let mut answer = self.command(&command)?;
            // If another program has removed the mail meanwhile, the answer has no block.
            if let Some(bytes) = answer.blocks.pop() {
                return Ok(Some(Fetched {
                    handle: number.to_string(),
                    bytes,
                }));
            }
        }
        Ok(None)
    }

    fn done(&mut self, handle: &str) -> Result<(), MailError> {
        let number: u32 = handle
            .parse()
            .map_err(|_| wrong("imap", "has no such mail", "this is a bug in the program"))?;
        let mark = if self.keyword { TAKEN } else { "\\Seen" };
        let command = format!("UID STORE {number} +FLAGS.SILENT ({mark})");
        self.command(&command).map(drop)
    }

    fn search(&mut self, subject: &str, seen: &BTreeSet<String>) -> Result<(), MailError> {
        self.waiting
            .retain(|number| !seen.contains(&number.to_string()));
        if self.waiting.is_empty() {
            return Ok(());
        }
        let found = self.command(&format!("UID SEARCH SUBJECT {}", quoted(subject)))?;
        let found: BTreeSet<u32> = numbers(&found).collect_set();
        self.waiting.retain(|number| found.contains(number));
        Ok(())
    }

    fn passed(&mut self, handle: &str) {
        if let (Some(passed), Ok(number)) = (&mut self.passed, handle.parse()) {
            passed.pass(number);
        }
    }
}

impl Drop for Imap {
    fn drop(&mut self) {
        // Failures do not matter: the connection is closed anyway.
        let stream = self.stream.get_mut();
        let _ = stream
            .write_all(b"end LOGOUT\r\n")
            .and_then(|()| stream.flush());
    }
}

#[cfg(test)]
mod tests;
