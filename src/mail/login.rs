//! The password of a mail server, which the settings refer to and which is never shown.

use std::{fmt, fs, path::Path};

#[cfg(feature = "imap")]
use super::settings::ImapSettings;
#[cfg(any(test, feature = "smtp"))]
use super::settings::SmtpSettings;
use super::{error::MailError, settings::wrong};

/// A password that no output shows.
#[derive(Clone)]
pub(super) struct Password(pub(super) String);

impl Password {
    /// Removes this password from a server's message, in every form in which it is sent to a server.
    pub(super) fn cut(&self, user: &str, words: &str) -> String {
        let Self(secret) = self;
        let coded = |text: &str| {
            let digits = super::letter::base64(text.as_bytes().to_vec()).into_vec();
            String::from_utf8_lossy(&digits).replace("\r\n", "")
        };
        // AUTH LOGIN, and both forms of AUTH PLAIN.
        let coded = [
            coded(secret),
            coded(&format!("\0{user}\0{secret}")),
            coded(&format!("{user}\0{user}\0{secret}")),
        ];
        // A quoted string of IMAP.
        let quoted = secret.replace('\\', "\\\\").replace('"', "\\\"");
        let mut forms = vec![secret.clone(), quoted];
        forms.extend(
            coded
                .iter()
                .map(|code| code.trim_end_matches('=').to_owned()),
        );
        forms.extend(coded);
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let cut = |words: String, form: &String| words.replace(form.as_str(), "***");
        forms.iter().fold(words.to_owned(), cut)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(any(test, feature = "smtp"))]
impl SmtpSettings {
    /// Returns the password that the settings refer to; `env` looks up an environment variable.
    pub(super) fn password(
        &self,
        dir: &Path,
        env: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Option<Password>, MailError> {
        let file = self.password_file.as_deref();
        find("smtp", self.password_env.as_deref(), file, dir, env)
    }
}

#[cfg(feature = "imap")]
impl ImapSettings {
    /// Returns the password that the settings refer to; `env` looks up an environment variable.
    pub(super) fn password(
        &self,
        dir: &Path,
        env: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Password, MailError> {
        let file = self.password_file.as_deref();
        let found = find("imap", self.password_env.as_deref(), file, dir, env)?;
        found.ok_or_else(|| {
            wrong(
                "imap.user",
                "has no password",
                "name `password-env` or `password-file`",
            )
        })
    }
}

/// Checks that only the owner of a file can read and change it.
fn private(path: &Path) -> Result<(), MailError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // If the metadata cannot be read, reading the file fails later with an error of its own.
        let open = |meta: fs::Metadata| meta.permissions().mode() & 0o077 != 0;
        if fs::metadata(path).is_ok_and(open) {
            return Err(MailError::Readable {
                path: path.to_owned(),
                hint: format!("make it yours alone: `chmod 600 {}`", path.display()),
            });
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Returns the password from a variable or a file; `of` is the section of the settings, for errors.
fn find(
    of: &str,
    in_env: Option<&str>,
    in_file: Option<&Path>,
    dir: &Path,
    env: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<Password>, MailError> {
    let secret = if let Some(name) = in_env {
        env(name).ok_or_else(|| {
            let hint =
                format!("set the variable `{name}` for this program, or use `password-file`");
            wrong(
                &format!("{of}.password-env"),
                "names a variable that is not set",
                &hint,
            )
        })?
    } else if let Some(file) = in_file {
        let path = dir.join(file);
        private(&path)?;
        // The error has the path and the system's error only, never any contents of the file.
        let text = fs::read_to_string(&path).map_err(|source| MailError::Io {
            doing: "read the password from",
            path,
            source,
        })?;
        text.lines().next().unwrap_or_default().to_owned()
    } else {
        return Ok(None);
    };
    if secret.is_empty() || secret.chars().any(char::is_control) {
        let key = if in_env.is_some() {
            "password-env"
        } else {
            "password-file"
        };
        return Err(wrong(
            &format!("{of}.{key}"),
            "names an empty or unusable password",
            "put the password on the first line",
        ));
    }
    Ok(Some(Password(secret)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Writes a file with a password that only its owner can read.
    pub(in crate::mail) fn write(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
        #[cfg(unix)]
        set_mode(path, 0o600);
    }

    #[cfg(unix)]
    fn set_mode(path: &Path, mode: u32) {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn refuses_a_password_file_that_others_can_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("password");
        write(&path, "hunter2\n");
        let read = || {
            find(
                "smtp",
                None,
                Some(Path::new("password")),
                dir.path(),
                &|_| None,
            )
        };
        assert_eq!(read().unwrap().unwrap().0, "hunter2");
        for mode in [0o644, 0o640, 0o604, 0o660] {
            set_mode(&path, mode);
            let error = read().unwrap_err();
            let words = error.to_string();
            assert!(
                words.starts_with("E0401: ") && words.contains("password"),
                "{words}"
            );
            assert!(!words.contains("hunter2"), "{words}");
            let hint = error.hint().unwrap();
            assert!(
                hint.contains(&format!("`chmod 600 {}`", path.display())),
                "{hint}"
            );
        }
    }

    #[test]
    fn removes_a_password_in_all_its_forms() {
        let password = Password("pa\"ss\\word".to_owned());
        for (said, shown) in [
            ("no: pa\"ss\\word!", "no: ***!"),
            ("LOGIN \"gm\" \"pa\\\"ss\\\\word\"", "LOGIN \"gm\" \"***\""),
            ("LOGIN cGEic3Ncd29yZA==", "LOGIN ***"),
            ("PLAIN AGdtAHBhInNzXHdvcmQ=.", "PLAIN ***."),
            ("PLAIN Z20AZ20AcGEic3Ncd29yZA", "PLAIN ***"),
            ("all is well", "all is well"),
        ] {
            assert_eq!(password.cut("gm", said), shown);
        }
    }
}
