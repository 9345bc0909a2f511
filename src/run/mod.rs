//! One run of the adjudicator: orders are locked, dice are drawn, results are published, readers are notified.

mod begun;
mod cache;
mod collected;
mod due;
pub mod escalation;
mod execute;
mod kept;
mod lock;
mod mailed;
mod notify;
mod orders_told;
mod play;
mod preview;
mod publish;
mod reading;
mod request;
mod save;
mod scores;
mod sitting;
mod told;
mod waits;

pub(crate) use begun::{begin, bind, checkpoint, first_turn, open_fork, whole};
pub use due::{bots, lapse, lapsed, owing, played_by, step, unattended};
pub use escalation::missed_one;
pub(crate) use execute::{deadline, readers};
pub(crate) use kept::view_text;
pub use lock::draw_locked;
pub(crate) use play::play;
pub use preview::{Preview, preview};
pub use publish::Deck;
pub(crate) use publish::{Publisher, lines_of, rolls_of};
pub use request::{Begun, Due, Request, RunOutcome};
pub(crate) use sitting::one;
pub use sitting::{sit, sit_on};
pub use waits::{due, wanting};
