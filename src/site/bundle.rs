//! The download of a public folder as one zip file, with the program that checks it.
//!
//! A folder that is fetched page by page may contain pages that a server adds, or lack files that it hides; then the
//! audit of an honest game fails. The zip file has exactly the public files, below `public/`, and a list of them beside
//! that folder, so that no audit takes the list for a public file.

use super::{Files, SiteError};
use crate::{
    dice::field::{Hash, sha256},
    log::PublicFolder,
};
use std::io::{Cursor, Write as _};
use zip::{CompressionMethod, DateTime, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// The name of the zip file beside the pages.
const ARCHIVE: &str = "public.zip";

/// The name of the list of files in the zip file, in the format of `sha256sum -c`.
const MANIFEST: &str = "SHA256SUMS";

/// The second verifier, which is independent of this program's code.
const VERIFIER: (&str, &str) = ("verify.py", include_str!("verify.py"));

/// Returns the SHA-256 of the second verifier, as `sha256sum` prints it.
pub(super) fn verifier_hash() -> Hash {
    sha256(VERIFIER.1.as_bytes())
}

/// Returns the zip file of these public files, and the verifier.
pub(super) fn all(public: PublicFolder<'_>, paths: &[String]) -> Result<Files, SiteError> {
    let (name, script) = VERIFIER;
    Ok(Files::from([
        (ARCHIVE.to_owned(), archive(public, paths)?),
        (name.to_owned(), script.as_bytes().to_vec()),
    ]))
}

/// Packs the public files and their list; the same files give the same bytes.
fn archive(public: PublicFolder<'_>, paths: &[String]) -> Result<Vec<u8>, SiteError> {
    let mut files = Files::new();
    for path in paths {
        let bytes = public.read(path)?;
        files.insert(format!("public/{path}"), bytes);
    }
    let line = |(path, bytes): (&String, &Vec<u8>)| {
        let hash: Hash = sha256(bytes);
        format!("{hash}  {path}\n")
    };
    let list: String = files.iter().map(line).collect();
    files.insert(MANIFEST.to_owned(), list.into_bytes());
    packed(&files).map_err(|why| SiteError::Damaged(format!("{ARCHIVE}: {why}")))
}

fn packed(files: &Files) -> Result<Vec<u8>, ZipError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::DEFAULT)
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(vec![]));
    for (path, bytes) in files {
        archive.start_file(path.as_str(), options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
