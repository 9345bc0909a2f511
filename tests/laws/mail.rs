//! Turns played by mail: random answers arrive in any order and in pieces, over many sittings.

use crate::laws::{dice::order, games::Game};
use chronojudge::{
    dice::{Dice, Fair, Key, Scripted},
    engine::{
        Choices, DynRuleset, Entry, OnFile, Outcome, Prompt, RandomBot, Run, SeatId, Standing, Stop,
    },
    yaml::keep,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

pub type Desk = BTreeMap<SeatId, OnFile>;

/// A number of sittings that no turn of random answers needs.
const TOO_MANY: u32 = 20_000;

/// The start of a turn; without a state for the set-up.
#[derive(Clone, Copy)]
pub struct Start<'a> {
    pub game: &'a Game,
    pub rules: &'a dyn DynRuleset,
    pub state: Option<&'a Value>,
    /// The sitting in which the turn began, if it is not the present one.
    pub began: Option<u32>,
}

impl<'a> Start<'a> {
    pub fn set_up(game: &'a Game) -> Self {
        Self {
            game,
            rules: &*game.rules,
            state: None,
            began: None,
        }
    }
    pub fn from(game: &'a Game, state: &'a Value) -> Self {
        Self {
            game,
            rules: &*game.rules,
            state: Some(state),
            began: None,
        }
    }
    pub fn since(self, sitting: u32) -> Self {
        Self {
            began: Some(sitting),
            ..self
        }
    }
    pub fn queued(self) -> Self {
        Self {
            rules: &*self.game.queued,
            ..self
        }
    }

    /// Runs the rules once.
    pub fn run(
        self,
        sitting: u32,
        journal: &[Entry],
        on_file: &Desk,
        overdue: bool,
        dice: &mut dyn Dice,
    ) -> Outcome {
        let run = Run {
            sitting,
            began: self.began,
            journal,
            on_file,
            overdue: overdue.into(),
        };
        match self.state {
            Some(state) => self.rules.turn(state, run, dice),
            None => self
                .rules
                .setup(&self.game.options, &self.game.seats, run, dice),
        }
        .expect("plain data of this ruleset")
    }
}

/// Returns the keys of one sitting.
pub fn fair(seed: u64, sitting: u32) -> Fair {
    let key = |kind: u8| {
        let mut bytes = [kind; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..12].copy_from_slice(&sitting.to_le_bytes());
        Key::from_bytes(bytes)
    };
    Fair::new(&key(1), key(2))
}

/// Returns a legal answer, drawn from the choices that a player is shown.
pub fn answer(choices: &Choices, bot: &mut RandomBot) -> Value {
    match choices {
        Choices::OneOf(of) => of[bot.below(of.len())].clone(),
        Choices::SomeOf { of, min, max } => {
            let count = min + bot.below(max - min + 1);
            let picked = order(bot, of.len()).into_iter().take(count);
            picked.map(|i| of[i].clone()).collect()
        }
        Choices::Ranking { of } => {
            let ranked = order(bot, of.len()).into_iter();
            ranked.map(|i| of[i].clone()).collect()
        }
    }
}

/// Returns true if an answer is among the choices that a player is shown.
pub fn legal(choices: &Choices, answer: &Value) -> bool {
    let among = |of: &[Value]| {
        answer.as_array().is_some_and(|all| {
            all.iter()
                .enumerate()
                .all(|(i, a)| of.contains(a) && !all[..i].contains(a))
        })
    };
    let count = answer.as_array().map_or(0, Vec::len);
    match choices {
        Choices::OneOf(of) => of.contains(answer),
        Choices::SomeOf { of, min, max } => among(of) && (*min..=*max).contains(&count),
        Choices::Ranking { of } => among(of) && count == of.len(),
    }
}

/// Returns a standing order that answers a prompt, in any ruleset.
pub fn standing(prompt: &Prompt, prefer: &[Value]) -> Standing {
    let mut when = prompt.about.clone();
    when.insert("ask".to_owned(), prompt.ask.as_str().into());
    Standing {
        when,
        prefer: prefer.to_vec(),
    }
}

/// Puts answers on file; if `awake`, the sitting waits for the answer to every offer.
pub fn desk<'a>(
    game: &Game,
    answers: impl IntoIterator<Item = (&'a Prompt, &'a [Value])>,
    awake: bool,
) -> Desk {
    let mut desk: Desk = BTreeMap::new();
    if awake {
        let offers = game.rules.asks().iter().filter(|kind| kind.offered);
        let wake: BTreeSet<String> = offers.map(|kind| kind.name.to_owned()).collect();
        for seat in game.seat_ids() {
            let on_file = OnFile {
                wake: wake.clone(),
                ..OnFile::default()
            };
            desk.insert(seat, on_file);
        }
    }
    for (prompt, prefer) in answers {
        let on_file = desk.entry(prompt.seat.clone()).or_default();
        on_file.standing.push(standing(prompt, prefer));
    }
    desk
}

/// Checks that published results are the beginning of the later ones.
pub fn grows(before: &Outcome, after: &Outcome) {
    prefix("journal", &before.journal, &after.journal);
    prefix("facts", &before.facts, &after.facts);
    prefix("openings", &before.openings, &after.openings);
}

fn prefix<T: PartialEq + Debug>(what: &str, before: &[T], after: &[T]) {
    for (i, was) in before.iter().enumerate() {
        assert_eq!(
            Some(was),
            after.get(i),
            "entry {i} of the {what} was published before"
        );
    }
}

/// Checks that a value saved as YAML is loaded as the same value.
pub fn keeps<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = keep::to_string(value).expect("it can be kept");
    let again: T = keep::from_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(&again, value, "{text}");
}

/// Checks the properties of every prompt.
pub fn sound(game: &Game, prompts: &[Prompt]) {
    let ids: BTreeSet<&str> = prompts.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(ids.len(), prompts.len(), "prompts have names of their own");
    assert!(!prompts.is_empty(), "a waiting turn has no prompts");
    for prompt in prompts {
        let empty = match &prompt.choices {
            Choices::OneOf(of) | Choices::Ranking { of } => of.len() < 2,
            Choices::SomeOf { max, .. } => *max == 0,
        };
        assert!(!empty, "there is nothing to choose: {prompt:?}");
        assert!(
            legal(&prompt.choices, &prompt.default),
            "the default is not legal: {prompt:?}"
        );
        assert!(game.seats.iter().any(|s| s.id == prompt.seat), "{prompt:?}");
        assert!(
            prompt.refused.is_none(),
            "a legal answer was refused: {prompt:?}"
        );
        let kind = game
            .rules
            .asks()
            .iter()
            .find(|kind| kind.name == prompt.ask);
        let kind = kind.unwrap_or_else(|| panic!("this kind of ask is not listed: {prompt:?}"));
        assert!(
            kind.fits(&prompt.about),
            "a field is not listed: {prompt:?}"
        );
        assert_eq!(kind.offered, prompt.offered, "{prompt:?}");
    }
}

/// Plays one turn over many sittings, passes the state after each to `see`, and returns the end of it.
///
/// `sitting` is the number of the next sitting in the whole game.
pub fn play(
    start: Start<'_>,
    sitting: &mut u32,
    bot: &mut RandomBot,
    dice: &mut dyn FnMut(u32) -> Box<dyn Dice>,
    may_lapse: bool,
    see: &mut dyn FnMut(&Outcome, &mut RandomBot),
) -> Outcome {
    let (game, start) = (start.game, start.since(*sitting));
    let awake = bot.below(2) == 0;
    let mut before: Option<Outcome> = None;
    let mut given: BTreeMap<String, (Prompt, Vec<Value>)> = BTreeMap::new();
    for n in 0..TOO_MANY {
        let (mut open, mut answered) = (&[][..], &[][..]);
        if let Some(before) = &before {
            answered = &before.journal;
            if let Err(Stop::Waiting(prompts)) = &before.flow {
                open = prompts;
            }
        }
        let lapsed = may_lapse && n > 0 && bot.below(150) == 0;
        let on_file = given.len();
        // An answer stays on file until it is used: it may be sealed.
        given.retain(|given, _| {
            let used = |e: &Entry| matches!(e, Entry::Answer { id, .. } if id == given);
            !answered.iter().any(used)
        });
        let mut news = lapsed || given.len() < on_file;
        // One answer for certain, the others perhaps; sometimes none at all.
        if !open.is_empty() && bot.below(8) > 0 {
            let certain = bot.below(open.len());
            for (i, prompt) in open.iter().enumerate() {
                if i == certain || bot.below(2) == 0 {
                    // The answer may be repeated for the same question, until the default ends that.
                    let mut prefer = vec![answer(&prompt.choices, bot)];
                    if bot.below(2) == 0 {
                        prefer.push(answer(&prompt.choices, bot));
                        prefer.push(prompt.default.clone());
                    }
                    given.insert(prompt.id.clone(), (prompt.clone(), prefer));
                    news = true;
                }
            }
        }
        let desk = desk(game, given.values().map(|(p, v)| (p, &v[..])), awake);
        let journal = before.as_ref().map_or(&[][..], |o| &o.journal);
        let after = start.run(*sitting, journal, &desk, lapsed, &mut *dice(*sitting));
        *sitting += 1;
        if let Some(before) = &before {
            grows(before, &after);
            if !news {
                assert_eq!(before, &after, "nothing new changes nothing");
            }
        }
        if !after.state.is_null() {
            see(&after, bot);
        }
        match &after.flow {
            Ok(_) => {
                ended(start, *sitting, &after);
                return after;
            }
            Err(Stop::Waiting(prompts)) => {
                assert!(
                    !lapsed,
                    "a late prompt did not take its default: {prompts:?}"
                );
                sound(game, prompts);
                keeps(prompts);
            }
            Err(stop) => panic!("sitting {sitting}: the rules stop: {stop:?}"),
        }
        before = Some(after);
    }
    panic!("the turn does not end")
}

/// Checks the properties of the end of a turn.
fn ended(start: Start<'_>, sitting: u32, end: &Outcome) {
    // Without orders and dice the journal is enough.
    let again = start.run(
        sitting,
        &end.journal,
        &BTreeMap::new(),
        false,
        &mut Scripted::new(),
    );
    assert_eq!(&again, end, "the journal gives the same turn again");
    keeps(&end.state);
    keeps(&end.journal);
    keeps(&end.facts);
    keeps(&end.openings);
    let kept = keep::to_string(&end.state).expect("it can be kept");
    let read: Value = keep::from_str(&kept).expect("it can be read");
    let rules = start.rules;
    let fit = rules.invariants(&read);
    fit.expect("what must be true of every state");
}
