//! What a game is to the engine.

use super::{
    Ahead, Asked, Claim, Effort, Fields, Illegal, Line, Moment, Objection, Odds, Plan, Reply, Seat,
    SeatId, SideBySide, Stop, Table, Unused, Viewer,
};
use crate::dice::Dice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{collections::BTreeMap, fmt::Debug};

/// What every rules function gives back: a value, or the reason why play stops here.
pub type Play<T> = Result<T, Stop>;

/// The rules of one game. A value of this type holds the game's content.
pub trait Ruleset: Debug + Send + Sync + 'static {
    /// The variants a game may choose.
    type Options: Debug + Serialize + DeserializeOwned + JsonSchema;
    /// The whole game at a checkpoint.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What can happen.
    type Fact: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// The game as one viewer may see it.
    type View: Debug + Serialize + DeserializeOwned;
    /// The body of an order file, in the rulebook's words.
    type Orders: Debug + Default + Serialize + DeserializeOwned + JsonSchema;

    /// The name of the ruleset, such as `time-agent`.
    fn id(&self) -> &'static str;

    /// The kinds of ask, for those who write standing orders and `wake`.
    fn asks(&self) -> &'static [AskKind];

    /// Returns the seats of the table under these options, with the teams of a usual seating: games that have
    /// no players yet, such as simulations, are played with these.
    ///
    /// # Errors
    /// [`Illegal`] if the rules know no such table.
    fn seats(&self, options: &Self::Options) -> Result<Vec<Seat>, Illegal>;

    /// Returns the seats with the teams that a seating makes. `hands` are the seats of each player; seats that
    /// nobody holds yet are in none of them. Unless the rules know teams, a player holds any seats and none
    /// of them is in a team.
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

    /// What a plan says to one prompt.
    fn answer(&self, plan: &Plan<'_, Self::Orders>, asked: &Asked<'_>) -> Reply;

    /// The lines of an order file that wait to be played, in their order.
    fn lines(&self, orders: &Self::Orders) -> Vec<Line>;

    /// The lines of an order file that answer questions whenever they come and are not played one after another,
    /// each with the reason why it has not been used: in the whole turn, if that is `over`, or yet. `view` is the game
    /// as the seat sees it now, `moments` are the questions of the turn that concern the seat.
    fn unused(
        &self,
        _orders: &Self::Orders,
        _view: &Self::View,
        _moments: &[Moment],
        _over: bool,
    ) -> Vec<Unused> {
        vec![]
    }

    /// Looks through an order file as far as its seat can see; the same look for players and for the
    /// adjudicator.
    fn check(
        &self,
        view: &Self::View,
        seat: &SeatId,
        plan: &Plan<'_, Self::Orders>,
    ) -> Vec<Objection>;

    /// Sets up the game.
    fn setup(
        &self,
        options: &Self::Options,
        seats: &[Seat],
        table: &mut Table<'_, Self::Fact>,
    ) -> Play<Self::State>;

    /// Plays from one checkpoint to the next.
    fn turn(&self, state: &mut Self::State, table: &mut Table<'_, Self::Fact>) -> Play<Flow>;

    /// The game as one viewer may see it.
    fn view(&self, state: &Self::State, viewer: &Viewer) -> Self::View;

    /// Whose orders a turn waits for before it is begun: of all seats, unless the rules know better.
    /// Whoever else is asked in the middle of it is waited for then.
    fn awaited(&self, _state: &Self::State) -> Option<Vec<SeatId>> {
        None
    }

    /// The bots that know this game: they can fill a seat nobody has, and show how the game plays.
    fn bots(&self) -> &'static [BotKind] {
        &[]
    }

    /// What one of [`Ruleset::bots`] answers: by what its seat may see and by nothing else, so that the
    /// same view and question always get the same answer. Nothing where it takes the default.
    fn bot(&self, _bot: &str, _view: &Self::View, _asked: &Asked<'_>) -> Option<Value> {
        None
    }

    /// The points each seat has in a view, where the game counts any that all may see.
    fn score(&self, _view: &Self::View) -> BTreeMap<SeatId, i64> {
        BTreeMap::new()
    }

    /// In which of its ways a game that is over has ended, where there are several.
    fn ending(&self, _state: &Self::State) -> Option<&'static str> {
        None
    }

    /// The exact odds of some pieces against others, by their names in this game; those of a whole
    /// reference card where none are named. Nothing where a game has no such odds.
    fn odds(&self, _by: &[String], _against: &[String]) -> Option<Result<Vec<Odds>, Illegal>> {
        None
    }

    /// The odds a seat may want to know in the position it sees.
    fn odds_seen(&self, _view: &Self::View, _seat: &SeatId) -> Vec<Odds> {
        vec![]
    }

    /// How a seat's orders are tried on its view, where the game can be looked ahead in.
    fn ahead(&self) -> Option<&dyn Ahead<Self::View, Self::State, Self::Fact>> {
        None
    }

    /// What is known about the game's components, held against the content in use: part by part, since
    /// some take long. Nothing after the last part.
    fn claims(&self, _part: usize, _effort: Effort, _jobs: SideBySide<'_>) -> Option<Vec<Claim>> {
        None
    }

    /// What must be true at every checkpoint.
    fn invariants(&self, state: &Self::State) -> Result<(), String>;

    /// Another state that looks the same to this viewer.
    fn resample(&self, state: &Self::State, viewer: &Viewer, dice: &mut dyn Dice) -> Self::State;
}

/// Whether a value can be read as what is wanted; if not, why.
pub type Reads = fn(&Value) -> Result<(), String>;

/// Whether a value can be read as a `T`.
///
/// # Errors
/// Why not, in serde's words.
pub fn reads<T: DeserializeOwned>(value: &Value) -> Result<(), String> {
    T::deserialize(value)
        .map(drop)
        .map_err(|error| error.to_string())
}

/// One kind of ask.
#[derive(Clone, Copy, Debug)]
pub struct AskKind {
    /// Its name.
    pub name: &'static str,
    /// What is asked, as half a sentence.
    pub what: &'static str,
    /// The fields a standing order may compare with, and what stands in them.
    pub fields: &'static [(&'static str, Reads)],
    /// What its answers are.
    pub answer: Reads,
    /// Whether it is an offer.
    pub offered: bool,
}

/// A bot that knows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotKind {
    /// Its name.
    pub name: &'static str,
    /// What it goes for, as half a sentence.
    pub what: &'static str,
}

/// Where a turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flow {
    /// The game goes on.
    Next,
    /// The game is over.
    Over {
        /// Who won; several win equally.
        winners: Vec<SeatId>,
    },
}

impl AskKind {
    /// A kind of ask whose answer is an `A`; no offer.
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

    /// Whether a standing order's fields can ever fit this kind of ask.
    pub fn fits(&self, when: &Fields) -> bool {
        when.keys()
            .all(|key| key == "ask" || self.field(key).is_some())
    }

    /// What stands in a field.
    pub fn field(&self, name: &str) -> Option<Reads> {
        let field = self.fields.iter().find(|(field, _)| *field == name)?;
        Some(field.1)
    }
}
