//! `send`: deliver the mails in the outbox.

use super::{CliError, Ui, ui::Tone, words};
use crate::{
    game_dir::Game,
    mail::{self, Address, Outcome, SendOptions, Settings, Via},
    schedule,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Deliver the mails in the outbox.
///
/// `mail.yaml` names the transport: a folder on this machine (the default), sendmail, or SMTP. A delivered mail is
/// moved to `sent/`; a mail that could not be delivered stays in the outbox and is tried again the next time.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge send summer-war --dry-run\n\
\x20 chronojudge send summer-war\n\
\x20 chronojudge send summer-war --test                     to the GM: does mail leave this machine?\n\
\x20 chronojudge send summer-war --again zytal              zytal's last report once more")]
pub(super) struct Args {
    /// The game directory
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// Only list the mails that would be sent
    #[arg(long)]
    dry_run: bool,
    /// Also retry mails that were permanently refused
    #[arg(long)]
    retry_failed: bool,
    /// Send a test mail and nothing else, to the GM or to this address
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["dry_run", "again"])]
    test: Option<String>,
    /// Mail the last report of a seat once more, to the address its player has now; may be repeated
    #[arg(long, value_name = "SEAT")]
    again: Vec<String>,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let root = game.layout.root();
    if let Some(to) = &args.test {
        return test(&game, to, ui, now);
    }
    for seat in &args.again {
        let seat = words::seat(&game, seat)?;
        if !args.dry_run {
            schedule::send_again(&game, now, &seat)?;
        }
    }
    let queued = mail::queued(root)?;
    if args.dry_run {
        for mail in &queued {
            let to = match &mail.envelope {
                Ok(envelope) => envelope.to().collect::<Vec<_>>().join(", "),
                Err(error) => error.to_string(),
            };
            ui.line(format!("{} -> {to} ({} bytes)", mail.stem, mail.length))?;
        }
        return Ok(0);
    }
    let settings: Settings = game.mail_settings()?;
    let mut transport = mail::open(&settings, root)?;
    let mut options = SendOptions::at(now);
    options.retry_failed = args.retry_failed;
    let bar = ui.progress(queued.len() as u64, "sending");
    let deliveries = mail::send_all(root, &mut *transport, &options, &mut |event| {
        if matches!(event, mail::Event::End { .. }) {
            bar.inc(1);
        }
    })?;
    bar.finish_and_clear();
    let mut failed = 0;
    let mut rows = vec![];
    for delivery in &deliveries {
        let (word, why) = in_words(&delivery.outcome);
        let good = delivery.outcome.is_sent();
        failed += usize::from(!good);
        rows.push(json!({"mail": delivery.stem, "to": delivery.to, "outcome": word, "why": why}));
        if !ui.json() {
            let word = ui.toned(if good { Tone::Good } else { Tone::Bad }, word);
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            let line = format!("{word} {}{why}", delivery.stem);
            if good {
                ui.done(line)?;
            } else {
                ui.line(line)?;
            }
        }
    }
    if ui.json() {
        ui.data(&rows.into())?;
    }
    let sent = deliveries.len() - failed;
    let all = words::count(deliveries.len(), "mail");
    ui.say(match settings.via {
        Via::Folder if sent > 0 => format!(
            "{sent} of {all} sent, which here means: written to {}. Nothing left this machine.",
            settings.folder(root).display()
        ),
        _ => format!("{sent} of {all} sent."),
    });
    Ok(u8::from(failed > 0))
}

/// Sends a test mail.
fn test(game: &Game, to: &str, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let to = (!to.is_empty()).then(|| Address::parse(to)).transpose()?;
    let settings: Settings = game.mail_settings()?;
    let root = game.layout.root();
    let mut transport = mail::open(&settings, root)?;
    let address = schedule::send_test(game, &mut *transport, to, now)?;
    let how = match settings.via {
        Via::Folder => format!(
            ", which here means: written to {}. Nothing left this machine",
            settings.folder(root).display()
        ),
        Via::Sendmail | Via::Smtp => String::new(),
    };
    ui.say(format!(
        "{} a test mail to {address}{how}.",
        ui.good("sent")
    ));
    if ui.json() {
        ui.data(&json!({"sent": true, "to": address}))?;
    }
    Ok(0)
}

fn in_words(outcome: &Outcome) -> (&'static str, Option<String>) {
    match outcome {
        Outcome::Sent { again: false } => ("sent", None),
        Outcome::Sent { again: true } => (
            "sent",
            Some("again: an earlier try may have reached the reader".to_owned()),
        ),
        Outcome::AlreadySent => ("was sent", None),
        Outcome::Queued(error) => ("queued", Some(error.to_string())),
        Outcome::Failed(error) => ("failed", Some(error.to_string())),
        Outcome::Uncertain(error) => ("uncertain", Some(error.to_string())),
        Outcome::Held(status) => ("held", status.error.clone()),
        Outcome::Waiting(error) => ("waiting", Some(error.to_string())),
        Outcome::Broken(error) => ("broken", Some(error.to_string())),
    }
}
