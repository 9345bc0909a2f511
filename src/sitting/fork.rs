//! A fork: another game that begins where this one stands, or stood.
//!
//! It has a name, a secret, a chain of keys and a log of its own, so nothing that is drawn in it says
//! anything of what will be drawn in its original. What lies face down lies there as it did, under new
//! seals: the seals of the original are opened with salts that belong to its own secret.

use super::{
    SittingError,
    anew::{begin, checkpoint},
    begin::founding,
    drawn::deadline,
    note::{Note, Who},
    publish::{Deck, Publisher, lines_of, pair},
    seating::Seated,
};
use crate::{
    audit::{Deed, Kind, Log, line, moves},
    dice::{Master, Name, Sealed},
    mail::{InboxSettings, Settings},
    ssh::bare_key,
    store::{
        Clockwork, DiceLevel, Disk, Ended, Fork, Game, GameFile, Layout, Player, Players, Position,
        Secrecy, Stage, StoreError, public_log_key, read,
    },
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// What a fork is to be.
#[derive(Debug)]
pub struct Wish<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it is to lie.
    pub dir: &'a Path,
    /// The turn it begins with; the open one unless given.
    pub turn: Option<u32>,
    /// Whether the players of the original play it and get its mail; else all its mail is the GM's and
    /// stays on this machine.
    pub mailed: bool,
    /// Why it is made.
    pub reason: &'a str,
    /// Its master secret; drawn from the system unless given.
    pub master: Option<Master>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A fork that was made.
#[derive(Debug)]
pub struct Forked {
    /// Where it stands.
    pub position: Position,
    /// What its log says of it.
    pub text: String,
    /// Mails in its outbox.
    pub mails: usize,
    /// Whether mail is not taken in for it, because the mailbox is its original's alone.
    pub no_inbox: bool,
}

/// Makes a fork of a game, which is only read.
///
/// # Errors
/// [`SittingError`]. What had been done then is finished when the same fork is wanted again.
pub fn fork(game: &Game, wish: &Wish<'_>) -> Result<Forked, SittingError> {
    let Some(before) = super::sound(game)? else {
        return not_now("The game has not begun: there is nothing yet to fork.");
    };
    let log = game.log()?;
    let turn = wish.turn.unwrap_or(before.turn);
    if turn == 0 {
        return not_now(
            "The set-up has no state to begin with: to set up anew, found another game.",
        );
    }
    if turn > before.turn {
        return not_now(format!(
            "Turn {turn} has not begun: turn {} is open.",
            before.turn
        ));
    }
    if wish.name == game.name.as_str() {
        return not_now(
            "A fork has a name of its own: the dice of two games with one name are one.",
        );
    }
    let state = checkpoint(game, &log, turn)?;
    let from: Settings = game.mail_settings()?;
    let mail = mail(&from, wish.mailed);
    let no_inbox = wish.mailed && from.inbox.is_some() && mail.inbox.is_none();
    let of = Fork {
        of: game.name.to_string(),
        turn,
    };
    let file = GameFile {
        game: wish.name.to_owned(),
        schedule: game.file.schedule.clone().filter(|_| wish.mailed),
        fork: Some(of.clone()),
        // Who makes a fork has chosen where it begins: no round of the whole game takes that back.
        dice: match game.file.dice {
            DiceLevel::Drawn => DiceLevel::Plain,
            level => level,
        },
        // Who plays what was drawn in the original.
        draw_seats: false,
        ..game.file.clone()
    };
    let whole = found(game, wish, &file, &mail)?;
    let mut made = Game::open(wish.dir, game.disk.clone())?;
    let _held = made.lock(wish.at)?;
    let text = format!(
        "This game is a {}, and begins with the state of that turn. It has a secret and dice of its own, and \
         nothing in it counts there.\nReason: {}",
        of.words(),
        wish.reason.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    if let Some(position) = whole {
        let mails = Disk::list(&made.layout.outbox())?.len();
        return Ok(Forked {
            position,
            text,
            mails,
            no_inbox,
        });
    }
    let decks = decks(game, &log, turn)?;
    let begun = first_turn(&made, wish, &decks, &log.head_field(), &state, &text)?;
    Ok(Forked {
        position: begun.position,
        text,
        mails: begun.mails,
        no_inbox,
    })
}

fn not_now<T>(words: impl Into<String>) -> Result<T, SittingError> {
    Err(SittingError::NotNow(words.into()))
}

/// How the fork's mail leaves and comes: nobody's but the GM's, unless the players play it. A mailbox that
/// is not shared is the original's alone.
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

/// Who plays the fork.
fn players(game: &Game, from: &Settings, mailed: bool) -> Result<Players, SittingError> {
    let mut players = game.players()?;
    for player in &mut players.players {
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

/// Founds the fork with everybody seated, unless that was done before. Gives where it stands if all of it was.
fn found(
    game: &Game,
    wish: &Wish<'_>,
    file: &GameFile,
    mail: &Settings,
) -> Result<Option<Position>, SittingError> {
    let layout = Layout::new(wish.dir);
    Stage::recover(&game.disk, &layout)?;
    if layout.game().exists() || layout.public().exists() {
        let there: Option<GameFile> = read(&layout.game())?;
        let position: Option<Position> = read(&layout.position())?;
        // A death may have come when all was done, before anybody heard of it: then nothing is in its log
        // but how it began.
        let untouched = Log::read(&layout.public())?.entries.len() <= 4;
        // Its log key follows from the secret that it drew then.
        let there = there.map(|there| GameFile {
            log_key: file.log_key.clone(),
            ..there
        });
        if there.as_ref() == Some(file) && untouched {
            return Ok(position);
        }
        return not_now(format!(
            "There is a game in {} already.",
            wish.dir.display()
        ));
    }
    let master = match &wish.master {
        Some(master) => master.clone(),
        None => Master::generate()?,
    };
    let name = Name::new(file.game.clone()).map_err(|e| SittingError::NotNow(e.to_string()))?;
    let log_key = file.log_key.as_ref();
    let file = &GameFile {
        log_key: log_key.and_then(|_| public_log_key(&master, &name)),
        ..file.clone()
    };
    let from: Settings = game.mail_settings()?;
    let players = players(game, &from, wish.mailed)?;
    let (mut stage, mut log, _) = founding(&layout, file, &game.library, mail, &players, &master)?;
    let mut lines = vec![];
    // What is in the state stays so: the teams are those of the original.
    let Seated { seats, .. } = Seated::of(&game.file, &*game.log()?);
    for line in &file.seats {
        let player = players.of(&line.seat);
        let mut say = |what: &str, value: Option<&String>| {
            lines.extend(value.map(|value| pair(&format!("{what}.{}", line.seat), value)));
        };
        let key = player.and_then(|player| player.key.as_deref());
        say("key", key.map(bare_key).as_ref());
        let team = seats.iter().find(|seat| seat.id == line.seat);
        say("team", team.and_then(|seat| seat.team.as_ref()));
    }
    let salts = vec![
        pair("at", wish.at.format("%Y-%m-%dT%H:%M:%SZ")),
        pair("round", "none"),
    ];
    for (kind, lines) in [(Kind::Seated, lines), (Kind::Salts, salts)] {
        let (path, record) = log.push(kind, &lines)?;
        stage.add(&layout, &layout.public().join(path), record, Secrecy::Open);
    }
    for (path, bytes) in copied(game, wish.mailed)? {
        stage.add(&layout, &layout.root().join(path), bytes, Secrecy::Secret);
    }
    game.disk.make_folder(layout.root(), Secrecy::Secret)?;
    game.disk.make_folder(&layout.secret(), Secrecy::Secret)?;
    stage.commit(&game.disk, &layout)?;
    Ok(None)
}

/// What a fork has from its original besides its state: standing orders, templates, and, if it sends mail as
/// that does, what is needed for that.
fn copied(game: &Game, mailed: bool) -> Result<Vec<(PathBuf, Vec<u8>)>, SittingError> {
    let layout = &game.layout;
    let own = [layout.master(), layout.salts(), layout.decks()];
    let mut folders = vec![layout.standings(), layout.templates()];
    if mailed {
        folders.push(layout.secret());
    }
    let mut files = vec![];
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

/// The decks that lay face down when a turn began.
fn decks(game: &Game, log: &Log, turn: u32) -> Result<BTreeMap<String, Deck>, SittingError> {
    let before = line(&moves(log), turn);
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

/// Begins the fork's first turn: its note seals the decks anew and binds the state.
fn first_turn(
    made: &Game,
    wish: &Wish<'_>,
    decks: &BTreeMap<String, Deck>,
    head: &str,
    state: &Value,
    text: &str,
) -> Result<super::Begun, SittingError> {
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
    let position = Position {
        turn,
        sitting: 0,
        sat_in: turn - 1,
        ended: Ended::TurnComplete,
        at: wish.at,
        deadline: deadline(made, Ended::TurnComplete, wish.at)?,
        clock: Clockwork::default(),
        program: None,
        used: BTreeMap::new(),
        winners: vec![],
        head: None,
        locked: None,
        files: BTreeMap::new(),
    };
    begin(&mut publisher, note, state, position, None, wish.mailed)
}

/// Seals a deck as it lies, with salts of the fork's own; gives its lines in the note.
fn seal(
    publisher: &mut Publisher<'_>,
    name: &str,
    deck: &Deck,
) -> Result<Vec<(String, String)>, SittingError> {
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
