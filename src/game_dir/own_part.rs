//! The GM's own part of `game.yaml`: the place where the public files are, the ways to put them there, and whether
//! players may ask for advice.
//!
//! The rest of the file is agreed; see `agreed_part.rs`.

use super::position::Ended;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// Maximum length of a web address, in bytes: it stands on one line of every mail.
const MOST_BYTES: usize = 300;

/// The ways in which `publish` puts the public files and the site in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct PublishSettings {
    /// The folder of a web server that the site with the public files goes to: a folder of this machine, or
    /// `USER@HOST:FOLDER`, which the program `rsync` copies to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The git repository that the public files and the site are committed to; a relative path starts at the game
    /// directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git: Option<PathBuf>,
    /// Set this to push the commits to the upstream of the branch.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub push: bool,
    /// Set this to put each seat's newest view beside the play page of the site, encrypted. The link with the key is in the
    /// mail of the report, so `public-at` must be the address of the site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub views: bool,
}

/// Whether players may ask the program for order files (`chronojudge advise`). It is a rule for honest players and no lock:
/// the view files that players get say it, and `advise` obeys it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AdviceRule {
    /// Players may ask.
    #[default]
    Allowed,
    /// Players may not ask.
    Forbidden,
}

/// The reason why `advise` has no advice on a view, as the view file says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NoAdvice {
    /// The GM forbids it.
    Forbidden,
    /// The turn has begun, and its view does not show the events that led to this position.
    Begun,
    /// The game is over.
    Over,
}

impl NoAdvice {
    /// Returns the reason in a game; `None` if there is advice.
    pub(crate) fn of(rule: AdviceRule, ended: Ended) -> Option<Self> {
        match (rule, ended) {
            (AdviceRule::Forbidden, _) => Some(Self::Forbidden),
            (AdviceRule::Allowed, Ended::Waiting) => Some(Self::Begun),
            (AdviceRule::Allowed, Ended::TurnComplete) => None,
            (AdviceRule::Allowed, Ended::GameOver) => Some(Self::Over),
        }
    }
}

/// The address of a web page: `http://` or `https://`, a host, and a path, without a user name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^https?://[A-Za-z0-9.\\[\\]:-]+(/[A-Za-z0-9._~:/?#\\[\\]@!$&()*+,;=%-]*)?$", "maxLength" = 300))]
pub struct WebAddress(String);

/// A text that is not the address of a web page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write an address such as `https://example.org/summer-war/`")]
pub struct BadWebAddress;

impl TryFrom<String> for WebAddress {
    type Error = BadWebAddress;

    fn try_from(text: String) -> Result<Self, BadWebAddress> {
        let rest = ["https://", "http://"]
            .iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        let (host, path) = rest.map_or(("", ""), |rest| {
            rest.split_at(rest.find('/').unwrap_or(rest.len()))
        });
        let in_host = |b: u8| b.is_ascii_alphanumeric() || b".[]:-".contains(&b);
        let in_path = |b: u8| b.is_ascii_alphanumeric() || b"._~:/?#[]@!$&()*+,;=%-".contains(&b);
        let fits = host.bytes().any(|b| b.is_ascii_alphanumeric())
            && host.bytes().all(in_host)
            && path.bytes().all(in_path)
            && text.len() <= MOST_BYTES;
        if fits {
            Ok(Self(text))
        } else {
            Err(BadWebAddress)
        }
    }
}

impl WebAddress {
    /// Returns the address of a file below this folder; `None` if this is not the address of a folder.
    pub fn below(&self, path: &str) -> Option<String> {
        let is_page = Path::new(&self.0)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("html"));
        let is_folder = !is_page && !self.0.contains(['?', '#']);
        is_folder.then(|| format!("{}/{path}", self.0.trim_end_matches('/')))
    }
}

impl From<WebAddress> for String {
    fn from(address: WebAddress) -> Self {
        address.0
    }
}

impl fmt::Display for WebAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_web_address_has_a_scheme_and_a_host_and_nothing_that_ends_an_attribute() {
        for good in [
            "https://example.org",
            "http://localhost:8080/gem/",
            "https://ada.example.org/~ada/gem%20war/?a=1&b=2#top",
            "https://[::1]/gem",
        ] {
            assert!(WebAddress::try_from(good.to_owned()).is_ok(), "{good}");
        }
        for bad in [
            "",
            "example.org/gem",
            "ftp://example.org",
            "javascript:alert(1)",
            "https://",
            "https:///gem",
            "https://ada:word@example.org/",
            "https://example.org/a b",
            "https://example.org/\"onclick=\"x",
            "https://example.org/<b>",
            "https://example.org/'",
            "https://example.org/\n",
            "https://exämple.org/",
        ] {
            assert!(WebAddress::try_from(bad.to_owned()).is_err(), "{bad}");
        }
        let below = |text: &str| {
            WebAddress::try_from(text.to_owned())
                .expect("an address")
                .below("play/")
        };
        for folder in ["https://example.org/gem", "https://example.org/gem/"] {
            let play = below(folder);
            assert_eq!(play.as_deref(), Some("https://example.org/gem/play/"));
        }
        for page in [
            "https://example.org/gem/index.html",
            "https://example.org/?game=gem",
        ] {
            assert_eq!(below(page), None, "{page}");
        }
        let long = format!("https://example.org/{}", "a".repeat(MOST_BYTES));
        assert!(WebAddress::try_from(long).is_err());
    }
}
