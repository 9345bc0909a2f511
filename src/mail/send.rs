//! A run over the outbox: waiting mails are handed to a transport, and the outcomes are recorded.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Utc};

use super::{
    delivery::{DeliveryError, Kind, Transport},
    disk::{Disk, Existing, Real, UNFINISHED},
    envelope::{Envelope, is_itself},
    error::MailError,
    key::Key,
    outbox::{Place, STATUS, fault, names, read, stems},
    status::{State, Status},
};

/// The options of [`send_all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendOptions {
    /// The time that is recorded as that of the attempt.
    pub now: DateTime<Utc>,
    /// True to send mails again that may have been delivered already; readers may get them twice.
    pub resend_uncertain: bool,
    /// True to try mails again that were permanently refused.
    pub retry_failed: bool,
    /// True to wait before a mail that may have been delivered is sent again, longer after each attempt, and to give it
    /// up after some attempts: for runs that repeat regularly.
    pub patient: bool,
    /// The kinds of mails to send; `None` sends all.
    pub only: Option<&'static [&'static str]>,
}

impl SendOptions {
    /// Returns the default options: mails that may have been delivered are sent again, refused ones are not.
    pub fn at(now: DateTime<Utc>) -> Self {
        Self {
            now,
            resend_uncertain: true,
            retry_failed: false,
            patient: false,
            only: None,
        }
    }

    /// Returns the options for runs that repeat regularly.
    pub(crate) fn patient(now: DateTime<Utc>) -> Self {
        Self {
            patient: true,
            ..Self::at(now)
        }
    }
}

/// The outcome of a run for one mail.
#[derive(Debug)]
pub struct Delivery {
    /// The mail's name.
    pub stem: String,
    /// The addresses of its readers; empty if they cannot be read.
    pub to: Vec<String>,
    /// The outcome.
    pub outcome: Outcome,
}

/// The possible outcomes for a mail in a run.
#[derive(Debug)]
pub enum Outcome {
    /// Delivered and moved to `sent/`; `again` if an earlier attempt may have delivered it too.
    Sent {
        /// True if the reader may have the mail twice.
        again: bool,
    },
    /// It was already in `sent/`; the copy in `outbox/` was removed.
    AlreadySent,
    /// Not delivered; the next run tries again.
    Queued(DeliveryError),
    /// Permanently refused; it stays in `outbox/` with the reason.
    Failed(DeliveryError),
    /// It may have been delivered; the next run sends it again.
    Uncertain(DeliveryError),
    /// Not tried, because it failed or is uncertain and the options exclude such mails.
    Held(Status),
    /// Not tried, because this failure of an earlier mail concerns all mails.
    Waiting(DeliveryError),
    /// Not sent or not recorded because of an error of the disk or the files; the mail stays where it was.
    Broken(MailError),
}

impl Outcome {
    /// Returns true if the mail was delivered.
    pub(crate) fn is_sent(&self) -> bool {
        matches!(self, Self::Sent { .. } | Self::AlreadySent)
    }
}

/// A progress event of [`send_all`].
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The run begins with a mail.
    Begin {
        /// The number of the mail, from 1.
        number: usize,
        /// The number of mails in the run.
        of: usize,
        /// The mail's name.
        stem: &'a str,
    },
    /// The run has finished with a mail.
    End {
        /// The number of the mail, from 1.
        number: usize,
        /// The number of mails in the run.
        of: usize,
        /// The outcome.
        delivery: &'a Delivery,
    },
}

/// Sends the waiting mails of the game directory `dir` in the order of their names, and returns the outcome of each.
///
/// ```
/// use chronojudge::{
///     mail::{self, Key, Letter, Outcome, SendOptions, Settings},
///     yaml::keep,
/// };
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path();
/// let now = chrono::Utc::now();
/// // Without other settings, mails are delivered as files into the folder `mail`.
/// let settings: Settings = keep::from_str("from: GM <gm@example.org>")?;
/// let key = Key::new("pirates-2", 1, "black", "report", 1)?;
/// let (from, to) = (settings.from.clone(), "Ada <ada@example.org>".parse()?);
/// let letter = Letter::new(key, 1, from, to, "Turn 1", "Turn 1 is open.", now);
/// mail::put(folder, &letter.key, &mail::compose(&letter)?)?;
///
/// let mut transport = mail::open(&settings, folder)?;
/// let deliveries = mail::send_all(folder, &mut *transport, &SendOptions::at(now), &mut |_| {})?;
/// assert!(matches!(deliveries[0].outcome, Outcome::Sent { again: false }));
/// assert!(mail::queued(folder)?.is_empty());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`MailError`] if the run cannot start; later errors are part of the outcomes.
pub fn send_all(
    dir: &Path,
    transport: &mut dyn Transport,
    options: &SendOptions,
    progress: &mut dyn FnMut(Event<'_>),
) -> Result<Vec<Delivery>, MailError> {
    send_on(&Real, dir, transport, options, progress)
}

pub(super) fn send_on(
    disk: &dyn Disk,
    dir: &Path,
    transport: &mut dyn Transport,
    options: &SendOptions,
    progress: &mut dyn FnMut(Event<'_>),
) -> Result<Vec<Delivery>, MailError> {
    if !dir.join("outbox").is_dir() {
        return Ok(Vec::new());
    }
    let _lock = lock(dir)?;
    sweep(disk, dir)?;
    let mut stems = stems(dir)?;
    if let Some(kinds) = options.only {
        stems.retain(|stem| Key::from_stem(stem).is_some_and(|key| kinds.contains(&key.kind())));
    }
    let of = stems.len();
    let mut run = Run {
        disk,
        transport,
        options,
        down: None,
    };
    let mut deliveries = Vec::with_capacity(of);
    for (index, stem) in stems.iter().enumerate() {
        let number = index + 1;
        progress(Event::Begin { number, of, stem });
        let delivery = run.one(&Place::new(dir, stem));
        progress(Event::End {
            number,
            of,
            delivery: &delivery,
        });
        let disorder = matches!(delivery.outcome, Outcome::Broken(MailError::Io { .. }));
        deliveries.push(delivery);
        if disorder {
            // If the disk does not save the records, no further mail may be sent, because each needs a record.
            break;
        }
    }
    Ok(deliveries)
}

/// One run over the outbox.
struct Run<'a> {
    disk: &'a dyn Disk,
    transport: &'a mut dyn Transport,
    options: &'a SendOptions,
    /// The failure because of which no further mail needs to be tried.
    down: Option<DeliveryError>,
}

impl Run<'_> {
    fn one(&mut self, place: &Place) -> Delivery {
        let mut to = Vec::new();
        let outcome = self.send(place, &mut to).unwrap_or_else(Outcome::Broken);
        Delivery {
            stem: place.stem.clone(),
            to,
            outcome,
        }
    }

    fn send(&mut self, place: &Place, to: &mut Vec<String>) -> Result<Outcome, MailError> {
        let bytes = read(&place.mail)?;
        let envelope =
            Envelope::of(&bytes).and_then(|to| is_itself(&bytes, &place.stem).map(|()| to));
        if let Ok(envelope) = &envelope {
            to.extend(envelope.to().map(str::to_owned));
        }
        if place.sent.exists() {
            return self.settle_copy(place, &bytes);
        }
        let before = place.status()?;
        let held = match before.state {
            State::Queued => false,
            State::Failed => !self.options.retry_failed,
            State::Sending | State::Uncertain => !self.options.resend_uncertain,
        };
        if held || (self.options.patient && before.rests(self.options.now)) {
            return self.hold(place, before);
        }
        if let Some(error) = &self.down {
            return Ok(Outcome::Waiting(error.clone()));
        }
        let trying = before.begin(self.options.now);
        let result = match envelope {
            Ok(envelope) => {
                self.record(place, &trying)?;
                self.transport.deliver(&envelope, &bytes)
            }
            Err(error) => {
                let hint = error.hint().map(str::to_owned);
                Err(DeliveryError::mail(
                    Kind::Permanent,
                    error.to_string(),
                    hint,
                ))
            }
        };
        match result {
            Ok(()) => self.settle(place, &before),
            Err(error) => self.fail(place, &before, trying, error),
        }
    }

    /// Records that a mail was delivered: a rename moves it to `sent/`, then its status file is removed.
    fn settle(&self, place: &Place, before: &Status) -> Result<Outcome, MailError> {
        self.disk
            .rename(&place.mail, &place.sent)
            .map_err(fault("move to sent/", &place.mail))?;
        self.disk
            .remove(&place.status)
            .map_err(fault("remove", &place.status))?;
        Ok(Outcome::Sent {
            again: before.is_doubtful(),
        })
    }

    fn fail(
        &mut self,
        place: &Place,
        before: &Status,
        trying: Status,
        error: DeliveryError,
    ) -> Result<Outcome, MailError> {
        if error.stops_all() {
            self.down = Some(error.clone());
        }
        let after = trying.after(before, &error);
        self.record(place, &after)?;
        Ok(match after.state {
            State::Failed => Outcome::Failed(error),
            State::Uncertain => Outcome::Uncertain(error),
            State::Queued | State::Sending => Outcome::Queued(error),
        })
    }

    fn hold(&self, place: &Place, before: Status) -> Result<Outcome, MailError> {
        let state = if before.state == State::Sending {
            State::Uncertain
        } else {
            before.state
        };
        let status = Status { state, ..before };
        if state != before.state {
            self.record(place, &status)?;
        }
        Ok(Outcome::Held(status))
    }

    /// Handles a mail that is in both directories, as after a restored backup: it counts as delivered.
    fn settle_copy(&self, place: &Place, bytes: &[u8]) -> Result<Outcome, MailError> {
        if read(&place.sent)? != bytes {
            return Err(MailError::Conflict {
                stem: place.stem.clone(),
                path: place.sent.clone(),
            });
        }
        self.disk
            .remove(&place.mail)
            .map_err(fault("remove", &place.mail))?;
        self.disk
            .remove(&place.status)
            .map_err(fault("remove", &place.status))?;
        Ok(Outcome::AlreadySent)
    }

    fn record(&self, place: &Place, status: &Status) -> Result<(), MailError> {
        let written = self
            .disk
            .write(&place.status, &status.to_yaml(), Existing::Replace);
        written.map_err(fault("write", &place.status))
    }
}

/// Removes files left by crashes: status files of mails that no longer exist, and unfinished files older than
/// one hour.
fn sweep(disk: &dyn Disk, dir: &Path) -> Result<(), MailError> {
    let outbox = dir.join("outbox");
    for name in names(dir)? {
        let path = outbox.join(&name);
        let orphan = name
            .strip_suffix(STATUS)
            .is_some_and(|stem| !Place::new(dir, stem).mail.exists());
        // Another program may be queueing a mail right now; after an hour the file is a leftover.
        let stale = name.starts_with(UNFINISHED) && age(&path) > Duration::from_hours(1);
        if orphan || stale {
            disk.remove(&path).map_err(fault("remove", &path))?;
        }
    }
    Ok(())
}

fn age(path: &Path) -> Duration {
    let modified = fs::metadata(path).and_then(|data| data.modified()).ok();
    modified
        .and_then(|time| SystemTime::now().duration_since(time).ok())
        .unwrap_or_default()
}

/// The lock of an outbox: no mail is sent as long as it exists.
#[derive(Debug)]
pub struct OutboxLock {
    _file: File,
}

impl OutboxLock {
    /// Locks the outbox of a game directory. Returns `None` if its mails are being sent, or if there is no outbox.
    pub fn take(dir: &Path) -> Option<Self> {
        lock(dir).ok().map(|file| Self { _file: file })
    }
}

/// Locks the outbox, so that only one run sends at a time; the system frees the lock when the program ends, also after
/// a crash.
pub(super) fn lock(dir: &Path) -> Result<File, MailError> {
    let path = dir.join("outbox").join(".lock");
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(fault("open", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(MailError::Busy { path }),
        Err(TryLockError::Error(error)) => Err(fault("lock", &path)(error)),
    }
}
