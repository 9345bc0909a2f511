//! The place of a site: a folder of this machine, or of a server.

use super::super::CliError;
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// The place that a site is published to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A folder of a server, as `rsync` names it: `USER@HOST:FOLDER`, `HOST::MODULE` or `rsync://…`.
    Server(String),
}

impl Place {
    /// Returns the folder of this machine, if it is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Server(_) => None,
        }
    }

    /// Parses the name of a place; as for `rsync`, a colon before the first slash makes it one on a server. A relative folder
    /// begins at `base`.
    pub(super) fn parse(text: &str, base: &Path) -> Result<Self, CliError> {
        let wrong = |why: &str| {
            CliError::user(format!(
                "`{}` is no place to publish to: {why}.",
                text.escape_debug()
            ))
            .hint("Write a folder, or `USER@HOST:FOLDER`.")
        };
        if text.starts_with('-') {
            return Err(wrong("it begins with a hyphen"));
        }
        if text.trim().is_empty() || text.chars().any(char::is_control) {
            return Err(wrong("it is empty, or has a control character"));
        }
        let Some(at) = colon(text) else {
            return folder(Path::new(text), base).map(Self::Folder);
        };
        if ["http://", "https://", "ftp://", "sftp://", "ssh://"]
            .iter()
            .any(|s| text.starts_with(s))
        {
            return Err(wrong("rsync cannot copy to this kind of address"));
        }
        match (&text[..at], &text[at..]) {
            ("", _) => Err(wrong("it names no server")),
            (_, ":" | "::") => Err(wrong("it names no folder of the server")),
            _ => Ok(Self::Server(text.to_owned())),
        }
    }
}

/// Returns a folder of this machine that is named to publish to; a relative path begins at `base`.
///
/// # Errors
/// Returns an error if the path is empty, or begins with `~`, which only a shell expands.
pub(super) fn folder(path: &Path, base: &Path) -> Result<PathBuf, CliError> {
    let why = if path.as_os_str().is_empty() {
        "it is empty"
    } else if path.as_os_str().as_encoded_bytes().starts_with(b"~") {
        "only a shell knows the folder of `~`"
    } else {
        return Ok(base.join(path));
    };
    let words = format!("`{}` is no folder to publish to: {why}.", path.display());
    Err(CliError::user(words).hint("Write the whole path, such as `/home/ada/www`."))
}

/// Returns the place of the colon after the name of a server: the first one before any slash, outside the brackets of an
/// address.
pub(super) fn colon(text: &str) -> Option<usize> {
    let mut is_address = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => is_address = true,
            ']' => is_address = false,
            '/' => return None,
            ':' if !is_address => return Some(at),
            _ => {}
        }
    }
    None
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Server(server) => f.write_str(server),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colon_before_the_first_slash_names_a_server() {
        let parse = |text: &str| Place::parse(text, Path::new(""));
        for server in [
            "ada@example.org:www",
            "example.org:/srv/www",
            "example.org::www",
            "rsync://example.org/www",
            "ada@[2001:db8::1]:www",
        ] {
            assert_eq!(parse(server).ok(), Some(Place::Server(server.to_owned())));
        }
        for folder in ["www", "/srv/www", "./a:b", "../www"] {
            assert_eq!(parse(folder).ok(), Some(Place::Folder(folder.into())));
        }
        for wrong in [
            "",
            " ",
            "-e sh",
            ":www",
            "example.org:",
            "[::1]:",
            "~/www",
            "~ada",
            "a\nb",
            "https://example.org/www",
        ] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }

    /// The colon in the name of the game directory does not make a server of a folder below it.
    #[test]
    fn a_relative_folder_begins_at_its_base() {
        let parse = |text: &str| Place::parse(text, Path::new("war:2")).ok();
        assert_eq!(parse("www"), Some(Place::Folder("war:2/www".into())));
        assert_eq!(parse("/srv/www"), Some(Place::Folder("/srv/www".into())));
        let server = "example.org:www";
        assert_eq!(parse(server), Some(Place::Server(server.to_owned())));
        for wrong in ["", "~/www"] {
            assert!(folder(Path::new(wrong), Path::new("war:2")).is_err());
        }
    }
}
