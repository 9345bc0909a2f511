//! A quarry: a game whose orders can be tried, that has bots, and that uses every optional feature of a ruleset.
//!
//! Blue and red have coins. A turn: each in turn tosses a coin that shows its tail three times out of four, rolls a
//! pair, digs for a hidden lode, pays, begs or guesses, until it is done.

use chronojudge::{
    dice::Dice,
    engine::{
        Ahead, Answered, Ask, AskKind, Asked, Audience, BotKind, Cast, Chance, Diagnostic, Draw,
        Drawn, Flow, Idle, Illegal, InvalidState, Line, Odds, Offered, Plan, Play, Possible, Reply,
        Ruleset, Seat, SeatId, Step, Table, Viewer, fields, reads,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Quarry;

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    pub closed: bool,
    pub forgetful: bool,
}

/// The state: all of it is public but the lode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pit {
    pub coins: BTreeMap<SeatId, i64>,
    pub lode: Option<u32>,
    pub closed: bool,
    pub turns: u32,
    /// A field that is not saved.
    #[serde(skip)]
    pub memory: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GmAction {
    Done,
    Toss,
    Pair,
    Dig,
    Pay(i64),
    Guess,
    Sort,
    Beg,
    Mix,
    Deal,
    Ponder,
    /// Two more acts at once.
    Twins,
    /// Two guesses at once.
    Guesses,
    /// A pick of one of `n` things.
    Pick(u32),
    /// No effect, and no reason is given.
    Rest,
    /// No effect, with a reason.
    Nap,
    Hold,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Orders {
    pub acts: Vec<GmAction>,
    /// The guess, each time.
    pub guess: Option<u32>,
    /// If set, the seat is asked each time how to sort.
    pub ask_me: bool,
}

pub fn seat(name: &str) -> SeatId {
    SeatId::new(name).expect("a name")
}

pub fn illegal(words: &str) -> Illegal {
    Illegal {
        code: "Q1".into(),
        words: words.into(),
    }
}

/// A sentence about what has happened.
type Fact = String;

fn tell(table: &mut Table<'_, Fact>, what: impl Into<String>) {
    table.tell(Audience::All, what.into());
}

impl Quarry {
    fn play_on(pit: &mut Pit, who: &SeatId, table: &mut Table<'_, Fact>) -> Play<()> {
        table.rule("2");
        loop {
            let coins = pit.coins[who];
            let mut acts = vec![
                GmAction::Done,
                GmAction::Toss,
                GmAction::Pair,
                GmAction::Dig,
                GmAction::Guess,
            ];
            acts.extend([
                GmAction::Sort,
                GmAction::Beg,
                GmAction::Mix,
                GmAction::Deal,
                GmAction::Ponder,
            ]);
            acts.extend([GmAction::Twins, GmAction::Guesses]);
            acts.extend(
                (0..4)
                    .map(GmAction::Pick)
                    .chain((1..=coins).map(GmAction::Pay)),
            );
            let now = pit.clone();
            let ask = Ask::one_of("act", acts)
                .why(|act| {
                    matches!(act, GmAction::Pay(_)).then(|| illegal("You have not so much."))
                })
                .seen(move || now.clone());
            let act = table.ask(who, ask)?;
            let gain = match act {
                GmAction::Toss if table.die(format_args!("toss"), 2)? == 1 => {
                    tell(table, "heads");
                    1
                }
                GmAction::Toss => {
                    tell(table, "tails");
                    0
                }
                GmAction::Pair => {
                    let faces = table.roll(format_args!("pair"), 2, 3)?;
                    tell(table, format!("pair {}-{}", faces[0], faces[1]));
                    0
                }
                GmAction::Dig => {
                    let depth = table.die(format_args!("dig"), 100)?;
                    let rich = pit.lode == Some(1);
                    tell(table, if rich { "gold" } else { "clay" });
                    i64::from(rich && depth > 50)
                }
                GmAction::Pay(coins) => {
                    tell(table, format!("pay {coins}"));
                    -coins
                }
                GmAction::Guess => {
                    let ask = Ask::one_of("guess", vec![3, 1, 2])
                        .about(|| fields([("of", "stones".into())]));
                    let guess = table.ask(who, ask)?;
                    tell(table, format!("guess {guess}"));
                    0
                }
                GmAction::Sort => {
                    let order = table.ask(who, Ask::ranking("sort", (1..=coins).collect()))?;
                    tell(table, format!("sort {order:?}"));
                    0
                }
                GmAction::Beg => {
                    let others = pit.coins.keys().filter(|other| *other != who);
                    let asks = others.map(|other| {
                        let ask = Ask::amount("give", vec![0, 1, 2]).or(2);
                        let now = pit.clone();
                        let ask = ask.offered().patient().seen(move || now.clone());
                        (other.clone(), ask)
                    });
                    let got: i64 = table.ask_all(asks.collect())?.into_iter().sum();
                    tell(table, format!("beg {got}"));
                    got
                }
                GmAction::Mix => {
                    table.shuffle(format_args!("mix"), 3)?;
                    0
                }
                GmAction::Deal => {
                    table.deal("stones", &["a".into(), "b".into()])?;
                    0
                }
                GmAction::Ponder => loop {
                    table.ask(who, Ask::one_of("guess", vec![1, 2]))?;
                },
                GmAction::Twins => {
                    let ask = || {
                        Ask::one_of(
                            "act",
                            vec![GmAction::Done, GmAction::Pay(1), GmAction::Pay(2)],
                        )
                    };
                    let acts = table.ask_all(vec![(who.clone(), ask()), (who.clone(), ask())])?;
                    tell(table, format!("{:?} and {:?}", acts[0], acts[1]));
                    0
                }
                GmAction::Guesses => {
                    let ask = || Ask::one_of("guess", vec![1, 2]);
                    let all = table.ask_all(vec![(who.clone(), ask()), (who.clone(), ask())])?;
                    tell(table, format!("guess {all:?}"));
                    0
                }
                GmAction::Pick(n) => {
                    let picked = table.pick(format_args!("pick"), n)?;
                    tell(table, format!("pick {picked}"));
                    0
                }
                _ => return Ok(()),
            };
            *pit.coins.get_mut(who).expect("a seat") += gain;
        }
    }
}

impl Ahead<Pit, Pit, Fact> for Quarry {
    fn imagine(&self, view: &Pit, _: &SeatId, drawn: &Drawn) -> Option<Pit> {
        let mut pit = view.clone();
        pit.lode = drawn.get("lode").copied();
        (!pit.closed).then_some(pit)
    }
    fn play(
        &self,
        pit: &mut Pit,
        cast: &Cast,
        own_done: &dyn Fn(&Pit),
        table: &mut Table<'_, Fact>,
    ) -> Play<()> {
        for who in pit.coins.clone().keys().filter(|who| cast.plays(who)) {
            Self::play_on(pit, who, table)?;
            if *who == cast.own {
                own_done(pit);
            }
        }
        Ok(())
    }
    fn ways(&self, _: &Pit, _: &Pit, label: &str, sides: u32, drawn: &Drawn) -> Draw {
        let quarter = Chance::of(1, 4).expect("a chance");
        let uneven = |label: &str| Draw {
            label: label.to_owned(),
            ways: vec![(1, quarter), (2, quarter.fails())],
        };
        match label {
            "toss" => uneven(label),
            "dig" if !drawn.contains_key("lode") => uneven("lode"),
            _ => Draw::even(label, sides),
        }
    }
    fn step(&self, _: &Pit, _: &Cast, rule: &str, what: &Fact) -> Option<Step> {
        let cost = what.strip_prefix("pay ").and_then(|n| n.parse().ok());
        Some(Step {
            rule: rule.to_owned(),
            what: what.clone(),
            fact: None,
            open: false,
            cost: cost.map(|n| (n, "coins")),
        })
    }
    /// A rich enough seat can buy a mill; a castle costs too much for every seat.
    fn possible(&self, pit: &Pit, who: &SeatId, offered: &[Offered]) -> Vec<Possible> {
        let Some(act) = offered.iter().find(|offered| offered.ask == "act") else {
            return vec![];
        };
        let mill = act.proposal("buy a mill".to_owned(), &GmAction::Pay(3));
        let castle = act.proposal("buy a castle".to_owned(), &GmAction::Pay(99));
        if pit.coins[who] > 2 {
            vec![mill, castle]
        } else {
            vec![castle]
        }
    }
    fn purse(&self, pit: &Pit, who: &SeatId) -> Vec<(&'static str, i64)> {
        vec![("coins", pit.coins[who])]
    }
}

impl Ruleset for Quarry {
    type Options = Options;
    type State = Pit;
    type Fact = Fact;
    type View = Pit;
    type Orders = Orders;

    fn id(&self) -> &'static str {
        "quarry"
    }
    fn asks(&self) -> &'static [AskKind] {
        const ASKS: &[AskKind] = &[
            AskKind::of::<GmAction>("act", "what to do", &[]),
            AskKind::of::<u32>("guess", "how many", &[("of", reads::<String>)]),
            AskKind::of::<Vec<u32>>("sort", "which first", &[]),
            AskKind {
                offered: true,
                ..AskKind::of::<i64>("give", "how much to give", &[])
            },
        ];
        ASKS
    }
    fn seats(&self, _: &Options) -> Result<Vec<Seat>, Illegal> {
        let seats = ["blue", "red"].map(|name| Seat {
            id: seat(name),
            team: None,
        });
        Ok(seats.into())
    }
    fn answer(&self, plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
        match (asked.kind, plan.orders.guess) {
            ("act", _) => {}
            ("sort", _) if plan.orders.ask_me => return Reply::AskMe,
            ("guess", Some(n)) if !plan.spent("guess") => {
                return Reply::by_the_way("guess", n, vec![]);
            }
            _ => return Reply::Silent,
        }
        let mut done = vec![];
        for (n, act) in plan.orders.acts.iter().enumerate() {
            let line = Line::nth("acts", n);
            match act {
                _ if plan.spent(&line.0) => {}
                GmAction::Rest => done.push(line.into()),
                GmAction::Nap => done.push(Idle::because(line, illegal("Nobody naps."))),
                GmAction::Hold => return Reply::Hold { line, done },
                act => {
                    return Reply::Say {
                        line,
                        value: json!(act),
                        spent: true,
                        done,
                    };
                }
            }
        }
        Reply::by_the_way("acts", GmAction::Done, done)
    }
    fn written(&self, answers: &[Answered]) -> Orders {
        let mut orders = Orders::default();
        for answer in answers {
            match answer.ask.as_str() {
                "act" => {
                    let act = answer.read().filter(|act| *act != GmAction::Done);
                    orders.acts.extend(act);
                }
                "guess" => orders.guess = answer.read(),
                _ => {}
            }
        }
        orders
    }
    fn lines(&self, orders: &Orders) -> Vec<Line> {
        let lines = 0..orders.acts.len();
        lines.map(|n| Line::nth("acts", n)).collect()
    }
    fn check(&self, _: &Pit, _: &SeatId, plan: &Plan<'_, Orders>) -> Vec<Diagnostic> {
        let acts = &plan.orders.acts;
        let next = plan.head("acts", acts.len());
        let naps = next.filter(|n| acts[*n] == GmAction::Nap);
        let say = |n| Diagnostic::doubt(format!("acts/{n}"), illegal("Nobody naps.")).help("rest");
        naps.map(say).into_iter().collect()
    }
    fn setup(&self, options: &Options, seats: &[Seat], _: &mut Table<'_, Fact>) -> Play<Pit> {
        Ok(Pit {
            coins: seats.iter().map(|seat| (seat.id.clone(), 2)).collect(),
            lode: Some(1),
            closed: options.closed,
            turns: 0,
            memory: options.forgetful,
        })
    }
    fn turn(&self, pit: &mut Pit, table: &mut Table<'_, Fact>) -> Play<Flow> {
        for who in pit.coins.clone().keys() {
            Self::play_on(pit, who, table)?;
        }
        pit.turns += 1;
        if pit.turns < 2 {
            return Ok(Flow::Next);
        }
        let winners = vec![seat("red")];
        Ok(Flow::Over { winners })
    }
    fn view(&self, pit: &Pit, viewer: &Viewer) -> Pit {
        let lode = pit.lode.filter(|_| *viewer != Viewer::Public);
        Pit {
            lode,
            ..pit.clone()
        }
    }
    fn awaited(&self, pit: &Pit) -> Option<Vec<SeatId>> {
        pit.closed.then(|| vec![seat("red")])
    }
    fn bots(&self) -> &'static [BotKind] {
        &[BotKind {
            name: "miser",
            what: "what it has",
        }]
    }
    /// A `miser` tosses until it has four coins; `sly` pays as long as it may, and a `cheat` pays more than any seat
    /// has.
    fn bot(&self, bot: &str, view: &Pit, asked: &Asked<'_>) -> Option<Value> {
        match (bot, asked.kind) {
            ("miser", "act") if view.coins[asked.seat] < 4 => {
                let may = asked.one_of::<GmAction>().contains(&GmAction::Toss);
                may.then(|| json!(GmAction::Toss))
            }
            ("miser", "give") => Some(json!(0)),
            ("sly", "act") => {
                let pay = json!({"pay": 1});
                let why = (asked.why_not)(&pay);
                why.map_or(Some(pay), |_| Some((asked.default)()))
            }
            ("cheat", "act") => Some(json!({"pay": 99})),
            _ => None,
        }
    }
    fn score(&self, view: &Pit) -> BTreeMap<SeatId, i64> {
        view.coins.clone()
    }
    fn ending(&self, _: &Pit) -> Option<&'static str> {
        Some("dry")
    }
    fn odds(&self, by: &[String], _: &[String]) -> Option<Result<Vec<Odds>, Illegal>> {
        let odds = by.iter().map(|by| Odds {
            place: None,
            by: by.clone(),
            against: "the pit".into(),
            chances: vec![("toss", Chance::ALWAYS)],
        });
        Some(Ok(odds.collect()))
    }
    fn odds_seen(&self, _: &Pit, who: &SeatId) -> Vec<Odds> {
        let odds = self.odds(&[who.to_string()], &[]);
        odds.expect("odds").expect("of a seat")
    }
    fn ahead(&self) -> Option<&dyn Ahead<Pit, Pit, Fact>> {
        Some(self)
    }
    fn invariants(&self, pit: &Pit) -> Result<(), InvalidState> {
        let debts = pit.coins.values().any(|coins| *coins < 0);
        InvalidState::unless(!debts, "no debts")
    }
    fn imagine(
        &self,
        pit: &Pit,
        _: Option<&Pit>,
        viewer: &Viewer,
        _: &mut dyn Dice,
    ) -> Option<Pit> {
        let lode = match viewer {
            Viewer::Public => Some(2),
            Viewer::Seat(_) => pit.lode,
        };
        Some(Pit {
            lode,
            ..pit.clone()
        })
    }
}
