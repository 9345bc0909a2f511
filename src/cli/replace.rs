//! `replace`: a seat changes hands.

use super::{CliError, Ui, seat::ssh_key, words};
use crate::{
    desk::{self, Newcomer},
    sitting::Who,
};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Give a seat to another player.
///
/// The newcomer is mailed the last report of the seat with its order form. Orders on file stay in force
/// until other ones are sent. The reason is published, and all players are told.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge replace summer-war zytal --name Ilse --address ilse@example.org --reason 'Marta has no time'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The seat
    seat: String,
    /// The new player's name, as the others will see it
    #[arg(long)]
    name: String,
    /// The new player's mail address
    #[arg(long)]
    address: String,
    /// The new player's time zone, such as `Europe/Vienna`
    #[arg(long)]
    zone: Option<String>,
    /// The new player's public SSH key, or the file that holds it: orders must then be signed with it
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Why; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let seat = words::seat(&game, &args.seat)?;
    words::zone(args.zone.as_deref())?;
    let key = args.key.as_deref().map(ssh_key).transpose()?;
    let newcomer = Newcomer {
        name: args.name,
        address: args.address,
        zone: args.zone,
        key,
    };
    let done = desk::replace(&game, now, &seat, newcomer, &Who::Gm, &args.reason)?;
    words::done(&done, ui)
}
