//! A report as it is mailed, and the last one of a seat for sending it again.

use super::files::{PNG_TYPE, SCHEMA_TYPE, YAML_TYPE, attached_as};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Game, MailFormat, Papers, Player, Position},
    mail::Attachment,
    schemas,
};

/// A report as it is mailed.
#[derive(Debug, Default)]
pub(crate) struct ReportMail {
    /// The report as plain text.
    pub text: String,
    /// The report as HTML, if the player wants it.
    pub html: Option<String>,
    /// The picture of the game, if the page shows it.
    pub picture: Option<Attachment>,
    /// The view and the schema of order files, if the player wants them. Mails of the kinds that use it add the form.
    pub attachments: Vec<Attachment>,
}

impl ReportMail {
    /// Reads the last report; returns `None` if the seat has none.
    ///
    /// # Errors
    /// Returns [`GameError`] if a file of the report cannot be read.
    pub(crate) fn read(
        game: &Game,
        position: &Position,
        player: &Player,
        seat: &SeatId,
    ) -> Result<Option<Self>, GameError> {
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
        let picture = file("png")?
            .filter(|_| html.is_some())
            .map(|bytes| Attachment {
                name: format!("{seat}.png"),
                content_type: PNG_TYPE.to_owned(),
                bytes,
            });
        if player.papers == Papers::Short {
            return Ok(Some(Self {
                text: text(plain),
                html,
                picture,
                attachments: vec![],
            }));
        }
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
            picture,
            attachments: view.into_iter().chain([schema]).collect(),
        }))
    }
}
