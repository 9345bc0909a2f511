//! Malformed YAML files: each mistake has a code, a place, and its line with a caret.

use super::check::{Bad, check};
use insta::assert_snapshot;

/// Unknown keys at the top, in an item, in a section, and one that resembles no known key.
#[test]
fn unknown_keys() {
    assert_snapshot!(check(&[Bad::orders("top.yaml", "movs: []\n"), Bad::orders("item.yaml", "moves:\n  - {unti: agent-1, to: 4b-2}\n"), Bad::orders("section.yaml", "headquarters:\n  maintian: []\n"), Bad::orders("far.yaml", "headquarters: {lunch: noon}\n")]), @r"
    error[E0201]: unknown key `movs`
     --> top.yaml:4:1
      |
    4 | movs: []
      | ^^^^
      |
      = help: did you mean `moves`?
    error[E0201]: unknown key `unti` in item 1 of `moves`
     --> item.yaml:5:6
      |
    5 |   - {unti: agent-1, to: 4b-2}
      |      ^^^^
      |
      = help: did you mean `unit`?
    error[E0201]: unknown key `maintian` in `headquarters`
     --> section.yaml:5:3
      |
    5 |   maintian: []
      |   ^^^^^^^^
      |
      = help: did you mean `maintain`?
    error[E0201]: unknown key `lunch` in `headquarters`
     --> far.yaml:4:16
      |
    4 | headquarters: {lunch: noon}
      |                ^^^^^
      |
      = help: known here: `after-earlier`, `maintain`, `buy` or `research`
    REJECTED top.yaml
    REJECTED item.yaml
    REJECTED section.yaml
    REJECTED far.yaml
    exit code 1
    ");
}

#[test]
fn a_missing_key() {
    assert_snapshot!(check(&[Bad::file("seatless.yaml", "game: gem\nturn: 1\nmoves: []\n"), Bad::orders("nowhere.yaml", "moves:\n  - {unit: agent-1}\n")]), @r"
    error[E0202]: the key `seat` is missing
     --> seatless.yaml:1:1
      |
    1 | game: gem
      | ^^^^^^^^^
    error[E0202]: the key `to` is missing in item 1 of `moves`
     --> nowhere.yaml:5:5
      |
    5 |   - {unit: agent-1}
      |     ^^^^^^^^^^^^^^^
    REJECTED seatless.yaml
    REJECTED nowhere.yaml
    exit code 1
    ");
}

#[test]
fn wrong_types_of_lists_and_groups() {
    assert_snapshot!(check(&[Bad::orders("text.yaml", "moves: none\n"), Bad::orders("list.yaml", "headquarters: [agent-1]\n"), Bad::orders("scalar.yaml", "actions:\n  - search: 4b-2\n"), Bad::orders("item.yaml", "moves: [[agent-1, 4b-2]]\n")]), @r"
    error[E0208]: `moves`: a list is wanted, but this is the text `none`
     --> text.yaml:4:8
      |
    4 | moves: none
      |        ^^^^
      |
      = help: a list of one is written `[none]`
    error[E0209]: `headquarters`: `key: value` is wanted, but this is a list
     --> list.yaml:4:15
      |
    4 | headquarters: [agent-1]
      |               ^^^^^^^^^
    error[E0209]: `search` in item 1 of `actions`: `key: value` is wanted, but this is the text `4b-2`
     --> scalar.yaml:5:13
      |
    5 |   - search: 4b-2
      |             ^^^^
    error[E0215]: item 1 of `moves`: an order or the word `hold` is wanted, but this is a list
     --> item.yaml:4:9
      |
    4 | moves: [[agent-1, 4b-2]]
      |         ^^^^^^^^^^^^^^^
    REJECTED text.yaml
    REJECTED list.yaml
    REJECTED scalar.yaml
    REJECTED item.yaml
    exit code 1
    ");
}

#[test]
fn wrong_types_of_numbers() {
    assert_snapshot!(check(&[Bad::orders("word.yaml", "headquarters: {buy: {squads: two}}\n"), Bad::orders("half.yaml", "headquarters: {buy: {squads: 1.5}}\n"), Bad::orders("minus.yaml", "headquarters: {buy: {squads: -1}}\n"), Bad::orders("zeros.yaml", "headquarters: {buy: {squads: 0123}}\n"), Bad::file("turn.yaml", "game: gem\nturn: one\nseat: zytal\n")]), @r"
    error[E0205]: `squads`: a whole number is wanted, but this is the text `two`
     --> word.yaml:4:30
      |
    4 | headquarters: {buy: {squads: two}}
      |                              ^^^
    error[E0205]: `squads`: a whole number is wanted, not `1.5`
     --> half.yaml:4:30
      |
    4 | headquarters: {buy: {squads: 1.5}}
      |                              ^^^
    error[E0206]: `squads`: -1 is out of range: from 0 to 4294967295
     --> minus.yaml:4:30
      |
    4 | headquarters: {buy: {squads: -1}}
      |                              ^^
    error[E0205]: `squads`: the number `0123` begins with 0
     --> zeros.yaml:4:30
      |
    4 | headquarters: {buy: {squads: 0123}}
      |                              ^^^^
      |
      = help: leave out the zeros in front
    error[E0205]: `turn`: a whole number is wanted, but this is the text `one`
     --> turn.yaml:2:7
      |
    2 | turn: one
      |       ^^^
    REJECTED word.yaml
    REJECTED half.yaml
    REJECTED minus.yaml
    REJECTED zeros.yaml
    REJECTED turn.yaml
    exit code 1
    ");
}

#[test]
fn wrong_types_of_yes_and_no() {
    assert_snapshot!(check(&[Bad::orders("maybe.yaml", "headquarters: {after-earlier: maybe}\n"), Bad::orders("no.yaml", "headquarters: {after-earlier: no}\n")]), @r"
    error[E0207]: `after-earlier`: `true` or `false` is wanted, but this is the text `maybe`
     --> maybe.yaml:4:31
      |
    4 | headquarters: {after-earlier: maybe}
      |                               ^^^^^
    error[E0207]: `after-earlier`: `true` or `false` is wanted, but this is the text `no`
     --> no.yaml:4:31
      |
    4 | headquarters: {after-earlier: no}
      |                               ^^
      |
      = help: write `false`
    REJECTED maybe.yaml
    REJECTED no.yaml
    exit code 1
    ");
}

/// The value stays the word that was written, which is then an unknown word.
#[test]
fn no_where_a_word_is_meant() {
    assert_snapshot!(check(&[Bad::orders("no.yaml", "opposition:\n  - {tile: any, declare: no}\n"), Bad::orders("skip.yaml", "if-illegal: no\n"), Bad::orders("look.yaml", "headquarters: {research: [no]}\n")]), @r"
    error[E0203]: unknown word `no` in `declare` in item 1 of `opposition`
     --> no.yaml:5:26
      |
    5 |   - {tile: any, declare: no}
      |                          ^^
      |
      = help: known here: `oppose`, `stand-aside` or `ask`
    error[E0203]: unknown word `no` in `if-illegal`
     --> skip.yaml:4:13
      |
    4 | if-illegal: no
      |             ^^
      |
      = help: known here: `ask` or `skip`
    error[E0214]: item 1 of `research`: `no` is no tile (they are named like 4a-3: zone, hyphen, number)
     --> look.yaml:4:27
      |
    4 | headquarters: {research: [no]}
      |                           ^^
    REJECTED no.yaml
    REJECTED skip.yaml
    REJECTED look.yaml
    exit code 1
    ");
}

#[test]
fn on_where_a_word_is_meant() {
    assert_snapshot!(check(&[Bad::orders("on.yaml", "moves: [on]\n"), Bad::orders("action.yaml", "actions: [on]\n")]), @r"
    error[E0215]: item 1 of `moves`: a move such as `{unit: agent-1, to: 4b-2}`, or the word `hold`, is wanted, but this is the text `on`
     --> on.yaml:4:9
      |
    4 | moves: [on]
      |         ^^
    error[E0203]: unknown word `on` in item 1 of `actions`
     --> action.yaml:4:11
      |
    4 | actions: [on]
      |           ^^
      |
      = help: known here: `ask`, `search`, `attack`, `reverse`, `rotate` or `hold`
    REJECTED on.yaml
    REJECTED action.yaml
    exit code 1
    ");
}

#[test]
fn a_number_where_a_word_is_meant() {
    assert_snapshot!(check(&[Bad::orders("tile.yaml", "moves:\n  - {unit: agent-1, to: 0123}\n"), Bad::orders("e3.yaml", "headquarters: {research: [1e3]}\n"), Bad::file("game.yaml", "game: 1e3\nturn: 1\nseat: zytal\n"), Bad::file("seat.yaml", "game: gem\nturn: 1\nseat: 0123\n")]), @r#"
    error[E0204]: `to` in item 1 of `moves`: a word is wanted, but `0123` is read as a number
     --> tile.yaml:5:25
      |
    5 |   - {unit: agent-1, to: 0123}
      |                         ^^^^
      |
      = help: put quotes around it: `"0123"`
    error[E0204]: item 1 of `research`: an order or the word `hold` is wanted, but `1e3` is read as a number
     --> e3.yaml:4:27
      |
    4 | headquarters: {research: [1e3]}
      |                           ^^^
    error[E0204]: `game`: a word is wanted, but `1e3` is read as a number
     --> game.yaml:1:7
      |
    1 | game: 1e3
      |       ^^^
      |
      = help: put quotes around it: `"1e3"`
    error[E0204]: `seat`: a word is wanted, but `0123` is read as a number
     --> seat.yaml:3:7
      |
    3 | seat: 0123
      |       ^^^^
      |
      = help: put quotes around it: `"0123"`
    REJECTED tile.yaml
    REJECTED e3.yaml
    REJECTED game.yaml
    REJECTED seat.yaml
    exit code 1
    "#);
}

#[test]
fn a_key_twice() {
    assert_snapshot!(check(&[Bad::orders("top.yaml", "moves: []\nactions: []\nmoves:\n  - {unit: agent-1, to: 7b-4}\n"), Bad::orders("inside.yaml", "moves:\n  - {unit: agent-1, to: 7b-4, to: 7b-3}\n"), Bad::file("seat.yaml", "game: gem\nturn: 1\nseat: zytal\nseat: roo\n")]), @r"
    error[E0103]: the key `moves` is given twice
     --> top.yaml:6:1
      |
    6 | moves:
      | ^^^^^ given again here
      |
      = note: it was first given in line 4
    error[E0103]: the key `to` is given twice
     --> inside.yaml:5:31
      |
    5 |   - {unit: agent-1, to: 7b-4, to: 7b-3}
      |                               ^^ given again here
      |
      = note: it was first given in line 5
    error[E0103]: the key `seat` is given twice
     --> seat.yaml:4:1
      |
    4 | seat: roo
      | ^^^^ given again here
      |
      = note: it was first given in line 3
    REJECTED top.yaml
    REJECTED inside.yaml
    REJECTED seat.yaml
    exit code 1
    ");
}

#[test]
fn a_tab() {
    assert_snapshot!(check(&[Bad::orders("tab.yaml", "headquarters:\n\tresearch: []\n")]), @r"
    error[E0104]: a tab in the indentation
     --> tab.yaml:5:1
      |
    5 |     research: []
      | ^^^^
      |
      = help: indent with spaces; YAML does not take tabs here
    REJECTED tab.yaml
    exit code 1
    ");
}

#[test]
fn invalid_utf8() {
    assert_snapshot!(check(&[Bad::orders("latin.yaml", b"# caf\xe9\nmoves: []\n"), Bad::orders("cut.yaml", b"moves: []\n# caf\xc3")]), @r"
    error[E0101]: byte 36 of the file (0xE9) is not UTF-8 text
     --> latin.yaml:4:6
      |
    4 | # caf�
      |      ^
      |
      = help: save the file again and choose the encoding UTF-8
    error[E0101]: byte 46 of the file (0xC3) is not UTF-8 text
     --> cut.yaml:5:6
      |
    5 | # caf�
      |      ^
      |
      = help: save the file again and choose the encoding UTF-8
    REJECTED latin.yaml
    REJECTED cut.yaml
    exit code 1
    ");
}

/// An empty file has no line to show.
#[test]
fn an_empty_file() {
    assert_snapshot!(check(&[Bad::file("empty.yaml", ""), Bad::file("comment.yaml", "# nothing today\n"), Bad::file("blank.yaml", "\n\n")]), @r"
    error[E0102]: there is nothing in this file
     --> empty.yaml:1:1
      |
    1 |
      | ^
      |
      = note: an empty file is not an empty order list
    error[E0102]: there is nothing in this file
     --> comment.yaml:1:1
      |
    1 | # nothing today
      | ^
      |
      = note: an empty file is not an empty order list
    error[E0102]: there is nothing in this file
     --> blank.yaml:1:1
      |
    1 |
      | ^
      |
      = note: an empty file is not an empty order list
    REJECTED empty.yaml
    REJECTED comment.yaml
    REJECTED blank.yaml
    exit code 1
    ");
}
