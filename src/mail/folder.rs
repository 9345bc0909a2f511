//! Delivery into a folder, without a server; the GM or another program takes the mails from there.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    delivery::{DeliveryError, Kind, Transport},
    disk::{Disk, Existing, Real},
    envelope::{Envelope, Head},
    lines::unix_lines,
};

/// Writes each mail as a file into a folder, or into `new/` of a Maildir.
///
/// The file name is derived from the mail, so a mail that is delivered twice is one file. A folder with
/// `cur`, `new` and `tmp` is a Maildir, which mail programs can open.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates a transport that delivers into this folder; the folder is created when it is needed.
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
    }

    fn is_maildir(&self) -> bool {
        ["cur", "new", "tmp"]
            .iter()
            .all(|part| self.path.join(part).is_dir())
    }

    fn store(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if !self.is_maildir() {
            return Real.write(
                &self.path.join(format!("{name}.eml")),
                bytes,
                Existing::Replace,
            );
        }
        if self.path.join("new").join(name).exists() || has_been_read(&self.path.join("cur"), name)?
        {
            return Ok(());
        }
        // As Maildir requires: the mail is written to tmp/ and then renamed, so that no program reads half a
        // mail. The line ends become LF: with CRLF, mail programs show a `^M` at the end of every header line.
        let tmp = self.path.join("tmp").join(name);
        Real.write(&tmp, &unix_lines(bytes), Existing::Replace)?;
        Real.rename(&tmp, &self.path.join("new").join(name))
    }
}

impl Transport for Folder {
    fn deliver(&mut self, _envelope: &Envelope, bytes: &[u8]) -> Result<(), DeliveryError> {
        let name = file_name(bytes).map_err(|error| {
            let hint = error.hint().map(str::to_owned);
            DeliveryError::mail(Kind::Permanent, error.to_string(), hint)
        })?;
        self.store(&name, bytes).map_err(|error| {
            let words = format!("cannot write into {}: {error}", self.path.display());
            let hint = "check that the folder is writable and the disk has free space".to_owned();
            DeliveryError::server(Kind::Transient, words, Some(hint))
        })
    }
}

/// Returns the part of the Message-ID before the `@` as a file name, without the secret digits of this program's ids.
fn file_name(mail: &[u8]) -> Result<String, super::error::MailError> {
    let head = Head::parse(mail)?;
    let id = head.one("Message-ID")?.trim_matches(['<', '>']);
    let local = id.split('@').next().unwrap_or(id);
    let local = match (super::key::Key::from_message_id(id), local.rsplit_once('.')) {
        (Some(_), Some((name, digits))) if digits.len() == 32 => name,
        _ => local,
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let name: String = local
        .chars()
        .map(|c| if fits(c) { c } else { '_' })
        .take(200)
        .collect();
    Ok(if name.is_empty() || name.starts_with('.') {
        format!("mail{name}")
    } else {
        name
    })
}

/// Returns true if `cur/` has a mail of this name: a mail program moves mails that it has seen there, and adds flags
/// after a colon.
fn has_been_read(cur: &Path, name: &str) -> io::Result<bool> {
    for entry in fs::read_dir(cur)? {
        let file = entry?.file_name();
        let seen = file.to_string_lossy();
        if seen
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        {
            return Ok(true);
        }
    }
    Ok(false)
}
