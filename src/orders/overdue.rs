//! The seats and prompts that a sitting counts as late (fair1, section 6).

use super::set::OnFileSet;
use crate::engine::{Overdue, Prompt, SeatId};
use std::collections::BTreeMap;

/// Returns what is late in a sitting: the seats that are not played by their players and have sent nothing since the
/// sitting before; and if the deadline has passed, the seats without orders that the turn waits for, and the open prompts. A
/// seat that the turn did not wait for is not late for what it is asked in it.
///
/// `used` are the digests of the order files that the sitting before in the same turn used.
pub(crate) fn overdue(
    absent: impl IntoIterator<Item = SeatId>,
    (awaited, prompts): (&[SeatId], &[Prompt]),
    passed: bool,
    set: &OnFileSet,
    used: &BTreeMap<SeatId, String>,
) -> Overdue {
    let is_new = |seat: &SeatId| {
        let filed = set.orders.get(seat);
        filed.is_some_and(|filed| used.get(seat) != Some(&filed.digest))
    };
    let absent = absent.into_iter().filter(|seat| !is_new(seat));
    let mut late = Overdue {
        seats: absent.collect(),
        ..Overdue::default()
    };
    if passed {
        let without = awaited
            .iter()
            .filter(|seat| !set.orders.contains_key(*seat));
        late.seats.extend(without.cloned());
        late.prompts = prompts.iter().map(|prompt| prompt.id.clone()).collect();
    }
    late
}
