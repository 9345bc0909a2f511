//! Ends this process if it handles one mail for too long: the next run then sets that mail aside.

use super::ui::Ui;
use crate::game_dir::{Layout, lock_file};
use std::{collections::BTreeMap, path::PathBuf, thread, time::Duration};

/// The longest time for one mail. It usually takes milliseconds, or some seconds if a name server answers slowly.
const MOST: Duration = Duration::from_mins(1);

/// The number of checks of a game in that time.
const LOOKS: u32 = 30;

/// The exit code of the ended process: the mail can be tried again.
const ENDED: i32 = 75;

/// Supervises the mails that this process handles in these games, until the process ends.
///
/// The lock file names the mail that is being handled, for this thread as for the next run.
pub(super) fn watch(games: &[PathBuf], ui: &Ui) {
    let layouts: Vec<Layout> = games.iter().map(Layout::new).collect();
    let shown = ui.shown(&super::CliError::internal(
        "One mail took too long, and this run was ended. The next run sets that mail aside.",
    ));
    let most = most();
    let watch = move || {
        let process = std::process::id();
        // The number of checks of each game since it began its mail: a stopped process makes no checks, so the time for
        // which it is stopped does not count.
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
    // If no thread can be started, the mails are handled without supervision.
    let _ = thread::Builder::new().spawn(watch);
}

/// Returns the longest time for one mail; in debug builds `CHRONOJUDGE_MAIL_MS` sets it, in milliseconds, for tests.
fn most() -> Duration {
    let millis = std::env::var("CHRONOJUDGE_MAIL_MS").ok();
    let millis = millis.filter(|_| cfg!(debug_assertions));
    let millis = millis.and_then(|millis| millis.parse().ok());
    millis.map_or(MOST, Duration::from_millis)
}
