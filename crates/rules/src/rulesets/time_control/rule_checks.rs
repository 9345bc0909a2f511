//! Component checks that run the rules on boards with known numbers.

use super::{
    Options, Table, TimeControl,
    actions::{Action, Deed, Tokens},
    cash_out::{Get, Give, Moment, Trade},
    duel::{Duel, Part},
    fighting::{Fight, Fighter},
    names::{Agent, Bid, Color, Place, Specialty, Zone},
    problems::Problem,
    restrictions::{Restriction, Restrictions},
    state::{Piece, Pile, State, Wave},
};
use crate::{
    collect::Collect,
    dice::Quick,
    engine::{Asked, Chooser, Meeting, Play, Ruleset, SeatId, Seen},
    rulesets::kit::about,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A player whose answers are known; `None` takes the default.
struct Says<F>(F);

impl<F: Fn(&Asked<'_>) -> Option<Value>> Chooser for Says<F> {
    fn choose(&mut self, _: &SeatId, _: &str, _: usize) -> usize {
        0
    }

    fn meets(&mut self, _: &SeatId) -> bool {
        true
    }

    fn meet(&mut self, asked: &Asked<'_>, forced: bool, _: Option<&Seen<'_>>) -> Meeting {
        if forced {
            return Meeting::Chosen;
        }
        Meeting::Given(self.0(asked).unwrap_or_else(|| (asked.default)()))
    }
}

/// Runs a part of the rules with known answers. Returns `None` if the rules stop.
fn run<T>(
    seed: u64,
    says: impl Fn(&Asked<'_>) -> Option<Value>,
    part: impl FnOnce(&mut Table<'_>) -> Play<T>,
) -> Option<T> {
    let (mut chooser, mut dice) = (Says(says), Quick::new(seed));
    part(&mut Table::in_memory(&mut chooser, &mut dice)).ok()
}

/// What the Waves and Cashing Out do with a Problem that its player has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Twins {
    /// The Problems that the player has after a Time Wave has brought the same one, and the cards of the deck.
    pub by_wave: (usize, usize),
    /// The Problems that the player has after they have cashed out for tokens, and the cards of the deck.
    pub by_cash_out: (usize, usize),
}

impl TimeControl {
    /// Returns a game of four that has just been set up.
    fn four(&self) -> Option<State> {
        let options = Options {
            players: 4,
            colors: None,
            last_round: None,
        };
        let seats = Ruleset::seats(self, &options).ok()?;
        run(1, |_| None, |table| self.set_up(&options, &seats, table))
    }

    /// About Problem Cards: lets a Time Wave bring, and a player cash out, a Problem that the player has already.
    pub(super) fn twins(&self) -> Option<Twins> {
        let mut state = self.four()?;
        let color = *state.order.first()?;
        let problem = *Problem::ALL.first()?;
        state.player_mut(color).problems = vec![problem];
        state.problems = Pile::of([problem]);
        let counted = |state: &State| (state.player(color).problems.len(), state.problems.cards());
        let mut waves = state.clone();
        let wave = Wave {
            create: 2,
            solve: 0,
        };
        waves.waves.insert(Place::new(color, Zone::Today), wave);
        run(1, |_| None, |table| self.resolve_phase(&mut waves, table))?;
        state.player_mut(color).tokens.remove(&20);
        let seat = self.seat(color).clone();
        let trade = json!(Trade::Trade {
            give: Give::Problem,
            get: Get::Tokens,
        });
        let once = |asked: &Asked<'_>| {
            let mine = asked.kind == "cash-out" && *asked.seat == seat;
            (mine && (asked.why_not)(&trade).is_none()).then(|| trade.clone())
        };
        let cashing =
            |table: &mut Table<'_>| self.cash_out_all(&mut state, table, Moment::Resolved);
        run(1, once, cashing)?;
        Some(Twins {
            by_wave: counted(&waves),
            by_cash_out: counted(&state),
        })
    }

    /// About Problem Cards: looks at each pair of Problems whose rules are about the same thing. Returns the number of pairs, and
    /// of those of which one card alone restricts as much as both, in either order.
    pub(super) fn ordered_pairs(&self) -> Option<(usize, usize)> {
        let mut state = self.four()?;
        let color = *state.order.first()?;
        let mut of = |problems: &[Problem]| -> Restrictions {
            state.player_mut(color).problems = problems.to_vec();
            self.restrictions(&state, color)
        };
        let (mut pairs, mut ordered) = (0, 0);
        for (n, one) in Problem::ALL.iter().enumerate() {
            for other in &Problem::ALL[n + 1..] {
                let rules = [one, other].map(|problem| self.content.problem(*problem).rule);
                let [Some(first), Some(second)] = rules else {
                    continue;
                };
                if !about_the_same(first, second) {
                    continue;
                }
                pairs += 1;
                let (both, turned) = (of(&[*one, *other]), of(&[*other, *one]));
                let alone = [of(&[*one]), of(&[*other])];
                ordered += usize::from(both == turned && alone.contains(&both));
            }
        }
        Some((pairs, ordered))
    }

    /// Returns a board with an Alert Brawler, an opponent and an Agent that commits sabotage, of three colors.
    fn brawl(&self) -> Option<(State, [Agent; 3])> {
        let state = self.four()?;
        let agents: Vec<Agent> = state.agents.keys().copied().collect();
        let of = |n: usize, specialty: Specialty| {
            let color = *state.order.get(n)?;
            let mut own = agents.iter().filter(|agent| agent.color == color);
            own.find(|agent| agent.role.specialty() == Some(specialty))
        };
        let three = [
            *of(0, Specialty::Brawler)?,
            *of(1, Specialty::Historian)?,
            *of(2, Specialty::Scientist)?,
        ];
        Some((state, three))
    }

    /// Example 2: fights duels of an Alert Brawler under sabotage. `tokens` has, for each round, those of the Brawler, of the
    /// sabotage and of the opponent; the loser of a round always calls for another one. Returns true if the Brawler wins,
    /// and the tokens that the two lose.
    pub(super) fn brawler_wins(&self, tokens: &[[u8; 3]]) -> Option<(bool, [Vec<u8>; 2])> {
        let (mut state, [brawler, opponent, saboteur]) = self.brawl()?;
        let fighters = vec![
            Fighter::agent(brawler, Part::Attacker, None),
            Fighter::agent(opponent, Part::Defender, None),
            Fighter::agent(saboteur, Part::Sabotage, Some(brawler)),
        ];
        let mut fight = Fight::new(Duel::Agents, 1, fighters);
        let says = |asked: &Asked<'_>| {
            let round: usize = about(asked, "round")?;
            match asked.kind {
                "bid" => {
                    let part: Part = about(asked, "part")?;
                    let column = match part {
                        Part::Attacker => 0,
                        Part::Sabotage => 1,
                        _ => 2,
                    };
                    let bid = tokens.get(round.checked_sub(1)?)?[column];
                    Some(json!(Bid::Token(bid)))
                }
                "re-duel" => Some(json!(round < tokens.len())),
                _ => None,
            }
        };
        let won = run(1, says, |table| self.fight(&mut state, table, &mut fight))?;
        let lost = [brawler, opponent].map(|agent| state.discarded_tokens(agent.color).collect());
        Some((won.color == brawler.color, lost))
    }

    /// Historian: lets each Historian create a Time Wave in each Zone of the past. Returns the tokens of the largest one in
    /// their own Zone and elsewhere; `None` if these differ from one Historian or Zone to the other, or if one is not Busy
    /// afterwards, or may act again.
    pub(super) fn created(&self) -> Option<[u8; 2]> {
        let board = self.four()?;
        let color = *board.order.first()?;
        let mut most: [Option<u8>; 2] = [None; 2];
        let own = board.agents.keys().filter(|agent| agent.color == color);
        let historians = own.filter_map(|agent| Some((*agent, agent.role.history()?)));
        for (agent, history) in historians {
            for zone in Zone::past() {
                let mut state = board.clone();
                let at = Place::new(color, *zone);
                state.agents.insert(agent, Piece { at, busy: false });
                let legal = self.legal_actions_of(&state, agent).into_iter();
                let waves = legal.filter_map(|action| match action.deed {
                    Deed::Create(tokens) => Some((tokens.counted()?.tokens(), tokens)),
                    _ => None,
                });
                let (number, tokens): (u8, Tokens) = waves.max_by_key(|(number, _)| *number)?;
                let deed = Deed::Create(tokens);
                let execute = |table: &mut Table<'_>| {
                    self.execute(&mut state, table, &mut 0, Action { agent, deed })
                };
                run(1, |_| None, execute)?;
                let busy = state.agents.get(&agent)?.busy;
                let placed = state.waves.get(&at)?.tokens();
                let done = busy && self.legal_actions_of(&state, agent).is_empty();
                let known = &mut most[usize::from(*zone != history)];
                if !done || placed != number || known.is_some_and(|known| known != number) {
                    return None;
                }
                *known = Some(number);
            }
        }
        Some([most[0]?, most[1]?])
    }

    /// Wave Attack Results: lets Time Waves attack Agents of four colors, who defend themselves with tokens. Returns the attacks
    /// after which each player has the same tokens, and those after which the Agents are not as they were.
    pub(super) fn attacks(&self, attacks: u64) -> Option<(u64, u64)> {
        let mut board = self.four()?;
        let colors = board.order.clone();
        for (n, agent) in Agent::all(&colors).enumerate() {
            let zones = Zone::past();
            let at = Place::new(colors[n % colors.len()], zones[n % zones.len()]);
            let busy = n % 2 == 0;
            board.agents.insert(agent, Piece { at, busy });
            let wave = Wave {
                create: 1,
                solve: 2,
            };
            board.waves.insert(at, wave);
        }
        let tokens = |state: &State| -> BTreeMap<Color, Vec<u8>> {
            let players = state.players.iter();
            players
                .map(|(color, player)| (*color, player.tokens.iter().copied().collect()))
                .collect_map()
        };
        let (mut kept, mut suffered) = (0, 0);
        for seed in 0..attacks {
            let mut state = board.clone();
            run(
                seed,
                |_| None,
                |table| self.wave_attack_phase(&mut state, table),
            )?;
            kept += u64::from(tokens(&state) == tokens(&board));
            suffered += u64::from(state.agents != board.agents);
        }
        Some((kept, suffered))
    }
}

/// About Problem Cards: checks whether two rules are about the same thing, so that the greater restriction counts.
fn about_the_same(one: Restriction, other: Restriction) -> bool {
    use Restriction::{Busies, Forbids, NoSpecialty};
    match (one, other) {
        (Forbids(_) | Busies(_) | NoSpecialty(_), _) => one == other,
        _ => std::mem::discriminant(&one) == std::mem::discriminant(&other),
    }
}
