//! A DNS client: queries over UDP, and over TCP if an answer is too long for a datagram (RFC 1035, 4.2).

use super::{
    dns::{self, Answer},
    keyring::Keys,
};
use std::{
    fs,
    io::{self, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, UdpSocket},
    time::{Duration, Instant},
};

/// The file that lists the name servers of the system.
const SYSTEM: &str = "/etc/resolv.conf";

/// The port of a name server.
const PORT: u16 = 53;

/// Maximum number of name servers, the same as in the system's own resolver.
const MOST_SERVERS: usize = 3;

/// The number of times that each server is asked.
const ROUNDS: usize = 2;

/// A client that asks name servers for texts, one after another until one answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolver {
    servers: Vec<SocketAddr>,
}

impl Resolver {
    /// Creates a resolver that asks one server.
    pub fn new(server: SocketAddr) -> Self {
        let servers = vec![server];
        Self { servers }
    }

    /// Creates a resolver that asks the servers of `/etc/resolv.conf`; without such a file it asks no server.
    pub fn of_system() -> Self {
        let text = fs::read_to_string(SYSTEM).unwrap_or_default();
        Self::named_in(&text)
    }

    /// Creates a resolver that asks no server, so that every lookup fails.
    pub const fn of_none() -> Self {
        let servers = vec![];
        Self { servers }
    }

    fn named_in(text: &str) -> Self {
        let server = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next()? == "nameserver").then_some(())?;
            server(words.next()?)
        };
        let servers = text.lines().filter_map(server).take(MOST_SERVERS);
        Self {
            servers: servers.collect(),
        }
    }
}

/// Reads the address of a name server, with or without a port, such as `192.0.2.1`, `127.0.0.1:5353` or `[::1]:5353`.
pub fn server(text: &str) -> Option<SocketAddr> {
    let address = || text.parse::<IpAddr>().ok();
    let known = text.parse().ok();
    known.or_else(|| address().map(|address| SocketAddr::new(address, PORT)))
}

impl Keys for Resolver {
    fn texts(&self, name: &str, until: Instant) -> Option<Vec<Vec<u8>>> {
        let tries = self.servers.len() * ROUNDS;
        for (number, server) in self.servers.iter().cycle().take(tries).enumerate() {
            let share = left(until)? / u32::try_from(tries - number).unwrap_or(1);
            match ask(*server, name, Instant::now() + share) {
                Ok(Answer::Texts(texts)) => return Some(texts),
                Ok(Answer::Truncated | Answer::Failed) | Err(_) => {}
            }
        }
        None
    }
}

/// Asks a server once.
fn ask(server: SocketAddr, name: &str, until: Instant) -> io::Result<Answer> {
    let mut id = [0; 2];
    getrandom::fill(&mut id).map_err(io::Error::other)?;
    let question = dns::question(u16::from_be_bytes(id), name)
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    match by_datagram(server, &question, until)? {
        Answer::Truncated => by_stream(server, &question, until),
        answer => Ok(answer),
    }
}

/// Asks with a datagram (RFC 1035, 4.2.1). Its port and its id are random, so an answer can be forged only by those who
/// see the query.
fn by_datagram(server: SocketAddr, question: &[u8], until: Instant) -> io::Result<Answer> {
    let any: IpAddr = match server {
        SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0))?;
    socket.connect(server)?;
    socket.send(question)?;
    let mut room = [0; 4096];
    loop {
        socket.set_read_timeout(Some(time(until)?))?;
        let length = socket.recv(&mut room)?;
        let answer = room.get(..length).unwrap_or_default();
        if let Some(answer) = dns::answer(question, answer) {
            return Ok(answer);
        }
    }
}

/// Asks over a connection (RFC 1035, 4.2.2).
fn by_stream(server: SocketAddr, question: &[u8], until: Instant) -> io::Result<Answer> {
    let mut stream = TcpStream::connect_timeout(&server, time(until)?)?;
    stream.set_write_timeout(Some(time(until)?))?;
    let length = u16::try_from(question.len()).map_err(io::Error::other)?;
    stream.write_all(&[&length.to_be_bytes(), question].concat())?;
    let mut length = [0; 2];
    fill(&mut stream, &mut length, until)?;
    let mut answer = vec![0; usize::from(u16::from_be_bytes(length))];
    fill(&mut stream, &mut answer, until)?;
    let answer = dns::answer(question, &answer);
    answer.ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// Fills the buffer. The time limit is for all of it, so a server that sends byte by byte gets no extra time.
fn fill(stream: &mut TcpStream, mut room: &mut [u8], until: Instant) -> io::Result<()> {
    while !room.is_empty() {
        stream.set_read_timeout(Some(time(until)?))?;
        match stream.read(room)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            length => room = room.split_at_mut(length).1,
        }
    }
    Ok(())
}

/// Returns the time left until then; `None` if it has passed.
fn left(until: Instant) -> Option<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    (!left.is_zero()).then_some(left)
}

fn time(until: Instant) -> io::Result<Duration> {
    left(until).ok_or_else(|| io::ErrorKind::TimedOut.into())
}

#[cfg(test)]
mod tests;
