//! Kuhn and Leduc poker: two small games with hidden cards, whose value is known. They are not games of the program;
//! its tests and benches play them, because other programs for games have them too.
//!
//! The rules are those of `kuhn_poker` and `leduc_poker` in `OpenSpiel`. One turn is a hand:
//!
//! 1 Each seat puts one chip in the pot and gets a card, face down. 2 The seats act in turn, the first seat first:
//! *call* brings a seat's chips up to those of the other (if they are equal, that is a check), *raise* brings them up
//! and adds a fixed number of chips, *fold* gives up the pot. A seat may fold only if the other has paid more. A
//! round of betting ends when the chips are equal after both have acted. 3 Between the two rounds of Leduc poker a
//! public card is laid out. 4 The hands are shown: a pair with the public card wins, else the higher card; equal
//! hands share the pot.

use chronojudge::{
    dice::{Dice, Label},
    engine::{
        Answered, Ask, AskKind, Asked, Audience, BotKind, Diagnostic, Flow, Illegal, InvalidState,
        Line, Plan, Play, Reply, Ruleset, Seat, SeatId, Table, Viewer, fields, reads,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The number of chips that each seat pays before the deal.
const ANTE: i64 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    Jack,
    Queen,
    King,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Bet {
    Fold,
    Call,
    Raise,
}

/// What keeps a seat from a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hindrance {
    /// No position can be imagined.
    Dim,
    /// The rules have a fault, which only an imagined position meets.
    Faulty,
    /// The seats follow a plan that no search needs to look at.
    Settled,
}

/// A poker for two seats with fixed raises.
#[derive(Debug)]
pub struct Poker {
    id: &'static str,
    deck: &'static [Rank],
    /// The chips of a raise, for each round of betting.
    raises: &'static [i64],
    /// The number of raises that a round of betting may have.
    most: u32,
    seats: [SeatId; 2],
    items: Vec<String>,
    hindrance: Option<Hindrance>,
    /// True if the game goes on after the hand, without a question and without an end.
    endless: bool,
}

/// The state of a hand. A turn that begins in the middle of a hand goes on from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The cards of the two seats, and the next card of the deck; `None` before the deal.
    pub cards: Option<[Rank; 3]>,
    /// All that the seats have done, in order.
    pub bets: Vec<Bet>,
}

/// A hand as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The cards of the two seats, where they are known.
    pub cards: [Option<Rank>; 2],
    /// The public card, once it is laid out.
    pub public: Option<Rank>,
    /// All that the seats have done, in order.
    pub bets: Vec<Bet>,
    /// The chips that each seat has won or lost, when the hand is over.
    pub won: Option<[i64; 2]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    Dealt { seat: SeatId, card: Rank },
    Bet { seat: SeatId, bet: Bet },
    Public { card: Rank },
    Shown { seat: SeatId, card: Rank },
    Won { seat: SeatId, chips: i64 },
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {}

/// The order file: what to do, one after another.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Orders {
    pub bets: Vec<Bet>,
}

/// How far the betting is.
#[derive(Clone, Copy, Debug)]
struct Betting {
    round: usize,
    /// The chips of each seat in the pot.
    paid: [i64; 2],
    raises: u32,
    /// True if a seat has acted in this round.
    begun: bool,
    turn: usize,
    folded: Option<usize>,
}

impl Poker {
    /// Returns Kuhn poker: three cards, one round of betting, one raise of one chip.
    pub fn kuhn() -> Self {
        Self::new("kuhn", &[Rank::Jack, Rank::Queen, Rank::King], &[1], 1)
    }

    /// Returns Leduc poker: six cards, and two rounds of betting with at most two raises each: of two chips, then of
    /// four.
    pub fn leduc() -> Self {
        use Rank::{Jack, King, Queen};
        Self::new("leduc", &[Jack, Jack, Queen, Queen, King, King], &[2, 4], 2)
    }

    fn new(id: &'static str, deck: &'static [Rank], raises: &'static [i64], most: u32) -> Self {
        Self {
            id,
            deck,
            raises,
            most,
            seats: ["first", "second"].map(|name| SeatId::new(name).expect("a name")),
            items: deck.iter().map(|rank| format!("{rank:?}")).collect(),
            hindrance: None,
            endless: false,
        }
    }

    /// Returns the game without the means to imagine a position.
    pub fn dim(self) -> Self {
        Self {
            hindrance: Some(Hindrance::Dim),
            ..self
        }
    }

    /// Returns the game with a fault that only an imagined position meets.
    pub fn faulty(self) -> Self {
        Self {
            hindrance: Some(Hindrance::Faulty),
            ..self
        }
    }

    /// Returns the game without an end: after the hand, turns follow in which no seat is asked.
    pub fn endless(self) -> Self {
        Self {
            endless: true,
            ..self
        }
    }

    /// Returns the game in which every answer is settled without a search.
    pub fn settled(self) -> Self {
        Self {
            hindrance: Some(Hindrance::Settled),
            ..self
        }
    }

    /// Returns the cards of the whole deck.
    pub fn deck(&self) -> &'static [Rank] {
        self.deck
    }

    /// Returns the seats, in the order in which they act.
    pub fn table(&self) -> &[SeatId; 2] {
        &self.seats
    }

    /// Returns the state before the deal.
    pub fn undealt() -> State {
        State {
            cards: None,
            bets: vec![],
        }
    }

    /// Returns the seat whose turn it is, and what it may do; `None` if the hand is over.
    pub fn next(&self, state: &State) -> Option<(&SeatId, Vec<Bet>)> {
        let betting = self.betting(&state.bets);
        let open = betting.won_by_fold().is_none() && betting.round < self.raises.len();
        open.then(|| (&self.seats[betting.turn], self.may(&betting)))
    }

    fn betting(&self, bets: &[Bet]) -> Betting {
        let mut betting = Betting {
            round: 0,
            paid: [ANTE; 2],
            raises: 0,
            begun: false,
            turn: 0,
            folded: None,
        };
        for bet in bets {
            betting.take(*bet, self.raises);
        }
        betting
    }

    fn may(&self, betting: &Betting) -> Vec<Bet> {
        let [own, other] = [betting.turn, 1 - betting.turn].map(|seat| betting.paid[seat]);
        let mut may = Vec::with_capacity(3);
        if own < other {
            may.push(Bet::Fold);
        }
        may.push(Bet::Call);
        if betting.raises < self.most {
            may.push(Bet::Raise);
        }
        may
    }

    /// Returns the chips that each seat has won or lost; `None` if the hand is not over.
    fn won(&self, betting: &Betting, cards: [Rank; 3]) -> Option<[i64; 2]> {
        if let Some(won) = betting.won_by_fold() {
            return Some(won);
        }
        if betting.round < self.raises.len() {
            return None;
        }
        let [first, second, public] = cards;
        let pairs = self.raises.len() > 1;
        let strength = |card: Rank| (pairs && card == public, card);
        let chips = match strength(first).cmp(&strength(second)) {
            std::cmp::Ordering::Greater => betting.paid[1],
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => -betting.paid[0],
        };
        Some([chips, -chips])
    }

    /// Returns the number of a seat, from its place at the table.
    fn place(&self, viewer: &Viewer) -> Option<usize> {
        let seat = viewer.seat()?;
        self.seats.iter().position(|other| other == seat)
    }

    fn seen(&self, state: &State, betting: &Betting, place: Option<usize>) -> View {
        let won = state.cards.and_then(|cards| self.won(betting, cards));
        let shown = won.is_some() && betting.folded.is_none();
        let card = |n: usize| {
            state
                .cards
                .map(|cards| cards[n])
                .filter(|_| shown || place == Some(n))
        };
        let public = state.cards.map(|cards| cards[2]);
        View {
            cards: [card(0), card(1)],
            public: public.filter(|_| self.raises.len() > 1 && betting.round > 0),
            bets: state.bets.clone(),
            won,
        }
    }

    /// 1 Deals the cards.
    fn deal(&self, table: &mut Table<'_, Fact>) -> Play<[Rank; 3]> {
        table.rule("1");
        let order = table.deal("deck", &self.items)?;
        let cards = [0, 1, 2].map(|slot| self.deck[order[slot] as usize]);
        for (slot, seat) in (0..).zip(&self.seats) {
            let (seat, card) = (seat.clone(), cards[slot as usize]);
            table.open(Audience::Only(vec![seat.clone()]), "deck", slot);
            table.tell(
                Audience::Only(vec![seat.clone()]),
                Fact::Dealt { seat, card },
            );
        }
        Ok(cards)
    }
}

impl Betting {
    /// 2 Takes what the seat whose turn it is does.
    fn take(&mut self, bet: Bet, raises: &[i64]) {
        let (own, other) = (self.turn, 1 - self.turn);
        match bet {
            Bet::Fold => self.folded = Some(own),
            Bet::Raise => {
                self.paid[own] = self.paid[other] + raises[self.round];
                self.raises += 1;
                (self.begun, self.turn) = (true, other);
            }
            Bet::Call if self.begun => {
                self.paid[own] = self.paid[other];
                self.round += 1;
                (self.begun, self.raises, self.turn) = (false, 0, 0);
            }
            Bet::Call => (self.begun, self.turn) = (true, other),
        }
    }

    fn won_by_fold(&self) -> Option<[i64; 2]> {
        let lost = -self.paid[self.folded?];
        Some(if self.folded == Some(0) {
            [lost, -lost]
        } else {
            [-lost, lost]
        })
    }
}

impl Ruleset for Poker {
    type Options = Options;
    type State = State;
    type Fact = Fact;
    type View = View;
    type Orders = Orders;

    fn id(&self) -> &'static str {
        self.id
    }
    fn asks(&self) -> &'static [AskKind] {
        const ASKS: &[AskKind] = &[AskKind::of::<Bet>(
            "bet",
            "what to do",
            &[("round", reads::<usize>), ("to-pay", reads::<i64>)],
        )];
        ASKS
    }
    fn seats(&self, _: &Options) -> Result<Vec<Seat>, Illegal> {
        let seat = |id: &SeatId| Seat {
            id: id.clone(),
            team: None,
        };
        Ok(self.seats.iter().map(seat).collect())
    }
    fn answer(&self, plan: &Plan<'_, Orders>, _: &Asked<'_>) -> Reply {
        let mut lines = (0..plan.orders.bets.len()).map(|n| (n, Line::nth("bets", n)));
        let next = lines.find(|(_, line)| !plan.spent(&line.0));
        next.map_or(Reply::Silent, |(n, line)| Reply::Say {
            line,
            value: json!(plan.orders.bets[n]),
            spent: true,
            done: vec![],
        })
    }
    fn written(&self, answers: &[Answered]) -> Orders {
        let bets = answers.iter().filter_map(Answered::read);
        Orders {
            bets: bets.collect(),
        }
    }
    fn lines(&self, orders: &Orders) -> Vec<Line> {
        let lines = 0..orders.bets.len();
        lines.map(|n| Line::nth("bets", n)).collect()
    }
    fn check(&self, _: &View, _: &SeatId, _: &Plan<'_, Orders>) -> Vec<Diagnostic> {
        vec![]
    }
    fn setup(&self, _: &Options, _: &[Seat], _: &mut Table<'_, Fact>) -> Play<State> {
        Ok(Self::undealt())
    }
    fn turn(&self, state: &mut State, table: &mut Table<'_, Fact>) -> Play<Flow> {
        let cards = match state.cards {
            Some(cards) => cards,
            None => *state.cards.insert(self.deal(table)?),
        };
        let mut betting = self.betting(&state.bets);
        let won = loop {
            if let Some(won) = self.won(&betting, cards) {
                break won;
            }
            let seat = &self.seats[betting.turn];
            table.rule("2");
            let to_pay = betting.paid[1 - betting.turn] - betting.paid[betting.turn];
            let ask = Ask::one_of("bet", self.may(&betting))
                .about(|| {
                    fields([
                        ("round", (betting.round + 1).into()),
                        ("to-pay", to_pay.into()),
                    ])
                })
                .seen(|| self.seen(state, &betting, Some(betting.turn)));
            let bet = table.ask(seat, ask)?;
            let seat = seat.clone();
            table.tell_all(Fact::Bet { seat, bet });
            let round = betting.round;
            betting.take(bet, self.raises);
            state.bets.push(bet);
            if round < betting.round && betting.round < self.raises.len() {
                table.rule("3");
                table.open(Audience::All, "deck", 2);
                table.tell_all(Fact::Public { card: cards[2] });
            }
        };
        table.rule("4");
        for (slot, seat) in (0..).zip(&self.seats) {
            if betting.folded.is_none() {
                let (seat, card) = (seat.clone(), cards[slot as usize]);
                table.open(Audience::All, "deck", slot);
                table.tell_all(Fact::Shown { seat, card });
            }
        }
        for (seat, chips) in self.seats.iter().zip(won) {
            let seat = seat.clone();
            table.tell_all(Fact::Won { seat, chips });
        }
        if self.endless {
            return Ok(Flow::Next);
        }
        let winners = self.seats.iter().zip(won).filter(|(_, chips)| *chips >= 0);
        let winners = winners.map(|(seat, _)| seat.clone()).collect();
        Ok(Flow::Over { winners })
    }
    fn settled(&self, _: i64) -> bool {
        self.hindrance == Some(Hindrance::Settled)
    }
    fn view(&self, state: &State, viewer: &Viewer) -> View {
        self.seen(state, &self.betting(&state.bets), self.place(viewer))
    }
    fn bots(&self) -> &'static [BotKind] {
        &[BotKind {
            name: "honest",
            what: "raises with a king or a pair, calls with a queen and folds a jack",
        }]
    }
    fn bot(&self, bot: &str, view: &View, asked: &Asked<'_>) -> Option<Value> {
        let own = self.place(&Viewer::Seat(asked.seat.clone()))?;
        let card = view.cards[own].filter(|_| bot == "honest")?;
        let may = asked.one_of::<Bet>();
        let wanted: &[Bet] = match card {
            _ if view.public == Some(card) => &[Bet::Raise, Bet::Call],
            Rank::King => &[Bet::Raise, Bet::Call],
            Rank::Queen => &[Bet::Call],
            Rank::Jack => &[Bet::Fold, Bet::Call],
        };
        let bet = wanted.iter().find(|bet| may.contains(bet))?;
        Some(json!(bet))
    }
    fn score(&self, view: &View) -> BTreeMap<SeatId, i64> {
        let won = view.won.into_iter().flatten();
        self.seats.iter().cloned().zip(won).collect()
    }
    fn invariants(&self, state: &State) -> Result<(), InvalidState> {
        let left = match state.cards {
            Some(cards) => without(self.deck, cards),
            None => state.bets.is_empty().then(Vec::new),
        };
        InvalidState::unless(left.is_some(), "the cards are cards of the deck")
    }
    fn imagine(
        &self,
        view: &View,
        _: Option<&View>,
        viewer: &Viewer,
        dice: &mut dyn Dice,
    ) -> Option<State> {
        let faulty = self.hindrance == Some(Hindrance::Faulty);
        assert!(!faulty, "a fault of the rules");
        if self.hindrance == Some(Hindrance::Dim) {
            return None;
        }
        // A seat that sees no card of its own has not been dealt one.
        if self
            .place(viewer)
            .is_some_and(|own| view.cards[own].is_none())
        {
            return Some(Self::undealt());
        }
        let known = [view.cards[0], view.cards[1], view.public];
        let hidden = without(self.deck, known.into_iter().flatten())?;
        let label = Label::new("imagined").expect("a label");
        let n = u32::try_from(hidden.len()).expect("few cards");
        let mut drawn = dice.shuffle(&label, n).ok()?.into_iter();
        let mut card = |known: Option<Rank>| match known {
            Some(card) => Some(card),
            None => Some(hidden[drawn.next()? as usize]),
        };
        Some(State {
            cards: Some([card(known[0])?, card(known[1])?, card(known[2])?]),
            bets: view.bets.clone(),
        })
    }
}

/// Returns the deck without some cards; `None` if it does not have them.
fn without(deck: &[Rank], cards: impl IntoIterator<Item = Rank>) -> Option<Vec<Rank>> {
    let mut left = deck.to_vec();
    for card in cards {
        left.remove(left.iter().position(|other| *other == card)?);
    }
    Some(left)
}
