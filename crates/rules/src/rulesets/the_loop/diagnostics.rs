//! The reasons why an order is against the rules, with their codes.

use super::{
    artifacts::Artifact,
    names::{Agent, Era},
};
use crate::rulesets::kit::diagnostics;

diagnostics! {
    enum Wrong {
        "E1301" "an Era that is not adjacent"
            "A move leads to one of the two Eras on either side; the End of Times and the Dawn of Time are adjacent."
            "actions: [{move: robots}]   # from medieval"
            "Move Era by Era, or use an Artifact that takes you farther."
        {
            NotAdjacent { from: Era, to: Era } = "{to} is not adjacent to {from} (Adjacent Eras).";
        }
        "E1302" "already in that Era"
            "Your Agent is in that Era."
            "actions: [{free: medieval}]   # from medieval"
            "Name an adjacent Era, or leave the line out."
        {
            AlreadyThere(Era) = "Your Agent is in {0} already.";
        }
        "E1303" "the free move is used"
            "There is one free move in a turn."
            "actions: [{free: medieval}, {free: renaissance}]"
            "Spend an Energy: `{move: renaissance}`."
        {
            MovedFreely = "You have used your free move in this turn (Free Move).";
        }
        "E1304" "not enough Energy in your Era"
            "A move costs one Energy of the Era that you leave; the first LOOP of a turn costs one, the second two, and so on."
            "actions: [{loop: star}]   # without Energy in your Era"
            "Add Energy first, or act in an Era that has some."
        {
            NoEnergy { era: Era, cost: u8, energy: u8 } = "This costs {cost} Energy, and {era} has {energy} (Move, Do a LOOP).";
        }
        "E1305" "a card that is not in your hand"
            "Only cards of the hand are used."
            "actions: [{use: holy-grail}]   # with the card in the draw pile"
            "Draw it first. With `if-drawn: true` the line is passed over when you do not have the card."
        {
            NotInHand(Artifact) = "{0} is not in your hand (Use an Artifact).";
        }
        "E1306" "an exhausted card"
            "A card is used once, until a LOOP readies it."
            "actions: [{use: holy-grail}, {use: holy-grail}]"
            "Do a LOOP with its Dimension in between."
        {
            Exhausted(Artifact) = "{0} is exhausted (Use an Artifact).";
        }
        "E1307" "a LOOP with Black Holes"
            "Artifacts of the Black Hole are never readied by a LOOP."
            "actions: [{loop: black-hole}]"
            "Name an Elementary Dimension: spiral, star or stripe."
        {
            BlackHole = "No LOOP readies Artifacts of the Black Hole (Do a LOOP).";
        }
        "E1308" "the special ability is used"
            "The ability is used once a turn (ruling L5)."
            "actions: [{ability: [v-girl, dawn]}, {ability: [v-girl, end]}]"
            "Leave the second line out."
        {
            AbilityUsed = "You have used your special ability in this turn (ruling L5).";
        }
        "E1309" "an Agent without such an ability"
            "Mr. Time and V-Girl have abilities that they use in the Action Phase. Those of the others work by themselves."
            "actions: [{ability: [v-girl, dawn]}]   # in cztwyzzek's orders"
            "Leave the line out."
        {
            NoSuchAbility(Agent) = "{0} has no special ability that is used in the Action Phase.";
        }
        "E1310" "no Artifact whose ability could be resolved"
            "V-Girl resolves an Artifact that is available in their Era (ruling E20)."
            "actions: [{ability: [holy-grail]}]   # without a card in the Era"
            "Move to an Era with a card first."
        {
            NothingToResolve(Era) = "There is no Artifact in {0} whose ability you could resolve (ruling E20).";
        }
        "E1311" "an Artifact that is not available in your Era"
            "One card is taken of the Era where your actions end."
            "acquire: holy-grail   # which is in another Era"
            "End your actions in its Era; of several cards the first that is available is taken."
        {
            NotAvailable { artifact: Artifact, era: Era } = "{artifact} is not available in {era} (Acquire Artifact).";
        }
        "E1312" "a card that cannot come into your hand"
            "It belongs to another Agent."
            "actions: [{use: mechanical-grappling-hook}]   # in v-girl's orders"
            "Use a card of your own deck."
        {
            NotYours(Artifact) = "{0} belongs to the deck of another Agent.";
        }
        "E1313" "too few or too many players"
            "One to four may play."
            "chronojudge new l the-loop --option players=5"
            "Use 1 to 4 players."
        {
            Players(u8) = "One to four may play, not {0} (Setup).";
        }
        "E1314" "the Agents do not fit the players"
            "Each player has an Agent of their own; one player alone has two."
            "chronojudge new l the-loop --option players=3 --option agents=[v-girl]"
            "Name as many different Agents as are needed, or none."
        {
            Agents { players: u8, agents: usize } = "A game of {players} needs {agents} different Agents.";
        }
        "E1315" "a view that is not whole"
            "The file of the view was cut or changed after it was sent."
            "a view of which a mail program left out the end"
            "Save the attachment of your last report again."
        {
            ViewNotWhole = "The view that you check against is not whole.";
        }
        "E1316" "another Agent's turn"
            "In the turn of another Agent you have no actions of your own."
            "actions: [{free: dawn}]   # in v-girl's turn"
            "Send it when your turn has come."
        {
            OthersTurn(Agent) = "It is the turn of {0}: this section has no effect in it.";
        }
        "E1317" "a section of another Agent"
            "`cancel` belongs to Time Prowler, `gain` to Robofinisher 404."
            "cancel: [overflow]   # in v-girl's orders"
            "Leave the section out."
        {
            NotYourAbility(Agent) = "{0} is never asked for this.";
        }
    }
}
