//! Typed asks: the kinds of ask of a game in one list, each with the type of its answers.

use crate::engine::{Answer, Ask, Asked, Idle, Illegal, Line, Reply};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{marker::PhantomData, str::FromStr};

/// Defines the kinds of ask of a game: the enum `Question`, on which the code that answers matches without a wildcard,
/// and a [`Kind`] of the same name for each of them, which makes the questions and the replies.
///
/// Each line has the type of the answers, the name in files, a description as half a sentence, and the fields that a
/// standing order may compare with. `offered: true` marks a right that is no duty.
///
/// ```text
/// asks! {
///     Action: Action = "action", "the next action (Playing 2)", &[("left", reads::<u32>)];
///     Contribute: u32 = "contribute", "what you pay (9.52)", &[], offered: true;
/// }
///
/// table.ask(seat, asks::Action.one_of(choices))?;         // the rule
/// match question { Question::Action => action(plan), … }  // its answer in an order file
/// ```
macro_rules! asks {
    ($(
        $kind:ident: $answer:ty = $name:literal, $what:literal, $fields:expr $(, offered: $offered:literal)?;
    )+) => {
        $crate::rulesets::words::names! {
            /// The kinds of ask of this game.
            Question { $($kind = $name,)+ }
        }

        impl Question {
            /// The kinds as the engine lists them.
            pub(super) const LIST: &'static [$crate::engine::AskKind] = &[
                $($crate::engine::AskKind {
                    offered: false $(|| $offered)?,
                    ..$crate::engine::AskKind::of::<$answer>($name, $what, $fields)
                },)+
            ];
        }

        $(
            #[doc = concat!("`", $name, "`: ", $what, ".")]
            #[expect(non_upper_case_globals, reason = "it has the name of its `Question`")]
            pub(super) const $kind: $crate::rulesets::kit::Kind<$answer> =
                $crate::rulesets::kit::Kind::new($name, false $(|| $offered)?);
        )+
    };
}
pub(crate) use asks;

/// Divides the kinds of ask of a game among the sections of its order file, in a game whose sections have a file each in
/// `answer/`: defines the enum `Section`, and for each section an enum of the kinds that it answers. A section's file matches on
/// its own enum, so a new kind changes that file alone, and does not compile without it.
///
/// ```text
/// sections! {
///     Duels: Bid, ReDuel, Help;
/// }
///
/// match question.section() { Section::Duels(question) => duels::answer(plan, question, asked), … }
/// ```
macro_rules! sections {
    ($($section:ident: $($kind:ident),+;)+) => {
        /// The sections of the order file, each with the kind of ask that it answers.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Section {
            $($section($section),)+
        }

        $(
            /// The kinds of ask that one section of the order file answers.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(super) enum $section {
                $($kind,)+
            }
        )+

        impl Question {
            /// Returns the section of the order file that answers the question.
            pub(super) fn section(self) -> Section {
                match self {
                    $($(Self::$kind => Section::$section($section::$kind),)+)+
                }
            }
        }
    };
}
pub(crate) use sections;

/// One kind of ask, with the type of its answers.
#[derive(Debug)]
pub(crate) struct Kind<A> {
    name: &'static str,
    offered: bool,
    answer: PhantomData<fn() -> A>,
}

impl<A> Clone for Kind<A> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A> Copy for Kind<A> {}

impl<A: Answer> Kind<A> {
    /// Makes a kind; [`asks`] calls it.
    pub(crate) const fn new(name: &'static str, offered: bool) -> Self {
        Self {
            name,
            offered,
            answer: PhantomData,
        }
    }

    /// Returns the name in files.
    pub(crate) const fn name(self) -> &'static str {
        self.name
    }

    fn made<'r>(self, ask: Ask<'r, A>) -> Ask<'r, A>
    where
        A: 'r,
    {
        if self.offered { ask.offered() } else { ask }
    }

    /// Asks for one of the choices, as [`Ask::one_of`].
    pub(crate) fn one_of<'r>(self, choices: Vec<A>) -> Ask<'r, A>
    where
        A: 'r,
    {
        self.made(Ask::one_of(self.name, choices))
    }

    /// Asks for one of some amounts, as [`Ask::amount`].
    pub(crate) fn amount<'r>(self, amounts: Vec<A>) -> Ask<'r, A>
    where
        A: 'r,
    {
        self.made(Ask::amount(self.name, amounts))
    }

    /// Asks for one of the usual choices, or something that is seldom done, as [`Ask::seldom`].
    pub(crate) fn seldom<'r>(
        self,
        usual: Vec<A>,
        others: impl FnOnce() -> Vec<A> + 'r,
    ) -> Ask<'r, A>
    where
        A: 'r,
    {
        self.made(Ask::seldom(self.name, usual, others))
    }

    /// Returns an answer as plain data.
    pub(crate) fn value(self, answer: &A) -> Value {
        serde_json::to_value(answer).expect("an answer is plain data")
    }

    /// Returns the reason why an answer to a prompt of this kind would be illegal; `None` if it is legal.
    pub(crate) fn why_not(self, asked: &Asked<'_>, answer: &A) -> Option<Illegal> {
        (asked.why_not)(&self.value(answer))
    }

    /// Makes a reply whose answer uses up its line.
    pub(crate) fn say(self, line: impl Into<Line>, answer: &A) -> Reply {
        self.say_after(line, answer, vec![])
    }

    /// Makes a reply whose answer uses up its line, after lines that had nothing more to do.
    pub(crate) fn say_after(self, line: impl Into<Line>, answer: &A, done: Vec<Idle>) -> Reply {
        Reply::Say {
            line: line.into(),
            value: self.value(answer),
            spent: true,
            done,
        }
    }

    /// Makes a reply that does not use up its line, as [`Reply::by_the_way`].
    pub(crate) fn by_the_way(self, line: impl Into<Line>, answer: &A) -> Reply {
        Reply::by_the_way(line, answer, vec![])
    }

    /// Makes a reply with answers in the order of preference; an empty list gives no answer.
    pub(crate) fn prefer<'v>(
        self,
        line: impl Into<Line>,
        wanted: impl IntoIterator<Item = &'v A>,
    ) -> Reply
    where
        A: 'v,
    {
        let values: Vec<Value> = wanted
            .into_iter()
            .map(|answer| self.value(answer))
            .collect();
        if values.is_empty() {
            return Reply::Silent;
        }
        let line = line.into();
        Reply::Prefer { line, values }
    }
}

impl<B: Answer> Kind<Vec<B>> {
    /// Asks for some of the items, as [`Ask::some_of`].
    pub(crate) fn some_of<'r>(self, items: Vec<B>, min: usize, max: usize) -> Ask<'r, Vec<B>>
    where
        B: 'r,
    {
        self.made(Ask::some_of(self.name, items, min, max))
    }

    /// Asks for all the items in an order of preference, as [`Ask::ranking`].
    pub(crate) fn ranking<'r>(self, items: Vec<B>) -> Ask<'r, Vec<B>>
    where
        B: 'r,
    {
        self.made(Ask::ranking(self.name, items))
    }
}

/// Returns the kind of a prompt.
///
/// # Panics
/// If the game has no such kind: the rules never ask another one.
pub(crate) fn question<Q: FromStr>(asked: &Asked<'_>) -> Q {
    let Ok(question) = asked.kind.parse() else {
        unreachable!("the rules never ask `{}`", asked.kind);
    };
    question
}

/// Returns a field of a prompt that is written as one word; `None` if there is no such field.
pub(crate) fn named<T: FromStr>(asked: &Asked<'_>, field: &str) -> Option<T> {
    asked.about().get(field)?.as_str()?.parse().ok()
}

/// Returns a field of a prompt; `None` if there is no such field of that type.
pub(crate) fn about<T: DeserializeOwned>(asked: &Asked<'_>, field: &str) -> Option<T> {
    T::deserialize(asked.about().get(field)?).ok()
}
