//! The paths of public files (fair1, section 6).

use crate::dice::bind::What;

/// Returns the path of a sitting's public facts below the public directory (fair1, section 6).
pub fn facts_path(sitting: u32) -> String {
    format!("sittings/{sitting:04}/facts.yaml")
}

/// Returns the path of a sitting's rolls below the public directory (fair1, section 6).
pub fn rolls_path(sitting: u32) -> String {
    format!("sittings/{sitting:04}/rolls.txt")
}

/// Returns the path of a sitting's public view below the public directory (fair1, section 6).
pub fn view_path(sitting: u32) -> String {
    format!("sittings/{sitting:04}/view.yaml")
}

/// Returns the path of an opened secret file below the public directory (fair1, section 6).
pub fn opened_path(sitting: u32, what: &What) -> String {
    format!("opened/{sitting:04}/{}", what.file())
}
