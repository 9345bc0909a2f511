//! The maps that templates read by name, and the data that pictures decode from them.

use super::clean::{self, Shown};
use minijinja::Value;
use serde_json::Value as Json;
use std::sync::Arc;

/// Returns true if a value is a [`Shown`] map.
pub(super) fn is_shown(value: &Value) -> bool {
    value.downcast_object_ref::<Shown>().is_some()
}

/// Stores the source of a map in it, if cleaning changed nothing: decoding for a picture is then several times
/// as fast.
pub(super) fn made_from(value: &Value, source: &Arc<Json>) {
    if let Some(shown) = value.downcast_object_ref::<Shown>()
        && clean::is_harmless(source)
    {
        let _ = shown.source.set(Arc::clone(source));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{drawing::argument, report::pictures::Passed};
    use std::collections::BTreeMap;

    type Names = BTreeMap<String, String>;

    fn drawn_from(json: Json) -> Arc<Names> {
        let json = Arc::new(json);
        let value = clean::value(&json);
        made_from(&value, &json);
        argument(&[&Passed(&value)], 0).expect("a map of names")
    }

    #[test]
    fn drawings_and_templates_get_the_same_cleaned_text() {
        let names = drawn_from(serde_json::json!({"zytal": "Zytal"}));
        assert_eq!(names["zytal"], "Zytal");
        let names = drawn_from(serde_json::json!({"zy\u{202e}tal": "Zy\u{7}tal", "roo": "Roo"}));
        assert_eq!((&*names["zytal"], &*names["roo"]), ("Zy tal", "Roo"));
    }
}
