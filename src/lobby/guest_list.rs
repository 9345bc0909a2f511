//! The list of players with which a game is founded: a YAML list, or lines such as `Ada <ada@example.org> zytal`.

use crate::{
    engine::{DynError, DynRuleset, SeatId},
    game_dir::{Player, is_zone},
    mail::Address,
    yaml::{Budget, Document, Problem, Problems, Source, is_hidden, nearest},
};
use serde::Deserialize;
use std::ops::Range;

/// A player of the list, before the seats are complete.
struct Guest {
    name: String,
    address: String,
    /// The seats by name, each with its place in the file.
    seats: Vec<(String, Range<usize>)>,
    zone: Option<String>,
    /// The place of the player in the file.
    span: Range<usize>,
    /// The place of the address.
    at: Range<usize>,
}

/// A player of a list in YAML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    name: String,
    address: String,
    #[serde(default)]
    seat: Option<String>,
    #[serde(default)]
    seats: Vec<String>,
    #[serde(default)]
    zone: Option<String>,
}

/// Reads a list of players, and gives a free seat, or as many as the rules say, to each who names none, in the order of the
/// seats.
///
/// # Errors
/// Returns [`Problems`] with their places if an entry is invalid, a seat is unknown or taken, there are more players than
/// seats, or the rules do not allow the seating.
pub fn read_guests(
    name: &str,
    bytes: &[u8],
    rules: &dyn DynRuleset,
    options: &serde_json::Value,
    seats: &[SeatId],
) -> Result<Vec<Player>, Problems> {
    let source = Source::lossy(name, bytes);
    let guests = if is_yaml(&source.text) {
        in_yaml(name, bytes)?
    } else {
        in_lines(&source)?
    };
    let mut problems: Vec<Problem> = guests.iter().filter_map(wrong).collect();
    // Options that cannot be read are refused elsewhere.
    let each = rules.seats_each(options).unwrap_or(1);
    let players = seated(&guests, seats, each, &mut problems);
    if problems.is_empty() && players.is_empty() {
        problems.push(
            Problem::error("E0402", "the list names no player")
                .help("write lines such as `Ada <ada@example.org>`"),
        );
    }
    // The seating is checked player by player, as `seat` does it.
    for n in 1..=players.len() {
        if !problems.is_empty() {
            break;
        }
        let hands: Vec<Vec<SeatId>> = players[..n].iter().map(|p| p.seats.clone()).collect();
        if let Err(DynError::Rules(illegal)) = rules.seating(options, &hands) {
            let span = guests
                .iter()
                .find(|guest| guest.name == players[n - 1].name);
            let problem = Problem::error("E0403", illegal.words);
            problems.push(match span {
                Some(guest) => problem.at(guest.span.clone()),
                None => problem,
            });
        }
    }
    if problems.is_empty() {
        return Ok(players);
    }
    Err(Problems::new(source, problems))
}

/// Returns true if the first line with content begins a list in YAML.
fn is_yaml(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with(['-', '[', '{']) || line.starts_with("players:"))
}

/// Reads a list in YAML, which may be the value of `players`.
fn in_yaml(name: &str, bytes: &[u8]) -> Result<Vec<Guest>, Problems> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Whole {
        players: Vec<Entry>,
    }
    let document = Document::read(name, bytes, Budget::Orders)
        .map_err(|list| Problems::new(Source::lossy(name, bytes), list))?;
    let (above, entries) = if document.at("players").is_some() {
        let whole = document.decode::<Whole>().map(|whole| whole.players);
        ("players/", whole)
    } else {
        ("", document.decode::<Vec<Entry>>())
    };
    let entries = entries.map_err(|problem| document.problems(vec![problem]))?;
    let guest = |(n, entry): (usize, Entry)| {
        let span = |key: &str| document.nearest_span(&format!("{above}{n}/{key}"));
        let one = entry.seat.map(|seat| (seat, span("seat")));
        let more = entry.seats.into_iter().enumerate();
        let more = more.map(|(k, seat)| (seat, span(&format!("seats/{k}"))));
        Guest {
            seats: one.into_iter().chain(more).collect(),
            name: entry.name,
            address: entry.address,
            zone: entry.zone,
            span: span("name"),
            at: span("address"),
        }
    };
    Ok(entries.into_iter().enumerate().map(guest).collect())
}

/// Reads lines such as `Ada <ada@example.org> zytal` or `Ada, ada@example.org, zytal`.
fn in_lines(source: &Source) -> Result<Vec<Guest>, Problems> {
    let (mut guests, mut problems) = (vec![], vec![]);
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let at = at + line.find(text).unwrap_or_default();
        let found = match text.split_once('<') {
            Some((name, rest)) => rest
                .split_once('>')
                .map(|(address, seats)| (name, address, seats)),
            None => text.split_once(',').map(|(name, rest)| {
                let (address, seats) = rest.split_once(',').unwrap_or((rest, ""));
                (name, address, seats)
            }),
        };
        let Some((name, address, seats)) = found else {
            problems.push(
                Problem::error("E0402", "this line has no name with an address")
                    .at(at..at + text.len())
                    .help(
                        "write `Ada <ada@example.org>`, and after it the seats if they are agreed",
                    ),
            );
            continue;
        };
        let place = |part: &str| {
            let from = part.as_ptr().addr() - text.as_ptr().addr() + at;
            from..from + part.len()
        };
        let split = |c: char| c.is_whitespace() || c == ',';
        let seats = seats.split(split).filter(|word| !word.is_empty());
        let (name, address) = (name.trim(), address.trim());
        guests.push(Guest {
            seats: seats.map(|seat| (seat.to_owned(), place(seat))).collect(),
            name: name.trim_matches('"').trim().to_owned(),
            address: address.to_owned(),
            zone: None,
            span: at..at + text.len(),
            at: place(address),
        });
    }
    if problems.is_empty() {
        return Ok(guests);
    }
    Err(Problems::new(source.clone(), problems))
}

/// Returns the mistake in the name, the address or the time zone of a player.
fn wrong(guest: &Guest) -> Option<Problem> {
    if guest.name.is_empty() || guest.name.chars().any(|c| c.is_control() || is_hidden(c)) {
        let problem = Problem::error("E0402", "a player needs a name of visible letters");
        return Some(
            problem
                .at(guest.span.clone())
                .help("the other players see it"),
        );
    }
    if let Some(zone) = &guest.zone
        && !is_zone(zone)
    {
        let problem = Problem::error("E0402", format!("there is no time zone `{zone}`"));
        return Some(
            problem
                .at(guest.span.clone())
                .help("write it like `Europe/Vienna`"),
        );
    }
    let error = Address::new(Some(&guest.name), &guest.address).err()?;
    let problem = Problem::error("E0402", error.to_string()).at(guest.at.clone());
    Some(problem.help("write an address such as `ada@example.org`"))
}

/// Returns the players with their seats, and adds the mistakes in the seats.
fn seated(
    guests: &[Guest],
    seats: &[SeatId],
    each: usize,
    problems: &mut Vec<Problem>,
) -> Vec<Player> {
    let mut free = seats.to_vec();
    let mut hands: Vec<Vec<SeatId>> = vec![];
    for guest in guests {
        let mut hand = vec![];
        for (name, span) in &guest.seats {
            if let Some(n) = free.iter().position(|seat| seat.as_str() == name) {
                hand.push(free.remove(n));
            } else if seats.iter().any(|seat| seat.as_str() == name) {
                let problem = Problem::error("E0403", format!("the seat `{name}` is taken twice"));
                problems.push(problem.at(span.clone()).help("a seat has one player"));
            } else {
                let names = seats.iter().map(SeatId::as_str);
                let help = nearest(name, names).map_or_else(
                    || format!("the seats are {}", crate::game_dir::list(seats)),
                    |near| format!("did you mean `{near}`?"),
                );
                let problem = Problem::error("E0403", format!("there is no seat `{name}`"));
                problems.push(problem.at(span.clone()).help(help));
            }
        }
        hands.push(hand);
    }
    let mut players: Vec<Player> = vec![];
    let mut free = free.into_iter();
    for (guest, mut hand) in guests.iter().zip(hands) {
        if guest.seats.is_empty() {
            let Some(seat) = free.next() else {
                let words = format!("no seat is left for {}", guest.name);
                let problem = Problem::error("E0403", words).at(guest.span.clone());
                problems.push(problem.help(format!("the game has {} seats", seats.len())));
                continue;
            };
            hand.push(seat);
            hand.extend(free.by_ref().take(each.saturating_sub(1)));
        }
        let is_same = |p: &&mut Player| p.name == guest.name && p.address == guest.address;
        match players.iter_mut().find(is_same) {
            Some(player) => player.seats.extend(hand),
            None => players.push(Player {
                name: guest.name.clone(),
                address: guest.address.clone(),
                seats: hand,
                zone: guest.zone.clone(),
                ..Player::default()
            }),
        }
    }
    players
}
