//! Names that are written as one word in files, which every game has.

/// A text that names nothing of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {what}")]
pub struct BadId {
    what: &'static str,
    text: String,
}

impl BadId {
    /// A text that is no such thing.
    pub(super) fn new(what: &'static str, text: &str) -> Self {
        let text = text.to_owned();
        Self { what, text }
    }
}

/// An enum of names, each written in files as its text.
macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize, schemars::JsonSchema,
        )]
        pub enum $type {
            $(
                #[doc = concat!("`", $text, "`")]
                #[serde(rename = $text)]
                $variant,
            )+
        }

        impl $type {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name as it is written in files.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::rulesets::words::BadId;
            fn from_str(text: &str) -> Result<Self, $crate::rulesets::words::BadId> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|x| x.name() == text)
                    .ok_or_else(|| $crate::rulesets::words::BadId::new(stringify!($type), text))
            }
        }
    };
}
pub(super) use names;

/// A type that is written as one word in files.
macro_rules! word {
    ($type:ident, $what:literal, $pattern:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": "string", "pattern": $pattern, "description": $what})
            }
        }
    };
}
pub(super) use word;
