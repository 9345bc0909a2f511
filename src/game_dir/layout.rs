//! Every path of a game directory, once.

use super::position::Position;
use crate::engine::SeatId;
use std::path::{Path, PathBuf};

/// The file of a site that names its files, so that the next site can take away what it no longer has.
pub const SITE_MARK: &str = ".chronojudge-site";

/// Where things lie in one game directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    root: PathBuf,
}

/// How much of a file's SHA-256 stands in the name of its signature.
const DIGITS: usize = 16;

/// What the signature of a file of a seat is called, by the SHA-256 of the file.
fn signature_name(seat: &SeatId, digest: &str) -> String {
    let start = digest.get(..DIGITS).unwrap_or(digest);
    format!("{seat}.{start}.sig")
}

/// A turn or a sitting as it stands in paths.
pub fn number(n: u32) -> String {
    format!("{n:04}")
}

#[expect(missing_docs, reason = "each name is the file it gives")]
impl Layout {
    /// The layout below a game directory.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
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

    /// Where the GM fetches rounds of the beacon.
    pub fn beacon(&self) -> PathBuf {
        self.root.join("beacon.yaml")
    }

    pub fn secret(&self) -> PathBuf {
        self.root.join("secret")
    }

    pub fn master(&self) -> PathBuf {
        self.secret().join("master.txt")
    }

    /// A key of the chain that is still ahead.
    pub fn key(&self) -> PathBuf {
        self.secret().join("key.yaml")
    }

    /// Salts that players have opened before all were in.
    pub fn salts(&self) -> PathBuf {
        self.secret().join("salts.yaml")
    }

    /// Every deck that was dealt: what it holds, in which order, and by which sitting's key.
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

    /// Standing orders that were replaced, from 1.
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

    /// An order file that was replaced, from 1.
    pub fn replaced_order(&self, turn: u32, seat: &SeatId, n: u32) -> PathBuf {
        self.orders(turn).join(format!("{seat}.{n}.yaml"))
    }

    /// Which file of orders or standing orders of a seat a name belongs to: 0 is the newest, and those it replaced count from 1.
    /// Nothing if no file of the seat is called so.
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

    /// Whether the signature of orders or standing orders of a seat is called so.
    pub fn is_order_signature(name: &str, seat: &SeatId) -> bool {
        let rest = name.strip_prefix(seat.as_str());
        let digits = rest.and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".sig"));
        digits.is_some_and(|digits| {
            digits.len() == DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit())
        })
    }

    /// The one pointer: where the game stands.
    pub fn position(&self) -> PathBuf {
        self.root.join("turns").join("position.yaml")
    }

    /// The points of all seats after each turn: JSON.
    pub fn scores(&self) -> PathBuf {
        self.root.join("turns").join("scores.json")
    }

    /// What is kept of the public log, so that it need not be read from its start.
    pub fn checkpoint(&self) -> PathBuf {
        self.root.join("turns").join("log.yaml")
    }

    pub fn turn(&self, turn: u32) -> PathBuf {
        self.root.join("turns").join(number(turn))
    }

    /// The checkpoint a turn starts from.
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

    /// The view of a reader where the rules stopped: JSON, which is a kind of YAML that is quickly read.
    pub fn view(&self, turn: u32, reader: &str) -> PathBuf {
        self.turn(turn).join("views").join(format!("{reader}.json"))
    }

    /// What one sitting locked and left behind.
    pub fn sitting(&self, turn: u32, sitting: u32) -> PathBuf {
        self.turn(turn).join("sittings").join(number(sitting))
    }

    pub fn report(&self, turn: u32, sitting: u32) -> PathBuf {
        self.root
            .join("reports")
            .join(number(turn))
            .join(number(sitting))
    }

    /// The last reports: those of a turn that the GM's hand has begun, or those of the last sitting.
    pub fn last_report(&self, position: &Position) -> PathBuf {
        let begun = self.report(position.turn, position.sitting);
        if begun.is_dir() {
            return begun;
        }
        self.report(position.sat_in, position.sitting)
    }

    /// Every mail that was taken, with its verdict beside it.
    pub fn inbox(&self) -> PathBuf {
        self.root.join("inbox")
    }

    /// A mail that could not be handled; the reason lies beside it.
    pub fn aside(&self, name: &str) -> PathBuf {
        self.asides().join(format!("{name}.eml"))
    }

    /// The mails that could not be handled.
    pub fn asides(&self) -> PathBuf {
        self.inbox().join("aside")
    }

    /// What is remembered of the mail that came: answers, bounces, where orders came from.
    pub fn post_book(&self) -> PathBuf {
        self.inbox().join("book.yaml")
    }

    /// A letter between players, from 1.
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

    /// When something is due next: a hint that spares a look at everything else.
    pub fn hint(&self) -> PathBuf {
        self.root.join("next.hint")
    }

    /// What the GM was told last that is wrong with the game; empty when it was mended.
    pub fn trouble(&self) -> PathBuf {
        self.root.join("trouble.txt")
    }

    pub fn lock(&self) -> PathBuf {
        self.root.join("game.lock")
    }
}
