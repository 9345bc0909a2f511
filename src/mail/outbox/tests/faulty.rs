//! Tests of the outbox on a disk that fails.

use super::*;
use std::cell::Cell;

/// The way in which a disk fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    /// The machine crashes before the step.
    Before,
    /// The machine crashes after the step.
    After,
    /// Only this step fails, with a missing permission.
    Denied,
    /// From this step on nothing can be written; moving and removing still work.
    Full,
}

/// A disk that fails at a given step.
struct Faulty {
    left: Cell<usize>,
    wrong: Wrong,
}

impl Faulty {
    fn step(&self, writes: bool, work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let dead = || Err(io::Error::other("the machine is dead"));
        let left = self.left.get();
        self.left.set(left.min(1));
        match (self.wrong, left) {
            (Wrong::Denied, 1) => {
                self.left.set(0);
                Err(io::ErrorKind::PermissionDenied.into())
            }
            (Wrong::Full, 0 | 1) if writes => Err(io::ErrorKind::StorageFull.into()),
            (Wrong::Denied, 0) | (Wrong::Full, 0 | 1) => work(),
            (_, 0) => dead(),
            (_, 1) => {
                self.left.set(0);
                if self.wrong == Wrong::After {
                    work()?;
                }
                dead()
            }
            (_, left) => {
                self.left.set(left - 1);
                work()
            }
        }
    }
}

impl Disk for Faulty {
    fn write(&self, path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
        self.step(true, || Real.write(path, bytes, existing))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(false, || Real.rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step(false, || Real.remove(path))
    }
}

#[test]
fn no_failure_of_the_disk_loses_a_mail_or_hides_a_duplicate() {
    const MAILS: u32 = 3;
    for wrong in [Wrong::Before, Wrong::After, Wrong::Denied, Wrong::Full] {
        // Three steps queue the mails and nine send them; with the last two numbers nothing fails.
        for step in 1..=14 {
            let dir = tempfile::tempdir().unwrap();
            let mut server = Taking::default();
            let disk = Faulty {
                left: Cell::new(step),
                wrong,
            };
            let queue = |disk: &dyn Disk| {
                (1..=MAILS).all(|n| put_on(disk, dir.path(), &key(n), &mail(n)).is_ok())
            };
            if queue(&disk) {
                let _ = send_on(&disk, dir.path(), &mut server, &options(), &mut |_| {});
            }
            // After the restart everything is done again from the start.
            assert!(queue(&Real), "{wrong:?} at step {step}");
            let mut doubtful = 0;
            for outcome in run(dir.path(), &mut server, &options()) {
                match outcome {
                    Outcome::Sent { again } => doubtful += usize::from(again),
                    other => panic!("{wrong:?} at step {step}: {other:?}"),
                }
            }
            let sent = files(dir.path(), "sent");
            assert_eq!(
                sent.into_values().collect::<Vec<_>>(),
                [mail(1), mail(2), mail(3)],
                "{wrong:?} at step {step}"
            );
            assert!(
                queued(dir.path()).unwrap().is_empty(),
                "{wrong:?} at step {step}"
            );
            assert_eq!(
                files(dir.path(), "outbox").len(),
                1,
                "{wrong:?} at step {step}: the lock and nothing else"
            );
            for number in 1..=MAILS {
                assert!(
                    server.0.contains(&mail(number)),
                    "{wrong:?} at step {step}: mail {number} is lost"
                );
            }
            let twice = server.0.len() - MAILS as usize;
            assert!(
                twice <= doubtful && doubtful <= 1,
                "{wrong:?} at step {step}: {twice} came twice, {doubtful} said so"
            );
        }
    }
}
