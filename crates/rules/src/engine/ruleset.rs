//! The interface between a game and the engine.

use super::{
    Answered, Asked, Contradiction, Diagnostic, Entry, Fields, Illegal, Interrupted, InvalidState,
    Odds, Plan, Reply, Seat, SeatId, Table, ToldRoll, Viewer,
    ahead::Ahead,
    left_out::{Moment, Unused},
    line::{Line, SetOff},
    table::Play,
};
use crate::dice::Dice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{borrow::Cow, collections::BTreeMap, fmt::Debug};

/// The rules of one game. A value of this type holds the game's content.
pub trait Ruleset: Debug + Send + Sync + 'static {
    /// The options with which a game chooses variants of the rules.
    type Options: Debug + Serialize + DeserializeOwned + JsonSchema;
    /// The whole game at a checkpoint.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// The facts that can happen.
    type Fact: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// The game as one viewer may see it.
    type View: Debug + Serialize + DeserializeOwned;
    /// The body of an order file, in the rulebook's words.
    type Orders: Debug + Default + Serialize + DeserializeOwned + JsonSchema;

    /// Returns the name of the ruleset, such as `time-agent`.
    fn id(&self) -> &'static str;

    /// Returns the kinds of ask, which standing orders and `wake` can name.
    fn asks(&self) -> &'static [AskKind];

    /// Returns the seats of the table under these options, with the teams of a usual seating. Games that have no
    /// players yet, such as simulations, are played with these.
    ///
    /// # Errors
    /// [`Illegal`] if the rules allow no table with these options.
    fn seats(&self, options: &Self::Options) -> Result<Vec<Seat>, Illegal>;

    /// Returns the number of seats that a player gets who names none: more than one in a game where a player holds several.
    fn seats_each(&self, _options: &Self::Options) -> usize {
        1
    }

    /// Returns the seats with the teams that a seating makes. `hands` holds the seats of each player; seats without
    /// a player are in none of them. By default a player may hold any seats and the game has no teams.
    ///
    /// # Errors
    /// [`Illegal`] if the rules forbid these hands, or every seating that they could become.
    fn seating(
        &self,
        options: &Self::Options,
        _hands: &[Vec<SeatId>],
    ) -> Result<Vec<Seat>, Illegal> {
        let mut seats = self.seats(options)?;
        for seat in &mut seats {
            seat.team = None;
        }
        Ok(seats)
    }

    /// Returns the reply of a plan to one prompt.
    fn answer(&self, plan: &Plan<'_, Self::Orders>, asked: &Asked<'_>) -> Reply;

    /// Returns an order file that gives these answers of one seat, in this order, as a player would write it. It is the
    /// inverse of [`Ruleset::answer`], as far as an order file can say what was answered; the rest is left out.
    fn written(&self, answers: &[Answered]) -> Self::Orders;

    /// Returns the lines of an order file that wait to be executed, in order.
    fn lines(&self, orders: &Self::Orders) -> Vec<Line>;

    /// Returns the lines of an order file that are lost if a new file leaves them out: those that wait to be executed,
    /// and those that decide something about which the seat is not asked otherwise.
    fn entries(&self, orders: &Self::Orders) -> Vec<Line> {
        self.lines(orders)
    }

    /// Returns the lines of an order file that answer questions at any time, outside the queues, each with the
    /// reason why it has not been used. If `over` is true, the reason covers the whole turn; otherwise the turn up
    /// to now. `view` is the game as the seat sees it now; `moments` are the questions of the turn that concern the
    /// seat.
    fn unused(
        &self,
        _seat: &SeatId,
        _orders: &Self::Orders,
        _view: &Self::View,
        _moments: &[Moment],
        _over: bool,
    ) -> Vec<Unused> {
        vec![]
    }

    /// Returns the answers of a turn that announced something which was interrupted and not executed. `facts` are those of all
    /// viewers in their order, `journal` is that of the turn, and `over` is true once the turn has ended. By default a game
    /// has no announcements that others interrupt.
    fn interrupted(
        &self,
        _facts: &[Self::Fact],
        _journal: &[Entry],
        _over: bool,
    ) -> Vec<Interrupted> {
        vec![]
    }

    /// Checks an order file as far as its seat can see. Players and the adjudicator use this one check.
    fn check(
        &self,
        view: &Self::View,
        seat: &SeatId,
        plan: &Plan<'_, Self::Orders>,
    ) -> Vec<Diagnostic>;

    /// Returns, for each line of an order file that reacts to actions of other players, the actions that would set it
    /// off in the position as the seat sees it. By default a game has no such lines.
    fn set_off(&self, _view: &Self::View, _seat: &SeatId, _orders: &Self::Orders) -> Vec<SetOff> {
        vec![]
    }

    /// Sets up the game.
    fn setup(
        &self,
        options: &Self::Options,
        seats: &[Seat],
        table: &mut Table<'_, Self::Fact>,
    ) -> Play<Self::State>;

    /// Plays a turn: from one checkpoint to the next.
    fn turn(&self, state: &mut Self::State, table: &mut Table<'_, Self::Fact>) -> Play<Flow>;

    /// Returns the game as one viewer may see it.
    fn view(&self, state: &Self::State, viewer: &Viewer) -> Self::View;

    /// Returns the seats whose orders are required before the turn starts; `None`, the default, means all. If
    /// another seat is asked during the turn, the turn waits for it at that point.
    fn awaited(&self, _state: &Self::State) -> Option<Vec<SeatId>> {
        None
    }

    /// Returns true if a completed turn with these facts, of all viewers, ends a round of the game, such as a Week: all
    /// players then get its report by mail, unless they want fewer mails.
    fn ends_round(&self, _facts: &[Self::Fact]) -> bool {
        true
    }

    /// Returns the bots that know this game. They can play a seat that has no player, and show how the game plays.
    fn bots(&self) -> &'static [BotKind] {
        &[]
    }

    /// Returns the answer of one of [`Ruleset::bots`], or `None` to take the default. The answer depends only on
    /// the arguments, so the same view and prompt always get the same answer.
    fn bot(&self, _bot: &str, _view: &Self::View, _asked: &Asked<'_>) -> Option<Value> {
        None
    }

    /// Returns the points each seat has in a view; empty if the game counts no public points.
    fn score(&self, _view: &Self::View) -> BTreeMap<SeatId, i64> {
        BTreeMap::new()
    }

    /// Returns the rolls that the new public facts of a sitting tell of, in the order of the facts. `before` is the
    /// public view when the sitting began, if it is known.
    ///
    /// # Errors
    /// [`Contradiction`] for the first fact that contradicts itself or the content.
    fn told_rolls(
        &self,
        _before: Option<&Self::View>,
        _facts: &[Self::Fact],
    ) -> Result<Vec<ToldRoll>, Contradiction> {
        Ok(vec![])
    }

    /// Returns the kind of ending of a game that is over; `None` if the game can end in only one way.
    fn ending(&self, _state: &Self::State) -> Option<&'static str> {
        None
    }

    /// Returns the names under which statistics of many games count a fact, such as a way to be out of the game.
    fn counted(&self, _fact: &Self::Fact) -> Vec<Cow<'static, str>> {
        vec![]
    }

    /// Returns the exact odds of some pieces against others, by their names in this game. If no pieces are named,
    /// returns a whole reference card. Returns `None` if the game has no such odds.
    fn odds(&self, _by: &[String], _against: &[String]) -> Option<Result<Vec<Odds>, Illegal>> {
        None
    }

    /// Returns the odds a seat may want to know in the position it sees.
    fn odds_seen(&self, _view: &Self::View, _seat: &SeatId) -> Vec<Odds> {
        vec![]
    }

    /// Returns the odds that a reader without a seat may want to know in the position that they see.
    fn odds_for_all(&self, _view: &Self::View) -> Vec<Odds> {
        vec![]
    }

    /// Returns the preview of seats' orders on their views; `None` if the game has no preview.
    fn ahead(&self) -> Option<&dyn Ahead<Self::View, Self::State, Self::Fact>> {
        None
    }

    /// Checks the properties that must hold at every checkpoint.
    ///
    /// # Errors
    /// [`InvalidState`] for the first property that does not hold.
    fn invariants(&self, state: &Self::State) -> Result<(), InvalidState>;

    /// Imagines a whole state that agrees with a view: what the viewer cannot see is drawn from all that it may be.
    ///
    /// `later` is what the same viewer sees later in the same turn, if the turn has gone on: what it shows of the past is
    /// known too. Returns `None` if the view is not whole, such as one that was cut short in its file.
    fn imagine(
        &self,
        view: &Self::View,
        later: Option<&Self::View>,
        viewer: &Viewer,
        dice: &mut dyn Dice,
    ) -> Option<Self::State>;

    /// Returns what a seat is after when a question is put to it, as one number that only [`Ruleset::settled`] and
    /// [`Ruleset::worth`] read. It is the same for all positions that one search compares.
    fn aim(&self, _view: &Self::View, _seat: &SeatId) -> i64 {
        0
    }

    /// Returns the worth of a position to a seat, where a search stops looking ahead, in thousandths of a point. By
    /// default it is the lead of the seat in points over the best other, by [`Ruleset::score`]. `aim` is 0 for seats other
    /// than the one that searches.
    fn worth(&self, state: &Self::State, seat: &SeatId, _aim: i64) -> i64 {
        let score = self.score(&self.view(state, &Viewer::Public));
        let own = score.get(seat).copied().unwrap_or(0);
        let others = score.iter().filter(|(other, _)| *other != seat);
        let best = others.map(|(_, points)| *points).max().unwrap_or(0);
        (own - best) * 1000
    }

    /// Returns the number of answers that a search looks ahead from a question of this kind. If it is 0, the question is
    /// not searched, and [`Ruleset::unsearched`] answers it.
    fn horizon(&self, _ask: &str) -> usize {
        64
    }

    /// Checks whether a player who is after this, by [`Ruleset::aim`], should follow a plan that is longer than a search can
    /// see, and answer without one.
    fn settled(&self, _aim: i64) -> bool {
        false
    }

    /// Returns the answer of a bot that searches to a question that is not searched, or whose search comes to nothing; `None`
    /// for the default. Unless a game says otherwise, it is the answer of the first of [`Ruleset::bots`].
    fn unsearched(&self, view: &Self::View, asked: &Asked<'_>) -> Option<Value> {
        let bot = self.bots().first();
        bot.and_then(|bot| self.bot(bot.name, view, asked))
    }

    /// Returns the answers that a search should consider before all others, the most promising first. By default it is
    /// the one without a search.
    fn candidates(&self, view: &Self::View, asked: &Asked<'_>) -> Vec<Value> {
        self.unsearched(view, asked).into_iter().collect()
    }

    /// Returns the answer of a simple policy, for the games that a search plays on; `None` for an answer at random, the
    /// default. It depends only on the arguments.
    fn policy(&self, _view: &Self::View, _asked: &Asked<'_>) -> Option<Value> {
        None
    }
}

/// Checks whether a value can be decoded as the wanted type, and returns the reason if not.
pub type Reads = fn(&Value) -> Result<(), serde_json::Error>;

/// Checks whether a value can be decoded as a `T`.
///
/// # Errors
/// The error of serde if it can not be decoded.
pub fn reads<T: DeserializeOwned>(value: &Value) -> Result<(), serde_json::Error> {
    T::deserialize(value).map(drop)
}

/// One kind of ask of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct AskKind {
    /// Its name.
    pub name: &'static str,
    /// A description of what is asked, as half a sentence.
    pub what: &'static str,
    /// The fields a standing order may compare with, each with a check of its values.
    pub fields: &'static [(&'static str, Reads)],
    /// A check of its answers.
    pub answer: Reads,
    /// True if it is an offer.
    pub offered: bool,
}

/// A bot that knows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotKind {
    /// Its name.
    pub name: &'static str,
    /// A description of the bot's aim, as half a sentence.
    pub what: &'static str,
}

/// The result of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flow {
    /// The game goes on.
    Next,
    /// The game is over.
    Over {
        /// The seats that won; several win equally.
        winners: Vec<SeatId>,
    },
}

impl AskKind {
    /// Makes a kind of ask whose answer is an `A` and which is not an offer.
    pub const fn of<A: DeserializeOwned>(
        name: &'static str,
        what: &'static str,
        fields: &'static [(&'static str, Reads)],
    ) -> Self {
        Self {
            name,
            what,
            fields,
            answer: reads::<A>,
            offered: false,
        }
    }

    /// Checks whether a standing order's fields can ever match this kind of ask.
    pub fn fits(&self, when: &Fields) -> bool {
        when.keys()
            .all(|key| key == "ask" || self.field(key).is_some())
    }

    /// Returns the check for the values of a field; `None` if there is no such field.
    pub fn field(&self, name: &str) -> Option<Reads> {
        let field = self.fields.iter().find(|(field, _)| *field == name)?;
        Some(field.1)
    }
}
