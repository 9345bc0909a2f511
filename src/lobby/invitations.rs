//! The mails before a game begins: the anchor and first record, how to promise a salt, the hashes of all salts, and
//! the round that the game is drawn with. Each mail quotes the head of the log, so that each is evidence of it.

use crate::{
    compose::{MailKind, ToPlayer},
    dice::Hash,
    engine::SeatId,
    error::GameError,
    game_dir::{Game, GameFile, Invitation, Player},
    log::salt_lines,
    mail::{Letter, Settings},
};
use chrono::{DateTime, Utc};
use std::{collections::BTreeMap, fmt::Write as _};

/// The values that all mails of one step share.
pub(crate) struct Invited<'a> {
    pub(crate) game: &'a Game,
    pub(crate) settings: Settings,
    /// The hash of the first record.
    pub(crate) genesis: Hash,
    /// The head of the log.
    pub(crate) head: String,
    pub(crate) at: DateTime<Utc>,
    /// True if the table is closed: no hash of a salt is taken any more.
    pub(crate) is_closed: bool,
}

fn to_player<'a>(
    game: &'a Game,
    settings: &'a Settings,
    player: &'a Player,
    seat: &'a SeatId,
    kind: MailKind,
) -> ToPlayer<'a> {
    ToPlayer {
        game,
        settings,
        player,
        seat,
        kind,
        number: 1,
        turn: 0,
        sitting: 0,
        position: None,
    }
}

/// Returns the seat to which a mail about the whole table is addressed.
fn first_seat(player: &Player) -> Result<&SeatId, GameError> {
    let none = || GameError::NotNow(format!("{} has no seat.", player.name));
    player.seats.first().ok_or_else(none)
}

impl Invited<'_> {
    fn letter(
        &self,
        player: &Player,
        seat: &SeatId,
        (kind, number): (MailKind, u32),
        (subject, text): (&str, String),
    ) -> Result<Letter, GameError> {
        let subject = format!("{} {subject}", self.game.file.tag());
        let text = format!("{text}{}", crate::game_dir::foot(self.game, &self.head));
        let letter = ToPlayer {
            number,
            ..to_player(self.game, &self.settings, player, seat, kind)
        };
        letter.letter(&subject, &text, self.at)
    }

    /// Composes the invitation of a player to the seats that they have; `number` is 1 for the first to a seat, and
    /// `reminds` is true if the same person has been invited before.
    pub(crate) fn seat(
        &self,
        player: &Player,
        taken: &[SeatId],
        promised: &BTreeMap<SeatId, String>,
        number: u32,
        reminds: bool,
    ) -> Result<Letter, GameError> {
        let file = &self.game.file;
        let play = file.you_play(taken);
        let again = if reminds && player.invitation != Invitation::Accepted {
            "Your answer to this invitation has not come yet.\n\n"
        } else {
            ""
        };
        let mut text = format!(
            "{again}Welcome to {}, {}. {play}.\n\n\
             PLEASE ANSWER this mail with one word at the top: `accept` if you play,\n\
             `decline` if you do not.\n\n\
             THE GAME\n\n{}",
            file.title, player.name, self.game.known.about,
        );
        let _ = write!(
            text,
            "chronojudge adjudicates this game; its page docs/{}-rules.md\n\
             lists each rule with the test that shows it.\n{}\n\
             A TURN BY MAIL\n\n{}",
            file.ruleset,
            options(file),
            a_turn(file),
        );
        text += &self.how_dice_are_made();
        for seat in taken {
            match promised.get(seat) {
                Some(hash) => {
                    let _ = write!(
                        text,
                        "\nThe hash of your salt for {seat}, which is on file:\n  {hash}\n"
                    );
                }
                None if self.is_closed => {
                    let _ = write!(
                        text,
                        "\nThe table is closed, so no salt for {seat} can be promised any more. The\n\
                         hashes of all salts come in a mail of their own.\n"
                    );
                }
                None => text += &self.how_to_promise(seat),
            }
        }
        let first = match taken.first() {
            Some(seat) => seat,
            None => first_seat(player)?,
        };
        let subject = format!("{} Invitation: {}", file.tag(), lower_first(&play));
        let text = format!("{text}{}", crate::game_dir::foot(self.game, &self.head));
        let letter = ToPlayer {
            number,
            ..to_player(self.game, &self.settings, player, first, MailKind::Seat)
        };
        letter.letter(&subject, &text, self.at)
    }

    /// Returns the text about the commitments of the game.
    fn how_dice_are_made(&self) -> String {
        let anchor = self.game.log_end().ok();
        let anchor = anchor.and_then(|end| crate::game_dir::anchor(&end));
        let mut text = format!(
            "\nTHE DICE\n\n\
             Every die of this game is made from a secret of the GM and from a salt\n\
             of each player who gives one, so that the GM alone does not choose the\n\
             dice. The anchor fixes the secret, and the first record of the log fixes\n\
             all that was agreed. Keep this mail: it shows both.\n\n\
             Anchor of the key chain:\n  {}\n\
             Hash of the first record:\n  {}\n",
            anchor.map_or_else(|| "none".to_owned(), |anchor| anchor.to_string()),
            self.genesis,
        );
        if let Some(fork) = &self.game.file.fork {
            let _ = write!(
                text,
                "\nThis game is a {}. The state that it begins with, and how its\n\
                 sealed tiles lie, the GM has brought along; the second record of the log\n\
                 binds both. Its dice are its own, so it needs a new salt of yours.\n",
                fork.words()
            );
        }
        text
    }

    /// Returns the text that tells a player how to make a salt and send its hash.
    fn how_to_promise(&self, seat: &SeatId) -> String {
        let genesis = &self.genesis;
        let lines = salt_lines(&genesis.to_string(), seat.as_str()).join("\n  ");
        format!(
            "\nYour salt for {seat}, if you give one: make it, keep it to yourself, and\n\
             answer this mail with its hash, in a line such as `{seat}: HASH` below\n\
             `accept`. This prints both:\n\n  \
             chronojudge salt hash {genesis} {seat}\n\n\
             Without the program, three lines in a terminal do:\n\n  {lines}\n\n\
             When the table is closed, you are mailed the hashes of all players; then\n\
             answer with the salt itself.\n"
        )
    }

    /// Composes the mail to a player when the table is closed: the hashes of all salts, before any salt is opened.
    pub(crate) fn table(
        &self,
        player: &Player,
        seated: &[(String, String)],
        owing: &[SeatId],
        number: u32,
    ) -> Result<Letter, GameError> {
        let hashes: Vec<_> = seated
            .iter()
            .filter(|(key, _)| key.starts_with("salt-hash."))
            .collect();
        let title = &self.game.file.title;
        let mut text = if hashes.is_empty() {
            format!("All seats of {title} are taken. No player has promised a salt.\n")
        } else {
            format!(
                "All seats of {title} are taken. These are the hashes of all salts, as they\n\
                 stand in the public log:\n\n"
            )
        };
        for (key, hash) in hashes {
            let _ = writeln!(text, "  {key}: {hash}");
        }
        let is_own = |seat: &SeatId| player.salt_hashes.contains_key(seat);
        let own: Vec<SeatId> = owing.iter().filter(|seat| is_own(seat)).cloned().collect();
        let in_log = |seat: &SeatId| {
            let key = format!("salt-hash.{seat}");
            seated.iter().any(|(line, _)| *line == key)
        };
        let has_promised = player.seats.iter().any(is_own);
        let mut before = player.seats.clone();
        before.retain(|seat| in_log(seat) && !is_own(seat));
        if !before.is_empty() {
            let _ = write!(
                text,
                "\nThe salt of {} was promised by the player before you: the GM opens it, or\n\
                 the game begins without it.\n",
                crate::game_dir::list(&before)
            );
        }
        if has_promised {
            text += "\nLook for your own above. If it is missing or differs, protest now.\n";
        }
        if own.is_empty() {
            text += "\nYou need not do anything else now.\n";
        } else {
            let _ = write!(
                text,
                "\nIf it is right, answer this mail with the salt itself, the words as they\n\
                 were printed. The salt is needed for {}.\n",
                crate::game_dir::list(&own)
            );
        }
        let first = first_seat(player)?;
        let subject = "The hashes of all salts".to_owned();
        self.letter(player, first, (MailKind::Table, number), (&subject, text))
    }

    /// Composes the mail to a player when all salts are in: the round that the game is drawn with, before it is out.
    pub(crate) fn round(
        &self,
        player: &Player,
        salts: &[(String, String)],
        (round, out): (u64, DateTime<Utc>),
        number: u32,
    ) -> Result<Letter, GameError> {
        let given = salts.iter().any(|(key, _)| key.starts_with("salt."));
        let mut text = if given {
            format!("The salts of {} are open:\n\n", self.game.file.title)
        } else {
            format!("No player of {} has given a salt.\n", self.game.file.title)
        };
        for (key, salt) in salts.iter().filter(|(key, _)| key.starts_with("salt.")) {
            let _ = writeln!(text, "  {key}: {salt}");
        }
        let _ = write!(
            text,
            "\nThe game is drawn with round {round} of the public beacon drand quicknet,\n\
             which comes at {}. Before that time it cannot be\n\
             known, so the GM cannot choose among games. The game begins then.\n",
            out.format("%Y-%m-%d %H:%M:%S UTC")
        );
        let first = first_seat(player)?;
        let subject = "All salts are in".to_owned();
        self.letter(player, first, (MailKind::Round, number), (&subject, text))
    }
}

/// Returns the options of a game as a line, or nothing if it has none.
fn options(file: &GameFile) -> String {
    let shown = |value: &serde_json::Value| match value {
        serde_json::Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    let options: Vec<String> = file
        .options
        .iter()
        .map(|(name, value)| format!("{name}={}", shown(value)))
        .collect();
    if options.is_empty() {
        return String::new();
    }
    format!("Options of this game: {}.\n", options.join(", "))
}

/// Returns the text about a turn by mail.
fn a_turn(file: &GameFile) -> String {
    let due = match &file.schedule {
        Some(schedule) => {
            let days: Vec<String> = schedule.days.iter().map(|day| format!("{day:?}")).collect();
            format!(
                "Orders are due at {} ({}), on\n{}.",
                schedule.time,
                schedule.zone,
                days.join(", ")
            )
        }
        None => "The GM sets each deadline.".to_owned(),
    };
    format!(
        "Each report comes by mail: what happened, what you are asked, and by when.\n\
         Answer it, and type the lines of its form into your reply, above the\n\
         quotation. Every mail gets an answer that shows what was understood, and\n\
         until the turn is played later orders replace earlier ones.\n{due}\n\
         A mail whose first word is `help` is answered with one page of help.\n"
    )
}

/// Returns a sentence with a small first letter.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_lowercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
