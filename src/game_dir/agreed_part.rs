//! The agreed part of `game.yaml`: its hash is in the first record of the log.
//!
//! The lines of the GM's own part are left out when the file is compared with that hash, so a GM can add or change them
//! in a running game; `public/game.yaml` never has them. Empty lines and lines of comments are left out too, because the
//! published form has none (fair1, section 6).

use super::{game_file::GameFile, own_part::AdviceRule};
use crate::yaml::keep;

/// The keys at the top of `game.yaml` that are not agreed.
const OWN: [&str; 3] = ["public-at", "publish", "advice"];

/// Returns the agreed part of a `game.yaml`; `None` if the lines that are left out belong to an agreed term.
pub(super) fn agreed_part(text: &str, file: &GameFile) -> Option<String> {
    let mut agreed = String::with_capacity(text.len());
    let mut own = false;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        if !line.starts_with([' ', '\t', '-']) {
            let key = line.split_once(':').map(|(key, _)| key);
            own = key.is_some_and(|key| OWN.contains(&key));
        }
        if !own {
            agreed.push_str(line);
        }
    }
    if agreed == text {
        return Some(agreed);
    }
    // A term that continues over a line that was left out would be another one without it.
    let without = keep::from_str::<GameFile>(&agreed).ok()?;
    (without == file.agreed()).then_some(agreed)
}

impl GameFile {
    /// Returns the agreed terms, without the GM's own part.
    #[must_use]
    pub fn agreed(&self) -> Self {
        Self {
            public_at: None,
            publish: None,
            advice: AdviceRule::Allowed,
            ..self.clone()
        }
    }
}
