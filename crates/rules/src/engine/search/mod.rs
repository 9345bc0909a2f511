//! One player for every game: a search over imagined games, information-set Monte-Carlo tree search (Cowling, Powley and
//! Whitehouse, *Information Set Monte Carlo Tree Search*, IEEE TCIAIG 4(2), 2012; their variant with a tree for each
//! player, MO-ISMCTS).
//!
//! A playout imagines a position that agrees with all that the seat knows ([`imagine`]), repeats the turn up to the
//! question ([`known`]), and plays on from there for so many answers ([`Ruleset::horizon`]). Each seat descends its own tree of questions and
//! answers ([`tree`]) for as long as it knows them; then a cheap policy ([`Ruleset::policy`]) plays for it ([`playout`]). The worth of the
//! position at the end goes back into all answers on the way. The answer that was tried most often is given.
//!
//! Nodes are questions as their seat sees them, so what a seat cannot tell apart is one node; therefore all answers of a
//! node are available in every imagined position that leads to it. Effort is counted in playouts, and chance is drawn
//! from a seed that is a hash of the view and the question, so the same view and question give the same answer
//! everywhere.

mod known;
mod played;
mod playout;
mod scale;
mod tree;

pub(super) use known::Known;
pub(super) use played::{Play, TURNS};
pub(super) use scale::{ONE, Scale, shares};

use super::{Asked, BotKind, Choices, Ruleset};
use crate::dice::Quick;
use playout::Imagined;
use serde_json::Value;
use tree::Tree;

/// The number of playouts unless another is given.
pub(super) const PLAYOUTS: u32 = 400;

/// The greatest number of playouts.
pub(super) const MOST: u32 = 1_000_000;

/// The bot that searches.
pub(super) const BOT: BotKind = BotKind {
    name: "search",
    what: "plays any game: it imagines positions that fit what its seat knows, and plays them on; `search-1000` thinks for a thousand playouts",
};

/// Returns the number of playouts of a bot that searches, by its name: `search`, or `search-1000` for a thousand playouts.
/// Returns `None` if it is another bot.
pub(super) fn playouts(bot: &str) -> Option<u32> {
    match bot.strip_prefix(BOT.name)? {
        "" => Some(PLAYOUTS),
        number => number
            .strip_prefix('-')?
            .parse()
            .ok()
            .filter(|playouts| (1..=MOST).contains(playouts)),
    }
}

/// The number of playouts after which the scale of the rewards is set.
const FIRST: usize = 8;

/// The number of imagined positions that may turn out not to fit, for each playout.
const TRIES: u32 = 8;

/// The result of the search for an answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    /// The answers that were tried, the one that was tried most often first.
    pub answers: Vec<Tried>,
    /// The number of playouts.
    pub playouts: u32,
}

/// An answer that was tried.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tried {
    /// The answer.
    pub answer: Value,
    /// The number of playouts with this answer.
    pub playouts: u32,
    /// The mean worth of the positions at the end of them to the seat, as [`Ruleset::worth`].
    pub worth: i64,
}

/// Searches for the best answer to a question, by so many playouts.
///
/// Returns `None` if the position cannot be imagined, or if the game does not want the question to be searched, now
/// ([`Ruleset::settled`]) or at any time ([`Ruleset::horizon`]).
pub(super) fn search<R: Ruleset>(
    rules: &R,
    known: &Known<'_, R>,
    asked: &Asked<'_>,
    playouts: u32,
) -> Option<Finding> {
    if rules.horizon(asked.kind) == 0 {
        return None;
    }
    let aim = rules.aim(known.now, known.seat);
    if rules.settled(aim) {
        return None;
    }
    let mut tree = Tree::default();
    let question = known.question(asked);
    let mut scale = Scale::default();
    let mut first: Vec<Play> = vec![];
    let (mut done, mut misses) = (0, 0);
    while done < playouts && misses < playouts.saturating_mul(TRIES) {
        // All first picks meet the same imagined positions and the same chance, one after another: their difference
        // shows sooner then (common random numbers).
        let next = tree.next();
        let waiting = u32::try_from(first.len()).unwrap_or(0);
        let number =
            next.map_or(0, |(_, visits)| visits) + if scale.is_set() { 0 } else { waiting };
        let mut dice = Quick::new(question ^ u64::from(number) << 32 ^ u64::from(misses));
        let imagined = Imagined::new(rules, known, asked, question, &mut tree);
        let Some(play) = imagined.set(aim, next.map(|(arm, _)| arm)).play(&mut dice) else {
            misses += 1;
            continue;
        };
        done += 1;
        if scale.is_set() {
            tree.learn(&play, &scale);
            continue;
        }
        first.push(play);
        if first.len() == FIRST || done == playouts {
            scale.set(&first);
            for play in first.drain(..) {
                tree.learn(&play, &scale);
            }
        }
    }
    let choices = asked.choices();
    let answers = tree.tried(&mut |picks| drawn(&choices, picks));
    (!answers.is_empty()).then_some(Finding {
        answers,
        playouts: done,
    })
}

/// Checks whether a position can be imagined that leads to a question and looks as the real one does, in so many tries.
pub(super) fn can_imagine<R: Ruleset>(
    rules: &R,
    known: &Known<'_, R>,
    asked: &Asked<'_>,
    tries: u32,
) -> bool {
    let question = known.question(asked);
    (0..tries).any(|n| {
        let mut dice = Quick::new(question.wrapping_add(u64::from(n)));
        let mut tree = Tree::default();
        Imagined::new(rules, known, asked, question, &mut tree).leads(&mut dice)
    })
}

/// Returns the answer that these picks draw; `None` if there is none.
fn drawn(choices: &Choices, picks: &[usize]) -> Option<Value> {
    let mut picks = picks.iter().copied();
    match choices {
        Choices::OneOf(values) => match &values[..] {
            [only] => Some(only.clone()),
            values => values.get(picks.next()?).cloned(),
        },
        Choices::SomeOf { of, min, max } => {
            let count = if max > min { min + picks.next()? } else { *min };
            items(of, count, &mut picks)
        }
        Choices::Ranking { of } => items(of, of.len(), &mut picks),
    }
}

fn items(of: &[Value], count: usize, picks: &mut dyn Iterator<Item = usize>) -> Option<Value> {
    let mut left = of.to_vec();
    let mut items = vec![];
    while items.len() < count {
        let at = if left.len() < 2 { 0 } else { picks.next()? };
        if at >= left.len() {
            return None;
        }
        items.push(left.remove(at));
    }
    Some(Value::Array(items))
}
