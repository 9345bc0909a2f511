//! `report` and `form`: print a reader's report or order form.

use super::{CliError, Ui, words};
use crate::{
    compose,
    engine::Viewer,
    game_dir::{Disk, Game, Position, Secrecy},
    log::Kind,
    report::{self, Page, Reader, Reading, Words},
};
use std::path::{Path, PathBuf};

/// Print a report.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The reader: a seat, `gm` or `public`
    reader: String,
    /// The sitting (the last one unless given)
    #[arg(long)]
    sitting: Option<u32>,
    /// Print HTML
    #[arg(long)]
    html: bool,
    /// Write the picture of the last report to a file instead: SVG or PNG, by the file's ending
    #[arg(long, value_name = "FILE", conflicts_with_all = ["html", "sitting"])]
    picture: Option<PathBuf>,
}

/// Print a seat's order form.
///
/// The form is a valid order file that changes nothing: every unit is listed with its default, and comments beside it
/// list the possible orders.
#[derive(Debug, clap::Args)]
pub(super) struct FormArgs {
    /// The game directory
    dir: PathBuf,
    /// The seat
    seat: String,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let game = words::open(&args.dir)?;
    let position = begun(&game)?;
    if !["gm", "public"].contains(&args.reader.as_str()) {
        words::seat(&game, &args.reader)?;
    }
    if let Some(file) = &args.picture {
        return picture(&game, &position, &args.reader, file, ui);
    }
    let name = format!("{}.{}", args.reader, if args.html { "html" } else { "txt" });
    let folder = match args.sitting {
        None => game.layout.last_report(&position),
        // Sittings are numbered over the whole game. The log names the turn of each, also after a rewind or a
        // correction.
        Some(sitting) => {
            let log = game.log()?;
            let mut results = log.of(Kind::Result);
            let result = results.find(|entry| entry.number("sitting") == Ok(sitting));
            let turn = result.and_then(|entry| entry.number("turn").ok());
            let last = position.sitting;
            let turn = turn.ok_or_else(|| {
                CliError::user(format!("There is no report of sitting {sitting}."))
                    .hint(format!("The last sitting was {last}."))
            })?;
            game.layout.report(turn, sitting)
        }
    };
    match Disk::read(&folder.join(&name))? {
        Some(bytes) => ui.bytes(&bytes),
        None => Err(CliError::data(format!(
            "There is no file {name} in {}.",
            folder.display()
        ))),
    }
}

/// Writes the picture of the reader's last report, drawn again from the same view.
fn picture(
    game: &Game,
    position: &Position,
    reader: &str,
    file: &Path,
    ui: &Ui,
) -> Result<u8, CliError> {
    let (viewer, reader) = match reader {
        "gm" | "public" => (Viewer::Public, Reader::public()),
        seat => (
            Viewer::Seat(words::seat(game, seat)?),
            Reader::seat(seat, None),
        ),
    };
    let view = game
        .view(position.turn, &viewer)?
        .ok_or_else(|| CliError::user("There is no view for this reader yet."))?;
    let about = report::Game {
        id: game.name.to_string(),
        title: game.file.title.clone(),
        ruleset: game.known.title.to_owned(),
        edition: game.known.edition.to_owned(),
    };
    let reading = Reading::new(about, reader, position.sat_in, position.sitting, view);
    let templates = Words::new(&*game.rules, &game.library, &game.templates()?)?;
    let page = Page::new(&templates, &reading);
    let drawn = match file.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => page.picture()?.into_bytes(),
        #[cfg(feature = "png")]
        Some("png") => page.png()?,
        #[cfg(not(feature = "png"))]
        Some("png") => {
            return Err(CliError::user("This program was built without PNG.")
                .hint("Name the file `.svg`, or build it with `--features png`."));
        }
        _ => {
            return Err(CliError::user(format!(
                "{} is neither SVG nor PNG: use a name that ends in `.svg` or `.png`.",
                file.display()
            )));
        }
    };
    game.disk.write(file, &drawn, Secrecy::Secret)?;
    ui.say(format!("The picture is in {}.", file.display()));
    Ok(0)
}

pub(super) fn form(args: &FormArgs, ui: &Ui) -> Result<u8, CliError> {
    let game = words::open(&args.dir)?;
    let seat = words::seat(&game, &args.seat)?;
    let position = begun(&game)?;
    let path = game
        .layout
        .last_report(&position)
        .join(format!("{seat}.orders.yaml"));
    match Disk::read(&path)? {
        Some(form) => {
            // The form is completed as in the player's mail, for a player whose mail did not arrive.
            let players = game.players()?;
            let form = match players.of(&seat) {
                Some(player) => compose::mailed_form(&game, player, &seat, position.turn, &form)?,
                None => form,
            };
            ui.bytes(&form)
        }
        None => Err(CliError::user("The game is over: no orders are wanted.")),
    }
}

fn begun(game: &Game) -> Result<Position, CliError> {
    game.position()?
        .ok_or_else(|| CliError::user("The game has not begun.").hint("See `chronojudge status`."))
}
