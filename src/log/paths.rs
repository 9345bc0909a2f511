//! The paths of public files (fair1, section 6).

use crate::dice::bind::What;

/// Where the public facts of a sitting lie below the public directory (fair1, section 6).
pub fn facts_path(sitting: u32) -> String {
    format!("sittings/{sitting:04}/facts.yaml")
}

/// Where the rolls of a sitting lie below the public directory (fair1, section 6).
pub fn rolls_path(sitting: u32) -> String {
    format!("sittings/{sitting:04}/rolls.txt")
}

/// Where a sitting's position lies, as everybody may see it (fair1, section 6).
pub fn view_path(sitting: u32) -> String {
    format!("sittings/{sitting:04}/view.yaml")
}

/// Where a secret file lies below the public directory once it is opened (fair1, section 6).
pub fn opened_path(sitting: u32, what: &What) -> String {
    format!("opened/{sitting:04}/{}", what.file())
}
