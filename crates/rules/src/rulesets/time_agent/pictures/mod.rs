//! Pictures of Time Agent: its board, its status display, its fares. They show a view, so they show what its reader may
//! see.
//!
//! They are drawn here and not in templates because a drawing is arithmetic, which template languages do slowly and
//! unreadably. A letter, shape or pattern says what a color says, so that they can be read in grey.

mod cone;
mod cone_text;
mod fares;
mod seen;
mod status;

use crate::drawing::{Drawing, Picture, argument};

/// The pictures, by the names that the templates use.
pub(crate) const PICTURES: &[Picture] = &[
    Picture {
        name: "cone_of_time",
        draw: |of| {
            let (seen, board) = (argument(of, 0)?, argument(of, 1)?);
            let own = match of.len() {
                0..=2 => None,
                _ => Some(argument::<Option<String>>(of, 2)?),
            };
            let marks = match of.len() {
                0..=3 => None,
                _ => Some(argument::<cone::Marks>(of, 3)?),
            };
            let before = match of.len() {
                0..=4 => None,
                _ => Some(argument::<Option<seen::Seen>>(of, 4)?),
            };
            let own = own.as_deref().and_then(Option::as_deref);
            let before = before.as_deref().and_then(Option::as_ref);
            let marks = marks.as_deref();
            Ok(Drawing::Markup(cone::drawn(
                &seen, &board, own, marks, before,
            )))
        },
    },
    Picture {
        name: "cone_of_time_text",
        draw: |of| {
            let board = cone_text::drawn(&*argument(of, 0)?, &*argument(of, 1)?);
            Ok(Drawing::Text(board))
        },
    },
    Picture {
        name: "status_display",
        draw: |of| Ok(Drawing::Markup(status::table(&*argument(of, 0)?))),
    },
    Picture {
        name: "status_display_text",
        draw: |of| Ok(Drawing::Text(status::columns(&*argument(of, 0)?))),
    },
    Picture {
        name: "fares",
        draw: |of| Ok(Drawing::Markup(fares::table(&argument::<Vec<_>>(of, 0)?))),
    },
];
