//! Checks that `simulate --strict` catches a ruleset that breaks its laws.

use super::{Tiny, quarry::Quarry};
use chronojudge::{
    dice::{Dice, Quick},
    engine::{
        Answered, AskKind, Asked, Broken, Diagnostic, Flow, Illegal, InvalidState, Line, Plan,
        Play, Playing, Playout, RandomBot, Reply, Ruleset, Seat, SeatId, Table, Viewer, playout,
    },
};
use serde_json::{Value, json};

/// The tiny game, with no hidden information.
#[derive(Debug)]
struct Open(Tiny);

impl Ruleset for Open {
    type Options = <Tiny as Ruleset>::Options;
    type State = <Tiny as Ruleset>::State;
    type Fact = <Tiny as Ruleset>::Fact;
    type View = <Tiny as Ruleset>::State;
    type Orders = <Tiny as Ruleset>::Orders;

    fn id(&self) -> &'static str {
        "open"
    }
    fn asks(&self) -> &'static [AskKind] {
        Ruleset::asks(&self.0)
    }
    fn seats(&self, options: &Self::Options) -> Result<Vec<Seat>, Illegal> {
        Ruleset::seats(&self.0, options)
    }
    fn answer(&self, plan: &Plan<'_, Self::Orders>, asked: &Asked<'_>) -> Reply {
        self.0.answer(plan, asked)
    }
    fn written(&self, answers: &[Answered]) -> Self::Orders {
        Ruleset::written(&self.0, answers)
    }
    fn lines(&self, orders: &Self::Orders) -> Vec<Line> {
        self.0.lines(orders)
    }
    fn check(&self, _: &Self::View, _: &SeatId, _: &Plan<'_, Self::Orders>) -> Vec<Diagnostic> {
        vec![]
    }
    fn setup(
        &self,
        options: &Self::Options,
        seats: &[Seat],
        table: &mut Table<'_, Self::Fact>,
    ) -> Play<Self::State> {
        Ruleset::setup(&self.0, options, seats, table)
    }
    fn turn(&self, state: &mut Self::State, table: &mut Table<'_, Self::Fact>) -> Play<Flow> {
        Ruleset::turn(&self.0, state, table)
    }
    fn view(&self, state: &Self::State, _: &Viewer) -> Self::View {
        state.clone()
    }
    fn invariants(&self, state: &Self::State) -> Result<(), InvalidState> {
        Ruleset::invariants(&self.0, state)
    }
    fn imagine(
        &self,
        state: &Self::View,
        _: Option<&Self::View>,
        viewer: &Viewer,
        dice: &mut dyn Dice,
    ) -> Option<Self::State> {
        let view = Ruleset::view(&self.0, state, viewer);
        Ruleset::imagine(&self.0, &view, None, viewer, dice)
    }
}

fn play<R: Ruleset>(rules: &R, strict: bool) -> Result<Playout, Broken> {
    play_with(rules, strict, json!({"players": 3}))
}

fn play_with<R: Ruleset>(rules: &R, strict: bool, options: Value) -> Result<Playout, Broken> {
    let options = serde_json::from_value(options).expect("options");
    let seats = Ruleset::seats(rules, &options).expect("three may play");
    let playing = Playing {
        strict,
        ..Playing::turns(30)
    };
    let (mut bot, mut dice) = (RandomBot::new(1), Quick::new(1));
    playout(rules, &options, &seats, &mut bot, &mut dice, playing)
}

#[test]
fn a_ruleset_that_keeps_the_laws_passes() {
    assert_eq!(
        play(&Tiny, true).map(|game| game.turns),
        play(&Tiny, false).map(|game| game.turns)
    );
}

/// The tiny game has only one way to end, and no points.
#[test]
fn a_game_with_one_end_gives_it_no_name() {
    let game = play(&Tiny, false).expect("no fault");
    assert_eq!((game.ended, game.turns, game.ending), (true, 3, None));
    assert!(game.score.is_empty() && !game.winners.is_empty());
}

#[test]
fn a_view_with_hidden_information_is_caught() {
    assert!(play(&Open(Tiny), false).is_ok());
    let broken = play(&Open(Tiny), true).unwrap_err();
    let words = broken.to_string();
    assert!(
        words.starts_with("after turn 1, against the laws:")
            && words.ends_with("sees what is hidden from them"),
        "{words}"
    );
}

#[test]
fn a_state_that_is_not_saved_completely_is_caught() {
    let play = |strict| play_with(&Quarry, strict, json!({"forgetful": true}));
    assert!(play(false).is_ok());
    let broken = play(true).unwrap_err().to_string();
    let words = "after turn 1, against the laws: what was kept is read as another state";
    assert_eq!(broken, words);
    assert!(play_with(&Quarry, true, json!({})).is_ok());
}
