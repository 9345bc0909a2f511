//! The token of a seat: a word in the order form that is mailed to its player, and in nothing else. The short form in
//! a mail's text has a token of its own, which tells which report it came with.
//!
//! A token is derived from the game's master secret, the seat, the player's address, and the number of times that the
//! seat got a new one, so it is not stored. It is in no address and no text, and replies hide it in their quotations:
//! a player who forwards a reply reveals only the files that they enclose.

use crate::{
    cipher,
    dice::Key,
    engine::SeatId,
    error::GameError,
    game_dir::{Game, Player, Players, Tokens},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The characters of a token: one case, and none that looks like another.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";

/// The length of a token in characters of 5 bits each: 80 bits.
const LENGTH: usize = 16;

/// The key of an order file that holds it.
const KEY: &str = "token";

/// The replacement for a token in a quotation.
const MASK: &str = "****************";

/// The number of reports, counted from the last one, whose short forms are known.
const FORMS: u32 = 60;

/// The values from which the tokens of a game are derived.
pub(crate) struct Minter {
    secret: Key,
    tokens: Tokens,
    /// The open turn, for tokens that are valid for one turn.
    turn: u32,
}

impl Minter {
    /// Returns the values from which the tokens of a game are derived now.
    pub(crate) fn of(game: &Game, players: &Players, turn: u32) -> Result<Self, GameError> {
        Ok(Self {
            secret: game.master()?.tokens(&game.name),
            tokens: players.tokens,
            turn,
        })
    }

    /// Returns the tokens of all seats, and those of the short forms and the keys of the views up to the report of this
    /// sitting.
    pub(crate) fn all(&self, players: &Players, last: u32) -> Veil {
        let each = players.players.iter();
        let seats = each.flat_map(|player| player.seats.iter().map(move |seat| (player, seat)));
        let (mut tokens, mut keys) = (vec![], vec![]);
        for (player, seat) in seats {
            for sitting in known_forms(last) {
                tokens.push(self.form_token(player, seat, sitting));
                keys.push(self.view_key(player, seat, sitting).to_string());
            }
            tokens.push(self.token(player, seat));
        }
        Veil { tokens, keys }
    }

    /// Returns the token of the short form that came with the report of a sitting.
    pub(crate) fn form_token(&self, player: &Player, seat: &SeatId, sitting: u32) -> String {
        self.derive(player, seat, &["form", &sitting.to_string()])
    }

    /// Returns the sitting of the report whose short form has this token; `last` is the newest one.
    pub(crate) fn form_of(
        &self,
        player: &Player,
        seat: &SeatId,
        token: &str,
        last: u32,
    ) -> Option<u32> {
        known_forms(last).find(|sitting| self.form_token(player, seat, *sitting) == token)
    }

    /// Returns the token of a seat that this player has.
    pub(crate) fn token(&self, player: &Player, seat: &SeatId) -> String {
        let turn = match self.tokens {
            Tokens::Lasting => String::new(),
            Tokens::EachTurn => self.turn.to_string(),
        };
        self.derive(player, seat, &[&turn])
    }

    /// Returns the key of the view that came with the report of a sitting.
    pub(crate) fn view_key(&self, player: &Player, seat: &SeatId, sitting: u32) -> cipher::Key {
        cipher::Key::of(&self.secret(player, seat, &["view", &sitting.to_string()]))
    }

    /// Derives a token of a seat; `of` tells one of its tokens from another.
    fn derive(&self, player: &Player, seat: &SeatId, of: &[&str]) -> String {
        let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
        let secret = self.secret(player, seat, of);
        secret.iter().take(LENGTH).map(letter).collect()
    }

    /// Derives a secret of a seat; `of` tells one of its secrets from another.
    fn secret(&self, player: &Player, seat: &SeatId, of: &[&str]) -> [u8; 32] {
        let address = super::seat_address::bare(&player.address).unwrap_or_default();
        let made = player.new_tokens.get(seat).copied().unwrap_or_default();
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).expect("any key will do");
        let made = made.to_string();
        for word in [seat.as_str(), &address, &made]
            .into_iter()
            .chain(of.iter().copied())
        {
            mac.update(word.as_bytes());
            mac.update(&[0]);
        }
        mac.finalize().into_bytes().into()
    }
}

/// Returns the sittings whose short forms are known, the newest first.
fn known_forms(last: u32) -> impl Iterator<Item = u32> {
    (last.saturating_sub(FORMS)..=last).rev()
}

/// The tokens of a game and the keys of its views, which quotations must hide.
pub(crate) struct Veil {
    tokens: Vec<String>,
    keys: Vec<String>,
}

impl Veil {
    /// Returns a text with asterisks in place of every token and every key.
    pub(crate) fn over(&self, text: &str) -> String {
        let mut shown = text.to_owned();
        for key in self.keys.iter().filter(|key| text.contains(*key)) {
            shown = shown.replace(key, MASK);
        }
        for token in &self.tokens {
            // Only the case of ASCII letters changes, so a match has the same place in both texts.
            let small = shown.to_ascii_lowercase();
            for (at, _) in small.match_indices(token) {
                shown.replace_range(at..at + LENGTH, MASK);
            }
        }
        shown
    }

    /// Returns the lines of an order file that may be quoted: all but its `token:`.
    pub(crate) fn quoted(&self, file: &[u8]) -> Vec<String> {
        let text = String::from_utf8_lossy(file);
        let quoted = text.lines().filter(|line| value(line).is_none());
        quoted.map(|line| self.over(line)).collect()
    }
}

/// Returns the token of a seat, as its player's form has it now; `None` while the seat has no player.
///
/// # Errors
/// [`GameError`] if the game's secret or its players cannot be read.
pub fn token(game: &Game, seat: &SeatId) -> Result<Option<String>, GameError> {
    let players = game.players()?;
    let turn = game.position()?.map_or(0, |position| position.turn);
    let minter = Minter::of(game, &players, turn)?;
    Ok(players.of(seat).map(|player| minter.token(player, seat)))
}

/// Puts the token of a seat into its form, after the line that names the seat.
///
/// # Errors
/// [`GameError`] if the game's secret or its players cannot be read.
pub fn with_token(
    game: &Game,
    player: &Player,
    seat: &SeatId,
    turn: u32,
    form: &[u8],
) -> Result<Vec<u8>, GameError> {
    let token = Minter::of(game, &game.players()?, turn)?.token(player, seat);
    Ok(put(&token, form))
}

/// Puts a token into a form, after the line that names the seat.
pub(super) fn put(token: &str, form: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(form);
    let mut out = String::with_capacity(text.len() + 80);
    let mut is_in = false;
    for line in text.split_inclusive('\n') {
        out += line;
        if !is_in && line.starts_with("seat:") {
            out +=
                &format!("{KEY}: {token}   # leave this in: it shows that the orders are yours\n");
            is_in = true;
        }
    }
    out.into_bytes()
}

/// Returns the token of the short form that comes with the report of a sitting.
///
/// # Errors
/// [`GameError`] if the game's secret or its players cannot be read.
pub fn form_token(
    game: &Game,
    player: &Player,
    seat: &SeatId,
    sitting: u32,
) -> Result<String, GameError> {
    let minter = Minter::of(game, &game.players()?, 0)?;
    Ok(minter.form_token(player, seat, sitting))
}

/// Returns the token in an order file, without parsing the file as YAML.
pub(crate) fn found_in(file: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(file);
    text.lines().find_map(|line| {
        let value = value(line)?.to_ascii_lowercase();
        let fits =
            |word: &str| word.len() == LENGTH && word.bytes().all(|byte| LETTERS.contains(&byte));
        Some(value).filter(|word| fits(word))
    })
}

/// Returns the value of a line whose key is `token`.
fn value(line: &str) -> Option<&str> {
    value_of(KEY, line)
}

/// Returns the value of a top key of an order file, such as `seat`, without parsing the file as YAML.
pub(crate) fn named_in(key: &str, file: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(file);
    let mut values = text.lines().filter_map(|line| value_of(key, line));
    values.next().map(str::to_owned)
}

/// Returns the value of a key that begins a line, without quotes and without a comment after it.
fn value_of<'a>(key: &str, line: &'a str) -> Option<&'a str> {
    let line = line
        .trim_start_matches('\u{feff}')
        .trim_start_matches(['"', '\'']);
    let rest = line
        .strip_prefix(key)?
        .trim_start_matches(['"', '\'', ' ', '\t']);
    let value = rest.strip_prefix(':')?.split('#').next()?.trim();
    Some(value.trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_token_in_any_usual_spelling() {
        let token = "k3v9k3v9k3v9k3v9";
        for line in [
            "token: k3v9k3v9k3v9k3v9",
            "game: gem\r\ntoken: k3v9k3v9k3v9k3v9   # leave it\r\nmoves: []",
            "token: \"K3V9K3V9K3V9K3V9\"",
            "token : 'k3v9k3v9k3v9k3v9'",
            "\"token\": k3v9k3v9k3v9k3v9",
        ] {
            assert_eq!(found_in(line.as_bytes()).as_deref(), Some(token), "{line}");
        }
        for line in [
            "",
            "# token: k3v9k3v9k3v9k3v9",
            "tokens: k3v9k3v9k3v9k3v9",
            "token: k3v9",
        ] {
            assert_eq!(found_in(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_quotation_has_no_token() {
        let veil = Veil {
            tokens: vec!["k3v9k3v9k3v9k3v9".to_owned()],
            keys: vec!["AAECAwQFBgcICQoLDA0ODw".to_owned()],
        };
        let file = "game: gem\ntoken : 2222222222222222\n{token: K3V9k3v9k3v9k3v9, turn: 1}\n# ä k3v9k3v9k3v9k3v9!\n\
                    # https://example.org/play/#AAECAwQFBgcICQoLDA0ODw\n";
        assert_eq!(
            veil.quoted(file.as_bytes()),
            [
                "game: gem",
                "{token: ****************, turn: 1}",
                "# ä ****************!",
                "# https://example.org/play/#****************"
            ]
        );
    }

    #[test]
    fn a_seat_is_found_without_reading_the_file() {
        let named = |file: &str| named_in("seat", file.as_bytes());
        for line in [
            "seat: zytal",
            "a: [,,,\nseat: \"zytal\"   # mine",
            "\u{feff}seat : zytal\r\n",
        ] {
            assert_eq!(named(line).as_deref(), Some("zytal"), "{line}");
        }
        for line in ["", "# seat: zytal", "  seat: zytal", "seats: zytal"] {
            assert_eq!(named(line), None, "{line}");
        }
    }
}
