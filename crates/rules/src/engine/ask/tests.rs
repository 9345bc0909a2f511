//! Tests of legal answers, forced answers and random answers.

use super::*;
use crate::engine::{Choices, fingerprint::Fingerprint, listed::Listed, shapes::SELDOM};
use crate::{
    dice::Quick,
    engine::{Asked, Chooser, Meeting, Table},
};
use serde_json::json;

fn some(items: &[u32], min: usize, max: usize) -> Ask<'_, Vec<u32>> {
    Ask::some_of("some", items.to_vec(), min, max)
}

fn ranking(items: &[u32]) -> Ask<'_, Vec<u32>> {
    Ask::ranking("rank", items.to_vec())
}

fn judged(ask: &Ask<'_, Vec<u32>>, legal: &[&[u32]], illegal: &[&[u32]]) {
    for answer in legal {
        assert!(ask.legal(&answer.to_vec()), "{answer:?}");
    }
    for answer in illegal {
        assert!(!ask.legal(&answer.to_vec()), "{answer:?}");
    }
}

/// Returns the answer drawn with these picks, and the number of choices at each pick.
fn drawn(ask: &Ask<'_, Vec<u32>>, picks: &[usize]) -> (Vec<u32>, Vec<usize>) {
    let (mut picks, mut among) = (picks.iter(), vec![]);
    let Shape::Compound(compound) = &ask.shape else {
        panic!("choices that are listed");
    };
    let answer = compound.draw(&mut |n| {
        among.push(n);
        *picks.next().expect("a pick")
    });
    assert_eq!(picks.next(), None);
    (answer, among)
}

#[test]
fn one_of_the_choices_is_legal_and_the_first_is_the_default() {
    let ask = Ask::one_of("one", vec![2, 1]);
    assert_eq!((ask.legal(&1), ask.legal(&3)), (true, false));
    assert_eq!((ask.default, ask.scale), (2, false));
    assert_eq!(
        ask.shape.listed().plain(),
        Choices::OneOf(vec![json!(2), json!(1)])
    );
    assert_eq!(ask.only(), None);
    assert_eq!(Ask::one_of("one", vec![7]).only(), Some(7));
    let amount = Ask::amount("amount", vec![0, 1]).or(1);
    assert_eq!((amount.default, amount.scale), (1, true));
}

#[test]
fn some_of_the_items_are_as_many_as_are_wanted_and_each_once() {
    let ask = some(&[1, 2, 3], 1, 2);
    judged(
        &ask,
        &[&[1], &[3, 1]],
        &[&[], &[1, 2, 3], &[1, 1], &[4], &[1, 4]],
    );
    assert_eq!(ask.default, [1, 2]);
    let of = vec![json!(1), json!(2), json!(3)];
    let (min, max) = (1, 2);
    assert_eq!(ask.shape.listed().plain(), Choices::SomeOf { of, min, max });
    // Both limits are cut to the number of items.
    judged(&some(&[1, 2], 5, 9), &[&[2, 1]], &[&[1]]);
}

#[test]
fn a_choice_of_all_or_none_of_the_items_is_forced() {
    assert_eq!(some(&[1, 2], 0, 0).only(), Some(vec![]));
    assert_eq!(some(&[], 0, 3).only(), Some(vec![]));
    assert_eq!(some(&[1, 2], 2, 2).only(), Some(vec![1, 2]));
    for (min, max) in [(0, 1), (0, 2), (1, 1), (1, 2)] {
        assert_eq!(some(&[1, 2], min, max).only(), None, "{min} to {max}");
    }
}

#[test]
fn a_ranking_has_all_the_items_each_once() {
    let ask = ranking(&[1, 2, 3]);
    let no: [&[u32]; 4] = [&[1, 2], &[1, 2, 2], &[1, 2, 4], &[1, 2, 3, 3]];
    judged(&ask, &[&[1, 2, 3], &[3, 1, 2]], &no);
    assert_eq!((&ask.default, ask.only()), (&vec![1, 2, 3], None));
    assert_eq!(ranking(&[1]).only(), Some(vec![1]));
    assert_eq!(ranking(&[]).only(), Some(vec![]));
    let of = vec![json!(1)];
    assert_eq!(
        ranking(&[1]).shape.listed().plain(),
        Choices::Ranking { of }
    );
}

/// The first pick is the number of items; each further pick takes one of the items that remain.
#[test]
fn items_are_drawn_one_by_one() {
    let ask = some(&[1, 2, 3, 4], 1, 3);
    assert_eq!(
        drawn(&ask, &[2, 3, 0, 1]),
        (vec![4, 1, 3], vec![3, 4, 3, 2])
    );
    assert_eq!(drawn(&ask, &[0, 1]), (vec![2], vec![3, 4]));
    let ask = ranking(&[1, 2, 3]);
    assert_eq!(drawn(&ask, &[1, 1, 0]), (vec![2, 3, 1], vec![3, 2, 1]));
}

#[test]
fn what_is_seldom_done_is_listed_only_when_it_is_needed() {
    let listed = std::cell::Cell::new(0);
    let others = || {
        listed.set(listed.get() + 1);
        vec![vec![7], vec![8]]
    };
    let ask = Ask::seldom("seldom", vec![vec![], vec![1]], others);
    assert_eq!((ask.default.clone(), ask.legal(&vec![1])), (vec![], true));
    // The second usual choice, without a look at the others.
    assert_eq!(drawn(&ask, &[0, 1]), (vec![1], vec![SELDOM, 2]));
    assert_eq!(listed.get(), 0);
    assert_eq!(drawn(&ask, &[SELDOM - 1, 1]), (vec![8], vec![SELDOM, 2]));
    judged(&ask, &[&[], &[1], &[7]], &[&[9]]);
    let all = vec![json!([]), json!([1]), json!([7]), json!([8])];
    assert_eq!(ask.shape.listed().plain(), Choices::OneOf(all));
    assert_eq!(ask.only(), None);
    let weighed = |ask: &Ask<'_, Vec<u32>>, at: usize| match &ask.shape {
        Shape::Compound(compound) => compound.weigh(&mut |_| at),
        Shape::OneOf(_) => panic!("the shape has parts"),
    };
    // A bot that weighs all choices picks by their place in the whole list.
    let each: Vec<Vec<u32>> = (0..4).map(|at| weighed(&ask, at)).collect();
    assert_eq!(each, [vec![], vec![1], vec![7], vec![8]]);
    assert_eq!(listed.get(), 1, "the others are listed once");
    let open = Ask::<Vec<u32>>::seldom("seldom", vec![vec![]], || panic!("no list is needed"));
    assert_eq!(open.several().only(), None);
    let alone = Ask::seldom("seldom", vec![vec![]], Vec::new);
    assert_eq!(alone.only(), Some(vec![]));
    assert_eq!(drawn(&alone, &[SELDOM - 1]), (vec![], vec![SELDOM]));
}

/// A bot that weighs all choices, and takes the one at this place.
struct Weighing(usize);

impl Chooser for Weighing {
    fn choose(&mut self, _: &SeatId, _: &str, n: usize) -> usize {
        assert!(self.0 < n, "{n} choices");
        self.0
    }
    fn meets(&mut self, _: &SeatId) -> bool {
        true
    }
    fn meet(&mut self, _: &Asked<'_>, _: bool, _: Option<&Seen<'_>>) -> Meeting {
        Meeting::Weighed
    }
}

/// A bot that searches tries the choices of a question by their places in its list, so the table must take its pick as
/// such a place.
#[test]
fn a_weighed_pick_is_a_place_among_all_choices() {
    let red = SeatId::new("red").expect("a name");
    let answers = (0..4).map(|at| {
        let (mut bot, mut dice) = (Weighing(at), Quick::new(1));
        let mut table = Table::<()>::in_memory(&mut bot, &mut dice);
        let ask = Ask::seldom("seldom", vec![1, 2], || vec![7, 8]);
        table.ask(&red, ask).expect("an answer")
    });
    assert_eq!(answers.collect::<Vec<u32>>(), [1, 2, 7, 8]);
}

/// A question has one name, whether its choices are read as the rules have them or as plain data: an audit derives the answers
/// of bots again, and their chance hangs on the name.
#[test]
fn choices_have_the_same_fingerprint_and_places_typed_and_plain() {
    let one = Ask::one_of(
        "one",
        vec![Some("a"), None]
            .into_iter()
            .map(|x| x.map(str::to_owned))
            .collect(),
    );
    let seldom = Ask::seldom("seldom", vec![3_u8, 1], || vec![2]);
    let (some, ranking) = (some(&[5, 6, 7], 1, 2), ranking(&[9, 8]));
    let each = [
        one.shape.listed(),
        seldom.shape.listed(),
        some.shape.listed(),
        ranking.shape.listed(),
    ];
    for typed in each {
        let plain = typed.plain();
        let mut print = Fingerprint::of("");
        typed.print(&mut print);
        let mut other = Fingerprint::of("");
        other.add(&plain);
        assert_eq!(print, other, "{plain:?}");
        for answer in [
            json!("a"),
            json!(null),
            json!(1),
            json!(2),
            json!(4),
            json!([9, 8]),
        ] {
            assert_eq!(
                typed.place(&answer),
                plain.place(&answer),
                "{answer} of {plain:?}"
            );
        }
    }
    assert_eq!(seldom.shape.listed().place(&json!(2)), Some(2));
    let list = |listed: &dyn Listed| {
        listed
            .list()
            .and_then(|list| list.downcast::<Vec<u8>>().ok())
    };
    assert_eq!(list(seldom.shape.listed()), Some(Box::new(vec![3, 1, 2])));
    assert_eq!(list(one.shape.listed()), None, "of another type");
    assert_eq!(
        list(some.shape.listed()),
        None,
        "an answer has several parts"
    );
}
