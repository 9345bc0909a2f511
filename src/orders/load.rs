//! The orders that every seat has on file for the open turn.

use super::{
    error::NotAccepted,
    locked::{as_locked, used_files},
    set::{OnFileSet, Refusal, Refused},
    validate::{LastView, judge_by},
};
use crate::{
    engine::{Line, OnFile, SeatId, played},
    error::GameError,
    game_dir::{
        Disk, DiskError, Filed, Game, Layout, Position, Secrecy, Stage, StoreError, TurnRecord,
        Verified, try_map,
    },
    yaml::{Budget, Problem, Problems, Source},
};
use serde_json::Value;
use std::{collections::BTreeSet, sync::Arc};

/// Loads and validates the orders that every seat has on file.
///
/// ```
/// use chronojudge::{
///     game_dir::{self, Disk, Game, TurnRecord},
///     orders,
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::open(Path::new("games/gem-1992"), Disk::new())?;
/// let position = game_dir::verify(&game)?.expect("a game that has begun");
/// let record = TurnRecord::read(&game, position.turn)?;
/// let set = orders::load(&game, &position, &record)?;
/// assert_eq!(set.orders.len(), 6);
/// assert!(set.refused.is_empty());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`GameError::Store`] if a file of the game cannot be read. An invalid order file is not an error here but a
/// [`Refusal`].
pub fn load(game: &Game, position: &Verified, record: &TurnRecord) -> Result<OnFileSet, GameError> {
    let turn = position.turn;
    let seats = game.seat_ids();
    let parts = try_map(&seats, |seat| part(game, position, seat, record))?;
    let mut set = OnFileSet::default();
    for (seat, part) in seats.into_iter().zip(parts) {
        let named = || seat.clone();
        set.orders.extend(part.filed.map(|filed| (named(), filed)));
        set.warnings
            .extend(part.warnings.map(|list| (named(), list)));
        set.standing
            .extend(part.standing.map(|bytes| (named(), bytes)));
        set.views.extend(part.view.map(|view| (named(), view)));
        set.refused.extend(part.refused);
        set.played.insert(named(), part.played);
        set.on_file.insert(seat, part.on_file);
    }
    set.strays = strays(game, turn)?;
    Ok(set)
}

/// The orders that one seat has on file.
#[derive(Default)]
struct Part {
    on_file: OnFile,
    filed: Option<Filed>,
    warnings: Option<Problems>,
    standing: Option<Vec<u8>>,
    refused: Vec<Refusal>,
    played: BTreeSet<Line>,
    view: Option<Arc<Value>>,
}

fn part(
    game: &Game,
    position: &Position,
    seat: &SeatId,
    record: &TurnRecord,
) -> Result<Part, GameError> {
    let mut part = Part::default();
    let used = used_files(game, position.turn, seat)?;
    part.filed = in_force(game, position, seat, record, &used, &mut part)?;
    if let Some(filed) = &part.filed {
        let mut files = used.clone();
        filed.clone().follow(&mut files, position.next_lock());
        part.on_file = as_locked(&files);
    }
    match game.standings(seat) {
        Ok(Some((bytes, standings))) => {
            standings.add_to(&mut part.on_file);
            part.standing = Some(bytes);
        }
        Ok(None) => {}
        Err(StoreError::Problems(problems)) => part.refused.push(Refusal {
            seat: seat.clone(),
            problems,
            what: Refused::Standing,
        }),
        Err(error) => return Err(error.into()),
    }
    part.played = played(seat, &record.journal, &part.on_file.files);
    Ok(part)
}

/// Returns a warning for each file whose name no seat has: most likely it was meant as orders.
fn strays(game: &Game, turn: u32) -> Result<Vec<String>, GameError> {
    let seats = game.seat_ids();
    let mut strays = vec![];
    for folder in [game.layout.orders(turn), game.layout.standings()] {
        for name in Disk::names(&folder)? {
            let shown = crate::yaml::flat(&name.to_string_lossy());
            let known = name.to_str().is_some_and(|name| {
                seats.iter().any(|seat| {
                    Layout::order_number(name, seat).is_some()
                        || Layout::is_order_signature(name, seat)
                })
            });
            // Files whose names begin with a dot belong to other programs.
            if !known && !shown.starts_with('.') {
                strays.push(format!(
                    "{} is not read: the file of a seat is called SEAT.yaml, such as {}.yaml",
                    folder.join(shown).display(),
                    seats.first().map_or("zytal", SeatId::as_str)
                ));
            }
        }
    }
    Ok(strays)
}

/// Returns the order file in force of one seat, if it has one.
///
/// # Errors
/// [`GameError::Store`] if a file of the game cannot be read.
pub(crate) fn on_file(
    game: &Game,
    position: &Position,
    seat: &SeatId,
    record: &TurnRecord,
) -> Result<Option<Filed>, GameError> {
    let used = used_files(game, position.turn, seat)?;
    in_force(game, position, seat, record, &used, &mut Part::default())
}

/// Returns the file in force: the newest valid one. An invalid file never replaces a valid one.
fn in_force(
    game: &Game,
    position: &Position,
    seat: &SeatId,
    record: &TurnRecord,
    used: &[Filed],
    part: &mut Part,
) -> Result<Option<Filed>, GameError> {
    let mut refused = None;
    let view = LastView::of(game, position.turn, seat);
    let mut found = None;
    for path in candidates(game, position.turn, seat)? {
        let name = path.display().to_string();
        let bytes = match Disk::read_at_most(&path, Budget::Orders.bytes()) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => continue,
            Err(error) => {
                refused.get_or_insert(unreadable(&name, &error));
                continue;
            }
        };
        match judge_by(&view, position, record, used, &name, &bytes) {
            Ok((filed, warnings)) => {
                part.warnings = Some(warnings).filter(|warnings| !warnings.list.is_empty());
                found = Some(filed);
                break;
            }
            Err(NotAccepted::Invalid(problems)) => {
                refused.get_or_insert(problems);
            }
            Err(NotAccepted::Game(error)) => return Err(error),
        }
    }
    let found = found.or_else(|| used.last().cloned());
    part.refused.extend(refused.map(|problems| Refusal {
        seat: seat.clone(),
        problems,
        what: match found {
            Some(_) => Refused::Newer,
            None => Refused::Only,
        },
    }));
    part.view = view.into_inner();
    Ok(found)
}

/// Stages an order file that was found valid; the file before it is kept.
pub fn put_in_force(game: &Game, turn: u32, seat: &SeatId, bytes: &[u8], stage: &mut Stage) {
    let place = game.layout.order(turn, seat);
    // A file that cannot be read was never in force.
    let before = Disk::read(&place).ok().flatten();
    if let Some(before) = before.filter(|b| b != bytes) {
        let n = (1..=u32::MAX)
            .find(|n| !game.layout.replaced_order(turn, seat, *n).exists())
            .expect("numbers do not run out");
        let kept = game.layout.replaced_order(turn, seat, n);
        stage.add(&game.layout, &kept, before, Secrecy::Secret);
    }
    stage.add(&game.layout, &place, bytes.to_vec(), Secrecy::Secret);
}

/// Stages the signature of an order file of a seat.
pub(crate) fn keep_signature(
    game: &Game,
    turn: u32,
    filed: &Filed,
    signature: &str,
    stage: &mut Stage,
) {
    let seat = &filed.envelope.seat;
    let place = game.layout.order_signature(turn, seat, &filed.digest);
    let bytes = signature.as_bytes().to_vec();
    stage.add(&game.layout, &place, bytes, Secrecy::Secret);
}

/// Returns the diagnostic of an order file that cannot be read. Such a file does not stop the other seats.
fn unreadable(name: &str, error: &DiskError) -> Problems {
    let words = format!("this file cannot be read: {}", error.error);
    let problem = Problem::error("E0309", words).help("Put a plain file in its place.");
    Problems::new(Source::lossy(name, b""), vec![problem])
}

/// Returns the paths of the order file that arrived last, and of those it replaced, newest first.
fn candidates(game: &Game, turn: u32, seat: &SeatId) -> Result<Vec<std::path::PathBuf>, GameError> {
    let names = Disk::list(&game.layout.orders(turn))?;
    let number = |name: &String| Layout::order_number(name, seat).filter(|n| *n > 0);
    let mut older: Vec<u32> = names.iter().filter_map(number).collect();
    older.sort_unstable();
    Ok(std::iter::once(game.layout.order(turn, seat))
        .chain(
            older
                .into_iter()
                .rev()
                .map(|n| game.layout.replaced_order(turn, seat, n)),
        )
        .collect())
}
