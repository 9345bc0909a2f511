//! `replace`: give a seat to another player or to a bot.

use super::{CliError, Ui, seat::ssh_key, words};
use crate::{
    game_dir::Who,
    schedule::{self, Newcomer},
};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Give a seat to another player, or to a bot.
///
/// The new player is mailed the last report of the seat with its order form. Orders on file stay in force until the new
/// player sends others. The reason is published, and all players are notified.
///
/// A bot plays for the seat's player. It uses only what the seat may see, and no turn waits for the seat. The player
/// still gets the reports, and takes the seat back by sending an order file. To take the seat away for good, give the
/// name and address of another player too. The bot `search` plays every game; Time Agent also has
/// `greedy` and `swing`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge replace summer-war zytal --name Ilse --address ilse@example.org --reason 'Marta has no time'\n\
\x20 chronojudge replace summer-war zytal --bot greedy --reason 'Marta is away until May'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The seat
    seat: String,
    /// The new player's name, as the others will see it
    #[arg(long, required_unless_present = "bot", requires = "address")]
    name: Option<String>,
    /// The new player's mail address
    #[arg(long, requires = "name")]
    address: Option<String>,
    /// The bot that plays the seat
    #[arg(long)]
    bot: Option<String>,
    /// The new player's time zone, such as `Europe/Vienna`
    #[arg(long, requires = "name")]
    zone: Option<String>,
    /// The new player's public SSH key, or the file that holds it: orders must then be signed with it
    #[arg(long, value_name = "KEY", requires = "name")]
    key: Option<String>,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let seat = words::seat(&game, &args.seat)?;
    words::zone(args.zone.as_deref())?;
    if let Some(bot) = &args.bot {
        schedule::is_bot(&game, bot)?;
    }
    if let (Some(name), Some(address)) = (args.name, args.address) {
        let newcomer = Newcomer {
            name,
            address,
            zone: args.zone,
            key: args.key.as_deref().map(ssh_key).transpose()?,
        };
        let done = schedule::replace(&game, now, &seat, newcomer, &Who::Gm, &args.reason)?;
        words::done(&done, ui)?;
    }
    if let Some(bot) = &args.bot {
        let done = schedule::give_to_bot(&game, now, &seat, bot, &args.reason)?;
        words::done(&done, ui)?;
    }
    Ok(0)
}
