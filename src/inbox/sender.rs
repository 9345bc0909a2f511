//! Who sent a mail: a ladder of proofs, and the address that is told.

use super::post::Post;
use crate::{
    compose::{bare, token},
    engine::SeatId,
    game_dir::{Player, Trust},
    mail::{Incoming, Signed, Unsigned, inbound::Sender, verify},
    orders::Way,
};

/// How well a mail proves that it is a seat's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Well enough.
    Good(Way),
    /// By the player's signature on this text.
    Signed(Signed),
    /// Not well enough, with what is lacking, for the seat's own player to read.
    Lacking(String),
}

impl Proof {
    /// Whether it shows more than the sender's address, which anybody can write.
    pub(crate) fn is_more_than_address(&self) -> bool {
        match self {
            Self::Good(way) => *way >= Way::Known,
            Self::Signed(_) => true,
            Self::Lacking(_) => false,
        }
    }
}

impl Post<'_> {
    /// The player of a seat, and their bare address.
    pub(crate) fn player(&self, seat: &SeatId) -> Option<(&Player, String)> {
        let player = self.players.of(seat)?;
        Some((player, bare(&player.address)?))
    }

    /// Whether a file has the token of a seat, or of another one of its player.
    pub(super) fn has_token(&self, file: &[u8], seat: &SeatId) -> bool {
        let Some(token) = token::found_in(file) else {
            return false;
        };
        let player = self.players.of(seat);
        player.is_some_and(|player| {
            let mut seats = player.seats.iter();
            seats.any(|own| self.minter.token(player, own) == token)
        })
    }

    /// The seats whose player seems to have written a mail: those of the token that it has, else those of the address
    /// it says it is from.
    pub(crate) fn senders(&self, mail: &Incoming) -> Vec<SeatId> {
        let seats = self.game.seat_ids();
        let files = mail.found().candidates.iter();
        let tokens: Vec<String> = files
            .filter_map(|file| token::found_in(&file.bytes))
            .collect();
        let has = |seat: &&SeatId| {
            let player = self.players.of(seat);
            player.is_some_and(|player| tokens.contains(&self.minter.token(player, seat)))
        };
        let named: Vec<SeatId> = seats.iter().filter(has).cloned().collect();
        if !named.is_empty() {
            return named;
        }
        let Some(from) = &mail.from else {
            return vec![];
        };
        let is_theirs = |seat: &&SeatId| {
            self.player(seat)
                .is_some_and(|(_, address)| address == *from)
        };
        seats.iter().filter(is_theirs).cloned().collect()
    }

    /// The name of the GM's own server.
    pub(super) fn server(&self) -> Option<&str> {
        let inbox = self.settings.inbox.as_ref();
        inbox.and_then(|inbox| inbox.authserv_id.as_deref())
    }

    /// Returns true if the domain of a mail's sender has signed it, where the GM's own server has not looked for that.
    /// A key that cannot be had, or a signature that does not hold, says nothing about the sender.
    pub(super) fn is_signed_by_domain(&self, mail: &Incoming) -> bool {
        let server = self.server();
        !server.is_some_and(|server| mail.is_judged_by(server))
            && self.keyring.confirms(&mail.claims, self.now.timestamp())
    }

    /// What the GM's own server says of the sender of a mail.
    pub(crate) fn server_says(&self, mail: &Incoming) -> Sender {
        let server = self.server();
        server.map_or(Sender::Unknown, |server| mail.sender_by(server))
    }

    /// Whether a mail answers one that was written to this player: its Message-ID has 128 bits that nobody can guess.
    pub(super) fn answers_own(&self, mail: &Incoming, player: &Player) -> bool {
        let ids = &self.settings.ids;
        let mut known = mail
            .references
            .iter()
            .filter_map(|id| ids.mail(id.as_str()));
        known.any(|key| {
            key.game() == self.game.name.as_str()
                && player
                    .seats
                    .iter()
                    .any(|seat| seat.as_str() == key.reader())
        })
    }

    /// By what a mail, or a file in it, shows that it is a seat's, signatures of the player aside; else what is wrong.
    /// No key is looked up where less than the `needed` way would come of it.
    pub(super) fn way(
        &self,
        mail: &Incoming,
        seat: &SeatId,
        file: Option<&[u8]>,
        needed: Way,
    ) -> Result<Way, String> {
        let in_mail = || {
            let mut files = mail.found().candidates.iter();
            files.any(|file| self.has_token(&file.bytes, seat))
        };
        if file.map_or_else(in_mail, |file| self.has_token(file, seat)) {
            return Ok(Way::Token);
        }
        let Some((player, address)) = self.player(seat) else {
            return Err("the seat has no player with an address".to_owned());
        };
        if mail.from.as_ref() != Some(&address) {
            return Err("it is not from the address that the GM has of you".to_owned());
        }
        match self.server_says(mail) {
            Sender::Forged => Err(
                "the GM's mail server says that its sender is forged (`dmarc=fail`): send it through the server of \
                 your address"
                    .to_owned(),
            ),
            Sender::Confirmed => Ok(Way::Known),
            Sender::Unknown if self.answers_own(mail, player) => Ok(Way::Known),
            Sender::Unknown if needed <= Way::Known && self.is_signed_by_domain(mail) => {
                Ok(Way::Known)
            }
            Sender::Unknown => Ok(Way::Address),
        }
    }

    /// Whether a mail, and what stands in it, proves that it is a seat's. `text` is an order file, which may be signed;
    /// without one, a signature is not asked for, nor a token where it is known that the player wrote the mail.
    pub(crate) fn proof(&self, mail: &Incoming, seat: &SeatId, text: Option<&[u8]>) -> Proof {
        let Some((player, _)) = self.player(seat) else {
            return Proof::Lacking("the seat has no player with an address".to_owned());
        };
        let signed = match (&player.key, text) {
            (Some(key), Some(text)) => Some(signed(mail, key, text)),
            _ => None,
        };
        let unsigned = match signed {
            Some(Ok(signed)) => return Proof::Signed(signed),
            Some(Err(why)) => Some(why),
            None if text.is_some() && self.players.trust == Trust::Signature => Some(
                "no key of yours is known, and this game wants signed orders: ask the GM"
                    .to_owned(),
            ),
            None => None,
        };
        if let Some(why) = unsigned {
            return Proof::Lacking(why);
        }
        let needed = match (self.players.trust, text) {
            (Trust::Address, _) => Way::Address,
            (_, None) => Way::Known,
            (_, Some(_)) => Way::Token,
        };
        match self.way(mail, seat, text, needed) {
            Ok(way) if way >= needed => Proof::Good(way),
            Ok(_) if needed == Way::Token => Proof::Lacking(
                "they do not have the `token` line of your order form: use the form that came with your last mail, \
                 with its `token`"
                    .to_owned(),
            ),
            Ok(_) => Proof::Lacking(
                "nothing shows that you wrote it: write it as an answer to a mail of this game".to_owned(),
            ),
            Err(_) if needed == Way::Token => Proof::Lacking(
                "they do not have the `token` line of your order form, which your last mail brought".to_owned(),
            ),
            Err(why) => Proof::Lacking(why),
        }
    }
}

/// Whether any signature in a mail is a player's over a text.
fn signed(mail: &Incoming, key: &str, text: &[u8]) -> Result<Signed, String> {
    let mut why = format!(
        "it is not signed: sign the order file with `ssh-keygen -Y sign -f KEY -n {} FILE` and attach both files",
        crate::ssh::ORDERS
    );
    for signature in mail.signatures() {
        match verify(key, signature, text) {
            Ok(signed) => return Ok(signed),
            Err(error @ Unsigned::BadKey) => return Err(error.to_string()),
            Err(error) => why = error.to_string(),
        }
    }
    Err(why)
}
