//! The password of a mail server: found where the settings say, and shown nowhere.

use std::{fmt, fs, path::Path};

#[cfg(feature = "imap")]
use super::settings::ImapSettings;
#[cfg(any(test, feature = "smtp"))]
use super::settings::SmtpSettings;
use super::{error::MailError, settings::wrong};

/// A password, which no output ever shows.
#[derive(Clone)]
pub(super) struct Password(pub(super) String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(any(test, feature = "smtp"))]
impl SmtpSettings {
    /// The password that the settings point at; `env` looks up an environment variable.
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
    /// The password that the settings point at; `env` looks up an environment variable.
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

/// The password that one of the two points at; `of` is the section of the settings.
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
        // The path and the system's words only; never a byte of what is in it.
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
            "leads to an empty or unusable password",
            "put the password on the first line",
        ));
    }
    Ok(Some(Password(secret)))
}
