//! A mail server for tests that can be told to misbehave.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

/// The fault that the server shows for one mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Nothing,
    /// A reply other than 220 to the connection.
    Banner(&'static str),
    /// A reply to AUTH.
    Auth(&'static str),
    /// A reply to MAIL.
    Mail(&'static str),
    /// A reply to RCPT.
    Rcpt(&'static str),
    /// A reply to the whole mail.
    End(&'static str),
    /// The connection breaks at MAIL.
    DropAtMail,
    /// The connection breaks while the mail is received; the mail is lost.
    DropInData,
    /// The connection breaks after the final dot; the mail is kept.
    DropAfterDot,
}

/// The server's record of mails, connections and logins.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) mails: Vec<Vec<u8>>,
    pub(super) connections: usize,
    pub(super) logins: Vec<String>,
    faults: Vec<Fault>,
}

impl Seen {
    /// Returns the fault for the current mail.
    fn fault(&self) -> Fault {
        self.faults.first().copied().unwrap_or(Fault::Nothing)
    }

    fn next(&mut self) {
        if !self.faults.is_empty() {
            self.faults.remove(0);
        }
    }
}

/// The server; it runs on its own port until it is dropped.
pub(super) struct FakeSmtp {
    pub(super) address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FakeSmtp {
    /// Starts a server that shows these faults, one for each mail.
    pub(super) fn start(faults: &[Fault]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Seen {
            faults: faults.to_vec(),
            ..Seen::default()
        }));
        let over = Arc::new(AtomicBool::new(false));
        let (theirs, ended) = (Arc::clone(&seen), Arc::clone(&over));
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::SeqCst) {
                    break;
                }
                // One connection at a time; an error means that the client disconnected.
                let _ = talk(&stream.unwrap(), &theirs);
            }
        });
        Self {
            address,
            seen,
            over,
            thread: Some(thread),
        }
    }

    pub(super) fn seen<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&self.seen.lock().unwrap())
    }
}

impl Drop for FakeSmtp {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn talk(stream: &TcpStream, seen: &Mutex<Seen>) -> std::io::Result<()> {
    let mut out = stream;
    let mut say = |words: &str| out.write_all(format!("{words}\r\n").as_bytes());
    let mut lines = BufReader::new(stream);
    seen.lock().unwrap().connections += 1;
    let fault = seen.lock().unwrap().fault();
    if let Fault::Banner(words) = fault {
        seen.lock().unwrap().next();
        return say(words);
    }
    say("220 fake")?;
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let fault = seen.lock().unwrap().fault();
        let command = line.split([' ', '\r']).next().unwrap_or_default();
        let refusal = match (command, fault) {
            ("AUTH", Fault::Auth(words))
            | ("MAIL", Fault::Mail(words))
            | ("RCPT", Fault::Rcpt(words)) => Some(words),
            ("MAIL", Fault::DropAtMail) => {
                seen.lock().unwrap().next();
                return Ok(());
            }
            _ => None,
        };
        if let Some(words) = refusal {
            seen.lock().unwrap().next();
            say(words)?;
            if words.starts_with("421") {
                return Ok(());
            }
            continue;
        }
        match command {
            "EHLO" => say("250-fake\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN")?,
            "AUTH" => {
                seen.lock().unwrap().logins.push(line.trim().to_owned());
                say("235 welcome")?;
            }
            "DATA" => {
                say("354 go ahead")?;
                if fault == Fault::DropInData {
                    lines.read_line(&mut line)?;
                    seen.lock().unwrap().next();
                    return Ok(());
                }
                let mail = data(&mut lines)?;
                let mut seen = seen.lock().unwrap();
                seen.next();
                match fault {
                    Fault::End(words) => say(words)?,
                    Fault::DropAfterDot => {
                        seen.mails.push(mail);
                        return Ok(());
                    }
                    _ => {
                        seen.mails.push(mail);
                        say("250 got it")?;
                    }
                }
            }
            "QUIT" => return say("221 bye"),
            _ => say("250 ok")?,
        }
    }
}

/// Reads a mail up to the final dot, and removes the dots that were doubled (RFC 5321, 4.5.2).
fn data(lines: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut mail = Vec::new();
    loop {
        let mut line = Vec::new();
        if lines.read_until(b'\n', &mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == b".\r\n" {
            return Ok(mail);
        }
        mail.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}
