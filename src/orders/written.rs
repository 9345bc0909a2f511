//! An order file as text, as a player would send it.

use crate::{
    engine::SeatId,
    yaml::{
        flow::entry,
        keep::{self, KeepError},
    },
};
use serde::Serialize;
use serde_json::Value;

/// The first lines of an order file.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Head<'a> {
    /// The game.
    pub game: &'a str,
    /// The turn.
    pub turn: u32,
    /// The seat.
    pub seat: &'a SeatId,
    /// The sitting of the report that the file answers.
    pub sitting: u32,
}

/// Returns an order file as YAML: its head, and then its body, of a ruleset's own sections. As in a form, each entry
/// of a list has a line of its own.
///
/// # Errors
/// [`KeepError`] if a text in it has control characters.
pub fn written(head: &Head<'_>, body: &Value) -> Result<String, KeepError> {
    let mut text = keep::to_string(head)?;
    let sections = body.as_object().into_iter().flatten();
    for (n, (section, content)) in sections.enumerate() {
        if n == 0 {
            text.push('\n');
        }
        text.push_str(&entry(section, content, 0));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_order_file_has_its_head_and_then_its_sections() {
        let seat = SeatId::new("zytal").expect("a name");
        let head = Head {
            game: "cone",
            turn: 4,
            seat: &seat,
            sitting: 9,
        };
        let body = json!({"moves": [{"unit": "squad-1", "to": "4b-2"}], "actions": []});
        let text = written(&head, &body).expect("plain data");
        let wanted = "game: cone\nturn: 4\nseat: zytal\nsitting: 9\n\n\
            moves:\n  - {unit: squad-1, to: 4b-2}\nactions: []\n";
        assert_eq!(text, wanted);
        let text = written(&head, &json!({})).expect("plain data");
        assert_eq!(text, "game: cone\nturn: 4\nseat: zytal\nsitting: 9\n");
    }
}
