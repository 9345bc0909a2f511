//! Any ruleset, with order files that are queues of answers by kind of ask, so that a whole turn can be answered at
//! once in any game.

use chronojudge::{
    dice::Dice,
    engine::{
        Answered, AskKind, Asked, Choices, Diagnostic, Flow, HOLD, Illegal, InvalidState, Line,
        Plan, Play, Reply, Ruleset, Seat, SeatId, Table, Viewer,
    },
};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Queued<R>(pub R);

type Queues = BTreeMap<String, Vec<Value>>;

impl<R: Ruleset> Ruleset for Queued<R> {
    type Options = R::Options;
    type State = R::State;
    type Fact = R::Fact;
    type View = R::View;
    type Orders = Queues;

    fn answer(&self, plan: &Plan<'_, Queues>, asked: &Asked<'_>) -> Reply {
        let Some(queue) = plan.orders.get(asked.kind) else {
            return Reply::Silent;
        };
        // The queues hold nothing for seats that have no choice.
        let one = match asked.choices() {
            Choices::OneOf(of) | Choices::Ranking { of } => of.len() < 2,
            Choices::SomeOf { of, min, max } => max == 0 || min == of.len(),
        };
        if one {
            return Reply::Silent;
        }
        match plan.head(asked.kind, queue.len()) {
            None => Reply::Silent,
            Some(n) if queue[n] == HOLD => Reply::hold(Line::nth(asked.kind, n)),
            Some(n) => Reply::say(Line::nth(asked.kind, n), queue[n].clone()),
        }
    }
    fn written(&self, answers: &[Answered]) -> Queues {
        let mut queues = Queues::new();
        for answer in answers.iter().filter(|answer| !answer.forced) {
            let queue = queues.entry(answer.ask.clone()).or_default();
            queue.push(answer.value.clone());
        }
        queues
    }
    fn lines(&self, orders: &Queues) -> Vec<Line> {
        orders
            .iter()
            .flat_map(|(kind, queue)| (0..queue.len()).map(move |n| Line::nth(kind, n)))
            .collect()
    }
    fn check(&self, _: &R::View, _: &SeatId, _: &Plan<'_, Queues>) -> Vec<Diagnostic> {
        vec![]
    }

    fn id(&self) -> &'static str {
        self.0.id()
    }
    fn asks(&self) -> &'static [AskKind] {
        self.0.asks()
    }
    fn seats(&self, options: &R::Options) -> Result<Vec<Seat>, Illegal> {
        self.0.seats(options)
    }
    fn setup(
        &self,
        options: &R::Options,
        seats: &[Seat],
        table: &mut Table<'_, R::Fact>,
    ) -> Play<R::State> {
        self.0.setup(options, seats, table)
    }
    fn turn(&self, state: &mut R::State, table: &mut Table<'_, R::Fact>) -> Play<Flow> {
        self.0.turn(state, table)
    }
    fn view(&self, state: &R::State, viewer: &Viewer) -> R::View {
        self.0.view(state, viewer)
    }
    fn invariants(&self, state: &R::State) -> Result<(), InvalidState> {
        self.0.invariants(state)
    }
    fn imagine(
        &self,
        view: &R::View,
        later: Option<&R::View>,
        viewer: &Viewer,
        dice: &mut dyn Dice,
    ) -> Option<R::State> {
        self.0.imagine(view, later, viewer, dice)
    }
}
