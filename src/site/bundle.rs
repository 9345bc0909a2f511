//! A public folder as one file that can be downloaded, and the program that checks it.
//!
//! A folder that is fetched page by page may come with pages that a server adds, or without what it hides; an
//! honest game fails its audit then. In the zip file are the public files and no others, below `public/`, and
//! beside that folder a list of them, so that no audit takes the list for a public file.

use super::{Files, SiteError};
use crate::{
    dice::field::{Hash, sha256},
    log::public_file,
};
use std::{
    io::{Cursor, Write as _},
    path::Path,
};
use zip::{CompressionMethod, DateTime, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// What the zip file is called beside the pages.
const ARCHIVE: &str = "public.zip";

/// What the list of the files in it is called: `sha256sum -c` reads it.
const MANIFEST: &str = "SHA256SUMS";

/// The second verifier: a program that a reader has not got from whoever wrote this one.
const VERIFIER: (&str, &str) = ("verify.py", include_str!("../../tests/verify.py"));

/// The zip file of these public files, and the verifier that reads it.
pub(super) fn all(public: &Path, paths: &[String]) -> Result<Files, SiteError> {
    let (name, script) = VERIFIER;
    Ok(Files::from([
        (ARCHIVE.to_owned(), archive(public, paths)?),
        (name.to_owned(), script.as_bytes().to_vec()),
    ]))
}

/// The same bytes for the same files, whenever and wherever it is made.
fn archive(public: &Path, paths: &[String]) -> Result<Vec<u8>, SiteError> {
    let mut files = Files::new();
    for path in paths {
        let bytes = public_file::read(public, path)?;
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
