//! The templates that are embedded in the program.

// The name and the text of every file in `templates/`, as `TEMPLATES`; the build script lists them.
include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// Returns the text of an embedded template.
pub(super) fn find(name: &str) -> Option<&'static str> {
    TEMPLATES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}
