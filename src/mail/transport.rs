//! The choice of a transport by the settings.

use super::{
    delivery::Transport,
    error::MailError,
    folder::Folder,
    sendmail::Sendmail,
    settings::{Settings, Via},
};
use std::path::Path;

/// Opens the transport that the settings name; paths in them are relative to the game directory `dir`.
pub fn open(settings: &Settings, dir: &Path) -> Result<Box<dyn Transport>, MailError> {
    settings.check()?;
    Ok(match settings.via {
        Via::Folder => Box::new(Folder::new(&settings.folder(dir))),
        Via::Sendmail => Box::new(Sendmail::new(settings.sendmail.as_deref())),
        Via::Smtp => smtp(settings, dir)?,
    })
}

#[cfg(feature = "smtp")]
fn smtp(settings: &Settings, dir: &Path) -> Result<Box<dyn Transport>, MailError> {
    let Some(smtp) = &settings.smtp else {
        return Err(super::settings::missing("smtp"));
    };
    Ok(Box::new(super::smtp::Smtp::new(smtp, dir)?))
}

#[cfg(not(feature = "smtp"))]
fn smtp(_settings: &Settings, _dir: &Path) -> Result<Box<dyn Transport>, MailError> {
    Err(MailError::NoSmtp)
}

#[cfg(test)]
mod tests;
