//! Maps that templates read by name, and drawings as what they stand for.

use super::clean::{self, Context};
use minijinja::{
    Error, Value,
    value::{Enumerator, Object, ObjectExt as _},
};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::{
    any::Any,
    sync::{Arc, OnceLock},
};

/// A map for templates. What drawings need of it is decoded once, for whoever asks first.
#[derive(Debug)]
pub(super) struct Shown {
    /// In the order of their keys.
    entries: Vec<(String, Value)>,
    /// What it was made from, if that has nothing in it but what is shown.
    source: OnceLock<Arc<Json>>,
    decoded: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Shown {
    /// The map of some entries; of two with one key the last.
    pub fn value(mut entries: Vec<(String, Value)>) -> Value {
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        entries.dedup_by(|next, one| {
            let same = next.0 == one.0;
            if same {
                std::mem::swap(&mut next.1, &mut one.1);
            }
            same
        });
        Self::sorted(entries)
    }

    /// What a template has to say something about.
    pub fn context(context: Context) -> Value {
        Self::sorted(context.into_iter().collect())
    }

    fn sorted(entries: Vec<(String, Value)>) -> Value {
        Value::from_object(Self {
            entries,
            source: OnceLock::new(),
            decoded: OnceLock::new(),
        })
    }
}

/// Whether a value is such a map.
pub(super) fn is_shown(value: &Value) -> bool {
    value.downcast_object_ref::<Shown>().is_some()
}

/// Remembers what a map was made from, if nothing had to be made harmless in it: drawings are decoded from that
/// several times as fast.
pub(super) fn made_from(value: &Value, source: &Arc<Json>) {
    if let Some(shown) = value.downcast_object_ref::<Shown>()
        && clean::is_harmless(source)
    {
        let _ = shown.source.set(Arc::clone(source));
    }
}

impl Object for Shown {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        // Nearly all are told apart by their lengths, which is quicker than to halve a list of names.
        let found = self.entries.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        self.mapped_rev_key_value_enumerator(|this| {
            let entries = this.entries.iter();
            Box::new(entries.map(|(key, value)| (Value::from(&**key), value.clone())))
        })
    }

    fn enumerator_len(self: &Arc<Self>) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A value of a template as what it stands for; of a [`Shown`] it is remembered.
///
/// # Errors
/// [`Error`] if the value is something else.
pub(super) fn decoded<T>(value: &Value) -> Result<Arc<T>, Error>
where
    T: DeserializeOwned + Send + Sync + 'static,
{
    let decode = || T::deserialize(value.clone()).map(Arc::new);
    let Some(shown) = value.downcast_object_ref::<Shown>() else {
        return decode();
    };
    if let Some(known) = shown.decoded.get() {
        // Nobody wants one map as two things, and who does pays for it.
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
    fn drawings_show_what_templates_show() {
        let names = drawn_from(serde_json::json!({"zytal": "Zytal"}));
        assert_eq!(names["zytal"], "Zytal");
        let names = drawn_from(serde_json::json!({"zy\u{202e}tal": "Zy\u{7}tal", "roo": "Roo"}));
        assert_eq!((&*names["zytal"], &*names["roo"]), ("Zy tal", "Roo"));
    }
}
