//! Names that are written as one word in files, for the types that every game has.

use crate::yaml::{folded, nearest};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The error for a text that names nothing of its kind. The second line of the message, if there is one, says what to
/// do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {what}{}", .help.as_deref().map_or_else(String::new, |help| format!("\n{help}")))]
pub struct BadId {
    what: &'static str,
    text: String,
    help: Option<String>,
}

impl BadId {
    /// Creates the error for a text that names no thing of a kind.
    pub(super) fn new(what: &'static str, text: &str) -> Self {
        let text = text.to_owned();
        let help = None;
        Self { what, text, help }
    }

    /// Adds the name that was surely meant, if there is one. `like` corrects the typical mistakes of a kind, and gets
    /// the text in lower case with hyphens.
    pub(super) fn hint<T: FromStr + Display>(mut self, like: fn(&str) -> Option<T>) -> Self {
        let parts = || {
            self.text
                .split([' ', ',', ';'])
                .filter(|part| !part.is_empty())
        };
        let named = |part: &str| part.parse::<T>().is_ok();
        self.help = if parts().count() > 1 && parts().all(named) {
            let each: Vec<&str> = parts().collect();
            Some(format!("write them as a list: `[{}]`", each.join(", ")))
        } else {
            meant(&self.text, like).map(|meant| format!("did you mean `{meant}`?"))
        };
        self
    }
}

/// Returns the one name that a text surely stands for.
fn meant<T: FromStr + Display>(text: &str, like: fn(&str) -> Option<T>) -> Option<T> {
    const LONGEST: usize = 64;
    if text.len() > LONGEST {
        return None;
    }
    let plain = folded(text);
    let plain = plain.trim_end_matches(['.', ',', ';']);
    // `agent2`, `4b7`: the hyphen between letters and a number is missing.
    let hyphen = plain
        .char_indices()
        .zip(plain.chars().skip(1))
        .find(|((_, c), next)| c.is_ascii_alphabetic() && next.is_ascii_digit())
        .and_then(|((at, _), _)| Some(format!("{}-{}", plain.get(..=at)?, plain.get(at + 1..)?)));
    let tries = [Some(plain.to_owned()), hyphen];
    tries
        .into_iter()
        .flatten()
        .find_map(|word| word.parse().ok())
        .or_else(|| like(plain))
}

/// Returns the name, out of all of its kind, that a misspelt one surely stands for.
pub(super) fn nearest_of<T: FromStr + Display>(
    text: &str,
    all: impl IntoIterator<Item = T>,
) -> Option<T> {
    let names: Vec<String> = all.into_iter().map(|name| name.to_string()).collect();
    nearest(text, names.iter().map(String::as_str))?
        .parse()
        .ok()
}

/// Defines an enum of names, each written in files as its text. Some are in the public state of a game, others only in
/// its rules.
macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize, schemars::JsonSchema,
        )]
        #[allow(unreachable_pub)]
        pub enum $type {
            $(
                #[doc = concat!("`", $text, "`")]
                #[serde(rename = $text)]
                $variant,
            )+
        }

        #[allow(unreachable_pub)]
        impl $type {
            /// All names of this kind, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name as it is written in files.
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

/// Writes a name that is made of parts, as [`fmt::Formatter::pad`] does. The parts are joined only where the name is padded,
/// because a search writes many names and pads none.
pub(super) fn write_parts<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    parts: [&str; N],
) -> fmt::Result {
    if f.width().is_some() || f.precision().is_some() {
        return f.pad(&parts.concat());
    }
    parts.iter().try_for_each(|part| f.write_str(part))
}

/// Makes a type one that is written as one word in files.
macro_rules! word {
    ($type:ident, $what:literal, $pattern:literal) => {
        $crate::rulesets::words::word!($type, $what, $pattern, |_| None);
    };
    ($type:ident, $what:literal, $pattern:literal, $like:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(|bad: $crate::rulesets::words::BadId| {
                    serde::de::Error::custom(bad.hint::<Self>($like))
                })
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Parts;

    impl fmt::Display for Parts {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_parts(f, ["ab", "/", "c"])
        }
    }

    #[test]
    fn a_name_of_parts_is_padded_and_cut_as_a_whole() {
        assert_eq!(format!("{Parts}"), "ab/c");
        assert_eq!(
            format!("{Parts:>6}|{Parts:<5}|{Parts:.3}"),
            "  ab/c|ab/c |ab/"
        );
    }
}
