//! Order files for another game, turn or seat, and orders that are against the rules.

use super::check::{Bad, check, check_apart};
use insta::assert_snapshot;

#[test]
fn the_wrong_game() {
    assert_snapshot!(check(&[Bad::file("other.yaml", "game: gem-1993\nturn: 1\nseat: zytal\nmoves: []\n")]), @r"
    error[E0302]: These are orders for the game `gem-1993`.
     --> other.yaml:1:7
      |
    1 | game: gem-1993
      |       ^^^^^^^^
      |
      = help: This is the game `gem`.
    REJECTED other.yaml
    exit code 1
    ");
}

#[test]
fn the_wrong_turn() {
    assert_snapshot!(check(&[Bad::file("late.yaml", "game: gem\nturn: 0\nseat: zytal\n"), Bad::file("early.yaml", "game: gem\nturn: 2\nseat: zytal\n")]), @r"
    error[E0303]: Turn 0 is over.
     --> late.yaml:2:7
      |
    2 | turn: 0
      |       ^
      |
      = help: Orders are wanted for turn 1: take the form of the last report.
    error[E0303]: Turn 2 has not begun.
     --> early.yaml:2:7
      |
    2 | turn: 2
      |       ^
      |
      = help: Orders are wanted for turn 1.
    REJECTED late.yaml
    REJECTED early.yaml
    exit code 1
    ");
}

/// Only the view shows whom it was sent to; for the GM every seat of the game is valid.
#[test]
fn the_wrong_seat() {
    let (game, view) = check_apart(&[Bad::file(
        "roo.yaml",
        "game: gem\nturn: 1\nseat: roo\nmoves: []\n",
    )]);
    assert_snapshot!(game, @r"
    ACCEPTED roo.yaml
    exit code 0
    ");
    assert_snapshot!(view, @r"
    error[E0304]: These are orders of `roo`.
     --> roo.yaml:3:7
      |
    3 | seat: roo
      |       ^^^
      |
      = help: This file is for `zytal`.
    REJECTED roo.yaml
    exit code 1
    ");
}

#[test]
fn a_seat_that_does_not_exist() {
    let (game, view) = check_apart(&[Bad::file("zital.yaml", "game: gem\nturn: 1\nseat: zital\n")]);
    assert_snapshot!(game, @r"
    error[E0304]: There is no seat `zital` in this game.
     --> zital.yaml:3:7
      |
    3 | seat: zital
      |       ^^^^^
      |
      = help: Did you mean `zytal`?
    REJECTED zital.yaml
    exit code 1
    ");
    assert_snapshot!(view, @r"
    error[E0304]: There is no seat `zital` in this game.
     --> zital.yaml:3:7
      |
    3 | seat: zital
      |       ^^^^^
      |
      = help: This file is for `zytal`.
    REJECTED zital.yaml
    exit code 1
    ");
}

#[test]
fn everything_wrong_at_once() {
    let (game, view) = check_apart(&[Bad::file(
        "lost.yaml",
        "game: jem\nturn: 7\nseat: klingon\n",
    )]);
    assert_snapshot!(game, @r"
    error[E0302]: These are orders for the game `jem`.
     --> lost.yaml:1:7
      |
    1 | game: jem
      |       ^^^
      |
      = help: This is the game `gem`.

    error[E0303]: Turn 7 has not begun.
     --> lost.yaml:2:7
      |
    2 | turn: 7
      |       ^
      |
      = help: Orders are wanted for turn 1.

    error[E0304]: There is no seat `klingon` in this game.
     --> lost.yaml:3:7
      |
    3 | seat: klingon
      |       ^^^^^^^
      |
      = help: The seats are buralti, veneb, human, fiolli, roo, zytal.
    REJECTED lost.yaml
    exit code 1
    ");
    assert_snapshot!(view, @r"
    error[E0302]: These are orders for the game `jem`.
     --> lost.yaml:1:7
      |
    1 | game: jem
      |       ^^^
      |
      = help: This is the game `gem`.

    error[E0303]: Turn 7 has not begun.
     --> lost.yaml:2:7
      |
    2 | turn: 7
      |       ^
      |
      = help: Orders are wanted for turn 1.

    error[E0304]: There is no seat `klingon` in this game.
     --> lost.yaml:3:7
      |
    3 | seat: klingon
      |       ^^^^^^^
      |
      = help: This file is for `zytal`.
    REJECTED lost.yaml
    exit code 1
    ");
}

#[test]
fn a_tile_that_does_not_exist() {
    assert_snapshot!(check(&[Bad::orders("tile.yaml", "headquarters: {research: [4a-12]}\nmoves:\n  - {unit: agent-1, to: 4b-13}\n")]), @r"
    error[E1001]: There is no tile 4a-12.
     --> tile.yaml:4:27
      |
    4 | headquarters: {research: [4a-12]}
      |                           ^^^^^
      |
      = help: Zone 4a has the tiles 4a-1 to 4a-11.

    error[E1001]: There is no tile 4b-13.
     --> tile.yaml:6:25
      |
    6 |   - {unit: agent-1, to: 4b-13}
      |                         ^^^^^
      |
      = help: Zone 4b has the tiles 4b-1 to 4b-12.
    REJECTED tile.yaml
    exit code 1
    ");
}

#[test]
fn a_unit_that_does_not_exist() {
    assert_snapshot!(check(&[Bad::orders("unit.yaml", "moves:\n  - {unit: agent-7, to: 4b-2}\n"), Bad::orders("past.yaml", "headquarters: {maintain: [agent-1]}\n"), Bad::orders("nobody.yaml", "actions:\n  - search: {tile: 7b-3}\n")]), @r"
    error[E1002]: You have no agent-7.
     --> unit.yaml:5:12
      |
    5 |   - {unit: agent-7, to: 4b-2}
      |            ^^^^^^^
    error[E1004]: agent-1 is not in the past.
     --> past.yaml:4:27
      |
    4 | headquarters: {maintain: [agent-1]}
      |                           ^^^^^^^
    warning[E1013]: You have no operative in 7b-3.
     --> nobody.yaml:5:20
      |
    5 |   - search: {tile: 7b-3}
      |                    ^^^^
      |
      = help: It is in order if one of your moves is still to lead there.
    REJECTED unit.yaml
    REJECTED past.yaml
    ACCEPTED WITH WARNINGS nobody.yaml
    exit code 1
    ");
}

/// Zytal has 20 credits. Credits that were spent before are gone.
#[test]
fn too_little_money() {
    assert_snapshot!(check(&[Bad::orders("machine.yaml", "headquarters:\n  buy: {time-machines: 1}\n"), Bad::orders("fare.yaml", "headquarters:\n  buy: {squads: 3}\nmoves:\n  - {unit: agent-1, to: 7b-3}\n")]), @r"
    error[E1006]: That costs 25 credits and you have 20.
     --> machine.yaml:5:24
      |
    5 |   buy: {time-machines: 1}
      |                        ^
    error[E1006]: That costs 6 credits and you have 5.
     --> fare.yaml:7:5
      |
    7 |   - {unit: agent-1, to: 7b-3}
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^
    REJECTED machine.yaml
    REJECTED fare.yaml
    exit code 1
    ");
}

/// Zytal has three machines: one is used for the looks, and two for travels.
#[test]
fn no_free_machine() {
    assert_snapshot!(check(&[Bad::orders("machine.yaml", "headquarters:\n  research: [7a-1]\nmoves:\n  - {unit: agent-1, to: 7b-4}\n  - {unit: agent-2, to: 1b-4}\n  - {unit: squad-1, to: 7b-4}\n")]), @r"
    error[E1007]: You have 0 time machines free and need 1.
     --> machine.yaml:9:5
      |
    9 |   - {unit: squad-1, to: 7b-4}
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^
    REJECTED machine.yaml
    exit code 1
    ");
}

/// A unit moves along a timestream at once, and again after a travel.
#[test]
fn both_kinds_of_movement() {
    assert_snapshot!(check(&[Bad::orders("both.yaml", "moves:\n  - {unit: agent-1, along: time-travel, to: 7b-4}\n"), Bad::orders("again.yaml", "moves:\n  - {unit: agent-1, to: 7b-4}\n  - {unit: agent-1, along: time-travel, to: 7b-3}\n")]), @r"
    error[E1009]: agent-1 comes from the present, and so cannot move along a timestream in the same turn (9.1).
     --> both.yaml:5:28
      |
    5 |   - {unit: agent-1, along: time-travel, to: 7b-4}
      |                            ^^^^^^^^^^^
    error[E1008]: agent-1 has moved already: an operative travels to the past or moves inside it, once (9.1).
     --> again.yaml:6:12
      |
    6 |   - {unit: agent-1, along: time-travel, to: 7b-3}
      |            ^^^^^^^
    REJECTED both.yaml
    REJECTED again.yaml
    exit code 1
    ");
}

#[test]
fn a_place_in_the_player_order_that_does_not_exist() {
    assert_snapshot!(check(&[Bad::orders("place.yaml", "turn-order: {prefer: [7, 1, 1]}\n")]), @r"
    error[E1020]: Place 7 in the player order is taken or is not there.
     --> place.yaml:4:23
      |
    4 | turn-order: {prefer: [7, 1, 1]}
      |                       ^

    error[E1024]: Place 1 is there twice.
     --> place.yaml:4:29
      |
    4 | turn-order: {prefer: [7, 1, 1]}
      |                             ^
    REJECTED place.yaml
    exit code 1
    ");
}

#[test]
fn actions_out_of_order() {
    assert_snapshot!(check(&[Bad::orders("order.yaml", "moves:\n  - {unit: agent-1, to: 7b-4}\nactions:\n  - rotate: {tile: 7b-4, to: 3}\n  - search: {tile: 7b-4}\n")]), @r"
    error[E1023]: A rotate comes before a search here, but the steps go ask, search, attack, then reverse and rotate (9).
     --> order.yaml:8:5
      |
    8 |   - search: {tile: 7b-4}
      |     ^^^^^^^^^^^^^^^^^^^^
    REJECTED order.yaml
    exit code 1
    ");
}

#[test]
fn a_question_this_game_never_asks() {
    assert_snapshot!(check(&[Bad::orders("wake.yaml", "wake: [contribut]\n"), Bad::orders("when.yaml", "standing:\n  - {when: {ask: opose}, prefer: [oppose]}\n")]), @r"
    error[E0305]: This game never asks `contribut`.
     --> wake.yaml:4:8
      |
    4 | wake: [contribut]
      |        ^^^^^^^^^
      |
      = help: Did you mean `contribute`?
    error[E0305]: This game never asks `opose`.
     --> when.yaml:5:18
      |
    5 |   - {when: {ask: opose}, prefer: [oppose]}
      |                  ^^^^^
      |
      = help: Did you mean `oppose`?
    REJECTED wake.yaml
    REJECTED when.yaml
    exit code 1
    ");
}

/// A bad file stops no other one, and is not accepted in part.
#[test]
fn good_and_bad_files_side_by_side() {
    assert_snapshot!(check(&[Bad::orders("good.yaml", "moves: []\n"), Bad::orders("bad.yaml", "moves:\n  - {unit: agent-1, to: 7b-4}\n  - {unit: agent-9, to: 7b-4}\n")]), @r"
    error[E1002]: You have no agent-9.
     --> bad.yaml:6:12
      |
    6 |   - {unit: agent-9, to: 7b-4}
      |            ^^^^^^^
    ACCEPTED good.yaml
    REJECTED bad.yaml
    exit code 1
    ");
}

#[test]
fn a_standing_order_that_can_never_be_given() {
    assert_snapshot!(check(&[
        Bad::orders("answer.yaml", "standing: [{when: {ask: oppose}, prefer: [opose]}]\n"),
        Bad::orders("field.yaml", "standing:\n  - {when: {ask: oppose, against: burlati, tile: any}, prefer: [oppose]}\n"),
        Bad::orders("number.yaml", "standing: [{when: {ask: pay}, prefer: [ten, 5]}]\n"),
        Bad::orders("none.yaml", "standing: [{when: {ask: pay}, prefer: []}]\n"),
    ]), @r#"
    error[E0311]: "opose" is not an answer to `oppose`.
     --> answer.yaml:4:43
      |
    4 | standing: [{when: {ask: oppose}, prefer: [opose]}]
      |                                           ^^^^^
      |
      = help: Did you mean `oppose`?
    error[E0310]: The `against` of a question `oppose` is never "burlati".
     --> field.yaml:5:35
      |
    5 |   - {when: {ask: oppose, against: burlati, tile: any}, prefer: [oppose]}
      |                                   ^^^^^^^
      |
      = help: Did you mean `buralti`?

    error[E0310]: The `tile` of a question `oppose` is never "any".
     --> field.yaml:5:50
      |
    5 |   - {when: {ask: oppose, against: burlati, tile: any}, prefer: [oppose]}
      |                                                  ^^^
      |
      = help: `any` is no tile (they are named like 4a-3: zone, hyphen, number).
    error[E0311]: "ten" is not an answer to `pay`.
     --> number.yaml:4:40
      |
    4 | standing: [{when: {ask: pay}, prefer: [ten, 5]}]
      |                                        ^^^
      |
      = help: Invalid type: string "ten", expected u32.
    error[E0311]: This standing order has no answer.
     --> none.yaml:4:12
      |
    4 | standing: [{when: {ask: pay}, prefer: []}]
      |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: Write the answers under `prefer`, the most wanted first.
    REJECTED answer.yaml
    REJECTED field.yaml
    REJECTED number.yaml
    REJECTED none.yaml
    exit code 1
    "#);
}

/// A mail program has cut the attachment.
#[test]
fn a_truncated_view_is_reported() {
    let bench = super::bench::Bench::started();
    let view = bench.read("gem/reports/0000/0001/zytal.view.yaml");
    bench.write(
        "o.yaml",
        super::bench::orders("zytal", 1, "headquarters: {research: [7b-4]}\n"),
    );
    let mut whole = 0;
    let lines: Vec<&str> = view.lines().collect();
    for n in (0..lines.len()).step_by(37) {
        bench.write("cut.yaml", lines[..n].join("\n") + "\n");
        let said = bench.run(&["check", "o.yaml", "--view", "cut.yaml"]);
        assert!([1, 3].contains(&said.code), "{n}: {}", said.all());
        whole += u32::from(
            said.err
                .contains("error[E1033]: The view that you check against is not whole."),
        );
    }
    assert!(whole > 0);
}

#[test]
fn consequences_of_a_mistake_are_not_reported_as_mistakes() {
    let codes = |body: &str| -> Vec<String> {
        let said = check(&[Bad::orders("o.yaml", body)]);
        let lines = said.lines().filter_map(|line| line.split_once("]: "));
        lines.map(|(code, _)| code.to_owned()).collect()
    };
    for (body, wanted) in [
        (
            "moves: [{unit: agent-22, to: 7b-4}]\nactions: [search: {tile: 7b-4}, attack: {tile: 7b-4}]\n",
            &["error[E1002"][..],
        ),
        (
            "headquarters: {buy: {squads: 9}}\nmoves: [{unit: squad-2, to: 7b-4}, {unit: squad-3, to: 7b-4}]\nactions: [search: {tile: 7b-4}]\n",
            &["error[E1006"],
        ),
        (
            "moves: [{unit: agent-1, to: 7b-44}]\nactions: [search: {tile: 7b-4}]\n",
            &["error[E1001"],
        ),
        // Two independent mistakes.
        (
            "moves: [{unit: agent-8, to: 7b-4}, {unit: agent-9, to: 7b-4}]\n",
            &["error[E1002", "error[E1002"],
        ),
        (
            "actions: [search: {tile: 7b-4}]\nmoves: []\n",
            &["error[E1013"],
        ),
    ] {
        assert_eq!(codes(body), wanted, "{body}");
    }
}

/// A player with standing orders does not want the turn to be played without them.
#[test]
fn a_turn_is_not_played_without_a_seats_unreadable_standing_orders() {
    let bench = super::bench::Bench::copy(super::script::ready());
    bench.write("gem/standing/zytal.yaml", "standing: nope\n");
    let before = bench.tree();
    let said = bench.run(&["adjudicate", super::bench::GAME]);
    assert_eq!(said.code, 3, "{}", said.all());
    assert!(
        said.err
            .contains("error[E0208]: `standing`: a list is wanted"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("hint: Nothing was changed. Fix the file"),
        "{}",
        said.err
    );
    assert_eq!(bench.tree().against(&before), "");
}

#[test]
fn a_key_without_a_value_and_a_form_of_another_report() {
    assert_snapshot!(check(&[
        Bad::orders("empty.yaml", "actions: [attack: {tile: 7b-4, race: }]\n"),
        Bad::orders("stale.yaml", "sitting: 7\nmoves: []\n"),
    ]), @r"
    error[E0210]: `race` in item 1 of `actions`: nothing is written here; a value is wanted
     --> empty.yaml:4:32
      |
    4 | actions: [attack: {tile: 7b-4, race: }]
      |                                ^^^^
      |
      = help: write the value, or leave the key out
    error[E0312]: This answers the report of sitting 7; the last is of sitting 1.
     --> stale.yaml:4:10
      |
    4 | sitting: 7
      |          ^
      |
      = help: Write `sitting: 1`, or take the form of the last report.
    REJECTED empty.yaml
    REJECTED stale.yaml
    exit code 1
    ");
}
