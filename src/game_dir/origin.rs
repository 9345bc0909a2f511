//! Values that are derived from `game.yaml`.

use super::game_file::GameFile;

use super::seated::list;
use crate::engine::SeatId;

impl GameFile {
    /// Returns the options as plain data.
    pub fn options(&self) -> serde_json::Value {
        serde_json::Value::Object(self.options.clone().into_iter().collect())
    }

    /// Returns the tag at the start of the subject of every mail of the game.
    pub fn tag(&self) -> String {
        match &self.fork {
            Some(fork) => format!("[{}] ({})", self.game, fork.words()),
            None => format!("[{}]", self.game),
        }
    }

    /// Returns a clause that tells a player which seats are theirs before the game begins: `You play zytal`, unless the
    /// seats are drawn.
    pub fn you_play(&self, seats: &[SeatId]) -> String {
        let seats = list(seats);
        if self.draw_seats {
            format!("You hold {seats} until the seats are drawn")
        } else {
            format!("You play {seats}")
        }
    }
}
