//! A site that is copied to a server by the program `rsync`.

use super::{super::CliError, child, place::colon};
use crate::{
    cli::site::{FIRST, is_free, list, not_a_site},
    game_dir::{Disk, SITE_MARK, Secrecy},
    site::Files,
};
use std::{ffi::OsStr, io, path::Path, process::Command, time::Duration};

/// The program by which rsync reaches a server: it asks no questions, because there may be no terminal.
const SHELL: &str = "ssh -o BatchMode=yes -o ConnectTimeout=30";

/// Copies a site to a folder of a server: one that does not exist, is empty, or holds an earlier site. `check` is given a
/// folder with the log that is there already, and can refuse it.
///
/// `limit` is the time limit of each run of rsync. Nothing is deleted on the server. The list of the files is copied before
/// all others, so that the next run knows the folder as its own; the first page is copied last, so it never links to a
/// file that is not there.
pub(super) fn put(
    server: &str,
    limit: Duration,
    files: &Files,
    check: impl Fn(&Path) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let cannot =
        |why: io::Error| CliError::user(format!("No temporary folder can be made: {why}."));
    let folder = tempfile::tempdir().map_err(cannot)?;
    let place = format!("{}/", server.trim_end_matches('/'));
    let rsync = |args: &[&OsStr]| rsync(server, limit, args);
    let disk = Disk::new();
    let has_site = holds_site(server, rsync(&list_of(&place)))?;
    if has_site {
        let theirs = folder.path().join("theirs");
        let log = theirs.join("log");
        disk.make_folder(&log, Secrecy::Secret)?;
        let from = format!("{place}{LOG}/");
        let copy = ["--quiet", "--recursive", "--", &from].map(OsStr::new);
        match rsync(&[&copy[..], &[log.as_os_str()]].concat()) {
            // A copy that was interrupted may have no log yet.
            Err(failed) if !failed.misses(LOG) => return Err(failed.error),
            _ => check(&theirs)?,
        }
    }
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
    let mut from = ours.into_os_string();
    from.push("/");
    let copy = |only: &[&str]| {
        // The files are new in their folder, so their times say nothing: contents are compared.
        let options = ["--quiet", "--recursive", "--checksum", "--chmod=D755,F644"];
        let options = options.iter().chain(only).chain(&["--"]).map(OsStr::new);
        let args: Vec<&OsStr> = options
            .chain([from.as_os_str(), OsStr::new(&place)])
            .collect();
        rsync(&args).map(drop).map_err(|failed| failed.error)
    };
    if !has_site {
        copy(&[&format!("--include=/{SITE_MARK}"), "--exclude=*"])?;
    }
    copy(&[&format!("--exclude=/{FIRST}")])?;
    copy(&[])
}

/// The folder of the log in a site.
const LOG: &str = "public/log";

/// Returns the arguments for a listing of a folder.
fn list_of(place: &str) -> [&OsStr; 4] {
    ["--list-only", "--no-motd", "--", place].map(OsStr::new)
}

/// Returns true if a listing is that of an earlier site, and false if it has no files or there is no such folder.
///
/// # Errors
/// Returns an error if the folder holds anything else, or could not be listed.
fn holds_site(server: &str, listing: Result<String, Failed>) -> Result<bool, CliError> {
    let listing = match listing {
        // Before the first run there is no folder.
        Err(failed) if failed.output.trim().is_empty() && failed.misses("") => return Ok(false),
        Err(failed) => return Err(failed.error),
        Ok(listing) => listing,
    };
    let mut files = listing
        .lines()
        .map(|line| (line.starts_with('-'), name(line)));
    if files.any(|file| file == (true, SITE_MARK)) {
        return Ok(true);
    }
    if is_free(listing.lines().map(name).filter(|name| *name != ".")) {
        return Ok(false);
    }
    Err(not_a_site(server))
}

/// Returns the name in a line of a listing, which follows the permissions, the size, the date and the time.
fn name(line: &str) -> &str {
    let mut rest = line;
    for _ in 0..4 {
        match rest.trim_start().split_once(' ') {
            Some((_, after)) => rest = after,
            None => return line,
        }
    }
    rest
}

/// A failure of rsync.
struct Failed {
    error: CliError,
    code: Option<i32>,
    output: String,
    messages: String,
}

impl Failed {
    /// Returns true if rsync did not find the file or folder of this path.
    fn misses(&self, path: &str) -> bool {
        let names_it =
            |line: &str| line.contains(path) && line.contains("No such file or directory");
        self.code == Some(23) && self.messages.lines().any(names_it)
    }
}

/// Runs rsync, and returns what it prints.
fn rsync(server: &str, limit: Duration, args: &[&OsStr]) -> Result<String, Failed> {
    let mut command = Command::new("rsync");
    command.arg("--timeout=60");
    if std::env::var_os("RSYNC_RSH").is_none() && !is_daemon(server) {
        command.args(["--rsh", SHELL]);
    }
    command.args(args);
    let failed = |words: String, hint: &str| Failed {
        error: CliError::user(words).hint(hint),
        code: None,
        output: String::new(),
        messages: String::new(),
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
        return Ok(ended.output);
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
    Err(Failed {
        code: status.code(),
        output: ended.output,
        messages: ended.messages,
        ..failed(words, hint)
    })
}

/// Returns true for a server that rsync itself serves, without a shell: its host is followed by two colons.
fn is_daemon(server: &str) -> bool {
    let is_url = server.to_ascii_lowercase().starts_with("rsync://");
    is_url || colon(server).is_some_and(|at| server[at..].starts_with("::"))
}

/// Returns the first message on one line: the later ones are rsync's remarks about the failure.
fn said(messages: &str) -> String {
    let mut lines = messages.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty());
    let line: String = line.unwrap_or("no message").chars().take(300).collect();
    crate::yaml::flat(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_colons_after_the_host_name_a_daemon() {
        for daemon in [
            "example.org::www",
            "ada@[2001:db8::1]::www",
            "rsync://example.org/www",
            "RSYNC://example.org/www",
        ] {
            assert!(is_daemon(daemon), "{daemon}");
        }
        for shell in [
            "ada@[2001:db8::1]:www",
            "[::1]:www",
            "example.org:a::b",
            "example.org:www",
        ] {
            assert!(!is_daemon(shell), "{shell}");
        }
    }

    #[test]
    fn a_listing_tells_a_site_from_an_empty_folder_and_from_other_files() {
        let top = "drwxr-xr-x          4,096 2026/11/24 19:23:43 .\n";
        let file =
            |name: &str| format!("{top}-rw-r--r--              7 2026/11/24 19:23:43 {name}\n");
        let holds = |listing: &str| holds_site("example.org:www", Ok(listing.to_owned()));
        assert_eq!(holds(top).ok(), Some(false));
        assert_eq!(holds(&file(SITE_MARK)).ok(), Some(true));
        assert_eq!(
            holds(&file(&format!(".{SITE_MARK}.x4Ab9z"))).ok(),
            Some(false)
        );
        for other in [
            "index.html",
            "a .chronojudge-site",
            " .chronojudge-site",
            ".htaccess",
        ] {
            assert!(holds(&file(other)).is_err(), "{other}");
        }
        let folder = format!("{top}drwxr-xr-x          4,096 2026/11/24 19:23:43 {SITE_MARK}\n");
        assert!(holds(&folder).is_err());
        assert!(holds("Welcome to this server\n").is_err());
    }

    #[test]
    fn a_folder_is_missing_only_if_a_message_names_it() {
        let failed = |messages: &str| Failed {
            error: CliError::user(""),
            code: Some(23),
            output: String::new(),
            messages: messages.to_owned(),
        };
        let missing = "rsync: [sender] change_dir \"/srv/www/public/log\" failed: No such file or directory (2)";
        assert!(failed(missing).misses(LOG));
        assert!(
            !failed("rsync: [Receiver] mkdir \"/tmp/x\" failed: No such file or directory (2)")
                .misses(LOG)
        );
        assert!(
            !failed("rsync: opendir \"/srv/www/public/log\" failed: Permission denied (13)")
                .misses(LOG)
        );
    }
}
