//! Values that are derived from `game.yaml`.

use super::game_file::GameFile;

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
}
