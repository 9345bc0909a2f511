//! The reasons why an order is against the rules, with their codes.

use super::names::{Artifact, Color, Epoch, Marker, Player};
use crate::rulesets::kit::diagnostics;

diagnostics! {
    enum Wrong {
        "E1201" "there is no such Epoch"
            "The board has seven Epochs."
            "place: 1100-1199"
            "Use one that the report lists."
        {
            NoEpoch(Epoch) = "There is no Epoch {0} on the board.";
        }
        "E1202" "a Time Traveler is in that Epoch"
            "An Epoch with a Time Traveler is neither restocked nor chosen to begin in."
            "restock: 1200-1299   # with a Time Traveler in it"
            "Name another; of several the first that can be is taken: `[1200-1299, 1400-1499]`."
        {
            Occupied(Epoch) = "There is a Time Traveler in {0} (Preparation, Restocking Artifacts).";
        }
        "E1203" "the Epoch where the Time Police begin"
            "The Time Police begin there, and so no player does (Preparation)."
            "place: 1600-1699   # where the Time Police begin"
            "Name another Epoch."
        {
            PoliceBeginThere(Epoch) = "The Time Police begin in {0}, and so no player does (Preparation).";
        }
        "E1204" "an Epoch without an empty space"
            "Every space of the Epoch has its counter."
            "restock: 1300-1399   # with no empty space"
            "Name an Epoch with an empty space, or `none`."
        {
            Full(Epoch) = "Every space of {0} has its counter, so it cannot be restocked (Restocking Artifacts).";
        }
        "E1205" "a counter that does not lie in your Epoch"
            "No such counter lies in the Epoch of your Time Traveler."
            "actions: [{take: asia}]"
            "Take one that lies there; of several the first is taken: `{take: [asia, world]}`."
        {
            NotInEpoch { artifact: Artifact, epoch: Epoch } = "There is no {artifact} in {epoch}.";
        }
        "E1206" "no arrow leads there"
            "A move follows one of the two arrows of your Epoch."
            "actions: [{move: 2200-2299}]"
            "Follow an arrow, or use an Atomic Symbol."
        {
            NoArrow { from: Epoch, to: Epoch } = "No arrow leads from {from} to {to} (Moving).";
        }
        "E1207" "a counter that you do not have"
            "The counter is not among yours."
            "actions: [{atomic: {discard: asia-atomic, to: 1200-1299}}]"
            "Name one that the report lists as yours."
        {
            NotHeld(Artifact) = "You have no {0}.";
        }
        "E1208" "a counter without an Atomic Symbol"
            "Only counters with an Atomic Symbol are discarded to go anywhere."
            "actions: [{atomic: {discard: asia, to: 1200-1299}}]"
            "Name one such as `asia-atomic`."
        {
            NotAtomic(Artifact) = "{0} has no Atomic Symbol.";
        }
        "E1209" "a counter without Arrows"
            "Only counters with Arrows are given in an exchange."
            "actions: [{exchange: {give: asia, from: pink, take: world}}]"
            "Name one such as `asia-arrows`."
        {
            NotArrows(Artifact) = "{0} has no Arrows, so it cannot be given in an exchange (Exchanging Artifacts).";
        }
        "E1210" "there is no such Scoring Marker"
            "The Scoring Board has no marker of that type and size."
            "actions: [{sell: {marker: asia-9, to: 1200-1299}}]"
            "Use one that the report lists."
        {
            NoMarker(Marker) = "There is no Scoring Marker {0}.";
            NoMarkerNumber { number: u32, most: u32 } = "There is no World Scoring Marker with the number {number}: there are {most} of a kind.";
        }
        "E1211" "a Scoring Marker that another player has taken"
            "Other players have all markers of that kind."
            "actions: [{sell: {marker: asia-5, to: 1200-1299}}]   # when none is left"
            "Sell for a marker that is left."
        {
            MarkerGone(Marker) = "{0} is no longer on the Scoring Board.";
        }
        "E1212" "your counters make up no set for that marker"
            "A set has as many counters of one type as the marker says; jokers and symbols help."
            "actions: [{sell: {marker: asia-5, to: 1200-1299}}]   # with four counters of Asia"
            "Take more counters first, or sell for a smaller marker."
        {
            NoSet(Marker) = "Your counters make up no set for {0} (Selling Artifacts).";
        }
        "E1213" "the counters named are no set for that marker"
            "The counters under `with` are too few, too many or of other types."
            "actions: [{sell: {marker: asia-3, with: [asia, europe, asia], to: 1200-1299}}]"
            "Leave `with` out, or name a set of that type and size."
        {
            NotThatSet { marker: Marker, set: String } = "{set} is no set for {marker} (Selling Artifacts).";
        }
        "E1214" "the first action has to be a move away from the Time Police"
            "A turn that begins with the Time Police begins with a move along an arrow (Playing the Game)."
            "actions: [{take: asia}]   # in the Epoch of the Time Police"
            "Put `{move: …}` first."
        {
            MustFlee = "Your turn began with the Time Police: the first action is a move along an arrow (Playing the Game).";
        }
        "E1215" "no Atomic Symbol takes you away from the Time Police"
            "In a turn that began with the Time Police, no Atomic Symbol leads out of their Epoch."
            "actions: [{atomic: {discard: asia-atomic, to: 1200-1299}}]   # in the Epoch of the Time Police"
            "Move along an arrow."
        {
            NoAtomicOut(Epoch) = "Your turn began in {0} with the Time Police, so no Atomic Symbol takes you out of it (Atomic Symbols).";
        }
        "E1216" "no action is left"
            "A turn has two actions, or three after a restock; the others are used up."
            "actions: [{take: asia}, {take: asia}, {take: asia}, {take: asia}]"
            "Leave the last lines out."
        {
            NoActionLeft = "You have no action left in this turn.";
        }
        "E1217" "actions are still due"
            "All actions of a turn are taken (Playing the Game)."
            "standing: [{when: {ask: action}, prefer: [done]}]"
            "Take, move or sell as often as is due."
        {
            ActionsDue(u32) = "You still have to take, move or sell: {0} more (Playing the Game).";
        }
        "E1218" "already at the destination"
            "Your Time Traveler is in that Epoch."
            "actions: [{atomic: {discard: asia-atomic, to: 1200-1299}}]   # from 1200-1299"
            "Name another Epoch."
        {
            AlreadyThere(Epoch) = "Your Time Traveler is in {0} already.";
        }
        "E1219" "a player who does not play"
            "The game is played without that player."
            "actions: [{exchange: {give: asia-arrows, from: teal, take: world}}]   # in a game without teal"
            "Name a player of this game."
        {
            NoPlayer(Player) = "{0} does not play in this game.";
        }
        "E1220" "an exchange with yourself"
            "Counters are exchanged with another player."
            "actions: [{exchange: {give: asia-arrows, from: pink, take: world}}]   # in pink's orders"
            "Name another player."
        {
            Yourself = "You cannot exchange with yourself.";
        }
        "E1221" "a counter that the other player does not have"
            "The other player does not have that counter."
            "actions: [{exchange: {give: asia-arrows, from: pink, take: world}}]   # when pink has no World"
            "Take one that the report lists as theirs."
        {
            NotHeldBy { player: Player, artifact: Artifact } = "{player} has no {artifact}.";
        }
        "E1222" "a counter of a set that is not the largest"
            "The Time Police get a counter of the type of which you have most (Playing the Game)."
            "discard: asia   # with more counters of Europe"
            "Name one of a largest set; of several the first that fits is taken."
        {
            NotLargest(Artifact) = "{0} does not belong to a largest set of yours (Playing the Game).";
        }
        "E1223" "no Scoring Marker of that color"
            "A World Scoring Marker takes the color of a marker that you have (Scoring)."
            "world: [{color: africa}]   # without a marker of Africa"
            "Name a color of which you have a Scoring Marker."
        {
            NoSuchColor(Color) = "You have no Scoring Marker of {0}, so no World marker can be of that color (Scoring).";
        }
        "E1224" "too few or too many players"
            "Two to six may play."
            "chronojudge new p time-pirates --option players=7"
            "Use 2 to 6 players."
        {
            Players(u8) = "Two to six may play, not {0}.";
        }
        "E1225" "neither three Weeks nor four"
            "A game lasts three Weeks or four (Game End, Optional Rule)."
            "chronojudge new p time-pirates --option weeks=5"
            "Play three Weeks or four."
        {
            Weeks(u32) = "A game lasts three Weeks or four, not {0} (Game End, Optional Rule).";
        }
        "E1226" "a view that is not whole"
            "The file of the view was cut or changed after it was sent."
            "a view of which a mail program left out the end"
            "Save the attachment of your last report again."
        {
            ViewNotWhole = "The view that you check against is not whole.";
        }
        "E1227" "another player's turn"
            "In another player's turn you are asked nothing but how your World markers count."
            "actions: [{take: asia}]   # in orange's turn"
            "Send it when your turn has come."
        {
            OthersTurn(Player) = "It is the turn of {0}: this line has no effect in it.";
        }
        "E1228" "no restocking with the Time Police"
            "A turn that begins with the Time Police restocks nothing (Playing the Game)."
            "restock: 1200-1299   # with the Time Police in your Epoch"
            "Leave `restock` out."
        {
            NoRestock = "A turn that begins with the Time Police restocks nothing (Playing the Game).";
        }
        "E1229" "an exchange that brings back what all held before"
            "After the exchange all players would hold the same counters as before an earlier one in this turn."
            "actions: [{exchange: {give: asia-arrows, from: pink, take: europe-arrows}}, {exchange: {give: europe-arrows, from: pink, take: asia-arrows}}]"
            "Do something else in between, or leave the line out."
        {
            BringsBack = "That exchange would bring back what all of you held before (Exchanging Artifacts).";
        }
    }
}
