//! What follows from `game.yaml`, and where a fork was taken from.

use super::game_file::GameFile;

impl GameFile {
    /// The options as plain data.
    pub fn options(&self) -> serde_json::Value {
        serde_json::Value::Object(self.options.clone().into_iter().collect())
    }

    /// What the subject of every mail of the game begins with.
    pub fn tag(&self) -> String {
        match &self.fork {
            Some(fork) => format!("[{}] ({})", self.game, fork.words()),
            None => format!("[{}]", self.game),
        }
    }
}
