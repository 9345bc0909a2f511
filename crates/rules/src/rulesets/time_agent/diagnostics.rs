//! The reasons why an order is against the rules, with their codes.

use super::names::{OwnUnit, Race, Technology, UnitId};
use super::places::{HexId, Spot};
use crate::rulesets::kit::diagnostics;

diagnostics! {
    enum Wrong {
        "E1001" "there is no such tile"
            "The zone has fewer tiles than that."
            "headquarters: {research: [4b-70]}"
            "Use a tile that is on the map of your report."
        {
            NoTile(HexId) = "There is no tile {0}.";
        }
        "E1002" "you have no such operative"
            "The operative was never bought, or was eliminated."
            "moves: [{unit: agent-9, to: 4b-7}]"
            "Use an operative that is listed under your race in the report; buy one first under `headquarters`."
        {
            NoUnit(OwnUnit) = "You have no {0}.";
        }
        "E1003" "a race that does not play"
            "The scenario is played without that race."
            "opposition: [{tile: any, against: roo, declare: oppose}]   # in a game without roo"
            "Name a race that is listed in the report."
        {
            NoRace { race: Race } = "{race} does not play in this game.";
        }
        "E1004" "an operative that is not in the past"
            "Only operatives in the past are maintained or move along a timestream."
            "headquarters: {maintain: [squad-1]}"
            "Leave it out, or send it to the past with a move without `along`."
        {
            NotInPast { unit: OwnUnit } = "{unit} is not in the past.";
        }
        "E1005" "an operative that is not in the present"
            "A move without `along` is a travel from the present, and the operative is in the past."
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: agent-2, to: 4b-7}]"
            "Add `along: ` and a timestream, or bring the operative home by leaving it out of `maintain`."
        {
            NotInPresent { unit: OwnUnit, spot: Spot } = "{unit} is not in the present: it is in {spot}.";
        }
        "E1006" "too little money"
            "Everything before this line costs so much that too little is left."
            "headquarters: {buy: {time-machines: 9}}"
            "Spend less before it, or leave the line out; `chronojudge try` shows what each line costs."
        {
            TooLittleMoney { cost: u32, credits: u32 } = "That costs {cost} credits and you have {credits}.";
        }
        "E1007" "no time machine free"
            "Each operative in the past, each travel and each run of looks uses a time machine, and all are in use."
            "headquarters: {maintain: [agent-2, agent-3], research: [4b-5, 4b-10, 4b-6, 4a-1, 4a-2, 4a-3, 4a-4]}"
            "Buy a time machine, maintain fewer operatives, or look at fewer tiles."
        {
            NoMachine { machines: u32, needed: u32 } = "You have {machines} time machines free and need {needed}.";
        }
        "E1008" "an operative that has moved already"
            "An operative travels to the past or moves inside it, and only once in a turn (9.1)."
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: squad-1, to: 4b-2}, {unit: squad-1, to: 4b-3}]"
            "Keep one of the two moves."
        {
            MovedTwice { unit: OwnUnit } = "{unit} has moved already: an operative travels to the past or moves inside it, once (9.1).";
        }
        "E1009" "both kinds of movement for one operative"
            "An operative that comes from the present does not also move along a timestream in the same turn (9.1)."
            "moves: [{unit: squad-1, along: time-travel, to: 4b-7}]"
            "Leave out `along`, or move it in the next turn."
        {
            BothKinds { unit: OwnUnit } = "{unit} comes from the present, and so cannot move along a timestream in the same turn (9.1).";
        }
        "E1010" "an original invention is entered only from beside it"
            "An original invention is entered only from a tile beside it, by an operative that began its turn there (9.13, 9.17)."
            "moves: [{unit: squad-1, to: original-time-travel}]"
            "Send the operative to a tile beside it, and go on in the next turn."
        {
            OriginalFromAfar { to: Spot } = "{to} is the space of an original invention: it is entered only from a tile beside it where the operative began its turn (9.13, 9.17).";
        }
        "E1011" "out of reach along that timestream"
            "No path of connected tiles leads there along that timestream, or an indicator bars the way."
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: agent-2, along: time-travel, to: 7b-1}]"
            "Follow the paths on the map, or use another timestream."
        {
            OutOfReach { unit: OwnUnit, from: Spot, to: Spot, along: Technology } = "{unit} cannot reach {to} from {from} along {along}.";
        }
        "E1012" "already at the destination"
            "The operative is in that place."
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: agent-2, along: time-travel, to: 4c-3}]"
            "Leave the move out."
        {
            AlreadyThere { unit: OwnUnit, spot: Spot } = "{unit} is in {spot} already.";
        }
        "E1013" "none of your operatives is there"
            "None of your operatives is in that place, and none of your moves leads there."
            "actions: [{search: {tile: 1a-1}}]"
            "Move an operative there first, or name a place where you have one."
        {
            NobodyThere(Spot) = "You have no operative in {0}.";
        }
        "E1014" "no event or invention there"
            "Only events and inventions are reversed, and that place has neither."
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: squad-1, to: 4c-8}]\nactions: [{reverse: {tile: 4c-8}}]"
            "Use `rotate`, or name a place with an event or an invention."
        {
            NothingThere(Spot) = "There is no event or invention in {0}.";
        }
        "E1015" "the operation is contested"
            "A player in that place opposes you, so nothing can be altered there (9.5)."
            "actions: [{reverse: {tile: 4a-3}}]   # after roo declared to oppose there"
            "Find and eliminate those who oppose first, or alter another place."
        {
            Opposed { race: Race, spot: Spot } = "{race} opposes you in {spot}, so nothing can be altered there (9.5).";
        }
        "E1016" "the tile already faces that edge"
            "The tile would not change."
            "headquarters: {maintain: [agent-2, agent-3]}\nactions: [{rotate: {tile: 4b-7, to: 5}}]"
            "Name another edge, or leave the line out."
        {
            FacesThere { tile: HexId, to: u8 } = "{tile} faces {to} already.";
        }
        "E1017" "no such facing"
            "A tile has six edges."
            "headquarters: {maintain: [agent-2, agent-3]}\nactions: [{rotate: {tile: 4b-7, to: 7}}]"
            "Name an edge from 1 to 6."
        {
            NoFacing(u8) = "A tile faces one of the edges 1 to 6, not {0}.";
        }
        "E1018" "the tile is face up"
            "A look shows what lies face down, and this tile is face up for all."
            "headquarters: {research: [4b-7]}"
            "Look at a tile that is face down."
        {
            FaceUp(HexId) = "{0} is face up already: all players see it.";
        }
        "E1019" "a tile you know already"
            "You have looked at this tile before, or your team has."
            "headquarters: {research: [4b-8]}"
            "Look at another; what you know is in your report."
        {
            Known(HexId) = "{0} is known to you already.";
        }
        "E1020" "no such place in the player order"
            "There are as many places as players, and those earlier in the order have chosen."
            "turn-order: {prefer: [7]}"
            "Name more places under `prefer`, the most wanted first."
        {
            NoPosition(u8) = "Place {0} in the player order is taken or is not there.";
        }
        "E1021" "the target is not there"
            "The target is somewhere else, or gone."
            "actions: [{search: {tile: 4b-7, target: roo-agent-1}}]   # while it is in 4b-8"
            "Leave out `target`, or name an operative that is in the place."
        {
            NotThere { target: UnitId, spot: Spot } = "{target} is not in {spot}.";
        }
        "E1022" "the target has not been found"
            "Only operatives that were found in this turn can be attacked (9.4)."
            "actions: [{attack: {tile: 4b-7, target: roo-agent-1}}]   # without a search"
            "Search there first, in an earlier line."
        {
            NotFound { target: UnitId, spot: Spot } = "{target} has not been found in {spot}.";
        }
        "E1023" "actions out of order"
            "The steps of a turn are strict: ask, search, attack, then reverse and rotate (9)."
            "actions: [{reverse: {tile: 4b-7}}, {search: {tile: 4b-7}}]"
            "Put the lines into that order."
        {
            OutOfOrder { earlier: &'static str, later: &'static str } = "A {later} comes before a {earlier} here, but the steps go ask, search, attack, then reverse and rotate (9).";
        }
        "E1024" "named twice"
            "The same thing stands twice in a list where once is enough."
            "headquarters: {maintain: [agent-2, agent-2]}"
            "Take one of them out."
        {
            Twice(String) = "{0} is there twice.";
        }
        "E1025" "more operatives than time machines"
            "Each operative that stays in the past needs a time machine (8.1)."
            "headquarters: {maintain: [agent-2, agent-3, agent-2, agent-3]}"
            "Maintain as many as you have machines for; the others come home."
        {
            TooMany { units: u32, machines: u32 } = "There are {units} operatives to maintain and {machines} time machines (8.1).";
        }
        "E1026" "one of your own"
            "No player opposes, searches for or attacks their own operatives."
            "opposition: [{tile: any, against: zytal, declare: oppose}]"
            "Name another player's."
        {
            Own(String) = "{0} is one of your own.";
        }
        "E1027" "that race has no operative there"
            "Only players with an operative in the place can be asked there."
            "actions: [{ask: {tile: 4b-7, race: roo}}]   # with no operative of roo in it"
            "Ask a player who is there."
        {
            RaceNotThere(Race, Spot) = "{0} has no operatives in {1}.";
        }
        "E1028" "no such scenario"
            "The option `scenario` names none that the rules have."
            "chronojudge new gem time-agent --option scenario=seven"
            "Use one that `chronojudge new --help` lists."
        {
        }
        "E1029" "that race has answered already"
            "A declaration holds for the whole turn (11.1)."
            "actions: [{ask: {tile: 4b-7, race: roo}}, {ask: {tile: 4b-7, race: roo}}]"
            "Leave the second question out."
        {
            HasAnswered(Race, Spot) = "{0} has answered already in {1}, for all of this turn (11.1).";
        }
        "E1030" "no operative left to search for"
            "All operatives that the line allows were found, or have been searched for by all of your operatives (9.3)."
            "actions: [{search: {tile: 4b-7}}, {search: {tile: 4b-7}}]"
            "Leave the line out; it changes nothing."
        {
            NobodyToFind(Spot) = "In {0} nobody whom it allows was left to be searched for (9.3).";
        }
        "E1031" "no operative found, or none left, to attack"
            "No operative that the line allows was found in this turn, or is still there (9.4)."
            "actions: [{attack: {tile: 4b-7}}]   # when the search found no operative"
            "Leave the line out, or search in more places first."
        {
            NobodyToAttack(Spot) = "In {0} nobody whom it allows was found, or left, to be attacked (9.4).";
        }
        "E1032" "a step that is over"
            "The line belongs to a step that was over when its turn came (9)."
            "actions: [hold, {search: {tile: 4b-7}}]   # when the hold was in step 9.5"
            "Put it in front of the lines of later steps."
        {
            StepOver(&'static str) = "The {0} was over: the steps go ask, search, attack, then reverse and rotate (9).";
        }
        "E1033" "a view that is not whole"
            "The file of the view was cut or changed after it was sent."
            "a view of which a mail program left out the end"
            "Save the attachment of your last report again."
        {
            ViewNotWhole = "The view that you check against is not whole.";
        }
        "E1034" "no such operative to give odds for"
            "A name after `odds` is no kind of operative."
            "chronojudge odds time-agent zytal-spy --against roo-agent"
            "Name a race and a kind, such as `zytal-squad`, or `2-zytal-squads`."
        {
        }
        "E1035" "too many operatives for exact odds"
            "The fractions of so large a fight grow too long."
            "chronojudge odds time-agent 40-zytal-squads --against roo-agent"
            "Ask about fewer operatives."
        {
        }
        "E1036" "a seating that the rules forbid"
            "In games of four and more every player has one race; in those of two and three every player has several, and no player is without a race (12)."
            "chronojudge seat gem zytal,roo …   # in a game for six"
            "Give each player as many races as the scenario says; `chronojudge status` shows who has which."
        {
        }
        "E1037" "the price was not met"
            "The shares of all who paid were less than the price, so nothing was altered and no player paid (9.52)."
            "actions: [reverse: {tile: 4a-3, pay-up-to: 2}]   # and the others pay less than the rest"
            "Try it again with another share, or write `else: pay-all` into the line."
        {
            NotPaid { spot: Spot, missing: u32 } = "The price in {spot} was not met: {missing} credits were missing, and nobody paid (9.52).";
        }
        "E1038" "an edge where nothing is rotated"
            "A line of `contribute` names an edge, and only a rotation has one (9.5)."
            "contribute: [{tile: any, for: roo, to: reverse, edge: 3, up-to: 5}]"
            "Leave the edge out, or write `to: rotate`."
        {
            EdgeOfNoRotation = "Only a rotation has an edge.";
        }
        "E1040" "something is missing from a content file, or there twice"
            "A content file lacks an entry that the rules need, or has one twice."
            "content/tiles.yaml without the tile 4a-great-plague"
            "Add what the message names, or take the second one out."
        {
        }
        "E1041" "a hex that does not fit the board"
            "A hex lies off the board or on another hex, or is not numbered within its zone as it is listed."
            "content/board.yaml with two hexes in one place"
            "Correct its name, row or column."
        {
        }
        "E1042" "zone and travel cost do not tell a tile from another"
            "Two hexes of one zone have the same travel cost, by which the printed board tells its tiles apart."
            "content/board.yaml with a cost of 28 in 1a-2 and in its neighbour"
            "Give each hex of a zone a cost of its own."
        {
        }
        "E1043" "an original or indicator that touches nothing, or what is taken"
            "An original invention or an indicator touches no hex, one that is not there, or an edge that is taken."
            "content/board.yaml: touches: [{hex: 1b-9, edge: 6}]"
            "Name hexes that are there, and edges from 1 to 6 that face nothing else."
        {
        }
        "E1044" "a tile whose name, zone and legend do not fit each other"
            "The name of a tile says another zone or legend than its entry does."
            "content/tiles.yaml: 4a-great-plague in zone 4b"
            "Make name, zone and legend agree."
        {
        }
        "E1045" "a technology outside its zones"
            "A spoke carries a technology that does not propagate in the zone of its tile."
            "content/tiles.yaml: {id: 1a-t1, zone: 1a, spokes: [AT, A, H, A, AT, A]}"
            "Use the letters of technologies that propagate there."
        {
        }
        "E1046" "an invalid spoke"
            "A spoke carries one technology, and Time Travel besides; the letters say another."
            "content/tiles.yaml: {id: 1a-t1, zone: 1a, spokes: [AT, A, AG, A, AT, A]}"
            "Use one letter of `technologies.yaml` for each spoke, with or without T."
        {
        }
        "E1047" "a missing legend"
            "No tile bears an event or a secondary invention that the rules have."
            "content/tiles.yaml without cloning"
            "Add a tile with that legend."
        {
        }
        "E1048" "more or fewer tiles than hexes in a zone"
            "Each hex of a zone gets one tile, and the numbers differ."
            "content/tiles.yaml with ten tiles for the eleven hexes of 4a"
            "Add or take out tiles."
        {
        }
        "E1049" "a scenario that cannot be played"
            "A scenario has another number of races than it says, one twice, or none."
            "content/races.yaml with zytal in two teams"
            "Correct the scenario."
        {
        }
        "E1050" "a technology whose letter or zones do not fit"
            "A technology's letter is taken or no capital, or its zones do not exist or are named twice."
            "content/technologies.yaml with two letters T"
            "Correct the entry."
        {
        }
    }
}
