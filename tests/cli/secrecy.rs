//! Every byte that leaves the GM's machine is searched for secrets that its reader may not have.

use super::{
    bench::{Bench, GAME, MASTER, SEATS, clock, remark, salt_words},
    mail::parts,
    script::{self, STEPS},
    tree::{Tree, mode, set_mode},
};
use chronojudge::{
    dice::{
        Beacon, Chain, Draw, Hash, Master, Name, What, bind_salt,
        chain::{player_salt, salts_hash},
        slots::slot_salt,
    },
    game_dir::Disk,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::Path,
    sync::OnceLock,
};

/// A file that a reader gets.
struct Given {
    file: String,
    text: String,
    /// Every word in it: letters, digits and hyphens.
    words: HashSet<String>,
}

impl Given {
    fn new(file: String, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let between = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        let mut words: HashSet<String> = text.split(between).map(str::to_owned).collect();
        // A secret might be a part of a longer word.
        let long: Vec<String> = words.iter().filter(|w| w.len() > HEX).cloned().collect();
        for word in long {
            words.extend((0..=word.len() - HEX).map(|at| word[at..at + HEX].to_owned()));
        }
        Self { file, text, words }
    }
}

/// The length of a secret in hex.
const HEX: usize = 64;

/// Returns everything that each reader gets: reports, forms, views, and mails with all their parts.
fn given() -> &'static BTreeMap<&'static str, Vec<Given>> {
    static GIVEN: OnceLock<BTreeMap<&str, Vec<Given>>> = OnceLock::new();
    GIVEN.get_or_init(|| {
        let readers = SEATS.into_iter().chain(["public", "gm"]);
        readers
            .map(|reader| (reader, given_to(script::played(), reader)))
            .collect()
    })
}

fn given_to(tree: &Tree, reader: &str) -> Vec<Given> {
    let mut all = vec![];
    for (path, bytes) in tree.files("") {
        let file = path.display().to_string();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.starts_with("outbox") && name.contains(&format!(".{reader}.report.")) {
            let parts = parts(bytes);
            all.extend(parts.iter().map(|part| Given::new(file.clone(), part)));
        } else if (path.starts_with("reports") && name.starts_with(&format!("{reader}.")))
            || (path.starts_with("public") && reader == "public")
        {
            all.push(Given::new(file, bytes));
        }
    }
    all
}

fn yaml(tree: &Tree, path: &str) -> Value {
    let (_, bytes) = tree.files(path).next().unwrap_or_else(|| panic!("{path}"));
    serde_yaml::from_slice(bytes).unwrap()
}

/// The secrets of the dice and of facedown tiles, which only the GM may know.
struct Secrets {
    /// Secrets that no player may see.
    nobody: Vec<(String, String)>,
    /// Facedown tiles: hex, tile, the nonce of its slot, and the seats that have looked at it.
    facedown: Vec<(String, String, String, BTreeSet<String>)>,
}

impl Secrets {
    fn of(tree: &Tree) -> Self {
        let game = Name::new(GAME).unwrap();
        let master = Master::from_hex(MASTER).unwrap();
        let secret = master.hidden(&game);
        let chain = Chain::new(&master, &game, 64);
        let last = u32::try_from(STEPS.len()).unwrap() + 1;
        let salts: BTreeMap<Name, Hash> = SEATS
            .map(|seat| (Name::new(seat).unwrap(), player_salt(&salt_words(seat))))
            .into();
        let dealt = Draw {
            game: game.clone(),
            sitting: 1,
            beacon: Beacon::None,
            salts: salts_hash(&game, &salts, &Beacon::None),
        };
        let hidden = dealt.hidden_key(&secret);

        let mut nobody = vec![
            ("the master secret".to_owned(), MASTER.to_owned()),
            ("S".to_owned(), secret.to_hex()),
            ("the key of hidden dice".to_owned(), hidden.to_hex()),
        ];
        for t in last + 1..=64 {
            nobody.push((
                format!("the key of sitting {t}"),
                chain.key(t).unwrap().to_hex(),
            ));
        }
        for t in 1..=last {
            for what in ["journal", "state", "order-zytal", "order-buralti"] {
                let what: What = what.parse().unwrap();
                let salt = bind_salt(&secret, &what, t).to_string();
                nobody.push((format!("the salt of {what} in sitting {t}"), salt));
            }
        }
        for seat in SEATS {
            nobody.push((format!("the words of {seat}"), salt_words(seat)));
        }
        // The last key that was used is public, so this list is correct to the sitting.
        let shown = chain.key(last).unwrap().to_hex();
        assert!(given()["public"].iter().any(|g| g.words.contains(&shown)));

        let state = yaml(tree, "turns/0005/state.yaml");
        let decks = yaml(tree, "secret/decks.yaml");
        let mut facedown = vec![];
        for (hex, cell) in state["hexes"].as_object().unwrap() {
            if !cell["facing"].is_null() {
                continue;
            }
            let tile = cell["tile"].as_str().unwrap().to_owned();
            let deck = format!("zone-{}", hex.split_once('-').unwrap().0);
            let items = &decks[&deck];
            let slot = items["order"].as_array().unwrap().iter().position(|start| {
                items["items"][usize::try_from(start.as_u64().unwrap()).unwrap()] == *tile
            });
            let slot = u32::try_from(slot.unwrap()).unwrap();
            let salt = slot_salt(&hidden, &Name::new(deck).unwrap(), slot).to_string();
            let lookers = state["sides"]
                .as_object()
                .unwrap()
                .iter()
                .filter_map(|(race, side)| {
                    let looked = side["looked"].as_array()?;
                    looked
                        .iter()
                        .any(|l| l == hex.as_str())
                        .then(|| race.clone())
                });
            facedown.push((hex.clone(), tile, salt, lookers.collect()));
        }
        Self { nobody, facedown }
    }
}

#[test]
fn no_reader_gets_the_secrets_of_the_dice() {
    let tree = script::played();
    let secrets = Secrets::of(tree);
    for (reader, all) in given() {
        assert!(all.len() > STEPS.len(), "{reader} gets {} files", all.len());
        for Given { file, text, words } in all {
            for (what, secret) in &secrets.nobody {
                let told = words.contains(secret) || secret.contains(' ') && text.contains(secret);
                assert!(!told, "{file} gives {reader} {what}");
            }
        }
    }
    // The search does find secrets that are present.
    let (_, master) = tree.files("secret/master.txt").next().unwrap();
    assert!(Given::new(String::new(), master).words.contains(MASTER));
}

#[test]
fn no_player_reads_the_orders_of_others() {
    let tree = script::played();
    for (reader, all) in given() {
        for Given { file, words, .. } in all {
            for seat in SEATS {
                assert!(!words.contains(&remark(seat)), "{file} tells {reader}");
            }
        }
    }
    // They are in the orders themselves, and in the copies that the sittings have locked.
    for seat in SEATS {
        let kept = |below: &str| {
            let mine = |path: &Path| path.display().to_string().contains(seat);
            let found = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains(&remark(seat));
            tree.files(below)
                .filter(|(path, bytes)| mine(path) && found(bytes))
                .count()
        };
        assert!(kept("orders") > 1 && kept("turns") > 1, "{seat}");
    }
}

#[test]
fn a_facedown_tile_is_shown_only_to_those_who_looked() {
    let tree = script::played();
    let secrets = Secrets::of(tree);
    let content = yaml(tree, "public/content/events.yaml");
    let events: BTreeMap<&str, &str> = content["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| (e["id"].as_str().unwrap(), e["name"].as_str().unwrap()))
        .collect();
    assert!(secrets.facedown.len() > 80);
    let (mut shown, mut told) = (0, 0);
    for (reader, all) in given() {
        // Lines of reports that name a hex and an event.
        let lines: HashSet<(String, &str)> = all
            .iter()
            .filter(|given| given.file.ends_with(".txt"))
            .flat_map(|given| given.text.lines())
            .flat_map(|line| {
                let named = events.values().filter(move |name| line.contains(**name));
                named.flat_map(move |name| {
                    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                    words.map(move |word| (word.to_owned(), *name))
                })
            })
            .collect();
        for (hex, tile, salt, lookers) in &secrets.facedown {
            let salted = all.iter().any(|given| given.words.contains(salt));
            let event = tile
                .split_once('-')
                .and_then(|(_, event)| events.get(event));
            let line = event.is_some_and(|event| lines.contains(&(hex.clone(), *event)));
            // With the nonce a player could prove to others which tile they saw, which 11.1 forbids.
            assert!(!salted, "{reader} can open {hex}");
            if lookers.contains(*reader) {
                shown += 1;
                told += usize::from(line);
                continue;
            }
            assert!(!line, "{reader} reads what lies in {hex}");
            for Given { file, words, .. } in all {
                // The lists of all tiles are public; their places are not.
                let lists = file.ends_with(".items.txt") || file.starts_with("public/content/");
                assert!(
                    lists || !words.contains(tile),
                    "{file} names {tile}, face down in {hex}"
                );
            }
        }
    }
    assert!(
        shown >= 8 && told >= 1,
        "only {shown} looks, {told} at events"
    );
}

#[test]
fn a_view_holds_the_tiles_that_its_reader_knows() {
    let tree = script::played();
    let secrets = Secrets::of(tree);
    for seat in SEATS {
        let path = format!("reports/0004/{:04}/{seat}.view.yaml", STEPS.len() + 1);
        let view = &yaml(tree, &path)["view"];
        for (hex, tile, _, lookers) in &secrets.facedown {
            let hexes = view["hexes"].as_array().unwrap();
            let cell = hexes.iter().find(|cell| cell["hex"] == **hex).unwrap();
            assert_eq!(
                cell["tile"].is_null(),
                !lookers.contains(seat),
                "{seat}: {hex}"
            );
            let at = |event: &&Value| event["hex"] == **hex;
            let event = view["events"].as_array().unwrap().iter().find(at);
            assert!(
                event.is_none() || lookers.contains(seat),
                "{seat}: {hex} {tile}"
            );
        }
    }
}

#[test]
#[cfg(unix)]
fn secrets_are_the_owners_alone() {
    let bench = Bench::copy(script::ready());
    bench.ok(&["adjudicate", GAME]);
    let root = bench.root();
    assert_eq!(mode(&root.join("secret")), 0o700);
    for (path, node) in &bench.tree().0 {
        let place = root.join(path);
        if place.is_dir() || path.starts_with("public") || path.as_os_str() == "game.yaml" {
            continue;
        }
        assert_eq!(mode(&place), 0o600, "{}: {node:?}", path.display());
    }
    for (path, _) in bench.tree().files("public") {
        assert_eq!(mode(&root.join(path)), 0o644, "{}", path.display());
    }
}

/// The lock is its owner's alone, because a process that can open it can block the game; so are the folders of a game
/// except the public ones, including those that were more open before.
#[test]
#[cfg(unix)]
fn folders_and_the_lock_are_the_owners_alone() {
    let bench = Bench::empty();
    bench.found();
    let root = bench.root();
    assert_eq!(mode(&root), 0o700);
    bench.seat(&SEATS);
    bench.open_all();
    bench.write("gem/inbox/aside/mail.eml", "From: x\n\nx\n");
    set_mode(&root.join("inbox"), 0o755);
    set_mode(&root.join("game.lock"), 0o644);
    bench.ok(&["start", GAME]);
    bench.order("zytal", 1, "moves: []\nactions: []\n");
    set_mode(&root.join("orders"), 0o755);
    bench.ok(&[
        "adjudicate",
        GAME,
        "--overdue",
        "--now",
        "to see its folders",
    ]);
    for folder in [
        "inbox",
        "orders",
        "secret",
        "turns",
        "turns/0001",
        "reports",
        "reports/0001",
    ] {
        assert_eq!(mode(&root.join(folder)), 0o700, "{folder}");
    }
    for folder in ["public", "public/log"] {
        assert_eq!(mode(&root.join(folder)) & 0o005, 0o005, "{folder}");
    }
    assert_eq!(mode(&root.join("game.lock")), 0o600);
}

#[test]
#[cfg(unix)]
fn a_loosened_mode_is_tightened_with_a_warning() {
    let bench = Bench::started();
    let root = bench.root();
    let secrets = [
        "secret",
        "secret/master.txt",
        "secret/salts.yaml",
        "players.yaml",
    ];
    for path in secrets {
        set_mode(
            &root.join(path),
            if path == "secret" { 0o755 } else { 0o644 },
        );
    }
    let said = bench.ok(&["adjudicate", GAME]);
    let warning = format!(
        "warning: gem: other users could read {}; permissions tightened\n",
        secrets.join(", ")
    );
    assert!(said.err.contains(&warning), "{}", said.err);
    for path in secrets {
        assert_eq!(
            mode(&root.join(path)),
            if path == "secret" { 0o700 } else { 0o600 }
        );
    }
    // The warning is printed once, and not for a game whose modes are right.
    assert!(!bench.ok(&["adjudicate", GAME]).err.contains("warning"));
    let game = bench.open(Disk::new());
    assert!(game.warnings.is_empty(), "{:?} {}", game.warnings, clock());
}
