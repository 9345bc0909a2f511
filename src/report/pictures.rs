//! Pictures of one game, and plots, as functions of the templates.
//!
//! A template asks for a picture by name and puts it where it wants; a game's own template can put something else
//! there.

use super::{clean::Shown, plot, teams::Team};
use crate::{
    drawing::{Argument, Drawing, Picture},
    rulesets,
};
use minijinja::{
    Environment, Error, ErrorKind,
    value::{Rest, Serde, Value},
};
use serde_json::Value as Json;
use std::{
    any::Any,
    borrow::Cow,
    sync::{Arc, OnceLock},
};

/// Adds the pictures of a ruleset, and the plots of all games, as functions of the templates.
pub(super) fn add_to(environment: &mut Environment<'_>, ruleset: &str) {
    let pictures = rulesets::find(ruleset).map_or(&[][..], |known| known.pictures);
    for picture in pictures {
        environment.add_function(picture.name, |values: Rest<Value>| drawn(picture, &values));
    }
    environment.add_function("scores_moved", |history: Serde<plot::History>| {
        plot::moved(&history.0)
    });
    environment.add_function(
        "scores_over_time",
        |history: Serde<plot::History>, teams: Serde<Vec<Team>>| {
            Value::from_safe_string(plot::drawn(&history.0, &teams.0))
        },
    );
    environment.add_function(
        "scores_in_columns",
        |history: Serde<plot::History>, teams: Serde<Vec<Team>>| {
            plot::in_columns(&history.0, &teams.0)
        },
    );
}

/// A value of a template. What a picture decodes from a [`Shown`] is kept there.
pub(super) struct Passed<'a>(pub &'a Value);

impl Argument for Passed<'_> {
    fn json(&self) -> Result<Cow<'_, Json>, serde_json::Error> {
        let shown = self.0.downcast_object_ref::<Shown>();
        match shown.and_then(|shown| shown.source.get()) {
            Some(source) => Ok(Cow::Borrowed(source)),
            None => serde_json::to_value(self.0).map(Cow::Owned),
        }
    }

    fn memo(&self) -> Option<&OnceLock<Arc<dyn Any + Send + Sync>>> {
        self.0
            .downcast_object_ref::<Shown>()
            .map(|shown| &shown.decoded)
    }
}

fn drawn(picture: &Picture, values: &[Value]) -> Result<Value, Error> {
    let passed: Vec<Passed<'_>> = values.iter().map(Passed).collect();
    let passed: Vec<&dyn Argument> = passed.iter().map(|value| value as &dyn Argument).collect();
    let fails = |why: serde_json::Error| {
        Error::new(ErrorKind::CannotDeserialize, picture.name).with_source(why)
    };
    Ok(match (picture.draw)(&passed).map_err(fails)? {
        Drawing::Markup(markup) => Value::from_safe_string(markup),
        Drawing::Text(text) => Value::from(text),
    })
}
