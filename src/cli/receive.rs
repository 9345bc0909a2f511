//! `receive`: take in order files and mails, as players sent them.

use super::{CliError, Ui, watchdog, words};
use crate::{
    error::SittingError,
    game_dir::{self, Disk, Ended, Game, Held, StoreError, TurnRecord},
    inbox::take,
    mail::{
        self, InHand, Outcome, SendOptions, Settings, Signed, Source, Unsigned,
        inbound::read_bounded, source::Maildir,
    },
    orders,
    schedule::{self, Filing},
    yaml::Problems,
};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Take in order files and mails, as players sent them.
///
/// An order file is accepted or rejected as a whole. An accepted one comes into force for its seat, and
/// the one before is kept; a rejected one changes nothing. If its player has a key, a signature that lies
/// beside it (`zytal.yaml.sig`) must fit, and is kept with it. A file without a signature that replaces orders which
/// its player has sent, by mail or signed, is published and mailed to the player, as `orders` does it.
///
/// With `--standing` the files are standing orders: each names its `game` and its `seat`, and comes into force as
/// `standing/SEAT.yaml`; the one before is kept. A signature beside it is checked and kept likewise.
///
/// A mail may hold orders as an attachment, as a block between lines of three backticks, or as its text;
/// or it is a letter to other players, if its subject begins with `Press`. Each is kept in `inbox/` with
/// what became of it, and answered in the same run, to the address that the GM has of the player. Without
/// files, mail is fetched from where `inbox` in `mail.yaml` says.
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
It ends with exit code 75 when the mail could not be taken now, so that the mail server tries again.")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// Order files, or with --mail whole mails; `-` is standard input
    files: Vec<PathBuf>,
    /// The files are standing orders, which hold turn after turn
    #[arg(long, conflicts_with_all = ["mail", "maildir"], requires = "files")]
    standing: bool,
    /// The files are whole mails; without any, one is read from standard input
    #[arg(long)]
    mail: bool,
    /// Take the mails that wait in this Maildir; those taken go to its folder `taken`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["files", "mail"])]
    maildir: Option<PathBuf>,
    /// Leave the answers in the outbox, for `send`
    #[arg(long)]
    no_send: bool,
}

/// What a mail server takes for "try again later" (sysexits.h).
const TRY_AGAIN: u8 = 75;

/// How long a mail from a pipe waits for another run to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// The mails that answer a mail.
const ANSWERS: &[&str] = &["receipt", "press", "passed-on", "aside"];

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
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    if args.standing {
        return standing(args, &game, ui);
    }
    files(args, &game, ui, now)
}

/// Takes files of standing orders.
fn standing(args: &Args, game: &Game, ui: &Ui) -> Result<u8, CliError> {
    let verified = |name: &str, bytes: &[u8], signature: &[u8]| {
        orders::signed_standing(game, name, bytes, signature)
    };
    let taken = |name: &str, bytes: &[u8], signature: Option<&str>| {
        let seat = match orders::take_standing(game, name, bytes, signature)? {
            Ok(seat) => seat,
            Err(problems) => return Ok(Err(problems)),
        };
        if !ui.json() {
            let good = ui.good("ACCEPTED");
            ui.done(format!("{good} {name}: standing orders of {seat}"))?;
        }
        Ok(Ok(json!({"file": name, "accepted": true, "seat": seat})))
    };
    each_file(args, ui, verified, taken)
}

/// What a signature beside a file comes to: the file as it was signed, nothing if its player has no key, or why it does not fit.
type Verified = Result<Option<Signed>, Unsigned>;

/// Takes one file after another: its signature is verified if one lies beside it, and what is wrong with it is said.
///
/// `verified` checks a signature; `taken` takes a file, says so, and gives the row about it.
fn each_file(
    args: &Args,
    ui: &Ui,
    verified: impl Fn(&str, &[u8], &[u8]) -> Result<Verified, SittingError>,
    taken: impl Fn(&str, &[u8], Option<&str>) -> Result<Result<Value, Problems>, CliError>,
) -> Result<u8, CliError> {
    let (mut rejected, mut unread) = (false, false);
    let mut rows = vec![];
    for file in &args.files {
        let name = words::name(file);
        let Some(bytes) = words::order_file(file, ui) else {
            unread = true;
            continue;
        };
        let signed = match signature_beside(file)? {
            None => Ok(None),
            Some(signature) => verified(&name, &bytes, &signature)?,
        };
        let signed = match signed {
            Ok(signed) => signed,
            Err(why) => {
                rejected = true;
                rows.push(say_unsigned(ui, &name, why)?);
                continue;
            }
        };
        let bytes = signed.as_ref().map_or(&bytes, |signed| &signed.text);
        let signature = signed.as_ref().map(|signed| signed.signature.as_str());
        match taken(&name, bytes, signature)? {
            Ok(row) => rows.push(row),
            Err(problems) => {
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

/// Says that a signature does not fit its file; gives the row about it.
fn say_unsigned(ui: &Ui, name: &str, why: Unsigned) -> Result<Value, CliError> {
    ui.error(&CliError::user(format!("{name}.sig: {why}.")).hint(
        "Nothing of this file was taken. Ask its player for a signature that fits, or take the file `.sig` away and \
         vouch for these orders yourself.",
    ));
    say_rejected(ui, name)?;
    Ok(json!({"file": name, "accepted": false, "signature": why.to_string()}))
}

/// Takes order files.
fn files(args: &Args, game: &Game, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let position =
        game_dir::sound(game)?.ok_or_else(|| CliError::user("The game has not begun."))?;
    if position.ended == Ended::GameOver {
        return Err(CliError::user("The game is over: no orders are wanted."));
    }
    let record = TurnRecord::read(game, position.turn)?;
    let verified =
        |name: &str, bytes: &[u8], signature: &[u8]| orders::signed(game, name, bytes, signature);
    let taken = |name: &str, bytes: &[u8], signature: Option<&str>| {
        let now_open = (&position, &record);
        Ok(
            match schedule::receive_orders(game, now, now_open, name, bytes, signature)? {
                Ok(filing) => Ok(say_accepted(ui, name, &filing)?),
                Err(problems) => Err(problems),
            },
        )
    };
    each_file(args, ui, verified, taken)
}

/// Says that an order file was accepted; gives the row about it.
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
        ui.done(format!("{} {name}: {seat}", ui.good(verdict)))?;
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
        ui.line(format!("{} {name}", ui.bad("REJECTED")))?;
    }
    Ok(())
}

/// The signature that lies beside an order file: `zytal.yaml.sig`.
fn signature_beside(file: &Path) -> Result<Option<Vec<u8>>, CliError> {
    const MOST: usize = 64 << 10;
    if file.as_os_str() == "-" {
        return Ok(None);
    }
    let mut path = file.as_os_str().to_owned();
    path.push(".sig");
    Ok(Disk::read_at_most(Path::new(&path), MOST).map_err(StoreError::from)?)
}

/// Takes mails, and answers them.
fn mails(args: &Args, ui: &Ui, now: DateTime<Utc>, piped: bool) -> Result<u8, CliError> {
    // Read before the lock is asked for: the pipe's other end must not wait for it.
    let in_hand = args.mail.then(|| read_mails(&args.files)).transpose()?;
    let (game, _held) = if piped {
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
            return Err(CliError::user("What is to be taken?").hint(
                "Name order files, or mails with `--mail` or `--maildir`; or say in mail.yaml where mail arrives \
                 (`inbox`).",
            ));
        }
    };
    watchdog::watch(&[game.layout.root().to_owned()], ui);
    let take::Fetching { taken, is_complete } = take::take_all(&game, &mut *source, now)?;
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
                ui.bad(&loud)
            } else {
                ui.good(&loud)
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

/// Sends what answers the mails; what does not get out waits in the outbox. A mail server may start the program for each
/// mail, so a mail that may have been delivered rests between two attempts, as it does between ticks.
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

/// Waits a while for another run to end: a mail that was refused now would have to come again.
fn open_patiently(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<(Game, Held), CliError> {
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
