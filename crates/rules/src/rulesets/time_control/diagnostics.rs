//! The reasons why an order is against the rules, with their codes.

use super::{
    actions::Does,
    names::{Agent, Bid, Color, Place, Zone},
};
use crate::{engine::Line, rulesets::kit::diagnostics};
use std::sync::Arc;

diagnostics! {
    enum Wrong {
        "E1401" "an Agent of another player"
            "Only your own Agents act for you."
            "actions: [{agent: green-agent-1, snap: today}]   # in orange's orders"
            "Name an Agent of your color."
        {
            NotYours(Agent) = "{0} is not your Agent.";
        }
        "E1402" "an Agent that is on no board"
            "It was discarded."
            "actions: [{agent: orange-agent-1, snap: today}]   # which is discarded"
            "Retrieve it by cashing out, or name another Agent."
        {
            NotOnABoard(Agent) = "{0} is discarded (Losing, Results).";
        }
        "E1403" "a Busy Agent"
            "Busy Agents take no actions until the next Alert Phase."
            "actions: [{agent: orange-agent-1, snap: today}, {agent: orange-agent-1, move: yesterday}]"
            "Name an Alert Agent. A Snap, an attack and all that is done to Time Waves make an Agent busy."
        {
            Busy(Agent) = "{0} is busy (The Action Phase).";
        }
        "E1404" "an action that a Problem forbids"
            "A Problem that you have forbids it."
            "actions: [{agent: orange-scientist-1, flip: all}]   # with Lost Formulas"
            "Solve the Problem, or do something else."
        {
            Forbidden { problem: Arc<str>, does: Does } = "The Problem {problem} forbids your Agents to {does} (About Problem Cards).";
            NoClaims(Arc<str>) = "With the Problem {0} you do not take Time Control (About Problem Cards).";
            NoForcing(Arc<str>) = "With the Problem {0} you force no other player (About Problem Cards).";
            NoInterrupts(Arc<str>) = "With the Problem {0} your Agents do not interrupt (About Problem Cards).";
            NoObjections(Arc<str>) = "With the Problem {0} you do not object to claims (About Problem Cards).";
            NoAgentTrades(Arc<str>) = "With the Problem {0} you give no Agents when you cash out (Cashing Out Agents, About Problem Cards).";
            NoHelp(Arc<str>) = "With the Problem {0} your Agents neither render aid nor commit sabotage (About Problem Cards).";
            NoFate(Arc<str>) = "With the Problem {0} you draw no Fate card in a duel while you have a token to play (About Problem Cards).";
            NoReDuels(Arc<str>) = "With the Problem {0} you call for no Re-Duel (About Problem Cards).";
        }
        "E1405" "a Zone that is not the next one below"
            "A Move leads one Zone farther into the past; only a Snap leads back."
            "actions: [{agent: orange-agent-1, move: pre-history}]   # from today"
            "Name the next Zone below, or move several times."
        {
            NotBelow { at: Place, to: Zone } = "{to} is not the Zone below {at} (Move).";
        }
        "E1406" "no opponent's board"
            "An Agent invades the board of another player of the game."
            "actions: [{agent: orange-agent-1, invade: orange}]"
            "Name another color of the game."
        {
            NoOpponent(Color) = "{0} is no opponent of yours in this game (Invade).";
        }
        "E1407" "an Agent that goes where it is"
            "The Agent stands there."
            "actions: [{agent: orange-agent-1, snap: today}]   # in today"
            "Leave the line out."
        {
            AlreadyThere(Place) = "The Agent is in {0} already.";
        }
        "E1408" "an attack on an own Agent"
            "Agents attack those of other players."
            "actions: [{agent: orange-brawler-1, attack: orange-agent-1}]"
            "Name an Agent of another color."
        {
            OwnAgent(Agent) = "{0} is your own Agent (ruling T7).";
        }
        "E1409" "an Agent that is somewhere else"
            "An attack needs both Agents in the same Zone of the same board."
            "actions: [{agent: orange-brawler-1, attack: green-agent-1}]   # which is elsewhere"
            "Move or invade until both are in the same place, then attack."
        {
            NotTogether { target: Agent, at: Place } = "{target} is not in {at} (Attack Agents).";
        }
        "E1410" "a Time Wave in Today"
            "Time Waves are created in the past."
            "actions: [{agent: orange-agent-1, create: create}]   # in today"
            "Move to Yesterday or farther first."
        {
            WaveToday = "No Time Wave is created in Today (ruling D19).";
        }
        "E1411" "a Zone that has a Time Wave"
            "A Time Wave is created where there is none."
            "actions: [{agent: orange-agent-1, create: create}]   # in a Zone with a Time Wave"
            "Attack it: `add` or `remove`."
        {
            WaveThere(Place) = "There is a Time Wave in {0} (Create Time Waves).";
        }
        "E1412" "a Zone without a Time Wave"
            "Only a Time Wave that is there is attacked or flipped."
            "actions: [{agent: orange-agent-1, add: solve}]   # in a Zone without a Time Wave"
            "Create one: `create`."
        {
            NoWave(Place) = "There is no Time Wave in {0} (Attack Time Waves, Flip Time Waves).";
        }
        "E1413" "more tokens than an Agent handles"
            "An Agent handles one token; a Historian two in the Zone of their history, and flips two anywhere."
            "actions: [{agent: orange-agent-1, create: two-create}]"
            "Name one token: `create` or `solve`."
        {
            TooManyTokens { agent: Agent, most: u8 } = "{agent} handles at most {most} tokens here (Historian).";
        }
        "E1414" "tokens that the Time Wave does not have"
            "It has fewer tokens with that side up."
            "actions: [{agent: orange-agent-1, remove: solve}]   # of a Time Wave with Create tokens alone"
            "Name tokens that are there."
        {
            FewerTokens(Place) = "The Time Wave in {0} does not have these tokens.";
        }
        "E1415" "an Agent that flips no Time Waves"
            "Historians flip one or two tokens, Scientists a whole Time Wave."
            "actions: [{agent: orange-brawler-1, flip: create}]"
            "Send a Historian or a Scientist."
        {
            CannotFlip(Agent) = "{0} does not flip Time Waves (Flip Time Waves).";
            FlipsAll(Agent) = "{0} flips the whole Time Wave: `flip: all` (Scientist).";
            NoSpecialty { problem: Arc<str>, agent: Agent } = "With the Problem {problem}, {agent} has no specialty and flips no Time Waves (About Problem Cards).";
        }
        "E1416" "no Time Wave tokens left"
            "The game has 72 of them, and all are on the boards."
            "actions: [{agent: orange-agent-1, create: create}]   # with all tokens on the boards"
            "Wait until some are resolved."
        {
            NoTokensLeft = "No Time Wave tokens are left (Components).";
        }
        "E1417" "a player who cannot be forced"
            "They are not in the game, or it is you."
            "actions: [{force: green}]   # in green's orders"
            "Force another player, or act yourself."
        {
            CannotForce(Color) = "{0} is no other player of the game who could be forced (The Action Phase).";
        }
        "E1418" "a launch that is not possible"
            "Alert Agents are launched from Today of their own board."
            "launch: {orange-agent-1: yesterday}   # which is busy"
            "Leave the Agent out."
        {
            NotReady(Agent) = "{0} is not Alert in Today of its board (The Launch Phase).";
            TooDeep { deepest: Zone, to: Zone } = "With your Problems Agents are launched at most to {deepest}, not to {to} (About Problem Cards).";
            TooManyLaunches { problem: Arc<str>, most: u8 } = "With the Problem {problem} you launch at most {most} Agents in a turn (About Problem Cards).";
        }
        "E1419" "a token that is not there"
            "It is discarded, or a Problem forbids it."
            "duels: [{bids: [21]}]   # which is discarded"
            "Name tokens that the report lists."
        {
            NoToken(Bid) = "You do not have the token {0} to play.";
        }
        "E1420" "something that cannot be cashed out"
            "An Agent gives tokens or solves a Problem; tokens worth 20 give an Agent or solve a Problem; a Problem gives tokens or an Agent."
            "cash-out: [{give: [12], get: green-agent-1}]"
            "Give enough, and get what the table of rates says."
        {
            NoSuchTrade = "This is not traded for that (Cashing Out).";
            TooFewPoints { points: u32, pays: u8 } = "These tokens are worth {points} points, and {pays} are needed (Cashing Out).";
            TooManyPoints { points: u32, retrieves: u8 } = "These tokens are worth {points} points, and at most {retrieves} are retrieved (Cashing Out).";
        }
        "E1421" "a rule that can never be used"
            "No announcement fits its condition, or what it does is never legal."
            "interrupts: [{if: {player: orange}, then: {agent: orange-brawler-1, attack: attacker}}]   # in orange's orders"
            "Change the condition, or leave the rule out."
        {
            NeverFits = "No announcement of another player fits this condition.";
            NoClaimFits = "No claim of another player fits this condition.";
            NoSuchDuel = "No Agent attacks another one of its color, so no duel fits this condition (ruling T7).";
            HelpsItself(Agent) = "{0} fights in this duel itself, so it neither renders aid nor commits sabotage in it.";
            Hidden { by: Line } = "`{by}` is used for all that this is for, so this is never used.";
            NeverLegal(Agent) = "{0} can do this nowhere.";
            DoesNothing = "A rule that waits or holds interrupts nothing.";
            NoAttacker = "`attacker` is the Agent that was announced, and here none is announced.";
        }
        "E1422" "too few or too many players"
            "Two to four may play."
            "chronojudge new t --ruleset time-control --option players=5"
            "Use 2 to 4 players."
        {
            Players(u8) = "Two to four may play, not {0} (Components).";
        }
        "E1423" "the colors do not fit the players"
            "Each player has a color of their own."
            "chronojudge new t --ruleset time-control --option players=3 --option colors=[green]"
            "Name as many different colors as there are players, or none."
        {
            Colors(u8) = "A game of {0} needs as many different colors.";
        }
        "E1424" "a view that is not whole"
            "The file of the view was cut or changed after it was sent."
            "a view of which a mail program left out the end"
            "Save the attachment of your last report again."
        {
            ViewNotWhole = "The view that you check against is not whole.";
        }
        "E1425" "a player who is out of the game"
            "A player with four Problems of one type takes no further part."
            "actions: [{agent: orange-agent-1, snap: today}]   # in the orders of a player who is out"
            "Send nothing more; the reports go on."
        {
            YouAreOut = "You are out of the game (Losing).";
        }
    }
}
