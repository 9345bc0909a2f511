//! The GM's signatures on texts.

use super::{error::StoreError, game::Game, signing::signer};

impl Game {
    /// Returns the GM's signature on a text, for a purpose; `None` if the log of this game is not signed.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the game's secret cannot be read.
    pub fn sign(&self, purpose: &'static str, text: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        if self.file.log_key.is_none() {
            return Ok(None);
        }
        let seed = self.master()?.log_key(&self.name);
        Ok(signer(seed.as_bytes(), purpose)(text))
    }
}
