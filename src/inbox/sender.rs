//! The sender of a mail: the levels of proof, and the address that gets the reply.

use super::post::Post;
use crate::{
    compose::{bare, token, was_mailed_to},
    engine::SeatId,
    game_dir::{Player, Tokens, Trust},
    mail::{Incoming, Signed, Unsigned, inbound::Sender, verify},
    orders::Way,
};

/// The proof that a mail is from the player of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Sufficient proof, of this kind.
    Good(Way),
    /// The player's signature on this text.
    Signed(Signed),
    /// Insufficient proof.
    Lacking(Unproven),
}

/// The reason why a mail is not proven to be from the player of a seat, as the end of a sentence to that player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unproven {
    #[error("the seat has no player with an address")]
    NoPlayer,
    #[error("it is not from the address that the GM has on file for you")]
    OtherAddress,
    #[error(
        "the GM's mail server says that its sender is forged (`dmarc=fail`): send it through the server of your address"
    )]
    Forged,
    #[error("your key is not on file, and this game requires signed orders: ask the GM")]
    NoKey,
    #[error(
        "it is not signed: sign the order file with `ssh-keygen -Y sign -f KEY -n {} FILE` and attach both files",
        crate::ssh::ORDERS
    )]
    NoSignature,
    #[error(transparent)]
    Signature(Unsigned),
    #[error(
        "they do not have the `token` line of your order form: use the form that came with your last mail, with its \
         `token`, or leave the quoted form in your reply"
    )]
    NoToken,
    #[error("they do not have the `token` line of your order form, which came with your last mail")]
    NoFormOfYours,
    #[error("nothing shows that you wrote it: write it as an answer to a mail of this game")]
    NoAnswer,
}

impl Proof {
    /// Returns true if it proves more than the sender's address, which is easily forged.
    pub(crate) fn is_more_than_address(&self) -> bool {
        match self {
            Self::Good(way) => *way >= Way::Known,
            Self::Signed(_) => true,
            Self::Lacking(_) => false,
        }
    }
}

impl Post<'_> {
    /// Returns the player of a seat, and their bare address.
    pub(crate) fn player(&self, seat: &SeatId) -> Option<(&Player, String)> {
        let player = self.players.of(seat)?;
        Some((player, bare(&player.address)?))
    }

    /// Returns true if a file has the token of a seat, or of another seat of the same player.
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

    /// Returns true if a file has the token of a short form of a seat. If tokens are valid for one turn, the form must
    /// be the one of the last report, or of the last one that was mailed.
    ///
    /// Replies quote short forms, so they reach the other readers of a reply: their token counts only in a mail from
    /// the player's own address.
    fn has_form_token(&self, file: &[u8], seat: &SeatId) -> bool {
        let position = self.open.as_ref().map(|(position, _)| position);
        let last = position.map_or(0, |position| position.sitting);
        let mailed = position.and_then(|position| position.collected.get(seat));
        let mailed = mailed.map_or(last, |mailed| mailed.sitting);
        let found = token::found_in(file).zip(self.players.of(seat));
        found.is_some_and(|(token, player)| match self.players.tokens {
            Tokens::Lasting => self.minter.form_of(player, seat, &token, last).is_some(),
            Tokens::EachTurn => {
                let mut valid = [last, mailed].into_iter();
                valid.any(|sitting| self.minter.form_token(player, seat, sitting) == token)
            }
        })
    }

    /// Returns the seats whose player seems to have written a mail: those of the tokens in it, otherwise those of the
    /// sender's address that it states.
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

    /// Returns the name of the GM's own mail server, if the settings have it.
    pub(super) fn server(&self) -> Option<&str> {
        let inbox = self.settings.inbox.as_ref();
        inbox.and_then(|inbox| inbox.authserv_id.as_deref())
    }

    /// Returns true if the domain of the sender has signed the mail and the GM's own server has given no verdict on it.
    /// A missing key or an invalid signature proves nothing about the sender.
    pub(super) fn is_signed_by_domain(&self, mail: &Incoming) -> bool {
        let server = self.server();
        !server.is_some_and(|server| mail.is_judged_by(server))
            && self.keyring.confirms(&mail.claims, self.now.timestamp())
    }

    /// Returns the verdict of the GM's own server on the sender of a mail.
    pub(crate) fn server_says(&self, mail: &Incoming) -> Sender {
        let server = self.server();
        server.map_or(Sender::Unknown, |server| mail.sender_by(server))
    }

    /// Returns true if a mail replies to one that was sent to this player's present address, whose Message-ID has 128 bits
    /// that cannot be guessed. A mail about the seat that went to another address proves nothing: a former player has it.
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
                && was_mailed_to(self.game, &key, player).unwrap_or(false)
        })
    }

    /// Returns the strongest proof, apart from the player's signature, that a mail or a file in it is from a seat's
    /// player; without any, the reason as text. The key of a domain is not looked up if the result would be weaker than
    /// `needed`.
    pub(super) fn way(
        &self,
        mail: &Incoming,
        seat: &SeatId,
        file: Option<&[u8]>,
        needed: Way,
    ) -> Result<Way, Unproven> {
        let in_mail = || {
            let mut files = mail.found().candidates.iter();
            files.any(|file| self.has_token(&file.bytes, seat))
        };
        if file.map_or_else(in_mail, |file| self.has_token(file, seat)) {
            return Ok(Way::Token);
        }
        let Some((player, address)) = self.player(seat) else {
            return Err(Unproven::NoPlayer);
        };
        if mail.from.as_ref() != Some(&address) {
            return Err(Unproven::OtherAddress);
        }
        match self.server_says(mail) {
            Sender::Forged => Err(Unproven::Forged),
            _ if file.is_some_and(|file| self.has_form_token(file, seat)) => Ok(Way::Token),
            Sender::Confirmed => Ok(Way::Known),
            Sender::Unknown if self.answers_own(mail, player) => Ok(Way::Known),
            Sender::Unknown if needed <= Way::Known && self.is_signed_by_domain(mail) => {
                Ok(Way::Known)
            }
            Sender::Unknown => Ok(Way::Address),
        }
    }

    /// Returns the proof that a mail and its contents are from the player of a seat. `text` is an order file, which may
    /// be signed. Without one, no signature is required, and no token if the mail is known to be from the player.
    pub(crate) fn proof(&self, mail: &Incoming, seat: &SeatId, text: Option<&[u8]>) -> Proof {
        let Some((player, _)) = self.player(seat) else {
            return Proof::Lacking(Unproven::NoPlayer);
        };
        let signed = match (&player.key, text) {
            (Some(key), Some(text)) => Some(signed(mail, key, text)),
            _ => None,
        };
        let unsigned = match signed {
            Some(Ok(signed)) => return Proof::Signed(signed),
            Some(Err(why)) => Some(why),
            None if text.is_some() && self.players.trust == Trust::Signature => {
                Some(Unproven::NoKey)
            }
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
            Ok(_) if needed == Way::Token => Proof::Lacking(Unproven::NoToken),
            Ok(_) => Proof::Lacking(Unproven::NoAnswer),
            Err(_) if needed == Way::Token => Proof::Lacking(Unproven::NoFormOfYours),
            Err(why) => Proof::Lacking(why),
        }
    }
}

/// Returns the signed text if any signature in a mail is a player's over it.
fn signed(mail: &Incoming, key: &str, text: &[u8]) -> Result<Signed, Unproven> {
    let mut why = Unproven::NoSignature;
    for signature in mail.signatures() {
        match verify(key, signature, text) {
            Ok(signed) => return Ok(signed),
            Err(error @ Unsigned::BadKey) => return Err(Unproven::Signature(error)),
            Err(error) => why = Unproven::Signature(error),
        }
    }
    Err(why)
}
