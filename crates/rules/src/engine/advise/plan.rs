//! One plan: a bot plays the seat's turn in an imagined position, and its answers are written as an order file.

use super::{Client, players::Players};
use crate::{
    dice::Quick,
    engine::{
        Answered, Asked, Choices, Chooser, Meeting, RandomBot, Ruleset, SeatId, Seen, Table,
        search::{self, Known},
    },
};
use serde_json::Value;

/// An order file that a bot's answers became.
pub(super) struct Planned<R: Ruleset> {
    pub orders: R::Orders,
    /// True if the seat had a choice.
    pub chose: bool,
    /// The number of plans that became this file.
    pub plans: usize,
}

/// Plans the turn in one imagined position: by the first bot of the game and its policy, or by a search with so many
/// playouts for each question. Returns `None` if no position can be imagined.
pub(super) fn plan<R: Ruleset>(
    client: &Client<'_, R>,
    n: u32,
    think: Option<u32>,
) -> Option<Planned<R>> {
    let rules = client.rules;
    let seed = client.seed ^ u64::from(n) << 32 ^ 1;
    let mut dice = Quick::new(seed);
    let mut state = rules.imagine(client.view, None, &client.viewer(), &mut dice)?;
    let mut planner = Planner {
        client,
        think,
        rank: n as usize % RANKS,
        others: Players {
            rules,
            chance: RandomBot::new(seed),
            left: None,
        },
        answers: vec![],
    };
    let mut table = Table::in_memory(&mut planner, &mut dice);
    rules.turn(&mut state, &mut table).ok()?;
    let answers = planner.answers;
    Some(Planned {
        orders: rules.written(&answers),
        chose: answers.iter().any(|answer| !answer.forced),
        plans: 1,
    })
}

/// So many plans in a row begin with different answers, so that there is something to choose from.
const RANKS: usize = 3;

/// The players of a plan: the bot on the seat that is advised, and the others.
struct Planner<'a, R: Ruleset> {
    client: &'a Client<'a, R>,
    think: Option<u32>,
    /// The rank of the answer that is given to the first question that is searched; 0 is the best.
    rank: usize,
    others: Players<'a, R>,
    answers: Vec<Answered>,
}

impl<R: Ruleset> Planner<'_, R> {
    /// Returns the answer of the bot.
    fn own(&mut self, view: &R::View, asked: &Asked<'_>) -> Option<Value> {
        let rules = self.client.rules;
        let rank = &mut self.rank;
        let found = self.think.and_then(|think| {
            let known = Known {
                seat: self.client.seat,
                then: self.client.view,
                now: view,
                so_far: &(asked.so_far)(),
            };
            let finding = search::search(rules, &known, asked, think)?;
            let rank = std::mem::take(rank).min(finding.answers.len().saturating_sub(1));
            Some(finding.answers.into_iter().nth(rank)?.answer)
        });
        let unsearched = || match rules.bots().first() {
            Some(bot) if self.think.is_none() => rules.bot(bot.name, view, asked),
            _ => rules.unsearched(view, asked),
        };
        found
            .or_else(unsearched)
            .or_else(|| rules.policy(view, asked))
    }
}

impl<R: Ruleset> Chooser for Planner<'_, R> {
    fn choose(&mut self, seat: &SeatId, ask: &str, n: usize) -> usize {
        self.others.choose(seat, ask, n)
    }

    fn remembers(&self) -> bool {
        self.think.is_some()
    }

    fn meets(&mut self, _: &SeatId) -> bool {
        true
    }

    fn meet(&mut self, asked: &Asked<'_>, forced: bool, seen: Option<&Seen<'_>>) -> Meeting {
        if asked.seat != self.client.seat {
            return self.others.meet(asked, forced, seen);
        }
        let default = (asked.default)();
        let value = if forced {
            only(asked.choices())
        } else {
            let own = seen.and_then(|seen| seen.look(|view| self.own(view.downcast_ref()?, asked)));
            own.filter(|value| (asked.why_not)(value).is_none())
        };
        let value = value.unwrap_or_else(|| default.clone());
        self.answers.push(Answered {
            ask: asked.kind.to_owned(),
            about: asked.about().clone(),
            value: value.clone(),
            default,
            forced,
        });
        Meeting::Advised(value)
    }
}

/// Returns the only legal answer of a forced ask.
fn only(choices: Choices) -> Option<Value> {
    match choices {
        Choices::OneOf(of) => of.into_iter().next(),
        Choices::SomeOf { of, max, .. } => Some(of.into_iter().take(max).collect()),
        Choices::Ranking { of } => Some(of.into()),
    }
}
