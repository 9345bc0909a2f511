//! Who sent a mail: a ladder of proofs, and the address that is told.

use super::Post;
use crate::{
    dice::Name,
    engine::SeatId,
    mail::{
        Address, Incoming, Letter, MailError, Settings, Signed, Unsigned, inbound::Tag, verify,
    },
    sitting::SittingError,
    store::{Game, Player, Trust},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The letters of a token: none that is taken for another, and one case, for servers may change it.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";

/// The token of a seat: nobody can guess it, it need not be kept, and whoever takes the seat over from
/// another address has another one.
///
/// # Errors
/// [`SittingError`] if the game's secret cannot be read.
pub fn token(game: &Game, seat: &SeatId, address: &str) -> Result<String, SittingError> {
    Ok(token_of(
        &game.master()?.hidden(&game.name),
        &game.name,
        seat,
        address,
    ))
}

fn token_of(secret: &crate::dice::Key, game: &Name, seat: &SeatId, address: &str) -> String {
    let key = secret.to_hex();
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("any key will do");
    let address = address.to_ascii_lowercase();
    for word in [
        "chronojudge mail token",
        game.as_str(),
        seat.as_str(),
        &address,
    ] {
        mac.update(word.as_bytes());
        mac.update(&[0]);
    }
    let bytes = mac.finalize().into_bytes();
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    bytes.iter().take(16).map(letter).collect()
}

/// Whether players can write as `trust` wants it: tokens need an address that can carry them.
///
/// # Errors
/// [`SittingError::Mail`] with what to do, if there is none.
pub fn can_be_trusted(game: &Game) -> Result<(), SittingError> {
    if game.players()?.trust != Trust::Token {
        return Ok(());
    }
    let settings: Settings = game.mail_settings()?;
    if settings.inbox.is_some_and(|inbox| inbox.address.is_some()) {
        return Ok(());
    }
    Err(MailError::NoTokenAddress {
        players: game.layout.players(),
        mail: game.layout.mail(),
    }
    .into())
}

/// Has a letter to a seat's player answered at the seat's own address, if it has one.
///
/// # Errors
/// [`SittingError`] if the game's secret cannot be read.
pub fn answered_at_seat(
    game: &Game,
    settings: &Settings,
    player: &Player,
    seat: &SeatId,
    letter: &mut Letter,
) -> Result<(), SittingError> {
    if let Some(own) = seat_address(game, settings, player, seat)? {
        letter.reply_to = Some(own);
    }
    Ok(())
}

/// The address that a seat's mails are sent to, with its token, if the settings name one.
///
/// # Errors
/// [`SittingError`] if the game's secret cannot be read.
fn seat_address(
    game: &Game,
    settings: &Settings,
    player: &Player,
    seat: &SeatId,
) -> Result<Option<Address>, SittingError> {
    let base = settings
        .inbox
        .as_ref()
        .and_then(|inbox| inbox.address.as_ref());
    let Some(base) = base else { return Ok(None) };
    let tag = Tag {
        game: game.name.to_string(),
        seat: Some(seat.to_string()),
        token: Some(token(
            game,
            seat,
            bare(&player.address).as_deref().unwrap_or_default(),
        )?),
    };
    let email = tag
        .on(base.email())
        .unwrap_or_else(|| base.email().to_owned());
    Ok(Some(Address::new(base.name(), &email)?))
}

/// A player's address without his name, in small letters.
pub fn bare(address: &str) -> Option<String> {
    let address = Address::parse(address).ok()?;
    Some(address.email().to_ascii_lowercase())
}

/// How well a mail proves that it is a seat's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Well enough.
    Good,
    /// By the player's signature on this text.
    Signed(Signed),
    /// Not well enough, with what is lacking, for the seat's own player to read.
    Lacking(String),
}

impl Post<'_> {
    /// The player of a seat, and his bare address.
    pub(super) fn player(&self, seat: &SeatId) -> Option<(&Player, String)> {
        let player = self.players.of(seat)?;
        Some((player, bare(&player.address)?))
    }

    /// Whether a mail has a token of the seat's player among its addresses: mails that are about no seat in particular
    /// are answered at the player's first one, for all of them.
    fn has_token_of_player(&self, mail: &Incoming, seat: &SeatId) -> bool {
        let player = self.players.of(seat);
        player.is_some_and(|player| player.seats.iter().any(|own| self.has_token(mail, own)))
    }

    /// Whether a mail has a seat's token among its addresses.
    fn has_token(&self, mail: &Incoming, seat: &SeatId) -> bool {
        let Some((_, address)) = self.player(seat) else {
            return false;
        };
        let token = token_of(&self.secret, &self.game.name, seat, &address);
        mail.tags().any(|tag| {
            tag.game == self.game.name.as_str()
                && tag.seat.as_deref() == Some(seat.as_str())
                && tag.token.as_ref() == Some(&token)
        })
    }

    /// The seats whose player seems to have written a mail: the one whose token it has, else those of
    /// the address it says it is from.
    pub(super) fn senders(&self, mail: &Incoming) -> Vec<SeatId> {
        let seats = self.game.seat_ids();
        let named: Vec<SeatId> = seats
            .iter()
            .filter(|seat| self.has_token(mail, seat))
            .cloned()
            .collect();
        if !named.is_empty() {
            return named;
        }
        let Some(from) = &mail.from else {
            return vec![];
        };
        let is_his = |seat: &&SeatId| {
            self.player(seat)
                .is_some_and(|(_, address)| address == *from)
        };
        seats.iter().filter(is_his).cloned().collect()
    }

    /// Whether a mail, and what stands in it, proves that it is a seat's. `text` is what may be signed;
    /// without one, a signature is not asked for, and the next lower rung will do.
    pub(super) fn proof(&self, mail: &Incoming, seat: &SeatId, text: Option<&[u8]>) -> Proof {
        let Some((player, address)) = self.player(seat) else {
            return Proof::Lacking("the seat has no player with an address".to_owned());
        };
        let mut needed = self.players.trust;
        if player.key.is_some() {
            needed = Trust::Signature;
        }
        let (has_token, from_him) = (
            self.has_token_of_player(mail, seat),
            mail.from.as_ref() == Some(&address),
        );
        let signed = match (&player.key, text) {
            (Some(key), Some(text)) => Some(signed(mail, key, text)),
            _ => None,
        };
        let signed = match signed {
            Some(Ok(signed)) => return Proof::Signed(signed),
            Some(Err(why)) => Some(why),
            None => None,
        };
        if needed == Trust::Signature && text.is_none() {
            needed = if self.players.trust == Trust::Address {
                Trust::Address
            } else {
                Trust::Token
            };
        }
        match needed {
            Trust::Signature => Proof::Lacking(signed.unwrap_or_else(|| {
                "no key of yours is known, and this game wants signed orders: ask the GM".to_owned()
            })),
            Trust::Token | Trust::Address if has_token => Proof::Good,
            Trust::Token => Proof::Lacking(
                "it was not sent to your seat's own address: answer your last report, or use the address \
                 that it names for answers"
                    .to_owned(),
            ),
            Trust::Address if from_him => Proof::Good,
            Trust::Address => Proof::Lacking(
                "it is not from the address that the GM has of you".to_owned(),
            ),
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
