//! A program that is run with a time limit.

use std::{
    io::{self, Read},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

/// Maximum number of bytes of the output and of the messages that are kept.
const MOST_BYTES: u64 = 1024 * 1024;

/// The time between two looks at a running program.
const PAUSE: Duration = Duration::from_millis(20);

/// The time that the output of a program that has ended may still take to arrive.
const PATIENCE: Duration = Duration::from_secs(2);

/// The end of a program.
#[derive(Debug)]
pub(super) struct Ended {
    /// The exit status; `None` if the time limit passed and the program was stopped.
    pub status: Option<ExitStatus>,
    /// The text that it printed on standard output.
    pub output: String,
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
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().map(read);
    let messages = child.stderr.take().map(read);
    let status = wait(&mut child, limit)?;
    let text = |read: Option<mpsc::Receiver<Vec<u8>>>| {
        let bytes = read.and_then(|read| read.recv_timeout(PATIENCE).ok());
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    };
    Ok(Ended {
        status,
        output: text(output),
        messages: text(messages),
    })
}

/// Reads a pipe in a thread that ends with the last process that holds the pipe; the run does not wait for it.
fn read(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = vec![];
        let _ = (&mut pipe).take(MOST_BYTES).read_to_end(&mut bytes);
        let _ = send.send(bytes);
        // The rest is read too, so that the program is not stopped by a full pipe.
        let _ = io::copy(&mut pipe, &mut io::sink());
    });
    receive
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
