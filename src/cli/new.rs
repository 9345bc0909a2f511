//! `new`: found a game.

use super::{CliError, Ui, options, words};
use crate::{
    content::Library,
    dice::Master,
    engine::AnyRuleset,
    error,
    game_dir::{
        self, Carried, DiceLevel, Disk, GameFile, Press, PressKind, Schedule, SeatLine,
        SittingPolicy, Terms, Trust, Weekday, public_log_key, read_content, read_terms,
    },
    lobby,
    log::RESERVED,
    mail::{Address, Settings},
    rulesets,
    yaml::is_hidden,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// Found a game: its directory, its secret and the public record that commits to it.
///
/// The dice are fixed by this: the record `genesis` holds the anchor of a chain of keys, one for each
/// sitting. Send the anchor to the players before they choose their salts.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge new summer-war --title 'Summer War' --gm 'Ada <ada@example.org>'\n\
\x20 chronojudge new summer-war --option scenario=two --schedule 'friday 18:00 Europe/Vienna'\n\
\x20 chronojudge new summer-war --beacon quicknet            dice that even the GM cannot foresee\n\
\x20 chronojudge new gold-rush --ruleset time-pirates --option players=4")]
pub(super) struct Args {
    /// The directory to make
    dir: PathBuf,
    /// The rules: time-agent, time-whisperers, time-pirates
    #[arg(long, default_value = "time-agent")]
    ruleset: String,
    /// A variant of the rules, as `name=value`; may be repeated. `new --help RULESET` lists the options of a
    /// ruleset with their values
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// The game's name: lower-case letters, digits, hyphens (the directory's name unless given)
    #[arg(long)]
    game: Option<String>,
    /// The game's title in reports
    #[arg(long)]
    title: Option<String>,
    /// The GM's address, as `Name <address>`
    #[arg(long, default_value = "The GM <gm@localhost>")]
    gm: String,
    /// When orders are due, as in `friday,sunday 18:00 Europe/Vienna`
    #[arg(long, value_name = "DAYS TIME ZONE")]
    schedule: Option<String>,
    /// Kinds of letters between players that are carried: white, grey, anonymous, or none of them. Unless given,
    /// white letters where the rulebook lets players talk (Time Agent 11.1), and none in other games
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = ["white", "grey", "anonymous", "none"])]
    press: Vec<String>,
    /// Carry letters with the next report, not at once
    #[arg(long)]
    press_with_report: bool,
    /// When a sitting runs: when all that is asked is answered or overdue (unless told otherwise), only
    /// at the deadline, or whenever anything new has come
    #[arg(long, value_name = "WHEN", value_parser = policies())]
    sittings: Option<SittingPolicy>,
    /// A file of what is agreed about the clock: schedule with blackout days, reminders and grace; when
    /// a sitting runs; what becomes of seats whose orders are missing; pauses; guards. It becomes part of
    /// `game.yaml`; `docs/desk.md` has an example
    #[arg(long, value_name = "FILE")]
    terms: Option<PathBuf>,
    /// A folder of content files to use in place of the program's own, such as exact data of a box one
    /// owns; they are published with the game, and cannot be changed later
    #[arg(long, value_name = "FOLDER")]
    content: Option<PathBuf>,
    /// How far the dice can be trusted. plain: committed before the game. drawn: and drawn once with a public round
    /// (drand quicknet) that comes 10 minutes after all salts are in, so that the GM cannot choose among games.
    /// beacon: and every sitting takes such a round after its orders are locked, so that the GM cannot foresee the
    /// dice either
    #[arg(long, value_name = "LEVEL", default_value = "drawn", value_parser = levels())]
    dice: DiceLevel,
    /// With `--dice beacon`: how many minutes after the lock that round comes
    #[arg(long, value_name = "MINUTES", default_value_t = 60,
        value_parser = clap::value_parser!(u32).range(10..=10_080))]
    lead_minutes: u32,
    /// Sign every record of the log, with a key that follows from the master secret; its public half stands
    /// in `game.yaml`
    #[arg(long)]
    sign_log: bool,
    /// Draw who plays what, when all salts are in: the seats that players take until then are places in the draw,
    /// and anybody can compute it again. Else the GM seats the players as agreed
    #[arg(long)]
    draw_races: bool,
    /// What it takes for a mail with orders to count as a player's. address: it says that it is from the player's address,
    /// which anybody can write. token: the file has the token of the form that was mailed to the player. signature: it is
    /// signed with the player's SSH key
    #[arg(long, value_name = "PROOF", default_value = "token", value_parser = proofs())]
    trust: Trust,
    /// How many sittings the game can have
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=65536))]
    keys: u32,
    /// Use this master secret instead of a new one, for tests and examples: 64 hex digits
    #[arg(long, hide = true)]
    master: Option<String>,
}

pub(super) fn run(args: Args, ui: &Ui) -> Result<u8, CliError> {
    let known = rulesets::find(&args.ruleset).ok_or_else(|| {
        let names: Vec<&str> = rulesets::ALL.iter().map(|k| k.id).collect();
        CliError::user(format!("There are no rules `{}`.", args.ruleset))
            .hint(format!("The rules that there are: {}.", names.join(", ")))
    })?;
    let game = match args.game {
        Some(game) => game,
        None => args
            .dir
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default(),
    };
    if !crate::engine::is_name(&game) {
        return Err(CliError::user(format!("`{game}` cannot name a game."))
            .hint("Use 1 to 64 lower-case letters, digits and hyphens: `--game gem-1992`."));
    }
    if let Some(title) = &args.title {
        fits_a_line(title)?;
    }
    let mut library = (known.library)();
    if let Some(folder) = &args.content {
        overlay(&mut library, folder)?;
    }
    let rules = (known.load)(&library)?;
    let options = options::read(&known, &*rules, &args.options)?;
    let seats = options::seats(&*rules, &options).map_err(CliError::user)?;
    refuse_reserved(seats.iter().map(|seat| seat.id.as_str()))?;
    let terms = terms(args.terms.as_deref(), args.schedule.as_deref())?;
    let mut file = GameFile {
        title: args.title.unwrap_or_else(|| game.clone()),
        game,
        ruleset: known.id.to_owned(),
        edition: known.edition.to_owned(),
        options: options.into_iter().collect(),
        seats: vec![],
        press: press(&args.press, known.talk, args.press_with_report)?,
        sittings: args.sittings.unwrap_or(terms.sittings),
        schedule: terms.schedule,
        nmr: terms.nmr,
        caretaker: terms.caretaker,
        days_away: terms.days_away,
        pauses: terms.pauses,
        guards: terms.guards,
        dice: args.dice,
        lead_minutes: args.lead_minutes,
        log_key: None,
        draw_seats: args.draw_races,
        keys: args.keys,
        fork: None,
    };
    if let Some(bot) = &file.caretaker {
        caretaker(&*rules, bot)?;
    }
    file.seats = seats
        .into_iter()
        .map(|seat| SeatLine { seat: seat.id })
        .collect();
    let mail = Settings::new(Address::parse(&args.gm)?);
    let master = args
        .master
        .map(|hex| Master::from_hex(&hex))
        .transpose()
        .map_err(|e| CliError::user(e.to_string()))?;
    let master = match master {
        None if args.sign_log => Some(Master::generate().map_err(error::SittingError::from)?),
        master => master,
    };
    if let Some(master) = master.as_ref().filter(|_| args.sign_log) {
        file.log_key = Some(log_key(master, &file.game)?);
    }
    let founded = lobby::found(
        &Disk::new(),
        &args.dir,
        &file,
        &library,
        &mail,
        args.trust,
        master,
    )?;
    ui.say(format!(
        "{} {} in {}: {} seats, {} keys.",
        ui.good("Founded"),
        file.game,
        args.dir.display(),
        file.seats.len(),
        file.keys
    ));
    ui.say("Seat the players with `chronojudge seat`: each is mailed the anchor and the hash of the first record.");
    words::warn_of_trust(args.trust, ui);
    ui.done(format!("anchor {}", founded.anchor))?;
    ui.done(format!("head   {}", founded.head))
}

/// A title stands in the subject of every mail and at the top of every report.
fn fits_a_line(title: &str) -> Result<(), CliError> {
    const LONGEST: usize = 100;
    let wrong = if title.trim().is_empty() {
        "The title has no letters."
    } else if title.chars().any(|c| c.is_control() || is_hidden(c)) {
        "The title has a character that cannot be seen: the end of a line, a control character, or a mark that turns \
         the direction of writing."
    } else if title.chars().count() > LONGEST {
        "The title is longer than 100 characters."
    } else {
        return Ok(());
    };
    Err(CliError::user(wrong).hint("Write one line of plain text: `--title 'Summer War'`."))
}

/// A caretaker has to be a bot that the game has.
fn caretaker(rules: &dyn AnyRuleset, bot: &str) -> Result<(), CliError> {
    let has: Vec<&str> = rules.bots().iter().map(|kind| kind.name).collect();
    if has.contains(&bot) {
        return Ok(());
    }
    let error = CliError::user(format!(
        "There is no bot `{bot}` that could be the caretaker."
    ));
    Err(error.hint(match &has[..] {
        [] => format!("{} has no bots: leave `caretaker` out.", rules.id()),
        has => format!("{} has {}.", rules.id(), has.join(", ")),
    }))
}

/// The letters that a game carries, from the kinds that are named; `talk` says whether its rulebook lets players talk.
fn press(kinds: &[String], talk: bool, with_report: bool) -> Result<Option<Press>, CliError> {
    let none = kinds.iter().any(|kind| kind == "none");
    if none && kinds.len() > 1 {
        return Err(CliError::user("`--press none` goes with no other kind."));
    }
    let kind = |name: &String| match name.as_str() {
        "white" => PressKind::White,
        "grey" => PressKind::Grey,
        _ => PressKind::Anonymous,
    };
    let kinds = match kinds {
        [] if talk => BTreeSet::from([PressKind::White]),
        _ if none => BTreeSet::new(),
        kinds => kinds.iter().map(kind).collect(),
    };
    if kinds.is_empty() {
        if with_report {
            return Err(
                CliError::user("`--press-with-report` is for games that carry letters.")
                    .hint("Name the kinds: `--press white`."),
            );
        }
        return Ok(None);
    }
    let carried = if with_report {
        Carried::WithReport
    } else {
        Carried::AtOnce
    };
    Ok(Some(Press { kinds, carried }))
}

/// The words for when a sitting runs, as they stand in `game.yaml`.
fn policies() -> impl TypedValueParser<Value = SittingPolicy> {
    let words = ["when-complete", "at-deadline", "each-mail"];
    PossibleValuesParser::new(words).map(|word| {
        let word = serde_json::Value::String(word);
        serde_json::from_value(word).expect("the words of the policies")
    })
}

/// The public key that the records of a game are signed with.
fn log_key(master: &Master, game: &str) -> Result<String, CliError> {
    let name = crate::dice::Name::new(game).map_err(|e| CliError::user(e.to_string()))?;
    let none = || CliError::user("This program was built without signatures.");
    public_log_key(master, &name).ok_or_else(none)
}

/// What it takes for a mail to count as a player's.
fn proofs() -> impl TypedValueParser<Value = Trust> {
    PossibleValuesParser::new(["address", "token", "signature"]).map(|word| match word.as_str() {
        "address" => Trust::Address,
        "signature" => Trust::Signature,
        _ => Trust::Token,
    })
}

/// The levels of trust in the dice.
fn levels() -> impl TypedValueParser<Value = DiceLevel> {
    PossibleValuesParser::new(["plain", "drawn", "beacon"]).map(|word| match word.as_str() {
        "plain" => DiceLevel::Plain,
        "beacon" => DiceLevel::Beacon,
        _ => DiceLevel::Drawn,
    })
}

/// Puts a folder of content files over the program's own.
pub(super) fn overlay(library: &mut Library, folder: &Path) -> Result<(), CliError> {
    if read_content(folder, library)? == 0 {
        return Err(CliError::user(format!(
            "There are no files in {}.",
            folder.display()
        )));
    }
    Ok(())
}

/// The terms in a file, with the schedule of the command line over them.
fn terms(file: Option<&Path>, days: Option<&str>) -> Result<Terms, CliError> {
    let mut terms = file.map(read_terms).transpose()?.unwrap_or_default();
    if let Some(days) = days {
        terms.schedule = Some(schedule(days)?);
    }
    if let Some(schedule) = &terms.schedule {
        // Whatever is wrong with it is better said now than in a month.
        game_dir::next_deadline(schedule, chrono::DateTime::UNIX_EPOCH)
            .map_err(|e| CliError::user(e.to_string()))?;
    }
    Ok(terms)
}

/// `friday,sunday 18:00 Europe/Vienna`.
fn schedule(text: &str) -> Result<Schedule, CliError> {
    let bad = || {
        CliError::user(format!("`{text}` is no schedule."))
            .hint("Write days, time and zone: `friday,sunday 18:00 Europe/Vienna`.")
    };
    let mut parts = text.split_whitespace();
    let (Some(days), Some(time), Some(zone), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(bad());
    };
    let days = days
        .split(',')
        .map(|day| serde_json::from_value::<Weekday>(day.to_lowercase().into()).map_err(|_| bad()))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Schedule::new(days, time, zone))
}

/// Refuses seats that are called as something else in the public records.
fn refuse_reserved<'a>(mut seats: impl Iterator<Item = &'a str>) -> Result<(), CliError> {
    match seats.find(|seat| RESERVED.contains(seat)) {
        None => Ok(()),
        Some(seat) => Err(CliError::user(format!(
            "No seat can be called `{seat}`: the public log has that word for something else."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_not_called_as_the_records_call_something_else() {
        assert!(refuse_reserved(["red", "refusal"].into_iter()).is_ok());
        for seat in ["refused", "none", "gm", "desk"] {
            let error = refuse_reserved(["red", seat].into_iter()).expect_err(seat);
            assert!(
                error.words.contains(&format!("`{seat}`")),
                "{}",
                error.words
            );
        }
    }
}
