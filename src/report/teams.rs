//! Teams: seats whose points are added up.

use super::filters::prose;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Seats that one player has taken together; their points are added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// The player's name, or the team's name if no players are known; several names if seats have changed hands since.
    pub name: String,
    /// The seats.
    pub seats: Vec<String>,
}

/// Returns the teams of a game, from its seats and the team name of each; `players` are the players' names by seat,
/// as far as they are known.
pub fn teams<'a>(
    seats: impl Iterator<Item = (&'a str, &'a str)>,
    players: &BTreeMap<String, String>,
) -> Vec<Team> {
    let mut teams: Vec<(&str, Vec<String>)> = vec![];
    for (seat, team) in seats {
        match teams.iter_mut().find(|(name, _)| *name == team) {
            Some((_, seats)) => seats.push(seat.to_owned()),
            None => teams.push((team, vec![seat.to_owned()])),
        }
    }
    let named = teams.into_iter().map(|(team, seats)| {
        let mut names: Vec<&str> = vec![];
        for name in seats.iter().filter_map(|seat| players.get(seat)) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let name = if names.is_empty() {
            prose(team)
        } else {
            names.join(" and ")
        };
        Team { name, seats }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_is_named_after_the_players_who_have_its_seats() {
        let seats = [
            ("roo", "player-1"),
            ("zytal", "player-2"),
            ("human", "player-1"),
        ];
        let named = |players: &[(&str, &str)]| -> Vec<String> {
            let players = players
                .iter()
                .map(|(s, p)| ((*s).to_owned(), (*p).to_owned()));
            let teams = teams(seats.into_iter(), &players.collect());
            let words = teams
                .iter()
                .map(|team| format!("{}: {}", team.name, team.seats.join(" ")));
            words.collect()
        };
        assert_eq!(named(&[]), ["Player 1: roo human", "Player 2: zytal"]);
        let all = [("roo", "Ada"), ("human", "Ada"), ("zytal", "Kai")];
        assert_eq!(named(&all), ["Ada: roo human", "Kai: zytal"]);
        let later = [("roo", "Ada"), ("human", "Ilse"), ("zytal", "Kai")];
        assert_eq!(named(&later), ["Ada and Ilse: roo human", "Kai: zytal"]);
    }
}
