//! Seats that the GM gives to a bot.

use super::{
    ScheduleError,
    gm_action::{Done, GmAction},
    not_now,
    terms::because,
};
use crate::{
    engine::SeatId,
    game_dir::{Game, LockedGame, StandIn, TurnRecord, Who},
    log::{Deed, PlayedBy},
    orders,
};
use chrono::{DateTime, Utc};

/// Checks that a game has a bot of this name.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`], with the names of the game's bots, if it does not.
pub fn is_bot(game: &Game, bot: &str) -> Result<(), ScheduleError> {
    if game.rules.has_bot(bot) {
        return Ok(());
    }
    let has: Vec<&str> = game.rules.bots().iter().map(|kind| kind.name).collect();
    let (title, has) = (game.known.title, has.join(", "));
    not_now(format!("{title} has no bot `{bot}`; it has {has}."))
}

/// Lets a bot play a seat. The bot gets the seat's view; orders on file and standing orders take precedence, and the
/// next order file returns the seat to its player.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the game does not have this bot, the bot plays the seat, or a sitting is locked.
pub fn give_to_bot(
    game: &LockedGame,
    at: DateTime<Utc>,
    seat: &SeatId,
    bot: &str,
    reason: &str,
) -> Result<Done, ScheduleError> {
    is_bot(game, bot)?;
    let mut act = GmAction::begin(game, at)?;
    act.not_locked()?;
    let before = act.position.clock.bots.get(seat);
    if before.is_some_and(|before| before.bot == bot) {
        return not_now(format!("The bot {bot} plays `{seat}` already."));
    }
    let record = TurnRecord::read(game, act.position.turn)?;
    let set = orders::load(game, &act.position, &record)?;
    let stand_in = StandIn {
        bot: bot.to_owned(),
        filed: set.orders.get(seat).map(|filed| filed.digest.clone()),
    };
    act.position.clock.bots.insert(seat.clone(), stand_in);
    act.position.clock.missed.remove(seat);
    let text = because(
        &format!(
            "The bot {bot} plays {seat} from now on, by what the seat may see, and the game does not wait for it. Orders on \
             file and standing orders go before it. Its player has the seat back with the next order file that is \
             sent."
        ),
        reason,
    );
    let number = act.note_of(
        Deed::Replace,
        Who::Gm,
        &text,
        seat,
        Some(PlayedBy::Bot),
        vec![],
    )?;
    act.tell_all(Deed::Replace, &Who::Gm, number, &text)?;
    act.commit(text)
}
