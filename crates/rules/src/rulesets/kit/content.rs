//! The content files of a game, each with the type that it is read as.

use crate::content::{Embedded, InvalidContent, Library, schema};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::marker::PhantomData;

/// Defines the content files of the game in a folder of `rulesets`: a [`File`] for each, and `FILES`, the list.
///
/// ```text
/// content! {
///     "time_pirates":
///     BOARD: Board = "board.yaml";
///     COUNTERS: Counters = "counters.yaml";
/// }
///
/// let board = BOARD.read(library)?;
/// ```
macro_rules! content {
    ($folder:literal: $($file:ident: $of:ty = $name:literal;)+) => {
        $(
            #[doc = concat!("`", $name, "`.")]
            const $file: $crate::rulesets::kit::File<$of> =
                $crate::rulesets::kit::File::new($crate::content::Embedded {
                    name: $name,
                    yaml: include_str!(concat!(
                        env!("CARGO_MANIFEST_DIR"), "/src/rulesets/", $folder, "/content/", $name
                    )),
                    json: include_str!(concat!(env!("OUT_DIR"), "/", $folder, "/", $name, ".json")),
                });
        )+

        /// The content files.
        pub(super) const FILES: &[$crate::rulesets::kit::ContentFile] = &[$($file.listed()),+];
    };
}
pub(crate) use content;

/// A content file of a game that is read as a `T`.
#[derive(Debug)]
pub(crate) struct File<T> {
    embedded: Embedded,
    content: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned + JsonSchema> File<T> {
    /// Makes a file; [`content`] calls it.
    pub(crate) const fn new(embedded: Embedded) -> Self {
        let content = PhantomData;
        Self { embedded, content }
    }

    /// Returns the entry of the file in the list of its game.
    pub(crate) const fn listed(&self) -> ContentFile {
        ContentFile {
            embedded: self.embedded,
            schema: schema::<T>,
        }
    }

    /// Returns the name of the file.
    pub(crate) const fn name(&self) -> &'static str {
        self.embedded.name
    }

    /// Reads the file as a game uses it.
    pub(crate) fn read(&self, library: &Library) -> Result<T, InvalidContent> {
        library.read(self.embedded.name)
    }

    /// Makes the diagnostic for a file that does not fit the rules.
    pub(crate) fn invalid(&self, why: impl Into<String>) -> InvalidContent {
        InvalidContent::new(self.embedded.name, why)
    }
}

/// A content file in the list of its game.
#[derive(Clone, Copy, Debug)]
pub struct ContentFile {
    /// The file, embedded.
    pub embedded: Embedded,
    /// Returns its JSON Schema.
    pub schema: fn() -> Value,
}
