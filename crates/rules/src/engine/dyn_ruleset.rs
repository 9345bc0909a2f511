//! Rulesets behind one object-safe trait: plain data at the boundary, for the game directory, mail and command line.

use super::{
    Advice, Answered, AskKind, BotKind, Broken, Cast, Chooser, Contradiction, Decision, Diagnostic,
    DynError, Entry, Event, Flow, Illegal, Interrupted, InvalidState, Odds, OnFile, Playing,
    Playout, Prompt, Rehearsal, Ruleset, Seat, SeatId, Stop, Thoroughness, Told, ToldRoll, Trial,
    Viewer, Weight,
    answers::Plan,
    data::{DecodeError, read, write},
    left_out::{Moment, Unused},
    line::{Line, SetOff},
    outcome::{Outcome, Run},
    running::run,
    search,
};
use crate::{collect::Collect, dice::Dice};
use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The rules of a game as a trait object: every type of [`Ruleset`] is a [`Value`] here.
///
/// Functions that read a [`Value`] return [`DecodeError`] if it can not be decoded as the ruleset's own type, alone or
/// as [`DynError::Decode`].
pub trait DynRuleset: std::fmt::Debug + Send + Sync {
    /// Returns the name of the ruleset.
    fn id(&self) -> &'static str;
    /// Returns the kinds of ask.
    fn asks(&self) -> &'static [AskKind];
    /// Returns the seats of the table under these options, with the teams of a usual seating.
    fn seats(&self, options: &Value) -> Result<Vec<Seat>, DynError<Illegal>>;
    /// Returns the number of seats that a player gets who names none.
    fn seats_each(&self, options: &Value) -> Result<usize, DecodeError>;
    /// Returns the seats with the teams that a seating makes, or the reason why the rules forbid it.
    fn seating(
        &self,
        options: &Value,
        hands: &[Vec<SeatId>],
    ) -> Result<Vec<Seat>, DynError<Illegal>>;
    /// Runs the set-up.
    fn setup(
        &self,
        options: &Value,
        seats: &[Seat],
        run: Run<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Outcome, DecodeError>;
    /// Runs a turn.
    fn turn(
        &self,
        state: &Value,
        run: Run<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Outcome, DecodeError>;
    /// Returns the game as one viewer may see it.
    fn view(&self, state: &Value, viewer: &Viewer) -> Result<Value, DecodeError>;
    /// Returns the game as each of several viewers may see it.
    fn views(
        &self,
        state: &Value,
        viewers: &[Viewer],
    ) -> Result<BTreeMap<Viewer, Value>, DecodeError>;
    /// Returns the points each seat has in a view.
    fn score(&self, view: &Value) -> Result<BTreeMap<SeatId, i64>, DecodeError>;
    /// Returns the rolls that the new public facts of a sitting tell of, or why a fact contradicts itself.
    fn told_rolls(
        &self,
        before: Option<&Value>,
        facts: &[Value],
    ) -> Result<Vec<ToldRoll>, DynError<Contradiction>>;
    /// Checks an order file; lines that were executed already are passed over.
    fn check(
        &self,
        view: &Value,
        seat: &SeatId,
        body: &Value,
        played: &BTreeSet<Line>,
    ) -> Result<Vec<Diagnostic>, DecodeError>;
    /// Returns, for each line of an order file that reacts to actions of other players, the actions that would set it
    /// off now.
    fn set_off(
        &self,
        view: &Value,
        seat: &SeatId,
        body: &Value,
    ) -> Result<Vec<SetOff>, DecodeError>;
    /// Decodes the body of an order file as the ruleset's own type, and returns it encoded again.
    fn orders(&self, body: &Value) -> Result<Value, DecodeError>;
    /// Returns the body of an order file that gives these answers of one seat, in this order.
    fn written(&self, answers: &[Answered]) -> Result<Value, DecodeError>;
    /// Returns the seats whose orders are required before the turn starts; `None` means all.
    fn awaited(&self, state: &Value) -> Result<Option<Vec<SeatId>>, DecodeError>;
    /// Returns true if a completed turn with these facts ends a round of the game.
    fn ends_round(&self, facts: &[Value]) -> Result<bool, DecodeError>;
    /// Checks the invariants of a state.
    fn invariants(&self, state: &Value) -> Result<(), DynError<InvalidState>>;
    /// Returns another state that looks the same to a viewer, imagined from their view; `None` if there is none.
    fn imagine(
        &self,
        view: &Value,
        viewer: &Viewer,
        dice: &mut dyn Dice,
    ) -> Result<Option<Value>, DecodeError>;
    /// Plays one game in memory.
    fn playout(
        &self,
        options: &Value,
        seats: &[Seat],
        chooser: &mut dyn Chooser,
        dice: &mut dyn Dice,
        playing: Playing<'_>,
    ) -> Result<Playout, DynError<Broken>>;
    /// Returns the bots that can play this game: those that know it, and the one that plays every game.
    fn bots(&self) -> Vec<BotKind>;
    /// Checks whether there is a bot of this name. That of a search may end with its number of playouts, as in
    /// `search-1000`.
    fn has_bot(&self, bot: &str) -> bool {
        self.bots().iter().any(|kind| kind.name == bot) || search::playouts(bot).is_some()
    }
    /// Returns a bot's answer to an open prompt, by the view of its seat at that moment. The answer is always
    /// legal, and always the same for the same view and prompt.
    fn bot(&self, bot: &str, view: &Value, prompt: &Prompt) -> Result<Value, DecodeError>;
    /// Checks whether orders of this game can be previewed on a view.
    fn looks_ahead(&self) -> bool;
    /// Previews a seat's orders on its own view, with every way chance can fall. Returns `None` if the game has no
    /// preview, or if nothing is left to preview. Lines that were executed already are passed over.
    fn rehearse(
        &self,
        view: &Value,
        seat: &SeatId,
        seats: &[SeatId],
        trial: Trial<'_>,
    ) -> Result<Option<Rehearsal>, DynError<Stop>>;
    /// Returns the decisions of a seat in the rest of the turn, as its orders take them, in the way in which chance is
    /// kindest to it. `asked` are the questions that are open; if nothing is left to preview, it decides these alone.
    fn decisions(
        &self,
        view: &Value,
        seat: &SeatId,
        seats: &[SeatId],
        trial: Trial<'_>,
        asked: &[Prompt],
    ) -> Result<Vec<Decision>, DynError<Stop>>;
    /// Returns orders that take the decision of this number, from 0, in another way; what they say besides stays as it
    /// is.
    fn decided(&self, orders: &Value, decisions: &[Decision], n: usize, value: &Value) -> Value;
    /// Returns order files for the turn of a seat that is about to begin, by its own view, the best first, with what is
    /// expected of each. `tick` is called with the work that is done and all the work that is known. Returns `None` if no
    /// position can be imagined.
    fn advise(
        &self,
        view: &Value,
        seat: &SeatId,
        seats: &[SeatId],
        effort: Thoroughness,
        tick: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<Advice>, DecodeError>;
    /// Checks the supposed orders of another seat, as far as the view of the cast's own seat allows.
    fn check_supposed(
        &self,
        view: &Value,
        cast: &Cast,
        other: &SeatId,
        body: &Value,
    ) -> Result<Vec<Diagnostic>, DecodeError>;
    /// Returns the lines of an order file that are lost if a new file leaves them out.
    fn entries(&self, orders: &Value) -> Result<Vec<Line>, DecodeError>;
    /// Returns the lines of an order file that answer questions at any time, each with the reason why it has not
    /// been used.
    fn unused(
        &self,
        seat: &SeatId,
        orders: &Value,
        view: &Value,
        moments: &[Moment],
        over: bool,
    ) -> Result<Vec<Unused>, DecodeError>;
    /// Returns the answers of a turn that announced something which was interrupted and not executed.
    fn interrupted(
        &self,
        facts: &[Told<Value>],
        journal: &[Entry],
        over: bool,
    ) -> Result<Vec<Interrupted>, DecodeError>;
    /// Returns the prompts that the seat's files leave unanswered, as far as the prompts alone can tell. Lines that
    /// are used up are passed over.
    fn unanswered(
        &self,
        on_file: &OnFile,
        done: &BTreeSet<Line>,
        prompts: &[Prompt],
    ) -> Result<Vec<Prompt>, DecodeError>;
    /// Returns the exact odds of some pieces against others, or of a whole reference card.
    fn odds(&self, by: &[String], against: &[String]) -> Option<Result<Vec<Odds>, Illegal>>;
    /// Returns the odds a seat may want to know in the position it sees.
    fn odds_seen(&self, view: &Value, seat: &SeatId) -> Result<Vec<Odds>, DecodeError>;
    /// Returns the odds that a reader without a seat may want to know in the position that they see.
    fn odds_for_all(&self, view: &Value) -> Result<Vec<Odds>, DecodeError>;
    /// Returns the JSON Schema of an order file's body (draft 7).
    fn orders_schema(&self) -> Schema;
    /// Returns the JSON Schema of the options (draft 7).
    fn options_schema(&self) -> Schema;
}

impl<R: Ruleset> DynRuleset for R {
    fn id(&self) -> &'static str {
        Ruleset::id(self)
    }
    fn asks(&self) -> &'static [AskKind] {
        Ruleset::asks(self)
    }
    fn seats(&self, options: &Value) -> Result<Vec<Seat>, DynError<Illegal>> {
        let options = read("options", Ruleset::id(self), options)?;
        Ruleset::seats(self, &options).map_err(DynError::Rules)
    }
    fn seats_each(&self, options: &Value) -> Result<usize, DecodeError> {
        let options = read("options", Ruleset::id(self), options)?;
        Ok(Ruleset::seats_each(self, &options))
    }
    fn seating(
        &self,
        options: &Value,
        hands: &[Vec<SeatId>],
    ) -> Result<Vec<Seat>, DynError<Illegal>> {
        let options = read("options", Ruleset::id(self), options)?;
        Ruleset::seating(self, &options, hands).map_err(DynError::Rules)
    }
    fn setup(
        &self,
        options: &Value,
        seats: &[Seat],
        inputs: Run<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Outcome, DecodeError> {
        let options: R::Options = read("options", Ruleset::id(self), options)?;
        run(self, &inputs, None, dice, |table| {
            match Ruleset::setup(self, &options, seats, table) {
                Ok(state) => (
                    serde_json::to_value(&state).expect("a state is plain data with text keys"),
                    Ok(Flow::Next),
                ),
                Err(stop) => (Value::Null, Err(stop)),
            }
        })
    }
    fn turn(
        &self,
        state: &Value,
        inputs: Run<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Outcome, DecodeError> {
        let mut state: R::State = read("state", Ruleset::id(self), state)?;
        let began = (!inputs.overdue.bots.is_empty()).then(|| state.clone());
        run(self, &inputs, began.as_ref(), dice, |table| {
            let flow = Ruleset::turn(self, &mut state, table);
            (
                serde_json::to_value(&state).expect("a state is plain data with text keys"),
                flow,
            )
        })
    }
    fn view(&self, state: &Value, viewer: &Viewer) -> Result<Value, DecodeError> {
        let state: R::State = read("state", Ruleset::id(self), state)?;
        write(
            "view",
            Ruleset::id(self),
            &Ruleset::view(self, &state, viewer),
        )
    }
    fn views(
        &self,
        state: &Value,
        viewers: &[Viewer],
    ) -> Result<BTreeMap<Viewer, Value>, DecodeError> {
        let state: R::State = read("state", Ruleset::id(self), state)?;
        let seen = viewers.iter().map(|viewer| {
            let view = Ruleset::view(self, &state, viewer);
            Ok((viewer.clone(), write("view", Ruleset::id(self), &view)?))
        });
        seen.try_collect_map()
    }
    fn score(&self, view: &Value) -> Result<BTreeMap<SeatId, i64>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        Ok(Ruleset::score(self, &view))
    }
    fn told_rolls(
        &self,
        before: Option<&Value>,
        facts: &[Value],
    ) -> Result<Vec<ToldRoll>, DynError<Contradiction>> {
        let id = Ruleset::id(self);
        let before: Option<R::View> = before.map(|view| read("view", id, view)).transpose()?;
        let facts: Result<Vec<R::Fact>, _> = facts.iter().map(|f| read("fact", id, f)).collect();
        Ruleset::told_rolls(self, before.as_ref(), &facts?).map_err(DynError::Rules)
    }
    fn set_off(
        &self,
        view: &Value,
        seat: &SeatId,
        body: &Value,
    ) -> Result<Vec<SetOff>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        let orders: R::Orders = read("order file", Ruleset::id(self), body)?;
        Ok(Ruleset::set_off(self, &view, seat, &orders))
    }
    fn check(
        &self,
        view: &Value,
        seat: &SeatId,
        body: &Value,
        played: &BTreeSet<Line>,
    ) -> Result<Vec<Diagnostic>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        let orders: R::Orders = read("order file", Ruleset::id(self), body)?;
        Ok(Ruleset::check(
            self,
            &view,
            seat,
            &Plan::new(&orders, played),
        ))
    }
    fn orders(&self, body: &Value) -> Result<Value, DecodeError> {
        let orders: R::Orders = read("order file", Ruleset::id(self), body)?;
        write("order file", Ruleset::id(self), &orders)
    }
    fn written(&self, answers: &[Answered]) -> Result<Value, DecodeError> {
        let orders = Ruleset::written(self, answers);
        write("order file", Ruleset::id(self), &orders)
    }
    fn ends_round(&self, facts: &[Value]) -> Result<bool, DecodeError> {
        let id = Ruleset::id(self);
        let facts: Result<Vec<R::Fact>, _> = facts.iter().map(|f| read("fact", id, f)).collect();
        Ok(Ruleset::ends_round(self, &facts?))
    }
    fn awaited(&self, state: &Value) -> Result<Option<Vec<SeatId>>, DecodeError> {
        let state: R::State = read("state", Ruleset::id(self), state)?;
        Ok(Ruleset::awaited(self, &state))
    }
    fn invariants(&self, state: &Value) -> Result<(), DynError<InvalidState>> {
        let state: R::State = read("state", Ruleset::id(self), state)?;
        Ruleset::invariants(self, &state).map_err(DynError::Rules)
    }
    fn imagine(
        &self,
        view: &Value,
        viewer: &Viewer,
        dice: &mut dyn Dice,
    ) -> Result<Option<Value>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        Ruleset::imagine(self, &view, None, viewer, dice)
            .map(|state| write("state", Ruleset::id(self), &state))
            .transpose()
    }
    fn playout(
        &self,
        options: &Value,
        seats: &[Seat],
        chooser: &mut dyn Chooser,
        dice: &mut dyn Dice,
        playing: Playing<'_>,
    ) -> Result<Playout, DynError<Broken>> {
        let options: R::Options = read("options", Ruleset::id(self), options)?;
        super::playout(self, &options, seats, chooser, dice, playing).map_err(DynError::Rules)
    }
    fn bots(&self) -> Vec<BotKind> {
        let own = Ruleset::bots(self).iter().copied();
        own.chain([search::BOT]).collect()
    }
    fn bot(&self, bot: &str, view: &Value, prompt: &Prompt) -> Result<Value, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        Ok(super::bot::answer(self, bot, &view, prompt))
    }
    fn looks_ahead(&self) -> bool {
        self.ahead().is_some()
    }
    fn rehearse(
        &self,
        view: &Value,
        seat: &SeatId,
        seats: &[SeatId],
        trial: Trial<'_>,
    ) -> Result<Option<Rehearsal>, DynError<Stop>> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        super::rehearsal::rehearse(self, &view, seat, seats, trial)
    }
    fn decisions(
        &self,
        view: &Value,
        seat: &SeatId,
        seats: &[SeatId],
        trial: Trial<'_>,
        asked: &[Prompt],
    ) -> Result<Vec<Decision>, DynError<Stop>> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        super::rehearsal::decisions(self, &view, seat, seats, trial, asked)
    }
    fn decided(&self, orders: &Value, decisions: &[Decision], n: usize, value: &Value) -> Value {
        super::rehearsal::decided(self, orders, decisions, n, value)
    }
    fn advise(
        &self,
        view: &Value,
        seat: &SeatId,
        seats: &[SeatId],
        effort: Thoroughness,
        tick: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<Advice>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        super::advise::advise(self, &view, seat, seats, effort, tick)
    }
    fn check_supposed(
        &self,
        view: &Value,
        cast: &Cast,
        other: &SeatId,
        body: &Value,
    ) -> Result<Vec<Diagnostic>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        let orders: R::Orders = read("order file", Ruleset::id(self), body)?;
        let (mut imagined, mut sure) = (None, true);
        if let Some(ahead) = self.ahead() {
            imagined = ahead.as_supposed(&view, other);
            sure = ahead.stands_as_seen(&view, cast, other);
        }
        let (view, none) = (imagined.unwrap_or(view), BTreeSet::new());
        let mut found = Ruleset::check(self, &view, other, &Plan::new(&orders, &none));
        if !sure {
            for diagnostic in &mut found {
                diagnostic.weight = Weight::Doubt;
            }
        }
        Ok(found)
    }
    fn entries(&self, orders: &Value) -> Result<Vec<Line>, DecodeError> {
        let orders: R::Orders = read("orders", Ruleset::id(self), orders)?;
        Ok(Ruleset::entries(self, &orders))
    }
    fn unused(
        &self,
        seat: &SeatId,
        orders: &Value,
        view: &Value,
        moments: &[Moment],
        over: bool,
    ) -> Result<Vec<Unused>, DecodeError> {
        let orders: R::Orders = read("orders", Ruleset::id(self), orders)?;
        let view: R::View = read("view", Ruleset::id(self), view)?;
        Ok(Ruleset::unused(self, seat, &orders, &view, moments, over))
    }
    fn interrupted(
        &self,
        facts: &[Told<Value>],
        journal: &[Entry],
        over: bool,
    ) -> Result<Vec<Interrupted>, DecodeError> {
        let facts = facts.iter().filter_map(|told| match &told.event {
            Event::Fact(fact) => Some(read("fact", Ruleset::id(self), fact)),
            _ => None,
        });
        let facts: Vec<R::Fact> = facts.collect::<Result<_, _>>()?;
        Ok(Ruleset::interrupted(self, &facts, journal, over))
    }
    fn unanswered(
        &self,
        on_file: &OnFile,
        done: &BTreeSet<Line>,
        prompts: &[Prompt],
    ) -> Result<Vec<Prompt>, DecodeError> {
        super::unanswered::unanswered(self, on_file, done, prompts)
    }
    fn odds(&self, by: &[String], against: &[String]) -> Option<Result<Vec<Odds>, Illegal>> {
        Ruleset::odds(self, by, against)
    }
    fn odds_seen(&self, view: &Value, seat: &SeatId) -> Result<Vec<Odds>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        Ok(Ruleset::odds_seen(self, &view, seat))
    }
    fn odds_for_all(&self, view: &Value) -> Result<Vec<Odds>, DecodeError> {
        let view: R::View = read("view", Ruleset::id(self), view)?;
        Ok(Ruleset::odds_for_all(self, &view))
    }
    fn orders_schema(&self) -> Schema {
        schema::<R::Orders>()
    }
    fn options_schema(&self) -> Schema {
        schema::<R::Options>()
    }
}

fn schema<T: JsonSchema>() -> Schema {
    // The play page asks for no schema, and is to stay small.
    if cfg!(target_os = "wasi") {
        return Schema::default();
    }
    let generator = SchemaSettings::draft07().into_generator();
    generator.into_root_schema_for::<T>()
}
