//! The lobby of a game: founding, seating, promising and opening salts, and starting the first sitting.

mod found;
mod guest_list;
mod invitations;
mod salts;
mod seat;
mod seat_draw;
mod seated_record;
mod step;
mod teams;
mod wanted;

pub(crate) use found::founding;
pub use found::{Founded, found, found_with, start};
pub use guest_list::read_guests;
pub(crate) use invitations::Invited;
pub(crate) use salts::is_drawn;
pub use salts::{advance, close_table, draw_game, lower, promise_salt, wanted, write_salts};
pub use seat::{Correction, correct_player, remind_players, seat_player};
pub(crate) use seated_record::seated_lines;
pub use wanted::Wanted;
pub(crate) use wanted::genesis;
