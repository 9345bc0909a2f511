//! `new`: found a game.

mod asked;
mod values;

use super::{CliError, Ui, options, words};
use crate::{
    collect::Collect,
    content::Library,
    dice::Master,
    engine::{DynRuleset, SeatId},
    error,
    game_dir::{
        self, AdviceRule, DiceLevel, Disk, GameFile, Player, SeatLine, SittingPolicy, Trust,
        WebAddress, read_content,
    },
    lobby,
    mail::{Address, MailWay, Settings},
    rulesets,
};
use chrono::{DateTime, Utc};
use clap::parser::ValueSource;
use std::{
    collections::BTreeMap,
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
};
use values::{
    caretaker, fits_a_line, levels, log_key, policies, press, proofs, refuse_reserved, terms, ways,
    web_address,
};

/// Returns the help of `--ruleset`: the names of all rulesets.
fn rulesets_help() -> String {
    let named = |(n, known): (usize, &rulesets::Known)| {
        let of = if n == 0 { " (the default)" } else { "" };
        format!("{}{of}", known.id)
    };
    let names: Vec<String> = rulesets::ALL.iter().enumerate().map(named).collect();
    format!("The ruleset: {}", names.join(", "))
}

/// Found a game: its directory, its secret and the public record that commits to it.
///
/// This fixes the dice: the record `genesis` holds the anchor of a chain of keys, one key for each sitting.
/// The players of `--players` are seated, and their invitations, with the anchor, wait in the outbox.
///
/// In a terminal, `new` alone or with the directory asks for everything else; so does `--ask`, which asks for what the
/// other arguments leave open. Enter takes the default. Nothing is written before the last answer.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[command(after_help = "Examples:\n\
\x20 chronojudge new summer-war --title 'Summer War' --gm 'Ada <ada@example.org>'\n\
\x20 chronojudge new                                         in a terminal: asks for everything\n\
\x20 chronojudge new summer-war --players friends.txt --mail gmail\n\
\x20 chronojudge new summer-war --option scenario=two --schedule 'friday 18:00 Europe/Vienna'\n\
\x20 chronojudge new summer-war --dice beacon                dice that the GM cannot foresee\n\
\x20 chronojudge new gold-rush --ruleset time-pirates --option players=4")]
pub(super) struct Args {
    /// The directory to make
    dir: Option<PathBuf>,
    /// Ask for everything that the other arguments leave open; the answers are read from standard input
    #[arg(long)]
    ask: bool,
    #[arg(long, help = rulesets_help())]
    ruleset: Option<String>,
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
    /// The GM's address, as `Name <address>` (`The GM <gm@localhost>` unless given)
    #[arg(long)]
    gm: Option<String>,
    /// A file with the players, who are seated and invited: lines such as `Ada <ada@example.org> zytal`, or a YAML list of
    /// `{name, address, seat, zone}`. Seats may be left out; then each player gets the next free one
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// The players as they were typed
    #[arg(skip)]
    listed: Option<String>,
    /// True if the command line gives at most the directory
    #[arg(skip)]
    is_bare: bool,
    /// How mail leaves and arrives; `mail.yaml` then has comments
    #[arg(long, value_name = "WAY", value_parser = ways())]
    mail: Option<MailWay>,
    /// The days, time and time zone at which orders are due, as in `friday,sunday 18:00 Europe/Vienna`
    #[arg(long, value_name = "DAYS TIME ZONE")]
    schedule: Option<String>,
    /// The kinds of press (messages between players) that are delivered: white, grey, anonymous, or none of them.
    /// Without this option: white if the rulebook lets players talk (Time Agent 11.1), and none in other games
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = ["white", "grey", "anonymous", "none"])]
    press: Vec<String>,
    /// Deliver press with the next report, not at once
    #[arg(long)]
    press_with_report: bool,
    /// When a sitting runs. when-complete: when every question is answered or overdue (the default of a game without
    /// terms). at-deadline: only at the deadline. each-mail: as soon as anything new has arrived
    #[arg(long, value_name = "WHEN", value_parser = policies())]
    sittings: Option<SittingPolicy>,
    /// A file with the terms of the game: schedule with blackout days, reminders and grace; when a sitting
    /// runs; the treatment of seats whose orders are missing; pauses; guards. It becomes part of `game.yaml`;
    /// `docs/desk.md` has an example
    #[arg(long, value_name = "FILE")]
    terms: Option<PathBuf>,
    /// A folder of content files that replace the program's own, such as the exact data of a box that you
    /// own; they are published with the game, and cannot be changed later
    #[arg(long, value_name = "FOLDER")]
    content: Option<PathBuf>,
    /// The protection of the dice against the GM. plain: the dice are committed before the game. drawn: in addition, a
    /// public random number (a round of the beacon drand quicknet), published 10 minutes after all salts are in, goes
    /// into all dice, so the GM cannot choose among games. beacon: in addition, every sitting uses such a round,
    /// published after its orders are locked, so the GM cannot foresee the dice either
    #[arg(long, value_name = "LEVEL", default_value = "drawn", value_parser = levels())]
    dice: DiceLevel,
    /// With `--dice beacon`: the minutes from the lock of the orders to the round of the sitting
    #[arg(long, value_name = "MINUTES", default_value_t = 60,
        value_parser = clap::value_parser!(u32).range(10..=10_080))]
    lead_minutes: u32,
    /// Sign every record of the log, with a key that is derived from the master secret; its public half is
    /// in `game.yaml`
    #[arg(long)]
    sign_log: bool,
    /// Assign the seats by lot, when all salts are in: the seats that players take until then are places in the draw,
    /// which can be recomputed from public data. Without this option the GM seats the players as agreed
    #[arg(long)]
    draw_races: bool,
    /// The web address where the public files and the site of the game will be, for mails and reports; it can be added
    /// to `game.yaml` later, as `public-at`
    #[arg(long, value_name = "URL", value_parser = web_address)]
    public_at: Option<WebAddress>,
    /// Whether players may ask the program for order files with `advise`: allowed or forbidden. It is a rule for honest
    /// players; it can be changed in `game.yaml` later, as `advice`
    #[arg(long, value_name = "RULE", default_value = "allowed", value_parser = values::advice_rules())]
    advice: AdviceRule,
    /// The proof that a mail with orders comes from a player. address: its sender is the player's address, which can be
    /// forged. token: the file has the token of the form that was mailed to the player. signature: the file is signed
    /// with the player's SSH key
    #[arg(long, value_name = "PROOF", default_value = "token", value_parser = proofs())]
    trust: Trust,
    /// The maximum number of sittings of the game
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=65536))]
    keys: u32,
    /// Use this master secret instead of a new one, for tests and examples: 64 hex digits
    #[arg(long, hide = true)]
    master: Option<String>,
}

/// The GM's address unless given.
const GM: &str = "The GM <gm@localhost>";

impl Args {
    /// Notes whether the command line gives anything but the directory.
    pub(super) fn note_given(&mut self, given: &clap::ArgMatches) {
        let all = <Self as clap::Args>::augment_args(clap::Command::new("new"));
        let is_given = |arg: &clap::Arg| {
            let id = arg.get_id().as_str();
            id != "dir" && given.value_source(id) == Some(ValueSource::CommandLine)
        };
        self.is_bare = !all.get_arguments().any(is_given);
    }
}

/// Returns true if questions are to be asked: with `--ask`, or at a terminal if at most the directory is given.
fn asks(args: &Args) -> bool {
    args.ask || args.is_bare && io::stdin().is_terminal() && io::stderr().is_terminal()
}

pub(super) fn run(mut args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    if asks(&args) && !asked::ask(&mut args, io::stdin().lock())? {
        ui.say("Nothing was written.");
        return Ok(1);
    }
    let dir = args.dir.take().ok_or_else(|| {
        CliError::user("The directory of the game is missing.").hint(
            "Name it: `chronojudge new summer-war`; or answer questions: `chronojudge new --ask`.",
        )
    })?;
    let known = words::ruleset(args.ruleset.as_deref().unwrap_or(rulesets::ALL[0].id))?;
    let game = name(args.game.take(), &dir);
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
    let seats = options::seats(&*rules, &options)
        .map_err(|error| CliError::user(options::reason(&error)))?;
    refuse_reserved(seats.iter().map(|seat| seat.id.as_str()))?;
    let ids: Vec<SeatId> = seats.iter().map(|seat| seat.id.clone()).collect();
    let value = serde_json::Value::Object(options.clone());
    let guests = guests(&args, &*rules, &value, &ids)?;
    let terms = terms(args.terms.as_deref(), args.schedule.as_deref())?;
    let mut file = GameFile {
        title: args.title.unwrap_or_else(|| game.clone()),
        game,
        ruleset: known.id.to_owned(),
        edition: known.edition.to_owned(),
        options: options.into_iter().collect_map(),
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
        public_at: args.public_at,
        publish: None,
        advice: args.advice,
    };
    (file.caretaker.iter()).try_for_each(|bot| caretaker(&*rules, bot))?;
    file.seats = seats
        .into_iter()
        .map(|seat| SeatLine { seat: seat.id })
        .collect();
    let from = Address::parse(args.gm.as_deref().unwrap_or(GM))?;
    let mail = match args.mail {
        Some(way) => way.settings(&from).into_bytes(),
        None => game_dir::bytes("mail", &Settings::new(from))?,
    };
    let master = args
        .master
        .map(|hex| Master::from_hex(&hex))
        .transpose()
        .map_err(|e| CliError::user(e.to_string()))?;
    let master = match master {
        None if args.sign_log => Some(Master::generate().map_err(error::GameError::from)?),
        master => master,
    };
    if let Some(master) = master.as_ref().filter(|_| args.sign_log) {
        file.log_key = Some(log_key(master, &file.game)?);
    }
    let founded = lobby::found_with(
        &Disk::new(),
        &dir,
        &file,
        &library,
        mail,
        args.trust,
        master,
    )?;
    ui.say(format!(
        "{} {} in {}: {} seats, {} keys.",
        ui.good("Founded"),
        file.game,
        dir.display(),
        file.seats.len(),
        file.keys
    ));
    seat_all(&dir, guests, ui, now)?;
    words::warn_of_trust(args.trust, ui);
    ui.done(format!("anchor {}", founded.anchor))?;
    ui.done(format!("head   {}", founded.head))
}

/// Returns the name of the game: the given one, or that of its directory.
fn name(given: Option<String>, dir: &Path) -> String {
    given.unwrap_or_else(|| {
        let last = dir.file_name();
        last.map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    })
}

/// Returns the players of the list, if there is one.
fn guests(
    args: &Args,
    rules: &dyn DynRuleset,
    options: &serde_json::Value,
    seats: &[SeatId],
) -> Result<Vec<Player>, CliError> {
    let (name, bytes) = match (&args.listed, &args.players) {
        (Some(text), _) => ("players".to_owned(), text.clone().into_bytes()),
        (None, Some(file)) => (words::name(file), words::bytes_of(file)?),
        (None, None) => return Ok(vec![]),
    };
    let guests = lobby::read_guests(&name, &bytes, rules, options, seats);
    Ok(guests.map_err(game_dir::StoreError::Problems)?)
}

/// Seats and invites the players of the list.
fn seat_all(dir: &Path, guests: Vec<Player>, ui: &Ui, now: DateTime<Utc>) -> Result<(), CliError> {
    if guests.is_empty() {
        ui.say("Seat the players with `chronojudge seat`: each is mailed the anchor and the hash of the first record.");
        return Ok(());
    }
    let game = words::open_locked(dir, ui, now)?;
    for player in guests {
        ui.say(format!(
            "{} {} <{}>: {}.",
            ui.good("Seated"),
            player.name,
            player.address,
            game_dir::list(&player.seats)
        ));
        lobby::seat_player(&game, player, &BTreeMap::new(), now)?;
    }
    ui.say(lobby::wanted(&game)?.to_string());
    ui.say(format!(
        "The invitations are in the outbox: `chronojudge send {0}` mails them; `chronojudge status {0}` shows the answers.",
        dir.display()
    ));
    Ok(())
}

/// Replaces the program's own content files by those of a folder.
pub(super) fn overlay(library: &mut Library, folder: &Path) -> Result<(), CliError> {
    if read_content(folder, library)? == 0 {
        return Err(CliError::user(format!(
            "There are no files in {}.",
            folder.display()
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_asked_only_if_at_most_the_directory_is_given() {
        for (words, is_bare) in [
            (&["new"][..], true),
            (&["new", "gem"], true),
            (&["new", "gem", "--dice", "drawn"], false),
            (&["new", "gem", "--trust", "token"], false),
            (&["new", "--sign-log"], false),
            (&["new", "--keys", "8"], false),
            (&["new", "--draw-races"], false),
        ] {
            let command = <Args as clap::Args>::augment_args(clap::Command::new("new"));
            let given = command.get_matches_from(words);
            let mut args = <Args as clap::FromArgMatches>::from_arg_matches(&given).unwrap();
            args.note_given(&given);
            assert_eq!(args.is_bare, is_bare, "{words:?}");
        }
    }
}
