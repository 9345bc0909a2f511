//! A site that is copied to a server by the program `rsync`.

use super::{super::CliError, child};
use crate::{
    cli::site::{FIRST, list},
    game_dir::{Disk, SITE_MARK, Secrecy},
    site::Files,
};
use std::{io, path::Path, process::Command, time::Duration};

/// The program by which rsync reaches a server: it asks no questions, because there may be no terminal.
const SHELL: &str = "ssh -o BatchMode=yes -o ConnectTimeout=30";

/// Copies a site to a folder of a server. `check` is given the log that is there already, and can refuse it.
///
/// `limit` is the time limit of each run of rsync. Nothing is deleted on the server. All other files are copied before the first page, so it never links to a file that
/// is not there.
pub(super) fn put(
    server: &str,
    limit: Duration,
    files: &Files,
    check: impl Fn(&Path) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let cannot =
        |why: io::Error| CliError::user(format!("No temporary folder can be made: {why}."));
    let folder = tempfile::tempdir().map_err(cannot)?;
    let place = server.trim_end_matches('/');
    let theirs = folder.path().join("theirs");
    let disk = Disk::new();
    disk.make_folder(&theirs.join("log"), Secrecy::Secret)?;
    let log = format!("{place}/public/log/");
    let to = theirs.join("log");
    if let Err(error) = rsync(server, limit, &["--recursive"], &log, &path(&to)) {
        // Before the first run there is no folder.
        if !error.is_missing {
            return Err(error.error);
        }
    }
    check(&theirs)?;
    // rsync gives new folders the permissions of those that it copies: a web server must be able to read them.
    let ours = folder.path().join("site");
    disk.make_folder(&ours, Secrecy::Open)?;
    let mark = list(files);
    let all = files.iter().map(|(path, bytes)| (path.as_str(), bytes));
    for (path, bytes) in all.chain([(SITE_MARK, &mark)]) {
        let path = ours.join(path);
        disk.make_folder(path.parent().unwrap_or(&ours), Secrecy::Open)?;
        disk.write_part(&path, bytes, Secrecy::Open)?;
    }
    let from = format!("{}/", path(&ours));
    let to = format!("{place}/");
    let others = format!("--exclude=/{FIRST}");
    // The files are new in their folder, so their times say nothing: contents are compared.
    let copy = ["--recursive", "--checksum", "--chmod=D755,F644"];
    rsync(server, limit, &[&copy[..], &[&others]].concat(), &from, &to).map_err(|e| e.error)?;
    rsync(server, limit, &copy, &from, &to).map_err(|e| e.error)
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

/// A failure of rsync.
struct Failed {
    error: CliError,
    /// True if rsync found no such file or folder.
    is_missing: bool,
}

fn rsync(
    server: &str,
    limit: Duration,
    options: &[&str],
    from: &str,
    to: &str,
) -> Result<(), Failed> {
    let mut command = Command::new("rsync");
    command.args(["--quiet", "--timeout=60"]).args(options);
    if std::env::var_os("RSYNC_RSH").is_none() && !is_daemon(server) {
        command.args(["--rsh", SHELL]);
    }
    command.args(["--", from, to]);
    let failed = |words: String, hint: &str| Failed {
        error: CliError::user(words).hint(hint),
        is_missing: false,
    };
    let ended = child::run(&mut command, limit).map_err(|why| {
        let words = if why.kind() == io::ErrorKind::NotFound {
            "The program rsync is not installed.".to_owned()
        } else {
            format!("rsync cannot be run: {why}.")
        };
        failed(
            words,
            "Install rsync, or publish to a folder of this machine.",
        )
    })?;
    let again = "Run the command again: it completes the copy.";
    let Some(status) = ended.status else {
        let seconds = limit.as_secs();
        let words = format!("rsync did not finish in {seconds} seconds, and was stopped.");
        return Err(failed(words, again));
    };
    if status.success() {
        return Ok(());
    }
    let said = said(&ended.messages);
    let (words, hint) = match status.code() {
        // Exit codes of rsync(1), and of a shell that does not find it on the server.
        Some(127) => (
            format!("The server of {server} has no rsync: {said}"),
            "Install rsync there.",
        ),
        Some(5 | 10 | 14 | 35 | 255) => (
            format!("The server of {server} cannot be reached, or refuses the connection: {said}"),
            "Try `ssh` to it yourself: it must let you in without a question, by a key.",
        ),
        Some(30) => (
            format!("The server of {server} no longer answers: {said}"),
            again,
        ),
        Some(3 | 11 | 23) => (
            format!("Files cannot be written to {server}: {said}"),
            "The folder above must exist there, and have room and permissions for you.",
        ),
        _ => (
            format!("rsync to {server} failed ({status}): {said}"),
            again,
        ),
    };
    let is_missing =
        status.code() == Some(23) && ended.messages.contains("No such file or directory");
    Err(Failed {
        is_missing,
        ..failed(words, hint)
    })
}

/// Returns true for a server that rsync itself serves, without a shell.
fn is_daemon(server: &str) -> bool {
    server.contains("::") || server.starts_with("rsync://")
}

/// Returns the first message on one line: the later ones are rsync's remarks about the failure.
fn said(messages: &str) -> String {
    let mut lines = messages.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty());
    let line: String = line.unwrap_or("no message").chars().take(300).collect();
    crate::yaml::flat(&line)
}
