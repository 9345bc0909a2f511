//! The reasons why an order is against the rules, with their codes.

use super::names::{Age, Card, Number, Power};
use crate::rulesets::kit::diagnostics;

diagnostics! {
    enum Wrong {
        "E1101" "there is no such card in this game"
            "Number 4 is left out with four players, and the youth game has no Inversion."
            "programme: [4]   # with four players"
            "Use a card of your hand; the report lists it."
        {
            NoCard(Card) = "There is no card {0} in this game.";
        }
        "E1102" "a card that is not in your hand"
            "The card was played in this round, the Thief has it, or Medusa took it out."
            "programme: [2, 2]"
            "Use another card of your hand."
        {
            NotInHand { card: Card, why: NotInHand } = "{card} is not in your hand: {why}.";
        }
        "E1103" "one card named twice"
            "There is one of each card (Setup 4)."
            "programme: [2, progression, 2]"
            "Name each card once."
        {
            Twice(Card) = "{0} stands there twice, and there is one of each card (Setup 4).";
        }
        "E1104" "a card after Termination"
            "Termination ends your card play (Phase 1)."
            "programme: [termination, 2]"
            "Put Termination last."
        {
            AfterTermination = "Nothing is played after Termination (Phase 1).";
        }
        "E1105" "two cards without the Multiverse"
            "Two cards at once are for an active Multiverse alone."
            "programme: [[2, 3]]"
            "Name one card, or activate the Multiverse in phase 4."
        {
            NoMultiverse = "Two cards at once are for an active Multiverse alone (Multiverse).";
        }
        "E1106" "seeing first without the Psychic"
            "Only an active Psychic waits for the others' cards."
            "programme: [psychic]"
            "Name a card, or activate the Psychic in phase 4."
        {
            NoPsychic = "To see the others' cards first is for an active Psychic alone (Psychic).";
        }
        "E1107" "one card where the Multiverse chooses two"
            "With an active Multiverse two cards are laid, and one of them is played."
            "programme: [2]   # with an active Multiverse"
            "Name two: `[[2, 3]]`."
        {
            OneCard = "With the Multiverse you choose two cards, not one (Multiverse).";
        }
        "E1108" "a gold power that is not yours"
            "You do not own the tile."
            "powers: [{tornado: {to: day}}]"
            "Leave the line out; your powers are in the report."
        {
            NotYours(Power) = "You do not own {0}.";
        }
        "E1109" "a gold power that is not active"
            "Another of your powers was activated for this round."
            "powers: [{tornado: {to: day}}]   # with the Titan activated"
            "Leave the line out, and activate the power in phase 4."
        {
            NotActive(Power) = "{0} is not active in this round (Rules for using gold powers 2).";
        }
        "E1110" "a gold power that was used"
            "A power that is used is flipped for the rest of the round (Rules for using gold powers 2)."
            "powers: [{wormhole: {whisperer: 2, to: day}}]   # a second time"
            "Leave the line out."
        {
            UsedUp(Power) = "{0} was used in this round (Rules for using gold powers 2).";
        }
        "E1111" "there is no such Time Whisperer in this game"
            "With four players there are the numbers 1 to 3."
            "placement: [{whisperer: 4}]   # with four players"
            "Use a number that is in play."
        {
            NoWhisperer(Number) = "There is no Time Whisperer number {0} in this game (Setup changes for 4 players).";
        }
        "E1112" "a Time Whisperer that is placed already"
            "Each Time Whisperer is placed once (Setup 5)."
            "placement: [{whisperer: 2}, {whisperer: 2}]"
            "Name each number once."
        {
            PlacedAlready(Number) = "Time Whisperer {0} is placed already.";
        }
        "E1113" "no gold in the youth game"
            "The youth game has no gold sides and no gold powers."
            "placement: [{whisperer: 2, side: gold}]"
            "Leave the side and the powers out."
        {
            Youth = "The youth game has no gold sides and no gold powers (Youth game).";
        }
        "E1114" "a Time Whisperer that is not augmented"
            "Titan lies beneath an augmented Time Whisperer."
            "powers: [{titan: {whisperer: 2}}]"
            "Augment that one in phase 1, or name another."
        {
            NotAugmented(Number) = "Time Whisperer {0} of yours is not augmented (Titan).";
        }
        "E1115" "ages that are not adjacent"
            "Adjacent ages follow one another in the circle: night, dawn, day, dusk."
            "powers: [{agent: {ages: [night, day]}}]"
            "Name two neighbours."
        {
            NotAdjacent(Age, Age) = "{0} and {1} are not adjacent.";
        }
        "E1116" "already at the destination"
            "The Time Whisperer or the phantom is in that age."
            "powers: [{witch: {to: night}}]   # with the phantom in Night"
            "Name another age."
        {
            AlreadyThere(Age) = "It is in {0} already.";
        }
        "E1117" "no card for the Thief"
            "Only action cards that are in your hand are given, and never Termination."
            "gift: [termination]"
            "Name another action card."
        {
            NoGift(Card) = "{0} is not an action card that can be given to the Thief (Thief).";
        }
        "E1118" "no level II gold power on the board"
            "Mimic acts as a level II power that is still on the board."
            "powers: [{mimic: {power: titan}}]"
            "Name a level II power on the board."
        {
            NotOnBoard(Power) = "{0} is no level II gold power on the board (Mimic).";
        }
        "E1119" "no powers for the Alliance"
            "The Alliance activates one to three of your other gold powers."
            "powers: [{alliance: {activate: []}}]"
            "Name one to three others that you own."
        {
            NotAllied = "The Alliance activates up to three of your other gold powers (Alliance).";
        }
        "E1120" "too many placements"
            "There are four ages, so four placements at most (Setup 5)."
            "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3}, {whisperer: 4}, {whisperer: 1}]"
            "Name each Time Whisperer once, in the order Dawn, Day, Dusk, Night."
        {
            TooManyPlaced = "A whole line of placements names as many Time Whisperers as there are ages (Setup 5).";
        }
        "E1121" "a view that is not whole"
            "The file of the view was cut or changed after it was sent."
            "a view of which a mail program left out the end"
            "Save the attachment of your last report again."
        {
            ViewNotWhole = "The view that you check against is not whole.";
        }
        "E1122" "no such table of players"
            "The number of players or their colors do not fit the rules."
            "chronojudge new w time-whisperers --option players=5"
            "Use 2 to 4 players, and as many colors."
        {
        }
        "E1123" "no such choice of gold powers"
            "The option `powers` names fewer or more than four of a level."
            "chronojudge new w time-whisperers --option powers=[agent]"
            "Name twelve, four of each level, or leave the option out."
        {
        }
        "E1124" "a gold power that is left out"
            "A list `powers` uses only the powers that it names."
            "powers: []   # with an active Wormhole"
            "Add a line for the power, or leave `powers` out to be asked."
        {
            LeftOut(Power) = "`powers` has no line for {0}, so it will not be used unless `wake` names it.";
        }
        "E1125" "no Zodiac that could score"
            "A line for the Zodiac's scoring waits for a Zodiac in this round."
            "powers: [{tornado: {to: day, when: {scoring: zodiac}}}]"
            "Leave `when` out, so that the line counts in phase 2."
        {
            NoZodiac = "There is no Zodiac in this round that could score (Zodiac).";
        }
    }
}

/// The reason why a card is not in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotInHand {
    /// It lies on the table.
    #[error("it was played in this round")]
    Played,
    /// It was given away.
    #[error("the Thief has it")]
    Given,
    /// It is out of the round.
    #[error("Medusa has taken it out of this round")]
    Petrified,
}
