//! The seats and prompts that a sitting counts as late (fair1, section 6).

use super::set::OnFileSet;
use crate::{
    collect::Collect,
    engine::{Overdue, Prompt, SeatId},
};
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
        seats: absent.collect_set(),
        ..Overdue::default()
    };
    if passed {
        let without = awaited
            .iter()
            .filter(|seat| !set.orders.contains_key(*seat));
        late.seats.extend(without.cloned());
        late.prompts = prompts.iter().map(|prompt| prompt.id.clone()).collect_set();
    }
    late
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_dir::read_order_file;
    use serde_json::Value;

    fn seat(name: &str) -> SeatId {
        SeatId::new(name).expect("a name")
    }

    /// Returns what is late if `red` and `blue` are absent, `red` has sent orders, and all seats are awaited.
    fn late(passed: bool, used: bool) -> Vec<String> {
        let text = b"game: gem\nturn: 1\nseat: red\n";
        let filed = read_order_file("red.yaml", text, |_| Ok(Value::Null)).expect("an order file");
        let mut set = OnFileSet::default();
        let digest = (seat("red"), filed.digest.clone());
        set.orders.insert(seat("red"), filed);
        let seats = ["blue", "gold", "red"].map(seat);
        let used = used.then_some(digest).into_iter().collect();
        let absent = [seat("blue"), seat("red")];
        let late = overdue(absent, (&seats, &[]), passed, &set, &used);
        late.seats.iter().map(ToString::to_string).collect()
    }

    /// fair1, section 6.
    #[test]
    fn an_absent_seat_is_late_unless_its_orders_are_new() {
        assert_eq!(late(false, false), ["blue"]);
        assert_eq!(late(false, true), ["blue", "red"]);
    }

    #[test]
    fn a_seat_without_orders_is_late_when_the_deadline_has_passed() {
        assert_eq!(late(true, false), ["blue", "gold"]);
    }
}
