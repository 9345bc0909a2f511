//! The names and the types of files in mails to players.

use crate::game_dir::{Game, Position};

/// The media type of YAML (RFC 9512).
pub const YAML_TYPE: &str = "application/yaml";
/// The media type of a JSON Schema.
pub const SCHEMA_TYPE: &str = "application/schema+json";
/// The media type of a PNG.
pub(crate) const PNG_TYPE: &str = "image/png";

/// Returns the name of a seat's file as an attachment.
pub fn attached_as(game: &Game, position: &Position, file: &str) -> String {
    format!("{}.t{}.{file}", game.name, position.turn)
}
