//! The last report of a seat as it was mailed, for sending it again.

use super::ScheduleError;
use crate::{
    compose::{YAML_TYPE, attached_as},
    engine::SeatId,
    game_dir::{Disk, Game, MailFormat, Player, Position},
    mail::Attachment,
    run::SCHEMA_TYPE,
    schemas,
};

/// The last report of a seat.
#[derive(Debug, Default)]
pub(super) struct LastReport {
    /// The report as plain text.
    pub text: String,
    /// The report as HTML, if the player wants it.
    pub html: Option<String>,
    /// The view, and the schema of order files. Mails of the kinds that use it add the form.
    pub attachments: Vec<Attachment>,
}

impl LastReport {
    /// Reads the last report; returns `None` if the seat has none.
    ///
    /// # Errors
    /// Returns [`ScheduleError::Sitting`] if a file of the report cannot be read.
    pub fn read(
        game: &Game,
        position: &Position,
        player: &Player,
        seat: &SeatId,
    ) -> Result<Option<Self>, ScheduleError> {
        let folder = game.layout.last_report(position);
        let file = |ending: &str| Disk::read(&folder.join(format!("{seat}.{ending}")));
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let Some(plain) = file("txt")? else {
            return Ok(None);
        };
        let html = match player.format {
            MailFormat::Both => file("html")?.map(text),
            MailFormat::Text => None,
        };
        let view = file("view.yaml")?.map(|bytes| Attachment {
            name: attached_as(game, position, &format!("{seat}.view.yaml")),
            content_type: YAML_TYPE.to_owned(),
            bytes,
        });
        let schema = Attachment {
            name: format!("orders-{}.schema.json", game.known.id),
            content_type: SCHEMA_TYPE.to_owned(),
            bytes: schemas::orders(game.known.title, &*game.rules).into_bytes(),
        };
        Ok(Some(Self {
            text: text(plain),
            html,
            attachments: view.into_iter().chain([schema]).collect(),
        }))
    }
}
