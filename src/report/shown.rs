//! Maps that templates read by name, and drawings as what they stand for.

use super::clean::Context;
use minijinja::{
    Error, Value,
    value::{Enumerator, Object},
};
use serde::de::DeserializeOwned;
use std::{
    any::Any,
    sync::{Arc, OnceLock},
};

/// A map for templates. What drawings need of it is decoded once, for whoever asks first.
#[derive(Debug)]
pub(super) struct Shown {
    entries: Context,
    decoded: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Shown {
    /// The map of some entries.
    pub fn value(entries: Context) -> Value {
        Value::from_object(Self {
            entries,
            decoded: OnceLock::new(),
        })
    }
}

impl Object for Shown {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.entries.get(key.as_str()?).cloned()
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.entries.keys().map(Value::from).collect())
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
    let decoded = decode()?;
    let _ = shown.decoded.set(decoded.clone());
    Ok(decoded)
}
