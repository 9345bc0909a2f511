//! D. Tile paths: 29 to 43.

use super::{chance, exact, list, mean, percent, share};
use crate::{
    collect::Collect,
    engine::RandomBot,
    rulesets::time_agent::{
        TimeAgent,
        content::{Beyond, Edge, Streams, Tile, opposite},
        names::Technology,
        places::{HexId, Legend, Zone},
        state::State,
    },
    rulesets::{Claim, Effort},
};
use std::collections::BTreeSet;

const RED: Technology = Technology::TimeTravel;

pub(super) fn check(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    let mut claims = connected(rules, effort);
    claims.extend(cutting(rules, effort));
    claims.extend(printed(rules));
    claims
}

fn boards(rules: &TimeAgent, effort: Effort) -> impl Iterator<Item = State> {
    (0..effort.samples).map(|n| rules.flipped(n))
}

/// Returns the facings at which a tile on a hex has no red at an edge.
fn shutting(tile: &Tile, edge: Edge) -> Vec<u8> {
    (1..=6)
        .filter(|facing| !tile.spoke(*facing, edge).has(RED))
        .collect()
}

/// Turns a face-up tile so that no red leaves it by an edge, if any facing does that.
fn shut(rules: &TimeAgent, state: &mut State, at: (HexId, Edge), chance: &mut RandomBot) -> bool {
    let facings = shutting(rules.content.tile(state.cell(at.0).tile), at.1);
    let Some(cell) = state.hexes.get_mut(at.0).filter(|_| !facings.is_empty()) else {
        return false;
    };
    cell.facing = Some(facings[chance.below(facings.len())]);
    true
}

fn exits(rules: &TimeAgent) -> Vec<(HexId, Edge)> {
    let beside = rules.beside_indicators(RED).into_iter();
    beside.map(|(hex, edge)| (hex.id, edge)).collect()
}

/// 29, 30, 31, 88: checks which technologies are Connected when everything is turned up.
fn connected(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    let (mut counts, mut after) = ([0_usize; 7], [0_usize; 7]);
    let (mut without, mut lone) = ([0_usize; 7], [0_usize; 2]);
    let mut chances = RandomBot::new(31);
    for mut state in boards(rules, effort) {
        let count = |state: &State, counts: &mut [usize; 7]| {
            let connected = rules.connected(state);
            for technology in connected.iter() {
                counts[technology as usize] += 1;
            }
            connected
        };
        count(&state, &mut counts);
        // A player who cuts near the present turns every exit away, even if that turns other paths.
        let mut cut = state.clone();
        for exit in exits(rules) {
            shut(rules, &mut cut, exit, &mut chances);
        }
        count(&cut, &mut after);
        state.reversed_originals = Technology::ALL.iter().copied().collect_set();
        count(&state, &mut without);
        let both: Vec<_> = state
            .hexes
            .iter()
            .filter(|(_, cell)| cell.tile.legend == Legend::Invention(RED))
            .map(|(hex, cell)| (hex.zone.number, cell.tile))
            .collect();
        for (_, other) in &both {
            state.reversed_secondaries = [*other].into();
            let left = both.iter().find(|(_, tile)| tile != other);
            if let (Some((zone, _)), true) = (left, rules.connected(&state).has(RED)) {
                lone[usize::from(*zone > 4)] += 1;
            }
        }
    }
    let all = effort.samples as usize;
    let off = effort.allowance();
    let shares = |counts: [usize; 7]| -> Vec<(Technology, u32)> {
        let others = Technology::ALL.iter().filter(|t| **t != RED);
        others
            .map(|t| (*t, share(counts[*t as usize], all)))
            .collect()
    };
    let told = |shares: &[(Technology, u32)]| {
        list(
            shares
                .iter()
                .map(|(t, share)| format!("{t} {}", percent(*share))),
        )
    };
    let (now, later, bereft) = (shares(counts), shares(after), shares(without));
    let red = share(counts[RED as usize], all);
    let [in_2a, in_6a] = lone.map(|n| share(n, all));
    vec![
        chance(
            29,
            "with all tiles at random each technology but Time Travel is Connected in 45 to 55 %",
            now.iter().all(|(_, share)| (450 - off.min(450)..=550 + off).contains(share)),
            told(&now),
        ),
        chance(30, "Time Travel in far more: in 70 % at least", red + off >= 700, percent(red)),
        chance(
            31,
            "while Time Travel is being cut, a technology's chance often drops to 10 to 30 %: half of the six, with the exits turned away",
            later.iter().filter(|(_, share)| (100..=300 + off).contains(share)).count() >= 3,
            format!("{}; with the originals reversed {}", told(&later), told(&bereft)),
        )
        .or_because(
            "A zone's tiles bear two technologies at most (41), so a tile that is turned away from red mostly \
             keeps its technology at the edge; a sparser one would not be Connected in half of all cases (29).",
        ),
        chance(
            88,
            "neither secondary of Time Travel is always the better connected: they differ by 15 points at most",
            in_2a.abs_diff(in_6a) <= 150 + off,
            format!("alone, that of 2a in {}, that of 6a in {}", percent(in_2a), percent(in_6a)),
        ),
    ]
}

/// Returns the largest number of hexes of zone 4 that red joins.
fn longest(rules: &TimeAgent, state: &State) -> usize {
    let content = &rules.content;
    let in_4 = |hex: HexId| hex.zone.number == 4;
    let red = |hex: HexId, edge: Edge| {
        rules
            .face_up(state, hex)
            .is_some_and(|(tile, facing)| tile.spoke(facing, edge).has(RED))
    };
    let mut seen: BTreeSet<HexId> = BTreeSet::new();
    let mut most = 0;
    for start in content
        .hexes()
        .iter()
        .map(|hex| hex.id)
        .filter(|hex| in_4(*hex))
    {
        let mut open = vec![start];
        let mut size = 0;
        while let Some(hex) = open.pop() {
            if !seen.insert(hex) {
                continue;
            }
            size += 1;
            for (edge, beyond) in content.hex(hex).beyond.iter().enumerate() {
                if let Beyond::Hex(next) = *beyond
                    && in_4(next)
                    && red(hex, edge)
                    && red(next, opposite(edge))
                {
                    open.push(next);
                }
            }
        }
        most = most.max(size);
    }
    most
}

/// 34, 35, 36, 38, 42: checks the cutting of Time Travel.
fn cutting(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    let original = &rules.content.original(RED).touches;
    let mut chances = RandomBot::new(35);
    let (mut entrances, mut cut, mut chain, mut sideways, mut hard) = (0, 0, 0, 0, 0);
    let mut shuts = 0;
    for state in boards(rules, effort) {
        let mut turned = state.clone();
        let all = original
            .iter()
            .all(|at| shut(rules, &mut turned, *at, &mut chances));
        entrances += usize::from(all);
        let mut bereft = state.clone();
        bereft.reversed_originals.insert(RED);
        for exit in exits(rules) {
            if exit.0.zone.number == 4 {
                let tile = rules.content.tile(state.cell(exit.0).tile);
                hard += usize::from(shutting(tile, exit.1).is_empty());
            } else {
                shuts += usize::from(shut(rules, &mut bereft, exit, &mut chances));
            }
        }
        cut += usize::from(!rules.connected(&bereft).has(RED));
        chain += longest(rules, &state);
        let mut alone = state;
        let secondaries = alone.hexes.values().map(|cell| cell.tile);
        alone.reversed_secondaries = secondaries
            .filter(|tile| tile.legend == Legend::Invention(RED))
            .collect_set();
        let out = rules.exits(&rules.flood(&alone), RED);
        sideways += usize::from(out.iter().any(|(hex, _)| hex.zone.number != 4));
    }
    let all = effort.samples as usize;
    let off = effort.allowance();
    let [entrances, cut, sideways] = [entrances, cut, sideways].map(|n| share(n, all));
    vec![
        chance(
            34,
            "turning the three entrances in 4a often cuts Time Travel from its original: in half of all cases",
            entrances + off >= 500,
            percent(entrances),
        ),
        chance(
            35,
            "the original cut off and the six outer exits turned away, Time Travel is more likely Disconnected",
            cut + off > 500,
            format!(
                "{}; {} of 6 exits could be turned",
                percent(cut),
                mean(shuts, all)
            ),
        ),
        chance(
            36,
            "to cut it in one turn takes about ten operatives: nine exits, and one more beside each in 4c that cannot be turned away",
            hard > 0 && hard <= 2 * all,
            format!("9 and {} more", mean(hard, all)),
        ),
        chance(
            38,
            "long chains of red arise in zone 4: the longest joins half of its 35 tiles, in the mean",
            chain * 2 >= 35 * all,
            format!("{} tiles", mean(chain, all)),
        ),
        chance(
            42,
            "from the original in 4a Time Travel gets out in zones 1-3 and 5-7 as well: in half of all cases",
            sideways + off >= 500,
            percent(sideways),
        ),
    ]
}

/// 32, 33, 39, 40, 41, 43: checks the print on the tiles.
fn printed(rules: &TimeAgent) -> Vec<Claim> {
    let content = &rules.content;
    let is_exit_zone: BTreeSet<Zone> = exits(rules).iter().map(|(hex, _)| hex.zone).collect_set();
    let of = |inside: bool| -> Vec<&Tile> {
        let tiles = content.tiles().iter();
        tiles
            .filter(|tile| is_exit_zone.contains(&tile.id.zone))
            .filter(|tile| (tile.id.zone.number == 4) == inside)
            .collect()
    };
    let reds = |tiles: &[&Tile]| -> usize {
        let spokes = tiles.iter().flat_map(|tile| &tile.spokes);
        spokes.filter(|spoke| spoke.has(RED)).count()
    };
    let (outer, inner) = (of(false), of(true));
    let easy = outer
        .iter()
        .filter(|tile| !shutting(tile, 0).is_empty())
        .count();
    let (outer_red, inner_red) = (reds(&outer), reds(&inner));
    let strays = content
        .tiles()
        .iter()
        .filter(|tile| {
            let spokes = tile.spokes.iter();
            let inside = content.propagating(tile.id.zone);
            spokes
                .clone()
                .any(|spoke| !spoke.without(inside).is_empty())
        })
        .count();
    let spokes = || content.tiles().iter().flat_map(|tile| &tile.spokes);
    let white = spokes().filter(|spoke| spoke.is_empty()).count();
    let crowded: Vec<u8> = (1..=7)
        .filter(|number| {
            let tiles = content.tiles().iter();
            let inside = tiles.filter(|tile| tile.id.zone.number == *number);
            let all = inside
                .flat_map(|tile| tile.spokes)
                .fold(Streams::default(), Streams::or);
            all.iter().filter(|t| *t != RED).count() > 2
        })
        .collect();
    let secondaries: Vec<_> = content
        .tiles()
        .iter()
        .filter(|tile| tile.id.legend == Legend::Invention(RED) && tile.carries(RED))
        .map(|tile| tile.id.zone.to_string())
        .collect();
    vec![
        exact(
            32,
            "the exits of zones 1-3 and 5-7 are easily turned away: every tile there has a facing for it",
            easy == outer.len(),
            format!(
                "{easy} of {} tiles; {} red spokes a tile",
                outer.len(),
                mean(outer_red, outer.len())
            ),
        ),
        exact(
            33,
            "those of 4c are harder: red is denser there, and some tiles cannot be turned away",
            inner_red * outer.len() > outer_red * inner.len()
                && inner.iter().any(|tile| shutting(tile, 0).is_empty()),
            format!(
                "{} red spokes a tile, {} of {} all red",
                mean(inner_red, inner.len()),
                inner
                    .iter()
                    .filter(|tile| shutting(tile, 0).is_empty())
                    .count(),
                inner.len()
            ),
        ),
        exact(
            39,
            "no tile bears a technology outside its zones",
            strays == 0,
            format!("{strays} tiles"),
        ),
        exact(
            40,
            "white carries nothing; no whole edge is white, so that 9.1 holds as it stands",
            white == 0,
            format!("{white} of {} spokes", spokes().count()),
        ),
        exact(
            41,
            "two technologies and Time Travel at most in a zone",
            crowded.is_empty(),
            if crowded.is_empty() {
                "in all zones".to_owned()
            } else {
                format!("not in {}", list(crowded))
            },
        ),
        exact(
            43,
            "the secondaries of Time Travel lie in 2a and 6a, on tiles with red",
            secondaries == ["2a", "6a"],
            list(secondaries),
        ),
    ]
}
