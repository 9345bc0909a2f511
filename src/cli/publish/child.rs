//! A program that is run with a time limit.

use std::{
    io::{self, Read as _},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

/// Maximum number of bytes of messages that are read.
const MOST_BYTES: u64 = 64 * 1024;

/// The time between two looks at a running program.
const PAUSE: Duration = Duration::from_millis(20);

/// The time that the messages of a program that has ended may still take to arrive.
const PATIENCE: Duration = Duration::from_secs(2);

/// The end of a program.
#[derive(Debug)]
pub(super) struct Ended {
    /// The exit status; `None` if the time limit passed and the program was stopped.
    pub status: Option<ExitStatus>,
    /// The messages that it printed on standard error.
    pub messages: String,
}

/// Runs a program without input, and stops it when the time limit passes.
///
/// # Errors
/// Returns the error of the system if the program cannot be started.
pub(super) fn run(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let (send, receive) = mpsc::channel();
    if let Some(mut stderr) = child.stderr.take() {
        // The thread ends with the last process that holds the pipe; the run does not wait for it.
        thread::spawn(move || {
            let mut messages = vec![];
            let _ = (&mut stderr).take(MOST_BYTES).read_to_end(&mut messages);
            let _ = send.send(messages);
            // The rest is read too, so that the program is not stopped by a full pipe.
            let _ = io::copy(&mut stderr, &mut io::sink());
        });
    }
    let status = wait(&mut child, limit)?;
    let messages = receive.recv_timeout(PATIENCE).unwrap_or_default();
    Ok(Ended {
        status,
        messages: String::from_utf8_lossy(&messages).into_owned(),
    })
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}
