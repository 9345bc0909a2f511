//! Files changed on the disk, and files changed before every hash was made to fit.

use super::{
    Comes::{self, *},
    Forger,
    public::{Public, Record},
};
use chronojudge::{
    dice::{Beacon, Draw, Hash, Key, Name, chain::salts_hash},
    log::{Roll, parse_rolls},
};
use std::collections::BTreeMap;

/// Returns the kind of a file: its folder, and its name there.
fn kind(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folder.split('/').next().unwrap();
    let name = match folder {
        "log" => name.split_once('-').unwrap().1,
        "content" => "a file",
        "sittings" if name.ends_with(".items.txt") => "items",
        "sittings" if name.ends_with(".slots.txt") => "slots",
        "opened" if name.starts_with("order-") => "order",
        "opened" if name.starts_with("standing-") => "standing",
        _ => name,
    };
    format!("{folder}/{name}")
}

/// Returns up to two files of each kind: the first that is not empty, and the last.
fn samples(public: &Public) -> Vec<(String, Vec<String>)> {
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, bytes) in &public.0 {
        if !bytes.is_empty() {
            kinds.entry(kind(path)).or_default().push(path.clone());
        }
    }
    let ends = |mut paths: Vec<String>| {
        paths.dedup();
        let last = paths.pop().unwrap();
        paths.truncate(1);
        paths.push(last);
        paths
    };
    kinds
        .into_iter()
        .map(|(kind, paths)| (kind, ends(paths)))
        .collect()
}

/// Returns the bytes with a letter or digit near the middle changed.
fn bent(bytes: &[u8]) -> Vec<u8> {
    let mut bent = bytes.to_vec();
    let half = bent.len() / 2;
    let at = (half..bent.len())
        .chain(0..half)
        .find(|at| bent[*at].is_ascii_alphanumeric());
    let byte = &mut bent[at.unwrap()];
    *byte = if *byte == b'1' { b'2' } else { b'1' };
    bent
}

/// Forges every kind of file, with all other files unchanged: changed, lengthened, emptied, removed, or put in
/// another's place.
pub fn on_disk(forger: &mut Forger) {
    for (kind, paths) in samples(&forger.real) {
        let log = kind.starts_with("log/");
        // A changed record does not have the hash in the next record; a changed file does not have the hash in its
        // record.
        let (ours, theirs) = match kind.split('/').next().unwrap() {
            "log" => ("", ""),
            "content" => ("content", "content"),
            _ => ("files (", ""),
        };
        let comes = Refused(ours, theirs);
        let last = forger.real.0.keys().rfind(|path| path.starts_with("log/"));
        let last_record = last == paths.last();
        let comes = if log && !last_record {
            Refused("log of", "")
        } else {
            comes
        };
        let some = if forger.thorough { 0 } else { paths.len() - 1 };
        for path in &paths[some..] {
            let bytes = forger.real.0[path].clone();
            forger.forge(format!("{path}: a letter changed"), comes, |p| {
                p.set(path, bent(&bytes));
            });
            if !log && forger.thorough {
                let longer = [&bytes[..], b"more: 1\n"].concat();
                forger.forge(format!("{path}: a line more"), comes, |p| {
                    p.set(path, longer);
                });
            }
        }
        let path = paths.last().unwrap();
        let comes = if log {
            Refused(if last_record { "" } else { "log of" }, "")
        } else {
            comes
        };
        if forger.thorough {
            forger.forge(format!("{path}: emptied"), comes, |p| p.set(path, ""));
        }
        // No record names the last record, but its own files are then named by no record.
        forger.forge(format!("{path}: removed"), comes, |p| {
            drop(p.0.remove(path));
        });
        if let [one, two] = &paths[..]
            && forger.real.0[one] != forger.real.0[two]
        {
            forger.forge(format!("{one} and {two}: swapped"), comes, |p| {
                let (a, b) = (p.0[one].clone(), p.0[two].clone());
                p.set(one, b);
                p.set(two, a);
            });
        }
    }
    for path in [
        "sittings/0001/more.txt",
        "opened/0001/more.yaml",
        "fork/more.items.txt",
        "notes/000001-why.txt",
    ] {
        let comes = Refused(
            "no file that no record names",
            "no file that no record names",
        );
        forger.forge(format!("{path}: added"), comes, |p| p.set(path, "more\n"));
    }
    let comes = Refused("content", "content");
    forger.forge("a content file added", comes, |p| {
        p.set("content/more.yaml", "more: 1\n");
    });
    forger.forge("a file in the log", Refused("log of", ""), |p| {
        p.set("log/more.yaml", "x: y\n");
    });
}

/// Returns a round and its signature, as they stand in a record.
fn round(record: Option<&Record>, named: Option<&str>) -> Beacon {
    let beacon = record.and_then(|record| record.get("beacon"));
    let round = named.and_then(|round| round.parse().ok());
    match (round, beacon) {
        (Some(round), Some(beacon)) => Beacon::from_signature(round, beacon).unwrap(),
        _ => Beacon::None,
    }
}

/// Returns the key of a sitting's public rolls.
fn key(public: &Public, sitting: u32) -> Key {
    let records = public.records();
    let name = |text: &str| Name::new(text).unwrap();
    let game = name(records[0].get("game").unwrap());
    let salts = records.iter().find(|r| r.kind() == "salts").unwrap();
    let salts: BTreeMap<Name, Hash> = salts
        .0
        .iter()
        .filter_map(|(key, salt)| Some((name(key.strip_prefix("salt.")?), salt.parse().ok()?)))
        .collect();
    let draw = records.iter().find(|r| r.kind() == "draw");
    let whole = round(draw, draw.and_then(|draw| draw.get("round")));
    let of = |kind: &str| {
        let sitting = sitting.to_string();
        let mut of = records.iter();
        of.find(|r| r.kind() == kind && r.get("sitting") == Some(&sitting))
            .unwrap()
    };
    let (lock, result) = (of("lock"), of("result"));
    let draw = Draw {
        salts: salts_hash(&game, &salts, &whole),
        game,
        sitting,
        beacon: round(Some(result), lock.get("round")),
    };
    draw.public_key(&Key::from_hex(result.get("key").unwrap()).unwrap())
}

/// Returns the first file with this name that has at least `least` lines, and its lines.
fn lines(public: &Public, end: &str, least: usize) -> Option<(String, Vec<String>)> {
    let files = public.0.keys().filter(|path| path.ends_with(end));
    files
        .map(|path| {
            (
                path.clone(),
                public.text(path).lines().map(str::to_owned).collect(),
            )
        })
        .find(|(_, lines): &(String, Vec<String>)| lines.len() >= least)
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Forges files, with every hash made to fit afterwards.
pub fn refitted(forger: &mut Forger) {
    rolls(forger);
    facts(forger);
    decks(forger);
    opened(forger);
    agreed(forger);
}

/// Changes a file, and makes every hash fit.
fn refit(path: &str, text: String) -> impl FnOnce(&mut Public) {
    let path = path.to_owned();
    move |p: &mut Public| {
        p.set(&path, text);
        p.refit();
    }
}

/// Returns the sitting of a file, from its path.
fn sitting_of(path: &str) -> u32 {
    path.split('/').nth(1).unwrap().parse().unwrap()
}

fn rolls(forger: &mut Forger) {
    const LATER: &str = "a roll more that its label gives, or one that no fact tells of left out";
    let real = forger.real.clone();
    let Some((path, rolls)) = lines(&real, "/rolls.txt", 2) else {
        return;
    };
    let other = |change: &dyn Fn(&mut Vec<String>)| {
        let mut rolls = rolls.clone();
        change(&mut rolls);
        joined(&rolls)
    };
    let finished = forger.is_finished();
    let number = Refused("rolls", if finished { "rolls as in" } else { ": rolls" });
    let last = |line: &str| {
        let face = if line.ends_with('1') { '2' } else { '1' };
        format!("{}{face}", &line[..line.len() - 1])
    };
    let text = other(&|r| r[0] = last(&r[0]));
    forger.forge("a die changed", number, refit(&path, text));
    // The forger knows the key, and so the roll that a label would have given.
    let key = key(&real, sitting_of(&path));
    let recomputed = |line: &str| {
        let roll: Roll = parse_rolls(format!("{line}\n").as_bytes())
            .unwrap()
            .remove(0);
        roll.recompute(&key).to_string()
    };
    // A name is used whose roll happens to be another.
    let mut renamed = (0..).map(|n| format!("x{n}{}", rolls[1]));
    let renamed = renamed.find(|line| recomputed(line) != *line).unwrap();
    let text = other(&|r| r[1].clone_from(&renamed));
    forger.forge("a roll under another label", number, refit(&path, text));
    let text = other(&|r| r.push(r[0].clone()));
    forger.forge("a roll twice", number, refit(&path, text));
    let text = other(&|r| r[0] = r[0].replace(" = ", " =  "));
    forger.forge("a roll badly written", number, refit(&path, text));
    // When the game is open, the journals show it; while it runs, the facts or the set-up do, as far as they mention
    // it.
    let told = !path.starts_with("sittings/0001/");
    let label = rolls[0].split(' ').next().unwrap();
    let repeated = rolls[1].starts_with(&format!("{label}#"));
    let comes = match (finished, told) {
        _ if repeated => number,
        (true, _) => Refused("other rolls were published", "rolls as in"),
        (false, true) => Rules("the dice that facts tell of"),
        (false, false) => Rules("the set-up from content and dice"),
    };
    let text = other(&|r| drop(r.remove(0)));
    forger.forge("a roll left out", comes, refit(&path, text));
    let text = other(&|r| r.swap(0, 1));
    // The facts do not tell which of two rolls with different labels was first.
    let swapped = if finished || !told {
        comes
    } else {
        Later(LATER)
    };
    forger.forge("two rolls in another order", swapped, refit(&path, text));
    let given = |label: &str| recomputed(&format!("{label} 2d6 = 1 1"));
    let comes = if finished {
        Refused("other rolls were published", "rolls as in")
    } else {
        Later(LATER)
    };
    // A set-up without questions can have no other rolls.
    let comes = match comes {
        Later(_) if !told && forger.asks_nothing() => Rules("the set-up from content and dice"),
        comes => comes,
    };
    let text = other(&|r| r.push(given("needless")));
    forger.forge(
        "a roll more, as its label gives it",
        comes,
        refit(&path, text),
    );
    // A third roll of a label needs a second one.
    let text = other(&|r| r.extend([given("needless"), given("needless#3")]));
    forger.forge(
        "a repeat that skips one",
        Refused(": rolls", ": rolls"),
        refit(&path, text),
    );
}

/// Forges facts, which only the rules can check.
fn facts(forger: &mut Forger) {
    const LATER: &str = "facts that tell of no dice, and views after the set-up";
    let real = forger.real.clone();
    let finished = forger.is_finished();
    for (end, what) in [("/facts.yaml", "facts"), ("/view.yaml", "view")] {
        let (path, text) = lines(&real, end, 3).unwrap();
        // Facts may be changed, but not their sitting or rule.
        let at = text.iter().rposition(|line| {
            line.ends_with(|c: char| c.is_ascii_alphanumeric())
                && !line.contains("sitting")
                && !line.contains("rule")
        });
        let mut text = text;
        let line = &mut text[at.unwrap()];
        *line = if line.ends_with('7') {
            line.replace('7', "8")
        } else {
            line.clone() + "7"
        };
        let comes = match sitting_of(&path) {
            _ if finished => Rules("played again"),
            1 if what == "facts" || forger.asks_nothing() => {
                Rules("the set-up from content and dice")
            }
            _ => Later(LATER),
        };
        forger.forge(
            format!("{what} changed"),
            comes,
            refit(&path, joined(&text)),
        );
    }
    // A fact is withheld.
    if finished {
        let (path, text) = lines(&real, "/facts.yaml", 3).unwrap();
        let last = text.iter().rposition(|line| line.starts_with("- "));
        let kept_back = joined(&text[..last.unwrap()]);
        let comes = Rules("played again");
        forger.forge("a fact kept back", comes, refit(&path, kept_back));
    }
    // A fact contains a die that rolls.txt does not have.
    for (path, text) in { real.0.iter() }.filter(|(path, _)| path.ends_with("/facts.yaml")) {
        let text = String::from_utf8(text.clone()).unwrap();
        let Some((before, after)) = text.split_once("facing: ") else {
            continue;
        };
        let face = if after.starts_with('1') { "2" } else { "1" };
        let text = format!("{before}facing: {face}{}", &after[1..]);
        let comes = Rules("the dice that facts tell of");
        forger.forge(
            "a die told otherwise than it fell",
            comes,
            refit(path, text),
        );
        break;
    }
}

fn decks(forger: &mut Forger) {
    let real = forger.real.clone();
    let opens = |record: &Record| {
        record
            .0
            .iter()
            .position(|(key, _)| key.starts_with("open."))
    };
    let found = real
        .records()
        .iter()
        .position(|record| opens(record).is_some());
    if let Some(n) = found {
        let comes = if forger.is_finished() {
            Rules("other slots were opened")
        } else {
            Later("an opening that is left out, which the facts tell of")
        };
        forger.forge("an opening left out", comes, |p| {
            let mut records = p.records();
            let at = opens(&records[n]).unwrap();
            records[n].0.remove(at);
            p.relink(&records);
        });
    }
    let Some((path, mut slots)) = lines(&real, ".slots.txt", 3) else {
        return;
    };
    let finished = forger.is_finished();
    let shuffle = |running: Comes| {
        if finished {
            Refused("shuffle of deck", "shuffle of")
        } else {
            running
        }
    };
    slots.swap(0, 1);
    let comes = shuffle(Later("how the tiles of a deck lie"));
    forger.forge("two slots swapped", comes, refit(&path, joined(&slots)));
    slots.pop();
    let comes = Refused(": deck ", "deck ");
    forger.forge("a slot left out", comes, refit(&path, joined(&slots)));
    let (path, mut items) = lines(&real, ".items.txt", 3).unwrap();
    let comes = shuffle(Rules("was dealt from another list"));
    items.swap(0, 2);
    forger.forge(
        "two items in another order",
        comes,
        refit(&path, joined(&items)),
    );
    items[0] += "x";
    forger.forge("another item", comes, refit(&path, joined(&items)));
}

/// Forges files that were opened at the end.
fn opened(forger: &mut Forger) {
    let real = forger.real.clone();
    for start in ["order-", "journal", "state", "standing-"] {
        let opened = |path: &&String| {
            path.starts_with("opened/") && path.rsplit('/').next().unwrap().starts_with(start)
        };
        let Some(path) = real.0.keys().rfind(opened) else {
            continue;
        };
        let text = real.text(path).to_owned() + "# more\n";
        forger.forge(
            format!("{path}: changed"),
            Refused("opened files", "opened "),
            refit(path, text),
        );
    }
}

/// Forges the agreed terms.
fn agreed(forger: &mut Forger) {
    let real = forger.real.clone();
    let agreed = real.text("game.yaml");
    let title = agreed
        .lines()
        .find(|line| line.starts_with("title: "))
        .unwrap();
    // Every salt is bound to the first record.
    let salted = Refused("salts (", "seats and salts");
    let text = agreed.replace(title, "title: Another");
    forger.forge("another title", salted, refit("game.yaml", text));
    let comes = Refused("order and keys", "genesis and game.yaml agree");
    for (from, to) in [
        ("\nruleset: time-", "\nruleset: space-"),
        ("\nkeys: ", "\nkeys: 1"),
        ("\ngame: ", "\ngame: x"),
    ] {
        let text = format!("\n{agreed}").replace(from, to)[1..].to_owned();
        forger.forge(
            format!("game.yaml: {}", to.trim()),
            comes,
            refit("game.yaml", text),
        );
    }
    let comes = Refused("order and keys", "agree");
    let level = agreed
        .lines()
        .find(|line| line.starts_with("dice: "))
        .unwrap();
    for other in ["dice: plain", "dice: drawn", "dice: beacon"] {
        if level != other {
            let text = agreed.replace(level, other);
            let what = format!("{level}, and {other} declared afterwards");
            forger.forge(what, comes, refit("game.yaml", text));
        }
    }
    let seat = agreed
        .lines()
        .find(|line| line.starts_with("- seat: "))
        .unwrap();
    for other in [format!("{seat}x"), "- seat: refused".to_owned()] {
        let text = agreed.replace(&format!("{seat}\n"), &format!("{other}\n"));
        forger.forge(
            format!("another seat, {other}"),
            Refused("order and keys", ""),
            refit("game.yaml", text),
        );
    }
    // The same terms in another notation, which a reader of lines and one of YAML would read differently.
    let listed: Vec<&str> = { agreed.lines() }
        .filter_map(|line| line.strip_prefix("- seat: "))
        .collect();
    let seats: Vec<String> = listed
        .iter()
        .map(|seat| format!("{{seat: {seat}}}"))
        .collect();
    let lines: String = listed
        .iter()
        .map(|seat| format!("- seat: {seat}\n"))
        .collect();
    let flow = format!("seats: [{}]\n", seats.join(", "));
    for (what, text) in [
        ("ends of lines", agreed.replace('\n', "\r\n")),
        (
            "a list in brackets",
            agreed.replace(&format!("seats:\n{lines}"), &flow),
        ),
        ("a remark", agreed.to_owned() + "# agreed\n"),
        ("a key twice", format!("{agreed}{level}\n")),
    ] {
        assert_ne!(text, agreed, "{what}");
        let comes = Refused("game.yaml", "game.yaml, line");
        forger.forge(
            format!("game.yaml with {what}"),
            comes,
            refit("game.yaml", text),
        );
    }
    let path = real
        .0
        .keys()
        .find(|path| path.starts_with("content/"))
        .unwrap();
    let text = real.text(path).to_owned() + "# a remark\n";
    forger.forge("a remark in the content", salted, refit(path, text));
}

/// Forges those parts of the first record that only the head shows if no salt is bound to it.
pub fn without_salts(forger: &mut Forger) {
    let comes = Head(
        "where no player gave a salt: titles, schedules and remarks in `game.yaml` and in the content, and the \
         version of the program",
    );
    let real = forger.real.clone();
    let text = real.text("game.yaml").replace("\ntitle: ", "\ntitle: Not ");
    forger.forge("another title", comes, move |p: &mut Public| {
        p.set("game.yaml", text);
        p.refit();
    });
    let mut content = real.0.keys().filter(|path| path.starts_with("content/"));
    let path = content.next().unwrap().clone();
    let text = real.text(&path).to_owned() + "# a remark\n";
    forger.forge("a remark in the content", comes, move |p: &mut Public| {
        p.set(&path, text);
        p.refit();
    });
    forger.forge("another version", comes, |p: &mut Public| {
        let mut records = p.records();
        records[0].set("engine", "chronojudge 0.0.0");
        p.relink(&records);
    });
}
