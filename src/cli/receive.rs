//! `receive`: accept order files and mails from players.

use super::{CliError, Ui, ui::Tone, watchdog, words};
use crate::{
    game_dir::{self, Disk, Ended, Game, LockedGame, StoreError, TurnRecord},
    inbox::take,
    lobby,
    mail::{
        self, InHand, Outcome, SendOptions, Settings, Signed, Source, Unsigned,
        inbound::read_bounded, source::Maildir,
    },
    orders::{self, NotAccepted, NotSigned},
    schedule::{self, Filing, ScheduleError},
    yaml::Problems,
};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Accept order files and mails from players.
///
/// An order file is accepted or rejected as a whole. An accepted file comes into force for its seat, and the previous
/// file is kept; a rejected file changes nothing. If its player has a key, a signature file beside it
/// (`zytal.yaml.sig`) must be valid, and is kept with it. A file without a signature that replaces orders which its
/// player has sent, by mail or signed, is published and mailed to the player, as with `orders`.
///
/// With `--standing` the files are standing orders: each names its `game` and its `seat`, and comes into force as
/// `standing/SEAT.yaml`; the previous file is kept. A signature file beside it is checked and kept in the same way.
///
/// A mail may hold orders as an attachment, as a block between lines of three backticks, or as its text. If its subject
/// begins with `Press`, it is a letter to other players. Each mail is kept in `inbox/` with its result, and answered in
/// the same run, to the player's address in `players.yaml`. Without files, mail is fetched from the `inbox` of
/// `mail.yaml`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge receive summer-war ~/Downloads/*.orders.yaml\n\
\x20 chronojudge receive summer-war - < zytal.yaml\n\
\x20 chronojudge receive summer-war --standing zytal.standing.yaml\n\
\x20 chronojudge receive summer-war                           fetches what `inbox` in mail.yaml names\n\
\x20 chronojudge receive summer-war --maildir ~/Maildir\n\
\x20 chronojudge receive summer-war --mail < mail.eml\n\
\n\
In a .forward file, or as a pipe of Sieve or procmail:\n\
\x20 \"| chronojudge --quiet receive /home/gm/summer-war --mail\"\n\
It ends with exit code 75 if the mail cannot be accepted now, so that the mail server tries again.")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// Order files, or complete mails with --mail; `-` is standard input
    files: Vec<PathBuf>,
    /// The files are standing orders, which are in force turn after turn
    #[arg(long, conflicts_with_all = ["mail", "maildir"], requires = "files")]
    standing: bool,
    /// The files are complete mails; without files, one mail is read from standard input
    #[arg(long)]
    mail: bool,
    /// Accept the mails that wait in this Maildir, and move them to its folder `taken`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["files", "mail"])]
    maildir: Option<PathBuf>,
    /// Leave the answers in the outbox, for `send`
    #[arg(long)]
    no_send: bool,
}

/// The exit code that tells a mail server to try again later (sysexits.h).
const TRY_AGAIN: u8 = 75;

/// The longest time that a mail from a pipe waits for another run to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// The kinds of mails that answer a mail.
const ANSWERS: &[&str] = &["receipt", "copy", "press", "passed-on", "aside"];

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    if args.mail || args.files.is_empty() {
        let piped = args.mail && args.files.iter().all(|file| file.as_os_str() == "-");
        return match mails(args, ui, now, piped) {
            Err(error) if piped => {
                ui.error(&error);
                Ok(TRY_AGAIN)
            }
            other => other,
        };
    }
    let game = words::open_locked(&args.dir, ui, now)?;
    if args.standing {
        return standing(args, &game, ui);
    }
    files(args, &game, ui, now)
}

/// Accepts files of standing orders.
fn standing(args: &Args, game: &LockedGame, ui: &Ui) -> Result<u8, CliError> {
    let verified = |name: &str, bytes: &[u8], signature: &[u8]| {
        orders::signed_standing(game, name, bytes, signature)
    };
    let taken = |name: &str, bytes: &[u8], signature: Option<&str>| {
        let seat = match orders::take_standing(game, name, bytes, signature) {
            Ok(seat) => seat,
            Err(NotAccepted::Invalid(problems)) => return Ok(Taken::Rejected(problems)),
            Err(error) => return Err(ScheduleError::from(error).into()),
        };
        if !ui.json() {
            let good = ui.toned(Tone::Good, "ACCEPTED");
            ui.done(format!("{good} {name}: standing orders of {seat}"))?;
        }
        let row = json!({"file": name, "accepted": true, "seat": seat});
        Ok(Taken::Accepted(row))
    };
    each_file(args, ui, verified, taken)
}

/// The result for one file.
enum Taken {
    /// Its row for `--json`.
    Accepted(Value),
    /// Its mistakes.
    Rejected(Problems),
}

/// Accepts one file after another; verifies the signature beside it, if there is one, and prints its mistakes.
///
/// `verified` checks a signature. `taken` accepts a file, prints that, and returns its row for `--json`.
fn each_file(
    args: &Args,
    ui: &Ui,
    verified: impl Fn(&str, &[u8], &[u8]) -> Result<Option<Signed>, NotSigned>,
    taken: impl Fn(&str, &[u8], Option<&str>) -> Result<Taken, CliError>,
) -> Result<u8, CliError> {
    let (mut rejected, mut unread) = (false, false);
    let mut rows = vec![];
    for file in &args.files {
        let name = words::name(file);
        let Some(bytes) = words::order_file(file, ui) else {
            unread = true;
            continue;
        };
        let signature = signature_beside(file)?;
        let signed = signature.map(|signature| verified(&name, &bytes, &signature));
        let signed = match signed.transpose() {
            Ok(signed) => signed.flatten(),
            Err(NotSigned::Signature(why)) => {
                rejected = true;
                rows.push(say_unsigned(ui, &name, why)?);
                continue;
            }
            Err(NotSigned::Game(error)) => return Err(error.into()),
        };
        let bytes = signed.as_ref().map_or(&bytes, |signed| &signed.text);
        let signature = signed.as_ref().map(|signed| signed.signature.as_str());
        match taken(&name, bytes, signature)? {
            Taken::Accepted(row) => rows.push(row),
            Taken::Rejected(problems) => {
                rejected = true;
                ui.problems(&problems);
                rows.push(json!({"file": name, "accepted": false, "problems": problems.to_json()}));
                say_rejected(ui, &name)?;
            }
        }
    }
    if ui.json() {
        ui.data(&json!({"files": rows}))?;
    }
    Ok(if unread { 2 } else { u8::from(rejected) })
}

/// Prints that the signature of a file is invalid; returns its row for `--json`.
fn say_unsigned(ui: &Ui, name: &str, why: Unsigned) -> Result<Value, CliError> {
    ui.error(&CliError::user(format!("{name}.sig: {why}.")).hint(
        "Nothing of this file was accepted. Ask its player for a valid signature, or remove the file `.sig` and vouch \
         for these orders yourself.",
    ));
    say_rejected(ui, name)?;
    Ok(json!({"file": name, "accepted": false, "signature": why.to_string()}))
}

/// Accepts order files.
fn files(args: &Args, game: &LockedGame, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let position =
        game_dir::verify(game)?.ok_or_else(|| CliError::user("The game has not begun."))?;
    if position.ended == Ended::GameOver {
        return Err(CliError::user("The game is over: no orders are wanted."));
    }
    let record = TurnRecord::read(game, position.turn)?;
    let verified =
        |name: &str, bytes: &[u8], signature: &[u8]| orders::signed(game, name, bytes, signature);
    let taken = |name: &str, bytes: &[u8], signature: Option<&str>| {
        let now_open = (&position, &record);
        match schedule::receive_orders(game, now, now_open, name, bytes, signature) {
            Ok(filing) => Ok(Taken::Accepted(say_accepted(ui, name, &filing)?)),
            Err(ScheduleError::Invalid(problems)) => Ok(Taken::Rejected(problems)),
            Err(error) => Err(error.into()),
        }
    };
    each_file(args, ui, verified, taken)
}

/// Prints that an order file was accepted; returns its row for `--json`.
fn say_accepted(ui: &Ui, name: &str, filing: &Filing) -> Result<Value, CliError> {
    let Filing {
        seat,
        warnings,
        published,
    } = filing;
    ui.problems(warnings);
    let verdict = if warnings.list.is_empty() {
        "ACCEPTED"
    } else {
        "ACCEPTED WITH WARNINGS"
    };
    if !ui.json() {
        ui.done(format!("{} {name}: {seat}", ui.toned(Tone::Good, verdict)))?;
    }
    let text = published.as_ref().map(|done| done.text.trim_end());
    if let Some(done) = published {
        ui.say(done.text.trim_end());
        ui.say(format!(
            "{} in the outbox.",
            words::count(done.mails, "mail")
        ));
    }
    Ok(json!({
        "file": name, "accepted": true, "seat": seat, "problems": warnings.to_json(), "published": text,
    }))
}

fn say_rejected(ui: &Ui, name: &str) -> Result<(), CliError> {
    if !ui.json() {
        ui.line(format!("{} {name}", ui.toned(Tone::Bad, "REJECTED")))?;
    }
    Ok(())
}

/// Reads the signature beside an order file, such as `zytal.yaml.sig`; `None` if there is no such file.
fn signature_beside(file: &Path) -> Result<Option<Vec<u8>>, CliError> {
    const MOST: usize = 64 << 10;
    if file.as_os_str() == "-" {
        return Ok(None);
    }
    let mut path = file.as_os_str().to_owned();
    path.push(".sig");
    Ok(Disk::read_at_most(Path::new(&path), MOST).map_err(StoreError::from)?)
}

/// Accepts mails, and answers them.
fn mails(args: &Args, ui: &Ui, now: DateTime<Utc>, piped: bool) -> Result<u8, CliError> {
    // The mails are read before the lock is requested: the writer of the pipe must not wait for the lock.
    let in_hand = args.mail.then(|| read_mails(&args.files)).transpose()?;
    let game = if piped {
        open_patiently(args, ui, now)?
    } else {
        words::open_locked(&args.dir, ui, now)?
    };
    let settings: Settings = game.mail_settings()?;
    let mut source: Box<dyn Source> = match (in_hand, &args.maildir, &settings.inbox) {
        (Some(mails), ..) => Box::new(InHand::new(mails)),
        (None, Some(folder), _) => Box::new(Maildir::open(folder)?),
        (None, None, Some(inbox)) => mail::open_source(inbox, game.layout.root())?,
        (None, None, None) => {
            return Err(CliError::user("There is nothing to receive.").hint(
                "Name order files, or mails with `--mail` or `--maildir`; or set `inbox` in mail.yaml to the place where \
                 mail arrives.",
            ));
        }
    };
    watchdog::watch(&[game.layout.root().to_owned()], ui);
    let take::Fetching { taken, is_complete } = take::take_all(&game, &mut *source, now)?;
    // Also without new mails: an earlier run may have died between its mails and this step.
    if game.position()?.is_none() {
        lobby::advance(&game, now)?;
    }
    let mut rows = vec![];
    for one in &taken {
        let from = one
            .from
            .as_deref()
            .unwrap_or("an address that cannot be told");
        rows.push(json!({
            "mail": one.name, "from": one.from, "subject": one.subject, "became": one.became,
            "seats": one.seats, "letters": one.letters,
        }));
        if ui.json() {
            continue;
        }
        if one.seats.is_empty() {
            ui.done(format!("{from}: {}", one.became))?;
        }
        for (seat, verdict) in &one.seats {
            let loud = verdict.to_uppercase();
            let verdict = if loud.starts_with("REJECTED") {
                ui.toned(Tone::Bad, &loud)
            } else {
                ui.toned(Tone::Good, &loud)
            };
            ui.done(format!("{verdict} {from}: {seat}"))?;
        }
    }
    if ui.json() {
        ui.data(&json!({"mails": rows}))?;
    }
    ui.say(format!("{} taken.", words::count(taken.len(), "mail")));
    if !is_complete {
        ui.warn("more mail waits: run `receive` again before you adjudicate");
    }
    if !args.no_send {
        answer(&game, &settings, ui, now);
    }
    Ok(0)
}

/// Sends the answers to the mails; answers that cannot be sent wait in the outbox. A mail server may start the program
/// for each mail, so a mail that may have been delivered rests between two attempts, as it does between ticks.
fn answer(game: &Game, settings: &Settings, ui: &Ui, now: DateTime<Utc>) {
    let root = game.layout.root();
    let options = SendOptions {
        only: Some(ANSWERS),
        ..SendOptions::patient(now)
    };
    let sent = mail::open(settings, root)
        .and_then(|mut way| mail::send_all(root, &mut *way, &options, &mut |_| {}));
    match sent {
        Ok(deliveries) => {
            for delivery in deliveries {
                let good = matches!(
                    delivery.outcome,
                    Outcome::Sent { .. } | Outcome::AlreadySent
                );
                if good {
                    continue;
                }
                let why = match delivery.outcome {
                    Outcome::Held(status) if status.is_given_up() => {
                        "it may have been delivered several times; `chronojudge send` sends it once more".to_owned()
                    }
                    Outcome::Held(_) => "it may have been delivered, and is sent again later".to_owned(),
                    outcome => format!("{outcome:?}"),
                };
                ui.warn(format!("{} waits in the outbox: {why}", delivery.stem));
            }
        }
        Err(error) => ui.warn(format!("the answers wait in the outbox: {error}")),
    }
}

fn read_mails(files: &[PathBuf]) -> Result<Vec<Vec<u8>>, CliError> {
    let cannot =
        |name: &str, error: &io::Error| CliError::user(format!("{name} cannot be read: {error}."));
    if files.is_empty() {
        let bytes = read_bounded(io::stdin().lock());
        return Ok(vec![
            bytes.map_err(|error| cannot("Standard input", &error))?,
        ]);
    }
    files
        .iter()
        .map(|file| {
            let name = words::name(file);
            let bytes = if file.as_os_str() == "-" {
                read_bounded(io::stdin().lock())
            } else {
                fs::File::open(file).and_then(read_bounded)
            };
            bytes.map_err(|error| cannot(&name, &error))
        })
        .collect()
}

/// Opens and locks the game; waits up to [`PATIENCE`] for another run to end, so that the mail need not be sent again.
fn open_patiently(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<LockedGame, CliError> {
    let start = Instant::now();
    loop {
        match words::open_locked(&args.dir, ui, now) {
            Err(error) if error.is_busy() && start.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(100));
            }
            other => return other,
        }
    }
}
