//! Pictures and plots, drawn from a reader's view. The pictures of single games are here too and not with the rules,
//! because drawing needs floating-point numbers, which the rules must not use.
//!
//! A template requests a picture by the name of its function and places it; a game's own template can replace it.
//! Pictures are drawn here and not in templates, because drawing is arithmetic, which is slow and hard to read in
//! template languages. Everything is distinguished by letter, shape or pattern as well as by color, so that it can be
//! read in grey.

mod cone;
mod cone_text;
mod fares;
mod plot;
mod seen;
mod status;
mod svg;

use super::{shown, teams::Team};
use minijinja::{
    Environment, Error,
    value::{Serde, Value},
};

/// Adds the pictures to the template engine, as functions.
pub(super) fn add_to(environment: &mut Environment<'_>) {
    environment.add_function("cone_of_time", |view: &Value, board: &Value| {
        let picture = cone::drawn(&*shown::decoded(view)?, &*shown::decoded(board)?);
        Ok::<_, Error>(Value::from_safe_string(picture))
    });
    environment.add_function("cone_of_time_text", |view: &Value, board: &Value| {
        let picture = cone_text::drawn(&*shown::decoded(view)?, &*shown::decoded(board)?);
        Ok::<_, Error>(picture)
    });
    environment.add_function("status_display", |view: &Value| {
        let table = status::table(&*shown::decoded(view)?);
        Ok::<_, Error>(Value::from_safe_string(table))
    });
    environment.add_function("status_display_text", |view: &Value| {
        let columns = status::columns(&*shown::decoded(view)?);
        Ok::<_, Error>(columns)
    });
    environment.add_function("fares", |hexes: Serde<Vec<fares::Hex>>| {
        Value::from_safe_string(fares::table(&hexes.0))
    });
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
