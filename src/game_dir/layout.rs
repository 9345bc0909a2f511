//! All paths of a game directory.

use super::position::Position;
use crate::engine::SeatId;
use std::path::{Path, PathBuf};

/// The file of a site that lists its files, so that the next site can remove files that it no longer has.
pub(crate) const SITE_MARK: &str = ".chronojudge-site";

/// The paths of one game directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    root: PathBuf,
}

/// The number of hex digits of a file's SHA-256 in the name of its signature.
const DIGITS: usize = 16;

/// Returns the file name of the signature of a seat's file with this SHA-256.
fn signature_name(seat: &SeatId, digest: &str) -> String {
    let start = digest.get(..DIGITS).unwrap_or(digest);
    format!("{seat}.{start}.sig")
}

/// Formats the number of a turn or a sitting for paths.
pub fn number(n: u32) -> String {
    format!("{n:04}")
}

#[expect(missing_docs, reason = "each name is the file it gives")]
impl Layout {
    /// Creates the layout below a game directory.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns true if the folder is a game directory. A published copy of a game is not one: it has the log beside its
    /// `game.yaml`, and no secrets.
    pub fn is_game(&self) -> bool {
        self.game().exists() && (self.secret().exists() || !self.root.join("log").is_dir())
    }

    pub fn game(&self) -> PathBuf {
        self.root.join("game.yaml")
    }

    pub fn players(&self) -> PathBuf {
        self.root.join("players.yaml")
    }

    pub fn mail(&self) -> PathBuf {
        self.root.join("mail.yaml")
    }

    /// The settings for fetching rounds of the beacon.
    pub fn beacon(&self) -> PathBuf {
        self.root.join("beacon.yaml")
    }

    pub fn secret(&self) -> PathBuf {
        self.root.join("secret")
    }

    pub fn master(&self) -> PathBuf {
        self.secret().join("master.txt")
    }

    /// A key of the chain for a later sitting.
    pub fn key(&self) -> PathBuf {
        self.secret().join("key.yaml")
    }

    /// The salts that players opened before all salts were in.
    pub fn salts(&self) -> PathBuf {
        self.secret().join("salts.yaml")
    }

    /// Every deck that was dealt: its content, its order, and the sitting whose key shuffled it.
    pub fn decks(&self) -> PathBuf {
        self.secret().join("decks.yaml")
    }

    pub fn content(&self) -> PathBuf {
        self.root.join("content")
    }

    pub fn templates(&self) -> PathBuf {
        self.root.join("templates")
    }

    /// The folder of standing orders.
    pub fn standings(&self) -> PathBuf {
        self.root.join("standing")
    }

    pub fn standing(&self, seat: &SeatId) -> PathBuf {
        self.standings().join(format!("{seat}.yaml"))
    }

    /// A file of standing orders that was replaced; `n` starts at 1.
    pub fn replaced_standing(&self, seat: &SeatId, n: u32) -> PathBuf {
        self.standings().join(format!("{seat}.{n}.yaml"))
    }

    /// The signature of standing orders, by the SHA-256 of their file.
    pub fn standing_signature(&self, seat: &SeatId, digest: &str) -> PathBuf {
        self.standings().join(signature_name(seat, digest))
    }

    /// The order files of all turns.
    pub fn all_orders(&self) -> PathBuf {
        self.root.join("orders")
    }

    pub fn orders(&self, turn: u32) -> PathBuf {
        self.all_orders().join(number(turn))
    }

    /// The order file in force.
    pub fn order(&self, turn: u32, seat: &SeatId) -> PathBuf {
        self.orders(turn).join(format!("{seat}.yaml"))
    }

    /// An order file that was replaced; `n` starts at 1.
    pub fn replaced_order(&self, turn: u32, seat: &SeatId, n: u32) -> PathBuf {
        self.orders(turn).join(format!("{seat}.{n}.yaml"))
    }

    /// Returns the number of a seat's file of orders or standing orders from its name: 0 is the file in force, and
    /// replaced files count from 1. Returns `None` if it is not the name of a file of the seat.
    pub fn order_number(name: &str, seat: &SeatId) -> Option<u32> {
        let rest = name.strip_prefix(seat.as_str())?.strip_suffix(".yaml")?;
        if rest.is_empty() {
            return Some(0);
        }
        let n: u32 = rest.strip_prefix('.')?.parse().ok()?;
        (n > 0 && rest[1..] == n.to_string()).then_some(n)
    }

    /// The signature of an order file, by the SHA-256 of the file.
    pub fn order_signature(&self, turn: u32, seat: &SeatId, digest: &str) -> PathBuf {
        self.orders(turn).join(signature_name(seat, digest))
    }

    /// Returns true if a file name is that of a signature of the seat's orders or standing orders.
    pub fn is_order_signature(name: &str, seat: &SeatId) -> bool {
        let rest = name.strip_prefix(seat.as_str());
        let digits = rest.and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".sig"));
        digits.is_some_and(|digits| {
            digits.len() == DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit())
        })
    }

    /// The position: the only file that says where the game stands.
    pub fn position(&self) -> PathBuf {
        self.root.join("turns").join("position.yaml")
    }

    /// The points of all seats after each turn, as JSON.
    pub fn scores(&self) -> PathBuf {
        self.root.join("turns").join("scores.json")
    }

    /// The checkpoint of the public log, so that the log need not be read from its start.
    pub fn checkpoint(&self) -> PathBuf {
        self.root.join("turns").join("log.yaml")
    }

    pub fn turn(&self, turn: u32) -> PathBuf {
        self.root.join("turns").join(number(turn))
    }

    /// The state that a turn starts from.
    pub fn state(&self, turn: u32) -> PathBuf {
        self.turn(turn).join("state.yaml")
    }

    pub fn journal(&self, turn: u32) -> PathBuf {
        self.turn(turn).join("journal.yaml")
    }

    pub fn facts(&self, turn: u32) -> PathBuf {
        self.turn(turn).join("facts.yaml")
    }

    pub fn openings(&self, turn: u32) -> PathBuf {
        self.turn(turn).join("openings.yaml")
    }

    pub fn prompts(&self, turn: u32) -> PathBuf {
        self.turn(turn).join("prompts.yaml")
    }

    /// The view of a reader at the point where the rules stopped, as JSON, because JSON parses faster than YAML.
    pub fn view(&self, turn: u32, reader: &str) -> PathBuf {
        self.turn(turn).join("views").join(format!("{reader}.json"))
    }

    /// The files of one sitting: what it locked and what it left.
    pub fn sitting(&self, turn: u32, sitting: u32) -> PathBuf {
        self.turn(turn).join("sittings").join(number(sitting))
    }

    pub fn report(&self, turn: u32, sitting: u32) -> PathBuf {
        self.reports().join(number(turn)).join(number(sitting))
    }

    /// Returns the folder of all reports.
    pub fn reports(&self) -> PathBuf {
        self.root.join("reports")
    }

    /// Returns the folder of the last reports: those of a turn that the GM has begun with a rewind or correction, or
    /// those of the last sitting.
    pub fn last_report(&self, position: &Position) -> PathBuf {
        let begun = self.report(position.turn, position.sitting);
        if begun.is_dir() {
            return begun;
        }
        self.report(position.sat_in, position.sitting)
    }

    /// The accepted and refused mails, each with its verdict beside it.
    pub fn inbox(&self) -> PathBuf {
        self.root.join("inbox")
    }

    /// A mail that could not be handled; a file with the reason lies beside it.
    pub fn aside(&self, name: &str) -> PathBuf {
        self.asides().join(format!("{name}.eml"))
    }

    /// The mails that could not be handled.
    pub fn asides(&self) -> PathBuf {
        self.inbox().join("aside")
    }

    /// A record of the incoming mail: replies, bounces, and the origin of orders.
    pub fn post_book(&self) -> PathBuf {
        self.inbox().join("book.yaml")
    }

    /// A letter between players; `n` starts at 1.
    pub fn press(&self, n: u32) -> PathBuf {
        self.presses().join(format!("{}.yaml", number(n)))
    }

    pub fn presses(&self) -> PathBuf {
        self.root.join("press")
    }

    pub fn outbox(&self) -> PathBuf {
        self.root.join("outbox")
    }

    pub fn sent(&self) -> PathBuf {
        self.root.join("sent")
    }

    pub fn public(&self) -> PathBuf {
        self.root.join("public")
    }

    /// The signature of a record of the log.
    pub fn signature(&self, record: &str) -> PathBuf {
        let name = format!("{record}.sig");
        self.public().join("signatures").join(name)
    }

    pub fn staging(&self) -> PathBuf {
        self.root.join("staging")
    }

    /// A cache of the time at which the next action is due, so that idle games need not be loaded.
    pub fn hint(&self) -> PathBuf {
        self.root.join("next.hint")
    }

    /// The last alert that was sent to the GM; empty when the problem was resolved.
    pub fn trouble(&self) -> PathBuf {
        self.root.join("trouble.txt")
    }

    pub fn lock(&self) -> PathBuf {
        self.root.join("game.lock")
    }
}
