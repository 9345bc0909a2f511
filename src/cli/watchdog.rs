//! Ends this process when it is too long at one mail: the next run then sets that mail aside.

use super::ui::Ui;
use crate::game_dir::{Layout, lock_file};
use std::{collections::BTreeMap, path::PathBuf, thread, time::Duration};

/// How long one mail may take. It takes milliseconds, or some seconds where a name server is slow to answer.
const MOST: Duration = Duration::from_mins(1);

/// How often a game is looked at in that time.
const LOOKS: u32 = 30;

/// What this process ends with then: the mail can be tried again.
const ENDED: i32 = 75;

/// Watches over the mails that this process takes in these games, until it ends.
///
/// It is told of a mail by the lock file, as the next run is.
pub(super) fn watch(games: &[PathBuf], ui: &Ui) {
    let layouts: Vec<Layout> = games.iter().map(Layout::new).collect();
    let shown = ui.shown(&super::CliError::internal(
        "One mail took too long, and this run was ended. The next run sets that mail aside.",
    ));
    let most = most();
    let watch = move || {
        let process = std::process::id();
        // How often each game was looked at since it is at its mail: a process that is stopped is not looking either, so the
        // time for which it stands still does not count.
        let mut looks: BTreeMap<usize, (String, u32)> = BTreeMap::new();
        loop {
            thread::sleep(most / LOOKS);
            for (n, layout) in layouts.iter().enumerate() {
                let Some(at) = lock_file::mail_at_work(layout, Some(process)) else {
                    looks.remove(&n);
                    continue;
                };
                let (mail, count) = looks.entry(n).or_default();
                if *mail != at.mail {
                    (*mail, *count) = (at.mail, 0);
                }
                *count += 1;
                if *count > LOOKS {
                    lock_file::note_slow(layout);
                    eprintln!("{shown}");
                    std::process::exit(ENDED);
                }
            }
        }
    };
    // Without another thread the mails are taken all the same.
    let _ = thread::Builder::new().spawn(watch);
}

/// How long one mail may take; in a test of the whole program, as many milliseconds as `CHRONOJUDGE_MAIL_MS` says.
fn most() -> Duration {
    let millis = std::env::var("CHRONOJUDGE_MAIL_MS").ok();
    let millis = millis.filter(|_| cfg!(debug_assertions));
    let millis = millis.and_then(|millis| millis.parse().ok());
    millis.map_or(MOST, Duration::from_millis)
}
