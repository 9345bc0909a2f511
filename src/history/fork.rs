//! A fork: another game that begins with the state of this one at the start of a turn.
//!
//! It has its own name, secret, chain of keys and log, so its dice reveal nothing about the dice of the original. Decks
//! keep their order but get new commitments: the commitments of the original are opened with nonces that derive from
//! the original's secret.
//!
//! Its first record is `genesis`, its second a note that binds the state and the commitments. Then its players are
//! asked for salts as in a new game, and `start` opens its first turn; a fork whose players are not asked begins at
//! once.

use crate::{
    collect::Collect,
    dice::{Master, Name, Sealed},
    error::GameError,
    game_dir::{
        DiceLevel, Disk, Fork, Game, GameFile, Invitation, Layout, LockedGame, Note, Player,
        Players, Position, Seated, Secrecy, Stage, StoreError, Who, bytes, public_log_key, read,
    },
    lobby::{Invited, Wanted, founding, genesis, seated_lines, wanted},
    log::{Deed, Kind, Log, branches, lineage, pair},
    mail::{InboxSettings, Settings, compose},
    run::{Deck, Publisher, bind, checkpoint, lines_of, open_fork},
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// The parameters of a fork.
#[derive(Debug)]
pub struct Wish<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its game directory.
    pub dir: &'a Path,
    /// The turn it begins with; the open one unless given.
    pub turn: Option<u32>,
    /// True if the players of the original play it and get its mail; otherwise all its mail is addressed to the GM and
    /// stays on this machine.
    pub mailed: bool,
    /// True if its players are not asked for salts: then its dice are `plain`, and it begins at once. This is always so
    /// if the fork is not mailed.
    pub plain: bool,
    /// The reason, for the note.
    pub reason: &'a str,
    /// Its master secret; generated from system randomness unless given.
    pub master: Option<Master>,
    /// The time of the command.
    pub at: DateTime<Utc>,
}

/// A fork that was made.
#[derive(Debug)]
pub struct Forked {
    /// Its position, if it has begun.
    pub position: Option<Position>,
    /// The turn that it begins with.
    pub turn: u32,
    /// The head of its log.
    pub head: String,
    /// The salts and other steps that it waits for before it begins.
    pub wanted: Wanted,
    /// The text of its note.
    pub text: String,
    /// The number of mails in its outbox.
    pub mails: usize,
    /// True if it receives no mail, because the mailbox belongs to the original alone.
    pub no_inbox: bool,
}

/// Makes a fork of a game, which is only read.
///
/// ```no_run
/// use chronojudge::{
///     game_dir::{Disk, Game},
///     history::{self, Wish},
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::open(Path::new("gem"), Disk::new())?;
/// // A copy for the GM alone, which begins at once with turn 3 of the original.
/// let wish = Wish {
///     name: "what-if",
///     dir: Path::new("what-if"),
///     turn: Some(3),
///     mailed: false,
///     plain: true,
///     reason: "to try another course",
///     master: None,
///     at: chrono::Utc::now(),
/// };
/// let forked = history::fork(&game, &wish)?;
/// println!("turn {} is open, the head of the log is {}", forked.turn, forked.head);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`GameError`] if the fork cannot be made. If it was interrupted, the same command completes it.
pub fn fork(game: &Game, wish: &Wish<'_>) -> Result<Forked, GameError> {
    let Some(before) = crate::game_dir::verify(game)? else {
        return not_now("The game has not begun: there is nothing yet to fork.");
    };
    let log = game.log()?;
    let turn = wish.turn.unwrap_or(before.turn);
    if turn == 0 {
        return not_now(
            "Turn 0 is the set-up, which cannot be forked: to set up again, found another game.",
        );
    }
    if turn > before.turn {
        return not_now(format!(
            "Turn {turn} has not begun: turn {} is open.",
            before.turn
        ));
    }
    if wish.name == game.name.as_str() {
        return not_now("Choose a new name: dice are derived from the game's name.");
    }
    let state = checkpoint(game, &log, turn)?;
    let from: Settings = game.mail_settings()?;
    let mail = mail(&from, wish.mailed);
    let no_inbox = wish.mailed && from.inbox.is_some() && mail.inbox.is_none();
    // Without salts from players the level of the dice is `plain`.
    let asks = wish.mailed && !wish.plain;
    let named = |seat: crate::engine::Seat| Some((seat.id, seat.team?));
    let of = Fork {
        of: game.name.to_string(),
        turn,
        teams: { Seated::of(&game.file, &log).seats.into_iter() }
            .filter_map(named)
            .collect_map(),
    };
    let file = GameFile {
        game: wish.name.to_owned(),
        schedule: game.file.schedule.clone().filter(|_| wish.mailed),
        fork: Some(of.clone()),
        dice: if asks {
            game.file.dice
        } else {
            DiceLevel::Plain
        },
        // The seats were drawn in the original.
        draw_seats: false,
        ..game.file.agreed()
    };
    found(game, wish, &file, &mail, if asks { 2 } else { 4 })?;
    let made = Game::open(wish.dir, game.disk.clone())?.lock(wish.at)?;
    let text = format!(
        "This game is a {}, and begins with the state of that turn. It has a secret and dice of its own, and \
         nothing in it counts there.\nReason: {}",
        of.words(),
        wish.reason.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    // An earlier run may have died after its work was done and before it reported it.
    if made.log()?.of(Kind::Note).next().is_none() {
        let decks = decks(game, &log, turn)?;
        first_note(&made, wish, asks, &decks, &log.head_field(), &state, &text)?;
    }
    let position = made.position()?;
    if position.is_none() != asks {
        return there_already(wish.dir);
    }
    Ok(Forked {
        position,
        turn,
        head: made.log()?.head_field(),
        wanted: wanted(&made)?,
        text,
        mails: Disk::list(&made.layout.outbox())?.len(),
        no_inbox,
    })
}

fn there_already<T>(dir: &Path) -> Result<T, GameError> {
    not_now(format!("There is a game in {} already.", dir.display()))
}

fn not_now<T>(words: impl Into<String>) -> Result<T, GameError> {
    Err(GameError::NotNow(words.into()))
}

/// Returns the mail settings of the fork: without the transport and the mailbox of the original unless the players play
/// the fork. A mailbox that is not shared belongs to the original alone.
fn mail(from: &Settings, mailed: bool) -> Settings {
    if !mailed {
        return Settings::new(from.from.clone());
    }
    let ours = |inbox: &InboxSettings| inbox.shared || !inbox.is_fetched();
    Settings {
        inbox: from.inbox.clone().filter(ours),
        ..from.clone()
    }
}

/// Returns the players of the fork; unless it is mailed, all their addresses are the GM's.
fn players(game: &Game, from: &Settings, mailed: bool) -> Result<Players, GameError> {
    let mut players = game.players()?;
    for player in &mut players.players {
        // Players of the fork are invited to it anew.
        player.invitation = Invitation::default();
        player.salt_hashes.clear();
        if !mailed {
            *player = Player {
                name: player.name.clone(),
                address: from.from.email().to_owned(),
                seats: player.seats.clone(),
                zone: player.zone.clone(),
                ..Player::default()
            };
        }
    }
    Ok(players)
}

/// Founds the fork, unless that was done before and its log has no more than these records.
fn found(
    game: &Game,
    wish: &Wish<'_>,
    file: &GameFile,
    mail: &Settings,
    most: usize,
) -> Result<(), GameError> {
    let layout = Layout::new(wish.dir);
    Stage::finish_founding(&game.disk, &layout)?;
    if layout.game().exists() || layout.public().exists() {
        let there: Option<GameFile> = read(&layout.game())?;
        let is_untouched = Log::read(&layout.public())?.entries.len() <= most;
        // Its log key derives from the secret that was generated then.
        let there = there.map(|there| GameFile {
            log_key: file.log_key.clone(),
            ..there
        });
        if there.as_ref() == Some(file) && is_untouched {
            return Ok(());
        }
        return there_already(wish.dir);
    }
    let master = match &wish.master {
        Some(master) => master.clone(),
        None => Master::generate()?,
    };
    let name = Name::new(file.game.clone()).map_err(|e| GameError::NotNow(e.to_string()))?;
    let log_key = file.log_key.as_ref();
    let file = &GameFile {
        log_key: log_key.and_then(|_| public_log_key(&master, &name)),
        ..file.clone()
    };
    let from: Settings = game.mail_settings()?;
    let players = players(game, &from, wish.mailed)?;
    let (mut stage, ..) = founding(
        &layout,
        file,
        &game.library,
        bytes("mail", mail)?,
        &players,
        &master,
    )?;
    for (path, bytes) in copied(game, wish.mailed)? {
        stage.add(&layout, &layout.root().join(path), bytes, Secrecy::Secret);
    }
    game.disk.make_folder(layout.root(), Secrecy::Secret)?;
    game.disk.make_folder(&layout.secret(), Secrecy::Secret)?;
    stage.found(&game.disk, &layout)?;
    Ok(())
}

/// Returns the files that a fork copies from its original besides the state: standing orders, templates, and, if it is
/// mailed, the secrets and the beacon file that it needs.
fn copied(game: &Game, mailed: bool) -> Result<Vec<(PathBuf, Vec<u8>)>, GameError> {
    let layout = &game.layout;
    let own = [layout.master(), layout.salts(), layout.decks()];
    let mut folders = vec![layout.standings(), layout.templates()];
    if mailed {
        folders.push(layout.secret());
    }
    let mut files = vec![];
    let relays = layout.beacon();
    if let Some(bytes) = Disk::read(&relays)?.filter(|_| mailed) {
        let below = relays.strip_prefix(layout.root()).unwrap_or(&relays);
        files.push((below.to_owned(), bytes));
    }
    while let Some(folder) = folders.pop() {
        for name in Disk::list(&folder)? {
            let path = folder.join(name);
            if path.is_dir() {
                folders.push(path);
            } else if !own.contains(&path)
                && let Some(bytes) = Disk::read(&path)?
            {
                let below = path.strip_prefix(layout.root()).unwrap_or(&path);
                files.push((below.to_owned(), bytes));
            }
        }
    }
    Ok(files)
}

/// Returns the decks that had been dealt when a turn began.
fn decks(game: &Game, log: &Log, turn: u32) -> Result<BTreeMap<String, Deck>, GameError> {
    let before = lineage(&branches(log), turn);
    let dealt_before = |deck: &Deck| {
        deck.sitting == 0
            || log.of(Kind::Result).any(|result| {
                let number = |key: &str| result.number(key).ok();
                number("sitting") == Some(deck.sitting)
                    && number("turn").is_some_and(|turn| before.contains(&turn))
            })
    };
    let mut decks: BTreeMap<String, Deck> = read(&game.layout.decks())?.unwrap_or_default();
    decks.retain(|_, deck| dealt_before(deck));
    Ok(decks)
}

/// Appends the fork's note, which seals the decks again and binds the state. Then its players are asked for salts, or
/// its first turn is opened. All of it is one commit.
fn first_note(
    made: &LockedGame,
    wish: &Wish<'_>,
    asks: bool,
    decks: &BTreeMap<String, Deck>,
    head: &str,
    state: &Value,
    text: &str,
) -> Result<(), GameError> {
    let of = made.file.fork.as_ref();
    let (turn, of) = of.map_or((1, ""), |of| (of.turn, of.of.as_str()));
    let mut publisher = Publisher::new(made, turn, 0, "forking")?;
    let mut binds = vec![pair("of", of), pair("head", head)];
    for (name, deck) in decks {
        binds.extend(seal(&mut publisher, name, deck)?);
    }
    let note = Note {
        binds,
        ..Note::new(Deed::Fork, Who::Gm, (turn, wish.at), text)
    };
    let number = bind(&mut publisher, note, state)?;
    let players = made.players()?;
    if asks {
        for player in &players.players {
            invite(&mut publisher, player, wish.at)?;
        }
        return Ok(made.commit(publisher.stage)?);
    }
    publisher.record(Kind::Seated, &seated_lines(made, &players)?)?;
    let salts = [
        pair("at", wish.at.format("%Y-%m-%dT%H:%M:%SZ")),
        pair("round", "none"),
    ];
    publisher.record(Kind::Salts, &salts)?;
    open_fork(&mut publisher, state, number, wish.at, wish.mailed).map(drop)
}

/// Stages a mail to a player with the first record of the fork and the way to promise a salt.
fn invite(
    publisher: &mut Publisher<'_>,
    player: &Player,
    at: DateTime<Utc>,
) -> Result<(), GameError> {
    if player.seats.is_empty() {
        return Ok(());
    }
    let game = publisher.game;
    let invited = Invited {
        game,
        settings: game.mail_settings()?,
        genesis: genesis(&publisher.log)?,
        head: publisher.log.head_field(),
        at,
        is_closed: false,
    };
    let letter = invited.seat(player, &player.seats, &BTreeMap::new(), 1, false)?;
    let path = game
        .layout
        .outbox()
        .join(format!("{}.eml", letter.key.stem()));
    publisher.secret(&path, compose(&letter)?);
    Ok(())
}

/// Seals a deck in its present order, with nonces from the fork's secret, and returns its lines for the note.
fn seal(
    publisher: &mut Publisher<'_>,
    name: &str,
    deck: &Deck,
) -> Result<Vec<(String, String)>, GameError> {
    let damaged = |why: String| StoreError::Damaged {
        path: publisher.game.layout.decks(),
        why,
    };
    let items = deck
        .order
        .iter()
        .map(|start| deck.items.get(*start as usize));
    let lying: Option<Vec<&String>> = items.collect();
    let lying = lying.ok_or_else(|| damaged(format!("the deck {name} has no such items")))?;
    let hidden = publisher.draw.hidden_key(&publisher.secret);
    let sealed = Name::new(name)
        .map_err(|why| why.to_string())
        .and_then(|label| {
            let game = &publisher.draw.game;
            Sealed::lying(game, &hidden, &label, &lying).map_err(|why| why.to_string())
        })
        .map_err(damaged)?;
    let (list, slots) = (
        format!("fork/{name}.items.txt"),
        format!("fork/{name}.slots.txt"),
    );
    let lines = vec![
        publisher.public(&list, lines_of(&deck.items).into_bytes()),
        publisher.public(&slots, lines_of(&sealed.slots).into_bytes()),
        (format!("deck.{name}"), format!("{list} {slots}")),
    ];
    let kept = Deck {
        sitting: 0,
        ..deck.clone()
    };
    publisher.decks.insert(name.to_owned(), kept);
    Ok(lines)
}
