//! Decodes the maps of templates into the types that drawings use.

use super::clean::{self, Shown};
use minijinja::{Error, Value};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::sync::Arc;

/// Returns true if a value is a [`Shown`] map.
pub(super) fn is_shown(value: &Value) -> bool {
    value.downcast_object_ref::<Shown>().is_some()
}

/// Stores the source of a map in it, if cleaning changed nothing: decoding a drawing from the source is several times
/// as fast.
pub(super) fn made_from(value: &Value, source: &Arc<Json>) {
    if let Some(shown) = value.downcast_object_ref::<Shown>()
        && clean::is_harmless(source)
    {
        let _ = shown.source.set(Arc::clone(source));
    }
}

/// Decodes a value of a template into a type; the result for a [`Shown`] map is cached.
///
/// # Errors
/// Returns [`Error`] if the value does not fit the type.
pub(super) fn decoded<T>(value: &Value) -> Result<Arc<T>, Error>
where
    T: DeserializeOwned + Send + Sync + 'static,
{
    let decode = || T::deserialize(value.clone()).map(Arc::new);
    let Some(shown) = value.downcast_object_ref::<Shown>() else {
        return decode();
    };
    if let Some(known) = shown.decoded.get() {
        // No template decodes one map into two types; if one does, the second type is not cached.
        return Arc::clone(known).downcast().or_else(|_| decode());
    }
    let decoded = match shown.source.get() {
        Some(source) => {
            T::deserialize(&**source).map_or_else(|_| decode(), |seen| Ok(Arc::new(seen)))?
        }
        None => decode()?,
    };
    let _ = shown.decoded.set(decoded.clone());
    Ok(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    type Names = BTreeMap<String, String>;

    fn drawn_from(json: Json) -> Arc<Names> {
        let json = Arc::new(json);
        let value = clean::value(&json);
        made_from(&value, &json);
        decoded(&value).expect("a map of names")
    }

    #[test]
    fn drawings_and_templates_get_the_same_cleaned_text() {
        let names = drawn_from(serde_json::json!({"zytal": "Zytal"}));
        assert_eq!(names["zytal"], "Zytal");
        let names = drawn_from(serde_json::json!({"zy\u{202e}tal": "Zy\u{7}tal", "roo": "Roo"}));
        assert_eq!((&*names["zytal"], &*names["roo"]), ("Zy tal", "Roo"));
    }
}
