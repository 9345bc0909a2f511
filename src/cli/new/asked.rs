//! The questions of `new` at a terminal. Each answer is checked when it is given, and nothing is written before the last.

use super::{
    Args,
    values::{fits_a_line, schedule, terms},
};
use crate::{
    cli::{CliError, ask::Asker, options, words},
    engine::{DynRuleset, SeatId},
    lobby::read_guests,
    mail::{Address, MailWay},
    rulesets::{self, Known},
};
use std::{io::BufRead, path::Path};

/// Asks for everything that the arguments leave open. Returns false if the person does not want the game after all.
pub(super) fn ask(args: &mut Args, answers: impl BufRead) -> Result<bool, CliError> {
    let mut asker = Asker::new(answers);
    if let Some(dir) = &args.dir {
        // The name of the directory is that of the game, unless it is given.
        let dir = dir.display().to_string();
        match &args.game {
            Some(_) => is_free(&dir)?,
            None => folder(&dir).map(drop)?,
        }
    }
    let id = match &args.ruleset {
        Some(id) => id.clone(),
        None => asker.ask(&rulesets_about(), rulesets::ALL[0].id, ruleset)?,
    };
    let known = words::ruleset(&id)?;
    args.ruleset = Some(id);
    if args.dir.is_none() {
        let free = (1..1000)
            .map(|n| format!("{}-{n}", known.id))
            .find(|name| !Path::new(name).exists())
            .unwrap_or_default();
        let about = "The folder of the game, which is made; its name is the game's name.";
        args.dir = Some(asker.ask(about, &free, folder)?.into());
    }
    let mut library = (known.library)();
    if let Some(folder) = &args.content {
        super::overlay(&mut library, folder)?;
    }
    let rules = (known.load)(&library)?;
    if args.options.is_empty() {
        args.options = ask_options(&known, &*rules, &mut asker)?;
    }
    ask_terms(args, &mut asker)?;
    if args.players.is_none() {
        args.listed = ask_players(args, &known, &*rules, &mut asker)?;
    }
    ask_mail(args, &mut asker)?;
    let about = format!(
        "Found {} in {}?",
        known.title,
        args.dir.as_deref().unwrap_or(Path::new("")).display()
    );
    asker.ask(&about, "yes", |answer| match answer {
        "yes" | "y" => Ok(true),
        "no" | "n" => Ok(false),
        _ => Err(CliError::user("Write `yes` or `no`.")),
    })
}

/// Asks for the options of the rules.
fn ask_options<R: BufRead>(
    known: &Known,
    rules: &dyn DynRuleset,
    asker: &mut Asker<R>,
) -> Result<Vec<String>, CliError> {
    let mut given: Vec<String> = vec![];
    for usual in known.usual_options {
        let Some((name, default)) = usual.split_once('=') else {
            continue;
        };
        let values = options::possible(rules, name);
        let about = format!("The option `{name}` of the rules: {values}.");
        let chosen = asker.ask(&about, default, |value| {
            let option = format!("{name}={value}");
            options::read(known, rules, std::slice::from_ref(&option)).map(|_| option)
        })?;
        given.push(chosen);
    }
    let about = format!(
        "Further options as `name=value`, separated by spaces, or `none`; `chronojudge new --help {}` lists them.",
        known.id
    );
    let more = asker.ask(&about, "none", |line| {
        let more = line.split_whitespace().filter(|word| *word != "none");
        let mut all = given.clone();
        all.extend(more.map(str::to_owned));
        options::read(known, rules, &all).map(|_| all)
    })?;
    Ok(more)
}

/// Asks for the title, the GM and the deadlines.
fn ask_terms<R: BufRead>(args: &mut Args, asker: &mut Asker<R>) -> Result<(), CliError> {
    if args.title.is_none() {
        let name = args.dir.as_ref().and_then(|dir| dir.file_name());
        let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let about =
            "The title, which players see in the subject of every mail and above every report.";
        args.title = Some(asker.ask(about, &name, |title| {
            fits_a_line(title).map(|()| title.to_owned())
        })?);
    }
    if args.gm.is_none() {
        let about = "You, the GM, as `Name <address>`: the sender of all mails.";
        args.gm = Some(asker.ask(about, super::GM, |gm| {
            Ok(Address::parse(gm).map(|_| gm.to_owned())?)
        })?);
    }
    if args.schedule.is_none() && args.terms.is_none() {
        let about = "When orders are due: days, time and zone as in `friday,sunday 18:00 Europe/Vienna`, or `none`: \
                     then you set each deadline.";
        args.schedule = asker.ask(about, "none", |line| match line {
            "none" => Ok(None),
            days => {
                terms(None, Some(days)).and_then(|_| schedule(days).map(|_| Some(days.to_owned())))
            }
        })?;
    }
    Ok(())
}

/// Asks for the players; `None` if there are none yet.
fn ask_players<R: BufRead>(
    args: &Args,
    known: &Known,
    rules: &dyn DynRuleset,
    asker: &mut Asker<R>,
) -> Result<Option<String>, CliError> {
    let given = options::read(known, rules, &args.options)?;
    let seats =
        options::seats(rules, &given).map_err(|error| CliError::user(options::reason(&error)))?;
    let seats: Vec<SeatId> = seats.into_iter().map(|seat| seat.id).collect();
    let about = format!(
        "The players, a line for each as `Name <address>`, with the seats behind it if they are agreed; an empty line \
         ends the list.\n  The seats: {}. Each player is mailed an invitation. Without players: seat them later with \
         `seat`.",
        crate::game_dir::list(&seats)
    );
    let value = serde_json::Value::Object(given);
    loop {
        let lines = asker.lines(&about)?;
        if lines.is_empty() {
            return Ok(None);
        }
        let text = lines.join("\n") + "\n";
        match read_guests("players", text.as_bytes(), rules, &value, &seats) {
            Ok(_) => {
                return Ok(Some(text));
            }
            Err(problems) => eprintln!("{}", problems.render(false).trim_end()),
        }
    }
}

/// Asks for the way of the mail.
fn ask_mail<R: BufRead>(args: &mut Args, asker: &mut Asker<R>) -> Result<(), CliError> {
    if args.mail.is_none() {
        let ways = MailWay::ALL.map(|way| format!("\n  {:9} {}", way.name(), way.about()));
        let about = format!(
            "How mail leaves and arrives; `mail.yaml` can be changed later.{}",
            ways.concat()
        );
        args.mail = Some(asker.ask(&about, MailWay::Folder.name(), |name| {
            let mut all = MailWay::ALL.into_iter();
            all.find(|way| way.name() == name).ok_or_else(|| {
                let names = MailWay::ALL.map(MailWay::name).join(", ");
                CliError::user(format!("Unknown way `{name}`."))
                    .hint(format!("Write one of {names}."))
            })
        })?);
    }
    Ok(())
}

/// Returns the question for the ruleset.
fn rulesets_about() -> String {
    let all: Vec<String> = rulesets::ALL
        .iter()
        .map(|known| {
            let about = known.about.split(['.', ',']).next().unwrap_or_default();
            let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("\n  {:16} {about}", known.id)
        })
        .collect();
    format!("The ruleset.{}", all.concat())
}

fn ruleset(name: &str) -> Result<String, CliError> {
    words::ruleset(name).map(|known| known.id.to_owned())
}

/// Checks that there is no game in a folder.
fn is_free(name: &str) -> Result<(), CliError> {
    let path = Path::new(name);
    if path.join("game.yaml").exists() || path.join("public").exists() {
        return Err(CliError::user(format!(
            "There is a game in {name} already."
        )));
    }
    Ok(())
}

/// Checks that a folder can be made for a game.
fn folder(name: &str) -> Result<String, CliError> {
    is_free(name)?;
    let path = Path::new(name);
    let last = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    if last.is_some_and(|name| crate::engine::is_name(&name)) {
        return Ok(name.to_owned());
    }
    Err(CliError::user("This cannot name a game.")
        .hint("Use lower-case letters, digits and hyphens."))
}
