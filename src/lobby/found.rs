//! The founding of a game, and its start with the set-up as sitting 1.

use super::{salts::wanted, seat_draw::draw_seats, wanted::Wanted};
use crate::{
    PROGRAM,
    content::Library,
    dice::{Chain, Hash, Master, chain::hidden_commitment, field::sha256},
    error::GameError,
    game_dir::{
        Disk, GameFile, Layout, LockedGame, Players, Secrecy, Stage, Trust, TurnRecord, anchor,
        bytes,
    },
    log::{Kind, Log, check_agreed, pair},
    mail::Settings,
    orders::OnFileSet,
    run::{Request, RunOutcome, first_turn, one, whole},
};
use std::{collections::BTreeMap, path::Path};

/// A game that was founded.
#[derive(Debug)]
pub struct Founded {
    /// The anchor of the chain of keys.
    pub anchor: Hash,
    /// The head of the log.
    pub head: Hash,
}

/// Founds a game, as [`found_with`] does, with mail settings without comments.
///
/// ```
/// use chronojudge::{
///     game_dir::{Disk, Game, GameFile, Trust},
///     lobby,
///     mail::Settings,
///     rulesets,
///     yaml::keep,
/// };
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().join("pirates-2");
/// let terms: GameFile = keep::from_str(
///     "
/// game: pirates-2
/// title: Pirates on Friday
/// ruleset: time-pirates
/// edition: designers
/// options: {players: 4}
/// seats: [{seat: black}, {seat: orange}, {seat: pink}, {seat: silver}]
/// dice: plain
/// ",
/// )?;
/// let mail: Settings = keep::from_str("from: GM <gm@example.org>")?;
/// let known = rulesets::find(&terms.ruleset).expect("a game of the list");
/// let library = (known.library)();
///
/// // The last argument is the master secret; without it, the system's randomness gives one.
/// let founded = lobby::found(&Disk::new(), &folder, &terms, &library, &mail, Trust::Token, None)?;
/// let game = Game::open(&folder, Disk::new())?;
/// assert_eq!(game.log()?.head(), Some(founded.head));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`GameError`] if the directory holds a game, or a file cannot be read or written.
pub fn found(
    disk: &Disk,
    root: &Path,
    file: &GameFile,
    library: &Library,
    mail: &Settings,
    trust: Trust,
    master: Option<Master>,
) -> Result<Founded, GameError> {
    let mail = bytes("mail", mail)?;
    found_with(disk, root, file, library, mail, trust, master)
}

/// Founds a game: its directory, its secret, and the record `genesis` that commits to it. `mail` is the text of `mail.yaml`.
///
/// # Errors
/// Returns [`GameError`] if the directory holds a game, or a file cannot be read or written.
pub fn found_with(
    disk: &Disk,
    root: &Path,
    file: &GameFile,
    library: &Library,
    mail: Vec<u8>,
    trust: Trust,
    master: Option<Master>,
) -> Result<Founded, GameError> {
    let layout = Layout::new(root);
    // A founding that was committed and then interrupted is completed, and returned if it is the requested game.
    if Stage::finish_founding(disk, &layout)?
        && let Some(founded) = founded(&layout, file, master.as_ref())?
    {
        return Ok(founded);
    }
    if layout.game().exists() || layout.public().exists() {
        return Err(GameError::NotNow(format!(
            "There is a game in {} already.",
            root.display()
        )));
    }
    let master = match master {
        Some(master) => master,
        None => Master::generate()?,
    };
    let players = Players {
        trust,
        ..Players::default()
    };
    let (stage, log, anchor) = founding(&layout, file, library, mail, &players, &master)?;
    disk.make_folder(root, Secrecy::Secret)?;
    disk.make_folder(&layout.secret(), Secrecy::Secret)?;
    stage.found(disk, &layout)?;
    Ok(Founded {
        anchor,
        head: log.head().expect("a record was just pushed"),
    })
}

/// Stages everything that a game begins with: its description, its secret, the players, and the record `genesis`.
/// Returns the stage, the log and the anchor.
pub(crate) fn founding(
    layout: &Layout,
    file: &GameFile,
    library: &Library,
    mail: Vec<u8>,
    players: &Players,
    master: &Master,
) -> Result<(Stage, Log, Hash), GameError> {
    let game = bytes("game", &file.agreed())?;
    // The audit accepts a public `game.yaml` only in this form.
    check_agreed(&String::from_utf8_lossy(&game))
        .map_err(|why| GameError::NotNow(why.to_string()))?;
    let name =
        crate::dice::Name::new(file.game.clone()).map_err(|e| GameError::NotNow(e.to_string()))?;
    let chain = Chain::new(master, &name, file.keys);
    let mut stage = Stage::founding();
    let mut add = |path: &Path, bytes: Vec<u8>, secrecy| {
        stage.add(layout, path, bytes, secrecy);
    };
    let secret = format!(
        "# The master secret of this game: every die can be computed from it. Keep it secret, and keep a copy.\n{}\n",
        master.to_hex()
    );
    add(&layout.master(), secret.into_bytes(), Secrecy::Secret);
    let mut digests = BTreeMap::new();
    for (path, text) in library.files() {
        let place = layout.public().join("content").join(path);
        digests.insert(path.to_owned(), sha256(text.as_bytes()));
        add(&place, text.as_bytes().to_vec(), Secrecy::Open);
    }
    for (path, text) in library.overlaid() {
        let place = layout.content().join(path);
        add(&place, text.as_bytes().to_vec(), Secrecy::Secret);
    }
    let content =
        crate::log::content_hash(&digests).map_err(|e| GameError::NotNow(e.to_string()))?;
    let lines = [
        pair("game", &file.game),
        pair("ruleset", format!("{} {}", file.ruleset, file.edition)),
        pair("file.game.yaml", sha256(&game)),
        pair("content", content),
        pair("engine", PROGRAM),
        pair("sittings", file.keys),
        pair("anchor", chain.anchor()),
        pair("hidden", hidden_commitment(&name, &master.hidden(&name))),
        pair("dice", file.dice.as_str()),
    ];
    let mut log = Log::default();
    let (path, record) = log.push(Kind::Genesis, &lines)?;
    add(&layout.public().join(path), record, Secrecy::Open);
    add(&layout.public().join("game.yaml"), game, Secrecy::Open);
    add(&layout.game(), bytes("game", file)?, Secrecy::Open);
    add(&layout.mail(), mail, Secrecy::Secret);
    add(
        &layout.players(),
        bytes("players", players)?,
        Secrecy::Secret,
    );
    Ok((stage, log, chain.anchor()))
}

/// Returns the game that the directory holds, if it is the requested one.
fn founded(
    layout: &Layout,
    file: &GameFile,
    master: Option<&Master>,
) -> Result<Option<Founded>, GameError> {
    let same = Disk::read(&layout.game())? == Some(bytes("game", file)?)
        && match master {
            None => true,
            Some(master) => Disk::read(&layout.master())?
                .is_some_and(|text| String::from_utf8_lossy(&text).contains(&master.to_hex())),
        };
    let log = Log::read(&layout.public())?;
    Ok(match (same, anchor(&log), log.head()) {
        (true, Some(anchor), Some(head)) => Some(Founded { anchor, head }),
        _ => None,
    })
}

/// Plays sitting 1: the set-up, as turn 0. A fork has no set-up: its first turn is opened.
///
/// ```no_run
/// use chronojudge::{
///     game_dir::{Disk, Game},
///     lobby,
///     run::{Request, RunOutcome},
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let now = chrono::Utc::now();
/// let game = Game::open(Path::new("pirates-2"), Disk::new())?.lock(now)?;
/// let request = Request { at: now, overdue: false, early: None };
/// match lobby::start(&game, &request)? {
///     RunOutcome::Sat { position, mails, .. } => {
///         println!("turn {} is open, {mails} mails are in the outbox", position.turn);
///     }
///     other => println!("the set-up is not complete: {other:?}"),
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`GameError::NotNow`] if the game has begun, or still waits for players, salts or its round.
pub fn start(game: &LockedGame, request: &Request) -> Result<RunOutcome, GameError> {
    if crate::game_dir::verify(game)?.is_some() {
        return Err(GameError::NotNow("The game has begun already.".to_owned()));
    }
    whole(game, &game.log()?)?;
    match wanted(game)? {
        Wanted::Nothing => draw_seats(game, request.at)?,
        wanted => return Err(GameError::NotNow(wanted.to_string())),
    }
    if game.file.fork.is_some() {
        return first_turn(game, request.at).map(RunOutcome::Begun);
    }
    one(
        game,
        0,
        1,
        None,
        &TurnRecord::default(),
        &OnFileSet::default(),
        false,
        request,
    )
}
