//! Delivery through the machine's own sendmail, or any program that behaves like it.

use std::{
    ffi::OsString,
    io::Write,
    path::Path,
    process::{Command, ExitStatus, Stdio},
};

use super::{
    clean,
    delivery::{DeliveryError, Kind, Transport},
    envelope::Envelope,
};

/// Pipes each mail into `sendmail -i -f SENDER -- READER`.
#[derive(Clone, Debug)]
pub struct Sendmail {
    program: OsString,
}

impl Sendmail {
    /// Creates a transport that runs this program, or by default `sendmail` from one of its usual places.
    pub(crate) fn new(program: Option<&Path>) -> Self {
        // Debian and other systems keep it in /usr/sbin, which is not in every user's PATH.
        let usual = ["/usr/sbin/sendmail", "/usr/lib/sendmail"]
            .into_iter()
            .find(|path| Path::new(path).exists());
        let program = program.map_or_else(|| usual.unwrap_or("sendmail").into(), Into::into);
        Self { program }
    }
}

impl Transport for Sendmail {
    fn deliver(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), DeliveryError> {
        let child = Command::new(&self.program)
            .args(["-i", "-f", envelope.from(), "--"])
            .args(envelope.to())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| {
            let words = format!("cannot start {}: {error}", self.program.display());
            let hint = "install a mail server with `sendmail`, or name the program as `sendmail:` in the mail settings";
            DeliveryError::server(Kind::Permanent, words, Some(hint.to_owned()))
        })?;
        let mut write = Ok(());
        if let Some(mut stdin) = child.stdin.take() {
            write = stdin.write_all(&unix_lines(bytes));
        }
        let lost = |error| {
            let words = format!("lost the connection to {}: {error}", self.program.display());
            DeliveryError::mail(Kind::Uncertain, words, None)
        };
        let output = child.wait_with_output().map_err(lost)?;
        judge(output.status, &String::from_utf8_lossy(&output.stderr))?;
        match write {
            // The program exited with success but did not read all of its input: a part of the mail may
            // have been sent.
            Err(error) => Err(lost(error)),
            Ok(()) => Ok(()),
        }
    }
}

/// Returns a mail with LF line ends, which sendmail programs expect; some would double the CR of a
/// CRLF.
fn unix_lines(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => out.extend(line.iter().chain(b"\n")),
            None => out.extend(line),
        }
    }
    out
}

/// Translates an exit code of sendmail (sysexits.h) into a delivery error.
fn judge(status: ExitStatus, stderr: &str) -> Result<(), DeliveryError> {
    if status.success() {
        return Ok(());
    }
    let said = clean::one_line(stderr, 400);
    let words = if said.is_empty() {
        format!("sendmail: {status}")
    } else {
        format!("sendmail: {said} ({status})")
    };
    Err(match status.code() {
        // EX_DATAERR, EX_NOUSER, EX_NOHOST: the fault is this mail's or its reader's.
        Some(65 | 67 | 68) => DeliveryError::mail(
            Kind::Permanent,
            words,
            Some("check the reader's address".to_owned()),
        ),
        // EX_TEMPFAIL, and the codes for a fault of the machine: EX_UNAVAILABLE, EX_OSERR, EX_IOERR.
        Some(69 | 71 | 74 | 75) => DeliveryError::server(Kind::Transient, words, None),
        Some(_) => {
            let hint = "send a mail manually with the same program; its own settings may be wrong";
            DeliveryError::server(Kind::Permanent, words, Some(hint.to_owned()))
        }
        // It was killed by a signal, before or after it queued the mail.
        None => DeliveryError::mail(Kind::Uncertain, words, None),
    })
}
