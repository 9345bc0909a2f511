//! `seat`: seat a player, in one seat or several.

use super::{CliError, Ui, salt, ui::Tone, words};
use crate::{
    collect::Collect,
    engine::SeatId,
    game_dir::{self, LockedGame, MailFormat, Pictures, Player},
    lobby::{self, Correction},
    mail::{self, Address},
};
use chrono::{DateTime, Utc};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::{collections::BTreeMap, path::PathBuf};

/// Seat a player, in one seat or several.
///
/// The player is mailed an invitation: the game in a few lines, how a turn goes, the commitments of the game, and how to
/// give a salt. They answer it with `accept` or `decline`, and with the hash of their salt; `chronojudge status` shows the
/// answers. When all seats are taken and all hashes are in, the table is closed; `chronojudge start` closes it without the
/// missing hashes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge seat summer-war zytal --name Ada --address ada@example.org --zone Europe/Vienna\n\
\x20 chronojudge seat summer-war zytal --again --address ada@example.net        it was misspelt\n\
\x20 chronojudge seat summer-war roo human --name Kai --address kai@example.org --salt-hash H1 --salt-hash H2\n\
\x20 chronojudge seat summer-war --remind                   the invitation again, to all who have not answered")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The seats
    #[arg(required_unless_present = "remind")]
    seats: Vec<String>,
    /// Mail the invitation again to the players who have not answered it
    #[arg(long, conflicts_with_all = ["seats", "name", "address", "again", "zone", "text", "pictures", "key", "salt", "salt_hashes"])]
    remind: bool,
    /// The player's name, as the others will see it
    #[arg(long, required_unless_present_any = ["again", "remind"])]
    name: Option<String>,
    /// The player's mail address
    #[arg(long, required_unless_present_any = ["again", "remind"])]
    address: Option<String>,
    /// Correct the data of the player who has the seat, before the game begins: only the given options change, for all
    /// seats of that player
    #[arg(long, conflicts_with_all = ["salt", "salt_hashes"])]
    again: bool,
    /// The player's time zone, such as `Europe/Vienna`
    #[arg(long)]
    zone: Option<String>,
    /// Mail reports as plain text only
    #[arg(long)]
    text: bool,
    /// Attach the game's picture to reports, for mail programs that do not show the one in the HTML
    #[arg(long, value_parser = pictures())]
    pictures: Option<Pictures>,
    /// The player's public SSH key, or the file that holds it: orders must then be signed with it
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// The hash of the player's salt, if it has already arrived: one for each seat, in the same order; otherwise
    /// `chronojudge salt promise` records it
    #[arg(long = "salt-hash", value_name = "HASH", conflicts_with = "salt")]
    salt_hashes: Vec<String>,
    /// The salt itself, if the GM chooses it for the player: one for each seat. It counts as opened
    #[arg(long, value_name = "WORDS")]
    salt: Vec<String>,
}

pub(super) fn run(args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    if args.remind {
        return remind(&game, ui, now);
    }
    let seats = args
        .seats
        .iter()
        .map(|name| words::seat(&game, name))
        .collect::<Result<Vec<_>, _>>()?;
    words::zone(args.zone.as_deref())?;
    if args.again {
        return correct(&game, &seats, args, ui, now);
    }
    let (Some(name), Some(address)) = (args.name, args.address) else {
        return Err(CliError::user(
            "A player has a name and an address: give `--name` and `--address`.",
        ));
    };
    Address::new(Some(&name), &address)?;
    let hashes = args.salt_hashes;
    let given = hashes.len() + args.salt.len();
    if given > 0 && given != seats.len() {
        return Err(CliError::user("Give one salt for each seat, or none."));
    }
    for hash in &hashes {
        salt::hash(hash)?;
    }
    for words in &args.salt {
        salt::long_enough(words)?;
    }
    let key = args.key.as_deref().map(ssh_key).transpose()?;
    let salts: BTreeMap<SeatId, String> = seats.iter().cloned().zip(args.salt).collect_map();
    let player = Player {
        name: name.clone(),
        address,
        seats: seats.clone(),
        zone: args.zone,
        format: if args.text {
            MailFormat::Text
        } else {
            MailFormat::Both
        },
        pictures: args.pictures.unwrap_or_default(),
        salt_hashes: seats.iter().cloned().zip(hashes).collect_map(),
        key,
        ..Player::default()
    };
    let wanted = lobby::seat_player(&game, player, &salts, now)?;
    ui.say(format!(
        "{} {name}: {}.",
        ui.good("Seated"),
        game_dir::list(&seats)
    ));
    ui.say(wanted.to_string());
    words::warn_of_trust(game.players()?.trust, ui);
    Ok(0)
}

/// Mails the invitation again to the players who have not answered it.
fn remind(game: &LockedGame, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let reminded = lobby::remind_players(game, now)?;
    if ui.json() {
        let rows: Vec<_> = reminded
            .iter()
            .map(|(player, is_new)| json!({"player": player.name, "seats": player.seats, "invited": is_new}))
            .collect();
        return ui.data(&rows.into());
    }
    for (player, is_new) in &reminded {
        let who = format!("{} ({})", player.name, game_dir::list(&player.seats));
        ui.done(if *is_new {
            format!(
                "{} {who} <{}>",
                ui.toned(Tone::Good, "Invited again:"),
                player.address
            )
        } else {
            format!("{who}: the invitation is still in the outbox")
        })?;
    }
    ui.say(
        match reminded.iter().filter(|(_, is_new)| *is_new).count() {
            0 if reminded.is_empty() => "All players who are seated have answered.".to_owned(),
            n => format!(
                "{} in the outbox: `chronojudge send`.",
                words::count(n, "new mail")
            ),
        },
    );
    Ok(0)
}

/// Corrects the data of the players of the seats.
fn correct(
    game: &LockedGame,
    seats: &[SeatId],
    args: Args,
    ui: &Ui,
    now: DateTime<Utc>,
) -> Result<u8, CliError> {
    let correction = Correction {
        name: args.name,
        address: args.address,
        zone: args.zone,
        format: args.text.then_some(MailFormat::Text),
        pictures: args.pictures,
        key: args.key.as_deref().map(ssh_key).transpose()?,
    };
    if correction == Correction::default() {
        return Err(CliError::user("No correction is given.").hint(
            "Give the new values, as in `chronojudge seat GAME SEAT --again --address ada@example.org`.",
        ));
    }
    if let Some(address) = &correction.address {
        Address::new(correction.name.as_deref(), address)?;
    }
    for seat in seats {
        let (player, is_invited) = lobby::correct_player(game, seat, correction.clone(), now)?;
        ui.say(format!(
            "{} {} <{}>: {}.",
            ui.good("Corrected"),
            player.name,
            player.address,
            game_dir::list(&player.seats)
        ));
        if is_invited {
            ui.say(format!(
                "The invitation to {} is in the outbox.",
                player.address
            ));
        }
    }
    Ok(0)
}

/// Returns the parser of `--pictures`.
fn pictures() -> impl TypedValueParser<Value = Pictures> {
    PossibleValuesParser::new(["svg", "png"]).map(|kind| match kind.as_str() {
        "png" => Pictures::Png,
        _ => Pictures::Svg,
    })
}

/// Returns a public key that is given, or read from the named file.
pub(super) fn ssh_key(given: &str) -> Result<String, CliError> {
    let key = if given.contains(' ') {
        given.to_owned()
    } else {
        std::fs::read_to_string(given)
            .map_err(|error| CliError::user(format!("`{given}` cannot be read: {error}.")))?
    };
    let key = key.trim().to_owned();
    if mail::is_key(&key) {
        return Ok(key);
    }
    Err(CliError::user("Not a supported OpenSSH public key.")
        .hint("Give the path of the player's `id_ed25519.pub`, or its contents."))
}
