//! Delivery into a folder: no server, and the GM or another program takes the mails from there.

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
/// The name follows from the mail, so that one delivered twice is one file. A folder that has
/// `cur`, `new` and `tmp` is a Maildir, and any mail program opens it.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Delivery into this folder, which is made when it is needed.
    pub fn new(path: &Path) -> Self {
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
        // The Maildir way: whole in tmp/ first, then one rename, so that no reader sees half a
        // mail.
        // With the line ends of SMTP a mail program shows a `^M` at the end of every line of a header.
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
            let hint = "look whether the folder may be written and the disk has room".to_owned();
            DeliveryError::server(Kind::Transient, words, Some(hint))
        })
    }
}

/// The part of the Message-ID before the `@`, without the digits that make ours unforeseeable, as a file name.
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

/// A mail program moves what it has seen to `cur/` and adds flags after a colon.
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
