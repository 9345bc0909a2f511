//! The kinds of ask, and the types of their answers.

use super::{
    actions::{Action, Does, Purpose},
    cash_out::{Get, Give, Moment, Retrieve, Solves, Trade},
    duel::{Aid, Duel, Part},
    live,
    names::{Agent, Bid, Color, Place, Side, Zone},
    problems::Problem,
};
use crate::{
    engine::{Intent, reads},
    rulesets::kit::{asks, sections},
};
use std::collections::BTreeMap;

asks! {
    Launch: Zone = "launch", "the Time Zone to which an Agent is launched; `today` for none (The Launch Phase)",
        &[("agent", reads::<Agent>), ("left", reads::<u32>), ("most", reads::<u32>), ("problem", reads::<Problem>)];
    Act: Intent<Action, Purpose> = "action", "what you announce next, or pass (The Action Phase)",
        &[("window", reads::<u32>)];
    Force: Intent<Action, Purpose> = "force", "whether you take Time Control to force another player, while no Agent of yours can act (The Action Phase)",
        &[("window", reads::<u32>)], offered: true;
    React: Intent<Action, Purpose> = "react", "whether you interrupt what was announced (The Action Phase)",
        &[("by", reads::<Color>), ("does", reads::<Does>), ("agent", reads::<Agent>), ("action", reads::<Action>), ("at", reads::<Place>), ("time", reads::<u32>)], offered: true;
    Object: bool = "object", "whether you object to a claim of Time Control (Time Control Duel)",
        &[("by", reads::<Color>), ("does", reads::<Does>), ("agent", reads::<Agent>), ("action", reads::<Action>), ("at", reads::<Place>), ("forced", reads::<Color>), ("time", reads::<u32>), ("stalemate", reads::<bool>)], offered: true;
    Bid: Bid = "bid", "the Time Control token that you play, or `fate` for a Fate card (Duel Value)",
        &[("duel", reads::<Duel>), ("number", reads::<u32>), ("part", reads::<Part>), ("round", reads::<u32>), ("agent", reads::<Agent>), ("against", reads::<Agent>)];
    ReDuel: bool = "re-duel", "whether you call for another round of a duel that you are losing (Re-Duel Round)",
        &[("duel", reads::<Duel>), ("number", reads::<u32>), ("part", reads::<Part>), ("round", reads::<u32>), ("agent", reads::<Agent>), ("against", reads::<Agent>), ("behind", reads::<u32>)], offered: true;
    Help: Aid = "help", "whether an Agent renders aid or commits sabotage in a duel (Rendering Aid/Committing Sabotage)",
        &[("agent", reads::<Agent>), ("attacker", reads::<Agent>), ("defender", reads::<Agent>)], offered: true;
    Control: Purpose = "control", "what you do with Time Control (The Action Phase)", &[];
    Forced: Action = "forced", "the action that you are forced to take (The Action Phase)", &[("by", reads::<Color>)];
    Resolve: Side = "resolve", "which tokens of the Time Wave in your Today are resolved next (The Resolve Phase)",
        &[("create", reads::<u32>), ("solve", reads::<u32>)], offered: true;
    Solve: Solves = "solve", "which Problem a pair of Solve tokens removes (The Resolve Phase)", &[];
    Defend: Bid = "defend", "the Time Control token of an Agent that a Time Wave attacks, or `fate` (Wave Attack Duel)",
        &[("agent", reads::<Agent>), ("at", reads::<Place>), ("tokens", reads::<u32>)], offered: true;
    CashOut: Trade = "cash-out", "what you cash out, or `none` (Cashing Out)", &[("at", reads::<Moment>), ("pays", reads::<u32>), ("fresh", reads::<BTreeMap<Problem, u32>>)], offered: true;
    Rescue: Trade = "rescue", "what you cash out against a Problem that would put you out of the game, or `none` (Cashing Out)", &[];
    Spend: u8 = "spend", "the next Time Control token that you discard for 20 points (Cashing Out Time Control Tokens)", &[("needed", reads::<u32>), ("get", reads::<Get>), ("pays", reads::<u32>)];
    Retrieve: Retrieve = "retrieve", "the next Time Control token that you retrieve, or `done` (Cashing Out)", &[("left", reads::<u32>), ("give", reads::<Give>)];
    Contribute: Vec<u8> = "contribute", "the Time Control tokens that you add to what another player cashes out (Cashing Out Time Control Tokens)",
        &[("by", reads::<Color>), ("get", reads::<Get>), ("pays", reads::<u32>)], offered: true;
}

sections! {
    Launches: Launch;
    Announcements: Act, Force, Control, Forced;
    Interrupts: React, Object;
    Duels: Bid, ReDuel, Help;
    Waves: Resolve, Solve, Defend;
    Trades: CashOut, Rescue, Spend, Retrieve, Contribute;
}

impl Question {
    /// Returns the part of the turn that a player plays live to be asked this by mail; `None` for what is always asked.
    pub(super) fn part(self) -> Option<live::Part> {
        Some(match self {
            Self::Act | Self::Force => live::Part::Action,
            Self::React => live::Part::React,
            Self::Object => live::Part::Object,
            Self::Bid | Self::ReDuel => live::Part::Duel,
            Self::Help => live::Part::Help,
            Self::Resolve => live::Part::Resolve,
            Self::Defend => live::Part::Defend,
            Self::CashOut => live::Part::CashOut,
            Self::Contribute => live::Part::Contribute,
            Self::Launch
            | Self::Control
            | Self::Forced
            | Self::Solve
            | Self::Rescue
            | Self::Spend
            | Self::Retrieve => return None,
        })
    }
}
