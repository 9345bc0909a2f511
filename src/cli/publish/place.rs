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
    /// Parses the name of a place; as for `rsync`, a colon before the first slash makes it one on a server.
    pub fn parse(text: &str) -> Result<Self, CliError> {
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
        if !is_server(text) {
            return Ok(Self::Folder(text.into()));
        }
        if ["http://", "https://", "ftp://", "sftp://", "ssh://"]
            .iter()
            .any(|s| text.starts_with(s))
        {
            return Err(wrong("rsync cannot copy to this kind of address"));
        }
        match text.split_once(':') {
            Some(("", _)) => Err(wrong("it names no server")),
            Some((_, "" | ":")) => Err(wrong("it names no folder of the server")),
            _ => Ok(Self::Server(text.to_owned())),
        }
    }

    /// Returns the name of a place as it is from the folder above it: a relative folder begins there.
    pub fn below(folder: &Path, text: String) -> String {
        if is_server(&text) || text.starts_with('-') || text.is_empty() {
            text
        } else {
            folder.join(text).display().to_string()
        }
    }
}

fn is_server(text: &str) -> bool {
    let before = text.split('/').next().unwrap_or_default();
    before.contains(':')
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
        for server in [
            "ada@example.org:www",
            "example.org:/srv/www",
            "example.org::www",
            "rsync://example.org/www",
        ] {
            assert_eq!(
                Place::parse(server).ok(),
                Some(Place::Server(server.to_owned()))
            );
        }
        for folder in ["www", "/srv/www", "./a:b", "../www"] {
            assert_eq!(
                Place::parse(folder).ok(),
                Some(Place::Folder(folder.into()))
            );
        }
        for wrong in [
            "",
            " ",
            "-e sh",
            ":www",
            "example.org:",
            "a\nb",
            "https://example.org/www",
        ] {
            assert!(Place::parse(wrong).is_err(), "{wrong:?}");
        }
        let below = |text: &str| Place::below(Path::new("games/gem"), text.to_owned());
        assert_eq!(below("www"), "games/gem/www");
        assert_eq!(below("/srv/www"), "/srv/www");
        assert_eq!(below("example.org:www"), "example.org:www");
    }
}
