//! The text that is printed on board and tiles, read from YAML and checked.

use super::names::{Age, Power};
use crate::{
    content::{InvalidContent, Library},
    rulesets::kit::content,
};
use schemars::JsonSchema;
use serde::Deserialize;

content! {
    "time_whisperers":
    BOARD: Board = "board.yaml";
    POWERS: Powers = "powers.yaml";
}

/// One of the four ages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgeContent {
    /// The age.
    pub id: Age,
    /// Its name in prose.
    pub name: String,
}

/// One of the 24 gold powers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PowerContent {
    /// The power.
    pub id: Power,
    /// Its name in prose.
    pub name: String,
    /// Its level.
    #[schemars(range(min = 1, max = 3))]
    pub level: u8,
    /// When it may be used.
    pub when: String,
    /// The effect of the power.
    pub text: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Board {
    ages: Vec<AgeContent>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Powers {
    powers: Vec<PowerContent>,
}

/// Everything that is printed. The rules know ages and powers by name; the printed text is for reports.
#[derive(Debug)]
pub(crate) struct Content {
    /// The ages in clockwise order.
    pub ages: Vec<AgeContent>,
    /// The gold powers in the order in which they are decided on.
    pub powers: Vec<PowerContent>,
}

impl Content {
    /// Reads and checks the content files.
    ///
    /// # Errors
    /// If a file cannot be read or does not fit the rules; [`InvalidContent`] names the file and the reason.
    pub(crate) fn read(library: &Library) -> Result<Self, InvalidContent> {
        let Board { ages } = BOARD.read(library)?;
        let Powers { powers } = POWERS.read(library)?;
        if !ages.iter().map(|age| &age.id).eq(Age::ALL) {
            let words = "the ages are night, dawn, day and dusk, in this order";
            return Err(BOARD.invalid(words));
        }
        let same = |(content, power): (&PowerContent, &Power)| {
            content.id == *power && content.level == power.level()
        };
        if powers.len() != Power::ALL.len() || !powers.iter().zip(Power::ALL).all(same) {
            let words =
                "the 24 gold powers stand by level and then by the alphabet, with their levels";
            return Err(POWERS.invalid(words));
        }
        Ok(Self { ages, powers })
    }
}
